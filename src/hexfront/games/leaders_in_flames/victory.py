"""Victory: cities held at the end, ships sunk where the scenario counts them, and bands of points."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.leaders_in_flames.kinds import ALLIES, AXIS, SEATS
from hexfront.games.leaders_in_flames.state import State, ground_of
from hexfront.games.leaders_in_flames.world import World
from hexfront.kernel import Agenda, Auto, Result

LEVELS = ("axis_decisive", "axis", "allies", "allies_decisive")


def points(s: State) -> int:
    """Points for what the Axis holds; where ships count, also for the build points of ships it sank, less those of ships it lost.
    Case base.victory."""
    held = ground_of(s, AXIS)
    total = sum(worth for h, worth in s.world.prizes.items() if held >> h & 1)
    each = s.world.sinkings
    return total + (int((s.sunk[ALLIES] - s.sunk[AXIS]) / each) if each else 0) + extras(s)


def extras(s: State) -> int:
    """What a scenario counts beside places: deeds for the Axis, and against it each of some units that has got away to safe ground.

    Case base.victory.
    """
    w = s.world
    row = w.data["scenarios"]["victory"][w.plan.id]
    total = sum(int(n) for deed, n in row.get("deeds", {}).items() if s.deeds.get(deed))
    escaped = row.get("escaped", {})
    safe = w.realm.ground(escaped.get("regions", ()))
    places = [s.where[w.unit(name)] for name in escaped.get("units", ())]
    return total - sum(1 for h in places if h >= 0 and safe >> h & 1)


def verdict(w: World, total: int) -> tuple[str, str]:
    """The level that a total gives, and the seat that has won, "" for a draw. Case base.victory."""
    bands = w.data["scenarios"]["victory"][w.plan.id]["bands"]
    if total >= bands["axis"]:
        return ("decisive" if total >= bands["axis_decisive"] else "marginal"), SEATS[AXIS]
    if total <= bands["allies"]:
        return ("decisive" if total <= bands["allies_decisive"] else "marginal"), SEATS[ALLIES]
    return "draw", ""


def printed(w: World, powers: Iterable[int]) -> int:
    """How many objectives powers held when the war ended: what they are measured against. Case 6u."""
    return sum(power in powers for power in w.realm.objectives.values())


def seat_scores(s: State) -> dict[str, int]:
    """Where several seats share a side: what each seat's powers hold of the objectives, less their printed number. Case 6u."""
    w = s.world
    out = {}
    for seat in w.table.seats:
        powers = w.table.powers_of[seat]
        held = 0
        for k, party in enumerate(w.parties):
            if party.power in powers and not s.neutral >> k & 1:
                held |= s.control[k]
        out[seat] = sum(held >> h & 1 for h in w.prizes) - printed(w, powers)
    return out


class Victory(Auto, frozen=True, tag=True):
    """The scenario is over: cities are counted. Cases base.victory, 6u."""

    def run(self, s: State) -> Agenda:
        w = s.world
        if not w.alone and w.realm.counts_objectives:
            scores = seat_scores(s)
            best = max(scores.values())
            ahead = tuple(seat for seat, score in scores.items() if score == best)
            words = ", ".join(f"{seat} {score:+d}" for seat, score in scores.items())
            winners = ahead if len(ahead) < len(scores) else ()
            s.finish(Result(winners, f"Objectives over the printed number: {words}.", "6u", dict(scores)))
            return ()
        total = points(s)
        level, winner = verdict(w, total)
        if w.realm.counts_objectives:
            words, rule = f"The Axis holds {total} of the {len(w.prizes)} objectives.", "6u"
            scores = {
                "axis": total - printed(w, range(3)),
                "allies": len(w.prizes) - total - printed(w, range(3, 8)),
            }
        else:
            words, rule, scores = (
                f"The Axis has {total} points.",
                "base.victory",
                {"axis": total, "allies": 0},
            )
        winners = w.table.side_seats[SEATS.index(winner)] if winner else ()
        s.finish(Result(winners, words, rule, dict(scores), level))
        return ()

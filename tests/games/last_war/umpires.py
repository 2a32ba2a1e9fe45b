"""Random games with Control at its wildest: corrections of everything, anywhere, and attacks from land and sea together.

    python -m tests.games.last_war.umpires --actions 200000 --seed 1

After every action the position is asked all laws of a position, and the front is walked.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Any

from hexfront.games.last_war import GAME
from hexfront.games.last_war.actions import (
    CORRECTIONS,
    ChangeSides,
    Correct,
    Deploy,
    Done,
    EndStep,
    Flag,
    Pick,
    Reopen,
    Restore,
    Rule,
    SetCombat,
)
from hexfront.games.last_war.combat import Battle, at_sea
from hexfront.games.last_war.corrections import HOW, THINGS, coming
from hexfront.games.last_war.data import MEN
from hexfront.games.last_war.ledgers import LEDGERS
from hexfront.games.last_war.reckoning import COLOURS
from hexfront.games.last_war.state import NOBODY, LastWarState, points, power_at, side_points
from hexfront.games.last_war.things import FLAG_PHASES
from hexfront.hexes import bits
from hexfront.kernel import (
    CONTROL,
    Chance,
    Decision,
    SeededSource,
    apply,
    legal,
    outcomes,
    pending,
    resolve,
    why_not,
)

WHY = "A mistake at the table."
TRIES = 6


def mixed(s: LastWarState, source: SeededSource) -> Any:
    """A step towards an attack on a coast from land and sea together: ground beside it, Men off its beach, flags."""
    w = s.world
    ready = [b for b in w.beaches if side_points(s, b, 0, MEN) or side_points(s, b, 1, MEN)]
    beach = source.choice(ready) if ready and source.below(4) else source.choice(list(w.beaches))
    coast = w.beaches[beach]
    holder = power_at(s, coast)
    if holder == NOBODY:
        return None
    side = 1 - w.side_of[holder]
    power = source.choice(w.of_side[side])
    near = [j for j in w.land_near[coast] if w.play >> j & 1]
    own = [j for j in near if s.ground[side] >> j & 1]
    if not own and near:
        return Correct("hex", "set", power, source.choice(near), -1, 1, WHY)
    if s.phase in FLAG_PHASES and own:
        flagged = {f.at for f in s.flags if f.to == coast}
        at = source.choice([each for each in (beach, *own) if each not in flagged] or [beach])
        there = [n for n in w.of_side[side] if points(s, at, n, MEN)]
        if there:
            return Correct("flag", "set", source.choice(there), at, coast, 1 + source.below(2), WHY)
    if s.phase not in FLAG_PHASES and side_points(s, beach, side, MEN):
        return None
    return Correct("men", "add", power, source.choice([beach, *own]), -1, 1 + source.below(5), WHY)


def anything(s: LastWarState, source: SeededSource) -> Any:
    """Something Control might want to correct, sensible or not."""
    w = s.world
    pick = source.below(20)
    if (
        w.beaches
        and source.below(2 if s.phase in FLAG_PHASES else 5) == 0
        and (found := mixed(s, source)) is not None
    ):
        return found
    power = source.below(len(w.powers))
    if pick == 0:
        return ChangeSides(power, WHY, bool(source.below(2)))
    if pick == 1 and source.below(3) == 0:
        return EndStep(source.choice(["", *w.seats]), WHY, bool(source.below(2)))
    if pick == 2:
        return Reopen(source.choice(w.seats), WHY)
    if pick == 3:
        return Rule(
            "The dice fell off the table.", source.choice(["", "combat.5-dice"]), -1, bool(source.below(2))
        )
    if pick == 4 and coming(s):
        i, side = source.choice(coming(s))
        return SetCombat(i, side, source.choice(["", *COLOURS]), WHY, bool(source.below(2)))
    if s.flags and source.below(4) == 0:
        flag = source.choice(s.flags)
        return Correct("flag", "set", flag.power, flag.at, flag.to, 0, WHY)
    near = [*bits(s.line[0] | s.line[1]), *bits(w.beach_set), *s.bases, *s.pags, *s.zones, *s.flak]
    at = source.choice(near) if near and source.below(4) else source.choice(list(bits(w.play)))
    if source.below(4) == 0:
        at = -1
    other = source.choice(w.near(at)) if at >= 0 and source.below(3) else source.below(12) - 1
    what = source.choice(list(THINGS))
    if what == "partisans" and source.below(2):
        power = 8 + source.below(2)
    if what == "hex" and source.below(3) == 0:
        power = -1
    if what == "in_war" and source.below(4):
        what = "men"
    if what in LEDGERS and source.below(3):
        power, at, other = entry(s, what, power, at, source)
    return Correct(
        what, source.choice(HOW), power, at, other, source.below(7), WHY, bool(source.below(2))
    )  # fmt: skip


def entry(s: LastWarState, what: str, power: int, at: int, source: SeededSource) -> tuple[int, int, int]:
    """A power, a hex and a line of a record that a correction of this kind could well be about."""
    w = s.world
    if what in ("lines", "retool", "shut", "idle"):
        zone = source.below(len(w.zones)) if w.zones else 0
        return (w.zones[zone][0] if w.zones else power), -1, zone * 8 + source.below(6)
    if what in (
        "lost",
        "lent",
        "levy",
        "bought",
        "sailed",
        "shipped",
        "bombed",
        "leave",
        "to_sea",
        "ashore",
        "fight",
    ):
        return power, -1, source.below(6)
    if what in ("stake", "backing", "played") and s.flags:
        flag = source.choice(s.flags)
        role = source.below(2)
        hexes = (flag.to, flag.to) if what != "stake" else (flag.at, flag.to)
        return flag.power, hexes[role], role if what != "played" else source.below(8)
    if what in ("flak_on", "support", "paid") and (s.flak or s.bases):
        at = source.choice([*s.flak, *s.bases])
        if at in s.flak and what == "flak_on":
            return s.flak[at], at, -1
    return power, at, source.below(6)


def chosen(s: LastWarState, seat: str, found: list[Any], source: SeededSource) -> Any:
    """One of the legal actions, with a liking for landings, and for attacks that join others."""
    w = s.world
    wet = [a for a in found if isinstance(a, Pick) and w.beach_set >> a.hex & 1]
    joins = [a for a in found if isinstance(a, Flag) and any(getattr(p, "to", -1) == a.to for p in s.plans)]
    boats = [a for a in found if isinstance(a, Flag) and a.craft]
    afloat = [a for a in found if isinstance(a, Deploy) and w.beach_set >> s.focus.get(seat, 0) & 1]
    for liked in (joins, boats, wet, afloat):
        if liked and source.below(2):
            return source.choice(liked)
    if len(found) > 1 and isinstance(found[0], Done) and source.below(12) == 0:
        return found[0]  # so that turns end
    return source.choice(found)


class Day:
    """One random day."""

    def __init__(self, scenario: str, seats: int, seed: str, control: int = 5) -> None:
        """Control corrects something in one of so many actions."""
        self.source = SeededSource(f"umpires/{scenario}/{seats}/{seed}")
        options: dict[str, bool | int | str] = {"umpire": True, "seats": seats}
        self.state = GAME.start(GAME.setup(scenario, options))
        self.control = control
        self.done: Counter[str] = Counter()
        self.log: list[Any] = []

    def advance(self) -> int:
        """One action or roll; the number of actions."""
        s, source = self.state, self.source
        frame = pending(s)
        if isinstance(frame, Chance):
            for _ in range(source.below(TRIES) if source.below(2) else 0):
                action = anything(s, source)
                if why_not(s, CONTROL, action) is None:
                    return self.act(CONTROL, action, " beside a roll")
            outcome = outcomes(s).draw(source)
            self.log.append(outcome)
            resolve(s, outcome)
            self.check()
            return 0
        assert isinstance(frame, Decision)
        teams = [seat for seat in frame.deciders(s) if seat != CONTROL]
        if source.below(self.control) == 0 or not teams:
            for _ in range(TRIES):
                action = anything(s, source)
                if why_not(s, CONTROL, action) is None:
                    break
                self.done[f"{type(action).__name__} refused"] += 1
            else:
                if teams:
                    return 0
                action = next(a for a in legal(s, CONTROL) if not isinstance(a, (Restore, *CORRECTIONS)))
            seat = CONTROL
        else:
            seat = source.choice(teams)
            action = chosen(s, seat, legal(s, seat), source)
        return self.act(seat, action)

    def act(self, seat: str, action: Any, where: str = "") -> int:
        name = type(action).__name__
        self.done[(f"{name} {action.what}" if isinstance(action, Correct) else name) + where] += 1
        self.log.append((seat, action))
        apply(self.state, seat, action)
        self.check()
        return 1

    def check(self) -> None:
        found = next(iter(GAME.invariants(self.state)), "")
        assert not found, f"{found} after {self.log[-3:]}"


def run(actions: int, seed: int, scenarios: tuple[str, ...] = ("europe", "pacific", "kursk")) -> Counter[str]:
    """So many actions in games by turns; what was done how often. Mixed attacks fought are under `mixed`."""
    total: Counter[str] = Counter()
    games = count = 0
    while count < actions:
        day = Day(scenarios[games % len(scenarios)], (7, 2, 4)[games % 3], f"{seed}/{games}")
        games += 1
        while day.state.agenda and count < actions:
            frame = pending(day.state)
            if isinstance(frame, Battle):
                landing = at_sea(day.state, frame.hex, frame.side)
                total["mixed attacks fought"] += landing.part and not landing.whole
            count += day.advance()
        total += day.done
        total["games"] += 1
        total["finished"] += day.state.result is not None
    return total


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--actions", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.time()
    for name, n in sorted(run(given.actions, given.seed).items()):
        print(f"{n:8} {name}")
    print(f"{given.actions} actions, no fault, {time.time() - began:.0f} s")

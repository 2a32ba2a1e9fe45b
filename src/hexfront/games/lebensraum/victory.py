"""Chapters 12 and 13: who has won, and when."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.lebensraum.arrivals import ITALIANS_LEAVE_BY
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, SOVIET
from hexfront.games.lebensraum.state import State
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Agenda, Auto, Result

WESTERN_CITIES = ("italy", "france", "belgium", "netherlands")
BEHIND_THE_LINE = ("austria", "czechoslovakia", "germany")
"""Countries of which only the cities west of the Halt Line count. Case 12.1h."""
AXIS_NEEDS_IN_THE_WEST = 2
"""German cities west of the Halt Line that save the Axis. Case 12.1i."""
ALLIED_DEADLINE = 15
"""Turn G. Case 12.1h."""


def hexes_named(s: State, names: tuple[str, ...]) -> HexSet:
    return union(s.world.hex(name) for name in names)


def held(s: State, power: int, hexes: HexSet) -> int:
    """How many of these a power controls."""
    return (s.control[power] & hexes).bit_count()


def holds_all(s: State, power: int, hexes: HexSet) -> bool:
    return not hexes & ~s.control[power]


def western_goals(s: State) -> HexSet:
    """The cities that the Western Allies must hold. Cases 12.1h, 12.2d, 12.3m, 13.0l."""
    w = s.world
    whole = sum(w.cities_in[name] for name in WESTERN_CITIES)
    return whole | sum(w.cities_in[name] for name in BEHIND_THE_LINE) & w.lands.west_of_halt


def winner_by_cities(s: State) -> int | None:
    """Scenarios 12.4, 12.5 and 12.6. Cases 12.4c, 12.5a, 12.6a."""
    plan = s.world.plan
    if held(s, AXIS, hexes_named(s, plan.axis_cities)) >= plan.axis_needs:
        return AXIS
    one_of = hexes_named(s, plan.soviet_one_of)
    if holds_all(s, SOVIET, hexes_named(s, plan.soviet_cities)) and (not one_of or held(s, SOVIET, one_of)):
        return SOVIET
    return None


def winner_of_resurgence(s: State) -> int | None:
    """Case 12.7a."""
    w = s.world
    cities = w.cities_in["ussr"]
    if s.control[AXIS] & cities:
        return AXIS
    capitals = hexes_named(s, w.plan.soviet_capitals)
    if holds_all(s, SOVIET, cities) and held(s, SOVIET, capitals) >= w.plan.capitals_needed:
        return SOVIET
    return None


def winner_in_the_east(s: State) -> int | None:
    """Cases 12.8a, 12.8b, 12.8d."""
    w = s.world
    if holds_all(s, AXIS, w.cities_in["ussr"]):
        return AXIS
    goals = w.cities_in["poland"] | w.cities_in["ussr"] | hexes_named(s, w.plan.soviet_cities)
    return SOVIET if holds_all(s, SOVIET, goals) else None


def winner_in_the_west(s: State) -> int | None:
    """The Allies at the end of turn G, the Axis at the end of the game. Cases 12.1h, 12.1i. RULING 12.1-b."""
    w = s.world
    if s.turn == ALLIED_DEADLINE and holds_all(s, ALLIED, western_goals(s)):
        return ALLIED
    german = w.cities_in["germany"] & w.lands.west_of_halt
    if s.turn >= w.plan.last and held(s, AXIS, german) >= AXIS_NEEDS_IN_THE_WEST:
        return AXIS
    return None


WINNERS: dict[str, tuple[Callable[[State], int | None], str]] = {
    "cities": (winner_by_cities, "12.4c"), "resurgence": (winner_of_resurgence, "12.7a"),
    "conclusions": (winner_in_the_east, "12.8a"), "west": (winner_in_the_west, "12.1h"),
}  # fmt: skip
WORDS = (
    "The Axis has met its goals.",
    "The Soviets have met their goals.",
    "The Western Allies have met their goals.",
)


def first_turn_judged(s: State) -> int:
    """The first turn at whose end victory is looked at. Cases 12.4d, 12.6b, 12.7b, RULING 12.6-a."""
    plan = s.world.plan
    return plan.early_as_printed if plan.early_as_printed and s.world.has("early_end") else plan.early


def result(s: State, winner: int | None, rule: str) -> Result:
    if winner is None:
        return Result((), "Neither side has met its goals.", "12.8c")
    return Result((s.world.seat_of[winner],), WORDS[winner], rule)


class EndOfTurn(Auto, frozen=True, tag=True):
    """Victory is judged; else the game goes on, or ends in a draw. Cases 4.1b, 6.42a, 12.4d, 12.8c."""

    def run(self, s: State) -> Agenda:
        w = s.world
        if s.turn == ITALIANS_LEAVE_BY and w.italian_8th >= 0 and s.where[w.italian_8th] >= 0:
            others = tuple(dict.fromkeys(w.seat_of[power] for power in w.powers if power != AXIS))
            s.finish(Result(others, "The Italian 8th Army has not been sent home in time.", "6.42a"))
        elif w.plan.victory == "war":
            _judge_the_war(s)
        else:
            judge, rule = WINNERS[w.plan.victory]
            winner = judge(s) if s.turn >= first_turn_judged(s) else None
            if winner is not None or s.turn >= w.plan.last:
                s.finish(result(s, winner, rule))
        return ()


def _judge_the_war(s: State) -> None:
    """Each front keeps its own conditions; the side with more wins has won. Cases 13.0m, 13.0l. RULING 13.0-b."""
    if s.front_won[0] < 0:
        east = winner_in_the_east(s)
        s.front_won[0] = -1 if east is None else east
    if s.front_won[1] < 0:
        west = winner_in_the_west(s)
        s.front_won[1] = -1 if west is None else west
    if s.turn < s.world.plan.last and -1 in s.front_won:
        return
    axis = s.front_won.count(AXIS)
    others = sum(front in (SOVIET, ALLIED) for front in s.front_won)
    seats = s.world.seat_of
    winners = () if axis == others else (seats[AXIS],) if axis > others else tuple(dict.fromkeys(seats[1:]))
    words = "The fronts are even." if not winners else f"Fronts won: Axis {axis}, Allies {others}."
    s.finish(Result(winners, words, "13.0m", {"axis": axis, "allies": others}))


def goals(s: State) -> list[Hex]:
    """Hexes that decide this scenario, for screens."""
    w = s.world
    plan = w.plan
    named = hexes_named(
        s, (*plan.axis_cities, *plan.soviet_cities, *plan.soviet_one_of, *plan.soviet_capitals)
    )
    if plan.victory in ("resurgence", "conclusions", "war"):
        named |= w.cities_in["ussr"] | (w.cities_in["poland"] if plan.victory != "resurgence" else 0)
    if plan.victory in ("west", "war"):
        named |= western_goals(s)
    return list(bits(named))

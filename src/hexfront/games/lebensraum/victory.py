"""Chapters 12 and 13: what each power needs, who has won, and when."""

from __future__ import annotations

from hexfront.games.lebensraum.arrivals import ITALIANS_LEAVE_BY
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, EAST, SOVIET, WEST
from hexfront.games.lebensraum.state import State
from hexfront.hexes import Hex, HexSet, bits, union
from hexfront.kernel import Agenda, Auto, Result

Aims = list[tuple[HexSet, int]]
"""Sets of cities, and how many of each a power needs."""
WESTERN_CITIES = ("italy", "france", "belgium", "netherlands")
BEHIND_THE_LINE = ("austria", "czechoslovakia", "germany")
"""Countries of which only the cities west of the Halt Line count. Case 12.1h."""
AXIS_NEEDS_IN_THE_WEST = 2
"""German cities west of the Halt Line that save the Axis. Case 12.1i."""
ALLIED_DEADLINE = 15
"""Turn G. Case 12.1h."""
CASES = {"cities": "12.4c", "resurgence": "12.7a", "conclusions": "12.8a", "west": "12.1h"}
WORDS = (
    "The Axis has met its goals.",
    "The Soviets have met their goals.",
    "The Western Allies have met their goals.",
)


def hexes_named(s: State, names: tuple[str, ...]) -> HexSet:
    return union(s.world.hex(name) for name in names)


def held(s: State, power: int, hexes: HexSet) -> int:
    """How many of these a power controls."""
    return (s.control[power] & hexes).bit_count()


def every(hexes: HexSet) -> Aims:
    return [(hexes, hexes.bit_count())]


def western_goals(s: State) -> HexSet:
    """The cities that the Western Allies must hold. Cases 12.1h, 12.2d, 12.3m, 13.0l."""
    w = s.world
    whole = sum(w.cities_in[name] for name in WESTERN_CITIES)
    return whole | sum(w.cities_in[name] for name in BEHIND_THE_LINE) & w.lands.west_of_halt


def eastern_aims(s: State, power: int) -> Aims:
    """What the Axis or the Soviets need in the East. Cases 12.4c, 12.5a, 12.6a, 12.7a, 12.8a, 12.8b."""
    w, plan = s.world, s.world.plan
    if w.game == WEST or power == ALLIED:
        return []
    ussr, named = w.cities_in["ussr"], hexes_named(s, plan.soviet_cities)
    if plan.victory == "cities":
        axis = [(hexes_named(s, plan.axis_cities), plan.axis_needs)]
        one_of = hexes_named(s, plan.soviet_one_of)
        soviet = every(named) + ([(one_of, 1)] if one_of else [])
    elif plan.victory == "resurgence":
        axis = [(ussr, 1)]
        soviet = [*every(ussr), (hexes_named(s, plan.soviet_capitals), plan.capitals_needed)]
    else:
        axis, soviet = every(ussr), every(ussr | w.cities_in["poland"] | named)
    return axis if power == AXIS else soviet


def western_aims(s: State, power: int) -> Aims:
    """What the Axis or the Western Allies need in the West. Cases 12.1h, 12.1i."""
    w = s.world
    if w.game == EAST or power == SOVIET:
        return []
    german = w.cities_in["germany"] & w.lands.west_of_halt
    return [(german, AXIS_NEEDS_IN_THE_WEST)] if power == AXIS else every(western_goals(s))


def _have(s: State, power: int, aims: Aims) -> bool:
    return bool(aims) and all(held(s, power, hexes) >= need for hexes, need in aims)


def winner_in_the_east(s: State) -> int | None:
    """The side that has what it needs in the East, the Axis first. Cases 12.4c, 12.5a, 12.6a, 12.7a, 12.8a, 12.8b, 12.8d."""
    return next((power for power in (AXIS, SOVIET) if _have(s, power, eastern_aims(s, power))), None)


def winner_in_the_west(s: State) -> int | None:
    """The Allies at the end of turn G, the Axis at the end of the game. Cases 12.1h, 12.1i. RULING 12.1-b."""
    if s.turn == ALLIED_DEADLINE and _have(s, ALLIED, western_aims(s, ALLIED)):
        return ALLIED
    return AXIS if s.turn >= s.world.plan.last and _have(s, AXIS, western_aims(s, AXIS)) else None


def first_turn_judged(s: State) -> int:
    """The first turn at whose end victory is judged. Cases 12.4d, 12.6b, 12.7b, RULING 12.6-a."""
    plan = s.world.plan
    return plan.early_as_printed if plan.early_as_printed and s.world.has("early_end") else plan.early


class EndOfTurn(Auto, frozen=True, tag=True):
    """Victory is judged; else the game goes on, or ends in a draw. Cases 4.1b, 6.42a, 12.1h, 12.1i, 12.4d, 12.8c."""

    def run(self, s: State) -> Agenda:
        w, plan = s.world, s.world.plan
        if s.turn == ITALIANS_LEAVE_BY and w.italian_8th >= 0 and s.where[w.italian_8th] >= 0:
            others = tuple(dict.fromkeys(w.seat_of[power] for power in w.powers if power != AXIS))
            s.finish(Result(others, "The Italian 8th Army has not been sent home in time.", "6.42a"))
        elif plan.victory == "war":
            _judge_the_war(s)
        elif s.turn >= first_turn_judged(s):
            winner = winner_in_the_west(s) if w.game == WEST else winner_in_the_east(s)
            if winner is not None:
                s.finish(Result((w.seat_of[winner],), WORDS[winner], CASES[plan.victory]))
        if s.result is None and s.turn >= plan.last:
            s.finish(Result((), "Neither side has met its goals.", "12.8c"))
        return ()


def _judge_the_war(s: State) -> None:
    """Each front keeps its own conditions; the side with more wins has won. Cases 13.0m, 13.0l. RULING 13.0-b."""
    for front, judge in enumerate((winner_in_the_east, winner_in_the_west)):
        winner = judge(s) if s.front_won[front] < 0 else None
        s.front_won[front] = s.front_won[front] if winner is None else winner
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
    found = 0
    for power in s.world.powers:
        for hexes, _ in eastern_aims(s, power) + western_aims(s, power):
            found |= hexes
    return list(bits(found))

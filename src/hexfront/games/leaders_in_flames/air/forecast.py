"""The air war before its rolls: a fight, a strike, a raid worked out, and whose luck each roll is."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hexfront.games.leaders_in_flames.air.bombing import CarpetRoll, RaidRoll
from hexfront.games.leaders_in_flames.air.fight import (
    BOMBER,
    CLEARED,
    FIGHTER,
    AirRound,
    FlakRoll,
    PilotRoll,
    Staying,
    contested,
    difference,
    flying,
    value,
)
from hexfront.games.leaders_in_flames.air.missions import Forming
from hexfront.games.leaders_in_flames.air.orders import DisruptRoll, StrafeRound
from hexfront.games.leaders_in_flames.air.planes import halves
from hexfront.games.leaders_in_flames.air.strike import StrikeRoll, needed, victims
from hexfront.games.leaders_in_flames.kinds import SEATS, SIDE_NAMES, STRATEGIC, STRIKE, SUPPORT
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Chance, Decision, Forecast, Fortune, Working

MEANINGS = {
    "AX": "the front plane of the side that flies the mission is shot down",
    "AA": "it breaks off",
    "AC": "a bomber of that side gets through",
    "-": "nothing happens",
    "DC": "a bomber of the other side gets through",
    "DA": "the other side's front plane breaks off",
    "DX": "it is shot down",
}
GAIN = {"AX": -2.0, "AA": -1.0, "DC": -0.7, "-": 0.0, "AC": 0.7, "DA": 1.0, "DX": 2.0}


def with_support(s: State) -> State:
    """The battle at hand as it would be if every bomber over it got through."""
    copy = s.clone()
    w = s.world
    for u, role in s.wing.items():
        if role in (BOMBER, CLEARED):
            power = w.power[u]
            copy.aid[power] = copy.aid.get(power, 0) + halves(s, u, w.plane(u).tactical, s.over)
    return copy


def air_forecast(s: State, frame: Any) -> Forecast | None:
    """A fight in the air, or a mission that is being put together. Cases base.dogfight, base.strike, base.raid."""
    if isinstance(frame, Staying | AirRound) or (isinstance(frame, Announcing) and frame.moment == "sky"):
        return _fight(s) if contested(s) else None
    if isinstance(frame, Forming) and s.mission == STRIKE:
        return _strike(s)
    if isinstance(frame, Forming) and s.mission == STRATEGIC:
        return _raid(s)
    return None


def is_over_battle(s: State, frame: Decision | Chance | None) -> bool:
    """Whether aircraft are being sent over a battle on the ground."""
    return isinstance(frame, Forming) and s.mission == SUPPORT


def _fight(s: State) -> Forecast:
    w, edge = s.world, difference(s)
    found = Counter(w.tables.air_result(a + b + edge) for a in range(1, 11) for b in range(1, 11))
    lines = [
        Working(f"{SIDE_NAMES[side]}: value", f"{value(s, side) / 10:g}", "base.dogfight")
        for side in (s.flier, 1 - s.flier)
    ]
    lines.append(Working("Two dice and", f"{edge:+d}", "base.dogfight"))
    return Forecast(
        f"Air combat over {w.title(s.over)}" if s.over >= 0 else "Air combat",
        w.label(s.over),
        tuple(lines),
        chances=tuple((code, found[code] / 100) for code in MEANINGS if found[code]),
        attackers=tuple(w.piece(u) for u in flying(s, s.flier, FIGHTER, BOMBER)),
        defenders=tuple(w.piece(u) for u in flying(s, 1 - s.flier, FIGHTER, BOMBER)),
        meanings={code: MEANINGS[code] for code in found},
    )


def _strike(s: State) -> Forecast:
    """What a strike would do if every bomber got through."""
    w, side = s.world, 1 - s.flier
    bombers = flying(s, s.flier, BOMBER)
    units = victims(s, s.over, side)
    twice = 2 if units and all(s.surprised >> w.party[u] & 1 for u in units) else 1
    factors = twice * sum(halves(s, u, w.plane(u).tactical, s.over) for u in bombers) // 2
    number = max(0, needed(s, s.over, factors))
    return Forecast(
        f"Ground strike on {w.title(s.over)}",
        w.label(s.over),
        (
            Working("Factors", f"{factors}", "base.strike"),
            Working("A unit is turned face-down on", f"{number} or less", "base.strike"),
        ),
        chances=(("down", number / 10), ("stays up", 1 - number / 10)),
        attackers=tuple(w.piece(u) for u in bombers),
        defenders=tuple(w.piece(u) for u in units),
        meanings={"down": "each unit is turned face-down", "stays up": "each unit stays face-up"},
    )


def _raid(s: State) -> Forecast:
    w = s.world
    bombers = flying(s, s.flier, BOMBER)
    factors = sum(halves(s, u, w.plane(u).strategic, s.over) for u in bombers) // (4 if s.night else 2)
    found = Counter(w.tables.raid_points(factors, die) for die in range(1, 11))
    return Forecast(
        f"Raid on {w.title(s.over)}",
        w.label(s.over),
        (Working("Factors", f"{factors}", "base.raid"),),
        chances=tuple((f"{points}", number / 10) for points, number in sorted(found.items())),
        attackers=tuple(w.piece(u) for u in bombers),
        meanings={f"{points}": f"production points lost: {points}" for points in found},
    )


def air_fortune(s: State, frame: Chance) -> Fortune | None:
    """Whose good luck a roll in the air is."""
    w = s.world
    if isinstance(frame, AirRound | StrafeRound):
        edge = difference(s) if isinstance(frame, AirRound) else 0
        return Fortune(SEATS[s.flier], lambda dice: GAIN[w.tables.air_result(sum(dice) + edge)])
    if isinstance(frame, StrikeRoll | DisruptRoll):
        number = frame.needed
        return Fortune(SEATS[s.flier], lambda dice: float(sum(die <= number for die in dice)))
    if isinstance(frame, FlakRoll):
        return Fortune(SEATS[frame.side], lambda dice: float(sum(max(0, die - 8) for die in dice)))
    if isinstance(frame, PilotRoll):
        return Fortune(SEATS[w.side[frame.plane]], float)
    if isinstance(frame, RaidRoll):
        factors = frame.factors
        return Fortune(SEATS[s.flier], lambda dice: float(w.tables.raid_points(factors, max(dice))))
    if isinstance(frame, CarpetRoll):
        return Fortune(SEATS[s.flier], lambda dice: float(sum(max(0, die - 8) for die in dice)))
    return None

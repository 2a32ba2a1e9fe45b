"""Short words for positions: units by id, hexes by number."""

from __future__ import annotations

from typing import Any, cast

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import (
    Advance,
    Contact,
    Invade,
    Join,
    Lose,
    Overrun,
    Pick,
    Place,
    Retreat,
    Step,
    Stop,
    Take,
    Target,
)
from hexfront.games.turns_east.data import EastWorld
from hexfront.games.turns_east.retreat import RetreatStack
from hexfront.games.turns_east.state import EastState, units_at
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.hexes import bits
from hexfront.kernel import (
    Action,
    Chance,
    Decision,
    Option,
    apply,
    deciders,
    legal,
    pending,
    resolve,
    settle,
)
from hexfront.testing import position, refusal

#: figures that are ours and may be tuned, held still so that tests speak of rules and not of balance
PACK: dict[str, Any] = {
    "tables": {
        "combat": {
            "rows": {
                "1": ["A1", "A1", "A1", "A1", "EX", "EX", "DR"],
                "2": ["A1", "A1", "A1", "EX", "EX", "DR", "DR"],
                "3": ["A1", "A1", "EX", "EX", "DR", "DR", "DE"],
                "4": ["A1", "EX", "EX", "DR", "DR", "DE", "DE"],
                "5": ["EX", "EX", "DR", "DR", "DE", "DE", "DE"],
                "6": ["EX", "DR", "DR", "DE", "DE", "DE", "DE"],
                "7": ["DR", "DR", "DE", "DE", "DE", "DE", "DE"],
            }
        },
        "command": {"soviet_weather": {"Fair": 0, "Light Mud": 0, "Mud": -1, "Frost": 1, "Snow": 2}},
    },
    "units": {
        "panzer_corps": {
            "unit": [
                {"id": f"ge-{name}", "factors": [5 if name in ("XL", "XLVI") else 6, 3]}
                for name in [
                    "XLI",
                    "LVI",
                    "XXXIX",
                    "LVII",
                    "XXIV",
                    "XLVII",
                    "XLVI",
                    "III",
                    "XLVIII",
                    "XIV",
                    "XL",
                ]
            ]
        }
    },
}
WORLD = cast(EastWorld, GAME.world(GAME.setup("barbarossa", pack=PACK)))

#: every town of the southern Commands (South, Southwest Front) west of the Don, for positions in which the Axis has them
UKRAINE = tuple(
    WORLD.label(i)
    for i in WORLD.grid
    if WORLD.towns & WORLD.areas[2] & WORLD.ussr & 1 << i and WORLD.column[i] <= 16
)

#: a turn of each kind of weather
FAIR, LIGHT_MUD, MUD, FROST, SNOW = 2, 4, 5, 6, 7

#: the towns around Kharkov in Axis hands, and Voronezh in Soviet ones
SOUTHERN = ("Kharkov", "Poltava")
SOUTH: dict[str, Any] = {"axis_towns": SOUTHERN, "soviet_towns": ("2214",)}

#: open ground around Kharkov: clear, no rivers, all in the area of Army Group South and Southwest Front
FIELD = {"axis_towns": SOUTHERN}


def given(**what: Any) -> EastState:
    """A position with only the given counters."""
    s = position(GAME, **{"pack": PACK, **what})
    assert isinstance(s, EastState)
    return s


def field(place: dict[str, str], side: str = "axis", order: str = "assault", **more: Any) -> EastState:
    """A fight on open ground: the side's southern Command (South, Southwest Front) is active with an order."""
    orders = {f"{side}-2": order, **more.pop("orders", {})}
    return given(place=place, orders=orders, active=f"{side}-2", **{**FIELD, **more})


def hexof(s: EastState, label: str) -> int:
    return s.world.board.index(label)


def unit(s: EastState, name: str) -> int:
    return s.world.number[name]


def spot(s: EastState, name: str) -> str:
    """Where a unit is: its hex, or the number of its place off the map."""
    i = s.where[unit(s, name)]
    return s.world.label(i) if i >= 0 else str(i)


def on_map(s: EastState, name: str) -> bool:
    return s.where[unit(s, name)] >= 0


def steps(s: EastState, name: str) -> int:
    return s.steps[unit(s, name)]


def seat(s: EastState) -> str:
    (one,) = deciders(s)
    return one


def do(s: EastState, action: Action, *rolls: Any) -> list[Any]:
    """Whoever is to decide does this; then the named rolls."""
    events = list(apply(s, seat(s), action))
    for outcome in rolls:
        events += resolve(s, outcome)
    return events


def no(s: EastState, action: Action) -> str:
    """The case that refuses an action of whoever is to decide, or nothing; the list of legal actions agrees."""
    case = refusal(s, seat(s), action)
    assert (action in legal(s, seat(s))) == (not case), f"{action} is refused by {case!r}, the list disagrees"
    return case


def shown(s: EastState, action: Action) -> Option:
    """How an action is offered to whoever is to decide."""
    frame = pending(s)
    assert isinstance(frame, Decision)
    return frame.option(s, seat(s), action)


def roll(s: EastState, *outcomes: Any) -> list[Any]:
    assert isinstance(pending(s), Chance)
    return [event for outcome in outcomes for event in resolve(s, outcome)]


def choices(s: EastState, kind: type[Action]) -> list[Any]:
    return [a for a in legal(s, seat(s)) if type(a) is kind]


def driven_back(place: dict[str, str], at: str, cut: int = 0, **more: Any) -> EastState:
    """The units at a hex must retreat; nothing else is going on. `cut` are those taken for cut off."""
    s = given(place=place, **{"axis_towns": ("Kharkov",), "soviet_towns": ("2214",), **more})
    stack = units_at(s, hexof(s, at))
    units = tuple(u for u in range(len(s.world.units)) if stack >> u & 1)
    s.agenda = (RetreatStack(units, (hexof(s, at),), cut),)
    settle(s)
    return s


def retreating(place: dict[str, str], at: str, **more: Any) -> EastState:
    """The same, with those cut off that are."""
    s = given(place=place, **{"axis_towns": ("Kharkov",), "soviet_towns": ("2214",), **more})
    cut = 0
    for u in bits(units_at(s, hexof(s, at))):
        if is_cut_off(s, SupplyNet(s, s.world.side[u]), u):
            cut |= 1 << u
    return driven_back(place, at, cut, **more)


# --- actions by id and hex number


def pick(s: EastState, name: str) -> Pick:
    return Pick(unit(s, name))


def take(s: EastState, name: str) -> Take:
    return Take(unit(s, name))


def step(s: EastState, label: str) -> Step:
    return Step(hexof(s, label))


def overrun(s: EastState, label: str) -> Overrun:
    return Overrun(hexof(s, label))


def invade(s: EastState, label: str) -> Invade:
    return Invade(hexof(s, label))


def target(s: EastState, label: str) -> Target:
    return Target(hexof(s, label))


def join(s: EastState, name: str) -> Join:
    return Join(unit(s, name))


def lose(s: EastState, name: str) -> Lose:
    return Lose(unit(s, name))


def back(s: EastState, label: str) -> Retreat:
    return Retreat(hexof(s, label))


def advance(s: EastState, name: str, label: str) -> Advance:
    return Advance(unit(s, name), hexof(s, label))


def put(s: EastState, label: str) -> Place:
    return Place(hexof(s, label))


def contact(s: EastState, label: str) -> Contact:
    return Contact(hexof(s, label))


def walk(s: EastState, name: str, *labels: str, stop: bool = True) -> None:
    """Move one unit along a path."""
    do(s, pick(s, name))
    for label in labels:
        do(s, step(s, label))
    if stop:
        do(s, Stop())


def reach(s: EastState) -> set[str]:
    """The hexes the moving stack may step into."""
    return {s.world.label(a.hex) for a in choices(s, Step)}


def pickable(s: EastState) -> set[str]:
    return {s.world.units[a.unit].id for a in choices(s, Pick)}


def targets(s: EastState) -> set[str]:
    return {s.world.label(a.hex) for a in choices(s, Target)}


def places(s: EastState) -> set[str]:
    return {s.world.label(a.hex) for a in choices(s, Place)}


def retreats(s: EastState) -> set[str]:
    return {s.world.label(a.hex) for a in choices(s, Retreat)}

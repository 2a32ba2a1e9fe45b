"""Positions in the air: who flies over PLAIN, and who does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.games.leaders_in_flames.actions import (
    Attack,
    Done,
    Fly,
    Pick,
)
from hexfront.games.leaders_in_flames.air.fight import (
    BOMBER,
    FIGHTER,
    air_fight,
    join,
)
from hexfront.games.leaders_in_flames.air.missions import (
    Forming,
)
from hexfront.games.leaders_in_flames.air.sorties import Sorties
from hexfront.games.leaders_in_flames.kinds import FTR, STRIKE
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.kernel import pending, settle
from hexfront.testing import act
from tests.games.leaders_in_flames.kit import (
    AXIS,
    PLAIN,
    SEATS,
    WEST,
    steppe,
    why,
)

TANKS = {"German ARM XLVIII": WEST, "German ARM XLI": WEST}
STUKA, HEINKEL, EMIL, FRITZ, ZERSTOERER = (
    "German Ju-87B", "German He-111H6", "German Bf-109E3", "German Bf-109F2", "German Bf-110C",
)  # fmt: skip
RATA, MIG, PE2, TB3 = "Soviet I-16", "Soviet MiG-3", "Soviet Pe-2", "Soviet TB-3"
GUNS = "Soviet AA DIV 76 mm"


def wing(s: State, *names: str, **roles: int) -> None:
    """Put aircraft into a fight over PLAIN: fighters as fighters, all others as bombers."""
    w = s.world
    for name in names:
        u = w.unit(name)
        join(s, u, roles.get(name.split()[1].replace("-", ""), FIGHTER if w.kind[u] == FTR else BOMBER))
    s.over, s.flier = w.hex(PLAIN), 0


def fight(place: Mapping[str, str], *names: str, **given: Any) -> State:
    """A fight in the air over PLAIN that the Axis has flown to, at its first roll."""
    s = steppe({"German INF IX": WEST, "Soviet INF 29": PLAIN, **place}, **given)
    wing(s, *names)
    s.agenda = (*air_fight(s), *s.agenda)
    settle(s)
    return s


def strike(place: Mapping[str, str], **given: Any) -> State:
    """The step of ground strikes."""
    return steppe({**TANKS, "Soviet INF 29": PLAIN, **place}, (Sorties(0, STRIKE),), phase="strikes", **given)


def bomb(s: State, name: str, target: str = PLAIN) -> None:
    """An aircraft opens a mission; nobody else flies with it who is not asked for."""
    act(s, AXIS, Pick(s.world.unit(name)))
    act(s, AXIS, Attack(s.world.hex(target)))


def flown(s: State, *flights: tuple[str, str, int]) -> None:
    """Fly these (seat, aircraft, role) as they are asked for, and nobody else; stop at anything but a wave."""
    todo = list(flights)
    while isinstance(frame := pending(s), Forming):
        seat = SEATS[frame.side]
        mine = [x for x in todo if x[0] == seat and why(s, seat, Fly(s.world.unit(x[1]), x[2])) == ""]
        if mine:
            todo.remove(mine[0])
            act(s, seat, Fly(s.world.unit(mine[0][1]), mine[0][2]))
        else:
            act(s, seat, Done())
    assert not todo, todo


def nobody(s: State) -> None:
    """Nobody else flies."""
    while isinstance(frame := pending(s), Forming):
        act(s, SEATS[frame.side], Done())


def wait(s: State, seat: str) -> None:
    """A side sends nobody more, if it is asked."""
    while isinstance(frame := pending(s), Forming) and SEATS[frame.side] == seat:
        act(s, seat, Done())


def give(s: State, party: int, *places: str) -> None:
    """Ground changes hands."""
    for place in places:
        give_hexes(s, 1 << s.world.hex(place), party)

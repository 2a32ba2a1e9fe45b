"""Positions at sea: the Solomons and what lies round them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.games.leaders_in_flames.actions import Announce, Course, Dock, Done, Enter, Join, Muster
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.sea.voyages import NavalMoves
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Frame, pending
from hexfront.testing import act, position

AXIS, ALLIES = "axis", "allies"
SEATS = (AXIS, ALLIES)


def sea(
    place: Mapping[str, str],
    agenda: tuple[Frame, ...] = (),
    leaders: Mapping[str, list[int]] | None = None,
    **given: Any,
) -> State:
    """A position of Guadalcanal with these counters and no others, and leaders with these abilities."""
    rows = [{"id": name, "abilities": abilities} for name, abilities in (leaders or {}).items()]
    pack: dict[str, Any] = given.pop("pack", {})
    if rows:
        pack = {**pack, "leaders": {"leader": rows}}
    given.setdefault("action", "naval")
    given.setdefault("phase", "sail")
    scenario = given.pop("scenario", "guadalcanal")
    found: State = position(
        LEADERS_IN_FLAMES, scenario=scenario, pack=pack, place=place, agenda=agenda, **given
    )
    return found


def fleet(
    place: Mapping[str, str], start: str, units: Iterable[str], side: str = AXIS, **given: Any
) -> State:
    """Ships and leaders taken in hand for a voyage, nothing else decided."""
    s = sea(place, (NavalMoves(SEATS.index(side)),), side=side, **given)
    act(s, side, Muster(s.world.place(start)))
    for name in units:
        act(s, side, Join(s.world.unit(name)))
    return s


def area(s: State, name: str) -> int:
    """A sea area by its id."""
    return s.world.lands.seas.number[name]


def course(s: State, name: str) -> Course:
    return Course(area(s, name))


def sail(s: State, goal: str, side: str = AXIS) -> None:
    """The ships in hand go to a section, or to a port by way of a sea: `coral_sea Cairns`."""
    sea_name, _, port = goal.partition(" ")
    name, _, section = sea_name.rpartition("-")
    if port:
        act(s, side, course(s, sea_name))
        act(s, side, Dock(s.world.hex(port)))
    else:
        act(s, side, course(s, name))
        act(s, side, Enter(int(section)))


def spot(s: State, name: str) -> str:
    """The hex, section or box of a counter."""
    from hexfront.games.leaders_in_flames.kinds import ABOARD, BOXES, SEA

    place = s.where[s.world.unit(name)]
    if place <= ABOARD:
        return f"aboard {s.world.piece(ABOARD - place)}"
    return s.world.spot(place) if place >= 0 or place <= SEA else BOXES.at(place).id


def port(s: State, name: str) -> str:
    """The place of a counter by the name of its port."""
    return s.world.title(s.where[s.world.unit(name)]).partition(" (")[0]


def say(s: State, seat: str, leader: str, ability: int) -> None:
    act(s, seat, Announce(s.world.unit(leader), ability))


def go_on(s: State) -> None:
    """Nobody announces anything until something else is asked."""
    while isinstance(frame := pending(s), Announcing):
        act(s, SEATS[frame.side], Done())


def combat(
    place: Mapping[str, str],
    where_: str = "solomons",
    side: str = AXIS,
    convoys: Mapping[str, int] | None = None,
    **given: Any,
) -> State:
    """A sea area searched by a side, at the first announcement or at the search roll."""
    from hexfront.games.leaders_in_flames.actions import Search
    from hexfront.games.leaders_in_flames.kinds import POWERS
    from hexfront.games.leaders_in_flames.sea.battle import NavalCombat
    from hexfront.games.leaders_in_flames.sea.convoys import place_convoy

    number = SEATS.index(side)
    s = sea(place, (), side=side, **given)
    for power, points in (convoys or {}).items():
        place_convoy(s, area(s, where_), POWERS.index(power), points)
    s.agenda = (NavalCombat(number),)
    from hexfront.kernel import settle

    settle(s)
    act(s, side, Search(area(s, where_)))
    return s


def searched(s: State, axis: int, allies: int) -> None:
    """No more is announced; both sides roll."""
    from hexfront.testing import roll

    go_on(s)
    roll(s, (axis, allies))


def engaged(s: State) -> set[str]:
    """The counters in the combat."""
    from hexfront.hexes import bits

    return {s.world.piece(u) for u in bits(s.engaged)}

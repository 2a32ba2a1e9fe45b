"""Positions for tests: the steppe round Voronezh, both sides in supply, leaders with the abilities a test is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.games.leaders_in_flames.actions import Announce, Attack, Call, Commit, Done, Join
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.land.combat import CallTable, Declaring, Fighting
from hexfront.games.leaders_in_flames.land.losses import TakeLoss
from hexfront.games.leaders_in_flames.land.results import Softening
from hexfront.games.leaders_in_flames.land.retreat import Withdrawing
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.position import write_position
from hexfront.games.leaders_in_flames.sequence import Tired
from hexfront.games.leaders_in_flames.state import State
from hexfront.kernel import Action, Decision, Frame, Setup, pending, settle
from hexfront.testing import act, position, refusal

PLAIN = "E0925"  # clear, clear ground all round, no river
WEST, EAST, NORTH, SOUTH = "E1025", "E0825", "E0924", "E0926"
FOREST = "E1021"
CITY = "E1325"  # Kursk
AXIS, ALLIES = "axis", "allies"
ARMOUR = ("German ARM XLVIII", "German ARM XLI")
TANKS = dict.fromkeys(ARMOUR, WEST)
SEATS = (AXIS, ALLIES)

GROUND = {
    "germany": ["Voronezh", "Tula", "Orel", "Krasnodar"],
    "ussr": ["Saratov", "Stalingrad", "Moscow", "Kharkov", "Maikop"],
}


def pack(
    leaders: Mapping[str, list[int]] | None = None, more: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Supply for both sides in the middle of the steppe, and leaders with these abilities."""
    rows = [{"id": name, "abilities": abilities} for name, abilities in (leaders or {}).items()]
    out: dict[str, Any] = {"industry": {"sources": GROUND}}
    if rows:
        out["leaders"] = {"leader": rows}
    return out | (more or {})


def steppe(
    place: Mapping[str, str],
    agenda: tuple[Frame, ...] = (),
    leaders: Mapping[str, list[int]] | None = None,
    **given: Any,
) -> State:
    """A position on the steppe. Cities of GROUND belong to their powers."""
    control = {**GROUND, **given.pop("control", {})}
    extra = given.pop("more", None)
    found: State = position(
        LEADERS_IN_FLAMES, pack=pack(leaders, extra), place=place, agenda=agenda, control=control, **given
    )
    return found


def battle(
    place: Mapping[str, str],
    target: str = PLAIN,
    attackers: Iterable[str] = (),
    leaders: Mapping[str, list[int]] | None = None,
    **given: Any,
) -> State:
    """An attack declared and taken up, at the first thing that is asked or rolled."""
    side = given.get("side", AXIS)
    number = SEATS.index(side)
    s = steppe(place, (Declaring(number), Fighting(number), Tired(number)), leaders, phase="combat", **given)
    declare(s, target, attackers, side)
    act(s, side, Done())
    return s


def declare(s: State, target: str, attackers: Iterable[str], side: str = AXIS) -> None:
    """Declare one attack."""
    act(s, side, Attack(s.world.hex(target)))
    for name in attackers:
        act(s, side, Join(s.world.unit(name)))
    act(s, side, Commit())


def announced(s: State, seat: str, leader: str, ability: int) -> Announce:
    """The announcement of an ability."""
    return Announce(s.world.unit(leader), ability)


def say(s: State, seat: str, leader: str, ability: int) -> None:
    """Announce an ability."""
    act(s, seat, announced(s, seat, leader, ability))


def go_on(s: State) -> None:
    """Nobody announces anything more until something else is asked."""
    while isinstance(frame := pending(s), Announcing):
        act(s, SEATS[frame.side], Done())


def to_roll(s: State, table: int = 0) -> None:
    """No more announcements; the table is called if it must be."""
    go_on(s)
    if isinstance(frame := pending(s), CallTable):
        act(s, SEATS[frame.side], Call(table))


def where(s: State, name: str) -> str:
    """The hex or box of a counter."""
    from hexfront.games.leaders_in_flames.kinds import BOXES

    h = s.where[s.world.unit(name)]
    return s.world.label(h) if h >= 0 else BOXES.at(h).id


def down(s: State, name: str) -> bool:
    """Whether a counter is face-down."""
    return bool(s.down >> s.world.unit(name) & 1)


def why(s: State, seat: str, action: Action) -> str:
    """The case that refuses an action, empty where it is legal; what is legal can also be said."""
    found = refusal(s, seat, action)
    frame = pending(s)
    if isinstance(frame, Decision) and seat in frame.deciders(s):
        told(s, frame, seat, *([action] if found == "" else []))
    return found


def told(s: State, frame: Decision, seat: str, *actions: Action) -> None:
    """A decision can be put in words, and so can these actions and the last one that is offered."""
    assert frame.prompt(s, seat).text
    for action in (*actions, frame.legal(s, seat)[-1]):
        assert frame.option(s, seat, action).label


def refused(s: State, leader: str, ability: int, moment: str = "battle") -> str:
    """The case that keeps a leader from using an ability, empty where he may."""
    from hexfront.games.leaders_in_flames.leaders.usable import usable

    u = s.world.unit(leader)
    found = usable(s, s.world.side[u], u, ability, moment)
    return "" if found is None else found.rule


def through(s: State, *stops: type[Frame]) -> None:
    """Go on by the plainest choice (the first loss, no more announcements, results as they are) until one of these is asked, or
    a roll, or nothing more."""
    while isinstance(frame := pending(s), Decision) and not isinstance(frame, stops):
        seat = frame.deciders(s)[0]
        found = frame.legal(s, seat)
        plain = found[0] if isinstance(frame, TakeLoss | Softening | Withdrawing) else found[-1]
        told(s, frame, seat, plain)
        act(s, seat, plain)


def opening() -> State:
    """The set-up of Barbarossa, nothing asked yet."""
    from hexfront.games.leaders_in_flames.setup import set_up

    return set_up(LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup()))  # type: ignore[arg-type]


def campaign(
    place: Mapping[str, str] | None = None,
    agenda: tuple[Frame, ...] = (),
    leaders: Mapping[str, list[int]] | None = None,
    options: dict[str, bool | int | str] | None = None,
    scenario: str = "beginning",
    **given: Any,
) -> State:
    """A position in the whole world, with the ground of July 1940."""
    extra = dict(given.pop("more", None) or {})
    if leaders:
        extra["leaders"] = {
            "leader": [{"id": name, "abilities": abilities} for name, abilities in leaders.items()]
        }
    w = LEADERS_IN_FLAMES.world(Setup(scenario, options or {}, extra))
    s = write_position(w, place=place or {}, agenda=agenda, **given)  # type: ignore[arg-type]
    settle(s)
    found = list(LEADERS_IN_FLAMES.invariants(s))
    assert not found, found
    return s


def done_with(s: State) -> None:
    """Nothing more is chosen where one may stop, and everybody is placed at the first chance, until something else is asked."""
    from hexfront.games.leaders_in_flames.economy.production import PlaceUnit
    from hexfront.games.leaders_in_flames.politics.wars import MusterUnit

    while isinstance(frame := pending(s), PlaceUnit | MusterUnit):
        seat = frame.deciders(s)[0]
        act(s, seat, frame.legal(s, seat)[0])

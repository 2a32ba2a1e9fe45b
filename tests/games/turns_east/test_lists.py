"""Every decision: its fast list is the candidates without a violation, nonsense is refused by a case, and whatever
is listed can be carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Commit
from hexfront.games.turns_east.combat import Assembly, AttackRoll
from hexfront.games.turns_east.counterattack import ContactRound
from hexfront.games.turns_east.orders import Purchase
from hexfront.games.turns_east.reinforcement import PlaceUnit, Replacements
from hexfront.games.turns_east.retreat import ChooseAdvance, RetreatStack
from hexfront.games.turns_east.special import OwnOrder, PlacePartisans
from hexfront.games.turns_east.state import POOL, EastState
from hexfront.kernel import Decision, apply, pending
from hexfront.wargame import Offers

from .helpers import SOUTH, do, field, given, hexof, join, overrun, pick, step, target, unit

CORPS = {
    "ge-III": "2016",
    "ge-XIV": "2016",
    "kleist": "2016",
    "ge-6": "2016",
    "su-5": "2116",
    "su-8m": "2115",
}


def choosing_mover() -> EastState:
    s = field({**CORPS, "gar-6": "1915", "ge-9": "1808"}, order="blitz", **SOUTH)
    s.moved = 1 << unit(s, "ge-6")
    s.todo &= ~s.moved
    return s


def starting() -> EastState:
    s = field(CORPS, order="blitz", **SOUTH)
    do(s, pick(s, "ge-III"))
    return s


def under_way() -> EastState:
    s = field({**CORPS, "ge-XL": "2015"}, order="blitz", **SOUTH)
    do(s, pick(s, "ge-XL"))
    do(s, step(s, "2016"))
    return s


def astray() -> EastState:
    s = field({"ge-6": "2117", "su-5": "2218"}, order="hold", **SOUTH)
    do(s, pick(s, "ge-6"))
    do(s, step(s, "2017"))
    return s


def in_port() -> EastState:
    s = given(
        place={"su-51": "1823", "su-9": "1823", "ge-11": "1118"},
        orders={"soviet-3": "assault"},
        active="soviet-3",
    )
    do(s, pick(s, "su-51"))
    return s


def on_turn_one() -> EastState:
    s = given(turn=1, place={"ge-11": "0815", "su-18": "0914"}, orders={"axis-3": "assault"}, active="axis-3")
    do(s, pick(s, "ge-11"))
    return s


def withdrawing() -> EastState:
    s = field({"su-5": "2116", "ge-6": "2016", "ge-17": "2218"}, "soviet", "withdraw", soviet_towns=("2118",))
    do(s, pick(s, "su-5"))
    return s


def targeting() -> EastState:
    place = {
        "ge-6": "2115",
        "ge-17": "2017",
        "su-5": "2216",
        "su-6": "2018",
        "su-26": "2518",
        "gar-17": "2015",
    }
    return field(place, stage="attack", **SOUTH)


def assembling() -> EastState:
    s = field({**CORPS, "ge-17": "2117", "ge-11": "2318"}, stage="attack", **SOUTH)
    do(s, target(s, "2116"))
    do(s, join(s, "ge-III"))
    return s


def first_attacker() -> EastState:
    s = field({**CORPS, "ge-17": "2117"}, stage="attack", **SOUTH)
    do(s, target(s, "2116"))
    return s


def assaulting() -> EastState:
    s = field({"ge-III": "2115", "ge-XIV": "2115", "su-5": "2216"}, order="blitz", **SOUTH)
    do(s, pick(s, "ge-III"))
    do(s, overrun(s, "2216"))
    assert isinstance(pending(s), Assembly)
    return s


def retreating() -> EastState:
    s = given(place={"su-ic": "1118", "ge-11": "1017"}, axis_towns=("1521",))
    s.agenda = (RetreatStack((unit(s, "su-ic"),), (hexof(s, "1118"),), 0),)
    return s


def retreating_inland() -> EastState:
    s = given(place={"su-5": "2216", "su-6": "2216", "ge-6": "2415", "su-26": "2217"}, **SOUTH)
    s.agenda = (RetreatStack((unit(s, "su-5"), unit(s, "su-6")), (hexof(s, "2216"),), 0),)
    return s


def advancing() -> EastState:
    s = field({"ge-6": "2115", "ge-III": "2116", "ge-XIV": "2216", "su-5": "2316"}, stage="attack", **SOUTH)
    s.trail = 1 << hexof(s, "2315") | 1 << hexof(s, "2316")
    units = tuple(unit(s, n) for n in ("ge-6", "ge-III", "ge-XIV"))
    s.agenda = (ChooseAdvance(0, hexof(s, "2216"), units, 1 << units[2], 0),)
    return s


def placing_soviet() -> EastState:
    s = given(
        place={"su-13": "1808", "su-20": "1808", "su-22": "1808", "ge-9": "1607"}, axis_towns=("Minsk",)
    )
    u = unit(s, "su-24")
    s.where[u], s.steps[u] = -22, 1
    s.agenda = (PlaceUnit(u),)
    return s


def placing_axis() -> EastState:
    s = given(place={"ge-9": "0707", "su-5": "0904"})
    u = unit(s, "ge-2")
    s.where[u], s.steps[u] = -22, 4
    s.agenda = (PlaceUnit(u),)
    return s


def replacing() -> EastState:
    place = {
        "ge-6": "1915",
        "ge-17": "2016",
        "ge-III": "1915",
        "gar-11": "2015",
        "ge-11": "2017",
        "ro-3": "1715",
    }
    s = given(place=place, steps={"ge-6": 3, "ge-17": 1, "ge-III": 1, "ro-3": 1}, **SOUTH)
    s.where[unit(s, "gar-16")] = POOL
    s.agenda = (Replacements(1, 1, 1 << unit(s, "gar-9")),)
    return s


def buying() -> EastState:
    return given(turn=1, points=[11, 7], soviet_next=[4, 0, 0, 0], agenda=(Purchase(),))


def contacting() -> EastState:
    s = given(place={"su-5": "2417", "su-6": "2216", "ge-6": "2115", "ge-17": "2515"}, **SOUTH)
    from hexfront.games.turns_east.commands import refresh_zones

    refresh_zones(s, 1)
    s.agenda = (ContactRound(2, -1),)
    return s


def placing_partisans() -> EastState:
    s = given(turn=8, place={"su-partisan": "1802", "ge-9": "1407"})
    s.agenda = (PlacePartisans(unit(s, "su-partisan"), 1),)
    return s


def own_order() -> EastState:
    s = given(place={"ge-4": "1707"}, orders={"axis-1": "hold"})
    s.agenda = (OwnOrder(unit(s, "ge-4"), 1),)
    return s


CASES: list[tuple[Callable[[], EastState], tuple[str, ...]]] = [
    (choosing_mover, ("11.2.1", "11.2.2", "13.3.3a", "13.4.2", "11.1.7")),
    (starting, ("11.1.1", "11.1.6", "12.4", "12.4.9a", "13.4.2", "8.1.1", "8.1.3")),
    (under_way, ("11.1.1", "11.1.6", "12.4.2", "12.4.9a", "13.4.2", "13.5.2")),
    (astray, ("7.2.1b", "11.1.1", "11.1.6")),
    (in_port, ("11.1.1", "11.1.6", "13.7.2a", "13.7.2d")),
    (on_turn_one, ("13.1.2b", "11.1.1", "11.1.6")),
    (withdrawing, ("7.2.2b", "7.2.2c", "11.1.6")),
    (targeting, ("12.1.1", "12.1.9", "12.1.4")),
    (assembling, ("12.1.2", "12.1.6", "12.1.7", "13.8.3", "13.9")),
    (first_attacker, ("12.1.2", "12.1.6", "2.2.2b")),
    (assaulting, ("12.1.2", "12.4.9a", "13.8.3")),
    (retreating, ("12.3.1", "13.7.1")),
    (retreating_inland, ("12.3.1", "12.3.2", "12.3.3", "12.3.4b")),
    (advancing, ("12.3.6", "12.3.7", "7.6b")),
    (placing_soviet, ("5.2.1a", "5.2.2", "5.2.3", "5.2.1d")),
    (placing_axis, ("5.1.1", "5.1-i1")),
    (replacing, ("5.1.5", "5.1.6", "5.1.3", "5.1.4", "13.3.1", "13.3.4", "13.3.3b", "8.1.3")),
    (buying, ("7.0b", "7.1.2", "7.1.4", "7.2")),
    (contacting, ("7.3.4",)),
    (placing_partisans, ("13.6.1b",)),
    (own_order, ("13.5.1", "13.4.5")),
]


@pytest.mark.parametrize(
    "build",
    [pytest.param(b, marks=[pytest.mark.rule(c) for c in cases], id=b.__name__) for b, cases in CASES],
)
def test_lists_and_refusals(build: Callable[[], EastState]) -> None:
    from hexfront.kernel import settle

    s = build()
    settle(s)
    s.out = []
    frame = pending(s)
    assert isinstance(frame, Decision)
    (seat,) = frame.deciders(s)
    fast = Counter(map(repr, frame.legal(s, seat)))
    slow = Counter(repr(a) for a in frame.candidates(s, seat) if frame.violation(s, seat, a) is None)
    assert fast == slow and max(fast.values()) == 1
    for action in list(frame.candidates(s, seat))[:60]:
        for name in type(action).__struct_fields__:
            for wild in (-1, -7, 9_999, "nonsense"):
                if type(wild) is not type(getattr(action, name)):
                    continue
                refused = frame.violation(s, seat, msgspec.structs.replace(action, **{name: wild}))
                assert refused is not None and refused.rule in GAME.rulebook and refused.reason
    for action in frame.legal(s, seat):
        copy = s.clone()
        apply(copy, seat, action)
        assert list(GAME.invariants(copy)) == []


@pytest.mark.rule("12.4.9a")
def test_12_4_9a_nobody_else_joins_a_mobile_assault() -> None:
    s = assaulting()
    assert pending(s).violation(s, "axis", join(s, "ge-XIV")).rule == "12.4.9a"  # type: ignore[union-attr]
    do(s, Commit())
    assert isinstance(pending(s), AttackRoll)


@pytest.mark.parametrize(
    "offers",
    [
        pytest.param(each, marks=pytest.mark.rule(each.rule), id=each.__name__)
        for each in (Replacements, ChooseAdvance)
    ],
)
def test_what_ends_a_list_says_so(offers: type[Offers]) -> None:
    assert offers.done.ends and offers.done.kind == "done" and offers.done.rule

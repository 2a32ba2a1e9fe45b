"""What a general weighs besides the plan of a turn: variants for each step of The Last War, single attacks in the last phases
of For the Motherland!."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games import get
from hexfront.games.last_war.actions import Done
from hexfront.games.motherland.actions import Target
from hexfront.kernel import Chance, Game, SeededSource, apply, resolve
from hexfront.players import GeneralPlayer, Seatview, general
from hexfront.players.doctrine import STEADY, Course, Memory, Plan, doctrine_for
from hexfront.players.doctrines.motherland.combat import on_the_spot, targets
from hexfront.players.doctrines.motherland.plan import is_last
from hexfront.players.search import Judged, Outcome

WAR = get("last_war")
MOTHERLAND = get("motherland")


def play_to(game: Game[Any], scenario: str, until: Any) -> tuple[Any, str]:
    """Staff plays itself until somebody has a choice that `until` accepts; the state and who that is."""
    s = game.start(game.setup(scenario))
    doctrine, dice, source = doctrine_for(game), SeededSource("dice"), SeededSource("staff")
    memories: dict[str, Memory] = {}
    while s.agenda:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        who = frame.deciders(s)[0]
        legal = frame.legal(s, who)
        if len(legal) > 1 and until(s, frame, who, legal):
            return s, who
        memory = memories.setdefault(who, Memory(hasty=True))
        action = legal[0] if len(legal) == 1 else doctrine.choose(s, who, legal, STEADY, memory, source)
        apply(s, who, action)
    raise AssertionError("the game ended before")


def flags(s: Any, frame: Any, who: str, legal: list[Any]) -> bool:
    return type(frame).__name__ == "FlagPlacing"


def last_attacks(s: Any, frame: Any, who: str, legal: list[Any]) -> bool:
    return type(frame).__name__ == "Attacks" and is_last(s) and len(legal) > 3


def early_attacks(s: Any, frame: Any, who: str, legal: list[Any]) -> bool:
    return type(frame).__name__ == "Attacks"


def courses_at(game: Game[Any], s: Any, seat: str, plan: Plan, memory: Memory) -> list[Course]:
    legal = s.agenda[0].legal(s, seat)
    return doctrine_for(game).courses(s, seat, legal, plan, memory, SeededSource("test"))


def test_each_step_of_a_war_is_weighed_once() -> None:
    s, seat = play_to(WAR, "kursk", flags)
    memory, plan = Memory(), Plan("in the north", axis="north", weight=0.8, tilts=(("point", 2.0),))
    found = courses_at(WAR, s, seat, plan, memory)
    assert found[0].plan == plan and len({x.plan for x in found}) == len(found) > 3
    assert all(x.first is None and x.plan.axis == "north" for x in found)
    places = next(x.plan for x in found if x.name == "attack for places")
    assert dict(places.tilts)["point"] == pytest.approx(2.0 * 1.8)
    assert courses_at(WAR, s, seat, plan, memory) == []


def test_variants_lead_to_other_flags() -> None:
    s, seat = play_to(WAR, "kursk", flags)
    doctrine = doctrine_for(WAR)
    legal = s.agenda[0].legal(s, seat)
    chosen = {
        x.name: doctrine.choose(s, seat, legal, x.plan, Memory(), SeededSource("test"))
        for x in courses_at(WAR, s, seat, STEADY, Memory())
    }
    assert chosen["no attack"] == Done() != chosen["every attack that may pay"]


def test_a_course_without_an_action_is_a_plan_to_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    s, seat = play_to(WAR, "kursk", flags)

    def last_one(courses: list[Course], *_: Any, **__: Any) -> list[Judged]:
        return [Judged(x, [Outcome(0.5)]) for x in reversed(courses)]

    monkeypatch.setattr(general, "choose_course", last_one)
    player = GeneralPlayer("test", 40)
    view = Seatview(WAR, s, seat)
    assert player.choose(view) == Done()
    assert player.explanation is not None and player.explanation.plan == "no attack"


def test_single_attacks_are_weighed_in_the_last_phase_only() -> None:
    s, seat = play_to(MOTHERLAND, "uranus", early_attacks)
    assert courses_at(MOTHERLAND, s, seat, STEADY, Memory()) == []
    s, seat = play_to(MOTHERLAND, "uranus", last_attacks)
    found = courses_at(MOTHERLAND, s, seat, STEADY, Memory())
    legal = s.agenda[0].legal(s, seat)
    assert seat == "axis" and len(found) > 2 and all(x.first in legal for x in found)
    assert legal[-1] in [x.first for x in found]
    assert [x.name for x in doctrine_for(MOTHERLAND).plans(s, seat)] == [STEADY.name]


def test_an_attack_nobody_planned_is_made_with_the_units_that_serve_it_best() -> None:
    s, seat = play_to(MOTHERLAND, "uranus", last_attacks)
    doctrine = doctrine_for(MOTHERLAND)
    legal = s.agenda[0].legal(s, seat)
    desk = doctrine.question(s, seat, legal, STEADY, Memory(), SeededSource("test"))
    target = targets(desk)[1]
    assert isinstance(target, Target)
    best = on_the_spot(desk).best(target.hex)
    apply(s, seat, target)
    memory = Memory()
    while type(s.agenda[0]).__name__ == "Forming":
        legal = s.agenda[0].legal(s, seat)
        apply(s, seat, doctrine.choose(s, seat, legal, STEADY, memory, SeededSource("test")))
    assert best is not None and set(s.attackers) == set(best.units)

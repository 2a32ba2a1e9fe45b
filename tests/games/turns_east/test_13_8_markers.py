"""Chapters 13.8 and 13.9: the Luftwaffe and the T-34."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east.actions import Commit, Support
from hexfront.games.turns_east.combat import AttackRoll, DefenderSupport
from hexfront.games.turns_east.data import AXIS
from hexfront.games.turns_east.special import has_support, use_support
from hexfront.kernel import deciders, pending

from .helpers import FAIR, LIGHT_MUD, MUD, SNOW, WORLD, choices, do, field, given, hexof, join, no, target


@pytest.mark.rule("13.8.3")
@pytest.mark.rule("13.8.4")
def test_13_8_4_a_second_marker_is_not_even_offered() -> None:
    place = {"ge-9": "1709", "su-3": "1809"}
    s = given(place=place, orders={"axis-1": "assault"}, active="axis-1", stage="attack", air=[3, 0, 0, 0, 0])
    do(s, target(s, "1809"))
    do(s, join(s, "ge-9"))
    assert choices(s, Support) == [Support()]
    do(s, Support())
    assert s.air[0] == 2 and choices(s, Support) == []
    assert no(s, Support()) == "13.8.4"
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", air=[0, 0, 0, 0, 0])
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    assert choices(s, Support) == []  # there is none to add


FROST = 6


@pytest.mark.rule("8.1.9")
@pytest.mark.rule("13.9")
def test_13_9_a_second_t34_is_refused_by_its_own_case() -> None:
    place = {"su-5": "2216", "ge-6": "2115"}
    s = field(place, "soviet", stage="attack", turn=FROST, air=[0, 0, 0, 0, 0])
    do(s, target(s, "2115"))
    do(s, join(s, "su-5"))
    do(s, Support())
    assert no(s, Support()) == "13.9"


@pytest.mark.rule("13.9")
def test_13_9_a_defender_may_keep_the_t34() -> None:
    for action, left in ((Commit(), 1), (Support(), 0)):
        s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=FROST, air=[0, 0, 0, 0, 0])
        do(s, target(s, "2216"))
        do(s, join(s, "ge-6"))
        do(s, Commit())
        assert isinstance(pending(s), DefenderSupport)
        do(s, action)
        assert s.t34 == left


@pytest.mark.rule("13.9")
def test_13_9_an_attack_stays_the_attackers_when_the_t34_marker_defends() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=6, t34=1, air=[0] * 5)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Commit())
    assert deciders(s) == ("soviet",)
    do(s, Support())
    frame = pending(s)
    assert isinstance(frame, AttackRoll)
    assert (frame.fight.side, frame.fight.support, frame.fight.defended) == (AXIS, False, True)


@pytest.mark.rule("13.8.2")
@pytest.mark.seam("6", "13.8")
def test_13_8_2_the_luftwaffe_flies_in_fair_light_mud_and_frost() -> None:
    cases = []
    for turn in (FAIR, LIGHT_MUD, MUD, FROST, SNOW):
        s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=turn)
        do(s, target(s, "2216"))
        do(s, join(s, "ge-6"))
        cases.append(no(s, Support()))
    assert cases == ["", "", "13.8.2", "", "13.8.2"]


@pytest.mark.rule("13.8.3")
def test_13_8_3_each_marker_serves_one_attack_or_defence_a_turn() -> None:
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", air=[1, 0, 0, 0, 0])
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Support())
    assert s.air[0] == 0 and pending(s).support  # type: ignore[union-attr]
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", air=[0, 0, 0, 1, 0], flown=1)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    assert no(s, Support()) == "13.8.3"
    # in defence
    s = field({"su-5": "2216", "su-6": "2216", "ge-6": "2115"}, "soviet", "assault", stage="attack")
    do(s, target(s, "2115"))
    do(s, join(s, "su-5"))
    do(s, Commit())
    asked = pending(s)
    assert isinstance(asked, DefenderSupport) and deciders(s) == ("axis",)
    assert asked.prompt(s, "axis").again, "it comes at every attack: once a turn is enough"
    do(s, Support())
    assert s.air[0] == 2 and s.air[3] == 1
    plain = field(
        {"su-5": "2216", "ge-III": "2115"}, "soviet", "assault", stage="attack", steps={"ge-III": 1}
    )
    do(plain, target(plain, "2115"))
    do(plain, join(plain, "su-5"))
    do(plain, Commit())
    do(plain, Support())
    assert pending(plain).odds(plain).defence == 3 + 4  # type: ignore[union-attr]


@pytest.mark.rule("13.8.5")
@pytest.mark.seam("7.6", "13.8")
def test_13_8_5_two_in_army_group_center_one_elsewhere() -> None:
    used = {}
    for command in range(4):
        s = given(air=[3, 0, 0, 0, 0])
        n = 0
        while has_support(s, AXIS, command):
            use_support(s, AXIS, command, hexof(s, f"221{n}"))
            n += 1
        used[command] = n
    assert used == {0: 1, 1: 2, 2: 1, 3: 1}
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", air=[2, 0, 0, 1, 0], flown=1)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    assert no(s, Support()) == "13.8.5"


@pytest.mark.rule("13.8")
def test_13_8_three_markers_in_all() -> None:
    assert WORLD.markers["count"]["Luftwaffe"] == 3 == max(t.luftwaffe for t in WORLD.turns)
    assert [t.luftwaffe for t in WORLD.turns[:2]] == [1, 3]


@pytest.mark.rule("13.9")
def test_13_9_the_t34_serves_one_combat_a_turn() -> None:
    s = field(
        {"su-5": "2216", "ge-6": "2115"}, "soviet", "assault", stage="attack", turn=FROST, air=[0, 0, 0, 0, 0]
    )
    do(s, target(s, "2115"))
    do(s, join(s, "su-5"))
    do(s, Support())
    assert s.t34 == 0
    assert no(s, Support()) == "13.9"
    do(s, Commit())
    assert pending(s).odds(s).attack == 4 + 3  # type: ignore[union-attr]
    s = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", turn=FROST)
    do(s, target(s, "2216"))
    do(s, join(s, "ge-6"))
    do(s, Commit())
    assert isinstance(pending(s), DefenderSupport) and deciders(s) == ("soviet",)
    early = field({"su-5": "2216", "ge-6": "2115"}, "soviet", "assault", stage="attack", turn=MUD)
    do(early, target(early, "2115"))
    do(early, join(early, "su-5"))
    assert no(early, Support()) == "13.9"

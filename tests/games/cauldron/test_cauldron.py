"""Every rule of the second worked example, each by a test that fails without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.examples.cauldron import (
    BOXES,
    GAME,
    Attack,
    Battle,
    Draw,
    GameTurn,
    Go,
    March,
    Pick,
    may_stand,
    reach,
)
from hexfront.examples.cauldron import __file__ as source
from hexfront.hexes import bits
from hexfront.kernel import Frame, apply, deciders, legal, outcomes, pending, resolve, settle
from hexfront.testing import conformance, refusal
from hexfront.wargame import DONE


def position(place: dict[str, str], *agenda: Frame, **given: Any) -> Any:
    return GAME.position(place=place, agenda=agenda, **given)


def at(s: Any, name: str) -> str:
    where = s.where[s.world.unit(name)]
    return s.world.label(where) if where >= 0 else BOXES.at(where).id


def go(s: Any, label: str) -> Go:
    return Go(s.world.hex(label))


def drawn(formation: str) -> dict[str, Any]:
    """A formation whose units can all still attack."""
    names = GAME.start(GAME.setup()).world.formation
    return {"drawn": formation, "ready": sum(1 << u for u, name in enumerate(names) if name == formation)}


RIFLES, GUARDS, RELIEF, FOOT, LANCERS = "1st Rifles", "3rd Guards", "4th Relief", "11th Foot", "14th Lancers"


@pytest.mark.rule("1.1")
def test_1_1_the_cup_has_a_chit_for_each_formation_on_the_map() -> None:
    s = GAME.start(GAME.setup())
    assert s.cup == ["Belt", "Relief", "Ring", "Wall"] and outcomes(s).allows("Wall")
    s = position({RIFLES: "0705", FOOT: "1104"}, GameTurn())
    assert s.cup == ["Belt", "Ring"]
    for name in ("Belt", "Ring"):
        resolve(s, name)
        apply(s, deciders(s)[0], DONE)
    assert s.turn == 2 and s.cup == ["Belt", "Ring"] and isinstance(pending(s), Draw)


@pytest.mark.rule("1.2")
def test_1_2_only_the_formation_drawn_moves_each_unit_once_and_then_attacks() -> None:
    s = position({RIFLES: "0705", GUARDS: "0704", RELIEF: "0204", FOOT: "0805"}, Draw(), cup=["Ring"])
    resolve(s, "Ring")
    assert [a.unit for a in legal(s, "blue")[:-1]] == [s.world.unit(RIFLES), s.world.unit(GUARDS)]
    for stranger in (s.world.unit(RELIEF), s.world.unit("2nd Rifles"), 99, -1):
        assert refusal(s, "blue", Pick(stranger)) == "1.2"
    assert pending(s).option(s, "blue", DONE).ends  # type: ignore[union-attr]
    apply(s, "blue", Pick(s.world.unit(RIFLES)))
    apply(s, "blue", DONE)
    assert refusal(s, "blue", Pick(s.world.unit(RIFLES))) == "1.2"
    apply(s, "blue", Pick(s.world.unit(GUARDS)))
    apply(s, "blue", DONE)
    assert type(pending(s)).__name__ == "Attacks" and deciders(s) == ("blue",)
    apply(s, "blue", DONE)
    assert not s.agenda


@pytest.mark.rule("2.1")
def test_2_1_reinforcements_arrive_on_their_edge_or_wait() -> None:
    horse = "6th Horse"
    s = position({RIFLES: "0705", FOOT: "1105"}, GameTurn(), turn=1)
    assert at(s, horse) == "lost", "not in this position"
    s = GAME.start(GAME.setup())
    assert at(s, horse) == "track" and BOXES.space_at(s.where[s.world.unit(horse)]) == 2
    s.agenda, s.cup = (GameTurn(),), []
    full = s.clone()
    edge = sorted(bits(s.world.board.edges["west"]))
    for h in edge:
        full.stack[h] = (0, 1)  # no room anywhere
    for each, there in ((s, s.world.label(edge[0])), (full, "track")):
        settle(each)
        assert each.turn == 2 and at(each, horse) == there


@pytest.mark.rule("3.1")
def test_3_1_points_forests_and_rivers() -> None:
    s = position({RIFLES: "0403", FOOT: "1209"}, March(0), drawn="Ring")
    w = s.world
    assert w.cost(w.hex("0403"), w.hex("0404")) == 1 and w.cost(w.hex("0403"), w.hex("0503")) == 2
    assert reach(s, 0).cost(w.hex("0503")) == 2 and max(reach(s, 0).costs().values()) == 4
    assert refusal(s, "blue", go(s, "0405")) == "3.1"
    s.left[0] = 1
    assert refusal(s, "blue", go(s, "0503")) == "3.1" and refusal(s, "blue", go(s, "0404")) == ""
    apply(s, "blue", go(s, "0404"))
    assert s.left[0] == 0 and at(s, RIFLES) == "0404" and legal(s, "blue") == [DONE]
    river = position({RIFLES: "0603", FOOT: "1209"}, March(0), drawn="Ring")
    apply(river, "blue", go(river, "0703"))
    assert river.left[0] == 2


@pytest.mark.rule("3.2")
def test_3_2_zones_hold_a_unit() -> None:
    s = position({RIFLES: "0303", FOOT: "0304"}, March(0), drawn="Ring")
    w = s.world
    hostile = w.grid.around(1 << w.hex("0304"))
    away = next(h for h in w.near(s.where[0]) if not hostile >> h & 1 and h != w.hex("0304"))
    along = next(h for h in w.near(s.where[0]) if hostile >> h & 1)
    assert refusal(s, "blue", Go(along)) == "3.2" and along not in [a.hex for a in legal(s, "blue")[:-1]]
    assert reach(s, 0).cost(away) == w.cost(s.where[0], away) + 1
    assert pending(s).option(s, "blue", DONE).ends  # type: ignore[union-attr]
    apply(s, "blue", Go(away))
    assert s.left[0] == 4 - w.cost(w.hex("0303"), away) - 1
    foot = w.unit(FOOT)
    theirs = position({RIFLES: "0303", FOOT: "0304"}, March(foot), drawn="Belt")
    zone = w.grid.around(1 << w.hex("0303"))
    assert refusal(theirs, "red", Go(next(h for h in w.near(theirs.where[foot]) if zone >> h & 1))) == "3.2"


@pytest.mark.rule("3.3")
def test_3_3_two_units_a_hex_and_none_with_the_enemy() -> None:
    s = position({RIFLES: "0403", GUARDS: "0404", "2nd Rifles": "0404", FOOT: "0402"}, March(0), drawn="Ring")
    assert refusal(s, "blue", go(s, "0404")) == "3.3" == refusal(s, "blue", go(s, "0402"))
    assert not may_stand(s, 0, s.world.hex("0404")) and may_stand(s, 0, s.world.hex("0403"))
    assert may_stand(s, s.world.unit(GUARDS), s.world.hex("0404")) and not may_stand(s, 0, -3)
    foot = s.world.unit(FOOT)
    assert not may_stand(s, foot, s.world.hex("0403")) and may_stand(s, foot, s.world.hex("0402"))


@pytest.mark.rule("4.1")
def test_4_1_a_line_of_five_hexes_past_no_enemy_and_no_zone_without_a_friend() -> None:
    s = position({RIFLES: "0605", FOOT: "1209"})
    assert s.is_supplied(0)
    assert not position({RIFLES: "0705", FOOT: "1209"}).is_supplied(0)
    wall = {
        "11th Foot": "0304",
        "12th Foot": "0306",
        "13th Foot": "0308",
        LANCERS: "0302",
        "15th Lancers": "0301",
    }
    for friends, fed in (
        ({}, False),
        ({"2nd Rifles": "0305"}, False),
        ({"2nd Rifles": "0305", GUARDS: "0205"}, True),
    ):
        assert position({RIFLES: "0405", **wall, **friends}).is_supplied(0) is fed
    alone = position({FOOT: "1004", RIFLES: "0101"})
    assert alone.is_supplied(alone.world.unit(FOOT)), "its own zone does not shut it in"
    ring = {RIFLES: "1003", "2nd Rifles": "1005", GUARDS: "1007", RELIEF: "1001", "5th Relief": "1009"}
    for friends, fed in (({}, False), ({LANCERS: "1004", "15th Lancers": "1104"}, True)):
        s = position({FOOT: "0904", **ring, **friends})
        assert s.is_supplied(s.world.unit(FOOT)) is fed


@pytest.mark.rule("4.2")
def test_4_2_without_supply_half_the_points_and_half_the_strength() -> None:
    s = position({GUARDS: "0905", RELIEF: "0204", FOOT: "1209"}, Draw(), cup=["Ring"])
    assert s.strength((s.world.unit(GUARDS),)) == 3 and s.strength((s.world.unit(RELIEF),)) == 4
    resolve(s, "Ring")
    assert s.left[s.world.unit(GUARDS)] == 2
    s = position({RELIEF: "0204", FOOT: "1209"}, Draw(), cup=["Relief"])
    resolve(s, "Relief")
    assert s.left[s.world.unit(RELIEF)] == 4


@pytest.mark.rule("5.1")
def test_5_1_every_unit_next_to_the_target_attacks_once() -> None:
    place = {
        RIFLES: "0404",
        GUARDS: "0404",
        "2nd Rifles": "0801",
        RELIEF: "0505",
        FOOT: "0405",
        LANCERS: "0802",
    }
    s = position({**place, "12th Foot": "0403"}, Attack(), **drawn("Ring"))
    for label in ("1209", "0305", "0505"):
        assert refusal(s, "blue", go(s, label)) == "5.1", "far away, empty, a friend"
    assert refusal(s, "blue", Go(-1)) == "5.1"
    assert pending(s).option(s, "blue", DONE).ends  # type: ignore[union-attr]
    apply(s, "blue", go(s, "0405"))
    battle: Any = pending(s)
    assert battle.units == (s.world.unit(RIFLES), s.world.unit(GUARDS)), "not the relief"
    resolve(s, 3)
    assert [a.hex for a in legal(s, "blue")[:-1]] == [s.world.hex("0802")], "nobody is left to attack 0403"
    apply(s, "blue", go(s, "0802"))
    resolve(s, 3)
    assert not s.agenda
    theirs = position(place, Attack(), **drawn("Belt"))
    assert (
        refusal(theirs, "red", go(theirs, "0404")) == ""
        and refusal(theirs, "red", go(theirs, "0802")) == "5.1"
    )


@pytest.mark.rule("5.2")
def test_5_2_odds_and_cover() -> None:
    s = position({RIFLES: "0404", FOOT: "0405"})
    plain = s.odds((0,), s.world.hex("0405"))
    assert (plain.attack, plain.defence, plain.header, plain.shifts) == (4, 2, "2:1", ())
    town = position({RIFLES: "0304", FOOT: "0305"})
    assert town.odds((0,), town.world.hex("0305")).header == "3:2"


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(
    ("steps", "roll", "blue", "red"), [(1, 1, 0, 2), (2, 1, 1, 1), (2, 3, 2, 1), (2, 6, 2, 0)]
)
def test_5_3_losses(steps: int, roll: int, blue: int, red: int) -> None:
    place = {RIFLES: "0404", GUARDS: "0204", FOOT: "0405", LANCERS: "1209"}
    s = position(place, steps={RIFLES: steps})
    foot = s.world.unit(FOOT)
    s.agenda = (Battle(s.world.hex("0405"), (0,)),)
    resolve(s, roll)
    assert (s.steps[0], s.steps[foot]) == (blue, red)
    assert (at(s, RIFLES) == "lost", at(s, FOOT) == "lost") == (blue == 0, red == 0)
    assert s.result is None, "each side has a unit left"


@pytest.mark.rule("6.1")
def test_6_1_towns_in_the_end_and_the_last_unit() -> None:
    for place, winners in (
        ({RIFLES: "0305", FOOT: "0404"}, ("blue",)),
        ({RIFLES: "0304", FOOT: "1005"}, ("red",)),
        ({RIFLES: "0305", FOOT: "1005"}, ()),
    ):
        s = position(place, GameTurn(), turn=6)
        assert s.result is not None and s.result.winners == winners
    s = position({RIFLES: "0404", GUARDS: "0404", FOOT: "0405"})
    s.agenda = (Battle(s.world.hex("0405"), (s.world.unit(RIFLES), s.world.unit(GUARDS))),)
    resolve(s, 6)
    assert s.result is not None and s.result.winners == ("blue",) and not s.agenda


@pytest.mark.rule("5.2")
def test_5_2_the_table_assistant_works_out_the_same_combat() -> None:
    s = position({RIFLES: "0304", FOOT: "0305"})
    worked = s.odds((0,), s.world.hex("0305"))
    given = {"attack": worked.attack, "defence": worked.defence, "shift1": True}
    told = GAME.calculator().resolve(given)
    assert (told.column, told.chances) == (worked.header, worked.chances())
    assert GAME.calculator().resolve({**given, "shift1": False}).column == "2:1"


def test_conformance() -> None:
    done = conformance(GAME, games=4, actions=1500, must_end=True)
    assert done.finished == 4


def test_it_is_as_short_as_the_guide_says() -> None:
    assert len(Path(source).read_text().splitlines()) < 300

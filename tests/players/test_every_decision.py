"""The computer has an answer of its own to everything it can be asked, and answers the rare questions sensibly."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import hexfront.players.doctrines
from hexfront.examples.cauldron import GAME as CAULDRON
from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games import get, names
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.motherland import GAME as MOTHERLAND
from hexfront.games.motherland.actions import Destroy, EnterBaku, Evacuate, Pick
from hexfront.games.motherland.administration import Evacuation
from hexfront.games.motherland.options import FactoryLoss
from hexfront.games.turns_east import GAME as EAST
from hexfront.games.turns_east.actions import Assign, Keep, Lose
from hexfront.games.turns_east.data import AXIS, SOVIET
from hexfront.games.turns_east.movement import Overstacked
from hexfront.games.turns_east.reinforcement import Partisans
from hexfront.games.turns_east.special import PartisanFront
from hexfront.games.turns_east.state import POOL
from hexfront.kernel import Action, Decision, Game, SeededSource, apply, settle
from hexfront.players import Seatview, StaffPlayer, doctrine_for
from hexfront.players.doctrine import STEADY, Memory, Newcomer
from hexfront.wargame import lift, put
from tests.games.motherland.kit import moving
from tests.games.turns_east.helpers import field, given, hexof, unit
from tests.support.toy import GAME as TOY

GAMES = (SKIRMISH, CAULDRON, EAST, MOTHERLAND, get("last_war"), LEBENSRAUM, LEADERS_IN_FLAMES)


def leaves(kind: type[Decision]) -> Iterator[type[Decision]]:
    """Kinds of decision that can stand on an agenda: those that are not there to be built upon."""
    below = kind.__subclasses__()
    if not below:
        yield kind
    for each in below:
        yield from leaves(each)


def kinds(kind: type[Decision]) -> Iterator[type[Decision]]:
    """Every kind of decision, those that others build upon as well."""
    for each in kind.__subclasses__():
        yield each
        yield from kinds(each)


def of_game(kind: type[Decision], game: Game[Any]) -> bool:
    return f"{kind.__module__}.".startswith(f"{game.package}.")


def decisions(game: Game[Any]) -> set[type[Decision]]:
    """Every kind of decision of a game, whatever module of it has not been needed yet; none that only Control takes."""
    package = import_module(game.package)
    for module in pkgutil.walk_packages(package.__path__, f"{game.package}."):
        import_module(module.name)
    return {kind for kind in leaves(Decision) if of_game(kind, game) and getattr(kind, "kinds", True)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_decision_of_a_game_has_its_answer_and_no_other(game: Game[Any]) -> None:
    found = decisions(game)
    assert len(found) >= 3
    assert set(doctrine_for(game).answers) == found
    assert set(doctrine_for(game, before=True).answers) == found, "the one it is measured against"


def test_every_game_on_offer_is_among_them() -> None:
    assert {game.id for game in GAMES} >= set(names())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_built_upon_stands_on_no_agenda(game: Game[Any]) -> None:
    """Only kinds of decision that nothing builds upon need an answer; so no other may ever be asked."""
    package = Path(str(import_module(game.package).__file__)).parent
    sources = "".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    built_upon = {kind.__name__ for kind in kinds(Decision) if kind.__subclasses__() and of_game(kind, game)}
    made = {name for name in built_upon if re.search(rf"(?<!class )\b{name}\(", sources)}
    assert made == set()


def test_doctrines_know_what_they_speak_of() -> None:
    """A doctrine that takes its state for anything is told nothing by the type checker when the game changes."""
    folder = Path(hexfront.players.doctrines.__file__).parent
    vague = [path.name for path in folder.rglob("*.py") if re.search(r"\bAny\b", path.read_text("utf-8"))]
    assert vague == []


def test_there_is_no_answer_by_default() -> None:
    class Unheard(Decision, frozen=True, tag="Unheard of in any game"):
        pass

    s = EAST.start(EAST.setup())
    s.agenda = (Unheard(),)
    legal: list[Action] = [Keep(), Assign(0)]
    with pytest.raises(LookupError, match="Hitler Turns East has no answer to Unheard"):
        doctrine_for(EAST).choose(s, "axis", legal, STEADY, Memory(), SeededSource("test"))


def test_a_game_without_a_doctrine_is_played_by_trying() -> None:
    assert isinstance(doctrine_for(TOY), Newcomer)


def test_one_game_has_one_doctrine_and_another_of_the_same_name_its_own() -> None:
    assert doctrine_for(EAST) is doctrine_for(EAST, False) is doctrine_for(EAST, before=False)
    assert doctrine_for(SKIRMISH, before=True) is doctrine_for(SKIRMISH), "it was always played so"
    other = type(EAST)()
    assert doctrine_for(other) is not doctrine_for(EAST) and doctrine_for(other).game is other


def staff(game: Game[Any], s: Any, seat: str) -> Action:
    """What staff chooses, the same with every seed."""
    chosen: set[Action] = {StaffPlayer(f"test {n}").choose(Seatview(game, s, seat)) for n in range(6)}
    assert len(chosen) == 1, "it was left to chance"
    return chosen.pop()


# --- Hitler Turns East: too many in a hex


def overstacked(side: int, seat: str, *names: str) -> Any:
    s = field(dict.fromkeys(names[:3], "2016"), seat)
    for name in names[3:]:
        u = unit(s, name)
        put(s, u, hexof(s, "2016"))
        s.steps[u] = len(s.world.units[u].factors)
    s.agenda = (Overstacked(side, hexof(s, "2016")),)
    return s


def test_of_four_corps_the_one_is_given_up_that_has_suffered_most() -> None:
    for worn in ("ge-III", "ge-XIV", "ge-XLVIII", "ge-XL"):
        s = overstacked(AXIS, "axis", "ge-III", "ge-XIV", "ge-XLVIII", "ge-XL")
        s.steps[unit(s, worn)] = 1
        assert staff(EAST, s, "axis") == Lose(unit(s, worn))


def test_where_two_armies_may_not_stand_one_of_them_goes_and_not_a_corps_in_vain() -> None:
    s = overstacked(AXIS, "axis", "ge-6", "ge-III", "ge-17")
    s.where[unit(s, "ge-17")] = hexof(s, "2016")
    s.steps[unit(s, "ge-III")] = 1
    chosen = staff(EAST, s, "axis")
    assert chosen in (Lose(unit(s, "ge-6")), Lose(unit(s, "ge-17")))
    apply(s, "axis", chosen)
    assert not s.agenda or not isinstance(s.agenda[0], Overstacked)


def test_soviets_give_up_the_weakest_army() -> None:
    s = overstacked(SOVIET, "soviet", "su-5", "su-6", "su-26", "su-12")
    s.small |= 1 << unit(s, "su-26")
    assert staff(EAST, s, "soviet") == Lose(unit(s, "su-26"))


# --- Hitler Turns East: where partisans rise


def rising(where: str, *axis_towns: str, dead: bool = False) -> Any:
    s = given(turn=8, place={"su-partisan": where}, axis_towns=axis_towns)
    if dead:
        u = unit(s, "su-partisan")
        lift(s, u, POOL)
        s.steps[u] = 0
    s.agenda = (Partisans(),)
    settle(s)
    assert isinstance(s.agenda[0], PartisanFront)
    return s


def test_partisans_rise_in_the_front_where_the_axis_holds_most_beside_the_woods() -> None:
    south, northwest = ("1823", "1922", "1924"), ("2001", "2003")
    assert staff(EAST, rising("2705", *south, northwest[0]), "soviet") == Assign(3)
    assert staff(EAST, rising("2705", south[0], *northwest), "soviet") == Assign(0)


def test_partisans_stay_where_nothing_better_is_to_be_had() -> None:
    assert staff(EAST, rising("2002", "2001", "2003"), "soviet") == Keep()
    assert staff(EAST, rising("2701", "2001", "2003"), "soviet") == Assign(0)


def test_partisans_who_were_hunted_down_rise_again() -> None:
    assert staff(EAST, rising("2705", "2001", "2003", dead=True), "soviet") == Assign(0)


# --- For the Motherland!: factories that go east


@pytest.mark.parametrize(("walls", "first"), [(True, "Dnepropetrovsk"), (False, "Leningrad")])
def test_factories_behind_walls_can_wait(walls: bool, first: str) -> None:
    """A corps stands two hexes from Leningrad, another five from Dnepropetrovsk: with its Fortress Leningrad will hold longer."""
    place = {
        "I": "1506",
        "II": "0821",
        **{f"{city} Factory": city for city in ("Leningrad", "Dnepropetrovsk")},
    }
    if walls:
        place["Fortress Leningrad"] = "Leningrad"
    s = MOTHERLAND.position(
        scenario="campaign", turn=2, phase="administrative", agenda=(Evacuation(),), place=place
    )
    assert staff(MOTHERLAND, s, "soviet") == Evacuate(s.world.unit(f"{first} Factory"))


# --- For the Motherland!: factories lost with Baku


@pytest.mark.parametrize("front", ["2011", "1620"])
def test_the_factory_goes_that_the_axis_cannot_reach_itself(front: str) -> None:
    factories = {"Moscow Factory": "2113", "Tula Factory": "1915", "Kharkov Factory": "1720"}
    t = moving({"XLI Pz": "2434", "I": front, **factories}, options={"baku": True}, turn=10)
    t.do(Pick, "XLI Pz")
    t.do(EnterBaku)
    t.roll(5)
    t.roll(1)
    assert t.frame() == FactoryLoss(1)
    chosen = staff(MOTHERLAND, t.s, "axis")
    far = max(factories, key=lambda name: t.w.grid.distance(t.w.hex(factories[name]), t.w.hex(front)))
    assert isinstance(chosen, Destroy) and t.w.names[chosen.unit] == far

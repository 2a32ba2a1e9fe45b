"""Conquest, liberation, Vichy and Free France, and what they mean for leaders and veto points."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.kinds import (
    ABSENT,
    ALLIES,
    AT_PEACE,
    AXIS,
    COMMONWEALTH,
    CUP,
    FALLEN,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    READY,
    RESERVE,
    USA,
    USSR,
    WITH_ALLIES,
    WITH_AXIS,
)
from hexfront.games.leaders_in_flames.leaders.draft import in_cup, serves, yearly_veto
from hexfront.games.leaders_in_flames.politics.acts import DeclareWar, EndVichy, SetUpVichy
from hexfront.games.leaders_in_flames.politics.conquest import (
    NOTHING,
    PART,
    WHOLE,
    Conquest,
    conquer,
    is_beaten,
    restore,
)
from hexfront.games.leaders_in_flames.politics.parties import is_installed, reckon
from hexfront.games.leaders_in_flames.politics.step import Politics
from hexfront.games.leaders_in_flames.politics.wars import attack_minor, war_between
from hexfront.games.leaders_in_flames.state import State, give_hexes, holder, owner
from hexfront.kernel import settle
from hexfront.testing import act, roll
from hexfront.wargame import lift
from tests.games.leaders_in_flames.kit import campaign, done_with, down, where, why


def end_of_turn(s: State, *rolls: int) -> None:
    """Conquest is looked at now."""
    s.agenda = (Conquest(),)
    settle(s)
    for die in rolls:
        roll(s, die)


def take(s: State, power: int, *cities: str) -> None:
    """A power takes cities."""
    for city in cities:
        give_hexes(s, 1 << s.world.hex(city), power)


# --- minor countries


def greece_at_war(**given: object) -> State:
    s = campaign(side="", **given)  # type: ignore[arg-type]
    s.agenda = attack_minor(s, ITALY, s.world.minors[s.world.minor_of["greece"]].parties[ALLIES])
    settle(s)
    done_with(s)
    s.agenda = ()
    return s


@pytest.mark.rule("base.conquest")
def test_a_minor_country_falls_with_its_capital() -> None:
    s = greece_at_war()
    w = s.world
    greece = w.party_of["greece"]
    end_of_turn(s)
    assert s.stance[w.minor_of["greece"]] == WITH_ALLIES, "it holds Athens"
    take(s, GERMANY, "Athens")
    end_of_turn(s, 9)
    assert s.stance[w.minor_of["greece"]] == FALLEN and not s.wars[greece] and not s.control[greece]
    assert holder(s, w.hex("Salonika")) == GERMANY, "its ground is the conqueror's"
    assert where(s, "Greek INF II") == "out"
    assert not s.forces[greece]


@pytest.mark.rule("base.conquest")
def test_a_part_goes_to_a_power_with_a_pact() -> None:
    s = campaign(side="")
    w = s.world
    poland = w.minor_of["poland"]
    s.stance[poland] = WITH_ALLIES
    give_hexes(s, w.minors[poland].home, w.party_of["poland"])
    take(s, GERMANY, "Warsaw")
    end_of_turn(s, 9)
    assert owner(s, w.hex("Lvov")) == USSR and owner(s, w.hex("Cracow")) == GERMANY
    s.stance[poland], s.pacts = WITH_ALLIES, {}
    give_hexes(s, w.minors[poland].home, w.party_of["poland"])
    take(s, GERMANY, "Warsaw")
    end_of_turn(s, 9)
    assert owner(s, w.hex("Lvov")) == GERMANY, "without a pact all is his"


@pytest.mark.rule("base.liberation")
def test_liberation() -> None:
    s = greece_at_war()
    w = s.world
    take(s, GERMANY, "Athens")
    end_of_turn(s, 9)
    take(s, COMMONWEALTH, "Athens", "Canea")
    end_of_turn(s)
    greece = w.party_of["greece"]
    assert s.stance[w.minor_of["greece"]] == WITH_ALLIES and holder(s, w.hex("Canea")) == greece
    assert holder(s, w.hex("Salonika")) == GERMANY, "what the enemy holds he keeps"
    assert s.wars[greece] >> GERMANY & 1 and where(s, "Greek INF II") == "pool"


# --- powers


@pytest.mark.rule("base.conquest", "4.2c", "4.2d")
def test_italy_is_conquered_incompletely_then_completely() -> None:
    s = campaign({"Italian INF V": "Naples", "Italian INF X": "Tripoli", "Messe": "Rome"}, side="")
    w = s.world
    take(s, COMMONWEALTH, "Milan", "Rome")
    end_of_turn(s)
    assert s.fate[ITALY] == WHOLE and not is_beaten(s, ITALY), "Naples has a factory"
    take(s, COMMONWEALTH, "Naples")
    end_of_turn(s)
    assert s.fate[ITALY] == PART and owner(s, w.hex("Palermo")) == COMMONWEALTH
    assert (
        where(s, "Italian INF V") == "out"
        and where(s, "Italian INF X") == "E2945"
        and where(s, "Messe") == "reserve"
    )
    assert yearly_veto(s, ITALY, 1943) == 1, "half of 2"
    give_hexes(s, s.control[ITALY], COMMONWEALTH)
    end_of_turn(s)
    assert s.fate[ITALY] == NOTHING and not s.wars[ITALY] and where(s, "Italian INF X") == "out"
    assert yearly_veto(s, ITALY, 1943) == 0


@pytest.mark.rule("base.liberation")
def test_a_power_is_restored_with_its_capital() -> None:
    s = campaign({"Italian INF V": "Naples"}, side="")
    w = s.world
    take(s, COMMONWEALTH, "Milan", "Rome", "Naples")
    end_of_turn(s)
    take(s, GERMANY, "Rome", "Venice")
    end_of_turn(s)
    assert (
        s.fate[ITALY] == WHOLE
        and holder(s, w.hex("Venice")) == ITALY
        and holder(s, w.hex("Naples")) == COMMONWEALTH
    )
    assert where(s, "Italian INF V") == "pool"


@pytest.mark.rule("base.liberation")
def test_with_its_capital_a_power_has_its_leaders_back() -> None:
    s = campaign(side="")
    w = s.world
    own = [u for u in w.all_leaders if w.party[u] == ITALY]
    later = [u for u in own if not w.leader(u).start.isdigit()]
    for u in own:
        lift(s, u, RESERVE)
    restore(s, ITALY)
    assert [u for u in own if s.where[u] == CUP] == [u for u in own if u not in later]
    assert all(s.where[u] == RESERVE for u in later)


@pytest.mark.rule("base.conquest", "4d")
@pytest.mark.parametrize("lord", [GERMANY, ITALY])
def test_the_fall_of_france_is_germanys_if_paris_is(lord: int) -> None:
    s = campaign(side="", scenario="gelb")
    w = s.world
    for h in w.factories[FRANCE]:
        give_hexes(s, 1 << h, lord)
    give_hexes(s, 1 << w.capital[FRANCE], lord)
    assert is_beaten(s, FRANCE)
    conquer(s, FRANCE)
    assert ("france.conquered" in s.deeds) == (lord == GERMANY)


@pytest.mark.rule("4.2a", "4.2b", "4.2e", "4.2f", "4.2g", "4e")
def test_veto_points_of_a_year() -> None:
    s = campaign(side="")
    assert s.veto == [4, 2, 3, 4, 2, 1, 3, 1], "as marked"
    assert [yearly_veto(s, USA, year) for year in (1940, 1941, 1942)] == [2, 3, 4]
    assert yearly_veto(s, USSR, 1941) == 3
    war_between(s, GERMANY, USSR)
    assert yearly_veto(s, USSR, 1942) == 4
    assert yearly_veto(s, FRANCE, 1941) == 1, "Free France"
    assert yearly_veto(s, GERMANY, 1941) == 4
    s.fate[COMMONWEALTH] = PART
    assert yearly_veto(s, COMMONWEALTH, 1941) == 2
    s.fate[USSR] = PART
    assert yearly_veto(s, USSR, 1942) == 2, "a half is rounded up"
    s.fate[USA] = PART
    assert yearly_veto(s, USA, 1942) == 2, "half of 4"
    s.fate[USA] = NOTHING
    assert yearly_veto(s, USA, 1942) == 0


# --- Vichy


def france_falls(place: dict[str, str] | None = None, **given: object) -> State:
    """June 1940: France is at war, Paris is German."""
    more = {
        "scenarios": {"scenario": [{"id": "beginning", "fates": {"france": 0}}]},
        "setups": {"beginning": {"control": VICHYLESS}},
    }
    s = campaign(place, (Politics(AXIS),), side="axis", phase="politics", more=more, **given)  # type: ignore[arg-type]
    w = s.world
    give_hexes(s, w.realm.homeland["france"], FRANCE)
    for land in w.affairs.colonies.values():
        give_hexes(s, land, FRANCE)
    for at in {h for h in s.where if h >= 0}:
        u = s.stack[at][0]
        give_hexes(s, 1 << at, w.party[u])
    take(s, GERMANY, "Paris", "Calais")
    s.stance[w.minor_of["vichy"]] = ABSENT
    s.deeds = {}
    reckon(s)
    for u in w.all_leaders:
        if s.where[u] < 0 and w.nation[u] in ("france", "vichy"):
            s.where[u] = RESERVE if w.leader(u).start == "special" else CUP if serves(s, u) else -1
    return s


VICHYLESS: list[dict[str, object]] = []
FREE = (9, 9, 9, 3, 9, 9, 9, 1, 2, 3, 4)
"""Syria, Equatorial Africa and the Pacific islands are Free French."""


@pytest.mark.rule("base.vichy")
def test_vichy_is_set_up_when_paris_has_fallen() -> None:
    s = france_falls()
    w = s.world
    take(s, FRANCE, "Paris")
    assert why(s, "axis", SetUpVichy()) == "base.vichy"
    take(s, GERMANY, "Paris")
    assert not is_installed(s) and why(s, "axis", EndVichy(GERMANY)) == "base.vichy"
    act(s, "axis", SetUpVichy())
    roll(s, FREE)
    roll(s, 9)
    vichy = w.party_of["vichy"]
    assert is_installed(s) and s.stance[w.minor_of["vichy"]] == AT_PEACE and s.neutral >> vichy & 1
    assert holder(s, w.hex("Brest")) == GERMANY and holder(s, w.hex("Marseilles")) == vichy
    assert holder(s, w.hex("Algiers")) == vichy and holder(s, w.hex("Damascus")) == FRANCE
    assert holder(s, w.hex("Libreville")) == FRANCE and holder(s, w.hex("Cayenne")) == vichy
    assert s.fate[FRANCE] == PART and s.wars[FRANCE] >> GERMANY & 1 and not s.wars[vichy]
    assert why(s, "axis", SetUpVichy()) == "base.vichy", "once"


@pytest.mark.rule("base.vichy")
def test_whose_the_french_army_is() -> None:
    place = {
        "French INF VIII": "Marseilles", "French INF XIII": "Le Havre", "French INF XVII": "Algiers", "French MTN Alpine": "Damascus",
        "French INF V": "London", "German INF IX": "Lyon", "British INF III": "Bordeaux",
    }  # fmt: skip
    s = france_falls(place, down=("French INF XVII",))
    act(s, "axis", SetUpVichy())
    roll(s, FREE)
    assert where(s, "French INF VIII") == "out" and where(s, "Vichy French INF VIII") == "E3232"
    assert where(s, "French INF XIII") == "out" == where(s, "Vichy French INF XIII"), "lost in the north"
    assert where(s, "Vichy French INF XVII") == "E3639" and down(s, "Vichy French INF XVII")
    assert where(s, "French MTN Alpine") == "E1044" and where(s, "French INF V") == "E3423", "they fight on"
    assert where(s, "German INF IX") == "circle" and s.due[s.world.unit("German INF IX")] == 2
    assert where(s, "British INF III") == "E3629", "in the north the war goes on"


@pytest.mark.rule("4d", "4.1a", "4.1b", "4.1c", "4.1d")
def test_the_four_frenchmen() -> None:
    s = france_falls({"Darlan": "Brest", "De Lattre": "Lyon"})
    w = s.world
    assert (
        w.side[w.unit("Darlan")] == ALLIES
        and where(s, "De Gaulle") == "reserve"
        and where(s, "Pretelat") == "cup"
    )
    act(s, "axis", SetUpVichy())
    roll(s, FREE)
    assert where(s, "Darlan") == "out"
    vichy = w.party_of["vichy"]
    assert s.control[vichy] >> s.where[w.unit("Darlan (Vichy France)")] & 1
    assert s.control[FRANCE] >> s.where[w.unit("De Lattre")] & 1
    assert where(s, "De Gaulle") == "cup", "4d"
    assert where(s, "Pretelat") == "out" and where(s, "Pretelat (Vichy France)") == "cup"
    assert where(s, "Gamelin") == "reserve", "no city is left to him"


@pytest.mark.rule("4d")
def test_de_gaulle_comes_when_france_is_conquered_too() -> None:
    s = france_falls()
    s.agenda = ()
    take(s, GERMANY, "Lyon", "Marseilles")
    end_of_turn(s, 9)
    assert s.fate[FRANCE] == PART and where(s, "De Gaulle") == "cup" and not is_installed(s)
    assert where(s, "Darlan") == "cup", "4.1c: a French leader"


@pytest.mark.rule("6j", "4d", "4c")
def test_leaders_at_the_start_of_the_campaign() -> None:
    s = campaign(side="")
    cup = {s.world.piece(u) for u in in_cup(s)}
    assert {
        "De Gaulle",
        "De Lattre",
        "Darlan (Vichy France)",
        "Pretelat (Vichy France)",
        "Franco",
        "Mannerheim",
    } <= cup
    assert where(s, "Gamelin") == "reserve" and "Franco (Allies)" not in cup and "Darlan" not in cup
    assert {"Chiang Kai-shek", "Mao Tse-tung", "Yamamoto", "Wavell"} <= cup and "Eisenhower" not in cup


@pytest.mark.rule("base.vichy")
def test_vichy_is_ended() -> None:
    place = {
        "Vichy French INF VIII": "Marseilles", "Vichy French INF XIII": "Algiers", "Darlan (Vichy France)": "Algiers",
        "Japanese INF 23": "Hanoi",
    }  # fmt: skip
    s = campaign(place, (Politics(AXIS),), side="axis", phase="politics")
    w = s.world
    give_hexes(s, 1 << w.hex("Hanoi"), w.party_of["vichy"])
    theirs = campaign(place, (Politics(ALLIES),), side="allies", phase="politics")
    assert why(theirs, "allies", EndVichy(COMMONWEALTH)) == "base.vichy", "not for the Allies"
    act(s, "axis", EndVichy(GERMANY))
    roll(s, 9)
    assert s.stance[w.minor_of["vichy"]] == ABSENT and not s.control[w.party_of["vichy"]]
    assert holder(s, w.hex("Marseilles")) == GERMANY and holder(s, w.hex("Algiers")) == FRANCE
    assert owner(s, w.hex("Saigon")) == JAPAN, "where the Axis has units"
    assert where(s, "Vichy French INF VIII") == "out" and where(s, "French INF XIII") == "E3639"
    assert where(s, "Darlan") == "E3639" and why(s, "axis", EndVichy(ITALY)) == "base.vichy"


@pytest.mark.rule("base.vichy", "base.minor")
def test_the_allies_attack_vichy() -> None:
    s = campaign({"Vichy French INF XIII": "Algiers"}, (Politics(ALLIES),), side="allies", phase="politics")
    w = s.world
    vichy = w.party_of["vichy"]
    act(s, "allies", DeclareWar(COMMONWEALTH, vichy))
    done_with(s)
    assert s.stance[w.minor_of["vichy"]] == WITH_AXIS and s.wars[vichy] >> COMMONWEALTH & 1
    assert s.camps[vichy] >> GERMANY & 1 and not s.neutral >> vichy & 1


def test_a_leader_of_vichy_can_be_placed() -> None:
    from hexfront.games.leaders_in_flames.economy.production import homes

    s = campaign(side="")
    u = s.world.unit("Darlan (Vichy France)")
    s.where[u] = READY
    assert homes(s, u) & s.control[s.world.party_of["vichy"]]


@pytest.mark.rule("4d", "4.1a")
def test_a_leader_who_is_gone_for_good_does_not_come_back_with_vichy() -> None:
    from hexfront.games.leaders_in_flames.kinds import GONE
    from hexfront.games.leaders_in_flames.politics.vichy import part_leaders

    for place, twin in ((CUP, "cup"), (GONE, "reserve")):
        s = france_falls()
        w = s.world
        s.where[w.unit("Pretelat")] = place
        s.where[w.unit("Pretelat (Vichy France)")] = RESERVE
        part_leaders(s)
        assert where(s, "Pretelat (Vichy France)") == twin and where(s, "Pretelat") == "out"


@pytest.mark.rule("base.liberation")
@pytest.mark.parametrize(("year", "place"), [(1940, "later"), (1941, "pool"), (1942, "pool")])
def test_the_army_of_a_freed_country_is_built_anew_from_its_year_on(year: int, place: str) -> None:
    from hexfront.games.leaders_in_flames.kinds import GONE
    from hexfront.games.leaders_in_flames.politics.conquest import free

    s = greece_at_war()
    w = s.world
    s.turn = next(turn for turn in range(1, 31) if w.year(turn) == year)
    s.where[w.unit("Greek MTN I")] = GONE
    free(s, w.minor_of["greece"], ALLIES)
    assert where(s, "Greek MTN I") == place


@pytest.mark.rule("base.conquest", "4.2c")
def test_who_holds_the_capital_takes_the_country() -> None:
    s = campaign(side="", scenario="gelb")
    w = s.world
    for h in w.factories[FRANCE]:
        give_hexes(s, 1 << h, GERMANY)
    give_hexes(s, 1 << w.capital[FRANCE], ITALY)
    conquer(s, FRANCE)
    assert owner(s, w.hex("Bordeaux")) == ITALY


@pytest.mark.rule("base.conquest", "4.2d")
def test_nobody_works_with_a_power_that_is_destroyed() -> None:
    from hexfront.games.leaders_in_flames.politics.conquest import destroy_power

    s = campaign(side="")
    assert s.camps[GERMANY] >> ITALY & 1
    destroy_power(s, ITALY)
    assert not s.camps[GERMANY] >> ITALY & 1 and not s.entry[GERMANY] >> ITALY & 1


@pytest.mark.rule("base.liberation", "3.3q")
def test_a_leader_on_the_map_stays_when_his_country_is_freed() -> None:
    from hexfront.games.leaders_in_flames.politics.conquest import free

    for at, place in (("Helsinki", "Helsinki"), ("reserve", "cup")):
        s = campaign({"Mannerheim": at}, side="")
        w = s.world
        free(s, w.minor_of["finland"], AXIS)
        expected = w.label(w.hex(place)) if place != "cup" else place
        assert where(s, "Mannerheim") == expected

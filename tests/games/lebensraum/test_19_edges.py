"""Where a rule begins and ends: the last case it holds for and the first it does not."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum.actions import Bomb, Land, PlaceAir, PlacePartisan, Train
from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.economy import food_points
from hexfront.games.lebensraum.forecast import meaning
from hexfront.games.lebensraum.headquarters import FillPosts
from hexfront.games.lebensraum.kinds import ALLIED, AXIS, DESTROYED, SOVIET, TRACK
from hexfront.games.lebensraum.missions import SUPPORT, Missions, place
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.replacements import GainSteps
from hexfront.games.lebensraum.setup import set_up
from hexfront.games.lebensraum.supply import supply_of
from hexfront.games.lebensraum.victory import winner_in_the_west
from tests.games.lebensraum.kit import position, world


@pytest.mark.rule("6.3a")
def test_only_the_soviets_train_guards() -> None:
    axis = position("objectives", turn=4, place={"hu-2": "ready", "it-8": "ready"}, agenda=(Placing(AXIS),))
    assert axis.why(Train(axis.w.unit("hu-2"))) == "6.3a"
    red = position(place={"su-42": "ready"}, agenda=(Placing(SOVIET),))
    assert red.why(Train(red.w.unit("su-42"))) == ""


@pytest.mark.rule("7.4611a")
def test_air_support_goes_under_an_hq_of_ones_own_in_play() -> None:
    t = position(
        hqs={"de-south": "2613", "su-south": "2811"}, points={"axis": 50}, air_left=[2, 0, 0], agenda=(Missions(AXIS),),
    )  # fmt: skip
    w = t.w
    assert t.why(PlaceAir(SUPPORT, w.hq("de-south"))) == ""
    assert t.why(PlaceAir(SUPPORT, w.hq("su-south"))) == "7.4611a"
    assert t.why(PlaceAir(SUPPORT, w.hq("de-north"))) == "7.4611a"


@pytest.mark.rule("7.46121a", "7.46121b", "7.46121c", "7.46121d")
def test_bomber_command_destroys_what_totals_four_and_needs_a_credit() -> None:
    w = world("dday")
    hamburg = next(k for k, marker in enumerate(w.markers) if marker.name == "Hamburg")
    larger = next(k for k, marker in enumerate(w.markers) if marker.total == 5 and marker.name == "Leipzig")
    assert w.markers[hamburg].total == 4
    given: dict[str, Any] = {"points": {"allied": 50}, "agenda": (Missions(ALLIED),)}
    t = position("dday", credits=1, **given)
    assert (
        t.why(Bomb(hamburg)) == "" and position("dday", credits=0, **given).why(Bomb(hamburg)) == "7.46121a"
    )
    place(t.s, ALLIED, True, Bomb(hamburg))
    place(t.s, ALLIED, True, Bomb(larger))
    assert (t.s.works[hamburg], t.s.works[larger]) == (DESTROYED, TRACK)


@pytest.mark.rule("7.463e")
def test_the_yugoslav_marker_is_not_one_of_the_others() -> None:
    t = position(tito_left=1, partisans_left=[0, 1, 0], control={"axis": ["Minsk"]}, points={"soviet": 20})
    place(t.s, SOVIET, False, PlacePartisan(t.w.hex("Belgrade")))
    assert (t.s.tito_left, t.s.partisans_left[SOVIET]) == (0, 1)
    place(t.s, SOVIET, False, PlacePartisan(t.w.hex("Minsk")))
    assert t.s.partisans_left[SOVIET] == 0


@pytest.mark.rule("12.1i")
@pytest.mark.parametrize(("cities", "winner"), [(["Hamburg", "Munich"], AXIS), (["Hamburg"], None)])
def test_two_german_cities_save_the_axis_and_one_does_not(cities: list[str], winner: int | None) -> None:
    w = world("italy")
    german = [w.label(h) for h, name in w.lands.country_at.items() if name == "germany" and h in w.population]
    kept = {w.label(w.hex(name)) for name in cities}
    t = position("italy", turn=16, control={"allied": [label for label in german if label not in kept]})
    assert winner_in_the_west(t.s) == winner


@pytest.mark.rule("11.6j", "9.0a")
def test_an_empty_allied_staff_post_is_filled() -> None:
    t = position("italy", staff={"ccs-1": "London"}, leaders={"bradley": "pool"}, agenda=(FillPosts(ALLIED),))
    m = next(k for k, marker in enumerate(t.w.staff) if marker.id == "ccs-1")
    assert t.s.staff_chief[m] >= 0
    axis = position("italy", staff={"okh-1": "Berlin"}, agenda=(FillPosts(AXIS),))
    assert axis.s.staff_chief[0] == -1  # 9.4e


@pytest.mark.rule("12.3b")
def test_a_landing_takes_an_army_from_a_port() -> None:
    w = world("west")
    given: dict[str, Any] = {"turn": 13, "phasing": "allied", "landings": 6, "agenda": (Moves(ALLIED),)}
    inland = next(h for h in w.lands.next_to[w.hex("London")] if not w.lands.partial_sea >> h & 1)
    ship = next(k for k, row in enumerate(w.ships) if row.water == "atlantic")
    port = position("west", place={"us-1": "Portsmouth"}, **given)
    sites = {a.hex for a in port.legal() if isinstance(a, Land) and a.ship == ship}
    assert sites
    away = position("west", place={"us-1": w.label(inland)}, **given)
    assert away.why(Land(ship, w.unit("us-1"), min(sites), False)) == "12.3b"


@pytest.mark.rule("11.1h")
def test_helsinki_does_not_feed_germans() -> None:
    w = world()
    t = position(place={"fi": "Helsinki", "de-6": "1318"}, hqs={"fi-finland": "Helsinki"})
    k = w.hq("fi-finland")
    found = supply_of(t.s, AXIS, [], [k])
    assert found[w.unit("fi")] == 0 and found[w.unit("de-6")] != 0


@pytest.mark.rule("12.3b", "12.1b")
@pytest.mark.parametrize(("scenario", "landings"), [("west", 6), ("italy", 0)])
def test_six_landings_in_the_free_campaign_alone(scenario: str, landings: int) -> None:
    assert set_up(world(scenario)).landings == landings


@pytest.mark.rule("10.5a")
def test_the_east_front_takes_no_more_food_than_there_is() -> None:
    t = position("italy", turn=10)
    t.s.control = [0, 0, 0]
    have, needs = t.w.off_map[AXIS].food, t.w.east_front.food
    assert food_points(t.s, AXIS) == max(0, have - needs) == 0


@pytest.mark.rule("6.21a", "6.2a")
def test_each_power_gets_its_own_steps() -> None:
    """RULING 6.2-b."""
    w = world("italy")
    for power, table in ((AXIS, w.axis_steps), (ALLIED, w.allied_steps)):
        t = position("italy", turn=14, agenda=(GainSteps(power),))
        assert t.s.saved[2 * power : 2 * power + 2] == [table[0][13], table[1][13]]
    assert w.axis_steps[0][13] != w.allied_steps[0][13]


@pytest.mark.rule("7.4e", "7.4f")
@pytest.mark.parametrize(
    ("code", "who"), [("1/2", "the defender retreats"), ("2/1", "the attacker retreats"), ("1/1", "")]
)
def test_a_result_in_words(code: str, who: str) -> None:
    assert meaning(code).endswith(who) and ("retreats" in meaning(code)) == bool(who)

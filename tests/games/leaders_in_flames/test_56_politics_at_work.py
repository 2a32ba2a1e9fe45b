"""What follows from options, actions, alignments, conquest and risings: every effect, and what stays as it was."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import Done
from hexfront.games.leaders_in_flames.kinds import (
    ALLIES,
    AXIS,
    CIRCLE,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    GONE,
    ITALY,
    JAPAN,
    LATER,
    MIL,
    POOL,
    POWERS,
    RESERVE,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.leaders.asks import code
from hexfront.games.leaders_in_flames.politics.acts import Align, PickOption, Reflag
from hexfront.games.leaders_in_flames.politics.affairs import BandRow
from hexfront.games.leaders_in_flames.politics.chits import border, count
from hexfront.games.leaders_in_flames.politics.conquest import Conquest, conquer, restore
from hexfront.games.leaders_in_flames.politics.entry import EntryRoll
from hexfront.games.leaders_in_flames.politics.options import (
    CallGuard,
    Licensing,
    Options,
    Reflagging,
    TensionRoll,
    Tilting,
    guard,
    hoist,
    licences,
)
from hexfront.games.leaders_in_flames.politics.parties import reckon
from hexfront.games.leaders_in_flames.politics.partisans import (
    GoHome,
    RestRoll,
    Rising,
    combine,
    free_bands,
    garrison,
    hideouts,
    infantry,
    occupied,
    uprising,
    value,
)
from hexfront.games.leaders_in_flames.politics.played import CALEDONIA, militia, play, set_up_puppets
from hexfront.games.leaders_in_flames.politics.step import Politics, align
from hexfront.games.leaders_in_flames.politics.wars import (
    TryPact,
    attack_minor,
    call_out,
    end_pact,
    pact_key,
    war_between,
)
from hexfront.games.leaders_in_flames.sea.convoys import place_convoy
from hexfront.games.leaders_in_flames.state import State, give_hexes, owner
from hexfront.kernel import pending
from hexfront.testing import act
from hexfront.wargame import lift
from tests.games.leaders_in_flames.kit import campaign, where

RICH = {"ge": (5,) * 12, "ja": (5,) * 12}


def world(agenda: tuple[Any, ...] = (), place: dict[str, str] | None = None, **given: Any) -> State:
    """July 1940, between two turns."""
    return campaign(place, agenda, **{"side": "", "phase": "end"} | given)


# --- options


@pytest.mark.rule("5.3.2a", "5.3.2b", "5.3.2.18c", "5.3.2.32c")
@pytest.mark.parametrize(
    ("n", "who", "pools", "tilts"),
    [
        (31, "", ("ja",), True),
        (37, "", ("ge",), False),
        (39, "", ("ge", "ja"), False),
        (18, "france", ("ge",), False),
    ],
)
def test_an_option_picked_is_noted_and_rolled_for(
    n: int, who: str, pools: tuple[str, ...], tilts: bool
) -> None:
    s = world(pools=dict(RICH))
    s.deeds.pop("option.18", None)
    frames = Options(ALLIES).apply(s, "allies", PickOption(n, who))
    assert s.deeds[f"option.{n}"] == s.turn and (not who or s.deeds[f"option.{n}.{who}"] == s.turn)
    assert {k for k in s.deeds if k.startswith("picked.")} == {f"picked.{pool}" for pool in pools}
    rolls = [frame for frame in frames if isinstance(frame, TensionRoll)]
    assert rolls == [TensionRoll(pool, tilts) for pool in pools]
    assert Options(ALLIES).apply(s, "allies", Done()) == ()


@pytest.mark.rule("5.3.2.32c", "5.3.2.18c")
@pytest.mark.parametrize(("tilts", "fleet"), [(True, True), (True, False), (False, True)])
def test_the_fleet_tilts_only_rolls_of_options_against_japan(
    tilts: bool, fleet: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexfront.games.leaders_in_flames.politics import options

    monkeypatch.setattr(options, "has_fleet", lambda s: fleet)
    s = world(pools={"ja": (4,)})
    frames = TensionRoll("ja", tilts).apply(s, 6)
    assert any(isinstance(frame, Tilting) for frame in frames) is (tilts and fleet)
    assert bool(TensionRoll("ja", False).apply(s, 5)) and not TensionRoll("ja", False).apply(s, 6)


@pytest.mark.rule("5.3.2.37")
def test_a_defence_board_opens_canadas_cities() -> None:
    s = world(pools=dict(RICH))
    w = s.world
    Options(ALLIES).apply(s, "allies", PickOption(37))
    cities = set(w.realm.cities_in(("canada", "newfoundland")))
    assert cities and all(s.havens.get(h, 0) >> USA & 1 for h in cities)
    assert {h for h, who in s.havens.items() if who >> USA & 1} == cities


@pytest.mark.rule("5.3.2.44")
def test_two_militia_of_the_guard_are_called_and_no_reserves() -> None:
    s = world()
    w = s.world
    for u in range(w.first_leader):
        if w.party[u] == USA and w.kind[u] == MIL:
            s.where[u] = POOL
    men = guard(s)
    assert men and all(w.units[u].year == "None" for u in men)
    reserves = [u for u in range(w.first_leader) if w.party[u] == USA and w.kind[u] == MIL and u not in men]
    assert reserves and not set(reserves) & set(men)
    s.where[men[0]] = CIRCLE
    assert men[0] not in guard(s), "it is not in the pool"
    s.agenda = (CallGuard(2),)
    CallGuard(2).apply(s, (w.piece(men[1]), w.piece(men[2])))
    assert [s.where[u] for u in men[1:3]] == [CIRCLE, CIRCLE] and s.due[men[1]] == s.turn + 1


@pytest.mark.rule("5.3.2.34a", "5.3.2.34b")
def test_points_that_change_their_flag_add_up_and_come_next_turn() -> None:
    s = world()
    for area in range(2):
        place_convoy(s, area, USA, 9)
    s.agenda = (Reflagging(ALLIES, 15),)
    act(s, "allies", Reflag(COMMONWEALTH, 5))
    assert isinstance(pending(s), Reflagging) and pending(s).left == 10  # type: ignore[union-attr]
    act(s, "allies", Reflag(COMMONWEALTH, 1))
    act(s, "allies", Done())
    key = f"merchants.{COMMONWEALTH}.{s.turn + 1}"
    assert s.deeds[key] == 6
    before = s.merchants[COMMONWEALTH]
    hoist(s)
    assert s.merchants[COMMONWEALTH] == before, "not yet"
    s.turn += 1
    hoist(s)
    assert s.merchants[COMMONWEALTH] == before + 6 and key not in s.deeds


@pytest.mark.rule("5.3.2.12a", "5.3.2.12b")
def test_a_licence_leaves_the_american_and_opens_the_other() -> None:
    s = world(pools=dict(RICH))
    w = s.world
    names = {w.plane(u).name: u for u in range(w.first_plane, w.first_ship) if w.power[u] == USA}
    for u in range(w.first_plane, w.first_ship):
        if w.power[u] == COMMONWEALTH and w.nation[u] == "commonwealth" and w.plane(u).name in names:
            s.where[u], s.where[names[w.plane(u).name]] = RESERVE, POOL
    s.agenda = (Licensing(ALLIES),)
    found = licences(s)
    assert found and all(action.power == COMMONWEALTH for action in found)
    first = found[0]
    act(s, "allies", first)
    assert s.where[first.unit] == GONE
    name = w.plane(first.unit).name
    others = [
        u for u in range(w.first_plane, w.first_ship) if w.power[u] == first.power and w.plane(u).name == name
    ]
    assert others
    for u in others:
        assert s.where[u] == (POOL if int(w.plane(u).year) <= w.year(s.turn) else LATER)
    if isinstance(pending(s), Licensing):
        act(s, "allies", Done())
        assert not isinstance(pending(s), Licensing)


# --- actions of others


@pytest.mark.rule("5.3.1", "5.3.3.10a", "5.3.3.10c", "5.3.3.11a", "5.3.3.11c", "5.3.3.16a", "5.3.3.16c")
@pytest.mark.parametrize(("n", "power"), [(10, JAPAN), (11, JAPAN), (16, GERMANY)])
def test_a_puppet_government_brings_supply_and_militia(n: int, power: int) -> None:
    s = world()
    brought = militia(s, n)
    before = set(s.havens)
    set_up_puppets(s, n)
    assert all(s.where[u] == POOL for u in brought)
    (city,) = set(s.havens) - before
    assert s.havens[city] == 1 << power
    assert sum(k.startswith("partisans.") for k in s.deeds) == 1


@pytest.mark.rule("5.3", "5.3.3.3e", "5.3.1")
def test_an_action_is_noted_and_the_usa_rolls() -> None:
    s = world()
    frames = play(s, 2, -1)
    assert s.deeds["played.2"] == s.turn and frames == (EntryRoll(2),)
    frames = play(s, 3, CALEDONIA)
    assert owner(s, s.world.hex("Noumea")) == JAPAN and frames == (EntryRoll(3),)
    gas = s.world.hex("Ichang")
    play(s, 12, gas)
    assert s.gassed == 1 << gas
    assert s.deeds.get("petain") is None
    play(s, 18, -1)
    assert s.deeds["petain"] == s.turn


# --- alignments and wars


@pytest.mark.rule("base.align", "5.3", "5.3.3.17b", "5.3.3.17c")
@pytest.mark.parametrize(
    ("power", "name", "entry"), [(GERMANY, "hungary", 24), (JAPAN, "siam", 23), (COMMONWEALTH, "iceland", 0)]
)
def test_a_country_that_joins_and_what_the_usa_makes_of_it(power: int, name: str, entry: int) -> None:
    s = world()
    before = dict(s.deeds)
    frames = align(s, power, s.world.minor_of[name])
    rolls = [frame for frame in frames if isinstance(frame, EntryRoll)]
    assert rolls == ([EntryRoll(entry)] if entry else [])
    assert not {k for k in s.deeds if k.startswith("parted.")} - before.keys()


@pytest.mark.rule("base.align", "5.3.3.17b", "5.3.3.17c")
def test_spains_price_and_what_it_parts() -> None:
    s = world()
    rows = [row for row in s.world.affairs.aligns if row.chits]
    assert rows
    for row in rows:
        power = POWERS.index(row.power)
        s.chits[power] = 9
        align(s, power, s.world.minor_of[row.minor])
        assert s.chits[power] == 9 - row.chits
        assert s.deeds.get(f"parted.{row.parts}") == (s.turn if row.parts else None)


@pytest.mark.rule("base.align")
def test_numbers_beyond_the_list_name_no_country() -> None:
    s = world((Politics(AXIS),), side="axis", phase="politics")
    frame = pending(s)
    assert isinstance(frame, Politics)
    for n in (-1, len(s.world.minors), 999):
        found = frame.violation(s, "axis", Align(GERMANY, n))
        assert found is not None and found.rule == "base.align"


@pytest.mark.rule("base.war", "5.3", "base.surprise")
@pytest.mark.parametrize(
    ("power", "other", "entry"),
    [
        (JAPAN, COMMONWEALTH, 1),
        (JAPAN, USSR, 4),
        (GERMANY, USSR, 9),
        (ITALY, USSR, 13),
        (USSR, JAPAN, 20),
        (USSR, GERMANY, 0),
    ],
)
def test_a_war_of_powers_and_what_the_usa_makes_of_it(power: int, other: int, entry: int) -> None:
    s = world()
    s.surprised = 0
    frames = war_between(s, power, other)
    rolls = [frame for frame in frames if isinstance(frame, EntryRoll)]
    assert rolls == ([EntryRoll(entry)] if entry else [])
    assert s.wars[power] >> other & s.wars[other] >> power & 1
    assert s.surprised >> other & 1 and not s.surprised >> power & 1


@pytest.mark.rule("base.war", "base.minor", "5.3")
@pytest.mark.parametrize(
    ("power", "name", "entry"),
    [
        (GERMANY, "yugoslavia", 7),
        (JAPAN, "siam", 22),
        (COMMONWEALTH, "portugal", 14),
        (USSR, "turkey", 21),
        (COMMONWEALTH, "vichy", 15),
    ],
)
def test_an_attack_on_a_country_and_what_the_usa_makes_of_it(power: int, name: str, entry: int) -> None:
    s = world()
    w = s.world
    if name not in w.minor_of:
        pytest.skip("no such country")
    side = 0 if power in (GERMANY, JAPAN) else 1
    target = w.minors[w.minor_of[name]].parties[1 - side]
    frames = attack_minor(s, power, target)
    assert [frame for frame in frames if isinstance(frame, EntryRoll)] == [EntryRoll(entry)]
    assert s.wars[target] >> power & 1 and s.surprised >> target & 1


@pytest.mark.rule("base.pact")
@pytest.mark.parametrize(
    ("attack", "defend", "broken"), [((4,), (2,), True), ((3,), (2,), False), ((), (), True)]
)
def test_twice_as_many_chits_break_a_pact(
    attack: tuple[int, ...], defend: tuple[int, ...], broken: bool
) -> None:
    s = world()
    s.pacts = {pact_key(GERMANY, USSR): 1939}
    s.pools = {border(GERMANY, USSR, "off"): attack, border(USSR, GERMANY, "def"): defend}
    TryPact(GERMANY, USSR).run(s)
    assert bool(s.wars[GERMANY] >> USSR & 1) is broken and (pact_key(GERMANY, USSR) not in s.pacts) is broken
    assert (s.deeds.get(f"tried.{GERMANY}.{USSR}") == s.turn) is not broken


@pytest.mark.rule("base.pact")
def test_a_pact_that_ends_gives_all_its_chits_back() -> None:
    s = world()
    s.pacts = {pact_key(GERMANY, USSR): 1939}
    pools = [border(a, b, kind) for a, b in ((GERMANY, USSR), (USSR, GERMANY)) for kind in ("off", "def")]
    s.pools = dict.fromkeys(pools, (1, 2)) | {"ge": (5,)}
    before = sum(s.common)
    end_pact(s, USSR, GERMANY)
    assert not s.pacts and sum(s.common) == before + 8 and count(s, "ge") == 1


@pytest.mark.rule("base.reserves")
def test_reserves_come_once_and_only_those_that_are_due() -> None:
    s = world()
    w = s.world
    s.called[USSR] = 0
    war_between(s, GERMANY, USSR)
    called = s.called[USSR]
    assert called and call_out(s, USSR) == (), "once"
    left = [u for u in range(w.first_leader) if w.party[u] == USSR and s.where[u] == RESERVE]
    s.called[USSR] = 0
    s.wars[USSR] = 0
    assert (
        call_out(s, USSR) == ()
        and [u for u in range(w.first_leader) if w.party[u] == USSR and s.where[u] == RESERVE] == left
    )


# --- conquest


@pytest.mark.rule("base.conquest", "base.liberation")
def test_after_a_fall_everybody_knows_who_works_with_whom() -> None:
    s = world()
    w = s.world
    s.agenda = attack_minor(s, ITALY, w.minors[w.minor_of["greece"]].parties[ALLIES])
    give_hexes(s, 1 << w.hex("Athens"), GERMANY)
    Conquest().run(s)
    copy = s.clone()
    reckon(copy)
    assert (copy.camps, copy.entry, copy.neutral) == (s.camps, s.entry, s.neutral)


@pytest.mark.rule("base.conquest", "4d", "4.2c")
@pytest.mark.parametrize(("capital", "lord"), [(GERMANY, GERMANY), (FRANCE, GERMANY), (-1, GERMANY)])
def test_who_has_a_beaten_powers_home(capital: int, lord: int) -> None:
    """The enemy in its capital, else he who holds most of its factories."""
    s = world()
    w = s.world
    s.fate[USSR] = 0
    war_between(s, GERMANY, USSR)
    for h in w.factories[USSR]:
        give_hexes(s, 1 << h, GERMANY)
    if capital != GERMANY:
        give_hexes(s, 1 << w.capital[USSR], USSR)
    conquer(s, USSR)
    home = w.realm.homeland["ussr"]
    assert not home & s.control[USSR] and owner(s, w.hex("Minsk")) == lord
    assert "france.conquered" not in s.deeds or s.deeds["france.conquered"] != s.turn


@pytest.mark.rule("base.liberation")
def test_a_power_that_is_free_again_builds_what_it_could_build() -> None:
    s = world()
    w = s.world
    for u in range(w.first_leader):
        if w.party[u] == FRANCE:
            lift(s, u, GONE)
    give_hexes(s, w.realm.homeland["france"], COMMONWEALTH)
    s.fate[FRANCE] = 1
    year = w.year(s.turn)
    restore(s, FRANCE)
    assert s.fate[FRANCE] == 0
    for u in range(w.first_leader):
        if w.party[u] != FRANCE or w.nation[u] != "france":
            continue
        when = w.units[u].year
        expected = GONE
        if when == "None":
            expected = POOL
        elif when.isdigit():
            expected = POOL if int(when) <= year else LATER
        assert s.where[u] == expected, (w.piece(u), when)


# --- partisans


def occupied_east(place: dict[str, str] | None = None, **given: Any) -> State:
    """The Germans hold the country from Minsk to Kiev."""
    s = world(place=place, **given)
    w = s.world
    s.pacts = {}
    war_between(s, GERMANY, USSR)
    s.surprised = 0
    west = sum(1 << h for h in w.grid if w.lands.sheet[h] == "E" and int(w.label(h)[1:3]) >= 13)
    give_hexes(s, west & s.control[USSR], GERMANY)
    return s


def band(s: State, nation: str) -> tuple[int, BandRow]:
    return next((k, row) for k, row in enumerate(s.world.affairs.bands) if row.id == nation)


@pytest.mark.rule("base.partisans")
@pytest.mark.parametrize(("points", "sure", "rest"), [(0, 0, 0), (4, 0, 4), (10, 1, 0), (23, 2, 3)])
def test_bands_for_full_tens_and_a_roll_for_the_rest(points: int, sure: int, rest: int) -> None:
    s = occupied_east()
    k, _ = band(s, "ussr")
    frames = uprising(s, k, points)
    assert frames == (*(Rising(k, False),) * sure, *((RestRoll(k, rest, False),) if rest else ()))
    if rest:
        assert RestRoll(k, rest, False).apply(s, rest) and not RestRoll(k, rest, False).apply(s, rest + 1)


@pytest.mark.rule("base.partisans", "ability.8")
def test_8_only_a_leader_of_their_power_lets_them_rise_in_zones() -> None:
    place = {"German INF IX": "E1823", "Zhukov": "E1821", "Manstein": "E1824"}
    s = occupied_east(place, leaders={"Zhukov": [8], "Manstein": [8]})
    w = s.world
    k, _ = band(s, "ussr")
    zone = w.hex("E1822")
    assert not hideouts(s, k, False) >> zone & 1
    s.said = {code(w.unit("Manstein"), 8): s.moves_made}
    assert not hideouts(s, k, False) >> zone & 1, "an enemy's leader helps nobody"
    s.said = {code(w.unit("Zhukov"), 8): s.moves_made}
    assert hideouts(s, k, False) >> zone & 1


@pytest.mark.rule("base.partisans", "ability.9")
def test_9_three_bands_of_his_power_and_infantry_in_the_pool() -> None:
    place = {"Soviet PART 1": "E1823", "Soviet PART 2": "E1823", "Chinese PART 1": "E1823", "Zhukov": "E1822"}
    s = occupied_east(place, leaders={"Zhukov": [9]})
    w = s.world
    s.standing = {code(w.unit("Zhukov"), 9): 1}
    h = w.hex("E1823")
    assert combine(s, h) == (), "the third is another power's"
    s = occupied_east({**place, "Soviet PART 3": "E1823"}, leaders={"Zhukov": [9]})
    s.standing = {code(w.unit("Zhukov"), 9): 1}
    (frame,) = combine(s, h)
    men = infantry(s, USSR)
    assert men and all(w.power[u] == USSR and not w.division[u] for u in men)
    frame.apply(s, w.piece(men[0]))  # type: ignore[attr-defined]
    assert where(s, "Chinese PART 1") == "E1823", "it stays what it is"
    assert [where(s, f"Soviet PART {n}") for n in (1, 2, 3)] == ["pool"] * 3 and s.where[men[0]] == h
    for u in men:
        s.where[u] = LATER
    again = occupied_east({**place, "Soviet PART 3": "E1823"}, leaders={"Zhukov": [9]})
    again.standing = dict(s.standing)
    for u in infantry(again, USSR):
        again.where[u] = LATER
    assert combine(again, h) == (), "there is no infantry"


@pytest.mark.rule("base.partisans", "5.3.3.18d")
def test_bands_stay_where_vichy_grants_aid() -> None:
    place = {"French PART 1": "Lyon", "French PART 2": "Paris", "Soviet PART 1": "Moscow"}
    for granted in (True, False):
        s = world(place=place)
        s.deeds.pop("petain", None)
        if granted:
            s.deeds["petain"] = 1
        GoHome().run(s)
        assert (where(s, "French PART 1") != "pool") is granted
        assert where(s, "French PART 2") != "pool" and where(s, "Soviet PART 1") == "pool"


@pytest.mark.rule("base.partisans")
def test_garrisons_and_bands_that_are_free() -> None:
    s = occupied_east(
        {
            "German INF IX": "Kiev",
            "German INF DIV 2": "Kiev",
            "Manstein": "Kiev",
            "Soviet INF 29": "Minsk",
            "Soviet PART 1": "E1823",
        }
    )
    w = s.world
    k, row = band(s, "ussr")
    ground = w.affairs.band_ground[k]
    assert garrison(s, ground, 1 << GERMANY) == 1 and garrison(s, ground, 1 << USSR) == 1, (
        "half a division is dropped"
    )
    assert occupied(s, k) and value(s, k) == row.number - 1
    assert w.unit("Soviet PART 1") not in free_bands(s, USSR) and w.unit("Soviet PART 2") in free_bands(
        s, USSR
    )
    assert all(w.power[u] == USSR for u in free_bands(s, USSR))

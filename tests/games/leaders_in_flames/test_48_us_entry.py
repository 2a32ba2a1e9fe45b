"""The United States: chits, options, tension, war, and what others do under its eyes."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.leaders_in_flames.kinds import (
    ALLIES,
    AXIS,
    CA,
    CHINA,
    COMMONWEALTH,
    FALLEN,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    POOL,
    RESERVE,
    USA,
    USSR,
    WITH_ALLIES,
    WITH_AXIS,
)
from hexfront.games.leaders_in_flames.land.moves import March, take_in_hand, walks
from hexfront.games.leaders_in_flames.land.rail import line_of, rail_guests, stations
from hexfront.games.leaders_in_flames.land.reach import ground_open
from hexfront.games.leaders_in_flames.land.supply import supply_of
from hexfront.games.leaders_in_flames.politics.abroad import (
    abroad_violation,
    fly_as_guest,
    foreign_ground,
    host_of,
    visitable,
)
from hexfront.games.leaders_in_flames.politics.acts import (
    Align,
    ChoosePool,
    DeclareWar,
    EndVichy,
    License,
    PickOption,
    PlayAction,
    Reflag,
    Tilt,
)
from hexfront.games.leaders_in_flames.politics.chits import DrawChit, count, redraw, total
from hexfront.games.leaders_in_flames.politics.entry import (
    EntryRoll,
    entry_roll,
    is_frozen,
    lose_chit,
)
from hexfront.games.leaders_in_flames.politics.options import (
    ChooseEntryPool,
    EntryStep,
    Licensing,
    Options,
    Reflagging,
    TensionRoll,
    Tilting,
    hoist,
    licences,
    picked,
)
from hexfront.games.leaders_in_flames.politics.parties import closed_to, lands_open
from hexfront.games.leaders_in_flames.politics.partisans import value
from hexfront.games.leaders_in_flames.politics.played import (
    CALEDONIA,
    INDIES,
    dissolve_puppets,
    militia,
)
from hexfront.games.leaders_in_flames.politics.step import Politics
from hexfront.games.leaders_in_flames.politics.uswar import (
    UsWarRoll,
    has_fleet,
    is_automatic,
    us_war,
    war_number,
)
from hexfront.games.leaders_in_flames.politics.wars import declare, join_side, war_between
from hexfront.games.leaders_in_flames.sea.convoys import place_convoy
from hexfront.games.leaders_in_flames.sea.fleets import bases, leased
from hexfront.games.leaders_in_flames.state import State, give_hexes, holder
from hexfront.kernel import SeededSource, pending, settle
from hexfront.testing import act, roll
from hexfront.wargame import put
from tests.games.leaders_in_flames.kit import campaign, done_with, where, why

FLEET = 1 << 5


def options(pools: dict[str, tuple[int, ...]] | None = None, **given: Any) -> State:
    """The USA picks options."""
    return campaign(agenda=(Options(ALLIES),), side="", phase="end", pools=pools or {}, **given)


def politics(side: int = AXIS, **given: Any) -> State:
    s = campaign(agenda=(Politics(side),), side=("axis", "allies")[side], phase="politics", **given)
    if given.get("pools"):
        s.pools = dict(given["pools"])
    return s


def rich(s: State, ge: int = 60, ja: int = 60) -> None:
    """Levels as high as one likes."""
    s.pools = {"ge": (5,) * (ge // 5), "ja": (5,) * (ja // 5)}


# --- chits


@pytest.mark.rule("6e", "6f")
def test_the_campaign_begins_with_chits_and_options() -> None:
    from hexfront.games.leaders_in_flames.sequence import Turn
    from hexfront.games.leaders_in_flames.setup import new_state

    s = new_state(campaign(side="").world)
    assert isinstance(s.agenda[-1], Turn)
    settle(s)
    k = 0
    while getattr(pending(s), "rule", "") == "6e":
        roll(s, str(k % 6))
        k += 1
    counts = {pool: count(s, pool) for pool in s.pools}
    assert counts == {
        "ge": 6, "ja": 2, "ge.t": 1, "ja.t": 1, "germany.ussr.off": 9, "ussr.germany.def": 3,
    }  # fmt: skip
    assert (
        all(picked(s, n) for n in (1, 4, 11, 18))
        and picked(s, 18, "commonwealth")
        and not picked(s, 18, "france")
    )
    assert all(s.deeds.get(f"action.{n}") for n in (7, 8, 25, 26, 27))


@pytest.mark.rule("base.chits")
def test_the_entry_step_draws_one_chit_two_from_1942() -> None:
    s = campaign(agenda=(EntryStep(),), side="", phase="end")
    assert isinstance(pending(s), ChooseEntryPool)
    assert why(s, "allies", ChoosePool("ge.t")) == "base.chits"
    act(s, "allies", ChoosePool("ja"))
    roll(s, "3")
    assert s.pools["ja"] == (3,) and s.common[3] == 9
    s = campaign(agenda=(EntryStep(),), side="", phase="end", turn=10)
    for _ in range(2):
        act(s, "allies", ChoosePool("ge"))
        roll(s, "1")
    assert s.pools["ge"] == (1, 1)
    s = campaign(agenda=(EntryStep(),), side="", phase="end")
    war_between(s, JAPAN, USA)
    s.agenda = (EntryStep(),)
    settle(s)
    roll(s, "1")
    assert s.pools["ge"] == (1,), "at war with Japan there is one pool left"


@pytest.mark.rule("base.chits", "5.3")
def test_an_action_gains_or_costs_a_chit() -> None:
    s = campaign(side="")
    s.agenda = entry_roll(s, 25)
    assert isinstance(s.agenda[0], EntryRoll)
    roll(s, 5)
    roll(s, "4")
    assert s.pools["ge"] == (4,)
    s.agenda = entry_roll(s, 25)
    roll(s, 6)
    assert s.pools["ge"] == (4,) and pending(s) is None
    s.agenda = entry_roll(s, 14)
    roll(s, 4)
    roll(s, "4")
    assert not count(s, "ge") and sum(s.common) == 60, "the Allies attacked a minor country"
    war_between(s, GERMANY, USA)
    war_between(s, ITALY, USA)
    assert entry_roll(s, 25) == (), "at war nobody rolls"
    s.common, s.pools = [0] * len(s.common), {}
    draw = DrawChit("ge")
    assert draw.outcomes(s).markers == ("none",) and draw.apply(s, "none") == () and s.pools == {}, (
        "the pool is empty"
    )


# --- below zero


@pytest.mark.rule("5.3.3a", "5.3.3b", "5.3.3c", "5.3.3d")
def test_a_chit_from_an_empty_pool_freezes_entry() -> None:
    s = campaign(side="", phase="end", turn=3)
    s.agenda = lose_chit(s, "ge")
    roll(s, "2")
    assert s.pools["frozen.entry"] == (2,) and is_frozen(s, "entry") and not is_frozen(s, "tension")
    s.agenda = (EntryStep(),)
    settle(s)
    assert pending(s) is None, "no chit is drawn"
    s.agenda = entry_roll(s, 25)
    roll(s, 1)
    roll(s, "4")
    assert s.pools["ge"] == (4,), "those of others' deeds still come"
    s.turn = 4
    assert is_frozen(s, "entry")
    s.turn = 5
    s.agenda = (EntryStep(),)
    settle(s)
    assert not s.pools.get("frozen.entry") and s.common[2] == 10 and isinstance(pending(s), ChooseEntryPool)


@pytest.mark.rule("5.3.3e", "5.3.3a")
def test_a_chit_from_an_empty_tension_pool_freezes_options() -> None:
    s = options(turn=3)
    rich(s)
    assert why(s, "allies", PickOption(31)) == ""
    s.agenda = (*lose_chit(s, "ja.t"), Options(ALLIES))
    roll(s, "3")
    assert is_frozen(s, "tension") and why(s, "allies", PickOption(31)) == "5.3.3e"
    s.turn = 6
    s.agenda = (EntryStep(),)
    settle(s)
    assert not is_frozen(s, "tension") and "frozen.tension" not in s.pools


# --- options


@pytest.mark.rule("5.3.2a", "5.3.2b")
def test_the_level_an_option_asks_for() -> None:
    s = options({"ja": (5, 5, 1), "ge": (5, 2)})
    assert why(s, "allies", PickOption(31)) == "5.3.2a", "12 against Japan"
    s.pools["ja"] = (5, 5, 2)
    assert why(s, "allies", PickOption(31)) == ""
    assert why(s, "allies", PickOption(12)) == "5.3.2a", "8 against both, and 7 against Germany"
    s.pools["ge"] = (5, 3)
    assert why(s, "allies", PickOption(12)) == ""
    assert why(s, "allies", PickOption(99)) == "5.3.2a" == why(s, "allies", PickOption(31, "france"))
    act(s, "allies", PickOption(31))
    roll(s, 6)
    assert picked(s, 31) and s.pools["ja"] == (5, 5, 2), "shown, and turned down again"
    assert why(s, "allies", PickOption(31)) == "5.3.2a" == why(s, "allies", PickOption(32)), (
        "one against Japan a turn"
    )


@pytest.mark.rule("5.3.2a")
def test_tension() -> None:
    for die, moves in ((5, True), (6, False)):
        s = options({"ja": (5, 5, 5), "ge": (0,)})
        act(s, "allies", PickOption(31))
        roll(s, die)
        if moves:
            roll(s, "5")
        assert (total(s, "ja"), total(s, "ja.t")) == ((10, 5) if moves else (15, 0))


def with_fleet(at: str = "Honolulu", carriers: int = 1, battleships: int = 4, **given: Any) -> State:
    s = campaign(**{"side": "", "phase": "end"} | given)
    w = s.world
    from hexfront.games.leaders_in_flames.kinds import BB, CV
    from hexfront.wargame import put

    for kind, number in ((CV, carriers), (BB, battleships)):
        for u in [u for u in w.ships_of[ALLIES] if w.power[u] == USA and w.kind[u] == kind][:number]:
            put(s, u, w.hex(at))
    return s


@pytest.mark.rule("5.3.2.32c")
def test_the_fleet_tilts_the_roll() -> None:
    s = with_fleet()
    s.deeds["option.31"] = 1
    s.pools, s.agenda = {"ja": (4,)}, (TensionRoll("ja", True),)
    roll(s, 6)
    assert isinstance(pending(s), Tilting) and why(s, "allies", Tilt(1)) == "5.3.2.32c"
    act(s, "allies", Tilt(-2))
    roll(s, "4")
    assert s.pools["ja.t"] == (4,)
    s = with_fleet(carriers=0)
    s.deeds["option.31"] = 1
    s.pools, s.agenda = {"ja": (4,)}, (TensionRoll("ja", True),)
    roll(s, 6)
    assert pending(s) is None, "without it the roll stands"


@pytest.mark.rule("5.3.2.32a", "5.3.2.32b")
def test_the_fleet() -> None:
    s = with_fleet()
    assert not has_fleet(s), "neither option was chosen"
    s.deeds["option.32"] = 1
    assert has_fleet(s)
    for fleet in (with_fleet(battleships=3), with_fleet(carriers=0), with_fleet(at="Manila")):
        fleet.deeds["option.31"] = 1
        assert not has_fleet(fleet)
    cruisers = with_fleet(battleships=0)
    cruisers.deeds["option.31"] = 1
    w = cruisers.world
    for u in [u for u in w.ships_of[ALLIES] if w.power[u] == USA and w.kind[u] == CA][:4]:
        put(cruisers, u, w.hex("Honolulu"))
    assert not has_fleet(cruisers), "cruisers are no battleships"
    fleet = with_fleet(at="Singapore")
    fleet.deeds["option.31"] = 1
    assert has_fleet(fleet)


@pytest.mark.rule("5.3.2.32d")
def test_the_fleet_ship_by_ship() -> None:
    from hexfront.games.leaders_in_flames.kinds import SCS
    from hexfront.wargame import put

    s = with_fleet(battleships=0, options={"single_ships": True})
    w = s.world
    s.deeds["option.31"] = 1
    ships = [u for u in w.ships_of[ALLIES] if w.power[u] == USA and w.kind[u] in SCS]
    cheap = [u for u in ships if w.ship(u).lay < 2]
    dear = [u for u in ships if w.ship(u).lay >= 2]
    for u in cheap[:8]:
        put(s, u, w.hex("Honolulu"))
    assert not has_fleet(s), "ships of 1 do not count"
    for u in dear[:8]:
        put(s, u, w.hex("Honolulu"))
    assert has_fleet(s)


@pytest.mark.rule("5.3.2.32a")
@pytest.mark.seam("sea", "entry")
def test_singapore_opens_to_american_ships() -> None:
    s = campaign(side="")
    w = s.world
    u = next(u for u in w.ships_of[ALLIES] if w.power[u] == USA)
    assert not bases(s, u) >> w.hex("Singapore") & 1
    s.deeds["option.32"] = 1
    assert bases(s, u) >> w.hex("Singapore") & 1
    s.deeds = {}
    assert leased(s, u) == 0, "no port at all without the option"
    war_between(s, JAPAN, USA)
    war_between(s, JAPAN, COMMONWEALTH)
    assert bases(s, u) >> w.hex("Singapore") & 1, "or at war with Japan"


@pytest.mark.rule("5.3.2.18c", "5.3.2.33c", "5.3.2.33b")
def test_options_with_recipients() -> None:
    s = options(deeds={})
    rich(s)
    assert why(s, "allies", PickOption(33, "commonwealth")) == "5.3.2.33c"
    assert why(s, "allies", PickOption(18, "ussr")) == "5.3.2.18a", "not at war"
    act(s, "allies", PickOption(18, "france"))
    assert isinstance(pending(s), TensionRoll), "one roll for each"
    roll(s, 9)
    assert picked(s, 18, "france") and not picked(s, 18, "commonwealth")
    s.deeds = {k: n for k, n in s.deeds.items() if not k.startswith("picked")}
    assert (
        why(s, "allies", PickOption(33, "france")) == ""
        and why(s, "allies", PickOption(33, "commonwealth")) == "5.3.2.33c"
    )


@pytest.mark.rule("5.3.2.12c")
def test_12_not_at_war() -> None:
    s = options()
    rich(s)
    war_between(s, GERMANY, USA)
    assert why(s, "allies", PickOption(12)) == "5.3.2.12c"


@pytest.mark.rule("5.3.2.18a", "5.3.2.49b")
def test_which_options_end_with_war_against_japan() -> None:
    s = options()
    rich(s)
    s.deeds["action.2"] = 1
    assert why(s, "allies", PickOption(49)) == ""
    war_between(s, JAPAN, USA)
    assert why(s, "allies", PickOption(49)) == "5.3.2a"
    assert why(s, "allies", PickOption(18, "france")) == "", "an option against Germany is not one of them"


@pytest.mark.rule("5.3.2.12a", "5.3.2.12b")
def test_12_licences() -> None:
    s = campaign(side="", phase="end")
    w = s.world
    both = {w.plane(u).name for u in range(w.first_plane, w.first_ship) if w.power[u] == USA}
    theirs = [
        u
        for u in range(w.first_plane, w.first_ship)
        if w.nation[u] in ("commonwealth", "china", "france") and w.plane(u).name in both
    ]
    assert theirs, "some aircraft were built by others"
    now = next(u for u in theirs if int(w.plane(u).year) <= 1940)
    later = next(u for u in theirs if int(w.plane(u).year) > 1940)
    for u in (now, later):
        s.where[u] = -4
    s.agenda = (Licensing(ALLIES),)
    settle(s)
    offered = [a for a in Licensing(ALLIES).legal(s, "allies") if isinstance(a, License)]
    found = {(w.plane(a.unit).name, a.power): a for a in offered}
    twins = [
        u for u in range(w.first_plane, w.first_ship) if w.power[u] == USA and w.plane(u).name == "F4F-3"
    ]
    apart = s.clone()
    apart.where[twins[0]], apart.where[twins[1]] = RESERVE, POOL
    assert all(a.power != USA for a in licences(apart)), "no licence for itself"
    first, second = found[w.plane(now).name, w.power[now]], found[w.plane(later).name, w.power[later]]
    act(s, "allies", first)
    assert s.where[now] == -2 and s.where[first.unit] == -1, "theirs now, and never American again"
    assert why(s, "allies", first) == "5.3.2.12a"
    act(s, "allies", second)
    assert s.where[later] == -3, "of a later year: in their future pool"


@pytest.mark.rule("5.3.2.34a", "5.3.2.34b")
@pytest.mark.seam("carry", "entry")
def test_34_reflagging() -> None:
    s = campaign(agenda=(Reflagging(ALLIES, 15),), side="", phase="end", turn=3)
    area = 4
    place_convoy(s, area, USA, 12)
    assert why(s, "allies", Reflag(COMMONWEALTH, 13)) == "5.3.2.34a", "no more than there are"
    assert why(s, "allies", Reflag(USSR, 5)) == "5.3.2.34b", "not at war"
    act(s, "allies", Reflag(COMMONWEALTH, 10))
    assert s.convoys == {k: n for k, n in s.convoys.items() if n == 2}
    before = s.merchants[COMMONWEALTH]
    hoist(s)
    assert s.merchants[COMMONWEALTH] == before
    s.turn += 1
    hoist(s)
    assert s.merchants[COMMONWEALTH] == before + 10
    s = campaign(agenda=(Reflagging(ALLIES, 15),), side="", phase="end")
    place_convoy(s, area, USA, 20)
    assert why(s, "allies", Reflag(COMMONWEALTH, 16)) == "5.3.2.34a", "15 in all"


@pytest.mark.rule("5.3.2.37", "base.abroad")
@pytest.mark.seam("move", "entry")
def test_37_canada() -> None:
    place = {
        "American INF XXXV": "Chicago",
        "American INF XXXVII": "Montreal",
        "American INF XXXIII": "Quebec",
    }
    s = options(place={"American INF XXXV": "Chicago"})
    w = s.world
    rich(s)
    assert closed_to(s, USA) >> w.hex("Montreal") & 1 and not supply_of(s, USA) >> w.hex("Winnipeg") & 1
    act(s, "allies", PickOption(37))
    roll(s, 9)
    assert not closed_to(s, USA) >> w.hex("Montreal") & 1 and closed_to(s, USA) >> w.hex("London") & 1
    assert s.havens[w.hex("Winnipeg")] >> USA & 1
    assert lands_open(s, USA) and not lands_open(s, JAPAN), "to no other power"
    assert supply_of(s, USA) >> w.hex("Winnipeg") & 1, "Canadian cities are sources"
    full = campaign(place, side="")
    full.deeds["option.37"] = 1
    for name in ("Montreal", "Quebec"):
        give_hexes(full, 1 << w.hex(name), COMMONWEALTH)
    found = abroad_violation(full, w.unit("American INF XXXV"), w.hex("Winnipeg"))
    assert found is not None and found.rule == "base.abroad", "two are there"


@pytest.mark.rule("base.abroad")
@pytest.mark.seam("move", "entry")
@pytest.mark.parametrize(("third", "goes"), [("Chicago", True), ("Quebec", False)])
def test_37_no_walk_leads_into_a_land_that_has_two_already(third: str, goes: bool) -> None:
    place = {"American INF XXXV": "New York", "American INF XXXVII": "Montreal", "American INF XXXIII": third}
    s = campaign(place, side="allies", action="land", phase="move")
    w = s.world
    s.deeds["option.37"] = 1
    for name in ("Montreal", "Quebec"):
        give_hexes(s, 1 << w.hex(name), COMMONWEALTH)
    u = w.unit("American INF XXXV")
    take_in_hand(s, u)
    found = walks(s, March(1), u)
    assert found is not None and (w.label(w.hex("Montreal")) in found) == goes and len(found) > 10


@pytest.mark.rule("5.3.2.40a", "5.3.2.40b")
def test_40_the_canal_zone() -> None:
    s = options()
    rich(s)
    w = s.world
    canal = w.affairs.canal
    assert canal and closed_to(s, USA) & canal == canal
    assert why(s, "allies", PickOption(40)) == "5.3.2.40b", "the canal must be closed first"
    s.deeds["option.39"] = 1
    act(s, "allies", PickOption(40))
    roll(s, 9)
    roll(s, 9)
    assert not closed_to(s, USA) & canal & s.control[USA]
    s = options()
    s.deeds["axis.canal"] = 1
    assert not closed_to(s, USA) & canal & s.control[USA]


@pytest.mark.rule("5.3.2.49a", "5.3.2.49b")
def test_49_guam_and_midway() -> None:
    s = options()
    rich(s)
    w = s.world
    both = w.affairs.guam | w.affairs.midway
    assert both.bit_count() == 2 and closed_to(s, USA) & both == both and not closed_to(s, JAPAN) & 0
    assert why(s, "allies", PickOption(49)) == "5.3.2.49b", "Japan must have armed the Marshalls"
    s.deeds["action.2"] = 1
    act(s, "allies", PickOption(49))
    roll(s, 9)
    assert not closed_to(s, USA) & both
    s = campaign({"Japanese MAR SNLF": "Saipan"}, side="")
    from hexfront.games.leaders_in_flames.state import take_control

    war_between(s, JAPAN, USA)
    take_control(s, s.world.unit("Japanese MAR SNLF"), s.world.hex("Guam"))
    assert not closed_to(s, USA) & w.affairs.midway, "an Axis unit in Guam opens both"


@pytest.mark.rule("5.3.2.44")
def test_44_the_national_guard() -> None:
    s = options(turn=2)
    rich(s)
    act(s, "allies", PickOption(44))
    roll(s, ("American MIL Atlanta", "American MIL Chicago"))
    assert where(s, "American MIL Chicago") == "circle" and s.due[s.world.unit("American MIL Atlanta")] == 3
    assert where(s, "American MIL LA") == "reserve", "no reserves"


@pytest.mark.rule("base.war")
def test_the_usa_rolls_unless_war_comes_by_itself() -> None:
    s = options()
    assert declare(s, USA, JAPAN) == (UsWarRoll(JAPAN),) and not s.wars[USA] >> JAPAN & 1


@pytest.mark.rule("5.3.2.46a", "5.3.2.46b")
def test_46_a_guarantee() -> None:
    s = options()
    rich(s)
    act(s, "allies", PickOption(46, "commonwealth"))
    roll(s, 9)
    assert not is_automatic(s, JAPAN)
    war_between(s, JAPAN, COMMONWEALTH)
    assert is_automatic(s, JAPAN)
    s.pools, s.agenda = {}, (Politics(ALLIES),)
    s.side = ALLIES
    act(s, "allies", DeclareWar(USA, JAPAN))
    done_with(s)
    assert s.wars[USA] >> JAPAN & 1, "no roll"
    s = options()
    rich(s)
    war_between(s, JAPAN, COMMONWEALTH)
    assert why(s, "allies", PickOption(46, "commonwealth")) == "5.3.2.46b"
    s = options()
    war_between(s, JAPAN, COMMONWEALTH)
    assert not is_automatic(s, JAPAN), "nothing was guaranteed"


# --- war


@pytest.mark.rule("base.uswar")
def test_the_number_for_war() -> None:
    s = campaign(side="")
    s.pools = {"ge": (5, 5, 5, 5), "ge.t": (5, 5), "ja": (5, 4), "ja.t": (3,)}
    assert war_number(s, GERMANY) == war_number(s, ITALY) == 5 and war_number(s, JAPAN) == -2


@pytest.mark.rule("base.uswar", "5.3.2.32a")
@pytest.mark.seam("politics", "entry")
def test_congress() -> None:
    pools = {"ge": (5,) * 4, "ge.t": (5, 5), "ja": (5,) * 4, "ja.t": (5, 5)}
    s = politics(ALLIES, pools=pools)
    act(s, "allies", DeclareWar(USA, GERMANY))
    roll(s, 5)
    done_with(s)
    assert s.wars[USA] >> GERMANY & 1 and s.wars[USA] >> ITALY & 1
    s = politics(ALLIES, pools=pools)
    act(s, "allies", DeclareWar(USA, JAPAN))
    roll(s, 4)
    roll(s, "5")
    assert not s.wars[USA] >> JAPAN & 1 and count(s, "ja") == 3, "4 and 2 for the missing fleet"
    assert why(s, "allies", DeclareWar(USA, JAPAN)) == "base.pact", "not twice in a turn"
    s = with_fleet(agenda=(Politics(ALLIES),), side="allies", phase="politics")
    s.pools, s.deeds = dict(pools), {"option.31": 1}
    act(s, "allies", DeclareWar(USA, JAPAN))
    roll(s, 4)
    done_with(s)
    assert s.wars[USA] >> JAPAN & 1


@pytest.mark.rule("5.3.2.18a")
def test_a_war_of_the_axis_on_the_usa_needs_no_roll() -> None:
    s = politics()
    act(s, "axis", DeclareWar(JAPAN, USA))
    done_with(s)
    assert s.wars[USA] >> JAPAN & 1
    assert us_war(s, GERMANY) is not None


# --- actions


@pytest.mark.rule("5.3.3.3a", "5.3.3.3b", "5.3.3.3d", "5.3.3.3e")
def test_3_the_indies() -> None:
    s = politics(place={"Indies MIL Batavia": "Batavia"})
    w = s.world
    assert why(s, "axis", PlayAction(3, INDIES)) == "5.3.3.3b", "they sell oil"
    s.deeds["embargo"] = 1
    s.deeds["option.46.netherlands_indies"] = 1
    assert why(s, "axis", PlayAction(3, INDIES)) == "5.3.3.3d"
    del s.deeds["option.46.netherlands_indies"]
    act(s, "axis", PlayAction(3, INDIES))
    roll(s, 9)
    assert where(s, "Indies MIL Batavia") == "pool" and holder(s, w.hex("Palembang")) == JAPAN
    assert s.stance[w.minor_of["netherlands_indies"]] == WITH_AXIS
    assert why(s, "axis", PlayAction(3, INDIES)) == "5.3.3.3a"
    assert why(s, "axis", PlayAction(3, 7)) == "5.3.3.3a"


@pytest.mark.rule("5.3.3.3a", "5.3.3.3c", "5.3.3.3d", "5.3.3.3e")
def test_3_new_caledonia() -> None:
    s = politics()
    w = s.world
    assert why(s, "axis", PlayAction(3, CALEDONIA)) == "5.3.3.3c", "it is Free French"
    s.deeds["played.5"] = 1
    assert why(s, "axis", PlayAction(3, CALEDONIA)) == "5.3.3.3c", "Free French, with Indo-China or without"
    del s.deeds["played.5"]
    vichy = w.party_of["vichy"]
    give_hexes(s, 1 << w.hex("Noumea"), vichy)
    ship = next(u for u in w.ships_of[AXIS] if w.party[u] == vichy)
    from hexfront.wargame import put

    put(s, ship, w.hex("Noumea"))
    assert why(s, "axis", PlayAction(3, CALEDONIA)) == "5.3.3.3c", "Indo-China is not Japan's"
    act(s, "axis", PlayAction(5))
    roll(s, 9)
    assert holder(s, w.hex("Hanoi")) == JAPAN
    s.deeds["option.46.commonwealth"] = 1
    assert why(s, "axis", PlayAction(3, CALEDONIA)) == "5.3.3.3d"
    del s.deeds["option.46.commonwealth"]
    act(s, "axis", PlayAction(3, CALEDONIA))
    roll(s, 2)
    roll(s, "1")
    assert holder(s, w.hex("Noumea")) == JAPAN and s.pools["ja"] == (1,)
    assert s.control[vichy] >> s.where[ship] & 1, "the ship went to the nearest port of Vichy"


@pytest.mark.rule("5.3.1", "5.3.3.10a", "5.3.3.10b", "5.3.3.10c")
@pytest.mark.seam("supply", "entry")
def test_10_nanking() -> None:
    s = politics()
    w = s.world
    nanking = w.hex("Nanking")
    assert where(s, "Japanese MIL Nanking") == "later"
    assert why(s, "axis", PlayAction(10, s.world.hex("Nanking"))) == "5.3", "nobody chooses where"
    act(s, "axis", PlayAction(10))
    roll(s, 9)
    assert where(s, "Japanese MIL Nanking") == "pool" and s.havens == {nanking: 1 << JAPAN}
    assert supply_of(s, JAPAN) >> nanking & 1
    band = next(k for k, row in enumerate(w.affairs.bands) if row.id == "china")
    assert value(s, band) == 15
    assert why(s, "axis", PlayAction(10)) == "5.3", "once"
    dissolve_puppets(s)
    assert s.havens, "it stands"
    give_hexes(s, 1 << nanking, CHINA)
    dissolve_puppets(s)
    assert not s.havens and where(s, "Japanese MIL Nanking") == "out" and s.deeds["partisans.china"] == 15
    give_hexes(s, 1 << nanking, JAPAN)
    dissolve_puppets(s)
    assert not s.havens and why(s, "axis", PlayAction(10)) == "5.3", "never again"
    since = s.deeds["dissolved.10"]
    s.turn += 1
    give_hexes(s, 1 << nanking, CHINA)
    dissolve_puppets(s)
    assert s.deeds["dissolved.10"] == since, "it was dissolved once"
    s = politics()
    give_hexes(s, 1 << nanking, CHINA)
    dissolve_puppets(s)
    assert not s.deeds.get("dissolved.10"), "there is none to dissolve"
    assert why(s, "axis", PlayAction(10)) == "5.3.3.10a"


@pytest.mark.rule("5.3.1", "5.3.3.11a", "5.3.3.11b", "5.3.3.11c")
def test_11_vladivostok() -> None:
    s = politics()
    w = s.world
    port = w.hex("Vladivostok")
    assert why(s, "axis", PlayAction(11)) == "5.3.3.11a"
    give_hexes(s, 1 << port, JAPAN)
    act(s, "axis", PlayAction(11))
    roll(s, 9)
    assert [s.where[u] for u in militia(s, 11)] == [-2] and s.havens == {port: 1 << JAPAN}
    assert s.deeds["partisans.siberia"] == 10
    give_hexes(s, 1 << port, USSR)
    dissolve_puppets(s)
    assert [s.where[u] for u in militia(s, 11)] == [-1] and not s.havens


@pytest.mark.rule("5.3.1", "5.3.3.16a", "5.3.3.16b", "5.3.3.16c")
def test_16_croatia() -> None:
    s = politics()
    w = s.world
    zagreb, yugoslavia = w.hex("Zagreb"), w.minor_of["yugoslavia"]
    assert why(s, "axis", PlayAction(16)) == "5.3.3.16a", "Yugoslavia lives"
    s.stance[yugoslavia], s.victors[yugoslavia] = FALLEN, AXIS
    assert why(s, "axis", PlayAction(16)) == "5.3.3.16a", "Zagreb is not German"
    give_hexes(s, 1 << zagreb, GERMANY)
    act(s, "axis", PlayAction(16))
    roll(s, 9)
    assert where(s, "German MIL Zagreb") == "pool" and s.havens == {zagreb: 1 << GERMANY}
    assert s.deeds["partisans.yugoslavia"] == 15
    give_hexes(s, 1 << zagreb, COMMONWEALTH)
    dissolve_puppets(s)
    assert where(s, "German MIL Zagreb") == "out" and not s.havens


@pytest.mark.rule("5.3.3.12a", "5.3.3.12b")
def test_12_poison_gas() -> None:
    s = politics(place={"Chinese INF 1": "Changsha", "Chinese INF 6": "Rangoon", "Japanese INF 23": "Hankow"})
    w = s.world
    at = w.hex("Changsha")
    act(s, "axis", PlayAction(12, at))
    roll(s, 9)
    assert s.gassed == 1 << at
    assert why(s, "axis", PlayAction(12, at)) == "5.3.3.12a", "once a hex and impulse"
    assert why(s, "axis", PlayAction(12, w.hex("Rangoon"))) == "5.3.3.12a", "in China alone"
    for enemy in (COMMONWEALTH, USA):
        s = politics(place={"Chinese INF 1": "Changsha"})
        war_between(s, JAPAN, enemy)
        assert why(s, "axis", PlayAction(12, at)) == "5.3.3.12b"


@pytest.mark.rule("5.3.3.12c")
@pytest.mark.seam("air", "entry")
def test_12_gas_doubles_tactical_factors() -> None:
    from hexfront.games.leaders_in_flames.air.strike import gas

    s = campaign(side="axis")
    w = s.world
    mine = next(u for u in w.planes_of[AXIS] if w.power[u] == JAPAN)
    german = next(u for u in w.planes_of[AXIS] if w.power[u] == GERMANY)
    s.over = w.hex("Changsha")
    assert gas(s, mine) == 1
    s.gassed = 1 << s.over
    assert gas(s, mine) == 2 and gas(s, german) == 1
    s.over = w.hex("Chungking")
    assert gas(s, mine) == 1


@pytest.mark.rule("5.3.3.17a", "5.3.3.17b", "5.3.3.17c")
def test_17_spain() -> None:
    s = politics()
    w = s.world
    spain = w.minor_of["spain"]
    s.deeds = {}
    assert why(s, "axis", PlayAction(17)) == "5.3.3.17a", "France is neither conquered nor Vichy ended"
    s.deeds = {"vichy.set_up": 1}
    assert why(s, "axis", PlayAction(17)) == "5.3.3.17a"
    s.deeds["vichy.ended"] = 1
    assert why(s, "axis", PlayAction(17)) == ""
    s.deeds = {"france.conquered": 1}
    assert why(s, "axis", Align(GERMANY, spain)) == "base.align" or s.chits[GERMANY] < 2
    act(s, "axis", PlayAction(17))
    roll(s, 9)
    s.chits[GERMANY] = 1
    assert why(s, "axis", Align(GERMANY, spain)) == "5.3.3.17b"
    s.chits[GERMANY] = 3
    act(s, "axis", Align(GERMANY, spain))
    done_with(s)
    assert s.stance[spain] == WITH_AXIS and s.chits[GERMANY] == 1
    assert not s.camps[GERMANY] >> ITALY & 1, "Italy co-operates no more"
    s = politics()
    war_between(s, GERMANY, USA)
    assert why(s, "axis", PlayAction(17)) == "5.3.3.17a"


@pytest.mark.rule("5.3.3.18a", "5.3.3.18b", "5.3.3.18c", "5.3.3.18d")
def test_18_petain() -> None:
    place = {
        "German INF IX": "Paris",
        "French PART 1": "Bordeaux",
        "Vichy French INF VIII": "Lyon",
        "German INF X": "Bordeaux",
    }
    s = politics(place={k: v for k, v in place.items() if k != "German INF X"})
    w = s.world
    give_hexes(s, 1 << w.hex("Bordeaux"), GERMANY)
    lyon, u, band = w.hex("Lyon"), w.unit("German INF IX"), w.unit("French PART 1")
    assert not line_of(s, u) >> lyon & 1 and not supply_of(s, GERMANY) >> lyon & 1
    assert not ground_open(s, [band]) >> lyon & 1
    assert not ground_open(s, [band]) >> w.hex("Toulouse") & 1
    act(s, "axis", PlayAction(18))
    roll(s, 9)
    assert line_of(s, u) >> lyon & 1 and not stations(s, u) >> lyon & 1, "through, not to"
    assert supply_of(s, GERMANY) >> w.hex("Toulouse") & 1
    assert closed_to(s, GERMANY) >> lyon & 1, "only Vichy's units move and fight there"
    assert ground_open(s, [band]) >> w.hex("Toulouse") & 1, "partisans cross the line"
    assert not ground_open(s, [u]) >> w.hex("Toulouse") & 1, "and nobody else"
    from hexfront.games.leaders_in_flames.politics.partisans import PartisanRoll

    s.agenda, s.side = (PartisanRoll(),), -1
    roll(s, (3, 3))
    frames = [frame for frame in s.agenda if getattr(frame, "vichy", False)]
    assert frames and frames[0].needed == 10 - 1, "Vichy's number less its own garrison"  # type: ignore[attr-defined]
    s = politics()
    act(s, "axis", EndVichy(GERMANY))
    roll(s, 9)
    assert why(s, "axis", PlayAction(18)) == "5.3.3.18a"


@pytest.mark.rule("5.3.3.18a")
def test_18_no_trains_through_a_vichy_that_is_at_peace_no_more() -> None:
    s = politics(place={"German INF IX": "Paris"})
    w = s.world
    u, lyon, vichy = w.unit("German INF IX"), w.hex("Lyon"), w.minor_of["vichy"]
    act(s, "axis", PlayAction(18))
    roll(s, 9)
    assert line_of(s, u) >> lyon & 1
    s.stance[vichy] = WITH_ALLIES
    assert not rail_guests(s, u)


@pytest.mark.rule("5.3")
def test_who_plays_what() -> None:
    s = politics()
    assert why(s, "axis", PlayAction(7)) == "5.3", "it follows from what happens"
    assert why(s, "axis", PlayAction(99)) == "5.3"
    act(s, "axis", PlayAction(2))
    roll(s, 4)
    roll(s, "5")
    assert s.pools["ja"] == (5,) and s.deeds["action.2"]
    s = politics(ALLIES)
    assert why(s, "allies", PlayAction(10)) == "5.3", "no power of theirs"


# --- 84 and troops abroad


def flying_tigers(leader_at: str = "Chungking", **given: Any) -> State:
    s = campaign({"Chiang Kai-shek": leader_at}, side="allies", leaders={"Chiang Kai-shek": [84]}, **given)
    war_between(s, JAPAN, USA)
    return s


def tigers(s: State) -> list[int]:
    from hexfront.games.leaders_in_flames.kinds import FTR

    w = s.world
    return [u for u in w.planes_of[ALLIES] if w.power[u] == USA and w.kind[u] == FTR]


@pytest.mark.rule("base.abroad", "ability.84")
@pytest.mark.seam("air", "entry")
@pytest.mark.seam("leaders", "entry")
def test_84_american_aircraft_beyond_the_number() -> None:
    from hexfront.wargame import put

    s = flying_tigers()
    w = s.world
    planes = tigers(s)
    for u, city in zip(planes[:4], ("Kunming", "Kunming", "Changsha", "Changsha"), strict=True):
        put(s, u, w.hex(city))
    found = abroad_violation(s, planes[4], w.hex("Kweiyang"))
    assert found is not None and found.rule == "base.abroad", "four are there"
    stilwell = next(u for u in w.all_leaders if w.power[u] == USA)
    assert visitable(s, stilwell) == foreign_ground(s, stilwell) & w.area, "leaders are not numbered"
    assert not visitable(s, planes[4]) >> w.hex("Kweiyang") & 1
    assert abroad_violation(s, planes[4], w.hex("Chungking")) is None, "with him one more"
    assert visitable(s, planes[4]) >> w.hex("Chungking") & 1
    put(s, planes[4], w.hex("Chungking"))
    assert host_of(s, planes[4], w.hex("Chungking")) == w.unit("Chiang Kai-shek")
    assert abroad_violation(s, planes[5], w.hex("Chungking")) is None
    fly_as_guest(s, planes[4])
    assert list(s.ranks.values()) == [w.unit("Chiang Kai-shek")], "his rank is used when it flies"


@pytest.mark.rule("ability.84")
def test_84_not_face_down_nor_abroad_nor_for_others() -> None:
    s = flying_tigers(down=("Chiang Kai-shek",))
    w = s.world
    plane = tigers(s)[0]
    assert host_of(s, plane, w.hex("Chungking")) == -1
    s = flying_tigers("Rangoon")
    assert host_of(s, plane, w.hex("Rangoon")) == -1, "not in his country"
    s = flying_tigers()
    british = next(u for u in w.planes_of[ALLIES] if w.power[u] == COMMONWEALTH)
    assert host_of(s, british, w.hex("Chungking")) == -1
    s.ranks = {(CHINA * 8 + 5) * 4 + w.lands.map_of[w.hex("Chungking")]: 1}
    assert host_of(s, plane, w.hex("Chungking")) == -1, "his rank is another's"


# --- secrecy


@pytest.mark.rule("base.chits", "5.3.2b")
def test_values_are_dealt_afresh_for_who_cannot_know_them() -> None:
    s = campaign(side="")
    s.pools = {"ge": (5, 0), "germany.ussr.off": (4,), "ussr.germany.def": (1, 1)}
    s.common = [9, 8, 10, 10, 9, 9]
    copy = s.clone()
    redraw(copy, "axis", SeededSource("x"))
    assert copy.pools["germany.ussr.off"] == (4,), "its own"
    assert [len(copy.pools[p]) for p in ("ge", "ussr.germany.def")] == [2, 2] and sum(copy.common) == 55
    all_chits = sum(copy.common) + sum(map(len, copy.pools.values()))
    assert all_chits == 60
    other = s.clone()
    redraw(other, "allies", SeededSource("x"))
    assert other.pools["ge"] == (5, 0) and other.pools["ussr.germany.def"] == (1, 1)


@pytest.mark.seam("economy", "entry")
def test_us_entry_and_lending() -> None:
    """What an option allows is asked in the lending stage, and an action that costs a chit can take the level away again, not the
    option."""
    from hexfront.games.leaders_in_flames.economy.deeds import Lend
    from hexfront.games.leaders_in_flames.economy.lending import Lending

    s = options({"ge": (5, 3), "ja": (0,)}, deeds={})
    act(s, "allies", PickOption(18, "commonwealth"))
    roll(s, 9)
    s.agenda = lose_chit(s, "ge")
    roll(s, "5")
    s.agenda = (Lending(ALLIES),)
    assert why(s, "allies", Lend(USA, COMMONWEALTH, 0, 5)) == ""
    assert why(s, "allies", Lend(USA, FRANCE, 0, 5)) == "5.3.2.18a"


@pytest.mark.seam("sea", "politics")
def test_vichy_and_fleets() -> None:
    """Ships in ports of Vichy are Vichy's, those abroad fight on; when it ends, those of the south are lost."""
    from hexfront.wargame import put

    s = campaign(side="", agenda=())
    w = s.world
    ships = [u for u in w.ships_of[ALLIES] if w.nation[u] == "france" and u in w.twin]
    at = ("Toulon", "Oran", "Alexandria")
    for u, port in zip(ships, at, strict=False):
        if s.where[u] < 0:
            put(s, u, w.hex(port))
    from hexfront.games.leaders_in_flames.politics.vichy import Parting

    s.agenda = (Parting(),)
    settle(s)
    assert [s.where[w.twin[u]] for u in ships[:2]] == [w.hex("Toulon"), w.hex("Oran")]
    assert s.where[ships[2]] == w.hex("Alexandria")
    from hexfront.games.leaders_in_flames.politics.vichy import end_vichy

    end_vichy(s, GERMANY)
    assert s.where[ships[0]] == -1 and s.where[w.twin[ships[0]]] == -1, "scuttled"
    assert s.where[ships[1]] == w.hex("Oran"), "Free French now"


@pytest.mark.seam("economy", "politics")
def test_minors_and_reserves() -> None:
    """A minor country's militia are its reserves: they stand with its army when it enters the war, and a power's do not."""
    s = campaign(side="")
    w = s.world
    s.agenda = join_side(s, w.minor_of["yugoslavia"], ALLIES, GERMANY)
    settle(s)
    done_with(s)
    assert where(s, "Yugoslav MIL Belgrade") not in ("out", "reserve", "pool")
    assert where(s, "Soviet INF 22") == "reserve"


@pytest.mark.seam("leaders", "politics")
def test_conquest_and_leaders() -> None:
    """A fallen leader does not come back with his country; a living one does."""
    from hexfront.games.leaders_in_flames.kinds import DEAD
    from hexfront.games.leaders_in_flames.politics.conquest import Conquest

    s = campaign({"Messe": "Rome"}, side="")
    w = s.world
    s.where[w.unit("Iachino")] = DEAD
    for city in ("Milan", "Rome", "Naples"):
        give_hexes(s, 1 << w.hex(city), COMMONWEALTH)
    s.agenda = (Conquest(),)
    settle(s)
    assert where(s, "Messe") == "reserve" and where(s, "Iachino") == "dead"
    give_hexes(s, 1 << w.hex("Rome"), GERMANY)
    s.agenda = (Conquest(),)
    settle(s)
    assert where(s, "Messe") == "cup" and where(s, "Iachino") == "dead"


@pytest.mark.rule("5.3.3.3b")
def test_option_27_is_the_embargo_that_action_3_waits_for() -> None:
    s = options()
    rich(s)
    assert not s.deeds.get("embargo")
    act(s, "allies", PickOption(27))
    roll(s, 9)
    assert s.deeds["embargo"] == s.turn


@pytest.mark.rule("base.war", "1c")
def test_a_power_plays_its_actions_only_in_its_own_turn_to_act() -> None:
    from hexfront.games.leaders_in_flames.politics.step import PoliticsStep

    for power, case in ((JAPAN, ""), (GERMANY, "base.war")):
        s = campaign(agenda=(PoliticsStep(AXIS, power),), side="axis", phase="politics")
        assert why(s, "axis", PlayAction(10)) == case


@pytest.mark.rule("5.3.2.34a")
def test_34_all_fifteen_at_once() -> None:
    s = campaign(agenda=(Reflagging(ALLIES, 15),), side="", phase="end")
    place_convoy(s, 4, USA, 20)
    act(s, "allies", Reflag(COMMONWEALTH, 15))
    assert not s.agenda, "nothing is left to ask"


@pytest.mark.rule("base.uswar")
def test_congress_rolls_one_die_of_ten() -> None:
    from hexfront.kernel import Die

    assert UsWarRoll(JAPAN).outcomes(options()) == Die(10)

"""Positions of the war in Europe in which one thing is plainly right by the date: staff has to see it."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import GAME
from hexfront.games.last_war.actions import Flag, PlayBoon, PlayColumn, PlayDie, PlayFlag, Stake
from hexfront.games.last_war.cards import CardPlay, Commitment
from hexfront.games.last_war.data import AXIS, LSP, MEN, LastWarWorld, code
from hexfront.games.last_war.deployment import Deployment, stake_out
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.front import redraw
from hexfront.games.last_war.state import points
from hexfront.games.last_war.withdrawal import Withdrawal
from hexfront.hexes import bits
from hexfront.kernel import settle, with_item
from hexfront.lab.war_last import Quarter, War, summary
from hexfront.players.doctrine import STEADY
from hexfront.players.doctrines.last_war.air_sea import weights
from hexfront.players.doctrines.last_war.campaign import Campaign
from hexfront.players.doctrines.last_war.deploy import Deployer
from hexfront.players.doctrines.last_war.doctrine import LastWarDoctrine
from hexfront.players.doctrines.last_war.read import Reading
from tests.players.helpers import carry_on

TORCH = {"Casablanca", "Oran", "Algiers"}
OVERLORD = {"Calais", "Brest"}
STOCK = {"men": 20, "tanks": 8, "air": 16, "lsp": 20}


def europe(*frames: Any, **given: Any) -> Any:
    return GAME.position("europe", agenda=frames, **given)


def rule_the_waves(s: Any) -> None:
    """The west has all the ships there are."""
    w = s.world
    s.fleet = (0,) * len(s.fleet)
    for area in range(len(w.areas)):
        s.fleet = with_item(s.fleet, area * 8 + w.number["britain"], 3)
    redraw(s)
    stake_out(s)


def west(turn: int, craft: int, held: tuple[str, ...] = ()) -> Any:
    """The west at the start of a turn with full Pools and the sea its own."""
    frames = (Deployment(), FlagPlacing(1))
    s = europe(*frames, turn=turn, pool={"usa": STOCK, "britain": STOCK}, held={"usa": held})
    s.craft = tuple([craft if w.id in ("usa", "britain") else 0 for w in s.world.powers])
    s.naval_left = tuple([2 * (w.id in ("usa", "britain")) for w in s.world.powers])
    rule_the_waves(s)
    return s


def play(s: Any) -> list[Any]:
    settle(s)
    return carry_on(s, GAME, lambda s: not s.agenda, seed="test")


def landings(s: Any) -> set[str]:
    """Where the west lands from this position."""
    w = s.world
    named = {w.place(name): name for x in Campaign(w).landings for name in x.places}
    return {
        named[x.to]
        for x in play(s)
        if isinstance(x, Flag) and w.powers[x.power].id != "ussr" and x.to in named
    }


def test_torch_needs_no_landing_craft() -> None:
    assert landings(west(turn=3, craft=0)) & TORCH


@pytest.mark.parametrize("turn", [1, 2])
def test_nobody_lands_in_africa_before_november_1942(turn: int) -> None:
    assert not landings(west(turn, craft=0)), "not with all the boats in the world"


def test_sicily_comes_in_summer_1943() -> None:
    africa = (*TORCH, "Tunis", "Tripoli", "Benghazi")
    assert "Palermo" in landings(west(turn=6, craft=4, held=africa))
    assert "Palermo" not in landings(west(turn=5, craft=4, held=africa))


def test_the_craft_go_to_sicily_and_not_to_tripoli() -> None:
    s = west(turn=6, craft=2, held=(*TORCH, "Tunis"))
    w = s.world
    goals = [x.to for x in play(s) if isinstance(x, Flag) and x.craft]
    assert w.place("Palermo") in goals and w.place("Tripoli") not in goals


@pytest.mark.parametrize("turn", [5, 7, 9])
def test_nobody_lands_in_france_before_1944_is_half_over(turn: int) -> None:
    assert not landings(west(turn, craft=6)) & OVERLORD


def test_the_second_front_comes_in_summer_1944() -> None:
    assert landings(west(turn=10, craft=6)) & OVERLORD
    assert "Amsterdam" not in landings(west(turn=10, craft=6)), "not behind the enemy's back in Holland"


def test_a_landing_takes_its_supplies_with_it() -> None:
    """The hex is not worth what is spent, the foothold is."""
    s = europe(turn=10, pool={"usa": STOCK})
    w = s.world
    usa, calais = w.number["usa"], w.place("Calais")
    sea = next(i for i, coast in w.beaches.items() if coast == calais)
    for kind, n in ((MEN, 12), (LSP, 6)):
        s.at[code(sea, usa, kind)] = n
    s.craft, s.naval_left = with_item(s.craft, usa, 2), with_item(s.naval_left, usa, 2)
    rule_the_waves(s)
    flagged = europe(FlagPlacing(1), turn=10)
    flagged.at, flagged.craft, flagged.naval_left, flagged.fleet = s.at, s.craft, s.naval_left, s.fleet
    flagged.shown = dict(flagged.at)
    redraw(flagged)
    assert any(isinstance(x, Flag) and x.to == calais and x.craft for x in play(flagged))
    flagged.agenda = (Commitment(),)
    stakes = [x for x in play(flagged) if isinstance(x, Stake) and x.hex == sea]
    assert len(stakes) >= 4, "the penalty of a landing is made good"


def forts(s: Any, name: str) -> set[int]:
    """The sides of a place that works are begun on."""
    i, top = s.world.place(name), s.world.top
    return {key % top for key in s.works if key // top == i}


def test_moscow_is_fortified_on_every_side_before_the_enemy() -> None:
    s = europe(Deployment(), turn=2, pool={"ussr": {"men": 30, "lsp": 12}}, men=3)
    w = s.world
    moscow = w.place("Moscow")
    facing = {j for j in w.land_near[moscow] if s.ground[AXIS] >> j & 1}
    stake_out(s)
    play(s)
    assert facing and forts(s, "Moscow") == facing


def test_no_more_layers_than_the_plan_asks_for() -> None:
    s = europe(Deployment(), turn=2, pool={"ussr": {"men": 30, "lsp": 3}}, men=3)
    w = s.world
    moscow = w.place("Moscow")
    s.forts = {moscow * w.top + j: 3 for j in w.land_near[moscow]}
    stake_out(s)
    play(s)
    assert not forts(s, "Moscow")


def test_the_atlantic_wall_looks_to_the_sea() -> None:
    s = europe(Deployment(), turn=6, pool={"germany": {"men": 40, "lsp": 20}}, men=3)
    w = s.world
    stake_out(s)
    play(s)
    assert forts(s, "Calais") == {sea for sea, coast in w.beaches.items() if coast == w.place("Calais")}


def test_the_americans_do_not_march_to_the_caucasus() -> None:
    s = europe(Deployment(), turn=7, pool={"usa": STOCK, "britain": STOCK, "ussr": {"men": 5}})
    w = s.world
    rule_the_waves(s)
    play(s)
    for power in ("usa", "britain"):
        n = w.number[power]
        away = [i for i in bits(w.country[w.number["ussr"]]) if points(s, i, n, MEN)]
        assert not away, [w.title(i) for i in away]


def test_a_hand_of_cards_lasts_for_more_than_a_turn() -> None:
    s = GAME.start(GAME.setup("europe"))
    carry_on(s, GAME, lambda s: isinstance(s.agenda[0], CardPlay))
    held = [hand.bit_count() for hand in s.hand]
    chosen = carry_on(s, GAME, lambda s: not isinstance(s.agenda[0], CardPlay))
    played = [x for x in chosen if isinstance(x, PlayBoon | PlayColumn | PlayDie | PlayFlag)]
    assert sum(held) >= 20 and len(played) <= 8, "fourteen turns are to come"


def test_an_army_the_war_has_left_behind_goes_home() -> None:
    s = europe(Withdrawal(), turn=11, points={"usa": {"Suez": {"men": 9, "tanks": 3}}})
    w = s.world
    usa = w.number["usa"]
    rule_the_waves(s)
    s.pool[usa * 6 + MEN] = 0
    play(s)
    assert not points(s, w.place("Suez"), usa, MEN) and s.pool[usa * 6 + MEN] == 9


def test_an_army_behind_the_front_overseas_stays() -> None:
    s = europe(Withdrawal(), turn=4, points={"britain": {"2235": {"men": 3}, "2336": {"men": 4}}})
    w = s.world
    britain, rear = w.number["britain"], w.place("2336")
    assert s.ground[1] >> rear & 1 and not s.line[1] >> rear & 1
    rule_the_waves(s)
    play(s)
    assert points(s, rear, britain, MEN) == 4, "the line at Tobruk is two hexes away"


def test_waters_before_a_landing_are_worth_winning() -> None:
    """The western Mediterranean a turn before Torch, and not with French Africa in one's hands already."""

    def worth(*held: str) -> float:
        s = europe(turn=2, held={"usa": held})
        w = s.world
        doctrine = LastWarDoctrine(GAME)
        r = Reading(s, "allies", doctrine.ground(w), STEADY, doctrine.numbers)
        return float(weights(r)[w.areas.index("western_mediterranean")])

    assert worth() > 2 * worth(*TORCH, "Tunis")


def test_the_watch_counts_what_a_reader_of_history_looks_for() -> None:
    def quarter(turn: int, front: int, axis: tuple[str, ...] = (), bare: tuple[str, ...] = ()) -> Quarter:
        return Quarter(turn, 20, (), axis, bare, front, ())

    good = War([quarter(9, 0), quarter(10, 2)], "allies", "")
    late = War([quarter(10, 0, ("Moscow",)), quarter(11, 2, (), ("Milan",))], "axis", "")
    assert good.has_second_front() and not late.has_second_front() and late.lost("Moscow")
    told = summary([good, late])
    assert "summer 1944 in 1;" in told and "Moscow taken in 1;" in told and "quarter in 1 (1 times)" in told


def beach(w: LastWarWorld, coast: str) -> int:
    return min(i for i, at in w.beaches.items() if at == w.place(coast))


def ashore(s: Any, coast: str) -> set[str]:
    """The powers with Men off a coast."""
    w = s.world
    return {x.id for n, x in enumerate(w.powers) if points(s, beach(w, coast), n, MEN)}


def guarded_coast(**stock: int) -> Any:
    """Summer 1944, six points of Germans behind each beach of the plan but Calais, which has three; the Pools as given."""
    strong = {
        name: {"men": 14, "tanks": 3, "air": 3} for name in ("Brest", "Amsterdam", "Bordeaux", "Marseilles")
    }
    pool = {"men": stock["men"], "tanks": 6, "air": 8, "lsp": stock["lsp"]}
    s = europe(
        Deployment(), turn=10, pool={"usa": pool, "britain": pool},
        points={"germany": {**strong, "Calais": {"men": 4, "tanks": 1}}},
    )  # fmt: skip
    names = ("usa", "britain")
    s.craft = tuple([3 if w.id in names else 0 for w in s.world.powers])
    s.naval_left = tuple([int(w.id in names) for w in s.world.powers])
    s.shown = dict(s.at)
    rule_the_waves(s)
    return s


def test_two_powers_land_together_where_neither_is_strong_enough() -> None:
    s = guarded_coast(men=12, lsp=5)
    play(s)
    assert ashore(s, "Calais") == {"usa", "britain"}


def test_a_landing_that_one_power_can_make_is_left_to_it() -> None:
    s = guarded_coast(men=18, lsp=8)
    for key in [key for key in s.at if key // 48 == s.world.place("Calais")]:
        del s.at[key]
    s.shown = dict(s.at)
    play(s)
    assert len(ashore(s, "Calais")) == 1


def test_americans_land_with_british_supplies() -> None:
    s = west(turn=10, craft=6)
    usa, britain = s.world.number["usa"], s.world.number["britain"]
    s.pool[usa * 6 + LSP] = 0
    s.craft, s.naval_left = with_item(s.craft, britain, 0), with_item(s.naval_left, britain, 1)
    assert any(isinstance(x, Flag) and x.power == usa and x.craft for x in play(s))


def test_the_red_army_does_not_land_in_africa() -> None:
    s = europe(
        Deployment(),
        FlagPlacing(1),
        turn=5,
        pool={"ussr": {"men": 99, "tanks": 9, "air": 16, "lsp": 60}},
        men=1,
    )
    n = s.world.number["ussr"]
    s.naval_left, s.flags_left = with_item(s.naval_left, n, 2), with_item(s.flags_left, n, 12)
    s.fleet = tuple([3 * (k % 8 == n) for k in range(len(s.fleet))])
    redraw(s)
    stake_out(s)
    settle(s)
    doctrine = LastWarDoctrine(GAME)
    orders = Deployer(Reading(s, "allies", doctrine.ground(s.world), STEADY, doctrine.numbers)).plan()
    assert len(orders.strikes) > 6 and not [x for x in orders.strikes if s.world.beach_set >> x.at & 1]


@pytest.mark.parametrize(("turn", "goes"), [(3, False), (11, True)])
def test_americans_fight_on_where_the_british_have_no_flags_left(turn: int, goes: bool) -> None:
    """What the abler of two powers leaves undone is done by the other, once both fight overseas."""
    s = europe(
        Deployment(), FlagPlacing(1), turn=turn, pool={"usa": {"men": 18, "tanks": 4, "air": 4, "lsp": 8}}, men=3,
        held={"britain": ("Calais", "Brussels")},
        points={"britain": {"Calais": {"men": 1}, "Brussels": {"men": 9, "tanks": 4, "air": 4, "lsp": 2}}},
    )  # fmt: skip
    w = s.world
    usa, britain = w.number["usa"], w.number["britain"]
    s.flags_left = with_item(s.flags_left, britain, 1)
    s.naval_left = (0,) * len(s.naval_left)
    rule_the_waves(s)
    settle(s)
    doctrine = LastWarDoctrine(GAME)
    orders = Deployer(Reading(s, "allies", doctrine.ground(w), STEADY, doctrine.numbers)).plan()
    assert (usa in {x.power for x in orders.strikes}) == goes


@pytest.mark.parametrize(("turn", "goes"), [(2, False), (3, True)])
def test_the_eighth_army_goes_forward_in_autumn_1942(turn: int, goes: bool) -> None:
    s = europe(
        Deployment(), FlagPlacing(1), turn=turn, pool={"britain": {"men": 10, "tanks": 2, "air": 3, "lsp": 4}},
        points={"britain": {"Tobruk": {"men": 3, "tanks": 1}}, "italy": {"Gazala": {"men": 3, "tanks": 1}}},
    )  # fmt: skip
    s.naval_left = (0,) * len(s.naval_left)
    redraw(s)
    stake_out(s)
    gazala = s.world.place("Gazala")
    assert any(isinstance(x, Flag) and x.to == gazala for x in play(s)) == goes


def test_what_a_landing_wants_is_not_lent_away() -> None:
    """Lend-lease comes last: the Pool has just what the beach needs."""
    s = west(turn=10, craft=6)
    w = s.world
    usa, britain = w.number["usa"], w.number["britain"]
    s.pool[usa * 6 + LSP], s.pool[britain * 6 + LSP] = 5, 0
    settle(s)
    doctrine = LastWarDoctrine(GAME)
    orders = Deployer(Reading(s, "allies", doctrine.ground(w), STEADY, doctrine.numbers)).plan()
    wanted = {
        i: here[usa, LSP] for i, here in orders.want.items() if here.get((usa, LSP)) and w.beach_set >> i & 1
    }
    carry_on(s, GAME, lambda s: not isinstance(s.agenda[0], Deployment), seed="test")
    assert wanted and all(points(s, i, usa, LSP) == n for i, n in wanted.items())


def test_a_craft_lands_in_one_place_a_turn() -> None:
    """Two beaches, one craft, and no boats that would do: one landing is prepared."""
    s = west(turn=10, craft=1)
    n = s.world.number["britain"]
    s.craft = with_item(s.craft, n, 0)
    settle(s)
    doctrine = LastWarDoctrine(GAME)
    orders = Deployer(Reading(s, "allies", doctrine.ground(s.world), STEADY, doctrine.numbers)).plan()
    assert len([x for x in orders.strikes if s.world.beach_set >> x.at & 1]) == 1

"""Positions of the war in Europe in which one thing is plainly right by the date: staff has to see it."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import GAME
from hexfront.games.last_war.actions import Flag, PlayBoon, PlayColumn, PlayDie, PlayFlag, Stake
from hexfront.games.last_war.cards import CardPlay, Commitment
from hexfront.games.last_war.data import AXIS, LSP, MEN, code
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
from hexfront.players.doctrines.last_war.doctrine import LastWarDoctrine
from hexfront.players.doctrines.last_war.read import Reading
from tests.players.helpers import carry_on

TORCH = {"Casablanca", "Oran", "Algiers"}
OVERLORD = {"Calais", "Brest", "Amsterdam"}
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


@pytest.mark.parametrize("turn", [5, 7, 9])
def test_nobody_lands_in_france_before_1944_is_half_over(turn: int) -> None:
    assert not landings(west(turn, craft=6)) & OVERLORD


def test_the_second_front_comes_in_summer_1944() -> None:
    assert landings(west(turn=10, craft=6)) & OVERLORD


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

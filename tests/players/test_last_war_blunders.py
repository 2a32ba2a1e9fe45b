"""Positions of The Last War in which one thing is plainly right: staff has to see it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from hexfront.games.last_war import GAME
from hexfront.games.last_war.actions import (
    Beyond,
    Bid,
    Bomb,
    Flag,
    FromNavy,
    PlayBoon,
    PlayColumn,
    PlayDie,
    Retool,
    Rise,
    Secure,
    Stake,
    TakeLine,
    ToNavy,
    Withdraw,
)
from hexfront.games.last_war.bombing import TERROR, AirStep, nation_of
from hexfront.games.last_war.cards import CANCEL, CardPlay, Commitment
from hexfront.games.last_war.combat import PressOn
from hexfront.games.last_war.data import ALLIES, AXIS, BOMBERS, LINES, LSP, MEN, code
from hexfront.games.last_war.deployment import Deployment, stake_out
from hexfront.games.last_war.flags import FlagPlacing, OrderBids
from hexfront.games.last_war.front import gaps, redraw
from hexfront.games.last_war.partisans import Risings
from hexfront.games.last_war.reckoning import Situation, force
from hexfront.games.last_war.retooling import Retooling
from hexfront.games.last_war.state import manpower, points, side_points
from hexfront.games.last_war.straightening import Straightening
from hexfront.games.last_war.withdrawal import Withdrawal
from hexfront.hexes import bits
from hexfront.kernel import Chance, SeededSource, apply, pending, resolve, settle, with_item
from hexfront.players import Seatview, get
from hexfront.players.doctrines.last_war.odds import BattleOdds
from tests.players.helpers import carry_on

GERMANY, USSR = 0, 1


def scene(*frames: Any, scenario: str = "kursk", **given: Any) -> Any:
    """A position in which these frames are all that is left to do."""
    return GAME.position(scenario, agenda=frames, **given)


def play(s: Any, seed: str = "test") -> list[Any]:
    return carry_on(s, GAME, lambda s: not s.agenda, seed=seed)


def flags_of(chosen: list[Any], s: Any) -> set[str]:
    return {s.world.label(x.to) for x in chosen if isinstance(x, Flag)}


# --- the odds are the game's own


def situations(count: int) -> list[Situation]:
    dice = SeededSource("situations")
    out = []
    for _ in range(count):
        side = [
            force(
                dice.below(12), dice.below(5), dice.below(5), 1 + dice.below(5), lsp=dice.below(4),
                dice=(dice.below(4),) * dice.below(2), columns=dice.below(2), pag=dice.below(4) == 0, zeal=dice.below(2),
            )
            for _ in range(2)
        ]  # fmt: skip
        out.append(
            Situation(
                attacker=side[0],
                defender=side[1],
                terrain=("open", "forest", "swamp", "mountains", "jungle")[dice.below(5)],
                amphibious=dice.below(5) == 0,
                craft=dice.below(2) == 0,
                layers=dice.below(3),
                city=dice.below(3) == 0,
            )
        )
    return out


@pytest.mark.parametrize("f", situations(60))
def test_the_outlook_is_the_printed_process_over_all_dice(f: Situation) -> None:
    tables = GAME.world(GAME.setup("kursk")).tables  # type: ignore[attr-defined]
    r = tables.reckon(f)
    effects = [tables.verdict(f, r, a, d).effect for a in range(1, 7) for d in range(1, 7)]
    o = BattleOdds(tables).outlook(f)
    assert o.take == pytest.approx(sum(e in ("beyond", "occupy", "lands") for e in effects) / 36)
    assert o.beyond == pytest.approx(effects.count("beyond") / 36)
    assert o.pushed == pytest.approx(effects.count("pushed") / 36)
    assert o.fails == pytest.approx(effects.count("fails") / 36)
    lost = tables.losses(f)
    assert sum(o.attacker.values()) == min(lost.attacker, f.attacker.cv)
    assert sum(o.defender.values()) == min(lost.defender, f.defender.cv)


# --- flags


def test_the_all_but_empty_victory_hex_is_attacked() -> None:
    s = scene(
        FlagPlacing(AXIS), turn=3, phase="flags",
        points={"germany": {"2719": {"men": 8, "tanks": 3, "air": 2, "lsp": 2}}, "ussr": {"2618": {"men": 1}}},
    )  # fmt: skip
    assert "2618" in flags_of(play(s), s)


def test_nobody_attacks_at_hopeless_odds() -> None:
    mass = {"men": 20, "tanks": 6, "air": 6, "lsp": 4}
    s = scene(FlagPlacing(AXIS), turn=2, phase="flags")
    for i in bits(s.line[ALLIES]):
        for kind, n in enumerate(mass.values()):
            s.at[(i * 8 + USSR) * 6 + (kind if kind < 3 else LSP)] = n
    s.shown = dict(s.at)
    assert flags_of(play(s), s) == set()


def test_the_soviets_strike_with_their_mass_where_it_counts() -> None:
    s = scene(
        FlagPlacing(ALLIES), turn=3, phase="flags",
        points={"ussr": {"2618": {"men": 14, "tanks": 6, "air": 4, "lsp": 4}}, "germany": {"2617": {"men": 1}}},
    )  # fmt: skip
    assert "2617" in flags_of(play(s), s)


# --- deployment


@pytest.mark.parametrize("scenario", ["kursk", "europe", "pacific"])
def test_the_line_is_filled_before_anything_else(scenario: str) -> None:
    s = GAME.start(GAME.setup(scenario))
    carry_on(s, GAME, lambda s: isinstance(s.agenda[0], Deployment))
    for i in list(bits(s.line[AXIS] & ~s.world.china))[:4]:
        for n in s.world.of_side[AXIS]:
            s.at.pop((i * 8 + n) * 6 + MEN, None)
    s.shown = dict(s.at)
    carry_on(s, GAME, lambda s: not isinstance(s.agenda[0], Deployment))
    assert not gaps(s, AXIS) and not gaps(s, ALLIES)


def test_a_threatened_place_gets_more_than_a_quiet_hex() -> None:
    """A mass stands before Orel; nothing stands before the hex of 2721."""
    s = scene(
        Deployment(), turn=2,
        points={"ussr": {"2616": {"men": 10, "tanks": 4, "air": 3, "lsp": 2}}},
        pool={"germany": {"men": 8, "tanks": 2, "air": 2, "lsp": 3}},
    )  # fmt: skip
    w = s.world
    play(s)
    here = [sum(points(s, w.place(x), GERMANY, k) for k in (0, 1, 2)) for x in ("2617", "2721")]
    assert here[0] >= here[1] + 3


def test_attacks_are_given_lsp() -> None:
    s = scene(
        Deployment(), turn=3, phase="deploy",
        points={"ussr": {"2618": {"men": 8}}, "germany": {"2617": {"men": 1}}},
        pool={"ussr": {"men": 10, "tanks": 6, "air": 5, "lsp": 5}},
    )  # fmt: skip
    play(s)
    assert sum(side_points(s, i, ALLIES, LSP) for i in bits(s.line[ALLIES])) >= 2


# --- cards and LSP


def decisive(**given: Any) -> Any:
    """The last turn: whoever has Kharkov has won. Both sides are about even there, and hold a card."""
    given.setdefault("hand", [0b100, 0b010])
    return scene(
        CardPlay(), turn=4, phase="cards",
        held={"ussr": ["Orel", "2518"]},
        points={
            "germany": {"2719": {"men": 5, "tanks": 1}},
            "ussr": {"2819": {"men": 12, "tanks": 2, "air": 1, "lsp": 1}},
        },
        flags=[("ussr", "2819", "2719")],
        **given,
    )  # fmt: skip


def test_a_card_is_played_where_it_decides() -> None:
    s = decisive(hand=[0, 0b001])
    chosen = play(s)
    at = s.world.place("2719")
    assert any(isinstance(x, PlayDie | PlayColumn) and x.hex == at for x in chosen)


def test_a_decisive_card_is_cancelled() -> None:
    """The attack is likely to succeed unless the enemy plays his card: better to cancel that than to add to the die.
    Where he has none to play, there is nothing to cancel."""
    s = decisive()
    cancels = [x for x in play(s) if isinstance(x, PlayBoon) and x.side == ALLIES]
    assert [(x.hex, x.boon) for x in cancels] == [(s.world.place("2719"), CANCEL)]
    s = decisive(hand=[0, 0b010])
    assert not any(isinstance(x, PlayBoon) for x in play(s))


def test_no_card_is_wasted_on_a_trifle() -> None:
    s = scene(
        CardPlay(), turn=1, phase="cards", hand=[0b111, 0b111],
        points={"germany": {"2721": {"men": 3, "lsp": 1}}}, flags=[("germany", "2721", "2821")],
    )  # fmt: skip
    assert not any(isinstance(x, PlayDie | PlayColumn | PlayBoon) for x in play(s))


def test_a_close_attack_gets_the_lsp_at_hand() -> None:
    s = scene(
        Commitment(), turn=2, phase="cards",
        points={
            "germany": {"2617": {"men": 8, "tanks": 3, "air": 2, "lsp": 2}},
            "ussr": {"2616": {"men": 12, "tanks": 3, "air": 2}},
        },
        flags=[("germany", "2617", "2616")],
    )  # fmt: skip
    assert any(isinstance(x, Stake) for x in play(s))


# --- standing and going


def test_a_force_leaves_before_a_blow_it_cannot_stand() -> None:
    s = scene(
        Withdrawal(), turn=2, phase="withdraw",
        points={
            "germany": {"2721": {"men": 3, "tanks": 2, "air": 1}},
            "ussr": {"2821": {"men": 30, "tanks": 9, "air": 9}},
        },
        stakes={(GAME.world(GAME.setup("kursk")).place("2821") * 8 + USSR) * 2: 4},  # type: ignore[attr-defined]
        flags=[("ussr", "2821", "2721")],
    )  # fmt: skip
    play(s)
    at = s.world.place("2721")
    assert [points(s, at, GERMANY, k) for k in (0, 1, 2)] == [1, 0, 0]


def test_a_force_stands_where_the_attack_is_weak() -> None:
    s = scene(
        Withdrawal(), turn=4, phase="withdraw",
        points={"germany": {"2719": {"men": 6, "tanks": 2}}, "ussr": {"2819": {"men": 2}}},
        flags=[("ussr", "2819", "2719")],
    )  # fmt: skip
    play(s)
    assert manpower(s, s.world.place("2719"), AXIS) == 6


def test_no_place_is_given_up_without_a_fight() -> None:
    s = scene(Straightening(AXIS, 0), turn=1, phase="straighten")
    s.agenda = (Straightening(AXIS, s.line[AXIS]),)
    places = {s.world.place(name) for name in s.world.victory["places"]}
    assert not [x for x in play(s) if isinstance(x, Withdraw) and x.hex in places]


def test_a_breakthrough_goes_for_the_victory_hex() -> None:
    s = scene(phase="combat", turn=2, held={"ussr": ["2518"]}, points={"ussr": {"2518": {"men": 9}}})
    w = s.world
    s.agenda = (PressOn(w.place("2517"), ALLIES, (w.place("2518"),)),)
    assert Beyond(w.place("Gomel")) in play(s)


# --- partisans


def test_partisans_rise_where_they_spoil_the_line() -> None:
    s = scene(Risings(), turn=1, phase="deploy", pag_left=[0, 2])
    w = s.world
    rises = [x for x in play(s) if isinstance(x, Rise)]
    assert len(rises) == 2
    assert all((w.within(x.hex, 2) & s.line[AXIS]).bit_count() >= 2 for x in rises)


def test_partisans_near_the_front_are_hunted_down() -> None:
    s = scene(
        FlagPlacing(AXIS), turn=1, phase="flags", pags={"2518": "ussr"}, held={"germany": ["2618", "2718"]},
        points={"germany": {"2617": {"men": 6, "tanks": 2}, "2517": {"men": 5}}},
    )  # fmt: skip
    assert "2518" in flags_of(play(s), s)


# --- any table


@pytest.mark.parametrize(
    ("scenario", "seats"), [("europe", 4), ("europe", 7), ("pacific", 4), ("pacific", 7)]
)
def test_every_seat_plays_a_turn_in_good_time(scenario: str, seats: int) -> None:
    s = GAME.start(GAME.setup(scenario, {"seats": seats}))
    players = {seat: get("staff", seat) for seat in s.world.seats}
    dice = SeededSource("dice")
    spent: list[float] = []
    while s.turn < 2:
        frame = pending(s)
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        seat = frame.deciders(s)[0]  # type: ignore[union-attr]
        began = time.process_time()
        action = players[seat].choose(Seatview(GAME, s, seat))
        spent.append(time.process_time() - began)
        apply(s, seat, action)
    assert max(spent) < 2.0
    assert sum(spent) / len(spent) < 0.05


def test_the_enemys_secrets_change_nothing() -> None:
    """The same choice whatever the enemy has in his hand or means to do, and however effective he really is."""
    s = GAME.start(GAME.setup("kursk"))
    carry_on(s, GAME, lambda s: isinstance(s.agenda[0], CardPlay))
    t = s.clone()
    t.hand = with_item(s.hand, USSR, 0b110 if s.hand[USSR].bit_count() == 2 else s.hand[USSR])
    believed = t.me[USSR] + t.guess[USSR]
    t.me, t.guess = with_item(t.me, USSR, believed), with_item(t.guess, USSR, 0)
    mine = [get("staff", "same").choose(Seatview(GAME, x, "axis")) for x in (s, t)]
    assert mine[0] == mine[1]


# --- the rarer decisions


def europe(*frames: Any, **given: Any) -> Any:
    return scene(*frames, scenario="europe", **given)


def chosen_by(s: Any, seat: str, kinds: tuple[type, ...]) -> list[Any]:
    settle(s)
    return [x for x in play(s) if isinstance(x, kinds)]


def test_a_spare_card_buys_the_order_where_the_enemy_would_choose() -> None:
    s = scene(OrderBids(), turn=4)
    assert s.me == (5, 2), "the Germans would choose"
    s.flags_left = (3, 2)
    bids = chosen_by(s, "allies", (Bid,))
    assert bids == [Bid(USSR, 2)], "the cheapest card of the side that would not, and none of the other"
    early = scene(OrderBids(), turn=1)
    early.flags_left = (3, 2)
    assert not chosen_by(early, "allies", (Bid,)), "cards are worth more while the war is young"
    few = scene(OrderBids(), turn=4)
    few.flags_left = (3, 4)
    assert not chosen_by(few, "allies", (Bid,)), "no card to spare"


def test_industry_makes_what_is_short_of_what_nobody_waits_for() -> None:
    s = europe(Retooling(), turn=4, pool={"ussr": {"lsp": 0}})
    s.naval_left = (0,) * 8
    takes = chosen_by(s, "allies", (TakeLine, Retool))
    ussr = s.world.number["ussr"]
    assert TakeLine(ussr, LINES.index("concrete")) in takes, "no bomber threatens the Soviets"
    assert takes[takes.index(TakeLine(ussr, LINES.index("concrete"))) + 1] == Retool(LINES.index("lsp"))
    assert not any(isinstance(x, TakeLine) and x.power == 0 for x in takes), "the Germans need their flak"
    late = europe(Retooling(), turn=12)
    assert not chosen_by(late, "allies", (TakeLine,)), "too late to pay"


def test_bombers_move_to_where_there_is_something_to_bomb() -> None:
    s = scene(
        Deployment(), scenario="pacific", turn=12, held={"usa": ["Naha"]},
        points={"usa": {"Naha": {"men": 3}}}, pool={"usa": {"lsp": 9, "bombers": 3}},
    )  # fmt: skip
    usa, naha = s.world.number["usa"], s.world.place("Naha")
    s.bases = {s.world.place("Honolulu"): 1 << usa}
    for area in range(len(s.world.areas)):
        s.fleet = with_item(s.fleet, area * 8 + usa, 20)
    redraw(s)
    stake_out(s)
    play(s)
    assert s.new_bases == {naha: 1 << usa}, "Kyushu is within range of Okinawa"
    idle = scene(Withdrawal(), scenario="pacific", turn=12, held={"usa": ["Naha"]})
    honolulu = idle.world.place("Honolulu")
    idle.bases = {honolulu: 1 << usa, naha: 1 << usa}
    idle.at[code(honolulu, usa, BOMBERS)] = 2
    idle.shown = dict(idle.at)
    play(idle)
    assert idle.pool[usa * 6 + BOMBERS] == 2, "called back to go there"


def test_bombers_with_nothing_to_bomb_help_the_navy_where_it_counts() -> None:
    s = scene(AirStep(), scenario="pacific", turn=8, pool={"usa": {"lsp": 5}})
    w = s.world
    usa, japan, honolulu = w.number["usa"], w.number["japan"], w.place("Honolulu")
    east = w.areas.index("east_pacific")
    s.fleet = (0,) * len(s.fleet)
    s.fleet = with_item(with_item(s.fleet, east * 8 + usa, 2), east * 8 + japan, 1)
    s.bases = {honolulu: 1 << usa}
    s.at[code(honolulu, usa, BOMBERS)] = 2
    s.shown = dict(s.at)
    assert chosen_by(s, "allies", (ToNavy,)) == [ToNavy(usa, east)], "one tips the scales, the other stays"
    calm = scene(AirStep(), scenario="pacific", turn=8)
    calm.fleet = (0,) * len(calm.fleet)
    calm.navy_air = with_item(calm.navy_air, east * 8 + usa, 1)
    calm.fleet = with_item(calm.fleet, east * 8 + usa, 4)
    assert chosen_by(calm, "allies", (FromNavy,)) == [FromNavy(usa, east)], "nobody to fight there"


def test_a_security_zone_keeps_partisans_off_a_line_that_is_hurt_by_them() -> None:
    s = europe(Deployment(), turn=5, pool={"germany": {"men": 40, "lsp": 30}}, pags={"Gomel": "ussr"})
    w = s.world
    s.pag_left = with_item(s.pag_left, w.number["ussr"], 3)
    zones = chosen_by(s, "axis", (Secure,))
    assert zones and all(points(s, i, what % 8, MEN) for i, what in s.zones.items())
    front = s.line[AXIS]
    assert all(w.within(i, 2) & front and not front >> i & 1 for i in s.zones), "behind the line, and near it"
    calm = europe(Deployment(), turn=5, pool={"germany": {"men": 40, "lsp": 30}})
    calm.pag_left = (0,) * 8
    assert not chosen_by(calm, "axis", (Secure,)), "no partisans, no zones"


def test_flak_goes_where_bombs_fall_on_industry() -> None:
    s = europe(AirStep(), Deployment(), turn=4, pool={"germany": {"men": 40, "lsp": 30}})
    britain, norwich = s.world.number["britain"], s.world.place("Norwich")
    s.concrete = with_item(s.concrete, 0, 1)
    s.bases = {norwich: 1 << britain}
    s.at[code(norwich, britain, BOMBERS)] = 4
    s.shown = dict(s.at)
    settle(s)
    play(s)
    assert s.flak == {s.world.place("Essen"): 0}


def test_terror_is_for_towns_of_the_enemys_own_country() -> None:
    s = europe(AirStep(), turn=8, pool={"britain": {"lsp": 3}})
    britain, norwich = s.world.number["britain"], s.world.place("Norwich")
    s.bases = {norwich: 1 << britain}
    s.at[code(norwich, britain, BOMBERS)] = 3
    s.shown = dict(s.at)
    raids = [x for x in chosen_by(s, "allies", (Bomb,)) if x.role == TERROR]
    assert all(nation_of(s, x.hex) >= 0 for x in raids)

"""Lebensraum!: the staff in combat: who gives way and who stays, and what the defender's leaders and aircraft do to the odds."""

from __future__ import annotations

import pytest

from hexfront.games.lebensraum.actions import GiveWay, Place, Train
from hexfront.games.lebensraum.arrivals import Placing
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.kinds import ALLIED, SOVIET
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.results import Losses
from hexfront.games.lebensraum.state import steps_of
from hexfront.players.doctrines.lebensraum.numbers import NUMBERS
from hexfront.players.doctrines.lebensraum.odds import Stakes, reply_of, value_of
from hexfront.players.doctrines.lebensraum.strike import Striker
from tests.games.lebensraum.kit import Table, position
from tests.players.test_lebensraum_staff import carried_on, ordered
from tests.players.test_lebensraum_war import desk_of


def after(us: str, german: str, losses: tuple[int, int], **more: str) -> Table:
    """The US 1st Army has attacked the German 7th; so many steps are lost on each side."""
    t = position(
        "dday", turn=13, segment="first-combat", phasing="allied", place={"us-1": us, "de-7": german, **more},
        hqs={"al-21ag": us}, agenda=(Losses(0),),
    )  # fmt: skip
    s, w = t.s, t.w
    s.attackers, s.defenders, s.target = [w.unit("us-1")], [w.unit("de-7")], w.hex(german)
    s.origins = {u: s.where[u] for u in s.attackers}
    s.needed = [sum(steps_of(s, u) for u in side) for side in (s.attackers, s.defenders)]
    s.indicated, s.owed = list(losses), list(losses)
    return t


def test_a_city_is_not_given_up_to_save_a_step_of_the_attacker() -> None:
    """Rome was left after a combat that had been won, and the Germans walked in."""
    assert ordered(after("Rome", "3312", (1, 2))) != GiveWay()


def test_an_attacker_who_is_beaten_gives_way_if_he_has_two_hexes_to_go() -> None:
    """He goes back twice (7.4e): with the sea behind him the second retreat is his end."""
    assert ordered(after("1716", "1817", (2, 1))) == GiveWay()
    assert ordered(after("1616", "1617", (2, 1))) != GiveWay()
    assert ordered(after("1616", "1617", (1, 1))) == GiveWay(), "one hex is enough for who is not beaten"


@pytest.mark.parametrize(("leader", "air", "more"), [(False, 0, 0), (True, 0, 4), (True, 1, 9)])
def test_the_odds_of_a_plan_count_what_the_defender_can_add(leader: bool, air: int, more: int) -> None:
    t = position(
        "dday", turn=13, segment="first-combat", phasing="allied", place={"us-1": "1517", "de-7": "1617"},
        hqs={"al-21ag": "1517", "de-agd": "1716"}, leaders={"von-rundstedt": "de-agd"} if leader else {}, agenda=(Attacks(ALLIED),),
    )  # fmt: skip
    t.s.air_hq[t.w.hq("de-agd")] = air
    foe = t.w.unit("de-7")
    assert reply_of(t.s, [foe]) == more
    t.s.helped = 1 << t.w.hq("de-agd")  # he can help once in a segment
    assert reply_of(t.s, [foe]) == more - (4 if leader else 0)


def test_a_leader_is_counted_on_in_as_many_attacks_as_there_are_leaders() -> None:
    t = position(
        "dday", turn=13, segment="first-combat", phasing="allied", hqs={"al-21ag": "1516"}, leaders={"montgomery": "al-21ag"},
        place={"us-1": "1517", "br-2": "1516", "de-7": "1617", "de-25": "Le Havre"}, agenda=(Attacks(ALLIED),),
    )  # fmt: skip
    d = desk_of(t)
    free = {u: {b.at: 0} for u, b in d.picture.mine.items()}
    striker = Striker(d, free, 0.0, fixed=True)
    assert (striker.leaders, striker.star) == (1, 3)
    helped = [way for way in striker.tries(t.w.hex("1617")) if way.leader]
    plain = [way for way in striker.tries(t.w.hex("1617")) if not way.leader and way.air == helped[0].air]
    assert helped[0].strike.value > plain[0].strike.value
    t.s.helped = 1 << t.w.hq("al-21ag")
    spent = Striker(desk_of(t), free, 0.0, fixed=True)
    assert spent.leaders == 0 and not any(way.leader for way in spent.tries(t.w.hex("1617")))


def test_what_a_first_combat_empties_can_still_be_walked_into() -> None:
    """Tanks move between the combats; what the second empties stays empty."""
    k, stake = NUMBERS[ALLIED], Stakes(4, 1.0, 3, 1.0, 6.0)
    worth = {}
    for segment in ("movement", "first-combat", "second-combat"):
        t = position("dday", turn=15, segment=segment, place={"us-1": "1709", "de-7": "Hanover"})
        worth[segment] = value_of(t.s, k, t.w.tables.columns.index("4:1"), stake)
    assert worth["movement"] == worth["first-combat"] > worth["second-combat"]


def test_who_strikes_last_does_not_save_his_armies() -> None:
    k = {}
    for turn in (14, 16):
        t = position(
            "dday", turn=turn, place={"us-1": "1709", "de-7": "Hanover"}, phasing="allied", points={"allied": 100}, hqs={"al-12ag": "1709"},
            agenda=(Moves(ALLIED),),
        )  # fmt: skip
        k[turn] = desk_of(t).k
    assert (
        k[16]["loss"] < 0.5 * k[14]["loss"]
        and k[16]["kill"] < 0.5 * k[14]["kill"]
        and k[16]["place"] == k[14]["place"]
    )


def test_a_soviet_army_does_not_arrive_before_the_panzers() -> None:
    """Riga is fed and lies before two Panzer groups; an army that comes to Moscow lives to march."""
    t = position(
        "conclusions", turn=1, place={"su-28": "ready", "de-4pz": "2021", "de-3pz": "2122", "su-8": "1616"}, hqs={"su-northwest": "1720"},
        agenda=(Placing(SOVIET),),
    )  # fmt: skip
    u, riga = t.w.unit("su-28"), t.w.hex("Riga")
    assert desk_of(t).picture.fed_now >> riga & 1
    placed = next(x for x in carried_on(t) if isinstance(x, Place | Train))
    assert placed.unit == u and (isinstance(placed, Train) or placed.hex != riga)

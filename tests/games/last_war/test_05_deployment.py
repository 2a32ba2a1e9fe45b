"""Deployment part by part: where, what, at what price, and what stands there afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.data import POWERS
from hexfront.games.last_war.deployment import Deployment, DeployStep, ground, has_shipping, stake_out
from hexfront.games.last_war.naval import Convoy
from hexfront.games.last_war.plans import ZoneSite
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import Action, deciders, legal, pending, with_item
from hexfront.testing import refusal

from .kit import AIR, BOMBERS, GAME, GARRISONS, LSP, MEN, TANKS, act, given, go, h, have, p, pool, put

BRITAIN, USA, USSR = 5, 6, 7


def deploying(**what: Any) -> LastWarState:
    what.setdefault("scenario", "europe")
    s = given(**what)
    s.agenda = (DeployStep(),)
    return go(s)


def everything(s: LastWarState, i: int) -> set[Action]:
    """Every order for a hex that could be written down, sense or nonsense."""
    sides = (*s.world.near(i), s.world.near(s.world.near(i)[0])[0], 999_999, -1)
    out: set[Action] = {a.Stop(), a.Done(), a.Pick(i), a.Lend(USA, USSR, TANKS)}
    for n in (-1, 0, 1, 5, 6, 7, 8):
        out |= {a.Deploy(n, kind, lot) for kind in range(-1, 7) for lot in (0, 1, 2, 5)}
        out |= {a.Fortify(n, j) for j in sides} | {a.Secure(n, purpose) for purpose in range(-1, 4)}
        out |= {a.BuildBase(n), a.BuildFlak(n)}
    return out


@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("resources.six-kinds")
@pytest.mark.rule("pool.entry")
@pytest.mark.rule("pool.amphibious")
@pytest.mark.rule("resources.garrison-count")
@pytest.mark.rule("bombing.base-needed")
@pytest.mark.rule("fort.cost")
@pytest.mark.rule("fort.hexside")
@pytest.mark.rule("security.zone-cost")
@pytest.mark.rule("security.zone-other-use")
@pytest.mark.rule("flak.cost")
@pytest.mark.parametrize(
    ("seat", "place"),
    [
        ("axis", "Orel"), ("axis", "Essen"), ("allies", "London"), ("allies", "beach"),
    ],
)  # fmt: skip
def test_what_deployment_offers_is_what_it_allows(seat: str, place: str) -> None:
    s = deploying(
        pool={
            "germany": {"men": 6, "tanks": 1, "lsp": 3, "garrisons": 1, "bombers": 1}, "italy": {"men": 1, "air": 5},
            "britain": {"men": 9, "tanks": 3, "lsp": 6, "bombers": 1, "garrisons": 1}, "usa": {"men": 5, "air": 2},
            "ussr": {"men": 2, "lsp": 1},
        },
        concrete=[1, 0, 0, 0, 0, 0, 0, 1], craft=[0, 0, 0, 0, 0, 1, 0, 0], naval_left=[0, 0, 0, 0, 0, 1, 1, 0],
        bases={}, men=2,
    )  # fmt: skip
    s.bases = {h(s, "Essen"): 1, h(s, "London"): 1 << BRITAIN}
    area = s.world.areas.index("bay_of_biscay")
    s.fleet = with_item(s.fleet, area * POWERS + BRITAIN, 9)
    s.works = {h(s, "Orel") * s.world.top + s.world.land_near[h(s, "Orel")][0]: 0}
    s.agenda = (DeployStep(),)
    go(s)
    i = (
        next(sea for sea, coast in s.world.beaches.items() if coast == h(s, "Brest"))
        if place == "beach"
        else h(s, place)
    )
    picks = {x.hex for x in legal(s, seat) if isinstance(x, a.Pick)}
    assert picks == {j for j in s.world.grid if refusal(s, seat, a.Pick(j)) == ""} and i in picks
    act(s, seat, a.Pick(i))
    for _ in range(4):
        every = everything(s, i)
        assert set(legal(s, seat)) == {x for x in every if refusal(s, seat, x) == ""}, place
        choices = sorted((x for x in legal(s, seat) if not isinstance(x, a.Stop)), key=repr)
        if not choices:
            break
        act(s, seat, choices[len(choices) // 2])


@pytest.mark.rule("sequence.2-minimum-first")
def test_every_bare_hex_gets_its_man_before_anything_else() -> None:
    s = deploying(pool={"germany": {"men": 3, "tanks": 1}}, men=2)
    for name in ("Orel", "Kursk"):
        put(s, "germany", name, MEN, 0)
    stake_out(s)
    for name in ("Orel", "Kursk"):
        assert refusal(s, "axis", a.Done()) == "sequence.2-minimum-first"
        act(s, "axis", a.Pick(h(s, name)))
        act(s, "axis", a.Deploy(0, MEN, 1))
        act(s, "axis", a.Stop())
    assert refusal(s, "axis", a.Done()) == "" and not s.bare


@pytest.mark.rule("sequence.2-minimum-first")
@pytest.mark.rule("sequence.2-deploy")
def test_the_minimum_comes_first() -> None:
    s = deploying(pool={"germany": {"men": 3, "tanks": 1, "lsp": 2}}, men=2)
    put(s, "germany", "Orel", MEN, 0)
    stake_out(s)
    orel, kharkov = h(s, "Orel"), h(s, "Kharkov")
    assert refusal(s, "axis", a.Done()) == "sequence.2-minimum-first" and a.Done() not in legal(s, "axis")
    assert legal(s, "axis") == [a.Pick(orel)]
    s.focus["axis"] = kharkov
    toward = next(j for j in s.world.land_near[kharkov] if s.world.play >> j & 1)
    for early in (a.Deploy(0, MEN, 1), a.Deploy(0, TANKS, 1), a.Fortify(0, toward), a.Secure(0, 0)):
        assert refusal(s, "axis", early) == "sequence.2-minimum-first", early
    assert refusal(s, "axis", a.Deploy(0, TANKS, 5)) == "pool.entry", "what is wrong anyway is said first"
    assert legal(s, "axis") == [a.Stop()]
    act(s, "axis", a.Stop())
    act(s, "axis", a.Pick(orel))
    assert legal(s, "axis") == [a.Stop(), a.Deploy(0, MEN, 1)]
    act(s, "axis", a.Deploy(0, MEN, 1))
    assert refusal(s, "axis", a.Deploy(0, TANKS, 1)) == ""
    act(s, "axis", a.Stop())
    assert refusal(s, "axis", a.Done()) == ""
    cut = deploying(pool={"germany": {"men": 3}}, men=2)
    put(cut, "germany", "Orel", MEN, 0)
    stake_out(cut)
    cut.reach = with_item(cut.reach, 0, cut.reach[0] & ~(1 << orel))
    assert refusal(cut, "axis", a.Done()) == "", "nobody can be sent there"


@pytest.mark.rule("outline.allocate-each-turn")
@pytest.mark.rule("sequence.2-deploy")
def test_where_a_power_deploys() -> None:
    s = deploying(pool={"italy": {"men": 1}})
    assert ground(s, 0) & s.reach[0] == s.reach[0], "anywhere its side holds and a route leads to"
    frame = Deployment()
    assert frame.places(s, "axis") == ground(s, 1), "a power with an empty Pool sends nothing anywhere"
    s.pool[1 * 6 + MEN] = 0
    assert frame.places(s, "axis") == 0
    s.pool[0 * 6 + GARRISONS] = 1
    assert frame.places(s, "axis") == ground(s, 0) & s.world.posts, "Garrisons hold ports, islands and cities"
    s.pool[0 * 6 + GARRISONS] = 0
    s.pool[0 * 6 + BOMBERS] = 1
    assert frame.places(s, "axis") == 0, "there is no base"
    s.bases = {h(s, "Essen"): 1, h(s, "Rome"): 2}
    assert frame.places(s, "axis") == 1 << h(s, "Essen")
    s.pool[0 * 6 + LSP] = 1
    assert frame.places(s, "axis") == ground(s, 0)
    seven = deploying(options={"seats": 7}, out_of_war=1 << 1, pool={"italy": {"men": 3}})
    assert "italy" not in deciders(seven) and frame.mine(seven, "italy") == []
    assert frame.places(seven, "italy") == 0


@pytest.mark.rule("pool.overland")
@pytest.mark.rule("pool.overseas")
@pytest.mark.rule("sequence.2-deploy")
def test_why_a_hex_cannot_be_reached() -> None:
    s = deploying(pool={"britain": {"men": 9}, "ussr": {"men": 1}})
    tobruk = h(s, "Tobruk")
    assert s.shores[BRITAIN] >> tobruk & 1 and refusal(s, "allies", a.Pick(tobruk)) == ""
    s.pool[USSR * 6 + MEN] = 0
    s.shipped = with_item(s.shipped, BRITAIN, 24)
    assert not has_shipping(s, BRITAIN) and refusal(s, "allies", a.Pick(tobruk)) == "pool.overseas"
    s.shores = (0,) * 8
    assert refusal(s, "allies", a.Pick(tobruk)) == "pool.overland"
    s.pool[BRITAIN * 6 + MEN] = 0
    assert refusal(s, "allies", a.Pick(h(s, "London"))) == "outline.allocate-each-turn", "the Pool is empty"
    assert refusal(s, "allies", a.Pick(h(s, "Berlin"))) == "sequence.2-deploy"


@pytest.mark.rule("pool.amphibious")
@pytest.mark.rule("pool.entry")
@pytest.mark.rule("resources.six-kinds")
def test_what_the_boats_hold() -> None:
    s = deploying(pool={"britain": {"men": 30, "tanks": 9, "air": 9, "lsp": 9}}, craft=[0] * 5 + [1, 0, 0])
    sea = next(sea for sea, coast in s.world.beaches.items() if coast == h(s, "Brest"))
    s.landings = with_item(s.landings, BRITAIN, 1 << sea)
    frame = Deployment()

    def load(kind: int, lot: int) -> str:
        wrong = frame.wrong_points(s, sea, a.Deploy(BRITAIN, kind, lot))
        return "" if wrong is None else wrong.rule

    put(s, "britain", s.world.label(sea), MEN, 5)
    put(s, "britain", s.world.label(sea), TANKS, 1)
    assert load(MEN, 1) == load(TANKS, 1) == load(AIR, 5) == load(LSP, 5) == "", (
        "six Men, two Tanks, and the rest"
    )
    assert load(MEN, 5) == load(TANKS, 5) == "pool.amphibious"
    assert frame.wrong_points(s, sea, a.Deploy(BRITAIN, 0, 1)) is None


@pytest.mark.rule("pool.overseas")
@pytest.mark.rule("pool.entry")
@pytest.mark.rule("sequence.2-deploy")
def test_the_room_on_the_merchant_routes() -> None:
    s = deploying(pool={"britain": {"men": 30}, "usa": {"men": 2}})
    act(s, "allies", a.Pick(h(s, "Tobruk")))
    s.shipped = with_item(s.shipped, BRITAIN, 19)
    assert refusal(s, "allies", a.Deploy(BRITAIN, MEN, 5)) == "", "just room"
    s.shipped = with_item(s.shipped, BRITAIN, 20)
    assert refusal(s, "allies", a.Deploy(BRITAIN, MEN, 5)) == "pool.overseas"
    act(s, "allies", a.Deploy(BRITAIN, MEN, 1))
    assert s.shipped[BRITAIN] == 21 and have(s, "britain", "Tobruk") == 2
    act(s, "allies", a.Stop())
    act(s, "allies", a.Pick(h(s, "London")))
    act(s, "allies", a.Deploy(BRITAIN, MEN, 5))
    assert s.shipped[BRITAIN] == 21, "at home nothing is shipped"
    act(s, "allies", a.Stop())
    for seat in deciders(s):
        act(s, seat, a.Done())
    assert [frame for frame in s.agenda if isinstance(frame, Convoy)] == [Convoy(BRITAIN)], (
        "who shipped, and nobody else"
    )


@pytest.mark.rule("sequence.2-deploy")
@pytest.mark.rule("fort.cost")
@pytest.mark.rule("fort.layers")
@pytest.mark.rule("security.zone-cost")
@pytest.mark.rule("security.zone-other-use")
@pytest.mark.rule("bombing.base-needed")
@pytest.mark.rule("flak.cost")
@pytest.mark.rule("pool.overseas")
def test_everything_that_can_be_set_up() -> None:
    s = deploying(
        pool={"germany": {"men": 4, "lsp": 9}, "italy": {"men": 2, "lsp": 3}, "usa": {"lsp": 1, "tanks": 1}, "britain": {"lsp": 1}},
        concrete=[2, 1, 0, 0, 0, 0, 0, 0], points={"germany": {"Orel": {"men": 3}, "Kharkov": {"men": 3}}, "italy": {"Rome": {"men": 2}}},
    )  # fmt: skip
    orel, kharkov, essen, berlin, rome = (
        h(s, name) for name in ("Orel", "Kharkov", "Essen", "Berlin", "Rome")
    )
    voronezh = s.world.land_near[orel][0]
    act(s, "axis", a.Pick(orel))
    act(s, "axis", a.Fortify(0, voronezh))
    assert refusal(s, "axis", a.Fortify(0, voronezh)) == "fort.layers"
    other = next(j for j in s.world.land_near[orel] if j != voronezh and s.world.play >> j & 1)
    assert refusal(s, "axis", a.Fortify(0, other)) == "", "another side is another work"
    act(s, "axis", a.Secure(0, 2))
    assert refusal(s, "axis", a.Secure(0, 0)) == "security.zone-cost", "one a hex"
    act(s, "axis", a.Stop())
    act(s, "axis", a.Pick(kharkov))
    assert refusal(s, "axis", a.Secure(0, 0)) == "", "another hex is another zone"
    act(s, "axis", a.Stop())
    act(s, "axis", a.Pick(essen))
    act(s, "axis", a.BuildFlak(0))
    assert refusal(s, "axis", a.BuildFlak(0)) == "flak.cost" and refusal(s, "axis", a.BuildBase(0)) == ""
    act(s, "axis", a.Stop())
    act(s, "axis", a.Pick(berlin))
    assert refusal(s, "axis", a.BuildFlak(0)) == ""
    act(s, "axis", a.BuildBase(0))
    assert refusal(s, "axis", a.BuildBase(0)) == "bombing.base-needed"
    act(s, "axis", a.Stop())
    act(s, "axis", a.Pick(rome))
    act(s, "axis", a.BuildFlak(1))
    act(s, "axis", a.Secure(1, 1))
    act(s, "axis", a.BuildBase(1))
    act(s, "axis", a.Stop())
    assert (
        refusal(s, "allies", a.Lend(USA, 99, TANKS))
        == refusal(s, "allies", a.Lend(USA, -1, TANKS))
        == "pool.overseas"
    )
    assert (
        refusal(s, "allies", a.Lend(USA, 0, TANKS))
        == refusal(s, "allies", a.Lend(USA, USA, TANKS))
        == "pool.overseas"
    )
    assert (
        refusal(s, "allies", a.Lend(USA, USSR, AIR))
        == "pool.entry"
        == refusal(s, "allies", a.Lend(USA, USSR, MEN))
    )
    act(s, "allies", a.Lend(USA, USSR, TANKS))
    assert pool(s, "usa", TANKS) == 0 and pool(s, "ussr", TANKS) == 1 and s.lent[USA * 2 + 1] == 1
    act(s, "axis", a.Done())
    act(s, "allies", a.Done())
    assert s.works == {orel * s.world.top + voronezh: 0}
    assert s.zones == {orel: 2 * POWERS + 0, rome: 1 * POWERS + 1}
    assert s.new_bases == {berlin: 1, rome: 2} and not s.bases
    assert s.flak == {essen: 0, rome: 1} and s.concrete[:2] == (1, 0)
    assert pool(s, "germany", LSP) == 9 - 1 - 1 - 2 and pool(s, "germany") == 3
    assert pool(s, "italy", LSP) == 0 and pool(s, "italy") == 1 and have(s, "germany", "Orel") == 2


@pytest.mark.rule("fort.cost")
@pytest.mark.rule("security.zone-cost")
@pytest.mark.rule("flak.cost")
@pytest.mark.rule("sequence.2-deploy")
def test_allies_who_plan_the_same_in_secret() -> None:
    s = deploying(
        options={"seats": 7}, pool={"germany": {"men": 2, "lsp": 4}, "italy": {"men": 2, "lsp": 4}}, concrete=[1, 1] + [0] * 6,
        points={"germany": {"Gazala": {"men": 3}, "Rome": {"men": 1}}, "italy": {"Gazala": {"men": 3}, "Rome": {"men": 1}}},
    )  # fmt: skip
    gazala, rome = h(s, "Gazala"), h(s, "Rome")
    s.reach = with_item(s.reach, 0, s.reach[0] | (1 << gazala | 1 << rome))
    s.reach = with_item(s.reach, 1, s.reach[1] | (1 << gazala | 1 << rome))
    side = next(j for j in s.world.land_near[gazala] if s.world.play >> j & 1)
    for seat, n in (("italy", 1), ("germany", 0)):
        act(s, seat, a.Pick(gazala))
        assert refusal(s, seat, a.Fortify(n, side)) == "", "an ally's plan is not known"
        act(s, seat, a.Fortify(n, side))
        act(s, seat, a.Secure(n, n))
        act(s, seat, a.Stop())
        act(s, seat, a.Pick(rome))
        act(s, seat, a.BuildFlak(n))
        act(s, seat, a.Stop())
    assert pool(s, "germany", LSP) == pool(s, "italy", LSP) == 2
    put(s, "germany", "Kharkov", MEN, 0)  # a gap that appears meanwhile
    s.reach = with_item(s.reach, 0, s.reach[0] & (~(1 << h(s, "Kharkov"))))
    for seat in deciders(s):
        act(s, seat, a.Done())
    assert s.done == [] and s.plans == [] and not list(GAME.invariants(s)), "the line is whole again"
    assert (
        s.works == {gazala * s.world.top + side: 1}
        and s.zones == {gazala: 1 * POWERS + 1}
        and s.flak == {rome: 1}
    )
    assert (pool(s, "italy", LSP), pool(s, "italy"), s.concrete[1], have(s, "italy", "Gazala")) == (
        2,
        1,
        0,
        2,
    )
    assert (pool(s, "germany", LSP), pool(s, "germany"), s.concrete[0], have(s, "germany", "Gazala")) == (
        4,
        1,  # one of the two has filled the gap
        1,
        3,
    )


@pytest.mark.rule("flak.cost")
@pytest.mark.rule("fort.cost")
@pytest.mark.rule("bombing.base-needed")
@pytest.mark.rule("fort.hexside")
@pytest.mark.rule("pool.overseas")
@pytest.mark.rule("fort.layers")
def test_the_last_point_is_enough() -> None:
    s = deploying(
        pool={"germany": {"men": 1, "lsp": 2}}, concrete=[1] + [0] * 7, points={"germany": {"Orel": {"men": 1}, "Kiev": {"men": 1}}},
        pags={"Gomel": "ussr"}, out_of_war=1 << USSR,
    )  # fmt: skip
    frame = Deployment()
    s.works = {h(s, "Orel") * s.world.top + s.world.land_near[h(s, "Orel")][0]: 0}
    orel = h(s, "Orel")
    put(s, "germany", "Orel", MEN, 3)
    digs = [frame.wrong_fort(s, orel, a.Fortify(0, j)) for j in s.world.land_near[orel]]
    assert digs[0] is not None and digs[0].rule == "fort.layers" and digs[1] is None, (
        "work goes on at one side"
    )
    s.plans = [ZoneSite(0, orel, 0)]
    assert frame.wrong_fort(s, orel, a.Fortify(0, s.world.land_near[orel][1])) is None, (
        "a zone is no fortification"
    )
    s.plans = []
    kiev, essen, berlin = h(s, "Kiev"), h(s, "Essen"), h(s, "Berlin")
    toward = next(j for j in s.world.land_near[kiev] if s.world.play >> j & 1)
    assert frame.wrong_fort(s, kiev, a.Fortify(0, toward)) is None, "the only Man, behind the line"
    put(s, "italy", "Kiev", MEN, 1)
    put(s, "germany", "Kiev", MEN, 0)
    assert frame.wrong_fort(s, kiev, a.Fortify(0, toward)).rule == "fort.cost", "an ally's Man is no help"  # type: ignore[union-attr]
    assert (
        frame.wrong_flak(s, essen, a.BuildFlak(0)) is None
        and frame.wrong_base(s, berlin, a.BuildBase(0)) is None
    )
    s.bases = {berlin: 2}
    assert frame.wrong_base(s, berlin, a.BuildBase(0)) is None, "an ally's base is not one's own"
    s.new_bases = {berlin: 1}
    assert frame.wrong_base(s, berlin, a.BuildBase(0)) is not None
    s.new_bases, s.bases = {}, {berlin: 1}
    assert frame.wrong_base(s, berlin, a.BuildBase(0)) is not None
    s.reach = with_item(s.reach, 0, s.reach[0] & ~(1 << essen))
    assert frame.wrong_flak(s, essen, a.BuildFlak(0)).rule == "flak.cost"  # type: ignore[union-attr]
    sea = next(iter(s.world.beaches))
    assert (
        frame.wrong_base(s, sea, a.BuildBase(0)) is not None
        and frame.wrong_flak(s, sea, a.BuildFlak(0)) is not None
    )
    brest = h(s, "Brest")
    for j in s.world.near(brest):
        faced = s.world.play >> j & 1 or s.world.beaches.get(j) == brest
        rule = "fort.cost" if faced else "fort.hexside"
        assert frame.wrong_fort(s, brest, a.Fortify(0, j)).rule == rule  # type: ignore[union-attr]
    assert frame.wrong_loan(s, a.Lend(USA, USSR, TANKS)).rule == "pool.overseas", "out of the war"  # type: ignore[union-attr]
    assert isinstance(pending(s), Deployment) and p(s, "usa") == USA and AIR + BOMBERS == 5


@pytest.mark.rule("fort.cost")
@pytest.mark.rule("security.zone-cost")
def test_works_are_offered_for_lsp_and_a_zone_once() -> None:
    works = (a.Fortify, a.Secure, a.BuildBase)
    for lsp, has_works in ((0, False), (3, True)):
        s = deploying(
            pool={"germany": {"men": 4, "lsp": lsp}}, points={"germany": {"Orel": {"men": 3}}}, men=2
        )
        act(s, "axis", a.Pick(h(s, "Orel")))
        assert any(isinstance(x, works) for x in legal(s, "axis")) == has_works
    assert a.Secure(0, 1) in legal(s, "axis")
    act(s, "axis", a.Secure(0, 2))
    assert not any(isinstance(x, a.Secure) for x in legal(s, "axis")), "a hex has one zone"

"""Outline and resources."""

from __future__ import annotations

import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.actions import BuildBase, BuildFlak, Deploy, Done, Pick, Secure, Stop
from hexfront.games.last_war.bombing import AirStep
from hexfront.games.last_war.cards import Commitment
from hexfront.games.last_war.closing import CloseStep
from hexfront.games.last_war.combat import nations
from hexfront.games.last_war.data import KINDS
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.industry import IndustryStep
from hexfront.games.last_war.partisans import PartisanStep
from hexfront.games.last_war.reckoning import force
from hexfront.games.last_war.state import LastWarState, manpower, points
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.hexes import bits
from hexfront.kernel import View, legal
from hexfront.testing import refusal, roll

from .kit import (
    AIR,
    ALLIES,
    AXIS,
    BOMBERS,
    GAME,
    GARRISONS,
    LSP,
    MEN,
    TANKS,
    act,
    battle,
    given,
    go,
    h,
    have,
    holder,
    p,
    pool,
    put,
)


def deploying(**what: object) -> LastWarState:
    what.setdefault(
        "pool", {"germany": {"men": 6, "tanks": 2, "air": 2, "lsp": 3}, "ussr": {"men": 6, "lsp": 3}}
    )
    return given(agenda=(DeployStep(),), **what)


def view(s: LastWarState, seat: str = "axis") -> View:
    return GAME.view(s, seat)


@pytest.mark.rule("outline.hex-map")
def test_everything_has_an_address_on_the_map() -> None:
    s = deploying()
    assert refusal(s, "axis", Pick(999_999)) == "outline.hex-map"
    assert refusal(s, "axis", Pick(h(s, "Orel"))) == ""
    seen = view(s)
    assert {m.at for m in seen.markers} <= {s.world.label(i) for i in s.world.grid}


@pytest.mark.rule("outline.no-units")
@pytest.mark.rule("front-line.markers-not-units")
def test_points_have_no_identity() -> None:
    s = deploying()
    before = view(s)
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(p(s, "germany"), MEN, 1))
    act(s, "axis", Stop())
    other = deploying()
    put(other, "germany", "Orel", MEN, 2)
    card = [x for x in view(s).pieces if x.at == "2617"]
    assert [x for x in view(other).pieces if x.at == "2617"] == card, (
        "a point that came is like one that was there"
    )
    assert len(before.pieces) == len(view(s).pieces), "a hex has one card, however many Men"


@pytest.mark.rule("front-line.markers-not-units")
def test_points_pass_between_markers_without_a_trace() -> None:
    from hexfront.games.last_war.state import shift_points

    s = given(points={"germany": {"Orel": {"men": 3}}})
    shift_points(s, h(s, "Orel"), h(s, "Sevsk"), p(s, "germany"), MEN, 2)
    assert (have(s, "germany", "Orel"), have(s, "germany", "Sevsk")) == (1, 3)
    assert not any(s.lost)


@pytest.mark.rule("outline.allocate-each-turn")
def test_the_line_and_all_ground_behind_it_is_offered() -> None:
    s = deploying()
    offered = sum(1 << a.hex for a in legal(s, "axis") if isinstance(a, Pick))
    assert offered == s.reach[p(s, "germany")] == s.ground[AXIS], "the line and the area it holds"
    assert s.line[AXIS] & offered == s.line[AXIS] and offered >> h(s, "2316") & 1
    assert refusal(s, "axis", Pick(h(s, "Kursk"))) == "sequence.2-deploy", "not the enemy's"
    act(s, "axis", Pick(h(s, "Orel")))
    assert refusal(s, "axis", Deploy(p(s, "ussr"), MEN, 1)) == "outline.allocate-each-turn"


@pytest.mark.rule("outline.allocate-each-turn")
@pytest.mark.rule("security.zone-cost")
@pytest.mark.rule("flak.cost")
@pytest.mark.rule("bombing.base-needed")
def test_men_zones_flak_and_bases_go_anywhere_behind_the_line() -> None:
    stock = {"men": 3, "lsp": 5}
    s = given(scenario="europe", agenda=(DeployStep(),), pool={"germany": stock}, concrete=[1] + [0] * 7)
    ploesti = s.world.place("Ploesti")
    assert s.ground[AXIS] >> ploesti & 1 and not s.line[AXIS] >> ploesti & 1
    rear = list(bits(s.held[0] & s.reach[0] & ~s.line[AXIS]))
    assert len(rear) > 100 and all(refusal(s, "axis", Pick(i)) == "" for i in rear)
    act(s, "axis", Pick(ploesti))
    act(s, "axis", Deploy(0, MEN, 1))
    for action in (Secure(0, 0), BuildFlak(0), BuildBase(0)):
        assert refusal(s, "axis", action) == "", action


@pytest.mark.rule("resources.six-kinds")
def test_there_are_six_kinds() -> None:
    assert KINDS == ("men", "tanks", "air", "bombers", "lsp", "garrisons")
    s = deploying()
    act(s, "axis", Pick(h(s, "Orel")))
    assert refusal(s, "axis", Deploy(p(s, "germany"), 6, 1)) == "resources.six-kinds"
    assert refusal(s, "axis", Deploy(p(s, "germany"), -1, 1)) == "resources.six-kinds"
    assert refusal(s, "axis", Deploy(p(s, "germany"), TANKS, 1)) == ""


@pytest.mark.rule("resources.fresh-each-turn")
@pytest.mark.rule("pool.entry")
@pytest.mark.rule("sequence.1-industry")
def test_production_enters_the_pool_every_turn() -> None:
    s = given(agenda=(IndustryStep(), Deployment()), phase="industry")
    assert (
        pool(s, "germany"),
        pool(s, "germany", TANKS),
        pool(s, "germany", AIR),
        pool(s, "germany", LSP),
    ) == (3, 1, 1, 3)
    assert (pool(s, "ussr"), pool(s, "ussr", TANKS), pool(s, "ussr", AIR), pool(s, "ussr", LSP)) == (
        6,
        3,
        2,
        5,
    )
    assert pool(s, "ussr", BOMBERS) == 0
    assert have(s, "ussr", "Kursk") == 1, "nothing goes to the map by itself"


@pytest.mark.rule("pool.entry")
@pytest.mark.rule("sequence.1-industry")
def test_all_kinds_are_meant() -> None:
    s = given(scenario="europe", turn=4, agenda=(IndustryStep(), Deployment()), phase="industry")
    rows = {power.id: power.production for power in s.world.powers}
    assert pool(s, "usa", BOMBERS) == rows["usa"]["bombers"][1] > 0
    assert pool(s, "britain", BOMBERS) == rows["britain"]["bombers"][1] > 0
    assert s.craft[p(s, "usa")] == rows["usa"]["craft"][1] > 0
    assert s.concrete[p(s, "germany")] == rows["germany"]["concrete"][1] > 0
    assert s.craft[p(s, "britain")] == rows["britain"]["craft"][1] == 0


@pytest.mark.rule("pool.entry")
def test_no_more_than_the_pool_holds() -> None:
    s = deploying()
    act(s, "axis", Pick(h(s, "Orel")))
    assert refusal(s, "axis", Deploy(p(s, "germany"), TANKS, 5)) == "pool.entry"
    assert refusal(s, "axis", Deploy(p(s, "germany"), MEN, 5)) == ""


@pytest.mark.rule("resources.men")
@pytest.mark.rule("resources.tanks")
@pytest.mark.rule("resources.aircraft")
@pytest.mark.rule("resources.bombers")
def test_each_point_counts_one_and_stands_for_its_number() -> None:
    assert force(1, 0, 0, 1).cv == 1
    assert force(0, 1, 0, 1).cv == 1
    assert force(0, 0, 1, 1).cv == 1
    assert force(3, 2, 1, 1).cv == 6
    scale = given().world.tables_data["scale"]
    assert (scale["men"], scale["tanks"], scale["air"], scale["bombers"]) == (50_000, 250, 250, 200)


def supported(role: int) -> LastWarState:
    """A German attack from Orel on Kursk, and a bomber of each side free for the land battle."""
    s = given(flags=[("germany", "Orel", "Kursk")])
    attacker = p(s, "germany") if role == 0 else p(s, "ussr")
    s.backing = {(h(s, "Kursk") * 8 + attacker) * 2 + role: 2}
    return s


@pytest.mark.rule("resources.bombers-in-land-combat")
@pytest.mark.rule("combat.1-sum")
def test_bombers_may_join_the_air_of_a_combat() -> None:
    s = supported(0)
    kursk = h(s, "Kursk")
    assert nations(s, [h(s, "Orel")], AXIS, kursk, 0)[p(s, "germany")] == (1, 0, 2)
    s = supported(1)
    assert nations(s, [kursk], ALLIES, kursk, 1)[p(s, "ussr")] == (1, 0, 2)


@pytest.mark.rule("resources.bombers-in-land-combat")
def test_a_bomber_lost_in_a_land_combat_is_lost_at_its_base() -> None:
    from hexfront.games.last_war.combat import suffer

    s = supported(0)
    s.bases = {h(s, "2214"): 1, h(s, "Kiev"): 1, h(s, "2418"): 1}
    s.support = {h(s, "2418") * 8: 2}
    for name in ("2214", "Kiev", "2418"):
        put(s, "germany", name, BOMBERS, 3)
    suffer(s, [h(s, "Orel")], AXIS, h(s, "Kursk"), 0, {"man": 0, "tank": 0, "air": 1})
    assert have(s, "germany", "2418", BOMBERS) == 2, "where it was kept for the army"
    assert have(s, "germany", "Kiev", BOMBERS) == have(s, "germany", "2214", BOMBERS) == 3
    assert s.lost[BOMBERS] == 1
    assert s.backing[(h(s, "Kursk") * 8) * 2] == 1


@pytest.mark.rule("resources.lsp")
def test_an_offensive_can_go_without_lsp_and_used_lsp_are_gone() -> None:
    s = given(
        agenda=(Commitment(),),
        phase="cards",
        points={"germany": {"Orel": {"men": 4, "lsp": 2}}},
        flags=[("germany", "Orel", "Kursk")],
    )
    from hexfront.games.last_war.actions import Stake

    act(s, "axis", Stake(p(s, "germany"), h(s, "Orel"), 0))
    assert have(s, "germany", "Orel", LSP) == 2, "secret until all have chosen"
    act(s, "axis", Done())
    assert have(s, "germany", "Orel", LSP) == 1
    assert s.stakes == {(h(s, "Orel") * 8 + p(s, "germany")) * 2: 1}
    bare = battle((6, 1), flags=[("germany", "Orel", "Kursk")])
    assert holder(bare, "Kursk") == "germany", "an attack without LSP is fought"


@pytest.mark.rule("resources.garrison-static")
def test_a_garrison_goes_to_a_post_and_never_leaves_it() -> None:
    s = given(scenario="europe", agenda=(DeployStep(),), pool={"germany": {"garrisons": 2, "men": 2}})
    act(s, "axis", Pick(h(s, "2314")))
    assert refusal(s, "axis", Deploy(p(s, "germany"), GARRISONS, 1)) == "resources.garrison-static"
    act(s, "axis", Stop())
    act(s, "axis", Pick(h(s, "Hamburg")))
    act(s, "axis", Deploy(p(s, "germany"), GARRISONS, 1))
    assert have(s, "germany", "Hamburg", GARRISONS) == 1
    from hexfront.games.last_war.state import move_all, to_pool

    put(s, "germany", "Hamburg", MEN, 2)
    move_all(s, h(s, "Hamburg"), h(s, "Berlin"), AXIS)
    assert (have(s, "germany", "Hamburg", GARRISONS), have(s, "germany", "Berlin")) == (1, 2)
    assert (have(s, "germany", "Hamburg"), have(s, "germany", "Berlin", GARRISONS)) == (0, 0)
    to_pool(s, h(s, "Hamburg"), AXIS)
    assert have(s, "germany", "Hamburg", GARRISONS) == 1


@pytest.mark.rule("resources.garrison-attack")
@pytest.mark.rule("combat.1-sum")
def test_a_garrison_fights_as_one_man_and_is_lost_with_its_hex() -> None:
    s = given(scenario="europe", points={"ussr": {"Rostov": {"men": 2, "garrisons": 1}}})
    rostov = h(s, "Rostov")
    assert nations(s, [rostov], ALLIES, rostov, 1)[p(s, "ussr")] == (3, 0, 0), "defending it counts"
    assert nations(s, [rostov], ALLIES, rostov, 0)[p(s, "ussr")] == (2, 0, 0), "it does not attack"
    from hexfront.games.last_war.front import fall_back

    fall_back(s, rostov, ALLIES)
    assert have(s, "ussr", "Rostov", GARRISONS) == 0
    assert s.lost[p(s, "ussr") * 6 + GARRISONS] == 1


@pytest.mark.rule("resources.garrison-attack")
def test_a_garrison_is_lost_after_the_men() -> None:
    from hexfront.games.last_war.combat import suffer

    s = given(scenario="europe", points={"ussr": {"Rostov": {"men": 1, "garrisons": 1}}})
    suffer(s, [h(s, "Rostov")], ALLIES, h(s, "Rostov"), 1, {"man": 2, "tank": 0, "air": 0})
    assert (have(s, "ussr", "Rostov"), have(s, "ussr", "Rostov", GARRISONS)) == (0, 0)
    assert s.lost[p(s, "ussr") * 6 + GARRISONS] == 1


@pytest.mark.rule("resources.garrison-count")
def test_no_more_garrisons_than_the_briefing_gives() -> None:
    s = given(scenario="europe", agenda=(DeployStep(),), pool={"germany": {"garrisons": 1, "men": 1}})
    act(s, "axis", Pick(h(s, "Hamburg")))
    act(s, "axis", Deploy(p(s, "germany"), GARRISONS, 1))
    assert refusal(s, "axis", Deploy(p(s, "germany"), GARRISONS, 1)) == "resources.garrison-count"
    fresh = GAME.start(GAME.setup("europe"))
    for n, power in enumerate(fresh.world.powers):
        out = sum(v for k, v in fresh.at.items() if k // 6 % 8 == n and k % 6 == GARRISONS)
        assert fresh.pool[n * 6 + GARRISONS] + out == power.garrisons
    fresh.at[(h(fresh, "Hamburg") * 8) * 6 + GARRISONS] = 9
    assert any("Garrisons" in fault for fault in GAME.invariants(fresh))


@pytest.mark.rule("resources.garrison-count")
@pytest.mark.parametrize("scenario", ["kursk", "europe", "pacific"])
def test_each_power_begins_with_its_pool_and_its_men_in_the_line(scenario: str) -> None:
    s = GAME.start(GAME.setup(scenario))
    w = s.world
    for n, power in enumerate(w.powers):
        late = power.entry > 1
        for k, kind in enumerate(KINDS):
            if k != GARRISONS:
                assert s.pool[n * 6 + k] == (0 if late else power.start.get(kind, 0)), (power.id, kind)
    for each in w.plan["force"]:
        if each.get("line"):
            n = w.number[each["power"]]
            front = s.line[w.side_of[n]] & s.held[n]
            assert front and all(points(s, i, n, MEN) >= each["men"] for i in bits(front))


@pytest.mark.rule("resources.garrison-count")
@pytest.mark.parametrize(
    ("scenario", "bases"),
    [("pacific", {"Honolulu": ["usa"]}), ("europe", {"Norwich": ["britain", "usa"], "Cairo": ["britain"]})],
)
def test_bases_of_the_scenario_stand_when_it_begins(scenario: str, bases: dict[str, list[str]]) -> None:
    s = GAME.start(GAME.setup(scenario))
    for place, powers in bases.items():
        assert [each.id for n, each in enumerate(s.world.powers) if s.bases[h(s, place)] >> n & 1] == powers


@pytest.mark.rule("resources.hex-card")
def test_one_card_a_hex_with_all_its_men() -> None:
    s = given(
        scenario="europe",
        points={
            "germany": {"Gazala": {"men": 2, "tanks": 1, "air": 1, "lsp": 1}},
            "italy": {"Gazala": {"men": 3, "tanks": 1}},
        },
    )
    at = s.world.label(h(s, "Gazala"))
    seen = {x.symbol: x for x in view(s).pieces if x.at == at}
    assert seen["infantry"].factors == "5" and seen["armor"].factors == "2"
    assert seen["air"].factors == "1" and seen["supply"].factors == "1"
    assert "Italy 3" in seen["infantry"].note
    assert manpower(s, h(s, "Gazala"), AXIS) == 5


def test_air_step_passes_where_there_are_no_bombers() -> None:
    s = given(agenda=(AirStep(), DeployStep()))
    assert s.phase == "deploy"
    assert holder(s, "Kursk") == "ussr"
    roll(s)


@pytest.mark.rule("outline.hex-map")
def test_hexes_that_do_not_exist_are_refused_everywhere() -> None:
    far = 999_999
    close = given(agenda=(CloseStep(),), held={"": ["Sevsk"]}, men=2)
    assert refusal(close, "axis", a.Claim(0, far)) == "outline.hex-map"
    rise = given(agenda=(PartisanStep(),), pag_left=[0, 1])
    assert refusal(rise, "allies", a.Rise(1, far)) == "outline.hex-map"
    line = given(agenda=(StraightenStep(),))
    assert refusal(line, "allies", a.Withdraw(far)) == "outline.hex-map"
    air = given(
        scenario="europe", points={"britain": {"Norwich": {"bombers": 1}}}, pool={"germany": {"air": 1}}
    )
    air.bases = {h(air, "Norwich"): 1 << 5}
    air.agenda = (AirStep(),)
    go(air)
    assert refusal(air, "axis", a.Guard(0, far)) == "outline.hex-map"

"""Chapter 5: how far a piece can be walked, and what comes between."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum.actions import Destroy, Done, Keep, Leave, Stop
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import AXIS, SOVIET
from hexfront.games.lebensraum.movement import Moves, _come_between
from hexfront.hexes import bits
from hexfront.kernel import Chance, Decision, SeededSource, Walk, apply, pending, resolve
from hexfront.proof.walks import walk_faults
from tests.games.lebensraum.kit import Table, position, world

OPEN = {"axis": 12, "soviet": 12}


def table(scenario: str = "invasion", **given: Any) -> Table:
    given.setdefault("points", OPEN)
    return position(scenario, segment="movement", phasing="axis", agenda=(Moves(AXIS),), **given)


def walks(t: Table, piece: str) -> dict[str, Walk]:
    found = LEBENSRAUM.reach(t.s, t.seat(), piece)
    assert found is not None
    assert list(walk_faults(LEBENSRAUM, t.s, t.seat(), piece, found, sorted(found))) == []
    return found


@pytest.mark.rule("5.3i", "5.4c")
def test_a_walk_costs_what_its_steps_cost_and_ends_in_a_zone() -> None:
    t = table(place={"de-6": "2711", "su-9tank": "2912"})
    found, zone = walks(t, t.w.name(t.w.unit("de-6"))), {"2811", "3012", "2913", "2812"}
    assert zone & set(found) and max(each.cost for each in found.values()) <= OPEN["axis"]
    assert all(found[at].stops for at in zone & set(found))
    assert not any(zone & set(each.path[:-1]) for each in found.values())


@pytest.mark.rule("5.3i")
def test_the_way_on_is_told_with_what_is_left() -> None:
    t = table(place={"de-6": "2711"})
    name = t.w.name(t.w.unit("de-6"))
    whole = walks(t, name)
    t.act(t.pick("de-6"))
    first = sorted(at for at, each in whole.items() if len(each.path) == 1 and not each.stops)[0]
    t.act(*t.to(first))
    rest = walks(t, name)
    assert {at: each.cost for at, each in rest.items() if at in whole}
    assert all(each.cost + whole[first].cost >= whole[at].cost for at, each in rest.items() if at in whole)


@pytest.mark.rule("5.1a", "11.2b")
def test_an_hq_walks_by_its_own_name() -> None:
    t = table(hqs={"de-south": "2711"})
    name = t.w.hqs[t.w.hq("de-south")].name
    assert walks(t, name)
    assert LEBENSRAUM.reach(t.s, "soviet", name) is None
    assert LEBENSRAUM.reach(t.s, t.seat(), "nobody") is None


@pytest.mark.rule("5.1a")
def test_why_a_piece_cannot_be_taken_in_hand() -> None:
    t = table(place={"su-6": "2912", "de-6": "2711"})
    causes = LEBENSRAUM.why(t.s, t.seat(), t.w.name(t.w.unit("su-6")), "2912")
    assert any(cause.rule == "5.1a" for cause in causes)
    t.act(t.pick("de-6"))
    causes = LEBENSRAUM.why(t.s, t.seat(), t.w.name(t.w.unit("de-6")), "2912")
    assert any(cause.rule == "5.1c" for cause in causes)


@pytest.mark.rule("5.3i", "5.4h", "10.3f", "7.42g")
@pytest.mark.parametrize("scenario", ["invasion", "italy", "dday", "war"])
def test_every_walk_of_a_first_move_can_be_walked_and_nothing_else(scenario: str) -> None:
    s = LEBENSRAUM.start(LEBENSRAUM.setup(scenario))
    for _ in range(400):
        frame = pending(s)
        if isinstance(frame, Moves):
            break
        assert frame is not None
        if isinstance(frame, Decision):
            seat = frame.deciders(s)[0]
            calm = [x for x in frame.legal(s, seat) if isinstance(x, Done | Stop | Keep | Destroy | Leave)]
            apply(s, seat, (calm or frame.legal(s, seat))[0])
        else:
            assert isinstance(frame, Chance)
            resolve(s, frame.outcomes(s).draw(SeededSource(scenario)))
    t = Table(s)
    frame = pending(s)
    assert isinstance(frame, Moves)
    options = [frame.option(s, t.seat(), x) for x in t.legal()]
    pieces = [each.piece for each in options if each.kind == "pick"]
    for piece in pieces[::7][:5]:
        found = LEBENSRAUM.reach(s, t.seat(), piece)
        assert found is not None
        some = sorted(found)[:: max(1, len(found) // 8)]
        assert list(walk_faults(LEBENSRAUM, s, t.seat(), piece, found, some)) == []


def stops(t: Table, piece: str, at: str) -> bool:
    """Whether a walk is told no farther than a hex."""
    found = LEBENSRAUM.reach(t.s, t.seat(), t.w.name(t.w.unit(piece)))
    assert found is not None and at in found
    return found[at].stops


def marching(scenario: str = "invasion", **given: Any) -> Table:
    return position(scenario, segment="movement", phasing="axis", points={"axis": 40}, agenda=(Moves(AXIS),), **given)  # fmt: skip


@pytest.mark.seam("5", "7.42")
@pytest.mark.rule("7.42g", "5.3i")
def test_a_walk_is_told_up_to_an_hq_of_the_enemy() -> None:
    free = marching(place={"de-6": "2711"})
    assert not stops(free, "de-6", "2712")
    assert stops(marching(place={"de-6": "2711"}, hqs={"su-south": "2712"}), "de-6", "2712")
    assert not stops(marching(place={"de-6": "2711"}, hqs={"de-south": "2712"}), "de-6", "2712")


@pytest.mark.seam("5", "10")
@pytest.mark.rule("10.3f", "5.3i")
def test_a_walk_is_told_up_to_works_of_the_enemy() -> None:
    name = next(m.name for m in world().markers if m.power == SOVIET)
    away = {m.name: "off map" for m in world().markers}
    assert not stops(marching(place={"de-6": "2711"}, works=away), "de-6", "2712")
    assert stops(marching(place={"de-6": "2711"}, works={**away, name: "2712"}), "de-6", "2712")


@pytest.mark.seam("5", "11.5")
@pytest.mark.rule("11.7b", "5.3i")
@pytest.mark.parametrize("joined", [False, True])
def test_a_walk_is_told_up_to_a_neutral_that_it_draws_into_the_war(joined: bool) -> None:
    w = world()
    turkey, bulgaria = w.lands.country["turkey"], w.lands.country["bulgaria"]
    a, b = next(
        (h, n) for h in bits(bulgaria) for n in w.near(h) if turkey >> n & 1 and not w.lands.sea.has(h, n)
    )
    t = marching(place={"de-6": w.label(a)}, crossed=(1 << len(w.lands.borders)) - 1)
    if joined:
        t.s.neutral[w.lands.neutrals.index("turkey")] = AXIS
        t.s.control[AXIS] |= turkey
    assert stops(t, "de-6", w.label(b)) != joined


@pytest.mark.rule("5.4d", "5.3i")
def test_a_walk_out_of_a_zone_costs_the_leave_once() -> None:
    foe = {"su-9tank": "2912"}
    t = marching(place={"de-6": "2812", **foe})
    found = LEBENSRAUM.reach(t.s, t.seat(), t.w.name(t.w.unit("de-6")))
    free = marching(place={"de-6": "2812"})
    plain = LEBENSRAUM.reach(free.s, free.seat(), free.w.name(free.w.unit("de-6")))
    assert found is not None and plain is not None
    far = [at for at in found if not found[at].stops and len(found[at].path) == 3]
    assert far and all(found[at].cost == plain[at].cost + t.w.tables.costs.leave_zone for at in far if found[at].path == plain[at].path)  # fmt: skip


@pytest.mark.rule("10.3f")
def test_a_walk_is_not_cut_short_at_works_of_a_friend() -> None:
    w = world("war")
    t = position("war", place={"us-3": "Warsaw"}, turn=13, points={"allied": 200}, phasing="allied")
    u, k = w.unit("us-3"), next(k for k, m in enumerate(w.markers) if m.name == "Breslau")
    for owner, cut in ((AXIS, True), (SOVIET, False)):
        t.s.works_power[k] = owner
        assert bool(_come_between(t.s, u) >> w.hex("Breslau") & 1) is cut

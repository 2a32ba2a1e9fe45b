"""Chapter 6 where it meets the sea: attacks from land and water on one hex."""

from __future__ import annotations

import pytest

from hexfront.games.last_war.combat import Battle, CombatStep, at_sea, push_out, situation
from hexfront.games.last_war.data import KINDS
from hexfront.games.last_war.flags import is_amphibious
from hexfront.games.last_war.front import mend
from hexfront.games.last_war.plans import Attack
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import Chance, SeededSource, apply, deciders, legal, pending, resolve, settle, with_item

from .kit import ALLIES, GAME, MEN, battle, given, h, have, holder, p, put


def beach(s: LastWarState, name: str) -> str:
    """The sea hex off a coast, by its number."""
    coast = h(s, name)
    return s.world.label(next(sea for sea, shore in s.world.beaches.items() if shore == coast))


OFF_ORAN = "0729"


@pytest.mark.rule("terrain.open-red")
def test_a_counter_attack_does_not_go_out_to_sea() -> None:
    s = battle(
        (1, 6),
        scenario="europe",
        held={"britain": ["0631"]},
        points={
            "usa": {OFF_ORAN: {"men": 6}},
            "britain": {"0631": {"men": 2}},
            "vichy": {"Oran": {"men": 9}},
        },
        flags=[("usa", OFF_ORAN, "Oran"), ("britain", "0631", "Oran")],
    )
    assert beach(s, "Oran") == OFF_ORAN
    assert holder(s, "0631") == "vichy", "the force on land is pushed out, though the one at sea is larger"
    assert not any(held & ~s.world.play for held in s.held) and have(s, "vichy", OFF_ORAN) == 0
    assert have(s, "usa", OFF_ORAN) > 0, "what is at sea stays there until the map is updated"
    assert not list(GAME.invariants(s))


@pytest.mark.rule("terrain.open-red")
def test_a_counter_attack_does_not_cross_a_strait() -> None:
    what = {
        "scenario": "europe",
        "held": {"britain": ["1119"]},
        "points": {
            "britain": {"Dover": {"men": 5}, "1119": {"men": 2}},
            "germany": {"Calais": {"men": 4}},
        },
    }
    s = given(**what)
    push_out(s, h(s, "Calais"), ALLIES, [h(s, "Dover"), h(s, "1119")], 4)
    assert holder(s, "Dover") == "britain" and holder(s, "1119") == "germany"
    s = given(**what)
    push_out(s, h(s, "Calais"), ALLIES, [h(s, "Dover")], 4)
    assert holder(s, "Dover") == "britain" and have(s, "germany", "Calais") == 4, (
        "nothing to push out by land"
    )


def mixed_attack(scenario: str, seed: int) -> LastWarState | None:
    """A position with an attack on one hex from land and over water, everything else drawn: None if the draw makes
    no such attack."""
    source = SeededSource(f"mixed/{scenario}/{seed}")
    s = given(scenario=scenario, phase="combat")
    w = s.world
    side = source.below(2)
    coasts = sorted(
        set(w.beaches.values())
        | {i for i in w.grid if w.play >> i & 1 and any(w.sea_sides.has(i, j) for j in w.near(i))}
    )
    to = source.choice(coasts)
    friend, foe = source.choice(w.of_side[side]), source.choice(w.of_side[1 - side])
    for i in (to, *w.near(to)):
        if w.play >> i & 1:
            for n in range(len(s.held)):
                s.held = with_item(s.held, n, s.held[n] & ~(1 << i))
            owner = foe if i == to or source.below(4) == 0 else friend
            s.held = with_item(s.held, owner, s.held[owner] | (1 << i))
            for key in [key for key in s.at if key // 48 == i]:
                del s.at[key]
            most = 16 if i == to else 4
            for kind in range(3):
                put(s, w.powers[owner].id, w.label(i), kind, source.below(most) + (kind == MEN))
    mend(s)
    for i in w.near(to):
        own_land = s.held[friend] >> i & 1
        if own_land or w.beaches.get(i) == to:
            if not own_land:
                put(s, w.powers[friend].id, w.label(i), MEN, 1 + source.below(8))
            at_sea = is_amphibious(s, i, to)
            s.flags.append(Attack(friend, i, to, at_sea, at_sea and bool(source.below(2))))
    for n in range(len(w.powers)):
        s.pool[n * len(KINDS) + MEN] = source.below(4)
    s.craft = (6,) * len(w.powers)
    s.agenda = (CombatStep(),)
    ways = {is_amphibious(s, i, to) for i in w.near(to) if s.held[friend] >> i & 1 or w.beaches.get(i) == to}
    return s if ways == {False, True} else None


@pytest.mark.rule("terrain.open-red")
@pytest.mark.rule("front-line.contiguous")
@pytest.mark.parametrize("scenario", ["europe", "pacific"])
def test_no_attack_from_land_and_sea_breaks_the_front(scenario: str) -> None:
    fought = 0
    for seed in range(90):
        s = mixed_attack(scenario, seed)
        if s is None:
            continue
        source = SeededSource(seed)
        settle(s)
        fought += isinstance(pending(s), Battle)
        while s.agenda:
            frame = pending(s)
            if isinstance(frame, Chance):
                resolve(s, (1, 6) if source.below(2) else frame.outcomes(s).draw(source))
            else:
                seat = source.choice(deciders(s))
                apply(s, seat, source.choice(legal(s, seat)))
            assert not list(GAME.invariants(s)), (scenario, seed)
    assert fought >= 30


@pytest.mark.rule("die.amphibious")
@pytest.mark.rule("terrain.amphib")
def test_what_still_attacks_says_whether_it_is_a_landing() -> None:
    s = given(
        scenario="europe",
        held={"britain": ["0631"]},
        points={
            "usa": {OFF_ORAN: {"men": 6}},
            "britain": {"0631": {"men": 2}},
            "vichy": {"Oran": {"men": 2}},
        },
        flags=[("usa", OFF_ORAN, "Oran"), ("britain", "0631", "Oran")],
    )
    assert at_sea(s, h(s, "Oran"), ALLIES) == (False, True, False)
    put(s, "britain", "0631", MEN, 0)
    assert at_sea(s, h(s, "Oran"), ALLIES) == (True, True, False), "what still attacks is a landing"
    f = situation(s, h(s, "Oran"), ALLIES)
    assert f.amphibious and s.world.tables.attack_die(f) == -6
    put(s, "britain", "0631", MEN, 2)
    put(s, "usa", OFF_ORAN, MEN, 0)
    assert at_sea(s, h(s, "Oran"), ALLIES).part is False


@pytest.mark.rule("die.amphibious")
@pytest.mark.rule("die.amphibious-no-craft")
@pytest.mark.parametrize(("mixed", "penalty"), [("part", -4), ("all", 0)])
def test_an_attack_from_land_and_sea_has_the_landings_penalty_on_its_die(mixed: str, penalty: int) -> None:
    s = given(
        scenario="europe",
        options={"mixed": mixed},
        held={"britain": ["0631"]},
        points={
            "usa": {OFF_ORAN: {"men": 6}},
            "britain": {"0631": {"men": 2}},
            "vichy": {"Oran": {"men": 2}},
        },
    )
    oran, sea, shore = h(s, "Oran"), h(s, OFF_ORAN), h(s, "0631")
    s.flags = [Attack(p(s, "usa"), sea, oran, True, True), Attack(p(s, "britain"), shore, oran, False, False)]
    f = situation(s, oran, ALLIES)
    t = s.world.tables
    assert not f.amphibious and t.attack_die(f) == penalty
    assert (
        t.verdict(f, t.reckon(f), 1, 6).effect == t.terrain["open"][t.verdict(f, t.reckon(f), 1, 6).colour]
    ), "the column of the ground"
    s.flags[0] = Attack(p(s, "usa"), sea, oran, True, False)
    assert t.attack_die(situation(s, oran, ALLIES)) == (-6 if penalty else 0)


@pytest.mark.rule("security.pag-destroyed")
@pytest.mark.parametrize(("dice", "are_left"), [((6, 1), False), ((1, 6), True)])
def test_a_security_operation_over_a_strait_destroys_partisans_when_it_succeeds(
    dice: tuple[int, int], are_left: bool
) -> None:
    hamburg = h(given(scenario="europe"), "Hamburg")
    s = battle(
        dice,
        scenario="europe",
        points={"germany": {"Hamburg": {"men": 2}}},
        pags={"Copenhagen": "1"},
        flags=[("germany", "Hamburg", "Copenhagen")],
        stakes={(hamburg * 8 + 0) * 2: 4},
    )
    assert s.world.sea_sides.has(hamburg, h(s, "Copenhagen"))
    assert (h(s, "Copenhagen") in s.pags) is are_left

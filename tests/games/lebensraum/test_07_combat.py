"""Chapter 7: attacks, command, support, results, retreats, advances; chapter 9 where it meets them."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.actions import (
    AddAir,
    AddLeader,
    AddShip,
    AddStaff,
    Advance,
    Attack,
    BringHQ,
    Command,
    Commit,
    Done,
    GiveWay,
    Halt,
    Join,
    Pass,
    Retire,
    Retreat,
    StandFast,
    TakeLoss,
    Terminate,
)
from hexfront.games.lebensraum.calculator import LebensraumCalculator
from hexfront.games.lebensraum.combat import (
    Attacks,
    Commanding,
    EndCombat,
    Gathering,
    Supporting,
    attackers_on,
    can_attack_across,
    support_violation,
)
from hexfront.games.lebensraum.command import (
    assigned,
    command_limit,
    command_violation,
    fronts_of,
    go_along,
    helper_stars,
    put_in_command,
)
from hexfront.games.lebensraum.forecast import meaning
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    AXIS,
    BOMBARDMENT,
    DEGRADE,
    ELIMINATED,
    ENGLAND,
    FLIP,
    HQ_LOST,
    POOL,
    SOVIET,
    STAFF_BASE,
    TERMINATED,
)
from hexfront.games.lebensraum.landings import Landings
from hexfront.games.lebensraum.leaders import Disposal, FateRoll, Judgement
from hexfront.games.lebensraum.movement import (
    Moves,
    _come_between,
)
from hexfront.games.lebensraum.reach import leaving_cost, step_cost
from hexfront.games.lebensraum.replacements import step_kind
from hexfront.games.lebensraum.results import (
    Advances,
    AfterCombat,
    ForcedRetreat,
    KeepOn,
    Retreats,
    RetreatUnit,
    advance_violation,
    left_alone,
    result_frames,
    ways_back,
)
from hexfront.games.lebensraum.sequence import CAMP_SEGMENTS
from hexfront.games.lebensraum.state import State, class_of, key, steps_of, strength_of, ways_to_lose
from hexfront.games.lebensraum.strength import (
    Reckoning,
    attacking_strength,
    commanded_strength,
    odds,
    partisan_strength,
)
from hexfront.games.lebensraum.supply import loss_violation
from hexfront.hexes import Hex, bits
from hexfront.kernel import IllegalOutcome
from hexfront.wargame import lift, put
from tests.games.lebensraum.kit import HOME, TARGET, Table, kinds, position, world

"""Two open hexes next to each other, no river between."""


def table(scenario: str = "invasion", power: int = AXIS, **given: Any) -> Table:
    given.setdefault("phasing", ("axis", "soviet", "allied")[power])
    return position(scenario, segment="first-combat", agenda=(Attacks(power), EndCombat()), **given)


def attack(t: Table, target: str, *units: str) -> None:
    """Declare an attack by these units and pass everything that can be passed."""
    t.act(Attack(t.w.hex(target)), *(Join(t.w.unit(name)) for name in units), Commit())


def go_on(t: Table) -> None:
    """Commands and markers are left out up to the roll."""
    while not t.rolls():
        t.act(Pass() if Pass() in t.legal() else Done())


def fight(t: Table, target: str, *units: str, die: int) -> None:
    attack(t, target, *units)
    go_on(t)
    t.roll(die)


def written(given_odds: tuple[int, int], t: Table) -> Reckoning:
    found = odds(t.s)
    assert (found.attack, found.defence) == given_odds
    return found


# --- the printed example


@pytest.mark.rule("7.2d", "7.3b", "7.3c", "7.44e", "7.4a", "7.41a", "7.4c", "7.43c", "7.43d")
def test_the_printed_combat_from_declaration_to_advance() -> None:
    t = table(place={"de-6": HOME, "su-42": TARGET}, reduced=["su-42"], grades={"de-6": 2})
    attack(t, TARGET, "de-6")
    found = written((3, 1), t)  # both out of command
    assert t.w.tables.columns[found.base] == "3:1" and t.w.tables.columns[found.column] == "4:1"
    t.roll(2)
    assert t.s.indicated == [0, 4]
    u = t.w.unit("su-42")
    t.act(TakeLoss(u, FLIP))
    assert t.s.where[u] == ELIMINATED
    assert t.s.spare == 3
    army = t.w.unit("de-6")
    assert t.why(Advance(army, t.w.hex("2712"))) == "7.43c"
    t.act(*(Advance(army, t.w.hex(h)) for h in (TARGET, "2912", "3012")))
    assert t.at("de-6") == "3012" and t.s.mover == -1
    assert t.s.points == [0, 0, 0]  # an advance costs nothing (7.43b)


@pytest.mark.rule("7.4611c", "7.45c", "7.2d")
def test_the_printed_air_example() -> None:
    """14 of class A with a leader of 3 and an air marker defend against 15 of class C with a leader of 3: 18 to 22."""
    w = world("italy")
    home, target = _open_pair("italy")
    t = table(
        "italy", ALLIED, turn=10, place={"us-5": w.label(home), "de-5pz": w.label(target)},
        hqs={"al-15ag": w.label(home), "de-agc": w.label(target)}, leaders={"alexander": "al-15ag", "blaskowitz": "de-agc"},
    )  # fmt: skip
    t.s.air_hq[w.hq("de-agc")] = 1
    attack(t, w.label(target), "us-5")
    t.act(Command(w.unit("de-5pz"), w.hq("de-agc")), Done(), Command(w.unit("us-5"), w.hq("al-15ag")), Done())
    t.act(AddLeader(w.hq("al-15ag"), w.unit("us-5")))  # the phasing side adds first
    t.act(AddAir(w.hq("de-agc"), target), AddLeader(w.hq("de-agc"), w.unit("de-5pz")))
    found = written((18, 22), t)
    assert w.tables.columns[found.base] == "1:1" and w.tables.columns[found.column] == "1:3"
    assert t.s.air_hq[w.hq("de-agc")] == 0


def _open_pair(scenario: str) -> tuple[Hex, Hex]:
    """Two plain hexes of France, no river or wall between."""
    w = world(scenario)
    plain = w.lands.open & ~w.cities & w.lands.country["france"]
    for a in w.lands.next_to:
        for b in w.lands.next_to[a]:
            if plain >> a & 1 and plain >> b & 1 and not w.lands.river.has(a, b):
                return a, b
    raise AssertionError("no such pair")


# --- declaring


@pytest.mark.rule("7.1b", "7.1c", "7.2a", "7.2f", "7.2g", "7.2h")
def test_who_may_attack_what() -> None:
    t = table(place={"de-6": HOME, "de-4": "2712", "su-42": TARGET, "su-31": "3112"})
    assert t.why(Attack(t.w.hex("3112"))) == "7.1c"  # nobody is next to it
    assert t.why(Attack(t.w.hex("2712"))) == "7.1c"  # no enemy there
    t.act(Attack(t.w.hex(TARGET)))
    assert t.why(Commit()) == "7.1b"
    assert t.why(Join(t.w.unit("su-42"))) == "7.2f"
    t.act(Done())  # called off before anybody was named
    assert t.s.struck == 0 and t.why(Attack(t.w.hex(TARGET))) == ""
    t.act(Attack(t.w.hex(TARGET)), Join(t.w.unit("de-6")))
    assert t.why(Done()) == "7.2a" and t.why(Join(t.w.unit("de-6"))) == "7.2f"
    t.act(Commit())
    go_on(t)
    t.roll(3)
    _clear_results(t)
    assert t.why(Attack(t.w.hex(TARGET))) in ("7.2g", "7.1c")
    assert t.s.fought == 1 << t.w.unit("de-6")


def _clear_results(t: Table) -> None:
    """Take whatever comes until attacks can be chosen again."""
    while not isinstance(t.s.agenda[0], Attacks):
        t.act(t.legal()[0]) if not t.rolls() else t.roll(1)


@pytest.mark.rule("7.2g")
def test_a_hex_is_attacked_once_a_segment() -> None:
    t = table(place={"de-6": HOME, "de-4": "2712", "su-42": "Kursk", "de-2": "2814"})
    fight(t, "Kursk", "de-2", die=6)
    _clear_results(t)
    assert t.s.where[t.w.unit("su-42")] == t.w.hex("Kursk")
    s = t.s
    s.agenda = (Attacks(AXIS),)
    other = t.w.unit("de-9")
    s.where[other] = -1
    assert t.why(Attack(t.w.hex("Kursk"))) == "7.2g"


@pytest.mark.seam("5", "7")
@pytest.mark.rule("7.1c")
def test_the_sea_parts_and_rivers_do_not() -> None:
    t = table(place={"de-6": "2912", "su-42": "2911"})
    assert t.why(Attack(t.w.hex("2911"))) == ""
    w = world()
    a, b = next((a, b) for a, b in w.lands.sea.pairs() if w.land >> a & 1 and w.land >> b & 1)
    sea = table(place={"de-6": w.label(a), "su-42": w.label(b)})
    assert sea.why(Attack(b)) == "7.1c"


@pytest.mark.seam("6", "7")
@pytest.mark.rule("11.3e")
def test_combat_ends_reserve_for_both() -> None:
    t = table(place={"de-6": HOME, "su-42": TARGET, "su-31": "3112"}, reserve=["de-6", "su-42", "su-31"])
    attack(t, TARGET, "de-6")
    assert t.s.reserve == 1 << t.w.unit("su-31")


@pytest.mark.rule("4.2.2C", "4.2.2G", "7.1a")
def test_only_the_phasing_side_attacks() -> None:
    assert CAMP_SEGMENTS["first-combat"](position().s, 0) == (Attacks(AXIS), EndCombat())
    assert CAMP_SEGMENTS["first-combat"](position().s, 1) == (Attacks(SOVIET), EndCombat())
    assert CAMP_SEGMENTS["first-combat"](position("war", turn=9).s, 1) == (
        Attacks(SOVIET),
        Attacks(ALLIED),
        EndCombat(),
    )
    assert CAMP_SEGMENTS["first-combat"](position("war", turn=8).s, 1) == (Attacks(SOVIET), EndCombat())


# --- command


def commanded(**given: Any) -> Table:
    """Two German armies against one, with an HQ two hexes behind."""
    base: dict[str, Any] = {
        "place": {"de-6": HOME, "de-4": "2712", "su-42": TARGET}, "hqs": {"de-south": "2613"},
        "leaders": {"von-rundstedt": "de-south"},
    }  # fmt: skip
    base.update(given)
    return table(**base)


@pytest.mark.rule("7.44a", "7.44d", "7.45a", "7.45b")
def test_a_leader_puts_as_many_units_in_command_as_he_has_stars() -> None:
    w = world()
    for leader, stars in (("von-rundstedt", 4), ("keitel", 1), ("himmler", 0)):
        t = commanded(leaders={leader: "de-south"})
        assert command_limit(t.s, w.hq("de-south")) == stars
        attack(t, TARGET, "de-6", "de-4")
        if not stars:
            assert t.rolls()
            assert odds(t.s).attack == 4 + 4
            continue
        t.act(Command(w.unit("de-6"), w.hq("de-south")))
        assert t.why(Command(w.unit("de-4"), w.hq("de-south"))) == ("7.45a" if stars == 1 else "")
        if stars > 1:
            t.act(Command(w.unit("de-4"), w.hq("de-south")))
        assert odds(t.s).attack == (18 if stars > 1 else 9 + 4)


@pytest.mark.rule("7.44b", "7.44f")
def test_command_needs_range_and_the_nearest_hq() -> None:
    w = world()
    t = commanded(
        hqs={"de-south": "2613", "de-north": "2712"},
        leaders={"von-rundstedt": "de-south", "von-leeb": "de-north"},
    )
    attack(t, TARGET, "de-6", "de-4")
    assert t.why(Command(w.unit("de-4"), w.hq("de-south"))) == "7.44f"
    assert assigned(t.s, w.unit("de-6")) == [
        w.hq("de-north"),
        w.hq("de-south"),
    ]  # equally near: the owner says
    t.act(Command(w.unit("de-6"), w.hq("de-north")))
    far = commanded(hqs={"de-south": "2417"})
    attack(far, TARGET, "de-6")
    assert far.rolls()  # nobody can be put in command: there is nothing to ask
    assert fronts_of(far.s, [w.unit("de-6")]) == [w.hq("de-south")]  # and yet it belongs to that HQ (7.44g)


@pytest.mark.rule("7.45b")
def test_the_defender_says_first_who_is_in_command() -> None:
    t = commanded(
        hqs={"de-south": "2613", "su-south": "2811"},
        leaders={"von-rundstedt": "de-south", "kirponos": "su-south"},
    )
    attack(t, TARGET, "de-6")
    assert t.seat() == "soviet"
    t.act(Command(t.w.unit("su-42"), t.w.hq("su-south")), Done())
    assert t.seat() == "axis"
    assert odds(t.s).defence == 4


@pytest.mark.rule("7.45a", "7.45i")
def test_command_of_earlier_combats_counts_in_the_segment() -> None:
    w = world()
    t = commanded(
        place={"de-6": HOME, "de-4": "2712", "su-42": TARGET, "su-31": "2711"}, leaders={"keitel": "de-south"},
    )  # fmt: skip
    attack(t, TARGET, "de-6")
    t.act(Command(w.unit("de-6"), w.hq("de-south")), Done())
    go_on(t)
    t.roll(6)
    _clear_results(t)
    assert t.s.commanded[w.hq("de-south")] == 1 << w.unit("de-6")
    attack(t, "2711", "de-4")
    assert t.rolls()  # his one unit is used up
    t.s.agenda = (EndCombat(),)
    t.settle()
    assert t.s.commanded[w.hq("de-south")] == 0


@pytest.mark.rule("11.6f", "11.6g")
def test_the_general_staff_widens_command_and_helps_once() -> None:
    w = world()
    t = commanded(
        staff={"okh-1": "2613", "okh-2": "Berlin"}, leaders={"keitel": "de-south", "halder": "okh-1"}
    )
    k = w.hq("de-south")
    assert command_limit(t.s, k) == 1 + 3
    attack(t, TARGET, "de-6", "de-4")
    t.act(Command(w.unit("de-6"), k), Command(w.unit("de-4"), k), Done())
    assert t.why(AddStaff(1, w.unit("de-6"))) == "11.6b"
    t.act(AddStaff(0, w.unit("de-4")))
    assert odds(t.s).attack == 18 + 3
    assert t.why(AddStaff(0, w.unit("de-6"))) == "11.6g"


@pytest.mark.rule("9.6b")
def test_finns_obey_mannerheim_alone() -> None:
    w = world()
    s = position(place={"fi": HOME}, hqs={"de-south": "2613", "fi-finland": "Helsinki"}).s
    assert assigned(s, w.unit("fi")) == [w.finnish_hq]


@pytest.mark.seam("7", "11.5")
@pytest.mark.rule("11.7c", "11.4e")
def test_neutrals_and_fresh_paratroops_are_always_in_command() -> None:
    w = world()
    t = table(place={"de-para": HOME, "su-42": TARGET}, airborne=1 << w.unit("de-para"))
    attack(t, TARGET, "de-para")
    assert odds(t.s).attack == 6
    late = table(place={"de-para": HOME, "su-42": TARGET})
    attack(late, TARGET, "de-para")
    assert odds(late.s).attack == 3


# --- support


def supported(**given: Any) -> Table:
    """A combat up to the markers, everybody in command."""
    w = world()
    base: dict[str, Any] = {
        "place": {"de-6": HOME, "su-42": TARGET}, "hqs": {"de-south": "2613", "su-south": "2811"},
        "leaders": {"von-rundstedt": "de-south", "kirponos": "su-south"},
    }  # fmt: skip
    base.update(given)
    t = table(**base)
    t.s.air_hq[w.hq("de-south")] = 2
    t.s.air_hq[w.hq("su-south")] = 1
    attack(t, TARGET, "de-6")
    t.act(
        Command(w.unit("su-42"), w.hq("su-south")), Done(), Command(w.unit("de-6"), w.hq("de-south")), Done()
    )
    return t


@pytest.mark.rule("7.2b", "7.4611b")
def test_markers_are_added_in_turn_and_who_passes_adds_no_more() -> None:
    t = supported()
    w = t.w
    air, home, target = w.hq("de-south"), w.hex(HOME), w.hex(TARGET)
    assert t.seat() == "axis"
    t.act(AddAir(air, home))
    assert t.seat() == "soviet"
    t.act(Pass())
    assert t.seat() == "axis"
    t.act(AddAir(air, home))
    assert t.seat() == "axis"  # the other has passed
    assert t.why(AddAir(air, home)) == "7.4611b"  # there is none left
    assert t.why(AddAir(w.hq("su-south"), target)) == "7.4611b"
    assert odds(t.s).attack == 9 + 10
    t.act(AddLeader(air, w.unit("de-6")))
    assert t.rolls()  # nothing more to add
    assert odds(t.s).attack == 9 + 10 + 4


@pytest.mark.rule("7.4611c")
def test_air_goes_to_a_hex_of_the_combat_and_stays_there() -> None:
    t = supported()
    air = t.w.hq("de-south")
    assert t.why(AddAir(air, t.w.hex(TARGET))) == "7.4611c"
    t.act(AddAir(air, t.w.hex(HOME)))
    assert t.s.air_at == {key(AXIS, t.w.hex(HOME)): 1}
    later = table(place={"de-6": HOME, "su-42": TARGET}, air_at=t.s.air_at)
    attack(later, TARGET, "de-6")
    assert odds(later.s).attack == 4 + 5  # RULING 7.4611-b: it keeps adding


@pytest.mark.seam("7", "7.46")
@pytest.mark.rule("7.4611b")
def test_air_comes_from_an_hq_that_commands_a_unit_of_the_combat() -> None:
    w = world()
    t = commanded()
    t.s.air_hq[w.hq("de-south")] = 1
    attack(t, TARGET, "de-6")
    t.act(Done())  # nobody put in command
    assert t.rolls()


@pytest.mark.rule("7.45c", "7.45g", "9.3b")
def test_a_leader_helps_once_a_segment_a_unit_he_commands() -> None:
    t = supported(helped=0)
    k = t.w.hq("de-south")
    assert t.why(AddLeader(k, t.w.unit("su-42"))) == "7.45c"
    t.act(AddLeader(k, t.w.unit("de-6")))
    assert t.s.helped == 1 << k
    used = supported(helped=1 << k)
    assert used.why(AddLeader(k, used.w.unit("de-6"))) == "7.45g"


@pytest.mark.rule("7.462h")
def test_ships_bombard_from_the_hex_of_a_unit() -> None:
    w = world()
    odessa = w.hex("Odessa")
    near = next(n for n in w.lands.next_to[odessa] if not w.lands.river.has(n, odessa))
    ship = next(k for k, row in enumerate(w.ships) if row.id == "ships-black-su")
    t = table(place={"su-42": "Odessa", "de-6": w.label(near)})
    t.s.ship[ship], t.s.mission[ship] = odessa, 1
    attack(t, "Odessa", "de-6")
    assert t.seat() == "soviet"
    plain = odds(t.s).defence
    t.act(AddShip(ship))
    assert odds(t.s).defence == plain + 3
    away = table(place={"su-42": "Odessa", "de-6": w.label(near)})
    away.s.ship[ship], away.s.mission[ship] = odessa, 2  # there to evacuate
    attack(away, "Odessa", "de-6")
    assert away.rolls()


# --- strength


@pytest.mark.rule("7.2c")
@pytest.mark.parametrize(
    ("attacker", "home", "target", "attack_", "defence"),
    [
        ("de-6", HOME, TARGET, 4, 2),
        ("de-6", "2912", "2911", 3, 2),  # over the Don
        ("de-2pz", "2912", "2911", 5, 2),
        ("de-6", "2814", "Kursk", 4, 2 + 1),
        ("de-2pz", "4407", "4508", 7 - 3, 2 + 3),  # tanks in the mountains
    ],
)
def test_terrain_in_combat(attacker: str, home: str, target: str, attack_: int, defence: int) -> None:
    t = table(place={attacker: home, "su-42": target})
    attack(t, target, attacker)
    assert (odds(t.s).attack, odds(t.s).defence) == (attack_, defence)


@pytest.mark.rule("7.463c")
def test_partisans_weaken_the_nearest_opposing_unit() -> None:
    w = world()
    t = table(
        place={"de-6": HOME, "de-4": "2614", "su-42": TARGET}, partisans={key(SOVIET, w.hex("2712")): 1}
    )
    attack(t, TARGET, "de-6")
    assert odds(t.s).attack == 4 - 2
    far = table(
        place={"de-6": HOME, "de-4": "2614", "su-42": TARGET}, partisans={key(SOVIET, w.hex("2615")): 2}
    )
    attack(far, TARGET, "de-6")
    assert odds(far.s).attack == 4  # the 4th Army is nearer


@pytest.mark.rule("11.91a", "11.91b")
def test_the_west_wall_counts_if_every_attacker_comes_through_it() -> None:
    w = world("dday")
    west, east = next(
        (a, b)
        for pair in w.lands.west_wall.pairs()
        for a, b in (pair, pair[::-1])
        if not w.lands.opposite_west_wall >> b & 1
        and w.lands.opposite_west_wall >> a & 1
        and not w.cities >> b & 1
    )
    other = next(n for n in w.lands.next_to[east] if not w.lands.west_wall.has(n, east))
    places = {"us-1": w.label(west), "de-7": w.label(east), "us-3": w.label(other)}
    for units, bonus in ((("us-1",), 5), (("us-1", "us-3"), 0), (("us-3",), 0)):
        t = table("dday", ALLIED, place=places)
        plain = 3 + w.tables.ground[w.board.kind[east]].defender
        attack(t, w.label(east), *units)
        assert odds(t.s).defence == plain + bonus, units
    out = table("dday", place={"de-7": w.label(east), "us-1": w.label(west)})  # never for attack
    attack(out, w.label(west), "de-7")
    assert not any(line.rule == "11.91a" for line in odds(out.s).working)


@pytest.mark.rule("7.3a")
def test_classes_of_several_units() -> None:
    t = table(place={"de-2pz": HOME, "ro-3": "2712", "su-42": TARGET})
    attack(t, TARGET, "de-2pz", "ro-3")
    found = odds(t.s)
    assert (class_of(t.s, t.w.unit("de-2pz")), class_of(t.s, t.w.unit("ro-3"))) == (0, 3)
    assert found.attacking_class == 2 and found.defending_class == 3


# --- results


def beaten(owed: tuple[int, int], **given: Any) -> Table:
    """A combat after its roll, with these losses."""
    base: dict[str, Any] = {"place": {"de-6": HOME, "su-42": TARGET}}
    base.update(given)
    t = position(segment="first-combat", **base)
    s, w = t.s, t.w
    s.target = w.hex(TARGET)
    s.attackers = [w.unit(name) for name in base["place"] if name.startswith(("de-", "ro-"))]
    s.defenders = [w.unit(name) for name, at in base["place"].items() if at == TARGET]
    s.origins = {u: s.where[u] for u in s.attackers}
    s.indicated, s.owed = list(owed), list(owed)
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    return t


@pytest.mark.rule("7.41b", "7.41c", "7.41d")
def test_a_german_army_loses_steps_by_strength_or_class() -> None:
    t = beaten((3, 3), place={"de-6": HOME, "de-4": "2712", "su-42": TARGET})
    w = t.w
    t.act(TakeLoss(w.unit("su-42"), 0), TakeLoss(w.unit("su-42"), 0))
    a, b = w.unit("de-6"), w.unit("de-4")
    t.act(TakeLoss(a, FLIP))
    assert t.why(TakeLoss(a, FLIP)) == "7.41b"
    t.act(TakeLoss(a, DEGRADE), TakeLoss(b, DEGRADE))
    assert (t.s.grade[a], t.s.weak[a], t.s.grade[b], t.s.weak[b]) == (1, 1, 1, 0)
    for way, grade, words in (
        (FLIP, 1, "is on its reduced side"),
        (DEGRADE, len(w.ladder[a]) - 1, "has no lower class"),
    ):
        t.s.grade[a] = grade
        found = loss_violation(t.s, TakeLoss(a, way), (a,))
        assert found is not None and found.rule == "7.41b" and words in found.reason


@pytest.mark.seam("7", "7.42")
@pytest.mark.rule("7.4d")
def test_the_first_step_may_be_a_retreat_and_no_other() -> None:
    t = beaten((0, 1))
    u = t.w.unit("su-42")
    t.act(GiveWay())
    where = {action.hex for action in t.legal() if isinstance(action, Retreat)}
    assert where and all(t.w.grid.distance(h, t.w.hex(HOME)) == 2 for h in where)
    t.act(Retreat(u, sorted(where)[0]))
    # it lost more all the same and retreats once more (7.4e)
    assert any(isinstance(action, Retreat) for action in t.legal())
    t.act(t.legal()[0])
    assert steps_of(t.s, u) == 2 and t.w.grid.distance(t.s.where[u], t.w.hex(TARGET)) == 2


@pytest.mark.rule("7.4d", "7.42i")
def test_who_is_lost_anyway_does_not_retreat_first() -> None:
    t = beaten((0, 3))
    assert t.why(GiveWay()) == "7.42i"
    two = beaten((0, 2))
    two.act(TakeLoss(two.w.unit("su-42"), 0))
    assert two.why(GiveWay()) == "7.4d"


@pytest.mark.rule("7.4e", "7.4f", "7.42b")
def test_the_heavier_loser_retreats_and_equals_do_not() -> None:
    t = beaten((1, 1))
    t.act(TakeLoss(t.w.unit("su-42"), 0), TakeLoss(t.w.unit("de-6"), 0))
    assert isinstance(t.s.agenda[0], Attacks)
    lost = beaten((2, 1))
    lost.act(
        TakeLoss(lost.w.unit("su-42"), 0), TakeLoss(lost.w.unit("de-6"), 0), TakeLoss(lost.w.unit("de-6"), 1)
    )
    assert lost.seat() == "axis" and all(isinstance(action, Retreat) for action in lost.legal())
    lost.act(lost.legal()[0])
    assert lost.w.grid.distance(lost.s.where[lost.w.unit("de-6")], lost.w.hex(TARGET)) == 2


@pytest.mark.rule("7.42e")
def test_a_unit_without_a_way_back_is_eliminated() -> None:
    behind = {"de-9": "2912", "de-16": "2913", "de-18": "2811", "de-17": "2813", "de-2": "2712"}
    t = position(
        place={"de-6": HOME, "su-42": TARGET, **behind}, segment="first-combat",
        agenda=(Attacks(AXIS),), phasing="axis",
    )  # fmt: skip
    fight(t, TARGET, "de-6", die=1)
    u = t.w.unit("su-42")
    if t.s.owed[1]:
        t.act(TakeLoss(u, 0))
    _clear_results(t)
    assert t.s.where[u] == ELIMINATED


@pytest.mark.rule("7.42f")
def test_units_in_cities_need_not_retreat() -> None:
    t = table(place={"de-2pz": "2814", "de-6": "2813", "su-42": "Kursk"})
    s, w = t.s, t.w
    s.pending = [w.unit("su-42")]
    s.target, s.attackers, s.defenders = w.hex("Kursk"), [w.unit("de-2pz")], [w.unit("su-42")]
    s.agenda = (Retreats(1, "7.4e", True), Attacks(AXIS))
    t.settle()
    t.act(StandFast(w.unit("su-42")))
    assert t.at("su-42") == "2914"
    s.pending = [w.unit("su-42")]
    s.agenda = (Retreats(1, "7.4d", False), Attacks(AXIS))
    t.settle()
    assert t.why(StandFast(w.unit("su-42"))) == "7.4d"


@pytest.mark.seam("7.42", "11.5")
@pytest.mark.rule("7.42c", "7.42d", "11.5e")
def test_retreats_pass_into_zones_and_not_onto_units() -> None:
    t = beaten((0, 1), place={"de-6": HOME, "su-42": TARGET, "su-31": "2912"})
    t.act(GiveWay())
    hexes = {t.w.label(action.hex) for action in t.legal() if isinstance(action, Retreat)}
    assert "2912" not in hexes and hexes <= {"2811", "2913"}


@pytest.mark.rule("7.45d", "7.45e")
def test_an_hq_falls_back_with_its_unit_and_stays_where_it_is_left_alone() -> None:
    t = beaten((0, 1), hqs={"su-south": TARGET}, leaders={"kirponos": "su-south"})
    t.act(GiveWay())
    t.act(next(a for a in t.legal() if isinstance(a, Retreat)))
    assert t.s.hq[t.w.hq("su-south")] == t.s.where[t.w.unit("su-42")]
    gone = beaten((0, 2), hqs={"su-south": TARGET}, leaders={"kirponos": "su-south"})
    gone.act(TakeLoss(gone.w.unit("su-42"), 0), TakeLoss(gone.w.unit("su-42"), 0))
    assert gone.at("su-south") == TARGET


# --- advance


@pytest.mark.rule("7.43a", "7.43d", "7.42h")
def test_no_advance_without_spare_steps_or_after_a_retreat() -> None:
    even = beaten((0, 2))
    even.act(TakeLoss(even.w.unit("su-42"), 0), TakeLoss(even.w.unit("su-42"), 0))
    assert isinstance(even.s.agenda[0], Attacks)  # nothing is left over
    spare = beaten((0, 3))
    spare.act(TakeLoss(spare.w.unit("su-42"), 0), TakeLoss(spare.w.unit("su-42"), 0))
    assert spare.s.spare == 1
    spare.act(Halt())
    assert isinstance(spare.s.agenda[0], Attacks)


@pytest.mark.rule("7.43a")
def test_defenders_advance_too() -> None:
    """RULING 7.43-a."""
    t = beaten((6, 0))
    for way in (0, 1, 1, 0):
        t.act(TakeLoss(t.w.unit("de-6"), way))
    assert t.s.spare == 2 and t.seat() == "soviet"
    t.act(Advance(t.w.unit("su-42"), t.w.hex(HOME)))
    assert t.at("su-42") == HOME


@pytest.mark.seam("5", "7.42")
@pytest.mark.rule("7.43e", "5.4c")
def test_an_advance_stops_in_a_zone() -> None:
    t = beaten((0, 5), place={"de-6": HOME, "su-42": TARGET, "su-9tank": "3012"})
    t.act(TakeLoss(t.w.unit("su-42"), 0), TakeLoss(t.w.unit("su-42"), 0))
    u = t.w.unit("de-6")
    t.act(Advance(u, t.w.hex(TARGET)), Advance(u, t.w.hex("2912")))
    assert t.s.mover == -1 and t.s.pending == []


@pytest.mark.rule("7.43a", "7.43c", "5.5a")
def test_several_units_advance_one_after_another() -> None:
    t = beaten((0, 4), place={"de-6": HOME, "de-4": "2712", "su-42": TARGET})
    w = t.w
    t.act(TakeLoss(w.unit("su-42"), 0), TakeLoss(w.unit("su-42"), 0))
    a, b = w.unit("de-6"), w.unit("de-4")
    t.act(Advance(a, w.hex(TARGET)))
    assert t.why(Advance(b, w.hex(TARGET))) == "7.43a"  # one at a time
    t.act(Advance(a, w.hex("2912")), Advance(b, w.hex(TARGET)))
    assert t.why(Advance(b, w.hex("2912"))) == "5.5d"
    t.act(Halt())
    assert (t.at("de-6"), t.at("de-4")) == ("2912", TARGET)


@pytest.mark.rule("7.43i")
def test_an_hq_goes_along_and_is_left_on_the_way() -> None:
    t = beaten((0, 4), hqs={"de-south": HOME, "de-north": "2712"}, leaders={"von-rundstedt": "de-south"})
    w = t.w
    t.act(TakeLoss(w.unit("su-42"), 0), TakeLoss(w.unit("su-42"), 0))
    assert t.why(BringHQ(w.hq("de-north"))) == "7.43i"
    u = w.unit("de-6")
    t.act(
        BringHQ(w.hq("de-south")),
        Advance(u, w.hex(TARGET)),
        BringHQ(w.hq("de-south")),
        Advance(u, w.hex("2912")),
    )
    assert (t.at("de-6"), t.at("de-south")) == ("2912", TARGET)


@pytest.mark.rule("7.43f", "7.43g", "7.43h", "11.6h")
def test_an_advance_overruns_hqs_and_the_general_staff_with_them() -> None:
    t = beaten(
        (0, 4), hqs={"su-south": "2912"}, leaders={"kirponos": "su-south", "zhukov": "stavka-1"}, staff={"stavka-1": "2912"},
    )  # fmt: skip
    w, u = t.w, t.w.unit("de-6")
    t.act(TakeLoss(w.unit("su-42"), 0), TakeLoss(w.unit("su-42"), 0))
    t.act(Advance(u, w.hex(TARGET)), Advance(u, w.hex("2912")))
    assert t.s.hq[w.hq("su-south")] == HQ_LOST and t.s.staff[3] == w.hex("Moscow")
    t.roll(1, 2)
    assert t.s.post[w.leader("zhukov")] == POOL and t.s.post[w.leader("kirponos")] == POOL


@pytest.mark.rule("5.6b")
def test_tanks_break_down_in_an_advance_through_mountains() -> None:
    t = position(place={"de-2pz": "4407", "su-42": "4508"}, segment="first-combat", reduced=["su-42"])
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex("4508"), [w.unit("de-2pz")], [w.unit("su-42")]
    s.origins = {w.unit("de-2pz"): w.hex("4407")}
    s.indicated, s.owed = [0, 6], [0, 6]
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    u = w.unit("de-2pz")
    t.act(TakeLoss(w.unit("su-42"), 0), *(Advance(u, w.hex(h)) for h in ("4508", "4608", "4607")))
    t.act(TakeLoss(u, 1))
    assert t.s.grade[u] == 1 and t.s.mover == u


# --- leaders


def led(owed: tuple[int, int], **given: Any) -> Table:
    base: dict[str, Any] = {
        "hqs": {"su-south": "2811", "de-south": "2613"}, "leaders": {"kirponos": "su-south", "von-rundstedt": "de-south"},
    }  # fmt: skip
    base.update(given)
    return beaten(owed, **base)


def shaken(s: State, name: str) -> bool:
    return bool(s.shaken >> s.world.leader(name) & 1)


@pytest.mark.rule("9.0c", "9.0d")
def test_who_loses_a_combat_is_shaken_and_who_wins_recovers() -> None:
    w = world()
    t = led((0, 1), shaken=1 << w.leader("von-rundstedt"))
    assert shaken(t.s, "kirponos") and not shaken(t.s, "von-rundstedt")
    tie = led((1, 1), shaken=1 << w.leader("von-rundstedt"))
    assert not shaken(tie.s, "kirponos") and shaken(tie.s, "von-rundstedt")


@pytest.mark.rule("9.0b", "9.0f", "9.1b", "9.1c")
def test_a_second_loss_in_a_row_costs_the_post_before_any_advance() -> None:
    w = world()
    run = [0] * len(w.hqs)
    run[w.hq("su-south")] = 1
    t = led((0, 4), lost_run=list(run))
    assert t.rolls() and t.s.chief[w.hq("su-south")] == -1
    with pytest.raises(IllegalOutcome):
        t.roll("kirponos")  # the new man is picked before he goes back
    t.roll("konev")
    assert t.s.chief[w.hq("su-south")] == w.leader("konev") and t.s.lost_run[w.hq("su-south")] == 0
    assert t.seat() == "soviet"
    other = Table(t.s.clone())
    t.act(Terminate())
    assert t.s.post[w.leader("kirponos")] == TERMINATED
    other.act(Retire())
    assert other.s.post[w.leader("kirponos")] == POOL


@pytest.mark.rule("9.0b")
def test_a_combat_in_between_breaks_the_run() -> None:
    """RULING 9.0-d."""
    w = world()
    run = [0] * len(w.hqs)
    run[w.hq("su-south")] = 1
    t = led((1, 1), lost_run=list(run))
    assert t.s.lost_run[w.hq("su-south")] == 0


@pytest.mark.rule("9.1d")
def test_the_western_allies_dismiss_nobody() -> None:
    w = world("italy")
    t = position("italy", hqs={"al-15ag": "Naples"}, leaders={"alexander": "al-15ag"})
    t.s.agenda = (Disposal(w.hq("al-15ag"), w.leader("alexander")),)
    assert t.why(Terminate()) == "9.1d" and t.why(Retire()) == ""


@pytest.mark.rule("7.45f", "7.45h", "9.0b")
def test_a_leader_who_helped_rolls_and_is_replaced_if_hit() -> None:
    t = supported()
    w, k = t.w, t.w.hq("de-south")
    t.act(AddLeader(k, w.unit("de-6")))
    while not t.rolls():
        t.act(Pass())
    t.roll(1)  # the combat
    t.roll(6, 6)  # killed
    assert t.s.post[w.leader("von-rundstedt")] == -5
    t.roll("model")
    assert t.s.chief[k] == w.leader("model")
    assert t.s.helped >> k & 1  # he may not help in this segment (7.45h)


def test_with_an_empty_pool_he_stays() -> None:
    """RULING 9.0-c."""
    w = world()
    run = [0] * len(w.hqs)
    run[w.hq("su-south")] = 1
    t = led((0, 1), lost_run=list(run), post=[-2] * len(w.leaders))
    assert isinstance(t.legal()[0], TakeLoss)


def test_news_of_a_combat() -> None:
    t = table(place={"de-6": HOME, "su-42": TARGET})
    told = t.act(Attack(t.w.hex(TARGET)), Join(t.w.unit("de-6")), Commit())
    assert "AttackDeclared" in kinds(told)
    assert "CombatResolved" in kinds(t.roll(3))


@pytest.mark.rule("7.2e")
def test_a_result_is_applied_before_the_next_combat() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET, "de-4": "2711", "su-31": "2811"}, segment="first-combat", phasing="axis",
        agenda=(Attacks(AXIS),),
    )  # fmt: skip
    w = t.w
    t.act(Attack(w.hex(TARGET)), Join(w.unit("de-6")), Commit())
    t.roll(1)
    assert not isinstance(t.s.agenda[0], Attacks)
    assert all(isinstance(action, TakeLoss | GiveWay) for action in t.legal())


@pytest.mark.rule("7.4b")
def test_only_who_took_part_loses_steps() -> None:
    t = position(place={"de-6": HOME, "su-42": TARGET, "su-31": "2811"}, segment="first-combat")
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.indicated, s.owed = [0, 1], [0, 1]
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    assert t.why(TakeLoss(w.unit("su-31"), 0)) == "7.4b" and t.why(TakeLoss(w.unit("su-42"), 0)) == ""


def after_roll(owed: tuple[int, int], **given: Any) -> Table:
    """The German 6th Army has attacked the Soviet 42nd, with these losses."""
    t = position(
        segment="first-combat", phasing="axis", place={"de-6": HOME, "su-42": TARGET}, points={"axis": 5, "soviet": 5}, **given,
    )  # fmt: skip
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.origins = {w.unit("de-6"): w.hex(HOME)}
    s.indicated, s.owed = list(owed), list(owed)
    s.agenda = (*result_frames(s), Attacks(AXIS))
    t.settle()
    return t


@pytest.mark.rule("7.42a")
def test_a_retreat_is_one_hex_and_costs_nothing() -> None:
    t = after_roll((0, 1))
    t.act(GiveWay())
    ways = [action for action in t.legal() if isinstance(action, Retreat)]
    assert ways and all(t.w.grid.distance(t.w.hex(TARGET), action.hex) == 1 for action in ways)
    t.act(ways[0])
    # It had the heavier losses, so it goes a second hex (RULING 7.4-a), and pays for neither.
    assert t.s.points == [5, 5, 0]


@pytest.mark.rule("7.43b")
def test_an_advance_costs_nothing() -> None:
    t = after_roll((0, 4))
    u, enemy = t.w.unit("de-6"), t.w.unit("su-42")
    t.act(TakeLoss(enemy, 0), TakeLoss(enemy, 0), Advance(u, t.w.hex(TARGET)), Halt())
    assert t.at("de-6") == TARGET and t.s.points == [5, 5, 0]


@pytest.mark.rule("7.44g", "9.0d")
def test_a_unit_out_of_range_still_counts_for_its_hq() -> None:
    t = after_roll((0, 1), hqs={"su-south": "Kharkov"}, leaders={"kirponos": "su-south"})
    w = t.w
    k = w.hq("su-south")
    assert w.grid.distance(w.hex("Kharkov"), w.hex(TARGET)) > w.command_range(SOVIET)
    assert fronts_of(t.s, t.s.defenders) == [k] and t.s.shaken >> w.leader("kirponos") & 1


@pytest.mark.rule("9.3c", "7.45g")
def test_leaders_are_back_with_their_hqs_after_the_segment() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, hqs={"de-south": "2613"}, leaders={"von-rundstedt": "de-south"},
        segment="first-combat", phasing="axis", agenda=(Attacks(AXIS), EndCombat()),
    )  # fmt: skip
    w, k = t.w, t.w.hq("de-south")
    t.act(
        Attack(w.hex(TARGET)),
        Join(w.unit("de-6")),
        Commit(),
        Command(w.unit("de-6"), k),
        Done(),
        AddLeader(k, w.unit("de-6")),
    )
    assert t.s.helpers == {k: w.unit("de-6")}
    while not t.rolls():
        t.act(Pass())
    t.roll(3, 1)
    while not isinstance(t.s.agenda[0], Attacks):
        t.act(next(a for a in t.legal() if not isinstance(a, GiveWay)))
    t.act(Done())
    assert t.s.helpers == {} and t.s.helped == 0 and t.s.chief[k] == w.leader("von-rundstedt")
    assert t.at("de-south") == "2613"


@pytest.mark.rule("9.3a")
@pytest.mark.seam("5", "9")
def test_a_leader_goes_with_his_hq_for_nothing() -> None:
    def spent(leaders: dict[str, str]) -> State:
        t = position(
            hqs={"su-west": "2912"}, leaders=leaders, points={"soviet": 9}, phasing="soviet", agenda=(Moves(SOVIET),),
        )  # fmt: skip
        t.act(t.pick("su-west"), *t.to("2812"))
        return t.s

    led, alone = spent({"konev": "su-west"}), spent({})
    assert led.spent == alone.spent > 0
    assert led.chief[led.world.hq("su-west")] == led.world.leader("konev")


@pytest.mark.rule("11.4a")
def test_paratroops_are_infantry_otherwise() -> None:
    t = position(
        "objectives", turn=6, place={"su-para": "2912", "su-42": "3112", "de-2pz": "2812"}, points={"soviet": 99},
        segment="tank-movement", phasing="soviet", agenda=(Moves(SOVIET),),
    )  # fmt: skip
    s, w = t.s, t.w
    para, army = w.unit("su-para"), w.unit("su-42")
    assert t.why(t.pick("su-para")) == "4.2.2E"
    assert leaving_cost(s, para, s.where[para]) == 10 and step_kind(s, para) == step_kind(s, army) == 0
    a, b = w.hex("2912"), w.hex("2913")
    assert step_cost(s, para, a, b) == step_cost(s, army, a, b)


@pytest.mark.rule("7.4e", "7.4f")
@pytest.mark.parametrize(
    ("code", "who"), [("1/2", "the defender retreats"), ("2/1", "the attacker retreats"), ("1/1", "")]
)
def test_a_result_in_words(code: str, who: str) -> None:
    assert meaning(code).endswith(who) and ("retreats" in meaning(code)) == bool(who)


@pytest.mark.rule("7.43i")
def test_an_hq_of_the_enemy_does_not_go_along() -> None:
    t = beaten((0, 4), hqs={"de-south": HOME, "su-south": HOME})
    t.act(TakeLoss(t.w.unit("su-42"), 0), TakeLoss(t.w.unit("su-42"), 0))
    assert t.why(BringHQ(t.w.hq("de-south"))) == ""
    assert t.why(BringHQ(t.w.hq("su-south"))) == "7.43i"


@pytest.mark.rule("7.2b", "7.462a")
def test_a_ship_beside_the_combat_may_be_added() -> None:
    t = position("dday", place={"us-1": "Caen", "de-7": "1615"}, segment="first-combat", phasing="allied")
    s, w = t.s, t.w
    ship = w.ship_power.index(ALLIED)
    s.ship[ship], s.mission[ship] = w.hex("Caen"), BOMBARDMENT
    s.target, s.attackers, s.defenders = w.hex("1615"), [w.unit("us-1")], [w.unit("de-7")]
    s.origins = {w.unit("us-1"): w.hex("Caen")}
    s.agenda = (Supporting(ALLIED),)
    assert AddShip(ship) in t.legal()


@pytest.mark.rule("7.45c", "11.6g")
def test_an_hq_without_a_leader_helps_nobody() -> None:
    t = position(hqs={"de-south": HOME, "de-north": TARGET}, leaders={"von-rundstedt": "de-south"})
    assert helper_stars(t.s, t.w.hq("de-south")) > 0
    assert helper_stars(t.s, t.w.hq("de-north")) == 0
    assert helper_stars(t.s, STAFF_BASE) == 0


@pytest.mark.rule("7.2c", "7.45c", "7.4611c", "7.462h", "7.463c")
def test_the_calculator_takes_nothing_for_granted() -> None:
    counts = [field for field in LebensraumCalculator.fields if field.kind == "int" and field.name != "roll"]
    assert len(counts) > 8 and all(field.default == 0 for field in counts)


def fought(attackers: dict[str, str], defenders: dict[str, str], indicated: tuple[int, int]) -> Table:
    """After all losses of a combat, with what is left of both sides."""
    t = position(place={**attackers, **defenders}, segment="first-combat", phasing="axis")
    s, w = t.s, t.w
    s.attackers, s.defenders = ([w.unit(name) for name in side] for side in (attackers, defenders))
    s.target, s.indicated, s.needed = w.hex(TARGET), list(indicated), [4, 2]
    s.mover, s.spent, s.mountains, s.train = 7, 2, 1, 3
    return t


@pytest.mark.rule("7.43a", "7.43d", "7.4c")
def test_steps_to_spare_carry_the_attacker_forward_from_a_fresh_start() -> None:
    t = fought({"de-6": HOME}, {"su-42": "eliminated"}, (0, 4))
    assert AfterCombat().run(t.s) == (Advances(),)
    assert t.s.spare == 2 and t.s.pending == t.s.attackers
    assert (t.s.mover, t.s.spent, t.s.mountains, t.s.train) == (-1, 0, 0, 0)
    t = fought({"de-6": HOME}, {"su-42": "eliminated"}, (0, 2))
    assert AfterCombat().run(t.s) == () and t.s.spare == 0, "none to spare"
    t = fought({"de-6": HOME}, {"su-42": "eliminated"}, (0, 1))
    assert AfterCombat().run(t.s) == () and t.s.spare == 0, "eliminated by less than their steps: no way back"


@pytest.mark.rule("7.43a", "7.4c", "7.42h", "7.4a")
def test_an_attacker_who_gave_ground_does_not_advance_and_a_defender_may() -> None:
    t = fought({"de-6": HOME}, {"su-42": "eliminated"}, (1, 4))
    t.s.gave_way = 1
    assert AfterCombat().run(t.s) == ()
    t = fought({"de-6": HOME}, {"su-42": "eliminated"}, (5, 4))
    assert AfterCombat().run(t.s) == (), "he lost more"
    t = fought({"de-6": HOME}, {"su-42": TARGET}, (0, 4))
    assert AfterCombat().run(t.s) == (), "somebody is left"
    t = fought({"de-6": "eliminated"}, {"su-42": TARGET}, (6, 1))
    t.s.gave_way = 2
    assert AfterCombat().run(t.s) == (Advances(),) and t.s.pending == t.s.defenders
    t.s.vacated, t.s.spare = t.w.hex(HOME), 1
    result_frames(t.s)
    assert t.s.gave_way == t.s.vacated == t.s.spare == 0, "nothing is left of the combat before"


@pytest.mark.rule("7.43d", "7.43e")
def test_a_unit_that_breaks_down_on_its_advance_makes_way_for_the_next() -> None:
    def going(spent: int, first: str = HOME) -> Table:
        t = position(place={"de-2pz": first, "de-6": "2712"}, phasing="axis", segment="first-combat")
        a, b = t.w.unit("de-2pz"), t.w.unit("de-6")
        t.s.pending, t.s.mover, t.s.spent, t.s.spare = [a, b], a, spent, 3
        return t

    t = going(1)
    assert KeepOn().run(t.s) == (Advances(),) and t.s.mover == t.w.unit("de-2pz")
    for t in (going(3), going(1, "eliminated")):
        assert KeepOn().run(t.s) == (Advances(),)
        assert t.s.mover == -1 and t.s.spent == 0 and t.s.pending == [t.w.unit("de-6")]


@pytest.mark.rule("7.2c")
def test_marsh_and_hills_weaken_tanks_alone() -> None:
    w = world()
    rough = next(
        h
        for h in bits(w.land)
        if w.tables.ground[w.board.kind[h]].attacking_tank and len(w.lands.next_to[h]) > 1
    )
    start = next(n for n in w.lands.next_to[rough] if not w.lands.river.has(n, rough))
    t = position(
        place={"de-2pz": w.label(start), "de-6": w.label(start)}, hqs={"de-center": w.label(start)},
        leaders={"von-bock": "de-center"},
    )  # fmt: skip
    t.s.in_command = -1
    tank, foot = t.w.unit("de-2pz"), t.w.unit("de-6")
    change = w.tables.ground[w.board.kind[rough]].attacking_tank
    assert attacking_strength(t.s, tank, rough) == strength_of(t.s, tank) + change
    assert attacking_strength(t.s, foot, rough) == strength_of(t.s, foot)


@pytest.mark.rule("7.2c", "7.2d")
def test_a_side_counts_for_one_at_least() -> None:
    t = position(place={"de-6": HOME, "su-42": TARGET}, phasing="axis", segment="first-combat")
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.partisans = {w.hex(HOME) * 3 + SOVIET: 9}
    s.origins = {w.unit("de-6"): w.hex(HOME)}
    found = odds(s)
    assert found.attack == 1
    data = {"attackers": ["1C"], "defenders": ["1C"], "attacker_partisans": 9, "defender_partisans": 9}
    answer = LebensraumCalculator().resolve(data)
    assert any(line.value == "1 to 1" for line in answer.working)


@pytest.mark.rule("7.2f", "11.3e", "7.1b")
def test_who_fights_is_no_reserve_any_more() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, reserve=["de-6", "su-42"], phasing="axis", segment="first-combat"
    )  # fmt: skip
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex(TARGET), [w.unit("de-6")], [w.unit("su-42")]
    s.agenda = (Gathering(AXIS),)
    t.act(do.Commit())
    assert s.reserve == 0


@pytest.mark.rule("7.44a", "7.45b")
def test_who_needs_no_command_is_not_asked_for_one() -> None:
    t = beaten((0, 0), hqs={"de-south": HOME, "su-south": "2912"}, leaders={"von-rundstedt": "de-south"})
    s, w = t.s, t.w
    s.attackers, s.defenders, s.in_command = [w.unit("de-6")], [w.unit("su-42")], 0
    frame = Commanding(AXIS, True)
    assert frame.is_open(s) and frame.choices(s)
    s.in_command = 1 << w.unit("de-6")
    assert not frame.is_open(s) and not frame.choices(s)


@pytest.mark.rule("7.42a")
def test_only_who_must_retreat_is_chosen_for_it() -> None:
    t = beaten((0, 1), place={"de-6": HOME, "su-42": TARGET, "su-4": "3012"})
    s, w = t.s, t.w
    s.pending, s.agenda = [w.unit("su-42")], (RetreatUnit(1, "7.4e", True),)
    other = do.Retreat(w.unit("su-4"), w.hex("3112"))
    assert t.why(other) == "7.42a"


@pytest.mark.rule("7.44a", "7.45b")
def test_a_unit_that_fights_without_command_is_not_offered_one() -> None:
    """Paratroops on the turn of their assault."""
    t = position(place={"de-6": HOME}, hqs={"de-south": HOME}, leaders={"von-rundstedt": "de-south"})
    u = t.w.unit("de-6")
    t.s.attackers = [u]
    assert Commanding(AXIS, True).is_open(t.s)
    t.s.airborne = 1 << u
    assert not Commanding(AXIS, True).is_open(t.s) and not Commanding(AXIS, True).choices(t.s)
    found = Commanding(AXIS, True).refusal(t.s, do.Command(u, t.w.hq("de-south")))
    assert found is not None and found.rule == "7.45b"


@pytest.mark.rule("7.43d")
def test_the_fallen_do_not_advance() -> None:
    t = position(place={"de-2pz": "eliminated", "de-6": HOME}, phasing="axis")
    t.s.pending, t.s.spare = [t.w.unit("de-2pz"), t.w.unit("de-6")], 2
    KeepOn().run(t.s)
    assert t.s.pending == [t.w.unit("de-6")]


@pytest.mark.rule("7.4e")
def test_nobody_is_forced_back_when_nobody_is_left() -> None:
    t = beaten((0, 4))
    t.s.where[t.w.unit("su-42")] = ELIMINATED
    assert ForcedRetreat(1).run(t.s) == ()
    assert ForcedRetreat(0).run(t.s)
    t.s.indicated = [2, 2]
    assert not any(isinstance(frame, ForcedRetreat) for frame in result_frames(t.s)), "both lost as much"


@pytest.mark.rule("7.2c", "7.45c")
def test_the_reckoning_names_what_each_side_brings() -> None:
    t = beaten((0, 0))
    told = {line.label for line in odds(t.s).working}
    assert {"Attacker: units", "Defender: units"} <= told


@pytest.mark.rule("7.2d")
def test_no_side_counts_for_less_than_one() -> None:
    tables = world().tables
    assert tables.column(5, 0) == tables.column(5, 1)
    assert tables.column(0, 5) == tables.column(1, 5)


@pytest.mark.rule("9.0d", "9.0f")
def test_an_hq_without_a_leader_has_nobody_to_judge() -> None:
    t = position(hqs={"de-south": HOME})
    t.s.indicated = [4, 0]
    assert Judgement(((t.w.hq("de-south"), -1),), ()).run(t.s) == ()


@pytest.mark.rule("7.41a", "7.41b", "6.2b")
def test_a_unit_of_the_lowest_class_loses_no_class() -> None:
    t = position(place={"de-6": HOME})
    u = t.w.unit("de-6")
    last = len(t.w.ladder[u]) - 1
    assert ways_to_lose(t.s, u) == (FLIP, DEGRADE)
    t.s.grade[u] = last
    assert ways_to_lose(t.s, u) == (FLIP,)
    t.s.weak[u] = 1
    assert ways_to_lose(t.s, u) == (FLIP,)
    t.s.grade[u] = 0
    assert ways_to_lose(t.s, u) == (DEGRADE,)


@pytest.mark.rule("7.2c", "7.4a")
def test_the_calculator_may_be_told_of_none() -> None:
    counts = [field for field in LebensraumCalculator.fields if field.kind == "int" and field.name != "roll"]
    assert all(field.low == 0 for field in counts)


@pytest.mark.rule("7.45c")
def test_a_leader_helps_only_whom_he_commands() -> None:
    t = position(
        place={"de-6": HOME, "su-42": TARGET}, hqs={"de-south": HOME, "de-north": HOME}, phasing="axis",
        leaders={"von-rundstedt": "de-south", "von-leeb": "de-north"}, segment="first-combat",
    )  # fmt: skip
    s, w = t.s, t.w
    u, south, north = w.unit("de-6"), w.hq("de-south"), w.hq("de-north")
    s.target, s.attackers, s.defenders = w.hex(TARGET), [u], [w.unit("su-42")]
    s.origins, s.agenda = {u: w.hex(HOME)}, (Supporting(AXIS),)
    put_in_command(s, u, south)
    assert t.why(do.AddLeader(south, u)) == ""
    assert t.why(do.AddLeader(north, u)) == "7.45c"


@pytest.mark.rule("7.4c", "7.43a")
def test_nobody_advances_when_both_sides_are_gone() -> None:
    t = fought({"de-6": "eliminated"}, {"su-42": "eliminated"}, (6, 6))
    assert AfterCombat().run(t.s) == ()


@pytest.mark.rule("7.43e")
def test_an_advance_does_not_cross_water() -> None:
    w = world()
    wet = next(
        (h, n) for h in bits(w.land) for n in w.near(h) if w.land >> n & 1 and n not in w.lands.next_to[h]
    )
    t = position(place={"de-6": w.label(wet[0])}, phasing="axis", agenda=(Advances(),))
    u = t.w.unit("de-6")
    t.s.pending, t.s.mover, t.s.spare, t.s.vacated = [u], u, 3, 1 << wet[1]
    found = advance_violation(t.s, u, wet[1])
    assert found is not None and found.rule == "7.43e"


@pytest.mark.rule("7.4e")
def test_a_combat_leaves_what_it_needs_to_know() -> None:
    t = beaten((0, 1))
    assert t.s.needed[1] == 2 and t.s.gave_way == 0


@pytest.mark.rule("7.1c", "7.2f")
def test_who_has_attacked_cannot_attack_another_hex() -> None:
    t = position(
        segment="first-combat", phasing="axis", place={"de-6": "2713", "su-42": "2812", "su-9tank": "2714"},
        agenda=(Attacks(AXIS),),
    )  # fmt: skip
    w, other = t.w, t.w.hex("2714")
    assert attackers_on(t.s, AXIS, other) == [w.unit("de-6")]
    t.act(Attack(w.hex("2812")), Join(w.unit("de-6")), Commit())
    assert attackers_on(t.s, AXIS, other) == []


@pytest.mark.rule("11.7c")
def test_a_neutral_army_fights_at_full_strength_without_an_hq() -> None:
    w = world()
    turk = w.unit("tu-1")
    s = position(
        place={"tu-1": "Istanbul"}, power=[SOVIET if u == turk else p for u, p in enumerate(w.side)]
    ).s
    assert commanded_strength(s, turk) == strength_of(s, turk) > 1


@pytest.mark.rule("7.1c", "12.2e")
def test_from_the_sea_a_unit_attacks_its_beach_alone() -> None:
    t = position("dday")
    for beach, sea in t.w.lands.offshore.items():
        ashore = [h for h in t.w.near(sea) if t.w.land >> h & 1]
        assert len(ashore) > 1 and [h for h in ashore if can_attack_across(t.s, sea, h)] == [beach]


@pytest.mark.rule("7.463c")
def test_partisans_bear_on_the_enemy_next_to_them_on_every_side() -> None:
    w = world()
    around = [h for h in w.near(w.hex(HOME)) if w.land >> h & 1]
    assert len(around) == 6
    for h in around:
        t = position(place={"de-6": HOME, "de-4": "Berlin", "su-42": "Moscow"}, partisans={key(SOVIET, h): 1})
        taken = [partisan_strength(t.s, [w.unit(name)]) for name in ("de-6", "de-4", "su-42")]
        assert taken == [w.tables.combat.partisan, 0, 0]


@pytest.mark.rule("7.42e", "7.42f")
@pytest.mark.parametrize(
    ("at", "forced", "stays"), [("Kursk", True, True), (TARGET, True, False), ("Kursk", False, False)]
)
def test_a_unit_with_no_way_back_stays_in_a_city_if_it_may(at: str, forced: bool, stays: bool) -> None:
    w = world()
    ring = dict(zip(("de-4", "de-6", "de-9", "de-2", "de-16", "de-18"), w.near(w.hex(at)), strict=True))
    t = position(
        place={"su-42": at, **{name: w.label(h) for name, h in ring.items()}}, segment="first-combat"
    )
    s, u = t.s, w.unit("su-42")
    s.target, s.attackers, s.defenders, s.pending = w.hex(at), [w.unit("de-6")], [u], [u]
    Retreats(1, "7.4e" if forced else "7.4d", forced).run(s)
    assert s.pending == [] and (s.where[u] == w.hex(at)) == stays


@pytest.mark.rule("7.43e", "5.6b")
def test_only_the_mountains_of_an_advance_wear_tanks_out() -> None:
    t = beaten((0, 5))
    u = t.w.unit("de-6")
    t.act(TakeLoss(t.w.unit("su-42"), 0), TakeLoss(t.w.unit("su-42"), 0))
    t.act(Advance(u, t.w.hex(TARGET)), Advance(u, t.w.hex("2912")))
    assert t.s.mover == u and t.s.spent == 2 and t.s.mountains == 0


@pytest.mark.rule("7.1b", "7.44d")
@pytest.mark.parametrize("hqs", [{}, {"de-south": "2613"}])
def test_nobody_without_an_hq_is_asked_who_is_in_command(hqs: dict[str, str]) -> None:
    t = table(place={"de-6": HOME, "de-4": "2712", "su-42": TARGET}, hqs=hqs,
              leaders=dict.fromkeys(("von-rundstedt",) if hqs else (), "de-south"))  # fmt: skip
    t.act(Attack(t.w.hex(TARGET)), Join(t.w.unit("de-6")))
    frame = t.s.agenda[0]
    assert isinstance(frame, Gathering)
    asked = [each for each in frame.apply(t.s, "axis", Commit()) if isinstance(each, Commanding)]
    assert asked == [each for each in (Commanding(AXIS, True),) if hqs]


@pytest.mark.rule("7.43d", "7.43e")
def test_no_advance_goes_on_when_nobody_is_left_to_advance() -> None:
    t = fought({"de-6": HOME}, {"su-42": "eliminated"}, (0, 4))
    t.s.mover, t.s.pending = -1, []
    assert KeepOn().run(t.s) == ()
    t.s.pending = [t.w.unit("de-6")]
    assert KeepOn().run(t.s) == (Advances(),)


@pytest.mark.rule("11.6g", "9.3b")
def test_the_general_staff_helps_where_the_hq_it_is_with_commands() -> None:
    t = commanded(
        staff={"okh-1": "Berlin", "okh-2": "Berlin"}, hqs={"de-south": "2613", "de-north": "Berlin"},
        leaders={"keitel": "de-south", "halder": "okh-1"},
    )  # fmt: skip
    attack(t, TARGET, "de-6", "de-4")
    t.act(Command(t.w.unit("de-6"), t.w.hq("de-south")), Done())
    assert t.why(AddStaff(0, t.w.unit("de-6"))) == "11.6g"


@pytest.mark.rule("7.1b", "12.3b")
def test_the_choices_that_end_a_segment_say_so() -> None:
    assert Attacks.done.ends and Landings.done.ends


@pytest.mark.rule("7.2d")
@pytest.mark.parametrize(
    ("attack", "defence", "column", "strictly"),
    [
        (4, 9, "1:2", "1:3"),
        (2, 5, "1:3", "1:3"),
        (4, 11, "1:3", "1:3"),
        (4, 8, "1:2", "1:2"),
        (5, 6, "1:1", "1:2"),
    ],
)
def test_odds_against_a_stronger_defender(attack: int, defence: int, column: str, strictly: str) -> None:
    """RULING 7.2-a."""
    tables = world().tables
    assert tables.columns[tables.column(attack, defence)] == column
    assert tables.columns[tables.column(attack, defence, True)] == strictly


@pytest.mark.rule("7.2c", "7.4a")
def test_the_calculator_knows_the_largest_city_and_the_die() -> None:
    most = {field.name: field.high for field in LebensraumCalculator.fields}
    assert (most["population"], most["roll"]) == (max(world().population.values()), 6)


@pytest.mark.rule("9.0b", "9.0c")
def test_a_successor_is_not_judged_for_a_combat_he_did_not_lead() -> None:
    t = position(hqs={"de-south": HOME}, leaders={"model": "de-south"}, indicated=[4, 0])
    k, model, gone = t.w.hq("de-south"), t.w.leader("model"), t.w.leader("von-rundstedt")
    for leader, lost in ((gone, 0), (model, 1)):
        Judgement(((k, leader),), ()).run(t.s)
        assert t.s.lost_run[k] == lost


@pytest.mark.rule("7.45a", "7.45i")
def test_who_is_in_command_already_takes_no_second_place() -> None:
    t = commanded(leaders={"keitel": "de-south"})
    k, first, second = t.w.hq("de-south"), t.w.unit("de-6"), t.w.unit("de-4")
    put_in_command(t.s, first, k)
    assert command_limit(t.s, k) == 1 and command_violation(t.s, first, k) is None
    found = command_violation(t.s, second, k)
    assert found is not None and found.rule == "7.45a"


@pytest.mark.rule("7.1c", "12.1f")
@pytest.mark.parametrize(("turn", "attacks"), [(9, False), (10, True)])
def test_the_armies_that_have_just_come_to_the_west_do_not_attack_on_turn_a(turn: int, attacks: bool) -> None:
    w = world("war")
    u = w.unit("de-7")
    at = next(h for h in bits(w.lands.country["france"]) if all(w.land >> n & 1 for n in w.near(h)))
    foe = next(n for n in w.near(at) if not w.lands.lake.has(at, n))
    t = position("war", turn=turn, place={"de-7": w.label(at), "us-5": w.label(foe)}, phasing="axis")
    assert (attackers_on(t.s, AXIS, foe) == [u]) == attacks and u in w.late_units


@pytest.mark.rule("7.43a", "7.43d")
def test_who_has_halted_lets_the_next_go_on() -> None:
    t = beaten((0, 5), place={"de-6": HOME, "de-4": "2712", "su-42": TARGET})
    first, second = t.w.unit("de-6"), t.w.unit("de-4")
    t.act(TakeLoss(t.w.unit("su-42"), 0), TakeLoss(t.w.unit("su-42"), 0))
    t.act(Advance(first, t.w.hex(TARGET)), Advance(first, t.w.hex("2912")), Halt())
    assert (t.s.mover, t.s.pending) == (-1, [second])
    t.act(Advance(second, t.w.hex(TARGET)))
    assert t.at("de-4") == TARGET


# --- the whole of a decision


@pytest.mark.rule("7.1a", "7.1b", "7.1c", "7.2a", "7.2f", "7.2h")
def test_an_attack_begins_with_nobody_in_it_and_is_remembered_from_its_commitment_on() -> None:
    t = table(place={"de-6": HOME, "de-4": "2712", "su-42": TARGET})
    s, w = t.s, t.w
    assert {t.why(Attack(h)) for h in (-1, w.hex(HOME), w.hex("Berlin"))} == {"7.1c"}
    t.act(Attack(w.hex(TARGET)))
    assert (s.in_command, s.helpers, s.ships_in, s.attackers) == (0, {}, 0, [])
    assert s.defenders == [w.unit("su-42")] and not s.struck
    u = w.unit("de-6")
    t.act(Join(u), Commit())
    assert s.struck == 1 << w.hex(TARGET) and s.fought == 1 << u and s.origins == {u: w.hex(HOME)}
    t.roll(6)
    t.s.agenda = (Attacks(AXIS),)
    assert t.why(Attack(w.hex(TARGET))) == "7.2g"
    t.s.struck = 0
    t.act(Attack(w.hex(TARGET)))
    assert t.why(Join(u)) == "7.2f" and t.why(Join(w.unit("de-4"))) == ""


@pytest.mark.rule("7.1b", "7.1c")
def test_a_hex_beyond_the_sea_is_not_offered() -> None:
    w = world("dday")
    for a in bits(w.land):
        for b in w.near(a):
            if w.lands.sea.has(a, b) and w.land >> b & 1:
                t = table("dday", place={"de-7": w.label(a), "us-1": w.label(b)}, turn=14)
                assert t.legal() == [Done()] and t.why(Attack(b)) == "7.1c"
                return
    raise AssertionError("no strait on the map")


@pytest.mark.rule("7.43c", "7.43e", "7.43a")
def test_who_may_advance_and_where_to() -> None:
    t = fought({"de-6": HOME, "de-4": "2712"}, {"su-42": "eliminated"}, (0, 4))
    s, w = t.s, t.w
    first, second = w.unit("de-6"), w.unit("de-4")
    s.spare, s.pending, s.mover = 2, [first], -1

    def why(u: int, at: str) -> str:
        found = advance_violation(s, u, w.hex(at))
        return found.rule if found else ""

    assert (why(first, TARGET), why(second, TARGET)) == ("", "7.43a"), "he has advanced, or was not there"
    assert why(first, "3012") == "7.43e" and why(first, "2612") == "7.43c"
    s.pending, s.mover = [first, second], second
    assert why(first, TARGET) == "7.43a", "one after another"


@pytest.mark.rule("7.42a", "7.42b", "7.42f", "7.4d")
def test_who_stands_fast_and_who_goes_back() -> None:
    t = position(place={"su-42": "Minsk", "su-9": "2712", "de-6": "Warsaw"})
    s, w = t.s, t.w
    s.target, s.attackers, s.defenders = w.hex("Minsk"), [w.unit("de-6")], [w.unit("su-42")]
    s.pending = [w.unit("su-42"), w.unit("su-9")]

    def why(action: Any, forced: bool) -> str:
        found = RetreatUnit(1, "7.42a", forced).violation(s, "soviet", action)
        return found.rule if found else ""

    assert (why(StandFast(w.unit("su-42")), True), why(StandFast(w.unit("su-42")), False)) == ("", "7.4d")
    assert why(StandFast(w.unit("su-9")), True) == "7.42f"
    assert why(StandFast(w.unit("de-6")), True) == "7.42a"
    back = ways_back(s, 1, w.unit("su-42"))
    assert back and why(Retreat(w.unit("su-42"), back[0]), True) == ""
    assert why(Retreat(w.unit("su-42"), w.hex("Warsaw")), True) == "7.42b"


@pytest.mark.rule("7.42a", "7.42e", "12.2e")
def test_a_unit_that_failed_to_land_sails_home_and_the_dead_do_not_retreat() -> None:
    s = position("dday", turn=14, place={"us-1": "London", "us-3": "eliminated", "de-7": "1517"}).s
    w = s.world
    s.where[w.unit("us-1")] = -1
    lift(s, w.unit("us-1"), -1)
    put(s, w.unit("us-1"), w.lands.offshore[w.hex("1517")])
    s.target, s.attackers = w.hex("1517"), [w.unit("us-1"), w.unit("us-3")]
    s.pending = list(s.attackers)
    assert Retreats(0, "7.42a", True).run(s) == () and not s.pending
    assert s.where[w.unit("us-1")] == ENGLAND and s.where[w.unit("us-3")] == ELIMINATED


@pytest.mark.rule("7.45e", "7.43f")
def test_a_leader_who_helped_is_left_alone_where_his_unit_was() -> None:
    t = fought({"de-6": HOME}, {"su-42": TARGET}, (0, 4))
    s, w = t.s, t.w
    k = w.hq("su-south")
    s.hq[k], s.chief[k] = w.hex("Kiev"), w.leader("kirponos")
    s.origins = {w.unit("de-6"): w.hex(HOME)}
    s.helpers = {k: w.unit("su-42")}
    assert left_alone(s, SOVIET, w.hex(TARGET)) == [k]
    assert left_alone(s, SOVIET, w.hex(HOME)) == [] == left_alone(s, AXIS, w.hex(TARGET))
    s.chief[k] = -1
    assert left_alone(s, SOVIET, w.hex(TARGET)) == [], "nobody is there any more"
    assert not any(isinstance(frame, FateRoll) for frame in result_frames(s))


@pytest.mark.rule("7.43d", "7.43a")
def test_nobody_goes_farther_than_the_steps_to_spare() -> None:
    t = fought({"de-6": HOME}, {"su-42": "eliminated"}, (0, 4))
    s, u = t.s, t.w.unit("de-6")
    s.spare, s.pending, s.mover, s.spent = 1, [u], -1, 0
    assert advance_violation(s, u, t.w.hex(TARGET)) is None
    s.mover, s.spent = u, 1
    found = advance_violation(s, u, t.w.hex("2712"))
    assert found is not None and found.rule == "7.43d"
    s.spent = 0
    assert advance_violation(s, u, t.w.hex("2712")) is None


@pytest.mark.rule("12.2e")
def test_a_beach_that_nobody_lies_off_need_not_be_attacked() -> None:
    t = table("dday", ALLIED, place={"de-7": "1517", "us-1": "London"}, turn=14)
    assert t.why(Done()) == ""


@pytest.mark.rule("7.1b", "7.2b", "7.44b", "7.4611b", "7.462h", "7.45c", "11.6b", "11.6g")
def test_only_what_is_there_supports_an_attack() -> None:
    w = world()
    k, foe, far = w.hq("de-south"), w.hq("su-south"), w.hq("de-north")
    t = commanded(
        hqs={"de-south": "2613", "su-south": "3012", "de-north": "Berlin"},
        staff={"okh-1": "2613", "okh-2": "Berlin"},
        leaders={"von-rundstedt": "de-south", "halder": "okh-1", "keitel": "okh-2", "kirponos": "su-south"},
    )
    t.s.air_hq[k] = t.s.air_hq[foe] = 1
    army, other = w.unit("de-6"), w.unit("de-4")
    t.s.passed = 7
    attack(t, TARGET, "de-6", "de-4")
    t.act(Done())
    assert {t.why(Command(army, hq)) for hq in (foe, -1, 99)} == {"7.44b"}
    t.act(Command(army, k), Done())
    home, near = w.hex(HOME), w.hex("2712")
    assert set(t.legal()) == {
        AddAir(k, home), AddAir(k, near), AddLeader(k, army), AddStaff(0, army), AddStaff(0, other), Pass(),
    }  # fmt: skip
    assert {t.why(AddAir(hq, home)) for hq in (foe, far, -1, 99)} == {"7.4611b"}
    assert {t.why(AddLeader(hq, army)) for hq in (foe, far, -1)} == {"7.45c"}
    assert {t.why(AddStaff(m, army)) for m in (3, -1, 99)} == {"11.6b"}, "the enemy's, and none"
    assert t.why(AddStaff(1, army)) == "11.6g", "he is in Berlin"
    assert {t.why(AddShip(ship)) for ship in (-1, 99)} == {"7.462h"}
    t.s.chief[k] = -1
    assert t.why(AddLeader(k, army)) == "7.45c", "nobody commands there"


@pytest.mark.rule("7.462h")
def test_ships_of_ones_own_bombard_once_and_from_the_hexes_of_the_combat() -> None:
    w = world()
    odessa = w.hex("Odessa")
    near = next(n for n in w.lands.next_to[odessa] if not w.lands.river.has(n, odessa))
    ship = next(k for k, row in enumerate(w.ships) if row.id == "ships-black-su")
    place = {"su-42": "Odessa", "su-18": "Kerch", "de-6": w.label(near)}
    for at, why in (("Odessa", ""), ("Kerch", "7.462h")):
        t = table(place=place)
        t.s.ship[ship], t.s.mission[ship] = w.hex(at), 1
        t.act(Attack(odessa), Join(w.unit("de-6")), Commit())
        if why:
            found = support_violation(t.s, SOVIET, AddShip(ship))
            assert found is not None and found.rule == why
            continue
        t.act(AddShip(ship))
        assert support_violation(t.s, SOVIET, AddShip(ship)) is not None, "once"
    t = table(place=place)
    t.s.ship[ship], t.s.mission[ship] = near, 1
    t.s.attackers, t.s.defenders = [w.unit("de-6")], [w.unit("su-42")]
    found = support_violation(t.s, AXIS, AddShip(ship))
    assert found is not None and found.rule == "7.462h", "it is the enemy's"


@pytest.mark.rule("9.3c", "7.45g", "9.0c", "3.4a", "7.4a")
def test_after_the_combats_of_a_segment_all_counts_begin_anew() -> None:
    t = commanded()
    w, s = t.w, t.s
    attack(t, TARGET, "de-6", "de-4")
    t.act(Command(w.unit("de-6"), w.hq("de-south")))
    go_on(t)
    column = odds(s).column
    t.roll(3)
    assert s.column == column
    s.lost_run = [2] * len(s.lost_run)
    s.helped = s.staff_helped = s.ships_in = s.in_command = 3
    assert any(s.commanded)
    s.agenda = (EndCombat(),)
    t.settle()
    assert s.commanded == [0] * len(w.hqs) and s.lost_run == [0] * len(w.hqs)
    assert (s.fought, s.struck, s.helped, s.staff_helped, s.ships_in, s.in_command) == (0,) * 6
    assert (s.target, s.attackers, s.defenders, s.helpers) == (-1, [], [], {})


@pytest.mark.rule("7.44d", "7.45a", "11.6f", "7.44f", "7.44g", "9.6b", "9.0d", "7.45c", "11.6g")
def test_an_hq_without_a_leader_commands_nobody_and_adds_nothing() -> None:
    t = commanded(leaders={}, hqs={"de-south": "2613", "de-center": "Warsaw"})
    w, s = t.w, t.s
    k = w.hq("de-south")
    assert command_limit(s, k) == 0 and helper_stars(s, k) == 0
    s.staff_chief[0] = -1
    assert helper_stars(s, STAFF_BASE) == 0, "nor does a General Staff marker without a leader"
    assert fronts_of(s, [w.unit("de-6"), w.unit("de-4")]) == [k], "assigned to the nearest, once"
    put_in_command(s, w.unit("de-6"), w.hq("de-center"))
    assert fronts_of(s, [w.unit("de-6")]) == [w.hq("de-center")], "whoever commands it comes first"
    finns = position(place={"fi": HOME}, hqs={"de-south": "2613"}).s
    assert assigned(finns, w.unit("fi")) == [], "without their HQ they obey nobody"


@pytest.mark.rule("11.6d", "11.6e")
def test_the_general_staff_stays_where_another_hq_is_and_in_the_capital() -> None:
    staff, hqs = {"okh-1": "2613", "okh-2": "Warsaw"}, {"de-south": "2613", "de-center": "Kiev"}
    t = commanded(staff=staff, leaders={"halder": "okh-1", "keitel": "okh-2"}, hqs=hqs)
    w, s = t.w, t.s
    here, there = w.hex("2613"), w.hex("2712")
    go_along(s, AXIS, here, there)
    assert s.staff[0] == here, "an HQ is still there"
    s.hq[w.hq("de-south")] = there
    s.staff[3] = here
    go_along(s, AXIS, here, there)
    assert s.staff[:2] == [there, w.hex("Warsaw")], "the one that stood there, and no other"
    assert s.staff[3] == here, "nor the enemy's"
    berlin = w.capital[AXIS]
    s.staff[0] = berlin
    go_along(s, AXIS, berlin, there)
    assert s.staff[0] == berlin


@pytest.mark.rule("7.42g", "10.3f", "11.7b", "12.1g")
def test_works_come_between_for_those_who_would_capture_them() -> None:
    t = position("dday", place={"de-7": "1708", "us-1": "1710"})
    essen = next(k for k, m in enumerate(t.w.markers) if m.name == "Essen")
    here = t.s.works[essen]
    assert _come_between(t.s, t.w.unit("us-1")) >> here & 1
    t.s.works_power[essen] = ALLIED
    assert not _come_between(t.s, t.w.unit("de-7")) >> here & 1, (
        "these are his own, he takes them back as he goes"
    )

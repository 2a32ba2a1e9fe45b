"""War and peace: declarations, pacts, minor countries, reserves, demands."""

from __future__ import annotations

import pytest

from hexfront.games.leaders_in_flames.actions import Act, Done
from hexfront.games.leaders_in_flames.kinds import (
    ALLIES,
    AT_PEACE,
    AXIS,
    CHINA,
    COMBINED,
    COMMONWEALTH,
    FALLEN,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    LAND,
    PASS,
    POOL,
    RESERVE,
    USA,
    USSR,
    WITH_ALLIES,
    WITH_AXIS,
)
from hexfront.games.leaders_in_flames.politics.acts import (
    AddChit,
    Align,
    Answer,
    DeclareWar,
    Demand,
    Offer,
    SetUp,
)
from hexfront.games.leaders_in_flames.politics.chits import ATTACK, DEFEND, border, count
from hexfront.games.leaders_in_flames.politics.entry import EntryRoll
from hexfront.games.leaders_in_flames.politics.parties import are_partners, is_lone, party_of
from hexfront.games.leaders_in_flames.politics.peace import (
    DICTATE,
    PACT,
    PEACE,
    BorderChits,
    PeaceTalks,
    make_peace,
)
from hexfront.games.leaders_in_flames.politics.step import Politics
from hexfront.games.leaders_in_flames.politics.wars import (
    MusterUnit,
    attack_minor,
    is_neutral_power,
    pact_key,
    war_between,
    war_violation,
)
from hexfront.games.leaders_in_flames.sequence import ChooseAction
from hexfront.games.leaders_in_flames.state import State, give_hexes, holder
from hexfront.kernel import pending
from hexfront.testing import act, roll
from tests.games.leaders_in_flames.kit import campaign, done_with, where, why

AXIS_SEAT, ALLIED_SEAT = "axis", "allies"
EAST = {border(GERMANY, USSR, ATTACK): (5, 4, 3), border(USSR, GERMANY, DEFEND): (3, 3)}


def politics(side: int = AXIS, **given: object) -> State:
    """The declaration of war step of a side."""
    return campaign(agenda=(Politics(side),), side=("axis", "allies")[side], phase="politics", **given)  # type: ignore[arg-type]


def party(s: State, nation: str, side: int) -> int:
    """The party a minor country is on a side."""
    return s.world.minors[s.world.minor_of[nation]].parties[side]


def stance(s: State, nation: str) -> int:
    return s.stance[s.world.minor_of[nation]]


# --- declarations


@pytest.mark.rule("base.war")
def test_on_whom_war_can_be_declared() -> None:
    s = politics()
    greece = party(s, "greece", ALLIES)
    assert war_violation(s, GERMANY, greece) is None and war_violation(s, JAPAN, COMMONWEALTH) is None
    assert why(s, AXIS_SEAT, DeclareWar(GERMANY, COMMONWEALTH)) == "base.war", "they are at war"
    assert why(s, AXIS_SEAT, DeclareWar(GERMANY, ITALY)) == "base.war", "of one side"
    assert why(s, AXIS_SEAT, DeclareWar(COMMONWEALTH, JAPAN)) == "base.war", "no power of theirs"
    assert why(s, AXIS_SEAT, DeclareWar(GERMANY, party(s, "greece", AXIS))) == "base.war", (
        "it would join the other side"
    )
    assert why(s, AXIS_SEAT, DeclareWar(GERMANY, party(s, "norway", ALLIES))) == "base.war", "it has fallen"
    assert why(s, AXIS_SEAT, DeclareWar(GERMANY, s.world.realm.nobody)) == "base.war"
    assert why(s, AXIS_SEAT, DeclareWar(GERMANY, 999)) == "base.war"
    allies = politics(ALLIES)
    assert war_violation(allies, COMMONWEALTH, party(s, "spain", AXIS)) is None
    assert why(allies, ALLIED_SEAT, DeclareWar(USA, party(s, "spain", AXIS))) == "base.war", "neutral"
    assert why(allies, ALLIED_SEAT, DeclareWar(FRANCE, JAPAN)) == "base.war", "conquered"
    assert why(allies, ALLIED_SEAT, DeclareWar(COMMONWEALTH, JAPAN)) == ""


@pytest.mark.rule("base.war", "base.surprise")
def test_a_war_of_powers() -> None:
    s = politics()
    w = s.world
    act(s, AXIS_SEAT, DeclareWar(JAPAN, COMMONWEALTH))
    indies = w.party_of["netherlands_indies"]
    assert s.wars[JAPAN] >> COMMONWEALTH & 1 and s.wars[JAPAN] >> indies & 1, "with those who fight beside it"
    assert s.surprised == 1 << COMMONWEALTH | sum(
        1 << w.party_of[n] for n in ("iceland", "greenland", "netherlands_indies", "belgian_congo")
    )
    assert not s.wars[GERMANY] >> CHINA & 1, "nobody else is drawn in"
    assert s.camps[COMMONWEALTH] >> FRANCE & 1 and s.entry[COMMONWEALTH] >> CHINA & 1, (
        "a common enemy opens China"
    )


@pytest.mark.rule("base.minor")
def test_an_attacked_country_joins_the_other_side_and_sets_up() -> None:
    s = politics()
    w = s.world
    greece = party(s, "greece", ALLIES)
    act(s, AXIS_SEAT, DeclareWar(ITALY, greece))
    assert stance(s, "greece") == WITH_ALLIES and s.surprised == 1 << greece
    assert s.wars[greece] >> ITALY & 1 and s.wars[greece] >> GERMANY & 1, "the Commonwealth's enemies"
    frame = pending(s)
    assert isinstance(frame, MusterUnit) and frame.deciders(s) == (ALLIED_SEAT,)
    assert why(s, ALLIED_SEAT, SetUp(frame.unit, w.hex("Rome"))) == "base.minor"
    act(s, ALLIED_SEAT, SetUp(frame.unit, w.hex("Athens")))
    done_with(s)
    army = {w.name(u) for u in range(w.first_leader) if w.party[u] == greece and s.where[u] >= 0}
    assert army == {"Greek II Infantry Corps", "Greek Athens Militia Corps", "Greek III Mountain Corps"}
    assert where(s, "Greek MTN I") == "later", "of 1941"
    roll(s, 5)
    assert not s.pools, "no chit on a 5"


@pytest.mark.rule("base.minor")
def test_a_unit_of_an_attacked_country_may_stay_off_the_map() -> None:
    s = politics()
    act(s, AXIS_SEAT, DeclareWar(ITALY, party(s, "greece", ALLIES)))
    frame = pending(s)
    assert isinstance(frame, MusterUnit)
    act(s, ALLIED_SEAT, Done())
    after = pending(s)
    assert s.where[frame.unit] == POOL and isinstance(after, MusterUnit) and after.unit != frame.unit


@pytest.mark.rule("5.3", "base.war")
@pytest.mark.parametrize(
    ("power", "target", "action"),
    [
        (JAPAN, COMMONWEALTH, 1), (JAPAN, USSR, 4), (GERMANY, USSR, 9), (ITALY, USSR, 13), (ITALY, COMMONWEALTH, 26),
        (ITALY, FRANCE, 26), (USSR, JAPAN, 20), (GERMANY, CHINA, 0), (JAPAN, FRANCE, 0),
    ],
)  # fmt: skip
def test_each_war_of_powers_has_its_own_us_entry_roll(power: int, target: int, action: int) -> None:
    s = politics()
    s.deeds = {}
    for one, other in ((power, target), (target, power)):
        s.wars[one] &= ~(1 << other)
    rolls = [frame.n for frame in war_between(s, power, target) if isinstance(frame, EntryRoll)]
    assert rolls == ([action] if action else [])
    again = [frame.n for frame in war_between(s, power, target) if isinstance(frame, EntryRoll)]
    assert again == ([] if action == 26 else rolls), "Italy's entry is rolled for once"


@pytest.mark.rule("base.war", "base.minor")
@pytest.mark.parametrize(
    ("power", "nation", "action"),
    [(COMMONWEALTH, "vichy", 15), (USSR, "finland", 21), (COMMONWEALTH, "spain", 14), (GERMANY, "greece", 7)],
)
def test_each_kind_of_attack_has_its_own_us_entry_roll(power: int, nation: str, action: int) -> None:
    s = politics()
    w = s.world
    minor = w.minors[w.minor_of[nation]]
    target = w.party_of[nation] if nation != "greece" else minor.parties[ALLIES]
    s.stance[w.minor_of[nation]] = AT_PEACE
    frames = attack_minor(s, power, target)
    assert [frame.n for frame in frames if isinstance(frame, EntryRoll)] == [action]


@pytest.mark.rule("base.minor", "base.neutral", "3.2i")
def test_a_country_attacked_by_a_neutral_power_fights_alone() -> None:
    s = politics(ALLIES)
    finland = party(s, "finland", AXIS)
    act(s, ALLIED_SEAT, DeclareWar(USSR, finland))
    assert s.wars[finland] == 1 << USSR and is_lone(s, finland) and is_neutral_power(s, USSR)
    assert not are_partners(s, finland, GERMANY) and not are_partners(s, GERMANY, finland)
    assert not s.camps[finland] >> GERMANY & 1 and not s.entry[GERMANY] >> finland & 1
    war_between(s, GERMANY, USSR)
    assert not is_lone(s, finland) and s.camps[finland] >> GERMANY & 1


@pytest.mark.rule("base.minor")
def test_a_country_of_the_other_copy_changes_hands_whole() -> None:
    """Spain attacked by Germany fights for the Allies: its ground and its leader are the Allies' counters now."""
    s = politics(place={"Franco": "Madrid"})
    spain = party(s, "spain", ALLIES)
    act(s, AXIS_SEAT, DeclareWar(GERMANY, spain))
    done_with(s)
    assert where(s, "Franco") == "out" and where(s, "Franco (Allies)") == "E3933"
    assert holder(s, s.world.hex("Seville")) == spain == party_of(s, s.world.minor_of["spain"])


# --- neutral powers


@pytest.mark.rule("base.neutral")
def test_a_neutral_power_passes_or_takes_a_combined_action() -> None:
    s = campaign(agenda=(ChooseAction(ALLIES, USSR),), side="allies")
    assert why(s, ALLIED_SEAT, Act(USSR, LAND)) == "base.neutral"
    assert why(s, ALLIED_SEAT, Act(USSR, COMBINED)) == "" == why(s, ALLIED_SEAT, Act(USSR, PASS))
    war_between(s, GERMANY, USSR)
    assert why(s, ALLIED_SEAT, Act(USSR, LAND)) == ""


# --- pacts


@pytest.mark.rule("base.pact", "6d")
def test_a_pact_holds_to_the_end_of_the_next_year() -> None:
    for turn, free in ((1, "base.pact"), (3, "base.pact"), (4, "")):
        s = politics(turn=turn)
        assert s.pacts == {pact_key(GERMANY, USSR): 1939}
        assert why(s, AXIS_SEAT, DeclareWar(GERMANY, USSR)) == free, s.world.turn_title(turn)


@pytest.mark.rule("base.pact")
@pytest.mark.parametrize(("defence", "breaks"), [((3, 3), True), ((3, 3, 1), False)])
def test_twice_the_chits_break_it(defence: tuple[int, ...], breaks: bool) -> None:
    pools = {**EAST, border(USSR, GERMANY, DEFEND): defence}
    s = politics(turn=6, pools=pools, common=[10, 10, 10, 6, 9, 9])
    act(s, AXIS_SEAT, DeclareWar(GERMANY, USSR))
    if breaks:
        done_with(s)
        assert s.wars[GERMANY] >> USSR & 1 and not s.pacts and not any(s.pools.values())
        assert s.common == [10, 10, 10, 9 if len(defence) == 2 else 8, 10, 10]
    else:
        roll(s, "3")
        assert s.pools[border(GERMANY, USSR, ATTACK)] == (5, 4) and not s.wars[GERMANY] >> USSR & 1
        assert why(s, AXIS_SEAT, DeclareWar(GERMANY, USSR)) == "base.pact", "not twice in a turn"


@pytest.mark.rule("base.pact", "base.chits")
def test_each_partner_adds_a_chit() -> None:
    s = campaign(agenda=(BorderChits(),), side="", phase="end")
    act(s, AXIS_SEAT, AddChit(0))
    roll(s, "5")
    act(s, ALLIED_SEAT, AddChit(1))
    roll(s, "2")
    assert s.pools == {border(GERMANY, USSR, ATTACK): (5,), border(USSR, GERMANY, DEFEND): (2,)}
    assert s.common == [10, 10, 9, 10, 10, 9] and count(s, border(GERMANY, USSR, ATTACK)) == 1


# --- reserves


@pytest.mark.rule("base.reserves", "4c", "5.1a", "6g")
def test_reserves_come_out_by_their_codes() -> None:
    s = campaign(side="")
    w = s.world
    assert where(s, "German INF I") == "pool" and where(s, "British INF II") == "pool", "out since 1939"
    assert (
        where(s, "Soviet INF 16") == where(s, "Soviet INF 22") == where(s, "American MAR I Mar") == "reserve"
    )
    assert where(s, "Novikov") == where(s, "Eisenhower") == where(s, "Nimitz") == "reserve"
    for frame in war_between(s, JAPAN, USSR):
        s.agenda = (*s.agenda, frame)
    assert where(s, "Soviet INF 22") == "ready" and where(s, "Soviet INF 16") == "reserve", (
        "Res comes, Ge does not"
    )
    assert where(s, "Novikov") == "cup"
    war_between(s, GERMANY, USSR)
    assert where(s, "Soviet INF 16") == "ready"
    assert all(
        s.where[w.unit(n)] == s.where[w.unit("Soviet INF 1")] for n in ("Soviet INF 3", "Soviet MIL Moscow")
    )
    assert where(s, "Soviet INF 7th Guards Banner") == "reserve", "it waits for a promotion"
    war_between(s, JAPAN, USA)
    assert where(s, "Nimitz") == "cup" and where(s, "Eisenhower") == "reserve"


# --- alignment and demands


@pytest.mark.rule("base.align")
def test_countries_join_when_their_day_has_come() -> None:
    s = politics(turn=2)
    hungary = s.world.minor_of["hungary"]
    assert why(s, AXIS_SEAT, Align(GERMANY, hungary)) == "base.align", "not before November"
    s = politics(turn=3)
    assert why(s, AXIS_SEAT, Align(ITALY, hungary)) == "base.align"
    assert why(s, AXIS_SEAT, Align(GERMANY, s.world.minor_of["bulgaria"])) == "base.align"
    act(s, AXIS_SEAT, Align(GERMANY, hungary))
    done_with(s)
    roll(s, 9)
    assert stance(s, "hungary") == WITH_AXIS and s.wars[s.world.party_of["hungary"]] >> COMMONWEALTH & 1
    assert where(s, "Hungarian INF I") not in ("pool", "out")
    s = politics(turn=6)
    finland = s.world.minor_of["finland"]
    assert why(s, AXIS_SEAT, Align(GERMANY, finland)) == "base.align"
    war_between(s, GERMANY, USSR)
    assert why(s, AXIS_SEAT, Align(GERMANY, finland)) == ""


@pytest.mark.rule("base.claim")
def test_bessarabia() -> None:
    s = politics(ALLIES)
    w = s.world
    assert why(s, ALLIED_SEAT, Demand(0)) == "base.claim", "it is Soviet already"
    for region in ("bessarabia", "transylvania", "south_dobruja"):
        give_hexes(s, w.realm.ground((region,)), w.party_of["romania"])
    act(s, ALLIED_SEAT, Demand(0))
    places = {w.parties[holder(s, w.hex(at))].nation for at in ("Kishinev",)}
    assert places == {"ussr"}
    assert (
        holder(s, w.hex("Cluj")) == w.party_of["hungary"]
        and holder(s, w.hex("E1833")) == w.party_of["bulgaria"]
    )
    s.stance[w.minor_of["romania"]] = FALLEN
    assert why(s, ALLIED_SEAT, Demand(0)) == "base.claim" == why(s, ALLIED_SEAT, Demand(7))


# --- peace


def at_war_in_the_east(agenda: tuple[object, ...] = (), **given: object) -> State:
    s = campaign(agenda=agenda, side="", phase="end", **given)  # type: ignore[arg-type]
    s.pacts = {}
    war_between(s, GERMANY, USSR)
    for name in ("Soviet INF 16", "Soviet INF 22", "Soviet INF 7th Guards Banner"):
        u = s.world.unit(name)
        s.where[u] = -6
    return s


@pytest.mark.rule("base.peace", "5.1k")
def test_peace_sends_reserves_back_but_no_guards_banner() -> None:
    s = at_war_in_the_east()
    w = s.world
    from hexfront.wargame import put

    for name in ("Soviet INF 16", "Soviet INF 22", "Soviet INF 7th Guards Banner"):
        put(s, w.unit(name), w.hex("Moscow"))
    make_peace(s, GERMANY, USSR)
    assert not s.wars[GERMANY] >> USSR & 1 and is_neutral_power(s, USSR)
    assert where(s, "Soviet INF 16") == where(s, "Soviet INF 22") == "reserve"
    assert where(s, "Soviet INF 7th Guards Banner") == "E1321"


@pytest.mark.rule("base.peace")
def test_peace_by_agreement_and_by_force() -> None:
    s = at_war_in_the_east()
    s.agenda = (PeaceTalks(AXIS),)
    from hexfront.kernel import settle

    settle(s)
    assert why(s, AXIS_SEAT, Offer(GERMANY, USSR, PACT)) == "base.pact", "they are at war"
    assert why(s, AXIS_SEAT, Offer(GERMANY, USSR, DICTATE)) == "base.peace"
    assert why(s, AXIS_SEAT, Offer(GERMANY, COMMONWEALTH, PEACE)) == "base.peace"
    assert why(s, AXIS_SEAT, Offer(JAPAN, USSR, PEACE)) == "base.peace", "no war"
    act(s, AXIS_SEAT, Offer(GERMANY, USSR, PEACE))
    act(s, ALLIED_SEAT, Answer(False))
    assert s.wars[GERMANY] >> USSR & 1 and why(s, AXIS_SEAT, Offer(GERMANY, USSR, PEACE)) == "base.peace", (
        "once a turn"
    )
    s.turn += 1
    for city in ("Moscow", "Leningrad", "Kiev", "Kharkov", "Stalingrad"):
        give_hexes(s, 1 << s.world.hex(city), GERMANY)
    act(s, AXIS_SEAT, Offer(GERMANY, USSR, DICTATE))
    assert not s.wars[GERMANY] >> USSR & 1


@pytest.mark.rule("base.pact", "base.peace")
def test_a_new_pact() -> None:
    s = campaign(agenda=(PeaceTalks(AXIS),), side="", phase="end", turn=5)
    act(s, AXIS_SEAT, Offer(JAPAN, USSR, PACT))
    act(s, ALLIED_SEAT, Answer(True))
    assert s.pacts[pact_key(JAPAN, USSR)] == 1941
    act(s, AXIS_SEAT, Done()) if pending(s) else None
    s.agenda = (Politics(AXIS),)
    assert why(s, AXIS_SEAT, DeclareWar(JAPAN, USSR)) == "base.pact"


@pytest.mark.rule("base.reserves")
def test_reserves_are_called_out_once_and_told() -> None:
    from hexfront.games.leaders_in_flames.economy.production import Arrivals
    from hexfront.games.leaders_in_flames.politics.wars import call_out

    s = campaign(side="")
    war_between(s, GERMANY, USSR)
    s.called[USSR] = 0
    s.where[s.world.unit("Soviet INF 16")] = RESERVE
    assert call_out(s, USSR) == (Arrivals(ALLIES),)
    assert call_out(s, USSR) == ()


@pytest.mark.rule("base.align")
def test_spain_joins_germany_and_parts_it_from_italy() -> None:
    from hexfront.games.leaders_in_flames.politics.step import align

    s = politics(turn=3)
    spain, hungary = s.world.minor_of["spain"], s.world.minor_of["hungary"]
    s.chits[GERMANY] = 3
    align(s, GERMANY, hungary)
    assert "parted.italy" not in s.deeds and s.chits[GERMANY] == 3
    align(s, GERMANY, spain)
    assert s.deeds["parted.italy"] == 3 and s.chits[GERMANY] == 1 and stance(s, "spain") == WITH_AXIS


@pytest.mark.rule("base.minor")
def test_a_unit_without_a_place_in_its_country_goes_to_the_pool() -> None:
    from hexfront.games.leaders_in_flames.kinds import READY
    from hexfront.games.leaders_in_flames.politics.wars import SettingUp

    s = politics()
    w = s.world
    greece = party(s, "greece", ALLIES)
    u = w.unit("Greek INF II")
    s.where[u] = READY
    give_hexes(s, w.realm.homeland["greece"] & w.area, ITALY)
    assert SettingUp(ALLIES, greece).run(s) == () and s.where[u] == POOL

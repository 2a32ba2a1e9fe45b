"""Control corrects while real dice are waited for, and the roll is asked for on what is then there. RULING control-j."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.last_war.actions import (
    ChangeSides,
    Correct,
    EndStep,
    Grant,
    Guard,
    Halt,
    Restore,
    Rule,
    SetCombat,
)
from hexfront.games.last_war.bombing import TERROR, AirStep, Interception, Raid
from hexfront.games.last_war.combat import Battle, CombatStep, PressOn
from hexfront.games.last_war.data import MEN
from hexfront.games.last_war.naval import Convoy, SeaBattle
from hexfront.games.last_war.partisans import Uprising
from hexfront.games.last_war.sequence import Keep, UpdateStep, steps
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import (
    CONTROL,
    OBSERVER,
    Chance,
    IllegalAction,
    WrongSeat,
    apply,
    deciders,
    outcomes,
    pending,
    resolve,
    why_not,
)
from hexfront.match import Entry, Match, amend, take_back
from hexfront.match.save import decode, encode
from hexfront.testing import conformance

from .kit import AXIS, GAME, act, given, h, have, holder, p

WHY = "Miscounted at the table."
RULED = pytest.mark.rule("cards.use-control")


def rolling(**what: Any) -> LastWarState:
    """The dice of an attack from Orel on Kursk are waited for."""
    what.setdefault("points", {"germany": {"Orel": {"men": 9}}, "ussr": {"Kursk": {"men": 2}}})
    what.setdefault("flags", [("germany", "Orel", "Kursk")])
    what.setdefault("agenda", (CombatStep(), UpdateStep()))
    s = given(options={"umpire": True}, phase="combat", **what)
    assert isinstance(pending(s), Battle)
    return s


def correct(s: LastWarState, what: str, how: str, power: str, at: str = "", **more: Any) -> Correct:
    return Correct(what, how, p(s, power), h(s, at) if at else -1, why=WHY, **more)


def sound(s: LastWarState) -> None:
    assert list(GAME.invariants(s)) == []
    assert GAME.codec.encode(GAME.codec.decode(GAME.codec.encode(s))) == GAME.codec.encode(s)


@RULED
@pytest.mark.rule("combat.5-dice")
def test_the_same_dice_fall_on_the_corrected_position() -> None:
    s = rolling()
    frame = pending(s)
    act(s, CONTROL, correct(s, "men", "set", "ussr", "Kursk", number=30))
    assert pending(s) == frame and have(s, "ussr", "Kursk") == 30
    resolve(s, (3, 3))
    assert holder(s, "Kursk") == "ussr"
    plain = rolling()
    resolve(plain, (3, 3))
    assert holder(plain, "Kursk") == "germany", "it would have fallen"


@RULED
def test_only_control_acts_beside_a_roll_and_holds_nobody_up() -> None:
    s = rolling()
    assert deciders(s) == (), "nobody is waited for but the dice"
    with pytest.raises(WrongSeat):
        apply(s, "axis", correct(s, "men", "add", "germany"))
    with pytest.raises(IllegalAction):
        apply(s, CONTROL, Halt())
    for action in (EndStep("", WHY), ChangeSides(0, WHY)):
        assert why_not(s, CONTROL, action) is not None
    unwatched = given(agenda=(CombatStep(),), phase="combat", flags=[("germany", "Orel", "Kursk")])
    with pytest.raises(WrongSeat):
        apply(unwatched, CONTROL, correct(unwatched, "men", "add", "germany"))


@RULED
@pytest.mark.rule("combat.5-reposition")
def test_control_sets_the_result_while_the_dice_are_in_the_air() -> None:
    s = rolling()
    act(s, CONTROL, SetCombat(h(s, "Kursk"), AXIS, "O", WHY))
    assert holder(s, "Kursk") == "ussr" and not isinstance(pending(s), Battle) and not s.ruled
    sound(s)
    taken = rolling()
    act(taken, CONTROL, SetCombat(h(taken, "Kursk"), AXIS, "G", WHY))
    while isinstance(pending(taken), PressOn):
        act(taken, "axis", Halt())
    assert holder(taken, "Kursk") == "germany"


def test_a_wall_shows_the_combats_to_come_and_nothing_that_control_has_set() -> None:
    s = rolling()
    assert GAME.view(s, OBSERVER).extra["to_come"] == [f"The Axis attacks {s.world.title(h(s, 'Kursk'))}"]
    s.ruled = {h(s, "Kursk") * 2: "G"}
    assert "combats" not in GAME.view(s, OBSERVER).extra
    resolve(s, (1, 6))
    assert not GAME.view(s, OBSERVER).extra.get("to_come")


@RULED
@pytest.mark.rule("combat.only-with-flag")
def test_a_combat_without_an_attacker_is_off() -> None:
    s = rolling()
    act(s, CONTROL, correct(s, "hex", "set", "ussr", "Orel"))
    assert not isinstance(pending(s), Battle) and holder(s, "Orel") == "ussr"
    sound(s)


@RULED
def test_rulings_grants_and_going_back_beside_a_roll() -> None:
    s = rolling(agenda=(Keep("before combat"), CombatStep(), *steps()[-5:]))
    for action in (Rule("The river counts."), Grant(0, 3)):
        act(s, CONTROL, action)
        assert isinstance(pending(s), Battle)
    resolve_to = s.clone()
    act(s, CONTROL, Restore(0))
    assert isinstance(pending(s), Battle), "before combat, and on to the first roll again"
    assert s.pool[MEN] == resolve_to.pool[MEN] - 1, "the grant is gone with what came after"
    sound(s)


def raid(**what: Any) -> LastWarState:
    """Two Soviet bombers on their way to Orel, with a German air unit in between."""
    moscow = h(given(), "Moscow")
    s = given(
        options={"umpire": True}, agenda=(AirStep(),), phase="air", bases={moscow: 0b10},
        pool={"germany": {"air": 2, "lsp": 2}, "ussr": {"lsp": 4}}, points={"ussr": {"Moscow": {"bombers": 2}}}, **what,
    )  # fmt: skip
    guard = next(a for a in s.agenda[0].legal(s, "axis") if isinstance(a, Guard))  # type: ignore[attr-defined]
    act(s, "axis", Guard(guard.power, h(s, "Orel")))
    s.agenda = (Raid(p(s, "ussr"), TERROR, moscow, h(s, "Orel"), 2),)
    s.guard = {h(s, "Orel") * 8: 1}
    s.plans = []
    from hexfront.kernel import settle

    settle(s)
    assert isinstance(pending(s), Interception)
    return s


@RULED
@pytest.mark.rule("airdef.casualty")
@pytest.mark.rule("airdef.placement")
def test_air_defence_is_rolled_on_what_meets_after_the_correction() -> None:
    s = raid()
    assert len(outcomes(s).draw(_Sixes())) == 1  # type: ignore[arg-type]
    act(s, CONTROL, correct(s, "guard", "set", "germany", "Orel", number=3))
    assert isinstance(pending(s), Interception) and outcomes(s).allows((1, 2, 3))
    act(s, CONTROL, correct(s, "bombers", "set", "ussr", "Moscow", number=1))
    assert pending(s).count == 1  # type: ignore[union-attr]
    act(s, CONTROL, correct(s, "guard", "set", "germany", "Orel", number=0))
    assert not isinstance(pending(s), Interception), "nothing is in the way"
    gone = raid()
    act(gone, CONTROL, correct(gone, "bombers", "set", "ussr", "Moscow", number=0))
    assert not isinstance(pending(gone), Interception)
    sound(gone)


class _Sixes:
    def below(self, n: int) -> int:
        return n - 1


@RULED
@pytest.mark.rule("flags.naval")
def test_a_fleet_action_without_a_fleet_is_off() -> None:
    s = given(
        scenario="europe",
        options={"umpire": True},
        phase="sea",
        agenda=(SeaBattle(0, 0), SeaBattle(1, 0), Convoy(0)),
    )
    for area in (0, 1):
        for n, count in ((p(s, "germany"), 2), (p(s, "britain"), 2)):
            act(s, CONTROL, Correct("fleet", "set", n, -1, area, count, WHY)) if s.fleet[
                area * 8 + n
            ] != count else None
    for n in s.world.of_side[1]:
        if s.fleet[8 + n]:
            act(s, CONTROL, Correct("fleet", "set", n, -1, 1, 0, WHY))
    assert s.agenda == (SeaBattle(0, 0), Convoy(0)), (
        "that of the second area is off, though it was not yet due"
    )


@RULED
@pytest.mark.rule("pag.independent")
def test_partisans_without_a_refuge_do_not_rise() -> None:
    s = given(scenario="europe", options={"umpire": True}, agenda=(Uprising(0),), phase="industry")
    country = s.world.board.regions[s.world.risings[0].country]
    for label, weight in outcomes(s).weights:  # type: ignore[attr-defined]
        assert weight == 1 and country >> s.world.board.index(label) & 1
    for label, _ in outcomes(s).weights:  # type: ignore[attr-defined]
        i = s.world.board.index(label)
        if isinstance(pending(s), Uprising):
            act(s, CONTROL, Correct("partisans", "set", 9, i, why=WHY))
    assert not isinstance(pending(s), Uprising), "every hex has its partisans"
    sound(s)


# --- in a match: logged, undone, saved, amended


def played() -> Match:
    """A match with real dice, at its first roll."""
    match = Match(GAME, GAME.setup("kursk", {"umpire": True}), physical_dice=True)
    assert isinstance(pending(match.state), Chance)
    return match


@RULED
def test_a_correction_beside_a_roll_is_in_the_log_and_can_be_undone_and_saved() -> None:
    match = played()
    before = match.state.pool[MEN]
    match.act(CONTROL, Correct("men", "add", 0, number=3, why=WHY))
    assert match.state.pool[MEN] == before + 3 and match.pending_roll is not None
    assert any(WHY in heard.line.text for heard in match.events_for(CONTROL))
    again = decode(encode(match))
    assert again.state.pool[MEN] == before + 3
    amend(match, 0, [], reason="It was right after all.")
    assert match.state.pool[MEN] == before and match.pending_roll is not None
    take_back(match)
    assert match.state.pool[MEN] == before + 3
    match.roll_in(2)
    assert decode(encode(match)).head == match.head


@RULED
def test_a_mistyped_die_before_a_correction_beside_the_next_roll() -> None:
    match = played()
    match.roll_in(1)
    match.act(CONTROL, Correct("men", "add", 0, number=3, why=WHY))
    match.roll_in(3)
    done = amend(match, 0, [Entry(outcome=2)], reason="Misread.")
    assert done.stopped == "" and done.dropped == 0, "the correction and the roll after it stand"
    assert match.length == 3


def test_the_laws_hold_with_control_beside_rolls() -> None:
    setup = GAME.setup("kursk", {"umpire": True, "seats": 2})
    assert conformance(GAME, setups=[setup], games=1, actions=60, dear=0.05).actions == 60

"""Control corrects anything, and no correction leaves a position that cannot be. RULINGS control-e to control-i."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfront.games.last_war.actions import (
    ChangeSides,
    Correct,
    Deploy,
    Done,
    EndStep,
    Fortify,
    Guard,
    Halt,
    MoveLine,
    Pick,
    Reopen,
    Restore,
    Rule,
    SetCombat,
)
from hexfront.games.last_war.bombing import AirStep
from hexfront.games.last_war.combat import CombatStep, Following, PressOn
from hexfront.games.last_war.corrections import THINGS
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.flags import FlagRounds
from hexfront.games.last_war.sequence import GameTurn, Keep, UpdateStep, steps
from hexfront.games.last_war.state import FREE, LastWarState
from hexfront.games.last_war.straightening import Straightening
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.kernel import (
    CONTROL,
    OBSERVER,
    Chance,
    SeededSource,
    deciders,
    pending,
    resolve,
    why_not,
    with_item,
)
from hexfront.testing import conformance, refusal

from .kit import AIR, AXIS, GAME, LSP, MEN, act, given, h, have, holder, p, pool
from .umpires import Day

WHY = "Miscounted at the table."
LOOSE = {
    "germany": {"Orel": {"men": 4}, "Kiev": {"men": 3}},
    "ussr": {"Kursk": {"men": 3}},
}  # something to withdraw
RULED = pytest.mark.rule("cards.use-control")


def umpired(**what: Any) -> LastWarState:
    what.setdefault("agenda", (DeployStep(),))
    what.setdefault("pool", {"germany": {"men": 4, "lsp": 4}, "ussr": {"men": 4}})
    options = {"umpire": True} | what.pop("options", {})
    return given(options=options, **what)


def correct(s: LastWarState, what: str, how: str, power: str = "", at: str = "", **more: Any) -> Correct:
    more.setdefault("why", WHY)
    return Correct(what, how, p(s, power) if power else -1, h(s, at) if at else -1, **more)


def sound(s: LastWarState) -> None:
    assert list(GAME.invariants(s)) == []
    assert GAME.codec.encode(GAME.codec.decode(GAME.codec.encode(s))) == GAME.codec.encode(s)


@RULED
@pytest.mark.parametrize(
    ("what", "how", "at", "number", "then"),
    [
        ("men", "add", "Orel", 3, 4), ("men", "set", "Orel", 6, 6), ("tanks", "set", "Orel", 2, 2), ("air", "add", "Orel", 1, 1),
        ("lsp", "add", "", 2, 6), ("men", "take", "", 4, 0), ("concrete", "set", "", 5, 5), ("craft", "add", "", 2, 2),
        ("flags", "set", "", 4, 4), ("naval_flags", "set", "", 2, 2), ("morale", "take", "", 2, 8),
        ("effectiveness", "take", "", 1, 4), ("partisans_left", "set", "", 3, 3),
    ],
)  # fmt: skip
def test_stocks_and_numbers_are_set_added_and_taken(
    what: str, how: str, at: str, number: int, then: int
) -> None:
    s = umpired()
    action = correct(s, what, how, "germany", at, number=number)
    before = THINGS[what].read(s, action)
    act(s, CONTROL, action)
    assert THINGS[what].read(s, action) == then != before
    sound(s)
    assert WHY in s.notes[-1] and not s.asides
    assert refusal(s, "axis", action) == "cards.use-control", "only Control has the pencil"


@RULED
def test_what_makes_no_sense_is_refused_in_words() -> None:
    s = umpired()
    for action in (
        correct(s, "men", "take", "germany", number=9),
        correct(s, "men", "add", "germany", number=100),
        correct(s, "gold", "add", "germany"),
        correct(s, "men", "double", "germany"),
        correct(s, "men", "add", "germany", "Kursk"),  # held by the enemy
        correct(s, "bombers", "add", "germany", "Orel"),  # no base there
        correct(s, "garrisons", "set", "germany", number=100),
        correct(s, "morale", "add", "germany", number=5),
        correct(s, "men", "set", "germany", number=4),  # as it is
        correct(s, "fort", "set", "", "Orel", other=0, number=1),
        correct(s, "card", "set", "germany", other=60),
        correct(s, "flag", "set", "germany", "Orel", other=h(s, "Kursk")),  # too early
        Correct("men", "add", 77, why=WHY),
        Correct("men", "add", 0, 99_999, why=WHY),
        Correct("men", "add", 0, why=""),
        Correct("men", "add", 0, why="two\nlines"),
        Rule("", ""), Rule("Yes.", "no.such-case"), Rule("Yes.", "", 99_999),
        EndStep("nobody", WHY), Reopen("axis", WHY), SetCombat(h(s, "Kursk"), 0, "G", WHY), ChangeSides(9, WHY),
    ):  # fmt: skip
        assert refusal(s, CONTROL, action) == "cards.use-control", action
        found = why_not(s, CONTROL, action)
        assert found is not None and found.reason.endswith("."), action


@RULED
@pytest.mark.rule("front-line.gap-filled")
def test_the_front_is_whole_when_control_takes_its_last_man() -> None:
    s = umpired()
    act(s, CONTROL, correct(s, "men", "set", "germany", "Orel", number=0))
    assert have(s, "germany", "Orel") == 1 and pool(s, "germany") == 3, "the gap is filled from the Pool"
    sound(s)


@RULED
@pytest.mark.rule("sequence.8-update")
def test_control_redraws_the_line_in_any_step() -> None:
    s = umpired()
    act(s, CONTROL, correct(s, "hex", "set", "ussr", "Orel"))
    assert holder(s, "Orel") == "ussr" and not have(s, "germany", "Orel")
    sound(s)
    act(s, CONTROL, correct(s, "hex", "take", "", "Orel"))
    assert holder(s, "Orel") == ""
    sound(s)
    busy = umpired(agenda=(CombatStep(),), flags=[("germany", "Orel", "Kursk")])
    assert isinstance(pending(busy), Chance)


@RULED
def test_works_planned_in_a_hex_that_is_given_away_are_paid_back() -> None:
    s = umpired()
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(0, MEN, 1))
    toward = next(j for j in s.world.near(h(s, "Orel")) if s.ground[1] >> j & 1)
    act(s, "axis", Fortify(0, toward))
    had = pool(s, "germany"), pool(s, "germany", LSP)
    act(s, CONTROL, correct(s, "hex", "set", "ussr", "Orel"))
    assert not s.plans and (pool(s, "germany"), pool(s, "germany", LSP)) == (had[0] + 1, had[1] + 1)
    sound(s)


@RULED
def test_works_in_a_hex_that_the_line_gives_up_elsewhere_are_paid_back_too() -> None:
    s = umpired(pool={"germany": {"men": 1, "lsp": 4}, "ussr": {"men": 4}})
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(0, MEN, 1))
    toward = next(j for j in s.world.near(h(s, "Orel")) if s.ground[1] >> j & 1)
    act(s, "axis", Fortify(0, toward))
    s.levy = with_item(s.levy, 0, 99)  # nobody is left to call up
    act(s, CONTROL, correct(s, "men", "set", "germany", "Orel", number=0))
    assert holder(s, "Orel") == "germany" or not s.plans
    act(s, CONTROL, EndStep("", WHY))
    sound(s)


@RULED
def test_every_form_of_control_makes_an_action() -> None:
    """What a form gives, with the first of each choice, is an action that Control may do or is refused in words."""
    s = umpired(
        agenda=(WithdrawStep(),), phase="withdraw", points=LOOSE, flags=[("germany", "Orel", "Kursk")]
    )
    s.done = ["allies"]
    rolling = umpired(agenda=(CombatStep(),), flags=[("germany", "Orel", "Kursk")])
    assert isinstance(pending(rolling), Chance) and GAME.forms(rolling), "while a roll is waited for too"
    assert not GAME.forms(umpired(options={"umpire": False})), "only where there is an umpire"
    places = GAME.places(s)
    assert places["2617"] == h(s, "Orel")
    forms = {form.id: form for form in GAME.forms(s)}
    assert set(forms) >= {
        "stock",
        "power",
        "line",
        "fort",
        "zone",
        "partisans",
        "card",
        "flag",
        "combat",
        "end",
        "ruling",
    }
    for form in forms.values():
        given: dict[str, Any] = {"type": form.action} | form.fixed
        for field in form.fields:
            if field.kind == "choice":
                value = field.choices[0][0]
                given |= value if isinstance(value, dict) else {field.name: value}
            else:
                given[field.name] = {
                    "number": 1, "place": places["2617"], "words": "" if field.optional else WHY, "flag": False,
                }[field.kind]  # fmt: skip
        found = why_not(s, CONTROL, GAME.codec.decode_action(given))
        assert found is None or found.rule == "cards.use-control", form.id


@RULED
def test_markers_go_up_and_come_down() -> None:
    s = umpired()
    orel, kursk = h(s, "Orel"), h(s, "Kursk")
    rear = next(
        i
        for i in range(s.world.top * 60)
        if s.world.is_hex(i) and s.held[0] >> i & 1 and not s.line[0] >> i & 1
    )
    both: tuple[tuple[Correct, Callable[[], int | None]], ...] = (
        (correct(s, "fort", "set", "germany", "Orel", other=kursk, number=2), lambda: s.forts.get(orel * s.world.top + kursk)),
        (Correct("partisans", "set", 1, rear, why=WHY), lambda: s.pags.get(rear)),
        (Correct("base", "set", 0, rear, why=WHY), lambda: s.bases.get(rear)),
        (Correct("flak", "set", 0, rear, why=WHY), lambda: s.flak.get(rear, -1) + 1 or None),
        (correct(s, "zone", "set", "germany", "Orel", other=0), lambda: s.zones.get(orel, -1) + 1 or None),
        (correct(s, "card", "set", "germany", other=0, number=0), lambda: None if s.hand[0] & 1 else 1),
    )  # fmt: skip
    for action, there in both:
        assert there() is None, action
        act(s, CONTROL, action)
        assert there() is not None, action
        sound(s)
        back = Correct(
            action.what, "set", action.power, action.hex, action.other, 0 if action.what != "card" else 1, WHY
        )
        act(s, CONTROL, back)
        assert there() is None, back
        sound(s)
    act(s, CONTROL, Correct("partisans", "set", FREE + 1, rear, why=WHY))
    assert s.pags[rear] == FREE + 1, "of nobody, for the Allies"


@RULED
def test_a_base_that_is_taken_away_sends_its_bombers_home() -> None:
    s = umpired()
    rear = next(i for i in range(4000) if s.world.is_hex(i) and s.held[0] >> i & 1 and not s.line[0] >> i & 1)
    act(s, CONTROL, Correct("base", "set", 0, rear, why=WHY))
    act(s, CONTROL, Correct("bombers", "set", 0, rear, number=3, why=WHY))
    act(s, CONTROL, Correct("base", "take", 0, rear, why=WHY))
    assert pool(s, "germany", 3) == 3 and rear not in s.bases
    sound(s)


@RULED
@pytest.mark.rule("sequence.4-flags")
def test_flags_stand_and_fall_by_control_until_the_combats() -> None:
    s = umpired(agenda=(WithdrawStep(),), phase="withdraw", points=LOOSE)
    flag = correct(s, "flag", "set", "germany", "Orel", other=h(s, "Kursk"))
    act(s, CONTROL, flag)
    assert [(f.at, f.to) for f in s.flags] == [(h(s, "Orel"), h(s, "Kursk"))]
    assert (
        refusal(s, CONTROL, correct(s, "flag", "set", "germany", "Orel", other=h(s, "Kursk")))
        == "cards.use-control"
    )
    act(s, CONTROL, correct(s, "flag", "take", "germany", "Orel", other=h(s, "Kursk")))
    assert not s.flags


@RULED
def test_a_hidden_correction_is_in_nobody_elses_log_nor_on_their_map() -> None:
    s = umpired()
    before = {seat: GAME.view(s, seat) for seat in ("allies", OBSERVER)}
    events = act(s, CONTROL, correct(s, "men", "add", "germany", "Orel", number=5, hidden=True))
    for seat, view in before.items():
        assert GAME.view(s, seat) == view
        assert all(event.seen_by(seat) is None for event in events)
    assert any(event.seen_by(CONTROL) for event in events)
    assert len(s.asides) == 1 and not s.notes
    assert next(b for b in GAME.view(s, CONTROL).boxes if b.id == "asides").count == 1
    act(s, CONTROL, correct(s, "effectiveness", "take", "germany", hidden=True))
    assert s.me[0] == 4 and next(t for t in GAME.view(s, "allies").tracks if t.id == "me-germany").value == 5
    shown = act(s, CONTROL, correct(s, "men", "add", "germany", "Orel", number=1))
    assert all(event.seen_by("allies") is not None for event in shown)


@RULED
@pytest.mark.rule("sequence.4-order")
def test_who_places_first_is_seen_by_all_even_if_control_says_it_in_secret() -> None:
    """Where one alliance has no flags, the other is asked in any case: only the order itself tells the two apart."""
    orders = []
    for number in (0, 1):
        s = umpired(agenda=(FlagRounds(),), phase="flags")
        s.flags_left = with_item(s.flags_left, p(s, "ussr"), 0)
        if number:
            act(s, CONTROL, correct(s, "first", "set", number=number, hidden=True))
        orders.append([GAME.view(s, seat).extra["first"] for seat in ("allies", "axis", OBSERVER)])
    assert orders == [["axis"] * 3, ["allies"] * 3]


@pytest.mark.rule("sequence.8-update")
def test_a_step_ends_when_control_moves_the_line_and_nobody_has_anything_left_to_decide() -> None:
    s = umpired(points=LOOSE)
    s.phase = "straighten"
    s.leave |= 1 << p(s, "germany")
    s.agenda = (Straightening(AXIS, 1 << h(s, "Orel")), *s.agenda)
    assert "axis" in deciders(s)
    act(s, CONTROL, MoveLine(h(s, "Orel"), -1))
    assert not isinstance(pending(s), Straightening)


@RULED
@pytest.mark.rule("sequence.ten-steps")
def test_a_correction_tells_nothing_of_what_teams_choose_in_secret() -> None:
    s = umpired()
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(0, MEN, 1))
    seen = next(x.factors for x in GAME.view(s, "allies").pieces if x.at == "2617")
    act(s, CONTROL, correct(s, "men", "add", "ussr", "Kursk", number=2))
    assert next(x.factors for x in GAME.view(s, "allies").pieces if x.at == "2617") == seen
    assert have(s, "germany", "Orel") == 2


@RULED
def test_aircraft_that_are_up_already_cannot_be_taken() -> None:
    base = {"germany": {"air": 1, "lsp": 2}, "ussr": {"lsp": 4}}
    s = umpired(pool=base, agenda=(AirStep(),), phase="air", points={"ussr": {"Moscow": {"bombers": 2}}},
                bases={h(umpired(), "Moscow"): 0b10})  # fmt: skip
    guard = next(a for a in s.agenda[0].legal(s, "axis") if isinstance(a, Guard))  # type: ignore[attr-defined]
    act(s, "axis", guard)
    assert refusal(s, CONTROL, correct(s, "air", "set", "germany", number=0)) == "cards.use-control"
    act(s, CONTROL, correct(s, "air", "add", "germany"))
    assert pool(s, "germany", AIR) == 2


@RULED
@pytest.mark.rule("combat.5-reposition")
@pytest.mark.parametrize(("colour", "taken"), [("Y", "germany"), ("R", "ussr"), ("O", "ussr")])
def test_control_sets_the_result_of_a_combat(colour: str, taken: str) -> None:
    s = umpired(agenda=(WithdrawStep(), CombatStep()), phase="withdraw", flags=[("germany", "Orel", "Kursk")],
                points=LOOSE)  # fmt: skip
    act(s, CONTROL, SetCombat(h(s, "Kursk"), AXIS, colour, WHY))
    assert GAME.view(s, CONTROL).extra["combats"][0]["set"] == colour
    act(s, CONTROL, EndStep("", WHY))
    while isinstance(pending(s), PressOn):
        act(s, "axis", Halt())
    assert holder(s, "Kursk") == taken and not s.ruled
    sound(s)


@RULED
def test_a_result_that_was_set_can_be_left_to_the_dice_again() -> None:
    s = umpired(agenda=(WithdrawStep(), CombatStep()), phase="withdraw", flags=[("germany", "Orel", "Kursk")],
                points=LOOSE)  # fmt: skip
    act(s, CONTROL, SetCombat(h(s, "Kursk"), AXIS, "G", WHY))
    act(s, CONTROL, SetCombat(h(s, "Kursk"), AXIS, "", WHY))
    act(s, CONTROL, EndStep("", WHY))
    assert isinstance(pending(s), Chance)


@RULED
@pytest.mark.rule("sequence.ten-steps")
def test_control_ends_a_step_for_one_team_or_all_and_reopens_it() -> None:
    s = umpired()
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, CONTROL, EndStep("axis", "Time is up."))
    assert s.done == ["axis"] and deciders(s) == ("allies", CONTROL) and not s.focus
    act(s, CONTROL, Reopen("axis", WHY))
    assert "axis" in deciders(s)
    act(s, CONTROL, EndStep("", "Time is up."))
    assert not s.agenda, "the step is over"
    assert GAME.hurry(s, ("axis",)) is None


@RULED
def test_a_choice_that_is_late_is_made_the_quiet_way() -> None:
    s = umpired(agenda=(CombatStep(),), phase="combat", flags=[("germany", "Orel", "Kursk")],
                points={"germany": {"Orel": {"men": 20, "tanks": 20, "air": 20, "lsp": 3}}})  # fmt: skip
    while isinstance(pending(s), Chance):
        resolve(s, (6, 1))
    assert isinstance(pending(s), Following)
    there = have(s, "germany", "Kursk")
    assert GAME.hurry(s, ("axis",)) == EndStep("", "Time is up.")
    act(s, CONTROL, GAME.hurry(s, ("axis",)))
    assert not isinstance(pending(s), Following) and have(s, "germany", "Kursk") == there
    sound(s)


@RULED
def test_a_ruling_names_its_case_and_its_place() -> None:
    s = umpired()
    events = act(s, CONTROL, Rule("The river counts here.", "combat.target-terrain", h(s, "Orel")))
    line = events[0].line(s)
    assert (line.rule, line.at) == ("combat.target-terrain", "2617") and "The river counts here." in line.text
    assert "The river counts here." in s.notes[0]


# --- alliances


def europe(**what: Any) -> LastWarState:
    what.setdefault("pool", {"germany": {"men": 5}, "italy": {"men": 3}, "ussr": {"men": 5}})
    what.setdefault("agenda", (DeployStep(), *steps()[5:]))
    return given(scenario="europe", options={"umpire": True, "seats": 7}, **what)


@RULED
@pytest.mark.rule("outline.no-units")
@pytest.mark.parametrize("name", ["italy", "finland", "balkans", "vichy", "usa"])
def test_a_power_goes_over_with_all_that_it_holds(name: str) -> None:
    s = europe()
    n = p(s, name)
    side, ground, men = s.world.side_of[n], s.held[n], sum(s.pool[n * 6 : n * 6 + 6])
    act(s, CONTROL, ChangeSides(n, WHY))
    assert s.world.side_of[n] == 1 - side
    assert not ground & s.ground[side], "its ground is the other side's, or was given up"
    assert sum(s.pool[n * 6 : n * 6 + 6]) >= men or s.held[n]
    sound(s)
    assert GAME.codec.decode(GAME.codec.encode(s)).world.side_of == s.world.side_of
    seat = s.world.seat_of[n]
    assert s.world.seat_side[seat] == 1 - side, "whoever commands it fights for its new side"
    for each in (*s.world.seats, CONTROL, OBSERVER):
        GAME.view(s, each)
        GAME.resample(s, each, SeededSource(1)) if each != OBSERVER else None
    act(s, CONTROL, ChangeSides(n, WHY))
    assert s.world.side_of[n] == side and s.turned == 0
    sound(s)


@RULED
def test_alliances_do_not_change_between_flags_and_the_map() -> None:
    s = umpired(
        agenda=(WithdrawStep(),),
        phase="withdraw",
        scenario="europe",
        points={"germany": {"Berlin": {"men": 3}}},
    )
    assert refusal(s, CONTROL, ChangeSides(p(s, "italy"), WHY)) == "cards.use-control"
    kursk = umpired()
    assert refusal(kursk, CONTROL, ChangeSides(0, WHY)) == "cards.use-control", (
        "a side keeps a power of its own"
    )


@RULED
@pytest.mark.rule("sequence.8-update")
def test_going_back_brings_the_alliances_back() -> None:
    s = europe(agenda=(Keep("after industry"), DeployStep(), *steps()[5:]))
    act(s, CONTROL, ChangeSides(p(s, "italy"), WHY))
    act(s, CONTROL, Restore(0))
    assert s.turned == 0 and s.world.side_of[p(s, "italy")] == AXIS
    sound(s)


@RULED
@pytest.mark.rule("me.varies")
def test_effectiveness_that_control_has_changed_stays_changed() -> None:
    s = umpired(agenda=(UpdateStep(), GameTurn()))
    act(s, CONTROL, correct(s, "effectiveness", "take", "germany"))
    act(s, CONTROL, Done())
    assert s.turn == 2 and s.me[0] == 4


@pytest.mark.parametrize(
    ("scenario", "seats", "actions"), [("europe", 7, 500), ("pacific", 4, 300), ("kursk", 2, 400)]
)
def test_whatever_control_does_the_front_is_whole(scenario: str, seats: int, actions: int) -> None:
    """Two hundred thousand of these: python -m tests.games.last_war.umpires."""
    day = Day(scenario, seats, "test")
    done = 0
    while done < actions and day.state.agenda:
        done += day.advance()
    assert (
        sum(n for name, n in day.done.items() if name.startswith("Correct ") and "refused" not in name) > 20
    )


def test_the_laws_hold_with_control_at_the_table() -> None:
    setup = GAME.setup("kursk", {"umpire": True})
    assert conformance(GAME, setups=[setup], games=1, actions=200, dear=0.05).actions == 200

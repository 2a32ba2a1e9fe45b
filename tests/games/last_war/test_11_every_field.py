"""Control can correct every field of a position; what it cannot is worked out from the rest, or is where the turn stands.

A new field of the state must be named here, with a correction that changes it or a reason why there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hexfront.games.last_war.actions import (
    Annotate,
    ChangeSides,
    Correct,
    Deploy,
    EndStep,
    Grant,
    Pick,
    Rule,
    SetCombat,
)
from hexfront.games.last_war.bombing import AirStep
from hexfront.games.last_war.cards import CardStep
from hexfront.games.last_war.combat import CombatStep
from hexfront.games.last_war.corrections import THINGS
from hexfront.games.last_war.data import BOMBERS, LINES, MEN
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.flags import FlagStep
from hexfront.games.last_war.industry import output, zone_lines
from hexfront.games.last_war.naval import SeaStep
from hexfront.games.last_war.plans import Ashore, ColumnCard, DieCard, ToSea
from hexfront.games.last_war.state import LastWarState, side_points
from hexfront.games.last_war.straightening import StraightenStep
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.kernel import CONTROL, OBSERVER, State, pending, why_not

from .kit import GAME, act, given, h, have, p, pool

WHY = "Miscounted at the table."
RULED = pytest.mark.rule("cards.use-control")
GERMANY, USSR = 0, 1
TWENTY = {
    "germany": {"Orel": {"men": 9, "lsp": 4}, "Kiev": {"men": 3}},
    "ussr": {"Kursk": {"men": 6, "lsp": 2}},
}


def table(**what: Any) -> LastWarState:
    """Kursk 1943 with Control, at step 2."""
    what.setdefault("agenda", (DeployStep(),))
    what.setdefault("pool", {"germany": {"men": 9, "lsp": 4}, "ussr": {"men": 4}})
    return given(options={"umpire": True}, **what)


def europe(**what: Any) -> LastWarState:
    what.setdefault("agenda", (DeployStep(),))
    what.setdefault("pool", {"germany": {"men": 9, "air": 3, "bombers": 3}, "britain": {"men": 9}})
    return given(scenario="europe", options={"umpire": True}, **what)


def combat() -> LastWarState:
    """A combat is to come, and everything can be allotted to it."""
    return table(agenda=(WithdrawStep(), CombatStep()), phase="withdraw", points=TWENTY, flags=[("germany", "Orel", "Kursk")])  # fmt: skip


def straight() -> LastWarState:
    s = table(agenda=(StraightenStep(),), phase="straighten", points=TWENTY)
    assert s.phase == "straighten" and pending(s) is not None
    return s


def rear(s: LastWarState, power: int = GERMANY) -> int:
    """A hex behind a power's line."""
    side = s.world.side_of[power]
    return next(
        i for i in range(s.world.top * 60)
        if s.world.is_hex(i) and s.held[power] >> i & 1 and not s.line[side] >> i & 1
    )  # fmt: skip


def based(s: LastWarState) -> int:
    """A base of Germany's with bombers, put up by Control."""
    i = rear(s)
    act(s, CONTROL, Correct("base", "set", GERMANY, i, why=WHY))
    act(s, CONTROL, Correct("bombers", "set", GERMANY, i, number=3, why=WHY))
    return i


def at(
    what: str, name: str, number: int = 2, power: int = GERMANY, other: int = -1
) -> Callable[[LastWarState], Any]:
    return lambda s: Correct(what, "set", power, h(s, name) if name else -1, other, number, WHY)


def behind(what: str, number: int = 1) -> Callable[[LastWarState], Any]:
    return lambda s: Correct(what, "set", GERMANY, rear(s), -1, number, WHY)


def on_base(what: str, number: int) -> Callable[[LastWarState], Any]:
    return lambda s: Correct(what, "set", GERMANY, based(s), -1, number, WHY)


def zone_line(what: str, number: int) -> Callable[[LastWarState], Any]:
    """A correction of the first line of Germany's industry."""

    def made(s: LastWarState) -> Correct:
        zone, lines = next((n, each) for n, each in zone_lines(s, GERMANY) if each)
        return Correct(what, "set", GERMANY, -1, zone * 8 + LINES.index(lines[0]), number, WHY)

    return made


def flak_on(s: LastWarState) -> Correct:
    i = rear(s)
    act(s, CONTROL, Correct("flak", "set", GERMANY, i, why=WHY))
    return Correct("flak_on", "set", GERMANY, i, why=WHY)


def cargo(s: LastWarState) -> Correct:
    return Correct("cargo", "set", GERMANY, h(s, "Orel"), MEN, 1, WHY)


def fight(s: LastWarState) -> Correct:
    for power, n in (("germany", 2), ("britain", 2)):
        act(s, CONTROL, Correct("fleet", "set", p(s, power), -1, 0, n, WHY))
    return Correct("fight", "set", p(s, "germany"), -1, 0, 1, WHY)


def towards(what: str, number: int = 1) -> Callable[[LastWarState], Any]:
    return lambda s: Correct(what, "set", GERMANY, h(s, "Orel"), h(s, "Kursk"), number, WHY)


def sea() -> LastWarState:
    return europe(agenda=(SeaStep(),), phase="sea")


def open_hex(s: LastWarState) -> Correct:
    act(s, CONTROL, Correct("hex", "take", -1, h(s, "Kursk"), why=WHY))
    return Correct("vacated", "set", GERMANY, h(s, "Kursk"), why=WHY)


Change = tuple[Callable[[], LastWarState], Callable[[LastWarState], Any]]
CORRECTED: dict[str, Change] = {
    "held": (table, at("hex", "Orel", 1, USSR)),
    "at": (table, at("men", "Orel", 7)),
    "pool": (table, at("tanks", "")),
    "levy": (table, at("levy", "")),
    "concrete": (table, at("concrete", "")),
    "craft": (table, at("craft", "")),
    "lost": (table, at("lost", "", 5, other=MEN)),
    "hand": (table, at("card", "", 0, other=0)),
    "me": (table, at("effectiveness", "")),
    "edge": (table, at("effectiveness", "")),
    "guess": (table, at("assessment", "", 9)),
    "flags_left": (table, at("flags", "", 5)),
    "naval_left": (table, at("naval_flags", "", 3)),
    "flags": (combat, lambda s: Correct("flag", "take", GERMANY, h(s, "Orel"), h(s, "Kursk"), 1, WHY)),
    "first": (lambda: table(agenda=(CardStep(),), phase="cards", points=TWENTY), lambda s: Correct("first", "set", number=1 - s.first, why=WHY)),
    "bought": (lambda: table(agenda=(CardStep(),), phase="cards", points=TWENTY), at("bought", "", 1)),
    "stakes": (combat, at("stake", "Orel", 2, other=0)),
    "backing": (combat, lambda s: based(s) and Correct("backing", "set", GERMANY, h(s, "Kursk"), 0, 2, WHY)),
    "cards": (combat, at("played", "Kursk", 1, other=0)),
    "forts": (table, towards("fort", 2)),
    "works": (table, towards("works")),
    "pags": (table, lambda s: Correct("partisans", "set", USSR, rear(s), why=WHY)),
    "pag_left": (table, at("partisans_left", "", 4)),
    "zones": (table, at("zone", "Orel", 1, other=0)),
    "bases": (table, behind("base")),
    "new_bases": (table, behind("new_base")),
    "paid": (table, on_base("paid", 1)),
    "support": (table, on_base("support", 2)),
    "missions": (europe, at("to_sea", "", 2, other=0)),
    "guard": (table, at("guard", "Orel", 2)),
    "flak": (table, behind("flak")),
    "flak_on": (table, flak_on),
    "tooling": (europe, zone_line("retool", LINES.index("concrete"))),
    "idle": (europe, zone_line("idle", 1)),
    "cancelled": (table, at("turned_back", "Orel", 2)),
    "shut": (europe, zone_line("shut", 1)),
    "morale": (table, at("morale", "")),
    "struck": (table, at("bombed", "", 1)),
    "navy_air": (europe, at("navy_air", "", 2, other=0)),
    "fleet": (europe, at("fleet", "", 9, other=0)),
    "sailed": (sea, at("sailed", "", 1)),
    "shipped": (table, at("shipped", "")),
    "cargo": (table, cargo),
    "lent": (table, at("lent", "", 1, other=0)),
    "fights": (sea, fight),
    "conformed": (straight, at("conformed", "Orel", 1)),
    "vacated": (straight, open_hex),
    "leave": (table, at("leave", "", 1)),
    "out_of_war": (europe, lambda s: Correct("in_war", "set", p(s, "finland"), number=0, why=WHY)),
    "turned": (europe, lambda s: ChangeSides(p(s, "italy"), WHY)),
    "ruled": (combat, lambda s: SetCombat(h(s, "Kursk"), 0, "G", WHY)),
    "more_garrisons": (table, at("garrisons", "", 40)),
    "more_lines": (europe, zone_line("lines", 9)),
    "notes": (table, lambda s: Rule("The river counts here.")),
    "asides": (table, lambda s: Rule("The river counts here.", hidden=True)),
}  # fmt: skip
DERIVED = {
    "ground": "from `held`", "line": "from `held`", "reach": "from `held` and the fleets", "shores": "from `held` and the fleets",
    "shown": "what everyone saw of `at`", "shown_pool": "what everyone saw of `pool`", "threat": "from bases and ground",
    "claims": "from the line", "landings": "from the fleets", "bare": "from the line", "loose": "from `at`",
    "battles": "from `flags`, in the order of effectiveness", "taken": "a record of what changed hands: set with `held`",
}  # fmt: skip
TURN = {
    "turn": "going back restores it", "phase": "going back restores it", "placed": "a step is ended, reopened or gone back to",
    "done": "a step is ended or reopened", "saved": "the positions that can be gone back to",
}  # fmt: skip
TEAMS = {
    "focus": "the hex a team has in hand: it turns away from it when Control corrects",
    "plans": "a team's own choices in this step: Control takes them out of the log, or ends the step",
}
ENGINE = {name for name in State.__struct_fields__ if name not in ("world",)} | {"world"}


def test_every_field_of_a_position_is_named() -> None:
    fields = {field.name for field in msgspec.structs.fields(LastWarState)} - ENGINE
    groups = [set(CORRECTED), set(DERIVED), set(TURN), set(TEAMS)]
    assert set.union(*groups) == fields
    assert sum(map(len, groups)) == len(fields), "in one group each"


@RULED
@pytest.mark.parametrize("field", sorted(CORRECTED))
def test_a_correction_changes_the_field(field: str) -> None:
    begin, correction = CORRECTED[field]
    s = begin()
    action = correction(s)
    before = GAME.codec.encode(s)
    was = msgspec.json.encode(getattr(s, field))
    assert why_not(s, CONTROL, action) is None
    events = act(s, CONTROL, action)
    assert msgspec.json.encode(getattr(s, field)) != was, field
    assert GAME.codec.encode(s) != before
    assert list(GAME.invariants(s)) == []
    assert any(event.seen_by(CONTROL) for event in events), "it is in Control's log"
    for seat in (*s.world.seats, CONTROL, OBSERVER):
        GAME.view(s, seat)


def test_every_kind_of_correction_is_shown_to_change_something() -> None:
    used = {
        action.what
        for begin, correction in CORRECTED.values()
        if isinstance(action := correction(begin()), Correct)
    }
    alike = {"men", "tanks", "air", "bombers", "lsp", "garrisons"}  # one stock is as good as another
    assert set(THINGS) - used - alike == {"ashore"}


@RULED
@pytest.mark.rule("sequence.1-industry")
def test_lines_are_added_closed_and_set_to_something_else() -> None:
    s = europe()
    zone, lines = next((n, each) for n, each in zone_lines(s, GERMANY) if each)
    kind = lines[0]
    key, made = zone * 8 + LINES.index(kind), output(s, GERMANY)[kind]
    act(s, CONTROL, Correct("lines", "add", GERMANY, -1, key, 2, WHY))
    assert output(s, GERMANY)[kind] == made + 2
    act(s, CONTROL, Correct("lines", "take", GERMANY, -1, key, 3, WHY))
    assert output(s, GERMANY)[kind] == made - 1
    act(s, CONTROL, Correct("lines", "add", GERMANY, -1, key, 1, WHY))
    assert output(s, GERMANY)[kind] == made and not s.more_lines, "as the briefing has it"
    other = next(each for each in LINES if each != kind)
    had = output(s, GERMANY)[other]
    act(s, CONTROL, Correct("retool", "set", GERMANY, -1, key, LINES.index(other), WHY))
    assert (output(s, GERMANY)[kind], output(s, GERMANY)[other]) == (made - 1, had + 1), (
        "and loses no turn by it"
    )
    act(s, CONTROL, Correct("shut", "set", GERMANY, -1, zone * 8 + LINES.index(other), 1, WHY))
    assert output(s, GERMANY)[other] == had
    wrong = why_not(s, CONTROL, Correct("lines", "add", p(s, "ussr"), -1, key, 1, WHY))
    assert wrong is not None and "another power" in wrong.reason


@RULED
@pytest.mark.rule("resources.garrison-count")
def test_garrisons_above_the_briefing_are_controls_to_give() -> None:
    s = table()
    most = s.world.powers[GERMANY].garrisons
    act(s, CONTROL, Correct("garrisons", "set", GERMANY, number=most + 2, why=WHY))
    assert pool(s, "germany", 5) == most + 2 and list(GAME.invariants(s)) == []
    s.pool[GERMANY * 6 + 5] += 1
    assert any("Garrisons" in fault for fault in GAME.invariants(s)), "and no more than those"


@RULED
def test_cards_go_into_a_combat_and_come_back_into_the_hand() -> None:
    s = combat()
    kursk = h(s, "Kursk")
    act(s, CONTROL, Correct("played", "set", GERMANY, kursk, 0, 1, WHY))
    assert s.cards == [DieCard(GERMANY, 0, 0, kursk)] and not s.hand[GERMANY] & 1
    act(s, CONTROL, Correct("played", "set", GERMANY, kursk, 0, 2, WHY))
    assert s.cards == [ColumnCard(GERMANY, 0, 0, kursk)] and not s.hand[GERMANY] & 1
    act(s, CONTROL, Correct("played", "set", GERMANY, kursk, 0, 0, WHY))
    assert not s.cards and s.hand[GERMANY] & 1


@RULED
@pytest.mark.rule("bombing.naval-conversion")
def test_bombers_that_change_service_arrive_where_control_sent_them() -> None:
    s = europe(agenda=(DeployStep(), AirStep()), points={"germany": {"Berlin": {"men": 2}}})
    before = s.navy_air[GERMANY], pool(s, "germany", BOMBERS)
    act(s, CONTROL, Correct("to_sea", "set", GERMANY, -1, 0, 2, WHY))
    act(s, CONTROL, Correct("ashore", "set", GERMANY, -1, 0, 1, WHY))
    assert [type(each) for each in s.missions] == [ToSea, ToSea, Ashore]
    act(s, CONTROL, EndStep("", WHY))
    assert (s.navy_air[GERMANY], pool(s, "germany", BOMBERS)) == (before[0] + 2, before[1] + 1)


@RULED
@pytest.mark.rule("fort.release")
def test_works_that_control_began_are_finished_with_their_man() -> None:
    from hexfront.games.last_war.industry import finish_works

    s = table()
    act(s, CONTROL, towards("works")(s))
    had = have(s, "germany", "Orel")
    finish_works(s)
    assert s.forts[h(s, "Orel") * s.world.top + h(s, "Kursk")] == 1 and have(s, "germany", "Orel") == had + 1


@RULED
@pytest.mark.rule("sequence.4-order")
def test_control_says_who_places_flags_first() -> None:
    s = table(agenda=(FlagStep(),), phase="flags", points=TWENTY, pool={})
    while not hasattr(pending(s), "extra"):  # cards for the order, and the choice
        act(s, CONTROL, EndStep("", WHY))
    first = s.first
    assert pending(s).side == first  # type: ignore[union-attr]
    act(s, CONTROL, Correct("first", "set", number=1 - first, why=WHY))
    assert pending(s).side == 1 - first and s.first == 1 - first  # type: ignore[union-attr]
    act(s, CONTROL, EndStep("", WHY))
    assert pending(s).side == first, "and each side once"  # type: ignore[union-attr]
    late = why_not(s, CONTROL, Correct("first", "set", number=first, why=WHY))
    assert late is not None and "go back" in late.reason


@RULED
def test_cards_are_still_asked_for_when_control_says_who_will_place_first() -> None:
    s = table(agenda=(CardStep(),), phase="cards", points=TWENTY)
    waits, first = pending(s), s.first
    act(s, CONTROL, Correct("first", "set", number=1 - first, why=WHY))
    assert s.first == 1 - first and pending(s) == waits


@RULED
def test_grants_and_remarks_are_made_in_any_step() -> None:
    s = table()
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(GERMANY, MEN, 1))
    for action in (Grant(GERMANY, 1), Annotate("Rain.", -1)):
        assert why_not(s, CONTROL, action) is None
    assert side_points(s, h(s, "Orel"), 0, MEN)

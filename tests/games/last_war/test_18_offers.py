"""What every choice looks like to the one who has it: words, place, rule, and whose it is."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from hexfront.games.last_war import actions as a
from hexfront.games.last_war.bombing import AirOrders, LineChoice
from hexfront.games.last_war.cards import CardPlay, Commitment
from hexfront.games.last_war.closing import Closing, Dispute
from hexfront.games.last_war.combat import Following, PressOn
from hexfront.games.last_war.control import Appeal, MapControl
from hexfront.games.last_war.deployment import Deployment
from hexfront.games.last_war.flags import FlagPlacing, OrderBids, OrderChoice
from hexfront.games.last_war.naval import Fleets
from hexfront.games.last_war.partisans import Absorption, Risings
from hexfront.games.last_war.retooling import Retooling
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.straightening import Conforming, Straightening
from hexfront.games.last_war.withdrawal import Withdrawal
from hexfront.kernel import Action, Option

from .kit import AIR, AXIS, LSP, MEN, TANKS, given, h

DONE = Option("Done", "done", ends=True)
PASS = Option("Play no more cards", "pass", ends=True)
ANOTHER = Option("Another hex", "stop", ends=True)


def check(frame: Any, s: LastWarState, seat: str, offers: dict[Action, Option]) -> None:
    """Every action of a decision is offered in just these words."""
    for action, option in offers.items():
        shown = frame.option(s, seat, action)
        label = re.sub(r" \(\d{4}\)", "", shown.label)  # hexes are named with their numbers
        assert msgspec.structs.replace(shown, label=label, panel=option.panel) == option, action


def at(s: LastWarState, name: str) -> str:
    return s.world.label(h(s, name))


@pytest.mark.rule("sequence.2-deploy")
def test_offers_of_deployment() -> None:
    s = given(scenario="europe")
    orel, bryansk = h(s, "Orel"), h(s, "Bryansk")
    check(Deployment(), s, "axis", {
        a.Done(): DONE,
        a.Pick(orel): Option("Orel", "pick", "", at(s, "Orel")),
        a.Lend(6, 7, TANKS): Option("Lend 1 Tank to the Soviet Union", "choose", group="United States"),
    })  # fmt: skip
    s.focus["axis"] = orel
    here = at(s, "Orel")
    check(Deployment(), s, "axis", {
        a.Stop(): ANOTHER,
        a.Deploy(0, MEN, 5): Option("Add 5 Men", "place", "", here, group="Germany", panel=True),
        a.Deploy(1, AIR, 1): Option("Add 1 Aircraft", "place", "", here, group="Italy", panel=True),
        a.Fortify(0, bryansk): Option(
            "Fortify towards Bryansk (1 LSP, 1 Man for a turn)", "choose", "", at(s, "Bryansk"), rule="fort.cost",
            group="Germany",
        ),
        a.Secure(0, 1): Option(
            "Security Zone: refugees (1 LSP)", "choose", "", here, rule="security.zone-cost",
            group="Germany", panel=True,
        ),
        a.BuildBase(0): Option(
            "Build a bomber base (2 LSP)", "choose", "", here, rule="bombing.base-needed", group="Germany", panel=True,
        ),
        a.BuildFlak(0): Option(
            "Set up a Flak Zone (1 Man, 1 concrete)", "choose", "", here, rule="flak.cost", group="Germany", panel=True,
        ),
    })  # fmt: skip


@pytest.mark.rule("sequence.3-close")
@pytest.mark.rule("sequence.3-dispute")
def test_offers_of_closing_up() -> None:
    s = given(options={"umpire": True})
    kursk = h(s, "Kursk")
    check(Closing(), s, "axis", {
        a.Done(): DONE,
        a.Claim(0, kursk): Option("Move up to Kursk", "advance", "", "2618", group="Germany"),
    })  # fmt: skip
    check(Dispute(kursk, (0, 1)), s, "control", {
        a.Award(-1): Option("Nobody's: it stays open", "choose", "", "2618"),
        a.Award(1): Option("Soviet Union", "choose", "", "2618"),
    })  # fmt: skip


@pytest.mark.rule("cards.use-order")
@pytest.mark.rule("sequence.4-order")
@pytest.mark.rule("sequence.4-flags")
def test_offers_of_flags() -> None:
    s = given(scenario="europe", turn=4, craft=[0, 0, 0, 0, 0, 1, 1, 0])
    spent = (
        "Adds 3 to your bid and is gone. If kept, it adds 3 to one die, or moves a column, or gives a flag."
    )
    check(
        OrderBids(),
        s,
        "axis",
        {a.Done(): PASS, a.Bid(0, 0): Option("Tiger tanks (value 3)", group="Germany", note=spent)},
    )
    check(OrderChoice(AXIS, "axis", "sequence.4-order"), s, "axis", {
        a.GoFirst(): Option("Place first", "choose"), a.GoSecond(): Option("Place second", "choose"),
    })  # fmt: skip
    flags, group = FlagPlacing(AXIS), "Germany"
    check(flags, s, "axis", {a.Done(): DONE, a.Pick(h(s, "Orel")): Option("Orel", "pick", "", at(s, "Orel"))})
    s.focus["axis"] = h(s, "Orel")
    north, south = at(s, "Voronezh"), at(s, "Tobruk")
    check(flags, s, "axis", {
        a.Stop(): ANOTHER,
        a.Flag(0, h(s, "Voronezh")): Option("Attack Voronezh (2 flags in winter)", "target", "", north, group=group),
        a.Flag(0, h(s, "Tobruk")): Option("Attack Tobruk", "target", "", south, group=group),
        a.Flag(0, h(s, "Tobruk"), True): Option(
            "Attack Tobruk, with landing craft", "target", "", south, group=group
        ),
    })  # fmt: skip


@pytest.mark.rule("sequence.5-cards")
@pytest.mark.rule("die.lsp")
def test_offers_of_cards_and_of_lsp() -> None:
    s = given()
    kursk = h(s, "Kursk")
    check(CardPlay(), s, "axis", {
        a.Done(): Option("Play no more cards", "done", ends=True),
        a.Stop(): Option("Put the card back", "stop", ends=True),
        a.Draw(0, 1): Option(
            "Elastic defence (value 2)", "choose", group="Germany",
            note="Once: adds 2 to the die of one combat, or moves it by a column, or gives one more flag.",
        ),
        a.PlayDie(kursk, 0): Option("Add it to the die at Kursk", "target", "", "2618", rule="cards.use-die"),
        a.PlayColumn(kursk, 0): Option(
            "Move the result at Kursk by a column", "target", "", "2618", rule="cards.use-column"
        ),
        a.PlayBoon(kursk, 0, 0): Option(
            "Cancel an enemy card in this combat: Kursk", "target", "", "2618", rule="cards.use-control"
        ),
        a.PlayFlag(0): Option("One more flag for Germany", "choose", rule="cards.use-flag"),
        a.PlayLeave(1): Option("Allow the Soviet Union to withdraw", "choose", rule="straighten.permission"),
        a.AskControl(): Option("Ask Control for something else", "choose", rule="cards.use-control"),
    })  # fmt: skip
    check(Commitment(), s, "axis", {
        a.Done(): DONE,
        a.Stake(0, kursk, 0): Option(
            "1 LSP for the attack from Kursk", "join", "", "2618", rule="die.lsp", group="Germany"
        ),
        a.Stake(1, kursk, 1): Option(
            "1 LSP for the defence of Kursk", "join", "", "2618", rule="die.lsp", group="Soviet Union"
        ),
        a.Back(0, kursk, 0): Option(
            "A bomber for the attack on Kursk", "join", "", "2618", rule="bombing.role-land", group="Germany"
        ),
        a.Back(0, kursk, 1): Option(
            "A bomber for the defence of Kursk", "join", "", "2618", rule="bombing.role-land", group="Germany"
        ),
    })  # fmt: skip


@pytest.mark.rule("sequence.6-withdraw")
def test_offers_of_withdrawal_to_the_pool() -> None:
    s = given()
    kursk = h(s, "Kursk")
    check(Withdrawal(), s, "allies", {a.Done(): DONE, a.Pick(kursk): Option("Kursk", "pick", "", "2618")})
    s.focus["allies"] = kursk
    check(Withdrawal(), s, "allies", {
        a.Stop(): ANOTHER,
        a.Recall(1, LSP, 5): Option("Take 5 LSP back", "place", "", "2618", group="Soviet Union", panel=True),
    })  # fmt: skip


@pytest.mark.rule("terrain.open-green")
@pytest.mark.rule("combat.5-reposition")
def test_offers_after_a_victory() -> None:
    s = given()
    kursk = h(s, "Kursk")
    check(PressOn(kursk, AXIS, ()), s, "axis", {
        a.Halt(): Option("Stop here", "pass", ends=True),
        a.Beyond(h(s, "2717")): Option("On to 2717", "advance", "", "2717"),
    })  # fmt: skip
    check(Following(kursk, AXIS, ()), s, "axis", {
        a.Occupy(0): Option("No more than the Man there", "advance", "", "2618"),
        a.Occupy(1): Option("Half of what can be spared", "advance", "", "2618"),
        a.Occupy(2): Option("All that can be spared", "advance", "", "2618"),
    })  # fmt: skip


@pytest.mark.rule("straighten.withdraw")
@pytest.mark.rule("straighten.conform")
def test_offers_of_straightening() -> None:
    s = given()
    kursk = h(s, "Kursk")
    check(Straightening(1, 0), s, "allies", {
        a.Done(): DONE, a.Withdraw(kursk): Option("Withdraw from Kursk", "retreat", "", "2618"),
    })  # fmt: skip
    check(Conforming(0), s, "axis", {
        a.Done(): DONE, a.Conform(0, kursk): Option("Move up to Kursk", "advance", "", "2618", group="Germany"),
    })  # fmt: skip


@pytest.mark.rule("pag.availability")
@pytest.mark.rule("security.absorb")
def test_offers_of_partisans() -> None:
    s = given()
    orel = h(s, "Orel")
    check(Risings(), s, "allies", {
        a.Done(): DONE,
        a.Rise(1, orel): Option("Partisans at Orel", "place", "", "2617", group="Soviet Union"),
    })  # fmt: skip
    check(Absorption(), s, "allies", {
        a.Done(): DONE, a.Absorb(orel): Option("Partisans at Orel join up", "choose", "", "2617"),
    })  # fmt: skip


@pytest.mark.rule("bombing.one-role")
@pytest.mark.rule("bombing.role-industry")
@pytest.mark.rule("flags.naval")
def test_offers_of_air_and_sea() -> None:
    s = given(scenario="europe")
    essen, label = h(s, "Essen"), at(s, "Essen")
    north = s.world.areas.index("north_sea")
    britain = "Britain and the Commonwealth"
    check(AirOrders(), s, "allies", {
        a.Done(): DONE,
        a.Guard(0, essen): Option("Air defence at Essen", "place", "", label, group="Germany"),
        a.Man(0, essen): Option("Run the flak at Essen (1 LSP)", "choose", "", label, group="Germany"),
        a.Bomb(5, 0, essen, 1): Option("1 bomber against industry at Essen", "target", "", label, group=britain),
        a.Bomb(5, 1, essen, 5): Option(
            "5 bombers against the population at Essen", "target", "", label, group=britain
        ),
        a.Support(5, 1): Option("Keep 1 bomber for the land battle", "choose", group=britain),
        a.ToNavy(5, north): Option("A bomber to the Navy in the North Sea", "choose", group=britain),
        a.FromNavy(5, north): Option("A bomber back from the Navy in the North Sea", "choose", group=britain),
    })  # fmt: skip
    check(LineChoice(0), s, "axis", {a.Shut(0): Option("The line of Tanks", "loss", "", label, panel=True)})
    baltic = s.world.areas.index("baltic")
    check(Fleets(), s, "allies", {
        a.Done(): DONE,
        a.Sail(5, north, baltic): Option("North Sea to Baltic", "choose", group=britain),
        a.Engage(5, north): Option("Give battle in the North Sea", "choose", rule="flags.naval", group=britain),
    })  # fmt: skip


@pytest.mark.rule("sequence.1-industry")
@pytest.mark.rule("cards.use-control")
@pytest.mark.rule("sequence.8-update")
def test_offers_of_industry_and_control() -> None:
    s = given(scenario="europe", options={"umpire": True})
    check(Retooling(), s, "axis", {
        a.Done(): DONE,
        a.Stop(): Option("Leave the line as it is", "stop", ends=True),
        a.TakeLine(0, 0): Option("Take a line of Tanks", "choose", group="Germany"),
        a.Retool(5): Option("Make landing craft", "choose"),
    })  # fmt: skip
    check(Appeal(0), s, "control", {a.Award(1): Option("Grant two LSP", "choose")})
    check(MapControl(), s, "control", {
        a.Done(): Option("Go on", "done", ends=True),
        a.Annotate("Line walked and agreed.", h(s, "Orel")): Option(
            "Line walked and agreed. At Orel.", "choose", "", at(s, "Orel"), group="Annotate", free="text"
        ),
        a.Annotate("Noted by Control.", -1): Option("Noted by Control.", "choose", group="Annotate", free="text"),
        a.Grant(0, 2): Option("Germany: a flag", "choose", group="Grant"),
        a.MoveLine(h(s, "Orel"), 7): Option(
            "Orel to the Soviet Union", "choose", "", at(s, "Orel"), group="Move the line"
        ),
        a.MoveLine(h(s, "Orel"), -1): Option("Orel to nobody", "choose", "", at(s, "Orel"), group="Move the line"),
    })  # fmt: skip

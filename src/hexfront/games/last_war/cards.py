"""Step 5: Advantage Cards, then the LSP and bombers that each combat gets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from hexfront.games.last_war.actions import (
    AskControl,
    Back,
    Done,
    Draw,
    PlayBoon,
    PlayColumn,
    PlayDie,
    PlayFlag,
    PlayLeave,
    Stake,
    Stop,
)
from hexfront.games.last_war.asks import FINISHED, Together, is_hex, opened
from hexfront.games.last_war.bombing import bomber_range
from hexfront.games.last_war.data import LSP, POWERS
from hexfront.games.last_war.events import CardPlayed, StepRevealed
from hexfront.games.last_war.flags import FlagRound, flag_from
from hexfront.games.last_war.plans import (
    AppealCard,
    BomberFor,
    BoonCard,
    ColumnCard,
    DieCard,
    FlagCard,
    LeaveCard,
    SecretPlan,
    SupplyFor,
)
from hexfront.games.last_war.state import (
    BOTH_SIDES,
    FLAGS_OVER,
    LastWarState,
    add,
    begin,
    is_in_war,
    planned,
    points,
)
from hexfront.games.last_war.words import the
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation, with_item, with_more

CARDS = (DieCard, ColumnCard, BoonCard, FlagCard, LeaveCard, AppealCard)
ATTACK, DEFENCE = 0, 1
CANCEL, ZEAL = 0, 1
_DONE, _STOP, _APPEAL = Done(), Stop(), AskControl()
_WORDS: dict[type[SecretPlan], tuple[str, str]] = {
    DieCard: ("on the die", "cards.use-die"),
    ColumnCard: ("for a column", "cards.use-column"),
    FlagCard: ("for one more flag", "cards.use-flag"),
    BoonCard: ("for some other advantage", "cards.use-control"),
    LeaveCard: ("for permission to withdraw", "cards.use-control"),
    AppealCard: ("and asks Control for some other advantage", "cards.use-control"),
}


def combats(s: LastWarState) -> list[tuple[Hex, int]]:
    """The combats that the flags make: the hex attacked and the attacking side, all flags into one hex together.
    Cases combat.only-with-flag, combat.multi-hex and flags.only-place-to-attack."""
    found: dict[tuple[Hex, int], None] = {}
    for flag in s.flags:
        found[(flag.to, s.world.side_of[flag.power])] = None
    return sorted(found)


class CardStep(Auto, frozen=True, tag=True):
    """Step 5: cards when the flags stand, flags bought by cards, then LSP and bombers. Case sequence.5-cards."""

    def run(self, s: LastWarState) -> Agenda:
        s.phase = "cards"
        s.placed = BOTH_SIDES
        begin(s)
        return (*((CardPlay(),) if any(s.hand) else ()), ExtraFlags(), CommitStep())


class ExtraFlags(Auto, frozen=True, tag=True):
    """Flags bought by cards or granted by Control after a side had placed its own are placed now. RULING cards-c. Case
    cards.use-flag."""

    def run(self, s: LastWarState) -> Agenda:
        if not any(s.bought):
            s.placed = FLAGS_OVER
            return ()
        bought, s.bought = s.bought, (0,) * len(s.bought)
        sides = (s.first, 1 - s.first)
        rounds = (FlagRound(side, bought) for side in sides if any(bought[n] for n in s.world.of_side[side]))
        return (*rounds, self)


class CommitStep(Auto, frozen=True, tag=True):
    """LSP and bombers are asked for only where there is something to allot. Case sequence.5-cards."""

    def run(self, s: LastWarState) -> Agenda:
        return opened(s, Commitment())


class CardPlay(Together, frozen=True, tag=True):
    """Play Advantage Cards: take one, then say what for; or keep them. Cases sequence.5-cards, cards.use-column,
    cards.use-flag, straighten.permission, cards.use-control."""

    rule: ClassVar[str] = "sequence.5-cards"
    kinds: ClassVar[tuple[type[Action], ...]] = (
        Draw, PlayDie, PlayColumn, PlayFlag, PlayBoon, PlayLeave, AskControl, Stop, Done,
    )  # fmt: skip

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        return tuple(seat for seat in s.world.seats if any(s.hand[n] for n in s.world.powers_of[seat]))

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        w = s.world
        if seat not in s.focus:
            yield _DONE
            for n in w.powers_of[seat]:
                for card in bits(s.hand[n]):
                    yield Draw(n, card)
            return
        yield _STOP
        side = w.seat_side[seat]
        for i, _ in combats(s):
            yield PlayDie(i, side)
            yield PlayColumn(i, side)
            for boon in range(len(w.boons)):
                yield PlayBoon(i, side, boon)
        for n in w.of_side[side]:
            yield PlayFlag(n)
            yield PlayLeave(n)
        yield _APPEAL

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        drawn = seat in s.focus
        if isinstance(action, Done):
            return (
                None
                if not drawn
                else Violation("cards.single-use-choice", "First choose what the card is for.")
            )
        if isinstance(action, Draw):
            return self.wrong_card(s, seat, action)
        if not drawn:
            return Violation("cards.single-use-choice", "First take a card.")
        if isinstance(action, Stop):
            return None
        if isinstance(action, PlayDie | PlayColumn | PlayBoon):
            return self.wrong_combat(s, seat, action)
        if isinstance(action, PlayFlag | PlayLeave):
            if not 0 <= action.power < len(w.powers) or w.side_of[action.power] != w.seat_side[seat]:
                return Violation("cards.for-allies", "A card helps its own side.")
            if not is_in_war(s, action.power):
                return Violation("cards.for-allies", "That power is not in the war.")
            if isinstance(action, PlayLeave) and s.leave >> action.power & 1:
                return Violation("straighten.permission", "That power already has permission to withdraw.")
            return None
        if not w.is_umpired:
            return Violation(
                "cards.use-control", "Nobody sits as Control; choose an advantage from the list."
            )
        return None

    def wrong_card(self, s: LastWarState, seat: Seat, action: Draw) -> Violation | None:
        """Cases cards.once, cards.initial-set, cards.no-more-issued and cards.single-use-choice."""
        if seat in s.focus:
            return Violation("cards.single-use-choice", "First choose what the card in your hand is for.")
        if action.power not in s.world.powers_of[seat]:
            return Violation("cards.initial-set", "Those are not your cards.")
        if not 0 <= action.card < 64 or not s.hand[action.power] >> action.card & 1:
            return Violation("cards.once", "That card is not in the hand.")
        if any(isinstance(p, CARDS) and (p.power, p.card) == (action.power, action.card) for p in s.plans):
            return Violation("cards.single-use-choice", "That card has already been played.")
        return None

    def wrong_combat(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        """A card on a combat of the player's own side, as attacker or defender. RULING cards-b. Cases cards.use-die,
        cards.use-column and cards.use-control."""
        if not any(i == action.hex for i, _ in combats(s)):
            return Violation("combat.only-with-flag", "There is no combat.")
        if action.side != s.world.seat_side[seat]:
            return Violation("cards.for-allies", "A card helps its own side.")
        if isinstance(action, PlayBoon) and not 0 <= action.boon < len(s.world.boons):
            return Violation("cards.use-control", "There is no such advantage.")
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        if isinstance(action, Draw):
            s.focus[seat] = action.power * 64 + action.card
            return (self,)
        power, card = divmod(s.focus.pop(seat), 64)
        if isinstance(action, PlayDie):
            s.plans.append(DieCard(power, card, action.side, action.hex))
        elif isinstance(action, PlayColumn):
            s.plans.append(ColumnCard(power, card, action.side, action.hex))
        elif isinstance(action, PlayBoon):
            # Case cards.use-control
            s.plans.append(BoonCard(power, card, action.side, action.hex, action.boon))
        elif isinstance(action, PlayFlag):
            s.plans.append(FlagCard(power, card, action.power))
        elif isinstance(action, PlayLeave):
            s.plans.append(LeaveCard(power, card, action.power))
        elif isinstance(action, AskControl):
            s.plans.append(AppealCard(power, card))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """All cards are laid open at once and discarded. Cases cards.once, cards.no-limit, cards.use-flag,
        cards.cumulative, cards.for-allies, cards.use-die, cards.use-column, cards.use-control,
        straighten.permission."""
        frames: Agenda = ()
        for p in s.plans:
            if not isinstance(p, CARDS):  # for the types alone: nothing else is planned in this step
                continue
            s.hand = with_item(s.hand, p.power, s.hand[p.power] & ~(1 << p.card))
            use, rule = _WORDS[type(p)]
            at = p.at if isinstance(p, DieCard | ColumnCard | BoonCard) else -1
            s.emit(CardPlayed(p.power, p.card, use, rule, at))
            if isinstance(p, DieCard | ColumnCard | BoonCard):
                s.cards.append(p)
            elif isinstance(p, FlagCard):
                s.flags_left = with_more(s.flags_left, p.ally, 1)
                s.bought = with_more(s.bought, p.ally, 1)
            elif isinstance(p, LeaveCard):
                s.leave |= 1 << p.ally
            else:
                from hexfront.games.last_war.control import Appeal

                frames += (Appeal(p.power),)
        begin(s)
        return frames

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        if seat not in s.focus:
            return Prompt(
                "Take a card to play it, or keep your cards.",
                self.rule,
                "A card is played once in the whole game, and no more are issued.",
            )
        power, card = divmod(s.focus[seat], 64)
        each = s.world.powers[power].cards[card]
        return Prompt(f"What is {each.name} (value {each.value}) for?", "cards.single-use-choice")

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        if isinstance(action, Done):
            return Option("Play no more cards", "done", ends=True)
        if isinstance(action, Stop):
            return Option("Put the card back", "stop", ends=True)
        if isinstance(action, Draw):
            card = w.powers[action.power].cards[action.card]
            # Cases cards.use-die, cards.use-column, cards.use-flag.
            note = f"Once: adds {card.value} to the die of one combat, or moves it by a column, or gives one more flag."
            name = f"{card.name} (value {card.value})"
            return Option(name, "choose", group=w.powers[action.power].name, note=note)
        if isinstance(action, PlayDie):
            return Option(
                f"Add it to the die at {w.title(action.hex)}",
                "target",
                "",
                w.label(action.hex),
                rule="cards.use-die",
            )
        if isinstance(action, PlayColumn):
            return Option(
                f"Move the result at {w.title(action.hex)} by a column",
                "target",
                "",
                w.label(action.hex),
                rule="cards.use-column",
            )
        if isinstance(action, PlayBoon):
            return Option(
                f"{w.boons[action.boon].capitalize()}: {w.title(action.hex)}",
                "target",
                "",
                w.label(action.hex),
                rule="cards.use-control",
            )
        if isinstance(action, PlayFlag):
            return Option(
                f"One more flag for {the(w.powers[action.power].name)}", "choose", rule="cards.use-flag"
            )
        if isinstance(action, PlayLeave):
            return Option(
                f"Allow {the(w.powers[action.power].name)} to withdraw",
                "choose",
                rule="straighten.permission",
            )
        return Option("Ask Control for something else", "choose", rule="cards.use-control")


class Commitment(Together, frozen=True, tag=True):
    """Allot LSP and bombers to the combats, attacks and defence, or none. RULING lsp-a. Case die.lsp."""

    rule: ClassVar[str] = "die.lsp"
    kinds: ClassVar[tuple[type[Action], ...]] = (Stake, Back, Done)

    def concerned(self, s: LastWarState) -> tuple[Seat, ...]:
        """Those with a combat and anything to give it."""
        return tuple(seat for seat in s.world.seats if next(self.offers(s, seat), None) is not None)

    def offers(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        w = s.world
        side = w.seat_side[seat]
        fights = combats(s)
        for n in w.powers_of[seat]:
            for i in sorted({flag.at for flag in s.flags}):
                if points(s, i, n, LSP):
                    yield Stake(n, i, ATTACK)
            for i, attacker in fights:
                if attacker != side and points(s, i, n, LSP):
                    yield Stake(n, i, DEFENCE)
                if kept_bombers(s, n):
                    yield Back(n, i, ATTACK if attacker == side else DEFENCE)

    def candidates(self, s: LastWarState, seat: Seat) -> Iterator[Action]:
        yield _DONE
        yield from self.offers(s, seat)

    def violation(self, s: LastWarState, seat: Seat, action: Any) -> Violation | None:
        w = s.world
        if isinstance(action, Done):
            return None
        side = w.seat_side[seat]
        if (
            action.power not in w.powers_of[seat]
            or not is_hex(s, action.hex)
            or action.role not in (ATTACK, DEFENCE)
        ):
            return Violation(self.rule, "That is not yours to allot.")
        label = w.label(action.hex)
        if isinstance(action, Stake):
            if action.role == ATTACK and not flag_from(s, action.hex, side):
                return Violation("combat.only-with-flag", "You have no attack from there.", label)
            if action.role == DEFENCE and (action.hex, 1 - side) not in combats(s):
                return Violation("combat.only-with-flag", "That hex is not attacked.", label)
            spent = sum(1 for p in planned(s, SupplyFor, action.power) if p.at == action.hex)
            if points(s, action.hex, action.power, LSP) <= spent:
                return Violation("die.lsp", "There is no LSP left in that hex.", label)
            return None
        attacker = side if action.role == ATTACK else 1 - side
        if (action.hex, attacker) not in combats(s):
            return Violation("combat.only-with-flag", "There is no such combat.", label)
        if kept_bombers(s, action.power) <= len(planned(s, BomberFor, action.power)):
            return Violation("bombing.one-role", "No bombers are free for the land battle.", label)
        if support_base(s, action.power, action.hex) < 0:
            return Violation("bombing.range", "That is out of range of your bombers.", label)
        return None

    def apply(self, s: LastWarState, seat: Seat, action: Any) -> Agenda:
        if isinstance(action, Done):
            return self.close(s, seat)
        if isinstance(action, Stake):
            s.plans.append(SupplyFor(action.power, action.hex, action.role))
        else:
            base = support_base(s, action.power, action.hex)
            s.plans.append(BomberFor(action.power, action.hex, action.role, base))
        return (self,)

    def finish(self, s: LastWarState) -> Agenda:
        """LSP are spent when declared; bombers join the combat. Cases die.lsp, resources.lsp and
        bombing.role-land."""
        for lsp in planned(s, SupplyFor):
            key = (lsp.at * POWERS + lsp.power) * 2 + lsp.role
            s.stakes[key] = s.stakes.get(key, 0) + 1
            add(s, lsp.at, lsp.power, LSP, -1)
        for bomber in planned(s, BomberFor):
            key = (bomber.at * POWERS + bomber.power) * 2 + bomber.role
            s.backing[key] = s.backing.get(key, 0) + 1
        s.emit(StepRevealed("LSP and bombers are allotted.", "sequence.5-cards"))
        begin(s)
        return ()

    def prompt(self, s: LastWarState, seat: Seat) -> Prompt:
        return Prompt(
            "Allot LSP to your attacks and defences, or finish.",
            self.rule,
            "Each adds 1 to your die. An attack without any LSP shifts two columns against you.",
        )

    def option(self, s: LastWarState, seat: Seat, action: Any) -> Option:
        w = s.world
        if isinstance(action, Done):
            return FINISHED
        name, at = w.title(action.hex), w.label(action.hex)
        if isinstance(action, Stake):
            text = (
                f"1 LSP for the attack from {name}"
                if action.role == ATTACK
                else f"1 LSP for the defence of {name}"
            )
            return Option(text, "join", "", at, rule="die.lsp", group=w.powers[action.power].name)
        whose = "attack on" if action.role == ATTACK else "defence of"
        return Option(
            f"A bomber for the {whose} {name}",
            "join",
            "",
            at,
            rule="bombing.role-land",
            group=w.powers[action.power].name,
        )


def kept_bombers(s: LastWarState, power: int) -> int:
    """Bombers of a power that were kept for the land battle this turn. Case bombing.one-role."""
    return sum(n for key, n in s.support.items() if key % POWERS == power)


def support_base(s: LastWarState, power: int, i: Hex) -> Hex:
    """The base that one more bomber for a combat flies from: in range, with the most that are still free; -1 if there
    is none. Cases bombing.range and bombing.role-land."""
    w, far = s.world, bomber_range(s)
    sent = [p.base for p in planned(s, BomberFor, power)]
    free = {
        key // POWERS: n - sent.count(key // POWERS) for key, n in s.support.items() if key % POWERS == power
    }
    able = [base for base, n in free.items() if n > 0 and w.within(base, far) >> i & 1]
    return max(able, key=lambda base: (free[base], -base), default=-1)

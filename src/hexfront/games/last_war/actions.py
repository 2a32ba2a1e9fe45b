"""What can be chosen. Hexes and powers are numbers; a client sees them through `option`."""

from __future__ import annotations

from typing import Any, ClassVar

from hexfront.kernel import Action


class Pick(Action, frozen=True, tag=True):
    """Turn to a hex."""

    hex: int

    def named(self, s: Any) -> str:
        return f"Choose {s.world.title(self.hex)}"


class Stop(Action, frozen=True, tag=True):
    """Turn away from the hex."""


class Done(Action, frozen=True, tag=True):
    """Finish this step."""


class Deploy(Action, frozen=True, tag=True):
    """Add points from a Pool to the hex."""

    power: int
    kind: int
    points: int


class Recall(Action, frozen=True, tag=True):
    """Take points from the hex to the Pool."""

    power: int
    kind: int
    points: int


class Fortify(Action, frozen=True, tag=True):
    """Begin a layer of fortification on a side of the hex."""

    power: int
    toward: int


class Secure(Action, frozen=True, tag=True):
    """Set up a Security Zone in the hex."""

    power: int
    purpose: int


class BuildBase(Action, frozen=True, tag=True):
    """Begin a bomber base in the hex."""

    power: int


class BuildFlak(Action, frozen=True, tag=True):
    """Set up a Flak Zone in the hex."""

    power: int


class Rise(Action, frozen=True, tag=True):
    """Place partisans in a hex."""

    label: ClassVar[str] = "Place partisans there"
    power: int
    hex: int


class Lend(Action, frozen=True, tag=True):
    """Give resources from a Pool to an ally's."""

    power: int
    ally: int
    kind: int


class Claim(Action, frozen=True, tag=True):
    """Close the line into an open hex."""

    label: ClassVar[str] = "Close the line there"
    power: int
    hex: int


class Bid(Action, frozen=True, tag=True):
    """Play a card for the order of play."""

    power: int
    card: int


class GoFirst(Action, frozen=True, tag=True):
    """Place flags before the enemy does."""


class GoSecond(Action, frozen=True, tag=True):
    """Let the enemy place flags first."""


class Flag(Action, frozen=True, tag=True):
    """Place an Offensive Flag on the side from the hex towards another."""

    power: int
    to: int
    craft: bool = False

    def named(self, s: Any) -> str:
        return f"Attack {s.world.title(self.to)}"


class Draw(Action, frozen=True, tag=True):
    """Take a card from the hand to play it."""

    power: int
    card: int


class PlayDie(Action, frozen=True, tag=True):
    """Play the card on the die of a combat."""

    hex: int
    side: int


class PlayColumn(Action, frozen=True, tag=True):
    """Play the card to move the column of a combat."""

    hex: int
    side: int


class PlayFlag(Action, frozen=True, tag=True):
    """Play the card for one more flag, for this power or an ally."""

    power: int


class PlayBoon(Action, frozen=True, tag=True):
    """Play the card for some other advantage in a combat."""

    hex: int
    side: int
    boon: int


class PlayLeave(Action, frozen=True, tag=True):
    """Play the card so that high command lets a power withdraw this turn."""

    power: int


class AskControl(Action, frozen=True, tag=True):
    """Play the card and ask Control for some other advantage."""


class Stake(Action, frozen=True, tag=True):
    """Allot an LSP in a hex to the attack from it or to its defence."""

    power: int
    hex: int
    role: int


class Back(Action, frozen=True, tag=True):
    """Add a bomber counter to a combat."""

    power: int
    hex: int
    role: int


class Beyond(Action, frozen=True, tag=True):
    """Press on into the hex beyond."""

    label: ClassVar[str] = "Press on there"
    hex: int


class Halt(Action, frozen=True, tag=True):
    """Do not press on."""


class Occupy(Action, frozen=True, tag=True):
    """Move into the hex taken with a Man, half the force, or all that can be spared."""

    share: int


class Withdraw(Action, frozen=True, tag=True):
    """Take the line back from a hex."""

    label: ClassVar[str] = "Take the line back there"
    hex: int


class Conform(Action, frozen=True, tag=True):
    """Follow up into a hex the enemy has left."""

    label: ClassVar[str] = "Follow up there"
    power: int
    hex: int


class Absorb(Action, frozen=True, tag=True):
    """Take partisans that the line has reached into the army."""

    label: ClassVar[str] = "Take the partisans in"
    hex: int


class Guard(Action, frozen=True, tag=True):
    """Put Aircraft on air defence in a hex."""

    label: ClassVar[str] = "Air defence there"
    power: int
    hex: int


class Bomb(Action, frozen=True, tag=True):
    """Send bombers against a target."""

    power: int
    role: int
    hex: int
    counters: int


class Support(Action, frozen=True, tag=True):
    """Keep bombers for the land battle."""

    power: int
    counters: int


class ToNavy(Action, frozen=True, tag=True):
    """Hand bombers over to the Navy in a sea area."""

    power: int
    area: int


class FromNavy(Action, frozen=True, tag=True):
    """Take bombers back from the Navy."""

    power: int
    area: int


class Man(Action, frozen=True, tag=True):
    """Pay an LSP to run Flak Zones around a hex."""

    label: ClassVar[str] = "Run Flak Zones there"
    power: int
    hex: int


class TakeLine(Action, frozen=True, tag=True):
    """Take a production line in hand to set it to something else."""

    power: int
    kind: int


class Retool(Action, frozen=True, tag=True):
    """Say what the production line in hand will make."""

    kind: int


class Shut(Action, frozen=True, tag=True):
    """Choose which production line stands still."""

    kind: int


class Sail(Action, frozen=True, tag=True):
    """Move a naval point to the next sea area."""

    power: int
    area: int
    to: int


class Engage(Action, frozen=True, tag=True):
    """Use a Naval flag for a fleet action in a sea area."""

    power: int
    area: int


# --- Control


class Award(Action, frozen=True, tag=True):
    """Control: say whose a disputed hex is; -1 leaves it open."""

    power: int


class MoveLine(Action, frozen=True, tag=True):
    """Control: give a hex of the line to a power of the other side, or leave it open."""

    hex: int
    power: int


class Grant(Action, frozen=True, tag=True):
    """Control: grant a power some other advantage."""

    power: int
    grant: int


class Annotate(Action, frozen=True, tag=True):
    """Control: put a remark into the log, on a place or, with -1, on the whole turn."""

    free: ClassVar[tuple[str, ...]] = ("text", "hex")
    text: str
    hex: int


class Restore(Action, frozen=True, tag=True):
    """Control: go back to a position kept earlier in the game."""

    number: int


class Correct(Action, frozen=True, tag=True):
    """Control: set, add or take something: `what` as `corrections.THINGS` has it, of a power, in a hex or, with -1, in its
    Pool. `other` is the second hex, the card, the sea area or the purpose where there is one."""

    free: ClassVar[tuple[str, ...]] = (
        "what", "how", "power", "hex", "other", "number", "why", "hidden",
    )  # fmt: skip
    what: str
    how: str
    power: int = -1
    hex: int = -1
    other: int = -1
    number: int = 1
    why: str = ""
    hidden: bool = False


class ChangeSides(Action, frozen=True, tag=True):
    """Control: move a power to the other alliance, with all that it holds."""

    free: ClassVar[tuple[str, ...]] = ("power", "why", "hidden")
    power: int
    why: str = ""
    hidden: bool = False


class SetCombat(Action, frozen=True, tag=True):
    """Control: say how a combat that is still to come ends, whatever the dice; no colour leaves it to them again."""

    free: ClassVar[tuple[str, ...]] = ("hex", "side", "colour", "why", "hidden")
    hex: int
    side: int
    colour: str
    why: str = ""
    hidden: bool = False


class EndStep(Action, frozen=True, tag=True):
    """Control: end what is being decided, for one team or, without a seat, for all that are not done."""

    free: ClassVar[tuple[str, ...]] = ("seat", "why", "hidden")
    seat: str = ""
    why: str = ""
    hidden: bool = False


class Reopen(Action, frozen=True, tag=True):
    """Control: let a team that is done go on with this step."""

    free: ClassVar[tuple[str, ...]] = ("seat", "why", "hidden")
    seat: str
    why: str = ""
    hidden: bool = False


class Rule(Action, frozen=True, tag=True):
    """Control: put a ruling into the log, with the case it is about, on a place or, with -1, on none."""

    free: ClassVar[tuple[str, ...]] = ("text", "case", "hex", "hidden")
    text: str
    case: str = ""
    hex: int = -1
    hidden: bool = False


CORRECTIONS = (Correct, ChangeSides, SetCombat, EndStep, Reopen, Rule)
UMPIRE = (MoveLine, Grant, Annotate, Restore, *CORRECTIONS)

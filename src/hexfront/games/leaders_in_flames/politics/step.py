"""The declaration of war step: wars, alignments, demands, Vichy, and what a power does under the eyes of the USA."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done
from hexfront.games.leaders_in_flames.chairs import plays as plays_for
from hexfront.games.leaders_in_flames.kinds import (
    AT_PEACE,
    FALLEN,
    GERMANY,
    POWERS,
    SIDE_OF,
    WITH,
)
from hexfront.games.leaders_in_flames.politics.acts import (
    Align,
    DeclareWar,
    Demand,
    EndVichy,
    PlayAction,
    SetUpVichy,
    party_title,
)
from hexfront.games.leaders_in_flames.politics.affairs import AlignRow
from hexfront.games.leaders_in_flames.politics.entry import entry_roll
from hexfront.games.leaders_in_flames.politics.parties import party_of
from hexfront.games.leaders_in_flames.politics.played import play, play_violation, plays
from hexfront.games.leaders_in_flames.politics.vichy import end_vichy, set_up_vichy, vichy_violation
from hexfront.games.leaders_in_flames.politics.wars import declare, join_side, war_violation
from hexfront.games.leaders_in_flames.state import State, give_hexes
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.kernel import Action, Agenda, Auto, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides

DONE = Done()
LONG = 78
"""With more than this to choose from each power acts for itself."""


def has_come(s: State, since: tuple[int, int]) -> bool:
    """Whether a date, year and month, has come."""
    w = s.world
    return (w.year(s.turn), w.month(s.turn)) >= since


def holds(s: State, need: str, side: int) -> bool:
    """Whether a condition of a row is met."""
    w = s.world
    what, *names = need.split(":")
    if what == "war":
        a, b = (POWERS.index(name) for name in names)
        return bool(s.wars[a] >> b & 1)
    if what == "deed":
        return bool(s.deeds.get(names[0]))
    minor = w.minor_of.get(names[0], -1)
    if minor < 0:
        return False
    return s.stance[minor] == (WITH[side] if what == "with" else FALLEN)


def align_violation(s: State, power: int, minor: int) -> Violation | None:
    """Why a minor country does not join a power. Case base.align."""
    w = s.world
    if not 0 <= minor < len(w.minors) or s.stance[minor] != AT_PEACE:
        return Violation("base.align", "Only a neutral country can be aligned.")
    name = w.minors[minor].id
    row = next((r for r in w.affairs.aligns if r.minor == name and r.power == POWERS[power]), None)
    if row is None:
        return Violation("base.align", f"{begun(w.minors[minor].title)} does not join {the_power(power)}.")
    if s.chits[power] < row.chits:
        return Violation("5.3.3.17b", f"It costs {row.chits} offensive chits.")
    if not has_come(s, row.since) or not all(holds(s, need, SIDE_OF[power]) for need in row.need):
        return Violation("base.align", f"{begun(w.minors[minor].title)} is not ready to join yet.")
    return None


def align(s: State, power: int, minor: int) -> Agenda:
    """A minor country joins a power, its army with it. Case base.align."""
    name = s.world.minors[minor].id
    row = next(r for r in s.world.affairs.aligns if r.minor == name and r.power == POWERS[power])
    s.chits[power] -= row.chits
    if row.parts:
        s.deeds[f"parted.{row.parts}"] = s.turn
    frames = join_side(s, minor, SIDE_OF[power])
    n = 23 if name == "siam" else 24 if power == GERMANY else 0
    return (*frames, *(entry_roll(s, n) if n else ()))


def demand_violation(s: State, claim: int) -> Violation | None:
    """Why a power cannot take what it claims. Case base.claim."""
    w = s.world
    if not 0 <= claim < len(w.affairs.claims):
        return Violation("base.claim", "There is no such claim.")
    row = w.affairs.claims[claim]
    minor = w.minor_of.get(row.minor, -1)
    if row.power not in w.plan.powers or minor < 0 or s.stance[minor] != AT_PEACE:
        return Violation("base.claim", "Demands can be made only on a neutral country.")
    if not has_come(s, row.since):
        return Violation("base.claim", "It is too early for this claim.")
    if not w.realm.ground((row.region,)) & s.control[party_of(s, minor)]:
        return Violation("base.claim", f"{row.title} is not in its hands.")
    return None


def demand(s: State, claim: int) -> None:
    """The claimed ground changes hands, and what goes to others with it. Case base.claim."""
    w = s.world
    row = w.affairs.claims[claim]
    before = party_of(s, w.minor_of[row.minor])
    give_hexes(s, w.realm.ground((row.region,)) & s.control[before], POWERS.index(row.power))
    for region, nation in row.also.items():
        if nation in w.minor_of:
            give_hexes(s, w.realm.ground((region,)) & s.control[before], party_of(s, w.minor_of[nation]))
    s.emit(Noted(f"{begun(the_power(POWERS.index(row.power)))} takes {row.title}.", "base.claim"))


class PoliticsStep(Auto, frozen=True, tag=True):
    """Ask a side for declarations of war and the like while it can make any. Case base.war."""

    side: int
    power: int = -1

    def run(self, s: State) -> Agenda:
        frame = Politics(self.side, self.power)
        number = len(frame.legal(s, ""))
        if number > LONG and self.power < 0:
            return tuple(PoliticsStep(self.side, power) for power in frame.mine(s))
        return (frame,) if number > 1 else ()


class Politics(SideDecides, frozen=True, tag=True):
    """Declare war, align countries, make demands, or go on, power by power where there is much to choose.

    Cases base.war, base.align, base.claim, 5.3.3.3a.
    """

    rule: ClassVar[str] = "base.war"
    takes = (DeclareWar, Align, Demand, SetUpVichy, EndVichy, PlayAction, Done)
    power: int = -1

    def mine(self, s: State) -> list[int]:
        """The powers that act here."""
        found = [power for power in s.world.powers if SIDE_OF[power] == self.side and plays_for(s, power)]
        return [power for power in found if self.power in (-1, power)]

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        w = s.world
        out: list[Action] = []
        minors = [m.parties[1 - self.side] for n, m in enumerate(w.minors) if s.stance[n] == AT_PEACE]
        for power in self.mine(s):
            rivals = [
                other for other in w.powers if SIDE_OF[other] != self.side and not s.wars[power] >> other & 1
            ]
            out += [DeclareWar(power, target) for target in (*rivals, *minors) if target >= 0]
            rows: list[AlignRow] = [row for row in w.affairs.aligns if row.power == POWERS[power]]
            out += [Align(power, w.minor_of[row.minor]) for row in rows if row.minor in w.minor_of]
            out += [Demand(k) for k, row in enumerate(w.affairs.claims) if row.power == POWERS[power]]
        if self.side == SIDE_OF[GERMANY]:
            out += [SetUpVichy(), *(EndVichy(power) for power in self.mine(s))]
        return [*out, *plays(s, self.side), DONE]

    def others(self, s: State, power: int) -> Violation | None:
        """Why a power does not act here: it is another's turn."""
        return (
            None
            if power in self.mine(s)
            else Violation("base.war", f"{begun(the_power(power))} cannot act here.")
        )

    def violation(self, s: State, seat: Seat, action: Action) -> Violation | None:
        if isinstance(action, DeclareWar | Align | EndVichy) and action.power not in self.mine(s):
            return Violation("base.war", "That power is not yours.")
        if isinstance(action, DeclareWar):
            return war_violation(s, action.power, action.target)
        if isinstance(action, Align):
            return align_violation(s, action.power, action.minor)
        if isinstance(action, Demand):
            found = demand_violation(s, action.claim)
            if found is None and POWERS.index(s.world.affairs.claims[action.claim].power) not in self.mine(s):
                return Violation("base.claim", "That claim is not yours.")
            return found
        if isinstance(action, SetUpVichy) and not plays_for(s, GERMANY):
            return Violation("1c", "Only Germany can set it up.")
        if isinstance(action, SetUpVichy) and (refused := self.others(s, GERMANY)) is not None:
            return refused
        if isinstance(action, SetUpVichy | EndVichy):
            return vichy_violation(s, action)
        if isinstance(action, PlayAction):
            refused = play_violation(s, self.side, action.n, action.place)
            row = s.world.affairs.actions.get(action.n)
            return refused or (self.others(s, POWERS.index(row.power)) if row else None)
        return None

    def apply(self, s: State, seat: Seat, action: Action) -> Agenda:
        again = PoliticsStep(self.side, self.power)
        if isinstance(action, DeclareWar):
            return (*declare(s, action.power, action.target), again)
        if isinstance(action, Align):
            return (*align(s, action.power, action.minor), again)
        if isinstance(action, Demand):
            demand(s, action.claim)
            return (again,)
        if isinstance(action, SetUpVichy):
            return (*set_up_vichy(s), again)
        if isinstance(action, EndVichy):
            return (*end_vichy(s, action.power), again)
        if isinstance(action, PlayAction):
            return (*play(s, action.n, action.place), again)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Declare war, align countries, or go on.", self.rule)

    def option(self, s: State, seat: Seat, action: Action) -> Option:
        w = s.world
        if isinstance(action, DeclareWar):
            text = f"{party_title(w, action.power)} declares war on {party_title(w, action.target)}"
            return Option(begun(text), "choose", rule=self.rule)
        if isinstance(action, Align):
            text = f"{w.minors[action.minor].title} joins {party_title(w, action.power)}"
            return Option(begun(text), "choose", rule="base.align")
        if isinstance(action, Demand):
            row = w.affairs.claims[action.claim]
            return Option(
                f"{begun(the_power(POWERS.index(row.power)))} demands {row.title}",
                "choose",
                rule="base.claim",
            )
        if isinstance(action, SetUpVichy):
            return Option("Set up Vichy France", "choose", rule="base.vichy")
        if isinstance(action, EndVichy):
            return Option(
                begun(f"{party_title(w, action.power)} ends Vichy France"), "choose", rule="base.vichy"
            )
        if isinstance(action, PlayAction):
            words = w.affairs.actions[action.n].title
            if action.n == 3:
                words = ("Japan occupies New Caledonia", "Japan occupies the Netherlands East Indies")[
                    action.place
                ]
            at = w.label(action.place) if action.n == 12 else ""
            return Option(f"{words} at {w.title(action.place)}" if at else words, "choose", at=at, rule="5.3")
        return Option("Go on", "done", rule=self.rule, ends=True)

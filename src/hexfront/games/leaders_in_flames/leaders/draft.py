"""Chapter 4: the cup, the veto draft, votes, and the veto points of each year."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import SetMarker, Vote
from hexfront.games.leaders_in_flames.data import ADJECTIVES
from hexfront.games.leaders_in_flames.events import LeaderDrawn, MarkersRevealed, VotesRevealed
from hexfront.games.leaders_in_flames.kinds import (
    ABSENT,
    CODES,
    COMMONWEALTH,
    CUP,
    FRANCE,
    GERMANY,
    GONE,
    JAPAN,
    LATER,
    POWER_NAMES,
    READY,
    RESERVE,
    SIDE_OF,
    USA,
    USSR,
)
from hexfront.games.leaders_in_flames.politics.parties import party_of
from hexfront.games.leaders_in_flames.state import State, home_cities
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.kernel import Agenda, Auto, Chance, Cup, Decision, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted
from hexfront.words import plural

ENEMY, OWN, ALLY = 1, 2, 3
"""Veto points: against a leader, to save a leader of the same power, to save an ally's. Cases 4.1.2c, 4.1.2d, 4.1.2e."""
MORE, STOP = 1, 2
FREE_FRANCE = 1
"""Veto points of Free France in a year. Case 4.2e."""
WORDS = ("No vote", "One more leader", "No more leaders")


def fill_cup(s: State) -> None:
    """Leaders of the year the game begins in, or earlier, are in the cup; later ones wait; those with a code wait for their
    power's reserves. Cases 4a, 4b, 4c. RULING reserve-code."""
    w = s.world
    for u in w.all_leaders:
        start = w.leader(u).start
        if not serves(s, u):
            s.where[u] = GONE
        elif start.isdigit():
            early = int(start) <= w.year(1)
            s.where[u] = LATER if not early else CUP if has_home(s, u) else RESERVE
        elif start in CODES:
            s.where[u] = CUP if s.called[w.power[u]] & CODES[start] else RESERVE
        else:
            s.where[u] = CUP if s.fate[w.power[u]] else RESERVE


def serves(s: State, u: int) -> bool:
    """Whether a leader's counter is the one that counts: of a minor country's two the one of its party now, of a Vichy
    Frenchman's two the French one while there is no Vichy France. Cases 4.1c, 4.1d."""
    w = s.world
    nation, party = w.nation[u], w.party[u]
    if nation in w.minor_of:
        return s.stance[w.minor_of[nation]] != ABSENT and party_of(s, w.minor_of[nation]) == party
    faction = w.leader(u).faction
    return faction not in w.minor_of or s.stance[w.minor_of[faction]] == ABSENT


def has_home(s: State, u: int) -> bool:
    """Whether a leader's country holds a city he could come to. RULING conquered-power-leaders."""
    w = s.world
    if w.nation[u] == "france" and s.fate[FRANCE]:
        return w.leader(u).faction == "free_french"
    return bool(home_cities(s, u)) or not w.plan.politics


def join_cup(s: State, year: int) -> None:
    """Leaders whose year has come join the cup. Case 4b. RULING cup-next-year."""
    w = s.world
    for u in w.all_leaders:
        start = w.leader(u).start
        if s.where[u] == LATER and start.isdigit() and int(start) <= year:
            s.where[u] = CUP


def yearly_veto(s: State, power: int, year: int) -> int:
    """The veto points a power gets at the start of a year: as many as it began with; the USA one more each year, the USSR
    4 while at war with Germany; half if incompletely conquered, none if completely; Free France 1, Vichy France none.
    Cases 4.2a, 4.2b, 4.2c, 4.2d, 4.2e, 4.2f, 4.2g. RULING veto-half."""
    w = s.world
    points = w.tables.veto[power]
    if power == USA:
        points += year - 1939
    if s.fate[power] == 2:
        return 0
    if power == FRANCE and s.fate[FRANCE]:
        return FREE_FRANCE
    if s.fate[power]:
        return (points + 1) // 2
    if power == USSR and s.wars[USSR] >> GERMANY & 1:
        return points + 1
    return points


def in_cup(s: State) -> list[int]:
    """The leaders in the cup."""
    return [u for u in s.world.all_leaders if s.where[u] == CUP]


def veto_cost(s: State, power: int) -> int:
    """What a Veto on the drawn leader costs a power. Cases 4.1.2c, 4.1.2d, 4.1.2e, 4.1.2f. RULING veto-own-side."""
    if side_of(s, s.drawn) != SIDE_OF[power]:
        return ENEMY
    return OWN if s.world.power[s.drawn] == power else ALLY


def side_of(s: State, leader: int) -> int:
    """The side a leader is on, -1 for a neutral country's. Case 4.1.2g. RULING veto-franco."""
    return -1 if s.neutral >> s.world.party[leader] & 1 else s.world.side[leader]


def leaders_play(s: State) -> bool:
    """Whether leaders are drawn yet. By choice only once Germany is at war with France or the USSR, or the USA or the Commonwealth
    with Germany or Japan. Case 4f."""
    if not s.world.setup.options.get("late_leaders"):
        return True
    wars = (
        (GERMANY, FRANCE),
        (GERMANY, USSR),
        *((a, b) for a in (USA, COMMONWEALTH) for b in (GERMANY, JAPAN)),
    )
    return any(s.wars[a] >> b & 1 for a, b in wars)


class Draft(Auto, frozen=True, tag=True):
    """At the start of each reinforcement stage leaders are drawn until one arrives. Cases 4f, 4.1.1a, 4.1.1b, 4.1.4."""

    def run(self, s: State) -> Agenda:
        w = s.world
        if not leaders_play(s):
            return ()
        if not in_cup(s):
            join_cup(s, w.year(s.turn) + 1)
        if not in_cup(s):
            s.emit(Noted("No leader is left to draw.", "4.1.1b"))
            return ()
        return (DrawLeader(), Markers(), Reveal())


class DrawLeader(Chance, frozen=True, tag=True):
    """A leader is drawn from the cup. Case 4.1.1a."""

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(s.world.piece(u) for u in in_cup(s)))

    def apply(self, s: State, outcome: str) -> Agenda:
        s.drawn = s.world.unit(outcome)
        s.markers = {}
        s.emit(LeaderDrawn(s.drawn))
        return ()

    def title(self, s: State) -> str:
        return "A leader from the cup"


def seat_powers(s: State, seat: Seat) -> list[int]:
    """The powers a seat plays. Case 1c."""
    return [power for power in s.world.powers if s.world.seat_of(power) == seat]


def next_power(s: State, seat: Seat, done: dict[int, int]) -> list[int]:
    """The power of a seat whose marker or vote is next: in a fixed order, so that nobody learns from it which were set."""
    return [power for power in seat_powers(s, seat) if power not in done][:1]


def _price(s: State, power: int, cost: int) -> str:
    """What something costs of the veto points there are."""
    return f"{cost} of {s.veto[power]} {plural(s.veto[power], 'veto point')}"


class Markers(Decision, frozen=True, tag=True):
    """Every power sets its veto marker in secret. Cases 1c, 4.1.1c, 4.1.2h, 7a."""

    rule: ClassVar[str] = "4.1.1c"
    takes = (SetMarker,)

    def deciders(self, s: State) -> tuple[Seat, ...]:
        open_ones = [power for power in s.world.powers if power not in s.markers]
        return tuple(dict.fromkeys(s.world.seat_of(power) for power in open_ones))

    def candidates(self, s: State, seat: Seat) -> list[SetMarker]:
        return [SetMarker(p, veto) for p in next_power(s, seat, s.markers) for veto in (False, True)]

    def violation(self, s: State, seat: Seat, action: SetMarker) -> Violation | None:
        if action.power not in next_power(s, seat, s.markers):
            return Violation("4.1.1c", "Set the markers of your powers in order, each once.")
        if action.veto and s.veto[action.power] < veto_cost(s, action.power):
            return Violation("4.1.2h", f"{begun(the_power(action.power))} has too few veto points for it.")
        return None

    def apply(self, s: State, seat: Seat, action: SetMarker) -> Agenda:
        s.markers[action.power] = int(action.veto)
        return (self,) if len(s.markers) < len(s.world.powers) else ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        w = s.world
        man = w.leader(s.drawn)
        stars = f"{man.stars} star" + ("s" if man.stars > 1 else "")
        return Prompt(
            f"{man.id} ({ADJECTIVES[man.nation]}, {stars}) was drawn: veto, or no veto?",
            self.rule,
            " ".join(f"{row.topic}: {row.words}" for row in w.abilities(s.drawn)),
            piece=w.piece(s.drawn),
        )

    def option(self, s: State, seat: Seat, action: SetMarker) -> Option:
        name = POWER_NAMES[action.power]
        cost = veto_cost(s, action.power)
        theirs = cost == ENEMY
        if not action.veto:
            note = (
                "he arrives unless somebody vetoes him"
                if theirs
                else "he arrives unless the enemy vetoes him"
            )
            return Option(f"{name}: no veto", "choose", rule=self.rule, note=note)
        note = (
            "he goes back into the cup unless his side saves him"
            if theirs
            else "he arrives whatever the enemy does"
        )
        verb = "veto him" if theirs else "save him"
        return Option(
            f"{name}: {verb}", "choose", rule=self.rule, note=f"{_price(s, action.power, cost)}: {note}"
        )


class Reveal(Auto, frozen=True, tag=True):
    """All markers are turned over: he arrives if nobody vetoes him, or if his own side saves him. Every Veto shown is paid; his own side
    pays nothing if nobody vetoed him. A vetoed leader stays in the cup and may be drawn again at once.

    Cases 4.1.2a, 4.1.2b, 4.1.2i, 4.1.3, 4.1.4, 7b, 7c. RULING veto-pay.
    """

    def run(self, s: State) -> Agenda:
        w = s.world
        vetoes = tuple(power for power in w.powers if s.markers[power])
        saved = any(SIDE_OF[power] == side_of(s, s.drawn) for power in vetoes)
        arrives = saved or not vetoes
        for power in vetoes:
            s.veto[power] -= veto_cost(s, power)
        leader, s.drawn, s.markers = s.drawn, -1, {}
        s.emit(MarkersRevealed(leader, vetoes, arrives))
        if not arrives:
            return (Draft(),)
        s.where[leader] = READY
        s.arrived += 1
        return (Voting(), CountVotes())


class Voting(Auto, frozen=True, tag=True):
    """Powers with a veto point left vote on another leader. Case 4.1.5a. RULING vote-empty."""

    def run(self, s: State) -> Agenda:
        s.votes = {power: 0 for power in s.world.powers if not s.veto[power]}
        someone = any(s.where[u] in (CUP, LATER) for u in s.world.all_leaders)
        return (Votes(),) if someone and len(s.votes) < len(s.world.powers) else ()


class Votes(Decision, frozen=True, tag=True):
    """Vote in secret on whether another leader is drawn. Cases 4.1.5a, 4.1.5c."""

    rule: ClassVar[str] = "4.1.5a"
    takes = (Vote,)

    def deciders(self, s: State) -> tuple[Seat, ...]:
        open_ones = [power for power in s.world.powers if power not in s.votes]
        return tuple(dict.fromkeys(s.world.seat_of(power) for power in open_ones))

    def candidates(self, s: State, seat: Seat) -> list[Vote]:
        return [Vote(p, vote) for p in next_power(s, seat, s.votes) for vote in (0, MORE, STOP)]

    def violation(self, s: State, seat: Seat, action: Vote) -> Violation | None:
        if action.power not in next_power(s, seat, s.votes):
            return Violation("4.1.5a", "Your powers vote in order, each once.")
        if not 0 <= action.vote <= STOP or action.vote > s.veto[action.power]:
            return Violation("4.1.5c", "That vote costs more veto points than it has.")
        return None

    def apply(self, s: State, seat: Seat, action: Vote) -> Agenda:
        s.votes[action.power] = action.vote
        return (self,) if len(s.votes) < len(s.world.powers) else ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt("Should another leader be drawn? Vote, or abstain.", self.rule)

    def option(self, s: State, seat: Seat, action: Vote) -> Option:
        words = f"{POWER_NAMES[action.power]}: {WORDS[action.vote].lower()}"
        free = "free; if nobody votes for one more, the draft is over"
        note = _price(s, action.power, action.vote) if action.vote else free
        return Option(words, "choose", rule="4.1.5c", note=note)


class CountVotes(Auto, frozen=True, tag=True):
    """Votes are shown and paid: nobody's, or any against, ends the draft. Cases 4.1.5b, 4.1.5c."""

    def run(self, s: State) -> Agenda:
        more = tuple(power for power, vote in s.votes.items() if vote == MORE)
        stop = tuple(power for power, vote in s.votes.items() if vote == STOP)
        asked = len(s.votes) == len(s.world.powers) and any(s.veto[power] for power in s.votes)
        for power, vote in s.votes.items():
            s.veto[power] -= vote
        s.votes = {}
        if asked:
            s.emit(VotesRevealed(more, stop))
        return (Draft(),) if more and not stop else ()

"""The sequence of a turn: reinforcements, initiative, impulses, end."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Act
from hexfront.games.leaders_in_flames.air.patrol import Patrols, end_patrols
from hexfront.games.leaders_in_flames.air.rebase import Rebases
from hexfront.games.leaders_in_flames.air.sorties import Sorties
from hexfront.games.leaders_in_flames.air.transport import Lifts
from hexfront.games.leaders_in_flames.board import ZONES
from hexfront.games.leaders_in_flames.chairs import Sit, by_seat, sit
from hexfront.games.leaders_in_flames.economy.intelligence import IntelligenceStep
from hexfront.games.leaders_in_flames.economy.lending import FreshLoans, LendingStage
from hexfront.games.leaders_in_flames.economy.oil import OilStep
from hexfront.games.leaders_in_flames.economy.production import (
    Arrivals,
    Breaking,
    Production,
    open_cities,
    open_pools,
)
from hexfront.games.leaders_in_flames.economy.works import Evacuations, Scorching, finish_repairs, manned
from hexfront.games.leaders_in_flames.events import (
    ActionChosen,
    ImpulseBegan,
    TurnEndRolled,
    WeatherCame,
)
from hexfront.games.leaders_in_flames.initiative import give_box, initiative
from hexfront.games.leaders_in_flames.kinds import (
    ACTION,
    ACTION_IDS,
    ACTION_NAMES,
    AIRLIFT,
    ALL_POWERS,
    ALLIES,
    ARRIVALS,
    ATTACKS,
    AXIS,
    BOMBING,
    CARPET,
    COMBAT,
    COMBINED,
    DRAFT,
    DROP,
    END,
    FOUL,
    INITIATIVE,
    LENDING,
    MONTHS,
    MOVE,
    PACE,
    PASS,
    POLITICS,
    POWERS,
    RAIL,
    RAILS,
    REBASES,
    REGROUP,
    REORGANISE,
    SAIL,
    SEARCH,
    SIDE_OF,
    STRAFE,
    STRATEGIC,
    STRIKE,
    STRIKES,
    SUPER,
    TRANSPORT,
    VOYAGES,
    WET,
)
from hexfront.games.leaders_in_flames.land.combat import Declaring, Fighting
from hexfront.games.leaders_in_flames.land.moves import Moves
from hexfront.games.leaders_in_flames.land.rail import RailMoves
from hexfront.games.leaders_in_flames.land.reorganise import Regrouping, Reorganising, face_up_at_end
from hexfront.games.leaders_in_flames.land.zones import lock_overstacked
from hexfront.games.leaders_in_flames.leaders.announce import Asking
from hexfront.games.leaders_in_flames.leaders.asks import in_use
from hexfront.games.leaders_in_flames.leaders.draft import Draft, join_cup, yearly_veto
from hexfront.games.leaders_in_flames.limits import limit
from hexfront.games.leaders_in_flames.politics.conquest import Conquest
from hexfront.games.leaders_in_flames.politics.options import EntryStep, hoist
from hexfront.games.leaders_in_flames.politics.partisans import partisan_step
from hexfront.games.leaders_in_flames.politics.peace import BorderChits, PeaceTalks
from hexfront.games.leaders_in_flames.politics.played import dissolve_puppets
from hexfront.games.leaders_in_flames.politics.step import PoliticsStep
from hexfront.games.leaders_in_flames.politics.wars import is_neutral_power
from hexfront.games.leaders_in_flames.sea.battle import NavalCombat
from hexfront.games.leaders_in_flames.sea.convoys import Convoys
from hexfront.games.leaders_in_flames.sea.flights import NavalAir, PlanesHome
from hexfront.games.leaders_in_flames.sea.gunfire import ShipStrikes
from hexfront.games.leaders_in_flames.sea.homing import Watches
from hexfront.games.leaders_in_flames.sea.landing import Debarking, Invasions
from hexfront.games.leaders_in_flames.sea.ports import PortStrikes, has_missions
from hexfront.games.leaders_in_flames.sea.voyages import NavalMoves
from hexfront.games.leaders_in_flames.sea.yards import launch
from hexfront.games.leaders_in_flames.state import State, turn_down
from hexfront.games.leaders_in_flames.victory import Victory
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.hexes import bits
from hexfront.kernel import Agenda, Auto, Chance, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import Noted, SideDecides, TurnBegan
from hexfront.words import plural

TEMPERATE = ZONES.index("north_temperate")
AFTER_MOVES = (AIRLIFT, COMBAT, REBASES, REGROUP)
"""Steps in which it still counts who moved in this impulse. Case ability.6."""
SHORT = 4
"""The turn can end once the impulse marker is beyond this."""


class Turn(Auto, frozen=True, tag=True):
    """A turn of two months. Case base.turn."""

    def run(self, s: State) -> Agenda:
        w = s.world
        s.turn += 1
        if s.turn > w.plan.turns:
            return (Victory(),)
        s.emit(TurnBegan(s.turn, w.turn_title(s.turn), "base.turn"))
        if s.turn > 1 and w.month(s.turn) == 0:
            new_year(s)
        s.side, s.impulse, s.marker, s.rerolled, s.arrived, s.ended = -1, 0, 0, 0, 0, 0
        return (
            Stage(DRAFT), Draft(), Stage(ARRIVALS), Arrivals(AXIS), Arrivals(ALLIES), *shipping(s), *lending(s), Stage(INITIATIVE), *initiative(s),
            Impulses(), EndOfTurn(), self,
        )  # fmt: skip


def lending(s: State) -> Agenda:
    """The lending stage; what is due of repairs and moved factories is done before it. Cases base.lending, base.repair."""
    if not s.world.plan.politics:
        return ()
    finish_repairs(s)
    open_cities(s)
    hoist(s)
    dissolve_puppets(s)
    return (
        Stage(LENDING),
        FreshLoans(),
        *by_seat(s, AXIS, LendingStage(AXIS)),
        *by_seat(s, ALLIES, LendingStage(ALLIES)),
    )


def new_year(s: State) -> None:
    """Force pools, cup and veto points of a new year. Cases 4b, 4.2a."""
    w = s.world
    year = w.year(s.turn)
    open_pools(s, year)
    join_cup(s, year)
    for power in w.powers:
        s.veto[power] += yearly_veto(s, power, year)
        if w.plan.politics and s.wars[power] & ALL_POWERS:
            s.effort[power] += w.realm.growth[power].get(year, 0)
            s.chits[power] += 1
    s.emit(Noted(f"{year}: the year's veto points and leaders are added.", "4.2a"))


class Stage(Auto, frozen=True, tag=True):
    """A stage or step begins: what was announced in the last one is over. Cases 3.2c, 3.2g."""

    phase: int

    def run(self, s: State) -> Agenda:
        s.phase = self.phase
        s.said, s.moves_made, s.raided, s.strafed = {}, 0, 0, -1
        if self.phase not in AFTER_MOVES:
            s.moved = 0
        if s.side < 0:
            s.ranks, s.standing = {}, {}
            lock_overstacked(s)
        return ()


# --- impulses


class Impulses(Auto, frozen=True, tag=True):
    """Weather, then an impulse of each side, until the turn ends. Cases base.turn, base.weather."""

    def run(self, s: State) -> Agenda:
        return () if s.ended else (WeatherRoll(), Impulse(s.first), Impulse(1 - s.first), self)


class WeatherRoll(Chance, frozen=True, tag=True):
    """One roll for the weather of all zones. Case base.weather."""

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        w = s.world
        at = min(10, die + s.last_weather)
        rows = w.tables.weather[MONTHS[w.month(s.turn)]]
        s.weather = [row[at - 1] for row in rows]
        here = s.weather[TEMPERATE]
        s.last_weather = 1 if here in WET else 2 if here in FOUL else 0
        s.emit(WeatherCame(die, tuple(s.weather)))
        return ()

    def title(self, s: State) -> str:
        return "Weather"


class Impulse(Auto, frozen=True, tag=True):
    """An impulse of one side, step by step. Cases base.turn, 3c."""

    side: int

    def run(self, s: State) -> Agenda:
        if s.ended:
            return ()
        s.side, s.impulse = self.side, s.impulse + 1
        s.fought = s.fed = s.flown = s.spared = s.seas_fought = 0
        s.manned = manned(s) if s.world.plan.politics else 0
        s.gassed = 0
        s.raiders = {}
        s.used = [0] * len(s.used)
        s.action = [PASS] * len(POWERS)
        s.ranks, s.standing = {}, {}
        lock_overstacked(s)
        s.emit(ImpulseBegan(self.side, s.impulse))
        mine = tuple(power for power in s.world.powers if SIDE_OF[power] == self.side)
        politics = (
            (Stage(POLITICS), *by_seat(s, self.side, PoliticsStep(self.side)))
            if s.world.plan.politics
            else ()
        )
        return (
            *politics,
            Stage(ACTION),
            *(frame for power in mine for frame in (Sit(power), ChooseAction(self.side, power))),
            Asking((self.side, 1 - self.side), "impulse"),
            Asking((self.side, 1 - self.side), "supply"),
            Steps(self.side),
            EndImpulse(self.side),
        )


class ChooseAction(SideDecides, frozen=True, tag=True):
    """Choose a power's action for this impulse. Cases base.action, 3.1n."""

    rule: ClassVar[str] = "base.action"
    takes = (Act,)
    power: int

    def candidates(self, s: State, seat: Seat) -> list[Act]:
        return [Act(self.power, k) for k in (*range(PASS + 1, len(ACTION_IDS)), PASS)]

    def violation(self, s: State, seat: Seat, action: Act) -> Violation | None:
        w = s.world
        if action.power != self.power or not 0 <= action.action < len(ACTION_IDS):
            return Violation("base.action", "Choose an action of this power.")
        name = "combined" if action.action == SUPER else ACTION_IDS[action.action]
        if action.action not in (PASS, COMBINED) and w.plan.politics and is_neutral_power(s, self.power):
            return Violation(
                "base.neutral",
                f"{begun(the_power(self.power))} is neutral: it can only pass or take a combined action.",
            )
        if name not in w.plan.actions:
            return Violation("base.action", f"This scenario has no {name} actions.")
        if action.action == SUPER and not s.chits[self.power]:
            return Violation("base.action", f"{begun(the_power(self.power))} has no offensive chit.")
        return None

    def apply(self, s: State, seat: Seat, action: Act) -> Agenda:
        s.action[self.power] = action.action
        if action.action == SUPER:
            s.chits[self.power] -= 1
        s.emit(ActionChosen(self.power, action.action))
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(f"Choose the action of {the_power(self.power)}.", self.rule)

    def option(self, s: State, seat: Seat, action: Act) -> Option:
        rows = s.world.tables.limits[POWERS[self.power]]
        words = ""
        if action.action:
            missions, voyages, rail, moves, attacks = rows[
                "combined" if action.action == SUPER else ACTION_IDS[action.action]
            ]
            times = 2 if action.action == SUPER else 1
            named = (
                (voyages, "naval move" if s.world.ships else ""), (missions, "air mission"), (rail, "rail move"),
                (moves, "land move"), (attacks, "attack"),
            )  # fmt: skip
            words = ", ".join(
                f"unlimited {word}s" if n < 0 else f"{n * times} {plural(n * times, word)}"
                for n, word in named
                if n and word
            )
            if action.action == SUPER:
                words += "; costs an offensive chit"
        return Option(
            ACTION_NAMES[action.action], "choose", rule=self.rule, note=words or "aircraft may rebase"
        )


class Steps(Auto, frozen=True, tag=True):
    """The steps of an impulse that the actions allow. Case base.turn."""

    side: int

    def run(self, s: State) -> Agenda:
        side = self.side
        mine = [power for power in s.world.powers if SIDE_OF[power] == side]
        after = (
            Stage(REBASES), *by_seat(s, side, Rebases(side)), Stage(REGROUP), Asking((side,), "regroup"), Regroup(side),
            Stage(REORGANISE), *reorganisation(s, side),
        )  # fmt: skip
        if all(s.action[power] == PASS for power in mine):
            return after
        rail, attacks = (any(limit(s, power, what) for power in mine) for what in (RAILS, ATTACKS))
        return (
            Asking((side,), "early"), *by_seat(s, side, Rebases(side, True)), *at_sea(s, side), *in_the_air(s, side),
            *((Stage(RAIL), *by_seat(s, side, Evacuations(side), RailMoves(side))) if rail else ()),
            Stage(MOVE), *by_seat(s, side, Moves(side)), Stage(AIRLIFT), *by_seat(s, side, Lifts(side, TRANSPORT)),
            *ashore(s, side), *by_seat(s, side, Lifts(side, DROP)),
            *((Stage(COMBAT), *by_seat(s, side, Declaring(side)), Fighting(side)) if attacks else ()),
            Tired(side), Scorching(), *after,
        )  # fmt: skip


def in_the_air(s: State, side: int) -> Agenda:
    """Bombing and ground strikes, with patrols before them. Cases base.mission, base.patrol, ability.74, ability.76."""
    both = (side, 1 - side)
    return (
        Stage(BOMBING), Asking(both, "patrol"), *(frame for each in both for frame in by_seat(s, each, Patrols(each))),
        *by_seat(s, side, Sorties(side, STRATEGIC), Sorties(side, CARPET)),
        Stage(STRIKES), Asking((side,), "strafe"), *by_seat(s, side, Sorties(side, STRAFE), Sorties(side, STRIKE)),
        Asking((side,), "shell"), *by_seat(s, side, ShipStrikes(side)),
    )  # fmt: skip


def at_sea(s: State, side: int) -> Agenda:
    """The steps of an impulse at sea, where the scenario has any. Case base.turn."""
    if not s.world.ships:
        return ()
    sails = any(limit(s, power, VOYAGES) for power in s.world.powers if SIDE_OF[power] == side)
    moves: Agenda = by_seat(s, side, NavalMoves(side), PortStrikes(side, True)) if sails else ()
    strikes: Agenda = by_seat(s, side, PortStrikes(side), NavalAir(side)) if has_missions(s, side) else ()
    return (Stage(SAIL), *strikes, *moves, Stage(SEARCH), NavalCombat(side), NavalCombat(1 - side))


def shipping(s: State) -> Agenda:
    """New convoy points are ready, and convoys are told where to sail. Case base.convoys."""
    launch(s)
    if not s.world.ships:
        return ()
    return (*by_seat(s, AXIS, Convoys(AXIS)), *by_seat(s, ALLIES, Convoys(ALLIES)))


def ashore(s: State, side: int) -> Agenda:
    """Units go ashore from the sea, on friendly coasts and on enemy ones. Cases base.debark, base.invade."""
    if not s.world.ships:
        return ()
    return (Asking((side,), "debark"), *by_seat(s, side, Debarking(side), Invasions(side)))


def reorganisation(s: State, side: int) -> Agenda:
    """The reorganisation step. Cases base.reorganise, ability.14."""
    return (Asking((side,), "reorganise"), *by_seat(s, side, Reorganise(side)))


class Reorganise(Auto, frozen=True, tag=True):
    """Ask for reorganisation where an HQ could do any. Case base.reorganise."""

    side: int

    def run(self, s: State) -> Agenda:
        frame = Reorganising(self.side)
        return (frame,) if len(frame.legal(s, "")) > 1 else ()


class Tired(Auto, frozen=True, tag=True):
    """After the combat step units that a leader let act without supply are turned face-down. Case ability.49."""

    side: int

    def run(self, s: State) -> Agenda:
        for u in bits(s.fed):
            if s.where[u] >= 0:
                turn_down(s, u)
        s.fed = 0
        s.struck = 0
        return ()


class Regroup(Auto, frozen=True, tag=True):
    """Leaders who announced it move one extra hex. Case ability.6."""

    side: int

    def run(self, s: State) -> Agenda:
        return tuple(RegroupWith(self.side, leader) for leader, _ in in_use(s, "regroup"))


class RegroupWith(Auto, frozen=True, tag=True):
    """One leader takes units of his hex along. Case ability.6."""

    side: int
    leader: int

    def run(self, s: State) -> Agenda:
        if s.where[self.leader] < 0:
            return ()
        s.group, s.spent = [self.leader], [0]
        sit(s, s.world.power[self.leader])
        return (Regrouping(self.side, self.leader),)


class EndImpulse(Auto, frozen=True, tag=True):
    """The impulse marker goes forward by the weather; the turn is rolled for once a roll can end it. Case base.turn."""

    side: int

    def run(self, s: State) -> Agenda:
        s.marker += PACE[s.weather[TEMPERATE]]
        s.last, s.surprised = self.side, 0
        end_patrols(s)
        passed = all(s.action[power] == PASS for power in s.world.powers if SIDE_OF[power] == self.side)
        needed = s.marker - SHORT + passed
        return (TurnEndRoll(needed),) if needed > 0 else ()


class TurnEndRoll(Chance, frozen=True, tag=True):
    """The roll for the end of the turn: the number or less ends it. Case base.turn."""

    needed: int

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        s.emit(TurnEndRolled(die, self.needed))
        s.ended = int(die <= self.needed)
        return ()

    def title(self, s: State) -> str:
        return "End of turn"


class EndOfTurn(Auto, frozen=True, tag=True):
    """Units in supply turn face-up, production; a side that had the first and the last impulse gives up a box of the initiative track.

    Cases base.facing, base.production, base.initiative.
    """

    def run(self, s: State) -> Agenda:
        if s.last == s.first:
            give_box(s, s.first)
        s.side = -1
        order = (s.first, 1 - s.first) if s.world.ships else ()
        ships: Agenda = tuple(frame for side in order for frame in (PlanesHome(side), Watches(side)))
        return (
            Stage(END), *partisan_step(s), EntryStep(), *ships, Asking((AXIS, ALLIES), "supply"), *oil(s), FaceUp(), Asking((AXIS, ALLIES), "production"), BreakUp(), Production(), *end_of_politics(s),
        )  # fmt: skip


def oil(s: State) -> Agenda:
    """Units that need oil turn face-up for it before the others do. Case base.oil."""
    return (OilStep(),) if s.world.plan.politics else ()


def end_of_politics(s: State) -> Agenda:
    """Chits on borders, peace and conquest. Cases base.pact, base.peace, base.conquest."""
    if not s.world.plan.politics:
        return ()
    talks = (*by_seat(s, AXIS, PeaceTalks(AXIS)), *by_seat(s, ALLIES, PeaceTalks(ALLIES)))
    return (BorderChits(), IntelligenceStep(), *talks, Conquest())


class FaceUp(Auto, frozen=True, tag=True):
    """At the end of the turn units in supply turn face-up. Case base.facing."""

    def run(self, s: State) -> Agenda:
        face_up_at_end(s)
        return ()


class BreakUp(Auto, frozen=True, tag=True):
    """Corps that a leader breaks down. Case ability.19."""

    def run(self, s: State) -> Agenda:
        frames: Agenda = ()
        for leader, _ in list(in_use(s, "break.corps")):
            frames = (*frames, Sit(s.world.power[leader]), Breaking(s.world.side[leader]))
        return frames

"""The US entry step: chits drawn, options picked, tension. Cases 5.3.2a, 5.3.2b, 5.3.2.12a to 5.3.2.49b."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.leaders_in_flames.actions import Done
from hexfront.games.leaders_in_flames.chairs import sit
from hexfront.games.leaders_in_flames.kinds import (
    ALL_POWERS,
    CIRCLE,
    GONE,
    JAPAN,
    LATER,
    MIL,
    POOL,
    POWER_NAMES,
    POWERS,
    RESERVE,
    SIDE_OF,
    USA,
)
from hexfront.games.leaders_in_flames.politics.acts import ChoosePool, License, PickOption, Reflag, Tilt
from hexfront.games.leaders_in_flames.politics.affairs import OptionRow
from hexfront.games.leaders_in_flames.politics.chits import DrawChit, pool_words, total
from hexfront.games.leaders_in_flames.politics.entry import against, is_frozen, lose_chit, thaw
from hexfront.games.leaders_in_flames.politics.uswar import has_fleet
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.words import begun, the_power
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Chance,
    Cup,
    Die,
    Event,
    Line,
    Option,
    Prompt,
    Seat,
    Violation,
)
from hexfront.wargame import Boxed, Noted, SideDecides, lift
from hexfront.words import plural

POOLS = {"red": ("ja",), "gray": ("ge",), "green": ("ge", "ja")}
"""By colour: the pools whose level an option asks for. RULING option-colour-sides."""
TENSION = 5
"""On this or less a chit goes to tension."""
TILT = 2
MERCHANTS = 15
GUARDS = 2
DONE = Done()
CASES = {
    12: "5.3.2.12c", 18: "5.3.2.18c", 22: "5.3.2.33a", 33: "5.3.2.33c", 40: "5.3.2.40b", 46: "5.3.2.46b", 49: "5.3.2.49b",
}  # fmt: skip


class OptionPicked(Event, frozen=True, tag=True):
    """The USA shows enough chits and picks an option."""

    n: int
    who: str

    def line(self, s: State) -> Line:
        row = s.world.affairs.options[self.n]
        whom = f" ({s.world.realm.title_of(self.who)})" if self.who else ""
        return Line(
            f"The USA shows a level of {row.level} and picks option {self.n}: {row.title}{whom}.", "5.3.2b"
        )


# --- the step


class EntryStep(Auto, frozen=True, tag=True):
    """Chits set aside are shown when their time is up; a chit is drawn, two from 1942 on; then options. Cases 5.3.3b, 5.3.3d, base.chits."""

    def run(self, s: State) -> Agenda:
        if not s.world.plan.us_entry:
            return ()
        thaw(s, "entry")
        thaw(s, "tension")
        s.deeds = {k: n for k, n in s.deeds.items() if not k.startswith("picked.")}
        draws = 0 if is_frozen(s, "entry") else 1 + (s.world.year(s.turn) >= 1942)
        return (*((PoolChoice(),) * draws), OptionStep())


def open_pools(s: State) -> list[str]:
    """The entry pools against somebody the USA is at peace with."""
    return [pool for pool in ("ge", "ja") if against(s, pool)]


class PoolChoice(Auto, frozen=True, tag=True):
    """The chit goes to the pool the USA chooses, or to the only one there is. Case base.chits."""

    def run(self, s: State) -> Agenda:
        pools = open_pools(s)
        if len(pools) < 2:
            return tuple(DrawChit(pool, "base.chits") for pool in pools)
        sit(s, USA)
        return (ChooseEntryPool(SIDE_OF[USA]),)


class ChooseEntryPool(SideDecides, frozen=True, tag=True):
    """Choose the entry pool that the next chit goes to. Case base.chits."""

    rule: ClassVar[str] = "base.chits"
    takes = (ChoosePool,)

    def candidates(self, s: State, seat: Seat) -> list[ChoosePool]:
        return [ChoosePool(pool) for pool in open_pools(s)]

    def violation(self, s: State, seat: Seat, action: ChoosePool) -> Violation | None:
        return (
            None if action in self.candidates(s, seat) else Violation("base.chits", "There is no such pool.")
        )

    def apply(self, s: State, seat: Seat, action: ChoosePool) -> Agenda:
        return (DrawChit(action.pool, "base.chits"),)

    def option(self, s: State, seat: Seat, action: ChoosePool) -> Option:
        text = pool_words(action.pool)
        return Option(text[:1].upper() + text[1:], "choose", rule=self.rule)


# --- options


def keys_of(row: OptionRow, who: str) -> str:
    """What is noted of an option that was picked."""
    return f"option.{row.n}.{who}" if who else f"option.{row.n}"


def picked(s: State, n: int, who: str = "") -> bool:
    """Whether an option was picked, for somebody where it has recipients."""
    return bool(s.deeds.get(f"option.{n}.{who}" if who else f"option.{n}"))


def option_violation(s: State, n: int, who: str) -> Violation | None:
    """Why the USA cannot pick an option: it has it, another must come first, the level is not reached, the step's options against
    this enemy are picked, or its own condition. Cases 5.3.2a, 5.3.3e."""
    row = s.world.affairs.options.get(n)
    if row is None or who not in (row.recipients or ("",)):
        return Violation("5.3.2a", "There is no such option.")
    if picked(s, n, who):
        return Violation("5.3.2a", "It has already been picked.")
    if is_frozen(s, "tension"):
        return Violation("5.3.3e", "No option can be picked while chits of the tension pool are set aside.")
    if any(s.deeds.get(f"picked.{pool}") for pool in POOLS[row.colour]):
        return Violation("5.3.2a", "Only one option against each enemy can be picked per turn.")
    for before in row.after:
        if not picked(s, before):
            return Violation(CASES.get(n, "5.3.2a"), f"Option {before} must be picked first.")
    if any(total(s, pool) < row.level for pool in POOLS[row.colour]):
        return Violation("5.3.2a", f"The entry level must be {row.level} against {_against(row)}.")
    return _own_violation(s, n, who)


def _against(row: OptionRow) -> str:
    return {"red": "Japan", "gray": "Germany and Italy", "green": "both"}[row.colour]


def _own_violation(s: State, n: int, who: str) -> Violation | None:
    """Conditions of single options. Cases 5.3.2.12c, 5.3.2.18a, 5.3.2.33c, 5.3.2.46b, 5.3.2.49b."""
    if n == 12 and s.wars[USA] & ALL_POWERS:
        return Violation("5.3.2.12c", "Not while the USA is at war with a power.")
    if n in (18, 33) and not s.wars[POWERS.index(who)] & ALL_POWERS:
        return Violation("5.3.2.18a", "It can be picked only for a power at war with the Axis.")
    if n == 33 and not picked(s, 18, who):
        return Violation("5.3.2.33c", "Option 18 must have been picked for it.")
    if n == 46:
        party = POWERS.index(who) if who in POWERS else s.world.party_of[who]
        if s.wars[JAPAN] >> party & 1:
            return Violation("5.3.2.46b", "It is at war with Japan.")
    if n == 49 and not s.deeds.get("action.2"):
        return Violation("5.3.2.49b", "Japan must have armed the Marshall Islands.")
    if n in (27, 31, 32, 46, 49) and s.wars[USA] >> JAPAN & 1:
        return Violation("5.3.2a", "The USA is at war with Japan.")
    return None


class OptionStep(Auto, frozen=True, tag=True):
    """Ask the USA while it can pick an option. Case 5.3.2a."""

    def run(self, s: State) -> Agenda:
        sit(s, USA)
        frame = Options(SIDE_OF[USA])
        return (frame,) if USA in s.world.powers and len(frame.legal(s, "")) > 1 else ()


class Options(SideDecides, frozen=True, tag=True):
    """Pick a US entry option, or go on. Cases 5.3.2a, 5.3.2b."""

    rule: ClassVar[str] = "5.3.2a"
    takes = (PickOption, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        rows = s.world.affairs.options.values()
        return [*(PickOption(row.n, who) for row in rows for who in (row.recipients or ("",))), DONE]

    def violation(self, s: State, seat: Seat, action: PickOption | Done) -> Violation | None:
        return option_violation(s, action.n, action.who) if isinstance(action, PickOption) else None

    def apply(self, s: State, seat: Seat, action: PickOption | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        row = s.world.affairs.options[action.n]
        s.emit(OptionPicked(action.n, action.who))
        s.deeds[keys_of(row, action.who)] = s.turn
        s.deeds[f"option.{row.n}"] = s.turn
        rolls: Agenda = ()
        for pool in POOLS[row.colour]:
            s.deeds[f"picked.{pool}"] = 1
            rolls = (*rolls, TensionRoll(pool, row.colour == "red"))
        return (*effect(s, action.n, action.who), *rolls, OptionStep())

    def prompt(self, s: State, seat: Seat) -> Prompt:
        levels = f"{total(s, 'ge')} against Germany and Italy, {total(s, 'ja')} against Japan"
        return Prompt(f"Pick a US entry option, or go on. Your level is {levels}.", self.rule)

    def option(self, s: State, seat: Seat, action: PickOption | Done) -> Option:
        if isinstance(action, Done):
            return Option("Pick none", "done", rule=self.rule, ends=True)
        row = s.world.affairs.options[action.n]
        whom = f": {s.world.realm.title_of(action.who)}" if action.who else ""
        return Option(f"{row.n}. {row.title}{whom}", "choose", cost=float(row.level), rule=self.rule)


class TensionRoll(Chance, frozen=True, tag=True):
    """An option was picked: on 5 or less a chit of that entry pool goes to its tension pool. Cases 5.3.2.18c, 5.3.2.32c."""

    pool: str
    tilts: bool

    def outcomes(self, s: State) -> Die:
        return Die(10)

    def apply(self, s: State, die: int) -> Agenda:
        if self.tilts and has_fleet(s):
            return (Tilting(SIDE_OF[USA], self.pool, die),)
        return to_tension(s, self.pool, die)

    def title(self, s: State) -> str:
        return "US tension"


def to_tension(s: State, pool: str, die: int) -> Agenda:
    """The roll, read."""
    s.emit(Noted(f"US tension: {die}.", "5.3.2a"))
    return lose_chit(s, pool, f"{pool}.t") if die <= TENSION else ()


class Tilting(SideDecides, frozen=True, tag=True):
    """With the fleet in position, add or subtract 2, or keep the roll. Case 5.3.2.32c."""

    rule: ClassVar[str] = "5.3.2.32c"
    takes = (Tilt,)
    pool: str
    die: int

    def candidates(self, s: State, seat: Seat) -> list[Tilt]:
        return [Tilt(by) for by in (0, -TILT, TILT)]

    def violation(self, s: State, seat: Seat, action: Tilt) -> Violation | None:
        return (
            None
            if action.by in (0, -TILT, TILT)
            else Violation("5.3.2.32c", "The roll can be changed by 2 or not at all.")
        )

    def apply(self, s: State, seat: Seat, action: Tilt) -> Agenda:
        return to_tension(s, self.pool, self.die + action.by)

    def option(self, s: State, seat: Seat, action: Tilt) -> Option:
        if not action.by:
            return Option(f"Keep the {self.die}", "choose", rule=self.rule)
        return Option(f"Make it {self.die + action.by}", "choose", rule=self.rule)


# --- what options do


def effect(s: State, n: int, who: str) -> Agenda:
    """What follows at once from an option. Cases 5.3.2.12a, 5.3.2.34a, 5.3.2.37, 5.3.2.44, 5.3.3.3b."""
    w = s.world
    if n == 12:
        return (Licensing(SIDE_OF[USA]),)
    if n == 27:
        s.deeds["embargo"] = s.turn
    if n == 34:
        return (Reflagging(SIDE_OF[USA], MERCHANTS),)
    if n == 37:
        for h in w.realm.cities_in(("canada", "newfoundland")):
            s.havens[h] = s.havens.get(h, 0) | 1 << USA
    if n == 44:
        militia = guard(s)
        return (CallGuard(min(GUARDS, len(militia))),) if militia else ()
    return ()


def guard(s: State) -> list[int]:
    """American militia in the force pool that are not reserves. Case 5.3.2.44."""
    w = s.world
    return [
        u
        for u in range(w.first_leader)
        if w.party[u] == USA and w.kind[u] == MIL and s.where[u] == POOL and w.units[u].year == "None"
    ]


class CallGuard(Chance, frozen=True, tag=True):
    """Militia drawn at random come next turn. Case 5.3.2.44."""

    number: int

    def outcomes(self, s: State) -> Cup:
        return Cup(tuple(s.world.piece(u) for u in guard(s)), self.number)

    def apply(self, s: State, outcome: str | tuple[str, ...]) -> Agenda:
        for name in (outcome,) if isinstance(outcome, str) else outcome:
            u = s.world.unit(name)
            lift(s, u, CIRCLE)
            s.due[u] = s.turn + 1
            s.emit(Boxed(u, "arrives next turn", "5.3.2.44"))
        return ()

    def title(self, s: State) -> str:
        return "The National Guard"


class Reflagging(SideDecides, frozen=True, tag=True):
    """Take American convoy points off the map and give as many to Allied powers at war; they arrive next turn. Cases
    5.3.2.34a, 5.3.2.34b."""

    rule: ClassVar[str] = "5.3.2.34b"
    takes = (Reflag, Done)
    left: int

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        takers = [p for p in s.world.powers if SIDE_OF[p] == self.side and p != USA]
        return [*(Reflag(p, n) for p in takers for n in (5, 10, 15, 1)), DONE]

    def violation(self, s: State, seat: Seat, action: Reflag | Done) -> Violation | None:
        if isinstance(action, Done):
            return None
        if (
            action.power not in s.world.powers
            or SIDE_OF[action.power] != self.side
            or action.power == USA
            or not s.wars[action.power]
        ):
            return Violation("5.3.2.34b", "They can go only to an Allied power at war.")
        if not 1 <= action.points <= min(self.left, afloat(s)):
            return Violation(
                "5.3.2.34a", f"Points that can be reflagged: at most {min(self.left, afloat(s))}."
            )
        return None

    def apply(self, s: State, seat: Seat, action: Reflag | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        haul_down(s, action.points)
        key = f"merchants.{action.power}.{s.turn + 1}"
        s.deeds[key] = s.deeds.get(key, 0) + action.points
        who, points = begun(the_power(action.power)), f"convoy {plural(action.points, 'point')}"
        s.emit(Noted(f"{who} gets {action.points} American {points}.", self.rule))
        more = Reflagging(self.side, self.left - action.points)
        return (more,) if len(more.legal(s, seat)) > 1 else ()

    def option(self, s: State, seat: Seat, action: Reflag | Done) -> Option:
        if isinstance(action, Done):
            return Option("No more", "done", rule=self.rule, ends=True)
        return Option(f"{action.points} to {the_power(action.power)}", "choose", rule=self.rule)


def afloat(s: State) -> int:
    """American convoy points on the map."""
    return sum(n for key, n in s.convoys.items() if key % len(POWERS) == USA)


def haul_down(s: State, points: int) -> None:
    """American convoy points leave the map, from where most are."""
    for _ in range(points):
        key = max((k for k in s.convoys if k % len(POWERS) == USA), key=lambda k: (s.convoys[k], -k))
        s.convoys[key] -= 1
        if not s.convoys[key]:
            del s.convoys[key]


def hoist(s: State) -> None:
    """Convoy points that changed their flag last turn arrive. Case 5.3.2.34b."""
    for power in s.world.powers:
        s.merchants[power] += s.deeds.pop(f"merchants.{power}.{s.turn}", 0)


# --- licences


def licences(s: State) -> list[License]:
    """American aircraft that another country can build, and who: those whose type is in its own list, kept back until now.

    Case 5.3.2.12a.
    """
    w = s.world
    by_name = {
        w.plane(u).name: u
        for u in range(w.first_plane, w.first_ship)
        if w.power[u] == USA and s.where[u] in (POOL, LATER)
    }
    out = []
    for u in range(w.first_plane, w.first_ship):
        if (
            w.nation[u] in POWERS
            and w.power[u] != USA
            and SIDE_OF[w.power[u]] == SIDE_OF[USA]
            and s.where[u] == RESERVE
        ):
            mine = by_name.get(w.plane(u).name)
            if mine is not None:
                out.append(License(mine, w.power[u]))
    return out


class Licensing(SideDecides, frozen=True, tag=True):
    """License aircraft to other countries for good, one after another. Cases 5.3.2.12a, 5.3.2.12b."""

    rule: ClassVar[str] = "5.3.2.12a"
    takes = (License, Done)

    def candidates(self, s: State, seat: Seat) -> list[Action]:
        return [*licences(s), DONE]

    def violation(self, s: State, seat: Seat, action: License | Done) -> Violation | None:
        if isinstance(action, Done) or action in licences(s):
            return None
        return Violation("5.3.2.12a", "Nobody else can build that aircraft.")

    def apply(self, s: State, seat: Seat, action: License | Done) -> Agenda:
        if isinstance(action, Done):
            return ()
        w = s.world
        name = w.plane(action.unit).name
        lift(s, action.unit, GONE)
        for u in range(w.first_plane, w.first_ship):
            if w.power[u] == action.power and w.plane(u).name == name and s.where[u] == RESERVE:
                s.where[u] = POOL if int(w.plane(u).year) <= w.year(s.turn) else LATER
        s.emit(Noted(f"{begun(the_power(action.power))} builds the {name} by licence.", self.rule))
        return (Licensing(self.side),) if licences(s) else ()

    def option(self, s: State, seat: Seat, action: License | Done) -> Option:
        if isinstance(action, Done):
            return Option("No more licences", "done", rule=self.rule, ends=True)
        name = s.world.plane(action.unit).name
        return Option(
            f"{name}: {POWER_NAMES[action.power]}", "choose", s.world.piece(action.unit), rule=self.rule
        )

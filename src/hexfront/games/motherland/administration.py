"""The Administrative Phase: chapters 12, 15, 16 and 17.2, and recovery."""

from __future__ import annotations

from typing import ClassVar

from hexfront.games.motherland import events as ev
from hexfront.games.motherland.actions import Combine, Convert, Done, Evacuate, Place, Rebuild
from hexfront.games.motherland.air import is_support_complete
from hexfront.games.motherland.chits import ChitDraw, ChitUpkeep
from hexfront.games.motherland.control import occupy
from hexfront.games.motherland.kinds import (
    ALLY,
    ASSET,
    AXIS,
    COMBINED_ARMS,
    CONVERSION,
    CORPS,
    EVACUATED,
    GENERALS,
    GONE,
    GUARDS,
    INFANTRY,
    INFANTRY_KG,
    KAMPFGRUPPEN,
    MECH_GROUP,
    MOUNTAIN,
    MUD,
    OUT,
    PANZER,
    PANZER_KG,
    POOL,
    RETURNING,
    SHOCK,
    SOVIET,
    SS_KG,
    SS_PANZER,
    SUPPORT,
    WAITING,
)
from hexfront.games.motherland.options import BakuReturn, TurkishEntry
from hexfront.games.motherland.state import State, countries, return_chit, weather
from hexfront.games.motherland.supply import area, evacuation_rail
from hexfront.games.motherland.zones import enemy_zoc
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Agenda, Auto, Chance, Die, Option, Prompt, Seat, Violation
from hexfront.wargame import AskWhile, Offers, OneDecides, actions_at, changed, lift, on_map, put

MECH_GROUPS_LEAVE = 4
ITALY_LEAVES = 17
FORMS = {PANZER_KG: PANZER, SS_KG: SS_PANZER, INFANTRY_KG: INFANTRY}
"""The corps two Kampfgruppen make. Cases 15.2.1a, 16.1b."""


def administrative_steps() -> Agenda:
    """The phase in its order. Cases 3.1.7a, 12.2a, 21.1.3b, 21.2.1a."""
    return (
        BakuReturn(), TurkishEntry(), Conversions(), Combinations(), Replacements(), Production(), Evacuations(),
        ChitUpkeep(), Recovery(),
    )  # fmt: skip


# --- a. Guards and Shock Armies


def convertible(s: State) -> list[int]:
    """The Guards and Shock Armies waiting in the Conversion Holding Box. Cases 17.2a, 17.2c."""
    w = s.world
    return [u for kind in (GUARDS, SHOCK) for u in w.of_kind[kind] if s.where[u] == CONVERSION]


def convert_violation(s: State, u: int) -> Violation | None:
    """Why an army cannot be converted. Cases 9.5.1b, 17.2b, 17.2.2a, 17.2.2b, 18.1.2."""
    w = s.world
    if not w.is_unit(u) or w.kind[u] != COMBINED_ARMS or s.where[u] < 0:
        return Violation("17.2b", "Only a Combined Arms Army on the map can be converted.")
    at = w.label(s.where[u])
    if not convertible(s):
        return Violation("17.2a", "The Conversion Holding Box is empty.", at)
    if s.supply[u]:
        rule = "9.5.1b" if s.supply[u] == OUT else "17.2.2a"
        return Violation(rule, f"{w.name(u)} is short of supply.", at)
    if weather(s) != MUD and enemy_zoc(s, SOVIET) >> s.where[u] & 1:
        return Violation("17.2.2a", f"{w.name(u)} is in an enemy ZOC.", at)
    return None


class Conversion(Offers, frozen=True, tag=True):
    """The Soviet player turns Combined Arms Armies into Guards and Shock Armies. Cases 17.2b, 17.2c, 17.2.1."""

    by = SOVIET
    takes = (Convert, Done)
    done = Option("Convert no more", "done", rule="17.2c", ends=True)
    rule: ClassVar[str] = "17.2b"

    def choices(self, s: State) -> list[Convert]:
        if not convertible(s):
            return []
        return [Convert(u) for u in s.world.of_kind[COMBINED_ARMS]]

    def refusal(self, s: State, action: Convert) -> Violation | None:
        return convert_violation(s, action.unit)

    def take(self, s: State, action: Convert) -> Agenda:
        old, new = action.unit, convertible(s)[0]
        h, had_chit = s.where[old], s.chit[old] >= 0
        return_chit(s, old)
        lift(s, old, GONE)
        put(s, new, h)
        s.emit(ev.Noted(f"{s.world.name(old)} becomes {s.world.name(new)}.", "17.2b", h))
        # RULING 17.2-a: an army without a chit has none to replace and draws when it needs one.
        return (ChitDraw(new), Conversions()) if had_chit else (Conversions(),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        names = s.world.names_of(convertible(s))
        return Prompt(
            f"Convert a Combined Arms Army ({names}), or go on.", "17.2b", "The army leaves the game."
        )

    def shown(self, s: State, action: Convert) -> Option:
        w = s.world
        name = w.name(action.unit)
        label = f"{name} becomes {w.name(convertible(s)[0])}"
        return Option(label, "choose", name, w.label(s.where[action.unit]), rule="17.2b")


class Conversions(AskWhile, frozen=True, tag=True):
    """Ask for conversions while one is possible."""

    asks = Conversion


# --- b. Kampfgruppen combine


def corps_to_form(s: State, kg: int) -> int:
    """An eliminated corps of the type of a Kampfgruppe, or -1. Cases 15.2b, 16.1b."""
    w = s.world
    return next((u for u in w.of_kind[FORMS[w.kind[kg]]] if s.where[u] == POOL), -1)


def combine_violation(s: State, u: int, v: int) -> Violation | None:
    """Why two Kampfgruppen cannot combine. Cases 9.5.1a, 15.2a, 15.2b, 15.2.2a, 15.2.2b, 16.1b, 18.1.1."""
    w = s.world
    if not (w.is_unit(u) and w.is_unit(v)) or u == v:
        return Violation("15.2a", "Two Kampfgruppen are needed.")
    if w.kind[u] not in KAMPFGRUPPEN or w.kind[v] not in KAMPFGRUPPEN or s.where[u] < 0:
        return Violation("15.2b", "Only German Kampfgruppen on the map can combine.")
    at = w.label(s.where[u])
    if w.kind[u] != w.kind[v]:
        rule = "16.1b" if SS_KG in (w.kind[u], w.kind[v]) else "15.2a"
        return Violation(rule, "They are not of the same type.", at)
    if s.where[u] != s.where[v]:
        return Violation("15.2a", "They are not in the same hex.", at)
    if s.supply[u] or s.supply[v]:
        return Violation(
            "9.5.1a" if OUT in (s.supply[u], s.supply[v]) else "15.2.2a", "They are short of supply.", at
        )
    if weather(s) != MUD and enemy_zoc(s, AXIS) >> s.where[u] & 1:
        return Violation("15.2.2a", "They are in an enemy ZOC.", at)
    if corps_to_form(s, u) < 0:
        return Violation("15.2b", "No eliminated corps of this type can be formed.", at)
    return None


def combinations(s: State) -> list[Combine]:
    """Every two Kampfgruppen in one hex."""
    w, where = s.world, s.where
    small = sorted([u for kind in KAMPFGRUPPEN for u in w.of_kind[kind] if where[u] >= 0])
    if len({where[u] for u in small}) == len(small):  # for speed: mostly each stands alone
        return []
    return [Combine(u, v) for k, u in enumerate(small) for v in small[k + 1 :] if where[u] == where[v]]


class Combination(Offers, frozen=True, tag=True):
    """The Axis player combines pairs of Kampfgruppen, as many as possible; nothing breaks a corps down.

    Cases 15.2a, 15.2c, 15.2.1a, 15.2.1b.
    """

    by = AXIS
    takes = (Combine, Done)
    done = Option("Combine no more", "done", rule="15.2c", ends=True)
    rule: ClassVar[str] = "15.2a"

    def choices(self, s: State) -> list[Combine]:
        return combinations(s)

    def refusal(self, s: State, action: Combine) -> Violation | None:
        return combine_violation(s, action.unit, action.other)

    def take(self, s: State, action: Combine) -> Agenda:
        corps, h = corps_to_form(s, action.unit), s.where[action.unit]
        for u in (action.unit, action.other):
            lift(s, u, POOL)
        put(s, corps, h)
        s.emit(ev.Noted(f"Two Kampfgruppen form {s.world.name(corps)}.", "15.2.1a", h))
        return (Combinations(),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Combine two Kampfgruppen into a corps, or go on.",
            "15.2a",
            "Two Kampfgruppen of one step each make a corps of three.",
        )

    def shown(self, s: State, action: Combine) -> Option:
        w = s.world
        label = f"{w.name(action.unit)} and {w.name(action.other)}: {w.name(corps_to_form(s, action.unit))}"
        return Option(label, "choose", w.name(action.unit), w.label(s.where[action.unit]), rule="15.2a")


class Combinations(AskWhile, frozen=True, tag=True):
    """Ask for combinations while one is possible."""

    asks = Combination


# --- c. German replacements


def rebuild_violation(s: State, u: int) -> Violation | None:
    """Why a unit cannot take a replacement step. Cases 9.5.1a, 15.1b, 15.1.1a, 15.1.1b, 15.1.2a, 15.1.2b, 16.1a.
    RULING 15.1-b."""
    w = s.world
    if not w.is_unit(u) or w.side[u] != AXIS or s.where[u] < 0:
        return Violation("15.1b", "Replacement steps can go only to units on the map.")
    kind, at = w.kind[u], w.label(s.where[u])
    if kind == ALLY:
        if w.nation[u] != "finnish":
            return Violation("15.1.2b", "No replacement steps for this ally.", at)
        if s.finns_rebuilt:
            return Violation("15.1.2a", "Only one step per turn can go to the Finns.", at)
    elif kind not in CORPS and kind not in KAMPFGRUPPEN:
        return Violation(
            "15.1.2b" if not w.is_german[u] else "15.1b", "It cannot take replacement steps.", at
        )
    if s.supply[u]:
        return Violation(
            "9.5.1a" if s.supply[u] == OUT else "15.1.1a", f"{w.name(u)} is short of supply.", at
        )
    is_panzer = kind in (PANZER, SS_PANZER, PANZER_KG, SS_KG)
    if not (s.steps_p if is_panzer else s.steps_i):
        return Violation("15.1b", "No replacement step of that type is left.", at)
    if kind in KAMPFGRUPPEN:
        # RULING 15.1-a: a Kampfgruppe grows into an eliminated corps of its type on its reduced side.
        return (
            None
            if corps_to_form(s, u) >= 0
            else Violation("15.2b", "No eliminated corps of its type is left.", at)
        )
    if s.steps[u] == w.full[u]:
        return Violation("15.1b", f"{w.name(u)} is at full strength.", at)
    return None


class Replacements(Auto, frozen=True, tag=True):
    """Mud turns bring the replacement steps of the Turn Record Track. Cases 15.1a, 15.1.2a."""

    def run(self, s: State) -> Agenda:
        box = s.world.turns[s.turn]
        s.steps_i, s.steps_p, s.finns_rebuilt = box.infantry, box.panzer, 0
        return (Rebuilds(),)


class Rebuilding(Offers, frozen=True, tag=True):
    """The Axis player spends replacement steps one by one. Cases 15.1a, 15.1b, 15.1.2a."""

    by = AXIS
    takes = (Rebuild, Done)
    done = Option("Spend no more", "done", rule="15.1a", ends=True)
    rule: ClassVar[str] = "15.1a"

    def choices(self, s: State) -> list[Rebuild]:
        return [Rebuild(u) for u in on_map(s, AXIS)]

    def refusal(self, s: State, action: Rebuild) -> Violation | None:
        return rebuild_violation(s, action.unit)

    def finish(self, s: State) -> None:
        s.steps_i = s.steps_p = 0

    def take(self, s: State, action: Rebuild) -> Agenda:
        w = s.world
        u = action.unit
        kind = w.kind[u]
        if kind in (PANZER, SS_PANZER, PANZER_KG, SS_KG):
            s.steps_p -= 1
        else:
            s.steps_i -= 1
        if kind == ALLY:
            s.finns_rebuilt = 1
        if kind in KAMPFGRUPPEN:
            corps, h = corps_to_form(s, u), s.where[u]
            lift(s, u, POOL)
            s.steps[corps] = 2
            put(s, corps, h)
            s.emit(ev.Noted(f"{w.name(u)} grows into {w.name(corps)}.", "15.1b", h))
        else:
            s.steps[u] += 1
            s.emit(ev.Noted(f"{w.name(u)} regains a step.", "15.1b", s.where[u]))
        return (Rebuilds(),)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        text = f"Spend replacement steps: {s.steps_i} infantry or mountain, {s.steps_p} panzer left."
        return Prompt(text, "15.1a", "Units in supply only. One infantry step may go to a Finnish army.")

    def shown(self, s: State, action: Rebuild) -> Option:
        w = s.world
        name = w.name(action.unit)
        return Option(f"A step for {name}", "choose", name, w.label(s.where[action.unit]), rule="15.1b")


class Rebuilds(AskWhile, frozen=True, tag=True):
    """Ask for replacements while a step can be spent."""

    asks = Rebuilding


# --- d. Soviet production and evacuation


def production_number(s: State) -> int:
    """The Production Number of the last box with an eliminated asset. Cases 12.0c, 12.0e, 12.1a.

    RULING 12.1-a: before the first loss the number of the table's `empty` entry.
    """
    w = s.world
    lost = len(s.lost_assets)
    return w.production_boxes[min(lost, len(w.production_boxes)) - 1] if lost else w.production_empty


def waiting_support(s: State) -> int:
    return next((u for u in s.world.of_kind[SUPPORT] if s.where[u] == WAITING), -1)


class Production(Auto, frozen=True, tag=True):
    """On a Production Turn the Soviets roll for one Offensive Support unit. Cases 12.1a, 12.1c, 12.1-i1."""

    def run(self, s: State) -> Agenda:
        if not s.world.turns[s.turn].production:
            return ()
        if waiting_support(s) < 0 or is_support_complete(s):
            return ()
        return (ProductionRoll(),)


class ProductionRoll(Chance, frozen=True, tag=True):
    """At most the Production Number brings a unit. Case 12.1a."""

    def outcomes(self, s: State) -> Die:
        return Die(6)

    def apply(self, s: State, outcome: int) -> Agenda:
        s.emit(ev.Rolled(f"Soviet production (at most {production_number(s)})", outcome, "12.1a"))
        if outcome > production_number(s) or not production_hexes(s):
            return ()
        return (Produced(waiting_support(s)),)

    def title(self, s: State) -> str:
        return f"Soviet production: at most {production_number(s)}"


def production_hexes(s: State) -> HexSet:
    """Hexes in supply, outside enemy ZOC (a friendly unit there changes nothing), with room for it. Case 12.1b.

    RULING 12.1-b: the unit must fit under the stacking limit.
    """
    w = s.world
    u = w.of_kind[SUPPORT][0]
    taken = sum(1 << s.where[v] for v in w.of_kind[SUPPORT] if s.where[v] >= 0)
    open_ = area(s, u).supplied & ~enemy_zoc(s, SOVIET) & ~taken & ~w.high_mountain
    return open_ & countries(s, u)


class Produced(OneDecides, frozen=True, tag=True):
    """Where the new Offensive Support unit stands. Cases 12.1b, 19.1b."""

    unit: int
    by = SOVIET
    takes = (Place,)
    rule: ClassVar[str] = "12.1b"

    def candidates(self, s: State, seat: Seat) -> list[Place]:
        return [Place(h) for h in bits(s.world.land)]

    def violation(self, s: State, seat: Seat, action: Place) -> Violation | None:
        w = s.world
        if w.is_hex(action.hex) and production_hexes(s) >> action.hex & 1:
            return None
        return Violation(
            "12.1b", "It must be in supply and outside enemy ZOC, one per hex.", w.label(action.hex)
        )

    def legal(self, s: State, seat: Seat) -> list[Place]:
        return actions_at(Place, production_hexes(s))

    def apply(self, s: State, seat: Seat, action: Place) -> Agenda:
        put(s, self.unit, action.hex)
        s.emit(ev.Arrived(self.unit, action.hex, "12.1b"))
        # Case 19.1b: a City abroad is taken by whoever comes to stand in it.
        return occupy(s, SOVIET, action.hex)

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Place the new Offensive Support unit.", "12.1b", "Any hex in supply and free of enemy ZOC."
        )

    def option(self, s: State, seat: Seat, action: Place) -> Option:
        w = s.world
        return Option(
            f"At {w.title(action.hex)}", "place", w.name(self.unit), w.label(action.hex), rule="12.1b"
        )


def evacuation_violation(s: State, u: int) -> Violation | None:
    """Why an asset cannot be evacuated. Cases 12.2a, 12.2b, 12.2.1, 12.2.2."""
    w = s.world
    if not w.is_unit(u) or w.kind[u] != ASSET or s.where[u] < 0:
        return Violation("12.2a", "Only a Factory on the map can be evacuated.")
    at = w.label(s.where[u])
    if w.asset_type[u] != "factory":
        return Violation("12.2b", "Only Factories can be evacuated.", at)
    if enemy_zoc(s, SOVIET) >> s.where[u] & 1:
        return Violation("12.2.2", "It is in an enemy ZOC.", at)
    if not evacuation_rail(s) >> s.where[u] & 1:
        return Violation("12.2.1", "It has no railroad connection to the map edge.", at)
    return None


class Evacuations(Auto, frozen=True, tag=True):
    """On a Production Turn one Factory may be evacuated. Case 12.2a.

    RULING 12.2-a: after the production roll.
    """

    def run(self, s: State) -> Agenda:
        if not s.world.turns[s.turn].production:
            return ()
        return (Evacuation(),) if Evacuation().is_open(s) else ()


class Evacuation(Offers, frozen=True, tag=True):
    """One Factory goes to the Evacuated Factories Box, or none. Case 12.2a."""

    by = SOVIET
    takes = (Evacuate, Done)
    done = Option("Evacuate none", "done", rule="12.2a", ends=True)
    words: ClassVar[str] = "Evacuate {unit}"
    rule: ClassVar[str] = "12.2a"

    def choices(self, s: State) -> list[Evacuate]:
        return [Evacuate(u) for u in s.world.of_kind.get(ASSET, ())]

    def refusal(self, s: State, action: Evacuate) -> Violation | None:
        return evacuation_violation(s, action.unit)

    def take(self, s: State, action: Evacuate) -> Agenda:
        s.emit(ev.Boxed(action.unit, "evacuated", "12.2a"))
        lift(s, action.unit, EVACUATED)
        return ()

    def prompt(self, s: State, seat: Seat) -> Prompt:
        return Prompt(
            "Evacuate one Factory, or none.", "12.2a", "An evacuated Factory can no longer be lost."
        )


# --- f. recovery


class Recovery(Auto, frozen=True, tag=True):
    """Air units and Generals are ready again; Italy and the Mechanized Groups leave on their turns.

    Cases 3.1.7b, 3.1.7c, 3.1.7d, 16.3.
    """

    def run(self, s: State) -> Agenda:
        s.air_used = 0
        s.generals = [1 if status == 2 else status for status in s.generals]
        w = s.world
        if s.turn == ITALY_LEAVES:
            for u in w.units_of[AXIS]:
                if w.nation[u] == "italian" and s.where[u] != GONE:
                    s.emit(ev.Boxed(u, "Italy leaves the war", "16.3"))
                    lift(s, u, GONE)
        if s.turn == MECH_GROUPS_LEAVE:
            retire_mech_groups(s)
        return ()


def retire_mech_groups(s: State) -> None:
    """Each Mechanized Group gives way to an eliminated army due on turn 7, else 6, else 5. Case 16.4b.

    RULING 16.4-a: the army keeps the chit; a group for which no army is left is removed all the same.
    """
    w = s.world
    spare = [u for u in w.of_kind[COMBINED_ARMS] if s.where[u] == RETURNING and s.due[u] in (5, 6, 7)]
    spare.sort(key=lambda u: (-s.due[u], u))
    for group in w.of_kind[MECH_GROUP]:
        h = s.where[group]
        if h >= 0 and spare:
            army = spare.pop(0)
            s.chit = changed(changed(s.chit, army, s.chit[group]), group, -1)
            s.steps[army], s.supply = s.steps[group], changed(s.supply, army, s.supply[group])
            s.judged = changed(s.judged, army, s.judged[group])
            put(s, army, h)
            s.emit(ev.Noted(f"{w.name(group)} becomes {w.name(army)}.", "16.4b", h))
        return_chit(s, group)
        lift(s, group, GONE)


__all__ = ["GENERALS", "MOUNTAIN", "administrative_steps", "combine_violation", "production_number"]

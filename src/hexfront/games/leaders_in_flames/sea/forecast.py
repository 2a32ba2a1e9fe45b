"""A battle at sea before its rolls: who is in it, what each side fires with, and whose luck a roll is."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hexfront.games.leaders_in_flames.kinds import (
    AIRSEA,
    COMBAT_NAMES,
    LETTERS,
    NO_COMBAT,
    SEATS,
    SIDE_NAMES,
    SURFACE,
)
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.sea.airsea import Roles, Scrambling, bomb_factors, flak_of, planes_of
from hexfront.games.leaders_in_flames.sea.battle import Buying, Choosing, StayOrGo, plain_kind
from hexfront.games.leaders_in_flames.sea.events import hits_in_words
from hexfront.games.leaders_in_flames.sea.fire import (
    DEPTH_CHARGES,
    FIRE_NAMES,
    GUNS,
    TORPEDOES,
    DefenceRoll,
    FireRoll,
    NameTarget,
    column,
    factors,
    target_count,
)
from hexfront.games.leaders_in_flames.sea.search import included
from hexfront.games.leaders_in_flames.sea.waters import at_sea, section_of
from hexfront.games.leaders_in_flames.state import State
from hexfront.hexes import bits
from hexfront.kernel import Chance, Forecast, Fortune, Working

BATTLE = (Choosing, Buying, Roles, Scrambling, NameTarget, StayOrGo, FireRoll)


def sea_forecast(s: State, frame: Any) -> Forecast | None:
    """The combat in a sea area: both forces, what they fire with, the chances of the fire at hand or, before there is any, of the side's own fire.

    Cases base.naval_table, base.combat_kind, base.surprise_points."""
    talk = isinstance(frame, Announcing) and frame.moment == "naval"
    if s.sea < 0 or not s.engaged or not (talk or isinstance(frame, BATTLE)):
        return None
    if isinstance(frame, StayOrGo):  # the next round begins afresh
        s = s.clone()
        s.kind_of_fight, s.guile, s.shifts = -1, [0, 0], [0, 0]
    w, first = s.world, s.opener
    kind = s.kind_of_fight if s.kind_of_fight >= 0 else plain_kind(s)
    lines = [Working("Combat", COMBAT_NAMES[kind], "base.combat_kind")]
    for side in (first, 1 - first):
        lines += _side(s, side, kind)
    side, weapon = (frame.side, frame.weapon) if isinstance(frame, FireRoll) else (_asked(s, frame), GUNS)
    shown = kind == SURFACE or isinstance(frame, FireRoll)
    at = column(s, side, weapon) if shown else -1
    table = w.tables.naval
    results = [table.read(at, die).result for die in range(1, 11)] if at >= 0 else []
    if results:
        lines.append(
            Working(f"{FIRE_NAMES[weapon].capitalize()} of the {SIDE_NAMES[side]}", table.header(at), "base.naval_table")
        )  # fmt: skip
    return Forecast(
        f"{'Another round' if isinstance(frame, StayOrGo) else 'Battle'} in the {w.lands.seas.areas[s.sea].title}",
        w.spot(at_sea(s.sea, max((section_of(s.where[u]) for u in _all(s, first)), default=0))),
        tuple(lines),
        columns=tuple(table.columns) if results else (),
        column=at if results else -1,
        chances=tuple((result, n / 10) for result, n in Counter(results).items()),
        attackers=tuple(w.piece(u) for u in _all(s, first)),
        defenders=tuple(w.piece(u) for u in _all(s, 1 - first)),
        meanings={result: hits_in_words(result) for result in results},
    )


def _asked(s: State, frame: Any) -> int:
    """The side whose fire is of interest: the one that fires, or the one that is asked."""
    if isinstance(frame, NameTarget):
        return frame.firing
    side = getattr(frame, "side", s.opener)
    return side if side in (0, 1) else s.opener


def _all(s: State, side: int) -> list[int]:
    """The ships of a side in the combat and the aircraft at sea with them, largest factors first."""
    w = s.world
    found = {*included(s, side), *(u for u in bits(s.engaged) if w.is_plane(u) and w.side[u] == side)}
    return sorted(found, key=lambda u: (-w.strength[u], u))


def _side(s: State, side: int, kind: int) -> list[Working]:
    """What a side has in a kind of combat."""
    name = SIDE_NAMES[side]
    foes = target_count(s, 1 - side, GUNS)
    counters = f"at {foes} {'counter' if foes == 1 else 'counters'}"
    out = []
    if kind == SURFACE:
        out.append(Working(f"{name}: gunfire", f"{factors(s, side, GUNS)} {counters}", "base.surface"))
    elif kind == AIRSEA:
        planes = planes_of(s, side)
        bombs = bomb_factors(s, side) or sum(s.world.plane(u).sea for u in planes)
        out.append(Working(f"{name}: aircraft", f"{len(planes)}, up to {bombs} factors {counters}", "base.naval_air_combat"))  # fmt: skip
        out.append(Working(f"{name}: flak of its ships", str(flak_of(s, side)), "base.naval_air_combat"))
    elif kind != NO_COMBAT:
        for weapon in (TORPEDOES, DEPTH_CHARGES):
            if fire := factors(s, side, weapon):
                out.append(Working(f"{name}: {FIRE_NAMES[weapon]}", str(fire), "base.subs"))
    if s.guile[side]:
        out.append(Working(f"{name}: surprise points left", str(s.guile[side]), "base.surprise_points"))
    if s.shifts[side]:
        out.append(Working(f"{name}: columns bought", f"{s.shifts[side]:+d}", "base.surprise_points"))
    return out


def sea_fortune(s: State, frame: Chance) -> Fortune | None:
    """Whose good luck a roll at sea is: the side that fires wants hits, the owner of a ship that is hit wants it spared."""
    if isinstance(frame, FireRoll):
        table, at = s.world.tables.naval, column(s, frame.side, frame.weapon)
        return Fortune(
            SEATS[frame.side],
            lambda die: float(sum(LETTERS.get(letter, 0) for letter in table.read(at, die).result)),
        )
    if isinstance(frame, DefenceRoll):
        w, u = s.world, frame.unit
        return Fortune(SEATS[w.side[u]], lambda die: float(die > w.ship(u).defence))
    return None

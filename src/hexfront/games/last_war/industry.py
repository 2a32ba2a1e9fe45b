"""Step 1: what industry has made goes into the Pools. With it, what changes from turn to turn: effectiveness, flags,
new partisans, finished works."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.last_war.alliances import go_home
from hexfront.games.last_war.data import (
    AIR,
    BOMBERS,
    KINDS,
    LINES,
    LSP,
    MEN,
    POWERS,
    TANKS,
    in_period,
)
from hexfront.games.last_war.events import FortBuilt, PowerLeft, Produced, WentOver
from hexfront.games.last_war.front import draft, mend, trace_routes
from hexfront.games.last_war.partisans import recruit, unrest
from hexfront.games.last_war.state import (
    LastWarState,
    add,
    begin,
    builders,
    count_ground,
    give,
    hold,
    is_held_by,
    is_in_war,
    pag_side,
    period,
    points,
    side_held,
)
from hexfront.hexes import HexSet, bits, union
from hexfront.kernel import Agenda, Auto, with_item, with_more, without

LINES_A_ZONE = 64  # room for this many lines in a code
CLOSED = ""  # a line that makes nothing
_KIND = {"tanks": TANKS, "air": AIR, "bombers": BOMBERS, "lsp": LSP}


def line_kinds(s: LastWarState, power: int) -> list[str]:
    """What each production line of a power makes, in the order of the briefing."""
    rows = s.world.powers[power].production
    return [kind for kind in LINES for _ in range(in_period(rows.get(kind, ()), period(s)))]


def zone_lines(s: LastWarState, power: int) -> Iterator[tuple[int, list[str]]]:
    """The lines of each Industrial Zone of a power: its share of them, zone after zone, with those that were set anew
    and those that Control has added; one that Control has closed is empty. Case sequence.1-industry."""
    kinds = line_kinds(s, power)
    begun = 0
    for number, (owner, zone, _) in enumerate(s.world.zones):
        if owner == power:
            count = in_period(zone.lines, period(s))
            here = kinds[begun : begun + count]
            for index in range(len(here)):
                line = number * LINES_A_ZONE + index
                if line in s.tooling:
                    here[index] = LINES[s.tooling[line]]
            if s.more_lines:
                recast(s, number, here)
            yield number, here
            begun += count


def recast(s: LastWarState, number: int, lines: list[str]) -> None:
    """Add the lines of a zone that Control has given it, and empty those it has closed. RULING control-e."""
    for k, kind in enumerate(LINES):
        more = s.more_lines.get(number * 8 + k, 0)
        lines += [kind] * more
        for _ in range(min(-more, lines.count(kind))):
            lines[len(lines) - 1 - lines[::-1].index(kind)] = CLOSED


def is_working(s: LastWarState, number: int) -> bool:
    """Whether a zone is in its own side's hands; those off the map always are."""
    power, _, at = s.world.zones[number]
    return at < 0 or is_held_by(s, at, s.world.side_of[power])


def output(s: LastWarState, power: int) -> dict[str, int]:
    """What a power makes this turn: Men of the nation, and a point for each line that runs. Cases
    resources.fresh-each-turn, bombing.role-industry, sequence.1-industry."""
    made = dict.fromkeys(("men", *LINES), 0)
    # Those called up early do not come again. Case front-line.gap-filled.
    made["men"] = max(0, draft(s, power) - s.levy[power])
    for number, kinds in zone_lines(s, power):
        if is_working(s, number):
            for index, kind in enumerate(kinds):
                if kind != CLOSED and number * LINES_A_ZONE + index not in s.idle:
                    made[kind] += 1
            for k, kind in enumerate(LINES):
                running = sum(
                    1
                    for index, each in enumerate(kinds)
                    if each == kind and number * LINES_A_ZONE + index not in s.idle
                )
                made[kind] -= min(s.shut.get(number * 8 + k, 0), running)
    return made


class IndustryStep(Auto, frozen=True, tag=True):
    """Step 1: RULING step-1, all kinds enter the Pool. Cases sequence.1-industry, pool.entry,
    resources.fresh-each-turn, front-line.gap-filled, bombing.role-industry."""

    def run(self, s: LastWarState) -> Agenda:
        w = s.world
        s.phase = "industry"
        finish_works(s)
        for n in range(len(w.powers)):
            if not is_in_war(s, n):
                continue
            made = output(s, n)
            for kind, k in (("men", MEN), *_KIND.items()):
                give(s, n, k, made[kind])
            # What this draft cannot pay the next one does. Case front-line.gap-filled.
            s.levy = with_item(s.levy, n, max(0, s.levy[n] - draft(s, n)))
            s.concrete = with_more(s.concrete, n, made["concrete"])
            s.craft = with_more(s.craft, n, made["craft"])
            launch(s, n)
            recruit(s, n)
            s.emit(Produced(n, {k: v for k, v in made.items() if v}))
        s.shut = {}
        s.idle = ()
        mend(s)
        begin(s)
        return unrest(s)


def launch(s: LastWarState, power: int) -> None:
    """New naval points join the fleet at home."""
    w = s.world
    new = in_period(w.powers[power].shipyard, period(s))
    if new and w.home_areas[power]:
        s.fleet = with_more(s.fleet, w.home_areas[power][0] * POWERS + power, new)
        trace_routes(s)


def finish_works(s: LastWarState) -> None:
    """Fortifications begun last turn are ready: a layer more, and the Man is free again. New bases are ready.
    Security Zones without a Man end. Cases fort.release, fort.layers, security.zone-cost, bombing.base-needed."""
    top = s.world.top
    for key, works in s.works.items():
        i, toward = divmod(key, top)
        power, layers = builders(works)
        s.forts = {**s.forts, key: s.forts.get(key, 0) + layers}
        add(s, i, power, MEN, layers)
        s.emit(FortBuilt(i, toward, s.forts[key]))
    s.works = {}
    for i, powers in s.new_bases.items():
        s.bases[i] = s.bases.get(i, 0) | powers
    s.new_bases = {}
    end_zones(s)


def end_zones(s: LastWarState) -> None:
    """A Security Zone ends when its Man is gone. Case security.zone-cost."""
    for i, what in list(s.zones.items()):
        if not points(s, i, what % POWERS, MEN):
            del s.zones[i]


def muster(s: LastWarState) -> None:
    """A new turn: effectiveness, flags and leave by the briefing, Aircraft back from air defence. Cases me.varies,
    flags.vary, flags.naval, straighten.permission, airdef.placement, airdef.cancel, flak.running-cost,
    bombing.one-role, pool.overseas."""
    w = s.world
    now = period(s)
    s.leave = s.taken = s.paid = s.struck = s.placed = 0
    for key, n in s.guard.items():
        give(s, key % POWERS, AIR, n)
    s.cancelled = {}
    s.guard, s.flak_on = {}, 0
    s.support = {}
    s.shipped = (0,) * len(w.powers)
    s.cargo = {}
    s.lent = (0,) * (2 * len(w.powers))
    for n, power in enumerate(w.powers):
        weary = 1 if s.morale[n] <= w.morale_weary else 0  # RULING morale-a. Case me.varies.
        s.me = with_item(s.me, n, max(1, in_period(power.me, now) - weary + s.edge[n]))
        s.flags_left = with_item(s.flags_left, n, in_period(power.flags, now) if is_in_war(s, n) else 0)
        if s.morale[n] <= w.morale_low and s.flags_left[n]:
            s.flags_left = with_more(s.flags_left, n, -1)
        s.naval_left = with_item(s.naval_left, n, in_period(power.naval_flags, now) if is_in_war(s, n) else 0)
        if power.entry == s.turn and s.turn > 1:
            enter_war(s, n)


def enter_war(s: LastWarState, power: int) -> None:
    """A power enters the war with what its briefing gives it."""
    for k, kind in enumerate(KINDS):
        give(s, power, k, s.world.powers[power].start.get(kind, 0))
    s.held = with_item(s.held, power, s.held[power] | s.world.start_held[power])
    count_ground(s)
    s.taken |= s.world.start_held[power]


def leave_war(s: LastWarState, power: int, rule: str) -> None:
    """A power leaves the war: what it has is out of play, and its ground goes to an ally who is there, else lies
    open; what its briefing names goes over to the enemy. RULING briefing-b. Case sequence.10-report."""
    w = s.world
    side = w.side_of[power]
    s.out_of_war |= 1 << power
    ground = s.held[power]
    heir = next((n for n in w.of_side[side] if is_in_war(s, n)), -1)
    s.held = with_item(s.held, power, 0)
    if heir >= 0:
        s.held = with_item(s.held, heir, s.held[heir] | ground)
    for i in bits(ground | side_held(s, side) | w.beach_set):
        for kind in range(6):
            add(s, i, power, kind, -points(s, i, power, kind))
    for kind in range(6):
        s.pool[power * 6 + kind] = 0
    for i in [i for i, owner in s.pags.items() if owner == power]:
        del s.pags[i]
    for i in [i for i, what in s.zones.items() if what % POWERS == power]:
        del s.zones[i]
    for i in [i for i, owner in s.flak.items() if owner == power]:
        del s.flak[i]
    for key in [key for key, works in s.works.items() if builders(works)[0] == power]:
        s.works = without(s.works, key)
    for key in [key for key in s.guard if key % POWERS == power]:
        del s.guard[key]
    for bases in (s.bases, s.new_bases):
        for i in list(bases):
            bases[i] &= ~(1 << power)
            if not bases[i]:
                del bases[i]
    s.missions = [p for p in s.missions if p.power != power]
    for area in range(len(w.areas)):
        s.fleet = with_item(s.fleet, area * POWERS + power, 0)
        s.navy_air = with_item(s.navy_air, area * POWERS + power, 0)
    s.hand, s.pag_left = with_item(s.hand, power, 0), with_item(s.pag_left, power, 0)
    s.emit(PowerLeft(power, rule))
    hand_over(s, power, ground & w.over[power])
    mend(s)


def hand_over(s: LastWarState, power: int, ground: HexSet) -> None:
    """Ground of a power that has left the war goes over to the enemy, to whoever holds most of the places it was lost
    with; what its allies have there goes home. RULING briefing-b. Case sequence.10-report."""
    w = s.world
    enemies = [n for n in w.of_side[1 - w.side_of[power]] if is_in_war(s, n)]
    if not ground or not enemies:
        return
    fallen = union(w.place(name) for name in w.powers[power].collapse)
    captor = max(enemies, key=lambda n: ((s.held[n] & fallen).bit_count(), s.me[n], -n))
    for n in w.of_side[w.side_of[power]]:
        go_home(s, n, ground)
    for i in bits(ground):
        hold(s, i, captor)
        if i in s.pags and pag_side(s, s.pags[i]) == w.side_of[captor]:
            del s.pags[i]
    s.emit(WentOver(power, captor, rule="sequence.10-report"))

"""A power changes sides; and what has to go when a hex or a power has gone over to the other side. RULING control-h."""

from __future__ import annotations

from hexfront.games.last_war.asks import Together
from hexfront.games.last_war.data import AIR, BOMBERS, LSP, MEN, POWERS, SIDE_NAMES
from hexfront.games.last_war.plans import BaseSite, FlakSite, SecretPlan, Works, ZoneSite
from hexfront.games.last_war.state import (
    FREE,
    NOBODY,
    LastWarState,
    add,
    builders,
    count_ground,
    give,
    is_held_by,
    is_in_war,
    pag_side,
    points,
)
from hexfront.games.last_war.words import doing
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Violation, with_more, without

OPEN = ("air", "sea", "industry", "deploy", "close", "update", "straighten")
CASE = "cards.use-control"


def violation(s: LastWarState, power: int) -> Violation | None:
    """When a power can change sides: between the combats of one turn and the flags of the next."""
    w = s.world
    if not 0 <= power < len(w.powers) or not is_in_war(s, power):
        return Violation(CASE, "That power is not in the war.")
    frame = s.agenda[0] if s.agenda else None
    if s.phase not in OPEN or s.fights or not (isinstance(frame, Together) or s.phase == "update"):
        return Violation(CASE, "Alliances change before flags are placed, or when the combats are over.")
    turned = s.turned ^ 1 << power
    for side in (0, 1):
        left = [
            n for n in range(len(w.powers))
            if not turned >> n & 1 and w.side_of[n] ^ (s.turned >> n & 1) == side and is_in_war(s, n)
        ]  # fmt: skip
        if not left:
            return Violation(CASE, "Each alliance keeps a power of its own.")
    return None


def words(s: LastWarState, power: int) -> str:
    side = 1 - s.world.side_of[power]
    return f"{doing(s.world.powers[power].name, 'goes')} over to the {SIDE_NAMES[side]}"


def turn(s: LastWarState, power: int) -> None:
    """Move a power to the other alliance with its ground, its Pool and what stands on its own ground. What it has among
    its old friends, and what they have in its country, goes home to the Pools."""
    w = s.world
    old, mine = w.side_of[power], s.held[power]
    forget_plans(s, -1)
    for key, n in list(s.guard.items()):
        if key % POWERS == power:
            give(s, power, AIR, n)
            del s.guard[key]
    for n in w.of_side[old]:
        ground = (s.ground[old] | w.beach_set) & ~mine if n == power else mine
        go_home(s, n, ground)
    s.turned ^= 1 << power
    s.world = w = w.with_turned(s.turned)
    count_ground(s)
    for i, owner in list(s.pags.items()):  # partisans do not rise against their own side
        if is_held_by(s, i, pag_side(s, owner)):
            del s.pags[i]
            if owner < FREE:
                s.pag_left = with_more(s.pag_left, owner, 1)
    s.done = []
    s.cargo = {key: n for key, n in s.cargo.items() if key // 6 % POWERS != power}
    drop_flags(s)


def go_home(s: LastWarState, power: int, ground: HexSet) -> None:
    """All that a power has on some ground goes to its Pool; its works, zones, bases and flak there end."""
    w = s.world
    for i in bits(ground):
        for kind in range(6):
            have = points(s, i, power, kind)
            if have:
                add(s, i, power, kind, -have)
                give(s, power, kind, have)
        for j in w.near(i):
            key = i * w.top + j
            if key in s.works and builders(s.works[key])[0] == power:
                give(s, power, MEN, builders(s.works[key])[1])
                s.works = without(s.works, key)
        if i in s.zones and s.zones[i] % POWERS == power:
            del s.zones[i]
        if s.flak.get(i, NOBODY) == power:
            del s.flak[i]
            give(s, power, MEN, w.costs["flak_men"])
        close_base(s, i, power)


def close_base(s: LastWarState, i: int, power: int) -> None:
    """A base ends: its bombers fly home, and what they were to do is off."""
    have = points(s, i, power, BOMBERS)
    if have:
        add(s, i, power, BOMBERS, -have)
        give(s, power, BOMBERS, have)
    for bases in (s.bases, s.new_bases):
        if i in bases:
            bases[i] &= ~(1 << power)
            if not bases[i]:
                del bases[i]
    s.support.pop(i * POWERS + power, None)
    s.plans = [p for p in s.plans if (p.power, getattr(p, "base", NOBODY)) != (power, i)]


def forget_plans(s: LastWarState, ground: HexSet) -> None:
    """What teams have chosen in this step about some hexes is undone, and what it cost is in their Pools again."""
    kept = []
    for p in s.plans:
        if ground >= 0 and not any(ground >> i & 1 for i in places(p)):
            kept.append(p)
            continue
        if isinstance(p, Works):
            give(s, p.power, LSP, s.world.costs["fortification_lsp"])
            give(s, p.power, MEN, s.world.costs["fortification_men"])
        elif isinstance(p, ZoneSite):
            give(s, p.power, LSP, s.world.costs["zone_lsp"])
        elif isinstance(p, BaseSite):
            give(s, p.power, LSP, s.world.costs["base_lsp"])
        elif isinstance(p, FlakSite):
            give(s, p.power, MEN, s.world.costs["flak_men"])
    s.plans = kept


def places(p: SecretPlan) -> list[int]:
    """The hexes a choice is about."""
    found = (getattr(p, name, NOBODY) for name in ("at", "to", "toward", "base"))
    return [i for i in found if i >= 0]


def drop_flags(s: LastWarState) -> None:
    """Flags whose attack goes out from ground their side has lost, or against ground that is not the enemy's, are removed."""
    w = s.world
    kept = []
    for flag in s.flags:
        side = w.side_of[flag.power]
        from_here = is_held_by(s, flag.at, side) or w.beach_set >> flag.at & 1
        partisans = (
            flag.to in s.pags and pag_side(s, s.pags[flag.to]) != side and is_held_by(s, flag.to, side)
        )
        if from_here and (is_held_by(s, flag.to, 1 - side) or partisans):
            kept.append(flag)
    s.flags = kept

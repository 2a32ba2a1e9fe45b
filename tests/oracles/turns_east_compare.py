"""Puts the engine and the oracle of Hitler Turns East to the positions of random games and lists where they differ.

python -m tests.oracles.turns_east_compare --positions 100000
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Advance, Join, Overrun, Step, Stop, Target
from hexfront.games.turns_east.attrition import wasting
from hexfront.games.turns_east.combat import Assembly, AttackRoll, ChooseTarget
from hexfront.games.turns_east.commands import order_of
from hexfront.games.turns_east.counterattack import ClashRoll, CounterattackDie, MoveToContact
from hexfront.games.turns_east.data import ORDER_IDS, SIDES
from hexfront.games.turns_east.losses import ChooseLoss
from hexfront.games.turns_east.movement import Moving
from hexfront.games.turns_east.reinforcement import PlaceUnit
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat, RetreatStack
from hexfront.games.turns_east.state import POOL, EastState, factor
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.games.turns_east.zones import army_zone, crowding, zone
from hexfront.hexes import HexSet, bits
from hexfront.kernel import Chance, Decision, SeededSource, apply, legal, outcomes, pending, resolve, settle
from hexfront.wargame import lift, put

from . import turns_east as oracle
from . import turns_east_fights as fights
from .turns_east_sheet import Piece, Position, Sheet

SHEET = Sheet()


def laid_out(s: EastState, axis_towns: HexSet | None = None) -> Position:
    """A state as it lies on the table, or with other towns in Axis hands."""
    held = s.axis_towns if axis_towns is None else axis_towns
    w = s.world
    pieces = tuple(
        Piece(
            unit.id,
            SIDES[w.side[u]],
            unit.kind,
            w.label(s.where[u]),
            factor(s, u),
            "kluge" in unit.tags,
            unit.id == "guderian",
            s.steps[u],
            w.full[u],
        )
        for u, unit in enumerate(w.units)
        if s.where[u] >= 0
    )
    return Position(SHEET, s.turn, w.weather(s.turn), pieces, frozenset(w.board.labels(held)))


def differences(s: EastState, with_attrition: bool, before: HexSet | None = None) -> Iterator[str]:
    """Every point in which the engine and the oracle read a position differently.

    `before` are the towns in Axis hands when the present move began: a zone that a stack enters halts it, though its
    coming changes the fort in which the zone was (9.1.4b).
    """
    position = laid_out(s)
    yield from zone_differences(s, position)
    yield from supply_differences(s, position)
    if with_attrition:
        theirs = {s.world.units[u].id for u in wasting(s)}
        ours = oracle.attrition(position)
        if theirs != ours:
            yield f"attrition: engine {sorted(theirs)}, oracle {sorted(ours)}"
    frame = pending(s)
    if isinstance(frame, Moving):
        yield from move_differences(s, laid_out(s, before), frame)
    if isinstance(frame, AttackRoll):
        yield from odds_differences(s, position, frame)
    if isinstance(frame, ChooseRetreat):
        yield from retreat_differences(s, position, frame)
    if isinstance(frame, ChooseAdvance):
        yield from advance_differences(s, position, frame)
    if isinstance(frame, MoveToContact):
        yield from contact_differences(s, position, frame)
    if isinstance(frame, ClashRoll):
        yield from clash_differences(s, position, frame)
    if isinstance(frame, ChooseTarget | Assembly):
        yield from attack_differences(s, position, frame)
    if isinstance(frame, PlaceUnit):
        yield from entry_differences(s, position, frame)


def attack_differences(s: EastState, position: Position, frame: ChooseTarget | Assembly) -> Iterator[str]:
    w, number = s.world, s.world.number
    struck = set(w.board.labels(s.struck))
    able = [
        p
        for p in position.pieces
        if (s.active & ~s.fought) >> number[p.name] & 1
        and fights.may_attack(position, p, ORDER_IDS[order_of(s, number[p.name], frame.command)])
    ]
    actions = legal(s, SIDES[frame.side])
    if isinstance(frame, ChooseTarget):
        theirs = {w.label(a.hex) for a in actions if isinstance(a, Target)}
        ours = {h for p in able for h in fights.targets(position, p)} - struck
    else:
        target = w.label(frame.target)
        theirs = {w.units[a.unit].id for a in actions if isinstance(a, Join)}
        ours = {p.name for p in able if target in fights.targets(position, p)}
        ours = set() if frame.mobile else ours - {w.units[u].id for u in frame.attackers}
    if theirs != ours:
        yield f"attacks: {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def entry_differences(s: EastState, position: Position, frame: PlaceUnit) -> Iterator[str]:
    w = s.world
    unit = w.units[frame.unit]
    side = w.side[frame.unit]
    codes = w.sheet["german_codes" if side == 0 else "codes"]
    front = codes.index(unit.code) if unit.code in codes else None
    if frame.front != -2:
        front = frame.front
    new = Piece(unit.id, SIDES[side], unit.kind, "", 0, "kluge" in unit.tags, unit.id == "guderian")
    theirs = {w.label(a.hex) for a in legal(s, SIDES[side])}
    ours = fights.entries(position, new, front)
    if theirs != ours:
        yield f"{unit.id} arrives in {sorted(theirs - ours)} (engine alone), {sorted(ours - theirs)} (oracle alone)"


def zone_differences(s: EastState, position: Position) -> Iterator[str]:
    w = s.world
    for number, side in enumerate(SIDES):
        theirs = set(w.board.labels(zone(s, number)))
        if theirs != oracle.zones(position, side):
            yield f"zones of {side}: {sorted(theirs ^ oracle.zones(position, side))}"
    halting = set(w.board.labels(army_zone(s)))
    if halting != oracle.army_zones(position):
        yield f"zones of German armies: {sorted(halting ^ oracle.army_zones(position))}"


def supply_differences(s: EastState, position: Position) -> Iterator[str]:
    nets = (SupplyNet(s, 0), SupplyNet(s, 1))
    number = s.world.number
    for piece in position.pieces:
        if not piece.is_combat_unit:
            continue
        u = number[piece.name]
        net = nets[s.world.side[u]]
        short, ours = net.shortage(u), oracle.shortage(position, piece)
        if short != ours:
            yield f"{piece.name} at {piece.hex} lacks {short} (engine), {ours} (oracle)"
        cut, alone = is_cut_off(s, net, u), oracle.is_isolated(position, piece)
        if cut != alone:
            yield f"{piece.name} at {piece.hex} is cut off: {cut} (engine), {alone} (oracle)"


def march_of(s: EastState, position: Position, frame: Moving) -> oracle.March:
    """A stack on the move, the leader it cannot leave behind included."""
    w = s.world
    moving = frame.with_leader(s)
    pieces = {p.name: p for p in position.pieces}
    units = tuple(pieces[w.units[u].id] for u in moving.units)
    spent = {w.units[u].id: n for u, n in zip(moving.units, moving.spent, strict=True)}
    orders = {w.units[u].id: ORDER_IDS[order_of(s, u, frame.command)] for u in moving.units}
    return oracle.March(
        units,
        orders,
        {p.name: s.allowance[w.number[p.name]] - spent[p.name] for p in units},
        frozenset(w.units[u].id for u in moving.units if u not in s.short),
        tuple(w.label(i) for i in moving.path),
        not moving.far,
        moving.strayed,
        frozenset(c for c in range(4) if s.box[4 * w.side[moving.units[0]] + c]),
        frozenset(w.units[u].id for u in bits(s.todo)),
    )


def move_differences(s: EastState, position: Position, frame: Moving) -> Iterator[str]:
    w = s.world
    march = march_of(s, position, frame)
    for piece in march.walkers:
        u = w.number[piece.name]
        order = march.orders[piece.name]
        ours = oracle.allowance(position, piece, order, s.short.get(u, 0))
        if s.allowance[u] != ours:
            yield f"{piece.name} has {s.allowance[u]} points (engine), {ours} (oracle) under {order}"
    if frame.bond_violation(s) is not None:
        return  # RULING 13.4-c: the stack stays
    actions = legal(s, SIDES[w.side[frame.units[0]]])
    theirs = {w.label(a.hex) for a in actions if isinstance(a, Step)}
    ours_steps = oracle.next_steps(position, march)
    if theirs != ours_steps:
        names = [p.name for p in march.units]
        yield f"{names} at {march.here} may step to {sorted(theirs)} (engine), {sorted(ours_steps)} (oracle)"
    struck = {w.label(a.hex) for a in actions if isinstance(a, Overrun)}
    done = frozenset(w.units[u].id for u in bits(s.assaulted))
    ours_struck = fights.assaults(position, march, frame.command, done)
    if struck != ours_struck:
        yield f"{march.units[0].name} at {march.here} may assault {sorted(struck)} (engine), {sorted(ours_struck)} (oracle)"
    may_stop = any(isinstance(a, Stop) for a in actions)
    ours_stop = march.first or oracle.may_end(position, march, march.here, march.strayed)
    if may_stop != ours_stop:
        yield f"{march.units[0].name} may stop at {march.here}: {may_stop} (engine), {ours_stop} (oracle)"


def retreat_differences(s: EastState, position: Position, frame: ChooseRetreat) -> Iterator[str]:
    w = s.world
    units = tuple(p for p in position.pieces if w.number[p.name] in frame.units)
    path = tuple(w.label(i) for i in frame.path)
    theirs = {w.label(a.hex) for a in legal(s, SIDES[frame.chooser(s)])}
    ours = fights.retreats(position, units, path) | fights.sailings(position, units, path)
    if theirs != ours:
        names = [p.name for p in units]
        yield f"{names} on {path} may retreat to {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def advance_differences(s: EastState, position: Position, frame: ChooseAdvance) -> Iterator[str]:
    w = s.world
    pursuit = fights.Pursuit(
        SIDES[frame.side],
        w.label(frame.target),
        tuple(p for p in position.pieces if w.number[p.name] in frame.units),
        frozenset(w.label(i) for i in bits(s.trail)),
        frozenset(w.units[u].id for u in bits(frame.first)),
        frozenset(w.units[u].id for u in bits(frame.second)),
        frozenset(c for c in range(4) if s.box[4 * frame.side + c]),
    )
    actions = legal(s, SIDES[frame.side])
    theirs = {(w.units[a.unit].id, w.label(a.hex)) for a in actions if isinstance(a, Advance)}
    ours = fights.advances(position, pursuit)
    if theirs != ours:
        yield f"advances {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def contact_differences(s: EastState, position: Position, frame: MoveToContact) -> Iterator[str]:
    w = s.world
    piece = next(p for p in position.pieces if w.number[p.name] == frame.unit)
    theirs = {w.label(a.hex) for a in legal(s, "soviet")}
    ours = fights.contacts(position, piece, frame.front)
    if theirs != ours:
        yield f"{piece.name} at {piece.hex} makes contact in {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def clash_differences(s: EastState, position: Position, frame: ClashRoll) -> Iterator[str]:
    names = s.world.units
    theirs = (
        {names[u].id for u in frame.units}, {names[u].id for u in frame.enemy}, frame.attack, frame.defence,
    )  # fmt: skip
    ours = fights.clash(position, frame.front)
    if theirs != ours:
        yield f"Counterattack of {frame.front}: {theirs} (engine), {ours} (oracle)"


def odds_differences(s: EastState, position: Position, frame: AttackRoll) -> Iterator[str]:
    w, fight, o = s.world, frame.fight, frame.odds(s)
    pieces = {p.name: p for p in position.pieces}
    attackers = [pieces[w.units[u].id] for u in fight.attackers]
    target = w.label(fight.target)
    ours = oracle.odds(position, attackers, target, fight.mobile, fight.support, fight.defended)
    theirs = (o.attack, o.defence, o.column, o.bonus)
    if theirs != ours:
        yield f"attack on {target}: {theirs} (engine), {ours} (oracle)"


def compare(
    positions: int, seed: int = 1, scenario: str = "barbarossa", every: int = 1, dear: int = 5
) -> tuple[int, dict[str, int], list[str]]:
    """Play random games and compare every `every`-th position, attrition at every `dear`-th of those.

    Gives back the positions compared, how often each kind of decision or roll was among them, and the differences.
    """
    found: list[str] = []
    kinds: dict[str, int] = {}
    done = game = 0
    while done < positions:
        source = SeededSource(f"oracle/{seed}/{game}")
        options: dict[str, bool | int | str] = {c.id: bool(source.below(2)) for c in GAME.options}
        s: Any = GAME.start(GAME.setup(scenario, options))
        step = 0
        before = s.axis_towns
        while s.agenda and done < positions:
            if not isinstance(pending(s), Moving):
                before = s.axis_towns
            if step % every == 0:
                where = f"game {game} of seed {seed}, step {step}"
                news = [f"{where}: {each}" for each in differences(s, done % dear == 0, before)]
                found += news
                for line in news:
                    print(line, file=sys.stderr, flush=True)
                name = type(pending(s)).__name__
                kinds[name] = kinds.get(name, 0) + 1
                done += 1
                if done % 1000 == 0:
                    print(f"{done} positions, {len(found)} differences", file=sys.stderr, flush=True)
            advance(s, source)
            step += 1
        game += 1
    return done, kinds, found


def scattered(seed: int, n: int) -> EastState:
    """A position that no game would reach: counters strewn over the map, towns in anybody's hands."""
    source = SeededSource(f"scattered/{seed}/{n}")
    s: Any = GAME.start(GAME.setup("barbarossa"))
    w = s.world
    s.turn = 1 + source.below(w.plan.last_turn)
    middle = source.choice(list(bits(w.enterable)))
    ground = [i for i in bits(w.enterable) if w.grid.distance(i, middle) <= 7]
    taken: dict[int, int] = {}
    for u in range(len(w.units)):
        lift(s, u, POOL)
    for u in range(len(w.units)):
        if w.leaders >> u & 1 or source.below(3):
            continue
        i = source.choice(ground)
        if taken.setdefault(i, w.side[u]) != w.side[u] or w.closed[s.turn > 1][u] >> i & 1:
            continue
        if crowding(s, 1 << u, i) is None:
            s.steps[u] = 1 + source.below(w.full[u])
            put(s, u, i)
    for i in bits(w.towns):
        holder = s.held[0] >> i & 1 or (not s.held[1] >> i & 1 and source.below(2))
        s.axis_towns = s.axis_towns | 1 << i if holder else s.axis_towns & ~(1 << i)
    return s  # type: ignore[no-any-return]


def sequels(s: Any, source: SeededSource) -> Iterator[str]:
    """What comes of a stack that must retreat, and of a Counterattack, in a position strewn at random."""
    w = s.world
    stacks = [tuple(u for u in units if not w.garrisons >> u & 1) for units in s.stack.values()]
    units = source.choice([each for each in stacks if each] or [()])
    starts: list[Any] = [CounterattackDie()]
    if units:
        starts.append(RetreatStack(units, (s.where[units[0]],), 0))
    for start in starts:
        t = s.clone()
        t.box = [source.below(2) for _ in range(8)]
        t.agenda = (start,)
        settle(t)
        while t.agenda and isinstance(pending(t), Chance | ChooseRetreat | ChooseLoss | MoveToContact):
            yield from differences(t, False)
            advance(t, source)


def strewn_differences(positions: int, seed: int = 1) -> Iterator[str]:
    """Differences in zones, supply, attrition, a retreat and a Counterattack of each position strewn at random."""
    for n in range(positions):
        s = scattered(seed, n)
        s.agenda = ()
        news = [*differences(s, True), *sequels(s, SeededSource(f"sequel/{seed}/{n}"))]
        yield from (f"scattered {n} of seed {seed}: {each}" for each in news)
        if n % 1000 == 999:
            print(f"{n + 1} positions", file=sys.stderr, flush=True)


def compare_scattered(positions: int, seed: int = 1) -> list[str]:
    return list(strewn_differences(positions, seed))


def advance(s: Any, source: SeededSource) -> None:
    """One random action, or one roll."""
    frame = pending(s)
    if isinstance(frame, Chance):
        resolve(s, outcomes(s).draw(source))
        return
    assert isinstance(frame, Decision)
    seat = source.choice(frame.deciders(s))
    apply(s, seat, source.choice(legal(s, seat)))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="barbarossa", choices=[each.id for each in GAME.scenarios])
    parser.add_argument("--every", type=int, default=1, help="compare every so many positions of a game")
    parser.add_argument(
        "--scattered", action="store_true", help="positions strewn at random, not those of games"
    )
    args = parser.parse_args()
    if args.scattered:
        strewn = compare_scattered(args.positions, args.seed)
        print(*strewn[:50], sep="\n")
        print(f"{args.positions} strewn positions compared, {len(strewn)} differences.")
        return 1 if strewn else 0
    done, kinds, found = compare(args.positions, args.seed, args.scenario, args.every)
    for line in found[:50]:
        print(line)
    print(f"{done} positions compared, {len(found)} differences.")
    print(", ".join(f"{n} {name}" for name, n in sorted(kinds.items(), key=lambda each: -each[1])))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

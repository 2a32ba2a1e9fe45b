"""Puts the engine and the oracle of For the Motherland! to the positions of random games and lists where they differ.

python -m tests.oracles.motherland_compare --positions 100000
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import (
    Advance,
    Join,
    Mark,
    Overrun,
    Place,
    Redeploy,
    Retreat,
    Ship,
    Station,
    Step,
    Target,
)
from hexfront.games.motherland.combat import Attacks, CombatRoll, Forming, assess
from hexfront.games.motherland.kinds import FOUGHT, PHASE_IDS, SEATS, STRUCK
from hexfront.games.motherland.long_moves import LongMove
from hexfront.games.motherland.movement import March
from hexfront.games.motherland.partisans import Gathering, Interdicted
from hexfront.games.motherland.reinforcements import Placement
from hexfront.games.motherland.results import ATTACKER, Advances, Retreats, participants
from hexfront.games.motherland.state import State
from hexfront.games.motherland.supply import area, factory_hexes, verdict
from hexfront.games.motherland.zones import zoc
from hexfront.kernel import Chance, Decision, SeededSource, apply, legal, outcomes, pending, resolve

from . import motherland as oracle
from . import motherland_fights as fights
from .motherland_scatter import scattered, set_fighting, set_marching
from .motherland_sheet import Position, Sheet, piece

SHEET = Sheet()
SCENARIOS = tuple(each.id for each in GAME.scenarios)


def laid_out(s: State) -> Position:
    """A state as it lies on the table."""
    w = s.world
    faces = [(chit.full, chit.reduced) for chit in w.chits]
    pieces = tuple(
        piece(
            SHEET,
            name,
            w.label(s.where[u]),
            s.steps[u],
            faces[s.chit[u]] if s.chit[u] >= 0 else None,
            s.supply[u],
        )
        for u, name in enumerate(w.names)
        if s.where[u] >= 0
    )
    return Position(
        SHEET,
        s.turn,
        PHASE_IDS[s.phase],
        w.plan.opening,
        pieces,
        frozenset(w.board.labels(s.axis_marks)),
        frozenset(w.board.labels(s.soviet_marks)),
        tuple(w.label(h) if h >= 0 else None for h in s.partisans),
        frozenset(w.names[u] for u in s.expended),
        bool(s.turkey),
        w.has_winter_combat,
    )


def differences(s: State, with_supply: bool) -> Iterator[str]:
    """Every point in which the engine and the oracle read a position differently."""
    frame = pending(s) if s.agenda else None
    position = laid_out(s)
    yield from zone_differences(s, position)
    if with_supply:
        yield from supply_differences(s, position)
    if isinstance(frame, March):
        yield from move_differences(s, position)
    if isinstance(frame, CombatRoll):
        yield from odds_differences(s, position)
    if isinstance(frame, Interdicted | Gathering):
        yield from partisan_differences(s, position, frame)
    if isinstance(frame, Attacks | Forming):
        yield from attack_differences(s, position, frame)
    if isinstance(frame, Retreats):
        yield from retreat_differences(s, position)
    if isinstance(frame, Advances):
        yield from advance_differences(s, position, frame)
    if isinstance(frame, LongMove):
        yield from long_differences(s, position, frame.unit)
    if isinstance(frame, Placement):
        yield from arrival_differences(s, position, frame.unit)


def attack_differences(s: State, position: Position, frame: Attacks | Forming) -> Iterator[str]:
    w, side = s.world, SEATS[s.side]
    actions = legal(s, side)
    tired, hit = ({w.names[u] for u, f in enumerate(s.flags) if f & flag} for flag in (FOUGHT, STRUCK))
    if isinstance(frame, Attacks):
        struck = set(w.board.labels(s.struck_hexes))
        theirs = {w.label(a.hex) for a in actions if isinstance(a, Target)}
        ours = fights.targets(position, side, tired, struck, hit)
    else:
        team = [p for p in position.pieces if w.unit(p.name) in s.attackers]
        theirs = {w.names[a.unit] for a in actions if isinstance(a, Join)}
        ours = fights.joiners(position, side, w.label(s.target), tired, team)
    if theirs != ours:
        yield f"{side} may attack or join {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def retreat_differences(s: State, position: Position) -> Iterator[str]:
    w = s.world
    held = set(w.board.labels(s.held_before))
    by_name = {p.name: p for p in position.pieces}
    side = SEATS[w.side[s.pending[0]]]
    actions = [a for a in legal(s, side) if isinstance(a, Retreat)]
    for u in s.pending:
        theirs = {w.label(a.hex) for a in actions if a.unit == u}
        ours = fights.retreats(position, by_name[w.names[u]], w.label(s.target), held)
        if theirs != ours:
            yield f"{w.names[u]} may retreat to {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def advance_differences(s: State, position: Position, frame: Advances) -> Iterator[str]:
    w = s.world
    units = participants(s, frame.who)
    left = {s.target} if frame.who == ATTACKER else set(s.origins.values())
    pursuit = fights.Pursuit(
        tuple(p for p in position.pieces if w.unit(p.name) in units),
        frozenset(w.label(h) for h in left),
        frame.limit,
        {w.names[u]: n for u, n in s.strides.items()},
    )
    actions = legal(s, SEATS[frame.chooser(s)])
    theirs = {(w.names[a.unit], w.label(a.hex)) for a in actions if isinstance(a, Advance)}
    ours = fights.advances(position, pursuit)
    if theirs != ours:
        yield f"advances {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def long_differences(s: State, position: Position, u: int) -> Iterator[str]:
    w = s.world
    piece_ = next(p for p in position.pieces if p.name == w.names[u])
    actions = legal(s, SEATS[w.side[u]])
    theirs = {w.label(a.hex) for a in actions if isinstance(a, Redeploy)}
    ours = fights.trains(position, piece_)
    if theirs != ours:
        yield f"{piece_.name} at {piece_.hex} by rail to {sorted(theirs ^ ours)}: engine {len(theirs)}, oracle {len(ours)}"
    if s.shipped or s.began[u] != s.where[u]:
        return
    theirs = {w.label(a.hex) for a in actions if isinstance(a, Ship)}
    ours = fights.ships(position, piece_)
    if theirs != ours:
        yield f"{piece_.name} at {piece_.hex} by sea to {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def arrival_differences(s: State, position: Position, u: int) -> Iterator[str]:
    w = s.world
    new = piece(SHEET, w.names[u], "", s.steps[u], None, 0)
    theirs = {w.label(a.hex) for a in legal(s, SEATS[w.side[u]]) if isinstance(a, Place)}
    ours = fights.arrivals(position, new)
    if theirs != ours:
        yield f"{new.name} arrives in {sorted(theirs - ours)} (engine alone), {sorted(ours - theirs)} (oracle alone)"


def zone_differences(s: State, position: Position) -> Iterator[str]:
    for number, side in enumerate(SEATS):
        theirs = set(s.world.board.labels(zoc(s, number))) & SHEET.land
        ours = oracle.zones(position, side)
        if theirs != ours:
            yield f"zones of {side}: {sorted(theirs ^ ours)}"


def supply_differences(s: State, position: Position) -> Iterator[str]:
    factories = factory_hexes(s)
    for each in position.pieces:
        if each.kind == "supply_base" or each.name in SHEET.assets:
            continue  # always in supply (9.1)
        u = s.world.unit(each.name)
        spared = factories if each.side == "soviet" else 0
        status, ours = verdict(s, u, spared), oracle.next_status(position, each, s.judged[u])
        if status != ours:
            yield f"{each.name} at {each.hex} is judged {status} (engine), {ours} (oracle)"
        theirs = bool(area(s, u).connected >> s.where[u] & 1)
        linked = oracle.is_linked(position, each)
        if theirs != linked:
            yield f"{each.name} at {each.hex} has a line of some length: {theirs} (engine), {linked} (oracle)"


def march_of(s: State, position: Position) -> oracle.March:
    names = [s.world.names[u] for u in s.group]
    by_name = {p.name: p for p in position.pieces}
    spent = {s.world.names[u]: s.spent[u] for u in s.group}
    return oracle.March(tuple(by_name[name] for name in names), spent, bool(s.has_stepped))


def move_differences(s: State, position: Position) -> Iterator[str]:
    march = march_of(s, position)
    actions = legal(s, SEATS[s.side])
    label = s.world.label
    who = f"{[p.name for p in march.units]} at {march.here}, {position.phase}"
    for what, kind, ours in (
        ("step to", Step, oracle.next_steps(position, march)),
        ("overrun", Overrun, oracle.overruns(position, march)),
    ):
        theirs = {label(a.hex) for a in actions if isinstance(a, kind)}
        if theirs != ours:
            yield f"{who}, may {what} {sorted(theirs)} (engine), {sorted(ours)} (oracle)"


def price_differences(s: State, before: Position, march: oracle.March, there: str) -> Iterator[str]:
    """What a step that was just made has cost, against the price of the chart."""
    if before.phase.endswith("exploitation") and not all(oracle.is_exploiter(p) for p in march.units):
        return  # one hex, whatever it costs
    for each in march.units:
        u = s.world.unit(each.name)
        if each.kind == "railroad_gun" or s.where[u] < 0 or s.world.label(s.where[u]) != there:
            continue
        price = oracle.step_price(before, each, march.here, there)
        due = min(march.spent[each.name] + (price or 0), each.pace)
        if min(s.spent[u], each.pace) != due:
            yield f"{each.name} from {march.here} to {there} has spent {s.spent[u]} (engine), {due} (oracle)"


def odds_differences(s: State, position: Position) -> Iterator[str]:
    o = assess(s)
    by_name = {p.name: p for p in position.pieces}
    attackers, defenders = (
        [by_name[s.world.names[u]] for u in units] for units in (s.attackers, s.defenders)
    )
    target = s.world.label(s.target)
    air, gun = s.support == 1, s.support == 2
    ours = oracle.odds(position, attackers, defenders, target, bool(s.is_overrun), air, gun)
    theirs = (o.attack, o.defence, o.column, o.bonus)
    if theirs != ours:
        yield f"{'overrun of' if s.is_overrun else 'attack on'} {target}: {theirs} (engine), {ours} (oracle)"


def partisan_differences(s: State, position: Position, frame: Interdicted | Gathering) -> Iterator[str]:
    w = s.world
    actions = [a for seat in frame.deciders(s) for a in legal(s, seat)]
    if isinstance(frame, Interdicted):
        base = w.label(frame.hex)
        theirs = {w.names[a.unit] for a in actions if isinstance(a, Mark)}
        ours = oracle.harassed(position, base)
        if theirs != ours:
            yield f"partisans of {base} tie down {sorted(theirs)} (engine), {sorted(ours)} (oracle)"
        return
    for p in range(len(s.partisans)):
        if s.partisans[p] < -1 or frame.moved >> p & 1:
            continue
        places = {w.label(a.hex) for a in actions if isinstance(a, Station) and a.partisan == p}
        wanted = oracle.stations(position, p)
        if places != wanted:
            yield f"partisan {p} may go to {sorted(places)} (engine), {sorted(wanted)} (oracle)"


def advance(s: Any, source: SeededSource) -> Iterator[str]:
    """One random action, or one roll; and what a step cost, where it is read differently."""
    frame = pending(s)
    if isinstance(frame, Chance):
        resolve(s, outcomes(s).draw(source))
        return
    assert isinstance(frame, Decision)
    seat = source.choice(frame.deciders(s))
    action = source.choice(legal(s, seat))
    if not isinstance(action, Step):
        apply(s, seat, action)
        return
    before = laid_out(s)
    march = march_of(s, before)
    apply(s, seat, action)
    yield from price_differences(s, before, march, s.world.label(action.hex))


def compare(
    positions: int, seed: int = 1, scenario: str = "", every: int = 1, dear: int = 5
) -> tuple[int, dict[str, int], list[str]]:
    """Play random games and compare every `every`-th position, supply at every `dear`-th of those.

    Without a scenario each game is of the next one. Gives back the positions compared, how often each kind of decision
    or roll was among them, and the differences.
    """
    found: list[str] = []
    kinds: dict[str, int] = {}
    done = game = 0
    while done < positions:
        source = SeededSource(f"oracle/{seed}/{game}")
        options: dict[str, bool | int | str] = {c.id: bool(source.below(2)) for c in GAME.options}
        s: Any = GAME.start(GAME.setup(scenario or SCENARIOS[game % len(SCENARIOS)], options))
        step = 0
        while s.agenda and done < positions:
            news: list[str] = []
            if step % every == 0:
                news += differences(s, done % dear == 0)
                name = type(pending(s)).__name__
                kinds[name] = kinds.get(name, 0) + 1
                done += 1
                if done % 1000 == 0:
                    print(f"{done} positions, {len(found)} differences", file=sys.stderr, flush=True)
            news += advance(s, source)
            for each in news:
                found.append(f"{s.world.plan.id}, game {game} of seed {seed}, step {step}: {each}")
                print(found[-1], file=sys.stderr, flush=True)
            step += 1
        game += 1
    return done, kinds, found


def strewn_differences(positions: int, seed: int = 1) -> Iterator[str]:
    """Differences in zones, supply, one march and one combat of each position strewn at random."""
    for n in range(positions):
        source = SeededSource(f"scattered/{seed}/{n}")
        s = scattered(source)
        news = list(differences(s, True))
        if set_marching(s, source):
            news += differences(s, False)
        if set_fighting(s, source):
            news += differences(s, False)
        yield from (f"scattered {n} of seed {seed}: {each}" for each in news)
        if n % 1000 == 999:
            print(f"{n + 1} positions", file=sys.stderr, flush=True)


def compare_scattered(positions: int, seed: int = 1) -> list[str]:
    return list(strewn_differences(positions, seed))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--scenario", default="", choices=["", *SCENARIOS], help="one scenario, not all in turn"
    )
    parser.add_argument("--every", type=int, default=1, help="compare every so many positions of a game")
    parser.add_argument("--dear", type=int, default=5, help="compare supply at every so many of them")
    parser.add_argument(
        "--scattered", action="store_true", help="positions strewn at random, not those of games"
    )
    args = parser.parse_args()
    if args.scattered:
        strewn = compare_scattered(args.positions, args.seed)
        print(*strewn[:50], sep="\n")
        print(f"{args.positions} strewn positions compared, {len(strewn)} differences.")
        return 1 if strewn else 0
    done, kinds, found = compare(args.positions, args.seed, args.scenario, args.every, args.dear)
    for line in found[:50]:
        print(line)
    print(f"{done} positions compared, {len(found)} differences.")
    print(", ".join(f"{n} {name}" for name, n in sorted(kinds.items(), key=lambda each: -each[1])))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

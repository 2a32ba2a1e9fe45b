"""The engine of Lebensraum! and the second reading, put to the same positions of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexfront.games.lebensraum.combat import CombatRoll
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import HQ_BASE
from hexfront.games.lebensraum.movement import Moves
from hexfront.games.lebensraum.reach import reach, zoc
from hexfront.games.lebensraum.setup import at_war
from hexfront.games.lebensraum.state import State, hqs_on_map, units_of
from hexfront.games.lebensraum.strength import odds
from hexfront.games.lebensraum.supply import supplied_hqs, supply_of
from hexfront.hexes import bits
from hexfront.kernel import Chance, SeededSource, apply, deciders, legal, resolve, settle

from .lebensraum import Reading

MOVERS = 4
"""So many pieces of a position are asked how far they can go."""


def zone_differences(s: State, plain: Reading) -> Iterator[str]:
    for camp in (0, 1):
        engine = set(bits(zoc(s, camp)))
        if engine != plain.zones(camp):
            yield f"zones of camp {camp}: {sorted(s.world.label(h) for h in engine ^ plain.zones(camp))[:4]}"


def move_differences(s: State, plain: Reading, power: int, source: SeededSource) -> Iterator[str]:
    movers = [*units_of(s, power), *(HQ_BASE + k for k in hqs_on_map(s, power))]
    for _ in range(min(MOVERS, len(movers))):
        mover = movers[source.below(len(movers))]
        if s.world.land >> plain.at(mover) & 1:
            engine, slow = reach(s, mover).costs(), plain.reach(mover)
            if engine != slow:
                odd = sorted(h for h in {*engine, *slow} if engine.get(h) != slow.get(h))[:3]
                words = [f"{s.world.label(h)}: {engine.get(h)} or {slow.get(h)}" for h in odd]
                yield f"{s.world.name(mover)} from {s.world.label(plain.at(mover))}: {words}"


def supply_differences(s: State, plain: Reading) -> Iterator[str]:
    for power in at_war(s):
        engine, slow = supply_of(s, power, *supplied_hqs(s, power)), plain.supply(power)
        if engine != slow:
            odd = [s.world.name(u) for u in engine if engine[u] != slow.get(u)][:3]
            yield f"supply of {odd}: {[engine[s.world.unit(n)] for n in odd]} or {[slow.get(s.world.unit(n)) for n in odd]}"


def odds_differences(s: State, plain: Reading) -> Iterator[str]:
    found = odds(s)
    engine = found.attack, found.defence, s.world.tables.columns[found.column]
    if engine != plain.odds():
        yield f"combat at {s.world.label(s.target)}: {engine} or {plain.odds()}"


def differences(s: State) -> list[str]:
    """Everything the two readings say otherwise of a position that was written down."""
    plain = Reading(s)
    found = [*zone_differences(s, plain), *supply_differences(s, plain)]
    for power in at_war(s):
        found += move_differences(s, plain, power, SeededSource("all"))
    return found + (list(odds_differences(s, plain)) if s.target >= 0 else [])


def compare(
    scenario: str, steps: int, seed: int, every: int = 7, options: bool = False
) -> tuple[Counter[str], list[str]]:
    """Play at random and ask both readings now and then: how often each thing was asked, and where they differ."""
    given: dict[str, bool | int | str] = {"strict_rounding": True, "campaign_rules": True} if options else {}
    s = LEBENSRAUM.start(LEBENSRAUM.setup(scenario, given))
    source, asked, found = SeededSource(f"oracle/{seed}"), Counter[str](), list[str]()
    settle(s)
    for n in range(steps):
        if not s.agenda:
            break
        frame = s.agenda[0]
        plain = Reading(s)
        if isinstance(frame, CombatRoll):
            asked["odds"] += 1
            found += odds_differences(s, plain)
        if isinstance(frame, Moves) and n % every == 0:
            asked["moves"] += 1
            found += zone_differences(s, plain)
            found += move_differences(s, plain, frame.power, source)
            if n % (4 * every) == 0:
                asked["supply"] += 1
                found += supply_differences(s, plain)
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
            continue
        seat = deciders(s)[0]
        choices = legal(s, seat)
        apply(s, seat, choices[source.below(len(choices))])
    return asked, found

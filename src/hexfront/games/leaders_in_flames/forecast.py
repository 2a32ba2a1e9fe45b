"""The battle at hand before its roll, and whose luck a roll is."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.air.forecast import (
    air_forecast,
    air_fortune,
    is_over_battle,
    with_support,
)
from hexfront.games.leaders_in_flames.economy.production import DrawUnit
from hexfront.games.leaders_in_flames.initiative import InitiativeRoll
from hexfront.games.leaders_in_flames.kinds import ARMOUR, ASSAULT, MTN, SEATS, SIDE_NAMES, SIDE_OF, TABLES
from hexfront.games.leaders_in_flames.land.combat import CallTable, Gathering, LandRoll, Supporting
from hexfront.games.leaders_in_flames.land.odds import caller, chances, face, odds
from hexfront.games.leaders_in_flames.land.results import meaning
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.leaders.draft import DrawLeader
from hexfront.games.leaders_in_flames.sea.forecast import sea_forecast, sea_fortune
from hexfront.games.leaders_in_flames.state import State
from hexfront.games.leaders_in_flames.tables import outcome
from hexfront.kernel import Chance, Forecast, Fortune, Working, pending

SHOWN = (Gathering, Supporting, CallTable, LandRoll, Announcing)
WORTH = {"": 0.0, "R": 1.0, "S": 2.0, "B": 3.0}


def forecast(s: State) -> Forecast | None:
    """The attack being put together or fought: strengths, column, chances. Case base.odds."""
    frame = pending(s)
    elsewhere = air_forecast(s, frame) or sea_forecast(s, frame)
    if elsewhere is not None:
        return elsewhere
    if is_over_battle(s, frame):
        s = with_support(s)
    elif not isinstance(frame, SHOWN):
        return None
    if s.target < 0 or not s.attackers:
        return None
    w = s.world
    found = odds(s)
    table = TABLES[max(s.table, ASSAULT)]
    shown = found.forecast(
        f"{table.capitalize()} on {w.title(s.target)}",
        "base.odds",
        w.label(s.target),
        (w.piece(u) for u in s.attackers),
        (w.piece(u) for u in s.defenders),
        meaning,
    )
    return Forecast(
        shown.title, shown.at, (*ground_lines(s), *shown.working), shown.columns, shown.column, shown.rows, shown.cells, tuple(chances(w, found).items()),
        shown.attackers, shown.defenders, shown.meanings,
    )  # fmt: skip


def ground_lines(s: State) -> tuple[Working, ...]:
    """What ground and supply make of the printed factors, so that nobody has to guess. Case base.odds."""
    w, target = s.world, s.target
    where = "mountain" if w.rough >> target & 1 else "swamp or jungle"
    wet = sum(w.rivers.has(s.origins[u], target) for u in s.attackers)
    soft = w.soft >> target & 1
    tanks = [sum(w.kind[u] in ARMOUR for u in units) if soft else 0 for units in (s.attackers, s.defenders)]
    starved = sum(not is_supplied(s, u) for u in s.defenders)
    climbers = sum(w.kind[u] == MTN for u in s.attackers) if w.rough >> target & 1 else 0
    rows = (
        ("Attackers across a river", wet, "halved", "base.odds"),
        (f"Attacking armour in {where}", tanks[0], "halved", "base.odds"),
        ("Mountain troops in mountains", climbers, "doubled", "base.odds"),
        (f"Defending armour in {where}", tanks[1], "halved", "base.odds"),
        ("Defenders out of supply", starved, "halved, or 1 if face-down", "base.supply"),
        ("Defenders in mountains", len(s.defenders) if w.rough >> target & 1 else 0, "doubled", "base.odds"),
    )
    printed = [sum(w.strength[u] for u in units) for units in (s.attackers, s.defenders)]
    side, may = caller(s)
    calls = (
        f"{' or '.join(TABLES[n] for n in may)}, called by the {SIDE_NAMES[side]}" if side >= 0 else "assault"
    )
    out = [
        Working("Table", TABLES[s.table] if s.table >= 0 else calls, "base.table"),
        Working("Factors as printed", f"{printed[0]} to {printed[1]}", "base.odds"),
    ]
    return (*out, *(Working(label, f"{n} {words}", rule) for label, n, words, rule in rows if n))


def fortune(s: State, frame: Chance) -> Fortune | None:
    """Whose good luck a roll is. The weather falls on both, and so does a leader drawn from the cup."""
    if isinstance(frame, LandRoll):
        found, table, column = odds(s), s.world.tables.land[s.table], s.column if s.second else odds(s).column

        def gain(die: int | tuple[int, ...]) -> float:
            result = outcome(table.read(column, face(die) + found.bonus).result)
            return result.defender - result.attacker + WORTH[result.letter] + 0.5 * result.spares_half

        return Fortune(SEATS[s.side], gain)
    if isinstance(frame, InitiativeRoll):
        return Fortune(SEATS[0], lambda dice: dice[0] - dice[1])
    if isinstance(frame, DrawUnit):
        w = s.world
        return Fortune(SEATS[SIDE_OF[frame.power]], lambda name: w.strength[w.unit(name)])
    if isinstance(frame, DrawLeader):
        w = s.world
        return Fortune(
            SEATS[0], lambda name: w.has_rank[w.unit(name)] * (1 if w.side[w.unit(name)] == 0 else -1)
        )
    return air_fortune(s, frame) or sea_fortune(s, frame)

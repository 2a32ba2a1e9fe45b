"""The floor that games of counters stand on.

| block | holds |
|---|---|
| `world` | board and counters under the names every game uses |
| `game` | what all of them answer alike: why not, how far |
| `movement` | what steps cost, and how far a counter gets |
| `ground` | whose ground a country is |
| `lines` | lines of supply: open hexes, growth by layers, nets, the drawn trace |
| `stacks` | counters on hexes and in boxes: put, lift, move, what must be true |
| `combat` | one `Odds`, from which forecast, answer and log are made; results read in one place |
| `decisions` | who decides, one thing after another until done, asked while there is a choice |
| `events` | what happens in every game of counters |
| `files`, `positions` | data files with an owner's pack, the map with it; positions written down |
| `tables`, `results` | data files with provenance and packs, results tables by odds |
| `calculator` | the table assistant |
"""

from hexfront.wargame.calculator import Answer, BadField, Calculator, Field
from hexfront.wargame.combat import CombatResult, Odds, OddsCalculator, Term, read_result
from hexfront.wargame.decisions import (
    DONE,
    AskWhile,
    Done,
    Offers,
    OneDecides,
    OwnerDecides,
    SideDecides,
    SideOffers,
    actions_at,
    each,
)
from hexfront.wargame.events import (
    Advanced,
    Arrived,
    Boxed,
    Eliminated,
    Moved,
    Noted,
    PhaseBegan,
    Retreated,
    Rolled,
    StepLost,
    TurnBegan,
)
from hexfront.wargame.files import DataFiles, convert
from hexfront.wargame.game import CounterGame, Journey
from hexfront.wargame.ground import held_by_nobody, held_whole
from hexfront.wargame.lines import Growth, Net, grown, open_hexes
from hexfront.wargame.movement import Reach, Steps, explore, reach
from hexfront.wargame.positions import changed_by_name, place_counters, set_by_name, set_fields
from hexfront.wargame.results import Reading, ResultsTable
from hexfront.wargame.stacks import (
    Boxes,
    CounterState,
    HoldingBox,
    changed,
    lift,
    move,
    on_map,
    put,
    stack_faults,
)
from hexfront.wargame.tables import known_only, read_toml, whole, wholes
from hexfront.wargame.world import CounterWorld

__all__ = [
    "DONE", "Advanced", "Answer", "Arrived", "AskWhile", "BadField", "Boxed", "Boxes",
    "Calculator", "CombatResult", "CounterGame", "CounterState", "CounterWorld", "DataFiles", "Done", "Eliminated",
    "Field", "Growth", "HoldingBox", "Journey", "Moved", "Net", "Noted", "Odds", "OddsCalculator", "Offers", "OneDecides", "OwnerDecides",
    "PhaseBegan", "Reach", "Reading", "ResultsTable", "Retreated", "Rolled", "SideDecides",
    "SideOffers", "StepLost", "Steps", "Term", "TurnBegan", "actions_at", "changed", "changed_by_name", "convert",
    "each", "explore", "grown", "held_by_nobody", "held_whole", "known_only", "lift", "move",
    "on_map", "open_hexes", "place_counters", "put", "reach", "read_result",
    "read_toml", "set_by_name", "set_fields", "stack_faults", "whole", "wholes",
]  # fmt: skip

"""What kinds of counters there are, where they can be, and the other plain numbers of the game, named once."""

from __future__ import annotations

from typing import Final

from hexfront.wargame import Boxes, HoldingBox

AXIS: Final = 0
ALLIES: Final = 1
SEATS: Final = ("axis", "allies")
SIDE_NAMES: Final = ("Axis", "Allies")

POWERS: Final = ("germany", "italy", "japan", "commonwealth", "france", "usa", "ussr", "china")
POWER_NAMES: Final = ("Germany", "Italy", "Japan", "Commonwealth", "France", "USA", "USSR", "China")
SIDE_OF: Final = (AXIS, AXIS, AXIS, ALLIES, ALLIES, ALLIES, ALLIES, ALLIES)
GERMANY, ITALY, JAPAN, COMMONWEALTH, FRANCE, USA, USSR, CHINA = range(8)
NOBODY: Final = -1

INF, MIL, GAR, CAV, MTN, MAR, PARA, MOT, MECH, ARM, HQ_I, HQ_A, ART, AA, AT, LEADER = range(16)
KIND_IDS: Final = (
    "INF", "MIL", "GAR", "CAV", "MTN", "MAR", "PARA", "MOT", "MECH", "ARM", "HQ-I", "HQ-A", "ART", "AA", "AT", "LEADER",
)  # fmt: skip
KIND_WORDS: Final = (
    "Infantry", "Militia", "Garrison", "Cavalry", "Mountain", "Marine", "Paratroop", "Motorised", "Mechanised",
    "Armoured", "HQ", "HQ", "Artillery", "Anti-aircraft", "Anti-tank", "Leader",
)  # fmt: skip
HQS: Final = frozenset({HQ_I, HQ_A})
ARMOUR: Final = frozenset({MECH, ARM})
"""Who may blitz, and who is weak in mountain, jungle and swamp."""
MOTOR: Final = frozenset({MOT, MECH, ARM, HQ_A, LEADER})
"""Who moves at motorised cost. Case 3.1c."""
EXPLOITERS: Final = frozenset({ARM, MECH, MOT, CAV, HQ_A})
"""Who goes on after a breakthrough."""
GUNS: Final = frozenset({ARM, MECH, AT})
"""Who is counted when the sides ask who has more armour."""
DIVISION_KINDS: Final = frozenset({ART, AA, AT})
"""Kinds that exist as divisions only."""

# Where a counter is when it stands on no hex.
GONE: Final = -1  # not in this scenario
POOL: Final = -2  # force pool
LATER: Final = -3  # joins the pool, or a leader the cup, in a later year
RESERVE: Final = -4  # waits for its power's reserves; Guards Banner armies for a promotion
CIRCLE: Final = -5  # production circle; `due` says when
READY: Final = -6  # arrived, to be placed
CUP: Final = -7
DEAD: Final = -8
BOXES: Final = Boxes(
    HoldingBox(GONE, "out"),
    HoldingBox(POOL, "pool", "Force pools"),
    HoldingBox(LATER, "later"),
    HoldingBox(RESERVE, "reserve", "Reserves"),
    HoldingBox(CIRCLE, "circle", "Production circle"),
    HoldingBox(READY, "ready", "Arrivals"),
    HoldingBox(CUP, "cup", "The cup"),
    HoldingBox(DEAD, "dead", "Fallen leaders"),
)

FINE, RAIN, STORM, SNOW, BLIZZARD = range(5)
WEATHER: Final = ("fine", "rain", "storm", "snow", "blizzard")
WET: Final = frozenset({RAIN, SNOW})
"""Allowance and supply path one less, -1 on the combat die."""
FOUL: Final = frozenset({STORM, BLIZZARD})
"""Allowance halved, supply path two less, -2 on the combat die."""
PACE: Final = (1, 2, 3, 2, 3)
"""How far each weather moves the impulse marker."""
MONTHS: Final = ("jan", "mar", "may", "jul", "sep", "nov")
MONTH_NAMES: Final = ("Jan/Feb", "Mar/Apr", "May/Jun", "Jul/Aug", "Sep/Oct", "Nov/Dec")

PASS, LAND, AIR, NAVAL, COMBINED, SUPER = range(6)
ACTION_IDS: Final = ("pass", "land", "air", "naval", "combined", "super")
ACTION_NAMES: Final = ("Pass", "Land", "Air", "Naval", "Combined", "Super-combined")
# What an action limits, in the order of the table.
MISSIONS, VOYAGES, RAILS, MOVES, ATTACKS = range(5)
NO_LIMIT: Final = -1

ASSAULT: Final = 0
BLITZ: Final = 1
TABLES: Final = ("assault", "blitz")

# What became of a unit in a battle.
KILLED, SHATTERED, RETREATED, SPENT, OFFERED = 1, 2, 3, 4, 5
"""SPENT is a loss that counts neither for a leader's death nor for his recall, OFFERED one that counts for the enemy's leaders
alone."""

# Phases, as the track shows them.
DRAFT, ARRIVALS, INITIATIVE, ACTION, RAIL, MOVE, COMBAT, REGROUP, REORGANISE, END = range(10)
PHASE_IDS: Final = (
    "draft", "arrivals", "initiative", "action", "rail", "move", "combat", "regroup", "reorganise", "end",
)  # fmt: skip
PHASE_TITLES: Final = (
    "Leader draft", "Reinforcements", "Initiative", "Choice of action", "Rail moves", "Land moves", "Land combat",
    "Regrouping", "Reorganisation", "End of turn",
)  # fmt: skip

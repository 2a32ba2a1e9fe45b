"""What kinds of counters there are, where they can be, and the other plain numbers of the game, named once."""

from __future__ import annotations

from typing import Final

from hexfront.wargame import Boxes, HoldingBox

AXIS: Final = 0
ALLIES: Final = 1
SEATS: Final = ("axis", "allies")
SIDE_NAMES: Final = ("Axis", "Allies")
SEATINGS: Final = {
    2: ("axis", "axis", "axis", "allies", "allies", "allies", "allies", "allies"),
    3: ("germany", "germany", "japan", "allies", "allies", "allies", "allies", "allies"),
    4: ("germany", "germany", "japan", "commonwealth", "commonwealth", "commonwealth", "ussr", "ussr"),
    5: ("germany", "germany", "japan", "commonwealth", "commonwealth", "usa", "ussr", "ussr"),
    6: ("germany", "italy", "japan", "commonwealth", "commonwealth", "usa", "ussr", "ussr"),
}
"""By number of seats: the seat of each power."""

POWERS: Final = ("germany", "italy", "japan", "commonwealth", "france", "usa", "ussr", "china")
POWER_NAMES: Final = ("Germany", "Italy", "Japan", "Commonwealth", "France", "USA", "USSR", "China")
NAMED_WITH_THE: Final = ("Commonwealth", "USA", "USSR")
SIDE_OF: Final = (AXIS, AXIS, AXIS, ALLIES, ALLIES, ALLIES, ALLIES, ALLIES)
GERMANY, ITALY, JAPAN, COMMONWEALTH, FRANCE, USA, USSR, CHINA = range(8)
NOBODY: Final = -1
ALL_POWERS: Final = (1 << len(POWERS)) - 1
"""The powers as a set of parties."""

INF, MIL, GAR, CAV, MTN, MAR, PARA, MOT, MECH, ARM, HQ_I, HQ_A, ART, AA, AT, LEADER = range(16)
FTR, LND, NAV, ATR, CVP = range(16, 21)
KIND_IDS: Final = (
    "INF", "MIL", "GAR", "CAV", "MTN", "MAR", "PARA", "MOT", "MECH", "ARM", "HQ-I", "HQ-A", "ART", "AA", "AT", "LEADER",
    "FTR", "LND", "NAV", "ATR", "CVP",
)  # fmt: skip
KIND_WORDS: Final = (
    "Infantry", "Militia", "Garrison", "Cavalry", "Mountain", "Marine", "Paratroop", "Motorised", "Mechanised",
    "Armoured", "HQ", "HQ", "Artillery", "Anti-aircraft", "Anti-tank", "Leader",
    "Fighter", "Bomber", "Naval Bomber", "Transport", "Carrier Plane",
)  # fmt: skip
AIR_KINDS: Final = ("FTR", "LND", "NAV", "ATR", "CVP")
PARTISAN: Final = 31
"""Bands of partisans: land units of a kind of their own, which no force pool lists."""
# Ships. Their kinds follow those of the land and leave room for aircraft.
CV, BB, CA, CL, SUB, TRS, AMPH = range(32, 39)
SHIP_IDS: Final = ("CV", "BB", "CA", "CL", "SUB", "TRS", "AMPH")
SHIP_WORDS: Final = (
    "Carrier",
    "Battleships",
    "Cruisers",
    "Light cruisers",
    "Submarines",
    "Transports",
    "Landing ships",
)
SCS: Final = frozenset({BB, CA, CL})
"""Surface combat ships."""

HQS: Final = frozenset({HQ_I, HQ_A})
ARMOUR: Final = frozenset({MECH, ARM})
"""Kinds that may blitz, and that are weak in mountain, jungle and swamp."""
MOTOR: Final = frozenset({MOT, MECH, ARM, HQ_A, LEADER})
"""Kinds that move at motorised cost. Case 3.1c."""
EXPLOITERS: Final = frozenset({ARM, MECH, MOT, CAV, HQ_A})
"""Kinds that go on after a breakthrough."""
GUNS: Final = frozenset({ARM, MECH, AT})
"""Kinds that count when the sides compare their armour."""
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
REPAIR: Final = -9  # damaged ships
SKY: Final = -10  # an aircraft or ship on its way out of an overrun base, and leaders with it
SEA: Final = -1000  # sections of sea boxes: SEA - (5 * area + section)
ABOARD: Final = -2000  # cargo and carrier planes: ABOARD - the counter that carries them
BOXES: Final = Boxes(
    HoldingBox(GONE, "out"),
    HoldingBox(POOL, "pool", "Force pools"),
    HoldingBox(LATER, "later"),
    HoldingBox(RESERVE, "reserve", "Reserves"),
    HoldingBox(CIRCLE, "circle", "Production circle"),
    HoldingBox(READY, "ready", "Arrivals"),
    HoldingBox(CUP, "cup", "The cup"),
    HoldingBox(DEAD, "dead", "Fallen leaders"),
    HoldingBox(REPAIR, "repair", "Damaged ships"),
    HoldingBox(SKY, "sky", "On the run"),
    HoldingBox(SEA, "sea", spaces=499),
    HoldingBox(ABOARD, "aboard", spaces=4999),
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

# Kinds of naval combat.
SURFACE, AIRSEA, SUBS, NO_COMBAT = range(4)
COMBAT_NAMES: Final = ("surface combat", "naval air combat", "submarine combat", "no combat")
X, D, A = 3, 2, 1
"""Hits on ships: sunk, damaged, aborted; a saved ship takes one less."""
HITS: Final = ("missed", "driven off", "damaged", "sunk")
LETTERS: Final = {"X": X, "D": D, "A": A}
"""Hits by the letters of the naval table."""

PASS, LAND, AIR, NAVAL, COMBINED, SUPER = range(6)
ACTION_IDS: Final = ("pass", "land", "air", "naval", "combined", "super")
ACTION_NAMES: Final = ("Pass", "Land", "Air", "Naval", "Combined", "Super-combined")
# What an action limits, in the order of the table.
MISSIONS, VOYAGES, RAILS, MOVES, ATTACKS = range(5)
NO_LIMIT: Final = -1

# Air missions.
PATROL, STRATEGIC, CARPET, STRIKE, SUPPORT, TRANSPORT, DROP, REBASE, PORT, STRAFE, DISRUPT = range(11)
MISSION_NAMES: Final = (
    "patrol", "strategic bombing", "carpet bombing", "ground strike", "ground support", "air transport", "paradrop", "rebase",
    "port strike", "strafing", "advance disruption",
)  # fmt: skip

MISSION_PLURALS: Final = tuple(
    name if name.endswith("bombing") or name in ("strafing", "air transport") else f"{name}s"
    for name in MISSION_NAMES
)

ASSAULT: Final = 0
BLITZ: Final = 1
TABLES: Final = ("assault", "blitz")

# How a minor country stands.
AT_PEACE, WITH_AXIS, WITH_ALLIES, FALLEN, ABSENT = range(5)
WITH: Final = (WITH_AXIS, WITH_ALLIES)
"""By side: a minor country that fights on it."""

# Codes of reserves, as a power keeps in mind which it has called out.
RES, GE, JA = 1, 2, 4
CODES: Final = {"Res": RES, "Ge": GE, "Ja": JA}

# What became of a unit in a battle.
KILLED, SHATTERED, RETREATED, SPENT, OFFERED = 1, 2, 3, 4, 5
"""SPENT is a loss that counts neither for a leader's death nor for his recall, OFFERED one that counts for the enemy's leaders
alone."""

FARTHEST_RETREAT: Final = 3
"""Hexes a beaten unit may go. Case base.retreat."""

# Phases, as the track shows them.
(
    DRAFT, ARRIVALS, LENDING, INITIATIVE, POLITICS, ACTION, SAIL, SEARCH, BOMBING, STRIKES, RAIL, MOVE, AIRLIFT, COMBAT, REBASES,
    REGROUP, REORGANISE, END,
) = range(18)  # fmt: skip
PHASE_IDS: Final = (
    "draft", "arrivals", "lending", "initiative", "politics", "action", "sail", "search", "bombing", "strikes", "rail", "move",
    "airlift", "combat", "rebase", "regroup", "reorganise", "end",
)  # fmt: skip
PHASE_TITLES: Final = (
    "Leader draft", "Reinforcements", "Lending", "Initiative", "Declarations of war", "Choice of action", "Naval moves",
    "Naval combat", "Bombing", "Ground strikes", "Rail moves", "Land moves", "Air transport", "Land combat", "Rebase",
    "Regrouping", "Reorganisation", "End of turn",
)  # fmt: skip

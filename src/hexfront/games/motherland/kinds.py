"""What kinds of counters there are, where they can be, and in which state: plain numbers, named once."""

from __future__ import annotations

from typing import Final

from hexfront.wargame import Boxes, CombatResult, HoldingBox, read_result

AXIS: Final = 0
SOVIET: Final = 1
SEATS: Final = ("axis", "soviet")

PANZER: Final = 0
SS_PANZER: Final = 1
INFANTRY: Final = 2
MOUNTAIN: Final = 3
PANZER_KG: Final = 4
SS_KG: Final = 5
INFANTRY_KG: Final = 6
ALLY: Final = 7
TURKISH: Final = 8
AIR_BASE: Final = 9
SUPPLY_BASE: Final = 10
RAILROAD_GUN: Final = 11
COMBINED_ARMS: Final = 12
GUARDS: Final = 13
SHOCK: Final = 14
TANK: Final = 15
MECH_GROUP: Final = 16
FORTRESS: Final = 17
SUPPORT: Final = 18
ASSET: Final = 19

KIND_NAMES: Final = (
    "Panzer Corps", "SS Panzer Corps", "Infantry Corps", "Mountain Corps", "Panzer Kampfgruppe",
    "SS Panzer Kampfgruppe", "Infantry Kampfgruppe", "allied army", "Turkish Corps", "Air Base", "Supply Base",
    "Railroad Gun", "Combined Arms Army", "Guards Army", "Shock Army", "Tank Army", "Mechanized Group", "Fortress",
    "Offensive Support", "Economic Asset",
)  # fmt: skip

TYPE_KINDS: Final = {
    "panzer": PANZER, "ss_panzer": SS_PANZER, "infantry": INFANTRY, "mountain": MOUNTAIN, "panzer_kg": PANZER_KG,
    "ss_kg": SS_KG, "infantry_kg": INFANTRY_KG, "romanian": ALLY, "hungarian": ALLY, "italian": ALLY,
    "finnish": ALLY, "turkish": TURKISH, "air_base": AIR_BASE, "supply_base": SUPPLY_BASE,
    "railroad_gun": RAILROAD_GUN, "combined_arms": COMBINED_ARMS, "guards": GUARDS, "shock": SHOCK, "tank": TANK,
    "mech_group": MECH_GROUP, "fortress": FORTRESS, "offensive_support": SUPPORT,
}  # fmt: skip

PANZERS: Final = frozenset({PANZER, SS_PANZER, PANZER_KG, SS_KG})
"""German Panzer units of any size (4.2, 5.4.1)."""
CORPS: Final = frozenset({PANZER, SS_PANZER, INFANTRY, MOUNTAIN})
KAMPFGRUPPEN: Final = frozenset({PANZER_KG, SS_KG, INFANTRY_KG})
GERMAN_CORPS: Final = CORPS | KAMPFGRUPPEN
"""What fills the three places of a German stack (6.1). RULING 6.1-a: a Kampfgruppe like a corps."""
ARMIES: Final = frozenset({COMBINED_ARMS, GUARDS, SHOCK, TANK, MECH_GROUP})
"""Soviet units of which a hex holds one, or one and one (6.3, 6.4)."""
CHIT_UNITS: Final = ARMIES | {FORTRESS}
"""Soviet units whose factors come from a Strength Chit (11.0)."""
SOVIET_INFANTRY: Final = frozenset({COMBINED_ARMS, GUARDS, SHOCK})
"""Soviet units that may use Frozen Access to move and attack (5.1.7)."""
ARMOR: Final = PANZERS | {TANK, MECH_GROUP}
"""Units that advance two hexes and lose a step when they retreat over a river (8.6.3, 8.7.1)."""
LAST_MOVERS: Final = frozenset({AIR_BASE, SUPPLY_BASE, SUPPORT})
"""Units that move after all others (5.2.3; Supply Bases by the listing in 3.1). RULING 5.2.3-a."""
ZOC_SHY: Final = frozenset({AIR_BASE, SUPPLY_BASE, RAILROAD_GUN, SUPPORT})
"""Units that may never enter an enemy ZOC (4.2.3)."""

# Where a counter is when it is on no hex.
GONE: Final = -1  # out of play for good
TRACK: Final = -2  # on the Turn Record Track, a first arrival
RETURNING: Final = -3  # on the Turn Record Track after elimination
CONVERSION: Final = -4  # Conversion Holding Box
WAITING: Final = -5  # OSM Waiting Box
ELIMINATED: Final = -6  # Eliminated Economic Assets track
EVACUATED: Final = -7  # Evacuated Factories Box
BAKU: Final = -8  # Baku box
POOL: Final = -9  # Axis Replacement Sheet: free Kampfgruppen, eliminated corps that can be formed again
READY: Final = -10  # arrived this turn, to be placed on the map in the friendly Movement Phase

BOXES: Final = Boxes(
    HoldingBox(GONE, "out"),
    HoldingBox(TRACK, "track", "Turn Record Track"),
    HoldingBox(RETURNING, "returning", "Returning units"),
    HoldingBox(CONVERSION, "conversion", "Conversion Holding Box", "soviet"),
    HoldingBox(WAITING, "waiting", "OSM Waiting Box", "soviet"),
    HoldingBox(ELIMINATED, "eliminated", "Eliminated Economic Assets", "soviet"),
    HoldingBox(EVACUATED, "evacuated", "Evacuated Factories", "soviet"),
    HoldingBox(BAKU, "baku", "Baku", "axis"),
    HoldingBox(POOL, "pool", "Axis Replacement Sheet", "axis"),
    HoldingBox(READY, "ready"),
)
"""A box without a title is not shown, or is shown for each side by itself."""

# Supply status (9.1).
SUPPLIED: Final = 0
LACK: Final = 1
OUT: Final = 2
SUPPLY_NAMES: Final = ("in supply", "Lack of Supply", "Out of Supply")

# What a unit has done in this phase.
MOVED: Final = 1
FOUGHT: Final = 2  # attacked in this Combat Phase
STRUCK: Final = 4  # was attacked in this Combat Phase
STRATEGIC: Final = 16
SHIPPED: Final = 32
PINNED: Final = 64  # stood in an enemy ZOC when the Exploitation phase began (5.4)

# Phases (3.0).
SUPPLY_PHASE: Final = 0
AXIS_MOVEMENT: Final = 1
AXIS_COMBAT: Final = 2
AXIS_EXPLOITATION: Final = 3
SOVIET_MOVEMENT: Final = 4
SOVIET_COMBAT: Final = 5
SOVIET_EXPLOITATION: Final = 6
ADMINISTRATIVE: Final = 7
PHASE_IDS: Final = (
    "supply", "axis-movement", "axis-combat", "axis-exploitation", "soviet-movement", "soviet-combat",
    "soviet-exploitation", "administrative",
)  # fmt: skip
PHASE_TITLES: Final = (
    "Mutual Supply Phase", "Axis Movement Phase", "Axis Combat Phase", "Axis Exploitation Movement Phase",
    "Soviet Movement Phase", "Soviet Combat Phase", "Soviet Exploitation Movement Phase", "Administrative Phase",
)  # fmt: skip
MOVEMENT_PHASES: Final = (AXIS_MOVEMENT, SOVIET_MOVEMENT)
EXPLOITATION_PHASES: Final = (AXIS_EXPLOITATION, SOVIET_EXPLOITATION)

CLEAR: Final = "clear"
MUD: Final = "mud"
SNOW: Final = "snow"

GENERALS: Final = ("Zhukov", "Vasilevsky", "Konev")
PARTISANS: Final = ("Kovpak", "Prokopyuk", "Saburov")
NOT_ARRIVED: Final = -2  # of a Partisan marker; -1 is arrived but not on the map


def outcome_of(code: str) -> CombatResult:
    """A result of the table, read. Cases 8.5a to 8.5e."""
    return read_result(code, "either")


def meaning(code: str) -> str:
    """A result in words. Cases 8.5a to 8.5e."""
    return outcome_of(code).words

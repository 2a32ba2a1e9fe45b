"""Names for the numbers that states and worlds are made of."""

from __future__ import annotations

from typing import Final

from hexfront.wargame import Boxes, HoldingBox

# Powers (2.0). Treasuries, HQs and leaders belong to powers; hostility, zones and phases to camps.
AXIS: Final = 0
SOVIET: Final = 1
ALLIED: Final = 2
NOBODY: Final = -1
POWERS: Final = ("axis", "soviet", "allied")
POWER_NAMES: Final = ("Axis", "Soviets", "Western Allies")
AXIS_CAMP: Final = 0
ALLIED_CAMP: Final = 1
CAMP: Final = (AXIS_CAMP, ALLIED_CAMP, ALLIED_CAMP)
OF_CAMP: Final = ((AXIS,), (SOVIET, ALLIED))
"""The powers of each camp, in the order in which they act (4.1c)."""

# Games (1.0a): East alone, West alone, both together.
EAST: Final = "E"
WEST: Final = "W"
COMBINED: Final = "C"
MAPS: Final = {EAST: "lebensraum_east", WEST: "lebensraum_west", COMBINED: "lebensraum"}
GAME_POWERS: Final = {EAST: (AXIS, SOVIET), WEST: (AXIS, ALLIED), COMBINED: (AXIS, SOVIET, ALLIED)}
WEST_SHIFT: Final = 28
"""An eastern column is a western one plus this (13.0a)."""
FIRST_WESTERN_TURN: Final = 9
"""Turn A (13.0b)."""

# Units (3.3a, 5.2a).
INFANTRY: Final = 0
TANK: Final = 1
PARATROOP: Final = 2
GROUP: Final = 3
KINDS: Final = ("infantry", "tank", "paratroop", "group")
KIND_NAMES: Final = ("infantry army", "tank army", "airborne army", "battle group")
CLASSES: Final = "ABCDE"
FLIP: Final = 0
DEGRADE: Final = 1
WAYS: Final = ("reduce", "lower class")
"""How a step is lost or regained: the other side of the counter, or a counter of another class (7.41)."""

# Series of Soviet units (6.12a).
GROUPS: Final = ("", "new", "shock", "tank", "guard", "guard_tank", "tito")

# Where a unit is when it is on no hex.
LATER: Final = -1  # a reinforcement that is not due yet, or delayed
PILE: Final = -2  # Soviet units never in play: new armies, Shock and Tank armies
GUARDS: Final = -3  # Guard units not in play
ELIMINATED: Final = -4
TRAINING: Final = -5  # set aside for a turn, to become a Guard unit
BEHIND: Final = -6  # an army whose Guard unit is in play
GONE: Final = -7  # out of the game
ENGLAND: Final = -8  # at sea or in England, waiting to land
READY: Final = -9  # arrived or rebuilt in this segment, to be placed
SPARE: Final = -10  # a pair of battle group markers not in use
BOXES: Final = Boxes(
    HoldingBox(LATER, "later", "Reinforcements to come"), HoldingBox(PILE, "pile", "Soviet armies not yet raised"),
    HoldingBox(GUARDS, "guards", "Guards not in play"), HoldingBox(ELIMINATED, "eliminated", "Eliminated units"),
    HoldingBox(TRAINING, "training", "In training"), HoldingBox(BEHIND, "behind"), HoldingBox(GONE, "gone"),
    HoldingBox(ENGLAND, "england", "At sea off England"), HoldingBox(READY, "ready", "To be placed"),
    HoldingBox(SPARE, "spare"),
)  # fmt: skip
PLACES: Final = {box.code: box.id for box in BOXES}

# Where an HQ is when it is on no hex (11.2).
HQ_OUT: Final = -1  # never in play, or dissolved
HQ_LOST: Final = -2  # eliminated: it may be created again beside a new one
HQ_LATER: Final = -3  # a reinforcement
HQ_BASE: Final = 1000
"""In movement and transport HQ k goes by the number HQ_BASE + k."""

WORKS_BASE: Final = 2000
"""In transport economic marker k goes by the number WORKS_BASE + k."""

# Where a leader is (9.1a). From 0 on it is the HQ he leads, from STAFF_BASE on the General Staff marker.
STAFF_BASE: Final = 100
POOL: Final = -1
TERMINATED: Final = -2
WOUNDED: Final = -3
CAPTURED: Final = -4
KILLED: Final = -5
NOT_HERE: Final = -6  # arrives later
ABSENT: Final = -7  # takes no part in this game
RETIRING: Final = -8  # replaced; his owner has still to say what becomes of him
POSTS: Final = {
    POOL: "pool", TERMINATED: "terminated", WOUNDED: "wounded", CAPTURED: "captured", KILLED: "killed",
    NOT_HERE: "later", ABSENT: "absent", RETIRING: "retiring",
}  # fmt: skip

# Where an economic marker is when it is on no hex (10.3, 7.46121).
OFF_MAP: Final = -1
TRACK: Final = -2
DESTROYED: Final = -3
INACTIVE: Final = 1  # face down after transport
TAKEN: Final = 2  # captured, to be moved off the map
FOREIGN: Final = 4  # works for its captor every other turn
ECONOMIC_PLACES: Final = {OFF_MAP: "off map", TRACK: "track", DESTROYED: "destroyed"}

# Weather (8.0).
CLEAR: Final = 0
WET: Final = 1
MUD: Final = 2
SNOW: Final = 3
WEATHER: Final = ("clear", "wet", "mud", "snow")
NORTH: Final = 0
CENTRAL: Final = 1
SOUTH: Final = 2
SECTIONS: Final = ("north", "central", "south")
SEASONS: Final = ("spring", "summer", "fall", "winter")
WINTER: Final = "winter"

# Waters of naval markers (7.462) and their missions.
WATERS: Final = ("atlantic", "mediterranean", "baltic", "black_sea", "azov", "caspian", "arctic")
ASHORE: Final = 0
BOMBARDMENT: Final = 1
EVACUATION: Final = 2

# Fates of leaders (7.45f).
FATES: Final = ("none", "again", "escapes", "wounded", "captured", "killed")

# Segments (4.2).
MOVEMENT_POINTS: Final = 0
REINFORCEMENT: Final = 1
MISSIONS: Final = 2
WEATHER_SEGMENT: Final = 3
LEADER_TRANSFER: Final = 4
FIRST_HQ: Final = 5
MOVEMENT: Final = 6
RESERVE_MOVEMENT: Final = 7
FIRST_COMBAT: Final = 8
FIRST_DISPOSITION: Final = 9
TANK_MOVEMENT: Final = 10
RESERVE_TANKS: Final = 11
SECOND_COMBAT: Final = 12
SECOND_DISPOSITION: Final = 13
SUPPLY: Final = 14
SECOND_HQ: Final = 15
RESERVES: Final = 16
TRANSPORT: Final = 17
SURPRISE: Final = 18
SEGMENT_IDS: Final = (
    "movement-points", "reinforcement", "missions", "weather", "leader-transfer", "first-hq", "movement",
    "reserve-movement", "first-combat", "first-disposition", "tank-movement", "reserve-tanks", "second-combat",
    "second-disposition", "supply", "second-hq", "reserves", "transport", "surprise",
)  # fmt: skip
SEGMENT_TITLES: Final = (
    "Movement Points Determination", "Reinforcement & Replacement", "Air, Naval & Partisan", "Weather Determination",
    "Leader Transfer", "HQ Creation or Dissolution", "Movement", "Reserve Movement", "Combat", "Leader Disposition",
    "Tank Movement", "Reserve Tank Movement", "Second Combat", "Second Leader Disposition", "Supply",
    "HQ Creation or Dissolution", "Reserve Unit Designation", "Strategic Transportation", "Surprise Attack",
)  # fmt: skip
LOGISTICS: Final = (MOVEMENT_POINTS, REINFORCEMENT, MISSIONS, WEATHER_SEGMENT, LEADER_TRANSFER, FIRST_HQ)
PLAYER_PHASE: Final = (
    MOVEMENT, RESERVE_MOVEMENT, FIRST_COMBAT, FIRST_DISPOSITION, TANK_MOVEMENT, RESERVE_TANKS, SECOND_COMBAT,
    SECOND_DISPOSITION, SUPPLY,
)  # fmt: skip
REDEPLOYMENT: Final = (SECOND_HQ, RESERVES, TRANSPORT)
COMBAT_SEGMENTS: Final = (FIRST_COMBAT, SECOND_COMBAT, SURPRISE)

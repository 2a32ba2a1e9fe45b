"""Names for the numbers that states and worlds are made of."""

from __future__ import annotations

from hexfront.wargame import Boxes, HoldingBox

# Powers (2.0). Treasuries, HQs and leaders belong to powers; hostility, zones and phases to camps.
AXIS, SOVIET, ALLIED = range(3)
NOBODY = -1
POWERS = ("axis", "soviet", "allied")
POWER_NAMES = ("Axis", "Soviets", "Western Allies")
AXIS_CAMP, ALLIED_CAMP = range(2)
CAMP = (AXIS_CAMP, ALLIED_CAMP, ALLIED_CAMP)
OF_CAMP = ((AXIS,), (SOVIET, ALLIED))
"""The powers of each camp, in the order in which they act (4.1c)."""

# Games (1.0a): East alone, West alone, both together.
EAST, WEST, COMBINED = "EWC"
MAPS = {EAST: "lebensraum_east", WEST: "lebensraum_west", COMBINED: "lebensraum"}
GAME_POWERS = {EAST: (AXIS, SOVIET), WEST: (AXIS, ALLIED), COMBINED: (AXIS, SOVIET, ALLIED)}
WEST_SHIFT = 28
"""An eastern column is a western one plus this (13.0a)."""
FIRST_WESTERN_TURN = 9
"""Turn A (13.0b)."""

# Units (3.3a, 5.2a), series of Soviet ones (6.12a), and how a step is lost or regained (7.41).
KINDS = ("infantry", "tank", "paratroop", "group")
INFANTRY, TANK, PARATROOP, GROUP = range(4)
CLASSES = "ABCDE"
GROUPS = ("", "new", "shock", "tank", "guard", "guard_tank", "tito")
FLIP, DEGRADE = range(2)

# Where a unit is when it is on no hex. `later` is due later or delayed, `pile` was never in play, `training` is set aside to
# become a Guard unit, `behind` has its Guard unit in play, `ready` arrived or was rebuilt in this segment.
LATER, PILE, GUARDS, ELIMINATED, TRAINING, BEHIND, GONE, ENGLAND, READY, SPARE = range(-1, -11, -1)
BOXES = Boxes(
    HoldingBox(LATER, "later", "Reinforcements to come"), HoldingBox(PILE, "pile", "Soviet armies not yet raised"),
    HoldingBox(GUARDS, "guards", "Guards not in play"), HoldingBox(ELIMINATED, "eliminated", "Eliminated units"),
    HoldingBox(TRAINING, "training", "In training"), HoldingBox(BEHIND, "behind"), HoldingBox(GONE, "gone"),
    HoldingBox(ENGLAND, "england", "At sea off England"), HoldingBox(READY, "ready", "To be placed"),
    HoldingBox(SPARE, "spare"),
)  # fmt: skip

# Where an HQ is when it is on no hex (11.2): never in play or dissolved, eliminated, a reinforcement. In movement and
# transport HQ k goes by the number HQ_BASE + k, economic marker k by WORKS_BASE + k.
HQ_OUT, HQ_LOST, HQ_LATER = range(-1, -4, -1)
HQ_BASE, WORKS_BASE = 1000, 2000

# Where a leader is (9.1a). From 0 on it is the HQ he leads, from STAFF_BASE on the General Staff marker. `later` arrives
# later, `absent` takes no part in this game, `retiring` waits for his owner to say what becomes of him.
STAFF_BASE = 100
POOL, TERMINATED, WOUNDED, CAPTURED, KILLED, NOT_HERE, ABSENT, RETIRING = range(-1, -9, -1)
POSTS = Boxes(
    HoldingBox(POOL, "pool", "leader pool"), HoldingBox(WOUNDED, "wounded", "wounded leaders"),
    HoldingBox(TERMINATED, "terminated", "dismissed leaders"), HoldingBox(CAPTURED, "captured", "captured leaders"),
    HoldingBox(KILLED, "killed", "fallen leaders"), HoldingBox(NOT_HERE, "later"), HoldingBox(ABSENT, "absent"),
    HoldingBox(RETIRING, "retiring"),
)  # fmt: skip

# Where an economic marker is when it is on no hex (10.3, 7.46121); it may be face down after transport, captured and to be
# moved off the map, or work for its captor every other turn.
OFF_MAP, TRACK, DESTROYED = range(-1, -4, -1)
ECONOMIC_PLACES = {OFF_MAP: "off map", TRACK: "track", DESTROYED: "destroyed"}
INACTIVE, TAKEN, FOREIGN = 1, 2, 4

# Weather (8.0).
WEATHER = ("clear", "wet", "mud", "snow")
CLEAR, WET, MUD, SNOW = range(4)
SECTIONS = ("north", "central", "south")
SECTION_NAMES = ("north", "center", "south")
SEASONS = ("spring", "summer", "fall", "winter")
WINTER = "winter"

# Waters of naval markers and their missions (7.462); fates of leaders (7.45f).
WATERS = ("atlantic", "mediterranean", "baltic", "black_sea", "azov", "caspian", "arctic")
BOMBARDMENT, EVACUATION = 1, 2
FATES = ("none", "again", "escapes", "wounded", "captured", "killed")

# Segments (4.2).
(
    MOVEMENT_POINTS, REINFORCEMENT, MISSIONS, WEATHER_SEGMENT, LEADER_TRANSFER, FIRST_HQ, MOVEMENT, RESERVE_MOVEMENT,
    FIRST_COMBAT, FIRST_DISPOSITION, TANK_MOVEMENT, RESERVE_TANKS, SECOND_COMBAT, SECOND_DISPOSITION, SUPPLY, SECOND_HQ,
    RESERVES, TRANSPORT, SURPRISE,
) = range(19)  # fmt: skip
LOGISTICS, PLAYER_PHASE, REDEPLOYMENT = tuple(range(6)), tuple(range(6, 15)), tuple(range(15, 18))
SEGMENT_IDS = (
    "movement-points", "reinforcement", "missions", "weather", "leader-transfer", "first-hq", "movement",
    "reserve-movement", "first-combat", "first-disposition", "tank-movement", "reserve-tanks", "second-combat",
    "second-disposition", "supply", "second-hq", "reserves", "transport", "surprise",
)  # fmt: skip
SEGMENT_TITLES = (
    "Movement Points Determination", "Reinforcement & Replacement", "Air, Naval & Partisan", "Weather Determination",
    "Leader Transfer", "HQ Creation or Dissolution", "Movement", "Reserve Movement", "Combat", "Leader Disposition",
    "Tank Movement", "Reserve Tank Movement", "Second Combat", "Second Leader Disposition", "Supply",
    "HQ Creation or Dissolution", "Reserve Unit Designation", "Strategic Transportation", "Surprise Attack",
)  # fmt: skip

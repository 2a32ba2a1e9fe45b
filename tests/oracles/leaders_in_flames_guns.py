"""Leaders in Flames: a slow, plain second reading of naval combat: search, surprise, the kind of combat, fire and its targets.

Written from the base cases and the sentences of the abilities alone, on words and lists: no rules module is read.
"""

from __future__ import annotations

from typing import NamedTuple

SURFACE_SHIPS = ("CV", "BB", "CA", "CL", "TRS", "AMPH")
WARSHIPS = ("CV", "BB", "CA", "CL")
CONVOY = "the convoy"


class Piece(NamedTuple):
    """A ship or an aircraft at sea."""

    name: str
    side: int
    power: str
    kind: str
    section: int
    down: bool
    attack: int
    speed: int

    @property
    def flies(self) -> bool:
        """Whether it is an aircraft."""
        return self.kind in ("FTR", "NAV", "LND")


class Leader(NamedTuple):
    """An admiral and the abilities he has announced."""

    side: int
    power: str
    section: int
    says: frozenset[int]


class Sea(NamedTuple):
    """A sea area in which a combat is fought."""

    pieces: tuple[Piece, ...]
    convoys: dict[str, int]
    sides: dict[str, int]
    wars: frozenset[frozenset[str]]
    leaders: tuple[Leader, ...]
    weather: str
    dice: tuple[int, int]


# --- who is there


def there(sea: Sea, side: int) -> list[Piece]:
    """Ships, and face-up aircraft unless the weather is foul."""
    foul = sea.weather in ("storm", "blizzard")
    return [p for p in sea.pieces if p.side == side and (not p.flies or (not foul and not p.down))]


def at_war(sea: Sea, side: int) -> list[Piece]:
    """Those with an enemy of their power in the area, be it a convoy."""
    others = {p.power for p in there(sea, 1 - side)}
    others |= {power for power, points in sea.convoys.items() if sea.sides[power] != side and points}
    return [p for p in there(sea, side) if any(frozenset((p.power, other)) in sea.wars for other in others)]


def sayers(sea: Sea, side: int, n: int) -> list[Leader]:
    """A side's leaders who have announced an ability."""
    return [leader for leader in sea.leaders if leader.side == side and n in leader.says]


def helped(leader: Leader, pieces: list[Piece]) -> bool:
    """Whether he may help any of them: those of his power, and of a power that co-operates with it."""
    allies = {"usa", "commonwealth"}
    return any(leader.power == p.power or {leader.power, p.power} <= allies for p in pieces)


# --- search


def limit(sea: Sea, side: int, section: int) -> int:
    """The highest roll that finds."""
    found = section + 1
    found += {"fine": 1, "rain": -1, "snow": -1, "storm": -3, "blizzard": -3}[sea.weather]
    if len([p for p in at_war(sea, 1 - side) if not p.flies]) >= 9:
        found += 1
    mine = [p for p in at_war(sea, side) if p.section == section]
    for n in (91, 93):
        found += sum(helped(leader, mine) for leader in sayers(sea, side, n))
    return found


def finding(sea: Sea, side: int, roll: int) -> set[int]:
    """The sections that find with a roll."""
    return {p.section for p in at_war(sea, side) if limit(sea, side, p.section) >= roll}


def counted(sea: Sea, side: int) -> int:
    """The die as it counts: ability 100 takes 1 off, and makes it a 10 if his own section then finds nobody."""
    men = sayers(sea, side, 100)
    if not men:
        return sea.dice[side]
    roll = sea.dice[side] - len(men)
    return roll if {man.section for man in men} <= finding(sea, side, roll) else 10


class Met(NamedTuple):
    """Who has met."""

    names: frozenset[str]
    convoys: tuple[bool, bool]
    fight: bool


def met(sea: Sea) -> Met:
    """Sections that find, and the enemy's no higher than the highest of them; submarines only by their own search, a roll of 1, or
    a leader who hunts them."""
    rolls = [counted(sea, side) for side in (0, 1)]
    names: set[str] = set()
    convoys = [False, False]
    for side in (0, 1):
        found = finding(sea, side, rolls[side])
        if found:
            names |= {p.name for p in at_war(sea, side) if p.section in found}
            for p in at_war(sea, 1 - side):
                if p.section <= max(found) and (p.kind != "SUB" or rolls[side] <= 1):
                    names.add(p.name)
            convoys[1 - side] = True
            convoys[side] = convoys[side] or 0 in found
    for side in (0, 1):
        for man in sayers(sea, side, 117):
            prey = {p.name for p in at_war(sea, 1 - side) if p.kind == "SUB"}
            if prey and limit(sea, side, man.section) + 2 >= rolls[side]:
                names |= prey | {p.name for p in at_war(sea, side) if p.section == man.section}
    points = [sum(n for power, n in sea.convoys.items() if sea.sides[power] == side) for side in (0, 1)]
    real = (convoys[0] and points[0] > 0, convoys[1] and points[1] > 0)
    ours = [any(p.name in names for p in sea.pieces if p.side == side) for side in (0, 1)]
    return Met(frozenset(names), real, all(ours[side] or real[side] for side in (0, 1)))


def surprise(sea: Sea, found: Met) -> tuple[int, int]:
    """Surprise points of both sides."""
    tops = [
        max((p.section for p in sea.pieces if p.side == side and p.name in found.names), default=0)
        for side in (0, 1)
    ]
    lead = tops[0] + counted(sea, 1) - tops[1] - counted(sea, 0)
    return (lead, 0) if lead > 0 else (0, -lead)


# --- the kind of combat, and fire


def fleet(sea: Sea, found: Met, side: int) -> list[Piece]:
    """Ships that have met."""
    return [p for p in sea.pieces if p.side == side and p.name in found.names and not p.flies]


def on_top(sea: Sea, found: Met, side: int) -> list[Piece]:
    """Those that are not submarines."""
    return [p for p in fleet(sea, found, side) if p.kind != "SUB"]


def below(sea: Sea, found: Met, side: int) -> list[Piece]:
    """Submarines."""
    return [p for p in fleet(sea, found, side) if p.kind == "SUB"]


def aircraft(sea: Sea, found: Met, side: int) -> list[Piece]:
    """Aircraft that can fight."""
    if sea.weather in ("storm", "blizzard"):
        return []
    return [p for p in sea.pieces if p.side == side and p.name in found.names and p.flies and not p.down]


def possible(sea: Sea, found: Met) -> set[str]:
    """The kinds of combat there can be."""
    out = {"none"}
    for side in (0, 1):
        floats = bool(on_top(sea, found, 1 - side)) or found.convoys[1 - side]
        if aircraft(sea, found, side) and (aircraft(sea, found, 1 - side) or floats):
            out.add("air")
        if floats and any(p.attack and not p.down for p in on_top(sea, found, side)):
            out.add("surface")
        if floats and any(p.attack and not p.down for p in below(sea, found, side)):
            out.add("submarine")
    return out


def dashes(sea: Sea, found: Met, side: int) -> bool:
    """Ability 94: only warships of movement 6 in section 4 on his side, and he among them."""
    mine = [p for p in sea.pieces if p.side == side and p.name in found.names]
    fast = all(p.kind in WARSHIPS and p.speed == 6 and p.section == 4 for p in mine)
    men = [man for man in sayers(sea, side, 94) if man.section in {p.section for p in mine}]
    return bool(mine and fast and men and not found.convoys[side])


def default_kind(sea: Sea, found: Met) -> str:
    """The kind where nobody pays."""
    can = possible(sea, found)
    if "surface" in can and (dashes(sea, found, 0) or dashes(sea, found, 1)):
        return "surface"
    return next(kind for kind in ("air", "surface", "submarine", "none") if kind in can)


def men_in(sea: Sea, found: Met, side: int, n: int) -> list[Leader]:
    """Leaders with an ability whose section is in the combat."""
    sections = {p.section for p in sea.pieces if p.side == side and p.name in found.names}
    return [man for man in sayers(sea, side, n) if man.section in sections]


def price(sea: Sea, found: Met, side: int, kind: str) -> int:
    """What a choice costs."""
    prices = [4]
    if kind == "submarine" and men_in(sea, found, side, 92):
        prices.append(3)
    if kind == "surface" and men_in(sea, found, side, 112):
        prices.append(2)
    return min(prices)


def factors(sea: Sea, found: Met, side: int, weapon: str) -> int:
    """What a side fires with."""
    if weapon == "torpedoes":
        return sum(p.attack for p in below(sea, found, side) if not p.down)
    total = 0
    for p in on_top(sea, found, side):
        if p.down:
            continue
        with_115 = any(m.section == p.section and helped(m, [p]) for m in men_in(sea, found, side, 115))
        with_108 = any(m.section == p.section and helped(m, [p]) for m in men_in(sea, found, side, 108))
        if weapon == "guns":
            total += p.attack * (2 if p.kind in ("CA", "CL") and with_115 else 1)
        else:
            least = 1 if p.kind in ("CV", "CA", "CL") else 0
            total += max(least, p.attack) if with_108 else least
    if weapon == "charges":
        total += sum(p.kind == "NAV" for p in aircraft(sea, found, side))
        if found.convoys[side]:
            total += sum(n for power, n in sea.convoys.items() if sea.sides[power] == side) // 3
    return total


def counters(sea: Sea, found: Met, side: int, weapon: str) -> int:
    """How many counters a side offers."""
    if weapon == "charges":
        return len(below(sea, found, side))
    points = sum(n for power, n in sea.convoys.items() if sea.sides[power] == side)
    return len(on_top(sea, found, side)) + ((points + 4) // 5 if found.convoys[side] else 0)


def targets(sea: Sea, found: Met, side: int, weapon: str, hit: frozenset[str]) -> set[str]:
    """What can be hit."""

    def fresh(some: list[Piece]) -> set[str]:
        names = {p.name for p in some}
        return names - hit or names

    convoy = {CONVOY} if found.convoys[side] else set()
    if weapon == "charges":
        return fresh(below(sea, found, side))
    ships = on_top(sea, found, side)
    if weapon == "torpedoes":
        return convoy or fresh([p for p in ships if p.kind in ("TRS", "AMPH")]) or fresh(ships)
    return fresh(ships) | convoy


def names_it(sea: Sea, found: Met, side: int, weapon: str, kind: str, k: int) -> int:
    """Who names the k-th target, from 1."""
    if weapon == "bombs":
        if men_in(sea, found, side, 111):
            return 1 - side if k % 3 == 2 else side
        return side if k % 2 else 1 - side
    if weapon == "guns" and kind == "surface":
        if k == 1 and men_in(sea, found, side, 95):
            return side
        if k % 2 and men_in(sea, found, side, 110) and sea.weather not in ("storm", "blizzard"):
            return side
    return 1 - side

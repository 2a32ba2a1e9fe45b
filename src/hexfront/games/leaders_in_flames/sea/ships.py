"""Ships as counters: squadrons, or every ship by itself."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.data import ADJECTIVES, PLAIN
from hexfront.games.leaders_in_flames.kinds import AMPH, CV, SHIP_IDS, SHIP_WORDS, SUB, TRS
from hexfront.words import listed

_SHIP = re.compile(
    r"(?P<name>.+) (?P<attack>\d+)-(?P<defence>\d+)-(?P<aa>\d+)-(?P<guns>\d+)(?: a(?P<planes>\d))? "
    r"(?P<move>\d)-(?P<reach>\d) (?P<lay>\d)\+(?P<finish>\d)/(?P<turns>\d) (?P<year>\d{4})"
)
NAMELESS = frozenset({SUB, TRS, AMPH})
"""Kinds whose counters are flotillas and lifts, known by a number."""


class Ship(msgspec.Struct, frozen=True):
    """A ship, or a squadron of them: the mean of its ships' ratings and the sum of their prices.

    A low `defence` is strong. `guns` are for shore bombardment, `planes` is the air component of a carrier. It is paid for when
    it is laid down and when it is finished, and takes `turns` after the second payment.
    """

    name: str
    nation: str
    kind: int
    attack: int
    defence: int
    aa: int
    guns: int
    planes: int
    move: int
    reach: int
    lay: int
    finish: int
    turns: int
    year: int
    ships: tuple[str, ...]

    @property
    def price(self) -> int:
        """Both payments together."""
        return self.lay + self.finish

    @property
    def piece(self) -> str:
        """Its id among the counters: by kind and first ship, or by country and number."""
        kind = SHIP_IDS[self.kind - CV]
        return (
            f"{ADJECTIVES[self.nation]} {kind} {self.name}"
            if self.kind in NAMELESS
            else f"{kind} {self.name}"
        )

    @property
    def title(self) -> str:
        """What people call it."""
        word = SHIP_WORDS[self.kind - CV]
        if self.kind in NAMELESS:
            return f"{ADJECTIVES[self.nation]} {word} {self.name}"
        return listed(self.ships) if len(self.ships) > 1 else self.name


def ships_of(nation: str, rows: dict[str, Any]) -> list[Ship]:
    """The ships of one country, from lines such as "Kongo 6-4-1-2 5-5 2+2/6 1911"."""
    out = []
    for key, lines in rows.items():
        if key in PLAIN or key == "squadrons":
            continue
        kind = CV if key == "CVL" else CV + SHIP_IDS.index(key) if key in SHIP_IDS else -1
        if kind < 0:
            raise BadData(
                f"ships.{nation}: {key!r} is not a kind of ship; the kinds are {', '.join(SHIP_IDS)} and CVL."
            )
        for line in lines:
            found = _SHIP.fullmatch(line)
            if found is None:
                raise BadData(
                    f'ships.{nation}.{key}: {line!r} is not a ship; write "Kongo 6-4-1-2 5-5 2+2/6 1911".'
                )
            n = {name: int(value or 0) for name, value in found.groupdict().items() if name != "name"}
            out.append(Ship(found["name"], nation, kind, ships=(found["name"],), **n))
    return out


def squadrons_of(nation: str, rows: dict[str, Any]) -> list[Ship]:
    """The same as squadrons; a ship that is in none stays single."""
    ships = ships_of(nation, rows)
    by_name = {ship.name: ship for ship in ships if ship.kind not in NAMELESS}
    first: dict[str, Ship] = {}
    rest: set[str] = set()
    for names in rows.get("squadrons", ()):
        for name in names:
            if name not in by_name or name in rest or name in first:
                raise BadData(f"ships.{nation}.squadrons: {name!r} is not a ship, or is in two squadrons.")
        members = [by_name[name] for name in names]
        if len({ship.kind for ship in members}) > 1:
            raise BadData(f"ships.{nation}.squadrons: {names[0]!r} has ships of another kind with it.")
        first[names[0]] = joined(members)
        rest.update(names[1:])
    named = [
        first.get(ship.name, ship) for ship in ships if ship.kind not in NAMELESS and ship.name not in rest
    ]
    return [*named, *(ship for ship in ships if ship.kind in NAMELESS)]


def joined(ships: list[Ship]) -> Ship:
    """Several ships as one squadron: means rounded to the nearest, half up; the latest year; prices added."""

    def mean(field: str) -> int:
        return int(sum(getattr(ship, field) for ship in ships) / len(ships) + 0.5)

    head = ships[0]
    return msgspec.structs.replace(
        head,
        **{name: mean(name) for name in ("attack", "defence", "aa", "guns", "planes", "move", "reach")},
        lay=sum(ship.lay for ship in ships),
        finish=sum(ship.finish for ship in ships),
        turns=max(ship.turns for ship in ships),
        year=max(ship.year for ship in ships),
        ships=tuple(ship.name for ship in ships),
    )

"""A plain for the tests of the operations layer: 20 columns by 12 rows of open land, a river of barred sides where asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexfront.hexes import Grid, GridSpec, Hex, HexSet, Sides, union
from hexfront.players.operations.field import Body, Field, Ways

GRID = Grid(GridSpec(orientation="flat", columns=20, rows=12, shifted="even"))
LAND = GRID.hexes
WEST = union(GRID.at(0, row) for row in range(12))
EAST = union(GRID.at(19, row) for row in range(12))


def at(label: str) -> Hex:
    return GRID.index(label)


def hexes(*labels: str) -> HexSet:
    return union(at(label) for label in labels)


def labels(found: Iterable[Hex]) -> list[str]:
    return [GRID.label(h) for h in found]


def plain(land: HexSet = LAND, barred: Sides | None = None) -> Ways:
    return Ways(GRID, land, barred)


def column(number: int, rows: Iterable[int] = range(1, 13)) -> HexSet:
    return hexes(*(f"{number:02d}{row:02d}" for row in rows))


def bodies(first: int, *places: str, attack: float = 4.0, defence: float = 4.0) -> dict[int, Body]:
    return {
        first + k: Body(first + k, at(place), attack, defence, reach=_disc(at(place)))
        for k, place in enumerate(places)
    }


def _disc(h: Hex) -> HexSet:
    return GRID.disc(h, 3)


def field(
    mine: Mapping[int, Body],
    theirs: Mapping[int, Body],
    worth: Mapping[Hex, float] | None = None,
    ways: Ways | None = None,
) -> Field:
    """A war between west (ours) and east."""
    return Field(ways or plain(), mine, theirs, WEST, EAST, worth or {})

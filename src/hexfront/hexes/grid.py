"""Hex grids: flat-top or pointy-top, either stagger, any of the printed numberings, on one index.

Hexes are numbered so that the six neighbours of every hex lie at the same six distances: lines (columns of a
flat-top map, rows of a pointy-top one) of N hexes get `S = N + 2` numbers each, skewed by half a hex a line:

    index = line * S + place - (line + p) // 2        steps: ±1, ±S, ±(S - 1)

The two spare numbers a line keep a step off the end of one line from landing on the next, so a set of hexes moves
in any direction by one shift and one mask.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from hexfront.errors import BadData
from hexfront.hexes.sets import Hex, HexSet, union

_FLAT = ("n", "ne", "se", "s", "sw", "nw")
_POINTY = ("ne", "e", "se", "sw", "w", "nw")
MOST_LINES, MOST_HEXES = 1_000, 65_536


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of several maps laid side by side on a grid, with numbers of its own: E1429 is hex 1429 of sheet E."""

    prefix: str
    column: int
    """Its western column in the grid, from 0."""
    row: int
    """Its northern row in the grid, from 0."""
    columns: int
    rows: int
    first_column: int = 1
    first_row: int = 1
    numbering: Literal["CCRR", "RRCC"] = "CCRR"
    columns_from: Literal["west", "east"] = "west"
    km: float = 0.0
    title: str = ""
    """What a button that shows it says."""

    def number_of_column(self, column: int) -> int:
        """The printed number of a column, counted from the sheet's own western edge."""
        if self.columns_from == "west":
            return self.first_column + column
        return self.first_column + self.columns - 1 - column

    @property
    def digits(self) -> int:
        """Digits of a column or row number."""
        last = max(self.first_column + self.columns, self.first_row + self.rows) - 1
        return max(2, len(str(last)))

    def labels(self) -> Iterator[tuple[int, int, str]]:
        """Every cell of the grid that the sheet covers: column, row, printed number."""
        d = self.digits
        columns = [f"{self.number_of_column(c):0{d}d}" for c in range(self.columns)]
        for r in range(self.rows):
            row = f"{self.first_row + r:0{d}d}"
            for c, column in enumerate(columns):
                number = column + row if self.numbering == "CCRR" else row + column
                yield self.column + c, self.row + r, self.prefix + number


class GridSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A grid as a map file declares it; see docs/reference/map-format.md."""

    orientation: Literal["flat", "pointy"]
    columns: int
    rows: int
    shifted: Literal["even", "odd"]
    first_column: int = 1
    first_row: int = 1
    numbering: Literal["CCRR", "RRCC"] = "CCRR"
    columns_from: Literal["west", "east"] = "west"
    km: float = 0.0
    prefix: str = ""
    sheets: tuple[Sheet, ...] = ()

    def all_sheets(self) -> tuple[Sheet, ...]:
        """The sheets of the grid; a plain map is one sheet that covers it."""
        if self.sheets:
            return self.sheets
        return (
            Sheet(
                prefix=self.prefix, column=0, row=0, columns=self.columns, rows=self.rows,
                first_column=self.first_column, first_row=self.first_row, numbering=self.numbering,
                columns_from=self.columns_from, km=self.km,
            ),
        )  # fmt: skip


def _check(spec: GridSpec) -> None:
    """Refuse an impossible grid, or one larger than any map, since it is built hex by hex."""
    if spec.columns < 1 or spec.rows < 1:
        raise BadData(f"A grid needs at least one column and row, not {spec.columns} by {spec.rows}.")
    if spec.columns > MOST_LINES or spec.rows > MOST_LINES or spec.columns * spec.rows > MOST_HEXES:
        raise BadData(
            f"A grid has at most {MOST_LINES} columns (grid.columns), {MOST_LINES} rows (grid.rows) and {MOST_HEXES} "
            f"hexes; this one would have {spec.columns} by {spec.rows}."
        )
    for name, first in (("first_column", spec.first_column), ("first_row", spec.first_row)):
        if not -MOST_LINES <= first <= MOST_LINES:
            raise BadData(f"grid.{name}: at most {MOST_LINES}, not {first}.")


class Grid:
    """The geometry of one map. `direction` is 0 to 5, clockwise from the one nearest north.

    Where a map has several sheets, cells between them are not hexes, and distances count within one sheet.
    """

    def __init__(self, spec: GridSpec) -> None:
        _check(spec)
        self.spec = spec
        self._near: dict[Hex, tuple[Hex, ...]] | None = None
        self.flat = spec.orientation == "flat"
        self.columns, self.rows = spec.columns, spec.rows
        self.lines, self.length = (spec.columns, spec.rows) if self.flat else (spec.rows, spec.columns)
        self.stride = stride = self.length + 2
        self._skew = 0 if self._is_shifted(1) else 1
        if self.flat:
            self.direction_names = _FLAT
            self.steps = (-1, stride - 1, stride, 1, 1 - stride, -stride)
        else:
            self.direction_names = _POINTY
            self.steps = (1 - stride, 1, stride, stride - 1, -1, -stride)
        self._direction = {step: d for d, step in enumerate(self.steps)}
        self._cell: dict[Hex, tuple[int, int]] = {}
        self._labels: dict[Hex, str] = {}
        self.sheets = spec.all_sheets()
        self.sheet_sets: tuple[HexSet, ...] = tuple(self._lay(sheet) for sheet in self.sheets)
        self._by_label = {label: i for i, label in self._labels.items()}
        if len(self._by_label) < len(self._labels):
            raise BadData("Two hexes of the grid have the same number: give its sheets different prefixes.")
        self.hexes: HexSet = union(self._cell)
        self.top = max(self._cell) + 1

    # --- numbering

    def _lay(self, sheet: Sheet) -> HexSet:
        """Give the cells of a sheet their numbers; returns its hexes."""
        inside = sheet.column >= 0 and sheet.row >= 0
        if not inside or sheet.column + sheet.columns > self.columns or sheet.row + sheet.rows > self.rows:
            raise BadData(f"Sheet {sheet.prefix!r} does not fit on a grid of {self.columns} by {self.rows}.")
        hexes = []
        for column, row, label in sheet.labels():
            i = self.at(column, row)
            if i in self._cell:
                raise BadData(f"Sheet {sheet.prefix!r} lies on another at its hex {label}.")
            self._cell[i] = (column, row)
            self._labels[i] = label
            hexes.append(i)
        return union(hexes)

    def sheet(self, i: Hex) -> int:
        """The number of the sheet a hex lies on, from 0."""
        return next(n for n, hexes in enumerate(self.sheet_sets) if hexes >> i & 1)

    def _number_of_column(self, column: int) -> int:
        if self.spec.columns_from == "west":
            return self.spec.first_column + column
        return self.spec.first_column + self.columns - 1 - column

    def _is_shifted(self, line: int) -> bool:
        number = self._number_of_column(line) if self.flat else self.spec.first_row + line
        return number % 2 == (0 if self.spec.shifted == "even" else 1)

    def at(self, column: int, row: int) -> Hex:
        """The hex in the given column from the west and row from the north, both from 0."""
        line, place = (column, row) if self.flat else (row, column)
        return line * self.stride + place - (line + self._skew) // 2

    def cell(self, i: Hex) -> tuple[int, int]:
        """Column from the west and row from the north, both from 0."""
        return self._cell[i]

    def index(self, label: str) -> Hex:
        """The hex with this printed number."""
        try:
            return self._by_label[label]
        except KeyError:
            ranges = [f"from {first} to {last}" for first, last in map(self._ends, self.sheets)]
            raise BadData(f"There is no hex {label!r}; numbers here run {' and '.join(ranges)}.") from None

    def _ends(self, sheet: Sheet) -> tuple[str, str]:
        """The numbers in the north-western and the south-eastern corner of a sheet."""
        last = self.at(sheet.column + sheet.columns - 1, sheet.row + sheet.rows - 1)
        return self._labels[self.at(sheet.column, sheet.row)], self._labels[last]

    def indices(self, labels: Iterable[str]) -> list[Hex]:
        """The hexes with these printed numbers, many at once."""
        known, wanted = self._by_label, list(labels)
        try:
            return [known[label] for label in wanted]
        except KeyError:
            return [self.index(label) for label in wanted]

    def label(self, i: Hex) -> str:
        """The printed number of a hex."""
        return self._labels[i]

    def __contains__(self, i: object) -> bool:
        return i in self._cell

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._cell)

    # --- neighbours, directions, distance

    @property
    def neighbour_table(self) -> dict[Hex, tuple[Hex, ...]]:
        """Every hex with its neighbours, clockwise, those off the grid left out."""
        if self._near is None:
            self._near = {i: tuple([i + d for d in self.steps if i + d in self._cell]) for i in self._cell}
        return self._near

    def neighbours(self, i: Hex) -> tuple[Hex, ...]:
        """The neighbours of a hex, clockwise from the first direction."""
        return (self._near or self.neighbour_table)[i]

    def toward(self, i: Hex, direction: int) -> Hex:
        """The neighbour in a direction, or -1 off the grid."""
        j = i + self.steps[direction]
        return j if j in self._cell else -1

    def direction(self, a: Hex, b: Hex) -> int:
        """The direction from a hex to its neighbour, or -1 if they are not neighbours."""
        return self._direction.get(b - a, -1) if a in self._cell and b in self._cell else -1

    def is_adjacent(self, a: Hex, b: Hex) -> bool:
        return b - a in self._direction and a in self._cell and b in self._cell

    def _axial(self, i: Hex) -> tuple[int, int]:
        column, row = self._cell[i]
        line, place = (column, row) if self.flat else (row, column)
        return line, place - (line + self._skew) // 2

    def distance(self, a: Hex, b: Hex) -> int:
        """The number of steps from one hex to another on an empty grid."""
        line_a, q_a = self._axial(a)
        line_b, q_b = self._axial(b)
        dl, dq = line_b - line_a, q_b - q_a
        return max(abs(dl), abs(dq), abs(dl + dq))

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """The hexes a straight line crosses from a to b, both included; ties always go to the same side."""
        n = self.distance(a, b)
        if n == 0:
            return [a]
        (la, qa), (lb, qb) = self._axial(a), self._axial(b)
        out = []
        for k in range(n + 1):
            t = k / n
            line, q = la + (lb - la) * t + 1e-6, qa + (qb - qa) * t + 2e-6
            out.append(self._round(line, q))
        return out

    def _round(self, line: float, q: float) -> Hex:
        third = -line - q
        rl, rq, rt = round(line), round(q), round(third)
        dl, dq, dt = abs(rl - line), abs(rq - q), abs(rt - third)
        if dl > dq and dl > dt:
            rl = -rq - rt
        elif dq > dt:
            rq = -rl - rt
        return rl * self.stride + rq

    def disc(self, i: Hex, radius: int) -> HexSet:
        """All hexes within a distance, the centre included."""
        return self.dilate(1 << i, radius)

    def ring(self, i: Hex, radius: int) -> HexSet:
        """All hexes at exactly a distance."""
        if radius == 0:
            return 1 << i
        return self.dilate(1 << i, radius) & ~self.dilate(1 << i, radius - 1)

    # --- sets

    def shift(self, hexes: HexSet, direction: int) -> HexSet:
        """Every hex of a set moved one step; those that leave the grid are lost."""
        step = self.steps[direction]
        return (hexes << step if step > 0 else hexes >> -step) & self.hexes

    def around(self, hexes: HexSet) -> HexSet:
        """Every neighbour of every hex of a set. Members are in it only if they neighbour another member."""
        # The four sideways steps are two pairs that differ by one place, so four shifts do for six.
        up = hexes << 1
        pair = hexes | up
        stride = self.stride
        return (up | hexes >> 1 | pair << stride - 1 | pair >> stride) & self.hexes

    def dilate(self, hexes: HexSet, n: int = 1) -> HexSet:
        """A set grown by n rings."""
        for _ in range(n):
            hexes |= self.around(hexes)
        return hexes

    # --- drawing

    def xy(self, i: Hex) -> tuple[float, float]:
        """The centre of a hex, y downward, in units of the distance from centre to corner; (0, 0) is the
        centre of the north-western cell of an unshifted line."""
        column, row = self._cell[i]
        if self.flat:
            return 1.5 * column, math.sqrt(3) * (row + 0.5 * self._is_shifted(column))
        return math.sqrt(3) * (column + 0.5 * self._is_shifted(row)), 1.5 * row

    def corners(self, i: Hex) -> list[tuple[float, float]]:
        """The six corners, clockwise; corner k and k+1 bound the side in direction k."""
        x, y = self.xy(i)
        first = -120 if self.flat else -90
        angles = (math.radians(first + 60 * k) for k in range(6))
        return [(x + math.cos(a), y + math.sin(a)) for a in angles]

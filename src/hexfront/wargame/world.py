"""What never changes in a game of counters on hexes, under the names that every game uses.

| word | means |
|---|---|
| `w.name(unit)` | a counter's name as people say it |
| `w.piece(unit)` | its id in views, logs and packs; the same as its name unless a game gives both |
| `w.names_of(units)` | several of them: the last after "and" |
| `w.label(hex)` | the printed number of a hex, "" for none |
| `w.title(hex)` | a hex as people say it: its place and number, or its number |
| `w.near(hex)` | the hexes next to a hex; none if it is not a hex |
| `w.unit(name)`, `w.hex(name)` | the other way round; an unknown name is refused |
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hexfront.errors import BadData, UnknownName
from hexfront.hexes import Board, Grid, Hex, HexSet, bits, union
from hexfront.kernel import Battle, Seat, Setup, World
from hexfront.words import listed

KEPT = 4096
"""At most this many answers are remembered under one name."""
FAR = 5
"""`distances` looks as far as this."""


class Kept(dict[Any, Any]):
    """Answers that depend on their key alone; emptied when there are many."""

    __slots__ = ()

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) > KEPT:
            self.clear()
        super().__setitem__(key, value)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]


class _Around(dict[Hex, HexSet]):
    """The hexes next to each hex as a set, made when first asked for: on a large map all of them would fill the memory."""

    def __init__(self, neighbours: dict[Hex, tuple[Hex, ...]]) -> None:
        self._neighbours = neighbours

    def __missing__(self, h: Hex) -> HexSet:
        found = self[h] = union(self._neighbours[h])
        return found


class CounterWorld(World):
    """Board and counters of one set-up. A counter is a number; what is printed on it is kept in lists by that number."""

    seats: ClassVar[tuple[Seat, ...]]
    """The seat of each side; sides are numbers from 0."""

    def __init__(self, setup: Setup, board: Board) -> None:
        super().__init__(setup)
        self.board = board
        self.grid: Grid = board.grid
        self.land: HexSet = board.land
        self.piece_ids: list[str] = []
        self.names: list[str] = []
        self.side: list[int] = []
        self.combat: list[bool] = []
        self.full: list[int] = []
        self.number: dict[str, int] = {}
        self.alone: tuple[tuple[Seat, ...], ...] = tuple((seat,) for seat in self.seats)
        """By side: the seat that decides for it. Empty where several share a side: then `seat_at` says which."""
        self.units_of: tuple[list[int], ...] = tuple([] for _ in self.seats)
        self.neighbours: dict[Hex, tuple[Hex, ...]] = self.grid.neighbour_table
        self.around: dict[Hex, HexSet] = _Around(self.neighbours)
        self.caches: dict[str, Kept] = {}
        self._labels = {h: board.label(h) for h in self.neighbours}
        self._titles: dict[Hex, str] = {}
        self._distances: dict[Hex, dict[Hex, int]] = {}
        self._discs: dict[tuple[Hex, int], HexSet] = {}

    # --- counters

    def add(self, piece: str, side: int, full: int = 1, combat: bool = True, name: str = "") -> int:
        """Add a counter: its id, its side (-1 for nobody's), its steps at full strength, whether it fights, and its
        name if that is not its id."""
        if piece in self.number:
            raise BadData(f"units: the counter {piece!r} is there twice.")
        number = self.number[piece] = len(self.names)
        self.piece_ids.append(piece)
        self.names.append(name or piece)
        self.side.append(side)
        self.full.append(full)
        self.combat.append(combat)
        if side >= 0:
            self.units_of[side].append(number)
        return number

    def seat_at(self, s: Any, side: int) -> Seat:
        """The seat that decides for a side now, in a game in which several may share it."""
        return self.seats[side]

    def is_unit(self, u: int) -> bool:
        """Whether there is a counter of this number."""
        return 0 <= u < len(self.names)

    def name(self, u: int) -> str:
        return self.names[u]

    def piece(self, u: int) -> str:
        return self.piece_ids[u]

    def names_of(self, units: Iterable[int]) -> str:
        return listed(self.names[u] for u in units)

    def battle(
        self,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...] = (),
        odds: str = "",
        roll: str = "",
        result: str = "",
        words: str = "",
    ) -> Battle:
        """The card of a battle: who fights whom, and whatever else is known of it."""
        side = self.seats[self.side[attackers[0]]] if attackers else ""
        one, other = (tuple([self.piece(u) for u in units]) for units in (attackers, defenders))
        return Battle(side, one, other, odds=odds, roll=roll, result=result, words=words)

    def unit(self, name: str) -> int:
        """The number of a counter."""
        try:
            return self.number[name]
        except KeyError:
            raise UnknownName(f"There is no counter {name!r}.") from None

    # --- hexes

    def is_hex(self, h: Hex) -> bool:
        """Whether there is a hex of this number."""
        return h in self.neighbours

    def label(self, h: Hex) -> str:
        return self._labels.get(h, "")

    def title(self, h: Hex) -> str:
        found = self._titles.get(h)
        if found is None:
            found = self._titles[h] = self.board.name(h) if h in self.neighbours else "?"
        return found

    def near(self, h: Hex) -> tuple[Hex, ...]:
        return self.neighbours.get(h, ())

    def hex(self, name: str) -> Hex:
        """The hex of a place, by its name or printed number."""
        try:
            return self.board.hex(name)
        except UnknownName:
            try:
                return self.board.index(name)
            except BadData:
                raise UnknownName(f"The map has no place or hex {name!r}.") from None

    def find(self, name: str) -> Hex:
        """The hex of a place, or -1 where the map has none of that name."""
        try:
            return self.board.hex(name)
        except UnknownName:
            return -1

    def distances(self, h: Hex) -> dict[Hex, int]:
        """How far the hexes around a hex are from it, up to five."""
        found = self._distances.get(h)
        if found is None:
            found = self._distances[h] = {}
            for radius in range(FAR + 1):
                for n in bits(self.grid.ring(h, radius)):
                    found[n] = radius
        return found

    def disc(self, h: Hex, radius: int) -> HexSet:
        """All hexes within a distance."""
        found = self._discs.get((h, radius))
        if found is None:
            found = self._discs[h, radius] = self.grid.disc(h, radius)
        return found

    # --- answers kept

    def cache(self, name: str) -> Kept:
        """A store for answers that depend on their key alone."""
        store = self.caches.get(name)
        if store is None:
            store = self.caches[name] = Kept()
        return store

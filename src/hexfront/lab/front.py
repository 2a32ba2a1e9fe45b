"""Who holds the ground: read off where units stand, and off the front lines that history drew.

At first a land hex belongs to the side whose nearest unit is nearer, by land, than any of another side; where two are
as near it belongs to nobody. From then on a hex stays with its side until another comes within three hexes and is
nearer, or until it is conquered land cut off from all units of its side. That needs no rule of any game, so it
serves all of them alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from hexfront.cartography import Art
from hexfront.cartography.paths import points_of
from hexfront.hexes import Board, Hex, HexSet, bits

WATER = ("sea", "ocean", "lake", "water", "off")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def land_of(board: Board) -> HexSet:
    """The hexes that can be held."""
    land = board.on_map
    for kind in WATER:
        if kind in board.terrain:
            land &= ~board.terrain[kind]
    return land


def ground(board: Board, land: HexSet, stood: Mapping[str, HexSet], reach: int = 1000) -> dict[str, HexSet]:
    """The hexes nearer to each side's units than to any other's, and no further off than `reach`."""
    taken = 0
    held, edge = dict(stood), dict(stood)
    for hexes in stood.values():
        taken |= hexes
    while any(edge.values()) and reach:
        found = {side: board.grid.around(hexes) & land & ~taken for side, hexes in edge.items()}
        seen = shared = 0
        for hexes in found.values():
            shared |= seen & hexes
            seen |= hexes
        taken |= seen
        reach -= 1
        for side, hexes in found.items():
            edge[side] = hexes & ~shared
            held[side] |= edge[side]
    return {side: hexes & land for side, hexes in held.items()}


class Ground:
    """Who holds what, followed from turn to turn."""

    REACH = 3

    def __init__(self, board: Board, land: HexSet) -> None:
        self.board, self.land = board, land
        self.held: dict[str, HexSet] = {}
        self._first: dict[str, HexSet] = {}

    def follow(self, stood: Mapping[str, HexSet]) -> dict[str, HexSet]:
        """The hexes each side holds, now that units stand here."""
        if not self.held:
            self.held = self._first = ground(self.board, self.land, stood)
            return self.held
        near = ground(self.board, self.land, stood, self.REACH)
        claimed = 0
        for hexes in near.values():
            claimed |= hexes
        self.held = {side: hexes & ~claimed | near[side] for side, hexes in self.held.items()}
        for side in self.held:
            for part in parts(self.board, self.held[side]):
                if not part & stood[side] and not part & self._first[side]:
                    self._give(part, side)
        return self.held

    def _give(self, part: HexSet, loser: str) -> None:
        """Land cut off goes to whoever holds most around it."""
        around = self.board.grid.around(part)
        others = {side: (hexes & around).bit_count() for side, hexes in self.held.items() if side != loser}
        winner = max(others, key=lambda side: others[side])
        if others[winner]:
            self.held[loser] &= ~part
            self.held[winner] |= part


def parts(board: Board, hexes: HexSet) -> Iterator[HexSet]:
    """The connected parts of a set."""
    while hexes:
        part = edge = hexes & -hexes
        while edge:
            edge = board.grid.around(edge) & hexes & ~part
            part |= edge
        yield part
        hexes &= ~part


def centre(board: Board, steps: Mapping[Hex, int]) -> tuple[float, float]:
    """The centre of a side's steps, in hexes."""
    total = sum(steps.values())
    x = y = 0.0
    for i, n in steps.items():
        dx, dy = board.grid.xy(i)
        x, y = x + n * dx, y + n * dy
    return x / total, y / total


# --- history


def day_of(label: str) -> date | None:
    """The first day a turn's label names, if it names a month or season and a year."""
    words = re.findall(r"[a-z]+|\d+", label.lower())
    year = next(
        (
            int(w) if len(w) == 4 else 1900 + int(w)
            for w in reversed(words)
            if re.fullmatch(r"(19)?[34]\d", w)
        ),
        0,
    )
    for n, word in enumerate(words):
        month = SEASONS.get(word) or next((k for k, m in enumerate(MONTHS, 1) if word.startswith(m)), 0)
        if month and year:
            before = words[n - 1] if n else ""
            day = int(before) if before.isdigit() and 1 <= int(before) <= 28 else 1
            return date(year, month, day)
    return None


def day_from(ident: str) -> date | None:
    """The date an id such as 1941-12-05 names; None if it names none."""
    found = re.search(r"(\d{4})-(\d{2})-(\d{2})", ident)
    try:
        return date(*(int(part) for part in found.groups())) if found else None
    except ValueError:
        return None


def turn_of(day: date, starts: Sequence[tuple[int, date]]) -> float | None:
    """Where a day lies among turns, as a number between them; None outside."""
    for (turn, begins), (_, ends) in zip(starts, starts[1:], strict=False):
        if begins <= day < ends:
            return turn + (day - begins).days / (ends - begins).days
    if starts:
        turn, begins = starts[-1]
        if 0 <= (day - begins).days <= 31:
            return turn + (day - begins).days / 31
    return None


def _crosses(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> bool:
    def turn(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def homes(board: Board, land: HexSet, start: Mapping[str, HexSet]) -> dict[str, HexSet]:
    """Each side's rear at the start: the tenth of the land furthest on its side of the middle."""
    reach: dict[str, dict[Hex, int]] = {}
    for side, hexes in start.items():
        found: dict[Hex, int] = {}
        edge, seen, n = hexes, hexes, 0
        while edge:
            found.update(dict.fromkeys(bits(edge), n))
            edge = board.grid.around(edge) & land & ~seen
            seen |= edge
            n += 1
        reach[side] = found
    out = {}
    for side, mine in reach.items():
        others = [far for other, far in reach.items() if other != side]
        safety = {
            i: min(far[i] for far in others) - n
            for i, n in mine.items()
            if land >> i & 1 and all(i in far for far in others)
        }
        furthest = sorted(safety, key=lambda i: (-safety[i], i))[: max(1, land.bit_count() // 10)]
        out[side] = sum(1 << i for i in furthest)
    return out


def behind(
    board: Board, art: Art, path: str, land: HexSet, rear: Mapping[str, HexSet]
) -> dict[str, HexSet] | None:
    """The land on each side of a front line drawn on the map; None if the line does not part the sides."""
    lines = points_of(path)
    segments = [(a, b) for line in lines for a, b in zip(line, line[1:], strict=False)]
    at = {i: art.xy(board, i) for i in bits(land)}
    reach = 2 * art.hex
    cut: set[tuple[Hex, Hex]] = set()
    for a, b in segments:
        low_x, high_x = min(a[0], b[0]) - reach, max(a[0], b[0]) + reach
        low_y, high_y = min(a[1], b[1]) - reach, max(a[1], b[1]) + reach
        for i, (x, y) in at.items():
            if low_x <= x <= high_x and low_y <= y <= high_y:
                for j in board.grid.neighbours(i):
                    if j in at and (i, j) not in cut and _crosses((x, y), at[j], a, b):
                        cut |= {(i, j), (j, i)}
    held = dict.fromkeys(rear, 0)
    left = land
    while left:
        part = edge = left & -left
        while edge:
            following = 0
            for i in bits(edge):
                for j in board.grid.neighbours(i):
                    if left >> j & 1 and (i, j) not in cut:
                        following |= 1 << j
            edge = following & ~part
            part |= edge
        left &= ~part
        shares = {
            side: (part & hexes).bit_count() / max(1, hexes.bit_count()) for side, hexes in rear.items()
        }
        if sum(share > 0.3 for share in shares.values()) > 1:
            return None
        owner = max(shares, key=lambda side: shares[side])
        if shares[owner] > 0:
            held[owner] |= part
    return held

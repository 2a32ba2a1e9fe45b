"""Who holds the ground: read off where units stand, and off the front lines that history drew.

At first a land hex belongs to the side whose nearest unit is nearer, by land, than any of another side; where two are
equally near it belongs to nobody. From then on a hex stays with its side until another comes within three hexes and is
nearer, or until it is conquered land cut off from all units of its side. A side with nothing left on the map goes on
holding what nobody comes near. This needs no rule of any game, so it serves all of them alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from hexfront.cartography import Art
from hexfront.cartography.paths import points_of
from hexfront.hexes import Board, Hex, HexSet, bits

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def ground(board: Board, land: HexSet, stood: Mapping[str, HexSet], reach: int = 1000) -> dict[str, HexSet]:
    """The hexes nearer to each side's units than to any other's, and no farther off than `reach`."""
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


class HeldGround:
    """Who holds what, followed from turn to turn."""

    REACH = 3

    def __init__(self, board: Board, land: HexSet) -> None:
        self.board, self.land = board, land
        self.held: dict[str, HexSet] = {}
        self._first: dict[str, HexSet] = {}

    def follow(self, stood: Mapping[str, HexSet]) -> dict[str, HexSet]:
        """The hexes each side holds, now that its units stand here; nothing until every side has been on the map."""
        if not self.held:
            if not all(stood.values()):
                return {}
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
        """Land that is cut off goes to whoever holds most around it."""
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


class Span(NamedTuple):
    """A turn's days: from `begins` up to, not including, `ends`."""

    turn: int
    begins: date
    ends: date


def _month(word: str) -> int:
    """The month a word names, or the first of a season; 0 for other words."""
    return SEASONS.get(word) or next((k for k, m in enumerate(MONTHS, 1) if word.startswith(m)), 0)


def _words(label: str) -> list[str]:
    return re.findall(r"[a-z]+|\d+", label.lower())


def _year(words: Sequence[str]) -> int:
    """The year named first: winter 1942-43 begins in 1942. A number before a month is a day, not a year."""
    years = [
        word
        for word, after in zip(words, [*words[1:], ""], strict=True)
        if re.fullmatch(r"(19)?[34]\d", word) and not (len(word) == 2 and _month(after))
    ]
    first = next((word for word in years if len(word) == 4), years[0] if years else "")
    return int(first) if len(first) == 4 else 1900 + int(first) if first else 0


def _after(day: date, months: int) -> date:
    """The first day of the month this many months later."""
    count = day.year * 12 + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def day_of(label: str) -> date | None:
    """The first day a turn's label names, if it names a month or season and a year."""
    words = _words(label)
    year = _year(words)
    for n, word in enumerate(words):
        month = _month(word)
        if month and year:
            before = words[n - 1] if n else ""
            first = date(year, month, 1)
            length = (_after(first, 1) - first).days
            return (
                first.replace(day=int(before)) if before.isdigit() and 1 <= int(before) <= length else first
            )
    return None


def end_of(label: str) -> date | None:
    """The day after the last month a label names; a season has three."""
    begins = day_of(label)
    named = [word for word in _words(label) if _month(word)]
    if begins is None or not named:
        return None
    months = (_month(named[-1]) - begins.month) % 12
    return _after(begins, months + (3 if named[-1] in SEASONS else 1))


def spans_of(labels: Sequence[tuple[int, str]], eves: Sequence[date] = ()) -> list[Span]:
    """The days of the turns that have dates: each up to the next, the last to the end of what its label names.

    A game that opens in the middle of its first turn's month begins on the eve that falls there: the set-up is the
    position of that day, and what is left of the turn is its length.
    """
    dated = [(turn, day, end) for turn, label in labels if (day := day_of(label)) and (end := end_of(label))]
    ends = [begins for _, begins, _ in dated[1:]] + [end for _, _, end in dated[-1:]]
    spans = [
        Span(turn, begins, end) for (turn, begins, _), end in zip(dated, ends, strict=True) if begins < end
    ]
    if spans:
        first = spans[0]
        opening = min((day for day in eves if first.begins <= day < first.ends), default=first.begins)
        spans[0] = Span(first.turn, opening, first.ends)
    return spans


def is_eve(name: str) -> bool:
    """Whether a front line is the one before an offensive: Eve of Uranus, Before Case Blue."""
    return name.split(" ")[0] in ("Eve", "Before")


def day_from(ident: str) -> date | None:
    """The date an id such as 1941-12-05 names; None if it names none."""
    found = re.search(r"(\d{4})-(\d{2})-(\d{2})", ident)
    try:
        return date(*(int(part) for part in found.groups())) if found else None
    except ValueError:
        return None


def turn_of(day: date, spans: Sequence[Span]) -> float | None:
    """Where a day lies among the turns, as a number between them; None outside."""
    for turn, begins, ends in spans:
        if begins <= day < ends:
            return turn + (day - begins).days / (ends - begins).days
    return None


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


Halves = tuple[HexSet, HexSet, HexSet]
"""The hexes left of a line, those right of it, and those it runs through, walking along it."""


def halves(board: Board, art: Art, path: str, land: HexSet) -> Halves:
    """The land on each side of a line drawn on the map: by the side of the line's part that is nearest.

    A line need not reach from edge to edge, nor to a coast: what lies beyond its end goes by its last direction.
    """
    segments: list[tuple[float, float, float, float, bool, float]] = []
    for line in points_of(path):
        pairs = [(a, b) for a, b in zip(line, line[1:], strict=False) if a != b]
        bends = [
            (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
            for (a, b), (c, d) in zip(pairs, pairs[1:], strict=False)
        ]
        for n, (((ax, ay), (bx, by)), bend) in enumerate(zip(pairs, [*bends, 0.0], strict=True)):
            segments.append((ax, ay, bx - ax, by - ay, n == 0, bend))
    left = right = along = 0
    near = (0.9 * art.hex) ** 2
    for i in bits(land):
        x, y = art.xy(board, i)
        least, side = float("inf"), 0.0
        for ax, ay, dx, dy, is_first, bend in segments:
            px, py = x - ax, y - ay
            t = (px * dx + py * dy) / (dx * dx + dy * dy)
            cross = dx * py - dy * px
            if t < 0 and not is_first:
                continue  # the corner is nearer, which is the end of the part before
            if t > 1:  # nearest to a corner is what lies on its outer side
                away, turn = (px - dx) ** 2 + (py - dy) ** 2, -bend or cross
            elif t < 0:
                away, turn = px * px + py * py, cross
            else:
                away, turn = cross * cross / (dx * dx + dy * dy), cross
            if away < least:
                least, side = away, turn
        if side < 0:  # the y axis points down: this is left
            left |= 1 << i
        else:
            right |= 1 << i
        if least <= near:
            along |= 1 << i
    return left, right, along


def owners(parted: Halves, rear: Mapping[str, HexSet]) -> dict[str, HexSet] | None:
    """Which side holds which half: the one whose rear lies there; None if the line does not part two sides."""
    if len(rear) != 2:
        return None
    left, right, _ = parted
    first, second = rear

    def lean(side: str) -> float:
        """How much more of a side's rear lies to the left than to the right, as a share."""
        return ((rear[side] & left).bit_count() - (rear[side] & right).bit_count()) / max(
            1, rear[side].bit_count()
        )

    a, b = lean(first), lean(second)
    if a == b or not (left and right):
        return None
    return {first: left, second: right} if a > b else {first: right, second: left}


def parts_the_sides(held: Mapping[str, HexSet], rear: Mapping[str, HexSet]) -> bool:
    """Whether a line divides the whole map: hardly any of a side's rear lies behind the other's front."""
    return all((rear[side] & ~held[side]).bit_count() <= 0.3 * rear[side].bit_count() for side in rear)


def theatre(board: Board, land: HexSet, lines: Sequence[Halves]) -> str:
    """The smallest region that all of some front lines run through for the most part; empty if there is none."""
    found = [
        (hexes & land).bit_count()
        and all(3 * (hexes & along).bit_count() >= 2 * along.bit_count() for *_, along in lines)
        and (hexes & land).bit_count()
        for hexes in board.regions.values()
    ]
    fitting = [(size, name) for size, name in zip(found, board.regions, strict=True) if size]
    return min(fitting)[1] if fitting and lines else ""

"""What a plan or a roll led to, told by what a view shows before and after, and by the game's own words for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile

import msgspec

from hexfront.kernel import View
from hexfront.lab.record import hex_test
from hexfront.words import listed


class Effect(msgspec.Struct, frozen=True, order=True):
    """The effect: steps and pieces lost by side, hexes taken by side, hexes cleared of those who stood there, points
    gained, how many orders fell away; and where nothing of all this came of a pending roll, the game's words for it."""

    steps: tuple[tuple[str, int], ...]
    pieces: tuple[tuple[str, int], ...]
    taken: tuple[tuple[str, tuple[str, ...]], ...]
    cleared: tuple[str, ...]
    points: tuple[tuple[str, float], ...]
    dropped: int
    ended: str
    told: str = ""

    @property
    def is_none(self) -> bool:
        return not (self.steps or self.taken or self.cleared or self.points or self.dropped or self.ended)

    def words(self, names: Mapping[str, str]) -> str:
        """The effect in one line. Sides stand before a colon: some are singular and some plural."""
        by_side: dict[str, list[str]] = {}
        gone = dict(self.pieces)
        for side, n in self.steps:
            lost = _count(n, "step") + (f" and {_count(gone[side], 'piece')}" if side in gone else "")
            by_side.setdefault(side, []).append(f"{lost} lost")
        for side, hexes in self.taken:
            by_side.setdefault(side, []).append(f"{listed(hexes)} taken")
        for side, value in self.points:
            by_side.setdefault(side, []).append(f"{value:+g} point{'s' * (abs(value) != 1)}")
        out = [f"{names.get(side, side)}: {', '.join(parts)}" for side, parts in by_side.items()]
        empty = [at for at in self.cleared if all(at not in hexes for _, hexes in self.taken)]
        if empty:
            out.append(f"{listed(empty)} {'is' if len(empty) == 1 else 'are'} cleared")
        if self.dropped:
            out.append(f"{_count(self.dropped, 'order')} not possible")
        if self.ended:
            out.append(self.ended)
        return "; ".join(out) or self.told or "no effect"


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'s' * (n != 1)}"


def _on_map(view: View) -> dict[str, tuple[str, str, int]]:
    is_hex = hex_test(view.map)
    return {p.id: (p.side, p.at, p.steps) for p in view.pieces if is_hex(p.at)}


def _holders(view: View) -> dict[str, str]:
    """Who holds what, by control marks, and before those by who stands there."""
    held = {m.at: m.side for m in view.markers if m.kind == "control" and m.side}
    held.update((at, side) for side, at, _ in _on_map(view).values())
    return held


class Traces(msgspec.Struct):
    """Single hexes and pieces that an outcome touched."""

    taken: list[str]
    cleared: list[str]
    hurt: list[str]
    destroyed: list[str]


def _cleared(before: View, ready: View, after: View, mine: str) -> set[str]:
    """Hexes where none of the former defenders are left, because they were destroyed or driven back.

    Whoever has gone forward has not been driven back: to where an enemy stood, or, of the side whose plan it is, anywhere once an enemy has
    made room.
    """
    new = _on_map(after)
    stands = {(side, at) for side, at, _ in new.values()}

    def left(view: View, sides: Callable[[str], bool], has_room: bool) -> set[str]:
        old = _on_map(view)
        stood = {(side, at) for side, at, _ in old.values()}
        foes = {at for _, at in stood}
        out = {(side, at) for side, at in stood if sides(side) and (side, at) not in stands}
        for name, (side, at, _) in old.items():
            if (side, at) in out and name in new:
                there = new[name][1]
                if has_room or (there in foes and (side, there) not in stood):
                    out.discard((side, at))
        return {at for _, at in out}

    theirs = left(before, lambda side: side != mine, False)
    return theirs | left(ready, lambda side: side == mine, bool(theirs))


def _losses(before: View, after: View) -> tuple[Counter[str], Counter[str], list[str], list[str]]:
    """Steps and pieces lost by side, and which pieces lost some or all, stocks apart."""
    new = _on_map(after)
    steps, pieces = Counter[str](), Counter[str]()
    hurt, destroyed = [], []
    is_hex = hex_test(before.map)
    for piece in before.pieces:
        gone = piece.steps - (new[piece.id][2] if piece.id in new else 0)
        if gone > 0 and is_hex(piece.at) and not piece.is_stock:
            steps[piece.side] += gone
            hurt.append(piece.id)
            if piece.id not in new:
                pieces[piece.side] += 1
                destroyed.append(piece.id)
    return steps, pieces, hurt, destroyed


def stocks_of(view: View) -> Counter[tuple[str, str]]:
    """What lies on the map in stocks, by side and kind."""
    is_hex = hex_test(view.map)
    out = Counter[tuple[str, str]]()
    for piece in view.pieces:
        if piece.is_stock and is_hex(piece.at):
            out[piece.side, piece.symbol] += piece.steps
    return out


def effect_of(
    before: View, ready: View, after: View, mine: str, dropped: int = 0, lost: Mapping[str, int] | None = None
) -> tuple[Effect, Traces]:
    """What came of it. `ready` is the view when the first roll came, `mine` the side whose plan or luck it is, `lost` what
    was lost of stocks on the way."""
    steps, pieces, hurt, destroyed = _losses(before, after)
    steps.update(lost or {})
    was, now = _holders(before), _holders(after)
    taken: dict[str, list[str]] = {}
    for at, side in now.items():
        if at in was and was[at] != side:
            taken.setdefault(side, []).append(at)
    cleared = sorted(_cleared(before, ready, after, mine))
    gained = {k: v - before.scores.get(k, 0.0) for k, v in after.scores.items()}
    effect = Effect(
        tuple(sorted(steps.items())),
        tuple(sorted(pieces.items())),
        tuple((side, tuple(sorted(hexes))) for side, hexes in sorted(taken.items())),
        tuple(cleared),
        tuple((k, v) for k, v in sorted(gained.items()) if v),
        dropped,
        after.result.reason if after.result is not None else "",
    )
    return effect, Traces([at for hexes in taken.values() for at in hexes], cleared, hurt, destroyed)


def _alike(rows: Sequence[Sequence[str]]) -> int:
    """How many words they all begin with."""
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*rows, strict=False)))


def in_words(told: Iterable[tuple[str, ...]], common: set[str]) -> str:
    """What the game says of outcomes with the same effect: what they have in common once, and then what differs, in one sentence."""
    texts = {next((text for text in each if text not in common), each[-1]) for each in told}
    said = sorted(
        texts, key=lambda text: [x.rjust(9) if x.isdecimal() else x for x in re.findall(r"\d+|\D+", text)]
    )
    split = [text.split(" ") for text in said]
    head = _alike(split)
    tail = _alike([words[head:][::-1] for words in split])
    middles = [" ".join(words[head : len(words) - tail]) for words in split]
    if len(said) == 1 or not (head or tail) or not all(middles):
        return " / ".join(said)
    [mark, *others] = {each[-1] if each[-1] in ".:,;" else "" for each in middles}
    mark = "" if others else mark
    shown = [each.removesuffix(mark) for each in middles]
    middle = (listed(shown, "or") if len(shown) <= 6 else "…") + mark
    return " ".join([*split[0][:head], middle, *split[0][len(split[0]) - tail :]])

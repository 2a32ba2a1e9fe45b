"""Feeding: where bases go, all of them together, by whom they feed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hexfront.hexes import Hex, HexSet
from hexfront.players.operations.holding import FORBIDDEN, Post, assign

AGAIN = 0.2  # worth of feeding somebody from a second base, which the loss of the first does not starve
ROUNDS = 3
AT_HAND = 1000.0  # worth of a site for every base, whatever the march costs


class Sites:
    """Sites for bases: what each feeds, and what else it is worth (safety, the way ahead). `chasers` are units on the move: for each,
    the hexes it may end in and what it is worth to be fed there, the best first.

    `demand` lists sets of hexes, each hex in as many of them as units stand or will stand there; `weights` tells how much
    each set counts.
    """

    def __init__(
        self,
        demand: Sequence[tuple[HexSet, float]],
        feeds: Callable[[Hex], HexSet],
        beside: Callable[[Hex], float],
        chasers: Sequence[Sequence[tuple[Hex, float]]] = (),
    ) -> None:
        self.demand = demand
        self.chasers = chasers
        self._feeds, self._beside = feeds, beside
        self._fed: dict[Hex, HexSet] = {}
        self._extra: dict[Hex, float] = {}
        self._ahead: dict[HexSet, float] = {}

    def fed(self, h: Hex) -> HexSet:
        found = self._fed.get(h)
        if found is None:
            found = self._fed[h] = self._feeds(h)
        return found

    def beside(self, h: Hex) -> float:
        found = self._extra.get(h)
        if found is None:
            found = self._extra[h] = self._beside(h)
        return found

    def needs(self, hexes: HexSet) -> float:
        """How much of the demand lies in these hexes."""
        return sum(weight * (hexes & layer).bit_count() for layer, weight in self.demand)

    def worth(self, h: Hex, others: HexSet) -> float:
        """What a base in a hex is worth beside those that feed `others` already."""
        fed = self.fed(h)
        return (
            self.needs(fed & ~others)
            + AGAIN * self.needs(fed & others)
            + self.ahead(fed | others)
            - self.ahead(others)
            + self.beside(h)
        )

    def ahead(self, fed: HexSet) -> float:
        """What it is worth to those on the move to have supply in these hexes: for each the best of them that it can get to."""
        found = self._ahead.get(fed)
        if found is None:
            found = self._ahead[fed] = sum(
                next((worth for h, worth in hexes if fed >> h & 1), 0.0) for hexes in self.chasers
            )
        return found

    def place(
        self,
        reaches: Mapping[int, Sequence[Hex]],
        fixed: Sequence[Hex] = (),
        stay: Mapping[int, Hex] | None = None,
    ) -> dict[int, Hex]:
        """A hex for each base that can move: the most useful first, then each looked at again while others stand."""
        held = stay or {}
        out: dict[int, Hex] = {}
        for _ in range(len(reaches)):
            others = self._union([*fixed, *out.values()])
            best: tuple[float, int, int] | None = None
            for b, hexes in reaches.items():
                if b in out:
                    continue
                for h in hexes:
                    if h not in out.values() and h not in fixed:
                        key = (self.worth(h, others) + (0.05 if held.get(b) == h else 0.0), -b, -h)
                        if best is None or key > best:
                            best = key
            if best is None:
                break
            out[-best[1]] = -best[2]
        for _ in range(ROUNDS):
            before = dict(out)
            for b in sorted(out):
                self._again(b, reaches, out, fixed, held)
            if out == before:
                break
        return out

    def _again(
        self,
        b: int,
        reaches: Mapping[int, Sequence[Hex]],
        out: dict[int, Hex],
        fixed: Sequence[Hex],
        held: Mapping[int, Hex],
    ) -> None:
        """Look at one base again while the others stand."""
        taken = [*fixed, *(h for x, h in out.items() if x != b)]
        others = self._union(taken)

        def worth(h: Hex) -> float:
            return self.worth(h, others) + (0.05 if held.get(b) == h else 0.0)

        best = max((h for h in reaches[b] if h not in taken), key=lambda h: (worth(h), -h), default=out[b])
        if worth(best) > worth(out[b]) + 1e-9:
            out[b] = best

    def _union(self, hexes: Sequence[Hex]) -> HexSet:
        fed = 0
        for h in hexes:
            fed |= self.fed(h)
        return fed


def shared_out(placed: Mapping[int, Hex], ways: Mapping[int, Mapping[Hex, int]]) -> dict[int, Hex]:
    """The same sites shared out so that all marches together cost least: one base feeds as well as another. `ways` tells what
    each base pays for every hex it can get to."""
    posts = [Post(h, 0.0) for h in placed.values()]

    def value(b: int, post: Post) -> float:
        return AT_HAND - ways[b][post.hex] if post.hex in ways[b] else -FORBIDDEN

    found = assign(posts, list(placed), value)
    return {b: posts[n].hex for b, n in found.items()} if len(found) == len(placed) else dict(placed)


__all__ = ["Sites", "shared_out"]

"""Lines of supply and communication, as sets of hexes: which hexes are open, how far a line grows, what a net of rails
connects, and the way a line takes when it is drawn."""

from __future__ import annotations

from hexfront.hexes import Grid, Hex, HexSet, Sides, flood, reachable, zones


def open_hexes(land: HexSet, enemy: HexSet, zone: HexSet, friends: HexSet, closed: HexSet = 0) -> HexSet:
    """The hexes a line may pass through: land without enemies, out of their zones unless a friendly counter is there,
    and not closed for another reason."""
    return land & ~enemy & ~closed & ~(zone & ~friends)


def grown(grid: Grid, start: HexSet, within: HexSet, steps: int, barred: Sides | None = None) -> HexSet:
    """Every hex within a number of steps of a set, staying `within` and crossing no barred side. Hexes outside
    `within` are not starts."""
    reached = fresh = start & within
    for _ in range(steps):
        fresh = zones(grid, fresh, barred) & within & ~reached
        if not fresh:
            break
        reached |= fresh
    return reached


class Net:
    """Railroads or roads: links between neighbours, along which a line runs as far as they lead."""

    def __init__(self, links: Sides) -> None:
        grid = links.grid
        self.links = links
        self.hexes: HexSet = links.hexes
        # A flood along links is a flood whose every other hexside is barred.
        self.barred = Sides(grid, (grid.hexes,) * 6) - links

    def connected(self, sources: HexSet, within: HexSet) -> HexSet:
        """The hexes of the net that lead to a source; none of a source that is closed itself."""
        return flood(self.links.grid, sources & self.hexes, within & self.hexes, self.barred)


class Growth:
    """Lines grown layer by layer from where they end, as far as is asked for.

    They pass `through` hexes and may begin `into` others, such as one in an enemy zone; the ends always count.
    """

    def __init__(
        self,
        grid: Grid,
        ends: HexSet,
        through: HexSet,
        barred: Sides | None = None,
        into: HexSet | None = None,
    ) -> None:
        self.grid = grid
        self.through, self.barred = through, barred
        self.into = through if into is None else into
        self._around = grid.around if barred is None else barred.around
        self._layers = [ends]
        self._seen = ends

    def distance(self, h: Hex) -> int:
        """How many steps a line from a hex takes, or -1 if there is none."""
        spot = 1 << h
        for steps, layer in enumerate(self._layers):
            if layer & spot:
                return steps
        while self._layers[-1]:
            if self._grow() & spot:
                return len(self._layers) - 1
        return -1

    def _grow(self) -> HexSet:
        last = self._layers[-1]
        if len(self._layers) > 1 and self.into is not self.through:
            last &= self.through
        fresh = self._around(last) & self.into & ~self._seen
        self._seen |= fresh
        self._layers.append(fresh)
        return fresh

    def within(self, steps: int) -> HexSet:
        """Every hex from which a line takes at most this many steps, the ends included."""
        layers = self._layers
        while len(layers) <= steps and layers[-1]:
            self._grow()
        return self._seen if len(layers) <= steps + 1 else reachable(layers[: steps + 1])

    def layers_between(self, h: Hex) -> list[HexSet]:
        """The hexes that shortest lines from the ends to a hex may pass, by their distance from the ends, both left out.

        A few may be among them that only a step across a barred side makes part of such a line.
        """
        found = []
        onward = 1 << h
        for layer in reversed(self._layers[1 : self.distance(h)]):
            onward = self.grid.around(onward) & layer
            found.append(onward)
        return found[::-1]

    def way(self, h: Hex) -> tuple[Hex, ...]:
        """A shortest line from a hex to an end, both included; empty if there is none."""
        steps = self.distance(h)
        if steps < 0:
            return ()
        found = [h]
        for left in reversed(range(steps)):
            here = found[-1]
            onward = self._layers[left] & (self.through if left else -1)
            found.append(
                next(n for n in self.grid.neighbours(here) if onward >> n & 1 and self._joins(n, here))
            )
        return tuple(found)

    def _joins(self, a: Hex, b: Hex) -> bool:
        return self.barred is None or not self.barred.has(a, b)

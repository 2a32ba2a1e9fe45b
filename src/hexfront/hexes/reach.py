"""Floods, zones, ranges and paths over sets of hexes.

Everything here is total and exact, and is tested against a plain breadth-first version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hexfront.hexes.grid import Grid
from hexfront.hexes.sets import Hex, HexSet
from hexfront.hexes.sides import Sides


def flood(grid: Grid, start: HexSet, within: HexSet, barred: Sides | None = None) -> HexSet:
    """Every hex of `within` that `start` connects to without crossing a barred side (start itself if within).

    A first sweep runs straight along both axes, doubling its reach at each shift. After that every round fills
    whole runs along a line by one addition, whose carry runs through a run of ones, and takes one ordinary step in
    all directions, until nothing is new.
    """
    within &= grid.hexes
    reached = start & within
    if not reached:
        return 0
    out, back = grid.stride, grid.stride - 1
    if barred is not None and not barred.hexes & within:
        barred = None
    if barred is None:
        up_into = down_into = out_into = in_into = aback_into = afore_into = within
    else:
        up, down, far, near, aback, afore = barred.open_into
        up_into, down_into, out_into, in_into = within & up, within & down, within & far, within & near
        aback_into, afore_into = within & aback, within & afore
    reached = _run(reached, up_into)
    reached = _sweep(reached, 0, down_into, 1, grid.length)
    reached = _sweep(reached, out_into, in_into, out, grid.lines)
    reached = _sweep(reached, 0, down_into, 1, grid.length)
    while True:
        before = reached
        reached = _run(reached, up_into)
        if barred is None:
            up = reached << 1
            pair = reached | up
            reached |= (up | reached >> 1 | pair << back | pair >> out) & within
        else:
            reached |= (
                reached >> 1 & down_into
                | reached << out & out_into
                | reached >> out & in_into
                | reached << back & aback_into
                | reached >> back & afore_into
            )
        if reached == before:
            return reached


def _run(reached: HexSet, into: HexSet) -> HexSet:
    """Fill upward along lines: the carry of one addition runs to the end of every run of ones."""
    runs = into | reached
    return reached | runs & ~(runs + reached)


def _sweep(reached: HexSet, forth: HexSet, back: HexSet, shift: int, length: int) -> HexSet:
    """Fill straight along one axis, both ways, in as many steps as `length` has binary digits."""
    done = 1
    while done < length:
        if forth:
            reached |= reached << shift & forth | reached >> shift & back
            forth &= forth << shift
        else:
            reached |= reached >> shift & back
        back &= back >> shift
        shift <<= 1
        done <<= 1
    return reached


def zones(grid: Grid, units: HexSet, barred: Sides | None = None) -> HexSet:
    """Every hex next to a unit, zones not reaching across barred sides."""
    return grid.around(units) if barred is None else barred.around(units)


class Costs:
    """What it costs to enter each hex: by the hex itself, plus extra for some sides; some sides are barred.

    `base` maps a cost to the hexes that cost it; a hex in none cannot be entered. `extra` lists surcharges for
    crossing a side; where several apply to one side they add up.
    """

    def __init__(
        self,
        grid: Grid,
        base: Mapping[int, HexSet],
        extra: Sequence[tuple[int, Sides]] = (),
        barred: Sides | None = None,
    ) -> None:
        self.grid = grid
        self.base = {cost: hexes for cost, hexes in sorted(base.items()) if hexes}
        enterable = 0
        for hexes in self.base.values():
            enterable |= hexes
        self.enterable = enterable
        # by surcharge: for each direction, the hexes entered across sides with exactly that surcharge
        classes: dict[int, list[HexSet]] = {0: [enterable] * 6}
        if barred is not None:
            classes[0] = [enterable & ~barred.into(d) for d in range(6)]
        for more, sides in extra:
            grown: dict[int, list[HexSet]] = {}
            for so_far, masks in classes.items():
                for d in range(6):
                    into = sides.into(d)
                    for total, mask in ((so_far, masks[d] & ~into), (so_far + more, masks[d] & into)):
                        grown.setdefault(total, [0] * 6)[d] |= mask
            classes = grown
        self.classes = {more: tuple(masks) for more, masks in sorted(classes.items()) if any(masks)}
        self._windows: dict[tuple[int, int], _Window] = {}

    @classmethod
    def of_steps(cls, grid: Grid, steps: Iterable[tuple[Hex, Hex, int]]) -> Costs:
        """The costs of single steps, each as (from, to, cost); any other step cannot be made."""
        into: dict[Hex, list[tuple[int, int]]] = {}
        for a, b, cost in steps:
            into.setdefault(b, []).append((cost, grid.direction(a, b)))
        base: dict[int, HexSet] = {}
        classes: dict[int, list[HexSet]] = {}
        for b, ways in into.items():
            least = min(ways)[0]
            base[least] = base.get(least, 0) | 1 << b
            for cost, d in ways:
                classes.setdefault(cost - least, [0] * 6)[d] |= 1 << b
        new = cls(grid, base)
        new.classes = {more: tuple(masks) for more, masks in sorted(classes.items())}
        return new

    def window(self, low: int, high: int) -> _Window:
        """The same costs cut down to lines `low` to `high`: short integers are quicker than long ones."""
        key = (low, high)
        found = self._windows.get(key)
        if found is None:
            found = self._windows[key] = _Window(self, low, high)
        return found

    def step(self, a: Hex, b: Hex) -> int | None:
        """The cost of one step between neighbours, or None if it cannot be made."""
        d = self.grid.direction(a, b)
        if d < 0:
            return None
        for more, masks in self.classes.items():
            if masks[d] >> b & 1:
                for cost, hexes in self.base.items():
                    if hexes >> b & 1:
                        return cost + more
        return None


class _Window:
    """Costs on a band of lines, shifted so that the band begins at bit 0, by step in the order of `_moves`."""

    def __init__(self, costs: Costs, low: int, high: int) -> None:
        grid = costs.grid
        self.offset = offset = max(0, low * grid.stride - (low + 1) // 2 - 1)
        mask = (1 << (high + 1) * grid.stride - offset) - 1
        stride = grid.stride
        order = [grid.steps.index(step) for step in (1, -1, stride, -stride, stride - 1, 1 - stride)]
        self.enterable = costs.enterable >> offset & mask
        self.plain = False
        self.classes: list[tuple[int, tuple[HexSet, ...], list[tuple[int, HexSet]]]] = []
        for more, masks in costs.classes.items():
            cuts = tuple(masks[d] >> offset & mask for d in order)
            if any(cuts):
                totals = [(cost + more, hexes >> offset & mask) for cost, hexes in costs.base.items()]
                self.classes.append((totals[0][0], cuts, totals))
        if len(self.classes) == 1:
            self.plain = set(self.classes[0][1]) == {self.enterable}


class Zone(NamedTuple):
    """Hexes that slow a unit down: leaving one costs `leave` more, and unless `crosses`, no step goes from one of them
    straight into another."""

    hexes: HexSet
    leave: int = 0
    crosses: bool = True

    def step(self, a: Hex, b: Hex) -> int | None:
        """What a step costs on top, or None if it cannot be made."""
        if not self.hexes >> a & 1:
            return 0
        return None if self.hexes >> b & 1 and not self.crosses else self.leave


def ranges(
    grid: Grid,
    start: Hex,
    costs: Costs,
    limit: int,
    stop: HexSet = 0,
    within: HexSet | None = None,
    zone: Zone | None = None,
) -> list[HexSet]:
    """The hexes by cheapest cost: element k of the list holds those reached for exactly k points, up to `limit`.

    A unit that enters a hex of `stop` goes no further; standing in one at the start does not hold it. Hexes that are not
    `within` cannot be entered, and a `zone` slows it down.
    """
    column, row = grid.cell(start)
    line = column if grid.flat else row
    window = costs.window(max(0, line - limit), min(grid.lines - 1, line + limit))
    offset = window.offset
    out, back = grid.stride, grid.stride - 1
    classes, plain = window.classes, window.plain
    layers = [0] * (limit + 1)
    layers[0] = fresh = 1 << start - offset
    new = window.enterable & ~fresh  # not reached yet
    if within is not None:
        new &= within >> offset
    if zone is not None:
        _zoned(grid, window, layers, new, ~(stop >> offset), zone._replace(hexes=zone.hexes >> offset))
        return [layer << offset for layer in layers] if offset else layers
    go_on = ~(stop >> offset)
    left = limit
    for spent in range(limit):
        if spent:
            layers[spent] = fresh = layers[spent] & new
            if not fresh:
                left -= 1
                continue
            new ^= fresh
            fresh &= go_on
        if fresh:
            up = fresh << 1
            if plain:
                pair = fresh | up
                near = (up | fresh >> 1 | pair << back | pair >> out) & new
                for total, hexes in classes[0][2]:
                    if total > left:
                        break
                    layers[spent + total] |= near & hexes
            else:
                down, far, near_in = fresh >> 1, fresh << out, fresh >> out
                aback, afore = fresh << back, fresh >> back
                for least, (a, b, c, d, e, f), totals in classes:
                    if least > left:
                        break
                    near = (up & a | down & b | far & c | near_in & d | aback & e | afore & f) & new
                    if near:
                        for total, hexes in totals:
                            if total > left:
                                break
                            layers[spent + total] |= near & hexes
        left -= 1
    if limit:
        layers[limit] &= new
    return [layer << offset for layer in layers] if offset else layers


def _zoned(grid: Grid, window: _Window, layers: list[HexSet], new: HexSet, go_on: HexSet, zone: Zone) -> None:
    """The same where a zone slows units down: those that leave it are counted separately."""
    limit = len(layers) - 1
    for spent in range(limit):
        if spent:
            layers[spent] &= new
            new &= ~layers[spent]
        fresh = layers[spent] if not spent else layers[spent] & go_on
        inside = fresh & zone.hexes
        if fresh ^ inside:
            _step(grid, window, layers, fresh ^ inside, spent, new)
        if inside and spent + zone.leave < limit:
            beyond = new if zone.crosses else new & ~zone.hexes
            _step(grid, window, layers, inside, spent + zone.leave, beyond)
    if limit:
        layers[limit] &= new


def _step(grid: Grid, window: _Window, layers: list[HexSet], fresh: HexSet, spent: int, new: HexSet) -> None:
    """Enter the hexes one step away from some hexes, for this many points spent."""
    out, back = grid.stride, grid.stride - 1
    left = len(layers) - 1 - spent
    up, down, far, near_in = fresh << 1, fresh >> 1, fresh << out, fresh >> out
    aback, afore = fresh << back, fresh >> back
    for least, (a, b, c, d, e, f), totals in window.classes:
        if least > left:
            break
        near = (up & a | down & b | far & c | near_in & d | aback & e | afore & f) & new
        if near:
            for total, hexes in totals:
                if total > left:
                    break
                layers[spent + total] |= near & hexes


def reachable(layers: Sequence[HexSet]) -> HexSet:
    """All hexes of a range, whatever they cost."""
    out = 0
    for layer in layers:
        out |= layer
    return out


def path(
    grid: Grid,
    layers: Sequence[HexSet],
    costs: Costs,
    target: Hex,
    stop: HexSet = 0,
    zone: Zone | None = None,
) -> list[Hex]:
    """A cheapest path to a hex of a range, from start to target; empty if the range does not hold it."""
    spent = next((k for k, layer in enumerate(layers) if layer >> target & 1), None)
    if spent is None:
        return []
    found = [target]
    while spent:
        here = found[-1]
        for before in grid.neighbours(here):
            cost = costs.step(before, here)
            more = 0 if zone is None else zone.step(before, here)
            if cost is None or more is None or cost + more > spent:
                continue
            left = spent - cost - more
            if not layers[left] >> before & 1 or (left and stop >> before & 1):
                continue
            found.append(before)
            spent = left
            break
        else:
            raise AssertionError("a range without a path")
    return found[::-1]

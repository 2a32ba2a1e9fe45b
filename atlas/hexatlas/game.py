"""One game's map settings: projection, grid, quoted places and the smooth nudge that obeys them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .gazetteer import Gazetteer, GazetteerError, load_gazetteer
from .grid import Grid, Key
from .paths import GAMES
from .projection import Floats, Projection


@dataclass
class Game:
    """A game file, read. `table` is the whole TOML document."""

    id: str
    table: dict[str, Any]
    gazetteer: Gazetteer

    @cached_property
    def projection(self) -> Projection:
        """The plain projection, without the nudge."""
        return Projection.from_table(self.table["projection"])

    @cached_property
    def grid(self) -> Grid:
        """The hex grid."""
        return Grid.from_table(self.table["grid"])

    @property
    def date(self) -> str:
        """The day whose borders the map shows."""
        return str(self.table.get("date", "1941-06-21"))

    def anchor_point(self, anchor: dict[str, Any]) -> tuple[float, float]:
        """Latitude and longitude of an anchor: a quoted place, or a point of the coast."""
        return self.gazetteer.point(anchor["place"] if "place" in anchor else anchor["at"])

    @cached_property
    def anchors(self) -> list[tuple[str, tuple[float, float], Key, bool]]:
        """Name, position, hex and whether the rulebook quotes it (else it only shapes the nudge)."""
        out = []
        for anchor in self.table.get("anchor", []):
            if "side" in anchor:
                continue
            name = anchor.get("name") or anchor.get("place")
            if name is None:
                raise GazetteerError(f"{self.id}: an anchor without name or place")
            out.append(
                (name, self.anchor_point(anchor), self.grid.key(anchor["hex"]), bool(anchor.get("quoted")))
            )
        return out

    @cached_property
    def _nudge(self) -> tuple[Floats, Floats, float]:
        """Centres, weights and width of the Gaussian displacement that brings anchors into their hexes.

        Each anchor is moved by the smallest step that puts it inside its hex, a margin away from the rim;
        an anchor that already lies there holds still.
        """
        sigma = float(self.table.get("nudge", {}).get("sigma", 2.5))
        margin = float(self.table.get("nudge", {}).get("margin", 0.72))
        found, goals = [], []
        for _, point, key, _ in self.anchors:
            found.append(self._plain(point))
            goals.append(_inside(self.grid, key, found[-1], margin))
        for anchor in self.table.get("anchor", []):
            if "side" in anchor:
                # A strait is brought onto its hexside.
                ends = np.array([self.grid.centre(self.grid.key(label)) for label in anchor["side"]])
                found.append(self._plain(self.anchor_point(anchor)))
                goals.append(ends.mean(axis=0))
        if not found:
            return np.zeros((0, 2)), np.zeros((0, 2)), sigma
        points, wanted = np.array(found), np.array(goals)
        kernel = np.exp(-((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2) / (2 * sigma**2))
        weights = np.linalg.solve(kernel + 1e-6 * np.eye(len(points)), wanted - points)
        return points, weights, sigma

    def _plain(self, point: tuple[float, float]) -> Floats:
        u, v = self.projection.forward(np.array(point[0]), np.array(point[1]))
        return np.array([float(u), float(v)])

    def project(self, lat: Any, lon: Any) -> tuple[Floats, Floats]:
        """Latitude, longitude (numbers or arrays) -> map coordinates, with the nudge."""
        u, v = self.projection.forward(np.asarray(lat, dtype=float), np.asarray(lon, dtype=float))
        return self._displaced(u, v)

    def _displaced(self, u: Floats, v: Floats) -> tuple[Floats, Floats]:
        centres, weights, sigma = self._nudge
        du, dv = np.zeros_like(u), np.zeros_like(v)
        for (cu, cv), (wu, wv) in zip(centres, weights, strict=True):
            g = np.exp(-((u - cu) ** 2 + (v - cv) ** 2) / (2 * sigma**2))
            du, dv = du + g * wu, dv + g * wv
        return u + du, v + dv

    def unproject(self, u: Any, v: Any) -> tuple[Floats, Floats]:
        """Map coordinates -> latitude, longitude: the inverse of `project` by a few fixed-point steps."""
        u, v = np.asarray(u, dtype=float), np.asarray(v, dtype=float)
        pu, pv = u.copy(), v.copy()
        for _ in range(8):
            qu, qv = self._displaced(pu, pv)
            pu, pv = pu + (u - qu), pv + (v - qv)
        return self.projection.inverse(pu, pv)

    def hex_of(self, lat: float, lon: float) -> Key:
        """The hex of a point on the ground."""
        u, v = self.project(lat, lon)
        return self.grid.hex_at(float(u), float(v))

    @cached_property
    def place_moves(self) -> dict[str, Key]:
        """Places whose hex the game file fixes by hand (quoted, or to keep two cities apart)."""
        moves = {a["place"]: self.grid.key(a["hex"]) for a in self.table.get("anchor", []) if "place" in a}
        for move in self.table.get("move", []):
            if not move.get("reason"):
                raise GazetteerError(f"{self.id}: move of {move['place']} has no reason")
            moves[move["place"]] = self.grid.key(move["hex"])
        return moves

    def place_hex(self, name: str) -> Key:
        """The hex of a gazetteer place on this map."""
        if name in self.place_moves:
            return self.place_moves[name]
        return self.hex_of(*self.gazetteer.point(name))

    def hexes(self, spec: list[str]) -> list[Key]:
        """Hexes from a list of labels; "0412..0614" is the block of those columns and rows."""
        out: list[Key] = []
        for item in spec:
            if ".." not in item:
                out.append(self.grid.key(item))
                continue
            (c1, r1), (c2, r2) = (self.grid.key(part) for part in item.split(".."))
            out.extend(
                (c, r)
                for c in range(min(c1, c2), max(c1, c2) + 1)
                for r in range(min(r1, r2), max(r1, r2) + 1)
                if self.grid.is_on((c, r))
            )
        return out


def _inside(grid: Grid, key: Key, point: Floats, margin: float) -> Floats:
    """The point of a shrunken hex that is nearest to a point."""
    u, v = float(point[0]), float(point[1])
    cu, cv = grid.centre(key)
    ring = [(cu + margin * (x - cu), cv + margin * (y - cv)) for x, y in grid.corners(key)]
    inside = True
    best, best_distance = point, float("inf")
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (bx - ax) * (v - ay) - (by - ay) * (u - ax) < 0:
            inside = False
        t = ((u - ax) * (bx - ax) + (v - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        t = min(1.0, max(0.0, t))
        x, y = ax + t * (bx - ax), ay + t * (by - ay)
        distance = (x - u) ** 2 + (y - v) ** 2
        if distance < best_distance:
            best, best_distance = np.array([x, y]), distance
    return point if inside else best


def load_game(game_id: str, gazetteer: Gazetteer | None = None, folder: Path = GAMES) -> Game:
    """Read ``atlas/games/<id>.toml``."""
    table = tomllib.loads((folder / f"{game_id}.toml").read_text(encoding="utf-8"))
    if table.get("id") != game_id:
        raise GazetteerError(f"{game_id}.toml: id is {table.get('id')!r}")
    return Game(game_id, table, gazetteer or load_gazetteer())

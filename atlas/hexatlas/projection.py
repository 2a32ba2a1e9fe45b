"""Map projections by their formulas: a sphere is ample for hexes of 50 km and more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
EARTH = 6_371_007.0
"""Radius of the authalic sphere in metres."""


def great_circle(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Kilometres between two points of latitude and longitude."""
    lat1, lon1, lat2, lon2 = map(np.radians, (*a, *b))
    h = np.sin((lat2 - lat1) / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
    return float(2 * EARTH / 1000 * np.arcsin(np.sqrt(h)))


@dataclass(frozen=True)
class Projection:
    """A plane projection in units of `scale` metres, followed by an affine map onto map coordinates.

    Kinds: ``lcc`` (Lambert conformal conic on two parallels), ``laea`` (Lambert azimuthal equal-area, for maps
    of an ocean), ``mercator``, ``miller`` and ``plate`` (equirectangular, true at the origin's latitude).
    """

    kind: str
    origin: tuple[float, float]
    parallels: tuple[float, float]
    scale: float
    matrix: tuple[tuple[float, float], tuple[float, float]]
    offset: tuple[float, float]

    @classmethod
    def from_table(cls, table: dict[str, Any]) -> Projection:
        """A projection from the ``[projection]`` table of a game file."""
        matrix = table.get("matrix", [[1.0, 0.0], [0.0, 1.0]])
        if "rotate" in table:
            a = np.radians(table["rotate"])
            matrix = [[float(np.cos(a)), float(-np.sin(a))], [float(np.sin(a)), float(np.cos(a))]]
        return cls(
            table["kind"],
            (float(table["origin"][0]), float(table["origin"][1])),
            (float(table.get("parallels", [0, 0])[0]), float(table.get("parallels", [0, 0])[1])),
            float(table["scale"]),
            ((matrix[0][0], matrix[0][1]), (matrix[1][0], matrix[1][1])),
            (float(table["offset"][0]), float(table["offset"][1])),
        )

    def _cone(self) -> tuple[float, float, float]:
        p1, p2 = np.radians(self.parallels)
        t1, t2 = np.tan(np.pi / 4 + p1 / 2), np.tan(np.pi / 4 + p2 / 2)
        n = float(np.sin(p1)) if p1 == p2 else float(np.log(np.cos(p1) / np.cos(p2)) / np.log(t2 / t1))
        f = float(np.cos(p1) * t1**n / n)
        rho0 = float(f / np.tan(np.pi / 4 + np.radians(self.origin[0]) / 2) ** n)
        return n, f, rho0

    def plane(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """East and south of the origin, in units of `scale`."""
        k = EARTH / self.scale
        phi = np.radians(np.clip(lat, -89.0, 89.5))
        lam = np.radians((np.asarray(lon) - self.origin[1] + 180.0) % 360.0 - 180.0)
        phi0 = np.radians(self.origin[0])
        if self.kind == "lcc":
            n, f, rho0 = self._cone()
            rho = f / np.tan(np.pi / 4 + phi / 2) ** n
            return k * rho * np.sin(n * lam), -k * (rho0 - rho * np.cos(n * lam))
        if self.kind == "laea":
            apart = np.sin(phi0) * np.sin(phi) + np.cos(phi0) * np.cos(phi) * np.cos(lam)
            f = k * np.sqrt(2 / np.maximum(1 + apart, 1e-3))
            north = np.cos(phi0) * np.sin(phi) - np.sin(phi0) * np.cos(phi) * np.cos(lam)
            return f * np.cos(phi) * np.sin(lam), -f * north
        if self.kind == "plate":
            return k * lam * np.cos(phi0), -k * (phi - phi0)
        b = 0.8 if self.kind == "miller" else 1.0
        if self.kind not in ("miller", "mercator"):
            raise ValueError(f"unknown projection {self.kind}")
        y, y0 = (np.log(np.tan(np.pi / 4 + b * p / 2)) / b for p in (phi, phi0))
        return k * lam, -k * (y - y0)

    def _apart(self, outline: Floats) -> Floats:
        """The cosine of the angle between the origin and each point of an outline."""
        phi, lam = np.radians(outline[:, 0]), np.radians(outline[:, 1] - self.origin[1])
        phi0 = np.radians(self.origin[0])
        return np.asarray(np.sin(phi0) * np.sin(phi) + np.cos(phi0) * np.cos(phi) * np.cos(lam))

    def is_torn(self, outline: Floats) -> bool:
        """Whether an outline reaches near the point opposite the origin, which an azimuthal map draws all round its rim."""
        return self.kind == "laea" and bool(self._apart(outline).min() < np.cos(np.radians(150.0)))

    def is_beyond(self, outline: Floats) -> bool:
        """Whether an outline lies wholly on the far side of the earth, of which an azimuthal map shows nothing."""
        return self.kind == "laea" and bool(self._apart(outline).max() < np.cos(np.radians(105.0)))

    def plane_inverse(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Latitude and longitude of a point given east and south of the origin."""
        k = EARTH / self.scale
        xx, yy = np.asarray(x) / k, -np.asarray(y) / k
        phi0 = np.radians(self.origin[0])
        if self.kind == "lcc":
            n, f, rho0 = self._cone()
            rho = np.sign(n) * np.hypot(xx, rho0 - yy)
            theta = np.arctan2(xx, rho0 - yy)
            phi = 2 * np.arctan((f / rho) ** (1 / n)) - np.pi / 2
            return np.degrees(phi), np.degrees(theta / n) + self.origin[1]
        if self.kind == "laea":
            rho = np.maximum(np.hypot(xx, yy), 1e-12)
            c = 2 * np.arcsin(np.clip(rho / 2, 0, 1))
            phi = np.arcsin(np.cos(c) * np.sin(phi0) + yy * np.sin(c) * np.cos(phi0) / rho)
            lam = np.arctan2(xx * np.sin(c), rho * np.cos(phi0) * np.cos(c) - yy * np.sin(phi0) * np.sin(c))
            return np.degrees(phi), np.degrees(lam) + self.origin[1]
        if self.kind == "plate":
            return np.degrees(phi0 + yy), np.degrees(xx / np.cos(phi0)) + self.origin[1]
        b = 0.8 if self.kind == "miller" else 1.0
        y0 = np.log(np.tan(np.pi / 4 + b * phi0 / 2)) / b
        phi = (2 * np.arctan(np.exp(b * (yy + y0))) - np.pi / 2) / b
        return np.degrees(phi), np.degrees(xx) + self.origin[1]

    def forward(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """Latitude, longitude -> map coordinates (u, v), without any nudge."""
        x, y = self.plane(np.asarray(lat, dtype=float), np.asarray(lon, dtype=float))
        (a, b), (c, d) = self.matrix
        return a * x + b * y + self.offset[0], c * x + d * y + self.offset[1]

    def inverse(self, u: Floats, v: Floats) -> tuple[Floats, Floats]:
        """Map coordinates -> latitude, longitude, without any nudge."""
        (a, b), (c, d) = self.matrix
        uu, vv = np.asarray(u, dtype=float) - self.offset[0], np.asarray(v, dtype=float) - self.offset[1]
        det = a * d - b * c
        return self.plane_inverse((d * uu - b * vv) / det, (a * vv - c * uu) / det)

    def local_scale(self, lat: float, lon: float) -> float:
        """How many kilometres one unit of map coordinates stands for near a point (mean of two axes)."""
        u, v = (float(t) for t in self.forward(np.array(lat), np.array(lon)))
        here = (lat, lon)
        spans = []
        for du, dv in ((0.5, 0.0), (0.0, 0.5)):
            p = self.inverse(np.array(u + du), np.array(v + dv))
            spans.append(2 * great_circle(here, (float(p[0]), float(p[1]))))
        return float(np.sqrt(spans[0] * spans[1]))

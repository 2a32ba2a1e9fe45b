"""How well the plain projection meets the hexes that a rulebook quotes."""

from __future__ import annotations

from math import hypot, sqrt
from typing import Any

import numpy as np

from .game import Game


def fit_report(game: Game) -> dict[str, Any]:
    """Residuals of the plain projection and counts in hex, before and after the nudge.

    Only quoted places count; anchors that merely shape the nudge do not. The nudge brings every anchor into
    its hex by construction, so the residuals before it are the accuracy of the map.
    """
    grid = game.grid
    rows: list[dict[str, Any]] = []
    for name, (lat, lon), key, quoted in game.anchors:
        if not quoted:
            continue
        u, v = (float(x) for x in game.projection.forward(np.array(lat), np.array(lon)))
        nu, nv = (float(x) for x in game.project(lat, lon))
        cu, cv = grid.centre(key)
        plain, nudged = grid.hex_at(u, v), grid.hex_at(nu, nv)
        rows.append(
            {
                "place": name,
                "hex": grid.label(key),
                "plain_hex": grid.label(plain) if grid.is_on(plain) else "",
                "du": round(u - cu, 3),
                "dv": round(v - cv, 3),
                "residual": round(hypot(u - cu, v - cv), 3),
                "in_hex_plain": plain == key,
                "in_hex": nudged == key,
            }
        )
    squares = [row["residual"] ** 2 for row in rows]
    return {
        "projection": game.table["projection"],
        "km": grid.km,
        "quoted": len(rows),
        "rms": round(sqrt(sum(squares) / len(squares)), 3) if rows else None,
        "in_hex_plain": sum(bool(row["in_hex_plain"]) for row in rows),
        "in_hex": sum(bool(row["in_hex"]) for row in rows),
        "residuals": rows,
    }

"""Steps on the map: how strong the sides are, and what they have lost between two views."""

from __future__ import annotations

from hexfront.kernel import View, steps_lost


def strength(view: View) -> dict[str, int]:
    """Steps of each side on the map, as far as the view shows them."""
    labels = {box.id for box in view.boxes}
    found: dict[str, int] = {side.id: 0 for side in view.sides}
    for piece in view.pieces:
        if piece.at and piece.at not in labels:
            found[piece.side] = found.get(piece.side, 0) + piece.steps
    return found


def losses(before: View, after: View) -> dict[str, int]:
    """Steps of each side that stood on the map in one view and are gone from it in a later one."""
    boxes = {box.id for box in after.boxes}
    lost = steps_lost(*([p for p in view.pieces if p.at and p.at not in boxes] for view in (before, after)))
    return {side.id: 0 for side in before.sides} | lost

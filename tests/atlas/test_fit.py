"""How true the projections are, and that the nudge does what it is for."""

from __future__ import annotations

import pytest

from tests.atlas.maptools import load, map_ids

LARGEST_RMS = {"motherland": 0.40, "lebensraum": 0.70}


@pytest.mark.parametrize("map_id", map_ids())
def test_every_quoted_place_is_in_its_hex(map_id: str) -> None:
    fit = load(map_id).fit
    assert fit["in_hex"] == fit["quoted"] == len(fit["residuals"])


@pytest.mark.parametrize("map_id", sorted(set(LARGEST_RMS) & set(map_ids())))
def test_plain_projection(map_id: str) -> None:
    """Residuals before the nudge are the accuracy of the map; they add up to the figure stated."""
    fit = load(map_id).fit
    assert fit["rms"] <= LARGEST_RMS[map_id]
    squares = [row["residual"] ** 2 for row in fit["residuals"]]
    assert abs((sum(squares) / len(squares)) ** 0.5 - fit["rms"]) < 0.001
    assert all(row["hex"] == row["plain_hex"] for row in fit["residuals"] if row["in_hex_plain"])


def test_motherland_fit() -> None:
    fit = load("motherland").fit
    assert fit["quoted"] == 9
    assert fit["in_hex_plain"] >= 8

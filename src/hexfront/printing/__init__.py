"""A game on paper: map in tiles, counters with two sides, cards, briefings, tables and rules as one PDF."""

from __future__ import annotations

from hexfront.printing.kit import PAPERS, PARTS, Kit, make_kit

__all__ = ["PAPERS", "PARTS", "Kit", "make_kit"]

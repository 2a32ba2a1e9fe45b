"""The umpire's calculator behind `hexfront resolve last_war`."""

from __future__ import annotations

from hexfront.wargame import Calculator


class LastWarCalculator(Calculator):
    """To be filled in."""

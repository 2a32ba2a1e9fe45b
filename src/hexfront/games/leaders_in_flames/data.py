"""The data files of the game."""

from __future__ import annotations

from pathlib import Path

from hexfront.wargame import DataFiles

SETUPS: tuple[str, ...] = ()
FILES = DataFiles(
    "Leaders in Flames",
    Path(__file__).parent / "data",
    ("tables", "units", "leaders", "seas", "seams"),
)

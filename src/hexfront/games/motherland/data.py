"""The data files of the game."""

from __future__ import annotations

from pathlib import Path

from hexfront.wargame import DataFiles

MAP = "motherland"
SETUPS = ("barbarossa", "blau", "uranus", "zitadelle")
FILES = DataFiles(
    "For the Motherland!",
    Path(__file__).parent / "data",
    ("tables", "turns", "chits", "units", "arrivals", "assets", "scenarios"),
    {"setups": SETUPS},
)

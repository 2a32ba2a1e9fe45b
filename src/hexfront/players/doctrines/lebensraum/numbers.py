"""Lebensraum!: the numbers of the doctrine, from `numbers.toml`, which says what each of them is."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfront.games.lebensraum.kinds import POWERS
from hexfront.players.plan import Numbers
from hexfront.wargame import read_toml

_FILE = msgspec.convert(read_toml(Path(__file__).with_name("numbers.toml")), dict[str, Numbers])
NUMBERS: tuple[Numbers, ...] = tuple(_FILE["all"] | _FILE.get(name, {}) for name in POWERS)
"""By power."""

__all__ = ["NUMBERS"]

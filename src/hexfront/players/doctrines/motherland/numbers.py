"""For the Motherland!: the numbers of the doctrine, from `numbers.toml`, which says what each of them is."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfront.players.plan import Numbers
from hexfront.wargame import read_toml


class Standing(msgspec.Struct, frozen=True):
    """How a place to stand is measured, for both sides alike."""

    relieved: float
    guard: float
    stays: float
    last_gap: float
    shift: float
    prize: float
    boldness: float
    terrain: float
    city: float
    outnumbered: float
    dread: float
    daring: float
    edge_slope: float
    edge_middle: float
    edge_base: float


class Results(msgspec.Struct, frozen=True):
    """How results of combat are measured."""

    thrown_back: float
    stuck_far: float
    stuck_near: float
    driven: float
    refused: float
    hold: float
    hold_point: float
    hold_early: float
    hold_base: float
    hold_attack: float
    last_step: float
    patience: float


class Usual(msgspec.Struct, frozen=True):
    """By how much the Axis usually leads on each turn of a long war, and how much a lead beyond it counts."""

    leads: list[float]
    counts: float


class File(msgspec.Struct, frozen=True):
    """All of `numbers.toml`."""

    axis: Numbers
    soviet: Numbers
    axis_later: Numbers
    soviet_later: Numbers
    standing: Standing
    results: Results
    usual: dict[str, Usual]


NUMBERS = msgspec.convert(read_toml(Path(__file__).with_name("numbers.toml")), File)

__all__ = ["NUMBERS", "Results", "Standing", "Usual"]

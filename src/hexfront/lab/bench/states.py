"""Copying, writing and reading a state of 300 units, against a deep copy of the same in dataclasses."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from hexfront.games import get
from hexfront.lab.bench import Figures, against, entry, microseconds
from hexfront.lab.playout import playout


@dataclass
class Unit:
    name: str
    side: str
    at: int
    steps: int
    moved: bool = False


@dataclass
class Plain:
    turn: int
    plans: dict[str, str]
    units: list[Unit] = field(default_factory=list)
    held: dict[str, set[int]] = field(default_factory=dict)
    unit_at: dict[int, int] = field(default_factory=dict)


def army(side: str, units: int) -> list[list[Any]]:
    """A side of this many units in columns on the great plain, one in five of them in reserve."""
    columns = range(3, 50, 3) if side == "blue" else range(48, 1, -3)
    places = [(c, r) for c in columns for r in range(1, 51, 2)][:units]
    return [[f"{side} {c}/{r}", 2, 4, "" if r % 10 == 5 else f"{c:02d}{r:02d}"] for c, r in places]


def plain_setup(units: int) -> Any:
    """Skirmish on 50 by 50 hexes with this many units, as a pack laid over its own scenario."""
    change = {"map": "skirmish_plain", "turns": 8}
    armies = {side: army(side, units // 2) for side in ("blue", "red")}
    return get("skirmish").setup(pack={"data": {"crossing": {**change, **armies}}})


def _state(units: int) -> Any:
    game = get("skirmish")
    return playout(game, plain_setup(units), 1, limit=200).state


@entry("clone")
def clone() -> Figures:
    """Copying a position of 300 units, against copying one of plain objects."""
    s = _state(300)
    assert len(s.where) == 300
    w = s.world
    units = [Unit(n, w.seats[w.side[u]], s.where[u], s.steps[u]) for u, n in enumerate(w.names)]
    held = {seat: {s.where[u] for u in w.units_of[side]} for side, seat in enumerate(w.seats)}
    plain = Plain(s.turn, dict(s.plans), units, held, {h: units[0] for h, units in s.stack.items()})
    return against(s.clone, lambda: copy.deepcopy(plain))


def _without_pack() -> Any:
    """The same state, its world that of the plain set-up: a pack would be written out with it."""
    game, s = get("skirmish"), _state(300)
    s.world = game.world(game.setup())
    return s


@entry("encode")
def encode() -> Figures:
    """Writing a position of 300 units as JSON."""
    s, codec = _without_pack(), get("skirmish").codec
    return {"us": round(microseconds(lambda: codec.encode(s)), 2)}


@entry("decode")
def decode() -> Figures:
    """Reading it back."""
    s, codec = _without_pack(), get("skirmish").codec
    data = codec.encode(s)
    assert codec.decode(data) == s
    return {"us": round(microseconds(lambda: codec.decode(data)), 2)}

"""Copying, writing and reading a state: one of 300 units, against a deep copy of the same in dataclasses; and the longest
that a random game of each game comes to."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from hexfront.games import get, names
from hexfront.kernel import Codec, Game
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


STEPS, STRIDE = 300, 20
"""Of each scenario's game so many positions are looked at, so many actions apart."""


def positions(game: Game[Any], scenario: str) -> Iterator[Any]:
    """Positions of a random game, one after the other."""
    s = game.start(game.setup(scenario))
    for step in range(STEPS):
        s = playout(game, s.world.setup, f"states/{step}", limit=STRIDE, start=s).state
        yield s
        if not s.agenda:
            break


def _of(name: str) -> Callable[[], Figures]:
    def measure() -> Figures:
        game = get(name)
        codec, longest, size = game.codec, None, 0
        written = read = count = 0.0
        for scenario in game.scenarios:
            afresh: Codec[Any] = Codec(game)
            for s in positions(game, scenario.id):
                began = process_time()
                data = afresh.encode(s)
                between = process_time()
                afresh.decode(data)
                read += process_time() - between
                written += between - began
                count += 1
                if len(data) > size:
                    longest, size = s.clone(), len(data)
        assert longest is not None
        data = codec.encode(longest)
        return {
            "bytes": size,
            "clone_us": round(microseconds(longest.clone), 2),
            "encode_us": round(microseconds(lambda: codec.encode(longest)), 2),
            "decode_us": round(microseconds(lambda: codec.decode(data)), 2),
            "encode_one_after_other_us": round(1e6 * written / count, 1),
            "decode_one_after_other_us": round(1e6 * read / count, 1),
        }

    measure.__doc__ = f"Copying, writing and reading the longest position of random games of {name}; also all, one after the other."
    return measure


for _name in names():
    entry(f"states_{_name}", slow=True)(_of(_name))

"""What a network is shown: a view as planes of hexes and a row of numbers, and each legal action as a row of its own.

Everything is made from the view and the options of one seat, so it holds nothing that seat may not know. All numbers
are 32-bit floats between -10 and 10. `Features.names` says what each plane and column is.

    planes   (P, rows, columns)   the map: terrain, features, who stands where, control
    globals  (G,)                 turn, phase, decision, points, tracks, boxes
    actions  (N, A)               one row a legal action: its kind, its piece, and the map at and around its hex
    cells    (N, 2)               the cell (row · columns + column) of each action's hex and of its piece; -1 for none
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from hexfront.errors import BadData, UnknownName
from hexfront.hexes import Board, bits, load_board
from hexfront.kernel import CONTROL, Decision, Game, Option, Piece, Seat, Setup, View

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

KINDS = (
    "pick", "step", "stop", "target", "join", "commit", "loss", "retreat", "advance", "place", "choose", "pass", "done",
)  # fmt: skip
LIMIT = 10.0
MAX_ACTIONS = 512
"""How many legal actions a position offers at most, where `WIDTHS` says nothing else."""
WIDTHS = {"last_war": {"europe": 2048}, "lebensraum": {"": 2048}, "motherland": {"": 1024}}
"""Where there are more: by game and scenario, "" for its other scenarios. A piece that may be put anywhere on the map
has about 600 places in For the Motherland!; bombers, guards and flak had 928 orders at most in fourteen wars in Europe."""


def width_for(game: Game[Any], setup: Setup) -> int:
    """How many places the list of legal actions has in a game and scenario."""
    widths = WIDTHS.get(game.id, {})
    return widths.get(setup.scenario, widths.get("", MAX_ACTIONS))


class Observation(msgspec.Struct):
    """What a seat sees."""

    planes: Floats
    globals: Floats
    actions: Floats
    cells: Ints


def decisions_of(game: Game[Any]) -> list[str]:
    """The names of a game's decisions."""

    def below(kind: type) -> Iterator[type]:
        each: type
        for each in kind.__subclasses__():
            if f"{each.__module__}.".startswith(f"{game.package}."):
                yield each
            yield from below(each)

    return sorted({each.__name__ for each in below(Decision)})


@lru_cache(maxsize=1024)
def _printed(factors: str) -> float | None:
    found = re.search(r"\d+", factors)
    return float(found.group()) if found else None


def strength(piece: Piece) -> float:
    """The first number printed on a counter; its steps where there is none."""
    value = _printed(piece.factors)
    return float(piece.steps) if value is None else value


class Features:
    """Makes observations of one game in one set-up. The layout depends on these alone, never on the position."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self.game, self.setup = game, setup
        self.side_of = {info.id: info.side or info.id for info in game.seats(setup)}
        first = game.view(game.start(setup), CONTROL)
        try:
            self.board: Board | None = load_board(first.map)
        except UnknownName:
            self.board = None
        self.phases = [phase.id for phase in first.phases]
        self.decisions = decisions_of(game)
        self.turns = [space.number for space in first.turns]
        self._tracks = [track.id for track in first.tracks]
        self._boxes = [box.id for box in first.boxes]
        self._lay_out()
        self.names = {
            "planes": self._plane_names(),
            "globals": self._global_names(),
            "actions": self._action_names(),
        }

    def _lay_out(self) -> None:
        board = self.board
        if board is None:
            self.rows = self.columns = 1
            self.cell: dict[str, int] = {}
            self.static: Floats = np.zeros((0, 1), np.float32)
            self.static_names: list[str] = []
            self.near: Ints = np.full((1, 6), 1, np.int32)
            return
        place = {i: board.grid.cell(i) for i in board.grid}
        self.columns = 1 + max(column for column, _ in place.values())
        self.rows = 1 + max(row for _, row in place.values())
        index = {i: row * self.columns + column for i, (column, row) in place.items()}
        self.cell = {board.label(i): at for i, at in index.items()}
        size = self.rows * self.columns
        sets = {"on map": board.on_map}
        sets |= {f"terrain {kind}": hexes for kind, hexes in sorted(board.terrain.items()) if hexes}
        sets |= {f"feature {name}": hexes for name, hexes in sorted(board.features.items()) if hexes}
        self.static_names = list(sets)
        self.static = np.zeros((len(sets), size), np.float32)
        for k, hexes in enumerate(sets.values()):
            self.static[k, [index[i] for i in bits(hexes)]] = 1
        for name, sides in sorted(board.sides.items()):
            row = np.zeros((1, size), np.float32)
            for i, at in index.items():
                row[0, at] = sum(sides.has(i, j) for j in board.grid.neighbours(i)) / 6
            self.static = np.concatenate([self.static, row])
            self.static_names.append(f"sides {name}")
        # Six neighbours of each cell; `size` stands for "none" and reads as zero.
        self.near = np.full((size, 6), size, np.int32)
        for i, at in index.items():
            near = [index[j] for j in board.grid.neighbours(i)]
            self.near[at, : len(near)] = near

    # --- names

    MOVING = ("my steps", "their steps", "my strength", "their strength", "my control", "their control")

    def _plane_names(self) -> list[str]:
        return [*self.MOVING, *self.static_names]

    def _global_names(self) -> list[str]:
        out = ["turn", "turns left", "mine to decide", "my points", "their points", "my steps", "their steps"]
        out += [f"phase {name}" for name in self.phases]
        out += [f"decision {name}" for name in self.decisions]
        out += [f"track {name}" for name in self._tracks]
        return out + [f"box {name}" for name in self._boxes]

    def _action_names(self) -> list[str]:
        out = [f"kind {kind}" for kind in KINDS]
        out += [
            "ends",
            "cost",
            "has hex",
            "has piece",
            "piece is mine",
            "piece steps",
            "piece strength",
            "distance",
        ]
        planes = self._plane_names()
        for where in ("at", "around", "at piece", "around piece"):
            out += [f"{where}: {name}" for name in planes]
        return out

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of planes, globals, and of one action's row."""
        names = self.names
        return {
            "planes": (len(names["planes"]), self.rows, self.columns),
            "globals": (len(names["globals"]),),
            "actions": (len(names["actions"]),),
        }

    # --- making

    def observe(
        self, view: View, seat: Seat, options: Sequence[Option] = (), decision: str = ""
    ) -> Observation:
        """What a seat sees, and its options now (none if it has nothing to decide)."""
        planes = self._planes(view, seat)
        features = self._actions(view, seat, options, planes)
        cells = np.full((len(options), 2), -1, np.int32)
        at = {piece.id: piece.at for piece in view.pieces}
        for n, option in enumerate(options):
            cells[n] = self.cell.get(option.at, -1), self.cell.get(at.get(option.piece, ""), -1)
        shaped = planes.reshape(len(planes), self.rows, self.columns)
        return Observation(shaped, self._globals(view, seat, planes, decision), features, cells)

    def _planes(self, view: View, seat: Seat) -> Floats:
        mine = self.side_of.get(seat, seat)
        moving = np.zeros((len(self.MOVING), self.rows * self.columns), np.float32)
        for piece in view.pieces:
            at = self.cell.get(piece.at)
            if at is not None:
                k = 0 if piece.side == mine else 1
                moving[k, at] += piece.steps / 4
                moving[2 + k, at] += strength(piece) / 10
        for marker in view.markers:
            at = self.cell.get(marker.at)
            if at is not None and marker.side:
                moving[4 if marker.side == mine else 5, at] = 1
        np.clip(moving, -LIMIT, LIMIT, out=moving)
        return np.concatenate([moving, self.static])

    def _globals(self, view: View, seat: Seat, planes: Floats, decision: str) -> Floats:
        mine = (seat, self.side_of.get(seat, seat))
        last = max(self.turns, default=max(1, view.turn))
        own = sum(value for name, value in view.scores.items() if name in mine)
        theirs = sum(value for name, value in view.scores.items() if name not in mine)
        out = [view.turn / last, (last - view.turn) / last, float(seat in view.active), own / 20, theirs / 20]
        out += [float(planes[0].sum()) / 20, float(planes[1].sum()) / 20]
        out += [float(view.phase == name) for name in self.phases]
        out += [float(decision == name) for name in self.decisions]
        tracks = {track.id: track.value / (track.high or 10) for track in view.tracks}
        boxes = {box.id: (box.count or 0) / 10 for box in view.boxes}
        out += [tracks.get(name, 0.0) for name in self._tracks] + [
            boxes.get(name, 0.0) for name in self._boxes
        ]
        return np.clip(np.array(out, np.float32), -LIMIT, LIMIT)

    def _actions(self, view: View, seat: Seat, options: Sequence[Option], planes: Floats) -> Floats:
        out = np.zeros((len(options), len(self.names["actions"])), np.float32)
        if not options:
            return out
        mine = self.side_of.get(seat, seat)
        pieces = {piece.id: piece for piece in view.pieces}
        count = len(planes)
        spare = np.concatenate([planes, np.zeros((count, 1), np.float32)], axis=1)
        base = len(KINDS) + 8
        for n, option in enumerate(options):
            row = out[n]
            if option.kind in KINDS:
                row[KINDS.index(option.kind)] = 1
            piece = pieces.get(option.piece)
            at = self.cell.get(option.at, -1)
            stands = self.cell.get(piece.at, -1) if piece else -1
            row[len(KINDS) : base] = (
                option.ends,
                (option.cost or 0.0) / 4,
                at >= 0,
                piece is not None,
                piece is not None and piece.side == mine,
                piece.steps / 4 if piece else 0.0,
                strength(piece) / 10 if piece else 0.0,
                self._distance(option.at, piece.at) / 10 if piece and at >= 0 and stands >= 0 else 0.0,
            )
            for k, cell in enumerate((at, stands)):
                if cell >= 0:
                    start = base + 2 * k * count
                    row[start : start + count] = planes[:, cell]
                    row[start + count : start + 2 * count] = spare[:, self.near[cell]].sum(axis=1) / 2
        return np.clip(out, -LIMIT, LIMIT)

    def _distance(self, a: str, b: str) -> int:
        assert self.board is not None
        return self.board.grid.distance(self.board.index(a), self.board.index(b))


def features_for(game: Game[Any], setup: Setup) -> Features:
    """The features of a game in a set-up, made once."""
    key = game.id, setup.key()
    if key not in _made:
        if not [info for info in game.seats(setup) if not info.control]:
            raise BadData(f"{game.title} has no seat to learn for.")
        _made[key] = Features(game, setup)
    return _made[key]


_made: dict[tuple[str, bytes], Features] = {}

"""Hitler Turns East: the doctrine on the operations layer. Lines, posts, goals by date; each Command moved as a whole."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.data import AXIS, HOLD, SOVIET, EastWorld
from hexfront.games.turns_east.state import EastState
from hexfront.hexes import HexSet
from hexfront.kernel import Action, Game
from hexfront.players.doctrines.turns_east.desk import Desk
from hexfront.players.doctrines.turns_east.doctrine import TurnsEastDoctrine
from hexfront.players.doctrines.turns_east.field import Front, Lines, Map
from hexfront.players.doctrines.turns_east.moves import Reach
from hexfront.players.doctrines.turns_east.operate import Posting, Standing, is_attacking
from hexfront.players.doctrines.turns_east.read import Picture
from hexfront.players.operations.holding import FrontLine
from hexfront.players.plan import Numbers
from hexfront.wargame import read_toml

ARRIVE = 3  # hexes from a town that a unit arriving there gets to in time
MAIN = 2.0  # how much more the main effort of the date counts
MARCH = 5  # hexes that a unit comes in two turns: what it can hold in time


class StaffDoctrine(TurnsEastDoctrine):
    """A line for the side, posts for each Command, goals of the date; then every unit by what the whole is worth."""

    def __init__(self, game: Game[EastState]) -> None:
        super().__init__(game)
        self._maps: dict[bytes, Map] = {}
        numbers = read_toml(Path(__file__).with_name("staff.toml"))
        self.lines = {
            (side, how): msgspec.convert(numbers["lines"][side][how], Lines)
            for side in ("axis", "soviet")
            for how in ("defence", "attack")
        }
        self.postings = {
            (side, how): msgspec.convert(numbers["posts"][side][how], Posting)
            for side in ("axis", "soviet")
            for how in ("defence", "attack")
        }
        self.main_effort: dict[str, int] = numbers["effort"]
        self.numbers = (self.numbers[0] | numbers["axis"], self.numbers[1] | numbers["soviet"])
        self.short = (self.short[0] | numbers["axis"], self.numbers[1])

    def map_of(self, w: EastWorld) -> Map:
        found = self._maps.get(w.key)
        if found is None:
            found = self._maps[w.key] = Map(w)
        return found

    def how(self, s: EastState, side: int) -> tuple[str, str]:
        """By which numbers a side stands now."""
        return ("axis", "soviet")[side], "attack" if is_attacking(s, side) else "defence"

    def front(self, d: Desk) -> tuple[Front, FrontLine]:
        """The board and the line of the side, read once an activation."""
        s = d.s
        key = (s.turn, tuple(s.box), d.plan.name)
        return d.memory.once(f"front {d.side}", key, lambda: self._read(d))

    def _read(self, d: Desk) -> tuple[Front, FrontLine]:
        tilt = {d.plan.axis: 1.0 + d.plan.weight} if d.plan.axis else None
        front = Front(d.s, d.side, self.map_of(d.w), tilt)
        reached = d.w.grid.dilate(front.field.own, MARCH)
        if d.side == SOVIET:  # where armies arrive
            reached |= d.w.grid.dilate(d.w.towns & ~d.s.axis_towns & d.w.ussr, ARRIVE)
        x = self.lines[self.how(d.s, d.side)]
        return front, front.line(x, reached, self._supplied(d, front))

    @staticmethod
    def _supplied(d: Desk, front: Front) -> HexSet:
        """Roughly where units of the side are fed: near towns of theirs that give supply."""
        w, s = d.w, d.s
        marked = w.axis_supply & s.axis_towns if d.side == 0 else w.soviet_supply & ~s.axis_towns
        return w.grid.dilate(marked, 4)

    def picture(self, d: Desk, command: int, k: Numbers, units: tuple[int, ...] | None = None) -> Picture:
        front, line = self.front(d)
        posting = self.postings[self.how(d.s, d.side)]
        return Standing(d.s, d.side, command, d.ground, d.plan, k, front, line, posting, units)

    def post_units(
        self, picture: Picture, movers: list[tuple[int, ...]], reaches: list[Reach]
    ) -> dict[int, int]:
        assert isinstance(picture, Standing)
        return picture.post_units(movers, reaches)

    def _standing(self, d: Desk, command: int) -> Standing:
        picture = d.glimpse(command, ())
        assert isinstance(picture, Standing)
        return picture

    def garrison(self, d: Desk) -> Action | None:
        """Garrisons for towns with points; those in towns without are fetched for later."""
        s, points = d.s, d.w.points
        for x in d.all(a.PickUp):
            if s.where[x.unit] not in points:
                return x
        towns = [x for x in d.all(a.Garrison) if s.where[x.army] in points]
        return max(towns, key=lambda x: (points[s.where[x.army]], -x.army), default=None)

    def want(self, d: Desk, command: int) -> float:
        """A replacement goes where posts want most."""
        return self._standing(d, command).wants()

    def assign_order(self, d: Desk, order: int, assigns: list[a.Assign]) -> a.Assign | None:
        """Axis orders go by what an Army Group is after and has for it; on the defensive Soviet ones by who stands before the
        line and has to come back."""
        front, line = self.front(d)
        if d.side == AXIS:
            main = self.main_effort.get(str(d.s.turn), -1)
            want = {
                x.command: front.prospects(x.command) * (MAIN if x.command == main else 1.0) for x in assigns
            }
        elif is_attacking(d.s, SOVIET):
            return None
        else:
            want = {x.command: float(front.exposed(line, x.command)) for x in assigns}
        if order == HOLD:
            return min(assigns, key=lambda x: (want[x.command], x.command))
        return max(assigns, key=lambda x: (want[x.command], -x.command))


__all__ = ["StaffDoctrine"]

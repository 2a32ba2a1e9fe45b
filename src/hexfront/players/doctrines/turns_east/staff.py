"""Hitler Turns East: the doctrine on the operations layer. Lines, posts, goals by date; each Command moved as a whole."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.data import ASSAULT, AXIS, BLITZ, HOLD, SOVIET, EastWorld
from hexfront.games.turns_east.state import EastState, factor, units_at
from hexfront.hexes import Hex, HexSet
from hexfront.kernel import Action, Game
from hexfront.players.doctrines.turns_east.desk import Desk
from hexfront.players.doctrines.turns_east.doctrine import TurnsEastDoctrine
from hexfront.players.doctrines.turns_east.field import Front, Lines, Map
from hexfront.players.doctrines.turns_east.means import worth_of_attacks
from hexfront.players.doctrines.turns_east.moves import Reach
from hexfront.players.doctrines.turns_east.operate import Posting, Standing, is_attacking
from hexfront.players.doctrines.turns_east.read import Picture
from hexfront.players.operations.holding import FrontLine
from hexfront.players.plan import Numbers
from hexfront.wargame import read_toml

ARRIVE = 3  # hexes from a town that a unit arriving there gets to in time
MAIN = 2.0  # how much more the main effort of the date counts
GATE = 3.0  # points that a garrison is worth where Soviet armies could arrive behind the front (5.2.1)
LEAVES = 4  # factors of an army that can leave a garrison
AFTER = 0.03  # how much what an Army Group is after counts beside the attacks it could make now
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
        self.orders = self.orders | {"axis": self.orders["axis"] | numbers["orders"]["axis"]}
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
        """Garrisons for towns with points, and first for cities that Soviet armies would arrive in if they stood empty; those
        that could do more elsewhere are fetched."""
        s, w = d.s, d.w

        def worth(h: Hex) -> float:
            return w.points.get(h, 0) + (GATE if h in w.automatic.values() else 0.0)

        for x in d.all(a.PickUp):
            army = w.parent_of[x.unit]
            at, there = s.where[x.unit], s.where[army]
            able = there >= 0 and factor(s, army) >= LEAVES and w.towns & s.axis_towns & 1 << there
            if not worth(at) or (able and not units_at(s, there) & w.garrisons and worth(there) > worth(at)):
                return x
        towns = [x for x in d.all(a.Garrison) if worth(s.where[x.army])]
        return max(towns, key=lambda x: (worth(s.where[x.army]), -x.army), default=None)

    def want(self, d: Desk, command: int) -> float:
        """A replacement goes where posts want most."""
        return self._standing(d, command).wants()

    def _drive(self, d: Desk, front: Front, command: int, order: int) -> float:
        """What an Army Group would do with an order: attacks it could make now, and what it is after."""
        blow = worth_of_attacks(
            front, self._standing(d, command), command, BLITZ if order == BLITZ else ASSAULT
        )
        return blow + AFTER * front.prospects(command)

    def assign_order(self, d: Desk, order: int, assigns: list[a.Assign]) -> a.Assign | None:
        """Axis orders go by what an Army Group is after and has for it; on the defensive Soviet ones by who stands before the
        line and has to come back."""
        front, line = self.front(d)
        if d.side == AXIS:
            main = self.main_effort.get(str(d.s.turn), -1)
            want = {
                x.command: self._drive(d, front, x.command, order) * (MAIN if x.command == main else 1.0)
                for x in assigns
            }
        elif is_attacking(d.s, SOVIET):
            return None
        else:
            want = {x.command: float(front.exposed(line, x.command)) for x in assigns}
        if order == HOLD:
            return min(assigns, key=lambda x: (want[x.command], x.command))
        return max(assigns, key=lambda x: (want[x.command], -x.command))


__all__ = ["StaffDoctrine"]

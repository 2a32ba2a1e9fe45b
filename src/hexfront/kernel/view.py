"""What a person sees of a board wargame: counters, markers, boxes, tracks, layers, and a combat before its roll.

A game fills these in, a client draws them, and neither has to know the other. They speak of counters and combat because
clients do; no engine code reads them. Places are strings: a hex label, or the id of a box. Colours and symbols are names;
the client has the paint.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec


class Commander(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who leads: a client draws a face. `look` are words: the uniform first, then what is known of him ("moustache")."""

    name: str
    stars: int = 0
    look: str = ""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter. `at` is a hex label or a box id."""

    id: str
    name: str
    side: str
    at: str
    symbol: str = (
        ""  # infantry, armor, mechanized, cavalry, mountain, airborne, hq, air, artillery, garrison, ...
    )
    size: str = ""  # XXXX, XXX, XX, ...
    factors: str = ""  # as printed below the symbol: "9-8-7"
    steps: int = 1
    full: int = 1
    nation: str = ""  # colour of the counter where it differs from the side's
    badges: tuple[str, ...] = ()  # moved, fought, out-of-supply, isolated, reserve, ...
    face_down: bool = False
    note: str = ""
    leader: Commander | None = None
    formation: str = ""  # the command it belongs to: counters of one bear a stripe of one colour

    @property
    def is_stock(self) -> bool:
        """Whether it is named after its place: it counts what lies there, and what has left it may lie elsewhere."""
        return self.id.startswith(f"{self.at}-")


def steps_lost(before: Iterable[Piece], after: Iterable[Piece]) -> dict[str, int]:
    """Steps that were among some pieces and are gone from later ones, by side.

    Counter by counter, so that reinforcements do not hide what was lost. Stocks go from place to place without a name:
    of them what a side has less of, kind by kind.
    """

    def count(pieces: Iterable[Piece]) -> dict[tuple[str, str], int]:
        out: dict[tuple[str, str], int] = {}
        for piece in pieces:
            key = piece.side, f"stock {piece.symbol}" if piece.is_stock else piece.id
            out[key] = out.get(key, 0) + piece.steps
        return out

    now = count(after)
    found: dict[str, int] = {}
    for key, had in count(before).items():
        gone = had - now.get(key, 0)
        if gone > 0:
            found[key[0]] = found.get(key[0], 0) + gone
    return found


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the map that is not a counter: a flag, a fortification, a control mark."""

    at: str
    kind: str
    label: str = ""
    side: str = ""
    to: str = ""  # the other hex, for a marker on a hexside


class Box(msgspec.Struct, frozen=True, omit_defaults=True):
    """A holding box, cup, pool or orders box beside the map; with `at` it lies on the map, at a hex, and boxes of one hex lie side
    by side in the order of their `cell`."""

    id: str
    title: str
    group: str = ""
    side: str = ""
    text: str = ""
    count: int | None = None
    note: str = ""
    at: str = ""
    cell: int = 0


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number on a scale: victory points, production, morale."""

    id: str
    title: str
    value: int | float
    low: int | float = 0
    high: int | float = 0
    side: str = ""
    note: str = ""


class TurnSpace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space of the turn record track."""

    number: int
    label: str
    weather: str = ""
    note: str = ""


class Phase(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side and how to paint it: `colour` is a name from the client's palette. `home` names regions of the map that are
    its ground as long as no enemy stands in them."""

    id: str
    name: str
    colour: str = "grey"
    home: tuple[str, ...] = ()


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A layer over the map that can be switched: zones, supply, control, victory …"""

    id: str
    title: str
    key: str = ""
    hexes: dict[str, tuple[str, ...]] = {}  # side (or "") -> hex labels
    labels: dict[str, str] = {}  # hex label -> short text
    signs: str = ""  # what these texts mean, for the legend


class Briefing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What someone wants to know before a first move, in plain sentences. `you` and `first` are by seat: who one is, and
    the first thing to do. `at` is the hex where the fighting is."""

    title: str
    about: str
    you: dict[str, str] = {}
    wins: tuple[str, ...] = ()
    length: str = ""
    first: dict[str, str] = {}
    at: str = ""


class Handout(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something of paper that a table needs besides map and counters. `kind`: a `card` to be cut out, a `paper` to be
    read by one side alone, a `form` to be filled in (`columns` and a number of empty `rows`)."""

    kind: Literal["card", "paper", "form"]
    title: str
    text: str = ""
    side: str = ""
    nation: str = ""
    columns: tuple[str, ...] = ()
    rows: int = 0


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter of cardboard: its front, and its back where something else is printed there."""

    front: Piece
    back: Piece | None = None


class Stock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counters without a name of their own that a table needs several of: amounts, chits, markers."""

    face: Face
    count: int


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that one seat may know, built from nothing. `standing` is the score in words, against what is needed; `neutral`
    names regions of the map that are nobody's ground."""

    game: str
    scenario: str
    seat: str
    map: str
    turn: int = 0
    turns: tuple[TurnSpace, ...] = ()
    phases: tuple[Phase, ...] = ()
    phase: str = ""
    active: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    neutral: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    scores: dict[str, float] = {}
    standing: str = ""
    briefing: Briefing | None = None
    result: Any = None
    extra: dict[str, Any] = {}  # secrets of this seat that have no other place (recorded plans, hands)


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What to do now: one line, the case it rests on, and a longer hint for newcomers. `purse` is what there is to spend
    where something is bought, `piece` the counter that all of it is about; `again` says that the same is asked at every attack of
    a turn, so that a player may end it once for all of them."""

    text: str
    rule: str = ""
    hint: str = ""
    purse: float | None = None
    piece: str = ""
    again: bool = False


class Ware(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a purchase: what, how many of it, the price of one, and what it is good for."""

    label: str
    count: int
    price: float = 0
    note: str = ""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one legal action is offered.

    `kind` groups clicks: `pick` (choose a piece), `step` (move the picked piece one hex), `stop`, `target`,
    `join`, `commit`, `loss`, `retreat`, `advance`, `place`, `choose`, `pass`, `done`. A client lights `at`, lists
    `label`, and shows `cost`. `piece` is the counter it is about. `free` names a field of the action that takes words of
    one's own: a client offers a line to type them in. `note` is what it does, in words, where its label is only a name.
    An option with a place is clicked on the map or on its counter; `panel` says that it asks what to do and not where, so
    that it is a button although it has a place; so is whatever `ends` the decision. `shows` are places it is about: a
    client lights them while it is pointed at. `basket` is what a purchase buys: a client that is offered nothing but
    purchases makes a shop of them.
    """

    label: str
    kind: str = "choose"
    piece: str = ""
    at: str = ""
    cost: float | None = None
    rule: str = ""
    group: str = ""
    ends: bool = False  # the usual "I am done here" of this decision
    free: str = ""
    note: str = ""
    panel: bool = False
    shows: tuple[str, ...] = ()
    basket: tuple[Ware, ...] = ()


class Working(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a calculation: what, how much, by which case."""

    label: str
    value: str
    rule: str = ""


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combat worked out before the roll: each step, the row or column used, and the chances of each result."""

    title: str
    at: str = ""
    working: tuple[Working, ...] = ()
    columns: tuple[str, ...] = ()
    column: int = -1
    rows: tuple[str, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()
    chances: tuple[tuple[str, float], ...] = ()
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    meanings: dict[str, str] = {}
    """Results in words, by the code the table prints."""


class Cause(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer to 'why not?': the refusal of one thing a person might want to do."""

    label: str
    rule: str
    reason: str
    at: str = ""


class FormField(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a form: a choice of values, a number, a place of the map, words, or a box to tick. The value of a choice
    may be several fields of the action at once."""

    name: str
    label: str
    kind: Literal["choice", "number", "place", "words", "flag"] = "choice"
    choices: tuple[tuple[Any, str], ...] = ()
    value: Any = None
    optional: bool = False


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action that an umpire puts together by filling in a form: its `fixed` fields, and those to be filled in."""

    id: str
    title: str
    action: str
    fields: tuple[FormField, ...]
    fixed: dict[str, Any] = {}
    about: str = ""

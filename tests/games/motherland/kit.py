"""A plain board and short words for positions, actions and dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from hexfront.games.motherland import GAME
from hexfront.games.motherland.actions import FallBack, Target
from hexfront.games.motherland.combat import Attacks
from hexfront.games.motherland.kinds import AXIS, BOXES, SOVIET
from hexfront.games.motherland.long_moves import LongMoves
from hexfront.games.motherland.movement import Moves
from hexfront.games.motherland.results import Suffer
from hexfront.games.motherland.state import State
from hexfront.games.motherland.world import COUNTRIES
from hexfront.kernel import Action, Event, Frame, apply, deciders, legal, pending, resolve, settle, why_not

COLUMNS, ROWS = 27, 36
LEGEND = {
    ".": "clear", "f": "woods", "s": "swamp", "m": "mountain", "M": "high_mountain", "~": "sea", "l": "lake",
    " ": "off",
}  # fmt: skip
LETTER = {name: letter for letter, name in LEGEND.items()}

CITIES = {
    "Moscow": "2113", "Leningrad": "1705", "Kiev": "1017", "Sevastopol": "0927", "Königsberg": "0507",
    "Danzig": "0307", "Odessa": "0822", "Helsinki": "1402", "Novorossiysk": "1528", "Tuapse": "1629",
    "Rostov": "1726", "Voronezh": "1919", "Stalingrad": "2424", "Constanta": "0325", "Kharkov": "1620",
    "Tula": "1915", "Grozny": "2233", "Mariupol": "1525", "Riga": "1006", "Warsaw": "0311", "Bucharest": "0124",
    "Kursk": "1718", "Smolensk": "1512",
}  # fmt: skip
PORTS = {
    "port_baltic": ("0307", "0507", "1006", "1705"),
    "port_black_sea": ("0325", "0822", "0927", "1528", "1629"),
    "port_azov": ("1525", "1625"),
}

Pairs = Iterable[tuple[str, str]]


def chain(*labels: str) -> list[tuple[str, str]]:
    """The links of a chain of neighbours."""
    return list(zip(labels, labels[1:]))


def row(r: int, first: int, last: int) -> list[str]:
    """A line of neighbouring hexes along a row."""
    return [f"{c:02d}{r:02d}" for c in range(first, last + 1)]


def board(
    terrain: Mapping[str, str] | None = None,
    *,
    river: Pairs = (),
    major: Pairs = (),
    sea: Pairs = (),
    lake: Pairs = (),
    frozen: Pairs = (),
    strait: Pairs = (),
    bridge: Pairs = (),
    rail: Pairs = (),
    city: Iterable[str] = (),
    fortified: Iterable[str] = (),
    port: Mapping[str, Sequence[str]] | None = None,
    regions: Mapping[str, Iterable[str]] | None = None,
    sources: Mapping[str, Iterable[str]] | None = None,
    cities: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A map of clear Soviet land on the printed grid, changed as told. Column 01 is the Axis source W, 27 the source E."""
    kinds = dict(terrain or {})
    rows = [
        "".join(LETTER[kinds.get(f"{c:02d}{r:02d}", "clear")] for c in range(1, COLUMNS + 1))
        for r in range(1, ROWS + 1)
    ]
    off = {label for label, kind in kinds.items() if kind == "off"}
    places = CITIES if cities is None else cities
    ports = PORTS if port is None else port
    lands = {name: list(labels) for name, labels in (regions or {}).items()}
    taken = {label for name, labels in lands.items() if name in COUNTRIES for label in labels}
    every = [f"{c:02d}{r:02d}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
    lands.setdefault("ussr", [label for label in every if label not in taken and label not in off])
    edges = {
        "W": [f"01{r:02d}" for r in range(1, 37)],
        "E": [f"27{r:02d}" for r in range(1, 37)],
        **(sources or {}),
    }
    features: dict[str, Any] = {
        "city": [*places.values(), *city, *fortified],
        "fortified_city": list(fortified),
        "port": [label for labels in ports.values() for label in labels],
        **ports,
        **{f"supply_{letter}": list(labels) for letter, labels in edges.items()},
    }
    return {
        "format": "hexfront-map/1",
        "id": "plain",
        "title": "A plain board",
        "provenance": "test",
        "grid": {
            "orientation": "flat", "columns": COLUMNS, "rows": ROWS, "shifted": "even", "numbering": "CCRR",
        },
        "terrain": {"legend": LEGEND, "rows": rows},
        "features": features,
        "sides": {
            "river": list(river), "major_river": list(major), "sea": list(sea), "lake": list(lake),
            "frozen_access": list(frozen), "strait": list(strait), "bridge": list(bridge),
        },
        "links": {"rail": list(rail)},
        "regions": lands,
        "places": [{"name": name, "hex": label, "kind": "city", "size": 3} for name, label in places.items()],
    }  # fmt: skip


@lru_cache(maxsize=1)
def plain() -> dict[str, Any]:
    return board()


class Table:
    """A position with short words: `do` an action, ask why it is refused, roll a die, look where things are."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.w = s.world

    def make(self, kind: type[Action], *names: str | int) -> Action:
        values = []
        for field, name in zip(kind.__struct_fields__, names, strict=True):
            if isinstance(name, int):
                values.append(name)
            elif field == "hex":
                values.append(self.w.hex(name))
            else:
                values.append(self.w.unit(name))
        return kind(*values)

    @property
    def seat(self) -> str:
        return deciders(self.s)[0]

    def do(self, kind: type[Action], *names: str | int) -> list[Event]:
        return apply(self.s, self.seat, self.make(kind, *names))

    def no(self, kind: type[Action], *names: str | int) -> str:
        """The case that forbids an action now; empty if it is legal."""
        violation = why_not(self.s, self.seat, self.make(kind, *names))
        return "" if violation is None else violation.rule

    def ok(self, kind: type[Action], *names: str | int) -> bool:
        """Whether an action is legal, by the refusal and by the list alike."""
        action = self.make(kind, *names)
        is_legal = why_not(self.s, self.seat, action) is None
        assert (action in legal(self.s, self.seat)) == is_legal
        return is_legal

    def offers(self, kind: type[Action]) -> list[Any]:
        return [a for a in legal(self.s, self.seat) if type(a) is kind]

    def roll(self, *outcomes: int | str) -> list[Event]:
        return [event for outcome in outcomes for event in resolve(self.s, outcome)]

    def at(self, name: str) -> str:
        where = self.s.where[self.w.unit(name)]
        return self.w.label(where) if where >= 0 else BOXES.at(where).id

    def number(self, name: str) -> int:
        u: int = self.w.unit(name)
        return u

    def steps(self, name: str) -> int:
        return self.s.steps[self.number(name)]

    def supply(self, name: str) -> int:
        return self.s.supply[self.number(name)]

    def chit(self, name: str) -> str:
        k = self.s.chit[self.w.unit(name)]
        return self.w.chits[k].name if k >= 0 else ""

    def run(self, *frames: Frame) -> Table:
        """Put frames on top of the agenda and run to the next decision or roll."""
        self.s.agenda = (*frames, *self.s.agenda)
        settle(self.s)
        return self

    def frame(self) -> Any:
        return pending(self.s)

    def agree(self) -> Table:
        """The list of legal actions is exactly the candidates that nothing forbids."""
        frame, seat = self.frame(), self.seat
        listed = frame.legal(self.s, seat)
        allowed = [a for a in frame.candidates(self.s, seat) if frame.violation(self.s, seat, a) is None]
        assert sorted(map(repr, listed)) == sorted(map(repr, allowed))
        return self

    def names(self, actions: Iterable[Any]) -> set[str]:
        return {self.w.names[a.unit] for a in actions}

    def hexes(self, actions: Iterable[Any]) -> set[str]:
        return {self.w.label(a.hex) for a in actions}


def table(
    place: Mapping[str, str] | None = None,
    *agenda: Frame,
    map: dict[str, Any] | None = None,
    scenario: str = "campaign",
    turn: int = 2,
    options: dict[str, bool | int | str] | None = None,
    pack: dict[str, Any] | None = None,
    **given: Any,
) -> Table:
    """A position on a plain board (or on `map`), in clear weather, with no special rules unless asked for."""
    whole = {"map": plain() if map is None else map, **(pack or {})}
    s = GAME.position(
        scenario=scenario, options=options, pack=whole, place=place or {}, agenda=agenda, turn=turn, **given
    )
    settle(s)
    s.out = []
    wrong = list(GAME.invariants(s))
    assert not wrong, wrong
    return Table(s)


def moving(
    place: Mapping[str, str], side: int = AXIS, late: bool = False, exploit: bool = False, **given: Any
) -> Table:
    """A Movement or Exploitation phase of a side."""
    name = ("axis", "soviet")[side]
    phase = f"{name}-exploitation" if exploit else f"{name}-movement"
    return table(place, Moves(side, late), phase=phase, **given)


def attacking(place: Mapping[str, str], side: int = AXIS, **given: Any) -> Table:
    """A Combat Phase of a side."""
    return table(place, Attacks(side), phase=f"{('axis', 'soviet')[side]}-combat", **given)


def real(scenario: str, **options: bool) -> Table:
    """A scenario as it is set up on the real map."""
    return Table(GAME.start(GAME.setup(scenario, dict(options))))


def words(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def as_json(value: Any) -> Any:
    return msgspec.to_builtins(value)


# --- what several chapters use

WEAK, GOOD, BETTER = "C* 1-3/1-2", "C 3-5/2-3 t4", "C 5-6/3-4 t15"
NOWHERE = (-7, 999_999)
TRUNK = board(rail=chain(*row(10, 1, 27)), sources={"E": ["2710"], "W": ["0110"]})


def losing(place: dict[str, str], target: str, name: str) -> Table:
    """A defender who has lost a combat and chooses to fall back."""
    t = table(place, phase="soviet-combat")
    t.s.target, t.s.defenders = t.w.hex(target), [t.number(name)]
    t.run(Suffer(1, 1, 1))
    t.do(FallBack)
    return t


def sailing(place: dict[str, str], side: int = AXIS, **given: object) -> Table:
    """Long moves of a side."""
    phase = f"{('axis', 'soviet')[side]}-movement"
    return table(place, LongMoves(side), phase=phase, **given)  # type: ignore[arg-type]


def forming(place: dict[str, str], **given: object) -> Table:
    """An attack on 1011 being put together."""
    t = attacking({"I": "1010", "8 Army": "1011", **place}, chits={"8 Army": WEAK}, **given)  # type: ignore[arg-type]
    t.do(Target, "1011")
    return t


def refused(t: Table, kind: Any, *fields: int) -> None:
    """An action that is refused, whatever the case."""
    assert t.no(kind, *fields) != ""


__all__ = [
    "AXIS", "BETTER", "GOOD", "NOWHERE", "SOVIET", "TRUNK", "WEAK", "Table", "as_json", "attacking", "board", "chain", "forming",
    "losing", "moving", "plain", "real", "refused", "row", "sailing", "table", "words",
]  # fmt: skip

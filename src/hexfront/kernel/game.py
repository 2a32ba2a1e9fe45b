"""A game: the one object a rules module offers to the rest of Hexfront."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from hexfront.errors import BadData, UnknownName
from hexfront.kernel.bounds import check_pack
from hexfront.kernel.chance import SeededSource
from hexfront.kernel.codec import Codec
from hexfront.kernel.digest import data_digest
from hexfront.kernel.engine import legal, refusals, settle
from hexfront.kernel.frames import CONTROL, OBSERVER, Chance, Seat, Walk
from hexfront.kernel.rules import RuleBook
from hexfront.kernel.state import Setup, State, World
from hexfront.kernel.view import Cause, Face, Forecast, Form, Handout, Overlay, Phase, Side, Stock, View

S = TypeVar("S", bound=State)
# What a rules module runs into when a pack has the wrong shape and it did not look first.
_NO_SENSE = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    msgspec.MsgspecError,
)
WORLDS = 64  # set-ups kept; a server is asked for as many as people invent


class Scenario(msgspec.Struct, frozen=True, omit_defaults=True):
    """A scenario on offer. The first of a game is the one a newcomer gets. `first` is the number that the track of the whole war
    has for its first turn."""

    id: str
    title: str
    summary: str
    turns: int
    minutes: int = 60
    first: int = 1


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option at set-up: a checkbox (`default` true or false) or one of `values`."""

    id: str
    title: str
    summary: str = ""
    default: bool | int | str = False
    values: tuple[int | str, ...] = ()
    rule: str = ""


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at the table."""

    id: Seat
    name: str
    side: str = ""
    control: bool = False


class Fortune(NamedTuple):
    """Whose luck a roll or draw is, and how good each outcome is for that side. Only the order of the worths counts."""

    side: str
    worth: Callable[[Any], float]


def _without_words(schema: Any) -> Any:
    """A schema without its descriptions: rewording a comment changes no rule."""
    if isinstance(schema, dict):
        return {key: _without_words(value) for key, value in schema.items() if key != "description"}
    return [_without_words(each) for each in schema] if isinstance(schema, list) else schema


class Game(Generic[S]):
    """Subclass it once per rulebook. Everything a server, client, player or lab asks goes through here."""

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str] = "1"
    summary: ClassVar[str] = ""
    state: ClassVar[type[State]]
    package: ClassVar[str]
    """The dotted name of the rules module; its frames, actions and events are found by it."""
    floors: ClassVar[tuple[str, ...]] = ()
    """Packages whose frames, actions and events it uses as well; one of its own hides one of the same name."""
    has_secrets: ClassVar[bool] = True
    """If not, the views of all differ in their `seat` alone."""
    has_common_overlays: ClassVar[bool] = False
    """Whether overlays are the same for everyone: then they are worked out once for all."""
    pack_map: ClassVar[str] = ""
    """The map whose hexes a pack may change by a file named `map`; none where it may not."""
    world_type: ClassVar[type[World]] = World
    sides: ClassVar[tuple[Side, ...]] = ()

    wide: ClassVar[tuple[str, ...] | None] = None
    """Fields of a state, of its frames too, in which a number may be a set or several numbers in one. All others are small:
    a saved position in which they are not is refused before anything is built from it. None: not told."""

    scenarios: ClassVar[tuple[Scenario, ...]]
    options: ClassVar[tuple[Choice, ...]] = ()

    def __init__(self) -> None:
        self._worlds: dict[bytes, World] = {}
        self._maps: dict[bytes, str] = {}

    # --- set-up

    def setup(
        self,
        scenario: str = "",
        options: dict[str, bool | int | str] | None = None,
        pack: dict[str, Any] | None = None,
    ) -> Setup:
        """A checked set-up; unknown scenarios and options are refused by name."""
        names = [each.id for each in self.scenarios]
        scenario = scenario or names[0]
        if scenario not in names:
            raise UnknownName(f"{self.title} has no scenario {scenario!r}; it has {', '.join(names)}.")
        chosen: dict[str, bool | int | str] = {}
        known = {each.id: each for each in self.options}
        for name, value in sorted((options or {}).items()):
            if name not in known:
                listed = ", ".join(known) or "none"
                raise UnknownName(f"{self.title} has no option {name!r}; it has {listed}.")
            spec = known[name]
            allowed: tuple[Any, ...] = spec.values or (True, False)
            if not any(value == each and type(value) is type(each) for each in allowed):
                raise UnknownName(
                    f"Option {name!r} of {self.title} cannot be {value!r}; it is one of "
                    f"{', '.join(str(v).lower() if isinstance(v, bool) else str(v) for v in allowed)}."
                )
            if value != spec.default:
                chosen[name] = value
        if pack:
            check_pack(pack)
        return Setup(scenario=scenario, options=chosen, pack=pack or {})

    def option(self, setup: Setup, name: str) -> Any:
        """The value of an option in this set-up."""
        default = next(each.default for each in self.options if each.id == name)
        return setup.options.get(name, default)

    def world(self, setup: Setup) -> World:
        """The static part of a game, built once for each set-up."""
        key = setup.key()
        world = self._worlds.pop(key, None)
        if world is None:
            world = self._build(setup)
            while len(self._worlds) >= WORLDS:
                del self._worlds[
                    next(iter(self._worlds))
                ]  # the one not asked for the longest; its states keep it
        self._worlds[key] = world
        return world

    def _build(self, setup: Setup) -> World:
        """Build a world; where a pack does not fit together, the error names the pack."""
        if not setup.pack:
            return self.build_world(setup)
        check_pack(setup.pack)
        try:
            return self.build_world(setup)
        except _NO_SENSE as e:
            raise BadData(f"This pack does not fit {self.title}: {type(e).__name__} {e}"[:300] + ".") from e

    def start(self, setup: Setup) -> S:
        """A new game, run up to its first decision or roll."""
        s = self.new_state(self.world(setup))
        settle(s)
        s.out = []
        return s

    def opening(self, setup: Setup) -> S:
        """A new game as a copy of one that is kept, for long series: no die is rolled before its start, so all are the same."""
        world = self.world(setup)
        known: S | None = world.opening
        if known is None:
            known = world.opening = self.start(setup)
        return known.clone()

    def trial(self, setup: Setup) -> None:
        """Refuse a set-up that cannot be played: its position at the start is built and looked at from every seat. Many
        faults in an owner's pack show only then."""
        try:
            s = self.start(setup)
            wrong = next(iter(self.invariants(s)), "")
            for seat in (OBSERVER, *(info.id for info in self.seats(setup))):
                self.view(s, seat)
                self.overlays(s, seat)
                legal(s, seat)
        except _NO_SENSE as e:
            if not setup.pack:
                raise
            raise BadData(f"This pack does not fit {self.title}: {type(e).__name__} {e}"[:300] + ".") from e
        if wrong:
            raise BadData(f"This set-up of {self.title} cannot be played: {wrong}")

    # --- what a rules module writes

    def build_world(self, setup: Setup) -> World:
        return self.world_type(setup)

    def new_state(self, world: Any) -> S:
        """The state at set-up, its agenda filled with the first frames."""
        raise NotImplementedError

    def world_of(self, s: S, world: Any) -> World:
        """The world of a state that was read from a file, where its set-up alone does not say it."""
        found: World = world
        return found

    def hurry(self, s: S, seats: tuple[Seat, ...]) -> Any:
        """The action by which an umpire ends the present decision for some of the seats that have it; None where nothing can be
        done, or the game has no umpire."""
        return None

    def turncoats(self, s: S) -> dict[Seat, str]:
        """The seats that are no longer on the side that `seats` says, and the side they are on."""
        return {}

    def forms(self, s: S) -> tuple[Form, ...]:
        """What an umpire can do beyond the listed actions, as forms to be filled in."""
        return ()

    def places(self, s: S) -> dict[str, int]:
        """The number by which actions name each place that people name by its label; for an umpire's forms."""
        return {}

    def is_commit(self, action: Any) -> bool:
        """Whether an action says that a team is done: of several people at a seat only the captain may take it."""
        return False

    def domain(self, action: Any) -> str:
        """Which officer of a team may take an action: leader, army, air or production; empty if any of them may."""
        return ""

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        """Who sits at the table: one seat per side, unless a game has more."""
        return tuple(SeatInfo(side.id, side.name, side.id) for side in self.sides)

    def view(self, s: S, seat: Seat) -> View:
        """Everything a seat may know, built from scratch. `OBSERVER` gets what everyone may know, `CONTROL` everything."""
        raise NotImplementedError

    def overlays(self, s: S, seat: Seat) -> tuple[Overlay, ...]:
        """Layers to switch on over the map (zones, supply, control, victory)."""
        return ()

    def forecast(self, s: S, seat: Seat) -> Forecast | None:
        """The combat being put together now, worked out; None when there is none."""
        return None

    def reach(self, s: S, seat: Seat, piece: str) -> dict[str, Walk] | None:
        """Every place to which a seat can take a piece from the present decision, step by step, by the rules and
        nothing else; None where this decision is not about walking, or the game does not say."""
        return None

    def why(self, s: S, seat: Seat, piece: str, at: str) -> tuple[Cause, ...]:
        """Why this piece cannot do something at this place now: refusals with their cases."""
        return refusals(s, seat, **self.meant(s, seat, piece, at))

    def meant(self, s: S, seat: Seat, piece: str, at: str) -> dict[str, int | Sequence[int]]:
        """What a piece and a place stand for in an action: its fields by their names, each with all that could be meant."""
        return {}

    def fortune(self, s: S, frame: Chance) -> Fortune | None:
        """Which side a pending roll favours, outcome by outcome; None where no outcome is better than another, or where
        that cannot be said."""
        return None

    def reseated(self, s: S, other: View, seat: Seat) -> View | None:
        """The view of a seat, made from another's of the same position where that is quicker; None: it has to be built."""
        return None if self.has_secrets else msgspec.structs.replace(other, seat=seat)

    def resample(self, s: S, seat: Seat, source: SeededSource) -> S:
        """A state the seat cannot tell from the true one: everything hidden from it drawn afresh. Where nothing is hidden,
        a copy."""
        if self.has_secrets:
            raise NotImplementedError
        return s.clone()

    def invariants(self, s: S) -> Iterable[str]:
        """What is wrong with a state, in words; nothing if all is well."""
        return ()

    def calculator(self) -> Any:
        """The table assistant behind `hexfront resolve`, if the game has one (see wargame.calculator)."""
        return None

    def sequence(self, s: S) -> tuple[Phase, ...]:
        """The phases of a usual turn, for a printed aid."""
        return self.view(s, CONTROL).phases

    def handouts(self, s: S) -> tuple[Handout, ...]:
        """Cards, papers and forms of a printed kit."""
        return ()

    def faces(self, s: S) -> tuple[Face, ...]:
        """Counters of a printed kit that have names, front and back."""
        return tuple(Face(piece) for piece in self.view(s, CONTROL).pieces if not piece.is_stock)

    def stocks(self, s: S) -> tuple[Stock, ...]:
        """Counters of a printed kit without a name of their own: amounts, chits, markers."""
        return ()

    def data_digest(self, setup: Setup) -> str:
        """A fingerprint of the figures and the map this set-up is played with, an owner's own pack apart."""
        key = msgspec.json.encode((setup.scenario, setup.options), order="sorted")
        board = self._maps.get(key)
        if board is None:
            if len(self._maps) >= WORLDS:
                self._maps.clear()
            plain = Setup(scenario=setup.scenario, options=setup.options)
            board = self._maps[key] = self.view(self.start(plain), OBSERVER).map
        return data_digest(self.package, board)

    @cached_property
    def shape(self) -> str:
        """A fingerprint of the fields and kinds of this game's positions and actions. It changes whenever one of them
        does, so that nobody continues a position that the rules would misread."""
        kinds: list[Any] = [self.state, self.codec.action_type, self.codec.frame_type]
        shapes, parts = msgspec.json.schema_components(kinds, schema_hook=lambda kind: {"title": str(kind)})
        said = _without_words({"kinds": shapes, "parts": parts})
        return hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()[:16]

    @cached_property
    def rulebook(self) -> RuleBook:
        """Every case of the rulebook, in our own words, from `rules.toml` beside the rules."""
        return RuleBook.load(Path(str(resources.files(self.package) / "rules.toml")))

    @cached_property
    def codec(self) -> Codec[S]:
        return Codec(self)

"""The game as the rest of Hexfront sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from hexfront.games.last_war.actions import Done
from hexfront.games.last_war.asks import NO_HEX, picked
from hexfront.games.last_war.calculator import LastWarCalculator
from hexfront.games.last_war.data import SIDES, LastWarWorld
from hexfront.games.last_war.fortune import fortune
from hexfront.games.last_war.handouts import handouts, stocks
from hexfront.games.last_war.invariants import faults
from hexfront.games.last_war.overlays import forecast, overlays
from hexfront.games.last_war.pencil import forms, places
from hexfront.games.last_war.positions import write_position
from hexfront.games.last_war.setup import new_game
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.team import domain, hurry
from hexfront.games.last_war.view import resample, view
from hexfront.kernel import (
    CONTROL,
    Chance,
    Choice,
    Face,
    Forecast,
    Form,
    Fortune,
    Game,
    Handout,
    Overlay,
    Scenario,
    Seat,
    SeatInfo,
    SeededSource,
    Setup,
    State,
    Stock,
    View,
    World,
)


class LastWar(Game[LastWarState]):
    """The Last War."""

    id: ClassVar[str] = "last_war"
    title: ClassVar[str] = "The Last War"
    version: ClassVar[str] = "6"
    summary: ClassVar[str] = (
        "No units: men, tanks and aircraft along an unbroken front, secret offensives and cards, bombers, partisans. "
        "For two to seven teams and an umpire."
    )
    state: ClassVar[type[State]] = LastWarState
    package: ClassVar[str] = "hexfront.games.last_war"
    wide: ClassVar[tuple[str, ...] | None] = (
        "held", "ground", "line", "reach", "shores", "loose", "plans", "flags", "cards", "taken", "vacated", "conformed", "claims",
        "threat", "paid", "landings", "flak_on", "missions", "saved",
    )  # fmt: skip
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "kursk",
            "Kursk 1943",
            "Two players, one stretch of front, four turns: the bulge of Kursk and what came after.",
            4,
            45,
        ),
        Scenario(
            "europe",
            "The War in Europe",
            "Spring 1942 to summer 1945, from the Channel to the Urals, with bombers, landings and partisans.",
            14,
            480,
        ),
        Scenario(
            "pacific",
            "China and the Pacific",
            "Spring 1942 to summer 1945: a front with empty markers, jungle, islands and the road to Tokyo.",
            14,
            360,
        ),
    )
    options: ClassVar[tuple[Choice, ...]] = (
        Choice(
            "seats",
            "Seats",
            "How many teams: two alliances, four great powers, or one for every nation.",
            2,
            (2, 4, 7),
        ),
        Choice(
            "losses",
            "Losses",
            "Count losses after the line has moved, as in the printed sequence, or before: then a force that is wiped out takes nothing.",
            "after",
            ("after", "before"),
            rule="combat.6-casualties",
        ),
        Choice(
            "mixed",
            "Attacks from land and sea",
            "The landing's penalty on the die applies if any part of the attack comes over water, or only if all of it does.",
            "part",
            ("part", "all"),
            rule="die.amphibious",
        ),
        Choice(
            "defence",
            "Air defence",
            "Aircraft on air defence come only from the Pool, or also from the map.",
            "pool",
            ("pool", "map"),
            rule="airdef.placement",
        ),
        Choice(
            "security",
            "Red result in a security operation",
            "Partisans hold no line and do not move, so the force stays where it was; or it is driven out of its hex like any other.",
            "stays",
            ("stays", "out"),
            rule="security.operation",
        ),
        Choice(
            "layers",
            "Layers on one side of a hex",
            "One layer per turn, each on top of the last; or as many at a time as there are Men and LSP for.",
            "one",
            ("one", "many"),
            rule="fort.layers",
        ),
        Choice(
            "winter",
            "Landings in winter",
            "Two Military flags and one Naval; two of each; or one of each, which are two flags already.",
            "military",
            ("military", "both", "two"),
            rule="winter.two-flags",
        ),
        Choice(
            "umpire",
            "Control",
            "A seat for the umpire, who sees everything, settles disputes, moves the line, grants advantages and can go back to earlier positions.",
            False,
            rule="cards.use-control",
        ),
    )

    def build_world(self, setup: Setup) -> LastWarWorld:
        return LastWarWorld(setup, {c.id: self.option(setup, c.id) for c in self.options})

    def new_state(self, world: Any) -> LastWarState:
        return new_game(world)

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        w = self.world(setup)
        assert isinstance(w, LastWarWorld)
        teams = tuple(SeatInfo(seat, w.seat_names[seat], SIDES[w.seat_side[seat]]) for seat in w.seats)
        return (*teams, SeatInfo(CONTROL, "Control", "", True)) if w.is_umpired else teams

    def world_of(self, s: LastWarState, world: Any) -> World:
        """The world with the alliances as Control has left them. RULING control-h."""
        found: LastWarWorld = world.with_turned(s.turned)
        return found

    def hurry(self, s: LastWarState, seats: tuple[Seat, ...]) -> Any:
        return hurry(s, seats)

    def turncoats(self, s: LastWarState) -> dict[Seat, str]:
        """Teams that Control has moved to the other alliance. RULING control-h."""
        if not s.turned:
            return {}
        began = self.world(s.world.setup)
        assert isinstance(began, LastWarWorld)
        now = s.world.seat_side
        return {seat: SIDES[side] for seat, side in now.items() if side != began.seat_side[seat]}

    def forms(self, s: LastWarState) -> tuple[Form, ...]:
        return forms(s) if s.world.is_umpired else ()

    def places(self, s: LastWarState) -> dict[str, int]:
        return places(s)

    def is_commit(self, action: Any) -> bool:
        return isinstance(action, Done)

    def domain(self, action: Any) -> str:
        return domain(action)

    def view(self, s: LastWarState, seat: Seat) -> View:
        return view(s, seat)

    def overlays(self, s: LastWarState, seat: Seat) -> tuple[Overlay, ...]:
        return overlays(s, seat)

    def forecast(self, s: LastWarState, seat: Seat) -> Forecast | None:
        return forecast(s, seat)

    def meant(self, s: LastWarState, seat: Seat, piece: str, at: str) -> dict[str, int | Sequence[int]]:
        """A hex is one to turn to, or one to go to from the hex in hand, for each power of the seat."""
        w = s.world
        i = w.board.index(at) if w.has_label(at) else -1
        return {"hex": i, "to": i if picked(s, seat) != NO_HEX else -1, "power": w.powers_of.get(seat, ())}

    def fortune(self, s: LastWarState, frame: Chance) -> Fortune | None:
        return fortune(s, frame)

    def resample(self, s: LastWarState, seat: Seat, source: SeededSource) -> LastWarState:
        return resample(s, seat, source)

    def faces(self, s: LastWarState) -> tuple[Face, ...]:
        """Nothing on the map has a name of its own."""
        return ()

    def handouts(self, s: LastWarState) -> tuple[Handout, ...]:
        return handouts(s)

    def stocks(self, s: LastWarState) -> tuple[Stock, ...]:
        return stocks(s)

    def invariants(self, s: LastWarState) -> Iterable[str]:
        return faults(s)

    def calculator(self) -> LastWarCalculator:
        return LastWarCalculator()

    def position(
        self, scenario: str = "kursk", options: dict[str, Any] | None = None, **given: Any
    ) -> LastWarState:
        """A position for tests and puzzles; see `positions.write_position`."""
        pack = given.pop("pack", None)
        world = self.world(self.setup(scenario, options, pack))
        assert isinstance(world, LastWarWorld)
        return write_position(world, **given)


GAME = LastWar()

"""Players know what their seat may know, and the same seed gives the same game."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.orders import affordable
from hexfront.games.turns_east.state import EastState
from hexfront.kernel import Chance, SeededSource, apply, pending, resolve
from hexfront.lab.record import play
from hexfront.players import GeneralPlayer, Player, Seatview, StaffPlayer, get, names


class Cheat:
    """Staff that looks at the other side's secret purchase and answers it."""

    def __init__(self, seed: str) -> None:
        self._honest = StaffPlayer(seed)

    def choose(self, seat: Seatview) -> Any:
        state = seat._Seatview__state  # type: ignore[attr-defined]
        return seat.legal[sum(state.soviet_next or [0, 0, 0]) % len(seat.legal) - state.soviet_next[0]]


def secret_moments(count: int = 12) -> list[EastState]:
    """Positions in which the Axis decides while the Soviets keep a purchase secret."""
    s = GAME.start(GAME.setup("barbarossa"))
    dice, players = SeededSource("dice/honest"), {x: get("staff", f"honest/{x}") for x in ("axis", "soviet")}
    found: list[EastState] = []
    while len(found) < count:
        frame = pending(s)
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        seat = frame.deciders(s)[0]  # type: ignore[union-attr]
        view = Seatview(GAME, s, seat)
        if seat == "axis" and s.soviet_next and len(view.legal) > 3:
            found.append(s.clone())
        apply(s, seat, players[seat].choose(view))
    return found


MOMENTS = secret_moments()


def other_purchase(s: EastState) -> EastState:
    """The same position to the Axis, another secret purchase of the Soviets."""
    t = s.clone()
    for buy in affordable(s.world, 1, s.points[1]):
        orders = [buy.hold, buy.withdraw, buy.assault, buy.blitz]
        if orders != s.soviet_next:
            t.soviet_next = orders
    assert t.soviet_next != s.soviet_next
    return t


def betrayals(make: Any, moments: list[EastState]) -> int:
    """In how many positions a player chooses otherwise when only a secret is different."""
    count = 0
    for s in moments:
        one, two = (make("same").choose(Seatview(GAME, x, "axis")) for x in (s, other_purchase(s)))
        count += one != two
    return count


@pytest.mark.parametrize("name", [n for n in names() if n not in ("general", "field-marshal")])
def test_quick_players_do_not_know_the_secret_purchase(name: str) -> None:
    assert betrayals(lambda seed: get(name, seed), MOMENTS) == 0


def test_the_general_does_not_know_the_secret_purchase() -> None:
    assert betrayals(lambda seed: GeneralPlayer(seed, 6), MOMENTS[:3]) == 0


def test_a_cheat_is_found_out() -> None:
    assert betrayals(Cheat, MOMENTS) > 0


def test_the_state_is_out_of_sight() -> None:
    seen = [n for n in dir(Seatview(GAME, MOMENTS[0], "axis")) if not n.startswith("_")]
    assert sorted(seen) == [
        "decision", "events", "forecast", "game", "legal", "options", "prompt", "resample", "seat", "setup", "view",
    ]  # fmt: skip


@pytest.mark.parametrize("axis", ["staff", "recruit", "general:4"])
def test_the_same_seed_plays_the_same_game(axis: str) -> None:
    setup = GAME.setup("minsk")
    players = {"axis": axis, "soviet": "staff"}
    one, _ = play(GAME, setup, players, "seed")
    two, _ = play(GAME, setup, players, "seed")
    assert one == two


def test_another_seed_plays_another_game() -> None:
    setup = GAME.setup("minsk")
    players = {"axis": "staff", "soviet": "staff"}
    games = [play(GAME, setup, players, f"seed {n}")[0] for n in range(3)]
    assert any(g.turns != games[0].turns for g in games[1:])


def test_players_are_players() -> None:
    for name in names():
        player: Player = get(name, 1)
        assert callable(player.choose)

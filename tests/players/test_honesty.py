"""Players know what their seat may know, and the same seed gives the same game."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from hexfront.games import get as get_game
from hexfront.games import names as game_names
from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.orders import affordable
from hexfront.games.turns_east.state import EastState
from hexfront.kernel import Chance, SeededSource, apply, pending, resolve
from hexfront.lab.record import play
from hexfront.players import GeneralPlayer, Player, Seatview, StaffPlayer, get, names
from hexfront.testing import honesty


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


# --- every game: the same player, the true position and one that its seat cannot tell from it


PLACES = [
    ("skirmish", "crossing"), ("cauldron", "breakout"), ("turns_east", "minsk"), ("turns_east", "barbarossa"), ("motherland", "uranus"),
    ("motherland", "campaign"), ("last_war", "kursk"), ("last_war", "europe"), ("last_war", "pacific"),
    ("lebensraum", "climax"), ("leaders_in_flames", "barbarossa"),
]  # fmt: skip
OPEN = {name for name in game_names() if not get_game(name).has_secrets}
"""Games in which every stack and cup may be looked at."""


class Spy:
    """Chooses by the true position, which it takes from where a player must not look."""

    def __init__(self, seed: str) -> None:
        pass

    def choose(self, seat: Seatview) -> Any:
        state = seat._Seatview__state  # type: ignore[attr-defined]
        return seat.legal[crc32(seat.game.codec.encode(state)) % len(seat.legal)]


class Sleeper:
    """Staff that looks where it must not at its first decision only, and acts on it from its third on."""

    def __init__(self, seed: str) -> None:
        self._honest, self._seen, self._asked = StaffPlayer(seed), 0, 0

    def choose(self, seat: Seatview) -> Any:
        self._asked += 1
        if self._asked == 1:
            self._seen = crc32(seat.game.codec.encode(seat._Seatview__state))  # type: ignore[attr-defined]
        return seat.legal[self._seen % len(seat.legal)] if self._asked >= 3 else self._honest.choose(seat)


def test_no_game_is_left_out() -> None:
    """A game that lands belongs in the list above."""
    assert {game for game, _ in PLACES} == set(game_names())


@pytest.mark.parametrize(("name", "decisions"), [("staff", 240), ("recruit", 80), ("random", 80)])
@pytest.mark.parametrize(("game", "scenario"), PLACES)
def test_quick_players_choose_the_same_whatever_is_hidden(
    game: str, scenario: str, name: str, decisions: int
) -> None:
    rules = get_game(game)
    found = honesty(rules, rules.setup(scenario), lambda seed: get(name, seed), decisions)
    assert found.asked == decisions
    assert found.betrayals == [], found
    assert found.hidden == 0 or game not in OPEN


@pytest.mark.parametrize(("game", "scenario"), [each for each in PLACES if each[0] not in OPEN])
def test_every_player_is_asked_where_something_is_hidden(game: str, scenario: str) -> None:
    """A few choices by search, with few playouts; more by staff."""
    rules = get_game(game)
    setup = rules.setup(scenario)
    for make, decisions in ((lambda seed: GeneralPlayer(seed, 4), 3), (StaffPlayer, 12)):
        found = honesty(rules, setup, make, decisions, driver=StaffPlayer)
        assert found.asked == found.hidden == decisions
        assert found.betrayals == [], found


def test_nothing_is_hidden_in_an_open_game() -> None:
    """So nobody can be caught at it: not even the general who searches, nor a spy."""
    for game in OPEN:
        rules = get_game(game)
        setup = rules.setup()
        assert honesty(rules, setup, Spy, 60).betrayals == []
        found = honesty(rules, setup, lambda seed: GeneralPlayer(seed, 2), 2)
        assert (found.asked, found.hidden, found.betrayals) == (2, 0, [])


@pytest.mark.parametrize(("game", "scenario"), [each for each in PLACES if each[0] not in OPEN])
def test_a_spy_is_found_out_in_every_game_with_secrets(game: str, scenario: str) -> None:
    rules = get_game(game)
    found = honesty(rules, rules.setup(scenario), Spy, 24, driver=StaffPlayer)
    assert len(found.betrayals) >= 2
    assert "knowing all, else" in str(found)


def test_a_spy_who_bides_his_time_is_found_out() -> None:
    rules = get_game("last_war")
    assert honesty(rules, rules.setup("kursk"), Sleeper, 40).betrayals


# --- seeds


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

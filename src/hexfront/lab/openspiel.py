"""A game under OpenSpiel's method names, for programs written for OpenSpiel. OpenSpiel itself is not needed.

    game = load_game("skirmish")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            ...
        state.apply_action(action)

Players are the seats, by number. An action is the place of a legal action in the list, as OpenSpiel wants numbers;
`State.actions` has the actions themselves. A chance outcome is its place in `chance_outcomes`. Where several seats
decide at the same time they are asked one after the other; none can see what another chose. An umpire is not a player:
what he decides is a chance node, with all of his legal actions equally likely.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.games import get
from hexfront.kernel import Chance, Decision, Setup, apply, resolve
from hexfront.kernel import Game as Rules
from hexfront.lab.features import Floats, features_for, width_for

CHANCE, TERMINAL = -1, -4  # OpenSpiel's numbers for who is to act when it is no player


class OpenGame:
    """A game in a set-up."""

    def __init__(self, rules: Rules[Any], setup: Setup, max_actions: int | None = None) -> None:
        self.rules, self.setup = rules, setup
        self.max_actions = width_for(rules, setup) if max_actions is None else max_actions
        self.seats = [info.id for info in rules.seats(setup) if not info.control]

    def num_players(self) -> int:
        return len(self.seats)

    def num_distinct_actions(self) -> int:
        """How many numbers an action can have; a position with more actions offers the first of them."""
        return self.max_actions

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def observation_tensor_shape(self) -> list[int]:
        return [len(OpenState(self).observation_tensor(0))]

    def new_initial_state(self) -> OpenState:
        return OpenState(self)

    def deserialize_state(self, text: str) -> OpenState:
        return OpenState(self, self.rules.codec.decode(text.encode()))

    def __str__(self) -> str:
        return f"hexfront({self.rules.id},{self.setup.scenario})"


class OpenState:
    """A position. It is the referee's: `information_state_string` and the tensor are what a player may know."""

    def __init__(self, game: OpenGame, state: Any = None) -> None:
        self._game = game
        self.state = game.rules.start(game.setup) if state is None else state
        self._actions: list[Any] | None = None

    def get_game(self) -> OpenGame:
        return self._game

    @property
    def _frame(self) -> Any:
        return self.state.agenda[0] if self.state.agenda else None

    def is_terminal(self) -> bool:
        return self._frame is None

    @property
    def _umpire(self) -> str:
        """The seat that decides without being a player; "" where a player decides, or a roll comes, or nothing."""
        frame = self._frame
        if not isinstance(frame, Decision):
            return ""
        who = frame.deciders(self.state)[0]
        return "" if who in self._game.seats else who

    def is_chance_node(self) -> bool:
        return isinstance(self._frame, Chance) or bool(self._umpire)

    def is_simultaneous_node(self) -> bool:
        return False

    def current_player(self) -> int:
        """The number of the seat that decides; -1 for chance, -4 at the end."""
        frame = self._frame
        if frame is None:
            return TERMINAL
        if self.is_chance_node():
            return CHANCE
        return self._game.seats.index(frame.deciders(self.state)[0])

    @property
    def actions(self) -> list[Any]:
        """The legal actions themselves, in the order of their numbers."""
        if self._actions is None:
            frame = self._frame
            legal = []
            if isinstance(frame, Decision) and not self._umpire:
                legal = frame.legal(self.state, frame.deciders(self.state)[0])
            self._actions = legal[: self._game.max_actions]
        return self._actions

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Numbers of what can be done now; of chance outcomes at a chance node."""
        if self.is_chance_node():
            return [n for n, _ in self.chance_outcomes()]
        if player is not None and player != self.current_player():
            return []
        return list(range(len(self.actions)))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        legal = set(self.legal_actions(player))
        return [int(n in legal) for n in range(self._game.max_actions)]

    def _outcomes(self) -> list[tuple[Any, float]]:
        """What chance may bring: what is rolled, or what the umpire does."""
        frame, umpire = self._frame, self._umpire
        if umpire:
            legal = frame.legal(self.state, umpire)
            return [(action, 1 / len(legal)) for action in legal]
        return list(frame.outcomes(self.state).chances())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of the pending chance by number, with its probability."""
        return [(n, p) for n, (_, p) in enumerate(self._outcomes())]

    def action_to_string(self, player: int, action: int) -> str:
        frame, umpire = self._frame, self._umpire
        if umpire:
            return str(frame.option(self.state, umpire, self._outcomes()[action][0]).label)
        if isinstance(frame, Chance):
            return f"{frame.title(self.state)}: {self._outcomes()[action][0]}"
        seat = self._game.seats[player]
        return str(frame.option(self.state, seat, self.actions[action]).label)

    def string_to_action(self, player: int, text: str) -> int:
        for n in self.legal_actions():
            if self.action_to_string(player, n) == text:
                return n
        raise ValueError(f"{text!r} is not possible here")

    def apply_action(self, action: int) -> None:
        """Carry out an action, or a chance outcome, by its number."""
        frame, umpire = self._frame, self._umpire
        if umpire:
            apply(self.state, umpire, self._outcomes()[action][0])
        elif isinstance(frame, Chance):
            resolve(self.state, self._outcomes()[action][0])
        else:
            apply(self.state, frame.deciders(self.state)[0], self.actions[action])
        self._actions = None

    def child(self, action: int) -> OpenState:
        new = self.clone()
        new.apply_action(action)
        return new

    def clone(self) -> OpenState:
        return OpenState(self._game, self.state.clone())

    def returns(self) -> list[float]:
        """1 for a seat that won, -1 for one that lost, 0 before the end and for a draw."""
        result = self.state.result
        if result is None or not result.winners:
            return [0.0] * len(self._game.seats)
        return [1.0 if seat in result.winners else -1.0 for seat in self._game.seats]

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player may know now, as JSON. It holds the position, not the way to it."""
        return msgspec.json.encode(self._view(player), order="sorted").decode()

    def observation_string(self, player: int | None = None) -> str:
        return self.information_state_string(player)

    def _view(self, player: int | None) -> Any:
        who = self.current_player() if player is None else player
        return self._game.rules.view(self.state, self._game.seats[who])

    def observation_tensor(self, player: int | None = None) -> Floats:
        """Planes and globals of a player's view in one row; see `hexfront.lab.features`."""
        import numpy as np

        who = self.current_player() if player is None else player
        frame = self._frame
        name = type(frame).__name__ if isinstance(frame, Decision) else ""
        made = features_for(self._game.rules, self._game.setup)
        seen = made.observe(self._view(who), self._game.seats[who], (), name)
        return np.concatenate([seen.planes.ravel(), seen.globals])

    def serialize(self) -> str:
        return self._game.rules.codec.encode(self.state).decode()

    def __str__(self) -> str:
        return self.serialize()


def load_game(
    name: str, scenario: str = "", options: dict[str, Any] | None = None, max_actions: int | None = None
) -> OpenGame:
    """A game by its name; actions are numbered up to the width of the scenario, unless told otherwise."""
    rules = get(name)
    return OpenGame(rules, rules.setup(scenario, options), max_actions)

"""A game as a PettingZoo environment: agents take turns, illegal actions are masked, networks get arrays.

    env = HexfrontEnv("skirmish")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else policy(observation, observation["action_mask"])
        env.step(action)

Agents are the seats. An action is a place in the list of legal actions, which is as long as the position has it and
never longer than `max_actions` (what the scenario needs, unless told otherwise); `action_mask` says which places are in
use. `observation` holds `planes`, `globals`,
`actions` (a row of features for each legal action) and `cells`: see `hexfront.lab.features`. The reward is 1 for a
victory, -1 for a defeat and 0 otherwise, at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from hexfront.errors import BadData
from hexfront.games import get
from hexfront.kernel import Chance, Decision, Game, SeededSource, Setup, apply, resolve
from hexfront.lab.features import LIMIT, Features, features_for, width_for


class HexfrontEnv(AECEnv):  # type: ignore[misc]
    """A game between its seats. `truncate` ends a game after this many actions."""

    def __init__(
        self,
        game: str | Game[Any],
        scenario: str = "",
        options: dict[str, bool | int | str] | None = None,
        *,
        setup: Setup | None = None,
        max_actions: int | None = None,
        truncate: int = 100_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules: Game[Any] = get(game) if isinstance(game, str) else game
        self.setup = setup or self.rules.setup(scenario, options)
        if max_actions is None:
            max_actions = width_for(self.rules, self.setup)
        self.max_actions, self.truncate, self.render_mode = max_actions, truncate, render_mode
        self.metadata = {
            "name": f"hexfront_{self.rules.id}_{self.setup.scenario}_v0".replace("-", "_"),
            "is_parallelizable": False,
            "render_modes": ["ansi", "svg"],
        }
        if render_mode not in (None, "ansi", "svg"):
            raise BadData(f"A game cannot be rendered as {render_mode!r}; it can as ansi or svg.")
        self.features: Features = features_for(self.rules, self.setup)
        self.possible_agents = [info.id for info in self.rules.seats(self.setup) if not info.control]
        shapes = self.features.shapes
        floats: dict[str, Any] = {"low": -LIMIT, "high": LIMIT, "dtype": np.float32}
        cells = self.features.rows * self.features.columns
        seen = spaces.Dict(
            {
                "planes": spaces.Box(shape=shapes["planes"], **floats),
                "globals": spaces.Box(shape=shapes["globals"], **floats),
                "actions": spaces.Box(shape=(max_actions, *shapes["actions"]), **floats),
                "cells": spaces.Box(-1, cells - 1, (max_actions, 2), np.int32),
            }
        )
        mask = spaces.Box(0, 1, (max_actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(max_actions) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.state_now: Any = None
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. `options["state"]` is a position to begin in instead of the set-up."""
        if seed is not None or self._random is None:
            self._random, seed = seeding.np_random(seed)
        else:
            seed = int(self._random.integers(2**31))
        self._dice = SeededSource(f"env/{seed}")
        start = (options or {}).get("state")
        self.state_now = self.rules.start(self.setup) if start is None else start.clone()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.actions_taken = 0
        self.agent_selection = self.agents[0]
        self._settle()

    def _settle(self) -> None:
        """Roll what is to be rolled, and see who decides now and what can be done."""
        s = self.state_now
        while s.agenda:
            frame = s.agenda[0]
            if isinstance(frame, Chance):
                resolve(s, frame.outcomes(s).draw(self._dice))
                continue
            who = frame.deciders(s)
            if who[0] in self.possible_agents:
                break
            apply(s, who[0], self._dice.choice(frame.legal(s, who[0])))  # an umpire decides at random
        self._seen: dict[str, dict[str, Any]] = {}
        self.legal: list[Any] = []
        if not s.agenda:
            winners = s.result.winners if s.result is not None else ()
            for agent in self.agents:
                self.terminations[agent] = True
                self.rewards[agent] = 0.0 if not winners else 1.0 if agent in winners else -1.0
        elif self.actions_taken >= self.truncate:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            frame = s.agenda[0]
            self.agent_selection = frame.deciders(s)[0]
            every = frame.legal(s, self.agent_selection)
            self.legal = every[: self.max_actions]
            self.infos[self.agent_selection] = {
                "decision": type(frame).__name__,
                "legal": len(every),
                "left_out": len(every) - len(self.legal),
            }

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and its mask: all zero while it has nothing to decide."""
        if agent not in self._seen:
            self._seen[agent] = self._observe(agent)
        return self._seen[agent]

    def _observe(self, agent: str) -> dict[str, Any]:
        s = self.state_now
        frame = s.agenda[0] if s.agenda else None
        options, name = [], ""
        if isinstance(frame, Decision) and agent == self.agent_selection and self.legal:
            options = [frame.option(s, agent, action) for action in self.legal]
            name = type(frame).__name__
        seen = self.features.observe(self.rules.view(s, agent), agent, options, name)
        n = len(options)
        actions = np.zeros((self.max_actions, seen.actions.shape[1]), np.float32)
        actions[:n] = seen.actions
        cells = np.full((self.max_actions, 2), -1, np.int32)
        cells[:n] = seen.cells
        mask = np.zeros(self.max_actions, np.int8)
        mask[:n] = 1
        observation = {"planes": seen.planes, "globals": seen.globals, "actions": actions, "cells": cells}
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the chosen place in the list of legal actions."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self.legal):
            raise BadData(f"Action {action} is masked; there are {len(self.legal)} legal actions now.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        apply(self.state_now, agent, self.legal[int(action)])
        self.actions_taken += 1
        self._settle()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text or as a drawing of the map, by `render_mode`."""
        if self.render_mode is None:
            return None
        view = self.rules.view(self.state_now, self.agent_selection)
        if self.render_mode == "svg":
            from hexfront.cartography import render_position

            return render_position(view)
        lines = [
            f"{self.rules.title}, {self.setup.scenario}, turn {view.turn}, {self.agent_selection} decides"
        ]
        lines += [
            f"{piece.side:<10} {piece.name:<24} {piece.at:<12} {piece.factors}" for piece in view.pieces
        ]
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is held open."""


def env(game: str, scenario: str = "", **more: Any) -> Any:
    """The environment with PettingZoo's wrapper that refuses steps out of order."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(HexfrontEnv(game, scenario, **more))

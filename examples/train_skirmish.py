"""Learn to play Skirmish from nothing, in a few minutes on one core, with numpy alone.

    python examples/train_skirmish.py --minutes 6 --out skirmish.npz
    python examples/train_skirmish.py --load skirmish.npz --test 400

The policy is a small network that looks at each legal action by itself (its row of `actions`, and the `globals`) and
gives it a score; scores become chances by softmax. It learns by REINFORCE: play a batch of games against a random
player, half of them from each side, then make what was done in games that went better than usual more likely. How
well a game went is its result, and a little of the margin in points, so that losing narrowly is better than losing
badly. Nothing here knows a rule of Skirmish.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from hexfront.lab.env import HexfrontEnv
from hexfront.lab.stats import wilson

HIDDEN = 32


class Policy:
    """One hidden layer of tanh over (action row, globals) -> score of that action."""

    def __init__(self, width: int, seed: int = 0) -> None:
        source = np.random.default_rng(seed)
        self.weights = {
            "w1": source.normal(0, width**-0.5, (width, HIDDEN)),
            "b1": np.zeros(HIDDEN),
            "w2": np.zeros(HIDDEN),
        }

    def chances(self, rows: Any) -> tuple[Any, Any]:
        """The chance of each action, and the hidden layer that `gradient` wants."""
        hidden = np.tanh(rows @ self.weights["w1"] + self.weights["b1"])
        scores = hidden @ self.weights["w2"]
        chances = np.exp(scores - scores.max())
        return chances / chances.sum(), hidden

    def gradient(
        self, rows: Any, chosen: int, chances: Any, hidden: Any, into: dict[str, Any], weight: float
    ) -> None:
        """Add `weight` times the gradient of log chance(chosen)."""
        slope = -chances.copy()
        slope[chosen] += 1.0
        slope *= weight
        into["w2"] += slope @ hidden
        back = np.outer(slope, self.weights["w2"]) * (1 - hidden**2)
        into["w1"] += rows.T @ back
        into["b1"] += back.sum(axis=0)


class Adam:
    """Gradient ascent with a step for each weight."""

    def __init__(self, weights: dict[str, Any], rate: float) -> None:
        self.rate, self.t = rate, 0
        self.mean = {k: np.zeros_like(v) for k, v in weights.items()}
        self.square = {k: np.zeros_like(v) for k, v in weights.items()}

    def climb(self, weights: dict[str, Any], slope: dict[str, Any]) -> None:
        self.t += 1
        for k in weights:
            self.mean[k] = 0.9 * self.mean[k] + 0.1 * slope[k]
            self.square[k] = 0.99 * self.square[k] + 0.01 * slope[k] ** 2
            step = self.mean[k] / (1 - 0.9**self.t) / (np.sqrt(self.square[k] / (1 - 0.99**self.t)) + 1e-8)
            weights[k] += self.rate * step


def rows_of(observation: dict[str, Any]) -> Any:
    """One row for each legal action: its features, and the globals beside them."""
    n = int(observation["action_mask"].sum())
    seen = observation["observation"]
    return np.concatenate([seen["actions"][:n], np.tile(seen["globals"], (n, 1))], axis=1).astype(np.float64)


def play(
    env: HexfrontEnv, policy: Policy, seat: str, seed: int, source: Any, best: bool = False
) -> tuple[float, Any]:
    """A game of the policy in one seat against a random player: its reward, and what it saw and did."""
    env.reset(seed=seed)
    course = []
    while True:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            break
        if agent != seat:
            env.step(int(source.integers(len(env.legal))))  # a random player need not look
            continue
        if len(env.legal) == 1:
            env.step(0)
            continue
        rows = rows_of(env.observe(agent))
        chances, hidden = policy.chances(rows)
        chosen = int(chances.argmax()) if best else int((chances.cumsum() > source.random()).argmax())
        if not best:
            course.append((rows, chosen, chances, hidden))
        env.step(chosen)
    return env.rewards[seat], course


def margin(env: HexfrontEnv, seat: str) -> float:
    """The lead in points at the end, from -1 to 1."""
    result = env.state_now.result
    if result is None or not result.scores:
        return 0.0
    lead = sum(points if name == seat else -points for name, points in result.scores.items())
    return float(np.clip(lead / 40, -1, 1))


def train(
    policy: Policy, minutes: float, seed: int, batch: int = 24, rate: float = 0.01, updates: int = 10**9
) -> int:
    """Learn for so long; how many games were played."""
    env = HexfrontEnv("skirmish")
    source = np.random.default_rng(seed)
    climber = Adam(policy.weights, rate)
    seats = env.possible_agents
    usual = dict.fromkeys(seats, 0.0)
    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < 60 * minutes and games < updates * batch:
        slope = {k: np.zeros_like(v) for k, v in policy.weights.items()}
        rewards = []
        for n in range(batch):
            seat = seats[n % len(seats)]
            reward, course = play(env, policy, seat, seed * 1_000_000 + games, source)
            worth = 0.5 * reward + margin(env, seat)
            for rows, chosen, chances, hidden in course:
                policy.gradient(rows, chosen, chances, hidden, slope, (worth - usual[seat]) / batch)
            usual[seat] += 0.05 * (worth - usual[seat])
            rewards.append(reward)
            games += 1
        climber.climb(policy.weights, slope)
        if games % (batch * 20) == 0:
            spent = time.perf_counter() - began
            print(
                f"{games:6} games, {spent:4.0f} s: wins {np.mean(np.array(rewards) > 0):.0%} of the last {batch}"
            )
    return games


Tally = list[float]


def test(policy: Policy, games: int, seed: int) -> dict[str, Tally]:
    """The rewards of each seat against a random player, with dice that training never saw."""
    env = HexfrontEnv("skirmish")
    source = np.random.default_rng(seed + 77)
    return {
        seat: [play(env, policy, seat, 10**9 + seed + n, source, best=True)[0] for n in range(games // 2)]
        for seat in env.possible_agents
    }


def test_random(games: int, seed: int) -> dict[str, Tally]:
    """The same for a random player: where learning begins, since all scores begin at nought."""
    env = HexfrontEnv("skirmish")
    source = np.random.default_rng(seed + 7)
    rewards: dict[str, Tally] = {seat: [] for seat in env.possible_agents}
    for n in range(games // 2):
        env.reset(seed=10**9 + seed + n)
        while not env.terminations[env.agent_selection]:
            env.step(int(source.integers(len(env.legal))))
        for seat in rewards:
            rewards[seat].append(env.rewards[seat])
    return rewards


def tell(title: str, found: dict[str, Tally]) -> None:
    """Wins, draws and losses, and the score (a draw is half) with its 95 % interval."""
    for name, rewards in [*found.items(), ("both", [r for each in found.values() for r in each])]:
        n = len(rewards)
        wins, losses = sum(r > 0 for r in rewards), sum(r < 0 for r in rewards)
        score = wins + (n - wins - losses) / 2
        low, high = wilson(score, n)
        print(
            f"{title}, as {name}: {wins} won, {n - wins - losses} drawn, {losses} lost of {n}; "
            f"score {score / n:.1%} ({low:.1%} to {high:.1%})"
        )


def load(path: Path, like: dict[str, Any]) -> dict[str, Any]:
    """The weights of a file; one sentence on stderr and exit code 2 where they are not to be had."""
    try:
        with np.load(path) as found:
            weights = {name: found[name] for name in like}
    except (OSError, ValueError, TypeError, KeyError, BadZipFile) as e:
        fault = getattr(e, "strerror", None) or "it holds no weights of this network"
    else:
        if all(weights[name].shape == each.shape for name, each in like.items()):
            return weights
        fault = "its weights are for a network of another size"
    print(f"train_skirmish.py: {path} cannot be loaded: {fault}.", file=sys.stderr)
    raise SystemExit(2)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to play Skirmish from nothing.")
    parser.add_argument("--minutes", type=float, default=6.0, help="how long to learn (default 6)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--test", type=int, default=200, help="games to test with, before and after (default 200)"
    )
    parser.add_argument("--out", type=Path, help="write the weights here")
    parser.add_argument("--load", type=Path, help="test these weights instead of learning")
    args = parser.parse_args()
    shapes = HexfrontEnv("skirmish").features.shapes
    policy = Policy(shapes["actions"][0] + shapes["globals"][0], args.seed)
    if args.load:
        policy.weights = load(args.load, policy.weights)
        tell("loaded", test(policy, args.test, args.seed))
        return
    tell("before", test_random(args.test, args.seed))
    games = train(policy, args.minutes, args.seed)
    print(f"learned from {games} games")
    tell("after", test(policy, args.test, args.seed))
    if args.out:
        weights: dict[str, Any] = policy.weights
        np.savez(args.out, **weights)


if __name__ == "__main__":
    main()

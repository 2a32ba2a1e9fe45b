"""`hexfront env`: a game as a learning environment: its spaces, and a check that every observation fits them."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexfront.cli.common import (
    Commands,
    add_json,
    add_setup,
    command,
    console,
    positive,
    print_json,
    progress,
    setup_from,
    table,
)
from hexfront.errors import HexfrontError, UnknownName
from hexfront.games import get, names
from hexfront.words import plural, quantity

if TYPE_CHECKING:
    from hexfront.kernel import Game

EACH = "each"


def add(commands: Commands) -> None:
    examples = (
        "hexfront env skirmish\n"
        "hexfront env turns_east --scenario minsk --games 2\n"
        "hexfront env skirmish --names\n"
        "hexfront env motherland --scenario each\n"
        "hexfront env each --steps 500"
    )
    parser = command(commands, "env", examples)
    parser.add_argument("game", help="the game, or `each`: every scenario of every game, one line each")
    add_setup(parser)
    parser.add_argument(
        "--games", type=positive, default=1, metavar="N", help="random games to check (default 1)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="seed of the random games (default 1)"
    )
    parser.add_argument(
        "--steps",
        type=positive,
        default=100_000,
        metavar="N",
        help="stop random games after N actions",
    )
    parser.add_argument(
        "--max-actions",
        type=positive,
        metavar="N",
        help="length of the action mask (default: what the scenario needs)",
    )
    parser.add_argument("--names", action="store_true", help="list what each plane and column holds")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        from hexfront.lab.env import HexfrontEnv
    except ModuleNotFoundError as e:
        raise HexfrontError(f"{e.name} is not installed; install hexfront[learn].") from None

    def checked(game: Game[Any], scenario: str) -> dict[str, Any]:
        args.scenario = scenario
        env = HexfrontEnv(
            game, setup=setup_from(args, game), max_actions=args.max_actions, truncate=args.steps
        )
        faults, played = check(env, args.games, args.seed)
        document = {
            "name": env.metadata["name"],
            "agents": env.possible_agents,
            "action_space": str(env.action_space(env.possible_agents[0])),
            "observation": {name: list(shape) for name, shape in spaces_of(env).items()},
            **played,
            "faults": faults,
        }
        return document | {"names": env.features.names} if args.names else document

    if EACH in (args.game, args.scenario):
        return _each(args, checked)
    document = checked(get(args.game), args.scenario)
    if args.json:
        print_json(document)
    else:
        _show(document, args.names)
    return 1 if document["faults"] else 0


def _each(args: argparse.Namespace, checked: Callable[[Game[Any], str], dict[str, Any]]) -> int:
    """Every scenario of a game, or of every game: one line each, and what is wrong below."""
    if args.game == EACH and args.scenario not in ("", EACH):
        raise UnknownName(f"Every game has its own scenarios: leave out --scenario {args.scenario}.")
    games = [get(name) for name in (names() if args.game == EACH else [args.game])]
    wanted = [(game, scenario.id) for game in games for scenario in game.scenarios]
    found = []
    with progress("checked", len(wanted)) as tell:
        for n, (game, scenario) in enumerate(wanted, 1):
            found.append(checked(game, scenario))
            tell(n)
    if args.json:
        print_json(found)
    else:
        rows = [
            [each["name"], " × ".join(map(str, each["observation"]["planes"])), each["action_space"],
             str(each.get("most_legal", "")), str(each.get("steps", "")), "; ".join(each["faults"]) or "fine"]
            for each in found
        ]  # fmt: skip
        table(["environment", "planes", "actions", "most legal", "steps", "faults"], rows)
    return 1 if any(each["faults"] for each in found) else 0


def spaces_of(env: Any) -> dict[str, tuple[int, ...]]:
    space = env.observation_space(env.possible_agents[0])
    shapes = {name: each.shape for name, each in space["observation"].items()}
    return {**shapes, "action_mask": space["action_mask"].shape}


def check(env: Any, games: int, seed: int) -> tuple[list[str], dict[str, Any]]:
    """Play at random by the environment alone and look whether every observation is what the space promises."""
    faults: list[str] = []
    steps = most = left_out = 0
    began = time.perf_counter()
    for n in range(games):
        env.reset(seed=seed + n)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed + n)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, ended, cut, info = env.last()
            total[agent] += reward
            if not env.observation_space(agent).contains(observation):
                faults.append(f"Game {n}, step {steps}: what {agent} observes is not in its space.")
                return faults, {}
            if ended or cut:
                env.step(None)
                continue
            most, left_out = max(most, info["legal"]), left_out + (info["left_out"] > 0)
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        if abs(sum(total.values())) > 1e-9 and len(total) == 2:
            faults.append(f"Game {n}: rewards {total} do not add up to zero.")
    if left_out:
        faults.append(
            f"{quantity(left_out, 'position')} had more than {env.max_actions} legal actions; raise --max-actions."
        )
    seconds = time.perf_counter() - began
    figures = {"games": games, "steps": steps, "most_legal": most, "steps_per_s": round(steps / seconds)}
    return faults, figures


def _show(found: dict[str, Any], names: bool) -> None:
    rows = [[name, " × ".join(map(str, shape))] for name, shape in found["observation"].items()]
    table(
        ["observation", "shape"],
        rows,
        f"{found['name']}: {', '.join(found['agents'])}; {found['action_space']}",
    )
    if names:
        for part, listed in found["names"].items():
            console().print(f"{part}: {'; '.join(listed)}", markup=False)
    if "steps" in found:
        console().print(
            f"{found['games']} random {plural(found['games'], 'game')}, {found['steps']} "
            f"{plural(found['steps'], 'step')}, {found['steps_per_s']} a second; "
            f"at most {found['most_legal']} legal {plural(found['most_legal'], 'action')}.",
            markup=False,
        )
    for fault in found["faults"]:
        console().print(fault, markup=False, style="bold red")
    if not found["faults"]:
        console().print(
            "Every observation was in its space, every action in the mask was legal.", markup=False
        )

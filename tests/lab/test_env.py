"""Games as learning environments, by PettingZoo's own tests and by OpenSpiel's words."""

from __future__ import annotations

import json
import runpy
import warnings
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed; pip install hexfront[learn]")
pytest.importorskip("gymnasium", reason="gymnasium is not installed; pip install hexfront[learn]")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed; pip install hexfront[learn]")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from hexfront.cli.commands.env import check  # noqa: E402
from hexfront.errors import BadData  # noqa: E402
from hexfront.examples.skirmish import GAME as SKIRMISH  # noqa: E402
from hexfront.games import get, names  # noqa: E402
from hexfront.kernel import CONTROL, Chance, Decision, SeededSource, apply, legal, resolve  # noqa: E402
from hexfront.lab.env import HexfrontEnv, env  # noqa: E402
from hexfront.lab.features import KINDS, MAX_ACTIONS, features_for, width_for  # noqa: E402
from hexfront.lab.openspiel import CHANCE, TERMINAL, OpenState, load_game  # noqa: E402
from hexfront.players import Seatview, StaffPlayer  # noqa: E402
from tests.support.toy import GAME as TOY  # noqa: E402

GAMES = [
    ("skirmish", "", 150),
    ("cauldron", "", 100),
    ("turns_east", "minsk", 60),
    ("turns_east", "barbarossa", 40),
    ("motherland", "uranus", 40),
    ("last_war", "kursk", 60),
    ("lebensraum", "climax", 40),
    ("leaders_in_flames", "barbarossa", 40),
]
SCENARIOS = [(name, each.id) for name in names() for each in get(name).scenarios]


def test_no_game_is_left_out() -> None:
    """A game that lands belongs in the list above."""
    assert {game for game, _, _ in GAMES} == set(names())


@pytest.mark.parametrize(("game", "scenario", "cycles"), GAMES)
def test_pettingzoo_api(game: str, scenario: str, cycles: int) -> None:
    with warnings.catch_warnings():
        # Advice only: it would rather have arrays than a dict, and agents called player_0.
        warnings.filterwarnings(
            "ignore", message="Observation is not a NumPy array|Observation space for each agent"
        )
        warnings.filterwarnings("ignore", message="We recommend agents to be named")
        api_test(HexfrontEnv(game, scenario), num_cycles=cycles)


@pytest.mark.parametrize(("game", "scenario", "cycles"), GAMES)
def test_pettingzoo_seed(game: str, scenario: str, cycles: int) -> None:
    seed_test(lambda: HexfrontEnv(game, scenario), num_cycles=cycles // 2)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_keeps_its_word(game: str, scenario: str) -> None:
    """`hexfront env each --steps 40`: what is observed lies in its space."""
    faults, played = check(HexfrontEnv(game, scenario, truncate=40), 1, 1)
    assert faults == []
    assert played["steps"] == 40


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_mask_is_as_wide_as_the_scenario_needs(game: str, scenario: str) -> None:
    """A random game, or its first 1500 steps, never has more legal actions than there are places."""
    rules = get(game)
    s: Any = rules.start(rules.setup(scenario))
    width, source = width_for(rules, s.world.setup), SeededSource("b")
    e, most = HexfrontEnv(game, scenario), 0
    assert e.max_actions == e.action_space(e.possible_agents[0]).n == width
    for _ in range(1500):
        if not s.agenda:
            break
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
            continue
        seat = frame.deciders(s)[0]
        actions = frame.legal(s, seat)
        most = max(most, len(actions))
        apply(s, seat, source.choice(actions))
    assert most <= width
    if (game, scenario) == ("motherland", "campaign"):
        assert most > MAX_ACTIONS, "the usual width would not do"


def test_the_guide_has_the_spaces_of_every_scenario() -> None:
    """The table in docs/guides/train.md is true and whole."""
    text = (Path(__file__).resolve().parents[2] / "docs" / "guides" / "train.md").read_text()
    told = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if len(cells) == 6 and cells[2].startswith("`Discrete"):
            told.update({(cells[0], each): cells[2:] for each in cells[1].split(", ")})
    assert sorted(told) == sorted(SCENARIOS)
    for (game, scenario), (actions, planes, numbers, columns) in told.items():
        e = HexfrontEnv(game, scenario)
        shapes = e.features.shapes
        assert actions == f"`{e.action_space(e.possible_agents[0])}`"
        assert planes == " × ".join(map(str, shapes["planes"]))
        assert (int(numbers), int(columns)) == (*shapes["globals"], *shapes["actions"])
    seven = HexfrontEnv("last_war", "europe", {"seats": 7, "umpire": True})
    assert len(seven.possible_agents) == 7
    assert f"`{seven.action_space(seven.possible_agents[6])}`" == told["last_war", "europe"][0]


def random_game(e: Any, seed: int) -> list[Any]:
    e.reset(seed=seed)
    source = np.random.default_rng(seed)
    seen = []
    for agent in e.agent_iter():
        observation, reward, ended, cut, _ = e.last()
        if ended or cut:
            e.step(None)
            continue
        places = np.flatnonzero(observation["action_mask"])
        seen.append((agent, observation["observation"]["globals"].tolist(), len(places), reward))
        e.step(int(source.choice(places)))
    return seen


def test_a_game_by_the_environment() -> None:
    e = HexfrontEnv("skirmish")
    one, two, other = random_game(e, 5), random_game(e, 5), random_game(e, 6)
    assert one == two
    assert one != other
    e.reset(seed=5)
    first = e.state_now.agenda
    e.reset()
    assert e.state_now.agenda == first, "a new game from the same set-up"


def test_rewards_are_the_result() -> None:
    e = HexfrontEnv("skirmish")
    seen = set()
    for seed in range(8):
        e.reset(seed=seed)
        source = np.random.default_rng(seed)
        while not e.terminations[e.agent_selection]:
            assert set(e.rewards.values()) == {0.0}
            e.step(int(source.integers(len(e.legal))))
        winners = e.state_now.result.winners
        for agent in e.possible_agents:
            assert e.rewards[agent] == (0 if not winners else 1 if agent in winners else -1)
        seen.add(winners)
    assert len(seen) > 1


def test_masked_actions_are_refused_and_change_nothing() -> None:
    e = HexfrontEnv("skirmish", max_actions=64)
    e.reset(seed=1)
    before = SKIRMISH.codec.encode(e.state_now)
    for wrong in (63, -1, None):
        with pytest.raises(BadData, match="is masked"):
            e.step(wrong)
    assert SKIRMISH.codec.encode(e.state_now) == before
    with pytest.raises(BadData, match="cannot be rendered"):
        HexfrontEnv("skirmish", render_mode="film")


def test_a_short_mask_offers_the_first_actions_and_says_so() -> None:
    e = HexfrontEnv("skirmish", max_actions=2)
    e.reset(seed=1)
    assert e.observe("blue")["action_mask"].tolist() == [1, 1]
    assert e.infos["blue"] == {"decision": "Planning", "legal": 3, "left_out": 1}
    assert e.observe("red")["action_mask"].tolist() == [0, 0], "nothing to decide yet"


def test_games_are_cut_off_when_asked() -> None:
    e = HexfrontEnv("skirmish", truncate=10)
    steps = random_game(e, 1)
    assert len(steps) == 10


def test_a_position_to_begin_in() -> None:
    s = SKIRMISH.start(SKIRMISH.setup())
    apply(s, "blue", legal(s, "blue")[0])
    e = HexfrontEnv("skirmish")
    e.reset(seed=1, options={"state": s})
    assert e.agent_selection == "red"
    assert e.state_now is not s


def test_rendering_and_wrapping() -> None:
    e = HexfrontEnv("skirmish", render_mode="ansi")
    e.reset(seed=1)
    words = e.render()
    assert words and "1st Rifles" in words and "blue decides" in words
    e.render_mode = "svg"
    drawn = e.render()
    assert drawn and drawn.startswith("<svg")
    e.close()
    wrapped = env("skirmish")
    wrapped.reset(seed=1)
    assert wrapped.agent_selection == "blue"


# --- what a network is shown


def shown(s: Any, seat: str) -> tuple[Any, Any, Any]:
    features = features_for(SKIRMISH, SKIRMISH.setup())
    frame = s.agenda[0]
    options = [frame.option(s, seat, a) for a in frame.legal(s, seat)]
    return features, options, features.observe(SKIRMISH.view(s, seat), seat, options, type(frame).__name__)


def after_planning() -> Any:
    s = SKIRMISH.start(SKIRMISH.setup())
    for seat in ("blue", "red"):
        apply(s, seat, legal(s, seat)[0])
    return s


def test_planes_show_units_from_the_seats_own_side() -> None:
    s = after_planning()
    features, _, seen = shown(s, "blue")
    names = features.names["planes"]
    assert seen.planes.shape == features.shapes["planes"] == (len(names), 9, 12)
    cell = features.cell["0303"]
    at = divmod(cell, features.columns)
    assert seen.planes[names.index("my steps")][at] == pytest.approx(2 / 4)
    assert seen.planes[names.index("my strength")][at] == pytest.approx(4 / 10)
    assert seen.planes[names.index("their steps")][at] == 0
    other = features.observe(SKIRMISH.view(s, "red"), "red")
    assert other.planes[names.index("their steps")][at] == pytest.approx(2 / 4)
    towns = seen.planes[names.index("feature town")]
    assert towns.sum() == SKIRMISH.start(SKIRMISH.setup()).world.towns.bit_count()


def test_action_rows_show_what_each_action_is_about() -> None:
    s = after_planning()
    features, options, seen = shown(s, "blue")
    names = features.names["actions"]
    assert seen.actions.shape == (len(options), len(names))
    for option, row, cells in zip(options, seen.actions, seen.cells, strict=True):
        kinds = row[: len(KINDS)]
        assert kinds.sum() == 1 and KINDS[int(kinds.argmax())] == option.kind
        assert row[names.index("ends")] == float(option.ends)
        assert row[names.index("has piece")] == float(bool(option.piece))
        assert (cells[1] >= 0) == bool(option.piece)
    pick = next(n for n, option in enumerate(options) if option.kind == "pick")
    apply(s, "blue", s.agenda[0].legal(s, "blue")[pick])
    features, options, seen = shown(s, "blue")
    steps = [n for n, option in enumerate(options) if option.kind == "step"]
    forest = names.index("at: terrain forest")
    for n in steps:
        cell = features.cell[options[n].at]
        plane = seen.planes[features.names["planes"].index("terrain forest")]
        assert seen.actions[n, forest] == plane.flat[cell]
        assert seen.actions[n, names.index("cost")] == pytest.approx(options[n].cost / 4)
        assert seen.actions[n, names.index("distance")] == pytest.approx(0.1)


def test_globals_name_turn_and_decision() -> None:
    s = after_planning()
    features, _, seen = shown(s, "blue")
    value = dict(zip(features.names["globals"], seen.globals.tolist(), strict=True))
    assert value["turn"] == pytest.approx(1 / 6)
    assert value["decision Movement"] == 1
    assert value["decision Planning"] == 0
    assert value["mine to decide"] == 1


def test_observations_hold_no_secret() -> None:
    """Redrawing all that a seat cannot know changes nothing it is shown."""
    s = SKIRMISH.start(SKIRMISH.setup())
    apply(s, "blue", legal(s, "blue")[1])
    source = SeededSource(3)
    _, _, true = shown(s, "red")
    for _ in range(6):
        _, _, seen = shown(SKIRMISH.resample(s, "red", source), "red")
        for name in ("planes", "globals", "actions", "cells"):
            assert np.array_equal(getattr(seen, name), getattr(true, name))


def told_apart(e: Any, moments: int, seed: str = "env") -> tuple[int, int]:
    """At how many decisions of a game by staff something was hidden from who decides, and at how many of them the agent
    is shown something else when that is drawn afresh."""
    rules, setup = e.rules, e.setup
    s: Any = rules.start(setup)
    dice, worlds = SeededSource(f"dice/{seed}"), SeededSource(f"worlds/{seed}")
    players = {agent: StaffPlayer(f"{seed}/{agent}") for agent in e.possible_agents}
    hidden = differ = 0
    for n in range(3000 if rules.has_secrets else 500):
        if not s.agenda:
            s = rules.start(setup)
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        seat = frame.deciders(s)[0]
        other = rules.resample(s, seat, worlds)
        if rules.codec.encode(other) != rules.codec.encode(s) and (n % 5 == 0 or rules.id == "skirmish"):
            hidden += 1
            shown = []
            for each in (s, other):
                e.reset(seed=1, options={"state": each})
                assert e.agent_selection == seat
                seen = e.observe(seat)
                shown.append([*seen["observation"].values(), seen["action_mask"]])
            differ += any(not np.array_equal(a, b) for a, b in zip(*shown, strict=True))
            if hidden == moments:
                break
        apply(s, seat, players[seat].choose(Seatview(rules, s, seat)))
    return hidden, differ


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("skirmish", "crossing"), ("turns_east", "barbarossa"), ("motherland", "uranus"), ("last_war", "kursk"),
     ("last_war", "europe"), ("last_war", "pacific")],
)  # fmt: skip
def test_observations_hold_no_secret_in_any_game(game: str, scenario: str) -> None:
    """Redrawing all that a seat cannot know changes nothing it is shown; a leak would be seen."""
    e = HexfrontEnv(game, scenario)
    moments = 6 if e.rules.has_secrets else 0
    assert told_apart(e, moments or 6) == (moments, 0)


def test_an_environment_that_tells_a_secret_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    e = HexfrontEnv("last_war", "kursk")
    view = e.rules.view
    monkeypatch.setattr(e.rules, "view", lambda s, seat: view(s, CONTROL))
    hidden, differ = told_apart(e, 10)
    assert hidden == 10 and differ > 0


def test_a_game_without_a_map_has_features_too() -> None:
    seen = random_game(HexfrontEnv(TOY), 3)
    assert len(seen) > 10


# --- OpenSpiel's words


def test_a_game_by_openspiels_words() -> None:
    game = load_game("skirmish")
    state = game.new_initial_state()
    assert (game.num_players(), game.num_distinct_actions()) == (2, 512)
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    source = SeededSource(2)
    chances = 0
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        if state.is_chance_node():
            assert state.current_player() == CHANCE
            listed = state.chance_outcomes()
            assert sum(p for _, p in listed) == pytest.approx(1)
            assert [n for n, _ in listed] == state.legal_actions()
            chances += 1
        else:
            player = state.current_player()
            assert state.legal_actions(1 - player) == []
            assert sum(state.legal_actions_mask()) == len(state.legal_actions(player))
        chosen = source.choice(state.legal_actions())
        text = state.action_to_string(max(0, state.current_player()), chosen)
        assert state.string_to_action(max(0, state.current_player()), text) == chosen
        child, copy = state.child(chosen), state.clone()
        state.apply_action(chosen)
        assert str(child) == str(state)
        copy.apply_action(chosen)
        assert str(copy) == str(state)
    assert chances > 0
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])
    assert state.rewards()[0] == state.player_return(0)


def test_states_travel_as_text() -> None:
    game = load_game("skirmish")
    state = game.new_initial_state()
    state.apply_action(1)
    again = game.deserialize_state(state.serialize())
    assert again.current_player() == state.current_player() == 1
    assert again.information_state_string(0) == state.information_state_string(0)
    assert str(game) == "hexfront(skirmish,crossing)"
    assert again.get_game() is game
    assert not again.is_simultaneous_node()


def test_information_states_differ_by_player_and_hide_secrets() -> None:
    game = load_game("skirmish")
    views = []
    for choice in (0, 1):
        state = game.new_initial_state()
        state.apply_action(choice)  # blue's secret plan
        assert state.current_player() == 1
        views.append((state.information_state_string(), state.information_state_string(0)))
    assert views[0][0] == views[1][0], "red cannot tell blue's plans apart"
    assert views[0][1] != views[1][1], "blue can"
    assert json.loads(views[0][0])["seat"] == "red"
    assert state.observation_string(1) == state.information_state_string(1)
    tensor = OpenState(game).observation_tensor(0)
    assert list(tensor.shape) == game.observation_tensor_shape()
    with pytest.raises(ValueError, match="not possible"):
        state.string_to_action(1, "surrender")


def test_an_umpire_is_chance() -> None:
    """He is no player: what he does comes as at a roll, each of his actions as likely as the others."""
    game = load_game("last_war", "kursk", {"umpire": True})
    assert game.seats == ["axis", "allies"] and game.num_players() == 2
    state, source, ruled = game.new_initial_state(), SeededSource(4), 0
    while not state.is_terminal() and ruled < 20:
        if isinstance(state.state.agenda[0], Decision) and state.is_chance_node():
            ruled += 1
            listed = state.chance_outcomes()
            assert state.current_player() == CHANCE
            assert sum(p for _, p in listed) == pytest.approx(1)
            assert len({p for _, p in listed}) == 1
            assert [n for n, _ in listed] == state.legal_actions()
            assert state.legal_actions(0) == state.legal_actions(), "as at a roll"
            texts = [state.action_to_string(CHANCE, n) for n, _ in listed]
            assert all(texts)
            assert str(state.child(0)) != str(state)
        else:
            assert state.current_player() in (CHANCE, 0, 1)
        state.apply_action(source.choice(state.legal_actions()))
    assert ruled == 20
    again = game.deserialize_state(state.serialize())
    assert again.current_player() == state.current_player()


# --- the example


def test_weights_that_cannot_be_loaded(
    example: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence and exit code 2; what was saved is loaded as it was."""
    weights = example["Policy"](5, seed=2).weights
    (tmp_path / "words.npz").write_text("not a network")
    np.savez(tmp_path / "other.npz", w1=np.zeros(3))
    np.savez(tmp_path / "small.npz", **example["Policy"](4).weights)
    for name, words in (
        ("gone", "No such file"),
        ("words", "no weights of this network"),
        ("other", "no weights of this network"),
        ("small", "another size"),
    ):
        with pytest.raises(SystemExit) as ended:
            example["load"](tmp_path / f"{name}.npz", weights)
        out, err = capsys.readouterr()
        assert ended.value.code == 2 and out == ""
        assert words in err and err.count("\n") == 1
    np.savez(tmp_path / "good.npz", **weights)
    found = example["load"](tmp_path / "good.npz", weights)
    assert all(np.array_equal(found[name], each) for name, each in weights.items())


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    path = Path(__file__).resolve().parents[2] / "examples" / "train_skirmish.py"
    return runpy.run_path(str(path))


def test_the_gradient_of_the_example_is_right(example: dict[str, Any]) -> None:
    """Against differences: a learner with a wrong sign or factor would learn something else."""
    source = np.random.default_rng(1)
    policy = example["Policy"](5, seed=2)
    policy.weights["w2"] = source.normal(size=policy.weights["w2"].shape)
    rows = source.normal(size=(4, 5))
    chances, hidden = policy.chances(rows)
    assert chances.sum() == pytest.approx(1)
    slope = {k: np.zeros_like(v) for k, v in policy.weights.items()}
    policy.gradient(rows, 2, chances, hidden, slope, 1.0)
    for name, at in (("w1", (3, 7)), ("b1", (4,)), ("w2", (9,))):
        before = policy.weights[name][at]
        logs = []
        for step in (1e-5, -1e-5):
            policy.weights[name][at] = before + step
            logs.append(np.log(policy.chances(rows)[0][2]))
        policy.weights[name][at] = before
        assert slope[name][at] == pytest.approx((logs[0] - logs[1]) / 2e-5, rel=1e-3, abs=1e-7)


@pytest.mark.slow
def test_the_example_learns(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Some seconds of learning already win more than a random player does."""
    shapes = HexfrontEnv("skirmish").features.shapes
    policy = example["Policy"](shapes["actions"][0] + shapes["globals"][0], 1)
    games = example["train"](policy, minutes=5, seed=1, updates=8)
    assert games == 8 * 24
    before, after = example["test_random"](40, 1), example["test"](policy, 40, 1)
    score = {
        name: np.mean([r for each in found.values() for r in each])
        for name, found in (("b", before), ("a", after))
    }
    assert score["a"] > score["b"] + 0.2
    example["tell"]("after", after)
    assert "as both" in capsys.readouterr().out

"""Packs and saves that want to do harm: each is refused or playable, and none takes much memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from hexfront.cli.common import pack_parts
from hexfront.games import get, names
from hexfront.games.last_war.umpire import keep
from hexfront.hexes import Grid, GridSpec
from hexfront.kernel import (
    BadData,
    BadSave,
    Chance,
    Game,
    SeededSource,
    apply,
    check_pack,
    deciders,
    legal,
    pending,
    roll,
)
from hexfront.kernel.bounds import TEXT
from hexfront.match import Match
from hexfront.match.files import seal
from hexfront.match.save import decode
from hexfront.proof import hostile
from hexfront.proof.files import beyond_bounds, refused
from hexfront.proof.fuzz import drawn_setup


@pytest.mark.parametrize("name", names())
def test_hostile_packs_are_refused_or_playable(name: str) -> None:
    game = get(name)
    found = hostile.run(hostile.packs(game, pack_parts(game), 1, 30), partial(hostile.try_pack, game))
    assert not found.faults, found.faults[0]
    assert found.refused >= 10


@pytest.mark.parametrize("name", names())
def test_hostile_saves_are_refused_or_playable(name: str) -> None:
    game = get(name)
    tries = hostile.saves(hostile.played(game, 1), 1, 120)
    found = hostile.run(tries, partial(hostile.try_save, game))
    assert not found.faults, found.faults[0]
    assert found.refused >= 60


def test_what_is_neither_refused_nor_playable_is_a_fault() -> None:
    def fall_over(given: int) -> bool:
        return bool(1 / given)

    found = hostile.run(iter([1, 0, 2]), fall_over)
    assert (found.tried, found.refused, len(found.faults)) == (3, 0, 1)
    assert "ZeroDivisionError" in found.faults[0]


@pytest.mark.parametrize("name", names())
def test_every_position_of_a_real_game_is_taken_back(name: str) -> None:
    """Which fields hold sets is told by hand (`Game.wide`): one that was forgotten would refuse real saves. So would an invariant
    that a redrawn world does not keep, and a fork begins in one."""
    game = get(name)
    assert game.wide is not None
    for n, scenario in enumerate(2 * game.scenarios):
        source = SeededSource(f"taken back/{n}")
        drawn = n >= len(game.scenarios)
        setup = drawn_setup(game, scenario.id, {}, source) if drawn else game.setup(scenario.id)
        s = game.start(setup)
        for step in range(160):
            if not s.agenda:
                break
            if isinstance(pending(s), Chance):
                roll(s, source)
            else:
                seat = source.choice(deciders(s))
                apply(s, seat, source.choice(legal(s, seat)))
            if step % 8 == 0:
                assert not beyond_bounds(game, s), (scenario.id, setup.options)
            if step % 80 == 79:
                seat = source.choice([info.id for info in game.seats(setup)])
                for position in (s, game.resample(s, seat, source)):
                    assert not refused(game, position), (scenario.id, setup.options, seat)


def test_positions_that_control_can_go_back_to_are_taken_back() -> None:
    """Each is a text within the position, below a line that names it."""
    game = get("last_war")
    match = Match.new(game, game.setup("europe", {"umpire": True}))
    keep(match.state, "Turn 1, positions")
    (kept,) = match.state.saved
    assert len(kept) > TEXT
    back = decode(Match.from_position(game, match.state).to_json(), game)
    assert back.state.saved == (kept,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda kept: "x" * 300 + kept, "a name in saved"),
        (lambda kept: kept + "}", "saved is not a position"),
        (lambda kept: kept.replace('"turn":1', '"turn":10000000000'), "turn is 10000000000"),
        (lambda kept: 'Turn 1, positions\n{"turn":10000000000}', "turn is 10000000000"),
    ],
)
def test_positions_that_control_can_go_back_to_are_bounded(change: Callable[[str], str], words: str) -> None:
    game = get("last_war")
    match = Match.new(game, game.setup("europe", {"umpire": True}))
    keep(match.state, "Turn 1, positions")
    match.state.saved = (change(match.state.saved[0]),)
    with pytest.raises(BadSave, match=words):
        decode(Match.from_position(game, match.state).to_json(), game)


def grid(columns: int, rows: int, **more: Any) -> Grid:
    return Grid(GridSpec(orientation="flat", columns=columns, rows=rows, shifted="even", **more))


@pytest.mark.parametrize(
    "given", [(100_000, 100_000), (1_001, 1), (1, 1_001), (1_000, 1_000)], ids=lambda g: f"{g[0]}x{g[1]}"
)
def test_a_grid_larger_than_any_map_is_refused_by_its_fields(given: tuple[int, int]) -> None:
    with pytest.raises(BadData, match=r"grid\.columns"):
        grid(*given)


def test_the_numbers_of_a_grid_stay_short() -> None:
    with pytest.raises(BadData, match=r"grid\.first_column"):
        grid(2, 2, first_column=10**9)
    assert grid(256, 256).top > 65_536


@pytest.mark.parametrize(
    ("pack", "path"),
    [
        ({"map": {"grid": {"columns": 10**6}}}, "map.grid.columns"),
        ({"units": {"army": [{"strength": float("inf")}]}}, "units.army.strength"),
        ({"units": {"x": float("nan")}}, "units.x"),
        ({"tables": hostile.deep(40)}, "nested"),
        ({"tables": {"x" * 300: 1}}, "a name"),
        ({"tables": {"name": "x" * 300_000}}, "tables.name"),
    ],
)
def test_a_pack_that_asks_for_too_much_is_refused_by_its_field(pack: dict[str, Any], path: str) -> None:
    with pytest.raises(BadData, match=path):
        check_pack(pack)


@pytest.mark.parametrize(
    ("name", "pack", "words"),
    [
        ("turns_east", {"units": "x"}, "^units: a table is expected"),
        ("motherland", {"units": "x"}, "^units: a table is expected"),
        ("last_war", {"tables": {"costs": [1]}}, "costs: a table is expected"),
        ("motherland", {"map": {"grid": {"columns": 100_000, "rows": 100_000}}}, "grid.columns"),
        (
            "turns_east",
            {"tables": {"counterattack_markers": {"last_turn": [4, None, True]}}},
            "last_turn: a whole",
        ),
    ],
)
def test_a_pack_of_the_wrong_shape_is_refused_by_its_place(
    name: str, pack: dict[str, Any], words: str
) -> None:
    game = get(name)
    with pytest.raises(BadData, match=words):
        game.world(game.setup("", {}, pack))


def with_origin(game: Game[Any], change: Any) -> bytes:
    document = msgspec.json.decode(Match.from_position(game, hostile.played(game, 1).state).to_json())
    document.pop("checksum")
    change(document["origin"])
    return seal(document)


@pytest.mark.parametrize("name", ["turns_east", "motherland", "skirmish"])
def test_a_unit_at_a_hex_that_cannot_be_is_refused_before_anything_is_built(name: str) -> None:
    game = get(name)

    def far_away(origin: dict[str, Any]) -> None:
        origin["where"][0] = 10**10

    with pytest.raises(BadSave, match="where is 10000000000"):
        decode(with_origin(game, far_away), game)


def test_a_position_of_another_set_up_is_refused() -> None:
    game = get("motherland")

    def elsewhere(origin: dict[str, Any]) -> None:
        origin["world"] = {"scenario": game.scenarios[-1].id}

    with pytest.raises(BadSave, match="another set-up"):
        decode(with_origin(game, elsewhere), game)


def test_a_position_that_breaks_the_rules_is_refused() -> None:
    game = get("turns_east")

    def everyone_dead(origin: dict[str, Any]) -> None:
        origin["steps"] = [10**5] * len(origin["steps"])

    with pytest.raises(BadSave, match="not possible"):
        decode(with_origin(game, everyone_dead), game)

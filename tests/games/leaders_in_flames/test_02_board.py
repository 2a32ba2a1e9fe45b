"""Chapter 2 on the board: three sheets, range across them, seams, seas."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from hexfront.games.leaders_in_flames.board import MAPS, Lands
from hexfront.games.leaders_in_flames.data import FILES
from hexfront.hexes import bits, load_board
from tests.atlas.maptools import MAPS as FOLDER
from tests.atlas.maptools import ROOT


@pytest.fixture(scope="module")
def world() -> Lands:
    return Lands(load_board("flames"), FILES.own)


@pytest.fixture(scope="module")
def europe() -> Lands:
    return Lands(load_board("flames_europe"), FILES.own)


def labels(lands: Lands, h: str, stars: int) -> set[str]:
    return set(lands.board.labels(lands.in_range(lands.board.index(h), stars)))


@pytest.mark.rule("2c")
def test_2c_range_is_a_hex_a_star_and_counts_over_sea(world: Lands) -> None:
    assert len(labels(world, "E1429", 3)) == 37
    assert "E1732" in labels(world, "E1429", 5)
    grid, board = world.grid, world.board
    h = board.index("E1233")
    assert world.in_range(h, 2) == grid.disc(h, 2) and grid.disc(h, 2) & board.water


@pytest.mark.rule("2d")
@pytest.mark.parametrize(("hex_", "reached"), [("E1429", 3), ("A2014", 1), ("W0708", 0)])
def test_2d_a_leader_of_three_stars(world: Lands, hex_: str, reached: int) -> None:
    """The printed example: three hexes in Europe, one in Asia, his own in America."""
    h = world.board.index(hex_)
    assert world.in_range(h, 3) == world.grid.disc(h, reached) & world.board.on_map


@pytest.mark.rule("2d")
def test_2d_range_crosses_a_seam_at_the_price_of_the_hex_entered(world: Lands) -> None:
    assert "A1201" in labels(world, "E0015", 2) and "A1201" not in labels(world, "E0015", 1)
    assert "E0015" in labels(world, "A1201", 1), "the European hex costs one"
    assert "W2208" not in labels(world, "E1551", 5) and "W2208" in labels(world, "E1551", 6)


def test_a_hex_has_the_same_number_on_its_sheet_and_on_the_board(world: Lands, europe: Lands) -> None:
    assert world.board.label(world.board.hex("Krivoi Rog")) == europe.board.label(
        europe.board.hex("Krivoi Rog")
    )
    for h in bits(europe.board.land):
        assert world.board.kind[world.board.index(europe.board.label(h))] == europe.board.kind[h]


def test_no_ground_is_shown_twice(world: Lands) -> None:
    """Of Asia and Europe only the finer sheet shows what both have."""
    asia = load_board("flames_asia")
    gone = [label for label in asia.labels(asia.on_map) if world.board.off >> world.board.index(label) & 1]
    assert 30 < len(gone) < 200
    names = [place.name for place in world.board.places]
    assert names.count("Baku") == 1 and names.count("Stalingrad") == 1
    for place in world.board.places:
        assert world.board.land >> world.board.index(place.hex) & 1


def test_every_seam_joins_land_of_two_sheets_and_rails_meet_rails(world: Lands) -> None:
    rails = world.board.links["rail"].hexes
    assert len(world.seams) >= 20
    for a, others in world.seams.items():
        for b in others:
            assert world.board.land >> a & world.board.land >> b & 1
            assert world.sheet[a] != world.sheet[b]
            if (a, b) in world.rail_seams:
                assert rails >> a & rails >> b & 1


def test_four_maps(world: Lands) -> None:
    board = world.board
    where = {
        name: MAPS[world.map_of[board.hex(name)]]
        for name in ("Moscow", "Delhi", "Tokyo", "Manila", "Chicago")
    }
    assert where == {
        "Moscow": "european",
        "Delhi": "asian",
        "Tokyo": "pacific",
        "Manila": "asian",
        "Chicago": "american",
    }
    assert MAPS[world.map_of[board.hex("Vladivostok")]] == "asian", "the mainland is Asian however far east"


def test_the_seas_hang_together(world: Lands) -> None:
    seas, every = world.seas, world.board.on_map
    assert 50 <= len(seas.areas) <= 65
    for k, area in enumerate(seas.areas):
        anchor = world.board.index(area.box)
        assert seas.hexes[k] >> anchor & 1, area.id
        assert all(k in seas.near[n] for n in seas.near[k])
        if area.id != "caspian":
            assert seas.distance(seas.number["north_atlantic"], k, every) >= 0, area.id


@pytest.mark.parametrize(
    ("a", "b", "hexes", "open_way", "shut_way"),
    [
        ("western_mediterranean", "cape_st_vincent", ["E4237"], 1, -1),
        ("eastern_mediterranean", "red_sea", ["E1447", "E1348"], 1, -1),
        ("caribbean", "panama", ["W0712"], 1, 6),
        ("baltic", "north_sea", ["E2722"], 1, -1),
        ("black_sea", "eastern_mediterranean", ["E1737"], 1, -1),
    ],
)
def test_a_passage_is_open_to_who_holds_all_its_hexes(
    world: Lands, a: str, b: str, hexes: list[str], open_way: int, shut_way: int
) -> None:
    seas, board = world.seas, world.board
    ends = seas.number[a], seas.number[b]
    assert seas.distance(*ends, board.set_of(hexes)) == open_way
    far = seas.distance(*ends, 0)
    assert far == -1 if shut_way < 0 else far >= shut_way
    if len(hexes) > 1:
        assert seas.distance(*ends, board.set_of(hexes[:1])) == -1


def test_joining_the_sheets_again_gives_the_same_files() -> None:
    command = [sys.executable, "-m", "joinmaps", "check", "flames"]
    done = subprocess.run(
        command, cwd=ROOT, env={"PYTHONPATH": "atlas:src"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_art_of_the_sheets_lies_where_their_hexes_are() -> None:
    board = load_board("flames")
    art = json.loads((FOLDER / "flames.art.json").read_text(encoding="utf-8"))
    own = json.loads((FOLDER / "flames_europe.art.json").read_text(encoding="utf-8"))
    europe = load_board("flames_europe")
    spot = next(p for p in art["places"] if p["name"] == "Moscow")
    old = next(p for p in own["places"] if p["name"] == "Moscow")
    (x, y), (u, v) = board.grid.xy(board.index("E1321")), europe.grid.xy(europe.index("E1321"))
    assert spot["x"] - old["x"] == pytest.approx(art["hex"] * (x - u), abs=0.2)
    assert spot["y"] - old["y"] == pytest.approx(art["hex"] * (y - v), abs=0.2)

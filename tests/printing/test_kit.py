"""A game on paper: what a kit holds, and that it is whole."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hexfront import games
from hexfront.cartography.counters import NATIONS
from hexfront.cli import main
from hexfront.errors import HexfrontError, UnknownName
from hexfront.kernel import Face, Piece, Side
from hexfront.packs import data_files
from hexfront.printing import PAPERS, PARTS, make_kit
from hexfront.printing.aids import aids, plain, runs, wording
from hexfront.printing.counters import all_faces, colour_of, counter, sheets
from hexfront.printing.kit import _Desk, _gather, numbered
from hexfront.printing.tiles import OVERLAP, tiling
from hexfront.wargame import read_toml

ROOM = (190.0, 269.0)


def pages(pdf: bytes) -> int:
    """Pages by the document's own count."""
    return max(int(n) for n in re.findall(rb"/Count (\d+)", pdf))


@pytest.mark.parametrize("size", [(100.0, 80.0), (640.0, 760.0), (1300.0, 400.0), (189.0, 900.0)])
def test_the_tiles_cover_the_map_and_overlap(size: tuple[float, float]) -> None:
    cut = tiling(*size, ROOM)
    assert 0.92 * size[0] <= cut.width <= size[0] and cut.width / cut.height == pytest.approx(
        size[0] / size[1]
    )
    last = cut.tiles[-1]
    assert last[1] + cut.tile_width >= cut.width and last[2] + cut.tile_height >= cut.height
    # One tile fewer would not do.
    assert cut.columns == 1 or last[1] + OVERLAP < cut.width
    assert cut.rows == 1 or last[2] + OVERLAP < cut.height
    assert len({name for name, _, _ in cut.tiles}) == cut.rows * cut.columns


def test_a_map_lies_where_that_saves_paper_and_shrinks_a_little_rather_than_end_in_a_strip() -> None:
    assert tiling(260.0, 180.0, ROOM).landscape and len(tiling(260.0, 180.0, ROOM).tiles) == 1
    strip = tiling(195.0, 260.0, ROOM)
    assert len(strip.tiles) == 1 and strip.width < 195.0
    assert len(tiling(230.0, 260.0, ROOM).tiles) == 2


def piece(name: str, **more: Any) -> Piece:
    return Piece(name, name, "axis", "", **more)


def test_backs_are_mirrored_so_that_both_sides_meet() -> None:
    faces = [Face(piece("A", steps=2, full=2), piece("a", steps=1, full=2)), Face(piece("B"))]
    front, back = sheets(faces, (Side("axis", "Axis", "grey"),), (190.0, 269.0), 15.0)
    at = re.compile(r"translate\(([\d.]+) 0\)[^<]*>(?:<rect[^>]*>)*<text[^>]*>(\w)")
    left = {name: float(x) for x, name in at.findall(front)}
    right = {name: float(x) for x, name in at.findall(back)}
    assert left["A"] + right["a"] + 15.0 == pytest.approx(190.0), "as far from one edge as from the other"
    assert "b" not in right and left["B"] > left["A"]


def test_a_sheet_without_backs_has_none_and_many_counters_take_several_sheets() -> None:
    faces = [Face(piece(f"{k}")) for k in range(300)]
    drawn = list(sheets(faces, (), ROOM, 15.0))
    assert len(drawn) == 2
    assert sum(svg.count("<text") for svg in drawn) == 300


def test_a_counter_shows_name_factors_and_steps() -> None:
    svg = counter(
        piece("9th <Army>", symbol="infantry", size="XXXX", factors="9-8-7", steps=1, full=2), "grey"
    )
    assert "9th &lt;Army&gt;" in svg and "9-8-7" in svg and "XXXX" in svg and svg.count("<circle") == 2


def test_an_army_shown_by_its_number_has_it_on_its_counter() -> None:
    svg = counter(piece("4th Panzer Army", symbol="4 Pz", size="XXXX", factors="14 A"), "grey")
    assert ">4 Pz<" in svg and "<path" not in svg


def test_the_sequence_of_play_is_that_of_a_usual_turn() -> None:
    """Lebensraum! begins with a surprise, which is no turn."""
    game = games.get("lebensraum")
    s = game.start(game.setup("invasion", {}, {}))
    assert len(game.view(s, "control").phases) == 1 < len(game.sequence(s))


@pytest.mark.parametrize("name", games.names())
def test_every_counter_of_a_game_is_in_its_kit(name: str) -> None:
    game = games.get(name)
    for scenario in game.scenarios[:2]:
        s = game.start(game.setup(scenario.id, {}, {}))
        faces = all_faces(game.faces(s), game.stocks(s))
        fronts = {face.front.id for face in faces}
        shown = {p.id for p in game.view(s, "control").pieces if not p.is_stock}
        assert shown <= fronts and faces
        for face in faces:
            assert face.back is None or face.back.steps < face.front.steps, face.front.name


def test_an_army_of_four_steps_is_two_counters() -> None:
    game = games.get("turns_east")
    s = game.start(game.setup("minsk", {}, {}))
    army = [face for face in game.faces(s) if face.front.id == "ge-9"]
    steps = [(face.front.steps, face.back.steps if face.back else 0) for face in army]
    assert steps == [(4, 3), (2, 1)]
    assert len({face.front.factors for face in army}) == 2


def test_a_corps_has_its_last_step_as_a_kampfgruppe() -> None:
    game = games.get("motherland")
    s = game.start(game.setup("uranus", {}, {}))
    (corps,) = (face for face in game.faces(s) if face.front.id == "III Pz")
    assert corps.front.factors == "9-8-7" and corps.back is not None and corps.back.factors == "6-5-7"
    assert any(face.front.size == "KG" for face in game.faces(s))
    assert sum(stock.count for stock in game.stocks(s)) == sum(chit.count for chit in s.world.chits)


def test_an_army_of_lebensraum_has_a_counter_for_each_class() -> None:
    game = games.get("lebensraum")
    s = game.start(game.setup(game.scenarios[0].id, {}, {}))
    army = [face for face in game.faces(s) if face.front.id == "4th Panzer Army"]
    assert len(army) == len(s.world.ladder[s.world.number["4th Panzer Army"]]) > 1
    assert army[0].front.factors == "14 A" and army[0].front.steps == 5


def test_papers_and_cards_of_the_last_war() -> None:
    game = games.get("last_war")
    s = game.start(game.setup("kursk", {}, {}))
    handouts = game.handouts(s)
    cards = [each for each in handouts if each.kind == "card"]
    assert len(cards) == sum(len(power.cards) for power in s.world.powers) > 0
    assert all(str(card.side[-1]) in card.text for card in cards), "a card says its value"
    assert all("bid" in card.text for card in cards), "and that it may choose the order of play"
    papers = [each.title for each in handouts if each.kind == "paper"]
    assert papers == ["Germany: briefing", "Soviet Union: briefing"]
    points = sum(
        int(stock.face.front.factors) * stock.count
        for stock in game.stocks(s)
        if stock.face.front.name == "Men" and stock.face.front.nation == "germany"
    )
    held = sum(
        p.steps for p in game.view(s, "control").pieces if p.symbol == "infantry" and p.nation == "germany"
    )
    assert points >= held


def data_of(game: str, scenario: str, folder: Path, parts: list[str]) -> dict[str, Any]:
    """What the pages of a kit are told."""
    desk = _Desk(folder, "a4")
    found = games.get(game)
    _gather(desk, found, found.setup(scenario, {}, {}), parts, 21.0, 15.0, (), lambda _: None)
    return desk.data


def test_a_table_is_not_told_what_to_click(tmp_path: Path) -> None:
    for name in games.names():
        data = data_of(name, "", tmp_path, ["briefing", "papers", "cards", "forms"])
        said = json.dumps([data["briefing"], data["papers"], data["cards"], data["forms"]]).lower()
        assert "click" not in said and "press " not in said, name
    papers = data_of("last_war", "europe", tmp_path, ["papers"])["papers"]
    lines = dict(papers[0]["lines"])
    assert lines["At sea"].startswith("Convoys") and lines["Victory at the end"].startswith("The Allies")
    assert any("or if the Soviet Union leaves the war" in line[1] for line in papers[0]["lines"])


def test_only_counters_with_backs_are_printed_on_both_sides(tmp_path: Path) -> None:
    assert data_of("skirmish", "", tmp_path, ["counters"])["backs"]
    assert not data_of("last_war", "kursk", tmp_path, ["counters"])["backs"]


def test_tables_are_laid_out_for_people() -> None:
    found = {
        aid.title: aid
        for aid in aids(
            {
                "results": {
                    "provenance": "rulebook",
                    "columns": ["1:1", "2:1"],
                    "rows": {"-1": ["A", "B"], "2": ["C", "D"]},
                    "below": "clamp",
                },
                "terrain": {
                    "swamp": {"leg": 2, "mech": 99},
                    "clear": {"leg": 1, "mech": 1, "cases": ["5.1"]},
                },
                "die": {"provenance": "reconstruction", "no_craft": -6, "open": True},
                "track": {"turn": [{"label": "June"}, {"label": "July"}]},
            }
        )
    }
    results = found["Results"]
    assert results.header == ("Die", "1:1", "2:1") and results.rows[0] == ("−1", "A", "B")
    assert results.origin == "as printed in the rulebook" and "clamp" not in str(results)
    assert found["Terrain"].rows == (("Swamp", "2", "never"), ("Clear", "1", "1"))
    assert (
        found["Die"].rows == (("No craft", "−6"), ("Open", "yes"))
        and found["Die"].origin == "our reconstruction"
    )
    assert found["Track"].rows == (("1", "June"), ("2", "July"))
    assert plain("fortified_city") == "Fortified city"


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_whole_kit_is_one_pdf(paper: str) -> None:
    game = games.get("skirmish")
    kit = make_kit(game, game.setup("", {}, {}), paper=paper)
    assert kit.pdf.startswith(b"%PDF")
    assert pages(kit.pdf) >= 3 + sum(kit.pages.values())
    assert kit.pages["map"] in (1, 2) and kit.pages["counters"] == 2
    one = make_kit(game, game.setup("", {}, {}), paper=paper, parts=["map"])
    assert pages(one.pdf) == 1 + kit.pages["map"]


def test_what_cannot_be_printed_is_refused() -> None:
    game = games.get("skirmish")
    setup = game.setup("", {}, {})
    with pytest.raises(UnknownName, match="no part 'dice'; it has briefing"):
        make_kit(game, setup, parts=["dice"])
    with pytest.raises(UnknownName, match="no paper"):
        make_kit(game, setup, paper="a3")
    with pytest.raises(HexfrontError, match="does not fit"):
        make_kit(game, setup, counter_mm=30.0)
    with pytest.raises(UnknownName, match="no front of '1900'"):
        make_kit(game, setup, parts=["map"], fronts=["1900"])


def test_the_command_writes_the_file(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "kit.pdf"
    assert main(["print", "skirmish", "--parts", "counters,forms", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF") and "2 of counters" in capsys.readouterr().out
    assert main(["print", "skirmish", "--out", str(tmp_path / "no" / "kit.pdf")]) != 0
    assert "is not a folder" in capsys.readouterr().err
    assert main(["print", "skirmish", "--hex", "900", "--out", str(out)]) != 0
    assert set(PARTS) > {"map", "counters", "rules"}


def test_a_lying_sheet_keeps_its_foot_line_free() -> None:
    cut = tiling(277.0, 182.0, ROOM, foot=8.0)
    assert cut.landscape and (cut.tile_width, cut.tile_height) == (277.0, 182.0) and cut.width == 277.0


def test_hill_shading_for_paper_has_more_cells_and_soft_steps() -> None:
    from hexfront.cartography.art import Relief
    from hexfront.cartography.relief import finer

    small = Relief(2, 2, bytes((0, 200, 100, 200)))
    large = finer(small, 4)
    assert (large.width, large.height, len(large.levels)) == (8, 8, 64)
    assert (large.levels[0], large.levels[7], large.levels[56]) == (0, 200, 100), (
        "the corners are what they were"
    )
    top = large.levels[:8]
    assert list(top) == sorted(top) and len(set(top)) > 4
    assert finer(small, 1) == small


@pytest.mark.parametrize("name", ["last_war", "turns_east", "motherland", "lebensraum", "leaders_in_flames"])
def test_every_table_of_a_kit_is_put_in_words(name: str) -> None:
    """No wording is for a table that is not there, and none leaves a row out that it names."""
    game = games.get(name)
    path = next(path for path in data_files(game).values() if path.name == "tables.toml")
    tables = read_toml(path)
    words = wording(name)
    for key, said in words.items():
        block: Any = tables
        for part in key.split("."):
            assert part in block, f"{key}: there is no such table"
            block = block[part]
        if isinstance(block, list):
            known = {field for row in block for field in row}
        else:
            known = {*block, *(field for row in block.values() if isinstance(row, dict) for field in row)}
            known |= {
                field
                for row in block.values()
                if isinstance(row, list)
                for each in row
                if isinstance(each, dict)
                for field in each
            }
        assert set(said.names) | set(said.omit) <= known, key
    found = aids(tables, words)
    assert found and all(len(row) <= len(aid.header) for aid in found for row in aid.rows)
    assert {key for key in tables if isinstance(tables[key], dict)} - {
        key.split(".")[0] for key in words
    } == set()


def test_what_a_die_gives_is_told_in_runs() -> None:
    assert runs(["storm", "rain", "rain", "fine"]) == "1 storm, 2–3 rain, 4 fine"


def test_steps_keep_the_numbers_of_their_own() -> None:
    assert numbered(["Air", "1 Industry", "2 Deployment"]) == [
        ("", "Air"),
        ("1", "Industry"),
        ("2", "Deployment"),
    ]
    assert numbered(["Supply", "Combat"]) == [("1", "Supply"), ("2", "Combat")]


@pytest.mark.parametrize(
    ("name", "scenario"),
    [
        ("last_war", "europe"), ("last_war", "pacific"), ("turns_east", "barbarossa"), ("motherland", "campaign"),
        ("lebensraum", "war"), ("leaders_in_flames", "barbarossa"),
    ],
)  # fmt: skip
def test_the_counters_of_two_sides_do_not_look_alike(name: str, scenario: str) -> None:
    game = games.get(name)
    s = game.start(game.setup(scenario))
    sides = game.view(s, "observer").sides
    worn: dict[str, set[str]] = {}
    for face in all_faces(game.faces(s), game.stocks(s)):
        worn.setdefault(colour_of(face.front, sides), set()).add(face.front.side)
    assert all(len(found) == 1 for found in worn.values()), worn


def test_allies_of_germany_in_the_east_are_told_apart() -> None:
    assert len({NATIONS[each] for each in ("german", "romanian", "hungarian", "italian", "finnish")}) == 5

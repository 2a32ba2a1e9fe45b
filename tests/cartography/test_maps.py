"""The art of every map agrees with what its rules count, and nothing on it collides."""

from __future__ import annotations

import re
from functools import cache
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexfront.cartography import Art, load_art, render_svg
from hexfront.cartography.art import LETTERS, art_file, label_boxes, shown_text
from hexfront.cartography.mask import Mask
from hexfront.cartography.metrics import has_character
from hexfront.cartography.palette import PAPER, style_of
from hexfront.cartography.paths import Point, points_of
from hexfront.cartography.symbols import icon_of, symbol_radius
from hexfront.hexes import Board, Hex, bits, load_board, map_names

DRAWN = [name for name in map_names() if art_file(name).exists()]
each_map = pytest.mark.parametrize("name", DRAWN)
WATER = ("sea", "lake", "off")
ROOT = Path(__file__).resolve().parents[2]


@cache
def opened(name: str) -> tuple[Board, Art]:
    return load_board(name), load_art(name)


def side(board: Board, art: Art, a: Hex, b: Hex) -> tuple[Point, Point]:
    corners = art.corners(board, a)
    d = board.grid.direction(a, b)
    return corners[d], corners[(d + 1) % 6]


class Cloud:
    """Points of some lines, found by nearness."""

    def __init__(self, paths: list[str], cell: float = 20.0) -> None:
        self.cell = cell
        self.at: dict[tuple[int, int], list[Point]] = {}
        for path in paths:
            for line in points_of(path, 8):
                for (x1, y1), (x2, y2) in zip(line, line[1:], strict=False):
                    n = max(1, round(hypot(x2 - x1, y2 - y1) / 4))
                    for k in range(n + 1):
                        self.add((x1 + (x2 - x1) * k / n, y1 + (y2 - y1) * k / n))

    def add(self, p: Point) -> None:
        self.at.setdefault((int(p[0] // self.cell), int(p[1] // self.cell)), []).append(p)

    def distance(self, p: Point) -> float:
        """Distance to the nearest point, up to about a cell."""
        a, b = int(p[0] // self.cell), int(p[1] // self.cell)
        around = [q for i in (a - 1, a, a + 1) for j in (b - 1, b, b + 1) for q in self.at.get((i, j), [])]
        return min((hypot(p[0] - q[0], p[1] - q[1]) for q in around), default=99.0)


def test_every_map_of_the_atlas_has_art_and_a_picture() -> None:
    built = {path.stem for kind in ("games", "joined") for path in (ROOT / "atlas" / kind).glob("*.toml")}
    assert built and built == set(DRAWN)
    for name in built:
        picture = ROOT / "docs" / "maps" / f"{name}.png"
        assert picture.stat().st_size < 500_000
        assert int.from_bytes(picture.read_bytes()[16:20], "big") >= 800, "wide enough to read"


@each_map
def test_file_and_picture_are_small_enough(name: str) -> None:
    board, art = opened(name)
    sheets = max(1, len(board.grid.spec.sheets))
    assert art_file(name).stat().st_size < 350_000 * sheets
    assert art.id == name
    svg = render_svg(board, art)
    assert len(svg.encode()) < 1_500_000 * sheets
    ElementTree.fromstring(svg)


@each_map
def test_rivers_follow_their_hexsides(name: str) -> None:
    board, art = opened(name)
    for major in (True, False):
        sides = [
            side(board, art, a, b)
            for kind, group in board.sides.items()
            if "river" in kind and ("major" in kind) == major
            for a, b in group.pairs()
        ]
        paths = [line.path for line in art.rivers if (line.class_ == "major") == major]
        assert bool(sides) == bool(paths)
        drawn = Cloud(paths)
        for (x1, y1), (x2, y2) in sides:
            for t in (0.25, 0.5, 0.75):
                p = (x1 + t * (x2 - x1), y1 + t * (y2 - y1))
                assert drawn.distance(p) < 0.24 * art.hex, f"{name}: a river hexside is not drawn at {p}"
        ruled = Cloud([])
        for (x1, y1), (x2, y2) in sides:
            for k in range(13):
                ruled.add((x1 + (x2 - x1) * k / 12, y1 + (y2 - y1) * k / 12))
        for path in paths:
            line = points_of(path, 4)[0]
            # The two ends may run on to a shore that is not on a corner.
            for p in line[6:-6]:
                assert ruled.distance(p) < 0.3 * art.hex, f"{name}: a river is drawn off its hexsides at {p}"


@each_map
def test_railways_pass_through_their_hexes(name: str) -> None:
    board, art = opened(name)
    links = [
        pair
        for kind in ("rail", "transport", "road")
        if kind in board.links
        for pair in board.links[kind].pairs()
    ]
    assert bool(links) == bool(art.rails)
    drawn = Cloud(list(art.rails))
    for i in {i for pair in links for i in pair}:
        x, y = art.xy(board, i)
        near = min(drawn.distance((x + dx, y + dy)) for dx in (-18, 0, 18) for dy in (-18, 0, 18))
        assert near < 20, f"{name}: no railway is drawn in {board.label(i)}"
    for a, b in links:
        (x1, y1), (x2, y2) = art.xy(board, a), art.xy(board, b)
        (p1, q1), (p2, q2) = side(board, art, a, b)
        crossing = min(drawn.distance((p1 + t / 6 * (p2 - p1), q1 + t / 6 * (q2 - q1))) for t in range(7))
        assert crossing < 9, (
            f"{name}: no railway crosses from {board.label(a)} to {board.label(b)} ({x1}, {y1}, {x2}, {y2})"
        )


@each_map
def test_land_is_land_and_sea_is_sea(name: str) -> None:
    board, art = opened(name)
    land, lakes = Mask(art.land, art.size), Mask(art.lakes, art.size)
    for i in bits(board.on_map):
        x, y = art.xy(board, i)
        style = style_of(board.kind[i])
        wet = not land.has(x, y) or lakes.has(x, y)
        assert wet == (style in WATER), f"{name}: the middle of {board.label(i)} ({style}) is drawn wrongly"
    for spot in art.places:
        assert land.has(spot.x, spot.y), f"{name}: {spot.name} stands in the water"


@each_map
def test_areas_cover_the_hexes_of_their_kind_and_no_others(name: str) -> None:
    board, art = opened(name)
    masks = {kind: Mask(paths, art.size) for kind, paths in art.areas.items()}
    for i in bits(board.on_map):
        kind = board.kind[i]
        x, y = art.xy(board, i)
        for other, mask in masks.items():
            assert mask.has(x, y) == (other == kind), f"{name}: {board.label(i)} is {kind}, drawn as {other}"
        if style_of(kind) not in ("clear", *WATER):
            assert kind in masks


@each_map
def test_no_name_touches_another_or_a_symbol(name: str) -> None:
    _, art = opened(name)
    boxes: list[tuple[int, tuple[Point, ...]]] = [
        (k, box) for k, label in enumerate(art.labels) for box in label_boxes(label)
    ]  # fmt: skip
    cells: dict[tuple[int, int], list[tuple[int, tuple[Point, ...]]]] = {}
    for k, box in boxes:
        for i in range(int(min(p[0] for p in box) // 60), int(max(p[0] for p in box) // 60) + 1):
            for j in range(int(min(p[1] for p in box) // 60), int(max(p[1] for p in box) // 60) + 1):
                cells.setdefault((i, j), []).append((k, box))
    for group in cells.values():
        for n, (k, box) in enumerate(group):
            for m, other in group[n + 1 :]:
                assert k == m or apart(box, other), (art.labels[k].text, art.labels[m].text)
    for k, box in boxes:
        label = art.labels[k]
        for spot in art.places:
            r = 0.8 * symbol_radius(spot.size)
            square = [
                (spot.x - r, spot.y - r),
                (spot.x + r, spot.y - r),
                (spot.x + r, spot.y + r),
                (spot.x - r, spot.y + r),
            ]
            assert apart(box, tuple(square)), f"{name}: {label.text} lies on {spot.name}"
        for x, y in box:
            assert 0 <= x <= art.size[0] and 0 <= y <= art.size[1], f"{name}: {label.text} leaves the sheet"


def apart(a: tuple[Point, ...], b: tuple[Point, ...]) -> bool:
    """Whether two convex shapes do not overlap, by a line between them."""
    for shape in (a, b):
        for (x1, y1), (x2, y2) in zip(shape, shape[1:] + shape[:1], strict=True):
            nx, ny = y1 - y2, x2 - x1
            left = [nx * x + ny * y for x, y in a]
            right = [nx * x + ny * y for x, y in b]
            if max(left) <= min(right) + 1e-6 or max(right) <= min(left) + 1e-6:
                return True
    return False


@each_map
def test_every_place_and_feature_is_on_the_map(name: str) -> None:
    board, art = opened(name)
    named = {label.text for label in art.labels if label.class_.startswith("city")}
    for place in board.places:
        if place.kind not in ("region", "water", "area"):
            assert place.name in named, f"{name}: {place.name} has no name on the map"
    spots = {(spot.name, spot.hex) for spot in art.places}
    assert {(p.name, p.hex) for p in board.places if p.kind not in ("region", "water", "area")} == spots
    marks = {(mark.kind, mark.hex) for mark in art.marks}
    for feature, hexes in board.features.items():
        if icon_of(feature):
            for i in bits(hexes):
                assert (feature, board.label(i)) in marks
    for label, sx, sy in [*((s.hex, s.x, s.y) for s in art.places), *((m.hex, m.x, m.y) for m in art.marks)]:
        x, y = art.xy(board, board.index(label))
        assert hypot(sx - x, sy - y) < art.hex, f"{name}: a symbol of {label} is out of its hex"


@each_map
def test_every_letter_is_in_its_font(name: str) -> None:
    _, art = opened(name)
    for label in art.labels:
        for character in shown_text(label):
            assert has_character(LETTERS[label.class_].face, character), (label.text, character)


@each_map
def test_relief_has_a_byte_a_cell(name: str) -> None:
    _, art = opened(name)
    assert art.relief is not None
    assert len(art.relief.levels) == art.relief.width * art.relief.height
    assert min(art.relief.levels) < 100 and max(art.relief.levels) > 150, "there are hills"


def test_cut_maps_show_the_same_ground_as_the_whole() -> None:
    if not {"lebensraum", "lebensraum_east", "lebensraum_west"} <= set(DRAWN):
        pytest.skip("the art of Lebensraum! is not drawn yet")
    whole = {spot.name: spot for spot in opened("lebensraum")[1].places}
    for part, shift in (("lebensraum_east", 0), ("lebensraum_west", 28)):
        board, art = opened(part)
        x, y = art.xy(board, board.index("1010"))
        joined, full = opened("lebensraum")
        u, v = full.xy(joined, joined.index(f"10{10 + shift:02d}"))
        land, there = Mask(art.land, art.size), Mask(full.land, full.size)
        same = total = 0
        for i in bits(board.on_map):
            px, py = art.xy(board, i)
            for dx, dy in ((30, 20), (-30, 20), (30, -20), (-30, -20)):
                total += 1
                same += land.has(px + dx, py + dy) == there.has(px + dx - x + u, py + dy - y + v)
        assert same / total > 0.98, f"{part}: its coast is not that of the whole map"
        for spot in art.places:
            assert hypot(whole[spot.name].x - u - (spot.x - x), whole[spot.name].y - v - (spot.y - y)) < 0.5


@pytest.mark.parametrize(
    ("name", "features"),
    [
        ("motherland", ("fortified_city", "port", "factory", "oil_field", "coal_mine", "ore", "baku_exit")),
        ("motherland", tuple(f"supply_{letter}" for letter in "WHRFEST")),
        ("turns_east", ("fort", "oil", "soviet_sea_supply", "axis_supply", "soviet_supply")),
        ("last_war_europe", ("industrial_zone", "capital", "port", "naval_base", "oil")),
        ("last_war_pacific", ("industrial_zone", "capital", "port", "naval_base", "oil")),
        ("flames_europe", ("capital", "factory", "port", "major_port", "oil", "resource")),
        ("lebensraum", ("oil", "food", "axis_supply_head", "allied_supply_head", "d_day_landing")),
    ],
)
def test_what_rules_ask_for_by_hex_has_an_icon(name: str, features: tuple[str, ...]) -> None:
    """Players find the economic and supply hexes of their game on the map, not only in its data."""
    board, art = opened(name)
    shown = {mark.kind for mark in art.marks}
    assert [feature for feature in features if not board.features[feature] or feature not in shown] == []


def test_names_of_places_that_count_for_victory_are_red() -> None:
    board, art = opened("turns_east")
    counts = {spot.name for spot in art.places if board.features["victory"] >> board.index(spot.hex) & 1}
    assert {label.text for label in art.labels if label.victory} == counts
    assert {"Moscow", "Leningrad", "Rostov", "Maikop"} <= counts
    drawn = render_svg(board, art)
    assert re.search(r'class="hf-city\d hf-victory"[^>]*>Moscow<', drawn, re.IGNORECASE)
    assert re.search(r'class="hf-city\d"[^>]*>Warsaw<', drawn)


def test_lettered_sources_stand_at_the_edge_of_the_map_with_their_letter() -> None:
    board, art = opened("motherland")
    drawn = render_svg(board, art)
    for letter in "WHRFEST":
        marks = [mark for mark in art.marks if mark.kind == f"supply_{letter}"]
        assert {mark.hex for mark in marks} == {
            board.label(i) for i in bits(board.features[f"supply_{letter}"])
        }
        assert drawn.count(f">{letter}</text>") >= len(marks)
    for mark in art.marks:
        if mark.kind == "supply_E":
            x, _ = art.xy(board, board.index(mark.hex))
            assert mark.x > x - 1, f"{mark.hex}: its letter turns away from the eastern edge"


def test_frozen_access_and_the_trigger_line_are_drawn_in_red() -> None:
    board, art = opened("motherland")
    assert {line.name for line in art.borders if line.class_ == "trigger"} == {"Turkey trigger line"}
    drawn = render_svg(board, art)
    ink = PAPER.victory
    crossings = drawn[drawn.index('id="hf-crossings"') :]
    assert f'stroke="{ink}" stroke-width="2.8"' in crossings[: crossings.index("</g>")]
    borders = drawn[drawn.index('id="hf-borders"') :]
    assert f'stroke="{ink}" stroke-width="4"' in borders[: borders.index("</g>")]
    for words in ("Frozen access", "Turkey trigger line", "Way to Baku", "Supply source, by its letter"):
        assert words in drawn
    assert "to Baku" in {label.text for label in art.labels}

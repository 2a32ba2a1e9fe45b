"""Who holds the ground, what a simulation comes to, and the page that shows it."""

from __future__ import annotations

import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from hexfront.cartography import art_for, plain_art
from hexfront.cartography.art import Stroke
from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games import get
from hexfront.hexes import Board, load_board
from hexfront.kernel import CONTROL, TurnSpace
from hexfront.lab.charts import WIDTH, Curve, Dot, Row, bar_chart, interval_chart, line_chart, nice_ticks
from hexfront.lab.front import (
    HeldGround,
    Span,
    centre,
    day_from,
    day_of,
    end_of,
    ground,
    halves,
    homes,
    is_eve,
    owners,
    parts,
    parts_the_sides,
    spans_of,
    theatre,
    turn_of,
)
from hexfront.lab.report import _chosen, report_page
from hexfront.lab.simulate import StudyPlan, simulate
from hexfront.lab.summary import Summary, fronts_of, summary
from tests.support.toy import GAME as TOY

BOARD = load_board("skirmish")
LAND = BOARD.land


def test_land_is_what_is_not_water() -> None:
    east = load_board("turns_east")
    assert east.land & east.terrain["sea"] == 0
    assert east.land & east.terrain["lake"] == 0
    assert east.land & east.terrain["clear"] == east.terrain["clear"]


def test_ground_goes_to_whoever_is_nearer() -> None:
    grid = BOARD.grid
    a, b = BOARD.index("0205"), BOARD.index("1105")
    held = ground(BOARD, LAND, {"blue": 1 << a, "red": 1 << b})
    assert held["blue"] & held["red"] == 0
    for i in grid:
        if not LAND >> i & 1:
            continue
        near, far = grid.distance(i, a), grid.distance(i, b)
        owner = "blue" if near < far else "red" if far < near else ""
        found = "blue" if held["blue"] >> i & 1 else "red" if held["red"] >> i & 1 else ""
        assert found == owner, BOARD.label(i)
    assert ground(BOARD, LAND, {"blue": 1 << a, "red": 0})["blue"] == LAND


def stood(blue: list[str], red: list[str]) -> dict[str, int]:
    return {"blue": BOARD.set_of(blue), "red": BOARD.set_of(red)}


def test_ground_stays_with_its_side_until_another_comes_near() -> None:
    followed = HeldGround(BOARD, LAND)
    followed.follow(stood(["0205"], ["1105"]))
    first = followed.held["blue"]
    assert first >> BOARD.index("0101") & 1
    # Blue marches off to the south-east, red raids one place in its rear.
    held = followed.follow(stood(["0709", "0809"], ["1105", "0105"]))
    assert held["blue"] >> BOARD.index("0501") & 1, "nobody came near"
    assert held["red"] >> BOARD.index("0104") & 1
    assert not held["blue"] & held["red"]
    reached = BOARD.grid.disc(BOARD.index("0105"), 3)
    for i in BOARD.grid:
        if first >> i & 1 and not held["blue"] >> i & 1:
            assert reached >> i & 1, BOARD.label(i)


def test_conquered_land_that_is_cut_off_goes_back() -> None:
    followed = HeldGround(BOARD, LAND)
    followed.follow(stood(["0205"], ["1105"]))
    raid = followed.follow(stood(["0209", "0709"], ["1105", "0102"]))
    assert raid["red"] >> BOARD.index("0101") & 1
    gone = followed.follow(stood(["0209", "0709"], ["1105"]))
    assert gone["blue"] >> BOARD.index("0101") & 1, "the raiders are gone and nothing holds what they took"
    assert gone["red"] >> BOARD.index("1101") & 1


def test_a_side_that_is_gone_holds_what_nobody_comes_near() -> None:
    followed = HeldGround(BOARD, LAND)
    assert followed.follow(stood(["0205"], [])) == {}, "not before both have stood somewhere"
    before = followed.follow(stood(["0205"], ["1105"]))
    here = BOARD.index("0905")
    after = followed.follow(stood(["0205", "0905"], []))
    near = BOARD.grid.disc(here, 3) & LAND
    assert after["blue"] == before["blue"] | near
    assert after["red"] == before["red"] & ~near
    assert after["red"] >> BOARD.index("1101") & 1
    assert followed.follow(stood([], [])) == after, "nobody is left to take anything"


def test_the_parts_of_a_set() -> None:
    two = [BOARD.set_of(["0101", "0102"]), BOARD.set_of(["1108"])]
    assert sorted(parts(BOARD, two[0] | two[1])) == sorted(two)
    assert list(parts(BOARD, 0)) == []


def test_centre() -> None:
    a, b = BOARD.index("0205"), BOARD.index("0405")
    ax, ay = BOARD.grid.xy(a)
    bx, by = BOARD.grid.xy(b)
    assert centre(BOARD, {a: 3, b: 1}) == pytest.approx(((3 * ax + bx) / 4, (3 * ay + by) / 4))


@pytest.mark.parametrize(
    ("label", "day"),
    [
        ("Jun 1941", date(1941, 6, 1)),
        ("22 June 1941", date(1941, 6, 22)),
        ("June–July '42", date(1942, 6, 1)),
        ("30 June 1941", date(1941, 6, 30)),
        ("30 June '41", date(1941, 6, 30)),
        ("31 June 1941", date(1941, 6, 1)),
        ("Winter 1943", date(1943, 12, 1)),
        ("winter 1942-43", date(1942, 12, 1)),
        ("December 1941-January 1942", date(1941, 12, 1)),
        ("Sep/Oct 1939", date(1939, 9, 1)),
        ("Turn 4", None),
        ("1941", None),
    ],
)
def test_the_day_a_turn_begins(label: str, day: date | None) -> None:
    assert day_of(label) == day


@pytest.mark.parametrize(
    ("label", "day"),
    [
        ("Jun 1941", date(1941, 7, 1)),
        ("November-December 1942", date(1943, 1, 1)),
        ("December 1941-January 1942", date(1942, 2, 1)),
        ("winter 1942-43", date(1943, 3, 1)),
        ("summer 1944", date(1944, 9, 1)),
        ("22 June 1941", date(1941, 7, 1)),
        ("Turn 4", None),
    ],
)
def test_the_day_after_a_turn(label: str, day: date | None) -> None:
    assert end_of(label) == day


def test_where_a_day_lies_among_turns() -> None:
    spans = spans_of([(1, "Jun 1941"), (2, "Jul 1941"), (3, "August-September 1941")])
    assert spans[0] == Span(1, date(1941, 6, 1), date(1941, 7, 1))
    assert turn_of(date(1941, 6, 16), spans) == pytest.approx(1.5)
    assert turn_of(date(1941, 9, 1), spans) == pytest.approx(3 + 31 / 61), "the last turn has its own length"
    assert turn_of(date(1941, 10, 1), spans) is None
    assert turn_of(date(1941, 5, 1), spans) is None
    assert spans_of([(1, "Turn 1"), (2, "Turn 2")]) == []
    assert day_from("1941-12-05") == date(1941, 12, 5)
    assert day_from("1941-13-05") is None
    assert day_from("front") is None


def test_a_game_begins_on_the_eve_in_its_first_turn() -> None:
    months = [(1, "Jun 1941"), (2, "Jul 1941")]
    eves = [date(1941, 7, 5), date(1941, 6, 22), date(1940, 6, 10)]
    spans = spans_of(months, eves)
    assert spans == [
        Span(1, date(1941, 6, 22), date(1941, 7, 1)),
        Span(2, date(1941, 7, 1), date(1941, 8, 1)),
    ]
    assert turn_of(date(1941, 6, 22), spans) == 1
    assert turn_of(date(1941, 6, 28), spans) == pytest.approx(1 + 6 / 9)
    assert turn_of(date(1941, 6, 21), spans) is None
    assert is_eve("Eve of Uranus") and is_eve("Before Case Blue") and not is_eve("After the Dnepr")


def first_stand(name: str, scenario: str) -> tuple[Board, dict[str, int], list[TurnSpace]]:
    """A map, the hexes each side stands in at the start of a scenario, and its turns."""
    game = get(name)
    view = game.view(game.start(game.setup(scenario)), CONTROL)
    board = load_board(view.map)
    here = {board.label(i) for i in board.grid}
    stand: dict[str, int] = {}
    for piece in view.pieces:
        if piece.at in here:
            stand[piece.side] = stand.get(piece.side, 0) | 1 << board.index(piece.at)
    return board, stand, list(view.turns)


@pytest.mark.parametrize(
    ("game", "scenario", "turns"),
    [
        ("turns_east", "minsk", {"1941-06-22": 1, "1941-07-16": 2 + 15 / 31}),
        ("motherland", "barbarossa", {"1941-06-22": 1, "1941-12-05": 5 + 34 / 61}),
        ("motherland", "stalingrad", {"1942-11-18": 12 + 17 / 61}),
        ("motherland", "uranus", {"1942-11-18": 12, "1942-12-31": 12 + 43 / 44, "1943-02-02": 13 + 32 / 59}),
        ("last_war", "kursk", {"1943-07-04": 1, "1943-08-23": 2 + 22 / 31, "1943-09-30": 3 + 29 / 30}),
        (
            "last_war",
            "europe",
            {
                "1942-05-08": 1,
                "1942-11-18": 3 + 78 / 91,
                "1943-07-04": 6 + 33 / 92,
                "1944-06-22": 10 + 21 / 92,
            },
        ),
    ],
)
def test_fronts_of_history_stand_at_their_dates(game: str, scenario: str, turns: dict[str, float]) -> None:
    board, stand, spaces = first_stand(game, scenario)
    found, _, _ = fronts_of(board, board.land, stand, spaces, board.land)
    placed = {line.id: line.turn for line in found}
    assert placed | turns == pytest.approx(placed)
    assert len(found) > 1, "there is something later to compare with"
    for line in found:
        assert sum(line.share.values()) == pytest.approx(1)


def test_the_share_behind_history_s_fronts() -> None:
    """The Axis gains until November 1942 and loses from then on, in Europe too, where it has other fronts."""
    for game, scenario, region in (
        ("motherland", "campaign", ""),
        ("last_war", "europe", "the land of the USSR"),
    ):
        board, stand, spaces = first_stand(game, scenario)
        land = board.land
        found, named, field = fronts_of(board, land, stand, spaces, land)
        assert named == region
        assert field == (land & board.regions["ussr"] if region else land)
        share = {line.id: line.share["axis"] for line in found}
        assert share["1942-05-08"] < share["1942-11-18"] > share["1943-02-02"] > share["1943-12-24"]
        assert share["1943-12-24"] > share["1944-06-22"]
        assert 0 < share["1944-06-22"] < share["1942-11-18"] < 0.7
    board, stand, spaces = first_stand("last_war", "pacific")
    assert fronts_of(board, board.land, stand, spaces, board.land)[:2] == ([], "")


def test_halves_agree_with_the_regions_that_the_atlas_drew() -> None:
    board = load_board("motherland")
    art, land = art_for(board), board.land
    rear = {"axis": board.edges["west"] & land, "soviet": board.edges["east"] & land}
    agreed = 0
    for line in art.fronts:
        drawn = board.regions.get(f"axis_{line.id.replace('-', '_')}", 0) & land
        held = owners(halves(board, art, line.path, land), rear)
        assert held is not None
        if drawn:
            agreed += 1
            assert (held["axis"] ^ drawn).bit_count() < 0.03 * land.bit_count(), line.id
    assert agreed == 6


def meridian(column: str) -> str:
    """A front line from north to south just east of a column."""
    art = plain_art(BOARD)
    x = art.xy(BOARD, BOARD.index(f"{column}05"))[0] + 0.75 * art.hex
    return f"M{x} -50L{x} {art.size[1] + 50}"


def test_the_land_behind_a_front_line() -> None:
    art = plain_art(BOARD)
    rear = homes(BOARD, LAND, {"blue": 1 << BOARD.index("0205"), "red": 1 << BOARD.index("1105")})
    assert rear["blue"] >> BOARD.index("0105") & 1
    assert rear["blue"] & rear["red"] == 0
    for column in ("03", "06", "09"):
        held = owners(halves(BOARD, art, meridian(column), LAND), rear)
        assert held is not None and parts_the_sides(held, rear)
        for i in BOARD.grid:
            west = int(BOARD.label(i)[:2]) <= int(column)
            assert bool(held["blue"] >> i & 1) == west
            assert bool(held["red"] >> i & 1) == (not west)
    assert owners(halves(BOARD, art, meridian("03"), LAND), {"blue": 1, "red": 1}) is None
    assert owners(halves(BOARD, art, meridian("03"), LAND), {**rear, "green": 1}) is None


def test_a_bent_front_line_and_one_that_ends_inland() -> None:
    """A salient: east along a row, south, and back west; what is inside belongs to whom it opens to."""
    art = plain_art(BOARD)
    x0, x1 = (art.xy(BOARD, BOARD.index(f"{column}05"))[0] for column in ("04", "09"))
    y0, y1 = (art.xy(BOARD, BOARD.index(f"05{row}"))[1] + 0.2 for row in ("03", "07"))
    left, right, along = halves(
        BOARD, art, f"M{x0} -50L{x0} {y0}L{x1} {y0}L{x1} {y1}L{x0} {y1}L{x0} 9999", LAND
    )
    assert left | right == LAND and not left & right
    for label, side in (("0605", right), ("0205", right), ("0602", left), ("1005", left), ("0609", left)):
        assert side >> BOARD.index(label) & 1, label
    assert along >> BOARD.index("0405") & 1 == 0 and along >> BOARD.index("0905") & 1
    spike, _, _ = halves(BOARD, art, f"M{x0} -50L{x0} {y0 - 9}L{x1} {y0}L{x0} {y0 + 9}L{x0} 9999", LAND)
    for label in ("1003", "1004", "1005", "1002", "1109"):
        assert spike >> BOARD.index(label) & 1, f"{label} lies beyond the point of a wedge"
    half, _, _ = halves(BOARD, art, f"M{x0} -50L{x0} {y0}", LAND)
    assert half >> BOARD.index("1009") & 1 and not half >> BOARD.index("0109") & 1


def test_a_line_that_speaks_for_a_part_of_the_map() -> None:
    art = plain_art(BOARD)
    lines = [halves(BOARD, art, meridian(column), LAND) for column in ("06", "08")]
    rear = {"blue": BOARD.set_of(["0101", "1101"]), "red": BOARD.set_of(["1105"])}
    held = owners(lines[0], rear)
    assert held is not None and not parts_the_sides(held, rear), "half of Blue stands behind Red"
    assert theatre(BOARD, LAND, lines) == ""
    middle = sum(1 << i for i in BOARD.grid if 5 <= int(BOARD.label(i)[:2]) <= 10)
    regions = {"west": LAND & ~middle, "middle": middle, "all": LAND}
    board = SimpleNamespace(regions=regions)
    assert theatre(board, LAND, lines) == "middle"  # type: ignore[arg-type]
    assert theatre(board, LAND, []) == ""  # type: ignore[arg-type]


# --- the summary and the page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, str]:
    plan = StudyPlan("skirmish", "1", SKIRMISH.setup(), {"blue": "staff", "red": "random"}, 8, "1")
    folder = simulate(plan, tmp_path_factory.mktemp("report"))
    found = summary(SKIRMISH, folder)
    return found, report_page(folder, found)


def test_a_summary_adds_up(page: tuple[Summary, str]) -> None:
    found, _ = page
    assert found.games == found.finished == 8
    assert sum(side.wins for side in found.sides.values()) + found.draws == 8
    assert sum(found.reasons.values()) == 8
    assert not any(re.search(r"\d", reason) for reason in found.reasons)
    for side in ("blue", "red"):
        steps = found.steps[side]
        assert [p.turn for p in steps] == sorted(found.turns)
        assert all(p.low <= p.high and p.games == 8 for p in steps)
        arrived = 4
        assert [p.turn for p in found.lost[side]] == [x for x in sorted(found.turns) if x][
            : len(found.lost[side])
        ]  # none while setting up
        lost = sum(p.mean for p in found.lost[side])
        assert steps[0].mean + arrived - lost == pytest.approx(steps[-1].mean)
        assert 0 < sum(found.heat[side].values()) <= 14
        assert found.advance[side][0].mean == 0
        assert all(0 < p.mean < 1 for p in found.share[side])
    assert found.held[1]["blue"]["0101"] == 1.0
    luck = found.luck["blue"]
    assert luck.low is not None and luck.high is not None and luck.low < luck.mean < luck.high


def test_a_game_in_which_a_side_is_destroyed_counts_to_its_end(tmp_path: Path) -> None:
    """Left out, the share of the ground would be that of the games its winner did not win so plainly."""
    plan = StudyPlan("skirmish", "1", SKIRMISH.setup(), {"blue": "random", "red": "random"}, 3, "1")
    folder = simulate(plan, tmp_path)
    last = {"where": {"blue": {"0905": 2}}, "steps": {"blue": 2}}
    for n in (0, 1):
        *turns, end = folder.done[n].turns
        turns.append(msgspec.structs.replace(end, **last))
        folder.done[n] = msgspec.structs.replace(folder.done[n], turns=tuple(turns))
    found = summary(SKIRMISH, folder)
    for side in ("blue", "red"):
        assert {point.games for point in found.share[side]} == {3}
    assert found.held[7]["blue"]["0905"] >= 0.667
    assert [found.advance[side][-1].games for side in ("blue", "red")] == [3, 1], "who is gone has no centre"
    only = summary(SKIRMISH, SimpleNamespace(plan=plan, records=lambda: [folder.done[2]]))  # type: ignore[arg-type]
    assert found.advance["red"][-1].mean == only.advance["red"][-1].mean
    assert found.share["blue"][-1].mean != only.share["blue"][-1].mean
    assert "The front" in report_page(folder, found)


class Reader(HTMLParser):
    """Reads a page: what it points to, whether tags close, its headings."""

    VOID = {"meta", "br", "link", "img"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def test_the_page_is_whole_and_needs_nothing_from_outside(page: tuple[Summary, str]) -> None:
    found, text = page
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert reader.links == []
    assert not re.search(r"url\((?!data:)", text)
    assert "<script" not in text
    assert reader.headings == [
        "Who wins", "How games ended", "Losses and strength", "The front", "Where units stood", "Luck",
        "Time to decide",
    ]  # fmt: skip
    for side in found.sides.values():
        assert f"{side.wins} of 8" in text
    assert "prefers-color-scheme: dark" in text
    assert "nan" not in re.sub(r"base64,[^)]*", "", text).lower().split()
    assert "hexfront simulate skirmish crossing --games 8 --players staff,random --seed 1" in text


def test_what_is_too_wide_for_a_phone_scrolls_in_a_box_of_its_own(page: tuple[Summary, str]) -> None:
    """Charts keep a width at which their labels can be read; maps shrink to the page."""
    _, text = page
    boxes = re.findall(
        r'<div class="scroll" tabindex="0" role="region" aria-label="[^"]+"><(svg|table)', text
    )
    maps = len(re.findall(r'<div class="map"[^>]*><svg', text))
    assert boxes.count("table") == text.count("<table") > 3
    assert boxes.count("svg") == text.count("<svg") - maps > 3
    rules = dict(re.findall(r"^([.\w][^{}\n]*) \{([^{}]*)\}", text, re.MULTILINE))
    assert "overflow-x: auto" in rules[".scroll"] and "var(--shade)" in rules[".scroll"]
    assert "outline" in rules[".scroll:focus-visible"]
    width = re.search(r"min-width: (\d+)px", rules[".scroll > svg"])
    assert width and 12 * int(width[1]) / WIDTH >= 10, "a label of 12 units is at least 10 pixels"
    assert "minmax(min(320px, 100%), 1fr)" in rules[".maps"]


def has_seats_by_name(found: Summary, text: str) -> bool:
    """Whether luck and thinking times name the seats, and nowhere by their ids."""
    for title in ("Luck", "Time to decide"):
        section = text.split(f"<h2>{title}</h2>")[1].split("</section>")[0]
        for seat, name in found.seats.items():
            for shown in (f"</i>{name}</span>", f"<tr><td>{name}</td>", f"<title>{name}, "):
                if shown not in section:
                    return False
            if seat != name and re.search(rf">{seat}[,<]", section):
                return False
    return True


def test_a_game_with_points_shows_them(tmp_path: Path) -> None:
    east = get("turns_east")
    plan = StudyPlan("turns_east", "1", east.setup("minsk"), {"axis": "random", "soviet": "random"}, 3, "1")
    folder = simulate(plan, tmp_path)
    found = summary(east, folder)
    assert list(found.points) == ["Axis"]
    assert found.turns[1] == "Jun 1941"
    text = report_page(folder, found)
    assert found.theatre == "the land in play", "the road to Smolensk is a small part of the map"
    assert found.theatre_share["axis"][0].mean == pytest.approx(found.history[0].share["axis"], abs=0.1)
    assert "share of the land in play held, by turn" in text
    assert "Jun 1941; the line is history&#x27;s front of 1941-06-22, Eve of Barbarossa" in text
    assert "Jul 1941</figcaption>" in text, "no line of about that day"
    assert "end; the line is history&#x27;s front of 1941-07-16, Smolensk falls" in text
    assert "Victory points" in text
    assert list(found.seats.values()) == ["Axis", "Soviets"], "a seat that is its side has the side's name"
    assert has_seats_by_name(found, text)
    assert text == report_page(folder, found)


def test_history_stands_beside_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dated front line in a map's art is measured and drawn, if the turns have dates."""
    art = msgspec.structs.replace(
        art_for(BOARD),
        fronts=(Stroke(meridian("06"), name="The river", id="1941-07-16"), Stroke(meridian("02"), id="old")),
    )
    for module in ("hexfront.lab.summary", "hexfront.lab.report"):
        monkeypatch.setattr(f"{module}.art_for", lambda board: art)
    plan = StudyPlan("skirmish", "1", SKIRMISH.setup(), {"blue": "random", "red": "random"}, 2, "1")
    folder = simulate(plan, tmp_path)
    assert summary(SKIRMISH, folder).history == [], "its turns have no dates"
    view = type(SKIRMISH).view

    def dated(self: object, s: object, seat: str) -> object:
        months = ("Jun", "Jul", "Aug", "Sep", "Oct", "Nov")
        spaces = tuple(TurnSpace(n, f"{month} 1941") for n, month in enumerate(months, 1))
        return msgspec.structs.replace(view(SKIRMISH, s, seat), turns=spaces)  # type: ignore[arg-type]

    monkeypatch.setattr(type(SKIRMISH), "view", dated)
    found = summary(SKIRMISH, folder)
    [line] = found.history
    assert line.turn == pytest.approx(2 + 15 / 31)
    assert line.share == {"blue": 0.5, "red": 0.5}
    text = report_page(folder, found)
    assert "History, The river: Blue 50%" in text
    assert "front of 1941-07-16" in text


def test_a_report_of_several_fronts(tmp_path: Path) -> None:
    """In Europe history's lines stand beside the land they run through; in the Pacific the report says there is none."""
    for scenario, told in (("europe", True), ("pacific", False)):
        war = get("last_war")
        setup = war.setup(scenario)
        seats = [info.id for info in war.seats(setup) if not info.control]
        plan = StudyPlan("last_war", "1", setup, dict.fromkeys(seats, "random"), 1, "1")
        folder = simulate(plan, tmp_path / scenario)
        found = summary(war, folder)
        text = report_page(folder, found)
        assert ("share of the land of the USSR held, by turn" in text) == told
        assert ("History, Eve of Uranus: Axis" in text) == told
        assert ("; the line is history&#x27;s front of 1942-05-08, Before Case Blue" in text) == told
        assert ("no front line of these months is drawn on this map" in text) == (not told)
        assert list(found.seats.values()) == ["Axis", "Allies"]
        assert has_seats_by_name(found, text)
        if told:
            points = found.theatre_share["axis"]
            assert points != found.share["axis"] and all(0 <= p.mean <= 1 for p in points)


def test_maps_are_shown_where_history_has_a_line() -> None:
    assert _chosen(range(1, 4)) == [1, 2, 3]
    assert _chosen(range(1, 11)) == [1, 4, 7, 10]
    assert _chosen(range(1, 11), [2.9, 7.6]) == [1, 3, 8, 10]
    assert _chosen(range(1, 6), [1.0, 2.7, 3.9]) == [1, 3, 4, 5], "four maps, not the first twice"
    assert _chosen(range(1, 11), [4.3, 2.8]) == [1, 4, 7, 10]


def test_a_game_without_a_map_has_a_report_too(tmp_path: Path) -> None:
    plan = StudyPlan("tests.support.toy", "1", TOY.setup(), {"red": "random", "blue": "random"}, 3, "1")
    folder = simulate(plan, tmp_path)
    found = summary(TOY, folder)
    assert found.map == ""
    text = report_page(folder, found)
    assert "How games ended" in text and "The front" not in text


# --- charts


def test_ticks_are_round_and_cover() -> None:
    assert nice_ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert nice_ticks(-3, 7)[0] <= -3
    assert nice_ticks(0, 0.31)[-1] >= 0.31
    assert nice_ticks(5, 5)[0] <= 5 <= nice_ticks(5, 5)[-1]


def test_charts_put_values_where_they_belong() -> None:
    dots = (Dot(1, 0, 0, 0), Dot(2, 10, 5, 10))
    svg = line_chart([Curve("A", 0, dots)], {1.0: "one", 2.0: "two"}, "words & more")
    assert 'aria-label="words &amp; more"' in svg
    points = [(float(x), float(y)) for x, y in re.findall(r'class="dot c0" cx="([\d.]+)" cy="([\d.]+)"', svg)]
    assert points == [(54, 240), (624, 14)]
    bars = bar_chart(["a", "b"], {"A": (0, [1, 2]), "B": (1, [0, 4])}, "bars")
    heights = [float(h) for h in re.findall(r'class="bar c\d"[^>]*height="([\d.]+)"', bars)]
    assert heights[3] == pytest.approx(4 * heights[0], rel=0.01)
    assert heights[2] == 0
    rows = interval_chart(
        [Row("A", 0.25, 0.1, 0.4, 0, "x"), Row("B", 0.75, 0.6, 0.9, 1, "y")], "shares", (0.3, 0.7)
    )
    x = [float(v) for v in re.findall(r'class="point c\d" cx="([\d.]+)"', rows)]
    assert (x[0] + x[1]) / 2 == pytest.approx(150 + 0.5 * (640 - 174))
    assert line_chart([], {}, "empty").count("<svg") == 1

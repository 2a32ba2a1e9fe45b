"""Everything a table needs to play a scenario with cardboard, as one PDF.

What is printed is gathered here as plain data and pictures; `kit.typ`, which Typst sets, says how a page looks.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hexfront.cartography import art_for, render_svg
from hexfront.cartography.counters import NATIONS
from hexfront.cartography.metrics import FONTS
from hexfront.cartography.palette import counter_colours
from hexfront.cartography.relief import finer
from hexfront.errors import HexfrontError, UnknownName
from hexfront.hexes import load_board
from hexfront.kernel import CONTROL, Game, Handout, Setup, View
from hexfront.packs import data_files
from hexfront.printing.aids import Aid, aids, wording
from hexfront.printing.counters import all_faces, sheets
from hexfront.printing.tiles import scale_of, tiling
from hexfront.wargame import read_toml

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""

PARTS = {
    "briefing": "what the game is about, who you are, how to win",
    "papers": "what only one side may read",
    "map": "the map in tiles",
    "counters": "counters, fronts and backs",
    "cards": "cards",
    "aids": "sequence of play, turn track and tables",
    "forms": "sheets to fill in",
    "rules": "every rule in our own words",
}

MARGIN, FOOT = 10.0, 8.0
FINER = 5  # times as many cells of hill shading as a screen needs
TEMPLATE = Path(__file__).with_name("kit.typ")


class Kit(NamedTuple):
    """A finished kit: the PDF, and how many sheets of each part it has."""

    pdf: bytes
    pages: dict[str, int]


class _Desk:
    """The folder in which a kit is put together: pictures by name, and the data of the pages."""

    def __init__(self, folder: Path, paper: str) -> None:
        self.folder = folder
        width, height = PAPERS[paper]
        self.room = (width - 2 * MARGIN, height - 2 * MARGIN - FOOT)
        self.data: dict[str, Any] = {"paper": "us-letter" if paper == "letter" else "a4"}
        self.pages: dict[str, int] = {}

    def picture(self, name: str, svg: str) -> str:
        (self.folder / name).write_text(svg, encoding="utf-8")
        return name


def make_kit(
    game: Game[Any],
    setup: Setup,
    *,
    paper: str = "a4",
    parts: Iterable[str] = tuple(PARTS),
    hex_mm: float = 21.0,
    counter_mm: float = 15.0,
    fronts: Sequence[str] = (),
    tell: Callable[[str], None] = lambda _: None,
) -> Kit:
    """The kit of a scenario. `hex_mm` is a hex from side to side, `fronts` are dates whose front is drawn on the map."""
    wanted = list(parts)
    for part in wanted:
        if part not in PARTS:
            raise UnknownName(f"A kit has no part {part!r}; it has {', '.join(PARTS)}.")
    if paper not in PAPERS:
        raise UnknownName(f"There is no paper {paper!r}; there is {', '.join(PAPERS)}.")
    if not 8 <= counter_mm <= hex_mm * 0.9:
        raise HexfrontError(
            f"A counter of {counter_mm:g} mm does not fit: between 8 mm and nine tenths of a hex, {hex_mm * 0.9:g} mm."
        )
    with tempfile.TemporaryDirectory(prefix="hexfront-kit-") as name:
        desk = _Desk(Path(name), paper)
        _gather(desk, game, setup, wanted, hex_mm, counter_mm, fronts, tell)
        tell("typesetting the pages")
        return Kit(_set(desk), desk.pages)


def _gather(
    desk: _Desk,
    game: Game[Any],
    setup: Setup,
    wanted: list[str],
    hex_mm: float,
    counter_mm: float,
    fronts: Sequence[str],
    tell: Callable[[str], None],
) -> None:
    s = game.start(setup)
    view = game.view(s, CONTROL)
    scenario = next(each for each in game.scenarios if each.id == setup.scenario)
    desk.data |= {
        "game": game.title,
        "scenario": scenario.title,
        "summary": scenario.summary,
        "counter": f"{counter_mm:g}",
        "backs": any(face.back for face in game.faces(s)),
    }
    handouts = game.handouts(s)
    fillers: dict[str, Callable[[], Any]] = {
        "briefing": lambda: _briefing(game, view, setup),
        "papers": lambda: _of_kind(handouts, "paper"),
        "map": lambda: _map(desk, view.map, hex_mm, fronts),
        "counters": lambda: _counters(desk, game, s, view, counter_mm),
        "cards": lambda: _of_kind(handouts, "card"),
        "aids": lambda: _aids(game, s, view),
        "forms": lambda: _of_kind(handouts, "form"),
        "rules": lambda: _rules(game),
    }
    for part in PARTS:
        if part in wanted:
            tell(PARTS[part])
        desk.data[part] = fillers[part]() if part in wanted else None


def _briefing(game: Game[Any], view: View, setup: Setup) -> dict[str, Any] | None:
    """What a player at a table should know first; which button to press first is of no use there."""
    brief = view.briefing
    if brief is None:
        return None
    names = {seat.id: seat.name for seat in game.seats(setup)}
    return {
        "title": brief.title,
        "about": brief.about,
        "wins": list(brief.wins),
        "length": brief.length,
        "seats": [
            {
                "name": names.get(seat, seat),
                "you": brief.you[seat],
            }
            for seat in brief.you
        ],
    }


def _of_kind(handouts: Iterable[Handout], kind: str) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(each) | {"columns": list(each.columns), "rows": each.rows, "text": each.text,
                                         "side": each.side, "lines": [_labelled(line) for line in each.text.split("\n")],
                                         "paint": _paint(each.nation)}
            for each in handouts if each.kind == kind]  # fmt: skip


def _labelled(line: str) -> tuple[str, str]:
    """A line of a paper as its label and the rest: "Morale: 10." """
    label, colon, rest = line.partition(": ")
    return (label, rest[:1].upper() + rest[1:]) if colon and len(label) < 32 else ("", line)


def _paint(nation: str) -> tuple[str, str]:
    """The colours of a nation's counters, or paper and ink."""
    return counter_colours(NATIONS[nation]) if nation in NATIONS else ("#f1eee5", "#2b2a26")


def _map(desk: _Desk, map_id: str, hex_mm: float, fronts: Sequence[str]) -> dict[str, Any]:
    """The map as one picture, of which every page shows a part."""
    board = load_board(map_id)
    art = art_for(board)
    known = [line.id for line in art.fronts]
    for date in fronts:
        if date not in known:
            raise UnknownName(f"This map has no front of {date!r}; it has {', '.join(known) or 'none'}.")
    if art.relief is not None:
        art = msgspec.structs.replace(art, relief=finer(art.relief, FINER))
    svg = render_svg(board, art, legend=False, scale_bar=False, frame=False, fronts=fronts)
    scale = scale_of(hex_mm, art.hex)
    cut = tiling(art.size[0] * scale, art.size[1] * scale, desk.room, FOOT)
    desk.pages["map"] = cut.rows * cut.columns
    return {
        "picture": desk.picture("map.svg", svg),
        "title": board.title,
        "width": cut.width,
        "height": cut.height,
        "tile": [cut.tile_width, cut.tile_height],
        "grid": [cut.rows, cut.columns],
        "landscape": cut.landscape,
        "tiles": [{"name": name, "x": x, "y": y} for name, x, y in cut.tiles],
        "fronts": list(fronts),
        "hex": f"{hex_mm * cut.width / (art.size[0] * scale):.3g}",
    }


def _counters(desk: _Desk, game: Game[Any], s: Any, view: View, size: float) -> list[str]:
    faces = all_faces(game.faces(s), game.stocks(s))
    plain = [msgspec.structs.replace(face, front=_bare(face.front), back=_bare(face.back)) for face in faces]
    pages = [
        desk.picture(f"counters-{k}.svg", svg)
        for k, svg in enumerate(sheets(plain, view.sides, desk.room, size))
    ]
    desk.pages["counters"] = len(pages)
    return pages


def _bare(piece: Any) -> Any:
    """A counter without the marks of play on it."""
    return piece and msgspec.structs.replace(piece, badges=(), face_down=False)


def _aids(game: Game[Any], s: Any, view: View) -> dict[str, Any]:
    files = data_files(game)
    tables = next((read_toml(path) for path in files.values() if path.name == "tables.toml"), {})
    return {
        "phases": numbered([phase.title for phase in game.sequence(s)]),
        "turns": [
            {"number": space.number, "label": space.label, "weather": space.weather, "note": space.note}
            for space in view.turns
        ],
        "tables": [_laid_out(aid) for aid in aids(tables, wording(game.id))],
    }


def _laid_out(aid: Aid) -> dict[str, Any]:
    """A table with what the page has to know of it: whether it takes the whole width."""
    longest = max((sum(map(len, row)) for row in (aid.header, *aid.rows)), default=0)
    return {
        "title": aid.title, "header": aid.header, "rows": aid.rows, "origin": aid.origin, "note": aid.note,
        "fills": aid.fills, "wide": len(aid.header) > 8 or longest > 60,
    }  # fmt: skip


def numbered(titles: list[str]) -> list[tuple[str, str]]:
    """Steps with their numbers: their own where some have one, else in order."""
    own = [re.match(r"(\d+) (.+)", title) for title in titles]
    if any(own):
        return [
            (found[1], found[2]) if found else ("", title) for found, title in zip(own, titles, strict=True)
        ]
    return [(str(k), title) for k, title in enumerate(titles, 1)]


def _rules(game: Game[Any]) -> list[dict[str, str]]:
    return [
        {"id": case.id, "topic": case.topic, "summary": case.summary} for case in game.rulebook.cases.values()
    ]


def _set(desk: _Desk) -> bytes:
    """Have Typst set the pages; it reads the data and the pictures from the folder and nothing else."""
    import typst

    (desk.folder / "kit.json").write_bytes(msgspec.json.encode(desk.data))
    main = desk.folder / "kit.typ"
    main.write_bytes(TEMPLATE.read_bytes())
    try:
        return bytes(
            typst.compile(str(main), root=str(desk.folder), font_paths=[str(FONTS)], ignore_system_fonts=True)
        )
    except typst.TypstError as e:
        raise HexfrontError(f"The kit could not be typeset: {e}") from e

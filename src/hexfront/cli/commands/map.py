"""`hexfront map`: what a map holds, how well it fits the ground, and its picture."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from hexfront.cartography import THEMES, art_for, render_svg, to_png
from hexfront.cli.common import Commands, add_json, command, print_json
from hexfront.errors import BadData, HexfrontError, UnknownName
from hexfront.hexes import Board, load_board, map_file, map_names
from hexfront.words import quantity

ALIASES = {"leaders_in_flames": "flames", "leaders": "flames", "hitler_turns_east": "turns_east"}
"""Game ids whose maps go by another name."""


EXAMPLES = """
hexfront map motherland
hexfront map motherland --fit
hexfront map motherland --png motherland.png
hexfront map turns_east --svg night.svg --theme screen --no-numbers --front 1941-12-05
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = command(commands, "map", EXAMPLES)
    parser.add_argument("game", metavar="GAME", help="a game, or one of its maps")
    parser.add_argument(
        "--fit", action="store_true", help="how well the projection fits the places the rulebook quotes"
    )
    add_json(parser)
    parser.add_argument("--svg", metavar="F", help="draw the map into this SVG file (- for standard output)")
    parser.add_argument("--png", metavar="F", help="draw the map into this PNG file (needs the png extra)")
    parser.add_argument(
        "--width", type=_pixels, metavar="PIXELS", help="width of the PNG (default: natural size)"
    )
    parser.add_argument("--theme", choices=sorted(THEMES), default="paper", help="colours (default: paper)")
    parser.add_argument(
        "--front", action="append", default=[], metavar="DATE", help="draw the front line of a date"
    )
    parser.add_argument("--no-numbers", action="store_true", help="leave out hex numbers")
    parser.add_argument("--no-legend", action="store_true", help="leave out title, legend and scale")


def _pixels(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of pixels") from None
    if not 64 <= value <= 20_000:
        raise argparse.ArgumentTypeError("a width is between 64 and 20000 pixels")
    return value


def maps_of(game: str) -> list[str]:
    """The maps of a game, or the one map of that name."""
    names = map_names()
    wanted = game.replace("-", "_")
    wanted = wanted if wanted in names else ALIASES.get(wanted, wanted)
    if wanted in names:
        return [wanted]
    found = [name for name in names if name.startswith(f"{wanted}_")]
    if not found:
        raise UnknownName(f"There is no game or map {game!r}; maps are {', '.join(names) or 'none'}.")
    return found


def run(args: argparse.Namespace) -> int:
    """Do what the options ask, for each map of the game."""
    names = maps_of(args.game)
    if args.svg or args.png:
        for name in names:
            _draw(name, args, several=len(names) > 1)
        if not args.fit:
            return 0
    reports = [_fit(name) if args.fit else summary(load_board(name)) for name in names]
    if args.json:
        print_json(reports[0] if len(reports) == 1 else reports)
        return 0
    for k, report in enumerate(reports):
        if k:
            print()
        print("\n".join(_fit_lines(report) if args.fit else _summary_lines(report)))
    return 0


def _target(path: str, name: str, several: bool) -> Path:
    """The file for one of several maps gets the map's name."""
    target = Path(path)
    return target.with_name(f"{target.stem}-{name}{target.suffix}") if several else target


def _draw(name: str, args: argparse.Namespace, several: bool) -> None:
    board = load_board(name)
    art = art_for(board)
    known = [line.id for line in art.fronts]
    for date in args.front:
        if date not in known:
            raise UnknownName(f"This map has no front of {date!r}; it has {', '.join(known) or 'none'}.")
    legend = not args.no_legend
    svg = render_svg(
        board,
        art,
        theme=args.theme,
        numbers=not args.no_numbers,
        legend=legend,
        scale_bar=legend,
        fronts=args.front,
        embed_fonts=bool(args.svg),
    )
    if args.svg == "-":
        sys.stdout.write(svg)
    elif args.svg:
        _write(_target(args.svg, name, several), svg.encode())
    if args.png:
        _write(_target(args.png, name, several), to_png(svg, width=args.width))


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as e:
        raise HexfrontError(f"{path} cannot be written: {e.strerror}.") from None


def _fit(name: str) -> dict[str, Any]:
    """The fit of a map as the atlas measured it, without the atlas's own notes on rivers and rails."""
    path = map_file(name).with_name(f"{name}.fit.json")
    if not path.exists():
        raise BadData(f"The map {name!r} has no fit file.")
    whole: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    kept = ("id", "projection", "km", "quoted", "rms", "in_hex_plain", "in_hex", "residuals")
    return {key: whole[key] for key in kept if key in whole}


def _fit_lines(report: dict[str, Any]) -> list[str]:
    rows = report.get("residuals", [])
    if not rows:
        return [f"{report['id']}: its rulebook quotes no hex numbers, so nothing constrains the projection."]
    wide = max(len(row["place"]) for row in rows)
    out = [
        f"{report['id']}: {quantity(report['quoted'], 'quoted place')}, one hex = {report['km']:g} km",
        f"  {'place':{wide}}  quoted  plain  residual (hexes)",
    ]
    for row in sorted(rows, key=lambda r: -r["residual"]):
        mark = "" if row["in_hex_plain"] else "  misses"
        plain = row["plain_hex"] or "off"
        out.append(f"  {row['place']:{wide}}  {row['hex']:>6}  {plain:>5}  {row['residual']:8.2f}{mark}")
    out.append(f"  rms {report['rms']:.3f} hex before correction")
    out.append(
        f"  in their hex: {report['in_hex_plain']} of {report['quoted']} before correction, {report['in_hex']} after"
    )
    return out


def summary(board: Board) -> dict[str, Any]:
    """What a map holds, counted."""
    spec = board.grid.spec
    return {
        "id": board.id,
        "title": board.title,
        "provenance": board.provenance,
        "note": board.note,
        "orientation": spec.orientation,
        "columns": spec.columns,
        "rows": spec.rows,
        "km": spec.km,
        "sheets": {sheet.prefix: sheet.km for sheet in spec.sheets},
        "hexes": board.on_map.bit_count(),
        "terrain": {kind: hexes.bit_count() for kind, hexes in board.terrain.items()},
        "features": {name: hexes.bit_count() for name, hexes in board.features.items()},
        "sides": {name: len(sides) for name, sides in board.sides.items()},
        "links": {name: len(links) for name, links in board.links.items()},
        "regions": {name: hexes.bit_count() for name, hexes in board.regions.items()},
        "places": len(board.places),
    }


def _summary_lines(report: dict[str, Any]) -> list[str]:
    sheets = [f"{km:g} km ({prefix})" for prefix, km in report["sheets"].items()]
    size = ", ".join(sheets) or f"{report['km']:g} km"
    out = [
        (
            f"{report['title']} ({report['id']}): {report['hexes']} hexes of {size}, "
            f"{report['orientation']}-topped, {report['columns']} columns by {report['rows']} rows"
        ),
        f"  provenance: {report['provenance']}. {report['note']}".rstrip(". ") + ".",
    ]
    for key in ("terrain", "features", "sides", "links", "regions"):
        counted = ", ".join(f"{name} {n}" for name, n in report[key].items() if n)
        if counted:
            out.append(f"  {key}: {counted}")
    out.append(f"  places: {report['places']}")
    return out

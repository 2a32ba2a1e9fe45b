"""A whole map as one SVG: the board's facts drawn with its art, and things laid over it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from hexfront.cartography import layers, symbols
from hexfront.cartography.art import Art, load_art, plain_art
from hexfront.cartography.counters import pieces_layer
from hexfront.cartography.glyphs import glyph_layer
from hexfront.cartography.legend import Strip
from hexfront.cartography.metrics import FACES, FONTS
from hexfront.cartography.overlays import control_layer, front_layer, heat_key, heat_layer, overlay_layer
from hexfront.cartography.palette import Theme, theme_named
from hexfront.cartography.paths import number
from hexfront.errors import UnknownName
from hexfront.hexes import Board, Hex, HexSet, load_board
from hexfront.kernel.view import Overlay, Piece, View

MARGIN = 46.0


def font_rules() -> str:
    """The fonts of the package as style rules with the files inside."""
    out = []
    for face, file in FACES.items():
        data = b64encode((FONTS / file).read_bytes()).decode()
        family = "Hexfront Serif" if face.startswith("serif") else "Hexfront Sans"
        style = "italic" if face.endswith("italic") else "normal"
        weight = "bold" if face.endswith("bold") else "normal"
        out.append(
            f"@font-face{{font-family:'{family}';font-style:{style};font-weight:{weight};"
            f"src:url(data:font/ttf;base64,{data}) format('truetype')}}"
        )
    return "".join(out)


def strip_scale(width: float) -> float:
    """How much larger than on a small sheet the title, legend and scale are drawn."""
    return min(2.0, max(1.0, width / 1900))


def _map_layers(
    board: Board, art: Art, theme: Theme, numbers: bool, fronts: Iterable[str], under: Sequence[str]
) -> list[str]:
    out = layers.water(art, theme) + layers.ground(art, theme)
    out += ['<g id="hf-glyphs">', *glyph_layer(board, art, theme), "</g>"]
    out += layers.cities_under(board, art, theme)
    out += under
    out += layers.rivers(art, theme) + layers.lakes_and_coast(art, theme)
    out += layers.hex_grid(board, art, theme)
    out += layers.borders(art, theme) + layers.rails(art, theme)
    out += layers.crossings(board, art, theme)
    out += layers.off_map(board, art, theme)
    out += layers.fronts(art, theme, fronts)
    out += layers.places(board, art, theme)
    if numbers:
        out += layers.numbers(board, art)
    return out + layers.labels(art.labels)


def _document(
    board: Board,
    art: Art,
    theme: Theme,
    body: Sequence[str],
    *,
    frame: bool,
    strip: Strip | None,
    embed_fonts: bool,
    title: str,
) -> str:
    width, height = art.size
    m = MARGIN if frame else 0.0
    # The strip grows with the sheet, so that a large map has a legend one can read beside it.
    grow = strip_scale(width)
    below = strip.height * grow + 14 if strip is not None else 0.0
    w, h = width + 2 * m, height + 2 * m + below
    fonts = font_rules() if embed_fonts else ""
    out = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(-m)} {number(-m)} {number(w)} {number(h)}" '
            f'width="{number(w)}" height="{number(h)}" role="img">'
        ),
        f"<title>{escape(title, quote=False)}</title>",
        f"<style>{fonts}{layers.style_sheet(theme)}</style>",
        "<defs>",
        *layers.definitions(art),
        *symbols.definitions(theme),
        f'<clipPath id="hf-sheet"><rect width="{number(width)}" height="{number(height)}"/></clipPath>',
        "</defs>",
    ]
    if frame:
        out.append(
            f'<rect x="{number(-m)}" y="{number(-m)}" width="{number(w)}" height="{number(h)}" fill="{theme.page}"/>'
        )
    out += ['<g clip-path="url(#hf-sheet)">', *body, "</g>"]
    if frame:
        for gap, line in ((0.0, 1.4), (9.0, 4.0)):
            out.append(
                f'<rect x="{number(-gap)}" y="{number(-gap)}" width="{number(width + 2 * gap)}" '
                f'height="{number(height + 2 * gap)}" fill="none" stroke="{theme.frame}" stroke-width="{line}"/>'
            )
    if strip is not None:
        out += [
            f'<g id="hf-legend" transform="translate(0 {number(height + 22)}) scale({grow:.3f})">',
            *strip.svg(),
            "</g>",
        ]
    return "\n".join([*out, "</svg>"]) + "\n"


def render_svg(
    board: Board,
    art: Art | None = None,
    theme: str = "paper",
    numbers: bool = True,
    legend: bool = True,
    scale_bar: bool = True,
    overlays: Iterable[Overlay] | None = None,
    pieces: Iterable[Piece] | None = None,
    *,
    colours: Mapping[str, str] | None = None,
    fronts: Iterable[str] = (),
    frame: bool = True,
    title: str = "",
    note: str = "",
    embed_fonts: bool = False,
) -> str:
    """The map as SVG.

    `colours` names the counter colour of each side; `fronts` are ids of the art's front lines to show. Without
    `frame` the view box is exactly the art's size, so that a client can lay its own drawing over it.
    """
    paint = theme_named(theme)
    art = art or art_for(board)
    hues = dict(colours or {})
    under: list[str] = []
    for overlay in overlays or ():
        under += overlay_layer(board, art, overlay, hues)
    body = _map_layers(board, art, paint, numbers, fronts, under)
    if pieces is not None:
        body += pieces_layer(board, art, pieces, hues)
    strip = None
    if frame and (legend or scale_bar):
        strip = Strip(
            board,
            art,
            paint,
            art.size[0] / strip_scale(art.size[0]),
            legend=legend,
            bar=scale_bar,
            title=title,
            note=note,
        )
    return _document(
        board, art, paint, body, frame=frame, strip=strip, embed_fonts=embed_fonts, title=title or board.title
    )


def art_for(board: Board) -> Art:
    """The art of a board that comes with Hexfront, else plain art."""
    try:
        art = load_art(board.id)
    except UnknownName:
        return plain_art(board)
    # A pack may change the grid of a map: then its art no longer fits.
    last = max(board.grid.xy(i) for i in board.grid)
    fits = (
        art.origin[0] + last[0] * art.hex <= art.size[0] and art.origin[1] + last[1] * art.hex <= art.size[1]
    )
    return art if fits else plain_art(board)


def render_position(
    view: View,
    board: Board | None = None,
    art: Art | None = None,
    theme: str = "paper",
    *,
    overlays: Iterable[Overlay] = (),
    control: Mapping[str, HexSet] | None = None,
    numbers: bool = True,
    title: str = "",
    embed_fonts: bool = False,
) -> str:
    """A position as one seat sees it: counters on the map, and, given who controls what, the front between them."""
    board = board or load_board(view.map)
    art = art or art_for(board)
    paint = theme_named(theme)
    colours = {side.id: side.colour for side in view.sides}
    under: list[str] = []
    for overlay in overlays:
        under += overlay_layer(board, art, overlay, colours)
    if control:
        under += control_layer(board, art, control, colours)
    body = _map_layers(board, art, paint, numbers, (), under)
    if control:
        body += front_layer(board, art, list(control.values()), paint)
    body += pieces_layer(board, art, view.pieces, colours)
    turn = next((space.label for space in view.turns if space.number == view.turn), "")
    words = title or " · ".join(part for part in (board.title, view.scenario, turn) if part)
    strip = Strip(
        board, art, paint, art.size[0] / strip_scale(art.size[0]), legend=False, bar=True, title=words
    )
    return _document(board, art, paint, body, frame=True, strip=strip, embed_fonts=embed_fonts, title=words)


def render_heat(
    board: Board,
    art: Art | None,
    values: Mapping[Hex, float],
    theme: str = "paper",
    *,
    title: str = "",
    unit: str = "",
    numbers: bool = False,
    embed_fonts: bool = False,
) -> str:
    """A number for each hex as colour: dark is little, bright is much, with a key."""
    art = art or art_for(board)
    paint = theme_named(theme)
    body = _map_layers(board, art, paint, numbers, (), heat_layer(board, art, values))
    words = title or board.title
    strip = Strip(
        board, art, paint, art.size[0] / strip_scale(art.size[0]), legend=False, bar=True, title=words
    )
    svg = _document(board, art, paint, body, frame=True, strip=strip, embed_fonts=embed_fonts, title=words)
    key = heat_key(values, paint, unit)
    grow = strip_scale(art.size[0])
    at = f'<g transform="translate(8 {number(art.size[1] + 22 + 100 * grow)}) scale({grow:.3f})">{key}</g>'
    return svg.replace("</svg>\n", at + "\n</svg>\n")

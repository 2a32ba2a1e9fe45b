"""Text widths, read from the font files that ship with the package.

Labels are placed when the art is built, so the width of a name must be known without a browser.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from struct import unpack_from

FONTS = Path(__file__).parent / "fonts"
FACES = {
    "serif": "serif.ttf",
    "serif-italic": "serif-italic.ttf",
    "sans": "sans.ttf",
    "sans-bold": "sans-bold.ttf",
}
ASCENT, DESCENT = 0.68, 0.2
"""Height of capitals and depth of descenders as shares of the font size, for both families."""


def font_files() -> list[str]:
    """Paths of the font files, for renderers that load fonts by file."""
    return [str(FONTS / name) for name in FACES.values()]


@cache
def _advances(face: str) -> dict[int, float]:
    """Advance width of every character of a face, as a share of the font size."""
    data = (FONTS / FACES[face]).read_bytes()
    tables: dict[bytes, int] = {}
    for k in range(unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = unpack_from(">4sLLL", data, 12 + 16 * k)
        tables[tag] = offset
    em = unpack_from(">H", data, tables[b"head"] + 18)[0]
    long_metrics = unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    hmtx = tables[b"hmtx"]
    out: dict[int, float] = {}
    for code, glyph in _characters(data, tables[b"cmap"]).items():
        out[code] = unpack_from(">H", data, hmtx + 4 * min(glyph, long_metrics - 1))[0] / em
    return out


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Character -> glyph, from the font's format 4 table."""
    for k in range(unpack_from(">H", data, cmap + 2)[0]):
        at = cmap + unpack_from(">L", data, cmap + 8 + 8 * k)[0]
        if unpack_from(">H", data, at)[0] != 4:
            continue
        count = unpack_from(">H", data, at + 6)[0] // 2
        ends, starts = at + 14, at + 16 + 2 * count
        deltas, ranges = starts + 2 * count, starts + 4 * count
        out: dict[int, int] = {}
        for s in range(count):
            first, last = unpack_from(">H", data, starts + 2 * s)[0], unpack_from(">H", data, ends + 2 * s)[0]
            delta = unpack_from(">H", data, deltas + 2 * s)[0]
            skip = unpack_from(">H", data, ranges + 2 * s)[0]
            for code in range(first, min(last, 0xFFFE) + 1):
                glyph = code
                if skip:
                    glyph = unpack_from(">H", data, ranges + 2 * s + skip + 2 * (code - first))[0]
                if glyph or not skip:
                    out[code] = (glyph + delta) & 0xFFFF
        return out
    raise ValueError("the font has no table of characters that can be read")


def has_character(face: str, character: str) -> bool:
    """Whether a face can show a character."""
    return ord(character) in _advances(face)


@lru_cache(maxsize=4096)
def text_width(text: str, face: str, size: float, spacing: float = 0.0) -> float:
    """Width of a line of text; `spacing` is added after each letter, as a share of the size."""
    advances = _advances(face)
    missing = advances[ord("m")]
    return sum(advances.get(ord(c), missing) + spacing for c in text) * size - (
        spacing * size if text else 0.0
    )

"""Hill shading as a small picture of light and shadow, laid over the land."""

from __future__ import annotations

import zlib
from base64 import b64encode
from struct import pack

from hexfront.cartography.art import Relief


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">L", len(data)) + kind + data + pack(">L", zlib.crc32(kind + data))


def grey_alpha_png(width: int, height: int, pixels: bytes) -> bytes:
    """A PNG of two bytes a pixel: grey and opacity."""
    rows = b"".join(b"\0" + pixels[2 * width * r : 2 * width * (r + 1)] for r in range(height))
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", pack(">LLBBBBB", width, height, 8, 4, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(rows, 9))
        + _chunk(b"IEND", b"")
    )


def finer(relief: Relief, times: int) -> Relief:
    """The same shading with this many cells in place of each, and soft steps between them: a printer does not smooth a
    picture that is enlarged, as a screen does."""
    wide = relief.width * times
    where = [min(relief.width - 1, max(0.0, (x + 0.5) / times - 0.5)) for x in range(wide)]
    spots = [(int(x), min(relief.width - 1, int(x) + 1), x - int(x)) for x in where]
    rows = [
        [row[a] + (row[b] - row[a]) * part for a, b, part in spots]
        for row in (relief.levels[k * relief.width : (k + 1) * relief.width] for k in range(relief.height))
    ]
    out = bytearray()
    for y in range(relief.height * times):
        at = min(relief.height - 1, max(0.0, (y + 0.5) / times - 0.5))
        above, below, part = rows[int(at)], rows[min(relief.height - 1, int(at) + 1)], at - int(at)
        out += bytes([int(a + (b - a) * part + 0.5) for a, b in zip(above, below, strict=True)])
    return Relief(wide, relief.height * times, bytes(out))


def relief_image(relief: Relief, shadow: float, light: float) -> str:
    """The shading as a data address: black where slopes turn away from the light, white where they face it."""
    table = []
    for level in range(256):
        v = (level - 128) / 127
        table.append(
            bytes((0, min(255, round(-v * shadow * 255)))) if v < 0 else bytes((255, round(v * light * 255)))
        )
    pixels = b"".join([table[level] for level in relief.levels])
    return "data:image/png;base64," + b64encode(grey_alpha_png(relief.width, relief.height, pixels)).decode()

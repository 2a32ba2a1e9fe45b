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

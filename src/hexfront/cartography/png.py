"""From SVG to PNG, with the fonts of the package."""

from __future__ import annotations

from hexfront.cartography.metrics import font_files
from hexfront.errors import HexfrontError


class MissingRenderer(HexfrontError):
    """The package that draws PNG is not installed."""


def to_png(svg: str, width: int | None = None, zoom: float | None = None) -> bytes:
    """The SVG drawn as PNG, at its own size unless a width in pixels or a zoom is given."""
    try:
        import resvg_py
    except ImportError:
        raise MissingRenderer(
            "PNG needs one more package: install Hexfront with its `png` extra (pip install 'hexfront[png]'), "
            "or ask for --svg."
        ) from None
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            zoom=zoom,
            skip_system_fonts=True,
            font_files=font_files(),
            font_family="Hexfront Sans",
            serif_family="Hexfront Serif",
            sans_serif_family="Hexfront Sans",
        )
    )

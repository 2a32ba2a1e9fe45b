"""Colours as people see them: contrast, difference, and simulated colour blindness."""

from __future__ import annotations

Rgb = tuple[float, float, float]
DEFICIENCIES: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Full deficiency as matrices over linear RGB, after Machado, Oliveira and Fernandes (2009)."""


def linear(colour: str) -> Rgb:
    """``#rrggbb`` as linear light, each channel 0..1."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"not a colour of the form #rrggbb: {colour!r}")
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return r, g, b


def simulated(rgb: Rgb, deficiency: str) -> Rgb:
    """What a person with the deficiency sees of a linear colour."""
    rows = DEFICIENCIES[deficiency]
    r, g, b = (min(1.0, max(0.0, sum(w * c for w, c in zip(row, rgb, strict=True)))) for row in rows)
    return r, g, b


def lab(rgb: Rgb) -> Rgb:
    """CIE L*a*b* under daylight D65."""
    r, g, b = rgb
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(a: str, b: str, deficiency: str | None = None) -> float:
    """Distance of two colours in L*a*b*: about 2 is the smallest that can be told apart side by side."""
    left, right = linear(a), linear(b)
    if deficiency is not None:
        left, right = simulated(left, deficiency), simulated(right, deficiency)
    return float(sum((p - q) ** 2 for p, q in zip(lab(left), lab(right), strict=True)) ** 0.5)


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours, 1 to 21, as accessibility guidelines define it."""
    bright, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b

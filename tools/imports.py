"""Draw who imports whom: `python tools/imports.py` writes docs/concepts/imports.svg.

One box a package, in the order of the layers; a line from a package to each that it imports.
`--check` says whether the committed picture is still true.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "hexfront"
PICTURE = ROOT / "docs" / "concepts" / "imports.svg"

COLUMNS = (
    ("hexes",),
    ("kernel", "cartography"),
    ("wargame",),
    ("games", "examples"),
    ("match", "packs"),
    ("players",),
    ("lab", "proof", "testing", "printing"),
    ("server",),
    ("cli",),
)
SPLIT = ("games", "examples", "players", "server")
"""Packages whose own packages get a box each."""
SKIPPED = ("errors", "stopping", "usage", "words", "maps", "web", "__main__", "__version__")
"""Used everywhere, or no code: lines to them would tell nothing."""

WIDTH, HEIGHT, GAP, ACROSS, MARGIN = 118, 34, 14, 74, 28
INK, PAPER, BOX, LINE = "#2b2a28", "#f6f1e4", "#fffdf6", "#7a5c2e"


def box_of(module: str) -> str:
    """The box that a module belongs to: `games.motherland`, `kernel`; empty for what is not drawn."""
    parts = module.split(".")
    if len(parts) < 2 or parts[0] != "hexfront" or parts[1] in SKIPPED:
        return ""
    top = parts[1]
    if top in SPLIT and len(parts) > 2 and (SOURCE / top / parts[2] / "__init__.py").exists():
        return f"{top}.{parts[2]}"
    return top


def imported(path: Path) -> set[str]:
    out: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            out |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            out |= {f"{node.module}.{alias.name}" for alias in node.names}
    return out


def edges() -> tuple[set[str], set[tuple[str, str]]]:
    """Every box, and every pair of boxes of which the first imports the second."""
    boxes: set[str] = set()
    found: set[tuple[str, str]] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        own = box_of(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
        if own:
            boxes.add(own)
            found.update((own, other) for other in {box_of(m) for m in imported(path)} - {own, ""})
    return boxes, found


def places(boxes: set[str]) -> dict[str, tuple[float, float]]:
    """The upper left corner of every box: a column for each layer, centred."""
    columns = [
        sorted(
            (box for box in boxes if box.split(".")[0] in names),
            key=lambda box: (names.index(box.split(".")[0]), box),
        )
        for names in COLUMNS
    ]
    tallest = max(len(column) for column in columns)
    out: dict[str, tuple[float, float]] = {}
    for k, column in enumerate(columns):
        top = MARGIN + (tallest - len(column)) * (HEIGHT + GAP) / 2
        for n, box in enumerate(column):
            out[box] = (MARGIN + k * (WIDTH + ACROSS), top + n * (HEIGHT + GAP))
    return out


def line(a: tuple[float, float], b: tuple[float, float]) -> str:
    """A curve from a box to one it imports: leftward, or around the side within one column."""
    y1, y2 = a[1] + HEIGHT / 2, b[1] + HEIGHT / 2
    if a[0] == b[0]:
        x1 = x2 = a[0] + WIDTH
        c1 = c2 = x1 + 34
    else:
        x1, x2 = a[0], b[0] + WIDTH
        c1, c2 = x1 - ACROSS * 0.6, x2 + ACROSS * 0.6
    return f'<path d="M{x1:.0f} {y1:.0f}C{c1:.0f} {y1:.0f} {c2:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"/>'


def picture() -> str:
    boxes, found = edges()
    at = places(boxes)
    width = max(x for x, _ in at.values()) + WIDTH + MARGIN + 30
    height = max(y for _, y in at.values()) + HEIGHT + MARGIN
    lines = [line(at[a], at[b]) for a, b in sorted(found)]
    cards = []
    for box, (x, y) in sorted(at.items()):
        cards.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>')
        cards.append(
            f'<text x="{x + WIDTH / 2:.0f}" y="{y + HEIGHT / 2 + 4:.0f}" text-anchor="middle">{box.replace(".", " / ")}</text>'
        )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
            'aria-label="Which package imports which; every line leads to the left">',
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            f'<g fill="none" stroke="{LINE}" stroke-opacity="0.45">',
            *lines,
            f'</g>\n<g fill="{BOX}" stroke="{INK}" font-family="sans-serif" font-size="12">',
            *(card.replace("<text", f'<text fill="{INK}" stroke="none"') for card in cards),
            "</g>\n</svg>\n",
        ]
    )


def main() -> int:
    new = picture()
    if "--check" in sys.argv[1:]:
        if PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == new:
            return 0
        print("docs/concepts/imports.svg is out of date: run `make graph`.", file=sys.stderr)
        return 1
    PICTURE.write_text(new, encoding="utf-8")
    print(f"Wrote {PICTURE.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

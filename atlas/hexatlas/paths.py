"""Where things lie in the project."""

from __future__ import annotations

from pathlib import Path

ATLAS = Path(__file__).resolve().parent.parent
GAZETTEER = ATLAS / "gazetteer"
GAMES = ATLAS / "games"
MAPS = ATLAS.parent / "src" / "hexfront" / "maps"


def game_ids() -> list[str]:
    """All games that have a file, in a fixed order."""
    return sorted(path.stem for path in GAMES.glob("*.toml"))

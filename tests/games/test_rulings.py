"""Every ruling is cited where it acts, and every citation has its ruling."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NUMBER = r"\d+(?:\.\d+)*-[a-z]\b"
GAMES = ("turns_east", "motherland")


def listed(game: str) -> list[str]:
    """The numbers in the first column of a game's tables of rulings."""
    text = (ROOT / "docs" / "rulings" / f"{game}.md").read_text()
    return re.findall(rf"^\| ({NUMBER}) \|", text, re.MULTILINE)


def cited(*folders: Path) -> set[str]:
    """The numbers that follow the word in source and data files."""
    out: set[str] = set()
    for folder in folders:
        for path in (*folder.rglob("*.py"), *folder.rglob("*.toml")):
            for each in re.findall(rf"RULINGS? ({NUMBER}(?:(?:,| and) {NUMBER})*)", path.read_text()):
                out.update(re.findall(NUMBER, each))
    return out


@pytest.mark.parametrize("game", GAMES)
def test_the_rulings_of_a_game_are_those_its_source_cites(game: str) -> None:
    numbers = listed(game)
    assert len(numbers) == len(set(numbers)), "a number stands for two rulings"
    assert cited(ROOT / "src" / "hexfront" / "games" / game) == set(numbers)


@pytest.mark.parametrize("game", GAMES)
def test_a_test_cites_no_ruling_that_is_not_there(game: str) -> None:
    assert cited(ROOT / "tests" / "games" / game) <= set(listed(game))

"""A small board with one of everything, and its art."""

from __future__ import annotations

import pytest

from hexfront.cartography import Art, plain_art
from hexfront.hexes import Board, read_board
from tests.cartography.samples import board_file


@pytest.fixture(scope="session")
def board() -> Board:
    """The small board."""
    return read_board(board_file())


@pytest.fixture(scope="session")
def art(board: Board) -> Art:
    """Art of the small board."""
    return plain_art(board)

"""Whether a position would be taken back: a server refuses what a save may not hold, and must not refuse what it wrote itself."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.kernel import BadSave, Game, HexfrontError, State, check_position
from hexfront.match.save import position


def beyond_bounds(game: Game[Any], s: State) -> str:
    """What of a position is larger than a save may hold; nothing if all is within the bounds."""
    try:
        check_position(msgspec.json.decode(game.codec.encode(s)), game.wide)
    except BadSave as e:
        return str(e)
    return ""


def refused(game: Game[Any], s: State) -> str:
    """Why a save that begins in a position would be refused; nothing if it is taken."""
    given = s.world.setup
    try:
        setup = game.setup(given.scenario, given.options, given.pack)
        position(game, msgspec.json.decode(game.codec.encode(s)), setup)
    except HexfrontError as e:
        return str(e)
    return ""

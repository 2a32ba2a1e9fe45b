"""A played game: log, undo, history, forks, save files, provable dice and file play."""

from hexfront.match.amend import amend, rewrite, take_back
from hexfront.match.dice import ProvableSource, commitment, new_seed
from hexfront.match.ending import Ending
from hexfront.match.errors import CannotAmend, CannotUndo, MatchOver, StalePosition
from hexfront.match.files import read_file, write_file
from hexfront.match.log import Amendment, Entry, Heard
from hexfront.match.match import Match
from hexfront.match.rolls import typed, wanted
from hexfront.match.save import Save, load, read_save, write_save
from hexfront.match.steps import replay_entry, state_hash
from hexfront.match.turnfile import (
    Reply,
    Taken,
    TurnFile,
    answers,
    export_turn,
    import_reply,
    read_reply,
    read_turn,
    write_reply,
)
from hexfront.match.verify import Verification, verify

__all__ = [
    "Amendment", "CannotAmend", "CannotUndo", "Ending", "Entry", "Heard", "Match", "MatchOver", "ProvableSource", "Reply", "Save", "StalePosition",
    "Taken", "TurnFile", "Verification", "amend", "answers", "commitment", "export_turn", "import_reply", "load", "new_seed", "read_file",
    "read_reply", "read_save", "read_turn", "replay_entry", "rewrite", "state_hash", "take_back", "typed", "verify", "wanted",
    "write_file", "write_reply", "write_save",
]  # fmt: skip

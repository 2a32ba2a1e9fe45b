"""A played game: log, undo, history, forks, save files, provable dice and file play."""

from hexfront.match.dice import ProvableSource, commitment, new_seed
from hexfront.match.errors import CannotUndo, StalePosition
from hexfront.match.files import read_file, write_file
from hexfront.match.log import Entry, Heard
from hexfront.match.match import Match, replay_entry, state_hash
from hexfront.match.save import Save, load, read_save, write_save
from hexfront.match.turnfile import Taken, TurnFile, export_turn, import_reply, read_turn
from hexfront.match.verify import Verification, verify

__all__ = [
    "CannotUndo", "Entry", "Match", "ProvableSource", "Save", "StalePosition", "Taken", "Heard", "TurnFile",
    "Verification", "commitment", "export_turn", "import_reply", "load", "new_seed", "read_file", "read_save",
    "read_turn", "replay_entry", "state_hash", "verify", "write_file", "write_save",
]  # fmt: skip

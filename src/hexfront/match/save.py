"""Saving and loading a match. The format is described in `docs/reference/save-format.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec

from hexfront import __version__
from hexfront.games import get
from hexfront.kernel import (
    OBSERVER,
    BadSave,
    Chance,
    Game,
    HexfrontError,
    Setup,
    check_position,
    legal,
    pending,
)
from hexfront.match.dice import commitment
from hexfront.match.ending import Ending, fault
from hexfront.match.files import read_file, seal, unseal, write_file
from hexfront.match.log import Amendment, Entry, entry_from
from hexfront.match.match import Match
from hexfront.match.steps import state_hash

FORMAT = 1
SEED_LETTERS = 128
LOG_LIMIT = 200_000
_IMPOSSIBLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError)
REASON_LIMIT = 2000


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice of a save: provable with their seed, or physical."""

    kind: str
    commitment: str = ""
    seed: str = ""
    contributions: dict[str, str] = {}


class Reason(msgspec.Struct, frozen=True):
    """Why a computer player took a step, in its own words. Steps count from 1."""

    step: int
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=REASON_LIMIT)]


class Save(msgspec.Struct, frozen=True):
    """A save file after its format and checksum are found good."""

    game: str
    rules: str
    setup: Setup
    dice: Dice
    version: int
    log: list[Any]
    state: Any
    hash: str
    head: str
    origin: Any = None
    inherited: int = 0
    data: str = ""
    program: str = ""
    ending: Ending | None = None
    reasons: list[Reason] = []
    faces: list[Any] = []
    shape: str = ""
    amendments: list[Amendment] = []

    def other_rules(self, game: Game[Any]) -> str:
        """Why this game cannot be played on by these rules; nothing if they are the ones it was begun with."""
        if self.rules == game.version and self.shape in ("", game.shape):
            return ""
        return (
            f"This game was saved under other rules of {game.title} (version {self.rules[:20]}, Hexfront "
            f"{self.program[:20] or 'unknown'}) than this Hexfront has (version {game.version}): open it with the Hexfront "
            "that wrote it."
        )

    def other_data(self, game: Game[Any]) -> str:
        """Why this game cannot be played on with these figures; nothing if they are the ones it was begun with."""
        setup = game.setup(self.setup.scenario, self.setup.options)
        if not self.data or self.data == game.data_digest(setup):
            return ""
        return (
            f"This game was made with other figures of {game.title} than this Hexfront has (its data is {self.data}): "
            f"it can be read, checked and played on with the Hexfront that wrote it, {self.program or 'unknown'}; here "
            "its last position can be opened as a new game."
        )


def encode(match: Match) -> bytes:
    """A match as a save file."""
    codec = match.game.codec
    dice: dict[str, Any] = {"kind": "physical", "seed": match.seed.hex()}
    if not match.physical_dice:
        dice = {
            "kind": "provable",
            "commitment": match.commitment,
            "seed": match.seed.hex(),
            "contributions": match.contributions,
        }
    document: dict[str, Any] = {
        "format": f"hexfront-save/{FORMAT}",
        "game": match.game.id,
        "rules": match.game.version,
        "shape": match.game.shape,
        "data": match.data,
        "program": __version__,
        "setup": match.setup,
        "dice": dice,
    }
    if match.origin is not None:
        document["origin"] = msgspec.Raw(codec.encode(match.origin))
    if match.inherited:
        document["inherited"] = match.inherited
    document |= {
        "version": match.length,
        "log": [entry.wire() for entry in match.log],
        "state": msgspec.Raw(codec.encode(match.state)),
        "hash": state_hash(match.game, match.state),
        "head": match.head,
    }
    if match.is_over and not match.physical_dice:
        document["faces"] = [{"step": n + 1, **each} for n, each in match.faces().items()]
    if match.ending is not None:
        document["ending"] = match.ending
    if match.reasons:
        document["reasons"] = [Reason(n + 1, text) for n, text in sorted(match.reasons.items())]
    if match.amendments:
        document["amendments"] = match.amendments
    return seal(document)


def read_save(data: bytes | str) -> Save:
    """The parts of a save file, checked for form but not for what they say."""
    document = unseal(data, "save", FORMAT, "saved game")
    try:
        save = msgspec.convert(document, Save)
    except msgspec.ValidationError as e:
        raise BadSave(f"This saved game is damaged: {e}.") from e
    for name, size, most in (
        ("log", len(save.log), LOG_LIMIT),
        ("dice.seed", len(save.dice.seed), SEED_LETTERS),
        ("dice.contributions", max(map(len, save.dice.contributions.values()), default=0), 2 * SEED_LETTERS),
    ):
        if size > most:
            raise BadSave(f"This saved game is damaged: {name} is longer than {most}.")
    if not 0 <= save.inherited <= len(save.log):
        raise BadSave(f"This saved game is damaged: inherited is {save.inherited}, of {len(save.log)} steps.")
    return save


def game_of(save: Save, game: Game[Any] | None = None) -> Game[Any]:
    """The rules a save was played by, of any version."""
    if game is None:
        try:
            return get(save.game)
        except HexfrontError as e:
            raise BadSave(f"This is a saved game of {save.game!r}, which this Hexfront does not have.") from e
    if save.game != game.id:
        raise BadSave(f"This is a saved game of {save.game!r}, not of {game.title}.")
    return game


def decode(
    data: bytes | str | Save, game: Game[Any] | None = None, *, trusted: bool = False, snapshot: bool = False,
    tell: bool = False,
) -> Match:  # fmt: skip
    """A match from a save file. Every action, roll and hash is checked by playing the game again; with `tell` what each
    seat hears is worked out on the way.

    `trusted` skips that and takes the snapshot as it is: for a host that reads what it wrote itself.
    `snapshot` gives a match that begins in the saved position, without the log before it: for a game saved
    under other rules.
    """
    save = data if isinstance(data, Save) else read_save(data)
    rules = game_of(save, game)
    if snapshot:
        return Match.from_position(rules, rules.codec.decode(msgspec.json.encode(save.state)))
    if why := save.other_rules(rules):
        raise BadSave(why)
    match = opened(save, rules)
    if not trusted and (why := save.other_data(rules)):
        raise BadSave(why)
    entries = [entry_from(each, rules.codec) for each in save.log]
    if trusted:
        match.ending = save.ending
        match.reasons = {each.step - 1: each.text for each in save.reasons}
        match.amendments = list(save.amendments)
        match.resume(entries, rules.codec.decode(msgspec.json.encode(save.state)))
    else:
        replay(match, entries, tell=tell)
        finish(match, save)
    return match


def opened(save: Save, game: Game[Any]) -> Match:
    """The match of a save before its first entry."""
    try:
        seed = bytes.fromhex(save.dice.seed)
        setup = game.setup(save.setup.scenario, save.setup.options, save.setup.pack)
        origin = None
        if save.origin is not None:
            origin = position(game, save.origin, setup)
        physical = save.dice.kind == "physical"
        if not physical and (save.dice.kind != "provable" or commitment(seed) != save.dice.commitment):
            raise BadSave("The seed in this saved game is not the one that was promised when it began.")
        return Match(
            game,
            setup,
            seed=seed,
            contributions=save.dice.contributions,
            physical_dice=physical,
            origin=origin,
            inherited=save.inherited,
            data=save.data,
        )
    except BadSave:
        raise
    except HexfrontError as e:
        raise BadSave(f"The set-up of this saved game is not possible: {e}") from e
    except ValueError:
        raise BadSave("This saved game is damaged: its seed is not a hexadecimal number.") from None


def position(game: Game[Any], data: Any, setup: Setup) -> Any:
    """A position read from a file, checked to hold what a position of this set-up can have and nothing else: it has
    not been replayed."""
    check_position(data, game.wide)
    s = game.codec.decode(msgspec.json.encode(data))
    if s.world.setup != setup:
        raise BadSave("The position in this file belongs to another set-up than the file.")
    try:
        wrong, seen = next(iter(game.invariants(s)), ""), game.view(s, OBSERVER)
        for seat in (OBSERVER, *(info.id for info in game.seats(setup))):
            if game.reseated(s, seen, seat) is None:
                game.view(s, seat)
            legal(s, seat)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError) as e:
        raise BadSave(f"The position in this file is not possible ({type(e).__name__}).") from e
    if wrong:
        raise BadSave(f"The position in this file is not possible: {wrong}")
    return s


def replay(match: Match, entries: list[Entry], *, tell: bool = False) -> None:
    """Play a log again, checking that each action is legal and each roll is the one the seed gives, or was set by an umpire."""
    has_umpire = any(info.control for info in match.game.seats(match.setup))
    for n, entry in enumerate(entries, match.length):
        frame = pending(match.state)
        rolled = isinstance(frame, Chance)
        beside = frame.beside(match.state) if isinstance(frame, Chance) and not entry.is_chance else None
        if beside is not None and (match.physical_dice or n < match.inherited):
            rolled = False  # real dice are waited for, and an umpire acts meanwhile
        if rolled != entry.is_chance:
            expected = "a roll" if rolled else "an action"
            raise BadSave(f"Step {n + 1} of this saved game should be {expected}.")
        if entry.ruled and not has_umpire:
            raise BadSave(
                f"The roll at step {n + 1} of this saved game was set by an umpire, but the game has no umpire."
            )
        if rolled and not entry.ruled and not match.physical_dice and n >= match.inherited:
            due = match.next_roll()
            if due != entry.outcome:
                raise BadSave(
                    f"The roll at step {n + 1} of this saved game is {entry.outcome}, its seed gives {due}."
                )
        try:
            match.adopt([entry], tell=tell)
        except HexfrontError as e:
            raise BadSave(f"Step {n + 1} of this saved game is not possible: {e}") from e
        except _IMPOSSIBLE as e:
            if match.origin is None:
                raise  # from a set-up every legal action can be carried out: a fault in the rules
            raise BadSave(f"Step {n + 1} of this saved game is not possible from its position.") from e


def finish(match: Match, save: Save) -> None:
    """Check what a save says about its end against the game played again."""
    if save.version != match.length:
        raise BadSave(f"This saved game should have {save.version} steps, but has {match.length}.")
    if match.head != save.head:
        raise BadSave("The log of this saved game was changed: it does not match its chain of hashes.")
    if save.ending is not None:
        if not match.state.agenda:
            raise BadSave("This saved game was ended by its players, and by the rules as well.")
        if wrong := fault(save.ending, match.game, match.setup):
            raise BadSave(f"This saved game cannot have ended like that. {wrong}")
        match.ending = save.ending
    match.reasons = reasons(match, save)
    match.amendments = list(save.amendments)
    codec = match.game.codec
    if state_hash(match.game, match.state) != save.hash:
        raise BadSave(
            "This saved game, played again, does not end in the position it was saved in: it was changed, or saved under "
            "other rules."
        )
    if codec.encode(codec.decode(msgspec.json.encode(save.state))) != codec.encode(match.state):
        raise BadSave("The snapshot in this saved game is not the position its log leads to.")


def reasons(match: Match, save: Save) -> dict[int, str]:
    """The reasons in a save. What they say cannot be checked, but each belongs to an action, and no action has two."""
    log, found = match.log, {}
    for each in save.reasons:
        n = each.step - 1
        if not 0 <= n < len(log) or log[n].is_chance or n in found:
            raise BadSave(
                f"This saved game is damaged: it gives a reason for step {each.step} that has none."
            )
        found[n] = each.text
    return found


def write_save(match: Match, path: Path | str) -> None:
    """Save a match to a file, all or nothing."""
    write_file(path, encode(match))


def load(
    path: Path | str, game: Game[Any] | None = None, *, trusted: bool = False, snapshot: bool = False
) -> Match:
    """A match from a file; the error says which file."""
    try:
        return decode(read_file(path), game, trusted=trusted, snapshot=snapshot)
    except BadSave as e:
        text = str(e)
        raise BadSave(text if text.startswith(str(path)) else f"{path}: {text}") from e

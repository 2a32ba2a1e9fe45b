"""File play: a turn sent to a player as a file, and the reply.

The host keeps the match. A *turn file* for a seat holds its view, what happened since it last looked, its
legal actions, and a position to play on from in which everything the seat cannot know is drawn afresh. There
is nothing in it to peek at. The player plays in that position until a roll, a reveal or another seat stops
it, and sends back a *reply*: the actions alone. The host carries them out in the true game, as far as the
true game allows.
"""

from __future__ import annotations

import hmac
from typing import Any

import msgspec

from hexfront.games import get
from hexfront.kernel import (
    BadSave,
    Event,
    Game,
    HexfrontError,
    IllegalAction,
    Seat,
    SeededSource,
    Setup,
    WrongSeat,
)
from hexfront.match.dice import new_seed
from hexfront.match.files import seal, unseal
from hexfront.match.match import Match

FORMAT = 1


class TurnFile(msgspec.Struct, frozen=True):
    """What one seat needs to go on, and nothing else."""

    game: str
    rules: str
    setup: Setup
    seat: Seat
    ticket: str
    commitment: str
    view: Any
    prompt: Any
    options: list[Any]
    forecast: Any
    events: list[Any]
    position: Any

    def match(self, game: Game[Any] | None = None) -> Match:
        """A match to play on in. Rolls are not made in it: the true dice are the host's."""
        rules = _rules(self.game, self.rules, game)
        s = rules.codec.decode(msgspec.json.encode(self.position))
        return Match.from_position(rules, s, physical_dice=True)

    def reply(self, match: Match) -> bytes:
        """The reply file: the seat's actions in a match got from this turn file."""
        actions = []
        for entry in match.log:
            if entry.seat != self.seat:
                break
            actions.append(entry.action)
        return seal(
            {
                "format": f"hexfront-reply/{FORMAT}",
                "game": self.game,
                "seat": self.seat,
                "ticket": self.ticket,
                "actions": actions,
            }
        )


class Reply(msgspec.Struct, frozen=True):
    """A seat's answer to a turn file."""

    game: str
    seat: Seat
    ticket: str
    actions: list[Any]


class Taken(msgspec.Struct, frozen=True):
    """What became of a reply: how many actions were carried out, and why the rest were not."""

    carried_out: int
    left: int
    reason: str
    events: list[Event]


def _rules(name: str, version: str, game: Game[Any] | None) -> Game[Any]:
    try:
        rules = get(name) if game is None else game
    except HexfrontError as e:
        raise BadSave(f"This is a file of {name!r}, which this Hexfront does not have.") from e
    if rules.id != name:
        raise BadSave(f"This is a file of {name!r}, not of {rules.title}.")
    if rules.version != version:
        raise BadSave(
            f"This file was written under rules version {version} of {rules.title}, but this Hexfront plays "
            f"{rules.version}: both players need the same Hexfront."
        )
    return rules


def _ticket(match: Match, seat: Seat) -> str:
    """Names the position and seat a turn file was made for. It is keyed with the seed, so that nobody can
    test guesses about hidden things against it."""
    return hmac.new(match.seed, f"hexfront-ticket/1:{seat}:{match.head}".encode(), "sha256").hexdigest()[:32]


def export_turn(match: Match, seat: Seat, since: int = 0) -> bytes:
    """The turn file of a seat: what it may know, from entry `since` on."""
    game, s = match.game, match.state
    told = match.events_for(seat, since)
    forecast = game.forecast(s, seat)
    guess = game.resample(s, seat, SeededSource(new_seed().hex()))
    return seal(
        {
            "format": f"hexfront-turn/{FORMAT}",
            "game": game.id,
            "rules": game.version,
            "setup": match.setup,
            "seat": seat,
            "ticket": _ticket(match, seat),
            "commitment": match.commitment,
            "view": match.view(seat),
            "prompt": match.prompt(seat),
            "options": [{"action": a, "option": o} for a, o in match.options(seat)],
            "forecast": forecast,
            "events": [{"event": each.event, "line": each.line} for each in told],
            "position": msgspec.Raw(game.codec.encode(guess)),
        }
    )


def read_turn(data: bytes | str) -> TurnFile:
    """A turn file, checked for form."""
    try:
        return msgspec.convert(unseal(data, "turn", FORMAT, "turn file"), TurnFile)
    except msgspec.ValidationError as e:
        raise BadSave(f"This turn file is damaged: {e}.") from e


def import_reply(match: Match, data: bytes | str) -> Taken:
    """Carry out a reply in the true game.

    Actions are taken in order until one leads to a roll or a reveal, hands over to another seat, or is
    refused by something the player could not know; the rest is left, with the reason, and the player gets a
    new turn file.
    """
    try:
        reply = msgspec.convert(unseal(data, "reply", FORMAT, "reply"), Reply)
    except msgspec.ValidationError as e:
        raise BadSave(f"This reply is damaged: {e}.") from e
    if reply.game != match.game.id:
        raise BadSave(f"This is a reply in {reply.game!r}, not in {match.game.title}.")
    if reply.seat not in match.seats or not hmac.compare_digest(reply.ticket, _ticket(match, reply.seat)):
        raise BadSave(
            "This reply belongs to another game or an earlier position: send the player a new turn file."
        )
    actions = [match.game.codec.decode_action(each) for each in reply.actions]
    events: list[Event] = []
    for n, action in enumerate(actions):
        before = match.length
        try:
            news = match.act(reply.seat, action)
        except (IllegalAction, WrongSeat) as e:
            return Taken(n, len(actions) - n, str(e), events)
        events += news
        left = len(actions) - n - 1
        if left and (match.length > before + 1 or any(event.reveals for event in news)):
            return Taken(
                n + 1, left, "Something was rolled or revealed that the player has not seen yet.", events
            )
    return Taken(len(actions), 0, "", events)

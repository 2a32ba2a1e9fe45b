"""File play: a turn sent to a player as a file, and the reply.

The host keeps the match. A *turn file* for a seat holds its view, what happened since it last looked, its
legal actions, and a position to play on from in which everything the seat cannot know is drawn afresh. There
is nothing in it to peek at. The player plays in that position until a roll, a reveal or another seat stops
it, and sends back a *reply*: the actions alone. The host carries them out in the true game, as far as the
true game allows. Where several seats decide at once, each has a turn file of its own, and the replies may come
back in any order.
"""

from __future__ import annotations

import hmac
import secrets
from itertools import takewhile
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
    legal,
)
from hexfront.match.dice import canonical, new_seed
from hexfront.match.files import seal, unseal
from hexfront.match.match import Match
from hexfront.match.save import position

FORMAT = 1
_NUMBER, _DIGITS = 16, 32  # hexadecimal digits of a ticket: of its random number, and of what proves it
LATELY = 200  # entries of others that a reply may have waited for


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
    data: str = ""

    def match(self, game: Game[Any] | None = None) -> Match:
        """A match to play on in. Rolls are not made in it: the true dice are the host's."""
        rules = _rules(self.game, self.rules, game)
        setup = rules.setup(self.setup.scenario, self.setup.options, self.setup.pack)
        if self.data and self.data != rules.data_digest(setup):
            raise BadSave(
                f"This file was written with other figures of {rules.title} than this Hexfront has: both players "
                "need the same Hexfront."
            )
        s = position(rules, self.position, setup)
        if canonical(rules.view(s, self.seat)) != canonical(self.view):
            raise BadSave("This turn file was changed: its position is not the one its view shows.")
        return Match.from_position(rules, s, physical_dice=True)

    def reply(self, match: Match) -> bytes:
        """The reply file: the seat's actions in a match got from this turn file."""
        return write_reply(self.game, self.seat, self.ticket, match)


def write_reply(game: str, seat: Seat, ticket: str, match: Match) -> bytes:
    """A reply: what a seat did in the match of its turn file, up to the first step that was not its own."""
    own = takewhile(lambda entry: entry.seat == seat, match.log)
    return seal(
        {
            "format": f"hexfront-reply/{FORMAT}",
            "game": game,
            "seat": seat,
            "ticket": ticket,
            "actions": [entry.action for entry in own],
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


def _ticket(match: Match, seat: Seat, length: int, number: str) -> str:
    """Names the seat and the position (after a number of entries) a turn file was made for. It is keyed with the seed, so
    that nobody can test guesses about hidden things against it, and begins with a random number, so that no two are the same:
    from two that differ the seat would learn that another has acted in secret. Older ones have no such number."""
    words = f"hexfront-ticket/1:{seat}:{match.head_at(length)}" + (f":{number}" if number else "")
    return number + hmac.new(match.seed, words.encode(), "sha256").hexdigest()[:_DIGITS]


def answers(match: Match, reply: Reply) -> bool:
    """Whether a reply is to the question its seat has before it now.

    The position may be a later one than that of the turn file, if since then only other seats have acted, in a
    decision of several seats at once, and this seat's choices are unchanged.
    """
    if reply.game != match.game.id or reply.seat not in match.seats:
        return False
    oldest, number = max(0, match.length - LATELY), reply.ticket[:-_DIGITS]
    then = next(
        (
            length
            for length in range(match.length, oldest - 1, -1)
            if hmac.compare_digest(reply.ticket.encode(), _ticket(match, reply.seat, length, number).encode())
        ),
        None,
    )
    if then is None:
        return False
    if any(entry.is_chance or entry.seat == reply.seat for entry in match.log[then:]):
        return False
    offered = match.legal(reply.seat)
    return all(legal(match.at(length), reply.seat) == offered for length in range(then, match.length))


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
            "data": match.data,
            "setup": match.setup,
            "seat": seat,
            "ticket": _ticket(match, seat, match.length, secrets.token_hex(_NUMBER // 2)),
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


def read_reply(data: bytes | str) -> Reply:
    """A reply, checked for form."""
    try:
        return msgspec.convert(unseal(data, "reply", FORMAT, "reply"), Reply)
    except msgspec.ValidationError as e:
        raise BadSave(f"This reply is damaged: {e}.") from e


ELSEWHERE = "This reply belongs to another game or an earlier position: send the player a new turn file."
UNSEEN = "Something was rolled or revealed that the player has not seen yet."


def import_reply(match: Match, data: bytes | str) -> Taken:
    """Carry out a reply in the true game.

    Actions are taken in order until one leads to a roll or a reveal, hands over to another seat, or is
    refused by something the player could not know; the rest is left, with the reason, and the player gets a
    new turn file.
    """
    reply = read_reply(data)
    if reply.game != match.game.id:
        raise BadSave(f"This is a reply in {reply.game!r}, not in {match.game.title}.")
    if not answers(match, reply):
        raise BadSave(ELSEWHERE)
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
            return Taken(n + 1, left, UNSEEN, events)
    return Taken(len(actions), 0, "", events)

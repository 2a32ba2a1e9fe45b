"""What a new match consists of: who sits where, and its row in the database."""

from __future__ import annotations

import secrets
import time
from functools import partial
from typing import Any

from sqlalchemy import Connection

from hexfront.kernel import Game, SeatInfo, Setup
from hexfront.server.club.club import Club
from hexfront.server.people.accounts import one_line
from hexfront.server.store import queries
from hexfront.server.store.ids import new_id
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad
from hexfront.server.wire.requests import Clock, NewMatch, Sitter

REAL_DICE = "Real dice need someone in Control's seat to roll them, or one person in all the seats."


async def check_quota(club: Club, person: replies.Person) -> None:
    """Refuse another match before anything is worked out for it; `keep_quota` does so when it is written."""
    await club.database.read(lambda c: keep_quota(c, club, person))


def keep_quota(c: Connection, club: Club, person: replies.Person, size: int = 0) -> None:
    """Refuse another match, or this many more bytes, to someone who has as many as allowed. It runs in the transaction that writes
    the match, so asking for fifty at once gives no more than asking for them one after another."""
    config = club.config
    if config.local or person.admin:
        return
    most, megabytes = config.room(person.guest)
    count, used = queries.hosted(c, person.id)
    advice = "Delete some that you no longer need" + (", or make an account." if person.guest else ".")
    if count >= most:
        raise Refusal(403, "quota", f"You already host {count} matches, the most allowed. {advice}")
    if used + size > megabytes * 1024 * 1024:
        raise Refusal(403, "quota", f"Your matches already take {megabytes} MB, the most allowed. {advice}")


async def prepare(club: Club, who: str, game: Game[Any], setup: Setup) -> None:
    """Read and build the figures of a set-up that nobody has played yet, which takes long: beside the loop, and once."""
    await club.aside.here.run(who, partial(game.data_digest, setup))
    await club.aside.here.run(who, partial(game.world, setup))


def check_sitter(club: Club, sitter: Sitter, seat: str, control: bool) -> None:
    if sitter.who == "computer":
        if control:
            raise bad("Control cannot be a computer.")
        names = [level.name for level in club.computers.levels()]
        if not names:
            raise bad("There are no computer players on this server.")
        if sitter.level and sitter.level not in names:
            raise bad(f"There is no computer level {sitter.level!r}; there are {', '.join(names)}.")
        least, most = club.computers.budget(sitter.level)
        if sitter.seconds is not None and not least <= sitter.seconds <= most:
            raise bad(
                f"The computer thinks for {least:g} to {most:g} seconds per decision, not {sitter.seconds:g}."
            )
    if sitter.who == "none" and not control:
        raise bad(f"Someone has to take the seat {seat}.")


def check_real_dice(infos: tuple[SeatInfo, ...], new: NewMatch) -> None:
    """Whoever types in a roll sees what it is for, and some rolls are secret: so either Control types them in, or one
    person holds all the seats."""
    sitters = {info.id: new.seats.get(info.id, Sitter()).who for info in infos}
    umpired = any(info.control and sitters[info.id] != "none" for info in infos)
    if not umpired and any(who != "me" for who in sitters.values()):
        raise bad(REAL_DICE)


def chair_values(
    club: Club, match: str, seat: str, place: int, sitter: Sitter, person: str, seed: str
) -> dict[str, Any]:
    mine = sitter.who == "me"
    computer = sitter.who == "computer"
    return {
        "match": match,
        "seat": seat,
        "place": place,
        "who": "person" if mine else sitter.who,
        "person": person if mine else None,
        "level": (sitter.level or club.computers.usual) if computer else "",
        "seconds": sitter.seconds if computer else None,
        "invite": secrets.token_urlsafe(18) if sitter.who == "link" else None,
        "contribution": seed if mine else "",
    }


def match_values(
    game: Game[Any], setup: Setup, person: str, *, title: str, public: bool, analysis: bool, clock: Clock, seed: str,
    forked_from: str = "", errand: str = "", physical: bool = False, explains: bool = False,
) -> dict[str, Any]:  # fmt: skip
    now = time.time()
    scenario = next(each for each in game.scenarios if each.id == setup.scenario)
    return {
        "id": new_id(),
        "title": one_line(title) or f"{game.title}: {scenario.title}",
        "game": game.id,
        "rules": game.version,
        "setup": queries.encoded(setup),
        "host": person,
        "public": public,
        "analysis": analysis,
        "clock": queries.encoded(clock),
        "status": "waiting",
        "created": now,
        "moved": now,
        "summary": queries.encoded(queries.Summary(turns=scenario.turns)),
        "seed": seed,
        "opening": "",
        "due": None,
        "thinker": "",
        "think_until": 0.0,
        "forked_from": forked_from,
        "rematch": "",
        "data": game.data_digest(setup),
        "errand": errand,
        "physical": physical,
        "explains": explains,
        "shape": game.shape,
    }

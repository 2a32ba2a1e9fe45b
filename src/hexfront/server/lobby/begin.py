"""Matches begin: new ones, rematches, and private boards from a position."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection

from hexfront.kernel import Game
from hexfront.match import new_seed
from hexfront.server.club.club import Club
from hexfront.server.lobby.seats import join
from hexfront.server.lobby.setup import (
    chair_values,
    check_quota,
    check_real_dice,
    check_sitter,
    keep_quota,
    match_values,
    prepare,
)
from hexfront.server.match import whole
from hexfront.server.match.live import Live
from hexfront.server.match.study import study
from hexfront.server.match.whole import PACK_LIMIT
from hexfront.server.store import queries
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad, forbidden, missing
from hexfront.server.wire.requests import Clock, NewMatch, Sitter

LONG = 64 * 1024  # an opening that is written beside the event loop


async def create(club: Club, who: str, person: replies.Person, new: NewMatch) -> Live:
    """A new match; it begins at once unless someone still has to sit down."""
    game = club.catalogue.game(new.game)
    await check_quota(club, person)
    if len(msgspec.json.encode(new.pack)) > PACK_LIMIT:
        raise bad("This pack is too large.")
    setup = game.setup(new.scenario, dict(new.options), new.pack)
    if setup.pack:
        await club.aside.question(who, partial(whole.trial, game.package, setup))  # or it makes no sense
    await prepare(club, who, game, setup)
    infos = game.seats(setup)
    unknown = [seat for seat in new.seats if seat not in {info.id for info in infos}]
    if unknown:
        raise bad(f"{game.title} has no seat {unknown[0]!r}; it has {', '.join(info.id for info in infos)}.")
    for info in infos:
        check_sitter(club, new.seats.get(info.id, Sitter()), info.id, info.control)
    if new.dice == "physical":
        check_real_dice(infos, new)

    def work(c: Connection) -> str:
        keep_quota(c, club, person)
        seed = queries.redeem(c, new.promise) if new.promise else new_seed().hex()
        if seed is None:
            raise bad("This promise is no longer valid; ask for a new one.")
        values = match_values(
            game,
            setup,
            person.id,
            title=new.title,
            public=new.public,
            analysis=False,
            clock=new.clock,
            seed=seed,
            physical=new.dice == "physical",
            explains=new.explains,
        )
        chairs = [
            chair_values(
                club, values["id"], info.id, place, new.seats.get(info.id, Sitter()), person.id, new.seed
            )
            for place, info in enumerate(infos)
        ]
        queries.create(c, values, chairs)
        queries.note_act(c, values["id"], person.id, person.name, "create")
        return str(values["id"])

    live = await club.live(await club.database.write(work))
    await club.begin_if_full(live)
    return live


def _turned(live: Live, swap: bool) -> list[queries.SeatRow]:
    """Who sat where, seat by seat; with `swap` everyone but the umpire one seat further."""
    sitters = list(live.row.seats)
    if swap:
        playing = [n for n, each in enumerate(sitters) if each.seat not in live.controls]
        for here, there in zip(playing, playing[1:] + playing[:1], strict=True):
            sitters[here] = live.row.seats[there]
    return sitters


async def _accept(club: Club, person: replies.Person, live: Live) -> Live:
    """Sit down in a rematch that somebody else has offered, where one is expected."""
    new = await club.live(live.row.rematch)
    seated = [n for n, each in enumerate(new.row.seats) if each.person]
    for swap in (False, True):
        sitters = _turned(live, swap)
        if all(sitters[n].person == new.row.seats[n].person for n in seated):
            for chair, sitter in zip(new.row.seats, sitters, strict=True):
                if chair.who == "link" and sitter.person == person.id:
                    await join(club, person, new, chair.seat, "", chair.invite)
            break
    return new


async def rematch(club: Club, person: replies.Person, live: Live, swap: bool) -> Live:
    """The same match again with the same people, seats changed round if wanted. The others are asked: it begins, and the
    clocks run, when they have accepted, which they do by asking for a rematch too."""
    row = live.row
    if not row.seats_of(person.id) and row.host != person.id:
        raise forbidden("You did not play in this match.")
    if row.status != "over":
        raise Refusal(409, "running", "A rematch is possible only when the match is over.")
    if row.rematch:
        return await _accept(club, person, live)
    game = live.game
    if game is None:
        raise missing("game")
    await check_quota(club, person)
    await prepare(club, "", game, row.setup)
    seed = new_seed().hex()
    values = match_values(
        game,
        row.setup,
        person.id,
        title=row.title,
        public=row.public,
        analysis=False,
        clock=row.clock,
        seed=seed,
        physical=row.physical,
        explains=row.explains,
    )
    chairs = []
    for place, (chair, sitter) in enumerate(zip(row.seats, _turned(live, swap), strict=True)):
        asked = sitter.person is not None and sitter.person != person.id
        chairs.append(
            {
                "match": values["id"], "seat": chair.seat, "place": place,
                "who": "link" if asked else sitter.who, "person": None if asked else sitter.person,
                "level": sitter.level, "seconds": sitter.seconds,
                "invite": secrets.token_urlsafe(18) if asked else None, "contribution": "",
            }
        )  # fmt: skip

    def work(c: Connection) -> bool:
        keep_quota(c, club, person)
        queries.create(c, values, chairs)
        return queries.link_rematch(c, live.id, str(values["id"]))

    if not await club.database.write(work):  # someone else was quicker
        fresh = await club.database.read(lambda c: queries.match(c, live.id))
        await club.database.write(lambda c: queries.remove(c, str(values["id"])))
        return await club.live(fresh.rematch if fresh else "")
    live.row.rematch = str(values["id"])
    new = await club.live(str(values["id"]))
    await club.begin_if_full(new)
    live.tell_info()
    await club.bus.tell(club.bus.news("seats", live.id))
    return new


async def private_match(
    club: Club,
    who: str,
    person: replies.Person,
    game: Game[Any],
    opened: whole.Opened,
    *,
    title: str,
    analysis: bool,
    source: str = "",
    errand: queries.Errand | None = None,
    only: str = "",
) -> Live:
    """A private match from a position: all seats are its owner's, or the one of a turn file, or `only` the seat that asks, where
    the others have secrets from it."""
    only = errand.seat if errand is not None else only
    await check_quota(club, person)
    # A quota alone would be had anew with each new guest.
    club.limits.take("stored", who, len(opened.opening) / 1000)
    await prepare(club, "", game, opened.setup)
    values = match_values(
        game, opened.setup, person.id, title=title, public=False, analysis=analysis, clock=Clock(),
        seed=opened.seed, forked_from=source, errand=queries.encoded(errand) if errand else "",
        physical=opened.physical,
    )  # fmt: skip
    chairs = [
        chair_values(
            club, values["id"], info.id, place,
            Sitter() if only in ("", info.id) else Sitter(who="none"), person.id, "",
        )
        for place, info in enumerate(game.seats(opened.setup))
    ]  # fmt: skip
    name, at = str(values["id"]), opened.row[-1]

    def work(c: Connection) -> None:
        keep_quota(c, club, person, len(opened.opening))
        queries.create(c, values, chairs)
        queries.begin(c, name, opened.opening, opened.data, opened.row, opened.summary, None)
        if opened.is_over:
            queries.summarise(c, name, opened.summary, "over", at, None)
        queries.note_act(c, name, person.id, person.name, "fork" if analysis else "import", source)

    await club.database.write(work, aside=len(opened.opening) > LONG)
    return await club.live(name)


async def fork(club: Club, who: str, person: replies.Person, live: Live, seat: str, at: int | None) -> Live:
    """A private analysis board from a position as a seat knows it."""
    live.check_seat(person.id, seat)
    async with live.lock:
        record = live.readable()
        entries: int | None = None
        if at is not None:
            steps = record.seen[seat].steps
            if at > len(steps):
                raise missing("step")
            entries = steps[at - 1].entries if at else 0
        mine = set(live.row.seats_of(person.id))
        knows_all = (
            not record.game.has_secrets
            or record.is_over
            or seat in live.controls
            or mine >= set(record.match.seats)
        )
        broken = bool(live.broken)
    work = partial(whole.fork, live.id, seat, entries, knows_all, broken)
    opened = await study(live, who, work, long=True)
    if seat in live.controls:
        await live.note(seat, "fork")
    return await private_match(
        club,
        who,
        person,
        record.game,
        opened,
        title=f"Analysis of {live.row.title}"[:80],
        analysis=True,
        source=live.id,
        only="" if knows_all else seat,
    )

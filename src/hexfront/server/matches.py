"""Matches as people handle them: create, sit down, fork, rematch, export, import, delete."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection

from hexfront.kernel import BadSave, Game, HexfrontError, SeatInfo, SeededSource, Setup, Violation
from hexfront.match import (
    Match,
    Reply,
    answers,
    commitment,
    export_turn,
    new_seed,
    read_reply,
    read_save,
    read_turn,
    write_reply,
)
from hexfront.match.turnfile import ELSEWHERE, UNSEEN
from hexfront.server import replies, store
from hexfront.server.people import new_id
from hexfront.server.refusal import Refusal, bad, forbidden, missing, over
from hexfront.server.requests import Clock, NewMatch, SeatChange, Sitter

if TYPE_CHECKING:
    from hexfront.server.club import Club
    from hexfront.server.live import Live

PACK_LIMIT = 32 * 1024
ENTRIES_LIMIT = 50_000
REPLY_LIMIT = 1000
MATCHES_SEARCHED = 50
REAL_DICE = "Real dice need someone in Control's seat to roll them, or all seats for one person."


def _sitter(club: Club, sitter: Sitter, seat: str, control: bool) -> None:
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
                f"The computer thinks for {least:g} to {most:g} seconds a decision, not {sitter.seconds:g}."
            )
    if sitter.who == "none" and not control:
        raise bad(f"Someone has to sit at {seat}.")


def _real_dice(infos: tuple[SeatInfo, ...], new: NewMatch) -> None:
    """Who types a roll in sees what it is for. Some are secret: so it is Control's, or all is one person's anyway."""
    sitters = {info.id: new.seats.get(info.id, Sitter()).who for info in infos}
    umpired = any(info.control and sitters[info.id] != "none" for info in infos)
    if not umpired and any(who != "me" for who in sitters.values()):
        raise bad(REAL_DICE)


def _chair(
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


def _values(
    game: Game[Any], setup: Setup, person: str, *, title: str, public: bool, analysis: bool, clock: Clock, seed: str,
    forked_from: str = "", errand: str = "", physical: bool = False, explains: bool = False,
) -> dict[str, Any]:  # fmt: skip
    now = time.time()
    scenario = next(each for each in game.scenarios if each.id == setup.scenario)
    return {
        "id": new_id(),
        "title": " ".join(title.split()) or f"{game.title}: {scenario.title}",
        "game": game.id,
        "rules": game.version,
        "setup": store.encoded(setup),
        "host": person,
        "public": public,
        "analysis": analysis,
        "clock": store.encoded(clock),
        "status": "waiting",
        "created": now,
        "moved": now,
        "summary": store.encoded(store.Summary(turns=scenario.turns)),
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
    }


async def create(club: Club, person: replies.Person, new: NewMatch) -> Live:
    """A new match; it begins at once if nobody has to be waited for."""
    game = club.catalogue.game(new.game)
    if len(msgspec.json.encode(new.pack)) > PACK_LIMIT:
        raise bad("This pack is too large.")
    setup = game.setup(new.scenario, dict(new.options), new.pack)
    await asyncio.to_thread(game.world, setup)  # refuses a pack that makes no sense
    infos = game.seats(setup)
    unknown = [seat for seat in new.seats if seat not in {info.id for info in infos}]
    if unknown:
        raise bad(f"{game.title} has no seat {unknown[0]!r}; it has {', '.join(info.id for info in infos)}.")
    for info in infos:
        _sitter(club, new.seats.get(info.id, Sitter()), info.id, info.control)
    if new.dice == "physical":
        _real_dice(infos, new)

    def work(c: Connection) -> str:
        seed = store.redeem(c, new.promise) if new.promise else new_seed().hex()
        if seed is None:
            raise bad("This promise is not known any more; ask for a new one.")
        values = _values(
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
            _chair(club, values["id"], info.id, place, new.seats.get(info.id, Sitter()), person.id, new.seed)
            for place, info in enumerate(infos)
        ]
        store.create(c, values, chairs)
        store.note_act(c, values["id"], person.id, person.name, "create")
        return str(values["id"])

    live = await club.live(await club.database.write(work))
    await begin_if_full(club, live)
    return live


async def begin_if_full(club: Club, live: Live) -> None:
    """Start a match when the last seat is taken."""
    async with live.lock:
        if live.record is not None or live.broken or not live.row.is_full:
            return
        found = await club.database.read(lambda c: store.opening(c, live.id))
        if found is None or found[0]:
            return
        contributions = {each.seat: each.contribution for each in live.row.seats if each.contribution}
        await live.start(found[1], contributions)
    live.tell_info()
    live.refresh_all()
    club.computers.look(live)


async def join(
    club: Club, person: replies.Person, live: Live, seat: str, seed: str, invite: str | None
) -> None:
    """Sit down on an open seat, or on the one an invitation names."""
    if live.row.seat(seat) is None:
        raise missing("seat")

    def work(c: Connection) -> bool:
        done = store.claim(c, live.id, seat, person.id, seed, invite)
        if done and seat in live.controls:
            store.note_act(c, live.id, person.id, person.name, "sit", seat)
        if done:
            club.bus.within(c, club.bus.news("seats", live.id))
        return done

    if not await club.database.write(work):
        raise Refusal(409, "taken", "This seat is taken.")
    await _seats_changed(club, live)


async def _seats_changed(club: Club, live: Live) -> None:
    row = await club.database.read(lambda c: store.match(c, live.id))
    if row is None:
        raise missing("match")
    async with live.lock:
        live.row = row
    await begin_if_full(club, live)
    live.tell_info()
    await club.bus.tell(club.bus.news("seats", live.id), committed=True)


async def change_seat(club: Club, person: replies.Person, live: Live, seat: str, change: SeatChange) -> None:
    """The host gives a free or computer seat a new sitter, or makes a new link for one."""
    if live.row.host != person.id:
        raise forbidden("Only the host can do this.")
    chair = live.row.seat(seat)
    if chair is None or live.game is None:
        raise missing("seat")
    if chair.who == "person" and chair.person != person.id:
        raise Refusal(409, "taken", "This seat is taken.")
    if live.record is not None and live.record.is_over:
        raise over()
    if live.row.physical and not live.controls and change.who != "me":
        raise bad(REAL_DICE)
    sitter = Sitter(who=change.who, level=change.level, seconds=change.seconds)
    _sitter(club, sitter, seat, seat in live.controls)
    if (
        live.row.status == "running"
        and change.who == "me"
        and chair.who != "person"
        and live.game.has_secrets
        and live.row.seats_of(person.id)
    ):
        raise forbidden("You play another seat of this match, which has secrets from this one.")
    values = _chair(club, live.id, seat, 0, sitter, person.id, "")
    for key in ("match", "seat", "place", "contribution"):
        del values[key]

    def work(c: Connection) -> bool:
        done = store.seat_change(c, live.id, seat, values, chair.who)
        if done:
            store.note_act(c, live.id, person.id, person.name, "seat", f"{seat}: {chair.who} to {change.who}")
            club.bus.within(c, club.bus.news("seats", live.id))
        return done

    if not await club.database.write(work):
        raise Refusal(409, "taken", "This seat has changed meanwhile.")
    await _seats_changed(club, live)
    club.computers.look(live)


async def delete(club: Club, person: replies.Person, live: Live) -> None:
    """Delete a match: the host alone at the table or after the end, Control and admins always."""
    row = live.row
    others = {each.person for each in row.seats if each.person not in (None, person.id)}
    control = any(each.seat in live.controls and each.person == person.id for each in row.seats)
    allowed = person.admin or control or (row.host == person.id and (not others or row.status == "over"))
    if not allowed:
        raise forbidden("The host can delete a match while nobody else plays in it, or when it is over.")

    def work(c: Connection) -> None:
        store.remove(c, live.id)
        store.note_act(c, live.id, person.id, person.name, "delete", row.title)
        club.bus.within(c, club.bus.news("gone", live.id))

    async with live.lock:
        await club.database.write(work)
    await club.bus.tell(club.bus.news("gone", live.id), committed=True)
    club.forget(live.id)


async def _private(
    club: Club,
    person: replies.Person,
    game: Game[Any],
    opening: Match,
    *,
    title: str,
    analysis: bool,
    source: str = "",
    errand: store.Errand | None = None,
) -> Live:
    """A match of one person's own from a position: all seats theirs, or the one of a turn file."""
    values = _values(
        game, opening.setup, person.id, title=title, public=False, analysis=analysis, clock=Clock(),
        seed=opening.seed.hex(), forked_from=source, errand=store.encoded(errand) if errand else "",
        physical=opening.physical_dice,
    )  # fmt: skip
    chairs = [
        _chair(
            club, values["id"], info.id, place,
            Sitter() if errand is None or errand.seat == info.id else Sitter(who="none"), person.id, "",
        )
        for place, info in enumerate(game.seats(opening.setup))
    ]  # fmt: skip
    name = str(values["id"])

    def work(c: Connection) -> None:
        store.create(c, values, chairs)
        store.note_act(c, name, person.id, person.name, "fork" if analysis else "import", source)

    await club.database.write(work)
    live = await club.live(name)
    async with live.lock:
        if live.record is None:
            await live.open_with(opening.to_json())
    return live


async def fork(club: Club, person: replies.Person, live: Live, seat: str, at: int | None) -> Live:
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
        if live.broken:  # the log does not lead there by the present figures: begin where it stands
            s = await live.at(record.match.length if entries is None else entries)
            hidden = None if knows_all else SeededSource(new_seed().hex())
            s = s if hidden is None else record.game.resample(s, seat, hidden)
            copy = Match.from_position(record.game, s)
        else:
            copy = await asyncio.to_thread(record.match.fork, entries, seat=None if knows_all else seat)
            if not record.tells_why:
                copy.reasons = {}
    if seat in live.controls:
        await live.note(seat, "fork")
    return await _private(
        club,
        person,
        record.game,
        copy,
        title=f"Analysis of {live.row.title}"[:80],
        analysis=True,
        source=live.id,
    )


async def rematch(club: Club, person: replies.Person, live: Live, swap: bool) -> Live:
    """The same match again with the same people, seats changed round if wanted."""
    row = live.row
    if not row.seats_of(person.id) and row.host != person.id:
        raise forbidden("You did not play in this match.")
    if row.status != "over":
        raise Refusal(409, "running", "A rematch is for a match that is over.")
    if row.rematch:
        return await club.live(row.rematch)
    game = live.game
    if game is None:
        raise missing("game")
    seed = new_seed().hex()
    values = _values(
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
    sitters = [(each.who, each.person, each.level, each.seconds) for each in row.seats]
    playing = [n for n, each in enumerate(row.seats) if each.seat not in live.controls]
    order = list(range(len(sitters)))
    if swap:
        for here, there in zip(playing, playing[1:] + playing[:1], strict=True):
            order[here] = there
    chairs = []
    for place, chair in enumerate(row.seats):
        who, someone, level, seconds = sitters[order[place]]
        chairs.append(
            {
                "match": values["id"], "seat": chair.seat, "place": place, "who": who, "person": someone,
                "level": level, "seconds": seconds, "invite": None, "contribution": "",
            }
        )  # fmt: skip

    def work(c: Connection) -> bool:
        store.create(c, values, chairs)
        return store.link_rematch(c, live.id, str(values["id"]))

    if not await club.database.write(work):  # someone else was quicker
        fresh = await club.database.read(lambda c: store.match(c, live.id))
        await club.database.write(lambda c: store.remove(c, str(values["id"])))
        return await club.live(fresh.rematch if fresh else "")
    live.row.rematch = str(values["id"])
    new = await club.live(str(values["id"]))
    await begin_if_full(club, new)
    live.tell_info()
    await club.bus.tell(club.bus.news("seats", live.id))
    return new


async def export(club: Club, person: replies.Person, live: Live, seat: str) -> tuple[bytes, str]:
    """A save to keep: the whole match when it is over or all its seats are yours, else your seat's turn file. Of a
    board that was opened from a turn file: the reply."""
    row = live.row
    mine = row.seats_of(person.id)
    async with live.lock:
        record = live.readable()
        if row.errand is not None and row.errand.seat in mine:
            return write_reply(row.game, row.errand.seat, row.errand.ticket, record.match), "reply"
        alone = bool(mine) and row.host == person.id and all(each.person == person.id for each in row.seats)
        # Who plays the computer on their own machine owns the database as well.
        own = club.config.local and bool(mine) and all(each.person in (None, person.id) for each in row.seats)
        if alone or own or (record.is_over and (mine or row.public)):
            return await asyncio.to_thread(record.match.to_json), "save"
    return await turn_file(live, person, seat or (mine[0] if mine else "")), "turn"


async def turn_file(live: Live, person: replies.Person, seat: str) -> bytes:
    """What a seat needs to go on without the server, and what happened since it last acted; nothing else."""
    live.check_seat(person.id, seat)
    async with live.lock:
        record = live.readable()
        # What its own last action led to is told too: who plays by file has not seen it.
        log = record.match.log
        since = next((n for n in range(len(log), 0, -1) if log[n - 1].seat == seat), 0)
        data = await asyncio.to_thread(export_turn, record.match, seat, since)
    if seat in live.controls:
        await live.note(seat, "export", "a turn file")
    return data


async def open_turn(club: Club, person: replies.Person, data: bytes) -> Live:
    """A turn file as a board of one's own: one's seat alone is there to be played, and the dice are the host's."""
    turn = read_turn(data)
    if len(msgspec.json.encode(turn.setup.pack)) > PACK_LIMIT:
        raise bad("This turn file is too large.")
    game = club.catalogue.find(turn.game)
    if game is None:
        raise Refusal(
            409,
            "wrong_version",
            f"This is a turn file of {turn.game[:40]!r}, which this server does not have.",
        )
    setup = game.setup(turn.setup.scenario, turn.setup.options, turn.setup.pack)
    if turn.seat not in {info.id for info in game.seats(setup)}:
        raise bad(f"{game.title} has no seat {turn.seat[:40]!r}.")
    match = await asyncio.to_thread(turn.match, game)
    return await _private(
        club, person, game, match, title=f"{game.title}, turn file of {turn.seat}", analysis=True,
        errand=store.Errand(turn.seat, turn.ticket[:64]),
    )  # fmt: skip


async def carry_out(live: Live, person: replies.Person, reply: Reply) -> replies.Carried:
    """Play a reply in the true match: up to the first roll or reveal, or to what the true match refuses."""
    live.check_seat(person.id, reply.seat)
    if len(reply.actions) > REPLY_LIMIT:
        raise bad(f"A reply has at most {REPLY_LIMIT} actions.")
    async with live.lock:
        record = live.ready()
        if not await asyncio.to_thread(answers, record.match, reply):
            raise Refusal(409, "stale", ELSEWHERE)
        version = record.seen[reply.seat].version
    if any(not isinstance(action, dict) for action in reply.actions):
        raise bad("This is not an action of this game.")
    done = await commit_plan(live, reply.seat, version, reply.actions)
    left = len(reply.actions) - done.applied
    reason = "" if not left else done.refused.reason if done.refused else UNSEEN
    return replies.Carried(
        match=live.id, seat=reply.seat, applied=done.applied, left=left, reason=reason, version=done.version
    )


async def find_and_carry_out(club: Club, person: replies.Person, data: bytes) -> Live:
    """The match of one's own that a reply belongs to, after it."""
    reply = read_reply(data)
    rows = await club.database.read(lambda c: store.mine(c, person.id))
    for row in rows[:MATCHES_SEARCHED]:
        if row.game == reply.game and row.status == "running" and reply.seat in row.seats_of(person.id):
            live = await club.live(row.id)
            try:
                await carry_out(live, person, reply)
            except Refusal as e:
                if e.code in ("stale", "wrong_version"):
                    continue
                raise
            return live
    raise Refusal(409, "stale", ELSEWHERE)


async def take_in(club: Club, person: replies.Person, data: bytes) -> Live:
    """A save as a match of one's own, played again and checked; a turn file as a board; a reply in its match."""
    if b'"hexfront-turn/' in data[:200]:
        return await open_turn(club, person, data)
    if b'"hexfront-reply/' in data[:200]:
        return await find_and_carry_out(club, person, data)
    try:
        save = read_save(data)
    except HexfrontError as e:
        raise bad(str(e)) from None
    if len(save.log) > ENTRIES_LIMIT or len(msgspec.json.encode(save.setup.pack)) > PACK_LIMIT:
        raise bad("This save is too large.")
    game = club.catalogue.find(save.game)
    if game is None:
        raise Refusal(
            409, "wrong_version", f"This is a save of {save.game[:40]!r}, which this server does not have."
        )
    if game.version != save.rules:
        raise Refusal(
            409,
            "wrong_version",
            f"This save was made under rules version {save.rules[:20]} of {game.title}; this server plays version "
            f"{game.version}.",
        )
    if why := save.other_data(game):
        raise Refusal(409, "wrong_version", why)
    try:
        async with club.checking:
            match = await asyncio.to_thread(Match.from_json, data, game)
    except BadSave as e:
        raise bad(str(e)) from None
    return await _private(club, person, game, match, title=f"{game.title}, imported", analysis=False)


async def commit_plan(live: Live, seat: str, version: int, plan: list[dict[str, Any]]) -> replies.Committed:
    """Play a plan in earnest, action by action, up to the first roll, reveal or refusal."""
    applied = 0
    refused = None
    for each in plan:
        async with live.lock:
            record = live.ready()
            before = record.match.length
            if applied:
                version = record.seen[seat].version
        try:
            await live.act(seat, version, each)
        except Refusal as e:
            if not applied and e.code != "illegal":
                raise
            refused = Violation(rule=e.rule, reason=e.reason, at=e.at)
            break
        applied += 1
        record = live.ready()
        if record.match.length != before + 1 or not record.match.can_undo(seat):
            break
    return replies.Committed(applied=applied, version=live.ready().seen[seat].version, refused=refused)


async def dice(club: Club, live: Live, person: str | None) -> replies.Dice:
    """The dice proof, with the seed once the match is over."""
    found = await club.database.read(lambda c: store.opening(c, live.id))
    if found is None:
        raise missing("match")
    record = live.record
    is_over = record is not None and record.is_over
    seed = record.match.seed.hex() if record is not None else found[1]
    contributions = {each.seat: each.contribution for each in live.row.seats if each.contribution}
    rolls = 0
    if record is not None:
        contributions = record.match.contributions
        # How many rolls there were is known to all only when the game is over: some are made in secret.
        rolls = sum(entry.is_chance for entry in record.match.log) if is_over else 0
    physical = live.row.physical
    return replies.Dice(
        commitment="" if physical else commitment(bytes.fromhex(seed)),
        contributions=contributions,
        seed=seed if is_over and not physical else "",
        rolls=rolls,
        over=is_over,
        how="These are real dice: what came was typed in, and cannot be checked."
        if physical
        else "Export the finished match and run: hexfront verify FILE --commitment COMMITMENT",
    )

"""Files that people export and import: saves, turn files, replies."""

from __future__ import annotations

from functools import partial

from hexfront.match import Reply, new_seed, read_reply
from hexfront.match.turnfile import ELSEWHERE, UNSEEN
from hexfront.server.club.club import Club
from hexfront.server.lobby.begin import private_match
from hexfront.server.lobby.plans import commit_plan
from hexfront.server.match import whole
from hexfront.server.match.live import Live
from hexfront.server.match.study import study
from hexfront.server.store import queries
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import Refusal, bad

REPLY_LIMIT = 1000
MATCHES_SEARCHED = 50


async def export(club: Club, who: str, person: replies.Person, live: Live, seat: str) -> tuple[bytes, str]:
    """A save to keep: the whole match when it is over or all its seats are yours, else your seat's turn file. Of a
    board that was opened from a turn file: the reply."""
    row = live.row
    mine = row.seats_of(person.id)
    async with live.lock:
        is_over = live.readable().is_over
        teams = any(each.team for each in row.seats)
        alone = row.host == person.id and not teams and all(each.person == person.id for each in row.seats)
        # Who plays the computer on their own machine owns the database as well.
        own = club.config.local and bool(mine) and not teams
        own = own and all(each.person in (None, person.id) for each in row.seats)
        control = not is_over and any(row.is_captain(person.id, seat) for seat in live.controls)
    errand = row.errand
    if errand is not None and errand.seat in mine:
        reply = partial(whole.reply, live.id, row.game, errand.seat, errand.ticket)
        return await study(live, who, reply), "reply"
    if control:
        return await control_save(live, who, person), "save"
    if alone or own or (is_over and (mine or row.public)):
        return await study(live, who, partial(whole.export, live.id), long=True), "save"
    return await turn_file(live, who, person, seat or (mine[0] if mine else "")), "turn"


async def control_save(live: Live, who: str, person: replies.Person) -> bytes:
    """The whole match while it runs, for Control. The save holds the seed of the dice, so from here on the match has new ones, and
    says so."""
    data = await study(live, who, partial(whole.export, live.id), long=True)
    seat = live.check_control(person.id)
    if not live.row.physical:
        await live.change_dice(seat, new_seed().hex(), "Control has taken a full save.")
    await live.note(seat, "export", "a full save")
    return data


async def turn_file(live: Live, who: str, person: replies.Person, seat: str) -> bytes:
    """What a seat needs to go on without the server, and what happened since it last acted; nothing else."""
    live.check_seat(person.id, seat)
    data = await study(live, who, partial(whole.turn_file, live.id, seat), long=True)
    if seat in live.controls:
        await live.note(seat, "export", "a turn file")
    return data


async def open_turn(club: Club, who: str, person: replies.Person, data: bytes) -> Live:
    """A turn file as a private board: only the player's own seat can be played on it, and the dice are the host's."""
    turn = await club.aside.game(who, partial(whole.open_turn, data, club.catalogue.offers))
    game = club.catalogue.game(turn.game)
    return await private_match(
        club, who, person, game, turn, title=f"{game.title}, turn file of {turn.seat}", analysis=True,
        errand=queries.Errand(turn.seat, turn.ticket),
    )  # fmt: skip


async def carry_out(live: Live, who: str, person: replies.Person, reply: Reply) -> replies.Carried:
    """Play a reply in the true match: up to the first roll or reveal, or to what the true match refuses."""
    live.check_captain(person.id, reply.seat)
    if len(reply.actions) > REPLY_LIMIT:
        raise bad(f"A reply has at most {REPLY_LIMIT} actions.")
    async with live.lock:
        version = live.ready().seen[reply.seat].version
    if not await study(live, who, partial(whole.is_answered, live.id, reply)):
        raise Refusal(409, "stale", ELSEWHERE)
    if any(not isinstance(action, dict) for action in reply.actions):
        raise bad("This is not an action of this game.")
    done = await commit_plan(live, reply.seat, version, reply.actions)
    left = len(reply.actions) - done.applied
    reason = "" if not left else done.refused.reason if done.refused else UNSEEN
    return replies.Carried(
        match=live.id, seat=reply.seat, applied=done.applied, left=left, reason=reason, version=done.version
    )


async def find_and_carry_out(club: Club, who: str, person: replies.Person, data: bytes) -> Live:
    """Find the sender's match that a reply belongs to, and carry the reply out there."""
    reply = read_reply(data)
    rows = await club.database.read(lambda c: queries.mine(c, person.id))
    for row in rows[:MATCHES_SEARCHED]:
        if row.game == reply.game and row.status == "running" and reply.seat in row.seats_of(person.id):
            live = await club.live(row.id)
            try:
                await carry_out(live, who, person, reply)
            except Refusal as e:
                if e.code in ("stale", "wrong_version"):
                    continue
                raise
            return live
    raise Refusal(409, "stale", ELSEWHERE)


async def take_in(club: Club, who: str, person: replies.Person, data: bytes) -> Live:
    """A save as a match of the importer's own, played again and checked; a turn file as a board; a reply in its match."""
    if b'"hexfront-turn/' in data[:200]:
        return await open_turn(club, who, person, data)
    if b'"hexfront-reply/' in data[:200]:
        return await find_and_carry_out(club, who, person, data)
    save = await club.aside.game(who, partial(whole.open_save, data, club.catalogue.offers))
    game = club.catalogue.game(save.game)
    return await private_match(club, who, person, game, save, title=f"{game.title}, imported", analysis=False)

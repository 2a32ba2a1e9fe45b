"""The HTTP endpoints: people, games, matches."""

from __future__ import annotations

import contextlib
import functools
from functools import partial

import msgspec
from sqlalchemy import Connection
from starlette.responses import Response

from hexfront import __version__
from hexfront.kernel import OBSERVER, Case, Cause, HexfrontError, SeatInfo
from hexfront.match import commitment, new_seed, read_reply
from hexfront.server.club.club import chat_line
from hexfront.server.lobby import absent, begin, dice, files, plans, seats, teams
from hexfront.server.lobby.talk import say
from hexfront.server.match import questions, whole
from hexfront.server.match.live import Live
from hexfront.server.match.study import study
from hexfront.server.people.accounts import digest, folded
from hexfront.server.store import queries, rooms
from hexfront.server.web.api import Api, Call
from hexfront.server.wire import replies, requests
from hexfront.server.wire.refusals import Refusal, bad, forbidden, missing
from hexfront.server.wire.schema import openapi
from hexfront.server.wire.times import stamp

api = Api()
SEAT = {"seat": str}
LISTED = (
    10  # matches of a list that count as much as one more request: five hundred take a twentieth of a second
)


# --- you


async def _me(call: Call, person: replies.Person | None) -> replies.Me:
    return replies.Me(
        person=person, local=call.club.config.local, version=__version__, games=len(call.club.catalogue)
    )


@api("GET", "/api/me", reply=replies.Me)
async def get_me(call: Call) -> replies.Me:
    """Who you are."""
    return await _me(call, await call.someone())


@api("PATCH", "/api/me", body=requests.MeChange, reply=replies.Me)
async def change_me(call: Call) -> replies.Me:
    """Change your name, time zone, addresses and notices."""
    person = await call.person(call.body.name)
    return await _me(call, await call.club.people.change(person, call.body))


@api("POST", "/api/accounts", body=requests.NewAccount, reply=replies.Me, rate="account")
async def make_account(call: Call) -> replies.Me:
    """Make an account; the guest you are keeps their seats."""
    person = await call.someone()
    made, cookie = await call.club.people.register(
        person, call.body.name, call.body.password, call.body.email
    )
    call.signed_in(made, cookie)
    return await _me(call, made)


@api("POST", "/api/sessions", body=requests.SignIn, reply=replies.Me, rate="sign_in")
async def sign_in(call: Call) -> replies.Me:
    """Sign in."""
    # By name and network together: who guesses at someone's name must not keep that person out.
    call.club.limits.take("sign_in", f"name/{folded(call.body.name)}/{call.network}")
    try:
        person, cookie = await call.club.people.sign_in(call.body.name, call.body.password)
    except Refusal:
        await call.club.limits.slow_down("guesses", folded(call.body.name))
        raise
    call.signed_in(person, cookie)
    return await _me(call, person)


@api("DELETE", "/api/sessions", reply=replies.Me)
async def sign_out(call: Call) -> replies.Me:
    """Sign out."""
    if call.token:
        await call.club.people.sign_out(call.token)
        await call.club.sign_off(session=digest(call.token))
    call.cookie = ""
    return await _me(call, None)


@api("POST", "/api/me/password", body=requests.NewPassword, reply=replies.Me, rate="sign_in")
async def change_password(call: Call) -> replies.Me:
    """Change your password; every other session of yours ends."""
    person = await call.person()
    call.cookie = await call.club.people.change_password(person, call.body.old, call.body.new)
    await call.club.sign_off(person=person.id)
    return await _me(call, person)


@api("POST", "/api/me/return-link", reply=replies.Path)
async def return_link(call: Call) -> replies.Path:
    """A way back from another device."""
    person = await call.person()
    return replies.Path(path=f"/return/{await call.club.people.return_link(person)}")


@api("POST", "/api/return", body=requests.Return, reply=replies.Me, rate="sign_in")
async def come_back(call: Call) -> replies.Me:
    """Come back by such a link."""
    person, cookie = await call.club.people.come_back(call.body.token)
    call.signed_in(person, cookie)
    return await _me(call, person)


# --- games


@functools.cache
def _schema() -> bytes:
    """It takes 50 ms to put together: someone who asks again and again must not keep the others waiting."""
    return msgspec.json.encode(openapi(api.endpoints))


@api("GET", "/api/schema")
async def get_schema(call: Call) -> Response:
    """This schema."""
    return Response(_schema(), media_type="application/json")


@api("GET", "/api/games", reply=list[replies.GameInfo])
async def list_games(call: Call) -> list[replies.GameInfo]:
    """The games on offer."""
    return call.club.catalogue.infos()


@api("GET", "/api/games/{game}", reply=replies.GameInfo)
async def get_game(call: Call) -> replies.GameInfo:
    """One game."""
    return call.club.catalogue.info(call.club.catalogue.game(call.path("game")))


@api("GET", "/api/games/{game}/seats", reply=list[SeatInfo], query={"scenario": str, "options": str})
async def get_seats(call: Call) -> list[SeatInfo]:
    """The seats of a scenario; options (a JSON object) may add some."""
    game = call.club.catalogue.game(call.path("game"))
    try:
        options = msgspec.json.decode(call.query.get("options", "") or "{}", type=dict[str, bool | int | str])
    except msgspec.DecodeError as e:
        raise bad(f"options: {e}") from None
    return list(game.seats(game.setup(call.query.get("scenario", ""), options)))


@api("GET", "/api/games/{game}/rules", reply=list[Case], query={"q": str, "under": str})
async def search_rules(call: Call) -> list[Case]:
    """The rulebook in our words: all of it, a chapter, or a search."""
    game = call.club.catalogue.game(call.path("game"))
    return call.club.catalogue.cases(game, call.query.get("q", ""), call.query.get("under", ""))


@api("GET", "/api/games/{game}/rules/{case}", reply=Case)
async def get_rule(call: Call) -> Case:
    """One rule case."""
    game = call.club.catalogue.game(call.path("game"))
    found = next((c for c in call.club.catalogue.cases(game) if c.id == call.path("case")), None)
    if found is None:
        raise missing("rule case")
    return found


@api("GET", "/api/games/{game}/tutorial", reply=replies.Tutorial)
async def get_tutorial(call: Call) -> replies.Tutorial:
    """The steps of a guided first game; none where the client's general tips must do."""
    return call.club.catalogue.tutorial(call.club.catalogue.game(call.path("game")))


@api(
    "GET", "/api/games/{game}/kit", query={"scenario": str, "paper": str}, rate="kit", media="application/pdf"
)
async def get_kit(call: Call) -> Response:
    """A scenario to be printed: map in tiles, counters, cards, aids, rules."""
    game = call.club.catalogue.game(call.path("game"))
    setup = game.setup(call.query.get("scenario", ""), {}, {})
    paper = call.query.get("paper", "") or "a4"
    pdf = await call.club.aside.game(call.network, partial(whole.kit, game.package, setup, paper))
    name = f"{game.id}-{setup.scenario}-{paper}.pdf"
    return Response(
        pdf,
        media_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def _map(call: Call, art: bool) -> Response:
    data, tag = call.club.catalogue.map_file(call.path("map"), art)
    headers = {"ETag": f'"{tag}"', "Cache-Control": "public, max-age=3600"}
    if call.request.headers.get("if-none-match") == f'"{tag}"':
        return Response(status_code=304, headers=headers)
    return Response(data, media_type="application/json", headers=headers)


@api("GET", "/api/maps/{map}")
async def get_map(call: Call) -> Response:
    """A map file."""
    return await _map(call, art=False)


@api("GET", "/api/maps/{map}/art")
async def get_map_art(call: Call) -> Response:
    """The decorative parts of a map."""
    return await _map(call, art=True)


@api("GET", "/api/players", reply=list[replies.Level])
async def list_players(call: Call) -> list[replies.Level]:
    """Computer players, weakest first."""
    return call.club.computers.levels()


# --- matches


async def live_of(call: Call) -> Live:
    """The match of the path, if this person may know of it."""
    live = await call.club.live(call.path("id"))
    person = await call.someone()
    row = live.row
    if row.public or (person is not None and (row.seats_of(person.id) or row.host == person.id)):
        return live
    if person is not None and person.admin:
        await call.club.note_look(live, person, "as an admin")
        return live
    raise missing("match")


async def _viewer(call: Call) -> tuple[Live, str]:
    live = await live_of(call)
    person = await call.someone()
    return live, live.viewer_for(person.id if person else None, call.query.get("seat", ""))


async def _seat(call: Call, seat: str) -> Live:
    """The match of the path, if this person holds the seat."""
    live = await live_of(call)
    person = await call.someone()
    live.check_seat(person.id if person else None, seat)
    return live


async def _captain(call: Call, seat: str) -> Live:
    """The match of the path, if this person has the seat itself and not only a place in its team."""
    live = await live_of(call)
    person = await call.someone()
    live.check_captain(person.id if person else None, seat)
    return live


async def info_of(call: Call, live: Live) -> replies.MatchInfo:
    person = await call.someone()
    return call.club.info(live, person.id if person else None)


@api("POST", "/api/promises", reply=replies.Promise, rate="create")
async def promise_seed(call: Call) -> replies.Promise:
    """A seed that the server binds itself to before you add yours."""
    seed = new_seed()
    name = await call.club.database.write(lambda c: queries.promise(c, seed.hex()))
    return replies.Promise(id=name, commitment=commitment(seed))


@api("POST", "/api/matches", body=requests.NewMatch, reply=replies.MatchInfo, rate="create")
async def create_match(call: Call) -> replies.MatchInfo:
    """A new match."""
    live = await begin.create(call.club, call.network, await call.person(), call.body)
    return await info_of(call, live)


@api("GET", "/api/matches", reply=list[replies.MatchInfo], query={"scope": str})
async def list_matches(call: Call) -> list[replies.MatchInfo]:
    """Your matches, those with an open seat, or those to watch."""
    person = await call.someone()
    me = person.id if person else None
    scope = call.query.get("scope", "mine")

    def work(c: Connection) -> list[queries.MatchRow]:
        if scope == "open":
            return queries.open_matches(c)
        if scope == "watch":
            return queries.watchable(c)
        return queries.mine(c, me) if me else []

    if scope not in ("mine", "open", "watch"):
        raise bad("The scope must be mine, open or watch.")
    rows = await call.club.database.read(work)
    for row in rows:
        if (
            not row.shape and row.status != "waiting"
        ):  # of an older Hexfront: whether it can be played is seen by trying
            row.shape = (await call.club.live(row.id)).row.shape

    def digests() -> None:
        for row in rows:
            game = call.club.catalogue.find(row.game)
            if game is not None and row.rules == game.version:
                with contextlib.suppress(HexfrontError):
                    game.data_digest(row.setup)

    await call.club.aside.here.run(call.network, digests)  # what is not known yet takes long
    call.club.limits.charge("request", call.caller, len(rows) / LISTED)
    return [call.club.match_info(row, me, call.club.lives.get(row.id)) for row in rows]


@api("GET", "/api/matches/{id}", reply=replies.MatchInfo)
async def get_match(call: Call) -> replies.MatchInfo:
    """One match."""
    return await info_of(call, await live_of(call))


@api("DELETE", "/api/matches/{id}", status=204)
async def delete_match(call: Call) -> None:
    """Delete a match."""
    live = await live_of(call)
    await seats.delete(call.club, await call.person(), live)


@api("POST", "/api/matches/{id}/join", body=requests.Join, reply=replies.MatchInfo)
async def join_match(call: Call) -> replies.MatchInfo:
    """Take an open seat."""
    live = await live_of(call)
    await seats.join(call.club, await call.person(), live, call.body.seat, call.body.seed, None)
    return await info_of(call, live)


@api("POST", "/api/invitation", body=requests.Look, reply=replies.Invitation, rate="sign_in")
async def invitation(call: Call) -> replies.Invitation:
    """What an invitation is for; looking does not use it up."""
    match, seat, is_team = await _invited(call, call.body.token)
    row = (await call.club.live(match)).row
    game = call.club.catalogue.game(row.game)
    names = {each.id: each.name for each in game.seats(row.setup)}
    chair = row.seat(seat)
    fresh = chair.fresh if chair is not None else ""
    return replies.Invitation(
        title=row.title,
        game=game.title,
        seat=names.get(seat, seat),
        host=row.host_name,
        clock=row.clock,
        begun=row.status != "waiting",
        team=is_team,
        commitment=commitment(bytes.fromhex(fresh)) if fresh else row.commitment,
    )


async def _invited(call: Call, token: str) -> tuple[str, str, bool]:
    """The match and seat of an invitation, and whether it is to a team."""

    def work(c: Connection) -> tuple[str, str, bool] | None:
        one = queries.invited(c, token)
        team = None if one else rooms.by_team_link(c, token)
        return (*one, False) if one else (*team, True) if team else None

    found = await call.club.database.read(work)
    if found is None:
        raise Refusal(404, "not_found", "This invitation has been used or withdrawn; ask for a new one.")
    return found


@api("POST", "/api/join", body=requests.JoinByLink, reply=replies.Joined, rate="sign_in")
async def join_by_link(call: Call) -> replies.Joined:
    """Take the seat of an invitation. A token works once."""
    token = call.body.token
    match, seat, is_team = await _invited(call, token)
    live = await call.club.live(match)
    person = await call.guest(call.body.name)
    if person.guest and call.body.name and call.body.name != person.name:
        person = await call.club.people.change(person, requests.MeChange(name=call.body.name))
    if is_team:
        await teams.join(call.club, person, live, seat, call.body.role, call.body.seed)
    else:
        await seats.join(call.club, person, live, seat, call.body.seed, token)
    return replies.Joined(match=match, seat=seat)


@api(
    "POST", "/api/matches/{id}/seats/{seat}", body=requests.SeatChange, reply=replies.MatchInfo, rate="chat"
)  # fmt: skip
async def change_seat(call: Call) -> replies.MatchInfo:
    """The host gives a free or computer seat a new sitter."""
    live = await live_of(call)
    await seats.change_seat(call.club, await call.person(), live, call.path("seat"), call.body)
    return await info_of(call, live)


@api("POST", "/api/matches/{id}/resign", body=requests.Resign, reply=replies.MatchInfo)
async def resign(call: Call) -> replies.MatchInfo:
    """Give up."""
    live = await _captain(call, call.body.seat)
    await live.resign(call.body.seat)
    return await info_of(call, live)


@api("POST", "/api/matches/{id}/draw", body=requests.DrawOffer, reply=replies.MatchInfo, rate="chat")
async def offer_draw(call: Call) -> replies.MatchInfo:
    """Offer, accept, decline or withdraw a draw."""
    live = await _captain(call, call.body.seat)
    await live.draw(call.body.seat, call.body.offer)
    return await info_of(call, live)


@api("POST", "/api/matches/{id}/absent", body=requests.Absent, reply=replies.MatchInfo, rate="chat")
async def go_on_without(call: Call) -> replies.MatchInfo:
    """Go on without someone who has stayed away for too long."""
    live = await _captain(call, call.body.seat)
    await absent.go_on_without(call.club, await call.person(), live, call.body)
    return await info_of(call, live)


@api("POST", "/api/matches/{id}/rematch", body=requests.Rematch, reply=replies.MatchInfo, rate="create")
async def rematch(call: Call) -> replies.MatchInfo:
    """Play again."""
    live = await live_of(call)
    return await info_of(call, await begin.rematch(call.club, await call.person(), live, call.body.swap))


@api("POST", "/api/matches/{id}/fork", body=requests.Fork, reply=replies.MatchInfo, rate="create")
async def fork_match(call: Call) -> replies.MatchInfo:
    """A private analysis board from what a seat knows."""
    live = await _seat(call, call.body.seat)
    return await info_of(
        call,
        await begin.fork(call.club, call.network, await call.person(), live, call.body.seat, call.body.at),
    )


@api("GET", "/api/matches/{id}/plan", reply=replies.TriedPlan, query=SEAT)
async def get_plan(call: Call) -> replies.TriedPlan:
    """What was tried on an analysis board."""
    live, seat = await _viewer(call)
    if not live.row.analysis:
        raise bad("This is not an analysis board.")
    async with live.lock:
        return replies.TriedPlan(match=live.row.forked_from, seat=seat, plan=questions.plan_of(live, seat))


@api("POST", "/api/matches/{id}/commit", body=requests.PlanRequest, reply=replies.Committed, rate="think")
async def commit_plan(call: Call) -> replies.Committed:
    """Play a plan up to the first roll, reveal or refusal."""
    live = await _captain(call, call.body.seat)
    call.club.limits.charge("thinking", call.caller, len(call.body.plan))  # each action is a row
    return await plans.commit_plan(live, call.body.seat, call.body.version, call.body.plan)


@api("GET", "/api/matches/{id}/export", query=SEAT, rate="report")
async def export_match(call: Call) -> Response:
    """A save to keep."""
    live = await live_of(call)
    data, kind = await files.export(
        call.club, call.network, await call.person(), live, call.query.get("seat", "")
    )
    name = f"{live.row.game}-{live.id}.{kind}.json"
    return Response(
        data, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@api(
    "POST", "/api/matches/import", body=bytes, reply=replies.MatchInfo, limit=requests.SAVE_LIMIT, rate="import"
)  # fmt: skip
async def import_match(call: Call) -> replies.MatchInfo:
    """A save as a match of your own."""
    return await info_of(call, await files.take_in(call.club, call.network, await call.person(), call.body))


@api("GET", "/api/matches/{id}/turn", query=SEAT, rate="report")
async def get_turn_file(call: Call) -> Response:
    """What your seat needs to go on without the server, as a file."""
    live, seat = await live_of(call), call.query.get("seat", "")
    data = await files.turn_file(live, call.network, await call.person(), seat)
    name = f"{live.row.game}-{live.id}-{seat}.turn.json"
    return Response(
        data, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@api(
    "POST", "/api/matches/{id}/reply", body=bytes, reply=replies.Carried, limit=requests.REPLY_LIMIT, rate="import"
)  # fmt: skip
async def post_reply(call: Call) -> replies.Carried:
    """The reply to a turn file of yours, carried out in the match."""
    live = await live_of(call)
    return await files.carry_out(live, call.network, await call.person(), read_reply(call.body))


@api("GET", "/api/matches/{id}/dice", reply=replies.Dice)
async def get_dice(call: Call) -> replies.Dice:
    """The dice proof."""
    return await dice.dice(call.club, await live_of(call), None)


@api("GET", "/api/matches/{id}/chat", reply=list[replies.ChatLine], query={"since": int})
async def get_chat(call: Call) -> list[replies.ChatLine]:
    """The talk at a match."""
    live = await live_of(call)
    rows = await call.club.database.read(lambda c: queries.talk(c, live.id, call.query.get("since", 0)))
    return [chat_line(row) for row in rows]


@api("POST", "/api/matches/{id}/chat", body=requests.ChatPost, reply=replies.ChatLine)
async def post_chat(call: Call) -> replies.ChatLine:
    """Say something."""
    live = await live_of(call)
    return await say(call.club, live, await call.someone(), call.body.text, call.caller)


@api("GET", "/api/matches/{id}/notes", reply=replies.Notes)
async def get_notes(call: Call) -> replies.Notes:
    """Your private notes."""
    live, person = await live_of(call), await call.person()
    return replies.Notes(text=await call.club.database.read(lambda c: queries.note(c, live.id, person.id)))


@api("PUT", "/api/matches/{id}/notes", body=requests.NotesPut, reply=replies.Notes)
async def put_notes(call: Call) -> replies.Notes:
    """Change your private notes."""
    live, person = await live_of(call), await call.person()
    call.club.limits.take("stored", call.caller, len(call.body.text) / 1000)
    await call.club.database.write(lambda c: queries.put_note(c, live.id, person.id, call.body.text))
    return replies.Notes(text=call.body.text)


# --- study


@api("GET", "/api/matches/{id}/history", reply=list[replies.Step], query=SEAT, rate="think")
async def get_history(call: Call) -> msgspec.Raw:
    """Positions to go back to."""
    live, viewer = await _viewer(call)
    return msgspec.Raw(await questions.history(live, call.network, viewer))


@api("GET", "/api/matches/{id}/history/{n}", reply=replies.State, query=SEAT, rate="think")
async def get_step(call: Call) -> replies.State:
    """A past position."""
    live, viewer = await _viewer(call)
    n = call.path("n")
    if not n.isascii() or not n.isdigit() or len(n) > 9:
        raise missing("step")
    return await questions.step(live, call.network, viewer, int(n))


@api("GET", "/api/matches/{id}/digest", reply=replies.Digest, query=SEAT, rate="think")
async def get_digest(call: Call) -> msgspec.Raw:
    """Since your last turn."""
    live, viewer = await _viewer(call)
    if viewer == OBSERVER:
        raise forbidden("Only a player can ask for this.")
    return msgspec.Raw(await questions.digest(live, call.network, viewer))


@api("GET", "/api/matches/{id}/reach", reply=replies.Reach, query={"seat": str, "piece": str}, rate="think")
async def get_reach(call: Call) -> replies.Reach:
    """Where a piece can go now."""
    seat = call.query.get("seat", "")
    live = await _seat(call, seat)
    return await questions.reach(live, call.network, seat, call.query.get("piece", ""))


@api("POST", "/api/matches/{id}/preview", body=requests.PlanRequest, reply=replies.Preview, rate="think")
async def get_preview(call: Call) -> replies.Preview:
    """What a plan would change."""
    live = await _seat(call, call.body.seat)
    body: requests.PlanRequest = call.body
    return await questions.preview(live, call.network, body.seat, body.plan, body.version)


@api(
    "GET", "/api/matches/{id}/why", reply=list[Cause], query={"seat": str, "piece": str, "at": str}, rate="think"
)  # fmt: skip
async def get_why(call: Call) -> list[Cause]:
    """Why not?"""
    seat = call.query.get("seat", "")
    live = await _seat(call, seat)
    piece, at = call.query.get("piece", ""), call.query.get("at", "")
    return list(await questions.why(live, call.network, seat, piece, at))


@api(
    "GET", "/api/matches/{id}/report", query={"seat": str, "format": str}, rate="report", media="text/html"
)  # fmt: skip
async def get_report(call: Call) -> Response:
    """The after-action report."""
    live, viewer = await _viewer(call)
    as_json = call.query.get("format") == "json"
    if live.broken and live.record is None:  # of other rules: there is no position to show, but a log
        rows = await call.club.database.read(lambda c: queries.raw_rows(c, live.id))
        work = partial(whole.old_report, live.row, live.broken, rows, viewer, as_json)
        data = await call.club.aside.game(call.network, work)
    else:
        data = await study(
            live, call.network, partial(whole.report, live.id, live.row, viewer, as_json), long=True
        )
    return Response(data, media_type="application/json" if as_json else "text/html; charset=utf-8")


@api("GET", "/api/matches/{id}/audit", reply=list[replies.AuditEntry])
async def get_audit(call: Call) -> list[replies.AuditEntry]:
    """What the host, admins and Control did."""
    live = await live_of(call)
    person = await call.person()
    if not (person.admin or live.row.seats_of(person.id) or live.row.host == person.id):
        raise forbidden("Only the players of a match can see its audit log.")
    rows = await call.club.database.read(lambda c: queries.acts(c, live.id))
    is_over = live.record is not None and live.record.is_over
    knows_rows = is_over or person.admin or any(s in live.controls for s in live.row.seats_of(person.id))
    return [
        replies.AuditEntry(
            time=stamp(r.at), person=r.person, name=r.name, what=r.what,
            detail=r.detail if knows_rows else without_row(r.detail),
        )
        for r in rows
    ]  # fmt: skip


def without_row(detail: str) -> str:
    """What Control did, without saying which row it was: the rows in between are what others did, in secret too."""
    row, _, kind = detail.partition(": ")
    return kind if row.removeprefix("row ").isdigit() else detail

"""The HTTP endpoints of a room: teams, its clock, disputes, Control's desk."""

from __future__ import annotations

from hexfront.server.lobby import desk, teams
from hexfront.server.web.api import Call
from hexfront.server.web.calculator import api
from hexfront.server.web.routes import info_of, live_of
from hexfront.server.wire import replies, requests

__all__ = ["api"]  # the endpoints: those of routes and the calculator, and these


@api("POST", "/api/matches/{id}/seats/{seat}/link", reply=replies.Path, rate="chat")
async def team_link(call: Call) -> replies.Path:
    """A link by which others join your team."""
    live = await live_of(call)
    return replies.Path(path=await teams.make_link(call.club, await call.person(), live, call.path("seat")))


@api(
    "POST", "/api/matches/{id}/seats/{seat}/team", body=requests.TeamChange, reply=replies.MatchInfo, rate="chat"
)  # fmt: skip
async def change_team(call: Call) -> replies.MatchInfo:
    """Change a role, the captain, or who is in a team."""
    live = await live_of(call)
    await teams.change(call.club, await call.person(), live, call.path("seat"), call.body)
    return await info_of(call, live)


@api(
    "POST", "/api/matches/{id}/seats/{seat}/stand-in", body=requests.StandIn, reply=replies.MatchInfo, rate="chat"
)  # fmt: skip
async def stand_in(call: Call) -> replies.MatchInfo:
    """Control lets the computer play for a team that is not there, or frees its seat."""
    live = await live_of(call)
    await teams.stand_in(call.club, await call.person(), live, call.path("seat"), call.body)
    return await info_of(call, live)


@api("POST", "/api/matches/{id}/clock", body=requests.RoomClock, reply=replies.MatchInfo, rate="chat")
async def set_clock(call: Call) -> replies.MatchInfo:
    """Control sets the clock of the room."""
    live = await live_of(call)
    await desk.set_clock(call.club, await call.person(), live, call.body)
    return await info_of(call, live)


@api("GET", "/api/matches/{id}/disputes", reply=list[replies.Dispute])
async def get_disputes(call: Call) -> list[replies.Dispute]:
    """Disputes: your team's, or for Control all."""
    live = await live_of(call)
    return await desk.disputes(call.club, await call.person(), live)


@api("POST", "/api/matches/{id}/disputes", body=requests.NewDispute, reply=list[replies.Dispute], rate="chat")
async def post_dispute(call: Call) -> list[replies.Dispute]:
    """Dispute something."""
    live, person = await live_of(call), await call.person()
    await desk.dispute(call.club, person, live, call.body)
    return await desk.disputes(call.club, person, live)


@api(
    "POST", "/api/matches/{id}/disputes/{dispute}", body=requests.Settle, reply=list[replies.Dispute], rate="chat"
)  # fmt: skip
async def settle_dispute(call: Call) -> list[replies.Dispute]:
    """Control settles a dispute."""
    live, person = await live_of(call), await call.person()
    await desk.settle(call.club, person, live, call.path("dispute"), call.body.ruling)
    return await desk.disputes(call.club, person, live)


@api("GET", "/api/matches/{id}/desk", reply=replies.Desk, query={"places": str}, rate="think")
async def get_desk(call: Call) -> replies.Desk:
    """Control's desk: disputes, teams not done, rolls to be made, what was done and may be corrected."""
    live = await live_of(call)
    places = bool(call.query.get("places", ""))
    return await desk.desk(call.club, call.network, await call.person(), live, places)


@api("POST", "/api/matches/{id}/amend", body=requests.Amend, reply=replies.AmendmentInfo, rate="report")
async def amend_match(call: Call) -> replies.AmendmentInfo:
    """Control corrects what was done, and what followed is played again."""
    live = await live_of(call)
    return await desk.amend(call.club, call.network, await call.person(), live, call.body)

"""What comes in: strict structs with limits. An unknown field, a wrong type or a long string is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

BODY_LIMIT = 64 * 1024
SAVE_LIMIT = 16 * 1024 * 1024
FRAME_LIMIT = 64 * 1024
REPLY_LIMIT = 256 * 1024

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Secret = Annotated[str, Meta(min_length=8, max_length=200)]
Short = Annotated[str, Meta(max_length=80)]
Token = Annotated[str, Meta(min_length=8, max_length=80)]
Ref = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seed = Annotated[str, Meta(max_length=128)]
ChatText = Annotated[str, Meta(min_length=1, max_length=2000)]
Plan = Annotated[list[dict[str, Any]], Meta(max_length=200)]


class In(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request body."""


# --- people


class MeChange(In):
    name: Name | None = None
    timezone: Annotated[str, Meta(max_length=60)] | None = None
    email: Annotated[str, Meta(max_length=200)] | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None
    notify: Literal["never", "turn"] | None = None


class NewAccount(In):
    name: Name
    password: Secret
    email: Annotated[str, Meta(max_length=200)] = ""


class SignIn(In):
    name: Name
    password: Annotated[str, Meta(max_length=200)]


class NewPassword(In):
    old: Annotated[str, Meta(max_length=200)]
    new: Secret


class Return(In):
    token: Token


# --- matches


class Sitter(In):
    """Who takes a seat: me, a friend by link, anyone, the computer, or nobody."""

    who: Literal["me", "link", "open", "computer", "none"] = "me"
    level: Short = ""
    seconds: float | None = None  # a decision, for a computer


class Clock(In):
    """No clock; live minutes a person with an increment in seconds; or days for each move."""

    kind: Literal["none", "live", "days"] = "none"
    minutes: Annotated[float, Meta(gt=0, le=10_000)] = 60
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0
    days: Annotated[float, Meta(gt=0, le=60)] = 3


class NewMatch(In):
    game: Short
    scenario: Short = ""
    options: Annotated[dict[Short, bool | int | Short], Meta(max_length=100)] = {}
    pack: dict[str, Any] = {}
    seats: Annotated[dict[Short, Sitter], Meta(max_length=20)] = {}
    title: Short = ""
    public: bool = False
    clock: Clock = msgspec.field(default_factory=Clock)
    promise: Short = ""
    seed: Seed = ""
    dice: Literal["provable", "physical"] = "provable"
    explains: bool = False


class Join(In):
    seat: Short
    seed: Seed = ""


class Look(In):
    """What is this invitation for?"""

    token: Token


Role = Literal["leader", "army", "air", "production"]
Words = Annotated[str, Meta(min_length=1, max_length=300)]


class JoinByLink(In):
    token: Token
    name: Name | None = None
    seed: Seed = ""
    role: Role = "leader"  # in a team


class SeatChange(In):
    """The host gives a free or computer seat to someone else."""

    who: Literal["me", "link", "open", "computer"]
    level: Short = ""
    seconds: float | None = None  # a decision, for a computer


class Resign(In):
    seat: Short


class DrawOffer(In):
    seat: Short
    offer: bool = True


class Absent(In):
    """Go on without someone who has stayed away: win, end without a winner, or let the computer play."""

    seat: Short
    of: Short
    what: Literal["claim", "end", "computer"]


class Rematch(In):
    swap: bool = False


class Fork(In):
    seat: Short
    at: Count | None = None


# --- teams and the umpire's desk


class TeamChange(In):
    """Give someone of a team another role, make them captain, or let them go."""

    person: Short
    role: Role | None = None
    captain: bool = False
    out: bool = False


class StandIn(In):
    """The computer plays for a team (this step, for good, or no longer), or the seat is freed for someone else."""

    what: Literal["step", "good", "off", "free"]
    level: Short = ""


class RoomClock(In):
    """The clock of the room: seconds for each step (0: none), whether a step ends by itself, pause, restart, add seconds."""

    seconds: Annotated[float, Meta(ge=0, le=86_400)] | None = None
    force: bool | None = None
    paused: bool | None = None
    restart: bool = False
    add: Annotated[float, Meta(ge=-86_400, le=86_400)] = 0


class Amend(In):
    """Correct the log from a step on (from 1): another roll (`words`), without that step (`drop`), back to before it (`back`),
    or Control's own last correction taken back (`undo`)."""

    what: Literal["roll", "drop", "back", "undo"]
    step: Annotated[int, Meta(ge=1, le=2**31 - 1)] = 1
    words: Annotated[list[Short], Meta(max_length=40)] = []
    reason: Annotated[str, Meta(max_length=300)] = ""
    hidden: bool = False


class NewDispute(In):
    seat: Short
    text: Words
    place: Short = ""


class Settle(In):
    ruling: Words


class PlanRequest(In):
    seat: Short
    version: Count
    plan: Plan


class ChatPost(In):
    text: ChatText


class NotesPut(In):
    text: Annotated[str, Meta(max_length=20_000)]


# --- frames of the socket


class Frame(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="t"):
    """A message from the client over the socket."""


class Named(msgspec.Struct):
    """What any frame may call itself."""

    ref: Ref = ""


class Hello(Frame, tag="hello"):
    seat: Short = ""
    since: Count = 0
    whole: bool = False
    overlays: bool = True


class LookOver(Frame, tag="look"):
    """Whether overlays are shown now."""

    overlays: bool


class Sit(Frame, tag="sit"):
    seat: Short


class Act(Frame, tag="act"):
    version: Count
    do: dict[str, Any]
    ref: Ref = ""


class Play(Frame, tag="play"):
    """Several actions, one after another, up to the first roll, reveal or refusal: a move of five hexes."""

    version: Count
    plan: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=200)]
    ref: Ref = ""


class Undo(Frame, tag="undo"):
    version: Count
    ref: Ref = ""


class Redo(Frame, tag="redo"):
    version: Count
    ref: Ref = ""


class Sync(Frame, tag="sync"):
    pass


class Asking(Frame, tag="ask"):
    what: Literal["reach", "preview", "why", "step"]
    ref: Ref
    piece: Short = ""
    at: Short = ""
    n: Count = 0
    plan: Plan = []


class Cancel(Frame, tag="cancel"):
    pass


class Chat(Frame, tag="chat"):
    text: ChatText


class Ping(Frame, tag="ping"):
    ref: Ref = ""


AnyFrame = Hello | LookOver | Sit | Act | Play | Undo | Redo | Sync | Asking | Cancel | Chat | Ping

"""What goes out. The kernel's structs are sent as they are; these are what the server adds."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hexfront.kernel import (
    Battle,
    Cause,
    Choice,
    Forecast,
    Form,
    Option,
    Overlay,
    Piece,
    Prompt,
    Result,
    Scenario,
    View,
    Violation,
)
from hexfront.server.wire.requests import Clock

THEN = ". Then "  # between the computer's reasons where there are several for one thing


class Out(msgspec.Struct, kw_only=True):
    """A reply."""


class Thin(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A reply whose default fields are left out."""


class Problem(Thin):
    """Every error, over HTTP."""

    code: str
    reason: str
    rule: str = ""
    at: str = ""


# --- people


class PersonBrief(Out):
    id: str
    name: str
    guest: bool


class Person(PersonBrief):
    email: str = ""
    timezone: str = ""
    webhook: str = ""
    notify: str = "turn"
    admin: bool = False


class Me(Out):
    person: Person | None
    local: bool
    version: str
    games: int


class Path(Out):
    path: str


# --- games


class GameInfo(Out):
    id: str
    title: str
    version: str
    summary: str
    has_secrets: bool
    scenarios: tuple[Scenario, ...]
    options: tuple[Choice, ...]


class Until(Thin):
    """What ends a step of the tutorial: a click on "next", an action (of a kind, at a place), a log line, a turn."""

    next: bool = False
    acted: bool = False
    kind: str = ""
    at: str = ""
    piece: str = ""
    line: str = ""
    turn: int = 0


class TutorialStep(Thin):
    """One thing to tell a newcomer. `when` is the case of the prompt it waits for, or several of them with a space between;
    `part` a part of the screen."""

    title: str
    text: str
    at: str = ""
    piece: str = ""
    part: Literal["", "prompt", "log", "turns", "boxes", "overlays", "history", "selection"] = ""
    rule: str = ""
    when: str = ""
    until: Until = msgspec.field(default_factory=Until)


class Tutorial(Out):
    """A guided first game: its scenario, the seat that is taught, and its steps. Without steps there is none."""

    scenario: str = ""
    seat: str = ""
    steps: tuple[TutorialStep, ...] = ()


class Level(Out):
    name: str
    title: str
    summary: str
    seconds: float  # for each decision, if nothing else is said
    timed: bool = False  # whether more time makes it stronger, so that it is worth asking for


# --- matches


class ClockState(Thin):
    left: float | None = None
    running: bool = False
    deadline: str = ""
    flagged: bool = False


class MemberState(Out):
    """One of several people at a seat."""

    person: PersonBrief
    role: str
    captain: bool
    here: bool


class RoomState(Out):
    """The clock of the room: seconds for each step, seconds left of this one, and whether a step ends by itself when they are up."""

    seconds: float
    left: float
    running: bool
    force: bool
    step: str


class SeatState(Thin):
    id: str
    name: str
    side: str = ""
    control: bool = False
    who: Literal["person", "link", "open", "computer", "none"] = "none"
    person: PersonBrief | None = None
    level: str = ""
    seconds: float | None = None
    invite: str = ""
    resigned: bool = False
    clock: ClockState | None = None
    team: list[MemberState] = []  # all who are at the seat, where they are several
    team_link: str = ""  # by which others join, for its captain, the host and Control
    stand_in: str = ""  # the computer that plays the present step for it


class MatchInfo(Out):
    id: str
    title: str
    game: str
    scenario: str
    options: dict[str, bool | int | str]
    rules: str
    created: str
    host: PersonBrief
    status: Literal["waiting", "running", "over", "broken"]
    why: str
    seats: list[SeatState]
    you: list[str]
    public: bool
    analysis: bool
    has_secrets: bool
    clock: Clock
    turn: int
    turns: int
    phase: str
    moved: str
    deciders: list[str]
    result: Result | None
    forked_from: str
    rematch: str
    draw: list[str]
    commitment: str
    absent: list[str] = []  # seats that have stayed away so long that the others need not wait
    explains: bool = False  # whether the computer says why while the match is on, not only when it is over
    reply_for: str = ""  # the seat, for a board that was opened from a turn file: export gives the reply
    room: RoomState | None = None  # the clock of the room, where there is one
    disputes: int = 0  # that are still to be settled
    physical: bool = False  # real dice, typed in


class Carried(Out):
    """What became of a reply to a turn file."""

    match: str
    seat: str
    applied: int
    left: int
    reason: str
    version: int


class Invitation(Out):
    """What someone with a link may know before sitting down."""

    title: str
    game: str
    seat: str
    host: str
    clock: Clock
    begun: bool = False  # the match is running already
    team: bool = False  # it is to a team, in which each has a role
    commitment: str = ""  # to the dice that will be rolled once you sit there


class Joined(Out):
    match: str
    seat: str


class ChatLine(Thin):
    n: int
    person: str
    name: str
    text: str
    time: str
    seat: str = ""


class Notes(Out):
    text: str


class LogLine(Thin):
    """A line of the log: words, case, place. `n` counts the lines this seat may see. `why` is the computer's reason for
    what led to it: told when the match is over, or at once in a match where it `explains`."""

    n: int
    version: int
    text: str
    time: str
    seat: str = ""
    rule: str = ""
    at: str = ""
    kind: str = ""
    path: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    piece: str = ""
    battle: Battle | None = None
    why: str = ""


class Step(Out):
    """A position you can go back to."""

    n: int
    version: int
    seat: str
    text: str
    turn: int
    phase: str


class Digest(Out):
    """Since your last turn: from line `since` on; `step` is the position you left."""

    since: int
    step: int
    lines: list[LogLine]
    losses: dict[str, int]
    moved: list[str]
    score: dict[str, tuple[float, float]]


class AuditEntry(Out):
    """One entry of the audit."""

    time: str
    person: str
    name: str
    what: str
    detail: str


class Promise(Out):
    """A seed that the server has chosen and bound itself to, before you add yours."""

    id: str
    commitment: str


class Dice(Out):
    """The dice proof: what was promised before the first roll, and what each person added to it."""

    commitment: str
    contributions: dict[str, str]
    seed: str  # revealed when the match is over
    rolls: int
    over: bool
    how: str


class TriedPlan(Out):
    """What was tried on an analysis board, to be played in earnest."""

    match: str
    seat: str
    plan: list[Any]


# --- the umpire's desk


class Dispute(Out):
    """Something a team disputes. Its words are for Control and that team."""

    id: str
    seat: str
    name: str
    text: str
    place: str
    time: str
    settled: bool
    ruling: str


class DeskEntry(Thin):
    """A step of the log as Control may correct it: a roll with what it was for and what it gave, or a seat's action."""

    n: int
    text: str
    seat: str = ""
    roll: list[str] = []  # what it gave
    wanted: str = ""  # what to type for it
    ruled: bool = False
    action: str = ""


class AmendmentInfo(Thin):
    """A correction of the log."""

    at: int
    reason: str
    hidden: bool = False
    kept: int = 0
    dropped: int = 0
    stopped: str = ""
    undone: bool = False
    back: bool = False  # whether it can be taken back now


class Desk(Out):
    """What lies on Control's desk."""

    seat: str
    disputes: list[Dispute]
    waiting: list[str]  # seats that are not done
    roll: str  # the roll that is waited for, if any
    wanted: str
    entries: list[DeskEntry]
    amendments: list[AmendmentInfo]
    forms: tuple[Form, ...]  # what Control can correct now
    places: dict[str, int]  # the numbers of the places in those forms, where they were asked for


# --- live play


class Legal(Out):
    id: int
    do: Any
    option: Option


class Can(Out):
    undo: bool = False
    redo: bool = False
    resign: bool = False
    draw: bool = False


class Handover(Out):
    seat: str
    name: str
    screen: bool


class Progress(Out):
    seat: str
    level: str
    text: str
    part: float
    seconds: float


class State(msgspec.Struct, kw_only=True, tag_field="t", tag="state"):
    """All that one seat may know now."""

    seat: str
    version: int
    of: int
    view: View
    overlays: tuple[Overlay, ...]
    deciders: tuple[str, ...]
    legal: list[Legal]
    prompt: Prompt | None
    forecast: Forecast | None
    lines: list[LogLine]
    cut: int
    can: Can
    handover: Handover | None
    clocks: dict[str, ClockState]
    presence: dict[str, bool]
    watching: int
    thinking: Progress | None
    draw: list[str]
    result: Result | None
    status: str
    step: int | None = None


class PieceDiff(Out):
    set: list[Piece]
    gone: list[str]


class OverlaySet(Out):
    set: list[Overlay]
    gone: list[str]


class Change(msgspec.Struct, kw_only=True, tag_field="t", tag="change", rename={"from_": "from"}):
    """What differs from the last state this socket was sent."""

    from_: int
    version: int
    of: int | UnsetType = UNSET
    view: dict[str, Any] | UnsetType = UNSET
    overlays: OverlaySet | UnsetType = UNSET
    deciders: tuple[str, ...] | UnsetType = UNSET
    legal: list[Legal] | UnsetType = UNSET
    prompt: Prompt | UnsetType | None = UNSET
    forecast: Forecast | UnsetType | None = UNSET
    lines: list[LogLine] | UnsetType = UNSET
    cut: int | UnsetType = UNSET
    can: Can | UnsetType = UNSET
    handover: Handover | UnsetType | None = UNSET
    clocks: dict[str, ClockState] | UnsetType = UNSET
    draw: list[str] | UnsetType = UNSET
    result: Result | UnsetType | None = UNSET
    status: str | UnsetType = UNSET


class Reached(Thin):
    cost: float
    plan: list[Any]
    path: list[str]
    stop: bool = False
    crowds: bool = False
    passes: bool = False  # the walk must go on from here


class Reach(Out):
    piece: str
    version: int
    places: dict[str, Reached]


class OverlayDiff(Out):
    id: str
    title: str
    gained: dict[str, list[str]]
    lost: dict[str, list[str]]


class Preview(Out):
    version: int
    applied: int
    refused: Violation | None
    chance: bool
    pieces: PieceDiff
    overlays: list[OverlayDiff]
    lines: list[LogLine]
    forecast: Forecast | None


class Committed(Out):
    applied: int
    version: int
    refused: Violation | None


class Msg(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="t"):
    """A message from the server over the socket."""


class Refused(Msg, tag="refused"):
    code: str
    reason: str
    version: int
    rule: str = ""
    at: str = ""
    ref: str = ""


class Done(Msg, tag="done"):
    ref: str
    version: int
    left: int = 0
    """How many actions of several were not played, because a roll or a reveal came."""


class Answer(Msg, tag="answer"):
    ref: str
    what: str
    reach: Reach | None = None
    preview: Preview | None = None
    causes: tuple[Cause, ...] | None = None
    state: State | None = None


class Thinking(Msg, tag="progress"):
    seat: str
    level: str
    text: str
    part: float
    seconds: float


class Presence(Msg, tag="presence"):
    presence: dict[str, bool]
    watching: int


class Clocks(Msg, tag="clocks"):
    clocks: dict[str, ClockState]


class Said(Msg, tag="chat"):
    line: ChatLine


class Notice(Msg, tag="notice"):
    text: str


class Info(Msg, tag="info"):
    match: MatchInfo


class Error(Msg, tag="error"):
    code: str
    reason: str
    ref: str = ""


class Pong(Msg, tag="pong"):
    ref: str = ""


AnyMessage = (
    State
    | Change
    | Refused
    | Done
    | Answer
    | Thinking
    | Presence
    | Clocks
    | Said
    | Notice
    | Info
    | Error
    | Pong
)

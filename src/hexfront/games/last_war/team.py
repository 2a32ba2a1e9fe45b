"""A team of several people: which officer an action belongs to, and how Control ends a step for those who are late."""

from __future__ import annotations

from typing import Any

from hexfront.games.last_war.actions import (
    Absorb,
    AskControl,
    Back,
    Beyond,
    Bid,
    Bomb,
    BuildBase,
    BuildFlak,
    Claim,
    Conform,
    Deploy,
    Draw,
    EndStep,
    Engage,
    Flag,
    Fortify,
    FromNavy,
    GoFirst,
    GoSecond,
    Guard,
    Halt,
    Lend,
    Man,
    Occupy,
    PlayBoon,
    PlayColumn,
    PlayDie,
    PlayFlag,
    PlayLeave,
    Recall,
    Retool,
    Rise,
    Sail,
    Secure,
    Shut,
    Stake,
    Support,
    TakeLine,
    ToNavy,
    Withdraw,
)
from hexfront.games.last_war.asks import Ask
from hexfront.games.last_war.data import AIR, BOMBERS
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import CONTROL, Action, Seat

AIR_ACTIONS: tuple[type[Action], ...] = (
    Guard,
    Bomb,
    Support,
    ToNavy,
    FromNavy,
    Man,
    Back,
    BuildBase,
    BuildFlak,
)
ARMY_ACTIONS: tuple[type[Action], ...] = (
    Fortify, Secure, Rise, Claim, Flag, Stake, Withdraw, Conform, Absorb, Sail, Engage, Beyond, Halt, Occupy,
)  # fmt: skip
LEADER_ACTIONS: tuple[type[Action], ...] = (
    Bid, GoFirst, GoSecond, Draw, PlayDie, PlayColumn, PlayFlag, PlayBoon, PlayLeave, AskControl,
)  # fmt: skip
PRODUCTION_ACTIONS: tuple[type[Action], ...] = (TakeLine, Retool, Shut, Lend)
LATE = "Time is up."


def domain(action: Any) -> str:
    """Which officer may take an action: aircraft and what flies are the air commander's, the line and the fleets the army commander's,
    lines of production and lend-lease the production officer's. Cards and the order of play are the leader's alone."""
    if isinstance(action, Deploy | Recall):
        return "air" if action.kind in (AIR, BOMBERS) else "army"
    if isinstance(action, AIR_ACTIONS):
        return "air"
    if isinstance(action, ARMY_ACTIONS):
        return "army"
    if isinstance(action, PRODUCTION_ACTIONS):
        return "production"
    return "leader" if isinstance(action, LEADER_ACTIONS) else ""


def hurry(s: LastWarState, seats: tuple[Seat, ...]) -> EndStep | None:
    """The step ends for these teams, or for all that are asked."""
    frame = s.agenda[0] if s.agenda else None
    if not isinstance(frame, Ask) or not s.world.is_umpired:
        return None
    asked = [seat for seat in frame.asked(s) if seat != CONTROL]
    late = [seat for seat in asked if seat in seats]
    if not late:
        return None
    return EndStep("" if len(late) == len(asked) else late[0], LATE)

"""Short words for positions, hexes and combats."""

from __future__ import annotations

from typing import Any

from hexfront.games.last_war import GAME
from hexfront.games.last_war.actions import Done, Halt, Occupy, Stop
from hexfront.games.last_war.combat import CombatStep, Following, PressOn
from hexfront.games.last_war.data import AIR, BOMBERS, GARRISONS, LSP, MEN, TANKS, code
from hexfront.games.last_war.reckoning import Situation, Tables, force
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import Event, deciders, pending, settle
from hexfront.testing import act as do
from hexfront.testing import position, roll

AXIS, ALLIES = 0, 1
TABLES = GAME.position().world.tables
SALIENT: dict[str, Any] = {"held": {"ussr": ["Orel"]}}


def given(**what: Any) -> LastWarState:
    """A position of Kursk 1943 unless another scenario is named."""
    found: LastWarState = position(GAME, **what)
    return found


def h(s: LastWarState, name: str) -> int:
    """A hex by number or place."""
    return s.world.place(name)


def p(s: LastWarState, name: str) -> int:
    """A power by id."""
    return s.world.number[name]


def have(s: LastWarState, power: str, name: str, kind: int = MEN) -> int:
    """Points of a power in a hex."""
    return s.at.get(code(h(s, name), p(s, power), kind), 0)


def put(s: LastWarState, power: str, name: str, kind: int, n: int) -> None:
    """Set the points of a power in a hex, whatever the rules say, and let everyone see them."""
    s.at[code(h(s, name), p(s, power), kind)] = n
    if not n:
        del s.at[code(h(s, name), p(s, power), kind)]
    s.shown = dict(s.at)


def holder(s: LastWarState, name: str) -> str:
    """Who holds a hex; empty if it lies open."""
    i = h(s, name)
    return next((each.id for n, each in enumerate(s.world.powers) if s.held[n] >> i & 1), "")


def pool(s: LastWarState, power: str, kind: int = MEN) -> int:
    return s.pool[p(s, power) * 6 + kind]


def battle(dice: tuple[int, int], **what: Any) -> LastWarState:
    """A position with flags whose first combat is fought with these dice."""
    s = given(agenda=(CombatStep(),), phase="combat", **what)
    roll(s, dice)
    return s


def top(s: LastWarState) -> Any:
    """The frame that waits."""
    return s.agenda[0]


def finish(s: LastWarState) -> LastWarState:
    """Stop where the attack has come to, with one Man in the hex taken."""
    while isinstance(pending(s), PressOn | Following):
        seat = deciders(s)[0]
        act(s, seat, Halt() if isinstance(pending(s), PressOn) else Occupy(0))
    return s


def plain(**what: Any) -> Situation:
    """A combat in the open, ten Men a side, equally effective, the attacker with an LSP."""
    what.setdefault("attacker", force(10, 0, 0, 2, lsp=1))
    what.setdefault("defender", force(10, 0, 0, 2))
    return Situation(**what)


def column(f: Situation, t: Tables = TABLES) -> str:
    """The column a combat is resolved in."""
    return t.results.columns[t.reckon(f).column]


def act(s: LastWarState, seat: str, action: Any) -> list[Event]:
    """Do something. To finish, or to turn away from a hex, is nothing where the step has passed a team by or nothing
    more could be done in the hex."""
    passed = isinstance(action, Done) and seat not in deciders(s)
    left = isinstance(action, Stop) and seat not in s.focus
    return [] if passed or left else do(s, seat, action)


def go(s: LastWarState) -> LastWarState:
    """Run on to the next decision or roll."""
    settle(s)
    s.out = []
    return s


__all__ = [
    "AIR", "ALLIES", "AXIS", "BOMBERS", "GAME", "GARRISONS", "LSP", "MEN", "SALIENT", "TABLES", "TANKS", "act", "battle",
    "column", "finish", "given", "go", "h", "have", "holder", "p", "plain", "pool", "put", "top",
]  # fmt: skip

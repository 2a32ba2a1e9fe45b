"""Hitler Turns East: decisions that are worth playing out by themselves, and the few actions worth trying at each."""

from __future__ import annotations

from hexfront.games.turns_east.combat import ChooseTarget
from hexfront.games.turns_east.counterattack import MoveToContact
from hexfront.games.turns_east.losses import ChooseLoss
from hexfront.games.turns_east.orders import AssignOrder, ChooseFirst, Purchase, Redraw
from hexfront.games.turns_east.reinforcement import AssignReplacement, PlaceUnit, Replacements
from hexfront.games.turns_east.retreat import ChooseAdvance, ChooseRetreat
from hexfront.games.turns_east.special import OwnOrder, PlacePartisans
from hexfront.kernel import Action, Decision, Frame
from hexfront.players.doctrine import Course
from hexfront.players.doctrines.turns_east.arrivals import best_hexes
from hexfront.players.doctrines.turns_east.combat import advances, targets
from hexfront.players.doctrines.turns_east.desk import Desk
from hexfront.players.doctrines.turns_east.orders import purchases

SMALL = (ChooseFirst, AssignOrder, Redraw, OwnOrder, AssignReplacement, ChooseLoss, Replacements)
"""Decisions of which every action is tried, up to `FEW`."""
FEW = 6
HOPELESS = -0.5
"""Attacks that staff thinks worth less than this are not tried: a few lucky playouts prove nothing."""
MINOR = (
    AssignReplacement,
    ChooseAdvance,
    ChooseLoss,
    ChooseRetreat,
    MoveToContact,
    PlaceUnit,
    Redraw,
    Replacements,
)
"""Decisions left to staff where there are several Commands, and hundreds of them a game. (Of 41 arrivals searched in a game
none was changed, and they took two fifths of the time.)"""
EFFORT: dict[type[Frame], float] = {Purchase: 0.6, ChooseTarget: 0.7, AssignOrder: 0.7, ChooseFirst: 0.7}
"""What share of the effort of a plan a decision gets."""


USUAL_EFFORT = 0.35


def candidates(d: Desk) -> list[Course]:
    """The actions worth trying, staff's own first; none where the plan decides."""
    frame = d.s.agenda[0]
    is_large = len(d.w.plan.commands) > 1
    if not isinstance(frame, Decision) or (is_large and isinstance(frame, MINOR)):
        return []
    few = _few(d, frame)
    if not few:
        return []
    usual = d.doctrine.answer(d)
    few = [usual, *(x for x in few if x != usual)]
    share = EFFORT.get(type(frame), USUAL_EFFORT) if is_large else 1.0
    return [Course(frame.option(d.s, d.seat, x).label, d.plan, x, share) for x in few]


def _few(d: Desk, frame: Decision) -> list[Action]:
    """The few actions worth trying, the best first."""
    if isinstance(frame, PlaceUnit | MoveToContact | PlacePartisans | ChooseRetreat):
        return best_hexes(d, frame)[:FEW]
    if isinstance(frame, Purchase):
        return [buy for _, buy in purchases(d)[:FEW]]
    if isinstance(frame, ChooseTarget):
        found = [x for attack, x in targets(d, frame) if attack.worth > HOPELESS]
        return [*found[: FEW - 2], d.last]
    if isinstance(frame, ChooseAdvance):
        steps = advances(d, frame)[: FEW - 2]
        return steps if d.last in steps else [*steps, d.last]
    if isinstance(frame, SMALL) and len(d.legal) <= FEW:
        return list(d.legal)
    return []


__all__ = ["candidates"]

"""Chapters 3.2 and 3.3: Victory Points and automatic victory."""

from __future__ import annotations

from hexfront.games.turns_east.data import AXIS, SIDES, SOVIET
from hexfront.games.turns_east.events import GameEnded
from hexfront.games.turns_east.state import EastState
from hexfront.games.turns_east.supply import SupplyNet, leningrad_by_lake_only
from hexfront.hexes import Hex
from hexfront.kernel import Result


def scoring_hexes(s: EastState) -> list[Hex]:
    """The VP locations that count: Axis-controlled, with an LOC to the west edge. Case 3.2c."""
    net = SupplyNet(s, AXIS)
    return [i for i in s.world.points if s.axis_towns >> i & 1 and net.city_has_loc(i)]


def victory_points(s: EastState) -> int:
    """The Axis Victory Points as they stand. Cases 3.2a, 3.2e, 3.2-i1. RULING 3.2-a."""
    return sum(s.world.points[i] for i in scoring_hexes(s))


def automatic_victory(s: EastState) -> str:
    """The case by which the Axis wins at once, or nothing. Cases 3.3a, 3.3b, 3.3c, 3.3d."""
    w = s.world
    if not w.plan.automatic_victory:
        return ""
    net = SupplyNet(s, AXIS)
    holds = {name: bool(s.axis_towns >> i & 1) and net.city_has_loc(i) for name, i in w.automatic.items()}
    if holds["kiev"] and holds["moscow"]:
        if holds["leningrad"]:
            return "3.3a"
        if leningrad_by_lake_only(s):
            return "3.3b"
    if holds["leningrad"] and holds["rostov"] and (holds["maikop"] or holds["sevastopol"]):
        return "3.3c"
    return ""


def end_game(s: EastState, side: int, rule: str, reason: str) -> None:
    """Somebody has won; there are no draws. Case 3.2d."""
    points = victory_points(s)
    s.emit(GameEnded(side, points, rule))
    s.finish(Result((SIDES[side],), reason, rule, {"axis": float(points)}))


def judge_automatic(s: EastState) -> None:
    """At the end of any turn. Case 3.3."""
    rule = automatic_victory(s)
    if rule:
        end_game(s, AXIS, rule, "The Axis wins an automatic victory.")


def judge_points(s: EastState) -> None:
    """At the end of the last turn. Cases 3.2b, 3.2c, 3.2d."""
    points, needed = victory_points(s), s.world.needed
    if points >= needed:
        end_game(s, AXIS, "3.2c", f"The Axis holds {points} Victory Points; it needed {needed}.")
    else:
        end_game(s, SOVIET, "3.2c", f"The Axis holds only {points} of the {needed} Victory Points it needed.")

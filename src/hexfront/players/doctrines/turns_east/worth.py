"""Hitler Turns East: how likely the Axis is to win from here.

A logistic curve over a few features: learned, or set by hand where nothing was learned. Within a turn
the units that supply is about to claim are counted as half gone, so that a closed pocket shows before it is empty.
"""

from __future__ import annotations

from hexfront.games.turns_east.attrition import wasting
from hexfront.games.turns_east.data import AXIS, SIDES, SOVIET
from hexfront.games.turns_east.state import EastState, factor, units_at
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.games.turns_east.victory import victory_points
from hexfront.hexes import bits
from hexfront.players.evaluation import Burdens, bearable, squash

GOALS = ("kiev", "moscow", "leningrad")
FAR = 12  # hexes from which a city is not in sight


def features(s: EastState) -> dict[str, float]:
    """What the chances of the Axis depend on."""
    w = s.world
    nets = (SupplyNet(s, AXIS), SupplyNet(s, SOVIET))
    strength, cut = [0.0, 0.0], [0.0, 0.0]
    panzers = 0.0
    for u in bits(w.stackers):
        if s.where[u] >= 0:
            side = w.side[u]
            strength[side] += factor(s, u)
            if w.panzers >> u & 1:
                panzers += factor(s, u)
            if is_cut_off(s, nets[side], u):
                cut[side] += factor(s, u)
    for u in wasting(s):
        side = w.side[u]
        acted = s.box[4 * side + w.area_of[s.where[u]]] != 0
        share = 0.9 if acted else 0.5
        lost = float(factor(s, u))
        if s.steps[u] > 1:
            factors = w.units[u].factors
            lost -= factors[len(factors) - s.steps[u] + 1]
        strength[side] -= share * lost
        if is_cut_off(s, nets[side], u):  # what is as good as gone is not in want of anything
            cut[side] -= share * lost
    gone = s.turn / w.plan.last_turn
    held = near = guarded = 0.0
    close = w.grid.dilate(s.held[AXIS], 2)
    manned = s.held[SOVIET]
    for i, n in w.points.items():
        if s.axis_towns >> i & 1:
            held += n
        elif close >> i & 1:
            near += n
            if manned >> i & 1:
                guarded += n
    lined = float(victory_points(s))
    left = 1 - gone
    goal, goals, watch = towards(s)
    return {
        "constant": 1.0,
        "lined": lined / w.needed,
        "held": held / w.needed,
        "near": near / w.needed,
        "guarded": guarded / w.needed,
        "lined_late": gone * lined / w.needed,
        "axis": strength[AXIS] / 100,
        "soviet": strength[SOVIET] / 100,
        "panzers": panzers / 100,
        "axis_early": left * strength[AXIS] / 100,
        "soviet_early": left * strength[SOVIET] / 100,
        "axis_cut": cut[AXIS] / 100,
        "soviet_cut": cut[SOVIET] / 100,
        "goal": goal,
        "goals": goals,
        "goals_watched": watch,
        "time": gone,
    }


def burdens(s: EastState) -> Burdens:
    """Forces that are cut off are a part of all forces."""
    left = 1 - s.turn / s.world.plan.last_turn
    return {f"{side}_cut": {side: 1.0, f"{side}_early": left} for side in SIDES}


def towards(s: EastState) -> tuple[float, float, float]:
    """How near the Axis is to winning at once: to the farthest of the three cities, to all of them on average, both from 0 to 1;
    and how strong the Soviets stand about those that are open."""
    w = s.world
    if not w.plan.automatic_victory:
        return 0.0, 0.0, 0.0
    near, watch = [], 0.0
    axis = list(bits(s.held[AXIS]))
    for name in GOALS:
        i = w.automatic[name]
        if s.axis_towns >> i & 1:
            near.append(1.0)
            continue
        d = min((w.grid.distance(i, h) for h in axis), default=FAR)
        near.append(0.9 * max(0.0, 1 - d / FAR))
        for h in bits(w.grid.disc(i, 2) & s.held[SOVIET]):
            watch += sum(factor(s, u) for u in bits(units_at(s, h) & w.stackers))
    return min(near), sum(near) / len(near), watch / 20


def chance_of_axis(s: EastState, weights: dict[str, float]) -> float:
    """How likely the Axis is to win, by weights of the features."""
    sound = bearable(weights, burdens(s))
    return squash(sum(sound.get(name, 0.0) * value for name, value in features(s).items()))


def tells(s: EastState, start: EastState, side: int) -> dict[str, float]:
    """What a person would say of a playout: who lost what, and which towns that count are held."""
    w = s.world
    out = {}
    for each, name in ((AXIS, "Axis"), (SOVIET, "Soviet")):
        units = [u for u in bits(w.stackers & w.masks[each]) if start.where[u] >= 0]
        lost = float(sum(factor(start, u) - (factor(s, u) if s.where[u] >= 0 else 0) for u in units))
        out[f"{name} factors lost" if each == side else f"{name} factors destroyed"] = (
            -lost if each == side else lost
        )
    for place in w.board.places:
        i = w.board.index(place.hex)
        if i in w.points:
            was, mine = bool(start.axis_towns >> i & 1), bool(s.axis_towns >> i & 1) == (side == AXIS)
            verb = "held" if was == (side == AXIS) else "taken"
            out[f"{place.name} {verb}"] = float(mine)
    return out


__all__ = ["burdens", "chance_of_axis", "features", "tells"]

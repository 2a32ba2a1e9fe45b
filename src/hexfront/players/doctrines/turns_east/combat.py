"""Hitler Turns East: which hex to attack with which units, which units to lose, and where to go after a combat."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.games.turns_east import actions as a
from hexfront.games.turns_east.combat import Assembly, ChooseTarget, DefenderSupport, ready
from hexfront.games.turns_east.data import AXIS
from hexfront.games.turns_east.losses import ChooseLoss
from hexfront.games.turns_east.movement import Overstacked
from hexfront.games.turns_east.retreat import ChooseAdvance
from hexfront.games.turns_east.state import units_at
from hexfront.games.turns_east.strength import odds, supplied_factor
from hexfront.games.turns_east.supply import SupplyNet, is_cut_off
from hexfront.games.turns_east.zones import crowding, zone
from hexfront.kernel import Action
from hexfront.players.doctrines.turns_east.desk import Desk
from hexfront.players.doctrines.turns_east.read import Picture
from hexfront.players.doctrines.turns_east.sight import Stack, price, price_of_step

WORST = -3  # the column left of which nothing gets worse


class Attack(NamedTuple):
    """What an attack on a hex is worth with the units that pay, who they are, and whether support pays."""

    worth: float
    units: tuple[int, ...]
    support: bool


class Fronts(NamedTuple):
    """The board and the supply nets of both sides, read once for several attacks."""

    picture: Picture
    own: SupplyNet
    theirs: SupplyNet

    @classmethod
    def of(cls, d: Desk, command: int) -> Fronts:
        return cls(d.picture(command), SupplyNet(d.s, d.side), SupplyNet(d.s, 1 - d.side))


def best_attack(d: Desk, fronts: Fronts, target: int, units: list[int]) -> Attack:
    """The attack on a hex by some of these units that is worth most."""
    s, w, side, picture = d.s, d.w, d.side, fronts.picture
    stack = picture.stacks.get(target) or Stack(s, target, d.ground.value.get(target, 0.0))
    lost, defence = False, 0
    for u in stack.units:
        defence += supplied_factor(s, fronts.theirs, u)[0]
        lost = lost or is_cut_off(s, fronts.theirs, u)
    sealed = not w.adjacent[target] & ~s.held[side] & ~(zone(s, side) & ~s.held[1 - side])
    others = s.held[1 - side] & ~s.struck & ~(1 << target)
    mass = {u: supplied_factor(s, fronts.own, u)[0] for u in units}
    queue = sorted(units, key=lambda u: ((w.adjacent[s.where[u]] & others).bit_count(), -mass[u], u))

    def worth(total: int, river: bool) -> float:
        column = d.ground.column(total, defence) - stack.shift - (w.river_shift if river else 0)
        return picture.worth_of(stack, max(WORST, column), 0, lost, sealed)

    best = Attack(-9.0, (), False)
    aid = w.markers["luftwaffe" if side == AXIS else "t34"]
    total, river = 0, True
    for n, u in enumerate(queue):
        total += mass[u]
        river = river and w.rivers.has(s.where[u], target)
        spare = 0.3 if n and w.adjacent[s.where[u]] & others else 0.1
        plain = worth(total, river)
        if plain > best.worth + spare:
            best = Attack(plain, tuple(queue[: n + 1]), False)
        if picture.air:
            helped = worth(total + aid, river)
            if helped > best.worth + spare + (0.5 if not best.support else 0.0):
                best = Attack(helped, tuple(queue[: n + 1]), True)
    return best


def targets(d: Desk, frame: ChooseTarget) -> list[tuple[Attack, a.Target]]:
    """The attacks that can be made, the best first."""
    s = d.s
    fronts = Fronts.of(d, frame.command)
    able = ready(s, d.side, frame.command)
    found = []
    for x in d.all(a.Target):
        near = s.world.adjacent[x.hex]
        attack = best_attack(d, fronts, x.hex, [u for u in able if near >> s.where[u] & 1])
        if attack.units:
            found.append((attack, x))
    return sorted(found, key=lambda each: -each[0].worth)


def target(d: Desk, frame: ChooseTarget) -> Action:
    """The attack worth most, as long as one is worth making."""
    notes = d.notes
    notes.target, notes.attackers, notes.support = -1, (), False
    for attack, x in targets(d, frame)[:1]:
        if attack.worth > d.k["boldest"] - 0.6 * d.plan.boldness:
            notes.target, notes.attackers, notes.support = x.hex, attack.units, attack.support
            return x
    return d.last


def assemble(d: Desk, frame: Assembly) -> Action:
    """The units chosen for the attack join; support where it pays."""
    if frame.mobile:
        return d.first(a.Support if _support_pays(d, frame) else a.Commit)
    notes, joins = d.notes, d.all(a.Join)
    if notes.target != frame.target:  # somebody else chose it
        units = list({*frame.attackers, *(x.unit for x in joins)})
        attack = best_attack(d, Fronts.of(d, frame.command), frame.target, units)
        notes.target, notes.attackers, notes.support = frame.target, attack.units, attack.support
    for x in joins:
        if x.unit in notes.attackers:
            return x
    return d.first(a.Support) if notes.support and not frame.support else d.last


def _support_pays(d: Desk, frame: Assembly) -> bool:
    """Whether support makes enough of a difference to a Mobile Assault."""
    s, chances = d.s, d.ground.chances
    plain = odds(s, d.side, frame.attackers, frame.target, True, False, False)
    helped = odds(s, d.side, frame.attackers, frame.target, True, True, False)
    now = chances[max(WORST, plain.column), plain.bonus]
    top = len(s.world.combat_table.columns) - 1
    then = chances[max(WORST, min(helped.column, top)), helped.bonus]
    return then[2] + 1.5 * then[3] > now[2] + 1.5 * now[3] + 0.2


def support_defence(d: Desk, frame: DefenderSupport) -> Action:
    """Support whenever it can be given."""
    return d.legal[0] if type(d.legal[0]) is a.Support else d.last


# --- losses


def lose(d: Desk, frame: ChooseLoss) -> Action:
    """The step that costs least."""
    return min(d.all(a.Lose), key=lambda x: (price_of_step(d.s, x.unit), x.unit))


def give_up(d: Desk, frame: Overstacked) -> Action:
    """The cheapest unit without which the stack may stay; the cheapest of all where more than one has to go."""
    s = d.s

    def cost(x: a.Lose) -> tuple[bool, float, int]:
        rest = units_at(s, frame.hex) & ~(1 << x.unit)
        return crowding(s, rest, frame.hex, 1 << x.unit) is not None, price(s, x.unit), x.unit

    return min(d.all(a.Lose), key=cost)


# --- after the combat


def advances(d: Desk, frame: ChooseAdvance) -> list[Action]:
    """Units that improve the position advance; the best first."""
    steps = d.all(a.Advance)
    picture = d.glimpse(d.w.area_of[frame.target], tuple({x.unit for x in steps}))
    places = picture.places
    gains: dict[Action, float] = {d.last: picture.score(places) + 0.05}
    for x in steps:
        gains[x] = picture.score({**places, x.unit: x.hex})
    return sorted(gains, key=lambda x: -gains[x])


def advance(d: Desk, frame: ChooseAdvance) -> Action:
    return advances(d, frame)[0]


__all__ = [
    "advance", "advances", "assemble", "best_attack", "give_up", "lose", "support_defence", "target", "targets",
]  # fmt: skip

"""The Last War: what a combat will come to, exactly.

The dice only choose the colour; losses are fixed by strength and effectiveness. So the chances of every effect follow from
the column and the sum of what is added to both dice, and a table of those is all there is to keep.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from hexfront.games.last_war.combat import army, band, is_security, layers
from hexfront.games.last_war.flags import is_amphibious
from hexfront.games.last_war.reckoning import AMPHIBIOUS, Force, Situation, Tables, casualties
from hexfront.games.last_war.state import LastWarState

ATTACK, DEFENCE = 0, 1
_SPREAD = tuple((d, (6 - abs(d)) / 36) for d in range(-5, 6))  # the difference of two dice
_TAKES = ("beyond", "occupy", "lands")
MOST_OUTLOOKS = 8_000  # that are remembered


class Chances(NamedTuple):
    """How likely each effect is."""

    take: float
    beyond: float
    pushed: float
    fails: float


class Outlook(NamedTuple):
    """What a combat promises: chances, and the points each side is sure to lose."""

    take: float
    beyond: float
    pushed: float
    fails: float
    attacker: dict[str, int]
    defender: dict[str, int]


class BattleOdds:
    """Outlooks of combats by one set of tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._chances: dict[tuple[int, int, str], Chances] = {}
        self._bases: dict[tuple[int, int], int] = {}
        self._outlooks: dict[tuple[Situation, tuple[int, ...]], list[Outlook]] = {}

    def chances(self, column: int, more: int, terrain: str) -> Chances:
        """The chances in a column, given how much more is added to the attacker's die than to the defender's."""
        key = (column, more, terrain)
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._count(column, more, terrain)
        return found

    def _count(self, column: int, more: int, terrain: str) -> Chances:
        t = self.tables
        take = beyond = pushed = fails = 0.0
        for difference, p in _SPREAD:
            effect = t.terrain[terrain][t.results.read(column, difference + more).result]
            if effect in _TAKES:
                take += p
            if effect == "beyond":
                beyond += p
            elif effect == "pushed":
                pushed += p
            elif effect == "fails":
                fails += p
        return Chances(take, beyond, pushed, fails)

    def base(self, attack: int, defence: int) -> int:
        """The column of plain odds."""
        key = (attack, defence)
        found = self._bases.get(key)
        if found is None:
            found = self._bases[key] = max(0, self.tables.results.column(attack, defence))
        return found

    def column(self, f: Situation, tank: int, air: int) -> int:
        """The column after all shifts but that for an attack without LSP, and before the table's ends; otherwise the
        game's own reckoning, without its words."""
        t, a, d = self.tables.shifts, f.attacker, f.defender
        n = self.base(a.product, d.product) + t["supremacy"] * (tank + air) - t["fortified"] * f.layers
        n += t["card"] * (a.columns - d.columns)
        if f.city:
            n -= t["major_city"]
        if a.pag:
            n -= t["enemy_pag"]
        if d.pag:
            n += t["enemy_pag"]
        return n

    def dice(self, f: Situation) -> tuple[Chances, int, int]:
        """The chances of a combat, and who has Tank and Air Supremacy."""
        t = self.tables
        tank, air = t.supremacy("tank", f), t.supremacy("air", f)
        more = t.attack_die(f) - t.defence_die(f)
        return self._at(self.column(f, tank, air), more, f, f.attacker.lsp), tank, air

    def _at(self, column: int, more: int, f: Situation, lsp: int) -> Chances:
        if not lsp:
            column -= self.tables.shifts["no_lsp"]
        column = min(max(column, 0), len(self.tables.results.columns) - 1)
        return self.chances(column, more, AMPHIBIOUS if f.amphibious else f.terrain)

    def outlooks(self, f: Situation, supplies: tuple[int, ...]) -> list[Outlook]:
        """What a combat promises with a number of LSP on each side; losses are the same for all. Playouts that begin in one position
        meet the same combats again and again."""
        key = (f, supplies)
        found = self._outlooks.get(key)
        if found is None:
            if len(self._outlooks) >= MOST_OUTLOOKS:
                self._outlooks.clear()
            found = self._outlooks[key] = self._look(f, supplies)
        return found

    def _look(self, f: Situation, supplies: tuple[int, ...]) -> list[Outlook]:
        t, a, d = self.tables, f.attacker, f.defender
        tank, air = t.supremacy("tank", f), t.supremacy("air", f)
        column = self.column(f, tank, air)
        per = t.die["lsp"]
        more = t.attack_die(f) - t.defence_die(f) - per * a.lsp
        lost = t.losses(f)
        own = casualties(t.order(tank, air, -1), lost.attacker, a.men, a.tanks, a.air)
        his = casualties(t.order(tank, air, 1), lost.defender, d.men, d.tanks, d.air)
        return [Outlook(*self._at(column, more + per * n, f, n), own, his) for n in supplies]

    def outlook(self, f: Situation) -> Outlook:
        """What a combat promises."""
        return self.outlooks(f, (f.attacker.lsp,))[0]


def staked(force: Force, lsp: int) -> Force:
    """The same force with this many LSP."""
    return force if force.lsp == lsp else msgspec.structs.replace(force, lsp=lsp)


def stronger(force: Force, men: int, tanks: int, air: int, me: int) -> Force:
    """The same force with more in it."""
    if not men + tanks + air:
        return force
    return msgspec.structs.replace(
        force,
        men=force.men + men,
        tanks=force.tanks + tanks,
        air=force.air + air,
        product=force.product + (men + tanks + air) * me,
        me=max(force.me, me) if force.men else me,
    )


def case(
    s: LastWarState, to: int, side: int, hexes: list[int], me: list[int], craft: bool = True
) -> Situation:
    """The combat that attacks from these hexes would make, flags or none."""
    w = s.world
    security = is_security(s, to, side)
    return Situation(
        attacker=army(s, hexes, side, to, ATTACK, me),
        defender=band(s, to, 1 - side, me) if security else army(s, [to], 1 - side, to, DEFENCE, me),
        terrain=w.terrain[to],
        amphibious=bool(hexes) and all(is_amphibious(s, i, to) for i in hexes),
        craft=craft,
        layers=0 if security else layers(s, to, hexes),
        city=not security and bool((w.cities & w.native[1 - side]) >> to & 1),
    )


def remnant(f: Situation) -> Situation:
    """The same combat after the defender has sent all but a Man back to the Pool."""
    d = f.defender
    if d.cv <= 1:
        return f
    left = msgspec.structs.replace(d, men=1, tanks=0, air=0, product=d.me, lsp=0)
    return msgspec.structs.replace(f, defender=left)


__all__ = ["ATTACK", "DEFENCE", "Chances", "BattleOdds", "Outlook", "case", "remnant", "staked", "stronger"]

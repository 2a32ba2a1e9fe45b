"""A combat worked out from its numbers: strength, odds, columns, dice, colour, losses.

Nothing here knows the map or the state; the game and the umpire's calculator both use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hexfront.kernel import Dice, Distribution
from hexfront.wargame import ResultsTable, known_only, whole, wholes

MAN, TANK, AIR = "man", "tank", "air"
COLOURS = {"G": "green", "Y": "yellow", "B": "blue", "O": "orange", "R": "red"}
EFFECTS = {
    "beyond": "the attacker takes the hex and may take one hex beyond",
    "occupy": "the attacker takes the hex",
    "stay": "the front line does not advance",
    "pushed": "a counter-attack pushes the attacker out of its starting hex",
    "lands": "the assault succeeds",
    "fails": "the assault fails",
}
AMPHIBIOUS = "amphibious"
DICE: Distribution = Dice(2)


class Force(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One side of a combat. `air` has the bombers in it; `product` is strength times effectiveness, nation by
    nation; `me` is the effectiveness that counts for losses."""

    men: int = 0
    tanks: int = 0
    air: int = 0
    product: int = 0
    me: int = 1
    lsp: int = 0
    dice: tuple[int, ...] = ()  # values of cards on the die
    columns: int = 0  # cards that move a column
    pag: bool = False  # an enemy partisan is near
    zeal: int = 0  # granted on top of effectiveness when losses are read

    @property
    def cv(self) -> int:
        """Combat value: Men, Tanks and Aircraft, one each. Cases combat.1-sum, resources.men, resources.tanks and
        resources.aircraft."""
        return self.men + self.tanks + self.air


def force(men: int, tanks: int, air: int, me: int, **more: Any) -> Force:
    """The force of one nation: its strength is multiplied by its effectiveness. Cases combat.2-multiply and
    me.multiplier."""
    return Force(men=men, tanks=tanks, air=air, product=(men + tanks + air) * me, me=me, **more)


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """A combat before the dice."""

    attacker: Force
    defender: Force
    terrain: str = "open"
    amphibious: bool = False
    part_lands: bool = False  # a part of the attack comes over water, the rest by land
    craft: bool = True
    layers: int = 0
    city: bool = False  # a Major City of the defender's own or an ally's


class Shift(msgspec.Struct, frozen=True):
    """One reason to move the column; positive favours the attacker."""

    label: str
    columns: int
    rule: str


class Reckoning(msgspec.Struct, frozen=True):
    """A combat as far as it goes without dice."""

    base: int
    shifts: tuple[Shift, ...]
    column: int
    tank: int  # who has Tank Supremacy that counts: 1 attacker, -1 defender, 0 nobody
    air: int
    attacker_die: int
    defender_die: int


class Verdict(msgspec.Struct, frozen=True):
    """The result of the dice."""

    difference: int
    row: int
    colour: str
    effect: str


class Losses(msgspec.Struct, frozen=True):
    """How many points each side loses, and by what ratio."""

    attacker: int
    defender: int
    ratio: int
    attacker_me: int
    defender_me: int


class Tables:
    """The printed tables."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.results = ResultsTable(
            "results", {k: v for k, v in data["results"].items() if k not in ("source", "case")}, COLOURS
        )
        self.terrain: dict[str, Any] = data["terrain"]
        for name, row in self.terrain.items():
            known_only(f"terrain.{name}", (row[colour] for colour in COLOURS), EFFECTS)
        self.shifts: dict[str, int] = data["shifts"]
        self.die: dict[str, int] = data["die"]
        losses = data["losses"]
        rows = [wholes("losses.rows", row) for row in losses["rows"]]
        # A row begins with the combat value and the more effective side's losses.
        widest = min(len(row) for row in rows) - 2
        self.divisor = whole("losses.divisor", losses["divisor"], 1)
        self.highest_ratio = whole("losses.highest_ratio", losses["highest_ratio"], 1, widest)
        self.loss_rows: dict[int, tuple[int, ...]] = {row[0]: row[1:] for row in rows}
        self.loss_order: dict[str, tuple[str, ...]] = {
            k: tuple(data["loss_order"][k]) for k in ("tank", "air", "none")
        }
        for name, order in self.loss_order.items():
            known_only(f"loss_order.{name}", order, (MAN, TANK, AIR))

    def has_supremacy(self, own: int, enemy: int) -> bool:
        """Three to one or better, with at least one point. RULING shift-b: one against none is enough.
        Cases shift.tank-supremacy and shift.air-supremacy."""
        return own >= 1 and own >= self.shifts["supremacy_ratio"] * enemy

    def counts(self, kind: str, f: Situation) -> bool:
        """Whether a supremacy counts here, by terrain and by the sea. Cases shift.tank-supremacy-excluded and
        shift.air-supremacy-excluded."""
        if f.amphibious and not self.terrain[AMPHIBIOUS][kind]:
            return False
        return bool(self.terrain[f.terrain][kind])

    def supremacy(self, kind: str, f: Situation) -> int:
        """Who has it: 1 the attacker, -1 the defender, 0 nobody."""
        if not self.counts(kind, f):
            return 0
        a, d = (f.attacker.tanks, f.defender.tanks) if kind == TANK else (f.attacker.air, f.defender.air)
        return int(self.has_supremacy(a, d)) - int(self.has_supremacy(d, a))

    def reckon(self, f: Situation) -> Reckoning:
        """Odds, columns and die modifiers. Cases combat.3-odds, combat.4-shifts."""
        # RULING odds-a: surplus beyond either end of the table is lost before the shifts. Case combat.3-odds.
        base = max(0, self.results.column(f.attacker.product, f.defender.product))
        tank, air = self.supremacy(TANK, f), self.supremacy(AIR, f)
        shifts = self.column_shifts(f, tank, air)
        column = base + sum(each.columns for each in shifts)
        column = min(max(column, 0), len(self.results.columns) - 1)
        return Reckoning(base, shifts, column, tank, air, self.attack_die(f), self.defence_die(f))

    def column_shifts(self, f: Situation, tank: int, air: int) -> tuple[Shift, ...]:
        """Every reason to move the column. Case combat.4-shifts."""
        t = self.shifts
        whose = {1: "attacker", -1: "defender", 0: ""}
        a, d = f.attacker, f.defender
        found = (
            Shift(f"Tank Supremacy, {whose[tank]}", t["supremacy"] * tank, "shift.tank-supremacy"),
            Shift(f"Air Supremacy, {whose[air]}", t["supremacy"] * air, "shift.air-supremacy"),
            Shift(
                f"Fortified side, {f.layers} layer{'' if f.layers == 1 else 's'}",
                -t["fortified"] * f.layers,
                "shift.fortified",
            ),
            Shift("Major City", -t["major_city"] if f.city else 0, "shift.major-city"),
            Shift("Partisans near the attacker", -t["enemy_pag"] if a.pag else 0, "shift.enemy-pag"),
            Shift("Partisans near the defender", t["enemy_pag"] if d.pag else 0, "shift.enemy-pag"),
            Shift("Attack without LSP", 0 if a.lsp else -t["no_lsp"], "shift.no-lsp"),
            Shift("Attacker's cards", t["card"] * a.columns, "cards.use-column"),
            Shift("Defender's cards", -t["card"] * d.columns, "cards.use-column"),
        )
        return tuple(each for each in found if each.columns)

    def attack_die(self, f: Situation) -> int:
        """What is added to the attacker's die: cards, LSP, and a landing's penalty. Cases die.lsp, die.card,
        cards.use-die."""
        more = self.die["lsp"] * f.attacker.lsp
        more += sum(f.attacker.dice)
        if f.amphibious or f.part_lands:  # RULING terrain-c
            # cases die.amphibious and die.amphibious-no-craft
            more += self.die["amphibious"] if f.craft else self.die["amphibious_no_craft"]
        return more

    def defence_die(self, f: Situation) -> int:
        """What is added to the defender's die. Cases die.lsp and die.card."""
        return self.die["lsp"] * f.defender.lsp + sum(f.defender.dice)

    def verdict(self, f: Situation, r: Reckoning, attack: int, defence: int) -> Verdict:
        """Attacker's score less defender's, the colour, and what it does in this terrain. Cases combat.5-dice,
        results.lookup and combat.target-terrain."""
        difference = attack + r.attacker_die - (defence + r.defender_die)
        reading = self.results.read(r.column, difference)
        terrain = AMPHIBIOUS if f.amphibious else f.terrain  # RULING terrain-b. Case terrain.amphib.
        return Verdict(difference, reading.row, reading.result, str(self.terrain[terrain][reading.result]))

    def ruled(self, f: Situation, colour: str) -> Verdict:
        """The colour that Control has set, and what it does in this terrain. RULING control-g."""
        return Verdict(0, -1, colour, str(self.terrain[AMPHIBIOUS if f.amphibious else f.terrain][colour]))

    def loss(self, enemy_cv: int, ratio: int, is_highest: bool) -> int:
        """Points lost to an enemy of this strength. Cases losses.lookup and losses.enemy-cv."""
        row = self.loss_rows.get(enemy_cv)
        if row is not None:
            return row[0 if is_highest else ratio]
        return enemy_cv * (1 if is_highest else ratio) // self.divisor  # RULING losses-a. Case losses.lookup.

    def losses(self, f: Situation) -> Losses:
        """What both sides lose. Cases losses.me-ratio, losses.lookup, losses.enemy-cv and combat.6-casualties."""
        a, d = self.loss_me(f)
        high, low = max(a, d), min(a, d)
        # RULING losses-c: no further than 6:1. Case losses.me-ratio.
        ratio = min(high // low, self.highest_ratio)
        return Losses(
            self.loss(f.defender.cv, ratio, a >= d),
            self.loss(f.attacker.cv, ratio, d >= a),
            ratio, a, d,
        )  # fmt: skip

    def loss_me(self, f: Situation) -> tuple[int, int]:
        """Effectiveness for losses after terrain. Cases losses.terrain-none, losses.terrain-mountain-forest,
        losses.terrain-swamp and losses.terrain-amphib."""
        land, sea = self.terrain[f.terrain], self.terrain[AMPHIBIOUS]
        more = land["defender"]
        if f.amphibious:
            # RULING losses-d: one such bonus, not both. Case losses.terrain-amphib.
            more = max(more, sea["defender"])
        attacker = f.attacker.me + f.attacker.zeal + land["attacker"]
        return max(1, attacker), f.defender.me + f.defender.zeal + more

    def order(self, tank: int, air: int, enemy: int) -> tuple[str, ...]:
        """The order in which a side loses points, by what supremacy its enemy has. Cases losses.order-tank,
        losses.order-air-or-both and losses.order-none."""
        if air == enemy:
            return self.loss_order["air"]
        if tank == enemy:
            return self.loss_order["tank"]
        return self.loss_order["none"]


def casualties(order: tuple[str, ...], number: int, men: int, tanks: int, air: int) -> dict[str, int]:
    """This many points taken in order, the order repeated; a kind that is missing is replaced by one that is there. Cases
    combat.6-casualties, losses.no-tank-or-air."""
    left = {MAN: men, TANK: tanks, AIR: air}
    lost = {MAN: 0, TANK: 0, AIR: 0}
    for n in range(min(number, men + tanks + air)):
        kind = order[n % len(order)]
        if not left[kind]:
            kind = MAN
        if not left[kind]:
            kind = TANK if left[TANK] else AIR  # RULING losses-e: Tanks before Air. Case losses.no-man.
        left[kind] -= 1
        lost[kind] += 1
    return lost

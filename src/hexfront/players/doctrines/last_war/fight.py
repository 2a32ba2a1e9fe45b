"""The Last War: flags, cards, LSP, and who stays to fight."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from hexfront.games.last_war.actions import Back, PlayBoon, PlayColumn, PlayDie, PlayFlag, Stake
from hexfront.games.last_war.cards import ATTACK, CANCEL, DEFENCE, ZEAL, combats
from hexfront.games.last_war.combat import attack_hexes, is_possible, is_security, situation
from hexfront.games.last_war.data import AIR, LSP, MEN, POWERS, TANKS
from hexfront.games.last_war.flags import FlagPlacing, flag_cost, flagged, near_partisans
from hexfront.games.last_war.reckoning import Situation
from hexfront.games.last_war.state import manpower, points, side_points
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.players.doctrines.last_war.odds import case, remnant, staked
from hexfront.players.doctrines.last_war.read import Reading

MOST = 8  # LSP thought of in one combat
SHORT = 6  # turns of a war in which cards need not be eked out
NEIGHBOURS = 2  # hexes within which one attack helps another
QUIET = 2  # hexes from any line at which an army overseas has nothing to do
USUAL = 2  # the value of a card that one cannot see


class Banner(NamedTuple):
    """A flag to place."""

    gain: float
    at: int
    to: int
    power: int
    craft: bool


# --- flags


def banners(r: Reading, frame: FlagPlacing, spare: int = 0) -> list[Banner]:
    """The flags worth placing, the best first. With `spare`, those that this many more flags would buy a power."""
    s, w = r.s, r.w
    side = r.side
    left = {n: frame.left(s, n) + spare for n in frame.mine(s, r.seat)}
    naval = {n: frame.naval(s, n) for n in left}
    boats = {n: frame.boats(s, n) for n in left}
    busy = flagged(s, side)
    edge = (s.line[side] | w.beach_set | near_partisans(s, side)) & (s.ground[side] | w.beach_set) & ~busy
    joined: dict[int, list[int]] = {}
    for flag in s.flags:
        if w.side_of[flag.power] == side:
            joined.setdefault(flag.to, []).append(flag.at)
    known: dict[tuple[int, tuple[int, ...], bool], float] = {}

    def worth(j: int, hexes: tuple[int, ...]) -> float:
        if not hexes:
            return 0.0
        wet = next((n for n in left if w.beach_set >> hexes[-1] & 1 and points(s, hexes[-1], n, MEN)), -1)
        key = (j, hexes, wet < 0 or boats[wet] > 0)
        if key not in known:
            known[key] = promise(r, j, list(hexes), key[2])
        return known[key]

    pairs: list[tuple[int, int, int, bool]] = []
    for i in bits(edge):
        for n in left:
            if points(s, i, n, MEN):
                for j in frame.targets(s, n, i):
                    at_sea = bool(w.water >> i & 1) or w.sea_sides.has(i, j)
                    if not at_sea or w.beach_set >> i & 1:
                        pairs.append((i, n, j, at_sea))
    tied = {(i, n): r.rent(n) * r.tied(i) for i, n, _, _ in pairs}
    pincers = r.pincers({pair[2] for pair in pairs}) if sum(left.values()) > 1 else {}
    found: list[Banner] = []
    used = 0
    while True:
        best: Banner | None = None
        for i, n, j, at_sea in pairs:
            if used >> i & 1 or left[n] < flag_cost(s, j) or (at_sea and naval[n] < 1):
                continue
            hexes = tuple(joined.get(j, ()))
            gain = worth(j, (*hexes, i)) - worth(j, hexes) - tied[i, n]
            if not hexes:
                gain += pincers.get(j, 0.0)
            if best is None or gain > best.gain:
                best = Banner(gain, i, j, n, at_sea and boats[n] > 0)
        if best is None or best.gain < r.numbers["least"] * (1 - r.plan.boldness):
            r.assume(0)
            return found
        found.append(best)
        r.assume(1 << best.to)
        around = w.within(best.to, NEIGHBOURS)
        pincers = {j: gain for j, gain in pincers.items() if not around >> j & 1}
        known = {key: gain for key, gain in known.items() if not around >> key[0] & 1}
        used |= 1 << best.at
        joined.setdefault(best.to, []).append(best.at)
        left[best.power] -= flag_cost(s, best.to)
        if w.beach_set >> best.at & 1:
            naval[best.power] -= 1
            boats[best.power] -= best.craft


def promise(r: Reading, to: int, hexes: list[int], has_craft: bool = True) -> float:
    """What an attack promises with the LSP at hand, at their price; a landing has craft or makes do without."""
    f = r.case(hexes[0], to, r.side) if len(hexes) == 1 else case(r.s, to, r.side, hexes, r.me)
    have = min(MOST, r.lsp_at(hexes, r.side))
    there = 0 if is_security(r.s, to, r.side) else side_points(r.s, to, r.foe, LSP)
    d = staked(f.defender, min(4, there))
    supplies = tuple(range(have + 1))
    f = msgspec.structs.replace(f, defender=d, craft=has_craft)
    gains = r.gains(f, hexes, to, r.side, supplies)
    return max(gain - r.price[LSP] * n for n, gain in enumerate(gains))


# --- combats as they are going to be


class Fight(NamedTuple):
    """A combat under flags."""

    to: int
    attacker: int
    hexes: list[int]
    f: Situation


def fights(r: Reading) -> list[Fight]:
    """All combats that the flags make, with the LSP that each side will probably spend."""
    s = r.s
    out = []
    for to, side in combats(s):
        if not is_possible(s, to, side):
            continue
        hexes = attack_hexes(s, to, side)
        f = situation(s, to, side, r.me)
        if not f.attacker.lsp:
            f = msgspec.structs.replace(f, attacker=staked(f.attacker, min(4, r.lsp_at(hexes, side))))
        if not f.defender.lsp and not is_security(s, to, side):
            f = msgspec.structs.replace(f, defender=staked(f.defender, min(3, r.lsp_at([to], 1 - side))))
        out.append(Fight(to, side, hexes, f))
    return out


def mine(r: Reading, x: Fight, f: Situation) -> float:
    """What a combat is worth to the seat's side."""
    gain = r.gain(f, x.hexes, x.to, x.attacker)
    return gain if x.attacker == r.side else -gain


def with_card(f: Situation, of_attacker: bool, value: int = 0, columns: int = 0, zeal: int = 0) -> Situation:
    """A combat with one more card on one side."""
    force = f.attacker if of_attacker else f.defender
    more = (*force.dice, value) if value else force.dice
    new = msgspec.structs.replace(force, dice=more, columns=force.columns + columns, zeal=force.zeal + zeal)
    return (
        msgspec.structs.replace(f, attacker=new) if of_attacker else msgspec.structs.replace(f, defender=new)
    )


def card_plays(r: Reading) -> list[tuple[int, int, Action]]:
    """Cards to play and what for: each where it changes most, if that is more than it may bring later."""
    s, w = r.s, r.w
    hand = [(w.value(n, card), n, card) for n in w.powers_of[r.seat] for card in bits(s.hand[n])]
    if not hand:
        return []
    all_fights = fights(r)
    price = card_price(r)
    out: list[tuple[int, int, Action]] = []
    state = {n: x.f for n, x in enumerate(all_fights)}
    cancelled: set[int] = set()
    feared = USUAL if any(s.hand[n] for n in w.of_side[r.foe]) else 0  # his hand is secret, its size is not
    swing = {
        n: mine(r, x, x.f) - mine(r, x, with_card(x.f, x.attacker != r.side, feared)) if feared else 0.0
        for n, x in enumerate(all_fights)
    }
    doubt = r.numbers["suspicion"] + (0.9 - r.numbers["suspicion"]) * max(0.0, 1 - r.left / 3)
    decisive = max(swing, key=lambda n: (swing[n], -n), default=-1)
    hand.sort()
    # A long war takes more than one turn's cards: those beyond a fair share of the turns left are dear.
    fair = len(hand) if len(w.turns) <= SHORT else len(hand) / (r.left + 1)
    more = extra_flags(r)
    while hand:
        best: tuple[float, int, Action, int, Situation | None] | None = None
        for k, (value, _, _) in enumerate(hand):
            if k and hand[k - 1][0] == value:
                continue
            cost = price * (0.5 + 0.5 * value) * (1 + max(0.0, len(out) - fair))
            for n, x in enumerate(all_fights):
                own = x.attacker == r.side
                now = mine(r, x, state[n])
                tries: list[tuple[float, Action, Situation | None]] = []
                with_it: tuple[tuple[Action, Situation], ...] = (
                    (PlayDie(x.to, r.side), with_card(state[n], own, value)),
                    (PlayColumn(x.to, r.side), with_card(state[n], own, columns=1)),
                    (PlayBoon(x.to, r.side, ZEAL), with_card(state[n], own, zeal=1)),
                )
                for action, g in with_it:
                    tries.append((mine(r, x, g) - now, action, g))
                if n == decisive and n not in cancelled and swing[n] > 1.5 * price * (0.5 + 0.5 * feared):
                    tries.append((doubt * swing[n], PlayBoon(x.to, r.side, CANCEL), None))
                for gain, action, g2 in tries:
                    if gain > cost and (best is None or gain - cost > best[0]):
                        best = (gain - cost, k, action, n, g2)
            if more and more[0][0] > cost and (best is None or more[0][0] - cost > best[0]):
                best = (more[0][0] - cost, k, PlayFlag(more[0][1]), -1, None)
        if best is None:
            break
        _, k, action, n, g3 = best
        value, power, card = hand.pop(k)
        out.append((power, card, action))
        if isinstance(action, PlayFlag):
            more = more[1:]
        elif g3 is None:
            cancelled.add(n)
        else:
            state[n] = g3
    return out


def card_price(r: Reading) -> float:
    """What a card of value 1 may bring later: less with every turn gone."""
    return float(r.numbers["card"] * min(1.0, r.left / 4) * (1 - 0.4 * r.plan.boldness) + 0.05)


def extra_flags(r: Reading) -> list[tuple[float, int]]:
    """What one more flag would be worth, and for whom."""
    frame = FlagPlacing(r.side)
    found = [x for x in banners(r, frame, spare=1) if not r.w.beach_set >> x.at & 1]
    return [(x.gain, x.power) for x in found[:1]]


# --- LSP and bombers


def commitments(r: Reading) -> list[Action]:
    """LSP and bombers for each combat, as many as pay for themselves."""
    s = r.s
    out: list[Action] = []
    far = r.w.bomber_range(r.w.turns[s.turn - 1].year)
    bombers = {key: n for key, n in s.support.items() if key % POWERS in r.mine}
    for x in sorted(fights(r), key=lambda x: -abs(r.value(x.to))):
        own = x.attacker == r.side
        hexes = x.hexes if own else [x.to]
        role = ATTACK if own else DEFENCE
        stocks = [(n, i) for n in r.mine for i in hexes for _ in range(points(s, i, n, LSP))]
        f = x.f
        force = f.attacker if own else f.defender
        others = sum(side_points(s, i, r.side, LSP) for i in hexes) - len(stocks)
        best, most = 0, -99.0
        for n in range(min(MOST, len(stocks)) + 1):
            new = staked(force, min(n + others, MOST))
            g = msgspec.structs.replace(f, **{"attacker" if own else "defender": new})
            worth = (r.gain(g, x.hexes, x.to, r.side) if own else stand_or_go(r, x, g)) - r.price[LSP] * n
            if worth > most + 1e-9:
                best, most = n, worth
        out += [Stake(n, i, role) for n, i in stocks[:best]]
        for key, kept in bombers.items():
            if kept and r.w.within(key // POWERS, far) >> x.to & 1:
                out += [Back(key % POWERS, x.to, role)] * kept
                bombers[key] = 0
    return out


def stand_or_go(r: Reading, x: Fight, f: Situation) -> float:
    """What a combat is worth to the defender who may still leave."""
    odds = r.ground.odds
    stand = -r.worth_of(odds.outlook(f), x.hexes, x.to, x.attacker)
    go = -r.worth_of(odds.outlook(remnant(f)), x.hexes, x.to, x.attacker)
    return max(stand, go)


# --- withdrawal before the combats


def keeps(r: Reading) -> dict[int, dict[tuple[int, int], int]]:
    """What to leave in each hex that something should leave, by power and kind: beaten forces save themselves, and
    quiet sectors give up what can be of use elsewhere next turn."""
    s, w = r.s, r.w
    out: dict[int, dict[tuple[int, int], int]] = {}
    attacked: dict[int, Fight] = {x.to: x for x in fights(r) if x.attacker != r.side}
    declared = flagged(s, r.side) | w.beach_set
    hexes: set[int] = set()
    for key in s.at:
        i, n = divmod(key // 6, 8)
        if n in r.mine and not declared >> i & 1:
            hexes.add(i)
    front = [manpower(s, i, r.side) for i in bits(s.line[r.side])]
    post = 2 if sum(front) > 2.5 * len(front) else 1  # Men that a quiet hex keeps
    for i in sorted(hexes):
        x = attacked.get(i)
        if x is not None:
            f = situation(s, i, r.foe, r.me)
            odds = r.ground.odds
            stand = -r.worth_of(odds.outlook(f), x.hexes, i, r.foe)
            go = -r.worth_of(odds.outlook(remnant(f)), x.hexes, i, r.foe)
            if go > stand:
                out[i] = {(n, k): 0 for n in r.mine for k in (MEN, TANKS, AIR, LSP)}
        elif r.left and s.line[r.side] >> i & 1:
            rear = {(n, k): 0 for n in r.mine for k in (TANKS, AIR, LSP) if s.reach[n] >> i & 1}
            for n in r.mine:
                if s.reach[n] >> i & 1:
                    rear[(n, MEN)] = post
            out[i] = rear
        elif r.left and not s.line[r.side] >> i & 1:  # the war has moved on: home by ship
            near = w.within(i, QUIET) & (s.line[0] | s.line[1])
            idle = [n for n in r.mine if s.shores[n] >> i & 1 and not near]
            zone = s.zones[i] % POWERS if i in s.zones else -1
            out[i] = {(n, k): int(k == MEN and n == zone) for n in idle for k in (MEN, TANKS, AIR, LSP)}
    return out


__all__ = ["Banner", "Fight", "banners", "card_plays", "commitments", "fights", "keeps", "promise"]

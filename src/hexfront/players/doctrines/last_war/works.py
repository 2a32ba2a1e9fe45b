"""The Last War: where bombers are based, Security Zones, what industry makes, and cards for the order of play."""

from __future__ import annotations

from hexfront.games.last_war.actions import Bid, Done, Retool, Stop, TakeLine
from hexfront.games.last_war.data import BOMBERS, LINES, LSP, MEN, in_period
from hexfront.games.last_war.flags import best_me
from hexfront.games.last_war.retooling import products
from hexfront.games.last_war.state import is_in_war, period, points
from hexfront.hexes import bits
from hexfront.kernel import Action
from hexfront.players.doctrines.last_war.fight import card_price
from hexfront.players.doctrines.last_war.read import Reading

_DONE, _STOP = Done(), Stop()
WEIGHT = {"lines": 3.0, "town": 1.0, "front": 0.25, "beach": 1.0}  # what makes a base worth having
SPARE_MEN = 3  # Men in the Pool before one is set aside for a Security Zone


# --- bases


def base_worth(r: Reading, base: int) -> float:
    """What bombers at a place could do: industry and towns of the enemy's own in range, combats to support."""
    s, w = r.s, r.w
    here = w.within(base, w.bomber_range(w.turns[s.turn - 1].year))
    theirs = here & s.ground[r.foe]
    now = period(s)
    worth = 0.0
    for owner, zone, at in w.zones:
        if at >= 0 and theirs >> at & 1 and w.side_of[owner] == r.foe:
            worth += WEIGHT["lines"] * in_period(zone.lines, now)
    for n in w.of_side[r.foe]:
        worth += WEIGHT["town"] * (theirs & w.towns & w.country[n]).bit_count()
    worth += WEIGHT["front"] * (here & s.line[r.side]).bit_count()
    if any(s.craft[n] for n in r.mine):
        worth += WEIGHT["beach"] * sum(1 for coast in w.beaches.values() if theirs >> coast & 1)
    return float(worth)


def bases_of(r: Reading, n: int) -> dict[int, float]:
    """The bases of a power and what each is worth."""
    return {b: base_worth(r, b) for b, powers in r.s.bases.items() if powers >> n & 1}


def better_base(r: Reading, n: int, ground: int) -> int:
    """A place for a new base that is much better than those there are, or -1."""
    s = r.s
    if any(powers >> n & 1 for powers in s.new_bases.values()):
        return -1
    best = max(bases_of(r, n).values(), default=0.0)
    rear = ground & (s.reach[n] | s.shores[n]) & ~s.line[r.side] & ~r.w.beach_set
    found = max(((base_worth(r, i), -i) for i in bits(rear)), default=(0.0, 0))
    return -found[1] if found[0] > 1.5 * best + 0.9 else -1


def idle_bombers(r: Reading) -> dict[int, dict[tuple[int, int], int]]:
    """Bombers to call back from bases that did not operate, because another base is much better."""
    s = r.s
    out: dict[int, dict[tuple[int, int], int]] = {}
    for n in r.mine:
        worth = bases_of(r, n)
        best = max(worth.values(), default=0.0)
        for b, value in worth.items():
            if points(s, b, n, BOMBERS) and not s.paid >> b & 1 and best > 1.5 * value + 0.5:
                out.setdefault(b, {})[(n, BOMBERS)] = 0
    return out


# --- Security Zones


def zone_site(r: Reading, n: int, ground: int) -> int:
    """Where a Security Zone keeps partisans from the most of the line, or -1 if none pays."""
    s, w = r.s, r.w
    fresh = sum(s.pag_left[m] for m in w.of_side[r.foe])
    if not fresh or r.left < 2:
        return -1
    theirs = 0
    for m in w.of_side[r.foe]:
        if s.pag_left[m]:
            theirs |= w.country[m]
    near_line = w.grid.around(s.line[0] | s.line[1])
    able = ground & s.reach[n] & s.ground[r.side] & theirs & ~s.line[r.side] & ~near_line
    best, most = -1, r.numbers["zone"] * (r.price[LSP] + r.price[MEN])
    for i in bits(able):
        if i not in s.zones and i not in s.pags and r.pag_value(i) > most:
            best, most = i, r.pag_value(i)
    return best


# --- industry


def surplus(r: Reading, n: int) -> list[str]:
    """Products that a power does not need, the least wanted first."""
    s, w = r.s, r.w
    out = []
    feared = any(
        points(s, b, m, BOMBERS) or s.pool[m * 6 + BOMBERS] for b in s.bases for m in w.of_side[r.foe]
    )
    makes_bombers = any(
        in_period(w.powers[m].production.get("bombers", ()), period(s)) for m in w.of_side[r.foe]
    )
    if not feared and not makes_bombers:
        out.append("concrete")
    coasts = any(s.ground[r.foe] >> coast & 1 for coast in w.beaches.values())
    if not coasts or s.craft[n] > s.naval_left[n] + 1:
        out.append("craft")
    posts = w.posts & s.ground[r.side]
    if max(bases_of(r, n).values(), default=0.0) < 1.0 and better_base(r, n, posts) < 0:
        out.append("bombers")
    return out


def shortage(r: Reading, n: int) -> str:
    """What a power needs more of: LSP where flags go without, else Tanks, else nothing."""
    s = r.s
    if s.pool[n * 6 + LSP] < 2 * s.flags_left[n]:
        return "lsp"
    return "tanks" if s.held[n] & s.line[r.side] else ""


def retooling(r: Reading, legal: list[Action], taken: int) -> Action:
    """Set a line that makes something not needed to something that is short, while there is time for it to pay."""
    if r.left < 4:
        return _STOP if taken >= 0 else _DONE
    if taken >= 0:
        wanted = shortage(r, taken // len(LINES))
        action = Retool(LINES.index(wanted)) if wanted else _STOP
        return action if action in legal else _STOP
    for n in r.mine:
        wanted = shortage(r, n)
        if wanted and LINES.index(wanted) in products(r.s, n):
            for kind in surplus(r, n):
                if TakeLine(n, LINES.index(kind)) in legal:
                    return TakeLine(n, LINES.index(kind))
    return _DONE


# --- the order of play


def order_bid(r: Reading, legal: list[Action]) -> Action:
    """The cheapest card for the choice of order, where effectiveness would give it to the enemy, cards are plenty, and
    there is much to see before the seat's own flags are placed."""
    s, w = r.s, r.w
    own = sum(s.flags_left[n] for n in r.mine if is_in_war(s, n))
    lead = best_me(s, r.side) > best_me(s, r.foe) or (r.side == 0 and best_me(s, 0) == best_me(s, 1))
    bids = [x for x in legal if isinstance(x, Bid)]
    if lead or not own or len(bids) <= own or s.plans:
        return _DONE
    cheapest = min(bids, key=lambda x: (w.value(x.power, x.card), x.power, x.card))
    worth = r.numbers["order"] * min(own, r.flags_of(r.foe))
    cost = card_price(r) * (0.5 + 0.5 * w.value(cheapest.power, cheapest.card))
    return cheapest if worth > cost else _DONE


__all__ = ["base_worth", "better_base", "idle_bombers", "order_bid", "retooling", "zone_site"]

"""Leaders in Flames: the draft, announcements, promotions."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.actions import Announce, Name, Promote, SetMarker, Vote
from hexfront.games.leaders_in_flames.kinds import ARM, CUP, INF, SIDE_OF
from hexfront.games.leaders_in_flames.land.factors import attack_factor, defence_factor
from hexfront.games.leaders_in_flames.leaders.announce import Announcing
from hexfront.games.leaders_in_flames.leaders.asks import is_ready, rank_key
from hexfront.games.leaders_in_flames.leaders.draft import Markers, Votes, in_cup, side_of
from hexfront.games.leaders_in_flames.leaders.fate import ATTACKER, DEFENDER
from hexfront.games.leaders_in_flames.leaders.guards import Promoting
from hexfront.games.leaders_in_flames.leaders.steps import Feeding, Flipping, Levy, Offering
from hexfront.games.leaders_in_flames.state import on_the_map, stand, troops_at
from hexfront.games.leaders_in_flames.tables import outcome
from hexfront.hexes import Hex
from hexfront.kernel import Action
from hexfront.players.doctrines.leaders_in_flames.desk import Desk

COSTLY = ("attack.offer", "retreat.refuse")
"""Abilities that cost more than they usually bring."""
NEEDS_A_PLAN = ("strafe", "disrupt")
"""Moments of abilities that the staff does not plan for."""
LASTING = ("impulse", "patrol", "mission")
"""Moments at which a leader of the same rank may be kept from serving in a battle later on."""
ALWAYS = ("hq.path", "act.unsupplied")
"""Lasting abilities that are worth it all the same."""
NEXT = 0.7
"""How much it counts that another enemy may be drawn in his place."""
RICH, OVERRULED = 4, 1.0
"""From how many points on an enemy is expected to save his leader, and how much less a veto is worth then."""
BESIEGED = 2
"""A corps becomes two militias where the enemy is this near."""
HOPELESS = 1.5
"""A battle against this many times our own strength is a lost cause."""
ASK_WORTH = {
    "land.die": 0.9,
    "table.choose": 0.8,
    "armour.doubled": 1.2,
    "move.points": 0.5,
    "after.roll": 0.7,
}


def leader_worth(q: Desk, u: int) -> float:
    """What a leader is worth: his rows on this front, and his range."""
    w = q.w
    rows = sum(ASK_WORTH.get(row.ask, 0.4) for row in w.abilities(u) if row.print == "black")
    return rows + 0.2 * w.has_rank[u]


def marker(q: Desk, frame: Markers) -> Action:
    """Save a strong friend, if somebody could veto him; veto a strong enemy. Weighed first: is he worth a point, who comes in his
    place, will a partner veto him anyway, will the enemy overrule it. Now and then the other way round, for markers are guessed.

    Case 7g.
    """
    s, w = q.s, q.w
    options = q.all(SetMarker)
    power = options[0].power
    veto = SetMarker(power, True)
    worth = leader_worth(q, s.drawn) + 0.1 * (q.source.below(11) - 5)
    theirs = [s.veto[p] for p in w.powers if SIDE_OF[p] != q.side]
    if side_of(s, s.drawn) == q.side:
        wants = w.power[s.drawn] == power and any(theirs) and worth > q.k["save"]
    else:
        partners = [p for p in w.powers if SIDE_OF[p] == q.side and p != power]
        another = any((s.veto[p], -p) > (s.veto[power], -power) for p in partners)
        cup = [leader_worth(q, u) for u in w.all_leaders if s.where[u] == CUP and side_of(s, u) == 1 - q.side]
        instead = NEXT * sum(cup) / len(in_cup(s)) if cup else 0.0
        overruled = OVERRULED if s.veto[w.power[s.drawn]] >= RICH else 0.0
        wants = not another and worth - instead - overruled > q.k["veto"]
    return veto if wants and veto in options else SetMarker(power, False)


def vote(q: Desk, frame: Votes) -> Action:
    """Vote for one more if the cup favours us, otherwise do not vote."""
    s, w = q.s, q.w
    cup = [(leader_worth(q, u), w.side[u] == q.side) for u in w.all_leaders if s.where[u] == CUP]
    ours, theirs = (sum(x for x, mine in cup if mine == side) for side in (True, False))
    options = q.all(Vote)
    power = options[0].power
    more = Vote(power, 1)
    assert SIDE_OF[power] == q.side
    return more if ours > 1.3 * theirs and s.veto[power] > 2 and more in options else Vote(power, 0)


def _is_lost_cause(q: Desk) -> bool:
    """Whether a land battle at hand is likely to cost so much that whoever served it is recalled. Case 7h."""
    s, w = q.s, q.w
    if s.target < 0 or not s.attackers:
        return False
    ours, least = (s.attackers, ATTACKER) if s.side == q.side else (s.defenders, DEFENDER)
    force = [
        float(sum(attack_factor(s, u, s.origins.get(u, s.where[u]), s.target) for u in s.attackers)),
        float(sum(defence_factor(s, u, s.target) for u in s.defenders)),
    ]
    mine, other = force if s.side == q.side else force[::-1]
    return sum(w.price[u] for u in ours) >= least and mine * HOPELESS < other


def announce(q: Desk, frame: Announcing) -> Action:
    """Everything that helps and costs nothing; 1 after the roll where it improves the result; nothing in a lost cause.

    Case 7h.
    """
    s, w = q.s, q.w
    hopeless = _is_lost_cause(q)
    for action in q.all(Announce):
        row = w.rows[action.ability]
        if hopeless and row.recall == "land":
            continue
        if row.ask in COSTLY or row.wish == "loss":
            continue
        if row.ask == "after.roll" and not _turns(q):
            continue
        if row.moment in NEEDS_A_PLAN:
            continue
        if row.moment in LASTING and row.ask not in ALWAYS and has_rival(q, action.leader):
            continue
        if row.ask == "attack.again" and s.column < 5:
            continue
        if row.ask == "regroup" and next_hex(q, action.leader) < 0:
            continue
        if row.ask == "break.corps" and q.far(s.where[action.leader], action.leader) > BESIEGED:
            continue
        return action
    return q.last


def next_hex(q: Desk, leader: int) -> Hex:
    """The open hex beside a leader nearest to the enemy, if he stands behind the front with units that have not moved, or -1."""
    s, w, at = q.s, q.w, q.s.where[leader]
    fresh = any(not (s.moved | s.fought | s.down) >> u & 1 for u in troops_at(s, at))
    open_ground = w.board.terrain["clear"] | w.board.terrain.get("desert", 0)
    near = [h for h in w.near(at) if (open_ground & q.fed) >> h & 1 and not s.stack.get(h)]
    best = min(near, key=lambda h: (q.far(h, leader), h), default=-1)
    return best if fresh and best >= 0 and 1 < q.far(best, leader) < q.far(at, leader) else -1


def has_rival(q: Desk, leader: int) -> bool:
    """Whether another leader of his power could use the one place of their rank on his map. Case 3.2g."""
    s = q.s
    key = rank_key(s, leader, stand(s, leader))
    others = (u for u in on_the_map(s, q.side) if u != leader and is_ready(s, u))
    return key >= 0 and any(rank_key(s, u, stand(s, u)) == key for u in others)


def _turns(q: Desk) -> bool:
    """Whether 1 more on the die makes a better result."""
    from hexfront.games.leaders_in_flames.land.odds import odds

    s = q.s
    table = s.world.tables.land[s.table]
    bonus = odds(s).bonus
    now, then = (outcome(table.read(s.column, s.die + bonus + more).result) for more in (0, 1))
    return (then.defender, then.letter, -then.attacker) > (now.defender, now.letter, -now.attacker)


def promote(q: Desk, frame: Promoting) -> Action:
    """One whenever there is one, infantry and armour before the rest, and of those what gains most. Case 7f."""
    w = q.w
    return max(
        q.all(Promote),
        key=lambda a: (
            w.kind[a.banner] in (INF, ARM),
            w.strength[a.banner] - w.strength[a.unit],
            -a.unit,
        ),
        default=q.last,
    )


def weakest(q: Desk, frame: Offering | Flipping) -> Action:
    """The unit that is missed least."""
    return min(q.all(Name), key=lambda a: (q.w.strength[a.unit], a.unit), default=q.last)


def strongest(q: Desk, frame: Feeding | Levy) -> Action:
    """The unit that is worth most."""
    return max(q.all(Name), key=lambda a: (q.w.strength[a.unit], -a.unit), default=q.last)

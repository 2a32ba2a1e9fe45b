"""Lebensraum!: leaders, HQs and reserves."""

from __future__ import annotations

from hexfront.games.lebensraum import actions as do
from hexfront.games.lebensraum.command import command_area
from hexfront.games.lebensraum.headquarters import Designation, HQSegment
from hexfront.games.lebensraum.kinds import STAFF_BASE, TERMINATED
from hexfront.games.lebensraum.leaders import Disposal, pool
from hexfront.games.lebensraum.state import State, hqs_on_map, stars, units_of
from hexfront.games.lebensraum.transfers import Consent, Disposition, Transfers
from hexfront.kernel import Action
from hexfront.players.doctrines.lebensraum.desk import Desk

WORTH_A_MOVE = 1.5  # stars times units that an exchange of leaders must gain
STAFF_WEIGHT = 1.5  # units that a General Staff leader counts for
QUEUE = 2  # HQs that wait where another would be raised: no more are raised behind them
FEWEST = 3  # HQs that a power always wants to have
AT_THE_GATES = 2  # hexes from the enemy's tanks at which no HQ is created
POOR = 1  # stars with which a leader is not wanted back


def standing(d: Desk, leader: int) -> float:
    """A leader's stars, less when he is shaken."""
    return stars(d.s, leader) - d.k["shaken"] * (d.s.shaken >> leader & 1)


def pool_mean(s: State, power: int) -> float:
    """Stars to be expected of a leader who is drawn."""
    waiting = pool(s, power)
    return sum(stars(s, x) for x in waiting) / len(waiting) if waiting else 0.0


def dismissed(s: State, power: int) -> int:
    return sum(p == TERMINATED and s.world.leader_power[x] == power for x, p in enumerate(s.post))


def need_of(d: Desk, post: int) -> float:
    """How many units a post has to lead against the enemy."""
    if post >= STAFF_BASE:
        return STAFF_WEIGHT
    s, pic = d.s, d.picture
    if s.hq[post] < 0:
        return 0.0
    area = command_area(s, post)
    return sum(1.0 if pic.far.get(b.at, 9) <= 3 else 0.3 for b in pic.mine.values() if area >> b.at & 1)


def dispose(d: Desk, frame: Disposal) -> Action:
    """A poor leader is dismissed for good while that demoralises nobody; a good one goes back to the pool."""
    s = d.s
    spare = dismissed(s, d.power) < d.k["dismissed"] and len(pool(s, d.power)) > len(hqs_on_map(s, d.power))
    poor = s.world.stars[frame.leader] <= POOR
    return do.Terminate() if poor and spare and do.Terminate() in d.legal else do.Retire()


def consent(d: Desk, frame: Consent) -> Action:
    """A captured leader is taken back in exchange for one who is no better."""
    gained, given = d.w.stars[frame.other], d.w.stars[frame.leader]
    return do.Agree() if gained >= given else do.Done()


def replace(d: Desk, frame: Disposition) -> Action:
    """Leaders worse than those who wait are replaced, the worst first, where units need leading."""
    s = d.s
    mean = pool_mean(s, d.power)
    rated = [(standing(d, s.chief[x.hq]), x.hq) for x in d.all(do.Replace) if need_of(d, x.hq) >= 1.0]
    worth, hq = min(rated, default=(mean, -1))
    return do.Replace(hq) if worth + d.k["better"] < mean else do.Done()


def transfer(d: Desk, frame: Transfers) -> Action:
    """The better leader goes where more units need him; an HQ without a leader gets one from the General Staff."""
    s = d.s
    best: Action = do.Done()
    most = WORTH_A_MOVE
    for x in d.all(do.Exchange):
        a, b = s.post[x.leader], s.post[x.other]
        gain = (standing(d, x.leader) - standing(d, x.other)) * (need_of(d, b) - need_of(d, a))
        if gain > most:
            best, most = x, gain
    for y in d.all(do.Transfer):
        if y.post < STAFF_BASE <= s.post[y.leader]:
            gain = standing(d, y.leader) * (need_of(d, y.post) - STAFF_WEIGHT)
            if gain > most:
                best, most = y, gain
    return best


def headquarters(d: Desk, frame: HQSegment) -> Action:
    """Another HQ while there are more units than the HQs there are can lead, and points to spare."""
    s, k = d.s, d.k
    made = d.all(do.Create)
    there = hqs_on_map(s, d.power)
    count = len(there)
    waiting = sum(s.hq[q] in {x.hex for x in made} for q in there)
    price = d.w.tables.costs.headquarters
    units = len(units_of(s, d.power))
    rich = s.points[d.power] >= k["rich"]
    wanted = units > (k["wanted_rich"] if rich else k["wanted"]) * count or count < FEWEST
    pic = d.picture
    if count >= FEWEST:  # where the enemy is about to come no more HQs are lined up for him
        made = [x for x in made if pic.tanks_at.get(x.hex, 40) > AT_THE_GATES]
    # Who waits where another would be raised is sent out first.
    wanted &= waiting < QUEUE or count < FEWEST
    if made and wanted and s.points[d.power] >= price + k["float"]:
        return max(made, key=lambda x: (-pic.far.get(x.hex, 40), -x.hq))
    return do.Done()


def reserves(d: Desk, frame: Designation) -> Action:
    """Every unit outside the enemy's zones: reserves may respond in his phase and are built up."""
    return next(iter(d.all(do.Mark)), do.Done())


__all__ = ["dispose", "headquarters", "replace", "reserves", "transfer"]

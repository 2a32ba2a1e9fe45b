"""Leaders in Flames: war and peace, alignments, US entry, partisans: goals by date, as history had them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfront.games.leaders_in_flames.actions import Place
from hexfront.games.leaders_in_flames.kinds import GERMANY, JAPAN, POWERS, SIDE_OF, USA, USSR
from hexfront.games.leaders_in_flames.politics.acts import (
    AddChit,
    Align,
    Answer,
    ChoosePool,
    DeclareWar,
    Demand,
    EndVichy,
    License,
    Offer,
    PickOption,
    PlayAction,
    Reflag,
    SetUp,
    SetUpVichy,
    Tilt,
)
from hexfront.games.leaders_in_flames.politics.chits import ATTACK, DEFEND, border, count, total
from hexfront.games.leaders_in_flames.politics.options import (
    TENSION,
    ChooseEntryPool,
    Licensing,
    Options,
    Reflagging,
    Tilting,
)
from hexfront.games.leaders_in_flames.politics.parties import party_of
from hexfront.games.leaders_in_flames.politics.partisans import PlaceBand
from hexfront.games.leaders_in_flames.politics.peace import DICTATE, PACT, AddToBorder, Answering, Talks
from hexfront.games.leaders_in_flames.politics.step import Politics, has_come, holds
from hexfront.games.leaders_in_flames.politics.uswar import PENALTY, has_fleet, is_automatic, war_number
from hexfront.games.leaders_in_flames.politics.wars import MusterUnit, pact_key
from hexfront.games.leaders_in_flames.state import ground_of
from hexfront.kernel import Action
from hexfront.players.doctrine import Table
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.question import on

Date = tuple[int, int]


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """Something to do from one date on and before another, if all of `need` holds: a war on somebody, or an action to be played."""

    power: str = ""
    on: str = ""
    n: int = 0
    since: Date = (0, 0)
    until: Date = (9999, 0)
    need: tuple[str, ...] = ()
    scenario: str = ""
    """In this scenario only."""


class Loan(Goal, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """What one power lends another."""

    giver: str = ""
    taker: str = ""
    kind: int = 0
    number: int = 0


class Goals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All goals of the file."""

    provenance: str
    war: tuple[Goal, ...]
    play: tuple[Goal, ...]
    lend: tuple[Loan, ...]
    landing: tuple[Goal, ...]
    effort: tuple[Goal, ...]
    """Where a power drives at on land, from one date on and before another: the next hexes on the way count for more."""
    options: tuple[int, ...]
    """US entry options in the order in which they are wanted."""
    end_vichy: Date
    """From when Vichy France is not worth keeping any more."""


GOALS = msgspec.toml.decode((Path(__file__).parent / "goals.toml").read_bytes(), type=Goals)
NOTICE = 2
"""How many turns before a war the armies march up."""
MEAN = 2.5
"""What a chit that nobody has seen is worth."""
HOPE = 0.85
"""A pact is tried with chits for three chances in ten: half of their usual scatter less than the other's are worth on average."""
UNEASY = 3
"""A border without plans to attack has this many chits more to defend than to attack."""
CONGRESS = 6
"""The USA asks Congress for war from this number on."""
ARSENAL: Date = (1941, 4)
"""Before this it arms."""


def due(q: Desk, row: Goal, side: int) -> bool:
    """Whether the time for a goal has come, and is not past."""
    s = q.s
    return (
        row.scenario in ("", s.world.plan.id)
        and has_come(s, row.since)
        and not has_come(s, row.until)
        and all(holds(s, need, side) for need in row.need)
    )


def to_come(q: Desk, side: int) -> list[tuple[int, int]]:
    """Wars by land that a side begins within the next turns: who begins them, and the party that is attacked."""
    s, w, out = q.s, q.w, list[tuple[int, int]]()
    then = min(s.turn + NOTICE, w.plan.turns)
    date = (w.year(then), w.month(then))
    for row in GOALS.war:
        power = POWERS.index(row.power)
        if (
            SIDE_OF[power] != side
            or row.scenario not in ("", w.plan.id)
            or not row.since <= date < row.until
            or has_come(s, row.until)
        ):
            continue
        minor = w.minor_of.get(row.on, -1)
        party = POWERS.index(row.on) if row.on in POWERS else party_of(s, minor) if minor >= 0 else -1
        if party >= 0 and not s.wars[power] >> party & 1 and all(holds(s, need, side) for need in row.need):
            out.append((power, party))
    return out


# --- wars, alignments, demands


def politics(q: Desk, frame: Politics) -> Action:
    """The goals whose time has come: demands, countries won over, actions, Vichy, then war."""
    for kind in (Demand, SetUpVichy, Align):
        found = q.all(kind)
        if found:
            return found[0]
    for play in q.all(PlayAction):
        if any(row.n == play.n and due(q, row, frame.side) for row in GOALS.play):
            return play
    for end in q.all(EndVichy):
        if end.power == GERMANY and has_come(q.s, GOALS.end_vichy):
            return end
    for war in q.all(DeclareWar):
        if _wanted(q, war):
            return war
    return q.last


def _wanted(q: Desk, war: DeclareWar) -> bool:
    """Whether a war is among the goals and promises success; the USA asks Congress whenever that may agree."""
    s, w = q.s, q.w
    if war.power == USA and war.target < len(POWERS):
        number = war_number(s, war.target)
        if war.target == JAPAN and not has_fleet(s):
            number -= PENALTY
        return is_automatic(s, war.target) or (number >= CONGRESS and has_come(s, ARSENAL))
    a, b = war.power, war.target
    offered = s.deeds.get(f"offer.{a}.{b}") or s.deeds.get(f"offer.{b}.{a}")
    if offered and pact_key(a, b) not in s.pacts:
        return False  # a peace that was dictated is kept
    name = w.parties[war.target].nation
    rows = [r for r in GOALS.war if r.power == POWERS[war.power] and r.on == name]
    if not any(due(q, row, SIDE_OF[war.power]) for row in rows):
        return False
    if pact_key(war.power, war.target) not in s.pacts or war.target >= len(POWERS):
        return True
    mine = total(s, border(war.power, war.target, ATTACK))
    number = count(s, border(war.target, war.power, DEFEND))
    return bool(mine >= 2 * (MEAN * number - HOPE * number**0.5))


def border_chit(q: Desk, frame: AddToBorder) -> Action:
    """Germany prepares to attack. The USSR means to attack too, in its own time, and is caught unready in 1941; everybody else defends
    and attacks by turns."""
    if frame.power == GERMANY:
        return AddChit(0)
    mine = [count(q.s, border(frame.power, frame.other, kind)) for kind in (ATTACK, DEFEND)]
    lead = 0 if frame.other == GERMANY else UNEASY
    return AddChit(0 if mine[0] + lead <= mine[1] else 1)


def talk(q: Desk, frame: Talks) -> Action:
    """Dictate a peace where possible; offer a pact between Japan and the USSR."""
    for offer in q.all(Offer):
        if offer.kind == DICTATE:
            return offer
        if offer.kind == PACT and JAPAN in (offer.power, offer.other) and has_come(q.s, (1941, 1)):
            return offer
    return q.last


def answer(q: Desk, frame: Answering) -> Action:
    """A pact in the East is welcome while there is a war elsewhere; peace only to the USSR with Japan at its back."""
    if frame.kind == PACT:
        return Answer(frame.other != GERMANY or not has_come(q.s, (1941, 0)))
    return Answer({frame.power, frame.other} == {JAPAN, USSR} and bool(q.s.wars[USSR] >> GERMANY & 1))


def muster(q: Desk, frame: MusterUnit) -> Action:
    """The capital first, then towards the enemy: cities, good ground."""
    s, w = q.s, q.w
    places = q.all(SetUp)
    if not places:
        return q.last
    minor = w.minors[w.minor_of[w.nation[frame.unit]]]
    enemy = ground_of(s, 1 - frame.side)
    near = {a.hex: w.near(a.hex) for a in places}

    def score(a: SetUp) -> tuple[float, int]:
        h = a.hex
        value = 4.0 * (h == minor.capital) + 2.0 * bool(w.cities >> h & 1) + 0.5 * bool(w.close >> h & 1)
        value += 1.5 * any(enemy >> n & 1 for n in near[h])
        return value - 1.5 * len(s.stack.get(h, ())), -h

    return max(places, key=score)


# --- the United States


def entry_pool(q: Desk, frame: ChooseEntryPool) -> Action:
    """The pool in which the USA is farther behind."""
    level = {pool: total(q.s, pool) + 2 * total(q.s, f"{pool}.t") for pool in ("ge", "ja")}
    return min(q.all(ChoosePool), key=lambda a: (level[a.pool], a.pool))


def option(q: Desk, frame: Options) -> Action:
    """The options in a fixed order."""
    order = {n: k for k, n in enumerate(GOALS.options)}
    return min(q.all(PickOption), key=lambda a: (order.get(a.n, 99), a.who), default=q.last)


def tilt(q: Desk, frame: Tilting) -> Action:
    """Tension counts twice, so a roll that just misses is changed to succeed."""
    return Tilt(-2 if TENSION < frame.die <= TENSION + 2 else 0)


def reflag(q: Desk, frame: Reflagging) -> Action:
    """As many as possible, the Commonwealth first."""
    return max(
        q.all(Reflag), key=lambda a: (a.power == POWERS.index("commonwealth"), a.points), default=q.last
    )


def license_plane(q: Desk, frame: Licensing) -> Action:
    """A power at war has more use for an aircraft than a neutral one."""
    return next((a for a in q.all(License) if q.s.wars[a.power] and not q.s.wars[USA]), q.last)


# --- partisans


def band(q: Desk, frame: PlaceBand) -> Action:
    """On a railway of the enemy, far from his garrisons."""
    s, w = q.s, q.w
    enemy = s.troops[1 - frame.side]

    def score(a: Place) -> tuple[float, int]:
        calm = not w.disc(a.hex, 2) & enemy
        return 2.0 * bool(w.rail.hexes >> a.hex & 1) + calm + 0.5 * bool(w.close >> a.hex & 1), -a.hex

    return max(q.all(Place), key=score)


TABLE: Table[Desk] = (
    on(Politics, politics), on(AddToBorder, border_chit), on(Talks, talk), on(Answering, answer), on(MusterUnit, muster),
    on(ChooseEntryPool, entry_pool), on(Options, option), on(Tilting, tilt), on(Reflagging, reflag),
    on(Licensing, license_plane), on(PlaceBand, band),
)  # fmt: skip

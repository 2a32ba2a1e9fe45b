"""Leaders in Flames: what kind of action a power takes where it has ships, and the clicks of each voyage that was ordered."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.actions import (
    Announce,
    Course,
    Dock,
    Done,
    Enter,
    Join,
    Load,
    Muster,
    Stop,
)
from hexfront.games.leaders_in_flames.board import RANGE_COST
from hexfront.games.leaders_in_flames.kinds import (
    COMBINED,
    LAND,
    MOVES,
    NAVAL,
    POWERS,
    RAILS,
    VOYAGES,
)
from hexfront.games.leaders_in_flames.politics.parties import hexes_of
from hexfront.games.leaders_in_flames.sea.fleets import leaders_on, place_of
from hexfront.games.leaders_in_flames.sea.voyages import Approach, Fleet, NavalMoves
from hexfront.games.leaders_in_flames.sea.waters import is_sea
from hexfront.games.leaders_in_flames.state import is_down
from hexfront.hexes import Hex, bits
from hexfront.kernel import Action
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.doctrines.leaders_in_flames.ground import walks
from hexfront.players.doctrines.leaders_in_flames.sea_fleets import MANY, Admiralty, Voyage
from hexfront.players.doctrines.leaders_in_flames.sea_worth import (
    CALM,
    might,
)
from hexfront.players.doctrines.leaders_in_flames.theatres import theatres_of

NAVAL_MOMENTS = frozenset(
    {"voyage", "search", "naval", "port", "return", "bombard", "scramble", "debark", "invade", "shell"}
)


class Log:
    """What the admiralty is doing: voyages ordered, the one in hand, and where those at sea are to land."""

    def __init__(self) -> None:
        self.key: object = None
        self.orders: list[Voyage] = []
        self.now: Voyage | None = None
        self.landings: dict[int, Hex] = {}


# --- what kind of action


def action(q: Desk, power: int) -> int:
    """Naval for many voyages and no front on land, combined for some of both, land where no ship has anything to do."""
    s, w = q.s, q.w
    wanted = q.memory.once(f"wishes {q.side}", q.step, lambda: Admiralty(q, wishes=True).voyages())
    voyages = [v for v in wanted if w.power[v.ships[0]] == power]
    aboard = any(w.power[u] == power and w.is_troop(u) and is_sea(place_of(s, u)) for u in w.land_of[q.side])
    if not voyages and not aboard:
        return LAND
    rows = w.tables.limits[POWERS[power]]["combined"]
    front = sum(
        w.power[u] == power and w.is_troop(u) and not is_down(s, u) and _is_at_front(q, power, s.where[u])
        for u in w.land_of[q.side]
    )
    landings = sum(bool(v.cargo) and v.port < 0 for v in voyages)
    sent = theatres_of(q)
    marching = sum(w.power[u] == power and bool(sent.by_land(u)) for u in sent.sent)
    if len(voyages) > rows[VOYAGES] and not landings and front <= 1 and marching <= rows[RAILS]:
        return NAVAL
    busy = front > rows[MOVES] or marching > rows[RAILS]
    return LAND if busy and not landings else COMBINED


def _is_at_front(q: Desk, power: int, h: Hex) -> bool:
    """Whether troops in a hex could march against an enemy."""
    if h < 0:
        return False
    far = walks(q.s, h)
    near = CALM // 2 // RANGE_COST[q.w.lands.sheet[h]]
    return any(far.get(x, MANY) <= near for x in bits(hexes_of(q.s.forces, q.s.wars[power])))


# --- the clicks


def sail(q: Desk, frame: NavalMoves) -> Action:
    """The next voyage that was ordered."""
    log = q.memory.notes(Log)
    if log.key != q.step:
        admiralty = Admiralty(q)
        log.key, log.orders, log.now = q.step, admiralty.voyages(), None
        log.landings = {**{u: h for u, h in log.landings.items() if q.s.where[u] < 0}, **admiralty.landings}
    while log.orders:
        log.now = log.orders.pop(0)
        if Muster(log.now.place) in q.legal:
            return Muster(log.now.place)
    log.now = None
    return Done()


def muster(q: Desk, frame: Fleet) -> Action:
    """Its ships, then leaders of the sea, then the cargo, then the course."""
    voyage = q.memory.notes(Log).now
    if voyage is None or voyage.is_dead or voyage.place != q.s.began:
        return Stop()
    for u in voyage.ships:
        if u not in q.s.group and Join(u) in q.legal:
            return Join(u)
    if sum(might(q.s, u) for u in voyage.ships) >= 8 and voyage.port < 0:
        for u in leaders_on(q.s, q.s.began, q.side):
            if Join(u) in q.legal and any(row.moment in NAVAL_MOMENTS for row in q.w.abilities(u)):
                return Join(u)
    announced = q.all(Announce)
    if announced:
        return announced[0]
    for u, ship in voyage.cargo:
        if Load(u, ship) in q.legal:
            return Load(u, ship)
    if voyage.cargo and not any(q.s.where[u] < 0 for u, _ in voyage.cargo):
        return Stop()
    return Course(voyage.area) if Course(voyage.area) in q.legal else Stop()


def approach(q: Desk, frame: Approach) -> Action:
    """Into the port, or the section ordered, or the highest below it."""
    voyage = q.memory.notes(Log).now
    if voyage is None:
        return Stop()
    if voyage.port >= 0 and Dock(voyage.port) in q.legal:
        return Dock(voyage.port)
    sections = [a for a in q.all(Enter) if a.section <= voyage.section] if voyage.port < 0 else []
    if sections:
        return sections[-1]
    voyage.is_dead = True
    return Stop()

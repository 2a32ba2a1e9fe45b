"""A scenario as it starts."""

from __future__ import annotations

from typing import Any

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.economy.production import CLASSES, gear
from hexfront.games.leaders_in_flames.economy.works import duty_ground
from hexfront.games.leaders_in_flames.kinds import (
    ABSENT,
    AMPH,
    AT_PEACE,
    CHINA,
    CIRCLE,
    CODES,
    DIVISION_KINDS,
    FALLEN,
    GONE,
    LATER,
    PARTISAN,
    POOL,
    POWERS,
    RESERVE,
    SIDE_OF,
    USA,
    WITH,
)
from hexfront.games.leaders_in_flames.leaders.draft import fill_cup
from hexfront.games.leaders_in_flames.politics.chits import DrawChit
from hexfront.games.leaders_in_flames.politics.parties import begin_war, fighting, party_of, reckon
from hexfront.games.leaders_in_flames.politics.wars import codes_due, pact_key
from hexfront.games.leaders_in_flames.sea.convoys import place_convoy
from hexfront.games.leaders_in_flames.sea.decks import has_deck
from hexfront.games.leaders_in_flames.sea.waters import aboard, is_sea
from hexfront.games.leaders_in_flames.sequence import Turn
from hexfront.games.leaders_in_flames.state import State, blank_state, give_hexes
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import HexSet, bits, union
from hexfront.wargame import lift, put

COMMUNISTS = "communists"


def new_state(w: World) -> State:
    """A new game; chits are drawn into their pools first. Cases 4a, 4e, 5.1a, 6e."""
    s = set_up(w)
    draws = tuple(DrawChit(pool, "6e") for pool, number in w.plan.pools.items() for _ in range(number))
    s.agenda = (*draws, Turn())
    return s


def set_up(w: World) -> State:
    """Ground, units by name and hex, pools, the cup, veto points. Cases 4a, 4e, 5.1a. RULING veto-start-year."""
    s = ground(w)
    layout = w.data["setups"][w.plan.setup]
    _set_up_land(s, layout)
    _set_up_sea(s, layout)
    for name, turn in layout["later"].items():
        for u in members(w, name):
            s.where[u], s.due[u] = CIRCLE, int(turn)
    for name in layout.get("away", ()):
        for u in members(w, name):
            s.where[u] = GONE
    for nation, names in layout.get("pools", {}).items():
        keep_pool(s, nation, names)
    leave_out(s)
    return s


def _set_up_land(s: State, layout: dict[str, Any]) -> None:
    """Units and aircraft on their hexes. Cases 4a, 6r."""
    w = s.world
    for place, names in (*layout["units"].items(), *layout.get("aircraft", {}).items()):
        h = w.hex(place)
        for name in names:
            u = w.unit(name)
            if s.where[u] >= 0:
                raise BadData(f"setups.{w.plan.setup}: {name} stands in two hexes.")
            if w.nation[u] == COMMUNISTS and not communist_ground(s) >> h & 1:
                raise BadData(f"setups.{w.plan.setup}: {name} stands too far from the Communist cities.")
            put(s, u, h)


def _set_up_sea(s: State, layout: dict[str, Any]) -> None:
    """Ships in port and at sea, convoys, aircraft on their decks. Case 4a."""
    w = s.world
    for place, names in layout.get("ships", {}).items():
        for name in names:
            for u in members(w, name):
                berth(s, u, w.place(place))
    for name, seas in layout.get("convoys", {}).items():
        for sea, points in seas.items():
            power = POWERS.index(name)
            if sea == "home":
                s.merchants[power] = int(points)
            else:
                place_convoy(s, w.lands.seas.number[sea], power, int(points))
    for carrier, names in layout.get("decks", {}).items():
        for name in names:
            if not has_deck(s, w.unit(carrier), w.unit(name)):
                raise BadData(f"setups.{w.plan.setup}: {carrier} has no room for {name}.")
            s.where[w.unit(name)] = aboard(w.unit(carrier))


def leave_out(s: State) -> None:
    """Counters of a choice that is off are not in the game: artillery, landing ships. Cases base.artillery, base.carry."""
    w = s.world
    kinds = (frozenset() if w.option("artillery") else DIVISION_KINDS) | (
        frozenset() if w.option("amphibious") else {AMPH}
    )
    for u in [u for u, kind in enumerate(w.kind) if kind in kinds]:
        s.due.pop(u, None)
        lift(s, u, GONE)


def communist_ground(s: State) -> HexSet:
    """Where Communists set up: up to three hexes from their cities, and not in a city of the Nationalists. Case 6r."""
    w = s.world
    cities = w.realm.homeland.get(COMMUNISTS, 0)
    near = 0
    for h in bits(cities):
        near |= w.disc(h, 3)
    return near & ~(w.cities & s.control[CHINA])


def keep_pool(s: State, nation: str, names: list[str]) -> None:
    """A country's force pool holds only what is named, and its partisans. Case 6s."""
    w = s.world
    kept = {u for name in names for u in members(w, name)}
    for u, at in enumerate(s.where):
        if at == POOL and w.nation[u] == nation and u not in kept and w.kind[u] != PARTISAN:
            s.where[u] = GONE


def members(w: World, name: str) -> list[int]:
    """A counter by its name; where every ship is a counter of its own, all ships of the squadron named. Case base.ships."""
    u = w.unit(name)
    if not w.is_ship(u) or not w.option("single_ships"):
        return [u]
    rows = w.data["ships"][w.source_of(w.nation[u])].get("squadrons", ())
    mates = next((names for names in rows if names[0] == w.ship(u).name), [w.ship(u).name])
    kin = [v for v in w.ships_of[w.side[u]] if w.nation[v] == w.nation[u] and w.kind[v] == w.kind[u]]
    return [v for v in kin if w.ship(v).name in mates]


def berth(s: State, u: int, place: int) -> None:
    """Put a ship into a port or a section of a sea box."""
    if s.where[u] >= 0 or is_sea(s.where[u]):
        raise BadData(f"setups.{s.world.plan.setup}: {s.world.piece(u)} is in two places.")
    if is_sea(place):
        s.where[u] = place
    else:
        put(s, u, place)


def ground(w: World) -> State:
    """The set-up before anybody is on the map: whose ground is whose, and every unit and leader in its box. Cases 4c, 5.1a,
    base.production."""
    s = blank_state(w)
    settle_lands(s)
    open_affairs(s)
    for u in w.carded:
        s.where[u] = _box(s, u)
    for u in (u for ships in w.ships_of for u in ships if w.plan.shipyards and w.party[u] < len(POWERS)):
        s.where[u] = POOL if w.ship(u).year <= w.year(1) else LATER
    fill_cup(s)
    s.initiative = w.plan.initiative
    for power in w.powers:
        s.veto[power] = w.tables.veto[power]
        s.pilots[power] = w.plan.pilots.get(POWERS[power], 0)
        s.chits[power] = w.plan.chits.get(POWERS[power], 0)
    return s


def settle_lands(s: State) -> None:
    """Minor countries hold their own ground; then the lines of the set-up, later ones over earlier; wars. Cases 6c, 6h0, 6j."""
    w, plan = s.world, s.world.plan
    for n, minor in enumerate(w.minors):
        with_side = plan.nations.get(minor.id) or plan.aligned.get(minor.id)
        if with_side:
            s.stance[n] = WITH[SIDE_OF[POWERS.index(with_side)]]
        elif minor.id in plan.conquered:
            s.stance[n] = FALLEN
        elif not minor.home:
            s.stance[n] = ABSENT
        give_hexes(s, minor.home & w.area, party_of(s, n))
    give_hexes(s, w.realm.ground(w.data["countries"]["neutral"]["regions"]) & w.area, w.realm.nobody)
    for row in w.data["setups"][plan.setup]["control"]:
        give_hexes(s, hexes_of_row(w, row) & w.area, w.party_of[row["party"]])
    for n, minor in enumerate(w.minors):
        if s.stance[n] == ABSENT and s.control[minor.first]:
            s.stance[n] = AT_PEACE
    for a, b in plan.all_wars:
        for one in fighting(s, POWERS.index(a)):
            for other in fighting(s, POWERS.index(b)):
                begin_war(s, one, other)
    reckon(s)


def open_affairs(s: State) -> None:
    """Chits in their pools, pacts, reserves that are out, what has been done. Cases 6d, 6e, 6f, 6g, 6n."""
    w, plan = s.world, s.world.plan
    s.common = list(w.affairs.chits)
    for power in w.powers:
        s.fate[power] = plan.fates.get(POWERS[power], 0)
        out = plan.reserves.get(POWERS[power], POWERS[power] in plan.at_war)
        s.called[power] = codes_due(s, power) if out else 0
    s.pacts = {pact_key(POWERS.index(a), POWERS.index(b)): int(year) for a, b, year in plan.pacts}
    s.deeds = dict(plan.deeds)
    for power in w.powers:
        s.intel[power] = plan.intelligence.get(POWERS[power], 0)
        for kind, most in plan.gearing.get(POWERS[power], {}).items():
            s.built[power * CLASSES + gear(kind)] = most - 1
    open_duty(s)


def open_duty(s: State) -> None:
    """Where a set-up has a duty of repair, every factory and great port of that ground is damaged. Case 6q."""
    w = s.world
    land = duty_ground(w)
    s.ruins = {h: n for h, n in w.realm.works.items() if land >> h & 1}
    s.wrecks = w.board.features["major_port"] & land & w.area


def hexes_of_row(w: World, row: dict[str, Any]) -> HexSet:
    """The hexes that a line of control names: regions and places, and the ground `near` some of them."""
    hexes = w.realm.ground(row.get("regions", ()))
    hexes |= union(w.hex(place) for place in row.get("hexes", ()))
    for place in row.get("near", ()):
        hexes |= w.disc(w.hex(place), int(row["within"]))
    return hexes & ~w.realm.ground(row.get("except", ()))


def is_lent(w: World, u: int) -> bool:
    """Whether an aircraft is one that the USA built for another power of its side: a type of its own list. Cases 6t, 5.3.2.12a."""
    if not w.plan.us_entry or not w.is_plane(u) or w.nation[u] not in POWERS or w.power[u] == USA:
        return False
    own = (v for v in range(w.first_plane, w.first_ship) if w.power[v] == USA and w.kind[v] == w.kind[u])
    return SIDE_OF[w.power[u]] == SIDE_OF[USA] and any(w.plane(v).name == w.plane(u).name for v in own)


def _box(s: State, u: int) -> int:
    """Where a unit is that does not start on the map. Cases 4c, 5.1a."""
    w = s.world
    if w.party[u] >= len(POWERS):
        minor = w.minor_of[w.nation[u]]
        if s.stance[minor] not in WITH or w.party[u] != party_of(s, minor) or w.is_second_army(u):
            return GONE
    year = w.card(u).year
    if is_lent(w, u) and not w.plan.lend_lease:
        return RESERVE
    if year == "Banner":
        return RESERVE
    if year.isdigit():
        return POOL if int(year) <= w.year(1) else LATER
    if year in CODES:
        return POOL if s.called[w.power[u]] & CODES[year] else RESERVE
    return POOL if year == "None" else LATER

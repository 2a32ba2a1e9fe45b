"""What a seat may know: everything except others' veto markers and votes that have not been turned over yet, and the values of their chits."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.leaders_in_flames.board import ZONES
from hexfront.games.leaders_in_flames.kinds import (
    ACTION_NAMES,
    ATTACKS,
    BOXES,
    CIRCLE,
    CUP,
    DEAD,
    HQS,
    KIND_IDS,
    LENDING,
    MISSION_NAMES,
    MISSIONS,
    MOVES,
    PARTISAN,
    PHASE_IDS,
    PHASE_TITLES,
    POLITICS,
    POOL,
    POWER_NAMES,
    POWERS,
    RAILS,
    READY,
    RESERVE,
    SAIL,
    SEA,
    SEARCH,
    SEATS,
    SIDE_OF,
    WEATHER,
)
from hexfront.games.leaders_in_flames.land.supply import is_supplied, supplied_hexes
from hexfront.games.leaders_in_flames.land.zones import zone
from hexfront.games.leaders_in_flames.leaders.draft import seat_powers
from hexfront.games.leaders_in_flames.limits import limit, used
from hexfront.games.leaders_in_flames.overview import briefing, side_name, standing
from hexfront.games.leaders_in_flames.politics.view import chit_values, politics_boxes
from hexfront.games.leaders_in_flames.sea.fleets import loads
from hexfront.games.leaders_in_flames.sea.view import (
    beside,
    cargo_note,
    circle_spot,
    sea_boxes,
    ship_piece,
    spot_of,
)
from hexfront.games.leaders_in_flames.state import State, ground_of, is_down, owner
from hexfront.games.leaders_in_flames.victory import points, seat_scores
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import bits
from hexfront.kernel import (
    Box,
    Commander,
    Marker,
    Overlay,
    Phase,
    Piece,
    Seat,
    Side,
    Track,
    TurnSpace,
    View,
    deciders,
)
from hexfront.wargame import held_by_nobody, held_whole

SYMBOLS = (
    "infantry", "infantry", "garrison", "cavalry", "mountain", "marine", "airborne", "motorized", "mechanized", "armor", "hq",
    "hq", "artillery", "artillery", "artillery", "leader",
    "fighter", "bomber", "bomber", "air", "fighter",
)  # fmt: skip
UNIFORMS = {
    "germany": "german", "italy": "italian", "japan": "japanese", "commonwealth": "british", "usa": "american",
    "ussr": "soviet", "france": "french", "china": "chinese", "communists": "chinese", "finland": "finnish",
    "romania": "romanian", "hungary": "hungarian", "spain": "spanish",
}  # fmt: skip
ZONE_NAMES = (
    "Arctic",
    "North Temperate",
    "Mediterranean",
    "North Monsoon",
    "South Monsoon",
    "South Temperate",
)


# --- counters


def factors(w: World, u: int) -> str:
    """Strength and movement as printed; an HQ's reorganisation value between them; of aircraft the factors in air combat and on
    the battlefield, and the range."""
    if w.is_plane(u):
        plane = w.plane(u)
        return f"{plane.air}-{plane.tactical}-{plane.range}"
    if w.kind[u] in HQS:
        return f"{w.strength[u]}-{w.units[u].reorganises}-{w.pace[u]}"
    return f"{w.strength[u]}-{w.pace[u]}"


def symbol_for(w: World, u: int) -> str:
    """The sign on a land unit's or aircraft's counter."""
    return "partisan" if w.kind[u] == PARTISAN else SYMBOLS[w.kind[u]]


def plane_words(w: World, u: int) -> str:
    """An aircraft's factors in words."""
    plane = w.plane(u)
    return (
        f"air {plane.air}, at sea {plane.sea}, tactical {plane.tactical}, strategic {plane.strategic}, "
        f"range {plane.range}, {plane.turns} turns"
    )


def commander(w: World, u: int) -> Commander:
    """A leader as a man. Case 1b."""
    man = w.leader(u)
    uniform = UNIFORMS.get(man.nation, man.nation)
    return Commander(man.id, man.stars, f"{uniform} {man.look}".strip())


def _piece(s: State, u: int, cargo: Sequence[int]) -> Piece | None:
    w, h = s.world, s.where[u]
    if w.is_ship(u):
        return ship_piece(s, u, cargo)
    afloat = h <= SEA
    box = BOXES.at(h) if h < 0 and not afloat else None
    if box and not box.title:
        return None
    side = SEATS[w.side[u]]
    at = beside(s, u) if box else spot_of(s, u) if afloat else w.label(h)
    if w.is_leader(u):
        if h == POOL:
            return None
        note = "; ".join(row.topic for row in w.abilities(u))
        where = "drawn" if u == s.drawn else box.id if box else at
        return Piece(
            w.piece(u), w.name(u), side, where, "leader", steps=0, full=0, nation=w.nation[u], badges=("face-down",) if is_down(s, u) else (),
            note=note, leader=commander(w, u),
        )  # fmt: skip
    marks = (("face-down", is_down(s, u)), ("moved", s.moved >> u & 1), ("fought", s.fought >> u & 1))
    badges = [name for name, on in marks if on]
    if h >= 0 and not is_supplied(s, u):
        badges.append("out-of-supply")
    note = f"arrives {w.turn_title(s.due[u])}" if h == CIRCLE else "white print" if w.card(u).white else ""
    note = cargo_note(s, u) or note
    size = "XX" if w.division[u] else "XXXX" if w.is_army(u) else "XXX"
    if w.is_plane(u):
        size, note = "", note or plane_words(w, u)
        badges += [name for name, on in (("flown", s.flown >> u & 1), ("patrol", u in s.patrol)) if on]
    return Piece(
        w.piece(u), w.name(u), side, at, symbol_for(w, u), size, factors(w, u), 1, 1, w.nation[u], tuple(badges),
        note=note,
    )  # fmt: skip


# --- boxes, markers, tracks


def _boxes(s: State) -> list[Box]:
    w = s.world
    out = [
        Box(f"weather-{ZONES[k]}", ZONE_NAMES[k], "weather", text=WEATHER[s.weather[k]].capitalize())
        for k in range(len(ZONES))
        if w.lands.zones[k] & w.area
    ]
    for power in w.powers:
        side, name = SEATS[SIDE_OF[power]], POWER_NAMES[power]
        if s.side == SIDE_OF[power]:
            out.append(Box(f"action-{POWERS[power]}", f"{name}: left", "actions", side, _left(s, power)))
    for power in w.powers:
        side, name = SEATS[SIDE_OF[power]], POWER_NAMES[power]
        counts = (
            ("veto", "veto points", "draft", s.veto[power]),
            ("chits", "offensive chits", "actions", s.chits[power]),
            ("pilots", "pilots", "air", s.pilots[power]),
        )
        for key, words, group, count in counts:
            if count or key == "veto":
                out.append(Box(f"{key}-{POWERS[power]}", f"{name}: {words}", group, side, count=count))
    in_cup = s.where.count(CUP) - (s.drawn >= 0)
    out.append(Box("cup", "The cup", "draft", count=in_cup, note="leaders who may be drawn"))
    men = (("drawn", "Drawn", int(s.drawn >= 0)), ("ready", "Leaders to place", _men(s, READY)),
           ("reserve", "Leaders in reserve", _men(s, RESERVE)), ("dead", "Fallen leaders", _men(s, DEAD)))  # fmt: skip
    out += [Box(key, title, "draft", count=count) for key, title, count in men if count]
    return [*out, *sea_boxes(s), *politics_boxes(s), *_unit_boxes(s)]


def _men(s: State, place: int) -> int:
    """How many leaders are in a box."""
    return sum(s.where[u] == place for u in s.world.all_leaders)


def _unit_boxes(s: State) -> list[Box]:
    """Pools, reserves and arrivals of each side, and the production circle turn by turn. Case base.production."""
    w, out = s.world, []
    for number, seat in enumerate(SEATS):
        name = side_name(w, seat)
        where = [s.where[u] for u in w.units_of[number] if not w.is_leader(u)]
        for box in (box for box in BOXES if box.title and box.code not in (CUP, DEAD, CIRCLE)):
            here = where.count(box.code)
            if here:
                out.append(Box(f"{box.id}-{seat}", f"{name}: {box.title.lower()}", "units", seat, count=here))
        turns = [s.due.get(u, s.turn) for u in w.units_of[number] if s.where[u] == CIRCLE]
        for turn in sorted(set(turns)):
            title = f"{name}: arrives {w.turn_title(turn)}"
            spot = circle_spot(seat, turn)
            out.append(Box(spot, title, "production circle", seat, count=turns.count(turn)))
    return out


def _left(s: State, power: int) -> str:
    """A power's action and what it has left of it. Case base.action."""
    parts = []
    for what, words in (
        (MISSIONS, "air missions"),
        (RAILS, "rail moves"),
        (MOVES, "land moves"),
        (ATTACKS, "attacks"),
    ):
        most = limit(s, power, what)
        if most:
            parts.append(f"{words} {'without limit' if most < 0 else most - used(s, power, what)}")
    name = ACTION_NAMES[s.action[power]]
    return f"{name}: {', '.join(parts)}" if parts else name


def _markers(s: State) -> list[Marker]:
    w = s.world
    out = []
    for h, worth in w.prizes.items():
        power = owner(s, h)
        out.append(Marker(w.label(h), "victory", str(worth), SEATS[SIDE_OF[power]] if power >= 0 else ""))
    for u, h in s.plans.items():
        if not w.is_leader(u):
            out.append(Marker(w.label(s.where[u]), "attack", to=w.label(h)))
    if s.over >= 0 and s.target < 0:
        out.append(Marker(w.label(s.over), "target", MISSION_NAMES[s.mission]))
    for u, h in s.patrol.items():
        out.append(Marker(w.label(s.where[u]), "attack", to=w.label(h)))
    if s.target >= 0:
        out.append(Marker(w.label(s.target), "target", "under attack"))
    return out


def _secrets(s: State, seat: Seat) -> dict[str, object]:
    """Markers and votes that a seat has set itself, and the values of its chits. Cases 4.1.1c, 4.1.5a, base.chits."""
    own = seat_powers(s, seat)
    markers = {POWERS[power]: veto for power, veto in s.markers.items() if power in own}
    votes = {POWERS[power]: vote for power, vote in s.votes.items() if power in own and s.veto[power]}
    out: dict[str, object] = {}
    if markers:
        out["markers"] = markers
    if votes:
        out["votes"] = votes
    if chits := chit_values(s, seat):
        out["chits"] = chits
    return out


def _scores(s: State) -> dict[str, float]:
    """The score by seat. Case 6u."""
    w = s.world
    if not w.alone:
        return {seat: float(score) for seat, score in seat_scores(s).items()}
    return {"axis": float(points(s)), "allies": float(sum(w.prizes.values()) - points(s))}


def phases_of(w: World) -> list[int]:
    """The phases that a scenario has: no sea without ships, no politics where the wars are given. Case base.turn."""
    off = ((LENDING, POLITICS) if not w.plan.politics else ()) + ((SAIL, SEARCH) if not w.ships else ())
    return [k for k in range(len(PHASE_IDS)) if k not in off]


def _turns(s: State) -> tuple[TurnSpace, ...]:
    """The turns; the weather of the temperate zone colours the one that is played. Case base.weather."""
    w = s.world
    sky = WEATHER[s.weather[ZONES.index("north_temperate")]]
    shown = {s.turn: sky} if sky != WEATHER[0] and s.side >= 0 else {}
    return tuple(TurnSpace(n, w.turn_title(n), shown.get(n, "")) for n in range(1, w.plan.turns + 1))


def view(s: State, seat: Seat) -> View:
    """All that a seat may know."""
    w = s.world
    most = sum(w.prizes.values())
    lands = {
        name: hexes & w.board.land
        for name, hexes in w.board.regions.items()
        if not name.startswith(("sea_", "weather_"))
    }
    ground = [ground_of(s, side) for side in (0, 1)]
    carried = loads(s)
    return View(
        game="leaders_in_flames",
        scenario=w.plan.id,
        seat=seat,
        map=w.plan.map,
        turn=max(1, min(s.turn, w.plan.turns)),
        turns=_turns(s),
        phases=tuple(Phase(PHASE_IDS[k], PHASE_TITLES[k]) for k in phases_of(w)),
        phase=PHASE_IDS[s.phase],
        active=deciders(s),
        sides=(
            Side("axis", side_name(w, "axis"), "grey", held_whole(lands, ground[0])),
            Side("allies", side_name(w, "allies"), "red", held_whole(lands, ground[1])),
        ),
        neutral=held_by_nobody(lands, *ground),
        pieces=tuple(piece for u in range(len(w.names)) if (piece := _piece(s, u, carried.get(u, ())))),
        markers=tuple(_markers(s)),
        boxes=tuple(_boxes(s)),
        tracks=(
            Track("impulse", "Impulse marker", s.marker, 0, 14, note="above 4 the turn may end"),
            Track("initiative", "Initiative", s.initiative, -2, 2, note="above 0 the Axis has it"),
            Track(
                "points",
                f"{side_name(w, 'axis')}: points",
                min(most, max(0, points(s))),
                0,
                most,
                "axis",
                "ships sunk counted" if w.sinkings else "",
            ),
        ),
        scores=_scores(s),
        standing=standing(s),
        briefing=briefing(w),
        result=s.result,
        extra=_secrets(s, seat),
    )


def reseated(s: State, other: View, seat: str) -> View:
    """The view of a seat, from that of another: only its secrets are its own."""
    return msgspec.structs.replace(other, seat=seat, extra=_secrets(s, seat))


def overlays(s: State) -> tuple[Overlay, ...]:
    """Zones, supply, control, range of leaders and cities that count."""
    w = s.world
    label = w.board.labels
    ranges: dict[str, set[int]] = {seat: set() for seat in SEATS}
    for u in w.all_leaders:
        if s.where[u] >= 0:
            ranges[SEATS[w.side[u]]].update(bits(w.range_of(u, s.where[u]) & w.area))
    return (
        Overlay("zones", "Zones of control", "z", {SEATS[side]: label(zone(s, side)) for side in (0, 1)}),
        Overlay("supply", "Supply", "s", {SEATS[side]: label(supplied_hexes(s, side)) for side in (0, 1)}),
        Overlay("control", "Control", "c", {SEATS[side]: label(ground_of(s, side)) for side in (0, 1)}),
        Overlay(
            "leaders",
            "Range of leaders",
            "l",
            {seat: tuple(w.label(h) for h in sorted(some)) for seat, some in ranges.items()},
        ),
        Overlay(
            "victory",
            "Cities that count",
            "v",
            {"": tuple(w.label(h) for h in w.prizes)},
            {w.label(h): str(n) for h, n in w.prizes.items()},
        ),
    )


def symbol_of(w: World, u: int) -> str:
    """The kind of a unit as its counter prints it."""
    return KIND_IDS[w.kind[u]]

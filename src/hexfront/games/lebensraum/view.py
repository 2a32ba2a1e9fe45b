"""What a person sees: everything, since all pieces are open (5.5c), and layers over the map."""

from __future__ import annotations

from msgspec.structs import replace

from hexfront.games.lebensraum import kinds
from hexfront.games.lebensraum.economy import food_points, hungry, income, is_working, totals
from hexfront.games.lebensraum.overview import briefing, scores, standing
from hexfront.games.lebensraum.reach import unit_kind, zoc
from hexfront.games.lebensraum.setup import at_war, is_at_war
from hexfront.games.lebensraum.state import (
    State,
    class_of,
    controller,
    hostile_hexes,
    hqs_on_map,
    stars,
    steps_of,
    strength_of,
    weather_at,
)
from hexfront.games.lebensraum.supply import (
    IN_SUPPLY,
    PARTIAL,
    finnish_lines,
    lines,
    net_home,
    sources,
    supplied_from,
    supplied_hqs,
    supply_of,
)
from hexfront.games.lebensraum.victory import goals
from hexfront.games.lebensraum.world import World
from hexfront.hexes import HexSet, bits, union
from hexfront.kernel import (
    Box,
    Commander,
    Face,
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
from hexfront.wargame import Growth, held_by_nobody, held_whole
from hexfront.words import quantity


def overlays(s: State) -> tuple[Overlay, ...]:
    """Keys z, s, w, v, c, e; the supply line of a unit shows when it is chosen."""
    w = s.world
    labels = w.board.labels
    held = {kinds.POWERS[power]: s.control[power] for power in w.powers}
    decisive = union(goals(s))
    return (
        Overlay("zones", "Zones of control", "z", {kinds.POWERS[w.powers[camp]]: labels(zoc(s, camp)) for camp in (0, 1)}),
        _supply(s),
        _weather(s),
        Overlay("victory", "Victory", "v", {side: labels(hexes & decisive) for side, hexes in held.items()}),
        Overlay("control", "Control", "c", {side: labels(hexes) for side, hexes in held.items()}),
        _resources(s),
        Overlay("trace", "Supply line", "", {name: way for power in at_war(s) for name, way in _traces(s, power).items()}),
    )  # fmt: skip


def supplied_hexes(s: State, power: int) -> HexSet:
    """Where a unit of a power would be in supply. Case 11.1a."""
    full, _ = supplied_hqs(s, power)
    fed = supplied_from(s, power, union(s.hq[k] for k in full)) | net_home(s, power)
    return fed & s.world.land


def _supply(s: State) -> Overlay:
    """Hexes in supply of each power; units that are not are marked: half a step's worth, or all. Case 11.1g."""
    w = s.world
    hexes, marks = {}, {}
    for power in at_war(s):
        hexes[kinds.POWERS[power]] = w.board.labels(supplied_hexes(s, power))
        for u, level in supply_of(s, power, *supplied_hqs(s, power)).items():
            if level != IN_SUPPLY:
                marks[w.label(s.where[u])] = "partial" if level == PARTIAL else "out"
    return Overlay("supply", "Supply", "s", hexes, marks, "units without supply, or with a part of it")


def _weather(s: State) -> Overlay:
    """The three sections, and in their cities the weather of each. Case 8.0b."""
    w = s.world
    parts = {name: w.lands.sections[k] & w.board.on_map for k, name in enumerate(kinds.SECTIONS)}
    words = {w.label(h): kinds.WEATHER[weather_at(s, h)] for h in bits(w.large_cities)}
    return Overlay("weather", "Weather sections", "w", {name: w.board.labels(part) for name, part in parts.items()}, words)  # fmt: skip


def _resources(s: State) -> Overlay:
    """Oil, food and works in working order, where they are. Cases 5.3b, 10.3b, 10.4a."""
    w = s.world
    words: dict[int, list[str]] = {}
    for name, points in (("oil", w.oil), ("food", w.food)):
        for h, n in points.items():
            words.setdefault(h, []).append(f"{name} {n}")
    for k, h in enumerate(s.works):
        if h >= 0 and is_working(s, k):
            words.setdefault(h, []).append("works")
    held = {kinds.POWERS[power]: w.board.labels(s.control[power] & union(words)) for power in w.powers}
    return Overlay("economy", "Oil, food and economic markers", "e", held, {w.label(h): ", ".join(said) for h, said in words.items()})  # fmt: skip


def _traces(s: State, power: int) -> dict[str, tuple[str, ...]]:
    """From each supplied unit to the HQ that supplies it, on to the line and along it to the source. Cases 11.1a, 11.1b."""
    w = s.world
    full, finnish = supplied_hqs(s, power)
    passable = w.board.on_map & ~hostile_hexes(s, power)
    net = lines(s, power) | (finnish_lines(s) if finnish else 0)
    ends = sources(s, power) | w.lands.helsinki
    along = Growth(w.grid, ends & net, net, w.lands.net.barred)
    to_line = Growth(w.grid, net, passable)
    onward = {}
    for k in (*full, *finnish):
        way = to_line.way(s.hq[k])
        onward[s.hq[k]] = (*way, *along.way(way[-1])[1:]) if way else (s.hq[k],)
    to_hq = Growth(w.grid, union(onward), passable)
    out = {}
    for u, level in supply_of(s, power, full, finnish).items():
        way = to_hq.way(s.where[u]) if level == IN_SUPPLY else ()
        if way:
            out[w.name(u)] = tuple(w.label(h) for h in (*way, *onward[way[-1]][1:]))
    return out


COLOURS = ("grey", "red", "green")
TYPES = ("Inf", "Tank", "Para")
UNIFORMS = ("german", "soviet", "american")


# --- counters


def factors(s: State, u: int) -> str:
    """Strength and class as the counter shows them now. Case 3.3b."""
    return f"{strength_of(s, u)} {kinds.CLASSES[class_of(s, u)]}"


def written(s: State, u: int) -> str:
    """An army by its number and type, as the counters and the maps of the time had it. Case 14.0c."""
    short = s.world.short[u]
    return f"{short} {TYPES[unit_kind(s, u)]}" if short.isdigit() else short


def _piece(s: State, u: int) -> Piece | None:
    w, h = s.world, s.where[u]
    box = kinds.BOXES.at(h) if h < 0 else None
    if box and not box.title:
        return None
    marks = {"reserve": s.reserve, "moved": s.moved, "fought": s.fought, "airborne": s.drop | s.airborne}
    badges = tuple(name for name, units in marks.items() if units >> u & 1)
    side, at = kinds.POWERS[s.power[u]] if s.power[u] >= 0 else "neutral", box.id if box else w.label(h)
    note = f"turn {w.turn_name(w.armies[u].turn)}" if h == kinds.LATER and w.armies[u].turn else ""
    values = (written(s, u), "XXXX", factors(s, u), steps_of(s, u), w.full[u])
    return Piece(w.name(u), w.name(u), side, at, *values, nation=w.nation[u], badges=badges, note=note)


def faces(s: State, shown: tuple[Piece, ...]) -> tuple[Face, ...]:
    """Counters of cardboard: of an army one for each class, with its strength in front and its reduced side behind."""
    w, out = s.world, []
    for piece in shown:
        u = w.number.get(piece.id, -1)
        if u < 0 or w.kind[u] == kinds.GROUP:
            out.append(Face(piece))
            continue
        for grade, (front, strength, back, rest) in enumerate(w.ladder[u]):
            full = replace(piece, factors=f"{strength} {kinds.CLASSES[front]}", steps=w.steps_of(u, grade, 0))
            weak = replace(piece, factors=f"{rest} {kinds.CLASSES[back]}", steps=w.steps_of(u, grade, 1))
            out.append(Face(full, weak))
    return tuple(out)


def commander(s: State, leader: int) -> Commander:
    """A leader as a man: name, stars as they count now, uniform. Cases 7.45a, 9.2b."""
    w = s.world
    row = w.leaders[leader]
    uniform = row.nation or UNIFORMS[w.leader_power[leader]]
    return Commander(row.name, stars(s, leader), f"{uniform} {row.look}".strip())


def _post_piece(s: State, name: str, power: int, at: int, leader: int, badges: tuple[str, ...]) -> Piece:
    """An HQ or General Staff marker with the man who leads it; it has no steps and fights only through him."""
    who = commander(s, leader) if leader >= 0 else None
    values = ("hq", "XXXXX", "" if who else "no leader", 0, 0)
    return Piece(name, name, kinds.POWERS[power], s.world.label(at), *values, badges=badges, leader=who)


def _posts(s: State) -> list[Piece]:
    w, out = s.world, []
    for power in w.powers:
        for k in hqs_on_map(s, power):
            leader = s.chief[k]
            shaken = leader >= 0 and s.shaken >> leader & 1
            marks = {"shaken": shaken, "reserve": s.hq_reserve >> k & 1, f"{s.air_hq[k]} air": s.air_hq[k]}
            badges = tuple(badge for badge, on in marks.items() if on)
            out.append(_post_piece(s, w.hqs[k].name, power, s.hq[k], leader, badges))
    for k, h in enumerate(s.staff):
        if h >= 0 and s.staff_chief[k] >= 0:
            out.append(_post_piece(s, w.staff[k].name, w.staff_power[k], h, s.staff_chief[k], ()))
    return out


def _men(s: State) -> list[Piece]:
    """Leaders without a post, each in the box of his fate. Cases 9.1a, 9.5a, 9.5b."""
    w, out = s.world, []
    for k, post in enumerate(s.post):
        if post < 0 and kinds.POSTS.at(post).title:
            name, side, who = w.leaders[k].name, kinds.POWERS[w.leader_power[k]], commander(s, k)
            note = (
                f"back on turn {w.turn_name(s.due[k])}"
                if post == kinds.WOUNDED and s.due[k] in w.turns
                else ""
            )
            box = f"{kinds.POSTS.at(post).id}-{side}"
            out.append(Piece(name, name, side, box, "leader", steps=0, full=0, note=note, leader=who))
    return out


def _works(s: State) -> list[Piece]:
    """Economic markers: transport, production and refinery values as printed, face down while inactive. Case 10.3a."""
    w, out, note = s.world, [], "transport-production-refinery"
    for k, marker in enumerate(w.markers):
        if s.works[k] < kinds.OFF_MAP:
            continue
        side, name = kinds.POWERS[s.works_power[k]], f"Works of {marker.name}"
        at = f"works-{side}" if s.works[k] == kinds.OFF_MAP else w.label(s.works[k])
        values = ("factory", "", f"{marker.transport}-{marker.production}-{marker.refinery}", 0, 0)
        idle = ("inactive",) if s.works_flags[k] & kinds.INACTIVE else ()
        out.append(Piece(w.name(kinds.WORKS_BASE + k), name, side, at, *values, badges=idle, note=note))
    return out


# --- markers, boxes, tracks


def _markers(s: State) -> list[Marker]:
    w, label, worth = s.world, s.world.label, goals(s)
    sides = (*kinds.POWERS, "")  # the last is nobody's
    out = [Marker(label(h), "victory", "1", sides[controller(s, h)]) for h in worth]
    for power in w.powers:
        taken = s.control[power] & w.cities & ~w.start_control[power] & ~union(worth)
        out += [Marker(label(h), "control", w.title(h), kinds.POWERS[power]) for h in bits(taken)]
    out += [
        Marker(label(h), "ship", "", kinds.POWERS[w.ship_power[k]]) for k, h in enumerate(s.ship) if h >= 0
    ]
    for kind, filed in (("partisan", s.partisans), ("air", s.air_at)):
        out += [Marker(label(at // 3), kind, str(n), kinds.POWERS[at % 3]) for at, n in filed.items()]
    for power in w.powers:
        out += [Marker(label(h), "bombed", "", kinds.POWERS[power]) for h in bits(s.bombs[power])]
    if s.target >= 0:
        out.append(Marker(w.label(s.target), "target", "under attack"))
    return out


def _economy(s: State, power: int) -> list[Box]:
    """Treasury, replacements and food of a power in words. Cases 5.3b, 6.2a, 10.4a."""
    w, side = s.world, kinds.POWERS[power]
    have, gain = totals(s, power), income(s, power)
    infantry, armor = s.saved[2 * power], s.saved[2 * power + 1]
    if power == kinds.ALLIED:
        text = f"{quantity(gain.points, 'movement point')} per turn, transport {have.transport}"
    else:
        text = f"oil {have.oil}, refineries {gain.refinery}: {quantity(gain.points, 'movement point')} per turn; transport {have.transport}"
    steps = f"infantry {infantry}, armor {armor}"
    if power == kinds.SOVIET and (s.population or s.production):
        steps += f"; population {s.population}, production {s.production}"
    air = f"{s.air[power]}, of which {s.air_left[power]} to place" if s.air_left[power] else str(s.air[power])
    rows = [("economy", "economy", text), ("steps", "replacement steps", steps), ("air", "air markers", air)]
    if power != kinds.ALLIED:
        feeds, short = w.tables.limits.armies_fed * food_points(s, power), hungry(s, power)
        rows.append(
            ("food", "food", f"for {quantity(feeds, 'unit')}" + (f", {short} too few" if short else ""))
        )
    name = kinds.POWER_NAMES[power]
    out = [Box(f"{key}-{side}", f"{name}: {title}", "treasury", side, words) for key, title, words in rows]
    away = sum(h == kinds.OFF_MAP and s.works_power[k] == power for k, h in enumerate(s.works))
    if away:
        out.append(
            Box(f"works-{side}", f"{name}: economic markers off the map", "treasury", side, count=away)
        )
    return out


def _boxes(s: State) -> list[Box]:
    w = s.world
    out = [
        Box(f"weather-{name}", name.capitalize(), "weather", text=kinds.WEATHER[s.weather[k]].capitalize())
        for k, name in enumerate(kinds.SECTIONS)
    ]
    for power in w.powers:
        if is_at_war(w, power, s.turn):
            out += _economy(s, power)
    for box in (box for box in kinds.POSTS if box.title):
        for power in w.powers:
            here = sum(s.post[k] == box.code for k in w.leaders_of[power])
            if here or box.id == "pool":
                side, name = kinds.POWERS[power], f"{kinds.POWER_NAMES[power]}: {box.title}"
                out.append(Box(f"{box.id}-{side}", name, "leaders", side, count=here))
    boxes = [box for box in kinds.BOXES if box.title]
    return out + [Box(box.id, box.title, "units", count=s.where.count(box.code)) for box in boxes]


def due(w: World, turn: int) -> str:
    """What a turn brings: air markers, armies, replacement steps. Cases 6.1a, 6.2a, 7.461a."""
    out = []
    for power in w.powers:
        if not is_at_war(w, power, turn):
            continue
        armies = [a.short for u, a in enumerate(w.armies) if a.turn == turn and w.side[u] == power]
        parts = [f"{w.air[power][turn - 1]} air"]
        if power == kinds.SOVIET:
            raised = w.infantry_due[turn - 1], w.tanks_due[turn - 1], len(w.shock_due[turn - 1])
            named = zip(raised, ("infantry", "tank", "shock"), strict=True)
            armies += [f"{n} {kind}" for n, kind in named if n]
        else:
            infantry, armor = w.allied_steps if power == kinds.ALLIED else w.axis_steps
            parts.append(f"steps {infantry[turn - 1]}+{armor[turn - 1]}")
        if armies:
            parts.append(f"armies: {', '.join(armies)}")
        out.append(f"{kinds.POWER_NAMES[power]}: {'; '.join(parts)}")
    return ". ".join(out)


def _turns(w: World) -> tuple[TurnSpace, ...]:
    """The turn track, which is the same all game."""
    store = w.cache("turns")
    if not store:
        turns = range(w.plan.first, w.plan.last + 1)
        letters = {n: f"{w.turn_name(n)} · " if w.game == kinds.WEST else "" for n in turns}
        # The name of a turn has its season in it: only snow is shown besides.
        snow = {n: kinds.WINTER if w.is_winter(n) else "" for n in turns}
        store[0] = tuple(TurnSpace(n, letters[n] + w.turns[n].title, snow[n], due(w, n)) for n in turns)
    found: tuple[TurnSpace, ...] = store[0]
    return found


def usual_turn() -> tuple[Phase, ...]:
    """The segments of a turn that does not begin with a surprise."""
    return tuple(
        Phase(*names)
        for names in zip(kinds.SEGMENT_IDS[: kinds.SURPRISE], kinds.SEGMENT_TITLES, strict=False)
    )


def view(s: State, seat: Seat) -> View:
    """All there is to know, the same for every seat. Cases 3.3b, 5.5c."""
    w = s.world
    pieces = [piece for u in w.units if (piece := _piece(s, u))]
    return View(
        game="lebensraum",
        scenario=w.plan.id,
        seat=seat,
        map=kinds.MAPS[w.game],
        turn=s.turn,
        turns=_turns(w),
        phases=usual_turn() if s.segment != kinds.SURPRISE else (Phase(kinds.SEGMENT_IDS[kinds.SURPRISE], kinds.SEGMENT_TITLES[kinds.SURPRISE]),),
        phase=kinds.SEGMENT_IDS[s.segment],
        active=deciders(s),
        sides=tuple(
            Side(kinds.POWERS[p], kinds.POWER_NAMES[p], COLOURS[p], held_whole(w.lands.country, s.control[p])) for p in w.powers
        ),
        neutral=held_by_nobody(w.lands.country, *(s.control[p] for p in w.powers)),
        pieces=(*pieces, *_posts(s), *_works(s), *_men(s)),
        markers=tuple(_markers(s)),
        boxes=tuple(_boxes(s)),
        tracks=tuple(
            Track(f"points-{kinds.POWERS[p]}", f"{kinds.POWER_NAMES[p]}: movement points", s.points[p], side=kinds.POWERS[p], note="in the treasury")
            for p in w.powers
        ),
        scores=scores(s),
        standing=standing(s),
        briefing=briefing(w),
        result=s.result,
    )  # fmt: skip

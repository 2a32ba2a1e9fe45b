"""What a person sees: everything, since all pieces are open (5.5c)."""

from __future__ import annotations

from msgspec.structs import replace

from hexfront.games.lebensraum.economy import totals
from hexfront.games.lebensraum.food import food_points, hungry
from hexfront.games.lebensraum.kinds import (
    ALLIED,
    BOXES,
    CAPTURED,
    CLASSES,
    GROUP,
    INACTIVE,
    KILLED,
    LATER,
    LOGISTICS,
    MAPS,
    OFF_MAP,
    PLAYER_PHASE,
    POOL,
    POWER_NAMES,
    POWERS,
    REDEPLOYMENT,
    SECTIONS,
    SEGMENT_IDS,
    SEGMENT_TITLES,
    SOVIET,
    SURPRISE,
    TERMINATED,
    WEATHER,
    WEST,
    WINTER,
    WORKS_BASE,
    WOUNDED,
)  # fmt: skip
from hexfront.games.lebensraum.overview import briefing, scores, standing
from hexfront.games.lebensraum.reach import unit_kind
from hexfront.games.lebensraum.setup import is_at_war
from hexfront.games.lebensraum.state import (
    State,
    class_of,
    controller,
    hqs_on_map,
    stars,
    steps_of,
    strength_of,
)
from hexfront.games.lebensraum.treasury import income
from hexfront.games.lebensraum.victory import goals
from hexfront.games.lebensraum.world import World
from hexfront.hexes import bits
from hexfront.kernel import (
    Box,
    Commander,
    Face,
    Marker,
    Phase,
    Piece,
    Seat,
    Side,
    Track,
    TurnSpace,
    View,
    deciders,
)

COLOURS = ("grey", "red", "green")
TYPES = ("Inf", "Tank", "Para")
UNIFORMS = ("german", "soviet", "american")
OFF_POST = {
    POOL: ("pool", "Leader pool"),
    WOUNDED: ("wounded", "Wounded leaders"),
    TERMINATED: ("terminated", "Dismissed leaders"),
    CAPTURED: ("captured", "Captured leaders"),
    KILLED: ("killed", "Fallen leaders"),
}
"""Where leaders without a post are shown, power by power. Cases 9.1a, 9.5a, 9.5b."""


# --- counters


def factors(s: State, u: int) -> str:
    """Strength and class as the counter shows them now. Case 3.3b."""
    return f"{strength_of(s, u)} {CLASSES[class_of(s, u)]}"


def written(s: State, u: int) -> str:
    """An army by its number and type, as the counters and the maps of the time had it. Case 14.0c."""
    short = s.world.short[u]
    return f"{short} {TYPES[unit_kind(s, u)]}" if short.isdigit() else short


def _piece(s: State, u: int) -> Piece | None:
    w, h = s.world, s.where[u]
    box = BOXES.at(h) if h < 0 else None
    if box and not box.title:
        return None
    marks = (
        ("reserve", s.reserve), ("moved", s.moved), ("fought", s.fought), ("airborne", s.drop | s.airborne)
    )  # fmt: skip
    note = f"turn {w.turn_name(w.armies[u].turn)}" if h == LATER and w.armies[u].turn else ""
    return Piece(
        id=w.name(u),
        name=w.name(u),
        side=POWERS[s.power[u]] if s.power[u] >= 0 else "neutral",
        at=box.id if box else w.label(h),
        symbol=written(s, u),
        size="XXXX",
        factors=factors(s, u),
        steps=steps_of(s, u),
        full=w.full[u],
        nation=w.nation[u],
        badges=tuple(name for name, units in marks if units >> u & 1),
        note=note,
    )


def faces(s: State, shown: tuple[Piece, ...]) -> tuple[Face, ...]:
    """Counters of cardboard: of an army one for each class, with its strength in front and its reduced side behind."""
    w, out = s.world, []
    for piece in shown:
        u = w.number.get(piece.id, -1)
        if u < 0 or w.kind[u] == GROUP:
            out.append(Face(piece))
            continue
        t = s.clone()
        for grade in range(len(w.ladder[u])):
            sides = []
            for weak in (0, 1):
                t.grade[u], t.weak[u] = grade, weak
                sides.append(replace(piece, factors=factors(t, u), steps=steps_of(t, u)))
            out.append(Face(*sides))
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
    factors = "" if who else "no leader"
    return Piece(
        name, name, POWERS[power], s.world.label(at), "hq", "XXXXX", factors, 0, 0, badges=badges, leader=who
    )


def _posts(s: State) -> list[Piece]:
    w, out = s.world, []
    for power in w.powers:
        for k in hqs_on_map(s, power):
            leader = s.chief[k]
            shaken = leader >= 0 and s.shaken >> leader & 1
            marks = (
                ("shaken", shaken),
                ("reserve", s.hq_reserve >> k & 1),
                (f"{s.air_hq[k]} air", s.air_hq[k]),
            )
            badges = tuple(badge for badge, on in marks if on)
            out.append(_post_piece(s, w.hqs[k].name, power, s.hq[k], leader, badges))
    for k, h in enumerate(s.staff):
        if h >= 0 and s.staff_chief[k] >= 0:
            out.append(_post_piece(s, w.staff[k].name, w.staff_power[k], h, s.staff_chief[k], ()))
    return out


def _men(s: State) -> list[Piece]:
    """Leaders without a post, each in the box of his fate."""
    w, out = s.world, []
    for k, post in enumerate(s.post):
        if post in OFF_POST:
            name, side = w.leaders[k].name, POWERS[w.leader_power[k]]
            note = f"back on turn {w.turn_name(s.due[k])}" if post == WOUNDED and s.due[k] in w.turns else ""
            box = f"{OFF_POST[post][0]}-{side}"
            out.append(
                Piece(name, name, side, box, "leader", steps=0, full=0, note=note, leader=commander(s, k))
            )
    return out


def _works(s: State) -> list[Piece]:
    """Economic markers: transport, production and refinery values as printed, face down while inactive. Case 10.3a."""
    w, out = s.world, []
    for k, h in enumerate(s.works):
        marker = w.markers[k]
        if h < OFF_MAP:
            continue
        values = f"{marker.transport}-{marker.production}-{marker.refinery}"
        side = POWERS[s.works_power[k]]
        idle = ("inactive",) if s.works_flags[k] & INACTIVE else ()
        at = f"works-{side}" if h == OFF_MAP else w.label(h)
        out.append(Piece(
            w.name(WORKS_BASE + k), f"Works of {marker.name}", side, at, "factory", "", values, 0, 0, badges=idle,
            note="transport-production-refinery",
        ))  # fmt: skip
    return out


# --- markers, boxes, tracks


def _markers(s: State) -> list[Marker]:
    w = s.world
    worth = goals(s)
    out = [
        Marker(w.label(h), "victory", "1", POWERS[p] if (p := controller(s, h)) >= 0 else "") for h in worth
    ]
    for power in w.powers:
        taken = s.control[power] & w.cities & ~w.start_control[power]
        out += [
            Marker(w.label(h), "control", w.title(h), POWERS[power]) for h in bits(taken) if h not in worth
        ]
    for k, h in enumerate(s.ship):
        if h >= 0:
            out.append(Marker(w.label(h), "ship", "", POWERS[w.ship_power[k]]))
    for kind, filed in (("partisan", s.partisans), ("air", s.air_at)):
        out += [Marker(w.label(at // 3), kind, str(n), POWERS[at % 3]) for at, n in filed.items()]
    out += [
        Marker(w.label(h), "bombed", "", POWERS[power]) for power in w.powers for h in bits(s.bombs[power])
    ]
    if s.target >= 0:
        out.append(Marker(w.label(s.target), "target", "under attack"))
    return out


def _plural(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _economy(s: State, power: int) -> list[Box]:
    """Treasury, replacements and food of a power in words. Cases 5.3b, 6.2a, 10.4a."""
    w, side = s.world, POWERS[power]
    have, gain = totals(s, power), income(s, power)
    infantry, armor = s.saved[2 * power], s.saved[2 * power + 1]
    if power == ALLIED:
        text = f"{gain.points} movement points a turn, transport {have.transport}"
    else:
        text = f"oil {have.oil}, refineries {gain.refinery}: {gain.points} movement points a turn; transport {have.transport}"
    steps = f"infantry {infantry}, armor {armor}"
    if power == SOVIET and (s.population or s.production):
        steps += f"; population {s.population}, production {s.production}"
    air = f"{s.air[power]}, of which {s.air_left[power]} to place" if s.air_left[power] else str(s.air[power])
    out = [
        Box(f"economy-{side}", f"{POWER_NAMES[power]}: economy", "treasury", side, text),
        Box(f"steps-{side}", f"{POWER_NAMES[power]}: replacement steps", "treasury", side, steps),
        Box(f"air-{side}", f"{POWER_NAMES[power]}: air markers", "treasury", side, air),
    ]
    if power != ALLIED:
        feeds, short = w.tables.limits.armies_fed * food_points(s, power), hungry(s, power)
        words = f"for {_plural(feeds, 'unit')}" + (f", {short} too few" if short else "")
        out.append(Box(f"food-{side}", f"{POWER_NAMES[power]}: food", "treasury", side, words))
    away = sum(h == OFF_MAP and s.works_power[k] == power for k, h in enumerate(s.works))
    if away:
        out.append(
            Box(f"works-{side}", f"{POWER_NAMES[power]}: works off the map", "treasury", side, count=away)
        )
    return out


def _boxes(s: State) -> list[Box]:
    w = s.world
    out = [
        Box(f"weather-{name}", name.capitalize(), "weather", text=WEATHER[s.weather[k]].capitalize())
        for k, name in enumerate(SECTIONS)
    ]
    for power in w.powers:
        if is_at_war(w, power, s.turn):
            out += _economy(s, power)
    for post, (place, title) in OFF_POST.items():
        for power in w.powers:
            here = sum(at == post and w.leader_power[k] == power for k, at in enumerate(s.post))
            if here or post == POOL:
                name = f"{POWER_NAMES[power]}: {title.lower()}"
                out.append(Box(f"{place}-{POWERS[power]}", name, "leaders", POWERS[power], count=here))
    return out + [
        Box(box.id, box.title, "units", count=s.where.count(box.code)) for box in BOXES if box.title
    ]


def due(w: World, turn: int) -> str:
    """What a turn brings: air markers, armies, replacement steps. Cases 6.1a, 6.2a, 7.461a."""
    out = []
    for power in w.powers:
        if not is_at_war(w, power, turn):
            continue
        armies = [a.short for u, a in enumerate(w.armies) if a.turn == turn and w.side[u] == power]
        parts = [f"{w.air[power][turn - 1]} air"]
        if power == SOVIET:
            raised = w.infantry_due[turn - 1], w.tanks_due[turn - 1], len(w.shock_due[turn - 1])
            named = zip(raised, ("infantry", "tank", "shock"), strict=True)
            armies += [f"{n} {kind}" for n, kind in named if n]
        else:
            infantry, armor = w.allied_steps if power == ALLIED else w.axis_steps
            parts.append(f"steps {infantry[turn - 1]}+{armor[turn - 1]}")
        if armies:
            parts.append(f"armies: {', '.join(armies)}")
        out.append(f"{POWER_NAMES[power]}: {'; '.join(parts)}")
    return ". ".join(out)


def _turns(w: World) -> tuple[TurnSpace, ...]:
    # The name of a turn has its season in it: only snow is shown besides.
    return tuple(
        TurnSpace(
            n, f"{w.turn_name(n)} · {w.turns[n].title}" if w.game == WEST else w.turns[n].title,
            WINTER if w.season(n) == WINTER else "", due(w, n),
        )
        for n in range(w.plan.first, w.plan.last + 1)
    )  # fmt: skip


def _phases(order: tuple[int, ...]) -> tuple[Phase, ...]:
    return tuple(Phase(SEGMENT_IDS[n], SEGMENT_TITLES[n]) for n in order)


def usual_turn() -> tuple[Phase, ...]:
    """The segments of a turn that does not begin with a surprise."""
    return _phases((*LOGISTICS, *PLAYER_PHASE, *REDEPLOYMENT))


def view(s: State, seat: Seat) -> View:
    """All there is to know, the same for every seat. Cases 3.3b, 5.5c."""
    w = s.world
    pieces = [piece for u in w.units if (piece := _piece(s, u))]
    return View(
        game="lebensraum",
        scenario=w.plan.id,
        seat=seat,
        map=MAPS[w.game],
        turn=s.turn,
        turns=_turns(w),
        phases=_phases((SURPRISE,)) if s.segment == SURPRISE else usual_turn(),
        phase=SEGMENT_IDS[s.segment],
        active=deciders(s),
        sides=tuple(Side(POWERS[p], POWER_NAMES[p], COLOURS[p]) for p in w.powers),
        pieces=(*pieces, *_posts(s), *_works(s), *_men(s)),
        markers=tuple(_markers(s)),
        boxes=tuple(_boxes(s)),
        tracks=tuple(
            Track(f"points-{POWERS[p]}", f"{POWER_NAMES[p]}: movement points", s.points[p], side=POWERS[p], note="in the treasury")
            for p in w.powers
        ),
        scores=scores(s),
        standing=standing(s),
        briefing=briefing(w),
        result=s.result,
    )  # fmt: skip

"""What each seat may know: everything, since stacks and chits are open (6.6)."""

from __future__ import annotations

from hexfront.games.motherland.air import air_ready
from hexfront.games.motherland.data import MAP
from hexfront.games.motherland.kinds import (
    ASSET,
    AXIS,
    BAKU,
    BOXES,
    CHIT_UNITS,
    FORTRESS,
    FOUGHT,
    GENERALS,
    GONE,
    LACK,
    MOVED,
    OUT,
    PARTISANS,
    PHASE_IDS,
    PHASE_TITLES,
    READY,
    SEATS,
    SOVIET,
)
from hexfront.games.motherland.overview import briefing, standing
from hexfront.games.motherland.reach import by_side
from hexfront.games.motherland.sequence import order_of_play
from hexfront.games.motherland.state import State, axis_holds, printed
from hexfront.games.motherland.supply import LINE, area, axis_sources, passable, soviet_rail, working_bases
from hexfront.games.motherland.victory import reckoning
from hexfront.games.motherland.world import World
from hexfront.games.motherland.zones import zoc
from hexfront.hexes import bits
from hexfront.kernel import (
    Box,
    Face,
    Marker,
    Overlay,
    Phase,
    Piece,
    Seat,
    Side,
    Stock,
    Track,
    TurnSpace,
    View,
    deciders,
)
from hexfront.wargame import Growth

GENERAL_STATUS = ("not here", "ready", "used")


AXIS_LANDS = ("germany", "finland", "hungary", "romania", "bulgaria")
BAKU_CORNER = "2635"
"""Where the Baku box lies: in the lower right corner of the map. Case 21.1.1."""
KEPT_PIECES = 50_000
"""At most this many counters are kept ready."""


def factors(s: State, u: int) -> str:
    """A counter's factors as they show now: letter and move for a Soviet unit without a chit."""
    w = s.world
    face = w.faces[u][min(w.full[u] - s.steps[u], len(w.faces[u]) - 1)]
    if w.kind[u] in CHIT_UNITS:
        letter = f"({w.letter[u]})" if w.kind[u] == FORTRESS else w.letter[u]
        if s.chit[u] < 0:
            return f"{letter}-{face[2]}"
        a, d = printed(s, u)
        return f"{a}-{d}-{face[2]}" if w.kind[u] != FORTRESS else f"({a})-{d}-0"
    a, d = printed(s, u)
    return f"{d}" if w.kind[u] == ASSET else f"{a}-{d}-{face[2]}"


def _badges(s: State, u: int) -> tuple[str, ...]:
    out = []
    if s.supply[u] == LACK:
        out.append("lack-of-supply")
    if s.supply[u] == OUT:
        out.append("out-of-supply")
    if s.where[u] >= 0 and s.flags[u] & MOVED:
        out.append("moved")
    if s.flags[u] & FOUGHT:
        out.append("fought")
    if u in s.expended:
        out.append("expended")
    return tuple(out)


def _box_id(w: World, u: int, where: int) -> str:
    """The box a counter is shown in: counters to be placed have a box for each side."""
    return f"ready-{SEATS[w.side[u]]}" if where == READY else BOXES.at(where).id


def _piece(s: State, u: int) -> Piece | None:
    w = s.world
    h = s.where[u]
    if h >= 0:
        at = w.label(h)
    else:
        if h == GONE:
            return None
        at = _box_id(w, u, h)
    note = ""
    if s.chit[u] >= 0:
        note = f"chit {w.chits[s.chit[u]].name}"
    elif at in ("track", "returning"):
        note = f"turn {s.due[u]}"
    return Piece(
        id=w.name(u),
        name=w.name(u),
        side=SEATS[w.side[u]],
        at=at,
        symbol=w.symbol[u],
        size=w.size[u],
        factors=factors(s, u),
        steps=s.steps[u],
        full=w.full[u],
        nation=w.nation[u],
        badges=_badges(s, u),
        note=note,
    )


def _pieces(s: State) -> tuple[Piece, ...]:
    """All counters. Most are as they were when last asked for: they are kept under everything that `_piece` looks at."""
    kept: dict[tuple[int, ...], Piece | None] = s.world.pieces
    if len(kept) > KEPT_PIECES:
        kept.clear()
    out: list[Piece] = []
    expended = set(s.expended)
    looks = zip(s.where, s.steps, s.supply, s.flags, s.chit, s.due, strict=True)
    for u, (where, steps, supply, flags, chit, due) in enumerate(looks):
        key = (u, where, steps, supply, flags, chit, due, u in expended)
        try:
            piece = kept[key]
        except KeyError:
            piece = kept[key] = _piece(s, u)
        if piece is not None:
            out.append(piece)
    return tuple(out)


def _markers(s: State) -> list[Marker]:
    w = s.world
    starred = sum({1 << h for _, h, *_ in w.worth})  # who holds a place that counts is said by its star
    out = [Marker(w.label(h), "control", "German control", "axis") for h in bits(s.axis_marks & ~starred)]
    out += [
        Marker(w.label(h), "control", "Soviet control", "soviet") for h in bits(s.soviet_marks & ~starred)
    ]
    out += [
        Marker(w.label(h), "partisan", PARTISANS[p], "soviet") for p, h in enumerate(s.partisans) if h >= 0
    ]
    out += [
        Marker(w.label(h), "victory", str(held), "axis" if axis_holds(s, h) else "soviet")
        for _, h, held, _, _ in w.worth
    ]
    moscow = w.moscow
    if s.stalin == 0 and moscow >= 0:
        out.append(Marker(w.label(moscow), "leader", "Stalin", "soviet"))
    if s.target >= 0:
        out.append(Marker(w.label(s.target), "target", "under attack"))
    return out


def _boxes(s: State) -> list[Box]:
    w = s.world
    counts: dict[str, int] = {}
    for u, h in enumerate(s.where):
        if h < 0:
            name = _box_id(w, u, h)
            counts[name] = counts.get(name, 0) + 1
    out = [
        Box(
            box.id,
            box.title,
            side=box.side,
            count=counts.get(box.id, 0),
            at=BAKU_CORNER if box.code == BAKU else "",
        )
        for box in BOXES
        if box.title and (box.code != BAKU or w.has_baku)
    ]
    out += [
        Box(f"ready-{seat}", "Reinforcements to place", side=seat, count=counts.get(f"ready-{seat}", 0))
        for seat in SEATS
    ]
    out.append(
        Box("air", "German Air Units", side="axis", text=f"{air_ready(s)} ready of {s.air}", count=s.air)
    )
    here = [f"{name} {GENERAL_STATUS[k]}" for name, k in zip(GENERALS, s.generals, strict=True) if k]
    out.append(Box("generals", "Soviet Generals", side="soviet", text=", ".join(here), count=len(here)))
    for letter in "ABC":
        kinds = [k for k in w.chits_of[letter] if s.cup[k]]
        text = ", ".join(f"{s.cup[k]}× {w.chits[k].name}" for k in kinds)
        count = sum(s.cup[k] for k in kinds)
        out.append(Box(f"cup-{letter}", f"Strength Chits {letter}", "cups", "soviet", text, count))
    stalin = ("in Moscow", "escaped", "dead")[s.stalin]
    out.append(Box("stalin", "Stalin", side="soviet", text=stalin))
    return out


def view(s: State, seat: Seat) -> View:
    """All there is to know; both seats see the same. Case 6.6."""
    from hexfront.games.motherland.administration import production_number

    w = s.world
    pieces = _pieces(s)
    order = order_of_play(w, s.turn)
    score = float(sum(line.value for line in reckoning(s)))
    last = w.plan.last
    return View(
        game="motherland",
        scenario=w.plan.id,
        seat=seat,
        map=MAP,
        turn=s.turn,
        turns=tuple(
            TurnSpace(box.number, box.date, box.weather, _turn_note(box.infantry, box.panzer, box.production))
            for box in w.turns.values()
            if w.plan.first <= box.number <= last
        ),
        phases=tuple(Phase(PHASE_IDS[p], PHASE_TITLES[p].removesuffix(" Phase")) for p in order),
        phase=PHASE_IDS[s.phase],
        active=deciders(s),
        sides=(
            Side("axis", "Axis", "grey", (*AXIS_LANDS, *(("turkey",) if s.turkey else ()))),
            Side("soviet", "Soviet Union", "red", ("ussr",)),
        ),
        neutral=() if s.turkey else ("turkey",),
        pieces=pieces,
        markers=tuple(_markers(s)),
        boxes=tuple(_boxes(s)),
        tracks=(
            Track(
                "production",
                "Soviet production",
                production_number(s),
                0,
                6,
                "soviet",
                "at most this on one die",
            ),
            Track("points", f"{w.plan.scorer.title()} victory points", score, side=w.plan.scorer),
        ),
        scores={w.plan.scorer: score},
        standing=standing(s, int(score)),
        briefing=briefing(w),
        result=s.result,
    )


def _turn_note(infantry: int, panzer: int, production: bool) -> str:
    parts = []
    if infantry or panzer:
        parts.append(f"i{infantry}/p{panzer}")
    if production:
        parts.append("production")
    return ", ".join(parts)


def overlays(s: State) -> tuple[Overlay, ...]:
    """Zones of control, supply, control of cities, victory points, reach; keys z, s, c, v, r."""
    w = s.world
    board = w.board
    zones = {SEATS[side]: board.labels(zoc(s, side)) for side in (AXIS, SOVIET)}
    german, army = w.unit("I"), w.unit("3 Army")
    supply = {
        "axis": board.labels(area(s, german).supplied),
        "soviet": board.labels(area(s, army).supplied),
    }
    sources = {label: letter for letter, hexes in w.sources.items() for label in board.labels(hexes)}
    axis = sum(1 << h for h in bits(w.points) if axis_holds(s, h))
    control = {"axis": board.labels(axis), "soviet": board.labels(w.points & ~axis)}
    worth = {
        w.label(h): f"{held}/{retaken}" if held != retaken else f"{held}"
        for _, h, held, retaken, _ in w.worth
    }
    cities = {"": tuple(worth)}
    return (
        Overlay("zones", "Zones of control", "z", zones),
        Overlay("supply", "Supply", "s", supply, sources, "sources of supply"),
        Overlay("control", "Control", "c", control),
        Overlay("victory", "Victory points", "v", cities, worth, "Soviet points when held / when recaptured"),
        Overlay("reach", "Reach", "r", {name: board.labels(found) for name, found in by_side(s).items()}),
        Overlay("trace", "Supply line", "", traces(s)),
    )


def traces(s: State) -> dict[str, tuple[str, ...]]:
    """For each supplied unit a shortest way, within the length of a Supply Line, to what feeds it: a railroad
    that leads to a source, a working Supply Base, or the source itself."""
    w = s.world
    out: dict[str, tuple[str, ...]] = {}
    for side in (AXIS, SOVIET):
        if side == AXIS:
            ends = working_bases(s) | axis_sources(w) | w.sources["F"]
        else:
            ends = soviet_rail(s) | w.sources["E"] | w.sources["S"]
        lines = Growth(w.grid, ends, passable(s, side), w.blocked_to_supply, w.land)
        for u in w.units_of[side]:
            h = s.where[u]
            if h >= 0 and w.combat[u] and not s.supply[u] and 0 <= lines.distance(h) <= LINE:
                out[w.name(u)] = tuple(w.label(n) for n in lines.way(h))
    return out


def chits(s: State) -> tuple[Stock, ...]:
    """The Strength Chits of a printed kit: full side and reduced side, with their letter, star and turn."""
    out = []
    for chit in s.world.chits:
        title = f"{chit.letter}{'*' if chit.starred else ''}" + (
            f" turn {chit.turn}" if chit.turn > 0 else ""
        )
        front, back = (
            Piece(
                f"chit-{chit.name}",
                title,
                "soviet",
                "",
                factors=f"{a}-{d}",
                nation="guards",
                steps=2 - n,
                full=2,
            )
            for n, (a, d) in enumerate((chit.full, chit.reduced))
        )
        out.append(Stock(Face(front, back), chit.count))
    return tuple(out)

"""What a person sees: everything, since all pieces are open (5.5c)."""

from __future__ import annotations

from hexfront.games.lebensraum.kinds import (
    BOXES,
    CLASSES,
    LOGISTICS,
    MAPS,
    PLAYER_PHASE,
    POOL,
    POWER_NAMES,
    POWERS,
    REDEPLOYMENT,
    SEGMENT_IDS,
    SEGMENT_TITLES,
    SURPRISE,
)  # fmt: skip
from hexfront.games.lebensraum.reach import unit_kind
from hexfront.games.lebensraum.state import State, class_of, hqs_on_map, stars, steps_of, strength_of
from hexfront.kernel import Box, Marker, Phase, Piece, Seat, Side, Track, TurnSpace, View, deciders

COLOURS = ("grey", "red", "green")
SYMBOLS = ("infantry", "armor", "airborne")


def factors(s: State, u: int) -> str:
    """Strength and class as the counter shows them now. Case 3.3b."""
    return f"{strength_of(s, u)} {CLASSES[class_of(s, u)]}"


def _piece(s: State, u: int) -> Piece | None:
    w, h = s.world, s.where[u]
    box = BOXES.at(h) if h < 0 else None
    if box and not box.title:
        return None
    marks = (
        ("reserve", s.reserve), ("moved", s.moved), ("fought", s.fought), ("airborne", s.drop | s.airborne)
    )  # fmt: skip
    return Piece(
        w.name(u),
        w.name(u),
        POWERS[s.power[u]] if s.power[u] >= 0 else "neutral",
        box.id if box else w.label(h),
        SYMBOLS[unit_kind(s, u)],
        "XXXX",
        factors(s, u),
        steps_of(s, u),
        w.full[u],
        w.nation[u],
        tuple(name for name, units in marks if units >> u & 1),
    )


def _hq_piece(s: State, k: int) -> Piece:
    w, leader = s.world, s.chief[k]
    who = f"{w.leaders[leader].name} {'*' * stars(s, leader)}".strip() if leader >= 0 else "no leader"
    marks = (("shaken", leader >= 0 and s.shaken >> leader & 1), ("reserve", s.hq_reserve >> k & 1))
    name, side = w.hqs[k].name, POWERS[w.hq_power[k]]
    badges = tuple(badge for badge, on in marks if on)
    return Piece(name, name, side, w.label(s.hq[k]), "hq", "XXXXX", who, badges=badges)


def _markers(s: State) -> list[Marker]:
    w = s.world
    out = [
        Marker(w.label(h), "works", w.markers[k].name, POWERS[s.works_power[k]])
        for k, h in enumerate(s.works)
        if h >= 0
    ]
    staff = [(m.name, m.power, h) for m, h in zip(w.staff, s.staff, strict=True) if h >= 0]
    ships = [(m.name, m.power, h) for m, h in zip(w.ships, s.ship, strict=True) if h >= 0]
    for kind, found in (("staff", staff), ("ship", ships)):
        out += [Marker(w.label(h), kind, name, power) for name, power, h in found]
    for kind, filed in (("partisan", s.partisans), ("air", s.air_at)):
        out += [Marker(w.label(at // 3), kind, str(n), POWERS[at % 3]) for at, n in filed.items()]
    if s.target >= 0:
        out.append(Marker(w.label(s.target), "target", "under attack"))
    return out


def _boxes(s: State) -> list[Box]:
    w = s.world
    out = [Box(box.id, box.title, count=s.where.count(box.code)) for box in BOXES if box.title]
    for power in w.powers:
        side = POWERS[power]
        names = [
            w.leaders[k].name for k, at in enumerate(s.post) if at == POOL and w.leader_power[k] == power
        ]
        out.append(Box(f"pool-{side}", "Leader pool", "leaders", side, ", ".join(names), len(names)))
    return out


def view(s: State, seat: Seat) -> View:
    """All there is to know, the same for every seat. Cases 3.3b, 5.5c."""
    w = s.world
    pieces = [piece for u in w.units if (piece := _piece(s, u))]
    pieces += [_hq_piece(s, k) for power in w.powers for k in hqs_on_map(s, power)]
    order = (SURPRISE,) if s.segment == SURPRISE else (*LOGISTICS, *PLAYER_PHASE, *REDEPLOYMENT)
    return View(
        game="lebensraum",
        scenario=w.plan.id,
        seat=seat,
        map=MAPS[w.game],
        turn=s.turn,
        turns=tuple(TurnSpace(n, w.turns[n].title) for n in range(w.plan.first, w.plan.last + 1)),
        phases=tuple(Phase(SEGMENT_IDS[n], SEGMENT_TITLES[n]) for n in order),
        phase=SEGMENT_IDS[s.segment],
        active=deciders(s),
        sides=tuple(Side(POWERS[p], POWER_NAMES[p], COLOURS[p]) for p in w.powers),
        pieces=tuple(pieces),
        markers=tuple(_markers(s)),
        boxes=tuple(_boxes(s)),
        tracks=tuple(
            Track(f"points-{POWERS[p]}", "Movement points", s.points[p], side=POWERS[p]) for p in w.powers
        ),
        result=s.result,
    )

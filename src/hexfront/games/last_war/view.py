"""What each seat may know. Counters on the map are open; what teams decide in a step is secret until all have."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.games.last_war import corrections, overview
from hexfront.games.last_war.briefing import briefing
from hexfront.games.last_war.data import ALLIES, AXIS, GARRISONS, KINDS, POWERS, SIDES, code
from hexfront.games.last_war.flags import flag_cost
from hexfront.games.last_war.front import bare_hexes
from hexfront.games.last_war.industry import output
from hexfront.games.last_war.plans import Attack
from hexfront.games.last_war.state import (
    FREE,
    LastWarState,
    assessment,
    builders,
    is_in_war,
    pag_side,
    planned,
    power_at,
)
from hexfront.games.last_war.victory import scores
from hexfront.games.last_war.withdrawal import loose_hexes
from hexfront.games.last_war.words import alliance, amount, stores
from hexfront.hexes import bits
from hexfront.kernel import (
    CONTROL,
    OBSERVER,
    Box,
    Marker,
    Phase,
    Piece,
    SeededSource,
    Side,
    Track,
    TurnSpace,
    View,
    deciders,
    with_item,
)

# The ten steps, with the air and the sea before them. Case sequence.ten-steps.
PHASES = (
    Phase("air", "Air"),
    Phase("sea", "Sea"),
    Phase("industry", "1 Industry"),
    Phase("deploy", "2 Deployment"),
    Phase("close", "3 Closing the line"),
    Phase("flags", "4 Offensive Flags"),
    Phase("cards", "5 Advantage Cards"),
    Phase("withdraw", "6 Withdrawal"),
    Phase("combat", "7 Combat"),
    Phase("update", "8 Map and losses"),
    Phase("straighten", "9 Straightening"),
    Phase("report", "10 Report"),
)
SYMBOLS = ("infantry", "armor", "air", "bomber", "supply", "garrison")


def knows(s: LastWarState, seat: str, power: int) -> bool:
    """Whether a seat sees a power's choices as they are made."""
    return seat == CONTROL or s.world.seat_of[power] == seat


def reads(s: LastWarState, seat: str, power: int) -> bool:
    """Whether a seat may read a power's briefing and hand: its own side's. RULING cards-d. Case cards.initial-set."""
    return seat == CONTROL or s.world.seat_side.get(seat, -1) == s.world.side_of[power]


def stock(s: LastWarState, seat: str, i: int, power: int, kind: int) -> int:
    """Points in a hex as a seat sees them."""
    return (s.at if knows(s, seat, power) else s.shown).get(code(i, power, kind), 0)


def view(s: LastWarState, seat: str) -> View:
    """All that a seat may know, built from nothing."""
    w = s.world
    axis, allies = scores(s)
    return View(
        game="last_war",
        scenario=w.setup.scenario,
        seat=seat,
        map=w.board.id,
        turn=s.turn,
        turns=tuple(TurnSpace(n, t.label, "winter" if t.winter else "") for n, t in enumerate(w.turns, 1)),
        phases=PHASES,
        phase=s.phase,
        active=deciders(s),
        sides=(Side("axis", "Axis", "grey"), Side("allies", "Allies", "red")),
        pieces=pieces(s, seat),
        markers=markers(s, seat),
        boxes=boxes(s, seat),
        tracks=tracks(s, seat),
        scores={"axis": float(axis), "allies": float(allies)},
        standing=overview.standing(s),
        briefing=overview.briefing(w),
        result=s.result,
        extra=extra(s, seat),
    )


def pieces(s: LastWarState, seat: str) -> tuple[Piece, ...]:
    """One card a hex and side with all its Men; other points as counters beside it. Cases resources.hex-card,
    resources.six-kinds and outline.no-units."""
    w = s.world
    stocks: dict[tuple[int, int, int], dict[int, int]] = {}
    for n in range(len(w.powers)):
        source = s.at if knows(s, seat, n) else s.shown
        for key, count in source.items():
            i, rest = divmod(key, POWERS * 6)
            if rest // 6 == n:
                stocks.setdefault((i, w.side_of[n], rest % 6), {})[n] = count
    # The line in China is shown with its empty markers. Case front-line.china-shown.
    for side in (
        AXIS,
        ALLIES,
    ):
        for i in bits(s.line[side] & w.china):
            stocks.setdefault((i, side, 0), {power_at(s, i): 0})
    out = []
    for (i, side, kind), by_power in sorted(stocks.items()):
        total = sum(by_power.values())
        lead = max(by_power, key=lambda n: (by_power[n], -n))
        out.append(
            Piece(
                id=f"{w.label(i)}-{SIDES[side]}-{KINDS[kind]}",
                name=amount(total, kind),
                side=SIDES[side],
                at=w.label(i),
                symbol=SYMBOLS[kind],
                factors=str(total),
                steps=total,
                full=total,
                nation=w.powers[lead].id,
                note=", ".join(f"{w.powers[n].name} {v}" for n, v in sorted(by_power.items())),
            )
        )
    return tuple(out)


def markers(s: LastWarState, seat: str) -> tuple[Marker, ...]:
    """The line, flags on hexsides, fortifications, partisans, zones, bases, flak."""
    w = s.world
    out = []
    for side in (AXIS, ALLIES):
        for i in bits(s.line[side]):
            out.append(Marker(w.label(i), "front", side=SIDES[side]))
    own = [p for p in planned(s, Attack) if knows(s, seat, p.power)]
    for flag in sorted((*s.flags, *own), key=lambda p: (p.power, p.craft, p.by_sea, p.at)):
        label = w.powers[flag.power].name + (", landing craft" if flag.craft else "")
        out.append(Marker(w.label(flag.at), "flag", label, SIDES[w.side_of[flag.power]], w.label(flag.to)))
    for key, layers in sorted(s.forts.items()):
        i, j = divmod(key, w.top)
        holder = power_at(s, i)
        out.append(
            Marker(
                w.label(i), "fort", str(layers), SIDES[w.side_of[holder]] if holder >= 0 else "", w.label(j)
            )
        )
    for key, works in sorted(s.works.items()):
        i, j = divmod(key, w.top)
        power, layers = builders(works)
        text = "building" if layers == 1 else f"building {layers}"
        out.append(Marker(w.label(i), "works", text, SIDES[w.side_of[power]], w.label(j)))
    for i, owner in sorted(s.pags.items()):
        name = "independent" if owner >= FREE else w.powers[owner].name
        out.append(Marker(w.label(i), "partisans", name, SIDES[pag_side(s, owner)]))
    for i, what in sorted(s.zones.items()):
        out.append(Marker(w.label(i), "zone", w.purposes[what // POWERS], SIDES[w.side_of[what % POWERS]]))
    for i, powers in sorted(s.bases.items()):
        for n in bits(powers):
            out.append(Marker(w.label(i), "base", w.powers[n].name, SIDES[w.side_of[n]]))
    for i, n in sorted(s.flak.items()):
        out.append(Marker(w.label(i), "flak", "running" if s.flak_on >> i & 1 else "", SIDES[w.side_of[n]]))
    for key, count in sorted(s.guard.items()):
        out.append(Marker(w.label(key // POWERS), "air-defence", str(count), SIDES[w.side_of[key % POWERS]]))
    worth = {w.place(name): value for name, value in w.victory["places"].items()}
    for i, value in sorted(worth.items()):
        holder = power_at(s, i)
        side_there = SIDES[w.side_of[holder]] if holder >= 0 else ""
        out.append(Marker(w.label(i), "victory", str(value), side_there))
    for i in bits(w.cities):
        if i in worth:
            continue
        holder = power_at(s, i)
        out.append(Marker(w.label(i), "control", w.title(i), SIDES[w.side_of[holder]] if holder >= 0 else ""))
    return tuple(out)


def boxes(s: LastWarState, seat: str) -> tuple[Box, ...]:
    """Pools, hands, loss records and sea areas. Case cards.initial-set."""
    w = s.world
    out = []
    for n, power in enumerate(w.powers):
        side = SIDES[w.side_of[n]]
        pool = s.pool if knows(s, seat, n) else s.shown_pool
        held = ", ".join(amount(pool[n * 6 + k], k) for k in range(6) if pool[n * 6 + k]) or "empty"
        more = (
            f"; concrete {s.concrete[n]}, landing craft {s.craft[n]}" if s.concrete[n] or s.craft[n] else ""
        )
        out.append(
            Box(
                f"pool-{power.id}",
                f"{power.name}: Pool",
                "pools",
                side,
                held + more,
                sum(pool[n * 6 : n * 6 + 6]),
            )
        )
        if s.hand[n]:
            cards = ", ".join(f"{power.cards[c].name} ({power.cards[c].value})" for c in bits(s.hand[n]))
            out.append(
                Box(
                    f"hand-{power.id}",
                    f"{power.name}: Advantage Cards",
                    "hands",
                    side,
                    cards if reads(s, seat, n) else "",
                    s.hand[n].bit_count(),
                )
            )
        lost = ", ".join(amount(s.lost[n * 6 + k], k) for k in range(6) if s.lost[n * 6 + k]) or "none"
        out.append(
            Box(
                f"lost-{power.id}",
                f"{power.name}: losses",
                "losses",
                side,
                lost,
                sum(s.lost[n * 6 : n * 6 + 6]),
            )
        )
        industry = stores(output(s, n)) if is_in_war(s, n) and s.turn else "nothing yet"
        out.append(Box(f"industry-{power.id}", f"{power.name}: next production", "industry", side, industry))
        if reads(s, seat, n):
            out.append(Box(f"brief-{power.id}", f"{power.name}: briefing", "briefings", side, briefing(w, n)))
    for a, area in enumerate(w.areas):
        text = ", ".join(
            f"{w.powers[n].name} {s.fleet[a * POWERS + n]}"
            for n in range(len(w.powers))
            if s.fleet[a * POWERS + n]
        )
        out.append(Box(f"sea-{area}", w.area_names[a], "sea", "", text or "no fleet"))
    if w.is_umpired:
        out.append(Box("control", "Control's rulings", "control", "", "; ".join(s.notes[-6:]), len(s.notes)))
        if seat == CONTROL:
            unseen = "; ".join(s.asides[-6:])
            out.append(
                Box("asides", "Corrections the teams do not see", "control", "", unseen, len(s.asides))
            )
    return tuple(out)


def tracks(s: LastWarState, seat: str) -> tuple[Track, ...]:
    """Effectiveness, flags, morale and victory points. An enemy's effectiveness is an assessment. Case
    me.briefing."""
    w = s.world
    out = []
    for n, power in enumerate(w.powers):
        side = SIDES[w.side_of[n]]
        if seat == CONTROL:
            me, note = s.me[n], "exact"
        elif seat in w.seat_side:
            me = assessment(s, w.seat_side[seat], n)
            note = "exact" if w.seat_side[seat] == w.side_of[n] else "assessment"
        else:
            me, note = 0, "not known"
        out.append(Track(f"me-{power.id}", f"{power.name}: effectiveness", me, 0, 6, side, note))
        # Whoever places a flag sees one fewer at once; the others see it when the flags are open.
        placed = planned(s, Attack, n) if knows(s, seat, n) else []
        out.append(
            Track(
                f"flags-{power.id}",
                f"{power.name}: flags left",
                max(0, s.flags_left[n] - sum(flag_cost(s, each.to, each.by_sea) for each in placed)),
                0,
                max(s.flags_left[n], *power.flags),
                side,
            )
        )
        if w.areas:
            most = max(s.naval_left[n], *power.naval_flags)
            out.append(
                Track(f"naval-{power.id}", f"{power.name}: Naval flags left", s.naval_left[n], 0, most, side)
            )
            out.append(
                Track(f"morale-{power.id}", f"{power.name}: morale", s.morale[n], 0, power.morale, side)
            )
    allies = scores(s)[ALLIES]
    total = sum(w.victory["places"].values())
    note = f"The Allies win with {w.victory['allies_need']}, the Axis below {w.victory['axis_below']}."
    out.append(Track("vp", "Allied victory points", allies, 0, total, "allies", note))
    return tuple(out)


def extra(s: LastWarState, seat: str) -> dict[str, Any]:
    """A seat's own secret choices in the step now going on."""
    w = s.world
    mine = [msgspec.to_builtins(p) for p in s.plans if knows(s, seat, p.power)]
    out: dict[str, Any] = {"plans": mine, "done": list(s.done)}
    out["first"] = SIDES[s.first]  # in the open, whoever decided it: sequence.4-order
    if s.fights:
        out["fights"] = [w.areas[n // 2] for n in s.fights]  # fleet actions are announced in the open
    if seat in s.focus:
        out["at"] = s.focus[seat]
    if seat == CONTROL:
        out["focus"] = {k: s.focus[k] for k in sorted(s.focus)}
        out["me"] = list(s.me)
        out["errors"] = list(s.guess)  # of each side in its assessment of each power
        out["combats"] = [
            {
                "hex": i,
                "at": w.label(i),
                "title": f"{alliance(side, 'attacks')} {w.title(i)}",
                "side": side,
                "set": s.ruled.get(i * 2 + side, ""),
            }
            for i, side in corrections.coming(s)
        ]
    if seat == OBSERVER and s.flags:  # for the wall of a room: what is to be fought, as the flags show it
        out["to_come"] = [f"{alliance(side, 'attacks')} {w.title(i)}" for i, side in corrections.coming(s)]
    out["garrisons"] = {w.powers[n].id: s.shown_pool[n * 6 + GARRISONS] for n in range(len(w.powers))}
    return out


def resample(s: LastWarState, seat: str, source: SeededSource) -> LastWarState:
    """The same position with the other teams' unrevealed choices undone, the enemy's effectiveness drawn afresh within its assessment, and so are his errors about the seat's own powers."""
    new = s.clone()
    if seat == CONTROL:
        return new
    w = s.world
    mine = set(w.powers_of.get(seat, ()))
    new.plans = [p for p in s.plans if p.power in mine]
    new.focus = {k: v for k, v in s.focus.items() if k == seat}
    for n in range(len(w.powers)):
        if n in mine:
            continue
        new.pool[n * 6 : n * 6 + 6] = s.shown_pool[n * 6 : n * 6 + 6]
        if s.phase == "deploy":
            new.cargo = {k: v for k, v in new.cargo.items() if k // 6 % POWERS != n}
            new.shipped = with_item(new.shipped, n, 0)
            new.lent = (*new.lent[: n * 2], 0, 0, *new.lent[n * 2 + 2 :])
    at = {k: v for k, v in s.at.items() if k // 6 % POWERS in mine}
    at.update((k, v) for k, v in s.shown.items() if k // 6 % POWERS not in mine)
    new.at = dict(sorted(at.items()))
    if s.phase == "deploy":  # what others have done about it is their secret
        owed = ((each, s.bare.get(each, 0) if each == seat else bare_hexes(new, each)) for each in w.seats)
        new.bare = {each: hexes for each, hexes in owed if hexes}
    new.loose = loose_hexes(new) if s.loose else ()
    side = w.seat_side.get(seat, -1)
    for n in range(len(w.powers)):
        if side >= 0 and w.side_of[n] != side:
            believed = assessment(s, side, n)
            error = source.below(3) - 1
            new.me = with_item(new.me, n, max(1, believed - error))
            new.guess = with_item(new.guess, side * POWERS + n, believed - new.me[n])
    for n in range(len(w.powers)):
        if side != 1 - w.side_of[n]:  # how the enemy misjudges a power is his secret
            new.guess = with_item(
                new.guess, (1 - w.side_of[n]) * POWERS + n, max(1 - new.me[n], source.below(3) - 1)
            )
        else:
            new.edge = with_item(
                new.edge, n, 0
            )  # what Control has made of an enemy is hidden like his effectiveness
    new.saved, new.asides, new.ruled = (), (), {}
    return new

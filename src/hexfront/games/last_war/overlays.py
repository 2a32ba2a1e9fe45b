"""Layers over the map, and combats worked out before the dice."""

from __future__ import annotations

from hexfront.games.last_war.cards import combats
from hexfront.games.last_war.combat import Battle, attack_hexes, is_possible, situation
from hexfront.games.last_war.data import ALLIES, AXIS, SIDES
from hexfront.games.last_war.deployment import ground
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.plans import Attack
from hexfront.games.last_war.reckoning import COLOURS, DICE, EFFECTS
from hexfront.games.last_war.state import LastWarState, assessment, open_land, planned_by, side_held
from hexfront.games.last_war.words import alliance, strength
from hexfront.kernel import CONTROL, Forecast, Overlay, Working, pending


def overlays(s: LastWarState, seat: str) -> tuple[Overlay, ...]:
    """Front, ground, Pool reach and what counts for victory."""
    w = s.world
    labels = w.board.labels
    out = [
        Overlay("front", "Front line", "f", {SIDES[x]: labels(s.line[x]) for x in (AXIS, ALLIES)}),
        Overlay(
            "ground",
            "Who holds what",
            "g",
            {**{SIDES[x]: labels(side_held(s, x)) for x in (AXIS, ALLIES)}, "": labels(open_land(s))},
        ),
    ]
    if seat in w.powers_of:
        reach = 0
        for n in w.powers_of[seat]:
            reach |= ground(s, n)
        out.append(Overlay("pool", "Where your Pools reach", "p", {SIDES[w.seat_side[seat]]: labels(reach)}))
    places = w.victory["places"]
    out.append(
        Overlay(
            "victory", "Victory points", "v", labels={w.label(w.place(p)): str(v) for p, v in places.items()}
        )
    )
    winter = w.cold & w.play if s.turn and w.turns[s.turn - 1].winter else 0
    if winter:
        out.append(Overlay("winter", "Two flags per operation", "w", {"": labels(winter)}))
    return tuple(out)


def believed(s: LastWarState, seat: str) -> list[int]:
    """Effectiveness of all powers as a seat believes it to be. Case me.briefing."""
    if seat == CONTROL or seat not in s.world.seat_side:
        return list(s.me)
    return [assessment(s, s.world.seat_side[seat], n) for n in range(len(s.world.powers))]


def forecast(s: LastWarState, seat: str) -> Forecast | None:
    """The combat being put together, or the next one due, worked out as far as this seat can."""
    frame = pending(s)
    if isinstance(frame, FlagPlacing) and seat in s.world.seat_side:
        return _planned(s, seat, frame)
    if isinstance(frame, Battle):
        return work_out(s, seat, frame.hex, frame.side)
    if s.phase in ("cards", "withdraw") and seat in s.world.seat_side:
        shown = as_seen(s, seat)
        for to, side in combats(shown):
            if is_possible(shown, to, side):
                return work_out(shown, seat, to, side)
    return None


def _planned(s: LastWarState, seat: str, frame: FlagPlacing) -> Forecast | None:
    """The attack whose flag a team placed last, with all its flags into that hex and what it knows of the enemy; while it
    looks for the next one there is nothing to work out. Case combat.multi-hex."""
    mine = planned_by(s, Attack, seat)
    if not mine or seat in s.focus:
        return None
    shown = as_seen(s, seat).clone()
    shown.flags = [*shown.flags, *mine]
    to = mine[-1].to
    return work_out(shown, seat, to, frame.side) if is_possible(shown, to, frame.side) else None


def as_seen(s: LastWarState, seat: str) -> LastWarState:
    """The position with other teams' stocks as this seat sees them."""
    if s.at == s.shown:
        return s
    new = s.clone()
    mine = s.world.powers_of[seat]
    at = {k: v for k, v in s.at.items() if k // 6 % 8 in mine}
    at.update((k, v) for k, v in s.shown.items() if k // 6 % 8 not in mine)
    new.at = at
    return new


def work_out(s: LastWarState, seat: str, to: int, side: int) -> Forecast:
    """Every line of the working, and the chance of each colour."""
    w, t = s.world, s.world.tables
    f = situation(s, to, side, believed(s, seat))
    r = t.reckon(f)
    a, d = f.attacker, f.defender
    working = [
        Working("Attacker", strength(a), "combat.1-sum"),
        Working("Defender", strength(d), "combat.1-sum"),
        Working("Times effectiveness", f"{a.product} to {d.product}", "combat.2-multiply"),
        *((Working("Enemy effectiveness", "an estimate", "me.briefing"),) if seat in w.seat_side else ()),
        Working("Odds", t.results.columns[r.base], "combat.3-odds"),
        *(Working(each.label, f"{each.columns:+d}", each.rule) for each in r.shifts),
        Working("Column", t.results.columns[r.column], "combat.4-shifts"),
        Working(
            "On the dice", f"attacker {r.attacker_die:+d}, defender {r.defender_die:+d}", "combat.5-dice"
        ),
        Working("Terrain", "a landing" if f.amphibious else f.terrain, "combat.target-terrain"),
    ]
    chances: dict[str, float] = {}
    for dice, p in DICE.chances():
        assert isinstance(dice, tuple)
        v = t.verdict(f, r, int(dice[0]), int(dice[1]))
        name = f"{COLOURS[v.colour]}: {EFFECTS[v.effect]}"
        chances[name] = chances.get(name, 0.0) + p
    lost = t.losses(f)
    working.append(Working("Losses", f"attacker {lost.attacker}, defender {lost.defender}", "losses.lookup"))
    rows = sorted(t.results.rows)
    return Forecast(
        title=f"{alliance(side, 'attacks')} {w.title(to)}",
        at=w.label(to),
        working=tuple(working),
        columns=t.results.columns,
        column=r.column,
        rows=tuple(f"{n:+d}" for n in rows),
        cells=tuple(t.results.rows[n] for n in rows),
        chances=tuple(sorted(((k, round(v, 6)) for k, v in chances.items()), key=lambda x: (-x[1], x[0]))),
        attackers=tuple(w.label(i) for i in attack_hexes(s, to, side)),
        defenders=(w.label(to),),
    )

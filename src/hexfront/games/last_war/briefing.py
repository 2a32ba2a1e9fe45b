"""A nation's briefing in words: what its team may know and count on."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.last_war.data import ALLIES, AXIS, KINDS, LINES, LastWarWorld, in_period
from hexfront.games.last_war.words import MADE, alliance, made, stores
from hexfront.words import listed, quantity


def briefing(w: LastWarWorld, power: int) -> str:
    """The briefing of a power, a line for each subject. Cases me.briefing, flags.briefing and cards.initial-set."""
    found = w.briefings.get(power)
    if found is None:
        found = w.briefings[power] = "\n".join(paragraphs(w, power))
    return found


def paragraphs(w: LastWarWorld, power: int) -> Iterator[str]:
    """The lines of a briefing; lines that do not concern the nation are left out."""
    p = w.powers[power]
    if p.aims:
        yield f"War aims: {p.aims}"
    if p.entry > 1:
        yield f"Enters the war: {w.turns[p.entry - 1].label}."
    yield f"Military Effectiveness: {by_year(w, p.me)}."
    yield f"Offensive Flags per turn: {by_year(w, p.flags)}."
    if any(p.naval_flags):
        yield f"Naval flags per turn: {by_year(w, p.naval_flags)}."
    rows = [(kind, p.production.get(kind, ())) for kind in ("men", *LINES)]
    making = [f"{MADE[kind]} {by_year(w, row)}" for kind, row in rows if any(row)]
    if making:
        yield f"Production per turn: {'; '.join(making)}."
    if p.resets:
        yield (
            f"Industry can be changed at the start of a year: {quantity(p.resets, 'line')}, each standing still "
            f"for that turn."
        )
    if p.zones:
        zones = [z.name if not z.at or z.at == z.name else f"{z.name} ({z.at})" for z in p.zones]
        yield f"Industrial Zones: {listed(zones)}."
    start = {kind: p.start.get(kind, 0) for kind in (*KINDS, "concrete", "craft")}
    yield f"In the Pool at the start: {stores(start)}."
    yield f"Garrisons in all: {p.garrisons}."
    if p.pags.most:
        yield (
            f"Partisans: {p.pags.start} at the start, then {by_year(w, p.pags.per_turn)} a turn, "
            f"at most {p.pags.most} in the field."
        )
    if p.cards:
        yield f"Advantage Cards: {listed(f'{card.name} ({card.value})' for card in p.cards)}. No more are issued."
    if any(p.routes) or any(p.shipyard):
        yield (
            f"At sea: convoys per turn {by_year(w, p.routes)}, of {w.costs['convoy']} points each; "
            f"new naval points per turn {by_year(w, p.shipyard)}."
        )
    if any(p.lend):
        yield f"Lend-lease per turn: {made(p.lend[0], 'lsp')}, and Tanks or Aircraft up to {p.lend[1]}."
    if p.hold:
        when = listed(w.turns[n - 1].label for n in p.hold)
        yield f"High command forbids withdrawals in {when}, unless a card is played for permission."
    yield f"Morale: {p.morale}."
    if p.collapse:
        yield f"Leaves the war when {listed(p.collapse)} {'are' if len(p.collapse) > 1 else 'is'} lost."
    if p.over:
        yield f"Then {p.over_name} goes over to the enemy."
    yield from victory_words(w)


def victory_words(w: LastWarWorld) -> Iterator[str]:
    """How the war is won, for every team alike."""
    v = w.victory
    yield f"Victory at the end: the Allies with {v['allies_need']} points, the Axis if they have fewer than {v['axis_below']}."
    for side, key in ((AXIS, "axis"), (ALLIES, "allies")):
        goals = [f"they hold {listed(goal)}" for goal in v.get(f"{key}_wins", ())]
        goals += [
            f"{named(w.powers[w.number[name]].name)} leaves the war" for name in v.get(f"{key}_beat", ())
        ]
        if goals:
            yield f"{alliance(side, 'wins')} at once if {'; or if '.join(goals)}."


def named(power: str) -> str:
    """A power within a sentence: "Germany", "the Soviet Union"."""
    return f"the {power}" if power.endswith((" Union", " States")) else power


def by_year(w: LastWarWorld, row: tuple[int, ...]) -> str:
    """A row of figures with the periods they are for: "5 (1942, 1943), 4 (1944)"; one figure alone if it never
    changes."""
    names: dict[int, str] = {}
    for turn in w.turns:
        names.setdefault(turn.period, turn.label if w.is_monthly else str(turn.year))
    out: list[tuple[int, list[str]]] = []
    for period, name in sorted(names.items()):
        figure = in_period(row, period)
        if out and out[-1][0] == figure:
            out[-1][1].append(name)
        else:
            out.append((figure, [name]))
    if len(out) == 1:
        return str(out[0][0])
    return ", ".join(
        f"{figure} ({years[0]}{f' to {years[-1]}' if len(years) > 1 else ''})" for figure, years in out
    )

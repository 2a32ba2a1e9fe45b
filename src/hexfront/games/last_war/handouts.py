"""What a room needs on paper besides map and tables: briefings, cards, counters for points and flags, forms."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.last_war.briefing import briefing
from hexfront.games.last_war.data import AIR, BOMBERS, GARRISONS, LSP, MEN, POWERS, SIDES, TANKS, LastWarWorld
from hexfront.games.last_war.state import LastWarState
from hexfront.kernel import Face, Handout, Piece, Stock

CHANGE = {
    MEN: (1, 2, 3, 5),
    TANKS: (1, 2, 3),
    AIR: (1, 2, 3),
    BOMBERS: (1, 2),
    LSP: (1, 2, 5),
    GARRISONS: (1,),
}
"""For each kind, the amounts that counters are printed for."""

NAMES = {MEN: "Men", TANKS: "Tanks", AIR: "Aircraft", BOMBERS: "Bombers", LSP: "LSP", GARRISONS: "Garrison"}
SYMBOLS = {MEN: "infantry", TANKS: "armor", AIR: "air", BOMBERS: "air", LSP: "supply", GARRISONS: "garrison"}
SPARE = 1.5
"""Points on counters for each point that a power has at the start: what is built must find its counters too."""

CARD_TEXT = (
    "Once. Before the flags: bid {value} for the choice who places them first. Once they are placed: add {value} to the die of one "
    "combat, or move a combat by one column, or place one more Offensive Flag, or ask Control for another advantage."
)


def handouts(s: LastWarState) -> tuple[Handout, ...]:
    """Briefings and cards by nation, then forms."""
    w = s.world
    papers = [
        Handout("paper", f"{power.name}: briefing", briefing(w, n), side=SIDES[w.side_of[n]], nation=power.id)
        for n, power in enumerate(w.powers)
    ]
    cards = [
        Handout(
            "card",
            card.name,
            CARD_TEXT.format(value=card.value),
            side=f"{power.name} · value {card.value}",
            nation=power.id,
        )
        for power in w.powers
        for card in power.cards
    ]
    forms = (
        Handout(
            "form", "Orders for a turn", "One sheet per power and turn, handed to Control before flags are revealed.",
            columns=("From hex", "To hex", "Flag", "Men", "Tanks", "Aircraft", "LSP", "Card"), rows=20,
        ),
        Handout(
            "form", "Turn sheet", "What a power has at the beginning of each turn, and what it builds.",
            columns=("Turn", "Men", "Tanks", "Aircraft", "Bombers", "LSP", "Flags", "Lost"), rows=16,
        ),
        Handout(
            "form", "Combat sheet", "For Control: one line per combat.",
            columns=("Hex", "Attacker", "Defender", "Odds", "Shifts", "Die", "Result", "Losses"), rows=20,
        ),
    )  # fmt: skip
    return (*papers, *cards, *forms)


def stocks(s: LastWarState) -> tuple[Stock, ...]:
    """Counters for points of every kind a power has, flags, partisans and works."""
    return tuple(stock for n in range(len(s.world.powers)) for stock in _of_power(s, n))


def _of_power(s: LastWarState, n: int) -> Iterator[Stock]:
    w = s.world
    side, nation = SIDES[w.side_of[n]], w.powers[n].id
    owned = _points(s, n)
    for kind, amounts in CHANGE.items():
        if not owned[kind]:
            continue
        share = owned[kind] * SPARE / len(amounts)
        for value in amounts:
            count = max(1, round(share / value))
            yield Stock(Face(_counter(w, n, NAMES[kind], SYMBOLS[kind], str(value))), count)
    ships = sum(s.fleet[area * POWERS + n] for area in range(len(w.areas)))
    for value in (1, 2, 5) if ships else ():
        yield Stock(Face(_counter(w, n, "Naval", "naval", str(value))), max(1, round(ships / 2 / value)))
    for name, symbol, count in _markers(w, n):
        yield Stock(Face(Piece(f"{name}-{nation}", name, side, "", symbol, nation=nation)), count)


def _markers(w: LastWarWorld, n: int) -> Iterator[tuple[str, str, int]]:
    """Markers without a number: their name, their symbol, and how many a power is given."""
    power = w.powers[n]
    flies = any(power.production.get("bombers", ())) or power.start.get("bombers", 0)
    lands = any(power.production.get("craft", ())) or power.start.get("craft", 0)
    yield "Offensive Flag", "flag", max(power.flags, default=0)
    yield "Naval flag", "naval", max(power.naval_flags, default=0)
    yield "Fortification", "fortress", 6
    yield "Works", "engineer", 3
    yield "Security Zone", "zone", 3
    yield "Flak Zone", "flak", 3 if any(power.production.get("concrete", ())) else 0
    yield "Bomber base", "base", 2 if flies else 0
    yield "Landing craft", "boat", 3 if lands else 0
    yield "Partisans", "partisan", power.pags.most


def _counter(w: LastWarWorld, n: int, name: str, symbol: str, factors: str) -> Piece:
    nation = w.powers[n].id
    return Piece(
        f"{nation}-{name}-{factors}", name, SIDES[w.side_of[n]], "", symbol, factors=factors, nation=nation
    )


def _points(s: LastWarState, n: int) -> list[int]:
    """Points of each kind that a power has on the map and in its Pool."""
    kinds = len(CHANGE)
    owned = list(s.pool[n * kinds : n * kinds + kinds])
    for key, count in s.at.items():
        rest = key % (POWERS * kinds)
        if rest // kinds == n:
            owned[rest % kinds] += count
    return owned

"""What many games come to: shares with intervals, curves by turn, maps. Numbers only; `report` draws them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from hexfront.cartography import art_for
from hexfront.errors import UnknownName
from hexfront.hexes import Board, Hex, HexSet, bits, load_board
from hexfront.kernel import CONTROL, Game, TurnSpace
from hexfront.lab.front import (
    Halves,
    HeldGround,
    centre,
    day_from,
    halves,
    homes,
    is_eve,
    owners,
    parts_the_sides,
    spans_of,
    theatre,
    turn_of,
)
from hexfront.lab.record import GameRecord
from hexfront.lab.simulate import Folder
from hexfront.lab.stats import mean_interval, wilson
from hexfront.lab.tournament import points_of, sides_of


class SideResult(msgspec.Struct):
    """How often a side won. A draw is not a win."""

    name: str
    player: str
    colour: str
    wins: int
    share: float
    low: float
    high: float


class Point(msgspec.Struct, frozen=True):
    """One turn of a curve: the mean of the games that reached it, and the band that holds the middle 80 % of them."""

    turn: int
    mean: float
    low: float
    high: float
    games: int


class History(msgspec.Struct, frozen=True):
    """A front line of history: when, as a turn, and the share each side held behind it of the land it speaks for."""

    id: str
    name: str
    turn: float
    share: dict[str, float]


class Luck(msgspec.Struct, frozen=True):
    """Luck of a seat, or the height of its dice: the mean over games in standard deviations, its interval (a single
    game has none), and each game's own."""

    mean: float
    low: float | None
    high: float | None
    games: tuple[float, ...]
    won: tuple[bool, ...]


class Summary(msgspec.Struct):
    """What a simulation found."""

    game: str
    title: str
    scenario: str
    players: dict[str, str]
    seats: dict[str, str]
    games: int
    finished: int
    sides: dict[str, SideResult]
    draws: int
    levels: dict[str, int]
    reasons: dict[str, int]
    turns: dict[int, str]
    first: int
    lengths: dict[int, int]
    points: dict[str, list[Point]]
    steps: dict[str, list[Point]]
    lost: dict[str, list[Point]]
    share: dict[str, list[Point]]
    advance: dict[str, list[Point]]
    is_dated: bool
    history: list[History]
    theatre: str
    theatre_share: dict[str, list[Point]]
    rolls: float
    judged: float
    luck: dict[str, Luck]
    map: str
    heat: dict[str, dict[str, float]]
    held: dict[int, dict[str, dict[str, float]]]


def summary(game: Game[Any], folder: Folder) -> Summary:
    """Sum up the records of a folder."""
    records, plan = folder.records(), folder.plan
    state = game.start(plan.setup)
    view = game.view(state, CONTROL)
    sides = sides_of(game, plan.setup)
    paint = {side.id: (side.name, side.colour) for side in view.sides or game.sides}
    results = {}
    for side, seats in sides.items():
        wins = sum(points_of(record, seats) == 1 for record in records)
        low, high = wilson(wins, len(records))
        name, colour = paint.get(side, (side.title(), "grey"))
        who = ", ".join(dict.fromkeys(plan.players[seat] for seat in seats))
        results[side] = SideResult(name, who, colour, wins, wins / max(1, len(records)), low, high)
    names = {info.id: info.name for info in game.seats(plan.setup)} | {s: r.name for s, r in results.items()}
    title = next(
        (each.title for each in game.scenarios if each.id == plan.setup.scenario), plan.setup.scenario
    )
    found = Summary(
        game=game.id,
        title=f"{game.title}: {title}",
        scenario=plan.setup.scenario,
        players=plan.players,
        seats={seat: names.get(seat, seat) for seat in plan.players},
        games=len(records),
        finished=sum(record.finished for record in records),
        sides=results,
        draws=len(records) - sum(each.wins for each in results.values()),
        levels=dict(Counter(record.level for record in records if record.level).most_common()),
        reasons=_reasons(records, names),
        turns=_labels(view.turns, records),
        first=min((space.number for space in view.turns), default=0),
        lengths=dict(
            sorted(Counter(record.turns[-1].turn - 1 for record in records if record.turns).items())
        ),
        points=_curves(((t.turn, t.scores) for r in records for t in r.turns), names),
        steps=_curves(
            (t.turn, {side: t.steps.get(side, 0) for side in sides}) for r in records for t in r.turns
        ),
        lost=_curves(
            (t.turn - 1, {side: t.lost.get(side, 0) for side in sides})
            for r in records
            for t in r.turns[1:]
            if t.turn > 1  # nothing is lost while pieces are set up, before turn 1
        ),
        share={},
        advance={},
        is_dated=bool(spans_of([(space.number, space.label) for space in view.turns])),
        history=[],
        theatre="",
        theatre_share={},
        rolls=sum(record.rolls for record in records) / max(1, len(records)),
        judged=sum(record.judged for record in records) / max(1, len(records)),
        luck={seat: _luck(seat, records) for seat in plan.players},
        map="",
        heat={},
        held={},
    )
    try:
        board = load_board(view.map)
    except UnknownName:
        return found
    found.map = view.map
    _ground(found, board, records, list(sides), view.turns)
    return found


def _labels(spaces: Sequence[TurnSpace], records: Sequence[GameRecord]) -> dict[int, str]:
    known = {space.number: space.label for space in spaces}
    turns = sorted({t.turn for record in records for t in record.turns})
    out = {}
    for turn in turns:
        beside = "end" if known and turn > max(known) else "start" if known and turn < min(known) else ""
        out[turn] = known.get(turn, beside or f"turn {turn}")
    return out


def _reasons(records: Sequence[GameRecord], names: Mapping[str, str]) -> dict[str, int]:
    """How games ended, by winner and words; numbers in the words differ from game to game and are left out."""
    counts: Counter[str] = Counter()
    for record in records:
        who = " and ".join(names.get(seat, seat) for seat in record.winners) or "nobody"
        words = re.sub(r"\d+(\.\d+)?", "n", record.reason).rstrip(".")
        counts[f"{who}: {words}"] += 1
    return dict(counts.most_common())


def _curves(
    values: Iterable[tuple[int, Mapping[str, float]]], names: Mapping[str, str] | None = None
) -> dict[str, list[Point]]:
    """For each name, its values turn by turn over all games."""
    gathered: dict[str, dict[int, list[float]]] = {}
    for turn, figures in values:
        for name, value in figures.items():
            shown = (names or {}).get(name, name)
            gathered.setdefault(shown, {}).setdefault(turn, []).append(value)
    return {
        name: [_point(turn, by_turn[turn]) for turn in sorted(by_turn)] for name, by_turn in gathered.items()
    }


def _point(turn: int, values: list[float]) -> Point:
    ranked = sorted(values)
    last = len(ranked) - 1
    return Point(
        turn, sum(ranked) / len(ranked), ranked[round(0.1 * last)], ranked[round(0.9 * last)], len(ranked)
    )


def _luck(seat: str, records: Sequence[GameRecord]) -> Luck:
    """A seat's luck in the games that had any; where the game never says what is lucky, how high its dice were."""
    judged = [record for record in records if record.judged]
    games = tuple(
        record.luck.get(seat, 0.0) if record.judged else record.dice.get(seat, 0.0)
        for record in judged or records
    )
    mean, low, high = mean_interval(games)
    return Luck(mean, low, high, games, tuple(seat in record.winners for record in judged or records))


def _ground(
    found: Summary,
    board: Board,
    records: Sequence[GameRecord],
    sides: Sequence[str],
    spaces: Sequence[TurnSpace],
) -> None:
    """Everything about the map: heat, ground held, the advance, and history's fronts beside it."""
    land = board.land
    heat: dict[str, dict[Hex, float]] = {side: {} for side in sides}
    held: dict[int, dict[str, Counter[Hex]]] = {}
    reached: Counter[int] = Counter()
    owned_by_turn: list[tuple[int, dict[str, HexSet]]] = []
    moved: list[tuple[int, dict[str, float]]] = []
    positions = sum(len(record.turns) for record in records)
    first: dict[str, HexSet] = {}
    ever = 0
    for record in records:
        followed = HeldGround(board, land)
        axis: tuple[dict[str, tuple[float, float]], tuple[float, float]] | None = None
        for t in record.turns:
            steps = {
                side: {board.index(label): n for label, n in t.where.get(side, {}).items()} for side in sides
            }
            for side, here in steps.items():
                for i, n in here.items():
                    heat[side][i] = heat[side].get(i, 0.0) + n / positions
            stood = {side: sum(1 << i for i in here) for side, here in steps.items()}
            for hexes in stood.values():
                ever |= hexes
            owned = followed.follow(stood)
            if not owned:
                continue
            first = first or stood
            reached[t.turn] += 1
            counts = held.setdefault(t.turn, {side: Counter() for side in sides})
            for side, hexes in owned.items():
                counts[side].update(bits(hexes))
            owned_by_turn.append((t.turn, owned))
            if len(sides) == 2:
                centres = {side: centre(board, here) for side, here in steps.items() if here}
                axis = axis or (centres, _towards(centres, sides))
                moved.append((t.turn, _advance(centres, *axis, sides)))
    found.heat = {
        side: {board.label(i): round(n, 3) for i, n in sorted(h.items())} for side, h in heat.items()
    }
    found.held = {
        turn: {
            side: {board.label(i): round(n / reached[turn], 3) for i, n in sorted(counter.items())}
            for side, counter in counts.items()
        }
        for turn, counts in sorted(held.items())
    }
    found.share, found.advance = _shares(owned_by_turn, land), _curves(moved)
    if first:
        play = board.grid.dilate(ever, HeldGround.REACH) & land
        found.history, found.theatre, field = fronts_of(board, land, first, spaces, play)
        if found.theatre:
            found.theatre_share = _shares(owned_by_turn, field)


def _shares(owned: Iterable[tuple[int, Mapping[str, HexSet]]], field: HexSet) -> dict[str, list[Point]]:
    """The share of some land that each side held, by turn."""
    size = max(1, field.bit_count())
    return _curves(
        (turn, {side: (hexes & field).bit_count() / size for side, hexes in held.items()})
        for turn, held in owned
    )


def _towards(centres: Mapping[str, tuple[float, float]], sides: Sequence[str]) -> tuple[float, float]:
    """The direction from the first side's centre to the second's."""
    (ax, ay), (bx, by) = (centres[side] for side in sides)
    length = max(1e-9, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    return (bx - ax) / length, (by - ay) / length


def _advance(
    now: Mapping[str, tuple[float, float]],
    then: Mapping[str, tuple[float, float]],
    way: tuple[float, float],
    sides: Sequence[str],
) -> dict[str, float]:
    """How far each side's centre has come towards where the other's was, in hexes. A side that is gone has none."""
    out = {}
    for side, sign in zip(sides, (1, -1), strict=True):
        if side not in now:
            continue
        dx, dy = now[side][0] - then[side][0], now[side][1] - then[side][1]
        out[side] = sign * (dx * way[0] + dy * way[1]) / 3**0.5
    return out


def fronts_of(
    board: Board, land: HexSet, first: Mapping[str, HexSet], spaces: Sequence[TurnSpace], play: HexSet
) -> tuple[list[History], str, HexSet]:
    """The dated front lines of the map's art that fall within the game; the land they are measured on, named, and its
    hexes.

    A line between the sides parts the whole map, and the name is empty. Where a scenario is about a small part of the
    map (`play`), that is measured. Where there are other fronts as well, as in all Europe, a line says nothing of the
    land beyond those: then it is the region that the lines run through.
    """
    art = art_for(board)
    days = {line.id: day for line in art.fronts if (day := day_from(line.id))}
    eves = [days[line.id] for line in art.fronts if line.id in days and is_eve(line.name)]
    spans = spans_of([(space.number, space.label) for space in spaces], eves)
    lines: list[tuple[float, str, str, Halves]] = []
    for line in art.fronts:
        when = turn_of(days[line.id], spans) if line.id in days else None
        if when is not None:
            lines.append((when, line.id, line.name or line.id, halves(board, art, line.path, land)))
    rear = homes(board, land, first)
    parted = [owners(each[3], rear) for each in lines]
    name, field = "", land
    if not all(held and parts_the_sides(held, rear) for held in parted):
        region = theatre(board, land, [each[3] for each in lines])
        if not region:
            return [], "", land
        name, field = f"the land of {region_name(region)}", land & board.regions[region]
        parted = [owners((left & field, right & field, along), rear) for *_, (left, right, along) in lines]
    elif 2 * play.bit_count() < land.bit_count():
        name, field = "the land in play", play
    out = [
        History(ident, name, when, {side: _portion(hexes, field) for side, hexes in held.items()})
        for (when, ident, name, _), held in zip(lines, parted, strict=True)
        if held is not None
    ]
    return sorted(out, key=lambda each: each.turn), name if out else "", field


def region_name(ident: str) -> str:
    """A region's id as a name: the USSR, Finland, French North Africa."""
    return f"the {ident.upper()}" if len(ident) <= 4 else ident.replace("_", " ").title()


def _portion(hexes: HexSet, field: HexSet) -> float:
    return (hexes & field).bit_count() / max(1, field.bit_count())

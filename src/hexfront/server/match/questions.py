"""Questions about a position: where can a piece go, what would change, why not, how did it come to this.

How far a piece gets is the game's own answer where it has one; the rest is found by trying on copies. What a seat may not know is drawn afresh in the copy
before anything is tried, so that no answer can betray it.
"""

from __future__ import annotations

import bisect
import functools
import heapq
import itertools
import time
from functools import partial
from typing import Any

import msgspec

from hexfront import games
from hexfront.hexes import Grid, load_board, map_names
from hexfront.kernel import (
    Cause,
    Chance,
    Decision,
    Event,
    Game,
    HexfrontError,
    IllegalAction,
    Option,
    Overlay,
    Violation,
    WrongSeat,
    apply,
    deciders,
    pending,
)
from hexfront.server.match import whole
from hexfront.server.match.live import Live
from hexfront.server.match.record import Record
from hexfront.server.match.study import study
from hexfront.server.match.window import Shown, pieces_diff
from hexfront.server.match.window import whole as state_of
from hexfront.server.wire import replies
from hexfront.server.wire.refusals import missing, stale

MOVES = ("step", "retreat", "advance", "place")
NODES = 600
SECONDS = 0.15
UNTOLD = ("trace", "reach")  # overlays that change with any step
NEAREST = 6  # places from which the way on is asked about


def _offers(s: Any, seat: str) -> list[tuple[Any, Option]]:
    frame = pending(s)
    if not isinstance(frame, Decision) or seat not in frame.deciders(s):
        return []
    return [(action, frame.option(s, seat, action)) for action in frame.legal(s, seat)]


def _try(s: Any, seat: str, action: Any) -> tuple[Any, list[Event]]:
    """A copy of a state after an action."""
    new = s.clone()
    return new, apply(new, seat, action)


async def reach(live: Live, who: str, seat: str, piece: str) -> replies.Reach:
    """Every place a piece can go to from the present decision, by the cheapest way."""
    async with live.lock:
        record = live.ready()
        version, s = record.seen[seat].version, _sent(record, seat)
        here = next((each.at for each in record.view(seat).pieces if each.id == piece), "")
    work = partial(find_reach, record.game.package, s, seat, piece, here)
    places = await live.house.aside.question(who, work)
    return replies.Reach(piece=piece, version=version, places=places)


def _sent(record: Record, seat: str) -> bytes:
    """A position for questions, as it is sent to where they are answered: the true one never is."""
    return record.game.codec.encode(record.guess(seat))


def find_reach(package: str, state: bytes, seat: str, piece: str, here: str) -> dict[str, replies.Reached]:
    """Where a piece can go from here."""
    game = games.get(package)
    s = game.codec.decode(state)
    found: dict[str, replies.Reached] = {}
    for start, plan in _starts(s, seat, piece):
        _walk(game, start, seat, piece, plan, here, found)
    return found


def _after(s: Any, seat: str, plan: list[Any]) -> Any | None:
    """A copy of a state after a plan; None once somebody else has to decide."""
    for action in plan:
        s, _ = _try(s, seat, action)
        if seat not in deciders(s):
            return None
    return s


def _starts(s: Any, seat: str, piece: str) -> list[tuple[Any, list[Any]]]:
    """Positions in which the piece can move: here, after picking it, or after stopping another that is on its way."""
    offers = _offers(s, seat)
    if any(option.piece == piece and option.kind in MOVES for _, option in offers):
        return [(s, [])]
    picks = [action for action, option in offers if option.piece == piece and option.kind == "pick"]
    found = [(_try(s, seat, action)[0], [action]) for action in picks]
    stops = [action for action, option in offers if option.kind == "stop"]
    if not found and len(stops) == 1:
        stopped, events = _try(s, seat, stops[0])
        if not any(event.reveals for event in events):
            for action, option in _offers(stopped, seat):
                if option.piece == piece and option.kind == "pick":
                    found.append((_try(stopped, seat, action)[0], [stops[0], action]))
    return found


def _walk(
    game: Game[Any],
    s: Any,
    seat: str,
    piece: str,
    plan: list[Any],
    start: str,
    found: dict[str, replies.Reached],
) -> None:
    """Every place the piece can come to: by the game's own answer, else by trying on copies."""
    walks = game.reach(s, seat, piece)
    if walks is None:
        _spread(s, seat, piece, plan, start, found)
        return
    for at, walk in walks.items():
        found[at] = replies.Reached(
            cost=walk.cost,
            plan=[*plan, *walk.plan],
            path=list(walk.path),
            stop=walk.stops,
            crowds=walk.crowds,
            passes=walk.passes,
        )


def _spread(
    s: Any, seat: str, piece: str, plan: list[Any], start: str, found: dict[str, replies.Reached]
) -> None:
    """Dijkstra over copies of the position: a node is a place the piece has come to."""
    until = time.monotonic() + SECONDS
    order = itertools.count()
    queue: list[tuple[float, int, Any, list[Any], list[str]]] = [(0.0, next(order), s, plan, [])]
    done = {start}
    for _ in range(NODES):
        if not queue or time.monotonic() > until:
            return
        cost, _, here, plan, path = heapq.heappop(queue)
        if path:
            if path[-1] in done:
                continue
            done.add(path[-1])
        offers = _offers(here, seat)
        kinds = {option.kind for _, option in offers}
        if path and "step" in kinds and "stop" not in kinds:
            found[path[-1]].passes = True
        for action, option in offers:
            if option.piece != piece or option.kind not in MOVES or not option.at:
                continue
            total = cost + (1.0 if option.cost is None else option.cost)
            known = found.get(option.at)
            if option.at in done or (known is not None and known.cost <= total):
                continue
            there, events = _try(here, seat, action)
            goes_on = (
                not any(event.reveals for event in events)
                and seat in deciders(there)
                and any(o.piece == piece and o.kind in (*MOVES, "stop") for _, o in _offers(there, seat))
            )
            steps, way = [*plan, action], [*path, option.at]
            found[option.at] = replies.Reached(cost=round(total, 3), plan=steps, path=way, stop=not goes_on)
            if goes_on:
                heapq.heappush(queue, (total, next(order), there, steps, way))


async def preview(
    live: Live, who: str, seat: str, plan: list[dict[str, Any]], version: int | None = None
) -> replies.Preview:
    """What a plan would change, as far as no roll or reveal stands in its way."""
    async with live.lock:
        record = live.ready()
        now, s = record.seen[seat].version, _sent(record, seat)
    if version is not None and version != now:
        raise stale()
    return await live.house.aside.question(
        who, partial(find_preview, record.game.package, s, seat, now, plan)
    )


def find_preview(
    package: str, state: bytes, seat: str, version: int, plan: list[dict[str, Any]]
) -> replies.Preview:
    """What a plan would change here."""
    game = games.get(package)
    s = game.codec.decode(state)
    before, overlays = game.view(s, seat), game.overlays(s, seat)
    lines: list[replies.LogLine] = []
    refused: Violation | None = None
    applied, chance = 0, False
    for each in plan:
        try:
            action = game.codec.decode_action(each)
            new, events = _try(s, seat, action)
        except IllegalAction as e:
            refused = e.violation
            break
        except WrongSeat as e:
            refused = Violation("", str(e))
            break
        except HexfrontError:
            refused = Violation("", "This is not an action of this game.")
            break
        if any(event.reveals for event in events):
            chance = True
            break
        s, applied = new, applied + 1
        for event in events:
            seen = event.seen_by(seat)
            if seen is not None:
                line = seen.line(s)
                lines.append(
                    replies.LogLine(
                        n=len(lines) + 1, version=version, time="", text=line.text, rule=line.rule,
                        at=line.at, kind=line.kind, path=line.path, dice=line.dice, piece=line.piece, seat=seat,
                        battle=line.battle,
                    )
                )  # fmt: skip
        if isinstance(pending(s), Chance):
            chance = True
            break
    after = game.view(s, seat)
    mine = seat in deciders(s)
    return replies.Preview(
        version=version,
        applied=applied,
        refused=refused,
        chance=chance,
        pieces=pieces_diff(before.pieces, after.pieces) or replies.PieceDiff(set=[], gone=[]),
        overlays=overlay_changes(overlays, game.overlays(s, seat)),
        lines=lines,
        forecast=game.forecast(s, seat) if mine else None,
    )


def overlay_changes(old: tuple[Overlay, ...], new: tuple[Overlay, ...]) -> list[replies.OverlayDiff]:
    """Hexes that overlays gained and lost, side by side. What follows from every move by itself is left out."""
    before = {overlay.id: overlay for overlay in old}
    found = []
    for overlay in new:
        if overlay.id in UNTOLD:
            continue
        was = before.get(overlay.id)
        gained: dict[str, list[str]] = {}
        lost: dict[str, list[str]] = {}
        for side in dict.fromkeys((*overlay.hexes, *(was.hexes if was else ()))):
            now, then = set(overlay.hexes.get(side, ())), set(was.hexes.get(side, ()) if was else ())
            if now - then:
                gained[side] = sorted(now - then)
            if then - now:
                lost[side] = sorted(then - now)
        if gained or lost:
            found.append(replies.OverlayDiff(id=overlay.id, title=overlay.title, gained=gained, lost=lost))
    return found


async def why(live: Live, who: str, seat: str, piece: str, at: str) -> tuple[Cause, ...]:
    """Why a piece cannot do something at a place: the game's own answer, else the refusals that point there."""
    async with live.lock:
        record = live.ready()
        s = _sent(record, seat)
    return await live.house.aside.question(who, partial(find_why, record.game.package, s, seat, piece, at))


def find_why(package: str, state: bytes, seat: str, piece: str, at: str) -> tuple[Cause, ...]:
    """Why not, here."""
    game = games.get(package)
    s = game.codec.decode(state)
    ahead = on_the_way(game, s, seat, piece, at)
    causes = ahead if ahead is not None else game.why(s, seat, piece, at)
    return causes or _refusals(s, seat, at)


def on_the_way(game: Game[Any], s: Any, seat: str, piece: str, at: str) -> tuple[Cause, ...] | None:
    """What stops a walk to a far hex: the refusal of the next step from the nearest place the piece can reach.

    None when this is no question of walking: nothing to walk with, or a place next door or off the map.
    """
    view = game.view(s, seat)
    here = next((each.at for each in view.pieces if each.id == piece), "")
    grid = _grid(view.map)
    goal, origin = _index(grid, at), _index(grid, here)
    if grid is None or goal < 0 or origin < 0 or goal == origin:
        return None
    for start, plan in _starts(s, seat, piece):
        found: dict[str, replies.Reached] = {}
        _walk(game, start, seat, piece, plan, here, found)
        if at in found:
            return _why_not_stay(s, seat, found[at], at)
        if grid.distance(origin, goal) < 2:
            return None
        places = [(_index(grid, label), each.cost, each.plan) for label, each in found.items()]
        places = [each for each in places if each[0] >= 0]
        places.append((origin, 0.0, plan))
        places.sort(key=lambda each: (grid.distance(each[0], goal), each[1]))
        for place, _, steps in places[:NEAREST]:
            there = s
            for action in steps:
                there, _ = _try(there, seat, action)
            if seat not in deciders(there):
                continue
            near = grid.distance(place, goal)
            for n in sorted(n for n in grid.neighbours(place) if grid.distance(n, goal) < near):
                beyond = grid.label(n)
                causes = game.why(there, seat, piece, beyond) or _refusals(there, seat, beyond)
                pointing = [cause for cause in causes if cause.at == beyond]
                if not pointing and _walks(there, seat, piece):
                    pointing = list(causes[:1])
                if pointing:
                    way = f"From {grid.label(place)} to {beyond}"
                    return tuple(Cause(way, each.rule, each.reason, beyond) for each in pointing)
        # Where a move of several hexes is one action, it is refused at its end.
        if last := [cause for cause in game.why(start, seat, piece, at) if cause.at == at]:
            return tuple(last)
    return None


def _walks(s: Any, seat: str, piece: str) -> bool:
    """Whether the piece is on its way: what a decision says of one that has come to the end of its move is no answer."""
    return any(option.piece == piece and option.kind in MOVES for _, option in _offers(s, seat))


def _why_not_stay(s: Any, seat: str, walk: replies.Reached, at: str) -> tuple[Cause, ...]:
    """Why a walk that can reach a place may not end there."""
    there = _after(s, seat, walk.plan)
    return _refusals(there, seat, at, only="Stop") if there is not None else ()


@functools.cache
def _grid(name: str) -> Grid | None:
    """The lattice of a map that comes with Hexfront; none for a game that draws its own."""
    return load_board(name).grid if name in map_names() else None


def _index(grid: Grid | None, label: str) -> int:
    """A hex by its number; -1 for a box or nonsense."""
    try:
        return grid.index(label) if grid is not None and label else -1
    except HexfrontError:
        return -1


def _refusals(s: Any, seat: str, at: str, only: str = "") -> tuple[Cause, ...]:
    """The refusals that point at a place, among everything that could be meant by a click, or one kind of action alone."""
    frame = pending(s)
    if not isinstance(frame, Decision) or seat not in frame.deciders(s):
        return ()
    found: dict[tuple[str, str], Cause] = {}
    for action in itertools.islice(frame.candidates(s, seat), 2000):
        if only and type(action).__name__ != only:
            continue
        violation = frame.violation(s, seat, action)
        if violation is not None and at and violation.at == at:
            found.setdefault(
                (violation.rule, violation.reason),
                Cause(action.named(s), violation.rule, violation.reason, at),
            )
    return tuple(found.values())[:8]


# --- history


async def history(live: Live, who: str, viewer: str) -> bytes:
    """The positions a viewer can go back to, as JSON."""
    return await study(live, who, partial(whole.history, live.id, viewer))


async def step(live: Live, who: str, viewer: str, n: int) -> replies.State:
    """A past position as a viewer saw it."""
    async with live.lock:
        record = live.readable()
        seen = record.seen[viewer]
        if n > len(seen.steps):
            raise missing("step")
        at = seen.steps[n - 1] if n else None
        of, lines = len(seen.steps), seen.lines
        first = bisect.bisect_right(lines, at.version, key=lambda line: line.version) if at is not None else 0
        lines = lines[:first]
    past = await study(
        live, who, partial(whole.step, live.id, viewer, at.entries if at else 0, at.version if at else 0)
    )
    # The long parts are bytes of JSON already; nobody here looks into them.
    view: Any = msgspec.Raw(past.view)
    overlays: Any = msgspec.Raw(past.overlays)
    shown = Shown(
        version=past.version, view=view, overlays=overlays, deciders=past.deciders, legal=[], prompt=None, forecast=None,
        can=replies.Can(), handover=None, clocks={}, draw=[], result=past.result, status=live.row.status, of=of,
    )  # fmt: skip
    return state_of(live, shown, viewer, lines, 1, step=n)


async def digest(live: Live, who: str, seat: str) -> bytes:
    """What happened since the seat last acted, as JSON."""
    return await study(live, who, partial(whole.digest, live.id, seat))


def plan_of(live: Live, seat: str) -> list[Any]:
    """What a seat has done on an analysis board, up to the first roll: a plan to be played in earnest."""
    record = live.ready()
    found = []
    for entry in record.match.log[record.opening_entries :]:
        if entry.is_chance or entry.seat != seat:
            break
        found.append(msgspec.to_builtins(entry.action))
    return found

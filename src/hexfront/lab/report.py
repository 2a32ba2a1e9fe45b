"""The report of a simulation: one HTML file with nothing outside it, light or dark as the reader's machine is."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources

from hexfront import __version__
from hexfront.cartography import Art, art_for, render_svg
from hexfront.cartography.layers import hex_outline
from hexfront.cartography.overlays import heat_colour, heat_layer
from hexfront.cartography.palette import counter_colours
from hexfront.hexes import Board, load_board
from hexfront.lab.charts import (
    Curve,
    Dot,
    Note,
    Row,
    bar_chart,
    figure_text,
    interval_chart,
    line_chart,
    scrolled,
)
from hexfront.lab.record import BOUNDS, Timing
from hexfront.lab.simulate import Folder
from hexfront.lab.stats import wilson
from hexfront.lab.summary import Point, Summary
from hexfront.words import plural, quantity

FAIR = (0.3, 0.7)
EARLIER, LATER = 0.7, 0.4
"""A front of history is drawn on the map of a turn before whose beginning it is by less than the one, in turns, or after it
by no more than the other."""


def report_page(folder: Folder, found: Summary) -> str:
    """The whole page."""
    board = load_board(found.map) if found.map else None
    art = art_for(board) if board else None
    paints = [side.colour for side in found.sides.values()]
    parts = [_head(found, folder), _wins(found), _points(found), _ends(found), _losses(found)]
    if board is not None and art is not None:
        parts += [_front(found, board, art), _heat(found, board, art)]
    parts += [_luck(found), _times(found, folder.timing), _foot(folder)]
    style = resources.files("hexfront.lab").joinpath("report.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(found.title)}, {quantity(found.games, 'game')}</title>\n"
        f"<style>\n{style}{_paint(paints)}{_maps(board, art)}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main>\n</body>\n</html>\n"
    )


# --- paint


def _paint(colours: Sequence[str]) -> str:
    """The sides' colours as variables, lifted from a dark page and set off from a light one."""
    fallback = ("blue", "red", "green", "purple", "orange", "brown")
    seen: list[str] = []
    for k, colour in enumerate(colours):
        paint, _ = counter_colours(colour)
        seen.append(paint if paint not in seen else counter_colours(fallback[k % len(fallback)])[0])
    light = "".join(f"--c{k}:color-mix(in srgb, {paint} 88%, #000);" for k, paint in enumerate(seen))
    dark = "".join(f"--c{k}:color-mix(in srgb, {paint} 72%, #fff);" for k, paint in enumerate(seen))
    classes = "".join(f".c{k}{{--c:var(--c{k})}}" for k in range(len(seen)))
    return f":root{{{light}}}@media (prefers-color-scheme: dark){{:root{{{dark}}}}}{classes}\n"


def _maps(board: Board | None, art: Art | None) -> str:
    """The map as a background, once for a light page and once for a dark one; overlays are laid upon it."""
    if board is None or art is None:
        return ""
    out = []
    for theme in ("paper", "screen"):
        svg = render_svg(board, art, theme, numbers=False, legend=False, scale_bar=False, frame=False)
        data = b64encode(svg.encode()).decode()
        out.append(f".map{{background-image:url(data:image/svg+xml;base64,{data})}}")
    return f"{out[0]}@media (prefers-color-scheme: dark){{{out[1]}}}\n"


def _map(art: Art, layers: Sequence[str], label: str) -> str:
    width, height = art.size
    return (
        f'<div class="map" style="aspect-ratio:{width:g}/{height:g}"><svg viewBox="0 0 {width:g} {height:g}" '
        f'role="img" aria-label="{escape(label)}">{"".join(layers)}</svg></div>'
    )


# --- words


def _section(title: str, words: str, *bodies: str) -> str:
    body = "\n".join(each for each in bodies if each)
    return f"<section>\n<h2>{escape(title)}</h2>\n<p>{words}</p>\n{body}\n</section>"


def _key(names: Mapping[str, int], *more: str) -> str:
    items = "".join(f'<span class="c{k}"><i></i>{escape(name)}</span>' for name, k in names.items())
    return f'<div class="key">{items}{"".join(more)}</div>'


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    table = scrolled(
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>",
        f"Table: {', '.join(filter(None, columns))}",
    )
    return f"<details><summary>{escape(title)}</summary>{table}</details>" if title else table


def _sides(found: Summary) -> dict[str, int]:
    return {side.name: k for k, side in enumerate(found.sides.values())}


def _paint_of(found: Summary, name: str) -> int:
    """The paint of a side by its id or name; figures of nobody's take the next free one."""
    for k, (ident, side) in enumerate(found.sides.items()):
        if name in (ident, side.name):
            return k
    return min(len(found.sides), 5)


def _head(found: Summary, folder: Folder) -> str:
    players = ", ".join(f"{side.name} by {side.player}" for side in found.sides.values())
    closest = max(found.sides.values(), key=lambda side: side.share)
    verdict = f"{closest.name} won {closest.share:.0%} of them ({closest.low:.0%} to {closest.high:.0%})."
    if found.games == 1:
        verdict = f"{closest.name if closest.wins else 'Nobody'} won it."
    if found.finished < found.games:
        verdict += f" {found.games - found.finished} did not finish."
    return (
        f"<header>\n<p class='over'>Hexfront · simulation</p>\n<h1>{escape(found.title)}</h1>\n"
        f"<p>{found.games:,} {plural(found.games, 'game')}, {escape(players)}, seed {escape(folder.plan.seed)}. "
        f"{escape(verdict)}</p>\n"
        "</header>"
    )


def _wins(found: Summary) -> str:
    rows = [
        Row(side.name, side.share, side.low, side.high, k, f"{side.wins} of {found.games}")
        for k, side in enumerate(found.sides.values())
    ]
    if found.draws:
        low, high = wilson(found.draws, found.games)
        rows.append(
            Row(
                "Nobody",
                found.draws / found.games,
                low,
                high,
                len(found.sides),
                f"{found.draws} of {found.games}",
            )
        )
    words = (
        "The point is the share of games won, the line its 95 % interval (Wilson). "
        "The shaded range, 30 to 70 %, is where we call a scenario fair between equal players."
    )
    return _section("Who wins", words, interval_chart(rows, "Share of games won by side", FAIR))


def _curves(found: Summary, curves: Mapping[str, Sequence[Point]]) -> list[Curve]:
    """Curves of sides, under the sides' names."""
    out = []
    for name, points in curves.items():
        shown = found.sides[name].name if name in found.sides else name
        dots = tuple(Dot(p.turn, p.mean, p.low, p.high) for p in points)
        out.append(Curve(shown, _paint_of(found, name), dots))
    return out


def _x(found: Summary) -> dict[float, str]:
    return {float(turn): label for turn, label in found.turns.items()}


def _numbers(found: Summary, curves: Mapping[str, Sequence[Point]], percent: bool = False) -> str:
    rows = [
        [
            found.sides[name].name if name in found.sides else name,
            found.turns.get(p.turn, str(p.turn)),
            figure_text(round(p.mean, 3), percent),
            f"{figure_text(p.low, percent)} to {figure_text(p.high, percent)}",
            str(p.games),
        ]
        for name, points in curves.items()
        for p in points
    ]
    return _table(["", "turn", "mean", "middle 80 %", "games"], rows, "The numbers")


def _points(found: Summary) -> str:
    if not found.points:
        return ""
    words = (
        "Points at the start of each turn and at the end: the mean of all games, and the band that holds the "
        "middle 80 %."
    )
    curves = _curves(found, found.points)
    chart = line_chart(curves, _x(found), "Victory points by turn", "points, by turn")
    return _section(
        "Victory points", words, _key({c.name: c.paint for c in curves}), chart, _numbers(found, found.points)
    )


def _ends(found: Summary) -> str:
    rows = [[words, str(n), f"{n / found.games:.0%}"] for words, n in found.reasons.items()]
    levels = [[level, str(n), f"{n / found.games:.0%}"] for level, n in found.levels.items()]
    lengths = {found.turns.get(turn, str(turn)): n for turn, n in found.lengths.items()}
    chart = ""
    if len(lengths) > 1:
        shares = [n / found.games for n in lengths.values()]
        chart = bar_chart(
            list(lengths),
            {"games": (len(found.sides), shares)},
            "Last turn of the games",
            "last turn played",
            percent=True,
        )
    return _section(
        "How games ended",
        "Numbers in the reasons differ from game to game; they are shown as n.",
        _table(["winner and reason", "games", "share"], rows),
        _table(["level of victory", "games", "share"], levels) if levels else "",
        chart,
    )


def _losses(found: Summary) -> str:
    turns = sorted({p.turn for points in found.lost.values() for p in points})
    labels = [found.turns.get(turn, str(turn)) for turn in turns]
    bars = {
        found.sides[side].name: (
            _paint_of(found, side),
            [{p.turn: p.mean for p in points}.get(t, 0.0) for t in turns],
        )
        for side, points in found.lost.items()
    }
    words = (
        "Steps lost in each turn, on average: from pieces that stood on the map when the turn began. "
        "Below, the steps on the map at the start of each turn, with the band of the middle 80 %."
    )
    steps = _curves(found, found.steps)
    return _section(
        "Losses and strength",
        words,
        _key(_sides(found)),
        bar_chart(labels, bars, "Steps lost by turn", "steps lost, by turn"),
        line_chart(steps, _x(found), "Steps on the map by turn", "steps on the map, by turn"),
        _numbers(found, found.lost),
    )


# --- maps


def _front(found: Summary, board: Board, art: Art) -> str:
    if not found.share:
        return ""
    notes = [
        Note(
            h.turn, share, _paint_of(found, side), f"History, {h.name}: {found.sides[side].name} {share:.0%}"
        )
        for h in found.history
        for side, share in h.share.items()
    ]
    history = '<span class="hist"><b>◆</b> history</span>' if notes else ""
    region = found.theatre
    words = (
        "A land hex is held by the side whose units were nearer when one last came within three hexes, also by a side "
        "that has none left since. The curves give each side's share of the land, "
        + ("diamonds the share behind history's front lines, " if notes and not region else "")
        + "and how far the centre of each side's steps has come towards where the enemy's stood at first."
    )
    if region:
        words += (
            f" History's lines are set beside {escape(region)} alone, which is what they tell of here: diamonds are the "
            "share of it that lay behind them."
        )
        if region == "the land in play":
            words += " In play is what lies within three hexes of where units stood in some game."
    elif not notes and found.is_dated:
        words += " History has nothing beside it here: no front line of these months is drawn on this map."
    share = line_chart(
        _curves(found, found.share),
        _x(found),
        "Share of land by turn",
        "share of the land held, by turn",
        () if region else notes,
        percent=True,
    )
    if region:
        share += line_chart(
            _curves(found, found.theatre_share),
            _x(found),
            f"Share of {region} by turn",
            f"share of {region} held, by turn",
            notes,
            percent=True,
        )
    advance = ""
    if found.advance:
        curves = _curves(found, found.advance)
        advance = line_chart(curves, _x(found), "Advance by turn", "hexes towards the enemy, by turn")
    turns = _chosen(
        [turn for turn in sorted(found.held) if turn >= found.first], [h.turn for h in found.history]
    )
    maps = "".join(f"<figure>{_held_map(found, board, art, turn)}</figure>" for turn in turns)
    scale = '<span class="scale"><em></em> paler: held in fewer games</span>'
    return _section(
        "The front",
        words,
        _key(_sides(found), history),
        share,
        advance,
        _key(_sides(found), scale),
        f'<div class="maps">{maps}</div>',
        _numbers(found, found.theatre_share or found.share, percent=True),
    )


def _is_near(day: float, turn: int) -> bool:
    return -EARLIER < day - turn <= LATER


def _chosen(turns: Sequence[int], history: Sequence[float] = ()) -> list[int]:
    """At most four turns, spread evenly, with the first and the last; those between are moved by up to one turn to where history
    has a line."""
    if len(turns) <= 4:
        return list(turns)
    last = len(turns) - 1
    chosen = [0, last]
    for n in (round(last / 3), round(2 * last / 3)):
        free = [k for k in (n, n - 1, n + 1) if k not in chosen and 0 < k < last]
        chosen.append(min(free, key=lambda k: not any(_is_near(day, turns[k]) for day in history)))
    return sorted(turns[n] for n in chosen)


def _held_map(found: Summary, board: Board, art: Art, turn: int) -> str:
    layers = []
    for k, hexes in enumerate(found.held[turn].values()):
        by_share: dict[int, list[str]] = {}
        for label, share in hexes.items():
            if share >= 0.1:
                by_share.setdefault(round(share * 10), []).append(hex_outline(art, board, board.index(label)))
        layers += [
            f'<path class="ground c{k}" fill-opacity="{0.62 * tenth / 10:.2f}" d="{"".join(paths)}"/>'
            for tenth, paths in sorted(by_share.items())
        ]
    drawn = ""
    near = [h for h in found.history if _is_near(h.turn, turn)]
    if near:
        closest = min(near, key=lambda h: abs(h.turn - turn))
        line = next(each for each in art.fronts if each.id == closest.id)
        layers.append(f'<path class="halo" d="{line.path}"/><path class="front" d="{line.path}"/>')
        drawn = f"; the line is history's front of {closest.id}, {closest.name}"
    caption = f"{found.turns.get(turn, str(turn))}{drawn}"
    return _map(art, layers, f"Ground held, {caption}") + f"<figcaption>{escape(caption)}</figcaption>"


def _heat(found: Summary, board: Board, art: Art) -> str:
    figures = []
    for side, hexes in found.heat.items():
        top = max(hexes.values(), default=0.0)
        if not top:
            continue
        values = {board.index(label): n for label, n in hexes.items() if n >= 0.02 * top}
        bar = "".join(f'<b style="background:{heat_colour(k / 23)}"></b>' for k in range(24))
        name = found.sides[side].name
        figures.append(
            f"<figure>{_map(art, heat_layer(board, art, values), f'Where {name} stood')}"
            f'<figcaption>{escape(name)} <span class="heatkey">0 {bar} {top:.2g} steps</span></figcaption></figure>'
        )
    words = (
        "Steps standing in each hex at the start of a turn, on average over all turns of all games. "
        "Hexes with less than a fiftieth of the most are left unshaded."
    )
    return (
        _section("Where units stood", words, f'<div class="maps">{"".join(figures)}</div>') if figures else ""
    )


# --- dice and time


def _luck(found: Summary) -> str:
    rows, bars = [], {}
    edges = _edges([value for luck in found.luck.values() for value in luck.games])
    groups = [
        f"below {edges[0]:g}",
        *(f"{a:g} to {b:g}" for a, b in zip(edges, edges[1:], strict=False)),
        f"above {edges[-1]:g}",
    ]
    for k, (seat, luck) in enumerate(found.luck.items()):
        if not luck.games:
            continue
        counts = [0] * len(groups)
        for value in luck.games:
            counts[sum(value > edge for edge in edges)] += 1
        name = found.seats.get(seat, seat)
        bars[name] = (min(k, 5), [n / len(luck.games) for n in counts])
        won = [v for v, w in zip(luck.games, luck.won, strict=True) if w]
        lost = [v for v, w in zip(luck.games, luck.won, strict=True) if not w]
        rows.append(
            [
                name,
                f"{luck.mean:+.3f}",
                "one game: no interval"
                if luck.low is None or luck.high is None
                else f"{luck.low:+.3f} to {luck.high:+.3f}",
                f"{sum(won) / len(won):+.3f}" if won else "–",
                f"{sum(lost) / len(lost):+.3f}" if lost else "–",
            ]
        )
    table = _table(["seat", "mean", "95 % interval", "in games won", "in games not won"], rows)
    key = _key({name: paint for name, (paint, _) in bars.items()})
    if not found.judged:
        return _section(
            "Dice",
            "For each game, how far the dice that fell after a seat's own decisions lay above their mean, in standard "
            "deviations of a roll. This game does not say whom a roll favours, so high dice are neither good luck "
            "nor bad. Over many games the mean must be about 0.",
            key,
            bar_chart(
                groups, bars, "Mean roll by game", "mean roll of a game, in standard deviations", percent=True
            ),
            table,
        )
    return _section(
        "Luck",
        f"Whom the dice favoured, in each game. Of {found.rolls:,.0f} rolls and draws in a game, the rules say for "
        f"{found.judged:,.0f} which outcomes are better for which side: in an attack, for the attacker. Each outcome is "
        "ranked among all possible ones by its worth to that side, in standard deviations; "
        "what is good for one side counts against the other. The chart shows the mean of each game. Over many games it "
        "must be about 0; how much luck decides shows in the difference between games won and not won.",
        key,
        bar_chart(
            groups, bars, "Luck by game", "luck in a game, in standard deviations of a roll", percent=True
        ),
        table,
    )


def _edges(values: Sequence[float]) -> list[float]:
    """Bounds between six classes and two open ones: the narrowest that leave no more than a tenth in the open ones."""
    for step in (0.02, 0.05, 0.1, 0.2):
        if 10 * sum(abs(value) > 3 * step for value in values) <= len(values):
            break
    return [round(k * step, 2) for k in range(-3, 4)]


def _times(found: Summary, timing: Mapping[str, Timing]) -> str:
    known = {seat: t for seat, t in timing.items() if t.decisions}
    if not known:
        return ""
    bounds = [f"{1000 * b:g} ms" if b < 1 else f"{b:g} s" for b in BOUNDS]
    groups = [f"≤ {bounds[0]}", *bounds[1:], f"> {bounds[-1]}"]
    last = max(n for t in known.values() for n, count in enumerate(t.spread) if count)
    bars = {
        found.seats.get(seat, seat): (min(k, 5), [count / t.decisions for count in t.spread[: last + 1]])
        for k, (seat, t) in enumerate(known.items())
    }
    rows = [
        [
            found.seats.get(seat, seat),
            found.players.get(seat, ""),
            f"{t.decisions:,}",
            f"{1000 * t.seconds / t.decisions:.2f} ms",
            f"{1000 * t.slowest:,.0f} ms",
            f"{t.seconds / max(1, found.games):.2f} s",
        ]
        for seat, t in known.items()
    ]
    return _section(
        "Time to decide",
        "How long decisions took, by classes up to the time shown. This differs from run to run and from machine "
        "to machine.",
        _key({name: paint for name, (paint, _) in bars.items()}),
        bar_chart(groups[: last + 1], bars, "Decision times", "share of decisions, by time", percent=True),
        _table(["seat", "player", "decisions", "mean", "slowest", "a game"], rows),
    )


def _foot(folder: Folder) -> str:
    plan = folder.plan
    names = list(dict.fromkeys(plan.players.values()))
    who = names[0] if len(names) == 1 else ",".join(plan.players.values())
    asked = f"hexfront simulate {plan.game} {plan.setup.scenario} --games {plan.games}"
    asked += f" --players {who} --seed {plan.seed}"
    for name, value in plan.setup.options.items():
        asked += f" --option {name}={str(value).lower() if isinstance(value, bool) else value}"
    pack = " with a pack of changed figures" if plan.setup.pack else ""
    return (
        f"<footer><p>Made with Hexfront {escape(__version__)}, rules version {escape(plan.rules)}{pack}, by "
        f"<code>{escape(asked)}</code>. The games are in <code>games.jsonl</code> and "
        "<code>results.sqlite</code>.</p></footer>"
    )

"""Hostile packs and saves: what an attacker might send to bring the server down, made from real ones.

Every pack begins as the game's own data and every save as a real one; then figures become huge, negative or no numbers at
all, tables become texts, positions name hexes that are not there, nests grow deep. Whatever is made has to be refused
with a `HexfrontError` or be playable; nothing else may happen, and nothing may take much memory.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from hexfront.kernel import (
    OBSERVER,
    Chance,
    Game,
    HexfrontError,
    SeededSource,
    apply,
    deciders,
    legal,
    pending,
    roll,
)
from hexfront.match import Match
from hexfront.match.files import seal
from hexfront.match.save import decode
from hexfront.proof.fuzz import drawn_setup

HUGE = (10**5, 10**7, 10**10, 10**18, 10**30, 2**14_100)
SOON = 12  # steps that are played with what was let through


class Hostile(msgspec.Struct, frozen=True):
    """What a run of hostile packs or saves came to."""

    tried: int
    refused: int
    faults: tuple[str, ...] = ()


def deep(levels: int) -> Any:
    tree: Any = 1
    for n in range(levels):
        tree = [tree] if n % 2 else {"x": tree}
    return tree


def _bad_value(choose: random.Random, old: Any) -> Any:
    """Something that has no business where `old` was."""
    huge = choose.choice(HUGE)
    kinds: list[Any] = [
        huge, -huge, -1, 0, 0.5, 1e300, "", "x", "x" * 5_000, None, True, [], {}, [old] * 3, {"id": old}, deep(30),
        "\x00", "../../../etc/passwd", [huge] * 5,
    ]  # fmt: skip
    return choose.choice(kinds)


def _places(tree: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a tree, by the keys that lead to it."""
    if way:
        yield way
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield from _places(value, (*way, key))


def _changed(tree: Any, way: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """A copy of a tree with one place changed."""
    if not way:
        return change(tree)
    new = dict(tree) if isinstance(tree, dict) else list(tree)
    new[way[0]] = _changed(tree[way[0]], way[1:], change)
    return new


def spoiled(choose: random.Random, tree: Any, times: int = 1) -> Any:
    """A tree with some places spoiled: a wrong value, a key that is missing, one too many, a list too long."""
    for _ in range(times):
        places = list(_places(tree))
        if not places:
            return tree
        way = choose.choice(places)

        def change(old: Any) -> Any:
            if isinstance(old, dict) and choose.random() < 0.3:
                return {**old, choose.choice(("id", "x", "10000000000", "-1")): _bad_value(choose, 1)}
            if isinstance(old, list) and old and choose.random() < 0.3:
                return old * choose.choice((2, 50))
            return _bad_value(choose, old)

        tree = _changed(tree, way, change)
    return tree


def packs(game: Game[Any], data: dict[str, Any], seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Packs made from a game's own data files (name -> content): a few places of one file, each spoiled."""
    choose = random.Random(f"hostile packs of {game.id}/{seed}")
    yield {"units": "x"}
    yield {"map": {"grid": {"columns": 100_000, "rows": 100_000}}}
    yield {"map": deep(500)}
    for _ in range(count):
        name = choose.choice(sorted(data))
        whole = data[name]
        way = choose.choice(list(_places(whole)))[: choose.randint(1, 4)]
        part = whole
        for key in way:
            part = part[key]
        part = spoiled(choose, {"it": part}, choose.randint(1, 2))["it"]
        for key in reversed(way):
            part = {key: part} if isinstance(key, str) else [part]
        yield {name: part}


def try_pack(game: Game[Any], pack: dict[str, Any], scenario: str = "") -> bool:
    """Whether a pack was let through; if so, some steps are played with it."""
    try:
        setup = game.setup(scenario, {}, pack)
        game.trial(setup)
    except HexfrontError:
        return False
    s, source = game.start(setup), SeededSource("hostile")
    for _ in range(SOON):
        frame = pending(s)
        if frame is None:
            break
        if isinstance(frame, Chance):
            roll(s, source)
            continue
        seat = deciders(s)[0]
        apply(s, seat, legal(s, seat)[0])
    return True


def saves(match: Match, seed: int, count: int) -> Iterator[bytes]:
    """Saves made from a real one and from one that begins in its position, each with some places spoiled and its
    checksum right."""
    choose = random.Random(f"hostile saves of {match.game.id}/{seed}")
    real = [
        msgspec.json.decode(match.to_json()),
        msgspec.json.decode(Match.from_position(match.game, match.state).to_json()),
    ]
    for document in real:
        document.pop("checksum")
    where = (
        "origin",
        "state",
        "log",
        "setup",
        "dice",
        "inherited",
        "version",
        "ending",
        "reasons",
        "rules",
        "hash",
    )
    for _ in range(count):
        document = dict(choose.choice(real))
        field = choose.choice(where)
        if field in document:
            document[field] = spoiled(choose, {"it": document[field]}, choose.randint(1, 3))["it"]
        else:
            document[field] = _bad_value(choose, None)
        yield seal(document)
    for number in ("²", "9" * 30, "-1", ""):
        yield seal({**real[0], "format": f"hexfront-save/{number}"})
    yield b'{"format":"hexfront-save/1","log":' + b"[" * 100_000 + b"}"


def try_save(game: Game[Any], data: bytes) -> bool:
    """Whether a save was let through; if so, every seat looks at it."""
    try:
        match = decode(data, game, tell=True)
    except HexfrontError:
        return False
    for seat in (*match.seats, OBSERVER):
        match.view(seat)
        match.options(seat)
        match.events_for(seat)
    match.turn_ends()
    match.to_json()
    return True


def played(game: Game[Any], seed: int, actions: int = 60, *, draw: bool = False) -> Match:
    """A real match of some random actions, to begin with: of the first scenario, or with `draw` of any, with any options."""
    choose = random.Random(seed)
    setup = game.setup()
    if draw:
        scenario = choose.choice(game.scenarios).id
        setup = drawn_setup(game, scenario, {}, SeededSource(f"hostile/{seed}"))
    match = Match.new(game, setup)
    for _ in range(actions):
        if match.is_over:
            break
        seat = match.deciders[0]
        match.act(seat, choose.choice(match.legal(seat)))
    return match


def run(tries: Iterator[Any], attempt: Callable[[Any], bool]) -> Hostile:
    """Try them all; what is neither refused nor playable is a fault."""
    tried = refused = 0
    faults: list[str] = []
    for each in tries:
        tried += 1
        try:
            refused += not attempt(each)
        except Exception as e:
            shown = each[:200].decode(errors="replace") if isinstance(each, bytes) else str(each)[:300]
            faults.append(f"{type(e).__name__}: {str(e)[:200]} in {shown}")
    return Hostile(tried, refused, tuple(faults))

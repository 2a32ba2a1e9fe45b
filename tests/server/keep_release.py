"""Keeps a database and saves of the games as they are now, for `test_releases.py`: `python -m tests.server.keep_release NAME`.

To be done when something is released, and never again for that release: what is kept is what people have on their disks.
"""

from __future__ import annotations

import gzip
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from hexfront.games import get, names
from hexfront.match import Match
from tests.server.support import Line, Someone, house

RELEASES = Path(__file__).parent / "releases"
STEPS, LONG = 40, 400
VARIED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("last_war", "kursk", {"umpire": True, "layers": "many", "losses": "before"}),
    ("last_war", "europe", {"seats": 7}),
    ("lebensraum", "war", {"players": 3}),
    ("leaders_in_flames", "mediterranean", {"seats": 4, "single_ships": True}),
    ("motherland", "campaign", {"baku": True, "turkey": True}),
    ("turns_east", "barbarossa", {"zhukov_command_roll": True}),
)
"""Set-ups with options, beside each game's first scenario."""


def main() -> None:
    folder = RELEASES / sys.argv[1]
    folder.mkdir()
    for name in names():
        (folder / f"{name}.json.gz").write_bytes(packed(saved(name, "", {})))
    for name, scenario, options in VARIED:
        (folder / f"{name}-{scenario}.json.gz").write_bytes(packed(saved(name, scenario, options)))
    (folder / "club.sqlite.gz").write_bytes(packed(database()))


def packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def saved(name: str, scenario: str, options: dict[str, bool | int | str]) -> bytes:
    """A match some hundred steps long, with rolls, secrets and what is chosen at random."""
    game, choose = get(name), random.Random(name + scenario)
    match = Match.new(game, game.setup(scenario, options))
    for _ in range(LONG):
        if match.is_over:
            break
        seat = choose.choice(match.deciders)
        match.act(seat, choose.choice(match.legal(seat)))
    return match.to_json()


def database() -> bytes:
    """Matches of every game, played by one person from all seats: some over, one with real dice, one begun from another."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with house(folder, computers=0, games=()) as running:
            anna = running.person("Anna")
            anna.post("/api/accounts", name="Anna", password="correct horse")
            for game in names():
                play(anna, anna.match(game)["id"])
            for game, scenario, options in VARIED:
                play(anna, anna.match(game, scenario=scenario, options=options)["id"])
            play(anna, anna.match("turns_east", dice="physical")["id"])
            over = anna.match("skirmish")
            play(anna, over["id"])
            anna.post(f"/api/matches/{over['id']}/resign", seat="blue")
            forked = anna.match("motherland", scenario="uranus")
            play(anna, forked["id"])
            anna.post(f"/api/matches/{forked['id']}/chat", text="And what if I had stayed?")
            anna.put(f"/api/matches/{forked['id']}/notes", text="The bridge at Kalach.")
            board = anna.post(f"/api/matches/{forked['id']}/fork", seat=forked["you"][0])
            play(anna, board["id"], board["you"][0])
        with closing(sqlite3.connect(folder / "test.sqlite")) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        return (folder / "test.sqlite").read_bytes()


def play(anna: Someone, match: str, seat: str = "") -> None:
    """Random steps from every seat in turn, some of them taken back."""
    choose = random.Random(f"release/{STEPS}")
    line: Line = anna.socket(match, seat=seat) if seat else anna.socket(match)
    for step in range(STEPS):
        line.settle()
        if line.state.get("handover"):
            line.send(t="sit", seat=line.state["handover"]["seat"])
            line.until("state")
        if not line.legal:
            break
        line.act(choose.choice(line.legal)["do"])
        if step % 11 == 10:
            line.undo()
    line.close()


if __name__ == "__main__":
    main()

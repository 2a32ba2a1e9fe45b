"""Databases and saves of every release are kept here: each is played on, or kept to be read and says so."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.games import get
from hexfront.kernel import BadSave, State
from hexfront.match import Match
from hexfront.match.save import read_save
from tests.server.support import House, Someone, house

RELEASES = Path(__file__).parent / "releases"
KEPT = sorted(each.name for each in RELEASES.iterdir())


@pytest.fixture(params=KEPT)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[House, Someone]]:
    """A server of today on the database of a release."""
    data = gzip.decompress((RELEASES / request.param / "club.sqlite.gz").read_bytes())
    (tmp_path / "test.sqlite").write_bytes(data)
    with house(tmp_path, computers=0, games=()) as running:
        anna = running.person()
        anna.post("/api/sessions", name="Anna", password="correct horse")
        yield running, anna


def test_every_match_of_a_release_is_played_on_or_kept_to_be_read(old: tuple[House, Someone]) -> None:
    _, anna = old
    found = anna.get("/api/matches")
    assert len(found) >= 5
    for listed in found:
        match = listed["id"]
        shown = anna.get(f"/api/matches/{match}")
        assert shown["status"] == listed["status"], "what the list says is what there is"
        if shown["status"] == "broken":
            assert "rules" in shown["why"] or "figures" in shown["why"] or "loaded" in shown["why"]
            assert anna.refused("POST", f"/api/matches/{match}/resign", seat=shown["you"][0])["status"] == 409
        elif shown["status"] == "running":
            line = anna.socket(match)
            if line.state.get("handover"):
                line.send(t="sit", seat=line.state["handover"]["seat"])
                line.until("state")
            assert line.act()["t"] == "done"
        report = anna.http.get(f"/api/matches/{match}/report", params={"seat": shown["you"][0]})
        assert report.status_code == 200, report.text[:200]
        assert "<li>" in report.text


@pytest.mark.parametrize(
    "file", sorted(RELEASES.glob("*/*.json.gz")), ids=lambda f: f"{f.parent.name}/{f.name}"
)
def test_every_save_of_a_release_is_played_on_or_says_why_not(file: Path) -> None:
    data = gzip.decompress(file.read_bytes())
    game = get(read_save(data).game)
    try:
        assert Match.from_json(data, game).length > 0
    except BadSave as e:
        words = str(e)
        assert "other rules" in words or "other figures" in words or "not a position" in words, words


def reshaped(game: Any, patch: pytest.MonkeyPatch) -> None:
    patch.setitem(vars(game), "shape", "0" * 16)


def test_a_match_whose_positions_were_others_is_kept_to_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version in words was forgotten, as it is: the shape of positions moves by itself."""
    with house(tmp_path, computers=0) as running:
        anna = running.person("Anna")
        made = anna.match("motherland")
        line = anna.socket(made["id"])
        for _ in range(4):
            line.act()
            line.settle()
        save = anna.http.get(f"/api/matches/{made['id']}/export").content
    reshaped(get("motherland"), monkeypatch)
    with house(tmp_path, computers=0) as running:
        again = Someone(running.url)
        again.http.cookies = anna.http.cookies
        (listed,) = again.get("/api/matches")
        assert listed["status"] == "broken", "it is not listed as running"
        assert "under other rules" in listed["why"]
        lines = again.get(f"/api/matches/{made['id']}/report", seat=made["you"][0], format="json")
        assert lines and all(line["text"] for line in lines)
        head = {"Content-Type": "application/json"}
        refused = again.http.post("/api/matches/import", content=save, headers=head)
        assert (refused.status_code, refused.json()["code"]) == (409, "wrong_version")


def test_the_shape_moves_with_a_field_and_not_with_a_comment() -> None:
    fields = [("turn", int), ("held", list[int])]
    one, same, more = (
        msgspec.defstruct(
            "Position", [*fields, *extra], bases=(State,), kw_only=True, namespace={"__doc__": words}
        )
        for words, extra in (("A.", ()), ("In other words.", ()), ("A.", (("extra", int, 0),)))
    )
    shapes = []
    for state in (one, same, more):
        game = type(get("skirmish"))()
        vars(game)["state"] = state
        shapes.append(game.shape)
    assert shapes[0] == shapes[1] != shapes[2]

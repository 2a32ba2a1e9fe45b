"""A stored match whose game has other figures now: it can be looked at, not played on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.support import house, pair
from tests.support.toy import GAME

OTHER = "f" * 16


def test_other_figures_stop_a_match_and_leave_it_to_be_seen(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path, database=database) as running:
        anna, ben, match = pair(running, public=True)
        a = anna.socket(match)
        a.act()
        whole = a.state["view"]
        cookies, guest = anna.http.cookies, ben.http.cookies
    monkeypatch.setenv("TOY_FIGURES", OTHER)
    with house(tmp_path, database=database) as running:
        anna, ben = running.person(), running.person()
        anna.http.cookies, ben.http.cookies = cookies, guest
        # In the list, before anybody has opened it, and when it is open.
        listed: dict[str, Any] = next(m for m in anna.get("/api/matches", scope="mine") if m["id"] == match)
        assert listed["status"] == "broken"
        assert "other figures of" in listed["why"]
        assert anna.get(f"/api/matches/{match}")["why"] == listed["why"]
        a = anna.socket(match)
        assert a.state["status"] == "broken"
        assert a.state["view"] == whole
        assert a.legal == []
        b = ben.socket(match, seat="blue")
        assert b.state["deciders"] == []
        refused = b.act({"type": "Plan", "stance": 1})
        assert (refused["t"], refused["code"]) == ("refused", "wrong_version")
        assert anna.refused("POST", f"/api/matches/{match}/resign", seat="red")["code"] == "wrong_version"
        # It is looked at, exported and forked.
        assert len(anna.get(f"/api/matches/{match}/history", seat="red")) >= 1
        assert anna.get(f"/api/matches/{match}/history/1", seat="red")["view"] == whole
        assert "format" in anna.get(f"/api/matches/{match}/export", seat="red")
        board = anna.post(f"/api/matches/{match}/fork", seat="red")
        assert board["status"] == "running"
    monkeypatch.delenv("TOY_FIGURES")
    with house(tmp_path, database=database) as running:
        ben = running.person()
        ben.http.cookies = guest
        assert ben.socket(match, seat="blue").act({"type": "Plan", "stance": 1})["t"] == "done"


def test_a_save_of_other_figures_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path) as running:
        anna = running.person("Anna")
        match = anna.match()["id"]
        save = anna.http.get(f"/api/matches/{match}/export").content
    monkeypatch.setenv("TOY_FIGURES", OTHER)
    with house(tmp_path) as running:
        reply = running.person("Anna").http.post(
            "/api/matches/import", content=save, headers={"Content-Type": "application/json"}
        )
        assert reply.status_code == 409
        assert "other figures" in reply.json()["reason"]
    assert GAME.data_digest(GAME.setup()) == OTHER

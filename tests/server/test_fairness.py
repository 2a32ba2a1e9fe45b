"""Nobody knows the dice, and nobody sees more than their seat: not by exporting, giving seats away, forking or counting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.match import commitment, verify
from tests.server.support import TOY, House, Someone, house, invitation, pair

SILENT = "tests.server.silent"
JSON = {"Content-Type": "application/json"}


def given_away(host: Someone, match: str, seat: str = "blue") -> str:
    """The token of a seat that its host gives away in a running match."""
    return invitation(host.post(f"/api/matches/{match}/seats/{seat}", who="link"), seat)


def play_on(running: House, match: str, people: dict[str, Someone], actions: int) -> None:
    lines = {seat: person.socket(match, seat=seat) for seat, person in people.items()}
    for _ in range(actions):
        state = next(iter(lines.values())).state
        if state["result"]:
            return
        seat = state["deciders"][0]
        lines[seat].settle()
        lines[seat].act()
        for line in lines.values():
            line.settle()


def hot_seat(running: House) -> tuple[Someone, str, dict[str, Any]]:
    """A match that one person plays alone for a while, and its save with the seed in it."""
    anna = running.person("Anna")
    match = anna.match()["id"]
    play_on(running, match, {"red": anna, "blue": anna}, 6)
    return anna, match, anna.get(f"/api/matches/{match}/export")


def test_a_seed_that_has_left_the_server_rolls_nothing_for_a_friend(either: House) -> None:
    anna, match, save = hot_seat(either)
    known = save["dice"]["seed"]
    token = given_away(anna, match)
    ben = either.person("Ben")
    told = ben.post("/api/invitation", token=token)
    assert told["begun"] and told["commitment"] not in ("", save["dice"]["commitment"])
    ben.post("/api/join", token=token, seed="my own number")
    record = either.club.lives[match].record
    assert record is not None
    assert record.match.seed.hex() != known
    assert commitment(record.match.seed) == told["commitment"], "what was promised before they sat down"
    assert record.match.contributions["blue"] == "my own number"
    info = ben.get(f"/api/matches/{match}")
    assert info["commitment"] == told["commitment"]
    dice = ben.get(f"/api/matches/{match}/dice")
    assert dice["contributions"]["blue"] == "my own number"
    line = ben.socket(match, seat="blue")
    assert any(told["commitment"] in each["text"] for each in line.state["lines"]), "the friend sees it"


def test_the_new_dice_are_there_after_a_restart_and_can_be_checked_at_the_end(tmp_path: Path) -> None:
    with house(tmp_path, snapshot_every=3) as first:
        anna, match, _ = hot_seat(first)
        token = given_away(anna, match)
        ben = first.person("Ben")
        promised = ben.post("/api/invitation", token=token)["commitment"]
        ben.post("/api/join", token=token, seed="b")
        live = first.club.lives[match].record
        assert live is not None
        inherited = live.match.inherited
        play_on(first, match, {"red": anna, "blue": ben}, 5)
        head = live.match.head
    with house(tmp_path, snapshot_every=3) as second:
        for person in (anna, ben):
            person.url, person.http.base_url = second.url, second.url
            person.http.headers["Origin"] = second.url
        assert anna.get(f"/api/matches/{match}")["commitment"] == promised
        anna.get(f"/api/matches/{match}/history", seat="red")
        record = second.club.lives[match].record
        assert record is not None
        assert record.match.head == head
        assert record.match.inherited == inherited > 0
        play_on(second, match, {"red": anna, "blue": ben}, 400)
        save = anna.http.get(f"/api/matches/{match}/export").content
    found = verify(save, record.game, commitment=promised, contributions={"blue": "b"})
    assert found.ok, found.faults
    assert found.finished and 0 < found.rolls_derived <= found.rolls


def test_an_imported_save_has_new_dice_for_a_friend(club: House) -> None:
    anna, _, save = hot_seat(club)
    made = anna.http.post("/api/matches/import", content=msgspec.json.encode(save), headers=JSON).json()
    token = given_away(anna, made["id"])
    ben = club.person("Ben")
    ben.post("/api/join", token=token, seed="b")
    record = club.club.lives[made["id"]].record
    assert record is not None and record.match.seed.hex() != save["dice"]["seed"]
    assert record.match.contributions["blue"] == "b"


def test_a_seat_that_is_taken_meanwhile_changes_no_dice(club: House) -> None:
    anna, match, _ = hot_seat(club)
    token = given_away(anna, match)
    ben, carl = club.person("Ben"), club.person("Carl")
    ben.post("/api/join", token=token)
    seed = club.club.lives[match].record.match.seed  # type: ignore[union-attr]
    assert carl.refused("POST", "/api/join", token=token)["status"] in (404, 409)
    assert club.club.lives[match].record.match.seed == seed  # type: ignore[union-attr]


# --- who may look where


@pytest.fixture(scope="module")
def secretive(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with house(tmp_path_factory.mktemp("secretive"), games=(TOY, SILENT)) as running:
        yield running


def test_a_host_cannot_look_into_the_computers_seat_and_give_it_back(secretive: House) -> None:
    anna = secretive.person("Anna")
    made = anna.match(seats={"blue": {"who": "computer", "level": "random"}})
    path = f"/api/matches/{made['id']}/seats"
    assert anna.refused("POST", f"{path}/blue", who="me")["status"] == 403
    # Nor by giving the own seat to the computer first.
    anna.post(f"{path}/red", who="computer", level="random")
    assert anna.refused("POST", f"{path}/blue", who="me")["status"] == 403
    anna.post(f"{path}/red", who="me")
    # Nor through an invitation to herself.
    token = invitation(anna.post(f"{path}/blue", who="link"), "blue")
    assert anna.refused("POST", "/api/join", token=token)["status"] == 403


def test_an_analysis_board_has_the_seat_that_asks_and_no_other(secretive: House) -> None:
    anna, ben, match = pair(secretive)
    anna.socket(match).act({"type": "Plan", "stance": 2})
    fork = ben.post(f"/api/matches/{match}/fork", seat="blue")
    assert fork["you"] == ["blue"]
    board = ben.socket(fork["id"])
    assert board.state["seat"] == "blue"
    board.send(t="sit", seat="red")
    assert board.until("error", "state")["code"] == "not_your_seat"
    for who in ("me", "open", "link"):
        refused = ben.refused("POST", f"/api/matches/{fork['id']}/seats/red", who=who)
        assert refused["status"] == 403, who
    for what in ("report", "history", "digest", "turn"):
        assert ben.http.get(f"/api/matches/{fork['id']}/{what}", params={"seat": "red"}).status_code == 403
    assert ben.http.get(f"/api/matches/{fork['id']}/export").status_code == 200
    assert b'"hexfront-turn/' in ben.http.get(f"/api/matches/{fork['id']}/export").content[:200]
    again = ben.post(f"/api/matches/{fork['id']}/fork", seat="blue")
    assert again["you"] == ["blue"]


def test_no_briefing_or_hand_of_the_enemy_is_shown_by_analysis(secretive: House) -> None:
    anna, ben = secretive.person("Anna"), secretive.person("Ben")
    made = anna.match("last_war", scenario="kursk", seats={"allies": {"who": "open"}}, public=True)
    ben.post(f"/api/matches/{made['id']}/join", seat="allies")
    fork = anna.post(f"/api/matches/{made['id']}/fork", seat="axis")
    assert fork["you"] == ["axis"]
    mine = anna.socket(made["id"], seat="axis").state["view"]
    board = anna.socket(fork["id"]).state["view"]
    assert board["extra"] == mine["extra"]
    assert board["boxes"] == mine["boxes"]


def test_where_nothing_is_hidden_an_analysis_board_has_all_seats(secretive: House) -> None:
    anna, _, match = pair_of(secretive, "motherland")
    fork = anna.post(f"/api/matches/{match}/fork", seat="axis")
    assert set(fork["you"]) == {"axis", "soviet"}


def pair_of(running: House, game: str) -> tuple[Someone, Someone, str]:
    anna, ben = running.person("Anna"), running.person("Ben")
    seats = [each["id"] for each in anna.get(f"/api/games/{game}/seats")]
    made = anna.match(game, seats={seats[1]: {"who": "link"}})
    ben.post("/api/join", token=invitation(made, seats[1]))
    return anna, ben, made["id"]


# --- counting


def test_secret_clicks_are_not_counted_by_the_report(
    secretive: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = secretive.person("Anna"), secretive.person("Ben")
    made = anna.match("silent", seats={"right": {"who": "open"}}, public=True)
    ben.post(f"/api/matches/{made['id']}/join", seat="right")
    path = f"/api/matches/{made['id']}/report"
    line = anna.socket(made["id"])
    before = [
        who.get(path, format="json", **q)["ended"]
        for who, q in ((ben, {"seat": "right"}), (ben, {"seat": "observer"}))
    ]
    monkeypatch.setattr("hexfront.server.match.live.time.time", lambda: 4_000_000_000.0)
    assert line.act({"type": "Put"})["t"] == "done"
    monkeypatch.undo()
    after = [
        who.get(path, format="json", **q)["ended"]
        for who, q in ((ben, {"seat": "right"}), (ben, {"seat": "observer"}))
    ]
    assert after == before
    assert anna.get(path, format="json", seat="left")["ended"] > before[0]


def test_what_the_server_counts_is_for_its_owner(tmp_path: Path) -> None:
    with house(tmp_path) as running:
        someone = running.person()
        assert someone.http.get("/metrics").status_code == 200, "from this machine itself"
        for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
            assert someone.http.get("/metrics", headers={name: "127.0.0.1"}).status_code == 404, name
    with house(tmp_path, metrics_token="a secret of the owner") as running:
        someone = running.person()
        assert someone.http.get("/metrics").status_code == 404
        good = {"Authorization": "Bearer a secret of the owner", "X-Forwarded-For": "192.0.2.1"}
        assert someone.http.get("/metrics", headers=good).status_code == 200
        assert someone.http.get("/metrics", headers={"Authorization": "Bearer no"}).status_code == 404

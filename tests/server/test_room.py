"""A room of teams: several people at one power, a no-show, a step clock, disputes, and Control's corrections."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from hexfront.games.last_war import GAME
from hexfront.match import Match, verify
from hexfront.server.match.live import Live
from hexfront.server.match.room import GRACE, StepClock
from hexfront.server.store.queries import Room as RoomRow
from tests.server.support import House, Line, Someone, invitation

WHY = "A slip at the table."


class Room:
    """Two teams and Control, the Axis with two people."""

    def __init__(self, running: House, **more: Any) -> None:
        self.house = running
        self.axis, self.allies, self.umpire, self.air = (
            running.person(name) for name in ("Anna", "Ben", "Uma", "Ada")
        )
        self.made = self.axis.match(
            "last_war", scenario="kursk", options={"umpire": True},
            seats={"axis": {"who": "me"}, "allies": {"who": "link"}, "control": {"who": "link"}}, **more,
        )  # fmt: skip
        self.match: str = self.made["id"]
        self.path = f"/api/matches/{self.match}"
        self.allies.post("/api/join", token=invitation(self.made, "allies"))
        self.umpire.post("/api/join", token=invitation(self.made, "control"))
        link = self.axis.post(f"{self.path}/seats/axis/link")["path"]
        self.token = link.removeprefix("/join/")
        self.air.post("/api/join", token=self.token, role="air")
        self.a, self.b = self.axis.socket(self.match), self.allies.socket(self.match)
        self.c, self.u = self.air.socket(self.match), self.umpire.socket(self.match)

    def seat(self, name: str, who: Someone | None = None) -> dict[str, Any]:
        info = (who or self.umpire).get(self.path)
        found: dict[str, Any] = next(each for each in info["seats"] if each["id"] == name)
        return found

    def control(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.u.settle()
        return self.u.act({"type": kind, "why": "On with it." if kind == "EndStep" else WHY, **fields})

    def to_phase(self, phase: str) -> None:
        """Control ends steps until this one."""
        for _ in range(40):
            self.u.settle()
            if self.u.state["view"].get("phase") == phase and "axis" in self.u.state["deciders"]:
                break
            done = self.control("EndStep")
            if done["t"] != "done":  # a decision of Control's own
                self.u.act()
        for line in (self.a, self.b, self.c):
            line.settle()


@pytest.fixture
def room(either: House) -> Room:
    return Room(either)


def men(line: Line, power: str = "germany") -> str:
    return str(next(box["text"] for box in line.state["view"]["boxes"] if box["id"] == f"pool-{power}"))


def words(line: Line) -> str:
    return json.dumps(line.state["lines"])


# --- teams


def test_several_people_have_one_power_and_the_captain_commits(room: Room) -> None:
    room.to_phase("deploy")
    assert room.c.state["seat"] == "axis" and men(room.c) == men(room.a)
    team = room.seat("axis")["team"]
    assert [(m["person"]["name"], m["role"], m["captain"]) for m in team] == [
        ("Anna", "leader", True),
        ("Ada", "air", False),
    ]
    assert room.c.act({"type": "Done"})["code"] == "not_captain"
    pick = next(each["do"] for each in room.c.legal if each["do"]["type"] == "Pick")
    assert room.c.act(pick)["t"] == "done"
    room.c.settle()
    deploys = [each["do"] for each in room.c.legal if each["do"]["type"] == "Deploy"]
    ground = next(do for do in deploys if do["kind"] == 0)
    assert room.c.act(ground)["code"] == "not_your_part"
    assert (
        room.axis.refused("POST", f"{room.path}/seats/axis/team", person="nobody", role="army")["status"]
        == 404
    )
    ada = next(m["person"]["id"] for m in team if not m["captain"])
    room.axis.post(f"{room.path}/seats/axis/team", person=ada, role="army")
    assert room.c.act(ground)["t"] == "done"
    room.a.settle()
    assert room.a.act({"type": "Stop"})["t"] in ("done", "refused")


def test_only_a_captain_gives_up_or_takes_files_away_for_the_team(room: Room) -> None:
    assert room.air.refused("POST", f"{room.path}/resign", seat="axis")["code"] == "not_captain"
    assert room.air.refused("POST", f"{room.path}/draw", seat="axis")["code"] == "not_captain"
    assert room.axis.get(f"{room.path}/export", seat="axis")["format"].startswith("hexfront-turn/")


def test_a_member_takes_over_from_a_captain_who_is_away(room: Room) -> None:
    ada = next(m["person"]["id"] for m in room.seat("axis")["team"] if m["person"]["name"] == "Ada")
    take = {"person": ada, "captain": True}
    assert room.air.refused("POST", f"{room.path}/seats/axis/team", **take)["code"] == "not_allowed"
    room.a.close()
    until = time.monotonic() + 20
    while room.air.http.post(f"{room.path}/seats/axis/team", json=take).status_code != 200:
        assert time.monotonic() < until
    team = room.seat("axis")["team"]
    assert [(m["person"]["name"], m["captain"]) for m in team] == [("Ada", True), ("Anna", False)]


def test_nobody_joins_the_team_of_a_side_whose_enemy_they_are(room: Room) -> None:
    assert room.allies.refused("POST", "/api/join", token=room.token)["code"] == "not_allowed"
    assert room.umpire.refused("POST", f"{room.path}/seats/control/link")["code"] == "bad_request"
    assert room.allies.refused("POST", f"{room.path}/seats/axis/link")["code"] == "not_allowed"
    assert room.seat("axis", room.allies).get("team_link", "") == "", "the link is not for the enemy"
    look = room.house.person("Eve").post("/api/invitation", token=room.token)
    assert look["team"] and look["seat"] == "Germany"


def test_the_computer_stands_in_for_a_step_or_for_good(room: Room) -> None:
    room.to_phase("deploy")
    stand = f"{room.path}/seats/allies/stand-in"
    assert room.axis.refused("POST", stand, what="step")["code"] == "not_allowed"
    room.umpire.post(stand, what="step", level="random")
    room.b.wait(lambda state: "allies" not in state["deciders"])
    assert room.seat("allies")["who"] == "person"
    room.control("EndStep")
    room.to_phase("withdraw")
    assert room.seat("allies").get("stand_in", "") == "", "only for that step"
    room.umpire.post(stand, what="good", level="random")
    assert room.seat("allies")["who"] == "computer"
    room.umpire.post(stand, what="free")
    assert room.seat("allies")["who"] == "link"


def test_a_team_that_never_came_is_replaced_before_the_day_begins(either: House) -> None:
    umpire = either.person("Uma")
    made = umpire.match(
        "last_war", scenario="kursk", options={"umpire": True},
        seats={"axis": {"who": "link"}, "allies": {"who": "link"}, "control": {"who": "me"}},
    )  # fmt: skip
    path = f"/api/matches/{made['id']}"
    either.person("Anna").post("/api/join", token=invitation(made, "axis"))
    assert umpire.get(f"{path}/desk")["entries"] == []
    assert umpire.refused("POST", f"{path}/seats/allies/stand-in", what="step")["code"] == "waiting"
    assert umpire.post(f"{path}/seats/allies/stand-in", what="good", level="random")["status"] == "running"
    assert umpire.get(f"{path}/desk")["forms"]


# --- the clock


def test_the_room_clock_ends_a_step_for_those_who_are_late(room: Room) -> None:
    room.to_phase("deploy")
    clock = f"{room.path}/clock"
    assert room.axis.refused("POST", clock, seconds=5)["code"] == "not_allowed"
    info = room.umpire.post(clock, seconds=600, force=True)
    assert info["room"]["running"] and 590 < info["room"]["left"] <= 600
    assert room.umpire.post(clock, paused=True)["room"]["running"] is False
    assert room.umpire.post(clock, add=-300)["room"]["left"] < 301
    step = info["room"]["step"]
    room.umpire.post(clock, paused=False, add=-299.5)
    room.a.wait(lambda state: any("Time is up." in line["text"] for line in state["lines"]))
    assert room.umpire.get(room.path)["room"]["step"] != step
    assert room.umpire.get(room.path)["room"]["left"] > 500, "the next step has its full time"
    assert room.umpire.post(clock, seconds=0)["room"] is None


def test_a_clock_that_does_not_force_ends_nothing(room: Room) -> None:
    room.to_phase("deploy")
    room.umpire.post(f"{room.path}/clock", seconds=0.2, force=False)
    time.sleep(0.5)
    assert room.umpire.get(room.path)["room"]["left"] == 0
    room.u.settle()
    assert room.u.state["view"]["phase"] == "deploy"


def test_the_clock_runs_on_over_a_restart_and_stands_if_it_stood(room: Room) -> None:
    room.to_phase("deploy")
    clock = f"{room.path}/clock"
    room.umpire.post(clock, seconds=600, force=True)
    room.control("EndStep")  # the next step has a clock of its own, which nobody has set
    room.to_phase("flags")
    live = room.house.club.lives[room.match]
    began, step = live.step_clock.began, live.step_clock.step
    room.control("Correct", what="men", how="add", power=0, hex=-1, number=1)
    assert live.record is not None and live.record.rows[-1].at > began, "something was done since"
    room.house.club.forget(room.match)
    assert room.umpire.get(room.path)["room"]["running"]
    again = room.house.club.lives[room.match].step_clock
    assert (again.began, again.step) == (began, step)
    stood = room.umpire.post(clock, paused=True)["room"]["left"]
    room.house.club.forget(room.match)
    found = room.umpire.get(room.path)["room"]
    assert not found["running"] and found["left"] == stood


def test_no_step_ends_while_a_match_is_stopped_nor_at_once_when_it_goes_on(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def weigh(live: Live) -> None:
        pass

    monkeypatch.setattr(room.house.club, "weigh", weigh)
    room.to_phase("deploy")
    clock = f"{room.path}/clock"
    room.umpire.post(clock, seconds=600, force=True)
    room.umpire.post(clock, paused=True)
    live, loop = room.house.club.lives[room.match], next(iter(room.house.club._tasks)).get_loop()
    loop.call_soon_threadsafe(live.stop, "There is no room.")
    until = time.monotonic() + 60
    while not live.stopped:
        assert time.monotonic() < until
        time.sleep(0.02)
    room.umpire.post(clock, add=-599.8)
    step = room.umpire.post(clock, paused=False)["room"]["step"]
    time.sleep(0.5)
    assert room.umpire.get(room.path)["room"]["left"] == 0
    loop.call_soon_threadsafe(live.stop, "")
    time.sleep(0.5)
    found = room.umpire.get(room.path)["room"]
    assert found["step"] == step and found["left"] > GRACE / 2


def test_time_that_ran_out_while_the_server_was_away_is_not_held_against_anyone() -> None:
    clock = StepClock()
    clock.step, clock.began = "1/deploy/Deployment", 1000.0
    asked = RoomRow(seconds=300.0, force=True, step="", ends=0.0, paused=None)
    assert clock.ends(asked) == 1300.0
    clock.forgive(asked, 1100.0)
    assert clock.ends(asked) == 1300.0, "there is time left"
    clock.forgive(asked, 2000.0)
    assert clock.ends(asked) == 2000.0 + GRACE


def test_control_corrects_while_real_dice_are_waited_for(either: House) -> None:
    room = Room(either, dice="physical")
    room.u.settle()
    desk = room.umpire.get(f"{room.path}/desk")
    assert desk["roll"].startswith("Assessment") and desk["forms"]
    before = men(room.u)
    done = room.u.act({"type": "Correct", "what": "men", "how": "add", "power": 0, "number": 3, "why": WHY})
    assert done["t"] == "done"
    room.u.settle()
    assert men(room.u) != before and room.umpire.get(f"{room.path}/desk")["roll"] == desk["roll"]
    refused = room.a.act(
        {"type": "Correct", "what": "men", "how": "add", "power": 0, "number": 3, "why": WHY}
    )
    assert refused["t"] == "refused"
    room.house.club.forget(room.match)
    again = room.umpire.get(f"{room.path}/desk")
    assert again["roll"] == desk["roll"] and WHY in again["entries"][0]["text"]


def test_the_desk_tells_what_teams_chose_in_words(room: Room) -> None:
    room.to_phase("deploy")
    pick = next(each["do"] for each in room.a.legal if each["do"]["type"] == "Pick")
    room.a.act(pick)
    entry = room.umpire.get(f"{room.path}/desk")["entries"][0]
    place = GAME.position("kursk").world.title(pick["hex"])
    assert entry["action"] == "Pick" and entry["text"] == place


def test_a_team_that_changed_sides_is_listed_on_its_new_one(either: House) -> None:
    host = either.person("Uma")
    teams = ("germany", "italy", "balkans", "finland", "britain", "usa", "ussr", "control")
    made = host.match(
        "last_war", scenario="europe", options={"umpire": True, "seats": 7}, seats={team: {"who": "me"} for team in teams}
    )  # fmt: skip
    path = f"/api/matches/{made['id']}"

    def side() -> str:
        return str(next(each["side"] for each in host.get(path)["seats"] if each["id"] == "italy"))

    assert side() == "axis"
    line = host.socket(made["id"], seat="control")
    line.settle()
    for _ in range(30):
        if line.state["view"].get("phase") == "deploy":
            break
        line.act({"type": "EndStep", "why": WHY})
        line.settle()
    italy = GAME.position("europe").world.number["italy"]
    assert line.act({"type": "ChangeSides", "power": italy, "why": WHY})["t"] == "done"
    assert side() == "allies"
    either.club.forget(made["id"])
    assert side() == "allies", "and in lists of matches nobody is at"


# --- disputes and corrections


def test_a_dispute_is_between_a_team_and_control(room: Room) -> None:
    told = room.air.post(f"{room.path}/disputes", seat="axis", text="Orel is ours!", place="2617")
    assert [each["text"] for each in told] == ["Orel is ours!"]
    assert room.allies.get(f"{room.path}/disputes") == []
    assert room.allies.get(room.path)["disputes"] == 1, "that there is one is no secret"
    desk = room.umpire.get(f"{room.path}/desk")
    assert desk["disputes"][0]["text"] == "Orel is ours!" and desk["waiting"]
    assert room.axis.refused("GET", f"{room.path}/desk")["code"] == "not_allowed"
    name = desk["disputes"][0]["id"]
    assert room.axis.refused("POST", f"{room.path}/disputes/{name}", ruling="Yes.")["code"] == "not_allowed"
    room.umpire.post(f"{room.path}/disputes/{name}", ruling="It is.")
    assert room.axis.get(f"{room.path}/disputes")[0]["ruling"] == "It is."
    assert room.umpire.refused("POST", f"{room.path}/disputes/{name}", ruling="No.")["status"] == 404
    assert room.allies.get(room.path)["disputes"] == 0


def test_a_hidden_correction_reaches_nobody_else(room: Room) -> None:
    room.to_phase("deploy")
    before = {line: line.version for line in (room.b,)}
    assert room.control("Correct", what="men", how="add", power=0, number=3, hidden=True)["t"] == "done"
    room.b.settle()
    assert WHY not in words(room.b) and room.b.version == before[room.b]
    room.a.settle()
    assert WHY not in words(room.a), "nor the team itself: it sees its Pool, and no reason"
    room.u.settle()
    assert WHY in words(room.u)
    assert room.control("Correct", what="men", how="add", power=0, number=1)["t"] == "done"
    room.b.settle()
    assert WHY in words(room.b)


def test_a_roll_is_corrected_and_what_followed_played_again(either: House, tmp_path: Any) -> None:
    room = Room(either, dice="physical")
    for _ in range(60):
        room.u.settle()
        if room.u.state["view"].get("turn", 0) == 2 and room.u.state["view"].get("phase") == "deploy":
            break
        rolls = [each["do"] for each in room.u.legal if each["do"]["type"] == "$roll"]
        done = room.u.act(rolls[0]) if rolls else room.control("EndStep")
        if done["t"] != "done":
            room.u.act()
    desk = room.umpire.get(f"{room.path}/desk")
    roll = next(each for each in desk["entries"] if each.get("roll"))
    other = (
        ["2"] * len(roll["roll"]) if roll["roll"] != ["2"] * len(roll["roll"]) else ["1"] * len(roll["roll"])
    )
    ask = {"what": "roll", "step": roll["n"], "words": other, "reason": "The die was cocked."}
    assert room.axis.refused("POST", f"{room.path}/amend", **ask)["code"] == "not_allowed"
    assert room.umpire.refused("POST", f"{room.path}/amend", **(ask | {"words": ["77"]}))["code"] == "cannot"
    assert room.umpire.refused("POST", f"{room.path}/amend", **(ask | {"reason": ""}))["code"] == "cannot"
    done = room.umpire.post(f"{room.path}/amend", **ask)
    assert done["back"] and done.get("kept", 0) + done.get("dropped", 0) >= 1
    room.b.wait(lambda state: "The die was cocked." in json.dumps(state["lines"]))
    again = room.umpire.get(f"{room.path}/desk")
    assert next(each for each in again["entries"] if each["n"] == roll["n"])["roll"] == other
    assert not room.b.state["can"]["undo"]
    taken = room.umpire.post(f"{room.path}/amend", what="undo")
    assert taken["undone"] and not taken.get("back")
    assert room.umpire.get(f"{room.path}/desk")["entries"] == desk["entries"]
    # The same after a restart: all of it is in the rows.
    room.house.club.forget(room.match)
    assert room.umpire.get(f"{room.path}/desk")["entries"] == desk["entries"]
    room.umpire.post(f"{room.path}/amend", what="back", step=roll["n"], reason="That step again.")
    assert room.umpire.get(f"{room.path}/desk")["roll"]
    room.house.club.forget(room.match)
    assert room.umpire.get(f"{room.path}/desk")["roll"]


def test_controls_export_in_mid_game_is_a_full_save(room: Room) -> None:
    room.to_phase("deploy")
    before = room.umpire.get(f"{room.path}/dice")["commitment"]
    data = room.umpire.http.get(f"{room.path}/export", params={"seat": "control"}).content
    found = Match.from_json(data, GAME)
    assert found.state.phase == "deploy" and found.length >= 3
    assert verify(data).ok
    now = room.umpire.get(f"{room.path}/dice")["commitment"]
    assert now != before, "who has the save knows the old seed: the dice are new"
    opened = room.umpire.http.post(
        "/api/matches/import", content=data, headers={"Content-Type": "application/json"}
    ).json()
    assert opened["status"] == "running" and "control" in opened["you"]
    for line in (room.a, room.b):
        line.settle()
        assert "New dice" in words(line)


def test_a_projector_is_shown_what_everyone_may_see(room: Room) -> None:
    room.to_phase("deploy")
    wall = room.umpire.socket(room.match, seat="observer")
    pick = next(each["do"] for each in room.a.legal if each["do"]["type"] == "Pick")
    room.a.act(pick)
    room.a.settle()
    room.a.act(
        next(
            each["do"] for each in room.a.legal if each["do"]["type"] == "Deploy" and each["do"]["kind"] == 0
        )
    )
    room.control("Correct", what="men", how="add", power=0, number=3, hidden=True)
    wall.settle()
    assert wall.state["seat"] == "observer" and not wall.legal
    assert men(wall) == men(room.b) != men(room.a)
    assert WHY not in words(wall)
    boxes = {box["id"] for box in wall.state["view"]["boxes"]}
    assert "asides" not in boxes and not any(name.startswith("brief-") for name in boxes)
    assert "combats" not in wall.state["view"]["extra"]

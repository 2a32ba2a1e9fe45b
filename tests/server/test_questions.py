"""Reach, preview, why, digest, report, rules: answered by the kernel alone, for any game."""

from __future__ import annotations

import html.parser
from typing import Any

import msgspec

from hexfront import games
from hexfront.kernel import CONTROL, Decision, Overlay, SeededSource, apply, pending, roll
from hexfront.server.match import questions, tally
from tests.server.support import House, Line, pair


def marching(club: House) -> tuple[Any, Any, str, Line, Line]:
    anna, ben, match = pair(club)
    a, b = anna.socket(match), ben.socket(match)
    a.act({"type": "Plan", "stance": 2})
    b.act({"type": "Plan", "stance": 1})
    a.settle()
    return anna, ben, match, a, b


def test_reach_gives_every_place_with_its_plan(club: House) -> None:
    anna, _, match, a, _ = marching(club)
    reach = a.ask("reach", piece="1")["reach"]
    assert reach["version"] == a.version
    assert {at: place["cost"] for at, place in reach["places"].items()} == {"2": 1, "3": 2, "4": 3}
    far = reach["places"]["4"]
    assert far["path"] == ["2", "3", "4"]
    assert reach == anna.get(f"/api/matches/{match}/reach", seat="red", piece="1")
    for action in far["plan"]:
        assert a.act(action)["t"] == "done"
    assert next(p for p in a.state["view"]["pieces"] if p["id"] == "1")["at"] == "4"
    assert a.ask("reach", piece="1")["reach"]["places"] == {}
    assert a.ask("reach", piece="nothing")["reach"]["places"] == {}


def test_reach_in_a_game_with_picks(club: House) -> None:
    """The reach of every piece of Skirmish can be walked, action by action."""
    anna = club.person("Anna")
    made = anna.match("skirmish")
    line = anna.socket(made["id"])
    walked = 0
    for _ in range(120):
        if line.state["handover"]:
            line.send(t="sit", seat=line.state["handover"]["seat"])
            line.until("state")
        kinds = {each["option"].get("kind") for each in line.legal}
        if "pick" in kinds or "step" in kinds:
            pieces = {each["option"]["piece"] for each in line.legal if each["option"].get("piece")}
            for piece in sorted(pieces):
                places = line.ask("reach", piece=piece)["reach"]["places"]
                if places:
                    goal = max(places.values(), key=lambda p: p["cost"])
                    assert goal["path"][-1] in places
                    for action in goal["plan"]:
                        assert line.act(action)["t"] == "done"
                    walked += 1
                    break
            else:
                line.act()
        else:
            line.act()
        if walked >= 3 or line.state["result"]:
            break
    assert walked >= 1


def test_preview_shows_what_would_change_and_changes_nothing(club: House) -> None:
    anna, _, match, a, _ = marching(club)
    before = a.state["view"]
    plan = [{"type": "March", "runner": 1, "to": 2}, {"type": "March", "runner": 1, "to": 3}]
    found = a.ask("preview", plan=plan)["preview"]
    assert found["applied"] == 2
    assert [piece["at"] for piece in found["pieces"]["set"]] == ["3"]
    assert [line["text"] for line in found["lines"]] == ["runner 1 to 2", "runner 1 to 3"]
    bad = a.ask("preview", plan=[plan[0], {"type": "March", "runner": 0, "to": 5}])["preview"]
    assert bad["applied"] == 1
    assert bad["refused"]["rule"] == "3.1"
    assert a.ask("preview", plan=[{"type": "x"}])["preview"]["refused"]["reason"]
    spy = a.ask("preview", plan=[{"type": "Spy"}])["preview"]
    assert spy["chance"]
    assert spy["applied"] == 0
    assert spy["lines"] == []
    whole = anna.post(f"/api/matches/{match}/preview", seat="red", version=a.version, plan=plan)
    assert whole == found
    assert (
        anna.refused("POST", f"/api/matches/{match}/preview", seat="red", version=0, plan=[])["code"]
        == "stale"
    )
    assert a.settle() == []
    assert a.state["view"] == before


def test_why_not(club: House) -> None:
    anna, _, match, a, b = marching(club)
    causes = a.ask("why", piece="0", at="1")["causes"]
    assert causes == [{"label": "March", "rule": "3.2", "reason": "One runner a space.", "at": "1"}]
    assert causes == anna.get(f"/api/matches/{match}/why", seat="red", piece="0", at="1")
    assert b.ask("why", piece="0", at="1")["causes"] == []


def test_digest_tells_what_happened_since_the_seat_last_acted(club: House) -> None:
    anna, ben, match, a, b = marching(club)
    a.choose("March")
    a.choose("Halt")
    b.settle()
    found = ben.get(f"/api/matches/{match}/digest", seat="blue")
    assert any("runner" in line["text"] for line in found["lines"])
    assert len(found["moved"]) == 1
    # The step is the position one left: the first missed line comes after it.
    left = b.ask("step", n=found["step"])["state"]
    assert len(left["lines"]) == found["since"] - 1
    assert all(line["version"] > 0 for line in found["lines"])
    mine = anna.get(f"/api/matches/{match}/digest", seat="red")
    assert not any("runner" in line["text"] for line in mine["lines"])


class Tags(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.append(tag)
        for name, _ in attrs:
            assert not name.startswith("on")


def test_the_report_is_one_page_without_scripts(club: House) -> None:
    anna = club.person("Anna")
    made = anna.match("skirmish", seats={"red": {"who": "computer"}})
    line = anna.socket(made["id"])
    for _ in range(200):
        line.wait(lambda s: s["legal"] or s["result"])
        if line.state["result"]:
            break
        ends = [each for each in line.legal if each["option"].get("ends")]
        line.act((ends or line.legal)[0]["do"])
    page = anna.http.get(f"/api/matches/{made['id']}/report", params={"seat": "blue"})
    assert page.headers["content-type"].startswith("text/html")
    tags = Tags()
    tags.feed(page.text)
    assert "script" not in tags.seen
    assert tags.seen.count("li") == len(line.state["lines"])
    assert "polyline" in tags.seen
    assert "img" in tags.seen
    report = anna.get(f"/api/matches/{made['id']}/report", seat="blue", format="json")
    assert [turn["turn"] for turn in report["turns"]] == sorted({turn["turn"] for turn in report["turns"]})
    assert report["result"] != "The match is still being played."
    assert report["seats"] == {"blue": "Blue", "red": "Red"}
    assert report["people"]["red"].startswith("the computer")
    assert report["scenario"] in page.text and report["scenario"] != "crossing"
    assert all(report["scenario"] in turn["picture"] for turn in report["turns"] if turn["picture"])
    # Brought in as a save, the game tells the same story, turn by turn.
    save = anna.http.get(f"/api/matches/{made['id']}/export").content
    copy = anna.http.post(
        "/api/matches/import", content=save, headers={"Content-Type": "application/json"}
    ).json()
    again = anna.get(f"/api/matches/{copy['id']}/report", seat="blue", format="json")
    assert len(report["turns"]) > 1
    for one, two in zip(report["turns"], again["turns"], strict=True):
        for told in ("turn", "scores", "strength", "picture"):
            assert one[told] == two[told]
        assert [x["text"] for x in one["lines"]] == [x["text"] for x in two["lines"]]
    assert again["losses"] == report["losses"]
    steps = [
        {step["turn"] for step in anna.get(f"/api/matches/{match}/history", seat="blue")}
        for match in (made["id"], copy["id"])
    ]
    assert len(steps[0]) > 1
    assert steps[0] == steps[1]


def test_losses_are_counted_counter_by_counter() -> None:
    game = games.get("skirmish")
    before = game.view(game.start(game.setup()), "blue")
    mine = [piece for piece in before.pieces if piece.side == "blue"]
    weaker = msgspec.structs.replace(mine[0], steps=mine[0].steps - 1)
    fresh = msgspec.structs.replace(mine[0], id="fresh", steps=9)
    others = [piece for piece in before.pieces if piece.id not in (mine[0].id, mine[1].id)]
    after = msgspec.structs.replace(before, pieces=(weaker, fresh, *others))
    assert tally.losses(before, after) == {"blue": 1 + mine[1].steps, "red": 0}


def test_stocks_that_march_are_not_lost() -> None:
    game = games.get("last_war")
    before = game.view(game.start(game.setup("kursk")), CONTROL)
    one = next(piece for piece in before.pieces if piece.is_stock and piece.steps > 1)
    elsewhere = next(piece.at for piece in before.pieces if piece.is_stock and piece.at != one.at)
    others = [piece for piece in before.pieces if piece != one]
    went = msgspec.structs.replace(one, id=f"{elsewhere}-went", at=elsewhere, steps=one.steps - 1)
    stayed = msgspec.structs.replace(one, steps=1)
    after = msgspec.structs.replace(before, pieces=(*others, stayed, went))
    assert not any(tally.losses(before, after).values())
    after = msgspec.structs.replace(before, pieces=(*others, went))
    assert tally.losses(before, after)[one.side] == 1


def test_rules_can_be_read_and_searched(club: House) -> None:
    someone = club.person()
    cases = someone.get("/api/games/toy/rules")
    assert len(cases) == 11
    assert [case["id"] for case in someone.get("/api/games/toy/rules", q="runner space")] == ["3.1", "3.2"]
    assert [case["id"] for case in someone.get("/api/games/toy/rules", q="3.4")] == ["3.4"]
    assert {case["id"] for case in someone.get("/api/games/toy/rules", under="3")} == {
        "3",
        "3.1",
        "3.2",
        "3.3",
        "3.4",
    }
    assert someone.get("/api/games/toy/rules/1.1")["topic"] == "Plans"
    assert someone.refused("GET", "/api/games/toy/rules/9.9")["status"] == 404
    assert someone.refused("GET", "/api/games/chess/rules")["status"] == 404


def at_movement() -> tuple[Any, Any]:
    """The first army group about to move in the teaching scenario."""
    game = games.get("turns_east")
    s = game.start(game.setup("minsk"))
    source = SeededSource(7)
    for _ in range(200):
        frame = pending(s)
        if isinstance(frame, Decision):
            seat = frame.deciders(s)[0]
            offers = [(action, frame.option(s, seat, action)) for action in frame.legal(s, seat)]
            if seat == "axis" and any(option.kind == "pick" for _, option in offers):
                return game, s
            kept = [action for action, option in offers if option.kind == "pass"]
            apply(s, seat, (kept or [action for action, _ in offers])[0])
        else:
            roll(s, source)
    raise AssertionError("nobody came to move")


def test_why_not_on_a_far_hex_names_the_step_that_fails() -> None:
    game, s = at_movement()
    panzer = next(p for p in game.view(s, "axis").pieces if p.name == "LVII Panzer Corps")
    minsk = s.world.board.label(s.world.board.hex("Minsk"))
    causes = questions.on_the_way(game, s, "axis", panzer.id, minsk)
    assert causes
    assert all(cause.rule and cause.reason and cause.label.startswith("From ") for cause in causes)
    # The hex that stops it lies on the way: nearer to Minsk than where it stands, and not Minsk itself.
    grid = s.world.board.grid
    for cause in causes:
        assert grid.distance(grid.index(cause.at), grid.index(minsk)) < grid.distance(
            grid.index(panzer.at), grid.index(minsk)
        )
    # Next door is the game's own question; a place where it can stay has nothing against it, one where it can only pass says
    # why; nonsense is none.
    assert questions.on_the_way(game, s, "axis", panzer.id, panzer.at) is None
    assert questions.on_the_way(game, s, "axis", panzer.id, "no such hex") is None
    far = {
        at: walk.passes
        for at, walk in game.reach(s, "axis", panzer.id).items()
        if grid.distance(grid.index(panzer.at), grid.index(at)) >= 2
    }
    stays = next(at for at, passes in far.items() if not passes)
    assert questions.on_the_way(game, s, "axis", panzer.id, stays) == ()
    assert far["0804"]
    refused = questions.on_the_way(game, s, "axis", panzer.id, "0804")
    assert refused is not None and [each.rule for each in refused] == ["7.6b"]


def test_a_preview_leaves_out_what_any_step_changes() -> None:
    old = (
        Overlay("zones", "Zones", "z", {"blue": ("0101",)}),
        Overlay("trace", "Line", "", {"u1": ("0101",)}),
    )
    new = (
        Overlay("zones", "Zones", "z", {"blue": ("0102",)}),
        Overlay("trace", "Line", "", {"u1": ("0102",)}),
    )
    (found,) = questions.overlay_changes(old, new)
    assert (found.id, found.gained, found.lost) == ("zones", {"blue": ["0102"]}, {"blue": ["0101"]})

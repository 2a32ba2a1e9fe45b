"""What people see: views, overlays, prompts and answers to 'why not?'."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import EndMovement, Garrison, PickUp, Restore, Revive
from hexfront.games.turns_east.data import ASSAULT, BLITZ, SOVIET, ZHUKOV
from hexfront.games.turns_east.events import marker_name, order_effect
from hexfront.games.turns_east.orders import CommandRoll
from hexfront.games.turns_east.reinforcement import Replacements
from hexfront.games.turns_east.state import POOL, QUEUE, RESERVE, TRACK
from hexfront.games.turns_east.view import printed
from hexfront.kernel import OBSERVER, Chance, apply, deciders, legal, pending, resolve
from hexfront.wargame import lift

from .helpers import SOUTH, SOUTHERN, WORLD, do, field, given, pick, shown, target


def test_overlays_have_the_usual_keys() -> None:
    s = given(place={"ge-6": "2016", "su-5": "2216"}, axis_towns=("Kharkov",))
    layers = {layer.key: layer for layer in GAME.overlays(s, "axis")}
    assert set(layers) == {"z", "s", "c", "v", "r", ""}
    assert layers[""].id == "trace" and layers[""].hexes["ge-6"][0] == "2016"
    assert "2116" in layers["z"].hexes["axis"] and "2116" in layers["z"].hexes["soviet"]
    assert "1915" in layers["c"].hexes["axis"] and "2015" in layers["c"].hexes["soviet"]
    assert "1915" in layers["v"].hexes["axis"] and layers["v"].labels["2308"] == "3"
    assert layers["v"].labels["1413"] == "0"  # Kiev, for automatic victory only
    assert "2016" in layers["s"].hexes["axis"]
    far = given(place={"ge-6": "2616"}, axis_towns=("Kharkov",))
    supply = {o.key: o for o in GAME.overlays(far, "axis")}["s"]
    assert supply.labels["2616"] == "-2" and supply.signs == "strength lost out of supply"


@pytest.mark.rule("3.1g")
@pytest.mark.rule("4.0b")
def test_the_bar_of_phases_moves_on_with_the_first_order() -> None:
    s = GAME.start(GAME.setup("minsk"))
    shown_as: list[str] = []
    while not any(s.box):
        play_on(s)
        shown_as.append(GAME.view(s, "axis").phase)
    assert "initiative" in shown_as[:-1]
    assert s.phase == "initiative" and GAME.view(s, OBSERVER).phase == "action"
    for phase in ("action", "end"):
        s.phase = phase
        assert GAME.view(s, OBSERVER).phase == phase
    s.phase = "initiative"
    assert GAME.view(s, "axis").boxes[2].text == "3 × Counterattack, Soviet Hold/Advance to Contact"


def play_on(s: Any) -> None:
    """One roll, or the first choice of each who decides."""
    frame = pending(s)
    if isinstance(frame, Chance):
        resolve(s, next(iter(frame.outcomes(s).chances()))[0])
        return
    for seat in deciders(s):
        apply(s, seat, legal(s, seat)[0])


def test_why_not() -> None:
    s = field({"ge-6": "2016", "ge-III": "2016", "su-5": "2216", "gar-17": "2015"}, order="hold", **SOUTH)
    (cause,) = GAME.why(s, "axis", "gar-17", "2015")
    assert cause.rule == "13.3.3a"
    assert GAME.why(s, "axis", "ge-6", "2016") == ()
    assert GAME.why(s, "soviet", "su-5", "2216") == ()  # not their decision
    do(s, pick(s, "ge-III"))
    rules = {c.rule for c in GAME.why(s, "axis", "ge-III", "2216")}
    assert "11.1.1" in rules and "12.4.2" in rules
    assert {c.rule for c in GAME.why(s, "axis", "su-5", "nowhere")} == {"11.1.6"}  # it cannot be taken along
    attack = field({"ge-6": "2115", "su-5": "2216"}, stage="attack", **SOUTH)
    assert {c.rule for c in GAME.why(attack, "axis", "ge-6", "2015")} == {"12.1.1"}
    do(attack, target(attack, "2216"))
    assert {c.rule for c in GAME.why(attack, "axis", "su-5", "2216")} == {"12.1.2"}
    assert GAME.why(attack, OBSERVER, "ge-6", "2216") == ()


def test_prompts_name_the_command_and_what_to_do() -> None:
    s = field({"ge-6": "2016", "su-5": "2216"}, **SOUTH)
    frame = pending(s)
    text = frame.prompt(s, "axis")  # type: ignore[union-attr]
    assert "Army Group South" in text.text and text.hint
    assert shown(s, EndMovement()).ends
    do(s, pick(s, "ge-6"))
    assert "4 movement points left" in pending(s).prompt(s, "axis").text  # type: ignore[union-attr]
    assert {shown(s, a).kind for a in legal(s, "axis")} == {"step", "stop"}


def test_the_board_of_a_new_game() -> None:
    s = GAME.start(GAME.setup("barbarossa"))
    view = GAME.view(s, OBSERVER)
    assert (view.map, view.turn, view.phase) == ("turns_east", 1, "command")
    assert len([p for p in view.pieces if p.at[:2].isdigit()]) == len([u for u in s.where if u >= 0])
    assert next(p for p in view.pieces if p.id == "ge-4").note == "General von Kluge"
    assert {b.group for b in view.boxes} >= {"orders", "cup", "support", "pool", "track"}
    assert next(m for m in view.markers if m.at == "1307").side == "soviet"
    assert view.extra["weather"] == "Fair"
    badges = field({"ge-6": "2616"}, order="assault", axis_towns=("Kharkov",))
    assert next(p for p in GAME.view(badges, OBSERVER).pieces if p.id == "ge-6").badges == ("out-of-supply",)


def test_rolls_have_titles() -> None:
    assert "Soviets" in CommandRoll(SOVIET).title(given(turn=2))


@pytest.mark.rule("7.5.4")
@pytest.mark.rule("6.0a")
def test_the_track_shows_each_turn_its_weather_and_hitler() -> None:
    s = given(turn=8, hitler=7)
    track = {space.number: space for space in GAME.view(s, "axis").turns}
    assert [track[n].weather for n in (1, 4, 5, 7)] == ["Fair", "Light Mud", "Mud", "Snow"]
    assert [n for n, space in track.items() if "Hitler" in space.note] == [7]


@pytest.mark.rule("2.2.1d")
@pytest.mark.rule("2.2.1j")
def test_a_counter_shows_what_it_has_done_and_lacks() -> None:
    s = field({"ge-6": "2616", "ge-III": "2016"}, axis_towns=("Kharkov",), soviet_towns=("2214",))
    s.moved = s.fought = 1 << s.world.number["ge-III"]
    badges = {p.id: p.badges for p in GAME.view(s, "axis").pieces}
    assert "out-of-supply" in badges["ge-6"] and "out-of-supply" not in badges["ge-III"]
    assert {"moved", "fought"} <= set(badges["ge-III"]) and "moved" not in badges["ge-6"]
    assert "own-orders" not in badges["ge-III"]
    own = s.world.number["ge-III"]
    s.special[own] = (BLITZ, s.world.area_of[s.where[own]])
    badges = {p.id: p.badges for p in GAME.view(s, "axis").pieces}
    assert "own-orders" in badges["ge-III"] and "own-orders" not in badges["ge-6"]
    s.active = 0  # another Command's turn: who fought before is of no account
    assert "fought" not in next(p.badges for p in GAME.view(s, "axis").pieces if p.id == "ge-III")


@pytest.mark.rule("2.1d")
def test_support_markers_and_pools_show_how_many_lie_in_them() -> None:
    s = GAME.start(GAME.setup("barbarossa"))
    s.air[0], s.t34 = 2, 3
    lift(s, s.world.number["ge-6"], POOL)
    lift(s, s.world.number["su-5"], POOL)
    boxes = {box.id: (box.side, box.count) for box in GAME.view(s, "axis").boxes}
    assert boxes["luftwaffe"] == ("axis", 2) and boxes["t34"] == ("soviet", 3)
    assert boxes["axis-pool"] == ("axis", 1) and boxes["soviet-pool"] == ("soviet", 1)
    waiting = sum(1 for g in s.world.garrison_of.values() if s.where[g] == RESERVE)
    assert boxes["garrisons"] == ("axis", waiting) and waiting


@pytest.mark.rule("2.1d")
def test_the_cup_and_the_track_show_what_lies_in_them() -> None:
    s = GAME.start(GAME.setup("barbarossa"))
    last = s.world.plan.last_turn
    lift(s, s.world.number["ge-6"], TRACK.space(last))
    s.cup = ["axis hold", "axis hold", "soviet hold"]
    boxes = {box.id: box for box in GAME.view(s, "axis").boxes}
    assert boxes[f"turn-{last}"].title == f"Arrivals, turn {last}"
    assert boxes[f"turn-{last}"].count == sum(1 for at in s.where if at == TRACK.space(last)) > 0
    one, other = marker_name(s.world, "axis hold", "Fair"), marker_name(s.world, "soviet hold", "Fair")
    assert (boxes["cup"].text, boxes["cup"].count) == (f"2 × {one}, {other}", 3)
    assert not any("Zhukov" in box.text for box in boxes.values())
    s.box[4] = ZHUKOV
    assert [b.id for b in GAME.view(s, "axis").boxes if b.text.startswith("Zhukov: ")] == ["soviet-0"]
    s.box[4] = BLITZ
    assert not any("Zhukov" in box.text for box in GAME.view(s, "axis").boxes)


@pytest.mark.rule("7.2")
def test_an_order_says_how_far_it_lets_units_go() -> None:
    for order, weather, words in (
        (BLITZ, "Fair", "Move 4, Mechanized 8, then attack; Panzers may also attack on the move."),
        (BLITZ, "Snow", "Move 4, Mechanized 6, then attack; Panzers fall back instead of being lost."),
        (ASSAULT, "Snow", "Move 4, Mechanized 6, then attack."),
    ):
        assert order_effect(WORLD, order, weather) == words


@pytest.mark.rule("5.1.6")
@pytest.mark.rule("13.3.1")
@pytest.mark.rule("13.3.4")
@pytest.mark.rule("13.3.3b")
def test_replacements_say_what_they_do_and_to_whom() -> None:
    s = given(
        turn=2,
        place={"ge-6": "1915", "gar-17": "1716", "ge-17": "1716"},
        steps={"ge-6": 2},
        axis_towns=SOUTHERN,
    )
    frame, n = Replacements(1, 0, 0), s.world.number
    for action, piece, rule in (
        (Restore(n["ge-6"]), "ge-6", "5.1.6"),
        (Garrison(n["ge-6"]), "ge-6", "13.3.1"),
        (PickUp(n["gar-17"]), "gar-17", "13.3.4"),
        (Revive(n["gar-6"]), "gar-6", "13.3.3b"),
    ):
        offer = frame.shown(s, action)
        assert (offer.piece, offer.rule) == (piece, rule) and s.world.name(n[piece]) in offer.label


@pytest.mark.rule("2.2.1d")
@pytest.mark.rule("2.2.1h")
@pytest.mark.rule("2.2.1j")
def test_a_counter_shows_its_factor_and_the_replacement_counter_alone_its_letter() -> None:
    s = given(
        place={"ge-6": "1915", "ge-17": "1716", "ge-III": "2016"}, steps={"ge-17": 2}, axis_towns=SOUTHERN
    )
    notes = {p.id: p.note for p in GAME.view(s, "axis").pieces}
    assert "(R)" in notes["ge-17"] and not any("(R)" in notes[name] for name in ("ge-6", "ge-III"))
    number = s.world.number
    assert (printed(s, number["ge-6"]), printed(s, number["ge-17"])) == ("8", "4")
    s.steps[number["ge-III"]] = 0
    assert printed(s, number["ge-III"]) == "3"  # of a unit that is gone the last side
    assert printed(s, number["kleist"]) == f"1-{s.world.markers['leader_range']}"


@pytest.mark.rule("7.5.4")
def test_the_track_tells_of_reinforcements_and_replacements_only_where_there_are_some() -> None:
    s = GAME.start(GAME.setup("barbarossa"))
    for space in GAME.view(s, "axis").turns:
        due = sum(1 for place in s.where if place == TRACK.space(space.number))
        assert ("reinforcements" in space.note) == (due > 0)
        turn = s.world.turns[space.number - 1]
        waiting = sum(1 for place in s.where if place == QUEUE.space(space.number))
        said = f"Soviet replacements {turn.minimum} to {turn.maximum}, {waiting} waiting"
        assert (said in space.note) == (turn.maximum > 0)
    assert {turn.maximum > 0 for turn in s.world.turns} == {False, True}


@pytest.mark.rule("2.2.1d")
@pytest.mark.rule("2.2.1j")
@pytest.mark.rule("2.2.1k")
def test_a_counter_notes_how_it_comes_back_and_who_leads_it() -> None:
    s = GAME.start(GAME.setup("barbarossa"))
    notes = {p.id: p.note for p in GAME.view(s, "axis").pieces}
    for unit in s.world.units:
        if unit.id in notes:
            assert ("never rebuilt" in notes[unit.id]) == (unit.rebuild == "n"), unit.id
            assert ("returns with 2 factors" in notes[unit.id]) == (unit.rebuild == "e"), unit.id
            assert ("Kluge" in notes[unit.id]) == (unit.id == "ge-4"), unit.id


@pytest.mark.rule("2.1c")
@pytest.mark.rule("2.2.4")
@pytest.mark.rule("3.2f")
def test_command_points_are_on_a_track_while_there_are_some() -> None:
    s = given(turn=2)
    s.points = [12, 0]
    tracks = {track.id: track for track in GAME.view(s, "axis").tracks}
    assert "axis-cp" in tracks and "soviet-cp" not in tracks
    assert (tracks["axis-cp"].value, tracks["axis-cp"].low, tracks["axis-cp"].high) == (12, 0, 16)


def test_a_counter_on_the_map_belongs_to_the_command_it_stands_in() -> None:
    s = field({"ge-6": "2616"}, order="assault")
    where = {p.id: p for p in GAME.view(s, OBSERVER).pieces}
    area = s.world.area_of[s.world.board.index("2616")]
    assert area >= 0 and where["ge-6"].formation == s.world.command_names[0][area]
    assert all(not p.formation for p in where.values() if len(p.at) != 4)

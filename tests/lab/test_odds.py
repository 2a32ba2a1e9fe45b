"""Odds: exact distributions from positions, told by what a view shows."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from hexfront.errors import BadData
from hexfront.examples.skirmish import DONE, GAME, Attacks, Battle, Choose, Position
from hexfront.games import get
from hexfront.games.turns_east.losses import Fate
from hexfront.games.turns_east.orders import CommandRoll
from hexfront.games.turns_east.special import LeaderRoll
from hexfront.kernel import CONTROL, Chance, Dice, SeededSource, apply, resolve
from hexfront.lab.effects import Effect, effect_of, in_words
from hexfront.lab.odds import Prospects, attacks, odds, plan_from
from hexfront.lab.stats import mean_interval, wilson
from hexfront.wargame import put
from tests.players.helpers import carry_on


def position(place: dict[int, str], steps: dict[int, int] | None = None) -> Position:
    """Blue about to attack: unit number -> hex; the others are dead."""
    s = GAME.start(GAME.setup())
    board = s.world.board
    s.where, s.stack, s.held, s.front = [-1] * len(s.where), {}, [0, 0], [0, 0]
    s.steps = [(steps or {}).get(u, 2) if u in place else 0 for u in range(len(s.where))]
    for u, at in place.items():
        put(s, u, board.index(at))
    s.turn, s.plans, s.agenda = 3, {"blue": "north", "red": "north"}, (Attacks(0), Attacks(1))
    return s


BLUE, RED, SPARE = 0, 7, 8
"""Three units by number: blue's first, red's first and red's second, each of strength 4."""


@pytest.fixture
def even() -> Position:
    """One against one in the open, at 1:1; a second red unit far off keeps red alive."""
    board = GAME.start(GAME.setup()).world.board
    clear = [i for i in board.grid if board.kind[i] == "clear" and not board.features["town"] >> i & 1]
    here = next(i for i in clear if any(j in clear for j in board.grid.neighbours(i)))
    there = next(j for j in board.grid.neighbours(here) if j in clear)
    far = next(i for i in reversed(clear) if board.grid.distance(i, there) > 4)
    return position({BLUE: board.label(here), RED: board.label(there), SPARE: board.label(far)})


def target(s: Position, unit: int = RED) -> Choose:
    return Choose(s.where[unit])


def by_loss(found: Prospects) -> dict[tuple[int, int], float]:
    """(Blue's steps lost, red's) -> chance."""
    out: dict[tuple[int, int], float] = {}
    for p, effect in found.effects:
        lost = dict(effect.steps)
        key = lost.get("blue", 0), lost.get("red", 0)
        out[key] = round(out.get(key, 0.0) + p, 6)
    return out


def test_a_pending_roll_is_weighed_exactly(even: Position) -> None:
    """At 1:1: A1 on 1 and 2, EX on 3 and 4, D1 on 5 and 6."""
    apply(even, "blue", target(even))
    assert isinstance(even.agenda[0], Battle)
    found = odds(GAME, even)
    assert found.exact
    assert by_loss(found) == {(1, 0): 0.333333, (1, 1): 0.333333, (0, 1): 0.333333}
    assert found.expected == {"blue": 0.6667, "red": 0.6667}
    assert found.steps["red"] == {0: 0.333333, 1: 0.666667}
    assert found.cleared == found.destroyed == {}


def test_an_attack_from_a_decision_is_the_same(even: Position) -> None:
    before = GAME.codec.encode(even)
    found = odds(GAME, even, [target(even)])
    assert by_loss(found) == {(1, 0): 0.333333, (1, 1): 0.333333, (0, 1): 0.333333}
    assert GAME.codec.encode(even) == before, "the position itself is left alone"


def test_what_is_destroyed_and_cleared(even: Position) -> None:
    even.steps[RED] = 1  # strength 2 against 4: 2:1
    found = odds(GAME, even, [target(even)])
    name = even.world.name(RED)
    # 2:1 gives EX on 1 and 2, D1 on 3 and 4, D2 on 5 and 6: red loses its last step on every roll.
    assert found.destroyed == {name: 1.0}
    assert found.cleared == {even.world.board.label(even.where[RED]): 1.0}
    assert found.effects[0][1].words({"red": "Red"}) == (
        f"Red: 1 step and 1 piece lost; {even.world.board.label(even.where[RED])} is cleared"
    )


def two_fronts() -> tuple[Position, list[str]]:
    """Two fights far from each other, and the labels of blue's attacks."""
    board = GAME.start(GAME.setup()).world.board
    grid = board.grid
    clear = {i for i in grid if board.kind[i] == "clear" and not board.features["town"] >> i & 1}
    one, foe = next((i, j) for i in sorted(clear) for j in grid.neighbours(i) if j in clear)
    two, other = next(
        (i, j)
        for i in sorted(clear, reverse=True)
        for j in grid.neighbours(i)
        if j in clear and grid.distance(i, one) > 4
    )
    s = position({0: board.label(one), 1: board.label(two), 7: board.label(foe), 8: board.label(other)})
    return s, [f"Attack {board.label(x)}" for x in (foe, other)]


def test_a_plan_of_several_attacks_by_labels() -> None:
    s, labels = two_fronts()
    plan = [labels[0], labels[1].lower()]
    found = odds(GAME, s, plan)
    assert found.exact
    single = odds(GAME, s, plan[:1])
    assert found.expected["red"] == pytest.approx(2 * single.expected["red"], abs=1e-3)
    independent = dict.fromkeys(range(3), 0.0)
    for a, p in single.steps["red"].items():
        for b, q in single.steps["red"].items():
            independent[a + b] += p * q
    assert found.steps["red"] == pytest.approx(independent, abs=1e-5)
    assert {label for label, _ in attacks(GAME, s)} == set(labels)


def test_an_order_that_has_become_impossible_is_left_out(even: Position) -> None:
    """The same attacker cannot attack twice."""
    found = odds(GAME, even, [target(even), target(even)])
    assert all(effect.dropped == 1 for _, effect in found.effects)
    assert "1 order not possible" in found.effects[0][1].words({})
    assert by_loss(found) == by_loss(odds(GAME, even, [target(even)]))


def test_courses_at_random_come_near_the_exact_chances(even: Position) -> None:
    exact = odds(GAME, even, [target(even)])
    sampled = odds(GAME, even, [target(even)], limit=1, samples=3000)
    assert not sampled.exact
    for key, p in by_loss(exact).items():
        assert by_loss(sampled)[key] == pytest.approx(p, abs=0.04)
    assert sampled == odds(GAME, even, [target(even)], limit=1, samples=3000), (
        "the same seed, the same answer"
    )
    assert sampled != odds(GAME, even, [target(even)], limit=1, samples=3000, seed="2")


def test_the_end_of_the_game_is_told(even: Position) -> None:
    even.remove(SPARE)
    even.steps[RED] = 1
    even.result = None
    found = odds(GAME, even, [target(even)])
    assert found.effects[0][1].ended == "Red has no unit left."
    over = even.clone()
    over.agenda = ()
    with pytest.raises(BadData, match="over"):
        odds(GAME, over)


def test_plans_that_cannot_be(even: Position) -> None:
    with pytest.raises(BadData, match="No roll is pending"):
        odds(GAME, even)
    with pytest.raises(BadData, match=r'first order of the plan, \{"type":"Choose","what":99999\}'):
        odds(GAME, even, [Choose(99999)])
    with pytest.raises(BadData, match=r"possible are 'Attack \d+', 'End your turn'\."):
        odds(GAME, even, ["Atack"])
    with pytest.raises(BadData, match="JSON list"):
        plan_from(GAME, {"a": 1})
    assert plan_from(GAME, [{"type": "Choose", "what": 4}, "Attack 0606"]) == [Choose(4), "Attack 0606"]


def test_orders_after_a_pending_roll(even: Position) -> None:
    """The roll comes first, then the orders of whoever decides after it."""
    apply(even, "blue", target(even))
    found = odds(GAME, even, [Choose(DONE)])
    assert by_loss(found) == {(1, 0): 0.333333, (1, 1): 0.333333, (0, 1): 0.333333}
    assert all(effect.dropped == 0 for _, effect in found.effects)


def test_choices_between_are_made_as_staff_would() -> None:
    """In Hitler Turns East losses, retreats and advances follow a roll; all of them are played."""
    east = get("turns_east")
    s: Any = east.start(east.setup("minsk"))
    source = SeededSource("odds test")
    for _ in range(3000):
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            if type(frame).__name__ == "AttackRoll":
                break
            resolve(s, frame.outcomes(s).draw(source))
            continue
        seat = frame.deciders(s)[0]
        options = frame.legal(s, seat)
        attacks = [a for a in options if frame.option(s, seat, a).kind in ("target", "join", "commit")]
        apply(s, seat, source.choice(attacks or options))
        if not s.agenda:
            s = east.start(east.setup("minsk"))
    else:
        pytest.fail("no combat came up")
    found = odds(east, s)
    assert found.exact
    assert sum(p for p, _ in found.effects) == pytest.approx(1, abs=1e-4)
    assert sum(found.expected.values()) > 0


# --- what can be attacked, where an attack takes several clicks


def at(name: str, scenario: str, frame: str) -> Any:
    """A position of a game by staff in which a kind of decision is to be taken."""
    game = get(name)
    s: Any = game.start(game.setup(scenario))
    carry_on(s, game, lambda x: type(x.agenda[0]).__name__ == frame)
    return s


@pytest.fixture(scope="module")
def minsk() -> Any:
    return at("turns_east", "minsk", "ChooseTarget")


def test_attacks_are_followed_to_their_rolls(minsk: Any) -> None:
    """In Hitler Turns East an attack is declared, joined and carried out: each target is a plan of one order."""
    east = get("turns_east")
    frame, before = minsk.agenda[0], east.codec.encode(minsk)
    options = [frame.option(minsk, "axis", a) for a in frame.legal(minsk, "axis")]
    found = attacks(east, minsk)
    assert [label for label, _ in found] == [x.label for x in options if x.kind == "target"]
    assert any(x.kind == "done" for x in options), "no more attacks is not one of them"
    for _, action in found:
        chances = odds(east, minsk, [action])
        assert chances.exact and chances.rolled
        assert sum(chances.expected.values()) > 0
    assert east.codec.encode(minsk) == before


def test_an_attack_being_put_together_can_be_carried_out(minsk: Any) -> None:
    east, s = get("turns_east"), minsk.clone()
    target = attacks(east, s)[0][1]
    apply(s, "axis", target)
    while True:
        frame: Any = s.agenda[0]
        if any(frame.option(s, "axis", a).kind == "commit" for a in frame.legal(s, "axis")):
            break
        apply(s, "axis", frame.legal(s, "axis")[0])
    [(label, _)] = attacks(east, s)
    assert label == "Attack!"


class Timid:
    """Passes wherever it may."""

    def choose(self, seat: Any) -> Any:
        kinds = [option.kind for option in seat.options]
        return seat.legal[kinds.index("pass") if "pass" in kinds else 0]


@pytest.mark.parametrize("timid", [False, True])
def test_an_ordered_attack_is_not_given_up(timid: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In For the Motherland! an attack may be given up while it is formed; who asks for odds wants it made."""
    game = get("motherland")
    s = at("motherland", "uranus", "Attacks")
    seat = s.agenda[0].deciders(s)[0]
    frame = s.agenda[0]
    targets = [a for a in frame.legal(s, seat) if frame.option(s, seat, a).kind == "target"]
    assert len(targets) > 5
    if timid:
        monkeypatch.setattr("hexfront.lab.odds.get_player", lambda name: Timid())
    assert [a for _, a in attacks(game, s)] == targets


def test_flags_are_rolled_for_later() -> None:
    """In The Last War flags are placed, others answer, then there are rolls: no flag leads to one at once."""
    game = get("last_war")
    s = at("last_war", "kursk", "FlagPlacing")
    seat = s.agenda[0].deciders(s)[0]
    pick = next(a for a in s.agenda[0].legal(s, seat) if s.agenda[0].option(s, seat, a).kind == "pick")
    apply(s, seat, pick)
    flags = [a for a in s.agenda[0].legal(s, seat) if s.agenda[0].option(s, seat, a).kind == "target"]
    assert flags and attacks(game, s) == []
    assert not odds(game, s, flags[:1]).rolled


def test_a_pass_is_weighed_where_what_it_passes_over_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """An option that passes counts only if another leads to the same roll; one that ends never does."""
    s, labels = two_fronts()
    kinds = dict.fromkeys(labels, "")
    frame: Any = type(s.agenda[0])
    option = frame.option

    def other(self: Any, s: Any, seat: str, action: Any) -> Any:
        true = option(self, s, seat, action)
        return msgspec.structs.replace(true, kind=kinds.get(true.label, true.kind))

    monkeypatch.setattr(frame, "option", other)
    for one, two, count in (
        ("choose", "pass", 2), ("pass", "pass", 0), ("done", "pass", 0), ("stop", "choose", 1), ("done", "target", 1),
    ):  # fmt: skip
        kinds.update(zip(labels, (one, two), strict=True))
        assert len(attacks(GAME, s)) == count, (one, two)


@pytest.mark.parametrize("words", ["Attack {0} ({1})", "attack {1}", "ATTACK  {0}", "Attack {1}"])
def test_orders_may_name_the_hex_by_name_or_number(minsk: Any, words: str) -> None:
    east = get("turns_east")
    label, action = next(each for each in attacks(east, minsk) if "(" in each[0])
    name, number = label.removeprefix("Attack ").rstrip(")").split(" (")
    assert odds(east, minsk, [words.format(name, number)]) == odds(east, minsk, [action])


def test_what_may_mean_several_orders_is_refused(minsk: Any) -> None:
    east = get("turns_east")
    labels = [label for label, _ in attacks(east, minsk)]
    named = next(label for label in labels if "(" in label)
    number = named[-5:-1]
    for wrong in ("Attack", "Attack 9999", f"Attack {number} now"):
        with pytest.raises(BadData, match="is not possible in this position; possible are ") as refused:
            odds(east, minsk, [wrong])
    assert str(refused.value).split("possible are ")[1].startswith(repr(named)), (
        "the hex that was named comes first"
    )


# --- retreats, questions, stocks


def test_a_retreat_is_no_less_than_a_loss(minsk: Any) -> None:
    """DR throws the defender back: nobody is hurt, but the hex is empty or taken, and the words say so."""
    east, s = get("turns_east"), minsk.clone()
    seen = 0
    for label, action in attacks(east, s):
        at = re.findall(r"\d{4}", label)[0]
        for _, effect in odds(east, s, [action]).effects:
            assert effect.words({}) != "no effect"
            if not effect.steps and at in effect.cleared and not effect.taken:
                assert effect.words({}) == f"{at} is cleared"
                seen += 1
    assert seen
    apply(s, "axis", attacks(east, s)[0][1])
    while not isinstance(s.agenda[0], Chance):
        legal = s.agenda[0].legal(s, "axis")
        kinds = {s.agenda[0].option(s, "axis", a).kind: a for a in legal}
        apply(s, "axis", kinds.get("commit", kinds.get("join", legal[0])))
    mine = {p.at for p in east.view(s, CONTROL).pieces if p.side == "axis"}
    found = odds(east, s)
    assert found.cleared and not mine & set(found.cleared), "who advances has not been thrown back"


def test_attackers_thrown_back_clear_their_hex() -> None:
    """In For the Motherland! an attacker may retreat from a result against him; nothing else may come of it."""
    game = get("motherland")
    s = at("motherland", "uranus", "CombatRoll")
    side = game.fortune(s, s.agenda[0]).side  # type: ignore[union-attr]
    before = game.view(s, CONTROL)
    after = msgspec.structs.replace(
        before,
        pieces=tuple(msgspec.structs.replace(p, at="0101") if p.side == side else p for p in before.pieces),
    )
    hexes = {p.at for p in before.pieces if p.side == side and p.at.isdecimal()} - {"0101"}
    effect, _ = effect_of(before, before, after, side)
    assert set(effect.cleared) == hexes
    assert effect.steps == () and effect.words({}).endswith(" are cleared")
    # What a plan of his own moved before the first roll has not been thrown back.
    assert effect_of(before, after, after, side)[0].cleared == ()


@pytest.mark.parametrize("limit", [4000, 1])
def test_a_question_is_answered_in_the_words_of_the_game(minsk: Any, limit: int) -> None:
    """Where nothing can be seen of a roll: what the game says of it, dice that say the same together."""
    east = get("turns_east")

    def answers(frame: Chance) -> dict[str, float]:
        s = minsk.clone()
        s.agenda = (frame, *s.agenda)
        return {e.words({}): p for p, e in odds(east, s, limit=limit, samples=600).effects}

    army = next(u for u in range(len(minsk.where)) if minsk.world.soviet_armies >> u & 1)
    name = minsk.world.units[army].name
    s = minsk.clone()
    fate = answers(Fate(army, 2))
    assert set(fate) == {f"{name} is lost for good.", f"{name} can be rebuilt."}
    assert fate[f"{name} is lost for good."] == pytest.approx(2 / 3, abs=1e-5 if limit > 1 else 0.06)
    points = answers(CommandRoll(0))
    assert all(words.startswith("The Axis rolled ") and "Command Points" in words for words in points)
    assert any(" or " in words for words in points) and len(points) < 6
    leader = next(u for u in range(len(s.where)) if s.world.leaders >> u & 1)
    assert len(answers(LeaderRoll(leader, 1))) == 2, "also where whoever may choose something does not"


def test_what_has_no_words_is_told_by_its_number() -> None:
    game = get("last_war")
    s: Any = game.start(game.setup("kursk"))
    assert type(s.agenda[0]).__name__ == "Assessment"
    assert [e.words({}) for _, e in odds(game, s).effects] == ["result 1", "result 2", "result 3"]


def test_words_are_put_together() -> None:
    told = [("rolled 2 as 10: NE.",), ("rolled 1 as 9: NE.",)]
    assert in_words(told, set()) == "rolled 1 as 9 or 2 as 10: NE."
    assert in_words([("Turn 2.", "A.", "result 1"), ("Turn 2.", "A.", "result 2")], {"Turn 2."}) == "A."
    assert in_words([("One comes.",), ("Two go home.",)], set()) == "One comes. / Two go home."
    assert in_words([(f"rolled {n}: NE.",) for n in range(8)], set()) == "rolled …: NE."


@pytest.mark.parametrize("side", ["Axis", "Soviets", "Soviet Union", "Allies"])
def test_words_suit_every_side(side: str) -> None:
    """Sides are singular or plural: none is the subject of a verb."""
    effect = Effect(
        (("x", 2),), (("x", 1),), (("x", ("0101", "0102")),), ("0101", "0103"), (("x", -1),), 0, ""
    )
    assert effect.words({"x": side}) == (
        f"{side}: 2 steps and 1 piece lost, 0101 and 0102 taken, -1 point; 0103 is cleared"
    )


def test_stocks_that_move_are_not_lost() -> None:
    """In The Last War counters are what lies in a hex: Men that march into the one they took have not been lost; and the
    combats that follow are no part of this one."""
    game = get("last_war")
    s = at("last_war", "kursk", "Battle")
    frame = s.agenda[0]
    lost = {"axis": 0, "allies": 0}
    for dice in ((1, 1), (6, 1)):
        after = s.clone()
        for event in resolve(after, dice):
            words = event.line(after).text
            for side in lost:
                if re.match(f"The {side.title()} loses? ", words):
                    lost[side] = max(lost[side], sum(map(int, re.findall(r"\d+", words))))
    found = odds(game, s)
    assert found.exact
    for side, most in lost.items():
        assert max(found.steps[side]) <= most
    assert sum(found.expected.values()) > 0
    board = s.world.board
    near = {board.label(i) for i in (frame.hex, *board.grid.neighbours(frame.hex))}
    assert found.taken and set(found.taken) <= near


def test_a_roll_of_a_score_of_dice_is_not_counted_out(
    even: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As against bombers: there are too many outcomes to look at each, and time is kept within a roll too."""
    apply(even, "blue", target(even))
    battle: Any = type(even.agenda[0])
    plain = battle.apply
    monkeypatch.setattr(battle, "outcomes", lambda self, s: Dice(20))
    monkeypatch.setattr(battle, "apply", lambda self, s, dice: plain(self, s, dice[0]))
    found = odds(GAME, even, limit=10, samples=50)
    assert not found.exact and found.leaves == 50


# --- time and chance


def test_intervals_of_what_is_from_random_courses(even: Position) -> None:
    exact = odds(GAME, even, [target(even)])
    p = exact.effects[0][0]
    assert exact.interval(p) == (p, p)
    assert exact.between == {side: (mean, mean) for side, mean in exact.expected.items()}
    inside = 0
    for seed in range(12):
        found = odds(GAME, even, [target(even)], limit=1, samples=150, seed=str(seed))
        share = found.effects[0][0]
        assert found.interval(share) == wilson(share * 150, 150)
        mean, low, high = mean_interval(
            [n for n, p in found.steps["red"].items() for _ in range(round(p * 150))]
        )
        assert found.expected["red"] == pytest.approx(mean, abs=1e-3)
        assert found.between["red"] == pytest.approx((low, high), abs=1e-3)
        assert low is not None and high is not None
        inside += low <= exact.expected["red"] <= high
    assert inside >= 9, "about 95 of 100 intervals hold the true value"
    alone = odds(GAME, even, [target(even)], limit=1, samples=1)
    assert alone.between == dict.fromkeys(alone.expected, None), "one course has no interval"


def test_time_is_kept(even: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of it goes to the exact way; then random courses as far as it reaches, and one at least."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.01
        return now

    monkeypatch.setattr("hexfront.lab.odds.monotonic", clock)
    heard: list[float] = []
    found = odds(GAME, even, [target(even)], seconds=60.0, tell=heard.append)
    assert found.exact and not found.hasty
    found = odds(GAME, even, [target(even)], seconds=0.001, tell=heard.append)
    assert (found.exact, found.hasty, found.leaves) == (False, True, 1)
    found = odds(GAME, even, [target(even)], limit=1, samples=500, seconds=2.0, tell=heard.append)
    assert found.hasty and 40 < found.leaves < 200
    assert heard and all(0 <= share <= 1 for share in heard) and max(heard) == 1
    found = odds(GAME, even, [target(even)], limit=1, samples=60, seconds=0)
    assert (found.exact, found.hasty, found.leaves) == (False, False, 60)

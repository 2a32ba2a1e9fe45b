"""For whom the dice were kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.games import get
from hexfront.games.last_war.fortune import EFFECTS
from hexfront.games.last_war.naval import Convoy, SeaBattle
from hexfront.games.last_war.partisans import Unrest
from hexfront.games.last_war.sequence import Assessment
from hexfront.games.motherland import GAME as MOTHERLAND
from hexfront.games.motherland.administration import ProductionRoll
from hexfront.games.motherland.chits import ChitDraw
from hexfront.games.motherland.combat import CombatRoll
from hexfront.games.motherland.control import StalinRoll
from hexfront.games.motherland.kinds import outcome_of
from hexfront.games.motherland.options import BakuRoll, TurkishRoll
from hexfront.games.motherland.partisans import Interdiction
from hexfront.games.motherland.reinforcements import ReturnRoll
from hexfront.games.motherland.supply_phase import Attrition
from hexfront.games.motherland.victory import SuddenDeathRoll
from hexfront.games.turns_east.counterattack import ClashRoll, CounterattackDie
from hexfront.games.turns_east.fortune import COMBAT
from hexfront.games.turns_east.losses import Fate
from hexfront.games.turns_east.orders import CommandRoll, ZhukovRoll
from hexfront.games.turns_east.special import LeaderRoll
from hexfront.kernel import Chance, Dice, Die, SeededSource, Weighted, apply, legal, resolve
from hexfront.lab.record import kindness, play
from hexfront.lab.report import report_page
from hexfront.lab.simulate import StudyPlan, simulate
from hexfront.lab.summary import summary
from tests.support.toy import GAME as TOY


def test_an_outcome_is_placed_among_all_that_might_have_come() -> None:
    def table(die: int) -> float:
        return (0, 0, 1, 1, 1, 5)[die - 1]

    places = {die: kindness(Die(), die, table) for die in range(1, 7)}
    assert places[1] == places[2] and places[3] == places[4] == places[5]
    spread = (
        2 / 6 * (1 / 6 - 1 / 2) ** 2 + 3 / 6 * (7 / 12 - 1 / 2) ** 2 + 1 / 6 * (11 / 12 - 1 / 2) ** 2
    ) ** 0.5
    assert places[1] == pytest.approx((1 / 6 - 1 / 2) / spread)
    assert places[6] == pytest.approx((11 / 12 - 1 / 2) / spread)


@pytest.mark.parametrize(
    ("distribution", "worth"),
    [
        (Die(), float),
        (Die(10), lambda die: die <= 3),
        (Dice(2), lambda dice: dice[0] - dice[1]),
        (Weighted((("weak", 3), ("strong", 1))), len),
    ],
)
def test_luck_has_mean_0_and_deviation_1(distribution: Any, worth: Any) -> None:
    places = [(kindness(distribution, outcome, worth), p) for outcome, p in distribution.chances()]
    assert sum(k * p for k, p in places if k is not None) == pytest.approx(0)
    assert sum(k * k * p for k, p in places if k is not None) == pytest.approx(1)
    turned = kindness(distribution, next(distribution.chances())[0], lambda outcome: -worth(outcome))
    assert turned is not None and places[0][0] is not None
    assert turned == pytest.approx(-places[0][0]), "what is good for one is bad for the other"


def test_there_is_no_luck_where_everything_is_worth_the_same() -> None:
    assert kindness(Die(), 6, lambda die: 7.0) is None


def rolls(
    name: str, scenario: str, games: int = 1, check: Callable[[Any, Any, str], None] | None = None
) -> list[tuple[Any, str, dict[Any, float]]]:
    """The rolls with a direction in random games: frame, for whom, and the worth of each outcome."""
    game, found = get(name), []
    for seed in range(games):
        s, source = game.start(game.setup(scenario)), SeededSource(seed)
        while s.agenda:
            frame = s.agenda[0]
            if isinstance(frame, Chance):
                distribution = frame.outcomes(s)
                judge = game.fortune(s, frame)
                if judge is not None:
                    worths = {each: float(judge.worth(each)) for each, _ in distribution.chances()}
                    found.append((frame, judge.side, worths))
                    if check:
                        check(s, frame, judge.side)
                resolve(s, distribution.draw(source))
            else:
                seat = frame.deciders(s)[0]
                apply(s, seat, source.choice(legal(s, seat)))
    return found


@pytest.mark.parametrize(
    ("name", "scenario", "kinds"),
    [
        ("turns_east", "barbarossa", {"AttackRoll", "CommandRoll", "ClashRoll"}),
        ("motherland", "uranus", {"CombatRoll", "ChitDraw", "Interdiction"}),
        ("last_war", "kursk", {"Battle"}),
    ],
)
def test_games_say_for_whom_a_roll_is_good(name: str, scenario: str, kinds: set[str]) -> None:
    sides = {info.side or info.id for info in get(name).seats(get(name).setup(scenario)) if not info.control}
    found = rolls(name, scenario)
    seen = Counter(type(frame).__name__ for frame, _, _ in found)
    assert kinds <= set(seen)
    assert {side for _, side, _ in found} == sides, "both sides have luck"
    assert any(len(set(worths.values())) > 1 for _, _, worths in found)


def test_a_roll_is_good_for_whoever_attacks() -> None:
    for frame, side, found in rolls("turns_east", "minsk", 3):
        if type(frame).__name__ == "AttackRoll":
            assert side == ("axis", "soviet")[frame.fight.side]
            assert found[6] >= found[1], "the table grows better along its rows"
        if type(frame).__name__ == "CommandRoll":
            assert side == ("axis", "soviet")[frame.side]
    assert list(COMBAT) == ["A1", "EX", "DR", "DE"]
    for frame, side, found in rolls("last_war", "kursk"):
        if type(frame).__name__ == "Battle":
            assert side == ("axis", "allies")[frame.side]
            assert found[6, 1] >= found[3, 3] >= found[1, 6]
    assert EFFECTS["beyond"] > EFFECTS["occupy"] > EFFECTS["stay"] > EFFECTS["pushed"]


def test_draws_and_attacks_of_for_the_motherland() -> None:
    def check(s: Any, frame: Any, side: str) -> None:
        if isinstance(frame, CombatRoll):
            assert side == ("axis", "soviet")[s.world.side[s.attackers[0]]]
        if isinstance(frame, ChitDraw):
            assert side == ("axis", "soviet")[s.world.side[frame.unit]]
            judge = MOTHERLAND.fortune(s, frame)
            assert judge is not None
            chits = s.world.chits
            for one in chits:
                for other in chits:
                    if one.full > other.full and one.full[1] >= other.full[1]:
                        assert judge.worth(one.name) > judge.worth(other.name)

    rolls("motherland", "uranus", 1, check)


def worths(game: Any, s: Any, frame: Any) -> tuple[str, list[float]]:
    judge = game.fortune(s, frame)
    assert judge is not None
    return judge.side, [float(judge.worth(outcome)) for outcome, _ in frame.outcomes(s).chances()]


def test_rolls_that_stand_for_themselves() -> None:
    """Each roll's worths, by die, as its own rule has it."""
    s: Any = MOTHERLAND.start(MOTHERLAND.setup("campaign"))
    at = {s.world.side[units[0]]: at for at, units in s.stack.items() if units}
    for side, seat in enumerate(("axis", "soviet")):
        losses = s.world.attrition
        assert worths(MOTHERLAND, s, Attrition(at[side])) == (seat, [-n for n in losses]), "losses are bad"
    assert len(set(losses)) > 1
    assert worths(MOTHERLAND, s, ReturnRoll(0)) == ("soviet", [2, 2, 2, 1, 1, 0])
    assert worths(MOTHERLAND, s, SuddenDeathRoll("20.6")) == ("soviet", [1, 1, 0, 0, 0, 0])
    assert worths(MOTHERLAND, s, StalinRoll(True)) == ("soviet", [1, 1, 1, 1, 0, 0])
    assert worths(MOTHERLAND, s, BakuRoll()) == ("axis", [1, 1, 1, 1, 0, 0])
    assert worths(MOTHERLAND, s, Interdiction(at[1])) == ("soviet", list(s.world.partisan_table))
    side_of, made = worths(MOTHERLAND, s, ProductionRoll())
    assert side_of == "soviet" and made == sorted(made, reverse=True)
    assert MOTHERLAND.fortune(s, TurkishRoll(0)) is None

    east = get("turns_east")
    s = east.start(east.setup("barbarossa"))
    units = {s.world.side[u]: u for u in range(len(s.world.units))}
    for side, seat in enumerate(("axis", "soviet")):
        assert worths(east, s, Fate(units[side], 4)) == (seat, [1, 1, 1, 1, 0, 0])
        name, points = worths(east, s, CommandRoll(side))
        assert name == seat and points == sorted(points) and points[0] < points[-1]
    assert worths(east, s, ClashRoll(0, 1, 1, (), ())) == ("soviet", [0, 0, 0, 1, 1, 1])
    can = s.world.markers["leader_range"]
    assert worths(east, s, LeaderRoll(0, 0)) == ("axis", [float(die <= can) for die in range(1, 7)])
    can = s.world.markers["zhukov_range"]
    assert worths(east, s, ZhukovRoll()) == ("soviet", [float(die <= can) for die in range(1, 7)])
    assert east.fortune(s, CounterattackDie()) is None

    war = get("last_war")
    s = war.start(war.setup("europe"))
    for power, side in enumerate(s.world.side_of):
        seat = ("axis", "allies")[side]
        assert worths(war, s, Convoy(power)) == (seat, [-4, -4, -4, -4, -5, -6])
    for side, seat in enumerate(("axis", "allies")):
        name, fought = worths(war, s, SeaBattle(0, side))
        assert name == seat and fought[0] == 0 and fought[5] == -5 and fought[30] == 5
    for n, rising in enumerate(s.world.risings):
        assert worths(war, s, Unrest(n)) == (rising.side, [float(die >= rising.roll) for die in range(1, 7)])
    assert war.fortune(s, Assessment(0, 0)) is None


def test_results_of_combat_in_steps() -> None:
    order = ["AE", "A2", "A1", "2/1", "NE", "1/1", "D1", "1/2", "1/3", "D3", "DE"]
    assert [outcome_of(each).gain for each in order] == [-9, -2, -1, -1, 0, 0, 1, 1, 2, 3, 9]
    assert outcome_of("1/-").gain == -1


def test_a_record_has_luck_for_one_and_against_the_other() -> None:
    record, _ = play(SKIRMISH, SKIRMISH.setup(), {"blue": "staff", "red": "staff"}, "1")
    assert 0 < record.judged <= record.rolls
    assert record.luck["blue"] == -record.luck["red"] != 0
    assert set(record.dice) == {"blue", "red"} and record.dice != record.luck


def test_luck_follows_the_attacker_and_not_the_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """All dice are sixes: kind to whoever attacks, so luck is the difference of the two sides' attacks."""
    fought: Counter[str] = Counter()
    judge = type(SKIRMISH).fortune

    def counted(self: Any, s: Any, frame: Any) -> Any:
        found = judge(SKIRMISH, s, frame)
        fought[found.side] += 1
        return found

    monkeypatch.setattr(type(SKIRMISH), "fortune", counted)
    monkeypatch.setattr(Die, "draw", lambda self, source: self.sides)
    record, _ = play(SKIRMISH, SKIRMISH.setup(), {"blue": "staff", "red": "staff"}, "2")
    six = kindness(Die(), 6, float)
    assert six is not None and fought["blue"] != fought["red"]
    share = (fought["blue"] - fought["red"]) / fought.total()
    assert record.luck["blue"] == pytest.approx(six * share, abs=1e-3)
    assert record.judged == fought.total()


def test_a_report_says_what_its_figure_is(tmp_path: Path) -> None:
    plan = StudyPlan("skirmish", "1", SKIRMISH.setup(), {"blue": "staff", "red": "staff"}, 4, "1")
    folder = simulate(plan, tmp_path / "a")
    found = summary(SKIRMISH, folder)
    text = report_page(folder, found)
    assert "<h2>Luck</h2>" in text and "Whom the dice favoured" in text and "<h2>Dice</h2>" not in text
    assert found.luck["blue"].games == tuple(record.luck["blue"] for record in folder.records())
    assert found.judged > 0
    plan = StudyPlan("tests.support.toy", "1", TOY.setup(), {"red": "random", "blue": "random"}, 3, "1")
    folder = simulate(plan, tmp_path / "b")
    found = summary(TOY, folder)
    text = report_page(folder, found)
    assert found.judged == 0
    assert (
        "<h2>Dice</h2>" in text and "does not say whom a roll favours" in text and "<h2>Luck</h2>" not in text
    )
    assert found.luck["red"].games == tuple(record.dice["red"] for record in folder.records())

"""The engine keeps its promises: one home for legality, nothing changes on refusal, frames in order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.errors import BadData, BadSave, IllegalAction, IllegalOutcome, UnknownName, WrongSeat
from hexfront.examples.skirmish import GAME as SKIRMISH
from hexfront.examples.skirmish import Choose, Planning
from hexfront.kernel import (
    Action,
    Agenda,
    Auto,
    Case,
    Chance,
    Choice,
    Decision,
    Die,
    Distribution,
    Game,
    Result,
    RuleBook,
    Scenario,
    SeededSource,
    Setup,
    Side,
    State,
    Told,
    Violation,
    apply,
    deciders,
    legal,
    outcomes,
    pending,
    resolve,
    roll,
    settle,
    why_not,
)


class Count(State):
    total: int = 0
    marks: list[int] = []
    names: dict[str, int] = {}


class Add(Action, frozen=True, tag=True):
    n: int


class Other(Action, frozen=True, tag=True):
    pass


class Adding(Decision, frozen=True, tag=True):
    """Add one, two or three. Case 1.1."""

    left: int = 2
    rule = "1.1"
    takes = (Add,)

    def deciders(self, s: Any) -> tuple[str, ...]:
        return ("a",)

    def candidates(self, s: Any, seat: str) -> list[Action]:
        return [Add(n) for n in range(5)]

    def violation(self, s: Any, seat: str, action: Any) -> Violation | None:
        return None if 1 <= action.n <= 3 else Violation("1.2", "Only one to three.", "0101")

    def apply(self, s: Any, seat: str, action: Any) -> Agenda:
        s.total += action.n
        s.emit(Told(f"added {action.n}", "1.1"))
        return (Luck(), Adding(self.left - 1)) if self.left > 1 else (Finale(),)


class Luck(Chance, frozen=True, tag=True):
    def outcomes(self, s: Any) -> Distribution:
        return Die()

    def apply(self, s: Any, outcome: Any) -> Agenda:
        s.marks.append(outcome)
        return ()


class Finale(Auto, frozen=True, tag=True):
    def run(self, s: Any) -> Agenda:
        s.emit(Told("over"))
        s.finish(Result(("a",), "counted"))
        return (Adding(),)


class Loop(Auto, frozen=True, tag=True):
    def run(self, s: Any) -> Agenda:
        return (self,)


class Counting(Game[Count]):
    id, title, package, state = "count", "Counting", __name__, Count
    scenarios = (Scenario("one", "One", "", 1), Scenario("two", "Two", "", 1))
    options = (Choice("fast", "Fast"), Choice("size", "Size", default=3, values=(3, 5)))
    sides = (Side("a", "A"),)

    def new_state(self, world: Any) -> Count:
        return Count(world=world, agenda=(Adding(),))


GAME = Counting()


def fresh() -> Count:
    return GAME.start(GAME.setup())


def test_actions_chance_and_automatic_steps_in_order() -> None:
    s = fresh()
    assert deciders(s) == ("a",) and isinstance(pending(s), Adding)
    assert legal(s, "a") == [Add(1), Add(2), Add(3)] and legal(s, "b") == []
    assert [e.line(s).text for e in apply(s, "a", Add(2))] == ["added 2"]
    assert outcomes(s) == Die() and deciders(s) == () and legal(s, "a") == []
    resolve(s, 4)
    assert [e.line(s).text for e in apply(s, "a", Add(3))] == ["added 3", "over"]
    assert (s.total, s.marks, s.agenda, s.out) == (5, [4], (), [])
    assert s.result == Result(("a",), "counted") and pending(s) is None


def test_refusals_change_nothing_and_name_the_case() -> None:
    s = fresh()
    before = GAME.codec.encode(s)
    with pytest.raises(IllegalAction, match=r"Only one to three. \(at 0101\) \[1.2\]"):
        apply(s, "a", Add(4))
    with pytest.raises(IllegalAction, match=r"Other is not possible here. \[1.1\]"):
        apply(s, "a", Other())
    with pytest.raises(WrongSeat, match="b cannot act now; it is up to a"):
        apply(s, "b", Add(1))
    with pytest.raises(IllegalOutcome, match="No roll is pending"):
        resolve(s, 3)
    assert GAME.codec.encode(s) == before
    assert why_not(s, "a", Add(9)) == Violation("1.2", "Only one to three.", "0101")
    assert why_not(s, "a", Add(1)) is None
    apply(s, "a", Add(1))
    before = GAME.codec.encode(s)
    with pytest.raises(IllegalOutcome, match="7 is not a possible result of Luck"):
        resolve(s, 7)
    with pytest.raises(WrongSeat, match="A roll is pending"):
        apply(s, "a", Add(1))
    assert GAME.codec.encode(s) == before
    roll(s, SeededSource(3))
    apply(s, "a", Add(1))
    with pytest.raises(WrongSeat, match="The game is over"):
        apply(s, "a", Add(1))
    with pytest.raises(IllegalOutcome):
        outcomes(s)


def test_an_action_of_the_list_in_hand_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []
    judge = Adding.violation

    def noted(self: Adding, s: Any, seat: str, action: Any) -> Violation | None:
        judged.append(action.n)
        return judge(self, s, seat, action)

    s = fresh()
    listed = legal(s, "a")
    monkeypatch.setattr(Adding, "violation", noted)
    with pytest.raises(IllegalAction, match="Only one to three"):
        apply(s, "a", Add(4), listed)
    assert judged == [4] and s.total == 0
    assert [e.line(s).text for e in apply(s, "a", Add(2), listed)] == ["added 2"]
    assert judged == [4] and s.total == 2
    with pytest.raises(
        WrongSeat, match="A roll is pending"
    ):  # a list of an earlier position opens no door here
        apply(s, "a", Add(2), listed)


def test_openings_are_alike_and_each_game_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    one = GAME.opening(GAME.setup())
    apply(one, "a", Add(3))
    one.marks.append(1)
    monkeypatch.setattr(Counting, "new_state", None)  # it is not built again
    two = GAME.opening(GAME.setup())
    assert (two.total, two.marks, two.agenda, two.out) == (0, [], (Adding(),), [])


def test_an_agenda_that_never_rests_is_noticed() -> None:
    s = fresh()
    s.agenda = (Loop(),)
    with pytest.raises(RuntimeError, match="never comes to rest"):
        settle(s)


def test_clones_are_independent() -> None:
    s = fresh()
    s.marks, s.names = [1], {"a": 1}
    t = s.clone()
    t.marks.append(2)
    t.names["b"] = 2
    t.total = 9
    assert (s.marks, s.names, s.total) == ([1], {"a": 1}, 0) and t.world is s.world


def test_json_goes_both_ways() -> None:
    s = fresh()
    apply(s, "a", Add(2))
    t = GAME.codec.decode(GAME.codec.encode(s))
    assert t == s and t.world is s.world and isinstance(t.agenda[0], Luck)
    assert (
        GAME.codec.decode_action(b'{"type":"Add","n":2}')
        == Add(2)
        == GAME.codec.decode_action({"type": "Add", "n": 2})
    )
    event = Told("x", "1.1")
    assert GAME.codec.decode_event(GAME.codec.encode_event(event)) == event
    for bad in (b"{", b'{"type":"Nothing"}', b'{"type":"Add","n":"x"}', b'{"type":"Add"}'):
        with pytest.raises(BadSave, match="not an action of Counting"):
            GAME.codec.decode_action(bad)
    with pytest.raises(BadSave, match="not a position of Counting"):
        GAME.codec.decode(b'{"total":1}')


def test_an_action_nested_too_deeply_is_no_action() -> None:
    """What can just be read may be too deep to be written again."""
    deep: Any = 1
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(BadSave):
        GAME.codec.decode_action({"type": "Add", "n": deep})


def test_a_foreign_object_in_a_state_is_refused() -> None:
    s = fresh()
    s.names = object()  # type: ignore[assignment]
    with pytest.raises(TypeError, match="cannot stand in a state"):
        GAME.codec.encode(s)


def test_setups_are_checked_by_name() -> None:
    assert GAME.setup() == Setup("one")
    assert GAME.setup("two", {"fast": True, "size": 3}) == Setup("two", {"fast": True})
    assert GAME.option(GAME.setup("two", {"size": 5}), "size") == 5
    assert GAME.option(GAME.setup(), "fast") is False
    with pytest.raises(UnknownName, match="no scenario 'three'; it has one, two"):
        GAME.setup("three")
    with pytest.raises(UnknownName, match="no option 'slow'; it has fast, size"):
        GAME.setup(options={"slow": True})
    with pytest.raises(UnknownName, match="'size' of Counting cannot be 4; it is one of 3, 5"):
        GAME.setup(options={"size": 4})
    with pytest.raises(UnknownName, match="cannot be 1; it is one of true, false"):
        GAME.setup(options={"fast": 1})


def test_worlds_are_built_once_a_setup() -> None:
    one, two = GAME.world(GAME.setup("one")), GAME.world(GAME.setup("two"))
    assert one is GAME.world(GAME.setup("one")) and one is not two
    assert one.setup.scenario == "one"
    with_pack = GAME.world(GAME.setup("one", pack={"t": {"x": 1}}))
    assert with_pack is not one


def test_a_decision_prompts_and_offers_by_itself() -> None:
    s = fresh()
    frame = pending(s)
    assert isinstance(frame, Decision)
    assert frame.prompt(s, "a").text == "Add one, two or three." and frame.prompt(s, "a").rule == "1.1"
    assert frame.option(s, "a", Add(2)).label == "Add 2"


def test_rulebooks(tmp_path: Path) -> None:
    book = RuleBook([Case("1.1", "A", "a"), Case("1.1a", "B", "b"), Case("1.2", "C", "c")])
    assert book["1.2"].topic == "C" and "1.3" not in book
    assert [c.id for c in book.under("1.1")] == ["1.1"] and [c.id for c in book.under("1.")] == [
        "1.1",
        "1.1a",
        "1.2",
    ]
    with pytest.raises(UnknownName, match=r"no case 1.1c. Did you mean 1.1, 1.1a\?"):
        book["1.1c"]
    with pytest.raises(BadData, match=r"case 1.1 twice"):
        RuleBook([Case("1.1", "A", "a"), Case("1.1", "B", "b")])
    path = tmp_path / "rules.toml"
    path.write_text('[[case]]\nid = "1"\n')
    with pytest.raises(BadData, match=r"rules.toml: .*topic"):
        RuleBook.load(path)


def test_several_deciders_choose_in_any_order() -> None:
    ends = set()
    for order in (("blue", "red"), ("red", "blue")):
        s = SKIRMISH.start(SKIRMISH.setup())
        assert isinstance(pending(s), Planning)
        for seat in order:
            apply(s, seat, Choose(1 if seat == "blue" else 2))
        ends.add(msgspec.json.encode(sorted(s.plans.items())))
    assert len(ends) == 1

"""Sentences that can be read two ways, each reading an option: red in security operations, layers of fortification, landings in
winter. RULINGS pag-e, fort-c and terrain-d. And where the Man for a gap comes from and goes to: RULING front-b."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.last_war.actions import Deploy, Done, Flag, Fortify, Pick, Recall, Stop
from hexfront.games.last_war.combat import operation
from hexfront.games.last_war.data import GARRISONS
from hexfront.games.last_war.deployment import Deployment, DeployStep
from hexfront.games.last_war.flags import FlagPlacing, flag_cost, naval_cost
from hexfront.games.last_war.front import mend
from hexfront.games.last_war.industry import IndustryStep, finish_works, leave_war
from hexfront.games.last_war.state import LastWarState
from hexfront.games.last_war.withdrawal import WithdrawStep
from hexfront.kernel import legal, pending, with_item
from hexfront.testing import refusal

from .kit import ALLIES, AXIS, GAME, LSP, MEN, act, given, h, have, holder, p, pool, put

ROOT = Path(__file__).parents[3]
NONE = {"man": 0, "tank": 0, "air": 0}


# --- pag-e: a red result against partisans


def hunt(option: str) -> LastWarState:
    """An operation from 2418, behind the line, against partisans at 2417 that has gone badly."""
    s = given(
        options={"security": option}, pags={"2417": "ussr"}, flags=[("germany", "2418", "2417")],
        points={"germany": {"2418": {"men": 3, "tanks": 1, "lsp": 1}}},
    )  # fmt: skip
    put(s, "germany", "2418", GARRISONS, 1)
    s.more_garrisons = {0: 1}
    operation(s, h(s, "2417"), AXIS, [h(s, "2418")], "pushed", NONE)
    return s


@pytest.mark.rule("security.operation")
def test_partisans_throw_nobody_out_of_a_hex() -> None:
    s = hunt("stays")
    assert have(s, "germany", "2418") == 3 and s.pags


@pytest.mark.rule("security.operation")
def test_or_a_red_result_drives_the_force_out_and_nobody_takes_its_hex() -> None:
    s = hunt("out")
    assert have(s, "germany", "2418") == 0 and holder(s, "2418") == "germany" and s.pags
    assert have(s, "germany", "2418", GARRISONS) == 1, "what cannot move stays"
    assert have(s, "germany", "2417") == 0, "not into the partisans' arms"
    moved = [(i, s.at[key]) for key in s.at if key % 48 == MEN for i in [key // 48] if s.at[key] >= 3]
    assert moved, "all three are one hex back"
    assert list(GAME.invariants(s)) == []


@pytest.mark.rule("security.operation")
def test_a_hex_of_the_line_that_was_driven_empty_is_a_gap_like_any_other() -> None:
    s = given(
        options={"security": "out"}, pags={"2517": "ussr"}, points={"germany": {"Orel": {"men": 4}}}, pool={"germany": {"men": 2}}
    )  # fmt: skip
    operation(s, h(s, "2517"), AXIS, [h(s, "Orel")], "pushed", NONE)
    assert have(s, "germany", "Orel") == 1 and pool(s, "germany") == 1
    assert list(GAME.invariants(s)) == []


# --- fort-c: layers


def digging(option: str, **what: Any) -> LastWarState:
    what.setdefault("pool", {"ussr": {"lsp": 3, "men": 1}})
    what.setdefault("points", {"ussr": {"Kursk": {"men": 4}}})
    s = given(agenda=(DeployStep(),), options={"layers": option}, **what)
    act(s, "allies", Pick(h(s, "Kursk")))
    return s


def side(s: LastWarState) -> int:
    return h(s, "Kursk") * s.world.top + h(s, "Orel")


@pytest.mark.rule("fort.layers")
def test_one_layer_a_turn() -> None:
    s = digging("one")
    act(s, "allies", Fortify(1, h(s, "Orel")))
    assert refusal(s, "allies", Fortify(1, h(s, "Orel"))) == "fort.layers"
    assert Fortify(1, h(s, "Orel")) not in legal(s, "allies")


@pytest.mark.rule("fort.layers")
@pytest.mark.rule("fort.cost")
@pytest.mark.rule("fort.release")
def test_or_as_many_as_there_are_men_and_lsp_for() -> None:
    s = digging("many")
    for left in (3, 2, 1):
        assert pool(s, "ussr", LSP) == left and Fortify(1, h(s, "Orel")) in legal(s, "allies")
        act(s, "allies", Fortify(1, h(s, "Orel")))
    assert have(s, "ussr", "Kursk") == 1
    act(s, "allies", Stop())
    act(s, "allies", Done())
    act(s, "axis", Done())
    assert s.works == {side(s): 1 + 2 * 8}
    assert any(m.kind == "works" and m.label == "building 3" for m in GAME.view(s, "allies").markers)
    finish_works(s)
    assert s.forts == {side(s): 3} and have(s, "ussr", "Kursk") == 4, "and the three Men are free"


@pytest.mark.rule("fort.layers")
def test_allies_do_not_build_on_one_anothers_works() -> None:
    s = digging("many")
    s.works = {side(s): 0}
    assert refusal(s, "allies", Fortify(1, h(s, "Orel"))) == "fort.layers"
    assert Fortify(1, h(s, "Orel")) not in legal(s, "allies")


@pytest.mark.rule("fort.release")
def test_men_who_build_several_layers_fall_back_with_the_rest_or_leave_the_war() -> None:
    from hexfront.games.last_war.front import fall_back

    s = given(points={"ussr": {"Kursk": {"men": 1}}})
    s.works = {side(s): 1 + 8}
    before = sum(n for key, n in s.at.items() if key % 48 == 6)
    fall_back(s, h(s, "Kursk"), ALLIES)
    assert sum(n for key, n in s.at.items() if key % 48 == 6) == before + 2 and not s.works
    gone = given()
    gone.works = {side(gone): 1 + 8}
    leave_war(gone, 1, "sequence.10-report")
    assert not gone.works


# --- terrain-d: landings in winter


def channel(option: str, flags: int, naval: int) -> LastWarState:
    """Britain at Dover in the first winter, with so many flags of each kind."""
    left = [0] * 8
    s = given(
        scenario="europe", turn=4, agenda=(FlagPlacing(ALLIES),), phase="flags", options={"winter": option},
        points={"britain": {"Dover": {"men": 4}}}, naval_left=left,
    )  # fmt: skip
    n = p(s, "britain")
    s.flags_left, s.naval_left = with_item(s.flags_left, n, flags), with_item(s.naval_left, n, naval)
    assert s.world.turns[3].winter and s.world.cold >> h(s, "Calais") & 1
    return s


def lands(option: str, flags: int, naval: int) -> tuple[str, int, int]:
    """Why the landing at Calais is refused, or nothing; and the flags it leaves of each kind."""
    s = channel(option, flags, naval)
    n = p(s, "britain")
    s.focus["allies"] = h(s, "Dover")
    wrong = refusal(s, "allies", Flag(n, h(s, "Calais")))
    if wrong:
        return wrong, flags, naval
    act(s, "allies", Flag(n, h(s, "Calais")))
    while isinstance(pending(s), FlagPlacing):
        act(s, "allies", Done())
    return "", s.flags_left[n], s.naval_left[n]


@pytest.mark.rule("winter.two-flags")
@pytest.mark.rule("flags.amphibious-both")
@pytest.mark.parametrize(
    ("option", "flags", "naval", "then"),
    [
        ("military", 2, 1, ("", 0, 0)),
        ("military", 1, 1, ("winter.two-flags", 1, 1)),
        ("both", 2, 2, ("", 0, 0)),
        ("both", 2, 1, ("winter.two-flags", 2, 1)),
        ("two", 1, 1, ("", 0, 0)),
        ("two", 2, 0, ("flags.amphibious-both", 2, 0)),
    ],
)
def test_what_a_landing_takes_in_winter(
    option: str, flags: int, naval: int, then: tuple[str, int, int]
) -> None:
    assert lands(option, flags, naval) == then


@pytest.mark.rule("winter.two-flags")
def test_only_landings_and_only_winter() -> None:
    for option in ("military", "both", "two"):
        s = channel(option, 2, 2)
        calais = h(s, "Calais")
        assert flag_cost(s, calais) == 2, "by land always two"
        s.turn = 2
        assert (flag_cost(s, calais, True), naval_cost(s, calais)) == (1, 1)


# --- front-b: the Man for a gap


@pytest.mark.rule("front-line.gap-filled")
@pytest.mark.rule("sequence.6-withdraw")
@pytest.mark.rule("sequence.2-deploy")
def test_points_that_filled_a_gap_are_sent_elsewhere_by_way_of_the_pool() -> None:
    s = given(
        agenda=(WithdrawStep(), IndustryStep(), DeployStep()),
        phase="withdraw",
        points={"germany": {"Kiev": {"men": 4}}},
    )
    put(s, "germany", "Orel", MEN, 0)
    mend(s)
    assert have(s, "germany", "Orel") == 1, "at once, and without a click"
    act(s, "axis", Pick(h(s, "Kiev")))
    spare = next(each for each in legal(s, "axis") if isinstance(each, Recall) and each.kind == MEN)
    had = pool(s, "germany")
    act(s, "axis", spare)
    act(s, "axis", Stop())
    act(s, "axis", Done())
    act(s, "allies", Done())
    assert isinstance(pending(s), Deployment) and pool(s, "germany") > had
    act(s, "axis", Pick(h(s, "Orel")))
    act(s, "axis", Deploy(0, MEN, 1))
    assert have(s, "germany", "Orel") == 2


# --- the list of rulings


def test_every_ruling_is_cited_and_every_citation_has_its_ruling() -> None:
    """Unlike those of games with numbered rules they have names."""
    listed = re.findall(
        r"^\| ([a-z]+(?:-[a-z0-9]+)?) \|", (ROOT / "docs/rulings/last_war.md").read_text(), re.MULTILINE
    )
    names = [name for name in listed if name != "ruling"]
    assert len(names) == len(set(names)), "a name stands for two rulings"
    text = "\n".join(
        path.read_text()
        for folder in ("src/hexfront/games/last_war", "tests/games/last_war")
        for path in (*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.toml"))
    )
    text = re.sub(r"\n\s*(?:#\s*)?", " ", text)
    name = r"[a-z]+(?:-[a-z0-9]+)?"
    cited: set[str] = set()
    for each in re.findall(rf"RULINGS? ({name}(?:(?:, | and | to ){name})*)", text):
        cited |= set(re.split(r", | and | to ", each))
    assert {each for each in cited if "-" in each} - set(names) == set()
    assert set(names) - cited == set()


def test_the_options_are_on_offer_with_their_case() -> None:
    offered = {choice.id: choice for choice in GAME.options}
    for name in ("losses", "mixed", "defence", "security", "layers", "winter"):
        assert offered[name].rule in GAME.rulebook and offered[name].default == offered[name].values[0]

"""Positions of The Last War in which the run of the line says what is right: staff has to see it."""

from __future__ import annotations

from typing import Any

from hexfront.games.last_war import GAME
from hexfront.games.last_war.actions import Flag, Withdraw
from hexfront.games.last_war.data import ALLIES, AXIS, MEN
from hexfront.games.last_war.deployment import Deployment, stake_out
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.games.last_war.straightening import Straightening
from hexfront.hexes import bits
from hexfront.kernel import with_item
from hexfront.players.doctrine import STEADY
from hexfront.players.doctrines.last_war.deploy import Deployer
from hexfront.players.doctrines.last_war.doctrine import LastWarDoctrine
from hexfront.players.doctrines.last_war.read import Reading
from hexfront.players.doctrines.last_war.shape import Shape
from tests.players.helpers import carry_on

FORCE = {"men": 8, "tanks": 3, "air": 3, "lsp": 2}


def europe(*frames: Any, flags: int = 1, power: str = "ussr", **given: Any) -> Any:
    """A position in which one power has so many flags and nobody else any."""
    s = GAME.position("europe", agenda=frames, **given)
    s.flags_left = tuple([flags * (p.id == power) for p in s.world.powers])
    s.hand = (0,) * len(s.hand)
    s.guess = (0,) * len(s.guess)
    return s


def play(s: Any) -> list[Any]:
    return carry_on(s, GAME, lambda s: not s.agenda, seed="test")


def targets(s: Any) -> set[str]:
    return {s.world.label(x.to) for x in play(s) if isinstance(x, Flag)}


def reading(s: Any, seat: str = "allies") -> Reading:
    doctrine = LastWarDoctrine(GAME)
    return Reading(s, seat, doctrine.ground(s.world), STEADY, doctrine.numbers)


def names(s: Any, hexes: int) -> set[str]:
    return {s.world.label(i) for i in bits(hexes)}


# --- how the line would run


SALIENT = ["2615", "2715", "2815", "2915"]
"""From the German line eastwards between Moscow and Tula, one hex wide; 2715 is its neck."""


def test_a_pocket_taken_shortens_the_line_and_a_neck_taken_cuts_off() -> None:
    s = europe(turn=10, held={"germany": ["3016", *SALIENT]})
    w, shape = s.world, Shape(s, {})
    x = shape.if_taken(ALLIES, 1 << w.place("3016"))
    assert x.own >= 4 and x.foe == 1 and not x.cut
    assert names(s, shape.if_taken(ALLIES, 1 << w.place("2715")).cut) == {"2815", "2915"}
    assert not shape.if_taken(ALLIES, 1 << w.place("2915")).cut


def test_what_is_cut_off_already_is_not_cut_off_again() -> None:
    s = europe(turn=10, held={"germany": ["2916", "3016"]})
    assert not Shape(s, {}).if_taken(ALLIES, 1 << s.world.place("2916")).cut


# --- flags


def test_the_lone_enemy_behind_ones_own_line_goes_first() -> None:
    """One Man there binds six; the others are in a line that will be as long as before."""
    s = europe(
        FlagPlacing(ALLIES), turn=10, phase="flags", held={"germany": ["2916"]},
        points={"ussr": {"3016": FORCE, "2615": FORCE}},
    )  # fmt: skip
    assert targets(s) == {"2916"}


def test_the_neck_of_a_salient_is_attacked_not_its_tip() -> None:
    s = europe(
        FlagPlacing(ALLIES), turn=10, phase="flags", held={"germany": SALIENT},
        points={"ussr": {"2714": FORCE, "2914": FORCE}, "germany": {"2815": {"men": 4}}},
    )  # fmt: skip
    assert targets(s) == {"2715"}


def test_two_blows_close_a_pocket_that_neither_closes_alone() -> None:
    pocket = {x: {"men": 4} for x in ("2815", "2816")}
    s = europe(
        FlagPlacing(ALLIES), flags=2, turn=10, phase="flags",
        held={"germany": ["2615", "2616", "2715", "2716", *pocket]},
        points={"ussr": {"2714": FORCE, "2817": FORCE, "Moscow": FORCE}, "germany": pocket},
    )  # fmt: skip
    assert targets(s) == {"2715", "2716"}


def test_a_small_force_does_what_a_great_one_need_not_be_tied_up_for() -> None:
    """What attacks cannot go home in this turn: forty Men would stay where they are."""
    s = europe(
        FlagPlacing(ALLIES), turn=7, phase="flags",
        points={"ussr": {"Moscow": {"men": 40, "tanks": 8, "air": 8, "lsp": 4}, "2613": {"men": 4, "tanks": 2, "air": 2, "lsp": 1}}},
    )  # fmt: skip
    play(s)
    assert {s.world.label(x.at) for x in s.flags} == {"2613"}


def test_attacks_aim_at_what_the_enemy_holds() -> None:
    """A hex before Leningrad is worth less to go and take while Leningrad is one's own; it is worth as much to keep."""

    def worth(*held: str, leningrad: str) -> float:
        s = europe(turn=5, held={"ussr": held, "germany": ["Leningrad"] if leningrad == "germany" else []})
        return reading(s).value(s.world.place("2210"))

    taking, keeping = worth(leningrad="ussr"), worth("2210", leningrad="ussr")
    assert taking < 0.6 * keeping
    assert worth(leningrad="germany") > 1.5 * taking


# --- deployment


def test_a_place_is_guarded_only_as_far_as_each_point_counts() -> None:
    """The first points before Moscow count for much, the thirtieth for next to nothing."""

    def sent(least: float) -> int:
        s = europe(
            Deployment(), turn=2, men=2, pool={"ussr": {"men": 40}, "germany": {"men": 10, "tanks": 4, "air": 4}},
            points={"germany": {"2514": {"men": 6, "tanks": 3, "air": 3, "lsp": 2}}},
        )  # fmt: skip
        s.flags_left = with_item(s.flags_left, s.world.number["germany"], 6)
        stake_out(s)
        r = reading(s)
        deployer = Deployer(r)
        deployer.guard(40, r.ground.vital[ALLIES], least)
        return 40 - deployer.pool[s.world.number["ussr"]][MEN]

    assert sent(0.0) > sent(0.5) > 0
    assert not sent(99.0)


# --- straightening


def test_a_finger_in_the_forest_is_drawn_in() -> None:
    """The tip binds a Man who holds nothing of worth; a place is never given up for a shorter line."""
    s = europe(turn=8, phase="straighten", held={"germany": ["2509", "2508", "2507"]})
    s.agenda = (Straightening(AXIS, s.line[AXIS]),)
    places = {s.world.place(name) for name in s.world.victory["places"]}
    left = {x.hex for x in play(s) if isinstance(x, Withdraw)}
    assert s.world.place("2507") in left and not left & places


def test_a_hex_is_not_given_up_if_others_would_be_cut_off() -> None:
    s = europe(turn=8, held={"germany": ["2509", "2508", "2507"]})
    r, w = reading(s, "axis"), s.world
    assert r.yielded(w.place("2507")) > 0 > r.yielded(w.place("2508"))

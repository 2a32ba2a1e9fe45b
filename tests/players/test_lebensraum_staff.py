"""Lebensraum!: the staff in positions where one order is plainly right, and a first turn of a whole game."""

from __future__ import annotations

from typing import Any

from hexfront.games.lebensraum.actions import Attack, Destroy, Done, Keep
from hexfront.games.lebensraum.combat import Attacks
from hexfront.games.lebensraum.economy import Capture
from hexfront.games.lebensraum.game import LEBENSRAUM
from hexfront.games.lebensraum.kinds import AXIS, SOVIET
from hexfront.games.lebensraum.state import State
from hexfront.games.lebensraum.victory import goals
from hexfront.kernel import Action, Chance, SeededSource, Setup, apply, deciders, resolve, settle
from hexfront.players import Seatview, StaffPlayer
from hexfront.players.doctrines.lebensraum.field import Map
from tests.games.lebensraum.kit import Table, position


def ordered(t: Table) -> Action:
    """What staff chooses in a position, the same with every seed."""
    chosen = {StaffPlayer(n).choose(Seatview(LEBENSRAUM, t.s, t.seat())) for n in range(3)}
    assert len(chosen) == 1, "it was left to chance"
    return chosen.pop()  # type: ignore[no-any-return]


def carried_on(t: Table, clicks: int = 80) -> list[Action]:
    """What one player does until it is another's turn, a roll comes up or all is done."""
    player, seat = StaffPlayer("carry on"), t.seat()
    done: list[Action] = []
    while t.s.agenda and not t.rolls() and t.seat() == seat and len(done) < clicks:
        action = player.choose(Seatview(LEBENSRAUM, t.s, seat))
        done.append(action)
        t.act(action)
    return done


def fight(place: dict[str, str], **given: Any) -> Table:
    """A combat segment of the Axis, an HQ with von Bock at hand."""
    start: dict[str, Any] = {
        "segment": "first-combat", "phasing": "axis", "agenda": (Attacks(AXIS),), "hqs": {"de-center": "2425"},
        "leaders": {"von-bock": "de-center"},
    }  # fmt: skip
    return position(place=place, **{**start, **given})


def test_panzers_strike_a_lone_army() -> None:
    t = fight({"de-2pz": "2524", "de-4": "2424", "su-4": "2523"})
    assert ordered(t) == Attack(t.w.hex("2523"))


def test_a_weak_army_lets_a_strong_one_be() -> None:
    t = fight({"ro-3": "2524", "Soviet 7th Tank Army": "2523"}, hqs={}, leaders={}, reduced=("ro-3",))
    assert ordered(t) == Done()


def test_works_are_kept_by_whom_can_carry_them_off() -> None:
    for points, wanted in ((300, Keep()), (20, Destroy())):
        t = position(
            place={"de-4": "Minsk"}, points={"axis": points}, phasing="axis", works={"Minsk": "Minsk"},
        )  # fmt: skip
        marker = next(k for k, m in enumerate(t.w.markers) if m.name == "Minsk")
        t.s.agenda = (Capture(AXIS, marker),)
        assert ordered(t) == wanted


def played(seats: tuple[str, ...], turns: int, seed: str) -> State:
    """A game up to the end of some turns, staff in these seats and chance in the others."""
    s = LEBENSRAUM.new_state(LEBENSRAUM.world(Setup(scenario="invasion", options={})))  # type: ignore[arg-type]
    source = SeededSource(seed)
    players = {seat: StaffPlayer(seed) for seat in seats}
    settle(s)
    while s.result is None and s.turn <= turns:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
            continue
        view = Seatview(LEBENSRAUM, s, deciders(s)[0])
        player = players.get(view.seat)
        apply(s, view.seat, player.choose(view) if player else source.choice(view.legal))
    return s


def test_in_a_turn_the_axis_staff_takes_cities_from_chance_and_keeps_its_army() -> None:
    s = played(("axis",), 1, "first turn")
    w = s.world
    assert (s.control[AXIS] & w.start_control[SOVIET] & w.cities).bit_count() >= 4
    assert sum(s.power[u] == AXIS and s.where[u] >= 0 for u in w.units) >= 13


def test_what_decides_a_scenario_is_named_once_and_is_worth_most() -> None:
    t = position()
    wanted = {t.w.hex(name) for name in ("Moscow", "Leningrad", "Kiev")}
    assert set(goals(t.s)) == wanted, "both sides are after the same cities"
    worth = Map(t.w).worth(t.s)
    assert set(sorted(worth, key=lambda h: -worth[h])[:3]) == wanted

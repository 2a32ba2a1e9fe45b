"""In a playout a doctrine has a quicker hand: it looks at less, and does not work out again what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hexfront.games.last_war import GAME as LAST_WAR
from hexfront.games.last_war.deployment import Deployment
from hexfront.games.motherland import GAME as MOTHERLAND
from hexfront.games.motherland.combat import Attacks
from hexfront.games.turns_east import GAME as EAST
from hexfront.games.turns_east.movement import ChooseMover
from hexfront.kernel import Chance, Decision, Game, SeededSource, apply, resolve
from hexfront.players.doctrine import STEADY, Course, Memory, searched_doctrine
from hexfront.players.doctrines.last_war.doctrine import LastWarDoctrine
from hexfront.players.doctrines.motherland.attack import Planner
from hexfront.players.doctrines.turns_east.moves import FEW, order_of_march, reach, shortlist
from hexfront.players.doctrines.turns_east.read import Picture
from hexfront.players.doctrines.turns_east.sight import Sight
from hexfront.players.search import play_out


def decisions(game: Game[Any], scenario: str, kind: type[Decision], seed: int = 1) -> Iterator[Any]:
    """The positions of one game at which this is decided; the game goes on from each as it was left."""
    doctrine = searched_doctrine(game)
    s = game.start(game.setup(scenario))
    dice, source = SeededSource(f"dice/{seed}"), SeededSource(f"thoughts/{seed}")
    memories: dict[str, Memory] = {}
    while s.agenda:
        frame = s.agenda[0]
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(dice))
            continue
        who = frame.deciders(s)[0]
        legal = frame.legal(s, who)
        if isinstance(frame, kind) and len(legal) > 1:
            yield s
        memory = memories.setdefault(who, Memory(hasty=True, quick=True))
        apply(s, who, doctrine.choose(s, who, legal, STEADY, memory, source), legal)


def test_an_order_worked_out_in_another_playout_is_the_one_that_would_be_worked_out_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doctrine = LastWarDoctrine(LAST_WAR)
    s = next(decisions(LAST_WAR, "kursk", Deployment))
    seat = s.agenda[0].deciders(s)[0]
    worlds = [LAST_WAR.resample(s, seat, SeededSource(n)) for n in range(4)]

    def played() -> list[Any]:
        return [play_out(doctrine, w, seat, Course("usual"), f"world/{n}") for n, w in enumerate(worlds)]

    first, again = played(), played()
    assert doctrine._kept
    monkeypatch.setattr(LastWarDoctrine, "_worked_out", lambda self, q, step, make, copy: make())
    assert first == again == played()


def test_worlds_that_differ_in_what_nobody_may_know_share_what_was_worked_out() -> None:
    doctrine = LastWarDoctrine(LAST_WAR)
    s = next(decisions(LAST_WAR, "kursk", Deployment))
    seat = s.agenda[0].deciders(s)[0]
    for n in range(6):
        world: Any = LAST_WAR.resample(s, seat, SeededSource(n))
        legal = world.agenda[0].legal(world, seat)
        doctrine.choose(world, seat, legal, STEADY, Memory(quick=True), SeededSource(n))
    assert len(doctrine._kept) == 1
    doctrine.choose(s, seat, s.agenda[0].legal(s, seat), STEADY, Memory(), SeededSource(1))
    assert len(doctrine._kept) == 1  # a player at the table thinks for himself


def test_a_mover_in_a_playout_tries_few_hexes_all_of_which_he_may_end_in() -> None:
    doctrine: Any = searched_doctrine(EAST)
    seen = 0
    for s in decisions(EAST, "minsk", ChooseMover):
        frame = s.agenda[0]
        side = s.world.side[next(u for u in range(len(s.where)) if s.todo >> u & 1)]
        picture = Picture(
            s, side, frame.command, doctrine.ground(s.world), STEADY, doctrine.numbers_of(s, side)
        )
        for u in order_of_march(picture, [u for u in picture.units if s.todo >> u & 1]):
            known = reach(s, frame.command, (u,), s.where[u], 0)
            few = shortlist(picture, (u,), known, FEW)
            may = {j for j in known.cost if j == known.start or known.ends >> j & 1}
            assert len(few) == min(FEW, len(may)) and may.issuperset(few)
            worst = min(picture.glance((u,), j) for j in few)
            assert all(picture.glance((u,), j) <= worst for j in may.difference(few))
            seen += len(may) > FEW
        if seen > 20:
            return
    pytest.fail("nobody had more hexes than few")


def test_the_enemy_is_looked_at_anew_in_a_playout_only_when_he_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = []
    real = Sight.__init__

    def look(self: Sight, s: Any, *rest: Any) -> None:
        looks.append((s.turn, s.held[1 - rest[0]], tuple(s.steps), rest[0], tuple(s.box)))
        real(self, s, *rest)

    monkeypatch.setattr(Sight, "__init__", look)
    for _ in decisions(EAST, "minsk", ChooseMover):
        pass
    assert looks and all(one != two for one, two in zip(looks, looks[1:], strict=False))


def test_a_hasty_hand_plans_attacks_once_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    phases: list[tuple[int, int, int]] = []
    real = Planner.attacks

    def attacks(self: Planner, least: float, most: int = 40) -> Any:
        if self.fixed:
            phases.append((self.s.turn, self.s.phase, self.side))
        return real(self, least, most)

    monkeypatch.setattr(Planner, "attacks", attacks)
    asked = sum(1 for _ in decisions(MOTHERLAND, "uranus", Attacks))
    assert len(phases) == len(set(phases)) and asked > 2 * len(phases)

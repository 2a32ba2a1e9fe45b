"""Chapter 11: the quick search for units that walk alike finds what trying step by step finds, at the same cost."""

from __future__ import annotations

import pytest

from hexfront.games.turns_east import GAME
from hexfront.games.turns_east.actions import Pick
from hexfront.games.turns_east.going import Going
from hexfront.games.turns_east.movement import ChooseMover, Moving
from hexfront.games.turns_east.reach import ends_of, reach_of
from hexfront.games.turns_east.state import EastState
from hexfront.kernel import Chance, Decision, SeededSource, apply, pending, resolve
from hexfront.wargame import Reach


def moves_of(s: EastState, frame: Decision, seat: str) -> list[Moving]:
    """The move that is being made, or every one that could begin."""
    if isinstance(frame, Moving):
        return [frame]
    if not isinstance(frame, ChooseMover):
        return []
    units = [x.unit for x in frame.legal(s, seat) if isinstance(x, Pick)]
    return [Moving(frame.command, (u,), (0,), (s.where[u],)) for u in units]


def found(s: EastState, moving: Moving) -> tuple[Reach, int]:
    reach = reach_of(s, moving)
    return reach, ends_of(s, moving, reach)


@pytest.mark.rule("11.1.1")
@pytest.mark.parametrize("seed", range(3))
def test_11_1_1_the_quick_search_finds_what_trying_every_step_finds(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = GAME.start(GAME.setup("barbarossa"))
    source, compared = SeededSource(f"reach {seed}"), 0
    while compared < 60:
        frame = pending(s)
        if isinstance(frame, Chance):
            resolve(s, frame.outcomes(s).draw(source))
            continue
        assert isinstance(frame, Decision)
        seat = frame.deciders(s)[0]
        for moving in moves_of(s, frame, seat)[:4]:
            quick, ends = found(s, moving)
            with monkeypatch.context() as patch:
                patch.setattr(Going, "is_alike", property(lambda going: False))
                slow, _ = found(s, moving)
            assert quick.costs() == slow.costs()
            going = moving.going(s)
            for h in quick:
                strayed, here = moving.strayed, moving.here
                for n in quick.way(h):
                    strayed, here = going.strays(here, n, strayed), n
                assert bool(ends >> h & 1) == (not going.ending(h, strayed))
            compared += 1
        apply(s, seat, source.choice(frame.legal(s, seat)))

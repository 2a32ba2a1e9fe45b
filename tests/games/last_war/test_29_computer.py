"""The computer comes to an end of every step, even where it can only turn away again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hexfront.games.last_war.actions import Done, Draw, Pick, Stop
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.kernel import Frame, SeededSource, apply
from hexfront.players import Seatview, get
from hexfront.players.doctrine import Memory
from hexfront.players.doctrines.last_war.doctrine import LastWarDoctrine

from .kit import AXIS, GAME, given


@pytest.mark.parametrize(("frame", "least"), [(DeployStep(), 5), (FlagPlacing(AXIS), 2)])
def test_a_hex_in_which_nothing_can_be_done_is_not_turned_to_again(frame: Frame, least: int) -> None:
    s = GAME.start(GAME.setup("europe"))
    pools = {
        x.id: {"men": 30, "tanks": 9, "air": 9, "lsp": 9}
        for x in s.world.powers
        if x.id in ("germany", "ussr")
    }
    s = given(
        scenario="europe",
        agenda=(frame,),
        pool=pools,
        phase="flags" if frame == FlagPlacing(AXIS) else "deploy",
    )
    player = get("staff", "a")
    seen: list[int] = []
    for _ in range(200):
        action = player.choose(Seatview(GAME, s, "axis"))
        if isinstance(action, Done):
            break
        apply(s, "axis", action)
        if isinstance(action, Pick):
            seen.append(action.hex)
            apply(s, "axis", Stop())  # as when there is no other choice, and nobody is asked
    assert isinstance(action, Done)
    assert len(seen) == len(set(seen)) >= least


def test_a_card_that_can_only_be_put_back_is_not_taken_up_for_ever() -> None:
    s = GAME.start(GAME.setup("europe"))
    reading: Any = SimpleNamespace(s=s, seat="axis")
    doctrine, memory = LastWarDoctrine(GAME), Memory()
    memory.once("cards", (s.turn, "axis"), lambda: [(0, 3, None)])
    draw = Draw(0, 3)
    chosen = [doctrine._cardplay(reading, [draw, Done()], memory, SeededSource("a")) for _ in range(40)]
    assert chosen[0] == draw
    assert chosen[-1] == Done()

"""The computer comes to an end of every step, even where it can only turn away again."""

from __future__ import annotations

import pytest

from hexfront.games.last_war.actions import Done, Draw, Pick, PlayFlag, Stop
from hexfront.games.last_war.cards import CardPlay
from hexfront.games.last_war.deployment import DeployStep
from hexfront.games.last_war.flags import FlagPlacing
from hexfront.kernel import Action, Frame, SeededSource, apply
from hexfront.players import Seatview, get
from hexfront.players.doctrine import STEADY, Memory
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
    s.agenda = (CardPlay(),)
    doctrine, memory = LastWarDoctrine(GAME), Memory()
    memory.once("cards", (s.turn, "axis"), lambda: [(0, 3, PlayFlag(0))])
    draw = Draw(0, 3)
    legal: list[Action] = [draw, Done()]
    chosen = [doctrine.choose(s, "axis", legal, STEADY, memory, SeededSource("a")) for _ in range(40)]
    assert chosen[0] == draw
    assert chosen[-1] == Done()

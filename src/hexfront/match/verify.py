"""Checking a game offline: every action legal, every roll the one that was promised, every hash right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hexfront.kernel import BadSave, Game, Result
from hexfront.match.log import entry_from
from hexfront.match.save import finish, game_of, opened, read_save, replay


class Verification(msgspec.Struct, frozen=True):
    """What a check found. `faults` is empty if everything is as it should be."""

    game: str
    scenario: str
    rules: str
    dice: str
    commitment: str
    steps: int
    rolls: int
    rolls_derived: int
    finished: bool
    result: Result | None = None
    rolls_ruled: int = 0  # an umpire's word instead of the dice
    ended: str = ""  # resign, agreed or flag: the players ended it, not the rules
    faults: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.faults


def verify(
    data: bytes | str,
    game: Game[Any] | None = None,
    *,
    commitment: str = "",
    contributions: Mapping[str, str] | None = None,
) -> Verification:
    """Check a saved game by playing it again.

    Give the `commitment` you were shown when the game began and the `contributions` you know of: only they can expose
    a host who changed the seed or left out a contribution. A file that cannot be read at all
    raises `BadSave`.
    """
    save = read_save(data)
    rules = game_of(save, game)
    faults: list[str] = []
    promised = commitment.lower()
    if promised and promised != save.dice.commitment:
        faults.append(
            f"The hash of the seed is {save.dice.commitment or 'missing'}, not {promised} as promised."
        )
    for seat, text in (contributions or {}).items():
        if save.dice.contributions.get(seat) != text:
            faults.append(f"The contribution of {seat} is not in the dice of this game.")
    derived = ruled = 0
    finished = False
    result: Result | None = None
    rolls = sum(1 for each in save.log if isinstance(each, dict) and "roll" in each)
    try:
        if why := save.other_rules(rules):
            raise BadSave(why)
        if why := save.other_data(rules):
            raise BadSave(why)
        match = opened(save, rules)
        for each in save.log:
            entry = entry_from(each, rules.codec)
            replay(match, [entry])
            if entry.ruled:
                ruled += 1
            elif entry.is_chance and not match.physical_dice and match.length > match.inherited:
                derived += 1
        finish(match, save)
        finished, result = match.is_over, match.result
    except BadSave as e:
        faults.append(str(e))
    return Verification(
        game=save.game,
        scenario=save.setup.scenario,
        rules=save.rules,
        dice=save.dice.kind,
        commitment=save.dice.commitment,
        steps=len(save.log),
        rolls=rolls,
        rolls_derived=derived,
        rolls_ruled=ruled,
        finished=finished,
        result=result,
        ended="" if save.ending is None else save.ending.how,
        faults=tuple(faults),
    )

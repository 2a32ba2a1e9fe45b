"""What can be chosen in the economy."""

from __future__ import annotations

from typing import ClassVar

from hexfront.kernel import Action


class Lend(Action, frozen=True, tag=True):
    """A power promises another a number of resources (0) or build points (1) for this turn. Any number may be given; a list
    names two of them."""

    free: ClassVar[tuple[str, ...]] = ("number",)
    giver: int
    taker: int
    kind: int
    number: int


class Burn(Action, frozen=True, tag=True):
    """A power spends an amount of oil to turn units face-up."""

    power: int
    oil: int


class Repair(Action, frozen=True, tag=True):
    """Repair a factory or a major port."""

    power: int
    hex: int


class Scorch(Action, frozen=True, tag=True):
    """Destroy factories that were lost, or leave them."""

    burn: bool


class Evacuate(Action, frozen=True, tag=True):
    """Move a blue factory by rail to another city."""

    hex: int
    to: int


class BuyVeto(Action, frozen=True, tag=True):
    """Spend five intelligence points on a veto point."""

    power: int


class SpyOn(Action, frozen=True, tag=True):
    """Spend two intelligence points to see a chit of a pool."""

    power: int
    pool: str


class SpyRoll(Action, frozen=True, tag=True):
    """Spend three intelligence points of a power on a new roll for the initiative."""

    power: int

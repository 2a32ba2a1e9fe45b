"""What teams have chosen in a step: plans that stay secret until the last team is done, and flags and cards after it."""

from __future__ import annotations

import msgspec


class SecretPlan(msgspec.Struct, frozen=True, tag=True):
    """A choice of a power in the step now going on."""

    power: int


class Works(SecretPlan, frozen=True, tag=True):
    """A layer of fortification on a side of a hex."""

    at: int
    toward: int


class ZoneSite(SecretPlan, frozen=True, tag=True):
    """A Security Zone."""

    at: int
    purpose: int


class BaseSite(SecretPlan, frozen=True, tag=True):
    """A bomber base."""

    at: int


class FlakSite(SecretPlan, frozen=True, tag=True):
    """A Flak Zone."""

    at: int


class MoveUp(SecretPlan, frozen=True, tag=True):
    """The line moves into a hex, closing up or conforming."""

    at: int


class Attack(SecretPlan, frozen=True, tag=True):
    """An Offensive Flag: the attack goes from a hex into its neighbour. Case flags.on-hexside."""

    at: int
    to: int
    by_sea: bool
    craft: bool


class OrderCard(SecretPlan, frozen=True, tag=True):
    """A card for the order of play."""

    card: int


class DieCard(SecretPlan, frozen=True, tag=True):
    """A card on the die of a side in a combat."""

    card: int
    side: int
    at: int


class ColumnCard(SecretPlan, frozen=True, tag=True):
    """A card that moves the result of a combat by a column for a side."""

    card: int
    side: int
    at: int


class BoonCard(SecretPlan, frozen=True, tag=True):
    """A card for some other advantage of a side in a combat."""

    card: int
    side: int
    at: int
    boon: int


class FlagCard(SecretPlan, frozen=True, tag=True):
    """A card for one more flag."""

    card: int
    ally: int


class LeaveCard(SecretPlan, frozen=True, tag=True):
    """A card for permission to withdraw."""

    card: int
    ally: int


class AppealCard(SecretPlan, frozen=True, tag=True):
    """A card with which Control is asked for something else."""

    card: int


class SupplyFor(SecretPlan, frozen=True, tag=True):
    """An LSP of a hex for its attack or its defence."""

    at: int
    role: int


class BomberFor(SecretPlan, frozen=True, tag=True):
    """A bomber of a base for an attack on a hex or its defence."""

    at: int
    role: int
    base: int


class Rising(SecretPlan, frozen=True, tag=True):
    """Partisans in a hex."""

    at: int


class Joining(SecretPlan, frozen=True, tag=True):
    """Partisans who join the army."""

    at: int


class NewLine(SecretPlan, frozen=True, tag=True):
    """A production line set from one kind to another."""

    old: int
    new: int
    line: int


class OnGuard(SecretPlan, frozen=True, tag=True):
    """A point of Aircraft on air defence over a hex."""

    at: int


class Firing(SecretPlan, frozen=True, tag=True):
    """An LSP for the Flak Zone of a hex."""

    at: int


class Mission(SecretPlan, frozen=True, tag=True):
    """Bombers of a base against a hex."""

    role: int
    count: int
    base: int
    at: int


class Kept(SecretPlan, frozen=True, tag=True):
    """Bombers kept at a base for the land battle."""

    count: int
    base: int


class ToSea(SecretPlan, frozen=True, tag=True):
    """A bomber of a base that goes to the Navy in a sea area."""

    base: int
    area: int


class Ashore(SecretPlan, frozen=True, tag=True):
    """A bomber that comes back from the Navy in a sea area."""

    area: int


PlayedCard = DieCard | ColumnCard | BoonCard
AnyPlan = (
    Works | ZoneSite | BaseSite | FlakSite | MoveUp | Attack | OrderCard | PlayedCard | FlagCard | LeaveCard | AppealCard
    | SupplyFor | BomberFor | Rising | Joining | NewLine | OnGuard | Firing | Mission | Kept | ToSea | Ashore
)  # fmt: skip

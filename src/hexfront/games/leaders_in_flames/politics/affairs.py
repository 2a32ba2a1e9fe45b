"""The affairs of the world as rows of data: alignments, claims, peace, partisans, US entry options and actions."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfront.errors import BadData
from hexfront.games.leaders_in_flames.kinds import POWERS
from hexfront.games.leaders_in_flames.politics.realm import Realm
from hexfront.hexes import Hex, HexSet, union
from hexfront.wargame import convert, known_only

COLOURS = ("red", "gray", "green")
NEEDS = ("war", "fallen", "with", "deed")


class AlignRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """A minor country that joins a power without a fight, from a date on, if all of `need` holds, for a price in offensive chits;
    it `parts` that power from another that co-operated with it."""

    minor: str
    power: str
    since: tuple[int, int]
    need: tuple[str, ...] = ()
    chits: int = 0
    parts: str = ""
    provenance: str = ""


class ClaimRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """Ground that a power takes from a neutral country by a demand; `also` gives further parts of it to others."""

    title: str
    power: str
    minor: str
    region: str
    since: tuple[int, int]
    also: dict[str, str] = {}
    provenance: str = ""


class ShareRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a falling country that goes to a power which has a pact with the conqueror."""

    minor: str
    region: str
    power: str
    pact: str
    provenance: str = ""


class PeaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A peace that one power can force on another while it holds all these places."""

    winner: str
    loser: str
    cities: tuple[str, ...]
    provenance: str = ""
    case: str = ""
    reason: str = ""


class BandRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A country with partisans: its number, its ground, the power that runs them, the rolls that name it."""

    id: str
    number: int
    power: str
    regions: tuple[str, ...]
    rolls: tuple[int, ...]
    sheet: str = ""


class OptionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A US entry option: colour, level, options that must have been chosen before it, and whom it can be for."""

    n: int
    colour: str
    level: int
    title: str
    after: tuple[int, ...] = ()
    recipients: tuple[str, ...] = ()
    provenance: str = ""

    @property
    def case(self) -> str:
        """The case it stands under: its own where the rulebook prints it."""
        return "5.3.2a"


class ActionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A US entry action: on its number or less a chit goes into the pool, or leaves it where it `takes`.

    One with a `power` is played by it; the others follow from what happens.
    """

    n: int
    number: int
    pool: str
    title: str
    power: str = ""
    takes: bool = False
    provenance: str = ""


class Affairs:
    """All rows, read once and checked."""

    def __init__(self, realm: Realm, data: dict[str, Any]) -> None:
        self.realm = realm
        self.aligns = [convert(row, AlignRow, "politics.align") for row in data["align"]]
        for row in self.aligns:
            known_only("politics.align.need", [need.split(":")[0] for need in row.need], NEEDS)
        self.claims = [convert(row, ClaimRow, "politics.claim") for row in data["claim"]]
        self.shares = [convert(row, ShareRow, "politics.share") for row in data["share"]]
        self.peaces = [convert(row, PeaceRow, "politics.peace") for row in data["peace"]]
        self.bands = [convert(row, BandRow, "politics.partisans") for row in data["partisans"]["country"]]
        for band in self.bands:
            if not all(1 <= roll <= 10 for roll in band.rolls):
                raise BadData(f"politics.partisans.{band.id}: rolls are numbers of a d10.")
        self.band_ground: list[HexSet] = [self._ground(band) for band in self.bands]
        self.options = {
            row.n: row for row in (convert(r, OptionRow, "politics.option") for r in data["option"])
        }
        known_only("politics.option.colour", [row.colour for row in self.options.values()], COLOURS)
        self.actions = {
            row.n: row for row in (convert(r, ActionRow, "politics.action") for r in data["action"])
        }
        known_only("politics.action.pool", [row.pool for row in self.actions.values()], ("germany", "japan"))
        vichy = data["vichy"]
        self.paris: Hex = realm.find(vichy["paris"])
        self.vichy_home: HexSet = realm.ground(vichy["home"])
        self.colonies: dict[str, HexSet] = {
            name: land for name in vichy["colonies"] if (land := realm.ground((name,)))
        }
        self.free_on = int(vichy["free_on"])
        self.canada: HexSet = realm.ground(("canada", "newfoundland"))
        self.guam, self.midway = (
            union(h for h in (realm.find(name),) if h >= 0) for name in ("Guam", "Midway")
        )
        zone = realm.find("Panama")
        self.canal: HexSet = realm.board.grid.ring(zone, 1) & realm.board.land if zone >= 0 else 0
        self.isthmus: HexSet = realm.ground(("central_america", "panama"))
        self.chits = (int(data["chits"]["each"]),) * int(data["chits"]["values"])

    def _ground(self, band: BandRow) -> HexSet:
        board = self.realm.board
        land = self.realm.ground(band.regions)
        if band.sheet:
            pairs = zip(board.grid.sheets, board.grid.sheet_sets, strict=True)
            land &= sum(hexes for sheet, hexes in pairs if sheet.prefix == band.sheet)
        return land


def power_index(name: str) -> int:
    """The number of a power."""
    return POWERS.index(name)

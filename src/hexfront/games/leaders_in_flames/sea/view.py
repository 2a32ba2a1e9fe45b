"""The sea as a seat sees it: boxes of the sea areas, ships, cargo."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.leaders_in_flames.board import SECTIONS
from hexfront.games.leaders_in_flames.kinds import AMPH, BOXES, CIRCLE, CV, REPAIR, SEATS, SUB, TRS, WEATHER
from hexfront.games.leaders_in_flames.sea.fleets import carrier_of, place_of
from hexfront.games.leaders_in_flames.sea.waters import at_sea, is_sea
from hexfront.games.leaders_in_flames.state import State, is_down
from hexfront.kernel import Box, Piece

SYMBOLS = {CV: "carrier", SUB: "submarine", TRS: "convoy", AMPH: "convoy"}


def sea_boxes(s: State) -> list[Box]:
    """A box for each section of each sea area in play, drawn at the area's anchor hex."""
    w = s.world
    out = []
    for area in w.waters.areas:
        row = w.waters.seas.areas[area]
        sky = WEATHER[s.weather[w.waters.seas.zone[area]]]
        for section in range(SECTIONS):
            place = at_sea(area, section)
            out.append(
                Box(
                    w.spot(place),
                    f"{row.title} {section}",
                    "seas",
                    text=sky if not section else "",
                    at=row.box,
                    cell=section,
                )
            )
    return out


def spot_of(s: State, u: int) -> str:
    """Where a ship, leader or cargo is drawn: its hex, section or box; what is aboard lies with its ship."""
    w, place = s.world, place_of(s, u)
    if place >= 0 or is_sea(place):
        return w.spot(place)
    return beside(s, u) if BOXES.at(place).title else ""


def beside(s: State, u: int) -> str:
    """The box beside the map that a counter lies in: its side's, and on the production circle that of its turn."""
    seat = SEATS[s.world.side[u]]
    if s.where[u] == CIRCLE:
        return circle_spot(seat, s.due.get(u, s.turn))
    return f"{BOXES.at(place_of(s, u)).id}-{seat}"


def circle_spot(seat: str, turn: int) -> str:
    """The space of the production circle for what arrives in a turn."""
    return f"circle-{seat}-{turn}"


def ship_piece(s: State, u: int, cargo: Sequence[int]) -> Piece | None:
    """A ship as a counter: attack, defence and movement, range. Case base.ships."""
    w, at = s.world, spot_of(s, u)
    if not at:
        return None
    ship = w.ship(u)
    marks = (("face-down", is_down(s, u)), ("moved", s.moved >> u & 1))
    notes = [f"AA {ship.aa}", f"bombardment {ship.guns}"] if ship.guns or ship.aa else []
    if ship.planes:
        notes.append(f"air component {ship.planes}")
    if s.where[u] == CIRCLE:
        notes.append(f"arrives {w.turn_title(s.due[u])}")
    if s.where[u] == REPAIR:
        notes.append("damaged")
    if cargo:
        notes.append(f"carries {w.names_of(cargo)}")
    return Piece(
        w.piece(u), w.name(u), SEATS[w.side[u]], at, SYMBOLS.get(ship.kind, "fleet"), w.piece(u).split()[0] if ship.kind < SUB else "",
        f"{ship.attack}-{ship.defence}-{ship.move}/{ship.reach}", 1, 1, w.nation[u], tuple(name for name, on in marks if on),
        note=", ".join(notes),
    )  # fmt: skip


def cargo_note(s: State, u: int) -> str:
    """That a unit is aboard, and which ship."""
    ship = carrier_of(s, u)
    return f"aboard {s.world.name(ship)}" if ship >= 0 else ""

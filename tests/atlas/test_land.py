"""Land that should hang together does, islands are islands, and every opening position stands on land."""

from __future__ import annotations

import pytest

from hexfront.games import get
from tests.atlas.maptools import Map, load, map_ids

MAINLAND = {
    "motherland": "Moscow Leningrad Helsinki Murom Tallinn Warsaw Bucharest Odessa Sevastopol Kerch Tbilisi Astrakhan",
    "turns_east": "Moscow Leningrad Tallinn Königsberg Cracow Bucharest Sevastopol Kerch Tuapse Stalingrad",
    "lebensraum": "Moscow Murmansk Archangel Oslo Stockholm Helsinki Lisbon Gibraltar Naples Taranto Athens Istanbul "
    "Ankara Baku Amsterdam Brest Kerch",
    "lebensraum_east": "Moscow Murmansk Archangel Oslo Stockholm Helsinki Athens Istanbul Ankara Baku Kerch Berlin",
    "lebensraum_west": "Paris Lisbon Gibraltar Naples Taranto Athens Amsterdam Berlin Vienna",
    "last_war_europe": "Moscow Murmansk Archangel Oslo Stockholm Helsinki Lisbon Gibraltar Naples Athens Istanbul Baku "
    "Sverdlovsk Baghdad Cairo Tripoli Casablanca Amsterdam Kerch Sevastopol",
    "last_war_pacific": "Delhi Madras Calcutta Rangoon Singapore Saigon Canton Shanghai Peking Harbin Seoul Vladivostok",
    "flames_europe": "Moscow Murmansk Archangel Oslo Stockholm Helsinki Lisbon Gibraltar Naples Athens Istanbul Baku "
    "Sverdlovsk Baghdad Cairo Tripoli Casablanca Amsterdam Sevastopol",
    "flames_asia": "Delhi Bombay Madras Calcutta Rangoon Singapore Saigon Canton Shanghai Peking Harbin Seoul Vladivostok "
    "Novosibirsk",
    "flames_atlantic": "Ottawa Washington Chicago Seattle Dallas Guatemala Panama Bogota Lima Santiago Recife Manaos",
}
"""Cities far apart that one may walk between, the narrows of the map on the way."""

ISLANDS = {
    "motherland": "",
    "turns_east": "",
    "lebensraum": "London Dublin Palermo Cagliari Copenhagen",
    "lebensraum_east": "Copenhagen",
    "lebensraum_west": "London Dublin Palermo Cagliari Copenhagen",
    "last_war_europe": "London Dublin Reykjavik Palermo Cagliari Ajaccio Valletta Canea Rhodes Nicosia Palma",
    "last_war_pacific": "Tokyo Sapporo Takao Manila Davao Batavia Palembang Makassar Colombo Townsville Rabaul Honolulu",
    "flames_europe": "London Dublin Reykjavik Palermo Cagliari Ajaccio Valletta Canea Rhodes Nicosia Palma",
    "flames_asia": "Tokyo Sapporo Takao Manila Davao Batavia Palembang Makassar Colombo Sydney Auckland Wellington Hobart",
    "flames_atlantic": "Dakar Havana Kingston Funchal Praia Tananarive",
}
"""Cities on islands, each on its own."""


def overland(board: Map, start: str) -> set[str]:
    """Every hex that can be walked to from a place."""
    closed = board.sides("sea", "lake")
    return board.reach(
        [board.places[start]], lambda a, b: b in board.land and frozenset((a, b)) not in closed
    )


def names(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize("map_id", map_ids())
def test_the_mainland_is_one(map_id: str) -> None:
    board = load(map_id)
    first, *others = (name for name in names(MAINLAND[map_id]) if name in board.places)
    assert len(others) >= 7
    mainland = overland(board, first)
    assert [name for name in others if board.places[name] not in mainland] == []


@pytest.mark.parametrize("map_id", [map_id for map_id in map_ids() if ISLANDS[map_id]])
def test_islands_are_islands(map_id: str) -> None:
    board = load(map_id)
    seen = overland(board, names(MAINLAND[map_id])[0])
    for name in names(ISLANDS[map_id]):
        assert board.places[name] not in seen, name
        seen |= overland(board, name)


@pytest.mark.parametrize("map_id", map_ids())
def test_land_without_a_name_is_small(map_id: str) -> None:
    """What neither the mainland nor a named island holds is a rock or two, or out of play."""
    board = load(map_id)
    left = board.land - set(board.data["regions"].get("out_of_play", []))
    for name in board.places:
        if board.places[name] in left:
            left -= overland(board, name)
    closed = board.sides("sea", "lake")
    while left:
        start = min(left)
        part = board.reach([start], lambda a, b: b in board.land and frozenset((a, b)) not in closed)
        assert len(part) <= 6, start
        left -= part


@pytest.mark.parametrize("game_id", ["motherland", "turns_east", "last_war"])
def test_every_opening_position_is_on_land(game_id: str) -> None:
    """Each piece that begins a scenario on the map stands on a land hex of it."""
    game = get(game_id)
    for scenario in game.scenarios:
        setup = game.setup(scenario.id)
        state = game.start(setup)
        ground = load(state.world.board.id)
        views = [game.view(state, seat.id) for seat in game.seats(setup)]
        found = {piece.at for view in views for piece in view.pieces if piece.at in ground.terrain}
        assert len(found) >= 10, scenario.id
        assert found <= ground.land, (scenario.id, found - ground.land)


def test_supply_reaches_the_border_of_june_1941() -> None:
    """Hitler Turns East: from the western edge over Axis land, and from the off-map zone, to the start border."""
    board = load("turns_east")
    closed = board.sides("sea", "lake")
    border = board.sides("start_border")
    axis, soviet = (set(board.data["regions"][name]) for name in ("axis_start", "ussr"))
    for side, sources in ((axis, "west"), (soviet, "east")):

        def within(a: str, b: str, side: set[str] = side) -> bool:
            return b in side and frozenset((a, b)) not in closed

        supplied = board.reach(set(board.data["edges"][sources]) & side, within)
        front = {label for pair in border for label in pair} & side
        finnish = set(board.data["regions"]["finland"])
        assert len(front) >= 20
        assert front - supplied - finnish == set()

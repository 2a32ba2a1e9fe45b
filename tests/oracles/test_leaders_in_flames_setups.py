"""The set-ups of Leaders in Flames, and what the draft of leaders makes of them, agree with a second, plain reading of their sheets."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.actions import SetMarker, Vote
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.kinds import (
    ABSENT,
    AT_PEACE,
    CIRCLE,
    CUP,
    FALLEN,
    FRANCE,
    GERMANY,
    GONE,
    LATER,
    POOL,
    POWERS,
    RESERVE,
    SIDE_OF,
    USA,
    USSR,
    WITH_ALLIES,
    WITH_AXIS,
)
from hexfront.games.leaders_in_flames.leaders.draft import (
    CountVotes,
    Draft,
    Markers,
    Reveal,
    Votes,
    Voting,
    join_cup,
    leaders_play,
    serves,
    veto_cost,
    yearly_veto,
)
from hexfront.games.leaders_in_flames.politics.parties import party_of
from hexfront.games.leaders_in_flames.sea.convoys import points_of
from hexfront.games.leaders_in_flames.sea.waters import aboard
from hexfront.games.leaders_in_flames.setup import new_state, set_up
from hexfront.games.leaders_in_flames.state import State, holder
from hexfront.games.leaders_in_flames.world import World
from hexfront.hexes import bits
from hexfront.kernel import SeededSource, Setup

SHEETS = Path(__file__).resolve().parents[2] / "src/hexfront/games/leaders_in_flames/data/setups"
SCENARIOS = ("barbarossa", "guadalcanal", "mediterranean", "gelb", "pacific", "beginning", "global")
GUNS = {"ART", "AA", "AT"}
PRICES = (1, 2, 3)
"""What a veto costs: on an enemy or a neutral, on a man of one's own power, on an ally's."""
SIDES = {0: WITH_AXIS, 1: WITH_ALLIES}


def begun(scenario: str, options: dict[str, Any]) -> tuple[World, State, dict[str, Any]]:
    """A world, its set-up, and the sheet of it."""
    w = LEADERS_IN_FLAMES.world(Setup(scenario, options))
    assert isinstance(w, World)
    sheet: dict[str, Any] = tomllib.loads((SHEETS / f"{w.plan.setup}.toml").read_text(encoding="utf-8"))
    return w, set_up(w), sheet


def squadron(w: World, name: str) -> list[int]:
    """A counter, or the single ships of its squadron."""
    u = w.unit(name)
    if not w.is_ship(u) or not w.option("single_ships"):
        return [u]
    rows = w.data["ships"][w.source_of(w.nation[u])].get("squadrons", ())
    names = next((row for row in rows if row[0] == w.ship(u).name), [w.ship(u).name])
    return [
        v
        for v in w.ships_of[w.side[u]]
        if w.nation[v] == w.nation[u] and w.kind[v] == w.kind[u] and w.ship(v).name in names
    ]


def out_of_play(w: World, u: int) -> bool:
    """Counters of a choice that is off."""
    if not w.option("amphibious") and w.is_ship(u) and w.kind[u] == 38:
        return True
    return not w.option("artillery") and w.is_troop(u) and w.kind[u] in (12, 13, 14)


@pytest.mark.rule(
    "4a",
    "4c",
    "4e",
    "5.1a",
    "6c",
    "6d",
    "6g",
    "6h0",
    "6j",
    "6n",
    "6q",
    "6r",
    "6s",
    "base.production",
    "base.artillery",
    "base.carry",
    "base.ships",
)
@pytest.mark.parametrize("options", [{}, {"artillery": False, "amphibious": False}, {"single_ships": True}])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_counter_stands_where_the_sheet_says(scenario: str, options: dict[str, Any]) -> None:
    w, s, sheet = begun(scenario, options)
    at: dict[int, int] = {}
    for key in ("units", "aircraft", "ships"):
        for place, names in sheet.get(key, {}).items():
            for name in names:
                for u in squadron(w, name):
                    assert u not in at, name
                    at[u] = w.place(place) if key == "ships" else w.hex(place)
    for carrier, names in sheet.get("decks", {}).items():
        at |= {w.unit(name): aboard(w.unit(carrier)) for name in names}
    for name, turn in sheet["later"].items():
        for u in squadron(w, name):
            at[u] = CIRCLE
            assert out_of_play(w, u) or s.due[u] == turn
    for name in sheet.get("away", ()):
        at |= dict.fromkeys(squadron(w, name), GONE)
    named = {
        nation: {u for name in names for u in squadron(w, name)}
        for nation, names in sheet.get("pools", {}).items()
    }
    year = w.year(1)
    for u, where in enumerate(s.where):
        if out_of_play(w, u):
            assert where == GONE, w.piece(u)
        elif u in at:
            assert where == at[u], w.piece(u)
        elif w.is_leader(u):
            assert where in (CUP, LATER, RESERVE, GONE), w.piece(u)
        else:
            assert where < 0 and where != CIRCLE, w.piece(u)
            kept = named.get(w.nation[u])
            if where == POOL and kept is not None:
                assert u in kept or w.kind[u] == 31, w.piece(u)
            if w.is_ship(u) and w.plan.shipyards and w.party[u] < 8:
                expected = POOL if w.ship(u).year <= year else LATER
                assert where == (
                    GONE if expected == POOL and kept is not None and u not in kept else expected
                ), w.piece(u)
            elif (
                not w.is_ship(u)
                and w.party[u] < 8
                and w.card(u).year.isdigit()
                and where not in (GONE, RESERVE)
            ):
                assert where == (POOL if int(w.card(u).year) <= year else LATER), w.piece(u)
    for power in range(8):
        name = POWERS[power]
        sails = sheet.get("convoys", {}).get(name, {})
        assert s.merchants[power] == sails.get("home", 0)
        for sea, number in w.lands.seas.number.items():
            assert points_of(s, number, power) == sails.get(sea, 0)
        if power in w.powers:
            assert s.pilots[power] == w.plan.pilots.get(name, 0) and s.chits[power] == w.plan.chits.get(
                name, 0
            )
            assert s.intel[power] == w.plan.intelligence.get(name, 0) and s.fate[power] == w.plan.fates.get(
                name, 0
            )
            assert s.veto[power] == w.tables.veto[power]
    assert (
        s.initiative == w.plan.initiative
        and s.common == list(w.affairs.chits)
        and s.deeds == dict(w.plan.deeds)
    )


@pytest.mark.rule("4e", "6c", "6d", "6e", "6f", "6g", "6h0", "6j", "6n", "6q")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_hex_belongs_to_whom_the_sheet_gives_it(scenario: str) -> None:
    w, s, sheet = begun(scenario, {})
    lord = dict.fromkeys(bits(w.area), -1)
    for n, minor in enumerate(w.minors):
        lord |= dict.fromkeys(bits(minor.home & w.area), party_of(s, n))
    lord |= dict.fromkeys(
        bits(w.realm.ground(w.data["countries"]["neutral"]["regions"]) & w.area), w.realm.nobody
    )
    for row in sheet["control"]:
        hexes = set(bits(w.realm.ground(row.get("regions", ())))) | {
            w.hex(place) for place in row.get("hexes", ())
        }
        for place in row.get("near", ()):
            hexes |= set(bits(w.disc(w.hex(place), row["within"])))
        hexes -= set(bits(w.realm.ground(row.get("except", ()))))
        lord |= {h: w.party_of[row["party"]] for h in hexes if w.area >> h & 1}
    assert {h: holder(s, h) for h in lord} == lord
    for n, minor in enumerate(w.minors):
        friend = w.plan.nations.get(minor.id) or w.plan.aligned.get(minor.id)
        if friend:
            expected = SIDES[SIDE_OF[POWERS.index(friend)]]
        elif minor.id in w.plan.conquered:
            expected = FALLEN
        elif not minor.home:
            expected = AT_PEACE if s.control[minor.first] else ABSENT
        else:
            expected = AT_PEACE
        assert s.stance[n] == expected, minor.id
    pairs = {frozenset((POWERS.index(a), POWERS.index(b))) for a, b in w.plan.all_wars}
    for a in range(8):
        for b in range(8):
            assert bool(s.wars[a] >> b & 1) is (frozenset((a, b)) in pairs and a != b)
    dutiful = w.realm.ground(w.plan.duty.get("regions", ())) & ~w.realm.ground(w.plan.duty.get("except", ()))
    assert s.ruins == {h: n for h, n in w.realm.works.items() if dutiful >> h & 1}
    assert s.wrecks == w.board.features["major_port"] & dutiful & w.area
    draws = new_state(w).agenda
    assert len(draws) == 1 + sum(w.plan.pools.values())


@pytest.mark.rule("4a", "4b", "4c", "4d", "4.1c", "4.1d")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_lies_in_the_cup(scenario: str) -> None:
    w, s, _ = begun(scenario, {})
    year = w.year(1)
    for u in w.all_leaders:
        man, where = w.leader(u), s.where[u]
        if w.nation[u] in w.minor_of:
            n = w.minor_of[w.nation[u]]
            counts = s.stance[n] != ABSENT and party_of(s, n) == w.party[u]
        else:
            counts = man.faction not in w.minor_of or s.stance[w.minor_of[man.faction]] == ABSENT
        assert serves(s, u) is counts, man.id
        if not counts:
            assert where == GONE, man.id
        elif man.start.isdigit():
            assert (where == LATER) is (int(man.start) > year), man.id
        if where == CUP and man.start.isdigit():
            assert int(man.start) <= year
    for more in range(1, 4):
        before = list(s.where)
        join_cup(s, year + more)
        for u in w.all_leaders:
            start = w.leader(u).start
            joins = before[u] == LATER and start.isdigit() and int(start) <= year + more
            assert s.where[u] == (CUP if joins else before[u])


@pytest.mark.rule("4.2a", "4.2b", "4.2c", "4.2d", "4.2e", "4.2f", "4.2g")
def test_veto_points_of_a_new_year() -> None:
    w, s, _ = begun("beginning", {})
    for power in range(8):
        for fate in (0, 1, 2):
            for war in (False, True):
                for year in range(1940, 1947):
                    s.fate[power] = fate
                    s.wars[USSR] = 1 << GERMANY if war else 0
                    points = w.tables.veto[power] + (year - 1939 if power == USA else 0)
                    if fate == 2:
                        expected = 0
                    elif fate:
                        expected = 1 if power == FRANCE else -(-points // 2)
                    else:
                        expected = points + (power == USSR and war)
                    assert yearly_veto(s, power, year) == expected, (power, fate, war, year)
        s.fate[power] = 0


@pytest.mark.rule("4f", "4.1.1a", "4.1.1b", "4.1.1c", "4.1.2a", "4.1.2b", "4.1.2c", "4.1.2d", "4.1.2e", "4.1.2f", "4.1.2g", "4.1.2h", "4.1.2i", "4.1.3", "4.1.4",
                  "4.1.5a", "4.1.5b", "4.1.5c", "7a", "7b", "7c", "1c")  # fmt: skip
def test_drafts_drawn_at_random() -> None:
    source = SeededSource("draft")
    w, start, _ = begun("beginning", {})
    for _ in range(60):
        s = start.clone()
        s.drawn = source.choice([u for u in w.all_leaders if s.where[u] == CUP])
        s.veto = [source.below(5) for _ in range(8)]
        side, own = w.side[s.drawn], w.power[s.drawn]
        neutral = bool(s.neutral >> w.party[s.drawn] & 1)
        costs = []
        for power in range(8):
            friend = not neutral and SIDE_OF[power] == side
            costs.append(veto_cost(s, power))
            assert costs[power] == (PRICES[0] if not friend else PRICES[1] if power == own else PRICES[2])
        s.markers = {
            power: int(bool(source.below(2)) and s.veto[power] >= costs[power]) for power in range(8)
        }
        vetoes = [power for power in range(8) if s.markers[power]]
        saved = any(SIDE_OF[power] == side for power in vetoes) and not neutral
        before, man = list(s.veto), s.drawn
        frames = Reveal().run(s)
        assert (s.where[man] != CUP) is (saved or not vetoes) and s.drawn == -1 and s.markers == {}
        assert s.veto == [n - (costs[power] if power in vetoes else 0) for power, n in enumerate(before)]
        assert (frames == (Draft(),)) is bool(vetoes and not saved)
        Voting().run(s)
        assert s.votes == {power: 0 for power in range(8) if not s.veto[power]}
        frame = Votes()
        for power in range(8):
            seat = w.seat_of(power)
            mine = [p for p in w.powers if w.seat_of(p) == seat and p not in s.votes]
            for vote in range(-1, 4):
                fit = mine[:1] == [power] and 0 <= vote <= 2 and vote <= s.veto[power]
                assert (frame.violation(s, seat, Vote(power, vote)) is None) is fit
        s.votes = {power: min(source.below(3), s.veto[power]) for power in range(8)}
        more, stop = (any(vote == k for vote in s.votes.values()) for k in (1, 2))
        before, votes = list(s.veto), dict(s.votes)
        assert (CountVotes().run(s) == (Draft(),)) is (more and not stop)
        assert s.veto == [n - votes[power] for power, n in enumerate(before)] and s.votes == {}
        s.drawn, s.markers = man, {power: 0 for power in range(8) if source.below(2)}
        for power in range(8):
            seat = w.seat_of(power)
            mine = [p for p in w.powers if w.seat_of(p) == seat and p not in s.markers]
            for veto in (False, True):
                fit = mine[:1] == [power] and (not veto or s.veto[power] >= veto_cost(s, power))
                assert (Markers().violation(s, seat, SetMarker(power, veto)) is None) is fit
    late, s, _ = begun("beginning", {"late_leaders": True})
    s.wars = [0] * len(s.wars)
    assert not leaders_play(s) and Draft().run(s) == ()
    for a, b in ((GERMANY, FRANCE), (GERMANY, USSR), (USA, GERMANY), (3, 2), (3, GERMANY), (USA, 2)):
        t = s.clone()
        t.wars[a] |= 1 << b
        assert leaders_play(t), (a, b)
    t.wars = [0] * len(t.wars)
    t.wars[USSR] |= 1 << 2
    assert not leaders_play(t) and late is not w

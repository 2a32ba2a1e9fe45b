"""US entry in Leaders in Flames agrees with a second, plain reading: which options the USA can pick, which actions others can play."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.kinds import (
    AT_PEACE,
    FALLEN,
    GERMANY,
    JAPAN,
    POWERS,
    SIDE_OF,
    USA,
    WITH_ALLIES,
)
from hexfront.games.leaders_in_flames.politics import options
from hexfront.games.leaders_in_flames.politics.acts import PickOption, Reflag
from hexfront.games.leaders_in_flames.politics.chits import count, total
from hexfront.games.leaders_in_flames.politics.entry import against, is_frozen
from hexfront.games.leaders_in_flames.politics.options import Options, Reflagging
from hexfront.games.leaders_in_flames.politics.parties import party_of, vichy_is
from hexfront.games.leaders_in_flames.politics.played import (
    CALEDONIA,
    INDIES,
    gas_hexes,
    play_violation,
    plays,
)
from hexfront.games.leaders_in_flames.politics.wars import war_between
from hexfront.games.leaders_in_flames.sea.convoys import place_convoy
from hexfront.games.leaders_in_flames.state import State, give_hexes, owner
from hexfront.kernel import SeededSource
from tests.games.leaders_in_flames.kit import campaign

DATA = Path(__file__).resolve().parents[2] / "src/hexfront/games/leaders_in_flames/data/politics.toml"
SHEET: dict[str, Any] = tomllib.loads(DATA.read_text(encoding="utf-8"))
OPTIONS = {row["n"]: row for row in SHEET["option"]}
ACTIONS = {row["n"]: row for row in SHEET["action"]}
CITIES = {10: "Nanking", 11: "Vladivostok", 16: "Zagreb"}
LATE = (27, 31, 32, 46, 49)


def drawn(source: SeededSource) -> State:
    """A state of the world drawn at random: levels, options picked, actions played, wars, cities that changed hands."""
    place = {
        "Chinese INF 17": "Ichang",
        "Chinese INF 8": "Chungking",
        "Japanese INF 23": "Hankow",
        "Japanese INF 18": "Nanking",
    }
    s = campaign(place, side="", phase="end", turn=1 + source.below(12))
    w = s.world
    s.pools = {pool: (5,) * source.below(6) for pool in ("ge", "ja", "ge.t", "ja.t")}
    for row in OPTIONS.values():
        for who in row.get("recipients", [""]):
            if not source.below(3):
                s.deeds[f"option.{row['n']}"] = 1
                if who:
                    s.deeds[f"option.{row['n']}.{who}"] = 1
    for word in (
        "embargo",
        "action.2",
        "france.conquered",
        "vichy.set_up",
        "vichy.ended",
        "picked.ge",
        "picked.ja",
    ):
        s.deeds.pop(word, None)
        if not source.below(3 if "picked" not in word else 6):
            s.deeds[word] = 1
    for n, row in ACTIONS.items():
        if row.get("power") and not source.below(4):
            s.deeds[f"played.{n}"] = 1
    if not source.below(4):
        s.pools["frozen.tension"], s.deeds["frozen.tension"] = (2,), s.turn - source.below(4)
    for one, two in ((JAPAN, 3), (JAPAN, USA), (GERMANY, USA), (1, USA), (GERMANY, 6)):
        if not source.below(4):
            war_between(s, one, two)
    for city in (*CITIES.values(), "Kwajalein", "Batavia", "Noumea"):
        if not source.below(2):
            h = w.find(city)
            party = source.choice((JAPAN, GERMANY, 3, w.party_of["vichy"]))
            if h >= 0:
                give_hexes(s, 1 << h, party)
    if not source.below(2):
        s.stance[w.minor_of["yugoslavia"]], s.victors[w.minor_of["yugoslavia"]] = FALLEN, source.below(2)
    if not source.below(3):
        s.stance[w.minor_of["vichy"]] = source.below(5)
    if not source.below(3):
        s.stance[w.minor_of["netherlands_indies"]] = source.below(5)
    if not source.below(5):
        s.fate[JAPAN] = 1
    s.gassed = 1 << source.choice(gas_hexes(s)) if gas_hexes(s) and not source.below(3) else 0
    return s


def at_war(s: State, one: str, two: str) -> bool:
    return bool(s.wars[POWERS.index(one)] >> POWERS.index(two) & 1)


def fights(s: State, power: str) -> bool:
    """Whether a power is at war with a power."""
    return any(at_war(s, power, other) for other in POWERS)


def may_pick(s: State, n: int, who: str) -> bool:
    """A plain reading of the sheet of options."""
    row = OPTIONS.get(n)
    if row is None or who not in row.get("recipients", [""]):
        return False
    noted = f"option.{n}.{who}" if who else f"option.{n}"
    aside = s.pools.get("frozen.tension", ())
    waits = bool(aside) and s.turn - s.deeds["frozen.tension"] < max(aside)
    pools = {"red": ["ja"], "gray": ["ge"], "green": ["ge", "ja"]}[row["colour"]]
    if s.deeds.get(noted) or waits or any(s.deeds.get(f"picked.{pool}") for pool in pools):
        return False
    if any(not s.deeds.get(f"option.{before}") for before in row.get("after", [])):
        return False
    if any(sum(s.pools.get(pool, ())) < row["level"] for pool in pools):
        return False
    if n == 12 and fights(s, "usa"):
        return False
    if n in (18, 33) and not fights(s, who):
        return False
    if n == 33 and not s.deeds.get(f"option.18.{who}"):
        return False
    if n == 46:
        party = s.world.party_of[who]
        if s.wars[JAPAN] >> party & 1:
            return False
    if n == 49 and not s.deeds.get("action.2"):
        return False
    return not (n in LATE and at_war(s, "usa", "japan"))


def may_play(s: State, side: int, n: int, place: int) -> bool:
    """A plain reading of the sheet of actions."""
    w, row = s.world, ACTIONS.get(n)
    if row is None or not row.get("power") or SIDE_OF[POWERS.index(row["power"])] != side:
        return False
    power = POWERS.index(row["power"])
    if s.fate[power] or (n not in (3, 12) and (s.deeds.get(f"played.{n}") or place != -1)):
        return False
    vichy = party_of(s, w.minor_of["vichy"])
    neutral_vichy = vichy_is(s, AT_PEACE)
    if n == 2:
        return owner(s, w.hex("Kwajalein")) == JAPAN
    if n in CITIES and n != 16:
        return owner(s, w.hex(CITIES[n])) == power
    if n == 16:
        beaten = w.minor_of["yugoslavia"]
        fell = s.stance[beaten] == FALLEN and s.victors.get(beaten) == 0
        return fell and owner(s, w.hex(CITIES[n])) == GERMANY
    if n == 5:
        return neutral_vichy and bool(w.affairs.colonies["indo_china"] & s.control[vichy])
    if n == 12:
        peace = not at_war(s, "japan", "commonwealth") and not at_war(s, "japan", "usa")
        return peace and place >= 0 and not s.gassed >> place & 1 and place in gas_hexes(s)
    if n == 17:
        ended = s.deeds.get("vichy.set_up") and s.deeds.get("vichy.ended")
        return not at_war(s, "usa", "germany") and bool(s.deeds.get("france.conquered") or ended)
    if n == 18:
        return neutral_vichy
    if place == INDIES:
        minor = w.minor_of["netherlands_indies"]
        free = s.stance[minor] in (AT_PEACE, WITH_ALLIES) and owner(s, w.minors[minor].capital) != JAPAN
        war = s.wars[JAPAN] >> party_of(s, minor) & 1
        promised = s.deeds.get("option.46.netherlands_indies")
        return free and not war and bool(s.deeds.get("embargo")) and not promised
    theirs = bool(s.control[vichy] >> w.hex("Noumea") & 1)
    return (
        place == CALEDONIA
        and neutral_vichy
        and theirs
        and bool(s.deeds.get("played.5"))
        and not s.deeds.get("option.46.commonwealth")
    )


@pytest.mark.rule(
    "5.3", "5.3.2a", "5.3.2.12c", "5.3.2.18a", "5.3.2.33c", "5.3.2.46b", "5.3.2.49b", "5.3.3e", "5.3.3.3a", "5.3.3.3b", "5.3.3.3c",
    "5.3.3.3d", "5.3.3.10a", "5.3.3.11a", "5.3.3.12a", "5.3.3.12b", "5.3.3.16a", "5.3.3.17a", "5.3.3.18a",
)  # fmt: skip
def test_they_agree_on_states_of_the_world_drawn_at_random() -> None:
    source, picks, turns = SeededSource("agree"), 0, 0
    for _ in range(60):
        s = drawn(source)
        frame = Options(1)
        for n in (*OPTIONS, 99):
            for who in ("", "commonwealth", "france", "ussr", "netherlands_indies", "china"):
                may = frame.violation(s, "allies", PickOption(n, who)) is None
                assert may is may_pick(s, n, who), (n, who)
                picks += may
        listed = {(a.n, a.who) for a in frame.legal(s, "allies") if isinstance(a, PickOption)}
        assert listed == {
            (n, who)
            for n, row in OPTIONS.items()
            for who in row.get("recipients", [""])
            if may_pick(s, n, who)
        }
        for side in (0, 1):
            for n in (*ACTIONS, 99):
                for place in (-1, CALEDONIA, INDIES, 2, *gas_hexes(s)[:3], s.world.hex("Berlin")):
                    may = play_violation(s, side, n, place) is None
                    assert may is may_play(s, side, n, place), (n, place)
                    turns += may
            offered = [
                (a.n, a.place) for a in plays(s, side) if play_violation(s, side, a.n, a.place) is None
            ]
            assert set(offered) <= {(n, p) for n, p in offered if may_play(s, side, n, p)}
        for pool, powers in (("ge", ("germany", "italy")), ("ja", ("japan",))):
            assert against(s, pool) is any(not at_war(s, "usa", power) for power in powers)
            assert total(s, pool) == 5 * count(s, pool)
        aside = s.pools.get("frozen.tension", ())
        assert is_frozen(s, "tension") is bool(aside and s.turn - s.deeds["frozen.tension"] < 2)
    assert picks >= 30 and turns >= 30


@pytest.mark.rule("5.3.2.34a", "5.3.2.34b")
def test_what_can_be_reflagged() -> None:
    source = SeededSource("flags")
    for _ in range(12):
        s = campaign(side="", phase="end")
        afloat = 0
        for area in range(4):
            points = source.below(7)
            place_convoy(s, area, USA, points)
            place_convoy(s, area, 3, 2)
            afloat += points
        left = 1 + source.below(15)
        frame = Reflagging(1, left)
        for power in range(-1, 9):
            for points in (-1, 0, 1, 4, 5, 10, 15, 16):
                may = frame.violation(s, "allies", Reflag(power, points)) is None
                fit = 0 <= power < 8 and SIDE_OF[power] == 1 and power != USA and s.wars[power] != 0
                assert may is (fit and 1 <= points <= min(left, afloat)), (power, points)
        assert options.afloat(s) == afloat
        options.haul_down(s, min(3, afloat))
        assert options.afloat(s) == max(0, afloat - 3)


def test_the_sheet_is_read_in_full() -> None:
    played = {n for n, row in ACTIONS.items() if row.get("power")}
    assert played == {2, 3, 5, 10, 11, 12, 16, 17, 18} and set(LATE) <= set(OPTIONS)
    assert {a.n for side in (0, 1) for a in plays(campaign(side=""), side)} <= played

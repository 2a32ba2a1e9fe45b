"""Battles of Leaders in Flames on ground drawn at random agree with a second, plain reading; so do forecasts, dice and peace."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from hexfront.games.leaders_in_flames.air import bombing, fight, orders, strike
from hexfront.games.leaders_in_flames.air.fight import BOMBER, FIGHTER
from hexfront.games.leaders_in_flames.air.forecast import GAIN, air_forecast, air_fortune, with_support
from hexfront.games.leaders_in_flames.air.missions import OUTWARD, Forming
from hexfront.games.leaders_in_flames.forecast import forecast, fortune, ground_lines
from hexfront.games.leaders_in_flames.game import LEADERS_IN_FLAMES
from hexfront.games.leaders_in_flames.initiative import InitiativeRoll
from hexfront.games.leaders_in_flames.kinds import (
    CARPET,
    FOUL,
    GERMANY,
    JAPAN,
    KIND_IDS,
    POWERS,
    SEATS,
    STRATEGIC,
    SUPPORT,
    USSR,
    WEATHER,
    WET,
)
from hexfront.games.leaders_in_flames.land.combat import LandRoll, Supporting
from hexfront.games.leaders_in_flames.land.odds import attack_strength, base_caller, defence_strength, odds
from hexfront.games.leaders_in_flames.land.supply import is_supplied
from hexfront.games.leaders_in_flames.politics import entry, guests, options, partisans, peace, uswar, vichy
from hexfront.games.leaders_in_flames.politics.acts import Answer, Offer
from hexfront.games.leaders_in_flames.politics.peace import (
    AddToBorder,
    Answering,
    BorderChits,
    Talks,
    can_dictate,
)
from hexfront.games.leaders_in_flames.politics.wars import end_pact, pact_key, war_between
from hexfront.games.leaders_in_flames.sea import battle, caught, fire, ports
from hexfront.games.leaders_in_flames.sequence import TurnEndRoll, WeatherRoll
from hexfront.games.leaders_in_flames.state import State, give_hexes, is_down
from hexfront.hexes import bits
from hexfront.kernel import Chance, Dice, Die, SeededSource
from tests.games.leaders_in_flames.kit import campaign, steppe

from . import leaders_in_flames as land
from . import leaders_in_flames_sky as air
from .test_leaders_in_flames_sky import drawn as flights
from .test_leaders_in_flames_sky import laid_out as sky_of

FORCES = (
    (
        "German ARM XLVIII",
        "German INF IX",
        "German MTN XLIX",
        "German MOT V",
        "German AT DIV 50 mm",
        "German INF DIV 3",
        "German MECH L",
    ),
    (
        "Soviet INF 29",
        "Soviet ARM 1",
        "Soviet MTN 1",
        "Soviet MECH 2",
        "Soviet AT DIV 45 mm",
        "Soviet INF DIV 4",
        "Soviet CAV 2",
    ),
)


def drawn(source: SeededSource) -> State:
    """A battle somewhere between Berlin and the Urals."""
    w = LEADERS_IN_FLAMES.world(LEADERS_IN_FLAMES.setup())
    while True:
        target = w.label(source.choice(list(bits(w.area))))  # type: ignore[attr-defined]
        around = land.steps(target)
        if around and (source.below(3) == 0 or land.TERRAIN[target] != "clear" or target in land.CITIES):
            break
    side = source.below(2)
    place: dict[str, str] = {}
    mine = source.choice(around)
    for name in FORCES[side][: 2 + source.below(6)]:
        if source.below(2):
            place[name] = mine if sum(x == mine for x in place.values()) < 2 else source.choice(around)
    for name in FORCES[1 - side]:
        if source.below(3) == 0 and sum(x == target for x in place.values()) < 2:
            place[name] = target
    attackers = [name for name in FORCES[side] if name in place]
    defenders = [name for name in FORCES[1 - side] if name in place]
    if not attackers or not defenders or any(list(place.values()).count(at) > 2 for at in place.values()):
        return drawn(source)
    tired = tuple(name for name in defenders if not source.below(3))
    s = steppe(place, side=SEATS[side], down=tired, weather=source.choice(WEATHER))
    s.target = s.world.hex(target)
    s.attackers = [s.world.unit(name) for name in attackers]
    s.defenders = [s.world.unit(name) for name in defenders]
    s.origins = {u: s.where[u] for u in s.attackers}
    s.was_down = s.down
    s.side, s.table = side, source.below(3) - 1
    return s


def half(x: Fraction, when: bool) -> Fraction:
    return x / 2 if when else x


@pytest.mark.rule("base.odds", "base.die", "base.table", "base.supply", "3.1e", "3.2k")
def test_they_agree_on_battles_drawn_at_random() -> None:
    source = SeededSource("fields")
    for _ in range(150):
        s = drawn(source)
        w, side = s.world, s.side
        target = w.label(s.target)
        ground = land.TERRAIN[target]
        soft, rough = ground in ("mountain", "jungle", "swamp"), ground == "mountain"
        kinds = {u: KIND_IDS[w.kind[u]] for u in (*s.attackers, *s.defenders)}
        river = {u: frozenset((w.label(s.where[u]), target)) in land.RIVERS for u in s.attackers}
        attack = defence = Fraction(0)
        for u in s.attackers:
            factor = half(Fraction(w.strength[u]), soft and kinds[u] in ("ARM", "MECH"))
            attack += half(factor * (2 if rough and kinds[u] == "MTN" else 1), river[u])
        for u in s.defenders:
            factor = Fraction(w.strength[u])
            if not is_supplied(s, u):
                factor = min(factor, Fraction(1)) if is_down(s, u) else factor / 2
            factor = half(factor, soft and kinds[u] in ("ARM", "MECH"))
            defence += factor * (2 if rough else 1)
        assert (attack_strength(s), defence_strength(s)) == (attack, defence), target
        guns = [sum(kinds[u] in ("ARM", "MECH", "AT") for u in units) for units in (s.defenders, s.attackers)]
        close = target in land.CITIES or ground in ("mountain", "jungle", "swamp", "forest")
        if close or guns[0] > guns[1]:
            assert base_caller(s) == 1 - side
        else:
            assert base_caller(s) == (side if any(kinds[u] in ("ARM", "MECH") for u in s.attackers) else -1)
        sky = s.weather[w.lands.zone[s.target]]
        tired = sum(is_down(s, u) and not w.division[u] for u in s.defenders)
        loss = 1 if sky in WET else 2 if sky in FOUL else 0
        assert odds(s).bonus == tired - loss
        said = {line.label: line.value for line in ground_lines(s)}
        wet, tanks = (
            sum(river.values()),
            [[kinds[u] in ("ARM", "MECH") for u in x] for x in (s.attackers, s.defenders)],
        )
        where = "mountain" if rough else "swamp or jungle"
        expected = {
            "Attackers across a river": wet,
            f"Attacking armour in {where}": sum(tanks[0]) if soft else 0,
            "Mountain troops in mountains": sum(kinds[u] == "MTN" for u in s.attackers) if rough else 0,
            f"Defending armour in {where}": sum(tanks[1]) if soft else 0,
            "Defenders out of supply": sum(not is_supplied(s, u) for u in s.defenders),
            "Defenders in mountains": len(s.defenders) if rough else 0,
        }
        assert {k: int(v.split()[0]) for k, v in said.items() if k in expected} == {
            k: n for k, n in expected.items() if n
        }
        printed = [sum(w.strength[u] for u in units) for units in (s.attackers, s.defenders)]
        assert said["Factors as printed"] == f"{printed[0]} to {printed[1]}"
        s.agenda = (Supporting(side),)
        shown = forecast(s)
        assert shown is not None and sum(chance for _, chance in shown.chances) == pytest.approx(1)
        assert shown.attackers == tuple(w.piece(u) for u in s.attackers)


# --- forecasts in the air


@pytest.mark.rule("base.dogfight", "base.strike", "base.raid", "base.support", "base.surprise")
def test_they_agree_on_forecasts_drawn_at_random() -> None:
    source, seen = SeededSource("forecasts"), Counter[str]()
    for _ in range(40):
        s = flights(source)
        s.wing = {u: (FIGHTER if role == FIGHTER else BOMBER) for u, role in s.wing.items()}
        w, sky = s.world, sky_of(s)
        frame = Forming(s.flier, OUTWARD)
        shown = air_forecast(s, frame)
        bombers = [p for p in sky.planes if p.side == SEATS[s.flier] and sky.roles.get(p.name) == "bombs"]
        if s.mission == CARPET:
            assert shown is None
        elif s.mission == STRATEGIC:
            assert shown is not None
            total = sum(air.worth(sky, p.strategic, sky.hex) for p in bombers) // (4 if s.night else 2)
            points = Counter(str(w.tables.raid_points(total, die)) for die in range(1, 11))
            assert dict(shown.chances) == {k: n / 10 for k, n in points.items()}
            assert set(shown.attackers) == {p.name for p in bombers}
            assert shown.working[0].value == str(total)
        else:
            assert shown is not None
            victims = air.struck(sky, sky.hex, air.other(SEATS[s.flier]))
            asleep = bool(victims) and sky.surprised == air.other(SEATS[s.flier])
            total = sum(air.worth(sky, p.tactical, sky.hex) for p in bombers) * (2 if asleep else 1) // 2
            number = max(0, w.tables.strike_number(total) - (sky.hex in air.CLOSE))
            assert dict(shown.chances) == {"down": number / 10, "stays up": 1 - number / 10}
            assert set(shown.defenders) == victims
        seen[str(s.mission)] += 1
        if fight.contested(s):
            shown = air_forecast(s, fight.AirRound())
            edge = fight.difference(s)
            found = Counter(w.tables.air_result(a + b + edge) for a in range(1, 11) for b in range(1, 11))
            assert shown is not None and dict(shown.chances) == {code: n / 100 for code, n in found.items()}
            luck = air_fortune(s, fight.AirRound())
            assert luck is not None and luck.side == SEATS[s.flier]
            assert luck.worth((5, 6)) == GAIN[w.tables.air_result(11 + edge)]
        else:
            assert air_forecast(s, fight.AirRound()) is None
        s.mission, s.aid = SUPPORT, {}
        copy = with_support(s)
        for power, side in ((GERMANY, "axis"), (USSR, "allies")):
            mine = [p for p in sky.planes if p.side == side and sky.roles.get(p.name) == "bombs"]
            assert copy.aid.get(power, 0) == sum(air.worth(sky, p.tactical, sky.hex) for p in mine)
        assert s.aid == {}
    assert len(seen) == 3


# --- dice


@pytest.mark.rule(
    "base.die", "base.turn", "base.weather", "base.initiative", "base.dogfight", "base.pilots", "base.flak", "base.strike", "base.raid",
    "base.carpet", "base.search", "base.naval_table", "base.hit", "base.port_strike", "base.partisans", "base.vichy", "base.uswar", "5.3",
    "5.3.2.18c", "ability.25", "ability.76", "ability.80", "base.overrun", "3.3p", "3.3n",
)  # fmt: skip
def test_every_roll_is_of_dice_of_ten() -> None:
    s = steppe({"German INF IX": "E1025", "Soviet INF 29": "E0925", "German Ju-87B": "E1025"})
    s.over, s.flier = s.world.hex("E0925"), 0
    one: tuple[Chance, ...] = (
        LandRoll(), WeatherRoll(), TurnEndRoll(3), fight.PilotRoll(s.world.unit("German Ju-87B"), ()), fire.FireRoll(0, 0),
        fire.DefenceRoll(0, 1), partisans.RestRoll(0, 3, False), options.TensionRoll("ja", False), entry.EntryRoll(5), uswar.UsWarRoll(0),
        guests.GuestRoll(0),
        caught.EscapeRoll(0, 0),
    )  # fmt: skip
    for frame in one:
        assert frame.outcomes(s) == Die(10), frame
    two: tuple[Chance, ...] = (
        InitiativeRoll(),
        fight.AirRound(),
        battle.SearchRoll(),
        ports.PortSearch(0),
        partisans.PartisanRoll(),
        orders.StrafeRound(0, 1),
    )
    for frame in two:
        assert frame.outcomes(s) == Dice(2, 10), frame
    many: tuple[Chance, ...] = (
        strike.StrikeRoll((1, 2, 3), 4), fight.FlakRoll(0, 3), bombing.RaidRoll(5, 3), bombing.CarpetRoll(3), vichy.ColonyRolls(3),
        orders.DisruptRoll((1, 2, 3), 4),
    )  # fmt: skip
    for frame in many:
        assert frame.outcomes(s) == Dice(3, 10), frame


@pytest.mark.rule("base.initiative", "base.flak", "base.carpet", "base.strike", "base.raid", "base.pilots")
def test_whose_luck_a_roll_is() -> None:
    s = steppe(
        {"German INF IX": "E1025", "Soviet INF 29": "E0925", "German Ju-87B": "E1025", "Soviet Pe-2": "E0825"}
    )
    w = s.world
    s.over, s.flier = w.hex("E0925"), 1
    cases: tuple[tuple[Any, Any, Any, str], ...] = (
        (InitiativeRoll(), (9, 2), (2, 9), "axis"),
        (strike.StrikeRoll((1, 2), 4), (4, 4), (5, 5), "allies"),
        (fight.FlakRoll(0, 2), (9, 10), (8, 8), "axis"),
        (bombing.CarpetRoll(2), (9, 9), (8, 1), "allies"),
        (fight.PilotRoll(w.unit("German Ju-87B"), ()), 9, 2, "axis"),
        (fight.PilotRoll(w.unit("Soviet Pe-2"), ()), 9, 2, "allies"),
    )
    for frame, good, bad, side in cases:
        luck = fortune(s, frame)
        assert luck is not None and luck.side == side and luck.worth(good) > luck.worth(bad), frame
    assert fortune(s, WeatherRoll()) is None


# --- peace


@pytest.mark.rule("base.peace", "base.pact", "1c")
def test_they_agree_on_peace() -> None:
    source, made = SeededSource("peace"), 0
    pairs = {frozenset((GERMANY, USSR)), frozenset((JAPAN, USSR))}
    for _ in range(40):
        s = campaign(side="", phase="end")
        w = s.world
        for a, b in ((GERMANY, USSR), (JAPAN, USSR)):
            s.pacts.pop(pact_key(a, b), None)
            state = source.below(3)
            if state == 0:
                end_pact(s, a, b)
                war_between(s, a, b)
            elif state == 1:
                s.pacts[pact_key(a, b)] = 1940
            if not source.below(4):
                s.deeds[f"offer.{a}.{b}"] = s.turn - source.below(2)
        for row in w.affairs.peaces:
            for city in row.cities:
                if source.below(3) and w.realm.find(city) >= 0:
                    give_hexes(s, 1 << w.hex(city), POWERS.index(row.winner))
        for side, seat in enumerate(SEATS):
            frame = Talks(side)
            for a in range(-1, 9):
                for b in range(-1, 9):
                    for kind in range(-1, 4):
                        fit = frozenset((a, b)) in pairs and (a in (GERMANY, JAPAN)) is (side == 0)
                        war = fit and bool(s.wars[a] >> b & 1)
                        fit = fit and s.deeds.get(f"offer.{a}.{b}") != s.turn
                        if kind == 1:
                            fit = fit and not war and pact_key(a, b) not in s.pacts
                        else:
                            fit = fit and war and kind in (0, 2)
                        if kind == 2 and fit:
                            rows = [
                                r for r in w.affairs.peaces if (r.winner, r.loser) == (POWERS[a], POWERS[b])
                            ]
                            ours = [
                                k
                                for k in range(len(w.parties))
                                if w.parties[k].side == side and not s.neutral >> k & 1
                            ]
                            places = [
                                w.realm.find(city)
                                for r in rows
                                for city in r.cities
                                if w.realm.find(city) >= 0
                            ]
                            won = bool(places) and all(
                                any(s.control[k] >> h & 1 for k in ours) for h in places
                            )
                            assert can_dictate(s, a, b) is won
                            fit = won
                        may = frame.violation(s, seat, Offer(a, b, kind)) is None
                        assert may is fit, (a, b, kind)
                        made += may
        frames = [f for f in BorderChits().run(s) if isinstance(f, AddToBorder)]
        borders = [divmod(key, 8) for key in sorted(s.pacts)]
        assert [(f.power, f.other) for f in frames] == [pair for a, b in borders for pair in ((a, b), (b, a))]
    assert made >= 20
    s = campaign(side="", phase="end")
    end_pact(s, GERMANY, USSR)
    assert (
        Answering(1, GERMANY, USSR, peace.PACT).apply(s, "allies", Answer(False)) == ()
        and pact_key(GERMANY, USSR) not in s.pacts
    )
    Answering(1, GERMANY, USSR, peace.PACT).apply(s, "allies", Answer(True))
    assert s.pacts[pact_key(GERMANY, USSR)] == s.world.year(s.turn)
    end_pact(s, GERMANY, USSR)
    war_between(s, GERMANY, USSR)
    Answering(1, GERMANY, USSR, peace.PEACE).apply(s, "allies", Answer(True))
    assert not s.wars[GERMANY] >> USSR & 1 and pact_key(GERMANY, USSR) not in s.pacts

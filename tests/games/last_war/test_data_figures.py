"""The figures of the scenarios against what is known otherwise: sums over the war, maps of the time, orderings."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from hexfront.games.last_war import GAME
from hexfront.games.last_war.data import KINDS, POWERS, LastWarWorld, in_period
from hexfront.games.last_war.state import LastWarState
from hexfront.hexes import bits

from .kit import AIR, BOMBERS, GARRISONS, LSP, MEN, TANKS, h, have, holder, pool

SCENARIOS = ("kursk", "europe", "pacific")
MEN_A_POINT, MACHINES_A_POINT = 50_000, 250


@cache
def start(scenario: str) -> LastWarState:
    return GAME.start(GAME.setup(scenario))


def world(scenario: str) -> LastWarWorld:
    return start(scenario).world


def over_the_war(w: LastWarWorld, row: tuple[int, ...]) -> int:
    """What a row of a briefing comes to in all turns together."""
    return sum(in_period(row, turn.period) for turn in w.turns)


def on_map(s: LastWarState, power: str) -> dict[str, int]:
    """What a power has on the map, by kind."""
    found: Counter[str] = Counter()
    for where, n in s.at.items():
        if where // 6 % POWERS == s.world.number[power]:
            found[KINDS[where % 6]] += n
    return dict(found)


# Points made in the whole war: Men, Tanks, Aircraft, Bombers, LSP, concrete, craft.
MADE = {
    ("kursk", "germany"): (12, 4, 4, 0, 12, 0, 0),
    ("kursk", "ussr"): (24, 12, 8, 0, 20, 0, 0),
    ("europe", "germany"): (136, 40, 47, 0, 72, 22, 0),
    ("europe", "italy"): (10, 3, 7, 0, 7, 0, 0),
    ("europe", "balkans"): (18, 0, 0, 0, 11, 0, 0),
    ("europe", "finland"): (3, 0, 0, 0, 0, 0, 0),
    ("europe", "vichy"): (0, 0, 0, 0, 0, 0, 0),
    ("europe", "britain"): (39, 28, 56, 22, 60, 3, 4),
    ("europe", "usa"): (53, 50, 64, 32, 88, 0, 11),
    ("europe", "ussr"): (91, 56, 49, 0, 74, 14, 0),
    ("pacific", "japan"): (42, 3, 43, 0, 46, 11, 3),
    ("pacific", "siam"): (3, 0, 0, 0, 0, 0, 0),
    ("pacific", "china"): (42, 0, 7, 0, 17, 0, 0),
    ("pacific", "britain"): (28, 11, 21, 0, 32, 0, 4),
    ("pacific", "usa"): (53, 21, 67, 17, 78, 0, 25),
    ("pacific", "australia"): (14, 0, 14, 0, 14, 0, 0),
}
KINDS_MADE = ("men", "tanks", "air", "bombers", "lsp", "concrete", "craft")


@pytest.mark.parametrize(("scenario", "power"), MADE)
def test_what_a_power_makes_in_the_whole_war(scenario: str, power: str) -> None:
    w = world(scenario)
    rows = w.powers[w.number[power]].production
    assert set(rows) <= set(KINDS_MADE)
    made = tuple(over_the_war(w, rows.get(kind, ())) for kind in KINDS_MADE)
    assert made == MADE[scenario, power]


def test_production_keeps_the_proportions_of_history() -> None:
    made = {
        power: dict(zip(KINDS_MADE, row, strict=True)) for (s, power), row in MADE.items() if s == "europe"
    }
    axis, allies = ("germany", "italy", "balkans", "finland"), ("britain", "usa", "ussr")
    for kind in ("tanks", "air", "lsp"):
        assert sum(made[x][kind] for x in allies) > 2 * sum(made[x][kind] for x in axis), kind
    assert made["ussr"]["tanks"] == max(x["tanks"] for x in made.values())
    assert made["usa"]["air"] == max(x["air"] for x in made.values())
    assert {x for x in made if made[x]["bombers"]} == {"britain", "usa"}, "nobody else bombed from afar"
    # At the height of it 4,000 tanks a year, of 18,300 with assault guns that Germany made in 1944.
    w = world("europe")
    germany = w.powers[w.number["germany"]].production
    yearly = [in_period(germany["tanks"], period) * 4 * MACHINES_A_POINT for period in range(4)]
    assert yearly.index(max(yearly)) == 2 and 3_000 <= max(yearly) <= 18_300
    assert germany["air"][3] == germany["air"][2] // 2 and germany["lsp"][3] == germany["lsp"][2] // 2
    # Half a million men a quarter in 1942 and 1943: two million a year.
    assert [n * MEN_A_POINT for n in germany["men"][:2]] == [500_000, 500_000]
    japan = world("pacific").powers[0].production
    assert max(japan["air"]) == japan["air"][2], "1944 was the peak of Japan's aircraft too"
    for scenario in ("europe", "pacific"):
        usa = next(x for x in world(scenario).powers if x.id == "usa").production
        assert all(a <= b for a, b in pairwise(usa["lsp"])) and all(
            a <= b for a, b in pairwise(usa["bombers"])
        )


# Flags, Naval flags, convoys and ships of the whole war.
EFFORT = {
    ("kursk", "germany"): (12, 0, 0, 0),
    ("kursk", "ussr"): (14, 0, 0, 0),
    ("europe", "germany"): (44, 7, 21, 7),
    ("europe", "italy"): (7, 7, 7, 0),
    ("europe", "balkans"): (3, 0, 0, 0),
    ("europe", "finland"): (3, 0, 0, 0),
    ("europe", "vichy"): (0, 0, 0, 0),
    ("europe", "britain"): (35, 21, 56, 11),
    ("europe", "usa"): (42, 35, 49, 22),
    ("europe", "ussr"): (81, 7, 0, 0),
    ("pacific", "japan"): (52, 24, 35, 7),
    ("pacific", "siam"): (0, 0, 0, 0),
    ("pacific", "china"): (17, 0, 0, 0),
    ("pacific", "britain"): (21, 17, 21, 0),
    ("pacific", "usa"): (38, 53, 63, 33),
    ("pacific", "australia"): (14, 11, 14, 0),
}


@pytest.mark.parametrize(("scenario", "power"), EFFORT)
def test_the_effort_of_the_whole_war(scenario: str, power: str) -> None:
    w = world(scenario)
    p = w.powers[w.number[power]]
    rows = (p.flags, p.naval_flags, p.routes, p.shipyard)
    assert tuple(over_the_war(w, row) for row in rows) == EFFORT[scenario, power]
    if p.side == "allies":
        assert all(a <= b for a, b in pairwise(p.flags)), "the Allies never tire"
    elif scenario != "kursk":
        assert all(a >= b for a, b in pairwise(p.flags)), "and the Axis does"


# Effectiveness: the first and the last year, and how often it changes by how much.
EFFECTIVENESS = {
    "kursk": {"germany": "5", "ussr": "2"},
    "europe": {
        "germany": "5554", "italy": "2111", "balkans": "2222", "finland": "4433", "vichy": "2222",
        "britain": "3334", "usa": "2234", "ussr": "2223",
    },
    "pacific": {
        "japan": "4433", "siam": "1", "china": "1112", "britain": "2344", "usa": "2344", "australia": "3333",
        "ussr": "3",
    },
}  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_effectiveness_by_year(scenario: str) -> None:
    powers = {x.id: x for x in world(scenario).powers}
    assert {name: "".join(map(str, x.me)) for name, x in powers.items()} == EFFECTIVENESS[scenario]
    for x in powers.values():
        assert all(abs(a - b) <= 1 for a, b in pairwise(x.me)), "a step a year"
        rows = list(x.me) if x.side == "allies" else [-n for n in x.me]
        assert rows == sorted(rows), "the Allies learn and the Axis wears out"
    best = [max(x.me[0] for x in powers.values() if x.side == side) for side in ("axis", "allies")]
    assert best[0] > best[1], "the Axis begins with the better army"
    if scenario != "pacific":  # both printed combats are fought with 5 against 2
        assert in_period(powers["germany"].me, 1) == 5 and in_period(powers["ussr"].me, 1) == 2


# Pool and map at the start: Men, Tanks, Aircraft, Bombers, LSP, Garrisons.
POOLS = {
    "kursk": {"germany": (6, 3, 4, 0, 6, 0), "ussr": (30, 9, 7, 0, 6, 0)},
    "europe": {
        "germany": (22, 10, 12, 0, 10, 2), "italy": (8, 0, 3, 0, 2, 1), "balkans": (10, 1, 2, 0, 1, 2),
        "finland": (4, 0, 1, 0, 1, 1), "vichy": (0, 0, 0, 0, 0, 0), "britain": (14, 4, 9, 0, 8, 1),
        "usa": (8, 3, 4, 0, 6, 4), "ussr": (34, 12, 9, 0, 8, 2),
    },
    "pacific": {
        "japan": (24, 2, 9, 0, 7, 2), "siam": (3, 0, 0, 0, 0, 1), "china": (26, 0, 1, 0, 2, 1),
        "britain": (8, 1, 3, 0, 3, 2), "usa": (8, 1, 5, 0, 5, 5), "australia": (3, 0, 1, 0, 1, 2),
        "ussr": (0, 0, 0, 0, 0, 2),
    },
}  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_pools_at_the_start(scenario: str) -> None:
    s = start(scenario)
    for power, points in POOLS[scenario].items():
        assert tuple(pool(s, power, kind) for kind in range(6)) == points, power
    concrete = {x.id: s.concrete[n] for n, x in enumerate(s.world.powers) if s.concrete[n]}
    craft = {x.id: s.craft[n] for n, x in enumerate(s.world.powers) if s.craft[n]}
    assert concrete == {"europe": {"germany": 2, "britain": 1, "ussr": 1}, "pacific": {"japan": 1}}.get(
        scenario, {}
    )
    assert craft == ({"japan": 3, "usa": 2} if scenario == "pacific" else {})


def test_kursk_on_the_map() -> None:
    s = start("kursk")
    # 780,000 Germans and 1.9 million Soviets stood about the bulge, of whom the Pools hold a part.
    assert on_map(s, "germany") == {"men": 27, "tanks": 6, "air": 4, "lsp": 4}
    assert on_map(s, "ussr") == {"men": 36, "tanks": 3, "air": 2, "lsp": 3}
    german, soviet = 27 + 6, 36 + 30
    assert soviet == 2 * german, "twice the men"
    for name in ("Orel", "2719"):  # Model and Hoth
        assert [have(s, "germany", name, kind) for kind in (MEN, TANKS, AIR, LSP)] == [5, 3, 2, 2]
    assert have(s, "germany", "2619") == 3 and have(s, "ussr", "Kursk") == 9
    held = [(s.line[side], "germany" if side == 0 else "ussr") for side in (0, 1)]
    assert all(have(s, power, s.world.label(i)) for line, power in held for i in bits(line)), "no gap"
    belts = {frozenset((h(s, "Kursk"), h(s, name))) for name in ("Orel", "2719", "2619")}
    where = {frozenset(divmod(key, s.world.top)) for key in s.forts}
    assert where == belts and set(s.forts.values()) == {2}
    assert all(key // s.world.top == h(s, "Kursk") for key in s.forts), "they face outward"


def test_europe_on_the_map() -> None:
    s = start("europe")
    line = {x.id: (s.line[s.world.side_of[n]] & s.held[n]).bit_count() for n, x in enumerate(s.world.powers)}
    assert on_map(s, "germany") == {
        "men": 3 * line["germany"] + 2,
        "tanks": 5,
        "air": 5,
        "lsp": 5,
        "garrisons": 8,
    }
    assert on_map(s, "italy") == {"men": 3, "tanks": 1, "air": 1, "garrisons": 7}
    assert on_map(s, "finland") == {"men": line["finland"]}
    assert on_map(s, "britain") == {"men": 5, "tanks": 2, "air": 2, "lsp": 1, "bombers": 2, "garrisons": 9}
    assert on_map(s, "usa") == {"bombers": 1}
    assert on_map(s, "vichy") == {"garrisons": 5}
    assert on_map(s, "ussr") == {"men": 4 * line["ussr"] + 2, "tanks": 3, "air": 2, "garrisons": 4}
    assert on_map(s, "balkans") == {}
    for power, places in {
        "germany": "Oslo Narvik Copenhagen Brest Bordeaux Calais Salonika Canea",
        "italy": "Tripoli Benghazi Palermo Rome Taranto Naples Rhodes",
        "vichy": "Casablanca Oran Algiers Tunis Marseilles",
        "britain": "Valletta Gibraltar Reykjavik London Dover Southampton Plymouth Glasgow Nicosia",
        "ussr": "Leningrad Murmansk Archangel Baku",
    }.items():
        for name in places.split():
            assert have(s, power, name, GARRISONS) == 1, name
    # The spearheads of the summer, the desert, the reserve before Voronezh, the bombers of East Anglia.
    for name in ("Kharkov", "Vyazma"):
        assert [have(s, "germany", name, kind) for kind in (TANKS, AIR, LSP)] == [2, 2, 2]
    assert [have(s, "germany", "Gazala", kind) for kind in (TANKS, AIR, LSP)] == [1, 1, 1]
    assert [have(s, "italy", "Gazala", kind) for kind in (MEN, TANKS, AIR)] == [3, 1, 1]
    assert [have(s, "britain", "Tobruk", kind) for kind in (MEN, TANKS, AIR, LSP)] == [5, 2, 2, 1]
    assert [have(s, "ussr", "Voronezh", kind) for kind in (TANKS, AIR)] == [3, 2]
    assert [have(s, power, "Norwich", BOMBERS) for power in ("britain", "usa")] == [2, 1]


def test_the_pacific_on_the_map() -> None:
    s = start("pacific")
    line = {x.id: (s.line[s.world.side_of[n]] & s.held[n]).bit_count() for n, x in enumerate(s.world.powers)}
    japan = on_map(s, "japan")
    assert japan == {"men": line["japan"] + 6, "tanks": 2, "air": 2, "lsp": 2, "garrisons": 22}
    assert on_map(s, "china") == {"men": 10, "garrisons": 1}
    for power, garrisons in (("britain", 2), ("australia", 2), ("siam", 0)):
        found = on_map(s, power)
        assert found.get("men", 0) == line[power] and found.get("garrisons", 0) == garrisons, power
    assert on_map(s, "usa") == {"garrisons": 7} and on_map(s, "ussr") == {}
    for power, places in {
        "japan": "Wake Guam Saipan Truk Rabaul Tarawa Kwajalein Eniwetok Palau Ponape Manila Tacloban Naha Taihoku "
        "Batavia Surabaya Palembang Balikpapan Singapore Saigon|Iwo Jima|Hong Kong",
        "usa": "Honolulu Midway Noumea Suva Adak|Pago Pago|Espiritu Santo",
        "britain": "Colombo Calcutta",
        "australia": "Darwin|Port Moresby",
        "china": "Chungking",
    }.items():
        first, *rest = places.split("|")
        for name in (*first.split(), *rest):
            assert have(s, power, name, GARRISONS) == 1, name
    for name in ("Hankow", "1026"):  # on the Yangtze and before Mandalay
        assert [have(s, "japan", name, kind) for kind in (TANKS, AIR, LSP)] == [1, 1, 1]
    for name in ("Changsha", "Chengchow", "Sian", "Nanchang", "Hengyang"):
        assert have(s, "china", name) == 2, name


# Who held what in May 1942, from any atlas.
HELD = {
    "europe": {
        "germany": "Berlin Vienna Hamburg Essen Munich Breslau Prague Warsaw Paris Brussels Amsterdam Copenhagen Oslo "
        "Belgrade Athens Kiev Kharkov Riga Odessa Minsk Smolensk Brest",
        "italy": "Rome Milan Naples Tripoli Benghazi Palermo Cagliari",
        "balkans": "Bucharest Budapest Sofia Ploesti",
        "finland": "Helsinki Viipuri",
        "vichy": "Marseilles Lyon Algiers Oran Casablanca Tunis Ajaccio",
        "britain": "London Glasgow Birmingham Cairo Alexandria Suez Gibraltar Valletta Tobruk Haifa Basra Reykjavik",
        "ussr": "Moscow Leningrad Stalingrad Rostov Gorky Kuybyshev Baku Murmansk Archangel Voronezh Sevastopol",
    },
    "pacific": {
        "japan": "Tokyo Osaka Mukden Seoul Peking Shanghai Nanking Canton Hankow Manila Singapore Rangoon Saigon "
        "Batavia Rabaul Truk Guam Wake Saipan Tarawa",
        "siam": "Bangkok",
        "china": "Chungking Kunming Sian Changsha Lanchow",
        "britain": "Calcutta Delhi Madras Colombo",
        "australia": "Darwin Townsville|Port Moresby|Milne Bay|Merauke",
        "usa": "Honolulu Midway Noumea Suva Guadalcanal|Pago Pago|Espiritu Santo",
    },
    "kursk": {
        "germany": "Orel Kharkov Bryansk Smolensk Poltava Stalino Kiev Gomel",
        "ussr": "Kursk Voronezh Moscow",
    },
}
HEXES = {
    "kursk": {"germany": 30, "ussr": 24},
    "europe": {
        "germany": 181, "italy": 33, "balkans": 24, "finland": 27, "vichy": 59, "britain": 94, "usa": 0, "ussr": 291,
    },
    "pacific": {
        "japan": 267, "siam": 17, "china": 91, "britain": 101, "usa": 12, "australia": 70, "ussr": 0,
    },
}  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_holds_what_at_the_start(scenario: str) -> None:
    s = start(scenario)
    for power, places in HELD[scenario].items():
        first, *rest = places.split("|")
        for name in (*first.split(), *rest):
            assert holder(s, name) == power, name
    assert {x.id: s.held[n].bit_count() for n, x in enumerate(s.world.powers)} == HEXES[scenario]


# --- briefings


def test_when_high_command_forbids_withdrawals() -> None:
    w = world("europe")
    hold = {x.id: [w.turns[n - 1].label for n in x.hold] for x in w.powers if x.hold}
    assert hold.pop("ussr") == ["summer 1942", "autumn 1942"], "the order of July 1942"
    after = [t.label for t in w.turns[4:] if not t.winter]
    assert hold == {"germany": after}, "after Stalingrad, except in winter"
    kursk = {
        x.id: [world("kursk").turns[n - 1].label for n in x.hold] for x in world("kursk").powers if x.hold
    }
    assert kursk == {"germany": ["August 1943", "October 1943"]}
    assert not any(x.hold for x in world("pacific").powers)


CARDS = {
    "kursk": {"germany": "321", "ussr": "321"},
    "europe": {"germany": "33222111", "italy": "11", "britain": "322111", "usa": "332211", "ussr": "3322111"},
    "pacific": {"japan": "32211", "china": "11", "britain": "221", "usa": "32211", "australia": "1"},
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cards_run_from_three_down_and_have_names_of_their_own(scenario: str) -> None:
    powers = world(scenario).powers
    assert {x.id: "".join(str(c.value) for c in x.cards) for x in powers if x.cards} == CARDS[scenario]
    names = [c.name for x in powers for c in x.cards] + [z.name for x in powers for z in x.zones]
    names += [x.name for x in powers] + [x.aims for x in powers]
    assert [name for name, n in Counter(names).items() if n > 1] == []
    colours = Counter(x.colour for x in powers if x.id != "ussr" or scenario != "pacific")
    assert set(colours.values()) == {1}, "powers can be told apart; Japan and the Soviet Union are both red"
    seats = [name for key, name in world(scenario).plan["seats"].items() if key != "provenance"]
    assert len(set(seats)) == len(seats)


def test_morale_lending_and_new_orders_to_industry() -> None:
    for scenario in SCENARIOS:
        powers = {x.id: x for x in world(scenario).powers}
        shaky = {"italy": 6, "balkans": 6, "finland": 8, "vichy": 4, "siam": 5}
        if scenario == "pacific":
            shaky["china"] = 8
        assert all(x.morale == shaky.get(name, 10) for name, x in powers.items())
        lend = {name: x.lend for name, x in powers.items() if any(x.lend)}
        assert lend == {
            "kursk": {}, "europe": {"britain": (1, 1), "usa": (3, 2)}, "pacific": {"usa": (2, 1)}
        }[scenario]  # fmt: skip
        resets = {name: x.resets for name, x in powers.items() if x.resets}
        assert (
            resets
            == {
                "kursk": {},
                "europe": {"germany": 2, "italy": 1, "britain": 2, "usa": 4, "ussr": 2},
                "pacific": {"japan": 2, "britain": 1, "usa": 3},
            }[scenario]
        )
        assert max(resets.values(), default=0) == resets.get("usa", 0), "nobody converts as fast as America"


def test_partisans_of_the_briefings_and_risings() -> None:
    for scenario, power, begin, war, most in (
        ("kursk", "ussr", 2, 4, 4),
        ("europe", "ussr", 4, 25, 12),
        ("pacific", "china", 4, 14, 8),
    ):
        w = world(scenario)
        assert [x.id for x in w.powers if x.pags.most] == [power]
        p = w.powers[w.number[power]].pags
        assert (p.start, over_the_war(w, p.per_turn), p.most) == (begin, war, most)
    # Tito's war was the first and the greatest; the others rose when the tide had turned.
    risings = {r.country: (r.year, r.roll) for r in world("europe").risings}
    assert risings.pop("yugoslavia") == (1942, 4)
    assert risings == dict.fromkeys(("greece", "poland", "france"), (1943, 5))
    assert {(r.country, r.year, r.roll, r.side) for r in world("pacific").risings} == {
        ("philippines", 1942, 5, "allies")
    }


def test_industry_lies_at_home_and_homes_in_the_country() -> None:
    outside = {
        "kursk": set(),
        "europe": {"vichy"},
        "pacific": {"ussr"},
    }  # no country of their own in the game
    for scenario in SCENARIOS:
        w = world(scenario)
        for n, x in enumerate(w.powers):
            assert len(set(x.homes)) == len(x.homes) and len({z.at for z in x.zones if z.at}) == sum(
                bool(z.at) for z in x.zones
            )
            lands = w.start_held[n] if x.id in outside[scenario] or scenario == "kursk" else w.country[n]
            assert not w.home[n] & ~(lands | w.start_held[n]), x.id
            zones = [at for power, _, at in w.zones if power == n and at >= 0]
            assert all(w.start_held[n] >> at & 1 for at in zones), x.id
            assert x.id != "usa" or (not x.homes and not zones), "America is off every map"
    for scenario in ("europe", "pacific"):
        w = world(scenario)
        abroad = {w.place(x) for x in ("Mukden",) if scenario == "pacific"}
        for n, x in enumerate(w.powers):
            if x.countries:
                assert not [i for i in bits(w.home[n] & ~w.country[n]) if i not in abroad], x.id
            assert not any(w.country[n] & w.country[m] for m in range(n)), "no country has two masters"
            if x.side == "axis":
                assert not w.country[n] & ~w.start_held[n], "the Axis has lost nothing of its own yet"
    count = {x.id: len(x.homes) for x in world("europe").powers if x.homes}
    assert count == {
        "germany": 7,
        "italy": 3,
        "balkans": 3,
        "finland": 1,
        "vichy": 2,
        "britain": 3,
        "ussr": 4,
    }
    assert [len(x.homes) for x in world("pacific").powers] == [4, 1, 3, 3, 0, 3, 4]
    assert [len(x.homes) for x in world("kursk").powers] == [9, 8]
    for scenario, seat, places in (
        ("europe", "germany", "Essen Berlin Breslau Leipzig Vienna"),
        ("europe", "ussr", "Sverdlovsk Moscow Gorky Kuybyshev Chelyabinsk"),
        ("europe", "britain", "Birmingham London Glasgow"),
        ("europe", "italy", "Milan"),
        ("europe", "balkans", "Ploesti"),
        ("pacific", "japan", "Tokyo Osaka Fukuoka Mukden"),
        ("pacific", "china", "Chungking"),
        ("pacific", "britain", "Calcutta"),
    ):
        w = world(scenario)
        assert {at for n, _, at in w.zones if n == w.number[seat] and at >= 0} == {
            w.place(name) for name in places.split()
        }

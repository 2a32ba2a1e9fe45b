"""What Control can correct: how much of a thing there is, how much there may be, and how it is changed. The records of the
turn, of production, of air and sea are in `ledgers`. RULING control-e."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.last_war import alliances
from hexfront.games.last_war.actions import Correct
from hexfront.games.last_war.asks import Roll, Together
from hexfront.games.last_war.cards import CARDS
from hexfront.games.last_war.data import BOMBERS, GARRISONS, KIND_NAMES, KINDS, MEN, POWERS, code
from hexfront.games.last_war.flags import FlagPlacing, is_amphibious
from hexfront.games.last_war.front import fall_back
from hexfront.games.last_war.naval import can_fight
from hexfront.games.last_war.plans import Attack, OrderCard
from hexfront.games.last_war.state import (
    NOBODY,
    LastWarState,
    add,
    assessment,
    builders,
    hold,
    is_held_by,
    is_in_war,
    pag_side,
    points,
    power_at,
)
from hexfront.games.last_war.words import alliance, amount
from hexfront.kernel import with_item, with_more, without

MOST = 99  # of anything
CASE = "cards.use-control"
FLAG_PHASES = ("flags", "cards", "withdraw")  # while flags stand on the map and no combat has begun


class Thing:
    """Something Control can change: how much of it there is, how much there may be, and how it is changed."""

    def __init__(
        self,
        title: str,
        read: Callable[[LastWarState, Correct], int],
        write: Callable[[LastWarState, Correct, int], None],
        check: Callable[[LastWarState, Correct], str] = lambda s, c: "",
        most: Callable[[LastWarState, Correct], int] = lambda s, c: MOST,
        least: int = 0,
        words: Callable[[LastWarState, Correct, int], str] | None = None,
        counted: bool = True,
    ) -> None:
        self.title, self.read, self.write, self.check = title, read, write, check
        self.most, self.least, self.words, self.counted = most, least, words, counted


# --- stocks


def _stock(kind: int) -> Thing:
    """Points of a kind, in a hex or in the Pool."""

    def read(s: LastWarState, c: Correct) -> int:
        return s.pool[c.power * 6 + kind] if c.hex == NOBODY else points(s, c.hex, c.power, kind)

    def write(s: LastWarState, c: Correct, n: int) -> None:
        if c.hex == NOBODY:
            s.pool[c.power * 6 + kind] = n
        else:
            add(s, c.hex, c.power, kind, n - points(s, c.hex, c.power, kind))
        if kind == GARRISONS:
            more = garrisons(s, c.power) - s.world.powers[c.power].garrisons
            others = without(s.more_garrisons, c.power)
            s.more_garrisons = {**others, c.power: more} if more > 0 else others
        key = code(c.hex, c.power, kind)
        if key in s.cargo:  # no more of it came over sea than there is
            s.cargo[key] = min(s.cargo[key], n)
            if not n:
                del s.cargo[key]

    def check(s: LastWarState, c: Correct) -> str:
        w = s.world
        if c.hex == NOBODY:
            return ""
        if w.beach_set >> c.hex & 1:
            return "Only Men and Tanks can wait off a beach." if kind > 1 else ""
        if not is_held_by(s, c.hex, w.side_of[c.power]):
            return "Its side does not hold that hex."
        if kind == BOMBERS and not s.bases.get(c.hex, 0) >> c.power & 1:
            return "Bombers need a base: set that first."
        return ""

    return Thing(KIND_NAMES[kind], read, write, check, words=lambda s, c, n: amount(n, kind))


def garrisons(s: LastWarState, power: int) -> int:
    """All Garrisons of a power."""
    here = (n for key, n in s.at.items() if key % (POWERS * 6) == power * 6 + GARRISONS)
    return s.pool[power * 6 + GARRISONS] + sum(here)


def row(title: str, field: str, most: int = MOST, least: int = 0) -> Thing:
    """A number that each power has."""

    def read(s: LastWarState, c: Correct) -> int:
        value: int = getattr(s, field)[c.power]
        return value

    def write(s: LastWarState, c: Correct, n: int) -> None:
        setattr(s, field, with_item(getattr(s, field), c.power, n))

    return Thing(title, read, write, no_hex, lambda s, c: most, least)


def no_hex(s: LastWarState, c: Correct) -> str:
    return "" if c.hex == NOBODY else "That belongs to a power, not to a hex."


def area(title: str, field: str) -> Thing:
    """Something that each power has in each sea area: `other` is the area."""

    def read(s: LastWarState, c: Correct) -> int:
        value: int = getattr(s, field)[c.other * POWERS + c.power]
        return value

    def write(s: LastWarState, c: Correct, n: int) -> None:
        setattr(s, field, with_item(getattr(s, field), c.other * POWERS + c.power, n))
        s.fights = tuple([each for each in s.fights if can_fight(s, each // 2)])

    def check(s: LastWarState, c: Correct) -> str:
        return "" if 0 <= c.other < len(s.world.areas) else "There is no such sea area."

    def words(s: LastWarState, c: Correct, n: int) -> str:
        return f"{n} {title.lower()} in the {s.world.area_names[c.other]}"

    return Thing(title, read, write, check, words=words)


def _set_me(s: LastWarState, c: Correct, n: int) -> None:
    """More or less effective now, and in the turns to come. What is hidden leaves the enemy's assessment as it is."""
    s.edge = with_more(s.edge, c.power, n - s.me[c.power])
    if c.hidden:
        s.guess = with_more(s.guess, (1 - s.world.side_of[c.power]) * POWERS + c.power, -(n - s.me[c.power]))
    s.me = with_item(s.me, c.power, n)


def _set_guess(s: LastWarState, c: Correct, n: int) -> None:
    s.guess = with_item(s.guess, (1 - s.world.side_of[c.power]) * POWERS + c.power, n - s.me[c.power])


def _set_war(s: LastWarState, c: Correct, n: int) -> None:
    from hexfront.games.last_war.industry import leave_war

    if n:
        s.out_of_war &= ~(1 << c.power)
    else:
        leave_war(s, c.power, CASE)
        s.flags = [flag for flag in s.flags if flag.power != c.power]
        s.plans = [plan for plan in s.plans if plan.power != c.power]


def _war_check(s: LastWarState, c: Correct) -> str:
    w = s.world
    if not s.out_of_war >> c.power & 1 and not is_in_war(s, c.power):
        return "That power enters the war later."
    others = [n for n in w.of_side[w.side_of[c.power]] if n != c.power and is_in_war(s, n)]
    return "" if others else "A side must have at least one power in the war."


# --- cards and flags


def _set_card(s: LastWarState, c: Correct, n: int) -> None:
    s.hand = with_item(s.hand, c.power, s.hand[c.power] & ~(1 << c.other) | n << c.other)
    played = (*CARDS, OrderCard)
    s.plans = [p for p in s.plans if not isinstance(p, played) or (p.power, p.card) != (c.power, c.other)]


def _card_check(s: LastWarState, c: Correct) -> str:
    return "" if 0 <= c.other < len(s.world.powers[c.power].cards) else "That power has no such card."


def _has_flag(s: LastWarState, c: Correct) -> int:
    """No flag, a flag, or one whose force has landing craft."""
    found = [f for f in s.flags if (f.power, f.at, f.to) == (c.power, c.hex, c.other)]
    return 1 + found[0].craft if found else 0


def _set_flag(s: LastWarState, c: Correct, n: int) -> None:
    s.flags = [f for f in s.flags if (f.power, f.at, f.to) != (c.power, c.hex, c.other)]
    if n:
        s.flags.append(Attack(c.power, c.hex, c.other, is_amphibious(s, c.hex, c.other), n > 1))


def _most_flag(s: LastWarState, c: Correct) -> int:
    """Landing craft go with an attack over water, as far as there are any that sail with no other."""
    sailing = sum(1 for f in s.flags if f.power == c.power and f.craft)
    return 2 if is_amphibious(s, c.hex, c.other) and s.craft[c.power] > sailing else 1


def _flag_words(s: LastWarState, c: Correct, n: int) -> str:
    if n and is_amphibious(s, c.hex, c.other):
        return f"an Offensive Flag {'with' if n > 1 else 'without'} landing craft"
    return f"an Offensive Flag {'put up' if n else 'taken away'}"


def _set_craft(s: LastWarState, c: Correct, n: int) -> None:
    """Where more of them sail than there are now, the last attacks go without."""
    s.craft = with_item(s.craft, c.power, n)
    s.flags = _without_craft(s.flags, c.power, n)
    sailing = sum(1 for f in s.flags if f.power == c.power and f.craft)
    chosen = _without_craft([p for p in s.plans if isinstance(p, Attack)], c.power, n - sailing)
    attacks = iter(chosen)
    s.plans = [next(attacks) if isinstance(p, Attack) else p for p in s.plans]


def _without_craft(attacks: list[Attack], power: int, most: int) -> list[Attack]:
    out, left = [], most
    for each in attacks:
        if each.power == power and each.craft:
            left -= 1
            each = each if left >= 0 else Attack(each.power, each.at, each.to, each.by_sea, False)
        out.append(each)
    return out


def _flag_check(s: LastWarState, c: Correct) -> str:
    w = s.world
    side = w.side_of[c.power]
    if s.phase not in FLAG_PHASES:
        return "Flags are on the map from step 4 until the combats begin."
    if _has_flag(s, c):
        return ""
    by_sea = w.beaches.get(c.hex, NOBODY) == c.other
    if c.other not in w.near(c.hex) or not (by_sea or w.play >> c.hex & 1):
        return "A flag goes between two adjacent hexes."
    if not points(s, c.hex, c.power, MEN):
        return "That power has no Men there to attack with."
    taken = any(
        f.at == c.hex and w.side_of[f.power] == side for f in (*s.flags, *s.plans) if isinstance(f, Attack)
    )
    if taken:
        return "There is already an attack from that hex."
    foes = c.other in s.pags and pag_side(s, s.pags[c.other]) != side and is_held_by(s, c.other, side)
    return "" if foes or is_held_by(s, c.other, 1 - side) else "There is no enemy to attack there."


# --- markers in a hex


def _fort_check(s: LastWarState, c: Correct) -> str:
    if power_at(s, c.hex) == NOBODY:
        return "Nobody holds that hex."
    return "" if c.other in s.world.near(c.hex) else "A layer must face an adjacent hex."


def _set_fort(s: LastWarState, c: Correct, n: int) -> None:
    key = c.hex * s.world.top + c.other
    s.forts = {**s.forts, key: n} if n else without(s.forts, key)


def _has_works(s: LastWarState, c: Correct) -> int:
    works = s.works.get(c.hex * s.world.top + c.other)
    return 0 if works is None or builders(works)[0] != c.power else builders(works)[1]


def _works_check(s: LastWarState, c: Correct) -> str:
    if found := _fort_check(s, c):
        return found
    if builders(s.works.get(c.hex * s.world.top + c.other, c.power))[0] != c.power:
        return "Another power is building there: take that away first."
    if _has_works(s, c) or is_held_by(s, c.hex, s.world.side_of[c.power]):
        return ""
    return "Its side does not hold that hex."


def _set_works(s: LastWarState, c: Correct, n: int) -> None:
    """Layers that will be ready next turn, with a Man who builds each; or none any more, and then the Men are gone too."""
    key = c.hex * s.world.top + c.other
    s.works = {**s.works, key: c.power + POWERS * (n - 1)} if n else without(s.works, key)


def _set_morale(s: LastWarState, c: Correct, n: int) -> None:
    s.morale = with_item(s.morale, c.power, n)


def _first_check(s: LastWarState, c: Correct) -> str:
    frame = s.agenda[0] if s.agenda else None
    if s.phase == "cards" or (isinstance(frame, FlagPlacing) and not s.placed and not s.plans and not s.done):
        return ""
    return "The order can be changed before the first flag is chosen, or in step 5; otherwise go back to before the flags."


def put(where: dict[int, int], key: int, value: int, is_there: bool) -> None:
    if is_there:
        where[key] = value
    else:
        where.pop(key, None)


def _pag_check(s: LastWarState, c: Correct) -> str:
    """Partisans of a power or, as `FREE` and `FREE` + 1, of nobody, for a side."""
    if c.hex in s.pags:
        return "" if s.pags[c.hex] == c.power else "Other partisans are there: take those away first."
    if not is_held_by(s, c.hex, 1 - pag_side(s, c.power)):
        return "Partisans can rise only on enemy-held ground."
    return "" if c.hex not in s.zones else "That is a Security Zone."


def _zone_check(s: LastWarState, c: Correct) -> str:
    if c.hex in s.zones:
        return (
            ""
            if s.zones[c.hex] % POWERS == c.power
            else "Another power's zone is there: take that away first."
        )
    if not 0 <= c.other < len(s.world.purposes):
        return "Say what the zone is for."
    if c.hex in s.pags:
        return "There are partisans there."
    if not is_held_by(s, c.hex, s.world.side_of[c.power]) or not points(s, c.hex, c.power, MEN):
        return "It needs a Man of that power, on ground held by its side."
    return ""


def _base_check(s: LastWarState, c: Correct) -> str:
    w = s.world
    side = w.side_of[c.power]
    if s.bases.get(c.hex, 0) >> c.power & 1:
        return ""
    if not is_held_by(s, c.hex, side) or s.line[side] >> c.hex & 1:
        return "A base must be behind its own line."
    return ""


def _site_check(s: LastWarState, c: Correct) -> str:
    if s.new_bases.get(c.hex, 0) >> c.power & 1:
        return ""
    return "There is already a base." if s.bases.get(c.hex, 0) >> c.power & 1 else _base_check(s, c)


def _set_new_base(s: LastWarState, c: Correct, n: int) -> None:
    powers = s.new_bases.get(c.hex, 0) & ~(1 << c.power) | n << c.power
    put(s.new_bases, c.hex, powers, powers > 0)


def _set_base(s: LastWarState, c: Correct, n: int) -> None:
    bit = 1 << c.power
    if n:
        s.bases[c.hex] = s.bases.get(c.hex, 0) | bit
        return
    alliances.close_base(s, c.hex, c.power)


def _flak_check(s: LastWarState, c: Correct) -> str:
    if c.hex in s.flak:
        return "" if s.flak[c.hex] == c.power else "Another power's Flak Zone is there: take that away first."
    return "" if is_held_by(s, c.hex, s.world.side_of[c.power]) else "Its side does not hold that hex."


def _set_flak(s: LastWarState, c: Correct, n: int) -> None:
    put(s.flak, c.hex, c.power, n > 0)
    if not n:
        s.flak_on &= ~(1 << c.hex)
        s.plans = [p for p in s.plans if getattr(p, "at", NOBODY) != c.hex]


def _hex_check(s: LastWarState, c: Correct) -> str:
    w = s.world
    frame = s.agenda[0] if s.agenda else None
    if not w.open_from(max(1, s.turn)) >> c.hex & 1:
        return "That hex is not in play."
    if not isinstance(frame, Together | Roll) and s.phase != "update":
        return "A combat or a choice is being settled there: end that first."
    if c.power != NOBODY and not is_in_war(s, c.power):
        return "That power is not in the war."
    return ""


def _set_hex(s: LastWarState, c: Correct, n: int) -> None:
    """The line runs elsewhere: who was there falls back, and what was planned there is undone."""
    before = power_at(s, c.hex)
    after = c.power if n else NOBODY
    alliances.forget_plans(s, 1 << c.hex)
    if before != NOBODY and (after == NOBODY or s.world.side_of[before] != s.world.side_of[after]):
        fall_back(s, c.hex, s.world.side_of[before])
    hold(s, c.hex, after)
    alliances.drop_flags(s)


def flag_words(title: str) -> Callable[[LastWarState, Correct, int], str]:
    return lambda s, c, n: f"{title} {'put up' if n else 'taken away'}"


def one(
    title: str,
    read: Callable[[LastWarState, Correct], int],
    write: Callable[[LastWarState, Correct, int], None],
    check: Callable[[LastWarState, Correct], str],
) -> Thing:
    """Something that is there or not."""
    return Thing(title, read, write, check, lambda s, c: 1, words=flag_words(title))


COUNTERS: dict[str, Thing] = {
    **{name: _stock(kind) for kind, name in enumerate(KINDS)},
    "concrete": row("Concrete", "concrete"),
    "craft": Thing("Landing craft", lambda s, c: s.craft[c.power], _set_craft, no_hex),
    "flags": row("Offensive Flags", "flags_left", 12),
    "naval_flags": row("Naval flags", "naval_left", 8),
    "partisans_left": row("Partisans to place", "pag_left", 20),
    "morale": Thing(
        "Morale", lambda s, c: s.morale[c.power], _set_morale, no_hex,
        lambda s, c: s.world.powers[c.power].morale,
    ),
    "assessment": Thing(
        "What the enemy believes its effectiveness to be",
        lambda s, c: assessment(s, 1 - s.world.side_of[c.power], c.power), _set_guess, no_hex, lambda s, c: 9, 1,
    ),
    "effectiveness": Thing("Effectiveness", lambda s, c: s.me[c.power], _set_me, no_hex, lambda s, c: 9, 1),
    "in_war": one("its place in the war", lambda s, c: int(is_in_war(s, c.power)), _set_war, _war_check),
    "fleet": area("Naval points", "fleet"),
    "navy_air": area("Bombers with the Navy", "navy_air"),
    "card": one("a card", lambda s, c: s.hand[c.power] >> c.other & 1, _set_card, _card_check),
    "flag": Thing(
        "an Offensive Flag", _has_flag, _set_flag, _flag_check, _most_flag, words=_flag_words, counted=False,
    ),
    "fort": Thing(
        "Fortification", lambda s, c: s.forts.get(c.hex * s.world.top + c.other, 0), _set_fort, _fort_check,
        lambda s, c: 9,
    ),
    "partisans": one(
        "partisans", lambda s, c: int(s.pags.get(c.hex, NOBODY) == c.power),
        lambda s, c, n: put(s.pags, c.hex, c.power, n > 0), _pag_check,
    ),
    "zone": one(
        "a Security Zone", lambda s, c: int(c.hex in s.zones),
        lambda s, c, n: put(s.zones, c.hex, c.other * POWERS + c.power, n > 0), _zone_check,
    ),
    "base": one("a bomber base", lambda s, c: s.bases.get(c.hex, 0) >> c.power & 1, _set_base, _base_check),
    "flak": one("a Flak Zone", lambda s, c: int(c.hex in s.flak), _set_flak, _flak_check),
    "works": Thing("Layers under construction", _has_works, _set_works, _works_check, lambda s, c: 9),
    "new_base": one(
        "a bomber base that is being built", lambda s, c: s.new_bases.get(c.hex, 0) >> c.power & 1, _set_new_base, _site_check,
    ),
    "first": Thing(
        "The alliance that places flags first, 0 for the Axis and 1 for the Allies",
        lambda s, c: s.first, lambda s, c, n: setattr(s, "first", n), _first_check, lambda s, c: 1,
        words=lambda s, c, n: f"{alliance(n, 'places', 'the')} flags first", counted=False,
    ),
    "hex": one("the line", lambda s, c: int(power_at(s, c.hex) == c.power), _set_hex, _hex_check),
}  # fmt: skip
IN_A_HEX = ("flag", "fort", "works", "partisans", "zone", "base", "new_base", "flak", "hex")
NO_POWER = ("fort", "first")

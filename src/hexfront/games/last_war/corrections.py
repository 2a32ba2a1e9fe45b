"""Control's pencil: anything on the map or in a Pool set, added or taken, each with a reason.

Nothing is taken on trust. A correction is first tried on a copy: the line is drawn anew, gaps are filled as the rules say,
every law of a position is asked, and so is the end of the step with what the teams have chosen so far. What would leave a
position that cannot be is refused, in words. RULING control-e.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.games.last_war import alliances, invariants
from hexfront.games.last_war.actions import ChangeSides, Correct, EndStep, Reopen, Rule, SetCombat
from hexfront.games.last_war.asks import Ask, Together
from hexfront.games.last_war.bombing import free_aircraft, threatened
from hexfront.games.last_war.cards import CARDS, combats
from hexfront.games.last_war.closing import claimable
from hexfront.games.last_war.data import BOMBERS, KIND_NAMES, KINDS, MEN, POWERS, SIDE_NAMES, code
from hexfront.games.last_war.deployment import stake_out
from hexfront.games.last_war.events import ControlNoted, ControlSpoke
from hexfront.games.last_war.flags import is_amphibious
from hexfront.games.last_war.front import fall_back, mend
from hexfront.games.last_war.plans import Attack, MoveUp, OrderCard
from hexfront.games.last_war.reckoning import COLOURS
from hexfront.games.last_war.state import (
    FREE,
    NOBODY,
    LastWarState,
    add,
    hold,
    is_held_by,
    is_in_war,
    pag_side,
    points,
    power_at,
)
from hexfront.games.last_war.withdrawal import loose_hexes
from hexfront.games.last_war.words import amount
from hexfront.kernel import CONTROL, Agenda, Violation, settle

MOST = 99  # of anything
LONGEST = 300  # characters in a reason
CASE = "cards.use-control"
HOW = ("set", "add", "take")
FLAG_PHASES = ("flags", "cards", "withdraw")  # while flags stand on the map and no combat has begun


def wrong(reason: str, at: str = "") -> Violation:
    return Violation(CASE, reason, at)


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
    ) -> None:
        self.title, self.read, self.write, self.check = title, read, write, check
        self.most, self.least, self.words = most, least, words


# --- stocks


def _stock(kind: int) -> Thing:
    """Points of a kind, in a hex or in the Pool."""

    def read(s: LastWarState, c: Correct) -> int:
        return s.pool[c.power * 6 + kind] if c.hex == NOBODY else points(s, c.hex, c.power, kind)

    def write(s: LastWarState, c: Correct, n: int) -> None:
        if c.hex == NOBODY:
            s.pool[c.power * 6 + kind] = n
            return
        key = code(c.hex, c.power, kind)
        add(s, c.hex, c.power, kind, n - points(s, c.hex, c.power, kind))
        if key in s.cargo:  # no more of it came over sea than there is
            s.cargo[key] = min(s.cargo[key], n)
            if not n:
                del s.cargo[key]

    def check(s: LastWarState, c: Correct) -> str:
        w = s.world
        if c.hex == NOBODY:
            return ""
        if w.beach_set >> c.hex & 1:
            return "Only Men and Tanks wait off a beach." if kind > 1 else ""
        if not is_held_by(s, c.hex, w.side_of[c.power]):
            return "Its side does not hold that hex."
        if kind == BOMBERS and not s.bases.get(c.hex, 0) >> c.power & 1:
            return "Bombers stand in a base: set that first."
        return ""

    return Thing(KIND_NAMES[kind], read, write, check, words=lambda s, c, n: amount(n, kind))


def _row(title: str, field: str, most: int = MOST, least: int = 0) -> Thing:
    """A number that each power has one of."""

    def read(s: LastWarState, c: Correct) -> int:
        value: int = getattr(s, field)[c.power]
        return value

    def write(s: LastWarState, c: Correct, n: int) -> None:
        getattr(s, field)[c.power] = n

    return Thing(title, read, write, _no_hex, lambda s, c: most, least)


def _no_hex(s: LastWarState, c: Correct) -> str:
    return "" if c.hex == NOBODY else "That is a power's, not a hex's."


def _area(title: str, field: str) -> Thing:
    """Something that each power has in each sea area: `other` is the area."""

    def read(s: LastWarState, c: Correct) -> int:
        value: int = getattr(s, field)[c.other * POWERS + c.power]
        return value

    def write(s: LastWarState, c: Correct, n: int) -> None:
        getattr(s, field)[c.other * POWERS + c.power] = n
        s.fights = [each for each in s.fights if _can_fight(s, each)]

    def check(s: LastWarState, c: Correct) -> str:
        return "" if 0 <= c.other < len(s.world.areas) else "There is no such sea area."

    def words(s: LastWarState, c: Correct, n: int) -> str:
        return f"{n} {title.lower()} in the {s.world.area_names[c.other]}"

    return Thing(title, read, write, check, words=words)


def _can_fight(s: LastWarState, fight: int) -> bool:
    """Whether both sides still have ships where a fleet action is due."""
    w = s.world
    area = fight // 2 * POWERS
    return all(any(s.fleet[area + n] for n in w.of_side[side]) for side in (0, 1))


def _set_me(s: LastWarState, c: Correct, n: int) -> None:
    """More or less effective now, and in the turns to come. What is hidden leaves the enemy's assessment as it is."""
    s.edge[c.power] += n - s.me[c.power]
    if c.hidden:
        s.guess[(1 - s.world.side_of[c.power]) * POWERS + c.power] -= n - s.me[c.power]
    s.me[c.power] = n


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
    return "" if others else "A side has at least one power in the war."


# --- cards and flags


def _set_card(s: LastWarState, c: Correct, n: int) -> None:
    s.hand[c.power] = s.hand[c.power] & ~(1 << c.other) | n << c.other
    played = (*CARDS, OrderCard)
    s.plans = [p for p in s.plans if not isinstance(p, played) or (p.power, p.card) != (c.power, c.other)]


def _card_check(s: LastWarState, c: Correct) -> str:
    return "" if 0 <= c.other < len(s.world.powers[c.power].cards) else "That power has no such card."


def _has_flag(s: LastWarState, c: Correct) -> int:
    return int(any((f.power, f.at, f.to) == (c.power, c.hex, c.other) for f in s.flags))


def _set_flag(s: LastWarState, c: Correct, n: int) -> None:
    s.flags = [f for f in s.flags if (f.power, f.at, f.to) != (c.power, c.hex, c.other)]
    if n:
        s.flags.append(Attack(c.power, c.hex, c.other, is_amphibious(s, c.hex, c.other)))


def _flag_check(s: LastWarState, c: Correct) -> str:
    w = s.world
    side = w.side_of[c.power]
    if s.phase not in FLAG_PHASES:
        return "Flags stand on the map from step 4 until the combats begin."
    if _has_flag(s, c):
        return ""
    by_sea = w.beaches.get(c.hex, NOBODY) == c.other
    if c.other not in w.near(c.hex) or not (by_sea or w.play >> c.hex & 1):
        return "A flag stands between two neighbouring hexes."
    if not points(s, c.hex, c.power, MEN):
        return "That power has no Men there to attack with."
    taken = any(
        f.at == c.hex and w.side_of[f.power] == side for f in (*s.flags, *s.plans) if isinstance(f, Attack)
    )
    if taken:
        return "An attack goes out from that hex already."
    foes = c.other in s.pags and pag_side(s, s.pags[c.other]) != side and is_held_by(s, c.other, side)
    return "" if foes or is_held_by(s, c.other, 1 - side) else "There is no enemy to attack there."


# --- markers in a hex


def _fort_check(s: LastWarState, c: Correct) -> str:
    if power_at(s, c.hex) == NOBODY:
        return "Nobody holds that hex."
    return "" if c.other in s.world.near(c.hex) else "A layer faces a neighbouring hex."


def _set_fort(s: LastWarState, c: Correct, n: int) -> None:
    _put(s.forts, c.hex * s.world.top + c.other, n, n > 0)


def _put(where: dict[int, int], key: int, value: int, is_there: bool) -> None:
    if is_there:
        where[key] = value
    else:
        where.pop(key, None)


def _pag_check(s: LastWarState, c: Correct) -> str:
    """Partisans of a power or, as `FREE` and `FREE` + 1, of nobody, for a side."""
    if c.hex in s.pags:
        return "" if s.pags[c.hex] == c.power else "Other partisans are there: take those first."
    if not is_held_by(s, c.hex, 1 - pag_side(s, c.power)):
        return "Partisans rise where the enemy rules."
    return "" if c.hex not in s.zones else "That is a Security Zone."


def _zone_check(s: LastWarState, c: Correct) -> str:
    if c.hex in s.zones:
        return "" if s.zones[c.hex] % POWERS == c.power else "Another power's zone is there: take that first."
    if not 0 <= c.other < len(s.world.purposes):
        return "Say what the zone is for."
    if c.hex in s.pags:
        return "There are partisans."
    if not is_held_by(s, c.hex, s.world.side_of[c.power]) or not points(s, c.hex, c.power, MEN):
        return "It takes a Man of that power, on ground of its side."
    return ""


def _base_check(s: LastWarState, c: Correct) -> str:
    w = s.world
    side = w.side_of[c.power]
    if s.bases.get(c.hex, 0) >> c.power & 1:
        return ""
    if not is_held_by(s, c.hex, side) or s.line[side] >> c.hex & 1:
        return "A base lies behind its own line."
    return ""


def _set_base(s: LastWarState, c: Correct, n: int) -> None:
    bit = 1 << c.power
    if n:
        s.bases[c.hex] = s.bases.get(c.hex, 0) | bit
        return
    alliances.close_base(s, c.hex, c.power)


def _flak_check(s: LastWarState, c: Correct) -> str:
    if c.hex in s.flak:
        return "" if s.flak[c.hex] == c.power else "Another power's Flak Zone is there: take that first."
    return "" if is_held_by(s, c.hex, s.world.side_of[c.power]) else "Its side does not hold that hex."


def _set_flak(s: LastWarState, c: Correct, n: int) -> None:
    _put(s.flak, c.hex, c.power, n > 0)
    if not n:
        s.flak_on &= ~(1 << c.hex)
        s.plans = [p for p in s.plans if getattr(p, "at", NOBODY) != c.hex]


def _hex_check(s: LastWarState, c: Correct) -> str:
    w = s.world
    frame = s.agenda[0] if s.agenda else None
    if not w.open_from(max(1, s.turn)) >> c.hex & 1:
        return "That hex is not in play."
    if not isinstance(frame, Together) and s.phase != "update":
        return "A combat or a choice is being settled there: end that first."
    if s.phase == "combat":
        return "The line is moved when the combats are over."
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


def _flag_words(title: str) -> Callable[[LastWarState, Correct, int], str]:
    return lambda s, c, n: f"{title} {'put up' if n else 'taken away'}"


def _one(
    title: str,
    read: Callable[[LastWarState, Correct], int],
    write: Callable[[LastWarState, Correct, int], None],
    check: Callable[[LastWarState, Correct], str],
) -> Thing:
    """Something that is there or not."""
    return Thing(title, read, write, check, lambda s, c: 1, words=_flag_words(title))


THINGS: dict[str, Thing] = {
    **{name: _stock(kind) for kind, name in enumerate(KINDS)},
    "concrete": _row("Concrete", "concrete"),
    "craft": _row("Landing craft", "craft"),
    "flags": _row("Offensive Flags", "flags_left", 12),
    "naval_flags": _row("Naval flags", "naval_left", 8),
    "partisans_left": _row("Partisans to place", "pag_left", 20),
    "morale": Thing(
        "Morale", lambda s, c: s.morale[c.power], lambda s, c, n: s.morale.__setitem__(c.power, n), _no_hex,
        lambda s, c: s.world.powers[c.power].morale,
    ),
    "effectiveness": Thing("Effectiveness", lambda s, c: s.me[c.power], _set_me, _no_hex, lambda s, c: 9, 1),
    "in_war": _one("its place in the war", lambda s, c: int(is_in_war(s, c.power)), _set_war, _war_check),
    "fleet": _area("Naval points", "fleet"),
    "navy_air": _area("Bombers with the Navy", "navy_air"),
    "card": _one("a card", lambda s, c: s.hand[c.power] >> c.other & 1, _set_card, _card_check),
    "flag": _one("an Offensive Flag", _has_flag, _set_flag, _flag_check),
    "fort": Thing(
        "Fortification", lambda s, c: s.forts.get(c.hex * s.world.top + c.other, 0), _set_fort, _fort_check,
        lambda s, c: 9,
    ),
    "partisans": _one(
        "partisans", lambda s, c: int(s.pags.get(c.hex, NOBODY) == c.power),
        lambda s, c, n: _put(s.pags, c.hex, c.power, n > 0), _pag_check,
    ),
    "zone": _one(
        "a Security Zone", lambda s, c: int(c.hex in s.zones),
        lambda s, c, n: _put(s.zones, c.hex, c.other * POWERS + c.power, n > 0), _zone_check,
    ),
    "base": _one("a bomber base", lambda s, c: s.bases.get(c.hex, 0) >> c.power & 1, _set_base, _base_check),
    "flak": _one("a Flak Zone", lambda s, c: int(c.hex in s.flak), _set_flak, _flak_check),
    "hex": _one("the line", lambda s, c: int(power_at(s, c.hex) == c.power), _set_hex, _hex_check),
}  # fmt: skip
IN_A_HEX = ("flag", "fort", "partisans", "zone", "base", "flak", "hex")
NO_POWER = ("fort",)


# --- what is refused


def violation(s: LastWarState, frame: Ask, action: Any) -> Violation | None:
    """What is wrong with a correction; Control's seat has been looked at. RULING control-e. Case cards.use-control."""
    if isinstance(action, Rule):
        return _wrong_ruling(s, action)
    if not action.why.isprintable() or len(action.why) > LONGEST or not action.why.strip():
        return wrong(f"Each correction has a reason: one line of at most {LONGEST} characters.")
    if isinstance(action, Correct):
        found = _wrong_correction(s, action)
    elif isinstance(action, ChangeSides):
        found = alliances.violation(s, action.power)
    elif isinstance(action, SetCombat):
        found = _wrong_result(s, action)
    elif isinstance(action, EndStep):
        return _wrong_end(s, frame, action)
    else:
        return _wrong_reopening(s, frame, action)
    return found or _tried(s, frame, action)


def _wrong_ruling(s: LastWarState, action: Rule) -> Violation | None:
    from hexfront.games.last_war.game import GAME

    if not action.text.strip() or len(action.text) > LONGEST or not action.text.isprintable():
        return wrong(f"A ruling is one line of at most {LONGEST} characters.")
    if action.case and action.case not in GAME.rulebook:
        return wrong("There is no such case in the rules.")
    if action.hex != NOBODY and not s.world.is_hex(action.hex):
        return wrong("There is no such hex.")
    return None


def _wrong_correction(s: LastWarState, c: Correct) -> Violation | None:
    w = s.world
    thing = THINGS.get(c.what)
    if thing is None:
        return wrong("There is nothing of that name to correct.")
    if c.how not in HOW or not 0 <= c.number <= MOST:
        return wrong(f"Set, add or take a number from 0 to {MOST}.")
    if c.hex != NOBODY and not w.is_hex(c.hex):
        return wrong("There is no such hex.")
    if c.what in IN_A_HEX and c.hex == NOBODY:
        return wrong("Say in which hex.")
    nobody = c.power == NOBODY and (c.what in NO_POWER or (c.what == "hex" and c.how == "take"))
    if not nobody:
        free = c.what == "partisans" and c.power in (FREE, FREE + 1)
        if not free and not 0 <= c.power < len(w.powers):
            return wrong("Say which power.")
        if not free and c.what not in ("in_war", "fort") and not is_in_war(s, c.power):
            return wrong("That power is not in the war.")
    if c.what == "hex" and c.how == "take" and c.power == NOBODY:
        c = Correct("hex", "take", power_at(s, c.hex), c.hex, number=1)
        if c.power == NOBODY:
            return wrong("Nobody holds that hex.", w.label(c.hex))
    if found := thing.check(s, c):
        return wrong(found, w.label(c.hex) if c.hex >= 0 else "")
    have, then = thing.read(s, c), wanted(s, thing, c)
    least, most = thing.least, max(thing.most(s, c), have)
    if not least <= then <= most:
        return wrong(f"{thing.title}: there are {have}; it can be {least} to {most}.")
    return wrong("That is as it stands already.") if have == then else None


def wanted(s: LastWarState, thing: Thing, c: Correct) -> int:
    """How many there are to be."""
    if c.how == "set":
        return c.number
    return thing.read(s, c) + (c.number if c.how == "add" else -c.number)


def _wrong_result(s: LastWarState, action: SetCombat) -> Violation | None:
    w = s.world
    if action.colour and action.colour not in COLOURS:
        return wrong("A combat ends green, yellow, blue, orange or red.")
    if action.side not in (0, 1) or not w.is_hex(action.hex):
        return wrong("There is no such combat.")
    if (action.hex, action.side) not in coming(s):
        return wrong(
            "That combat is not among those to come; one that was fought is corrected by its dice.",
            w.label(action.hex),
        )
    if s.ruled.get(action.hex * 2 + action.side, "") == action.colour:
        return wrong("That is as it stands already.")
    return None


def coming(s: LastWarState) -> list[tuple[int, int]]:
    """The combats still to be fought this turn: the hex attacked, and the side that attacks."""
    if s.phase == "combat":
        return [divmod(each, 2) for each in s.battles]
    return list(combats(s)) if s.phase in FLAG_PHASES else []


def _wrong_end(s: LastWarState, frame: Ask, action: EndStep) -> Violation | None:
    asked = [seat for seat in frame.asked(s) if seat != CONTROL]
    if not asked:
        return wrong("Nobody but Control is asked now.")
    if action.seat and action.seat not in asked:
        return wrong("That team has nothing to decide now, or is done.")
    return _tried(s, frame, action)


def _wrong_reopening(s: LastWarState, frame: Ask, action: Reopen) -> Violation | None:
    if not isinstance(frame, Together) or action.seat not in s.done or action.seat not in frame.concerned(s):
        return wrong("That team is not done with this step. A step that is over is reopened by going back.")
    return None


def _tried(s: LastWarState, frame: Ask, action: Any) -> Violation | None:
    """Try it on a copy, and the end of the step after it."""
    trial = s.clone()
    trial.agenda = trial.agenda[1:]
    trial.agenda = apply(trial, frame, action) + trial.agenda
    settle(trial)
    if found := next(invariants.faults(trial), ""):
        return wrong(f"That cannot be: {found}.")
    top = trial.agenda[0] if trial.agenda else None
    if trial.phase == "air" and any(free_aircraft(trial, n) < 0 for n in range(len(trial.world.powers))):
        return wrong("Those Aircraft are on air defence by now: end or reopen the step first.")
    if isinstance(top, Together) and not isinstance(action, EndStep):
        trial.agenda = trial.agenda[1:]
        trial.agenda = top.finish(trial) + trial.agenda
        settle(trial)
        if found := next(invariants.faults(trial), ""):
            return wrong(f"That does not go with what the teams have chosen in this step: {found}.")
    return None


# --- what is done


def apply(s: LastWarState, frame: Ask, action: Any) -> Agenda:
    """Carry out a correction and go on with the decision. Case cards.use-control."""
    if isinstance(action, Rule):
        case = f" ({action.case})" if action.case else ""
        tell(s, f"ruling: {action.text}{case}", action, action.hex, action.case or CASE)
        return (frame,)
    if isinstance(action, EndStep):
        return _end(s, frame, action)
    if isinstance(action, Reopen):
        tell(s, f"{s.world.seat_names[action.seat]} may go on with this step", action)
        s.done = [seat for seat in s.done if seat != action.seat]
        return (frame,)
    if isinstance(action, SetCombat):
        return _set_combat(s, frame, action)
    before, pool = dict(s.at), list(s.pool)
    shown, shown_pool = s.shown, s.shown_pool
    axis, allies = s.ground
    if isinstance(action, ChangeSides):
        tell(s, alliances.words(s, action.power), action)
        alliances.turn(s, action.power)
    else:
        _correct(s, action)
    mend(s)
    alliances.forget_plans(
        s, s.ground[0] ^ axis | s.ground[1] ^ allies
    )  # a hex that nobody could man was given up
    alliances.drop_flags(s)
    s.shown, s.shown_pool = shown, shown_pool
    _show(s, before, pool, action.hidden)
    refresh(s)
    if isinstance(frame, Together) and not frame.asked(s):
        return frame.finish(s)
    return (frame,)


def tell(s: LastWarState, text: str, action: Any, at: int = NOBODY, rule: str = CASE) -> None:
    """Put what Control did into the log and among its rulings, or into its own alone. RULING control-f."""
    why = getattr(action, "why", "")
    text = f"{text}. {why}" if why else text
    note = f"Turn {s.turn}: {text}"
    if action.hidden:
        s.asides.append(note)
        s.emit(ControlNoted(text, at, rule))
    else:
        s.notes.append(note)
        s.emit(ControlSpoke(text, at, rule))


def _correct(s: LastWarState, c: Correct) -> None:
    w = s.world
    thing = THINGS[c.what]
    if c.what == "hex" and c.power == NOBODY:
        c = Correct("hex", c.how, power_at(s, c.hex), c.hex, number=1, why=c.why, hidden=c.hidden)
    have, then = thing.read(s, c), wanted(s, thing, c)
    place = f" at {w.title(c.hex)}" if c.hex >= 0 else ""
    whose = f"{w.powers[c.power].name}: " if 0 <= c.power < len(w.powers) else ""
    if thing.words is None:
        text = f"{whose}{thing.title}{place} {have} to {then}"
    else:
        was = f", before {have}" if thing.most(s, c) > 1 else ""
        text = f"{whose}{thing.words(s, c, then)}{place or (' in the Pool' if c.what in KINDS else '')}{was}"
    tell(s, text, c, c.hex)
    thing.write(s, c, then)
    if 0 <= c.power < len(w.powers):  # who had nothing to do may have something now
        s.done = [seat for seat in s.done if seat != w.seat_of[c.power]]


def _show(s: LastWarState, before: dict[int, int], pool: list[int], hidden: bool) -> None:
    """Let the teams see what has changed, and nothing of what they still keep from one another. What is hidden shows when
    the step is laid open, but for who stands in a hex at all: allies count on one another's Men. RULING control-f."""
    s.shown, s.shown_pool = dict(s.shown), list(s.shown_pool)
    for key in {*before, *s.at}:
        was, now = before.get(key, 0), s.at.get(key, 0)
        seen = s.shown.get(key, 0)
        if was != now and (not hidden or not was or not now):
            _put(s.shown, key, max(1, seen + now - was), now > 0)
    for n, (old, new) in enumerate(zip(pool, s.pool, strict=True)):
        if not hidden:
            s.shown_pool[n] = max(0, s.shown_pool[n] + new - old)


def refresh(s: LastWarState) -> None:
    """Work out again what a step notes once at its beginning. Teams turn away from the hex they had in hand."""
    s.focus = {}
    if s.phase == "air":
        s.threat = [threatened(s, side) for side in (0, 1)]
    elif s.phase == "deploy":
        stake_out(s)
    elif s.phase == "close":
        s.claims = [MoveUp(n, i) for n in range(len(s.world.powers)) for i in claimable(s, n)]
        s.plans = [p for p in s.plans if p in s.claims]
    elif s.phase == "withdraw":
        s.loose = loose_hexes(s)


def _set_combat(s: LastWarState, frame: Ask, action: SetCombat) -> Agenda:
    key = action.hex * 2 + action.side
    ruled = dict(s.ruled)
    if action.colour:
        ruled[key] = action.colour
        text = f"the attack of the {SIDE_NAMES[action.side]} on {s.world.title(action.hex)} ends {COLOURS[action.colour]}"
    else:
        ruled.pop(key)
        text = f"the attack on {s.world.title(action.hex)} is left to the dice again"
    s.ruled = ruled
    tell(s, text, action, action.hex)
    return (frame,)


def _end(s: LastWarState, frame: Ask, action: EndStep) -> Agenda:
    """A team is done because Control says so; a choice of one team is made the quiet way. RULING control-i."""
    seats = [seat for seat in frame.asked(s) if seat != CONTROL and action.seat in ("", seat)]
    names = ", ".join(s.world.seat_names[seat] for seat in seats)
    tell(s, f"the step is over for {names}", action)
    if not isinstance(frame, Together):
        seat = seats[0]
        found = frame.legal(s, seat)
        quiet = next((a for a in found if frame.option(s, seat, a).ends), found[0])
        return frame.apply(s, seat, quiet)
    for seat in seats:
        s.focus.pop(seat, None)
        s.done.append(seat)
    return (frame,) if frame.asked(s) else frame.finish(s)


__all__ = ["THINGS", "apply", "coming", "violation"]

"""What Control can correct in the records: losses, production, convoys, what is allotted to a combat, the air and sea orders of the
turn. It works as in `things`, which has what stands on the map. RULING control-e."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.last_war.actions import Correct
from hexfront.games.last_war.asks import Together
from hexfront.games.last_war.bombing import lines_left
from hexfront.games.last_war.cards import combats
from hexfront.games.last_war.data import BOMBERS, KINDS, LINES, POWERS, LastWarWorld, code
from hexfront.games.last_war.industry import LINES_A_ZONE, zone_lines
from hexfront.games.last_war.naval import can_fight
from hexfront.games.last_war.plans import Ashore, BoonCard, ColumnCard, DieCard, ToSea
from hexfront.games.last_war.state import LastWarState, points
from hexfront.games.last_war.things import FLAG_PHASES, MOST, Thing, no_hex, one, put, row
from hexfront.games.last_war.words import MADE, amount
from hexfront.kernel import with_item, without
from hexfront.words import quantity

Check = Callable[[LastWarState, Correct], str]
ROLES = ("attack", "defence")
KEPT, ON_DIE, FOR_COLUMN, FOR_BOON = range(4)  # from FOR_BOON on, the advantages that tables.toml lists


def card_uses(w: LastWarWorld) -> tuple[str, ...]:
    """What a card can be for in a combat, in words."""
    return (
        "kept",
        "on the die",
        "for a column",
        *(f"used to {boon.removesuffix(' in this combat')}" for boon in w.boons),
    )


SHARES_LENT = ("LSP", "equipment")


def _bit(title: str, field: str, check: Check, *, by_hex: bool) -> Thing:
    """Whether a hex, or a power, is marked for this turn."""

    def place(c: Correct) -> int:
        return c.hex if by_hex else c.power

    def read(s: LastWarState, c: Correct) -> int:
        marked: int = getattr(s, field) >> place(c) & 1
        return marked

    def write(s: LastWarState, c: Correct, n: int) -> None:
        setattr(s, field, getattr(s, field) & ~(1 << place(c)) | n << place(c))

    return one(title, read, write, check)


def _entry(
    title: str,
    field: str,
    key: Callable[[LastWarState, Correct], int],
    check: Check,
    words: Callable[[LastWarState, Correct, int], str] | None = None,
    most: Callable[[LastWarState, Correct], int] = lambda s, c: MOST,
) -> Thing:
    """A number in a table of the state that holds no zeros."""

    def read(s: LastWarState, c: Correct) -> int:
        value: int = getattr(s, field).get(key(s, c), 0)
        return value

    def write(s: LastWarState, c: Correct, n: int) -> None:
        found = dict(getattr(s, field))
        put(found, key(s, c), n, n > 0)
        setattr(s, field, found)

    return Thing(title, read, write, check, most, words=words)


# --- losses, loans and convoys


def _kind_check(s: LastWarState, c: Correct) -> str:
    return no_hex(s, c) or ("" if 0 <= c.other < len(KINDS) else "Say which kind.")


def _lost_words(s: LastWarState, c: Correct, n: int) -> str:
    return f"{amount(n, c.other)} in the loss record"


def _loan_check(s: LastWarState, c: Correct) -> str:
    return no_hex(s, c) or ("" if c.other in (0, 1) else "Say LSP or equipment.")


def _cargo_check(s: LastWarState, c: Correct) -> str:
    if not 0 <= c.other < len(KINDS):
        return "Say which kind."
    return "" if points(s, c.hex, c.power, c.other) else "There is nothing of that kind."


# --- production: `other` is zone * 8 + kind of line


def lines_of(s: LastWarState, c: Correct) -> list[str]:
    """The lines of the zone that a correction is about."""
    zone = c.other // 8
    return dict(zone_lines(s, s.world.zones[zone][0]))[zone]


def _line_check(s: LastWarState, c: Correct) -> str:
    zone, kind = divmod(c.other, 8)
    if not 0 <= zone < len(s.world.zones) or kind >= len(LINES):
        return "Say which line of which Industrial Zone."
    if s.world.zones[zone][0] != c.power:
        return "That zone belongs to another power."
    if not s.turn:
        return "Industry begins with the first turn."
    return "" if c.hex < 0 else "A production line belongs to a zone, not to a hex."


def _line_words(what: str) -> Callable[[LastWarState, Correct, int], str]:
    def words(s: LastWarState, c: Correct, n: int) -> str:
        zone, kind = divmod(c.other, 8)
        return f"{what} of {MADE[LINES[kind]]} in {s.world.zones[zone][1].name}: {n}"

    return words


def _count(s: LastWarState, c: Correct) -> int:
    return lines_of(s, c).count(LINES[c.other % 8])


def _set_lines(s: LastWarState, c: Correct, n: int) -> None:
    s.more_lines = {**s.more_lines, c.other: s.more_lines.get(c.other, 0) + n - _count(s, c)}
    if not s.more_lines[c.other]:
        s.more_lines = without(s.more_lines, c.other)


def _most_lines(s: LastWarState, c: Correct) -> int:
    return _count(s, c) + max(0, LINES_A_ZONE // 2 - len(lines_of(s, c)))


def _line_codes(s: LastWarState, c: Correct) -> list[int]:
    """The codes of the lines of that kind in that zone."""
    zone, kind = divmod(c.other, 8)
    return [zone * LINES_A_ZONE + n for n, each in enumerate(lines_of(s, c)) if each == LINES[kind]]


def _idle(s: LastWarState, c: Correct) -> int:
    return sum(1 for line in _line_codes(s, c) if line in s.idle)


def _set_idle(s: LastWarState, c: Correct, n: int) -> None:
    here = _line_codes(s, c)
    s.idle = tuple([line for line in s.idle if line not in here] + here[len(here) - n :])


def _retool_check(s: LastWarState, c: Correct) -> str:
    if found := _line_check(s, c):
        return found
    if c.how != "set" or not 0 <= c.number < len(LINES):
        return "Say what it will make."
    zone = c.other // 8
    own = [line for line in _line_codes(s, c) if line % LINES_A_ZONE < _printed(s, zone)]
    return "" if own else "There is no such line there."


def _printed(s: LastWarState, zone: int) -> int:
    """How many lines the briefing gives a zone."""
    owner = s.world.zones[zone][0]
    added = sum(max(0, s.more_lines.get(zone * 8 + k, 0)) for k in range(len(LINES)))
    return len(dict(zone_lines(s, owner))[zone]) - added


def _retool(s: LastWarState, c: Correct, n: int) -> None:
    """The last such line of the briefing makes something else from now on, without standing still for a turn."""
    printed = _printed(s, c.other // 8)
    s.tooling = {**s.tooling, [line for line in _line_codes(s, c) if line % LINES_A_ZONE < printed][-1]: n}


def _retool_words(s: LastWarState, c: Correct, n: int) -> str:
    zone, kind = divmod(c.other, 8)
    return (
        f"a line of {MADE[LINES[kind]]} in {s.world.zones[zone][1].name} makes {MADE[LINES[n]]} from now on"
    )


# --- what is allotted to a combat: `other` is the role, or the card


def _role_check(s: LastWarState, c: Correct) -> str:
    if s.phase not in (*FLAG_PHASES[1:], "combat"):
        return "That is allotted in step 5."
    return "" if c.other in (0, 1) else "Say whether to the attack or to the defence."


def _stake_check(s: LastWarState, c: Correct) -> str:
    if found := _role_check(s, c):
        return found
    fought = [(flag.to if c.other else flag.at) for flag in s.flags]
    return "" if c.hex in fought else "That hex is not on that side of a combat."


def _backing_check(s: LastWarState, c: Correct) -> str:
    if found := _role_check(s, c):
        return found
    side = s.world.side_of[c.power]
    return "" if (c.hex, side if not c.other else 1 - side) in combats(s) else "There is no such combat."


def _role_key(s: LastWarState, c: Correct) -> int:
    return (c.hex * POWERS + c.power) * 2 + c.other


def _role_words(kind: str) -> Callable[[LastWarState, Correct, int], str]:
    return lambda s, c, n: f"{n} {kind} for the {ROLES[c.other]}"


def _use(s: LastWarState, c: Correct) -> int:
    """What a card is played for in a combat: nothing, the die, a column, or another advantage."""
    for p in s.cards:
        if (p.power, p.card, p.at) == (c.power, c.other, c.hex):
            return (
                FOR_BOON + p.boon
                if isinstance(p, BoonCard)
                else FOR_COLUMN
                if isinstance(p, ColumnCard)
                else ON_DIE
            )
    return KEPT


def _set_use(s: LastWarState, c: Correct, n: int) -> None:
    side = s.world.side_of[c.power]
    s.cards = [p for p in s.cards if (p.power, p.card) != (c.power, c.other)]
    s.plans = [p for p in s.plans if (p.power, getattr(p, "card", -1)) != (c.power, c.other)]
    if n == KEPT:
        s.hand = with_item(s.hand, c.power, s.hand[c.power] | (1 << c.other))
        return
    s.hand = with_item(s.hand, c.power, s.hand[c.power] & ~(1 << c.other))
    if n >= FOR_BOON:
        s.cards.append(BoonCard(c.power, c.other, side, c.hex, n - FOR_BOON))
    else:
        s.cards.append((DieCard if n == ON_DIE else ColumnCard)(c.power, c.other, side, c.hex))


def _use_check(s: LastWarState, c: Correct) -> str:
    if not 0 <= c.other < len(s.world.powers[c.power].cards):
        return "That power has no such card."
    if s.phase not in (*FLAG_PHASES[1:], "combat") or not any(i == c.hex for i, _ in combats(s)):
        return "There is no such combat."
    return ""


def _use_words(s: LastWarState, c: Correct, n: int) -> str:
    return f"the card {s.world.powers[c.power].cards[c.other].name} is {card_uses(s.world)[n]} in the combat"


# --- air and sea


def _on_map(s: LastWarState, c: Correct) -> str:
    return "" if s.world.board.on_map >> c.hex & 1 else "There is no such hex."


def _flak_here(s: LastWarState, c: Correct) -> str:
    return "" if s.flak.get(c.hex, -1) == c.power else "That power has no Flak Zone there."


def _base_here(s: LastWarState, c: Correct) -> str:
    return "" if s.bases.get(c.hex, 0) >> c.power & 1 else "That power has no base there."


def _service(kind: type[ToSea | Ashore], title: str) -> Thing:
    """Bombers that are changing service, to or from a sea area."""

    def mine(c: Correct, p: ToSea | Ashore) -> bool:
        return type(p) is kind and (p.power, p.area) == (c.power, c.other)

    def read(s: LastWarState, c: Correct) -> int:
        return sum(1 for p in s.missions if mine(c, p))

    def write(s: LastWarState, c: Correct, n: int) -> None:
        new = ToSea(c.power, -1, c.other) if kind is ToSea else Ashore(c.power, c.other)
        s.missions = [p for p in s.missions if not mine(c, p)] + [new] * n

    def words(s: LastWarState, c: Correct, n: int) -> str:
        return f"{quantity(n, 'bomber')} {title} in the {s.world.area_names[c.other]}"

    return Thing(f"Bombers {title}", read, write, _area_check, words=words)


def _area_check(s: LastWarState, c: Correct) -> str:
    return no_hex(s, c) or ("" if 0 <= c.other < len(s.world.areas) else "There is no such sea area.")


def _fight_check(s: LastWarState, c: Correct) -> str:
    if found := _area_check(s, c):
        return found
    if s.phase != "sea" or not isinstance(s.agenda[0], Together):
        return "Fleets give battle in the step at sea."
    return "" if can_fight(s, c.other) else "Both sides need ships there."


def _fights(s: LastWarState, c: Correct) -> int:
    return int(c.other * 2 + s.world.side_of[c.power] in s.fights)


def _set_fight(s: LastWarState, c: Correct, n: int) -> None:
    fight = c.other * 2 + s.world.side_of[c.power]
    s.fights = tuple([each for each in s.fights if each != fight] + [fight] * n)


def _straightening(s: LastWarState, c: Correct) -> str:
    return "" if s.phase == "straighten" else "Lines are straightened in step 9."


def _hole(s: LastWarState, c: Correct) -> str:
    if found := _straightening(s, c):
        return found
    if not s.world.play >> c.hex & 1:
        return "That hex is not in play."
    held = (s.ground[0] | s.ground[1]) >> c.hex & 1
    return "That hex is held already." if held and not s.vacated >> c.hex & 1 else ""


def _set_losses(s: LastWarState, c: Correct, n: int) -> None:
    s.lost = with_item(s.lost, c.power * 6 + c.other, n)


def _set_loan(s: LastWarState, c: Correct, n: int) -> None:
    s.lent = with_item(s.lent, c.power * 2 + c.other, n)


LEDGERS: dict[str, Thing] = {
    "lost": Thing(
        "Losses", lambda s, c: s.lost[c.power * 6 + c.other], _set_losses,
        _kind_check, lambda s, c: 999, words=_lost_words,
    ),
    "lent": Thing(
        "Lend-lease given this turn", lambda s, c: s.lent[c.power * 2 + c.other],
        _set_loan, _loan_check,
        words=lambda s, c, n: f"{n} {SHARES_LENT[c.other]} lent this turn",
    ),
    "levy": row("Men called up early", "levy"),
    "bought": row("Flags to place in step 5", "bought", 12),
    "sailed": row("Naval moves made this turn", "sailed"),
    "shipped": row("Points shipped this turn", "shipped"),
    "cargo": _entry(
        "Points that came by sea this turn", "cargo", lambda s, c: code(c.hex, c.power, c.other), _cargo_check,
        lambda s, c, n: f"{amount(n, c.other)} by sea this turn", lambda s, c: points(s, c.hex, c.power, c.other),
    ),
    "lines": Thing("Production lines", _count, _set_lines, _line_check, _most_lines, words=_line_words("lines")),
    "retool": Thing(
        "What a line makes", lambda s, c: -1, _retool, _retool_check, lambda s, c: len(LINES) - 1, words=_retool_words,
        counted=False,
    ),
    "shut": _entry(
        "Lines bombed out this turn", "shut", lambda s, c: c.other, _line_check, _line_words("lines bombed out"),
        lambda s, c: s.shut.get(c.other, 0) + lines_left(s, c.other // 8).count(LINES[c.other % 8]),
    ),
    "idle": Thing(
        "Lines stopped this turn", _idle, _set_idle, _line_check, _count, words=_line_words("lines that stand still"),
    ),
    "stake": _entry(
        "LSP allotted", "stakes", _role_key, _stake_check, _role_words("LSP"),
    ),
    "backing": _entry(
        "Bombers allotted", "backing", _role_key, _backing_check, _role_words("bombers"),
        lambda s, c: sum(points(s, base, c.power, BOMBERS) for base in s.bases),
    ),
    "played": Thing(
        "A card in a combat", _use, _set_use, _use_check, lambda s, c: len(card_uses(s.world)) - 1, words=_use_words,
        counted=False,
    ),
    "guard": _entry(
        "Aircraft on air defence", "guard", lambda s, c: c.hex * POWERS + c.power, _on_map,
        lambda s, c, n: f"{n} Aircraft on air defence",
    ),
    "turned_back": _entry(
        "Bombers turned back", "cancelled", lambda s, c: c.hex, _on_map, lambda s, c, n: f"{quantity(n, 'bomber')} turned back",
    ),
    "flak_on": _bit("the guns of a Flak Zone", "flak_on", _flak_here, by_hex=True),
    "support": _entry(
        "Bombers kept for the land battle", "support", lambda s, c: c.hex * POWERS + c.power, _base_here,
        lambda s, c, n: f"{quantity(n, 'bomber')} kept for the land battle",
        lambda s, c: points(s, c.hex, c.power, BOMBERS),
    ),
    "paid": _bit("a base in operation", "paid", _base_here, by_hex=True),
    "to_sea": _service(ToSea, "on their way to the Navy"),
    "ashore": _service(Ashore, "on their way back from the Navy"),
    "fight": Thing(
        "A fleet action", _fights, _set_fight, _fight_check, lambda s, c: 1,
        words=lambda s, c, n: f"a fleet action in the {s.world.area_names[c.other]} {'ordered' if n else 'called off'}",
    ),
    "bombed": _bit("its towns bombed unopposed", "struck", no_hex, by_hex=False),
    "leave": _bit("permission to withdraw", "leave", no_hex, by_hex=False),
    "conformed": _bit("the mark of a hex that has conformed", "conformed", _straightening, by_hex=True),
    "vacated": _bit("the mark of a hex given up", "vacated", _hole, by_hex=True),
}  # fmt: skip
LEDGERS_IN_A_HEX = (
    "cargo", "stake", "backing", "played", "guard", "turned_back", "flak_on", "support", "paid", "conformed", "vacated",
)  # fmt: skip

__all__ = ["LEDGERS", "LEDGERS_IN_A_HEX", "ROLES", "SHARES_LENT", "card_uses"]

"""Control's forms: everything it can correct, as a client asks for it."""

from __future__ import annotations

from typing import Any

from hexfront.games.last_war.asks import Ask, Roll, Together
from hexfront.games.last_war.cards import combats
from hexfront.games.last_war.corrections import HOW, THINGS, coming
from hexfront.games.last_war.data import KIND_NAMES, KINDS, LINES, SIDE_NAMES
from hexfront.games.last_war.ledgers import ROLES, SHARES_LENT, card_uses
from hexfront.games.last_war.reckoning import COLOURS
from hexfront.games.last_war.state import FREE, NOBODY, LastWarState, is_in_war
from hexfront.games.last_war.things import FLAG_PHASES
from hexfront.games.last_war.words import MADE, alliance
from hexfront.kernel import CONTROL, Form, FormField

Choices = tuple[tuple[Any, str], ...]
_WHY = FormField("why", "Reason", "words")
_HIDDEN = FormField("hidden", "Hidden from the teams", "flag", value=False)
_HOW = FormField("how", "Do", choices=tuple((how, how.capitalize()) for how in HOW), value="add")
_THERE = FormField("how", "Do", choices=(("set", "Put up"), ("take", "Take away")), value="set")
_IN_WAR = FormField("number", "Is", choices=((0, "Out of the war"), (1, "In the war again")))
_FLAG = FormField("number", "Is", choices=((1, "There"), (2, "There, with landing craft"), (0, "Not there")))
_NUMBER = FormField("number", "How many", "number", value=1)
_HEX = FormField("hex", "Hex", "place")
_TOWARDS = FormField("other", "Towards", "place")
_POOL = FormField("hex", "Hex, or empty for the Pool", "place", value=NOBODY, optional=True)
_END = (_WHY, _HIDDEN)


def _power(s: LastWarState, *more: tuple[int, str], label: str = "Power") -> FormField:
    named = tuple((n, power.name) for n, power in enumerate(s.world.powers) if is_in_war(s, n))
    return FormField("power", label, choices=(*named, *more))


def _anyone(s: LastWarState) -> FormField:
    """Powers in the war, and those that have left it."""
    here = [n for n in range(len(s.world.powers)) if is_in_war(s, n) or s.out_of_war >> n & 1]
    return FormField("power", "Power", choices=tuple((n, s.world.powers[n].name) for n in here))


def _what(*names: str) -> FormField:
    return FormField(
        "what", "What", choices=tuple((name, THINGS[name].title) for name in names), value=names[0]
    )


def forms(s: LastWarState) -> tuple[Form, ...]:
    """All forms that can be filled in now, even while a roll is waited for. RULING control-j."""
    if not s.agenda or not isinstance(s.agenda[0], Ask | Roll):
        return ()
    power = _power(s)
    out = [
        Form("stock", "A stock, in a hex or a Pool", "Correct", (_what(*KINDS), _HOW, power, _POOL, _NUMBER, *_END)),
        Form(
            "power", "A number of a power", "Correct",
            (
                _what(
                    "morale", "effectiveness", "assessment", "flags", "naval_flags", "bought", "concrete", "craft",
                    "partisans_left", "levy", "sailed", "shipped",
                ),
                _HOW, power, _NUMBER, *_END,
            ),
        ),
        Form("line", "The line", "Correct", (_line(s), _HEX, *_END), about="Who holds a hex; gaps in the line close by the rules."),
        Form("fort", "A fortification", "Correct", (_HOW, _HEX, _TOWARDS, _NUMBER, *_END), {"what": "fort"}),
        Form("works", "Works under construction", "Correct", (_HOW, power, _HEX, _TOWARDS, _NUMBER, *_END), {"what": "works"}),
        Form(
            "marker", "A base or a Flak Zone", "Correct",
            (_what("base", "new_base", "paid", "flak", "flak_on"), _THERE, power, _HEX, *_END),
        ),
        Form("zone", "A Security Zone", "Correct", (_THERE, power, _HEX, _purpose(s), *_END), {"what": "zone"}),
        Form(
            "partisans", "Partisans", "Correct",
            (
                _THERE, _power(s, (FREE, "Nobody's, for the Axis"), (FREE + 1, "Nobody's, for the Allies")),
                _HEX, *_END,
            ),
            {"what": "partisans"},
        ),
        Form("card", "An Advantage Card", "Correct", (_THERE, _card(s), *_END), {"what": "card"}),
        Form(
            "air", "Air defence and bombers this turn", "Correct",
            (_what("guard", "turned_back", "support"), _HOW, power, _HEX, _NUMBER, *_END),
        ),
        *_records(s),
        *_industry(s),
        *_allotted(s),
    ]  # fmt: skip
    out += [*_now(s, power), *_steps(s)]
    text = FormField("text", "Ruling", "words")
    case = FormField("case", "Case", "words", value="", optional=True)
    where = FormField("hex", "Hex, if it is about one", "place", value=NOBODY, optional=True)
    out.append(Form("ruling", "A ruling", "Rule", (text, case, where, _HIDDEN)))
    return tuple(out)


def _now(s: LastWarState, power: FormField) -> list[Form]:
    """What there is in some phases and scenarios alone: flags, the sea, combats that are to come."""
    w = s.world
    out: list[Form] = []
    if s.phase in FLAG_PHASES:
        out.append(
            Form(
                "flag",
                "An Offensive Flag",
                "Correct",
                (_FLAG, power, _HEX, _TOWARDS, *_END),
                {"what": "flag", "how": "set"},
            )
        )
    if w.areas:
        area = FormField("other", "Sea area", choices=tuple(enumerate(w.area_names)))
        out.append(
            Form(
                "sea",
                "Ships, or bombers at sea",
                "Correct",
                (_what("fleet", "navy_air", "to_sea", "ashore", "fight"), _HOW, power, area, _NUMBER, *_END),
            )
        )
        out.append(Form("alliance", "A power changes sides", "ChangeSides", (power, *_END)))
    fights = tuple(
        ({"hex": i, "side": side}, f"{alliance(side, 'attacks')} {w.title(i)}") for i, side in coming(s)
    )
    if fights:
        colour = FormField("colour", "Ends", choices=(*COLOURS.items(), ("", "by the dice")))
        out.append(
            Form(
                "combat",
                "The result of a combat",
                "SetCombat",
                (FormField("combat", "Combat", choices=fights), colour, *_END),
            )
        )
    return out


def _records(s: LastWarState) -> list[Form]:
    """Losses, loans, what came by sea, and marks that last for the turn."""
    power = _power(s)
    kind = FormField("other", "Kind", choices=tuple(enumerate(KIND_NAMES)))
    loan = FormField("other", "Of", choices=tuple(enumerate(SHARES_LENT)))
    out = [
        Form("lost", "The loss record", "Correct", (_HOW, power, kind, _NUMBER, *_END), {"what": "lost"}),
        Form("lent", "Lend-lease given this turn", "Correct", (_HOW, power, loan, _NUMBER, *_END), {"what": "lent"}),
        Form("cargo", "What came by sea this turn", "Correct", (_HOW, power, _HEX, kind, _NUMBER, *_END), {"what": "cargo"}),
        Form("mark", "A power's mark for the turn", "Correct", (_what("leave", "bombed"), _THERE, power, *_END)),
        Form("in_war", "A power leaves the war, or comes back", "Correct", (_IN_WAR, _anyone(s), *_END), {"what": "in_war", "how": "set"}),
    ]  # fmt: skip
    if s.phase in ("flags", "cards"):
        first = FormField("number", "First", choices=tuple(enumerate(SIDE_NAMES)))
        out.append(
            Form(
                "first", "Who places flags first", "Correct", (first, *_END), {"what": "first", "how": "set"}
            )
        )
    if s.phase == "straighten":
        marks = _what("conformed", "vacated")
        out.append(Form("straight", "A hex in straightening", "Correct", (marks, _THERE, power, _HEX, *_END)))
    return out


def _industry(s: LastWarState) -> list[Form]:
    """Production lines, zone by zone."""
    zones: Choices = tuple(
        ({"power": n, "other": zone * 8 + k}, f"{s.world.powers[n].name}, {found.name}: {MADE[kind]}")
        for zone, (n, found, _) in enumerate(s.world.zones)
        for k, kind in enumerate(LINES)
        if is_in_war(s, n)
    )
    if not zones:
        return []
    line = FormField("line", "Line", choices=zones)
    makes = FormField("number", "Makes", choices=tuple((k, MADE[kind]) for k, kind in enumerate(LINES)))
    return [
        Form(
            "lines",
            "Production lines",
            "Correct",
            (_what("lines", "shut", "idle"), _HOW, line, _NUMBER, *_END),
        ),
        Form(
            "retool", "What a line makes", "Correct", (line, makes, *_END), {"what": "retool", "how": "set"}
        ),
    ]


def _allotted(s: LastWarState) -> list[Form]:
    """What is allotted to the combats of this turn."""
    if s.phase not in (*FLAG_PHASES[1:], "combat") or not s.flags:
        return []
    role = FormField("other", "To", choices=tuple((n, f"the {role}") for n, role in enumerate(ROLES)))
    where: Choices = tuple(({"hex": i}, s.world.title(i)) for i in sorted({i for i, _ in combats(s)}))
    use = FormField("number", "Is", choices=tuple(enumerate(card_uses(s.world))))
    return [
        Form(
            "allotted", "LSP or bombers in a combat", "Correct",
            (_what("stake", "backing"), _HOW, _power(s), _HEX, role, _NUMBER, *_END),
        ),
        Form(
            "played", "A card in a combat", "Correct", (_card(s), FormField("combat", "In", choices=where), use, *_END),
            {"what": "played", "how": "set"},
        ),
    ]  # fmt: skip


def _line(s: LastWarState) -> FormField:
    held = tuple(
        ({"what": "hex", "how": "set", "power": n}, power.name)
        for n, power in enumerate(s.world.powers)
        if is_in_war(s, n)
    )
    return FormField(
        "held", "Held by", choices=(*held, ({"what": "hex", "how": "take", "power": NOBODY}, "Nobody"))
    )


def _purpose(s: LastWarState) -> FormField:
    return FormField("other", "For", choices=tuple(enumerate(s.world.purposes)), value=0)


def _card(s: LastWarState) -> FormField:
    found = tuple(
        ({"power": n, "other": c}, f"{power.name}: {card.name} ({card.value})")
        for n, power in enumerate(s.world.powers)
        for c, card in enumerate(power.cards)
        if is_in_war(s, n)
    )
    return FormField("card", "Card", choices=found)


def _steps(s: LastWarState) -> list[Form]:
    """Ending and reopening what is being decided."""
    w = s.world
    frame = s.agenda[0] if s.agenda else None
    if not isinstance(frame, Ask):
        return []
    asked = [seat for seat in frame.asked(s) if seat != CONTROL]
    done = [seat for seat in s.done if isinstance(frame, Together) and seat in frame.concerned(s)]
    out = []
    if asked:
        teams: Choices = (("", "All that are not done"), *((seat, w.seat_names[seat]) for seat in asked))
        out.append(
            Form("end", "End the step", "EndStep", (FormField("seat", "For", choices=teams, value=""), *_END))
        )
    if done:
        again: Choices = tuple((seat, w.seat_names[seat]) for seat in done)
        out.append(
            Form("reopen", "Reopen the step", "Reopen", (FormField("seat", "For", choices=again), *_END))
        )
    return out


def places(s: LastWarState) -> dict[str, int]:
    """Every hex in play and every beach, by its number."""
    w = s.world
    return {w.label(i): i for i in range(w.top * w.top) if w.is_hex(i) and (w.play | w.beach_set) >> i & 1}

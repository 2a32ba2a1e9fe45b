"""`hexfront resolve`: the table assistant for those who play with the printed game."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from hexfront.cli.common import Commands, add_json, command, print_json
from hexfront.errors import BadData, HexfrontError, UnknownName
from hexfront.games import get
from hexfront.wargame import Answer, BadField, Calculator, Field


def add(commands: Commands) -> None:
    examples = (
        "hexfront resolve turns_east\n"
        "hexfront resolve turns_east --input combat.json --json\n"
        'echo \'{"attackers": [8, "6/2"], "defenders": [4], "roll": 5}\' | hexfront resolve turns_east\n'
        "hexfront resolve turns_east --fields"
    )
    parser = command(commands, "resolve", examples)
    parser.add_argument("game", help="the game")
    parser.add_argument(
        "--input",
        metavar="FILE",
        help="a JSON file that describes a combat, or a list of several; - for stdin",
    )
    parser.add_argument("--fields", action="store_true", help="list the fields that describe a combat")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    calculator = game.calculator()
    if calculator is None:
        raise UnknownName(f"{game.title} has no table assistant.")
    if args.fields:
        return fields(calculator, args.json)
    if args.input is None and sys.stdin.isatty():
        data: dict[str, Any] | list[dict[str, Any]] = asked(calculator)
    else:
        data = read(args.input or "-")
    combats = data if isinstance(data, list) else [data]
    answers = [
        _resolved(calculator, combat, k if len(combats) > 1 else 0) for k, combat in enumerate(combats, 1)
    ]
    if args.json:
        print_json(answers if isinstance(data, list) else answers[0])
    else:
        print("\n\n".join(calculator.text(answer) for answer in answers))
    return 0


def _resolved(calculator: Calculator, combat: dict[str, Any], number: int) -> Answer:
    """A combat worked out; what is wrong with one of several says with which."""
    try:
        return calculator.resolve(combat)
    except BadData as e:
        raise BadData(f"Combat {number}: {e}") if number else e from None


def fields(calculator: Calculator, as_json: bool) -> int:
    if as_json:
        print_json(calculator.fields)
        return 0
    for field in calculator.fields:
        need = "required" if field.required else f"default {_shown(field.default)}"
        print(f"{field.name} ({field.kind}, {need}): {field.prompt}{_allowed(field)}")
    return 0


def read(name: str) -> dict[str, Any] | list[dict[str, Any]]:
    """The description of a combat, or a list of several, from a file or stdin."""
    where = "the input" if name == "-" else name
    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        data = msgspec.json.decode(text)
    except OSError as e:
        raise BadData(f"{where} cannot be read: {e.strerror}.") from e
    except msgspec.DecodeError as e:
        raise BadData(f"{where} is not JSON: {e}; try hexfront resolve GAME --fields.") from e
    several = data if isinstance(data, list) else [data]
    if not several or not all(isinstance(each, dict) for each in several):
        raise BadData(
            f"{where} must be a JSON object with a value for each field, or a list of them; try hexfront resolve GAME --fields."
        )
    found: dict[str, Any] | list[dict[str, Any]] = data
    return found


def asked(calculator: Calculator) -> dict[str, Any]:
    """A combat by questions; what does not go with the rest is asked again, and nothing typed is lost."""
    data = ask(calculator)
    fields = {field.name: field for field in calculator.fields}
    while True:
        try:
            calculator.resolve(data)
            return data
        except BadField as e:
            if e.field not in fields:
                raise
            print(_in_words(fields[e.field], e), file=sys.stderr)
            data.pop(e.field, None)
            _ask_for(calculator, fields[e.field], data)


def _in_words(field: Field, wrong: HexfrontError) -> str:
    """What is wrong with an answer, without the field's name in files."""
    return str(wrong).replace(f"Field {field.name!r}", "The answer")


def ask(calculator: Calculator) -> dict[str, Any]:
    """Ask for what every combat has; then which of the rarer things matter, and for those alone."""
    usual = [field for field in calculator.fields if not field.rare]
    rare = {field.name: field for field in calculator.fields if field.rare}
    data: dict[str, Any] = {}
    for field in usual:
        _ask_for(calculator, field, data)
    for name in _which(rare) if rare else ():
        if rare[name].kind == "flag":
            data[name] = not rare[name].default
        else:
            _ask_for(calculator, rare[name], data)
    return data


def _ask_for(calculator: Calculator, field: Field, data: dict[str, Any]) -> None:
    """One question; an empty answer takes the default, a wrong one is asked again."""
    while True:
        default = "" if field.required else f" [{_shown(field.default)}]"
        words = _typed(f"{field.prompt}{_allowed(field)}{default}: ")
        if not words and not field.required:
            return
        try:
            data[field.name] = calculator._value(field, {field.name: parsed(field, words)})
            return
        except HexfrontError as e:
            print(_in_words(field, e), file=sys.stderr)


def _which(rare: dict[str, Field]) -> list[str]:
    """Which of the rarer things play a part, by their numbers or names."""
    print("Does any of this matter here?")
    for number, field in enumerate(rare.values(), 1):
        words = f"not so: {field.prompt}" if field.kind == "flag" and field.default else field.prompt
        print(f"  {number:2}  {words}")
    by_number = {str(number): name for number, name in enumerate(rare, 1)}
    while True:
        typed = _typed("their numbers, or nothing [none]: ").replace(",", " ").split()
        names = [by_number.get(each, each) for each in typed]
        wrong = [name for name in names if name not in rare]
        if not wrong:
            return list(dict.fromkeys(names))
        print(f"There is no {wrong[0]!r} in the list.", file=sys.stderr)


def _typed(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        raise BadData("The input ended before every question was answered.") from None


def parsed(field: Field, words: str) -> Any:
    """An answer typed by a person."""
    if field.kind == "int":
        return int(words) if re.fullmatch(r"[+-]?[0-9]{1,18}", words) else words
    if field.kind == "flag":
        return {"y": True, "yes": True, "true": True, "n": False, "no": False, "false": False}.get(
            words.lower(), words
        )
    if field.kind == "list":
        return [each.strip() for each in words.split(",") if each.strip()]
    return words


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, [], ()) else str(value)


def _allowed(field: Field) -> str:
    if field.choices:
        return f" ({', '.join(field.choices)})"
    if field.kind == "flag":
        return " (yes, no)"
    if field.low is not None and field.high is not None:
        return f" ({field.low} to {field.high})"
    return ""

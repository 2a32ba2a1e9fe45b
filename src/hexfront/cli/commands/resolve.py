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
from hexfront.wargame import Calculator, Field


def add(commands: Commands) -> None:
    examples = (
        "hexfront resolve turns_east\n"
        "hexfront resolve turns_east --input combat.json --json\n"
        'echo \'{"attackers": [8, "6/2"], "defenders": [4], "roll": 5}\' | hexfront resolve turns_east\n'
        "hexfront resolve turns_east --fields"
    )
    parser = command(commands, "resolve", examples)
    parser.add_argument("game", help="the game")
    parser.add_argument("--input", metavar="FILE", help="a JSON file that describes the combat; - for stdin")
    parser.add_argument("--fields", action="store_true", help="list what can be told about a combat")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = get(args.game)
    calculator = game.calculator()
    if calculator is None:
        raise UnknownName(f"{game.title} has no table assistant.")
    if args.fields:
        return fields(calculator, args.json)
    if args.input is None and sys.stdin.isatty():
        data = ask(calculator)
    else:
        data = read(args.input or "-")
    answer = calculator.resolve(data)
    if args.json:
        print_json(answer)
    else:
        print(calculator.text(answer))
    return 0


def fields(calculator: Calculator, as_json: bool) -> int:
    if as_json:
        print_json(calculator.fields)
        return 0
    for field in calculator.fields:
        need = "required" if field.required else f"default {_shown(field.default)}"
        print(f"{field.name} ({field.kind}, {need}): {field.prompt}{_allowed(field)}")
    return 0


def read(name: str) -> dict[str, Any]:
    """The description of a combat from a file or stdin."""
    where = "the input" if name == "-" else name
    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        data = msgspec.json.decode(text)
    except OSError as e:
        raise BadData(f"{where} cannot be read: {e.strerror}.") from e
    except msgspec.DecodeError as e:
        raise BadData(f"{where} is not JSON: {e}; try hexfront resolve GAME --fields.") from e
    if not isinstance(data, dict):
        raise BadData(f"{where} must be a JSON object, one field a name; try hexfront resolve GAME --fields.")
    return data


def ask(calculator: Calculator) -> dict[str, Any]:
    """Ask for each field in turn; an empty answer takes the default, a wrong one is asked again."""
    data: dict[str, Any] = {}
    for field in calculator.fields:
        while True:
            default = "" if field.required else f" [{_shown(field.default)}]"
            try:
                words = input(f"{field.prompt}{_allowed(field)}{default}: ").strip()
            except EOFError:
                raise BadData("The input ended before every question was answered.") from None
            if not words and not field.required:
                break
            try:
                data[field.name] = calculator._value(field, {field.name: parsed(field, words)})
                break
            except HexfrontError as e:
                print(e, file=sys.stderr)
    return data


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

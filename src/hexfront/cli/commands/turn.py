"""`hexfront turn`: play by file. The host keeps the game; a turn goes out to a player, a reply comes back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from hexfront import games
from hexfront.cli.common import Commands, add_json, add_setup, command, console, print_json, setup_from
from hexfront.errors import BadSave, UnknownName
from hexfront.kernel import Game, Option
from hexfront.match import (
    Match,
    TurnFile,
    export_turn,
    import_reply,
    load,
    read_file,
    read_turn,
    typed,
    wanted,
    write_file,
    write_save,
)
from hexfront.words import plural, quantity

EXAMPLES = """hexfront turn new turns_east --scenario minsk -o game.json        host: begin a game
hexfront turn export game.json --seat soviet -o s1.turn.json      host: the file to send
hexfront turn show s1.turn.json                                   player: what happened, what you can do
hexfront turn reply s1.turn.json 3 1 4 -o s1.reply.json           player: choose by number, one after the other
hexfront turn reply s1.turn.json --by staff -o s1.reply.json      player: let the computer choose
hexfront turn import game.json s1.reply.json                      host: carry it out in the game"""


def add(commands: Commands) -> None:
    parser = command(commands, "turn", EXAMPLES)
    doing = parser.add_subparsers(dest="doing", metavar="DOING", required=True)

    new = doing.add_parser("new", help="host: begin a game in a file", description="Begin a game in a file.")
    new.add_argument("game", help="the game")
    add_setup(new)
    new.add_argument("--physical", action="store_true", help="with real dice: rolls are typed in (turn roll)")
    _out(new, "the saved game to write", required=True)

    out = doing.add_parser(
        "export", help="host: write the turn file of a seat", description="Write the turn file of a seat."
    )
    out.add_argument("save", type=Path, help="the saved game; keep it to yourself, never send it")
    out.add_argument("--seat", default="", help="whose turn file (default: the only seat that must decide)")
    _out(out, "the turn file to write (default: the name of the save plus the seat)")

    show = doing.add_parser(
        "show", help="player: read a turn file", description="Show what happened and what you can do now."
    )
    show.add_argument("file", type=Path, help="a turn file")
    add_json(show)

    reply = doing.add_parser(
        "reply",
        help="player: choose, and write the reply",
        description="Choose among the numbered actions of `turn show`, one after the other; after each the next "
        "question is asked. A roll, a reveal or another seat ends the turn.",
    )
    reply.add_argument("file", type=Path, help="a turn file")
    reply.add_argument("choose", nargs="*", type=int, metavar="N", help="numbers of actions, in order")
    reply.add_argument(
        "--by", default="", metavar="PLAYER", help="let a computer player choose, to the end of the turn"
    )
    _out(reply, "the reply to write (default: beside the turn file)")

    take = doing.add_parser(
        "import",
        help="host: carry a reply out in the game",
        description="Carry a reply out in the game. The exit code is 1 if part of it was not carried out: then send a new "
        "turn file.",
    )
    take.add_argument("save", type=Path, help="the saved game; it is overwritten")
    take.add_argument("reply", type=Path, help="a reply")
    _out(take, "write the game here instead")
    add_json(take)

    roll = doing.add_parser(
        "roll",
        help="host: type in the result of real dice",
        description="Type in the result of real dice, in a game begun with --physical. Without a result it tells you "
        "what to roll.",
    )
    roll.add_argument("save", type=Path, help="the saved game; it is overwritten")
    roll.add_argument("result", nargs="*", help="what was rolled or drawn: 5, or 3 4 for two dice")
    for each in (out, show, reply, take, roll):
        each.add_argument("--game", metavar="MODULE", help="the rules, if they are a module of your own")


def _out(parser: argparse.ArgumentParser, words: str, *, required: bool = False) -> None:
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help=words, required=required)


def run(args: argparse.Namespace) -> int:
    doing = {"new": _new, "export": _export, "show": _show, "reply": _reply, "import": _import, "roll": _roll}
    return doing[args.doing](args)


def _game(args: argparse.Namespace) -> Game[Any] | None:
    return games.get(args.game) if args.game else None


def _say(words: str) -> None:
    console().print(words, markup=False, soft_wrap=True)


def _new(args: argparse.Namespace) -> int:
    game = games.get(args.game)
    match = Match.new(game, setup_from(args, game), physical_dice=args.physical)
    if args.out.exists():
        raise BadSave(f"{args.out} already exists; choose another name.")
    write_save(match, args.out)
    if match.commitment:
        _say(f"Commitment of the dice: {match.commitment}")
        _say("Tell this to the players before the first move; hexfront verify checks it at the end.")
    _say(_standing(match))
    return 0


def _standing(match: Match) -> str:
    if match.result is not None:
        return f"The game is over: {match.result.reason}"
    if match.pending_roll is not None:
        title, distribution = match.pending_roll
        return f"Roll now: {title}. Type {wanted(distribution)}."
    return f"To decide: {', '.join(match.deciders)}."


def _export(args: argparse.Namespace) -> int:
    match = load(args.save, _game(args))
    seat = args.seat or (match.deciders[0] if len(match.deciders) == 1 else "")
    if seat not in match.seats:
        asked = f"There is no seat {seat!r}" if args.seat else "Several seats decide, or none"
        raise UnknownName(f"{asked}; choose --seat among {', '.join(match.seats)}.")
    mine = [n for n, entry in enumerate(match.log, 1) if entry.seat == seat]
    out = args.out or args.save.with_suffix(f".{seat}.turn.json")
    write_file(out, export_turn(match, seat, mine[-1] if mine else 0))
    _say(f"{out}: for {seat} only, with nothing in it that {seat} may not know.")
    return 0


def _read(file: Path) -> TurnFile:
    try:
        return read_turn(read_file(file))
    except BadSave as e:
        words = str(e)
        raise BadSave(words if words.startswith(str(file)) else f"{file}: {words}") from e


def _offered(options: list[tuple[Any, Option]]) -> list[str]:
    return [
        f"{n:>4}  {option.label}" + (f"  {option.at}" if option.at else "") + (f"  ({option.cost})" if option.cost else "")
        for n, (_, option) in enumerate(options, 1)
    ]  # fmt: skip


def _show(args: argparse.Namespace) -> int:
    turn = _read(args.file)
    match = turn.match(_game(args))
    options = match.options(turn.seat)
    if args.json:
        print_json(
            {
                "game": turn.game,
                "scenario": turn.setup.scenario,
                "seat": turn.seat,
                "commitment": turn.commitment,
                "lines": [each["line"] for each in turn.events],
                "prompt": turn.prompt,
                "options": [{"n": n, "action": a, "option": o} for n, (a, o) in enumerate(options, 1)],
                "view": turn.view,
            }
        )
        return 0
    _say(f"{match.game.title}, {turn.setup.scenario}: {turn.seat}")
    for each in turn.events:
        line = each["line"]
        case = f"  [{line['rule']}]" if line.get("rule") else ""
        _say(f"      {line['text']}{case}")
    _ask(match, turn.seat)
    return 0


def _ask(match: Match, seat: str) -> None:
    prompt, options = match.prompt(seat), match.options(seat)
    if prompt is None:
        _say("There is nothing for you to decide now.")
        return
    _say(prompt.text)
    for line in _offered(options):
        _say(line)


def _reply(args: argparse.Namespace) -> int:
    turn = _read(args.file)
    match = turn.match(_game(args))
    if bool(args.choose) == bool(args.by):
        raise UnknownName("Choose by numbers, as in `turn reply FILE 3 1`, or with --by PLAYER.")
    done: list[str] = []
    if args.by:
        _by_computer(match, turn.seat, args.by, done)
    for place, n in enumerate(args.choose, 1):
        options = match.options(turn.seat)
        if not options:
            raise UnknownName(f"After choice {place - 1} there is nothing left for {turn.seat} to decide.")
        if not 1 <= n <= len(options):
            raise UnknownName(
                f"Choice {place} is {n}, but at that point the choices are 1 to {len(options)}."
            )
        action, option = options[n - 1]
        match.act(turn.seat, action)
        done.append(option.label)
    name = args.file.name.removesuffix(".json").removesuffix(".turn")
    out = args.out or args.file.with_name(f"{name}.reply.json")
    write_file(out, turn.reply(match))
    for label in done:
        _say(f"      {label}")
    if match.options(turn.seat):
        _say(
            "Not finished: the next question is below. Write the reply again with more numbers, or send it as it is."
        )
        _ask(match, turn.seat)
    _say(f"{out}: {len(done)} {plural(len(done), 'action')}, ready to send back to the host.")
    return 0


def _by_computer(match: Match, seat: str, level: str, done: list[str]) -> None:
    from hexfront import players

    player = players.get(level, match.head)
    events = tuple(heard.event for heard in match.events_for(seat))
    while seat in match.deciders:
        action = player.choose(players.Seatview(match.game, match.state, seat, events))
        label = next((option.label for each, option in match.options(seat) if each == action), "")
        news = match.act(seat, action)
        events = tuple(news)
        done.append(label)
        if any(event.reveals for event in news):
            return


def _import(args: argparse.Namespace) -> int:
    match = load(args.save, _game(args))
    data = read_file(args.reply)
    try:
        taken = import_reply(match, data)
    except BadSave as e:
        raise BadSave(f"{args.reply}: {e}") from e
    write_save(match, args.out or args.save)
    if args.json:
        print_json(
            {
                "carried_out": taken.carried_out,
                "left": taken.left,
                "reason": taken.reason,
                "deciders": match.deciders,
                "result": match.result,
            }
        )
    else:
        _say(f"{quantity(taken.carried_out, 'action')} carried out.")
        if taken.left:
            _say(f"{taken.left} left: {taken.reason} Send a new turn file.")
        _say(_standing(match))
    return 1 if taken.left else 0


def _roll(args: argparse.Namespace) -> int:
    match = load(args.save, _game(args))
    if match.pending_roll is None:
        raise BadSave("There is nothing to roll now; the game waits for an action, or is over.")
    if args.result:
        match.roll_in(typed(match.pending_roll[1], args.result))
        write_save(match, args.save)
    _say(_standing(match))
    return 0

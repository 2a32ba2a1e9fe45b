"""`hexfront bench`: speed, each figure against a plain way of doing the same in the same run."""

from __future__ import annotations

import argparse
from typing import Any

from hexfront.cli.common import Commands, add_json, command, print_json, progress, table


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "bench",
        "hexfront bench\nhexfront bench range_6 flood --json\nhexfront bench 'playout_motherland_*'",
    )
    parser.add_argument(
        "name",
        nargs="*",
        help="only these; * matches anything (default: all except the slow ones, whole games played by staff)",
    )
    parser.add_argument("--list", action="store_true", help="list what can be measured")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from hexfront.lab.bench import chosen, entries

    known = entries()
    names = chosen(args.name)
    about = {name: (measure.__doc__ or "").strip().split("\n")[0] for name, measure in known.items()}
    if args.list:
        if args.json:
            print_json(about)
        else:
            table(("name", "what it measures"), list(about.items()))
        return 0
    found: dict[str, dict[str, Any]] = {}
    with progress("bench", len(names)) as tell:
        for n, name in enumerate(names, 1):
            found[name] = known[name]()
            tell(n)
    if args.json:
        print_json(found)
        return 0
    table(("name", "ours", "plain", "ratio", "what it measures"), [
        (
            name,
            _ours(figures),
            f"{figures['baseline_us']:,.1f} µs" if "baseline_us" in figures else "",
            f"{figures['ratio']:,.1f}×" if "ratio" in figures else "",
            about[name],
        )
        for name, figures in found.items()
    ])  # fmt: skip
    return 0


def _ours(figures: dict[str, Any]) -> str:
    if "per_s" in figures:
        return f"{figures['per_s']:,.0f} a second"
    if "s" in figures:
        return f"{figures['s']:,.1f} s, at most {figures['slowest_ms']:,.0f} ms a decision"
    if "clone_us" in figures:
        return " / ".join(f"{figures[f'{each}_us']:,.1f}" for each in ("clone", "encode", "decode")) + " µs"
    us = figures.get("ours_us", figures.get("us"))
    return "" if us is None else f"{us:,.2f} µs"

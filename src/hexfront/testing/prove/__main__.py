"""`python -m hexfront.testing.prove GAME`: 0 if every rule taken out is noticed, 1 if one is not, 2 on
misuse."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from hexfront.errors import HexfrontError
from hexfront.games import get
from hexfront.testing.prove.run import Proof, all_sites, prove
from hexfront.testing.prove.sites import DATA, KINDS


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hexfront.testing.prove",
        description="Take rules out one at a time, and list those that no test marked with their case notices.",
        epilog="example:\n  python -m hexfront.testing.prove skirmish --sample 50 --seed 2",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game")
    parser.add_argument("--only", default="", metavar="CASE", help="this case and those under it")
    parser.add_argument(
        "--kind",
        action="append",
        choices=(*KINDS, DATA),
        help="only this way of taking a rule out; `data` changes figures of the data files",
    )
    parser.add_argument("--file", action="append", metavar="NAME", help="only this file, such as combat.py")
    parser.add_argument(
        "--tests", action="append", metavar="NAME", help="only this test file, such as test_data.py"
    )
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="this many, chosen at random")
    parser.add_argument("--seed", type=int, default=1, metavar="K", help="another seed chooses others")
    parser.add_argument("--wide", action="store_true", help="give survivors all tests of the game")
    parser.add_argument("--list", action="store_true", help="list what could be taken out, and run nothing")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    args = parser.parse_args(arguments)
    try:
        if args.list:
            found = all_sites(get(args.game), args.kind or KINDS)
            for site in found:
                print(f"{site}  [{', '.join(site.cases)}]")
            print(f"{len(found)} in all: {_counts(Counter(site.kind for site in found))}")
            return 0
        proof = prove(
            args.game, only=args.only, kinds=args.kind or KINDS, files=args.file or (),
            tests=args.tests or (), sample=args.sample, seed=args.seed, wide=args.wide, progress=_progress(),
        )  # fmt: skip
    except HexfrontError as e:
        print(e, file=sys.stderr)
        return 2
    show(proof, args.json)
    return 1 if proof.survivors else 0


def show(proof: Proof, as_json: bool) -> None:
    tried = Counter(each.site.kind for each in proof.verdicts)
    left = Counter(each.site.kind for each in proof.survivors)
    if as_json:
        document: dict[str, Any] = {
            "game": proof.game,
            "taken_out": len(proof.verdicts),
            "noticed": len(proof.verdicts) - len(proof.survivors),
            "seconds": round(proof.seconds, 2),
            "kinds": {kind: {"taken_out": n, "noticed": n - left[kind]} for kind, n in tried.items()},
            "survivors": [
                {
                    "at": f"{each.site.path}:{each.site.line}",
                    "kind": each.site.kind,
                    "cases": each.site.cases,
                    "before": each.site.before,
                    "after": each.site.after,
                    "tests": each.tests,
                    "why": each.how,
                }
                for each in proof.survivors
            ],
        }
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(document)).decode() + "\n")
        return
    for each in proof.survivors:
        print(
            f"{each.site}\n    {each.site.kind} of {', '.join(each.site.cases)}: {each.how} ({each.tests} run)"
        )
    print(
        f"{proof.game}: {len(proof.verdicts)} taken out ({_counts(tried)}), {len(proof.survivors)} not noticed"
        f"{f' ({_counts(left)})' if left else ''}, {proof.seconds:.1f} s"
    )


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{n} {kind}{'' if kind == DATA else 's'}" for kind, n in counts.items())


def _progress() -> Any:
    if not sys.stderr.isatty():
        return None
    began = time.perf_counter()

    def tell(done: int, total: int) -> None:
        left = (time.perf_counter() - began) / done * (total - done)
        sys.stderr.write(f"\r{done} of {total}, {left:.0f} s left ")
        if done == total:
            sys.stderr.write("\r\033[K")
        sys.stderr.flush()

    return tell


if __name__ == "__main__":
    sys.exit(main())

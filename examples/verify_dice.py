"""Derive every roll and draw of a finished game from its revealed seed, without a line of Hexfront (see docs/reference/save-format.md):
python examples/verify_dice.py game.save.json [COMMITMENT [SEAT=CONTRIBUTION ...]]
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path


def plain(value, sort=False):
    return json.dumps(value, sort_keys=sort, separators=(",", ":"), ensure_ascii=False).encode()


def numbers(key, link):
    for counter in range(2**63):
        block = hmac.new(key, link + counter.to_bytes(8, "big"), "sha256").digest()
        yield from (int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8))


def derive(stream, faces):  # what comes up, by what could
    def below(n):
        return next(number for number in stream if number < 2**64 - 2**64 % n) % n

    if "die" in faces:
        return 1 + below(faces["die"])
    if "dice" in faces:
        return [1 + below(faces["sides"]) for _ in range(faces["dice"])]
    cup = list(faces["cup"]) if "cup" in faces else [name for name, n in faces["weights"] for _ in range(n)]
    drawn = [cup.pop(below(len(cup))) for _ in range(faces.get("count", 1))]
    return drawn[0] if len(drawn) == 1 else sorted(drawn)


def faults(save, promised="", contributions=()):
    dice, seed, skipped = save["dice"], bytes.fromhex(save["dice"]["seed"]), save.get("inherited", 0)
    if hashlib.sha256(b"hexfront-seed/1:" + seed).hexdigest() != (promised or dice["commitment"]):
        yield "the seed is not the one that was promised"
    if missing := [seat for seat, text in contributions if dice["contributions"].get(seat) != text]:
        yield f"these contributions did not count: {', '.join(missing)}"
    origin = hashlib.sha256(plain(save["origin"])).hexdigest() if "origin" in save else None
    head = {name: (save | dice)[name] for name in ("game", "rules", "setup", "commitment", "contributions")}
    head |= {"inherited": skipped, "origin": origin}
    link = hashlib.sha256(b"hexfront-chain/1:" + plain(head, sort=True)).digest()
    key = hmac.new(seed, plain(dice["contributions"], sort=True), "sha256").digest()
    faces = {each["step"]: each for each in save["faces"]}
    for step, entry in enumerate(save["log"], 1):
        rolled = "roll" in entry and step > skipped
        if rolled and entry["roll"] != (due := derive(numbers(key, link), faces[step])):
            yield f"step {step}: the log says {entry['roll']}, the seed gives {due}"
        link = hashlib.sha256(link + plain(entry)).digest()
    if link.hex() != save["head"]:
        yield "the log is not the one that the save was closed with"


if __name__ == "__main__":
    game = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    wrong = list(faults(game, "".join(sys.argv[2:3]), [each.split("=", 1) for each in sys.argv[3:]]))
    print("\n".join(wrong) or f"{len(game['faces'])} rolls and draws derived from the seed, all as logged.")
    sys.exit(bool(wrong))

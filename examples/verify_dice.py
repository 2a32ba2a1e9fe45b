"""Derive every roll and draw of a finished game from its revealed seed, without a line of Hexfront.

python examples/verify_dice.py game.save.json [COMMITMENT [SEAT=CONTRIBUTION ...]]      see docs/reference/save-format.md
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path


def plain(value, sort=False):
    return json.dumps(value, sort_keys=sort, separators=(",", ":"), ensure_ascii=False).encode()


def words(key, link):
    for counter in range(2**63):
        block = hmac.new(key, link + counter.to_bytes(8, "big"), "sha256").digest()
        yield from (int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8))


def derive(key, link, faces):
    """What the dice give before this link, by what they could give."""
    stream = words(key, link)

    def below(n):
        return next(word for word in stream if word < 2**64 - 2**64 % n) % n

    if "die" in faces:
        return 1 + below(faces["die"])
    if "dice" in faces:
        return [1 + below(faces["sides"]) for _ in range(faces["dice"])]
    if "cup" in faces:
        left = list(faces["cup"])
        drawn = [left.pop(below(len(left))) for _ in range(faces["count"])]
        return drawn[0] if faces["count"] == 1 else sorted(drawn)
    names = [name for name, weight in faces["weights"] for _ in range(weight)]
    return names[below(len(names))]


def faults(save, commitment="", contributions=()):
    dice, seed, skipped = save["dice"], bytes.fromhex(save["dice"]["seed"]), save.get("inherited", 0)
    if hashlib.sha256(b"hexfront-seed/1:" + seed).hexdigest() != (commitment or dice["commitment"]):
        yield "the seed is not the one that was promised"
    for seat, text in contributions:
        if dice["contributions"].get(seat) != text:
            yield f"the contribution of {seat} did not count"
    origin = hashlib.sha256(plain(save["origin"])).hexdigest() if "origin" in save else None
    header = {name: save[name] for name in ("game", "rules", "setup")} | {
        "inherited": skipped,
        "origin": origin,
    }
    header |= {name: dice[name] for name in ("commitment", "contributions")}
    link = hashlib.sha256(b"hexfront-chain/1:" + plain(header, sort=True)).digest()
    key = hmac.new(seed, plain(dice["contributions"], sort=True), "sha256").digest()
    faces = {each["step"]: each for each in save["faces"]}
    for step, entry in enumerate(save["log"], 1):
        if "roll" in entry and step > skipped and entry["roll"] != (due := derive(key, link, faces[step])):
            yield f"step {step}: the log says {entry['roll']}, the seed gives {due}"
        link = hashlib.sha256(link + plain(entry)).digest()
    if link.hex() != save["head"]:
        yield "the log is not the one that the save was closed with"


if __name__ == "__main__":
    game = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    wrong = list(faults(game, "".join(sys.argv[2:3]), [each.split("=", 1) for each in sys.argv[3:]]))
    print("\n".join(wrong) or f"{len(game['faces'])} rolls and draws derived from the seed, all as logged.")
    sys.exit(1 if wrong else 0)

"""Provable dice: the seed is promised by its hash, every roll is derived from it and chained to the log.

Before the first move the host publishes `commitment(seed)`; each player adds a contribution of their own. A
roll is then a function of the seed, the contributions and everything logged before it, so nobody can choose
it: not the host, who was bound before the contributions came, and not a player, who does not know the seed.
When the game is over the seed is revealed and anyone can derive every roll again.
`docs/reference/save-format.md` gives the exact bytes.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

SEED_BYTES = 32
_WORD = 8
_WORDS = 1 << (8 * _WORD)


def new_seed() -> bytes:
    """A fresh secret seed."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is published before the game: a hash that binds the host to the seed without telling it."""
    return hashlib.sha256(b"hexfront-seed/1:" + seed).hexdigest()


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces: the one form that is hashed."""
    return msgspec.json.encode(value, order="sorted")


def dice_key(seed: bytes, contributions: Mapping[str, str]) -> bytes:
    """The key of all rolls of a game: the host's seed with the players' contributions folded in."""
    return hmac.digest(seed, canonical(dict(contributions)), "sha256")


def first_link(header: Mapping[str, Any]) -> bytes:
    """The chain before any entry: a hash of how the game was set up."""
    return hashlib.sha256(b"hexfront-chain/1:" + canonical(dict(header))).digest()


def next_link(link: bytes, entry: bytes) -> bytes:
    """The chain after one more log entry."""
    return hashlib.sha256(link + entry).digest()


class ProvableSource:
    """The numbers of one roll: HMAC-SHA256 of the chain and a counter, eight bytes at a time, most
    significant first; a word that would favour some results is passed over."""

    __slots__ = ("_counter", "_key", "_link", "_words")

    def __init__(self, key: bytes, link: bytes) -> None:
        self._key = key
        self._link = link
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._link + self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
            self._words = [int.from_bytes(block[i : i + _WORD], "big") for i in range(0, len(block), _WORD)]
            self._words.reverse()
        return self._words.pop()

    def below(self, n: int) -> int:
        """A uniform integer in `range(n)`."""
        if not 0 < n <= _WORDS:
            raise ValueError(f"a roll cannot have {n} faces")
        fair = _WORDS - _WORDS % n
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % n

"""Provable dice: fair, bound to the seed, the contributions and the log."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from hexfront.match import Match, ProvableSource, commitment
from hexfront.match.dice import dice_key
from tests.match.test_match import SEED
from tests.support.toy import GAME, Plan


def test_a_source_is_reproducible_and_fair() -> None:
    source = ProvableSource(b"key", b"link")
    faces = [source.below(6) for _ in range(12_000)]
    again = ProvableSource(b"key", b"link")
    assert [again.below(6) for _ in range(50)] == faces[:50]
    counts = Counter(faces)
    chi2 = sum((counts[face] - 2000) ** 2 / 2000 for face in range(6))
    assert chi2 < 25, counts
    other = ProvableSource(b"key", b"another link")
    assert [other.below(6) for _ in range(50)] != faces[:50]


def test_words_that_would_favour_some_faces_are_passed_over() -> None:
    """With 2**63 + 1 faces nearly half of all words are unfair: what is left is the next fair word."""
    n = (1 << 63) + 1
    blocks = b"".join(hmac.digest(b"k", b"l" + i.to_bytes(8, "big"), "sha256") for i in range(8))
    words = [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, len(blocks), 8)]
    fair = [word for word in words if word < n]
    assert len(fair) < len(words)
    source = ProvableSource(b"k", b"l")
    assert [source.below(n) for _ in fair] == fair
    with pytest.raises(ValueError, match="0 faces"):
        source.below(0)


def test_the_commitment_and_key_are_as_documented() -> None:
    assert commitment(b"abc") == hashlib.sha256(b"hexfront-seed/1:abc").hexdigest()
    assert dice_key(b"abc", {"b": "2", "a": "1"}) == hmac.digest(b"abc", b'{"a":"1","b":"2"}', "sha256")


def first_chits(seed: bytes, contributions: dict[str, str], stance: int = 0) -> list[str]:
    match = Match.new(GAME, "short", seed=seed, contributions=contributions)
    match.act("red", Plan(stance))
    match.act("blue", Plan(0))
    return list(match.state.chits)


def test_rolls_hang_on_seed_contributions_and_log() -> None:
    assert first_chits(SEED, {}) == first_chits(SEED, {})
    assert len({tuple(first_chits(bytes([n]) * 32, {})) for n in range(20)}) > 3
    assert len({tuple(first_chits(SEED, {"red": str(n)})) for n in range(20)}) > 3
    assert len({tuple(first_chits(SEED, {}, stance)) for stance in range(3)}) > 1


def test_a_roll_can_be_derived_by_hand() -> None:
    """Exactly the steps of docs/reference/save-format.md, without any code of the match."""
    match = Match.new(GAME, "short", seed=SEED, contributions={"red": "hello"})
    match.act("red", Plan(0))
    match.act("blue", Plan(2))
    promise = hashlib.sha256(b"hexfront-seed/1:" + SEED).hexdigest()
    header = (
        '{"commitment":"'
        + promise
        + '","contributions":{"red":"hello"},"game":"toy","inherited":0,"origin":null,'
        '"rules":"1","setup":{"scenario":"short"}}'
    )
    link = hashlib.sha256(b"hexfront-chain/1:" + header.encode()).digest()
    for entry in (
        '{"seat":"red","action":{"type":"Plan","stance":0}}',
        '{"seat":"blue","action":{"type":"Plan","stance":2}}',
    ):
        link = hashlib.sha256(link + entry.encode()).digest()
    key = hmac.digest(SEED, b'{"red":"hello"}', "sha256")
    word = int.from_bytes(hmac.digest(key, link + bytes(8), "sha256")[:8], "big")
    assert match.state.chits[0] == "1234"[word % 4]

"""Tools for those who write rules: conformance, fuzzing, positions, golden games, and proof of every case."""

from hexfront.proof.broken import Broken
from hexfront.proof.conformance import Conformance, conformance
from hexfront.proof.fuzz import Failure, Fuzzed, fuzz, reproduce
from hexfront.proof.laws import ALL as LAWS
from hexfront.testing.honesty import Honesty, honesty
from hexfront.testing.positions import act, position, refusal, roll

__all__ = [
    "LAWS", "Broken", "Conformance", "Failure", "Fuzzed", "Honesty", "act", "conformance", "fuzz", "honesty",
    "position", "refusal", "reproduce", "roll",
]  # fmt: skip

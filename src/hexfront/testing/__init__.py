"""Tools for those who write rules: conformance, fuzzing, positions, golden games, and proof of every case."""

from hexfront.testing.conformance import Conformance, conformance
from hexfront.testing.fuzz import Failure, Fuzzed, fuzz, reproduce
from hexfront.testing.honesty import Honesty, honesty
from hexfront.testing.laws import ALL as LAWS
from hexfront.testing.laws import Broken
from hexfront.testing.positions import act, position, refusal, roll

__all__ = [
    "LAWS", "Broken", "Conformance", "Failure", "Fuzzed", "Honesty", "act", "conformance", "fuzz", "honesty",
    "position", "refusal", "reproduce", "roll",
]  # fmt: skip

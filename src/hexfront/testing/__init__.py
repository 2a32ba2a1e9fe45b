"""Tools for those who write rules: conformance, fuzzing, positions, golden games, and proof of every case."""

from hexfront.testing.conformance import Conformance, conformance
from hexfront.testing.laws import ALL as LAWS
from hexfront.testing.laws import Broken

__all__ = ["LAWS", "Broken", "Conformance", "conformance"]

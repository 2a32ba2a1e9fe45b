"""What every game must keep to, and where it does not: the laws, the fuzzer that looks for a broken one, hostile input, and which
case of a rulebook is carried out where and proven by which test. `hexfront fuzz` and `hexfront rules` use it.
"""

from hexfront.proof.broken import Broken
from hexfront.proof.conformance import Conformance, conformance
from hexfront.proof.fuzz import Failure, Fuzzed, fuzz, reproduce
from hexfront.proof.laws import ALL as LAWS

__all__ = ["LAWS", "Broken", "Conformance", "Failure", "Fuzzed", "conformance", "fuzz", "reproduce"]

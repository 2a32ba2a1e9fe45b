"""Proof that the tests prove the rules: take them out one at a time, and see whether a test fails.

    python -m hexfront.testing.prove turns_east
    python -m hexfront.testing.prove turns_east --only 7.2
    python -m hexfront.testing.prove turns_east --sample 200 --seed 3

A rule is taken out by making one refusal legal, leaving out one effect, settling one condition, or changing
one figure, at any place in the rules that cites a case: in the call of `Violation`, in a comment beside it,
or in the docstring of its function or class. Then only the tests marked with that case are run. Whatever
survives is not proved.
"""

from hexfront.testing.prove.figures import changed, figures
from hexfront.testing.prove.run import Proof, Verdict, prove
from hexfront.testing.prove.sites import DATA, KINDS, Site, mutated, sites

__all__ = ["DATA", "KINDS", "Proof", "Site", "Verdict", "changed", "figures", "mutated", "prove", "sites"]

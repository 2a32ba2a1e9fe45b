"""What people type for a roll."""

from __future__ import annotations

import pytest

from hexfront.kernel import Cup, Dice, Die, IllegalOutcome, Weighted
from hexfront.match import typed, wanted


def test_words_become_outcomes() -> None:
    assert typed(Die(6), ["5"]) == 5
    assert typed(Dice(2), ["3", "4"]) == (3, 4)
    assert typed(Dice(1), ["3"]) == (3,)
    assert typed(Cup(("rain", "mud", "sun")), ["mud"]) == "mud"
    assert typed(Cup(("b", "a", "c"), count=2), ["c", "a"]) == ("a", "c")
    assert typed(Cup(("1", "2", "3")), ["2"]) == "2"
    assert typed(Weighted((("fair", 2), ("foul", 1))), ["foul"]) == "foul"


def test_what_cannot_be_is_refused_with_what_can() -> None:
    for distribution, words, hint in (
        (Die(6), ["7"], "a number from 1 to 6"),
        (Die(6), ["1", "2"], "a number from 1 to 6"),
        (Dice(2), ["6"], "2 numbers from 1 to 6"),
        (Cup(("rain", "mud")), ["snow"], "one of mud, rain"),
        (Cup(("a", "b", "c"), count=2), ["a", "a"], "2 of a, b, c"),
        (Weighted((("fair", 2), ("foul", 1))), ["3"], "fair, foul"),
        (Die(6), ["²"], "a number"),
        (Die(6), [""], "a number"),
    ):
        with pytest.raises(IllegalOutcome, match=hint):
            typed(distribution, words)
    assert wanted(Die(10)) == "a number from 1 to 10"

"""A game made with other figures is known as such."""

from __future__ import annotations

import pytest

from hexfront import __version__
from hexfront.kernel import BadSave
from hexfront.match import Match, read_save, verify
from tests.match.test_match import marching
from tests.support.toy import GAME, March, Toy


class Other(Toy):
    """The same rules with another figure somewhere."""

    def data_digest(self, setup: object) -> str:
        return "f" * 16


def test_a_save_names_its_figures() -> None:
    match = marching()
    save = read_save(match.to_json())
    assert save.data == match.data == GAME.data_digest(match.setup)
    assert not match.has_other_data
    assert Match.from_json(match.to_json(), GAME).data == match.data


def test_a_save_of_other_figures_is_not_played_on() -> None:
    data = marching().to_json()
    with pytest.raises(
        BadSave, match=r"other figures of .* its last position can be opened as a new game"
    ) as e:
        Match.from_json(data, Other())
    assert __version__ in str(e.value)
    found = verify(data, Other())
    assert [fault for fault in found.faults if "other figures" in fault]
    # A host that reads what it wrote itself may look, and the file goes on saying what it was made with.
    held = Match.from_json(data, Other(), trusted=True)
    assert held.has_other_data
    assert read_save(held.to_json()).data == GAME.data_digest(held.setup)
    # Its position begins a new game, with the new figures.
    again = Match.from_json(data, Other(), snapshot=True)
    assert not again.has_other_data
    again.act("red", March(1, 2))


def test_a_save_from_before_there_were_fingerprints_is_read() -> None:
    from hexfront.match.files import seal, unseal

    document = unseal(marching().to_json(), "save", 1, "saved game")
    del document["data"]
    assert Match.from_json(seal(document), Other()).length == 4

"""The table assistants over HTTP: declared fields, the working, refusals field by field, and limits."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games import get, names
from hexfront.server.web.calculator import work_out
from tests.server.support import House

# The printed example of The Last War.
EXAMPLE: dict[str, Any] = {
    "attacker_men": 14, "attacker_tanks": 3, "attacker_air": 3, "attacker_me": 2, "attacker_lsp": 2, "attacker_die": 2,
    "defender_men": 4, "defender_tanks": 1, "defender_air": 3, "defender_me": 5, "defender_die": 6,
}  # fmt: skip


def test_every_game_with_an_assistant_is_listed_with_its_fields(club: House) -> None:
    listed = {each["game"]: each for each in club.person().get("/api/assistants")}
    wanted = {name: get(name).calculator() for name in names()}
    assert set(listed) == {name for name, found in wanted.items() if found is not None}
    for name, each in listed.items():
        assert [field["name"] for field in each["fields"]] == [field.name for field in wanted[name].fields]


def test_a_combat_is_worked_out_as_on_the_command_line(club: House) -> None:
    worked = club.person().post("/api/games/last_war/resolve", given=EXAMPLE)
    answer = get("last_war").calculator().resolve(EXAMPLE)
    assert worked["faults"] == []
    assert worked["column"] == answer.column
    assert worked["result"] == answer.result
    assert [line["label"] for line in worked["working"]] == [line.label for line in answer.working]
    assert all(line["rule"] for line in worked["working"])
    assert sum(worked["chances"].values()) == pytest.approx(1)
    assert worked["extra"]["losses"]["attacker"]["order"] == answer.extra["losses"]["attacker"]["order"]


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("last_war", EXAMPLE),
        ("turns_east", {"attackers": ["8", "6/2"], "defenders": [4], "place": "city", "roll": 5}),
        ("turns_east", {"kind": "mobile assault", "attackers": [9], "defenders": [1], "leader": True, "roll": 6}),
        ("motherland", {"attackers": ["9", "9 lack"], "defenders": [4], "terrain": "woods", "die": 3}),
        ("motherland", {"side": "soviet", "turn": 5, "attackers": [9], "defenders": [4], "die": 6}),
    ],
)  # fmt: skip
def test_the_cell_named_in_the_table_is_the_result(game: str, given: dict[str, Any]) -> None:
    worked = work_out(get(game).calculator(), given)
    assert worked.faults == []
    table = worked.extra
    rows = {row.lstrip("+"): cells for row, cells in table["rows"].items()}
    assert table["columns"][table["column_index"]] == worked.column
    cell = rows[str(table["row"])][table["column_index"]]
    assert table.get("names", {}).get(cell, cell) == worked.result


def test_every_wrong_field_is_named_at_once(club: House) -> None:
    given = {"attacker_men": -1, "attacker_me": 12, "terrain": "beach", "amphibious": 1, "navy": 3}
    worked = club.person().post("/api/games/last_war/resolve", given=given)
    faults = {each["field"]: each["reason"] for each in worked["faults"]}
    assert set(faults) == {"attacker_men", "attacker_me", "terrain", "amphibious", "navy", "defender_me"}
    assert "1 to 9" in faults["attacker_me"]
    assert worked["working"] == []


def test_what_a_rule_forbids_names_its_case_and_its_field(club: House) -> None:
    given = {"kind": "mobile assault", "attackers": [8], "defenders": [2], "weather": "Mud"}
    (fault,) = club.person().post("/api/games/turns_east/resolve", given=given)["faults"]
    assert (fault["field"], fault["rule"]) == ("weather", "12.4.1")


@pytest.mark.parametrize("item", ["²", "nine", "9 9", "", "-3", "٣ lost"])
@pytest.mark.parametrize(
    ("game", "field"), [("motherland", "attackers"), ("turns_east", "attackers"), ("last_war", "attacker_cards")]
)  # fmt: skip
def test_odd_items_of_a_list_are_refused_in_words(club: House, game: str, field: str, item: str) -> None:
    given: dict[str, Any] = {"defenders": [4]} if game != "last_war" else dict(EXAMPLE)
    worked = club.person().post(f"/api/games/{game}/resolve", given=given | {field: [item]})
    assert [each["field"] for each in worked["faults"]] == [field]


def test_strict_limits(club: House) -> None:
    person = club.person()
    path = "/api/games/last_war/resolve"
    assert person.refused("POST", path, given=EXAMPLE, more=1)["code"] == "bad_request"
    assert person.refused("POST", path, given={"terrain": "x" * 61})["code"] == "bad_request"
    assert person.refused("POST", path, given={"attacker_cards": [1] * 61})["code"] == "bad_request"
    assert person.refused("POST", path, given={"attacker_men": 10**9})["code"] == "bad_request"
    assert person.refused("POST", path, given={"attacker_cards": [[1]]})["code"] == "bad_request"
    assert person.refused("POST", path, given={f"f{n}": 1 for n in range(81)})["code"] == "bad_request"
    assert (
        person.refused("POST", path, given={"a" * 59 + str(n): "x" for n in range(200)})["code"]
        == "too_large"
    )
    assert person.refused("POST", "/api/games/toy/resolve", given={})["code"] == "not_found"
    assert person.refused("POST", "/api/games/nothing/resolve", given={})["code"] == "not_found"

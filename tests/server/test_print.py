"""Kits to print, from the page."""

from __future__ import annotations

from pathlib import Path

from tests.server.support import House, house


def test_a_kit_comes_as_a_pdf_with_a_name(club: House) -> None:
    answer = club.person().http.get("/api/games/skirmish/kit?paper=letter")
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")
    assert answer.headers["content-disposition"] == 'attachment; filename="skirmish-crossing-letter.pdf"'


def test_what_cannot_be_printed_is_refused(club: House) -> None:
    person = club.person()
    answers = [person.http.get(f"/api/games/skirmish/kit?{query}") for query in ("paper=a3", "scenario=no")]
    assert [400 <= answer.status_code < 500 for answer in answers] == [True, True]
    assert "no paper 'a3'" in answers[0].text


def test_nobody_can_have_kits_made_without_end(tmp_path: Path) -> None:
    with house(tmp_path, rate=1.0) as club:
        asked = [club.person().http.get("/api/games/skirmish/kit?paper=a3").status_code for _ in range(8)]
    assert asked.count(429) >= 3 and asked[0] != 429

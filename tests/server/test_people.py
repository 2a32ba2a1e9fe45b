"""Guests, accounts, sessions, links, settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from hexfront.server.people.limits import RATES
from hexfront.server.store.sql import persons, sessions
from tests.server.support import House, house, pair


def test_a_visitor_is_nobody_until_they_do_something(club: House) -> None:
    someone = club.person()
    assert someone.get("/api/me")["person"] is None
    assert not someone.http.cookies
    someone.match()
    assert someone.get("/api/me")["person"]["guest"]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(club: House) -> None:
    someone = club.person()
    reply = someone.http.post("/api/matches", json={"game": "toy"})
    cookie = reply.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie


def test_a_guest_becomes_an_account_and_keeps_their_seats(either: House) -> None:
    anna = either.person("Anna")
    made = anna.match()
    name = f"Anna {made['id']}"
    me = anna.post("/api/accounts", name=name, password="a long secret", email="anna@example.org")
    assert not me["person"]["guest"]
    elsewhere = either.person()
    assert elsewhere.refused("POST", "/api/sessions", name=name, password="wrong one")["status"] == 401
    elsewhere.post("/api/sessions", name=name.upper(), password="a long secret")
    assert elsewhere.get(f"/api/matches/{made['id']}")["you"] == ["red", "blue"]
    other = either.person()
    taken = other.refused("POST", "/api/accounts", name=name, password="another secret")
    assert taken["code"] == "taken"
    assert elsewhere.http.delete("/api/sessions").json()["person"] is None
    assert elsewhere.refused("GET", f"/api/matches/{made['id']}")["status"] == 404


def test_passwords_are_hashed_and_tokens_are_not_kept(either: House) -> None:
    anna = either.person()
    anna.post("/api/accounts", name="Hashed", password="a long secret")
    token = next(iter(anna.http.cookies.jar)).value
    rows = either.club.database.read_now(lambda c: c.execute(select(persons)).all())
    row = next(row for row in rows if row.name == "Hashed")
    assert row.password.startswith("$argon2id$")
    hashes = either.club.database.read_now(lambda c: c.execute(select(sessions.c.hash)).scalars().all())
    assert token not in hashes


def test_a_new_password_ends_other_sessions(club: House) -> None:
    one, two = club.person(), club.person()
    one.post("/api/accounts", name="Twofold", password="first secret")
    two.post("/api/sessions", name="Twofold", password="first secret")
    assert one.refused("POST", "/api/me/password", old="no such", new="second secret")["status"] == 401
    one.post("/api/me/password", old="first secret", new="second secret")
    assert one.get("/api/me")["person"]["name"] == "Twofold"
    assert two.get("/api/me")["person"] is None
    assert two.refused("POST", "/api/sessions", name="Twofold", password="first secret")["status"] == 401


def test_a_guest_comes_back_by_their_own_link(club: House) -> None:
    anna, _, match = pair(club)
    old = anna.post("/api/me/return-link")["path"].rpartition("/")[2]
    new = anna.post("/api/me/return-link")["path"].rpartition("/")[2]
    phone = club.person()
    assert phone.refused("POST", "/api/return", token=old)["status"] == 404
    phone.post("/api/return", token=new)
    assert phone.get(f"/api/matches/{match}")["you"] == ["red"]


def test_settings_are_checked(club: House) -> None:
    anna = club.person("Anna")
    me = anna.patch("/api/me", timezone="Europe/Rome", email="anna@example.org", notify="never")
    assert me["person"]["timezone"] == "Europe/Rome"
    bad: list[dict[str, Any]] = [
        {"timezone": "Mars/Olympus"},
        {"timezone": "../../etc/passwd"},
        {"email": "nobody"},
        {"email": "a@b.c\nBcc: d@e.f"},
        {"email": "<a@b.c>"},
        {"webhook": "ftp://example.org"},
        {"webhook": "http://127.0.0.1:9/"},
        {"webhook": "http://localhost/"},
        {"webhook": "http://[::1]/"},
        {"webhook": "http://10.0.0.7/x"},
        {"webhook": "http://user:word@example.org/"},
        {"webhook": "http://169.254.169.254/latest"},
        {"name": "\u202e \u0007"},
        {"notify": "always"},
        {"admin": True},
    ]
    for change in bad:
        assert anna.refused("PATCH", "/api/me", **change)["status"] == 400, change
    assert anna.patch("/api/me", name="  An\u202ena\t Bee ")["person"]["name"] == "Anna Bee"


def test_others_see_a_name_and_nothing_else(club: House) -> None:
    anna, ben, match = pair(club)
    anna.patch("/api/me", email="anna@example.org", webhook="https://example.org/hook")
    info = ben.get(f"/api/matches/{match}")
    assert info["host"].keys() == {"id", "name", "guest"}
    assert "example.org" not in str(info)


def test_an_admin_is_an_account_and_not_a_name(tmp_path: Path) -> None:
    with house(tmp_path, computers=0, admins=("Root",)) as running:
        thief = running.person()
        for name in ("Root", "root", "R\u200boot", "ＲＯＯＴ"):
            refused = thief.refused("POST", "/api/accounts", name=name, password="correct horse")
            assert refused["status"] == 409, name
        thief.post("/api/accounts", name="Nobody", password="correct horse")
        assert thief.refused("PATCH", "/api/me", name="Root")["status"] == 409
        thief.patch("/api/me", name="Someone")
        assert not thief.get("/api/me")["person"]["admin"]
    with house(tmp_path, computers=0) as running:
        root = running.person()
        root.post("/api/accounts", name="Root", password="correct horse")
        assert not root.get("/api/me")["person"]["admin"]
        guest = running.person("Root")
        link = guest.post("/api/me/return-link")["path"].rpartition("/")[2]
    with house(tmp_path, computers=0, admins=("root",)) as running:
        guest = running.person()
        guest.post("/api/return", token=link)
        person = guest.get("/api/me")["person"]
        assert (person["name"], person["admin"]) == ("Root", False), "a guest of that name is a guest"
        root = running.person()
        root.post("/api/sessions", name="Root", password="correct horse")
        assert root.get("/api/me")["person"]["admin"]
        assert root.patch("/api/me", name="ROOT")["person"]["admin"]


def test_names_are_folded_in_one_way_wherever_they_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty letters that nobody sees would be sixty names to guess at."""
    monkeypatch.setitem(RATES, "sign_in", (0.001, RATES["sign_in"][1]))  # however slow this machine is
    with house(tmp_path, computers=0, rate=1.0) as running:
        running.person().post("/api/accounts", name="Anna", password="correct horse")
        thief = running.person()
        running.club.limits._buckets.clear()
        burst = int(RATES["sign_in"][1])
        keys = set()
        for n in range(burst):
            thief.http.post("/api/sessions", json={"name": "Anna" + "\u200b" * n, "password": "wrong guess"})
        keys = {key for key in running.club.limits._buckets if key[0] == "sign_in" and "name/" in key[1]}
        assert len(keys) == 1
        assert thief.refused("POST", "/api/sessions", name="Anna\u2060", password="guess")["status"] == 429


def test_who_guesses_at_a_name_does_not_keep_its_owner_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.server.people.limits.SLOW", 0.01)
    with house(tmp_path, computers=0, rate=1.0, trust_proxy=True) as running:
        running.person().post("/api/accounts", name="Anna", password="correct horse")
        thief = running.person()
        answers = []
        for n in range(60):
            # Many addresses, to get round the limit of one.
            thief.http.headers["X-Forwarded-For"] = f"192.0.2.{n // 8}"
            wrong = {"name": "Anna", "password": "wrong guess"}
            answers.append(thief.http.post("/api/sessions", json=wrong).status_code)
        assert 429 not in answers[:8]
        anna = running.person()
        anna.http.headers["X-Forwarded-For"] = "198.51.100.7"
        anna.post("/api/sessions", name="Anna", password="correct horse")


def test_a_forwarded_address_counts_only_where_the_owner_trusts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, "sign_in", (0.001, RATES["sign_in"][1]))  # however slow this machine is
    with house(tmp_path, computers=0, rate=1.0) as running:
        thief = running.person()
        burst = int(RATES["sign_in"][1])
        answers = []
        for n in range(burst + 3):
            head = {"X-Forwarded-For": f"203.0.113.{n}"}
            body = {"name": f"Someone {n}", "password": "wrong guess"}
            answers.append(thief.http.post("/api/sessions", json=body, headers=head).status_code)
        assert answers[-1] == 429, "it is one caller, whatever it says"


def test_the_database_file_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "test.sqlite"
    file.touch(mode=0o644)
    file.chmod(0o644)
    with house(tmp_path, computers=0) as running:
        running.person("Anna")
        for name in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
            assert name.stat().st_mode & 0o777 == 0o600, name


def test_a_name_is_as_long_as_it_reads(club: House) -> None:
    """One sign may stand for a whole blessing."""
    anna = club.person("Anna")
    assert "at most 40" in anna.refused("PATCH", "/api/me", name="\ufdfa" * 3)["reason"]
    assert anna.get("/api/me")["person"]["name"] == "Anna"

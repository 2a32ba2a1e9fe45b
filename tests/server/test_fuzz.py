"""Nonsense of every kind, made from the schema: nothing may fault, and every answer is one the schema knows."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from hexfront.server import schema
from tests.server.support import House, Someone

SCHEMA = schema()
NASTY: list[Any] = [
    None, True, -1, 0, 2**63, 1e308, "", "x" * 300, "\u202e", "\ud7ff", "../..", "' OR 1=1 --", "<script>", "%00",
    [], {}, [[]], {"t": "act"}, "red", "observer", "control", "toy", "skirmish",
]  # fmt: skip


class Maker:
    """Values of a schema, more or less: now and then something else."""

    def __init__(self, seed: int, wildness: float) -> None:
        self.random = random.Random(seed)
        self.wildness = wildness

    def value(self, spec: dict[str, Any], depth: int = 0) -> Any:
        choose = self.random
        if choose.random() < self.wildness:
            return choose.choice(NASTY)
        if "$ref" in spec:
            return self.value(SCHEMA["components"]["schemas"][spec["$ref"].rpartition("/")[2]], depth + 1)
        if "anyOf" in spec:
            return self.value(choose.choice(spec["anyOf"]), depth + 1)
        if "enum" in spec:
            return choose.choice(spec["enum"])
        match spec.get("type"):
            case "object":
                return self.thing(spec, depth)
            case "array":
                inner = spec.get("items") or {}
                return [self.value(inner, depth + 1) for _ in range(choose.randrange(3))] if depth < 6 else []
            case "string":
                words = [
                    "red",
                    "blue",
                    "toy",
                    "short",
                    "0",
                    "random",
                    "a b",
                    "é",
                    "x" * choose.randrange(1, 60),
                ]
                return choose.choice(words)
            case "integer":
                return choose.randrange(-1, 5)
            case "number":
                return choose.choice([0.5, 1, 30, -2])
            case "boolean":
                return choose.random() < 0.5
            case "null":
                return None
        return choose.choice(NASTY)

    def thing(self, spec: dict[str, Any], depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, each in spec.get("properties", {}).items():
            needed = name in spec.get("required", [])
            if self.random.random() < (0.97 if needed else 0.4):
                found[name] = self.value(each, depth + 1)
        if not spec.get("properties") or self.random.random() < self.wildness:
            found[self.random.choice(["red", "blue", "a", "type", "\u0000"])] = self.random.choice(NASTY)
        return found


def path_of(template: str, maker: Maker, match: str) -> str:
    names = {
        "id": [match, match, match, "nothing", "%2e%2e", "x" * 100],
        "game": ["toy", "skirmish", "tests.support.toy", "os"],
        "case": ["1", "3.1", "x", "%20"],
        "map": ["skirmish", "..", "x"],
        "seat": ["red", "blue", "control", "x"],
        "n": ["0", "1", "99999999999999", "-1", "x", "٣"],
    }
    for name, values in names.items():
        template = template.replace("{" + name + "}", maker.random.choice(values))
    return template


@pytest.mark.parametrize(("seed", "wildness"), [(1, 0.0), (2, 0.1), (3, 0.4)])
def test_every_endpoint_stands_every_body(either: House, seed: int, wildness: float) -> None:
    maker = Maker(seed, wildness)
    anna = either.person("Anna")
    match = anna.match(public=True)["id"]
    quick = {"/api/accounts", "/api/sessions", "/api/me/password"}  # slow on purpose: once is enough
    for path, methods in SCHEMA["paths"].items():
        for method, operation in methods.items():
            for _ in range(1 if path in quick else 5):
                if method == "delete" and path.startswith("/api/matches"):
                    continue
                someone = either.person() if method == "delete" else anna
                check(someone, method, path_of(path, maker, match), operation, maker)
    assert anna.get("/api/me")["person"] is not None


def check(someone: Someone, method: str, path: str, operation: dict[str, Any], maker: Maker) -> None:
    query = {
        each["name"]: maker.value(each["schema"])
        for each in operation["parameters"]
        if each["in"] == "query" and maker.random.random() < 0.6
    }
    body: Any = None
    if "requestBody" in operation:
        body = maker.value(operation["requestBody"]["content"]["application/json"]["schema"])
    plain = {name: str(value)[:400] for name, value in query.items()}
    raw = json.dumps(body).encode() if body is not None else b""
    kind = {"Content-Type": "application/json"} if "requestBody" in operation else {}
    reply = someone.http.request(method.upper(), path, params=plain, content=raw, headers=kind)
    assert reply.status_code < 500, (method, path, plain, body, reply.text)
    assert reply.status_code != 405, (method, path)
    if reply.status_code >= 400:
        assert set(reply.json()) <= {"code", "reason", "rule", "at"}, reply.text
        assert reply.json()["reason"]
    else:
        promised = operation["responses"].get(str(reply.status_code))
        assert promised is not None, (method, path, reply.status_code)
        told = promised.get("content", {}).get("application/json", {}).get("schema")
        if told and "json" in reply.headers.get("content-type", ""):
            conforms(reply.json(), told, f"{method} {path}")


def test_replies_are_what_the_schema_says(club: House) -> None:
    """Every object the client reads has exactly the fields the schema names."""
    anna = club.person("Anna")
    match = anna.match(public=True)["id"]
    line = anna.socket(match, seat="red")
    line.act()
    for path in ("/api/me", "/api/games", "/api/players", "/api/matches", f"/api/matches/{match}",
                 f"/api/matches/{match}/history", f"/api/matches/{match}/history/0", f"/api/matches/{match}/dice",
                 f"/api/matches/{match}/audit", f"/api/matches/{match}/digest"):  # fmt: skip
        found = anna.get(path, **({"seat": "red"} if "history" in path or "digest" in path else {}))
        template = path.replace(match, "{id}").replace("history/0", "history/{n}")
        spec = SCHEMA["paths"][template]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        conforms(found, spec, path)
    for message in line.heard:
        conforms(message, SCHEMA["components"]["schemas"]["Message"], message["t"])


def conforms(value: Any, spec: dict[str, Any], where: str) -> None:
    if "$ref" in spec:
        conforms(value, SCHEMA["components"]["schemas"][spec["$ref"].rpartition("/")[2]], where)
    elif "discriminator" in spec:
        conforms(value, {"$ref": spec["discriminator"]["mapping"][value["t"]]}, where)
    elif "anyOf" in spec:
        assert any(fits(value, each) for each in spec["anyOf"]), (where, value)
    elif spec.get("type") == "array":
        assert isinstance(value, list), where
        for each in value:
            conforms(each, spec.get("items") or {}, where)
    elif spec.get("type") == "object" and "properties" in spec:
        assert isinstance(value, dict), where
        assert set(value) <= set(spec["properties"]), (where, set(value) - set(spec["properties"]))
        assert set(spec.get("required", [])) <= set(value), (where, set(spec["required"]) - set(value))
        for name, each in value.items():
            conforms(each, spec["properties"][name], f"{where}.{name}")
    elif "type" in spec:
        kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
        if spec["type"] in kinds:
            assert isinstance(value, kinds[spec["type"]]), (where, value)  # type: ignore[arg-type]


def fits(value: Any, spec: dict[str, Any]) -> bool:
    try:
        conforms(value, spec, "")
    except (AssertionError, KeyError, TypeError):
        return False
    return True


@pytest.mark.parametrize(("seed", "wildness"), [(11, 0.0), (12, 0.15), (13, 0.5)])
def test_every_frame_is_answered_and_none_does_harm(club: House, seed: int, wildness: float) -> None:
    maker = Maker(seed, wildness)
    anna = club.person("Anna")
    match = anna.match()["id"]
    frame = SCHEMA["components"]["schemas"]["Frame"]
    line = anna.socket(match)
    for n in range(250):
        made = maker.value(frame)
        text = json.dumps(made)
        if maker.random.random() < wildness / 2:
            cut = maker.random.randrange(len(text) + 1)
            text = text[:cut] + maker.random.choice(["", "}", '"', "\\", "\x7f", "é"]) + text[cut + 1 :]
        line.raw.send(text)
        if n % 7 == 6:
            line.send(t="ping", ref="count")  # a good frame: ten bad ones in a row would close the socket
            line.until("pong")
    assert not [m for m in line.heard if m.get("code") == "fault"]
    line.send(t="hello", seat="red")
    line.until("state")
    assert line.state["view"]["game"] == "toy"

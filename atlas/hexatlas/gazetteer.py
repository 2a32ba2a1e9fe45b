"""Reading the gazetteer: every TOML file of ``atlas/gazetteer`` joined into one set of lists."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .paths import GAZETTEER

LISTS = (
    "place",
    "river",
    "area",
    "lake",
    "coast",
    "border",
    "state",
    "front",
    "railway",
    "transport",
    "site",
    "fortline",
    "strait",
    "water",
)
Point = tuple[float, float]


class GazetteerError(ValueError):
    """A gazetteer or game file that does not hold together."""


@dataclass
class Gazetteer:
    """The joined lists, each entry a table as in the files, keyed by name."""

    place: dict[str, dict[str, Any]] = field(default_factory=dict)
    river: dict[str, dict[str, Any]] = field(default_factory=dict)
    area: dict[str, dict[str, Any]] = field(default_factory=dict)
    lake: dict[str, dict[str, Any]] = field(default_factory=dict)
    coast: dict[str, dict[str, Any]] = field(default_factory=dict)
    border: dict[str, dict[str, Any]] = field(default_factory=dict)
    state: dict[str, dict[str, Any]] = field(default_factory=dict)
    front: dict[str, dict[str, Any]] = field(default_factory=dict)
    railway: dict[str, dict[str, Any]] = field(default_factory=dict)
    transport: dict[str, dict[str, Any]] = field(default_factory=dict)
    site: dict[str, dict[str, Any]] = field(default_factory=dict)
    fortline: dict[str, dict[str, Any]] = field(default_factory=dict)
    strait: dict[str, dict[str, Any]] = field(default_factory=dict)
    water: dict[str, dict[str, Any]] = field(default_factory=dict)

    def point(self, reference: str | list[float]) -> Point:
        """The coordinates of a place name or of a bare point."""
        if isinstance(reference, str):
            if reference not in self.place:
                raise GazetteerError(f"no place named {reference!r} in the gazetteer")
            reference = self.place[reference]["at"]
        return float(reference[0]), float(reference[1])

    def site_point(self, entry: dict[str, Any]) -> Point:
        """Where an economic site lies."""
        return self.point(entry["place"] if "place" in entry else entry["at"])

    def ring(self, state: dict[str, Any]) -> list[Point]:
        """The outline of a state: its borders and free points strung together."""
        out: list[Point] = []
        for part in state["ring"]:
            if not isinstance(part, str):
                out.append((float(part[0]), float(part[1])))
                continue
            backward, name = part.startswith("-"), part.removeprefix("-")
            if name not in self.border:
                raise GazetteerError(f"state {state['id']}: no border named {name!r}")
            line = [(float(p[0]), float(p[1])) for p in self.border[name]["line"]]
            out.extend(reversed(line) if backward else line)
        return out

    def states(self, date: str) -> list[dict[str, Any]]:
        """The states that exist on an ISO date, in the order of the files."""
        return [s for s in self.state.values() if s.get("from", "") <= date <= s.get("until", "9999")]


def files(folder: Path = GAZETTEER) -> list[Path]:
    """All gazetteer files in a fixed order."""
    return sorted(folder.glob("*.toml"))


def load_gazetteer(folder: Path = GAZETTEER) -> Gazetteer:
    """Read and join all files; duplicates, unknown lists and missing sources are refused."""
    gazetteer = Gazetteer()
    origin: dict[tuple[str, str], str] = {}
    for path in files(folder):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if not data.pop("sources", None):
            raise GazetteerError(f"{path.name}: no sources given")
        for kind, entries in data.items():
            if kind not in LISTS:
                raise GazetteerError(f"{path.name}: unknown list {kind!r}")
            table: dict[str, dict[str, Any]] = getattr(gazetteer, kind)
            for entry in entries:
                name = entry["name"]
                if kind == "state":
                    name = f"{entry['id']} {entry.get('from', '')}".strip()
                elif kind == "front":
                    name = entry["id"]
                if name in table:
                    first = origin[kind, name]
                    raise GazetteerError(f"{path.name}: {kind} {name!r} is already in {first}")
                origin[kind, name] = path.name
                table[name] = entry
    return gazetteer

"""A rulebook in our own words: every case with its topic and summary, read from `rules.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from hexfront.errors import BadData, UnknownName


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule case. `see` names related cases."""

    id: str
    topic: str
    summary: str
    see: tuple[str, ...] = ()
    basis: str = "rulebook"


class _File(msgspec.Struct):
    case: list[Case]


class RuleBook:
    """All cases of a game, by id, in order."""

    def __init__(self, cases: list[Case]) -> None:
        self.cases = {case.id: case for case in cases}
        if len(self.cases) != len(cases):
            seen: set[str] = set()
            twice = next(c.id for c in cases if c.id in seen or seen.add(c.id))  # type: ignore[func-returns-value]
            raise BadData(f"rules.toml has case {twice} twice.")

    @classmethod
    def load(cls, path: Path) -> RuleBook:
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
            return cls(msgspec.convert(raw, _File).case)
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as e:
            raise BadData(f"{path.name}: {e}") from e

    def __getitem__(self, case: str) -> Case:
        try:
            return self.cases[case]
        except KeyError:
            near = [c for c in self.cases if c.startswith(case.rstrip("abcdefghijklmnopqrstuvwxyz"))][:6]
            hint = f" Did you mean {', '.join(near)}?" if near else ""
            raise UnknownName(f"There is no case {case}.{hint}") from None

    def __contains__(self, case: object) -> bool:
        return case in self.cases

    def under(self, prefix: str) -> list[Case]:
        """The case itself, or every case whose number begins with the prefix."""
        if prefix in self.cases:
            return [self.cases[prefix]]
        found = [c for c in self.cases.values() if c.id.startswith(prefix)]
        return found or [self[prefix]]

"""Golden games replay to the same end, and say where they no longer do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.kernel import Agenda, BadSave
from hexfront.match import state_hash
from hexfront.testing import golden
from tests.support.toy import GAME, March, Marches, ToyState


def test_a_recording_replays_to_its_end(tmp_path: Path) -> None:
    recording = golden.record_random(GAME, GAME.setup("long"), seed=3)
    for name in ("a.json", "a.json.gz"):
        golden.write(recording, tmp_path / name)
        assert golden.read(tmp_path / name) == golden.read(tmp_path / "a.json")
        s = golden.replay(tmp_path / name, GAME)
        assert state_hash(GAME, s) == recording.hash
        assert s.result is not None
    first = (tmp_path / "a.json.gz").read_bytes()
    golden.write(recording, tmp_path / "a.json.gz")
    assert (tmp_path / "a.json.gz").read_bytes() == first


def test_a_changed_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    recording = golden.record_random(GAME, GAME.setup("long"), seed=3)
    sound = Marches.apply

    def apply(self: Marches, s: ToyState, seat: str, action: Any) -> Agenda:
        if isinstance(action, March):
            s.score[0] += 1
        return sound(self, s, seat, action)

    with monkeypatch.context() as patch:
        patch.setattr(Marches, "apply", apply)
        with pytest.raises(golden.Astray, match="ends in another position"):
            golden.replay(recording, GAME)
    with monkeypatch.context() as patch:
        patch.setattr(Marches, "takes", ())
        with pytest.raises(golden.Astray, match="no longer possible"):
            golden.replay(recording, GAME)
    with monkeypatch.context() as patch:
        patch.setattr(type(GAME), "version", "2")
        with pytest.raises(golden.Astray, match="record it again"):
            golden.replay(recording, GAME)


def test_a_long_recording_says_where_it_goes_astray() -> None:
    recording = golden.record_random(GAME, GAME.setup("long"), seed=3)
    marks = [state_hash(GAME, golden.replay(recording, GAME))[:12]]
    assert len(recording.marks) == len(recording.steps) // 100
    wrong = msgspec.structs.replace(recording, hash="0" * 64)
    with pytest.raises(golden.Astray, match="ends in another position"):
        golden.replay(wrong, GAME)
    out_of_step = msgspec.structs.replace(recording, steps=[[3], *recording.steps])
    with pytest.raises(golden.Astray, match="step 1"):
        golden.replay(out_of_step, GAME)
    unknown = msgspec.structs.replace(recording, steps=[["red", "Fly"], *recording.steps])
    with pytest.raises(golden.Astray, match="no action Fly"):
        golden.replay(unknown, GAME)
    assert marks[0] == recording.hash[:12]


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    (tmp_path / "x.json.gz").write_text("{}")
    for name in ("x.json", "x.json.gz"):
        with pytest.raises(BadSave, match="not a golden game"):
            golden.read(tmp_path / name)

"""Save files: whole, or refused in one sentence with nothing lost."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront.kernel import BadSave
from hexfront.match import Match, load, verify, write_save
from hexfront.match.files import checksum, seal
from tests.match.test_match import SEED, marching, played
from tests.support.toy import GAME, March


def document(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(match.to_json())
    return found


def changed(match: Match, **fields: Any) -> bytes:
    """A save with fields changed by someone who also put the checksum right."""
    return seal({**document(match), **fields})


def refusal(data: bytes) -> str:
    with pytest.raises(BadSave) as caught:
        Match.from_json(data, GAME)
    words = str(caught.value)
    assert "\n" not in words
    assert words.endswith((".", "]"))
    return words


def test_a_save_read_back_is_the_same_match() -> None:
    match = played()
    data = match.to_json()
    assert Match.from_json(data, GAME).to_json() == data
    assert Match.from_json(data.decode(), GAME).to_json() == data
    assert Match.from_json(data, GAME, trusted=True).to_json() == data


def test_a_loaded_match_goes_on_with_the_same_dice() -> None:
    match = marching()
    loaded = Match.from_json(match.to_json(), GAME)
    assert played(7, loaded).to_json() == played(7, match).to_json()


def test_every_truncation_is_refused() -> None:
    data = marching().to_json()
    for end in range(0, len(data) - 2, 7):
        refusal(data[:end])
    assert "cut off or damaged" in refusal(data[: len(data) // 2])


def test_every_changed_byte_is_noticed() -> None:
    data = marching().to_json()
    for at in range(2, len(data) - 3, 11):
        bad = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with suppress(BadSave):
            assert Match.from_json(bad, GAME).to_json() == data, "only white space may change unnoticed"


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"[1, 2]", b'{"format": "other/1"}', b'{"a": 1}', b"\xff\xfe\x00"]
)
def test_foreign_files_are_refused(data: bytes) -> None:
    assert refusal(data) == "This is not a saved game of Hexfront."


def test_a_future_format_is_refused() -> None:
    assert "newer Hexfront (format 2" in refusal(changed(played(), format="hexfront-save/2"))


def test_a_file_of_another_kind_is_refused() -> None:
    assert "another kind (hexfront-turn/1)" in refusal(changed(played(), format="hexfront-turn/1"))


def test_other_rules_are_refused_but_the_position_is_not_lost() -> None:
    match = marching()
    data = changed(match, rules="7")
    assert "under other rules of Toy (version 7" in refusal(data)
    rescued = Match.from_json(data, GAME, snapshot=True)
    assert GAME.codec.encode(rescued.state) == GAME.codec.encode(match.state)
    assert rescued.version == 0
    assert Match.from_json(rescued.to_json(), GAME).to_json() == rescued.to_json()


def test_another_game_is_refused() -> None:
    assert "'chess', not of Toy" in refusal(changed(played(), game="chess"))
    with pytest.raises(BadSave, match="which this Hexfront does not have"):
        Match.from_json(changed(played(), game="chess"))


def test_an_unknown_scenario_is_refused() -> None:
    assert "no scenario 'endless'" in refusal(changed(played(), setup={"scenario": "endless"}))


def test_a_tampered_file_is_refused() -> None:
    data = document(marching())
    data["state"]["score"] = [99, 0]
    assert "was changed after it was written" in refusal(msgspec.json.encode(data))


def test_a_tampered_snapshot_is_found_even_with_its_checksum_put_right() -> None:
    match = marching()
    state = document(match)["state"]
    state["score"] = [99, 0]
    assert "snapshot" in refusal(changed(match, state=state))


def test_an_illegal_step_is_found() -> None:
    match = marching()
    match.act("red", March(1, 2))
    log = document(match)["log"]
    log[4]["action"]["to"] = 6
    assert "Step 5 of this saved game is not possible: One space at a time. [3.1]" in refusal(
        changed(match, log=log)
    )


def test_a_loaded_die_is_found() -> None:
    match = played()
    log = document(match)["log"]
    n = next(n for n, entry in enumerate(log) if isinstance(entry.get("roll"), int))
    rolled = log[n]["roll"]
    log[n]["roll"] = rolled % 6 + 1
    assert f"The roll at step {n + 1} of this saved game is {rolled % 6 + 1}" in refusal(
        changed(match, log=log)
    )


def test_a_changed_action_changes_all_later_rolls() -> None:
    """The dice hang on the log: with another plan in the same place, the rolls that follow do not fit."""
    match = played()
    log = document(match)["log"]
    log[1]["action"]["stance"] = (log[1]["action"]["stance"] + 1) % 3
    with pytest.raises(BadSave):
        Match.from_json(changed(match, log=log), GAME)


def test_missing_and_misplaced_steps_are_found() -> None:
    match = played()
    log = document(match)["log"]
    assert "should be a roll" in refusal(changed(match, log=log[:2] + log[4:]))
    assert "should have" in refusal(changed(match, log=log[:-1]))
    assert "either a seat and an action, or a roll" in refusal(changed(match, log=[{"dance": 1}]))
    assert "not a result of dice" in refusal(changed(match, log=[*log[:2], {"roll": [1, "a"]}]))
    assert "not an action of Toy" in refusal(changed(match, log=[{"seat": "red", "action": {"type": "Fly"}}]))


def test_another_seed_is_found() -> None:
    match = played()
    dice = document(match)["dice"]
    assert "promised" in refusal(changed(match, dice={**dice, "seed": "00" * 32}))
    assert "hexadecimal" in refusal(changed(match, dice={**dice, "seed": "xyz"}))


def test_a_wrong_chain_and_hash_are_found() -> None:
    match = played()
    assert "chain of hashes" in refusal(changed(match, head="0" * 64))
    assert "does not end in the position" in refusal(changed(match, hash="0" * 64))
    assert "damaged" in refusal(changed(match, log=3))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    match = marching()
    write_save(match, path)
    before = path.read_bytes()
    match.act("red", March(1, 2))

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", fail)
        with pytest.raises(BadSave, match="cannot be written: No space left"):
            write_save(match, path)
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fail)
        with pytest.raises(BadSave, match="cannot be written"):
            write_save(match, path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]
    write_save(match, path)
    assert load(path, GAME).to_json() == match.to_json()


def test_errors_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(BadSave, match=r"gone\.json cannot be read"):
        load(tmp_path / "gone.json", GAME)
    (tmp_path / "half.json").write_bytes(played().to_json()[:500])
    with pytest.raises(BadSave, match=r"half\.json: This saved game is cut off"):
        load(tmp_path / "half.json", GAME)
    with pytest.raises(BadSave, match="cannot be written"):
        write_save(played(), tmp_path / "no" / "where.json")


def test_verify_accepts_an_honest_game() -> None:
    match = played(3, Match.new(GAME, "short", seed=SEED, contributions={"red": "mine"}))
    report = verify(match.to_json(), GAME, commitment=match.commitment, contributions={"red": "mine"})
    assert report.ok
    assert report.finished
    assert report.rolls == report.rolls_derived == sum(entry.is_chance for entry in match.log) > 5


def test_verify_finds_a_host_who_changed_the_seed_or_dropped_a_contribution() -> None:
    """Such a file is whole in itself; only what the player noted at the start gives it away."""
    match = played(3, Match.new(GAME, "short", seed=SEED))
    data = match.to_json()
    assert verify(data, GAME).ok
    assert "as promised" in verify(data, GAME, commitment="0" * 64).faults[0]
    assert "contribution of red" in verify(data, GAME, contributions={"red": "mine"}).faults[0]


def test_verify_finds_tampering() -> None:
    match = played()
    log = document(match)["log"]
    log[2]["roll"] = "4" if log[2]["roll"] != "4" else "1"
    report = verify(changed(match, log=log), GAME)
    assert not report.ok
    assert "The roll at step 3" in report.faults[0]
    assert not verify(changed(match, rules="0"), GAME).ok
    with pytest.raises(BadSave):
        verify(match.to_json()[:-40], GAME)


def test_a_fork_says_how_much_of_it_is_inherited() -> None:
    match = played(actions=9)
    fork = match.fork()
    inherited = sum(entry.is_chance for entry in fork.log)
    played(5, fork)
    report = verify(fork.to_json(), GAME)
    assert report.ok
    assert report.rolls - report.rolls_derived == inherited > 0


def test_the_checksum_covers_all_but_itself() -> None:
    data = document(played())
    assert checksum(data) == data["checksum"]
    for name in data:
        if name != "checksum":
            assert checksum({**data, name: "other"}) != data["checksum"], name


def test_reasons_are_kept_with_the_save_and_prove_nothing() -> None:
    """They stand beside the log, not in it: with or without them it is the same game with the same dice."""
    match = played()
    assert "reasons" not in document(match)
    head = match.head
    acts = [n for n, entry in enumerate(match.log) if not entry.is_chance]
    match.reasons = {acts[2]: "steady: 61% over 3 of 8 playouts", acts[0]: "hold"}
    data = match.to_json()
    assert document(match)["reasons"][0] == {"step": acts[0] + 1, "text": "hold"}
    for trusted in (False, True):
        loaded = Match.from_json(data, GAME, trusted=trusted)
        assert loaded.reasons == match.reasons and loaded.head == head and loaded.to_json() == data
    assert verify(data, GAME).ok
    rolled = next(n for n, entry in enumerate(match.log) if entry.is_chance)
    for steps in ([0], [match.length + 1], [rolled + 1], [acts[0] + 1, acts[0] + 1]):
        wrong = changed(match, reasons=[{"step": step, "text": "why"} for step in steps])
        assert "gives a reason for step" in refusal(wrong)
        assert not verify(wrong, GAME).ok
    assert "damaged" in refusal(changed(match, reasons=[{"step": 1, "text": "x" * 3000}]))


def test_the_reason_of_a_step_goes_with_it() -> None:
    match = marching()
    seat = match.deciders[0]
    match.act(seat, match.legal(seat)[0])
    match.reasons = {0: "first", match.length - 1: "last"}
    assert match.fork().reasons == match.reasons
    assert match.fork(match.length - 1).reasons == {0: "first"}
    assert match.fork(seat=seat).reasons == {}
    match.undo(seat)
    assert match.reasons == {0: "first"}

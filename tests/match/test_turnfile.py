"""File play: a turn file tells its reader nothing it may not know, and a reply goes on in the true game."""

from __future__ import annotations

import hmac

import pytest

from hexfront.kernel import BadSave
from hexfront.match import Match, Reply, export_turn, import_reply, read_turn
from hexfront.match.files import seal, unseal
from hexfront.match.turnfile import answers
from tests.match.test_match import SEED, marching, new
from tests.support.toy import GAME, Halt, March, Plan, Spy


def test_a_turn_goes_out_and_comes_back() -> None:
    host = marching()
    turn = read_turn(export_turn(host, "red"))
    assert turn.prompt["text"] == "March, 2 left."
    assert turn.events[0]["line"]["text"] == "red plans 1"
    away = turn.match(GAME)
    away.act("red", March(1, 2))
    away.act("red", March(0, 1))
    away.act("red", Halt())
    taken = import_reply(host, turn.reply(away))
    assert (taken.carried_out, taken.left) == (3, 0)
    assert host.state.runners == [1, 2, 5, 6]
    assert host.deciders == ("blue",)


def test_a_turn_file_cannot_be_peeked_at() -> None:
    """Two hosts whose games differ only in what red cannot know write turn files that cannot be told
    apart."""
    told = []
    for stance in range(3):
        host = new()
        host.act("blue", Plan(stance))
        found = unseal(export_turn(host, "red"), "turn", 1, "turn file")
        told.append({k: v for k, v in found.items() if k not in ("ticket", "checksum", "position")})
    assert told[0] == told[1] == told[2]
    positions = set()
    for _ in range(30):
        host = new()
        host.act("blue", Plan(2))
        positions.add(read_turn(export_turn(host, "red")).position["plans"][1])
    assert positions == {0, 1, 2}, "the position must be redrawn"


def test_two_turn_files_do_not_tell_whether_another_has_acted_between_them() -> None:
    """A ticket that stays the same while nobody acts would count the secret steps of the others."""
    host = new()
    before, again = (read_turn(export_turn(host, "red")) for _ in range(2))
    assert before.ticket != again.ticket
    assert len(before.ticket) == len(again.ticket)
    for turn in (before, again):
        assert answers(host, Reply("toy", "red", turn.ticket, []))
    assert not answers(host, Reply("toy", "red", before.ticket[:16] + again.ticket[16:], []))
    assert not answers(host, Reply("toy", "blue", before.ticket, []))


def test_a_ticket_from_before_there_were_random_numbers_in_them_is_known() -> None:
    host = new()
    old = hmac.new(host.seed, f"hexfront-ticket/1:red:{host.head}".encode(), "sha256").hexdigest()[:32]
    assert answers(host, Reply("toy", "red", old, []))


def test_a_turn_file_does_not_hold_the_seed() -> None:
    host = marching()
    text = export_turn(host, "red").decode()
    assert SEED.hex() not in text
    assert host.head not in text
    assert host.commitment in text


def test_a_reply_stops_at_what_the_player_has_not_seen() -> None:
    host = marching()
    turn = read_turn(export_turn(host, "red"))
    away = turn.match(GAME)
    away.act("red", Spy())
    away.act("red", March(1, 2))
    taken = import_reply(host, turn.reply(away))
    assert (taken.carried_out, taken.left) == (1, 1)
    assert "revealed" in taken.reason


def test_a_reply_stops_at_a_roll() -> None:
    host = marching()
    host.act("red", Halt())
    turn = read_turn(export_turn(host, "blue"))
    away = turn.match(GAME)
    away.act("blue", Halt())
    assert away.pending_roll is not None, "the dice are the host's"
    taken = import_reply(host, turn.reply(away))
    assert taken.carried_out == 1
    assert host.state.turn == 2


def test_an_impossible_reply_is_refused_with_its_rule() -> None:
    host = marching()
    turn = read_turn(export_turn(host, "red"))
    actions = [{"type": "March", "runner": 1, "to": 2}, {"type": "March", "runner": 3, "to": 4}]
    data = {
        "format": "hexfront-reply/1",
        "game": "toy",
        "seat": "red",
        "ticket": turn.ticket,
        "actions": actions,
    }
    taken = import_reply(host, seal(data))
    assert taken.carried_out == 1
    assert taken.reason == "That is not your runner. [3.1]"


def test_a_reply_counts_once_and_only_in_its_game() -> None:
    host = marching()
    turn = read_turn(export_turn(host, "red"))
    away = turn.match(GAME)
    away.act("red", March(1, 2))
    reply = turn.reply(away)
    with pytest.raises(BadSave, match="another game or an earlier position"):
        import_reply(Match.new(GAME, "short"), reply)
    import_reply(host, reply)
    before = host.to_json()
    with pytest.raises(BadSave, match="another game or an earlier position"):
        import_reply(host, reply)
    assert host.to_json() == before


def test_damaged_files_are_refused() -> None:
    host = marching()
    data = export_turn(host, "red")
    with pytest.raises(BadSave, match="cut off"):
        read_turn(data[:300])
    with pytest.raises(BadSave, match="another kind"):
        read_turn(host.to_json())
    turn = unseal(data, "turn", 1, "turn file")
    del turn["view"]
    with pytest.raises(BadSave, match="damaged"):
        read_turn(seal(turn))
    with pytest.raises(BadSave, match="not a reply"):
        import_reply(host, data)
    with pytest.raises(BadSave, match="both players need the same Hexfront"):
        read_turn(seal({**unseal(data, "turn", 1, "turn file"), "rules": "9"})).match(GAME)


def test_replies_survive_saving_the_match_in_between() -> None:
    for physical in (False, True):
        host = Match.new(GAME, "short", physical_dice=physical)
        turn = read_turn(export_turn(host, "red"))
        away = turn.match(GAME)
        away.act("red", Plan(2))
        loaded = Match.from_json(host.to_json(), GAME)
        assert import_reply(loaded, turn.reply(away)).carried_out == 1


def test_seats_that_decide_at_once_reply_in_any_order() -> None:
    """Each plans in secret; the turn files go out together, and neither reply makes the other stale."""
    for first, second in (("red", "blue"), ("blue", "red")):
        host = new()
        turns = {seat: read_turn(export_turn(host, seat)) for seat in ("red", "blue")}
        replies = {}
        for seat, turn in turns.items():
            away = turn.match(GAME)
            away.act(seat, Plan(1))
            replies[seat] = turn.reply(away)
        assert import_reply(host, replies[first]).carried_out == 1
        assert import_reply(host, replies[second]).carried_out == 1
        with pytest.raises(BadSave, match="earlier position"):
            import_reply(host, replies[first])


def test_a_reply_to_an_undone_question_is_refused() -> None:
    host = marching()
    host.act("red", March(1, 2))
    turn = read_turn(export_turn(host, "red"))
    away = turn.match(GAME)
    away.act("red", Halt())
    host.undo("red")
    with pytest.raises(BadSave, match="earlier position"):
        import_reply(host, turn.reply(away))


def test_a_turn_file_put_right_after_a_change_is_found_out() -> None:
    """The checksum is no signature: who changes the position and seals it again is found by the view."""
    document = unseal(export_turn(marching(), "red"), "turn", 1, "turn file")
    taken = document["position"]["runners"]
    document["position"]["runners"][0] = next(n for n in range(7) if n not in taken)
    with pytest.raises(BadSave, match="its position is not the one its view shows"):
        read_turn(seal(document)).match(GAME)
    document["position"]["runners"][0] = taken[1]
    with pytest.raises(BadSave, match="not possible: two runners on one space"):
        read_turn(seal(document)).match(GAME)
    document["position"]["runners"] = []
    with pytest.raises(BadSave, match="not possible"):
        read_turn(seal(document)).match(GAME)


def test_a_turn_file_of_other_figures_is_refused() -> None:
    document = unseal(export_turn(marching(), "red"), "turn", 1, "turn file")
    document["data"] = "0" * 16
    with pytest.raises(BadSave, match="other figures"):
        read_turn(seal(document)).match(GAME)

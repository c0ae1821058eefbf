"""Auditing: every rule a game broke, with its line, and on to the end."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from events.errors import RecordError
from events.record import read_record
from simulator.audit import Audit, as_it_happened, audit
from simulator.forking import fork

HEADER = """{"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": {
 "Bear Cub": {"types": ["Creature"]}, "Ember Bolt": {"types": ["Instant"]},
 "Maw": {"types": ["Creature"], "abilities": [{"id": "eat", "kind": "replacement", "text": "Devour 1"}]}},
 "sheets": {"ana": {"Goat": [{"kind": "name", "words": "Cosmic"}, {"kind": "art", "tickets": 2}]}}}""".replace(
    "\n", " "
)


def bear(card: str, zone: str = "battlefield", owner: str = "ana", name: str = "Bear Cub") -> str:
    return json.dumps(
        {"event": "card_added", "card": card, "definition": name, "owner": owner, "zone": zone}
    )


def moved(card: str, to: str, **more: object) -> str:
    return json.dumps({"event": "moved", "object": card, "to": to, **more})


def audited(lines: Iterable[str]) -> Audit:
    return audit(read_record([HEADER, *lines], "game.jsonl"))


def test_a_clean_game_has_no_faults() -> None:
    result = audited([bear("b"), moved("b", "graveyard")])
    assert (result.events, result.faults, result.exit_status) == (2, [], 0)


@pytest.mark.rule("400.7")
def test_a_stale_reference_acts_on_what_the_card_is_now() -> None:
    record = read_record(
        [HEADER, bear("b"), moved("b", "exile"), moved("b.1", "hand"), moved("b", "graveyard")], "g"
    )
    states = [
        (state.objects["b"].reference, len(faults)) for _, state, faults in as_it_happened(record)
    ]
    assert states == [("b.1", 0), ("b.2", 0), ("b.3", 1), ("b.4", 0)]


def test_each_broken_rule_is_told_with_its_line() -> None:
    sticker = {"event": "sticker_placed", "sticker": "ana/Goat/1", "on": "b", "after": 0}
    result = audited([
        bear("b"), bear("c"), bear("z", "hand", name="Ember Bolt"), json.dumps(sticker),
        json.dumps({**sticker, "on": "c"}),
        json.dumps({"event": "sticker_placed", "sticker": "ana/Goat/2", "on": "c"}),
        json.dumps({"event": "sticker_placed", "sticker": "s", "words": "Far", "on": "b", "after": 9}),
        moved("z", "battlefield"), moved("b", "battlefield"),
    ])  # fmt: skip
    assert [(fault.line, fault.rule) for fault in result.faults] == [
        (6, "123.3"), (7, "123.3c"), (8, "123.6b"), (9, "400.4a"), (10, "400.7"),
    ]  # fmt: skip
    assert result.events == 9
    assert result.exit_status == 1
    assert str(result.faults[0].error).startswith("game.jsonl:6: ")


def test_what_cannot_be_is_told_and_left_out() -> None:
    result = audited(
        [bear("b"), moved("nobody", "exile"), bear("q", name="Nobody's"), moved("b", "exile")]
    )
    assert [(fault.line, fault.rule) for fault in result.faults] == [(3, None), (4, None)]
    assert result.events == 4
    assert result.exit_status == 2


def test_of_very_many_faults_only_so_many_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.audit.MOST_FAULTS", 3)
    result = audited([bear("b"), *(moved("b", "battlefield") for _ in range(5))])
    assert (len(result.faults), result.left_out) == (3, 2)
    assert result.as_json()["left_out"] == 2


def test_positions_go_on_behind_what_is_left_out() -> None:
    record = read_record([HEADER, bear("b"), moved("nobody", "exile"), moved("b", "exile")], "g")
    assert [state.position for _, state, _ in as_it_happened(record)] == [1, 2, 3]


@pytest.mark.rule("614.13b")
def test_an_object_chosen_twice_moves_once() -> None:
    choice = {"for": "m", "by": "m:eat", "moves": ["b", "b", "m"], "to": "graveyard"}
    record = read_record(
        [
            HEADER,
            bear("m", "hand", name="Maw"),
            bear("b"),
            moved("m", "battlefield", choices=[choice]),
        ],
        "g",
    )
    *_, (_, state, faults) = as_it_happened(record)
    assert {fault.rule for fault in faults} == {"614.13a", "614.13b"}
    assert state.objects["b"].reference == "b.2"
    assert state.objects["m"].reference == "m.2"
    assert state.objects["m"].zone == "battlefield"


def test_of_what_is_simultaneous_the_possible_part_happens() -> None:
    together = [json.loads(moved("b", "exile")), json.loads(moved("nobody", "exile"))]
    record = read_record(
        [HEADER, bear("b"), json.dumps({"event": "simultaneous", "events": together})], "g"
    )
    *_, (_, state, faults) = as_it_happened(record)
    assert state.objects["b"].zone == "exile"
    assert len(faults) == 1


def test_what_is_simultaneous_and_out_of_order_is_told() -> None:
    added = json.loads(bear("n"))
    together = [json.loads(moved("n", "exile")), added, json.loads(moved("b", "exile"))]
    record = read_record(
        [HEADER, bear("b"), json.dumps({"event": "simultaneous", "events": together})], "g"
    )
    *_, (_, state, faults) = as_it_happened(record)
    assert [str(fault.error) for fault in faults] == ["g:3: n is no object of this game"]
    assert state.objects["b"].zone == "exile"
    assert state.objects["n"].zone == "battlefield"
    assert audit(record).exit_status == 2


@pytest.mark.rule("123.5c")
def test_an_unrecorded_choice_is_noted() -> None:
    result = audited([
        bear("b"), bear("m", "hand"), '{"event": "spell_cast", "object": "m"}',
        '{"event": "merged", "object": "m", "into": "b", "on_top": true}',
        '{"event": "sticker_placed", "sticker": "s", "words": "Big", "on": "b", "after": 0}',
        moved("b", "graveyard"),
    ])  # fmt: skip
    assert [(fault.line, fault.rule, fault.note) for fault in result.faults] == [
        (7, "123.5c", True)
    ]
    assert result.exit_status == 0
    assert result.as_json()["faults"][0]["kind"] == "note"


def test_a_line_that_cannot_be_read_is_kept_as_the_error() -> None:
    result = audit(read_record([HEADER, bear("b"), "{"], "game.jsonl", strict=False))
    assert result.events == 1
    assert result.exit_status == 2
    assert "game.jsonl:3" in str(result.as_json()["error"])


def test_a_fork_is_the_record_up_to_a_position() -> None:
    expected = '{"expect": "zone", "of": "b", "is": "battlefield"}'
    record = read_record(
        [HEADER, bear("b"), expected, moved("b", "exile"), moved("b", "hand")], "g"
    )
    assert len(fork(record, 1).lines) == 2
    assert len(fork(record, 3).events) == 3
    assert fork(record, 0).events == ()
    with pytest.raises(RecordError, match="there is no position 4"):
        fork(record, 4)

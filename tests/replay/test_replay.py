"""Replaying: any position, forwards and backwards, and what becomes of a game that fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import RecordError, RuleBroken
from events.forms import event_from_map
from events.header import header_from_map
from events.record import EventLine, read_record
from projections.names import names_of
from projections.state import State
from simulator import kept_states
from simulator.kept_states import copy_of
from simulator.replay import Replay
from tests.naive.games import CARDS, games

HEADER = header_from_map(
    {"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS}
)
FIRST = '{"record": "nametrail", "version": 1, "players": ["ana", "ben"], "plain": true}'
ADDED = '{"event": "card_added", "card": "fae", "definition": "Fae of Wishes", "owner": "ana", "zone": "hand"}'
RECORDS = sorted((Path(__file__).resolve().parents[1] / "records").glob("*.jsonl"))


def seen(state: State) -> dict[str, Any]:
    """What can be seen of a state: each object with its zone, names and stickers."""
    return {
        card: (
            each.reference, each.zone, each.controller, names_of(state, each),
            tuple((s.sticker, s.timestamp, s.after) for s in each.stickers), each.timestamp,
            each.face, each.tapped, each.attached_to,
        )
        for card, each in state.objects.items()
    }  # fmt: skip


def line_moved(to: str, of: str = "fae") -> str:
    return f'{{"event": "moved", "object": "{of}", "to": "{to}"}}'


@given(games(), st.integers(1, 7), st.data())
def test_random_access_is_the_same_as_streaming(
    events: list[dict[str, Any]], every: int, data: st.DataObject
) -> None:
    told = [event_from_map(event) for event in events]
    streamed = [seen(state) for _, state in Replay.of(HEADER, told)]
    replay = Replay.of(HEADER, told)
    replay._kept = kept_states.KeptStates(replay._front, every)
    last = replay.last
    assert len(streamed) == last
    for position in data.draw(st.lists(st.integers(1, last), min_size=1, max_size=8)):
        assert seen(replay.at(position).state) == streamed[position - 1]
        assert replay.at(position).position == position
    assert replay.at(0).state.objects == {}


@given(games(), st.lists(st.booleans(), max_size=20))
def test_stepping_forwards_and_back_is_the_same_as_streaming(
    events: list[dict[str, Any]], forwards: list[bool]
) -> None:
    told = [event_from_map(event) for event in events]
    streamed = [{}, *(seen(state) for _, state in Replay.of(HEADER, told))]
    replay = Replay.of(HEADER, told)
    position = 0
    for forward in forwards:
        moved = replay.step() if forward else replay.back()
        wanted = position + (1 if forward else -1)
        if 0 <= wanted < len(streamed):
            position = wanted
            assert moved is not None
        else:
            assert moved is None
        assert replay.position == position
        assert seen(replay.state) == streamed[position]


@pytest.mark.parametrize("file", RECORDS[::7], ids=lambda path: path.stem)
def test_at_any_position_of_a_rule_record(file: Path) -> None:
    streamed = [seen(state) for _, state in Replay.open(file, strict=True)]
    replay = Replay.open(file)
    for position in range(len(streamed), 0, -1):
        assert seen(replay.at(position).state) == streamed[position - 1]
    assert replay.failure is None


def test_a_copy_of_a_state_changes_apart_from_it() -> None:
    replay = Replay.open([FIRST, ADDED, line_moved("battlefield")])
    state = replay.at(1).state
    other = copy_of(state)
    assert seen(other) == seen(state)
    other.objects["fae"].zone = "exile"
    assert state.objects["fae"].zone == "hand"
    assert other.lookup is state.lookup
    assert other.header is state.header


def test_names_and_reasons_at_a_position() -> None:
    replay = Replay.open([
        FIRST, ADDED, line_moved("battlefield"),
        '{"event": "sticker_placed", "sticker": "s1", "words": "Mana", "on": "fae", "after": 2}',
        line_moved("exile"),
    ])  # fmt: skip
    assert replay.at(2).name_of("fae") == "Fae of Wishes"
    assert replay.at(4).name_of("fae") == "Fae of Mana Wishes"
    assert replay.at(4).names_of("fae.3") == ("Fae of Mana Wishes",)
    assert replay.at(4).why("fae").steps[-1].rule == "123.6b"
    with pytest.raises(RecordError, match=r"there is no object fae\.2 after event 4"):
        replay.at(4).name_of("fae.2")
    assert replay.name_of("fae") == "Fae of Mana Wishes", "at the end, before the cursor moves"
    assert replay.go(3).name_of("fae") == "Fae of Mana Wishes"
    assert replay.name_of("fae.1") == "Fae of Wishes"
    assert replay.why("fae.1").object == "fae.1"


def test_an_object_of_the_past_is_found_as_it_last_was() -> None:
    zones = ["battlefield", "exile", "hand", "graveyard", "battlefield", "hand"]
    replay = Replay.open([FIRST, ADDED, *(line_moved(zone) for zone in zones)])
    replay._kept = kept_states.KeptStates(replay._front, 2)
    for number, zone in enumerate(["hand", *zones], 1):
        moment = replay.past(f"fae.{number}")
        assert moment is not None
        assert moment.position == number
        assert moment.object("fae").zone == zone
    assert replay.past("fae.9") is None
    assert replay.past("nobody") is None
    assert replay.past("fae.5", upto=3) is None


def test_a_failure_keeps_the_good_states_before_it() -> None:
    lines = [FIRST, ADDED, line_moved("battlefield"), "", line_moved("exile", "fae.1"),
             line_moved("exile")]  # fmt: skip
    replay = Replay.open(lines, name="game.jsonl")
    assert [state.position for _, state in replay] == [1, 2]
    assert isinstance(replay.failure, RuleBroken)
    assert replay.failure.rule == "400.7"
    assert replay.failure.place == "game.jsonl:5"
    assert replay.last == 2
    assert replay.at(2).object("fae").zone == "battlefield"
    with pytest.raises(RuleBroken):
        replay.at(3)
    assert replay.go(2).position == 2
    assert replay.step() is None


def test_a_strict_replay_raises_at_the_failure() -> None:
    replay = Replay.open(
        [FIRST, ADDED, line_moved("exile", "nobody")], strict=True, name="game.jsonl"
    )
    positions: list[int] = []
    with pytest.raises(RecordError) as caught:
        positions.extend(state.position for _, state in replay)
    assert positions == [1]
    assert caught.value.place == "game.jsonl:3"
    assert caught.value.exit_status == 2


def test_a_line_that_cannot_be_read_is_the_failure() -> None:
    replay = Replay.open([FIRST, ADDED, "{"], name="game.jsonl")
    assert [state.position for _, state in replay] == [1]
    assert replay.failure is not None
    assert replay.failure.place == "game.jsonl:3"
    assert [type(line) for line, _ in replay.by_line()] == [EventLine]


def test_a_card_nobody_defines_is_the_failure() -> None:
    header = FIRST.replace(', "plain": true', "")
    replay = Replay.open([header, ADDED.replace("Fae of Wishes", "Nobody's Card")], name="g")
    assert replay.last == 0
    assert isinstance(replay.failure, RecordError)
    assert "Nobody's Card" in str(replay.failure)


def test_a_position_that_is_not_there_is_refused() -> None:
    replay = Replay.open([FIRST, ADDED])
    for position in (-1, 2, 10**9):
        with pytest.raises(RecordError, match="there is no position"):
            replay.at(position)


def test_what_would_be_refused_next() -> None:
    replay = Replay.open([FIRST, ADDED, line_moved("battlefield"), line_moved("exile")])
    stale = event_from_map({"event": "moved", "object": "fae.1", "to": "graveyard"})
    assert replay.go(1) is not None
    assert replay.refused(stale) == ()
    replay.go(3)
    assert [error.rule for error in replay.refused(stale)] == ["400.7"]
    assert replay.position == 3


def test_a_fork_goes_on_differently() -> None:
    replay = Replay.open([FIRST, ADDED, line_moved("battlefield"), line_moved("exile")])
    other = replay.fork(1)
    assert len(other) == 1
    assert other.at(1).object("fae").zone == "hand"
    assert len(replay) == 3
    assert replay.record().events == replay.events


def test_every_line_with_its_state() -> None:
    expected = '{"expect": "name", "of": "fae", "is": "Fae of Wishes"}'
    replay = Replay.open([FIRST, ADDED, expected, line_moved("exile"), '{"note": "the end"}'])
    assert [state.position for _, state in replay.by_line()] == [1, 1, 2, 2]
    assert replay.line_of(2) == 4
    assert [line.position for line, _ in replay.played()] == [1, 2]


def test_a_record_that_was_read_before() -> None:
    record = read_record([FIRST, ADDED, line_moved("exile")], "game.jsonl")
    replay = Replay.of(record)
    assert replay.file == "game.jsonl"
    assert replay.last == 2
    assert "game.jsonl" in repr(replay)
    assert repr(replay.at(1)) == "<Moment after event 1, 1 objects>"


def test_what_is_simultaneous_and_out_of_order_is_a_failure_that_spoils_nothing() -> None:
    added = ADDED.replace('"fae"', '"new"')
    together = f'{{"event": "simultaneous", "events": [{line_moved("exile", "new")}, {added}]}}'
    replay = Replay.open([FIRST, ADDED, together, line_moved("exile")], name="g")
    assert replay.last == 1
    assert str(replay.failure) == "g:3: new is no object of this game"
    assert list(replay.at(1).state.objects) == ["fae"]

"""What comes out of the store is what came in."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.actions import Recorded
from events.cards import definition_from_map
from events.catalogue import bundled_card
from events.errors import NametrailError, RecordError
from events.header import Header
from events.play import Tapped
from events.record import Line, Record, read_record, record_lines
from events.store import Store, open_store
from events.verify import verify
from tests.store.sample_events import headers, lines

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.jsonl"))


def text_of(record: Record) -> list[str]:
    return list(record_lines(record.header, record.lines))


@given(header=headers(), behind=st.lists(lines(), max_size=12), packed=st.booleans())
@settings(max_examples=150)
def test_a_record_comes_out_of_the_store_as_it_went_in(
    header: Header, behind: list[Line], packed: bool
) -> None:
    record = read_record(list(record_lines(header, behind)))
    with open_store(":memory:") as store:
        game = store.add(record, packed=packed)
        out = store.record(game)
        assert (out.header, out.lines) == (record.header, record.lines)
        assert text_of(out) == text_of(record)
        assert verify(store)[0].holds
        assert store.info(game).events == len(record.events)


def test_the_rule_records_come_out_as_they_went_in(store: Store) -> None:
    for path in RECORDS[:: 1 if store.name == ":memory:" else 12]:
        record = read_record(path)
        for packed in (False, True):
            out = store.record(store.add(record, packed=packed))
            assert out.lines == record.lines
            assert text_of(out) == text_of(record)
    assert all(each.holds for each in verify(store))


def test_games_are_named_after_their_files(store: Store) -> None:
    record = read_record(['{"record": "nametrail", "version": 1, "players": ["ana"]}'])
    named = [msgspec.structs.replace(record, file=file) for file in ("a/Game One.jsonl.gz", "-")]
    assert store.add(named[0]) == "Game-One"
    assert store.add(named[0]) == "Game-One-2"
    assert store.add(named[1]) == "game"
    assert store.add(named[1], game="mine") == "mine"
    assert [row.game for row in store.games()] == ["Game-One", "Game-One-2", "game", "mine"]
    assert store.find_game("mi") == "mine"
    assert store.find_game("Game-One") == "Game-One"
    for wrong, said in (("Game", "may be Game-One, Game-One-2"), ("nine", "did you mean 'mine'")):
        with pytest.raises(NametrailError, match=said):
            store.find_game(wrong)
    with pytest.raises(NametrailError, match="already"):
        store.add(named[1], game="mine")
    with pytest.raises(NametrailError, match="cannot be the id"):
        store.add(named[1], game="../mine")


def test_a_stored_game_needs_no_card_file(store: Store, root: Path) -> None:
    record = read_record(root / "simulator/examples/fae-of-wishes.jsonl")
    printed = bundled_card("Fae of Wishes")
    assert printed is not None
    card = definition_from_map("Fae of Wishes", printed)
    game = store.add(record, {"Fae of Wishes": card})
    assert store.definitions(game) == {"Fae of Wishes": card}
    assert store.header(game) == record.header


def test_an_exported_record_carries_its_head_and_comes_back_without(store: Store) -> None:
    record = read_record(
        ['{"record": "nametrail", "version": 1, "players": ["ana"], "place": "x"}']
    )
    game = store.add(record)
    exported = store.record(game, with_head=True)
    assert store.info(game).version == 1
    mark = {"game": game, "version": 1, "head": store.info(game).head}
    assert exported.header.extra == {"place": "x", "stored": mark}
    again = store.add(read_record(text_of(exported)))
    assert store.header(again) == record.header


def test_events_that_a_recording_shows_at_once_are_one_action(store: Store) -> None:
    told = [
        '{"record": "nametrail", "version": 1, "players": ["ana"]}',
        '{"expect": "zone", "of": "a", "is": null}',
        '{"event": "tapped", "object": "a", "source": {"state": 1}}',
        '{"note": "between"}',
        '{"event": "tapped", "object": "b", "source": {"state": 1}}',
        '{"event": "tapped", "object": "c", "source": {"state": 2}}',
        '{"event": "tapped", "object": "d"}',
        '{"event": "tapped", "object": "e"}',
    ]
    game = store.add(read_record(told))
    sizes = [len(action.events) for action in store.actions(game) if isinstance(action, Recorded)]
    assert sizes == [2, 1, 1, 1]
    assert store.info(game).version == 5
    assert [line.line for line in store.lines(game)] == [2, 3, 4, 5, 6, 7, 8]
    whole = store.add(read_record(told), packed=True)
    assert store.info(whole).version == 5
    assert store.record(whole).lines == store.record(game).lines


def test_nothing_is_stored_that_could_not_be_read_again(store: Store) -> None:
    game = store.add(read_record(['{"record": "nametrail", "version": 1, "players": ["ana"]}']))
    before = store.info(game)
    for broken in (
        Tapped(object=17),  # type: ignore[arg-type]
        Tapped(object="\ud800"),
        Tapped(object="a", turn=2**70),
        Tapped(object="a", source={"x": object()}),
    ):
        with pytest.raises(RecordError, match="cannot be stored"):
            store.append(game, before.version, [broken])
    assert store.info(game) == before


def test_a_record_that_stops_in_the_middle_is_not_added(store: Store) -> None:
    told = ['{"record": "nametrail", "version": 1, "players": ["ana"]}', '{"event": "nonsense"}']
    with pytest.raises(RecordError, match="nonsense"):
        store.add(read_record(told, strict=False))
    assert store.games() == []

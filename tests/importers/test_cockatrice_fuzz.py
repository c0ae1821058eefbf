"""Whatever a `.cor` file holds: a record that can be read, or one error; never a crash."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("google.protobuf")

from events.errors import NametrailError
from events.record import read_record
from projections import fold
from projections.names import names_of
from simulator.importers.cockatrice import import_cockatrice
from simulator.importers.cockatrice_messages import MESSAGES

# Few players, numbers, zones and names, so that messages meet each other's cards.
SEATS = st.sampled_from([-1, 0, 1, 2])
NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 4, 2**31 - 1])
ZONES = st.sampled_from(["deck", "hand", "table", "grave", "rfg", "stack", "sb", "", "attic"])
WORDS = st.sampled_from(
    ["", "Bear Cub", "Happy Bear Cub", "Fire // Ice", "\x00\u202e", "sticker: a after 99"]
)


@st.composite
def events(draw: Any) -> Any:
    """An event with one message, its fields filled at random."""
    made = MESSAGES["Event"](player_id=draw(SEATS))
    kind = draw(st.sampled_from([field.name for field in made.DESCRIPTOR.fields][1:]))
    filled(draw, getattr(made, kind), 0)
    return made


def filled(draw: Any, message: Any, depth: int) -> None:
    message.SetInParent()
    for field in message.DESCRIPTOR.fields:
        if not draw(st.integers(0, 3)):
            continue
        many = (
            field.is_repeated
            if hasattr(field, "is_repeated")
            else field.label == field.LABEL_REPEATED
        )
        if field.message_type is not None:
            for _ in range(draw(st.integers(0, 2)) if many else 1):
                inner = getattr(message, field.name)
                filled(draw, inner.add() if many else inner, depth + 1)
        else:
            setattr(message, field.name, draw(_values(field)))


def _values(field: Any) -> Any:
    if field.type == field.TYPE_STRING:
        return ZONES if "zone" in field.name or depth_zone(field) else WORDS
    if field.type == field.TYPE_BOOL:
        return st.booleans()
    if "player" in field.name:
        return SEATS if field.type != field.TYPE_UINT32 else st.just(1)
    if field.type in {field.TYPE_UINT32, field.TYPE_UINT64}:
        return st.sampled_from([0, 1, 2, 3])
    return NUMBERS


def depth_zone(field: Any) -> bool:
    return bool(field.containing_type.name == "Zone")


def tried(data: bytes, **options: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.cor"
        path.write_bytes(data)
        result = import_cockatrice([path], Path(folder) / "out", **options)
        assert len(result.games) + len(result.problems) == 1
        for error in result.problems:
            assert isinstance(error, NametrailError)
            assert error.exit_status in {1, 2}
            assert str(error)
        for game in result.games:
            record = read_record(str(game.file))
            assert len(record.events) == game.events
            state = fold.start(record.header)
            for event in record.events:
                fold.apply(state, event)
            for each in state.objects.values():
                names_of(state, each)


@given(st.lists(st.lists(events(), max_size=4), max_size=6), st.booleans(), st.booleans())
@settings(max_examples=150)
def test_any_messages_give_a_record_or_an_error(
    containers: list[list[Any]], stickers: bool, keep_names: bool
) -> None:
    made = MESSAGES["Replay"](replay_id=1)
    for each in containers:
        container = made.event_list.add()
        for inner in each:
            container.event_list.add().CopyFrom(inner)
    tried(made.SerializeToString(), stickers_from_annotations=stickers, keep_names=keep_names)


@given(st.lists(st.lists(events(), max_size=3), min_size=1, max_size=3), st.data())
def test_damaged_files_give_a_record_or_an_error(containers: list[list[Any]], data: Any) -> None:
    made = MESSAGES["Replay"](replay_id=1)
    for each in containers:
        container = made.event_list.add()
        for inner in each:
            container.event_list.add().CopyFrom(inner)
    whole = bytearray(made.SerializeToString())
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at] = data.draw(st.integers(0, 255))
    tried(bytes(whole[: data.draw(st.integers(0, len(whole)))]))


@given(st.binary(max_size=300))
def test_junk_gives_an_error(junk: bytes) -> None:
    tried(junk)

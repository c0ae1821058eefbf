"""What earlier versions stored stays readable, byte for byte."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events import actions
from events.actions import Recorded, decode_action, encode_action
from events.forms import event_from_map, event_to_map
from events.kinds import EVENT_KINDS, Event
from events.play import Tapped
from events.record import record_lines
from events.store import open_store
from events.verify import verify
from tests.store.sample_events import sample
from tests.store.write_golden import golden_files

GOLDEN = Path(__file__).parent.parent / "golden"


FILES = sorted((GOLDEN / "events").glob("*.json"))


def test_every_kind_of_event_has_a_golden_file() -> None:
    assert {path.stem.partition(".")[0] for path in FILES} == set(EVENT_KINDS)
    assert sum(len(golden_files(name)) for name in EVENT_KINDS) == len(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_event_stays_readable(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    name = path.stem.partition(".")[0]
    action = decode_action(kept["topic"], bytes.fromhex(kept["stored"]))
    assert isinstance(action, Recorded)
    (event,) = action.events
    assert type(event) is EVENT_KINDS[name]
    assert type(event).__struct_config__.tag == kept["tag"]
    assert event == event_from_map(kept["event"])
    assert json.loads(json.dumps(event_to_map(event))) == kept["event"]


@pytest.mark.parametrize("name", EVENT_KINDS)
def test_the_newest_golden_event_is_what_is_stored_today(name: str) -> None:
    kept = json.loads(golden_files(name)[-1].read_text(encoding="utf-8"))
    action = decode_action(kept["topic"], bytes.fromhex(kept["stored"]))
    assert encode_action(action).hex() == kept["stored"]
    assert action == Recorded(b"", 0, (sample(EVENT_KINDS[name]),))


@pytest.mark.parametrize("name", EVENT_KINDS)
def test_the_golden_event_says_something_in_every_field(name: str) -> None:
    event = sample(EVENT_KINDS[name])
    for field in msgspec.structs.fields(type(event)):
        assert getattr(event, field.name) != field.default, field.name


def test_a_store_of_version_1_stays_readable(tmp_path: Path) -> None:
    path = tmp_path / "v1.sqlite"
    shutil.copy(GOLDEN / "store" / "v1.sqlite", path)
    kept = json.loads((GOLDEN / "store" / "v1.json").read_text(encoding="utf-8"))
    with open_store(path, create=False) as store:
        assert [row.game for row in store.games()] == sorted(kept)
        for game, told in kept.items():
            row, out = store.info(game), store.record(game)
            assert (row.version, row.events, row.head) == (
                told["version"],
                told["events"],
                told["head"],
            )
            assert list(record_lines(out.header, out.lines)) == told["record"]
            assert verify(store, game, told["head"])[0].holds
            store.append(game, row.version, [Tapped(object="cub")])
        assert all(each.holds for each in verify(store))


def recorded(topic: str, stored: bytes) -> tuple[Event, ...]:
    action = decode_action(topic, stored)
    assert isinstance(action, Recorded)
    return action.events


def test_old_actions_are_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if this program wrote version 2, in which the object of `tapped` had been appended a note."""

    def from_version_1(raw: list[Any]) -> list[Any]:
        return [*raw[:3], [[43, None, "old", *event[3:]] for event in raw[3]], *raw[4:]]

    stored = encode_action(Recorded(b"", 0, (Tapped(object="a"),)))
    monkeypatch.setattr(actions, "STORED_VERSION", 2)
    monkeypatch.setattr(actions, "READ_AS_THEY_ARE", frozenset({"a2", "u2"}))
    monkeypatch.setitem(actions.STORED_STEPS, 1, from_version_1)
    assert recorded("a1", stored) == (Tapped(object="a", note="old"),)
    assert recorded("a2", stored) == (Tapped(object="a"),)
    for unknown in ("a3", "a0", "b1", "a", "", "a-1"):
        with pytest.raises(msgspec.ValidationError, match="unknown kind"):
            decode_action(unknown, stored)

"""States of stored games kept on the way: the same states, only nearer."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.header import Header
from events.snapshots import Snapshot, keep, positions
from events.store import Store, open_store
from projections import fold
from projections.state import State
from simulator.bench import games, stored
from simulator.snapshots import frozen, keep_snapshots, shape, state_at, thawed

EVENTS = 2500


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    path = tmp_path / "long.sqlite"
    stored.written(path, games.actions(EVENTS, permanents=20))
    with open_store(path) as opened:
        yield opened


def folded(position: int) -> State:
    state = fold.start(games.header())
    for event in games.game(EVENTS, permanents=20)[:position]:
        fold.apply(state, event)
    return state


def content(state: State) -> str:
    bare: dict[str, Any] = {
        "header": None,
        "lookup": None,
        "definitions": {},
        "sheets": {},
        "answers": {},
    }
    bare |= {"reaches": {}, "texts": {}}
    return repr(msgspec.structs.replace(state, **bare))


@pytest.mark.parametrize("position", [0, 1, 499, 500, 1234, EVENTS])
def test_a_state_from_a_snapshot_is_the_folded_state(store: Store, position: int) -> None:
    without = state_at(store, stored.GAME, position)
    assert keep_snapshots(store, stored.GAME, every=500) >= 4
    assert (
        content(state_at(store, stored.GAME, position))
        == content(without)
        == content(folded(position))
    )


def test_a_state_from_a_snapshot_goes_on_like_the_folded_one(store: Store) -> None:
    keep_snapshots(store, stored.GAME, every=500)
    state = state_at(store, stored.GAME, 1100)
    for event in games.game(EVENTS, permanents=20)[1100:2400]:
        fold.apply(state, event)
    assert content(state) == content(folded(2400))


def test_snapshots_go_on_from_the_last_one(store: Store) -> None:
    kept = keep_snapshots(store, stored.GAME, every=500)
    assert keep_snapshots(store, stored.GAME, every=500) == 0
    assert len(positions(store, stored.GAME, shape())) == kept


def test_snapshots_of_another_fold_are_not_looked_at(store: Store) -> None:
    keep(store, stored.GAME, "another", Snapshot(100, 10, b"anything"))
    assert content(state_at(store, stored.GAME, 200)) == content(folded(200))


def test_what_was_undone_is_not_in_a_state(store: Store) -> None:
    info = store.info(stored.GAME)
    keep_snapshots(store, stored.GAME, every=500)
    version = store.undo(stored.GAME, info.version, 60)
    events = store.info(stored.GAME).events
    assert content(state_at(store, stored.GAME, events)) == content(folded(events))
    store.append(
        stored.GAME, version, list(games.game(EVENTS, permanents=20)[events : events + 700])
    )
    assert keep_snapshots(store, stored.GAME, every=200) >= 1
    assert content(state_at(store, stored.GAME, events + 700)) == content(folded(events + 700))


class Harmful:
    def __reduce__(self) -> tuple[Callable[..., None], tuple[str]]:
        return (print, ("this must never run",))


@pytest.mark.parametrize(
    "raw",
    [b"", b"junk", zlib.compress(b"junk"), zlib.compress(pickle.dumps({"a": 1})),
     zlib.compress(pickle.dumps(Harmful())), zlib.compress(pickle.dumps(Header(players=("a",))))],
)  # fmt: skip
def test_a_snapshot_that_is_no_state_is_passed_over_and_runs_nothing(
    raw: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    assert thawed(raw, games.header(), fold.no_card) is None
    assert capsys.readouterr().out == ""


def test_a_broken_snapshot_only_costs_time(store: Store) -> None:
    keep(store, stored.GAME, shape(), Snapshot(100, 10, b"broken"))
    assert content(state_at(store, stored.GAME, 150)) == content(folded(150))


def test_a_state_keeps_one_object_where_it_had_one() -> None:
    state = folded(EVENTS)
    again = thawed(frozen(state), games.header(), fold.no_card)
    assert again is not None
    for reference, holder in state.holders.items():
        assert holder.object is not None
        same = state.objects.get(holder.object.card) is holder.object
        other = again.holders[reference].object
        assert other is not None
        assert (again.objects.get(other.card) is other) == same

"""Writing: by version, undone without loss, and told clearly where it cannot be."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
from pathlib import Path

import pytest

from events.errors import NametrailError
from events.games import default_path, place_of
from events.play import Tapped, Untapped
from events.record import EventLine, read_record
from events.snapshots import Snapshot, forget, keep, nearest, positions
from events.store import Store, open_store
from events.store_errors import Conflict, StoreError
from events.verify import verify

HEADER = '{"record": "nametrail", "version": 1, "players": ["ana", "ben"]}'


def new_game(store: Store, events: int = 0, *, packed: bool = False) -> str:
    told = [f'{{"event": "tapped", "object": "c{number}"}}' for number in range(events)]
    return store.add(read_record([HEADER, *told], "game.jsonl"), packed=packed)


def objects(store: Store, game: str) -> list[str]:
    return [event.object for event in store.events(game) if isinstance(event, Tapped)]


def test_of_two_writers_who_saw_the_same_version_one_wins(store: Store) -> None:
    game = new_game(store)
    assert store.append(game, 1, [Tapped(object="a")]) == 2
    with pytest.raises(Conflict) as caught:
        store.append(game, 1, [Tapped(object="b")])
    assert (caught.value.expected, caught.value.actual, caught.value.exit_status) == (1, 2, 1)
    assert objects(store, game) == ["a"]
    assert store.append(game, 2, [Tapped(object="b"), Untapped(object="b")]) == 3
    assert store.info(game).events == 3
    assert verify(store)[0].holds


def test_a_packed_game_goes_on_action_by_action(store: Store) -> None:
    game = new_game(store, 700, packed=True)
    assert store.info(game).version == 701
    with pytest.raises(Conflict):
        store.append(game, 2, [Tapped(object="a")])
    assert store.append(game, 701, [Tapped(object="a")]) == 702
    assert objects(store, game) == [*(f"c{number}" for number in range(700)), "a"]
    assert list(store.events(game, after_version=701)) == [Tapped(object="a")]
    with pytest.raises(StoreError, match="within a packed import"):
        store.undo(game, 702, 3)
    assert store.append(game, store.undo(game, 702, 701), [Tapped(object="b")]) == 704
    assert objects(store, game)[-2:] == ["c699", "b"]
    assert verify(store)[0].holds


def test_what_is_undone_is_kept_and_can_be_had_back(store: Store) -> None:
    game = new_game(store)
    version = 1
    for name in "abc":
        version = store.append(game, version, [Tapped(object=name)])
    version = store.undo(game, version, 2)
    assert (objects(store, game), store.info(game).events) == (["a"], 1)
    version = store.append(game, version, [Tapped(object="d")])
    assert objects(store, game) == ["a", "d"]
    assert [line.position for line in store.lines(game) if isinstance(line, EventLine)] == [1, 2]
    version = store.undo(game, version, 4)
    assert objects(store, game) == ["a", "b", "c"]
    version = store.append(game, version, [Tapped(object="e")])
    assert objects(store, game) == ["a", "b", "c", "e"]
    assert store.timeline(game) == [(0, 4), (7, 8)]
    for impossible in (0, version, version + 1, -1):
        with pytest.raises(StoreError, match="cannot go back"):
            store.undo(game, version, impossible)
    with pytest.raises(Conflict):
        store.undo(game, version - 1, 2)
    (checked,) = verify(store)
    assert (checked.holds, checked.events) == (True, 4)


def test_snapshots_are_a_cache(store: Store) -> None:
    game = new_game(store, 10)
    for position in (3, 6, 9):
        keep(store, game, "1", Snapshot(position, position + 1, b"%d" % position))
    keep(store, game, "1", Snapshot(6, 7, b"six"))
    assert positions(store, game, "1") == [3, 6, 9]
    assert nearest(store, game, "1", 8) == Snapshot(6, 7, b"six")
    assert nearest(store, game, "1", 2) is None
    assert nearest(store, game, "2", 8) is None
    store.undo(game, 11, 5)
    assert nearest(store, game, "1", 8) == Snapshot(3, 4, b"3")
    assert forget(store) == 3
    assert nearest(store, game, "1", 8) is None
    assert objects(store, game) == ["c0", "c1", "c2", "c3"]


def test_an_action_is_more_than_nothing(store: Store) -> None:
    with pytest.raises(StoreError, match="at least one"):
        store.append(new_game(store), 1, [])


@pytest.mark.parametrize("ask", ["info", "header", "record", "timeline", "definitions"])
def test_a_game_that_is_not_there_is_named(store: Store, ask: str) -> None:
    with pytest.raises(StoreError, match="there is no game 'nobody'"):
        getattr(store, ask)("nobody")


def test_what_is_stored_stays_when_the_store_is_closed(url: str) -> None:
    with open_store(url) as store:
        game = new_game(store, 3)
        head = store.info(game).head
    with open_store(url, create=False) as store:
        assert (store.info(game).head, objects(store, game)) == (head, ["c0", "c1", "c2"])
        assert verify(store, game, head)[0].holds


def test_threads_share_a_store(url: str) -> None:
    with open_store(url) as store:
        game = new_game(store)

        def write(name: str) -> None:
            written = 0
            while written < 10:
                try:
                    store.append(
                        game, store.info(game).version, [Tapped(object=f"{name}{written}")]
                    )
                except Conflict:
                    continue
                written += 1

        threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(objects(store, game)) == sorted(f"{n}{i}" for n in "abc" for i in range(10))
        assert verify(store)[0].holds


def test_the_same_game_has_the_same_head_everywhere(store: Store) -> None:
    assert store.info(new_game(store, 2)).head == (
        "0b1c11fc0c6b2009fc4fc978ebfd707e75cdcb9f6ad5833be2b90020b15d27ce"
    )


# --- where a store is ------------------------------------------------------------------------------


def test_the_default_store_is_in_the_user_s_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "nametrail" / "games.sqlite"
    with open_store() as store:
        new_game(store)
    assert default_path().is_file()
    monkeypatch.setenv("NAMETRAIL_DB", str(tmp_path / "other.sqlite"))
    assert place_of(None).path == tmp_path / "other.sqlite"


def test_a_store_that_is_not_there_is_only_made_when_asked(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store at"):
        open_store(tmp_path / "none.sqlite", create=False)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreError, match="there is no folder"):
        open_store(tmp_path / "no" / "games.sqlite")
    with pytest.raises(StoreError, match="is a folder"):
        open_store(tmp_path)


def test_names_of_files_that_look_like_something_else(tmp_path: Path) -> None:
    for name in ("a b?mode=ro#x%20.sqlite", "ñ.sqlite"):
        with open_store(tmp_path / name) as store:
            new_game(store)
        assert (tmp_path / name).is_file()


def test_what_is_no_store_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("these are notes, not a database" * 100)
    with pytest.raises(StoreError, match="is no store"):
        open_store(text)
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = foreign.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        open_store(foreign)
    assert foreign.read_bytes() == before
    for url in ("mysql://ana:secret@host/db", "postgresql://host:notaport/?x=y"):
        with pytest.raises(NametrailError) as caught:
            open_store(url)
        assert "secret" not in str(caught.value)


def test_a_store_of_a_newer_program_is_not_touched(url: str) -> None:
    with open_store(url) as store, store.database.transaction(commit=True) as sql:
        sql.run("UPDATE nametrail_store SET format = 99")
    with pytest.raises(StoreError, match="newer"):
        open_store(url)


def test_a_database_nobody_answers_at_is_told_of(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        open_store(f"postgresql://ana:hidden@/games?host={tmp_path}")
    assert "hidden" not in str(caught.value)


def test_a_missing_library_is_told_of_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'nametrail\[postgres\]'"):
        open_store("postgresql://host/games")


@pytest.mark.skipif(os.name == "nt", reason="locks differ")
def test_a_store_somebody_keeps_locked_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with open_store(path) as store:
        game = new_game(store)
        for connection in list(store.recorder.datastore.pool._pool):
            connection._sqlite_conn.execute("PRAGMA busy_timeout = 10")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="in use by somebody else"):
            store.append(game, 1, [Tapped(object="a")])
        other.execute("ROLLBACK")
        other.close()
        assert store.append(game, 1, [Tapped(object="a")]) == 2

"""Whatever is changed behind the store's back, `verify` finds it and names the position."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from events.play import Tapped
from events.record import read_record
from events.store import Store, open_store
from events.store_errors import StoreError
from events.verify import Verified, verify
from tests.postgres_server import PostgresServer

HEADER = '{"record": "nametrail", "version": 1, "players": ["ana", "ben"]}'
KINDS = ("byte", "delete", "swap", "duplicate", "insert", "tail", "cut")


def fill(store: Store) -> None:
    for name, events, packed in (("one", 12, False), ("two", 30, False), ("whole", 1300, True)):
        told = [f'{{"event": "tapped", "object": "{name}{n}", "turn": {n}}}' for n in range(events)]
        game = store.add(read_record([HEADER, *told], f"{name}.jsonl"), packed=packed)
        version = store.info(game).version
        for number in range(4):
            version = store.append(game, version, [Tapped(object=f"later{number}")])
    version = store.undo("one", store.info("one").version, 5)
    store.append("one", version, [Tapped(object="after")])


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("untouched") / "games.sqlite"
    with open_store(path) as store:
        fill(store)
        assert all(each.holds for each in verify(store))
    return path


class Vandal:
    """Changes a copy of a store in one way, and says of which game and event."""

    def __init__(self, untouched: Path, folder: Path, seed: int) -> None:
        self.path = folder / "games.sqlite"
        self.random = random.Random(seed)
        shutil.copy(untouched, self.path)
        self.connection = sqlite3.connect(self.path)
        found = self.connection.execute("SELECT rowid, * FROM stored_events ORDER BY rowid")
        self.rows = found.fetchall()

    def strike(self, kind: str) -> list[tuple[str, int]]:
        """The games and versions that are not as they were any more."""
        rowid, game, version, topic, state = self.random.choice(self.rows)
        run = self.connection.execute
        touched = [(game, version)]
        if kind == "byte":
            place, change = self.random.randrange(len(state)), self.random.randrange(1, 256)
            changed = bytearray(state)
            changed[place] ^= change
            run("UPDATE stored_events SET state = ? WHERE rowid = ?", (bytes(changed), rowid))
        elif kind == "delete":
            run("DELETE FROM stored_events WHERE rowid = ?", (rowid,))
        elif kind == "swap":
            other = self.random.choice([row for row in self.rows if row[0] != rowid])
            for one, two in ((rowid, other), (other[0], (rowid, game, version, topic, state))):
                run(
                    "UPDATE stored_events SET topic = ?, state = ? WHERE rowid = ?", (*two[3:], one)
                )
            touched.append((other[1], other[2]))
        elif kind == "duplicate":
            other = self.random.choice([row for row in self.rows if row[0] != rowid])
            run(
                "UPDATE stored_events SET topic = ?, state = ? WHERE rowid = ?",
                (topic, state, other[0]),
            )
            touched = [(other[1], other[2])]
        elif kind == "insert":
            for later in sorted(
                (row for row in self.rows if row[1] == game and row[2] > version),
                reverse=True,
                key=lambda row: row[2],
            ):
                run(
                    "UPDATE stored_events SET originator_version = ? WHERE rowid = ?",
                    (later[2] + 1, later[0]),
                )
            run("INSERT INTO stored_events VALUES (?, ?, ?, ?)", (game, version + 1, topic, state))
            touched = [(game, version + 1)]
        elif kind == "tail":
            last = max(row[2] for row in self.rows if row[1] == game)
            run("INSERT INTO stored_events VALUES (?, ?, ?, ?)", (game, last + 1, topic, state))
            touched = [(game, last + 1)]
        else:
            run(
                "DELETE FROM stored_events WHERE originator_id = ? AND originator_version >= ?",
                (game, version),
            )
        self.connection.commit()
        self.connection.close()
        return touched


def found(checked: tuple[Verified, ...], game: str, version: int) -> bool:
    """Whether a fault covers that action, and the position of its event."""
    faults = [fault for each in checked if each.game == game for fault in each.faults]
    return any(
        fault.version <= version <= fault.last_version
        and (game != "two" or fault.first <= max(version - 1, 1) <= fault.last)
        for fault in faults
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_change_is_found_and_its_position_named(
    kind: str, untouched: Path, tmp_path: Path
) -> None:
    strike_many(kind, untouched, tmp_path, 30)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_one_of_many_changes_is_found(kind: str, untouched: Path, tmp_path: Path) -> None:
    strike_many(kind, untouched, tmp_path, 1000)


def strike_many(kind: str, untouched: Path, tmp_path: Path, times: int) -> None:
    for seed in range(times):
        vandal = Vandal(untouched, tmp_path, seed)
        touched = vandal.strike(kind)
        with open_store(vandal.path) as store:
            checked = verify(store)
            for game, _ in touched:
                with contextlib.suppress(StoreError):
                    store.definitions(game)
                    store.record(game)
        for game, version in touched:
            assert found(checked, game, version), (kind, seed, game, version, checked)
        innocent = {row[1] for row in vandal.rows} - {game for game, _ in touched}
        assert all(each.holds for each in checked if each.game in innocent), (kind, seed)


def test_the_fault_names_the_event(untouched: Path, tmp_path: Path) -> None:
    vandal = Vandal(untouched, tmp_path, 0)
    changed = next(row for row in vandal.rows if row[1:3] == ("two", 8))
    state = changed[4].replace(b"two6", b"two9")
    vandal.connection.execute(
        "UPDATE stored_events SET state = ? WHERE rowid = ?", (state, changed[0])
    )
    vandal.connection.commit()
    vandal.connection.close()
    with open_store(vandal.path) as store:
        (checked,) = verify(store, "two")
        assert [str(fault) for fault in checked.faults] == [
            "event 7 (version 8): what stands here is not what was recorded"
        ]
        assert (checked.faults[0].first, checked.faults[0].last) == (7, 7)


def test_a_head_noted_elsewhere_tells_when_everything_was_rewritten(
    untouched: Path, tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite"
    with open_store(untouched) as store:
        head = store.info("two").head
        assert verify(store, "two", head.upper())[0].holds
    with open_store(path) as store:
        told = [f'{{"event": "tapped", "object": "two{n}", "turn": {n}}}' for n in range(33)]
        store.add(read_record([HEADER, *told, '{"event": "tapped", "object": "x"}'], "two.jsonl"))
        assert verify(store, "two")[0].holds
        (checked,) = verify(store, "two", head)
        assert [(fault.first, fault.version) for fault in checked.faults] == [(34, 35)]
        with pytest.raises(StoreError, match="of one game"):
            verify(store, None, head)
        with pytest.raises(StoreError, match="no game"):
            verify(store, "three")


def test_the_ledger_is_checked_as_well(store: Store) -> None:
    fill(store)
    heads = {row.game: row.head for row in store.games()}
    for column, value in (("head", b"x" * 32), ("version", 3), ("events", 1)):
        with store.database.transaction(commit=True) as sql:
            row = sql.one(f"SELECT {column} FROM nametrail_games WHERE game = ?", "two")
            assert row is not None
            kept = row[column]
            sql.run(f"UPDATE nametrail_games SET {column} = ? WHERE game = ?", value, "two")
        checked = {each.game: each for each in verify(store)}
        assert not checked["two"].holds
        assert checked["one"].holds
        with store.database.transaction(commit=True) as sql:
            sql.run(f"UPDATE nametrail_games SET {column} = ? WHERE game = ?", kept, "two")
    with store.database.transaction(commit=True) as sql:
        sql.run("DELETE FROM nametrail_games WHERE game = ?", "two")
    assert [each.game for each in verify(store) if not each.holds] == ["two"]
    assert {each.game: each.head for each in verify(store)} == heads


@pytest.mark.postgres
def test_postgres_rows_are_checked_alike(postgres: PostgresServer) -> None:
    with open_store(postgres.database()) as store:
        fill(store)
        for number, change in enumerate((
            "UPDATE games_events SET state = set_byte(state, 40, get_byte(state, 40) # 1) WHERE originator_id = 'two' AND originator_version = 9",
            "DELETE FROM games_events WHERE originator_id = 'two' AND originator_version = 12",
        )):  # fmt: skip
            with store.database.transaction(commit=True) as sql:
                sql.run(change)
            (checked,) = verify(store, "two")
            assert len(checked.faults) == number + 1
        (checked,) = verify(store, "two")
        assert [fault.version for fault in checked.faults] == [9, 12]


def test_a_damaged_game_is_not_read_as_if_nothing_had_happened(store: Store) -> None:
    fill(store)
    table = store.recorder.events_table_name
    for version in (9, 35):
        with store.database.transaction(commit=True) as sql:
            sql.run(
                f"DELETE FROM {table} WHERE originator_id = 'two' AND originator_version = ?",
                version,
            )
        with pytest.raises(StoreError, match="verify tells where"):
            list(store.events("two"))
    with store.database.transaction(commit=True) as sql:
        sql.run(f"UPDATE {table} SET state = ? WHERE originator_version = 1", b"\xc1")
    for ask in (store.header, store.record, store.definitions):
        with pytest.raises(StoreError, match="damaged"):
            ask("one")

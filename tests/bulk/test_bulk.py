"""Many games into tables: what is written, going on where a run was stopped, and games nobody survives."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")
pytest.importorskip("pyarrow")

import pyarrow.parquet as pq

from events.errors import NametrailError
from events.record import read_record
from events.store import open_store
from simulator import bulk as bulk_module
from simulator.bulk import Bulk, bulk, parts_of, units_of
from simulator.bulk_tables import FAILURE, TABLES, Rows, Unit, _game_row, game_rows, replay_part
from simulator.cli import run

HEADER = '{"record": "nametrail", "version": 1, "players": ["ana", "ben"], "plain": true}'
BEAR = '{"event": "card_added", "card": "bear", "definition": "Bear Cub", "owner": "ana", "zone": "battlefield"}'
HAPPY = '{"event": "sticker_placed", "sticker": "s1", "on": "bear", "words": "Happy", "after": 0}'
TAP = '{"event": "tapped", "object": "bear"}'
DIES = '{"event": "moved", "object": "bear", "to": "graveyard"}'
BROKEN = '{"event": "moved", "object": "nobody", "to": "exile"}'


def record(folder: Path, name: str, *lines: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
    return path


def rows_of(out: Path, table: str) -> list[dict[str, Any]]:
    return [
        row for file in sorted((out / table).glob("*.parquet")) for row in pq.read_table(file).to_pylist()
    ]  # fmt: skip


class AtOnce:
    """Stands for a Dask client: runs everything here and now. `deadly` names games that kill their worker."""

    def __init__(self, deadly: str | None = None) -> None:
        self.deadly = deadly
        self.submitted: list[str] = []

    def nthreads(self) -> dict[str, int]:
        return {"one": 1}

    def submit(self, function: Any, units: list[Unit], *rest: Any, key: str, pure: bool) -> Any:
        self.submitted.append(key)
        return Done(self, function, units, rest, key)


class Done:
    def __init__(
        self, client: AtOnce, function: Any, units: list[Unit], rest: Any, key: str
    ) -> None:
        self.key = key
        self.status = "finished"
        if client.deadly is not None and any(client.deadly in unit.place for unit in units):
            self.status = "error"
        else:
            self._result = function(units, *rest)

    def result(self) -> Any:
        return self._result

    def exception(self) -> Exception:
        return RuntimeError("the worker died")

    def release(self) -> None:
        pass


class InOrder:
    def __init__(self, futures: list[Any]) -> None:
        self.waiting = list(futures)

    def add(self, future: Any) -> None:
        self.waiting.append(future)

    def __iter__(self) -> Any:
        while self.waiting:
            yield self.waiting.pop(0)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> AtOnce:
    """`bulk` without a cluster."""
    from contextlib import contextmanager
    from types import SimpleNamespace

    client = AtOnce()

    @contextmanager
    def here(*_: Any, **__: Any) -> Any:
        yield client

    monkeypatch.setattr(bulk_module, "_client", here)
    monkeypatch.setattr(bulk_module, "_distributed", lambda: SimpleNamespace(as_completed=InOrder))
    return client


def test_a_game_becomes_rows(tmp_path: Path) -> None:
    path = record(tmp_path, "a.jsonl", BEAR, HAPPY, TAP, DIES)
    rows = Rows()
    game_rows(Unit(str(path), "1"), lambda _: None, rows)
    assert [(row["object"], row["name"], row["begins"], row["ends"]) for row in rows.names] == [
        ("bear.1", "Bear Cub", 1, 2),
        ("bear.1", "Happy Bear Cub", 2, 4),
        ("bear.2", "Happy Bear Cub", 4, None),
    ]
    assert [(row["object"], row["sticker"], row["words"]) for row in rows.stickers] == [
        ("bear.1", "s1", "Happy"),
        ("bear.2", "s1", "Happy"),
    ]
    assert [(row["object"], row["zone"], row["begins"], row["ends"]) for row in rows.objects] == [
        ("bear.1", "battlefield", 1, 4),
        ("bear.2", "graveyard", 4, None),
    ]
    assert rows.games[0] | {"game": "", "mark": ""} == {
        "game": "", "mark": "", "events": 4, "objects": 2, "violations": 0, "complete": True, "error": None,
    }  # fmt: skip


def test_names_agree_with_the_names_at_every_position(root: Path) -> None:
    """The rows leave out what does not change; put together again they are the naive reading."""
    from projections import fold
    from projections.names import names_of

    for path in sorted((root / "simulator" / "examples").glob("*.jsonl"))[:6]:
        rows = Rows()
        game_rows(Unit(str(path), "1"), _bundled, rows)
        game = read_record(path)
        state = fold.start(game.header, _bundled)
        for position, event in enumerate(game.events, 1):
            fold.apply(state, event)
            told = sorted(
                (row["object"], row["name"]) for row in rows.names
                if row["begins"] <= position and (row["ends"] is None or row["ends"] > position)
            )  # fmt: skip
            now = [(each.reference, names_of(state, each)) for each in state.objects.values()]
            assert told == sorted((reference, name) for reference, names in now for name in names)


def _bundled(name: str) -> Any:
    from events.cards import definition_from_map
    from events.catalogue import bundled_card

    raw = bundled_card(name)
    return None if raw is None else definition_from_map(name, raw)


def test_links_are_told_once_each(tmp_path: Path) -> None:
    warden = (
        '{"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": {"Warden": {"types": '
        '["Creature"], "abilities": [{"id": "a", "kind": "triggered"}, {"id": "b", "kind": "triggered"}], '
        '"linked": [["a", "b", "exile"]]}, "Cub": {"types": ["Creature"]}}}'
    )
    path = tmp_path / "a.jsonl"
    path.write_text(
        f'{warden}\n{{"event": "card_added", "card": "w", "definition": "Warden", "owner": "ana", "zone": "battlefield"}}\n{{"event": "card_added", "card": "c", "definition": "Cub", "owner": "ben", "zone": "battlefield"}}\n{{"event": "exiled", "object": "c", "with": "w:a"}}\n{{"event": "shuffled", "player": "ana"}}',
        encoding="utf-8",
    )  # fmt: skip
    rows = Rows()
    game_rows(Unit(str(path), "1"), lambda _: None, rows)
    assert [
        (row["holder"], row["kind"], row["object"], row["begins"], row["ends"])
        for row in rows.links
    ] == [("w.1", "exile", "c.2", 3, None)]


def test_records_and_stored_games_become_tables(tmp_path: Path, at_once: AtOnce) -> None:
    first = record(tmp_path / "in", "a.jsonl", BEAR, HAPPY)
    record(tmp_path / "in", "b.jsonl", BEAR, BROKEN, DIES)
    (tmp_path / "in" / "notes.txt").write_text("no record", encoding="utf-8")
    with open_store(tmp_path / "games.sqlite") as store:
        store.add(read_record(first))
    progress: list[tuple[int, int]] = []
    done = bulk(
        [str(tmp_path / "in"), str(tmp_path / "games.sqlite"), str(first)],
        tmp_path / "out",
        progress=lambda now, all_: progress.append((now, all_)),
    )
    assert (done.games, done.skipped, done.failed, done.events) == (3, 0, 1, 5)
    assert progress[-1] == (3, 3)
    games = {Path(row["game"]).name: row for row in rows_of(tmp_path / "out", "games")}
    assert games.keys() == {"a.jsonl", "b.jsonl", "games.sqlite#a"}
    assert not games["b.jsonl"]["complete"]
    assert "nobody" in games["b.jsonl"]["error"]
    assert games["b.jsonl"]["events"] == 1
    assert all((tmp_path / "out" / table).is_dir() for table in TABLES)
    assert len(rows_of(tmp_path / "out", "names")) == 2 + 1 + 2


def test_a_run_goes_on_where_it_was_and_sees_what_changed(
    tmp_path: Path, at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_module, "GAMES_OF_A_PART", 2)
    monkeypatch.setattr(bulk_module, "_WAITING_PARTS", 1)
    folder, out = tmp_path / "in", tmp_path / "out"
    paths = [record(folder, f"{name}.jsonl", BEAR) for name in "abcd"]
    assert bulk([str(folder)], out).games == 4
    assert bulk([str(folder)], out) == Bulk(skipped=4)

    # One part was never finished: its rows of another table are taken away and written anew.
    unfinished = min((out / "games").glob("*.parquet"))
    unfinished.unlink()
    (out / "names" / ".left-over.1").write_bytes(b"half")
    assert bulk([str(folder)], out).games == 2
    assert len(rows_of(out, "names")) == 4
    assert not list((out / "names").glob(".*"))

    # One game changed: its part is done again, the other one stays.
    record(folder, "a.jsonl", BEAR, HAPPY)
    os.utime(paths[0], ns=(1, 1))
    assert bulk([str(folder)], out).games == 2
    assert len(rows_of(out, "names")) == 5
    assert len(rows_of(out, "games")) == 4

    # New games come on top.
    record(folder, "e.jsonl", BEAR)
    assert bulk([str(folder)], out) == Bulk(games=1, skipped=4, events=1)


def test_a_game_no_worker_survives_is_found_and_noted(
    tmp_path: Path, at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "in"
    for name in ("a", "poison", "z"):
        record(folder, f"{name}.jsonl", BEAR)
    at_once.deadly = "poison"
    monkeypatch.setattr(bulk_module, "_WAITING_PARTS", 1)
    done = bulk([str(folder)], tmp_path / "out")
    assert done == Bulk(games=3, failed=1, events=2)
    lost = [row for row in rows_of(tmp_path / "out", "games") if row["error"]]
    assert len(lost) == 1
    assert "poison" in lost[0]["game"]
    assert "the worker died" in lost[0]["error"]
    assert bulk([str(folder)], tmp_path / "out").skipped == 3


def test_each_game_that_failed_is_named_with_its_line(
    tmp_path: Path, at_once: AtOnce, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    record(folder, "a.jsonl", BEAR)
    unknown = record(folder, "b.jsonl", BEAR, BROKEN, DIES)
    no_json = record(folder, "c.jsonl", BEAR, '{"event": "mo')
    no_start = record(folder, "d.jsonl", '{"record"')
    no_start.write_text("{}\n", encoding="utf-8")
    at_once.deadly = "poison"
    poison = record(folder, "poison.jsonl", BEAR)
    with open_store(tmp_path / "games.sqlite") as store:
        store.add(read_record([HEADER, BEAR, BROKEN], "stored.jsonl"))
    sources = [str(folder), str(tmp_path / "games.sqlite")]
    assert run(["bulk", *sources, "-o", str(tmp_path / "out"), "--lang", "en"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 5
    by_place = {line.split(": ")[0]: line for line in said}
    assert "nobody" in by_place[f"{unknown}:3"]
    assert "not JSON" in by_place[f"{no_json}:3"]
    assert f"{no_start}:1" in by_place
    assert "no worker could replay it" in by_place[str(poison)]
    assert "nobody" in by_place[f"{tmp_path / 'games.sqlite'}#stored:3"]
    told = {row["error"] for row in rows_of(tmp_path / "out", "games") if row["error"]}
    assert told == set(said)


def test_games_that_failed_are_named_in_the_language_asked_for(
    tmp_path: Path, at_once: AtOnce, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = record(tmp_path / "in", "b.jsonl", BEAR, '{"event": "mo')
    out = str(tmp_path / "out")
    assert run(["bulk", str(broken), "-o", out, "--json", "--lang", "es"]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"{broken}:3: la línea no es JSON")
    assert '"failed":1' in said.out


def test_an_error_can_be_sent_whatever_its_values_are() -> None:
    class Odd(NametrailError):
        def __init__(self) -> None:
            super().__init__("{what} is odd", what={}.keys(), rule="400.7", place="a:1")

    row = _game_row(Unit("a", "1"), 0, 0, 0, Odd())
    assert str(pickle.loads(pickle.dumps(row))[FAILURE]) == row["error"] == str(Odd())


def test_few_games_are_cut_so_that_every_worker_has_some() -> None:
    units = [Unit(str(number), "1") for number in range(40)]
    assert [len(part) for _, part in parts_of(units, workers=2)] == [5] * 8
    assert [len(part) for _, part in parts_of(units[:3], workers=2)] == [1] * 3
    many = [Unit(str(number), "1") for number in range(10_000)]
    assert {len(part) for _, part in parts_of(many, workers=2)} == {64, 10_000 % 64}


def test_a_part_done_twice_is_there_once(tmp_path: Path) -> None:
    units = list(units_of([str(record(tmp_path / "in", "a.jsonl", BEAR, HAPPY))]))
    ((part, same),) = parts_of(units)
    for _ in range(2):
        replay_part(same, str(tmp_path / "out"), part, None)
    assert len(rows_of(tmp_path / "out", "names")) == 2


def test_sources_that_are_not_there_or_hold_nothing_are_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for source in ("missing", "empty"):
        with pytest.raises(NametrailError, match=source):
            bulk([str(tmp_path / source)], tmp_path / "out")
    occupied = tmp_path / "file"
    occupied.write_text("x", encoding="utf-8")
    with pytest.raises(NametrailError, match="file"):
        bulk([str(record(tmp_path / "in", "a.jsonl", BEAR))], occupied)


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1:1", "tcp://127.0.0.1:99999", ""])
def test_a_scheduler_that_does_not_answer_is_told(tmp_path: Path, address: str) -> None:
    source = record(tmp_path / "in", "a.jsonl", BEAR)
    with pytest.raises(NametrailError, match="does not answer"):
        bulk([str(source)], tmp_path / "out", scheduler=address)


def test_a_real_cluster_gives_the_same_tables(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for index in range(3):
        record(folder, f"{index}.jsonl", BEAR, HAPPY, DIES)
    done = bulk([str(folder)], tmp_path / "out", workers=1, processes=False)
    assert done == Bulk(games=3, events=9)
    assert len(rows_of(tmp_path / "out", "names")) == 9


@pytest.mark.slow
def test_a_worker_s_death_is_survived(tmp_path: Path) -> None:
    """A worker process dies in the middle of a part; the nanny starts another, and the part is done again."""
    import threading
    import time

    from distributed import LocalCluster

    from events.record import write_record
    from simulator.bench import games

    folder = tmp_path / "in"
    folder.mkdir()
    for index in range(40):
        write_record(
            folder / f"{index}.jsonl", games.header(), games.game(500, permanents=20, seed=index)
        )
    local: Any = LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    )
    with local as cluster:

        def kill() -> None:
            time.sleep(0.2)
            for worker in cluster.workers.values():
                os.kill(worker.process.pid, 9)

        killer = threading.Thread(target=kill)
        killer.start()
        done = bulk([str(folder)], tmp_path / "out", scheduler=cluster.scheduler_address)
        killer.join()
    assert done.games == 40
    assert done.failed == 0
    assert len(rows_of(tmp_path / "out", "games")) == 40

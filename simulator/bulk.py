"""Many games at once: records and stored games in, tables out, on a Dask cluster.

The games are cut into parts; a worker replays the games of a part and writes its rows as Parquet files.
A part is done when its file in the table `games` is there, so a run that was stopped goes on where it
was, and a part whose worker died is done again by another. A game that kills every worker that tries it
is found by trying the games of its part one by one, and noted as lost.
"""

from __future__ import annotations

import hashlib
import logging
import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from events.errors import NametrailError, RecordError
from simulator.bulk_tables import FAILURE, TABLES, Unit, lost_part, replay_part

GAMES_OF_A_PART = 64
"""Most games of a part: enough that writing files costs little, few enough that losing one does."""

_WAITING_PARTS = 4
"""How many parts a worker has at hand, so that it never waits for the next."""

_CONNECTING = 15
_STORES = (".sqlite", ".sqlite3", ".db")
_RECORDS = (".jsonl", ".jsonl.gz")


class Bulk(msgspec.Struct):
    """What a run came to. `skipped` games were in the tables already; `failed` ones have an error there."""

    games: int = 0
    skipped: int = 0
    failed: int = 0
    events: int = 0
    violations: int = 0


def bulk(
    sources: Sequence[str],
    out: Path,
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    cards: Path | None = None,
    processes: bool = True,
    progress: Callable[[int, int], None] | None = None,
    failure: Callable[[NametrailError], None] | None = None,
) -> Bulk:
    """Replay all games of the sources into tables in a folder.

    A source is a folder of records, a record, or a store (an SQLite file or `postgresql://...`).
    `scheduler` is the address of a Dask scheduler whose workers see the same files; by default a
    cluster of `workers` processes on this machine. `progress` is told how many games are done, and of
    how many; `failure` is told why a game could not be replayed to its end, and where. Raises RecordError for sources that are not there and schedulers that do not answer.
    """
    _need()
    units = list(units_of(sources))
    if not units:
        raise RecordError(
            "there is no game in {sources}",
            sources=", ".join(map(_shown, sources)),
            advice="give folders of .jsonl records, or a store",
        )
    _made(out)
    waiting = _not_done(units, out)
    result = Bulk(skipped=len(units) - len(waiting))
    if not waiting:
        return result
    with _client(scheduler, workers, processes=processes) as client:
        for rows in _replayed(client, waiting, out, cards):
            for row in rows:
                result.games += 1
                result.failed += row["error"] is not None
                result.events += row["events"]
                result.violations += row["violations"]
                if failure is not None and FAILURE in row:
                    failure(row[FAILURE])
            if progress is not None:
                progress(result.skipped + result.games, len(units))
    return result


def units_of(sources: Iterable[str]) -> Iterator[Unit]:
    """The games of the sources, each once, folders in the order of names.

    Raises RecordError for a source that is not there.
    """
    seen: set[str] = set()
    for source in sources:
        for unit in _units(source):
            if unit.name not in seen:
                seen.add(unit.name)
                yield unit


def parts_of(units: Sequence[Unit], workers: int = 1) -> Iterator[tuple[str, list[Unit]]]:
    """The parts to do, each with a name that depends on nothing but its games.

    Few games are cut finer, so that every worker has some.
    """
    size = max(1, min(GAMES_OF_A_PART, len(units) // (_WAITING_PARTS * workers)))
    for start in range(0, len(units), size):
        part = list(units[start : start + size])
        yield _part_name(part), part


def _part_name(units: Iterable[Unit]) -> str:
    found = hashlib.sha256()
    for unit in units:
        found.update(f"{unit.name}\0{unit.mark}\n".encode("utf-8", "surrogatepass"))
    return found.hexdigest()[:20]


def _units(source: str) -> Iterator[Unit]:
    path = Path(source)
    if "://" in source or source.endswith(_STORES):
        yield from _stored_units(source)
    elif path.is_dir():
        for folder, folders, files in os.walk(path):
            folders.sort()
            for name in sorted(files):
                if name.endswith(_RECORDS):
                    yield _record_unit(Path(folder) / name)
    elif path.is_file():
        yield _record_unit(path)
    else:
        raise RecordError("{source} is not there", source=source)


def _record_unit(path: Path) -> Unit:
    try:
        found = path.stat()
    except OSError as error:
        raise RecordError(
            "{path} cannot be read: {reason}", path=str(path), reason=error.strerror or str(error)
        ) from error
    return Unit(str(path), f"{found.st_size}-{found.st_mtime_ns}")


def _stored_units(source: str) -> Iterator[Unit]:
    from events.store import open_store  # noqa: PLC0415 - only for stores

    with open_store(source, create=False) as store:
        for row in store.games():
            yield Unit(source, row.head, row.game, store.name)


def _shown(source: str) -> str:
    """A source as it may be shown: without what stands before the host in a URL."""
    scheme, colon, rest = source.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}" if colon else source


def _not_done(units: list[Unit], out: Path) -> list[Unit]:
    """The games that are not in the tables as they are now; parts that hold an older state of one are removed."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    marks = {unit.name: unit.mark for unit in units}
    done: set[str] = set()
    finished: set[str] = set()
    for file in sorted((out / "games").glob("*.parquet")):
        try:
            rows = pq.read_table(file, columns=["game", "mark"]).to_pylist()
        except (pa.ArrowInvalid, OSError, KeyError):
            continue
        if all(marks.get(row["game"], row["mark"]) == row["mark"] for row in rows):
            finished.add(file.name)
            done.update(row["game"] for row in rows)
    for table in TABLES:
        for file in (out / table).glob("*.parquet"):
            if file.name not in finished:
                file.unlink()
        for file in (out / table).glob(".*"):
            file.unlink()
    return [unit for unit in units if unit.name not in done]


def _replayed(
    client: Any, units: list[Unit], out: Path, cards: Path | None
) -> Iterator[list[dict[str, Any]]]:
    """The rows of `games`, part by part, as they get done."""
    where, with_cards = str(out.absolute()), None if cards is None else str(cards.absolute())

    def handed(name: str, part: list[Unit]) -> Any:
        future = client.submit(
            replay_part, part, where, name, with_cards, key=f"part-{name}", pure=False
        )
        parts[future.key] = part
        return future

    parts: dict[str, list[Unit]] = {}
    workers = max(1, len(client.nthreads()))
    todo = parts_of(units, workers)
    at_once = _WAITING_PARTS * workers
    first = [handed(*each) for each in islice(todo, at_once)]
    running = _distributed().as_completed(first)
    for future in running:
        part = parts.pop(future.key)
        if future.status == "finished":
            yield future.result()
        elif len(part) > 1:
            for unit in part:
                running.add(handed(_part_name([unit]), [unit]))
        else:
            yield lost_part(part, where, _part_name(part), _reason(future))
        future.release()
        following = next(todo, None)
        if following is not None:
            running.add(handed(*following))


def _reason(future: Any) -> str:
    error = future.exception()
    return f"{type(error).__name__}: {error}"


@contextmanager
def _client(
    address: str | None, workers: int | None, *, processes: bool
) -> Generator[Any, None, None]:
    """A client of the scheduler at an address, or of a cluster of this machine's own."""
    distributed = _distributed()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if address is not None:
        try:
            _knock(address)
            client = distributed.Client(address, timeout=_CONNECTING)
        except (OSError, OverflowError, ValueError) as error:
            raise RecordError(
                "the scheduler {address} does not answer: {reason}",
                address=address, reason=str(error) or type(error).__name__,
            ) from error  # fmt: skip
        with client:
            yield client
        return
    with (
        distributed.LocalCluster(
            n_workers=workers or os.cpu_count() or 1,
            threads_per_worker=1,
            processes=processes,
            dashboard_address="127.0.0.1:0",
            host="127.0.0.1" if processes else None,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def _knock(address: str) -> None:
    """See whether anybody answers at a scheduler's address, before the library tries at length.

    Raises OSError or ValueError.
    """
    plain = address.rpartition("://")[2]
    host, colon, port = plain.rpartition(":")
    if not colon or not port.isdecimal():
        raise ValueError("an address is written tcp://HOST:PORT")
    socket.create_connection((host.strip("[]"), int(port)), timeout=_CONNECTING).close()


def _made(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(
            "{out} cannot be a folder: {reason}", out=str(out), reason=error.strerror or str(error)
        ) from error


def _distributed() -> Any:
    """Dask's library, which comes without types."""
    return import_module("distributed")


def _need() -> None:
    """Have the libraries of the extra `bulk` missed at once, not in the middle."""
    for library in ("distributed", "pyarrow"):
        import_module(library)

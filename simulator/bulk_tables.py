"""One game as rows of tables: its objects, their names, its links, and the rules it broke.

The rows of many games become one part of each table, a Parquet file. The part of `games` is written
last: a part that has none was not finished.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from events.errors import NametrailError, RecordError
from events.header import Header
from events.kinds import Event
from events.record import EventLine, open_record
from projections import fold
from projections.changes import Change, Follower
from projections.state import Lookup
from simulator.legality import Known, violations

TABLES = ("names", "objects", "stickers", "links", "violations", "games")
"""The tables, in the order in which a part of each is written."""

FAILURE = "failure"
"""Where a row of `games` has the error of its game; no column of the table."""

_SAYS = {
    "objects": ("zone", "owner", "printed"),
    "names": ("name",),
    "stickers": ("sticker", "kind", "words"),
    "links": ("holder", "ability", "kind", "rule", "refers_to"),
}
"""The columns of what is said of an object in each table, in the order `Follower` tells it."""


class Unit(msgspec.Struct, frozen=True):
    """One game to replay: a record's file, or a game of a store. `mark` changes when the game does."""

    place: str
    mark: str
    game: str | None = None
    shown: str = ""

    @property
    def name(self) -> str:
        """What the tables call it; a store is named without its password."""
        return self.place if self.game is None else f"{self.shown or self.place}#{self.game}"


class Rows(msgspec.Struct):
    """The rows of some games, by table."""

    names: list[dict[str, Any]] = []
    stickers: list[dict[str, Any]] = []
    objects: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    violations: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []


def replay_part(units: list[Unit], out: str, part: str, cards: str | None) -> list[dict[str, Any]]:
    """Replay some games and write a part of each table; the rows of `games`.

    This is what a worker does. It can be done again at any time: files are put in place whole.
    """
    rows = Rows()
    for unit in units:
        game_rows(unit, _lookup(cards), rows)
    for table in TABLES:
        _write(Path(out), table, part, getattr(rows, table))
    return rows.games


def lost_part(units: list[Unit], out: str, part: str, reason: str) -> list[dict[str, Any]]:
    """Write down games that cannot be replayed at all, because the process that tries dies."""
    lost = [
        RecordError("no worker could replay it: {reason}", reason=reason, place=unit.name)
        for unit in units
    ]
    rows = Rows(
        games=[_game_row(unit, 0, 0, 0, error) for unit, error in zip(units, lost, strict=True)]
    )
    for table in TABLES:
        _write(Path(out), table, part, getattr(rows, table))
    return rows.games


def game_rows(unit: Unit, lookup: Lookup, rows: Rows) -> None:
    """Replay one game as an audit does, and add its rows; an error stops the game and is noted, with its line."""
    telling = _Telling(unit.name, rows)
    position, broken, at_line = 0, 0, 1
    failure: NametrailError | None = None
    try:
        header, own, events = _opened(unit)
        state = fold.start(header, lambda name: own.get(name) or lookup(name))
        follower, known = Follower(state), Known()
        for line, event in events:
            at_line = line
            for each in violations(state, event, known):
                broken += 1
                rows.violations.append(
                    {"game": unit.name, "position": position + 1, "line": line, "rule": each.rule,
                     "what": each.problem}
                )  # fmt: skip
            telling.take(follower.take(event), position + 1)
            known.note(event)
            position += 1
    except NametrailError as error:
        failure = error.at(f"{unit.name}:{at_line}")
    except (RecursionError, MemoryError) as error:
        failure = RecordError(
            "too large or too deeply nested ({kind})", kind=type(error).__name__, place=unit.name
        )
    telling.close()
    rows.games.append(_game_row(unit, position, telling.objects, broken, failure))


class _Telling:
    """Follows what begins and ends to hold in a game, and writes a row for each when it has ended."""

    def __init__(self, game: str, rows: Rows) -> None:
        self._game = game
        self._rows = rows
        self._open: dict[tuple[str, str, tuple[str, ...]], int] = {}
        self.objects = 0

    def take(self, changes: Iterable[Change], position: int) -> None:
        """Take in what an event changed."""
        for change in changes:
            key = (change.table, change.object, change.says)
            if change.begins:
                self._open[key] = position
                self.objects += change.table == "objects"
            elif key in self._open:
                self._write(key, self._open.pop(key), position)

    def close(self) -> None:
        """The game is over: what still holds has no end."""
        for key, begins in self._open.items():
            self._write(key, begins, None)
        self._open.clear()

    def _write(self, key: tuple[str, str, tuple[str, ...]], begins: int, ends: int | None) -> None:
        table, object_, says = key
        row = dict(zip(_SAYS[table], says, strict=True))
        rows: list[dict[str, Any]] = getattr(self._rows, table)
        rows.append({"game": self._game, "object": object_, **row, "begins": begins, "ends": ends})


def _opened(unit: Unit) -> tuple[Header, dict[str, Any], Iterable[tuple[int, Event]]]:
    """A game's header, the definitions it was stored with, and its events with their lines."""
    if unit.game is None:
        reader = open_record(unit.place)
        return reader.header, {}, (
            (line.line, line.event) for line in reader if isinstance(line, EventLine)
        )  # fmt: skip
    return _stored(unit.place, unit.game)


def _stored(place: str, game: str) -> tuple[Header, dict[str, Any], Iterable[tuple[int, Event]]]:
    store = _store(place)
    return store.header(game), store.definitions(game), enumerate(store.events(game), 2)


@lru_cache(maxsize=4)
def _store(place: str) -> Any:
    """A store, opened once in a process and kept open."""
    from events.store import open_store  # noqa: PLC0415 - only for stores

    return open_store(place, create=False)


def _game_row(
    unit: Unit, events: int, objects: int, broken: int, failure: NametrailError | None
) -> dict[str, Any]:
    """A row of `games`; where the game failed, the error itself is beside it for whoever asked for the run."""
    row: dict[str, Any] = {
        "game": unit.name, "mark": unit.mark, "events": events, "objects": objects,
        "violations": broken, "complete": failure is None,
        "error": None if failure is None else str(failure),
    }  # fmt: skip
    if failure is not None:
        row[FAILURE] = _portable(failure)
    return row


def _portable(error: NametrailError) -> NametrailError:
    """The same error, of values any process can be sent."""
    params = {
        name: value if isinstance(value, (str, int, float)) else str(value)
        for name, value in error.params.items()
    }
    return RecordError(
        error.template, rule=error.rule, place=error.place, advice=error.advice, **params
    )


@lru_cache(maxsize=4)
def _lookup(cards: str | None) -> Lookup:
    """Where cards are looked up, opened once in a process."""
    from simulator.cards import lookup  # noqa: PLC0415 - reading card files is not always needed

    return lookup(None if cards is None else Path(cards))


def _write(out: Path, table: str, part: str, rows: list[dict[str, Any]]) -> None:
    """Put a part of a table in its place, whole or not at all."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    folder = out / table
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{part}.{os.getpid()}"
    pq.write_table(pa.Table.from_pylist(rows, schema=schema(table)), unfinished, compression="zstd")
    unfinished.replace(folder / f"{part}.parquet")


def schema(table: str) -> Any:
    """The columns of a table."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    text, whole = pa.string(), pa.int64()
    columns: dict[str, dict[str, Any]] = {
        "violations": {"game": text, "position": whole, "line": whole, "rule": text, "what": text},
        "games": {"game": text, "mark": text, "events": whole, "objects": whole,
                  "violations": whole, "complete": pa.bool_(), "error": text},
    }  # fmt: skip
    for name, says in _SAYS.items():
        columns[name] = {
            "game": text, "object": text, **dict.fromkeys(says, text), "begins": whole, "ends": whole,
        }  # fmt: skip
    return pa.schema(list(columns[table].items()))

"""The event store: games kept action by action, in SQLite (the default) or PostgreSQL.

Actions are only ever added. A writer says which version of the game it saw; if that is not the game's
version any more, nothing is recorded and `Conflict` is raised. Each action carries the hash of the one
before it, and the ledger (`events/ledger.py`) knows the last: `events/verify.py` checks both.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import msgspec
from eventsourcing.persistence import IntegrityError

from events.actions import (
    Action,
    Packed,
    Recorded,
    Started,
    Undone,
    decode_action,
    definitions_of,
    header_of,
    lines_of,
    link,
)
from events.cards import Definition
from events.database import Database
from events.errors import RecordError
from events.games import Games, Place, open_games, place_of
from events.header import Header
from events.kinds import Event
from events.ledger import Advance
from events.record import Line, Record, RecordReader
from events.store_errors import Conflict, StoreError, UnknownGame, damaged, reading, told
from events.stored_rows import GameRow, events_after, row_of, stored_action, whole_game

FORMAT = 1
"""The version of the store's tables."""

PAGE = 200
"""Rows read at a time; no recorder streams."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}\Z")


class Store:
    """A store of games. Use `open_store`."""

    def __init__(self, games: Games) -> None:
        self.application = games
        self.place: Place = games.place
        self.name = games.place.name
        recorder: Any = games.recorder
        self.recorder = recorder
        self.database = Database(recorder.datastore, postgres=self.place.postgres)
        self._table: str = recorder.events_table_name
        self._memory = None if self.place.path or self.place.postgres else self._anchor()
        with told(self.name):
            self._check_format()

    # --- games ---

    def games(self) -> list[GameRow]:
        """All games, by name."""
        with told(self.name), self.database.transaction(commit=False) as sql:
            return [row_of(row) for row in sql.all("SELECT * FROM nametrail_games ORDER BY game")]

    def info(self, game: str) -> GameRow:
        """A game's row of the ledger.

        Raises StoreError for a game that is not here.
        """
        with told(self.name), self.database.transaction(commit=False) as sql:
            row = sql.one("SELECT * FROM nametrail_games WHERE game = ?", game)
        if row is None:
            raise self._no_game(game)
        return row_of(row)

    def find_game(self, text: str) -> str:
        """The game of this id, or the only one whose id begins so.

        Raises StoreError where there is none, or more than one.
        """
        with told(self.name), self.database.transaction(commit=False) as sql:
            if sql.one("SELECT game FROM nametrail_games WHERE game = ?", text) is not None:
                return text
            found = sql.all(
                "SELECT game FROM nametrail_games WHERE substr(game, 1, ?) = ? ORDER BY game LIMIT 5",
                len(text), text,
            )  # fmt: skip
        if len(found) == 1 and text:
            return str(found[0]["game"])
        if len(found) > 1 and text:
            raise StoreError(
                "{game!r} may be {games}",
                game=text,
                games=", ".join(row["game"] for row in found),
                advice="write more of the id",
            )
        raise self._no_game(text)

    def header(self, game: str) -> Header:
        """A game's header, as it came in."""
        start = self._start(game)
        with reading(self.name):
            return header_of(start)

    def definitions(self, game: str) -> dict[str, Definition]:
        """The card definitions a game was stored with, beside those of its header."""
        start = self._start(game)
        with reading(self.name):
            return definitions_of(start)

    # --- reading ---

    def actions(
        self, game: str, after_version: int = 0, upto_version: int | None = None
    ) -> Iterator[Started | Recorded | Packed]:
        """The actions of a game behind a version, as it stands or stood: what was undone is left out.

        Raises StoreError where one cannot be read or is missing.
        """
        position = 0 if after_version == 0 else None
        last = after_version
        for after, upto in self.timeline(game, upto_version):
            for version, topic, state in self._rows(game, max(after, after_version), upto):
                try:
                    action = decode_action(topic, state)
                except (msgspec.MsgspecError, ValueError, RecordError) as error:
                    reason = f"version {version} of {game} cannot be read: {error}"
                    raise damaged(self.name, reason) from error
                last = version
                if not isinstance(action, Started):
                    if isinstance(action, Undone) or position not in {None, action.position}:
                        raise damaged(
                            self.name, f"an action is missing before version {version} of {game}"
                        )
                    position = action.position + len(action.events)
                yield action
            if last < upto:
                raise damaged(self.name, f"version {last + 1} of {game} is missing")

    def events(self, game: str, after_version: int = 0) -> Iterator[Event]:
        """The events of a game behind a version, in order."""
        for action in self.actions(game, after_version):
            if not isinstance(action, Started):
                yield from action.events

    def lines(self, game: str, upto_version: int | None = None) -> Iterator[Line]:
        """The lines of a game's record behind the header: events, and what stood beside them."""
        number = 2
        for action in self.actions(game, 0, upto_version):
            with reading(self.name):
                for line in lines_of(action, number):
                    yield line
                    number += 1

    def record(self, game: str, *, with_head: bool = False) -> Record:
        """A game as the record that came in; `with_head` puts its id, version and head into the header."""
        row = self.info(game)
        header = self.header(game)
        if with_head:
            mark = {"game": row.game, "version": row.version, "head": row.head}
            header = msgspec.structs.replace(header, extra={**header.extra, "stored": mark})
        return Record(game, header, tuple(self.lines(game, row.version)))

    def timeline(self, game: str, upto_version: int | None = None) -> list[tuple[int, int]]:
        """The versions a game consists of, or did at a version, as (after, up to).

        There is more than one such range where something was undone.
        """
        row = self.info(game)
        undone = self._undone(game) if row.undone else {}
        ranges: list[tuple[int, int]] = []
        upto = row.version if upto_version is None else min(upto_version, row.version)
        while upto > 0:
            after = max((version for version in undone if version <= upto), default=0)
            if upto > after:
                ranges.append((after, upto))
            upto = undone.get(after, 0)
        return ranges[::-1]

    # --- writing ---

    def add(
        self,
        record: Record | RecordReader,
        definitions: Mapping[str, Definition] | None = None,
        *,
        game: str | None = None,
        packed: bool = False,
    ) -> str:
        """Store a record as a game of its own and return the game's id.

        `definitions` are those of all cards the game uses, so that it needs no card file to be read.
        `packed` stores many actions in a row: smaller and faster to read, for games that are over.
        Raises StoreError, or RecordError for what cannot be stored; then nothing was.
        """
        if isinstance(record, Record) and record.error is not None:
            raise record.error
        header = record.header
        header = msgspec.structs.replace(
            header, extra={key: value for key, value in header.extra.items() if key != "stored"}
        )
        lines = tuple(record.lines if isinstance(record, Record) else record)
        for name in self._names(game, record.file):
            rows, step = whole_game(name, header, definitions or {}, lines, as_packed=packed)
            try:
                with told(self.name):
                    self.recorder.insert_events(rows, step=step)
            except IntegrityError:
                continue
            return name
        raise StoreError("there is a game {game} already", game=game, advice="choose another id")

    def append(self, game: str, version: int, events: Iterable[Event]) -> int:
        """Record events that happened together as one action, and return the game's new version.

        `version` is the version the caller saw. Raises Conflict if the game is not at it any more.
        """
        together = tuple(events)
        if not together:
            raise StoreError("an action needs at least one event")
        row = self.info(game)
        action = Recorded(bytes.fromhex(row.head), row.events, together)
        return self._append(row, version, action, row.events + len(together))

    def undo(self, game: str, version: int, to: int) -> int:
        """Go on from the game's version `to`, and return the new version.

        Nothing is deleted, so that what was undone can be had back in the same way. Raises Conflict if the game is not at `version` any more, StoreError where `to` is no version
        one can go back to.
        """
        row = self.info(game)
        if not 0 < to < version:
            raise StoreError("{game} cannot go back to version {to}", game=game, to=to)
        found = list(self._rows(game, to - 1, to))
        if not found:
            raise StoreError(
                "{game} cannot go back to version {to}: it lies within a packed import",
                game=game,
                to=to,
            )
        with reading(self.name):
            events = events_after(decode_action(*found[0][1:]))
        return self._append(
            row, version, Undone(bytes.fromhex(row.head), events, to), events, undone=1
        )

    # --- the rest ---

    def close(self) -> None:
        """Close the connections."""
        if self._memory is not None:
            self._memory.close()
        self.application.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _append(
        self, row: GameRow, version: int, action: Action, events: int, *, undone: int = 0
    ) -> int:
        if row.version != version:
            raise Conflict(row.game, version, row.version)
        stored = stored_action(row.game, version + 1, action)
        step = Advance(
            row.game, version, version + 1, events,
            link(stored.topic, stored.originator_version, stored.state), undone,
        )  # fmt: skip
        try:
            with told(self.name):
                self.recorder.insert_events([stored], step=step)
        except IntegrityError:
            raise Conflict(row.game, version, self.info(row.game).version) from None
        return version + 1

    def _rows(self, game: str, after: int, upto: int) -> Iterator[tuple[int, str, bytes]]:
        """Version, topic and bytes of the actions of a game between two versions, a page at a time."""
        statement = (
            f"SELECT originator_version, topic, state FROM {self._table} "  # noqa: S608 - our own table
            "WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? "
            "ORDER BY originator_version LIMIT ?"
        )
        while after < upto:
            with told(self.name), self.database.transaction(commit=False) as sql:
                page = sql.tuples(statement, game, after, upto, PAGE)
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def _undone(self, game: str) -> dict[int, int]:
        """From the version at which something was undone to the version the game went on from."""
        with told(self.name), self.database.transaction(commit=False) as sql:
            rows = sql.all(
                f"SELECT originator_version, topic, state FROM {self._table} "  # noqa: S608 - our own table
                "WHERE originator_id = ? AND topic >= 'u' AND topic < 'v'",
                game,
            )
        found: dict[int, int] = {}
        for row in rows:
            with reading(self.name):
                action = decode_action(row["topic"], bytes(row["state"]))
            version = row["originator_version"]
            if not isinstance(action, Undone) or not 0 < action.to < version:
                raise damaged(self.name, f"version {version} of {game} undoes what is not there")
            found[version] = action.to
        return found

    def _start(self, game: str) -> Started:
        self.info(game)
        for _, topic, state in self._rows(game, 0, 1):
            with reading(self.name):
                action = decode_action(topic, state)
            if isinstance(action, Started):
                return action
        raise damaged(self.name, f"the first action of {game} is missing")

    def _no_game(self, game: str) -> StoreError:
        near = difflib.get_close_matches(game, [row.game for row in self.games()], n=1)
        advice = (
            f"did you mean {near[0]!r}?" if near else "nametrail store list shows what is there"
        )
        return UnknownGame(
            "there is no game {game!r} in the store {store}",
            game=game, store=self.name, advice=advice,
        )  # fmt: skip

    def _names(self, asked: str | None, file: str) -> Iterator[str]:
        """The ids to try for a new game: the one asked for, else the file's name, with a number if taken."""
        if asked is not None:
            if not _ID.match(asked):
                raise StoreError(
                    "{game!r} cannot be the id of a game",
                    game=asked,
                    advice="use letters, digits, '_', '.' and '-', at most 80",
                )
            yield asked
            return
        stem = Path(file).name.removesuffix(".gz").removesuffix(".jsonl")
        stem = re.sub(r"[^A-Za-z0-9_.-]+", "-", stem).strip("-._")[:60] or "game"
        with told(self.name), self.database.transaction(commit=False) as sql:
            rows = sql.all(
                "SELECT game FROM nametrail_games WHERE substr(game, 1, ?) = ?", len(stem), stem
            )
        taken = {row["game"] for row in rows}
        for number in itertools.count(1):
            name = stem if number == 1 else f"{stem}-{number}"
            if name not in taken:
                yield name

    def _check_format(self) -> None:
        with self.database.transaction(commit=False) as sql:
            row = sql.one("SELECT MAX(format) AS format FROM nametrail_store")
        if row is not None and row["format"] is None:
            with self.database.transaction(commit=True) as sql:
                sql.run("INSERT INTO nametrail_store VALUES (?) ON CONFLICT DO NOTHING", FORMAT)
        elif row is not None and row["format"] > FORMAT:
            raise StoreError(
                "the store {store} was made by a newer nametrail", store=self.name, advice="update"
            )

    def _anchor(self) -> Any:
        """A connection that keeps a store in memory alive."""
        return self.recorder.datastore.pool._create_connection()  # noqa: SLF001 - no other way


def open_store(url_or_path: str | Path | None = None, *, create: bool = True) -> Store:
    """Open a store: the path of an SQLite file, `postgresql://...`, or `:memory:`.

    By default the one NAMETRAIL_DB names, else a file in the user's data folder. Raises StoreError if
    it cannot be opened, or is not there and not to be made.
    """
    place = place_of(url_or_path)
    return Store(open_games(place, create=create))

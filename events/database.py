"""SQL for both kinds of database: one way to ask, one transaction at a time.

Statements are written with `?` for values; `{whole}` and `{bytes}` stand for the types of whole
numbers and of bytes, which SQLite and PostgreSQL call differently.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

Row = Any
"""A row of an answer; its columns are read by name."""


class Cursor(Protocol):
    """What both libraries' cursors can do."""

    def execute(self, statement: Any, parameters: Any = ..., /) -> Any:
        """Run one statement."""
        ...

    def executemany(self, statement: Any, parameters: Any, /) -> Any:
        """Run one statement for many rows."""
        ...

    def fetchone(self) -> Any:
        """The next row."""
        ...

    def fetchall(self) -> Any:
        """All rows."""
        ...


class Sql:
    """Runs statements within one transaction."""

    def __init__(self, cursor: Cursor, *, postgres: bool) -> None:
        self.cursor = cursor
        self.postgres = postgres

    def run(self, statement: str, *parameters: Any) -> None:
        """Run a statement."""
        self.cursor.execute(self._dialect(statement), parameters)

    def run_many(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for many rows."""
        if rows:
            self.cursor.executemany(self._dialect(statement), rows)

    def one(self, statement: str, *parameters: Any) -> Row | None:
        """The first row of the answer, if there is one."""
        self.run(statement, *parameters)
        return self.cursor.fetchone()

    def all(self, statement: str, *parameters: Any) -> list[Row]:
        """The whole answer."""
        self.run(statement, *parameters)
        return list(self.cursor.fetchall())

    def tuples(self, statement: str, *parameters: Any) -> list[Any]:
        """The whole answer, each row to be unpacked: what reads the most rows."""
        self.run(statement, *parameters)
        rows: list[Any] = self.cursor.fetchall()
        return [tuple(row.values()) for row in rows] if self.postgres else rows

    def create(self, statements: Iterable[str]) -> None:
        """Create tables and indexes that are not there yet."""
        for statement in statements:
            self.run(statement)

    def _dialect(self, statement: str) -> str:
        if self.postgres:
            return statement.format(whole="BIGINT", bytes="BYTEA").replace("?", "%s")
        return statement.format(whole="INTEGER", bytes="BLOB")


class Database:
    """A datastore of eventsourcing, SQLite's or PostgreSQL's, asked in one way."""

    def __init__(self, datastore: Any, *, postgres: bool) -> None:
        self.datastore = datastore
        self.postgres = postgres

    @contextmanager
    def transaction(self, *, commit: bool) -> Generator[Sql]:
        """One transaction: kept as a whole at its end, or not at all."""
        with self.datastore.transaction(commit=commit) as cursor:
            yield Sql(cursor, postgres=self.postgres)

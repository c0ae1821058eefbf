"""The recorder of an SQLite store: eventsourcing's, with the ledger kept in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteFactory

from events.database import Sql
from events.ledger import TABLES, Advance, advance


class LedgerRecorder(SQLiteApplicationRecorder):
    """Inserts actions and advances the game's row of the ledger at once."""

    def construct_create_table_statements(self) -> list[str]:
        """The library's tables and ours."""
        own = [statement.format(whole="INTEGER", bytes="BLOB") for statement in TABLES]
        return [*super().construct_create_table_statements(), *own]

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        step: Advance | None = kwargs.pop("step", None)
        if step is not None:
            advance(Sql(c, postgres=False), step)
        return super()._insert_events(c, stored_events, **kwargs)


class LedgerFactory(SQLiteFactory):
    """Makes recorders that keep the ledger."""

    application_recorder_class = LedgerRecorder


Factory = LedgerFactory

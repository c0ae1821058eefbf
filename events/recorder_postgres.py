"""The recorder of a PostgreSQL store: eventsourcing's, with the ledger kept in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import (
    PostgresApplicationRecorder,
    PostgresFactory,
)
from psycopg import Cursor
from psycopg.rows import DictRow
from psycopg.sql import SQL, Composed

from events.database import Sql
from events.ledger import TABLES, Advance, advance


class LedgerRecorder(PostgresApplicationRecorder):
    """Inserts actions and advances the game's row of the ledger at once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sql_create_statements += [
            Composed([SQL(cast("Any", statement.format(whole="BIGINT", bytes="BYTEA")))])
            for statement in TABLES
        ]

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        """Insert once, as the library's own does but without trying again.

        After a connection that broke it is not known whether the actions are in; trying again would
        take our own action for somebody else's.
        """
        insert: Any = PostgresApplicationRecorder.insert_events
        once = insert.__wrapped__
        return cast("Sequence[int] | None", once(self, stored_events, **kwargs))

    def select_events(self, *args: Any, **kwargs: Any) -> Sequence[StoredEvent]:
        """Select once: connections are tried before they are used, so a failure is no accident."""
        select: Any = PostgresApplicationRecorder.select_events
        return cast("Sequence[StoredEvent]", select.__wrapped__(self, *args, **kwargs))

    def _insert_events(
        self, curs: Cursor[DictRow], stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> None:
        step: Advance | None = kwargs.pop("step", None)
        if step is not None:
            advance(Sql(cast("Any", curs), postgres=True), step)
        super()._insert_events(curs, stored_events, **kwargs)


class LedgerFactory(PostgresFactory):
    """Makes recorders that keep the ledger."""

    application_recorder_class = LedgerRecorder


Factory = LedgerFactory

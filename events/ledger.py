"""The ledger: for each game its version, its number of events and its head, in step with its actions.

The ledger's row is changed in the transaction that records an action, and only from the version the
writer saw. That makes versions safe with rows that hold many actions, tells the head of a game without
reading it, and shows when the last actions of a game were taken away.
"""

from __future__ import annotations

import msgspec
from eventsourcing.persistence import IntegrityError

from events.database import Sql

_GAMES = (
    "CREATE TABLE IF NOT EXISTS nametrail_games (game TEXT PRIMARY KEY, version {whole} NOT NULL, "
    "events {whole} NOT NULL, head {bytes} NOT NULL, undone {whole} NOT NULL, players TEXT NOT NULL)"
)
_SNAPSHOTS = (
    "CREATE TABLE IF NOT EXISTS nametrail_snapshots (game TEXT NOT NULL, shape TEXT NOT NULL, "
    "position {whole} NOT NULL, version {whole} NOT NULL, state {bytes} NOT NULL, "
    "PRIMARY KEY (game, shape, position))"
)
_STORE = "CREATE TABLE IF NOT EXISTS nametrail_store (format {whole} PRIMARY KEY)"
TABLES = (_GAMES, _SNAPSHOTS, _STORE)
"""What a store has beside eventsourcing's tables; snapshots are a cache."""


class Advance(msgspec.Struct, frozen=True):
    """What a transaction does to a game's row: from version `seen` (None: a new game) to this."""

    game: str
    seen: int | None
    version: int
    events: int
    head: bytes
    undone: int = 0
    players: str = "[]"


def advance(sql: Sql, step: Advance) -> None:
    """Bring a game's row to its new version.

    Raises IntegrityError where it is not at the version the writer saw.
    """
    if step.seen is None:
        row = sql.one(
            "INSERT INTO nametrail_games (game, version, events, head, undone, players) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game) DO NOTHING RETURNING version",
            step.game, step.version, step.events, step.head, step.undone, step.players,
        )  # fmt: skip
    else:
        row = sql.one(
            "UPDATE nametrail_games SET version = ?, events = ?, head = ?, undone = undone + ? "
            "WHERE game = ? AND version = ? RETURNING version",
            step.version, step.events, step.head, step.undone, step.game, step.seen,
        )  # fmt: skip
    if row is None:
        raise IntegrityError(f"{step.game} is not at version {step.seen}")

"""Snapshots of folded games: a cache, never the truth. Without them everything is the same, only slower.

The store does not know what a state is: whoever folds encodes it, and names its shape (by the version of
the fold), so that a snapshot of another shape is never taken for one of this.
"""

from __future__ import annotations

import msgspec

from events.store import Store
from events.store_errors import told


class Snapshot(msgspec.Struct, frozen=True):
    """A game's state after `position` events, which is after its action `version`."""

    position: int
    version: int
    state: bytes


def keep(store: Store, game: str, shape: str, snapshot: Snapshot) -> None:
    """Keep a snapshot, in place of one of the same position."""
    with told(store.name), store.database.transaction(commit=True) as sql:
        sql.run(
            "INSERT INTO nametrail_snapshots (game, shape, position, version, state) "
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT (game, shape, position) "
            "DO UPDATE SET version = excluded.version, state = excluded.state",
            game, shape, snapshot.position, snapshot.version, snapshot.state,
        )  # fmt: skip


def nearest(store: Store, game: str, shape: str, position: int) -> Snapshot | None:
    """The last snapshot at or before a position of the game as it stands, if there is one."""
    ranges = store.timeline(game)
    while position >= 0:
        with told(store.name), store.database.transaction(commit=False) as sql:
            row = sql.one(
                "SELECT position, version, state FROM nametrail_snapshots WHERE game = ? "
                "AND shape = ? AND position <= ? ORDER BY position DESC LIMIT 1",
                game, shape, position,
            )  # fmt: skip
        if row is None:
            return None
        version = row["version"]
        if any(after <= version <= upto for after, upto in ranges):
            return Snapshot(row["position"], version, bytes(row["state"]))
        position = row["position"] - 1
    return None


def positions(store: Store, game: str, shape: str) -> list[int]:
    """Where there are snapshots of a game."""
    with told(store.name), store.database.transaction(commit=False) as sql:
        rows = sql.all(
            "SELECT position FROM nametrail_snapshots WHERE game = ? AND shape = ? ORDER BY position",
            game, shape,
        )  # fmt: skip
    return [row["position"] for row in rows]


def forget(store: Store, game: str | None = None) -> int:
    """Delete the snapshots of a game, or all, and return how many there were."""
    where, values = ("", ()) if game is None else (" WHERE game = ?", (game,))
    with told(store.name), store.database.transaction(commit=True) as sql:
        row = sql.one(f"SELECT COUNT(*) AS number FROM nametrail_snapshots{where}", *values)  # noqa: S608 - our own words
        sql.run(f"DELETE FROM nametrail_snapshots{where}", *values)  # noqa: S608 - our own words
    return int(row["number"]) if row is not None else 0

"""What can go wrong with a store, and how the errors of a database become ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import msgspec
from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import IntegrityError, MapperDeserialisationError

from events.errors import NametrailError, RecordError


class StoreError(NametrailError):
    """The store cannot do what was asked: it is not there, cannot be reached or written, lacks the game."""


class UnknownGame(StoreError):
    """There is no such game in the store."""


class Damaged(StoreError):
    """What is stored is not as this program left it."""


class Conflict(StoreError):
    """Somebody else has recorded an action meanwhile (optimistic concurrency, by version)."""

    exit_status = 1

    def __init__(self, game: str, expected: int, actual: int) -> None:
        super().__init__(
            "{game} is at version {actual} and not at {expected}: somebody else has recorded an action",
            game=game,
            expected=expected,
            actual=actual,
            advice="look at the game as it is now and try again",
        )
        self.game = game
        self.expected = expected
        self.actual = actual


_READ_ONLY = ("readonly", "read-only", "read only")
_FULL = ("disk is full", "no space left", "disk i/o error", "could not extend file")
_LOCKED = ("locked", "timed out waiting", "lock timeout")
_NO_DATABASE = ("not a database", "malformed", "file is encrypted")
_UNREACHABLE = (
    "connection", "couldn't get a connection", "shutting down", "terminating", "starting up",
    "the pool", "server closed", "pipeline",
)  # fmt: skip


@contextmanager
def told(store: str) -> Generator[None]:
    """Word whatever a database raises as a StoreError about this store.

    An IntegrityError passes: it is a clash of versions, and the caller knows of which.
    """
    try:
        yield
    except IntegrityError:
        raise
    except (EventSourcingError, sqlite3.Error, OSError) as error:
        if isinstance(error, NametrailError):
            raise
        raise worded(store, error) from error
    except RecursionError as error:
        raise StoreError("what is to be stored is nested too deeply") from error
    except Exception as error:
        if type(error).__module__.split(".")[0] in {"psycopg", "psycopg_pool"}:
            raise worded(store, error) from error
        raise


def worded(store: str, error: Any) -> StoreError:
    """The StoreError for a database's error: what is wrong, and what to do about it."""
    reason = " ".join(str(error).split()) or type(error).__name__
    low = reason.lower()
    if any(word in low for word in _READ_ONLY):
        return StoreError(
            "the store {store} can only be read, not written",
            store=store,
            advice="give yourself the right to write the file and its folder",
        )
    if any(word in low for word in _FULL):
        return StoreError(
            "the store {store} cannot be written: {reason}",
            store=store,
            reason=reason,
            advice="make room on the disk; what was recorded before is still there",
        )
    if any(word in low for word in _NO_DATABASE):
        return StoreError("{store} is no store: {reason}", store=store, reason=reason)
    if "unable to open" in low:
        return StoreError("the store {store} cannot be opened", store=store)
    if any(word in low for word in _LOCKED):
        return StoreError(
            "the store {store} is in use by somebody else: {reason}",
            store=store,
            reason=reason,
            advice="try again",
        )
    if any(word in low for word in _UNREACHABLE):
        return StoreError(
            "the store {store} cannot be reached: {reason}",
            store=store,
            reason=reason,
            advice="once it is back, look at the version of the game: it tells what was recorded",
        )
    return StoreError("the store {store} cannot be used: {reason}", store=store, reason=reason)


UNREADABLE = (
    MapperDeserialisationError,
    msgspec.MsgspecError,
    RecordError,
    TypeError,
    ValueError,
    AttributeError,
)
"""What reading a stored action that is not as it was written may raise."""


@contextmanager
def reading(store: str) -> Generator[None]:
    """Word a stored action that cannot be read as a StoreError about this store."""
    try:
        yield
    except UNREADABLE as error:
        raise damaged(store, str(error)) from error


def damaged(store: str, reason: str) -> Damaged:
    """The error for a store that is not as this program left it."""
    return Damaged(
        "the store {store} has been damaged: {reason}",
        store=store,
        reason=reason,
        advice="nametrail store verify tells where",
    )

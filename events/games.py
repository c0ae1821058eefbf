"""The event-sourced application behind a store, and where a store is: SQLite, in memory, PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, Mapper, PersistenceError, Transcoder
from eventsourcing.utils import Environment, EnvType

from events.mapper import ActionMapper, NoTranscoder
from events.store_errors import StoreError, told, worded

MEMORY = ":memory:"
_OPENING = 30.0
"""Seconds that opening waits for others who are opening the same store."""

_LOCK = 20260619
"""The number of the lock under which the tables of a PostgreSQL store are made."""

_ADDING = "nametrail store add RECORD makes one"


class Place(msgspec.Struct, frozen=True):
    """Where a store is: how to name it, and the settings by which eventsourcing finds it."""

    name: str
    postgres: bool
    settings: dict[str, str]
    connection: dict[str, Any] = {}
    path: Path | None = None


class Games(Application[str]):
    """All games of a store; a game is one sequence of actions."""

    name = "games"

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__(place.settings)

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Our own settings alone: none of the surroundings' changes where games are kept."""
        return Environment(name, {**(env or {}), "ORIGINATOR_ID_TYPE": "text"})

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """The factory whose recorders keep the ledger."""
        if not self.place.postgres:
            from events.recorder_sqlite import Factory as Sqlite  # noqa: PLC0415 - one of the two

            return Sqlite(env)
        from events.recorder_postgres import Factory as Postgres  # noqa: PLC0415 - an extra

        factory = Postgres(env)
        assert isinstance(factory.datastore.pool.kwargs, dict)
        factory.datastore.pool.kwargs.update(self.place.connection)
        # A server that comes back is found at the next question, not after minutes of patience.
        factory.datastore.pool.reconnect_timeout = 2.0
        return factory

    def construct_transcoder(self) -> Transcoder:
        """None: the mapper encodes by itself."""
        return NoTranscoder()

    def construct_mapper(self) -> Mapper[str]:
        """The mapper of actions."""
        return self.factory.mapper(
            transcoder=self.construct_transcoder(), mapper_class=ActionMapper
        )


def default_path() -> Path:
    """The store in the user's data folder."""
    home = Path.home()
    given = os.environ.get("XDG_DATA_HOME")
    if given:
        folder = Path(given)
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        folder = home / ".local" / "share"
    return folder / "nametrail" / "games.sqlite"


def place_of(text: str | Path | None) -> Place:
    """Where a store is: a path, `postgresql://...`, `:memory:`; by default NAMETRAIL_DB, else the default file.

    Raises StoreError for a URL that is none.
    """
    given = str(text) if text is not None else os.environ.get("NAMETRAIL_DB") or ""
    if given == MEMORY:
        name = f"file:nametrail-{time.monotonic_ns()}-{os.getpid()}?mode=memory&cache=shared"
        return Place(MEMORY, False, {"SQLITE_DBNAME": name})
    if given.startswith(("postgresql://", "postgres://")):
        return _postgres(given)
    if "://" in given:
        raise StoreError(
            "{given!r} is no store",
            given=given.split("://", 1)[0] + "://...",
            advice="give the path of a file, or postgresql://USER@HOST/DATABASE",
        )
    path = Path(given).expanduser().absolute() if given else default_path()
    return Place(
        str(path),
        False,
        {"SQLITE_DBNAME": _file(path), "SQLITE_LOCK_TIMEOUT": "30", **_tables(path)},
        path=path,
    )


def open_games(place: Place, *, create: bool) -> Games:
    """Open the store at a place, and make it there if that is wanted.

    Raises StoreError where that cannot be.
    """
    with told(place.name):
        if place.postgres:
            return _open_postgres(place, create=create)
        if place.path is not None:
            _look_at_file(place.path, place.name, create=create)
    waited = time.monotonic() + _OPENING
    while True:
        try:
            return Games(place)
        except (PersistenceError, sqlite3.Error) as error:
            if "locked" not in str(error) or time.monotonic() > waited:
                raise worded(place.name, error) from error
            time.sleep(0.05)


def _file(path: Path) -> str:
    """The URI by which SQLite opens a file; one that cannot be written is opened for reading."""
    uri = f"file:{quote(str(path))}"
    if not _only_readable(path):
        return uri
    untouched = not path.with_name(f"{path.name}-wal").exists()
    return f"{uri}?mode=ro{'&immutable=1' if untouched else ''}"


def _only_readable(path: Path) -> bool:
    """Whether a store is there that cannot be written; SQLite needs to write into the folder too."""
    return path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def _tables(path: Path) -> dict[str, str]:
    return {"CREATE_TABLE": "no"} if _only_readable(path) else {}


def _look_at_file(path: Path, name: str, *, create: bool) -> None:
    """Refuse a file that is no store of ours, before anything is written into it."""
    if not path.exists():
        if not create:
            raise StoreError(
                "there is no store at {store}",
                store=name,
                advice=_ADDING,
            )
        if path == default_path():
            path.parent.mkdir(parents=True, exist_ok=True)
        if not path.parent.is_dir():
            raise StoreError("there is no folder {folder}", folder=str(path.parent))
        return
    if path.is_dir():
        raise StoreError("{store} is a folder, not a store", store=name)
    connection = sqlite3.connect(_file(path), uri=True, timeout=_OPENING)
    try:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        if tables and "nametrail_store" not in tables:
            raise StoreError("{store} belongs to another program", store=name)
    finally:
        connection.close()


def _postgres(url: str) -> Place:
    """The settings in a PostgreSQL URL; those eventsourcing has no name for go to the connection."""
    try:
        from psycopg import ProgrammingError  # noqa: PLC0415 - an extra
        from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise StoreError(
            "a PostgreSQL store needs the library psycopg, which is not installed",
            advice="pip install 'nametrail[postgres]'",
        ) from error
    try:
        found = {key: str(value) for key, value in conninfo_to_dict(url).items() if value}
    except ProgrammingError as error:
        raise StoreError(
            "this is no PostgreSQL URL: {reason}", reason=str(error).strip()
        ) from error
    user = (
        found.pop("user", None) or os.environ.get("PGUSER") or os.environ.get("USER") or "postgres"
    )
    host, port = found.pop("host", "localhost"), found.pop("port", "5432")
    dbname, password = found.pop("dbname", user), found.pop("password", "")
    timeout = found.pop("connect_timeout", "5")
    settings = {
        "POSTGRES_DBNAME": dbname,
        "POSTGRES_HOST": host,
        "POSTGRES_PORT": port,
        "POSTGRES_USER": user,
        "POSTGRES_PASSWORD": password or os.environ.get("PGPASSWORD", ""),
        "POSTGRES_CONNECT_TIMEOUT": timeout,
        "POSTGRES_POOL_SIZE": "1",
        "POSTGRES_MAX_OVERFLOW": "10",
        "POSTGRES_PRE_PING": "yes",
    }
    return Place(
        f"postgresql://{user}@{host}/{dbname}",
        True,
        settings,
        {"connect_timeout": timeout, **found},
    )


def _open_postgres(place: Place, *, create: bool) -> Games:
    """Open a PostgreSQL store; its tables are made once, by one at a time.

    A server that cannot be reached is told of at once, in its own words.
    """
    import psycopg  # noqa: PLC0415 - an extra

    settings = place.settings
    try:
        with psycopg.connect(
            dbname=settings["POSTGRES_DBNAME"],
            host=settings["POSTGRES_HOST"],
            port=settings["POSTGRES_PORT"],
            user=settings["POSTGRES_USER"],
            password=settings["POSTGRES_PASSWORD"],
            autocommit=True,
            **place.connection,
        ) as connection:
            if not _has_tables(connection):
                if not create:
                    raise StoreError(
                        "there is no store at {store}", store=place.name, advice=_ADDING
                    )
                connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
                if not _has_tables(connection):
                    return Games(place)
    except psycopg.Error as error:
        raise StoreError(
            "the store {store} cannot be reached: {reason}",
            store=place.name,
            reason=" ".join(str(error).split()),
        ) from error
    return Games(msgspec.structs.replace(place, settings={**settings, "CREATE_TABLE": "no"}))


def _has_tables(connection: Any) -> bool:
    return connection.execute("SELECT to_regclass('nametrail_store')").fetchone()[0] is not None

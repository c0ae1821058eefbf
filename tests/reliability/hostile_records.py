"""Records that were changed at random, and records made to hurt: what comes of them, and at what cost.

    python -m tests.reliability.hostile_records mutated FIRST COUNT
    python -m tests.reliability.hostile_records hostile FIRST COUNT SHARE

Each is a process of its own with a limit on its memory, prints its figures as JSON, and for every fault a line
on standard error that says how to have it again. A hostile record gets a child process, so that a crash is told too.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.reliability.hostile_games import MAKERS
from tests.reliability.mutated_records import corpus, mutated
from tests.reliability.ordeal import bounded, limit_memory, ordeal, peak_megabytes

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_MEGABYTES = 3000
SECONDS_A_MUTATED_RECORD = 20
SECONDS_A_HOSTILE_RECORD = 120
SIMPLE = ("nested_", "number_", "text_")


def try_mutated(first: int, count: int) -> dict[str, Any]:
    """So many changed records, one after the other, in this process."""
    limit_memory(MOST_MEGABYTES)
    records = corpus()
    statuses: Counter[int] = Counter()
    faults = 0
    slowest = 0.0
    for number in range(first, first + count):
        data = mutated(records, number)
        began = time.process_time()
        told = _told(data, SECONDS_A_MUTATED_RECORD)
        slowest = max(slowest, time.process_time() - began)
        if told in {"0", "1", "2"}:
            statuses[int(told)] += 1
        else:
            faults += 1
            sys.stderr.write(f"mutated {number}: {told}\n")
    return {"records": count, "faults": faults, "by_status": _by_status(statuses),
            "slowest_seconds": round(slowest, 2), "megabytes": peak_megabytes()}  # fmt: skip


def try_hostile(first: int, count: int, share: float) -> dict[str, Any]:
    """So many records made to hurt, each in a process of its own; `share` of the largest size at most."""
    statuses: Counter[int] = Counter()
    faults = 0
    slowest, most, largest = 0.0, 0, 0
    with tempfile.TemporaryDirectory(prefix="nametrail") as folder:
        for number in range(first, first + count):
            name, size, path = hostile(number, share, Path(folder))
            told, seconds, megabytes = _apart(path)
            largest = max(largest, path.stat().st_size)
            slowest, most = max(slowest, seconds), max(most, megabytes)
            path.unlink()
            if told in {"0", "1", "2"}:
                statuses[int(told)] += 1
            else:
                faults += 1
                sys.stderr.write(f"hostile {number} ({name}, size {size}): {told}\n")
    return {"records": count, "faults": faults, "by_status": _by_status(statuses),
            "slowest_seconds": round(slowest, 2), "megabytes": most,
            "largest_file_megabytes": largest >> 20}  # fmt: skip


def hostile(number: int, share: float, folder: Path) -> tuple[str, int, Path]:
    """One hostile record as a file: always the same for the same number and share.

    Every other one is a whole game made to hurt, the others a strange value at some place of a small one.
    """
    dice = random.Random(f"hostile {number}")
    simple = [name for name in MAKERS if name.startswith(SIMPLE)]
    games = [name for name in MAKERS if not name.startswith(SIMPLE)]
    name = games[number // 2 % len(games)] if number % 2 else dice.choice(simple)
    made, most = MAKERS[name]
    power = dice.choice((1.0, 0.9, 0.75, 0.5, 0.3))
    size = max(1, int((most * share) ** power))
    path = folder / f"{number}.jsonl"
    with path.open("wb") as file:
        for piece in made(size, dice):
            file.write(piece)
    return name, size, path


def _told(source: bytes | Path, seconds: float) -> str:
    """The exit status, or what happened that must not."""
    try:
        with bounded(seconds):
            return str(ordeal(source))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
        return f"{type(error).__name__}: {str(error)[:500]}"


def _apart(path: Path) -> tuple[str, float, int]:
    """What came of a record in a process of its own, with its processor time and its most memory."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        limit_memory(MOST_MEGABYTES)
        os.write(writing, _told(path, SECONDS_A_HOSTILE_RECORD).encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode()
    _, status, used = os.wait4(child, 0)
    return told or f"ended with {status}", used.ru_utime + used.ru_stime, used.ru_maxrss >> 10


def _by_status(statuses: Counter[int]) -> dict[str, int]:
    return {str(status): statuses[status] for status in (0, 1, 2)}


def trial(what: str, *arguments: Any) -> dict[str, Any]:
    """Run one of both in a process of its own; its figures.

    Raises AssertionError if any record ended otherwise than it may.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.reliability.hostile_records", what, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:] or f"ended with {done.returncode}"
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def main(arguments: list[str]) -> int:
    """Run what is asked for, print its figures; 1 if there was a fault."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    what, first, count, *share = arguments
    if what == "mutated":
        figures = try_mutated(int(first), int(count))
    else:
        figures = try_hostile(int(first), int(count), float(share[0]))
    sys.stdout.write(json.dumps(figures) + "\n")
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The trials themselves, of any length: each returns its figures and raises AssertionError on a fault."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from events.actions import Recorded
from events.kinds import Event
from events.record import read_record
from events.store import Store, open_store
from events.verify import verify
from tests.reliability.writer import append, together

ROOT = Path(__file__).resolve().parent.parent.parent
HEADER = '{"record": "nametrail", "version": 1, "players": ["ana", "ben"]}'
PATIENCE = 300


def new_game(url: str) -> str:
    """A game without events, in a store that is made if need be."""
    with open_store(url) as store:
        return store.add(read_record([HEADER], "game.jsonl"))


def start(*arguments: Any, module: str = "tests.reliability.writer") -> subprocess.Popen[str]:
    """Start a program of ours."""
    return subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def recorded(store: Store, game: str, version: int | None = None) -> Iterator[tuple[Event, ...]]:
    """The events of each action of a game, up to a version."""
    for action in store.actions(game, 0, version):
        if isinstance(action, Recorded) and action.events:
            yield action.events


def crash(url: str, times: int, seed: int = 0) -> dict[str, int]:
    """Kill a writer at random moments; what it acknowledged is there, nothing by half, and it goes on."""
    dice = random.Random(seed)
    game = new_game(url)
    acknowledged: set[tuple[str, int]] = set()
    unacknowledged = 0
    for run in range(times):
        name = f"run{run}"
        process = start(url, game, name, 0)
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        assert first, process.stderr.read()
        lines = [first]
        lines += [process.stdout.readline() for _ in range(dice.randrange(12))]
        _wait(dice.random() * 0.004)
        process.kill()
        lines += process.stdout.readlines()
        process.wait(PATIENCE)
        process.stdout.close()
        process.stderr.close()
        acknowledged |= {(name, int(line.split()[0])) for line in lines if line.endswith("\n")}
        with open_store(url, create=False) as store:
            unacknowledged = _check(store, game, acknowledged)
    with open_store(url, create=False) as store:
        append(store, game, "after", 0, dice)
        assert verify(store, game)[0].holds
    return {
        "kills": times,
        "acknowledged": len(acknowledged),
        "recorded_but_not_acknowledged": unacknowledged,
        "lost": 0,
        "half": 0,
    }


def _check(store: Store, game: str, acknowledged: set[tuple[str, int]]) -> int:
    """Everything acknowledged is there, as it was; how much more there is.

    A server may still be finishing what the killed writer had sent, so the version is taken first.
    """
    version = store.info(game).version
    there: list[tuple[str, int]] = []
    for events in recorded(store, game, version):
        name, _, number = events[0].object.partition("-")  # type: ignore[union-attr]
        assert events == together(name, int(number)), "half an action"
        there.append((name, int(number)))
    assert len(there) == len(set(there)), "an action is there twice"
    assert acknowledged <= set(there), "an acknowledged action is lost"
    assert version == len(there) + 1
    (checked,) = verify(store, game)
    assert checked.holds, checked.faults
    return len(set(there) - acknowledged)


def _wait(seconds: float) -> None:
    """Wait a little: the moment of the kill need not be exact, only different."""
    time.sleep(seconds)


def crowd(url: str, processes: int, commands: int) -> dict[str, int]:
    """Several processes append to one game; no version is missing, no action lost."""
    game = new_game(url)
    started = [start(url, game, f"writer{number}", commands) for number in range(processes)]
    outputs = [process.communicate(timeout=PATIENCE * 4) for process in started]
    for process, (_, complaint) in zip(started, outputs, strict=True):
        assert process.returncode == 0, complaint
    lines = [line.split() for told, _ in outputs for line in told.splitlines()]
    versions = sorted(int(made) for _, made, _ in lines)
    total = processes * commands
    assert versions == list(range(2, total + 2)), "a version is missing or was made twice"
    with open_store(url, create=False) as store:
        there = list(recorded(store, game))
        wanted = [
            together(f"writer{name}", number)
            for name in range(processes)
            for number in range(commands)
        ]
        assert sorted(map(str, there)) == sorted(map(str, wanted)), "an action is lost or changed"
        assert verify(store, game)[0].holds
    return {
        "processes": processes,
        "actions": total,
        "clashes": sum(int(clashes) for _, _, clashes in lines),
        "gaps": 0,
        "lost": 0,
    }

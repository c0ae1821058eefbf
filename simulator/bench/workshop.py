"""What the figures share: long games made once a run, in memory, in the real store, and in the peer's."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from events.kinds import Event
from simulator.bench import games, stored

FULL = 1_000_000
"""Events of the long game in a full run."""

PERMANENTS = 100


class Workshop:
    """A temporary folder, and games made on demand. `full` is the length of the long game."""

    def __init__(self, full: int = FULL) -> None:
        self.full = full
        self._folder = tempfile.TemporaryDirectory(prefix="nametrail-bench-")
        self._events: dict[tuple[int, int], list[Event]] = {}
        self._stored: dict[tuple[int, bool], Path] = {}
        self._peers: dict[int, tuple[Path, Any]] = {}

    @property
    def folder(self) -> Path:
        """Where files of this run go."""
        return Path(self._folder.name)

    @property
    def tenth(self) -> int:
        """The length of the shorter game, a tenth of the long one."""
        return max(1, self.full // 10)

    def events(self, length: int, permanents: int = PERMANENTS) -> list[Event]:
        """A game in memory; only the long ones are kept, and one at a time."""
        key = (length, permanents)
        if key not in self._events:
            self._events = {key: games.game(length, permanents=permanents)}
        return self._events[key]

    def in_store(self, length: int, *, packed: bool = False) -> Path:
        """The same game in an SQLite file of the real store."""
        key = (length, packed)
        if key not in self._stored:
            path = self.folder / f"{'packed' if packed else 'rows'}-{length}.sqlite"
            stored.written(path, games.actions(length, permanents=PERMANENTS), packed=packed)
            self._stored[key] = path
        return self._stored[key]

    def in_default_stack(self, length: int) -> tuple[Path, Any]:
        """The same game in the peer's store, and its id there."""
        from simulator.bench import default_stack  # noqa: PLC0415 - only where the peer takes part

        if length not in self._peers:
            path = self.folder / f"default-{length}.sqlite"
            self._peers[length] = (path, default_stack.written(path, self.events(length)))
        return self._peers[length]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._folder.cleanup()

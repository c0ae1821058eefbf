"""A game in a record file that is being played: each action is written to its end before it counts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from events.errors import RecordError
from events.header import Header
from events.kinds import Event
from events.record import read_record, record_lines
from projections.state import Lookup
from simulator.game import Game


class FileGame(Game):
    """A game that is recorded in a file as it is played; what is undone is taken out of it again."""

    def __init__(self, path: Path, lookup: Lookup | None = None) -> None:
        if path.suffix == ".gz":
            raise RecordError(
                "{file} is packed and cannot be added to", file=str(path), advice="unpack it first"
            )
        record = read_record(path)
        self.path = path
        super().__init__(record.header, lookup)
        for event in record.events:
            self.take_in((event,))
        self._sizes: list[int] = []

    @classmethod
    def begin(cls, path: Path, header: Header, lookup: Lookup | None = None) -> FileGame:
        """Begin a new record.

        Raises RecordError where there is a file of that name, or none can be made.
        """
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{line}\n" for line in record_lines(header, ()))
        except OSError as error:
            raise RecordError(
                "{file} cannot be written: {reason}", file=str(path), reason=str(error.strerror)
            ) from error
        return cls(path, lookup)

    def _record(self, events: Sequence[Event]) -> None:
        lines = list(record_lines(self.header, events))[1:]
        try:
            with self.path.open("r+b") as file:
                size = file.seek(0, os.SEEK_END)
                if size:
                    file.seek(size - 1)
                    if file.read(1) != b"\n":
                        file.write(b"\n")
                file.write("".join(f"{line}\n" for line in lines).encode())
                file.flush()
                os.fsync(file.fileno())
            self._sizes.append(size)
        except OSError as error:
            raise RecordError(
                "{file} cannot be written: {reason}",
                file=str(self.path),
                reason=str(error.strerror),
            ) from error

    def undo(self) -> tuple[Event, ...]:
        """Take the last action back, out of the file too.

        Raises RecordError for what was there before the file was opened: it is not taken out.
        """
        if not self._sizes:
            raise RecordError(
                "there is nothing to undo",
                advice="what was recorded before stays; `nametrail fork` goes on from earlier",
            )
        taken = super().undo()
        os.truncate(self.path, self._sizes.pop())
        return taken

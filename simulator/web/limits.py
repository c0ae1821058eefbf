"""How much a stranger's record may ask of the page: size, lines, time."""

from __future__ import annotations

import time

import msgspec

from events.errors import RecordError


class TooMuch(RecordError):
    """A record, or a request, that is larger than the page takes."""


class Limits(msgspec.Struct, frozen=True):
    """Bounds on what is opened, so that no upload occupies the machine."""

    most_bytes: int = 8 * 1024 * 1024
    most_unpacked: int = 32 * 1024 * 1024
    most_lines: int = 50_000
    most_at_once: int = 500
    most_broken: int = 500
    seconds: float = 20.0
    games_kept: int = 48
    events_kept: int = 400_000

    def deadline(self) -> float:
        """When opening a record must be done."""
        return time.monotonic() + self.seconds


NO_LIMITS = Limits(
    most_bytes=2**40,
    most_unpacked=2**40,
    most_lines=2**40,
    most_at_once=2**40,
    most_broken=5_000,
    seconds=float("inf"),
)
"""For files the user names on the command line."""


def in_time(deadline: float) -> None:
    """Refuse to go on behind the deadline.

    Raises TooMuch.
    """
    if time.monotonic() > deadline:
        raise TooMuch(
            "opening the record takes too long",
            advice="use the command line: nametrail replay",
        )

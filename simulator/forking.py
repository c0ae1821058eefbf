"""What if: a game up to a position, to be continued differently."""

from __future__ import annotations

from events.errors import RecordError
from events.record import EventLine, Line, Record


def fork(record: Record, at: int) -> Record:
    """The record up to its event at a position, with what stands between those events.

    Raises RecordError where the game has no such position.
    """
    count = len(record.events)
    if not 0 <= at <= count:
        raise RecordError(
            "there is no position {position}: the game has {count} events",
            position=at,
            count=count,
            advice="0 is before the first event",
        )
    lines: list[Line] = []
    for line in record.lines:
        if isinstance(line, EventLine) and line.position > at:
            break
        lines.append(line)
    return Record(record.file, record.header, tuple(lines))

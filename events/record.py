"""Records: games as JSON Lines, read and written.

Line 1 is the header. Every other line is an event, an expectation, a refusal or a note. Events are
numbered from 1: the position. A line that cannot be read is told with `FILE:LINE`, and what came
before it is kept.
"""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, cast

import msgspec

from events.errors import NametrailError, RecordError
from events.forms import event_from_map, event_to_map
from events.header import Header, header_from_map, header_to_map
from events.kinds import Event

LONGEST_LINE = 8 * 1024 * 1024
"""Longest line of a record, in bytes; a longer one is refused."""

MOST_BYTES = 4 * 1024 * 1024 * 1024
"""Most bytes a record may have once unpacked."""

MOST_LINES = 2_000_000
"""Most lines of a record, empty ones too."""

FREELY_UNPACKED = 32 * 1024 * 1024
"""So many bytes a packed record may have whatever they were packed to; beyond that, the next holds."""

MOST_UNPACKED = 200
"""How many times larger a packed record may become; games become some thirty times larger."""

DEEPEST = 64
"""How deep a line may be nested."""


class EventLine(msgspec.Struct, frozen=True):
    """An event, the line it stands in and its position."""

    line: int
    position: int
    event: Event


class ExpectLine(msgspec.Struct, frozen=True):
    """What must hold of the state after the events above."""

    line: int
    kind: str
    fields: dict[str, Any]


class RefuseLine(msgspec.Struct, frozen=True):
    """An event that must be refused, and the rules any of which the refusal must cite."""

    line: int
    event: Event
    rules: tuple[str, ...]


class NoteLine(msgspec.Struct, frozen=True):
    """A remark, ignored."""

    line: int
    note: Any


Line = EventLine | ExpectLine | RefuseLine | NoteLine


class Record(msgspec.Struct, frozen=True):
    """A whole record. `error` is what stopped the reading, if anything did; the lines before it are here."""

    file: str
    header: Header
    lines: tuple[Line, ...]
    error: NametrailError | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events alone, in order; event N is at index N - 1."""
        return tuple(line.event for line in self.lines if isinstance(line, EventLine))


class RecordReader:
    """Reads a record line by line, so that a long game never stands in memory as a whole.

    Iterating gives the lines behind the header; the first that cannot be read raises RecordError with
    its place.
    """

    def __init__(self, lines: Iterable[bytes], file: str) -> None:
        self.file = file
        self._lines = _numbered(lines, file)
        first = next(self._lines, None)
        if first is None:
            raise RecordError("the record is empty", place=f"{file}:1")
        number, raw = first
        self.header = _told(file, number, header_from_map, raw)

    def __iter__(self) -> Iterator[Line]:
        position = 0
        for number, raw in self._lines:
            line = _told(self.file, number, _line_from_map, raw, number, position)
            if isinstance(line, EventLine):
                position += 1
            yield line


def open_record(
    source: str | Path | Iterable[str | bytes], name: str | None = None
) -> RecordReader:
    """Open a record: a path, `-` for standard input, or lines.

    Raises RecordError for a file that is not there or whose header cannot be read.
    """
    if isinstance(source, (str, Path)):
        if str(source) == "-":
            return RecordReader(_from_stream(sys.stdin.buffer), name or "-")
        return RecordReader(_from_file(Path(source)), name or str(source))
    encoded = (
        line.encode(errors="surrogatepass") if isinstance(line, str) else line for line in source
    )
    return RecordReader(encoded, name or "<record>")


def read_record(
    source: str | Path | Iterable[str | bytes], name: str | None = None, *, strict: bool = True
) -> Record:
    """Read a whole record.

    Raises RecordError at the first line that cannot be read; not `strict`, the record keeps the lines
    before it and the error.
    """
    reader = open_record(source, name)
    lines: list[Line] = []
    try:
        lines.extend(reader)
    except NametrailError as error:
        if strict:
            raise
        return Record(reader.file, reader.header, tuple(lines), error)
    return Record(reader.file, reader.header, tuple(lines))


def record_lines(header: Header, lines: Iterable[Line | Event]) -> Iterator[str]:
    """Write a record, line by line, each without its line end."""
    yield _json(header_to_map(header))
    for line in lines:
        yield _json(line_to_map(line))


def line_to_map(line: Line | Event) -> dict[str, Any]:
    """Write one line behind the header as a map."""
    if isinstance(line, EventLine):
        return event_to_map(line.event)
    if isinstance(line, ExpectLine):
        return {"expect": line.kind, **line.fields}
    if isinstance(line, RefuseLine):
        rules: Any = line.rules[0] if len(line.rules) == 1 else list(line.rules)
        return {"refuse": event_to_map(line.event), "rule": rules}
    if isinstance(line, NoteLine):
        return {"note": line.note}
    return event_to_map(line)


def write_record(path: str | Path, header: Header, lines: Iterable[Line | Event]) -> None:
    """Write a record to a file; `.gz` packs it."""
    target = Path(path)
    opener: Any = gzip.open if target.suffix == ".gz" else open
    with opener(target, "wt", encoding="utf-8", newline="\n") as file:
        for text in record_lines(header, lines):
            file.write(text)
            file.write("\n")


def _json(raw: dict[str, Any]) -> str:
    return msgspec.json.encode(raw).decode()


def _told(file: str, number: int, read: Any, *arguments: Any) -> Any:
    try:
        return read(*arguments)
    except NametrailError as error:
        raise error.at(f"{file}:{number}") from error
    except RecursionError as error:
        raise RecordError("the line is nested too deeply", place=f"{file}:{number}") from error


def _line_from_map(raw: dict[str, Any], number: int, position: int) -> Line:
    if "event" in raw:
        return EventLine(number, position + 1, event_from_map(raw))
    if "expect" in raw:
        kind = raw["expect"]
        if not isinstance(kind, str):
            raise RecordError("`expect` must name a kind of expectation")
        return ExpectLine(number, kind, {k: v for k, v in raw.items() if k != "expect"})
    if "refuse" in raw:
        rules = raw.get("rule", [])
        listed = [rules] if isinstance(rules, str) else rules
        if not isinstance(listed, list) or not all(isinstance(rule, str) for rule in listed):
            raise RecordError("`rule` of a refusal must be a rule's number, or a list of them")
        if not listed and "rule" in raw:
            raise RecordError(
                "`rule` of a refusal lists no rule",
                advice="name the rule that is broken, or leave `rule` out",
            )
        unknown = raw.keys() - {"refuse", "rule", "note"}
        if unknown:
            raise RecordError("a refusal has no field `{field}`", field=min(unknown))
        return RefuseLine(number, event_from_map(raw["refuse"]), tuple(listed))
    if "note" in raw:
        return NoteLine(number, raw["note"])
    raise RecordError(
        "the line is no event, expectation, refusal or note",
        advice="each line needs one of the keys event, expect, refuse, note",
    )


def _numbered(lines: Iterable[bytes], file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    size = 0
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            size += len(line)
            if len(line) > LONGEST_LINE or size > MOST_BYTES or number > MOST_LINES:
                raise RecordError("the line or the record is too long", place=f"{file}:{number}")
            text = line.strip(b" \t\r\n")
            if number == 1:
                text = text.removeprefix(b"\xef\xbb\xbf")
            if not text:
                continue
            yield number, _parse(text, file, number)
    except (OSError, EOFError, zlib.error) as error:
        raise RecordError(
            "the file cannot be read: {reason}", reason=str(error), place=f"{file}:{number + 1}"
        ) from error


def _parse(text: bytes, file: str, number: int) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise RecordError(
            "the line is not JSON: {reason}", reason=str(error), place=f"{file}:{number}"
        ) from error
    except RecursionError as error:
        raise RecordError("the line is nested too deeply", place=f"{file}:{number}") from error
    if not isinstance(raw, dict):
        raise RecordError("the line is not a JSON map", place=f"{file}:{number}")
    if text.count(b"{") + text.count(b"[") > DEEPEST and _depth(raw) > DEEPEST:
        raise RecordError("the line is nested too deeply", place=f"{file}:{number}")
    return raw


def _depth(value: Any) -> int:
    """How deep lists and maps stand in one another, counted level by level."""
    depth = 0
    level = [value]
    while level and depth <= DEEPEST:
        depth += 1
        within: list[Any] = []
        for each in level:
            within += each.values() if isinstance(each, dict) else each
        level = [each for each in within if isinstance(each, (dict, list))]
    return depth


def _from_file(path: Path) -> Iterator[bytes]:
    try:
        stream: IO[bytes] = path.open("rb")
    except OSError as error:
        raise RecordError(
            "{path} cannot be opened: {reason}",
            path=str(path),
            reason=error.strerror or str(error),
        ) from error
    with stream:
        yield from _from_stream(stream)


def _from_stream(stream: IO[bytes]) -> Iterator[bytes]:
    buffered = io.BufferedReader(cast("io.RawIOBase", stream))
    packed = buffered.peek(2)[:2] == b"\x1f\x8b"
    source: Any = gzip.GzipFile(fileobj=buffered) if packed else buffered
    size = 0
    while line := source.readline(LONGEST_LINE + 1):
        size += len(line)
        if (
            packed
            and size > FREELY_UNPACKED
            and size > MOST_UNPACKED * _read_so_far(cast("IO[bytes]", buffered))
        ):
            raise OSError("it unpacks to far more than a game does")
        yield line


def _read_so_far(buffered: IO[bytes]) -> int:
    try:
        return buffered.tell()
    except OSError:
        return sys.maxsize

"""Reading MTG Arena's `Player.log`: line by line, plain or gzip, whole, cut or damaged."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, cast

import msgspec

from events.errors import RecordError
from simulator.importers.arena_messages import GameState, LogMessage, RoomConfig

LONGEST_LINE = 64 * 1024 * 1024
"""A longer line is no message; it is read in pieces, so that memory stays bounded."""

_GAME = b"greToClientEvent"
_STATE = b"gameStateMessage"
_LONGEST_ROOM = 1 << 16
_ROOM = b"matchGameRoomStateChangedEvent"
_LEFT_OUT = b"[Message summarized because one or more GameStateMessages exceeded"
_decoder = msgspec.json.Decoder(LogMessage)

Progress = Callable[[int, int], None]


class StateRead(msgspec.Struct, frozen=True):
    """A game state, with the line it stands on."""

    line: int
    state: GameState


class RoomRead(msgspec.Struct, frozen=True):
    """Who plays the match that begins here."""

    line: int
    room: RoomConfig


class Lost(msgspec.Struct, frozen=True):
    """Something that should be here and cannot be read."""

    line: int
    why: str


Entry = StateRead | RoomRead | Lost


class LogSummary(msgspec.Struct):
    """What was learnt of a log besides its games."""

    lines: int = 0
    arena: bool = False
    detailed: bool | None = None
    cut: str | None = None
    in_line: bool = False
    """Whether it is cut in the middle of the line behind the last one that was read whole."""


def read_log(path: Path, summary: LogSummary, progress: Progress | None = None) -> Iterator[Entry]:
    """Yield what a log holds, in order.

    Damage inside the log is yielded as `Lost`; so is damage of the file itself, which ends it and is noted
    in the summary, too. Raises RecordError where the file cannot be opened.
    """
    for number, line in _numbered_lines(path, summary, progress):
        if _GAME in line:
            summary.arena = True
            if _STATE in line:
                yield from _game_messages(number, line)
        elif line.startswith(_LEFT_OUT):
            yield Lost(number, "Arena left a message out of the log")
        elif len(line) < _LONGEST_ROOM and _ROOM in line:
            yield from _room(number, line)
        elif not summary.arena and b"[UnityCrossThreadLogger]" in line:
            summary.arena = True
        if summary.detailed is None and b"DETAILED LOGS: " in line:
            summary.detailed = b"DETAILED LOGS: ENABLED" in line
    if summary.cut is not None:
        yield Lost(summary.lines + 1, f"the file is cut or damaged here: {summary.cut}")


def _game_messages(number: int, line: bytes) -> Iterator[Entry]:
    try:
        message = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        yield Lost(number, f"a message cannot be read: {error}")
        return
    if message is None or message.gre_to_client_event is None:
        return
    for part in message.gre_to_client_event.gre_to_client_messages:
        if part.game_state_message is not None:
            yield StateRead(number, part.game_state_message)


def _room(number: int, line: bytes) -> Iterator[Entry]:
    try:
        message = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    event = None if message is None else message.match_game_room_state_changed_event
    if event is not None and event.game_room_info is not None:
        config = event.game_room_info.game_room_config
        if config is not None:
            yield RoomRead(number, config)


def _decode(line: bytes) -> LogMessage | None:
    """The message of a line; letters that are no UTF-8 (a name saved otherwise) are replaced."""
    start = line.find(b"{")
    if start < 0:
        return None
    try:
        return _decoder.decode(line[start:])
    except (msgspec.DecodeError, UnicodeDecodeError):
        if line.isascii():
            raise
        return _decoder.decode(line[start:].decode("utf-8", "replace"))


def _numbered_lines(
    path: Path, summary: LogSummary, progress: Progress | None
) -> Iterator[tuple[int, bytes]]:
    try:
        raw = path.open("rb")
        total = path.stat().st_size
    except OSError as error:
        raise RecordError(
            "{file} cannot be read: {why}", file=str(path), why=error.strerror or str(error)
        ) from error
    with raw:
        stream = _unpacked(raw)
        number = 0
        try:
            while line := stream.readline(LONGEST_LINE):
                if _is_cut(line):
                    summary.cut, summary.in_line = "a message ends in the middle", True
                    summary.arena = summary.arena or _GAME in line
                    break
                number += 1
                yield number, line
                if progress is not None and number % 500 == 0:
                    progress(raw.tell(), total)
        except (EOFError, zlib.error, OSError, UnicodeError) as error:
            summary.cut = str(error)
        summary.lines = number
        if progress is not None:
            progress(total, total)


def _is_cut(line: bytes) -> bool:
    """Whether this is the last line and the file ends within its message.

    While Arena runs, the last line may lack its end and yet be whole.
    """
    if line.endswith(b"\n") or len(line) >= LONGEST_LINE:
        return False
    _, brace, message = line.partition(b"{")
    if not brace:
        return False
    # Of a number that breaks off (`1.`, `-`) the decoder does not say that something is missing.
    begun = (brace + message).decode("utf-8", "replace").rstrip("0123456789+-.eE")
    try:
        msgspec.json.decode(begun)
    except msgspec.DecodeError as error:
        return "truncated" in str(error)
    except RecursionError:
        return False
    return False


def _unpacked(raw: IO[bytes]) -> IO[bytes]:
    head = raw.read(4)
    raw.seek(0)
    if head[:2] != b"\x1f\x8b":
        return _recoded(raw, head) if _is_utf_16(head) else raw
    stream = cast("IO[bytes]", io.BufferedReader(_Unpacked(raw), 1 << 18))
    try:
        head = cast("io.BufferedReader", stream).peek(4)[:4]
    except (EOFError, zlib.error, OSError):
        head = b""
    return _recoded(stream, head) if _is_utf_16(head) else stream


class _Unpacked(io.RawIOBase):
    """What a gzip file holds, up to the very place where it is cut or damaged."""

    def __init__(self, packed: IO[bytes]) -> None:
        self._packed = packed
        self._inflater = zlib.decompressobj(wbits=31)
        self._waiting = b""
        self._failed: Exception | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        while not self._waiting:
            if self._failed is not None:
                raise self._failed
            if not self._inflate():
                return 0
        count = min(len(buffer), len(self._waiting))
        buffer[:count] = self._waiting[:count]
        self._waiting = self._waiting[count:]
        return count

    def _inflate(self) -> bool:
        packed = (
            self._inflater.unconsumed_tail
            or self._inflater.unused_data
            or self._packed.read(1 << 16)
        )
        if self._inflater.eof:
            if not packed.strip(b"\0"):
                return False
            self._inflater = zlib.decompressobj(wbits=31)
        if not packed:
            raise EOFError("the packed file ends too early")
        try:
            self._waiting = self._inflater.decompress(packed, 1 << 18)
        except zlib.error as error:
            self._failed = error
        return True


_UTF_16 = frozenset({b"\xff\xfe", b"\xfe\xff"})


def _is_utf_16(head: bytes) -> bool:
    """Whether a file begins as UTF-16 does: with its mark, or with letters each beside a zero byte."""
    plain = len(head) == 4 and sorted((head[0::2].count(0), head[1::2].count(0))) == [0, 2]
    return head[:2] in _UTF_16 or plain


class _Recoded(io.RawIOBase):
    """A UTF-16 log (saved again by an editor) as the UTF-8 it once was."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text = text

    def readline(self, size: int | None = -1, /) -> bytes:
        return self._text.readline(-1 if size is None else size).encode()


def _recoded(stream: IO[bytes], head: bytes) -> IO[bytes]:
    little = head[:2] == b"\xff\xfe" or (head[:2] not in _UTF_16 and head[1] == 0)
    encoding = "utf-16-le" if little else "utf-16-be"
    text = io.TextIOWrapper(stream, encoding=encoding, errors="replace", newline="\n")
    return cast("IO[bytes]", _Recoded(text))

"""What the readers of card files share: bytes, errors with file and place, quotation marks."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path
from typing import TypeVar

import msgspec

from events.errors import RecordError

T = TypeVar("T")

_AT_PATH = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_AT_BYTE = re.compile(r" \(byte (?P<byte>\d+)\)$")
_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " "})
ADVICE = (
    "use a Scryfall bulk file, MTGJSON's AtomicCards.json, Arena's card database or a list of names"
)


class CardFileError(RecordError):
    """A card file that cannot be read: which file, where in it, and why."""


def plain_quotes(text: str) -> str:
    """The text with straight quotation marks, as the reader of Oracle text expects them."""
    return text.translate(_QUOTES)


def contents(path: Path) -> bytes:
    """The bytes of a file, unpacked if it is gzipped."""
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except FileNotFoundError:
        raise CardFileError("there is no such card file", place=str(path)) from None
    except (OSError, EOFError, zlib.error) as error:
        raise CardFileError(
            "it cannot be read: {why}", why=str(error).split("] ")[-1], place=str(path)
        ) from None


def decoded(data: bytes | msgspec.Raw, kind: type[T], path: Path, place: str = "$") -> T:
    """A JSON value as the Struct it should be; its error names the file and the JSON path.

    Raises CardFileError.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        said = str(error)
        at = _AT_PATH.search(said)
        inner = at.group("path") if at else ""
        why = _AT_PATH.sub("", said)
        raise CardFileError(
            "{why}", why=why, place=f"{path.name}:{place}{inner}", advice=ADVICE
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        said = str(error)
        at = _AT_BYTE.search(said)
        line = bytes(data)[: int(at.group("byte"))].count(b"\n") + 1 if at else 1
        where = f":{line}" if place == "$" else f":{place}"
        raise CardFileError(
            "{why}", why=_AT_BYTE.sub("", said), place=f"{path.name}{where}", advice=ADVICE
        ) from None

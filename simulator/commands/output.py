"""What commands print: JSON for programs, lines for people, in colour where somebody looks.

Words in a record are a stranger's: control characters in them are shown, never sent to the terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any

import msgspec

_STYLES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "cyan": "36",
}

Part = str | tuple[str, str]
"""A piece of a line: text, or text and its style (`bold`, `dim`, `red`, ..., joined by spaces)."""


def write_json(value: Any) -> None:
    """Print one JSON document; indented where a person looks at it."""
    encoded = msgspec.json.encode(value)
    if sys.stdout.isatty():
        encoded = msgspec.json.format(encoded, indent=2)
    sys.stdout.write(encoded.decode() + "\n")


def say(*parts: Part) -> None:
    """Print one line made of these pieces."""
    sys.stdout.write("".join(map(_painted, parts)) + "\n")


def say_block(text: str) -> None:
    """Print text of several lines."""
    for line in text.splitlines():
        say(line)


def shown(text: str) -> str:
    """The text with control characters written out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escaped(c) for c in text)


def columns(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows as lines whose columns stand below each other."""
    table = [tuple(map(shown, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]


def _escaped(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def _painted(part: Part) -> str:
    if isinstance(part, str):
        return shown(part)
    text, style = part
    codes = ";".join(_STYLES[word] for word in style.split())
    return f"\x1b[{codes}m{shown(text)}\x1b[0m" if codes and _colours() else shown(text)


def _colours() -> bool:
    """Whether standard output is a terminal that wants colours."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )

"""The index of a card file: its cards by name, kept in the user's cache folder.

Reading a whole file takes a second or more, and a record needs a handful of its cards. The index is
made again whenever the file's size or time has changed, and is only ever a convenience: where it
cannot be written, the cards are kept in memory.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from simulator.cards.folders import cache_folder
from simulator.cards.printed import PrintedCard

_VERSION = 7
"""Counts up whenever what is read from a file changes."""

_BLANK = re.compile(r"_{2,}")
_TABLES = """
CREATE TABLE stamp (version INTEGER, size INTEGER, changed INTEGER);
CREATE TABLE cards (number INTEGER PRIMARY KEY, card BLOB NOT NULL);
CREATE TABLE names (name TEXT PRIMARY KEY, folded TEXT NOT NULL, number INTEGER NOT NULL);
CREATE INDEX names_folded ON names (folded);
"""


def _folded(name: str) -> str:
    """A name without its capitals; a blank in it may be of any length (CR 123.6a)."""
    return _BLANK.sub("_", name.casefold())


def _numbered_names(cards: Iterable[PrintedCard]) -> Iterator[tuple[str, int]]:
    """Each name with the number of its card: a card's own name before that of another card's face."""
    taken: set[str] = set()
    listed = list(cards)
    for of_face in (False, True):
        for number, card in enumerate(listed):
            for name in card.names if of_face else (card.name,):
                if name not in taken:
                    taken.add(name)
                    yield name, number


class Index:
    """The cards of one file, by name and in order."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._decoder = msgspec.msgpack.Decoder(PrintedCard)

    def card(self, name: str) -> PrintedCard | None:
        """The card of this name, or of a face of this name; capitals matter only between two."""
        found = self._connection.execute(
            "SELECT card FROM cards JOIN names USING (number) WHERE name = ?", (name,)
        ).fetchone()
        if found is None:
            found = self._connection.execute(
                "SELECT card FROM cards JOIN names USING (number) WHERE folded = ? ORDER BY number",
                (_folded(name),),
            ).fetchone()
        return None if found is None else self._decoder.decode(found[0])

    def names(self) -> list[str]:
        """Every name in the file, faces included."""
        return [
            name for (name,) in self._connection.execute("SELECT name FROM names ORDER BY name")
        ]

    def __iter__(self) -> Iterator[PrintedCard]:
        for (card,) in self._connection.execute("SELECT card FROM cards ORDER BY number"):
            yield self._decoder.decode(card)

    def __len__(self) -> int:
        (count,) = self._connection.execute("SELECT count(*) FROM cards").fetchone()
        return int(count)


def _stamp(path: Path) -> tuple[int, int, int]:
    status = path.stat()
    return _VERSION, status.st_size, status.st_mtime_ns


def _fill(
    connection: sqlite3.Connection, stamp: tuple[int, int, int], cards: list[PrintedCard]
) -> None:
    encoder = msgspec.msgpack.Encoder()
    with connection:
        connection.executescript(_TABLES)
        connection.execute("INSERT INTO stamp VALUES (?, ?, ?)", stamp)
        connection.executemany(
            "INSERT INTO cards VALUES (?, ?)",
            ((number, encoder.encode(card)) for number, card in enumerate(cards)),
        )
        connection.executemany(
            "INSERT INTO names VALUES (?, ?, ?)",
            ((name, _folded(name), number) for name, number in _numbered_names(cards)),
        )


def _open(place: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{place.as_uri()}?mode=ro", uri=True, check_same_thread=False)


def _valid(place: Path, stamp: tuple[int, int, int]) -> Index | None:
    if not place.is_file():
        return None
    with suppress(sqlite3.Error):
        connection = _open(place)
        if connection.execute("SELECT version, size, changed FROM stamp").fetchone() == stamp:
            return Index(connection)
        connection.close()
    return None


def index_of(path: Path, cards: Iterator[PrintedCard]) -> Index:
    """The index of a card file; `cards` is read only if there is no index yet, or an old one."""
    stamp = _stamp(path)
    key = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:20]
    place = cache_folder() / f"cards-{key}.sqlite"
    found = _valid(place, stamp)
    if found is not None:
        return found
    listed = list(cards)
    with suppress(OSError, sqlite3.Error):
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_suffix(f".{os.getpid()}")
        new.unlink(missing_ok=True)
        with closing(sqlite3.connect(new)) as connection:
            _fill(connection, stamp, listed)
        new.replace(place)
        return Index(_open(place))
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    _fill(memory, stamp, listed)
    return Index(memory)

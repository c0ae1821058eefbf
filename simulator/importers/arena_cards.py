"""Which card a number of Arena's is: from a plain list, Scryfall, MTGJSON or Arena's own database.

Every source is reduced to the same small table, so that the importer never cares where a name is from.
"""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from events.errors import RecordError

_SPLIT_LAYOUTS = frozenset({"split", "aftermath"})
_TAG = re.compile(r"<[^>]*>")


class ArenaNames(msgspec.Struct):
    """What is known of Arena's numbers before any log is read.

    `cards` names a printing as Arena shows it: its front face, or both halves of a split card.
    `texts` are the texts behind Arena's name numbers, where its own database is in use.
    """

    cards: dict[int, str] = msgspec.field(default_factory=dict)
    faces: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)
    layouts: dict[int, str] = msgspec.field(default_factory=dict)
    texts: dict[int, str] = msgspec.field(default_factory=dict)
    tokens: set[int] = msgspec.field(default_factory=set)

    def add(self, grp: object, name: object, layout: object = "") -> None:
        """Note a printing's name (`A // B` where it has two faces) and layout; anything else is skipped."""
        if isinstance(grp, str) and grp.isascii() and grp.isdecimal() and len(grp) < 16:
            grp = int(grp)
        if (
            not isinstance(grp, int)
            or isinstance(grp, bool)
            or not isinstance(name, str)
            or not name.strip()
        ):
            return
        layout = layout if isinstance(layout, str) else ""
        faces = tuple(part.strip() for part in name.split("//"))
        if len(faces) > 1 and all(faces):
            self.faces[grp] = faces
            if layout and layout not in _SPLIT_LAYOUTS:
                name = faces[0]
        if layout:
            self.layouts[grp] = layout
        self.cards.setdefault(grp, name.strip())


def read_names(path: Path | None) -> ArenaNames:
    """Read a card file of any known kind; without one, no name is known beforehand.

    Raises RecordError where the file cannot be read or holds no Arena numbers.
    """
    names = ArenaNames()
    if path is None:
        return names
    try:
        with path.open("rb") as file:
            head = file.read(16)
        if head.startswith(b"SQLite format 3"):
            _from_database(path, names)
        else:
            _from_json(path, head, names)
    except OSError as error:
        raise RecordError(
            "{file} cannot be read: {why}", file=str(path), why=error.strerror or str(error)
        ) from error
    except (
        msgspec.DecodeError,
        UnicodeDecodeError,
        EOFError,
        sqlite3.Error,
        RecursionError,
    ) as error:
        raise RecordError(
            "{file} is no card file: {why}", file=str(path), why=str(error),
            advice="give Scryfall's bulk data, MTGJSON's, Arena's Raw_CardDatabase or a map of numbers to names",
        ) from error  # fmt: skip
    if not names.cards:
        raise RecordError(
            "{file} holds no Arena numbers of cards", file=str(path),
            advice="give Scryfall's bulk data, MTGJSON's, Arena's Raw_CardDatabase or a map of numbers to names",
        )  # fmt: skip
    return names


def _from_json(path: Path, head: bytes, names: ArenaNames) -> None:
    with gzip.open(path) if head[:2] == b"\x1f\x8b" else path.open("rb") as file:
        first = file.readline(1 << 20)
        if first.strip() == b"[":
            _from_lines(file, names)
            return
        data: Any = msgspec.json.decode(first + file.read())
    if isinstance(data, list):
        for card in data:
            _scryfall(card, names)
    elif isinstance(data, dict) and isinstance(data.get("data"), dict):
        for card in _mtgjson_cards(data["data"]):
            _mtgjson(card, names)
    elif isinstance(data, dict):
        for grp, name in data.items():
            if isinstance(name, str):
                names.add(grp, name)
            elif isinstance(name, dict):
                names.add(grp, name.get("name"), name.get("layout"))


def _from_lines(file: Any, names: ArenaNames) -> None:
    """Scryfall's bulk files have a card on each line, and are too large to hold at once."""
    for raw in file:
        line = raw.strip().removesuffix(b",")
        if line.startswith(b"{") and b'"arena_id"' in line:
            _scryfall(msgspec.json.decode(line), names)


def _scryfall(card: Any, names: ArenaNames) -> None:
    if isinstance(card, dict) and "arena_id" in card:
        names.add(card["arena_id"], card.get("name"), card.get("layout"))


def _mtgjson_cards(data: dict[str, Any]) -> Iterator[Any]:
    for value in data.values():
        if isinstance(value, dict) and isinstance(value.get("cards"), list):
            yield from value["cards"]
            yield from value.get("tokens") or []
        elif isinstance(value, list):
            yield from value
        else:
            yield value


def _mtgjson(card: Any, names: ArenaNames) -> None:
    if not isinstance(card, dict):
        return
    identifiers = card.get("identifiers")
    grp = identifiers.get("mtgArenaId") if isinstance(identifiers, dict) else None
    if grp is not None and card.get("side") in {None, "a"}:
        names.add(grp, card.get("name"), card.get("layout"))


def _from_database(path: Path, names: ArenaNames) -> None:
    """Arena's own tables: `Cards` leads to a text, `Localizations_enUS` (or a column of one table) holds it."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
        tables = {
            row[0]
            for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        if "Cards" not in tables:
            return
        if "Localizations_enUS" in tables:
            query = "SELECT LocId, Loc, Formatted FROM Localizations_enUS"
        elif "Localizations" in tables:
            query = "SELECT LocId, enUS, 0 FROM Localizations"
        else:
            return
        best: dict[int, int] = {}
        for number, text, formatted in database.execute(query):
            if not isinstance(number, int) or not isinstance(text, str):
                continue
            rank = formatted if isinstance(formatted, int) else 0
            if number not in names.texts or rank < best.get(number, 0):
                names.texts[number] = _TAG.sub("", text).replace("///", "//").strip()
                best[number] = rank
        columns = {row[1] for row in database.execute("PRAGMA table_info(Cards)")}
        token = "IsToken" if "IsToken" in columns else "0"
        used: set[int] = set()
        for grp, title, is_token in database.execute(f"SELECT GrpId, TitleId, {token} FROM Cards"):  # noqa: S608
            if is_token and isinstance(grp, int):
                names.tokens.add(grp)
            used.add(title)
            if title in names.texts:
                names.add(grp, names.texts[title])
        names.texts = {number: text for number, text in names.texts.items() if number in used}

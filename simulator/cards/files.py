"""Card files of any format we read: which one it is, and its cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from simulator.cards import arena, mtgjson, plain, scryfall
from simulator.cards.printed import PrintedCard
from simulator.cards.reading import ADVICE, CardFileError, contents, decoded

_SQLITE = b"SQLite format 3\x00"


def _json_object(data: bytes, path: Path) -> Iterator[PrintedCard]:
    head = data.lstrip().split(b"\n", 1)[0]
    try:
        first = msgspec.json.decode(head)
    except msgspec.DecodeError:
        first = None
    if isinstance(first, dict) and {"name", "layout"} <= first.keys():
        return scryfall.read_lines(data, path)
    whole = decoded(data, dict[str, msgspec.Raw], path)
    if "data" in whole:
        return mtgjson.read(data, path)
    if {"name", "layout"} <= whole.keys():
        return scryfall.read_array(b"[" + data + b"]", path)
    return plain.read_names(data, path)


def _json_array(data: bytes, path: Path) -> Iterator[PrintedCard]:
    values = decoded(data, list[msgspec.Raw], path)
    if not values:
        raise CardFileError("it is an empty list", place=f"{path.name}:$", advice=ADVICE)
    first = msgspec.json.decode(values[0])
    if isinstance(first, str):
        return plain.read_names(data, path)
    if not isinstance(first, dict):
        raise CardFileError(
            "a card is expected, not {found}",
            found=type(first).__name__,
            place=f"{path.name}:$[0]",
            advice=ADVICE,
        )
    if "type_line" in first or "card_faces" in first or "oracle_id" in first:
        return scryfall.read_array(data, path)
    return plain.read_cards(data, path)


def read_cards(path: Path) -> Iterator[PrintedCard]:
    """The cards of a card file, in its order.

    Raises CardFileError, with the file, the place in it and the reason, for a file that is no such.
    """
    try:
        with path.open("rb") as file:
            is_database = file.read(len(_SQLITE)) == _SQLITE
    except FileNotFoundError:
        raise CardFileError("there is no such card file", place=str(path)) from None
    except OSError as error:
        raise CardFileError(
            "it cannot be read: {why}", why=str(error).split("] ")[-1], place=str(path)
        ) from None
    if is_database:
        return arena.read(path)
    data = contents(path)
    head = data.lstrip()[:1]
    if not head:
        raise CardFileError("it is empty", place=path.name, advice=ADVICE)
    if head == b"{":
        return _json_object(data, path)
    if head == b"[":
        return _json_array(data, path)
    return plain.read_names(data, path)

"""The card file in use: remembered from one command to the next, before the bundled catalogue."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from events.cards import RULE_OF_LINK, Definition, definition_from_map
from events.catalogue import bundled_card, card_names
from events.errors import RecordError
from simulator.cards.card_file import CardFile, linked_pairs, open_cards
from simulator.cards.folders import data_folder

_REMEMBERED = "card-file.json"


def use(file: Path) -> CardFile:
    """Take a card file into use, once it has been seen that it can be read."""
    opened = open_cards(file)
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"file": str(opened.path)}, ensure_ascii=False)
        (folder / _REMEMBERED).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise RecordError(
            "the card file in use cannot be remembered: {why}",
            why=str(error.strerror),
            place=str(folder),
        ) from None
    return opened


def file_in_use() -> Path | None:
    """The card file in use: NAMETRAIL_CARDS, else what `use` took into use, else none."""
    given = os.environ.get("NAMETRAIL_CARDS")
    if given:
        return Path(given)
    place = data_folder() / _REMEMBERED
    try:
        remembered = json.loads(place.read_text(encoding="utf-8"))["file"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Path(remembered) if isinstance(remembered, str) else None


def _open(card_file: Path | None) -> CardFile | None:
    path = card_file if card_file is not None else file_in_use()
    if path is None:
        return None
    try:
        return open_cards(path)
    except RecordError as error:
        if card_file is None and error.advice is None:
            error.advice = "choose another with `nametrail cards use FILE`"
        raise


def _completed(found: Definition, bundled: Definition) -> Definition:
    """The definition with the faces of which the file knows the name alone taken from the catalogue."""
    if all(face.types for face in found.faces):
        return found
    others = {face.name: face for face in bundled.faces}
    faces = tuple(face if face.types else others.get(face.name, face) for face in found.faces)
    return msgspec.structs.replace(found, faces=faces)


def lookup(card_file: Path | None = None) -> Callable[[str], Definition | None]:
    """A function that finds a definition by name: in the card file, else in the bundled catalogue.

    The file is the given one, else the one in use; it is opened at the first name asked for.
    """
    opened: list[CardFile | None] = []
    known: dict[str, Definition | None] = {}

    def look(name: str) -> Definition | None:
        if name not in known:
            if not opened:
                opened.append(_open(card_file))
            found = opened[0].definition(name) if opened[0] is not None else None
            raw = bundled_card(name)
            if raw is not None:
                bundled = definition_from_map(name, raw)
                found = bundled if found is None else _completed(found, bundled)
            known[name] = found
        return known[name]

    return look


def _unknown(name: str, opened: CardFile | None) -> RecordError:
    if opened is None:
        return RecordError(
            "no card is named {name!r}; without a card file only those of the worked examples are known",
            name=name,
            advice="choose one with `nametrail cards use FILE`",
        )
    near = opened.near(name)
    if near:
        return RecordError(
            "no card is named {name!r}; like it are {near}", name=name, near=", ".join(near)
        )
    return RecordError("no card is named {name!r}", name=name)


def _bundled_linked(name: str, raw: dict[str, Any]) -> dict[str, Any]:
    """The pairs of a bundled card; a paragraph there is an ability."""
    faces = raw.get("faces") or [raw]
    where = {
        ability["id"]: {
            "face": face,
            "paragraph": paragraph,
            "id": ability["id"],
            "text": ability["text"],
        }
        for face, printed in enumerate(faces)
        for paragraph, ability in enumerate(printed.get("abilities", ()), start=1)
    }
    return {
        "name": name,
        "pairs": [
            {
                "first": where[first],
                "second": where[second],
                "kind": kind,
                "rule": RULE_OF_LINK[kind],
                "certain": True,
                "why": "as the bundled catalogue has it",
            }
            for first, second, kind in raw.get("linked", ())
        ],
    }


def card_definition(name: str, card_file: Path | None = None) -> dict[str, Any]:
    """The definition of a card as a record writes it. Raises RecordError for a name nobody knows."""
    opened = _open(card_file)
    found = opened.card_definition(name) if opened is not None else None
    found = found if found is not None else bundled_card(name)
    if found is None:
        raise _unknown(name, opened)
    return found


def linked(name: str, card_file: Path | None = None) -> dict[str, Any]:
    """The linked pairs of a card as `cards linked --json` gives them (CR 607).

    Raises RecordError for a name nobody knows.
    """
    opened = _open(card_file)
    card = opened.card(name) if opened is not None else None
    if card is not None:
        return linked_pairs(card)
    raw = bundled_card(name)
    if raw is None:
        raise _unknown(name, opened)
    return _bundled_linked(name, raw)


def linked_all(card_file: Path | None = None) -> Iterator[dict[str, Any]]:
    """The linked pairs of every card that has any."""
    opened = _open(card_file)
    if opened is not None:
        yield from opened.all_linked()
        return
    for name in card_names():
        found = _bundled_linked(name, bundled_card(name) or {})
        if found["pairs"]:
            yield found


def show(name: str, card_file: Path | None = None) -> dict[str, Any]:
    """What is printed on a card: its definition with the ids of its abilities, and its linked pairs."""
    opened = _open(card_file)
    card = opened.card(name) if opened is not None else None
    return {
        "name": card.name if card is not None else name,
        "from": opened.path.name
        if card is not None and opened is not None
        else "bundled catalogue",
        "definition": card_definition(name, card_file),
        "linked": linked(name, card_file)["pairs"],
    }

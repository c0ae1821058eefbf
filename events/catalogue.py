"""The bundled catalogue: cards of the worked examples, and the 48 real sticker sheets (CR 123.2).

Facts and words of our own only. A record that names one of these cards or sheets needs neither a
definition in its header nor a card file. What is returned is a fresh copy in the record's form, so
that a caller may change it.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from importlib import resources
from typing import Any, cast

__all__ = ["bundled_card", "bundled_sheet", "card_names", "sheet_names"]


@cache
def _read(file: str) -> dict[str, Any]:
    text = resources.files("events").joinpath("catalogue_data").joinpath(file).read_text("utf-8")
    return cast("dict[str, Any]", json.loads(text))


@cache
def _face_names() -> dict[str, str]:
    """The card that each name of a face belongs to (CR 709.4, 712.8, 715.2)."""
    found: dict[str, str] = {}
    for name, definition in _read("cards.json").items():
        for face in definition.get("faces", ()):
            found.setdefault(face.get("name", name), name)
    return found


def bundled_card(name: str) -> dict[str, Any] | None:
    """The definition of a card of the worked examples, by its name or by that of a face."""
    cards = _read("cards.json")
    found = cards.get(name)
    if found is None and name in _face_names():
        found = cards[_face_names()[name]]
    return None if found is None else cast("dict[str, Any]", copy.deepcopy(found))


def bundled_sheet(name: str) -> list[dict[str, Any]] | None:
    """The ten stickers of a sheet: three names, two abilities, two sizes, three pictures."""
    found = _read("sheets.json").get(name)
    return None if found is None else cast("list[dict[str, Any]]", copy.deepcopy(found))


def card_names() -> tuple[str, ...]:
    """The names of the bundled cards, in order."""
    return tuple(sorted(_read("cards.json")))


def sheet_names() -> tuple[str, ...]:
    """The names of the 48 sheets, in order."""
    return tuple(sorted(_read("sheets.json")))

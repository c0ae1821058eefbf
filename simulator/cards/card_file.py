"""A card file, opened: cards, definitions and linked pairs by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from events.cards import Definition, definition_from_map
from events.errors import RecordError
from simulator.cards.definitions import definition_map
from simulator.cards.files import read_cards
from simulator.cards.index import Index, index_of
from simulator.cards.linked_pairs import pairs_of
from simulator.cards.linking.pairs import LinkedPair
from simulator.cards.oracle_text import PrintedAbility
from simulator.cards.printed import PrintedCard

_JOINT = " // "


def _ability(ability: PrintedAbility) -> dict[str, Any]:
    return {
        "face": ability.face,
        "paragraph": ability.paragraph,
        "id": ability.id,
        "text": ability.printed,
    }


def pair_as_json(pair: LinkedPair) -> dict[str, Any]:
    """A linked pair as `cards linked --json` gives it."""
    return {
        "first": _ability(pair.first),
        "second": _ability(pair.second),
        "kind": pair.kind,
        "rule": pair.rule,
        "certain": pair.certain,
        "why": pair.why,
    }


def linked_pairs(card: PrintedCard) -> dict[str, Any]:
    """The linked pairs of a card as `cards linked --json` gives them (CR 607)."""
    return {"name": card.name, "pairs": [pair_as_json(pair) for pair in pairs_of(card)]}


class CardFile:
    """The cards of one file."""

    def __init__(self, path: Path, index: Index) -> None:
        self.path = path
        self._index = index

    def __repr__(self) -> str:
        return f"CardFile({self.path.name!r}, {len(self._index)} cards)"

    def __len__(self) -> int:
        return len(self._index)

    def __iter__(self) -> Iterator[PrintedCard]:
        return iter(self._index)

    def card(self, name: str) -> PrintedCard | None:
        """The card of this name, or with a face of this name; a reversible card's may be given twice over."""
        found = self._index.card(name)
        parts = name.split(_JOINT)
        side = parts[: len(parts) // 2]
        if found is None and parts == side * 2:
            return self._index.card(_JOINT.join(side))
        return found

    def card_definition(self, name: str) -> dict[str, Any] | None:
        """The definition of a card as a record writes it."""
        card = self.card(name)
        return None if card is None else definition_map(card)

    def definition(self, name: str) -> Definition | None:
        """The definition of a card."""
        card = self.card(name)
        if card is None:
            return None
        # The name it is looked up by may be that of a face, or written in other capitals.
        shown = name if name in card.names else card.name
        try:
            raw = definition_map(card)
            if len(card.faces) == 1:
                raw["name"] = card.faces[0].name
            return definition_from_map(shown, raw)
        except msgspec.ValidationError as error:
            raise RecordError(
                "{name}: {why}", name=card.name, why=str(error), place=self.path.name
            ) from None

    def near(self, name: str) -> list[str]:
        """Names in the file that look like this one, the nearest first."""
        folded = {other.casefold(): other for other in self._index.names()}
        return [
            folded[found]
            for found in difflib.get_close_matches(name.casefold(), folded, n=3, cutoff=0.75)
        ]

    def all_linked(self) -> Iterator[dict[str, Any]]:
        """The linked pairs of each card that has any, in the order of the file."""
        for card in self._index:
            found = linked_pairs(card)
            if found["pairs"]:
                yield found


@lru_cache(maxsize=8)
def _opened(path: Path, _changed: int, _size: int) -> CardFile:
    return CardFile(path, index_of(path, read_cards(path)))


def open_cards(path: Path | str) -> CardFile:
    """A card file of any format we read, ready to look names up in.

    Raises RecordError, with the file, the place in it and the reason, for one that cannot be read.
    """
    place = Path(path).expanduser()
    try:
        status = place.stat()
    except OSError:
        raise RecordError("there is no such card file", place=str(path)) from None
    return _opened(place.resolve(), status.st_mtime_ns, status.st_size)

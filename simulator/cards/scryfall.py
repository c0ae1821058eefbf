"""Scryfall's bulk files: a JSON array of cards, or one card a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from simulator.cards.printed import PrintedCard, PrintedFace, split_type_line
from simulator.cards.reading import decoded, plain_quotes

_NO_CARDS = frozenset({"art_series", "emblem"})
_TOKENS = frozenset({"token", "double_faced_token"})


class _Face(msgspec.Struct):
    name: str
    type_line: str | None = None
    oracle_text: str | None = None
    mana_cost: str | None = None
    colors: tuple[str, ...] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None


class _Card(msgspec.Struct):
    name: str
    layout: str
    type_line: str | None = None
    oracle_text: str | None = None
    mana_cost: str | None = None
    colors: tuple[str, ...] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    card_faces: tuple[_Face, ...] = ()


def _in_order(colors: tuple[str, ...] | None) -> tuple[str, ...] | None:
    return None if colors is None else tuple(color for color in "WUBRG" if color in colors)


def _face(face: _Face | _Card, name: str, colors: tuple[str, ...] | None) -> PrintedFace:
    supertypes, types, subtypes = split_type_line(face.type_line or "")
    return PrintedFace(
        name=name,
        text=plain_quotes(face.oracle_text or ""),
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        mana_cost=face.mana_cost or "",
        colors=_in_order(face.colors if face.colors is not None else colors),
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
    )


def _printed(card: _Card) -> PrintedCard:
    if card.layout == "reversible_card" and card.card_faces:
        front = card.card_faces[0]
        return PrintedCard(front.name, (_face(front, front.name, card.colors),), "normal")
    if card.layout == "meld" or not card.card_faces:
        return PrintedCard(card.name, (_face(card, card.name, None),), card.layout)
    # A half of a split card has the colors of its own cost, the front of a flip card those of the card.
    shared = card.colors if card.layout == "flip" else None
    faces = tuple(_face(face, face.name, shared) for face in card.card_faces)
    return PrintedCard(card.name, faces, card.layout)


def _cards(values: Iterator[tuple[str, bytes | msgspec.Raw]], path: Path) -> Iterator[PrintedCard]:
    seen: set[str] = set()
    tokens: list[PrintedCard] = []
    for place, value in values:
        card = decoded(value, _Card, path, place)
        if card.layout in _NO_CARDS:
            continue
        if card.layout in _TOKENS:
            tokens.append(_printed(card))
        elif card.name not in seen:
            seen.add(card.name)
            yield _printed(card)
    for token in tokens:
        if token.name not in seen:
            seen.add(token.name)
            yield token


def read_array(data: bytes, path: Path) -> Iterator[PrintedCard]:
    """The cards of a bulk file that is one JSON array; of several printings the first."""
    values = decoded(data, list[msgspec.Raw], path)
    return _cards(((f"$[{place}]", value) for place, value in enumerate(values)), path)


def read_lines(data: bytes, path: Path) -> Iterator[PrintedCard]:
    """The cards of a file with one JSON object a line."""
    lines = enumerate(data.split(b"\n"), start=1)
    return _cards(((f"{number}:$", line) for number, line in lines if line.strip()), path)

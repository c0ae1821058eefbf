"""Scryfall's bulk files: a JSON array of cards, or one card a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from simulator.cards.printed import PrintedCard, PrintedFace, is_card, layout_of, split_type_line
from simulator.cards.reading import decoded, plain_quotes

_TOKENS = frozenset({"token", "double_faced_token"})
_TURNS = re.compile(r"\b(?:transform|convert)", re.IGNORECASE)
_JOINT = " // "


class _Face(msgspec.Struct):
    name: str
    layout: str | None = None
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


def _sides(card: _Card) -> Iterator[PrintedCard]:
    """The card that a reversible card is on each side; mostly it is the same one twice."""
    names = [face.name for face in card.card_faces]
    count = len(names) // 2 if names[: len(names) // 2] * 2 == names else 1
    for start in range(0, len(names), count):
        side = card.card_faces[start : start + count]
        faces = tuple(_face(face, face.name, None) for face in side)
        layout = (side[0].layout or "adventure") if count > 1 else "normal"
        yield PrintedCard(
            _JOINT.join(names[start : start + count]), faces, layout_of(layout, faces)
        )


def _tokens(card: _Card) -> Iterator[PrintedCard]:
    """The tokens on both sides of one; only those that turn over are a double-faced token (CR 712.9)."""
    faces = tuple(_face(face, face.name, card.colors) for face in card.card_faces)
    if any(_TURNS.search(face.text) for face in faces):
        yield PrintedCard(card.name, faces, card.layout)
        return
    for face in faces:
        yield PrintedCard(face.name, (face,), "token")


def _printed(card: _Card) -> Iterator[PrintedCard]:
    if card.layout == "meld" or not card.card_faces:
        layout = "normal" if card.layout == "reversible_card" else card.layout
        yield PrintedCard(card.name, (_face(card, card.name, None),), layout)
    elif card.layout == "reversible_card":
        yield from _sides(card)
    elif card.layout == "double_faced_token":
        yield from _tokens(card)
    else:
        # A half of a split card has the colors of its own cost, the front of a flip card those of the card.
        shared = card.colors if card.layout == "flip" else None
        faces = tuple(_face(face, face.name, shared) for face in card.card_faces)
        yield PrintedCard(card.name, faces, layout_of(card.layout, faces))


def _cards(values: Iterator[tuple[str, bytes | msgspec.Raw]], path: Path) -> Iterator[PrintedCard]:
    seen: set[str] = set()
    tokens: list[PrintedCard] = []
    for place, value in values:
        card = decoded(value, _Card, path, place)
        if not is_card(card.layout, split_type_line(card.type_line or "")[1]):
            continue
        for printed in _printed(card):
            if card.layout in _TOKENS:
                tokens.append(printed)
            elif printed.name not in seen:
                seen.add(printed.name)
                yield printed
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

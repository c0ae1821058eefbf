"""Plain lists of cards: a JSON array of fronts with their Oracle text, or nothing but names.

In the array a double-faced card is two entries, the front naming its `back`; of a card of another
layout whose name joins two by `//` only the first part is described, and the second is known by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from simulator.cards.mtgjson import LAYOUTS
from simulator.cards.printed import PrintedCard, PrintedFace
from simulator.cards.reading import ADVICE, CardFileError, decoded, plain_quotes

_JOINT = " // "
_ONE_FACE = frozenset({"meld", "planar", "reversible_card", "scheme", "vanguard"})
_SECOND_FACE: dict[str, tuple[str, ...]] = {"adventure": ("Adventure",)}


class _Card(msgspec.Struct, rename="camel"):
    name: str
    layout: str | None = None
    text: str | None = None
    types: tuple[str, ...] | None = None
    supertypes: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] | None = None
    mana_cost: str | None = None
    colors: tuple[str, ...] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    back: str | None = None
    front: str | None = None


def _face(card: _Card, name: str) -> PrintedFace:
    return PrintedFace(
        name=name,
        text=plain_quotes(card.text or ""),
        supertypes=card.supertypes or (),
        types=card.types or (),
        subtypes=card.subtypes or (),
        mana_cost=card.mana_cost or "",
        colors=card.colors,
        power=card.power,
        toughness=card.toughness,
        loyalty=card.loyalty,
    )


def _second_face(card: _Card, name: str) -> PrintedFace:
    """The face of which only the name is known; both halves of a Room are Rooms."""
    if "Room" in (card.subtypes or ()):
        return PrintedFace(name=name, types=card.types or (), subtypes=("Room",))
    return PrintedFace(name=name, subtypes=_SECOND_FACE.get(card.layout or "", ()))


def read_cards(data: bytes, path: Path) -> Iterator[PrintedCard]:
    """The cards of a JSON array of cards."""
    values = decoded(data, list[msgspec.Raw], path)
    cards = [decoded(value, _Card, path, f"$[{place}]") for place, value in enumerate(values)]
    backs = {card.name: card for card in cards if card.front is not None}
    fronts = {card.back for card in cards if card.back is not None}
    for card in cards:
        if card.front is not None and card.name in fronts:
            continue
        layout = LAYOUTS.get(card.layout or "", card.layout or "normal")
        first, *rest = card.name.split(_JOINT)
        if not rest or layout in _ONE_FACE:
            name = first if layout in {"meld", "reversible_card"} else card.name
            one = "normal" if layout == "reversible_card" else layout
            yield PrintedCard(name, (_face(card, name),), one)
            continue
        back = backs.get(card.back or "")
        second = _face(back, back.name) if back else _second_face(card, card.back or rest[0])
        yield PrintedCard(card.name, (_face(card, first), second), layout)


def _known_by_name(name: str) -> PrintedCard:
    return PrintedCard(name, (PrintedFace(name),))


def read_names(data: bytes, path: Path) -> Iterator[PrintedCard]:
    """The cards of a list of names: a JSON array of texts, an object of id and name, or one a line."""
    stripped = data.lstrip()
    if stripped[:1] == b"[":
        names = decoded(data, list[str], path)
    elif stripped[:1] == b"{":
        names = list(decoded(data, dict[str, str], path).values())
    else:
        try:
            names = [line.strip() for line in data.decode("utf-8-sig").split("\n")]
        except UnicodeDecodeError as error:
            raise CardFileError(
                "it is neither JSON nor a UTF-8 list of names (byte {byte})",
                byte=error.start,
                place=path.name,
            ) from None
        if any("\x00" in name for name in names):
            raise CardFileError("it is not a text file", place=path.name, advice=ADVICE)
    for name in dict.fromkeys(names):
        if name and not name.startswith("#"):
            yield _known_by_name(name)

"""Plain lists of cards: a JSON array of fronts with their Oracle text, or nothing but names.

In the array a double-faced card is two entries, the front naming its `back`; of a card of another
layout whose name joins several by `//` only the first part is described, the others are known by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from simulator.cards.indicators import colors_of_unseen_part, colors_without_a_list
from simulator.cards.mtgjson import LAYOUTS
from simulator.cards.printed import PrintedCard, PrintedFace, is_card
from simulator.cards.reading import ADVICE, CardFileError, decoded, plain_quotes

_JOINT = " // "
_ONE_FACE = frozenset({"meld", "planar", "scheme", "vanguard"})
_SECOND_FACE: dict[str, tuple[str, ...]] = {"adventure": ("Adventure",), "omen": ("Omen",)}
_OMENS = frozenset(
    [
        "Charring Bite",
        "Chilling Screech",
        "Absorb Essence",
        "Claim Territory",
        "Coil and Catch",
        "Divining Dive",
        "Dusk Sight",
        "Dynamic Soar",
        "Exude Toxin",
        "Flush Out",
        "Nesting Instinct",
        "Petty Revenge",
        "Roost Seek",
        "Signaling Roar",
        "Skimming Strike",
        "Warning Tremor",
    ]
)
"""The Omens there are (CR 720.1): such a list calls their layout that of adventurer cards."""


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
    color_identity: tuple[str, ...] | None = None
    back: str | None = None
    front: str | None = None


def _face(card: _Card, name: str, front: PrintedFace | None = None) -> PrintedFace:
    face = PrintedFace(
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
    if card.colors is not None:
        return face
    colors = colors_without_a_list(face, card.color_identity, front)
    return msgspec.structs.replace(face, colors=colors)


def _known_part(card: _Card, name: str, layout: str, *, alone: bool) -> PrintedFace:
    """The face of which only the name is known; both halves of a Room are Rooms (CR 709.5a)."""
    colors = None
    if alone and layout not in {"flip", "modal_dfc", "transform"}:
        colors = colors_of_unseen_part(card.color_identity, _face(card, card.name))
    if "Room" in (card.subtypes or ()):
        return PrintedFace(name, types=card.types or (), subtypes=("Room",), colors=colors)
    return PrintedFace(name, subtypes=_SECOND_FACE.get(layout, ()), colors=colors)


def _layout(card: _Card, parts: list[str]) -> str:
    """The layout in the record format's words."""
    layout = LAYOUTS.get(card.layout or "", card.layout or "normal")
    if layout == "reversible_card":
        layout = "adventure" if len(parts) > 1 else "normal"
    return "omen" if layout == "adventure" and parts[-1] in _OMENS else layout


def _parts(card: _Card) -> list[str]:
    """The names of a card's parts; a reversible card has the same ones on both sides."""
    parts = card.name.split(_JOINT)
    return parts[: max(len(parts) // 2, 1)] if card.layout == "reversible_card" else parts


def read_cards(data: bytes, path: Path) -> Iterator[PrintedCard]:
    """The cards of a JSON array of cards."""
    values = decoded(data, list[msgspec.Raw], path)
    cards = [decoded(value, _Card, path, f"$[{place}]") for place, value in enumerate(values)]
    backs = {card.name: card for card in cards if card.front is not None}
    fronts = {card.back for card in cards if card.back is not None}
    for card in cards:
        if not is_card(card.layout or "", card.types or ()):
            continue
        if card.front is not None and card.name in fronts:
            continue
        first, *rest = parts = _parts(card)
        layout = _layout(card, parts)
        if not rest or layout in _ONE_FACE:
            name = first if layout == "meld" or card.layout == "reversible_card" else card.name
            yield PrintedCard(name, (_face(card, name),), layout)
            continue
        front = _face(card, first)
        back = backs.get(card.back or "")
        if back is not None:
            others = [_face(back, back.name, front)]
        else:
            alone = len(rest) == 1
            others = [_known_part(card, name, layout, alone=alone) for name in rest]
        yield PrintedCard(_JOINT.join(parts), (front, *others), layout)


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

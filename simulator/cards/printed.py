"""What a card file says about a card, whatever file it came from.

Every reader turns its own format into `PrintedCard`; everything after that (abilities, linked pairs,
definitions) works on these alone.
"""

from __future__ import annotations

import re

import msgspec

SUPERTYPES = frozenset({"Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "World"})
"""The supertypes, with those of the sets that are not for constructed play."""
_NO_CARDS = frozenset({"art_series", "emblem"})

_DASH = re.compile(r"\s+[—\u2013-]\s+")
_COST_COLORS = re.compile(r"[WUBRG]")


class PrintedFace(msgspec.Struct, frozen=True):
    """One face, half or inset frame of a card, as a card file has it (CR 109.3)."""

    name: str
    text: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    mana_cost: str = ""
    colors: tuple[str, ...] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None

    @property
    def is_spell(self) -> bool:
        """Whether its text is mostly spell abilities (CR 113.3a)."""
        return "Instant" in self.types or "Sorcery" in self.types


class PrintedCard(msgspec.Struct, frozen=True):
    """A card: the name it is looked up by, its layout in Scryfall's words, and its faces."""

    name: str
    faces: tuple[PrintedFace, ...]
    layout: str = "normal"

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which it may be looked up: the card's own, and those of its faces."""
        return tuple(dict.fromkeys((self.name, *(face.name for face in self.faces))))


def is_card(layout: str, types: tuple[str, ...]) -> bool:
    """Whether an entry of a file is a card or token, not art, an emblem or a sheet of stickers (CR 123.2)."""
    return layout not in _NO_CARDS and "Stickers" not in types


def layout_of(layout: str, faces: tuple[PrintedFace, ...]) -> str:
    """The layout; files of cards have no word of their own for that of omen cards (CR 720.1)."""
    omen = layout == "adventure" and any("Omen" in face.subtypes for face in faces[1:])
    return "omen" if omen else layout


def split_type_line(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The supertypes, card types and subtypes of a type line."""
    left, *right = _DASH.split(line.strip(), maxsplit=1)
    words = left.split()
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    types = tuple(word for word in words if word not in SUPERTYPES and word != "Token")
    return supertypes, types, tuple(right[0].split()) if right else ()


def colors_of_cost(mana_cost: str) -> tuple[str, ...]:
    """The colors of the mana symbols of a cost, in the order white to green."""
    found = set(_COST_COLORS.findall(mana_cost))
    return tuple(color for color in "WUBRG" if color in found)

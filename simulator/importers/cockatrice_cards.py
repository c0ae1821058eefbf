"""The cards on a Cockatrice table, and what the record calls them.

Cockatrice numbers cards per player and keeps the number from zone to zone; a new one is given when a card
goes to another player or is put face down. Our card is the physical card: it keeps its id through all of
that, and which object it is follows from its moves (CR 400.7).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from events.cards import Definition, definition_to_map
from simulator.importers.cockatrice_stickers import NameSticker

ZONES = {
    "deck": "library", "hand": "hand", "table": "battlefield", "grave": "graveyard", "rfg": "exile",
    "stack": "stack", "sb": "outside", "command": "command",
}  # fmt: skip
"""Cockatrice's zones. `rfg` is "removed from game", `sb` the sideboard (CR 400.11a)."""

HIDDEN = frozenset({"library", "hand", "outside"})

MAY_BE_FACE_DOWN = frozenset({"battlefield", "stack", "exile", "command"})

COLORS = {"w": "W", "u": "U", "b": "B", "r": "R", "g": "G"}

_SIZE = re.compile(r"(?P<power>[-+*0-9]{1,5})/(?P<toughness>[-+*0-9]{1,5})\Z")

Look = Callable[[str], Definition | None]
"""Finds a card's definition by name."""


class Card(msgspec.Struct):
    """A physical card or token, where it is and how it lies."""

    card: str
    owner: int
    controller: int
    zone: str
    name: str = ""
    printed: str = ""
    token: bool = False
    gone: bool = False
    tapped: bool = False
    host: str | None = None
    face_down: bool = False
    annotation: str = ""
    counters: dict[int, int] = {}
    stickers: dict[str, NameSticker] = {}


class Cards:
    """All cards of a game, by the player and number Cockatrice gives them now."""

    def __init__(self, look: Look | None) -> None:
        self.definitions: dict[str, Any] = {}
        self._look = look
        self._known: dict[tuple[int, int], Card] = {}
        self._ids: set[str] = set()
        self._sizes: dict[str, tuple[str, str]] = {}

    def find(self, player: int, number: int) -> Card | None:
        """The card that has this number now."""
        return self._known.get((player, number))

    def of_player(self, player: int, zone: str | None = None) -> list[Card]:
        """The cards numbered by a player, in one zone or all."""
        return [
            card for (holder, _), card in self._known.items()
            if holder == player and zone in {None, card.zone}
        ]  # fmt: skip

    def all(self) -> list[Card]:
        """Every card that is still there."""
        return list(self._known.values())

    def add(self, player: int, number: int, zone: str, *, token: bool = False) -> Card:
        """A card seen for the first time."""
        prefix = "t" if token else "p"
        plain = f"{prefix}{player}c{number}" if number >= 0 else f"{prefix}{player}x"
        chosen, again = plain, 1
        while chosen in self._ids:
            again += 1
            chosen = f"{plain}-{again}"
        self._ids.add(chosen)
        card = Card(chosen, player, player, zone, token=token)
        self._known[player, number if number >= 0 else -len(self._ids) - 1] = card
        return card

    def renumber(self, card: Card, player: int, number: int) -> None:
        """The card has another number from here on."""
        self.forget(card)
        self._known[player, number if number >= 0 else -len(self._ids) - 1] = card

    def forget(self, card: Card) -> None:
        """The number means no card any more."""
        for key in [key for key, known in self._known.items() if known is card]:
            del self._known[key]

    def define(self, name: str) -> str:
        """The definition of a card, looked up once; one that is not found is a plain card."""
        if name not in self.definitions and self._look is not None:
            found = self._look(name)
            if found is not None:
                self.definitions[name] = definition_to_map(found)
        return name

    def define_token(self, name: str, size: str, color: str) -> str:
        """The definition of a token: what Cockatrice says of its colour and size (CR 111.4).

        A second size under the same name gets a definition of its own, of that name.
        """
        self.define(name)
        known = self._sizes.get(name)
        if name in self.definitions and known is None:
            return name
        if known == (size, color):
            return name
        if known is not None:
            key = f"{name} ({size or 'no size'}, {color or 'colorless'})"
            self.definitions.setdefault(key, {"name": name, **_token(size, color)})
            return key
        self._sizes[name] = (size, color)
        self.definitions[name] = _token(size, color)
        return name

    def other_face(self, card: Card, name: str) -> bool:
        """Whether the name is that of another face of a double-faced card (CR 712.8)."""
        definition = self.definitions.get(card.name)
        if definition is None or definition.get("layout") not in {"transform", "modal_dfc"}:
            return False
        return any(face.get("name") == name for face in definition.get("faces", [])[1:])


def _token(size: str, color: str) -> dict[str, Any]:
    colors = [COLORS[letter] for letter in color.lower() if letter in COLORS]
    raw: dict[str, Any] = {"layout": "token"}
    measured = _SIZE.match(size)
    if measured is not None:
        raw |= {"types": ["Creature"], **measured.groupdict()}
    if colors:
        raw["colors"] = colors
    return raw

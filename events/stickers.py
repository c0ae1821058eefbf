"""Events of stickers, sheets and tickets (CR 123)."""

from __future__ import annotations

from typing import Literal

from events.cards import Ability, Number
from events.event import EventBase

StickerKind = Literal["name", "ability", "power_toughness", "art"]
Format = Literal["constructed", "limited"]


class SheetsChosen(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=4):
    """A player's sticker sheets for the game (CR 123.2a, 123.2b)."""

    player: str
    sheets: tuple[str, ...]
    format: Format = "limited"


class TicketsChanged(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=5):
    """A player got or spent tickets (CR 123.3c)."""

    player: str
    amount: int


class StickerPlaced(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=30):
    """A sticker was put on an object (CR 123.3).

    Of a name sticker `after` is the number of the name's words before it (CR 123.6b). What the
    sticker is comes from its sheet; where no sheet defines it, from the other fields.
    """

    sticker: str
    on: str
    after: int | None = None
    by_player: str | None = None
    kind: StickerKind | None = None
    words: str | None = None
    abilities: tuple[Ability, ...] = ()
    power: Number | None = None
    toughness: Number | None = None
    tickets: int | None = None


class StickerMoved(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=31):
    """A sticker went from the object it was on to another (CR 123.3d)."""

    sticker: str
    to: str
    after: int | None = None


class StickerRemoved(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=32):
    """A sticker was taken off its object."""

    sticker: str


class KeptStickers(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=36):
    """The owner of a melded or merged permanent chose the card that keeps its stickers (CR 123.5c)."""

    object: str
    chosen: str

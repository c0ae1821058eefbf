"""What only the past knows, kept beside the folded state: which ids were ever used (CR 400.7).

The state forgets what is gone, so that it does not grow with the past. Whether a card that is no object
now has ceased to exist or never was, is asked here.
"""

from __future__ import annotations

from events.casting import AbilityPutOnStack
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.effects import ControllerChanged, EffectBegan, EffectEnded
from events.faces import DoorLocked, Flipped, Melded, Transformed, TurnedFaceDown, TurnedFaceUp
from events.kinds import Event, Simultaneous
from events.stickers import StickerPlaced
from events.zones import CardAdded

_NEW_CARDS = (CardAdded, TokenCreated, CopyCreated, AbilityPutOnStack, Melded)
_WITH_EFFECT = (
    EffectBegan, BecameCopy, ControllerChanged, Transformed, Flipped, TurnedFaceDown, TurnedFaceUp,
)  # fmt: skip


class Known:
    """The ids of cards, effects and stickers that a game has used so far.

    `locked` are the cards of which a half has been locked again: an ability of it may have triggered before; `ended`
    the effects that a record let end, and that have not begun anew; `words` is what has been found out
    about the header's cards: the words of `affects` on them.
    """

    def __init__(self) -> None:
        self.cards: set[str] = set()
        self.effects: set[str] = set()
        self.stickers: set[str] = set()
        self.locked: set[str] = set()
        self.ended: set[str] = set()
        self.words: dict[str, tuple[str, ...]] = {}

    def note(self, event: Event) -> None:
        """Take in an event that has happened."""
        if isinstance(event, Simultaneous):
            for each in event.events:
                self.note(each)
        elif isinstance(event, _NEW_CARDS):
            self.cards.add(event.card)
        elif isinstance(event, StickerPlaced):
            self.stickers.add(event.sticker)
        elif isinstance(event, DoorLocked):
            self.locked.add(event.object.partition(".")[0])
        elif isinstance(event, _WITH_EFFECT) and event.effect is not None:
            self.effects.add(event.effect)
            self.ended.discard(event.effect)
        elif isinstance(event, EffectEnded):
            self.ended.add(event.effect)

    def copy(self) -> Known:
        """A copy that grows apart from this one."""
        other = Known()
        other.cards = set(self.cards)
        other.effects = set(self.effects)
        other.stickers = set(self.stickers)
        other.locked = set(self.locked)
        other.ended = set(self.ended)
        other.words = self.words
        return other


def cards_added_by(event: Event) -> tuple[str, ...]:
    """The cards that an event brings into the game."""
    if isinstance(event, Simultaneous):
        return tuple(card for each in event.events for card in cards_added_by(each))
    return (event.card,) if isinstance(event, _NEW_CARDS) else ()

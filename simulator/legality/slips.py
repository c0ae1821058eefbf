"""Words in what an event describes that mean nothing: they would be silent differences (CR 105.2, 611.2c)."""

from __future__ import annotations

from collections.abc import Iterator

from events.abilities import Chosen
from events.cards import Effect
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.effects import EffectBegan
from events.errors import RecordError
from events.event import EventBase
from events.slips import effects_in, effects_of, slips_in_colors, slips_in_effect
from events.stickers import StickerPlaced
from events.zones import CardAdded, Revealed
from simulator.legality.asked import Asked, Errors, is_observed


def words_mean_something(asked: Asked, event: EventBase) -> Errors:
    """Colors are colors, and `affects` is a word of the format or a card that was ever there."""
    if is_observed(event):
        return
    if isinstance(event, Chosen):
        yield from slips_in_colors(event.card_name.colors if event.card_name else ())
        return
    for effect in _described(event):
        yield from slips_in_effect(effect)
        yield from _affects(asked, effect.affects)
    for word in _printed(asked, event):
        if word != getattr(event, "card", None):
            yield from _affects(asked, word)


def _described(event: EventBase) -> Iterator[Effect]:
    """The effects that an event describes itself, and those of the abilities within them."""
    if isinstance(event, EffectBegan):
        yield from effects_of(event.continuous)
    elif isinstance(event, (BecameCopy, CopyCreated, TokenCreated)) and event.except_ is not None:
        yield from effects_of(event.except_)
    elif isinstance(event, StickerPlaced):
        yield from effects_in(event.abilities)


def _printed(asked: Asked, event: EventBase) -> tuple[str, ...]:
    """The words that `affects` has on a card of the header which an event brings in."""
    if not isinstance(event, (CardAdded, Revealed, TokenCreated)) or event.definition is None:
        return ()
    card = asked.state.header.cards.get(event.definition)
    if card is None:
        return ()
    words = asked.known.words.get(card.name)
    if words is None:
        found = (effect.affects for face in card.faces for effect in effects_in(face.abilities))
        words = tuple(dict.fromkeys(word for word in found if isinstance(word, str)))
        asked.known.words[card.name] = words
    return words


def _affects(asked: Asked, word: object) -> Errors:
    if not isinstance(word, str) or word in {"self", "attached"} or "." in word:
        return
    if word not in asked.known.cards and word not in asked.group.added:
        yield RecordError(
            "`affects` is {word!r}: neither self nor attached nor a card of this game",
            word=word,
            advice="write self, attached, a list of objects, or a map with `where`",
        )

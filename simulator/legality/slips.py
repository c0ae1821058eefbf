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
    for effect in (*_described(event), *_printed(asked, event)):
        for each in effects_of(effect):
            yield from _affects(asked, each)


def _described(event: EventBase) -> Iterator[Effect]:
    """The effects that an event describes itself."""
    if isinstance(event, EffectBegan):
        yield event.continuous
    elif isinstance(event, (BecameCopy, CopyCreated, TokenCreated)) and event.except_ is not None:
        yield event.except_
    elif isinstance(event, StickerPlaced):
        yield from effects_in(event.abilities)


def _printed(asked: Asked, event: EventBase) -> Iterator[Effect]:
    """The effects printed on a card of the header that an event brings in."""
    if isinstance(event, (CardAdded, Revealed, TokenCreated)) and event.definition is not None:
        card = asked.state.header.cards.get(event.definition)
        for face in () if card is None else card.faces:
            yield from effects_in(face.abilities)


def _affects(asked: Asked, effect: Effect) -> Errors:
    word = effect.affects
    if not isinstance(word, str) or word in {"self", "attached"} or "." in word:
        return
    if word not in asked.known.cards and word not in asked.group.added:
        yield RecordError(
            "`affects` is {word!r}: neither self nor attached nor a card of this game",
            word=word,
            advice="write self, attached, a list of objects, or a map with `where`",
        )

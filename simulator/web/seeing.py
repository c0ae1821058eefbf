"""What every card is after each event, looking again only at what the event can have changed.

An event changes the cards it names, and whatever became another object. Where an effect reaches further - static
abilities, effects that ask anew, Auras - everything is looked at again, so that nothing is missed.
"""

from __future__ import annotations

from collections.abc import Sequence

from events.abilities import Chosen, Noted
from events.casting import (
    AbilityPutOnStack,
    AbilityResolved,
    CostPaid,
    SpellCast,
    SpellCountered,
    SpellResolved,
)
from events.copying import CopyCreated, TokenCreated
from events.event import EventBase
from events.kinds import Event, Simultaneous
from events.play import (
    CountersChanged,
    DamageDealt,
    GameBegan,
    GameEnded,
    LifeChanged,
    StepBegan,
    Tapped,
    TurnBegan,
    Untapped,
)
from events.stickers import StickerMoved, StickerPlaced, StickerRemoved
from events.zones import CardAdded, Exiled, Moved, Revealed
from projections.layer_one import is_room_text, is_unknown
from projections.names import names_of
from projections.state import Object, State, StickerOn
from simulator.web.game import Seen, cards_named

QUIET: frozenset[type[EventBase]] = frozenset({
    CountersChanged, DamageDealt, GameBegan, GameEnded, LifeChanged, StepBegan, Tapped, TurnBegan,
    Untapped,
})  # fmt: skip
"""Events that change no name, zone or sticker."""

NEAR: frozenset[type[EventBase]] = QUIET | {
    AbilityPutOnStack, AbilityResolved, CardAdded, Chosen, CopyCreated, CostPaid, Exiled, Moved,
    Noted, Revealed, SpellCast, SpellCountered, SpellResolved, StickerMoved, StickerPlaced,
    StickerRemoved, TokenCreated,
}  # fmt: skip
"""Events that change only what they name."""


class Eye:
    """Looks at a game event by event, and knows what it saw last."""

    def __init__(self) -> None:
        self.seen: dict[str, Seen] = {}
        self._objects: dict[str, tuple[Object, Sequence[StickerOn]]] = {}
        self._far = True

    def look(self, state: State, event: Event, *, broken: bool) -> dict[str, Seen]:
        """What every card is after an event; the dictionary is a new one, unless nothing can have changed."""
        if type(event) in QUIET and not broken:
            return self.seen
        was_far, self._far = self._far, _reaches_far(state)
        if broken or was_far or self._far or not _is_near(event):
            self.seen = {card: seen(state, each) for card, each in state.objects.items()}
        else:
            self.seen = self._again(state, event)
        self._objects = {card: (each, each.stickers) for card, each in state.objects.items()}
        return self.seen

    def _again(self, state: State, event: Event) -> dict[str, Seen]:
        named = cards_named(event, state.objects)
        found: dict[str, Seen] = {}
        for card, each in state.objects.items():
            before = self._objects.get(card)
            if (
                before is not None
                and before[0] is each
                and before[1] is each.stickers
                and card not in named
                and not _is_touched_from_afar(each)
            ):
                found[card] = self.seen[card]
            else:
                found[card] = seen(state, each)
        return found


def seen(state: State, object_: Object) -> Seen:
    """What an object is at this moment."""
    names = names_of(state, object_)
    return Seen(
        object_.reference,
        names,
        is_unknown(object_) and not names,
        object_.zone,
        tuple(sticker.sticker for sticker in object_.stickers),
    )


def _is_near(event: Event) -> bool:
    if isinstance(event, Simultaneous):
        return all(type(each) in NEAR for each in event.events)
    return type(event) in NEAR


def _reaches_far(state: State) -> bool:
    return bool(state.statics or state.where_effects or state.named_effects)


def _is_touched_from_afar(object_: Object) -> bool:
    """Whether an object's name may change without the object being named."""
    return bool(
        object_.effects
        or object_.attachments
        or object_.attached_to
        or object_.components
        or (object_.zone == "battlefield" and is_room_text(object_))
    )

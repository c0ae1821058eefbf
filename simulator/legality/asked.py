"""What a rule is asked about: the state before the event, what was ever there, what happens at once.

A rule is a function `(asked, event)` that yields an error for each way in which the event breaks it. It
changes nothing. Simultaneous events are all judged by the state before any of them (CR 614.13).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from events.casting import SpellCast, SpellCountered, SpellResolved
from events.copying import TokenCreated
from events.errors import NametrailError, RecordError
from events.event import EventBase
from events.kinds import Event, Simultaneous
from events.references import parse_object
from events.zones import Exiled, Moved
from projections.casting import resolves_to
from projections.copiable_values import CopiableText
from projections.layer_one import current_text
from projections.state import Object, State
from simulator.legality.known import Known, cards_added_by

Errors = Iterator[NametrailError]
"""What a rule yields: nothing, if the event is in order."""


class Group(msgspec.Struct, frozen=True):
    """The events that happen at once, and the cards they add, move and let enter the battlefield."""

    events: tuple[Event, ...] = ()
    added: frozenset[str] = frozenset()
    moving: frozenset[str] = frozenset()
    entering: frozenset[str] = frozenset()


class Asked(msgspec.Struct, frozen=True):
    """The state before the event, the ids ever used, and the events that happen with it."""

    state: State
    known: Known
    group: Group


Rule = Callable[[Asked, Any], Errors]

_ALONE = Group()
"""The group of an event that happens alone and for which nothing is chosen."""


def asked_of(state: State, event: Event, known: Known) -> Asked:
    """What the rules are asked of one event, or of one simultaneous event with all it holds."""
    if isinstance(event, Simultaneous):
        events = event.events
    elif getattr(event, "choices", ()) or getattr(event, "copy_of", None):
        events = (event,)
    else:
        return Asked(state, known, _ALONE)
    return Asked(
        state,
        known,
        Group(
            events,
            frozenset(card for each in events for card in cards_added_by(each)),
            frozenset(_moving(events)),
            frozenset(entering_cards(state, events)),
        ),
    )


def _moving(events: tuple[Event, ...]) -> Iterator[str]:
    for each in events:
        if isinstance(each, (Moved, Exiled, SpellCast, SpellResolved, SpellCountered)):
            card = card_of(each.object)
            if card is not None:
                yield card


def card_entering(event: Moved | SpellResolved | TokenCreated) -> str | None:
    """The card of the object that an event moves or creates."""
    return event.card if isinstance(event, TokenCreated) else card_of(event.object)


def entering_cards(state: State, events: tuple[Event, ...]) -> Iterator[str]:
    """The cards of the objects that enter the battlefield through these events."""
    for each in events:
        if isinstance(each, TokenCreated):
            yield each.card
        elif (
            isinstance(each, (Moved, SpellResolved)) and zone_entered(state, each) == "battlefield"
        ):
            card = card_of(each.object)
            if card is not None:
                yield card


def zone_entered(state: State, event: Moved | SpellResolved) -> str | None:
    """Where an object goes by an event; None if there is no such object."""
    if isinstance(event, Moved):
        return event.to
    object_ = object_now(state, event.object)
    if object_ is None:
        return event.to
    return event.to or resolves_to(state, object_, event)


def card_of(reference: str) -> str | None:
    """The card of an object a reference means, None if it is no reference."""
    try:
        return parse_object(reference).card
    except RecordError:
        return None


def object_now(state: State, reference: str) -> Object | None:
    """The current object a reference means; None if it means none (that is complained of elsewhere)."""
    try:
        parsed = parse_object(reference)
    except RecordError:
        return None
    found = state.objects.get(parsed.card)
    if found is None or parsed.number not in {None, found.number}:
        return None
    return found


def is_observed(event: EventBase) -> bool:
    """Whether a recording showed the event: then what an importer could not see is not held against it."""
    return isinstance(event.source, dict)


def is_bare(state: State, text: CopiableText) -> bool:
    """Whether of a card only the name is known, or not even that; then no rule about its kind is asked."""
    if text.unknown:
        return True
    return state.header.plain and not any(face.types for face in text.faces)


def texts_of(object_: Object) -> Iterable[CopiableText]:
    """The printed texts of the cards an object is made of (CR 712.4a, 730.2)."""
    if object_.components:
        return tuple(each.text for each in object_.components)
    return (object_.text,)


def text_now(object_: Object) -> CopiableText:
    """The text an object has after copy effects (CR 707.2)."""
    return current_text(object_)


def faces_of(text: CopiableText) -> str:
    """The names by which a text's faces, halves and frames are told apart, for advice."""
    faces = text.faces[:1] if text.layout == "prototype" else text.faces
    return ", ".join(dict.fromkeys(name for face in faces for name in face.names)) or "no name"


def is_spell(text: CopiableText) -> bool:
    """Whether a card is an instant or sorcery, or has a half, face or inset frame that is one."""
    return any({"Instant", "Sorcery"} & {*face.types} for face in text.faces)


def sketch_of(state: State) -> State:
    """A state to try something on: it shares everything but the lists that are written to."""
    lists = {
        field: getattr(state, field).copy()
        for field in State.__struct_fields__
        if isinstance(getattr(state, field), (dict, list, set))
    }
    return msgspec.structs.replace(
        state, **{**lists, "answers": {}, "version": state.version + 1, "stamped": None}
    )

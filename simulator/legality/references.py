"""Whether what an event names is there: cards, objects, players, definitions, faces (CR 400.7)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from events.cards import Effect, Grant
from events.casting import (
    AbilityPutOnStack,
    AbilityResolved,
    SpellCast,
    SpellCountered,
    SpellResolved,
)
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.effects import Attached, ControllerChanged, PhasedIn, PhasedOut
from events.errors import RecordError, RuleBroken
from events.event import EventBase
from events.faces import (
    DoorLocked,
    DoorUnlocked,
    Flipped,
    Melded,
    Merged,
    Prepared,
    Transformed,
    TurnedFaceDown,
    TurnedFaceUp,
    Unprepared,
)
from events.kinds import RECORD_NAMES
from events.play import (
    CountersChanged,
    DamageDealt,
    LifeChanged,
    PlayerLeft,
    StepBegan,
    Tapped,
    TurnBegan,
    Untapped,
)
from events.references import ObjectReference, parse_object
from events.stickers import KeptStickers, SheetsChosen, StickerMoved, StickerPlaced, TicketsChanged
from events.zones import CardAdded, Exiled, Moved, Revealed, Shuffled
from projections.state import Object, State
from simulator.legality.asked import Asked, Errors

CURRENT: dict[type[EventBase], tuple[str, ...]] = {
    Revealed: ("object",),
    Moved: ("object", "attached_to"),
    Exiled: ("object",),
    SpellCast: ("object", "exiled_for_cost"),
    SpellResolved: ("object", "attached_to"),
    SpellCountered: ("object",),
    AbilityResolved: ("object",),
    TokenCreated: ("attached_to",),
    BecameCopy: ("object",),
    Transformed: ("object",),
    Flipped: ("object",),
    TurnedFaceDown: ("object",),
    TurnedFaceUp: ("object",),
    DoorUnlocked: ("object",),
    DoorLocked: ("object",),
    Merged: ("object", "into"),
    Melded: ("cards",),
    Attached: ("object", "to"),
    ControllerChanged: ("object",),
    PhasedOut: ("object",),
    PhasedIn: ("object",),
    StickerPlaced: ("on",),
    StickerMoved: ("to",),
    KeptStickers: ("object",),
    CountersChanged: ("object",),
    Tapped: ("object",),
    Untapped: ("object",),
    DamageDealt: ("to",),
    Prepared: ("object",),
    Unprepared: ("object",),
}
"""The fields that must name current objects."""

ORIGINALS: dict[type[EventBase], str] = {
    Moved: "copy_of",
    SpellResolved: "copy_of",
    TokenCreated: "copy_of",
    CopyCreated: "of",
    BecameCopy: "of",
    TurnedFaceUp: "copy_of",
}
"""The fields that name what is copied: a current object, or a card by its name (CR 707.2)."""

PLAYERS: dict[type[EventBase], tuple[str, ...]] = {
    CardAdded: ("owner", "controller"),
    Shuffled: ("player",),
    SheetsChosen: ("player",),
    TicketsChanged: ("player",),
    Moved: ("controller",),
    SpellCast: ("controller",),
    SpellResolved: ("controller",),
    AbilityPutOnStack: ("controller",),
    TokenCreated: ("controller", "owner"),
    CopyCreated: ("controller",),
    Melded: ("controller",),
    ControllerChanged: ("controller",),
    StickerPlaced: ("by_player",),
    CountersChanged: ("player",),
    TurnBegan: ("player",),
    StepBegan: ("player",),
    LifeChanged: ("player",),
    DamageDealt: ("player",),
    PlayerLeft: ("player",),
}
"""The fields that name players."""

DEFINITIONS = (CardAdded, Revealed, TokenCreated, Melded)
"""The kinds of events that name a card's definition."""


def named_objects_are_there(asked: Asked, event: EventBase) -> Errors:
    """An object that is named must be one that is there now (CR 400.7)."""
    for field in CURRENT.get(type(event), ()):
        value: Any = getattr(event, field)
        if value is None:
            continue
        for reference in (value,) if isinstance(value, str) else value:
            yield from is_there(asked, reference)


def is_there(
    asked: Asked, reference: str, *, look_back: bool = False, read: bool = False
) -> Errors:
    """Complain of a reference that means no card, or an object that is not there any more (CR 400.7).

    With `look_back` an object of the past will do. What is only `read`, and not acted on, cannot be an object
    that never was: then there is nothing to go on with.
    """
    try:
        parsed = parse_object(reference)
    except RecordError as error:
        yield error
        return
    state = asked.state
    card = parsed.card
    found = state.objects.get(card)
    together = len(asked.group.events) > 1
    if together and card in asked.group.added:
        return
    if found is None:
        if card not in asked.known.cards:
            yield RecordError(
                "there is no card {card!r} in this game",
                card=card,
                advice=_nearest(card, state.objects),
            )
        elif not look_back:
            yield _gone(state, reference, card)
        return
    if look_back or parsed.number in {None, found.number}:
        return
    if together and card in asked.group.moving and parsed.number == found.number + 1:
        return
    if (parsed.number or 0) > found.number:
        yield _never_was(parsed, found, RecordError if read else RuleBroken)
        return
    yield RuleBroken(
        "{object} is not there any more, {card} is now the object {now}",
        object=reference,
        card=card,
        now=found.reference,
        rule="400.7",
        advice="an effect on an object of the past does nothing",
    )


def never_was(asked: Asked, reference: str) -> Errors:
    """Complain of an object, or an ability of one, with a number its card has not come to yet (CR 400.7).

    What changes zones at the same time may be named by its next number.
    """
    try:
        parsed = parse_object(reference.partition(":")[0])
    except RecordError:
        return
    now = None if parsed.number is None else _last_of(asked.state, parsed.card)
    if now is None or (parsed.number or 0) <= now.number:
        return
    if parsed.number == now.number + 1 and parsed.card in _becoming(asked):
        return
    yield _never_was(parsed, now)


def _never_was(
    named: ObjectReference, now: Object, kind: type[RecordError | RuleBroken] = RecordError
) -> RecordError | RuleBroken:
    return kind(
        "there never was an object {object}: {card} is now {now}",
        object=str(named),
        card=named.card,
        now=now.reference,
        rule="400.7",
        advice="the number rises by one each time the card becomes a new object",
    )


def _last_of(state: State, card: str) -> Object | None:
    """The object a card is now, or was as it became part of a permanent."""
    if card in state.objects:
        return state.objects[card]
    parts = (part for host in state.objects.values() for part in host.components)
    return next((part for part in parts if part.card == card), None)


def _becoming(asked: Asked) -> set[str]:
    """The cards that become new objects in what happens at once."""
    named: list[str] = []
    for each in asked.group.events:
        named += getattr(each, "exiled_for_cost", ())
        if isinstance(each, (Merged, TurnedFaceDown)):
            named.append(each.object)
        for choice in getattr(each, "choices", ()):
            named += choice.moves or ()
            named += asked.state.libraries.get(choice.top_of_library or "", ())
    return {each.partition(".")[0] for each in named} | asked.group.moving


def what_is_looked_back_to_was_there(asked: Asked, event: EventBase) -> Errors:
    """What an event only looks back to is an object of now or of the past, not of the future (CR 400.7)."""
    if isinstance(event.source, dict):
        return
    for reference in _looked_back_to(event):
        if "." in reference:
            yield from never_was(asked, reference)


_LOOKING_BACK: dict[type[EventBase], tuple[str, ...]] = {
    kind: tuple(
        field
        for field in ("by", "source", "with_", "until", "ability")
        if field in kind.__struct_fields__
    )
    for kind in RECORD_NAMES
}
_DESCRIBING = frozenset(
    kind
    for kind in RECORD_NAMES
    if not {"choices", "keeps", "continuous", "except_"}.isdisjoint(kind.__struct_fields__)
)
"""The fields of each kind that look back, and the kinds that do so within what they describe."""


def _looked_back_to(event: EventBase) -> Iterator[str]:
    kind = type(event)
    for field in _LOOKING_BACK[kind]:
        named = getattr(event, field)
        if isinstance(named, str):
            yield named
    if kind in _DESCRIBING:
        yield from _described(event)


def _described(event: EventBase) -> Iterator[str]:
    yield from (choice.by for choice in getattr(event, "choices", ()))
    yield from getattr(event, "keeps", ())
    effect = getattr(event, "continuous", None) or getattr(event, "except_", None)
    if isinstance(effect, Effect):
        yield from (each for each in (effect.text_of, effect.exchange_text_with) if each)
        for entry in (*(effect.grant or ()), *(effect.add_text or ())):
            named = entry.abilities_of if isinstance(entry, Grant) else entry
            if named is not None:
                yield named


def _gone(state: State, reference: str, card: str) -> RuleBroken:
    for host in state.objects.values():
        if any(component.card == card for component in host.components):
            return RuleBroken(
                "{object} is part of the permanent {host} and no object of its own",
                object=reference,
                host=host.reference,
                rule="400.7",
                advice="name the whole permanent",
            )
    return RuleBroken(
        "{object} has ceased to exist",
        object=reference,
        rule="400.7",
        advice="only objects that are there can be acted on",
    )


def _nearest(word: str, words: Iterable[str]) -> str | None:
    """A card that may have been meant; only a few are looked at, as a record may name many wrongly."""
    alike = (each for each in words if abs(len(each) - len(word)) < 3)
    near = difflib.get_close_matches(word, islice(alike, 50), n=1) if len(word) < 64 else []
    return None if not near else f"did you mean {near[0]!r}?"


def cards_are_new(asked: Asked, event: Any) -> Errors:
    """A card is added once; its next objects come by moving it (CR 400.7)."""
    if event.card in asked.known.cards or event.card in asked.state.objects:
        yield RecordError(
            "there is a card {card!r} in this game already",
            card=event.card,
            advice="give each card, token, copy and ability an id of its own",
        )


def players_are_in_the_game(asked: Asked, event: EventBase) -> Errors:
    """A player who is named must be one of the header's."""
    for field in PLAYERS.get(type(event), ()):
        player: str | None = getattr(event, field)
        if player is not None:
            yield from is_player(asked, player)


def is_player(asked: Asked, player: str) -> Errors:
    """Complain of a name that is no player's."""
    if player not in asked.state.players:
        yield RecordError(
            "{player!r} is no player of this game",
            player=player,
            advice="the header's `players` lists them",
        )


def definitions_are_there(asked: Asked, event: Any) -> Errors:
    """A card's definition must be the header's, the card file's or the catalogue's."""
    if event.definition is not None:
        yield from is_defined(asked, event.definition)


def is_defined(asked: Asked, name: str) -> Errors:
    """Complain of a card name that nobody defines."""
    try:
        asked.state.definition(name)
    except RecordError as error:
        yield error


def originals_are_there(asked: Asked, event: EventBase) -> Errors:
    """What is copied must be an object that is there, or the name of a card (CR 707.2)."""
    original: str | None = getattr(event, ORIGINALS[type(event)])
    if original is not None:
        yield from is_original(asked, original)


def is_original(asked: Asked, original: str) -> Errors:
    """Complain of what is neither an object that is there before, nor the name of a card."""
    try:
        card = parse_object(original).card
    except RecordError:
        yield from is_defined(asked, original)
        return
    if card in asked.state.objects or card in asked.known.cards:
        yield from is_there(asked, original, read=True)
    elif card in asked.group.added:
        yield RuleBroken(
            "{object} is not there yet, so nothing can enter as a copy of it",
            object=original,
            rule="614.12a",
            advice="name an object that is there before",
        )
    else:
        yield from is_defined(asked, original)

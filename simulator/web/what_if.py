"""What if: the events that could come next at a moment and that no rule forbids, with the names they would give.

Each candidate is judged by `simulator.legality` and then tried on a copy of the state; only what is legal is
offered. What a user writes by hand is judged the same way.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec

from events.cards import Zone
from events.casting import AbilityResolved, SpellCast, SpellCountered, SpellResolved
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.effects import Attached, ControllerChanged, PhasedIn, PhasedOut
from events.errors import NametrailError, RecordError
from events.faces import (
    DoorLocked,
    DoorUnlocked,
    Flipped,
    Transformed,
    TurnedFaceDown,
    TurnedFaceUp,
)
from events.forms import event_from_map, event_to_map
from events.kinds import Event
from events.play import Tapped, Untapped
from events.stickers import StickerMoved, StickerPlaced, StickerRemoved
from events.zones import Exiled, Moved
from projections.fold import apply
from projections.layer_one import current_text, is_room_text
from projections.names import derive, names_of
from projections.state import Object, State
from projections.stickers import available, words_of
from simulator.audit import UNFIT
from simulator.kept_states import Packed, pack, unpack
from simulator.legality import Known, violations
from simulator.messages import Translator
from simulator.web.board import name_in_words
from simulator.web.derivation import Built, built
from simulator.web.game import Game
from simulator.wording import happened

MOST_OFFERED = 120
SECONDS = 5.0
"""How long candidates are tried, on a board of thousands of objects."""

LONGEST_EVENT = 64 * 1024
LONGEST_WORDS = 80
ZONES: tuple[Zone, ...] = ("battlefield", "hand", "graveyard", "library", "command")


class Offer(msgspec.Struct, frozen=True):
    """A legal next event: what it is, as a record writes it, and the names it would change."""

    said: str
    event: str
    built: Built | None
    renames: tuple[tuple[str, str], ...]


class Fork(msgspec.Struct):
    """A moment at which another event may come next."""

    state: State
    known: Known
    packed: Packed


def fork_at(game: Game, position: int) -> Fork:
    """The moment after so many events, ready to be asked what may come next."""
    state = game.state_at(position)
    known = Known()
    for entry in game.entries[:position]:
        known.note(entry.event)
    return Fork(state, known, pack(state))


def read_event(text: str) -> Event:
    """An event as a record writes it.

    Raises RecordError where it is none.
    """
    if len(text) > LONGEST_EVENT:
        raise RecordError("the event is longer than {most} characters", most=LONGEST_EVENT)
    try:
        raw = msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordError("the event is not JSON: {reason}", reason=str(error)) from error
    try:
        return event_from_map(raw)
    except RecursionError as error:
        raise RecordError("the event is nested too deeply") from error


def judged(fork: Fork, event: Event) -> Event:
    """The event, if it may come next.

    Raises what the rules say against it.
    """
    try:
        problem = next(iter(violations(fork.state, event, fork.known)), None)
        if problem is None:
            apply(unpack(fork.packed), event)
    except NametrailError:
        raise
    except UNFIT as error:
        raise RecordError(
            "the event cannot be applied: {reason}", reason=type(error).__name__
        ) from error
    if problem is not None:
        raise problem
    return event


def stickers_offered(fork: Fork, object_: Object, words: str, translate: Translator) -> list[Offer]:
    """Every place of an object's name for a sticker with these words (CR 123.6b)."""
    names = names_of(fork.state, object_)
    longest = max((len(words_of(name)) for name in names), default=0)
    sticker = new_id("s", fork.known.stickers)
    events = [
        StickerPlaced(sticker=sticker, on=object_.reference, words=words, after=after)
        for after in range(longest + 1)
    ]
    return list(_legal(fork, object_, events, translate))


def sheet_stickers_offered(fork: Fork, object_: Object, translate: Translator) -> list[Offer]:
    """The stickers of its owner's sheets that could be put on an object, at every place (CR 123.3)."""
    names = names_of(fork.state, object_)
    longest = max((len(words_of(name)) for name in names), default=0)
    events: list[Event] = []
    for sticker in available(fork.state, object_.owner):
        kind = _kind(fork.state, sticker)
        places: list[int | None] = [*range(longest + 1)] if kind == "name" else [None]
        events += [
            StickerPlaced(sticker=sticker, on=object_.reference, after=after) for after in places
        ]
    return list(_legal(fork, object_, events, translate))


def _kind(state: State, sticker: str) -> str:
    from projections.state import sheet_sticker  # noqa: PLC0415 - only where there are sheets

    found = sheet_sticker(state, sticker)
    return "name" if found is None else found[1].kind


def actions_offered(fork: Fork, object_: Object, translate: Translator) -> list[Offer]:
    """What else may happen to an object next."""
    return list(_legal(fork, object_, _actions(fork, object_), translate))


def _actions(fork: Fork, object_: Object) -> Iterator[Event]:
    """What can happen to an object at all; the rules say which of it may."""
    state, ref = fork.state, object_.reference
    text = current_text(object_)
    if object_.zone == "stack":
        yield (
            AbilityResolved(object=ref) if object_.kind == "ability" else SpellResolved(object=ref)
        )
        if object_.kind != "ability":
            yield SpellCountered(object=ref)
            copy = new_id("copy", fork.known.cards)
            yield CopyCreated(card=copy, of=ref, controller=object_.controller or object_.owner)
    faces = [face.names[0] for face in text.faces if face.names]
    if object_.kind == "card" and object_.zone not in {"stack", "battlefield"}:
        yield SpellCast(object=ref)
        for face in faces[1:] if len(faces) > 1 else ():
            yield SpellCast(object=ref, face=face)
        for face in faces[:1] if len(faces) > 1 else ():
            yield SpellCast(object=ref, face=face)
    if object_.zone == "battlefield":
        yield from _on_the_battlefield(state, object_, faces)
    for sticker in object_.stickers:
        yield StickerRemoved(sticker=sticker.sticker)
        others = (o for o in state.objects.values() if o.zone == "battlefield" and o is not object_)
        for other in list(others)[:10]:
            yield StickerMoved(sticker=sticker.sticker, to=other.reference)
    yield Exiled(object=ref)
    for zone in ZONES:
        if zone != object_.zone:
            yield Moved(object=ref, to=zone)
    if object_.kind != "ability" and object_.zone in {"battlefield", "graveyard", "exile"}:
        token = new_id("token", fork.known.cards)
        yield TokenCreated(card=token, controller=object_.controller or object_.owner, copy_of=ref)


def _on_the_battlefield(state: State, object_: Object, faces: list[str]) -> Iterator[Event]:
    ref = object_.reference
    yield TurnedFaceUp(object=ref) if object_.face_down else TurnedFaceDown(object=ref)
    layout = current_text(object_).layout
    if layout in {"transform", "modal_dfc"}:
        yield Transformed(object=ref)
    if layout == "flip":
        yield Flipped(object=ref)
    if is_room_text(object_):
        for index, face in enumerate(faces):
            unlocked = index in object_.unlocked
            yield (DoorLocked if unlocked else DoorUnlocked)(object=ref, face=face)
    others = [o for o in state.objects.values() if o.zone == "battlefield" and o is not object_]
    for other in others[:20]:
        yield BecameCopy(object=ref, of=other.reference)
    for player in state.players:
        if player != object_.controller:
            yield ControllerChanged(object=ref, controller=player)
    if object_.attached_to is not None:
        yield Attached(object=ref)
    elif {"Aura", "Equipment", "Fortification"} & set(_subtypes(object_)):
        for other in others[:20]:
            yield Attached(object=ref, to=other.reference)
    yield PhasedIn(object=ref) if object_.phased_out else PhasedOut(object=ref)
    yield Untapped(object=ref) if object_.tapped else Tapped(object=ref)


def _subtypes(object_: Object) -> tuple[str, ...]:
    from projections.layer_one import shown  # noqa: PLC0415

    return shown(object_).subtypes


def _legal(fork: Fork, object_: Object, events: Any, translate: Translator) -> Iterator[Offer]:
    """Of these events, those that no rule forbids, with the names they give."""
    before = {card: names_of(fork.state, each) for card, each in fork.state.objects.items()}

    def named(reference: str) -> str:
        card = reference.partition(".")[0]
        return (
            f"{name_in_words(before[card], translate)} ({reference})"
            if card in before
            else reference
        )

    until = time.monotonic() + SECONDS
    for number, event in enumerate(events):
        if number >= MOST_OFFERED or time.monotonic() > until:
            return
        try:
            if violations(fork.state, event, fork.known):
                continue
            after = unpack(fork.packed)
            apply(after, event)
        except UNFIT:
            continue
        renames = tuple(
            (each.reference, name_in_words(names, translate))
            for card, each in after.objects.items()
            if (names := names_of(after, each)) != before.get(card)
        )
        now = after.objects.get(object_.card)
        name = None if now is None else built(derive(after, now), translate)
        raw = msgspec.json.encode(event_to_map(event)).decode()
        yield Offer(happened(event, translate, named), raw, name, renames)


def new_id(stem: str, taken: set[str]) -> str:
    """An id that the record has not used."""
    number = 1
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"

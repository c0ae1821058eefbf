"""What happens as objects transform, flip, turn face down or up, merge and meld (CR 708-712, 730)."""

from __future__ import annotations

from events.errors import RecordError
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
from projections.copiable_values import DOUBLE_FACED, FACE_DOWN, NOTHING, listed_face
from projections.copying import face_index, original_text
from projections.effects_on import carry_effects
from projections.identity import current
from projections.layer_one import add_copiable_effect, brought_at, current_text, text_to_copy
from projections.state import CopiableEffect, Object, Remembered, State
from projections.statics import note_statics
from projections.timestamps import stamp
from projections.zone_changes import (
    LONGEST_MEMORY,
    change_zone,
    end_prepare_copies,
    enter_as_copy,
    take_out,
)


def transformed(state: State, event: Transformed, position: int) -> None:
    """Turn the other face of a double-faced permanent up (CR 701.27); it is stamped anew (CR 613.7g)."""
    object_ = current(state, event.object)
    for effect in object_.copiable:
        if effect.text is not None and effect.text.layout in DOUBLE_FACED:
            effect.face = 1 - effect.face
    object_.base_face = 1 - object_.base_face
    object_.face = 1 - object_.face
    object_.turned_at = position
    _turned(state, object_)


def flipped(state: State, event: Flipped, position: int) -> None:
    """Flip a permanent for good (CR 710.4)."""
    object_ = current(state, event.object)
    object_.flipped = True
    object_.turned_at = position
    object_.shown = None
    note_statics(state, object_)


def turned_face_down(state: State, event: TurnedFaceDown, position: int) -> None:
    """Turn an object face down (CR 708.2); in the command zone it becomes a new object (CR 400.9)."""
    object_ = current(state, event.object)
    if object_.zone == "command":
        change_zone(state, object_, "command", position, face_down=True)
        return
    listed = FACE_DOWN if event.as_ is None else listed_face(event.as_)
    object_.face_down = listed if object_.zone == "battlefield" else NOTHING
    object_.turned_at = position
    _turned(state, object_)


def turned_face_up(state: State, event: TurnedFaceUp, position: int) -> None:
    """Turn an object face up (CR 708.8), the front one (CR 712.15a), as a copy if that is chosen (CR 708.11).

    Of a merged permanent every component turns face up (CR 730.2f).
    """
    object_ = current(state, event.object)
    object_.face_down = None
    for effect in object_.copiable:
        effect.hides = False
    object_.face = 0
    object_.turned_at = position
    if event.copy_of is not None:
        enter_as_copy(state, object_, original_text(state, event.copy_of), position)
    _turned(state, object_)


def _turned(state: State, object_: Object) -> None:
    object_.shown = None
    stamp(state, object_)
    note_statics(state, object_)


def door_unlocked(state: State, event: DoorUnlocked, position: int) -> None:
    """Give a half of a Room its unlocked designation (CR 709.5f)."""
    object_ = current(state, event.object)
    half = face_index(current_text(object_), event.face)
    object_.unlocked = tuple(sorted({*object_.unlocked, half}))
    object_.turned_at = position
    note_statics(state, object_)


def door_locked(state: State, event: DoorLocked, position: int) -> None:
    """Take a half's unlocked designation away (CR 709.5g)."""
    object_ = current(state, event.object)
    half = face_index(current_text(object_), event.face)
    object_.unlocked = tuple(each for each in object_.unlocked if each != half)
    object_.turned_at = position
    note_statics(state, object_)


def prepared(state: State, event: Prepared, position: int) -> None:
    """Let a permanent become prepared (CR 722.3a)."""
    del position
    current(state, event.object).prepared = True


def unprepared(state: State, event: Unprepared, position: int) -> None:
    """Let a permanent become unprepared (CR 722.3b)."""
    del position
    object_ = current(state, event.object)
    object_.prepared = False
    end_prepare_copies(state, object_)


def merged(state: State, event: Merged, position: int) -> None:
    """Merge a spell with a permanent, which stays the object it is (CR 730.2, 730.2c).

    What was on top of it or under it is one of its components from then on; the topmost one decides whether
    it is a token (CR 730.2d). Only the merging spell's stickers are stamped anew (CR 613.7k).
    """
    spell = current(state, event.object)
    permanent = current(state, event.into)
    if spell is permanent:
        raise RecordError("{object} cannot merge with itself", object=event.object, rule="730.2")
    text = current_text(spell)
    if text.layout == "prototype":
        text = text_to_copy(spell)
    carry_effects(state, spell, permanent)
    take_out(state, spell)
    if not permanent.components:
        permanent.components = (_component(permanent),)
        permanent.base_face = permanent.face
    if event.on_top:
        permanent.components = (spell, *permanent.components)
    else:
        permanent.components = (*permanent.components, spell)
    number = state.tick()
    below = permanent if event.on_top else spell
    add_copiable_effect(
        state,
        permanent,
        CopiableEffect(
            kind="merged_on_top" if event.on_top else "merged_under",
            origin=f"merge{number}", timestamp=number, position=position,
            text=brought_at(text, number), original=spell.reference, face=spell.face,
            hides=below.face_down is not None,
        ),
    )  # fmt: skip
    if event.on_top:
        permanent.face = spell.face
        permanent.face_down = spell.face_down
    for sticker in spell.stickers:
        sticker.timestamp = state.tick()
        state.on_stickers[sticker.sticker] = permanent.card
    permanent.remembered = _came_along(permanent, (permanent, spell), position)
    permanent.stickers = (*permanent.stickers, *spell.stickers)
    permanent.kind = "card" if permanent.components[0].kind == "card" else "token"
    note_statics(state, permanent)


def _came_along(
    permanent: Object, components: tuple[Object, ...], position: int
) -> tuple[Remembered, ...]:
    """The zone changes through which the stickers on a melded or merged permanent stayed on (CR 123.5a, b)."""
    changes = [change for each in components for change in each.remembered]
    changes += [
        Remembered(each.reference, permanent.reference, position)
        for each in components
        if each.stickers and each is not permanent
    ]
    return tuple(changes[-LONGEST_MEMORY:])


def _component(permanent: Object) -> Object:
    """The card that represented a permanent alone until now."""
    return Object(
        card=permanent.card, number=permanent.number, kind=permanent.kind, zone=permanent.zone,
        owner=permanent.owner, text=permanent.text, entered=permanent.entered, source=permanent.source,
    )  # fmt: skip


def melded(state: State, event: Melded, position: int) -> None:
    """Put a meld pair onto the battlefield as one permanent (CR 712.4a), with all their stickers (CR 123.5a)."""
    pair = list({card: current(state, card) for card in event.cards}.values())
    if not pair or event.card in state.objects:
        raise RecordError("{card} cannot be melded of these cards", card=event.card, rule="712.4a")
    host = Object(
        card=event.card, number=1, kind="card", zone="battlefield", owner=pair[0].owner,
        controller=event.controller, text=state.text(event.definition), entered=position,
        melded=True, components=tuple(pair),
    )  # fmt: skip
    host.remembered = _came_along(host, tuple(pair), position)
    stickers = [sticker for each in pair for sticker in each.stickers]
    for each in pair:
        take_out(state, each)
    host.stickers = tuple(sorted(stickers, key=lambda sticker: sticker.timestamp))
    for sticker in host.stickers:
        state.on_stickers[sticker.sticker] = host.card
    state.objects[host.card] = host
    stamp(state, host)
    note_statics(state, host)

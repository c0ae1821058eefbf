"""Layer 1: the copiable effects on an object, and its copiable values after them (CR 613.2)."""

from __future__ import annotations

import msgspec

from events.cards import Effect, Number
from projections.copiable_values import (
    DOUBLE_FACED,
    SPLIT,
    STACK_FRAMES,
    CopiableText,
    FaceText,
    Status,
    TextAbility,
    all_abilities,
    in_color_order,
    is_room,
    one_face,
    values_of,
    with_each_ability,
)
from projections.state import CopiableEffect, Object, State

PRINTED = "printed"
PREPARES = frozenset({"preparation", "prepare"})


def shown(object_: Object) -> FaceText:
    """The copiable values of an object (CR 613.2c, 707.2), face-down status included (CR 613.2b)."""
    found = object_.shown
    if found is None:
        if object_.face_down is not None:
            found = object_.face_down
        elif not object_.copiable and len(object_.text.faces) == 1 and not object_.text.more:
            found = object_.text.faces[0]  # what a move of nearly every card asks
        else:
            found = face_up(object_)
        object_.shown = found
    return found


def face_up(object_: Object) -> FaceText:
    """The copiable values it has, or would have if it were turned face up (CR 708.8, 708.10)."""
    return values_of(current_text(object_), object_.status)


def current_text(object_: Object) -> CopiableText:
    """The object's whole text after all copiable effects in timestamp order (CR 613.2a)."""
    return _text_after_all(object_, flipped=object_.flipped)


def _text_after_all(object_: Object, *, flipped: bool) -> CopiableText:
    text, face = object_.text, object_.base_face
    for effect in object_.copiable:
        text = _after(text, effect, Status("battlefield", face, flipped))
        if effect.kind != "merged_under":
            face = effect.face
    return text


def _after(text: CopiableText, effect: CopiableEffect, below: Status) -> CopiableText:
    """A text after one more copiable effect; `below` is what shows of what the object has been so far.

    Of a component that is not the topmost, the abilities stay: those of the face that is up (CR 702.140e,
    730.2h, 730.2i), of one that is face down none (CR 708.2).
    """
    if effect.sets is not None:
        return with_exceptions(text, effect.sets, effect.given)
    other = effect.text or text
    if effect.kind == "copy":
        return other
    if effect.kind == "merged_under":
        under = msgspec.structs.replace(below, face=effect.face)
        return with_abilities(text, () if effect.hides else values_of(other, under).abilities)
    return with_abilities(other, () if effect.hides else values_of(text, below).abilities)


def with_abilities(text: CopiableText, more: tuple[TextAbility, ...]) -> CopiableText:
    """A text with abilities that are in no face of it: other components' (CR 702.140e), or kept ones (CR 707.9a)."""
    return msgspec.structs.replace(text, more=text.more + more)


def brought_at(text: CopiableText, timestamp: int) -> CopiableText:
    """A text as a copiable effect with this timestamp brings it (CR 613.7a)."""
    return with_each_ability(text, lambda each, _: msgspec.structs.replace(each, since=timestamp))


def origin(object_: Object) -> str:
    """What the object's abilities came by: printed, or the last copy effect on it (CR 607.5, 707.7)."""
    for effect in reversed(object_.copiable):
        if effect.kind == "copy":
            return effect.origin
    return PRINTED


def cause(object_: Object) -> CopiableEffect | None:
    """The copiable effect that the object's values come from, if any does."""
    for effect in reversed(object_.copiable):
        if effect.kind in {"copy", "merged_on_top"}:
            return effect
    return None


def is_unknown(object_: Object) -> bool:
    """Whether the recorder cannot know the object's copiable values."""
    if object_.face_down is not None:
        return False
    return current_text(object_).unknown


def text_to_copy(original: Object, *, both_faces: bool = False) -> CopiableText:
    """What a copy of an object takes from it, as it is now (CR 707.2, 707.2b).

    Of a double-faced permanent that is the face that is up (CR 707.8); a token or a copy of a spell
    takes both faces (CR 707.8a, 707.10g), but never of a merged permanent (CR 730.2i). What becomes a copy
    of a spell is what that was cast as (CR 709.3b, 715.3c). A prototyped one is taken as it is (CR 718.3d).
    """
    text = _text_after_all(original, flipped=False)
    if original.face_down is not None:
        return one_face(original.face_down)
    if text.layout in DOUBLE_FACED and (not both_faces or original.components):
        return one_face(values_of(text, original.status))
    cast_as = text.layout in STACK_FRAMES or (text.layout in SPLIT and not is_room(text))
    if cast_as and original.zone == "stack" and not both_faces:
        return one_face(values_of(text, original.status))
    if text.layout == "prototype" and original.prototyped:
        return one_face(values_of(text, original.status))
    two_faces = both_faces and original.double_faced and not original.components
    return msgspec.structs.replace(text, double_faced=two_faces)


def fixed_source(text: CopiableText, source: str) -> CopiableText:
    """A text whose `{source}` means one object, for good (CR 201.5a)."""
    if not any("{source}" in each.ability.text for each in all_abilities(text)):
        return text
    return with_each_ability(
        text,
        lambda each, _: (
            each if each.source is not None else msgspec.structs.replace(each, source=source)
        ),
    )


def with_exceptions(
    text: CopiableText, changes: Effect, given: tuple[TextAbility, ...] = ()
) -> CopiableText:
    """A text with the exceptions of a copy effect, which are copiable too (CR 707.9).

    They leave a prepare spell as it is (CR 722.3c).
    """
    prepares = text.layout in PREPARES
    faces = tuple(
        face if prepares and index else _face_with(face, changes)
        for index, face in enumerate(text.faces)
    )
    more = _abilities(msgspec.structs.replace(faces[0], abilities=text.more), changes)
    return msgspec.structs.replace(text, faces=faces, more=more + given)


def _face_with(face: FaceText, changes: Effect) -> FaceText:
    changed = {
        "names": _names(face.names, changes),
        "types": changed_words(
            face.types, changes.set_types, changes.add_types, changes.remove_types
        ),
        "subtypes": changed_words(
            face.subtypes, changes.set_subtypes, changes.add_subtypes, changes.remove_subtypes
        ),
        "supertypes": changed_words(
            face.supertypes,
            changes.set_supertypes,
            changes.add_supertypes,
            changes.remove_supertypes,
        ),
        "colors": changed_colors(face.colors, changes),
        "power": face.power if changes.set_power is None else changes.set_power,
        "toughness": face.toughness if changes.set_toughness is None else changes.set_toughness,
        "abilities": _abilities(face, changes),
    }
    return msgspec.structs.replace(face, **changed)


def _names(names: tuple[str, ...], changes: Effect) -> tuple[str, ...]:
    base = names if changes.set_name is None else names_set_to(changes.set_name)
    return tuple(dict.fromkeys((*base, *(changes.names or ()))))


def names_set_to(name: str) -> tuple[str, ...]:
    """The names of what an effect gave this name only (CR 612.8); an empty one is none."""
    return (name,) if name else ()


def changed_words(
    words: tuple[str, ...],
    set_: tuple[str, ...] | None,
    add: tuple[str, ...] | None,
    remove: tuple[str, ...] | None,
) -> tuple[str, ...]:
    """Types, subtypes or supertypes after an effect that sets, adds or takes away some (CR 613.1d)."""
    if set_ is not None:
        words = set_
    if add:
        words = tuple(dict.fromkeys((*words, *add)))
    if remove:
        words = tuple(word for word in words if word not in remove)
    return words


def changed_colors(colors: tuple[str, ...], changes: Effect) -> tuple[str, ...]:
    """Colors after an effect that sets or adds some (CR 613.1e)."""
    if changes.set_colors is not None:
        colors = in_color_order(changes.set_colors)
    if changes.add_colors:
        colors = in_color_order((*colors, *changes.add_colors))
    return colors


def _abilities(face: FaceText, changes: Effect) -> tuple[TextAbility, ...]:
    """The copied abilities: without those removed, and without characteristic-defining ones of what is set (CR 707.9d)."""
    removed = changes.remove_abilities
    if removed is True:
        return ()
    kept = face.abilities
    if isinstance(removed, tuple):
        kept = tuple(each for each in kept if each.ability.id not in removed)
    return tuple(each for each in kept if not _defines_what_is_set(each, face, changes))


def _defines_what_is_set(ability: TextAbility, face: FaceText, changes: Effect) -> bool:
    """Whether a characteristic-defining ability defines what a copy effect sets itself (CR 707.9d).

    What an effect adds "in addition" does not count. Of an ability without effects its words and the
    star it stands for tell what it defines.
    """
    set_ = {name for name in _DEFINABLE if getattr(changes, f"set_{name}") is not None}
    effects = ability.ability.effects
    text = "" if effects else ability.ability.text.lower()
    stars = {"power": face.power, "toughness": face.toughness}
    said = any(name in set_ and name in text and _is_star(stars[name]) for name in stars)
    fields = {f"set_{name}" for name in set_} | {f"add_{name}" for name in set_ - _SIZES}
    done = any(getattr(effect, field, None) is not None for effect in effects for field in fields)
    alone = all(effect.affects == "self" for effect in effects)
    return ability.ability.kind == "static" and alone and (said or done)


_SIZES = {"power", "toughness"}
_DEFINABLE = ("power", "toughness", "colors", "types", "subtypes", "supertypes")


def _is_star(number: Number | None) -> bool:
    return isinstance(number, str) and "*" in number


def locked_halves(object_: Object) -> tuple[int, ...]:
    """The locked halves of a Room, also of one under another component (CR 709.5c); of anything else none."""
    if object_.zone != "battlefield" or object_.face_down is not None:
        return ()
    if is_room_text(object_):
        return tuple(half for half in (0, 1) if half not in object_.unlocked)
    if not object_.components:
        return ()
    halves = {each.half for each in shown(object_).abilities if each.half is not None}
    return tuple(sorted(halves - set(object_.unlocked)))


def is_room_text(object_: Object) -> bool:
    """Whether the object's text is that of a Room (CR 709.5)."""
    return is_room(current_text(object_))


def add_copiable_effect(state: State, object_: Object, effect: CopiableEffect) -> None:
    """Let a copiable effect begin on an object; the caller notes its static abilities anew."""
    object_.copiable = (*object_.copiable, effect)
    object_.shown = None
    state.changed()

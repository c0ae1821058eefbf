"""What happens as objects become copies, and as tokens and copies are created (CR 111, 707)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.cards import Effect
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.errors import RecordError
from projections.abilities_on import find_ability
from projections.copiable_values import (
    DOUBLE_FACED,
    FACE_DOWN,
    STACK_FRAMES,
    CopiableText,
    TextAbility,
    is_room,
    one_face,
)
from projections.entering import apply_choices, link_with
from projections.granted_texts import granted_texts
from projections.identity import current, holder_of, look_back, zone_of_owner
from projections.layer_one import (
    PRINTED,
    add_copiable_effect,
    brought_at,
    fixed_source,
    origin,
    text_to_copy,
    with_abilities,
    with_exceptions,
)
from projections.linked_abilities import keep_source
from projections.state import CopiableEffect, Object, State
from projections.statics import note_statics
from projections.timestamps import stamp
from projections.zone_changes import attach


def original_text(
    state: State, of: str, *, both_faces: bool = False
) -> tuple[CopiableText, Object | None]:
    """What a copy takes: an object's values as they are now, or a named card's (CR 707.13).

    Of a double-faced card that is named it is the front face, unless the copy has both (CR 712.8a).
    """
    if state.captured is not None:
        captured = state.captured.get((of, both_faces))
        if captured is not None:
            return captured
    original = original_of(state, of)
    if original is None:
        text = state.text(of)
        front_alone = text.layout in DOUBLE_FACED and not both_faces
        return (one_face(text.faces[0]) if front_alone else text), None
    return text_to_copy(original, both_faces=both_faces), original


def original_of(state: State, of: str) -> Object | None:
    """The object `of` means, current or as it last was; None if it is the name of a card."""
    try:
        return look_back(state, of)
    except RecordError:
        return None


def became_copy(state: State, event: BecameCopy, position: int) -> None:
    """Let a copy effect begin; the values are those of now (CR 707.2b, 613.7b)."""
    object_ = current(state, event.object)
    text, original = original_text(state, event.of)
    if event.except_ is not None:
        text = with_except(state, text, event.except_, object_)
    text = _with_kept(state, object_, text, event.keeps)
    if is_room(text) and original is not None and original.zone == object_.zone == "stack":
        object_.face = original.face
    cast_as_frame = object_.zone != "stack" or object_.text.layout in STACK_FRAMES
    if text.layout in STACK_FRAMES and not cast_as_frame:
        text = one_face(text.faces[0])
    number = state.tick()
    if event.effect is None:
        object_.copiable = ()
    elif event.effect:
        cards = state.named_effects.get(event.effect, ())
        state.named_effects[event.effect] = (*cards, object_.card)
    add_copiable_effect(
        state,
        object_,
        CopiableEffect(
            kind="copy", origin=f"copy{number}", timestamp=number, position=position,
            text=brought_at(text, number), effect=event.effect, original=None if original is None else original.reference,
        ),
    )  # fmt: skip
    note_statics(state, object_)


def with_except(
    state: State, text: CopiableText, changes: Effect, source: Object | None
) -> CopiableText:
    """A text with the exceptions of a copy effect; what they grant is copiable, pairs too (CR 707.9a, 607.5)."""
    given: list[TextAbility] = []
    for entry in changes.grant or ():
        given += granted_texts(state, entry, None if isinstance(entry, str) else source)
    return with_exceptions(text, changes, _in_no_half(given))


def _with_kept(
    state: State, object_: Object, text: CopiableText, keeps: tuple[str, ...]
) -> CopiableText:
    kept = [
        find_ability(state, object_, path) or find_ability(state, object_, path.partition(":")[2])
        for path in keeps
    ]
    return with_abilities(text, _in_no_half(each.text for each in kept if each is not None))


def _in_no_half(abilities: Iterable[TextAbility]) -> tuple[TextAbility, ...]:
    """Abilities that an exception gives: wherever they are from, they are in no half of a Room (CR 709.5)."""
    return tuple(msgspec.structs.replace(each, half=None) for each in abilities)


def token_created(state: State, event: TokenCreated, position: int) -> None:
    """Put a token onto the battlefield (CR 111.1), under its creator's ownership (CR 111.2)."""
    text, original = state.text(event.definition), None
    if event.copy_of is not None:
        text, original = original_text(state, event.copy_of, both_faces=True)
    if event.except_ is not None:
        text = with_except(state, text, event.except_, original)
    face = 0 if event.face is None else face_index(text, event.face)
    if original is not None and text.layout in DOUBLE_FACED:
        face = original.face
    if event.with_ is not None and event.copy_of is None:
        maker, _ = holder_of(state, event.with_)
        if maker is not None:
            text = fixed_source(text, maker.reference)
    token = Object(
        card=event.card, number=1, kind="token", zone="battlefield",
        owner=event.owner or event.controller, controller=event.controller, text=text,
        entered=position, face=face, face_down=FACE_DOWN if event.face_down else None,
        tapped=event.tapped, copy_of=None if original is None else original.reference,
    )  # fmt: skip
    state.objects[event.card] = token
    stamp(state, token)
    note_statics(state, token)
    if event.with_ is not None:
        link_with(state, event.with_, token)
    if event.attached_to is not None:
        attach(state, token, current(state, event.attached_to))
    apply_choices(state, event.choices, position)


def face_index(text: CopiableText, name: str) -> int:
    """Which face of a text has this name; 0 if none has."""
    return next((index for index, face in enumerate(text.faces) if name in face.names), 0)


def copy_created(state: State, event: CopyCreated, position: int) -> None:
    """Create a copy of a spell, an ability or a card (CR 707.10, 707.12), or of a prepare spell (CR 722.3c).

    A card may also be defined by name (CR 707.13).
    """
    text, original = original_text(state, event.of, both_faces=True)
    if event.face is not None:
        text = one_face(text.faces[face_index(text, event.face)])
    if event.except_ is not None:
        text = with_except(state, text, event.except_, original)
    copy = Object(
        card=event.card, number=1, kind="copy", zone=event.zone, owner=event.controller, text=text,
        entered=position, controller=None if zone_of_owner(event.zone) else event.controller,
    )  # fmt: skip
    if original is not None:
        _continue_from_original(state, copy, original)
        copy.prepare_of = original.reference if event.face is not None else None
    state.objects[event.card] = copy
    stamp(state, copy)


def _continue_from_original(state: State, copy: Object, original: Object) -> None:
    """What a copy of a spell or an ability takes besides characteristics (CR 707.10, 707.10b)."""
    copy.copy_of = original.reference
    if original.zone == "stack":
        copy.face = original.face
        copy.cost_exiled = original.cost_exiled
        copy.x = original.x
        _same_costs(copy, original)
    if original.kind == "ability":
        copy.kind = "ability"
        copy.ability = original.ability
        copy.ability_source = original.ability_source
        named = original.ability_source
        source = None if named is None else look_back(state, named)
        if source is not None:
            keep_source(state, source)


def _same_costs(copy: Object, original: Object) -> None:
    """Let the costs declared for a spell's abilities answer for those of its copy too (CR 707.10).

    What the spell has by a copy effect is printed on its copy; costs of what the spell was before are not
    those of the copy's abilities, as they are not those of the spell's.
    """
    given = origin(original)
    paid = [key.partition("|") for key in original.paid]
    costs = [(*key.partition("|"), value) for key, value in original.costs.items()]
    copy.paid = tuple(f"{PRINTED}|{rest}" for by, _, rest in paid if by == given)
    copy.costs = {f"{PRINTED}|{rest}": value for by, _, rest, value in costs if by == given}

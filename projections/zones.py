"""What happens as objects are added to the game, moved and exiled (CR 400)."""

from __future__ import annotations

import msgspec

from events.casting import SpellResolved
from events.event import Choice
from events.zones import CardAdded, Exiled, Moved, Revealed, Shuffled
from projections.copiable_values import FACE_DOWN, NOTHING, UNKNOWN
from projections.copying import face_index, original_text
from projections.entering import Made, ability_of, after_entering, before_entering, link_with
from projections.identity import current, numbered
from projections.layer_one import brought_at, text_to_copy
from projections.state import PUBLIC_ZONES, Object, State
from projections.statics import note_statics
from projections.zone_changes import attach, change_zone, enter_as_copy, put_into_zone


def card_added(state: State, event: CardAdded, position: int) -> None:
    """Let a card's first object be in a zone."""
    text = state.text(event.definition)
    object_ = Object(
        card=event.card, number=1, kind="card", zone=event.zone, owner=event.owner, text=text,
        entered=position, tapped=event.tapped,
    )  # fmt: skip
    if event.zone in {"battlefield", "stack"}:
        object_.controller = event.controller or event.owner
    if event.face is not None:
        object_.face = face_index(text, event.face)
        object_.flipped = text.layout == "flip" and object_.face == 1
        if text.layout == "split" and event.zone == "battlefield":
            object_.unlocked = (object_.face,)
    if event.face_down:
        object_.face_down = FACE_DOWN if event.zone in {"battlefield", "stack"} else NOTHING
    put_into_zone(state, object_, event.position)


def revealed(state: State, event: Revealed, position: int) -> None:
    """Let it be known which card an object is; what copied it as it was is known then too (CR 707.2b)."""
    del position
    object_ = current(state, event.object)
    object_.text = state.text(event.definition)
    object_.shown = None
    note_statics(state, object_)
    printed = msgspec.structs.replace(object_, copiable=(), face_down=None)
    for other in state.objects.values():
        if other.copy_of == object_.reference and other.text == UNKNOWN:
            other.text = text_to_copy(printed, both_faces=True)
            other.shown = None
            note_statics(state, other)
        for effect in other.copiable:
            if effect.original == object_.reference and effect.text == UNKNOWN:
                effect.text = brought_at(text_to_copy(printed), effect.timestamp)
                other.shown = None
                note_statics(state, other)


def shuffled(state: State, event: Shuffled, position: int) -> None:
    """Forget the order of a library."""
    del position
    if state.libraries.get(event.player):
        state.shuffled.add(event.player)


def moved(state: State, event: Moved, position: int) -> None:
    """Move an object to another zone (CR 400.7), with all that is chosen as it enters (CR 614.12)."""
    old = current(state, event.object)
    with_ = None if event.with_ is None else numbered(state, event.with_)
    became = _enter(
        state, old, event.to, position, event.choices, event.copy_of,
        controller=event.controller, face=event.face, face_down=event.face_down,
        tapped=event.tapped, place=event.position, attached_to=event.attached_to,
        order=event.order,
    )  # fmt: skip
    _linked_and_moved(state, old, became, with_, event.by)


def _linked_and_moved(
    state: State, old: Object, became: list[Object], with_: str | None, by: str | None
) -> None:
    """Note which ability moved an object: for its links (CR 607.2a), and for a name in it (CR 201.5a)."""
    mover = with_ or by
    if mover is not None:
        _note_mover(state, mover, old, became)
    if with_ is not None:
        for each in became:
            link_with(state, with_, each)


def _note_mover(state: State, by: str, old: Object, became: list[Object]) -> None:
    """Note which ability moved an object: a name in it follows the object it moved (CR 201.5a).

    The ability may be named as it is on the stack; what else `by` names is an effect.
    """
    on_stack = state.objects.get(by)
    if ":" not in by and (on_stack is None or on_stack.ability is None):
        return
    _, ability = ability_of(state, by)
    for each in became:
        if ability is not None and each.zone in PUBLIC_ZONES:
            again = old.moved_by is not None and old.moved_by.endswith(f"|{ability.key}")
            each.moved_by = old.moved_by if again else f"{old.reference}|{ability.key}"


def exiled(state: State, event: Exiled, position: int) -> None:
    """Exile an object, from exile too (CR 400.8), for an ability or until something (CR 607.2a, 610.3)."""
    old = current(state, event.object)
    with_ = None if event.with_ is None else numbered(state, event.with_)
    until = None if event.until is None else numbered(state, event.until)
    became = change_zone(
        state, old, "exile", position, face_down=event.face_down, order=event.order
    )
    for each in became:
        each.until = until
    _linked_and_moved(state, old, became, with_, event.by)


def spell_to_battlefield(state: State, event: SpellResolved, old: Object, position: int) -> None:
    """Let a permanent spell become a permanent (CR 608.3)."""
    became = _enter(
        state, old, "battlefield", position, event.choices, event.copy_of,
        controller=event.controller, face=event.face, face_down=False, tapped=event.tapped,
        place=None, attached_to=event.attached_to,
    )  # fmt: skip
    if event.with_ is not None:
        for each in became:
            link_with(state, event.with_, each)


def _enter(
    state: State,
    old: Object,
    to: str,
    position: int,
    choices: tuple[Choice, ...],
    copy_of: str | None,
    *,
    controller: str | None,
    face: str | None,
    face_down: bool,
    tapped: bool,
    place: int | None,
    attached_to: str | None,
    order: tuple[str, ...] = (),
) -> list[Object]:
    copied = None if copy_of is None else original_text(state, copy_of)
    made: list[Made] = []
    if choices:
        made = before_entering(state, choices, state.entering or frozenset({old.card}), position)
    became = change_zone(
        state, old, to, position, controller=controller, face_down=face_down, place=place,
        face=None if face is None else face_index(old.text, face), order=order,
    )  # fmt: skip
    for each in became:
        each.tapped = tapped
        if copied is not None:
            enter_as_copy(state, each, copied, position)
    if made:
        after_entering(state, made, position)
    if attached_to is not None and became:
        attach(state, became[0], current(state, attached_to))
    return became

"""The abilities a permanent would have as it enters (CR 614.12): asked of a sketch of the state.

The sketch shares everything with the state but the lists that are written to; in it the object stands on
the battlefield already, as the copy that earlier choices made it. Nothing of it is kept.
"""

from __future__ import annotations

import msgspec

from events.casting import SpellResolved
from events.copying import TokenCreated
from events.references import parse_ability
from events.zones import Moved
from projections.abilities_on import find_ability
from projections.characteristics import characteristics_of
from projections.copiable_values import DOUBLE_FACED, FACE_DOWN
from projections.copying import original_text, with_except
from projections.identity import look_back
from projections.layer_one import current_text
from projections.state import Object, State
from projections.statics import note_statics
from projections.zone_changes import enter_as_copy
from simulator.legality.asked import Asked, card_of, is_bare, object_now


def would_have(
    asked: Asked, event: Moved | SpellResolved | TokenCreated, place: int, ability: str
) -> bool:
    """Whether an ability is there as something enters, the choices before the one at `place` made."""
    parsed = parse_ability(ability)
    entering = asked.group.entering
    if parsed.object.card in entering:
        for each in asked.group.events:
            if isinstance(each, (Moved, SpellResolved, TokenCreated)):
                own = each.card if isinstance(each, TokenCreated) else card_of(each.object)
                if own == parsed.object.card:
                    return _entering_has(asked, each, place if each is event else None, parsed.path)
        return True
    holder = object_now(asked.state, str(parsed.object))
    if holder is None:
        return look_back(asked.state, str(parsed.object)) is not None or (
            parsed.object.card in asked.known.cards
        )
    if is_bare(asked.state, current_text(holder)):
        return True
    return find_ability(asked.state, holder, parsed.path) is not None


def _entering_has(
    asked: Asked, event: Moved | SpellResolved | TokenCreated, place: int | None, path: str
) -> bool:
    state = asked.state
    old = None if isinstance(event, TokenCreated) else object_now(state, event.object)
    if old is None and not isinstance(event, TokenCreated):
        return True
    sketch = _sketch(state)
    permanent = _permanent(state, old, event)
    if is_bare(state, current_text(permanent)) and permanent.face_down is None:
        return True
    sketch.objects[permanent.card] = permanent
    note_statics(sketch, permanent)
    copies = [] if isinstance(event, TokenCreated) else [event.copy_of]
    earlier = event.choices if place is None else event.choices[:place]
    copies += [choice.copy_of for choice in earlier if card_of(choice.for_) == permanent.card]
    as_first = _has(sketch, permanent, path)
    for original in copies:
        if original is not None:
            enter_as_copy(sketch, permanent, original_text(state, original), state.position)
    if as_first and isinstance(event, (Moved, SpellResolved)) and event.copy_of is not None:
        return True
    return _has(sketch, permanent, path)


def _has(sketch: State, permanent: Object, path: str) -> bool:
    if any(each.path == path for each in characteristics_of(sketch, permanent).abilities):
        return True
    given = (sketch.effects[name] for name in permanent.effects if name in sketch.effects)
    return any(grant.path == path for effect in given for grant in effect.grants)


def _sketch(state: State) -> State:
    lists = {
        field: getattr(state, field).copy()
        for field in State.__struct_fields__
        if isinstance(getattr(state, field), (dict, list, set))
    }
    return msgspec.structs.replace(
        state, **{**lists, "answers": {}, "version": state.version + 1, "stamped": None}
    )


def _permanent(
    state: State, old: Object | None, event: Moved | SpellResolved | TokenCreated
) -> Object:
    if isinstance(event, TokenCreated):
        text, original = state.text(event.definition), None
        if event.copy_of is not None:
            text, original = original_text(state, event.copy_of)
        if event.except_ is not None:
            text = with_except(state, text, event.except_, original)
        return Object(
            card=event.card, number=1, kind="token", zone="battlefield", text=text,
            owner=event.owner or event.controller, controller=event.controller,
            timestamp=state.clock + 1, entered=state.position,
            face_down=FACE_DOWN if event.face_down else None,
        )  # fmt: skip
    assert old is not None
    on_stack = old.zone == "stack"
    face_down = old.face_down if on_stack else None
    if isinstance(event, Moved) and event.face_down:
        face_down = FACE_DOWN
    face = old.face if on_stack and old.text.layout in DOUBLE_FACED else 0
    for index, each in enumerate(old.text.faces):
        if event.face is not None and event.face in each.names:
            face = index
    return Object(
        card=old.card, number=old.number + 1, kind=old.kind, zone="battlefield", owner=old.owner,
        controller=event.controller or (old.controller if on_stack else None) or old.owner,
        text=old.text, timestamp=state.clock + 1, entered=state.position, face=face,
        face_down=face_down, prototyped=old.prototyped and on_stack,
        copiable=old.copiable if on_stack else (), effects=old.effects if on_stack else (),
        stickers=old.stickers,
    )  # fmt: skip

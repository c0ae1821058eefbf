"""The abilities that modify how a permanent enters (CR 614.12): its own are asked of a sketch of the state.

In the sketch the object stands on the battlefield already, as the copy that earlier choices made it.
Nothing of it is kept.
"""

from __future__ import annotations

from events.casting import SpellResolved
from events.copying import TokenCreated
from events.event import Choice
from events.references import AbilityReference, parse_ability
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
from simulator.legality.asked import (
    Asked,
    card_entering,
    card_of,
    is_bare,
    is_spell,
    object_now,
    sketch_of,
    text_now,
)

LASTING = frozenset({"static", "replacement"})
"""The kinds of ability that modify what happens only while an object has them; what others did goes on."""


def would_have(
    asked: Asked, event: Moved | SpellResolved | TokenCreated, place: int, ability: str
) -> bool:
    """Whether an ability is there as something enters, the choices before the one at `place` made."""
    parsed = parse_ability(ability)
    entering = asked.group.entering
    if parsed.object.card in entering:
        for each in asked.group.events:
            if (
                isinstance(each, (Moved, SpellResolved, TokenCreated))
                and card_entering(each) == parsed.object.card
            ):
                return _entering_has(asked, each, place if each is event else None, parsed.path)
        return True
    holder = object_now(asked.state, str(parsed.object))
    if holder is None:
        return look_back(asked.state, str(parsed.object)) is not None or (
            parsed.object.card in asked.known.cards
        )
    if holder.ability is not None:
        return parsed.path in {holder.ability.path, holder.ability.text.ability.id}
    if is_bare(asked.state, current_text(holder)):
        return True
    return _functions(asked.state, holder, parsed.path)


def _functions(state: State, holder: Object, path: str) -> bool:
    """Whether an ability of an object that is there already can modify how another one enters (CR 113.6).

    What a spell, or an activated or triggered ability, did in resolving lasts without it.
    """
    ability = find_ability(state, holder, path)
    if ability is None or ability.text.ability.kind not in LASTING:
        return ability is not None
    if holder.zone == "battlefield":
        had = characteristics_of(state, holder).abilities
        return not holder.phased_out and any(
            path in {each.path, each.text.ability.id} for each in had
        )
    if holder.zone in {"stack", "command"} or is_spell(text_now(holder)):
        return True
    words = ability.text.ability.text.casefold()
    return not words or holder.zone in words


def had_to_wait(
    asked: Asked, event: Moved | SpellResolved | TokenCreated, place: int, copy: Choice
) -> bool:
    """Whether the choice at `place` had to wait for a copy effect that applied then already (CR 616.1c).

    So is only what is surely no choice of a copy, of a controller, or one that the copying itself needs.
    """
    earlier = event.choices[place]
    entering = None if isinstance(event, TokenCreated) else object_now(asked.state, event.object)
    if entering is None or {card_of(earlier.for_), card_of(copy.for_)} != {entering.card}:
        return False
    of_a_player = isinstance(earlier.value, str) and earlier.value in asked.state.players
    by_effect = any(
        ":" not in each.by and each.by in asked.known.effects for each in (earlier, copy)
    )
    if (
        earlier.copy_of is not None
        or of_a_player
        or by_effect
        or is_bare(asked.state, entering.text)
    ):
        return False
    first, then = _named(earlier), _named(copy)
    printed = {a.ability.id: a for face in entering.text.faces for a in face.abilities}
    kinds = {path: each.ability.kind for path, each in printed.items()}
    if first.object.card != entering.card or kinds.get(first.path) not in {*LASTING, "keyword"}:
        return False
    if then.object.card == entering.card:
        linked = {frozenset(pair[:2]) for each in printed.values() for pair in each.pairs}
        apart = first.path != then.path and frozenset({first.path, then.path}) not in linked
        surely = apart and kinds.get(then.path) in LASTING
    else:
        holder = object_now(asked.state, str(then.object))
        found = None if holder is None else find_ability(asked.state, holder, then.path)
        lasts = found is not None and found.text.ability.kind in LASTING
        surely = lasts and earlier.sets is None
    return surely and would_have(asked, event, place, f"{then.object}:{then.path}")


def _named(choice: Choice) -> AbilityReference:
    return parse_ability(choice.by if ":" in choice.by else f"{choice.for_}:{choice.by}")


def _entering_has(
    asked: Asked, event: Moved | SpellResolved | TokenCreated, place: int | None, path: str
) -> bool:
    state = asked.state
    old = None if isinstance(event, TokenCreated) else object_now(state, event.object)
    if old is None and not isinstance(event, TokenCreated):
        return True
    sketch = sketch_of(state)
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

"""The abilities an object has, each with what gave it (CR 113, 607.5).

These are the abilities as printed, copied and gained, before any effect takes one away: links belong to
an ability that was gained even while it is lost (CR 123.7a).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from projections.copiable_values import all_abilities
from projections.layer_one import current_text, origin, shown
from projections.state import AbilityOn, EffectOn, Object, State, StickerOn


def printed_abilities(object_: Object) -> tuple[AbilityOn, ...]:
    """The abilities of an object's copiable values."""
    given = origin(object_)
    return tuple(
        AbilityOn(each.ability.id, each, given, since=each.since)
        for each in shown(object_).abilities
    )


def other_face_abilities(object_: Object) -> Iterator[AbilityOn]:
    """Abilities of its faces that are not up: printed on it all the same (CR 607.1b)."""
    given = origin(object_)
    for each in all_abilities(current_text(object_)):
        yield AbilityOn(each.ability.id, each, given)


def sticker_abilities(object_: Object) -> Iterator[AbilityOn]:
    """The abilities ability stickers give (CR 123.7)."""
    for sticker in object_.stickers:
        yield from abilities_of_sticker(sticker)


def abilities_of_sticker(sticker: StickerOn) -> Iterator[AbilityOn]:
    """The abilities one sticker gives the object it is on, with its timestamp (CR 123.7, 613.1f)."""
    for each in sticker.abilities:
        yield AbilityOn(
            f"{sticker.sticker}/{each.ability.id}",
            each,
            f"sticker{sticker.sticker}",
            since=sticker.timestamp,
            granted=True,
        )


def gained_abilities(state: State, object_: Object) -> Iterator[AbilityOn]:
    """The abilities that effects of resolved spells and abilities gave it."""
    for name in object_.effects:
        effect = state.effects.get(name)
        if effect is not None:
            yield from grants_on(effect, object_)
            yield from effect.added_text
    yield from object_.kept_grants
    yield from sticker_abilities(object_)


def grants_on(effect: EffectOn, object_: Object) -> Iterator[AbilityOn]:
    """What an effect grants to one object.

    What is printed within one of the object's own abilities counts as printed on it (CR 607.1a).
    """
    for each in effect.grants:
        if each.printed_in == object_.reference:
            yield msgspec.structs.replace(each, origin=origin(object_))
        else:
            yield each


def find_ability(state: State, object_: Object, path: str) -> AbilityOn | None:
    """The ability that a reference's path names, or None.

    An ability on the stack stands for itself whatever it is called.
    """
    if object_.ability is not None:
        return object_.ability
    for each in printed_abilities(object_):
        if each.path == path:
            return each
    for each in gained_abilities(state, object_):
        if each.path == path:
            return each
    for each in object_.lost_gains:
        if each.path == path:
            return each
    for each in other_face_abilities(object_):
        if each.path == path:
            return each
    return _derived(state, object_, path)


def _derived(state: State, object_: Object, path: str) -> AbilityOn | None:
    """An ability that a static ability of another object, or another's text, gives it now."""
    if state.objects.get(object_.card) is not object_:
        return None
    from projections.characteristics import characteristics_of  # noqa: PLC0415 - the two need one another

    abilities = characteristics_of(state, object_).abilities
    named = [each for each in abilities if each.path == path]
    named += [each for each in abilities if each.text.ability.id == path]
    return named[0] if named else None

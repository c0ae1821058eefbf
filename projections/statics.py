"""Which objects have static abilities with effects, so that names and characteristics look only there."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from events.cards import Ability, Affected, Effect, Grant
from projections.copiable_values import FaceText
from projections.layer_one import shown
from projections.state import Object, State


class Reach(msgspec.Struct, frozen=True):
    """What static abilities with effects a set of characteristics has, and how far they reach."""

    any: bool = False
    far: bool = False
    far_text: bool = False
    for_spells: bool = False


NO_REACH = Reach()
MOST_KNOWN = 4096


def note_statics(state: State, object_: Object) -> None:
    """Keep the lists of objects with static abilities that have effects, or grant some."""
    state.version += 1
    card = object_.card
    if state.objects.get(card) is not object_:
        reach = NO_REACH
    elif object_.effects or object_.stickers:
        reach = _reach_with_given(state, object_)
    else:
        reach = _reach(state, shown(object_))
    for listed, on in (
        (state.statics, reach.any),
        (state.far, reach.far),
        (state.far_text, reach.far_text),
        (state.for_spells, reach.for_spells),
    ):
        if on:
            listed[card] = None
        elif card in listed:
            del listed[card]


def _reach(state: State, values: FaceText) -> Reach:
    """The reach of copiable values; those of a card are one and the same object again and again."""
    if not values.abilities:
        return NO_REACH
    known = state.reaches.get(id(values))
    if known is None or known[0] is not values:
        if len(state.reaches) > MOST_KNOWN:
            state.reaches.clear()
        known = (values, _reach_of([each.ability for each in values.abilities]))
        state.reaches[id(values)] = known
    reach: Reach = known[1]
    return reach


def _reach_of(abilities: list[Ability]) -> Reach:
    return Reach(
        any=any(each.effects for each in abilities),
        far=any(ability_is_wide(each, text_only=False) for each in abilities),
        far_text=any(ability_is_wide(each, text_only=True) for each in abilities),
        for_spells=any(_is_for_spells(each) for each in abilities),
    )


def _reach_with_given(state: State, object_: Object) -> Reach:
    """The reach with what effects and stickers give the object; of a full text it may change at any time."""
    reach = _reach_of(abilities_to_reach(state, object_))
    if any(state.effects[name].definition.text_of is not None for name in object_.effects):
        return msgspec.structs.replace(reach, far=True, far_text=True)
    return reach


def abilities_to_reach(state: State, object_: Object) -> list[Ability]:
    """The abilities an object is given by its copiable values, effects and stickers."""
    texts = [*shown(object_).abilities]
    for name in object_.effects:
        effect = state.effects[name]
        texts += [each.text for each in (*effect.grants, *effect.added_text)]
        texts += effect.exchanged.get(object_.reference, ())
    texts += [each for sticker in object_.stickers for each in sticker.abilities]
    return [each.ability for each in texts]


def is_wide(effect: Effect) -> bool:
    """Whether an effect may reach objects it is not attached to."""
    return effect.affects not in {"self", "attached"}


def effects_within(ability: Ability) -> Iterator[Effect]:
    """The effects of an ability, and of those it gives."""
    for effect in ability.effects:
        yield effect
        for entry in _given(effect):
            if isinstance(entry, Grant):
                yield from effects_within(entry)


def ability_is_wide(ability: Ability, *, text_only: bool) -> bool:
    """Whether an ability, or one it gives, has an effect on objects far from it, or may have."""
    return any(
        _gives_unknown(effect, text_only=text_only)
        or (is_wide(effect) and (not text_only or changes_text(effect) or bool(effect.controller)))
        for effect in effects_within(ability)
    )


def hands_out_wide(effect: Effect, *, text_only: bool) -> bool:
    """Whether an effect gives abilities that reach far to objects not known beforehand, or gives unknown ones."""
    return _gives_unknown(effect, text_only=text_only) or (
        is_wide(effect)
        and any(
            isinstance(entry, Grant) and ability_is_wide(entry, text_only=text_only)
            for entry in _given(effect)
        )
    )


def _gives_unknown(effect: Effect, *, text_only: bool) -> bool:
    """Whether a static ability's effect gives static abilities of others: a full text (CR 612.6), or by reference."""
    return effect.text_of is not None or any(
        isinstance(entry, str)
        or (entry.abilities_of is not None and "static" in (entry.kinds or ("static",)))
        for entry in ((effect.add_text or ()) if text_only else _given(effect))
    )


def _given(effect: Effect) -> tuple[str | Grant, ...]:
    return (*(effect.grant or ()), *(effect.add_text or ()))


def changes_text(effect: Effect) -> bool:
    """Whether a static ability's effect has a part in layer 3 (CR 613.1c), a full text aside."""
    return bool(
        effect.set_name is not None or effect.names or effect.replace_words or effect.add_text
    )


def _is_for_spells(ability: Ability) -> bool:
    """Whether an ability gives spells abilities, which permanents may keep (CR 400.7b)."""
    return any(
        isinstance(effect.affects, Affected) and effect.affects.where.zone == "stack"
        for effect in ability.effects
    )

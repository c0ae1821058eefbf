"""Which objects have static abilities with effects, so that names and characteristics look only there."""

from __future__ import annotations

from events.cards import Ability, Affected, Effect
from projections.copiable_values import FaceText
from projections.layer_one import shown
from projections.state import Object, State


def note_statics(state: State, object_: Object, *, gone: bool = False) -> None:
    """Keep the list of objects with static abilities that have effects, or grant some (CR 604.1)."""
    state.version += 1
    state.for_spells.pop(object_.card, None)
    if gone or state.objects.get(object_.card) is not object_:
        state.statics.pop(object_.card, None)
        return
    if any(_is_for_spells(each.ability) for each in shown(object_).abilities):
        state.for_spells[object_.card] = None
    if _has_effects(shown(object_)) or _is_given_effects(state, object_):
        state.statics[object_.card] = None
    else:
        state.statics.pop(object_.card, None)


def _has_effects(values: FaceText) -> bool:
    return any(each.ability.effects for each in values.abilities)


def _is_given_effects(state: State, object_: Object) -> bool:
    for name in object_.effects:
        effect = state.effects.get(name)
        if effect is not None and (
            effect.grants or effect.added_text or gives_text(effect.definition)
        ):
            return True
    return any(each.abilities for each in object_.stickers)


def gives_text(effect: Effect) -> bool:
    """Whether an effect may give an object abilities that are not known beforehand."""
    return bool(effect.text_of or effect.exchange_text_with or effect.grant or effect.add_text)


def changes_text(effect: Effect) -> bool:
    """Whether an effect has a part in layer 3 (CR 613.1c)."""
    return bool(
        effect.set_name is not None
        or effect.names
        or effect.replace_words
        or effect.text_of
        or effect.add_text
        or effect.exchange_text_with
    )


def grants_static(ability: Ability) -> bool:
    """Whether an ability gives others abilities that have effects themselves."""
    return any(effect.grant or effect.add_text for effect in ability.effects)


def _is_for_spells(ability: Ability) -> bool:
    """Whether an ability gives spells abilities, which permanents may keep (CR 400.7b)."""
    return any(
        effect.grant is not None
        and isinstance(effect.affects, Affected)
        and effect.affects.where.zone == "stack"
        for effect in ability.effects
    )

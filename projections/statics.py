"""Which objects have static abilities with effects, so that names and characteristics look only there."""

from __future__ import annotations

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


def note_statics(state: State, object_: Object, *, gone: bool = False) -> None:
    """Keep the lists of objects with static abilities that have effects, or grant some."""
    state.version += 1
    card = object_.card
    if gone or state.objects.get(card) is not object_:
        reach = NO_REACH
    else:
        reach = _reach(state, shown(object_))
        if object_.effects or object_.stickers:
            reach = _with_given(state, object_, reach)
    if reach is NO_REACH and card not in state.statics:
        return
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


def _with_given(state: State, object_: Object, printed: Reach) -> Reach:
    """The reach with what effects and stickers give the object too."""
    given: list[Ability] = []
    unknown = False
    for name in object_.effects:
        effect = state.effects.get(name)
        if effect is not None:
            given += [each.text.ability for each in (*effect.grants, *effect.added_text)]
            given += [e.ability for each in effect.exchanged.values() for e in each]
            unknown = unknown or gives_text(effect.definition)
    given += [each.ability for sticker in object_.stickers for each in sticker.abilities]
    more = _reach_of(given)
    return Reach(
        any=printed.any or more.any or unknown,
        far=printed.far or more.far or unknown,
        far_text=printed.far_text or more.far_text or unknown,
        for_spells=printed.for_spells or more.for_spells,
    )


def is_wide(effect: Effect) -> bool:
    """Whether an effect may reach objects it is not attached to."""
    return not (isinstance(effect.affects, str) and effect.affects in {"self", "attached"})


def ability_is_wide(ability: Ability, *, text_only: bool) -> bool:
    """Whether an ability, or one it grants, has an effect on objects far from it."""
    for effect in ability.effects:
        if effect.text_of or effect.exchange_text_with:
            return True
        if is_wide(effect) and (not text_only or changes_text(effect) or effect.controller):
            return True
        for entry in (*(effect.grant or ()), *(effect.add_text or ())):
            if isinstance(entry, Grant) and ability_is_wide(entry, text_only=text_only):
                return True
    return False


def gives_text(effect: Effect) -> bool:
    """Whether an effect may give an object abilities that are not known beforehand."""
    return effect.text_of is not None


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


def _is_for_spells(ability: Ability) -> bool:
    """Whether an ability gives spells abilities, which permanents may keep (CR 400.7b)."""
    return any(
        effect.grant is not None
        and isinstance(effect.affects, Affected)
        and effect.affects.where.zone == "stack"
        for effect in ability.effects
    )

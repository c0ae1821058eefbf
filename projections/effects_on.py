"""Effects of resolved spells and abilities: on which objects, and until when (CR 611.2)."""

from __future__ import annotations

from projections.abilities_on import grants_on
from projections.identity import current
from projections.state import AbilityOn, EffectOn, Object, State
from projections.statics import note_statics


def end_effects_on(state: State, object_: Object) -> None:
    """End every effect's hold on an object that is gone (CR 400.7)."""
    gained: list[AbilityOn] = []
    for name in object_.effects:
        effect = state.effects[name]
        gained += (*grants_on(effect, object_), *effect.added_text)
        _drop_target(state, effect, object_.reference)
    object_.lost_gains = tuple(gained)
    named = (*(e.effect for e in object_.copiable), *(c.effect for c in object_.control))
    for name in dict.fromkeys(each for each in named if each is not None):
        cards = state.named_effects.get(name, ())
        if object_.card in cards:
            left = tuple(card for card in cards if card != object_.card)
            if left:
                state.named_effects[name] = left
            else:
                del state.named_effects[name]


def _drop_target(state: State, effect: EffectOn, reference: str) -> None:
    """Take one object out of an effect; an effect on nothing is over."""
    effect.targets = tuple(each for each in effect.targets or () if each != reference)
    if not effect.targets:
        del state.effects[effect.effect]


def moved_on(state: State, old: Object, new: Object, *, carried: bool) -> None:
    """Carry the effects on a permanent spell to the permanent (CR 400.7a), or end them (CR 400.7)."""
    if not carried:
        end_effects_on(state, old)
        return
    carry_effects(state, old, new)


def carry_effects(state: State, old: Object, new: Object) -> None:
    """Let the effects on a spell apply to the permanent it becomes (CR 400.7a) or merges with (CR 702.140f).

    What changed its control does too, among what had changed the permanent's.
    """
    for name in old.effects:
        effect = state.effects[name]
        there = effect.targets or ()
        effect.targets = tuple(
            dict.fromkeys(new.reference if each == old.reference else each for each in there)
        )
    new.effects = tuple(dict.fromkeys((*new.effects, *old.effects)))
    new.control = tuple(sorted((*new.control, *old.control), key=lambda each: each.timestamp))
    for name in dict.fromkeys(each.effect for each in old.control if each.effect):
        cards = state.named_effects[name]
        state.named_effects[name] = tuple(
            dict.fromkeys(new.card if card == old.card else card for card in cards)
        )


def end_effect(state: State, name: str) -> None:
    """End a continuous effect by its id: on characteristics, a copy, or control (CR 611.2a).

    An effect that is over already, because its objects are gone, stays over.
    """
    state.changed()
    effect = state.effects.pop(name, None)
    state.where_effects = tuple(each for each in state.where_effects if each != name)
    for reference in () if effect is None else effect.targets or ():
        object_ = current(state, reference)
        object_.effects = tuple(each for each in object_.effects if each != name)
        note_statics(state, object_)
    for card in state.named_effects.pop(name, ()):
        object_ = state.objects[card]
        object_.copiable = tuple(each for each in object_.copiable if each.effect != name)
        object_.control = tuple(each for each in object_.control if each.effect != name)
        object_.shown = None
        note_statics(state, object_)

"""An object while the layers are applied to it (CR 613.1), and which objects must be looked at together."""

from __future__ import annotations

import msgspec

from events.cards import Affected, Effect, Grant, Number
from projections.abilities_on import printed_abilities
from projections.layer_one import shown
from projections.state import AbilityOn, Object, State
from projections.statics import abilities_to_reach, effects_within, hands_out_wide, is_wide


class NameStep(msgspec.Struct, frozen=True):
    """One step of a name: by which rule it changed, the names after it, what caused it and when."""

    rule: str
    names: tuple[str, ...]
    event: int
    timestamp: int
    detail: dict[str, object] = {}


class Derived(msgspec.Struct):
    """The characteristics of one object so far, from its copiable values on.

    `text_names` are the names `~` is read as (CR 201.5b): copiable, or those of a full text
    (CR 612.6). `replaced` are the words that text-changing effects replaced (CR 612.2).
    """

    object: Object
    names: tuple[str, ...]
    text_names: tuple[str, ...]
    mana_cost: str
    colors: tuple[str, ...]
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    power: Number | None
    toughness: Number | None
    loyalty: Number | None
    controller: str | None
    abilities: list[AbilityOn]
    steps: list[NameStep] = []
    replaced: tuple[tuple[str, str], ...] = ()
    has_full_text: bool = False


def start(object_: Object) -> Derived:
    """The copiable values of an object, ready for the layers after the first."""
    values = shown(object_)
    return Derived(
        object=object_,
        names=values.names,
        text_names=values.names,
        mana_cost=values.mana_cost,
        colors=values.colors,
        supertypes=values.supertypes,
        types=values.types,
        subtypes=values.subtypes,
        power=values.power,
        toughness=values.toughness,
        loyalty=values.loyalty,
        controller=object_.controller,
        abilities=list(printed_abilities(object_)),
    )


def company(state: State, roots: tuple[str, ...], *, text_only: bool) -> list[str]:
    """The cards of the objects whose layers hang together with those of `roots`.

    What is attached to them, what effects on them name, and every object whose static abilities reach
    far; for names only those that change text or control. Where one far-reaching effect may change
    what another applies to, all objects count (CR 613.8a).
    """
    wide = wide_sources(state, text_only=text_only)
    if _entangled(state, wide, text_only=text_only):
        return list(state.objects)
    found: dict[str, None] = {}
    queue = [*roots, *wide]
    while queue:
        card = queue.pop()
        object_ = state.objects.get(card)
        if object_ is None or card in found:
            continue
        found[card] = None
        queue += object_.attachments
        if object_.attached_to is not None and card in wide:
            queue.append(object_.attached_to.partition(".")[0])
        queue += _named_by(state, object_)
    return list(found)


def _entangled(state: State, wide: list[str], *, text_only: bool) -> bool:
    """Whether far-reaching effects may change what other far-reaching ones apply to, or who has such."""
    effects = [state.effects[name].definition for name in state.where_effects]
    for card in wide:
        for ability in abilities_to_reach(state, state.objects[card]):
            within = list(effects_within(ability))
            if any(hands_out_wide(each, text_only=text_only) for each in within):
                return True
            effects += [each for each in within if is_wide(each)]
    asked = set[str]().union(*(_asks(effect) for effect in effects))
    return len(effects) > 1 and any(asked & _changes(effect) for effect in effects)


_FIELDS = frozenset({"types", "subtypes", "supertypes", "colors", "controller"})


def _asks(effect: Effect) -> set[str]:
    """What an effect asks of the objects it applies to."""
    affects = effect.affects
    return {
        field
        for field in _FIELDS
        if isinstance(affects, Affected) and getattr(affects.where, field) is not None
    }


def _changes(effect: Effect) -> frozenset[str]:
    """What an effect changes that other effects may ask of objects."""
    if effect.text_of is not None or effect.replace_words:
        return _FIELDS
    return frozenset(
        field
        for field in _FIELDS
        if any(
            getattr(effect, f"{verb}{field}", None) is not None
            for verb in ("", "set_", "add_", "remove_")
        )
    )


def wide_sources(state: State, *, text_only: bool) -> list[str]:
    """The cards of the objects whose static abilities may reach objects far from them."""
    return list(state.far_text if text_only else state.far)


def _named_by(state: State, object_: Object) -> list[str]:
    """The cards that effects on an object, or its own abilities, name."""
    effects = [state.effects[name].definition for name in object_.effects]
    effects += [effect for each in shown(object_).abilities for effect in each.ability.effects]
    named = [each.text_of for each in effects]
    named += [
        entry.abilities_of
        for each in effects
        for entry in each.grant or ()
        if isinstance(entry, Grant)
    ]
    return [reference.partition(".")[0] for reference in named if reference is not None]

"""An object while the layers are applied to it (CR 613.1), and which objects must be looked at together."""

from __future__ import annotations

import msgspec

from events.cards import Affected, Effect, Grant, Number
from projections.abilities_on import printed_abilities
from projections.layer_one import cause, shown
from projections.state import AbilityOn, Object, State
from projections.statics import ability_is_wide, is_wide


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


def start(object_: Object) -> Derived:
    """The copiable values of an object, ready for the layers after the first."""
    values = shown(object_)
    since = 0
    if object_.copiable:
        effect = cause(object_)
        since = 0 if effect is None else effect.timestamp
    abilities = list(printed_abilities(object_))
    if since:
        abilities = [msgspec.structs.replace(each, since=since) for each in abilities]
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
        abilities=abilities,
    )


def company(state: State, roots: tuple[str, ...], *, text_only: bool) -> list[str]:
    """The cards of the objects whose layers hang together with those of `roots`.

    What is attached to them, what effects on them name, and every object whose static abilities reach
    far; for names only those that change text or control. Where one far-reaching effect may change
    what another applies to, all objects count (CR 613.8a).
    """
    wide = wide_sources(state, text_only=text_only)
    if _entangled(state, wide, text_only=text_only):
        return list(
            dict.fromkeys(
                (*roots, *(c for c, each in state.objects.items() if each.kind != "ability"))
            )
        )
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
    """Whether far-reaching effects may change what other far-reaching ones apply to."""
    if any(_hands_out_wide(state.objects[card], text_only=text_only) for card in wide):
        return True
    effects = [
        state.effects[name].definition for name in state.where_effects if name in state.effects
    ]
    for card in wide:
        object_ = state.objects[card]
        given = (*shown(object_).abilities, *(each.text for each in _given(state, object_)))
        effects += [e for each in given for e in each.ability.effects if is_wide(e)]
    if len(effects) < 2:
        return False
    asked = set[str]().union(*(_asks(effect) for effect in effects))
    return any(asked & _changes(effect) for effect in effects)


def _asks(effect: Effect) -> set[str]:
    """What an effect asks of the objects it applies to."""
    if not isinstance(effect.affects, Affected):
        return set()
    where = effect.affects.where
    return {field for field in _FIELDS if getattr(where, field) is not None}


_FIELDS = ("types", "subtypes", "supertypes", "colors", "controller")


def _changes(effect: Effect) -> set[str]:
    """What an effect changes that other effects may ask of objects."""
    found = {
        field
        for field in ("types", "subtypes", "supertypes", "colors")
        if any(
            getattr(effect, f"{verb}_{field}", None) is not None
            for verb in ("set", "add", "remove")
        )
    }
    if effect.controller is not None:
        found.add("controller")
    if effect.text_of is not None or effect.replace_words:
        found |= {"types", "subtypes", "supertypes", "colors"}
    return found


def wide_sources(state: State, *, text_only: bool) -> list[str]:
    """The cards of the objects whose static abilities may reach objects far from them."""
    return list(state.far_text if text_only else state.far)


def _given(state: State, object_: Object) -> list[AbilityOn]:
    given: list[AbilityOn] = []
    for name in object_.effects:
        effect = state.effects.get(name)
        if effect is not None:
            given += (*effect.grants, *effect.added_text)
    for sticker in object_.stickers:
        given += [AbilityOn("", each, "") for each in sticker.abilities]
    return given


def _hands_out_wide(object_: Object, *, text_only: bool) -> bool:
    """Whether an object's effects give far objects abilities that reach far themselves."""
    for each in shown(object_).abilities:
        for effect in each.ability.effects:
            if not is_wide(effect):
                continue
            for entry in (*(effect.grant or ()), *(effect.add_text or ())):
                if isinstance(entry, str) or entry.abilities_of is not None:
                    return True
                if entry.effects and ability_is_wide(entry, text_only=text_only):
                    return True
    return False


def _named_by(state: State, object_: Object) -> list[str]:
    """The cards that effects on an object, or its own abilities, name."""
    named: list[str] = []
    for name in object_.effects:
        effect = state.effects.get(name)
        if effect is not None:
            named += _cards_in(effect.definition)
    for each in shown(object_).abilities:
        for effect_ in each.ability.effects:
            named += _cards_in(effect_)
    return named


def _cards_in(effect: Effect) -> list[str]:
    others = (effect.text_of, effect.exchange_text_with)
    named = [reference.partition(".")[0] for reference in others if reference is not None]
    for entry in effect.grant or ():
        if isinstance(entry, Grant):
            if entry.abilities_of is not None:
                named.append(entry.abilities_of.partition(".")[0])
        else:
            named.append(entry.partition(":")[0].partition(".")[0])
    return named

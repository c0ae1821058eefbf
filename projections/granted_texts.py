"""The texts of abilities that effects and exceptions to copying give (CR 607.1a, 607.5, 201.5a)."""

from __future__ import annotations

import msgspec

from events.cards import AbilityKind, Grant, LinkKind
from projections.abilities_on import find_ability, printed_abilities
from projections.copiable_values import TextAbility, all_abilities
from projections.identity import holder_of, look_back
from projections.layer_one import current_text
from projections.state import Object, State


def granted_texts(state: State, entry: str | Grant, source: Object | None) -> list[TextAbility]:
    """The abilities one entry of `grant` stands for: an ability in full, a reference, or all of an object.

    What is given in full is from `source`; what is referred to, from the object of the reference, unless
    an effect with a source of its own gives it.
    """
    if isinstance(entry, str):
        text = granted_by_reference(state, entry)
        if text is None:
            return []
        if source is not None and not _has_own_source(state, entry):
            text = msgspec.structs.replace(text, source=source.reference)
        return [text]
    if entry.abilities_of is not None:
        return _abilities_of(state, entry.abilities_of, entry.kinds)
    return [
        TextAbility(
            entry,
            pairs=_pairs_beside(source),
            source=None if source is None else source.reference,
        )
    ]


def _has_own_source(state: State, reference: str) -> bool:
    """Whether a referenced ability already means some object by `{source}` (CR 201.5a)."""
    holder, _, path = reference.partition(":")
    object_ = look_back(state, holder)
    found = None if object_ is None else find_ability(state, object_, path)
    return found is not None and found.text.source is not None


def _pairs_beside(source: Object | None) -> tuple[tuple[str, str, LinkKind], ...]:
    """The pairs printed on the source, beside an ability printed within one of its own (CR 607.1a)."""
    beside = () if source is None else all_abilities(current_text(source))
    return tuple(dict.fromkeys(pair for each in beside for pair in each.pairs))


def _abilities_of(
    state: State, reference: str, kinds: tuple[AbilityKind, ...] | None
) -> list[TextAbility]:
    """The abilities an object has now, of the kinds asked for, as somebody else gains them."""
    from projections.characteristics import characteristics_of  # noqa: PLC0415 - they need one another

    object_ = look_back(state, reference)
    if object_ is None:
        return []
    is_there = state.objects.get(object_.card) is object_
    abilities = (
        characteristics_of(state, object_).abilities if is_there else printed_abilities(object_)
    )
    return [each.text for each in abilities if not kinds or each.text.ability.kind in kinds]


def granted_by_reference(state: State, reference: str) -> TextAbility | None:
    """The ability a `grant` names: one an object has, or one printed within such (CR 607.1a)."""
    holder, parsed = holder_of(state, reference)
    if holder is None:
        return None
    found = find_ability(state, holder, parsed.path)
    if found is not None:
        return msgspec.structs.replace(found.text, source=found.text.source or holder.reference)
    for outer in all_abilities(current_text(holder)):
        inner = within(outer, parsed.path)
        if inner is not None:
            return msgspec.structs.replace(inner, source=outer.source or holder.reference)
    return None


def printed_within(state: State, reference: str) -> str | None:
    """The object on which a granted ability is printed within another ability, if it is (CR 607.1a)."""
    holder, parsed = holder_of(state, reference)
    if holder is None or find_ability(state, holder, parsed.path) is not None:
        return None
    return holder.reference


def within(outer: TextAbility, path: str) -> TextAbility | None:
    """An ability printed within another one that grants it (CR 607.1a)."""
    for inner in outer.ability.grants:
        if inner.id == path:
            return msgspec.structs.replace(outer, ability=inner)
    for effect in outer.ability.effects:
        for entry in effect.grant or ():
            if isinstance(entry, Grant) and entry.id == path:
                return msgspec.structs.replace(outer, ability=entry)
    return None

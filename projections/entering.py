"""Entering the battlefield: choices made before it, and what they move, set and link (CR 614.12-13)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from events.cards import Effect
from events.errors import RecordError
from events.event import Choice
from events.references import parse_object
from projections.abilities_on import find_ability
from projections.copiable_values import CopiableText
from projections.granted_texts import granted_texts
from projections.identity import current, holder_of
from projections.linked_abilities import (
    holder_of_record,
    link,
    link_to_forgotten,
    note_cost,
    note_value,
)
from projections.state import AbilityOn, Object, State
from projections.zone_changes import change_zone, enter_as_copy, set_at_entry

_SETS = {
    "name": "set_name", "power": "set_power", "toughness": "set_toughness", "types": "set_types",
    "subtypes": "set_subtypes", "supertypes": "set_supertypes", "colors": "set_colors",
    "abilities": "grant",
}  # fmt: skip


class Made(NamedTuple):
    """A choice that was made, what it moved, and what is copied by it, as that was before (CR 614.12a)."""

    choice: Choice
    moved: list[Object]
    copied: tuple[CopiableText, Object | None] | None


def before_entering(
    state: State, choices: tuple[Choice, ...], entering: frozenset[str], position: int
) -> list[Made]:
    """Move what the choices move, before anything enters (CR 614.12a).

    Cards that are entering from a library are passed over (CR 614.13c).
    """
    from projections.copying import original_text  # noqa: PLC0415 - they need one another

    made = [
        Made(each, [], None if each.copy_of is None else original_text(state, each.copy_of))
        for each in choices
    ]
    for choice, moved, _ in made:
        for object_ in _chosen(state, choice, entering):
            moved.extend(change_zone(state, object_, choice.to or "exile", position))
    return made


def _chosen(state: State, choice: Choice, entering: frozenset[str]) -> list[Object]:
    if choice.moves is not None:
        return [current(state, each) for each in choice.moves]
    if choice.top_of_library is None:
        return []
    cards = top_cards(state, choice.top_of_library, choice.count or 0, entering)
    return [state.objects[card] for card in cards]


def top_cards(state: State, player: str, count: int, entering: AbstractSet[str]) -> list[str]:
    """The top cards of a library, without those that are entering the battlefield from it (CR 614.13c)."""
    library = state.libraries.get(player, [])
    return [card for card in reversed(library) if card not in entering][:count]


def after_entering(state: State, made: list[Made], position: int) -> None:
    """Give the permanent that entered what was chosen for it, in the order of the choices."""
    for choice, moved, copied in made:
        object_ = current(state, choice.for_)
        by = _own(choice, object_)
        if copied is not None:
            enter_as_copy(state, object_, copied, position)
        if choice.sets is not None:
            sets = sets_effect(choice.sets)
            given = (granted_texts(state, entry, None) for entry in sets.grant or ())
            set_at_entry(state, object_, sets, tuple(chain.from_iterable(given)), position)
        for each in moved:
            link_with(state, by, each)
        if choice.value is not msgspec.UNSET:
            _note(state, by, choice.value)


def _own(choice: Choice, entered: Object) -> str:
    """The ability that a choice is by: one of what enters is meant as it is there, whatever its number says."""
    holder, colon, path = choice.by.partition(":")
    return (
        f"{entered.reference}:{path}"
        if colon and parse_object(holder).card == entered.card
        else choice.by
    )


def _note(state: State, by: str, value: Any) -> None:
    """Note a value: for abilities paired by a cost as that cost, for the rest as a choice (CR 607.2d, g)."""
    _, ability = ability_of(state, by)
    if ability is None:
        return
    own = ability.text.ability.id
    if any(first == own and kind == "enter_cost" for first, _, kind in ability.text.pairs):
        note_cost(state, by, value)
    note_value(state, by, value)


def apply_choices(state: State, choices: tuple[Choice, ...], position: int) -> None:
    """Make the choices for a token, which comes from nowhere (CR 614.12)."""
    after_entering(state, before_entering(state, choices, frozenset(), position), position)


def sets_effect(sets: dict[str, Any]) -> Effect:
    """What an "as it enters" ability sets, as an effect; the names of characteristics are taken too.

    Raises RecordError for a field no effect has.
    """
    try:
        return msgspec.convert({_SETS.get(key, key): value for key, value in sets.items()}, Effect)
    except msgspec.ValidationError as error:
        raise RecordError("`sets` names what cannot be set: {reason}", reason=str(error)) from error


def link_with(state: State, by: str, affected: Object) -> None:
    """Link an object to the ability that exiled it or put it onto the battlefield (CR 607.2a-c)."""
    holder, reference = holder_of(state, by)
    if holder is None:
        link_to_forgotten(state, reference, affected)
        return
    ability = find_ability(state, holder, reference.path)
    if ability is None:
        return
    link(state, holder_of_record(state, holder), ability, affected)


def ability_of(state: State, by: str) -> tuple[Object | None, AbilityOn | None]:
    """The object and the ability a reference means, as they are or last were."""
    holder, reference = holder_of(state, by)
    return (None, None) if holder is None else (holder, find_ability(state, holder, reference.path))

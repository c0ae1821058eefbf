"""All characteristics of an object, as the layers leave them (CR 109.3, 613)."""

from __future__ import annotations

import msgspec

from events.cards import Number
from projections.copiable_values import symbols_of
from projections.derived import Derived
from projections.layer_effects import number
from projections.layers import derive_all
from projections.state import AbilityOn, Object, State


class Characteristics(msgspec.Struct, frozen=True):
    """The characteristics of an object, with its controller (CR 109.3, 110.2).

    Power and toughness are numbers where the values are numbers; a permanent that is no creature has
    none.
    """

    names: tuple[str, ...]
    mana_cost: str
    colors: tuple[str, ...]
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    power: Number | None
    toughness: Number | None
    loyalty: Number | None
    controller: str | None
    abilities: tuple[AbilityOn, ...]
    text_names: tuple[str, ...]
    replaced: tuple[tuple[str, str], ...] = ()


def characteristics_of(state: State, object_: Object) -> Characteristics:
    """Derive all characteristics of an object that is there now (CR 613.1)."""
    known = state.answers.get(object_.card)
    if known is not None and known[0] == (state.version, object_.number):
        found: Characteristics = known[1]
        return found
    answer = _read(derive_all(state, (object_.card,))[object_.card])
    if len(state.answers) >= MOST_ANSWERS:
        state.answers.clear()
    state.answers[object_.card] = ((state.version, object_.number), answer)
    return answer


def controller_of(state: State, object_: Object) -> str | None:
    """Who controls an object now (CR 108.4), effects of layer 2 included (CR 613.1b)."""
    if object_.controller is None or not (
        object_.control
        or object_.effects
        or object_.attachments
        or state.where_effects
        or state.far
    ):
        return object_.controller
    return derive_all(state, (object_.card,), last="2")[object_.card].controller


MOST_ANSWERS = 4096
"""How many derived answers are kept at most."""


def _read(derived: Derived) -> Characteristics:
    object_ = derived.object
    sized = object_.zone != "battlefield" or "Creature" in derived.types
    return Characteristics(
        names=derived.names,
        mana_cost=derived.mana_cost,
        colors=derived.colors,
        supertypes=derived.supertypes,
        types=derived.types,
        subtypes=derived.subtypes,
        power=as_number(derived.power) if sized else None,
        toughness=as_number(derived.toughness) if sized else None,
        loyalty=as_number(derived.loyalty),
        controller=derived.controller,
        abilities=tuple(derived.abilities),
        text_names=derived.text_names,
        replaced=derived.replaced,
    )


def as_number(value: Number | None) -> Number | None:
    """A printed power, toughness or loyalty as a number where it is one: `2` for `"2"`, `"*"` as it is."""
    found = number(value)
    return value if found is None else found


def mana_value(mana_cost: str, x: int = 0) -> int:
    """The total amount of mana in a mana cost; `x` is what was chosen for X, on the stack alone (CR 202.3)."""
    total = 0
    for symbol in symbols_of(mana_cost):
        if symbol.isdecimal():
            total += int(symbol)
        elif symbol.startswith("2/"):
            total += 2
        elif symbol == "X":
            total += x
        elif symbol not in {"Y", "Z"}:
            total += 1
    return total

"""What one continuous effect does to one object in one layer (CR 613.1)."""

from __future__ import annotations

from events.cards import Number
from projections.abilities_on import abilities_of_sticker, grants_on
from projections.derived import Derived
from projections.granting import given_by
from projections.instances import Continuous
from projections.layer_one import changed_colors, changed_words
from projections.state import State
from projections.subtypes import BASIC_LAND_TYPES, kept_for_types, set_subtypes
from projections.text_changing import change_text


def apply_part(
    state: State, world: dict[str, Derived], card: str, continuous: Continuous, layer: str
) -> None:
    """Apply an effect's part of a layer to one object."""
    derived = world[card]
    if layer == "2":
        derived.controller = new_controller(continuous, world)
    elif layer == "3":
        change_text(state, world, derived, continuous)
    elif layer == "4":
        _types(derived, continuous)
    elif layer == "5":
        derived.colors = changed_colors(derived.colors, continuous.effect)
    elif layer == "6":
        _abilities(world, derived, continuous)
    else:
        _size(derived, continuous, layer)


def new_controller(continuous: Continuous, world: dict[str, Derived]) -> str | None:
    """Who gains control by an effect (CR 613.1b); `you` of a static ability is its controller now (CR 109.5)."""
    player = continuous.effect.controller
    if player not in {None, "you"}:
        return player
    if continuous.kind == "static":
        return world[continuous.source].controller
    return continuous.controller


def _types(derived: Derived, continuous: Continuous) -> None:
    effect = continuous.effect
    before = derived.types
    derived.types = changed_words(
        derived.types, effect.set_types, effect.add_types, effect.remove_types
    )
    derived.supertypes = changed_words(
        derived.supertypes, effect.set_supertypes, effect.add_supertypes, effect.remove_supertypes
    )
    if effect.set_subtypes is not None:
        derived.subtypes = set_subtypes(derived.subtypes, effect.set_subtypes)
        if BASIC_LAND_TYPES.intersection(effect.set_subtypes) and "Land" in derived.types:
            derived.abilities = [each for each in derived.abilities if each.granted]
    derived.subtypes = changed_words(
        derived.subtypes, None, effect.add_subtypes, effect.remove_subtypes
    )
    derived.subtypes = kept_for_types(derived.subtypes, before, derived.types)


def _abilities(world: dict[str, Derived], derived: Derived, continuous: Continuous) -> None:
    """An effect that takes abilities away or gives some (CR 613.1f)."""
    if continuous.sticker is not None:
        derived.abilities += abilities_of_sticker(continuous.sticker)
    kept = continuous.ability if continuous.kind == "kept" else None
    if kept is not None and all(each.path != kept.path for each in derived.abilities):
        derived.abilities.append(kept)
    effect = continuous.effect
    removed = effect.remove_abilities
    if removed is True:
        derived.abilities = []
    elif isinstance(removed, tuple):
        derived.abilities = [
            each
            for each in derived.abilities
            if each.path not in removed and each.text.ability.id not in removed
        ]
    if continuous.resolved is not None:
        derived.abilities += grants_on(continuous.resolved, derived.object)
    elif effect.grant:
        derived.abilities += given_by(world, continuous, effect, "6")


def apply_counters(derived: Derived) -> None:
    """The counters that change an object's size (CR 613.4c)."""
    for kind, sign in (("+1/+1", 1), ("-1/-1", -1)):
        each = derived.object.counters.get(kind)
        if each is not None:
            derived.power = added(derived.power, sign * each.amount)
            derived.toughness = added(derived.toughness, sign * each.amount)


_SIZED = frozenset({"Creature", "Vehicle"})
"""What may have a size: a Vehicle permanent has one only while it is a creature, as any other (CR 123.8)."""


def _size(derived: Derived, continuous: Continuous, layer: str) -> None:
    sticker = continuous.sticker
    if sticker is not None and _SIZED.intersection((*derived.types, *derived.subtypes)):
        derived.power, derived.toughness = sticker.power, sticker.toughness
    effect = continuous.effect
    if layer == "7b":
        if effect.set_power is not None:
            derived.power = effect.set_power
        if effect.set_toughness is not None:
            derived.toughness = effect.set_toughness
    elif layer == "7c":
        derived.power = added(derived.power, effect.add_power)
        derived.toughness = added(derived.toughness, effect.add_toughness)
    elif layer == "7d":
        derived.power, derived.toughness = derived.toughness, derived.power


def number(value: Number | None) -> int | None:
    """A number, if that is what a power or toughness is: `"2"`, not `"*"`."""
    if isinstance(value, int):
        return value
    if value is None:
        return None
    text = value.strip()
    digits = text[1:] if text[:1] in {"+", "-"} else text
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) <= 10 else None


def added(value: Number | None, more: Number | None) -> Number | None:
    """A power or toughness with an amount added; what is no number stays as it is."""
    one, two = number(value), number(more)
    if one is None or two is None:
        return value
    return one + two

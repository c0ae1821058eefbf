"""Abilities that static abilities give, as those read at that point (CR 613.1f, 613.7a)."""

from __future__ import annotations

from typing import cast

import msgspec

from events.cards import Effect, Grant
from projections.copiable_values import TextAbility
from projections.derived import Derived
from projections.instances import Continuous
from projections.state import AbilityOn

DEEPEST_GRANT = 6
"""How many static abilities may hand an ability on. One that gives itself does so once, not without end."""


def given_in(effect: Effect, layer: str) -> tuple[str | Grant, ...]:
    """What an effect gives in a layer: rules text in the third (CR 612.10), abilities in the sixth (CR 613.1f)."""
    return {"3": effect.add_text, "6": effect.grant}.get(layer) or ()


def given_by(
    world: dict[str, Derived], continuous: Continuous, effect: Effect, layer: str
) -> list[AbilityOn]:
    """The abilities a static ability gives as it reads now; they share its timestamp (CR 613.7a)."""
    source = world[continuous.source]
    ability = cast("AbilityOn", continuous.ability)
    if len(ability.given_on) >= DEEPEST_GRANT:
        return []
    return [
        AbilityOn(
            f"{continuous.name}/{text.ability.id}",
            text,
            f"static{source.object.reference}|{ability.key}",
            since=continuous.timestamp,
            granted=layer == "6",
            given_on=(*ability.given_on, ability.text.ability),
        )
        for entry in given_in(effect, layer)
        for text in _texts(world, ability, source, entry)
        if text.ability not in ability.given_on
    ]


def _texts(
    world: dict[str, Derived],
    ability: AbilityOn,
    source: Derived,
    entry: str | Grant,
) -> list[TextAbility]:
    if isinstance(entry, str):
        if ":" not in entry:
            return [
                msgspec.structs.replace(
                    each.text, source=each.text.source or source.object.reference
                )
                for each in source.abilities
                if each.path == entry
            ]
        reference, _, path = entry.partition(":")
        holder = _meant(world, reference)
        return [] if holder is None else [
            msgspec.structs.replace(each.text, source=each.text.source or holder.object.reference)
            for each in holder.abilities
            if each.path == path
        ]  # fmt: skip
    if entry.abilities_of is not None:
        original = _meant(world, entry.abilities_of)
        return [] if original is None else [
            each.text
            for each in original.abilities
            if not entry.kinds or each.text.ability.kind in entry.kinds
        ]  # fmt: skip
    return [
        msgspec.structs.replace(
            ability.text, ability=entry, source=ability.text.source or source.object.reference
        )
    ]


def _meant(world: dict[str, Derived], reference: str) -> Derived | None:
    """The object a reference means, if that is still there; a number means that object alone (CR 400.7)."""
    card, _, number = reference.partition(".")
    found = world.get(card)
    return None if found is None or number not in {"", str(found.object.number)} else found

"""Abilities that static abilities give, as those read at that point (CR 613.1f, 613.7a)."""

from __future__ import annotations

from typing import cast

import msgspec

from events.cards import Effect, Grant
from projections.copiable_values import TextAbility
from projections.derived import Derived
from projections.instances import Continuous
from projections.state import AbilityOn

MOST_HANDS = 2
"""How many abilities may hand another one on by reference. One that gives itself does so once, not without end."""


def given_in(effect: Effect, layer: str) -> tuple[str | Grant, ...]:
    """What an effect gives in a layer: rules text in the third (CR 612.10), abilities in the sixth (CR 613.1f)."""
    return {"3": effect.add_text, "6": effect.grant}.get(layer) or ()


def given_by(
    world: dict[str, Derived], continuous: Continuous, effect: Effect, layer: str
) -> list[AbilityOn]:
    """The abilities a static ability gives as it reads now; they share its timestamp (CR 613.7a)."""
    source = world[continuous.source]
    ability = cast("AbilityOn", continuous.ability)
    given: list[AbilityOn] = []
    for entry in given_in(effect, layer):
        hands = ability.given_on
        if isinstance(entry, Grant) and entry.abilities_of is None:
            text = msgspec.structs.replace(ability.text, ability=entry)
            texts = [_from(source, text)]
        else:
            hands = (*hands, ability.text.ability)
            texts = [
                each for each in _texts(world, source, entry) if each.ability not in hands[:-1]
            ]
        given += [
            AbilityOn(
                f"{continuous.name}/{text.ability.id}",
                text,
                f"static{source.object.reference}|{ability.key}",
                since=continuous.timestamp,
                granted=layer == "6",
                given_on=hands,
            )
            for text in texts
            if len(hands) <= MOST_HANDS
        ]
    return given


def _texts(world: dict[str, Derived], source: Derived, entry: str | Grant) -> list[TextAbility]:
    """The abilities meant by reference: one of the object itself or of another, or all of another."""
    if isinstance(entry, str):
        reference, _, path = entry.rpartition(":")
        holder = _meant(world, reference) if reference else source
        return [] if holder is None else [
            _from(holder, each.text) for each in holder.abilities if each.path == path
        ]  # fmt: skip
    original = _meant(world, entry.abilities_of or "")
    return [] if original is None else [
        each.text
        for each in original.abilities
        if not entry.kinds or each.text.ability.kind in entry.kinds
    ]  # fmt: skip


def _from(holder: Derived, text: TextAbility) -> TextAbility:
    """An ability as somebody else gains it: `{source}` in it means the object it is of (CR 201.5a)."""
    return msgspec.structs.replace(text, source=text.source or holder.object.reference)


def _meant(world: dict[str, Derived], reference: str) -> Derived | None:
    """The object a reference means, if that is still there; a number means that object alone (CR 400.7)."""
    card, _, number = reference.partition(".")
    found = world.get(card)
    return None if found is None or number not in {"", str(found.object.number)} else found

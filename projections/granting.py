"""Abilities that static abilities give, as those read at that point (CR 613.1f, 613.7a)."""

from __future__ import annotations

from typing import cast

import msgspec

from events.cards import Ability, Effect, Grant
from projections.copiable_values import TextAbility
from projections.derived import Derived
from projections.instances import Continuous
from projections.state import AbilityOn

MOST_HANDS = 2
"""Through how many others an ability that gives abilities may itself be given on, by reference.

One that gives itself does so once, not without end.
"""


def given_in(effect: Effect, layer: str) -> tuple[str | Grant, ...]:
    """What an effect gives in a layer: rules text in the third (CR 612.10), abilities in the sixth (CR 613.1f)."""
    return {"3": effect.add_text, "6": effect.grant}.get(layer) or ()


def given_by(
    world: dict[str, Derived], continuous: Continuous, effect: Effect, layer: str
) -> list[AbilityOn]:
    """The abilities a static ability gives as it reads now; they share its timestamp (CR 613.7a)."""
    source = world[continuous.source]
    ability = cast("AbilityOn", continuous.ability)
    return [
        AbilityOn(
            f"{continuous.name}/{text.ability.id}",
            text,
            f"static{source.object.reference}|{ability.key}",
            since=continuous.timestamp,
            granted=layer == "6",
            given_on=hands,
        )
        for entry in given_in(effect, layer)
        for text, hands in _texts(world, ability, source, entry)
        if not _gives(text.ability) or (text.ability not in hands[:-1] and len(hands) <= MOST_HANDS)
    ]


def _gives(ability: Ability) -> bool:
    return any(effect.grant or effect.add_text for effect in ability.effects)


def _texts(
    world: dict[str, Derived], ability: AbilityOn, source: Derived, entry: str | Grant
) -> list[tuple[TextAbility, tuple[Ability, ...]]]:
    """The abilities an entry stands for, each with those that handed it on: none hands on what it says in full."""
    if isinstance(entry, Grant) and entry.abilities_of is None:
        text = msgspec.structs.replace(ability.text, ability=entry)
        return [(_from(source, text), ability.given_on)]
    if isinstance(entry, str):
        reference, _, path = entry.partition(":") if ":" in entry else ("", "", entry)
        holder = _meant(world, reference) if reference else source
        found = [] if holder is None else [
            (each, _from(holder, each.text)) for each in holder.abilities if each.path == path
        ]  # fmt: skip
    else:
        original = _meant(world, entry.abilities_of or "")
        found = [] if original is None else [
            (each, each.text)
            for each in original.abilities
            if not entry.kinds or each.text.ability.kind in entry.kinds
        ]  # fmt: skip
    return [
        (text, (*each.given_on, *ability.given_on, ability.text.ability)) for each, text in found
    ]


def _from(holder: Derived, text: TextAbility) -> TextAbility:
    """An ability as somebody else gains it: `{source}` in it means the object it is of (CR 201.5a)."""
    return msgspec.structs.replace(text, source=text.source or holder.object.reference)


def _meant(world: dict[str, Derived], reference: str) -> Derived | None:
    """The object a reference means, if that is still there; a number means that object alone (CR 400.7)."""
    card, _, number = reference.partition(".")
    found = world.get(card)
    return None if found is None or number not in {"", str(found.object.number)} else found

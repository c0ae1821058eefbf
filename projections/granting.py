"""Abilities that static abilities give, as those read at that point (CR 613.1f, 613.7a)."""

from __future__ import annotations

from typing import cast

import msgspec

from events.cards import Ability, Effect, Grant
from projections.copiable_values import TextAbility
from projections.derived import Derived
from projections.instances import Continuous
from projections.state import AbilityOn

MOST_HANDS = 4
MOST_GIVING_HANDS = 2
"""Through how many others an ability may be given on by reference, and one that itself gives abilities.

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
        if _may_be_handed_on(text.ability, hands)
    ]


def _may_be_handed_on(ability: Ability, hands: tuple[Ability, ...]) -> bool:
    """Whether an ability goes on through so many hands: never through one twice, which would have no end."""
    gives = any(effect.grant or effect.add_text for effect in ability.effects)
    most = MOST_GIVING_HANDS if gives else MOST_HANDS
    return len(hands) <= most and all(each not in hands[:at] for at, each in enumerate(hands))


def _texts(
    world: dict[str, Derived], ability: AbilityOn, source: Derived, entry: str | Grant
) -> list[tuple[TextAbility, tuple[Ability, ...]]]:
    """The abilities an entry stands for, each with those that handed it on: none hands on what it says in full."""
    if isinstance(entry, str):
        *before, path = entry.split(":", 1)
        holder = _meant(world, before[0]) if before else source
        found = (
            [(each, _from(holder, each.text)) for each in holder.abilities if each.path == path]
            if holder is not None
            else []
        )
    elif entry.abilities_of is None:
        text = msgspec.structs.replace(ability.text, ability=entry)
        return [(_from(source, text), ability.given_on)]
    else:
        original = _meant(world, entry.abilities_of)
        found = [
            (each, each.text)
            for each in (() if original is None else original.abilities)
            if not entry.kinds or each.text.ability.kind in entry.kinds
        ]
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

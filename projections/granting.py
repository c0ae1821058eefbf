"""Abilities that static abilities give, as those read at that point (CR 613.1f, 613.7a)."""

from __future__ import annotations

import msgspec

from events.cards import Grant
from projections.copiable_values import TextAbility
from projections.derived import Derived
from projections.instances import Continuous
from projections.state import AbilityOn

DEEPEST_GRANT = 2
"""How many static abilities may hand an ability on; one that grants itself would go on without end."""


def given_by(
    world: dict[str, Derived],
    continuous: Continuous,
    entries: tuple[str | Grant, ...],
    *,
    granted: bool,
) -> list[AbilityOn]:
    """The abilities a static ability gives as it reads now; they share its timestamp (CR 613.7a)."""
    source = world.get(continuous.source or "")
    ability = continuous.ability
    if source is None or ability is None or ability.origin.count("static") >= DEEPEST_GRANT:
        return []
    origin = f"static{source.object.reference}|{ability.key}"
    texts: list[TextAbility] = []
    for entry in entries:
        texts += _texts(world, ability, source, entry)
    return [
        AbilityOn(f"{continuous.name}/{text.ability.id}", text, origin,
                  since=continuous.timestamp, granted=granted)
        for text in texts
    ]  # fmt: skip


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
        card, _, path = entry.partition(":")
        holder = world.get(card.partition(".")[0])
        return [] if holder is None else [
            msgspec.structs.replace(each.text, source=each.text.source or holder.object.reference)
            for each in holder.abilities
            if each.path == path
        ]  # fmt: skip
    if entry.abilities_of is not None:
        original = world.get(entry.abilities_of.partition(".")[0])
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

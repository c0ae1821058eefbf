"""Choosing a card name: which characteristics count for each of a card's names (CR 201.4).

What is asked is the text of a card, never an object: an Island that some effect makes an artifact lends its
name to no artifact card (CR 201.4a).
"""

from __future__ import annotations

import msgspec

from events.cards import CardName
from projections.copiable_values import CopiableText, FaceText, Status, values_of
from projections.instances import is_defining
from projections.layer_one import changed_colors, changed_words


def characteristics_named(text: CopiableText, name: str) -> FaceText | None:
    """The characteristics a card has by one of its names; None where a player may not choose that name.

    A half, a back face and an inset frame count with what is printed there (CR 201.4b, d, f), a flip card's
    alternative name with the rest of the card behind it (CR 201.4c). No token's name is a card's (CR 201.4).
    """
    if "token" in text.layout:
        return None
    for number, face in enumerate(text.faces):
        if name in face.names:
            flipped = text.layout == "flip" and number == 1
            return _as_defined(
                values_of(text, Status("battlefield", flipped=True)) if flipped else face
            )
    return None


def _as_defined(face: FaceText) -> FaceText:
    """A face with the colors and subtypes that its own abilities define (CR 604.3)."""
    for ability in face.abilities:
        effects = ability.ability.effects
        for effect in effects if is_defining(effects) else ():
            face = msgspec.structs.replace(
                face,
                colors=changed_colors(face.colors, effect),
                subtypes=changed_words(
                    face.subtypes, effect.set_subtypes, effect.add_subtypes, effect.remove_subtypes
                ),
            )
    return face


def may_be_named(face: FaceText, asked: CardName) -> bool:
    """Whether characteristics are those that the name of a card is asked to have (CR 201.4a)."""
    return (
        set(asked.types) <= set(face.types)
        and set(asked.subtypes) <= set(face.subtypes)
        and set(asked.supertypes) <= set(face.supertypes)
        and set(asked.colors) <= set(face.colors)
        and set(asked.without_types).isdisjoint(face.types)
        and set(asked.without_supertypes).isdisjoint(face.supertypes)
    )

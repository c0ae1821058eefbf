"""A printed card as a definition of the record format."""

from __future__ import annotations

import re
from typing import Any

from simulator.cards.linked_pairs import pairs_of
from simulator.cards.oracle_text import PrintedAbility, abilities_of
from simulator.cards.printed import PrintedCard, PrintedFace, colors_of_cost
from simulator.cards.static_effects import effect_of

_PROTOTYPE = re.compile(r"Prototype ((?:\{[^{}]+\})+)\s*[—\u2013-]\s*([^/\s]+)/([^/\s]+)")


def _ability(ability: PrintedAbility) -> dict[str, Any]:
    text = f"{ability.anchor} — {ability.text}" if ability.anchor else ability.text
    found: dict[str, Any] = {"id": ability.id, "kind": ability.kind, "text": text}
    granted = [_ability(one) for one in ability.grants]
    effect = effect_of(ability, granted)
    if effect is not None:
        found["effects"] = [effect]
    if granted:
        found["grants"] = granted
    return found


def _is_station(ability: PrintedAbility) -> bool:
    """Whether it is station: that card's size belongs to an ability it has only when charged (CR 721.2b, c)."""
    return ability.keyword and ability.text == "Station"


def _face(face: PrintedFace, abilities: list[PrintedAbility]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if face.supertypes:
        found["supertypes"] = list(face.supertypes)
    found["types"] = list(face.types)
    if face.subtypes:
        found["subtypes"] = list(face.subtypes)
    found["mana_cost"] = face.mana_cost
    if face.colors is not None and face.colors != colors_of_cost(face.mana_cost):
        found["colors"] = list(face.colors)
    sized = "Creature" in face.types or not any(_is_station(ability) for ability in abilities)
    for field in ("power", "toughness", "loyalty"):
        value = getattr(face, field)
        if value is not None and (sized or field == "loyalty"):
            found[field] = value
    if abilities:
        found["abilities"] = [_ability(ability) for ability in abilities]
    return found


def _inset(abilities: tuple[PrintedAbility, ...]) -> dict[str, Any] | None:
    """The inset of a prototype card: the second cost and size in its keyword, and no name (CR 702.160a, 718.2)."""
    for ability in abilities:
        found = _PROTOTYPE.fullmatch(ability.text) if ability.keyword else None
        if found is not None:
            mana_cost, power, toughness = found.groups()
            return {"mana_cost": mana_cost, "power": power, "toughness": toughness}
    return None


def definition_map(card: PrintedCard) -> dict[str, Any]:
    """The definition of a card as a record writes it, with its abilities and its linked pairs (CR 607)."""
    abilities = abilities_of(card)
    found: dict[str, Any] = {}
    inset = _inset(abilities) if len(card.faces) == 1 else None
    layout = card.layout if inset is None else "prototype"
    if layout != "normal":
        found["layout"] = layout
    pairs = pairs_of(card)
    if pairs:
        found["linked"] = [[pair.first.id, pair.second.id, pair.kind] for pair in pairs]
    if len(card.faces) == 1 and inset is None:
        found.update(_face(card.faces[0], list(abilities)))
        return found
    found["faces"] = [
        {"name": face.name, **_face(face, [a for a in abilities if a.face == place])}
        for place, face in enumerate(card.faces)
    ]
    if inset is not None:
        found["faces"].append(inset)
    return found

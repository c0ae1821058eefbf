"""What is printed on cards: definitions, faces, abilities and their continuous effects.

The shapes are those of the record format. Text is in the recorder's own words; `~` stands for the
object's own name (CR 201.5), `{source}` for the object that granted the ability (CR 201.5a).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

AbilityKind = Literal["static", "triggered", "activated", "replacement", "spell", "keyword"]
LinkKind = Literal[
    "exile", "put", "choose", "note", "word", "enter_cost", "paragraph", "additional_cost",
    "variable_cost", "champion", "anchor", "pregame_exile", "pregame_choice", "cost_exile",
]  # fmt: skip
Zone = Literal[
    "library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "ante", "outside"
]
Number = (
    Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]
    | Annotated[str, msgspec.Meta(max_length=64)]
)
"""Power, toughness and loyalty as printed: `2`, `"2"`, `"*"`, `"1+*"`."""

RULE_OF_LINK: dict[str, str] = {
    "exile": "607.2a", "put": "607.2c", "choose": "607.2d", "note": "607.2e", "word": "607.2f",
    "enter_cost": "607.2g", "paragraph": "607.2h", "additional_cost": "607.2i",
    "variable_cost": "607.2j", "champion": "607.2k", "anchor": "607.2m", "pregame_exile": "607.2n",
    "pregame_choice": "607.2p", "cost_exile": "607.2q",
}  # fmt: skip
"""The subrule of CR 607.2 behind each kind of linked pair."""


class Where(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which objects an effect applies to, asked anew all the time (CR 611.3a, 613.8a)."""

    types: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] | None = None
    supertypes: tuple[str, ...] | None = None
    colors: tuple[str, ...] | None = None
    controller: str | None = None
    zone: Zone | None = None


class CardName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a card name that is chosen must be the name of (CR 201.4a); nothing asked: any card."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    without_types: tuple[str, ...] = ()
    without_supertypes: tuple[str, ...] = ()


class Affected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`{"where": {...}}`: all objects that are so (CR 611.3a)."""

    where: Where


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A continuous effect: what it applies to, and what it does in each layer (CR 613.1)."""

    affects: str | tuple[str, ...] | Affected = "self"
    controller: str | None = None
    set_name: str | None = None
    names: tuple[str, ...] | None = None
    replace_words: dict[str, str] | None = None
    text_of: str | None = None
    add_text: tuple[str | Grant, ...] | None = None
    exchange_text_with: str | None = None
    set_types: tuple[str, ...] | None = None
    add_types: tuple[str, ...] | None = None
    remove_types: tuple[str, ...] | None = None
    set_subtypes: tuple[str, ...] | None = None
    add_subtypes: tuple[str, ...] | None = None
    remove_subtypes: tuple[str, ...] | None = None
    set_supertypes: tuple[str, ...] | None = None
    add_supertypes: tuple[str, ...] | None = None
    remove_supertypes: tuple[str, ...] | None = None
    set_colors: tuple[str, ...] | None = None
    add_colors: tuple[str, ...] | None = None
    grant: tuple[str | Grant, ...] | None = None
    remove_abilities: bool | tuple[str, ...] | None = None
    set_power: Number | None = None
    set_toughness: Number | None = None
    add_power: Number | None = None
    add_toughness: Number | None = None
    switch: bool = False


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ability as it is printed (CR 113.3); `grants` are abilities printed within it (CR 607.1a)."""

    id: str
    kind: AbilityKind = "static"
    text: str = ""
    effects: tuple[Effect, ...] = ()
    grants: tuple[Ability, ...] = ()


class Grant(Ability, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of `grant`: an ability in full, or all abilities of an object (of some kinds)."""

    id: str = ""
    abilities_of: str | None = None
    kinds: tuple[AbilityKind, ...] | None = None


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The characteristics printed on one face, half or inset frame (CR 109.3)."""

    name: str | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    mana_cost: str = ""
    colors: tuple[str, ...] | None = None
    power: Number | None = None
    toughness: Number | None = None
    loyalty: Number | None = None
    abilities: tuple[Ability, ...] = ()


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card: its layout, its faces (front or main one first), and its linked pairs (CR 607).

    `name` is the key the definition stands under. A pair is (first ability, second ability, kind).
    """

    name: str
    layout: str = "normal"
    faces: tuple[Face, ...] = ()
    linked: tuple[tuple[str, str, LinkKind], ...] = ()
    interchangeable: tuple[str, ...] = ()


_FACE_FIELDS = frozenset(Face.__struct_fields__)


def definition_from_map(name: str, raw: dict[str, Any]) -> Definition:
    """Read a definition as a record writes it; a one-faced one carries its face's fields directly.

    Raises msgspec.ValidationError, with the path, for a field or value the format does not have.
    """
    top = {key: value for key, value in raw.items() if key not in _FACE_FIELDS or key == "name"}
    face = {key: value for key, value in raw.items() if key in _FACE_FIELDS and key != "name"}
    faces = top.pop("faces", None)
    own_name = top.pop("name", None) or name
    if faces is None:
        faces = [{"name": own_name, **face}]
    elif face:
        raise msgspec.ValidationError(f"Object contains unknown field `{min(face)}` beside `faces`")
    if isinstance(faces, list):
        if not faces:
            raise msgspec.ValidationError("Expected at least one face - at `$.faces`")
        faces = [_named(faces[0], name), *faces[1:]]
    return msgspec.convert({**top, "name": name, "faces": faces}, Definition)


def _named(face: Any, name: str) -> Any:
    """A face as a record writes it, with the card's name if it says none."""
    return {"name": name, **face} if isinstance(face, dict) else face


def definition_to_map(definition: Definition) -> dict[str, Any]:
    """Write a definition as a record has it."""
    raw: dict[str, Any] = msgspec.to_builtins(definition)
    raw.pop("name")
    faces = raw.pop("faces", [])
    if len(faces) == 1:
        if faces[0].get("name") == definition.name:
            faces[0].pop("name")
        return {**raw, **faces[0]}
    return {**raw, "faces": faces}


def plain_definition(name: str) -> Definition:
    """A normal-layout card of which only the name is known (`"plain": true` in a header)."""
    return Definition(name, faces=(Face(name=name),))

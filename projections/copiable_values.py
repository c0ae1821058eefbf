"""Copiable values: what is printed on an object, as copying, faces and face-down status change it (CR 707.2).

A `CopiableText` is everything a copy takes: all faces or halves of a card with their abilities and
linked pairs. `values_of` picks from it what the object's status shows: the face that is up (CR 712.8),
the half or Adventure on the stack (CR 709.3b, 715.3b), the flipped part (CR 710.2), the prototype
(CR 718.3b).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from events.cards import Ability, Definition, Face, LinkKind, Number
from events.errors import RecordError

FUSED = -1
"""The `face` of a split spell cast with both halves (CR 702.102, 709.4d)."""

COLORS = ("W", "U", "B", "R", "G")
STACK_FRAMES = frozenset({"adventure", "omen"})
"""Layouts whose second face is a spell's alternative characteristics (CR 715.2, 720.2)."""
DOUBLE_FACED = frozenset({"transform", "modal_dfc", "double_faced_token", "battle"})
"""Layouts of cards with two faces that can be up (CR 712.1), meld cards apart (CR 712.4c)."""
SPLIT = frozenset({"split", "aftermath", "fuse"})


class TextAbility(msgspec.Struct, frozen=True):
    """An ability as part of a text: with the pairs printed beside it (CR 607.1).

    `printed_on` is the name of the card it is printed on (CR 607.2n); `source` is the object `{source}`
    means (CR 201.5a), as `fae.3`. `half` is
    the half of a Room that it is in (CR 709.5), `since` the timestamp of the copiable effect that brought it
    (CR 613.7a).
    """

    ability: Ability
    pairs: tuple[tuple[str, str, LinkKind], ...] = ()
    printed_on: str = ""
    source: str | None = None
    half: int | None = None
    since: int = 0


class FaceText(msgspec.Struct, frozen=True):
    """One set of characteristics (CR 109.3)."""

    names: tuple[str, ...] = ()
    mana_cost: str = ""
    colors: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: Number | None = None
    toughness: Number | None = None
    loyalty: Number | None = None
    abilities: tuple[TextAbility, ...] = ()


class CopiableText(msgspec.Struct, frozen=True):
    """What a copy takes from an object: its layout and all its faces (CR 707.2, 715.2b, 709.5).

    `more` are abilities that belong to no face of it: of other components (CR 702.140e), kept ones, and those
    that exceptions of a copy effect give (CR 707.9a). With `double_faced` it is the text of either face of a
    token with two (CR 707.8a).
    """

    layout: str
    faces: tuple[FaceText, ...]
    unknown: bool = False
    more: tuple[TextAbility, ...] = ()
    double_faced: bool = False


class Status(msgspec.Struct, frozen=True):
    """What of an object's status decides which characteristics it shows (CR 110.5, 709-712)."""

    zone: str
    face: int = 0
    flipped: bool = False
    prototyped: bool = False


NOTHING = FaceText()
FACE_DOWN = FaceText(types=("Creature",), power="2", toughness="2")
"""A face-down creature whose ability lists nothing else (CR 708.2a)."""


def one_face(values: FaceText, *, unknown: bool = False) -> CopiableText:
    """A text that is one set of characteristics and nothing else."""
    return CopiableText("normal", (values,), unknown)


UNKNOWN = one_face(NOTHING, unknown=True)
"""The text of a card the recorder could not see."""


def text_of_definition(definition: Definition) -> CopiableText:
    """The text printed on a card (CR 707.2)."""
    faces = tuple(_face_text(face, definition) for face in definition.faces) or (NOTHING,)
    text = CopiableText(definition.layout, faces)
    return _in_halves(text) if is_room(text) else text


def _face_text(face: Face, definition: Definition) -> FaceText:
    name = face.name if face.name is not None else definition.name
    return FaceText(
        names=(name,) if name else (),
        mana_cost=face.mana_cost,
        colors=face.colors if face.colors is not None else colors_of_cost(face.mana_cost),
        supertypes=face.supertypes,
        types=face.types,
        subtypes=face.subtypes,
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
        abilities=tuple(
            TextAbility(ability, definition.linked, printed_on=name) for ability in face.abilities
        ),
    )


def _in_halves(text: CopiableText) -> CopiableText:
    """The text of a Room: which half each ability is in is copiable too (CR 709.5)."""
    return with_each_ability(
        text, lambda ability, face: msgspec.structs.replace(ability, half=face)
    )


def with_each_ability(
    text: CopiableText, change: Callable[[TextAbility, int | None], TextAbility]
) -> CopiableText:
    """A text with each of its abilities changed, by what it is and the number of its face, if it is in one."""
    faces = tuple(
        msgspec.structs.replace(
            face, abilities=tuple(change(each, number) for each in face.abilities)
        )
        for number, face in enumerate(text.faces)
    )
    return msgspec.structs.replace(
        text, faces=faces, more=tuple(change(each, None) for each in text.more)
    )


def all_abilities(text: CopiableText) -> Iterator[TextAbility]:
    """Every ability of a text, on whatever face."""
    for face in text.faces:
        yield from face.abilities
    yield from text.more


def listed_face(fields: dict[str, Any]) -> FaceText:
    """The characteristics an ability lists for a face-down object (CR 708.2).

    Raises RecordError for what no face has.
    """
    try:
        face = msgspec.convert(fields, Face)
    except msgspec.ValidationError as error:
        raise RecordError("`as` lists what no face has: {reason}", reason=str(error)) from error
    text = _face_text(face, Definition(name=""))
    return msgspec.structs.replace(
        text,
        types=face.types or FACE_DOWN.types,
        power=face.power if face.power is not None else FACE_DOWN.power,
        toughness=face.toughness if face.toughness is not None else FACE_DOWN.toughness,
    )


def colors_of_cost(mana_cost: str) -> tuple[str, ...]:
    """The colors of a mana cost (CR 105.2), in the order white, blue, black, red, green."""
    symbols = symbols_of(mana_cost)
    return tuple(color for color in COLORS if any(color in symbol for symbol in symbols))


def in_color_order(colors: Any) -> tuple[str, ...]:
    """Colors without repeats, in the order white, blue, black, red, green."""
    given = tuple(colors)
    return tuple(color for color in COLORS if color in given)


def is_room(text: CopiableText) -> bool:
    """Whether a split card has a shared type line (CR 709.5): the subtype Room."""
    return text.layout in SPLIT and "Room" in text.faces[0].subtypes


def values_of(text: CopiableText, status: Status) -> FaceText:
    """The characteristics that an object of this status has of a text: a face, half or frame, and what is in none."""
    face = _shown_face(text, status)
    if not text.more:
        return face
    return msgspec.structs.replace(face, abilities=face.abilities + text.more)


def _shown_face(text: CopiableText, status: Status) -> FaceText:
    """The face, half or frame of a text that an object of this status has."""
    faces = text.faces
    if len(faces) == 1:
        return faces[0]
    layout = text.layout
    if layout in SPLIT:
        return _split_values(text, status)
    if layout in STACK_FRAMES:
        on_stack_so = status.zone == "stack" and status.face == 1
        return faces[1] if on_stack_so else faces[0]
    if layout == "flip":
        return _flipped(faces) if status.flipped and status.zone == "battlefield" else faces[0]
    if layout == "prototype":
        used = status.prototyped and status.zone in {"stack", "battlefield"}
        return _prototype(faces) if used else faces[0]
    if layout in DOUBLE_FACED:
        return face_at(text, status.face) if status.zone in {"stack", "battlefield"} else faces[0]
    return faces[0]


def face_at(text: CopiableText, face: int) -> FaceText:
    """The face of that number; the first where a text has none such."""
    return text.faces[face if face in range(len(text.faces)) else 0]


def _split_values(text: CopiableText, status: Status) -> FaceText:
    if status.zone == "stack" and status.face in range(len(text.faces)):
        return text.faces[status.face]
    return combined(text.faces)


def combined(faces: tuple[FaceText, ...]) -> FaceText:
    """The characteristics of several halves together (CR 709.4)."""
    return FaceText(
        names=tuple(dict.fromkeys(name for face in faces for name in face.names)),
        mana_cost=combined_cost(tuple(face.mana_cost for face in faces)),
        colors=in_color_order(color for face in faces for color in face.colors),
        supertypes=_union(face.supertypes for face in faces),
        types=_union(face.types for face in faces),
        subtypes=_union(face.subtypes for face in faces),
        power=next((face.power for face in faces if face.power is not None), None),
        toughness=next((face.toughness for face in faces if face.toughness is not None), None),
        loyalty=next((face.loyalty for face in faces if face.loyalty is not None), None),
        abilities=tuple(ability for face in faces for ability in face.abilities),
    )


def combined_cost(costs: tuple[str, ...]) -> str:
    """The mana costs of halves as one (CR 709.4b): generic mana added up, colors in their order."""
    symbols = [symbol for cost in costs for symbol in symbols_of(cost)]
    generic = sum(int(symbol) for symbol in symbols if symbol.isdecimal())
    rest = [symbol for symbol in symbols if not symbol.isdecimal()]
    variable = [symbol for symbol in rest if symbol in {"X", "Y", "Z"}]
    colored = [symbol for symbol in rest if symbol not in {"X", "Y", "Z"}]
    colored.sort(key="".join(COLORS).find)
    zero = bool(symbols) and not rest
    shown = [str(generic)] if generic or zero else []
    return "".join(f"{{{symbol}}}" for symbol in (*variable, *shown, *colored))


def symbols_of(cost: str) -> list[str]:
    """The symbols of a mana cost, without their braces."""
    return re.findall(r"\{([^{}]+)\}", cost)


def _union(parts: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for part in parts for word in part))


def _flipped(faces: tuple[FaceText, ...]) -> FaceText:
    """The alternative characteristics, with the color and mana cost of the card (CR 710.1c)."""
    return msgspec.structs.replace(faces[1], mana_cost=faces[0].mana_cost, colors=faces[0].colors)


def _prototype(faces: tuple[FaceText, ...]) -> FaceText:
    """The card with its prototype's cost, color, power and toughness (CR 718.3b, 718.5)."""
    alternative = faces[1]
    return msgspec.structs.replace(
        faces[0],
        mana_cost=alternative.mana_cost,
        colors=alternative.colors,
        power=alternative.power,
        toughness=alternative.toughness,
    )

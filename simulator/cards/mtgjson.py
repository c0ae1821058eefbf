"""MTGJSON's AtomicCards.json: `{"meta": ..., "data": {NAME: [FACE, ...]}}`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from simulator.cards.printed import PrintedCard, PrintedFace, is_card, layout_of
from simulator.cards.reading import decoded, plain_quotes

LAYOUTS = {"aftermath": "split"}
"""MTGJSON's words for what Scryfall, and so the record format, calls otherwise."""
_JOINT = " // "


class _Face(msgspec.Struct, rename="camel"):
    name: str
    layout: str = "normal"
    face_name: str | None = None
    side: str | None = None
    text: str | None = None
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    mana_cost: str | None = None
    colors: tuple[str, ...] | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None


class _File(msgspec.Struct):
    data: dict[str, msgspec.Raw]


def _face(face: _Face) -> PrintedFace:
    return PrintedFace(
        name=face.face_name or face.name,
        text=plain_quotes(face.text or ""),
        supertypes=face.supertypes,
        types=face.types,
        subtypes=face.subtypes,
        mana_cost=face.mana_cost or "",
        colors=None
        if face.colors is None
        else tuple(color for color in "WUBRG" if color in face.colors),
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
    )


def _printed(name: str, faces: list[PrintedFace], layout: str) -> Iterator[PrintedCard]:
    """A card, or both of a meld card's: by itself it has no second face, and the melded one its own entry."""
    if layout == "meld":
        for face in faces:
            yield PrintedCard(face.name, (face,), layout)
        return
    if layout == "reversible_card":
        names = [face.name for face in faces]
        half = len(names) // 2
        faces = faces[:half] if half and names == names[:half] * 2 else faces[:1]
        name = _JOINT.join(face.name for face in faces)
        layout = "adventure" if len(faces) > 1 else "normal"
    yield PrintedCard(name, tuple(faces), layout_of(layout, tuple(faces)))


def read(data: bytes, path: Path) -> Iterator[PrintedCard]:
    """The cards of the file, faces in the order of their sides."""
    seen: set[str] = set()
    for name, raw in decoded(data, _File, path).data.items():
        faces = decoded(raw, list[_Face], path, f"$.data[{name!r}]")
        if not faces or not is_card(faces[0].layout, faces[0].types):
            continue
        layout = LAYOUTS.get(faces[0].layout, faces[0].layout)
        faces.sort(key=lambda face: face.side or "a")
        for card in _printed(name, [_face(face) for face in faces], layout):
            if card.name not in seen:
                seen.add(card.name)
                yield card

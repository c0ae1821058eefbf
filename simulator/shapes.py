"""A state as the JSON that other programs build on: every object, with its names and where it came from."""

from __future__ import annotations

from typing import Any

import msgspec

from projections.characteristics import controller_of
from projections.layer_one import cause
from projections.names import copiable_names, is_name_unknown, names_of
from projections.state import Object, State


class ObjectShape(msgspec.Struct, frozen=True):
    """One object, as `state --json` has it; `copy_of` is what its copiable values come from (CR 707.2)."""

    object: str
    card: str
    zone: str
    owner: str
    controller: str | None
    names: tuple[str, ...]
    copiable_names: tuple[str, ...]
    stickers: tuple[str, ...]
    face_down: bool
    unknown: bool
    copy_of: str | None
    attached_to: str | None
    phased_out: bool
    source: Any


def object_shape(state: State, object_: Object) -> ObjectShape:
    """One object; its controller is what the layers leave (CR 613.1b), none outside battlefield and stack."""
    effect = cause(object_)
    return ObjectShape(
        object=object_.reference,
        card=object_.card,
        zone=object_.zone,
        owner=object_.owner,
        controller=controller_of(state, object_),
        names=names_of(state, object_),
        copiable_names=copiable_names(object_),
        stickers=tuple(sticker.sticker for sticker in object_.stickers),
        face_down=object_.face_down is not None,
        unknown=is_name_unknown(state, object_),
        copy_of=object_.copy_of if effect is None else effect.original,
        attached_to=object_.attached_to,
        phased_out=object_.phased_out,
        source=object_.source,
    )


def state_shape(state: State, zone: str | None = None) -> dict[str, Any]:
    """Every object, or those of one zone."""
    objects = [each for each in state.objects.values() if zone is None or each.zone == zone]
    return {
        "position": state.position,
        "objects": [object_shape(state, each) for each in objects],
    }

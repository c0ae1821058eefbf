"""How records name cards, objects and abilities.

`fae` is a card, `fae.2` the second object it has been (CR 400.7); `qe:regen` an ability of the object
`qe` is now, `qe.2:regen` of an object of the past, `qe:e1/regen` one that the effect `e1` gave it.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from events.errors import RecordError

_CARD = re.compile(r"[A-Za-z0-9_-]+\Z", re.ASCII)
_OBJECT = re.compile(r"([A-Za-z0-9_-]+)(?:\.([1-9][0-9]{0,8}))?\Z", re.ASCII)


class ObjectReference(msgspec.Struct, frozen=True, gc=False):
    """A card, and which of the objects it has been; no number means the current one (CR 400.7)."""

    card: str
    number: int | None = None

    def __str__(self) -> str:
        return self.card if self.number is None else f"{self.card}.{self.number}"


class AbilityReference(msgspec.Struct, frozen=True):
    """An ability of an object: `path` is its id, behind those of what gave it (`e1/regen`)."""

    object: ObjectReference
    path: str

    def __str__(self) -> str:
        return f"{self.object}:{self.path}"


@lru_cache(maxsize=4096)
def parse_object(text: str) -> ObjectReference:
    """Read `fae` or `fae.3`.

    Raises RecordError for anything else.
    """
    match = _OBJECT.match(text)
    if match is None:
        raise RecordError(
            "{text!r} is not the name of an object",
            text=text,
            advice="write a card as 'fae' or one of its objects as 'fae.3'",
        )
    number = match.group(2)
    return ObjectReference(match.group(1), None if number is None else int(number))


@lru_cache(maxsize=2048)
def parse_ability(text: str) -> AbilityReference:
    """Read `qe:regen`, `qe.2:regen` or `qe:e1/regen`.

    Raises RecordError for anything else.
    """
    holder, colon, path = text.partition(":")
    if not colon or not path:
        raise RecordError(
            "{text!r} is not the name of an ability",
            text=text,
            advice="write OBJECT:ABILITY, as in 'qe:regen'",
        )
    return AbilityReference(parse_object(holder), path)


def is_card_name(text: str) -> bool:
    """Whether a recorder may use this text as a card's id."""
    return _CARD.match(text) is not None

"""Why a value does not fit its field, in words for people: what the reading library says, and what is allowed."""

from __future__ import annotations

import re
from typing import get_args

from events.cards import AbilityKind, LinkKind, Zone
from events.stickers import Format, StickerKind

_NO_WORD = re.compile(r"Invalid enum value (?P<value>'.*') - at `(?P<place>\$.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field (`[^`]*`)")
_OF_AN_ABILITY = re.compile(r"(abilities|grants?|add_text)(\[[^\]]*\])?\.kind$|kinds\[[^\]]*\]$")


def tidied(reason: str) -> str:
    """A reason as the library gives it, in whole sentences; of a word out of a list it names the list."""
    wrong = _NO_WORD.search(reason)
    if wrong is not None:
        words = ", ".join(_allowed(wrong["place"]))
        if words:
            return f"{wrong['value']} is none of {words} - at `{wrong['place']}`"
    reason = _MISSING.sub(r"the required field \1 is missing", reason)
    return reason.replace("Object ", "it ", 1)


def _allowed(place: str) -> tuple[str, ...]:
    if place.endswith((".zone", ".to")):
        return get_args(Zone)
    if place.endswith(".format"):
        return get_args(Format)
    if place.startswith("$.linked"):
        return get_args(LinkKind)
    if _OF_AN_ABILITY.search(place):
        return get_args(AbilityKind)
    return get_args(StickerKind) if place.endswith(".kind") else ()

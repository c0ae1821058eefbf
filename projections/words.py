"""Words that text-changing effects replace: in rules text and type lines, never in a name (CR 612.2)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from events.cards import Ability, Effect

_LETTER_OF = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_WORD_FIELDS = (
    "set_types", "add_types", "remove_types", "set_subtypes", "add_subtypes", "remove_subtypes",
)  # fmt: skip
_COLOR_FIELDS = ("set_colors", "add_colors")


def replaced_words(text: str, words: dict[str, str]) -> str:
    """A text with words replaced, all at once; a capital first letter stays one.

    A word counts also in its plural, behind "non" and before "walk" (nonblack, Swamps, swampwalk), but not as
    a part of some other word.
    """
    return _replaced(text, tuple(words.items())) if text and words else text


@lru_cache(maxsize=4096)
def _replaced(text: str, words: tuple[tuple[str, str], ...]) -> str:
    forms = {plural(old).lower(): plural(new) for old, new in words}
    forms |= {old.lower(): new for old, new in words}
    pattern = "|".join(re.escape(old) for old in sorted(forms, key=len, reverse=True))

    def other(match: re.Match[str]) -> str:
        before, found, behind = match.groups("")
        new = forms[found.lower()]
        first = new[:1].upper() if found[:1].isupper() else new[:1].lower()
        return f"{before}{first}{new[1:]}{behind}"

    return re.sub(rf"(?<!\w)(non-?)?({pattern})(walk)?(?!\w)", other, text, flags=re.IGNORECASE)


_PLURALS = {
    "Child": "Children", "Dwarf": "Dwarves", "Elf": "Elves", "Fungus": "Fungi", "Homunculus": "Homunculi",
    "Locus": "Loci", "Mouse": "Mice", "Ox": "Oxen", "Pegasus": "Pegasi", "Werewolf": "Werewolves", "Wolf": "Wolves",
}  # fmt: skip
_SAME = ("Plains", "Sheep", "Samurai", "Eldrazi", "Kor", "Viashino", "Vedalken", "Kavu", "Myr", "Kithkin", "Dauthi",
         "Soltari", "Thalakos", "Metathran", "Aetherborn", "folk", "fish", "Fish")  # fmt: skip
"""Types, or ends of them, whose plural is the same word."""


def plural(word: str) -> str:
    """The plural of a color word, a land type or a creature type, as rules texts write it."""
    capital = word[:1].upper() + word[1:]
    if capital.endswith(_SAME):
        return word
    if capital in _PLURALS:
        return word[:1] + _PLURALS[capital][1:]
    if word[-1:] == "y" and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def replaced_ability(ability: Ability, words: dict[str, str]) -> Ability:
    """An ability with words replaced in its text and its effects, those it grants too (CR 612.1, 612.3)."""
    return msgspec.structs.replace(
        ability,
        text=replaced_words(ability.text, words),
        effects=tuple(_effect(each, words) for each in ability.effects),
        grants=tuple(replaced_ability(each, words) for each in ability.grants),
    )


def _effect(effect: Effect, words: dict[str, str]) -> Effect:
    changed: dict[str, Any] = {}
    for field in _WORD_FIELDS:
        value = getattr(effect, field)
        if value is not None:
            changed[field] = tuple(replaced_words(each, words) for each in value)
    for field in _COLOR_FIELDS:
        value = getattr(effect, field)
        if value is not None:
            changed[field] = tuple(_color(each, words) for each in value)
    if effect.grant is not None:
        changed["grant"] = tuple(
            each if isinstance(each, str) else replaced_ability(each, words)
            for each in effect.grant
        )
    affects = effect.affects
    if not isinstance(affects, (str, tuple)):
        where = affects.where
        changed["affects"] = msgspec.structs.replace(
            affects,
            where=msgspec.structs.replace(
                where,
                subtypes=_all(where.subtypes, words),
                types=_all(where.types, words),
                colors=None if where.colors is None else tuple(
                    _color(each, words) for each in where.colors
                ),
            ),
        )  # fmt: skip
    return msgspec.structs.replace(effect, **changed)


def _all(texts: tuple[str, ...] | None, words: dict[str, str]) -> tuple[str, ...] | None:
    return None if texts is None else tuple(replaced_words(each, words) for each in texts)


def _color(letter: str, words: dict[str, str]) -> str:
    for old, new in words.items():
        if _LETTER_OF.get(old.lower()) == letter:
            return _LETTER_OF.get(new.lower(), letter)
    return letter

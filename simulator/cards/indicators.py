"""The colors of a face in a file that lists none: devoid and color indicators (CR 105.2, 604.3).

Of a face with colored mana symbols in its cost the cost says them. A color indicator is printed beside
the type line, so such a file leaves it out; but the colors of the whole card, which it has, let one
conclude it: what no cost, text or land type of the card accounts for is in an indicator, and a back
without a cost of its own otherwise has the colors of its front, unless it is a land or an Eldrazi.
For the few backs that are of a color their own text or their front's has too, that comes out wrong.
"""

from __future__ import annotations

import re

from simulator.cards.keyword_abilities import keywords_of_line
from simulator.cards.oracle_text import without_reminder
from simulator.cards.printed import PrintedFace, colors_of_cost

_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_WITHOUT_COLOR = frozenset({"Conspiracy", "Land", "Phenomenon", "Plane", "Scheme", "Vanguard"})
"""Types of cards that have no cost and yet no color indicator."""


def _accounted_for(face: PrintedFace) -> set[str]:
    """The colors that a face lends its card by its cost, its text and its land types.

    A symbol that may be paid with life, in a text, is of the color the object is to become.
    """
    written = re.sub(r"\{[^{}]+/P\}", "", without_reminder(face.text))
    symbols = re.findall(r"\{[^{}]+\}", face.mana_cost + written)
    by_type = {_LAND_TYPES[subtype] for subtype in face.subtypes if subtype in _LAND_TYPES}
    return by_type.union(*(colors_of_cost(symbol) for symbol in symbols))


def _devoid(face: PrintedFace) -> bool:
    lines = (without_reminder(line) for line in face.text.split("\n"))
    return any("Devoid" in keywords_of_line(line) for line in lines)


def colors_without_a_list(
    face: PrintedFace, of_card: tuple[str, ...] | None, front: PrintedFace | None = None
) -> tuple[str, ...] | None:
    """The colors of a face, or None where its mana cost says them.

    `of_card` are the colors found anywhere on the card; `front` is given for a back face.
    """
    if _devoid(face):
        return ()
    if of_card is None or colors_of_cost(face.mana_cost):
        return None
    if "Eldrazi" in face.subtypes:
        return None
    colorless = not _WITHOUT_COLOR.isdisjoint(face.types) and "Creature" not in face.types
    rest = set(of_card) - _accounted_for(face)
    if front is not None:
        rest -= _accounted_for(front)
        both = bool(rest) and ("Planeswalker" in face.types or "Phyrexian" in face.subtypes)
        found = (
            set(of_card) if both else rest or set(front.colors or colors_of_cost(front.mana_cost))
        )
    elif face.mana_cost not in {"", "{0}"}:
        return None
    else:
        found = rest if "Artifact" in face.types else set(of_card)
    return tuple(color for color in "WUBRG" if color in found and not colorless) or None


def colors_of_unseen_part(
    of_card: tuple[str, ...] | None, seen: PrintedFace
) -> tuple[str, ...] | None:
    """The colors of a half or inset frame of which only the name is known: those the other part has not.

    Where it has them all, and that is one color, both parts are of that color; of several nobody can tell.
    """
    if of_card is None:
        return None
    found = set(of_card) - _accounted_for(seen)
    if not found and len(of_card) == 1:
        found = set(of_card)
    return tuple(color for color in "WUBRG" if color in found) or None

"""Where a text means the object it is on (CR 201.5, 201.5c).

The name of the card, in full or shortened, becomes `~`. A name that is a condition ("named X", "its
name is X") is left as it is: it means any object of that name.
"""

from __future__ import annotations

import re
from functools import lru_cache

from simulator.cards.printed import PrintedCard

OWN_NAME = "~"

_ACTIONS = frozenset(
    [
        "Cancel",
        "Clash",
        "Convert",
        "Copy",
        "Counter",
        "Create",
        "Destroy",
        "Detain",
        "Discard",
        "Draw",
        "Exile",
        "Explore",
        "Fear",
        "Fight",
        "Flash",
        "Flicker",
        "Fuse",
        "Goad",
        "Haste",
        "Investigate",
        "Learn",
        "Manifest",
        "Mill",
        "Opt",
        "Prepare",
        "Proliferate",
        "Regenerate",
        "Return",
        "Reveal",
        "Sacrifice",
        "Scry",
        "Search",
        "Shuffle",
        "Surveil",
        "Tap",
        "Target",
        "Transform",
        "Untap",
        "Vote",
    ]
)
"""One-word names of cards that are also what a text tells a player to do."""
_TITLES = frozenset(
    [
        "A",
        "An",
        "And",
        "At",
        "By",
        "For",
        "From",
        "In",
        "Lord",
        "Lady",
        "Of",
        "On",
        "Saint",
        "Sir",
        "The",
        "To",
        "With",
    ]
)
_JOINTS = (" the ", " of ", " von ", " and ", " & ", " from ", " to ", " in ")
_NOT_A_SELF_REFERENCE = r"(?<!named )(?<!name is )(?<!names )(?<!Named )(?<!The )(?<![\w'-])"


def _shortened(name: str) -> tuple[str, ...]:
    """What a legendary card may call itself: what stands before a comma or a title, or its first word."""
    head = name.split(",", maxsplit=1)[0]
    found = [head] if head != name else []
    found += [head.split(joint)[0] for joint in _JOINTS if joint in head]
    if head.startswith("The "):
        found.append(head.removeprefix("The "))
    elif (first := head.split(" ")[0]) not in _TITLES and len(first) > 1:
        found.append(first)
    return tuple(found)


def names_for_itself(card: PrintedCard, face: int) -> tuple[str, ...]:
    """Every way in which the text of this face may name the object it is on, the longest first."""
    printed = card.faces[face]
    whole = printed.name.removeprefix("A-")
    names = {whole, whole.split(" // ")[0]}
    its_types = (
        () if "Planeswalker" in printed.types else printed.subtypes
    )  # "create a Sliver" is not Sliver Queen
    if "Legendary" in printed.supertypes or "Planeswalker" in printed.types:
        for name in tuple(names):
            names.update(short for short in _shortened(name) if short not in its_types)
    kept = (name for name in names if name not in _ACTIONS and len(name) > 1)
    return tuple(sorted(kept, key=lambda name: (-len(name), name)))


@lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    whole = "|".join(re.escape(name) for name in names if " " in name or len(names) == 1)
    # One word alone is no reference where it begins a longer name ("Vial Smasher").
    words = "|".join(re.escape(name) for name in names if " " not in name and len(names) > 1)
    parts = [part for part in (whole, rf"(?:{words})(?! [A-Z])" if words else "") if part]
    return re.compile(rf"{_NOT_A_SELF_REFERENCE}(?:{'|'.join(parts)})(?![\w-])")


def with_own_name(text: str, names: tuple[str, ...], instead: str = OWN_NAME) -> str:
    """The text with each reference to the object by its own name replaced."""
    if not any(name in text for name in names):
        return text
    return _pattern(names).sub(instead, text)

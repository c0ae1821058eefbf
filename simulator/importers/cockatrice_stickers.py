"""Annotations that read like name stickers (CR 123.6b).

At a Cockatrice table a sticker is an annotation: players write the card's new name on it. An annotation
that is the card's name with words added is offered as name stickers, one for each place where words
were added; `sticker: WORDS`, with `after N` behind it if need be, says it outright. Anything else an
annotation says ("summoning sick") is no sticker.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_OUTRIGHT = re.compile(
    r"(?:name )?sticker:\s*(?P<words>.+?)(?:\s+after\s+(?P<after>\d{1,2}))?\Z", re.IGNORECASE
)
MOST_WORDS = 40


class NameSticker(NamedTuple):
    """The words of a sticker, and how many of the name's words stand before it."""

    words: str
    after: int


def stickers_in(annotation: str, name: str) -> tuple[NameSticker, ...]:
    """The name stickers an annotation of a card of this name stands for, in the order of their places.

    `after` of each counts the words the name has once those before it are there.
    """
    text = " ".join(annotation.split())
    own = name.split()
    outright = _OUTRIGHT.match(text)
    if outright is not None:
        after = min(int(outright["after"] or 0), len(own))
        return (NameSticker(outright["words"], after),)
    written = text.split()
    if not own or not len(own) < len(written) <= MOST_WORDS:
        return ()
    return _added(written, own)


def _added(written: list[str], own: list[str]) -> tuple[NameSticker, ...]:
    """The runs of words that were added to a name, if all of the name's words are there in order."""
    found: list[NameSticker] = []
    run: list[str] = []
    at = 0
    for index, word in enumerate(written):
        rest = len(written) - index
        needed = len(own) - at
        if at < len(own) and word == own[at] and (rest >= needed):
            if run:
                found.append(NameSticker(" ".join(run), index - len(run)))
                run = []
            at += 1
        else:
            run.append(word)
    if at < len(own):
        return ()
    if run:
        found.append(NameSticker(" ".join(run), len(written) - len(run)))
    return tuple(found)

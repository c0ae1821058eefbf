"""Objects put onto the battlefield by one ability and referred to by another (CR 607.2c)."""

from __future__ import annotations

import re

from simulator.cards.linking.pairs import SELF, LinkedPair, found_words
from simulator.cards.oracle_text import PrintedAbility

_WITH_IT = re.compile(
    rf"(?:created|put onto the battlefield) with (?:{SELF}|it\b|him\b|her\b)(?! ability)"
)
_PUTS = re.compile(
    r"\b[Cc]reates? (?!.{0,10}instead)|\b[Pp]uts? (?!onto)[^.]*\bonto the battlefield|\b[Rr]eturns? [^.]*\bto the battlefield"
)


def put_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """The pairs about objects created or put onto the battlefield with the object."""
    pairs = []
    for second in abilities:
        match = _WITH_IT.search(second.outer)
        if match is None:
            continue
        tokens = match.group().startswith("created")
        for first in abilities:
            does = _PUTS.search(first.outer)
            if first.keyword or does is None or (tokens and "create" not in first.outer.casefold()):
                continue
            if first is second and does.start() > match.start():
                continue
            unusual = first.kind not in {"activated", "triggered"}
            why = f"puts objects onto the battlefield; the other says “{found_words(match)}”"
            if unusual:
                why += ", though the first is neither activated nor triggered"
            pairs.append(LinkedPair(first, second, "put", why, certain=not unusual))
    return pairs

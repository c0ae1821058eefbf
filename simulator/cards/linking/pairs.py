"""A linked pair as it is read off a card, and the words its readers share (CR 607.1, 607.2)."""

from __future__ import annotations

import re

import msgspec

from events.cards import RULE_OF_LINK, LinkKind
from simulator.cards.keyword_abilities import keyword_name
from simulator.cards.oracle_text import PrintedAbility

SELF = r"(?:~|\b[Tt]his (?!turn|way|combat|game|phase|step|ability|process|time|effect|mana|exchange)[A-Za-z-]+(?![A-Za-z-]))"
"""The object itself: its name, or `this creature` and the like (CR 201.5)."""


class LinkedPair(msgspec.Struct, frozen=True):
    """Two abilities, the second of which refers to what the first did."""

    first: PrintedAbility
    second: PrintedAbility
    kind: LinkKind
    why: str
    certain: bool = True

    @property
    def rule(self) -> str:
        """The subrule of CR 607.2 that makes this a pair."""
        if self.kind == "exile" and self.first.kind in {"replacement", "static"}:
            return "607.2b"
        return RULE_OF_LINK[self.kind]


def printed_on_the_object(abilities: tuple[PrintedAbility, ...]) -> tuple[PrintedAbility, ...]:
    """The abilities of an object, and those within an ability that grants them to that object (CR 607.1a)."""
    found: list[PrintedAbility] = []
    for ability in abilities:
        found.append(ability)
        found += [granted for granted in ability.grants if granted.to_itself]
    return tuple(found)


def is_keyword(ability: PrintedAbility, *names: str) -> bool:
    """Whether it is one of these keyword abilities; behind another one on a line it begins with a small letter."""
    return ability.keyword and keyword_name(ability.text) in names


def found_words(match: re.Match[str]) -> str:
    """The words that were found, on one line."""
    return " ".join(match.group().split())

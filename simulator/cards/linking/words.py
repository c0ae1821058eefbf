"""Words without another meaning, notes, and choices made before the game (CR 607.2e, f, m, p)."""

from __future__ import annotations

import re

from simulator.cards.linking.pairs import LinkedPair, found_words
from simulator.cards.oracle_text import PrintedAbility, anchor_words

_WORD_LIST = re.compile(
    r"\b[Cc]hooses? (?P<words>[\w' -]+?(?:, [\w' -]+)*,? or [\w' -]+)(?=[.,]| for |$)"
)
_CHOSE_WORD = re.compile(r"\b(?:chose|chosen|choosing) (?P<word>[a-z' -]+)")
_WAS_CHOSEN = re.compile(
    r"\b(?:[Ii]f|[Aa]s long as) (?P<word>\w+) was chosen|\b(?P<other>\w+) (?:is|was) (?:the )?(?:last )?chosen\b"
)
_NOTED = re.compile(r"\b(?:you )?(?:last )?noted\b")
_NOTES = re.compile(r"\b[Nn]otes?\b|\bnoting\b|\bkeep a record\b")
_THE_WORD = re.compile(r"last chosen direction|the chosen (?:direction|word|label)")


def _options(ability: PrintedAbility) -> tuple[str, ...]:
    found: list[str] = []
    for match in _WORD_LIST.finditer(ability.outer):
        words = [
            word.strip().casefold()
            for word in re.split(r",? or |, ", match.group("words"))
            if word.strip()
        ]
        if all(
            len(word.split()) <= 3
            and not re.match(r"(?:an?|one|two|the|target|up|any|both|each|another)\b", word)
            for word in words
        ):
            found += words
    return tuple(found)


def word_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """Words without another meaning: anchor words (CR 607.2m) and others (CR 607.2f)."""
    pairs: list[LinkedPair] = []
    for first in abilities:
        anchors = anchor_words(first.outer)
        pairs += [
            LinkedPair(first, other, "anchor", f"offers the anchor word {other.anchor}")
            for other in abilities
            if other.anchor is not None and other.anchor.casefold() in anchors
        ]
        options = _options(first)
        if not options or any(other.anchor for other in abilities):
            continue
        for other in abilities:
            if other is first:
                continue
            said = [
                match
                for match in _CHOSE_WORD.finditer(other.outer)
                if match.group("word").startswith(options)
            ]
            said += [
                m
                for m in _WAS_CHOSEN.finditer(other.outer)
                if (m.group("word") or m.group("other")).casefold() in options
            ]
            said += list(_THE_WORD.finditer(other.outer))
            if said:
                pairs.append(
                    LinkedPair(
                        first,
                        other,
                        "word",
                        f"has a word chosen; the other says “{found_words(said[0])}”",
                    )
                )
    return pairs


def note_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """Something noted by one ability, and asked for by another (CR 607.2e).

    An ability that asks for the last note and then makes the next is linked to itself (CR 607.1c);
    what a token notes is asked for by the object that created it (CR 607.1d).
    """
    pairs: list[LinkedPair] = []
    for second in abilities:
        match = _NOTED.search(second.outer)
        if match is None:
            continue
        for first in abilities:
            noting = _NOTES.search(first.outer)
            if first is second:
                if noting and noting.start() > match.end():
                    why = "asks for what it has noted itself before (CR 607.1c)"
                    pairs.append(LinkedPair(first, second, "note", why))
            elif noting:
                why = "has something noted; the other refers to what was noted"
                pairs.append(LinkedPair(first, second, "note", why))
            elif any(_NOTES.search(granted.text) for granted in first.grants):
                why = "what it makes has something noted; the other refers to it (CR 607.1d)"
                pairs.append(LinkedPair(first, second, "note", why))
    return pairs


def noted_for_a_boon(ability: PrintedAbility) -> list[LinkedPair]:
    """What an ability has noted, asked about by the boon it gives; like an emblem, but in no rule (CR 607.1d)."""
    why = "has it noted; the boon it gives refers to it, and no rule speaks of boons"
    return [
        LinkedPair(ability, granted, "note", why, certain=False)
        for granted in ability.grants
        if not granted.to_itself
        and re.search(r"\bboon\b", ability.outer)
        and _NOTES.search(ability.outer)
        and _NOTED.search(granted.text)
    ]


def pregame_choice_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """A choice before the game for a characteristic-defining ability in the same paragraph (CR 607.2p)."""
    return [
        LinkedPair(
            first,
            second,
            "pregame_choice",
            "is chosen before the game; the same paragraph defines a characteristic by it",
        )
        for first in abilities
        if "before the game begins" in first.text and re.search(r"\bchoose\b", first.text)
        for second in abilities
        if second is not first
        and (second.face, second.paragraph) == (first.face, first.paragraph)
        and "chosen" in second.text
    ]

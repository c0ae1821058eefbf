"""Cards exiled by one ability and referred to by another (CR 607.2a, b, n, q, 614.14)."""

from __future__ import annotations

import re

from simulator.cards.ability_kinds import cost_of
from simulator.cards.linking.pairs import SELF, LinkedPair, found_words, is_keyword
from simulator.cards.oracle_text import PrintedAbility

_EXILES = re.compile(r"\b[Ee]xil(?:es?|ing)\b")
_IS_NO_INSTRUCTION = re.compile(
    r"(?:\b(?:from|in|into|the|of|leaves?|to|their|your|face-up|an?|that|can't|or) |—)$"
)
_ITSELF = re.compile(rf" (?:{SELF})(?! and (?!return|put it|then|at the))")
_PRONOUN = re.compile(r" (?:it|him|her|them)\b")
_A_TOKEN = re.compile(r" (?:that|those|the|this) tokens?\b| all tokens|(?: each)? tokens? created")
_GRANTED_FROM_A_GRAVEYARD = re.compile(r"if (?:it|that \w+|~) would [^.]*$", re.IGNORECASE)
_COMES_BACK = re.compile(
    r"(?:[Rr]eturn (?:it|that card|those cards|them|the exiled cards?)\b|[Rr]eturns (?:it|that card)\b|meld (?:them|it))"
)

_WITH_IT = re.compile(
    rf"exiled with (?:{SELF}|\b(?:it|him|her|them)\b)(?!'s delve)|exiled by (?:~|this )|exiled (?:the )?\w+ cards? with it\b"
)
_BY_DELVE = re.compile(rf"exiled with (?:{SELF}'s delve ability)")
_THE_EXILED = re.compile(
    r"\b(?:[Tt]he|an?|[Ee]ach|all|that|those|other|last|any|both|their|its)(?: of the)?(?: other| last)?"
    r"(?: \w+)? exiled (?:\w+ )?(?:cards?|creatures?|permanents?|spells?|artifacts?|lands?|ones?|planeswalkers?|face-down cards?)\b"
    r"|\b[Tt]he exiled (?:cards?|creatures?|pile)|\bexiled card's"
)
_BY_COUNTER = re.compile(
    r"[^.]{0,20} with (?:an?|one or more|[a-z]+) [a-z -]*counters? on (?:it|them)| named "
)
"""A pile that is known by its counters or names, not by what exiled it."""
_NAMED = re.compile(r"exiled with cards named ")


def instructs_to_exile(ability: PrintedAbility) -> bool | None:
    """Whether it exiles cards that stay exiled: True, None where it is doubtful, False."""
    if ability.keyword:
        return is_keyword(ability, "Hideaway")
    text = ability.outer
    if re.search(r"\b[Cc]ollect evidence\b", text):
        return None
    answer: bool | None = False
    for match in _EXILES.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        if _IS_NO_INSTRUCTION.search(before[-14:]) and not before.endswith((" to ", " or ")):
            continue
        if _ITSELF.match(after) or _A_TOKEN.match(after):
            continue
        if _PRONOUN.match(after) and _means_itself_or_a_token(before, after):
            continue
        if _COMES_BACK.search(after) and "until" not in after.split(".")[0]:
            answer = answer or None
            continue
        return True
    return answer


def _means_itself_or_a_token(before: str, after: str) -> bool:
    if re.search(r"\btokens?\b", before) and re.match(r" \w+ (?:at|when)", after):
        return True
    trigger = re.match(
        rf"(?:[^—]*— )?(?:When|Whenever) (?:{SELF})(?: or | and )?[^,]*\b(?:dies|is put into)\b",
        before,
    )
    if trigger and "another" not in trigger.group() and "or " not in trigger.group():
        return not re.search(r"\btarget\b|\bcards?\b", before[trigger.end() :])
    return bool(
        re.search(r"(?:You may cast|if (?:it|~|this \w+)) [^.]*would[^.]*$", before)
        and SELF in before
    )


def _refers(ability: PrintedAbility) -> re.Match[str] | None:
    return _WITH_IT.search(ability.outer)


def _refers_loosely(ability: PrintedAbility) -> re.Match[str] | None:
    return next(
        (
            m
            for m in _THE_EXILED.finditer(ability.outer)
            if not _BY_COUNTER.match(ability.outer, m.end())
        ),
        None,
    )


def _cost_exile(abilities: tuple[PrintedAbility, ...]) -> list[PrintedAbility]:
    found = []
    for ability in abilities:
        by_cost = ability.kind == "static" and re.match(
            r"As an additional cost to cast ", ability.text
        )
        instead = "rather than pay" in ability.text
        if is_keyword(ability, "Delve", "Escape") or (
            (by_cost or instead) and re.search(r"\bexile\b", ability.text)
        ):
            found.append(ability)
    return found


def _pregame(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """Cards exiled before the game by cards of a name (CR 607.2n)."""
    first = [
        a
        for a in abilities
        if re.search(r"(?i:before) you shuffle your deck", a.text) and "exile" in a.text
    ]
    return [
        LinkedPair(
            one,
            other,
            "pregame_exile",
            "exiles before the game; the other names the cards exiled so",
        )
        for one in first
        for other in abilities
        if other is not one and _NAMED.search(other.text)
    ]


def exile_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """The pairs about exiled cards among the abilities of one object."""
    pregame = _pregame(abilities)
    if pregame:
        return pregame
    paid = _cost_exile(abilities)
    sure = [a for a in abilities if a not in paid and instructs_to_exile(a)]
    doubtful = (
        [] if sure else [a for a in abilities if a not in paid and instructs_to_exile(a) is None]
    )
    pairs: list[LinkedPair] = []
    for second in abilities:
        if second.keyword:
            continue
        with_it = _refers(second)
        match = with_it or _refers_loosely(second)
        delve = _BY_DELVE.search(second.outer)
        if match is None and delve is None:
            continue
        if match is not None:
            pairs += _exile(second, match, sure, doubtful, by_name=with_it is not None)
        if delve or with_it or not pairs:
            found = delve or match
            assert found is not None
            for first in paid:
                if first is not second and not second.is_spell:
                    pairs.append(
                        LinkedPair(
                            first,
                            second,
                            "cost_exile",
                            f"cards exiled to pay for it; the other says “{found_words(found)}”",
                        )
                    )
    return pairs


def crafted_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """Craft, and what asks about the cards used for it (CR 702.167c)."""
    why = "the cards are exiled to pay for craft (CR 702.167c), which no kind of CR 607.2 names"
    return [
        LinkedPair(first, second, "exile", why, certain=False)
        for first in abilities
        if is_keyword(first, "Craft with")
        for second in abilities
        if "used to craft" in second.outer
    ]


def left_with_a_token(ability: PrintedAbility) -> list[LinkedPair]:
    """What an ability exiled, asked about by the token it created (CR 607.1d)."""
    if not instructs_to_exile(ability):
        return []
    return [
        LinkedPair(
            ability,
            granted,
            "exile",
            "exiles cards; the token it creates refers to them (CR 607.1d)",
        )
        for granted in ability.grants
        if not granted.to_itself
        and "token" in ability.outer
        and _THE_EXILED.search(granted.text)
        and not _EXILES.search(granted.text)
    ]


def _exile(
    second: PrintedAbility,
    match: re.Match[str],
    sure: list[PrintedAbility],
    doubtful: list[PrintedAbility],
    *,
    by_name: bool,
) -> list[LinkedPair]:
    said = f"“{found_words(match)}”"
    if not by_name and instructs_to_exile(second) is not False and _earlier_exile(second, match):
        return []  # it means what it has just exiled itself
    pairs: list[LinkedPair] = []
    for first in sure:
        if first is second:
            if by_name:
                doubt = _doubt(first)
                why = doubt or f"exiles cards and says {said} itself (CR 607.1c)"
                pairs.append(LinkedPair(first, second, "exile", why, certain=not doubt))
            continue
        doubt = _doubt(first)
        pairs.append(
            LinkedPair(
                first,
                second,
                "exile",
                doubt or f"exiles cards; the other says {said}",
                certain=not doubt,
            )
        )
    pairs += [
        LinkedPair(
            first,
            second,
            "exile",
            f"what it exiles comes back at once or pays for it, but the other says {said}",
            certain=False,
        )
        for first in doubtful
        if first is not second
    ]
    return pairs


def _earlier_exile(second: PrintedAbility, match: re.Match[str]) -> bool:
    return any(found.start() < match.start() for found in _EXILES.finditer(second.outer))


def _doubt(first: PrintedAbility) -> str | None:
    cost = cost_of(first.text)
    if cost is not None and _EXILES.search(cost[0]) and not _EXILES.search(cost[1]):
        return "the card is exiled as a cost, not by an instruction"
    if first.kind == "spell":
        return "a spell ability exiles, where the rule speaks of activated and triggered abilities"
    return None

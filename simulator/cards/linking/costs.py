"""Costs paid as the object was cast or entered, and who asks about them (CR 607.2g, i, j, 702.33)."""

from __future__ import annotations

import re

from simulator.cards.linking.pairs import LinkedPair, found_words, is_keyword
from simulator.cards.oracle_text import PrintedAbility

_KICKED = re.compile(
    r"\b(?:(?:was|were|wasn't|isn't|is|it's been) )?kicked(?: with its (?P<cost>\S+)(?: and/or its \S+)? kicker| twice)?"
)
_SOMEBODY_ELSES = re.compile(
    r"(?:\b(?:a|another|first|each|other|cast|casts|each other|that) |that spell (?:is|was|wasn't) |your |were |that's )$"
)
_KICKERS = ("Kicker", "Multikicker", "Sticker kicker")
_KICKER_COST = re.compile(r"[Kk]icker[ —]*(.*)")
_ADDITIONAL = re.compile(r"As an additional cost to cast (?:~|this spell), ")
_OPTIONAL = re.compile(
    r"As an additional cost to cast (?:~|this spell), (?:you|any player|each (?:player|opponent)|an opponent) may (?P<what>[^.]*)"
)
_VARIABLE = re.compile(r"\bX\b|\{X\}|any number|any amount|one or more")
_WAS_PAID = re.compile(
    r"additional cost (?:was|wasn't|is) paid|evidence was(?:n't)? collected|\b(?:was|were|wasn't|weren't) beheld"
    r"|[Ii]f you (?:revealed|beheld|sacrificed|discarded|paid|exiled|tapped|chose)\b[^.]*? (?:as you cast|this way)|as you cast (?:~|this spell)"
    r"|additional (?:\{\w+\})+ you paid|if (?:you|it|he|she) (?:revealed|paid)"
)
_THIS_WAY = re.compile(
    r"(?:sacrificed|discarded|exiled|tapped|paid|returned|revealed|removed|blighted) this way|\bthe (?:sacrificed|discarded|exiled|tapped|returned) (?:cards|creatures|permanents|lands|artifacts)"
)
_ENTERED = re.compile(
    r"\b(?:paid|sacrificed|exiled|discarded|removed|returned|tapped|spent|revealed) as (?:it|he|she|~|[Tt]his \w+) entered\b"
)
_PAYS = re.compile(r"\b(?:pay|sacrifice|exile|discard|remove|return|tap|spend|reveal)\b")
_BARGAINED = {
    "Bargain": re.compile(r"\bbargained\b"),
    "Gift": re.compile(r"\bgift was(?:n't)? promised|\bpromised\b"),
}


def _kicker(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    kickers = [ability for ability in abilities if is_keyword(ability, *_KICKERS)]
    pairs = []
    for second in abilities:
        if not kickers or second in kickers:
            continue
        texts = [second.outer, *(granted.text for granted in second.grants)]
        said = [
            m
            for text in texts
            for m in _KICKED.finditer(text)
            if not _SOMEBODY_ELSES.search(text[: m.start()])
        ]
        if not said:
            continue
        costs = {m.group("cost") for m in said if m.group("cost")}
        for first in kickers:
            cost = _KICKER_COST.match(first.text)
            if costs and len(kickers) > 1 and (cost is None or cost.group(1).strip() not in costs):
                continue
            pairs.append(
                LinkedPair(
                    first,
                    second,
                    "additional_cost",
                    f"is a kicker (CR 702.33e); the other says “{found_words(said[0])}”",
                )
            )
    return pairs


def _optional(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """Other additional costs that a player may pay."""
    pairs: list[LinkedPair] = []
    for first in abilities:
        allowed = _OPTIONAL.match(first.text)
        asked = next(
            (asks for name, asks in _BARGAINED.items() if is_keyword(first, name)),
            None,
        )
        if allowed is None and asked is None:
            continue
        for second in abilities:
            if second is first or (second.paragraph, second.face) == (first.paragraph, first.face):
                continue
            match = (asked or _WAS_PAID).search(second.outer)
            if match:
                pairs.append(
                    LinkedPair(
                        first,
                        second,
                        "additional_cost",
                        f"allows an additional cost; the other says “{found_words(match)}”",
                    )
                )
            elif (
                allowed
                and _VARIABLE.search(allowed.group("what"))
                and (match := _THIS_WAY.search(second.outer))
            ):
                pairs.append(
                    LinkedPair(
                        first,
                        second,
                        "variable_cost",
                        f"has a cost of any size paid; the other says “{found_words(match)}”",
                    )
                )
    return pairs


def _variable(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """A variable additional cost, and the abilities that use its value (CR 607.2j, 601.2b)."""
    pairs = []
    for first in abilities:
        begin = _ADDITIONAL.match(first.text)
        if begin is None or _OPTIONAL.match(first.text):
            continue
        cost = first.text[begin.end() :].split(". ")[0]
        if not _VARIABLE.search(cost):
            continue
        uses_x = bool(re.search(r"\bX\b|\{X\}", cost)) and "where X is" not in cost
        for second in abilities:
            if second is first or second.keyword:
                continue
            if (
                uses_x
                and re.search(r"(?<![{+-])\bX\b|[+-]X", second.outer)
                and "where X is" not in second.outer
            ):
                pairs.append(
                    LinkedPair(
                        first,
                        second,
                        "variable_cost",
                        "has X paid as it is cast; the other uses that X",
                    )
                )
            elif match := re.search(
                r"paid as (?:it|~|this \w+) was cast", second.outer
            ) or _THIS_WAY.search(second.outer):
                pairs.append(
                    LinkedPair(
                        first,
                        second,
                        "variable_cost",
                        f"has a cost of any size paid; the other says “{found_words(match)}”",
                    )
                )
    return pairs


def _entering(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """A cost paid as the object enters (CR 607.2g)."""
    pairs = []
    for second in abilities:
        match = _ENTERED.search(second.outer)
        if match:
            pairs += [
                LinkedPair(
                    first,
                    second,
                    "enter_cost",
                    f"has a cost paid as it enters; the other says “{found_words(match)}”",
                )
                for first in abilities
                if first is not second
                and first.kind == "replacement"
                and _PAYS.search(first.outer)
                and "enters" in first.outer
            ]
    return pairs


def cost_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """The pairs about costs among the abilities of one object."""
    return [
        *_kicker(abilities),
        *_optional(abilities),
        *_variable(abilities),
        *_entering(abilities),
    ]

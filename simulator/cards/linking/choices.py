"""Choices made for one ability and referred to by another (CR 607.2d, 607.1d)."""

from __future__ import annotations

import re

from simulator.cards.linking.pairs import LinkedPair, found_words, is_keyword
from simulator.cards.linking.words import note_pairs, pregame_choice_pairs, word_pairs
from simulator.cards.oracle_text import PrintedAbility

_NOUNS = (
    "colors?|creature types?|card types?|land types?|permanent types?|types?|card names?|names?|players?|opponents?|numbers?"
    "|creatures?|artifacts?|lands?|enchantments?|permanents?|planeswalkers?|cards?|direction|words?|letters?|kinds?|abilit(?:y|ies)"
    "|quality|modes?|label|counter|mana value|piles?|cost|sector|team|faction|set|rarity|artist|watermark|symbol|targets?|spells?|tokens?"
)
_CHOSEN = re.compile(
    rf"\b(?:(?:[Tt]he|[Aa]|[Ee]ach|[Ee]ither|one of the|those|that|any|non-?) ?)?(?:last )?chosen (?:basic )?(?P<noun>{_NOUNS})\b",
)
_IS_LOCAL = re.compile(r"chosen (?:at random|this way|randomly|target)")
_HAS_CHOSEN = re.compile(
    r"\b(?:color|type|name|player|number) was chosen as (?:~|this)|the (?:player|opponent|creature type|color|card name|number) you (?:last )?chose\b"
    r"|\b(?:color|type|name|player|number) last chosen\b"
)
_CHOOSES = re.compile(
    r"\b(?:[Cc]hooses?|[Nn]ames? (?=an?\b)|[Gg]uess(?:es)?|choosing)\b(?P<what>[^.;:]*)"
)
_WHOSE = re.compile(
    r"\b(?:an?|target|each|any|that|the) (?:\w+ )?(?:opponent|player)s?(?: \w+)? (?:controls?|owns?|doesn't)\b|(?:opponent|player)s?'s?|chosen \w+"
)
_ANY_CHOSEN = re.compile(
    r"\b(?:[Tt]he|one of the) (?:last |other |first )?chosen [a-z]+|\bany color chosen as you drafted|\bcolors chosen as you drafted"
    r"|\bthe creature(?: type)? you chose\b"
)
_SETS_UP = re.compile(
    r"(?:[^.]*?— )?(?:As (?!long)|Reveal this card as you draft|Before drawing)|.*\b[Ss]ecretly choose",
    re.DOTALL,
)
_SYNONYMS = {
    "type": (
        "creature type",
        "card type",
        "land type",
        "permanent type",
        "type",
        "basic land type",
    ),
    "name": ("name",),
    "card": ("card",),
    "opponent": ("opponent", "player"),
    "player": ("player", "opponent"),
    "permanent": ("permanent", "artifact", "creature", "enchantment", "land", "planeswalker"),
    "number": ("number", "odd or even"),
    "quality": ("odd or even", "quality"),
    "direction": ("left or right", "direction"),
    "color": ("color",),
    "kind": ("kind",),
    "word": ("word",),
    "creature": ("creature",),
    "label": ("label", " or "),
    "faction": ("faction", "watermark"),
}


def _singular(noun: str) -> str:
    noun = noun.casefold()
    if noun == "abilities":
        return "ability"
    return noun[:-1] if noun.endswith("s") and noun != "symbols" else noun


def _chooses(ability: PrintedAbility, noun: str) -> re.Match[str] | None:
    """The instruction to choose something of this sort (CR 607.2d)."""
    base = noun if noun in _SYNONYMS else noun.rsplit(maxsplit=1)[-1]
    wanted = _SYNONYMS.get(base, (base,))
    if " " in noun and base == "type":
        wanted = (noun, "type")
    for match in _CHOOSES.finditer(ability.outer):
        what = _WHOSE.sub("", match.group("what").casefold().split(" if ")[0])
        if base == "card" and "card name" in what and "cards" not in what:
            continue
        if base == "card" and "card type" in what:
            continue
        if (
            base == "creature"
            and re.search(r"creature (?:type|card)", what)
            and not re.search(r"creature(?! type| card)", what)
        ):
            continue
        if match.group().startswith(("Name", "name")) and "card" not in what:
            continue
        if any(word in what for word in wanted):
            return match
    return None


def _chosen(second: PrintedAbility) -> list[tuple[str, re.Match[str]]]:
    found = [
        (_singular(match.group("noun")), match)
        for match in _CHOSEN.finditer(second.outer)
        if not _IS_LOCAL.match(match.group().removeprefix("the "))
    ]
    for match in _HAS_CHOSEN.finditer(second.outer):
        for noun in (
            "creature type",
            "color",
            "type",
            "card name",
            "name",
            "player",
            "opponent",
            "number",
        ):
            if noun in match.group():
                found.append((noun.removeprefix("card "), match))
                break
    return found


def _chosen_somehow(
    second: PrintedAbility, abilities: tuple[PrintedAbility, ...]
) -> list[LinkedPair]:
    """What an ability calls chosen where no other says the same noun: "choose black or red", hidden agenda."""
    match = _ANY_CHOSEN.search(second.outer)
    if match is None or (
        "last " not in match.group() and _CHOOSES.search(second.outer[: match.start()])
    ):
        return []
    others = [
        ability
        for ability in abilities
        if ability is not second
        and (ability.paragraph, ability.face) != (second.paragraph, second.face)
    ]
    agenda = [
        ability for ability in others if is_keyword(ability, "Hidden agenda", "Double agenda")
    ]
    choosing = [
        ability for ability in others if not ability.keyword and _CHOOSES.search(ability.outer)
    ]
    entering = [ability for ability in choosing if _SETS_UP.match(ability.text)]
    return [
        LinkedPair(
            first,
            second,
            "choose",
            f"has it chosen; the other says “{found_words(match)}”",
            certain=bool(agenda or entering),
        )
        for first in agenda or entering or choosing
    ]


def chosen_for_an_emblem(ability: PrintedAbility) -> list[LinkedPair]:
    """What an ability has chosen, asked about by the token or emblem it makes (CR 607.1d)."""
    pairs = []
    for granted in ability.grants:
        match = None if granted.to_itself else _ANY_CHOSEN.search(granted.text)
        if (
            match
            and re.search(r"\b(?:token|emblem)", ability.outer)
            and _CHOOSES.search(ability.outer)
        ):
            pairs.append(
                LinkedPair(
                    ability,
                    granted,
                    "choose",
                    f"has it chosen; what it makes says “{found_words(match)}” (CR 607.1d)",
                )
            )
    return pairs


def _choose(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    pairs: list[LinkedPair] = []
    for second in abilities:
        for noun, match in _chosen(second):
            own = _chooses(second, noun)
            local = own is not None and own.start() < match.start()
            if own is not None and not local:
                why = "refers to what it has had chosen itself before (CR 607.1c)"
                pairs.append(LinkedPair(second, second, "choose", why))
            if local and "last chosen" not in match.group():
                continue
            for first in abilities:
                if first is second or first.keyword or _chooses(first, noun) is None:
                    continue
                if local and not first.text.startswith("As "):
                    continue
                pairs.append(
                    LinkedPair(
                        first,
                        second,
                        "choose",
                        f"has it chosen; the other says “{found_words(match)}”",
                    )
                )
        if not any(pair.second is second for pair in pairs):
            pairs += _chosen_somehow(second, abilities)
    return pairs


def choice_pairs(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """The pairs about choices, words and notes among the abilities of one object."""
    pregame = pregame_choice_pairs(abilities)
    words = word_pairs(abilities)
    chosen = [] if pregame else _choose(abilities)
    taken = {(pair.first.id, pair.second.id) for pair in words}
    others = (pair for pair in chosen if (pair.first.id, pair.second.id) not in taken)
    return [*pregame, *words, *others, *note_pairs(abilities)]

"""Continuous effects read off static abilities, where one plain sentence says it all (CR 604.3, 611.3, 613).

Read are the common sentences about an enchanted or equipped object, the object itself, or creatures
of a color or type: what it is named, what it is, what it has and loses, and its size. A sentence that
says more than that, or says it under a condition, gets no effect at all rather than half of one.
"""

from __future__ import annotations

import re
from typing import Any

from simulator.cards.keyword_abilities import keyword_name
from simulator.cards.oracle_text import PrintedAbility

_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_TYPES = frozenset({"artifact", "creature", "enchantment", "land", "planeswalker"})
_COLOR = "|".join(_COLORS)

_SUBJECT = re.compile(
    r"(?P<attached>Enchanted (?:creature|permanent|artifact|land|enchantment|planeswalker|Equipment|Vehicle)|Equipped creature|Fortified land)"
    r"|(?P<itself>~|This (?:creature|artifact|land|enchantment|permanent|Vehicle|token))"
    rf"|(?:All )?(?P<group>(?:(?P<color>{_COLOR}|{_COLOR.title()}) )?(?:(?P<subtype>[A-Z][a-z]+) )?[Cc]reatures?)(?P<yours> you control)?"
)
_NO_SUBTYPE = frozenset(
    [
        "Adjacent",
        "All",
        "Artifact",
        "Attacking",
        "Blocking",
        "Choose",
        "Colorless",
        "Commander",
        "Each",
        "Enchant",
        "Enchanted",
        "Enchantment",
        "Equip",
        "Equipped",
        "Goaded",
        "Hosted",
        "Land",
        "Legendary",
        "Modified",
        "Monocolored",
        "Multicolored",
        "Nonartifact",
        "Nonblack",
        "Nonblue",
        "Nongreen",
        "Nonlegendary",
        "Nonred",
        "Nontoken",
        "Nonwhite",
        "Other",
        "Premium",
        "Snow",
        "Spooky",
        "Synapse",
        "Tapped",
        "Target",
        "This",
        "Token",
        "Untapped",
    ]
)
"""Words before "creatures" that are no creature types: what they select an effect cannot say."""
_CONDITION = re.compile(
    r"\b(?:as long as|for each|where|equal to|unless|if|during|until|whenever|when|other than|could|chosen|instead|X)\b",
    re.IGNORECASE,
)
_SIZE = re.compile(r"gets? ([+-]\d+)/([+-]\d+)")
_BASE = re.compile(r"(?:has |have |with )?base power and toughness (\d+)/(\d+)")
_LOSES = re.compile(r"loses? (all (?:other )?abilities|[a-z ]+)")
_CANNOT = re.compile(r"(?:can't|can|must|attacks?|doesn't|don't) [^,]+")
_HAS = re.compile(r"(?:has|have) ")
_QUOTED = re.compile(r"«(\d+)»")
_IS = re.compile(
    rf"(?:is|are) (?:an? )?(?P<colors>all colors|(?:{_COLOR}|colorless)(?:(?:,? and |, )(?:{_COLOR}))*)?"
    r" ?(?P<subtypes>(?:[A-Z][a-z-]+(?: [A-Z][a-z-]+)*)?) ?(?P<types>(?:(?:artifact|creature|enchantment|land)s?\b ?)*)"
    r"(?: ?with base power and toughness (?P<power>\d+)/(?P<toughness>\d+))?(?: and «(?P<quoted>\d+)»)?(?: ?named (?P<name>[A-Z][^,.]*))?"
    r"(?P<added> ?in addition to (?:its|their) other (?:colors|types|colors and types|creature types|types and colors))?"
)
_JOINT = re.compile(r"(?:, and |, | and )")


def _colors(text: str) -> list[str]:
    if text == "all colors":
        return list(_COLORS.values())
    return [_COLORS[word] for word in re.findall(rf"\b(?:{_COLOR})\b", text)]


def _affects(match: re.Match[str]) -> Any:
    if match.group("attached"):
        return "attached"
    if match.group("itself"):
        return "self"
    where: dict[str, Any] = {"types": ["Creature"], "zone": "battlefield"}
    if match.group("color"):
        where["colors"] = [_COLORS[match.group("color").casefold()]]
    if match.group("subtype"):
        where["subtypes"] = [match.group("subtype")]
    if match.group("yours"):
        where["controller"] = "you"
    return {"where": where}


def _keyword(text: str) -> dict[str, Any] | None:
    name = keyword_name(text)
    if name is None or not re.fullmatch(r"[a-z' ]+(?: \{[^}]+\}|\d+|from [a-z ]+)*", text):
        return None
    return {
        "id": re.sub(r"[^a-z]+", "-", text).strip("-"),
        "kind": "keyword",
        "text": text.capitalize(),
    }


def _what_it_is(
    match: re.Match[str], effect: dict[str, Any], granted: list[dict[str, Any]]
) -> bool:
    """The colors, types, subtypes, size and name of "is a ...", set or added (CR 613.1c, d, e)."""
    colors, subtypes, types = (
        match.group("colors"),
        match.group("subtypes").split(),
        match.group("types").split(),
    )
    if not (colors or subtypes or types or match.group("name")):
        return False
    verb = "add" if match.group("added") else "set"
    if subtypes and match.group().startswith("are"):
        return False  # in the plural a subtype is another word
    if types and verb == "set" and not (subtypes or match.group("power")):
        return False  # "is an artifact creature" alone may mean either
    if colors:
        effect[f"{verb}_colors"] = _colors(colors)
    if types:
        effect[f"{verb}_types"] = [word.rstrip("s").capitalize() for word in types]
    if subtypes:
        effect[f"{verb}_subtypes"] = subtypes
    if match.group("power"):
        effect["set_power"], effect["set_toughness"] = (
            match.group("power"),
            match.group("toughness"),
        )
    if match.group("quoted"):
        effect.setdefault("grant", []).append(granted[int(match.group("quoted"))])
    if match.group("name"):
        effect["set_name"] = match.group("name").strip()
    return True


def _predicate(rest: str, effect: dict[str, Any], granted: list[dict[str, Any]]) -> int | None:
    """Take one predicate into the effect; how many characters it takes, or None if it is none we read."""
    if match := _SIZE.match(rest):
        effect["add_power"], effect["add_toughness"] = int(match.group(1)), int(match.group(2))
        return match.end()
    if match := _BASE.match(rest):
        effect["set_power"], effect["set_toughness"] = match.group(1), match.group(2)
        return match.end()
    if match := _LOSES.match(rest):
        what = match.group(1)
        keyword = None if what.startswith("all ") else _keyword(what.strip())
        if keyword is None and what != "all abilities":
            return None
        effect["remove_abilities"] = True if keyword is None else [keyword["id"]]
        return match.end()
    if match := _CANNOT.match(rest):
        return match.end()  # a quality of the object, in none of the layers (CR 113.12)
    if (match := _IS.match(rest)) and _what_it_is(match, effect, granted):
        return match.end()
    has = _HAS.match(rest)
    start = has.end() if has else 0
    if not has and "grant" not in effect:
        return None
    if quoted := _QUOTED.match(rest, start):
        effect.setdefault("grant", []).append(granted[int(quoted.group(1))])
        return quoted.end()
    word = _JOINT.split(rest[start:], maxsplit=1)[0]
    keyword = _keyword(word)
    if keyword is None:
        return None
    effect.setdefault("grant", []).append(keyword)
    return start + len(word)


def effect_of(ability: PrintedAbility, granted: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The effect of a static ability in the record's form, or None where it is not that plain.

    `granted` are the abilities printed within it, in order, as a record writes them.
    """
    if ability.kind != "static" or ability.keyword or ability.is_spell:
        return None
    text = ability.outer
    for number in range(len(granted)):
        text = text.replace("«»", f"«{number}»", 1)
    text = text.strip().rstrip(".")
    subject = _SUBJECT.match(text)
    if (
        subject is None
        or subject.group("subtype") in _NO_SUBTYPE
        or "." in text
        or "«»" in text
        or _CONDITION.search(text)
    ):
        return None
    if subject.group() == "Enchanted permanent" and re.search(r" is an? [A-Z][\w ]+$", text):
        return None  # the name of a card, or types that only its reader knows
    effect: dict[str, Any] = {"affects": _affects(subject)}
    rest = text[subject.end() :].lstrip()
    while rest:
        taken = _predicate(rest, effect, granted)
        if taken is None:
            return None
        rest = rest[taken:]
        joint = _JOINT.match(rest)
        if rest and joint is None:
            return None
        rest = rest[joint.end() :] if joint else ""
    return effect if len(effect) > 1 else None

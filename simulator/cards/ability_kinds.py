"""Which of the general categories an ability belongs to (CR 113.3, 614.1)."""

from __future__ import annotations

import re

from events.cards import AbilityKind

_ABILITY_WORD = re.compile(r"^(?:[A-Z0-9][^—.:\"]{0,60}?) — (?=[A-Z~{•\[])")
_CHAPTER = re.compile(r"^[IVX]+(?:, [IVX]+)* — ")
_TRIGGER = re.compile(r"(?:Whenever|When|At the beginning|At end|At the end|At the next)\b")
_LATER_TRIGGER = re.compile(r"^[^.]{0,120}, (?:when|whenever) ")
_COST_WORDS = (
    r"(?:\{|\[|[+\u2212\u2013-]?\d+$|[+\u2212\u2013-]?X$|0$|Sacrifice|Discard|Exile|Pay|Remove|Tap|Untap|Return|Reveal|Put|Mill|Choose|Collect"
    r"|Forage|Exert|Blight|Waterbend|Say|Crank|Unattach|Behold|Have|Conjure|Get|Gain|Roll|Cycle|Move|Flip|Turn|Clap)"
)
_COST = re.compile(rf"^(?:{_COST_WORDS})[^\"“]*$")
_REPLACEMENT = re.compile(
    r"\bAs (?:~|(?:this|it|each|an?|you|enchanted|another)\b)[^.]*\b(?:enters|is turned face up|enter|transforms|is unlocked|becomes)\b"
    r"|\benters? (?:[^.]{0,30}? )?(?:tapped|with|as a copy|as copies|prepared|under)"
    r"|\bwould\b[^.]*\binstead\b|\binstead\b[^.]*\bwould\b|\bhave (?:~|this \w+|it) enter\b|^Skip "
    r"|\bprevent (?:all|that|the next|\d|X)\b|^If [^.]*\bwould\b",
)
_STATIC_ON_A_SPELL = re.compile(
    r"As an additional cost|(?:~|[Tt]his spell) (?:costs|can't be|can be cast)|You may cast (?:~|this spell|this card)"
    r"|rather than pay|[Cc]ast this spell only|If this (?:card|spell) is in your|Players can't|You may (?:pay|exile|discard|sacrifice|reveal|return|tap|remove|put|have)[^.]* rather than"
    r"|If [^.]*, you may (?:pay|cast) [^.]*rather than|Spells you cast|~ can't be |If an effect causes you to discard|If you cast this spell|This spell has |~ has "
    r"|For each player|A deck can have",
)


def strip_ability_word(text: str) -> str:
    """The text without an ability word, a flavor word or a chapter number before it (CR 207.2c, d)."""
    return _ABILITY_WORD.sub("", _CHAPTER.sub("", text), count=1)


def cost_of(text: str) -> tuple[str, str] | None:
    """(cost, effect) of an activated ability (CR 113.3b), or None."""
    body = strip_ability_word(text)
    head, colon, effect = body.partition(": ")
    if not colon or "." in head.replace("...", "").rstrip(".") or not _COST.match(head.strip()):
        return None
    return head, effect


def kind_of(text: str, *, is_spell: bool) -> AbilityKind:
    """The category of an ability that is no keyword, from its words."""
    body = strip_ability_word(text)
    if _CHAPTER.match(text) or text.startswith(("Visit — ", "Prize — ")) or _TRIGGER.match(body):
        return "triggered"
    if cost_of(text) is not None:
        return "activated"
    if is_spell:
        if _STATIC_ON_A_SPELL.match(body) or body.startswith(
            ("As an additional cost", "This spell costs")
        ):
            return "static"
        return "spell"
    if _REPLACEMENT.search(body.split("\n")[0]):
        return "replacement"
    if _LATER_TRIGGER.match(body) and not body.startswith(("As ", "If ")):
        return "triggered"
    return "static"

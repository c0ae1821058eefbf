"""Splitting Oracle text into abilities (CR 113.2c, 207.2, 603.11, 700.2).

A paragraph is an ability, with these exceptions: keywords strung together are one each; a modal
ability takes in its bullets, but an ability behind an anchor word is its own (CR 614.12c), and so is one behind a level or a station symbol
(CR 721.2), which leaves out when the object has it; a static
ability and the triggers linked to it share a paragraph (CR 603.11); champion is two (CR 702.72a).
Ids are stable as long as the text is: a letter for the face, the number of the paragraph, and a
letter for the second and later ability of one paragraph: `a1`, `a2`, `a2b`, `b1`. An ability printed
within another (CR 607.1a) adds its number to that: `a2-g1`.
"""

from __future__ import annotations

import re

import msgspec

from events.cards import AbilityKind
from simulator.cards.ability_kinds import kind_of, strip_ability_word
from simulator.cards.keyword_abilities import keywords_of_line
from simulator.cards.own_name import names_for_itself, with_own_name
from simulator.cards.printed import PrintedCard

_REMINDER = re.compile(r"\s*\([^()]*\)")
_QUOTED = re.compile(r"[\"“]([^\"“”]{4,})[\"”]")
_SENTENCE = re.compile(r"(?<=[.!])\s+(?=[A-Z~{])|(?<=[.!][\"”])\s+(?=[A-Z~{])")
_TRIGGER = re.compile(r"(?:Whenever|When|At the beginning)\b")
_ANCHOR = re.compile(r"• ([^—•]+?) — (?=\S)")
_LEVEL = re.compile(r"(?:LEVEL \d+(?:-\d+|\+)|\d+\+ \||[*\d]+/[*\d]+)")
_ROW = re.compile(r"\d+(?:[—\u2013-]\d+|\+)? \| ")
_STRIATION = re.compile(r"\d+\+ \| (?=\S)")
_CHAPTER = re.compile(r"^[IVX]+(?:, [IVX]+)* — ")
_ITSELF = r"(?:~|this (?!turn|way|token)[A-Za-z-]+)"
_CLAUSE = re.compile(r", (?:and |then |but )?|[.:—] |\bif you do, |\bexcept ", re.IGNORECASE)
_BEGINS_WITH_ITSELF = re.compile(
    rf"(?:and |then |have |you may have )?{_ITSELF}(?!['\w])", re.IGNORECASE
)
_BEGINS_WITH_A_PRONOUN = re.compile(r"(?:and |then )?(?:it|he|she|they)\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"(?:and )?(?:has|have|is|are|gains?|gets?|becomes?|loses?|with|it's|he's|she's|until|in addition)\b",
    re.IGNORECASE,
)
_SOMETHING_ELSE = re.compile(
    r"\b(?:tokens?|target|cards?|another|boon|emblem|spell|permanent|creatures?)\b", re.IGNORECASE
)
_STANDS_FOR_TWO = ("Champion ", "Squad", "Offspring")
_CHOOSES_A_COLOR_OF_ITS_OWN = re.compile(r"(?<=\.) (?=~ is the chosen )")


class PrintedAbility(msgspec.Struct, frozen=True):
    """An ability as printed, where it stands, and the abilities printed within it."""

    id: str
    kind: AbilityKind
    text: str
    """Its words, with reminder text left out and `~` for the object's own name."""
    face: int
    paragraph: int
    printed: str
    """The same with the name as printed."""
    grants: tuple[PrintedAbility, ...] = ()
    to_itself: bool = True
    """Of an ability printed within another: whether the object itself gets it (CR 607.1a)."""
    keyword: bool = False
    anchor: str | None = None
    is_spell: bool = False

    @property
    def outer(self) -> str:
        """The text without what is quoted in it."""
        return _QUOTED.sub("«»", self.text)


def without_reminder(text: str) -> str:
    """The text without what stands in parentheses (CR 207.2a)."""
    return _REMINDER.sub("", text).strip()


def _letters(number: int) -> str:
    return "" if number == 0 else chr(ord("a") + number)


def _paragraphs(text: str, options: tuple[str, ...]) -> list[tuple[int, str, str | None]]:
    """(number of the line, text, anchor word) of each ability's paragraph, bullets joined to their ability."""
    found: list[tuple[int, str, str | None]] = []
    lines = [without_reminder(line) for line in text.split("\n")]
    station = "Station" in lines
    for number, line in enumerate(lines, start=1):
        body = _STRIATION.sub("", line, count=1) if station else line
        if not body or _LEVEL.fullmatch(body):
            continue
        anchor = _ANCHOR.match(body)
        if anchor and anchor.group(1).strip().casefold() in options:
            found.append((number, body[anchor.end() :], anchor.group(1).strip()))
        elif found and (body.startswith(("•", "+ {")) or _ROW.match(body)):
            first, before, word = found[-1]
            found[-1] = (first, f"{before}\n{body}", word)
        else:
            found.append((number, body, None))
    return found


_CAPITALS = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
_OPTIONS = re.compile(
    rf"\b[Cc]hooses? ((?:{_CAPITALS}(?:, (?:or )?| or )){{1,5}}{_CAPITALS})(?=[.,]|$)"
)


def anchor_words(text: str) -> tuple[str, ...]:
    """The words a player chooses between (CR 614.12c, 607.2m), in small letters."""
    found: list[str] = []
    for match in _OPTIONS.finditer(without_reminder(text)):
        found += [
            word.strip().casefold()
            for word in re.split(r",? or |, ", match.group(1))
            if word.strip()
        ]
    return tuple(found)


def _sentences(body: str) -> list[str]:
    """The sentences of a text; what stands in quotation marks stays in one piece."""
    found: list[str] = []
    for part in _SENTENCE.split(body):
        if found and found[-1].count('"') % 2:
            found[-1] += f" {part}"
        elif part:
            found.append(part)
    return found


def _parts(body: str, is_spell: bool) -> list[tuple[str, AbilityKind, bool]]:
    """The abilities of one paragraph: (text, kind, is a keyword)."""
    keywords = keywords_of_line(body)
    if keywords:
        return [(keyword, "keyword", True) for keyword in keywords]
    kind = kind_of(body, is_spell=is_spell)
    if kind in {"static", "replacement"} and "\n" not in body:
        choice, *rest = _CHOOSES_A_COLOR_OF_ITS_OWN.split(body)
        if rest and "before the game begins" in choice:
            return [(choice, "static", False), *((text, "static", False) for text in rest)]
        sentences = _sentences(body)
        for position, sentence in enumerate(sentences):
            if position and _TRIGGER.match(sentence):
                first = " ".join(sentences[:position])
                pieces: list[str] = []
                for text in sentences[position:]:
                    if _TRIGGER.match(text) or not pieces:
                        pieces.append(text)
                    else:
                        pieces[-1] += f" {text}"
                return [(first, kind, False), *((piece, "triggered", False) for piece in pieces)]
    return [(body, kind, False)]


def _gives_to_itself(sentence: str, earlier: str) -> bool:
    """Whether the object itself is what gets a quoted ability, from the words before the quotation."""
    for clause in reversed([part.strip() for part in _CLAUSE.split(sentence)]):
        if not clause or _GOES_ON.match(clause):
            continue
        if _BEGINS_WITH_ITSELF.match(clause):
            return not re.search(r"\b(?:creates?|boon|emblem)\b", clause)
        if not _BEGINS_WITH_A_PRONOUN.match(clause):
            return False
        if re.search(r"\b(?:as|becomes) a copy\b", sentence):
            return bool(re.search(_ITSELF, sentence, re.IGNORECASE))
        said = sentence[: sentence.rfind(clause)] or earlier
        others = _SOMETHING_ELSE.search(re.sub(_ITSELF, "", said, flags=re.IGNORECASE))
        return others is None and bool(re.search(_ITSELF, said, re.IGNORECASE))
    return False


def _granted(outer: PrintedAbility, names: tuple[str, ...]) -> tuple[PrintedAbility, ...]:
    """The abilities printed within quotation marks, numbered in order (CR 607.1a, 113.10)."""
    found: list[PrintedAbility] = []
    for match in _QUOTED.finditer(outer.printed):
        inside = match.group(1)
        before = _QUOTED.sub("", with_own_name(outer.printed[: match.start()], names))
        earlier, sentence = ["", "", *_sentences(before)][-2:]
        to_itself = _gives_to_itself(sentence, earlier)
        is_a_sentence = (
            re.search(r"[.!]$|^[A-Z][a-z]+( \w+)?$|^[^.]{1,40}: ", inside.strip())
            and '" ' not in inside
        )
        if not is_a_sentence and not keywords_of_line(inside.rstrip(",.")):
            continue
        text = with_own_name(inside, names, "~" if to_itself else "{source}")
        found.append(
            PrintedAbility(
                id=f"{outer.id}-g{len(found) + 1}",
                kind="keyword"
                if keywords_of_line(inside.rstrip(",."))
                else kind_of(text, is_spell=False),
                text=text.rstrip(","),
                face=outer.face,
                paragraph=outer.paragraph,
                printed=inside.rstrip(","),
                to_itself=to_itself,
            )
        )
    return tuple(found)


def _doubled(ability: PrintedAbility) -> tuple[PrintedAbility, ...]:
    """The two abilities that champion, squad and offspring each stand for (CR 702.72a, 702.157a, 702.175a)."""
    name, _, rest = ability.text.partition(" ")
    if name == "Champion":
        what = rest.split(" ", 1)[-1]
        first = msgspec.structs.replace(
            ability,
            kind="triggered",
            text=f"When ~ enters, sacrifice it unless you exile another {what} you control.",
        )
        second = "When ~ leaves the battlefield, return the exiled card to the battlefield under its owner's control."
    else:
        first = ability
        times = "for each time its squad cost was paid" if name == "Squad" else "that is 1/1"
        second = f"When ~ enters, if its {name.casefold()} cost was paid, create a token copy of it {times}."
    return first, msgspec.structs.replace(
        ability, id=f"{ability.id}b", kind="triggered", text=second
    )


def abilities_of_face(card: PrintedCard, face: int) -> tuple[PrintedAbility, ...]:
    """The abilities printed on one face, in order."""
    printed = card.faces[face]
    names = names_for_itself(card, face)
    letter = chr(ord("a") + face)
    found: list[PrintedAbility] = []
    for number, body, anchor in _paragraphs(printed.text, anchor_words(printed.text)):
        parts = _parts(with_own_name(body, names), printed.is_spell)
        as_printed = [text for text, _, _ in _parts(body, printed.is_spell)]
        for position, (text, kind, keyword) in enumerate(parts):
            ability = PrintedAbility(
                id=f"{letter}{number}{_letters(position)}",
                kind=kind,
                text=text,
                face=face,
                paragraph=number,
                printed=as_printed[position] if len(as_printed) == len(parts) else text,
                keyword=keyword,
                anchor=anchor,
                is_spell=printed.is_spell,
            )
            if keyword and text.startswith(_STANDS_FOR_TWO):
                found += _doubled(ability)
                continue
            grants = _granted(ability, names)
            found.append(msgspec.structs.replace(ability, grants=grants) if grants else ability)
    return tuple(found)


def abilities_of(card: PrintedCard) -> tuple[PrintedAbility, ...]:
    """The abilities printed on a card, face by face."""
    return tuple(
        ability for face in range(len(card.faces)) for ability in abilities_of_face(card, face)
    )


__all__ = [
    "PrintedAbility",
    "abilities_of",
    "abilities_of_face",
    "anchor_words",
    "strip_ability_word",
    "without_reminder",
]

"""A name as it was built: word by word, each with the step it came by (CR 123.6c)."""

from __future__ import annotations

import msgspec

from projections.derived import NameStep
from projections.names import Derivation
from projections.stickers import words_of
from simulator.explain import EVENT, STEPS, TURNED, WORD_FIRST, reasons
from simulator.messages import Translator

COLOURS = 8
"""How many colours tell steps apart; behind them they begin again, so each word is named too."""


class Word(msgspec.Struct, frozen=True):
    """A word of a name and the number of the step that brought it; 0 is the copiable name."""

    text: str
    step: int

    @property
    def colour(self) -> int:
        """Which colour the word has."""
        return 0 if self.step == 0 else (self.step - 1) % (COLOURS - 1) + 1


Name = tuple[Word, ...]


class Step(msgspec.Struct, frozen=True):
    """One step, worded: what did it, by which rule, at which event and timestamp, and the names after it."""

    number: int
    colour: int
    names: tuple[Name, ...]
    what: str
    short: str
    rule: str
    event: int
    timestamp: int
    when: str
    reasons: tuple[str, ...]


class Built(msgspec.Struct, frozen=True):
    """A whole derivation, worded."""

    object: str
    names: tuple[Name, ...]
    unknown: bool
    steps: tuple[Step, ...]
    remembered: tuple[tuple[str, str, int], ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]


def built(derivation: Derivation, translate: Translator) -> Built:
    """Say of each word of a name where it came from, and of each step why."""
    names_by_step = words_by_step(derivation)
    steps = tuple(
        Step(
            number=number,
            colour=Word("", number).colour,
            names=names,
            what=_what(step, translate),
            short=source_of(step, translate),
            rule=step.rule,
            event=step.event,
            timestamp=step.timestamp,
            when=translate(EVENT).format(event=step.event, timestamp=step.timestamp),
            reasons=tuple(reasons(step, translate)),
        )
        for number, (step, names) in enumerate(zip(derivation.steps, names_by_step, strict=True))
    )
    return Built(
        object=derivation.object,
        names=names_by_step[-1],
        unknown=derivation.unknown,
        steps=steps,
        remembered=tuple((c.before, c.after, c.position) for c in derivation.remembered),
        notes=tuple(
            f"{translate(text)} [CR {rule}]"
            for rule, text in TURNED.items()
            if rule in derivation.rules
        ),
        rules=derivation.rules,
    )


def words_by_step(derivation: Derivation) -> list[tuple[Name, ...]]:
    """After each step, the names as words with the steps they came by."""
    found: list[tuple[Name, ...]] = []
    for number, step in enumerate(derivation.steps):
        before = found[-1] if found else ()
        found.append(tuple(_grown(before, name, step, number) for name in step.names))
    return found


def _grown(before: tuple[Name, ...], name: str, step: NameStep, number: int) -> Name:
    """One name after a step: an earlier one with a word more, an earlier one as it was, or all new."""
    if number and step.rule == "123.6b":
        after = step.detail.get("after")
        for old in before or ((),):
            words = str(step.detail.get("words", "")).split(" ")
            grown = _with_words(
                old, tuple(Word(each, number) for each in words), int(str(after or 0))
            )
            if text_of(grown) == name:
                return grown
    for old in before:
        if text_of(old) == name and step.rule not in {"612.6", "612.8"}:
            return old
    return tuple(Word(part, number) for part in name.split(" "))


def _with_words(name: Name, words: Name, after: int) -> Name:
    """As `projections.stickers.with_word`, keeping where each word is from."""
    if after <= 0:
        return (*words, *name)
    seen = 0
    for index, each in enumerate(name):
        seen += bool(words_of(each.text))
        if seen == after:
            return (*name[: index + 1], *words, *name[index + 1 :])
    return (*name, *words)


def text_of(name: Name) -> str:
    """The name as a text."""
    return " ".join(word.text for word in name)


def source_of(step: NameStep, translate: Translator) -> str:
    """What brought a word, short enough for a legend."""
    if step.rule == "707.2":
        return translate("copiable name")
    if step.rule == "123.6b":
        return translate("name sticker {sticker}").format(**step.detail)
    by = step.detail.get("by")
    if by is not None:
        return translate("effect {by}").format(by=by)
    return f"CR {step.rule}"


def _what(step: NameStep, translate: Translator) -> str:
    template = STEPS.get(step.rule, step.rule)
    if step.rule == "123.6b" and step.detail.get("after") == 0:
        template = WORD_FIRST
    return translate(template).format(**step.detail)

"""A derivation in words: how a name came about, step by step, in English or Spanish (CR 123.6c).

Only words are made here; what happened and why is read off the derivation (`projections.names`). Card
names stay English (CR 201.2).
"""

from __future__ import annotations

from typing import Any

from projections.derived import NameStep
from projections.names import Derivation
from simulator.messages import Translator

NO_NAME = "(no name)"
UNKNOWN = "(printed name not known)"
EVENT = "event {event}, timestamp {timestamp}"
REMEMBERED = (
    "the stickers stayed on from {before} to {after} (event {event}): both zones are public"
)
CITES = "Rules: {rules}"

STEPS: dict[str, str] = {
    "707.2": "its copiable name",
    "123.6b": "name sticker {sticker} adds “{words}” after word {after}",
    "612.8": "{by} sets the name to “{name}”; any name it had is lost",
    "612.7": "{by} gives it more names",
    "612.6": "{by} gives it the full text of {of}",
    "709.5": "its half “{half}” is locked and has no name",
}
"""What each kind of step says; the fields come from the step's detail."""

WORD_FIRST = "name sticker {sticker} adds “{words}” at the beginning"

WHY: dict[str, str] = {
    "406.3a": "a card exiled face down has no name of its own",
    "707.3": "it is a copy: it has the copiable values of {of}, as they were when the copy began",
    "708.2": "it is face down and has only the characteristics listed for it",
    "708.2a": "a face-down creature has no name unless one is listed",
    "709.3b": "on the stack only the half that was cast is there",
    "709.4": "off the stack a split card has the names of both halves",
    "709.4d": "a fused split spell has the names of both halves",
    "709.5": "a Room has the names of both halves, as far as they are unlocked",
    "710.2": "a flip card has its other name only while flipped on the battlefield",
    "712.8a": "off the battlefield and the stack a double-faced card shows its front face",
    "712.8b": "a meld card on the stack has the name of its front face",
    "712.8c": "a double-faced spell has the name of the face that is up",
    "712.8d": "its front face is up",
    "712.8e": "its back face is up",
    "712.8f": "a modal double-faced object has the name of the face that is up",
    "712.8g": "a melded permanent has the name of the combined back face",
    "715.3b": "on the stack as an Adventure it has only the Adventure's characteristics",
    "715.3c": "a copy of an Adventure spell is an Adventure too",
    "715.4": "anywhere but on the stack as an Adventure it has only its normal characteristics",
    "718.3b": "it was cast prototyped; its name stays the same",
    "718.4": "it was not cast prototyped",
    "720.3b": "on the stack as an Omen it has only the Omen's characteristics",
    "720.3c": "a copy of an Omen spell is an Omen too",
    "720.4": "anywhere but on the stack as an Omen it has only its normal characteristics",
    "722.4": "a preparation card has only its normal characteristics",
    "730.2a": "a merged permanent has the characteristics of its topmost component",
}
"""Why an object shows the name it shows before any effect, by rule."""

COPY_OF_SOMETHING = "it is a copy: it has the values the copied card had when the copy began"
CREATED_AS_COPY = "it was created as a copy of {of}"
TURNED = {"123.5a": "the stickers of both melded cards are on it",
          "123.5b": "the stickers of its components are on it"}  # fmt: skip


def in_words(derivation: Derivation, translate: Translator) -> list[str]:
    """A derivation as lines of text: the name, each step with its reason, what was remembered, the rules."""
    lines = [f"{derivation.object}: {_shown(derivation, translate)}"]
    for number, step in enumerate(derivation.steps, 1):
        lines += _step_lines(number, step, derivation, translate)
    for rule, text in TURNED.items():
        if rule in derivation.rules:
            lines.append(f"   - {translate(text)} [CR {rule}]")
    for change in derivation.remembered:
        said = translate(REMEMBERED).format(
            before=change.before, after=change.after, event=change.position
        )
        lines.append(f"   - {said} [CR 123.5, 400.7m]")
    lines.append(
        translate(CITES).format(rules=", ".join(f"CR {rule}" for rule in derivation.rules))
    )
    return lines


def _shown(derivation: Derivation, translate: Translator) -> str:
    names = called(derivation.names, translate)
    if not derivation.unknown:
        return names
    unknown = translate(UNKNOWN)
    return f"{names} {unknown}" if derivation.names else unknown


def called(names: tuple[str, ...], translate: Translator) -> str:
    """Names as one text; several are joined by ` // `."""
    return " // ".join(names) if names else translate(NO_NAME)


def _step_lines(
    number: int, step: NameStep, derivation: Derivation, translate: Translator
) -> list[str]:
    when = translate(EVENT).format(event=step.event, timestamp=step.timestamp)
    names = called(step.names, translate)
    if number == 1 and derivation.unknown:
        names = translate(UNKNOWN)
    lines = [f"{number}. {names}: {_what(step, translate)} [CR {step.rule}; {when}]"]
    lines += [f"   - {text}" for text in reasons(step, translate)]
    return lines


def _what(step: NameStep, translate: Translator) -> str:
    template = STEPS.get(step.rule, step.rule)
    if step.rule == "123.6b" and step.detail.get("after") == 0:
        template = WORD_FIRST
    return translate(template).format(**step.detail)


def reasons(step: NameStep, translate: Translator) -> list[str]:
    """Why the copiable name is what it is: the face that is up, the copy, the status."""
    found: list[str] = []
    of = step.detail.get("of")
    why = step.detail.get("why")
    rules = [str(rule) for rule in why] if isinstance(why, (list, tuple)) else []
    if of is not None and "707.3" not in rules and step.rule == "707.2":
        found.append(f"{translate(CREATED_AS_COPY).format(of=of)} [CR 707.2]")
    for rule in rules:
        template = WHY.get(rule)
        if template is None:
            continue
        if rule == "707.3" and of is None:
            template = COPY_OF_SOMETHING
        found.append(f"{translate(template).format(of=of)} [CR {rule}]")
    return found


def as_json(derivation: Derivation, position: int) -> dict[str, Any]:
    """A derivation in the shape of `why --json`."""
    return {
        "object": derivation.object,
        "position": position,
        "names": list(derivation.names),
        "copiable_names": list(derivation.copiable_names),
        "unknown": derivation.unknown,
        "steps": [
            {
                "rule": step.rule,
                "names": list(step.names),
                "event": step.event,
                "timestamp": step.timestamp,
                "detail": step.detail,
            }
            for step in derivation.steps
        ],
        "remembered": [
            {
                "from": change.before,
                "to": change.after,
                "event": change.position,
                "rules": ["123.5", "400.7m"],
            }
            for change in derivation.remembered
        ],
        "rules": list(derivation.rules),
    }


def as_dot(derivation: Derivation, translate: Translator) -> str:
    """A derivation as a Graphviz graph: a box a name, an arrow a step."""
    lines = ["digraph derivation {", "  rankdir=LR;", "  node [shape=box];"]
    for number, step in enumerate(derivation.steps):
        lines.append(f"  s{number} [label={_quoted(called(step.names, translate))}];")
        if number:
            label = f"{_what(step, translate)}\nCR {step.rule}"
            lines.append(f"  s{number - 1} -> s{number} [label={_quoted(label)}];")
    for number, change in enumerate(derivation.remembered):
        label = f"{change.before} → {change.after}\nCR 123.5, 400.7m"
        lines.append(f"  m{number} [shape=note, label={_quoted(label)}];")
    lines.append("}")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'

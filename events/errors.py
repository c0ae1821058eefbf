"""The errors of the whole project: one base class, fields and not only text.

An error keeps its English template and the values that fill it, so that it can be worded in another
language, and the rule (`CR 400.7`, edition 2026-06-19) and the place it is about.
"""

from __future__ import annotations

from typing import Any

EDITION = "2026-06-19"
"""The edition of the Comprehensive Rules every rule number refers to."""

LONGEST_VALUE = 300
"""Letters of a value that a message repeats; a longer one is cut short."""

LONGEST_MESSAGE = 1500
"""Letters of a whole message; of a longer one the beginning and the end are told."""


def one_line(text: str) -> str:
    """A message in one line of a length people read: what does not print is written out, the middle cut."""
    if len(text) > LONGEST_MESSAGE:
        text = f"{text[: LONGEST_MESSAGE - 300]} ... {text[-290:]}"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _short(value: Any) -> Any:
    if isinstance(value, (float, type(None))) or (isinstance(value, int) and abs(value) < 2**64):
        return value
    text = value if isinstance(value, str) else _written(value)
    if len(text) <= LONGEST_VALUE:
        return value
    return f"{text[:LONGEST_VALUE]}..."


def _written(value: Any) -> str:
    try:
        return str(value)
    except (ValueError, RecursionError):
        return f"{type(value).__name__} too large to write{'.' * LONGEST_VALUE}"


def _filled(advice: str, params: dict[str, Any]) -> str:
    try:
        return advice.format(**params)
    except (KeyError, IndexError, ValueError, AttributeError):
        return advice


class NametrailError(Exception):
    """What was wrong with which input, where, by which rule, and what to do about it."""

    exit_status = 2

    def __init__(
        self,
        template: str,
        *,
        rule: str | None = None,
        place: str | None = None,
        advice: str | None = None,
        **params: Any,
    ) -> None:
        super().__init__(template)
        self.template = template
        self.params: dict[str, Any] = {name: _short(value) for name, value in params.items()}
        self.rule = rule
        self.place = place
        self.advice = advice

    @property
    def problem(self) -> str:
        """What is wrong, in English, without place and rule."""
        return one_line(self.template.format(**self.params))

    def at(self, place: str) -> NametrailError:
        """The same error, told where it happened; a place that is known already stays."""
        if self.place is None:
            self.place = place
        return self

    def __str__(self) -> str:
        head = f"{self.place}: " if self.place else ""
        rule = f" [{self.rule}]" if self.rule else ""
        advice = f"; {_filled(self.advice, self.params)}" if self.advice else ""
        return one_line(f"{head}{self.problem}{advice}{rule}")


class RecordError(NametrailError):
    """What cannot be: a broken line, an unknown reference, a card nobody defined (exit status 2)."""


class RuleBroken(NametrailError):
    """Something that can be written down but that a rule does not allow (exit status 1)."""

    exit_status = 1

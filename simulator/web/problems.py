"""Errors as problem details (RFC 9457): JSON for programs, a page with the same fields for people."""

from __future__ import annotations

from typing import Any

import msgspec

from events.errors import NametrailError, RecordError, RuleBroken
from simulator.messages import Translator
from simulator.web.library import NoSuchGame
from simulator.web.limits import TooMuch

MEDIA_TYPE = "application/problem+json"


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong: `rule` is the rule of the Comprehensive Rules that it goes against."""

    type: str
    title: str
    status: int
    detail: str = ""
    rule: str | None = None
    place: str | None = None
    advice: str | None = None


def problem_of(error: NametrailError, translate: Translator) -> Problem:
    """One of our errors as problem details, in the reader's language."""
    kind, status = kind_and_status(error)
    return Problem(
        type=f"urn:nametrail:problem:{kind}",
        title=translate(TITLES[kind]),
        status=status,
        detail=_filled(translate(error.template), error.params),
        rule=error.rule,
        place=error.place,
        advice=_filled(translate(error.advice), error.params) if error.advice else None,
    )


TITLES: dict[str, str] = {
    "rule-broken": "A rule does not allow this",
    "not-found": "There is no such thing here",
    "too-large": "This is more than the page takes",
    "wrong-input": "The input is wrong",
    "refused": "The request was refused",
    "failed": "Something went wrong in the program",
}
"""What each kind of problem is called."""


def kind_and_status(error: NametrailError) -> tuple[str, int]:
    """Which kind of problem an error is, and the status of the answer."""
    if isinstance(error, TooMuch):
        return "too-large", 413
    if isinstance(error, NoSuchGame):
        return "not-found", 404
    if isinstance(error, RuleBroken):
        return "rule-broken", 409
    if isinstance(error, RecordError):
        return "wrong-input", 422
    return "failed", 500


def problem_of_status(status: int, detail: str, translate: Translator) -> Problem:
    """An error of the protocol as problem details."""
    kind = {404: "not-found", 413: "too-large", 403: "refused", 421: "refused"}.get(
        status, "wrong-input" if status < 500 else "failed"
    )
    return Problem(
        type=f"urn:nametrail:problem:{kind}",
        title=translate(TITLES[kind]),
        status=status,
        detail=detail,
    )


def _filled(template: str, params: dict[str, Any]) -> str:
    try:
        return template.format(**params)
    except (KeyError, IndexError, ValueError, AttributeError):
        return template

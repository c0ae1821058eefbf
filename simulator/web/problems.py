"""Errors as problem details (RFC 9457): JSON for programs, a page with the same fields for people."""

from __future__ import annotations

from typing import Any

import msgspec

from events.errors import NametrailError, RecordError, RuleBroken
from simulator.messages import Translator
from simulator.web.library import NoSuchGame, StoreOutOfReach
from simulator.web.limits import TooMuch
from simulator.web.refusals import NoSuchAddress, Unreadable, WrongMethod, fault

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
    if kind == "failed":
        error = fault()
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
    "wrong-method": "This address takes another kind of request",
    "store-out-of-reach": "The store is out of reach",
    "refused": "The request was refused",
    "failed": "Something went wrong in the program",
}
"""What each kind of problem is called."""


def kind_and_status(error: NametrailError) -> tuple[str, int]:
    """Which kind of problem an error is, and the status of the answer."""
    for classes, kind, status in KINDS:
        if isinstance(error, classes):
            return kind, status
    return "failed", 500


KINDS: tuple[tuple[tuple[type[NametrailError], ...], str, int], ...] = (
    ((TooMuch,), "too-large", 413),
    ((NoSuchGame, NoSuchAddress), "not-found", 404),
    ((WrongMethod,), "wrong-method", 405),
    ((Unreadable,), "wrong-input", 400),
    ((StoreOutOfReach,), "store-out-of-reach", 503),
    ((RuleBroken,), "rule-broken", 409),
    ((RecordError,), "wrong-input", 422),
)
"""The kind and status of each class of errors; the first that fits."""


def problem_of_refusal(status: int, detail: str, translate: Translator) -> Problem:
    """What the gate does not let in as problem details."""
    return Problem(
        type="urn:nametrail:problem:refused",
        title=translate(TITLES["refused"]),
        status=status,
        detail=detail,
    )


def _filled(template: str, params: dict[str, Any]) -> str:
    try:
        return template.format(**params)
    except (KeyError, IndexError, ValueError, AttributeError):
        return template

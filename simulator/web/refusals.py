"""What the web framework refuses, in our own words: each with what to do, so that it can be said in Spanish too."""

from __future__ import annotations

from litestar.exceptions import HTTPException

from events.errors import NametrailError, RecordError
from simulator.web.limits import Limits, TooMuch

CLIENTS_FAULT = range(400, 500)


class NoSuchAddress(RecordError):
    """Nothing of the page has this address."""


class WrongMethod(RecordError):
    """The address is one of the page's, but is not asked so: a form's as a link, or the other way round."""


class Unreadable(RecordError):
    """A request with a value that cannot be, or that is no form."""


def refused(error: HTTPException, limits: Limits) -> NametrailError:
    """Our error for one of the framework."""
    status = error.status_code
    if status not in CLIENTS_FAULT:
        return fault()
    if status == 404:
        return NoSuchAddress(
            "there is nothing at this address",
            advice="look whether it is written as it should be, or begin at the first page: /",
        )
    if status == 405:
        methods = (error.headers or {}).get("allow", "GET")
        return WrongMethod(
            "this address is not asked so", methods=methods, advice="it takes {methods}"
        )
    if status == 413:
        return TooMuch(
            "what was sent has more than {most} bytes",
            most=limits.most_bytes,
            advice="pack the record with gzip, or use the command line: nametrail replay",
        )
    names = values_meant(error)
    if names:
        return Unreadable(
            "the value of {names} is missing or is none that can be",
            names=names,
            advice="go back and choose again; every page's links and forms send what is needed",
        )
    return Unreadable(
        "what was sent cannot be read",
        advice="send a form as the page does; a record is the file 'record' of its form",
    )


def values_meant(error: HTTPException) -> str:
    """The values of an address or a form that a framework's error is about, as they are called there."""
    missing = error.__cause__
    if isinstance(missing, KeyError):
        return str(missing.args[0])
    wrong = error.extra if isinstance(error.extra, list) else []
    return ", ".join(str(each["key"]).rstrip("_") for each in wrong if each.get("key"))


def fault() -> NametrailError:
    """What a reader is told of a mistake of the program: nothing of its inside, which is in the log."""
    return NametrailError(
        "the program made a mistake",
        advice="try again; if it comes again, report what you did: the reason is in the server's log",
    )

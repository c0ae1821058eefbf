"""One record put through everything a user can ask of it, and what must not happen while it is."""

from __future__ import annotations

import io
import re
import resource
import signal
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from events.errors import NametrailError
from events.record import Record, read_record
from projections.names import derive
from projections.state import Lookup, State
from simulator.audit import audit
from simulator.check import check
from simulator.commands.records import Moment, Opened
from simulator.explain import as_dot, as_json, in_words
from simulator.link_words import links_as_json
from simulator.lookup import card_lookup
from simulator.messages import translator, worded
from simulator.shapes import state_shape

NAME = "record.jsonl"
LONGEST_MESSAGE = 2000
MOST_ASKED = 40

_PLACE = re.compile(r"[^\n]*?:\d+: ")


class TooLongError(BaseException):
    """More processor time than a record may take; no `except Exception` keeps it."""


@cache
def _cards() -> Lookup:
    return card_lookup()


@contextmanager
def bounded(seconds: float) -> Generator[None, None, None]:
    """Raise TooLongError after so much processor time of this process; a busy machine does not count."""

    def over(_number: int, _frame: Any) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def limit_memory(megabytes: int) -> None:
    """Let this process have no more than so much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def peak_megabytes() -> int:
    """The most memory this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def ordeal(source: bytes | Path) -> int:
    """Check a record, audit it, ask for its states and why each name is so; the exit status of `check`.

    Raises AssertionError for a message that is not one line with a place, and whatever else goes wrong.
    """
    result = check(_lines(source), _cards(), NAME)
    assert result.exit_status in {0, 1, 2}
    if result.error is not None:
        message_is_one_line(result.error)
    msgspec.json.encode([result.failures, result.passed, result.failed])
    try:
        record = read_record(_lines(source), NAME, strict=False)
    except NametrailError as error:
        message_is_one_line(error)
        assert result.exit_status == 2
        return 2
    _audited(record)
    for strict in (True, False):
        moment = _moment(record, strict=strict)
        if moment is not None:
            _told(moment.state)
    return result.exit_status


def message_is_one_line(error: NametrailError) -> None:
    """An error says where it happened and why, in one line of a length people can read."""
    for message in (str(error), worded(error, "en"), worded(error, "es")):
        assert _PLACE.match(message), f"no place: {message[:200]!r}"
        assert len(message.splitlines()) == 1, f"not one line: {message[:200]!r}"
        assert len(message) <= LONGEST_MESSAGE, f"{len(message)} letters: {message[:200]!r}"


def _lines(source: bytes | Path) -> Path | Iterable[bytes]:
    return io.BytesIO(source) if isinstance(source, bytes) else source


def _audited(record: Record) -> None:
    try:
        found = audit(record, _cards())
    except NametrailError as error:
        message_is_one_line(error)
        return
    assert found.exit_status in {0, 1, 2}
    for fault in found.faults[:MOST_ASKED]:
        message_is_one_line(fault.error)
    if found.error is not None:
        message_is_one_line(found.error)
    msgspec.json.encode(found.as_json())


def _moment(record: Record, *, strict: bool) -> Moment | None:
    try:
        moment = Opened(record, _cards(), strict).moment(None)
    except NametrailError as error:
        message_is_one_line(error)
        return None
    if moment.error is not None:
        message_is_one_line(moment.error)
    return moment


def _told(state: State) -> None:
    msgspec.json.encode(state_shape(state))
    for object_ in list(state.objects.values())[:MOST_ASKED]:
        derivation = derive(state, object_)
        in_words(derivation, translator("en"))
        as_dot(derivation, translator("es"))
        msgspec.json.encode(as_json(derivation, state.position))
        msgspec.json.encode(links_as_json(state, object_))

"""Logs by structlog, on standard error; nothing of a player's hidden cards goes into one.

`logger()` gives a logger; `configure` is called once by the command line. structlog is imported when something
is logged or configured, not before.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


def logger(**bound: Any) -> Any:
    """A logger with these facts bound to every line: the game, the position, the event."""
    import structlog

    if not structlog.is_configured():
        configure()
    return structlog.get_logger(**bound)


def configure(*, as_json: bool = False, level: str = "warning") -> None:
    """Send logs to standard error, worded for people or as a JSON document a line."""
    import structlog

    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if as_json:
        shared += [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    else:
        shared.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()))
    structlog.configure(
        processors=shared,
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS.get(level, logging.WARNING)),
        logger_factory=_ToStandardError,
        cache_logger_on_first_use=False,
    )


class _ToStandardError:
    """Writes a line to what standard error is at that moment."""

    def __init__(self, *_: Any) -> None:
        pass

    def msg(self, message: str) -> None:
        """Write one line."""
        print(message, file=sys.stderr, flush=True)

    log = debug = info = warning = warn = error = critical = fatal = exception = failure = msg

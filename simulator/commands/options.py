"""The options that commands have in common."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import App, Group, Parameter

from simulator.messages import LANGUAGES

_EVERYWHERE = Group("Options of every command", sort_key=9)

AsJson = Annotated[bool, Parameter(name="--json", help="print one JSON document and nothing else")]
At = Annotated[
    int | None, Parameter(name="--at", help="after this many events; by default after the last")
]

AsItHappened = Annotated[
    bool,
    Parameter(name="--as-it-happened", help="go on where an event breaks a rule, as audit does"),
]


def _known_language(_: type, value: str | None) -> None:
    """Refuse a language we do not speak."""
    if value is not None and value.replace("_", "-").split("-")[0].lower() not in LANGUAGES:
        message = f"there is no language {value!r}; choose one of {', '.join(LANGUAGES)}"
        raise ValueError(message)


@Parameter(name="*", group=_EVERYWHERE)
@dataclass(frozen=True)
class Options:
    """What any command takes.

    Attributes:
        lang: the language of explanations: en or es; by default the locale's
        db: the event store: the path of an SQLite file, or postgresql://...
        cards: a card file (Scryfall, MTGJSON, Arena's database, a list of names) for this once
        log_json: write logs as JSON, a document a line
        log_level: debug, info, warning or error
    """

    lang: Annotated[str | None, Parameter(validator=_known_language)] = None
    db: Annotated[str | None, Parameter(env_var="NAMETRAIL_DB")] = None
    cards: Annotated[Path | None, Parameter(env_var="NAMETRAIL_CARDS")] = None
    log_json: bool = False
    log_level: str = "warning"

    def __post_init__(self) -> None:
        """Logging is set up as soon as its options are known, and only if anything was asked."""
        if self.log_json or self.log_level != "warning":
            from simulator.logs import configure

            configure(as_json=self.log_json, level=self.log_level)


DEFAULTS = Options()


def group(name: str, about: str) -> App:
    """A command that has commands of its own."""
    return App(
        name=name,
        help=about,
        version_flags=(),
        result_action="return_value",
        default_parameter=Parameter(negative=()),
    )

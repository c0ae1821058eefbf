"""What is wrong with a command line or with the machine, as errors of ours: they can be told in any language."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from events.errors import NametrailError

if TYPE_CHECKING:
    from cyclopts import CycloptsError

HELP = "see nametrail {command}--help"


class UsageError(NametrailError):
    """A command line that no command understands, or that this machine cannot carry out (exit status 2)."""


def unknown_command(word: str, commands: Iterable[str], within: str = "") -> UsageError:
    """There is no such command; the one that looks like it, if there is one."""
    near = difflib.get_close_matches(word, list(commands), n=1)
    if near:
        return UsageError(
            "there is no command {word!r}, did you mean {near!r}?",
            word=within + word, near=within + near[0], advice=HELP, command=within,
        )  # fmt: skip
    return UsageError(
        "there is no command {word!r}", word=within + word, advice=HELP, command=within
    )


def wrong_words(error: CycloptsError, command: str) -> UsageError:
    """What the parser of the command line complains of."""
    import cyclopts.exceptions as parsing  # noqa: PLC0415 - only where a command line is wrong

    parameter = _parameter(error)
    if isinstance(error, parsing.UnknownOptionError):
        option = error.token.keyword or error.token.value
        names = [name for each in error.argument_collection for name in each.names]
        near = difflib.get_close_matches(option, names, n=1)
        if near:
            return UsageError(
                "there is no option {option}, did you mean {near}?",
                option=option, near=near[0], advice=HELP, command=f"{command} ",
            )  # fmt: skip
        return UsageError(
            "there is no option {option}", option=option, advice=HELP, command=f"{command} "
        )
    if (
        isinstance(error, parsing.UnknownCommandError)
        and error.app is not None
        and error.unused_tokens
    ):
        return unknown_command(error.unused_tokens[0], error.app, f"{command} ")
    if isinstance(error, parsing.RepeatArgumentError):
        return UsageError(
            "{parameter} is given more than once",
            parameter=error.token.keyword, advice=HELP, command=f"{command} ",
        )  # fmt: skip
    if isinstance(error, parsing.CoercionError) and error.token is not None:
        return UsageError(
            "{value!r} is no value for {parameter}",
            value=error.token.value, parameter=parameter, advice=HELP, command=f"{command} ",
        )  # fmt: skip
    if (
        isinstance(error, parsing.MissingArgumentError)
        and type(error) is not parsing.ConsumeMultipleError
    ):
        return UsageError(
            "{parameter} is missing, or has no value",
            parameter=parameter, advice=HELP, command=f"{command} ",
        )  # fmt: skip
    if isinstance(error, parsing.UnusedCliTokensError):
        return UsageError(
            "too many words: {words}",
            words=" ".join(error.unused_tokens or ()), advice=HELP, command=f"{command} ",
        )  # fmt: skip
    return UsageError("{why}", why=str(error), advice=HELP, command=f"{command} ")


def _parameter(error: CycloptsError) -> str:
    """The parameter as the overview writes it: `--at` for an option, `RECORD` for a word by its place."""
    argument = error.argument
    if argument is None:
        return "?"
    return (
        argument.names[0]
        if argument.field_info.is_keyword_only
        else argument.name.lstrip("-").upper()
    )


def missing_library(module: str, extra: str) -> UsageError:
    """A library that is not installed, with the line that installs it."""
    return UsageError(
        "this needs the library {module}, which is not installed",
        module=module, advice="pip install 'nametrail[{extra}]'", extra=extra,
    )  # fmt: skip


def about_file(error: OSError) -> UsageError:
    """An operating system's error, with the file first."""
    why = error.strerror or str(error) or type(error).__name__
    if error.filename:
        return UsageError("{file}: {why}", file=str(error.filename), why=why)
    return UsageError("{why}", why=why)


def too_large(error: MemoryError | RecursionError) -> UsageError:
    """An input that no machine, or not this one, can hold."""
    return UsageError(
        "the input is too large or too deeply nested ({kind})", kind=type(error).__name__
    )


def unexpected(error: Exception) -> UsageError:
    """A fault of ours, told as such."""
    return UsageError(
        "internal error: {kind}: {why}",
        kind=type(error).__name__, why=str(error), advice="NAMETRAIL_DEBUG=1 shows where",
    )  # fmt: skip

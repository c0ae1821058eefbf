"""The command line: which commands there are, and what becomes of their errors.

Each command is a module of `simulator.commands`, imported when it is asked for. Exit status: 0 fine; 1 what was
asked does not hold; 2 the command or its input is wrong. An error is one line on standard error, never a
traceback (`NAMETRAIL_DEBUG=1` shows it to developers).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cyclopts import App

    from events.errors import NametrailError

FINE, FAILED, WRONG = 0, 1, 2
INTERRUPTED = 130

# What `-` is while the command line is parsed: no option, and no file.
STANDARD_INPUT = "\0standard input"

ABOUT = "nametrail replays recorded games of Magic: The Gathering and says which object each card is,\nwhat it is called, and by which rules."

# name -> where it lives, what it takes, what it does
COMMANDS: dict[str, tuple[str, str, str]] = {
    "replay": (
        "replay:replay",
        "RECORD [--at N] [--from N]",
        "the game as a timeline, with every name that changed",
    ),
    "state": (
        "state:state",
        "RECORD [--at N] [--zone Z]",
        "every object: zone, controller, names, stickers",
    ),
    "why": (
        "why:why",
        "RECORD OBJECT [--at N]",
        "how a name came about, step by step, with the rules",
    ),
    "links": (
        "links:links",
        "RECORD OBJECT [--at N]",
        "what each linked ability refers to, and why",
    ),
    "check": ("check:check", "RECORD...", "whether a record's expectations hold"),
    "audit": ("audit:audit", "RECORD...", "every rule a recorded game broke"),
    "positions": (
        "positions:positions",
        "RECORD OBJECT WORDS [--at N]",
        "the names a name sticker could give",
    ),
    "fork": ("fork:fork", "RECORD --at N -o NEW", "the game up to N, to be continued differently"),
    "import": (
        "importing:app",
        "arena|cockatrice FILE... -o DIR",
        "recordings of other programs into records",
    ),
    "store": (
        "store:app",
        "add|list|export|verify|find",
        "the event store, in SQLite or PostgreSQL",
    ),
    "play": ("play:play", "GAME", "goes on with a stored game, offering what is legal"),
    "cards": (
        "cards:app",
        "use|show|linked",
        "the card file in use, and what is printed on a card",
    ),
    "bulk": ("bulk:bulk", "DIR... -o OUT", "replays any number of records into Parquet"),
    "serve": (
        "serve:serve",
        "[--port P] [--host H]",
        "the web page, on the loopback address unless told otherwise",
    ),
    "export": ("export_html:app", "html RECORD -o FILE", "a game as one self-contained HTML file"),
    "bench": ("bench:bench", "[NAME...]", "the benchmarks, as ratios measured in one run"),
    "schema": ("schema:schema", "", "the JSON Schema of the record format"),
    "demo": ("demo:demo", "", "the worked examples of CR 123.6 and a real game, explained"),
}

# Options that may also stand before the command.
_EVERYWHERE = {
    "--db": True,
    "--lang": True,
    "--cards": True,
    "--log-level": True,
    "--log-json": False,
}

# What to install for a library that only some commands need.
_EXTRAS = {
    "psycopg": "postgres",
    "psycopg_pool": "postgres",
    "google": "cockatrice",
    "litestar": "web",
    "uvicorn": "web",
    "jinja2": "web",
    "markupsafe": "web",
    "anyio": "web",
    "babel": "web",
    "distributed": "bulk",
    "dask": "bulk",
    "pyarrow": "bulk",
    "chess": "bench",
    "pytest_benchmark": "bench",
    "prompt_toolkit": "play",
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The command `nametrail`: runs it and leaves with its exit status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status; errors become one line on standard error."""
    words = _hoisted(list(arguments))
    if not words or words[0] in {"--help", "-h", "help"}:
        print(overview())
        return FINE
    if words[0] == "--version":
        from simulator import __version__

        print(__version__)
        return FINE
    if words[0] not in COMMANDS:
        from simulator.usage import unknown_command

        return _tell(unknown_command(words[0], COMMANDS), words)
    _never_fail_on_characters()
    return _guarded(words)


def overview() -> str:
    """What `nametrail --help` prints, without importing any command."""
    lines = [ABOUT, "", "usage: nametrail COMMAND ...", ""]
    width = max(len(f"{name} {takes}") for name, (_, takes, _) in COMMANDS.items()) + 2
    lines += [f"  {f'{name} {takes}':{width}}{does}" for name, (_, takes, does) in COMMANDS.items()]
    lines += [
        "",
        "nametrail COMMAND --help tells more. RECORD is a file, - for standard input, or the id of a game in the",
        "store. Most commands take --json; --lang en|es, --db, --cards, --log-json go with any. NO_COLOR is honoured.",
    ]
    return "\n".join(lines)


def application() -> App:
    """All commands as one cyclopts application; each is imported when it is used."""
    from cyclopts import App, Parameter

    app = App(
        name="nametrail",
        help=ABOUT,
        version_flags=(),
        result_action="return_value",
        exit_on_error=False,
        print_error=False,
        suppress_keyboard_interrupt=False,
        default_parameter=Parameter(negative=()),
    )
    for name, (home, _, _) in COMMANDS.items():
        app.command(f"simulator.commands.{home}", name=name)
    return app


def _guarded(words: list[str]) -> int:
    """Run a command; whatever goes wrong becomes one line and an exit status."""
    from cyclopts import CycloptsError

    from events.errors import NametrailError
    from simulator import usage

    try:
        status = application()(words)
        sys.stdout.flush()
    except NametrailError as error:
        return _tell(error, words)
    except CycloptsError as error:
        return _tell(usage.wrong_words(error, words[0]), words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return FINE
    except ModuleNotFoundError as error:
        module = (error.name or "").split(".")[0]
        if module not in _EXTRAS:
            return _unexpected(error, words)
        return _tell(usage.missing_library(module, _EXTRAS[module]), words)
    except OSError as error:
        return _tell(usage.about_file(error), words)
    except (MemoryError, RecursionError) as error:
        return _tell(usage.too_large(error), words)
    except Exception as error:  # noqa: BLE001 - a user never sees a traceback
        return _unexpected(error, words)
    return status if isinstance(status, int) else FINE


def _hoisted(words: list[str]) -> list[str]:
    """Options given before the command, put behind its own words; a lone `-` is no option."""
    leading: list[str] = []
    while words and words[0].split("=")[0] in _EVERYWHERE:
        takes_value = _EVERYWHERE[words[0].split("=")[0]] and "=" not in words[0]
        leading += words[: 1 + takes_value]
        words = words[1 + takes_value :]
    words = [STANDARD_INPUT if word == "-" else word for word in words]
    end = words.index("--") if "--" in words else len(words)
    return [*words[:end], *leading, *words[end:]]


def _language(words: list[str]) -> str | None:
    """The language asked for, also where the command itself could not be understood."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "--lang":
            return following
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return None


def _tell(error: NametrailError, words: list[str]) -> int:
    """Say what is wrong in one line on standard error; control characters are shown, not sent to the terminal."""
    from simulator.messages import worded

    message = worded(error, _language(words))
    line = "".join(
        c if c.isprintable() else " " if c.isspace() else f"\\x{ord(c):02x}" for c in message
    )
    try:
        print(" ".join(line.split()), file=sys.stderr)
    except (BrokenPipeError, UnicodeEncodeError):
        _forget_output()
    return error.exit_status


def _unexpected(error: Exception, words: list[str]) -> int:
    """A fault of ours, told as such; developers see where it was."""
    import os

    from simulator.usage import unexpected

    if os.environ.get("NAMETRAIL_DEBUG"):
        raise error
    return _tell(unexpected(error), words)


def _never_fail_on_characters() -> None:
    """What a terminal cannot show is escaped, never an error."""
    import io

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Whoever read our output has gone: nothing more is written, and Python does not complain at its end."""
    import os

    devnull = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(devnull, stream.fileno())
        except (OSError, ValueError):
            continue


if __name__ == "__main__":
    main()

"""The frame of the command line: help, exit statuses, one line for each error."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from events.errors import RecordError, RuleBroken
from simulator import __version__, cli
from simulator.messages import chosen_language, read_po, translator, worded

Command = Callable[..., Any]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Command], None]:
    """Make a function the command `try`."""

    def put(function: Command) -> None:
        module = ModuleType("simulator.commands.trial")
        module.trial = function  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(cli.COMMANDS, "try", ("trial:trial", "", "a trial"))

    return put


def raising(error: BaseException) -> Command:
    def trial() -> None:
        raise error

    return trial


def test_help_lists_every_command_and_imports_none() -> None:
    code = (
        "import sys; from simulator.cli import run; run(['--help']); "
        "assert 'cyclopts' not in sys.modules and 'rich' not in sys.modules "
        "and 'msgspec' not in sys.modules and 'eventsourcing' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in cli.COMMANDS:
        assert f"\n  {name}" in done.stdout


def test_python_m_simulator_is_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simulator", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"{__version__}\n")


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([name, "--help"]) == 0
    out, err = capsys.readouterr()
    assert f"nametrail {name}" in out
    assert not err


def test_an_unknown_command_is_told_with_the_one_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["shcema"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err == "there is no command 'shcema', did you mean 'schema'?; see nametrail --help\n"


def test_no_command_shows_the_overview(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([]) == 0
    assert "usage: nametrail COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (RecordError("no {what}", what="card", place="g.jsonl:3"), 2, "g.jsonl:3: no card"),
        (RuleBroken("stale", rule="400.7", place="g.jsonl:4"), 1, "g.jsonl:4: stale [400.7]"),
        (FileNotFoundError(2, "No such file or directory", "x"), 2, "x: No such file or directory"),
        (
            ModuleNotFoundError("No module named 'litestar'", name="litestar.di"),
            2,
            "this needs the library litestar, which is not installed; pip install 'nametrail[web]'",
        ),
        (RecursionError(), 2, "the input is too large or too deeply nested (RecursionError)"),
        (
            ValueError("odd"),
            2,
            "internal error: ValueError: odd; NAMETRAIL_DEBUG=1 shows where",
        ),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_an_error_is_one_line_and_an_exit_status(
    command: Callable[[Command], None],
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    line: str,
) -> None:
    command(raising(error))
    assert cli.run(["try"]) == status
    out, err = capsys.readouterr()
    assert not out
    assert err == (f"{line}\n" if line else "")


def test_control_characters_in_an_error_are_shown_and_not_sent(
    command: Callable[[Command], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(raising(RecordError("no {x}", x="a\nb\x1b[31m", advice="look")))
    assert cli.run(["try"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("no a")
    assert err.endswith(r"b\x1b[31m; look" + "\n")
    assert err.count("\n") == 1


def test_the_exit_status_of_a_command_is_what_it_returns(
    command: Callable[[Command], None],
) -> None:
    command(lambda: 1)
    assert cli.run(["try"]) == 1
    command(lambda: None)
    assert cli.run(["try"]) == 0


def test_a_wrong_option_is_one_line(
    command: Callable[[Command], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(lambda: None)
    assert cli.run(["try", "--colour"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert "--colour" in err
    assert "nametrail try --help" in err


def test_options_of_every_command_may_stand_before_it(command: Callable[[Command], None]) -> None:
    seen: list[tuple[str, str]] = []

    def trial(word: str, *, db: str, lang: str = "en") -> None:
        seen.append((db, lang))

    command(trial)
    assert cli.run(["--db", "a.db", "--lang=es", "try", "word"]) == 0
    assert seen == [("a.db", "es")]


def test_output_that_nobody_reads_any_more_is_no_error() -> None:
    code = "import sys; from simulator.cli import main; main(['schema'])"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(timeout=60) == 0
    assert err == b""


def test_languages_come_from_the_option_then_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert chosen_language("es_AR") == "es"
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert chosen_language() == "es"
    assert chosen_language("en") == "en"
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert chosen_language() == "en"
    assert translator("en")("nothing of the kind") == "nothing of the kind"


def test_an_error_of_a_template_with_braces_of_its_own_is_still_worded() -> None:
    assert worded(RecordError("an odd {brace")) == "an odd {brace"


def test_po_files_are_read_with_plurals_and_without_guesses() -> None:
    text = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

# a remark
#: somewhere
msgid "a \"name\""
msgstr "un "
"«nombre»\n"

#, fuzzy
msgid "guess"
msgstr "conjetura"

msgid "one"
msgid_plural "many"
msgstr[0] "uno"
msgstr[1] "muchos"

msgid "not yet"
msgstr ""
"""
    assert list(read_po(text))[1:] == [
        ('a "name"', "un «nombre»\n", ()),
        ("one", "", ("uno", "muchos")),
    ]


def test_the_catalogues_hold_together(root: Path) -> None:
    files = sorted((root / "simulator/locales/es/LC_MESSAGES").glob("*.po"))
    for file in files:
        entries = list(read_po(file.read_text(encoding="utf-8")))
        assert entries, file.name
        for msgid, msgstr, forms in entries:
            if not msgid:
                continue
            import string

            fields = {f for _, f, _, _ in string.Formatter().parse(msgid) if f is not None}
            for translation in forms or (msgstr,):
                got = {f for _, f, _, _ in string.Formatter().parse(translation) if f is not None}
                assert got <= fields, f"{file.name}: {msgid!r} -> {translation!r}"

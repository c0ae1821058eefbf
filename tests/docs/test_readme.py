"""The README is true: its commands print what it shows, and its Python session runs."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from simulator import cli

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def sessions() -> list[tuple[str, str]]:
    """Each command the README shows, with its output; a line `...` stands for any lines."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), sessions(), ids=lambda text: text[:40])
def test_a_command_prints_what_is_shown(
    command: str,
    output: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    program, *words = shlex.split(command)
    assert program == "nametrail"
    assert cli.run(words) == 0
    got = capsys.readouterr().out
    assert is_shown(output.splitlines(), got.splitlines()), got


def is_shown(shown: list[str], got: list[str]) -> bool:
    """Whether the lines are those shown, where `...` stands for any lines."""
    place = 0
    free = False
    for line in shown:
        if line == "...":
            free = True
            continue
        if free and line in got[place:]:
            place = got.index(line, place)
        elif got[place : place + 1] != [line]:
            return False
        place += 1
        free = False
    return free or place == len(got)


def test_the_python_session_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (session,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 3


def test_every_command_it_names_exists() -> None:
    named = set(re.findall(r"nametrail ([a-z]+)", README))
    assert named <= {*cli.COMMANDS, "replays"}


def test_its_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / target).exists(), target


def test_its_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([a-z]+)", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target

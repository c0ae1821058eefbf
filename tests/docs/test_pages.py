"""The documentation is true: its commands print what it shows, its sessions run, its links lead somewhere.

A page's blocks are run in their order, in a folder of their own that holds the examples: `<!-- file: NAME -->` and
`<!-- append: NAME -->` write the block behind them, ```console blocks are commands with their output (`...` stands for
anything), ```python blocks with `>>>` are doctests. Blocks that are merely indented are not run.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simulator import cli

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
BLOCK = re.compile(
    r"(?:<!-- (?P<mark>file|append|exit status): (?P<value>[^>]+?) -->\n)?"
    r"^```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
SECTION = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def named(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


def blocks(page: Path) -> Iterator[re.Match[str]]:
    return BLOCK.finditer(page.read_text(encoding="utf-8"))


def is_run(block: re.Match[str]) -> bool:
    return block["language"] == "console" or (
        block["language"] == "python" and ">>> " in block["text"]
    )


# Pages that promise to be run as they stand. What `commands.md` shows are usage lines, no sessions.
PROMISED = {"tutorial.md", "api.md", "errors.md", "how-a-name-is-derived.md"}
RUN = [
    page
    for page in PAGES
    if (named(page) in PROMISED or page.parent.name == "how-to")
    and any(is_run(block) for block in blocks(page))
]


def run_command(words: list[str]) -> tuple[int, str]:
    """A command in this process: as `nametrail` is, without starting Python anew."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        status = cli.run(words)
    return status, out.getvalue()


def start_command(words: list[str]) -> tuple[int, str]:
    """A command as a user runs it: a process of its own."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "simulator", *words],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
    )
    return done.returncode, done.stdout


def pattern_of(shown: str) -> str:
    """A pattern for the output a page shows: `...` alone in a line is any lines, elsewhere any text."""
    return "".join(
        r"(?:.*\n)*"
        if line == "..."
        else r".*".join(re.escape(part) for part in line.split("...")) + r"\n"
        for line in shown.splitlines()
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "simulator" / "examples", tmp_path / "simulator" / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def follow(page: Path, folder: Path, command: Callable[[list[str]], tuple[int, str]]) -> None:
    """Do what a page says, block by block, and see that the outcome is the one it shows."""
    names: dict[str, object] = {}
    for block in blocks(page):
        text = block["text"]
        if block["mark"] in {"file", "append"}:
            mode = "w" if block["mark"] == "file" else "a"
            with (folder / block["value"]).open(mode, encoding="utf-8") as file:
                file.write(text)
        elif block["language"] == "console":
            wanted = int(block["value"]) if block["mark"] == "exit status" else 0
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                line, _, shown = part.partition("\n")
                program, *words = shlex.split(line)
                assert program == "nametrail", line
                status, got = command(words)
                assert status == wanted, (line, got)
                assert re.fullmatch(pattern_of(shown), got), f"$ {line}\n{got}"
        elif is_run(block):
            session = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
            runner = doctest.DocTestRunner(verbose=False)
            told = io.StringIO()
            runner.run(session, out=told.write, clear_globs=False)
            names.update(session.globs)
            assert runner.failures == 0, told.getvalue()


@pytest.mark.parametrize("page", RUN, ids=named)
def test_a_page_shows_what_happens(page: Path, folder: Path) -> None:
    follow(page, folder, run_command)


@pytest.mark.slow
def test_the_tutorial_goes_as_a_user_types_it(folder: Path) -> None:
    follow(DOCS / "tutorial.md", folder, start_command)


def test_a_command_prints_the_same_in_a_process_of_its_own(folder: Path) -> None:
    words = ["why", "simulator/examples/bear-cub.jsonl", "bear"]
    assert start_command(words) == run_command(words)


def test_the_pages_that_promise_it_are_run() -> None:
    assert {named(page) for page in RUN} >= PROMISED


def test_the_tutorial_is_followed_to_the_end() -> None:
    commands = [
        line for block in blocks(DOCS / "tutorial.md") for line in block["text"].split("\n")
    ]
    assert sum(line.startswith("$ nametrail") for line in commands) > 10


def test_every_page_is_in_the_table_of_contents() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    entries = {
        line.strip()
        for section in SECTION.findall(index)
        for line in section.splitlines()
        if line.strip() and not line.startswith(":")
    }
    own = index.partition("<!-- generated -->")[0]  # the rest is written anew by every build
    for entry in entries:
        assert "*" in entry or f"\n{entry}\n" not in own or (DOCS / f"{entry}.md").is_file(), entry
    listed = {
        named(path)
        for entry in entries
        for path in DOCS.glob(f"{entry}.md")
    }  # fmt: skip
    left_out = {named(page) for page in PAGES} - listed - {"index.md"}
    if left_out:  # the build lists it all the same: docs/generate.py
        warnings.warn(f"python docs/generate.py lists {sorted(left_out)}", stacklevel=1)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"(?<!`)\]\((?!https?:|mailto:)([^)\s]+)\)", text):
        file, _, anchor = target.partition("#")
        aimed = (page.parent / file).resolve() if file else page
        assert aimed.exists(), target
        if anchor and aimed.suffix == ".md":
            assert anchor in anchors(aimed), target


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and MyST make them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", title.replace("`", "")).strip().lower().replace(" ", "-")
        for title in titles
    }


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_a_page_says_nothing_it_should_not(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for folder in ("home", "root", "work", "Users"):
        assert f"/{folder}/" not in text, folder
    assert "file://" not in text
    assert text.startswith("# "), "a page begins with its title"


def test_every_command_named_exists() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name in re.findall(r"^(?:\$|   ) ?nametrail ([a-z]+)", text, re.MULTILINE):
            assert name in cli.COMMANDS, f"{named(page)}: {name}"


def test_the_pages_of_the_reference_name_nothing_that_is_gone() -> None:
    """Kinds of event and commands the pages name are there; what is new is only told."""
    from events.kinds import EVENT_KINDS

    events = set(
        re.findall(r"^### `(\w+)`$", (DOCS / "events.md").read_text("utf-8"), re.MULTILINE)
    )
    assert events <= EVENT_KINDS.keys()
    commands = set(
        re.findall(
            r"^## `nametrail (\w+)`$", (DOCS / "commands.md").read_text("utf-8"), re.MULTILINE
        )
    )
    assert commands <= cli.COMMANDS.keys()
    new = (EVENT_KINDS.keys() - events) | (cli.COMMANDS.keys() - commands)
    if new:
        warnings.warn(f"python docs/generate.py adds {sorted(new)}", stacklevel=1)


def test_the_record_format_names_every_expectation() -> None:
    from simulator.answers import ANSWERS, CHARACTERISTICS

    text = (DOCS / "record-format.md").read_text(encoding="utf-8")
    told = [name for name in (*ANSWERS, *CHARACTERISTICS) if f"`{name}`" not in text]
    if told:
        warnings.warn(f"docs/record-format.md does not name {told}", stacklevel=1)


@pytest.mark.slow
def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx")
    pytest.importorskip("myst_parser")
    pytest.importorskip("furo")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d",
         str(tmp_path / "doctrees"), str(DOCS), str(tmp_path / "html")],
        capture_output=True, check=False, encoding="utf-8", cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "html" / "tutorial.html").is_file()

"""The shape of the code: layers, sizes, citations, and what must not be in it."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("events", "projections", "simulator")
MODULES = sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))
RULES = frozenset((ROOT / "tests/docs/rule-numbers.txt").read_text(encoding="utf-8").split())

LONGEST_MODULE = 400
FORBIDDEN_NAMES = {"utils", "helpers", "manager", "managers", "common", "misc"}
MAY_IMPORT = {
    "events": {"events"},
    "projections": {"events", "projections"},
    "simulator": {"events", "projections", "simulator"},
}
NUMBER = r"[1-9]\d{2}(?:\.\d{1,3}[a-z]?)?"
CITATION = re.compile(rf"\bCR ({NUMBER}(?:(?:, | \+ | and | or |-){NUMBER})*)")


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, text=True
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("module", MODULES, ids=_named)
def test_a_module_imports_only_what_lies_below_it(module: Path) -> None:
    package = module.relative_to(ROOT).parts[0]
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        names: list[str] = []
        line = 0
        if isinstance(node, ast.Import):
            names, line = [alias.name for alias in node.names], node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{_named(module)}:{node.lineno}: import absolutely"
            names, line = [node.module or ""], node.lineno
        for name in names:
            top = name.split(".")[0]
            assert top not in PACKAGES or top in MAY_IMPORT[package], (
                f"{_named(module)}:{line}: {package} must not import {top}"
            )
            assert top not in {"tests", "benchmarks"}, f"{_named(module)} imports {top}"


@pytest.mark.parametrize("module", MODULES, ids=_named)
def test_a_module_is_small_has_a_docstring_and_a_name_of_its_own(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_MODULE, f"{_named(module)}: split it by subrule"
    assert module.stem not in FORBIDDEN_NAMES
    assert not text.strip() or ast.get_docstring(ast.parse(text)), f"{_named(module)}: no docstring"


@pytest.mark.parametrize("module", MODULES, ids=_named)
def test_every_rule_cited_exists_in_the_pinned_edition(module: Path) -> None:
    unknown = [
        (line, number)
        for line, text in enumerate(module.read_text(encoding="utf-8").splitlines(), 1)
        for cited in CITATION.findall(text)
        for number in re.findall(NUMBER, cited)
        if number not in RULES
    ]
    assert not unknown, f"{_named(module)}: no such rule: {unknown}"


def test_the_citation_pattern_sees_lists_of_rules() -> None:
    text = "(CR 123.6b + 613.1c, 707.2 and 400.7m)"
    assert re.findall(NUMBER, CITATION.findall(text)[0]) == ["123.6b", "613.1c", "707.2", "400.7m"]


def test_nothing_in_the_product_is_left_to_do() -> None:
    word = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    found = [
        f"{_named(module)}:{number}"
        for module in MODULES
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), 1)
        if word.search(line)
    ]
    assert not found


def test_no_path_of_a_developer_s_machine_is_in_a_tracked_file() -> None:
    own = re.escape(f"{ROOT}/") if len(ROOT.parts) > 2 else r"(?!)"
    path = re.compile(rf"(?<![\w.:/])(?:{own}|/home/(?!user/)\w+/|/Users/\w+/|/root/\w)")
    found = []
    for file in set(_tracked()) - {Path(__file__)}:
        if file.suffix in {".gz", ".png", ".mo", ".sqlite", ".db", ".woff2", ".js"}:
            continue
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [_named(file) for line in text.splitlines() if path.search(line)]
    assert not found


def test_every_silenced_lint_names_its_code() -> None:
    bare = re.compile(r"# noqa(?!: [A-Z])|# type: ignore(?!\[)|# pyright: ignore(?!\[)")
    found = [
        f"{_named(module)}:{number}"
        for module in MODULES
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), 1)
        if bare.search(line)
    ]
    assert not found


def test_the_packages_are_typed_and_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == list(PACKAGES)
    for package in PACKAGES:
        assert (ROOT / package / "py.typed").is_file()


def test_the_version_is_said_once_and_the_same_everywhere() -> None:
    from simulator import __version__

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == __version__
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

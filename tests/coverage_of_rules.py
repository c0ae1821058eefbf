"""Writes docs/coverage.md: each subrule of the chapters modelled, with its tests, or why there are none.

    python -m tests.coverage_of_rules            writes the page
    python -m tests.coverage_of_rules --check    tells what the page lacks; exit status 1 if anything

A test counts for a rule if it carries the mark `rule`; a record counts for the rules in its file's name, for those
its notes begin with, and for those its refusals must cite. Why a rule has none stands in
`coverage_of_rules.json` beside this file; `as 201.4c` there means that the tests of that rule show this one too.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "coverage.md"
NUMBERS = TESTS / "docs" / "rule-numbers.txt"
REASONS = TESTS / "coverage_of_rules.json"

# The chapters, and what of each: a whole chapter, or a range of its rules.
CHAPTERS: dict[str, str] = {
    "123": "Stickers",
    "201": "Name",
    "400.7-400.10": "Zones: new objects",
    "607": "Linked abilities",
    "610.3": "One-shot effects: until something leaves",
    "612": "Text-changing effects",
    "613": "Interaction of continuous effects",
    "614.12-614.14": "Replacement effects: entering the battlefield",
    "616": "Interaction of replacement effects",
    "707": "Copying objects",
    "708": "Face-down spells and permanents",
    "709": "Split cards",
    "710": "Flip cards",
    "712": "Double-faced cards",
    "715": "Adventurer cards",
    "718": "Prototype cards",
    "720": "Omen cards",
    "722": "Preparation cards",
    "730": "Merging with permanents",
}

NUMBER = re.compile(r"(?<![\d.])(\d{3}\.\d{1,2})([a-z]?)((?:(?:-|, )[a-z](?![A-Za-z]))*)")
LETTERS = "abcdefghijkmnpqrstuvwxyz"  # the rule book leaves out l and o


def key(rule: str) -> tuple[int, int, str]:
    """Where a rule stands in the book: 607.2b before 607.10."""
    match = re.fullmatch(r"(\d+)(?:\.(\d+)([a-z]?))?", rule)
    assert match is not None, rule
    return int(match[1]), int(match[2] or 0), match[3] or ""


def rules_of(chapter: str) -> list[str]:
    """The numbered rules of a chapter, or of a range, in order."""
    known = [rule for rule in NUMBERS.read_text(encoding="utf-8").split() if "." in rule]
    first, _, last = chapter.partition("-")
    if "." not in first:
        return sorted((rule for rule in known if rule.split(".")[0] == first), key=key)
    low, high = key(first)[:2], key(last or first)[:2]
    return sorted((rule for rule in known if low <= key(rule)[:2] <= high), key=key)


def numbers_in(text: str) -> list[str]:
    """The rule numbers in a text; `123.5b, c` and `613.4b-d` are several."""
    found: list[str] = []
    for match in NUMBER.finditer(text):
        base, letter, more = match.groups()
        found.append(base + letter)
        for sign, following in re.findall(r"(-|, )([a-z])", more):
            if sign == "-" and letter in LETTERS and following in LETTERS:
                between = LETTERS[LETTERS.index(letter) + 1 : LETTERS.index(following) + 1]
                found += [base + each for each in between]
            else:
                found.append(base + following)
            letter = following
    return found


def record_rules(path: Path) -> set[str]:
    """The rules a record shows: in its name, at the head of its notes, in its refusals."""
    rules = set(re.findall(r"\d{3}\.\d{1,2}[a-z]?", path.stem))
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        raw = json.loads(line) if line.strip() else {}
        note = raw.get("note")
        if isinstance(note, str) and (":" in note or re.fullmatch(r"(CR )?[\d.a-z, -]+", note)):
            rules.update(numbers_in(note.partition(":")[0]))
        if "refuse" in raw:
            cited = raw.get("rule", [])
            for each in [cited] if isinstance(cited, str) else cited[:1]:
                rules.update(numbers_in(each))
    return rules


def _marked(node: ast.AST) -> Iterator[str]:
    for call in ast.walk(node):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "rule"
            and isinstance(call.func.value, ast.Attribute)
            and call.func.value.attr == "mark"
        ):
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def test_rules(path: Path) -> dict[str, set[str]]:
    """Test -> the rules it is marked with, in one file of tests."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    everywhere = {
        rule
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(name, ast.Name) and name.id == "pytestmark" for name in node.targets)
        for rule in _marked(node.value)
    }
    found: dict[str, set[str]] = {}
    for node in tree.body:
        functions = node.body if isinstance(node, ast.ClassDef) else [node]
        shared = (
            {rule for each in node.decorator_list for rule in _marked(each)}
            if isinstance(node, ast.ClassDef)
            else set()
        )
        for function in functions:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                own = {rule for each in function.decorator_list for rule in _marked(each)}
                rules = own | shared | everywhere
                if rules:
                    found[function.name] = found.get(function.name, set()) | rules
    return found


def evidence() -> dict[str, list[str]]:
    """Rule -> what shows it: `records/NAME` and `FILE::TEST`, in order."""
    shown: dict[str, list[str]] = {}
    for path in sorted((TESTS / "records").glob("*.jsonl")):
        for rule in record_rules(path):
            shown.setdefault(rule, []).append(f"records/{path.name}")
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, rules in test_rules(path).items():
            for rule in rules:
                shown.setdefault(rule, []).append(f"{path.relative_to(TESTS).as_posix()}::{name}")
    return shown


def reasons() -> dict[str, str]:
    """Rule -> why it is not modelled, or what stands for a test of its own."""
    loaded: dict[str, str] = json.loads(REASONS.read_text(encoding="utf-8"))
    return loaded


def cell(rule: str, shown: dict[str, list[str]], known: dict[str, str]) -> str:
    """What the page says of a rule; empty if nobody has said why it has no test."""
    if shown.get(rule):
        return ", ".join(f"`{each}`" for each in shown[rule])
    if rule in known:
        same = re.fullmatch(r"as (\S+)", known[rule])
        if same is None:
            return f"Not modelled. {known[rule]}"
        return f"The same as {same[1]}: {cell(same[1], shown, known)}"
    parts = sorted((r for r in shown if r[:-1] == rule and r[-1].isalpha()), key=key)
    return f"By its parts: {', '.join(parts)}." if parts else ""


def page() -> str:
    """The whole page."""
    shown, known = evidence(), reasons()
    lines = [
        "# Which rules are modelled, and what shows it",
        "",
        "Written by `python -m tests.coverage_of_rules`; don't edit. Rule numbers are those of the edition of",
        "June 19, 2026. A name that ends in `.jsonl` is a record of `tests/records/` (see",
        "[the conformance suite](how-to/conformance.md)); any other is a test under `tests/`. A record counts for the",
        "rules in its name, those its notes begin with, and those its refusals must cite.",
        "",
    ]
    for chapter, title in CHAPTERS.items():
        lines += [
            f"## {chapter} {title}",
            "",
            "| rule | tests, or why there are none |",
            "|---|---|",
        ]
        lines += [f"| {rule} | {cell(rule, shown, known)} |" for rule in rules_of(chapter)]
        lines.append("")
    return "\n".join(lines)


def silent() -> list[str]:
    """Rules of the chapters with neither a test nor a reason."""
    shown, known = evidence(), reasons()
    return [
        rule for chapter in CHAPTERS for rule in rules_of(chapter) if not cell(rule, shown, known)
    ]


def rows(text: str) -> dict[str, str]:
    """Rule -> its cell, as a written page has it."""
    return dict(re.findall(r"^\| (\d{3}\.\d{1,2}[a-z]?) \| (.*) \|$", text, re.MULTILINE))


def gone(text: str) -> list[str]:
    """Tests and records a written page names that are not there."""
    shown = {each for tests in evidence().values() for each in tests}
    named = re.findall(
        r"`((?:records/)?[\w./-]+(?:\.jsonl|::\w+))`", "\n".join(rows(text).values())
    )
    missing = []
    for each in dict.fromkeys(named):
        if each in shown:
            continue
        file, _, name = each.partition("::")
        path = TESTS / file
        if not path.is_file() or (name and f"def {name}(" not in path.read_text(encoding="utf-8")):
            missing.append(each)
    return missing


def missing_rows(text: str) -> list[str]:
    """Rules of the chapters that a written page leaves out or says nothing of."""
    there = rows(text)
    return [
        rule
        for chapter in CHAPTERS
        for rule in rules_of(chapter)
        if not there.get(rule, "").strip()
    ]


def main(arguments: list[str]) -> int:
    """Write the page, or check it."""
    say = sys.stdout.write
    without = silent()
    if "--check" not in arguments:
        PAGE.write_text(page(), encoding="utf-8")
        say(f"{PAGE.relative_to(ROOT)} written\n")
        for rule in without:
            say(f"{rule}: neither a test nor a reason\n")
        return 1 if without else 0
    text = PAGE.read_text(encoding="utf-8")
    for rule in missing_rows(text):
        say(f"{rule}: not on the page\n")
    for each in gone(text):
        say(f"{each}: on the page, but not there\n")
    if text != page():
        say("the page is older than the tests: python -m tests.coverage_of_rules writes it anew\n")
    return 1 if missing_rows(text) or gone(text) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

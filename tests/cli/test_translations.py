"""Every message people read has its Spanish: errors, advice, and whatever is given to a translator."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

from simulator.messages import catalogue

ROOT = Path(__file__).resolve().parents[2]
ERRORS = {"NametrailError", "RecordError", "RuleBroken"}
TRANSLATORS = {"translate", "tr", "_", "gettext"}
MAKES_TRANSLATORS = "translator"


def messages() -> Iterator[tuple[str, str]]:
    """Each message in the code, with its place."""
    modules = [
        p for top in ("events", "projections", "simulator") for p in (ROOT / top).rglob("*.py")
    ]
    trees = {module: ast.parse(module.read_text(encoding="utf-8")) for module in modules}
    errors = ERRORS | {name for tree in trees.values() for name in error_classes(tree)}
    for module, tree in sorted(trees.items()):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.func if isinstance(node.func, ast.Call) else node.func
            name = getattr(called, "id", getattr(called, "attr", ""))
            texts: list[ast.expr] = []
            if name == MAKES_TRANSLATORS and isinstance(node.func, ast.Call):
                texts += node.args[:1]
            if name in errors | TRANSLATORS:
                texts += node.args[:1]
            if name in errors:
                texts += [word.value for word in node.keywords if word.arg == "advice"]
            for text in texts:
                for constant in constants(text):
                    yield f"{module.relative_to(ROOT).as_posix()}:{node.lineno}", constant


def error_classes(tree: ast.Module) -> Iterator[str]:
    """Errors derived from ours."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(
            isinstance(base, ast.Name) and base.id in ERRORS for base in node.bases
        ):
            yield node.name


def constants(text: ast.expr) -> Iterator[str]:
    """The texts an expression may be: a constant, or either side of a condition."""
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        yield text.value
    elif isinstance(text, ast.IfExp):
        yield from constants(text.body)
        yield from constants(text.orelse)


def test_every_message_has_its_spanish() -> None:
    spanish = catalogue("es")
    known = spanish.messages.keys() | spanish.plurals.keys()
    missing = [f"{place}: {text}" for place, text in messages() if text not in known]
    assert not missing, "\n" + "\n".join(missing)


def test_a_translation_has_the_fields_of_its_message() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    for english, spanish in catalogue("es").messages.items():
        if "{" in english + spanish:
            assert fields(spanish) == fields(english), english


def test_every_word_of_an_explanation_has_its_spanish() -> None:
    from simulator import explain, link_words

    spanish = catalogue("es").messages
    constants = [
        value
        for module in (explain, link_words)
        for name, value in vars(module).items()
        if name.isupper()
    ]
    texts = [text for value in constants for text in worded_texts(value)]
    assert texts
    assert [text for text in texts if text not in spanish and " " in text] == []


def worded_texts(value: object) -> Iterator[str]:
    """The texts of a module's constants: themselves, or the values of its tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for text in value.values() if isinstance(text, str))

"""The mutator itself, on a toy module: it finds each thing to change, changes it alone, and it is noticed."""

from __future__ import annotations

import ast
import os
from collections import Counter
from typing import Any

import pytest

from benchmarks.mutants import Mutant, mutants_of
from benchmarks.mutation import KILLED, SURVIVED, in_child

TOY = '''
"""A toy."""

ZONES = frozenset({"hand", "exile"})


def longest(words, least=0, *, loud=False):
    """The length of the longest word in a zone of words."""
    best = least
    for word in words:
        if len(word) > best and word not in ZONES:
            best = len(word)
    if loud:
        raise RecordError("too {loud}", loud=loud)
    return best + 0
'''


def toy_holds(names: dict[str, Any]) -> bool:
    longest = names["longest"]
    try:
        assert longest([]) == 0
        assert longest(["a", "bcd", "ef"]) == 3
        assert longest(["hand", "exile", "ab"]) == 2
        assert longest(["ab"], least=2) == 2
        assert longest(["hand#"]) == 5
        try:
            longest([], loud=True)
        except TypeError:  # KeyError takes no words by name
            return True
    except Exception:  # noqa: BLE001 - a mutant may raise anything
        return False
    return False


def run(tree: ast.Module) -> bool:
    names: dict[str, Any] = {"RecordError": KeyError}
    exec(compile(tree, "toy", "exec"), names)
    return toy_holds(names)


def mutants() -> list[tuple[ast.Module, Mutant]]:
    made = []
    for number in range(len(mutants_of(ast.parse(TOY)))):
        tree = ast.parse(TOY)
        made.append((tree, mutants_of(tree)[number]))
    return made


def test_each_mutant_changes_one_thing_and_can_be_unmade() -> None:
    plain = ast.dump(ast.parse(TOY))
    seen = set()
    for tree, mutant in mutants():
        mutant.make()
        assert ast.dump(tree) != plain, mutant.told()
        seen.add(ast.dump(tree))
        if mutant.after != "(left out)":
            mutant.unmake()
            assert ast.dump(tree) == plain
    assert len(seen) == len(mutants())


def test_every_kind_of_change_is_made_where_it_stands() -> None:
    kinds = Counter(mutant.kind for _, mutant in mutants())
    assert kinds == {
        "comparison": 3, "and/or": 1, "constant": 5, "element left out": 2, "return value": 1,
        "condition negated": 2, "statement left out": 3, "arithmetic": 1,
    }  # fmt: skip
    texts = {mutant.told() for _, mutant in mutants()}
    assert "11 longest [comparison] len(word) > best  ->  len(word) >= best" in texts
    assert not any("too {loud}" in text and "constant" in text for text in texts)


def test_what_decides_something_is_noticed_and_what_does_not_is_told() -> None:
    assert run(ast.parse(TOY))
    survived = []
    for tree, mutant in mutants():
        mutant.make()
        if not run(tree):
            continue
        survived.append(mutant.told())
    assert survived == [
        "11 longest [comparison] len(word) > best  ->  len(word) >= best",
        "15 longest [arithmetic] best + 0  ->  best - 0",
    ]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")
def test_a_mutant_lives_in_a_child_whose_end_is_told() -> None:
    def fails(report: object) -> None:
        raise ValueError(report)

    assert in_child(lambda _: os._exit(SURVIVED), None) == SURVIVED
    assert in_child(fails, None) == KILLED
    told: list[object] = []
    assert in_child(lambda report: report({"a": 1}), told.append) == KILLED
    assert told == [{"a": 1}]

"""The page of rules says something of every subrule, and names no test that is not there.

That a new test is not on the page yet is told, and no failure: `python -m tests.coverage_of_rules` writes it anew.
"""

from __future__ import annotations

import warnings

import pytest

from tests import coverage_of_rules

PAGE = coverage_of_rules.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("chapter", coverage_of_rules.CHAPTERS)
def test_every_subrule_of_a_chapter_is_on_the_page(chapter: str) -> None:
    there = coverage_of_rules.rows(PAGE)
    rules = coverage_of_rules.rules_of(chapter)
    assert rules
    assert [rule for rule in rules if not there.get(rule, "").strip()] == []


def test_every_test_named_is_there() -> None:
    assert coverage_of_rules.gone(PAGE) == []


def test_each_reason_is_a_sentence_or_points_at_a_rule_with_tests() -> None:
    known = coverage_of_rules.reasons()
    shown = coverage_of_rules.evidence()
    every = {
        rule
        for chapter in coverage_of_rules.CHAPTERS
        for rule in coverage_of_rules.rules_of(chapter)
    }
    assert known.keys() <= every
    for rule, reason in known.items():
        if reason.startswith("as "):
            assert shown.get(reason.removeprefix("as ")), rule
        else:
            assert reason.endswith("."), rule


def test_numbers_are_read_as_people_write_them() -> None:
    assert coverage_of_rules.numbers_in("CR 123.5b, c, 613.4b-d") == [
        "123.5b", "123.5c", "613.4b", "613.4c", "613.4d",
    ]  # fmt: skip
    assert coverage_of_rules.numbers_in("400.7e-j") == [
        "400.7e", "400.7f", "400.7g", "400.7h", "400.7i", "400.7j",
    ]  # fmt: skip
    assert coverage_of_rules.numbers_in("201.2a: four in 2026.06") == ["201.2a"]


def test_the_page_is_as_the_tests_are() -> None:
    if coverage_of_rules.page() != PAGE:
        warnings.warn(
            "python -m tests.coverage_of_rules writes docs/coverage.md anew", stacklevel=1
        )

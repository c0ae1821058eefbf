"""Where each word of a name is from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from events.record import read_record
from projections.names import Derivation, derive, names_of
from projections.state import State
from simulator.messages import translator
from simulator.replay import Replay
from simulator.web.derivation import COLOURS, built, text_of, words_by_step
from simulator.web.drawing import derivation_svg
from tests.web.records import added, record, sticker

ENGLISH = translator("en")


def derived(*events: dict[str, Any], card: str = "bear") -> tuple[State, Derivation]:
    replay = Replay.of(read_record(record(*events).splitlines()), lookup=lambda _: None)
    state = replay.at(replay.last).state
    return state, derive(state, state.objects[card])


def steps_of_words(derivation: Derivation) -> list[tuple[str, int]]:
    return [(word.text, word.step) for word in words_by_step(derivation)[-1][0]]


@pytest.mark.rule("123.6c")
def test_the_same_word_twice_keeps_two_sources() -> None:
    _, derivation = derived(
        added("bear"), sticker("Bear", after=1), sticker("Bear", after=0, name="s2")
    )
    assert steps_of_words(derivation) == [("Bear", 2), ("Bear", 0), ("Bear", 1), ("Cub", 0)]


def test_a_sticker_of_two_words_is_one_source() -> None:
    _, derivation = derived(
        added("bear"), sticker("Hot Dog", after=2), sticker("Big", after=3, name="s2")
    )
    assert steps_of_words(derivation) == [
        ("Bear", 0), ("Cub", 0), ("Hot", 1), ("Big", 2), ("Dog", 1),
    ]  # fmt: skip


@pytest.mark.rule("612.8")
def test_a_set_name_is_all_the_effect_s() -> None:
    effect = {
        "event": "effect_began",
        "effect": "e1",
        "affects": ["bear"],
        "set_name": "Bear Cub Two",
    }
    _, derivation = derived(added("bear"), sticker("Dark"), effect)
    assert {step for _, step in steps_of_words(derivation)} == {2}


def test_more_names_keep_the_first_as_it_was() -> None:
    effect = {"event": "effect_began", "effect": "e1", "affects": ["bear"], "names": ["Spark"]}
    _, derivation = derived(added("bear"), sticker("Dark"), effect)
    first, second = words_by_step(derivation)[-1]
    assert [word.step for word in first] == [0, 1, 0]
    assert [word.step for word in second] == [2]


def test_a_card_not_seen_has_only_its_sticker_s_word() -> None:
    events = (
        {"event": "card_added", "card": "x", "owner": "ana", "zone": "exile"},
        sticker("Dark", "x", 0),
    )
    _, derivation = derived(*events, card="x")
    said = built(derivation, ENGLISH)
    assert said.unknown
    assert [text_of(name) for name in said.names] == ["Dark"]
    assert "printed name not known" in derivation_svg(said, ENGLISH)


def test_many_stickers_begin_the_colours_again_but_stay_numbered() -> None:
    events = [sticker(f"W{n}", after=0, name=f"s{n}") for n in range(1, COLOURS + 2)]
    _, derivation = derived(added("bear"), *events)
    words = words_by_step(derivation)[-1][0]
    assert max(word.step for word in words) == COLOURS + 1
    assert all(1 <= word.colour < COLOURS for word in words if word.step)


def test_the_words_of_every_rule_record_make_up_its_names(root: Path) -> None:
    for path in sorted((root / "tests" / "records").glob("*.jsonl")):
        replay = Replay.open(path, lookup=None)
        for _, state in replay:
            for object_ in state.objects.values():
                derivation = derive(state, object_)
                said = words_by_step(derivation)
                assert [text_of(name) for name in said[-1]] == list(names_of(state, object_)), path
                for step, names in zip(derivation.steps, said, strict=True):
                    assert [text_of(name) for name in names] == list(step.names), path

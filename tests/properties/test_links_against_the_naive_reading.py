"""The fast links against the naive reading of CR 607.2a, 607.5 and 707.7, on random games."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.forms import event_from_map
from events.header import header_from_map
from projections.abilities_on import find_ability
from projections.fold import apply, start
from projections.linked_abilities import linked_by
from projections.state import State
from tests.naive.links import CARDS, PAIRS, Told

HEADER = header_from_map(
    {"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS}
)
NAMES = ["a", "b", "c", "x", "y"]
SET_UP = [
    {"event": "card_added", "card": card, "definition": definition, "owner": "ana",
     "zone": "battlefield"}
    for card, definition in zip(NAMES, ["Sphere", "Prison", "Jailer", "Bear Cub", "Bear Cub"], strict=True)
]  # fmt: skip
CHOICES = st.tuples(
    st.sampled_from(["exile", "exile", "exile", "blink", "copy", "end", "hand"]),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
)


def _drawn(
    told: Told, number: int, choice: tuple[str, str, str], ends: list[str]
) -> list[dict[str, Any]]:
    """The events a choice comes to where it is legal; none where it is not."""
    what, card, other = choice
    if what == "blink":
        to = "exile" if told.zone[card] != "exile" else "battlefield"
        return [{"event": "moved", "object": card, "to": to}]
    if what == "hand":
        back = "battlefield" if told.zone[card] == "hand" else "hand"
        return [{"event": "moved", "object": card, "to": back}]
    if what == "end":
        return [{"event": "effect_ended", "effect": ends.pop()}] if ends else []
    if told.zone[card] != "battlefield" or told.zone[other] != "battlefield" or card == other:
        return []
    if what == "copy":
        ends.append(f"e{number}")
        return [{"event": "became_copy", "object": card, "of": other, "effect": f"e{number}"}]
    pair = PAIRS.get(told.shows(card))
    return [] if pair is None else [
        {"event": "exiled", "object": other, "with": f"{card}:{pair[0]}"}
    ]  # fmt: skip


def _linked(state: State, card: str, second: str) -> set[str]:
    holder = state.objects[card]
    ability = find_ability(state, holder, second)
    assert ability is not None
    return {
        each.partition(".")[0]
        for pair in linked_by(state, holder, ability)
        for each in pair.objects
    }


@pytest.mark.rule("607.2a")
@pytest.mark.rule("607.5")
@pytest.mark.rule("707.7")
@given(st.lists(CHOICES, min_size=1, max_size=25))
def test_607_2a_each_second_ability_refers_to_what_the_naive_reading_says(
    choices: list[tuple[str, str, str]],
) -> None:
    state, told, ends = start(HEADER), Told(), list[str]()
    for event in SET_UP:
        apply(state, event_from_map(event))
        told.read(event)
    for number, choice in enumerate(choices):
        for event in _drawn(told, number, choice, ends):
            apply(state, event_from_map(event))
            told.read(event)
        for card in NAMES:
            expected = told.linked(card)
            if expected is not None:
                assert _linked(state, card, expected[0]) == expected[1], (card, choices)

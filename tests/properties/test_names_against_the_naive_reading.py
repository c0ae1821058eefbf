"""The fast fold against the naive reading of CR 123.6c, on random games."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.forms import event_from_map
from events.header import header_from_map
from projections.fold import apply, start
from projections.names import derive, names_of
from projections.state import State
from projections.stickers import words_of
from tests.naive.games import CARDS, games
from tests.naive.reading import names

HEADER = header_from_map(
    {"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS}
)


def _place(state: State, event: dict[str, Any], after: int) -> dict[str, Any]:
    """A sticker's event with a place that CR 123.6b allows."""
    on = event.get("on") or event.get("to")
    if event["event"] not in {"sticker_placed", "sticker_moved"} or on is None:
        return event
    longest = max((len(words_of(n)) for n in names_of(state, state.objects[on])), default=0)
    return {**event, "after": after % (longest + 1)}


@pytest.mark.rule("123.6c")
@pytest.mark.rule("123.5")
@pytest.mark.rule("613.7")
@given(games(), st.lists(st.integers(0, 9), min_size=40, max_size=40))
def test_123_6c_every_name_is_what_the_naive_reading_says(
    events: list[dict[str, Any]], places: list[int]
) -> None:
    state = start(HEADER)
    told: list[dict[str, Any]] = []
    for place, raw in zip(places, events, strict=False):
        event = _place(state, raw, place)
        apply(state, event_from_map(event))
        told.append(event)
        for card, object_ in state.objects.items():
            expected = names(CARDS, told, card)
            assert sorted(names_of(state, object_)) == sorted(expected), (card, told)
            derivation = derive(state, object_)
            assert sorted(derivation.names) == sorted(expected)
            assert derivation.steps
            assert derivation.steps[0].rule == "707.2"
            assert set(derivation.steps[-1].names) == set(derivation.names)
            assert derivation.rules

"""Records that no game could be: one message or an answer, never anything else."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from events.errors import NametrailError
from events.forms import event_from_map
from events.header import header_from_map
from events.kinds import Event
from projections.characteristics import characteristics_of
from projections.fold import apply, start
from projections.names import derive, names_of
from projections.state import State
from simulator.check import check
from simulator.explain import in_words
from simulator.legality import Known, violations
from simulator.link_words import links_as_json
from tests.naive.hostile import HEADER, SET_UP, events, questions


def _read(raw: dict[str, Any]) -> Event | None:
    try:
        return event_from_map(raw)
    except NametrailError:
        return None


def _told(state: State) -> None:
    """Whatever the state is, everything can be asked of it, and the two ways to a name agree."""
    for object_ in list(state.objects.values()):
        derivation = derive(state, object_)
        assert sorted(names_of(state, object_)) == sorted(derivation.names)
        characteristics_of(state, object_)
        assert in_words(derivation, str)
        links_as_json(state, object_)


@settings(max_examples=120)
@given(st.lists(events, min_size=1, max_size=14))
def test_events_applied_against_the_rules_leave_a_state_that_answers(
    invented: list[dict[str, Any]],
) -> None:
    state, known = start(header_from_map(HEADER)), Known()
    for raw in [*SET_UP, *invented]:
        event = _read(raw)
        if event is None:
            continue
        broken = violations(state, event, known)
        before = copy.deepcopy(state)
        try:
            apply(state, event)
        except NametrailError:
            assert broken, f"nobody foresaw that {raw} cannot be"
            state = before
            continue
        known.note(event)
        _told(state)


@settings(max_examples=120)
@given(st.lists(st.one_of(events, events, questions), min_size=1, max_size=14))
def test_a_hostile_record_is_checked_to_its_end_or_stops_with_a_place(
    invented: list[dict[str, Any]],
) -> None:
    result = check([json.dumps(line) for line in [HEADER, *SET_UP, *invented]])
    assert result.error is None or (result.error.place and str(result.error))
    assert result.exit_status in {0, 1, 2}

"""Looking again only at what an event can have changed sees the same as looking at everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from events.record import Record, read_record
from projections.identity import look_back
from simulator.audit import as_it_happened
from simulator.lookup import card_lookup
from simulator.web.seeing import Eye, seen
from tests.naive import games as random_games
from tests.web.records import added, record, sticker


def agrees(made: Record) -> None:
    eye = Eye()
    for line, state, faults in as_it_happened(made, card_lookup()):
        found = eye.look(state, line.event, broken=any(not each.note for each in faults))
        whole = {card: seen(state, each) for card, each in state.objects.items()}
        assert found == whole, f"{made.file}:{line.line}"


def test_on_every_rule_record_and_example(root: Path) -> None:
    for folder in ("tests/records", "simulator/examples"):
        for path in sorted((root / folder).glob("*.jsonl")):
            agrees(read_record(path))


@given(random_games.games())
def test_on_random_games(events: list[dict[str, Any]]) -> None:
    header = {
        "record": "nametrail",
        "version": 1,
        "players": ["ana", "ben"],
        "cards": random_games.CARDS,
    }
    agrees(read_record(record(*events, header=header).splitlines()))


@pytest.mark.rule("123.3d")
def test_a_sticker_that_leaves_an_object_the_event_does_not_name() -> None:
    moved = {"event": "sticker_moved", "sticker": "s1", "to": "wolf", "after": 0}
    removed = {"event": "sticker_removed", "sticker": "s1"}
    agrees(
        read_record(
            record(
                added("bear"), added("wolf", "Wolf"), sticker("Dark"), moved, removed
            ).splitlines()
        )
    )


def test_a_permanent_of_the_past_is_still_found() -> None:
    events = (added("bear"), {"event": "moved", "object": "bear", "to": "graveyard"})
    made = read_record(record(*events).splitlines())
    *_, (_, state, _) = as_it_happened(made, card_lookup())
    found = look_back(state, "bear.1")
    assert found is not None
    assert found.reference == "bear.1"

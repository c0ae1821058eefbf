"""What the state keeps twice agrees, after every event of every rule record: nothing is left of what is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.record import read_record
from projections.fold import apply, start
from projections.state import State
from simulator.lookup import card_lookup

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))


def _consistent(state: State) -> None:
    objects = state.objects
    there = {each.reference for each in objects.values()}
    on = {s.sticker: card for card, each in objects.items() for s in each.stickers}
    assert state.on_stickers == on
    for listed in (state.statics, state.far, state.far_text, state.for_spells):
        assert listed.keys() <= objects.keys()
    in_library = {card for card, each in objects.items() if each.zone == "library"}
    assert {card for cards in state.libraries.values() for card in cards} == in_library
    for name, effect in state.effects.items():
        assert set(effect.targets or ()) <= there
        for reference in effect.targets or ():
            assert name in objects[reference.partition(".")[0]].effects
    for cards in state.named_effects.values():
        assert set(cards) <= objects.keys()
    for reference, holder in state.holders.items():
        assert holder.linked or holder.waiting > 0, reference
        for key, linked in holder.linked.items():
            assert linked
            assert all(objects[r.partition(".")[0]].link == (reference, key) for r in linked)
    for card, object_ in objects.items():
        assert object_.card == card
        assert object_.timestamp > 0
        assert (object_.controller is None) == (object_.zone not in {"battlefield", "stack"})
        assert set(object_.effects) <= state.effects.keys()
        for other in object_.attachments:
            assert objects[other].attached_to == object_.reference
        host = object_.attached_to
        if host is not None and host in there:
            assert card in objects[host.partition(".")[0]].attachments
        earlier = object_.previous
        assert earlier is None or earlier.previous is None or earlier.previous.previous is None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_nothing_is_left_of_what_is_gone(path: Path) -> None:
    record = read_record(path)
    state = start(record.header, card_lookup())
    for event in record.events:
        apply(state, event)
        _consistent(state)

"""The state holds what is, not what was: it is as large late in a long game as early."""

from __future__ import annotations

import pickle

from projections.fold import apply, start
from projections.state import State
from simulator.bench.games import game, header

CACHES = {"lookup", "answers", "reaches", "header", "definitions", "texts"}


def _size(state: State) -> int:
    fields = {name: getattr(state, name) for name in State.__struct_fields__ if name not in CACHES}
    return len(pickle.dumps(fields))


def test_the_state_is_as_large_late_as_early() -> None:
    state = start(header())
    sizes: list[int] = []
    for event in game(24_000, permanents=30):
        apply(state, event)
        if state.position % 4_000 == 0:
            sizes.append(_size(state))
    assert max(sizes[3:]) <= 1.25 * max(sizes[:3])

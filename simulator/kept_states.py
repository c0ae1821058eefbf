"""Copies of folded states, and states kept on the way, so that any position is near.

A snapshot is a cache: without any the states are the same, only slower to come by. It is made of bytes
of our own that never leave the process.
"""

from __future__ import annotations

import pickle
from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from events.header import Header
from events.kinds import Event
from projections.fold import apply, no_card
from projections.state import State

EVERY = 1000
"""How many events lie between two snapshots."""


_NOBODY = Header(players=())


class Packed(msgspec.Struct, frozen=True):
    """A state as bytes, and what all states of a game share: header, sheets, definitions, texts."""

    raw: bytes
    shared: State


def pack(state: State) -> Packed:
    """Keep a state as it is now."""
    bare = msgspec.structs.replace(
        state, lookup=no_card, sheets={}, definitions={}, texts={}, answers={}, header=_NOBODY
    )
    return Packed(pickle.dumps(bare, protocol=5), state)


def unpack(packed: Packed) -> State:
    """The state that was kept, as a new one."""
    state: State = pickle.loads(packed.raw)  # noqa: S301 - bytes this process made itself
    shared = packed.shared
    state.header = shared.header
    state.lookup = shared.lookup
    state.sheets = shared.sheets
    state.definitions = shared.definitions
    state.texts = shared.texts
    return state


def copy_of(state: State) -> State:
    """Another state, the same in everything, that changes apart from this one."""
    return unpack(pack(state))


class KeptStates:
    """The states of one game at some positions, from which any other is reached by folding."""

    def __init__(self, first: State, every: int = EVERY) -> None:
        self._every = every
        self._positions = [first.position]
        self._packed = [pack(first)]

    def offer(self, state: State) -> None:
        """Keep a state if the last one kept lies far enough behind it."""
        if state.position - self._positions[-1] >= self._every:
            self._positions.append(state.position)
            self._packed.append(pack(state))

    def at(self, position: int, events: Sequence[Event]) -> State:
        """The state after so many of the events, folded from the nearest state kept."""
        state = self.before(position)
        for event in events[state.position : position]:
            apply(state, event)
        return state

    def before(self, position: int) -> State:
        """The last state kept that is not behind a position."""
        return unpack(self._packed[bisect_right(self._positions, position) - 1])

    def positions(self) -> tuple[int, ...]:
        """Where states are kept."""
        return tuple(self._positions)

    def forget_behind(self, position: int) -> None:
        """Keep no state that lies behind a position: the game goes on differently from there."""
        length = bisect_right(self._positions, position)
        del self._positions[length:]
        del self._packed[length:]

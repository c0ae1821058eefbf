"""Long games in the real store: written action by action or packed, and replayed from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from events.actions import Packed, Recorded, Started, link, started
from events.kinds import Event
from events.ledger import Advance
from events.store import Store, open_store
from events.stored_rows import stored_action
from projections import fold
from projections.state import State
from simulator.bench.games import header

GAME = "long"
EVENTS_OF_AN_ACTION = 5
"""Fewest events of a stored action: what a player did and all that followed; the most is about twenty."""

_ROWS_AT_ONCE = 500
_EVENTS_OF_A_PACK = 512


def commands(
    actions: Iterable[tuple[Event, ...]], fewest: int = EVENTS_OF_AN_ACTION
) -> Iterator[tuple[Event, ...]]:
    """Actions put together to what one command of a player brings about, at least so many events."""
    together: list[Event] = []
    for action in actions:
        together += action
        if len(together) >= fewest:
            yield tuple(together)
            together = []
    if together:
        yield tuple(together)


def written(
    path: Path,
    actions: Iterable[tuple[Event, ...]],
    *,
    packed: bool = False,
    fewest: int = EVENTS_OF_AN_ACTION,
) -> int:
    """Store a game and return how many events it has."""
    with open_store(path) as store:
        first = stored_action(GAME, 1, started(GAME, header(), {}, ()))
        head, version, position = link(first.topic, 1, first.state), 1, 0
        rows, seen = [first], None
        for events, sizes in _rows(commands(actions, fewest), packed=packed):
            version += len(sizes)
            action = (
                Packed(head, position, events, sizes)
                if packed
                else Recorded(head, position, events)
            )
            position += len(events)
            row = stored_action(GAME, version, action)
            head = link(row.topic, version, row.state)
            rows.append(row)
            if len(rows) >= _ROWS_AT_ONCE:
                store.recorder.insert_events(
                    rows, step=Advance(GAME, seen, version, position, head)
                )
                rows, seen = [], version
        if rows:
            store.recorder.insert_events(rows, step=Advance(GAME, seen, version, position, head))
    return position


def replayed(store: Store, game: str = GAME) -> State:
    """The state at the end of a stored game, folded as it is read."""
    state = fold.start(store.header(game))
    for action in store.actions(game):
        if isinstance(action, (Recorded, Packed)):
            for event in action.events:
                fold.apply(state, event)
    return state


def replayed_file(path: Path) -> State:
    """The same, from a store that is opened for it."""
    with open_store(path, create=False) as store:
        return replayed(store)


def _rows(
    grouped: Iterable[tuple[Event, ...]], *, packed: bool
) -> Iterator[tuple[tuple[Event, ...], tuple[int, ...]]]:
    """The events of each row, and the sizes of the actions in it."""
    if not packed:
        for action in grouped:
            yield action, (len(action),)
        return
    events: list[Event] = []
    sizes: list[int] = []
    for action in grouped:
        events += action
        sizes.append(len(action))
        if len(events) >= _EVENTS_OF_A_PACK:
            yield tuple(events), tuple(sizes)
            events, sizes = [], []
    if sizes:
        yield tuple(events), tuple(sizes)


__all__ = ["GAME", "Started", "commands", "replayed", "replayed_file", "written"]

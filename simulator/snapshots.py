"""States of stored games kept on the way, so that any position is near: snapshots every so many events.

A snapshot is a cache. It is named after the fold that made it, by a hash of its source, and one of any
other fold is not looked at. What is read back can only be made of our own Structs and plain values:
a store may come from somebody else.
"""

from __future__ import annotations

import gc
import hashlib
import io
import pickle
import zlib
from collections.abc import Iterator
from functools import cache
from importlib import import_module, resources
from typing import Any

import msgspec

from events.actions import Action, Packed, Recorded
from events.cards import Definition
from events.header import Header
from events.snapshots import Snapshot, keep, nearest
from events.store import Store
from projections import fold
from projections.state import Lookup, State

EVERY = 1000
"""How many events lie between two snapshots of a game, at least."""

_PLAIN = {("builtins", "set"), ("builtins", "frozenset"), ("copyreg", "_reconstructor")}
_NOBODY = Header(players=())


class StoredGame:
    """A stored game, any position of which is near. `lookup` finds cards the game was not stored with."""

    def __init__(self, store: Store, game: str, lookup: Lookup = fold.no_card) -> None:
        self.store = store
        self.game = game
        self._header = store.header(game)
        self._own = store.definitions(game)
        self._others = lookup

    def at(self, position: int) -> State:
        """The state after so many events, from the nearest snapshot on; at most that after the last."""
        state, version = self._nearest(position)
        if state.position >= position:
            return state
        for action in self.store.actions(self.game, version):
            for event in _events(action, state.position):
                if state.position >= position:
                    return state
                fold.apply(state, event)
        return state

    def keep_snapshots(self, every: int = EVERY) -> int:
        """Replay the game from its last snapshot on and keep new ones; how many were kept.

        They stand at the ends of stored rows, so a packed import may have them farther apart.
        """
        state, version = self._nearest(self.store.info(self.game).events)
        kept, last = 0, state.position
        for action, reached in _with_versions(self.store, self.game, version):
            for event in _events(action, state.position):
                fold.apply(state, event)
            if state.position - last >= every:
                snapshot = Snapshot(state.position, reached, frozen(state))
                keep(self.store, self.game, shape(), snapshot)
                kept, last = kept + 1, state.position
        return kept

    def _nearest(self, position: int) -> tuple[State, int]:
        """The state of the nearest snapshot and its version; without one, the state before the first event."""
        snapshot = nearest(self.store, self.game, shape(), position)
        if snapshot is not None:
            state = thawed(snapshot.state, self._header, self._defined)
            if state is not None and state.position == snapshot.position:
                return state, snapshot.version
        return fold.start(self._header, self._defined), 0

    def _defined(self, name: str) -> Definition | None:
        return self._own.get(name) or self._others(name)


def state_at(store: Store, game: str, position: int, lookup: Lookup = fold.no_card) -> State:
    """The state of a stored game after so many events."""
    return StoredGame(store, game, lookup).at(position)


def keep_snapshots(
    store: Store, game: str, every: int = EVERY, lookup: Lookup = fold.no_card
) -> int:
    """Keep snapshots of a game, and tell how many are new."""
    return StoredGame(store, game, lookup).keep_snapshots(every)


def frozen(state: State) -> bytes:
    """A state as bytes: without what can be had elsewhere, the header and where definitions come from."""
    bare = msgspec.structs.replace(
        state,
        header=_NOBODY,
        lookup=fold.no_card,
        definitions={},
        sheets={},
        answers={},
        reaches={},
    )
    return zlib.compress(pickle.dumps(bare, protocol=5), 1)


def thawed(raw: bytes, header: Header, lookup: Lookup) -> State | None:
    """The state in these bytes, or None if they hold anything but a state of ours."""
    try:
        state = _loaded(zlib.decompress(raw))
    except (pickle.UnpicklingError, zlib.error, EOFError, AttributeError, TypeError, ValueError,
            IndexError, KeyError):  # fmt: skip
        return None
    if not isinstance(state, State):
        return None
    fresh = fold.start(header, lookup)
    state.header, state.lookup, state.sheets = header, lookup, fresh.sheets
    return state


def _loaded(raw: bytes) -> Any:
    """What the bytes hold; looking for garbage among thousands of new objects would find none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _OwnStructs(io.BytesIO(raw)).load()
    finally:
        if collecting:
            gc.enable()


@cache
def shape() -> str:
    """The name of the fold as it is: a hash of its source, and of what events are made of."""
    found = hashlib.sha256()
    for package in ("events", "projections"):
        files = sorted(resources.files(package).iterdir(), key=lambda each: each.name)
        for file in files:
            if file.name.endswith(".py"):
                found.update(file.name.encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:16]


class _OwnStructs(pickle.Unpickler):
    """Makes nothing but Structs of events and projections, and sets."""

    def find_class(self, module: str, name: str) -> Any:
        """The class of a value.

        Raises UnpicklingError for any other.
        """
        if module.split(".", maxsplit=1)[0] in {"events", "projections"}:
            found = getattr(import_module(module), name, None)
            if isinstance(found, type) and issubclass(found, msgspec.Struct):
                return found
            if (module, name) == ("projections.fold", "no_card"):
                return found
        elif (module, name) in _PLAIN:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"a snapshot holds a {module}.{name}")


def _with_versions(store: Store, game: str, after: int) -> Iterator[tuple[Action, int]]:
    """The actions behind a version, each with the version the game is at after it."""
    ranges = [(max(first, after), upto) for first, upto in store.timeline(game) if upto > after]
    version, upto = ranges.pop(0) if ranges else (after, after)
    for action in store.actions(game, after):
        if version >= upto and ranges:
            version, upto = ranges.pop(0)
        version += len(action.sizes) if isinstance(action, Packed) else 1
        yield action, version


def _events(action: Action, position: int) -> tuple[Any, ...]:
    """The events of an action that come behind a position."""
    if not isinstance(action, (Recorded, Packed)):
        return ()
    return (
        action.events[position - action.position :] if position > action.position else action.events
    )


__all__ = ["EVERY", "StoredGame", "keep_snapshots", "shape", "state_at"]

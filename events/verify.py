"""Whether the games of a store are as they were recorded: the chain of hashes, checked action by action.

Each action carries the hash of the one before it, and the ledger the hash of the last one. Whoever noted
that hash elsewhere (the head) can also tell when both were rewritten together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from eventsourcing.persistence import MapperDeserialisationError, StoredEvent

from events.actions import Action, Packed, Recorded, Started, link
from events.mapper import action_of
from events.store import PAGE, Store
from events.store_errors import StoreError, UnknownGame, told
from events.stored_rows import GameRow


class Fault(msgspec.Struct, frozen=True):
    """Something that is not as it was recorded: in which actions, which events that concerns, and what."""

    game: str
    version: int
    last_version: int
    first: int
    last: int
    template: str
    params: dict[str, Any] = {}

    def __str__(self) -> str:
        return (
            f"{_span('event', self.first, self.last)} "
            f"({_span('version', self.version, self.last_version)}): "
            f"{self.template.format(**self.params)}"
        )


class Verified(msgspec.Struct, frozen=True):
    """A game, and what is wrong with it; `head` is the hash of its last action as it is now."""

    game: str
    version: int
    events: int
    head: str
    faults: tuple[Fault, ...]

    @property
    def holds(self) -> bool:
        """Whether everything is as it was recorded."""
        return not self.faults


def verify(store: Store, game: str | None = None, head: str | None = None) -> tuple[Verified, ...]:
    """Check one game, or all; `head` is what `store list` showed for the game before.

    Raises StoreError for a game that is not there, and for a `head` without a game.
    """
    if game is None:
        if head is not None:
            raise StoreError("a head is that of one game", advice="say which game")
        return tuple(_verify(store, each, None) for each in _all_games(store))
    if game not in _all_games(store):
        game = store.find_game(game)
    return (_verify(store, game, head),)


def _all_games(store: Store) -> list[str]:
    """The games of the ledger, and those of which there are actions only."""
    table = store.recorder.events_table_name
    with told(store.name), store.database.transaction(commit=False) as sql:
        rows = sql.all(f"SELECT DISTINCT originator_id AS game FROM {table}")  # noqa: S608 - our own table
    return sorted({row.game for row in store.games()} | {str(row["game"]) for row in rows})


def _verify(store: Store, game: str, head: str | None) -> Verified:
    """Go through the actions first and look into the ledger then, as somebody may be adding to both."""
    chain = _Chain(game)
    while True:
        seen = chain.last
        for row in _rows(store, game, seen.version or None):
            chain.take(row)
        try:
            ledger = store.info(game)
        except UnknownGame:
            return chain.end(None, head)
        if ledger.version <= chain.last.version or chain.last == seen:
            return chain.end(ledger, head)


def _rows(store: Store, game: str, after: int | None) -> Iterator[StoredEvent]:
    while True:
        with told(store.name):
            page = store.recorder.select_events(game, gt=after, limit=PAGE)
        yield from page
        if len(page) < PAGE:
            return
        after = page[-1].originator_version


class _Link(msgspec.Struct, frozen=True):
    """A stored action that has been looked at: its version, the events it holds, its hash.

    Where actions are missing, it stands for all of them, up to the version `until`.
    """

    version: int = 0
    first: int = 0
    last: int = 0
    hash: bytes = b""
    until: int = 0


class _Chain:
    """Goes through a game's actions in order and collects what is wrong.

    An action whose hash the next one does not know was changed. Where several links in a row are broken,
    it is the actions between them that were: the one before the first may be as it was.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.faults: list[Fault] = []
        self.last = _Link()
        self.events = 0
        self.broken: tuple[_Link, _Link, bool] | None = None
        """The first and last action to blame for a row of broken links, and whether the first is sure."""

    def take(self, row: StoredEvent) -> None:
        """Look at the next action."""
        before, action = self.last, self._read(row)
        now = _Link(
            row.originator_version,
            self.events + 1,
            self.events + _number(action),
            link(row.topic, row.originator_version, bytes(row.state)),
        )
        self.last = now
        if action is None:
            self._settle()
        elif now.version != before.version + _size(action):
            self._settle()
            self._gap(before, now, action)
        elif action.previous != before.hash:
            self._break(before, now)
        else:
            self._settle()
            if _position(action, self.events) != self.events:
                self._fault(now, now, "the action does not follow on the one before it")
        if isinstance(action, Started) and action.game != self.game:
            self._fault(now, now, "the start of {other} stands here", other=action.game)
        if action is not None and not isinstance(action, Started):
            self.events = action.position + _number(action)

    def end(self, ledger: GameRow | None, head: str | None) -> Verified:
        """Compare the last action with the ledger and with the head somebody noted."""
        last, actual = self.last, self.last.hash.hex()
        if ledger is not None and ledger.version == last.version and ledger.head != actual:
            self._break(last, last)
        self._settle()
        if ledger is None:
            self._fault(last, last, "the game is not in the ledger of games")
        elif ledger.version > last.version:
            missing = _Link(last.version + 1, self.events + 1, ledger.events, until=ledger.version)
            self._fault(missing, missing, "the last actions of the game are missing: {number}",
                        number=ledger.version - last.version)  # fmt: skip
        elif ledger.version < last.version:
            added = _Link(ledger.version + 1, ledger.events + 1, self.events, until=last.version)
            self._fault(added, added, "the ledger of games knows nothing of the last actions: {number}",
                        number=last.version - ledger.version)  # fmt: skip
        elif ledger.events != self.events and not self.faults:
            self._fault(last, last, "the ledger of games knows another number of events")
        if head is not None and actual != head.strip().lower():
            self._fault(last, last, "the head is {actual} and not the {noted} that was noted",
                        actual=actual, noted=head)  # fmt: skip
        return Verified(self.game, last.version, self.events, actual, tuple(self.faults))

    def _read(self, row: StoredEvent) -> Action | None:
        try:
            return action_of(row)
        except MapperDeserialisationError:
            place = _Link(row.originator_version, self.events + 1, self.events + 1)
            self._fault(place, place, "the action was changed: it cannot be read any more")
            return None

    def _gap(self, before: _Link, now: _Link, action: Action) -> None:
        number = now.version - _size(action) - before.version
        if number < 0:
            self._fault(now, now, "an action stands where another one is")
            return
        missing = _Link(
            before.version + 1,
            self.events + 1,
            _position(action, self.events),
            until=before.version + number,
        )
        self._fault(missing, missing, "actions are missing here: {number}", number=number)

    def _break(self, before: _Link, now: _Link) -> None:
        """The link between two neighbours is broken."""
        if self.broken is None:
            self.broken = (before, before, False) if before.version else (now, now, True)
        else:
            first, _, sure = self.broken
            self.broken = (first if sure else before, before, True)

    def _settle(self) -> None:
        if self.broken is None:
            return
        first, last, _ = self.broken
        self.broken = None
        if not any(fault.version == first.version for fault in self.faults):
            self._fault(first, last, "what stands here is not what was recorded")

    def _fault(self, first: _Link, last: _Link, template: str, **params: Any) -> None:
        fault = Fault(
            self.game,
            first.version,
            max(first.version, last.version, last.until),
            first.first,
            max(first.first, last.first, last.last),
            template,
            params,
        )
        self.faults.append(fault)


def _size(action: Action | None) -> int:
    """How many versions an action stands for."""
    return len(action.sizes) if isinstance(action, Packed) else 1


def _number(action: Action | None) -> int:
    return len(action.events) if isinstance(action, (Recorded, Packed)) else 0


def _position(action: Action, otherwise: int) -> int:
    """How many events came before an action, by what it says itself."""
    return action.position if isinstance(action, (Recorded, Packed)) else otherwise


def _span(what: str, first: int, last: int) -> str:
    return f"{what} {first}" if first == last else f"{what}s {first}-{last}"

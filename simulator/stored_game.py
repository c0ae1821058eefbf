"""A game in the event store that is being played, by anybody at the same time.

Each command is recorded before it counts. Where somebody else was faster, the game is folded again with
what they recorded, and the command is tried anew, as long as it is still legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from events.actions import Started
from events.errors import NametrailError, RecordError
from events.kinds import RECORD_NAMES, Event
from events.store import Store
from events.store_errors import Conflict, StoreError
from projections.state import Lookup
from simulator.game import Game
from simulator.logs import logger
from simulator.lookup import card_lookup

MOST_TRIES = 100
"""How often a command is tried again because somebody else was faster."""


class StoredGame(Game):
    """A game that is recorded in a store as it is played."""

    def __init__(self, store: Store, game: str, lookup: Lookup | None = None) -> None:
        self.store = store
        self.game = game
        elsewhere = lookup or card_lookup()
        own = store.definitions(game)
        self.version = 0
        self._undone = 0
        super().__init__(store.header(game), lambda name: own.get(name) or elsewhere(name))
        self.refresh()

    def refresh(self) -> bool:
        """Take in what others have recorded since; whether there was anything."""
        row = self.store.info(self.game)
        news = row.version != self.version
        if row.undone != self._undone:
            self.actions.clear()
            self._go_back(0)
            self.version = 0
        for action in self.store.actions(self.game, self.version, row.version):
            if not isinstance(action, Started):
                self.take_in(action.events)
        self.version, self._undone = row.version, row.undone
        return news

    def do(self, *events: Event) -> tuple[Event, ...]:
        """Let events happen as one action, recorded in the store.

        Raises the first error if a rule does not allow one of them, the game being as it is by now.
        """
        left = MOST_TRIES
        while True:
            try:
                return super().do(*events)
            except NametrailError as error:
                left -= 1
                if isinstance(error, StoreError) and not isinstance(error, Conflict):
                    raise
                if not self.refresh() or not left:
                    raise
                log = logger(game=self.game, position=len(self.events), version=self.version)
                log.info("somebody was faster", tries_left=left)

    def _record(self, events: Sequence[Event]) -> None:
        self.version = self.store.append(self.game, self.version, events)
        for number, event in enumerate(events, len(self.events) + 1):
            log = logger(game=self.game, position=number, happened=RECORD_NAMES[type(event)])
            log.info("recorded", version=self.version)

    def undo(self) -> tuple[Event, ...]:
        """Take the last action back; the store keeps it, and goes on from before it.

        Raises RecordError where there is nothing to take back, Conflict if somebody was faster.
        """
        versions = [
            version
            for after, upto in self.store.timeline(self.game)
            for version in range(after + 1, upto + 1)
        ]
        if len(versions) < 2 or not self.actions:
            raise RecordError("there is nothing to undo")
        self.version = self.store.undo(self.game, self.version, versions[-2])
        self._undone = self.store.info(self.game).undone
        return super().undo()

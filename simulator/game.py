"""Playing: commands that decide events, each checked against the rules.

    game = Game(header)
    game.add_card("fae", "Fae of Wishes", "ana", "hand")
    game.cast("fae", face="Granted")

Every command returns the events it made. One that breaks a rule raises the error and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from events.errors import NametrailError, RecordError
from events.header import Header
from events.kinds import Event
from events.record import EventLine, Record
from projections.fold import apply, start
from projections.names import names_of
from projections.state import Lookup, State
from projections.stickers import available, positions
from simulator.actions import Actions
from simulator.kept_states import KeptStates, copy_of
from simulator.legality import Known, violations
from simulator.lookup import card_lookup
from simulator.replay import Moment, object_there

SNAPSHOTS = 200
"""How many events lie between two states kept for undoing."""


class Game(Actions):
    """A game that is being played: its events, the state after them, and what the rules allow next."""

    def __init__(
        self, header: Header, lookup: Lookup | None = None, events: Iterable[Event] = ()
    ) -> None:
        self.header = header
        self.lookup: Lookup = lookup or card_lookup()
        self.events: list[Event] = []
        self.actions: list[int] = []
        self.state: State = start(header, self.lookup)
        self.known = Known()
        self._kept = KeptStates(self.state, SNAPSHOTS)
        for event in events:
            self.take_in((event,))

    @classmethod
    def of(cls, record: Record, lookup: Lookup | None = None) -> Game:
        """Play on from the end of a record.

        Raises what cannot be in the record, with its place.
        """
        game = cls(record.header, lookup)
        for line in record.lines:
            if isinstance(line, EventLine):
                try:
                    game.take_in((line.event,))
                except NametrailError as error:
                    raise error.at(f"{record.file}:{line.line}") from error
        if record.error is not None:
            raise record.error
        return game

    def take_in(self, events: Sequence[Event]) -> None:
        """Take in an action that has been recorded before, whether it broke a rule or not.

        Raises RecordError for what cannot be.
        """
        for event in events:
            for problem in violations(self.state, event, self.known):
                if isinstance(problem, RecordError):
                    raise problem
            apply(self.state, event)
            self.known.note(event)
            self.events.append(event)
            self._kept.offer(self.state)
        self.actions.append(len(events))

    @property
    def position(self) -> int:
        """How many events have happened."""
        return len(self.events)

    @property
    def now(self) -> Moment:
        """The game as it is, to be asked for names and reasons."""
        return Moment(self.state)

    def do(self, *events: Event) -> tuple[Event, ...]:
        """Let events happen, one after the other, as one action.

        Raises the first error if a rule does not allow one of them; then none has happened.
        """
        state, known = self._tried(events)
        self._record(events)
        self.state, self.known = state, known
        self.events += events
        self.actions.append(len(events))
        self._kept.offer(state)
        return events

    def _tried(self, events: Sequence[Event]) -> tuple[State, Known]:
        """The state after some events, if the rules allow them all."""
        state, known = copy_of(self.state), self.known.copy()
        for event in events:
            for problem in violations(state, event, known):
                raise problem
            apply(state, event)
            known.note(event)
        return state, known

    def _record(self, events: Sequence[Event]) -> None:
        """Write down what is about to happen; a game in a store does."""

    def undo(self) -> tuple[Event, ...]:
        """Take the last action back and return its events; nothing is left of it.

        Raises RecordError where there is nothing to take back.
        """
        if not self.actions:
            raise RecordError("there is nothing to undo")
        count = self.actions.pop()
        taken = tuple(self.events[-count:]) if count else ()
        self._go_back(len(self.events) - count)
        return taken

    def _go_back(self, position: int) -> None:
        del self.events[position:]
        self._kept.forget_behind(position)
        self.state = self._kept.at(position, self.events)
        self.known = Known()
        for event in self.events:
            self.known.note(event)

    def fork(self) -> Game:
        """The same game, to be played on differently; it is written down nowhere."""
        other = Game(self.header, self.lookup)
        other.events = list(self.events)
        other.actions = list(self.actions)
        other.state = copy_of(self.state)
        other.known = self.known.copy()
        other._kept = KeptStates(start(self.header, self.lookup), SNAPSHOTS)
        return other

    def record(self, name: str = "<game>") -> Record:
        """The game so far as a record."""
        lines = tuple(EventLine(n + 1, n, event) for n, event in enumerate(self.events, 1))
        return Record(name, self.header, lines)

    # --- what may be done next ---

    def names_with(self, on: str, words: str) -> list[tuple[int, tuple[str, ...]]]:
        """Each place for a name sticker's words, as `after`, with the names it would give (CR 123.6b)."""
        names = names_of(self.state, object_there(self.state, on))
        offered = positions(names, words)
        return [
            (after, (each,) if isinstance(each, str) else tuple(each))
            for after, each in enumerate(offered)
        ]

    def stickers_for(self, player: str) -> tuple[str, ...]:
        """The stickers a player may choose and pay for now (CR 123.3, 123.3c)."""
        return available(self.state, player)

    def is_legal(self, *events: Event) -> bool:
        """Whether the rules allow these events now."""
        try:
            self._tried(events)
        except NametrailError:
            return False
        return True

"""A recorded game, replayed: the state at any position, forwards and backwards.

    replay = Replay.open("game.jsonl")
    for event, state in replay: ...
    replay.at(4).name_of("fae")

Each event is judged by the rules before it is applied (`simulator.legality`). The first that cannot be, or
that breaks a rule, ends the replay: the states before it stay, and `failure` says what is wrong and where.
With `strict=True` it is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from events.errors import NametrailError, RecordError
from events.header import Header
from events.kinds import Event
from events.record import EventLine, Line, Record, read_record
from events.references import parse_object
from projections.fold import apply, start
from projections.names import Derivation, derive, names_of
from projections.state import Lookup, Object, State
from simulator.kept_states import KeptStates
from simulator.legality import Known, violations
from simulator.lookup import card_lookup


class Moment:
    """A game after so many events. Its state is its own: it changes no more."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def position(self) -> int:
        """How many events have happened."""
        return self.state.position

    def object(self, reference: str) -> Object:
        """The object a reference means.

        Raises RecordError if it is not there at this moment.
        """
        return object_there(self.state, reference)

    def names_of(self, reference: str) -> tuple[str, ...]:
        """The names of an object; none is the empty tuple (CR 201.2a)."""
        return names_of(self.state, self.object(reference))

    def name_of(self, reference: str) -> str | None:
        """The name of an object, several joined by ` // `; None without any."""
        return " // ".join(self.names_of(reference)) or None

    def why(self, reference: str) -> Derivation:
        """How an object's name came about (CR 123.6c)."""
        return derive(self.state, self.object(reference))

    def __repr__(self) -> str:
        return f"<Moment after event {self.position}, {len(self.state.objects)} objects>"


def object_there(state: State, reference: str) -> Object:
    """The current object that a reference means.

    Raises RecordError if there is none.
    """
    parsed = parse_object(reference)
    found = state.objects.get(parsed.card)
    if found is None or parsed.number not in {None, found.number}:
        raise RecordError(
            "there is no object {object} after event {position}",
            object=reference,
            position=state.position,
        )
    return found


class Replay:
    """A game, its events, and the way to the state at any of them."""

    def __init__(
        self, record: Record, lookup: Lookup | None = None, *, strict: bool = False
    ) -> None:
        self.file = record.file
        self.header: Header = record.header
        self.lines: tuple[Line, ...] = record.lines
        self.events: tuple[Event, ...] = record.events
        self.strict = strict
        self.failure: NametrailError | None = None
        self._error = record.error
        self._lines = [line for line in record.lines if isinstance(line, EventLine)]
        self._lookup = lookup or card_lookup()
        self._front = start(record.header, self._lookup)
        self._known = Known()
        self._kept = KeptStates(self._front)
        self._cursor: Moment | None = None

    @classmethod
    def open(
        cls,
        source: str | Path | Iterable[str | bytes],
        *,
        lookup: Lookup | None = None,
        strict: bool = False,
        name: str | None = None,
    ) -> Replay:
        """Open a record: a path, `-` for standard input, or lines.

        Raises RecordError where there is no such file or its header cannot be read.
        """
        return cls(read_record(source, name, strict=strict), lookup, strict=strict)

    @classmethod
    def of(
        cls,
        record: Record | Header,
        events: Iterable[Event] = (),
        *,
        lookup: Lookup | None = None,
        strict: bool = False,
    ) -> Replay:
        """Replay a record that has been read, or a header and events."""
        if isinstance(record, Header):
            numbered = enumerate(events, 1)
            lines = tuple(EventLine(number + 1, number, event) for number, event in numbered)
            record = Record("<events>", record, lines)
        return cls(record, lookup, strict=strict)

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[tuple[Event, State]]:
        """Each event with the state after it: one state, changed by each step."""
        for line, state in self.played():
            yield line.event, state

    def played(self) -> Iterator[tuple[EventLine, State]]:
        """Each event's line with the state after it, as `__iter__`.

        With `strict` the first failure is raised once the states before it have been given.
        """
        state = self._kept.before(0)
        for line in self._lines:
            if not self._reaches(line.position):
                break
            apply(state, line.event)
            yield line, state
        else:
            self._reaches(len(self._lines) + 1)
        self._raise_if_strict()

    def by_line(self) -> Iterator[tuple[Line, State]]:
        """Every line behind the header, with the state after the events up to it."""
        state = self._kept.before(0)
        for line in self.lines:
            if isinstance(line, EventLine):
                if not self._reaches(line.position):
                    break
                apply(state, line.event)
            yield line, state
        else:
            self._reaches(len(self._lines) + 1)
        self._raise_if_strict()

    def _raise_if_strict(self) -> None:
        if self.strict and self.failure is not None:
            raise self.failure

    @property
    def last(self) -> int:
        """The last position that could be reached: of a good record, the number of its events."""
        self._reaches(len(self._lines) + 1)
        return self._front.position

    def _reaches(self, position: int) -> bool:
        """Judge and fold events up to a position, unless the game fails before."""
        front = self._front
        while front.position < position and self.failure is None:
            if front.position == len(self._lines):
                self.failure = self._error
                break
            line = self._lines[front.position]
            problem = self._step(front, line.event)
            if problem is not None:
                self.failure = problem.at(f"{self.file}:{line.line}")
                self._front = self._kept.at(line.position - 1, self.events)
                break
            self._kept.offer(front)
        return self._front.position >= position

    def _step(self, state: State, event: Event) -> NametrailError | None:
        try:
            for problem in violations(state, event, self._known):
                return problem
            apply(state, event)
        except NametrailError as error:
            return error
        self._known.note(event)
        return None

    def at(self, position: int) -> Moment:
        """The game after so many events.

        Raises the failure if the game does not come so far, and RecordError if it is not so long.
        """
        if position < 0 or position > len(self._lines):
            raise RecordError(
                "there is no position {position}: the game has {count} events",
                position=position,
                count=len(self._lines),
                advice="0 is before the first event",
            )
        if not self._reaches(position) and self.failure is not None:
            raise self.failure
        return Moment(self._kept.at(position, self.events))

    @property
    def now(self) -> Moment:
        """The moment the cursor stands at: the start, until `step` or `go` moves it."""
        if self._cursor is None:
            self._cursor = self.at(0)
        return self._cursor

    @property
    def position(self) -> int:
        """Where the cursor stands."""
        return self.now.position

    @property
    def state(self) -> State:
        """The state where the cursor stands."""
        return self.now.state

    def go(self, position: int) -> Moment:
        """Put the cursor at a position."""
        self._cursor = self.at(position)
        return self._cursor

    def step(self) -> Moment | None:
        """Put the cursor one event further; None at the end, or where the game fails."""
        position = self.position
        if not self._reaches(position + 1):
            self._raise_if_strict()
            return None
        state = self.now.state
        self._cursor = None
        apply(state, self.events[position])
        self._cursor = Moment(state)
        return self._cursor

    def back(self) -> Moment | None:
        """Put the cursor one event back; None at the start."""
        return None if self.position == 0 else self.go(self.position - 1)

    def name_of(self, reference: str) -> str | None:
        """An object's name where the cursor stands, at the end if it was never moved.

        Of an object of the past it is the last name it had.
        """
        return self._with(reference).name_of(reference)

    def why(self, reference: str) -> Derivation:
        """How a name came about, asked as `name_of`."""
        return self._with(reference).why(reference)

    def _with(self, reference: str) -> Moment:
        moment = self._cursor or self.at(self.last)
        parsed = parse_object(reference)
        found = moment.state.objects.get(parsed.card)
        if found is not None and parsed.number in {None, found.number}:
            return moment
        return self.past(reference, moment.position) or moment

    def past(self, reference: str, upto: int | None = None) -> Moment | None:
        """The last moment, up to a position, at which an object was there; None if it never was.

        Without a number it is the last object the card has been.
        """
        end = self.last if upto is None else upto
        for kept in reversed([each for each in self._kept.positions() if each <= end]):
            state = self._kept.before(kept)
            found = self._last_seen(state, reference, end)
            if found is not None:
                return self.at(found)
        return None

    def _last_seen(self, state: State, reference: str, end: int) -> int | None:
        parsed = parse_object(reference)
        seen: int | None = None
        while True:
            there = state.objects.get(parsed.card)
            if there is not None and parsed.number in {None, there.number}:
                seen = state.position
            if state.position >= end:
                return seen
            apply(state, self.events[state.position])

    def refused(self, event: Event) -> tuple[NametrailError, ...]:
        """What the rules say to an event that would come next where the cursor stands; nothing changes."""
        known = Known()
        for each in self.events[: self.position]:
            known.note(each)
        return violations(self.state, event, known)

    def line_of(self, position: int) -> int:
        """The line of the record in which an event stands."""
        return self._lines[position - 1].line

    def fork(self, position: int) -> Replay:
        """The game up to a position, to be continued differently."""
        self.at(position)
        lines = tuple(
            line for line in self.lines if isinstance(line, EventLine) and line.position <= position
        )
        return Replay(Record(self.file, self.header, lines), self._lookup, strict=self.strict)

    def record(self) -> Record:
        """The record that is replayed."""
        return Record(self.file, self.header, self.lines, self._error)

    def __repr__(self) -> str:
        return f"<Replay {self.file}: {len(self.events)} events>"

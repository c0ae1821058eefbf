"""Opening what RECORD names, and playing it: a file, `-` for standard input, or the id of a stored game."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from events.cards import Definition
from events.errors import NametrailError, RecordError, RuleBroken
from events.record import EventLine, Record, read_record
from events.references import parse_object
from projections.fold import start
from projections.identity import look_back
from projections.names import names_of
from projections.state import Lookup, Object, State
from simulator.audit import as_it_happened
from simulator.cli import STANDARD_INPUT
from simulator.commands.options import Options
from simulator.lookup import card_lookup
from simulator.replay import Replay


class Opened(msgspec.Struct, frozen=True):
    """A record, and where the cards it does not define itself are looked up.

    `strict` stops at an event that breaks a rule; else it is taken as it happened.
    """

    record: Record
    lookup: Lookup
    strict: bool = True

    def play(self, until: int | None = None) -> Iterator[tuple[EventLine, State]]:
        """Each event with the state after it, up to a position; one state, changed by each step.

        Raises NametrailError, with its place, at the first event that cannot be or breaks a rule.
        """
        played = self._replay().played() if self.strict else self._as_it_happened()
        for line, state in played:
            if until is not None and line.position > until:
                return
            yield line, state
            if line.position == until:
                return

    def moment(self, at: int | None = None) -> Moment:
        """The state after `at` events, by default after the last; or the last before something is wrong.

        Raises RecordError for a position the record does not have.
        """
        self.refuse_beyond(at)
        if not self.strict:
            return self._lenient_moment(at)
        replay = self._replay()
        last = replay.last if at is None or self._is_beyond(at) else at
        try:
            return Moment(replay.at(last).state, replay.failure if last != at else None)
        except NametrailError as error:
            return Moment(replay.at(replay.last).state, error)

    def last_of(self, reference: str, until: int) -> int | None:
        """The last position at which an object was there; a card without a number means its last object."""
        found = self._replay().past(reference, until)
        return None if found is None else found.position

    def refuse_beyond(self, at: int | None) -> None:
        """Refuse a position the record does not have.

        Raises RecordError.
        """
        if at is not None and (at < 0 or (self._is_beyond(at) and self.record.error is None)):
            raise RecordError(
                "{file} has no event {at}; its last is {last}",
                file=self.record.file,
                at=at,
                last=len(self.record.events),
            )

    def _is_beyond(self, at: int) -> bool:
        return at > len(self.record.events)

    def _replay(self) -> Replay:
        with told_at(f"{self.record.file}:1"):
            return Replay(self.record, self.lookup, strict=self.strict)

    def _as_it_happened(self) -> Iterator[tuple[EventLine, State]]:
        for line, state, faults in as_it_happened(self.record, self.lookup):
            for fault in faults:
                if isinstance(fault.error, RecordError):
                    raise fault.error
            yield line, state
        if self.record.error is not None:
            raise self.record.error

    def _lenient_moment(self, at: int | None) -> Moment:
        with told_at(f"{self.record.file}:1"):
            state = start(self.record.header, self.lookup)
        reached = 0
        if at == 0:
            return Moment(state)
        try:
            for line, after in self.play(at):
                state, reached = after, line.position
        except NametrailError as error:
            return Moment(self._lenient_moment(reached).state, error)
        return Moment(state)


class Moment(msgspec.Struct, frozen=True):
    """A state, and what stopped the game there, if anything did."""

    state: State
    error: NametrailError | None = None

    def finish(self) -> None:
        """Raise what stopped the game, once what came before has been shown."""
        if self.error is not None:
            raise self.error


@contextmanager
def told_at(place: str) -> Generator[None, None, None]:
    """Tell errors where they happened."""
    try:
        yield
    except NametrailError as error:
        raise error.at(place) from error


def opened(named: str, options: Options, *, strict: bool = True) -> Opened:
    """Open a record by its file, by `-`, or by the id of a stored game.

    A record that cannot be read to its end keeps what could be read; playing it raises the error there.
    Raises RecordError where there is neither a file nor a game of that name.
    """
    if named == STANDARD_INPUT:
        named = "-"
    if is_file(named):
        return Opened(read_record(named, strict=False), card_lookup(options.cards), strict)
    return _stored(named, options, strict=strict)


def is_file(named: str) -> bool:
    """Whether RECORD is meant as a file, and not as the id of a stored game."""
    return named == "-" or "/" in named or named.endswith((".jsonl", ".gz")) or Path(named).exists()


def _stored(named: str, options: Options, *, strict: bool) -> Opened:
    from events.store import open_store
    from events.store_errors import StoreError

    try:
        with open_store(options.db, create=False) as store:
            game = store.find_game(named)
            own = store.definitions(game)
            record = store.record(game)
    except StoreError as error:
        raise RecordError(
            "there is no file {name!r}, and no such game: {reason}",
            name=named,
            reason=str(error),
        ) from error
    elsewhere = card_lookup(options.cards)
    return Opened(record, lambda name: own.get(name) or elsewhere(name), strict)


def found_object(state: State, named: str) -> Object:
    """The object a user means: `fae`, `fae.3`, or a name that only one object has.

    Raises RecordError for what is not there, RuleBroken (CR 400.7) for an object of the past.
    """
    try:
        reference = parse_object(named)
    except RecordError:
        return _by_name(state, named)
    found = state.objects.get(reference.card)
    if found is None:
        if reference.number is None and _all_of_name(state, named):
            return _by_name(state, named)
        raise RecordError(
            "there is no object {object!r} after event {position}",
            object=named,
            position=state.position,
            advice="nametrail state shows what is there",
        )
    if reference.number not in {None, found.number}:
        raise RuleBroken(
            "{object} is not there after event {position}: the card is {now}",
            rule="400.7",
            object=named,
            now=found.reference,
            position=state.position,
            advice="give a position with --at",
        )
    return found


def object_then_or_now(state: State, named: str) -> Object:
    """The object a user means, one of the past too where the state still knows it."""
    if named.rpartition(".")[2].isdecimal():
        past = look_back(state, named)
        if past is not None:
            return past
    return found_object(state, named)


def _by_name(state: State, name: str) -> Object:
    found = _all_of_name(state, name)
    if len(found) == 1:
        return found[0]
    if found:
        raise RecordError(
            "{name!r} is the name of {objects}",
            name=name,
            objects=", ".join(each.reference for each in found),
            advice="name one of them",
        )
    raise RecordError(
        "no object is called {name!r} after event {position}",
        name=name,
        position=state.position,
        advice="nametrail state shows what is there",
    )


def _all_of_name(state: State, name: str) -> list[Object]:
    return [each for each in state.objects.values() if name in names_of(state, each)]


def definitions_used(game: Opened) -> dict[str, Definition]:
    """The definitions of all cards a game uses, so that it can be read without a card file."""
    asked: dict[str, Definition] = {}

    def noting(name: str) -> Definition | None:
        found = game.lookup(name)
        if found is not None:
            asked[name] = found
        return found

    moment = Opened(game.record, noting).moment(None)
    moment.finish()
    return asked

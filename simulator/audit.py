"""What rules a recorded game broke: every event as it happened, and on to the end.

An event that breaks a rule is applied all the same; a reference to an object of the past then acts on
what its card is now (CR 400.7). What cannot be applied at all is told and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from events.casting import SpellResolved
from events.copying import TokenCreated
from events.errors import NametrailError, RecordError, RuleBroken
from events.event import Choice
from events.faces import Merged
from events.kinds import Event, Simultaneous
from events.play import GameEnded
from events.record import EventLine, Record
from events.zones import Exiled, Moved
from projections.fold import apply, start
from projections.state import PUBLIC_ZONES, Lookup, State
from simulator.kept_states import KeptStates, pack, unpack
from simulator.legality import Known, violations
from simulator.legality.asked import card_of, entering_cards, object_now
from simulator.lookup import card_lookup

UNFIT = (NametrailError, LookupError, TypeError, ValueError, AttributeError, RecursionError)
"""What applying an event that does not fit the game can end in."""


MOST_FAULTS = 100_000
"""How many faults of a record are listed; of more, only the number."""


MOST_UNFIT = 50
"""Of events at once, after how many that do not fit the rest is not tried."""

NOTHING = GameEnded()
"""What stands in a game for an event that could not be applied: it changes nothing but the position."""


class Fault(msgspec.Struct, frozen=True):
    """A rule that was broken, or with `note` what the record leaves open, and where."""

    line: int
    position: int
    rule: str | None
    error: NametrailError
    note: bool = False

    def as_json(self) -> dict[str, Any]:
        """The fault as builtins, with its message in English."""
        return {
            "line": self.line,
            "position": self.position,
            "rule": self.rule,
            "message": self.error.problem,
            "kind": "note" if self.note else "broken" if self.error.exit_status == 1 else "error",
        }


class Audit(msgspec.Struct):
    """All faults of one record. `error` is what stopped the reading of it, if anything did."""

    file: str
    events: int = 0
    faults: list[Fault] = []
    error: NametrailError | None = None
    left_out: int = 0

    @property
    def exit_status(self) -> int:
        """0 if no rule was broken, 1 if one was, 2 if something cannot be."""
        found = [each.error.exit_status for each in self.faults if not each.note]
        if self.error is not None:
            found.append(self.error.exit_status)
        return max(found, default=0)

    def as_json(self) -> dict[str, Any]:
        """The audit as builtins."""
        return {
            "file": self.file,
            "events": self.events,
            "faults": [each.as_json() for each in self.faults],
            "left_out": self.left_out,
            "error": None if self.error is None else str(self.error),
        }


def audit(
    record: Record,
    lookup: Lookup | None = None,
    *,
    progress: Callable[[int], None] | None = None,
) -> Audit:
    """Go through a whole record and list what breaks a rule; `progress` is told each position."""
    result = Audit(record.file, error=record.error)
    for line, _, faults in as_it_happened(record, lookup):
        result.events += 1
        if len(result.faults) < MOST_FAULTS:
            result.faults += faults
        else:
            result.left_out += len(faults)
        if progress is not None:
            progress(line.position)
    return result


def as_it_happened(
    record: Record, lookup: Lookup | None = None
) -> Iterator[tuple[EventLine, State, tuple[Fault, ...]]]:
    """Each event with the state after it, whatever rules it breaks, and with its faults."""
    try:
        course = _Course(start(record.header, lookup or card_lookup()))
    except NametrailError as error:
        raise error.at(f"{record.file}:1") from error
    for line in record.lines:
        if isinstance(line, EventLine):
            problems = course.happened(line.event)
            where = f"{record.file}:{line.line}"
            yield line, course.state, tuple(_faults(line, problems, where))


def _faults(
    line: EventLine, problems: Iterable[tuple[NametrailError, bool]], where: str
) -> Iterator[Fault]:
    for error, note in problems:
        yield Fault(line.line, line.position, error.rule, error.at(where), note)


class _Course:
    """A game as it happened: the state, and the events as far as they could be applied."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._known = Known()
        self._applied: list[Event] = []
        self._kept = KeptStates(state)

    def happened(self, event: Event) -> list[tuple[NametrailError, bool]]:
        """Apply an event as far as it can be; what it breaks, and (as notes) what it leaves open."""
        broken = violations(self.state, event, self._known)
        problems: list[tuple[NametrailError, bool]] = [(each, False) for each in broken]
        problems += [(each, True) for each in _left_open(self.state, event)]
        self._known.note(event)
        possible = _without_bad_choices(self.state, event) if broken else event
        cannot_be = any(isinstance(each, RecordError) for each in broken)
        unfit = None
        if not cannot_be and not _touches_itself(event):
            unfit = self._apply(possible)
            if unfit is None:
                return problems
            if not broken:
                problems.append((unfit, False))
        rest = self._fitting_part(possible) if isinstance(possible, Simultaneous) else ()
        if not rest or self._apply(Simultaneous(events=rest)) is not None:
            self._apply(NOTHING)
        return problems

    def _apply(self, event: Event) -> NametrailError | None:
        """Apply an event; if it does not fit, the state is as it was, and the error is returned."""
        try:
            apply(self.state, event)
        except UNFIT as error:
            self.state = self._kept.at(len(self._applied), self._applied)
            return (
                error
                if isinstance(error, NametrailError)
                else RecordError("the event does not fit the game: {reason}", reason=str(error))
            )
        self._applied.append(event)
        self._kept.offer(self.state)
        return None

    def _fitting_part(self, event: Simultaneous) -> tuple[Event, ...]:
        """Those of several events at once that can be applied without the others."""
        before = pack(self.state)
        trial, failures = unpack(before), 0
        fitting: list[Event] = []
        for each in event.events:
            try:
                apply(trial, each)
            except UNFIT:
                failures += 1
                if failures > MOST_UNFIT:
                    break
                trial = unpack(before)
                for earlier in fitting:
                    apply(trial, earlier)
            else:
                fitting.append(each)
        return tuple(fitting)


def _touches_itself(event: Event) -> bool:
    return isinstance(event, Merged) and card_of(event.object) == card_of(event.into)


def _without_bad_choices(state: State, event: Event) -> Event:
    """The event with each object chosen once, and nothing chosen that enters (CR 614.13a, 614.13b)."""
    events = event.events if isinstance(event, Simultaneous) else (event,)
    entering = frozenset(entering_cards(state, events))
    chosen: set[str | None] = set()

    def better(each: Event) -> Event:
        if not isinstance(each, (Moved, SpellResolved, TokenCreated)) or not each.choices:
            return each
        choices = (_fitting(state, choice, entering, chosen) for choice in each.choices)
        return msgspec.structs.replace(each, choices=tuple(c for c in choices if c is not None))

    if isinstance(event, Simultaneous):
        return msgspec.structs.replace(event, events=tuple(better(each) for each in event.events))
    return better(event)


def _fitting(
    state: State, choice: Choice, entering: frozenset[str], chosen: set[str | None]
) -> Choice | None:
    if card_of(choice.for_) not in entering:
        return None
    moves: list[str] = []
    for reference in choice.moves or ():
        card = card_of(reference)
        if card in entering or card in chosen or card not in state.objects:
            continue
        chosen.add(card)
        moves.append(reference)
    if choice.moves is None:
        return choice
    return msgspec.structs.replace(choice, moves=tuple(moves))


def _left_open(state: State, event: Event) -> Iterator[NametrailError]:
    """The owner's choice of CR 123.5c, where a record does not say it."""
    for each in event.events if isinstance(event, Simultaneous) else (event,):
        if not isinstance(each, (Moved, Exiled)):
            continue
        object_ = object_now(state, each.object)
        to = "exile" if isinstance(each, Exiled) else each.to
        if (
            object_ is not None
            and len(object_.components) > 1
            and object_.stickers
            and object_.kept_by is None
            and to in PUBLIC_ZONES
        ):
            yield RuleBroken(
                "the record does not say which card of {object} keeps its stickers; {card} does",
                object=object_.reference,
                card=object_.components[0].card,
                rule="123.5c",
                advice="write `kept_stickers` before it moves",
            )

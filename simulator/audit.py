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
from events.record import EventLine, Record
from events.zones import Exiled, Moved
from projections.fold import apply, start
from projections.state import PUBLIC_ZONES, Lookup, State
from simulator.kept_states import pack, unpack
from simulator.legality import Known, violations
from simulator.legality.asked import card_of, entering_cards, object_now
from simulator.lookup import card_lookup

UNFIT = (NametrailError, LookupError, TypeError, ValueError, AttributeError, RecursionError)
"""What applying an event that does not fit the game can end in."""


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
        result.faults += faults
        if progress is not None:
            progress(line.position)
    return result


def as_it_happened(
    record: Record, lookup: Lookup | None = None
) -> Iterator[tuple[EventLine, State, tuple[Fault, ...]]]:
    """Each event with the state after it, whatever rules it breaks, and with its faults."""
    state = start(record.header, lookup or card_lookup())
    known = Known()
    for line in record.lines:
        if isinstance(line, EventLine):
            state, problems = _happened(state, line.event, known)
            where = f"{record.file}:{line.line}"
            yield line, state, tuple(_faults(line, problems, where))


def _faults(
    line: EventLine, problems: Iterable[tuple[NametrailError, bool]], where: str
) -> Iterator[Fault]:
    for error, note in problems:
        yield Fault(line.line, line.position, error.rule, error.at(where), note)


def _happened(
    state: State, event: Event, known: Known
) -> tuple[State, list[tuple[NametrailError, bool]]]:
    """Apply an event as far as it can be; what it breaks, and what it leaves open."""
    broken = violations(state, event, known)
    problems: list[tuple[NametrailError, bool]] = [(each, False) for each in broken]
    problems += [(each, True) for each in _left_open(state, event)]
    known.note(event)
    if not broken and not isinstance(event, Simultaneous):
        apply(state, event)
        return state, problems
    before = pack(state)
    for attempt in _attempts(state, event, broken):
        try:
            apply(state, attempt)
        except UNFIT as error:
            state = unpack(before)
            if not broken and isinstance(error, NametrailError):
                problems.append((error, False))
        else:
            return state, problems
    state.position += 1
    return state, problems


def _attempts(state: State, event: Event, broken: tuple[NametrailError, ...]) -> Iterator[Event]:
    """The event as it is written, then what is left of it without what cannot be."""
    possible = _without_bad_choices(state, event)
    if not any(isinstance(each, RecordError) for each in broken) and not _touches_itself(event):
        yield possible
    if isinstance(possible, Simultaneous):
        kept: list[Event] = []
        for each in possible.events:
            trial = unpack(pack(state))
            try:
                for earlier in kept:
                    apply(trial, earlier)
                apply(trial, each)
            except UNFIT:
                continue
            kept.append(each)
        yield msgspec.structs.replace(possible, events=tuple(kept))


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

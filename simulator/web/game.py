"""A game that has been opened: every event, every name that changed with it, and the state at any moment.

Events are taken as they happened, so that a game that broke a rule can be looked at to its end; the rules
broken are marks on its timeline. States are kept on the way, never one per event.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterator
from typing import Any

import msgspec

from events.errors import NametrailError, RecordError
from events.kinds import Event
from events.record import EventLine, Record
from events.references import parse_object
from projections.fold import apply
from projections.identity import look_back
from projections.state import Lookup, Object, State
from simulator.audit import Fault
from simulator.kept_states import Packed, unpack
from simulator.messages import Translator
from simulator.timeline import NameChange
from simulator.wording import called, happened


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What a card was when it was last looked at."""

    reference: str
    names: tuple[str, ...]
    unknown: bool
    zone: str
    stickers: tuple[str, ...]


class Entry(msgspec.Struct, frozen=True):
    """One position of the timeline; `cards` are those it is about, `before` what they were called."""

    position: int
    line: int
    event: Event
    changes: tuple[NameChange, ...]
    cards: tuple[str, ...]
    before: dict[str, Seen]
    faults: tuple[Fault, ...]
    begins_turn: bool


class Lived(msgspec.Struct):
    """One object that a card has been (CR 400.7): where, from which event to which, and as what."""

    reference: str
    zone: str
    since: int
    names: tuple[str, ...]
    unknown: bool
    stickers_first: tuple[str, ...]
    stickers_last: tuple[str, ...]
    until: int | None = None


class KeptState(msgspec.Struct, frozen=True):
    """A state kept, and the position it belongs to."""

    position: int
    packed: Packed


class Game(msgspec.Struct, frozen=True):
    """An opened game. `origin` is the game it was forked from, and where."""

    id: str
    title: str
    record: Record
    lookup: Lookup
    entries: tuple[Entry, ...]
    lives: dict[str, list[Lived]]
    kept: tuple[KeptState, ...]
    failure: NametrailError | None = None
    origin: tuple[str, int] | None = None

    @property
    def last(self) -> int:
        """The last position that can be looked at."""
        return len(self.entries)

    @property
    def events(self) -> Iterator[Event]:
        """The events in order."""
        return (entry.event for entry in self.entries)

    def state_at(self, position: int) -> State:
        """The state after so many events, as a new one.

        Raises RecordError where the game is not so long.
        """
        if not 0 <= position <= self.last:
            raise RecordError(
                "there is no position {position}: the game has {count} events",
                position=position,
                count=self.last,
                advice="0 is before the first event",
            )
        index = bisect_right(self.kept, position, key=lambda each: each.position) - 1
        state = unpack(self.kept[index].packed)
        for entry in self.entries[state.position : position]:
            apply(state, entry.event)
        return state

    def said(self, position: int, translate: Translator) -> str:
        """What happened at a position, in words."""
        if position == 0:
            return translate("before the first event")
        entry = self.entries[position - 1]
        return happened(entry.event, translate, _namer(entry, translate))

    def object_at(self, state: State, reference: str) -> Object | None:
        """The object meant at a moment: the current one, or one of the past as it last was."""
        try:
            return look_back(state, reference) or self._long_past(state.position, reference)
        except NametrailError:
            return None

    def _long_past(self, position: int, reference: str) -> Object | None:
        parsed = parse_object(reference)
        for lived in self.lives.get(parsed.card, ()):
            if parsed.number is None or lived.reference != reference or lived.until is None:
                continue
            if lived.since <= position:
                return self.state_at(lived.until - 1).objects.get(parsed.card)
        return None

    def ever_was(self, reference: str) -> bool:
        """Whether a card of the game is, was or will be this object (CR 400.7)."""
        asked = parse_object(reference)
        lives = self.lives.get(asked.card)
        if not lives or asked.number is None:
            return bool(lives)
        return asked.number <= (parse_object(lives[-1].reference).number or 1)

    def near(self, position: int, wanted: Callable[[Entry], bool], step: int) -> int | None:
        """The next position, forwards or backwards, whose entry is wanted."""
        if step > 0:
            chosen = (e for e in self.entries[position:] if wanted(e))
        else:
            chosen = (e for e in reversed(self.entries[: max(position - 1, 0)]) if wanted(e))
        found = next(chosen, None)
        return None if found is None else found.position

    def turn_at(self, position: int) -> int:
        """How many turns have begun."""
        begun = [each.position for each in self.entries if each.begins_turn]
        return bisect_left(begun, position + 1)

    def event_lines(self) -> tuple[EventLine, ...]:
        """The lines of the record that hold events."""
        return tuple(line for line in self.record.lines if isinstance(line, EventLine))


def is_change(entry: Entry) -> bool:
    """Whether a name changed."""
    return bool(entry.changes)


def begins_turn(entry: Entry) -> bool:
    """Whether a turn began."""
    return entry.begins_turn


def is_fault(entry: Entry) -> bool:
    """Whether a rule was broken, or something was left open."""
    return bool(entry.faults)


def is_about(card: str) -> Callable[[Entry], bool]:
    """Whether an event is about a card."""
    return lambda entry: card in entry.cards


def _namer(entry: Entry, translate: Translator) -> Callable[[str], str]:
    """How references are read out: the name it had, and the object."""

    def named(reference: str) -> str:
        try:
            seen = entry.before.get(parse_object(reference).card)
        except NametrailError:
            return reference
        if seen is None:
            return reference
        return f"{called(seen.names, translate, unknown=seen.unknown)} ({seen.reference})"

    return named


def cards_named(event: Any, cards: Container[str]) -> set[str]:
    """The cards that an event names in any of its fields."""
    found: set[str] = set()
    for field in event.__struct_fields__:
        if field not in _NO_REFERENCES:
            _collect(getattr(event, field), cards, found)
    return found


_NO_REFERENCES = frozenset({
    "definition", "note", "source", "words", "sticker", "face", "value", "effect", "kind", "turn",
    "sheets", "player", "abilities",
})  # fmt: skip


def _collect(value: Any, cards: Container[str], found: set[str]) -> None:
    if isinstance(value, str):
        card = value.partition(":")[0].partition(".")[0]
        if card in cards:
            found.add(card)
    elif isinstance(value, (tuple, list)):
        for each in value:
            _collect(each, cards, found)
    elif isinstance(value, msgspec.Struct):
        found |= cards_named(value, cards)

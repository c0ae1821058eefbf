"""The stored form of a game: actions, each an array that msgpack writes, chained by hashes.

A game in the store is a row of actions. The first says which game it is (`Started`); each other holds
the events that happened together (`Recorded`), many such actions at once (`Packed`, a whole import),
or takes the game back to an earlier version (`Undone`). Each carries the hash of the one before it.

Fields and events are only ever appended to these arrays. What is at its default at the end of an
event's array is left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from events.cards import Definition, definition_from_map, definition_to_map
from events.errors import RecordError
from events.event import EventBase
from events.forms import event_from_map
from events.header import Header, header_from_map, header_to_map
from events.kinds import RECORD_NAMES, Event, Simultaneous
from events.record import EventLine, ExpectLine, Line, NoteLine, RefuseLine, line_to_map

STORED_VERSION = 1
"""The version of the stored form this program writes; the topic of each row names it."""

READ_AS_THEY_ARE = frozenset({"a1", "u1"})
"""The topics of this version's actions."""

STORED_STEPS: dict[int, Callable[[list[Any]], list[Any]]] = {}
"""From an action's array of one stored version to the next; none yet, as version 1 is the first."""

MOST_TOGETHER = 256
"""Most events that are taken as one action because a recording shows them at once."""

PACKED_EVENTS = 512
"""How many events a row of a packed import holds."""


class Beside(msgspec.Struct, frozen=True, array_like=True):
    """A line of a record that is no event, and how many events of its action stand before it."""

    after: int
    line: dict[str, Any]


class Started(msgspec.Struct, frozen=True, array_like=True, tag=0):
    """A game began to be recorded: its header, and every card definition it needs to be read alone."""

    previous: bytes
    game: str
    header: dict[str, Any]
    definitions: dict[str, dict[str, Any]] = {}
    beside: tuple[Beside, ...] = ()


class Recorded(msgspec.Struct, frozen=True, array_like=True, gc=False, tag=1):
    """Events that happened together; `position` events of the game came before them."""

    previous: bytes
    position: int
    events: tuple[Event, ...]
    beside: tuple[Beside, ...] = ()


class Packed(msgspec.Struct, frozen=True, array_like=True, gc=False, tag=2):
    """Many actions in one row: `sizes` are the numbers of events of each."""

    previous: bytes
    position: int
    events: tuple[Event, ...]
    sizes: tuple[int, ...]
    beside: tuple[Beside, ...] = ()


class Undone(msgspec.Struct, frozen=True, array_like=True, gc=False, tag=3):
    """The game goes on from its version `to`, after `position` events; nothing is deleted."""

    previous: bytes
    position: int
    to: int


Action = Started | Recorded | Packed | Undone
Together = tuple[tuple[Event, ...], tuple[Beside, ...]]
"""The events of one action and the lines beside them."""


def topic_of(action: Action) -> str:
    """The name of a stored row's kind: `a` for actions that hold the game, `u` for undoing; and the version."""
    return f"{'u' if type(action) is Undone else 'a'}{STORED_VERSION}"


def link(topic: str, version: int, state: bytes) -> bytes:
    """The hash of a stored action: SHA-256 of `TOPIC:VERSION:` and its bytes."""
    return hashlib.sha256(b"%b:%d:%b" % (topic.encode(), version, state)).digest()


# --- writing ---------------------------------------------------------------------------------------

_encode = msgspec.msgpack.Encoder().encode
_NEVER = object()
_DEFAULTS: dict[type[EventBase], list[Any]] = {
    kind: [
        _NEVER,
        *(
            _NEVER if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
            for field in msgspec.structs.fields(kind)
        ),
    ]
    for kind in RECORD_NAMES
}


def event_to_array(event: Event) -> list[Any]:
    """The stored form of an event: its kind's number, then its fields up to the last that says something."""
    raw: list[Any] = msgspec.to_builtins(event)
    if type(event) is Simultaneous:
        raw[-1] = [event_to_array(each) for each in event.events]
    defaults = _DEFAULTS[type(event)]
    last = len(raw) - 1
    while raw[last] == defaults[last] and type(raw[last]) is type(defaults[last]):
        last -= 1
    del raw[last + 1 :]
    return raw


def encode_action(action: Action) -> bytes:
    """The bytes of an action.

    Raises RecordError for what cannot be stored: a number or a text no other program could read.
    """
    try:
        return _encode(_array(action))
    except (OverflowError, UnicodeEncodeError, TypeError, ValueError) as error:
        raise RecordError(
            "this cannot be stored: {reason}",
            reason=str(error),
            advice="numbers must fit into 64 bits and texts be valid Unicode",
        ) from error
    except RecursionError as error:
        raise RecordError("what is to be stored is nested too deeply") from error


def _array(action: Action) -> list[Any]:
    raw: list[Any]
    if isinstance(action, (Recorded, Packed)):
        raw = [
            1 if isinstance(action, Recorded) else 2,
            action.previous,
            action.position,
            [event_to_array(event) for event in action.events],
        ]
        if isinstance(action, Packed):
            raw.append(action.sizes)
        if action.beside:
            raw.append(action.beside)
    elif isinstance(action, Started):
        raw = [0, action.previous, action.game, action.header, action.definitions]
        if action.beside:
            raw.append(action.beside)
    else:
        raw = [3, action.previous, action.position, action.to]
    return raw


# --- reading ---------------------------------------------------------------------------------------

_decode = msgspec.msgpack.Decoder(Action).decode
_decode_any = msgspec.msgpack.Decoder().decode


def decode_action(topic: str, state: bytes) -> Action:
    """Read a stored action, whatever version it was written in.

    Raises msgspec.DecodeError or msgspec.ValidationError for bytes that are no action.
    """
    if topic in READ_AS_THEY_ARE:
        action: Action = _decode(state)
        return action
    version = int(topic[1:]) if topic[:1] in {"a", "u"} and topic[1:].isdecimal() else 0
    if not 0 < version < STORED_VERSION:
        raise msgspec.ValidationError(f"unknown kind of stored action {topic!r}")
    raw = _decode_any(state)
    for step in range(version, STORED_VERSION):
        raw = STORED_STEPS[step](raw)
    upcast: Action = msgspec.convert(raw, Action)
    return upcast


# --- records into actions and back -----------------------------------------------------------------


def started(game: str, header: Header, definitions: Mapping[str, Definition],
            beside: tuple[Beside, ...]) -> Started:  # fmt: skip
    """The first action of a game."""
    return Started(
        b"",
        game,
        header_to_map(header),
        {name: definition_to_map(definition) for name, definition in definitions.items()},
        beside,
    )


def header_of(action: Started) -> Header:
    """The header as it came in."""
    return header_from_map(action.header, stored=True)


def definitions_of(action: Started) -> dict[str, Definition]:
    """Every definition the game was stored with."""
    return {name: definition_from_map(name, raw) for name, raw in action.definitions.items()}


def actions_of(lines: Iterable[Line]) -> Iterator[Together]:
    """A record's lines as actions; the first holds no event but what stands before the first one.

    Events that a recording shows at once, in one and the same of its states, are one action; of any
    other record each event is one.
    """
    events: list[Event] = []
    beside: list[Beside] = []
    together: Any = None
    for line in lines:
        if not isinstance(line, EventLine):
            beside.append(Beside(len(events), line_to_map(line)))
            continue
        state = _state_of(line.event)
        if not events or state is None or state != together or len(events) >= MOST_TOGETHER:
            yield tuple(events), tuple(beside)
            events, beside = [], []
        together = state
        events.append(line.event)
    yield tuple(events), tuple(beside)


def packed(actions: Iterable[Together]) -> Iterator[tuple[Together, tuple[int, ...]]]:
    """Actions put together, `PACKED_EVENTS` events or so at a time, with the sizes of each."""
    events: list[Event] = []
    beside: list[Beside] = []
    sizes: list[int] = []
    for own, lines in actions:
        beside += [Beside(len(events) + each.after, each.line) for each in lines]
        events += own
        sizes.append(len(own))
        if len(events) >= PACKED_EVENTS:
            yield (tuple(events), tuple(beside)), tuple(sizes)
            events, beside, sizes = [], [], []
    if sizes:
        yield (tuple(events), tuple(beside)), tuple(sizes)


def lines_of(action: Action, line: int) -> Iterator[Line]:
    """The lines of a record that an action stands for, numbered from `line`."""
    if isinstance(action, Undone):
        return
    beside: Sequence[Beside] = action.beside
    events: tuple[Event, ...] = () if isinstance(action, Started) else action.events
    position = 0 if isinstance(action, Started) else action.position
    waiting = iter([*beside, Beside(len(events) + 1, {})])
    following = next(waiting)
    for index in range(len(events) + 1):
        while following.after == index:
            yield _line_beside(following.line, line)
            line += 1
            following = next(waiting)
        if index < len(events):
            yield EventLine(line, position + index + 1, events[index])
            line += 1


def _line_beside(raw: dict[str, Any], line: int) -> Line:
    if "expect" in raw:
        return ExpectLine(line, raw["expect"], {k: v for k, v in raw.items() if k != "expect"})
    if "refuse" in raw:
        rules: Any = raw.get("rule", ())
        listed = (rules,) if isinstance(rules, str) else tuple(map(str, rules))
        return RefuseLine(line, event_from_map(raw["refuse"]), listed)
    return NoteLine(line, raw.get("note"))


def _state_of(event: Event) -> Any:
    source = event.source
    return source.get("state") if isinstance(source, dict) else None

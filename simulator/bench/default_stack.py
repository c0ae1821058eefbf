"""The peer: eventsourcing as its manual shows it, with the same handlers.

Dataclass events made by the library's own metaclass, JSON by its own transcoder, one stored row an
event, its own aggregate projector; SQLite. Only what an event does is ours: each calls the same fold
as the real store does.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import JSONTranscoder, Transcoding
from eventsourcing.utils import register_topic

from events.cards import Effect
from events.event import Choice
from events.kinds import RECORD_NAMES, Event
from projections import fold
from simulator.bench.games import header

_SAVED_AT_ONCE = 2000


class Game(Aggregate):
    """A game as an aggregate: the folded state behind the library's versions and timestamps."""

    @event("Started")
    def __init__(self) -> None:
        self.state = fold.start(header())


class Happened(Aggregate.Event):
    """Something happened; `apply` is what the library calls to bring the aggregate up to date."""

    def apply(self, aggregate: Aggregate) -> None:
        """Hand the event to the handler of its kind, the same that the fold calls."""
        state = cast("Game", aggregate).state
        position = state.position + 1
        _HANDLERS[type(self)](state, self, position)
        state.position = position


def _dataclass_of(kind: type[Event]) -> type[Happened]:
    """The dataclass event with a kind's fields; those with a default come last, as dataclasses want it."""
    fields = msgspec.structs.fields(kind)
    required = [field for field in fields if field.default is msgspec.NODEFAULT]
    optional = [field for field in fields if field.default is not msgspec.NODEFAULT]
    body: dict[str, Any] = {
        "__annotations__": {field.name: Any for field in (*required, *optional)},
        "__module__": __name__,
        "__qualname__": f"Stored{kind.__name__}",
        **{field.name: field.default for field in optional},
    }
    library_type: Any = type(Happened)
    made: type[Happened] = library_type(f"Stored{kind.__name__}", (Happened,), body)
    register_topic(f"bench-{RECORD_NAMES[kind]}", made)
    return made


_EVENTS: dict[type[Any], type[Happened]] = {
    kind: _dataclass_of(cast("type[Event]", kind)) for kind in RECORD_NAMES
}
_HANDLERS: dict[type[Happened], fold.Handler] = {
    made: fold.HANDLERS[kind] for kind, made in _EVENTS.items() if kind in fold.HANDLERS
}


class _Effects(Transcoding):
    """Effects, the way the manual shows it for types of one's own."""

    type = Effect
    name = "effect"

    def encode(self, obj: Any) -> Any:
        return msgspec.to_builtins(obj)

    def decode(self, data: Any) -> Any:
        return msgspec.convert(data, Effect)


class _Choices(Transcoding):
    """Choices made on entering."""

    type = Choice
    name = "choice"

    def encode(self, obj: Any) -> Any:
        return msgspec.to_builtins(obj)

    def decode(self, data: Any) -> Any:
        return msgspec.convert(data, Choice)


class Games(Application[UUID]):
    """The library's application, in an SQLite file."""

    def register_transcodings(self, transcoder: Any) -> None:
        """The library's own, and the two types only we have."""
        super().register_transcodings(transcoder)
        assert isinstance(transcoder, JSONTranscoder)
        transcoder.register(_Effects())
        transcoder.register(_Choices())


def opened(path: Path) -> Games:
    """The peer's store in a file."""
    return Games({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})


def written(path: Path, events: Iterable[Event]) -> UUID:
    """Store a game, an event a row; the game's id.

    The events are made without folding them, since writing is not what is measured.
    """
    games = opened(path)
    created = Game()
    pending: list[Any] = list(created.collect_events())
    version, moment = created.version, created.modified_on
    for each in events:
        version += 1
        values = {name: getattr(each, name) for name in each.__struct_fields__}
        pending.append(
            _EVENTS[type(each)](
                originator_id=created.id, originator_version=version, timestamp=moment, **values
            )
        )
        if len(pending) >= _SAVED_AT_ONCE:
            games.recorder.insert_events([games.mapper.to_stored_event(one) for one in pending])
            pending.clear()
    games.recorder.insert_events([games.mapper.to_stored_event(one) for one in pending])
    games.close()
    return created.id


def replayed(path: Path, game: UUID) -> Any:
    """The state of a stored game, rebuilt by the library."""
    games = opened(path)
    state = cast("Game", games.repository.get(game)).state
    games.close()
    return state

"""Between eventsourcing's rows and our actions.

The library's own mapper reads `vars(event)`, which a Struct has not; ours keeps one decoder, brings
old shapes up to date and tells what cannot be read.
"""

from __future__ import annotations

from typing import Any

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    Mapper,
    MapperDeserialisationError,
    StoredEvent,
    Transcoder,
)

from events.actions import Action, decode_action, encode_action, topic_of
from events.errors import NametrailError


class StoredAction(msgspec.Struct, frozen=True):
    """An action of a game, as eventsourcing sees it: whose it is, and which version it made."""

    originator_id: str
    originator_version: int
    action: Action


class ActionMapper(Mapper[str]):
    """Writes actions as rows, and reads rows as actions."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The row of an action."""
        assert isinstance(domain_event, StoredAction)
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=topic_of(domain_event.action),
            state=encode_action(domain_event.action),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The action of a row."""
        return StoredAction(
            str(stored_event.originator_id),
            stored_event.originator_version,
            action_of(stored_event),
        )


class NoTranscoder(Transcoder):
    """Stands where the library wants a transcoder: the mapper does its work."""

    def encode(self, obj: Any) -> bytes:
        """Not used."""
        raise NotImplementedError

    def decode(self, data: bytes) -> Any:
        """Not used."""
        raise NotImplementedError


def action_of(row: StoredEvent) -> Action:
    """The action in a row.

    Raises MapperDeserialisationError for a row that is no action.
    """
    try:
        return decode_action(row.topic, row.state)
    except (msgspec.DecodeError, ValueError, TypeError, NametrailError, RecursionError) as error:
        raise MapperDeserialisationError(
            f"version {row.originator_version} of {row.originator_id} cannot be read: {error}"
        ) from error

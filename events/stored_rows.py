"""Games as rows of a store: a whole record becomes rows, and a row of the ledger tells of a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from eventsourcing.persistence import StoredEvent

from events.actions import (
    Action,
    Packed,
    Recorded,
    Started,
    Undone,
    actions_of,
    decode_action,
    encode_action,
    link,
    packed,
    started,
    topic_of,
)
from events.cards import Definition
from events.errors import RecordError
from events.header import Header
from events.ledger import Advance
from events.record import Line


class GameRow(msgspec.Struct, frozen=True):
    """A game in the store: its version (number of actions), its events, the hash of its last action."""

    game: str
    version: int
    events: int
    head: str
    players: tuple[str, ...]
    undone: int = 0


def row_of(row: Any) -> GameRow:
    """A row of the ledger as what a user sees."""
    players = tuple(json.loads(row["players"]))
    return GameRow(
        row["game"], row["version"], row["events"], bytes(row["head"]).hex(), players, row["undone"]
    )


def stored_action(game: str, version: int, action: Action) -> StoredEvent:
    """The row of an action; nothing is stored that could not be read again."""
    topic, state = topic_of(action), encode_action(action)
    try:
        decode_action(topic, state)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordError("this cannot be stored: {reason}", reason=str(error)) from error
    return StoredEvent(game, version, topic, state)


def events_after(action: Action) -> int:
    """How many events the game has after an action."""
    if isinstance(action, Started):
        return 0
    return action.position + (0 if isinstance(action, Undone) else len(action.events))


def whole_game(
    game: str,
    header: Header,
    definitions: Mapping[str, Definition],
    lines: tuple[Line, ...],
    *,
    as_packed: bool,
) -> tuple[list[StoredEvent], Advance]:
    """All rows of a new game, and its row of the ledger."""
    actions = actions_of(lines)
    _, beside = next(actions)
    rows = [stored_action(game, 1, started(game, header, definitions, beside))]
    version, position, head = 1, 0, link("a1", 1, rows[0].state)

    def take(action: Action, size: int, events: int) -> None:
        nonlocal version, position, head
        version += size
        position += events
        row = stored_action(game, version, action)
        head = link(row.topic, version, row.state)
        rows.append(row)

    if as_packed:
        for (events, own), sizes in packed(actions):
            take(Packed(head, position, events, sizes, own), len(sizes), len(events))
    else:
        for events, own in actions:
            take(Recorded(head, position, events, own), 1, len(events))
    players = json.dumps(header.players, ensure_ascii=False)
    return rows, Advance(game, None, version, position, head, 0, players)

"""What every event has: where it stands in the game, who did it, and where it was found.

An event states what happened, in the past tense. It holds what was observed or chosen, never what can
be derived. In the store an event is an array: its kind's number, then these fields in their order,
so fields are only ever appended. In a record it is a map with the same names (a trailing underscore,
which Python's own words need, left out).
"""

from __future__ import annotations

from typing import Any

import msgspec

from events.cards import CardName


class EventBase(msgspec.Struct, frozen=True, array_like=True, kw_only=True, gc=False):
    """The optional fields of every event.

    `by` is the ability or effect that did it. `source` is where an importer found it; of
    `effect_began` it may instead name the object the effect comes from.
    """

    turn: int | None = None
    note: str | None = None
    by: str | None = None
    source: str | dict[str, Any] | None = None


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True,
             rename={"for_": "for"}):  # fmt: skip
    """A choice made before an object enters (CR 614.12a): for which object, by which ability.

    One of: objects it moves to a zone, a value, cards from the top of a library, an object it is a
    copy of, or characteristics it sets (CR 613.2a). With `card_name` the value is a card name, of a card
    that has those characteristics (CR 201.4a).
    """

    for_: str
    by: str
    moves: tuple[str, ...] | None = None
    to: str | None = None
    value: Any = msgspec.UNSET
    top_of_library: str | None = None
    count: int | None = None
    copy_of: str | None = None
    sets: dict[str, Any] | None = None
    card_name: CardName | None = None

"""Events of choices and notes that linked abilities refer to (CR 607.2d-f, m, p)."""

from __future__ import annotations

from typing import Any

from events.cards import CardName
from events.event import EventBase


class Chosen(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=33):
    """A value was chosen as ability `by` told (CR 607.2d).

    With `card_name` it is a card name, of a card that has those characteristics (CR 201.4a).
    """

    value: Any = None
    card_name: CardName | None = None


class Noted(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=34):
    """Something was noted as ability `by` told (CR 607.2e)."""

    value: Any = None

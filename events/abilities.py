"""Events of choices and notes that linked abilities refer to (CR 607.2d-f, m, p)."""

from __future__ import annotations

from typing import Any

from events.event import EventBase


class Chosen(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=33):
    """A value was chosen as ability `by` told (CR 607.2d)."""

    value: Any = None


class Noted(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=34):
    """Something was noted as ability `by` told (CR 607.2e)."""

    value: Any = None

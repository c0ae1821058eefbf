"""Old shapes of events, brought to today's one step at a time.

Each step is a plain function on a map, kept as it was released and never edited. A stored action
carries the version it was written with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CURRENT_VERSION = 1
"""The version of the event shapes this program writes."""

MAP_STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From a version of a record's event map to the next; none yet, as version 1 is the first."""


def upcast_map(raw: dict[str, Any], version: int = CURRENT_VERSION) -> dict[str, Any]:
    """Bring a record's event map of an older version to today's shape."""
    for step in range(version, CURRENT_VERSION):
        raw = MAP_STEPS[step](raw)
    return raw

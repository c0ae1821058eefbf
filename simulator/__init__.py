"""What people use: replaying, explaining, checking and importing games.

Start with `simulator.replay.Replay`: it opens a record and gives the state at any position.

    >>> from simulator import Replay
    >>> for event, state in Replay.open("game.jsonl"):
    ...     ...

Everything here is imported when it is first asked for, so that the command line starts at once.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.replay import Replay

__all__ = ["Replay", "__version__"]
__version__ = "0.1.0"

_HOMES = {"Replay": "simulator.replay"}


def __getattr__(name: str) -> Any:
    """Import a public name from the module it lives in, when it is first asked for."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)

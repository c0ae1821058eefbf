"""Which figures there are, and measuring them."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from events.errors import RecordError
from simulator.bench.measure import Figure
from simulator.bench.workshop import FULL, Workshop

FIGURES: dict[str, str] = {
    "replay_default_stack": "replaying:against_default_stack",
    "replay_memory": "replaying:against_memory",
    "replay_memory_packed": "replaying:packed_against_memory",
    "replay_chess": "replaying:against_chess",
    "event_late": "replaying:late_against_early",
    "event_large_board": "replaying:large_board",
    "replay_peak_memory": "replaying:memory",
    "random_state": "asking:random_state",
    "random_state_p95": "asking:random_state_worst",
    "why_p95": "asking:why",
    "name_large_board": "asking:name_on_a_large_board",
    "characteristics_large_board": "asking:characteristics_on_a_large_board",
    "append": "asking:append",
    "views": "many:views_batched",
    "file_size": "replaying:file_size",
    "bulk": "many:bulk_two_processes",
    "help": "asking:start",
}
"""The figures, by name, and the functions of this package that measure them, in the order they run."""


def run(
    names: Iterable[str] = (),
    *,
    events: int = FULL,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Figure]:
    """Measure figures by name, by default all; `events` is the length of the long game.

    `progress` is told each name before it is measured. Where all are measured, those that need a
    library that is not installed are left out. Raises RecordError for a name that is none.
    """
    asked = list(names)
    chosen = asked or list(FIGURES)
    for name in chosen:
        if name not in FIGURES:
            near = difflib.get_close_matches(name, FIGURES, n=1)
            raise RecordError(
                "there is no figure {name!r}",
                name=name,
                advice=f"did you mean {near[0]!r}?" if near else f"choose of {', '.join(FIGURES)}",
            )
    found: dict[str, Figure] = {}
    with Workshop(events) as shop:
        for name in chosen:
            if progress is not None:
                progress(name)
            try:
                found[name] = measure(name)(shop)
            except ModuleNotFoundError:
                if asked:
                    raise
    return found


def measure(name: str) -> Callable[[Workshop], Figure]:
    """The function that measures a figure; its module is imported now, with the peers it needs."""
    module, _, function = FIGURES[name].partition(":")
    found: Callable[[Workshop], Figure] = getattr(
        import_module(f"simulator.bench.{module}"), function
    )
    return found


def as_json(figures: Mapping[str, Figure]) -> dict[str, Any]:
    """What `nametrail bench --json` prints."""
    return {
        name: {
            "value": _rounded(figure.value),
            "unit": figure.unit,
            "ratio": _rounded(figure.ratio),
            "against": figure.against,
            "bar": figure.bar,
            "met": figure.met,
            **({} if figure.also is None else {"also": figure.also}),
        }
        for name, figure in figures.items()
    }


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")

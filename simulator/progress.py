"""Progress bars, on standard error and only where that is a terminal.

with progress("importing", total=len(logs)) as advance:
for log in logs:
...
advance(1)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
Advance = Callable[[float], None]


@contextmanager
def progress(what: str, *, total: float | None = None) -> Generator[Advance, None, None]:
    """A function to call with what has been done since the last call; `total` None means nobody knows how much there is."""
    if not sys.stderr.isatty():
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda amount: bar.advance(task, amount)


def tracked(items: Iterable[T], what: str, *, total: int | None = None) -> Iterator[T]:
    """The items one by one, with a bar that counts them."""
    with progress(what, total=total) as advance:
        for item in items:
            yield item
            advance(1)


def _unseen(_: float) -> None:
    """Nobody is looking."""

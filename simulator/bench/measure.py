"""How things are measured: processor time of this process, the best of a few rounds, in turns.

Processor time, since a machine that does other things at the same time is no fault of the code. Where
other processes take part (`help`, `bulk`), the clock on the wall.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import msgspec

ROUNDS = 3


class Figure(msgspec.Struct, frozen=True):
    """One figure: what was measured, as a number and as a ratio to what it is measured against.

    `bar` is the ratio to reach, `at_least` tells on which side of it the ratio has to be.
    """

    value: float
    unit: str
    ratio: float
    against: str
    bar: float
    at_least: bool = True
    also: str | None = None

    @property
    def met(self) -> bool:
        """Whether the ratio reaches the bar."""
        return self.ratio >= self.bar if self.at_least else self.ratio <= self.bar


def seconds(do: Callable[[], object]) -> float:
    """Processor time of one call; never nothing, on whatever coarse clock."""
    began = time.process_time()
    do()
    return max(time.process_time() - began, 1e-9)


def best(*calls: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """The shortest processor time of each call, the calls taking turns."""
    taken = [float("inf")] * len(calls)
    for _ in range(rounds):
        for index, do in enumerate(calls):
            taken[index] = min(taken[index], seconds(do))
    return taken


def percentile_95(values: Sequence[float]) -> float:
    """The value that 95 % do not exceed."""
    return (
        statistics.quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]
    )


def wall(command: Sequence[str], rounds: int = 11) -> float:
    """The median time on the wall clock of a command run from this Python."""
    taken: list[float] = []
    for _ in range(rounds):
        began = time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)  # noqa: S603 - our own commands
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def output(command: Sequence[str]) -> str:
    """What a command run from this Python prints."""
    done = subprocess.run([sys.executable, *command], check=True, capture_output=True, text=True)  # noqa: S603 - our own commands
    return done.stdout.strip()

"""Importing Arena logs against merely decoding their JSON, as a ratio: `python -m benchmarks.importing LOG...`.

Both take the same lines of the same log in turns, the best of three rounds; the bar is 3.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from simulator.importers import import_arena

BAR = 3.0


def decoded(log: Path) -> int:
    """Decode every line of a log that is JSON of a game; how many there were."""
    opener: Callable[..., object] = gzip.open if log.suffix == ".gz" else open
    count = 0
    with opener(log, "rt", encoding="utf-8", errors="replace") as lines:  # type: ignore[attr-defined]
        for line in lines:
            at = line.find("{")
            if at >= 0 and "greToClientEvent" in line:
                json.loads(line[at:])
                count += 1
    return count


def best(do: Callable[[], object], rounds: int = 3) -> float:
    """The shortest processor time of some calls, in seconds."""
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        do()
        taken.append(time.process_time() - began)
    return min(taken)


def main(arguments: list[str]) -> int:
    """Print a line a log; 1 if one takes more than three times as long."""
    worst = 0.0
    for log in map(Path, arguments):
        with tempfile.TemporaryDirectory() as folder:
            imported = best(lambda log=log, out=Path(folder): import_arena([log], out, jobs=1))  # type: ignore[misc]
        json_alone = best(lambda log=log: decoded(log))  # type: ignore[misc]
        ratio = imported / max(json_alone, 1e-9)
        worst = max(worst, ratio)
        print(
            f"{log.name}: {imported:.2f} s, {ratio:.2f} times decoding its JSON ({json_alone:.2f} s)"
        )
    return int(worst > BAR)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

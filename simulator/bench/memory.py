"""Replays a stored game in a process of its own and prints the peak memory in bytes: `python -m simulator.bench.memory FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

from simulator.bench.stored import replayed_file


def peak() -> int:
    """The most memory this process has had resident, in bytes.

    Linux tells it of this program alone; elsewhere the resource limits do, which may count the
    process it was started from.
    """
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    import resource  # noqa: PLC0415 - not on Windows

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


if __name__ == "__main__":
    replayed_file(Path(sys.argv[1]))
    print(peak())  # noqa: T201 - what it is for

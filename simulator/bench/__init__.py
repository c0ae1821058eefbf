"""The benchmarks: figures as ratios, each measured in one run against something on the same machine.

`run` measures some or all of them; `FIGURES` names them. What each means and leaves out is told in
`benchmarks/README.md`. Everything a figure needs is made from seeds in a temporary folder.
"""

from __future__ import annotations

from simulator.bench.measure import Figure
from simulator.bench.suite import FIGURES, as_json, run

__all__ = ["FIGURES", "Figure", "as_json", "run"]

"""`nametrail bench`: the benchmarks, as ratios measured in one run."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, AsJson, Options
from simulator.commands.output import columns, say, write_json


def bench(
    *names: str,
    events: Annotated[int, Parameter(help="the length of the long game")] = 1_000_000,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> None:
    """Measure how fast it is, each figure as a ratio to something measured in the same run.

    Args:
        names: the figures to measure; by default all, which takes some minutes
    """
    from events.errors import RecordError
    from simulator.bench import as_json, run
    from simulator.messages import translator

    if events < 1:
        raise RecordError("the long game needs at least one event")
    measured = run(names, events=events, progress=_tell)
    if json:
        write_json(as_json(measured))
        return
    translate = translator(options.lang)
    rows = []
    for name, figure in measured.items():
        bar = translate("at least {bar}") if figure.at_least else translate("at most {bar}")
        met = translate("reached") if figure.met else translate("not reached")
        value = f"{figure.value:,.4g} {figure.unit}"
        ratio = f"{figure.ratio:.3g} x {figure.against}"
        rows.append((name, value, ratio, bar.format(bar=f"{figure.bar:g}"), met))
    for line in columns(rows):
        say(line)


def _tell(name: str) -> None:
    """What is being measured, where somebody looks."""
    if sys.stderr.isatty():
        print(name, file=sys.stderr)

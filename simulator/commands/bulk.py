"""`nametrail bulk`: any number of games, replayed into tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, AsJson, Options
from simulator.commands.output import say, shown, write_json

if TYPE_CHECKING:
    from events.errors import NametrailError


def bulk(
    *sources: str,
    out: Annotated[Path, Parameter(name=["--out", "-o"], help="the folder of the tables")],
    scheduler: Annotated[str | None, Parameter(help="the address of a Dask scheduler")] = None,
    workers: Annotated[int | None, Parameter(help="processes on this machine")] = None,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> int:
    """Replay any number of games on a Dask cluster into Parquet: names, objects, links, violations.

    A run that was stopped goes on where it was. Exit status 1 if a game could not be replayed.

    Args:
        sources: folders of records, records, or stores (an SQLite file or postgresql://...)
    """
    from events.errors import RecordError
    from simulator.bulk import bulk as replay_all
    from simulator.messages import translator, worded
    from simulator.progress import progress

    if not sources:
        raise RecordError("no source is named", advice="name folders of records, or stores")
    seen = 0
    with progress("replaying") as advance:

        def follow(done: int, _total: int) -> None:
            nonlocal seen
            advance(done - seen)
            seen = done

        def name_failed(error: NametrailError) -> None:
            print(shown(worded(error, options.lang)), file=sys.stderr)

        result = replay_all(
            sources, out, scheduler=scheduler, workers=workers, cards=options.cards,
            progress=follow, failure=name_failed,
        )  # fmt: skip
    if json:
        write_json({"out": str(out), **msgspec.to_builtins(result)})
    else:
        said = translator(options.lang)(
            "{out}: {games} games, {events} events; {skipped} were there already, {failed} failed"
        )
        say(said.format(out=out, **msgspec.to_builtins(result)))
    return 1 if result.failed else 0

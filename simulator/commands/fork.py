"""`nametrail fork`: a game up to a position, to be continued differently."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, Options
from simulator.commands.output import say
from simulator.commands.records import opened


def fork(
    record: str,
    *,
    at: Annotated[int, Parameter(name="--at", help="the last event to keep")],
    out: Annotated[Path, Parameter(name=["--out", "-o"], help="the new record")],
    options: Options = DEFAULTS,
) -> None:
    """The game up to event N as a new record, to be continued differently.

    Args:
        record: a file, - for standard input, or the id of a game in the store
    """
    from events.errors import RecordError
    from events.record import write_record
    from simulator.forking import fork as fork_at
    from simulator.messages import translator

    if out.exists():
        raise RecordError("{file} is there already", file=str(out), advice="choose another name")
    game = opened(record, options)
    game.moment(at).finish()
    forked = fork_at(game.record, at)
    write_record(out, forked.header, forked.lines)
    said = translator(options.lang)("{out}: {at} events of {file}")
    say(said.format(out=out, at=at, file=game.record.file))

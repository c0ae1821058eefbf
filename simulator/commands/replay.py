"""`nametrail replay`: the game as a timeline."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, AsItHappened, AsJson, At, Options
from simulator.commands.output import say, write_json
from simulator.commands.records import opened
from simulator.messages import translator


def replay(
    record: str,
    *,
    at: At = None,
    from_: Annotated[int, Parameter(name="--from", help="from this event on")] = 1,
    as_it_happened: AsItHappened = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> None:
    """The game as a timeline: position, what happened, and every name that changed with it.

    Args:
        record: a file, - for standard input, or the id of a game in the store
    """
    from events.errors import NametrailError
    from simulator.timeline import change_in_words, moment_shape, timeline

    translate = translator(options.lang)
    shown = []
    stopped: NametrailError | None = None
    game = opened(record, options, strict=not as_it_happened)
    game.refuse_beyond(at)
    try:
        for moment in timeline(game.play(until=at), translate):
            if moment.position < from_:
                continue
            if json:
                shown.append(moment_shape(moment))
                continue
            say((f"{moment.position:5}  ", "dim"), moment.words)
            for change in moment.changes:
                say("         ", (change_in_words(change, translate), "cyan"))
    except NametrailError as error:
        stopped = error
    if json:
        write_json({"events": shown, "stopped": None if stopped is None else str(stopped)})
    if stopped is not None:
        raise stopped

"""`nametrail export html`: a game as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, Options, group
from simulator.commands.output import say
from simulator.commands.records import opened

app = group("export", "A game as a file for other people.")


@app.command
def html(
    record: str,
    *,
    out: Annotated[Path, Parameter(name=["--out", "-o"], help="the file to write")],
    options: Options = DEFAULTS,
) -> int:
    """The game as one self-contained HTML file: timeline, board, and every name with its steps.

    Exit status 1 or 2 if the game could not be followed to its end; the file then holds what came before.

    Args:
        record: a file, - for standard input, or the id of a game in the store
    """
    from simulator.messages import chosen_language, translator
    from simulator.web.export import exported
    from simulator.web.limits import NO_LIMITS
    from simulator.web.opening import open_game

    source = opened(record, options)
    name = source.record.file.replace("\\", "/").rpartition("/")[2]
    game = open_game(source.record, source.lookup, NO_LIMITS, id="record", title=name)
    out.write_text(exported(game, chosen_language(options.lang)), encoding="utf-8")
    said = translator(options.lang)("{out}: {events} events of {file}")
    say(said.format(out=out, events=game.last, file=source.record.file))
    if game.failure is not None:
        raise game.failure
    return 0

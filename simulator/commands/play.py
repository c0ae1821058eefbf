"""`nametrail play`: goes on with a game, offering what is legal and refusing what is not."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, Options
from simulator.commands.output import shown


def play(
    game: str,
    *,
    players: Annotated[
        tuple[str, ...],
        Parameter(consume_multiple=True, help="begin a new game of these players, in turn order"),
    ] = (),
    options: Options = DEFAULTS,
) -> int:
    """An interactive session that adds events to a game; `help` in it lists the commands.

    Each action is checked against the rules and recorded before it counts. Lines may come through a pipe; the exit
    status is then 1 if one was refused.

    Args:
        game: the id of a game in the store, or a record file
    """
    from simulator.lookup import card_lookup
    from simulator.play import open_game
    from simulator.play import play as session

    opened = open_game(game, db=options.db, lookup=card_lookup(options.cards), players=players)
    return session(opened, language=options.lang, show=shown)

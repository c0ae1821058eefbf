"""`nametrail why`: how a name came about."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, AsItHappened, AsJson, At, Options
from simulator.commands.output import say, say_block, write_json
from simulator.commands.records import Moment, Opened, found_object, opened


def why(
    record: str,
    object: str,
    *,
    at: At = None,
    dot: Annotated[bool, Parameter(help="print the derivation as a Graphviz graph")] = False,
    as_it_happened: AsItHappened = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> None:
    """How an object's name came about: each step with its rule, the event that caused it, and the name after it.

    An object of the past is explained as it last was.

    Args:
        record: a file, - for standard input, or the id of a game in the store
        object: the object: fae, fae.3, or a name only one object has
    """
    from projections.names import derive
    from simulator.explain import as_dot, as_json, in_words
    from simulator.messages import translator

    game = opened(record, options, strict=not as_it_happened)
    moment = _moment(game, object, at)
    derivation = derive(moment.state, found_object(moment.state, object))
    translate = translator(options.lang)
    if json:
        write_json(as_json(derivation, moment.state.position))
    elif dot:
        say_block(as_dot(derivation, translate))
    else:
        first, *rest = in_words(derivation, translate)
        say((first, "bold"))
        for line in rest:
            say(line)
    moment.finish()


def _moment(game: Opened, object: str, at: int | None) -> Moment:
    """The moment asked for; of an object of the past, without one, the last at which it was there."""
    from events.errors import NametrailError
    from events.references import parse_object

    moment = game.moment(at)
    try:
        reference = parse_object(object)
    except NametrailError:
        return moment
    now = moment.state.objects.get(reference.card)
    if at is not None or (now is not None and reference.number in {None, now.number}):
        return moment
    last = game.last_of(object, moment.state.position)
    return moment if last is None else Moment(game.moment(last).state, moment.error)

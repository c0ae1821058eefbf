"""`nametrail links`: what each linked ability of an object refers to, and why."""

from __future__ import annotations

from simulator.commands.options import DEFAULTS, AsItHappened, AsJson, At, Options
from simulator.commands.output import say, write_json
from simulator.commands.records import object_then_or_now, opened


def links(
    record: str,
    object: str,
    *,
    at: At = None,
    as_it_happened: AsItHappened = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> None:
    """What each linked ability of an object refers to, by which rule, and since which event (CR 607).

    Args:
        record: a file, - for standard input, or the id of a game in the store
        object: the object: fae, fae.3, or a name only one object has; one of the past may be named too
    """
    from simulator.link_words import links_as_json, links_in_words
    from simulator.messages import translator

    moment = opened(record, options, strict=not as_it_happened).moment(at)
    found = object_then_or_now(moment.state, object)
    if json:
        write_json(links_as_json(moment.state, found))
    else:
        for line in links_in_words(moment.state, found, translator(options.lang)):
            say(line)
    moment.finish()

"""`nametrail positions`: the names a name sticker could give."""

from __future__ import annotations

from simulator.commands.options import DEFAULTS, AsItHappened, AsJson, At, Options
from simulator.commands.output import say, write_json
from simulator.commands.records import found_object, opened


def positions(
    record: str,
    object: str,
    words: str,
    *,
    at: At = None,
    as_it_happened: AsItHappened = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> None:
    """The names CR 123.6b offers for a sticker with these words, from the beginning of the name on.

    Args:
        record: a file, - for standard input, or the id of a game in the store
        object: the object the sticker is put on: fae, fae.3, or a name only one object has
        words: what the sticker says
    """
    from projections.names import names_of
    from projections.stickers import positions as offered

    moment = opened(record, options, strict=not as_it_happened).moment(at)
    found = found_object(moment.state, object)
    names = offered(names_of(moment.state, found), words)
    if json:
        write_json({"object": found.reference, "words": words, "positions": names})
    else:
        for after, name in enumerate(names):
            say((f"{after:3}  ", "dim"), name if isinstance(name, str) else " // ".join(name))
    moment.finish()

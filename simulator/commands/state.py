"""`nametrail state`: every object at a position."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, AsItHappened, AsJson, At, Options
from simulator.commands.output import columns, say, write_json
from simulator.commands.records import opened
from simulator.messages import Translator, translator

Zone = Literal[
    "library", "hand", "battlefield", "graveyard", "stack", "exile", "command", "ante", "outside"
]


def state(
    record: str,
    *,
    at: At = None,
    zone: Annotated[Zone | None, Parameter(help="only the objects of this zone")] = None,
    as_it_happened: AsItHappened = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> None:
    """Every object: its zone, owner, controller, names, stickers, and what it is a copy of.

    Args:
        record: a file, - for standard input, or the id of a game in the store
    """
    from simulator.shapes import state_shape
    from simulator.wording import zone_in_words

    moment = opened(record, options, strict=not as_it_happened).moment(at)
    shape = state_shape(moment.state, zone)
    if json:
        write_json(shape)
        moment.finish()
        return
    translate = translator(options.lang)
    say(translate("after event {position}").format(position=shape["position"]))
    by_zone: dict[str, list[tuple[str, ...]]] = {}
    for each in shape["objects"]:
        by_zone.setdefault(each.zone, []).append(_row(each, translate))
    for each_zone, rows in by_zone.items():
        say((zone_in_words(each_zone, translate), "bold"))
        for line in columns(rows):
            say("  ", line)
    moment.finish()


def _row(shape: object, translate: Translator) -> tuple[str, ...]:
    """An object as a line of a table."""
    from simulator.shapes import ObjectShape
    from simulator.wording import called

    assert isinstance(shape, ObjectShape)
    more = []
    if shape.controller is not None and shape.controller != shape.owner:
        more.append(translate("controlled by {player}").format(player=shape.controller))
    if shape.stickers:
        more.append(translate("stickers {stickers}").format(stickers=", ".join(shape.stickers)))
    if shape.copy_of is not None:
        more.append(translate("copy of {original}").format(original=shape.copy_of))
    if shape.attached_to is not None:
        more.append(translate("attached to {host}").format(host=shape.attached_to))
    if shape.face_down:
        more.append(translate("face down"))
    if shape.phased_out:
        more.append(translate("phased out"))
    return (
        shape.object,
        called(shape.names, translate, unknown=shape.unknown),
        shape.owner,
        "; ".join(more),
    )

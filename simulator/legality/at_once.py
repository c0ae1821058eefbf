"""What cannot happen twice at once: each of these needs the state that the other one ends (CR 708-710, 722)."""

from __future__ import annotations

from events.errors import RuleBroken
from events.event import EventBase
from events.faces import (
    DoorLocked,
    DoorUnlocked,
    Flipped,
    Prepared,
    TurnedFaceDown,
    TurnedFaceUp,
    Unprepared,
)
from simulator.legality.asked import Asked, Errors, card_of

ONCE: dict[type[EventBase], str] = {
    Flipped: "710.4",
    TurnedFaceDown: "708.2b",
    TurnedFaceUp: "708.8",
    DoorUnlocked: "709.5f",
    DoorLocked: "709.5g",
    Prepared: "722.3a",
    Unprepared: "722.3b",
}
"""The kinds of event that an object goes through only once at a time, with the rule for each."""


def happens_once(asked: Asked) -> Errors:
    """Of simultaneous events no two flip, turn, unlock, lock or prepare the same object."""
    seen: set[tuple[type[EventBase], str | None, str | None]] = set()
    for event in asked.group.events:
        rule = ONCE.get(type(event))
        if rule is None:
            continue
        reference = str(getattr(event, "object", ""))
        what = (type(event), card_of(reference), getattr(event, "face", None))
        if what in seen:
            yield RuleBroken(
                "{object} cannot do that twice at once",
                object=reference,
                rule=rule,
                advice="once is enough",
            )
        seen.add(what)

"""Events that put objects into zones (CR 400)."""

from __future__ import annotations

from events.cards import Zone
from events.event import Choice, EventBase


class CardAdded(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=1):
    """A card is there: the set-up of a game or of a scenario, or a card that comes in later (CR 400.11b).

    Without `definition` it is a card that the recorder could not see. `position` counts in a library:
    0 (or none) is the top, -1 the bottom.
    """

    card: str
    owner: str
    zone: Zone
    definition: str | None = None
    controller: str | None = None
    face: str | None = None
    face_down: bool = False
    tapped: bool = False
    position: int | None = None


class Revealed(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=2):
    """It became known which card an object is."""

    object: str
    definition: str


class Shuffled(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=3):
    """A library was shuffled: the order of its cards is lost to the recorder."""

    player: str


class Moved(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=6):
    """An object went to another zone and became a new object there (CR 400.7).

    `order` is the order in which the cards of a melded or merged permanent go there (CR 712.21a, 730.3a).
    """

    object: str
    to: Zone
    controller: str | None = None
    face: str | None = None
    face_down: bool = False
    attached_to: str | None = None
    with_: str | None = None
    choices: tuple[Choice, ...] = ()
    copy_of: str | None = None
    tapped: bool = False
    position: int | None = None
    order: tuple[str, ...] = ()


class Exiled(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=7):
    """An object was exiled, from exile too (CR 400.8).

    `with_` is the ability whose instruction did it (CR 607.2a); `until` the object whose leaving ends
    it (CR 610.3); `order` the timestamp order that a player chose for the cards of a melded or merged
    permanent (CR 712.21b, 730.3b).
    """

    object: str
    with_: str | None = None
    face_down: bool = False
    until: str | None = None
    order: tuple[str, ...] = ()

"""Events that make copies and tokens (CR 111, 707)."""

from __future__ import annotations

from events.cards import Effect, Zone
from events.event import Choice, EventBase


class TokenCreated(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=13):
    """A token was put onto the battlefield (CR 111.1), by a definition or as a copy (CR 707.8a)."""

    card: str
    controller: str
    definition: str | None = None
    copy_of: str | None = None
    with_: str | None = None
    face_down: bool = False
    except_: Effect | None = None
    choices: tuple[Choice, ...] = ()
    owner: str | None = None
    tapped: bool = False
    attached_to: str | None = None
    face: str | None = None


class CopyCreated(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=14):
    """A copy of a spell, ability or card was created (CR 707.10, 707.12).

    `face` names the prepare spell of which it is the copy (CR 722.3c).
    """

    card: str
    of: str
    controller: str
    zone: Zone = "stack"
    except_: Effect | None = None
    face: str | None = None


class BecameCopy(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=15):
    """A copy effect began: the object has the copiable values of `of`, as they are now (CR 707.2b)."""

    object: str
    of: str
    effect: str | None = None
    except_: Effect | None = None
    keeps: tuple[str, ...] = ()

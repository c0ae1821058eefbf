"""Events that change which face of an object is up, or which parts it is made of (CR 708-712, 730)."""

from __future__ import annotations

from typing import Any

from events.event import EventBase


class Transformed(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=16):
    """A double-faced permanent turned its other face up (CR 701.27, 712.18)."""

    object: str
    effect: str | None = None


class Flipped(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=17):
    """A flip card was flipped, once and for all (CR 710.4)."""

    object: str
    effect: str | None = None


class TurnedFaceDown(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=18):
    """A permanent was turned face down; `as_` lists the characteristics it then has (CR 708.2)."""

    object: str
    effect: str | None = None
    as_: dict[str, Any] | None = None


class TurnedFaceUp(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=19):
    """A face-down permanent was turned face up (CR 708.8), perhaps as a copy (CR 708.11)."""

    object: str
    effect: str | None = None
    copy_of: str | None = None


class DoorUnlocked(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=20):
    """A half of a Room was given its unlocked designation (CR 709.5f)."""

    object: str
    face: str


class DoorLocked(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=21):
    """A half of a Room lost its unlocked designation (CR 709.5g)."""

    object: str
    face: str


class Merged(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=22):
    """A spell merged with a permanent, on top of it or under it (CR 730.2)."""

    object: str
    into: str
    on_top: bool


class Melded(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=23):
    """A meld pair entered the battlefield as one permanent (CR 701.42, 712.4a)."""

    card: str
    cards: tuple[str, ...]
    definition: str
    controller: str


class Prepared(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=48):
    """A permanent became prepared (CR 722.3a)."""

    object: str


class Unprepared(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=49):
    """A permanent became unprepared (CR 722.3b)."""

    object: str

"""Events of continuous effects, control, attachment and phasing (CR 611, 613)."""

from __future__ import annotations

from events.cards import Effect
from events.event import EventBase


class Attached(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=24):
    """An Aura, Equipment or Fortification became attached, or unattached (CR 613.7e)."""

    object: str
    to: str | None = None


class ControllerChanged(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=25):
    """A player gained control of an object (CR 613.1b)."""

    object: str
    controller: str
    effect: str | None = None


class PhasedOut(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=26):
    """A permanent phased out; it changed no zone."""

    object: str


class PhasedIn(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=27):
    """A permanent phased in; it changed no zone."""

    object: str


class EffectBegan(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=28):
    """A continuous effect of a resolved spell or ability began (CR 611.2, 613.7b).

    A record writes the fields of `continuous` beside the others.
    """

    effect: str
    continuous: Effect


class EffectEnded(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=29):
    """A continuous effect ended."""

    effect: str

"""Events of spells and abilities on the stack (CR 601, 602, 603, 608)."""

from __future__ import annotations

from typing import Any

from events.cards import Zone
from events.event import Choice, EventBase


class SpellCast(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=8):
    """An object was put on the stack as a spell (CR 601.2a).

    `face` names the face, half, Adventure or Omen that was cast (a list for a fused split spell,
    CR 709.4d); `paid` the abilities whose additional costs were declared (CR 607.2i); `prototyped`
    that it was cast with its prototype's characteristics (CR 718.3).
    """

    object: str
    face: str | tuple[str, ...] | None = None
    controller: str | None = None
    face_down: bool = False
    paid: tuple[str, ...] = ()
    x: int | None = None
    exiled_for_cost: tuple[str, ...] = ()
    prototyped: bool = False


class SpellResolved(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=9):
    """A spell left the stack for where the rules send it (CR 608.2m, 608.3), unless `to` says otherwise."""

    object: str
    to: Zone | None = None
    controller: str | None = None
    attached_to: str | None = None
    choices: tuple[Choice, ...] = ()
    copy_of: str | None = None
    face: str | None = None
    tapped: bool = False
    with_: str | None = None


class SpellCountered(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=10):
    """A spell was countered (CR 701.6)."""

    object: str
    to: Zone | None = None


class AbilityPutOnStack(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=11):
    """An activated or triggered ability became an object on the stack (CR 113.1c)."""

    card: str
    ability: str
    controller: str


class AbilityResolved(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=12):
    """An ability on the stack resolved and ceased to exist (CR 608.2n)."""

    object: str


class CostPaid(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=35):
    """A cost was paid that `by`'s linked ability asks about (CR 607.2g, 607.2j)."""

    value: Any = None

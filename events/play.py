"""Events that recorded games hold and that names seldom hang on (CR 119, 613.7c)."""

from __future__ import annotations

from events.event import EventBase


class CountersChanged(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=38):
    """Counters were put on or taken off an object or a player (CR 613.7c)."""

    kind: str
    amount: int
    object: str | None = None
    player: str | None = None


class GameBegan(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=39):
    """What came before it was before the game (CR 103, 607.2n)."""


class TurnBegan(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=40):
    """A player's turn began: the active player from here on."""

    player: str
    number: int | None = None


class StepBegan(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=41):
    """A step or phase began."""

    step: str | None = None
    phase: str | None = None
    player: str | None = None


class LifeChanged(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=42):
    """A player's life total changed by `amount`, to `total` (CR 119)."""

    player: str
    amount: int | None = None
    total: int | None = None


class Tapped(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=43):
    """A permanent became tapped (CR 110.5)."""

    object: str


class Untapped(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=44):
    """A permanent became untapped (CR 110.5)."""

    object: str


class DamageDealt(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=45):
    """An object dealt damage to another or to a player."""

    object: str | None = None
    to: str | None = None
    player: str | None = None
    amount: int | None = None


class PlayerLeft(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=46):
    """A player left the game, and the objects they own with them (CR 800.4a)."""

    player: str


class GameEnded(EventBase, frozen=True, array_like=True, kw_only=True, gc=False, tag=47):
    """The game ended."""

    winner: str | None = None
    reason: str | None = None

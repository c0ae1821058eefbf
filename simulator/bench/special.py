"""The actions of a long game that names hang on: stickers, copies, tokens, effects, other faces, leaving."""

from __future__ import annotations

from typing import Any

from events.cards import Effect, Zone
from events.casting import AbilityPutOnStack, AbilityResolved, SpellCast, SpellResolved
from events.copying import BecameCopy, TokenCreated
from events.effects import Attached, EffectBegan, EffectEnded
from events.faces import Transformed
from events.kinds import Event
from events.stickers import StickerMoved, StickerPlaced
from events.zones import Moved
from simulator.bench.board import Board

_WORDS = ("Happy", "Dead", "Hot Dog", "Slimy", "Ancestral", "Tiny")
_MOST_STICKERS = 3
_MOST_PUMPS = 12

__all__ = ["SPECIAL"]


class Special:
    """The actions, each a function of the board that gives the events, or none if it cannot be done now."""

    def cast(self, card: str) -> Event:
        """A spell is cast."""
        return SpellCast(object=card)

    def resolved(self, card: str, **how: Any) -> Event:
        """A spell resolves."""
        return SpellResolved(object=card, **how)

    def leaves(self, board: Board, card: str, to: Zone | None = "graveyard") -> list[Event]:
        """A permanent leaves the battlefield; Auras on it and what it held in exile go along.

        With no zone the caller writes the event of the permanent itself.
        """
        events: list[Event] = []
        board.battlefield.remove(card)
        board.tapped.discard(card)
        board.copies.discard(card)
        board.hosts.pop(card, None)
        if to is not None:
            events.append(Moved(object=card, to=to))
            if not board.token(card):
                board.graveyard[board.owner[card]].append(card)
        for aura in [aura for aura, host in board.hosts.items() if host == card]:
            events += self.leaves(board, aura)
        held = board.cells.pop(card, None)
        if held is not None:
            board.battlefield.add(held)
            events.append(Moved(object=held, to="battlefield"))
        if board.token(card):
            board.unstick(card)
            del board.name[card], board.owner[card]
        return events

    def use(self, board: Board) -> list[Event]:
        """A Clerk's ability is activated and resolves."""
        clerk = board.named("Lantern Clerk")
        if clerk is None or clerk in board.copies:
            return []
        board.made += 1
        ability = f"a{board.made}"
        return [
            AbilityPutOnStack(card=ability, ability=f"{clerk}:look", controller=board.owner[clerk]),
            AbilityResolved(object=ability),
        ]

    def token(self, board: Board) -> list[Event]:
        """A token is created, of its own or as a copy; another permanent makes room."""
        events: list[Event] = []
        if len(board.battlefield) >= board.size:
            events = self.leaves(board, board.battlefield.pick())
        board.made += 1
        card = f"t{board.made}"
        original = board.creature() if board.random() < 0.5 else None
        player = board.active
        board.owner[card] = player
        board.name[card] = "Acorn Token"
        if original is None:
            events.append(TokenCreated(card=card, controller=player, definition="Acorn Token"))
        else:
            events.append(TokenCreated(card=card, controller=player, copy_of=original))
        board.battlefield.add(card)
        return events

    def copy(self, board: Board) -> list[Event]:
        """A Shade becomes a copy of a creature, until it leaves."""
        shade, original = board.named("Mirror Shade"), board.creature()
        if shade is None or original is None or shade == original or shade in board.copies:
            return []
        board.copies.add(shade)
        return [BecameCopy(object=shade, of=original)]

    def sticker(self, board: Board) -> list[Event]:
        """A name sticker is put on a permanent that has not too many."""
        card = board.battlefield.pick()
        on = board.stuck.setdefault(card, [])
        if len(on) >= _MOST_STICKERS or board.stickers * 2 > board.size:
            return []
        board.stickers += 1
        board.made += 1
        sticker = f"s{board.made}"
        on.append(sticker)
        return [StickerPlaced(sticker=sticker, on=card, after=int(board.random() * 3) % 2,
                              words=board.pick(_WORDS), by_player=board.owner[card])]  # fmt: skip

    def move_sticker(self, board: Board) -> list[Event]:
        """A sticker goes from one permanent to another (CR 123.3d)."""
        card, other = board.battlefield.pick(), board.battlefield.pick()
        on = board.stuck.get(card)
        there = board.stuck.setdefault(other, [])
        if not on or card == other or len(there) >= _MOST_STICKERS:
            return []
        there.append(on.pop())
        return [StickerMoved(sticker=there[-1], to=other, after=0)]

    def turn_over(self, board: Board) -> list[Event]:
        """A double-faced permanent transforms."""
        wolf = board.named("Moon Wolf")
        return [] if wolf is None else [Transformed(object=wolf)]

    def attach(self, board: Board) -> list[Event]:
        """An Aura moves to another creature."""
        if not board.hosts:
            return []
        aura, host = board.pick(list(board.hosts)), board.creature()
        if host is None or host == board.hosts[aura]:
            return []
        board.hosts[aura] = host
        return [Attached(object=aura, to=host)]

    def pump(self, board: Board) -> list[Event]:
        """An effect makes a creature larger for a while."""
        card = board.creature()
        if card is None or len(board.pumps) >= _MOST_PUMPS:
            return []
        board.made += 1
        effect = f"e{board.made}"
        board.pumps.append(effect)
        return [EffectBegan(effect=effect, continuous=Effect(affects=(card,), add_power="2", add_toughness="2"))]  # fmt: skip

    def wear_off(self, board: Board) -> list[Event]:
        """The effect that lasted longest ends."""
        return [EffectEnded(effect=board.pumps.pop(0))] if board.pumps else []


SPECIAL = Special()

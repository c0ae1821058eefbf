"""The board a long game is made on: which card lies where, and what is on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

PLAYERS = ("ana", "ben")
CREATURES = frozenset(
    {"Harbor Cub", "Lantern Clerk", "Warden of Cells", "Herald of Kinds", "Mirror Shade", "Moon Wolf"}
)  # fmt: skip


class Pile:
    """Cards of which any can be picked and any taken away, each in constant time."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cards: list[str] = []
        self._at: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, card: object) -> bool:
        return card in self._at

    def add(self, card: str) -> None:
        """Put a card in."""
        self._at[card] = len(self._cards)
        self._cards.append(card)

    def remove(self, card: str) -> None:
        """Take a card out."""
        at, last = self._at.pop(card), self._cards.pop()
        if last != card:
            self._cards[at] = last
            self._at[last] = at

    def pick(self) -> str:
        """Any card."""
        return self._board.pick(self._cards)


class Board:
    """Where each card is; the generator keeps it in step with the events it makes."""

    def __init__(self, rng: random.Random) -> None:
        self.random = rng.random
        self.size = 0
        self.turn = 0
        self.active = PLAYERS[0]
        self.name: dict[str, str] = {}
        self.owner: dict[str, str] = {}
        self.library: dict[str, list[str]] = {player: [] for player in PLAYERS}
        self.hand: dict[str, list[str]] = {player: [] for player in PLAYERS}
        self.graveyard: dict[str, list[str]] = {player: [] for player in PLAYERS}
        self.battlefield = Pile(self)
        self.tapped: set[str] = set()
        self.hosts: dict[str, str] = {}
        self.cells: dict[str, str] = {}
        self.copies: set[str] = set()
        self.stuck: dict[str, list[str]] = {}
        self.stickers = 0
        self.pumps: list[str] = []
        self.made = 0

    def pick(self, among: Sequence[T]) -> T:
        """Any of these."""
        return among[int(self.random() * len(among))]

    def other(self) -> str:
        """The player whose turn it is not."""
        return PLAYERS[1] if self.active == PLAYERS[0] else PLAYERS[0]

    def new_card(self, name: str, owner: str) -> str:
        """A card id that was not used before."""
        self.made += 1
        card = f"c{self.made}"
        self.name[card] = name
        self.owner[card] = owner
        return card

    def token(self, card: str) -> bool:
        """Whether it is a token: one ceases to exist when it leaves (CR 704.5d)."""
        return card.startswith("t")

    def named(self, name: str) -> str | None:
        """A permanent of this name, if one is found in a few tries."""
        return self._sought(frozenset({name}))

    def creature(self) -> str | None:
        """A creature, if one is found in a few tries."""
        return self._sought(CREATURES)

    def unstick(self, card: str) -> None:
        """The stickers of a card that went to a hidden zone are off (CR 123.5)."""
        self.stickers -= len(self.stuck.pop(card, ()))

    def _sought(self, names: frozenset[str]) -> str | None:
        for _ in range(12):
            card = self.battlefield.pick()
            if self.name[card] in names:
                return card
        return None

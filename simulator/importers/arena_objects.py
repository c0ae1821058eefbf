"""The cards and objects of a game while it is read, and the events that have come out so far.

Arena numbers objects anew at zone changes; a record follows the card (CR 400.7, 108). `Recording` knows
which card an Arena number is. What it knows can be put back to any recent state, because a player may
take back what they began, and Arena then hands out the same numbers again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.importers.arena_definitions import DefinitionOf
from simulator.importers.arena_messages import GameObject
from simulator.importers.arena_printings import Printings
from simulator.importers.arena_states import ArenaState


class CopyOn(msgspec.Struct, frozen=True, gc=False):
    """A copy effect on an object: whose characteristics Arena shows, under which name, and its id."""

    overlay: int
    text: int
    effect: str


class Card(msgspec.Struct, frozen=True):
    """A card, token, copy or ability, and what the record says it is now."""

    card: str
    kind: str
    instance: int
    zone_id: int
    zone: str
    owner: int
    controller: int
    number: int = 1
    grp: int = 0
    face: int = 0
    face_down: bool = False
    shown: tuple[int, int, int, bool] | None = None
    copies: tuple[CopyOn, ...] = ()
    renamed: tuple[int, str] | None = None
    doors: int = 0
    door: int = 0
    tapped: bool = False
    attached: int = 0
    phased_out: bool = False
    suppressed: bool = False
    source: str = ""
    previous: int = 0

    @property
    def reference(self) -> str:
        """The object as records name it."""
        return f"{self.card}.{self.number}"


class Fact(msgspec.Struct, frozen=True, gc=False):
    """What Arena shows of an object in a public zone at one moment."""

    zone: str
    kind: str
    owner: int
    controller: int
    grp: int
    overlay: int
    text: int
    face_down: bool
    is_copy: bool
    phased_out: bool = False


class Frame(msgspec.Struct):
    """A state of Arena's that the record is compared with: what changed, and how far the record had come."""

    state: int
    line: int
    events: int
    changed: dict[int, Fact | None]
    became: tuple[tuple[int, int], ...]
    after_gap: bool


class _Mark(msgspec.Struct):
    cards: dict[int, Card]
    pools: dict[int, tuple[Card, ...]]
    loose: dict[int, int]
    facts: dict[int, Fact]
    used: dict[str, int]
    choices: set[tuple[int, int, tuple[int, ...]]]
    events: int
    frames: int
    step: tuple[str, str]
    turn: int
    over: bool


KEPT_MARKS = 128
"""How many states back an Undo can go; those seen went back at most a handful."""


class Recording:
    """A game being read."""

    def __init__(self, printings: Printings, log: str) -> None:
        self.printings = printings
        self.log = log
        self.state = ArenaState()
        self.cards: dict[int, Card] = {}
        self.pools: dict[int, tuple[Card, ...]] = {}
        self.loose: dict[int, int] = {}
        self.facts: dict[int, Fact] = {}
        self.used: dict[str, int] = {}
        self.events: list[dict[str, Any]] = []
        self.frames: list[Frame] = []
        self.gaps: list[dict[str, Any]] = []
        self.step = ("", "")
        self.turn = 0
        self.first_player = 0
        self.set_up = False
        self.over = False
        self.effects = 0
        self.choices: set[tuple[int, int, tuple[int, ...]]] = set()
        self.actions: dict[int, int] = {}
        self.former: dict[int, str] = {}
        self.past: dict[int, Card] = {}
        self.lost: dict[int, Card] = {}
        self.annotation = 0
        self.tapping: set[int] = set()
        self._marks: dict[int, _Mark] = {}

    # --- events -------------------------------------------------------------------------------

    def emit(self, event: str, instance: int | None = None, **fields: Any) -> None:
        """Append an event, with where it was found."""
        raw: dict[str, Any] = {"event": event}
        raw.update(
            (key, value)
            for key, value in fields.items()
            if value is not None and value is not False and value != ()
        )
        source: dict[str, int] = {} if instance is None else {"instance": instance}
        raw["source"] = source | {"state": self.state.number}
        self.events.append(raw)

    @staticmethod
    def player(seat: int) -> str:
        """What a record calls the player of a seat."""
        return f"player{seat}"

    def new_effect(self) -> str:
        """An id for a continuous effect."""
        self.effects += 1
        return f"e{self.effects}"

    def new_id(self, letter: str, instance: int) -> str:
        """An id for a card: Arena's first number for it, told apart where the number comes again."""
        name = f"{letter}{instance}"
        times = self.used.get(name, 0) + 1
        self.used[name] = times
        return name if times == 1 else f"{name}-{times}"

    # --- which card ---------------------------------------------------------------------------

    def put(self, card: Card, **changes: Any) -> Card:
        """Note a change of what a card is now."""
        if changes:
            instance = changes.get("instance", card.instance)
            if instance != card.instance and self.cards.get(card.instance) is card:
                del self.cards[card.instance]
                self.past[card.instance] = card
            card = msgspec.structs.replace(card, **changes)
        self.cards[card.instance] = card
        self.former[card.instance] = card.card
        return card

    def drop(self, card: Card) -> None:
        """The card is no object any more."""
        if self.cards.get(card.instance) is card:
            del self.cards[card.instance]

    def card(self, instance: int, grp: int = 0) -> Card | None:
        """Which card an Arena number is; a number handed out by a shuffle is given a card now."""
        found = self.cards.get(instance)
        if found is None and instance in self.lost:
            return self.put(self.lost.pop(instance))
        if found is None and instance in self.loose:
            return self._out_of_the_shuffle(instance, grp)
        return found

    def that_was(self, instance: int) -> Card | None:
        """What the card with a number, present or former, is now."""
        found = self.cards.get(instance)
        name = self.former.get(instance)
        if found is None and name is not None:
            return next((card for card in self.cards.values() if card.card == name), None)
        return found

    def _out_of_the_shuffle(self, instance: int, grp: int) -> Card:
        """A card of a shuffled library: one known to be this, else one of those nobody saw."""
        seat = self.loose.pop(instance)
        pool = self.pools.get(seat, ())
        zone_id = next((zone.zone_id for zone in self.state.zones.values()
                        if zone.type == "ZoneType_Library" and zone.owner_seat_id == seat), 0)  # fmt: skip
        chosen = next(
            (card for card in pool if grp and card.grp and self._same_name(card.grp, grp)), None
        )
        chosen = chosen or next((card for card in pool if not card.grp), None)
        if chosen is None and not grp and pool:
            chosen = pool[0]
        if chosen is None:
            card = Card(
                self.new_id("c", instance), "card", instance, zone_id, "library", seat, seat
            )
            self.emit(
                "card_added", instance, card=card.card, owner=self.player(seat), zone="library"
            )
            return self.put(card)
        self.pools[seat] = tuple(card for card in pool if card is not chosen)
        return self.put(msgspec.structs.replace(chosen, instance=instance, zone_id=zone_id))

    def _same_name(self, one: int, other: int) -> bool:
        name = self.printings.name(one)
        return self.printings.same_card(one, other) or (
            name is not None and name == self.printings.name(other)
        )

    def shuffle(self, seat: int, old: tuple[int, ...], new: tuple[int, ...]) -> None:
        """A library was shuffled: which card is which is lost, and so are the numbers."""
        gone = [card for instance in old if (card := self.cards.pop(instance, None)) is not None]
        for instance in old:
            self.loose.pop(instance, None)
        self.pools[seat] = (*self.pools.get(seat, ()), *gone)
        self.loose.update(dict.fromkeys(new, seat))
        self.emit("shuffled", player=self.player(seat))

    def reveal(self, card: Card, grp: int) -> Card:
        """It became known which card this is."""
        if card.grp or not grp:
            return card
        self.emit("revealed", card.instance, object=card.card, definition=DefinitionOf(grp))
        return self.put(card, grp=grp, face=grp)

    def showing(self, grp: int, *, zones: tuple[str, ...] = ("battlefield",)) -> Card | None:
        """An object that plainly is a printing: what a copy of it can be said to be a copy of."""
        for card in self.cards.values():
            if (
                card.zone in zones
                and card.face == grp
                and not (card.face_down or card.copies or card.renamed or card.phased_out)
                and card.kind in {"card", "token"}
                and card.shown is not None
            ):
                return card
        return None

    def shown(self, instance: int) -> GameObject | None:
        """What Arena shows of an object."""
        return self.state.objects.get(instance)

    # --- taking back --------------------------------------------------------------------------

    def mark(self) -> None:
        """Remember this state, for it may come back."""
        self._marks[self.state.number] = _Mark(
            self.cards.copy(), self.pools.copy(), self.loose.copy(), self.facts.copy(), self.used.copy(), self.choices.copy(),
            len(self.events), len(self.frames), self.step, self.turn, self.over,
        )  # fmt: skip
        while len(self._marks) > KEPT_MARKS:
            del self._marks[next(iter(self._marks))]

    def take_back(self, number: int) -> bool:
        """Return to a state, as if nothing had come after it; whether that state is still known."""
        mark = self._marks.get(number)
        if mark is None:
            return False
        self.cards, self.pools, self.loose = mark.cards.copy(), mark.pools.copy(), mark.loose.copy()
        self.facts, self.used = mark.facts.copy(), mark.used.copy()
        self.choices = mark.choices.copy()
        del self.events[mark.events :]
        del self.frames[mark.frames :]
        self.step, self.turn, self.over = mark.step, mark.turn, mark.over
        for later in [state for state in self._marks if state > number]:
            del self._marks[later]
        return True

"""A Cockatrice table as the replay tells it: who sits there, which cards lie where, and what the record says.

The handlers of messages (`cockatrice_moves`, `cockatrice_play`) change the table and write the record
through it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from simulator.importers.cockatrice_cards import HIDDEN, MAY_BE_FACE_DOWN, ZONES, Card, Cards, Look
from simulator.importers.cockatrice_stickers import stickers_in

_OWNER = re.compile(r"(Owner:\s*)([^\n]+)")


class Table:
    """The state of the import, and the lines of the record written so far."""

    def __init__(self, look: Look | None, *, keep_names: bool, stickers: bool) -> None:
        self.cards = Cards(look)
        self.lines: list[dict[str, Any]] = []
        self.problems: Counter[str] = Counter()
        self.offers: list[dict[str, Any]] = []
        self.library_sizes: dict[int, int] = {}
        self.totals: dict[tuple[int, int], tuple[str, int]] = {}
        self.started = self.began = self.ended = False
        self.turn = 0
        self.container = 0
        self.left: set[int] = set()
        self._keep_names = keep_names
        self._stickers = stickers
        self._placed_so_far = 0
        self._real: dict[int, str] = {}
        self._names: dict[int, str] = {}

    # who

    @property
    def players(self) -> list[str]:
        """The players, in the order of their seats."""
        return [self._names[seat] for seat in sorted(self._names)]

    def met(self, properties: Any) -> None:
        """A participant was named; spectators are no players."""
        if properties.spectator or properties.player_id < 0:
            return
        if properties.user_info.name:
            self._real.setdefault(properties.player_id, properties.user_info.name)
        self.player(properties.player_id)

    def player(self, seat: int) -> str:
        """What the record calls the player in this seat."""
        if seat not in self._names:
            named = self._real.get(seat) if self._keep_names else None
            taken = set(self._names.values())
            chosen = named or f"player{len(self._names) + 1}"
            while chosen in taken:
                chosen += "*"
            self._names[seat] = chosen
        return self._names[seat]

    def without_names(self, text: str) -> str:
        """Text a player wrote, with the players' real names replaced unless they are to be kept."""
        if self._keep_names:
            return text
        for seat, real in sorted(self._real.items(), key=lambda item: -len(item[1])):
            text = self.player(seat).join(
                re.split(rf"(?<!\w){re.escape(real)}(?!\w)", text, flags=re.IGNORECASE)
            )
        known = set(self._names.values())
        return _OWNER.sub(
            lambda match: match[1] + (match[2] if match[2].strip() in known else "player"), text
        )

    # what is written

    def event(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """An event of the record, from where the replay is now; fields that say nothing are left out."""
        said = {
            key.rstrip("_"): value for key, value in fields.items()
            if value is not None and value is not False and value != ""
        }  # fmt: skip
        return {"event": kind, **said, "source": {"container": self.container}}

    def write(self, kind: str, /, **fields: Any) -> None:
        """Write an event."""
        self.lines.append(self.event(kind, **fields))

    def remark(self, about: str, card: Card, text: str) -> None:
        """Write what has no event of its own, as a note."""
        self.lines.append({"note": {about: text, "object": card.card, "container": self.container}})

    def problem(self, what: str) -> None:
        """Remember what could not be imported, and how often."""
        self.problems[what] += 1

    # which card

    def zone(self, name: str) -> str:
        """The zone of the rules that one of Cockatrice is; an unknown one is outside the game."""
        if name not in ZONES:
            self.problem(
                f"the zone {name[:40]!r} is not known; its cards are taken to be outside the game"
            )
        return ZONES.get(name, "outside")

    def card(self, player: int, number: int, zone: str, name: str = "") -> Card | None:
        """A card of the table; one seen for the first time comes in, and its name is taken down.

        None for a card of a player who has left.
        """
        card = self.cards.find(player, number) if number >= 0 else None
        if card is not None and card.gone:
            return None
        if card is None:
            if player in self.left:
                return None
            card = self.cards.add(player, number, zone)
            self._name(card, name)
            self.write(
                "card_added",
                card=card.card,
                definition=self.cards.define(card.name) if card.name else None,
                owner=self.player(player),
                zone=zone,
            )
        elif name and not card.name:
            self._name(card, name)
            self.write("revealed", object=card.card, definition=self.cards.define(name))
        elif name and name not in {card.name, card.printed}:
            self.problem("a card has another name than before; it keeps the one it had")
        return card

    def known(self, player: int, number: int) -> Card | None:
        """A card that must have been there before; one that was not is named."""
        card = self.cards.find(player, number)
        if card is None and player not in self.left:
            self.problem("an event is about a card that was never seen; it is left out")
        return None if card is None or card.gone else card

    def named(self, name: str, zone: str) -> Card | None:
        """A face-up card (no token) of this name in a zone, the one that came last."""
        found = [
            card for card in self.cards.all()
            if card.name == name and card.zone == zone
            and not (card.token or card.gone or card.face_down)
        ]  # fmt: skip
        return found[-1] if found else None

    def arrived(self, card: Card, zone: str, player: int, *, face_down: bool) -> None:
        """The card is in another zone now: nothing of its old place stays with it (CR 400.7)."""
        card.zone, card.controller = zone, player
        card.face_down = face_down and zone in MAY_BE_FACE_DOWN
        card.name = card.printed
        card.tapped, card.host, card.annotation, card.counters = False, None, "", {}
        if zone in HIDDEN:
            card.stickers = {}  # CR 123.5: they do not follow into a hidden zone

    def _name(self, card: Card, name: str) -> None:
        card.name = card.printed = name

    # annotations

    def annotated(self, card: Card, annotation: str) -> None:
        """Take down an annotation; one that reads like name stickers is offered, or becomes them."""
        text = self.without_names(annotation)
        if text == card.annotation:
            return
        card.annotation = text
        self.remark("annotation", card, text)
        if card.zone in HIDDEN or not card.name or card.face_down:
            return
        wanted = stickers_in(text, card.name)
        if not self._stickers:
            self.offers += [
                {"object": card.card, "name": card.name, "words": each.words, "after": each.after,
                 "container": self.container}
                for each in wanted
            ]  # fmt: skip
        elif wanted != tuple(card.stickers.values()):
            for sticker in card.stickers:
                self.write("sticker_removed", sticker=sticker)
            card.stickers = {}
            for each in wanted:
                self._placed(card, each)

    def _placed(self, card: Card, each: Any) -> None:
        self._placed_so_far += 1
        sticker = f"{card.card}-s{self._placed_so_far}"
        card.stickers[sticker] = each
        placed = self.event("sticker_placed", sticker=sticker, on=card.card, words=each.words)
        self.lines.append({**placed, "after": each.after})

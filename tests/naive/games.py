"""Random legal games for the naive reading and the properties: record maps, drawn by Hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

CARDS: dict[str, dict[str, Any]] = {
    "Bear Cub": {"types": ["Creature"]},
    "Toad": {"types": ["Creature"]},
    "It That Sleeps Below": {"types": ["Creature"]},
    "Wolf in _____ Clothing": {"types": ["Creature"]},
    "Well-Read Owl, Keeper": {"types": ["Creature"]},
    "Quiet Alias": {
        "types": ["Enchantment"], "subtypes": ["Aura"],
        "abilities": [{"id": "alias", "kind": "static",
                       "effects": [{"affects": "attached", "set_name": "Quiet Clerk"}]}],
    },
    "Fae of Dreams": {
        "layout": "adventure",
        "faces": [{"name": "Fae of Dreams", "types": ["Creature"]},
                  {"name": "Dreamt", "types": ["Sorcery"], "subtypes": ["Adventure"]}],
    },
    "Day Smith": {
        "layout": "transform",
        "faces": [{"name": "Day Smith", "types": ["Creature"]},
                  {"name": "Fang of the Long Night", "types": ["Creature"]}],
    },
}  # fmt: skip
"""The cards the games are played with."""

WORDS = ["Dark", "Hot Dog", "Eldritch", "Big", "Goose-Mother"]
ZONES = ["library", "hand", "battlefield", "graveyard", "exile", "command"]


class Table:
    """What is known of a game while it is drawn: just enough to draw what is legal next."""

    def __init__(self) -> None:
        self.cards: dict[str, dict[str, Any]] = {}
        self.stickers: dict[str, str] = {}
        self.effects: list[str] = []
        self.made = 0

    def fresh(self, prefix: str) -> str:
        """An id nobody had yet."""
        self.made += 1
        return f"{prefix}{self.made}"

    def in_zone(self, *zones: str) -> list[str]:
        """The cards in some zones."""
        return [card for card, each in self.cards.items() if each["zone"] in zones]


@st.composite
def games(draw: st.DrawFn, most: int = 25) -> list[dict[str, Any]]:
    """The events of a random game, each legal where it stands."""
    table = Table()
    events = [_added(draw, table) for _ in range(draw(st.integers(2, 4)))]
    for _ in range(draw(st.integers(1, most))):
        event = draw(st.sampled_from(MOVES))(draw, table)
        if event is not None:
            events.append(event)
    return events


def _added(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    card = table.fresh("c")
    name = draw(st.sampled_from(sorted(CARDS)))
    zone = draw(st.sampled_from(ZONES))
    table.cards[card] = {"name": name, "zone": zone, "down": False, "face": 0, "copy": False}
    return {"event": "card_added", "card": card, "definition": name, "owner": "ana", "zone": zone}


def _left(table: Table, card: str, to: str) -> None:
    each = table.cards[card]
    public = {"battlefield", "graveyard", "stack", "exile", "command"}
    if each["zone"] not in public or to not in public:
        table.stickers = {s: on for s, on in table.stickers.items() if on != card}
    if not (each["zone"] == "stack" and to == "battlefield"):
        each["down"], each["face"], each["copy"] = False, 0, False
    each["zone"] = to


def _moved(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    cards = table.in_zone(*ZONES)
    card = draw(st.sampled_from(cards)) if cards else None
    if card is None:
        return None
    to = draw(st.sampled_from([z for z in ZONES if z != table.cards[card]["zone"]]))
    _left(table, card, to)
    return {"event": "moved", "object": card, "to": to}


def _exiled(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    card = draw(st.sampled_from(sorted(table.cards)))
    _left(table, card, "exile")
    return {"event": "exiled", "object": card}


def _cast(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    cards = table.in_zone("hand", "graveyard", "exile", "library", "command")
    if not cards:
        return None
    card = draw(st.sampled_from(cards))
    event: dict[str, Any] = {"event": "spell_cast", "object": card}
    face = 0
    down = draw(st.integers(0, 3)) == 0
    if down:
        event["face_down"] = True
    elif table.cards[card]["name"] == "Fae of Dreams" and draw(st.booleans()):
        event["face"], face = "Dreamt", 1
    _left(table, card, "stack")
    table.cards[card]["down"], table.cards[card]["face"] = down, face
    return event


def _resolved(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    cards = table.in_zone("stack")
    if not cards:
        return None
    card = draw(st.sampled_from(cards))
    adventure = table.cards[card]["name"] == "Fae of Dreams" and table.cards[card]["face"] == 1
    _left(table, card, "exile" if adventure else "battlefield")
    table.cards[card]["face"] = 0
    return {"event": "spell_resolved", "object": card}


def _copied(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    cards = table.in_zone("battlefield")
    if len(cards) < 2:
        return None
    card = draw(st.sampled_from(cards))
    effect = table.fresh("e")
    table.effects.append(effect)
    table.cards[card]["copy"] = True
    of = draw(st.sampled_from([each for each in cards if each != card]))
    return {"event": "became_copy", "object": card, "of": of, "effect": effect}


def _named(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    cards = table.in_zone("battlefield", "stack", "graveyard", "exile")
    if not cards:
        return None
    effect = table.fresh("e")
    table.effects.append(effect)
    on = draw(st.lists(st.sampled_from(cards), min_size=1, max_size=2, unique=True))
    event: dict[str, Any] = {"event": "effect_began", "effect": effect, "affects": on}
    if draw(st.booleans()):
        return {**event, "set_name": draw(st.sampled_from(["Busy Baker", "Nameless One"]))}
    return {**event, "names": draw(st.sampled_from([["Toad", "Wild Ape"], ["Bear Cub"]]))}


def _ended(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    if not table.effects:
        return None
    effect = draw(st.sampled_from(table.effects))
    table.effects.remove(effect)
    return {"event": "effect_ended", "effect": effect}


def _attached(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    auras = [c for c in table.in_zone("battlefield") if table.cards[c]["name"] == "Quiet Alias"]
    auras = [c for c in auras if not table.cards[c]["down"] and not table.cards[c]["copy"]]
    hosts = [c for c in table.in_zone("battlefield") if c not in auras]
    if not auras or not hosts:
        return None
    to = draw(st.sampled_from([None, *hosts]))
    return {"event": "attached", "object": draw(st.sampled_from(auras)), "to": to}


def _transformed(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    cards = [c for c in table.in_zone("battlefield") if table.cards[c]["name"] == "Day Smith"]
    cards = [c for c in cards if not table.cards[c]["down"]]
    if not cards:
        return None
    return {"event": "transformed", "object": draw(st.sampled_from(cards))}


def _turned(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    cards = [c for c in table.in_zone("battlefield") if table.cards[c]["name"] != "Day Smith"]
    down = draw(st.booleans())
    cards = [c for c in cards if table.cards[c]["down"] is not down]
    if not cards:
        return None
    card = draw(st.sampled_from(cards))
    table.cards[card]["down"] = down
    return {"event": "turned_face_down" if down else "turned_face_up", "object": card}


def _stickered(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    cards = [*table.in_zone("battlefield", "graveyard", "exile", "command", "stack")]
    if not cards:
        return None
    sticker = table.fresh("s")
    on = draw(st.sampled_from(cards))
    table.stickers[sticker] = on
    words = draw(st.sampled_from(WORDS))
    return {"event": "sticker_placed", "sticker": sticker, "on": on, "words": words, "after": 0}


def _unstickered(draw: st.DrawFn, table: Table) -> dict[str, Any] | None:
    if not table.stickers:
        return None
    sticker = draw(st.sampled_from(sorted(table.stickers)))
    cards = table.in_zone("battlefield", "graveyard", "exile")
    if draw(st.booleans()) or not cards:
        del table.stickers[sticker]
        return {"event": "sticker_removed", "sticker": sticker}
    to = draw(st.sampled_from(cards))
    table.stickers[sticker] = to
    return {"event": "sticker_moved", "sticker": sticker, "to": to, "after": 0}


MOVES = [
    _added, _moved, _moved, _exiled, _cast, _cast, _resolved, _resolved, _copied, _named, _ended,
    _attached, _transformed, _turned, _stickered, _stickered, _stickered, _unstickered,
]  # fmt: skip

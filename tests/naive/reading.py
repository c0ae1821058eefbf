"""What an object is called, read anew from the whole history by the wording of CR 123.6c.

Nothing is cached and nothing is shared with `projections`: each question goes through all events from the
first, in the form records have (maps), and builds the name word by word. It knows the kinds of event
that `tests.naive.games` invents.
"""

from __future__ import annotations

from typing import Any

PUBLIC = {"battlefield", "graveyard", "stack", "exile", "command", "ante"}
BLANK = "_"

Card = dict[str, Any]


class History:
    """All cards after some events."""

    def __init__(self, cards: dict[str, dict[str, Any]], events: list[dict[str, Any]]) -> None:
        self.printed = cards
        self.cards: dict[str, Card] = {}
        self.effects: dict[str, dict[str, Any]] = {}
        self.time = 0
        for event in events:
            self.read(event)

    def now(self) -> int:
        """The next timestamp (CR 613.7)."""
        self.time += 1
        return self.time

    def read(self, event: dict[str, Any]) -> None:
        """Let one event happen."""
        getattr(self, event["event"])(event)

    def stamp(self, card: Card) -> None:
        """CR 613.7d-g, 613.7k: a new timestamp for the object, then for its stickers in their order."""
        card["time"] = self.now()
        for sticker in card["stickers"]:
            sticker["time"] = self.now()

    def card_added(self, event: dict[str, Any]) -> None:
        """A card is there."""
        card = {
            "name": event["definition"], "zone": event["zone"], "number": 1, "stickers": [],
            "copies": [], "face": 0, "down": False, "host": None, "time": 0,
        }  # fmt: skip
        self.cards[event["card"]] = card
        self.stamp(card)

    def change(self, name: str, to: str, *, face: int = 0, down: bool = False) -> None:
        """CR 400.7: another zone, another object; stickers stay between public zones (CR 123.5)."""
        card = self.cards[name]
        keeps = card["zone"] in PUBLIC and to in PUBLIC
        from_spell = card["zone"] == "stack" and to == "battlefield"
        reference = f"{name}.{card['number']}"
        for other in self.cards.values():
            if other["host"] == reference:
                other["host"] = None
        card["number"] += 1
        new = f"{name}.{card['number']}"
        for effect in self.effects.values():
            if from_spell:
                effect["on"] = [new if each == reference else each for each in effect["on"]]
            else:
                effect["on"] = [each for each in effect["on"] if each != reference]
        card["zone"] = to
        card["host"] = None
        if not from_spell:
            card["copies"] = []
            card["face"] = face
            card["down"] = down
        elif self.layout(card["name"]) == "adventure":
            card["face"] = 0
        if not keeps:
            card["stickers"] = []
        self.stamp(card)

    def moved(self, event: dict[str, Any]) -> None:
        """An object changes zones."""
        self.change(event["object"], event["to"])
        if event.get("attached_to"):
            host = self.cards[event["attached_to"]]
            self.cards[event["object"]]["host"] = f"{event['attached_to']}.{host['number']}"

    def exiled(self, event: dict[str, Any]) -> None:
        """An object is exiled; from exile too it becomes a new object (CR 400.8)."""
        self.change(event["object"], "exile")

    def spell_cast(self, event: dict[str, Any]) -> None:
        """An object becomes a spell."""
        face = 0
        if event.get("face"):
            names = [
                each["name"] for each in self.printed[self.cards[event["object"]]["name"]]["faces"]
            ]
            face = names.index(event["face"])
        self.change(event["object"], "stack", face=face, down=event.get("face_down", False))

    def spell_resolved(self, event: dict[str, Any]) -> None:
        """A spell becomes a permanent, or an Adventure goes to exile (CR 715.3d)."""
        card = self.cards[event["object"]]
        if self.layout(card["name"]) == "adventure" and card["face"] == 1:
            self.change(event["object"], "exile")
        else:
            self.change(event["object"], "battlefield")

    def layout(self, name: str) -> str:
        """A card's layout."""
        return str(self.printed[name].get("layout", "normal"))

    def became_copy(self, event: dict[str, Any]) -> None:
        """CR 707.2b: the values are those of now."""
        values = self.to_copy(self.cards[event["of"]])
        card = self.cards[event["object"]]
        card["copies"].append({"effect": event["effect"], "values": values})
        self.now()

    def effect_began(self, event: dict[str, Any]) -> None:
        """A text-changing effect begins."""
        on = [f"{each}.{self.cards[each]['number']}" for each in event["affects"]]
        self.effects[event["effect"]] = {
            "on": on, "time": self.now(), "set": event.get("set_name"),
            "add": event.get("names"),
        }  # fmt: skip

    def effect_ended(self, event: dict[str, Any]) -> None:
        """An effect ends, whatever it did."""
        self.effects.pop(event["effect"], None)
        for card in self.cards.values():
            card["copies"] = [c for c in card["copies"] if c["effect"] != event["effect"]]

    def attached(self, event: dict[str, Any]) -> None:
        """CR 613.7e: a new timestamp each time it becomes attached, not if it already is there."""
        card = self.cards[event["object"]]
        if event["to"] is None:
            card["host"] = None
            return
        host = f"{event['to']}.{self.cards[event['to']]['number']}"
        if card["host"] != host:
            card["host"] = host
            self.stamp(card)

    def transformed(self, event: dict[str, Any]) -> None:
        """CR 613.7g: the other face, and a new timestamp."""
        card = self.cards[event["object"]]
        card["face"] = 1 - card["face"]
        self.stamp(card)

    def turned_face_down(self, event: dict[str, Any]) -> None:
        """CR 613.7f: face down, and a new timestamp."""
        card = self.cards[event["object"]]
        card["down"] = True
        self.stamp(card)

    def turned_face_up(self, event: dict[str, Any]) -> None:
        """CR 613.7f: face up, and a new timestamp."""
        card = self.cards[event["object"]]
        card["down"] = False
        if self.layout(card["name"]) == "transform":
            card["face"] = 0
        self.stamp(card)

    def sticker_placed(self, event: dict[str, Any]) -> None:
        """CR 123.6b: the word's place is the number of words before it."""
        self.cards[event["on"]]["stickers"].append(
            {"id": event["sticker"], "words": event["words"], "after": event["after"],
             "time": self.now()}
        )  # fmt: skip

    def sticker_removed(self, event: dict[str, Any]) -> None:
        """The sticker is taken off."""
        for card in self.cards.values():
            card["stickers"] = [s for s in card["stickers"] if s["id"] != event["sticker"]]

    def sticker_moved(self, event: dict[str, Any]) -> None:
        """The sticker goes to another object, with a new timestamp (CR 613.7k)."""
        for card in self.cards.values():
            for sticker in card["stickers"]:
                if sticker["id"] == event["sticker"]:
                    card["stickers"] = [s for s in card["stickers"] if s is not sticker]
                    sticker["time"] = self.now()
                    sticker["after"] = event["after"]
                    self.cards[event["to"]]["stickers"].append(sticker)
                    return

    def to_copy(self, card: Card) -> list[Any]:
        """What a copy takes: face-down values, the face that is up, or all of an adventurer card."""
        if card["down"]:
            return [""]
        values = self.values(card)
        if len(values) == 2 and values[0] == "either":
            return [
                values[1][card["face"]]
                if card["zone"] in {"battlefield", "stack"}
                else values[1][0]
            ]
        return values

    def values(self, card: Card) -> list[Any]:
        """The copiable values, before face-down status: of a double-faced card "either" of two names."""
        if card["copies"]:
            values: list[Any] = card["copies"][-1]["values"]
            return values
        layout = self.layout(card["name"])
        if layout == "normal":
            return [card["name"]]
        faces = [each["name"] for each in self.printed[card["name"]]["faces"]]
        return ["adventure", faces] if layout == "adventure" else ["either", faces]

    def copiable(self, card: Card) -> str:
        """The copiable name; the empty text is none."""
        if card["down"] and card["zone"] in {"battlefield", "stack"}:
            return ""
        values = self.values(card)
        if len(values) == 1:
            return str(values[0])
        kind, faces = values
        if kind == "adventure":
            return str(faces[1] if card["zone"] == "stack" and card["face"] == 1 else faces[0])
        return str(faces[card["face"]] if card["zone"] in {"battlefield", "stack"} else faces[0])


def names(cards: dict[str, dict[str, Any]], events: list[dict[str, Any]], card: str) -> list[str]:
    """The names a card's object has after these events (CR 123.6c)."""
    history = History(cards, events)
    object_ = history.cards[card]
    reference = f"{card}.{object_['number']}"
    changes: list[tuple[int, str, Any]] = [
        (each["time"], "word", each) for each in object_["stickers"]
    ]
    changes += [
        (effect["time"], "effect", effect)
        for effect in history.effects.values()
        if reference in effect["on"]
    ]
    for other in history.cards.values():
        if other["host"] == reference and other["zone"] == "battlefield":
            alias = alias_of(history, other)
            if alias is not None:
                changes.append((other["time"], "effect", {"set": alias, "add": None}))
    found = [history.copiable(object_)]
    for _, kind, what in sorted(changes, key=lambda each: each[0]):
        if kind == "word":
            found = [put_word(name, what["words"], what["after"]) for name in found]
        elif what["set"] is not None:
            found = [what["set"]]
        else:
            found = list(dict.fromkeys([*(name for name in found if name), *what["add"]]))
    return [name for name in dict.fromkeys(found) if name]


def alias_of(history: History, aura: Card) -> str | None:
    """The name an Aura gives what it enchants, if its text is up."""
    if aura["down"]:
        return None
    name = history.copiable(aura)
    printed = history.printed.get(name, {})
    for ability in printed.get("abilities", []):
        for effect in ability["effects"]:
            alias: str = effect["set_name"]
            return alias
    return None


def put_word(name: str, words: str, after: int) -> str:
    """CR 123.6a, 123.6b: behind so many words, blanks not counted; at the end if there are fewer."""
    if not name:
        return words
    out: list[str] = []
    counted = 0
    placed = after == 0
    if placed:
        out.append(words)
    for part in name.split(" "):
        out.append(part)
        if part.strip(BLANK):
            counted += 1
            if counted == after and not placed:
                out.append(words)
                placed = True
    if not placed:
        out.append(words)
    return " ".join(out)

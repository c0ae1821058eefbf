"""Linked abilities read anew from the whole history by the wording of CR 607: the judge of the fast links.

A link is made by one ability of one object: the object is a card and how often it has changed zones, the
ability is what gave it (printed, or the last copy effect that was on it then) and its id.
"""

from __future__ import annotations

from typing import Any

SPHERES = {
    name: {
        "types": ["Creature"],
        "linked": [[first, second, "exile"]],
        "abilities": [{"id": first, "kind": "triggered", "text": "Exile something."},
                      {"id": second, "kind": "triggered", "text": "Return what ~ exiled."}],
    }
    for name, first, second in (("Sphere", "take", "give"), ("Prison", "take", "free"),
                                ("Jailer", "lock", "give"))
}  # fmt: skip
PAIRS = {name: tuple(card["linked"][0][:2]) for name, card in SPHERES.items()}  # type: ignore[index]
CARDS: dict[str, dict[str, Any]] = {**SPHERES, "Bear Cub": {"types": ["Creature"]}}


class Told:
    """What happened so far, kept as it was told."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}
        self.zone: dict[str, str] = {}
        self.printed: dict[str, str] = {}
        self.copies: dict[str, list[tuple[str, str]]] = {}
        self.links: list[tuple[str, str, str, str]] = []

    def read(self, event: dict[str, Any]) -> None:
        """Let one event happen."""
        kind = event["event"]
        if kind == "card_added":
            card = event["card"]
            self.number[card], self.zone[card] = 1, event["zone"]
            self.printed[card] = event["definition"]
        elif kind == "became_copy":
            shown = self.shows(event["of"])
            self.copies.setdefault(self.reference(event["object"]), []).append(
                (event["effect"], shown)
            )
        elif kind == "effect_ended":
            for reference, copies in self.copies.items():
                self.copies[reference] = [c for c in copies if c[0] != event["effect"]]
        else:
            self.move(event)

    def move(self, event: dict[str, Any]) -> None:
        """A card becomes its next object (CR 400.7), perhaps exiled with an ability."""
        card = event["object"]
        by = event.get("with")
        made = None
        if by is not None:
            holder, _, ability = by.partition(":")
            reference = holder if "." in holder else self.reference(holder)
            made = (reference, self.origin(reference), ability)
        self.number[card] += 1
        self.zone[card] = "exile" if event["event"] == "exiled" else event["to"]
        if made is not None:
            self.links.append((*made, self.reference(card)))

    def reference(self, card: str) -> str:
        """The object a card is now."""
        return f"{card}.{self.number[card]}"

    def origin(self, reference: str) -> str:
        """What gave an object its abilities: print, or the last copy effect that is on it."""
        copies = self.copies.get(reference)
        return copies[-1][0] if copies else "print"

    def shows(self, card: str) -> str:
        """Whose text a card's object has now."""
        copies = self.copies.get(self.reference(card))
        return copies[-1][1] if copies else self.printed[card]

    def linked(self, card: str) -> tuple[str, set[str]] | None:
        """The second ability an object has, and the cards it refers to; None if it has none."""
        pair = PAIRS.get(self.shows(card))
        if pair is None:
            return None
        first, second = pair
        mine = (self.reference(card), self.origin(self.reference(card)), first)
        found = {
            made.partition(".")[0]
            for *by, made in self.links
            if tuple(by) == mine and self.is_exiled(made)
        }
        return str(second), found

    def is_exiled(self, reference: str) -> bool:
        """Whether an object is still that object, in exile (CR 607.2a)."""
        card = reference.partition(".")[0]
        return self.reference(card) == reference and self.zone[card] == "exile"

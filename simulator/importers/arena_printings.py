"""What a log shows of each printing, and which printings are faces of one card.

A printing is Arena's number (`grpId`) of a face, half, Adventure or token. Companion objects, the number
of the other side, and the numbers one card shows in the course of its life tell which belong together.
"""

from __future__ import annotations

import msgspec

from simulator.importers.arena_cards import ArenaNames
from simulator.importers.arena_messages import GameObject
from simulator.importers.arena_tokens import subtypes_of, token_name

ROLES = {
    "Adventure": "adventure", "Omen": "omen", "MDFCBack": "back", "DisturbBack": "back", "RoomLeft": "left",
    "RoomRight": "right", "SplitLeft": "left", "SplitRight": "right", "PrototypeFacet": "prototype",
    "Prepared": "prepare", "PreparedSpell": "prepare",
}  # fmt: skip
"""The companion objects that show another face of the object that is their parent."""
NOT_CARDS = frozenset({"Ability", "TriggerHolder"})
_COLORS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G"}


class Printing(msgspec.Struct):
    """A face as the log shows it."""

    grp: int
    shown: GameObject
    token: bool = False
    card: bool = False
    text: int = 0
    role: str = ""
    modal: bool = False
    otherside: int = 0
    on_battlefield: bool = True
    abilities: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def subtypes(self) -> tuple[str, ...]:
        """The subtypes, in the rules' spelling."""
        return subtypes_of(self.shown.subtypes)

    def characteristics(self) -> dict[str, object]:
        """The face as a definition writes it, without its name."""
        shown = self.shown
        fields: dict[str, object] = {
            "supertypes": [word.removeprefix("SuperType_") for word in shown.super_types],
            "types": [word.removeprefix("CardType_") for word in shown.card_types],
            "subtypes": list(self.subtypes),
            "colors": [
                _COLORS[word]
                for word in (c.removeprefix("CardColor_") for c in shown.color)
                if word in _COLORS
            ],
            "abilities": [
                {"id": ability, "kind": kind} for ability, kind in self.abilities.items()
            ],
        }
        for key, value in (
            ("power", shown.power),
            ("toughness", shown.toughness),
            ("loyalty", shown.loyalty),
        ):
            if value is not None:
                fields[key] = str(value.value)
        return {key: value for key, value in fields.items() if value or key == "colors"}


class Printings:
    """All printings of a game, by number."""

    def __init__(self, known: ArenaNames) -> None:
        self.known = known
        self.by_grp: dict[int, Printing] = {}
        self.linked: dict[tuple[str, str, str, int], None] = {}
        self._root: dict[int, int] = {}
        self._of_text: dict[int, int] = {}
        self._likely: dict[int, int] = {}

    # --- what the log shows -------------------------------------------------------------------

    def see(self, shown: GameObject, parent: GameObject | None, *, on_battlefield: bool) -> None:
        """Note what an object shows of the printing it is."""
        grp = shown.grp_id
        if not grp or shown.is_facedown or shown.kind in NOT_CARDS:
            return
        printing = self.by_grp.get(grp)
        plain = shown.overlay == grp and not shown.is_copy
        if printing is None:
            printing = self.by_grp[grp] = Printing(grp, shown, grp in self.known.tokens)
            printing.on_battlefield = on_battlefield
        elif (
            printing.on_battlefield
            and plain
            and (not on_battlefield or self._plainer(shown, printing))
        ):
            printing.shown, printing.on_battlefield = shown, on_battlefield
        if shown.kind == "Token" and plain and not printing.card and grp not in self.known.cards:
            printing.token = True
        elif shown.kind == "Card" and plain:
            printing.card = True
        if shown.otherside_grp_id and not printing.otherside:
            printing.otherside = shown.otherside_grp_id
            self.join(grp, shown.otherside_grp_id)
        role = ROLES.get(shown.kind)
        if role is not None:
            if role == "adventure" and "SubType_Omen" in shown.subtypes:
                role = "omen"
            printing.role = role
            printing.modal = printing.modal or shown.kind == "MDFCBack"
            if (
                parent is not None
                and parent.grp_id
                and not parent.is_facedown
                and parent.overlay == parent.grp_id
            ):
                self.join(grp, parent.grp_id)
        if (
            plain
            and shown.name
            and not printing.text
            and not (on_battlefield and self._shares_a_text(shown))
        ):
            self._note_text(printing, shown.name)
        elif shown.overlay == grp and shown.is_copy and shown.name and not printing.text:
            self._likely.setdefault(shown.name, grp)

    def _note_text(self, printing: Printing, text: int) -> None:
        """A printing shows this text as its name, unless an effect made it so: then it is another card's."""
        first = self._of_text.get(text)
        own = self.known.cards.get(printing.grp)
        theirs = None if first is None else self.known.cards.get(first)
        if (
            own is not None
            and theirs is not None
            and own != theirs
            and own not in theirs.split(" // ")
        ):
            return
        printing.text = text
        if first is None or (theirs is None and own is not None):
            self._of_text[text] = printing.grp

    @staticmethod
    def _plainer(shown: GameObject, printing: Printing) -> bool:
        """Whether fewer effects seem to change a token's subtypes than when it was seen before."""
        return printing.token and len(shown.subtypes) < len(printing.shown.subtypes)

    @staticmethod
    def _shares_a_text(shown: GameObject) -> bool:
        """A Room on the battlefield shows the name of its open doors (CR 709.5), not its own."""
        return "SubType_Room" in shown.subtypes and shown.kind not in ROLES

    def learn(self, grp: int, text: int) -> None:
        """A copy of a printing shows this text as its name."""
        self._of_text.setdefault(text, grp)
        self.only_named(grp).text = text

    def only_named(self, grp: int) -> Printing:
        """A printing of which nothing but its number is known."""
        return self.by_grp.setdefault(grp, Printing(grp, GameObject(grp_id=grp)))

    def add_ability(self, grp: int, ability: str, kind: str) -> None:
        """Note that objects of a printing have an ability."""
        printing = self.by_grp.get(grp)
        if printing is not None:
            printing.abilities.setdefault(ability, kind)

    def link(self, grp: int, first: str, second: str, kind: str) -> None:
        """Note that two abilities of a printing are a linked pair (CR 607)."""
        self.linked[first, second, kind, grp] = None

    # --- which belong together ----------------------------------------------------------------

    def root(self, grp: int) -> int:
        """The number that stands for a whole card."""
        while (above := self._root.get(grp, grp)) != grp:
            grp = above
        return grp

    def join(self, one: int, other: int) -> None:
        """Two printings are faces of one card."""
        first, second = sorted((self.root(one), self.root(other)))
        if first != second:
            self._root[second] = first

    def same_card(self, one: int, other: int) -> bool:
        """Whether two printings are known to be faces of one card."""
        return one == other or self.root(one) == self.root(other)

    def may_be_one_card(self, one: int, other: int) -> bool:
        """Whether two printings that one card showed can be two faces of it, rather than a change of card."""
        if self.same_card(one, other):
            return True
        names = [self.name(one), self.name(other)]
        for printing in (self.by_grp.get(one), self.by_grp.get(other)):
            if printing is not None and (
                printing.role or {"Adventure", "Omen", "Room"} & set(printing.subtypes)
            ):
                return True
        halves = [set((name or "").split(" // ")) for name in names]
        return bool(halves[0] & halves[1] - {""}) or any(
            names[1 - index] in self.known.faces.get(grp, ())
            for index, grp in enumerate((one, other))
        )

    # --- what they are called -----------------------------------------------------------------

    def name(self, grp: int) -> str | None:
        """A printing's name as far as it is known, both halves of a split card."""
        found = self.known.cards.get(grp)
        if found is not None and grp not in self.known.tokens:
            return found
        printing = self.by_grp.get(grp)
        if printing is None:
            return found
        if printing.token:
            return self._token_name(printing)
        own = self.known.texts.get(printing.text)
        shares = self._of_text.get(printing.text) != grp
        return own or (self.text(printing.text) if shares else None) or self._side_name(printing)

    def _side_name(self, printing: Printing) -> str | None:
        """The name of a face that the card file does not number, but names with the face it does."""
        side = 0 if printing.role == "left" else 1
        if printing.otherside in self.known.faces:
            return self.known.faces[printing.otherside][side]
        if printing.role:
            for grp in self.by_grp:
                if grp in self.known.faces and self.same_card(grp, printing.grp):
                    return self.known.faces[grp][side]
        return None

    def _token_name(self, printing: Printing) -> str | None:
        shown = printing.shown
        text = self.known.texts.get(shown.name) or self.known.cards.get(printing.grp)
        found = token_name(
            printing.subtypes,
            legendary="SuperType_Legendary" in shown.super_types,
            created_by=self.known.cards.get(shown.object_source_grp_id),
            text=text,
        )
        first = self._of_text.get(printing.text, printing.grp)
        if found is None and first != printing.grp and self.by_grp[first].token:
            return self.name(first)
        return found

    def text(self, number: int) -> str | None:
        """The name behind one of Arena's text numbers: from its database, or from a printing that shows it."""
        if not number:
            return None
        found = self.known.texts.get(number)
        grp = self.first_showing(number)
        if grp is not None and self.by_grp[grp].token:
            return self.name(grp)
        if found is None and grp is not None:
            return self.known.cards.get(grp) or self._side_name(self.by_grp[grp])
        return found

    def first_showing(self, number: int) -> int | None:
        """The first printing that showed a text as its name."""
        found = self._of_text.get(number)
        return self._likely.get(number) if found is None else found

    def text_of(self, grp: int) -> int:
        """The text number a printing shows as its name, or zero if it was never seen.

        Where only copies of it were seen, theirs: a copy seldom has another name (CR 707.9).
        """
        printing = self.by_grp.get(grp)
        if printing is not None and printing.text:
            return printing.text
        return next((text for text, likely in self._likely.items() if likely == grp), 0)

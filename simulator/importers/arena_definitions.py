"""The header of an imported record: a definition for every card the log showed, and its names.

While a game is read, events name cards by Arena's numbers, because which faces make a card and what
they are called may be learnt later. Here the numbers become names.
"""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.importers.arena_printings import Printing, Printings


class DefinitionOf(msgspec.Struct, frozen=True):
    """The definition of the card a printing belongs to."""

    grp: int


class FaceOf(msgspec.Struct, frozen=True):
    """The face a printing is: left out for a one-faced card, and for the front where that is the default."""

    grp: int


class HalfOf(msgspec.Struct, frozen=True):
    """The half of a split card that was cast: by the action's side, else by the name Arena shows."""

    grp: int
    side: int | None
    text: int


class PrototypeOf(msgspec.Struct, frozen=True):
    """That a card was cast as its prototype; nothing where the log showed no prototype of it."""

    grp: int


class OwnNameOf(msgspec.Struct, frozen=True):
    """The name of a printing that is no front face: what a copy of its card would not be called."""

    grp: int


class DoorOf(msgspec.Struct, frozen=True):
    """A half of the Room a printing belongs to: 0 the left one, 1 the right one."""

    grp: int
    side: int


class TextOf(msgspec.Struct, frozen=True):
    """The name behind one of Arena's text numbers."""

    text: int


class PrintingName(msgspec.Struct, frozen=True):
    """The name of a printing."""

    grp: int


class Definitions:
    """The definitions of a game's cards, made once everything is known."""

    def __init__(self, printings: Printings) -> None:
        self.printings = printings
        self.cards: dict[str, dict[str, Any]] = {}
        self._roots: dict[int, str] = {}
        self._face_names: dict[int, str] = {}
        self._members: dict[int, list[Printing]] = {}
        for grp in sorted(printings.by_grp):
            self._members.setdefault(printings.root(grp), []).append(printings.by_grp[grp])

    # --- names --------------------------------------------------------------------------------

    def name(self, grp: int) -> str:
        """A printing's name, or one that says it cannot be known."""
        return self.printings.name(grp) or f"unknown-card-{grp}"

    def text(self, number: int) -> str:
        """The name behind a text number, or one that says it cannot be known."""
        found = self.printings.text(number)
        if found is None:
            return f"unknown-card-{number}"
        grp = self.printings.first_showing(number)
        split = grp is not None and self.cards.get(self.key(grp), {}).get("layout") == "split"
        return found if split or grp is None else found.split(" // ")[0]

    def face(self, grp: int) -> str:
        """The name of one face: of a printing that shows two, the first."""
        self.key(grp)
        return self._face_names.get(grp) or self.name(grp).split(" // ")[0]

    def key(self, grp: int) -> str:
        """The name under which the header defines the card of a printing."""
        root = self.printings.root(grp)
        if root not in self._roots:
            self._define(root)
        return self._roots[root]

    # --- definitions --------------------------------------------------------------------------

    def _define(self, root: int) -> None:
        members = self._members.get(root, [])
        layout, faces = self._faces(root, members)
        raw: dict[str, Any] = {"layout": layout} if layout != "normal" else {}
        for face_name, printings in faces:
            for printing in printings:
                self._face_names[printing.grp] = face_name
        if len(faces) == 1:
            raw.update(self._face_fields(faces[0][1]))
        else:
            raw["faces"] = [
                {"name": name, **self._face_fields(printings)} for name, printings in faces
            ]
        pairs = sorted({
            (first, second, kind)
            for first, second, kind, grp in self.printings.linked
            if self.printings.root(grp) == root
        })  # fmt: skip
        if pairs:
            raw["linked"] = [list(pair) for pair in pairs]
        name = " // ".join(face for face, _ in faces) if layout == "split" else faces[0][0]
        self._roots[root] = self._put(name, raw, root)

    def _put(self, name: str, raw: dict[str, Any], root: int) -> str:
        """Another printing of a card adds its abilities; a different object of that name gets its own key."""
        there = self.cards.get(name)
        if there is None:
            self.cards[name] = raw
            return name
        if raw.get("layout") == there.get("layout") and _alike(there, raw):
            _merge(there, raw)
            return name
        if "faces" in there and "faces" not in raw and raw.get("layout") != "token":
            _merge({"abilities": there["faces"][0].setdefault("abilities", [])}, raw)
            return name
        if "faces" in raw and "faces" not in there and there.get("layout") is None:
            _merge(raw["faces"][0], there)
            self.cards[name] = raw
            return name
        key = f"{name} ({root})"
        self.cards[key] = raw if "faces" in raw else {"name": name, **raw}
        return key

    @staticmethod
    def _face_fields(printings: list[Printing]) -> dict[str, Any]:
        fields: dict[str, Any] = printings[0].characteristics() if printings else {}
        for other in printings[1:]:
            _merge(fields, other.characteristics())
        return fields

    def _faces(
        self, root: int, members: list[Printing]
    ) -> tuple[str, list[tuple[str, list[Printing]]]]:
        """The layout of a card and the names and printings of its faces, the front or main one first."""
        if not members:
            return "normal", [(self.name(root).split(" // ")[0], [])]
        if (split := self._split(members)) is not None:
            return "split", split
        by_role: dict[str, list[Printing]] = {}
        for member in members:
            role = member.role
            if not role and {"Adventure", "Omen"} & set(member.subtypes):
                role = "omen" if "Omen" in member.subtypes else "adventure"
            by_role.setdefault(role, []).append(member)
        for role, layout in (("adventure", "adventure"), ("omen", "omen"), ("prepare", "prepare")):
            if role in by_role:
                main = [member for member in members if member not in by_role[role]]
                return layout, self._two(main, by_role[role])
        if "prototype" in by_role:
            main = [member for member in members if member not in by_role["prototype"]]
            return "prototype", self._two(main, by_role["prototype"])
        return self._sided(members, by_role)

    def _sided(
        self, members: list[Printing], by_role: dict[str, list[Printing]]
    ) -> tuple[str, list[tuple[str, list[Printing]]]]:
        names = dict.fromkeys(self.name(member.grp).split(" // ")[0] for member in members)
        sided = any(member.otherside for member in members)
        if len(names) < 2 or not (sided or by_role.get("back")):
            front = members[0]
            known = self.printings.known.faces.get(front.grp, ())
            other = members[0].otherside
            unseen = sided and other not in self.printings.by_grp
            if unseen and len(known) == 2:
                return self._two_sided(members), [(known[0], members), (known[1], [])]
            if unseen and other and self._first(other) != self._first(front.grp):
                pair: list[tuple[str, list[Printing]]] = [
                    (self._first(front.grp), members),
                    (self._first(other), []),
                ]
                return self._two_sided(members), pair if front.grp < other else pair[::-1]
            layout = "token" if front.token else "normal"
            return layout, [(self._first(front.grp), members)]
        backs = by_role.get("back") or [max(members, key=lambda member: member.grp)]
        back_names = {self._first(member.grp) for member in backs}
        front_names = [name for name in names if name not in back_names]
        if not front_names:
            return "normal", [(self._first(members[0].grp), members)]
        pick = {
            name: [member for member in members if self._first(member.grp) == name]
            for name in (*front_names, *back_names)
        }
        first, second = front_names[0], next(iter(back_names))
        return self._two_sided(members), [(first, pick[first]), (second, pick[second])]

    @staticmethod
    def _two_sided(members: list[Printing]) -> str:
        return "modal_dfc" if any(member.modal for member in members) else "transform"

    def _first(self, grp: int) -> str:
        return self.name(grp).split(" // ")[0]

    def _two(self, main: list[Printing], other: list[Printing]) -> list[tuple[str, list[Printing]]]:
        second = self._first(other[0].grp)
        known = next(
            (
                self.printings.known.faces[m.grp]
                for m in main
                if m.grp in self.printings.known.faces
            ),
            (),
        )
        if self.printings.name(other[0].grp) is None and len(known) == 2:
            second = known[1]
        first = self._first(main[0].grp) if main else f"unknown-card-{other[0].grp}-main"
        return [(first, main), (second, other)]

    def _split(self, members: list[Printing]) -> list[tuple[str, list[Printing]]] | None:
        """The halves of a split card or Room, from its whole name or from the halves that were seen."""
        halves: tuple[str, ...] = ()
        for member in members:
            known = self.printings.known
            text = known.cards.get(member.grp, "")
            if " // " in text and known.layouts.get(member.grp, "split") in {"split", "aftermath"}:
                halves = tuple(text.split(" // "))
        by_role = {member.role: member for member in members if member.role in {"left", "right"}}
        rooms = any("Room" in member.subtypes for member in members)
        if not halves and not by_role and not rooms:
            return None
        if any(self._is_side(member) for member in members):
            return None
        left, right = by_role.get("left"), by_role.get("right")
        if len(halves) != 2:
            halves = (
                self.name(left.grp) if left else f"unknown-card-{members[0].grp}-left",
                self.name(right.grp) if right else f"unknown-card-{members[0].grp}-right",
            )
        whole = [
            member for member in members if not member.role and self.name(member.grp) not in halves
        ]
        found: list[tuple[str, list[Printing]]] = []
        for half, printing in zip(halves, (left, right), strict=True):
            own = [
                member for member in members if self.name(member.grp) == half or member is printing
            ]
            found.append((half, own or whole))
        return found

    @staticmethod
    def _is_side(member: Printing) -> bool:
        return member.role in {"adventure", "omen", "back", "prepare"} or bool(
            {"Adventure", "Omen"} & set(member.subtypes)
        )

    # --- events -------------------------------------------------------------------------------

    def resolve(self, value: Any) -> Any:
        """An event with names in place of Arena's numbers; what comes to nothing is left out."""
        if isinstance(value, dict):
            resolved = {key: self.resolve(part) for key, part in value.items()}
            return {key: part for key, part in resolved.items() if part is not None and part != {}}
        if isinstance(value, list):
            return [self.resolve(part) for part in value]
        if isinstance(value, DefinitionOf):
            return self.key(value.grp)
        if isinstance(value, FaceOf):
            return self._face_field(value.grp)
        if isinstance(value, HalfOf):
            return self._half(value)
        if isinstance(value, PrototypeOf):
            definition = self.cards[self.key(value.grp)]
            return True if definition.get("layout") == "prototype" else None
        if isinstance(value, OwnNameOf):
            return self._face_field(value.grp)
        if isinstance(value, DoorOf):
            faces = self.cards[self.key(value.grp)].get("faces", [])
            return faces[value.side]["name"] if value.side < len(faces) else self.name(value.grp)
        if isinstance(value, TextOf):
            return self.text(value.text)
        if isinstance(value, PrintingName):
            return self._first(value.grp)
        return value

    def _half(self, value: HalfOf) -> str | None:
        definition = self.cards[self.key(value.grp)]
        names = [face["name"] for face in definition.get("faces", [])]
        if definition.get("layout") != "split" or len(names) < 2:
            return self._face_field(value.grp)
        exactly = self.printings.name(value.grp)
        shown = self.printings.text(value.text)
        if exactly in names:
            return exactly
        if shown in names:
            return shown
        return str(names[value.side or 0])

    def _face_field(self, grp: int) -> str | None:
        faces = self.cards[self.key(grp)].get("faces")
        if faces is None or self.cards[self.key(grp)].get("layout") in {"prepare", "prototype"}:
            return None
        name = self.face(grp)
        if self.cards[self.key(grp)].get("layout") == "split":
            return None
        known = [face["name"] for face in faces]
        return name if name in known[1:] else None


def _alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two definitions of one name are printings of the same card, as far as was seen."""
    if one.get("layout") != "token":
        return True
    keys = ("types", "subtypes", "colors", "power", "toughness")
    return all(one.get(key) == other.get(key) for key in keys)


def _merge(into: dict[str, Any], other: dict[str, Any]) -> None:
    for key, value in other.items():
        if key not in into:
            into[key] = value
    if "faces" in into and "faces" in other:
        for mine, theirs in zip(into["faces"], other["faces"], strict=False):
            _merge(mine, theirs)
    for key in ("abilities", "linked"):
        mine = into.get(key)
        if isinstance(mine, list) and other.get(key) is not mine:
            known = [entry["id"] if isinstance(entry, dict) else tuple(entry) for entry in mine]
            for entry in other.get(key) or []:
                if (entry["id"] if isinstance(entry, dict) else tuple(entry)) not in known:
                    mine.append(entry)

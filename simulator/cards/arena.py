"""Arena's own card database: the SQLite file `Raw_CardDatabase*.mtga` of an installation.

Tables: `Cards` (numbers of enums and texts), `Abilities`, `Enums`, and a table of texts a language.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from simulator.cards.printed import PrintedCard, PrintedFace
from simulator.cards.reading import ADVICE, CardFileError, plain_quotes

_TEXTS = (("Localizations_enUS", "Loc"), ("Localizations", "enUS"))
"""Where the English texts are: a table of their own, or in older files a column beside other languages."""
_COLUMNS = (
    "GrpId", "TitleId", "IsToken", "IsPrimaryCard", "LinkedFaceType", "LinkedFaceGrpIds", "Types", "Subtypes",
    "Supertypes", "Colors", "OldSchoolManaText", "Power", "Toughness", "AbilityIds",
)  # fmt: skip
_BEHIND_ANOTHER = frozenset({1, 4, 5, 7, 9, 11})
"""`LinkedFaceType` of a back, a half, an Adventure: not a card by itself."""
_LAYOUT = {2: "transform", 3: "meld", 6: "split", 8: "adventure", 10: "modal_dfc"}
_TAG = re.compile(r"<[^>]*>")
_MANA = re.compile(r"o(\([^)]*\)|[^\W_o]+?(?=o|$|\W)|[^\Wo_])")
_SYMBOLS = re.compile(r"\{((?:o(?:\([^)]*\)|[^\s{}o()])+?)+)\}")
_COLOR = {"1": "W", "2": "U", "3": "B", "4": "R", "5": "G"}
_OWN_NAME = re.compile(r"\{?CARDNAME\}?")


def mana(text: str) -> str:
    """A mana cost in the notation of the rules: Arena writes `o2oGo(W/U)`."""
    return "".join(f"{{{symbol.strip('()')}}}" for symbol in _MANA.findall(text))


def rules_text(text: str, name: str) -> str:
    """A text of Arena's without its markup, its symbols and the own name as Oracle has them."""
    plain = plain_quotes(_TAG.sub("", text))
    plain = _SYMBOLS.sub(lambda match: mana(match.group(1)), plain)
    return _OWN_NAME.sub(name, plain).strip()


def _numbers(text: str | None) -> list[str]:
    return [part.strip() for part in (text or "").split(",") if part.strip()]


class _Database:
    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self.columns = self._columns("Cards")
        if not {"GrpId", "TitleId"} <= self.columns:
            raise CardFileError(
                "it is not Arena's card database: there is no table {table} with {columns}",
                table="Cards",
                columns="GrpId, TitleId",
                place=path.name,
                advice=ADVICE,
            )
        self.texts = self._texts(path)
        self.abilities: dict[int, int] = {}
        if {"Id", "TextId"} <= self._columns("Abilities"):
            self.abilities = dict(connection.execute("SELECT Id, TextId FROM Abilities"))
        self.words: dict[tuple[str, str], str] = {}
        if {"Type", "Value", "LocId"} <= self._columns("Enums"):
            for kind, value, text in connection.execute("SELECT Type, Value, LocId FROM Enums"):
                self.words[kind, str(value)] = _TAG.sub("", self.texts.get(text, ""))

    def _columns(self, table: str) -> set[str]:
        return {row[1] for row in self.connection.execute(f"PRAGMA table_info({table})")}

    def _texts(self, path: Path) -> dict[int, str]:
        """The English texts; of several forms of one the formatted one."""
        for table, column in _TEXTS:
            have = self._columns(table)
            if not {"LocId", column} <= have:
                continue
            order = "(Formatted = 0) + 2 * (Formatted = 1)" if "Formatted" in have else "LocId"
            found = self.connection.execute(f"SELECT LocId, {column} FROM {table} ORDER BY {order}")  # noqa: S608
            return {number: text for number, text in found if text}
        raise CardFileError(
            "it is not Arena's card database: there is no table {table} with {columns}",
            table="Localizations_enUS",
            columns="LocId, Loc",
            place=path.name,
            advice=ADVICE,
        )

    def rows(self) -> dict[int, dict[str, Any]]:
        listed = [column for column in _COLUMNS if column in self.columns]
        found = self.connection.execute(f"SELECT {', '.join(listed)} FROM Cards ORDER BY GrpId")  # noqa: S608
        return {row[0]: dict(zip(listed, row, strict=True)) for row in found}

    def _ability_text(self, entry: str) -> str:
        number, _, text = entry.partition(":")
        if text.isdigit() and int(text) in self.texts:
            return self.texts[int(text)]
        return self.texts.get(self.abilities.get(int(number), 0), "") if number.isdigit() else ""

    def face(self, row: dict[str, Any]) -> PrintedFace | None:
        name = plain_quotes(_TAG.sub("", self.texts.get(row["TitleId"], "")))
        if not name:
            return None
        lines = [
            rules_text(self._ability_text(entry), name) for entry in _numbers(row.get("AbilityIds"))
        ]

        def words(kind: str, column: str) -> tuple[str, ...]:
            return tuple(
                word
                for number in _numbers(row.get(column))
                if (word := self.words.get((kind, number), ""))
            )

        types = words("CardType", "Types")
        sized = "Creature" in types or "Vehicle" in words("SubType", "Subtypes")
        colors = row.get("Colors")
        return PrintedFace(
            name=name,
            text="\n".join(line for line in lines if line),
            supertypes=words("SuperType", "Supertypes"),
            types=types,
            subtypes=words("SubType", "Subtypes"),
            mana_cost=mana(row.get("OldSchoolManaText") or ""),
            colors=None
            if colors is None
            else tuple(c for c in "WUBRG" if c in {_COLOR.get(n) for n in _numbers(colors)}),
            power=str(row["Power"]) if sized and row.get("Power") not in {None, ""} else None,
            toughness=str(row["Toughness"])
            if sized and row.get("Toughness") not in {None, ""}
            else None,
        )


def _printed(
    database: _Database, row: dict[str, Any], rows: dict[int, dict[str, Any]]
) -> PrintedCard | None:
    front = database.face(row)
    if front is None:
        return None
    kind = row.get("LinkedFaceType") or 0
    layout = "token" if row.get("IsToken") else _LAYOUT.get(kind, "normal")
    linked = [
        rows[int(n)]
        for n in _numbers(row.get("LinkedFaceGrpIds"))
        if n.isdigit() and int(n) in rows
    ]
    others = [face for other in linked if (face := database.face(other)) is not None]
    if "Room" in front.subtypes and len(others) == 2:
        layout = "split"
    if layout == "split" and len(others) == 2:
        return PrintedCard(" // ".join(face.name for face in others), tuple(others), layout)
    if layout in {"transform", "modal_dfc", "adventure"} and others:
        if "Omen" in others[0].subtypes:
            layout = "omen"
        return PrintedCard(f"{front.name} // {others[0].name}", (front, others[0]), layout)
    return PrintedCard(
        front.name,
        (front,),
        "meld" if layout == "meld" else "token" if layout == "token" else "normal",
    )


def read(path: Path) -> Iterator[PrintedCard]:
    """The cards of the database; of several printings the first, tokens after all cards.

    Raises CardFileError.
    """
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            database = _Database(connection, path)
            rows = database.rows()
            seen: set[str] = set()
            ordered = sorted(
                rows.values(),
                key=lambda row: (bool(row.get("IsToken")), not row.get("IsPrimaryCard", 1)),
            )
            for row in ordered:
                if (row.get("LinkedFaceType") or 0) in _BEHIND_ANOTHER:
                    continue
                card = _printed(database, row, rows)
                if card is not None and card.name not in seen:
                    seen.add(card.name)
                    yield card
    except sqlite3.Error as error:
        raise CardFileError("it cannot be read: {why}", why=str(error), place=path.name) from None

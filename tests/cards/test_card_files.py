"""Card files of each format, made up and small, and what is said about broken ones."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from events.errors import RecordError
from simulator.cards import open_cards
from simulator.cards.arena import mana, rules_text

EXILE = "When this artifact enters, exile target creature."
RETURN = (
    "When this artifact leaves the battlefield, return the exiled card to its owner\u2019s hand."
)

SCRYFALL: list[dict[str, Any]] = [
    {
        "object": "card", "name": "Odd Lantern", "layout": "normal", "lang": "en", "type_line": "Legendary Artifact",
        "mana_cost": "{2}{W}", "colors": ["W"], "oracle_text": f"{EXILE}\n{RETURN}", "set": "tst", "cmc": 3.0,
    },
    {"name": "Odd Lantern", "layout": "token", "type_line": "Token Artifact", "mana_cost": "", "colors": []},
    {"name": "Moss Token", "layout": "token", "type_line": "Token Creature — Plant", "power": "0", "toughness": "1", "colors": ["G"]},
    {
        "name": "Fen Sprite // Bog Down", "layout": "adventure", "type_line": "Creature — Faerie // Instant — Adventure",
        "colors": ["U"], "card_faces": [
            {"name": "Fen Sprite", "type_line": "Creature — Faerie", "mana_cost": "{U}", "oracle_text": "Flying", "power": "1", "toughness": "1"},
            {"name": "Bog Down", "type_line": "Instant — Adventure", "mana_cost": "{1}{B}", "oracle_text": "Draw a card."},
        ],
    },
    {
        "name": "Day Cub // Night Cub", "layout": "transform", "type_line": "Creature — Wolf // Creature — Wolf", "card_faces": [
            {"name": "Day Cub", "type_line": "Creature — Wolf", "mana_cost": "{G}", "colors": ["G"], "power": "1", "toughness": "1",
             "oracle_text": "{1}: Exile target card. Transform Day Cub."},
            {"name": "Night Cub", "type_line": "Creature — Wolf", "mana_cost": "", "colors": ["R", "G"], "power": "3", "toughness": "3",
             "oracle_text": "{T}: Return a card exiled with Night Cub to your hand."},
        ],
    },
    {"name": "Poster", "layout": "art_series", "type_line": "Card"},
]  # fmt: skip


def written(path: Path, content: bytes | str | list[Any] | dict[str, Any]) -> Path:
    if isinstance(content, (list, dict)):
        content = json.dumps(content, ensure_ascii=False)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_scryfall_bulk_file(tmp_path: Path) -> None:
    cards = open_cards(written(tmp_path / "oracle-cards.json", SCRYFALL))
    assert len(cards) == 4
    lantern = cards.card_definition("Odd Lantern")
    assert lantern is not None
    assert lantern["supertypes"] == ["Legendary"]
    assert lantern["linked"] == [["a1", "a2", "exile"]]
    token = cards.definition("Moss Token")
    assert token is not None
    assert (token.layout, token.faces[0].colors, token.faces[0].types) == (
        "token",
        ("G",),
        ("Creature",),
    )
    sprite = cards.definition("Bog Down")
    assert sprite is not None
    assert [face.name for face in sprite.faces] == ["Fen Sprite", "Bog Down"]
    assert sprite.faces[1].subtypes == ("Adventure",)
    cub = cards.definition("Day Cub")
    assert cub is not None
    assert cub.linked == (("a1", "b1", "exile"),)
    assert cub.faces[1].colors == ("R", "G")
    assert cards.card("Poster") is None


def test_the_same_a_line_each_and_gzipped(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(entry) for entry in SCRYFALL)
    packed = written(tmp_path / "cards.jsonl.gz", gzip.compress(lines.encode()))
    plain = open_cards(written(tmp_path / "cards.json", SCRYFALL))
    assert list(open_cards(packed)) == list(plain)


def test_an_mtgjson_file(tmp_path: Path) -> None:
    data = {
        "meta": {"date": "2026-06-19", "version": "5"},
        "data": {
            "Odd Lantern": [
                {"name": "Odd Lantern", "layout": "normal", "manaCost": "{2}{W}", "colors": ["W"], "type": "Legendary Artifact",
                 "types": ["Artifact"], "supertypes": ["Legendary"], "subtypes": [], "text": f"{EXILE}\n{RETURN}"}
            ],
            "Dusk // Dawn Chorus": [
                {"name": "Dusk // Dawn Chorus", "faceName": "Dawn Chorus", "side": "b", "layout": "aftermath", "types": ["Sorcery"], "text": "Aftermath"},
                {"name": "Dusk // Dawn Chorus", "faceName": "Dusk", "side": "a", "layout": "aftermath", "types": ["Sorcery"], "manaCost": "{W}"},
            ],
        },
    }  # fmt: skip
    cards = open_cards(written(tmp_path / "AtomicCards.json", data))
    lantern = cards.card_definition("Odd Lantern")
    assert lantern is not None
    assert lantern["linked"] == [["a1", "a2", "exile"]]
    halves = cards.definition("Dawn Chorus")
    assert halves is not None
    assert (halves.layout, [face.name for face in halves.faces]) == (
        "split",
        ["Dusk", "Dawn Chorus"],
    )


def test_a_plain_list_of_cards(tmp_path: Path) -> None:
    def entry(name: str, **given: Any) -> dict[str, Any]:
        return {
            "name": name,
            "manaCost": "{1}",
            "types": ["Artifact"],
            "supertypes": [],
            "subtypes": [],
            "text": None,
            "layout": "normal",
        } | given

    cards = open_cards(
        written(
            tmp_path / "cards.json",
            [
                entry("Day Cub // Night Cub", back="Night Cub", layout="transform"),
                entry(
                    "Night Cub",
                    front="Day Cub",
                    face="back",
                    layout="transform",
                    power="3",
                    toughness="3",
                ),
                entry("Fen Sprite // Bog Down", layout="adventure"),
                entry("Left Rat // Big Rat", layout="meld"),
                entry("Odd Lantern", text=f"{EXILE}\n{RETURN}"),
            ],
        )
    )
    assert len(cards) == 4
    cub = cards.definition("Night Cub")
    assert cub is not None
    assert [(face.name, face.power) for face in cub.faces] == [
        ("Day Cub", None),
        ("Night Cub", "3"),
    ]
    sprite = cards.definition("Fen Sprite")
    assert sprite is not None
    assert (sprite.faces[1].name, sprite.faces[1].types) == ("Bog Down", ())
    rat = cards.definition("Left Rat")
    assert rat is not None
    assert (rat.layout, len(rat.faces)) == ("meld", 1)


@pytest.mark.parametrize(
    "content",
    [
        '["Odd Lantern", "Day Cub"]',
        '{"17": "Odd Lantern", "18": "Day Cub", "19": "Day Cub"}',
        "# mine\nOdd Lantern\r\nDay Cub\n",
    ],
)
def test_a_list_of_names(tmp_path: Path, content: str) -> None:
    cards = open_cards(written(tmp_path / "names.txt", content))
    assert [card.name for card in cards] == ["Odd Lantern", "Day Cub"]


def arena_database(path: Path) -> Path:
    texts = {
        1: "Odd Lantern", 2: "Fen Sprite", 3: "Bog Down", 4: "Moss", 10: "Artifact", 11: "Creature", 12: "Faerie", 13: "Instant",
        14: "Adventure", 15: "Legendary", 20: "<nobr>When CARDNAME enters,</nobr> exile target creature.",
        21: "When {CARDNAME} leaves the battlefield, return the exiled card.", 22: "Flying", 23: "{o1oU}, {oT}: Draw a card.",
    }  # fmt: skip
    with closing(sqlite3.connect(path)) as base, base:
        base.executescript(
            "CREATE TABLE Cards (GrpId INT, TitleId INT, IsToken INT, IsPrimaryCard INT, LinkedFaceType INT, LinkedFaceGrpIds TEXT,"
            " Types TEXT, Subtypes TEXT, Supertypes TEXT, Colors TEXT, OldSchoolManaText TEXT, Power TEXT, Toughness TEXT, AbilityIds TEXT);"
            "CREATE TABLE Abilities (Id INT, TextId INT); CREATE TABLE Enums (Type TEXT, Value INT, LocId INT);"
            "CREATE TABLE Localizations_enUS (LocId INT, Formatted INT, Loc TEXT);"
        )
        base.executemany("INSERT INTO Localizations_enUS VALUES (?, 1, ?)", texts.items())
        base.executemany(
            "INSERT INTO Abilities VALUES (?, ?)", [(100, 20), (101, 21), (8, 22), (102, 23)]
        )
        base.executemany(
            "INSERT INTO Enums VALUES (?, ?, ?)",
            [
                ("CardType", 1, 10),
                ("CardType", 2, 11),
                ("CardType", 4, 13),
                ("SubType", 7, 12),
                ("SubType", 8, 14),
                ("SuperType", 2, 15),
            ],
        )
        base.executemany(
            "INSERT INTO Cards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (500, 1, 0, 1, 0, "", "1", "", "2", "1", "o2oW", "", "", "100:20,101"),
                (501, 1, 0, 0, 0, "", "1", "", "2", "1", "o2oW", "", "", "100,101"),
                (502, 2, 0, 1, 8, "503", "2", "7", "", "2", "o1o(W/U)", "1", "2", "8"),
                (503, 3, 0, 0, 7, "502", "4", "8", "", "2", "oU", "", "", "102"),
                (504, 4, 1, 0, 0, "", "2", "", "", "5", "", "0", "1", ""),
            ],
        )
    return path


def test_arenas_own_database(tmp_path: Path) -> None:
    cards = open_cards(arena_database(tmp_path / "Raw_CardDatabase_1.mtga"))
    assert [card.name for card in cards] == ["Odd Lantern", "Fen Sprite // Bog Down", "Moss"]
    lantern = cards.definition("Odd Lantern")
    assert lantern is not None
    assert lantern.faces[0].mana_cost == "{2}{W}"
    assert lantern.faces[0].supertypes == ("Legendary",)
    assert lantern.faces[0].abilities[0].text == "When ~ enters, exile target creature."
    assert lantern.linked == (("a1", "a2", "exile"),)
    sprite = cards.definition("Fen Sprite")
    assert sprite is not None
    assert (sprite.layout, sprite.faces[0].mana_cost, sprite.faces[0].power) == (
        "adventure",
        "{1}{W/U}",
        "1",
    )
    assert sprite.faces[1].abilities[0].text == "{1}{U}, {T}: Draw a card."
    moss = cards.definition("Moss")
    assert moss is not None
    assert moss.layout == "token"


def test_an_older_database_with_its_texts_in_one_table(tmp_path: Path) -> None:
    path = tmp_path / "Raw_CardDatabase_0.mtga"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE Cards (GrpId INT, TitleId INT)")
        base.execute("INSERT INTO Cards VALUES (7, 1)")
    with pytest.raises(RecordError, match="no table Localizations_enUS with LocId, Loc"):
        open_cards(path)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE Localizations (LocId INT, Formatted INT, enUS TEXT)")
        base.execute("INSERT INTO Localizations VALUES (1, 1, '<b>Moss</b>')")
    assert [card.name for card in open_cards(path)] == ["Moss"]


def test_arenas_notation() -> None:
    assert mana("o10oXo(2/W)oC") == "{10}{X}{2/W}{C}"
    assert (
        rules_text("<i>{oT}</i>: CARDNAME gains \u201cflying\u201d.", "Moss")
        == '{T}: Moss gains "flying".'
    )


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("broken.json", '[{"name": "Odd Lantern",\n "layout": }]', "broken.json:2: JSON is malformed"),
        ("odd.json", '[{"name": 7, "layout": "normal", "type_line": "Artifact"}]', "odd.json:$[0].name: Expected `str`, got `int`"),
        ("odd.jsonl", '{"name": "Moss", "layout": "normal"}\n{"name": "Fen"}', "odd.jsonl:2:$: Object missing required field `layout`"),
        ("faces.json", '{"data": {"Moss": [{"name": "Moss", "types": "Plant"}]}}', "faces.json:$.data['Moss'][0].types: Expected `array`"),
        ("ids.json", '{"17": ["Moss"]}', "ids.json:$[...]: Expected `str`"),
        ("numbers.json", "[1, 2]", "numbers.json:$[0]: a card is expected, not int"),
        ("nothing.json", "[]", "nothing.json:$: it is an empty list"),
        ("empty.txt", "  \n", "empty.txt: it is empty"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\xff\xfe\xfd", "picture.png: it is neither JSON nor a UTF-8 list of names"),
        ("half.json.gz", gzip.compress(b"[" * 9000, mtime=0)[:20], "half.json.gz: it cannot be read"),
    ],
)  # fmt: skip
def test_a_broken_file_is_told_with_place_and_reason(
    tmp_path: Path, name: str, content: bytes | str, said: str
) -> None:
    path = written(tmp_path / name, content)
    with pytest.raises(RecordError) as caught:
        open_cards(path)
    assert said in str(caught.value)
    assert caught.value.exit_status == 2


def test_another_database_is_not_arenas(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE games (id INT)")
    with pytest.raises(RecordError, match="it is not Arena's card database"):
        open_cards(path)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="there is no such card file"):
        open_cards(tmp_path / "none.json")
    with pytest.raises(RecordError, match="it cannot be read"):
        open_cards(tmp_path)


def test_the_index_follows_the_file(tmp_path: Path, own_cache: Path) -> None:
    path = written(tmp_path / "names.json", ["Odd Lantern"])
    assert len(open_cards(path)) == 1
    assert len(list(own_cache.rglob("*.sqlite"))) == 1
    written(path, ["Odd Lantern", "Day Cub"])
    assert len(open_cards(path)) == 2
    assert len(list(own_cache.rglob("*.sqlite"))) == 1


def test_an_index_that_cannot_be_kept_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(written(tmp_path / "a-file", "")))
    cards = open_cards(written(tmp_path / "names.json", ["Odd Lantern"]))
    assert cards.card("odd lantern") is not None
    assert cards.near("Odd Lanternn") == ["Odd Lantern"]
    assert repr(cards) == "CardFile('names.json', 1 cards)"

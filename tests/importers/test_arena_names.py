"""Where names come from, and what they are when they cannot be known."""

import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from events.errors import RecordError
from simulator.importers import import_arena
from simulator.importers.arena_cards import read_names
from simulator.importers.arena_tokens import subtypes_of, token_name
from tests.importers.arena_log_writer import BATTLEFIELD, HAND, ArenaLog


def test_a_plain_list_of_numbers(tmp_path: Path) -> None:
    file = tmp_path / "ids.json"
    file.write_text('{"6873": "Crash of Rhinos", "92073": "Grand Entryway // Elegant Rotunda"}')
    names = read_names(file)
    assert names.cards == {6873: "Crash of Rhinos", 92073: "Grand Entryway // Elegant Rotunda"}


CARDS: list[dict[str, Any]] = [
    {"object": "card", "name": "Llanowar Elves", "arena_id": 7, "layout": "normal"},
    {"object": "card", "name": "Delver of Secrets // Insectile Aberration", "arena_id": 8, "layout": "transform"},
    {"object": "card", "name": "Fire // Ice", "arena_id": 9, "layout": "split"},
    {"object": "card", "name": "Black Lotus"},
]  # fmt: skip
EXPECTED = {7: "Llanowar Elves", 8: "Delver of Secrets", 9: "Fire // Ice"}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("lines", [False, True])
def test_scryfall_bulk_data(tmp_path: Path, lines: bool, packed: bool) -> None:
    text = "[\n" + ",\n".join(map(json.dumps, CARDS)) + "\n]" if lines else json.dumps(CARDS)
    file = tmp_path / "default-cards.json"
    file.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    names = read_names(file)
    assert names.cards == EXPECTED
    assert names.faces[8] == ("Delver of Secrets", "Insectile Aberration")


@pytest.mark.parametrize("shape", ["AllPrintings", "AllIdentifiers", "AtomicCards"])
def test_mtgjson(tmp_path: Path, shape: str) -> None:
    cards = [
        {"name": card["name"], "layout": card.get("layout"), "side": "a", "identifiers": {"mtgArenaId": str(card.get("arena_id", ""))}}
        for card in CARDS
    ]  # fmt: skip
    data = {
        "AllPrintings": {"SET": {"cards": cards, "tokens": []}},
        "AllIdentifiers": {str(index): card for index, card in enumerate(cards)},
        "AtomicCards": {card["name"]: [card] for card in cards},
    }[shape]
    file = tmp_path / "mtgjson.json"
    file.write_text(json.dumps({"meta": {}, "data": data}))
    assert read_names(file).cards == EXPECTED


def database(path: Path, *, one_table: bool = False) -> Path:
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE Cards (GrpId INTEGER, TitleId INTEGER, IsToken INTEGER)")
        made.executemany(
            "INSERT INTO Cards VALUES (?, ?, ?)",
            [(1001, 11, 0), (2001, 12, 1), (2002, 13, 1), (2003, 14, 1)],
        )
        texts = [
            (11, "Grizzly <i>Bears</i>"),
            (12, "Goblin"),
            (13, "Boo"),
            (14, "Monster Role"),
            (15, "Big Bear"),
            (16, "unused"),
        ]
        if one_table:
            made.execute("CREATE TABLE Localizations (LocId INTEGER, enUS TEXT)")
            made.executemany("INSERT INTO Localizations VALUES (?, ?)", texts)
        else:
            made.execute(
                "CREATE TABLE Localizations_enUS (LocId INTEGER, Formatted INTEGER, Loc TEXT)"
            )
            made.executemany("INSERT INTO Localizations_enUS VALUES (?, 1, ?)", texts)
        made.execute("INSERT INTO Cards VALUES (1002, 15, 0)")
    made.close()
    return path


@pytest.mark.parametrize("one_table", [False, True])
def test_arenas_own_database_names_tokens_and_effects_too(tmp_path: Path, one_table: bool) -> None:
    cards = database(tmp_path / "Raw_CardDatabase_1.mtga", one_table=one_table)
    names = read_names(cards)
    assert names.cards[1001] == "Grizzly Bears"
    assert 16 not in names.texts
    log = ArenaLog()
    (bear,) = log.begin({1001: 11})
    here = log.enter(bear)
    log.token(2001, 12, by=here, subtypes=["SubType_Goblin"])
    log.token(2002, 13, by=here, subtypes=["SubType_Hamster"], superTypes=["SuperType_Legendary"])
    log.token(2003, 14, by=here, subtypes=["SubType_Aura", "SubType_Role"])
    log.send()
    log.put(here, BATTLEFIELD, name=15)
    log.send()
    source = tmp_path / "Player.log"
    source.write_text(log.end())
    (game,) = import_arena([source], tmp_path / "out", cards, jobs=1).games
    assert game.differences == []
    events = [
        json.loads(line)
        for line in (tmp_path / "out" / "Player-game1.jsonl").read_text().splitlines()[1:]
    ]
    assert [e["definition"] for e in events if e["event"] == "token_created"] == [
        "Goblin Token",
        "Boo",
        "Monster",
    ]
    assert [e["set_name"] for e in events if e["event"] == "effect_began"] == ["Big Bear"]


def test_without_a_card_file_nothing_is_guessed(tmp_path: Path) -> None:
    log = ArenaLog()
    (bear,) = log.begin({1001: 11})
    log.enter(bear)
    source = tmp_path / "Player.log"
    source.write_text(log.end())
    (game,) = import_arena([source], tmp_path / "out", jobs=1).games
    header = json.loads((tmp_path / "out" / "Player-game1.jsonl").read_text().splitlines()[0])
    assert list(header["cards"]) == ["unknown-card-1001"]
    assert game.differences == []


def test_a_name_is_learnt_from_another_printing_with_the_same_text(tmp_path: Path) -> None:
    cards = tmp_path / "ids.json"
    cards.write_text('{"1001": "Grizzly Bears"}')
    log = ArenaLog()
    old, new = log.begin({1001: 11, 1009: 11})
    log.enter(old)
    log.enter(new)
    source = tmp_path / "Player.log"
    source.write_text(log.end())
    import_arena([source], tmp_path / "out", cards, jobs=1)
    header = json.loads((tmp_path / "out" / "Player-game1.jsonl").read_text().splitlines()[0])
    assert list(header["cards"]) == ["Grizzly Bears"]


@pytest.mark.parametrize(
    ("name", "content"),
    [("empty.json", b""), ("text.json", b"hello"), ("none.json", b"[]"), ("numbers.json", b'{"a": "b"}'),
     ("broken.db", b"SQLite format 3\x00" + bytes(50)), ("cut.json.gz", gzip.compress(b'{"1": "A"}', mtime=0)[:-12])],
    ids=lambda value: value if isinstance(value, str) else "content",
)  # fmt: skip
def test_a_file_without_cards_is_told(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(RecordError, match=name):
        read_names(file)


def test_a_missing_card_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="nowhere"):
        read_names(tmp_path / "nowhere.json")


@pytest.mark.rule("111.4")
def test_111_4_a_token_is_called_by_its_subtypes() -> None:
    assert (
        token_name(("Dwarf", "Berserker"), legendary=False, created_by=None, text=None)
        == "Dwarf Berserker Token"
    )


@pytest.mark.rule("111.9")
def test_111_9_a_legendary_token_has_a_name_that_is_not_known() -> None:
    assert (
        token_name(("Hamster",), legendary=True, created_by="Minsc, Beloved Ranger", text=None)
        is None
    )


@pytest.mark.rule("111.10k")
def test_111_10_a_role_has_the_name_of_its_kind() -> None:
    assert (
        token_name(("Aura", "Role"), legendary=False, created_by="Monstrous Rage", text=None)
        == "Monster"
    )
    assert token_name(("Aura", "Role"), legendary=False, created_by=None, text=None) is None


def test_subtypes_are_spelled_as_the_rules_do() -> None:
    shown = [
        "SubType_AllCreatureTypes",
        "SubType_AssemblyWorker",
        "SubType_TimeLord",
        "SubType_Elf",
    ]
    assert subtypes_of(shown) == ("Assembly-Worker", "Time Lord", "Elf")


def test_names_learnt_in_hand_do_not_hide_a_change_of_name(tmp_path: Path) -> None:
    log = ArenaLog()
    (bear,) = log.begin({1001: 11})
    log.put(bear, HAND[1], name=12)
    log.send()
    log.enter(bear)
    source = tmp_path / "Player.log"
    source.write_text(log.end())
    (game,) = import_arena([source], tmp_path / "out", jobs=1).games
    events = [
        json.loads(line)
        for line in (tmp_path / "out" / "Player-game1.jsonl").read_text().splitlines()[1:]
    ]
    assert {e["set_name"] for e in events if e["event"] == "effect_began"} == {"unknown-card-12"}
    assert game.differences == []


def test_a_back_face_without_a_number_of_its_own_is_named_by_its_card(tmp_path: Path) -> None:
    cards = tmp_path / "default-cards.json"
    cards.write_text(json.dumps(CARDS))
    log = ArenaLog()
    (front,) = log.begin({8: 11})
    log.objects[front]["othersideGrpId"] = 108
    here = log.enter(front)
    log.put(here, BATTLEFIELD, grp=108, name=12, othersideGrpId=8)
    log.send()
    source = tmp_path / "Player.log"
    source.write_text(log.end())
    (game,) = import_arena([source], tmp_path / "out", cards, jobs=1).games
    lines = [
        json.loads(line)
        for line in (tmp_path / "out" / "Player-game1.jsonl").read_text().splitlines()
    ]
    assert game.differences == []
    faces = [face["name"] for face in lines[0]["cards"]["Delver of Secrets"]["faces"]]
    assert faces == ["Delver of Secrets", "Insectile Aberration"]
    assert [event["event"] for event in lines if event.get("event") == "transformed"] == [
        "transformed"
    ]

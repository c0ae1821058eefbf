"""The card file in use, and the bundled catalogue behind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from events.errors import RecordError
from simulator import cards

TEXT = "As this artifact enters, choose a color.\n{T}: Add one mana of the chosen color."


@pytest.fixture
def card_file(tmp_path: Path) -> Path:
    entries = [
        {
            "name": "Odd Lantern",
            "layout": "normal",
            "type_line": "Artifact",
            "mana_cost": "{2}",
            "oracle_text": TEXT,
        },
        {
            "name": "Island",
            "layout": "normal",
            "type_line": "Basic Land — Island",
            "oracle_text": "({T}: Add {U}.)",
        },
    ]
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(entries), encoding="utf-8")
    return path


def test_without_a_file_the_catalogue_answers() -> None:
    assert cards.file_in_use() is None
    look = cards.lookup()
    sphere = look("Detention Sphere")
    assert sphere is not None
    assert sphere.linked == (("exile", "return", "exile"),)
    assert look("Odd Lantern") is None
    (pair,) = cards.linked("Detention Sphere")["pairs"]
    assert (pair["first"]["id"], pair["second"]["paragraph"], pair["rule"]) == (
        "exile",
        2,
        "607.2a",
    )
    assert any(found["name"] == "Outpost Siege" for found in cards.linked_all())


def test_a_file_taken_into_use_is_remembered(card_file: Path) -> None:
    assert len(cards.use(card_file)) == 2
    assert cards.file_in_use() == card_file.resolve()
    lantern = cards.lookup()("Odd Lantern")
    assert lantern is not None
    assert lantern.linked == (("a1", "a2", "choose"),)
    assert cards.lookup()("Detention Sphere") is not None
    assert [found["name"] for found in cards.linked_all()] == ["Odd Lantern"]


def test_what_is_shown_of_a_card(card_file: Path) -> None:
    shown = cards.show("odd lantern", card_file)
    assert (shown["name"], shown["from"]) == ("Odd Lantern", "cards.json")
    assert [ability["id"] for ability in shown["definition"]["abilities"]] == ["a1", "a2"]
    assert shown["linked"] == [
        {
            "first": {
                "face": 0,
                "paragraph": 1,
                "id": "a1",
                "text": "As this artifact enters, choose a color.",
            },
            "second": {
                "face": 0,
                "paragraph": 2,
                "id": "a2",
                "text": "{T}: Add one mana of the chosen color.",
            },
            "kind": "choose",
            "rule": "607.2d",
            "certain": True,
            "why": "has it chosen; the other says “the chosen color”",
        }
    ]
    assert cards.show("Gutter Grime")["from"] == "bundled catalogue"
    assert cards.linked("Island", card_file)["pairs"] == []


def test_the_environment_wins_over_what_is_remembered(
    card_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cards.use(card_file)
    other = tmp_path / "names.txt"
    other.write_text("Day Cub\n", encoding="utf-8")
    monkeypatch.setenv("NAMETRAIL_CARDS", str(other))
    assert cards.lookup()("Odd Lantern") is None
    assert cards.lookup()("Day Cub") is not None


def test_a_face_known_by_name_alone_is_completed_from_the_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(
        json.dumps(
            [
                {
                    "name": "Fae of Wishes // Granted",
                    "layout": "adventure",
                    "types": ["Creature"],
                    "text": "Flying",
                }
            ]
        ),
        encoding="utf-8",
    )
    fae = cards.lookup(path)("Fae of Wishes")
    assert fae is not None
    assert fae.faces[0].abilities[0].id == "a1"
    assert fae.faces[1].types == ("Sorcery",)


def test_an_unknown_name_is_told_with_the_nearest(card_file: Path) -> None:
    with pytest.raises(
        RecordError, match="no card is named 'Odd Lantren'; like it are Odd Lantern"
    ):
        cards.linked("Odd Lantren", card_file)
    with pytest.raises(RecordError, match="choose one with"):
        cards.card_definition("Odd Lantern")


def test_a_file_in_use_that_is_gone_is_told(card_file: Path) -> None:
    cards.use(card_file)
    card_file.unlink()
    with pytest.raises(
        RecordError,
        match="there is no such card file; choose another with `nametrail cards use FILE`",
    ):
        cards.lookup()("Odd Lantern")
    with pytest.raises(RecordError):
        cards.use(card_file)

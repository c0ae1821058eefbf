"""The bundled cards and sticker sheets (CR 123.2)."""

from __future__ import annotations

import pytest

from events.cards import definition_from_map
from events.catalogue import bundled_card, bundled_sheet, card_names, sheet_names


def test_every_bundled_card_is_a_definition() -> None:
    for name in card_names():
        raw = bundled_card(name)
        assert raw is not None
        definition = definition_from_map(name, raw)
        ids = {ability.id for face in definition.faces for ability in face.abilities}
        for first, second, _ in definition.linked:
            assert {first, second} <= ids, name


def test_a_face_names_its_card() -> None:
    assert bundled_card("Granted") == bundled_card("Fae of Wishes")
    assert bundled_card("No Such Card") is None


def test_what_is_returned_may_be_changed() -> None:
    card = bundled_card("Island")
    assert card is not None
    card["types"].append("Creature")
    again = bundled_card("Island")
    assert again is not None
    assert again["types"] == ["Land"]


def test_there_are_48_sheets_of_ten_stickers() -> None:
    assert len(sheet_names()) == 48
    for name in sheet_names():
        sheet = bundled_sheet(name)
        assert sheet is not None
        assert [s["kind"] for s in sheet] == ["name"] * 3 + ["ability"] * 2 + [
            "power_toughness"
        ] * 2 + ["art"] * 3
        assert " ".join(s["words"] for s in sheet[:3]) == name
        assert all(2 <= s["tickets"] <= 6 for s in sheet[3:7])
    assert bundled_sheet("No Such Sheet") is None


@pytest.mark.rule("123.3c")
def test_123_3c_a_printed_sheet_has_its_ticket_costs() -> None:
    sheet = bundled_sheet("Ancestral Hot Dog Minotaur")
    assert sheet is not None
    assert [s.get("words") for s in sheet[:3]] == ["Ancestral", "Hot Dog", "Minotaur"]
    assert [s["abilities"][0]["id"] for s in sheet[3:5]] == ["afflict", "flying"]
    assert [(s["power"], s["toughness"], s["tickets"]) for s in sheet[5:7]] == [
        ("1", "4", 2),
        ("8", "6", 5),
    ]

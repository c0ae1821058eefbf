"""What may be done with stickers, sheets and tickets (CR 123)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import SHEET, Table

TEN = [
    "Ancestral Hot Dog Minotaur", "Carnival Elephant Meteor", "Contortionist Otter Storm",
    "Cool Fluffy Loxodon", "Cursed Firebreathing Yogurt", "Deep-Fried Plague Myr",
    "Demonic Tourist Laser", "Eldrazi Guacamole Tightrope", "Elemental Time Flamingo",
    "Eternal Acrobat Toast",
]  # fmt: skip


def sheets(*names: str) -> dict[str, Any]:
    return {"ana": dict.fromkeys(names, SHEET)}


def choose(*names: str, format_: str) -> dict[str, Any]:
    return {"player": "ana", "sheets": list(names), "format": format_}


@pytest.mark.rule("123.2a")
def test_123_2a_three_different_ones_of_at_least_ten() -> None:
    table = Table(sheets={"ana": {f"Sheet {n}": SHEET for n in range(10)}})
    ok = ["Sheet 1", "Sheet 2", "Sheet 3"]
    for wrong in (ok[:2], [*ok, "Sheet 4"], [*ok[:2], "Sheet 2"], [*ok[:2], "Sheet 99"]):
        table.refuses("123.2a", "sheets_chosen", **choose(*wrong, format_="constructed"))
    table.takes("sheets_chosen", **choose(*ok, format_="constructed"))
    nine = Table(sheets={"ana": {f"Sheet {n}": SHEET for n in range(9)}})
    nine.refuses("123.2a", "sheets_chosen", **choose(*ok, format_="constructed"))


@pytest.mark.rule("123.2b")
def test_123_2b_up_to_three_of_ones_own() -> None:
    table = Table(sheets=sheets("A", "B", "C", "D"))
    for wrong in (["A", "B", "C", "D"], ["A", "A"], ["E"]):
        table.refuses("123.2b", "sheets_chosen", **choose(*wrong, format_="limited"))
    table.takes("sheets_chosen", **choose("A", "B", "C", format_="limited"))
    Table(sheets=sheets("A")).takes("sheets_chosen", **choose(format_="limited"))


@pytest.mark.rule("123.2c")
def test_123_2c_only_stickers_of_the_chosen_sheets() -> None:
    table = Table(sheets=sheets("A", "B")).card("b").card("c", owner="ben")
    table.takes("sheets_chosen", **choose("A", format_="limited"))
    table.refuses("123.2c 123.3", "sticker_placed", sticker="ana/B/1", on="b", after=0)
    table.takes("sticker_placed", sticker="ana/A/1", on="b", after=0)
    table.refuses(
        "123.2c 123.3", "sticker_placed", sticker="ana/A/2", on="c", after=0, by_player="ben"
    )


@pytest.mark.rule("123.3")
def test_123_3_a_sticker_is_on_one_object() -> None:
    table = Table(sheets=sheets("A")).card("b").card("c")
    table.takes("sticker_placed", sticker="ana/A/1", on="b", after=0)
    table.refuses("123.3", "sticker_placed", sticker="ana/A/1", on="c", after=0)
    table.takes("sticker_removed", sticker="ana/A/1")
    table.takes("sticker_placed", sticker="ana/A/1", on="c", after=0)
    table.takes("moved", object="c", to="hand")
    table.takes("sticker_placed", sticker="ana/A/1", on="b", after=0)


@pytest.mark.rule("123.3b")
def test_123_3b_stickers_go_on_own_objects() -> None:
    table = Table(sheets=sheets("A")).card("b").card("stolen", owner="ben", controller="ana")
    table.refuses("123.3b", "sticker_placed", sticker="ana/A/1", on="stolen", after=0)
    table.refuses("123.3b", "sticker_placed", sticker="s", words="Big", on="stolen", after=0,
                  by_player="ana")  # fmt: skip
    table.takes("sticker_placed", sticker="s", words="Big", on="stolen", after=0)
    table.refuses("123.3b", "sticker_moved", sticker="s", to="b")
    table.takes("sticker_placed", sticker="ana/A/1", on="b", after=0)
    table.takes("controller_changed", object="b", controller="ben")
    table.refuses(
        "123.3b", "sticker_placed", sticker="t", words="Big", on="b", after=0, by_player="ben"
    )
    table.takes("sticker_placed", sticker="t", words="Big", on="b", after=0)


@pytest.mark.rule("123.3c")
def test_123_3c_tickets_are_paid_by_the_owner() -> None:
    table = Table(sheets=sheets("A")).card("b").card("c")
    table.refuses("123.3c", "sticker_placed", sticker="ana/A/3", on="b")
    table.takes("tickets_changed", player="ben", amount=5)
    table.takes("tickets_changed", player="ana", amount=1)
    table.refuses("123.3c", "sticker_placed", sticker="ana/A/3", on="b")
    table.takes("tickets_changed", player="ana", amount=1)
    table.takes("sticker_placed", sticker="ana/A/3", on="b")
    table.refuses("123.3c", "tickets_changed", player="ana", amount=-1)
    table.refuses("123.3c", "sticker_placed", sticker="s", kind="art", tickets=1, on="c")


@pytest.mark.rule("123.3d")
def test_123_3d_a_moved_sticker_costs_nothing_and_is_on_an_object() -> None:
    table = (
        Table(sheets=sheets("A"))
        .card("b")
        .card("c")
        .takes("tickets_changed", player="ana", amount=2)
    )
    table.refuses("123.3d", "sticker_moved", sticker="ana/A/3", to="c")
    table.cannot("sticker_moved", sticker="nobody's", to="c")
    table.takes("sticker_placed", sticker="ana/A/3", on="b")
    table.takes("sticker_moved", sticker="ana/A/3", to="c")


@pytest.mark.rule("123.4")
def test_123_4_only_what_is_on_an_object_is_taken_off() -> None:
    table = Table(sheets=sheets("A")).card("b")
    table.refuses("123.4", "sticker_removed", sticker="ana/A/1")
    table.cannot("sticker_removed", sticker="s")
    table.takes("sticker_placed", sticker="s", words="Big", on="b", after=0)
    table.takes("sticker_removed", sticker="s").refuses("123.4", "sticker_removed", sticker="s")


@pytest.mark.rule("123.5c")
def test_123_5c_a_component_keeps_the_stickers() -> None:
    table = Table().card("b").card("o").card("m", zone="hand").takes("spell_cast", object="m")
    table.refuses("123.5c", "kept_stickers", object="b", chosen="b")
    table.takes("merged", object="m", into="b", on_top=True)
    table.refuses("123.5c", "kept_stickers", object="b", chosen="o")
    table.takes("kept_stickers", object="b", chosen="m")


@pytest.mark.rule("123.6b")
def test_123_6b_a_word_goes_behind_a_word_that_is_there() -> None:
    table = Table().card("b")
    for after in (3, -1, 99):
        table.refuses("123.6b", "sticker_placed", sticker="s", words="Big", on="b", after=after)
    assert table.cannot("sticker_placed", sticker="s", words="Big", on="b").rule == "123.6b"
    table.takes("sticker_placed", sticker="s", words="Big", on="b", after=2)
    table.takes("sticker_placed", sticker="t", words="Old", on="b", after=3)
    assert table.name("b") == "Bear Cub Big Old"


@pytest.mark.rule("123.6b")
def test_123_6b_without_a_name_the_word_goes_to_the_beginning() -> None:
    table = Table().card("b", face_down=True)
    table.refuses("123.6b", "sticker_placed", sticker="s", words="Big", on="b", after=1)
    table.takes("sticker_placed", sticker="s", words="Big", on="b", after=0)


def test_of_an_unknown_card_any_place_may_be_right() -> None:
    table = Table().card("x", None, "battlefield")
    table.takes("sticker_placed", sticker="s", words="Big", on="x", after=7)


@pytest.mark.rule("123.6b")
def test_123_6b_a_moved_sticker_finds_its_place() -> None:
    table = Table().card("b").card("f", "Fae")
    table.takes("sticker_placed", sticker="s", words="Big", on="b", after=2)
    table.refuses("123.6b", "sticker_moved", sticker="s", to="f", after=2)
    table.refuses("123.6b", "sticker_moved", sticker="s", to="b", after=3)
    table.takes("sticker_moved", sticker="s", to="b", after=1)
    assert table.name("b") == "Bear Big Cub"
    table.takes("sticker_moved", sticker="s", to="f")


@pytest.mark.rule("123.1")
def test_123_1_what_is_on_a_sticker_must_be_said() -> None:
    table = Table().card("b")
    table.cannot("sticker_placed", sticker="s", on="b", after=0)
    table.cannot("sticker_placed", sticker="ana/No Sheet/1", on="b", after=0)
    table.cannot("sticker_placed", sticker="s", kind="ability", on="b")
    table.cannot("sticker_placed", sticker="s", kind="power_toughness", power="1", on="b")
    table.takes("sticker_placed", sticker="s", kind="art", on="b")
    flying = [{"id": "flying", "kind": "keyword", "text": "Flying"}]
    table.takes("sticker_placed", sticker="t", kind="ability", abilities=flying, on="b")
    table.takes(
        "sticker_placed", sticker="u", kind="power_toughness", power="1", toughness=2, on="b"
    )


def test_a_sticker_cannot_be_endless() -> None:
    table = Table().card("b")
    table.cannot("sticker_placed", sticker="s", words="x" * 1001, on="b", after=0)
    for number in range(10):
        table.takes("sticker_placed", sticker=f"s{number}", words="x" * 1000, on="b", after=0)
    table.cannot("sticker_placed", sticker="last", words="x", on="b", after=0)

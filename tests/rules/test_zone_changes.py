"""What an object takes along and leaves behind as it changes zones (CR 400.7, 401, 730.3)."""

from __future__ import annotations

from typing import Any

import pytest

from projections.entering import top_cards
from tests.rules.table import CARDS, CREATURE, SHEET, Table

AURA = {"types": ["Enchantment"], "subtypes": ["Aura"], "abilities": [
    {"id": "alias", "kind": "static", "effects": [{"affects": "attached", "set_name": "Clerk"}]}]}  # fmt: skip
MORE: dict[str, Any] = {**CARDS, "Alias": AURA, "Ouphe": {**CREATURE, "mana_cost": "{G}"}} | {
    f"A {kind}": {"types": [kind], "mana_cost": "{1}"}
    for kind in ("Artifact", "Battle", "Enchantment", "Planeswalker", "Sorcery", "Instant", "Land")
}


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE, sheets={"ana": {"Own Sheet": SHEET}})


def library(table: Table) -> list[str]:
    """Ana's library from the top down."""
    return top_cards(table.state, "ana", 99, frozenset())


@pytest.mark.rule("401.7")
def test_401_7_cards_go_to_the_top_the_bottom_or_the_nth_place_of_a_library(table: Table) -> None:
    for card in "abc":
        table.card(card, zone="library")
    assert library(table) == ["c", "b", "a"]
    places = {"d": None, "e": -1, "f": 0, "g": 1, "h": -2, "i": 99, "j": -99}
    seen = []
    for card, place in places.items():
        table.card(card).takes(
            "moved", object=card, to="library", **({} if place is None else {"position": place})
        )
        seen.append("".join(library(table)))
    assert seen == [
        "dcba", "dcbae", "fdcbae", "fgdcbae", "fgdcbahe", "fgdcbahei", "jfgdcbahei",
    ]  # fmt: skip


@pytest.mark.rule("400.7")
def test_400_7_a_card_that_left_its_library_is_not_in_it(table: Table) -> None:
    for card in "abcd":
        table.card(card, zone="library")
    table.takes("moved", object="d", to="hand").takes("moved", object="b", to="exile")
    assert library(table) == ["c", "a"]
    table.takes("shuffled", player="ana")
    table.takes("moved", object="a", to="hand").takes("moved", object="c", to="hand")
    assert library(table) == []
    assert table.state.shuffled == set()
    table.card("e", zone="library")
    assert library(table) == ["e"]


@pytest.mark.rule("400.7")
def test_400_7_what_was_attached_to_an_object_that_left_is_attached_to_nothing(
    table: Table,
) -> None:
    table.card("x").card("y").card("a", "Alias").card("b", "Alias")
    for aura in "ab":
        table.takes("attached", object=aura, to="x")
    objects = table.state.objects
    table.takes("attached", object="b", to="y")
    assert (objects["x"].attachments, objects["y"].attachments) == (("a",), ("b",))
    table.takes("moved", object="x", to="graveyard")
    assert (objects["a"].attached_to, objects["b"].attached_to) == (None, "y.1")
    table.takes("moved", object="b", to="graveyard")
    assert (objects["y"].attachments, objects["b"].attached_to) == ((), None)


def merged(table: Table, top: str = "m") -> None:
    """A token with a card merged on top of it, or under it."""
    table.takes("token_created", card="t", controller="ana", definition="Bear Cub")
    table.card("m", "Ouphe", zone="hand").takes("spell_cast", object="m")
    table.takes("merged", object="m", into="t", on_top=top == "m")


@pytest.mark.rule("730.3")
def test_730_3_what_was_attached_to_a_merged_permanent_falls_off(table: Table) -> None:
    merged(table)
    table.card("a", "Alias").takes("attached", object="a", to="t")
    assert table.name("t") == "Clerk"
    table.takes("moved", object="t", to="graveyard")
    assert table.state.objects["a"].attached_to is None
    assert "t" not in table.state.objects
    assert table.state.objects["m"].zone == "graveyard"


@pytest.mark.rule("123.5c")
@pytest.mark.parametrize("top", ["m", "t"])
def test_123_5c_stickers_stay_on_the_topmost_component_even_if_that_is_a_token(
    table: Table, top: str
) -> None:
    merged(table, top)
    table.takes("sticker_placed", sticker="ana/Own Sheet/1", on="t", after=0)
    table.takes("moved", object="t", to="graveyard")
    stays = top == "m"
    assert table.name("m") == ("Cosmic Ouphe" if stays else "Ouphe")
    assert ("ana/Own Sheet/1" in table.state.on_stickers) is stays


@pytest.mark.rule("730.3")
@pytest.mark.rule("406.3a")
def test_730_3_cards_of_a_permanent_exiled_face_down_are_all_face_down(table: Table) -> None:
    table.card("b").card("m", "Ouphe", zone="hand").takes("spell_cast", object="m")
    table.takes("merged", object="m", into="b", on_top=True)
    table.takes("exiled", object="b", face_down=True)
    assert [table.name(card) for card in "bm"] == ["", ""]
    assert [table.state.objects[card].zone for card in "bm"] == ["exile", "exile"]


@pytest.mark.rule("608.3")
@pytest.mark.parametrize(
    ("kind", "zone"),
    [
        ("Artifact", "battlefield"), ("Battle", "battlefield"), ("Enchantment", "battlefield"),
        ("Planeswalker", "battlefield"), ("Sorcery", "graveyard"), ("Instant", "graveyard"),
    ],
)  # fmt: skip
def test_608_3_permanent_spells_enter_and_the_others_go_to_the_graveyard(
    table: Table, kind: str, zone: str
) -> None:
    table.card("a", f"A {kind}", zone="hand").takes("spell_cast", object="a")
    table.takes("spell_resolved", object="a")
    assert table.state.objects["a"].zone == zone
    assert table.state.objects["a"].controller == ("ana" if zone == "battlefield" else None)

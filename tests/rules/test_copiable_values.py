"""Copiable values: what a copy takes and keeps (CR 707), and what is no part of them."""

from __future__ import annotations

from typing import Any

import pytest

from projections.characteristics import Characteristics, characteristics_of
from projections.names import copiable_names, derive
from tests.rules.table import CARDS, CREATURE, Table

JUMP = {"name": "Jump", "types": ["Instant"], "abilities": [
    {"id": "jump", "kind": "spell", "text": "Draw a card."}]}  # fmt: skip
MORE: dict[str, Any] = {
    **CARDS,
    "Frog": {"layout": "prepare", "faces": [{"name": "Frog", **CREATURE}, JUMP]},
    "Newt": {"layout": "preparation", "faces": [{"name": "Newt", **CREATURE}, JUMP]},
    "Copier": {**CREATURE, "abilities": [
        {"id": "copy", "kind": "replacement", "text": "~ may enter as a copy of a creature."}]},
}  # fmt: skip
KEYWORDS = [
    "flying",
    "indestructible",
    "lifelink",
    "deathtouch",
    "trample",
    "vigilance",
    "menace",
    "reach",
    "hexproof",
    "shadow",
    "haste",
    "exalted",
    "decayed",
]
"""The keywords that printed cards put counters of; `first strike` and `double strike` besides."""


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE)


def seen(table: Table, card: str) -> Characteristics:
    return characteristics_of(table.state, table.state.objects[card])


@pytest.mark.rule("613.1f")
@pytest.mark.parametrize("kind", [*KEYWORDS, "first strike", "double strike"])
def test_613_1f_a_keyword_counter_gives_that_keyword(table: Table, kind: str) -> None:
    table.card("a").takes("counters_changed", object="a", kind=kind, amount=2)
    (given,) = seen(table, "a").abilities
    assert (given.path, given.granted) == (kind, True)
    found = given.text.ability
    assert (found.id, found.kind, found.text) == (kind, "keyword", kind)


@pytest.mark.rule("613.4c")
def test_613_4c_counters_change_the_size_of_a_creature_that_has_one(table: Table) -> None:
    table.card("a").card("isle", "Calm Isle")
    for kind, amount in (("+1/+1", 3), ("-1/-1", 1), ("charge", 5)):
        table.takes("counters_changed", object="a", kind=kind, amount=amount)
        table.takes("counters_changed", object="isle", kind=kind, amount=amount)
    assert (seen(table, "a").power, seen(table, "a").toughness) == (4, 4)
    assert seen(table, "a").abilities == ()
    assert (seen(table, "isle").power, seen(table, "isle").toughness) == (None, None)


@pytest.mark.rule("707.9b")
@pytest.mark.rule("722.3c")
@pytest.mark.parametrize("name", ["Frog", "Newt"])
def test_722_3c_exceptions_of_a_copy_leave_its_prepare_spell_alone(table: Table, name: str) -> None:
    table.card("f", name).card("a")
    table.takes(
        "became_copy", object="a", of="f", except_={"set_name": "Toad", "add_colors": ["U"]}
    )
    assert (table.name("a"), seen(table, "a").colors) == ("Toad", ("U",))
    table.takes("prepared", object="a")
    table.takes("copy_created", card="j", of="a", controller="ana", zone="exile", face="Jump")
    assert (table.name("j"), seen(table, "j").colors) == ("Jump", ())


@pytest.mark.rule("707.8")
def test_707_8_an_object_that_enters_as_a_copy_takes_the_face_that_is_up(table: Table) -> None:
    table.card("s", "Smith").takes("transformed", object="s")
    copies = [{"for": "t", "by": "t:copy", "copy_of": "s"}]
    table.takes("token_created", card="t", controller="ana", definition="Copier", choices=copies)
    table.card("c", "Copier", zone="hand")
    table.takes(
        "moved",
        object="c",
        to="battlefield",
        choices=[{"for": "c", "by": "c:copy", "copy_of": "s"}],
    )
    table.card("d", "Copier", zone="hand").takes("moved", object="d", to="battlefield", copy_of="s")
    assert [table.name(card) for card in "tcd"] == ["Fang"] * 3
    for card in "tcd":
        assert copiable_names(table.state.objects[card]) == ("Fang",)


@pytest.mark.rule("707.8a")
def test_707_8a_a_token_that_copies_a_double_faced_permanent_can_transform(table: Table) -> None:
    table.card("s", "Smith").takes("transformed", object="s")
    table.takes("token_created", card="t", controller="ana", copy_of="s")
    assert table.name("t") == "Fang"
    table.takes("transformed", object="t")
    assert table.name("t") == "Smith"
    table.takes("became_copy", object="s", of="Bear Cub")
    table.takes("token_created", card="u", controller="ana", copy_of="s")
    assert table.name("u") == "Bear Cub"
    table.takes("transformed", object="u")
    assert table.name("u") == "Bear Cub", "both its faces are those of the copy"


@pytest.mark.rule("708.2")
def test_708_2_a_face_down_object_s_values_are_known_whatever_card_it_is(table: Table) -> None:
    table.card("a", None).card("b", None, face_down=True)
    table.takes("token_created", card="t", controller="ana", copy_of="b")
    table.card("c").takes("became_copy", object="c", of="a", effect="e")
    found = [derive(table.state, table.state.objects[card]).unknown for card in "abtc"]
    assert found[0] is True
    assert found[1] is False
    assert found[2:] == [False, True]
    table.takes("revealed", object="a", definition="Smith")
    assert [table.name(card) for card in "ac"] == ["Smith", "Smith"]
    table.takes("effect_ended", effect="e")
    assert table.name("c") == "Bear Cub"

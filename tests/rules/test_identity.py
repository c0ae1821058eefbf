"""Which object a reference means, now and of the past (CR 400.7), and what a name in a text means (CR 201.5)."""

from __future__ import annotations

from typing import Any

import pytest

from events.errors import RecordError
from projections.characteristics import characteristics_of
from projections.identity import current, finds, holder_of, look_back
from projections.self_reference import reads, refers_to
from projections.stickers import unique_vowels
from projections.zone_changes import MOST_CEASED
from tests.rules.table import CARDS, CREATURE, Table

MORE: dict[str, Any] = {
    **CARDS,
    "Husk": {"layout": "transform", "faces": [
        {"name": "Husk", "types": ["Creature"]},
        {"name": "", "types": ["Creature"], "abilities": [
            {"id": "regen", "kind": "activated", "text": "Regenerate ~."}]}]},
    "Ember Cub": {**CREATURE, "abilities": [
        {"id": "ping", "kind": "activated", "text": "~ deals 1 damage; red ~ burns."}]},
}  # fmt: skip


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE)


def seen(table: Table, reference: str) -> str | None:
    found = look_back(table.state, reference)
    return None if found is None else f"{found.reference} {found.zone}"


@pytest.mark.rule("400.7")
def test_400_7_a_reference_without_number_is_the_object_there_is_now(table: Table) -> None:
    table.card("a").takes("moved", object="a", to="graveyard")
    assert current(table.state, "a").reference == "a.2"
    assert current(table.state, "a.1").reference == "a.2"
    with pytest.raises(RecordError):
        current(table.state, "b")


@pytest.mark.rule("607.2a")
def test_607_2a_an_object_of_long_ago_is_known_while_a_link_needs_it(table: Table) -> None:
    table.card("n", "Net").card("x").card("y")
    table.takes("exiled", object="x", with_="n:take")
    for zone in ("graveyard", "hand", "battlefield"):
        table.takes("moved", object="n", to=zone)
    assert [seen(table, each) for each in ("n", "n.4", "n.1", "n.9", "z")] == [
        "n.4 battlefield", "n.4 battlefield", "n.1 battlefield", None, None,
    ]  # fmt: skip
    table.takes("moved", object="x", to="hand")
    assert seen(table, "n.1") is None


@pytest.mark.rule("113.7a")
def test_113_7a_the_source_of_an_ability_on_the_stack_is_known_after_it_ceased(
    table: Table,
) -> None:
    table.takes("token_created", card="t", controller="ana", definition="Net")
    table.takes("token_created", card="u", controller="ana", definition="Net")
    table.takes("ability_put_on_stack", card="st", ability="t:take", controller="ana")
    table.takes("ability_put_on_stack", card="su", ability="u:take", controller="ana")
    table.takes("moved", object="t", to="graveyard").takes("moved", object="u", to="graveyard")
    table.card("n", "Net").card("x")
    for zone in ("graveyard", "hand", "battlefield"):
        table.takes("moved", object="n", to=zone)
    table.takes("exiled", object="x", with_="n.1:take")
    assert [seen(table, each) for each in "tuv"] == ["t.1 battlefield", "u.1 battlefield", None]
    holder, reference = holder_of(table.state, "st")
    assert holder is look_back(table.state, "t")
    assert (str(reference.object), reference.path) == ("t.1", "take")
    table.takes("ability_resolved", object="st")
    assert [seen(table, each) for each in "tu"] == ["t.1 battlefield", "u.1 battlefield"]
    for number in range(MOST_CEASED):
        table.takes("token_created", card=f"k{number}", controller="ana", definition="Net")
        table.takes("moved", object=f"k{number}", to="graveyard")
    assert [seen(table, each) for each in "tu"] == [None, "u.1 battlefield"]
    assert seen(table, "k0.1") == "k0.1 battlefield"


def test_what_is_no_ability_has_no_holder(table: Table) -> None:
    table.card("a")
    for reference in ("a", "nobody"):
        with pytest.raises(RecordError):
            holder_of(table.state, reference)


@pytest.mark.rule("400.7j")
def test_400_7j_what_is_still_there_finds_itself_and_what_left_its_next_object(
    table: Table,
) -> None:
    table.card("a").card("b")
    assert (finds(table.state, "a.1"), finds(table.state, "a")) == (("a.1",), ("a.1",))
    table.takes("moved", object="a", to="exile")
    assert finds(table.state, "a.1") == ("a.2",)
    table.takes("moved", object="a", to="hand")
    assert (finds(table.state, "a.2"), finds(table.state, "a.1")) == ((), ())
    assert finds(table.state, "a.3") == ("a.3",)


@pytest.mark.rule("108.4")
def test_108_4_only_spells_and_permanents_have_a_controller(table: Table) -> None:
    table.card("a", controller="ben").card("b", zone="hand")
    table.takes("spell_cast", object="b", controller="ben")
    found = [characteristics_of(table.state, table.state.objects[each]).controller for each in "ab"]
    assert found == ["ben", "ben"]
    table.takes("moved", object="a", to="graveyard").takes("spell_countered", object="b")
    assert [table.state.objects[each].controller for each in "ab"] == [None, None]
    found = [characteristics_of(table.state, table.state.objects[each]).controller for each in "ab"]
    assert found == [None, None]


@pytest.mark.rule("113.7a")
@pytest.mark.rule("201.5")
def test_201_5_an_ability_on_the_stack_names_its_source_that_is_gone(table: Table) -> None:
    table.card("e", "Ember Cub")
    table.takes("ability_put_on_stack", card="st", ability="e:ping", controller="ana")
    on_stack = table.state.objects["st"]
    assert on_stack.ability is not None
    assert refers_to(table.state, on_stack, on_stack.ability) == "e.1"
    assert (
        reads(table.state, on_stack, on_stack.ability)
        == "Ember Cub deals 1 damage; red Ember Cub burns."
    )
    table.takes("effect_began", effect="w", affects=["e"], replace_words={"red": "blue"})
    table.takes("moved", object="e", to="graveyard")
    assert refers_to(table.state, on_stack, on_stack.ability) == "e.1"
    assert (
        reads(table.state, on_stack, on_stack.ability)
        == "Ember Cub deals 1 damage; red Ember Cub burns."
    )
    holder, _ = holder_of(table.state, "st")
    assert holder is not None
    assert (
        reads(table.state, holder, on_stack.ability)
        == "Ember Cub deals 1 damage; red Ember Cub burns."
    )


@pytest.mark.rule("201.5b")
def test_201_5b_without_a_name_it_is_this_object(table: Table) -> None:
    table.card("h", "Husk").takes("transformed", object="h")
    object_ = table.state.objects["h"]
    ability = characteristics_of(table.state, object_).abilities[0]
    assert reads(table.state, object_, ability) == "Regenerate this object."
    table.takes("moved", object="h", to="graveyard")
    assert reads(table.state, object_, ability) == "Regenerate this object."
    assert refers_to(table.state, object_, ability) == "h.1"


@pytest.mark.rule("123.6e")
def test_123_6e_only_six_letters_are_vowels() -> None:
    assert [unique_vowels(words) for words in ("Yeah", "aAa", "#!?", "Aeiouy")] == [3, 1, 0, 6]

"""Effects end when they end, when their objects are gone, and go on where a spell becomes a permanent (CR 400.7, 611.2)."""

from __future__ import annotations

from typing import Any

import pytest

from projections.characteristics import characteristics_of
from projections.names import derive
from tests.rules.table import CARDS, CREATURE, Table

DIG = [{"id": "dig", "kind": "keyword", "text": "Menace"}]
ANTHEM = [{"id": "all", "kind": "static", "effects": [
    {"affects": {"where": {"types": ["Creature"]}}, "add_toughness": 1}]}]  # fmt: skip
MORE: dict[str, Any] = {**CARDS, "Ouphe": CREATURE}


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE).card("a").card("b").card("c", "Ouphe")


def seen(table: Table, card: str) -> tuple[object, ...]:
    found = characteristics_of(table.state, table.state.objects[card])
    return (
        " // ".join(found.names),
        found.power,
        found.toughness,
        found.controller,
        len(found.abilities),
    )


def kept(table: Table) -> dict[str, tuple[str, ...]]:
    """What the state keeps of effects: by object, and by itself."""
    found = {
        card: tuple(each.effects) for card, each in table.state.objects.items() if each.effects
    }
    return found | {
        f"={name}": each.targets or ("where",) for name, each in table.state.effects.items()
    }


@pytest.mark.rule("611.2a")
def test_611_2a_an_effect_that_ended_is_gone_from_every_object(table: Table) -> None:
    table.takes("effect_began", effect="e", affects=["a", "b"], add_power=1, grant=ANTHEM)
    table.takes(
        "effect_began", effect="f", affects={"where": {"types": ["Creature"]}}, add_power=10
    )
    table.takes("effect_began", effect="g", affects=["a"], set_name="Own")
    table.takes("effect_began", effect="h", affects={"where": {"types": ["Land"]}}, add_power=1)
    assert seen(table, "a") == ("Own", 13, 4, "ana", 1)
    assert kept(table) == {
        "a": ("e", "g"), "b": ("e",), "=e": ("a.1", "b.1"), "=f": ("where",), "=g": ("a.1",), "=h": ("where",),
    }  # fmt: skip
    table.takes("effect_ended", effect="e")
    assert [seen(table, card)[:3] for card in "abc"] == [
        ("Own", 12, 2), ("Bear Cub", 12, 2), ("Ouphe", 12, 2)]  # fmt: skip
    table.takes("effect_ended", effect="f")
    assert table.state.where_effects == ("h",)
    assert seen(table, "a") == ("Own", 2, 2, "ana", 0)
    assert kept(table) == {"a": ("g",), "=g": ("a.1",), "=h": ("where",)}
    assert not table.state.far


@pytest.mark.rule("400.7")
def test_400_7_an_effect_lets_go_of_what_left_and_is_over_without_objects(table: Table) -> None:
    table.takes("effect_began", effect="e", affects=["a", "b"], add_power=1)
    table.takes("moved", object="a", to="graveyard")
    assert kept(table) == {"b": ("e",), "=e": ("b.1",)}
    assert (seen(table, "a")[1], seen(table, "b")[1]) == (2, 3)
    table.takes("moved", object="b", to="exile")
    assert kept(table) == {}
    table.takes("effect_ended", effect="e")


@pytest.mark.rule("400.7a")
def test_400_7a_an_effect_on_a_permanent_spell_goes_on_and_on_another_spell_ends(
    table: Table,
) -> None:
    table.card("s", "Ouphe", zone="hand").takes("spell_cast", object="s")
    table.card("t", "Ouphe", zone="hand").takes("spell_cast", object="t")
    table.takes("effect_began", effect="e", affects=["s", "t", "c"], add_power=1, grant=ANTHEM)
    table.takes("spell_resolved", object="s").takes("spell_countered", object="t")
    assert kept(table) == {"s": ("e",), "c": ("e",), "=e": ("s.3", "c.1")}
    assert (seen(table, "s")[1], seen(table, "t")[1], seen(table, "a")[2]) == (3, 2, 4)
    table.takes("effect_ended", effect="e")
    assert (seen(table, "s")[1], seen(table, "a")[2]) == (2, 2)


@pytest.mark.rule("707.2b")
@pytest.mark.rule("613.1b")
def test_611_2a_named_copies_and_control_end_by_their_name_and_with_their_objects(
    table: Table,
) -> None:
    named = table.state.named_effects
    for card in "ab":
        table.takes("became_copy", object=card, of="c", effect="k")
        table.takes("controller_changed", object=card, controller="ben", effect="m")
    assert seen(table, "a")[::3] == ("Ouphe", "ben")
    assert named == {"k": ("a", "b"), "m": ("a", "b")}
    table.takes("moved", object="a", to="graveyard")
    assert named == {"k": ("b",), "m": ("b",)}
    table.takes("became_copy", object="c", of="a", effect="k")
    assert named["k"] == ("b", "c")
    table.takes("effect_ended", effect="m")
    assert (seen(table, "b")[::3], named) == (("Ouphe", "ana"), {"k": ("b", "c")})
    table.takes("effect_ended", effect="k")
    assert ([seen(table, card)[0] for card in "bc"], named) == (["Bear Cub", "Ouphe"], {})
    table.takes("became_copy", object="b", of="c", effect="n").takes(
        "moved", object="b", to="exile"
    )
    assert named == {}


@pytest.mark.rule("613.1b")
def test_613_1b_the_latest_change_of_control_counts_and_those_before_it_come_back(
    table: Table,
) -> None:
    table.takes("controller_changed", object="a", controller="ben", effect="m")
    table.takes("controller_changed", object="a", controller="ana", effect="n")
    assert seen(table, "a")[3] == "ana"
    table.takes("effect_ended", effect="n")
    assert seen(table, "a")[3] == "ben"
    table.takes("controller_changed", object="a", controller="ana")
    table.takes("effect_ended", effect="m")
    assert seen(table, "a")[3] == "ana"


@pytest.mark.rule("611.2c")
def test_611_2c_an_effect_on_what_its_source_is_attached_to_needs_such_a_thing(
    table: Table,
) -> None:
    table.takes("effect_began", effect="e", affects="attached", source="c", add_power=1)
    assert (kept(table), seen(table, "c")[1]) == ({}, 2)
    table.takes("effect_began", effect="f", affects="self", source="a", grant=DIG)
    assert (kept(table), seen(table, "a")[4]) == ({"a": ("f",), "=f": ("a.1",)}, 1)


@pytest.mark.rule("400.7")
@pytest.mark.rule("702.140f")
def test_400_7_effects_on_what_melds_are_over_and_those_on_what_merges_go_on(table: Table) -> None:
    table.card("l", "Left Rat").card("r", "Right Rat").card("n", "Net")
    table.takes("effect_began", effect="e", affects=["l"], add_power=1)
    table.takes("exiled", object="b", with_="n:take")
    table.takes("melded", card="h", cards=["l", "r"], definition="Rat Host", controller="ana")
    assert kept(table) == {}
    table.card("m", "Ouphe", zone="hand").takes("spell_cast", object="m")
    table.takes("effect_began", effect="f", affects=["m"], add_power=1)
    table.takes("merged", object="m", into="h", on_top=True)
    assert kept(table) == {"h": ("f",), "=f": ("h.1",)}
    assert seen(table, "h")[:3] == ("Ouphe", 3, 2)


@pytest.mark.rule("613.7e")
def test_613_7e_an_aura_s_step_is_of_the_event_that_attached_it(table: Table) -> None:
    alias = {"types": ["Enchantment"], "subtypes": ["Aura"], "abilities": [
        {"id": "alias", "kind": "static", "effects": [{"affects": "attached", "set_name": "Clerk"}]}]}  # fmt: skip
    table = Table(cards={**MORE, "Alias": alias}).card("a").card("x", "Alias").card("b")
    table.takes("attached", object="x", to="a")
    step = derive(table.state, table.state.objects["a"]).steps[1]
    assert (step.rule, step.event, step.names) == ("612.8", 4, ("Clerk",))
    assert step.timestamp == table.state.objects["x"].timestamp
    table.takes("attached", object="x", to="b").takes("phased_out", object="b")
    assert seen(table, "a")[0] == "Bear Cub"
    assert derive(table.state, table.state.objects["b"]).names == ("Bear Cub",)

"""What is looked at to read one object: itself and what hangs together with it, never the whole game (CR 613)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from projections import layers, names
from projections.characteristics import characteristics_of
from projections.derived import company
from projections.names import names_of
from tests.rules.table import CARDS, CREATURE, Table

ANTHEM = {"types": ["Enchantment"], "abilities": [{"id": "all", "kind": "static", "effects": [
    {"affects": {"where": {"types": ["Creature"]}}, "add_power": 1}]}]}  # fmt: skip
NAMER = {"types": ["Enchantment"], "abilities": [{"id": "all", "kind": "static", "effects": [
    {"affects": {"where": {"types": ["Creature"]}}, "names": ["Legion"]}]}]}  # fmt: skip
ALIAS = {"types": ["Enchantment"], "subtypes": ["Aura"], "abilities": [
    {"id": "alias", "kind": "static", "effects": [{"affects": "attached", "set_name": "Clerk"}]}]}  # fmt: skip
PALE = {**CREATURE, "abilities": [
    {"id": "pale", "kind": "static", "effects": [{"affects": "self", "set_colors": ["W"]}]}]}  # fmt: skip
SELF_NAMER = {**CREATURE, "abilities": [
    {"id": "own", "kind": "static", "effects": [
        {"affects": "self", "add_power": 1}, {"affects": "self", "names": ["Other"]}]}]}  # fmt: skip
MORE: dict[str, Any] = {
    **CARDS, "Anthem": ANTHEM, "Namer": NAMER, "Alias": ALIAS, "Pale One": PALE, "Twofold": SELF_NAMER,
}  # fmt: skip


@pytest.fixture
def table() -> Table:
    made = Table(cards=MORE)
    for number in range(8):
        made.card(f"b{number}")
    return made


def looks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What names are read through the layers from now on."""
    asked: list[tuple[str, ...]] = []
    real: Callable[..., Any] = layers.derive_all

    def counted(state: Any, roots: tuple[str, ...], last: str = "7d") -> Any:
        asked.append(roots)
        return real(state, roots, last)

    monkeypatch.setattr(names, "derive_all", counted)
    return asked


def test_a_name_without_text_changing_effects_is_read_off_the_object(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = looks(monkeypatch)
    assert table.name("b0") == "Bear Cub"
    table.takes("sticker_placed", sticker="s", on="b0", words="Big", after=1)
    assert table.name("b0") == "Bear Big Cub"
    table.card("a", "Anthem").card("p", "Pale One")
    assert (table.name("b0"), table.name("p")) == ("Bear Big Cub", "Pale One")
    table.card("room", "Attic // Cellar", zone="hand")
    assert table.name("room") == "Attic // Cellar"
    assert not asked


def test_a_name_is_read_through_the_layers_where_something_may_change_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = looks(monkeypatch)
    table.card("t", "Twofold")
    assert table.name("t") == "Twofold // Other"
    assert table.name("b0") == "Bear Cub"
    assert asked == [("t",)]
    table.card("a", "Alias").takes("attached", object="a", to="b1")
    assert (table.name("b1"), table.name("b0")) == ("Clerk", "Bear Cub")
    assert asked == [("t",), ("b1",)]
    table.card("n", "Namer")
    assert table.name("b0") == "Bear Cub // Legion"
    assert asked == [("t",), ("b1",), ("b0",)]


def seen(table: Table, *roots: str, text_only: bool = False) -> set[str]:
    return set(company(table.state, roots, text_only=text_only))


def test_one_object_is_read_with_what_hangs_together_with_it_alone(table: Table) -> None:
    assert seen(table, "b0") == {"b0"}
    table.card("a", "Alias").takes("attached", object="a", to="b1")
    assert seen(table, "b0") == {"b0"}
    assert seen(table, "b1") == {"b1", "a"}
    assert seen(table, "a") == {"a"}
    table.card("n", "Anthem")
    assert seen(table, "b0") == {"b0", "n"}
    assert seen(table, "b0", text_only=True) == {"b0"}
    table.card("m", "Namer")
    assert seen(table, "b0") == {"b0", "n", "m"}
    assert seen(table, "b0", text_only=True) == {"b0", "m"}


def test_layers_are_applied_up_to_the_one_that_is_asked_for(table: Table) -> None:
    table.card("n", "Anthem")
    table.takes("effect_began", effect="e", affects=["b0"], add_power=1, set_colors=["R"])
    for last, cards, colors, power in (
        ("2", {"b0"}, (), "2"),
        ("3", {"b0"}, (), "2"),
        ("5", {"b0", "n"}, ("R",), "2"),
        ("7d", {"b0", "n"}, ("R",), 4),
    ):
        world = layers.derive_all(table.state, ("b0",), last)
        assert (set(world), world["b0"].colors, world["b0"].power) == (cards, colors, power)


def test_an_effect_that_names_objects_brings_them_along(table: Table) -> None:
    table.takes("effect_began", effect="e", affects=["b0"], text_of="b1")
    table.takes("effect_began", effect="f", affects=["b2"], grant=[{"abilities_of": "b3"}])
    table.takes("effect_began", effect="g", affects=["b4", "b5"], add_power=1)
    assert seen(table, "b0") >= {"b0", "b1"}
    assert seen(table, "b2") >= {"b2", "b3"}
    for number in range(8):
        assert not {"b6", "b7"} & seen(table, f"b{number}") - {f"b{number}"}


def test_all_objects_count_where_one_far_effect_changes_what_another_asks(table: Table) -> None:
    table.card("n", "Anthem")
    table.takes("effect_began", effect="e", affects={"where": {"types": ["Land"]}}, add_power=1)
    assert seen(table, "b0") == {"b0", "n"}
    table.takes(
        "effect_began", effect="f", affects={"where": {"types": ["Land"]}}, add_types=["Creature"]
    )
    assert seen(table, "b0") == {"n", *(f"b{number}" for number in range(8))}


def test_what_was_read_is_kept_until_something_changes(table: Table) -> None:
    state = table.state
    first = characteristics_of(state, state.objects["b0"])
    assert characteristics_of(state, state.objects["b0"]) is first
    assert names_of(state, state.objects["b0"]) == ("Bear Cub",)
    table.takes("counters_changed", object="b0", kind="+1/+1", amount=1)
    assert characteristics_of(state, state.objects["b0"]).power == 3


ASKING: dict[str, Any] = {
    "types": ["Land"],
    "subtypes": ["Elf"],
    "supertypes": ["Snow"],
    "colors": ["R"],
}


@pytest.mark.parametrize(
    ("verb", "field"),
    [
        (verb, field)
        for verb in ("set", "add", "remove")
        for field in sorted(ASKING)
        if (verb, field) != ("remove", "colors")
    ],
)
@pytest.mark.parametrize("by", ["effect", "ability", "given", "sticker", "text"])
def test_all_objects_count_whatever_is_asked_and_however_it_changes(
    verb: str, field: str, by: str
) -> None:
    every = {"affects": {"where": {"types": ["Creature"]}}, f"{verb}_{field}": ASKING[field]}
    asks = {"affects": {"where": {field: ASKING[field]}}, "add_power": 1}
    static = {"id": "it", "kind": "static", "effects": [every]}
    table = Table(cards={**MORE, "Changer": {"types": ["Enchantment"], "abilities": [static]}})
    table.card("b0").card("b1").card("far")
    if by == "effect":
        table.takes("effect_began", effect="e", **every)
    elif by == "ability":
        table.card("z", "Changer")
    elif by == "given":
        table.takes("effect_began", effect="e", affects=["b1"], grant=[static])
    elif by == "text":
        table.takes("effect_began", effect="e", affects=["b1"], add_text=[static])
    else:
        table.takes("sticker_placed", sticker="s", on="b1", kind="ability", abilities=[static])
    assert "far" not in seen(table, "b0")
    table.takes("effect_began", effect="f", **asks)
    assert "far" in seen(table, "b0")


@pytest.mark.parametrize("given", ["grant", "add_text"])
def test_all_objects_count_where_far_objects_are_given_what_reaches_far(
    table: Table, given: str
) -> None:
    plain = {"id": "fly", "kind": "keyword", "text": "Flying"}
    wide = {"id": "all", "kind": "static", "effects": [
        {"affects": {"where": {"subtypes": ["Elf"]}}, "add_power": 1, "names": ["Horde"]}]}  # fmt: skip
    near = {"id": "own", "kind": "static", "effects": [{"affects": "self", "add_power": 1}]}

    def of(entry: Any, affects: Any) -> dict[str, Any]:
        effects = [{"affects": "self", "add_power": 1}, {"affects": affects, given: [entry]}]
        return {
            "types": ["Enchantment"],
            "abilities": [{"id": "it", "kind": "static", "effects": effects}],
        }

    everyone = {"where": {"types": ["Creature"]}}
    cards = {
        "Wide": of(wide, everyone), "Near": of(near, everyone), "Plain": of(plain, everyone),
        "Own": of(wide, "self"), "Copied": of({"abilities_of": "b1"}, everyone), "Named": of("b1:x", everyone),
    }  # fmt: skip
    told = {}
    for name in cards:
        made = Table(cards={**MORE, **cards}).card("b0").card("b1").card("far").card("z", name)
        told[name] = "far" in seen(made, "b0")
    assert told == {
        "Wide": True, "Near": False, "Plain": False, "Own": False, "Copied": True, "Named": True,
    }  # fmt: skip

"""What faces, halves and frames give an object: costs, colors, sizes, loyalty (CR 202.3, 708-710, 718)."""

from __future__ import annotations

from typing import Any

import pytest

from projections.characteristics import Characteristics, characteristics_of, mana_value
from projections.copiable_values import FaceText, colors_of_cost, combined, combined_cost
from projections.layer_effects import added, number
from tests.rules.table import CARDS, CREATURE, Table

MORE: dict[str, Any] = {
    **CARDS,
    "Sage": {"types": ["Planeswalker"], "mana_cost": "{2}{U}", "loyalty": "4"},
    "Monk": {"layout": "flip", "faces": [
        {"name": "Monk", **CREATURE, "mana_cost": "{1}{W}"},
        {"name": "Abbot", "types": ["Creature"], "power": "5", "toughness": "6", "mana_cost": "{9}", "colors": ["R"]}]},
    "Attic // Cellar": {"layout": "split", "faces": [
        {"name": "Attic", "types": ["Enchantment"], "subtypes": ["Room"], "mana_cost": "{1}{W}", "abilities": [
            {"id": "sweep", "kind": "activated", "text": "~ is swept."}]},
        {"name": "Cellar", "types": ["Enchantment"], "subtypes": ["Room"], "mana_cost": "{3}{R}{R}", "abilities": [
            {"id": "flood", "kind": "activated", "text": "~ is flooded."}]}]},
}  # fmt: skip


@pytest.fixture
def table() -> Table:
    return Table(cards=MORE)


def seen(table: Table, card: str) -> Characteristics:
    return characteristics_of(table.state, table.state.objects[card])


@pytest.mark.rule("709.4b")
@pytest.mark.parametrize(
    ("costs", "together"),
    [
        (("{1}{W}", "{2}{U}"), "{3}{W}{U}"), (("{2}{G}{G}", "{R}{W}"), "{2}{W}{R}{G}{G}"), (("{0}", "{0}"), "{0}"),
        (("", "{R}"), "{R}"), (("", ""), ""), (("{X}{R}", "{Z}{Y}{1}"), "{X}{Z}{Y}{1}{R}"), (("{0}", "{B}"), "{B}"),
        (("{C}{W}", "{10}"), "{10}{C}{W}"),
    ],
)  # fmt: skip
def test_709_4b_costs_of_halves_are_combined(costs: tuple[str, ...], together: str) -> None:
    assert combined_cost(costs) == together


@pytest.mark.rule("202.3")
@pytest.mark.parametrize(
    ("cost", "amount"),
    [("", 0), ("{0}", 0), ("{3}{R}{G}", 5), ("{X}{Y}{Z}{2}{U}", 3), ("{2/W}{2/U}", 4), ("{W/U}{G/P}{C}", 3), ("{10}", 10)],
)  # fmt: skip
def test_202_3_mana_value_counts_every_symbol(cost: str, amount: int) -> None:
    assert mana_value(cost) == amount


@pytest.mark.rule("105.2")
def test_colors_are_those_of_the_symbols() -> None:
    assert colors_of_cost("{2/G}{W/U}{B/P}") == ("W", "U", "B", "G")
    assert colors_of_cost("RED {C}{X}{3}") == ()


@pytest.mark.rule("709.4")
def test_709_4_halves_together_have_what_either_has() -> None:
    first = FaceText(
        names=("Left",), types=("Creature",), power="1", loyalty="3", supertypes=("Basic",)
    )
    second = FaceText(
        names=("Right", "Left"), types=("Land", "Creature"), toughness="4", subtypes=("Bear",)
    )
    for one, two in ((first, second), (second, first)):
        both = combined((one, two))
        assert set(both.names) == {"Left", "Right"}
        assert len(both.names) == len(both.types) == 2
        assert (both.power, both.toughness, both.loyalty) == ("1", "4", "3")
        assert (both.supertypes, both.subtypes) == (("Basic",), ("Bear",))
    assert combined((first, FaceText(power="7", toughness="8", loyalty="9"))).power == "1"


@pytest.mark.rule("109.3")
def test_109_3_loyalty_is_a_characteristic(table: Table) -> None:
    table.card("p", "Sage").card("b").takes("became_copy", object="b", of="p")
    assert [seen(table, card).loyalty for card in "pb"] == [4, 4]
    table.takes("effect_began", effect="e", affects=["b"], text_of="p")
    assert (seen(table, "b").loyalty, seen(table, "b").mana_cost) == (4, "{2}{U}")
    assert (seen(table, "p").power, seen(table, "p").toughness) == (None, None)


@pytest.mark.rule("710.1c")
def test_710_1c_a_flipped_permanent_keeps_its_color_and_cost(table: Table) -> None:
    table.card("m", "Monk").takes("flipped", object="m")
    found = seen(table, "m")
    assert (found.names, found.mana_cost, found.colors) == (("Abbot",), "{1}{W}", ("W",))
    assert (found.power, found.toughness) == (5, 6)
    table.takes("moved", object="m", to="graveyard")
    assert seen(table, "m").names == ("Monk",)


@pytest.mark.rule("718.3b")
@pytest.mark.rule("718.4")
def test_718_3b_a_prototyped_permanent_has_the_other_cost_color_and_size(table: Table) -> None:
    table.card("g", "Golem", zone="hand")
    assert (seen(table, "g").mana_cost, seen(table, "g").colors, seen(table, "g").power) == (
        "{7}",
        (),
        7,
    )
    table.takes("spell_cast", object="g", prototyped=True)
    for _ in range(2):
        found = seen(table, "g")
        assert (found.mana_cost, found.colors) == ("{1}{R}", ("R",))
        assert (found.power, found.toughness, found.types) == (1, 1, ("Artifact", "Creature"))
        if table.state.objects["g"].zone == "stack":
            table.takes("spell_resolved", object="g")
    table.takes("moved", object="g", to="graveyard")
    assert (seen(table, "g").mana_cost, seen(table, "g").power) == ("{7}", 7)


@pytest.mark.rule("708.2")
@pytest.mark.rule("708.2a")
def test_708_2_what_is_listed_for_a_face_down_object_counts_and_else_it_is_two_two(
    table: Table,
) -> None:
    listed: tuple[dict[str, Any], ...] = (
        {}, {"power": "3"}, {"toughness": "0", "power": "0"}, {"name": "Shade", "types": ["Artifact"]},
        {"subtypes": ["Cyberman"], "types": ["Artifact", "Creature"], "colors": ["U"]},
    )  # fmt: skip
    found = []
    for number_, as_ in enumerate(listed):
        table.card(f"c{number_}").takes(
            "turned_face_down", object=f"c{number_}", **({"as": as_} if as_ else {})
        )
        each = seen(table, f"c{number_}")
        found.append(
            (each.names, each.types, each.subtypes, each.colors, each.power, each.toughness)
        )
    creature = ("Creature",)
    assert found == [
        ((), creature, (), (), 2, 2), ((), creature, (), (), 3, 2), ((), creature, (), (), 0, 0),
        (("Shade",), ("Artifact",), (), (), None, None),
        ((), ("Artifact", "Creature"), ("Cyberman",), ("U",), 2, 2),
    ]  # fmt: skip


@pytest.mark.rule("709.5")
def test_709_5_a_locked_half_takes_its_name_cost_color_and_text_away(table: Table) -> None:
    table.card("r", "Attic // Cellar")
    found = []
    for event, face in (
        (None, ""),
        ("door_unlocked", "Attic"),
        ("door_unlocked", "Cellar"),
        ("door_locked", "Attic"),
    ):
        if event is not None:
            table.takes(event, object="r", face=face)
        each = seen(table, "r")
        found.append(
            (
                each.names,
                each.text_names,
                each.mana_cost,
                each.colors,
                [a.path for a in each.abilities],
            )
        )
    attic, cellar = ("Attic",), ("Cellar",)
    assert found == [
        ((), (), "", (), []),
        (attic, attic, "{1}{W}", ("W",), ["sweep"]),
        (("Attic", "Cellar"), ("Attic", "Cellar"), "{4}{W}{R}{R}", ("W", "R"), ["sweep", "flood"]),
        (cellar, cellar, "{3}{R}{R}", ("R",), ["flood"]),
    ]  # fmt: skip


@pytest.mark.rule("612.2")
def test_612_2_the_words_replaced_are_told_in_order(table: Table) -> None:
    table.card("b")
    table.takes("effect_began", effect="e", affects=["b"], replace_words={"red": "blue"})
    table.takes("effect_began", effect="f", affects=["b"], replace_words={"blue": "green"})
    assert seen(table, "b").replaced == (("red", "blue"), ("blue", "green"))
    table.takes("effect_began", effect="g", affects=["b"], replace_words={"creature": "artifact"})
    assert seen(table, "b").types == ("Artifact",)


@pytest.mark.rule("208.1")
def test_sizes_that_are_numbers_are_read_as_such_and_others_stay() -> None:
    assert [number(each) for each in (3, "2", " 2", "+3", "-1", "1+*", "*", "", None, "1" * 10)] == [
        3, 2, 2, 3, -1, None, None, None, None, 1111111111,
    ]  # fmt: skip
    assert number("1" * 11) is None
    assert number("\N{FULLWIDTH DIGIT TWO}") is None
    assert (added("*", 1), added("2", "+1"), added(3, None), added(None, 2)) == ("*", 3, 3, None)

"""Continuous effects read off plain static abilities."""

from __future__ import annotations

from typing import Any

import pytest

from events.cards import definition_from_map
from simulator.cards.definitions import definition_map
from tests.cards.conftest import card


def effect(text: str, **given: Any) -> dict[str, Any] | None:
    raw = definition_map(card(text, **given))
    definition_from_map("Odd Lantern", raw)
    found: list[dict[str, Any]] = raw["abilities"][0].get("effects", [])
    return found[0] if found else None


@pytest.mark.rule("612.8")
def test_612_8_an_aura_that_sets_a_name() -> None:
    text = "Enchanted creature loses all abilities and is a green and white Citizen creature with base power and toughness 1/1 named Plain Person."
    assert effect(text) == {
        "affects": "attached",
        "remove_abilities": True,
        "set_colors": ["G", "W"],
        "set_types": ["Creature"],
        "set_subtypes": ["Citizen"],
        "set_power": "1",
        "set_toughness": "1",
        "set_name": "Plain Person",
    }


def test_size_keywords_and_added_types() -> None:
    flying = {"id": "flying", "kind": "keyword", "text": "Flying"}
    assert effect(
        "Equipped creature gets +2/+0, has flying and ward {2}, and is a Knight in addition to its other types."
    ) == {
        "affects": "attached",
        "add_power": 2,
        "add_toughness": 0,
        "grant": [flying, {"id": "ward", "kind": "keyword", "text": "Ward {2}"}],
        "add_subtypes": ["Knight"],
    }


def test_creatures_of_a_color_or_type() -> None:
    where = {"types": ["Creature"], "zone": "battlefield"}
    assert effect("White creatures you control get +1/+1.") == {
        "affects": {"where": where | {"colors": ["W"], "controller": "you"}},
        "add_power": 1,
        "add_toughness": 1,
    }
    assert effect("All Sliver creatures have flying.") == {
        "affects": {"where": where | {"subtypes": ["Sliver"]}},
        "grant": [{"id": "flying", "kind": "keyword", "text": "Flying"}],
    }


def test_an_ability_in_quotation_marks_is_given_in_full() -> None:
    found = effect('Enchanted land has "{T}: Add {G}."')
    assert found is not None
    assert found["grant"] == [{"id": "a1-g1", "kind": "activated", "text": "{T}: Add {G}."}]


@pytest.mark.parametrize(
    "text",
    [
        "Enchanted creature gets +1/+1 for each creature you control.",
        "Enchanted creature has flying as long as you control a Bird.",
        "Other creatures you control get +1/+1.",
        "Attacking creatures you control have trample.",
        "Creatures you control are Slivers in addition to their other types.",
        "Enchanted permanent is a Golden Ring.",
        "Enchanted creature gets +1/+1. It can't block.",
        "Enchanted creature can't block.",
    ],
)
def test_what_is_not_that_plain_has_no_effect(text: str) -> None:
    assert effect(text) is None

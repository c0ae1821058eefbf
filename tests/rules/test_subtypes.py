"""Each subtype goes with its card type: as cards of one type alone have them, and the tokens of CR 111.10."""

from __future__ import annotations

import pytest

from projections.characteristics import characteristics_of
from projections.subtypes import kept_for_types, set_subtypes
from tests.rules.table import CARDS, Table

PRINTED = {
    "Land": "Plains Island Swamp Mountain Forest Urza's Mine Power-Plant Tower Desert Gate Cloud Lair "
    "Sphere Planet Cave Locus Town",
    "Artifact": "Book Equipment Vehicle Treasure Clue Food Powerstone Spacecraft Fortification Infinity "
    "Stone Bobblehead Attraction Contraption Blood Gold Incubator Junk Lander Map Mutagen",
    "Enchantment": "Aura Saga Curse Class Cartouche Shrine Background Room Rune Case Plan Role Shard",
    "Instant": "Trap Arcane Lesson Chorus Adventure Omen",
    "Sorcery": "Trap Arcane Lesson Chorus Adventure Omen",
    "Creature": "Bear Zombie Phyrexian",
}
OTHER = {"Land": "Artifact", "Artifact": "Land"}


@pytest.mark.rule("613.1d")
@pytest.mark.parametrize("card_type", sorted(PRINTED))
def test_613_1d_subtypes_go_with_their_type_and_stay_without_another(card_type: str) -> None:
    words = tuple(PRINTED[card_type].split())
    other = OTHER.get(card_type, "Land")
    assert kept_for_types(words, (card_type, other), (other,)) == ()
    assert kept_for_types(words, (card_type, other), (card_type,)) == words
    assert kept_for_types(words, (card_type,), (card_type, other)) == words


@pytest.mark.rule("613.1d")
def test_613_1d_types_that_share_subtypes_keep_them_for_each_other() -> None:
    assert kept_for_types(("Arcane",), ("Instant", "Sorcery"), ("Instant",)) == ("Arcane",)
    for shares in ("Kindred", "Tribal"):
        assert kept_for_types(("Bear",), ("Creature", shares), (shares,)) == ("Bear",)
        assert kept_for_types(("Bear",), ("Creature", shares, "Land"), ("Land",)) == ()
        assert kept_for_types(("Bear",), (shares, "Land"), ("Land",)) == ()


@pytest.mark.rule("613.1d")
def test_613_1d_subtypes_that_are_set_replace_those_of_their_set_alone() -> None:
    assert set_subtypes(("Bear", "Equipment", "Forest"), ("Island",)) == (
        "Bear",
        "Equipment",
        "Island",
    )
    assert set_subtypes(("Bear", "Equipment"), ("Zombie", "Elf")) == ("Equipment", "Zombie", "Elf")
    assert set_subtypes(("Bear", "Equipment"), ()) == ()


@pytest.mark.rule("613.1d")
def test_613_1d_a_vehicle_that_is_no_artifact_any_more_is_no_vehicle() -> None:
    table = Table(cards={**CARDS, "Cart": {
        "types": ["Artifact", "Creature"], "subtypes": ["Vehicle", "Golem"], "power": "1", "toughness": "1"}})  # fmt: skip
    table.card("c", "Cart")
    table.takes("effect_began", effect="e", affects=["c"], remove_types=["Artifact"])
    found = characteristics_of(table.state, table.state.objects["c"])
    assert (found.types, found.subtypes) == (("Creature",), ("Golem",))


@pytest.mark.rule("613.1d")
@pytest.mark.parametrize("basic", ["Plains", "Island", "Swamp", "Mountain", "Forest"])
def test_613_1d_a_land_that_is_made_a_basic_land_type_has_no_rules_text_of_its_own(
    basic: str,
) -> None:
    vault = {
        "types": ["Land"],
        "abilities": [{"id": "mana", "kind": "activated", "text": "Add {C}."}],
    }
    table = Table(cards={**CARDS, "Vault": vault}).card("v", "Vault")
    table.takes("effect_began", effect="e", affects=["v"], set_subtypes=[basic])
    found = characteristics_of(table.state, table.state.objects["v"])
    assert (found.subtypes, found.abilities) == ((basic,), ())

"""Words that text-changing effects replace (CR 612.2), and the turn, tapping and leaving of play."""

from __future__ import annotations

from typing import Any

import pytest

from events.cards import Ability, Affected, Effect, Grant, Where
from projections.identity import look_back
from projections.words import replaced_ability, replaced_words
from tests.rules.table import Table

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


@pytest.mark.rule("612.2")
def test_612_2_whole_words_are_replaced_all_at_once() -> None:
    swap = {"red": "blue", "blue": "red", "bear": "elf"}
    text = "Red or blue; redirect the BLUE Bear's bears. Bear-red"
    assert replaced_words(text, swap) == "Blue or red; redirect the Red Elf's elves. Elf-blue"
    assert replaced_words(text, {}) == text
    assert replaced_words("Power plant", {"power": "mine", "power plant": "tower"}) == "Tower"
    assert replaced_words("a.c abc", {"a.c": "x"}) == "x abc"


@pytest.mark.rule("612.2")
@pytest.mark.parametrize(
    ("text", "words", "read"),
    [
        ("Swampwalk, swampwalk", {"Swamp": "Plains"}, "Plainswalk, plainswalk"),
        ("Destroy target nonblack creature.", {"black": "green"}, "Destroy target nongreen creature."),
        ("each non-Goblin creature", {"Goblin": "Elf"}, "each non-Elf creature"),
        ("Forests and a Forest", {"Forest": "Island"}, "Islands and a Island"),
        ("All Plains", {"Plains": "Swamp"}, "All Swamp"),
        ("Swamps", {"Swamp": "Plains"}, "Plains"),
        ("Goblins, Goblin's", {"Goblin": "Elf"}, "Elves, Elf's"),
        ("Elves fight wolves", {"Elf": "Mercenary", "Wolf": "Fox"}, "Mercenaries fight foxes"),
        ("Merfolk and Boys", {"Merfolk": "Boy"}, "Boy and Boys"),
        ("Boys and Allies", {"Boy": "Merfolk", "Ally": "Sphinx"}, "Merfolk and Sphinxes"),
        ("Cats, Foxes", {"Cat": "Jellyfish", "Fox": "Finch"}, "Jellyfish, Finches"),
        ("whitewash, redirect, nonsense", {"white": "blue", "red": "blue", "sense": "x"},
         "whitewash, redirect, nonx"),
        ("Swampwalker, nonblackened", {"Swamp": "Forest", "black": "red"}, "Swampwalker, nonblackened"),
    ],
)  # fmt: skip
def test_612_2_words_count_in_their_plural_and_in_compounds(
    text: str, words: dict[str, str], read: str
) -> None:
    assert replaced_words(text, words) == read


PLURALS = {
    "Child": "Children", "Dwarf": "Dwarves", "Elf": "Elves", "Fungus": "Fungi", "Homunculus": "Homunculi",
    "Locus": "Loci", "Mouse": "Mice", "Ox": "Oxen", "Pegasus": "Pegasi", "Werewolf": "Werewolves", "Wolf": "Wolves",
    "Ally": "Allies", "Mercenary": "Mercenaries", "Monkey": "Monkeys", "Octopus": "Octopuses", "Sphinx": "Sphinxes",
    "Leech": "Leeches", "Thrush": "Thrushes", "Topaz": "Topazes", "Goblin": "Goblins", "Forest": "Forests",
    **{same: same for same in ("Plains", "Sheep", "Samurai", "Eldrazi", "Kor", "Viashino", "Vedalken", "Kavu", "Myr",
                               "Kithkin", "Dauthi", "Soltari", "Thalakos", "Metathran", "Aetherborn", "Merfolk",
                               "Jellyfish", "Fish")},
}  # fmt: skip


@pytest.mark.rule("612.2")
@pytest.mark.parametrize("word", PLURALS)
def test_612_2_the_plurals_of_types_are_those_that_rules_texts_use(word: str) -> None:
    assert replaced_words("Cats", {"Cat": word}) == PLURALS[word]
    assert replaced_words(PLURALS[word], {word: "Cat"}) == (
        "Cat" if PLURALS[word] == word else "Cats"
    )


@pytest.mark.rule("612.2")
@pytest.mark.parametrize("color", sorted(COLORS))
def test_612_2_color_words_change_the_colors_an_effect_means(color: str) -> None:
    other = next(each for each in COLORS if each != color)
    third = next(each for each in COLORS if each not in {color, other})
    ability = Ability(id="a", kind="static", effects=(
        Effect(set_colors=(COLORS[color], COLORS[third])), Effect(add_colors=(COLORS[color],)),
        Effect(affects=Affected(Where(colors=(COLORS[color],))))))  # fmt: skip
    read = replaced_ability(ability, {color.title(): other})
    assert read.effects[0].set_colors == (COLORS[other], COLORS[third])
    assert read.effects[1].add_colors == (COLORS[other],)
    assert isinstance(read.effects[2].affects, Affected)
    assert read.effects[2].affects.where.colors == (COLORS[other],)
    assert replaced_ability(ability, {color: "plaid"}) == ability


@pytest.mark.rule("612.2")
@pytest.mark.parametrize(
    "field",
    ["set_types", "add_types", "remove_types", "set_subtypes", "add_subtypes", "remove_subtypes"],
)
def test_612_2_type_words_change_the_types_an_effect_means(field: str) -> None:
    changed: dict[str, Any] = {field: ("Bear", "Elf")}
    ability = Ability(id="a", kind="static", effects=(Effect(**changed),))
    read = replaced_ability(ability, {"Bear": "Goblin"})
    assert getattr(read.effects[0], field) == ("Goblin", "Elf")


@pytest.mark.rule("612.2")
@pytest.mark.rule("612.3")
def test_612_2_the_words_of_what_it_asks_and_of_what_it_gives_change_too() -> None:
    inner = Grant(
        id="i", kind="keyword", text="Bear walk", effects=(Effect(add_subtypes=("Bear",)),)
    )
    ability = Ability(id="a", kind="static", text="Bears: bear", grants=(inner,), effects=(
        Effect(affects=Affected(Where(types=("Land",), subtypes=("Bear",))), grant=(inner, "x:y")),
        Effect(affects="attached", set_name="Bear")))  # fmt: skip
    read = replaced_ability(ability, {"bear": "elf", "land": "artifact"})
    assert read.text == "Elves: elf"
    assert isinstance(read.effects[0].affects, Affected)
    assert read.effects[0].affects.where == Where(types=("Artifact",), subtypes=("Elf",))
    assert read.effects[0].grant is not None
    for each in (read.grants[0], read.effects[0].grant[0]):
        assert isinstance(each, Ability)
        assert (each.text, each.effects[0].add_subtypes) == ("Elf walk", ("Elf",))
    assert read.effects[0].grant[1] == "x:y"
    assert (read.effects[1].set_name, read.effects[1].affects) == ("Bear", "attached")


def test_turns_are_counted_from_the_number_that_is_said() -> None:
    table = Table()
    seen = []
    for number in (None, None, 7, None):
        table.takes("turn_began", player="ben", **({} if number is None else {"number": number}))
        seen.append(table.state.turn)
    assert (seen, table.state.active) == ([1, 2, 7, 8], "ben")


def test_permanents_are_tapped_and_untapped() -> None:
    table = Table().card("a").takes("tapped", object="a")
    assert table.state.objects["a"].tapped is True
    table.takes("untapped", object="a")
    assert table.state.objects["a"].tapped is False


@pytest.mark.rule("613.7c")
def test_613_7c_counters_of_a_kind_share_the_timestamp_of_the_latest() -> None:
    table = Table().card("a")
    stamps = []
    for kind, amount in (("charge", 1), ("oil", 2), ("charge", 2), ("oil", -1)):
        table.takes("counters_changed", object="a", kind=kind, amount=amount)
        counters = table.state.objects["a"].counters
        stamps.append({each: (now.amount, now.timestamp) for each, now in counters.items()})
    assert [stamp["charge"][0] for stamp in stamps] == [1, 1, 3, 3]
    assert stamps[0]["charge"] == stamps[1]["charge"]
    assert stamps[1]["oil"][1] > stamps[1]["charge"][1]
    assert stamps[2]["charge"][1] > stamps[2]["oil"][1]
    assert stamps[3]["oil"] == (1, stamps[2]["oil"][1])
    table.takes("counters_changed", object="a", kind="oil", amount=-5)
    assert list(table.state.objects["a"].counters) == ["charge"]
    table.takes("counters_changed", player="ana", kind="poison", amount=1)


@pytest.mark.rule("607.2a")
def test_what_a_player_who_left_owned_is_gone_with_its_stickers_links_and_attachments() -> None:
    table = (
        Table()
        .card("n", "Net")
        .card("b", owner="ben")
        .card("e", "Net", owner="ben")
        .card("x", owner="ben")
    )
    table.card("y").card("l", zone="library", owner="ben")
    table.takes("sticker_placed", sticker="s", on="b", words="Big", after=0)
    table.takes("exiled", object="x", with_="n:take").takes("exiled", object="y", with_="e:take")
    table.takes("ability_put_on_stack", card="st", ability="e:take", controller="ben")
    table.takes("attached", object="n", to="b")
    table.takes("effect_began", effect="f", affects=["b"], add_power=1)
    table.takes("player_left", player="ben")
    state = table.state
    assert sorted(state.objects) == ["n", "y"]
    assert (state.on_stickers, state.effects, state.objects["n"].attached_to) == ({}, {}, None)
    assert look_back(state, "n.1") is state.objects["n"]
    assert state.holders.get("n.1") is None
    assert "ben" not in state.libraries

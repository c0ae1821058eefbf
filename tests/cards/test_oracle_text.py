"""Splitting what is printed into abilities (CR 113.2c, 113.3, 201.5)."""

from __future__ import annotations

import pytest

from simulator.cards.keyword_abilities import keyword_name, keywords_of_line
from simulator.cards.oracle_text import abilities_of
from simulator.cards.own_name import names_for_itself, with_own_name
from simulator.cards.printed import PrintedCard, PrintedFace, colors_of_cost, split_type_line
from tests.cards.conftest import card


def read(text: str, **given: object) -> list[tuple[str, str, str]]:
    return [(a.id, a.kind, a.text) for a in abilities_of(card(text, **given))]  # type: ignore[arg-type]


@pytest.mark.rule("113.2c")
def test_113_2c_keywords_on_one_line_are_one_ability_each() -> None:
    assert read("Flying, ward {2} (Some words.)\nWhen this creature dies, draw a card.") == [
        ("a1", "keyword", "Flying"),
        ("a1b", "keyword", "ward {2}"),
        ("a2", "triggered", "When this creature dies, draw a card."),
    ]


@pytest.mark.rule("113.3")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("{2}, {T}: Draw a card.", "activated"),
        ("[+1]: Draw a card.", "activated"),
        ("Sacrifice this artifact: Draw a card.", "activated"),
        ("Whenever you draw a card, you gain 1 life.", "triggered"),
        ("At the beginning of your upkeep, draw a card.", "triggered"),
        ("Landfall — Whenever a land you control enters, draw a card.", "triggered"),
        ("I, II — Draw a card.", "triggered"),
        ("Creatures you control get +1/+1.", "static"),
        ("This artifact enters tapped.", "replacement"),
        ("As Odd Lantern enters, choose a color.", "replacement"),
        ("If you would draw a card, draw two cards instead.", "replacement"),
        (
            "You may have this artifact enter as a copy of any artifact on the battlefield.",
            "replacement",
        ),
        ("Equip {3}", "keyword"),
        ("Escape—{3}{U}, Exile five other cards from your graveyard.", "keyword"),
    ],
)
def test_113_3_the_category_of_an_ability(text: str, kind: str) -> None:
    assert [found for _, found, _ in read(text)] == [kind]


@pytest.mark.rule("113.3a")
def test_113_3a_the_text_of_a_sorcery_is_a_spell_ability_but_for_its_costs() -> None:
    text = "As an additional cost to cast this spell, discard a card.\nOdd Lantern deals 2 damage to any target."
    assert [kind for _, kind, _ in read(text, types=("Sorcery",))] == ["static", "spell"]


def test_a_modal_ability_takes_in_its_bullets() -> None:
    abilities = read(
        "When this creature enters, choose one —\n• Draw a card.\n• You gain 2 life.\nReach"
    )
    assert [(found, kind) for found, kind, _ in abilities] == [
        ("a1", "triggered"),
        ("a4", "keyword"),
    ]


def test_levels_and_rows_of_a_table_are_no_abilities_of_their_own() -> None:
    leveler = read("Level up {1}\nLEVEL 1-2\n2/2\nFlying\nLEVEL 3+\n4/4\nFlying")
    assert [found for found, _, _ in leveler] == ["a1", "a4", "a7"]
    dice = read("{T}: Roll a d20.\n1—9 | Draw a card.\n10—20 | You gain 2 life.")
    assert [found for found, _, _ in dice] == ["a1"]


@pytest.mark.rule("207.2a")
def test_207_2a_reminder_text_is_no_ability() -> None:
    assert read("({T}: Add {G}.)\nThis land enters tapped.") == [
        ("a2", "replacement", "This land enters tapped.")
    ]


@pytest.mark.rule("201.5c")
def test_201_5c_a_shortened_name_means_the_object() -> None:
    text = "{B}: Vial Master gains haste.\n{1}: Regenerate Vial Master the Grim. Create a token named Vial Master the Grim."
    assert [found for _, _, found in read(text, name="Vial Master the Grim", legendary=True)] == [
        "{B}: ~ gains haste.",
        "{1}: Regenerate ~. Create a token named Vial Master the Grim.",
    ]


@pytest.mark.rule("201.5")
def test_201_5_a_word_that_is_also_an_action_or_a_type_is_no_name() -> None:
    exile = PrintedCard(
        "Exile", (PrintedFace("Exile", "Exile target creature.", (), ("Instant",)),)
    )
    queen = PrintedCard(
        "Sliver Queen",
        (PrintedFace("Sliver Queen", "", ("Legendary",), ("Creature",), ("Sliver",)),),
    )
    assert names_for_itself(exile, 0) == ()
    assert (
        with_own_name("{2}: Create a Sliver.", names_for_itself(queen, 0))
        == "{2}: Create a Sliver."
    )


@pytest.mark.rule("201.5a")
def test_201_5a_an_ability_given_to_another_names_its_source() -> None:
    (ability,) = abilities_of(
        card(
            'Whenever a creature dies, create an Ooze creature token with "{T}: Put a counter on Odd Lantern."'
        )
    )
    (granted,) = ability.grants
    assert (granted.id, granted.kind, granted.text) == (
        "a1-g1",
        "activated",
        "{T}: Put a counter on {source}.",
    )
    (ability,) = abilities_of(card('{1}: This artifact gains "{T}: Put a counter on Odd Lantern."'))
    assert ability.grants[0].text == "{T}: Put a counter on ~."


def test_a_quotation_is_not_split_into_sentences() -> None:
    (ability,) = abilities_of(
        card(
            'Equipped creature has "Whenever this creature attacks, you may tap it. When you do, draw a card."'
        )
    )
    assert ability.kind == "static"


@pytest.mark.rule("702.33b")
def test_702_33b_two_kickers_on_one_line() -> None:
    assert keywords_of_line("Kicker {W} and/or {2}{B}") == ("Kicker {W}", "Kicker {2}{B}")
    assert keywords_of_line("Flash of light deals 2 damage.") == ()
    assert keyword_name("cumulative upkeep {1}") == "Cumulative upkeep"
    assert keyword_name("Draw a card.") is None


def test_a_type_line_and_a_cost() -> None:
    assert split_type_line("Legendary Artifact Creature — Assembly-Worker Golem") == (
        ("Legendary",),
        ("Artifact", "Creature"),
        ("Assembly-Worker", "Golem"),
    )
    assert colors_of_cost("{2}{G/W}{U}") == ("W", "U", "G")

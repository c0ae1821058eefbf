"""The kinds of linked pairs of CR 607.2, read off cards made up for the purpose."""

from __future__ import annotations

import pytest

from simulator.cards.linked_pairs import pairs_of
from simulator.cards.oracle_text import abilities_of
from simulator.cards.printed import PrintedCard
from tests.cards.conftest import card


def found(printed: PrintedCard) -> list[tuple[str, str, str]]:
    return [(pair.first.id, pair.second.id, pair.kind) for pair in pairs_of(printed)]


def rules(printed: PrintedCard) -> list[str]:
    return [pair.rule for pair in pairs_of(printed)]


@pytest.mark.rule("607.2a")
def test_607_2a_the_exiled_card() -> None:
    lantern = card(
        "When this artifact enters, exile target creature.\n"
        "When this artifact leaves the battlefield, return the exiled card to its owner's hand."
    )
    assert found(lantern) == [("a1", "a2", "exile")]
    assert rules(lantern) == ["607.2a"]


@pytest.mark.rule("607.2a")
def test_607_2a_exiled_with_it_by_name_in_full_or_shortened() -> None:
    for name in ("Mirel, the Odd Lamp", "Mirel"):
        text = f"{{1}}: Exile target card from a graveyard.\n{{T}}: Return a card exiled with {name} to your hand."
        printed = card(text, name="Mirel, the Odd Lamp", legendary=True)
        assert found(printed) == [("a1", "a2", "exile")]


@pytest.mark.rule("607.2a")
def test_607_2a_hideaway_exiles() -> None:
    burrow = card(
        "Hideaway 4 (Look at four cards.)\n{T}: Add {G}.\n{G}, {T}: You may play the exiled card."
    )
    assert found(burrow) == [("a1", "a3", "exile")]


@pytest.mark.rule("607.2a")
@pytest.mark.rule("607.2i")
def test_a_keyword_behind_another_on_its_line_begins_with_a_small_letter() -> None:
    burrow = card(
        "Hideaway 3, hideaway 3\n{T}: You may play one of the cards exiled with this land."
    )
    assert found(burrow) == [("a1", "a2", "exile"), ("a1b", "a2", "exile")]
    bolt = card(
        "Flash, kicker {R}\nDraw a card. If this spell was kicked, draw two.", types=("Instant",)
    )
    assert found(bolt) == [("a1b", "a2", "additional_cost")]


@pytest.mark.rule("607.2b")
@pytest.mark.rule("614.14")
def test_607_2b_a_replacement_that_exiles() -> None:
    ghoul = card(
        "As this creature enters, exile any number of cards from your graveyard.\n"
        "Odd Lantern's power is equal to the number of the exiled cards."
    )
    assert found(ghoul) == [("a1", "a2", "exile")]
    assert rules(ghoul) == ["607.2b"]


@pytest.mark.rule("610.3")
def test_610_3_until_it_leaves_is_no_pair() -> None:
    assert (
        found(
            card(
                "When this artifact enters, exile target creature until this artifact leaves the battlefield."
            )
        )
        == []
    )


@pytest.mark.rule("607.2a")
def test_607_2a_until_it_leaves_and_a_second_ability_that_asks_is_one() -> None:
    binding = card(
        "When this artifact enters, exile target creature until this artifact leaves the battlefield.\n"
        "Your opponents can't cast spells with the same name as the exiled card."
    )
    assert found(binding) == [("a1", "a2", "exile")]


def test_what_an_ability_exiles_and_names_itself_at_once_is_no_pair() -> None:
    assert (
        found(
            card("{T}: Exile the top card of your library. You may play the exiled card this turn.")
        )
        == []
    )


@pytest.mark.rule("607.1c")
def test_607_1c_an_ability_linked_to_itself() -> None:
    vat = card(
        "Whenever a creature dies, you may exile it. If you do, return each other card exiled with this artifact"
        " to its owner's graveyard.\n{3}: Create a token that's a copy of a card exiled with this artifact."
    )
    assert found(vat) == [("a1", "a1", "exile"), ("a1", "a2", "exile")]


@pytest.mark.rule("607.1a")
def test_607_1a_an_ability_within_an_ability() -> None:
    lantern = card(
        '{1}: Exile target card from a graveyard.\n{2}: This artifact gains "{T}: Return a card exiled with this artifact to your hand."'
    )
    assert found(lantern) == [("a1", "a2-g1", "exile")]


@pytest.mark.rule("607.1b")
def test_607_1b_both_faces_of_a_double_faced_card() -> None:
    text = "{1}: Exile target card from a graveyard. Transform this artifact."
    back = "{T}: Return a card exiled with this artifact to your hand."
    assert found(card(text, back=back)) == [("a1", "b1", "exile")]
    assert found(card(text, back=back, layout="modal_dfc")) == []


@pytest.mark.rule("607.1d")
def test_607_1d_the_token_an_ability_created() -> None:
    forge = card(
        "Whenever another creature dies, exile it. If you do, create a 1/1 white Spirit creature token with"
        ' "When this token dies, return the exiled card to its owner\'s hand."'
    )
    assert found(forge) == [("a1", "a1-g1", "exile")]


@pytest.mark.rule("607.2c")
def test_607_2c_created_with_it() -> None:
    maker = card(
        "{2}, {T}: Create a 2/2 green Ape creature token.\n{1}: Sacrifice all tokens created with this artifact."
    )
    assert found(maker) == [("a1", "a2", "put")]


@pytest.mark.rule("607.2d")
@pytest.mark.rule("607.4")
def test_607_2d_a_choice_for_two_abilities() -> None:
    plume = card(
        "As this artifact enters, choose a color.\nWhenever you cast a spell of the chosen color, you gain 1 life.\n"
        "{T}: Add one mana of the chosen color."
    )
    assert found(plume) == [("a1", "a2", "choose"), ("a1", "a3", "choose")]


@pytest.mark.rule("607.2d")
def test_607_2d_the_last_chosen_is_of_either() -> None:
    armor = card(
        "As this artifact enters, choose a color.\n{1}: Choose a color.\nYou have protection from the last chosen color."
    )
    assert found(armor) == [("a1", "a3", "choose"), ("a2", "a3", "choose")]


@pytest.mark.rule("607.2d")
def test_607_2d_the_opponent_of_the_chosen_creature_is_not_chosen() -> None:
    friend = card(
        "When this creature enters, choose a creature an opponent controls.\nWhen the chosen creature dies, draw a card.\n"
        "As this creature becomes blocked, choose an opponent.\nAt the beginning of the chosen player's upkeep, scry 1.",
        types=("Creature",),
    )
    assert found(friend) == [("a1", "a2", "choose"), ("a3", "a4", "choose")]


def test_a_choice_of_the_same_ability_is_no_pair() -> None:
    assert found(card("{T}: Choose a color. Add one mana of the chosen color.")) == []


@pytest.mark.rule("607.2e")
def test_607_2e_what_was_noted() -> None:
    amulet = card(
        "{1}, {T}: Note the type of mana spent.\n{T}: Add one mana of this artifact's last noted type."
    )
    assert found(amulet) == [("a1", "a2", "note")]


@pytest.mark.rule("607.2f")
def test_607_2f_words_without_a_meaning() -> None:
    strife = card(
        "As this creature enters, each player chooses war or peace.\nCreatures controlled by players who chose war get +3/+0.\n"
        "Creatures controlled by players who chose peace get +0/+3."
    )
    assert found(strife) == [("a1", "a2", "word"), ("a1", "a3", "word")]


@pytest.mark.rule("607.2g")
def test_607_2g_a_cost_paid_as_it_entered() -> None:
    processor = card(
        "As this artifact enters, pay any amount of life.\n{4}: Create an X/X token, where X is the life paid as this artifact entered."
    )
    assert found(processor) == [("a1", "a2", "enter_cost")]


@pytest.mark.rule("607.2h")
@pytest.mark.rule("603.11")
def test_607_2h_a_static_ability_and_its_triggers_in_one_paragraph() -> None:
    storm = card(
        "Reveal the first card you draw each turn. Whenever you reveal a land card this way, draw a card."
        " Whenever you reveal a nonland card this way, you gain 1 life."
    )
    assert found(storm) == [("a1", "a1b", "paragraph"), ("a1", "a1c", "paragraph")]
    assert (
        found(card("When this artifact enters, you may pay {1}. When you do, draw a card.")) == []
    )


@pytest.mark.rule("607.2i")
@pytest.mark.rule("702.33f")
def test_607_2i_each_kicker_has_its_own() -> None:
    mage = card(
        "Kicker {W} and/or {2}{B}\nWhen this creature enters, if it was kicked with its {W} kicker, you gain 3 life.\n"
        "When this creature enters, if it was kicked with its {2}{B} kicker, destroy target creature.",
        types=("Creature",),
    )
    assert found(mage) == [("a1", "a2", "additional_cost"), ("a1b", "a3", "additional_cost")]


@pytest.mark.rule("607.2i")
def test_607_2i_a_kicked_spell_of_somebody_else_is_not_meant() -> None:
    assert (
        found(
            card("Kicker {2}\nWhenever you cast a kicked spell, draw a card.", types=("Creature",))
        )
        == []
    )


@pytest.mark.rule("607.2i")
@pytest.mark.parametrize(
    ("cost", "asked"),
    [
        (
            "As an additional cost to cast this spell, you may pay {2}.",
            "If this spell's additional cost was paid, draw a card.",
        ),
        (
            "As an additional cost to cast this spell, you may collect evidence 6.",
            "If evidence was collected, draw a card.",
        ),
        ("Bargain", "If this spell was bargained, draw a card."),
        ("Gift a card", "If the gift was promised, draw a card."),
    ],
)
def test_607_2i_other_additional_costs(cost: str, asked: str) -> None:
    assert found(card(f"{cost}\n{asked}", types=("Sorcery",))) == [("a1", "a2", "additional_cost")]


def test_an_alternative_cost_is_no_additional_one() -> None:
    text = "You may pay {1}{B} rather than pay this spell's mana cost.\nIf the {1}{B} cost was paid, an opponent draws a card."
    assert found(card(text, types=("Sorcery",))) == []


@pytest.mark.rule("702.157a")
def test_702_157a_squad_stands_for_two() -> None:
    assert found(card("Squad {2}\nTrample", types=("Creature",))) == [
        ("a1", "a1b", "additional_cost")
    ]


@pytest.mark.rule("607.2j")
def test_607_2j_a_variable_cost() -> None:
    text = "As an additional cost to cast this spell, pay X life.\nAll creatures get -X/-X until end of turn."
    assert found(card(text, types=("Sorcery",))) == [("a1", "a2", "variable_cost")]


@pytest.mark.rule("607.2k")
@pytest.mark.rule("702.72a")
def test_607_2k_champion_stands_for_two() -> None:
    hero = card("Flying\nChampion a Faerie (Some words.)\nLifelink", types=("Creature",))
    assert found(hero) == [("a2", "a2b", "champion")]


@pytest.mark.rule("607.2m")
@pytest.mark.rule("614.12c")
def test_607_2m_anchor_words() -> None:
    siege = card(
        "As this enchantment enters, choose Moss or Embers.\n• Moss — At the beginning of your upkeep, draw a card.\n"
        "• Embers — Whenever a creature dies, each player loses 1 life.",
        types=("Enchantment",),
    )
    assert found(siege) == [("a1", "a2", "anchor"), ("a1", "a3", "anchor")]


@pytest.mark.rule("607.2n")
def test_607_2n_cards_exiled_before_the_game() -> None:
    savant = card(
        "Before you shuffle your deck to start the game, you may reveal this card and exile a card you drafted.\n"
        "When this creature enters, copy a card you exiled with cards named Odd Lantern."
    )
    assert found(savant) == [("a1", "a2", "pregame_exile")]


@pytest.mark.rule("607.2p")
def test_607_2p_a_choice_before_the_game() -> None:
    piper = card(
        "If Odd Lantern is your commander, choose a color before the game begins. Odd Lantern is the chosen color.\nPartner"
    )
    assert found(piper) == [("a1", "a1b", "pregame_choice")]


@pytest.mark.rule("607.2q")
def test_607_2q_cards_exiled_to_pay() -> None:
    tomb = card(
        "As an additional cost to cast this spell, you may exile any number of cards from your graveyard.\n"
        "Whenever this creature attacks, return a card exiled with it to your hand.",
        types=("Creature",),
    )
    delver = card(
        "Delve\nThis creature enters with a +1/+1 counter on it for each card exiled with it.",
        types=("Creature",),
    )
    assert found(tomb) == [("a1", "a2", "cost_exile")]
    assert found(delver) == [("a1", "a2", "cost_exile")]


def test_a_pile_known_by_its_counters_is_no_pair() -> None:
    text = "{1}: Exile target card with an oil counter on it.\n{2}: Return an exiled card with an oil counter on it to your hand."
    assert found(card(text)) == []


def test_a_doubtful_pair_says_why() -> None:
    blink = card(
        "{1}: Exile target creature, then return that card to the battlefield.\n{T}: You may play a card exiled with this artifact."
    )
    (pair,) = pairs_of(blink)
    assert not pair.certain
    assert pair.why


def test_what_is_noted_for_a_boon_is_doubtful() -> None:
    text = (
        "When this creature dies, note its power. You get a boon with"
        ' "When you cast a spell, draw cards equal to the noted number."'
    )
    (pair,) = pairs_of(card(text))
    assert (pair.first.id, pair.second.id, pair.kind) == ("a1", "a1-g1", "note")
    assert not pair.certain


@pytest.mark.rule("607.2d")
def test_607_2d_the_last_chosen_may_be_of_another_ability_in_whatever_words() -> None:
    text = (
        "When this artifact enters, choose a plane. It has the abilities of the last chosen plane."
        "\n{T}: Choose a plane other than the present one."
    )
    assert ("a2", "a1", "choose") in found(card(text))


def test_a_partner_is_named_in_full() -> None:
    printed = card("Partner with Newt, Champion of Moss\nFlying, vigilance")
    assert [ability.text for ability in abilities_of(printed)] == [
        "Partner with Newt, Champion of Moss",
        "Flying",
        "vigilance",
    ]
    assert found(printed) == []


def test_a_card_without_any_has_none() -> None:
    assert (
        found(card("Flying, vigilance\nWhen this creature dies, draw a card.", types=("Creature",)))
        == []
    )
    assert found(card("", types=("Creature",))) == []

"""Whatever a text says, the reader answers: ids are unique, and pairs name abilities there are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.cards import definition_from_map
from simulator.cards.arena import mana, rules_text
from simulator.cards.definitions import definition_map
from simulator.cards.oracle_text import abilities_of
from tests.cards.conftest import card

FRAGMENTS = (
    "When this artifact enters, ", "exile target creature", "the exiled card", "cards exiled with Odd Lantern", "choose a color",
    "the chosen color", "Kicker {2}", "if it was kicked", "As this artifact enters, ", "choose War or Peace", "• War — ", "• Peace — ",
    "note a number", "the last noted number", "create a token", "tokens created with it", "{T}: ", '"', "(", ")", ". ", ", ", "\n", "—", "~",
    "Champion a Faerie", "Squad {1}", "Flying, ", "You may exert it. When you do, ", "has ", "gets +1/+1", "named ", "Odd ", "Lantern",
    "pay any amount of life", "the life paid as it entered", "As an additional cost to cast this spell, ", "exile X cards", " X ",
)  # fmt: skip

texts = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join), st.text(max_size=200)
)


@given(front=texts, back=st.none() | texts, spell=st.booleans())
def test_any_text_becomes_a_definition(front: str, back: str | None, spell: bool) -> None:
    printed = card(front, back=back, types=("Sorcery",) if spell else ("Artifact",))
    abilities = [found for ability in abilities_of(printed) for found in (ability, *ability.grants)]
    ids = [ability.id for ability in abilities]
    assert len(ids) == len(set(ids))
    definition = definition_from_map("Odd Lantern", definition_map(printed))
    assert {end for first, second, _ in definition.linked for end in (first, second)} <= set(ids)
    lines = {0: front.count("\n") + 1, 1: (back or "").count("\n") + 1}
    assert all(1 <= ability.paragraph <= lines[ability.face] for ability in abilities)


@pytest.mark.parametrize(
    "text",
    [
        "As this artifact enters, choose " + "Aa " * 400 + "!",
        "Enchanted creature is a " + "A" * 400 + "!",
        "Enchanted creature is a " + "Bear " * 400 + "!",
        "choose " + "a, " * 400 + "!",
        "exiled " * 400,
        "(" * 400 + '"' * 401,
        "{" + "1: {" * 400,
    ],
)
def test_a_long_and_hostile_text_is_read_all_the_same(text: str) -> None:
    definition_map(card(text))
    definition_map(card(f"{text}\n{text}", types=("Instant",)))


def test_arenas_symbols_of_any_shape_are_read() -> None:
    assert rules_text("{" + "o(" * 400, "Moss").startswith("{")
    assert mana("o" * 400) == ""

"""Cards of several parts, made up: what each reader of card files makes of their parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from events.cards import Definition
from projections.card_names import characteristics_named
from projections.copiable_values import FaceText, Status, text_of_definition, values_of
from simulator.cards import CardFile, open_cards


def opened(path: Path, content: list[Any] | dict[str, Any]) -> CardFile:
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return open_cards(path)


def definition(cards: CardFile, name: str) -> Definition:
    found = cards.definition(name)
    assert found is not None, name
    return found


def shown(cards: CardFile, name: str, zone: str, **status: Any) -> FaceText:
    return values_of(text_of_definition(definition(cards, name)), Status(zone, **status))


def plain(name: str, layout: str = "normal", **given: Any) -> dict[str, Any]:
    return {"name": name, "layout": layout, "types": ["Creature"], "subtypes": [], **given}


GOLEM = "Prototype {1}{R} — 2/*+1 (Reminding words.)\nHaste"
PROTOTYPES: dict[str, Any] = {
    "scryfall": [
        {"name": "Test Golem", "layout": "prototype", "type_line": "Artifact Creature — Golem", "mana_cost": "{7}",
         "colors": [], "power": "7", "toughness": "7", "oracle_text": GOLEM},
    ],
    "mtgjson": {"data": {"Test Golem": [
        {"name": "Test Golem", "layout": "prototype", "types": ["Artifact", "Creature"], "subtypes": ["Golem"],
         "manaCost": "{7}", "colors": [], "power": "7", "toughness": "7", "text": GOLEM},
    ]}},
    "plain": [plain("Test Golem", "prototype", types=["Artifact", "Creature"], subtypes=["Golem"], manaCost="{7}",
                    power="7", toughness="7", text=GOLEM, colorIdentity=["R"])],
    "a layout that does not say so": [plain("Test Golem", types=["Artifact", "Creature"], subtypes=["Golem"],
                                            manaCost="{7}", power="7", toughness="7", text=GOLEM)],
}  # fmt: skip


@pytest.mark.rule("718.2")
@pytest.mark.rule("718.3b")
@pytest.mark.rule("718.5")
@pytest.mark.parametrize("form", PROTOTYPES)
def test_718_the_inset_of_a_prototype_card_is_its_second_cost_and_size_alone(
    form: str, tmp_path: Path
) -> None:
    cards = opened(tmp_path / "cards.json", PROTOTYPES[form])
    raw = cards.card_definition("Test Golem")
    assert raw is not None
    assert (raw["layout"], raw["faces"][1]) == (
        "prototype",
        {"mana_cost": "{1}{R}", "power": "2", "toughness": "*+1"},
    )
    text = text_of_definition(definition(cards, "Test Golem"))
    used = values_of(text, Status("battlefield", prototyped=True))
    assert (used.mana_cost, used.colors, used.power, used.toughness) == (
        "{1}{R}",
        ("R",),
        "2",
        "*+1",
    )
    assert (used.names, used.types, len(used.abilities)) == (
        ("Test Golem",),
        ("Artifact", "Creature"),
        2,
    )
    normally = values_of(text, Status("battlefield"))
    assert (normally.mana_cost, normally.colors, normally.power) == ("{7}", (), "7")
    named = characteristics_named(text, "Test Golem")
    assert named is not None
    assert named.mana_cost == "{7}"


def test_a_prototype_ability_that_is_no_keyword_of_the_card_makes_no_inset(tmp_path: Path) -> None:
    text = 'Whenever a golem enters, say "Prototype {1}{R} — 2/1" aloud.'
    cards = opened(tmp_path / "cards.json", [plain("Test Golem", text=text)])
    assert len(definition(cards, "Test Golem").faces) == 1


@pytest.mark.rule("718.3b")
def test_every_prototype_card_of_the_file_has_its_inset(corpus: Path) -> None:
    found = open_cards(corpus)
    prototypes = [card for card in found if card.layout == "prototype"]
    assert len(prototypes) > 10
    for card in prototypes:
        front, inset = definition(found, card.name).faces
        assert inset.mana_cost, card.name
        assert inset.mana_cost != front.mana_cost, card.name
        assert inset.power is not None, card.name
        assert inset.toughness is not None, card.name
        assert inset.name is None, card.name

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


OMEN: dict[str, Any] = {
    "scryfall": [
        {"name": "Reef Dragon // Low Tide", "layout": "adventure", "colors": ["U"], "card_faces": [
            {"name": "Reef Dragon", "type_line": "Creature — Dragon", "mana_cost": "{4}{U}"},
            {"name": "Low Tide", "type_line": "Instant — Omen", "mana_cost": "{U}"}]},
    ],
    "mtgjson": {"data": {"Reef Dragon // Low Tide": [
        {"name": "Reef Dragon // Low Tide", "faceName": "Low Tide", "side": "b", "layout": "adventure",
         "types": ["Instant"], "subtypes": ["Omen"], "manaCost": "{U}"},
        {"name": "Reef Dragon // Low Tide", "faceName": "Reef Dragon", "side": "a", "layout": "adventure",
         "types": ["Creature"], "subtypes": ["Dragon"], "manaCost": "{4}{U}"},
    ]}},
}  # fmt: skip


@pytest.mark.rule("720.2")
@pytest.mark.parametrize("form", OMEN)
def test_720_2_an_omen_card_is_known_by_its_second_frame(form: str, tmp_path: Path) -> None:
    cards = opened(tmp_path / "cards.json", OMEN[form])
    dragon = definition(cards, "Reef Dragon")
    assert (dragon.layout, [face.name for face in dragon.faces]) == (
        "omen",
        ["Reef Dragon", "Low Tide"],
    )
    assert shown(cards, "Low Tide", "stack", face=1).subtypes == ("Omen",)


def test_an_omen_card_of_a_plain_list_is_known_by_its_name(tmp_path: Path) -> None:
    listed = [
        plain("Reef Dragon // Coil and Catch", "adventure"),
        plain("Reef Sprite // Low Tide", "adventure"),
    ]
    cards = opened(tmp_path / "cards.json", listed)
    assert definition(cards, "Reef Dragon").layout == "omen"
    assert definition(cards, "Reef Dragon").faces[1].subtypes == ("Omen",)
    assert definition(cards, "Reef Sprite").layout == "adventure"
    assert definition(cards, "Reef Sprite").faces[1].subtypes == ("Adventure",)


def _side(name: str, **given: Any) -> dict[str, Any]:
    return {"name": name, "type_line": "Creature — Dragon", "mana_cost": "{4}{U}", **given}


REVERSIBLE: dict[str, Any] = {
    "scryfall": [
        {"name": "Reef Dragon // Low Tide // Reef Dragon // Low Tide", "layout": "reversible_card", "card_faces": [
            _side("Reef Dragon", layout="adventure"),
            _side("Low Tide", layout="adventure", type_line="Instant — Omen"),
            _side("Reef Dragon", layout="adventure"),
            _side("Low Tide", layout="adventure", type_line="Instant — Omen")]},
        {"name": "Odd Lantern // Odd Lantern", "layout": "reversible_card", "card_faces": [
            _side("Odd Lantern", layout="normal"), _side("Odd Lantern", layout="normal")]},
    ],
    "mtgjson": {"data": {
        "Reef Dragon // Low Tide // Reef Dragon // Low Tide": [
            {"name": "R", "faceName": name, "side": side, "layout": "reversible_card", "types": ["Creature"],
             "subtypes": ["Omen"] if name == "Low Tide" else []}
            for side, name in zip("abcd", ["Reef Dragon", "Low Tide"] * 2, strict=True)],
        "Odd Lantern // Odd Lantern": [
            {"name": "O", "faceName": "Odd Lantern", "side": side, "layout": "reversible_card"} for side in "ab"],
    }},
    "plain": [
        plain("Reef Dragon // Coil and Catch // Reef Dragon // Coil and Catch", "reversible_card"),
        plain("Reef Dragon // Coil and Catch", "adventure"),
        plain("Odd Lantern // Odd Lantern", "reversible_card"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("form", REVERSIBLE)
def test_a_reversible_card_is_what_it_is_on_one_side(form: str, tmp_path: Path) -> None:
    cards = opened(tmp_path / "cards.json", REVERSIBLE[form])
    dragon = definition(cards, "Reef Dragon")
    assert (dragon.layout, len(dragon.faces)) == ("omen", 2)
    lantern = definition(cards, "Odd Lantern // Odd Lantern")
    assert (lantern.layout, lantern.faces[0].name, len(lantern.faces)) == (
        "normal",
        "Odd Lantern",
        1,
    )
    assert cards.card("Odd Lantern") is not None
    assert cards.card("Odd Lantern // Reef Dragon") is None


@pytest.mark.rule("709.4a")
def test_709_4a_a_split_card_has_all_of_its_names(tmp_path: Path) -> None:
    cards = opened(tmp_path / "cards.json", [plain("Melt // Meadow // Mill", "split")])
    assert shown(cards, "Meadow", "hand").names == ("Melt", "Meadow", "Mill")
    assert shown(cards, "Meadow", "stack", face=2).names == ("Mill",)


@pytest.mark.rule("712.9")
def test_712_9_two_tokens_back_to_back_are_no_double_faced_token(tmp_path: Path) -> None:
    def token(name: str, kind: str, text: str = "") -> dict[str, Any]:
        return {"name": name, "type_line": kind, "colors": ["G"], "oracle_text": text}

    cards = opened(
        tmp_path / "cards.json",
        [
            {
                "name": "Moss // Newt",
                "layout": "double_faced_token",
                "card_faces": [
                    token("Moss", "Token Creature — Plant"),
                    token("Newt", "Token Creature — Newt"),
                ],
            },
            {
                "name": "Egg // Newt King",
                "layout": "double_faced_token",
                "card_faces": [
                    token("Egg", "Token Artifact — Egg", "{2}: Transform this token."),
                    token("Newt King", "Token Creature — Newt"),
                ],
            },
        ],
    )
    assert [(card.name, card.layout, len(card.faces)) for card in cards] == [
        ("Moss", "token", 1),
        ("Newt", "token", 1),
        ("Egg // Newt King", "double_faced_token", 2),
    ]
    assert shown(cards, "Newt", "battlefield").subtypes == ("Newt",)


@pytest.mark.rule("712.4b")
def test_712_4b_a_meld_card_has_one_face_and_the_melded_one_is_known(tmp_path: Path) -> None:
    faces = [
        {"name": "R", "faceName": name, "side": side, "layout": "meld", "types": ["Creature"]}
        for name, side in (("Left Rat", "a"), ("Big Rat", "b"))
    ]
    other = {**faces[0], "faceName": "Right Rat"}
    content = {
        "data": {"Left Rat // Big Rat": faces, "Right Rat // Big Rat": [other, faces[1]]},
    }
    cards = opened(tmp_path / "cards.json", content)
    assert [(card.name, card.layout, len(card.faces)) for card in cards] == [
        ("Left Rat", "meld", 1),
        ("Big Rat", "meld", 1),
        ("Right Rat", "meld", 1),
    ]


NO_CARDS: dict[str, Any] = {
    "scryfall": [
        {"name": "Moss", "layout": "normal", "type_line": "Artifact"},
        {"name": "Moss // Moss", "layout": "art_series", "type_line": "Card"},
        {"name": "Happy Moss Newt", "layout": "normal", "type_line": "Stickers"},
    ],
    "mtgjson": {"data": {
        "Moss": [{"name": "Moss", "types": ["Artifact"]}],
        "Newt Emblem": [{"name": "Newt Emblem", "layout": "emblem"}],
        "Happy Moss Newt": [{"name": "Happy Moss Newt", "types": ["Stickers"]}],
    }},
    "plain": [
        plain("Moss"), plain("Moss // Moss", "art_series"), plain("Newt Emblem", "emblem"),
        plain("Happy Moss Newt", types=["Stickers"]),
    ],
}  # fmt: skip


@pytest.mark.rule("123.2")
@pytest.mark.parametrize("form", NO_CARDS)
def test_123_2_sheets_of_stickers_are_no_cards_nor_are_art_and_emblems(
    form: str, tmp_path: Path
) -> None:
    cards = opened(tmp_path / "cards.json", NO_CARDS[form])
    assert [card.name for card in cards] == ["Moss"]


@pytest.mark.rule("721.2c")
def test_721_2c_a_station_card_has_no_size_of_its_own(tmp_path: Path) -> None:
    text = "Station (Reminding words.)\n2+ | {1}, {T}: Draw a card.\n8+ | Flying, reach\nOthers have haste."
    listed = plain("Test Barge", types=["Artifact"], power="5", toughness="6", text=text)
    creature = plain("Test Crab", power="5", toughness="6", text="Station")
    cards = opened(tmp_path / "cards.json", [listed, creature])
    barge = shown(cards, "Test Barge", "battlefield")
    assert (barge.power, barge.toughness) == (None, None)
    assert [(each.ability.id, each.ability.kind) for each in barge.abilities] == [
        ("a1", "keyword"),
        ("a2", "activated"),
        ("a3", "keyword"),
        ("a3b", "keyword"),
        ("a4", "static"),
    ]
    assert shown(cards, "Test Crab", "battlefield").power == "5"


@pytest.mark.rule("123.6a")
def test_123_6a_a_blank_in_a_name_may_be_of_any_length(tmp_path: Path) -> None:
    cards = opened(tmp_path / "cards.json", [plain("________ Newt")])
    found = definition(cards, "_____ newt")
    assert found.faces[0].name == "________ Newt"


COLORS = [
    (plain("A", text="Devoid (Reminding words.)\nFlying", manaCost="{1}{U}", colorIdentity=["U"]), ()),
    (plain("A", text="{2}{R}: Do it.", manaCost="{1}{U}", colorIdentity=["U", "R"]), ("U",)),
    (plain("A", manaCost="{0}", colorIdentity=["R"]), ("R",)),
    (plain("A", manaCost=None, text="Suspend 4—{U}", colorIdentity=["U"]), ("U",)),
    (plain("A", manaCost="{3}", text="{R}: Do it.", colorIdentity=["R"]), ()),
    (plain("A", manaCost="{0}", types=["Artifact"], text="{T}: Add {R}.", colorIdentity=["R"]), ()),
    (plain("A", manaCost=None, types=["Land"], text="{T}: Add {R}.", colorIdentity=["R"]), ()),
    (plain("A", manaCost=None, types=["Conspiracy"], text="Add {R}.", colorIdentity=["R"]), ()),
    (plain("A", "meld", manaCost=None, colorIdentity=["B", "G"]), ("B", "G")),
    (plain("A", "meld", manaCost=None, subtypes=["Eldrazi"], colorIdentity=["B"]), ()),
    (plain("A", colors=["G"], manaCost="{U}", colorIdentity=["U", "G"]), ("G",)),
]  # fmt: skip


@pytest.mark.rule("105.2")
@pytest.mark.parametrize(("entry", "colors"), COLORS)
def test_105_2_colors_where_the_file_lists_none(
    entry: dict[str, Any], colors: tuple[str, ...], tmp_path: Path
) -> None:
    cards = opened(tmp_path / "cards.json", [entry])
    assert shown(cards, "A", "battlefield").colors == colors


BACKS = [
    ({"manaCost": "{G}"}, {}, ["G"], ("G",)),
    ({"manaCost": "{W}"}, {}, ["W", "R"], ("R",)),
    ({"manaCost": "{W}"}, {"types": ["Planeswalker"]}, ["W", "R"], ("W", "R")),
    ({"manaCost": "{W}", "text": "{3}{U/P}: Transform A."}, {"subtypes": ["Phyrexian"]}, ["W", "U"], ("W", "U")),
    ({"manaCost": "{G}"}, {"subtypes": ["Eldrazi"]}, ["G"], ()),
    ({"manaCost": "{G}"}, {"types": ["Land"], "text": "{T}: Add {G}."}, ["G"], ()),
    ({"types": ["Land"]}, {}, ["B"], ("B",)),
    ({"manaCost": "{G}"}, {"manaCost": "{1}{U}"}, ["G", "U"], ("U",)),
]  # fmt: skip


@pytest.mark.rule("105.2")
@pytest.mark.parametrize(("front", "back", "of_card", "colors"), BACKS)
def test_105_2_the_color_of_a_back_where_the_file_lists_none(
    front: dict[str, Any],
    back: dict[str, Any],
    of_card: list[str],
    colors: tuple[str, ...],
    tmp_path: Path,
) -> None:
    cards = opened(
        tmp_path / "cards.json",
        [
            plain("A // B", "transform", back="B", colorIdentity=of_card, **front),
            plain("B", "transform", **{"front": "A", "colorIdentity": of_card, **back}),
        ],
    )
    assert shown(cards, "A", "battlefield", face=1).colors == colors


@pytest.mark.rule("709.4b")
def test_709_4b_a_half_that_the_file_does_not_describe_has_the_other_colors(tmp_path: Path) -> None:
    listed = [
        plain("Melt // Meadow", "split", manaCost="{R}", colorIdentity=["R", "G"]),
        plain("Moss // Marsh", "split", manaCost="{G}", colorIdentity=["G"]),
        plain("Mice // Mill", "split", manaCost="{W}{U}", colorIdentity=["W", "U"]),
    ]
    cards = opened(tmp_path / "cards.json", listed)
    assert shown(cards, "Melt", "hand").colors == ("R", "G")
    assert shown(cards, "Melt", "stack", face=1).colors == ("G",)
    assert shown(cards, "Moss", "stack", face=1).colors == ("G",)
    assert shown(cards, "Mill", "stack", face=1).colors == ()


@pytest.mark.rule("604.3")
def test_604_3_what_is_all_colors_has_five(tmp_path: Path) -> None:
    cards = opened(tmp_path / "cards.json", [plain("Test Golem", text="Test Golem is all colors.")])
    (ability,) = definition(cards, "Test Golem").faces[0].abilities
    assert ability.effects[0].set_colors == ("W", "U", "B", "R", "G")

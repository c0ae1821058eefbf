"""The reader against cards labelled by hand from the rule, and against every card of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simulator.cards import linked_pairs, open_cards
from simulator.cards.card_file import CardFile

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def cards(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> CardFile:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        return open_cards(corpus)


def read(cards: CardFile, name: str) -> list[dict[str, Any]]:
    card = cards.card(name)
    assert card is not None, name
    found: list[dict[str, Any]] = linked_pairs(card)["pairs"]
    return found


def labelled(file: str) -> list[dict[str, Any]]:
    sample: list[dict[str, Any]] = json.loads((HERE / file).read_text(encoding="utf-8"))
    return sample


@pytest.mark.parametrize(
    ("file", "size"),
    [
        ("sample_labelled.json", 210),
        ("sample_held_back.json", 100),
        ("sample_after.json", 100),
        ("sample_by_another.json", 180),
    ],
)
def test_the_samples_hold_what_they_say(file: str, size: int) -> None:
    sample = labelled(file)
    assert len({entry["name"] for entry in sample}) == size


@pytest.mark.parametrize(
    "file",
    [
        "sample_labelled.json",
        "sample_held_back.json",
        "sample_after.json",
        "sample_by_another.json",
    ],
)
def test_precision_and_recall_are_95_percent_each(cards: CardFile, file: str) -> None:
    right = wrong = missed = 0
    for entry in labelled(file):
        expected = {(tuple(first), tuple(second), kind) for first, second, kind in entry["pairs"]}
        got = {
            (
                (pair["first"]["face"], pair["first"]["paragraph"]),
                (pair["second"]["face"], pair["second"]["paragraph"]),
                pair["kind"],
            )
            for pair in read(cards, entry["name"])
        }
        right += len(expected & got)
        wrong += len(got - expected)
        missed += len(expected - got)
    assert right / (right + wrong) >= 0.95
    assert right / (right + missed) >= 0.95


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("Sutured Ghoul", [(2, 3, "607.2b")]),
        ("Isochron Scepter", [(1, 2, "607.2a")]),
        ("Paradise Plume", [(1, 2, "607.2d"), (1, 3, "607.2d")]),
        ("Oblivion Ring", [(1, 2, "607.2a")]),
        ("Changeling Hero", [(2, 2, "607.2k")]),
        ("Gorex, the Tombshell", [(1, 3, "607.2q")]),
        ("Outpost Siege", [(1, 2, "607.2m"), (1, 3, "607.2m")]),
        ("Detention Sphere", [(1, 2, "607.2a")]),
        ("Banisher Priest", []),
        ("Grizzly Bears", []),
    ],
)
def test_the_cards_of_the_issue(
    cards: CardFile, name: str, pairs: list[tuple[int, int, str]]
) -> None:
    found = read(cards, name)
    assert [
        (pair["first"]["paragraph"], pair["second"]["paragraph"], pair["rule"]) for pair in found
    ] == pairs
    assert all(pair["certain"] and pair["why"] for pair in found)


@pytest.mark.slow
def test_every_card_of_the_file_becomes_a_definition_with_its_pairs(cards: CardFile) -> None:
    linked = 0
    for card in cards:
        definition = cards.definition(card.name)
        assert definition is not None
        ids = [
            found.id
            for face in definition.faces
            for ability in face.abilities
            for found in (ability, *ability.grants)
        ]
        assert len(ids) == len(set(ids)), card.name
        assert {end for first, second, _ in definition.linked for end in (first, second)} <= set(
            ids
        ), card.name
        linked += bool(definition.linked)
    assert linked > 1000

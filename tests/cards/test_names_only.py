"""Records that name cards and define none: everything comes from the card file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulator.cards import linked, lookup
from simulator.check import check


def sphere_blinked(name: str, first: str, second: str, others: tuple[str, str]) -> list[str]:
    """A sphere exiles one creature, is blinked and exiles another (CR 400.7, 607.2a)."""
    lines: list[dict[str, object]] = [
        {"record": "nametrail", "version": 1, "players": ["ana", "ben"], "rules": "2026-06-19"},
        {
            "event": "card_added",
            "card": "sphere",
            "definition": name,
            "owner": "ana",
            "zone": "battlefield",
        },
        {
            "event": "card_added",
            "card": "a",
            "definition": others[0],
            "owner": "ben",
            "zone": "battlefield",
        },
        {
            "event": "card_added",
            "card": "b",
            "definition": others[1],
            "owner": "ben",
            "zone": "battlefield",
        },
        {"event": "exiled", "object": "a", "with": f"sphere:{first}"},
        {"expect": "linked", "by": f"sphere:{second}", "are": ["a"]},
        {"event": "exiled", "object": "sphere"},
        {"event": "moved", "object": "sphere", "to": "battlefield"},
        {"expect": "linked", "by": f"sphere:{second}", "are": []},
        {"event": "exiled", "object": "b", "with": f"sphere:{first}"},
        {"expect": "linked", "by": f"sphere.1:{second}", "are": ["a"]},
        {"expect": "linked", "by": f"sphere:{second}", "are": ["b"]},
    ]
    return [json.dumps(line) for line in lines]


@pytest.mark.rule("607.2a")
def test_a_blinked_sphere_returns_its_own_card_only(tmp_path: Path) -> None:
    text = "When this artifact enters, exile target creature.\nWhen this artifact leaves the battlefield, return the exiled cards to the battlefield."
    path = tmp_path / "cards.json"
    entries = [
        {"name": "Odd Sphere", "types": ["Artifact"], "text": text},
        {"name": "Cub", "types": ["Creature"]},
        {"name": "Elk", "types": ["Creature"]},
    ]
    path.write_text(json.dumps(entries), encoding="utf-8")
    result = check(sphere_blinked("Odd Sphere", "a1", "a2", ("Cub", "Elk")), lookup(path))
    assert (result.passed, result.failed, result.error) == (4, 0, None)


@pytest.mark.rule("607.2a")
def test_detention_sphere_from_the_plain_card_file(corpus: Path) -> None:
    (pair,) = linked("Detention Sphere", corpus)["pairs"]
    record = sphere_blinked(
        "Detention Sphere", pair["first"]["id"], pair["second"]["id"], ("Bear Cub", "Hill Giant")
    )
    result = check(record, lookup(corpus))
    assert (result.passed, result.failed, result.error) == (4, 0, None)


def test_without_a_file_the_bundled_cards_do(tmp_path: Path) -> None:
    result = check(
        sphere_blinked("Detention Sphere", "exile", "return", ("Bear Cub", "Hill Giant")), lookup()
    )
    assert (result.passed, result.failed, result.error) == (4, 0, None)

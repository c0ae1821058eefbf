"""Every kind of event has its sentence, in English and in Spanish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from events.forms import event_from_map
from events.kinds import EVENT_KINDS
from events.record import read_record
from simulator import wording
from simulator.messages import catalogue, translator


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(wording.SENTENCES) == set(EVENT_KINDS)


def test_every_sentence_has_its_spanish() -> None:
    spanish = catalogue("es").messages
    everything = [
        *wording.SENTENCES.values(),
        *wording.CLAUSES.values(),
        *wording.FLAGS.values(),
        *wording.ZONES.values(),
        wording.UNATTACHED,
        wording.LIFE_TOTAL,
        wording.AN_UNKNOWN_CARD,
        wording.NOTHING,
    ]
    assert [text for text in everything if text not in spanish] == []


@pytest.mark.parametrize(
    ("raw", "english", "spanish"),
    [
        (
            {"event": "spell_cast", "object": "fae", "face": "Granted"},
            "fae is cast, as Granted",
            "se lanza fae, como Granted",
        ),
        (
            {"event": "moved", "object": "fae", "to": "graveyard"},
            "fae moves to graveyard",
            "fae va a cementerio",
        ),
        (
            {"event": "attached", "object": "aura"},
            "aura becomes unattached",
            "aura deja de estar anexado",
        ),
        (
            {"event": "card_added", "card": "c", "owner": "ana", "zone": "library"},
            "c is in library, owned by ana, a card not seen",
            "c está en biblioteca, propiedad de ana, una carta no vista",
        ),
        (
            {"event": "life_changed", "player": "ana", "amount": -3, "total": 17},
            "ana: life -3, now 17",
            "ana: vidas -3, ahora 17",
        ),
        (
            {"event": "life_changed", "player": "ana", "total": 17},
            "ana: life total 17",
            "ana: total de vidas 17",
        ),
        (
            {"event": "damage_dealt", "object": "bear", "player": "ben", "amount": 2},
            "bear deals damage to ben: 2",
            "bear hace daño a ben: 2",
        ),
        (
            {
                "event": "simultaneous",
                "events": [{"event": "tapped", "object": "a"}, {"event": "tapped", "object": "b"}],
            },
            "at the same time: a becomes tapped; b becomes tapped",
            "al mismo tiempo: a se gira; b se gira",
        ),
    ],
)
def test_an_event_in_words(raw: dict[str, Any], english: str, spanish: str) -> None:
    event = event_from_map(raw)
    assert wording.happened(event, translator("en")) == english
    assert wording.happened(event, translator("es")) == spanish


def test_references_are_named_as_the_caller_likes() -> None:
    event = event_from_map({"event": "became_copy", "object": "it", "of": "seeker"})
    words = wording.happened(event, translator("en"), lambda each: each.upper())
    assert words == "IT becomes a copy of SEEKER"


def test_every_event_of_our_records_can_be_told(root: Path) -> None:
    for language in ("en", "es"):
        translate = translator(language)
        for file in (root / "tests/records").glob("*.jsonl"):
            for event in read_record(file, strict=False).events:
                assert wording.happened(event, translate)

"""The long games the benchmarks run on: the same from the same seed, legal to fold, and in balance."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from projections import fold
from projections.names import names_of
from simulator.bench import games, stored


def test_the_same_seed_gives_the_same_game() -> None:
    assert games.game(500, seed=3) == games.game(500, seed=3)
    assert games.game(500, seed=3) != games.game(500, seed=4)


@pytest.mark.parametrize("permanents", [10, 100])
def test_every_event_can_be_folded_and_the_board_keeps_its_size(permanents: int) -> None:
    state = fold.start(games.header())
    sizes = []
    for index, event in enumerate(games.game(6000, permanents=permanents)):
        fold.apply(state, event)
        if index % 500 == 499:
            sizes.append(sum(each.zone == "battlefield" for each in state.objects.values()))
    assert max(sizes) <= permanents + 5
    assert min(sizes) >= permanents * 0.7


def test_the_mix_has_stickers_copies_links_and_what_real_games_are_made_of() -> None:
    kinds = Counter(type(event).__name__ for event in games.game(20_000))
    common = ("StepBegan", "Tapped", "Untapped", "Moved", "SpellCast", "SpellResolved", "TurnBegan")
    special = ("StickerPlaced", "StickerMoved", "BecameCopy", "TokenCreated", "Exiled", "Transformed",
               "EffectBegan", "EffectEnded", "Attached", "AbilityPutOnStack")  # fmt: skip
    assert all(kinds[kind] > 200 for kind in common)
    assert all(kinds[kind] > 5 for kind in special)


def test_the_state_of_a_long_game_does_not_grow() -> None:
    state = fold.start(games.header())
    sizes = []
    for index, event in enumerate(games.game(12_000, permanents=30)):
        fold.apply(state, event)
        if index in {3000, 11_999}:
            sizes.append((len(state.objects), len(state.holders), len(state.effects)))
    (objects, holders, effects), (later_objects, later_holders, later_effects) = sizes
    assert later_objects <= objects * 1.3 + 10
    assert later_holders <= holders + 10
    assert later_effects <= effects + 15


@pytest.mark.parametrize("packed", [False, True])
def test_a_stored_game_is_the_game_in_memory(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "long.sqlite"
    count = stored.written(path, games.actions(3000, permanents=20), packed=packed)
    state = fold.start(games.header())
    for event in games.game(3000, permanents=20):
        fold.apply(state, event)
    read = stored.replayed_file(path)
    assert read.position == state.position == count
    assert {card: names_of(read, each) for card, each in read.objects.items()} == {
        card: names_of(state, each) for card, each in state.objects.items()
    }

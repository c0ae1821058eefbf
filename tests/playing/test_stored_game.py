"""Playing a stored game: recorded before it counts, several players at once, undone without being deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.errors import RecordError, RuleBroken
from events.record import read_record
from events.store import Store, open_store
from events.verify import verify
from simulator.stored_game import StoredGame
from tests.replay.test_replay import ADDED, FIRST, line_moved, seen


def stored(path: Path) -> tuple[Store, str]:
    store = open_store(str(path / "games.sqlite"))
    return store, store.add(read_record([FIRST, ADDED, line_moved("battlefield")], "fae.jsonl"))


def test_what_is_played_is_in_the_store(tmp_path: Path) -> None:
    store, name = stored(tmp_path)
    game = StoredGame(store, name)
    game.exile("fae")
    game.place_sticker("s1", "fae", 2, words="Mana")
    assert len(store.record(name).events) == 4
    again = StoredGame(store, name)
    assert again.now.name_of("fae") == "Fae of Mana Wishes"
    assert seen(again.state) == seen(game.state)
    assert verify(store, name)[0].holds


def test_what_breaks_a_rule_is_not_recorded(tmp_path: Path) -> None:
    store, name = stored(tmp_path)
    game = StoredGame(store, name)
    with pytest.raises(RuleBroken):
        game.move("fae", "battlefield")
    with pytest.raises(RuleBroken):
        game.move("fae.1", "exile")
    assert store.info(name).events == 2


def test_whoever_is_slower_is_asked_anew(tmp_path: Path) -> None:
    store, name = stored(tmp_path)
    first, second = StoredGame(store, name), StoredGame(store, name)
    first.place_sticker("s1", "fae", 0, words="Hot")
    second.place_sticker("s2", "fae", 4, words="Dog")
    assert second.now.name_of("fae") == "Hot Fae of Wishes Dog"
    with pytest.raises(RuleBroken, match="behind 9 words"):
        first.place_sticker("s3", "fae", 9, words="Far")
    first.exile("fae")
    with pytest.raises(RuleBroken, match=r"400\.7"):
        second.move("fae.2", "hand")
    assert second.state.objects["fae"].zone == "exile", "it has been folded again"
    assert seen(StoredGame(store, name).state) == seen(second.state)
    assert verify(store, name)[0].holds


def test_undo_goes_back_in_the_store(tmp_path: Path) -> None:
    store, name = stored(tmp_path)
    game, other = StoredGame(store, name), StoredGame(store, name)
    game.exile("fae")
    game.move("fae", "hand")
    assert other.refresh()
    assert not other.refresh()
    game.undo()
    game.undo()
    assert game.state.objects["fae"].zone == "battlefield"
    game.move("fae", "graveyard")
    other.refresh()
    assert seen(other.state) == seen(game.state)
    assert [event.to for event in store.record(name).events[1:]] == ["battlefield", "graveyard"]  # type: ignore[union-attr]
    for _ in range(3):
        game.undo()
    assert game.state.objects == {}
    with pytest.raises(RecordError, match="nothing to undo"):
        game.undo()
    assert verify(store, name)[0].holds


def test_a_game_that_broke_rules_can_be_played_on(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "games.sqlite"))
    name = store.add(
        read_record([FIRST, ADDED, line_moved("hand"), line_moved("exile")], "fae.jsonl")
    )
    game = StoredGame(store, name)
    game.move("fae", "battlefield")
    assert game.position == 4

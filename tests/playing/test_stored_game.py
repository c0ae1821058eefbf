"""Playing a stored game: recorded before it counts, several players at once, undone without being deleted."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from events.errors import RecordError, RuleBroken
from events.record import read_record
from events.store import Store, open_store
from events.verify import verify
from simulator.logs import configure
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


def test_several_at_once_lose_nothing(tmp_path: Path) -> None:
    store, name = stored(tmp_path)
    failures: list[BaseException] = []

    def play(player: int) -> None:
        try:
            with open_store(store.name) as own:
                game = StoredGame(own, name)
                for number in range(8):
                    game.place_sticker(f"s{player}-{number}", "fae", 0, words=f"W{player}{number}")
        except BaseException as error:  # noqa: BLE001 - told by the test itself
            failures.append(error)

    threads = [threading.Thread(target=play, args=(player,)) for player in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    game = StoredGame(store, name)
    assert len(game.state.objects["fae"].stickers) == 24
    assert store.info(name).events == 26
    assert verify(store, name)[0].holds


def test_logs_tell_the_game_position_and_kind_and_no_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, name = stored(tmp_path)
    structlog = pytest.importorskip("structlog")
    try:
        configure(as_json=True, level="info")
        game, other = StoredGame(store, name), StoredGame(store, name)
        game.move("fae", "hand")
        other.shuffle("ana")
    finally:
        structlog.reset_defaults()
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(each["event"], each["game"], each["position"]) for each in told] == [
        ("recorded", name, 3), ("somebody was faster", name, 3), ("recorded", name, 4),
    ]  # fmt: skip
    assert [each.get("happened") for each in told] == ["moved", None, "shuffled"]
    assert "Fae" not in json.dumps(told)

"""The store's commands: what goes in comes out the same, and every command takes a stored game."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from events.record import line_to_map, read_record
from simulator import cli

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command on a store of the test's own."""

    def command(*words: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = cli.run(["--db", str(tmp_path / "games.sqlite"), *map(str, words)])
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture
def fae(root: Path) -> Path:
    return root / "simulator/examples/fae-of-wishes.jsonl"


def test_a_stored_record_comes_out_the_same(run: Run, fae: Path, tmp_path: Path) -> None:
    status, out, _ = run("store", "add", fae)
    assert (status, out) == (0, f"{fae}: fae-of-wishes, 6 events\n")
    again = tmp_path / "again.jsonl"
    assert run("store", "export", "fae-of-wishes", "-o", again)[0] == 0
    before, after = read_record(fae), read_record(again)
    assert [line_to_map(line) for line in after.lines] == [
        line_to_map(line) for line in before.lines
    ]
    assert (after.header.players, after.header.cards) == (
        before.header.players,
        before.header.cards,
    )
    _, out, _ = run("store", "export", "fae-of-wishes")
    assert out == again.read_text(encoding="utf-8")


def test_one_damaged_game_does_not_hide_the_others(run: Run, fae: Path, tmp_path: Path) -> None:
    for game in ("hurt", "whole"):
        run("store", "add", fae, "--game", game)
    connection = sqlite3.connect(tmp_path / "games.sqlite")
    where = "WHERE originator_id = 'hurt' AND originator_version = 3"
    (state,) = connection.execute(f"SELECT state FROM stored_events {where}").fetchone()
    changed = b"\xc1" + state[1:]
    connection.execute(f"UPDATE stored_events SET state = ? {where}", (changed,))
    connection.commit()
    connection.close()
    status, out, err = run("store", "find", "--card", "Fae of Wishes", "--json")
    assert status == 1
    assert {each["game"] for each in json.loads(out)["found"]} == {"hurt", "whole"}
    assert err.startswith("hurt: event 2: ")
    assert "version 3 of hurt cannot be read" in err
    assert len(err.splitlines()) == 1
    status, out, again = run("store", "rebuild", "--json")
    assert (status, again) == (1, err)
    assert json.loads(out) == {"events": 7}


def test_every_command_takes_the_id_of_a_stored_game(run: Run, fae: Path) -> None:
    run("store", "add", fae)
    assert run("why", "fae-of-wishes", "fae")[1] == run("why", fae, "fae")[1]
    assert run("state", "fae", "--json")[1] == run("state", fae, "--json")[1]
    assert run("replay", "fae-of-wishes")[1] == run("replay", fae)[1]
    assert run("check", "fae-of-wishes")[:2] == (0, "5 passed, 0 failed\n")
    assert (
        run("positions", "fae-of-wishes", "fae", "Big")[1] == run("positions", fae, "fae", "Big")[1]
    )


def test_a_stored_game_knows_its_cards_without_a_card_file(
    run: Run, tmp_path: Path, root: Path
) -> None:
    cards = tmp_path / "cards.json"
    text = {"data": {"Odd Cow": [{"name": "Odd Cow", "layout": "normal", "types": ["Creature"]}]}}
    cards.write_text(json.dumps(text), encoding="utf-8")
    game = tmp_path / "cow.jsonl"
    added = {
        "event": "card_added",
        "card": "c",
        "definition": "Odd Cow",
        "owner": "ana",
        "zone": "hand",
    }
    header = {"record": "nametrail", "version": 1, "players": ["ana"]}
    game.write_text(f"{json.dumps(header)}\n{json.dumps(added)}\n", encoding="utf-8")
    assert run("state", game)[0] == 2
    assert run("store", "add", game, "--cards", cards)[0] == 0
    assert "Odd Cow" in run("state", "cow")[1]


def test_list_and_its_json(run: Run, fae: Path) -> None:
    assert run("store", "list")[0] == 2
    run("store", "add", fae)
    run("store", "add", fae, "--game", "second")
    _, out, _ = run("store", "list", "--json")
    games = json.loads(out)["games"]
    assert [game["game"] for game in games] == ["fae-of-wishes", "second"]
    _, out, _ = run("store", "list")
    assert [line.split()[0] for line in out.splitlines()] == ["fae-of-wishes", "second"]
    assert games[0]["head"] in out


def test_verify_finds_a_change_made_behind_its_back(run: Run, fae: Path, tmp_path: Path) -> None:
    run("store", "add", fae)
    status, out, _ = run("store", "verify", "--json")
    assert status == 0
    assert json.loads(out)["holds"] is True
    head = json.loads(out)["games"][0]["head"]
    assert run("store", "verify", "fae-of-wishes", "--head", head)[0] == 0
    assert run("store", "verify", "fae-of-wishes", "--head", "0" * 64)[0] == 1
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        where = "WHERE originator_version = 5"
        (state,) = database.execute(f"SELECT state FROM stored_events {where}").fetchone()
        changed = bytes(state).replace(b"Mana", b"Rana")
        database.execute(f"UPDATE stored_events SET state = ? {where}", (changed,))
    status, out, _ = run("store", "verify")
    assert status == 1
    assert "fae-of-wishes" in out


def test_a_game_that_is_not_there(run: Run, fae: Path) -> None:
    run("store", "add", fae)
    status, out, err = run("state", "fea-of-wishes")
    assert (status, out) == (2, "")
    assert "did you mean 'fae-of-wishes'?" in err
    assert run("store", "add")[0] == 2
    assert run("store", "add", fae, fae, "--game", "x")[0] == 2


def test_find_across_games_and_rebuild(run: Run, root: Path) -> None:
    examples = root / "simulator/examples"
    run("store", "add", examples / "fae-of-wishes.jsonl", examples / "bear-cub.jsonl")
    status, out, _ = run("store", "find", "--name", "Mana", "--json")
    assert status == 0
    found = {(each["game"], each["name"]) for each in json.loads(out)["found"]}
    assert ("fae-of-wishes", "Granted Mana") in found
    assert "Fae of Mana Wishes" in run("store", "find", "--name", "Mana")[1]
    assert run("store", "find", "--name", "Otter")[:2] == (1, "")
    assert run("store", "rebuild")[:2] == (0, "10 events read\n")
    assert run("store", "find")[0] == 2


def test_play_goes_on_with_a_stored_game(
    run: Run, fae: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("store", "add", fae)
    monkeypatch.setattr(sys, "stdin", io.StringIO("move fae to hand\nmove fae to hand\nquit\n"))
    status, _, _ = run("play", "fae-of-wishes")
    assert status == 1
    assert json.loads(run("state", "fae-of-wishes", "--json")[1])["objects"][0]["zone"] == "hand"
    assert run("store", "verify")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert run("play", "new-game", "--players", "ana", "ben")[0] == 0
    assert "ana, ben" in run("store", "list")[1]
    assert run("play", "no-such-game")[0] == 2

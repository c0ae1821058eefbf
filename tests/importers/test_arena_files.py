"""Logs as files: packed, cut, in another encoding, of another program, several at once; and real ones."""

import gzip
import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest

from events.errors import RecordError
from events.record import EventLine, read_record
from simulator.importers import import_arena
from simulator.importers.arena import ArenaImport
from tests.importers.arena_log_writer import ArenaLog


def a_log(*, games: int = 1) -> str:
    log = ArenaLog()
    for _ in range(games):
        (bear,) = log.begin({1001: 11})
        log.enter(bear)
        log.end()
    return log.text()


def run(
    tmp_path: Path, data: bytes, name: str = "Player.log", *, keep_names: bool = False
) -> ArenaImport:
    source = tmp_path / name
    source.write_bytes(data)
    return import_arena([source], tmp_path / "out", jobs=1, keep_names=keep_names)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("packed", [False, True])
def test_encodings_and_packing(tmp_path: Path, encoding: str, packed: bool) -> None:
    data = a_log().encode(encoding)
    found = run(tmp_path, gzip.compress(data) if packed else data)
    assert [(game.complete, game.differences) for game in found.games] == [(True, [])]
    assert found.exit_status == 0


def test_a_log_packed_in_several_parts(tmp_path: Path) -> None:
    data = a_log(games=2).encode()
    packed = gzip.compress(data[:3000]) + gzip.compress(data[3000:]) + bytes(100)
    found = run(tmp_path, packed)
    assert [game.complete for game in found.games] == [True, True]
    assert found.problems == ()


def test_windows_line_ends(tmp_path: Path) -> None:
    assert run(tmp_path, a_log().replace("\n", "\r\n").encode()).games[0].complete


def test_letters_in_another_encoding_do_not_hide_a_message(tmp_path: Path) -> None:
    data = (
        a_log()
        .replace('"GREMessageType_GameStateMessage"', '"GREMessageType_\xe9"')
        .encode("cp1252")
    )
    (game,) = run(tmp_path, data).games
    assert game.complete


def test_a_packed_log_that_is_cut_gives_what_can_be_read(tmp_path: Path) -> None:
    noise = random.Random(1)
    text = "".join(
        line + f"\n{noise.random()}\n" * 40 for line in a_log(games=3).splitlines(keepends=True)
    )
    data = gzip.compress(text.encode())
    found = run(tmp_path, data[: len(data) * 2 // 3], "Player.log.gz")
    assert found.games
    assert found.exit_status == 1
    assert "cut or damaged" in str(found.problems[0])


def last_message(data: bytes) -> tuple[int, int]:
    """Where the last message of a log begins and ends, before its line end."""
    end = len(data) - len(b"\n")
    return data.rindex(b"\n", 0, end) + 1, end


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("letters", [1, 2, 20, 60, 150, -1])
def test_a_log_cut_in_mid_line_gives_what_can_be_read(
    tmp_path: Path, end: bytes, letters: int
) -> None:
    data = a_log().encode()
    start, stop = last_message(data)
    cut = data[: start + letters if letters > 0 else stop + letters].replace(b"\n", end)
    line = cut.count(b"\n") + 1
    found = run(tmp_path, cut)
    (game,) = found.games
    assert game.events
    assert not game.complete
    assert [gap["line"] for gap in game.gaps] == [line]
    assert game.differences == []
    assert read_record(Path(game.file)).header.extra["complete"] is False
    (problem,) = found.as_json()["problems"]
    assert problem.endswith(f"Player.log: the file is cut in the middle of line {line}")
    assert found.exit_status == 1


def test_a_game_that_was_over_before_the_cut_is_complete(tmp_path: Path) -> None:
    first = a_log()
    found = run(tmp_path, (first + '{"transactionId": "12').encode())
    (game,) = found.games
    assert (game.complete, game.gaps) == (True, [])
    assert found.exit_status == 1
    assert "cut in the middle of line" in str(found.problems[0])


@pytest.mark.parametrize(
    "last",
    ["", "[UnityCrossThreadLogger]Got", '{"a": {"b": "\xe9"}}', "a {word}", '{"a": 1} {', "}"],
)
def test_a_last_line_without_its_end_is_no_cut(tmp_path: Path, last: str) -> None:
    """So a log ends while Arena runs."""
    found = run(tmp_path, (a_log() + last).encode())
    assert [game.complete for game in found.games] == [True]
    assert found.problems == ()
    assert run(tmp_path, a_log().encode().rstrip()).problems == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
def test_every_place_a_message_is_cut_at_is_seen(tmp_path: Path, encoding: str) -> None:
    last = '{"a": [1.5e-3, true, null, "\\u00e9\\n", "\xe9\u20ac"], "b": {"c": -1}}'
    for letters in range(1, len(last)):
        found = run(tmp_path, (a_log() + last[:letters]).encode(encoding))
        assert len(found.problems) == 1, last[:letters]
    whole = (a_log() + last).encode()
    for missing in range(1, len(last.encode())):
        assert len(run(tmp_path, whole[:-missing]).problems) == 1


@pytest.mark.parametrize("part", ["before the first game", "within the first game"])
def test_a_packed_log_cut_early_gives_one_and_names_the_cut(tmp_path: Path, part: str) -> None:
    lines = a_log().splitlines(keepends=True)
    kept = "".join(lines[: 1 if part == "before the first game" else 5])
    packer = zlib.compressobj(wbits=31)
    cut = packer.compress(kept.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
    found = run(tmp_path, cut, "Player.log.gz")
    assert found.exit_status == 1
    (problem,) = found.problems
    assert f"cut or damaged after line {kept.count(chr(10))}" in str(problem)
    for game in found.games:
        assert not game.complete
        assert game.gaps[-1]["line"] == 6
    assert len(found.games) == (part == "within the first game")


def test_a_packed_log_of_which_nothing_can_be_read(tmp_path: Path) -> None:
    found = run(tmp_path, gzip.compress(b"x")[:10], "Player.log.gz")
    assert (found.games, found.exit_status) == ((), 2)
    assert "cut or damaged after line 0" in str(found.problems[0])


def test_json_cut_in_mid_line_is_a_gap(tmp_path: Path) -> None:
    lines = a_log().splitlines()
    lines[4] = lines[4][: len(lines[4]) // 2]
    found = run(tmp_path, "\n".join(lines).encode())
    (game,) = found.games
    assert not game.complete
    assert game.gaps[0]["line"] == 5


def test_a_game_that_began_in_an_earlier_log(tmp_path: Path) -> None:
    lines = a_log().splitlines()
    found = run(tmp_path, "\n".join(lines[4:]).encode())
    (game,) = found.games
    assert not game.complete
    assert "middle" in game.gaps[0]["why"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"[UnityCrossThreadLogger]DETAILED LOGS: DISABLED\n", "detailed logs were switched off"),
        (b"[UnityCrossThreadLogger]Client.SceneChange {}\n", "no game in this log"),
        (b"Jan 1 00:00:00 host sshd[1]: hello\n", "no log of MTG Arena"),
        (bytes(range(256)) * 20, "no log of MTG Arena"),
        (b"", "no log of MTG Arena"),
    ],
)
def test_a_file_without_games_says_so(tmp_path: Path, data: bytes, reason: str) -> None:
    found = run(tmp_path, data)
    assert found.games == ()
    assert found.exit_status == 1
    assert reason in str(found.problems[0])


def test_a_log_that_is_not_there(tmp_path: Path) -> None:
    found = import_arena([tmp_path / "nowhere.log"], tmp_path / "out", jobs=1)
    assert found.exit_status == 2
    assert "nowhere.log" in str(found.problems[0])


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be made"):
        import_arena([], tmp_path / "file" / "out")


def test_several_logs_at_once_give_the_same_as_one_after_another(tmp_path: Path) -> None:
    logs = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        log = tmp_path / folder / "Player.log"
        log.write_text(a_log(games=2))
        logs.append(log)
    seen: list[tuple[str, int, int]] = []

    def noted(log: str, done: int, of: int) -> None:
        seen.append((log, done, of))

    together = import_arena(logs, tmp_path / "together", jobs=2, progress=noted)
    apart = import_arena(logs, tmp_path / "apart", jobs=1)
    assert [Path(game.file).name for game in together.games] == [
        Path(game.file).name for game in apart.games
    ]
    assert len({game.file for game in together.games}) == 4
    for one, other in zip(together.games, apart.games, strict=True):
        assert Path(one.file).read_bytes() == Path(other.file).read_bytes()
    assert seen


def test_players_are_renamed_unless_their_names_are_kept(tmp_path: Path) -> None:
    room = {"matchGameRoomStateChangedEvent": {"gameRoomInfo": {"gameRoomConfig": {"matchId": "m", "reservedPlayers": [
        {"userId": "SECRET", "playerName": "Ann Other", "systemSeatId": 1},
        {"userId": "SECRET", "playerName": "Ben Else", "systemSeatId": 2}]}}}}  # fmt: skip
    data = (json.dumps(room) + "\n" + a_log()).encode()
    (game,) = run(tmp_path, data).games
    text = Path(game.file).read_text()
    assert "Ann" not in text
    assert "SECRET" not in text
    (game,) = run(tmp_path, data, keep_names=True).games
    text = Path(game.file).read_text()
    assert json.loads(text.splitlines()[0])["players"] == ["Ann Other", "Ben Else"]
    assert "player1" not in text
    assert "SECRET" not in text


def test_as_json_has_the_counts(tmp_path: Path) -> None:
    found = run(tmp_path, a_log().encode())
    (game,) = found.as_json()["games"]
    assert {"file", "log", "game", "events", "states", "names_compared", "names_agreeing", "ids_compared",
            "ids_agreeing", "gaps", "complete"} <= set(game)  # fmt: skip
    assert game["names_compared"] == game["names_agreeing"] > 0


# --- the real logs ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> ArenaImport:
    folder = shared / "recordings" / "arena"
    logs = sorted(folder.glob("*.log.gz"))
    if not logs:
        pytest.skip("the recordings of ../shared are not here")
    return import_arena(
        logs, tmp_path_factory.mktemp("real"), shared / "card-data" / "arena-ids.json", jobs=1
    )


def test_every_game_of_the_real_logs_is_found(real: ArenaImport) -> None:
    assert len(real.games) == 23
    assert len(real.problems) == 2
    assert real.exit_status == 1
    assert sum(not game.complete for game in real.games) == 3


def test_every_name_and_number_of_the_real_logs_agrees(real: ArenaImport) -> None:
    for game in real.games:
        assert game.differences == [], game.file
        assert game.names_compared == game.names_agreeing > 0
        assert game.ids_compared == game.ids_agreeing > 0


def found_in(real: ArenaImport, part: str, *kinds: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for game in real.games:
        if part in game.log:
            record = [json.loads(line) for line in Path(game.file).read_text().splitlines()[1:]]
            events += [event for event in record if event["event"] in kinds]
    return events


def test_changes_of_name_in_place_are_what_they_are(real: ArenaImport) -> None:
    assert len(found_in(real, "bg-elves", "transformed")) == 3
    copies = [
        event for event in found_in(real, "uw-merfolk", "spell_resolved") if "copy_of" in event
    ]
    assert [event["source"]["instance"] for event in copies] == [332, 334]
    (opened,) = found_in(real, "name-a-card", "door_unlocked")
    assert opened["face"] == "Ritual Chamber"
    (turned,) = found_in(real, "pioneer-ranked-bo3", "turned_face_up")
    assert turned["source"] == {"instance": 364, "state": 114}


def test_every_event_says_where_it_was_found(real: ArenaImport) -> None:
    for game in real.games:
        states: list[int] = []
        for line in read_record(Path(game.file)).lines:
            assert isinstance(line, EventLine)
            assert isinstance(line.event.source, dict)
            states.append(line.event.source["state"])
        assert states == sorted(states)

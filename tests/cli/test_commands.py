"""The commands, each on records: what they print, their JSON, their exit status."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simulator import cli

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command: exit status, standard output, standard error."""

    def command(*words: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = cli.run([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture
def fae(root: Path) -> Path:
    return root / "simulator/examples/fae-of-wishes.jsonl"


@pytest.fixture
def record(tmp_path: Path) -> Callable[..., Path]:
    """Write a record of the given lines behind a header with Bear Cub."""

    def write(*lines: dict[str, Any] | str, name: str = "game.jsonl") -> Path:
        header = {
            "record": "nametrail",
            "version": 1,
            "players": ["ana", "ben"],
            "cards": {"Bear Cub": {"types": ["Creature"], "power": "2", "toughness": "2"}},
        }
        texts = [line if isinstance(line, str) else json.dumps(line) for line in (header, *lines)]
        path = tmp_path / name
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
        return path

    return write


BEAR = {
    "event": "card_added",
    "card": "bear",
    "definition": "Bear Cub",
    "owner": "ana",
    "zone": "battlefield",
}
DARK = {"event": "sticker_placed", "sticker": "s1", "words": "Dark", "on": "bear", "after": 1}


def test_replay_tells_each_event_and_each_name_that_changed(run: Run, fae: Path) -> None:
    status, out, err = run("replay", fae)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "    1  fae is in hand, owned by ana, as Fae of Wishes"
    assert "    5  Fae of Mana Wishes (fae.3) is cast, as Granted" in lines
    assert "         fae.3 is now fae.4: Fae of Mana Wishes is now called Granted Mana" in lines


def test_replay_from_and_to_a_position(run: Run, fae: Path) -> None:
    _, out, _ = run("replay", fae, "--from", 2, "--at", 3)
    assert [line.split()[0] for line in out.splitlines() if line[:5].strip()] == ["2", "3"]


def test_replay_as_json(run: Run, fae: Path) -> None:
    _, out, _ = run("replay", fae, "--json")
    shape = json.loads(out)
    assert shape["stopped"] is None
    assert [each["position"] for each in shape["events"]] == [1, 2, 3, 4, 5, 6]
    fifth = shape["events"][4]
    assert fifth["event"] == {
        "event": "spell_cast",
        "note": "an effect allows it",
        "object": "fae",
        "face": "Granted",
    }
    assert fifth["names"][0]["names_after"] == ["Granted Mana"]


def test_state_as_json_has_the_shape_others_build_on(run: Run, fae: Path) -> None:
    status, out, _ = run("state", fae, "--at", 5, "--json")
    shape = json.loads(out)
    assert status == 0
    assert shape["position"] == 5
    (only,) = shape["objects"]
    expected = {
        "object": "fae.4",
        "card": "fae",
        "zone": "stack",
        "owner": "ana",
        "controller": "ana",
        "names": ["Granted Mana"],
        "copiable_names": ["Granted"],
        "stickers": ["s1"],
        "face_down": False,
        "unknown": False,
        "source": None,
    }
    assert {key: only[key] for key in expected} == expected


def test_state_by_zone_and_in_words(run: Run, root: Path) -> None:
    game = root / "simulator/examples/it-that-betrays.jsonl"
    _, out, _ = run("state", game, "--zone", "battlefield")
    assert out.splitlines()[1] == "battlefield"
    assert "it.1      Seeker of the Eldrazi Way  ana  stickers s1; copy of seeker.1" in out
    _, out, _ = run("state", game, "--zone", "hand", "--json")
    assert json.loads(out)["objects"] == []
    status, _, err = run("state", game, "--zone", "limbo")
    assert status == 2
    assert err.count("\n") == 1


def test_state_before_the_first_event(run: Run, fae: Path) -> None:
    _, out, _ = run("state", fae, "--at", 0, "--json")
    assert json.loads(out) == {"position": 0, "objects": []}


def test_a_position_that_is_not_there(run: Run, fae: Path) -> None:
    for command in (["state"], ["replay"], ["why", "fae"], ["positions", "fae", "Big"]):
        status, _, err = run(command[0], fae, *command[1:], "--at", 7)
        assert status == 2
        assert err == f"{fae} has no event 7; its last is 6\n"


def test_why_as_json_has_the_shape_others_build_on(run: Run, fae: Path) -> None:
    status, out, _ = run("why", fae, "fae", "--json")
    shape = json.loads(out)
    assert status == 0
    assert (shape["object"], shape["position"]) == ("fae.5", 6)
    assert shape["names"] == ["Fae of Mana Wishes"]
    assert [(step["rule"], step["names"]) for step in shape["steps"]] == [
        ("707.2", ["Fae of Wishes"]),
        ("123.6b", ["Fae of Mana Wishes"]),
    ]
    assert set(shape["steps"][1]) == {"rule", "names", "event", "timestamp", "detail"}
    assert shape["steps"][1]["event"] == 4
    assert shape["remembered"][-1] == {
        "from": "fae.4",
        "to": "fae.5",
        "event": 6,
        "rules": ["123.5", "400.7m"],
    }
    assert {"123.5", "400.7m", "123.6c", "613.1c"} <= set(shape["rules"])


def test_why_of_an_object_of_the_past_and_by_name(run: Run, fae: Path) -> None:
    _, out, _ = run("why", fae, "fae.4")
    assert out.startswith("fae.4: Granted Mana\n")
    _, out, _ = run("why", fae, "Fae of Mana Wishes")
    assert out.startswith("fae.5: Fae of Mana Wishes\n")
    status, _, err = run("why", fae, "fae.4", "--at", 3)
    assert status == 1
    assert "[400.7]" in err


def test_why_in_spanish(run: Run, fae: Path) -> None:
    _, out, _ = run("why", fae, "fae", "--lang", "es")
    assert "pegatina de nombre s1" in out
    assert "marca de tiempo" in out


def test_why_as_a_graph(run: Run, fae: Path) -> None:
    _, out, _ = run("why", fae, "fae", "--dot")
    assert out.startswith("digraph derivation {")
    assert '"Fae of Mana Wishes"' in out


@pytest.mark.parametrize("named", ["cow", "cow.2", "Cow of Wishes"])
def test_an_object_that_is_not_there(run: Run, fae: Path, named: str) -> None:
    status, out, err = run("why", fae, named)
    assert (status, out) == (2, "")
    assert named in err
    assert err.count("\n") == 1


def test_positions(run: Run, root: Path) -> None:
    game = root / "simulator/examples/bear-cub.jsonl"
    _, out, _ = run("positions", game, "bear", "Dark", "--at", 3)
    names = ["Dark Bear Cub", "Bear Dark Cub", "Bear Cub Dark"]
    assert out.splitlines() == [f"  {after}  {name}" for after, name in enumerate(names)]
    _, out, _ = run("positions", game, "bear", "Dark", "--at", 3, "--json")
    assert json.loads(out) == {"object": "bear.3", "words": "Dark", "positions": names}


def test_check_counts_what_holds_and_what_does_not(run: Run, fae: Path, record: Any) -> None:
    assert run("check", fae)[:2] == (0, "5 passed, 0 failed\n")
    bad = record(BEAR, {"expect": "name", "of": "bear", "is": "Bare Cub"})
    status, out, err = run("check", fae, bad)
    assert (status, err) == (1, "")
    first, last = out.splitlines()
    assert first.startswith(f"{bad}:3: expected ")
    assert "Bear Cub" in first
    assert last == "5 passed, 1 failed"


def test_check_as_json_has_the_shape_others_build_on(run: Run, record: Any) -> None:
    bad = record(
        BEAR,
        {"expect": "name", "of": "bear", "is": "Bare Cub"},
        {"expect": "name", "of": "bear", "is": "Bear Cub"},
        {"refuse": DARK, "rule": "123.6b"},
    )
    status, out, _ = run("check", bad, "--json")
    shape = json.loads(out)
    assert status == 1
    assert (shape["passed"], shape["failed"]) == (1, 2)
    (file,) = shape["files"]
    assert (file["file"], file["passed"], file["failed"]) == (str(bad), 1, 2)
    assert set(file["failures"][0]) == {"line", "expected", "got", "rule"}
    assert [failure["line"] for failure in file["failures"]] == [3, 5]


def test_check_goes_on_with_the_next_record(run: Run, fae: Path, tmp_path: Path) -> None:
    status, out, err = run("check", tmp_path / "none.jsonl", fae)
    assert status == 2
    assert out.startswith("5 passed, 0 failed; 1 of 2 records")
    assert "none.jsonl" in err


def test_our_own_examples_hold(run: Run, root: Path) -> None:
    files = sorted((root / "simulator/examples").glob("*.jsonl"))
    status, out, err = run("check", *files)
    assert status == 0, out + err


def test_fork_keeps_the_game_up_to_a_position(run: Run, fae: Path, tmp_path: Path) -> None:
    new = tmp_path / "what-if.jsonl"
    status, _, _ = run("fork", fae, "--at", 3, "-o", new)
    assert status == 0
    _, out, _ = run("state", new, "--json")
    assert json.loads(out)["objects"][0]["object"] == "fae.3"
    status, _, err = run("fork", fae, "--at", 3, "-o", new)
    assert status == 2
    assert "is there already" in err


@pytest.mark.parametrize(
    ("line", "status", "words"),
    [
        ("{", 2, "JSON"),
        ("[]", 2, "map"),
        ({"event": "sticker_thrown"}, 2, "sticker_thrown"),
        ({"event": "moved", "object": "bear", "to": "limbo"}, 2, "limbo"),
        ({"event": "moved", "object": "cow", "to": "hand"}, 2, "cow"),
        ({**BEAR, "card": "cow", "definition": "Cow"}, 2, "Cow"),
        ({"event": "moved", "object": "bear.7", "to": "hand"}, None, "bear.7"),
        ({**DARK, "after": 3}, 1, "123.6b"),
    ],
)
def test_a_bad_line_is_told_with_its_place_and_what_came_before_is_kept(
    run: Run, record: Any, line: Any, status: int | None, words: str
) -> None:
    bad = record(BEAR, line, {"event": "tapped", "object": "bear"})
    for command in (["replay"], ["state"], ["why", "bear"]):
        got, out, err = run(command[0], bad, *command[1:])
        assert got == status or (status is None and got in {1, 2})
        assert err.startswith(f"{bad}:3: ")
        assert err.count("\n") == 1
        assert words in err
        assert "Bear Cub" in out
    got, _, err = run("check", bad)
    assert got == status or (status is None and got in {1, 2})
    assert err.startswith(f"{bad}:3: ")


def test_what_breaks_a_rule_can_be_taken_as_it_happened(run: Run, record: Any) -> None:
    bad = record(BEAR, {**DARK, "after": 3}, {"event": "tapped", "object": "bear"})
    status, out, _ = run("state", bad, "--as-it-happened", "--json")
    assert status == 0
    assert json.loads(out)["position"] == 3


def test_a_record_from_standard_input_and_packed(
    run: Run, fae: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "fae.jsonl.gz"
    packed.write_bytes(gzip.compress(fae.read_bytes()))
    assert run("why", packed, "fae")[1].startswith("fae.5: Fae of Mana Wishes")
    for command, told in ((["why", "-", "fae"], "fae.5: Fae of"), (["check", "-"], "5 passed, 0")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(fae.read_bytes())))
        assert run(*command)[1].startswith(told)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}\n")))
    assert run("replay", "-")[2].startswith("-:1: ")


def test_words_of_a_record_do_not_reach_the_terminal_as_control_characters(
    run: Run, record: Any
) -> None:
    game = record(BEAR, {**DARK, "words": "\x1b[2J\u202eDark"})
    for command in (["replay"], ["state"], ["why", "bear"], ["positions", "bear", "\x1b[3J"]):
        _, out, _ = run(command[0], game, *command[1:])
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_the_demo_shows_the_four_worked_examples_and_a_real_game(run: Run) -> None:
    status, out, err = run("demo")
    assert (status, err) == (0, "")
    for name in (
        "Bear Dark Cub",
        "Fae of Mana Wishes",
        "Granted Mana",
        "Seeker of the Eldrazi Way",
        "Legitimate Businessperson",
        "Burn Together",
    ):
        assert name in out
    assert "CR 612.8" in out
    assert "CR 400.7m" in out


def test_the_demo_in_spanish_has_no_english_sentence(run: Run) -> None:
    _, out, _ = run("demo", "--lang", "es")
    for english in (" is now ", " is cast", "resolves", "event ", "sticker ", " its ", "Rules:"):
        lines = [line for line in out.splitlines() if english in line]
        assert not lines, lines


def test_audit_lists_every_broken_rule_and_goes_on(run: Run, fae: Path, record: Any) -> None:
    status, out, err = run("audit", fae)
    assert (status, out, err) == (0, "6 events, 0 rules broken\n", "")
    bad = record(BEAR, {**DARK, "after": 3}, {"event": "tapped", "object": "bear"})
    status, out, _ = run("audit", fae, bad)
    assert status == 1
    assert f"event 2: {bad}:3: " in out
    assert "[123.6b]" in out
    assert out.endswith("9 events, 1 rules broken\n")
    status, out, _ = run("audit", bad, "--json")
    shape = json.loads(out)
    assert shape["broken"] == 1
    (fault,) = shape["files"][0]["faults"]
    assert (fault["line"], fault["position"], fault["rule"]) == (3, 2, "123.6b")


def test_the_real_game_breaks_no_rule(run: Run, root: Path) -> None:
    status, out, err = run("audit", root / "simulator/examples/arena-game.jsonl")
    assert status == 0, out + err


def test_links(run: Run, root: Path) -> None:
    game = next((root / "tests/records").glob("607.2a*.jsonl"), None)
    if game is None:
        pytest.skip("no record of CR 607.2a")
    _, out, _ = run("state", game, "--json")
    for each in json.loads(out)["objects"]:
        status, out, _ = run("links", game, each["object"], "--json")
        assert status == 0
        assert json.loads(out)["object"] == each["object"]
        assert run("links", game, each["object"], "--lang", "es")[0] == 0


def test_a_recording_comes_from_standard_input_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("arena", "cockatrice"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"this is no recording\n")))
        status, _, told = run("import", kind, "-", "-o", tmp_path / kind)
        assert status in {1, 2}
        assert "standard-input" in told
        assert "internal error" not in told

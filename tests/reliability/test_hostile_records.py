"""Mutated and hostile records in short: exit 0, 1 or 2 with one message, in bounded time and memory."""

from __future__ import annotations

import gzip
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from events.errors import LONGEST_MESSAGE, RecordError
from events.record import DEEPEST, read_record
from simulator.audit import audit
from simulator.check import check
from simulator.commands.records import Opened
from simulator.lookup import card_lookup
from tests.reliability.hostile_makers import added, event, expect, header, line, start
from tests.reliability.hostile_records import MOST_MEGABYTES, ROOT, hostile, trial
from tests.reliability.mutated_records import corpus, mutated

HOSTILE = 100
FEW = 0.0005


def test_mutated_records_come_to_an_end() -> None:
    figures = trial("mutated", 0, 1500)
    assert figures["faults"] == 0
    assert all(figures["by_status"].values()), "some of each: held, broken, impossible"


def test_hostile_records_come_to_an_end() -> None:
    assert trial("hostile", 0, HOSTILE, FEW)["faults"] == 0


def test_the_same_number_is_the_same_record(tmp_path: Path) -> None:
    records = corpus()
    assert mutated(records, 7) == mutated(records, 7)
    (tmp_path / "again").mkdir()
    one, two = hostile(7, FEW, tmp_path), hostile(7, FEW, tmp_path / "again")
    assert one[:2] == two[:2]
    assert one[2].read_bytes() == two[2].read_bytes()


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEGABYTES << 20, MOST_MEGABYTES << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (120, 120))


@pytest.mark.parametrize("command", [("check",), ("state",), ("why", "a"), ("audit",)])
def test_the_command_says_one_line(command: tuple[str, ...], tmp_path: Path) -> None:
    """A packed file that unpacks to one endless line, through the command itself, with limits on it."""
    bomb = tmp_path / "bomb.jsonl.gz"
    endless = gzip.compress(b'{"note": "') + gzip.compress(b"x" * (1 << 20), 1) * 100
    bomb.write_bytes(gzip.compress(start()) + endless)
    name, *more = command
    done = subprocess.run(
        [sys.executable, "-m", "simulator", name, str(bomb), *more],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_limited,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"{bomb}:4: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_packed_file_may_not_unpack_to_ever_more_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.record.FREELY_UNPACKED", 1 << 20)
    bomb = tmp_path / "bomb.jsonl.gz"
    bomb.write_bytes(gzip.compress(start()) + gzip.compress(b'{"note":1}\n' * 200_000))
    with pytest.raises(RecordError, match="unpacks to far more"):
        read_record(bomb)
    monkeypatch.setattr("events.record.MOST_LINES", 2)
    with pytest.raises(RecordError, match="too long"):
        read_record([header(), added("a"), added("b")])


def test_what_is_nested_deeply_is_refused_before_it_is_read() -> None:
    deep = b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1)
    with pytest.raises(RecordError, match="too deeply"):
        read_record([header(), b'{"note": ' + deep + b"}"])
    assert read_record([header(), b'{"note": ' + b"[" * 40 + b"]" * 40 + b"}"]).lines


def test_lone_surrogates_in_text_are_no_json() -> None:
    with pytest.raises(RecordError, match="not JSON"):
        read_record([header().decode(), '{"note": "\ud83d"}'])


def test_a_message_stays_one_line_of_bounded_length() -> None:
    long = check([header(), line({"event": "x\u2028\n" * 100_000})]).error
    assert long is not None
    assert len(str(long).splitlines()) == 1
    assert len(str(long)) <= LONGEST_MESSAGE
    odd = check([header(), line({"event": "tapped", "object": "a", "w\u2028": 1})]).error
    assert odd is not None
    assert len(str(odd).splitlines()) == 1


def test_a_name_of_a_million_words_is_refused() -> None:
    name = "ab " * 1_000_000
    with pytest.raises(RecordError, match="letters of a name"):
        read_record([header(cards={name: {}})])


def test_a_name_expected_to_be_a_number_does_not_hold() -> None:
    result = check([header(), added("a"), expect("name", of="a", is_=5)])
    assert (result.passed, result.failed, result.error) == (0, 1, None)


def test_a_game_that_fails_at_once_is_shown_as_it_began() -> None:
    record = read_record([header(), event("tapped", object="nobody")])
    moment = Opened(record, card_lookup(), strict=False).moment(None)
    assert moment.state.position == 0
    assert moment.error is not None


def test_a_sheet_nobody_knows_is_told_with_its_line() -> None:
    record = read_record([header(sheets={"ana": ["No Such Sheet"]})], "game.jsonl")
    with pytest.raises(RecordError, match=r"game\.jsonl:1: "):
        audit(record, card_lookup())


def test_questions_of_the_past_are_answered_from_one_folding() -> None:
    moves = [event("moved", object="a", to=("graveyard", "battlefield")[n % 2]) for n in range(600)]
    asked = [
        expect("zone", of=f"a.{n}", is_="battlefield" if n % 2 else "graveyard")
        for n in range(1, 602)
    ]
    result = check([header(), added("a"), *moves, *asked])
    assert (result.passed, result.failed) == (601, 0)

"""The JSON Schema of the record format agrees with the reader."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from events.kinds import EVENT_KINDS
from simulator import cli
from simulator.schema import record_schema


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    document = json.loads(json.dumps(record_schema()))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


def fits(line: dict[str, Any]) -> bool:
    """Whether a line fits the schema; what it says it is decides which part it is held against."""
    if "event" in line:
        return bool(validator_of(f"{EVENT_KINDS[line['event']].__name__}Form").is_valid(line))
    return bool(validator_of("Expectation" if "expect" in line else "").is_valid(line))


@cache
def validator_of(part: str) -> Draft202012Validator:
    whole = json.loads(json.dumps(record_schema()))
    return Draft202012Validator(
        {**whole["$defs"][part], "$defs": whole["$defs"]} if part else whole
    )


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(record_schema()))


def test_every_kind_of_event_is_in_it() -> None:
    forms = record_schema()["$defs"]
    listed = {
        forms[f"{kind.__name__}Form"]["properties"]["event"]["enum"][0]
        for kind in EVENT_KINDS.values()
    }
    assert listed == set(EVENT_KINDS)


def test_our_own_records_fit_it(root: Path) -> None:
    files = [
        *(root / "simulator/examples").glob("*.jsonl"),
        *sorted((root / "tests/records").glob("*.jsonl"))[::9],
    ]
    assert files
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()[:300], 1):
            assert not line.strip() or fits(json.loads(line)), f"{file.name}:{number}"


def test_the_shared_records_fit_it(shared: Path) -> None:
    for file in (shared / "records").glob("*.jsonl"):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            assert fits(json.loads(line)), f"{file.name}:{number}"


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"record": "nametrail", "version": 2, "players": ["ana"]},
        {"record": "nametrail", "version": 1, "players": []},
        {"event": "sticker_thrown"},
        {"event": "moved", "object": "fae"},
        {"event": "moved", "object": "fae", "to": "limbo"},
        {"event": "moved", "object": "fae", "to": "hand", "resulting_name": "Fae"},
        {"expect": "name", "of": "fae"},
        {"expect": "weather", "is": "fine"},
        {"refuse": {"event": "nothing"}, "rule": "123.6b"},
    ],
)
def test_what_is_no_line_of_a_record_does_not_fit(schema: Draft202012Validator, line: Any) -> None:
    assert not schema.is_valid(line)

"""Checking a record: does every expectation hold, is every refusal refused (record format)?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from events.errors import NametrailError, RecordError
from events.kinds import Event
from events.record import EventLine, ExpectLine, NoteLine, RecordReader, RefuseLine, open_record
from events.references import parse_object
from projections.fold import apply, no_card, start
from projections.state import Lookup, State
from simulator.answers import ANSWERS, BESIDES, View
from simulator.kept_states import KeptStates
from simulator.legality import Known, violations

UNORDERED = frozenset(
    {"available", "linked", "types", "subtypes", "supertypes", "colors", "abilities"}
)


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line that does not hold: what it expects, and what there is instead, or the error it met."""

    line: int
    expected: Any
    got: Any
    rule: str | None = None
    error: str | None = None


class FileResult(msgspec.Struct):
    """What checking one record came to. `error` is what stopped it before its end."""

    file: str
    passed: int = 0
    failed: int = 0
    failures: list[Failure] = []
    error: NametrailError | None = None

    @property
    def exit_status(self) -> int:
        """0 if all holds, 1 if something does not, 2 if the record cannot be."""
        if self.error is not None:
            return self.error.exit_status
        return 1 if self.failed else 0


class _Past:
    """Finds the state in which an object of the past last was.

    The record is folded a second time for it, once, and only if somebody asks; where each object was last
    is noted on the way.
    """

    def __init__(self, reader: RecordReader, lookup: Lookup) -> None:
        self._reader = reader
        self._lookup = lookup
        self._state: State | None = None
        self._kept: KeptStates | None = None
        self._seen: dict[str, int] = {}
        self.events: list[Event] = []

    def __call__(self, reference: str) -> State | None:
        parsed = parse_object(reference)
        kept = self._caught_up()
        last = self._seen.get(str(parsed))
        return None if last is None else kept.at(last, self.events)

    def _caught_up(self) -> KeptStates:
        if self._state is None or self._kept is None:
            self._state = start(self._reader.header, self._lookup)
            self._kept = KeptStates(self._state, every=200)
        state = self._state
        for event in self.events[state.position :]:
            apply(state, event)
            self._kept.offer(state)
            for card, object_ in state.objects.items():
                self._seen[card] = self._seen[object_.reference] = state.position
        return self._kept


def check(
    source: str | Path | Iterable[str | bytes], lookup: Lookup = no_card, name: str | None = None
) -> FileResult:
    """Run a record's events, expectations and refusals, strictly.

    An event that breaks a rule or cannot be stops the record there; what came before is kept.
    """
    try:
        reader = open_record(source, name)
    except NametrailError as error:
        return FileResult(str(name or source), error=error)
    result = FileResult(reader.file)
    try:
        _run(reader, lookup, result)
    except NametrailError as error:
        result.error = error
    return result


def _run(reader: RecordReader, lookup: Lookup, result: FileResult) -> None:
    state = _started(reader, lookup)
    known = Known()
    past = _Past(reader, lookup)
    for line in reader:
        if isinstance(line, EventLine):
            broken = violations(state, line.event, known)
            if broken:
                raise broken[0].at(f"{reader.file}:{line.line}")
            try:
                apply(state, line.event)
            except NametrailError as error:
                raise error.at(f"{reader.file}:{line.line}") from error
            known.note(line.event)
            past.events.append(line.event)
        elif isinstance(line, ExpectLine):
            try:
                failure = _expect(View(state, past), line)
            except NametrailError as error:
                raise error.at(f"{reader.file}:{line.line}") from error
            _count(result, failure)
        elif isinstance(line, RefuseLine):
            _count(result, _refuse(state, known, line))
        else:
            assert isinstance(line, NoteLine)


def _started(reader: RecordReader, lookup: Lookup) -> State:
    try:
        return start(reader.header, lookup)
    except NametrailError as error:
        raise error.at(f"{reader.file}:1") from error


def _count(result: FileResult, failure: Failure | None) -> None:
    if failure is None:
        result.passed += 1
    else:
        result.failed += 1
        result.failures.append(failure)


def _expect(view: View, line: ExpectLine) -> Failure | None:
    entry = ANSWERS.get(line.kind)
    if entry is None:
        raise RecordError(
            "there is no expectation {kind!r}",
            kind=line.kind,
            advice=f"there are {', '.join(sorted(ANSWERS))}",
        )
    answer, needed, field = entry
    optional = field.endswith("?")
    field = field.rstrip("?")
    missing = [each for each in needed if each not in line.fields]
    if not optional and field not in line.fields:
        missing.append(field)
    allowed = {*needed, field, *BESIDES.get(line.kind, ()), "note", "turn", "source"}
    unknown = line.fields.keys() - allowed
    if missing or unknown:
        raise RecordError(
            "expectation {kind!r} needs the fields {fields}",
            kind=line.kind,
            fields=", ".join((*needed, field)),
            advice=f"`{min(missing or unknown)}` is {'missing' if missing else 'not one of them'}",
        )
    for each in BESIDES.get(line.kind, ()):
        if not isinstance(line.fields.get(each, False), bool):
            raise RecordError("`{field}` is true or false", field=each)
    got = answer(view, line.fields)
    expected = line.fields.get(field, True)
    if holds(line.kind, line.fields, expected, got):
        return None
    return Failure(line.line, {"expect": line.kind, **line.fields}, got)


def holds(kind: str, fields: dict[str, Any], expected: Any, got: Any) -> bool:
    """Whether an answer is the expected one; some lists are sets, and a name may be a list of one."""
    if kind in {"name", "copiable_name"}:
        return bool(got != {"unknown": True}) and _as_names(expected) == _as_names(got)
    if kind == "steps":
        return bool(_as_steps(expected) == _as_steps(got))
    if kind == "derivation_cites":
        return isinstance(expected, list) and all(_cited(rule, got) for rule in expected)
    if kind == "linked":
        listed = [_card(each) for each in expected] if isinstance(expected, list) else None
        in_order = fields.get("in_order") is True
        return listed is not None and (
            listed == got if in_order else Counter(listed) == Counter(got)
        )
    unordered = kind in UNORDERED or (kind == "characteristic" and fields.get("which") in UNORDERED)
    if (unordered or kind == "finds") and isinstance(expected, list) and isinstance(got, list):
        return Counter(map(str, expected)) == Counter(map(str, got))
    if kind == "characteristic" and fields.get("which") == "mana_cost" and expected is None:
        return bool(got == "")
    if kind == "characteristic" and isinstance(expected, str) and isinstance(got, int):
        return expected == str(got)
    return bool(expected == got) and isinstance(expected, bool) == isinstance(got, bool)


def _card(reference: Any) -> str:
    return str(reference).partition(".")[0]


def _as_names(names: Any) -> Counter[str]:
    if names is None:
        return Counter()
    return Counter(map(str, names) if isinstance(names, (list, tuple)) else [str(names)])


def _as_steps(steps: Any) -> Any:
    if not isinstance(steps, list):
        return None
    return [
        [step[0], _as_names(step[1])] if isinstance(step, list) and len(step) == 2 else step
        for step in steps
    ]


def _cited(rule: Any, rules: list[str]) -> bool:
    return any(matches(cited, str(rule)) for cited in rules)


def matches(cited: str, asked: str) -> bool:
    """Whether a cited rule is the one asked for, or a subrule of it."""
    rest = cited.removeprefix(asked)
    return cited.startswith(asked) and (not rest or not rest[0].isdecimal())


def _refuse(state: State, known: Known, line: RefuseLine) -> Failure | None:
    from events.forms import event_to_map  # noqa: PLC0415 - only failures need it

    broken = violations(state, line.event, known)
    rules = [each.rule for each in broken if each.rule is not None]
    wanted = line.rules
    if broken and (not wanted or any(matches(rule, asked) for rule in rules for asked in wanted)):
        return None
    return Failure(
        line.line,
        {"refuse": event_to_map(line.event), "rule": list(wanted)},
        rules or None,
        rule=rules[0] if rules else None,
        error="; ".join(str(each) for each in broken) or None,
    )

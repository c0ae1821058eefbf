"""`nametrail check`: whether a record's expectations hold."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from simulator.check import Failure, FileResult
from simulator.cli import STANDARD_INPUT
from simulator.commands.options import DEFAULTS, AsJson, Options
from simulator.commands.output import say, shown, write_json
from simulator.messages import Translator, translator, worded


def check(*records: str, json: AsJson = False, options: Options = DEFAULTS) -> int:
    """Run records strictly and see whether every expectation and refusal in them holds.

    A line for each failure, a summary last. Exit status 1 if something does not hold or an event breaks a rule,
    2 for what cannot be.

    Args:
        records: files, - for standard input, or ids of games in the store
    """
    from events.errors import RecordError
    from simulator.progress import tracked

    if not records:
        raise RecordError("no record is named", advice="name one or more files")
    translate = translator(options.lang)
    results = []
    for named in tracked(records, "checking", total=len(records)):
        result = _checked(named, options)
        results.append(result)
        if not json:
            for failure in result.failures:
                say((failed_in_words(result.file, failure, translate), "red"))
        if result.error is not None:
            print(shown(worded(result.error, options.lang)), file=sys.stderr)
    passed = sum(result.passed for result in results)
    failed = sum(result.failed for result in results)
    if json:
        files = [_shape(result) for result in results]
        write_json({"files": files, "passed": passed, "failed": failed})
    else:
        stopped = sum(result.error is not None for result in results)
        summary = translate("{passed} passed, {failed} failed").format(passed=passed, failed=failed)
        if stopped:
            summary += translate(
                "; {stopped} of {files} records could not be run to their end"
            ).format(stopped=stopped, files=len(results))
        say((summary, "red bold" if failed or stopped else "green bold"))
    return max(result.exit_status for result in results)


def _checked(named: str, options: Options) -> FileResult:
    """One record's result; what cannot even be opened is a result too."""
    from events.errors import NametrailError
    from events.record import record_lines
    from simulator.check import check as checked
    from simulator.commands.records import is_file, opened
    from simulator.lookup import card_lookup

    named = "-" if named == STANDARD_INPUT else named
    if is_file(named):
        return checked(named, card_lookup(options.cards))
    try:
        game = opened(named, options)
    except NametrailError as error:
        return FileResult(named, error=error)
    return checked(record_lines(game.record.header, game.record.lines), game.lookup, named)


def failed_in_words(file: str, failure: Failure, translate: Translator) -> str:
    """A failure in one line: where, what was expected, what there is."""
    rule = f" [{failure.rule}]" if failure.rule and not failure.error else ""
    if isinstance(failure.expected, dict) and "refuse" in failure.expected:
        template = translate("{place}: not refused as {rules} wants it: {event}; {got}{rule}")
        got = failure.error or translate("it was not refused at all")
        return template.format(
            place=f"{file}:{failure.line}",
            rules=", ".join(failure.expected["rule"]) or "?",
            event=_compact(failure.expected["refuse"]),
            got=got,
            rule=rule,
        )
    return translate("{place}: expected {expected}, got {got}{rule}").format(
        place=f"{file}:{failure.line}",
        expected=_compact(failure.expected),
        got=failure.error or _compact(failure.got),
        rule=rule,
    )


def _compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _shape(result: FileResult) -> dict[str, Any]:
    """A record's result as `check --json` has it."""
    shape: dict[str, Any] = {
        "file": result.file,
        "passed": result.passed,
        "failed": result.failed,
        "failures": [
            {"line": f.line, "expected": f.expected, "got": f.got, "rule": f.rule}
            | ({"error": f.error} if f.error else {})
            for f in result.failures
        ],
    }
    if result.error is not None:
        error = result.error
        shape["error"] = {"message": worded(error, "en"), "place": error.place, "rule": error.rule}
    return shape

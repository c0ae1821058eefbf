"""`nametrail audit`: every rule a recorded game broke."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from simulator.audit import Audit, Fault
from simulator.commands.options import DEFAULTS, AsJson, Options
from simulator.commands.output import say, shown, write_json
from simulator.messages import Translator, translator, worded


def audit(*records: str, json: AsJson = False, options: Options = DEFAULTS) -> int:
    """Take every event as it happened, and list each rule that was broken, with its line and number.

    Exit status 1 if a rule was broken, 2 if something cannot be.

    Args:
        records: files, - for standard input, or ids of games in the store
    """
    from events.errors import RecordError

    if not records:
        raise RecordError("no record is named", advice="name one or more files")
    found = [_audited(named, options) for named in records]
    if json:
        write_json({"files": [each.as_json() for each in found], "broken": _count(found)})
    else:
        translate = translator(options.lang)
        for each in found:
            for fault in each.faults:
                say(*_fault_in_words(fault, options.lang, translate))
        events = sum(each.events for each in found)
        said = translate("{events} events, {broken} rules broken").format(
            events=events, broken=_count(found)
        )
        say((said, "red bold" if _count(found) else "green bold"))
    for each in found:
        if each.error is not None:
            print(shown(worded(each.error, options.lang)), file=sys.stderr)
    return max(each.exit_status for each in found)


def _audited(named: str, options: Options) -> Audit:
    """One record, gone through to its end; what cannot be opened is told as its error."""
    from events.errors import NametrailError
    from simulator.audit import audit as go_through
    from simulator.commands.records import opened
    from simulator.progress import progress

    try:
        game = opened(named, options)
        with progress(named, total=len(game.record.events)) as advance:
            return go_through(game.record, game.lookup, progress=lambda _position: advance(1))
    except NametrailError as error:
        return Audit(named, error=error)


def _fault_in_words(
    fault: Fault, language: str | None, translate: Translator
) -> tuple[tuple[str, str] | str, ...]:
    """A fault in one line; what the record only leaves open is marked as a note."""
    mark = translate("note: ") if fault.note else ""
    event = translate("event {event}: ").format(event=fault.position)
    return (
        (event, "dim"),
        (mark, "dim"),
        (worded(fault.error, language), "" if fault.note else "red"),
    )


def _count(found: Sequence[Audit]) -> int:
    """How many rules were broken, notes apart."""
    return sum(not fault.note for each in found for fault in each.faults)

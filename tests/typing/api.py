"""The public interface as a program of a user's would use it; it is type-checked and never run."""

from __future__ import annotations

from pathlib import Path

from events import Event, NametrailError, Record, RecordError, RuleBroken, read_record, write_record
from events.record import EventLine
from events.store import open_store
from projections import Derivation, State, apply, derive, names_of, start
from simulator import Replay
from simulator.audit import audit
from simulator.check import check
from simulator.explain import as_json, in_words
from simulator.messages import translator


def names_at_the_end(path: Path) -> dict[str, tuple[str, ...]]:
    """The names of every object, by folding the events oneself."""
    record: Record = read_record(path)
    state: State = start(record.header)
    for event in record.events:
        apply(state, event)
    return {card: names_of(state, each) for card, each in state.objects.items()}


def explained(path: Path, object_: str, language: str) -> list[str]:
    """Why an object is called what it is called, in words."""
    moment = Replay.open(path).at(3)
    name: str | None = moment.name_of(object_)
    why: Derivation = moment.why(object_)
    rules: list[str] = [step.rule for step in why.steps]
    position: int = moment.position
    document: dict[str, object] = as_json(why, position)
    return [str(name), *rules, *document, *in_words(why, translator(language))]


def kinds_of_events(path: Path) -> list[str]:
    """Iterating gives each event with the state after it."""
    found: list[str] = []
    for event, state in Replay.open(path, strict=True):
        kept: Event = event
        found.append(f"{state.position} {type(kept).__name__} {len(state.objects)}")
    return found


def what_is_wrong(path: Path) -> tuple[str | None, str | None]:
    """Errors have fields, and not only text."""
    try:
        read_record(path)
    except RuleBroken as error:
        return error.rule, error.place
    except RecordError as error:
        return error.advice, error.place
    except NametrailError as error:
        return error.template, str(error.exit_status)
    return None, None


def stored(path: Path, database: Path) -> str:
    """A record put into a store, and taken out again."""
    with open_store(database) as store:
        game: str = store.add(read_record(path))
        record = store.record(game)
    lines = [line for line in record.lines if isinstance(line, EventLine)]
    write_record(path.with_suffix(".copy.jsonl"), record.header, lines)
    return store.name


def judged(path: Path) -> tuple[int, int]:
    """What holds, and what was broken."""
    result = check(path)
    faults = audit(read_record(path)).faults
    return result.failed, len(faults)


def derived(state: State) -> list[Derivation]:
    """Every derivation of a state."""
    return [derive(state, each) for each in state.objects.values()]

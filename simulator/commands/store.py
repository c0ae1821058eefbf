"""`nametrail store`: games kept in an event store, SQLite or PostgreSQL."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, AsJson, Options, group
from simulator.commands.output import columns, say, shown, write_json
from simulator.commands.records import opened
from simulator.messages import translator

app = group(
    "store", "The event store: one SQLite file by default, or PostgreSQL (--db postgresql://...)."
)


@app.command
def add(
    *records: str,
    game: Annotated[str | None, Parameter(help="the id it is to have; one record only")] = None,
    packed: Annotated[bool, Parameter(help="many actions a row: for games that are over")] = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> None:
    """Put records into the store; each becomes a game, named after its file.

    Args:
        records: the records: files, or - for standard input
    """
    from events.errors import RecordError
    from events.store import open_store
    from simulator.commands.records import definitions_used

    if not records:
        raise RecordError("no record is named", advice="name one or more files")
    if game is not None and len(records) > 1:
        raise RecordError("an id goes with one record only", advice="add them one by one")
    added = []
    with open_store(options.db) as store:
        for each in records:
            source = opened(each, options)
            name = store.add(source.record, definitions_used(source), game=game, packed=packed)
            row = store.info(name)
            each = source.record.file  # noqa: PLW2901 - as errors call it: `-` for standard input
            added.append({"file": each, "game": name, "events": row.events, "head": row.head})
            if not json:
                say(f"{each}: ", (name, "bold"), f", {row.events} events")
    if json:
        write_json({"games": added})


@app.command(name="list")
def list_games(*, json: AsJson = False, options: Options = DEFAULTS) -> None:
    """The games in the store, each with the hash of its last action."""
    from events.store import open_store

    with open_store(options.db, create=False) as store:
        rows = store.games()
    if json:
        write_json({"games": rows})
        return
    if not rows:
        say("the store is empty")
    for line in columns(
        (row.game, f"{row.events} events", ", ".join(row.players), row.head) for row in rows
    ):
        say(line)


@app.command
def export(
    game: str,
    *,
    out: Annotated[Path | None, Parameter(name=["--out", "-o"], help="the file to write")] = None,
    options: Options = DEFAULTS,
) -> None:
    """Write a stored game as a record, by default on standard output.

    Args:
        game: the game's id, or the beginning of it
    """
    from events.record import record_lines, write_record
    from events.store import open_store

    with open_store(options.db, create=False) as store:
        record = store.record(store.find_game(game), with_head=True)
    if out is not None:
        write_record(out, record.header, record.lines)
        return
    for line in record_lines(record.header, record.lines):
        sys.stdout.write(line + "\n")


@app.command
def verify(
    game: str | None = None,
    *,
    head: Annotated[str | None, Parameter(help="the hash the game's last action must have")] = None,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> int:
    """Whether the chain of hashes holds, or where the store was changed behind our back.

    Args:
        game: one game; by default all
    """
    from events.store import open_store
    from events.verify import verify as verify_store

    with open_store(options.db, create=False) as store:
        found = verify_store(store, None if game is None else store.find_game(game), head)
    holds = all(each.holds for each in found)
    if json:
        games = [
            {
                "game": each.game,
                "version": each.version,
                "events": each.events,
                "head": each.head,
                "holds": each.holds,
                "faults": [
                    {"version": f.version, "first": f.first, "last": f.last, "fault": str(f)}
                    for f in each.faults
                ],
            }
            for each in found
        ]
        write_json({"holds": holds, "games": games})
        return 0 if holds else 1
    for each in found:
        if each.holds:
            say(f"{each.game}: {each.events} events, the chain holds: {each.head}")
        for fault in each.faults:
            say((f"{each.game}: {fault}", "red"))
    return 0 if holds else 1


@app.command
def find(
    *,
    name: Annotated[str | None, Parameter(help="words that are in a name an object had")] = None,
    card: Annotated[
        str | None, Parameter(help="a card: its printed name, or the recorder's id")
    ] = None,
    sticker: Annotated[str | None, Parameter(help="a sticker: its words, or its id")] = None,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> int:
    """Objects of all stored games, by a name they had, their card, or a sticker on them.

    Exit status 1 if there is none, or if a game cannot be read to its end.
    """
    from events.store import open_store
    from projections.views import Views

    with open_store(options.db, create=False) as store:
        views = Views(store)
        found = views.find(name=name, card=card, sticker=sticker)
        faults = views.faults()
    if json:
        write_json({"found": found})
    else:
        for line in columns(
            (
                each.game,
                each.object,
                each.name or "",
                each.zone or "",
                _when(each.since, each.until),
            )
            for each in found
        ):
            say(line)
    _name(faults)
    return 0 if found and not faults else 1


@app.command
def rebuild(*, json: AsJson = False, options: Options = DEFAULTS) -> int:
    """Make the tables that `find` reads anew from the games; they are a cache and nothing more.

    Exit status 1 if a game cannot be read to its end.
    """
    from events.store import open_store
    from projections.views import Views

    with open_store(options.db, create=False) as store:
        views = Views(store)
        events = views.rebuild()
        faults = views.faults()
    if json:
        write_json({"events": events})
    else:
        say(translator(options.lang)("{events} events read").format(events=events))
    _name(faults)
    return 1 if faults else 0


def _name(faults: dict[str, tuple[int, str]]) -> None:
    """Name the games that cannot be followed to their end on standard error."""
    for game, (position, reason) in faults.items():
        print(shown(f"{game}: event {position}: {reason}"), file=sys.stderr)


def _when(since: int, until: int | None) -> str:
    """The positions between which a name was borne."""
    return f"{since}-" if until is None else f"{since}-{until}"

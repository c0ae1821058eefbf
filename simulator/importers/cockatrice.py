"""Cockatrice's replays (`.cor`) into records.

Start with `import_replay`: one file in, the lines of one record out. `import_cockatrice` does it for many
files and writes the records. What a replay says of a card and what the rules make of it differ: there a
card keeps its number from zone to zone, here each zone change makes a new object (CR 400.7), which
follows from the `moved` events by itself.

A replay holds every hand, and the players' account names; the names are replaced unless asked for. Chat
is never imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from events.errors import NametrailError, RecordError
from events.forms import event_from_map
from events.header import header_from_map
from simulator.importers.cockatrice_cards import Look
from simulator.importers.cockatrice_messages import read_replay
from simulator.importers.cockatrice_play import container_read
from simulator.importers.cockatrice_table import Table

__all__ = ["CockatriceImport", "ImportedReplay", "import_cockatrice", "import_replay"]


class NoGame(NametrailError):
    """A recording that was read well but in which no game was played."""

    exit_status = 1


class ImportedReplay(msgspec.Struct):
    """A replay as a record: its header and lines, as maps, and what could not be imported.

    `offers` are annotations that read like name stickers; they are stickers already if that was asked for.
    """

    source: str
    header: dict[str, Any]
    lines: list[dict[str, Any]]
    problems: list[str]
    offers: list[dict[str, Any]]
    complete: bool
    file: str | None = None

    @property
    def events(self) -> int:
        """How many events the record has."""
        return sum("event" in line for line in self.lines)

    def as_json(self) -> dict[str, Any]:
        """What `import cockatrice --json` says of it."""
        return {
            "file": self.file,
            "replay": self.source,
            "events": self.events,
            "complete": self.complete,
            "problems": self.problems,
            "stickers_offered": self.offers,
        }


class CockatriceImport(msgspec.Struct):
    """What became of some files: the replays imported, and the errors of the others."""

    games: tuple[ImportedReplay, ...]
    problems: tuple[NametrailError, ...]

    @property
    def exit_status(self) -> int:
        """0 if every file gave a record, else the gravest of the errors."""
        return max((error.exit_status for error in self.problems), default=0)

    def as_json(self) -> dict[str, Any]:
        """What `import cockatrice --json` prints."""
        return {
            "games": [game.as_json() for game in self.games],
            "problems": [str(error) for error in self.problems],
        }


def import_replay(
    path: Path,
    *,
    keep_names: bool = False,
    stickers_from_annotations: bool = False,
    look: Look | None = None,
) -> ImportedReplay:
    """Read a replay as a record. `look` finds definitions of cards by name; others become plain cards.

    Raises RecordError for a file that is no replay, NoGame for one in which nothing was played.
    """
    reading = read_replay(path)
    table = Table(look, keep_names=keep_names, stickers=stickers_from_annotations)
    for index, container in enumerate(reading.containers, 1):
        table.container = index
        container_read(table, container)
    if not table.players or not any("event" in line for line in table.lines):
        raise NoGame("no game was played in this replay", place=str(path))
    problems = [*reading.problems, *map(_counted, table.problems.items())]
    imported = ImportedReplay(
        source=path.name,
        header=_header(table, reading.replay_id, reading.game_id),
        lines=table.lines,
        problems=problems,
        offers=table.offers,
        complete=not problems,
    )
    _check(imported, path)
    return imported


def import_cockatrice(
    files: Iterable[Path],
    out: Path,
    *,
    keep_names: bool = False,
    stickers_from_annotations: bool = False,
    look: Look | None = None,
    progress: Callable[[str], None] | None = None,
) -> CockatriceImport:
    """Import replays into records in a folder, one each, named as the replay is.

    `progress` is told each file's name when it is done. An error of one file leaves the others alone.
    """
    games: list[ImportedReplay] = []
    problems: list[NametrailError] = []
    taken: set[str] = set()
    for path in files:
        try:
            game = import_replay(
                path,
                keep_names=keep_names,
                stickers_from_annotations=stickers_from_annotations,
                look=look,
            )
            target = _target(out, path, taken)
            _write(target, game)
        except NametrailError as error:
            problems.append(error.at(str(path)))
        else:
            game.file = str(target)
            games.append(game)
        if progress is not None:
            progress(path.name)
    return CockatriceImport(tuple(games), tuple(problems))


def _header(table: Table, replay: int, game: int) -> dict[str, Any]:
    header: dict[str, Any] = {
        "record": "nametrail",
        "version": 1,
        "players": table.players,
        "plain": True,
        "recorded": {"program": "Cockatrice", "replay": replay, "game": game},
    }
    if table.cards.definitions:
        header["cards"] = table.cards.definitions
    return header


def _check(imported: ImportedReplay, path: Path) -> None:
    """Everything written can be read back; what cannot is a value no record may hold."""
    try:
        header_from_map(imported.header)
        for line in imported.lines:
            if "event" in line:
                event_from_map(line)
    except NametrailError as error:
        raise RecordError(
            "the replay holds what no record can: {reason}", reason=error.problem, place=str(path)
        ) from error


def _counted(problem: tuple[str, int]) -> str:
    what, times = problem
    return what if times == 1 else f"{what} ({times} times)"


def _target(out: Path, path: Path, taken: set[str]) -> Path:
    stem = re.sub(r"[^\w.-]+", "_", path.name.removesuffix(".gz").removesuffix(".cor")) or "replay"
    name, again = stem, 1
    while name in taken:
        again += 1
        name = f"{stem}-{again}"
    taken.add(name)
    return out / f"{name}.jsonl"


def _write(target: Path, game: ImportedReplay) -> None:
    encode = msgspec.json.encode
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(b"".join(encode(line) + b"\n" for line in (game.header, *game.lines)))
    except (OSError, UnicodeEncodeError) as error:
        raise RecordError(
            "the record cannot be written: {reason}",
            reason=getattr(error, "strerror", None) or str(error),
            place=str(target),
        ) from error

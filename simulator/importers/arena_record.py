"""Writing an imported game as a record, and comparing it with what Arena showed."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

from events.errors import NametrailError, RecordError
from events.header import header_from_map
from simulator.importers.arena_comparison import Comparer, Comparison
from simulator.importers.arena_definitions import Definitions
from simulator.importers.arena_objects import Recording

FAULTS = (
    NametrailError,
    msgspec.ValidationError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
)
"""What folding an event that does not fit can end in."""
MOST_TAKEN_OUT = 50
"""With more events that do not fit, a game is written without being compared."""
_encode = msgspec.json.Encoder().encode


class ImportedGame(msgspec.Struct, kw_only=True):
    """One game that was imported, and how well it agrees with its log."""

    file: str
    log: str
    game: int
    events: int
    states: int
    names_compared: int
    names_agreeing: int
    ids_compared: int
    ids_agreeing: int
    gaps: list[dict[str, Any]]
    complete: bool
    differences: list[dict[str, Any]]


def write_game(game: Recording, file: Path, number: int, names: dict[int, str]) -> ImportedGame:
    """Name everything, write the record, fold it again and compare it.

    `names` are the players' real names by seat, where they are to be kept.
    """
    definitions = Definitions(game.printings)
    events = [definitions.resolve(event) for event in game.events]
    header = _header(game, definitions)
    comparison = _compare(game, header, events, definitions)
    renamed = {f"player{seat}": name for seat, name in names.items()}
    if renamed:
        header["players"] = [renamed.get(player, player) for player in header["players"]]
        events = [_with_names(event, renamed) for event in events]
    _write(file, [header, *events])
    return ImportedGame(
        file=str(file), log=game.log, game=number, events=len(events), states=len(game.frames),
        names_compared=comparison.names_compared, names_agreeing=comparison.names_agreeing,
        ids_compared=comparison.ids_compared, ids_agreeing=comparison.ids_agreeing,
        gaps=game.gaps, complete=not game.gaps and game.over, differences=comparison.differences,
    )  # fmt: skip


def _header(game: Recording, definitions: Definitions) -> dict[str, Any]:
    seats = sorted(
        {zone.owner_seat_id for zone in game.state.zones.values() if zone.owner_seat_id} | {1, 2}
    )
    seats.sort(key=lambda seat: seat != game.first_player)
    return {
        "record": "nametrail",
        "version": 1,
        "players": [game.player(seat) for seat in seats],
        "cards": definitions.cards,
        "from": "MTG Arena",
        "complete": not game.gaps and game.over,
    }


def _compare(
    game: Recording, header: dict[str, Any], events: list[dict[str, Any]], definitions: Definitions
) -> Comparison:
    """Fold and compare; an event that cannot be is taken out, told as a difference, and the fold begins anew."""
    taken_out: list[dict[str, Any]] = []
    read = header_from_map(header)
    while True:
        comparer = Comparer(read, definitions)
        try:
            comparison = comparer.run(events, game.frames)
        except FAULTS as error:
            taken_out.append(_take_out(game, events, comparer.at, error))
            if len(taken_out) > MOST_TAKEN_OUT:
                return Comparison(differences=taken_out)
        else:
            comparison.differences[:0] = taken_out
            return comparison


def _take_out(
    game: Recording, events: list[dict[str, Any]], index: int, error: Exception
) -> dict[str, Any]:
    event = events.pop(index)
    frame = next((frame for frame in game.frames if frame.events > index), None)
    for later in game.frames:
        if later.events > index:
            later.events -= 1
    return {
        "line": None if frame is None else frame.line, "state": event["source"].get("state"),
        "instance": event["source"].get("instance"), "object": event.get("object") or event.get("card"),
        "what": "event", "arena": event["event"], "record": f"left out: {error}", "after_gap": bool(game.gaps),
    }  # fmt: skip


def _with_names(event: dict[str, Any], renamed: dict[str, str]) -> dict[str, Any]:
    return {
        key: renamed.get(value, value) if key in {"player", "owner", "controller", "winner"} and isinstance(value, str) else value
        for key, value in event.items()
    }  # fmt: skip


def _write(file: Path, lines: list[dict[str, Any]]) -> None:
    data = b"".join(_encode(line) + b"\n" for line in lines)
    partial = file.with_name(file.name + ".part")
    try:
        partial.write_bytes(gzip.compress(data) if file.suffix == ".gz" else data)
        partial.replace(file)
    except OSError as error:
        raise RecordError(
            "{file} cannot be written: {why}", file=str(file), why=error.strerror or str(error)
        ) from error

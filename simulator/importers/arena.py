"""MTG Arena's logs in: one record for each game, compared with what Arena showed (issue of identity, CR 400.7).

Read this file first, then `arena_game` (what one message does), `arena_moves` and `arena_changes`.
`docs/importing.md` says what becomes what.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from events.errors import NametrailError, RecordError, RuleBroken
from simulator.importers.arena_cards import ArenaNames, read_names
from simulator.importers.arena_game import note_gap, take_state
from simulator.importers.arena_log import LogSummary, Lost, RoomRead, StateRead, read_log
from simulator.importers.arena_messages import GameState
from simulator.importers.arena_objects import Recording
from simulator.importers.arena_printings import Printings
from simulator.importers.arena_record import ImportedGame, write_game

Progress = Callable[[str, int, int], None]


class ArenaImport(msgspec.Struct):
    """What came of importing some logs."""

    games: tuple[ImportedGame, ...]
    problems: tuple[NametrailError, ...]

    @property
    def exit_status(self) -> int:
        """0 where every log was read whole and held a game; 1 where one did not; 2 where one could not be read at all."""
        return max((problem.exit_status for problem in self.problems), default=0)

    def as_json(self) -> dict[str, Any]:
        """What `import arena --json` prints."""
        return {
            "games": msgspec.to_builtins(self.games),
            "problems": [str(problem) for problem in self.problems],
        }


def import_arena(
    logs: Sequence[Path],
    out: Path,
    cards: Path | None = None,
    *,
    keep_names: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> ArenaImport:
    """Import every game of some logs into a folder.

    What is wrong with one log does not keep the others from being imported: it is among the problems.

    Raises RecordError where the card file cannot be read or the folder cannot be made.
    """
    names = read_names(cards)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(
            "{file} cannot be made: {why}", file=str(out), why=error.strerror or str(error)
        ) from error
    stems = _stems(logs)
    workers = min(len(logs), jobs if jobs is not None else os.cpu_count() or 1)
    if workers > 1:
        with ProcessPoolExecutor(workers) as pool:
            running = [
                pool.submit(_import_log, log, out, stem, names, keep_names, None)
                for log, stem in zip(logs, stems, strict=True)
            ]
            results: list[tuple[list[ImportedGame], list[NametrailError]]] = []
            for log, future in zip(logs, running, strict=True):
                try:
                    results.append(future.result())
                except (BrokenExecutor, OSError) as error:
                    ended = RecordError(
                        "{file}: the process that read it ended: {why}",
                        file=str(log),
                        why=repr(error),
                    )
                    results.append(([], [ended]))
                if progress is not None:
                    progress(log.name, 1, 1)
    else:
        results = [
            _import_log(log, out, stem, names, keep_names, progress)
            for log, stem in zip(logs, stems, strict=True)
        ]
    return ArenaImport(
        tuple(game for games, _ in results for game in games),
        tuple(problem for _, problems in results for problem in problems),
    )


def _stems(logs: Sequence[Path]) -> list[str]:
    """A file name for each log, told apart where two logs have the same."""
    stems: list[str] = []
    for log in logs:
        stem = log.name.removesuffix(".gz").removesuffix(".log") or "log"
        number, unique = 2, stem
        while unique in stems:
            unique, number = f"{stem}-{number}", number + 1
        stems.append(unique)
    return stems


def _import_log(
    log: Path, out: Path, stem: str, names: ArenaNames, keep_names: bool, progress: Progress | None
) -> tuple[list[ImportedGame], list[NametrailError]]:
    summary, problems, games = LogSummary(), list[NametrailError](), list[ImportedGame]()
    shown = None if progress is None else partial(progress, log.name)
    try:
        for number, (game, seats) in enumerate(_games(log, names, summary, shown), 1):
            kept = seats if keep_names else {}
            games.append(write_game(game, out / f"{stem}-game{number}.jsonl", number, kept))
    except NametrailError as error:
        problems.append(error)
        return games, problems
    if summary.cut is not None:
        problems.append(_cut(log, summary))
    elif not games:
        problems.append(_no_game(log, summary))
    return games, problems


def _cut(log: Path, summary: LogSummary) -> NametrailError:
    """What is told of a file that is cut: a rule of the format is broken, unless nothing at all can be read."""
    if summary.in_line:
        return RuleBroken(
            "{file}: the file is cut in the middle of line {line}",
            file=str(log),
            line=summary.lines + 1,
        )
    error = RuleBroken(
        "{file}: the file is cut or damaged after line {line}: {why}",
        file=str(log),
        line=summary.lines,
        why=summary.cut,
    )
    return error if summary.lines else RecordError(error.template, **error.params)


def _no_game(log: Path, summary: LogSummary) -> NametrailError:
    if summary.detailed is False:
        return RuleBroken(
            "{file}: no game: detailed logs were switched off",
            file=str(log),
            advice="switch on 'Detailed Logs (Plugin Support)' in Arena's account options",
        )
    if summary.arena:
        return RuleBroken("{file}: no game in this log", file=str(log))
    return RuleBroken("{file}: this is no log of MTG Arena", file=str(log))


def _games(
    log: Path, names: ArenaNames, summary: LogSummary, progress: Callable[[int, int], None] | None
) -> Iterator[tuple[Recording, dict[int, str]]]:
    """The games of a log, each when it is over or another begins."""
    game: Recording | None = None
    identity: tuple[str, int] | None = None
    seats: dict[int, str] = {}
    former: dict[int, str] = {}
    for entry in read_log(log, summary, progress):
        if isinstance(entry, RoomRead):
            seats = {player.system_seat_id: player.player_name for player in entry.room.reserved_players
                     if player.player_name and player.player_name != "<redacted>"}  # fmt: skip
            if (
                game is not None
                and identity is not None
                and entry.room.match_id not in {"", identity[0]}
            ):
                yield game, former
                game = None
            former = seats
        elif isinstance(entry, Lost):
            if game is not None and not game.over:
                note_gap(game, entry.line, entry.why)
        else:
            now = _identity(entry.state)
            if game is None or _another(game, entry.state, now, identity):
                if game is not None:
                    yield game, seats
                game, identity = Recording(Printings(names), log.name), now
            identity = now or identity
            _take(game, entry)
    if game is not None:
        yield game, seats


def _take(game: Recording, entry: StateRead) -> None:
    """Take in a state; one that makes no sense is a gap, not the end of the game."""
    try:
        take_state(game, entry.state, entry.line)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        note_gap(game, entry.line, f"a message cannot be followed: {error!r}")


def _identity(state: GameState) -> tuple[str, int] | None:
    info = state.game_info
    return None if info is None or not info.match_id else (info.match_id, info.game_number)


def _another(
    game: Recording, state: GameState, now: tuple[str, int] | None, before: tuple[str, int] | None
) -> bool:
    """Whether a state belongs to another game than the one before, even if its first states are missing."""
    if game.over and not state.full and 0 < state.game_state_id < game.state.number:
        return True
    if now is not None and before is not None and now != before:
        return True
    return state.full and not state.prev_game_state_id and state.game_state_id == 1

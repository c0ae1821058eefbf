"""`nametrail import`: recordings of other programs into records."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from simulator.cli import STANDARD_INPUT
from simulator.commands.options import DEFAULTS, AsJson, Options, group
from simulator.commands.output import say, shown, write_json
from simulator.messages import translator, worded

app = group("import", "Recordings of other programs into records.")

Into = Annotated[Path, Parameter(name=["--out", "-o"], help="the folder the records go into")]
KeepNames = Annotated[
    bool,
    Parameter(name="--keep-names", help="keep the players' names; by default they are replaced"),
]


@app.command
def arena(
    *logs: Path,
    out: Into,
    jobs: Annotated[int | None, Parameter(help="logs read at the same time")] = None,
    keep_names: KeepNames = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> int:
    """MTG Arena's Player.log, plain or .gz, into one record for each game.

    Every game is replayed while it is imported and compared with what Arena showed.

    Args:
        logs: Arena's logs
    """
    from simulator.importers.arena import import_arena

    _some(logs)
    with _reading() as advance, _files(logs, "standard-input.log") as given:
        found = import_arena(
            given, out, options.cards, keep_names=keep_names, jobs=jobs, progress=advance
        )
    if json:
        write_json(found.as_json())
    else:
        translate = translator(options.lang)
        for game in found.games:
            said = translate(
                "{file}: {events} events, {names_agreeing} of {names_compared} names and "
                "{ids_agreeing} of {ids_compared} ids agree"
            ).format(
                file=game.file,
                events=game.events,
                names_agreeing=game.names_agreeing,
                names_compared=game.names_compared,
                ids_agreeing=game.ids_agreeing,
                ids_compared=game.ids_compared,
            )
            gaps = translate(", incomplete: {gaps} gaps").format(gaps=len(game.gaps))
            say(f"{said}{'' if game.complete else gaps}")
    for problem in found.problems:
        print(shown(worded(problem, options.lang)), file=sys.stderr)
    return found.exit_status


@app.command
def cockatrice(
    *files: Path,
    out: Into,
    stickers_from_annotations: Annotated[
        bool,
        Parameter(
            name="--stickers-from-annotations",
            help="an annotation that adds a word to a name is a name sticker",
        ),
    ] = False,
    keep_names: KeepNames = False,
    json: AsJson = False,
    options: Options = DEFAULTS,
) -> int:
    """Cockatrice's replays (.cor) into records.

    Args:
        files: the replays
    """
    from simulator.importers.cockatrice import import_cockatrice
    from simulator.lookup import card_lookup
    from simulator.progress import progress

    _some(files)
    with (
        progress("importing", total=len(files)) as advance,
        _files(files, "standard-input.cor") as given,
    ):
        found = import_cockatrice(
            given,
            out,
            keep_names=keep_names,
            stickers_from_annotations=stickers_from_annotations,
            look=card_lookup(options.cards),
            progress=lambda _file: advance(1),
        )
    if json:
        write_json(found.as_json())
    translate = translator(options.lang)
    offers = 0
    for game in found.games:
        offers += len(game.offers)
        if not json:
            whole = "" if game.complete else translate(", incomplete")
            said = translate("{file}: {events} events").format(file=game.file, events=game.events)
            say(f"{said}{whole}")
        for remark in game.problems:
            print(shown(f"  {remark}"), file=sys.stderr)
    if offers and not stickers_from_annotations:
        said = translate(
            "{offers} annotations read like name stickers; --stickers-from-annotations places them"
        )
        print(said.format(offers=offers), file=sys.stderr)
    for problem in found.problems:
        print(shown(worded(problem, options.lang)), file=sys.stderr)
    return found.exit_status


def _some(files: tuple[Path, ...]) -> None:
    from events.errors import RecordError

    if not files:
        raise RecordError("no recording is named", advice="name one or more files")


@contextmanager
def _files(named: tuple[Path, ...], name: str) -> Generator[tuple[Path, ...], None, None]:
    """The recordings as files: what comes on standard input is one while it is read."""
    if Path(STANDARD_INPUT) not in named:
        yield named
        return
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / name
        with kept.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield tuple(kept if each == Path(STANDARD_INPUT) else each for each in named)


@contextmanager
def _reading() -> Generator[Callable[[str, int, int], None] | None, None, None]:
    """A bar that follows how much of each log has been read."""
    from simulator.progress import progress

    if not sys.stderr.isatty():
        yield None
        return
    seen: dict[str, int] = {}
    with progress("importing") as advance:

        def follow(log: str, read: int, _total: int) -> None:
            advance(read - seen.get(log, 0))
            seen[log] = read

        yield follow

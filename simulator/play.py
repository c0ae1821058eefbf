"""Playing in a terminal, or through a pipe: `nametrail play GAME`.

GAME is a game of the store, or a record file; each action is recorded before it counts. In a terminal
with `prompt_toolkit` there is completion; otherwise lines are read as they come.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from events.errors import NametrailError
from events.header import Header
from projections.state import Lookup
from simulator.file_game import FileGame
from simulator.game import Game
from simulator.messages import translator, worded
from simulator.play_session import Session

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer

PROMPT = "> "


def open_game(
    named: str,
    *,
    db: str | None = None,
    lookup: Lookup | None = None,
    players: tuple[str, ...] = (),
) -> Game:
    """The game to play on: a record file, or a game of the store; with `players` a new one.

    Raises NametrailError where it cannot be opened, or begun.
    """
    path = Path(named)
    is_file = path.exists() or "/" in named or named.endswith((".jsonl", ".gz"))
    header = Header(players=players)
    if is_file:
        return FileGame.begin(path, header, lookup) if players else FileGame(path, lookup)
    from events.record import Record  # noqa: PLC0415 - the store is slow to import
    from events.store import open_store  # noqa: PLC0415
    from simulator.stored_game import StoredGame  # noqa: PLC0415

    store = open_store(db, create=bool(players))
    try:
        if players:
            game = store.add(Record(f"{named}.jsonl", header, ()), game=named)
        else:
            game = store.find_game(named)
        return StoredGame(store, game, lookup)
    except NametrailError:
        store.close()
        raise


def play(
    game: Game,
    *,
    language: str | None = None,
    lines: Iterable[str] | None = None,
    out: TextIO | None = None,
    show: Callable[[str], str] = str,
) -> int:
    """Let somebody play; the exit status is 1 if a line that came through a pipe was refused.

    `show` makes a line fit for a terminal.
    """
    target = out or sys.stdout
    session = Session(game, translator(language), lambda error: worded(error, language))
    interactive = lines is None and sys.stdin.isatty() and target.isatty()
    for line in _asked(session) if interactive else (lines or sys.stdin):
        for answer in session.hear(line):
            target.write(f"{show(answer)}\n")
        target.flush()
        if session.done:
            break
    return 1 if session.refused and not interactive else 0


def _asked(session: Session) -> Iterator[str]:
    """What somebody types, line by line, until they leave."""
    ask = _with_completion(session) if find_spec("prompt_toolkit") else input
    while True:
        try:
            yield ask(PROMPT)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _with_completion(session: Session) -> Callable[[str], str]:
    from prompt_toolkit import PromptSession  # noqa: PLC0415 - an extra

    prompt: PromptSession[str] = PromptSession(completer=completer(session))
    return prompt.prompt


def completer(session: Session) -> Completer:
    """The session's completions, as prompt_toolkit asks for them."""
    from prompt_toolkit.completion import Completer, Completion  # noqa: PLC0415 - an extra

    class Words(Completer):
        """Completes the word before the cursor."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            """What the word may become."""
            del complete_event
            text = document.text_before_cursor
            last = text.split(" ")[-1]
            for word in session.completions(text):
                yield Completion(word, start_position=-len(last))

    return Words()

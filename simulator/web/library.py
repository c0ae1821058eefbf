"""The games the page knows: the examples, those in the store, and what was uploaded or forked.

A game's id says where it is from: `example-NAME`, `store-GAME`, or `record-FINGERPRINT` for what was uploaded
or forked, which is kept in memory until it is put into the store. No id becomes a path: examples are looked up in a
fixed table, stored games in the store, records by their fingerprint.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path

import msgspec

from events.cards import Definition
from events.errors import NametrailError, RecordError
from events.record import EventLine, Line, Record, read_record, record_lines
from projections.state import Lookup
from simulator.lookup import card_lookup
from simulator.web.game import Game
from simulator.web.limits import NO_LIMITS, Limits
from simulator.web.opening import fingerprint, open_game, read_upload

EXAMPLES = (
    "fae-of-wishes", "bear-cub", "it-that-betrays", "witness-protection", "arena-game",
)  # fmt: skip
TITLES: dict[str, str] = {
    "fae-of-wishes": "Fae of Wishes: an Adventure with a sticker",
    "bear-cub": "Bear Cub: every place for a word",
    "it-that-betrays": "It That Betrays: a copy keeps the sticker's place",
    "witness-protection": "Witness Protection: a name set after a sticker",
    "arena-game": "A whole game recorded from MTG Arena",
}
"""What each example is about."""

_UNPRINTABLE = re.compile(r"[^\w .,()+-]", re.UNICODE)
LONGEST_TITLE = 80
NO_STORE = "there is no store at {store}"
"""The message of a store that was never made: it has no games, which is no fault."""


class NoSuchGame(RecordError):
    """A game the page does not know, or no longer."""


class StoreOutOfReach(NametrailError):
    """The store cannot be read or written; why is for whoever runs the server, as it tells where the store is."""


class Stored(msgspec.Struct, frozen=True):
    """A game in the store, as it is listed."""

    id: str
    title: str
    events: int
    players: tuple[str, ...]


class Library:
    """Opens games when they are asked for, and keeps the last ones opened."""

    def __init__(
        self,
        *,
        db: str | None = None,
        cards: Path | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.db = db
        self.limits = limits or Limits()
        self._lookup: Lookup = without_paths(card_lookup(cards))
        self._shelf = Shelf(self.limits)
        self._opening = threading.Lock()

    def get(self, id: str) -> Game:  # noqa: A002 - as in addresses
        """The game of an id.

        Raises NoSuchGame where there is none.
        """
        kind, _, name = id.partition("-")
        if kind == "example" and name in EXAMPLES:
            return self._opened(id, lambda: self._example(id, name))
        if kind == "store" and name:
            return self._stored(id, name)
        found = self._shelf.get(id)
        if found is None or kind != "record":
            raise NoSuchGame(
                "there is no game {game!r} here",
                game=id[:LONGEST_TITLE],
                advice="what was uploaded is kept until the program ends; open it again, or keep it in the store",
            )
        return found

    def upload(self, data: bytes, filename: str) -> Game:
        """Open an uploaded record.

        Raises TooMuch, or RecordError where it is no record.
        """
        title = tidy_title(filename)
        record = read_upload(data, title, self.limits)
        return self._add(record, title, self._lookup, None)

    def fork(self, game: Game, position: int, events: Iterable[Line]) -> Game:
        """The game up to a position, and other events behind it, as a game of its own."""
        lines: list[Line] = [*game.event_lines()[:position], *events]
        record = Record(game.record.file, game.record.header, tuple(lines))
        origin = (game.id, position)
        if game.origin is not None and position == game.last:
            origin = game.origin
        return self._add(record, game.title, game.lookup, origin)

    def _add(
        self, record: Record, title: str, lookup: Lookup, origin: tuple[str, int] | None
    ) -> Game:
        id_ = f"record-{fingerprint(text_of(record) + str(record.error).encode())}"
        return self._opened(
            id_,
            lambda: open_game(record, lookup, self.limits, id=id_, title=title, origin=origin),
        )

    def stored(self) -> tuple[Stored, ...]:
        """The games in the store; none where there is no store."""
        from events.store import open_store  # noqa: PLC0415 - only where a store is looked at

        try:
            with open_store(self.db, create=False) as store:
                rows = store.games()
        except NametrailError:
            return ()
        return tuple(
            Stored(f"store-{row.game}", row.game, row.events, tuple(row.players)) for row in rows
        )

    def keep(self, game: Game) -> str:
        """Put a game into the store, and say under which id it can be found from now on.

        Raises StoreOutOfReach where the store cannot be written.
        """
        from events.store import open_store  # noqa: PLC0415
        from events.store_errors import StoreError  # noqa: PLC0415

        definitions = definitions_of(game)
        name = re.sub(r"[^A-Za-z0-9-]+", "-", game.title.removesuffix(".jsonl")).strip("-")
        numbered = [
            EventLine(number + 1, number, event) for number, event in enumerate(game.events, 1)
        ]
        record = Record(f"{name or 'game'}.jsonl", game.record.header, tuple(numbered))
        try:
            with open_store(self.db) as store:
                return f"store-{store.add(record, definitions)}"
        except StoreError as error:
            raise out_of_reach() from error

    def _opened(self, key: str, opening: Callable[[], Game]) -> Game:
        """A game from the shelf, or opened now; one at a time, so that many uploads do not add up."""
        found = self._shelf.get(key)
        if found is not None:
            return found
        with self._opening:
            found = self._shelf.get(key)
            if found is None:
                found = opening()
                self._shelf.put(key, found)
            return found

    def _example(self, id_: str, name: str) -> Game:
        text = resources.files("simulator").joinpath("examples", f"{name}.jsonl").read_bytes()
        record = read_record(text.splitlines(), f"{name}.jsonl")
        return open_game(record, self._lookup, NO_LIMITS, id=id_, title=TITLES[name])

    def _stored(self, id_: str, name: str) -> Game:
        from events.store import open_store  # noqa: PLC0415
        from events.store_errors import StoreError, UnknownGame  # noqa: PLC0415

        try:
            with open_store(self.db, create=False) as store:
                key = f"{id_}@{store.info(name).version}"
                opened = self._shelf.get(key)
                if opened is not None:
                    return opened
                record = store.record(name)
                own: dict[str, Definition] = store.definitions(name)
        except StoreError as error:
            if not isinstance(error, UnknownGame) and error.template != NO_STORE:
                raise out_of_reach() from error
            raise NoSuchGame(
                "there is no game {game!r} in the store",
                game=name[:LONGEST_TITLE],
                advice="the first page lists the games there are",
            ) from error

        def lookup(card: str) -> Definition | None:
            return own.get(card) or self._lookup(card)

        return self._opened(key, lambda: open_game(record, lookup, self.limits, id=id_, title=name))


class Shelf:
    """The games opened last; bounded in number and in events, so that memory is bounded too."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> Game | None:
        """The game of a key, if it is still there."""
        with self._lock:
            found = self._games.get(key)
            if found is not None:
                self._games.move_to_end(key)
            return found

    def put(self, key: str, game: Game) -> None:
        """Keep a game, and let go of those not asked for longest."""
        with self._lock:
            self._games[key] = game
            while len(self._games) > 1 and self._is_full():
                self._games.popitem(last=False)

    def _is_full(self) -> bool:
        events = sum(game.last for game in self._games.values())
        return len(self._games) > self.limits.games_kept or events > self.limits.events_kept


def out_of_reach() -> StoreOutOfReach:
    """What readers are told where the store fails; the cause is for the log."""
    return StoreOutOfReach(
        "the store cannot be used at present",
        advice="try again later; whoever runs the server finds the reason in its log",
    )


def without_paths(lookup: Lookup) -> Lookup:
    """The same definitions; where the card file cannot be read, readers are not told where it is."""

    def found(card: str) -> Definition | None:
        try:
            return lookup(card)
        except RecordError as error:
            if error.place is None or Path(error.place).name == error.place:
                raise
            from simulator.logs import logger  # noqa: PLC0415 - only when something is wrong

            logger().error("card file", error=str(error))
            raise RecordError(
                "the card file of this server cannot be read",
                advice="whoever runs the server finds the reason in its log",
            ) from error

    return found


def tidy_title(filename: str) -> str:
    """A file's name as a title: its last part, without what could mislead."""
    last = filename.replace("\\", "/").rpartition("/")[2]
    return _UNPRINTABLE.sub("", last)[:LONGEST_TITLE].strip() or "record.jsonl"


def text_of(record: Record) -> bytes:
    """A record as it is written, which is what its fingerprint is made of."""
    return "\n".join(record_lines(record.header, record.lines)).encode()


def definitions_of(game: Game) -> dict[str, Definition]:
    """The definitions of all cards a game uses that its record does not hold itself."""
    state = game.state_at(game.last)
    return dict(state.definitions)

"""Views across all games of a store: tables of objects, names, stickers and links, kept in step with the log.

The rows and the place in the log up to which they tell are written in one transaction, hundreds of
actions at a time, so that every event counts exactly once, whatever happens in between. The tables say
nothing that the log does not: they can be thrown away and rebuilt. On SQLite they are brought up to date
by pulling (`catch_up`); on PostgreSQL they can also follow live (`follow`).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import (
    IntegrityError,
    Notification,
    Tracking,
    TrackingRecorder,
)
from eventsourcing.projection import BaseProjectionRunner, Projection

from events.actions import (
    Action,
    Packed,
    Recorded,
    Started,
    Undone,
    definitions_of,
    header_of,
)
from events.cards import Definition, definition_from_map
from events.catalogue import bundled_card
from events.errors import RecordError
from events.games import Games, Place
from events.mapper import StoredAction, action_of
from events.store import Store
from events.store_errors import UNREADABLE, Damaged, StoreError, UnknownGame, damaged, told
from projections import fold
from projections.changes import Change, Follower
from projections.state import Lookup
from projections.view_tables import (
    Batch,
    create_statements,
    delete_everything,
    faults,
    finding,
)

ACTIONS_AT_ONCE = 5_000
EVENTS_AT_ONCE = 20_000
LONGEST_ID = 500
GAMES_AT_HAND = 64
"""How many games are kept folded while they are being followed."""


class Found(msgspec.Struct, frozen=True):
    """An object that was found, where it was then, and from which to which position it was so.

    `until` is the first position at which it was not so any more; None: it is so at the end.
    """

    game: str
    object: str
    zone: str
    name: str | None
    sticker: str | None
    words: str | None
    since: int
    until: int | None


class Views:
    """The views of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.recorder = _tracking_recorder(store)
        self._followers: dict[str, tuple[int, Follower | None]] = {}
        self._latest: str | None = None
        with told(store.name), store.database.transaction(commit=True) as sql:
            sql.create(create_statements())

    def catch_up(self, actions_at_once: int = ACTIONS_AT_ONCE) -> int:
        """Bring the tables up to date and return how many events that took."""
        events = 0
        while True:
            with told(self.store.name):
                seen = self.recorder.max_tracking_id(Games.name) or 0
                notes: deque[Notification] = deque(
                    self.store.recorder.select_notifications(
                        seen, actions_at_once, inclusive_of_start=False
                    )
                )
            if not notes:
                return events
            while notes:
                events += self._take_some(notes)

    def rebuild(self) -> int:
        """Throw the tables away and make them anew from the log; how many events that took."""
        self._followers.clear()
        self._latest = None
        with told(self.store.name), self.store.database.transaction(commit=True) as sql:
            delete_everything(sql)
            statement = f"DELETE FROM {_tracking_table(self.store)} WHERE application_name = ?"  # noqa: S608 - our own table
            sql.run(statement, Games.name)
        return self.catch_up()

    def faults(self) -> dict[str, tuple[int, str]]:
        """The games that cannot be followed to their end: the position, and what is wrong there."""
        with told(self.store.name), self.store.database.transaction(commit=False) as sql:
            return faults(sql)

    def find(
        self, *, name: str | None = None, card: str | None = None, sticker: str | None = None
    ) -> list[Found]:
        """Objects in all games: called so at some time, of such a card, with such a sticker on them.

        `name` and `card` are words of a name, in order, in any case; a card may also be meant by its
        recorder's id. `sticker` is its id or words of it. What is given must hold together. The tables
        are brought up to date first.
        """
        self.catch_up()
        asked = {"name": name, "printed": card, "words": sticker}
        if not any(asked.values()):
            raise StoreError("say what to find", advice="a name, a card or a sticker")
        where, values = ["1 = 1"], list[Any]()
        for column, words in asked.items():
            if not words:
                continue
            alias = {"name": "n", "printed": "o", "words": "s"}[column]
            also = {
                "name": "",
                "printed": " OR o.object LIKE ? ESCAPE '!'",
                "words": " OR s.sticker = ?",
            }
            where.append(f"({alias}.folded LIKE ? ESCAPE '!'{also[column]})")
            values.append(f"%{_escaped(words.casefold())}%")
            values += {"name": [], "printed": [f"{_escaped(words)}.%"], "words": [words]}[column]
        statement = finding(names=bool(name), stickers=bool(sticker), where=" AND ".join(where))
        with told(self.store.name), self.store.database.transaction(commit=False) as sql:
            rows = [dict(row) for row in sql.all(statement, *values)]
        found = [_found(row) for row in rows if _means(row, asked)]
        kept = [each for each in found if each.until is None or each.since < each.until]
        return sorted(kept, key=lambda each: (each.game, each.since, each.object, each.name or "", each.sticker or ""))  # fmt: skip

    @contextmanager
    def follow(self) -> Generator[BaseProjectionRunner[Any]]:
        """Keep the tables up to date while others record, as they do so; PostgreSQL only.

        The runner's `wait(notification_id)` waits until the tables tell of that place in the log.
        """
        if not self.store.place.postgres:
            raise StoreError("only a PostgreSQL store can be followed live", advice="use catch_up")
        with told(self.store.name), BaseProjectionRunner(
            projection=_Live(self),
            application_class=_following(self.store.place),
            tracking_recorder=self.recorder,
            topics=(),
        ) as runner:  # fmt: skip
            yield runner

    def _take_some(self, notes: deque[Notification]) -> int:
        """Fold actions from the front of a list, and write what they change in one transaction."""
        batch = Batch()
        last = 0
        while notes and batch.events < EVENTS_AT_ONCE:
            note = notes.popleft()
            last = note.id
            game, version = str(note.originator_id), note.originator_version
            try:
                action = action_of(note)
            except UNREADABLE as error:
                self._take_damaged(game, version, damaged(self.store.name, str(error)), batch)
            else:
                self._take(game, version, action, batch)
        try:
            with told(self.store.name), self.store.database.transaction(commit=True) as sql:
                self.recorder._insert_tracking(sql.cursor, Tracking(Games.name, last))  # noqa: SLF001 - the library's way # pyright: ignore[reportPrivateUsage]
                batch.write(sql)
        except IntegrityError:
            # Somebody else has written the same meanwhile: what we have folded is not in step any more.
            self._followers.clear()
            self._latest = None
            notes.clear()
            return 0
        except BaseException:
            self._followers.clear()
            self._latest = None
            raise
        return batch.events

    def _take(self, game: str, version: int, action: Action, batch: Batch) -> None:
        if isinstance(action, Started):
            batch.forget(game)
            self._put(game, version, self._begin(game, action, batch))
            return
        if type(action) is Recorded and self._latest == game:
            known, follower = self._followers[game]
            if known == version - 1 and follower is not None:
                self._followers[game] = version, _advance(follower, game, action, batch)
                return
        before = version - (len(action.sizes) if isinstance(action, Packed) else 1)
        if isinstance(action, Undone):
            batch.forget(game)
            follower = self._refold(game, version, batch, noting=True)
        else:
            known, follower = self._followers.pop(game, (-1, None))
            if known != before:
                follower = self._refold(game, before, batch)
            if follower is not None:
                follower = _advance(follower, game, action, batch)
        self._put(game, version, follower)

    def _take_damaged(self, game: str, version: int, error: Damaged, batch: Batch) -> None:
        """An action that cannot be read: its game is followed no further, the others are."""
        known, follower = self._followers.pop(game, (-1, None))
        if known < 0 and version > 1:
            follower = self._refold(game, version - 1, batch)
        if follower is not None or known < 0:
            batch.fault(game, _next_position(follower), str(error))
        self._put(game, version, None)

    def _put(self, game: str, version: int, follower: Follower | None) -> None:
        self._followers[game] = (version, follower)
        self._latest = game
        if len(self._followers) > GAMES_AT_HAND:
            del self._followers[next(iter(self._followers))]

    def _begin(self, game: str, action: Started, batch: Batch) -> Follower | None:
        try:
            return Follower(fold.start(header_of(action), _lookup(definitions_of(action))))
        except Exception as error:  # noqa: BLE001 - a game that cannot be folded must not stop the others
            batch.fault(game, 0, str(error) or type(error).__name__)
            return None

    def _refold(
        self, game: str, version: int, batch: Batch, *, noting: bool = False
    ) -> Follower | None:
        """The follower of a game at a version, None where it cannot be followed up to there.

        What it sees on the way goes into the batch if that is asked for; what is wrong with the game always does.
        """
        follower: Follower | None = None
        try:
            for action in self.store.actions(game, 0, version):
                if isinstance(action, Started):
                    follower = self._begin(game, action, batch)
                elif follower is not None:
                    follower = _advance(follower, game, action, batch, noting=noting)
        except (Damaged, UnknownGame) as error:
            batch.fault(game, _next_position(follower), str(error))
            return None
        return follower


def _next_position(follower: Follower | None) -> int:
    """The position at which a game goes on, 0 where it has not begun."""
    return 0 if follower is None else follower.state.position + 1


def _advance(
    follower: Follower, game: str, action: Recorded | Packed, batch: Batch, *, noting: bool = True
) -> Follower | None:
    """Fold an action; None from where the game cannot be followed any more."""
    if action.position != follower.state.position:
        apart = RecordError("the action does not follow on the one before it")
        batch.fault(game, _next_position(follower), str(apart))
        return None
    for event in action.events:
        position = follower.state.position + 1
        try:
            changes = follower.take(event)
            if changes:
                _refuse_endless(changes)
        except Exception as error:  # noqa: BLE001 - a game that cannot be folded must not stop the others
            batch.fault(game, position, str(error) or type(error).__name__)
            return None
        if noting:
            batch.events += 1
            if changes:
                batch.note(game, position, changes)
    return follower


def _refuse_endless(changes: list[Change]) -> None:
    """Refuse ids no index has room for."""
    for change in changes:
        if len(change.object) > LONGEST_ID:
            raise RecordError(
                "the id {start}... is longer than {most} characters",
                start=change.object[:20],
                most=LONGEST_ID,
            )


def _lookup(definitions: dict[str, Definition]) -> Lookup:
    def find(name: str) -> Definition | None:
        found = definitions.get(name)
        if found is None:
            printed = bundled_card(name)
            found = definition_from_map(name, printed) if printed is not None else None
        return found

    return find


def _found(row: dict[str, Any]) -> Found:
    since = [row[key] for key in ("o_since", "n_since", "s_since") if key in row]
    until = [row[key] for key in ("o_until", "n_until", "s_until") if row.get(key) is not None]
    return Found(
        row["game"], row["object"], row["zone"], row.get("name"), row.get("sticker"), row.get("words"),
        max(since), min(until, default=None),
    )  # fmt: skip


def _means(row: dict[str, Any], asked: dict[str, str | None]) -> bool:
    """Whether a row has the words that were asked for, and not only their letters."""
    for column, words in asked.items():
        if not words:
            continue
        exact = {
            "name": "",
            "printed": row["object"].rpartition(".")[0],
            "words": row.get("sticker"),
        }
        if words == exact[column]:
            continue
        inner = r"\s+".join(map(re.escape, words.casefold().split()))
        if not re.search(rf"(?<!\w){inner}(?!\w)", str(row[column]).casefold()):
            return False
    return True


def _escaped(words: str) -> str:
    return words.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _tracking_recorder(store: Store) -> Any:
    """Where the place in the log is kept, in the same database."""
    datastore = store.database.datastore
    recorder: Any
    if store.place.postgres:
        from eventsourcing.postgres import PostgresTrackingRecorder  # noqa: PLC0415 - an extra

        recorder = PostgresTrackingRecorder(datastore, tracking_table_name=_tracking_table(store))
    else:
        from eventsourcing.sqlite import SQLiteTrackingRecorder  # noqa: PLC0415 - one of the two

        recorder = SQLiteTrackingRecorder(datastore)
    with told(store.name):
        recorder.create_table()
    return recorder


def _tracking_table(store: Store) -> str:
    return "games_tracking" if store.place.postgres else "tracking"


class _Live(Projection[TrackingRecorder]):
    """Brings the tables up to date whenever something is recorded."""

    name = "views"

    def __init__(self, views: Views) -> None:
        super().__init__(views.recorder)
        self.views = views

    def process_event(  # pyright: ignore[reportIncompatibleVariableOverride]
        self, domain_event: StoredAction, tracking: Tracking
    ) -> None:
        """Take everything up to this action and behind it, unless that has been done."""
        del domain_event
        if (self.view.max_tracking_id(Games.name) or 0) < tracking.notification_id:
            self.views.catch_up()


def _following(place: Place) -> type[Application[str]]:
    """The application of a place, as the library's runner wants to construct it."""

    class Following(Games):
        name = Games.name

        def __init__(self, env: Any = None) -> None:
            del env
            super().__init__(
                msgspec.structs.replace(place, settings={**place.settings, "CREATE_TABLE": "no"})
            )

    return Following

"""One game as rows of tables: its objects, their names, its links, and the rules it broke.

The rows of many games become one part of each table, a Parquet file. The part of `games` is written
last: a part that has none was not finished.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from events.errors import NametrailError
from events.event import EventBase
from events.header import Header
from events.kinds import Event
from events.play import (
    CountersChanged,
    DamageDealt,
    GameBegan,
    GameEnded,
    LifeChanged,
    StepBegan,
    Tapped,
    TurnBegan,
    Untapped,
)
from events.record import EventLine, open_record
from projections import fold
from projections.abilities_on import gained_abilities, printed_abilities
from projections.layer_one import is_unknown
from projections.linked_abilities import linked_by
from projections.names import copiable_names, names_of
from projections.state import PUBLIC_ZONES, AbilityOn, Lookup, Object, State
from simulator.legality import Known, violations

TABLES = ("names", "objects", "links", "violations", "games")
"""The tables, in the order in which a part of each is written."""

_QUIET: frozenset[type[EventBase]] = frozenset(
    {StepBegan, Tapped, Untapped, LifeChanged, DamageDealt, TurnBegan, GameBegan, GameEnded, CountersChanged}
)  # fmt: skip
"""Events that change neither an object nor a name nor a link."""


class Unit(msgspec.Struct, frozen=True):
    """One game to replay: a record's file, or a game of a store. `mark` changes when the game does."""

    place: str
    mark: str
    game: str | None = None
    shown: str = ""

    @property
    def name(self) -> str:
        """What the tables call it; a store is named without its password."""
        return self.place if self.game is None else f"{self.shown or self.place}#{self.game}"


class Rows(msgspec.Struct):
    """The rows of some games, by table."""

    names: list[dict[str, Any]] = []
    objects: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    violations: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []


def replay_part(units: list[Unit], out: str, part: str, cards: str | None) -> list[dict[str, Any]]:
    """Replay some games and write a part of each table; the rows of `games`.

    This is what a worker does. It can be done again at any time: files are put in place whole.
    """
    rows = Rows()
    for unit in units:
        game_rows(unit, _lookup(cards), rows)
    for table in TABLES:
        _write(Path(out), table, part, getattr(rows, table))
    return rows.games


def lost_part(units: list[Unit], out: str, part: str, reason: str) -> list[dict[str, Any]]:
    """Write down games that cannot be replayed at all, because the process that tries dies."""
    rows = Rows(games=[_game_row(unit, 0, 0, 0, reason) for unit in units])
    for table in TABLES:
        _write(Path(out), table, part, getattr(rows, table))
    return rows.games


def game_rows(unit: Unit, lookup: Lookup, rows: Rows) -> None:
    """Replay one game as an audit does, and add its rows; an error stops the game and is noted."""
    telling = _Telling(unit.name, rows)
    position, broken, reason = 0, 0, None
    state: State | None = None
    try:
        header, own, events = _opened(unit)
        state = fold.start(header, lambda name: own.get(name) or lookup(name))
        known = Known()
        for line, event in events:
            for each in violations(state, event, known):
                broken += 1
                rows.violations.append(
                    {"game": unit.name, "position": position + 1, "line": line, "rule": each.rule,
                     "what": each.problem}
                )  # fmt: skip
            fold.apply(state, event)
            known.note(event)
            position = state.position
            if type(event) not in _QUIET:
                telling.look(state)
    except NametrailError as error:
        reason = str(error)
    except (RecursionError, MemoryError) as error:
        reason = f"too large or too deeply nested ({type(error).__name__})"
    telling.close()
    rows.games.append(_game_row(unit, position, telling.objects, broken, reason))


class _Telling:
    """Follows a game's objects, names and links, and writes a row when one of them ends or begins."""

    def __init__(self, game: str, rows: Rows) -> None:
        self._game = game
        self._rows = rows
        self._now: dict[str, Object] = {}
        self._rows_of: dict[str, dict[str, Any]] = {}
        self._named: dict[str, dict[str, Any]] = {}
        self._linking: dict[str, list[AbilityOn]] = {}
        self._told: set[tuple[Any, ...]] = set()
        self.objects = 0

    def look(self, state: State) -> None:
        """Take in the state after an event that may have changed something."""
        gone = [card for card in self._now if card not in state.objects]
        for card in gone:
            self._end(card, state.position)
        for card, object_ in state.objects.items():
            if self._now.get(card) is not object_:
                self._begin(state, card, object_)
            elif object_.zone in PUBLIC_ZONES or self._named[card]["unknown"]:
                self._name(state, card, object_)
        for card in self._linking:
            self._links(state, self._now[card])

    def close(self) -> None:
        """The game is over: what still is keeps its end open."""
        for card in self._now:
            self._rows.objects.append(self._rows_of[card])
            self._rows.names.append(self._named[card])

    def _begin(self, state: State, card: str, object_: Object) -> None:
        if card in self._now:
            self._end(card, state.position)
        self._now[card] = object_
        self.objects += 1
        self._rows_of[card] = {
            "game": self._game, "object": object_.reference, "card": card, "kind": object_.kind,
            "zone": object_.zone, "owner": object_.owner, "controller": object_.controller,
            "begins": state.position, "ends": None,
        }  # fmt: skip
        self._named.pop(card, None)
        self._name(state, card, object_)
        abilities = [each for each in printed_abilities(object_) if each.text.pairs]
        abilities += [each for each in gained_abilities(state, object_) if each.text.pairs]
        if abilities:
            self._linking[card] = abilities

    def _name(self, state: State, card: str, object_: Object) -> None:
        names = names_of(state, object_)
        row = self._named.get(card)
        if row is not None and row["names"] == names and not row["unknown"]:
            return
        unknown = is_unknown(object_)
        if row is not None:
            if row["names"] == names and unknown:
                return
            self._rows.names.append(row | {"ends": state.position})
        self._named[card] = {
            "game": self._game, "object": object_.reference, "names": names,
            "copiable_names": copiable_names(object_), "unknown": unknown,
            "begins": state.position, "ends": None,
        }  # fmt: skip

    def _end(self, card: str, position: int) -> None:
        self._now.pop(card)
        self._rows.objects.append(self._rows_of.pop(card) | {"ends": position})
        self._rows.names.append(self._named.pop(card) | {"ends": position})
        self._linking.pop(card, None)

    def _links(self, state: State, object_: Object) -> None:
        for ability in self._linking[object_.card]:
            for linked in linked_by(state, object_, ability):
                for refers_to, value in _referents(linked):
                    key = (object_.reference, linked.second, refers_to, value)
                    if key not in self._told:
                        self._told.add(key)
                        self._rows.links.append(
                            {"game": self._game, "object": object_.reference,
                             "ability": linked.second, "kind": linked.kind, "rule": linked.rule,
                             "refers_to": refers_to, "value": value, "position": state.position}
                        )  # fmt: skip


def _referents(linked: Any) -> Iterator[tuple[str | None, str | None]]:
    for object_ in linked.objects:
        yield object_, None
    for value in linked.values:
        yield None, value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _opened(unit: Unit) -> tuple[Header, dict[str, Any], Iterable[tuple[int, Event]]]:
    """A game's header, the definitions it was stored with, and its events with their lines."""
    if unit.game is None:
        reader = open_record(unit.place)
        return reader.header, {}, (
            (line.line, line.event) for line in reader if isinstance(line, EventLine)
        )  # fmt: skip
    return _stored(unit.place, unit.game)


def _stored(place: str, game: str) -> tuple[Header, dict[str, Any], Iterable[tuple[int, Event]]]:
    from events.store import open_store  # noqa: PLC0415 - only for stores

    with open_store(place, create=False) as store:
        events = list(enumerate(store.events(game), 2))
        return store.header(game), store.definitions(game), events


def _game_row(
    unit: Unit, events: int, objects: int, broken: int, error: str | None
) -> dict[str, Any]:
    return {
        "game": unit.name, "mark": unit.mark, "events": events, "objects": objects,
        "violations": broken, "complete": error is None, "error": error,
    }  # fmt: skip


@lru_cache(maxsize=4)
def _lookup(cards: str | None) -> Lookup:
    """Where cards are looked up, opened once in a process."""
    from simulator.cards import lookup  # noqa: PLC0415 - reading card files is not always needed

    return lookup(None if cards is None else Path(cards))


def _write(out: Path, table: str, part: str, rows: list[dict[str, Any]]) -> None:
    """Put a part of a table in its place, whole or not at all."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    folder = out / table
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{part}.{os.getpid()}"
    pq.write_table(pa.Table.from_pylist(rows, schema=schema(table)), unfinished, compression="zstd")
    unfinished.replace(folder / f"{part}.parquet")


def schema(table: str) -> Any:
    """The columns of a table."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    text, whole, many = pa.string(), pa.int64(), pa.list_(pa.string())
    columns: dict[str, dict[str, Any]] = {
        "names": {"game": text, "object": text, "names": many, "copiable_names": many,
                  "unknown": pa.bool_(), "begins": whole, "ends": whole},
        "objects": {"game": text, "object": text, "card": text, "kind": text, "zone": text,
                    "owner": text, "controller": text, "begins": whole, "ends": whole},
        "links": {"game": text, "object": text, "ability": text, "kind": text, "rule": text,
                  "refers_to": text, "value": text, "position": whole},
        "violations": {"game": text, "position": whole, "line": whole, "rule": text, "what": text},
        "games": {"game": text, "mark": text, "events": whole, "objects": whole,
                  "violations": whole, "complete": pa.bool_(), "error": text},
    }  # fmt: skip
    return pa.schema(list(columns[table].items()))

"""The tables of the views in SQL: which rows hold from which position to which, in every game of a store."""

from __future__ import annotations

from typing import Any

from events.database import Sql
from projections.changes import Change, Table

COLUMNS: dict[Table, tuple[str, ...]] = {
    "objects": ("zone", "owner", "printed"),
    "names": ("name",),
    "stickers": ("sticker", "kind", "words"),
    "links": ("holder", "ability", "kind", "rule", "linked"),
}
"""What a row of each table says, besides its game, its object, and since and until which position."""

_FOLDED: dict[Table, str] = {"objects": "printed", "names": "name", "stickers": "words"}
"""The column of each table that is also kept in one case, to be found by."""

_FAULTS = "nametrail_view_faults"


def table_name(table: Table) -> str:
    """The name of a table in the database."""
    return f"nametrail_{table}"


def create_statements() -> list[str]:
    """What makes the tables, and the index by which rows of an object are found again."""
    made: list[str] = []
    for table, columns in COLUMNS.items():
        name = table_name(table)
        own = "".join(f"{column} TEXT NOT NULL, " for column in columns)
        folded = "folded TEXT NOT NULL, " if table in _FOLDED else ""
        made.append(
            f"CREATE TABLE IF NOT EXISTS {name} (game TEXT NOT NULL, object TEXT NOT NULL, "
            f"{own}{folded}since {{whole}} NOT NULL, until {{whole}})"
        )
        made.append(f"CREATE INDEX IF NOT EXISTS {name}_object ON {name} (game, object)")
    made.append(
        f"CREATE TABLE IF NOT EXISTS {_FAULTS} (game TEXT PRIMARY KEY, "
        "position {whole} NOT NULL, reason TEXT NOT NULL)"
    )
    return made


class Batch:
    """Changes of many events, to be written in one transaction: a row that ends where it began is written once."""

    def __init__(self) -> None:
        self.events = 0
        self._forgotten: dict[str, None] = {}
        self._begun: dict[tuple[str, Table, str, tuple[str, ...]], list[Any]] = {}
        self._done: list[tuple[str, Table, list[Any]]] = []
        self._ended: dict[Table, list[tuple[Any, ...]]] = {table: [] for table in COLUMNS}
        self._faults: dict[str, tuple[int, str]] = {}

    def forget(self, game: str) -> None:
        """Every row of a game goes; what was noted of it in this batch, too."""
        self._forgotten[game] = None
        self._begun = {key: row for key, row in self._begun.items() if key[0] != game}
        self._done = [each for each in self._done if each[0] != game]
        for rows in self._ended.values():
            rows[:] = [row for row in rows if row[1] != game]
        self._faults.pop(game, None)

    def note(self, game: str, position: int, changes: list[Change]) -> None:
        """What an event changed: rows hold since its position, or until it."""
        for each in changes:
            change = _storable(each)
            key = (game, change.table, change.object, change.says)
            if change.begins:
                self._begun[key] = _row(game, change, position)
                continue
            row = self._begun.pop(key, None)
            if row is None:
                self._ended[change.table].append((position, game, change.object, *change.says))
            else:
                row[-1] = position
                self._done.append((game, change.table, row))

    def fault(self, game: str, position: int, reason: str) -> None:
        """From here on a game cannot be followed; the first that is said of it stays."""
        self._faults.setdefault(game, (position, reason))

    def write(self, sql: Sql) -> None:
        """Write everything, within the caller's transaction."""
        for game in self._forgotten:
            for table in COLUMNS:
                sql.run(f"DELETE FROM {table_name(table)} WHERE game = ?", game)  # noqa: S608 - our own table
            sql.run(f"DELETE FROM {_FAULTS} WHERE game = ?", game)  # noqa: S608 - our own table
        for table, ended in self._ended.items():
            same = " AND ".join(f"{column} = ?" for column in COLUMNS[table])
            sql.run_many(
                f"UPDATE {table_name(table)} SET until = ? "  # noqa: S608 - our own table
                f"WHERE game = ? AND object = ? AND {same} AND until IS NULL",
                ended,
            )
        for table, columns in COLUMNS.items():
            rows = [row for _, of, row in self._done if of == table]
            rows += [row for key, row in self._begun.items() if key[1] == table]
            marks = ", ".join("?" * (len(columns) + 4 + (table in _FOLDED)))
            sql.run_many(f"INSERT INTO {table_name(table)} VALUES ({marks})", rows)  # noqa: S608 - our own table
        for game, (position, reason) in self._faults.items():
            sql.run(
                f"INSERT INTO {_FAULTS} VALUES (?, ?, ?) ON CONFLICT (game) DO NOTHING",  # noqa: S608 - our own table
                game, position, reason,
            )  # fmt: skip


def _storable(change: Change) -> Change:
    """A change without the NUL character, which PostgreSQL has no place for."""
    if not any("\0" in text for text in (change.object, *change.says)):
        return change
    object_, *says = (text.replace("\0", "\ufffd") for text in (change.object, *change.says))
    return Change(change.table, object_, tuple(says), change.begins)


def _row(game: str, change: Change, position: int) -> list[Any]:
    row: list[Any] = [game, change.object, *change.says]
    folded = _FOLDED.get(change.table)
    if folded is not None:
        row.append(change.says[COLUMNS[change.table].index(folded)].casefold())
    return [*row, position, None]


def finding(*, names: bool, stickers: bool, where: str) -> str:
    """The statement that finds objects `o`, with their names `n` and stickers `s` if those are asked for."""
    columns = "o.game, o.object, o.zone, o.printed, o.since AS o_since, o.until AS o_until"
    tables = f"{table_name('objects')} o"
    if names:
        columns += ", n.name, n.since AS n_since, n.until AS n_until"
        tables += f" JOIN {table_name('names')} n ON n.game = o.game AND n.object = o.object"
    if stickers:
        columns += ", s.sticker, s.words, s.since AS s_since, s.until AS s_until"
        tables += f" JOIN {table_name('stickers')} s ON s.game = o.game AND s.object = o.object"
    return f"SELECT {columns} FROM {tables} WHERE {where}"  # noqa: S608 - our own words


def delete_everything(sql: Sql) -> None:
    """Empty all tables of the views."""
    for table in COLUMNS:
        sql.run(f"DELETE FROM {table_name(table)}")  # noqa: S608 - our own table
    sql.run(f"DELETE FROM {_FAULTS}")  # noqa: S608 - our own table


def faults(sql: Sql) -> dict[str, tuple[int, str]]:
    """The games that cannot be followed to their end: from which position on, and why."""
    rows = sql.all(f"SELECT game, position, reason FROM {_FAULTS} ORDER BY game")  # noqa: S608 - our own table
    return {row["game"]: (row["position"], row["reason"]) for row in rows}

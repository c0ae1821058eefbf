"""Views across games: in step with the log exactly once, rebuilt at will, and found in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import Notification
from hypothesis import given

from events.cards import Definition, definition_from_map
from events.catalogue import bundled_card
from events.errors import NametrailError
from events.forms import event_from_map
from events.header import Header, header_from_map
from events.kinds import Event
from events.record import read_record
from events.stickers import StickerPlaced
from events.store import Store, open_store
from events.store_errors import StoreError
from events.zones import CardAdded, Moved
from projections import fold
from projections.changes import Change, Follower
from projections.view_tables import COLUMNS, Batch, table_name
from projections.views import Views
from simulator.bench import games as long_games
from tests.naive.games import CARDS, games
from tests.postgres_server import PostgresServer

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.jsonl"))
HEADER = header_from_map(
    {"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS}
)
BEARS = '{"record": "nametrail", "version": 1, "players": ["ana"], "cards": {"Bear Cub": {"types": ["Creature"]}}}'


class EveryObject(Follower):
    """Looks at every object after every event."""

    def _far(self, event: Event) -> bool:
        return True


def same_changes(header: Header, events: Iterable[Event]) -> None:
    quick, slow = (kind(fold.start(header, printed)) for kind in (Follower, EveryObject))
    for event in events:
        try:
            expected = slow.take(event)
        except NametrailError:
            return
        got = quick.take(event)
        assert sorted(got, key=str) == sorted(expected, key=str), (slow.state.position, event)


def printed(name: str) -> Definition | None:
    raw = bundled_card(name)
    return definition_from_map(name, raw) if raw is not None else None


def test_looking_at_what_an_event_touches_misses_nothing_in_the_rule_records() -> None:
    for path in RECORDS:
        record = read_record(path)
        same_changes(record.header, record.events)


@given(games())
def test_looking_at_what_an_event_touches_misses_nothing_in_random_games(
    events: list[dict[str, Any]],
) -> None:
    same_changes(HEADER, [event_from_map(raw) for raw in events])


def test_looking_at_what_an_event_touches_misses_nothing_in_a_long_game() -> None:
    actions = long_games.actions(3000, permanents=20)
    same_changes(long_games.header(), [event for action in actions for event in action])


def test_an_event_on_a_quiet_board_is_looked_at_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    follower = Follower(fold.start(HEADER, printed))
    name = next(iter(CARDS))
    for number in range(50):
        follower.take(CardAdded(card=f"c{number}", owner="ana", zone="graveyard", definition=name))
    looked: list[str] = []
    compare = follower._compare

    def noted(cards: list[str]) -> list[Change]:
        looked.extend(cards)
        return compare(cards)

    monkeypatch.setattr(follower, "_compare", noted)
    follower.take(Moved(object="c7", to="exile"))
    assert looked == ["c7"]


# --- in step -----------------------------------------------------------------------------------------


def fill(store: Store, number: int = 12) -> None:
    for path in RECORDS[::-1][:number]:
        store.add(read_record(path))


def rows(store: Store) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with store.database.transaction(commit=False) as sql:
        for table in COLUMNS:
            every = [dict(row) for row in sql.all(f"SELECT * FROM {table_name(table)}")]
            found[table] = sorted(str(sorted(row.items())) for row in every)
    return found


def test_however_they_are_brought_up_to_date_the_tables_say_the_same(store: Store) -> None:
    views = Views(store)
    fill(store, 6)
    views.catch_up(actions_at_once=1)
    one_by_one = rows(store)
    assert all(one_by_one[table] for table in ("objects", "names"))
    assert views.catch_up() == 0
    assert views.rebuild() == sum(row.events for row in store.games())
    assert rows(store) == one_by_one
    fill(store, 3)
    Views(store).catch_up(actions_at_once=3)
    by_three = rows(store)
    views.rebuild()
    assert rows(store) == by_three
    assert views.faults() == {}


def test_packed_games_say_the_same(store: Store) -> None:
    record = read_record(RECORDS[-1])
    store.add(record, game="one")
    store.add(record, game="two", packed=True)
    views = Views(store)
    views.catch_up()
    there = rows(store)
    assert [row for row in there["names"] if "'one'" in row] == [
        row.replace("'two'", "'one'") for row in there["names"] if "'two'" in row
    ]


def test_a_batch_that_fails_leaves_nothing_and_is_taken_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    views = Views(store)
    write = Batch.write

    def fails_at_the_end(batch: Batch, sql: Any) -> None:
        write(batch, sql)
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(Batch, "write", fails_at_the_end)
    with pytest.raises(RuntimeError):
        views.catch_up(actions_at_once=20)
    assert not any(rows(store).values())
    monkeypatch.undo()
    views.catch_up(actions_at_once=20)
    in_steps = rows(store)
    views.rebuild()
    assert rows(store) == in_steps


def test_two_who_keep_the_tables_up_to_date_do_not_do_it_twice(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(url) as store, open_store(url) as other:
        mine, theirs = Views(store), Views(other)
        for number in range(6):
            fill(store, 2)
            (mine if number % 2 else theirs).catch_up(actions_at_once=2)
        both = rows(store)
        mine.rebuild()
        assert rows(store) == both
        fill(store, 1)
        fetch = other.recorder.select_notifications

        def late(*arguments: Any, **options: Any) -> Sequence[Notification]:
            found: Sequence[Notification] = fetch(*arguments, **options)
            mine.catch_up()
            return found

        monkeypatch.setattr(other.recorder, "select_notifications", late)
        theirs.catch_up()
        both = rows(store)
        mine.rebuild()
        assert rows(store) == both


def test_what_is_undone_is_no_longer_in_the_tables(store: Store) -> None:
    game = store.add(read_record([BEARS], "bears.jsonl"))
    views = Views(store)
    added = CardAdded(card="cub", owner="ana", zone="battlefield", definition="Bear Cub")
    version = store.append(game, 1, [added])
    version = store.append(
        game, version, [StickerPlaced(sticker="s", on="cub", words="Happy", after=0)]
    )
    assert [each.name for each in views.find(name="happy")] == ["Happy Bear Cub"]
    version = store.undo(game, version, 2)
    assert views.find(name="happy") == []
    assert [each.until for each in views.find(name="bear cub")] == [None]
    version = store.append(
        game, version, [StickerPlaced(sticker="s", on="cub", words="Dead", after=1)]
    )
    assert [each.name for each in views.find(sticker="dead", name="cub")] == ["Bear Dead Cub"]
    before = rows(store)
    views.rebuild()
    assert rows(store) == before


def test_a_game_that_cannot_be_followed_is_named_and_the_others_go_on(store: Store) -> None:
    told = [
        BEARS,
        '{"event": "card_added", "card": "cub", "owner": "ana", "zone": "hand", "definition": "Bear Cub"}',
        '{"event": "card_added", "card": "x", "owner": "ana", "zone": "hand", "definition": "Nobody Knows"}',
        '{"event": "moved", "object": "cub", "to": "exile"}',
    ]
    game = store.add(read_record(told, "broken.jsonl"))
    store.add(read_record(told[:2], "whole.jsonl"))
    views = Views(store)
    assert [(each.game, each.zone) for each in views.find(card="Bear Cub")] == [
        ("broken", "hand"),
        ("whole", "hand"),
    ]
    position, reason = views.faults()[game]
    assert (position, "Nobody Knows" in reason) == (2, True)
    store.append(game, store.info(game).version, [Moved(object="cub", to="exile")])
    views.catch_up()
    assert list(views.faults()) == [game]


def bears(store: Store, name: str) -> str:
    """A game of four actions: its start, a card, a sticker, a move."""
    told = [
        BEARS,
        '{"event": "card_added", "card": "cub", "owner": "ana", "zone": "battlefield", "definition": "Bear Cub"}',
        '{"event": "sticker_placed", "sticker": "s1", "on": "cub", "words": "Happy", "after": 0}',
        '{"event": "moved", "object": "cub", "to": "exile"}',
    ]
    return store.add(read_record(told, f"{name}.jsonl"))


def damage(store: Store, game: str, version: int, before: bytes, after: bytes) -> None:
    """Change bytes of a stored action behind the store's back."""
    with store.database.transaction(commit=True) as sql:
        where = "WHERE originator_id = ? AND originator_version = ?"
        row = sql.one(f"SELECT state FROM {store._table} {where}", game, version)
        assert row is not None
        state = bytes(row["state"])
        assert before in state
        changed = state.replace(before, after, 1)
        sql.run(f"UPDATE {store._table} SET state = ? {where}", changed, game, version)


@pytest.mark.parametrize(
    ("version", "before", "after", "position"),
    [
        (1, b"\xa6record", b"\xc1record", 0),  # no msgpack: the game does not begin
        (1, b"version\x01", b"versiom\x01", 0),  # a header that makes no sense
        (1, b"Creature", b"Cre\xffture", 0),  # no text
        (2, b"\xa3cub", b"\xc1cub", 1),
        (3, b"\xa2s1", b"\x92s1", 2),
        (4, b"\xa3cub", b"\xa3cab", 3),  # an object nobody has heard of
        (4, b"\xa3cub", b"\xa3cu\x00", 3),
    ],
)
@pytest.mark.parametrize("at_once", [1, 500])
def test_a_game_that_was_damaged_is_named_and_the_others_are_found(
    store: Store, version: int, before: bytes, after: bytes, position: int, at_once: int
) -> None:
    for name in ("before", "hurt", "later"):
        bears(store, name)
    damage(store, "hurt", version, before, after)
    views = Views(store)
    views.catch_up(at_once)
    found = views.find(name="bear cub", sticker="happy")
    whole = [each.game for each in found if each.game != "hurt"]
    assert whole == ["before", "before", "later", "later"]
    assert {game: at for game, (at, _) in views.faults().items()} == {"hurt": position}
    there, told = rows(store), views.faults()
    views.rebuild()
    assert rows(store) == there
    assert views.faults() == told
    # It goes on being told when the game goes on, and the others go on as ever.
    for game in ("hurt", "later"):
        at = store.info(game).version
        store.append(game, at, [Moved(object="cub", to="hand")])
    again = Views(store)
    assert [each.game for each in again.find(card="cub") if each.until is None][-1] == "later"
    assert again.faults() == told


def test_damage_behind_what_the_tables_tell_is_named_when_the_game_goes_on(store: Store) -> None:
    for name in ("hurt", "whole"):
        bears(store, name)
    Views(store).catch_up()
    damage(store, "hurt", 3, b"\xa2s1", b"\x92s1")
    for game in ("hurt", "whole"):
        store.append(game, 4, [Moved(object="cub", to="hand")])
    views = Views(store)
    assert [each.game for each in views.find(card="cub") if each.zone == "hand" and each.since > 1] == ["whole"]  # fmt: skip
    assert views.faults()["hurt"][0] == 2
    assert "version 3 of hurt cannot be read" in views.faults()["hurt"][1]


def test_damaged_undoing_and_packing_stop_only_their_game(store: Store) -> None:
    record = read_record(RECORDS[-1])
    store.add(record, game="packed", packed=True)
    bears(store, "undone")
    store.undo("undone", 4, 2)
    bears(store, "whole")
    with store.database.transaction(commit=True) as sql:
        for game, topic in (("packed", "a"), ("undone", "u")):
            sql.run(
                f"UPDATE {store._table} SET topic = ? WHERE originator_id = ? "
                "AND originator_version > 1 AND topic = ?",
                f"{topic}9", game, f"{topic}1",
            )  # fmt: skip
    views = Views(store)
    assert {each.game for each in views.find(sticker="s1", card="cub")} == {"undone", "whole"}
    assert views.faults().keys() == {"packed", "undone"}


def test_a_store_that_is_away_is_no_damage_of_a_game(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    bears(store, "game")
    views = Views(store)
    views.catch_up()
    store.append("game", 4, [Moved(object="cub", to="hand")])

    def away(*_: Any, **__: Any) -> Any:
        raise StoreError("the store {store} cannot be reached: {reason}", store="s", reason="away")

    monkeypatch.setattr(store, "actions", away)
    again = Views(store)
    with pytest.raises(StoreError, match="away"):
        again.catch_up()
    monkeypatch.undo()
    assert again.catch_up() == 1
    assert again.faults() == {}


def test_texts_no_table_has_room_for_stop_nothing(store: Store) -> None:
    told = [
        '{"record": "nametrail", "version": 1, "players": ["ana"], "plain": true}',
        '{"event": "card_added", "card": "odd", "owner": "ana", "zone": "hand", "definition": "a\\u0000b"}',
        f'{{"event": "card_added", "card": "long", "owner": "ana", "zone": "hand", "definition": "{"z" * 9000}"}}',
        f'{{"event": "card_added", "card": "{"c" * 9000}", "owner": "ana", "zone": "hand", "definition": "Bear"}}',
    ]
    store.add(read_record(told, "odd.jsonl"))
    views = Views(store)
    assert [each.object for each in views.find(name="z" * 9000)] == ["long.1"]
    assert [each.name for each in views.find(card="odd", name="b")] == ["a\ufffdb"]
    assert views.faults()["odd"][0] == 3
    store.add(read_record(told[:2], "odd.jsonl"))
    assert len(views.find(card="odd")) == 2


@pytest.mark.postgres
def test_the_tables_follow_live_on_postgres(postgres: PostgresServer) -> None:
    url = postgres.database()
    with open_store(url) as store:
        views = Views(store)
        game = store.add(read_record([BEARS], "bears.jsonl"))
        with views.follow() as runner:
            added = CardAdded(card="cub", owner="ana", zone="exile", definition="Bear Cub")
            with open_store(url) as other:
                other.append(game, 1, [added])
            runner.wait(store.recorder.max_notification_id(), timeout=30)
            with store.database.transaction(commit=False) as sql:
                row = sql.one("SELECT name FROM nametrail_names")
                assert row is not None
                assert row["name"] == "Bear Cub"
            assert views.recorder.max_tracking_id("games") == store.recorder.max_notification_id()


def test_only_postgres_is_followed_live(tmp_path: Path) -> None:
    with (
        open_store(tmp_path / "games.sqlite") as store,
        pytest.raises(StoreError, match="only a PostgreSQL"),
        Views(store).follow(),
    ):
        pass


# --- finding -----------------------------------------------------------------------------------------


@pytest.fixture
def found_in(store: Store) -> Views:
    cards = '{"Manatee": {}, "Fae of Wishes": {}, "Wear // Tear": {}, "100% _Sure_": {}}'
    told = [
        f'{{"record": "nametrail", "version": 1, "players": ["ana"], "cards": {cards}}}',
        '{"event": "card_added", "card": "sea", "owner": "ana", "zone": "exile", "definition": "Manatee"}',
        '{"event": "card_added", "card": "fae", "owner": "ana", "zone": "exile", "definition": "Fae of Wishes"}',
        '{"event": "card_added", "card": "odd", "owner": "ana", "zone": "exile", "definition": "100% _Sure_"}',
        '{"event": "sticker_placed", "sticker": "s1", "on": "fae", "words": "Mana", "after": 2}',
        '{"event": "moved", "object": "fae", "to": "battlefield"}',
        '{"event": "sticker_placed", "sticker": "s2", "on": "sea", "words": "Hot Dog", "after": 0}',
        '{"event": "moved", "object": "fae", "to": "hand"}',
    ]
    store.add(read_record(told, "sea.jsonl"))
    return Views(store)


def test_a_name_is_found_by_its_words(found_in: Views) -> None:
    found = found_in.find(name="mana")
    assert [(f.object, f.zone, f.name, f.since, f.until) for f in found] == [
        ("fae.1", "exile", "Fae of Mana Wishes", 4, 5),
        ("fae.2", "battlefield", "Fae of Mana Wishes", 5, 7),
    ]
    assert {f.object for f in found_in.find(name="MANATEE")} == {"sea.1"}
    assert {f.name for f in found_in.find(name="fae of")} == {"Fae of Wishes", "Fae of Mana Wishes"}
    assert found_in.find(name="of Fae") == []
    assert [f.object for f in found_in.find(name="100% _sure_")] == ["odd.1"]
    assert found_in.find(name="100_") == []


def test_cards_and_stickers_are_found_and_what_is_asked_holds_together(found_in: Views) -> None:
    assert [f.object for f in found_in.find(card="fae of wishes")] == ["fae.1", "fae.2", "fae.3"]
    assert [f.object for f in found_in.find(card="fae")] == ["fae.1", "fae.2", "fae.3"]
    assert [f.object for f in found_in.find(sticker="s1")] == ["fae.1", "fae.2"]
    assert [(f.object, f.words) for f in found_in.find(sticker="dog")] == [("sea.1", "Hot Dog")]
    together = found_in.find(name="manatee", sticker="hot dog")
    assert [(f.name, f.since, f.until) for f in together] == [("Hot Dog Manatee", 6, None)]
    assert found_in.find(card="sea", sticker="mana") == []
    with pytest.raises(StoreError, match="say what"):
        found_in.find()


def test_links_are_in_their_table(store: Store) -> None:
    for path in RECORDS:
        if path.name.startswith(("607.2a", "607.2d")):
            store.add(read_record(path))
    Views(store).catch_up()
    with store.database.transaction(commit=False) as sql:
        kinds = {row["kind"]: row["rule"] for row in sql.all("SELECT * FROM nametrail_links")}
    assert kinds["exile"] == "607.2a"
    assert kinds["choose"] == "607.2d"

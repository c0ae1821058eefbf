"""Playing: commands decide events, the rules are asked, nothing is half done, everything can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.cards import Effect
from events.errors import NametrailError, RecordError, RuleBroken
from events.event import Choice
from events.forms import event_from_map
from events.header import header_from_map
from events.kinds import Simultaneous
from events.record import read_record, record_lines
from events.zones import Moved
from simulator.game import Game
from simulator.replay import Replay
from tests.naive.games import CARDS as NAIVE
from tests.naive.games import games
from tests.replay.test_replay import seen
from tests.rules.table import CARDS, SHEET

HEADER = header_from_map({
    "record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS,
    "sheets": {"ana": {"Goat": SHEET}},
})  # fmt: skip


def game_with(*cards: tuple[str, str, str]) -> Game:
    game = Game(HEADER)
    for card, name, zone in cards:
        game.add_card(card, name, "ana", zone)  # type: ignore[arg-type]
    return game


def test_the_fae_of_mana_wishes() -> None:
    game = Game(HEADER)
    game.add_card("fae", "Fae of Wishes", "ana", "exile")
    (placed,) = game.place_sticker("s1", "fae", 2, words="Mana")
    assert event_from_map({"event": "sticker_placed", "sticker": "s1", "on": "fae", "after": 2,
                           "words": "Mana"}) == placed  # fmt: skip
    game.cast("fae", face="Granted")
    assert game.now.name_of("fae") == "Granted Mana"
    game.resolve("fae")
    assert game.now.name_of("fae") == "Fae of Mana Wishes"
    assert game.position == 4


def test_what_breaks_a_rule_changes_nothing() -> None:
    game = game_with(("b", "Bear Cub", "battlefield"), ("c", "Bear Cub", "hand"))
    before, events = seen(game.state), list(game.events)
    wrongs: tuple[Callable[[], object], ...] = (
        lambda: game.move("b", "battlefield"),
        lambda: game.place_sticker("s", "b", 9, words="Far"),
        lambda: game.transform("b"),
        lambda: game.do(Moved(object="c", to="battlefield"), Moved(object="c.1", to="hand")),
        lambda: game.together([Moved(object="b", to="exile"), Moved(object="b", to="hand")]),
    )
    for wrong in wrongs:
        with pytest.raises(RuleBroken):
            wrong()
    with pytest.raises(RecordError):
        game.move("nobody", "exile")
    assert seen(game.state) == before
    assert game.events == events
    assert game.is_legal(Moved(object="b", to="exile"))
    assert not game.is_legal(Moved(object="b", to="battlefield"))


def test_undo_takes_whole_actions_back() -> None:
    game = game_with(("b", "Bear Cub", "hand"))
    states = [seen(game.state)]
    game.cast("b")
    states.append(seen(game.state))
    game.resolve("b")
    states.append(seen(game.state))
    game.together([event_from_map({"event": "tapped", "object": "b"})])
    for expected in reversed(states):
        game.undo()
        assert seen(game.state) == expected
    assert len(game.undo()) == 1
    with pytest.raises(RecordError, match="nothing to undo"):
        game.undo()
    game.add_card("b", "Bear Cub", "ana", "hand")


def test_what_was_exiled_until_it_leaves_returns() -> None:
    game = game_with(("p", "Bear Cub", "battlefield"), ("a", "Bear Cub", "battlefield"),
                     ("b", "Bear Cub", "battlefield"))  # fmt: skip
    game.exile("a", until="p")
    made = game.move("p", "graveyard")
    assert made[1:] == (Moved(object="a", to="battlefield"),)
    assert game.state.objects["a"].reference == "a.3"
    game.move("p", "battlefield")
    game.exile("a", until="p")
    game.exile("b", until="p")
    *_, back = game.exile("p")
    assert isinstance(back, Simultaneous)
    assert game.state.objects["a"].zone == game.state.objects["b"].zone == "battlefield"


def test_positions_and_stickers_are_offered() -> None:
    game = game_with(("b", "Bear Cub", "battlefield"))
    assert game.names_with("b", "Dark") == [
        (0, ("Dark Bear Cub",)), (1, ("Bear Dark Cub",)), (2, ("Bear Cub Dark",)),
    ]  # fmt: skip
    assert game.stickers_for("ana") == ("ana/Goat/1", "ana/Goat/2", "ana/Goat/4")
    game.get_tickets("ana", 2)
    game.place_sticker("ana/Goat/3", "b")
    assert game.state.tickets["ana"].amount == 0
    assert game.stickers_for("ana") == ("ana/Goat/1", "ana/Goat/2", "ana/Goat/4")


def test_drawing_takes_the_top_cards() -> None:
    game = game_with(*((card, "Bear Cub", "library") for card in "abc"))
    assert [event.object for event in game.draw("ana", 2)] == ["c", "b"]  # type: ignore[union-attr]
    with pytest.raises(RecordError, match="not known"):
        game.draw("ana", 2)
    game.move("b", "library")
    game.shuffle("ana")
    with pytest.raises(RecordError, match="not known"):
        game.draw("ana")


def test_every_action_makes_its_event() -> None:
    game = game_with(
        ("b", "Bear Cub", "battlefield"), ("c", "Bear Cub", "battlefield"), ("s", "Smith", "battlefield"),
        ("r", "Ronin", "battlefield"), ("a", "Attic // Cellar", "hand"), ("m", "Bear Cub", "hand"),
        ("l", "Left Rat", "battlefield"), ("t", "Right Rat", "battlefield"), ("n", "Net", "battlefield"),
        ("v", "Aviator", "battlefield"), ("w", "Maw", "hand"), ("q", "Bear Cub", "hand"),
    )  # fmt: skip
    game.add_card("x", None, "ana", "library")
    game.choose_sheets("ana", ["Goat"])
    game.begin_game()
    game.begin_turn("ana")
    game.reveal("x", "Bear Cub")
    game.transform("s")
    game.flip("r")
    game.cast("a", face="Attic")
    game.resolve("a")
    game.unlock("a", "Cellar")
    game.lock("a", "Attic")
    game.turn_face_down("b")
    game.turn_face_up("b")
    game.cast("m")
    game.merge("m", "b", on_top=True)
    game.keep_stickers("b", "m")
    game.meld("host", ("l", "t"), "Rat Host", "ana")
    game.attach("n", "b")
    game.attach("n", None)
    game.gain_control("b", "ben", "e0")
    game.phase_out("b")
    game.phase_in("b")
    game.tap("b")
    game.untap("b")
    game.put_counters("b", "+1/+1")
    game.begin_effect("e", Effect(affects=("b",), set_name="Quiet Clerk"))
    assert game.now.name_of("b") == "Quiet Clerk"
    game.end_effect("e")
    game.create_token("token", "ana", copy_of="c")
    game.put_ability_on_stack("ab", "n:take", "ana")
    game.exile("c", with_="n:take")
    game.resolve("ab")
    game.choose("n:take", "red")
    game.note("n:take", 7)
    game.pay("n:kick", 2)
    game.prepare("v", "jump")
    assert game.now.name_of("jump") == "Jump"
    game.cast("jump")
    game.counter("jump")
    game.prepare("v", "jump-again")
    game.unprepare("v")
    assert "jump-again" not in game.state.objects
    game.move(
        "w",
        "battlefield",
        choices=(Choice(for_="w", by="w:eat", moves=("token",), to="graveyard"),),
    )
    game.become_copy("n", "w", keeps=("take",))
    game.cast("q")
    game.create_copy("q2", "q", "ana")
    game.place_sticker("s1", "b", 0, words="Big")
    game.move_sticker("s1", "w", 0)
    game.remove_sticker("s1")
    lines = list(record_lines(game.header, game.events))
    again = Replay.open(lines, strict=True)
    assert again.last == game.position
    assert seen(again.at(again.last).state) == seen(game.state)


def test_a_fork_is_played_on_apart() -> None:
    game = game_with(("b", "Bear Cub", "battlefield"))
    other = game.fork()
    other.exile("b")
    assert game.state.objects["b"].zone == "battlefield"
    other.undo()
    other.undo()
    assert other.state.objects == {}
    assert game.position == 1


def test_playing_on_from_a_record() -> None:
    game = game_with(("b", "Bear Cub", "battlefield"))
    game.exile("b")
    other = Game.of(read_record(list(record_lines(game.header, game.events)), "g"))
    other.move("b", "hand")
    assert other.state.objects["b"].reference == "b.3"
    assert other.record().events[:2] == tuple(game.events)
    bad = [*record_lines(game.header, game.events), '{"event": "exiled", "object": "nobody"}']
    with pytest.raises(RecordError, match=r"^g:4: "):
        Game.of(read_record(bad, "g"))
    with pytest.raises(RecordError, match=r"^g:4: "):
        Game.of(read_record([*bad[:-1], "{"], "g", strict=False))


@given(games(), st.data())
def test_a_game_played_and_undone_is_the_game_replayed(
    events: list[dict[str, Any]], data: st.DataObject
) -> None:
    header = header_from_map(
        {"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": NAIVE}
    )
    game = Game(header)
    for raw in events:
        try:
            game.do(event_from_map(raw))
        except NametrailError:
            continue
        if data.draw(st.integers(0, 9)) == 0:
            game.undo()
    replay = Replay.of(header, game.events)
    assert replay.last == game.position
    assert seen(replay.at(game.position).state) == seen(game.state)

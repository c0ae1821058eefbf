"""Cockatrice replays made here, from our own message definitions, and what becomes of them as records."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("google.protobuf")

from events.cards import definition_from_map
from events.errors import NametrailError, RecordError
from events.record import read_record
from simulator.importers.cockatrice import ImportedReplay, NoGame, import_cockatrice, import_replay
from simulator.importers.cockatrice_messages import MESSAGES
from simulator.importers.cockatrice_stickers import NameSticker, stickers_in

ANN, BOB = 1, 2


def event(player: int, kind: str, **fields: Any) -> Any:
    made = MESSAGES["Event"](player_id=player)
    getattr(made, kind).SetInParent()
    for name, value in fields.items():
        setattr(getattr(made, kind), name, value)
    return made


def move(player: int, card: int, start: str, to: str, name: str = "", **fields: Any) -> Any:
    return event(
        player, "move_card",
        **{"card_id": card, "card_name": name, "start_player_id": player, "start_zone": start,
           "target_player_id": player, "target_zone": to, "new_card_id": card} | fields,
    )  # fmt: skip


def draw(player: int, *cards: tuple[int, str]) -> Any:
    made = event(player, "draw_cards", number=len(cards))
    for number, name in cards:
        made.draw_cards.cards.add(id=number, name=name)
    return made


def start() -> Any:
    made = event(-1, "game_state_changed", game_started=True)
    for seat, name in ((ANN, "Annabel"), (BOB, "Bobby")):
        player = made.game_state_changed.player_list.add()
        player.properties.player_id = seat
        player.properties.user_info.name = name
        player.zone_list.add(name="deck", card_count=60)
        player.counter_list.add(id=0, name="life", count=20)
    watching = made.game_state_changed.player_list.add()
    watching.properties.player_id = 3
    watching.properties.spectator = True
    return made


def replay(*containers: Any) -> bytes:
    """A replay; each argument is an event of a container of its own, or a list that share one."""
    made = MESSAGES["Replay"](replay_id=7, duration_seconds=60)
    made.game_info.game_id = 11
    for each in (start(), *containers):
        container = made.event_list.add(seconds_elapsed=1)
        for inner in each if isinstance(each, list) else [each]:
            container.event_list.add().CopyFrom(inner)
    written: bytes = made.SerializeToString()
    return written


class Importing:
    """From containers to the record's lines, `source` left out; the record is read back too."""

    result: ImportedReplay

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *containers: Any, **options: Any) -> list[dict[str, Any]]:
        path = self.folder / "game.cor"
        path.write_bytes(replay(*containers))
        found = import_cockatrice([path], self.folder / "out", **options)
        assert not found.problems
        self.result = found.games[0]
        assert self.result.file is not None
        record = read_record(self.result.file)
        assert len(record.events) == self.result.events
        return [_bare(line) for line in self.result.lines]


@pytest.fixture
def imported(tmp_path: Path) -> Importing:
    return Importing(tmp_path)


def look(**cards: dict[str, Any]) -> Any:
    return {name: definition_from_map(name, card) for name, card in cards.items()}.get


def _bare(line: dict[str, Any]) -> dict[str, Any]:
    bare = {key: value for key, value in line.items() if key != "source"}
    if "events" in bare:
        bare["events"] = [_bare(each) for each in bare["events"]]
    if isinstance(bare.get("note"), dict):
        bare["note"] = {key: value for key, value in bare["note"].items() if key != "container"}
    return bare


def test_a_card_is_drawn_cast_resolves_and_dies(imported: Importing) -> None:
    lines = imported(
        event(ANN, "set_active_player", active_player_id=ANN),
        draw(ANN, (17, "Bear Cub")),
        event(ANN, "set_active_phase", phase=3),
        move(ANN, 17, "hand", "stack", "Bear Cub"),
        move(ANN, 17, "stack", "table", "Bear Cub"),
        move(ANN, 17, "table", "grave", "Bear Cub"),
    )
    assert lines == [
        {"event": "game_began"},
        {"event": "turn_began", "player": "player1", "number": 1},
        {"event": "card_added", "card": "p1c17", "definition": "Bear Cub", "owner": "player1", "zone": "library"},
        {"event": "moved", "object": "p1c17", "to": "hand"},
        {"event": "step_began", "step": "precombat main"},
        {"event": "spell_cast", "object": "p1c17"},
        {"event": "spell_resolved", "object": "p1c17", "to": "battlefield"},
        {"event": "moved", "object": "p1c17", "to": "graveyard"},
    ]  # fmt: skip
    assert imported.result.complete
    assert imported.result.header["players"] == ["player1", "player2"]


def test_every_event_says_which_container_it_comes_from(tmp_path: Path) -> None:
    path = tmp_path / "game.cor"
    path.write_bytes(replay(draw(ANN, (1, "Forest")), draw(BOB, (1, "Island"))))
    lines = import_replay(path).lines
    assert [line["source"]["container"] for line in lines] == [2, 2, 3, 3]


def test_a_card_keeps_its_id_when_cockatrice_gives_it_a_new_number(imported: Importing) -> None:
    lines = imported(
        draw(ANN, (4, "Bear Cub")),
        move(ANN, 4, "hand", "table", "", face_down=True, new_card_id=90),
        event(
            ANN, "flip_card", zone_name="table", card_id=90, card_name="Bear Cub", face_down=False
        ),
        move(ANN, 90, "table", "table", "Bear Cub", target_player_id=BOB, new_card_id=61),
        move(BOB, 61, "table", "grave", "Bear Cub"),
    )
    assert [line["event"] for line in lines] == [
        "card_added", "moved", "moved", "turned_face_up", "controller_changed", "moved",
    ]  # fmt: skip
    assert lines[2] == {"event": "moved", "object": "p1c4", "to": "battlefield", "face_down": True}
    assert lines[4] == {"event": "controller_changed", "object": "p1c4", "controller": "player2"}
    assert {line.get("object", line.get("card")) for line in lines} == {"p1c4"}


def test_a_face_down_card_nobody_knew_is_revealed_when_it_is_turned_up(imported: Importing) -> None:
    lines = imported(
        move(ANN, 8, "deck", "table", "", face_down=True, new_card_id=70),
        event(
            ANN, "flip_card", zone_name="table", card_id=70, card_name="Bear Cub", face_down=False
        ),
    )
    assert lines == [
        {"event": "card_added", "card": "p1c8", "owner": "player1", "zone": "library"},
        {"event": "moved", "object": "p1c8", "to": "battlefield", "face_down": True},
        {"event": "revealed", "object": "p1c8", "definition": "Bear Cub"},
        {"event": "turned_face_up", "object": "p1c8"},
    ]


def test_a_card_that_cockatrice_leaves_face_down_in_a_graveyard_is_face_up(
    imported: Importing,
) -> None:
    lines = imported(
        move(ANN, 4, "hand", "table", "", face_down=True, new_card_id=90),
        move(ANN, 90, "table", "grave", "Bear Cub", face_down=True, new_card_id=91),
        move(ANN, 91, "grave", "table", "Bear Cub"),
        annotate(91, "Happy Bear Cub"),
    )
    assert lines[2:5] == [
        {"event": "revealed", "object": "p1c4", "definition": "Bear Cub"},
        {"event": "moved", "object": "p1c4", "to": "graveyard"},
        {"event": "moved", "object": "p1c4", "to": "battlefield"},
    ]
    assert len(imported.result.offers) == 1


def test_tokens_copies_attachments_counters_and_life(imported: Importing) -> None:
    lines = imported(
        move(ANN, 4, "hand", "table", "Bear Cub"),
        event(ANN, "create_token", zone_name="table", card_id=60, card_name="Soldier Token", color="w",
              pt="1/1", destroy_on_zone_change=True),
        event(BOB, "create_token", zone_name="table", card_id=61, card_name="Bear Cub", pt="2/2",
              destroy_on_zone_change=True),
        event(ANN, "attach_card", start_zone="table", card_id=60, target_player_id=ANN,
              target_zone="table", target_card_id=4),
        event(ANN, "attach_card", start_zone="table", card_id=60),
        event(ANN, "set_card_counter", zone_name="table", card_id=4, counter_id=0, counter_value=3),
        event(ANN, "set_card_counter", zone_name="table", card_id=4, counter_id=0, counter_value=1),
        event(BOB, "set_counter", counter_id=0, value=17),
        event(BOB, "set_counter", counter_id=0, value=0),
        event(ANN, "destroy_card", zone_name="table", card_id=60),
    )  # fmt: skip
    assert lines[2:] == [
        {"event": "token_created", "card": "t1c60", "controller": "player1", "definition": "Soldier Token"},
        {"event": "token_created", "card": "t2c61", "controller": "player2", "copy_of": "p1c4",
         "note": "a token of the same name as this permanent is taken to be a copy of it"},
        {"event": "attached", "object": "t1c60", "to": "p1c4"},
        {"event": "attached", "object": "t1c60", "to": None},
        {"event": "counters_changed", "object": "p1c4", "kind": "cockatrice-A", "amount": 3},
        {"event": "counters_changed", "object": "p1c4", "kind": "cockatrice-A", "amount": -2},
        {"event": "life_changed", "player": "player2", "amount": -3, "total": 17},
        {"event": "life_changed", "player": "player2", "amount": -17, "total": 0},
        {"event": "moved", "object": "t1c60", "to": "graveyard", "note": "the replay does not say to which zone"},
    ]  # fmt: skip
    assert imported.result.header["cards"]["Soldier Token"] == {
        "layout": "token", "types": ["Creature"], "power": "1", "toughness": "1", "colors": ["W"],
    }  # fmt: skip


def test_two_tokens_of_one_name_and_two_sizes_have_two_definitions_of_that_name(
    imported: Importing,
) -> None:
    imported(
        event(ANN, "create_token", card_id=60, card_name="Ooze Token", pt="1/1", destroy_on_zone_change=True),
        event(ANN, "create_token", card_id=61, card_name="Ooze Token", pt="3/3", destroy_on_zone_change=True),
    )  # fmt: skip
    cards = imported.result.header["cards"]
    assert len(cards) == 2
    assert {card.get("name", key) for key, card in cards.items()} == {"Ooze Token"}


def test_what_one_command_moves_happens_at_once(imported: Importing) -> None:
    lines = imported(
        draw(ANN, (1, "Bear Cub"), (2, "Forest")),
        [move(ANN, 1, "hand", "grave", "Bear Cub"), move(ANN, 2, "hand", "grave", "Forest")],
    )
    assert lines[-1] == {
        "event": "simultaneous",
        "events": [
            {"event": "moved", "object": "p1c1", "to": "graveyard"},
            {"event": "moved", "object": "p1c2", "to": "graveyard"},
        ],
    }


def test_all_cards_of_a_table_untap_at_once(imported: Importing) -> None:
    lines = imported(
        move(ANN, 1, "hand", "table", "Forest"),
        move(ANN, 2, "hand", "table", "Forest"),
        event(ANN, "set_card_attr", zone_name="table", card_id=1, attribute=1, attr_value="1"),
        event(ANN, "set_card_attr", zone_name="table", card_id=2, attribute=1, attr_value="1"),
        event(ANN, "set_card_attr", zone_name="table", attribute=1, attr_value="0"),
    )
    assert [line["event"] for line in lines[-3:]] == ["tapped", "tapped", "simultaneous"]
    assert [each["event"] for each in lines[-1]["events"]] == ["untapped", "untapped"]


def test_a_card_that_is_replaced_by_its_other_face_stays_the_same_card(imported: Importing) -> None:
    faces = {"layout": "transform", "faces": [{"name": "Day"}, {"name": "Night"}]}
    lines = imported(
        move(ANN, 5, "hand", "table", "Day"),
        [event(ANN, "create_token", zone_name="table", card_id=60, card_name="Night", destroy_on_zone_change=True),
         event(ANN, "destroy_card", zone_name="table", card_id=5)],
        [event(ANN, "destroy_card", zone_name="table", card_id=60),
         event(ANN, "create_token", zone_name="table", card_id=71, card_name="Day"),
         move(ANN, 71, "table", "grave", "Day")],
        look=look(Day=faces),
    )  # fmt: skip
    assert lines[2:] == [
        {"event": "transformed", "object": "p1c5"},
        {"event": "moved", "object": "p1c5", "to": "graveyard"},
    ]


def test_without_a_card_file_the_other_face_is_a_copy_effect(imported: Importing) -> None:
    lines = imported(
        move(ANN, 5, "hand", "table", "Day"),
        [event(ANN, "create_token", zone_name="table", card_id=60, card_name="Night", destroy_on_zone_change=True),
         event(ANN, "destroy_card", zone_name="table", card_id=5)],
    )  # fmt: skip
    assert lines[-1] == {"event": "became_copy", "object": "p1c5", "of": "Night"}


def annotate(card: int, text: str) -> Any:
    return event(
        ANN, "set_card_attr", zone_name="table", card_id=card, attribute=6, attr_value=text
    )


def test_annotations_are_notes_and_those_that_add_words_are_offered(imported: Importing) -> None:
    lines = imported(
        move(ANN, 5, "hand", "table", "Bear Cub"),
        annotate(5, "Happy Bear Cub"),
        annotate(5, "asleep"),
    )
    assert [line["note"] for line in lines[2:]] == [
        {"annotation": "Happy Bear Cub", "object": "p1c5"},
        {"annotation": "asleep", "object": "p1c5"},
    ]
    assert imported.result.offers == [
        {"object": "p1c5", "name": "Bear Cub", "words": "Happy", "after": 0, "container": 3}
    ]


@pytest.mark.rule("123.6b")
def test_annotations_become_name_stickers_if_asked(imported: Importing) -> None:
    lines = imported(
        move(ANN, 5, "hand", "table", "Bear Cub"),
        annotate(5, "Happy Bear Cub"),
        annotate(5, "Happy Bear Cub Squirrel"),
        move(ANN, 5, "table", "grave", "Bear Cub"),
        stickers_from_annotations=True,
    )
    assert [line for line in lines if "sticker" in line.get("event", "")] == [
        {"event": "sticker_placed", "sticker": "p1c5-s1", "on": "p1c5", "words": "Happy", "after": 0},
        {"event": "sticker_removed", "sticker": "p1c5-s1"},
        {"event": "sticker_placed", "sticker": "p1c5-s2", "on": "p1c5", "words": "Happy", "after": 0},
        {"event": "sticker_placed", "sticker": "p1c5-s3", "on": "p1c5", "words": "Squirrel", "after": 3},
    ]  # fmt: skip


@pytest.mark.rule("123.5")
def test_a_sticker_that_came_along_is_not_placed_again(imported: Importing) -> None:
    lines = imported(
        move(ANN, 5, "hand", "table", "Bear Cub"),
        annotate(5, "Happy Bear Cub"),
        move(ANN, 5, "table", "grave", "Bear Cub"),
        move(ANN, 5, "grave", "table", "Bear Cub"),
        annotate(5, "Happy Bear Cub"),
        move(ANN, 5, "table", "hand", "Bear Cub"),
        move(ANN, 5, "hand", "table", "Bear Cub"),
        annotate(5, "Happy Bear Cub"),
        stickers_from_annotations=True,
    )
    assert sum(line.get("event") == "sticker_placed" for line in lines) == 2
    assert not any(line.get("event") == "sticker_removed" for line in lines)


@pytest.mark.parametrize(
    ("annotation", "name", "stickers"),
    [
        ("Bear Happy Cub", "Bear Cub", [("Happy", 1)]),
        ("Hot Dog Bear Cub Minotaur", "Bear Cub", [("Hot Dog", 0), ("Minotaur", 4)]),
        ("Bear Bear Cub", "Bear Cub", [("Bear", 1)]),
        ("sticker: Hot Dog after 1", "Bear Cub", [("Hot Dog", 1)]),
        ("name sticker: Happy", "Bear Cub", [("Happy", 0)]),
        ("summoning sick", "Bear Cub", []),
        ("Bear Cub", "Bear Cub", []),
        ("Cub Bear Happy", "Bear Cub", []),
        ("anything", "", []),
    ],
)
def test_what_an_annotation_stands_for(
    annotation: str, name: str, stickers: list[tuple[str, int]]
) -> None:
    assert stickers_in(annotation, name) == tuple(NameSticker(*each) for each in stickers)


def test_players_names_are_replaced_unless_they_are_to_be_kept(imported: Importing) -> None:
    game = (
        move(ANN, 5, "hand", "table", "Bear Cub"),
        annotate(5, "Owner: annabel"),
        annotate(5, "Owner: Stranger"),
        event(BOB, "set_active_player", active_player_id=BOB),
    )
    imported(*game)
    written = repr([imported.result.header, imported.result.lines])
    assert not any(name in written.lower() for name in ("annabel", "bobby", "stranger"))
    assert "Owner: player1" in written
    imported(*game, keep_names=True)
    assert imported.result.header["players"] == ["Annabel", "Bobby"]


def test_a_player_who_concedes_takes_all_cards_along(imported: Importing) -> None:
    conceded = event(ANN, "properties_changed")
    conceded.properties_changed.player_properties.conceded = True
    lines = imported(
        move(ANN, 5, "hand", "table", "Bear Cub"),
        conceded,
        move(ANN, 5, "table", "grave", "Bear Cub"),
        event(ANN, "create_token", card_id=80, card_name="Ooze Token", destroy_on_zone_change=True),
        event(BOB, "game_closed"),
    )
    assert [line["event"] for line in lines] == ["card_added", "moved", "player_left", "game_ended"]


def test_what_lies_on_the_table_at_the_start_comes_in(imported: Importing) -> None:
    state = event(-1, "game_state_changed", game_started=True)
    player = state.game_state_changed.player_list.add()
    player.properties.player_id = BOB
    zone = player.zone_list.add(name="table")
    zone.card_list.add(id=3, name="Forest", tapped=True)
    zone.card_list.add(id=4, name="Elf Token", pt="1/1", destroy_on_zone_change=True)
    lines = imported(
        state,
        event(BOB, "set_card_attr", zone_name="table", card_id=3, attribute=1, attr_value="0"),
    )
    assert lines == [
        {"event": "card_added", "card": "p2c3", "definition": "Forest", "owner": "player2",
         "zone": "battlefield", "tapped": True},
        {"event": "token_created", "card": "t2c4", "controller": "player2", "definition": "Elf Token"},
        {"event": "untapped", "object": "p2c3"},
    ]  # fmt: skip


def test_places_in_the_library(imported: Importing) -> None:
    lines = imported(
        draw(ANN, (1, "Forest"), (2, "Forest"), (3, "Forest")),
        move(ANN, 1, "hand", "deck", "Forest", x=0),
        move(ANN, 2, "hand", "deck", "Forest", x=58),
        move(ANN, 3, "hand", "deck", "Forest", x=5),
        event(ANN, "shuffle", zone_name="deck"),
    )
    assert lines[-4:] == [
        {"event": "moved", "object": "p1c1", "to": "library"},
        {"event": "moved", "object": "p1c2", "to": "library", "position": -1},
        {"event": "moved", "object": "p1c3", "to": "library", "note": "5 cards from the top"},
        {"event": "shuffled", "player": "player1"},
    ]


def test_lands_and_halves_are_not_said_to_have_been_cast(imported: Importing) -> None:
    lines = imported(
        draw(ANN, (1, "Forest"), (2, "Fire"), (3, "Wear // Tear")),
        *(move(ANN, card, "hand", "stack") for card in (1, 2, 3)),
        look=look(
            Forest={"types": ["Land"]}, Fire={"layout": "split", "faces": [{"name": "Fire"}]}
        ),
    )
    assert [line["event"] for line in lines[-3:]] == ["moved", "moved", "moved"]


def test_unknown_messages_and_zones_are_named_and_not_fatal(imported: Importing) -> None:
    strange = MESSAGES["Event"].FromString(b"\x08\x02" + b"\xf2\x93\x01\x00")
    chat = MESSAGES["Event"].FromString(b"\x08\x02" + b"\x8a\x3f\x00")
    imported(
        draw(ANN, (1, "Forest")),
        strange,
        strange,
        chat,
        move(ANN, 1, "hand", "attic", "Forest"),
        event(BOB, "flip_card", card_id=500),
        event(-1, "move_card", card_id=4),
    )
    assert imported.result.problems == [
        "message 2366 is not known; it is left out (2 times)",
        "the zone 'attic' is not known; its cards are taken to be outside the game",
        "an event is about a card that was never seen; it is left out",
        "an event of a card or a player says of nobody; it is left out",
    ]
    assert not imported.result.complete


@pytest.mark.parametrize(
    "junk", [b"", b"\x00" * 50, b"GIF89a" * 20, b"\xff" * 40, b"{}\n", b"\x1f\x8b\x08junk"]
)
def test_what_is_no_replay_is_refused_in_one_message(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "junk.cor"
    path.write_bytes(junk)
    with pytest.raises(RecordError) as error:
        import_replay(path)
    assert error.value.exit_status == 2
    assert str(error.value).startswith(f"{path}: ")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    result = import_cockatrice([tmp_path / "none.cor"], tmp_path / "out")
    assert result.exit_status == 2
    assert "none.cor" in str(result.problems[0])


def test_a_replay_without_a_game_is_told_apart(tmp_path: Path) -> None:
    made = MESSAGES["Replay"]()
    made.event_list.add().event_list.add(player_id=1).leave.SetInParent()
    path = tmp_path / "empty.cor"
    path.write_bytes(made.SerializeToString())
    with pytest.raises(NoGame) as error:
        import_replay(path)
    assert error.value.exit_status == 1


def test_a_cut_or_packed_file_gives_what_there_is(tmp_path: Path) -> None:
    whole = replay(draw(ANN, (1, "Forest")), draw(ANN, (2, "Forest")))
    path = tmp_path / "cut.cor"
    path.write_bytes(whole[:-6])
    cut = import_replay(path)
    assert cut.events == 2
    assert not cut.complete
    assert "cut off" in cut.problems[0]
    path.write_bytes(gzip.compress(whole))
    assert import_replay(path).events == 4


def test_one_broken_container_is_left_out(tmp_path: Path) -> None:
    whole = replay(draw(ANN, (1, "Forest")), draw(ANN, (2, "Forest")))
    first = MESSAGES["Replay"].FromString(whole).event_list[1].SerializeToString()
    at = whole.index(first)
    path = tmp_path / "broken.cor"
    path.write_bytes(whole[:at] + b"\xff" * len(first) + whole[at + len(first) :])
    broken = import_replay(path)
    assert broken.events == 2
    assert broken.problems == ["container 2 of events cannot be read; it is left out"]


def test_files_of_one_name_do_not_overwrite_each_other(tmp_path: Path) -> None:
    files = []
    for folder in "ab":
        (tmp_path / folder).mkdir()
        files.append(tmp_path / folder / "game.cor")
        files[-1].write_bytes(replay(draw(ANN, (1, "Forest"))))
    seen: list[str] = []
    result = import_cockatrice(files, tmp_path / "out", progress=seen.append)
    assert len({game.file for game in result.games}) == 2
    assert seen == ["game.cor", "game.cor"]
    assert result.as_json()["games"][0]["events"] == 2
    assert all(isinstance(error, NametrailError) for error in result.problems)

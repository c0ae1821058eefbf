"""What happens in a game of Arena's comes out as the record's events, and agrees with what Arena showed."""

import json
from pathlib import Path
from typing import Any, Protocol

import pytest

from events.record import EventLine, read_record
from projections.fold import apply, start
from simulator.importers import import_arena
from simulator.importers.arena import ArenaImport
from simulator.importers.arena_record import ImportedGame
from simulator.legality import Known, violations
from tests.importers.arena_log_writer import (
    BATTLEFIELD,
    EXILE,
    GRAVEYARD,
    HAND,
    LIBRARY,
    STACK,
    ArenaLog,
    number,
    words,
)

BEAR, ELF, CLONE, STAGE, FIELD, SHARK, HERO, BIG = 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008
FRONT, BACK, ADVENTURER, ADVENTURE = 1010, 1011, 1012, 1013
ROOM, LEFT, RIGHT = 1020, 1021, 1022
NAMES = {
    BEAR: "Grizzly Bears", ELF: "Llanowar Elves", CLONE: "Clone", STAGE: "Thespian's Stage", FIELD: "Lotus Field",
    SHARK: "Spell Shark", HERO: "Tenth District Hero", BIG: "Big Spider", FRONT: "Delver of Secrets",
    BACK: "Insectile Aberration", ADVENTURER: "Murderous Rider", ADVENTURE: "Swift End",
    ROOM: "Unholy Annex // Ritual Chamber", LEFT: "Unholy Annex", RIGHT: "Ritual Chamber",
}  # fmt: skip

Game = tuple[ImportedGame, dict[str, Any], list[dict[str, Any]]]
"""What is said of a game, its record's header, its events."""


class Run(Protocol):
    """Imports a log that `names` are known for; `text` stands for what the log says."""

    def __call__(
        self, log: ArenaLog, *, names: dict[int, str] = ..., text: str | None = None
    ) -> tuple[ArenaImport, list[Game]]: ...


def text_of(grp: int) -> int:
    return grp + 5000


def hand(*printings: int) -> dict[int, int]:
    return {grp: text_of(grp) for grp in printings}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def import_log(
        log: ArenaLog, *, names: dict[int, str] = NAMES, text: str | None = None
    ) -> tuple[ArenaImport, list[Game]]:
        source = tmp_path / "Player.log"
        source.write_text(log.end() if text is None else text, encoding="utf-8")
        cards = tmp_path / "ids.json"
        cards.write_text(json.dumps({str(grp): name for grp, name in names.items()}))
        found = import_arena([source], tmp_path / "out", cards, jobs=1)
        games: list[Game] = []
        for game in found.games:
            lines = [json.loads(line) for line in Path(game.file).read_text("utf-8").splitlines()]
            games.append((game, lines[0], lines[1:]))
        return found, games

    return import_log


def events_of(games: list[Game], *kinds: str) -> list[dict[str, Any]]:
    return [event for event in games[0][2] if event["event"] in kinds]


def broken_rules(file: str) -> list[str]:
    record, known = read_record(Path(file)), Known()
    state = start(record.header)
    broken: list[str] = []
    for line in record.lines:
        assert isinstance(line, EventLine)
        broken += [str(each) for each in violations(state, line.event, known)]
        known.note(line.event)
        apply(state, line.event)
    return broken


def agrees(games: list[Game]) -> None:
    game = games[0][0]
    assert broken_rules(game.file) == []
    assert game.differences == []
    assert game.names_compared == game.names_agreeing > 0
    assert game.ids_compared == game.ids_agreeing


def test_a_creature_is_cast_resolves_and_dies(run: Run) -> None:
    log = ArenaLog()
    log.begin(hand(ELF))
    bear = log.move(
        log.zones[LIBRARY[1]][0],
        HAND[1],
        "Draw",
        grp=BEAR,
        name=text_of(BEAR),
        subtypes=["SubType_Bear"],
    )
    log.send()
    permanent = log.enter(bear)
    died = log.move(permanent, GRAVEYARD[1], "SBA_Damage")
    log.send()
    _, games = run(log)
    agrees(games)
    told = [
        (event["event"], event["source"]["instance"])
        for event in events_of(games, "spell_cast", "spell_resolved", "moved")
    ]
    assert told[1:] == [("spell_cast", permanent), ("spell_resolved", permanent), ("moved", died)]
    assert games[0][0].ids_compared == 4
    assert games[0][1]["cards"]["Grizzly Bears"]["subtypes"] == ["Bear"]


def test_a_hidden_card_becomes_known_when_it_is_seen(run: Run) -> None:
    log = ArenaLog()
    log.begin(hand(BEAR))
    hidden = log.zones[HAND[2]][0]
    land = log.move(hidden, BATTLEFIELD, "PlayLand", grp=FIELD, name=text_of(FIELD), seat=2)
    log.send()
    _, games = run(log)
    agrees(games)
    revealed, moved = events_of(games, "revealed", "moved")
    assert revealed["definition"] == "Lotus Field"
    assert (revealed["object"], moved["object"]) == (f"c{hidden}",) * 2
    assert moved["source"]["instance"] == land


def test_what_an_undo_took_back_is_not_in_the_record(run: Run) -> None:
    log = ArenaLog()
    bear, elf = log.begin(hand(BEAR, ELF))
    before = log.snapshot()
    log.cast(bear)
    log.send(update="Send")
    log.undo(before)
    spell = log.enter(elf)
    _, games = run(log)
    agrees(games)
    (cast,) = events_of(games, "spell_cast")
    assert (cast["object"], cast["source"]["instance"]) == (f"c{elf}", spell)
    assert games[0][0].complete


def test_copy_on_entering_ends_with_the_zone_change(run: Run) -> None:
    log = ArenaLog()
    bear, clone = log.begin(hand(BEAR, CLONE))
    log.enter(bear)
    spell = log.cast(clone)
    log.send()
    log.holds("CopiedObject", 4294967293, [spell], number("copyFromGrpid", BEAR))
    log.resolve(spell, overlayGrpId=BEAR, name=text_of(BEAR))
    log.send()
    log.move(spell, GRAVEYARD[1], "Destroy", overlayGrpId=CLONE, name=text_of(CLONE))
    log.send()
    _, games = run(log)
    agrees(games)
    resolved = events_of(games, "spell_resolved")[-1]
    assert resolved["copy_of"] == f"c{bear}"


def test_copy_with_an_exception_to_its_name(run: Run) -> None:
    log = ArenaLog()
    bear, clone = log.begin(hand(BEAR, CLONE))
    log.enter(bear)
    spell = log.cast(clone)
    log.send()
    log.holds("CopiedObject", 9, [spell], number("copyFromGrpid", BEAR))
    log.resolve(spell, overlayGrpId=BEAR)
    log.send()
    _, games = run(log)
    agrees(games)
    (copied,) = events_of(games, "became_copy")
    assert copied["of"] == f"c{bear}"
    assert copied["except"] == {"set_name": "Clone"}


def test_a_copy_that_wears_off(run: Run) -> None:
    log = ArenaLog()
    stage, field = log.begin(hand(STAGE, FIELD))
    for land in (stage, field):
        log.move(land, BATTLEFIELD, "PlayLand")
        log.send()
    here = log.zones[BATTLEFIELD][1]
    mark = log.holds("CopiedObject", 9, [here], number("copyFromGrpid", FIELD))
    log.put(here, BATTLEFIELD, overlayGrpId=FIELD, name=text_of(FIELD))
    log.send()
    log.put(here, BATTLEFIELD, overlayGrpId=STAGE, name=text_of(STAGE))
    log.ends(mark)
    log.send()
    _, games = run(log)
    agrees(games)
    copied, ended = events_of(games, "became_copy", "effect_ended")
    assert (copied["object"], copied["of"]) == (f"c{stage}", f"c{field}")
    assert ended["effect"] == copied["effect"]


def test_a_name_set_by_an_effect_and_by_a_lasting_one(run: Run) -> None:
    log = ArenaLog()
    (hero,) = log.begin(hand(HERO))
    here = log.enter(hero)
    log.put(here, BATTLEFIELD, name=77)
    log.send()
    log.move(here, GRAVEYARD[1], "Destroy")
    log.send()
    _, games = run(log)
    agrees(games)
    first, again = events_of(games, "effect_began")
    assert first["set_name"] == again["set_name"] == "unknown-card-77"
    assert first["affects"] == [f"c{hero}.3"]
    assert again["affects"] == [f"c{hero}.4"]


def test_a_double_faced_card_transforms(run: Run) -> None:
    log = ArenaLog()
    (front,) = log.begin(hand(FRONT))
    log.objects[front]["othersideGrpId"] = BACK
    here = log.enter(front)
    for grp, other in ((BACK, FRONT), (FRONT, BACK), (BACK, FRONT)):
        log.put(here, BATTLEFIELD, grp=grp, name=text_of(grp), othersideGrpId=other)
        log.send()
    _, games = run(log)
    agrees(games)
    assert len(events_of(games, "transformed")) == 3
    definition = games[0][1]["cards"]["Delver of Secrets"]
    assert definition["layout"] == "transform"
    assert [face["name"] for face in definition["faces"]] == [
        "Delver of Secrets",
        "Insectile Aberration",
    ]


def test_a_modal_card_is_played_with_its_back_face(run: Run) -> None:
    log = ArenaLog()
    (front,) = log.begin(hand(FRONT))
    new = log.move(
        front, BATTLEFIELD, "PlayLand", grp=BACK, name=text_of(BACK), othersideGrpId=FRONT
    )
    log.note("UserActionTaken", [new], number("actionType", 19))
    log.put(
        log.number(),
        BATTLEFIELD,
        listed=False,
        grp=BACK,
        name=text_of(BACK),
        type="GameObjectType_MDFCBack",
        parentId=new,
        othersideGrpId=FRONT,
    )
    log.send()
    log.move(new, HAND[1], "Return", grp=FRONT, name=text_of(FRONT), othersideGrpId=BACK)
    log.send()
    _, games = run(log)
    agrees(games)
    assert events_of(games, "moved")[0]["face"] == "Insectile Aberration"
    assert games[0][1]["cards"]["Delver of Secrets"]["layout"] == "modal_dfc"


@pytest.mark.parametrize("word", ["Adventure", "Omen"])
def test_a_card_of_the_opponents_is_cast_as_its_adventure_or_omen(run: Run, word: str) -> None:
    log = ArenaLog()
    log.begin(hand(BEAR))
    hidden = log.zones[HAND[2]][0]
    spell = log.cast(
        hidden,
        grp=ADVENTURE,
        name=text_of(ADVENTURE),
        seat=2,
        cardTypes=["CardType_Instant"],
        subtypes=[f"SubType_{word}"],
    )
    log.send()
    to = EXILE if word == "Adventure" else GRAVEYARD[2]
    there = log.resolve(
        spell,
        to,
        grp=ADVENTURER,
        name=text_of(ADVENTURER),
        cardTypes=["CardType_Creature"],
        subtypes=["SubType_Zombie"],
    )
    log.send()
    if to == EXILE:
        log.enter(there)
    _, games = run(log)
    agrees(games)
    assert events_of(games, "spell_cast")[0]["face"] == "Swift End"
    definition = games[0][1]["cards"]["Murderous Rider"]
    assert definition["layout"] == word.lower()
    assert [face["name"] for face in definition["faces"]] == ["Murderous Rider", "Swift End"]


def test_a_room_is_cast_half_by_half(run: Run) -> None:
    log = ArenaLog()
    (room,) = log.begin(hand(ROOM))
    log.objects[room] |= {"subtypes": ["SubType_Room"]}
    spell = log.cast(room, grp=LEFT, name=text_of(LEFT))
    for grp, kind in ((LEFT, "RoomLeft"), (RIGHT, "RoomRight")):
        log.put(
            log.number(),
            STACK,
            listed=False,
            grp=grp,
            name=text_of(grp),
            type=f"GameObjectType_{kind}",
            parentId=spell,
            subtypes=["SubType_Room"],
        )
    log.send()
    log.resolve(spell, grp=ROOM, name=text_of(LEFT))
    log.holds("Designation", spell, [spell], number("DesignationType", 19))
    log.send()
    log.put(spell, BATTLEFIELD, name=text_of(ROOM))
    log.holds("Designation", spell, [spell], number("DesignationType", 20))
    log.send()
    _, games = run(log)
    agrees(games)
    assert events_of(games, "spell_cast")[0]["face"] == "Unholy Annex"
    (opened,) = events_of(games, "door_unlocked")
    assert opened["face"] == "Ritual Chamber"


def test_manifested_and_turned_face_up(run: Run) -> None:
    log = ArenaLog()
    log.begin(hand(BEAR))
    card = log.zones[LIBRARY[1]][0]
    here = log.move(card, BATTLEFIELD, "ManifestLike", grp=SHARK, overlayGrpId=3, isFacedown=True)
    log.holds("FaceDown", here, [here], number("REASON", 8))
    log.send()
    log.put(here, BATTLEFIELD, overlayGrpId=SHARK, name=text_of(SHARK), isFacedown=None)
    log.note("TurnPermanent", [here], number("turned", 0))
    log.send()
    _, games = run(log)
    agrees(games)
    moved = events_of(games, "moved")[-1]
    assert moved["face_down"] is True
    assert events_of(games, "turned_face_up")[0]["object"] == moved["object"]


def test_foretold_and_cast_later(run: Run) -> None:
    log = ArenaLog()
    (bear,) = log.begin(hand(BEAR))
    exiled = log.move(bear, EXILE, "Foretell", overlayGrpId=3, isFacedown=True, name=None)
    log.send()
    log.enter(exiled)
    _, games = run(log, text=None)
    assert events_of(games, "exiled")[0]["face_down"] is True


def test_a_face_down_card_of_the_opponents_stays_unknown(run: Run) -> None:
    log = ArenaLog()
    log.begin(hand(BEAR))
    spell = log.cast(log.zones[HAND[2]][0], grp=3, overlayGrpId=3, isFacedown=True, seat=2)
    log.send()
    log.resolve(spell)
    log.send()
    _, games = run(log)
    agrees(games)
    assert events_of(games, "spell_cast")[0]["face_down"] is True
    assert not events_of(games, "revealed")
    assert set(games[0][1]["cards"]) == {"Grizzly Bears"}


def test_tokens_are_called_by_their_subtypes_unless_named(run: Run) -> None:
    log = ArenaLog()
    bear, _ = log.begin(hand(BEAR, ELF))
    here = log.enter(bear)
    goblin = log.token(
        2001,
        361,
        by=here,
        subtypes=["SubType_Goblin", "SubType_Warrior"],
        cardTypes=["CardType_Creature"],
    )
    legend = log.token(
        2002, 362, by=here, subtypes=["SubType_Hamster"], superTypes=["SuperType_Legendary"]
    )
    role = log.token(
        2003, 363, by=here, subtypes=["SubType_Aura", "SubType_Role"], objectSourceGrpId=3001
    )
    log.holds("Attachment", role, [here])
    log.send()
    gone = log.move(goblin, GRAVEYARD[1], "SBA_Damage")
    log.note("TokenDeleted", [gone])
    log.leave(gone)
    log.send()
    _, games = run(log, names={**NAMES, 3001: "Monstrous Rage"})
    agrees(games)
    made = {event["card"]: event["definition"] for event in events_of(games, "token_created")}
    assert made == {
        f"t{goblin}": "Goblin Warrior Token",
        f"t{legend}": "unknown-card-2002",
        f"t{role}": "Monster",
    }
    assert events_of(games, "token_created")[2]["attached_to"] == f"c{bear}"


def test_a_copy_token_is_a_copy_of_what_is_there(run: Run) -> None:
    log = ArenaLog()
    (bear,) = log.begin(hand(BEAR))
    log.enter(bear)
    log.token(BEAR, text_of(BEAR), isCopy=True, objectSourceGrpId=BEAR)
    log.token(BIG, text_of(BIG), isCopy=True, objectSourceGrpId=BIG)
    log.send()
    _, games = run(log)
    agrees(games)
    first, second = events_of(games, "token_created")
    assert first["copy_of"] == f"c{bear}"
    assert second["definition"] == "Big Spider"


def test_a_copy_of_a_spell_ceases_to_exist(run: Run) -> None:
    log = ArenaLog()
    (bolt,) = log.begin(hand(SHARK))
    spell = log.cast(bolt)
    log.send()
    copy = log.number()
    log.put(copy, STACK, grp=SHARK, name=text_of(SHARK), isCopy=True, parentId=spell)
    log.note(
        "ZoneTransfer",
        [copy],
        number("zone_src", STACK),
        number("zone_dest", STACK),
        words("category", "Copy"),
    )
    log.send()
    gone = log.move(copy, GRAVEYARD[1], "Resolve")
    log.leave(gone)
    log.send()
    log.resolve(spell, GRAVEYARD[1])
    log.send()
    _, games = run(log)
    agrees(games)
    (made,) = events_of(games, "copy_created")
    assert made["of"] == f"c{bolt}"


def test_exiled_until_its_source_leaves(run: Run) -> None:
    log = ArenaLog()
    bear, elf = log.begin(hand(BEAR, ELF))
    source, target = log.enter(bear), log.enter(elf)
    ability = log.ability(source, 176387)
    log.send()
    exiled = log.move(target, EXILE, "Exile", by=ability)
    link = log.holds(
        "DisplayCardUnderCard",
        source,
        [exiled],
        number("TemporaryZoneTransfer", 1),
        number("Disable", 0),
    )
    log.done(ability, source)
    log.send()
    log.move(source, GRAVEYARD[1], "Destroy")
    log.move(exiled, BATTLEFIELD, "Return")
    log.ends(link)
    log.send()
    _, games = run(log)
    agrees(games)
    (out,) = events_of(games, "exiled")
    assert (out["until"], out["with"], out["by"]) == (f"c{bear}", f"c{bear}:a176387", f"a{ability}")


def test_cards_exiled_with_an_object_are_linked(run: Run) -> None:
    log = ArenaLog()
    (bear,) = log.begin(hand(BEAR))
    source = log.enter(bear)
    ability = log.ability(source, 5)
    log.send()
    top = log.zones[LIBRARY[1]][0]
    exiled = log.move(top, EXILE, "Exile", by=ability, grp=ELF, name=text_of(ELF))
    log.holds("DisplayCardUnderCard", source, [exiled], number("Disable", 0))
    log.done(ability, source)
    log.send()
    _, games = run(log)
    agrees(games)
    assert games[0][1]["cards"]["Grizzly Bears"]["linked"] == [
        ["a5", "cards-exiled-with-this", "exile"]
    ]
    assert events_of(games, "exiled")[0]["with"] == f"c{bear}:a5"


def test_a_shuffle_severs_who_is_who(run: Run) -> None:
    log = ArenaLog()
    (bear,) = log.begin(hand(BEAR))
    tucked = log.move(bear, LIBRARY[1], "Put")
    log.send()
    old = list(log.zones[LIBRARY[1]])
    new = [log.number() for _ in old]
    log.note("Shuffle", [1], number("OldIds", *old), number("NewIds", *new))
    log.objects.pop(tucked)
    log.deleted.extend(old)
    log.zones[LIBRARY[1]] = new
    log.changed_zones[LIBRARY[1]] = None
    log.send()
    log.move(new[3], HAND[1], "Draw", grp=ELF, name=text_of(ELF))
    log.move(new[1], HAND[1], "Draw", grp=BEAR, name=text_of(BEAR))
    log.send()
    _, games = run(log)
    first, second = events_of(games, "moved")[-2:]
    assert second["object"] == f"c{bear}"
    assert first["object"] != f"c{bear}"
    assert len(events_of(games, "shuffled")) == 1


def test_a_message_left_out_makes_the_game_incomplete(run: Run) -> None:
    log = ArenaLog()
    bear, elf = log.begin(hand(BEAR, ELF))
    log.enter(bear)
    log.cast(elf)
    log.send(lost=True)
    log.send(turn={"turnNumber": 2, "activePlayer": 2, "phase": "Phase_Main1"})
    _, games = run(log)
    game = games[0][0]
    assert not game.complete
    assert len(game.gaps) == 1
    assert game.differences == []


def test_conjured_commander_and_companion(run: Run) -> None:
    log = ArenaLog()
    log.begin(hand(BEAR), command=hand(BIG), sideboard=hand(SHARK))
    commander = next(i for i, shown in log.objects.items() if shown.get("grpId") == BIG)
    companion = next(i for i, shown in log.objects.items() if shown.get("grpId") == SHARK)
    log.move(companion, HAND[1], "Put")
    conjured = log.put(log.number(), HAND[1], grp=ELF, name=text_of(ELF))
    log.note(
        "ZoneTransfer",
        [conjured],
        number("zone_src", 30),
        number("zone_dest", HAND[1]),
        words("category", "Conjure"),
    )
    log.send()
    died = log.move(log.enter(commander), GRAVEYARD[1], "Destroy")
    log.send()
    log.move(died, 26, "SBA_Commander")
    log.send()
    _, games = run(log)
    agrees(games)
    added = {event["card"]: event["zone"] for event in events_of(games, "card_added")}
    assert added[f"c{commander}"] == "command"
    assert added[f"c{companion}"] == "outside"
    assert added[f"c{conjured}"] == "hand"


def test_control_counters_attachments_life_and_turns(run: Run) -> None:
    log = ArenaLog()
    bear, elf = log.begin(hand(BEAR, ELF))
    host, worn = log.enter(bear), log.enter(elf)
    log.note("CounterAdded", [host], number("counter_type", 1), number("transaction_amount", 2))
    log.note("CounterRemoved", [host], number("counter_type", 1), number("transaction_amount", 1))
    log.note("ModifiedLife", [2], number("life", -3))
    log.note("DamageDealt", [2], number("damage", 3), by=host)
    log.note("TappedUntappedPermanent", [host], number("tapped", 1))
    tied = log.holds("Attachment", worn, [host])
    log.put(host, BATTLEFIELD, controllerSeatId=2)
    log.send()
    log.ends(tied)
    log.send(
        turn={"turnNumber": 2, "activePlayer": 2, "phase": "Phase_Beginning", "step": "Step_Upkeep"}
    )
    _, games = run(log)
    agrees(games)
    assert [event["amount"] for event in events_of(games, "counters_changed")] == [2, -1]
    assert events_of(games, "controller_changed")[0]["controller"] == "player2"
    assert [event.get("to") for event in events_of(games, "attached")] == [f"c{bear}", None]
    assert events_of(games, "turn_began")[-1]["player"] == "player2"
    assert events_of(games, "life_changed")[0]["amount"] == -3


def test_two_games_and_the_end_of_each(run: Run) -> None:
    log = ArenaLog()
    log.begin(hand(BEAR))
    log.end(2)
    log.begin(hand(ELF))
    _, games = run(log)
    assert [game.game for game, _, _ in games] == [1, 2]
    assert [events[-1]["event"] for _, _, events in games] == ["game_ended"] * 2
    assert games[0][2][-1]["winner"] == "player2"
    assert all(game.complete for game, _, _ in games)


def test_a_split_card_is_cast_by_its_halves(run: Run) -> None:
    log = ArenaLog()
    fire, ice = log.begin({1030: 6030, 1031: 6031})
    for card, side in ((fire, 10), (ice, 11)):
        spell = log.cast(card, grp=1030)
        log.note("UserActionTaken", [spell], number("actionType", side))
        log.send()
        log.resolve(spell, GRAVEYARD[1])
        log.send()
    _, games = run(log, names={1030: "Fire // Ice", 1031: "Fire // Ice"})
    assert [event["face"] for event in events_of(games, "spell_cast")] == ["Fire", "Ice"]


def test_a_copy_of_a_back_face_that_is_gone(run: Run) -> None:
    log = ArenaLog()
    clone, front = log.begin(hand(CLONE, FRONT))
    log.objects[front]["othersideGrpId"] = BACK
    here = log.enter(front)
    log.put(here, BATTLEFIELD, grp=BACK, name=text_of(BACK), othersideGrpId=FRONT)
    log.send()
    log.move(here, GRAVEYARD[1], "Destroy", grp=FRONT, name=text_of(FRONT), othersideGrpId=BACK)
    spell = log.cast(clone)
    log.send()
    log.holds("CopiedObject", 9, [spell], number("copyFromGrpid", BACK))
    log.resolve(spell, overlayGrpId=BACK, name=text_of(BACK))
    log.send()
    _, games = run(log)
    agrees(games)
    (copied,) = events_of(games, "became_copy")
    assert copied["except"] == {"set_name": "Insectile Aberration"}


def test_a_copy_of_a_card_in_exile_is_cast_and_gone(run: Run) -> None:
    log = ArenaLog()
    (bolt,) = log.begin(hand(SHARK))
    exiled = log.move(bolt, EXILE, "Exile")
    log.send()
    copy = log.number()
    log.put(copy, EXILE, grp=SHARK, name=text_of(SHARK), isCopy=True)
    log.note(
        "ZoneTransfer",
        [copy],
        number("zone_src", 30),
        number("zone_dest", EXILE),
        words("category", "Copy"),
    )
    log.send()
    spell = log.cast(copy)
    log.send()
    gone = log.move(spell, GRAVEYARD[1], "Resolve")
    log.leave(gone)
    log.send()
    _, games = run(log)
    agrees(games)
    (made,) = events_of(games, "copy_created")
    assert (made["of"], made["zone"]) == (f"c{bolt}", "exile")
    assert exiled in log.zones[EXILE]


def test_a_copy_of_a_spell_nobody_saw_ceases_to_exist_too(run: Run) -> None:
    log = ArenaLog()
    (bear,) = log.begin(hand(BEAR))
    here = log.enter(bear)
    copy = log.put(log.number(), STACK, grp=SHARK, name=text_of(SHARK), isCopy=True, parentId=here)
    log.note(
        "ZoneTransfer",
        [copy],
        number("zone_src", STACK),
        number("zone_dest", STACK),
        words("category", "Copy"),
    )
    log.send()
    gone = log.move(copy, GRAVEYARD[1], "Resolve")
    log.leave(gone)
    log.send()
    _, games = run(log)
    agrees(games)
    assert events_of(games, "copy_created")[0]["of"].startswith("x")


def test_a_permanent_that_merges_or_phases_is_not_lost(run: Run) -> None:
    log = ArenaLog()
    bear, elf = log.begin(hand(BEAR, ELF))
    here = log.enter(bear)
    log.note("PhasedOut", [here])
    log.send()
    log.note("PhasedIn", [here])
    log.send()
    spell = log.cast(elf)
    log.send()
    log.leave(spell)
    log.put(here, BATTLEFIELD, overlayGrpId=ELF, name=text_of(ELF))
    log.send()
    _, games = run(log)
    agrees(games)
    assert [event["event"] for event in events_of(games, "phased_out", "phased_in")] == [
        "phased_out",
        "phased_in",
    ]


def test_a_new_game_whose_first_message_was_left_out(run: Run) -> None:
    log = ArenaLog()
    log.begin(hand(BEAR))
    log.end()
    log.begin(hand(ELF), play=False)
    del log.lines[-2]
    log.send(turn={"turnNumber": 1, "activePlayer": 2, "phase": "Phase_Main1"})
    _, games = run(log)
    assert [game.complete for game, _, _ in games] == [True, False]


def test_a_state_sent_anew_is_no_new_game(run: Run) -> None:
    log = ArenaLog()
    (bear,) = log.begin(hand(BEAR))
    log.enter(bear)
    log.send(
        full=True,
        info={"matchID": f"match-{log.match}", "gameNumber": 1, "stage": "GameStage_Play"},
    )
    _, games = run(log)
    agrees(games)
    assert len(games) == 1
    assert games[0][0].complete


def test_a_card_is_cast_as_its_prototype(run: Run) -> None:
    log = ArenaLog()
    (golem,) = log.begin(hand(BIG))
    log.objects[golem] |= {
        "power": {"value": 6},
        "toughness": {"value": 6},
        "cardTypes": ["CardType_Artifact", "CardType_Creature"],
    }
    log.put(golem, HAND[1])
    facet = log.put(
        log.number(), HAND[1], listed=False, grp=1040, name=text_of(BIG), type="GameObjectType_PrototypeFacet",
        parentId=golem, power={"value": 2}, toughness={"value": 2}, color=["CardColor_Red"],
    )  # fmt: skip
    log.send()
    spell = log.cast(golem)
    log.note("UserActionTaken", [spell], number("actionType", 21))
    log.put(facet, STACK, listed=False, parentId=spell)
    log.send()
    log.resolve(spell)
    log.send()
    _, games = run(log)
    agrees(games)
    assert events_of(games, "spell_cast")[0]["prototyped"] is True
    definition = games[0][1]["cards"]["Big Spider"]
    assert definition["layout"] == "prototype"
    assert definition["faces"][1]["power"] == "2"


def test_a_trigger_of_what_has_died_comes_from_what_it_was(run: Run) -> None:
    log = ArenaLog()
    bear, clone = log.begin(hand(BEAR, CLONE))
    log.enter(bear)
    spell = log.cast(clone)
    log.send()
    log.holds("CopiedObject", 9, [spell], number("copyFromGrpid", BEAR))
    log.resolve(spell, overlayGrpId=BEAR, name=text_of(BEAR))
    log.send()
    log.move(spell, GRAVEYARD[1], "Destroy", overlayGrpId=CLONE, name=text_of(CLONE))
    log.ability(spell, 4321, source_grp=CLONE)
    log.send()
    _, games = run(log)
    agrees(games)
    assert events_of(games, "ability_put_on_stack")[0]["ability"] == f"c{clone}.3:a4321"
    cards = games[0][1]["cards"]
    assert "abilities" not in cards["Clone"]
    assert [ability["id"] for ability in cards["Grizzly Bears"]["abilities"]] == ["a4321"]


def test_a_card_that_lastingly_becomes_another_card(run: Run) -> None:
    log = ArenaLog()
    (hero,) = log.begin(hand(HERO))
    here = log.enter(hero)
    log.put(here, BATTLEFIELD, grp=BIG, overlayGrpId=BIG, name=text_of(BIG))
    log.send()
    log.move(here, GRAVEYARD[1], "Destroy")
    log.send()
    _, games = run(log)
    assert games[0][0].differences == []
    assert [event["of"] for event in events_of(games, "became_copy")] == [
        "Big Spider",
        "Big Spider",
    ]


def test_choices_are_told_once_and_again_after_an_undo(run: Run) -> None:
    log = ArenaLog()
    (bear,) = log.begin(hand(BEAR))
    here = log.enter(bear)
    before = log.snapshot()
    for value, taken_back in ((46, True), (46, False)):
        log.holds(
            "LinkInfo",
            here,
            [6, value],
            words("ChooseLinkType", "Type"),
            number("sourceAbilityGRPID", 8),
        )
        log.send()
        if taken_back:
            log.undo(before)
    _, games = run(log)
    agrees(games)
    assert [(event["by"], event["value"]) for event in events_of(games, "chosen")] == [
        (f"c{bear}:a8", "Type 46")
    ]

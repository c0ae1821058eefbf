"""The interactive session: short forms, offers, refusals, reasons, undo, completion; and both ways to record."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from events.errors import NametrailError, RecordError
from events.header import header_from_map
from events.kinds import EVENT_KINDS
from events.record import read_record
from events.store import open_store
from events.store_errors import StoreError
from simulator.game import Game
from simulator.messages import translator
from simulator.play import completer, open_game, play
from simulator.play_session import Session
from simulator.play_words import FORMS, event_in
from tests.rules.table import CARDS, SHEET

HEADER = header_from_map({
    "record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS,
    "sheets": {"ana": {"Goat": SHEET}},
})  # fmt: skip


def session(*lines: str, language: str = "en") -> Session:
    heard = Session(Game(HEADER), translator(language), str)
    for line in lines:
        heard.hear(line)
        assert not heard.refused, line
    return heard


def test_a_game_in_short_forms() -> None:
    heard = session('add fae as "Fae of Wishes" owner ana in exile', "sticker Mana on fae after 2",
                    "cast fae as Granted")  # fmt: skip
    assert heard.game.now.name_of("fae") == "Granted Mana"
    answer = heard.hear("resolve fae")
    assert answer[0] == "fae resolves"
    assert "Fae of Mana Wishes" in answer[1]
    assert heard.game.position == 4


@pytest.mark.rule("123.6b")
def test_the_places_of_a_sticker_are_offered_with_their_names() -> None:
    heard = session('add b as "Bear Cub"')
    answer = heard.hear("sticker Dark on b")
    assert answer[1:] == ["  0  Dark Bear Cub", "  1  Bear Dark Cub", "  2  Bear Cub Dark"]
    assert heard.game.position == 1, "nothing has happened yet"
    heard.hear("7")
    assert heard.refused
    heard.hear("sticker Dark on b")
    heard.hear("1")
    assert heard.game.now.name_of("b") == "Bear Dark Cub"
    assert heard.hear('positions b "Hot Dog"')[0] == "  0  Hot Dog Bear Dark Cub"
    heard.hear("sticker Big on b")
    heard.hear("tap b")
    assert "3" in heard.hear("3")[0], "the offer is over"


def test_stickers_of_a_sheet_are_placed_by_their_name() -> None:
    heard = session(
        'add b as "Bear Cub"', "sticker ana/Goat/2 on b after 0", "sticker ana/Goat/4 on b"
    )
    assert heard.game.now.name_of("b") == "Hot Dog Bear Cub"
    assert heard.hear("stickers ana") == ["  ana/Goat/1  Cosmic"]
    assert heard.hear("stickers ben") == ["no sticker can be chosen and paid for"]


def test_what_is_not_allowed_is_refused_with_its_rule() -> None:
    heard = session('add b as "Bear Cub"', "move b to hand")
    (answer,) = heard.hear("move b.1 to exile")
    assert answer.endswith("[400.7]")
    assert heard.refused
    assert heard.game.position == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dance b", "'dance' is no action"),
        ("transfrom b", "did you mean 'transform'?"),
        ("move b to", "'to' is the last word"),
        ("move", "OBJECT is missing"),
        ("tap b c", "'c' says nothing here"),
        ("sticker Mana on b after two", "'two' is no number"),
        ('sticker "Mana on b', "a quote is not closed"),
        ("moved object", "no FIELD=VALUE"),
        ("moved object=b to=nowhere", "moved:"),
        ('{"event": ', "not JSON"),
        ("[1]", "is no action"),
        ("why", "OBJECT is missing"),
        ("why nobody", "there is no object nobody"),
        ("positions b", "WORDS is missing"),
        ("undo", "nothing to undo"),
        ('""', "is no action"),
    ],
)
def test_what_cannot_be_understood_is_told(line: str, said: str) -> None:
    heard = session()
    (answer,) = heard.hear(line)
    assert said in answer
    assert heard.refused


def test_any_event_can_be_written_in_full() -> None:
    heard = session('{"event": "card_added", "card": "b", "owner": "ana", "zone": "hand"}',
                    "revealed object=b definition=Fae", "moved object=b to=battlefield tapped=true",
                    "# a remark", "")  # fmt: skip
    assert heard.game.state.objects["b"].tapped
    assert event_in("keep b m") == {"event": "kept_stickers", "object": "b", "chosen": "m"}
    assert event_in("meld h of l,r as Host")["cards"] == ["l", "r"]
    assert event_in("choose 3 for n:take")["value"] == 3
    assert event_in("choose red for n:take")["value"] == "red"
    assert event_in("merge m into b")["on_top"] is False
    assert event_in("merge m into b on-top")["on_top"] is True
    assert event_in("name e on b is Clerk")["affects"] == ["b"]


def test_every_short_form_is_an_event_of_the_record() -> None:
    for form in FORMS.values():
        assert form.help
        fields = {field.rstrip("_") for field in EVENT_KINDS[form.event].__struct_fields__}
        fields |= {"affects", "set_name"} if form.event == "effect_began" else set()
        assert fields >= {*form.places, *form.words.values(), *form.flags.values(), *form.fixed}


def test_undo_tells_what_is_taken_back() -> None:
    heard = session('add b as "Bear Cub"', "exile b")
    answer = heard.hear("undo")
    assert answer[0] == "taken back: b is exiled"
    assert "b.1" in answer[1]
    assert "no object any more" in heard.hear("undo")[1]


def test_what_was_exiled_until_it_leaves_returns() -> None:
    heard = session('add p as "Bear Cub"', 'add b as "Bear Cub"', "exile b until p")
    assert heard.hear("move p to graveyard")[1] == "b moves to battlefield"


def test_what_is_legal_is_offered() -> None:
    heard = session("add s as Smith", "add f as Fae in hand")
    offered = heard.hear("legal s")
    assert "  transform s" in offered
    assert "  tap s" in offered
    assert "  untap s" not in offered
    assert "  move s to battlefield" not in offered
    assert '  sticker "ana/Goat/1" on s after 0' in offered
    assert '  cast f as "Granted"' in heard.hear("legal f")
    for line in heard.game.fork().state.objects:
        for action in heard.legal_with(line):
            other = Session(heard.game.fork(), str, str)
            other.hear(action)
            assert not other.refused, action


def test_showing_and_explaining() -> None:
    heard = session()
    assert heard.hear("show") == ["nothing is there yet"]
    heard = session('add b as "Bear Cub"', "add x", "sticker Big on b after 0", "turn-down b")
    shown = heard.hear("show")
    assert "Big" in shown[0]
    assert "[sticker-1]" in shown[0]
    assert "(name not known)" in shown[1]
    assert heard.hear("show b") == shown[:1]
    assert any("123.6b" in line for line in heard.hear("why b"))
    assert len(heard.hear("help")) > len(FORMS)
    assert heard.hear("help cast")[0].startswith("cast OBJECT [as FACE]")
    heard.hear("quit")
    assert heard.done


def test_words_are_completed() -> None:
    heard = session('add bear as "Bear Cub"')
    assert "transform" in heard.completions("tra")
    assert heard.completions("move bea") == ["bear"]
    assert heard.completions("move bear to ex") == ["exile"]
    assert "to" in heard.completions("move bear t")
    assert heard.completions("add x owner a") == ["ana", "as"]
    assert '"Bear Cub"' in heard.completions("add x as ")
    assert '"ana/Goat/1"' in heard.completions("sticker ")
    assert heard.completions("nonsense bea") == ["bear"]


def test_prompt_toolkit_is_told_what_completes() -> None:
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.document import Document

    offered = completer(session()).get_completions(Document("transf"), None)  # type: ignore[arg-type]
    assert {(each.text, each.start_position) for each in offered} == {
        ("transform", -6), ("transformed", -6),
    }  # fmt: skip


def test_a_record_file_is_added_to(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = open_game(str(path), players=("ana", "ben"))
    out = io.StringIO()
    lines = ['add fae as "Fae of Wishes" in exile', "sticker Mana on fae", "2", "exile fae", "undo", "quit",
             "tap fae"]  # fmt: skip
    assert play(game, lines=lines, out=out) == 0
    assert "Fae of Mana Wishes" in out.getvalue()
    assert [type(event).__name__ for event in read_record(path).events] == [
        "CardAdded",
        "StickerPlaced",
    ]
    again = open_game(str(path))
    assert play(again, lines=["undo", "move fae to graveyard"], out=out) == 1
    assert "what was recorded before stays" in out.getvalue()
    assert len(read_record(path).events) == 3
    with pytest.raises(RecordError, match="cannot be written"):
        open_game(str(path), players=("ana",))
    with pytest.raises(RecordError):
        open_game(str(tmp_path / "nothing.jsonl"))
    with pytest.raises(RecordError, match="packed"):
        open_game(str(tmp_path / "game.jsonl.gz"))


def test_a_file_without_a_last_line_end_is_added_to(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    open_game(str(path), players=("ana",))
    path.write_text(path.read_text(encoding="utf-8").rstrip("\n"), encoding="utf-8")
    assert play(open_game(str(path)), lines=["begin"], out=io.StringIO()) == 0
    assert len(read_record(path).events) == 1


def test_a_stored_game_is_added_to(tmp_path: Path) -> None:
    db = str(tmp_path / "games.sqlite")
    game = open_game("friday", db=db, players=("ana", "ben"))
    assert (
        play(game, lines=['add fae as "Fae of Wishes"', "exile fae", "undo"], out=io.StringIO())
        == 0
    )
    again = open_game("fri", db=db)
    assert again.now.name_of("fae") == "Fae of Wishes"
    assert again.state.objects["fae"].zone == "battlefield"
    with open_store(db) as store:
        assert [row.game for row in store.games()] == ["friday"]
    with pytest.raises(StoreError):
        open_game("monday", db=db)
    with pytest.raises(NametrailError):
        open_game("friday", db=db, players=("ana",))


def test_the_session_speaks_spanish() -> None:
    heard = session('add b as "Bear Cub"', language="es")
    assert heard.hear("sticker Dark on b")[0] == "¿Dónde va? Responde con el número."

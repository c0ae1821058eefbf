"""What is read on the page, without a browser."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from simulator.web.game import Game
from simulator.web.library import EXAMPLES, Library
from tests.web.records import MARKUP, added, record, sticker, uploaded

HTML = {"accept": "text/html"}
FAE = "/games/example-fae-of-wishes"


def text(answer: Response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", answer.text))


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_opens_and_is_listed(client: TestClient[Litestar], name: str) -> None:
    assert f"/games/example-{name}" in client.get("/").text
    answer = client.get(f"/games/example-{name}")
    assert answer.status_code == 200
    assert "Timeline" in answer.text


@pytest.mark.rule("123.6c")
def test_a_moment_shows_the_name_of_that_moment(client: TestClient[Litestar]) -> None:
    assert "Granted Mana2" in text(client.get(f"{FAE}/5"))
    assert "Fae of Mana2 Wishes" in text(client.get(f"{FAE}/6"))
    assert "before the first event" in text(client.get(f"{FAE}/0"))


@pytest.mark.rule("123.5")
def test_an_object_shows_steps_with_rules_events_timestamps_and_its_chain(
    client: TestClient[Litestar],
) -> None:
    answer = client.get(f"{FAE}/6/object/fae.5")
    said = text(answer)
    assert "name sticker s1 adds “Mana” after word 2" in said
    for rule in ("CR 123.6b", "CR 715.4", "CR 400.7m"):
        assert rule in said
    assert f'href="{FAE}/4/object/fae"' in answer.text
    assert "timestamp 8" in said
    for reference in ("fae.1", "fae.2", "fae.3", "fae.4", "fae.5"):
        assert f"{reference}" in said
    assert "stickers remembered: s1" in said


def test_each_word_is_coloured_and_numbered_by_the_step_it_came_by(
    client: TestClient[Litestar],
) -> None:
    page = client.get(f"{FAE}/6/object/fae.5").text
    assert '<span class="w w0">Fae</span>' in page
    assert '<span class="w w1">Mana<sup class="n" aria-hidden="true">2</sup></span>' in page
    assert "name sticker s1" in page


def test_an_object_of_the_past_is_shown_as_it_last_was(client: TestClient[Litestar]) -> None:
    answer = client.get(f"{FAE}/6/object/fae.2")
    assert answer.status_code == 200
    assert "an object of the past" in answer.text
    assert "Granted" in answer.text


def test_what_is_not_there_is_not_found(client: TestClient[Litestar]) -> None:
    assert client.get(f"{FAE}/6/object/nobody").status_code == 404
    assert client.get(f"{FAE}/6/object/fae.9").status_code == 404
    assert "is no object at this moment" in client.get(f"{FAE}/6/object/fae.9", headers=HTML).text
    assert "is no object at this moment" in client.get(f"{FAE}/0/object/fae").text
    assert client.get("/games/example-nothing/1").status_code == 404
    assert client.get("/games/record-0123/1").status_code == 404
    assert client.get("/games/other/1").status_code == 404
    assert client.get(f"{FAE}/77").status_code == 422
    assert client.get("/elsewhere").status_code == 404


def test_the_drawing_is_svg_with_every_step(client: TestClient[Litestar]) -> None:
    answer = client.get(f"{FAE}/6/object/fae.5/drawing")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg ")
    assert "CR 123.6b" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert client.get(f"{FAE}/6/object/fae.2/drawing").status_code == 200
    assert client.get(f"{FAE}/6/object/x/drawing").status_code == 404


def test_the_slider_works_as_a_form(client: TestClient[Litestar]) -> None:
    answer = client.get(f"{FAE}/go?at=5&object=fae", follow_redirects=False)
    assert answer.headers["location"] == f"{FAE}/5/object/fae"
    answer = client.get(f"{FAE}/go?at=500&lang=es", follow_redirects=False)
    assert answer.headers["location"] == f"{FAE}/6?lang=es"
    assert client.get(f"{FAE}/go?at=-1").status_code == 400


def test_steps_go_by_turn_name_and_object(client: TestClient[Litestar]) -> None:
    page = client.get("/games/example-arena-game/250").text
    for key in ("Home", "End", "ArrowLeft", "ArrowRight", "n", "p", "t", "T"):
        assert f'data-key="{key}"' in page
    page = client.get(f"{FAE}/2/object/fae").text
    assert re.search(rf'href="{FAE}/3/object/fae"\s+data-key="N"', page)


def test_an_uploaded_record_opens_plain_and_packed(client: TestClient[Litestar]) -> None:
    data = record(added("bear"), sticker("Dark"))
    where = uploaded(client, data)
    assert "Bear Dark" in text(client.get(where))
    assert uploaded(client, gzip.compress(data), "game.jsonl.gz") == where


def test_a_record_that_stops_is_shown_as_far_as_it_goes(client: TestClient[Litestar]) -> None:
    where = uploaded(client, record(added("bear")) + b"\nnonsense")
    said = text(client.get(where))
    assert "The game stops here" in said
    assert "Bear Cub" in said


def test_what_breaks_a_rule_is_a_mark_and_in_the_audit(client: TestClient[Litestar]) -> None:
    broken = {"event": "moved", "object": "bear.1", "to": "exile"}
    where = uploaded(
        client,
        record(added("bear"), {"event": "moved", "object": "bear", "to": "graveyard"}, broken),
    )
    assert "Rule broken" in client.get(f"{where}/3").text
    assert 'class="mark-fault"' in client.get(f"{where}/1").text
    audit = text(client.get(f"{where}/audit"))
    assert "rules broken: 1" in audit
    assert "400.7" in audit


def test_what_cannot_be_is_told_apart_from_a_rule_broken(client: TestClient[Litestar]) -> None:
    where = uploaded(client, record(added("bear"), added("x", "A card nobody defined")))
    assert "This cannot be" in client.get(f"{where}/2").text
    assert "no card is named" in client.get(f"{where}/2").text
    assert "This cannot be" in client.get(f"{where}/export").text


@pytest.mark.rule("607.2a")
def test_links_are_shown_in_both_directions(client: TestClient[Litestar]) -> None:
    header = {
        "record": "nametrail",
        "version": 1,
        "players": ["ana", "ben"],
        "cards": {
            "Jail": {
                "types": ["Artifact"],
                "abilities": [
                    {"id": "take", "kind": "triggered", "text": "Exile target creature."},
                    {"id": "give", "kind": "triggered", "text": "Return the exiled card."},
                ],
                "linked": [["take", "give", "exile"]],
            },
            "Wolf": {"types": ["Creature"]},
        },
    }
    events = (
        added("jail", "Jail"),
        added("wolf", "Wolf", "ben"),
        {"event": "exiled", "object": "wolf", "with": "jail:take"},
    )
    where = uploaded(client, record(*events, header=header))
    assert f'href="{where}/3/object/wolf.2"' in client.get(f"{where}/3/object/jail").text
    wolf = client.get(f"{where}/3/object/wolf").text
    assert "is referred to by" in wolf
    assert f'href="{where}/3/object/jail.1"' in wolf
    assert "CR 607.2a" in text(client.get(f"{where}/3/object/wolf"))


def test_markup_in_a_record_stays_text_everywhere(client: TestClient[Litestar]) -> None:
    header = {
        "record": "nametrail",
        "version": 1,
        "players": ["<b>ana</b>", "ben"],
        "cards": {MARKUP: {"types": ["Creature"]}},
    }
    events = (
        added("bear", MARKUP, "<b>ana</b>", note=MARKUP),
        {**sticker(MARKUP, after=0), "sticker": MARKUP},
        {"event": "moved", "object": "bear.7", "to": "exile"},
    )
    where = uploaded(client, record(*events, header=header), f"{MARKUP}.jsonl")
    game = where.rpartition("/")[2]
    for path in (
        where, f"{where}/2", f"{where}/2/object/bear", f"{where}/2/object/bear/drawing",
        f"{where}/2/what-if?object=bear&words=%3Cscript%3E", f"{where}/audit", f"{where}/export",
        f"/compare/{game}/1/{game}/2",
    ):  # fmt: skip
        page = client.get(path, headers=HTML).text
        assert MARKUP not in page, path
        assert "<b>ana" not in page, path
        assert "<script>document" not in page, path


def test_language_comes_from_the_address_or_the_browser(client: TestClient[Litestar]) -> None:
    assert "Línea de tiempo" in client.get(f"{FAE}/6?lang=es").text
    assert "Línea de tiempo" in client.get(f"{FAE}/6", headers={"accept-language": "es-MX,en"}).text
    assert "Timeline" in client.get(f"{FAE}/6?lang=xx", headers={"accept-language": "fr"}).text
    page = client.get(f"{FAE}/6?lang=es").text
    assert f'href="{FAE}/5?lang=es"' in page
    assert "Fae of" in page


def test_the_store_s_games_are_listed_and_opened(client: TestClient[Litestar]) -> None:
    where = uploaded(client, record(added("bear"), sticker("Dark")), "bears.jsonl")
    kept = client.post(f"{where}/keep", follow_redirects=False)
    assert kept.headers["location"] == "/games/store-bears/2"
    assert "/games/store-bears" in client.get("/").text
    assert "Bear Dark" in text(client.get("/games/store-bears/2"))
    assert client.get("/games/store-nothing/1").status_code == 404


def test_the_record_is_saved_as_it_was(client: TestClient[Litestar]) -> None:
    data = record(added("bear"), sticker("Dark"))
    answer = client.get(f"{uploaded(client, data)}/record")
    assert answer.content.count(b"\n") == 3
    assert "attachment" in answer.headers["content-disposition"]
    assert uploaded(client, answer.content) == uploaded(client, data)


def test_any_moment_is_the_same_whether_asked_forwards_or_backwards(tmp_path: Path) -> None:
    from projections.names import names_of

    game = Library(db=str(tmp_path / "none.sqlite")).get("example-arena-game")
    assert isinstance(game, Game)
    asked = (game.last, 0, game.last // 2, 7, game.last - 1)
    for position in asked:
        state = game.state_at(position)
        assert state.position == position
        for card, each in state.objects.items():
            lived = [
                life for life in game.lives[card]
                if life.since <= position and (life.until is None or position < life.until)
            ]  # fmt: skip
            assert [life.reference for life in lived] == [each.reference]
            if lived[0].until is None and position == game.last:
                assert names_of(state, each) == lived[0].names

"""What if: only what is legal is offered; a choice makes a second line."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.web.records import HEADER, added, record, sticker, uploaded

FAE = "/games/example-fae-of-wishes"


def offered(client: TestClient[Litestar], path: str) -> list[dict[str, Any]]:
    page = client.get(path).text
    found = re.findall(r'name="event" value="([^"]*)"', page)
    return [json.loads(each.replace("&#34;", '"').replace("&amp;", "&")) for each in found]


@pytest.mark.rule("123.6b")
def test_a_sticker_is_offered_at_every_place_with_the_name_it_gives(
    client: TestClient[Litestar],
) -> None:
    path = f"{FAE}/3/what-if?object=fae&words=Mana"
    page = client.get(path).text
    page = re.sub(r"<sup.*?</sup>|<[^>]*>", "", page)
    for name in (
        "Mana Fae of Wishes",
        "Fae Mana of Wishes",
        "Fae of Mana Wishes",
        "Fae of Wishes Mana",
    ):
        assert name in page
    places = [each["after"] for each in offered(client, path) if each["event"] == "sticker_placed"]
    assert places == [0, 1, 2, 3]


def test_what_is_offered_is_accepted_each_time(client: TestClient[Litestar]) -> None:
    for event in offered(client, f"{FAE}/3/what-if?object=fae&words=Mana"):
        answer = client.post(
            f"{FAE}/3/fork", data={"event": json.dumps(event)}, follow_redirects=False
        )
        assert answer.status_code == 303, event
        assert client.get(answer.headers["location"]).status_code == 200


def test_a_choice_is_compared_with_the_game_and_can_be_continued_and_saved(
    client: TestClient[Litestar],
) -> None:
    first = client.post(
        f"{FAE}/6/fork", data={"event": json.dumps(sticker("Happy", "fae", 0, "s2"))}
    )
    assert "Two lines side by side" in first.text
    assert "Happy Fae of Mana Wishes" in first.text
    fork = first.url.path.split("/")[4]
    second = client.post(
        f"/games/{fork}/7/fork", data={"event": json.dumps(sticker("Hot Dog", "fae", 5, "s3"))}
    )
    assert second.url.path.startswith("/compare/example-fae-of-wishes/6/record-")
    assert "Happy Fae of Mana Wishes Hot Dog" in second.text
    saved = client.get(f"/games/{second.url.path.split('/')[4]}/record").text.splitlines()
    assert len(saved) == 9
    assert json.loads(saved[-1])["words"] == "Hot Dog"


@pytest.mark.rule("123.3b")
def test_what_a_rule_forbids_is_refused_with_the_rule(client: TestClient[Litestar]) -> None:
    where = uploaded(client, record(added("bear"), added("wolf", "Wolf", "ben")))
    event = {**sticker("Dark", "wolf"), "by_player": "ana"}
    answer = client.post(f"{where}/2/fork", data={"event": json.dumps(event)})
    assert answer.status_code == 409
    assert answer.headers["content-type"].startswith("application/problem+json")
    problem = answer.json()
    assert problem["rule"] == "123.3b"
    assert problem["status"] == 409
    assert problem["title"]
    assert "does not own" in problem["detail"]


@pytest.mark.parametrize(
    "event", ["", "[]", "{", '{"event": "nothing"}', '{"event": "moved"}', "9" * 70_000]
)
def test_what_is_no_event_is_refused(client: TestClient[Litestar], event: str) -> None:
    answer = client.post(f"{FAE}/3/fork", data={"event": event})
    assert answer.status_code in {413, 422}
    assert answer.json()["type"].startswith("urn:nametrail:problem:")


def test_what_is_nested_too_deeply_is_refused(client: TestClient[Litestar]) -> None:
    ability = '{"id": "a", "kind": "static", "text": "x", "grants": ['
    deep = ability * 900 + "]}" * 900
    event = '{"event": "effect_began", "effect": "e", "affects": ["fae"], "grant": [' + deep + "]}"
    answer = client.post(f"{FAE}/3/fork", data={"event": event}, follow_redirects=False)
    assert answer.status_code in {303, 422}


@pytest.mark.rule("123.3c")
def test_only_stickers_that_can_be_paid_for_are_offered(client: TestClient[Litestar]) -> None:
    header = HEADER | {
        "sheets": {
            "ana": {
                "Sheet": [
                    {"kind": "name", "words": "Cheap"},
                    {"kind": "power_toughness", "power": 5, "toughness": 5, "tickets": 4},
                ]
            }
        }
    }
    where = uploaded(client, record(added("bear"), header=header))
    stickers = {
        each["sticker"]
        for each in offered(client, f"{where}/1/what-if?object=bear")
        if each["event"] == "sticker_placed"
    }
    assert stickers == {"ana/Sheet/1"}


def test_a_fork_of_a_fork_in_its_middle_has_that_fork_as_its_origin(
    client: TestClient[Litestar],
) -> None:
    first = client.post(
        f"{FAE}/6/fork", data={"event": json.dumps(sticker("Happy", "fae", 0, "s2"))}
    )
    fork = first.url.path.split("/")[4]
    other = client.post(
        f"/games/{fork}/6/fork", data={"event": json.dumps(sticker("Sad", "fae", 0, "s2"))}
    )
    assert other.url.path.startswith(f"/compare/{fork}/6/record-")

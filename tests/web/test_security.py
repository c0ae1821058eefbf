"""Who may ask what, and how much."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from simulator.web.app import create_app
from simulator.web.limits import Limits
from simulator.web.security import Gate
from tests.web.records import added, record, sticker

PLACE = {"event": json.dumps(sticker("Happy", "fae", 0, "s2"))}
FORK = "/games/example-fae-of-wishes/6/fork"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    limits = Limits(
        most_bytes=4000, most_unpacked=8000, most_lines=20, most_at_once=3, most_broken=2
    )
    app = create_app(db=str(tmp_path / "store.sqlite"), limits=limits)
    with TestClient(app, base_url="http://127.0.0.1") as found:
        yield found


def test_every_answer_carries_the_policy(client: TestClient[Litestar]) -> None:
    for path in ("/", "/games/example-bear-cub/2", "/nowhere", "/static/page.css", "/static/none"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_a_page_has_no_script_or_style_of_its_own(client: TestClient[Litestar]) -> None:
    for path in ("/", "/games/example-fae-of-wishes/6/object/fae", "/games/example-arena-game/100"):
        page = client.get(path).text
        assert "<style" not in page
        assert " style=" not in page
        assert page.count("<script") == page.count('<script src="/static/')
        assert "javascript:" not in page
        assert " onclick" not in page


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200), ("localhost:8123", 200), ("[::1]:8123", 200), ("192.168.1.7:80", 200),
        ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("a@localhost", 421), ("", 421),
        ("localhost/x", 421), ("[::1", 421),
    ],
)  # fmt: skip
def test_the_host_is_checked(client: TestClient[Litestar], host: str, status: int) -> None:
    assert client.get("/", headers={"host": host}).status_code == status


def test_a_server_may_go_by_other_names(tmp_path: Path) -> None:
    app = create_app(db=str(tmp_path / "s.sqlite"), hosts=["Judge.example"])
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.get("/", headers={"host": "judge.example"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"}, {"origin": "null"},
        {"origin": "http://127.0.0.1:9", "sec-fetch-site": "same-origin"},
    ],
)  # fmt: skip
def test_another_site_changes_nothing(
    client: TestClient[Litestar], headers: dict[str, str]
) -> None:
    answer = client.post(FORK, data=PLACE, headers=headers, follow_redirects=False)
    assert answer.status_code == 403
    assert answer.json()["status"] == 403


def test_another_site_may_link_here_but_not_read(client: TestClient[Litestar]) -> None:
    link = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
    }
    assert client.get("/", headers=link).status_code == 200
    image = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
    assert client.get("/", headers=image).status_code == 403
    frame = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "iframe",
    }
    assert client.get("/", headers=frame).status_code == 403


def test_the_own_page_may_change_something(client: TestClient[Litestar]) -> None:
    own = {"sec-fetch-site": "same-origin", "origin": "http://127.0.0.1"}
    assert client.post(FORK, data=PLACE, headers=own, follow_redirects=False).status_code == 303


def test_the_gate_compares_origins_with_ports() -> None:
    gate = Gate(frozenset({"localhost"}))
    own = {"host": "localhost:8123", "origin": "http://localhost:8123"}
    assert gate.refusal("POST", own) is None
    assert gate.refusal("POST", own | {"origin": "http://localhost:9999"}) is not None


def status_of(client: TestClient[Litestar], data: bytes, name: str = "game.jsonl") -> int:
    answer = client.post("/upload", files={"record": (name, data)}, follow_redirects=False)
    if answer.status_code >= 400:
        assert answer.headers["content-type"].startswith("application/problem+json")
    return answer.status_code


def test_uploads_are_bounded(small: TestClient[Litestar]) -> None:
    assert status_of(small, record(added("bear"))) == 303
    assert status_of(small, b"x" * 5000) == 413
    assert status_of(small, b"x" * 500_000) == 413
    assert status_of(small, record(*[{"note": "x"}] * 30)) == 413
    assert status_of(small, gzip.compress(b" " * 100_000)) == 413
    crowd = {"event": "simultaneous", "events": [{"event": "game_began"}] * 4}
    assert status_of(small, record(crowd)) == 413


def test_opening_is_bounded_in_time(tmp_path: Path) -> None:
    app = create_app(db=str(tmp_path / "s.sqlite"), limits=Limits(seconds=-1))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert status_of(client, record(added("bear"))) == 413


def test_a_game_that_breaks_rules_without_end_is_shown_in_part(small: TestClient[Litestar]) -> None:
    wrong = {"event": "moved", "object": "bear.9", "to": "exile"}
    assert status_of(small, record(added("bear"), wrong, wrong, wrong, wrong)) == 303


@pytest.mark.parametrize(
    "data",
    [b"", b"\x1f\x8b", b"\x1f\x8bbroken", b"\x00\xff", b"[]", b"{}", b'{"record": "nametrail"}',
     b'{"record": "nametrail", "version": 1, "players": []}', b"[" * 3000],
)  # fmt: skip
def test_what_is_no_record_is_told_so(small: TestClient[Litestar], data: bytes) -> None:
    assert status_of(small, data) == 422


def test_an_upload_without_a_file_is_told_so(client: TestClient[Litestar]) -> None:
    assert client.post("/upload", files={"other": ("a", b"")}).status_code == 422
    assert client.post("/upload", data={"record": "text"}).status_code in {400, 422}


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2Fapp.py", "/static/%2e%2e/app.py", "/games/example-..%2F..%2Fcli/1",
        "/games/example-%2Fetc%2Fpasswd/1", "/games/store-..%2F..%2Fx/1", "/games/..%2F..%2Fetc/1",
    ],
)  # fmt: skip
def test_no_path_reaches_the_file_system(client: TestClient[Litestar], path: str) -> None:
    assert client.get(path).status_code == 404


def test_errors_are_problem_details_or_a_page(client: TestClient[Litestar]) -> None:
    answer = client.get("/games/example-bear-cub/99")
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["title"] == "The input is wrong"
    assert "99" in answer.json()["detail"]
    spanish = client.get("/games/example-bear-cub/99?lang=es").json()
    assert spanish["title"] == "Los datos son incorrectos"
    page = client.get("/games/example-bear-cub/99", headers={"accept": "text/html"})
    assert page.status_code == 422
    assert "<h1>The input is wrong</h1>" in page.text


def test_only_so_many_games_are_kept(tmp_path: Path) -> None:
    app = create_app(db=str(tmp_path / "s.sqlite"), limits=Limits(games_kept=2))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        found = []
        for words in ("One", "Two", "Three"):
            answer = client.post(
                "/upload",
                files={"record": ("g.jsonl", record(added("bear"), sticker(words)))},
                follow_redirects=False,
            )
            found.append(answer.headers["location"])
        assert client.get(found[0], headers={"accept": "text/html"}).status_code == 404
        assert client.get(found[2]).status_code == 200

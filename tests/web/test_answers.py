"""What the page answers where something is not there or is not taken: its own words, nothing of the server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from simulator.web.app import create_app
from simulator.web.limits import Limits
from tests.web.records import added, record, uploaded

FAE = "/games/example-fae-of-wishes"
HTML = {"accept": "text/html"}
JSON = {"accept": "application/json"}
PROBLEM = "application/problem+json"
FRAMEWORK = re.compile(
    r"Not Found|Entity|Not Allowed|Bad Request|Invalid|Missing required|Expected|Validation"
)
"""Words of the framework, which a reader is never shown."""

Asking = Callable[[TestClient[Litestar], str], Response]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    app = create_app(db=str(tmp_path / "store.sqlite"), limits=Limits(most_bytes=4000))
    with TestClient(app, base_url="http://127.0.0.1") as found:
        yield found


@pytest.mark.parametrize(
    "path",
    ["/", f"{FAE}/6", f"{FAE}/6/object/fae", f"{FAE}/6/what-if", f"{FAE}/audit", f"{FAE}/export",
     "/nowhere", f"{FAE}/99", "/compare/example-bear-cub/1/example-bear-cub/2"],
)  # fmt: skip
def test_a_page_of_html_tells_its_charset_once(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path, headers=HTML)
    assert answer.headers.get_list("content-type") == ["text/html; charset=utf-8"]


def test_every_file_of_the_page_tells_its_charset_at_most_once(
    client: TestClient[Litestar],
) -> None:
    for name in ("page.css", "page.js", "theme.js", "htmx.min.js", "htmx.LICENSE.txt", "icon.svg"):
        answer = client.get(f"/static/{name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].count("charset") == (name != "icon.svg")


def broken_stores(folder: Path) -> dict[str, str]:
    """Places where no store is, cannot be, or is another thing."""
    (folder / "text.sqlite").write_bytes(b"no database at all, " * 100)
    return {
        "absent": str(folder / "absent.sqlite"),
        "folder": str(folder),
        "nowhere": str(folder / "none" / "store.sqlite"),
        "text": str(folder / "text.sqlite"),
        "scheme": "strange://somebody@secret.example/games",
    }


@pytest.mark.parametrize("kind", ["absent", "folder", "nowhere", "text", "scheme"])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_answer_tells_where_the_store_is(
    tmp_path: Path, kind: str, accept: str, language: str
) -> None:
    db = broken_stores(tmp_path)[kind]
    with TestClient(create_app(db=db), base_url="http://127.0.0.1") as client:
        asked = {"accept": accept, "accept-language": language}
        answers = [
            client.get("/", headers=asked),
            client.get("/games/store-NOSUCH/1", headers=asked),
            client.get("/games/store-NOSUCH", headers=asked),
        ]
        if kind != "absent":
            kept = client.post("/games/example-bear-cub/keep", headers=asked)
            assert kept.status_code == 503
            answers.append(kept)
        assert answers[1].status_code in {404, 503}
    for answer in answers:
        for part in (str(tmp_path), tmp_path.name, "sqlite", "strange:", "secret.example"):
            assert part not in answer.text


def test_a_game_that_is_not_in_the_store_is_told_once(client: TestClient[Litestar]) -> None:
    before = client.get("/games/store-NOSUCH/1").json()
    uploaded(client, record(added("bear")))
    kept = client.post("/games/example-bear-cub/keep", follow_redirects=False)
    assert kept.status_code == 303
    for problem in (before, client.get("/games/store-NOSUCH/1").json()):
        assert problem["status"] == 404
        assert problem["type"] == "urn:nametrail:problem:not-found"
        assert problem["detail"] == "there is no game 'NOSUCH' in the store"
    spanish = client.get("/games/store-NOSUCH/1?lang=es").json()
    assert spanish["detail"] == "no hay ninguna partida 'NOSUCH' en el almacén"


def test_a_store_that_cannot_be_used_is_no_fault_of_the_reader(tmp_path: Path) -> None:
    with TestClient(create_app(db=str(tmp_path)), base_url="http://127.0.0.1") as client:
        answer = client.post("/games/example-bear-cub/keep", headers=JSON)
        assert answer.status_code == 503
        problem = answer.json()
        assert problem["type"] == "urn:nametrail:problem:store-out-of-reach"
        assert problem["advice"]
        spanish = client.post("/games/example-bear-cub/keep?lang=es", headers=JSON).json()
        assert spanish["detail"] != problem["detail"]
        assert spanish["title"] != problem["title"]


@pytest.mark.parametrize("kind", ["absent", "text"])
def test_no_answer_tells_where_the_card_file_is(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "cards.json"
    if kind == "text":
        file.write_bytes(b'{"data": 7')
    app = create_app(db=str(tmp_path / "s.sqlite"), cards=file)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        where = uploaded(client, record(added("x", "A card nobody defined")))
        answers = [client.get(f"{where}/0"), client.get(f"{where}/audit"), client.get(where)]
    for answer in answers:
        assert "card file" in answer.text or "stops" not in answer.text
        assert str(tmp_path) not in answer.text


@pytest.mark.parametrize("reference", ["zzz.1", "zzz", "fae.99", "fae.6", "fae.0", "a b"])
def test_an_object_that_never_was_is_not_found(
    client: TestClient[Litestar], reference: str
) -> None:
    path = f"{FAE}/6/object/{reference}"
    for headers in (JSON, {}):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == PROBLEM
        problem = answer.json()
        assert problem["type"] == "urn:nametrail:problem:not-found"
        assert reference in problem["detail"]
    page = client.get(path, headers=HTML)
    assert page.status_code == 404
    assert page.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("reference", ["fae", "fae.1", "fae.3", "fae.5"])
def test_an_object_that_once_was_or_will_be_has_its_page(
    client: TestClient[Litestar], reference: str
) -> None:
    for position in (0, 1, 6):
        assert client.get(f"{FAE}/{position}/object/{reference}").status_code == 200


@pytest.mark.parametrize("path", ["/", f"{FAE}/6", f"{FAE}/record", "/static/page.css"])
def test_whoever_asks_for_the_headers_alone_gets_them_without_the_page(
    client: TestClient[Litestar], path: str
) -> None:
    whole, head = client.get(path), client.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]


def large(client: TestClient[Litestar], query: str) -> Response:
    return client.post(f"/upload{query}", files={"record": ("g.jsonl", b"x" * 200_000)})


def asked(method: str, path: str, **more: Any) -> Asking:
    return lambda client, query: client.request(method, path + query, **more)


REFUSED: list[tuple[Asking, int, str]] = [
    (asked("GET", "/nowhere"), 404, "not-found"),
    (asked("GET", f"{FAE}/x"), 404, "not-found"),
    (asked("GET", "/static/none"), 404, "not-found"),
    (asked("POST", "/"), 405, "wrong-method"),
    (asked("GET", "/upload"), 405, "wrong-method"),
    (asked("DELETE", f"{FAE}/6"), 405, "wrong-method"),
    (large, 413, "too-large"),
    (asked("GET", f"{FAE}/go"), 400, "wrong-input"),
    (
        asked("POST", "/upload", content=b"x", headers={"content-type": "text/plain"}),
        400,
        "wrong-input",
    ),
    (
        asked("POST", "/upload", files={f"r{n}": ("a", b"x") for n in range(30)}),
        400,
        "wrong-input",
    ),
]


@pytest.mark.parametrize(("ask", "status", "kind"), REFUSED)
def test_what_is_refused_is_told_in_our_own_words_with_what_to_do(
    small: TestClient[Litestar], ask: Asking, status: int, kind: str
) -> None:
    answers = {language: ask(small, f"?lang={language}") for language in ("en", "es")}
    said = {}
    for language, answer in answers.items():
        assert answer.status_code == status
        assert answer.headers["content-type"] == PROBLEM
        problem = said[language] = json.loads(answer.text)
        assert problem["type"] == f"urn:nametrail:problem:{kind}"
        assert problem["detail"]
        assert problem["advice"]
        assert not FRAMEWORK.search(problem["title"] + problem["detail"] + problem["advice"])
    for field in ("title", "detail", "advice"):
        assert said["en"][field] != said["es"][field]


def test_a_request_that_is_too_large_is_told_the_limit(small: TestClient[Litestar]) -> None:
    for language in ("en", "es"):
        assert "4000" in large(small, f"?lang={language}").json()["detail"]


def test_a_value_that_cannot_be_is_named(client: TestClient[Litestar]) -> None:
    for query in ("", "?at=-1", "?at=x"):
        problem = client.get(f"{FAE}/go{query}").json()
        assert "at" in re.findall(r"\w+", problem["detail"])
        assert not FRAMEWORK.search(problem["detail"])


def test_a_method_that_is_not_taken_is_told_those_that_are(client: TestClient[Litestar]) -> None:
    answer = client.get("/upload")
    assert "POST" in answer.headers["allow"]
    assert "POST" in answer.json()["advice"]


def test_a_fault_of_the_program_is_told_without_its_inside(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise OSError(2, "No such file", "/secret/place")

    monkeypatch.setattr("simulator.web.pages.moment_view", fails)
    answer = client.get(f"{FAE}/6")
    assert answer.status_code == 500
    assert answer.json()["type"] == "urn:nametrail:problem:failed"
    assert answer.json()["advice"]
    assert "OSError" not in answer.text
    assert "secret" not in answer.text

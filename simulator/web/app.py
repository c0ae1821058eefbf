"""The page as a Litestar application: its addresses, its gate, its errors.

/                                        what can be opened
/games/GAME/POSITION                     a moment
/games/GAME/POSITION/object/fae.4        an object at a moment; /drawing is its derivation as SVG
/games/GAME/POSITION/what-if             what else could happen
/compare/GAME/POSITION/GAME/POSITION     two lines side by side
/games/GAME/audit, /export, /record      rules broken; the game as one HTML file; as a record
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from events.errors import NametrailError
from simulator.messages import chosen_language
from simulator.web import actions, pages
from simulator.web.library import Library, StoreOutOfReach
from simulator.web.limits import Limits
from simulator.web.pages import for_people, library_of, page, reader
from simulator.web.problems import MEDIA_TYPE, Problem, problem_of, problem_of_refusal
from simulator.web.refusals import fault, refused
from simulator.web.security import HEADERS, POLICY, Gate
from simulator.web.templating import reader_of, rendered

OWN_HOSTS = ("localhost", "127.0.0.1", "::1")
ROOM_FOR_A_FORM = 64 * 1024


def create_app(
    *,
    db: str | None = None,
    cards: Path | None = None,
    language: str | None = None,
    hosts: Iterable[str] = (),
    limits: Limits | None = None,
) -> Litestar:
    """The page; `hosts` are further names it may be called by, `language` what it speaks to everyone."""
    library = Library(db=db, cards=cards, limits=limits)
    fixed = chosen_language(language) if language else None
    app = Page(
        route_handlers=[*pages.HANDLERS, *actions.HANDLERS],
        state=State({"library": library, "language": fixed}),
        exception_handlers={
            NametrailError: _our_error,
            HTTPException: _http_error,
            Exception: _fault,
        },
        request_max_body_size=library.limits.most_bytes + ROOM_FOR_A_FORM,
        multipart_form_part_limit=8,
        openapi_config=None,
    )
    app.gate = Gate(frozenset(host.lower() for host in (*OWN_HOSTS, *hosts)))
    app.language = fixed
    return app


class Page(Litestar):
    """The application behind its gate; every answer has the headers that keep it harmless."""

    gate: Gate
    language: str | None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, if the gate lets it in."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        headers = {
            key.decode("latin-1").lower(): value.decode("latin-1")
            for key, value in scope["headers"]
        }

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _with_headers(list(message["headers"]))
            await send(message)

        refusal = self.gate.refusal(scope["method"], headers)
        if refusal is None:
            await super().__call__(scope, receive, guarded)
            return
        translate = reader_of(scope["path"], (), headers, self.language).translate
        problem = problem_of_refusal(refusal.status, translate(refusal.detail), translate)
        body = msgspec.json.encode(problem)
        start = {
            "type": "http.response.start",
            "status": problem.status,
            "headers": [
                (b"content-type", MEDIA_TYPE.encode()),
                (b"content-length", str(len(body)).encode()),
            ],
        }
        end = {"type": "http.response.body", "body": body, "more_body": False}
        await guarded(start)
        await guarded(end)


def _with_headers(given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    there = {key.lower() for key, _ in given}
    more = {"content-security-policy": POLICY, "cache-control": "no-cache", **HEADERS}
    more["vary"] = "accept, accept-language"
    added = [(k.encode(), v.encode()) for k, v in more.items() if k.encode() not in there]
    return [*given, *added]


def _our_error(request: Request[Any, Any, Any], error: NametrailError) -> Response[Any]:
    problem = problem_of(error, reader(request).translate)
    if problem.status >= 500:
        _log(request, error)
    return _answer(request, problem)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    said = refused(error, library_of(request).limits)
    problem = problem_of(said, reader(request).translate)
    if problem.status >= 500:
        _log(request, error)
    answer = _answer(request, problem)
    allowed = (error.headers or {}).get("allow")
    if allowed:
        answer.headers["allow"] = allowed
    return answer


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    _log(request, error)
    return _answer(request, problem_of(fault(), reader(request).translate))


def _log(request: Request[Any, Any, Any], error: Exception) -> None:
    """Tell whoever runs the server what its readers are not told."""
    from simulator.logs import logger  # noqa: PLC0415 - only when something is wrong

    reason = error.__cause__ if isinstance(error, StoreOutOfReach) else error
    logger().error("fault", path=request.url.path, error=f"{type(reason).__name__}: {reason}")


def _answer(request: Request[Any, Any, Any], problem: Problem) -> Response[Any]:
    """A problem as a page for people, who ask for HTML, and as problem details for programs."""
    if for_people(request):
        return page(rendered("problem.html", reader(request), problem=problem), problem.status)
    return Response(msgspec.json.encode(problem), media_type=MEDIA_TYPE, status_code=problem.status)

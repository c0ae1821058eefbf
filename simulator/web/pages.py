"""The pages that only read: home, a moment, an object, two lines side by side, the audit, and files to save."""

from __future__ import annotations

import functools
from typing import Annotated, Any

from litestar import HttpMethod, Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from events.errors import NametrailError, RecordError
from events.references import parse_object
from projections.names import derive
from simulator.web.derivation import built
from simulator.web.drawing import derivation_svg
from simulator.web.export import exported
from simulator.web.game import Game
from simulator.web.library import EXAMPLES, TITLES, Library, NoSuchGame, text_of
from simulator.web.security import DRAWING_POLICY
from simulator.web.templating import MEDIA_TYPES, Reader, reader_of, rendered, static_file
from simulator.web.views import (
    choosable,
    compare_view,
    groups,
    moment_view,
    state_when,
    title_of,
)
from simulator.web.what_if import (
    LONGEST_WORDS,
    actions_offered,
    fork_at,
    sheet_stickers_offered,
    stickers_offered,
)

AnyRequest = Request[Any, Any, Any]
HTML = "text/html"
"""The media type of a page; the answer adds its charset."""

FOREVER = "public, max-age=31536000, immutable"
Position = Annotated[int, QueryParameter(ge=0, le=10**9)]


shown_at = functools.partial(route, http_method=[HttpMethod.GET, HttpMethod.HEAD])
"""A page, or its headers alone for those who only ask whether it is there (RFC 9110, 9.3.2)."""


def library_of(request: AnyRequest) -> Library:
    """The games of this server."""
    found: Library = request.app.state.library
    return found


def reader(request: AnyRequest) -> Reader:
    """Who reads this request's answer."""
    parameters = tuple((key, str(value)) for key, value in request.query_params.multi_items())
    fixed: str | None = request.app.state.language
    path = request.url.path if request.method == "GET" else "/"
    return reader_of(path, parameters, request.headers, fixed)


def page(text: str, status: int = 200) -> Response[str]:
    """A page of HTML."""
    return Response(text, media_type=HTML, status_code=status)


def for_people(request: AnyRequest) -> bool:
    """Whether the answer is for somebody who reads pages, and not for a program."""
    return HTML in request.headers.get("accept", "")


@shown_at("/", sync_to_thread=True)
def home(request: AnyRequest) -> Response[str]:
    """What can be opened."""
    library = library_of(request)
    return page(
        rendered(
            "home.html",
            reader(request),
            examples=EXAMPLES,
            titles=TITLES,
            stored=library.stored(),
            most_mb=library.limits.most_bytes // 2**20,
            most_lines=library.limits.most_lines,
        )
    )


@shown_at("/static/{name:str}", sync_to_thread=False)
def static(name: FromPath[str]) -> Response[bytes]:
    """One of the page's own files, by a fixed table of names."""
    if name not in MEDIA_TYPES:
        raise NotFoundException
    return Response(
        static_file(name), media_type=MEDIA_TYPES[name], headers={"cache-control": FOREVER}
    )


@shown_at("/games/{game:str}", sync_to_thread=True)
def opened(request: AnyRequest, game: FromPath[str]) -> Redirect:
    """A game, at the beginning of its first turn, or at its end where it has no turns."""
    found = library_of(request).get(game)
    first = next((each.position for each in found.entries if each.begins_turn), found.last)
    return Redirect(reader(request).url(f"/games/{game}/{first}"), status_code=303)


@shown_at("/games/{game:str}/go", sync_to_thread=True)
def go(
    request: AnyRequest,
    game: FromPath[str],
    at: Position,
    object_: Annotated[str | None, QueryParameter(name="object", max_length=80)] = None,
) -> Redirect:
    """Go to the position that the slider says, for browsers without JavaScript."""
    found = library_of(request).get(game)
    path = f"/games/{game}/{min(at, found.last)}"
    if object_:
        path = f"{path}/object/{_reference(object_)}"
    return Redirect(reader(request).url(path), status_code=303)


@shown_at("/games/{game:str}/{position:int}", sync_to_thread=True)
def moment(request: AnyRequest, game: FromPath[str], position: FromPath[int]) -> Response[str]:
    """A moment of a game."""
    who = reader(request)
    found = library_of(request).get(game)
    return page(rendered("moment.html", who, **moment_view(found, position, None, who)))


@shown_at("/games/{game:str}/{position:int}/object/{reference:str}", sync_to_thread=True)
def looked(
    request: AnyRequest, game: FromPath[str], position: FromPath[int], reference: FromPath[str]
) -> Response[str]:
    """An object at a moment."""
    who = reader(request)
    found = library_of(request).get(game)
    named = _reference(reference)
    view = moment_view(found, position, named, who)
    missing = view["object"] is None and not found.ever_was(named)
    if missing and not for_people(request):
        raise NoSuchGame(
            "there is no object {object} in this game",
            object=named,
            advice="the pages of its moments name the objects there are",
        )
    return page(rendered("moment.html", who, **view), 404 if missing else 200)


@shown_at("/games/{game:str}/{position:int}/object/{reference:str}/drawing", sync_to_thread=True)
def drawing(
    request: AnyRequest, game: FromPath[str], position: FromPath[int], reference: FromPath[str]
) -> Response[str]:
    """An object's derivation as an SVG drawing."""
    who = reader(request)
    found = library_of(request).get(game)
    state = found.state_at(position)
    object_ = found.object_at(state, _reference(reference))
    if object_ is None:
        raise NoSuchGame(
            "there is no object {object} after event {position}",
            object=reference,
            position=position,
        )
    if state.objects.get(object_.card) is not object_:
        state = state_when(found, object_) or state
        object_ = state.objects.get(object_.card, object_)
    drawn = derivation_svg(built(derive(state, object_), who.translate), who.translate)
    return Response(
        drawn,
        media_type="image/svg+xml",
        headers={"content-security-policy": DRAWING_POLICY},
    )


@shown_at("/games/{game:str}/{position:int}/what-if", sync_to_thread=True)
def what_if(
    request: AnyRequest,
    game: FromPath[str],
    position: FromPath[int],
    object_: Annotated[str | None, QueryParameter(name="object", max_length=80)] = None,
    words: Annotated[str, QueryParameter(max_length=LONGEST_WORDS)] = "",
) -> Response[str]:
    """What else could happen at this moment to an object."""
    who = reader(request)
    translate = who.translate
    found = library_of(request).get(game)
    fork = fork_at(found, position)
    chosen = None
    if object_:
        card = parse_object(object_).card
        chosen = fork.state.objects.get(card)
    words = " ".join(words.split())
    return page(
        rendered(
            "what_if.html",
            who,
            game=found,
            title=title_of(found, translate),
            position=position,
            groups=groups(fork.state, translate),
            chosen=None if chosen is None else choosable(fork.state, chosen, translate),
            words=words,
            stickers=stickers_offered(fork, chosen, words, translate) if chosen and words else [],
            sheet_stickers=sheet_stickers_offered(fork, chosen, translate) if chosen else [],
            actions=actions_offered(fork, chosen, translate) if chosen else [],
        )
    )


@shown_at("/compare/{left:str}/{at_left:int}/{right:str}/{at_right:int}", sync_to_thread=True)
def compare(
    request: AnyRequest,
    left: FromPath[str],
    at_left: FromPath[int],
    right: FromPath[str],
    at_right: FromPath[int],
) -> Response[str]:
    """Two lines side by side."""
    who = reader(request)
    library = library_of(request)
    view = compare_view(library.get(left), at_left, library.get(right), at_right, who)
    return page(rendered("compare.html", who, **view))


@shown_at("/games/{game:str}/audit", sync_to_thread=True)
def audit(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    """Every rule a game broke, with its event."""
    who = reader(request)
    found = library_of(request).get(game)
    faults = [fault for entry in found.entries for fault in entry.faults]
    return page(
        rendered(
            "audit.html",
            who,
            game=found,
            title=title_of(found, who.translate),
            faults=faults,
            broken=sum(not fault.note for fault in faults),
        )
    )


@shown_at("/games/{game:str}/record", sync_to_thread=True)
def record(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """The game as a record, to save."""
    found = library_of(request).get(game)
    return _to_save(text_of(found.record) + b"\n", "application/jsonl", f"{_file(found)}.jsonl")


@shown_at("/games/{game:str}/export", sync_to_thread=True)
def export(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """The game as one HTML file, to save or send."""
    who = reader(request)
    found = library_of(request).get(game)
    return _to_save(exported(found, who.language).encode(), HTML, f"{_file(found)}.html")


def _to_save(data: bytes, media_type: str, name: str) -> Response[bytes]:
    return Response(
        data,
        media_type=media_type,
        headers={
            "content-disposition": f'attachment; filename="{name}"',
            "content-security-policy": "sandbox",
        },
    )


def _file(game: Game) -> str:
    stem = game.record.file.removesuffix(".gz").removesuffix(".jsonl")
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in stem) or "game"


def _reference(text: str) -> str:
    """A reference to an object, as an address has it.

    Raises NoSuchGame for what cannot be one.
    """
    try:
        return str(parse_object(text))
    except NametrailError as error:
        if isinstance(error, RecordError):
            raise NoSuchGame("there is no object {object} here", object=text[:80]) from error
        raise


HANDLERS = [
    home, static, opened, go, moment, looked, drawing, what_if, compare, audit, record, export,
]  # fmt: skip

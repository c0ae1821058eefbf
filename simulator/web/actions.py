"""What changes something: an upload, a choice in what-if, keeping a game in the store."""

from __future__ import annotations

from typing import Annotated, Any

from anyio.to_thread import run_sync
from litestar import Request, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath
from litestar.response import Redirect

from events.errors import RecordError
from events.record import EventLine
from simulator.web.pages import library_of, reader
from simulator.web.what_if import fork_at, judged, read_event

Form = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]
Files = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
AnyRequest = Request[Any, Any, Any]


@post("/upload")
async def upload(request: AnyRequest, data: Files) -> Redirect:
    """Open an uploaded record."""
    file = data.get("record")
    if not isinstance(file, UploadFile):
        raise RecordError("no file was sent", advice="choose a record first")
    library = library_of(request)
    raw = await file.read(library.limits.most_bytes + 1)
    game = await run_sync(library.upload, raw, file.filename)
    return Redirect(reader(request).url(f"/games/{game.id}"), status_code=303)


@post("/games/{game:str}/{position:int}/fork", sync_to_thread=True)
def choose(
    request: AnyRequest, game: FromPath[str], position: FromPath[int], data: Form
) -> Redirect:
    """Let another event come next, if no rule forbids it, in a line of its own."""
    library = library_of(request)
    found = library.get(game)
    event = judged(fork_at(found, position), read_event(str(data.get("event", ""))))
    lines = found.event_lines()
    line = lines[position - 1].line + 1 if position else 2
    forked = library.fork(found, position, [EventLine(line, position + 1, event)])
    left, at_left = forked.origin or (game, position)
    path = f"/compare/{left}/{at_left}/{forked.id}/{forked.last}"
    return Redirect(reader(request).url(path), status_code=303)


@post("/games/{game:str}/keep", sync_to_thread=True)
def keep(request: AnyRequest, game: FromPath[str]) -> Redirect:
    """Put a game into the store; from then on it has an address that lasts."""
    library = library_of(request)
    found = library.get(game)
    stored = library.keep(found)
    return Redirect(reader(request).url(f"/games/{stored}/{found.last}"), status_code=303)


HANDLERS = [upload, choose, keep]

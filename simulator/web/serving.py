"""Serving the page with uvicorn, on the loopback address unless told otherwise."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from pathlib import Path

import uvicorn

from events.errors import RecordError
from simulator.web.app import create_app

HOST = "127.0.0.1"
PORT = 8123


def serve(
    *,
    host: str = HOST,
    port: int = PORT,
    db: str | None = None,
    cards: Path | None = None,
    language: str | None = None,
    hosts: Iterable[str] = (),
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until interrupted; `ready` is told the address. Port 0 means any free one.

    Raises RecordError where the address cannot be used.
    """
    app = create_app(db=db, cards=cards, language=language, hosts=(*hosts, host))
    listening = _listening(host, port)
    with listening:
        chosen: int = listening.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        if ready is not None:
            ready(f"http://{shown}:{chosen}/")
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=10,
            lifespan="off",
        )
        uvicorn.Server(config).run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
    except (OSError, OverflowError) as error:
        raise RecordError(
            "{host}:{port} cannot be used: {reason}",
            host=host,
            port=port,
            reason=getattr(error, "strerror", None) or str(error),
            advice="choose another one with --port; --port 0 takes any that is free",
        ) from error
    return found

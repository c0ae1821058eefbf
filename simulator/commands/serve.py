"""`nametrail serve`: the page, in the browser."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from simulator.commands.options import DEFAULTS, Options
from simulator.commands.output import say

HOST = "127.0.0.1"
PORT = 8123


def serve(
    *,
    port: Annotated[int, Parameter(help="the port; 0 takes any that is free")] = PORT,
    host: Annotated[
        str, Parameter(help="the address to listen at; by default only this machine can read")
    ] = HOST,
    allow_host: Annotated[
        list[str] | None,
        Parameter(name="--allow-host", help="another name that browsers may call this server by"),
    ] = None,
    options: Options = DEFAULTS,
) -> None:
    """Serve the page until interrupted (Ctrl-C): open a record in the browser and step through it."""
    from simulator.messages import translator
    from simulator.web.serving import serve as serve_page

    said = translator(options.lang)("the page is at {address}; Ctrl-C ends it")

    def ready(address: str) -> None:
        say(said.format(address=address))
        _flush()

    serve_page(
        host=host,
        port=port,
        db=options.db,
        cards=options.cards,
        language=options.lang,
        hosts=allow_host or (),
        ready=ready,
    )


def _flush() -> None:
    import sys

    sys.stdout.flush()

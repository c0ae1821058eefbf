"""The pages' templates, and the reader they are made for: language, addresses, files.

Every template escapes what it is given; strings are translated where they stand (`t("...")`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from events.errors import EDITION, NametrailError
from simulator.messages import LANGUAGES, Translator, translator, worded
from simulator.web.board import name_in_words

MEDIA_TYPES: dict[str, str] = {
    "page.css": "text/css",
    "page.js": "text/javascript",
    "theme.js": "text/javascript",
    "htmx.min.js": "text/javascript",
    "htmx.LICENSE.txt": "text/plain",
    "icon.svg": "image/svg+xml",
}
"""The page's own files; no other file is ever given out. An answer adds the charset of what is text."""


class Reader(msgspec.Struct, frozen=True):
    """Who reads: in which language, and whether the address says so; `path` is what they read."""

    language: str
    asked: str | None
    path: str
    parameters: tuple[tuple[str, str], ...] = ()

    @property
    def translate(self) -> Translator:
        """From an English message to the reader's language."""
        return translator(self.language)

    @property
    def query(self) -> str:
        """What every address keeps of the language."""
        return f"?lang={self.asked}" if self.asked else ""

    def url(self, path: str, **more: str | None) -> str:
        """An address of ours, in the reader's language."""
        fields = {key: value for key, value in more.items() if value}
        if self.asked:
            fields["lang"] = self.asked
        return quote(path) + (f"?{urlencode(fields)}" if fields else "")

    def here(self, language: str) -> str:
        """This very address in another language."""
        kept = [(key, value) for key, value in self.parameters if key != "lang"]
        return f"{quote(self.path)}?{urlencode([*kept, ('lang', language)])}"


def reader_of(
    path: str,
    parameters: tuple[tuple[str, str], ...],
    headers: Mapping[str, str],
    fixed: str | None,
) -> Reader:
    """The reader of a request: `?lang=`, else the language the server was started with, else the browser's."""
    asked = next((value for key, value in parameters if key == "lang" and value in LANGUAGES), None)
    language = asked or fixed or preferred(headers.get("accept-language", ""))
    return Reader(language, asked, path, parameters)


def preferred(accepted: str) -> str:
    """The language of ours that a browser likes best."""
    wanted: list[tuple[float, int, str]] = []
    for order, part in enumerate(accepted[:500].split(",")):
        name, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            quality = 0.0
        wanted.append((-quality, order, name.split("-")[0].lower()))
    for quality, _, name in sorted(wanted):
        if name in LANGUAGES and quality < 0:
            return name
    return "en"


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of this package."""
    return Environment(
        loader=PackageLoader("simulator.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@lru_cache(maxsize=16)
def static_file(name: str) -> bytes:
    """One of the page's own files."""
    if name not in MEDIA_TYPES:
        raise KeyError(name)
    return resources.files("simulator.web").joinpath("static", name).read_bytes()


@lru_cache(maxsize=16)
def static_url(name: str) -> str:
    """Where a file of the page is, with a mark of its content, so that it may be kept forever."""
    return f"/static/{name}?v={hashlib.sha256(static_file(name)).hexdigest()[:12]}"


def rendered(template: str, reader: Reader, **values: Any) -> str:
    """A page for a reader."""
    translate = reader.translate

    def names(found: tuple[str, ...], unknown: bool = False) -> str:
        return name_in_words(found, translate, unknown=unknown)

    def said(error: NametrailError) -> str:
        return worded(error, reader.language)

    return (
        environment()
        .get_template(template)
        .render(
            t=translate,
            reader=reader,
            url=reader.url,
            static=static_url,
            names=names,
            worded=said,
            edition=EDITION,
            **values,
        )
    )

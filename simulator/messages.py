"""The languages the project speaks: a translator for English messages, by gettext catalogues.

A message is its own English text. Catalogues are the `.po` files of `locales/LANGUAGE/LC_MESSAGES/`, all of
them merged and read as they are: there is no compiled file that could be missing or stale. Card names stay
English in every language (CR 201.2).
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from events.errors import one_line

if TYPE_CHECKING:
    from events.errors import NametrailError

LANGUAGES = ("en", "es")
LOCALES = Path(__file__).parent / "locales"

Translator = Callable[[str], str]

_REASONS = frozenset({"why", "reason"})
"""Fields of errors that hold a message of their own, as the operating system's."""

_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "r": "\r"}


class Catalogue(gettext.NullTranslations):
    """The messages of one language; what it lacks stays English."""

    def __init__(self, messages: Mapping[str, str], plurals: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__()
        self.messages = messages
        self.plurals = plurals

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self.messages.get(message) or message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The message for this number; English and Spanish both know one and many."""
        forms = self.plurals.get(msgid1)
        if forms is None:
            return self.gettext(msgid1 if n == 1 else msgid2)
        return forms[0] if n == 1 else forms[-1]


@lru_cache(maxsize=8)
def catalogue(language: str) -> Catalogue:
    """All messages of a language, from every `.po` file it has."""
    messages: dict[str, str] = {}
    plurals: dict[str, tuple[str, ...]] = {}
    for file in sorted((LOCALES / language / "LC_MESSAGES").glob("*.po")):
        for msgid, msgstr, forms in read_po(file.read_text(encoding="utf-8")):
            if forms:
                plurals[msgid] = forms
                messages[msgid] = forms[0]
            else:
                messages[msgid] = msgstr
    messages.pop("", None)
    return Catalogue(messages, plurals)


def translator(language: str | None = None) -> Translator:
    """A function from an English message to the same message in a language (by default the user's)."""
    return catalogue(chosen_language(language)).gettext


def chosen_language(asked: str | None = None) -> str:
    """The language asked for if we speak it, else the locale's, else English."""
    candidates = [asked] if asked else _locale_languages()
    for candidate in candidates:
        code = (candidate or "").replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def worded(error: NametrailError, language: str | None = None) -> str:
    """An error in one line: `PLACE: what is wrong; what to do [rule]`."""
    translate = translator(language)
    told = {name: translate(str(error.params[name])) for name in _REASONS & error.params.keys()}
    params = {**error.params, **told}
    problem = _filled(translate(error.template), params)
    place = f"{error.place}: " if error.place else ""
    advice = f"; {_filled(translate(error.advice), error.params)}" if error.advice else ""
    rule = f" [{error.rule}]" if error.rule else ""
    return one_line(f"{place}{problem}{advice}{rule}")


def _filled(template: str, params: Mapping[str, object]) -> str:
    """A template with its fields filled; one that is no template, with braces of its own, stays as it is."""
    try:
        return template.format(**params)
    except (KeyError, IndexError, ValueError, AttributeError):
        return template


def _locale_languages() -> list[str | None]:
    """The user's languages, as the environment orders them."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return list(value.split(":"))
    return [locale.getlocale()[0]]


def read_po(text: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The entries of a `.po` file: message, translation, and the translations of its plural forms."""
    entry: dict[str, str] = {}
    field = ""
    fuzzy = False
    for raw in [*text.splitlines(), ""]:
        line = raw.strip()
        if line.startswith("#"):
            if entry:
                yield from _entry(entry, fuzzy=fuzzy)
                entry, field, fuzzy = {}, "", False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.startswith("msg"):
            keyword, _, quoted = line.partition(" ")
            if keyword == "msgid" and "msgid" in entry:
                yield from _entry(entry, fuzzy=fuzzy)
                entry, fuzzy = {}, False
            field = keyword
            entry[field] = _unquoted(quoted)
        elif line.startswith('"') and field:
            entry[field] += _unquoted(line)
        elif not line and entry:
            yield from _entry(entry, fuzzy=fuzzy)
            entry, field, fuzzy = {}, "", False


def _entry(entry: Mapping[str, str], *, fuzzy: bool) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """One entry, unless it is marked as a guess or is not translated yet."""
    forms = tuple(text for field, text in sorted(entry.items()) if field.startswith("msgstr["))
    msgstr = entry.get("msgstr", "")
    if "msgid" in entry and not fuzzy and (msgstr or (all(forms) and forms)):
        yield entry["msgid"], msgstr, forms


def _unquoted(quoted: str) -> str:
    """The text between the quotes of a `.po` line."""
    inner = quoted.strip()[1:-1]
    if "\\" not in inner:
        return inner
    characters = iter(inner)
    return "".join(
        _ESCAPES.get(following := next(characters, ""), following) if c == "\\" else c
        for c in characters
    )

"""A game as one HTML file that needs nothing else: to send to someone, to keep, to read without a network.

Read from top to bottom it tells the timeline with every name that changed and how it was built. With
JavaScript it can be stepped through as well: the board at any moment is put together from what each event
changed. Its Content-Security-Policy allows its own script and style, by their hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
from importlib import resources
from typing import Any

import msgspec
from markupsafe import Markup

from projections.names import derive
from simulator.messages import Translator
from simulator.web.board import ZONES, card_of
from simulator.web.derivation import Built, built
from simulator.web.drawing import timeline_svg
from simulator.web.game import Entry, Game
from simulator.web.library import TITLES
from simulator.web.templating import Reader, rendered
from simulator.wording import zone_in_words

MOST_EXPLAINED = 3_000
"""Names whose derivation is written out; a longer game says the others in one line each."""


class Told(msgspec.Struct, frozen=True):
    """One event of the file: what was said, and how the names that changed were built."""

    position: int
    said: str
    entry: Entry
    built: tuple[Built, ...]


def exported(game: Game, language: str) -> str:
    """The whole game as one HTML file."""
    reader = Reader(language, None, "/")
    translate = reader.translate
    told, frames = _told(game, translate)
    style = _file("page.css") + _file("export.css")
    script = _file("export.js")
    return rendered(
        "export.html",
        reader,
        game=game,
        title=translate(game.title) if game.title in TITLES.values() else game.title,
        told=told,
        marks=Markup(timeline_svg(game)),  # noqa: S704 - numbers and words of ours only
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        data=Markup(_json(_data(game, frames, told, translate))),  # noqa: S704 - `<` is written \u003c
        policy=(
            f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
            "base-uri 'none'; form-action 'none'"
        ),
        failure=game.failure,
    )


def _told(game: Game, translate: Translator) -> tuple[list[Told], list[list[Any]]]:
    """Every event, and what it changed on the board: a row per card, or its absence."""
    told: list[Told] = []
    frames: list[list[Any]] = []
    explained = 0
    walk = _States(game)
    seen: dict[str, list[Any]] = {}
    for entry in game.entries:
        state = walk.at(entry.position)
        found: list[Built] = []
        for change in entry.changes:
            object_ = state.objects.get(change.card)
            if object_ is None or explained >= MOST_EXPLAINED:
                continue
            explained += 1
            found.append(built(derive(state, object_), translate))
        frame: list[Any] = []
        for card in entry.cards:
            object_ = state.objects.get(card)
            row = None
            if object_ is not None:
                shown = card_of(state, object_, translate)
                side = object_.controller if object_.zone == "battlefield" else object_.owner
                words = (
                    [[[w.text, w.colour] for w in name] for name in shown.built.names]
                    if shown.built
                    else None
                )
                row = [
                    object_.zone, side or object_.owner, shown.name, words, shown.reference,
                    list(shown.badges),
                ]  # fmt: skip
            if row != seen.get(card):
                frame.append([card, row])
                if row is None:
                    seen.pop(card, None)
                else:
                    seen[card] = row
        told.append(Told(entry.position, game.said(entry.position, translate), entry, tuple(found)))
        frames.append(frame)
    return told, frames


class _States:
    """The states of a game one after the other, folded once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = game.state_at(0)

    def at(self, position: int) -> Any:
        """The state after so many events; one further than last time."""
        from projections.fold import apply  # noqa: PLC0415 - the page reads states, only this folds

        entry = self.game.entries[position - 1]
        if any(not fault.note for fault in entry.faults):
            self.state = self.game.state_at(position)
        else:
            apply(self.state, entry.event)
        return self.state


def _data(
    game: Game, frames: list[list[Any]], told: list[Told], translate: Translator
) -> dict[str, Any]:
    return {
        "players": list(game.record.header.players),
        "zones": [[zone, zone_in_words(zone, translate)] for zone in ("stack", *ZONES)],
        "frames": frames,
        "said": [each.said for each in told],
        "stack": translate("Stack"),
        "start": translate("before the first event"),
        "turns": [each.position for each in game.entries if each.begins_turn],
        "changes": [each.position for each in game.entries if each.changes],
    }


def _file(name: str) -> str:
    return resources.files("simulator.web").joinpath("static", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _json(value: dict[str, Any]) -> str:
    """JSON that can stand in a page: nothing in it can end the element it stands in."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")

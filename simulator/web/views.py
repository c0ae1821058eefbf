"""What each page shows, as values for its template."""

from __future__ import annotations

from typing import Any

import msgspec
from markupsafe import Markup

from projections.characteristics import controller_of
from projections.names import derive, names_of
from projections.state import Object, State
from simulator.messages import Translator
from simulator.timeline import NameChange
from simulator.web.board import Side, board, is_unseen, name_in_words
from simulator.web.chain import Link, Refers, chain, referred_to_by, refers_to
from simulator.web.derivation import Built, built
from simulator.web.drawing import timeline_svg
from simulator.web.game import Entry, Game, begins_turn, is_about, is_change, is_fault
from simulator.web.library import TITLES
from simulator.web.templating import Reader
from simulator.wording import zone_in_words

ROWS_AROUND = 150
"""Rows of the timeline before and behind the position looked at; the slider reaches all."""


MOST_CHOOSABLE = 500
"""Objects of one zone that are listed to choose from; any other can be named in the address."""


class Step(msgspec.Struct, frozen=True):
    """A way to another position: its sign, a letter for where there is no room, its words, its key."""

    sign: str
    letter: str
    label: str
    to: int | None
    key: str = ""
    key_name: str = ""


class Row(msgspec.Struct, frozen=True):
    """One row of the timeline."""

    position: int
    said: str
    changes: tuple[NameChange, ...]
    marks: str


class Looked(msgspec.Struct, frozen=True):
    """An object looked at: how its name was built, what its card has been, what it is linked with."""

    reference: str
    title: str
    built: Built
    zone: str
    owner: str
    controller: str | None
    past: bool
    chain: tuple[Link, ...]
    refers: tuple[Refers, ...]
    referred: tuple[Refers, ...]


class Line(msgspec.Struct, frozen=True):
    """One of two lines side by side."""

    game: Game
    position: int
    said: str
    changes: tuple[NameChange, ...]
    sides: tuple[Side, ...]
    added: tuple[str, ...]
    fork: int
    back: str | None
    on: str | None


class Difference(msgspec.Struct, frozen=True):
    """A card that is another object or called differently in two lines."""

    card: str
    left: tuple[str, str] | None
    right: tuple[str, str] | None


def title_of(game: Game, translate: Translator) -> str:
    """What a game is called; examples have titles of ours."""
    return translate(game.title) if game.title in TITLES.values() else game.title


def moment_view(game: Game, position: int, reference: str | None, reader: Reader) -> dict[str, Any]:
    """A moment of a game, with an object looked at, if one is."""
    translate = reader.translate
    state = game.state_at(position)
    entry = game.entries[position - 1] if position else None
    card = None if reference is None else reference.partition(".")[0]
    object_ = None if reference is None else game.object_at(state, reference)
    said = game.said(position, translate)
    changes = entry.changes if entry else ()

    def place(to: int) -> str:
        path = f"/games/{game.id}/{to}"
        return reader.url(f"{path}/object/{card}" if card else path)

    return {
        "game": game,
        "title": title_of(game, translate),
        "position": position,
        "card": card,
        "object": None if object_ is None else looked_at(game, state, object_, translate),
        "entry": entry,
        "said": said,
        "spoken": ". ".join([said, *(_spoken(change, translate) for change in changes)]),
        "failure": game.failure,
        "faults": sum(not f.note for each in game.entries for f in each.faults),
        "sides": board(state, translate, changes),
        "rows": rows(game, position, card, translate),
        "links": steps(game, position, card, translate),
        "marks": Markup(timeline_svg(game)),  # noqa: S704 - numbers and words of ours only
        "place": place,
        "keepable": game.id.startswith("record-"),
    }


def _spoken(change: NameChange, translate: Translator) -> str:
    from simulator.timeline import change_in_words  # noqa: PLC0415

    return change_in_words(change, translate)


def looked_at(game: Game, state: State, object_: Object, translate: Translator) -> Looked:
    """An object in full."""
    past = state.objects.get(object_.card) is not object_
    when = state
    if past:
        when = state_when(game, object_) or state
        object_ = when.objects.get(object_.card, object_)
    name = built(derive(when, object_), translate)
    names = names_of(when, object_)
    return Looked(
        reference=object_.reference,
        title=name_in_words(names, translate, unknown=name.unknown),
        built=name,
        zone=zone_in_words(object_.zone, translate),
        owner=object_.owner,
        controller=controller_of(when, object_),
        past=past,
        chain=chain(game, object_.card, state.position, translate),
        refers=refers_to(when, object_, translate),
        referred=referred_to_by(when, object_, translate),
    )


def state_when(game: Game, object_: Object) -> State | None:
    """The last moment at which an object of the past was there."""
    for lived in game.lives.get(object_.card, ()):
        if lived.reference == object_.reference and lived.until is not None:
            return game.state_at(lived.until - 1)
    return None


def steps(game: Game, position: int, card: str | None, translate: Translator) -> list[Step]:
    """The ways through a game from here."""
    back, on = position > 0, position < game.last
    found = [
        Step("⇤", "", translate("start"), 0 if back else None, "Home", "Home"),
        Step("«", "T", translate("turn before"), game.near(position, begins_turn, -1), "T", "T"),
        Step(
            "«", "N", translate("name change before"), game.near(position, is_change, -1), "p", "p"
        ),
        Step("◂", "", translate("back"), position - 1 if back else None, "ArrowLeft", "←"),
        Step("▸", "", translate("on"), position + 1 if on else None, "ArrowRight", "→"),
        Step("»", "N", translate("next name change"), game.near(position, is_change, 1), "n", "n"),
        Step("»", "T", translate("next turn"), game.near(position, begins_turn, 1), "t", "t"),
        Step("⇥", "", translate("end"), game.last if on else None, "End", "End"),
    ]
    if any(each.faults for each in game.entries):
        said = translate("next rule broken")
        found.append(Step("»", "!", said, game.near(position, is_fault, 1), "b", "b"))
    if card is not None:
        said = translate("{card} before").format(card=card)
        found.append(Step("«", "1", said, game.near(position, is_about(card), -1), "P", "P"))
        said = translate("{card} next").format(card=card)
        found.append(Step("»", "1", said, game.near(position, is_about(card), 1), "N", "N"))
    return found


def rows(game: Game, position: int, card: str | None, translate: Translator) -> list[Row]:
    """The timeline around a position, of one card or of all."""
    chosen = [each for each in game.entries if card is None or card in each.cards]
    here = sum(each.position <= position for each in chosen)
    part = chosen[max(0, here - ROWS_AROUND) : here + ROWS_AROUND]
    return [_row(game, each, card, translate) for each in part]


def _row(game: Game, entry: Entry, card: str | None, translate: Translator) -> Row:
    marks = [
        name
        for name, there in (
            ("turn", entry.begins_turn),
            ("broken", any(not fault.note for fault in entry.faults)),
        )
        if there
    ]
    changes = tuple(each for each in entry.changes if card is None or each.card == card)
    return Row(entry.position, game.said(entry.position, translate), changes, " ".join(marks))


def compare_view(
    left: Game, at_left: int, right: Game, at_right: int, reader: Reader
) -> dict[str, Any]:
    """Two lines side by side, each at a moment of its own."""
    translate = reader.translate
    states = left.state_at(at_left), right.state_at(at_right)

    def address(new_left: int, new_right: int) -> str | None:
        if not (0 <= new_left <= left.last and 0 <= new_right <= right.last):
            return None
        return reader.url(f"/compare/{left.id}/{new_left}/{right.id}/{new_right}")

    return {
        "title": title_of(left, translate),
        "left": _line(
            left, at_left, states[0], translate,
            (address(at_left - 1, at_right), address(at_left + 1, at_right)), None,
        ),
        "right": _line(
            right, at_right, states[1], translate,
            (address(at_left, at_right - 1), address(at_left, at_right + 1)), right.origin,
        ),
        "differences": differences(*states, translate),
    }  # fmt: skip


def _line(
    game: Game,
    position: int,
    state: State,
    translate: Translator,
    ways: tuple[str | None, str | None],
    origin: tuple[str, int] | None,
) -> Line:
    changes = game.entries[position - 1].changes if position else ()
    fork = game.last if origin is None else origin[1]
    return Line(
        game=game,
        position=position,
        said=game.said(position, translate),
        changes=changes,
        sides=board(state, translate, changes),
        added=tuple(game.said(each, translate) for each in range(fork + 1, game.last + 1)),
        fork=fork,
        back=ways[0],
        on=ways[1],
    )


def differences(left: State, right: State, translate: Translator) -> list[Difference]:
    """The cards that are another object, or called differently, in two states."""

    def said(state: State, card: str) -> tuple[str, str] | None:
        object_ = state.objects.get(card)
        if object_ is None:
            return None
        return object_.reference, name_in_words(names_of(state, object_), translate)

    cards = list(dict.fromkeys((*left.objects, *right.objects)))
    found = [Difference(card, said(left, card), said(right, card)) for card in cards]
    return [each for each in found if each.left != each.right]


class Choosable(msgspec.Struct, frozen=True):
    """An object that something may be done with."""

    reference: str
    name: str
    owner: str


class Group(msgspec.Struct, frozen=True):
    """The objects of a zone, to choose from."""

    title: str
    objects: tuple[Choosable, ...]


def groups(state: State, translate: Translator) -> list[Group]:
    """The objects that can be chosen for what-if, by zone."""
    by: dict[str, list[Choosable]] = {}
    for each in state.objects.values():
        if not is_unseen(each) and len(by.get(each.zone, ())) < MOST_CHOOSABLE:
            by.setdefault(each.zone, []).append(choosable(state, each, translate))
    return [Group(zone_in_words(zone, translate), tuple(found)) for zone, found in by.items()]


def choosable(state: State, object_: Object, translate: Translator) -> Choosable:
    """One object to choose."""
    name = name_in_words(names_of(state, object_), translate)
    return Choosable(object_.reference, name, object_.owner)

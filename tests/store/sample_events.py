"""Events of every kind, made from the types of their fields: at random, and one full sample of each."""

from __future__ import annotations

import types
import typing
from typing import Any

import msgspec
from hypothesis import strategies as st

from events.cards import Definition, Face
from events.header import Header, SheetSticker
from events.kinds import EVENT_KINDS, Event, Simultaneous
from events.record import EventLine, ExpectLine, NoteLine, RefuseLine

CARDS = ("fae", "bear-cub", "it_2", "x")
PLAYERS = ("ana", "ben")
NAMED = {
    "card": CARDS,
    "cards": CARDS,
    "object": ("fae.2", "bear-cub", "x.17"),
    "player": PLAYERS,
    "owner": PLAYERS,
    "controller": PLAYERS,
    "sticker": ("s1", "ana/Happy Dead Squirrel/3"),
    "affects": ("self", "attached"),
}
WORDS = ("Happy", "", "Ærtha “x”", "a\nb", "{1}{G}", "ñ")
_NAMES = ("object", "words", "power", "x")

# --- one full sample of each kind ------------------------------------------------------------------


def sample(kind: type[Event]) -> Event:
    """The event of a kind in which every field says something, always the same."""
    event: Event = _full(kind, 0)
    return event


def _full(kind: type[Any], depth: int) -> Any:
    hints = typing.get_type_hints(kind)
    return kind(**{
        field.name: _one(hints[field.name], field.name, depth)
        for field in msgspec.structs.fields(kind)
        if depth < 3 or field.required
    })  # fmt: skip


def _one(hint: Any, name: str, depth: int) -> Any:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return "Bear"
    if origin is typing.Annotated:
        return _one(inner[0], name, depth)
    if origin in {typing.Union, types.UnionType}:
        best = [each for each in inner if each not in {type(None), msgspec.UnsetType}]
        if name == "events" or len(best) > 40:
            return sample(EVENT_KINDS["tapped"])
        return _one(best[0], name, depth)
    if origin is typing.Literal:
        return inner[0]
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return (_one(inner[0], name, depth + 1),)
        return tuple(_one(each, name, depth + 1) for each in inner)
    if origin is dict:
        return {_one(inner[0], "x", depth): _one(inner[1], name, depth)}
    if hint is str:
        return NAMED.get(name, (f"some {name}",))[0]
    if hint is bool:
        return True
    if hint is int:
        return 7
    return _full(hint, depth + 1)


# --- at random -------------------------------------------------------------------------------------

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.sampled_from(WORDS)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_NAMES), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip


def _random(hint: Any, name: str, depth: int) -> st.SearchStrategy[Any]:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return _VALUES
    if origin is typing.Annotated:
        return _random(inner[0], name, depth)
    if origin in {typing.Union, types.UnionType}:
        if len(inner) > 40:
            return events(nested=True)
        return st.one_of(*(_random(each, name, depth) for each in inner))
    if origin is typing.Literal:
        return st.sampled_from(inner)
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return st.lists(_random(inner[0], name, depth + 1), max_size=3).map(tuple)
        return st.tuples(*(_random(each, name, depth + 1) for each in inner))
    if origin is dict:
        return st.dictionaries(st.sampled_from(_NAMES), _random(inner[1], name, depth), max_size=2)
    if hint is type(None):
        return st.none()
    if hint is msgspec.UnsetType:
        return st.just(msgspec.UNSET)
    if hint is str:
        return st.sampled_from(NAMED.get(name, WORDS))
    if hint is bool:
        return st.booleans()
    if hint is int:
        return st.integers(-5, 300)
    return _struct(hint, depth + 1)


def _struct(kind: type[Any], depth: int) -> st.SearchStrategy[Any]:
    hints = typing.get_type_hints(kind)
    required = {f.name for f in msgspec.structs.fields(kind) if f.required}
    optional = [f.name for f in msgspec.structs.fields(kind) if not f.required and depth < 3]
    fixed = st.fixed_dictionaries({name: _random(hints[name], name, depth) for name in required})
    if not optional:
        return fixed.map(lambda values: kind(**values))

    def some(names: list[str]) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries({name: _random(hints[name], name, depth) for name in names})

    chosen = st.lists(st.sampled_from(optional), max_size=4, unique=True).flatmap(some)
    return st.builds(lambda first, second: kind(**first, **second), fixed, chosen)


def events(*, nested: bool = False) -> st.SearchStrategy[Event]:
    """Any event."""
    kinds = [kind for kind in EVENT_KINDS.values() if not (nested and kind is Simultaneous)]
    return st.sampled_from(kinds).flatmap(lambda kind: _struct(kind, 0))


def lines() -> st.SearchStrategy[Any]:
    """Any line of a record behind its header; numbers are given when it is read."""
    rules = st.lists(st.sampled_from(("400.7", "123.6b")), min_size=1, max_size=2).map(tuple)
    fields = st.dictionaries(st.sampled_from(("of", "is", "are", "on")), _VALUES, max_size=3)
    return st.one_of(
        events().map(lambda event: EventLine(0, 0, event)),
        events().map(lambda event: EventLine(0, 0, event)),
        st.builds(lambda held: ExpectLine(0, "name", held), fields),
        st.builds(lambda event, cited: RefuseLine(0, event, cited), events(), rules),
        _VALUES.map(lambda note: NoteLine(0, note)),
    )


def headers() -> st.SearchStrategy[Header]:
    """Any header."""
    stickers = st.lists(_struct(SheetSticker, 3), min_size=1, max_size=2).map(tuple)
    return st.builds(
        Header,
        players=st.just(PLAYERS),
        cards=st.dictionaries(
            st.sampled_from(("Bear Cub", "Fae")),
            st.builds(
                lambda kinds: Definition("?", faces=(Face(types=kinds),)), st.just(("Creature",))
            ),
            max_size=1,
        ).map(lambda cards: {name: _named(name, card) for name, card in cards.items()}),
        sheets=st.one_of(
            st.just({}),
            st.builds(lambda sheet: {"ana": {"Own Sheet": sheet}}, stickers),
            st.just({"ben": {"Ancestral Hot Dog Minotaur": None}}),
        ),
        plain=st.booleans(),
        extra=st.dictionaries(st.sampled_from(("event_name", "format")), _VALUES, max_size=2),
    )


def _named(name: str, card: Definition) -> Definition:
    face = msgspec.structs.replace(card.faces[0], name=name)
    return msgspec.structs.replace(card, name=name, faces=(face,))

"""What each event changed: objects that came and went, their names, stickers and links.

`Follower` applies the events of one game and tells only what is different afterwards. It looks at the
objects an event touches, and at all of them only where an effect may reach further, so that an event
costs the same on a crowded board.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal, get_args

import msgspec

from events.cards import RULE_OF_LINK, Effect, Zone
from events.effects import EffectBegan, EffectEnded, PhasedIn, PhasedOut
from events.event import Choice
from events.faces import Melded, Merged
from events.kinds import Event, Simultaneous
from events.play import (
    CountersChanged,
    DamageDealt,
    GameBegan,
    GameEnded,
    LifeChanged,
    PlayerLeft,
    StepBegan,
    Tapped,
    TurnBegan,
    Untapped,
)
from events.zones import Revealed
from projections.fold import apply
from projections.layer_one import is_unknown, shown
from projections.names import names_of
from projections.state import Object, State
from projections.statics import changes_text

Table = Literal["objects", "names", "stickers", "links"]
_Says = tuple[tuple[str, ...], ...]
_FAR_REACHING = frozenset({PhasedIn, PhasedOut, Melded, Merged, PlayerLeft})
_NAMELESS = frozenset({
    CountersChanged, DamageDealt, GameBegan, GameEnded, LifeChanged, StepBegan, Tapped, TurnBegan,
    Untapped,
})  # fmt: skip
"""Events that change no name, zone, sticker or link of any object."""

_ZONES = frozenset(get_args(Zone))


class Change(msgspec.Struct, frozen=True):
    """A row that begins or ends to hold: of which table, and what it says of an object.

    objects: (zone, owner, printed name); names: (name,); stickers: (sticker, kind, words);
    links: (holder, ability, kind, rule, object) or (holder, ability, kind, rule, value).
    """

    table: Table
    object: str
    says: tuple[str, ...]
    begins: bool


class _Seen(msgspec.Struct, frozen=True, gc=False):
    """An object as it was when it was last looked at."""

    object: str
    here: tuple[str, ...]
    names: tuple[str, ...]
    stickers: tuple[tuple[str, ...], ...]
    links: tuple[tuple[str, ...], ...]
    host: str | None
    composite: bool


_NOT_THERE = _Seen("", (), (), (), (), None, composite=False)


class Follower:
    """A game being followed, event by event."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._seen: dict[str, _Seen] = {}
        self._on: dict[str, str] = {}
        self._composite = 0
        self._reached_far = False
        self._texts_given: set[str] = {
            name for name, each in state.effects.items() if _gives_text(each.definition)
        }

    def take(self, event: Event) -> list[Change]:
        """Apply an event and tell what it changed."""
        state = self.state
        if type(event) in _NAMELESS:
            apply(state, event)
            return []
        number, version = len(state.objects), state.version
        far = self._far(event)
        apply(state, event)
        self._note_texts(event)
        reaches_far = self._reaches_far()
        far = far or ((reaches_far or self._reached_far) and state.version != version)
        self._reached_far = reaches_far
        cards = self._all() if far else self._touched(event)
        changes = self._compare(cards)
        if not far and len(state.objects) - number != _balance(changes):
            changes += self._compare(self._all())
        return changes

    def _far(self, event: Event) -> bool:
        """Whether an event may change objects that it does not name."""
        if isinstance(event, Simultaneous):
            return any(self._far(each) for each in event.events)
        if isinstance(event, EffectBegan):
            return _may_rename(event.continuous)
        if isinstance(event, EffectEnded):
            ended = self.state.effects.get(event.effect)
            renames = ended is not None and _may_rename(ended.definition)
            return renames or event.effect in self.state.named_effects
        if isinstance(event, Revealed):
            return self._is_copied(event.object)
        if type(event) in _FAR_REACHING or self._composite > 0:
            return True
        choices: tuple[Choice, ...] = getattr(event, "choices", ())
        return bool(choices) and any(each.top_of_library is not None for each in choices)

    def _is_copied(self, reference: str) -> bool:
        """Whether something is a copy of an object, which will be known with it (CR 707.2b)."""
        original = self.state.objects.get(reference.partition(".")[0])
        return original is not None and any(
            original.reference in {each.copy_of, *(effect.original for effect in each.copiable)}
            for each in self.state.objects.values()
        )

    def _note_texts(self, event: Event) -> None:
        if isinstance(event, Simultaneous):
            for each in event.events:
                self._note_texts(each)
        elif isinstance(event, EffectBegan) and _gives_text(event.continuous):
            self._texts_given.add(event.effect)

    def _reaches_far(self) -> bool:
        """Whether names may change with events that do not name their objects (CR 611.3a, 612.5, 612.6)."""
        state = self.state
        if state.far_text:
            return True
        if self._texts_given:
            self._texts_given = {name for name in self._texts_given if name in state.effects}
        return bool(self._texts_given) or any(
            _may_rename(state.effects[name].definition)
            for name in state.where_effects
            if name in state.effects
        )

    def _all(self) -> list[str]:
        return [
            *self.state.objects,
            *(card for card in self._seen if card not in self.state.objects),
        ]

    def _touched(self, event: Event) -> list[str]:
        """The cards an event names, with what they are or were attached to, or are abilities of."""
        found: dict[str, None] = {}
        for text in _texts(event):
            card = self._on.get(text)
            if card is not None:
                found[card] = None
            card = text.partition(":")[0].partition(".")[0]
            if card in self._seen or card in self.state.objects:
                found[card] = None
        for card in list(found):
            seen, now = self._seen.get(card), self.state.objects.get(card)
            hosts = (
                seen.host if seen else None,
                now.attached_to if now else None,
                now.ability_source if now else None,
            )
            found.update((host.partition(".")[0], None) for host in hosts if host)
        return list(found)

    def _compare(self, cards: list[str]) -> list[Change]:
        changes: list[Change] = []
        for card in cards:
            object_ = self.state.objects.get(card)
            before = self._seen.get(card)
            now = _look(self.state, object_, before) if object_ is not None else None
            if now == before:
                continue
            if now is None:
                del self._seen[card]
            else:
                self._seen[card] = now
            self._composite += bool(now and now.composite) - bool(before and before.composite)
            same = now is not None and before is not None and now.object == before.object
            if before is not None:
                changes += _ends(before, now if same else None)
            if now is not None:
                changes += _begins(now, before if same else None)
        for change in changes:
            if change.table == "stickers" and change.begins:
                self._on[change.says[0]] = change.object.partition(".")[0]
        return changes


def _look(state: State, object_: Object, before: _Seen | None) -> _Seen:
    known = before.links if before is not None and before.object == object_.reference else ()
    stickers = [(each.sticker, each.kind, each.words) for each in object_.stickers]
    values = object_.values
    return _Seen(
        object=object_.reference,
        here=(object_.zone, object_.owner, _printed(object_)),
        names=names_of(state, object_),
        stickers=tuple(stickers),
        links=tuple(_links(state, object_, known)) if object_.link or values else (),
        host=object_.attached_to,
        composite=bool(object_.components),
    )


def _printed(object_: Object) -> str:
    """What is printed on the card, as one name; nothing where the recorder cannot know."""
    if is_unknown(object_):
        return ""
    return " // ".join(name for face in object_.text.faces for name in face.names)


def _links(state: State, object_: Object, known: _Says) -> Iterator[tuple[str, ...]]:
    """The link that holds an object, and the values that an object's own abilities hold (CR 607.2)."""
    if object_.link is not None:
        holder, key = object_.link
        entry = state.holders.get(holder)
        if entry is not None and entry.object is not None:
            yield from _pairs(entry.object, key, object_.reference, known)
    for key, values in object_.values.items():
        yield from _pairs(object_, key, json.dumps(values, ensure_ascii=False), known)


def _pairs(holder: Object, key: str, what: str, known: _Says) -> Iterator[tuple[str, ...]]:
    """What a link is, by the pairs its ability was in as it was made."""
    first = key.rpartition("|")[2]
    same = [
        says for says in known if (says[0], says[1], says[4]) == (holder.reference, first, what)
    ]
    if same:
        yield from same
        return
    kinds = [pair[2] for each in shown(holder).abilities for pair in each.pairs if pair[0] == first]
    for kind in dict.fromkeys(kinds) or ("",):
        yield holder.reference, first, kind, RULE_OF_LINK.get(kind, ""), what


def _ends(before: _Seen, now: _Seen | None) -> list[Change]:
    """What of an object does not hold any more; `now` is the same object if it is still there."""
    if now is None:
        now = _NOT_THERE
    return _differences(before, now, begins=False)


def _begins(now: _Seen, before: _Seen | None) -> list[Change]:
    """What of an object holds that did not before."""
    if before is None:
        before = _NOT_THERE
    return _differences(now, before, begins=True)


def _differences(this: _Seen, other: _Seen, *, begins: bool) -> list[Change]:
    changes: list[Change] = []
    if this.here != other.here:
        changes.append(Change("objects", this.object, this.here, begins))
    parts: tuple[tuple[Table, _Says, _Says], ...] = (
        ("names", _single(this.names), _single(other.names)),
        ("stickers", this.stickers, other.stickers),
        ("links", this.links, other.links),
    )
    for table, own, others in parts:
        if own == others:
            continue
        changes += [Change(table, this.object, says, begins) for says in own if says not in others]
    return changes


def _single(names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple((name,) for name in names)


def _balance(changes: list[Change]) -> int:
    """How many more objects there are after some changes."""
    return sum(1 if each.begins else -1 for each in changes if each.table == "objects")


def _gives_text(effect: Effect) -> bool:
    """Whether an effect gives an object the text of another one (CR 612.5, 612.6)."""
    return effect.text_of is not None or effect.exchange_text_with is not None


def _may_rename(effect: Effect) -> bool:
    """Whether an effect may have a part in names: it changes text, or gives abilities that may."""
    return changes_text(effect) or bool(effect.grant)


def _texts(value: Any) -> Iterator[str]:
    """Every text in an event that may name something."""
    if isinstance(value, str):
        if value not in _ZONES:
            yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, msgspec.Struct):
        kind = type(value)
        fields = _telling.get(kind)
        if fields is None:
            fields = tuple(each for each in kind.__struct_fields__ if each not in _SAY_NOTHING)
            _telling[kind] = fields
        for field in fields:
            inner = getattr(value, field)
            if not inner:
                continue
            if type(inner) is str:
                if inner not in _ZONES:
                    yield inner
            else:
                yield from _texts(inner)


_telling: dict[type, tuple[str, ...]] = {}
_SAY_NOTHING = frozenset(
    {"note", "source", "turn", "definition", "words", "abilities", "owner", "kind"}
)

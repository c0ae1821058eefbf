"""A game as a timeline: what happened at each position, and every name that changed with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.errors import NametrailError
from events.forms import event_to_map
from events.kinds import Event
from events.play import (
    DamageDealt,
    GameBegan,
    GameEnded,
    LifeChanged,
    StepBegan,
    Tapped,
    TurnBegan,
    Untapped,
)
from events.record import EventLine
from events.references import parse_object
from events.zones import CardAdded
from projections.layer_one import is_unknown
from projections.names import names_of
from projections.state import State
from simulator.messages import Translator
from simulator.wording import called, happened

Known = dict[str, tuple[str, tuple[str, ...], bool]]
"""Of each card its object, that object's names, and whether they cannot be known."""

NAMELESS = frozenset({
    DamageDealt, GameBegan, GameEnded, LifeChanged, StepBegan, Tapped, TurnBegan, Untapped,
})  # fmt: skip
"""Events after which everything is called what it was called before."""


class NameChange(msgspec.Struct, frozen=True):
    """A card whose name is another one than before, with the object it was and the one it is."""

    card: str
    before: str | None
    after: str | None
    names_before: tuple[str, ...]
    names_after: tuple[str, ...]
    unknown: bool = False
    unknown_before: bool = False


class Moment(msgspec.Struct, frozen=True):
    """One position: the event, in words, and the names that changed."""

    position: int
    line: int
    event: Event
    words: str
    changes: tuple[NameChange, ...]


def timeline(played: Iterable[tuple[EventLine, State]], translate: Translator) -> Iterator[Moment]:
    """Each position of a game as it is played."""
    known: Known = {}
    for line, state in played:
        before = known
        if type(line.event) not in NAMELESS:
            known = _known(state)
        yield Moment(
            line.position,
            line.line,
            line.event,
            happened(line.event, translate, _namer(before, known, translate)),
            tuple(_changes(before, known, line.event)),
        )


def moment_shape(moment: Moment) -> dict[str, Any]:
    """A position as JSON."""
    return {
        "position": moment.position,
        "line": moment.line,
        "event": event_to_map(moment.event),
        "words": moment.words,
        "names": moment.changes,
    }


def change_in_words(change: NameChange, translate: Translator) -> str:
    """A change of name in words."""
    after = called(change.names_after, translate, unknown=change.unknown)
    if change.after is None:
        return translate("{object} is gone").format(object=change.before)
    if change.before is None:
        return translate("{object} is called {name}").format(object=change.after, name=after)
    before = called(change.names_before, translate, unknown=change.unknown_before)
    if change.before == change.after:
        return translate("{object}: {before} is now called {after}").format(
            object=change.after, before=before, after=after
        )
    return translate("{old} is now {new}: {before} is now called {after}").format(
        old=change.before, new=change.after, before=before, after=after
    )


def _known(state: State) -> Known:
    return {
        card: (each.reference, names_of(state, each), is_unknown(each))
        for card, each in state.objects.items()
    }


def _changes(before: Known, after: Known, event: Event) -> Iterator[NameChange]:
    """What is called differently; a card that comes in under its printed name, or unseen, is not."""
    printed = event.definition if isinstance(event, CardAdded) else None
    for card, (reference, names, unknown) in after.items():
        old = before.get(card)
        if old is None and (names == (printed,) or (unknown and not names)):
            continue
        if old is None:
            yield NameChange(card, None, reference, (), names, unknown and not names)
        elif old[1] != names:
            unknown_before = old[2] and not old[1]
            yield NameChange(
                card, old[0], reference, old[1], names, unknown and not names, unknown_before
            )
    for card, (reference, names, _) in before.items():
        if card not in after:
            yield NameChange(card, reference, None, names, ())


def _namer(before: Known, after: Known, translate: Translator) -> Any:
    """How references are read out: the name it had, and the object."""

    def named(reference: str) -> str:
        try:
            card = parse_object(reference).card
        except NametrailError:
            return reference
        found = before.get(card) or after.get(card)
        if found is None:
            return reference
        return f"{called(found[1], translate, unknown=found[2])} ({found[0]})"

    return named

"""What stays where it is, however it would move (CR 400.4, 608.2n, 712.14b).

The same holds for what an event moves, what is chosen to move as something enters, what is exiled to pay
a cost, and a spell that is countered.
"""

from __future__ import annotations

from events.casting import SpellCast, SpellCountered, SpellResolved
from events.errors import RuleBroken
from events.zones import Exiled, Moved
from projections.copiable_values import DOUBLE_FACED, CopiableText, FaceText, Status, values_of
from projections.layer_one import current_text
from projections.state import Object
from simulator.legality.asked import (
    Asked,
    Errors,
    is_bare,
    is_observed,
    object_now,
    zone_entered,
)
from simulator.legality.entering import moved_by_choices

_STAYS_IN_COMMAND = frozenset({"Conspiracy", "Phenomenon", "Plane", "Scheme", "Vanguard"})


def abilities_do_not_move(asked: Asked, event: Moved | Exiled) -> Errors:
    """An ability on the stack goes nowhere: it resolves or is countered (CR 608.2n)."""
    yield from _no_ability(object_now(asked.state, event.object))


def some_stay_in_the_command_zone(asked: Asked, event: Moved | Exiled | SpellCast) -> Errors:
    """A conspiracy, phenomenon, plane, scheme or vanguard card stays in the command zone (CR 400.4b).

    It may leave the game, with its owner or at the end.
    """
    if not is_observed(event):
        yield from _not_commanding(
            object_now(asked.state, event.object), getattr(event, "to", None)
        )


def no_instants_enter(asked: Asked, event: Moved | SpellResolved) -> Errors:
    """An instant or sorcery card stays out of the battlefield (CR 400.4a, 712.14b)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or zone_entered(asked.state, event) != "battlefield":
        return
    if not getattr(event, "face_down", False):
        yield from _no_instant(asked, object_, event.face)


def what_pays_can_be_exiled(asked: Asked, event: SpellCast) -> Errors:
    """What is exiled to pay for a spell can go there (CR 400.4b, 608.2n)."""
    for reference in () if is_observed(event) else event.exiled_for_cost:
        yield from _may_go(asked, object_now(asked.state, reference), "exile")


def countered_spells_can_go_there(asked: Asked, event: SpellCountered) -> Errors:
    """A spell that is countered can go where it is said to go (CR 400.4a, 608.2n)."""
    if event.to is not None and not is_observed(event):
        yield from _may_go(asked, object_now(asked.state, event.object), event.to)


def what_choices_move_can_go_there(asked: Asked) -> Errors:
    """Nor does what is chosen as something enters go where it cannot (CR 614.13, 400.4, 608.2n)."""
    for event, choice, cards in moved_by_choices(asked):
        for card in () if is_observed(event) else cards:
            if card not in asked.group.entering:
                yield from _may_go(asked, asked.state.objects.get(card), choice.to or "exile")


def _may_go(asked: Asked, object_: Object | None, to: str) -> Errors:
    yield from _no_ability(object_)
    yield from _not_commanding(object_, to)
    if object_ is not None and to == "battlefield":
        yield from _no_instant(asked, object_, None)


def _no_ability(object_: Object | None) -> Errors:
    if object_ is not None and object_.kind == "ability":
        yield RuleBroken(
            "{object} is an ability on the stack and cannot move to another zone",
            object=object_.reference,
            rule="608.2n",
            advice="write `ability_resolved` when it leaves the stack",
        )


def _not_commanding(object_: Object | None, to: str | None) -> Errors:
    if object_ is None or object_.zone != "command" or object_.kind != "card":
        return
    stays = {each for face in object_.text.faces for each in face.types} & _STAYS_IN_COMMAND
    if stays and to not in {"command", "outside"}:
        yield RuleBroken(
            "{object} is a {type} card and stays in the command zone",
            object=object_.reference,
            type=min(stays),
            rule="400.4b",
            advice="it moves within the command zone only",
        )


def _no_instant(asked: Asked, object_: Object, face: str | None) -> Errors:
    if object_.face_down is not None or object_.components:
        return
    text = current_text(object_)
    values = values_of(text, Status("battlefield", _face_that_enters(object_, text, face)))
    if is_bare(asked.state, text) or not is_instant(values):
        return
    rule = "400.4a"
    if object_.zone == "stack" and face is not None and text.layout in DOUBLE_FACED:
        rule = "712.13a"
    elif object_.zone != "stack" and text.layout == "modal_dfc":
        rule = "712.14b"
    yield RuleBroken(
        "{object} is an instant or sorcery and cannot enter the battlefield",
        object=object_.reference,
        rule=rule,
        advice="it stays in the zone it is in, or goes to its owner's graveyard as it resolves",
    )


def _face_that_enters(object_: Object, text: CopiableText, named: str | None) -> int:
    if text.layout not in DOUBLE_FACED:
        return 0
    for index, face in enumerate(text.faces):
        if named is not None and named in face.names:
            return index
    return max(object_.face, 0) if object_.zone == "stack" else 0


def is_instant(values: FaceText) -> bool:
    """Whether these are the characteristics of an instant or a sorcery (CR 400.4a)."""
    return "Instant" in values.types or "Sorcery" in values.types

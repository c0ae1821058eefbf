"""Abilities that events name: they must be had, and links cover only what they linked (CR 607)."""

from __future__ import annotations

from events.abilities import Chosen, Noted
from events.cards import RULE_OF_LINK
from events.casting import AbilityPutOnStack, CostPaid, SpellCast, SpellResolved
from events.copying import CopyCreated, TokenCreated
from events.errors import NametrailError, RecordError, RuleBroken
from events.event import EventBase
from events.faces import DoorUnlocked
from events.references import parse_ability
from events.zones import Exiled, Moved
from projections.abilities_on import find_ability
from projections.characteristics import characteristics_of
from projections.identity import holder_of
from projections.layer_one import is_room_text, locked_halves
from projections.linked_abilities import IN_EXILE, linked_by
from projections.state import AbilityOn, Object
from simulator.legality.asked import (
    Asked,
    Errors,
    card_of,
    is_bare,
    is_observed,
    object_now,
    text_now,
)
from simulator.legality.references import is_there


def is_ability(asked: Asked, reference: str, rule: str, *, observed: bool = False) -> Errors:
    """Complain of an ability that no object has or had, as far as the record can know.

    Of an `observed` one only the object must be there: an importer need not know all abilities.
    """
    if ":" not in reference:
        on_stack = object_now(asked.state, reference)
        if on_stack is not None and on_stack.ability is not None:
            return
    try:
        parsed = parse_ability(reference)
    except RecordError as error:
        yield error
        return
    problems = tuple(is_there(asked, str(parsed.object), look_back=True))
    yield from problems
    holder, _ = holder_of(asked.state, reference)
    if problems or observed or holder is None:
        return
    if holder.ability is not None:
        yield from is_itself(asked, reference, rule)
        return
    if is_bare(asked.state, text_now(holder)):
        return
    if find_ability(asked.state, holder, parsed.path) is None:
        yield RecordError(
            "{object} has no ability {ability!r}",
            object=holder.reference,
            ability=parsed.path,
            rule=rule,
            advice=_abilities(holder),
        )


def is_itself(asked: Asked, reference: str, rule: str) -> Errors:
    """An ability on the stack has no ability besides the one it is (CR 113.1c, 113.7a)."""
    try:
        holder, parsed = holder_of(asked.state, reference)
    except RecordError:
        return
    if holder is None or holder.ability is None or answers_to(holder.ability, parsed.path):
        return
    yield RecordError(
        "{object} is the ability {own!r} on the stack, and has no ability {ability!r}",
        object=holder.reference,
        own=holder.ability.text.ability.id,
        ability=parsed.path,
        rule=rule,
        advice="name it by its own id, or name the object whose ability you mean",
    )


def answers_to(ability: AbilityOn, path: str) -> bool:
    """Whether an ability is meant by a path: its own, or its id alone (CR 113.7a)."""
    return path in {ability.path, ability.text.ability.id}


def _abilities(holder: Object) -> str:
    ids = [each.ability.id for face in text_now(holder).faces for each in face.abilities]
    return "it has " + (", ".join(ids[:20]) or "none")


def with_is_an_ability(asked: Asked, event: Moved | Exiled | TokenCreated) -> Errors:
    """`with` names the ability that moved the object (CR 607.2a)."""
    if event.with_ is not None:
        yield from is_ability(asked, event.with_, "607.2a", observed=is_observed(event))


_RULES: dict[type[EventBase], str] = {Chosen: "607.2d", Noted: "607.2e", CostPaid: "607.2g"}


def what_was_chosen_has_an_ability(asked: Asked, event: Chosen | Noted | CostPaid) -> Errors:
    """A choice, note or payment is one that an ability told to make (CR 607.2d, 607.2e, 607.2g)."""
    rule = _RULES[type(event)]
    if event.by is None:
        yield RecordError(
            "`by` is missing: the ability that told to do so",
            rule=rule,
            advice="write OBJECT:ABILITY",
        )
        return
    yield from is_ability(asked, event.by, rule, observed=is_observed(event))


def abilities_on_the_stack_are_had(asked: Asked, event: AbilityPutOnStack) -> Errors:
    """An ability that goes on the stack is one an object has or had (CR 113.7a)."""
    yield from is_ability(asked, event.ability, "113.7a", observed=is_observed(event))


def locked_halves_have_no_abilities(asked: Asked, event: AbilityPutOnStack) -> Errors:
    """A half of a Room that was never unlocked has no ability to trigger or to activate (CR 709.5)."""
    name, _, path = event.ability.partition(":")
    holder = object_now(asked.state, name)
    if holder is None or is_observed(event) or holder.card in asked.known.locked:
        return
    if any(
        isinstance(e, DoorUnlocked) and card_of(e.object) == holder.card for e in asked.group.events
    ):
        return
    locked = locked_halves(holder) if is_room_text(holder) else ()
    if not locked:
        return
    halves = [[each.ability.id for each in face.abilities] for face in text_now(holder).faces]
    there = [half for half, ids in enumerate(halves) if path in ids]
    has = characteristics_of(asked.state, holder).abilities if there else ()
    had = any(path in {each.path, each.text.ability.id} for each in has)
    if there and {*there} <= {*locked} and not had:
        yield RuleBroken(
            "{ability!r} is an ability of a locked half of {object}",
            ability=path,
            object=holder.reference,
            rule="709.5",
            advice="write `door_unlocked` before",
        )


def links_cover_what_they_linked(
    asked: Asked, event: Moved | SpellCast | CopyCreated | SpellResolved
) -> Errors:
    """The second of two linked abilities acts only on what the first one exiled (CR 607.1, 607.2)."""
    reference = event.of if isinstance(event, CopyCreated) else event.object
    object_ = object_now(asked.state, reference)
    if object_ is None or object_.zone != "exile" or getattr(event, "to", None) == "exile":
        return
    for named in dict.fromkeys((event.by, getattr(event, "with_", None))):
        found = None if named is None else _ability(asked, named)
        if found is None:
            continue
        holder, ability = found
        pairs = [each for each in linked_by(asked.state, holder, ability) if each.kind in IN_EXILE]
        if pairs and not any(object_.reference in each.objects for each in pairs):
            yield RuleBroken(
                "{object} was not exiled by the ability linked to {ability!r}",
                object=object_.reference,
                ability=named,
                rule=RULE_OF_LINK[pairs[0].kind],
                advice="the ability refers only to what its linked ability exiled",
            )
            return


def _ability(asked: Asked, reference: str) -> tuple[Object, AbilityOn] | None:
    """The object and the ability a reference means; None for an effect or what is not there any more."""
    if ":" not in reference and card_of(reference) not in asked.state.objects:
        return None
    try:
        holder, parsed = holder_of(asked.state, reference)
    except NametrailError:
        return None
    ability = None if holder is None else find_ability(asked.state, holder, parsed.path)
    return None if holder is None or ability is None else (holder, ability)

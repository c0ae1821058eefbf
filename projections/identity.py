"""Which object a card is: a new one at each zone change, with what it keeps (CR 400.7, 400.8-10)."""

from __future__ import annotations

from events.errors import RecordError
from events.references import AbilityReference, parse_ability, parse_object
from projections.state import PUBLIC_ZONES, Object, State


def current(state: State, reference: str) -> Object:
    """The object that a card is now, whatever number the reference has.

    Raises RecordError if the card is no object.
    """
    found = state.objects.get(reference)
    if found is None:
        found = state.objects.get(parse_object(reference).card)
    if found is None:
        raise RecordError("{object} is no object of this game", object=reference)
    return found


def look_back(state: State, reference: str) -> Object | None:
    """The object meant where a reference may look back: the current one, or one of the past.

    Of the past the state keeps the two objects before the current one, those that ceased to exist last, and those
    that live links or abilities on the stack come from.
    """
    parsed = parse_object(reference)
    found = state.objects.get(parsed.card)
    if found is not None:
        if parsed.number in {None, found.number}:
            return found
        earlier = found.previous
        while earlier is not None:
            if earlier.reference == reference:
                return earlier
            earlier = earlier.previous
    gone = state.ceased.get(parsed.card) if found is None else None
    if gone is not None and parsed.number in {None, gone.number}:
        return gone
    if parsed.number is None:
        return _last_held(state, parsed.card)
    holder = state.holders.get(reference)
    return None if holder is None else holder.object


def _last_held(state: State, card: str) -> Object | None:
    held = [h.object for h in state.holders.values() if h.object is not None]
    held = [each for each in held if each.card == card]
    return max(held, key=lambda each: each.number, default=None)


def holder_of(state: State, ability: str) -> tuple[Object | None, AbilityReference]:
    """The object that an ability reference means, current or past, and the reference read."""
    if ":" not in ability:
        card = parse_object(ability).card
        on_stack = state.objects.get(card) or state.ceased.get(card)
        if on_stack is not None and on_stack.ability is not None and on_stack.ability_source:
            reference = parse_ability(f"{on_stack.ability_source}:{on_stack.ability.path}")
            return look_back(state, on_stack.ability_source), reference
    reference = parse_ability(ability)
    return look_back(state, str(reference.object)), reference


def numbered(state: State, reference: str) -> str:
    """A reference with the number of the object it means now, so that it goes on meaning that one (CR 400.7)."""
    holder, colon, path = reference.partition(":")
    parsed = parse_object(holder)
    object_ = state.objects.get(parsed.card)
    if parsed.number is not None or object_ is None:
        return reference
    return f"{object_.reference}{colon}{path}"


def finds(state: State, reference: str) -> tuple[str, ...]:
    """The objects an effect can still find for an object of the past (CR 400.7e-j).

    The next object, if it is in a public zone and still current; of a melded or merged permanent each
    of its cards (CR 712.21c, 730.3c), and for a spell that merged the permanent (CR 702.140f). An object that
    is still current finds itself.
    """
    parsed = parse_object(reference)
    now = state.objects.get(parsed.card)
    if now is not None and parsed.number in {None, now.number}:
        return (now.reference,)
    old = f"{parsed.card}.{parsed.number}"
    return tuple(
        each.reference
        for each in state.objects.values()
        if each.zone in PUBLIC_ZONES
        and any(before.reference == old for before in (each.previous, *each.components) if before)
    )


def zone_of_owner(zone: str) -> bool:
    """Whether objects in a zone have no controller (CR 108.4)."""
    return zone not in {"battlefield", "stack"}

"""Text that names its own object (CR 201.5): how an ability reads, and which object it means."""

from __future__ import annotations

from projections.characteristics import characteristics_of
from projections.identity import look_back
from projections.names import copiable_names
from projections.state import AbilityOn, Object, State

NAMELESS = "this object"


def reads(state: State, holder: Object, ability: AbilityOn) -> str:
    """The text of an ability with every self-reference resolved (CR 201.5, 201.5b).

    `~` is the holder's name as its text has it: copiable, or that of a full text (CR 612.6); stickers
    and set names do not show. `{source}` is the object that granted the ability (CR 201.5a).
    """
    self_object = _self_of(state, holder)
    text = _text_now(state, holder, ability)
    own = _text_name(state, self_object) if self_object is not None else NAMELESS
    granting = granting_object(state, ability)
    source = own if granting is None else _text_name(state, granting)
    return text.replace("~", own).replace("{source}", source)


def _text_now(state: State, holder: Object, ability: AbilityOn) -> str:
    """An ability's text with the words that text-changing effects replaced (CR 612.2)."""
    if state.objects.get(holder.card) is holder:
        for each in characteristics_of(state, holder).abilities:
            if (each.key, each.path) == (ability.key, ability.path):
                return each.text.ability.text
    return ability.text.ability.text


def _self_of(state: State, holder: Object) -> Object | None:
    """The object a name in an ability means: for one on the stack its source (CR 113.7, 707.10b)."""
    if holder.ability_source is not None:
        return look_back(state, holder.ability_source)
    return holder


def _text_name(state: State, object_: Object) -> str:
    if state.objects.get(object_.card) is object_:
        names = characteristics_of(state, object_).text_names
    else:
        names = copiable_names(object_)
    return " // ".join(names) or NAMELESS


def granting_object(state: State, ability: AbilityOn) -> Object | None:
    """The object `{source}` means (CR 201.5a).

    If the ability itself moved it to another public zone, that is the object it became there, or last was.
    """
    source = ability.text.source
    if source is None:
        return None
    now = state.objects.get(source.partition(".")[0])
    for each in () if now is None else (now, now.previous):
        if each is not None and each.moved_by == f"{source}|{ability.key}":
            return each
    return look_back(state, source)


def refers_to(state: State, holder: Object, ability: AbilityOn) -> str | None:
    """The object that a name in an ability means (CR 201.5, 201.5a, 707.11)."""
    text = ability.text.ability.text
    if "{source}" in text and ability.text.source is not None:
        granting = granting_object(state, ability)
        return ability.text.source if granting is None else granting.reference
    self_object = _self_of(state, holder)
    return None if self_object is None else self_object.reference

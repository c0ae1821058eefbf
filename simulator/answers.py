"""Answers to the questions that expectations ask of a state, one function a kind (record format).

An answer is in the form the record writes. Objects of the past may be named: they have what they last
had, which `View.past` looks up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from events.errors import RecordError
from events.references import parse_object
from projections.abilities_on import find_ability
from projections.characteristics import (
    Characteristics,
    as_number,
    characteristics_of,
    mana_value,
)
from projections.identity import finds, holder_of
from projections.layer_one import cause, current_text, shown
from projections.linked_abilities import Linked, linked_by
from projections.names import copiable_names, derive, is_name_unknown, names_of
from projections.self_reference import reads, refers_to
from projections.state import AbilityOn, Object, State
from projections.stickers import available, letters, positions, printed_words, unique_vowels

UNDEFINED = "undefined"
UNKNOWN_NAME = {"unknown": True}


class View(msgspec.Struct):
    """A state, and how to come by the state in which an object of the past last was."""

    state: State
    past: Callable[[str], State | None] | None = None


def object_in(view: View, reference: Any) -> tuple[State, Object]:
    """The object a question names, and the state in which it is, or last was.

    Raises RecordError if there never was one.
    """
    if not isinstance(reference, str):
        raise RecordError("{object!r} is not the name of an object", object=reference)
    parsed = parse_object(reference)
    now = view.state.objects.get(parsed.card)
    if now is not None and parsed.number in {None, now.number}:
        return view.state, now
    earlier = view.past(reference) if view.past is not None else None
    found = None if earlier is None else earlier.objects.get(parsed.card)
    if earlier is None or found is None:
        raise RecordError("there never was an object {object!r}", object=reference)
    return earlier, found


def ability_in(view: View, reference: Any) -> tuple[State, Object, AbilityOn]:
    """The ability a question names, with its object, current or past.

    Raises RecordError if the object lacks it.
    """
    if not isinstance(reference, str):
        raise RecordError("{ability!r} is not the name of an ability", ability=reference)
    holder, parsed = holder_of(view.state, reference)
    state = view.state
    ability = None if holder is None else find_ability(state, holder, parsed.path)
    if holder is None or ability is None:
        state, holder = object_in(view, str(parsed.object))
        ability = find_ability(state, holder, parsed.path)
    if ability is None:
        raise RecordError(
            "{object} has no ability {ability!r}",
            object=holder.reference,
            ability=parsed.path,
            advice="its abilities are listed by `characteristic` `abilities`",
        )
    return state, holder, ability


def _names(names: tuple[str, ...]) -> Any:
    if not names:
        return None
    return names[0] if len(names) == 1 else list(names)


def name(view: View, fields: dict[str, Any]) -> Any:
    """The names of an object (CR 201)."""
    state, object_ = object_in(view, fields["of"])
    return UNKNOWN_NAME if is_name_unknown(state, object_) else _names(names_of(state, object_))


def copiable_name(view: View, fields: dict[str, Any]) -> Any:
    """The names of an object's copiable values (CR 707.2)."""
    _, object_ = object_in(view, fields["of"])
    if object_.face_down is None and current_text(object_).unknown:
        return UNKNOWN_NAME
    return _names(copiable_names(object_))


def unknown(view: View, fields: dict[str, Any]) -> Any:
    """Whether the recorder cannot know an object's name."""
    state, object_ = object_in(view, fields["of"])
    return is_name_unknown(state, object_)


def object_(view: View, fields: dict[str, Any]) -> Any:
    """The object a card is now (CR 400.7)."""
    found = view.state.objects.get(parse_object(str(fields["of"])).card)
    return None if found is None else found.reference


def finds_(view: View, fields: dict[str, Any]) -> Any:
    """The object an effect can still find (CR 400.7e-j)."""
    found = finds(view.state, str(fields["from"]))
    if not found:
        return None
    return found[0] if len(found) == 1 else list(found)


def zone(view: View, fields: dict[str, Any]) -> Any:
    """The zone an object is in."""
    reference = str(fields["of"])
    parsed = parse_object(reference)
    if parsed.number is None and parsed.card not in view.state.objects:
        return None
    return object_in(view, reference)[1].zone


def stickers(view: View, fields: dict[str, Any]) -> Any:
    """The stickers on an object, in timestamp order (CR 613.7k)."""
    _, found = object_in(view, fields["on"])
    return [each.sticker for each in sorted(found.stickers, key=lambda each: each.timestamp)]


def available_(view: View, fields: dict[str, Any]) -> Any:
    """The stickers a player may choose and pay for (CR 123.3, 123.3c)."""
    return list(available(view.state, str(fields["player"])))


def positions_(view: View, fields: dict[str, Any]) -> Any:
    """The names that CR 123.6b offers for a sticker's words."""
    state, found = object_in(view, fields["on"])
    return positions(names_of(state, found), str(fields["words"]))


def _links(view: View, fields: dict[str, Any]) -> tuple[Linked, ...]:
    state, holder, ability = ability_in(view, fields["by"])
    live = linked_by(view.state, holder, ability)
    if state is view.state or any(each.objects for each in live):
        return live
    then = linked_by(state, holder, ability)
    return tuple(
        msgspec.structs.replace(now, values=past.values, paid=past.paid)
        for now, past in zip(live, then, strict=True)
    )


def linked(view: View, fields: dict[str, Any]) -> Any:
    """The cards of the objects a linked ability refers to (CR 607), in timestamp order (CR 712.21b)."""
    found = dict.fromkeys(ref for each in _links(view, fields) for ref in each.objects)
    cards = [reference.partition(".")[0] for reference in found]
    return sorted(cards, key=lambda card: view.state.objects[card].timestamp)


def value(view: View, fields: dict[str, Any]) -> Any:
    """The choice, note or cost a linked ability refers to (CR 607.2d-g, j); "undefined" by CR 607.5a."""
    values = [each for pair in _links(view, fields) for each in pair.values]
    if not values:
        return UNDEFINED
    return values[0] if len(values) == 1 else values


def paid(view: View, fields: dict[str, Any]) -> Any:
    """Whether a linked additional cost was paid (CR 607.2i)."""
    return any(pair.paid for pair in _links(view, fields))


def reads_(view: View, fields: dict[str, Any]) -> Any:
    """How an ability reads with its self-references resolved (CR 201.5)."""
    return reads(*ability_in(view, fields["ability"]))


def refers_to_(view: View, fields: dict[str, Any]) -> Any:
    """The object a name in an ability means (CR 201.5)."""
    return refers_to(*ability_in(view, fields["ability"]))


def _name_sets(view: View, references: Any) -> list[set[str]]:
    if not isinstance(references, list) or not references:
        raise RecordError("a list of objects is needed")
    found: list[set[str]] = []
    for reference in references:
        state, object_ = object_in(view, reference)
        found.append(_all_same(state, names_of(state, object_)))
    return found


def _all_same(state: State, names: tuple[str, ...]) -> set[str]:
    """Names with those that are interchangeable with them (CR 201.3a)."""
    found = set(names)
    for card in (*state.header.cards.values(), *state.definitions.values()):
        same = {card.name, *card.interchangeable}
        if card.interchangeable and not found.isdisjoint(same):
            found |= same
    return found


def same_name(view: View, fields: dict[str, Any]) -> Any:
    """Whether objects have the same name (CR 201.2a)."""
    sets = _name_sets(view, fields["objects"])
    pairs = [(one, two) for i, one in enumerate(sets) for two in sets[i + 1 :]]
    return all(one & two for one, two in pairs)


def different_names(view: View, fields: dict[str, Any]) -> Any:
    """Whether objects have different names (CR 201.2b)."""
    sets = _name_sets(view, fields["objects"])
    pairs = [(one, two) for i, one in enumerate(sets) for two in sets[i + 1 :]]
    return all(sets) and not any(one & two for one, two in pairs)


def name_differs(view: View, fields: dict[str, Any]) -> Any:
    """Whether one object has a different name than others (CR 201.2c)."""
    others = fields["from"]
    first, *rest = _name_sets(
        view, [fields["of"], *(others if isinstance(others, list) else [others])]
    )
    return bool(first) and not any(first & each for each in rest)


def has_name(view: View, fields: dict[str, Any]) -> Any:
    """Whether choosing a card name means an object (CR 201.3, 201.4)."""
    state, found = object_in(view, fields["of"])
    return str(fields["name"]) in _all_same(state, names_of(state, found))


def _words(view: View, sticker: Any) -> str:
    words = printed_words(view.state, str(sticker))
    if words is None:
        raise RecordError("there is no sticker {sticker!r}", sticker=sticker)
    return words


def letters_(view: View, fields: dict[str, Any]) -> Any:
    """How often a letter is on a name sticker (CR 123.6d); on several, in all."""
    asked = fields["sticker"]
    stickers_ = asked if isinstance(asked, list) else [asked]
    return sum(letters(_words(view, each), str(fields["letter"])) for each in stickers_)


def unique_vowels_(view: View, fields: dict[str, Any]) -> Any:
    """How many different vowels are on a name sticker (CR 123.6e)."""
    return unique_vowels(_words(view, fields["sticker"]))


def characteristic(view: View, fields: dict[str, Any]) -> Any:
    """One characteristic of an object as the layers leave it (CR 613)."""
    state, found = object_in(view, fields["of"])
    which = str(fields["which"])
    values = characteristics_of(state, found)
    reader = CHARACTERISTICS.get(which)
    if reader is None:
        raise RecordError(
            "`characteristic` does not know {which!r}",
            which=which,
            advice=f"it knows {', '.join(sorted(CHARACTERISTICS))}",
        )
    return reader(state, found, values)


def _mana_value(state: State, object_: Object, values: Characteristics) -> int:
    """The mana value: of a back face by its front (CR 712.8e), of a melded permanent by both (712.8g)."""
    del state
    if object_.melded and cause(object_) is None:
        return sum(mana_value(each.text.faces[0].mana_cost) for each in object_.components)
    text = current_text(object_)
    if text.layout == "transform" and object_.face == 1 and object_.face_down is None:
        return mana_value(text.faces[0].mana_cost)
    return mana_value(values.mana_cost, (object_.x or 0) if object_.zone == "stack" else 0)


Reader = Callable[[State, Object, Characteristics], Any]

CHARACTERISTICS: dict[str, Reader] = {
    "name": lambda _s, _o, c: _names(c.names),
    "names": lambda _s, _o, c: list(c.names),
    "types": lambda _s, _o, c: list(c.types),
    "subtypes": lambda _s, _o, c: list(c.subtypes),
    "supertypes": lambda _s, _o, c: list(c.supertypes),
    "colors": lambda _s, _o, c: list(c.colors),
    "mana_cost": lambda _s, _o, c: c.mana_cost,
    "mana_value": _mana_value,
    "power": lambda _s, _o, c: c.power,
    "toughness": lambda _s, _o, c: c.toughness,
    "loyalty": lambda _s, _o, c: c.loyalty,
    "controller": lambda _s, _o, c: c.controller,
    "abilities": lambda _s, _o, c: [each.path for each in c.abilities],
    "owner": lambda _s, o, _c: o.owner,
    "tapped": lambda _s, o, _c: o.tapped,
    "face_down": lambda _s, o, _c: o.face_down is not None,
    "flipped": lambda _s, o, _c: o.flipped,
    "prepared": lambda _s, o, _c: o.prepared,
    "attached_to": lambda _s, o, _c: o.attached_to,
    "counters": lambda _s, o, _c: {kind: each.amount for kind, each in o.counters.items()},
    "token": lambda _s, o, _c: o.kind == "token",
    "stickered": lambda _s, o, _c: bool(o.stickers),
    "copiable_power": lambda _s, o, _c: as_number(shown(o).power),
    "copiable_toughness": lambda _s, o, _c: as_number(shown(o).toughness),
}


def steps(view: View, fields: dict[str, Any]) -> Any:
    """The steps of a derivation: rule and name after it, from the copiable value on (CR 123.6c)."""
    state, found = object_in(view, fields["of"])
    return [[step.rule, _names(step.names)] for step in derive(state, found).steps]


def derivation_cites(view: View, fields: dict[str, Any]) -> Any:
    """All rules a derivation cites."""
    state, found = object_in(view, fields["of"])
    return list(derive(state, found).rules)


Answer = Callable[[View, dict[str, Any]], Any]

ANSWERS: dict[str, tuple[Answer, tuple[str, ...], str]] = {
    "name": (name, ("of",), "is"),
    "copiable_name": (copiable_name, ("of",), "is"),
    "unknown": (unknown, ("of",), "is?"),
    "object": (object_, ("of",), "is"),
    "finds": (finds_, ("from",), "is"),
    "zone": (zone, ("of",), "is"),
    "stickers": (stickers, ("on",), "are"),
    "available": (available_, ("player",), "are"),
    "positions": (positions_, ("on", "words"), "are"),
    "linked": (linked, ("by",), "are"),
    "value": (value, ("by",), "is"),
    "paid": (paid, ("by",), "is"),
    "reads": (reads_, ("ability",), "is"),
    "refers_to": (refers_to_, ("ability",), "is"),
    "same_name": (same_name, ("objects",), "is"),
    "different_names": (different_names, ("objects",), "is"),
    "name_differs": (name_differs, ("of", "from"), "is"),
    "has_name": (has_name, ("of", "name"), "is"),
    "letters": (letters_, ("sticker", "letter"), "is"),
    "unique_vowels": (unique_vowels_, ("sticker",), "is"),
    "characteristic": (characteristic, ("of", "which"), "is"),
    "steps": (steps, ("of",), "are"),
    "derivation_cites": (derivation_cites, ("of",), "rules"),
}
"""Every kind of expectation: who answers it, the fields it needs, and the field with the answer."""

BESIDES: dict[str, tuple[str, ...]] = {"linked": ("in_order",)}
"""Fields that an expectation may have, and need not."""

"""Events as maps, the form records have, and back."""

from __future__ import annotations

import difflib
from typing import Any

import msgspec

from events.cards import Effect
from events.effects import EffectBegan
from events.errors import RecordError
from events.event import EventBase
from events.kinds import EVENT_KINDS, RECORD_NAMES, Event, Simultaneous
from events.reasons import tidied
from events.references import is_card_name
from events.upcasters import upcast_map

_EFFECT_FIELDS = frozenset(Effect.__struct_fields__)
_LARGEST = 2**53


def _form_of(kind: type[EventBase]) -> type[msgspec.Struct]:
    """The map with the fields of a kind of event, by which its values are read and checked."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        of_events = kind is Simultaneous and field.name == "events"
        of_effect = kind is EffectBegan and field.name == "continuous"
        if of_effect:
            fields.append((field.name, Effect))
        elif of_events:
            fields.append((field.name, tuple[dict[str, Any], ...]))
        elif field.default is msgspec.NODEFAULT:
            fields.append((field.name, field.type))
        else:
            fields.append((field.name, field.type, field.default))
    return msgspec.defstruct(
        f"{kind.__name__}Form",
        fields,
        kw_only=True,
        forbid_unknown_fields=True,
        rename=lambda name: name.rstrip("_"),
    )


_FORMS: dict[type[EventBase], type[msgspec.Struct]] = {
    kind: _form_of(kind) for kind in RECORD_NAMES
}
_DEFAULTS: dict[type[EventBase], dict[str, Any]] = {
    kind: {field.name: field.default for field in msgspec.structs.fields(kind)}
    for kind in RECORD_NAMES
}


_TEXTS = (str, str | None, bool, tuple[str, ...])
_NUMBERED: dict[type[EventBase], tuple[str, ...]] = {
    kind: tuple(each.name for each in msgspec.structs.fields(kind) if each.type not in _TEXTS)
    for kind in RECORD_NAMES
}
"""The fields of each kind of event that may hold a number."""


def event_from_map(raw: Any) -> Event:
    """Read an event as a record writes it.

    Raises RecordError for an unknown event, field or value, with what was expected.
    """
    if not isinstance(raw, dict):
        raise RecordError("an event must be a map")
    raw = upcast_map(raw)
    name = raw.get("event")
    kind = EVENT_KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise RecordError("there is no event {name!r}", name=name, advice=_nearest(name))
    fields = {key: value for key, value in raw.items() if key != "event"}
    if kind is EffectBegan:
        fields = _gather_effect(fields)
    try:
        form = msgspec.convert(fields, _FORMS[kind])
    except msgspec.ValidationError as error:
        raise RecordError("{name}: {reason}", name=name, reason=_tidy(str(error))) from error
    values = {attribute: getattr(form, attribute) for attribute in kind.__struct_fields__}
    if kind is Simultaneous:
        values["events"] = tuple(_inner_event(entry) for entry in values["events"])
    _check_values(name, kind, values)
    event: Event = kind(**values)
    return event


def _inner_event(raw: dict[str, Any]) -> Event:
    if raw.get("event") == "simultaneous":
        raise RecordError("what is simultaneous cannot hold another `simultaneous`")
    return event_from_map(raw)


def event_to_map(event: Event) -> dict[str, Any]:
    """Write an event as a record has it, with what is at its default left out."""
    kind = type(event)
    defaults = _DEFAULTS[kind]
    raw: dict[str, Any] = {"event": RECORD_NAMES[kind]}
    for attribute in kind.__struct_fields__:
        value = getattr(event, attribute)
        if value == defaults[attribute]:
            continue
        if kind is EffectBegan and attribute == "continuous":
            raw |= _effect_to_map(value)
        elif kind is Simultaneous and attribute == "events":
            raw["events"] = [event_to_map(each) for each in value]
        else:
            raw[attribute.rstrip("_")] = msgspec.to_builtins(value)
    return raw


def _effect_to_map(effect: Effect) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.to_builtins(effect)
    return {"affects": msgspec.to_builtins(effect.affects), **raw}


def _gather_effect(fields: dict[str, Any]) -> dict[str, Any]:
    own = {key: value for key, value in fields.items() if key not in _EFFECT_FIELDS}
    effect = {key: value for key, value in fields.items() if key in _EFFECT_FIELDS}
    return {**own, "continuous": effect}


def _check_values(name: str, kind: type[EventBase], values: dict[str, Any]) -> None:
    """Refuse what a record may not hold whatever the kind of event: bad card names, huge numbers."""
    card = values.get("card")
    if isinstance(card, str) and not is_card_name(card):
        raise RecordError(
            "{name}: {card!r} cannot be the name of a card",
            name=name,
            card=card,
            advice="use letters of A-Z and a-z, digits, '_' and '-'",
        )
    for field in _NUMBERED[kind]:
        value = values[field]
        if value is not None and _too_large(value):
            raise RecordError(
                "{name}: the number in `{field}` is too large", name=name, field=field
            )


def _too_large(value: Any) -> bool:
    if isinstance(value, int):
        return abs(value) > _LARGEST
    if isinstance(value, dict):
        return any(_too_large(each) for each in value.values())
    if isinstance(value, (list, tuple)):
        return any(_too_large(each) for each in value)
    if isinstance(value, (msgspec.Struct,)) and not isinstance(value, EventBase):
        return any(_too_large(getattr(value, each)) for each in value.__struct_fields__)
    return False


def _tidy(reason: str) -> str:
    return tidied(reason).replace(" - at `$.continuous", " - at `$")


def _nearest(name: Any) -> str | None:
    if not isinstance(name, str):
        return None
    near = difflib.get_close_matches(name, EVENT_KINDS, n=1)
    return f"did you mean '{near[0]}'?" if near else None

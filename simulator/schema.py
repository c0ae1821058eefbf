"""The record format as a JSON Schema: one schema for any line of a record.

Events are described by their own classes, so the schema never lags behind them. A program that writes records
can check each line against it; what only the game can tell (does that object exist?) is `nametrail check`'s.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from events.cards import Definition, Effect, Face
from events.effects import EffectBegan
from events.header import FORMAT, VERSION, SheetSticker
from events.kinds import EVENT_KINDS, Simultaneous

SCHEMA = "https://json-schema.org/draft/2020-12/schema"

# What each kind of expectation asks; a trailing `?` marks what may be left out.
EXPECTATIONS: dict[str, tuple[str, ...]] = {
    "name": ("of", "is"),
    "copiable_name": ("of", "is"),
    "unknown": ("of",),
    "object": ("of", "is"),
    "finds": ("from", "is"),
    "zone": ("of", "is"),
    "stickers": ("on", "are"),
    "available": ("player", "are"),
    "positions": ("on", "words", "are"),
    "linked": ("by", "in_order?", "are"),
    "value": ("by", "is"),
    "paid": ("by", "is"),
    "reads": ("ability", "is"),
    "refers_to": ("ability", "is"),
    "same_name": ("objects", "is"),
    "different_names": ("objects", "is"),
    "name_differs": ("of", "from", "is"),
    "has_name": ("of", "name", "is"),
    "letters": ("sticker", "letter?", "is"),
    "unique_vowels": ("sticker", "is"),
    "characteristic": ("of", "which", "is"),
    "steps": ("of", "are"),
    "derivation_cites": ("of", "rules"),
}


def record_schema() -> dict[str, Any]:
    """The JSON Schema of one line of a record."""
    forms = [_event_form(name) for name in EVENT_KINDS]
    kinds: list[Any] = [*forms, Definition, Face, SheetSticker]
    _, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    components["Definition"] = _definition(components)
    components["SimultaneousForm"]["properties"]["events"]["items"] = {"$ref": "#/$defs/Event"}
    events = [{"$ref": f"#/$defs/{form.__name__}"} for form in forms]
    return {
        "$schema": SCHEMA,
        "title": f"A line of a {FORMAT} record, version {VERSION}",
        "oneOf": [
            {"$ref": "#/$defs/Header"},
            {"$ref": "#/$defs/Event"},
            {"$ref": "#/$defs/Expectation"},
            {"$ref": "#/$defs/Refusal"},
            {"$ref": "#/$defs/Note"},
        ],
        "$defs": {
            "Header": _header(),
            "Event": {"oneOf": events},
            "Expectation": {"oneOf": [_expectation(*each) for each in EXPECTATIONS.items()]},
            "Refusal": {
                "type": "object",
                "properties": {
                    "refuse": {"$ref": "#/$defs/Event"},
                    "rule": {"type": ["string", "array"], "items": {"type": "string"}},
                    "note": {},
                },
                "required": ["refuse"],
                "additionalProperties": False,
            },
            "Note": {
                "type": "object",
                "properties": {"note": {}},
                "required": ["note"],
                "not": {"anyOf": [{"required": [key]} for key in ("event", "expect", "refuse")]},
            },
            **components,
        },
    }


def _event_form(name: str) -> type[msgspec.Struct]:
    """An event as the map a record has: its name, its fields, and nothing else."""
    kind = EVENT_KINDS[name]
    fields: list[Any] = [("event", Literal[name])]
    for field in msgspec.structs.fields(kind):
        if kind is EffectBegan and field.name == "continuous":
            fields += [
                (each.name, each.type, each.default) for each in msgspec.structs.fields(Effect)
            ]
        elif kind is Simultaneous and field.name == "events":
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
        rename=lambda each: each.rstrip("_"),
    )


def _definition(components: dict[str, Any]) -> dict[str, Any]:
    """A definition as records write it: a one-faced card has its face's fields directly."""
    schema: dict[str, Any] = {**components["Definition"]}
    schema["properties"] = {
        **components["Face"]["properties"],
        **schema["properties"],
        "name": {"type": "string"},
    }
    schema["required"] = []
    return schema


def _header() -> dict[str, Any]:
    """The first line."""
    names = {"type": "array", "items": {"type": "string"}}
    stickers = {
        "type": "object",
        "additionalProperties": {
            "type": ["array", "null"],
            "items": {"$ref": "#/$defs/SheetSticker"},
        },
    }
    return {
        "type": "object",
        "properties": {
            "record": {"const": FORMAT},
            "version": {"const": VERSION},
            "players": {**names, "minItems": 1, "uniqueItems": True},
            "rules": {"type": "string"},
            "plain": {"type": "boolean"},
            "cards": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Definition"}},
            "sheets": {"type": "object", "additionalProperties": {"anyOf": [names, stickers]}},
        },
        "required": ["record", "version", "players"],
    }


def _expectation(kind: str, fields: tuple[str, ...]) -> dict[str, Any]:
    """One kind of expectation."""
    return {
        "type": "object",
        "properties": {"expect": {"const": kind}, **{field.rstrip("?"): {} for field in fields}},
        "required": ["expect", *(field for field in fields if not field.endswith("?"))],
    }

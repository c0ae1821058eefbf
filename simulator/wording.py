"""What happened, in words: a sentence for each kind of event, in English or Spanish.

The sentence is made of the event's own fields; `named` turns a reference of the record into what a reader calls
it (by default the reference itself). Card names stay English (CR 201.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from events.abilities import Chosen, Noted
from events.casting import CostPaid
from events.event import EventBase
from events.kinds import RECORD_NAMES, Event, Simultaneous
from events.stickers import StickerPlaced
from simulator.messages import Translator

Named = Callable[[str], str]

# The sentence of each kind of event. Fields are the event's own.
SENTENCES: dict[str, str] = {
    "card_added": "{card} is in {zone}, owned by {owner}",
    "revealed": "{object} is seen to be {definition}",
    "shuffled": "{player} shuffles their library",
    "sheets_chosen": "{player} chooses sticker sheets: {sheets}",
    "tickets_changed": "{player}: tickets {amount:+d}",
    "moved": "{object} moves to {to}",
    "exiled": "{object} is exiled",
    "spell_cast": "{object} is cast",
    "spell_resolved": "{object} resolves",
    "spell_countered": "{object} is countered",
    "ability_put_on_stack": "ability {ability} goes on the stack as {card}, controlled by {controller}",
    "ability_resolved": "{object} resolves and ceases to exist",
    "token_created": "{controller} creates the token {card}",
    "copy_created": "{controller} creates {card}, a copy of {of}",
    "became_copy": "{object} becomes a copy of {of}",
    "transformed": "{object} transforms",
    "flipped": "{object} is flipped",
    "turned_face_down": "{object} is turned face down",
    "turned_face_up": "{object} is turned face up",
    "door_unlocked": "the door {face} of {object} is unlocked",
    "door_locked": "the door {face} of {object} is locked",
    "merged": "{object} merges with {into}",
    "melded": "{cards} meld into {card}",
    "attached": "{object} is attached to {to}",
    "controller_changed": "{controller} gains control of {object}",
    "phased_out": "{object} phases out",
    "phased_in": "{object} phases in",
    "effect_began": "effect {effect} begins",
    "effect_ended": "effect {effect} ends",
    "sticker_placed": "sticker {sticker} is put on {on}",
    "sticker_moved": "sticker {sticker} is moved to {to}",
    "sticker_removed": "sticker {sticker} is removed",
    "chosen": "{value} is chosen for {by}",
    "noted": "{value} is noted for {by}",
    "cost_paid": "a cost of {by} is paid: {value}",
    "kept_stickers": "{chosen} is to keep the stickers of {object}",
    "simultaneous": "at the same time: {events}",
    "counters_changed": "{holder}: counters {kind} {amount:+d}",
    "game_began": "the game begins",
    "turn_began": "the turn of {player} begins",
    "step_began": "step: {step}",
    "life_changed": "{player}: life {amount:+d}",
    "tapped": "{object} becomes tapped",
    "untapped": "{object} becomes untapped",
    "damage_dealt": "{object} deals damage to {to}: {amount}",
    "player_left": "{player} leaves the game",
    "game_ended": "the game ends",
    "prepared": "{object} becomes prepared",
    "unprepared": "{object} becomes unprepared",
}

# What a field adds to the sentence, if it is given and the sentence does not say it already.
CLAUSES: dict[str, str] = {
    "definition": "as {definition}",
    "words": "with the words “{words}”",
    "face": "as {face}",
    "to": "to {to}",
    "of": "as a copy of {of}",
    "copy_of": "as a copy of {copy_of}",
    "controller": "under {controller}'s control",
    "attached_to": "attached to {attached_to}",
    "after": "after word {after}",
    "with_": "by ability {with_}",
    "until": "until {until} leaves",
    "effect": "by effect {effect}",
    "winner": "{winner} wins",
    "number": "turn {number}",
    "total": "now {total}",
    "x": "X = {x}",
    "paid": "paying for {paid}",
    "by_player": "by {by_player}",
}

FLAGS: dict[str, str] = {
    "face_down": "face down",
    "tapped": "tapped",
    "prototyped": "prototyped",
    "on_top": "on top",
}

ZONES: dict[str, str] = {
    "library": "library",
    "hand": "hand",
    "battlefield": "battlefield",
    "graveyard": "graveyard",
    "stack": "stack",
    "exile": "exile",
    "command": "command zone",
    "ante": "ante zone",
    "outside": "outside the game",
}

STEPS: dict[str, str] = {
    "beginning": "beginning phase",
    "untap": "untap step",
    "upkeep": "upkeep",
    "draw": "draw step",
    "precombat main": "precombat main phase",
    "combat": "combat phase",
    "beginning of combat": "beginning of combat",
    "declare attackers": "declare attackers",
    "declare blockers": "declare blockers",
    "first strike damage": "first strike damage",
    "combat damage": "combat damage",
    "end of combat": "end of combat",
    "postcombat main": "postcombat main phase",
    "ending": "ending phase",
    "end": "end step",
    "cleanup": "cleanup step",
}
"""The steps and phases recorders name; another name stays as it was written."""

UNATTACHED = "{object} becomes unattached"
LIFE_TOTAL = "{player}: life total {total}"
AN_UNKNOWN_CARD = "a card not seen"
NOTHING = "nothing"
NO_NAME = "(no name)"
UNKNOWN_NAME = "(name not known)"

_REFERENCES = {"object", "on", "into", "of", "copy_of", "attached_to", "until", "with_"}


def happened(event: Event, translate: Translator, named: Named = str) -> str:
    """What this event says, as a sentence without a full stop."""
    name = RECORD_NAMES[type(event)]
    fields = _words_of(event, translate, named)
    template = SENTENCES[name]
    if name == "attached" and fields["to"] is None:
        template = UNATTACHED
    if name == "life_changed" and fields["amount"] is None:
        template = LIFE_TOTAL
    said = {field for field in fields if "{" + field in template}
    clauses = _clauses(event, fields, said, translate)
    return ", ".join([translate(template).format(**_filled(fields, translate)), *clauses])


def zone_in_words(zone: str, translate: Translator) -> str:
    """A zone's name."""
    return translate(ZONES.get(zone, zone))


def _words_of(event: Event, translate: Translator, named: Named) -> dict[str, Any]:
    """The fields of an event as they are read out."""
    fields: dict[str, Any] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field == "events" and isinstance(event, Simultaneous):
            value = "; ".join(happened(each, translate, named) for each in event.events)
        elif field == "zone" or (field == "to" and value in ZONES):
            value = zone_in_words(value, translate) if value else None
        elif isinstance(value, str) and (field in _REFERENCES or field == "to"):
            value = named(value)
        elif isinstance(value, tuple):
            value = ", ".join(map(str, value)) or None
        fields[field] = value
    if "player" in fields and "object" in fields:
        fields["holder"] = fields["object"] or fields["player"]
        fields["to"] = fields.get("to") or fields["player"]
    if "step" in fields:
        step = fields["step"] or fields["phase"]
        fields["step"] = (
            None if step is None else translate(STEPS.get(str(step).lower(), str(step)))
        )
    return fields


def _clauses(
    event: EventBase, fields: dict[str, Any], said: set[str], translate: Translator
) -> Iterator[str]:
    """What the sentence leaves to be said."""
    for field, template in CLAUSES.items():
        if field in said or fields.get(field) is None:
            continue
        yield translate(template).format(**fields)
    for field, word in FLAGS.items():
        if fields.get(field) is True:
            yield translate(word)
    if isinstance(event, StickerPlaced) and event.power is not None:
        yield f"{event.power}/{event.toughness}"
    if "definition" in fields and fields["definition"] is None and not fields.get("copy_of"):
        yield translate(AN_UNKNOWN_CARD)
    by = fields.get("by")
    if by and not isinstance(event, Chosen | Noted | CostPaid):
        yield translate(CLAUSES["with_"]).format(with_=by)


def _filled(fields: dict[str, Any], translate: Translator) -> dict[str, Any]:
    """The fields, with what is not known said as such."""
    return {key: translate(NOTHING) if value is None else value for key, value in fields.items()}


def called(names: tuple[str, ...], translate: Translator, *, unknown: bool = False) -> str:
    """What an object is called: its name or names; or that it has none, or that nobody can know it."""
    if names:
        return " // ".join(names)
    return translate(UNKNOWN_NAME if unknown else NO_NAME)

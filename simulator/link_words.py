"""What an object's linked abilities refer to, and why (CR 607): as data, and in words."""

from __future__ import annotations

from typing import Any

import msgspec

from projections.abilities_on import other_face_abilities
from projections.characteristics import characteristics_of
from projections.linked_abilities import Linked, linked_by, pairs_of
from projections.self_reference import reads, refers_to
from projections.state import AbilityOn, Object, State
from simulator.messages import Translator

NO_LINKS = "{object} has no linked abilities"
PAIR = "{second} refers to {first}"
NOTHING_LINKED = "nothing so far"
UNDEFINED = "undefined: no choice was made for it"
PAID = "the cost was paid"
NOT_PAID = "the cost was not paid"
OBJECTS = "objects: {objects}"
VALUES = "values: {values}"
SINCE = "{object}, by event {event}"
ALL_THAT_ARE = "all of these, if it says “the” card"

WHY: dict[str, str] = {
    "607.2a": "only what its partner exiled, as long as that is the object it became in exile",
    "607.2c": "only what its partner put onto the battlefield, as long as it is that object",
    "607.2d": "only the choice made for its partner",
    "607.2e": "only what was noted for its partner",
    "607.2f": "only the word chosen for its partner",
    "607.2g": "only the cost paid for its partner as it entered",
    "607.2h": "only what was done by the static ability of the same paragraph",
    "607.2i": "only whether its partner's cost was declared as the spell was cast",
    "607.2j": "only the value chosen for its partner's cost as the spell was cast",
    "607.2k": "only what the other half of champion exiled",
    "607.2m": "only the anchor word chosen for its partner",
    "607.2n": "what cards of that name exiled before the game",
    "607.2p": "the choice made before the game, whatever zone the card goes to",
    "607.2q": "only what was exiled to pay for the spell it was",
}


class LinkedAbility(msgspec.Struct, frozen=True):
    """One ability that refers to others, with all its pairs."""

    ability: str
    text: str
    refers_to: str | None
    pairs: tuple[tuple[Linked, tuple[tuple[str, int], ...]], ...]


def links_of(state: State, object_: Object) -> tuple[LinkedAbility, ...]:
    """What each linked ability of an object refers to, with the events that made it so."""
    found: list[LinkedAbility] = []
    for ability in _abilities(state, object_):
        pairs = linked_by(state, object_, ability)
        if pairs:
            found.append(
                LinkedAbility(
                    ability=ability.path,
                    text=reads(state, object_, ability),
                    refers_to=refers_to(state, object_, ability),
                    pairs=tuple((pair, _since(state, pair)) for pair in pairs),
                )
            )
    return tuple(found)


def _abilities(state: State, object_: Object) -> list[AbilityOn]:
    """Abilities that are the second of a pair: those it has now, and those of its other face (CR 607.1b)."""
    now = object_ is state.objects.get(object_.card)
    found: dict[str, AbilityOn] = {}
    for each in characteristics_of(state, object_).abilities if now else ():
        found.setdefault(each.key, each)
    for each in other_face_abilities(object_):
        found.setdefault(each.key, each)
    return [each for each in found.values() if pairs_of(each)]


def _since(state: State, pair: Linked) -> tuple[tuple[str, int], ...]:
    return tuple(
        (reference, state.objects[reference.partition(".")[0]].entered)
        for reference in pair.objects
    )


def links_as_json(state: State, object_: Object) -> dict[str, Any]:
    """The links of an object as one JSON document."""
    return {
        "object": object_.reference,
        "position": state.position,
        "abilities": [
            {
                "ability": each.ability,
                "reads": each.text,
                "refers_to": each.refers_to,
                "links": [
                    {
                        "first": pair.first,
                        "kind": pair.kind,
                        "rule": pair.rule,
                        "objects": [
                            {"object": reference, "event": event} for reference, event in since
                        ],
                        "values": list(pair.values),
                        "paid": pair.paid,
                    }
                    for pair, since in each.pairs
                ],
            }
            for each in links_of(state, object_)
        ],
    }


def links_in_words(state: State, object_: Object, translate: Translator) -> list[str]:
    """The links of an object as lines of text."""
    links = links_of(state, object_)
    if not links:
        return [translate(NO_LINKS).format(object=object_.reference)]
    lines: list[str] = []
    for each in links:
        lines.append(f"{object_.reference}:{each.ability}  {each.text}".rstrip())
        for pair, since in each.pairs:
            said = translate(PAIR).format(second=pair.second, first=pair.first)
            why = translate(WHY[pair.rule])
            lines.append(f"  {said}: {_what(pair, since, translate)}")
            lines.append(f"    {why} [CR {pair.rule}]")
            if len(pair.objects) > 1:
                lines.append(f"    {translate(ALL_THAT_ARE)} [CR 607.3]")
    return lines


def _what(pair: Linked, since: tuple[tuple[str, int], ...], translate: Translator) -> str:
    if since:
        each = [translate(SINCE).format(object=o, event=event) for o, event in since]
        return translate(OBJECTS).format(objects="; ".join(each))
    if pair.values:
        return translate(VALUES).format(values=", ".join(map(str, pair.values)))
    if pair.paid is not None:
        return translate(PAID if pair.paid else NOT_PAID)
    if pair.kind in {"choose", "word", "anchor", "note", "pregame_choice"}:
        return f"{translate(UNDEFINED)} [CR 607.5a]"
    return translate(NOTHING_LINKED)

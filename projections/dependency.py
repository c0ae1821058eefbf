"""Dependency: effects that wait for others of their layer (CR 613.8)."""

from __future__ import annotations

import copy
from typing import Any

import msgspec

from events.cards import Affected, Effect, Grant
from projections.derived import Derived
from projections.instances import Continuous, affected, exists
from projections.layer_effects import apply_part
from projections.state import State
from projections.words import replaced_words


def first_independent(
    state: State, world: dict[str, Derived], layer: str, pending: list[Continuous]
) -> Continuous:
    """The earliest effect that waits for no other; those of a loop wait for each other in vain (CR 613.8b)."""
    first = pending[0]
    if layer.startswith("7"):
        return first
    words = [_words_of(each, layer) for each in pending]
    tried: dict[tuple[bytes, bytes], bool] = {}
    if not _waits_for(state, world, layer, pending, 0, words, tried):
        return first
    waits = [
        _waits_for(state, world, layer, pending, one, words, tried) for one in range(len(pending))
    ]
    reach = _reachable(waits)
    return next(
        pending[one]
        for one, direct in enumerate(waits)
        if all(one in reach[other] for other in direct)
    )


def _waits_for(
    state: State,
    world: dict[str, Derived],
    layer: str,
    pending: list[Continuous],
    one: int,
    words: list[bytes],
    tried: dict[tuple[bytes, bytes], bool],
) -> set[int]:
    """Which other effects one effect depends on (CR 613.8a).

    What two effects that speak of objects in general are to each other, two more with the same words are.
    """
    waiting = pending[one]
    if waiting.kind in INERT or waiting.started is not None:
        return set()
    found: set[int] = set()
    before: tuple[Any, ...] | None = None
    for other, each in enumerate(pending):
        if other == one or each.defining != waiting.defining:
            continue
        pair = (words[one], words[other])
        known = tried.get(pair)
        if known is None:
            known = could_matter(waiting, each, layer)
            if known:
                if before is None:
                    before = _outlook(state, world, waiting, layer)
                known = before != _outlook(state, _after(state, world, each, layer), waiting, layer)
            if all(pair):
                tried[pair] = known
        if known:
            found.add(other)
    return found


def _words_of(continuous: Continuous, layer: str) -> bytes:
    """What an effect says, if that alone decides what it does in a layer; empty if more does."""
    general = isinstance(continuous.effect.affects, Affected) and continuous.started is None
    if not general or layer not in {"4", "5"}:
        return b""
    if continuous.kind == "static":
        return b""
    return msgspec.json.encode((continuous.effect, continuous.controller))


def _reachable(waits: list[set[int]]) -> list[set[int]]:
    """For each effect, all those it waits for through others too."""
    reach = [set(each) for each in waits]
    grown = True
    while grown:
        grown = False
        for one, known in enumerate(reach):
            more = known.union(*(reach[other] for other in known))
            if len(more) > len(known):
                reach[one] = more
                grown = True
    return reach


def _after(
    state: State, world: dict[str, Derived], other: Continuous, layer: str
) -> dict[str, Derived]:
    """A world in which one more effect has been applied, on trial."""
    trial = dict(world)
    cards = affected(state, other, world)
    for card in (*cards, *_also_changed(other)):
        if card in trial:
            trial[card] = _copied(trial[card])
    for card in cards:
        apply_part(state, trial, card, other, layer)
    return trial


def _also_changed(other: Continuous) -> tuple[str, ...]:
    partner = other.effect.exchange_text_with
    return () if partner is None else (partner.partition(".")[0],)


def _copied(derived: Derived) -> Derived:
    trial = copy.copy(derived)
    trial.abilities = list(derived.abilities)
    trial.steps = list(derived.steps)
    return trial


INERT = frozenset({"sticker", "control", "room", "kept"})
"""Kinds of effect that look at nothing another effect may change."""


def could_matter(one: Continuous, other: Continuous, layer: str) -> bool:
    """A quick look that spares most trials: may `other` change anything that `one` looks at?"""
    if one.kind in INERT or layer.startswith("7"):
        return False
    if one.kind == "static" and _may_take_abilities(other, layer):
        return True
    if layer == "2" and one.kind == "static" and one.effect.controller == "you":
        return True
    affects = one.effect.affects
    if one.started is None and isinstance(affects, Affected):
        asked = _ASKED_IN[layer]
        if any(getattr(affects.where, field) is not None for field in asked) and _changes(
            other, layer
        ):
            return True
    if layer == "3" and one.effect.replace_words:
        return _may_take_abilities(other, layer) or bool(other.effect.add_text)
    return _looks_at_others(one.effect) and _touches_abilities(other, layer)


_WORDS = ("types", "subtypes", "supertypes")
_ASKED_IN: dict[str, tuple[str, ...]] = {
    "2": ("controller",), "3": (*_WORDS, "colors"), "4": _WORDS, "5": ("colors",), "6": (),
}  # fmt: skip
"""What of a `where` can change in a layer."""


def _changes(other: Continuous, layer: str) -> bool:
    """Whether an effect may change what a `where` asks for in a layer."""
    if layer == "3":
        return bool(other.effect.text_of or other.effect.replace_words)
    return other.kind not in {"sticker", "kept", "room"}


def _may_take_abilities(other: Continuous, layer: str) -> bool:
    """Whether an effect may take abilities away or reword them in a layer."""
    if layer == "3":
        effect = other.effect
        return other.kind == "room" or bool(
            effect.text_of or effect.exchange_text_with or effect.replace_words
        )
    if layer == "4":
        return bool(other.effect.set_subtypes)
    return layer == "6" and bool(other.effect.remove_abilities)


def _touches_abilities(other: Continuous, layer: str) -> bool:
    """Whether an effect may change the abilities of an object at all in a layer."""
    return layer == "6" or _may_take_abilities(other, layer) or bool(other.effect.add_text)


def gives_abilities(chosen: Continuous, layer: str) -> bool:
    """Whether applying an effect may bring new static abilities into its layer."""
    if layer == "3":
        effect = chosen.effect
        return bool(effect.text_of or effect.exchange_text_with or effect.add_text)
    if layer != "6":
        return False
    if chosen.sticker is not None:
        return any(each.ability.effects for each in chosen.sticker.abilities)
    if chosen.kind == "kept" and chosen.ability is not None:
        return bool(chosen.ability.text.ability.effects)
    return any(
        isinstance(entry, str) or entry.abilities_of is not None or bool(entry.effects)
        for entry in chosen.effect.grant or ()
    )


def _looks_at_others(effect: Effect) -> bool:
    if effect.text_of is not None:
        return True
    return any(
        isinstance(entry, str) or entry.abilities_of is not None for entry in effect.grant or ()
    )


def _outlook(
    state: State, world: dict[str, Derived], one: Continuous, layer: str
) -> tuple[Any, ...]:
    """What `one` is in a world: whether it is there, what it affects, and what it would do."""
    there = exists(one, world)
    cards = affected(state, one, world) if there else ()
    return (there, cards, _doing(world, one, layer, cards) if there and cards else None)


def _doing(
    world: dict[str, Derived], one: Continuous, layer: str, cards: tuple[str, ...]
) -> list[Any]:
    effect = _as_it_reads(world, one)
    seen: list[Any] = [effect]
    if layer == "2" and effect.controller == "you" and one.source in world:
        seen.append(world[one.source].controller)
    if layer == "3" and effect.replace_words:
        seen += [_words_found(world[card], effect.replace_words) for card in cards]
    if layer == "3" and effect.text_of is not None:
        original = world.get(effect.text_of.partition(".")[0])
        if original is not None:
            seen.append([each.key for each in original.abilities])
    if layer == "6":
        for entry in effect.grant or ():
            if isinstance(entry, Grant) and entry.abilities_of is not None:
                original = world.get(entry.abilities_of.partition(".")[0])
                if original is not None:
                    seen.append([each.key for each in original.abilities])
    return seen


def _words_found(derived: Derived, words: dict[str, str]) -> list[bool]:
    """Which of the words to be replaced an object's text has."""
    type_line = " ".join((*derived.types, *derived.subtypes))
    text = " ".join((type_line, *(each.text.ability.text for each in derived.abilities)))
    return [replaced_words(text, {old: f"{old}\0"}) != text for old in words]


def _as_it_reads(world: dict[str, Derived], one: Continuous) -> Effect:
    """The effect as its ability's text is at this point: words in it may have been replaced (CR 612.2)."""
    if one.kind != "static" or one.ability is None:
        return one.effect
    derived = world.get(one.source or "")
    for each in () if derived is None else derived.abilities:
        if each.key == one.ability.key and each.path == one.ability.path:
            effects = each.text.ability.effects
            if one.order < len(effects):
                return effects[one.order]
    return one.effect

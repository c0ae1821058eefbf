"""Dependency: effects that wait for others of their layer (CR 613.8)."""

from __future__ import annotations

from typing import Any

import msgspec

from events.cards import Affected, Effect
from projections.derived import Derived
from projections.granting import given_by, given_in
from projections.instances import Continuous, ability_now, affected, exists
from projections.layer_effects import apply_part, new_controller
from projections.state import State
from projections.words import replaced_ability, replaced_words


def first_independent(
    state: State, world: dict[str, Derived], layer: str, pending: list[Continuous]
) -> Continuous:
    """The earliest effect that waits for no other; those of a loop wait for each other in vain (CR 613.8b)."""
    words = [_words_of(each, layer) for each in pending]
    tried: dict[tuple[bytes | None, bytes | None], bool] = {}
    if not _waits_for(state, world, layer, pending, 0, words, tried):
        return pending[0]
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
    words: list[bytes | None],
    tried: dict[tuple[bytes | None, bytes | None], bool],
) -> set[int]:
    """Which other effects one effect depends on (CR 613.8a).

    What two effects that speak of objects in general are to each other, two more with the same words are.
    """
    waiting = pending[one]
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
            if None not in pair:
                tried[pair] = known
        if known:
            found.add(other)
    return found


def _words_of(continuous: Continuous, layer: str) -> bytes | None:
    """What an effect on a group says, if that alone decides what it does in a layer."""
    alone = layer in {"4", "5"} and continuous.kind == "effect" and continuous.started is None
    if not alone or not isinstance(continuous.effect.affects, Affected):
        return None
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
    for card in affected(state, other, world):
        trial[card] = msgspec.structs.replace(world[card], abilities=list(world[card].abilities))
        apply_part(state, trial, card, other, layer)
    return trial


INERT = frozenset({"sticker", "control", "room", "kept"})
"""Kinds of effect that look at nothing another effect may change."""


def could_matter(one: Continuous, other: Continuous, layer: str) -> bool:
    """A quick look that spares most trials: may `other` change anything that `one` looks at?"""
    if one.kind in INERT or layer.startswith("7"):
        return False
    if one.kind == "static" and _may_take_abilities(other, layer):
        return True
    effect = one.effect
    if layer == "2" and effect.controller == "you":
        return True
    if one.started is None and isinstance(effect.affects, Affected):
        where = effect.affects.where
        asked = any(getattr(where, field) is not None for field in _ASKED_IN[layer])
        if asked and (layer != "3" or other.effect.text_of or other.effect.replace_words):
            return True
    if (layer == "3" and effect.replace_words) or (
        one.resolved is None and _gives_by_reference(effect, layer)
    ):
        return layer == "6" or _may_take_abilities(other, layer) or bool(other.effect.add_text)
    return False


_ASKED_IN: dict[str, tuple[str, ...]] = {
    "2": ("controller",), "3": ("types", "subtypes", "supertypes", "colors"),
    "4": ("types", "subtypes", "supertypes"), "5": ("colors",), "6": (),
}  # fmt: skip
"""What of a `where` can change in a layer."""


def _may_take_abilities(other: Continuous, layer: str) -> bool:
    """Whether an effect may take abilities away or reword them in a layer."""
    effect = other.effect
    if layer == "3":
        words = effect.text_of or effect.exchange_text_with or effect.replace_words
        return other.kind == "room" or bool(words)
    return bool(effect.set_subtypes if layer == "4" else effect.remove_abilities)


def _gives_by_reference(effect: Effect, layer: str) -> bool:
    """Whether what an effect gives in a layer is what some object has by then."""
    return any(
        isinstance(entry, str) or entry.abilities_of is not None
        for entry in given_in(effect, layer)
    )


def _outlook(
    state: State, world: dict[str, Derived], one: Continuous, layer: str
) -> tuple[Any, ...]:
    """What `one` is in a world: whether it is there, its text, what it affects, and what it would do."""
    if one.started is None and not exists(one, world):
        return ()
    cards = affected(state, one, world)
    effect = _as_it_reads(world, one)
    seen: list[Any] = [cards, effect]
    if layer == "2":
        seen.append(new_controller(one, world))
    if layer == "3" and effect.replace_words:
        seen += [_words_found(world[card], effect.replace_words) for card in cards]
    if one.resolved is None:
        seen += [each.text for each in given_by(world, one, effect, layer)]
    return tuple(seen)


def _words_found(derived: Derived, words: dict[str, str]) -> list[bool]:
    """Which of the words to be replaced an object has in its type line and rules text."""
    abilities = [each.text.ability for each in derived.abilities]
    return [
        any(
            replaced_words(each, {old: new}) != each for each in (*derived.types, *derived.subtypes)
        )
        or any(replaced_ability(each, {old: new}) != each for each in abilities)
        for old, new in words.items()
    ]


def _as_it_reads(world: dict[str, Derived], one: Continuous) -> Effect:
    """The effect as its ability's text is at this point: words in it may have been replaced (CR 612.2)."""
    ability = None if one.ability is None else ability_now(one, world[one.source])
    return one.effect if ability is None else ability.text.ability.effects[one.order]

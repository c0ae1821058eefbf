"""The layers: continuous effects applied to objects in order (CR 613).

`derive_all` takes some objects from their copiable values through layers 2 to 7, with timestamps
(CR 613.7) and dependency (CR 613.8). Everything they hang together with is derived beside them.
"""

from __future__ import annotations

from projections.dependency import first_independent
from projections.derived import Derived, company, start
from projections.instances import LAYERS, Continuous, affected, collect, in_layer
from projections.layer_effects import apply_counters, apply_part
from projections.state import AbilityOn, State

Identity = tuple[str, str | None, str, str | None, int | None, int, int]


def derive_all(state: State, roots: tuple[str, ...], last: str = LAYERS[-1]) -> dict[str, Derived]:
    """Derive some objects, and those they hang together with, up to a layer."""
    cards = company(state, roots, text_only=last in {"2", "3"})
    world = {card: start(state.objects[card]) for card in cards}
    begun: dict[Identity, Continuous] = {}
    for layer in LAYERS:
        _apply_layer(state, world, layer, begun)
        if layer == "7c":
            for derived in world.values():
                apply_counters(derived)
        if layer == last:
            break
    return world


def _identity(continuous: Continuous) -> Identity:
    """What tells an effect from all others, however often they are collected."""
    ability = continuous.ability
    return (
        continuous.kind,
        continuous.object,
        continuous.name,
        None if ability is None else ability.key,
        None if ability is None else ability.text.half,
        continuous.place,
        continuous.order,
    )


def _apply_layer(
    state: State, world: dict[str, Derived], layer: str, begun: dict[Identity, Continuous]
) -> None:
    """Apply one layer's effects one after the other, choosing anew after each (CR 613.8c).

    What depends on what is asked of the world as it is by then: an effect that nothing yet to come would give
    an object *now* takes its turn and applies to nothing (CR 613.8a), in later layers too (CR 613.6). After
    an effect that leaves static abilities as they are, the others of its layer need no second look.
    """
    done: set[Identity] = set()
    while pending := _still_to_apply(state, world, layer, begun, done):
        while pending:
            chosen = first_independent(state, world, layer, pending)
            pending = [each for each in pending if each is not chosen]
            identity = _identity(chosen)
            done.add(identity)
            begun[identity] = chosen
            chosen.started = cards = affected(state, chosen, world)
            before = _static_abilities(world, cards, layer)
            for card in cards:
                apply_part(state, world, card, chosen, layer)
            if before != _static_abilities(world, cards, layer):
                break


def _static_abilities(
    world: dict[str, Derived], cards: tuple[str, ...], layer: str
) -> list[AbilityOn]:
    """The abilities of some objects that have effects, in a layer in which an effect may give, take or reword some."""
    there = cards if layer in {"3", "4", "6"} else ()
    return [each for card in there for each in world[card].abilities if each.text.ability.effects]


def _still_to_apply(
    state: State,
    world: dict[str, Derived],
    layer: str,
    begun: dict[Identity, Continuous],
    done: set[Identity],
) -> list[Continuous]:
    """The effects of a layer; one that began to apply goes on, to the same objects (CR 613.6).

    It goes on as its text reads by now (CR 612.1), and without its ability too.
    """
    found: dict[Identity, Continuous] = {}
    for continuous in collect(state, world):
        identity = _identity(continuous)
        if identity in begun:
            continuous.started = begun[identity].started
        found[identity] = continuous
    for identity, continuous in begun.items():
        found.setdefault(identity, continuous)
    there = [
        continuous
        for identity, continuous in found.items()
        if identity not in done and in_layer(continuous, layer)
    ]
    there.sort(key=lambda each: each.sort_key)
    return there

"""The layers: continuous effects applied to objects in order (CR 613).

`derive_all` takes some objects from their copiable values through layers 2 to 7, with timestamps
(CR 613.7) and dependency (CR 613.8). Everything they hang together with is derived beside them.
"""

from __future__ import annotations

import copy

from projections.dependency import could_matter, first_independent, gives_abilities
from projections.derived import Derived, company, start
from projections.instances import LAYERS, Continuous, affected, collect, in_layer
from projections.layer_effects import apply_counters, apply_part
from projections.state import State

Identity = tuple[str, str, int]


def derive_all(state: State, roots: tuple[str, ...], last: str = "7d") -> dict[str, Derived]:
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
    key = continuous.ability.key if continuous.ability is not None else ""
    where = continuous.object or continuous.source or ""
    return (f"{continuous.kind}|{where}|{continuous.name}", key, continuous.order)


def _apply_layer(
    state: State, world: dict[str, Derived], layer: str, begun: dict[Identity, Continuous]
) -> None:
    """Apply one layer's effects one after the other, choosing anew after each (CR 613.8c).

    After an effect that can change nothing for the others of its layer, they need no second look.
    """
    done: set[Identity] = set()
    while True:
        pending = _pending(state, world, layer, begun, done)
        if not pending:
            return
        while pending:
            chosen = pending[0]
            if len(pending) > 1:
                chosen = first_independent(state, world, layer, pending)
            pending = [each for each in pending if each is not chosen]
            done.add(_identity(chosen))
            _apply(state, world, chosen, layer, begun)
            if gives_abilities(chosen, layer) or any(
                could_matter(each, chosen, layer) for each in pending
            ):
                break


def _apply(
    state: State,
    world: dict[str, Derived],
    chosen: Continuous,
    layer: str,
    begun: dict[Identity, Continuous],
) -> None:
    cards = affected(state, chosen, world)
    if chosen.kind in {"static", "effect"} and chosen.started is None:
        kept = copy.copy(chosen)
        kept.started = cards
        begun[_identity(chosen)] = kept
    for card in cards:
        apply_part(state, world, card, chosen, layer)


def _pending(
    state: State,
    world: dict[str, Derived],
    layer: str,
    begun: dict[Identity, Continuous],
    done: set[Identity],
) -> list[Continuous]:
    """The effects still to be applied in a layer; one that began to apply goes on doing so (CR 613.6).

    One that applies to nothing yet waits for those that may give it something (CR 613.8b).
    """
    found: dict[Identity, Continuous] = {}
    for continuous in collect(state, world):
        found[_identity(continuous)] = continuous
    found |= begun
    pending = [
        continuous
        for identity, continuous in found.items()
        if identity not in done
        and in_layer(continuous, layer)
        and affected(state, continuous, world)
    ]
    pending.sort(key=lambda each: each.sort_key)
    return pending

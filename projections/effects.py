"""What happens as continuous effects begin and end, control changes, things attach and phase (CR 611, 613)."""

from __future__ import annotations

import msgspec

from events.cards import Affected, Effect, Grant
from events.effects import (
    Attached,
    ControllerChanged,
    EffectBegan,
    EffectEnded,
    PhasedIn,
    PhasedOut,
)
from projections.copiable_values import TextAbility
from projections.effects_on import end_effect
from projections.granted_texts import granted_texts, printed_within
from projections.identity import current, look_back, numbered
from projections.state import AbilityOn, ControlOn, EffectOn, Object, State
from projections.statics import note_statics
from projections.timestamps import stamp
from projections.zone_changes import attach, end_prepare_copies, unattach


def effect_began(state: State, event: EffectBegan, position: int) -> None:
    """Let a continuous effect begin; what it applies to and what it grants is fixed now (CR 611.2c, 613.7b)."""
    if event.effect in state.effects:
        end_effect(state, event.effect)
    named = event.source if isinstance(event.source, str) else None
    source = None if named is None else look_back(state, named)
    timestamp = state.tick()
    targets = _targets(state, event.continuous, source)
    definition = event.continuous
    if definition.text_of is not None:
        definition = msgspec.structs.replace(
            definition, text_of=numbered(state, definition.text_of)
        )
    effect = EffectOn(
        effect=event.effect,
        definition=definition,
        timestamp=timestamp,
        position=position,
        source=None if source is None else source.reference,
        targets=None if targets is None else tuple(each.reference for each in targets),
        controller=None if source is None else source.controller or source.owner,
    )
    origin = f"effect{event.effect}@{timestamp}"
    effect.grants = given_abilities(
        state, event.continuous.grant, event.effect, origin, timestamp, source
    )
    effect.added_text = given_abilities(
        state, event.continuous.add_text, event.effect, origin, timestamp, source, granted=False
    )
    if event.continuous.exchange_text_with is not None and targets:
        _exchange(state, effect, targets[0], event.continuous.exchange_text_with)
    if effect.targets is None:
        state.where_effects = (*state.where_effects, event.effect)
    elif not effect.targets:
        return
    state.effects[event.effect] = effect
    state.changed()
    for reference in effect.targets or ():
        object_ = current(state, reference)
        object_.effects = (*object_.effects, event.effect)
        note_statics(state, object_)


def _targets(state: State, effect: Effect, source: Object | None) -> list[Object] | None:
    affects = effect.affects
    if isinstance(affects, Affected):
        return None
    if isinstance(affects, tuple):
        return list({id(each): each for each in (current(state, a) for a in affects)}.values())
    if affects not in {"self", "attached"}:
        return [current(state, affects)]
    named = None if source is None else source.reference
    if source is not None and affects == "attached":
        named = source.attached_to
    object_ = state.objects.get((named or "").partition(".")[0])
    return [object_] if object_ is not None and object_.reference == named else []


def given_abilities(
    state: State,
    entries: tuple[str | Grant, ...] | None,
    prefix: str,
    origin: str,
    since: int,
    source: Object | None,
    *,
    granted: bool = True,
) -> tuple[AbilityOn, ...]:
    """The abilities that a list of grants gives, with what gave them (CR 607.5, 201.5a)."""
    given: list[AbilityOn] = []
    for entry in entries or ():
        inside = printed_within(state, entry) if isinstance(entry, str) else None
        given += [
            AbilityOn(
                f"{prefix}/{text.ability.id}", text, origin, since=since, granted=granted,
                printed_in=inside,
            )
            for text in granted_texts(state, entry, source)
        ]  # fmt: skip
    return tuple(given)


def _exchange(state: State, effect: EffectOn, first: Object, other: str) -> None:
    """Note the text boxes two objects have exchanged (CR 612.5); each keeps the other's for good."""
    second = current(state, other)
    effect.targets = (first.reference, second.reference)
    effect.exchanged = {
        first.reference: _text_box(state, second),
        second.reference: _text_box(state, first),
    }


def _text_box(state: State, object_: Object) -> tuple[TextAbility, ...]:
    from projections.layers import derive_all  # noqa: PLC0415 - they need one another

    derived = derive_all(state, (object_.card,), "3")[object_.card]
    return tuple(each.text for each in derived.abilities)


def effect_ended(state: State, event: EffectEnded, position: int) -> None:
    """Let a continuous effect end."""
    del position
    end_effect(state, event.effect)


def controller_changed(state: State, event: ControllerChanged, position: int) -> None:
    """Let a player gain control of an object (CR 613.1b)."""
    object_ = current(state, event.object)
    if event.effect is None:
        object_.control = tuple(each for each in object_.control if each.effect is not None)
    else:
        cards = state.named_effects.get(event.effect, ())
        state.named_effects[event.effect] = (*cards, object_.card)
    object_.control = (
        *object_.control, ControlOn(event.controller, state.tick(), position, event.effect)
    )  # fmt: skip
    state.changed()


def attached(state: State, event: Attached, position: int) -> None:
    """Attach an object or take it off; attaching stamps it anew (CR 613.7e)."""
    object_ = current(state, event.object)
    if event.to is None:
        unattach(state, object_)
        return
    host = current(state, event.to)
    if object_.attached_to == host.reference:
        return
    attach(state, object_, host)
    object_.attached_at = position
    stamp(state, object_)


def phased_out(state: State, event: PhasedOut, position: int) -> None:
    """Let a permanent be treated as though it did not exist."""
    del position
    object_ = current(state, event.object)
    object_.phased_out = True
    end_prepare_copies(state, object_)
    state.changed()


def phased_in(state: State, event: PhasedIn, position: int) -> None:
    """Let a permanent be there again; it is the same object."""
    del position
    current(state, event.object).phased_out = False
    state.changed()

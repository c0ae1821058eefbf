"""What effects, control, attachments and phasing need (CR 108.4, 110.5, 611, 613, 701.3b)."""

from __future__ import annotations

from collections.abc import Iterable

from events.cards import Affected, Effect, Grant
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.effects import (
    Attached,
    ControllerChanged,
    EffectBegan,
    EffectEnded,
    PhasedIn,
    PhasedOut,
)
from events.errors import RecordError, RuleBroken
from projections.abilities_on import find_ability
from projections.granted_texts import granted_by_reference
from simulator.legality.abilities import is_ability, is_itself
from simulator.legality.asked import Asked, Errors, is_bare, is_observed, object_now, text_now
from simulator.legality.references import is_there


def effects_begin_once(asked: Asked, event: EffectBegan) -> Errors:
    """An effect that lasts does not begin again."""
    if event.effect in asked.state.effects:
        yield RecordError(
            "the effect {effect!r} has begun already",
            effect=event.effect,
            advice="give each effect an id of its own",
        )


def effects_end_that_began(asked: Asked, event: EffectEnded) -> Errors:
    """An effect that ends has begun; one whose objects are gone is over already (CR 611.2a)."""
    if event.effect not in asked.known.effects:
        yield RecordError(
            "there is no effect {effect!r}",
            effect=event.effect,
            advice="`effect` of the event that began it names it",
        )
    elif event.effect in asked.known.ended and not is_observed(event):
        yield RecordError(
            "the effect {effect!r} has ended already",
            effect=event.effect,
            rule="611.2a",
            advice="an effect ends once; give each effect an id of its own",
        )


def effects_name_what_is_there(asked: Asked, event: EffectBegan) -> Errors:
    """What an effect affects, takes text from or comes from is there as it begins (CR 611.2c).

    What a source is attached to may be told of one that has left, as it last was (CR 608.2h).
    """
    effect = event.continuous
    source = event.source if isinstance(event.source, str) else None
    affects = effect.affects
    if isinstance(affects, Affected):
        controller = affects.where.controller
        if controller not in {None, "you", "opponent", *asked.state.players}:
            yield RecordError(
                "{player!r} is no player of this game",
                player=controller,
                advice="the header's `players` lists them",
            )
    elif isinstance(affects, tuple):
        for reference in affects:
            yield from is_there(asked, reference)
    elif affects not in {"self", "attached"}:
        if "." in affects or affects in asked.known.cards or affects in asked.group.added:
            yield from is_there(asked, affects)
    elif source is None and affects == "self":
        yield RecordError(
            "nothing says what the effect affects: `affects` is missing, or `source`",
            advice="list what is affected, or name the object that affects itself",
        )
    elif source is None:
        yield RecordError(
            "an effect that affects {affects!r} needs `source`: the object it comes from",
            affects=affects,
            advice="name the object, or list what is affected",
        )
    if source is not None:
        yield from is_there(asked, source, look_back=affects != "self")
    for named in (effect.text_of, effect.exchange_text_with):
        if named is not None:
            yield from is_there(asked, named, read=True)
    yield from _own_players(asked, effect)


def _own_players(asked: Asked, effect: Effect) -> Errors:
    if effect.controller not in {None, "you", *asked.state.players}:
        yield RecordError(
            "{player!r} is no player of this game",
            player=effect.controller,
            advice="the header's `players` lists them",
        )


def granted_abilities_are_there(asked: Asked, event: EffectBegan) -> Errors:
    """An ability that an effect gives by reference is one an object has (CR 113.10, 607.1a)."""
    yield from _granted(asked, event.continuous.grant or ())
    yield from _granted(asked, event.continuous.add_text or ())


def exceptions_are_there(asked: Asked, event: BecameCopy | TokenCreated | CopyCreated) -> Errors:
    """Nor does an exception to copying give an ability that is not there (CR 707.9a)."""
    if event.except_ is not None:
        yield from _granted(asked, event.except_.grant or ())


def _granted(asked: Asked, entries: Iterable[str | Grant]) -> Errors:
    for entry in entries:
        if isinstance(entry, Grant):
            if entry.abilities_of is not None:
                yield from is_there(asked, entry.abilities_of, look_back=True)
        elif granted_by_reference_safely(asked, entry) is None:
            yield from is_ability(asked, entry, "113.10")
        else:
            yield from is_itself(asked, entry, "113.10")


def granted_by_reference_safely(asked: Asked, reference: str) -> object | None:
    """What a grant by reference gives; None where it cannot be read."""
    try:
        return granted_by_reference(asked.state, reference)
    except RecordError:
        return None


def kept_abilities_are_there(asked: Asked, event: BecameCopy) -> Errors:
    """What a copy keeps is an ability it has before (CR 707.9a)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or is_bare(asked.state, text_now(object_)):
        return
    for path in event.keeps:
        own = path.partition(":")[2] if ":" in path else path
        if find_ability(asked.state, object_, own) is None and (
            ":" not in path or granted_by_reference_safely(asked, path) is None
        ):
            yield RecordError(
                "{object} has no ability {ability!r} to keep",
                object=object_.reference,
                ability=path,
                rule="707.9a",
                advice="`keeps` lists ids of abilities the object has",
            )


def permanents_are_attached(asked: Asked, event: Attached) -> Errors:
    """A permanent is attached to another permanent (CR 701.3b)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    host = None if event.to is None else object_now(asked.state, event.to)
    for each in (object_, host):
        if each is None or each.zone == "battlefield" or each.card in asked.group.entering:
            continue
        yield RuleBroken(
            "{object} is not on the battlefield and cannot be attached or have something attached",
            object=each.reference,
            rule="701.3b",
            advice="only permanents are attached to permanents",
        )
    if host is object_:
        yield RuleBroken(
            "{object} cannot be attached to itself",
            object=object_.reference,
            rule="701.3b",
            advice="attach it to another permanent",
        )


def controlled_things_change_control(asked: Asked, event: ControllerChanged) -> Errors:
    """Only permanents and spells have a controller (CR 108.4)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or object_.card in asked.group.moving:
        return
    if object_.zone not in {"battlefield", "stack"}:
        yield RuleBroken(
            "{object} is no permanent or spell, so it has no controller",
            object=object_.reference,
            rule="108.4",
            advice="only permanents and spells have controllers",
        )


def permanents_phase_out(asked: Asked, event: PhasedOut) -> Errors:
    """Only a phased-in permanent phases out (CR 110.5)."""
    yield from _phasing(asked, event.object, out=True)


def permanents_phase_in(asked: Asked, event: PhasedIn) -> Errors:
    """Only a phased-out permanent phases in (CR 110.5)."""
    yield from _phasing(asked, event.object, out=False)


def _phasing(asked: Asked, reference: str, *, out: bool) -> Errors:
    object_ = object_now(asked.state, reference)
    if object_ is None or object_.card in asked.group.moving:
        return
    if object_.zone != "battlefield":
        yield RuleBroken(
            "{object} is no permanent and does not phase",
            object=object_.reference,
            rule="110.5d",
            advice="only permanents have a status",
        )
    elif object_.phased_out == out:
        yield RuleBroken(
            "{object} is phased out already" if out else "{object} is phased in already",
            object=object_.reference,
            rule="110.5",
            advice="a permanent that is so stays so",
        )

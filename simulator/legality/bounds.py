"""How much one object, effect or moment may hold: a record cannot ask for unbounded time or memory.

These are limits of the program, not of the rules; each refusal says which.
"""

from __future__ import annotations

import re
from typing import Any

from events.cards import Effect, Grant
from events.copying import BecameCopy, TokenCreated
from events.effects import Attached, EffectBegan
from events.errors import RecordError
from events.event import EventBase
from events.faces import Melded, Merged
from events.kinds import Simultaneous
from events.stickers import StickerMoved, StickerPlaced
from projections.layer_one import current_text
from projections.names import names_of
from projections.state import Object, State
from projections.stickers import described
from simulator.legality.asked import Asked, Errors, object_now
from simulator.legality.entering import choices_in
from simulator.legality.stickers import sticker_on

MOST_STICKERS = 300
MOST_LETTERS = 1000
MOST_LETTERS_ON_AN_OBJECT = 10_000
MOST_EFFECTS = 1000
MOST_COPIES = 200
MOST_NAMES = 100
MOST_ABILITIES = 500
MOST_ATTACHED = 1000
MOST_COMPONENTS = 100
MOST_AT_ONCE = 10_000
MOST_LONGER_WORDS = 8
LONGEST_WORD = 100
MOST_GRANTS = 100
MOST_GROUP_EFFECTS = 200
MOST_LOOKING_GROUPS = 20
MOST_LOOKING = 40
MOST_LOOKING_HOLDERS = 15

_TEXT = re.compile(r"\w+")


def _too_much(template: str, most: int) -> RecordError:
    return RecordError(
        template, most=most, advice="that is a limit of this program, not of the rules"
    )


def few_at_once(asked: Asked, event: Simultaneous) -> Errors:
    """So many events at once, and no more."""
    del asked
    if len(event.events) > MOST_AT_ONCE:
        yield _too_much("more than {most} events at once are not kept", MOST_AT_ONCE)


def few_choices(asked: Asked) -> Errors:
    """So many choices as something enters, and no more."""
    if sum(1 for _ in choices_in(asked.group.events)) > MOST_EFFECTS:
        yield _too_much("more than {most} choices at once are not kept", MOST_EFFECTS)


def few_stickers(asked: Asked, event: StickerPlaced | StickerMoved) -> Errors:
    """So many stickers and letters on one object, and no more."""
    on = event.on if isinstance(event, StickerPlaced) else event.to
    object_ = object_now(asked.state, on)
    if object_ is None:
        return
    if len(object_.stickers) >= MOST_STICKERS:
        yield _too_much("more than {most} stickers on an object are not kept", MOST_STICKERS)
    if isinstance(event, StickerPlaced):
        words = described(asked.state, event)[1].words or ""
        if len(words) > MOST_LETTERS or len(event.sticker) > MOST_LETTERS:
            yield _too_much("more than {most} letters on a sticker are not kept", MOST_LETTERS)
    else:
        sticker = sticker_on(asked, event.sticker)
        words = "" if sticker is None else sticker.words
    letters = sum(len(each.words) for each in object_.stickers) + len(words)
    if letters > MOST_LETTERS_ON_AN_OBJECT:
        yield _too_much(
            "more than {most} letters of stickers on an object are not kept",
            MOST_LETTERS_ON_AN_OBJECT,
        )


def few_effects(asked: Asked, event: EffectBegan) -> Errors:
    """So many effects, names and abilities on one object, and no more."""
    effect = event.continuous
    if len(effect.names or ()) > MOST_NAMES:
        yield _too_much("more than {most} names that an effect gives are not kept", MOST_NAMES)
    if len(effect.grant or ()) + len(effect.add_text or ()) > MOST_GRANTS:
        yield _too_much("more than {most} abilities that an effect gives are not kept", MOST_GRANTS)
    if any(len(name) > MOST_LETTERS for name in (effect.set_name or "", *(effect.names or ()))):
        yield _too_much("more than {most} letters of a name are not kept", MOST_LETTERS)
    targets = _targets(asked.state, event)
    if targets is None:
        most = MOST_LOOKING_GROUPS if _looks_far(effect) else MOST_GROUP_EFFECTS
        if _on_groups(asked.state, effect) >= most:
            yield _too_much("more than {most} effects on groups of objects are not kept", most)
        targets = []
    if _looks_far(effect) and _looking(asked.state) >= MOST_LOOKING:
        yield _too_much(
            "more than {most} effects that look at other objects' text are not kept", MOST_LOOKING
        )
    longer = _makes_longer(effect)
    for object_ in targets:
        if len(object_.effects) >= MOST_EFFECTS:
            yield _too_much("more than {most} effects on an object are not kept", MOST_EFFECTS)
        if longer and len(object_.effects) >= MOST_LONGER_WORDS:
            yield _too_much(
                "more than {most} effects that make words longer on an object are not kept",
                MOST_LONGER_WORDS,
            )
        if effect.names and len(names_of(asked.state, object_)) + len(effect.names) > MOST_NAMES:
            yield _too_much("more than {most} names of an object are not kept", MOST_NAMES)
        if _gives_abilities(effect) and _abilities(asked.state, object_) > MOST_ABILITIES:
            yield _too_much("more than {most} abilities of an object are not kept", MOST_ABILITIES)
    for old, new in (effect.replace_words or {}).items():
        if len(old) > LONGEST_WORD or len(new) > LONGEST_WORD:
            yield _too_much("more than {most} letters of a word are not kept", LONGEST_WORD)
    for grant in effect.grant or ():
        given = grant.abilities_of if isinstance(grant, Grant) else None
        giver = None if given is None else object_now(asked.state, given)
        if giver is not None and _abilities(asked.state, giver) > MOST_ABILITIES:
            yield _too_much("more than {most} abilities of an object are not kept", MOST_ABILITIES)


def _on_groups(state: State, effect: Effect) -> int:
    """How many effects on groups there are; of those that look at others' text, only such."""
    there = [
        state.effects[name].definition for name in state.where_effects if name in state.effects
    ]
    return sum(map(_looks_far, there)) if _looks_far(effect) else len(there)


def few_far(asked: Asked, event: EventBase) -> Errors:
    """So many permanents whose static abilities look at others' text: each may depend on each (CR 613.8)."""
    del event
    far = asked.state.far_text
    if len(far) <= MOST_LOOKING_HOLDERS:
        return
    if sum(_is_looking(asked.state, card) for card in far) > MOST_LOOKING_HOLDERS:
        yield _too_much(
            "more than {most} objects whose abilities look at others' text are not kept",
            MOST_LOOKING_HOLDERS,
        )


def _is_looking(state: State, card: str) -> bool:
    object_ = state.objects.get(card)
    return object_ is not None and any(
        _looks_far(effect)
        for face in current_text(object_).faces
        for each in face.abilities
        for effect in each.ability.effects
    )


def _looks_far(effect: Effect) -> bool:
    given = (*(effect.grant or ()), *(effect.add_text or ()))
    return bool(effect.replace_words or effect.text_of or effect.exchange_text_with) or any(
        isinstance(each, Grant) and each.abilities_of is not None for each in given
    )


def _looking(state: State) -> int:
    return sum(_looks_far(each.definition) for each in state.effects.values())


def _makes_longer(effect: Effect) -> bool:
    words: dict[str, Any] = effect.replace_words or {}
    return any(len(_TEXT.findall(new)) > 1 for new in words.values())


def _gives_abilities(effect: Effect) -> bool:
    return bool(effect.grant or effect.add_text or effect.text_of or effect.exchange_text_with)


def _abilities(state: State, object_: Object) -> int:
    shown = sum(len(face.abilities) for face in current_text(object_).faces)
    given = (state.effects[name] for name in object_.effects if name in state.effects)
    return shown + sum(len(effect.grants) + len(effect.added_text) for effect in given)


def _targets(state: State, event: EffectBegan) -> list[Object] | None:
    affects = event.continuous.affects
    source = event.source if isinstance(event.source, str) else None
    if isinstance(affects, str):
        named = source if affects == "self" else affects
        if affects == "attached":
            holder = None if source is None else object_now(state, source)
            named = None if holder is None else holder.attached_to
        found = None if named is None else object_now(state, named)
        return [] if found is None else [found]
    if isinstance(affects, tuple):
        return [each for each in (object_now(state, name) for name in affects) if each is not None]
    return None


def few_copies(asked: Asked, event: BecameCopy) -> Errors:
    """So many copy effects and abilities on one object, and no more."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    if len(object_.copiable) >= MOST_COPIES:
        yield _too_much("more than {most} copy effects on an object are not kept", MOST_COPIES)
    if _abilities(asked.state, object_) + len(event.keeps) > MOST_ABILITIES:
        yield _too_much("more than {most} abilities of an object are not kept", MOST_ABILITIES)


def few_parts(asked: Asked, event: Merged) -> Errors:
    """So many cards in one permanent, and no more."""
    parts = [object_now(asked.state, each) for each in (event.object, event.into)]
    there = [each for each in parts if each is not None]
    if sum(len(each.components) for each in there) >= MOST_COMPONENTS:
        yield _too_much("more than {most} components of a permanent are not kept", MOST_COMPONENTS)
    if sum(len(each.copiable) for each in there) >= MOST_COPIES:
        yield _too_much("more than {most} copy effects on an object are not kept", MOST_COPIES)
    if sum(_abilities(asked.state, each) for each in there) > MOST_ABILITIES:
        yield _too_much("more than {most} abilities of an object are not kept", MOST_ABILITIES)


def few_attached(asked: Asked, event: Attached) -> Errors:
    """So many things attached to one object, and no more."""
    host = None if event.to is None else object_now(asked.state, event.to)
    if host is not None and len(host.attachments) >= MOST_ATTACHED:
        yield _too_much("more than {most} things attached to an object are not kept", MOST_ATTACHED)


def short_ids(asked: Asked, event: EventBase) -> Errors:
    """Ids of cards and effects are of a length people can read."""
    del asked
    if isinstance(event, (TokenCreated, Melded)) or hasattr(event, "card"):
        card: Any = getattr(event, "card", "")
        if len(card) > MOST_LETTERS:
            yield _too_much("more than {most} letters of an id are not kept", MOST_LETTERS)
    effect: Any = getattr(event, "effect", None)
    if isinstance(effect, str) and len(effect) > MOST_LETTERS:
        yield _too_much("more than {most} letters of an id are not kept", MOST_LETTERS)

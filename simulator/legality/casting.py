"""What may be cast, resolved, countered (CR 601, 608, 709.3, 712.11, 715.3, 718.3, 720.3, 722.3)."""

from __future__ import annotations

from events.casting import (
    AbilityResolved,
    SpellCast,
    SpellCountered,
    SpellResolved,
)
from events.errors import RecordError, RuleBroken
from projections.characteristics import characteristics_of
from projections.copiable_values import DOUBLE_FACED, SPLIT, CopiableText, Status, values_of
from projections.layer_one import current_text, is_room_text
from projections.state import Object, State
from simulator.legality.asked import (
    Asked,
    Errors,
    card_of,
    faces_of,
    is_bare,
    is_observed,
    object_now,
)

RULE_OF_FACE = {"adventure": "715.3", "omen": "720.3", "prepare": "722.3", "preparation": "722.3",
                "flip": "710.2", "meld": "712.8b", "prototype": "718.3"}  # fmt: skip
"""The rule by which a face is chosen as a card of that layout is cast."""


_NO_CHOICE = frozenset({"601.2a", "712.8b", "718.3"})
"""The rules of cards that are cast as what they are."""


def cards_are_cast(asked: Asked, event: SpellCast) -> Errors:
    """A card, or a copy of one, is cast from a zone other than the stack and the battlefield (CR 601.2a)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    if object_.zone in {"stack", "battlefield"} or object_.kind in {"token", "ability"}:
        yield RuleBroken(
            "{object} is in the zone {zone} and cannot be cast from there",
            object=object_.reference,
            zone=object_.zone,
            rule="601.2a",
            advice="only a card, or a copy of one, that is not on the stack can be cast",
        )


def halves_are_chosen(asked: Asked, event: SpellCast) -> Errors:
    """Which half of a split card is cast must be said (CR 709.3)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or event.face is not None or event.face_down:
        return
    text = current_text(object_)
    if text.layout in SPLIT and len(text.faces) > 1 and not text.unknown:
        yield RecordError(
            "`face` must say which half of {object} is cast",
            object=object_.reference,
            faces=faces_of(text),
            rule="709.3",
            advice="it has {faces}",
        )


def cast_face_is_there(asked: Asked, event: SpellCast) -> Errors:
    """A card is cast as a face, half or frame it has (CR 709.3, 710.2, 712.11b, 715.3, 720.3, 722.3)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or event.face is None or event.face_down:
        return
    text = current_text(object_)
    if is_bare(asked.state, text):
        return
    wanted = (event.face,) if isinstance(event.face, str) else event.face
    names = [face.names for face in text.faces]
    only_first = text.layout in {"flip", "prepare", "preparation", "prototype", "meld"}
    allowed = names[:1] if only_first else names
    missing = next((face for face in wanted if not any(face in each for each in allowed)), None)
    if missing is None and len(wanted) > 1:
        yield from _fused(asked, event, wanted, text)
        return
    if missing is not None or not wanted:
        yield RuleBroken(
            "{object} cannot be cast as {face!r}",
            object=object_.reference,
            face=missing or "",
            faces=", ".join(dict.fromkeys(name for names in allowed for name in names)),
            rule=rule_of_face(text),
            advice="it can be cast as {faces}",
        )
        if rule_of_face(text) in _NO_CHOICE:
            yield RuleBroken(
                "{object} is no adventurer card, and cannot be cast as {face!r}",
                object=object_.reference,
                face=missing or "",
                rule="715.3",
                advice="only a card with an inset frame, several halves or faces leaves a choice",
            )


def _fused(asked: Asked, event: SpellCast, wanted: tuple[str, ...], text: CopiableText) -> Errors:
    """Both halves together are cast of a split card with fuse in a hand (CR 702.102a).

    Of a card whose abilities nobody lists it is not known whether it has fuse.
    """
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    splits = text.layout in SPLIT - {"aftermath"} and not is_room_text(object_)
    each_half_once = len(set(wanted)) == len(wanted) == len(text.faces)
    fuses = is_observed(event) or _may_have_fuse(asked.state, object_, text)
    if not splits or not each_half_once or not fuses:
        yield RuleBroken(
            "{object} cannot be cast with several faces at once",
            object=object_.reference,
            rule="702.102a",
            advice="only both halves of a split card with fuse are cast together",
        )
    elif object_.zone != "hand":
        yield RuleBroken(
            "{object} is in the zone {zone} and cannot be cast with both halves from there",
            object=object_.reference,
            zone=object_.zone,
            rule="702.102a",
            advice="fuse works in a hand; cast one half",
        )


def _may_have_fuse(state: State, object_: Object, text: CopiableText) -> bool:
    printed = [each.ability for face in text.faces for each in face.abilities]
    had = [each.text.ability for each in characteristics_of(state, object_).abilities]
    return not printed or any(
        words.strip().casefold().startswith("fus")
        for each in (*printed, *had)
        for words in (each.id, each.text)
    )


def rule_of_face(text: CopiableText) -> str:
    """The rule that says as what a card of this layout is cast."""
    if text.layout in SPLIT:
        return "709.3"
    if text.layout in DOUBLE_FACED:
        return "712.11b"
    return RULE_OF_FACE.get(text.layout, "601.2a")


def lands_are_not_cast(asked: Asked, event: SpellCast) -> Errors:
    """A land is played, not cast (CR 305)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or event.face_down:
        return
    text = current_text(object_)
    wanted = event.face if isinstance(event.face, str) else None
    face = next((i for i, each in enumerate(text.faces) if wanted in each.names), 0)
    values = values_of(text, Status("stack", face))
    if not is_bare(asked.state, text) and "Land" in values.types:
        yield RuleBroken(
            "{object} is a land and cannot be cast",
            object=object_.reference,
            rule="305",
            advice="write `moved` to the battlefield for a land that is played",
        )


def prototypes_are_prototype_cards(asked: Asked, event: SpellCast) -> Errors:
    """Only a prototype card is cast prototyped (CR 718.3)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or not event.prototyped:
        return
    text = current_text(object_)
    if not is_bare(asked.state, text) and (text.layout != "prototype" or len(text.faces) < 2):
        yield RuleBroken(
            "{object} is no prototype card",
            object=object_.reference,
            rule="718.3",
            advice="cast it normally",
        )


def paid_costs_are_its_own(asked: Asked, event: SpellCast) -> Errors:
    """Additional costs that are declared are those of the spell's abilities (CR 601.2b, 607.2i)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or not event.paid:
        return
    text = current_text(object_)
    if is_bare(asked.state, text):
        return
    ids = {each.ability.id for face in text.faces for each in face.abilities}
    for paid in event.paid:
        holder, colon, ability = paid.rpartition(":")
        if ability not in ids or (colon and card_of(holder) != object_.card):
            yield RecordError(
                "{object} has no ability {ability!r} whose cost could be paid",
                object=object_.reference,
                ability=paid,
                rule="607.2i",
                advice="`paid` lists the ids of abilities of the spell",
            )
        elif ability in _only_ask_for_costs(text):
            yield RuleBroken(
                "{ability!r} of {object} asks whether a cost was paid; it is no cost itself",
                object=object_.reference,
                ability=ability,
                rule="607.2i",
                advice="name the ability that has the cost",
            )


def _only_ask_for_costs(text: CopiableText) -> set[str]:
    """The abilities that are only the second of pairs about additional costs (CR 607.2i)."""
    pairs = [
        pair
        for face in text.faces
        for each in face.abilities
        for pair in each.pairs
        if pair[2] == "additional_cost"
    ]
    return {pair[1] for pair in pairs} - {pair[0] for pair in pairs}


def costs_exile_others(asked: Asked, event: SpellCast) -> Errors:
    """What is exiled to pay for a spell is other than it, each once (CR 601.2b, 607.2q)."""
    del asked
    cards = [card_of(each) for each in event.exiled_for_cost]
    if card_of(event.object) in cards or len(set(cards)) != len(cards):
        yield RuleBroken(
            "the same card cannot be exiled twice, nor the spell itself, to pay for {object}",
            object=event.object,
            rule="601.2b",
            advice="list each exiled card once",
        )


def spells_resolve_on_the_stack(asked: Asked, event: SpellResolved) -> Errors:
    """Only a spell on the stack resolves (CR 608.1)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    if object_.zone != "stack" or object_.kind == "ability":
        yield RuleBroken(
            "{object} is no spell on the stack and cannot resolve as one",
            object=object_.reference,
            rule="608.1",
            advice="write `spell_cast` before, and `ability_resolved` for an ability",
        )
    elif event.to == "stack":
        yield RuleBroken(
            "{object} is in the zone {zone} already",
            object=object_.reference,
            zone="stack",
            rule="400.7",
            advice="an object that does not change zones stays the object it is",
        )


def spells_are_countered_on_the_stack(asked: Asked, event: SpellCountered) -> Errors:
    """Only what is on the stack is countered (CR 701.6)."""
    object_ = object_now(asked.state, event.object)
    if object_ is not None and (object_.zone != "stack" or event.to == "stack"):
        yield RuleBroken(
            "{object} is not on the stack and cannot be countered",
            object=object_.reference,
            rule="701.6",
            advice="only spells and abilities on the stack can be countered",
        )


def abilities_resolve_on_the_stack(asked: Asked, event: AbilityResolved) -> Errors:
    """Only an ability on the stack resolves as one (CR 608.1)."""
    object_ = object_now(asked.state, event.object)
    if object_ is not None and object_.kind != "ability":
        yield RuleBroken(
            "{object} is no ability on the stack",
            object=object_.reference,
            rule="608.1",
            advice="write `ability_put_on_stack` before, and `spell_resolved` for a spell",
        )

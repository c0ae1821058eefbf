"""What may transform, flip, turn, unlock, merge and meld (CR 701.27, 701.42, 708-712, 722, 730)."""

from __future__ import annotations

from events.errors import RecordError, RuleBroken
from events.faces import (
    DoorLocked,
    DoorUnlocked,
    Flipped,
    Merged,
    Prepared,
    Transformed,
    TurnedFaceDown,
    TurnedFaceUp,
    Unprepared,
)
from projections.characteristics import characteristics_of
from projections.copiable_values import DOUBLE_FACED, CopiableText, Status, listed_face, values_of
from projections.layer_one import PREPARES, is_room_text
from projections.state import Object
from simulator.legality.asked import (
    Asked,
    Errors,
    is_bare,
    is_observed,
    object_now,
    text_now,
    texts_of,
)


def double_faced_permanents_transform(asked: Asked, event: Transformed) -> Errors:
    """Only a permanent represented by a double-faced card or token transforms (CR 701.27a, 712.9)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    if object_.zone != "battlefield":
        yield RuleBroken(
            "{object} is not on the battlefield and cannot transform",
            object=object_.reference,
            rule="701.27a",
            advice="only permanents transform",
        )
    elif object_.face_down is not None:
        yield RuleBroken(
            "{object} is face down and cannot transform",
            object=object_.reference,
            rule="712.15a",
            advice="turn it face up first, with its front face up",
        )
    elif object_.melded or (object_.text.layout == "meld" and not object_.components):
        yield RuleBroken(
            "{object} is a meld card or a melded permanent and cannot transform",
            object=object_.reference,
            rule="712.4c",
            advice="the instruction is ignored",
        )
    elif not _has_two_faces(object_) and not is_bare(asked.state, object_.text):
        yield RuleBroken(
            "{object} is not represented by a double-faced card or token and cannot transform",
            object=object_.reference,
            rule="712.9",
            advice="nothing happens",
        )


def _has_two_faces(object_: Object) -> bool:
    if object_.components:
        return any(each.double_faced for each in object_.components)
    return object_.double_faced


def not_into_an_instant(asked: Asked, event: Transformed) -> Errors:
    """No permanent transforms into an instant or sorcery face (CR 712.10)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or object_.components or object_.text.layout not in DOUBLE_FACED:
        return
    faces = object_.text.faces
    if (
        len(faces) > 1
        and object_.face in {0, 1}
        and _is_instant_face(faces[1 - object_.face].types)
    ):
        yield RuleBroken(
            "{object} would transform into an instant or sorcery face",
            object=object_.reference,
            rule="712.10",
            advice="nothing happens",
        )


def _is_instant_face(types: tuple[str, ...]) -> bool:
    return "Instant" in types or "Sorcery" in types


def not_twice_for_one_ability(asked: Asked, event: Transformed) -> Errors:
    """An own ability on the stack does not transform what has transformed since it was put there (CR 701.27f)."""
    object_ = object_now(asked.state, event.object)
    by = None if event.by is None else asked.state.objects.get(event.by.partition(":")[0])
    if object_ is None or by is None or by.kind != "ability" or object_.turned_at is None:
        return
    if by.ability_source == object_.reference and object_.turned_at > by.entered:
        yield RuleBroken(
            "{object} has transformed since its ability {ability} was put onto the stack",
            object=object_.reference,
            ability=by.reference,
            rule="701.27f",
            advice="nothing happens",
        )


def flip_cards_flip_once(asked: Asked, event: Flipped) -> Errors:
    """Only an unflipped permanent with a flip card's text flips, and only once (CR 710.1b, 710.4)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    texts = (text_now(object_), *texts_of(object_))
    if object_.zone != "battlefield" or not any(
        is_bare(asked.state, text) or _flips(text) for text in texts
    ):
        yield RuleBroken(
            "{object} is no permanent that can be flipped",
            object=object_.reference,
            rule="710.1b",
            advice="only a permanent with the text of a flip card flips",
        )
    elif object_.flipped:
        yield RuleBroken(
            "{object} is flipped already",
            object=object_.reference,
            rule="710.4",
            advice="flipping goes one way",
        )


def _flips(text: CopiableText) -> bool:
    return text.layout == "flip" and len(text.faces) > 1


def listed_characteristics_are_such(asked: Asked, event: TurnedFaceDown) -> Errors:
    """What is listed for a face-down object is what a face can have (CR 708.2)."""
    del asked
    if event.as_ is not None:
        try:
            listed_face(event.as_)
        except RecordError as error:
            yield error


def face_up_things_turn_down(asked: Asked, event: TurnedFaceDown) -> Errors:
    """A face-down permanent cannot be turned face down (CR 708.2b); only permanents can (CR 110.5d)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    if object_.face_down is not None:
        yield RuleBroken(
            "{object} is face down already",
            object=object_.reference,
            rule="708.2b",
            advice="nothing happens",
        )
    elif object_.zone not in {"battlefield", "exile", "command"}:
        yield RuleBroken(
            "{object} is no permanent and cannot be turned face down in the zone {zone}",
            object=object_.reference,
            zone=object_.zone,
            rule="110.5d",
            advice="only permanents have a status",
        )


def double_faced_stay_face_up(asked: Asked, event: TurnedFaceDown) -> Errors:
    """Melded and other double-faced permanents cannot be turned face down (CR 712.16, 730.2j)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or object_.zone != "battlefield":
        return
    merged = bool(object_.components) and not object_.melded
    if merged and object_.face_down is None and any(c.double_faced for c in object_.components):
        yield RuleBroken(
            "{object} has a double-faced component and cannot be turned face down",
            object=object_.reference,
            rule="730.2j",
            advice="nothing happens",
        )
    elif object_.melded or (object_.double_faced and not merged):
        yield RuleBroken(
            "{object} is a double-faced permanent and cannot be turned face down",
            object=object_.reference,
            rule="712.16",
            advice="nothing happens",
        )


def face_down_things_turn_up(asked: Asked, event: TurnedFaceUp) -> Errors:
    """Only what is face down is turned face up, and no spell (CR 708.7, 708.8)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    if object_.face_down is None:
        yield RuleBroken(
            "{object} is face up already",
            object=object_.reference,
            rule="708.8",
            advice="only a face-down object is turned face up",
        )
    elif object_.zone == "stack" and not is_observed(event):
        yield RuleBroken(
            "{object} is a face-down spell and is not turned face up",
            object=object_.reference,
            rule="708.7",
            advice="let it resolve; the permanent can be turned face up",
        )


def instants_stay_face_down(asked: Asked, event: TurnedFaceUp) -> Errors:
    """A permanent represented by an instant or sorcery card stays face down (CR 701.40g, 730.2g)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or object_.zone != "battlefield":
        return
    if any(_is_instant_face(values_of(t, Status("battlefield")).types) for t in texts_of(object_)):
        yield RuleBroken(
            "{object} is represented by an instant or sorcery card and stays face down",
            object=object_.reference,
            rule="730.2g" if object_.components else "701.40g",
            advice="its controller reveals it, and it stays face down",
        )


def doors_are_locked(asked: Asked, event: DoorUnlocked) -> Errors:
    """Only a locked half of a Room is unlocked (CR 709.5f)."""
    yield from _door(asked, event, "709.5f")


def doors_are_unlocked(asked: Asked, event: DoorLocked) -> Errors:
    """Only an unlocked half of a Room is locked (CR 709.5g)."""
    yield from _door(asked, event, "709.5g")


def _door(asked: Asked, event: DoorUnlocked | DoorLocked, rule: str) -> Errors:
    object_ = object_now(asked.state, event.object)
    if object_ is None or is_bare(asked.state, text_now(object_)):
        return
    faces = text_now(object_).faces
    half = next((i for i, face in enumerate(faces) if event.face in face.names), None)
    if object_.face_down is not None and object_.zone == "battlefield":
        yield RuleBroken(
            "{object} is face down and has no halves to unlock or lock",
            object=object_.reference,
            rule=rule,
            advice="turn it face up first",
        )
    elif object_.zone != "battlefield" or not is_room_text(object_) or half is None:
        yield RuleBroken(
            "{object} has no door {face!r} on the battlefield",
            object=object_.reference,
            face=event.face,
            rule=rule,
            advice="only halves of a Room permanent are unlocked and locked",
        )
    elif (half in object_.unlocked) == isinstance(event, DoorUnlocked):
        yield RuleBroken(
            "{face!r} of {object} is unlocked already"
            if half in object_.unlocked
            else "{face!r} of {object} is locked already",
            object=object_.reference,
            face=event.face,
            rule=rule,
            advice="a locked half is unlocked, an unlocked one locked",
        )


def prepared_have_a_prepare_spell(asked: Asked, event: Prepared) -> Errors:
    """Only an unprepared permanent with a prepare spell becomes prepared (CR 722.3a)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    text = text_now(object_)
    has_one = object_.face_down is None and text.layout in PREPARES and len(text.faces) > 1
    if object_.zone != "battlefield" or not (has_one or is_bare(asked.state, text)):
        yield RuleBroken(
            "{object} is no permanent with a prepare spell and cannot become prepared",
            object=object_.reference,
            rule="722.3a",
            advice="nothing happens",
        )
    elif object_.prepared:
        yield RuleBroken(
            "{object} is prepared already",
            object=object_.reference,
            rule="722.3a",
            advice="it becomes unprepared first",
        )


def unprepared_were_prepared(asked: Asked, event: Unprepared) -> Errors:
    """Only a prepared permanent becomes unprepared (CR 722.3b)."""
    object_ = object_now(asked.state, event.object)
    if object_ is not None and not object_.prepared:
        yield RuleBroken(
            "{object} is not prepared",
            object=object_.reference,
            rule="722.3b",
            advice="only a prepared permanent becomes unprepared",
        )


def spells_merge_with_permanents(asked: Asked, event: Merged) -> Errors:
    """A creature spell on the stack merges with a permanent (CR 702.140a, 730.2, 730.2b)."""
    spell = object_now(asked.state, event.object)
    permanent = object_now(asked.state, event.into)
    if spell is None or permanent is None:
        return
    if spell.zone != "stack" or spell.kind == "ability":
        yield RuleBroken(
            "{object} is no spell on the stack and merges with nothing",
            object=spell.reference,
            rule="730.2",
            advice="cast it first",
        )
    elif not is_observed(event) and not _may_be_creature(asked, spell):
        yield RuleBroken(
            "{object} is no creature spell and merges with nothing",
            object=spell.reference,
            rule="702.140a",
            advice="only a creature spell mutates; write `spell_resolved`",
        )
    if permanent is spell:
        yield RuleBroken(
            "{object} cannot merge with itself",
            object=spell.reference,
            rule="730.2",
            advice="name as `into` the permanent it merges with",
        )
    elif permanent.zone != "battlefield":
        yield RuleBroken(
            "{object} is no permanent, so nothing merges with it",
            object=permanent.reference,
            rule="730.2",
            advice="merge with a permanent on the battlefield",
        )


def _may_be_creature(asked: Asked, spell: Object) -> bool:
    """Whether a spell is a creature spell, or nobody says which types it has."""
    types = characteristics_of(asked.state, spell).types
    return not types or "Creature" in types or is_bare(asked.state, text_now(spell))

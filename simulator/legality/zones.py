"""What may go where: zone changes, exile until something, what cannot enter the battlefield (CR 400, 610.3)."""

from __future__ import annotations

from events.casting import SpellResolved
from events.copying import BecameCopy, TokenCreated
from events.effects import EffectBegan
from events.errors import RecordError, RuleBroken
from events.play import Tapped, Untapped
from events.stickers import StickerMoved, StickerPlaced
from events.zones import CardAdded, Exiled, Moved, Revealed
from projections.copiable_values import (
    DOUBLE_FACED,
    SPLIT,
    CopiableText,
    Status,
    values_of,
)
from projections.copying import original_of
from projections.identity import look_back
from projections.layer_one import current_text, shown, text_to_copy
from simulator.legality.asked import (
    Asked,
    Errors,
    card_of,
    faces_of,
    is_bare,
    is_observed,
    object_now,
)
from simulator.legality.casting import rule_of_face
from simulator.legality.references import is_there
from simulator.legality.zone_changes import is_instant

_NO_CHANGE = frozenset({"exile", "command"})


def zones_differ(asked: Asked, event: Moved) -> Errors:
    """An object moves to another zone, exile and the command zone apart (CR 400.7, 400.8, 400.10)."""
    object_ = object_now(asked.state, event.object)
    if object_ is not None and object_.zone == event.to and event.to not in _NO_CHANGE:
        yield RuleBroken(
            "{object} is in the zone {zone} already",
            object=object_.reference,
            zone=event.to,
            rule="400.7",
            advice="an object that does not change zones stays the object it is",
        )


def cards_go_in_an_order(asked: Asked, event: Moved | Exiled) -> Errors:
    """`order` arranges the cards of a melded or merged permanent, each once (CR 712.21a, b, 730.3a, b)."""
    object_ = object_now(asked.state, event.object)
    if not event.order or object_ is None:
        return
    cards = sorted(each.card for each in object_.components)
    if sorted(event.order) == cards:
        return
    chapter = "712.21" if object_.melded or not cards else "730.3"
    exiled = isinstance(event, Exiled) or event.to == "exile"
    yield RuleBroken(
        "`order` does not name each card of {object} once: {cards}",
        object=object_.reference,
        cards=", ".join(cards) or "-",
        rule=f"{chapter}{'b' if exiled else 'a'}",
        advice="only the cards of a melded or merged permanent have an order among them",
    )


def exile_until(asked: Asked, event: Exiled) -> Errors:
    """Nothing is exiled until something leaves that has left already (CR 610.3a, 610.3b).

    A spell on the stack has not: what it says lasts until the permanent it becomes leaves (CR 610.3).
    """
    if event.until is None:
        return
    problems = tuple(is_there(asked, event.until))
    yield from (problem for problem in problems if problem.rule != "400.7")
    gone = [problem for problem in problems if problem.rule == "400.7"]
    now = asked.state.objects.get(card_of(event.until) or "")
    named = None if now is None else look_back(asked.state, event.until)
    if not gone and (named is None or named.zone in {"battlefield", "stack"}):
        return
    before = None if now is None else now.previous
    if named is None or now is None or "battlefield" in {named.zone, before and before.zone}:
        yield RuleBroken(
            "{until} has left already, so {object} is not exiled until it leaves",
            until=event.until,
            object=event.object,
            rule="610.3",
            advice="the object stays where it is",
        )
    elif now.zone == "battlefield":
        yield from gone
    else:
        yield RuleBroken(
            "{until} is in the zone {zone} and cannot leave the battlefield, so {object} is not exiled until then",
            until=now.reference,
            zone=now.zone,
            object=event.object,
            rule="610.3",
            advice="`until` names a permanent, or the spell that will become it",
        )


def no_instant_is_added_there(asked: Asked, event: CardAdded) -> Errors:
    """Nor is an instant or sorcery card on the battlefield from the start (CR 400.4a)."""
    if event.zone != "battlefield" or event.definition is None or event.face_down:
        return
    text = asked.state.text(event.definition)
    face = next((i for i, f in enumerate(text.faces) if event.face in f.names), 0)
    if not is_bare(asked.state, text) and is_instant(values_of(text, Status("battlefield", face))):
        yield RuleBroken(
            "{card} is an instant or sorcery and cannot be on the battlefield",
            card=event.card,
            rule="400.4a",
            advice="add it to another zone, or face down",
        )


def no_instant_tokens(asked: Asked, event: TokenCreated) -> Errors:
    """A token that would be an instant or sorcery, with that face up, is not created (CR 111.5)."""
    state, original = asked.state, None
    if event.copy_of is not None:
        original = original_of(state, event.copy_of)
        text = state.text(event.copy_of) if original is None else text_to_copy(original)
        values = values_of(text, Status("battlefield"))
        if original is not None and original.zone in {"battlefield", "stack"}:
            values = shown(original)
    else:
        text = state.text(event.definition)
        values = values_of(text, Status("battlefield"))
    whole = text if original is None else current_text(original)
    up = next((i for i, face in enumerate(whole.faces) if event.face in face.names), 0)
    if up and whole.layout in DOUBLE_FACED and (not event.copy_of or is_instant(whole.faces[up])):
        values = whole.faces[up]
    if not is_bare(state, text) and is_instant(values) and not event.face_down:
        yield RuleBroken(
            "{card} would be an instant or sorcery token, so it is not created",
            card=event.card,
            rule="111.5",
            advice="only permanents can be tokens",
        )


def tokens_are_of_something(asked: Asked, event: TokenCreated) -> Errors:
    """A token is created by a definition or as a copy (CR 111.3, 707.8a)."""
    del asked
    if (event.definition is None) == (event.copy_of is None):
        yield RecordError(
            "{card} needs either `definition` or `copy_of`",
            card=event.card,
            rule="111.3",
            advice="say what the token is, or what it is a copy of",
        )


def entering_face_is_there(asked: Asked, event: Moved | SpellResolved) -> Errors:
    """Only a double-faced card is put onto the battlefield with its back face up (CR 712.14a)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or event.face is None:
        return
    yield from _face_is_there(asked, object_.reference, current_text(object_), event.face)


def token_face_is_there(asked: Asked, event: TokenCreated) -> Errors:
    """A token enters with a face that it has (CR 712.14a)."""
    if event.face is None:
        return
    original = None if event.copy_of is None else original_of(asked.state, event.copy_of)
    text = (
        asked.state.text(event.definition or event.copy_of)
        if original is None
        else current_text(original)
    )
    yield from _face_is_there(asked, event.card, text, event.face)


def added_face_is_there(asked: Asked, event: CardAdded) -> Errors:
    """A card that is added shows a face that it has (CR 712.14a, and as it would be cast)."""
    if event.face is None or event.definition is None:
        return
    text = asked.state.text(event.definition)
    if not text.unknown and not any(event.face in face.names for face in text.faces):
        yield RecordError(
            "{card} has no face {face!r}",
            card=event.card,
            face=event.face,
            faces=faces_of(text),
            rule="712.14a" if event.zone == "battlefield" else rule_of_face(text),
            advice="it has {faces}",
        )


def _face_is_there(asked: Asked, named: str, text: CopiableText, face: str) -> Errors:
    if is_bare(asked.state, text):
        return
    index = next((i for i, each in enumerate(text.faces) if face in each.names), None)
    if index is None or (index and text.layout not in DOUBLE_FACED | SPLIT):
        yield RuleBroken(
            "{object} cannot enter with the face {face!r} up",
            object=named,
            face=face,
            faces=faces_of(text) if index is None else ", ".join(text.faces[0].names),
            rule="712.14a",
            advice="it has {faces}" if index is None else "it can only enter as {faces}",
        )


def known_cards_stay_known(asked: Asked, event: Revealed) -> Errors:
    """A card that is known is not revealed to be another one."""
    object_ = object_now(asked.state, event.object)
    if object_ is None or object_.text.unknown:
        return
    text = asked.state.text(event.definition)
    if text.faces and object_.text.faces and text.faces[0].names != object_.text.faces[0].names:
        yield RecordError(
            "{object} is known to be {known}, not {definition}",
            object=object_.reference,
            known=faces_of(object_.text),
            definition=event.definition,
            advice="a card can be revealed only once to be something",
        )


def hosts_are_on_the_battlefield(
    asked: Asked, event: Moved | SpellResolved | TokenCreated
) -> Errors:
    """What enters attached is attached to something on the battlefield (CR 701.3b)."""
    if event.attached_to is None:
        return
    host = object_now(asked.state, event.attached_to)
    if host is not None and host.zone != "battlefield" and host.card not in asked.group.entering:
        yield RuleBroken(
            "{host} is not on the battlefield, so nothing can be attached to it",
            host=host.reference,
            rule="701.3b",
            advice="only permanents can have something attached to them",
        )


def tapping(asked: Asked, event: Tapped) -> Errors:
    """Only an untapped permanent becomes tapped (CR 110.5, 110.5d)."""
    yield from _status(asked, event, tapped=True)


def untapping(asked: Asked, event: Untapped) -> Errors:
    """Only a tapped permanent becomes untapped (CR 110.5, 110.5d)."""
    yield from _status(asked, event, tapped=False)


def _status(asked: Asked, event: Tapped | Untapped, *, tapped: bool) -> Errors:
    object_ = object_now(asked.state, event.object)
    if object_ is None or object_.card in asked.group.moving:
        return
    if object_.zone != "battlefield":
        yield RuleBroken(
            "{object} is no permanent, so it is neither tapped nor untapped",
            object=object_.reference,
            rule="110.5d",
            advice="only permanents have a status",
        )
    elif object_.tapped == tapped and not is_observed(event):
        yield RuleBroken(
            "{object} is tapped already" if tapped else "{object} is untapped already",
            object=object_.reference,
            rule="110.5",
            advice="a permanent that is so stays so",
        )


def nothing_affects_what_is_outside(
    asked: Asked, event: StickerPlaced | StickerMoved | EffectBegan | BecameCopy
) -> Errors:
    """A card outside the game is not affected by what happens in it (CR 400.11c)."""
    for reference in () if is_observed(event) else _affected(event):
        object_ = object_now(asked.state, reference)
        if object_ is not None and object_.zone == "outside":
            yield RuleBroken(
                "{object} is outside the game and cannot be affected",
                object=object_.reference,
                rule="400.11c",
                advice="bring it into the game first",
            )


def _affected(event: StickerPlaced | StickerMoved | EffectBegan | BecameCopy) -> tuple[str, ...]:
    if isinstance(event, StickerPlaced):
        return (event.on,)
    if isinstance(event, StickerMoved):
        return (event.to,)
    if isinstance(event, BecameCopy):
        return (event.object,)
    affects = event.continuous.affects
    if isinstance(affects, str):
        source = event.source if affects == "self" else affects
        return (source,) if isinstance(source, str) else ()
    return affects if isinstance(affects, tuple) else ()

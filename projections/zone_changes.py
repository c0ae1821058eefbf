"""Moving objects between zones: each becomes a new object there (CR 400.7), with what the rules keep.

`change_zone` is the one way in which a card becomes its next object.
"""

from __future__ import annotations

from typing import Any

from events.cards import Effect
from projections.copiable_values import DOUBLE_FACED, FACE_DOWN, FUSED, NOTHING, SPLIT, CopiableText
from projections.effects_on import end_effects_on, moved_on
from projections.identity import zone_of_owner
from projections.layer_one import is_room_text, shown
from projections.linked_abilities import forget_links_to, let_source_go, release
from projections.state import (
    PUBLIC_ZONES,
    AbilityOn,
    CopiableEffect,
    Object,
    Remembered,
    State,
    StickerOn,
)
from projections.statics import note_statics
from projections.timestamps import stamp

LONGEST_MEMORY = 64
"""How many zone changes an object's stickers are told through; older ones are no longer listed."""


def change_zone(
    state: State,
    old: Object,
    to: str,
    position: int,
    *,
    controller: str | None = None,
    face: int | None = None,
    face_down: bool = False,
    tapped: bool = False,
    place: int | None = None,
    order: tuple[str, ...] = (),
) -> list[Object]:
    """Let an object become the next object of its card in a zone (CR 400.7).

    A melded or merged permanent becomes one object for each of its cards (CR 712.21, 730.3), in the given
    `order` or topmost first. Tokens off the battlefield, and copies of spells or cards off the stack and the battlefield, cease
    to exist right away (CR 704.5d, 704.5e), so the list may be empty.
    """
    state.version += 1
    if old.components:
        return _components_apart(state, old, to, position, place=place, order=order,
                                 face_down=face_down, tapped=tapped)  # fmt: skip
    resolves = old.zone == "stack" and to == "battlefield"
    new = Object(
        card=old.card,
        number=old.number + 1,
        kind=old.kind,
        zone=to,
        owner=old.owner,
        text=old.text,
        timestamp=0,
        entered=position,
        controller=_controller(old, to, controller),
        face_down=_face_down(old, to, face_down=face_down, resolves=resolves),
        tapped=tapped,
        double_faced=old.double_faced,
        source=old.source,
        previous=old,
    )
    if resolves:
        new.kept_grants = _granted_as_spell(state, old)
    _leave(state, old)
    _shorten_past(old)
    if face is not None:
        new.face = face
    if resolves:
        _continue_from_spell(new, old, face)
    if old.zone in PUBLIC_ZONES and to in PUBLIC_ZONES:
        _keep_stickers(state, old, new, old.stickers, position)
    else:
        _lose_stickers(state, old)
    if _ceases(new, old):
        let_source_go(state, old)
        _lose_stickers(state, new)
        end_effects_on(state, old)
        release(state, old)
        state.objects.pop(old.card, None)
        note_statics(state, old, gone=True)
        return []
    if resolves and new.kind == "copy":
        new.kind = "token"
    moved_on(state, old, new, carried=resolves)
    state.objects[new.card] = new
    stamp(state, new)
    into_library(state, new, place)
    note_statics(state, new)
    return [new]


def _shorten_past(old: Object) -> None:
    """Keep one more object of the past, and only if it had abilities whose effects may still come."""
    earlier = old.previous
    if earlier is None:
        return
    earlier.previous = None
    if not shown(earlier).abilities and not earlier.lost_gains:
        old.previous = None


def _controller(old: Object, to: str, controller: str | None) -> str | None:
    if zone_of_owner(to):
        return None
    if controller is not None:
        return controller
    if old.zone == "stack" and to == "battlefield" and old.controller is not None:
        return old.controller
    return old.owner


def _face_down(old: Object, to: str, *, face_down: bool, resolves: bool) -> Any:
    if face_down or (resolves and old.face_down is not None):
        if to in {"battlefield", "stack"}:
            return old.face_down if resolves and old.face_down is not None else FACE_DOWN
        if to in {"exile", "command"}:
            return NOTHING
    return None


def _ceases(new: Object, old: Object) -> bool:
    if old.kind == "token":
        return new.zone != "battlefield"
    return old.kind in {"copy", "ability"} and new.zone not in {"stack", "battlefield"}


def _continue_from_spell(new: Object, spell: Object, face: int | None) -> None:
    """What a permanent has from the spell it was (CR 400.7a, 400.7d, 709.5d, 712.13)."""
    new.copiable = spell.copiable
    for effect in new.copiable:
        effect.at_entry = False
    new.control = spell.control
    new.prototyped = spell.prototyped
    new.costs = spell.costs
    new.paid = spell.paid
    new.cost_exiled = spell.cost_exiled
    new.x = spell.x
    layout = spell.text.layout
    if face is None and layout in DOUBLE_FACED:
        new.face = spell.face
    if layout in SPLIT and is_room_text(spell):
        new.unlocked = tuple(range(len(spell.text.faces))) if spell.face == FUSED else (spell.face,)


def _granted_as_spell(state: State, spell: Object) -> tuple[AbilityOn, ...]:
    """The abilities that static abilities gave a permanent spell; the permanent keeps them (CR 400.7b)."""
    if not state.for_spells:
        return spell.kept_grants
    from projections.characteristics import characteristics_of  # noqa: PLC0415 - they need one another

    abilities = characteristics_of(state, spell).abilities
    return tuple(each for each in abilities if each.origin.startswith("static"))


def _keep_stickers(
    state: State, old: Object, new: Object, stickers: tuple[StickerOn, ...], position: int
) -> None:
    """Let stickers stay on through a change between public zones (CR 123.5, 400.7m)."""
    if not stickers:
        return
    new.stickers = stickers
    for sticker in new.stickers:
        state.on_stickers[sticker.sticker] = new.card
    told = (*old.remembered, Remembered(old.reference, new.reference, position))
    new.remembered = told[-LONGEST_MEMORY:]


def _lose_stickers(state: State, object_: Object) -> None:
    for sticker in object_.stickers:
        if state.on_stickers.get(sticker.sticker) == object_.card:
            del state.on_stickers[sticker.sticker]


def _leave(state: State, old: Object) -> None:
    """What stops when an object leaves: attachments, links to it, its place in a library."""
    for card in old.attachments:
        attached = state.objects.get(card)
        if attached is not None and attached.attached_to == old.reference:
            attached.attached_to = None
    if old.attached_to is not None:
        unattach(state, old, keep_note=True)
    forget_links_to(state, old)
    if old.zone == "library":
        library = state.libraries.get(old.owner)
        if library is not None and library:
            if library[-1] == old.card:
                library.pop()
            elif old.card in library:
                library.remove(old.card)
            if not library:
                state.shuffled.discard(old.owner)


def unattach(state: State, object_: Object, *, keep_note: bool = False) -> None:
    """Take an object off what it is attached to."""
    if object_.attached_to is None:
        return
    host = state.objects.get(object_.attached_to.partition(".")[0])
    if host is not None and object_.card in host.attachments:
        host.attachments = tuple(card for card in host.attachments if card != object_.card)
    if not keep_note:
        object_.attached_to = None
    state.version += 1


def attach(state: State, object_: Object, host: Object) -> None:
    """Attach an object to another one; the caller stamps it (CR 613.7e)."""
    unattach(state, object_)
    object_.attached_to = host.reference
    host.attachments = (*host.attachments, object_.card)
    state.version += 1


def into_library(state: State, new: Object, place: int | None) -> None:
    """Put a card into its owner's library, where 0 is the top and -1 the bottom; the list's end is the top."""
    if new.zone != "library":
        return
    library = state.libraries.setdefault(new.owner, [])
    if place is None or place == 0:
        library.append(new.card)
    elif place < 0:
        library.insert(min(-place - 1, len(library)), new.card)
    else:
        library.insert(max(len(library) - place, 0), new.card)


def _components_apart(
    state: State,
    old: Object,
    to: str,
    position: int,
    *,
    place: int | None,
    order: tuple[str, ...],
    face_down: bool,
    tapped: bool,
) -> list[Object]:
    """One permanent leaves, and each of its cards becomes an object of its own (CR 712.21, 730.3)."""
    _leave(state, old)
    end_effects_on(state, old)
    keeper = _keeper(old)
    public = to in PUBLIC_ZONES
    if not public:
        _lose_stickers(state, old)
    state.objects.pop(old.card, None)
    note_statics(state, old, gone=True)
    became: list[Object] = []
    for component in _in_order(old.components, order):
        base = component.number if component.card != old.card else old.number
        new = Object(
            card=component.card,
            number=base + 1,
            kind=component.kind,
            zone=to,
            owner=component.owner,
            text=component.text,
            timestamp=0,
            entered=position,
            controller=None if zone_of_owner(to) else component.owner,
            face_down=_face_down(old, to, face_down=face_down, resolves=False),
            tapped=tapped,
            double_faced=component.double_faced,
            source=component.source,
            previous=old,
        )
        if _ceases(new, component):
            if component.card == keeper:
                _lose_stickers(state, old)
            continue
        if public and component.card == keeper:
            _keep_stickers(state, old, new, old.stickers, position)
        state.objects[new.card] = new
        stamp(state, new)
        into_library(state, new, place)
        note_statics(state, new)
        became.append(new)
    old.previous = None
    release(state, old)
    return became


def _in_order(components: tuple[Object, ...], order: tuple[str, ...]) -> tuple[Object, ...]:
    """The cards of a permanent as a player arranged them (CR 712.21a, b, 730.3a, b), else topmost first."""
    if not order:
        return components
    return tuple(sorted(components, key=lambda component: order.index(component.card)))


def _keeper(old: Object) -> str:
    """The card whose object keeps the stickers (CR 123.5c): the owner's choice, else the topmost."""
    return old.kept_by or old.components[0].card


def enter_as_copy(
    state: State,
    object_: Object,
    text: CopiableText,
    position: int,
    *,
    original: str | None,
) -> None:
    """Let an object be a copy as it enters (CR 707.5); the effect has its timestamp right after it."""
    number = state.tick()
    entry = CopiableEffect(
        kind="copy", origin=f"copy{number}", timestamp=number, position=position, text=text,
        original=original, at_entry=True,
    )  # fmt: skip
    object_.copiable = (*object_.copiable, entry)
    object_.shown = None
    note_statics(state, object_)


def set_at_entry(state: State, object_: Object, sets: Effect, position: int) -> None:
    """Let an "as it enters" ability set characteristics, which is copiable (CR 613.2a)."""
    number = state.tick()
    object_.copiable = (
        *object_.copiable,
        CopiableEffect(
            kind="sets", origin=f"sets{number}", timestamp=number, position=position, sets=sets,
            at_entry=True,
        ),
    )  # fmt: skip
    object_.shown = None
    note_statics(state, object_)


def permanent_types(object_: Object) -> bool:
    """Whether the values an object shows are those of a permanent (CR 110.4a)."""
    permanent = {"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"}
    return any(type_ in permanent for type_ in shown(object_).types)

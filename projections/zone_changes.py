"""Moving objects between zones: each becomes a new object there (CR 400.7), with what the rules keep.

`change_zone` is the one way in which a card becomes its next object.
"""

from __future__ import annotations

from events.cards import Effect
from projections.copiable_values import (
    DOUBLE_FACED,
    FACE_DOWN,
    NOTHING,
    CopiableText,
    FaceText,
    TextAbility,
    is_room,
)
from projections.effects_on import end_effects_on, moved_on
from projections.identity import zone_of_owner
from projections.layer_one import add_copiable_effect, brought_at, shown
from projections.linked_abilities import exiled_for_cost, forget_links_to, let_source_go
from projections.state import (
    PUBLIC_ZONES,
    AbilityOn,
    CopiableEffect,
    Object,
    Remembered,
    State,
)
from projections.statics import note_statics
from projections.timestamps import stamp

MOST_CEASED = 100
"""How many objects that ceased to exist are kept; of older ones only what a live link needs is known."""

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
    place: int | None = None,
    order: tuple[str, ...] = (),
) -> list[Object]:
    """Let an object become the next object of its card in a zone (CR 400.7).

    A melded or merged permanent becomes one object for each of its cards (CR 712.21, 730.3), in the given
    `order` or topmost first. Tokens that leave the battlefield, and copies of spells or cards off the stack and
    the battlefield, cease to exist right away (CR 704.5d, 704.5e), so the list may be empty.
    """
    listed = _FACE_DOWN_IN.get(to) if face_down else None
    if old.components:
        return _components_apart(state, old, to, position, place=place, order=order, listed=listed)
    if _ceases(old, to):
        take_out(state, old)
        return []
    new = _next_object(old, to, position, controller, listed, old)
    if old.previous is not None:
        old.previous.previous = None
    if face is not None:
        new.face = face
    resolves = old.zone == "stack" and to == "battlefield"
    if resolves:
        _continue_from_spell(state, new, old, face)
    _leave(state, old)
    if old.effects or old.copiable or old.control:
        moved_on(state, old, new, carried=resolves)
    if old.stickers:
        _move_stickers(state, old, new, position)
    put_into_zone(state, new, place)
    return [new]


_FACE_DOWN_IN = {
    "battlefield": FACE_DOWN, "stack": FACE_DOWN, "exile": NOTHING, "command": NOTHING,
}  # fmt: skip
"""What an object that is put somewhere face down has there (CR 406.3a, 708.2a)."""


def _next_object(
    card: Object,
    to: str,
    position: int,
    controller: str | None,
    face_down: FaceText | None,
    previous: Object,
) -> Object:
    """The object that a card, token or copy becomes in a zone; there it has a controller or none (CR 108.4)."""
    return Object(
        card=card.card, number=card.number + 1, kind=card.kind, zone=to, owner=card.owner,
        text=card.text, entered=position, face_down=face_down,
        controller=None if zone_of_owner(to) else controller or previous.controller or card.owner,
        source=card.source, previous=previous,
    )  # fmt: skip


def put_into_zone(state: State, new: Object, place: int | None) -> None:
    """Let an object be there from now on, with a timestamp (CR 613.7d) and its place in a library."""
    state.objects[new.card] = new
    stamp(state, new)
    into_library(state, new, place)
    note_statics(state, new)


def take_out(state: State, object_: Object) -> None:
    """Let a card be no object of its own any more: nothing is on it, attached to it or works from it."""
    _leave(state, object_)
    _lose_stickers(state, object_)
    let_source_go(state, object_)
    if object_.effects or object_.copiable or object_.control:
        end_effects_on(state, object_)
    del state.objects[object_.card]
    _keep_ceased(state, object_)
    note_statics(state, object_)


def _keep_ceased(state: State, object_: Object) -> None:
    """Keep the last objects that ceased to exist: their triggers and links ask for them yet (CR 113.7a, 608.2h)."""
    object_.previous = None
    state.ceased.pop(object_.card, None)
    state.ceased[object_.card] = object_
    if len(state.ceased) > MOST_CEASED:
        del state.ceased[next(iter(state.ceased))]


def end_prepare_copies(state: State, permanent: Object) -> None:
    """Let the copy of a prepare spell in exile go with its permanent, or with the designation (CR 722.3c)."""
    for each in list(state.objects.values()):
        if each.prepare_of == permanent.reference:
            take_out(state, each)


def _ceases(old: Object, to: str) -> bool:
    return old.kind == "token" or (old.kind != "card" and zone_of_owner(to))


def _continue_from_spell(state: State, new: Object, spell: Object, face: int | None) -> None:
    """What a permanent has from the spell it was (CR 400.7a, b, d, 709.5d, 712.13); a copy becomes a token (CR 707.10f)."""
    if spell.kind == "copy":
        new.kind = "token"
    new.face_down = spell.face_down or new.face_down
    new.copiable = spell.copiable
    new.prototyped = spell.prototyped
    new.costs = spell.costs
    new.paid = spell.paid
    new.x = spell.x
    new.cost_exiled = exiled_for_cost(state, spell)
    new.kept_grants = _granted_as_spell(state, spell)
    if face is None and spell.text.layout in DOUBLE_FACED:
        new.face = spell.face
    if is_room(spell.text) and spell.face_down is None:
        new.unlocked = (spell.face,)


def _granted_as_spell(state: State, spell: Object) -> tuple[AbilityOn, ...]:
    """The abilities that static abilities gave a permanent spell; the permanent keeps them (CR 400.7b)."""
    if not state.for_spells:
        return spell.kept_grants
    from projections.characteristics import characteristics_of  # noqa: PLC0415 - they need one another

    abilities = characteristics_of(state, spell).abilities
    return tuple(each for each in abilities if each.origin.startswith("static"))


def _move_stickers(state: State, old: Object, new: Object, position: int) -> None:
    """Let stickers stay on between public zones, or come off (CR 123.5)."""
    if old.zone in PUBLIC_ZONES and new.zone in PUBLIC_ZONES:
        _keep_stickers(state, old, new, position)
    else:
        _lose_stickers(state, old)


def _keep_stickers(state: State, old: Object, new: Object, position: int) -> None:
    """Let stickers stay on through a change between public zones (CR 123.5, 400.7m)."""
    new.stickers = old.stickers
    for sticker in new.stickers:
        state.on_stickers[sticker.sticker] = new.card
    told = (*old.remembered, Remembered(old.reference, new.reference, position))
    new.remembered = told[-LONGEST_MEMORY:]


def _lose_stickers(state: State, object_: Object) -> None:
    for sticker in object_.stickers:
        del state.on_stickers[sticker.sticker]


def _leave(state: State, old: Object) -> None:
    """What stops when an object leaves: attachments, links to it, its place in a library."""
    if old.prepared:
        end_prepare_copies(state, old)
    for card in old.attachments:
        state.objects[card].attached_to = None
    if old.attached_to is not None:
        unattach(state, old, keep_note=True)
    forget_links_to(state, old)
    if old.zone == "library":
        library = state.libraries[old.owner]
        if library[-1] == old.card:
            library.pop()
        else:
            library.remove(old.card)
        if not library:
            state.shuffled.discard(old.owner)


def unattach(state: State, object_: Object, *, keep_note: bool = False) -> None:
    """Take an object off what it is attached to."""
    if object_.attached_to is None:
        return
    host = state.objects[object_.attached_to.partition(".")[0]]
    host.attachments = tuple(card for card in host.attachments if card != object_.card)
    if not keep_note:
        object_.attached_to = None
    state.changed()


def attach(state: State, object_: Object, host: Object) -> None:
    """Attach an object to another one; the caller stamps it (CR 613.7e)."""
    unattach(state, object_)
    object_.attached_to = host.reference
    host.attachments = (*host.attachments, object_.card)
    state.changed()


def into_library(state: State, new: Object, place: int | None) -> None:
    """Put a card into its owner's library, where 0 is the top and -1 the bottom; the list's end is the top."""
    if new.zone != "library":
        return
    library = state.libraries.setdefault(new.owner, [])
    below = place or 0
    library.insert(max(len(library) - below, 0) if below >= 0 else -below - 1, new.card)


def _components_apart(
    state: State,
    old: Object,
    to: str,
    position: int,
    *,
    place: int | None,
    order: tuple[str, ...],
    listed: FaceText | None,
) -> list[Object]:
    """One permanent leaves, and each of its cards becomes an object of its own (CR 712.21, 730.3)."""
    take_out(state, old)
    became: list[Object] = []
    for component in _in_order(old.components, order):
        if _ceases(component, to):
            continue
        new = _next_object(component, to, position, None, listed, old)
        if to in PUBLIC_ZONES and component.card == _keeper(old):
            _keep_stickers(state, old, new, position)
        put_into_zone(state, new, place)
        became.append(new)
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
    state: State, object_: Object, copied: tuple[CopiableText, Object | None], position: int
) -> None:
    """Let an object be a copy as it enters (CR 707.5): what it has by that is no younger than it is."""
    text, original = copied
    number = state.tick()
    entry = CopiableEffect(
        kind="copy", origin=f"copy{number}", timestamp=number, position=position,
        text=brought_at(text, 0), original=None if original is None else original.reference,
    )  # fmt: skip
    add_copiable_effect(state, object_, entry)
    note_statics(state, object_)


def set_at_entry(
    state: State, object_: Object, sets: Effect, given: tuple[TextAbility, ...], position: int
) -> None:
    """Let an "as it enters" ability set characteristics, which is copiable (CR 613.2a)."""
    number = state.tick()
    entry = CopiableEffect(
        kind="sets",
        origin=f"sets{number}",
        timestamp=number,
        position=position,
        sets=sets,
        given=given,
    )
    add_copiable_effect(state, object_, entry)
    note_statics(state, object_)


def permanent_types(object_: Object) -> bool:
    """Whether the values an object shows are those of a permanent (CR 110.4a)."""
    permanent = {"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"}
    return any(type_ in permanent for type_ in shown(object_).types)

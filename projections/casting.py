"""What happens as spells are cast and resolve, and abilities go onto the stack (CR 601, 603, 608)."""

from __future__ import annotations

from events.casting import (
    AbilityPutOnStack,
    AbilityResolved,
    CostPaid,
    SpellCast,
    SpellCountered,
    SpellResolved,
)
from events.errors import RecordError
from projections.copiable_values import FUSED, NOTHING, STACK_FRAMES, CopiableText
from projections.copying import face_index
from projections.entering import ability_of
from projections.identity import current
from projections.layer_one import current_text, origin
from projections.linked_abilities import holder_of_record, keep_source, note_cost
from projections.state import Object, State
from projections.timestamps import stamp
from projections.zone_changes import (
    change_zone,
    end_prepare_copies,
    permanent_types,
    take_out,
)
from projections.zones import spell_to_battlefield

NO_TEXT = CopiableText("normal", (NOTHING,))


def spell_cast(state: State, event: SpellCast, position: int) -> None:
    """Put an object onto the stack as a spell (CR 601.2a), face down if it is cast so (CR 708.4).

    A copy of a card that is cast stays a copy (CR 707.12). A permanent whose prepare spell is cast is not
    prepared any more (CR 722.3c).
    """
    old = current(state, event.object)
    became = change_zone(
        state, old, "stack", position, controller=event.controller or old.owner,
        face=_cast_face(old, event.face), face_down=event.face_down,
    )  # fmt: skip
    if not became:
        return
    if old.prepare_of is not None:
        permanent = current(state, old.prepare_of)
        permanent.prepared = False
        end_prepare_copies(state, permanent)
    spell = became[0]
    spell.prototyped = event.prototyped
    spell.x = event.x
    spell.shown = None
    given = origin(spell)
    spell.paid = tuple(f"{given}||{_ability_id(each)}" for each in event.paid)
    if event.exiled_for_cost:
        _exile_for_cost(state, spell, event.exiled_for_cost, position)


def _ability_id(reference: str) -> str:
    return reference.rpartition(":")[2]


def _cast_face(card: Object, face: str | tuple[str, ...] | None) -> int | None:
    if face is None:
        return None
    if isinstance(face, tuple):
        if len(face) != 1:
            return FUSED
        (face,) = face
    return face_index(current_text(card), face)


def _exile_for_cost(state: State, spell: Object, cards: tuple[str, ...], position: int) -> None:
    """Exile what is exiled to pay for a spell; the permanent it becomes may refer to it (CR 607.2q)."""
    exiled: list[Object] = []
    for reference in cards:
        object_ = current(state, reference)
        became = (
            [object_] if object_.zone == "exile" else change_zone(state, object_, "exile", position)
        )
        exiled += became
    spell.cost_exiled = tuple(each.reference for each in exiled)


def spell_resolved(state: State, event: SpellResolved, position: int) -> None:
    """Let a resolved spell leave the stack for where the rules send it (CR 608.2m, 608.3, 715.3d, 720.3d)."""
    old = current(state, event.object)
    to = event.to or resolves_to(state, old, event)
    if to == "battlefield":
        spell_to_battlefield(state, event, old, position)
        return
    change_zone(state, old, to, position)
    if to == "library" and event.to is None and state.libraries.get(old.owner):
        state.shuffled.add(old.owner)


def resolves_to(state: State, spell: Object, event: SpellResolved) -> str:
    """Where a spell goes as it resolves; what it was cast as counts, whatever it has become since (CR 715.3d)."""
    layout = spell.text.layout
    if layout in STACK_FRAMES and spell.face == 1 and spell.face_down is None:
        return "exile" if layout == "adventure" else "library"
    enters = bool(event.attached_to or event.copy_of or event.choices or event.tapped)
    if enters or permanent_types(spell) or _is_plain(state, spell):
        return "battlefield"
    return "graveyard"


def _is_plain(state: State, spell: Object) -> bool:
    """Whether all that is known of a card is its name, or nobody says its types; then it counts as a permanent's."""
    text = current_text(spell)
    said = state.header.plain or text.layout == "normal"
    return said and not text.unknown and not any(face.types for face in text.faces)


def spell_countered(state: State, event: SpellCountered, position: int) -> None:
    """Put a countered spell into its owner's graveyard, or where the effect says."""
    change_zone(state, current(state, event.object), event.to or "graveyard", position)


def ability_put_on_stack(state: State, event: AbilityPutOnStack, position: int) -> None:
    """Put an ability onto the stack; it lives on without its source (CR 113.7a)."""
    source, ability = ability_of(state, event.ability)
    if source is not None:
        source = holder_of_record(state, source)
    object_ = Object(
        card=event.card, number=1, kind="ability", zone="stack", owner=event.controller,
        controller=event.controller, text=NO_TEXT, entered=position, ability=ability,
        ability_source=None if source is None else source.reference,
    )  # fmt: skip
    if source is not None:
        keep_source(state, source)
    state.objects[event.card] = object_
    stamp(state, object_)


def ability_resolved(state: State, event: AbilityResolved, position: int) -> None:
    """Let an ability on the stack cease to exist (CR 608.2n)."""
    del position
    object_ = current(state, event.object)
    if object_.kind != "ability":
        raise RecordError("{object} is no ability on the stack", object=event.object, rule="608.2n")
    take_out(state, object_)


def cost_paid(state: State, event: CostPaid, position: int) -> None:
    """Note a cost that a linked ability asks about (CR 607.2g, 607.2j)."""
    del position
    if event.by is not None:
        note_cost(state, event.by, event.value)

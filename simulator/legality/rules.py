"""Which rules are asked of which kind of event, and in which order.

First of all whether what an event names is there: if not, nothing else is asked. Then every rule in its
row; each yields what the event breaks.
"""

from __future__ import annotations

from collections.abc import Callable

from events.abilities import Chosen, Noted
from events.casting import (
    AbilityPutOnStack,
    AbilityResolved,
    CostPaid,
    SpellCast,
    SpellCountered,
    SpellResolved,
)
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.effects import (
    Attached,
    ControllerChanged,
    EffectBegan,
    EffectEnded,
    PhasedIn,
    PhasedOut,
)
from events.errors import NametrailError
from events.event import EventBase
from events.faces import (
    DoorLocked,
    DoorUnlocked,
    Flipped,
    Melded,
    Merged,
    Prepared,
    Transformed,
    TurnedFaceDown,
    TurnedFaceUp,
    Unprepared,
)
from events.kinds import RECORD_NAMES, Event, Simultaneous
from events.play import Tapped, Untapped
from events.stickers import (
    KeptStickers,
    SheetsChosen,
    StickerMoved,
    StickerPlaced,
    StickerRemoved,
    TicketsChanged,
)
from events.zones import CardAdded, Exiled, Moved, Revealed
from projections.state import State
from simulator.legality import (
    abilities,
    at_once,
    bounds,
    casting,
    copies,
    effects,
    entering,
    faces,
    melding,
    naming,
    slips,
    stickers,
    zone_changes,
    zones,
)
from simulator.legality.asked import Asked, Errors, Rule, asked_of
from simulator.legality.known import Known
from simulator.legality.references import (
    CURRENT,
    DEFINITIONS,
    ORIGINALS,
    PLAYERS,
    cards_are_new,
    definitions_are_there,
    named_objects_are_there,
    originals_are_there,
    players_are_in_the_game,
    what_is_looked_back_to_was_there,
)

ASKED: dict[type[EventBase], tuple[Rule, ...]] = {
    CardAdded: (zones.added_face_is_there, zones.no_instant_is_added_there),
    Revealed: (zones.known_cards_stay_known,),
    SheetsChosen: (stickers.constructed_sheets, stickers.limited_sheets),
    TicketsChanged: (stickers.tickets_suffice,),
    Moved: (
        zones.zones_differ,
        zone_changes.some_stay_in_the_command_zone,
        zone_changes.abilities_do_not_move,
        zones.cards_go_in_an_order,
        zones.entering_face_is_there,
        zone_changes.no_instants_enter,
        zones.hosts_are_on_the_battlefield,
        entering.what_enters_nothing_is_no_copy,
        abilities.with_is_an_ability,
        abilities.links_cover_what_they_linked,
    ),
    Exiled: (
        zones.exile_until,
        zone_changes.some_stay_in_the_command_zone,
        zone_changes.abilities_do_not_move,
        zones.cards_go_in_an_order,
        abilities.with_is_an_ability,
    ),
    SpellCast: (
        casting.cards_are_cast,
        zone_changes.some_stay_in_the_command_zone,
        casting.halves_are_chosen,
        casting.cast_face_is_there,
        casting.lands_are_not_cast,
        casting.prototypes_are_prototype_cards,
        casting.paid_costs_are_its_own,
        casting.costs_exile_others,
        zone_changes.what_pays_can_be_exiled,
        abilities.links_cover_what_they_linked,
    ),
    SpellResolved: (
        casting.spells_resolve_on_the_stack,
        zones.entering_face_is_there,
        zone_changes.no_instants_enter,
        zones.hosts_are_on_the_battlefield,
        entering.what_enters_nothing_is_no_copy,
    ),
    SpellCountered: (
        casting.spells_are_countered_on_the_stack,
        zone_changes.countered_spells_can_go_there,
    ),
    AbilityPutOnStack: (
        abilities.abilities_on_the_stack_are_had,
        abilities.locked_halves_have_no_abilities,
    ),
    AbilityResolved: (casting.abilities_resolve_on_the_stack,),
    TokenCreated: (
        zones.tokens_are_of_something,
        zones.no_instant_tokens,
        zones.token_face_is_there,
        zones.hosts_are_on_the_battlefield,
        abilities.with_is_an_ability,
        effects.exceptions_are_there,
    ),
    CopyCreated: (
        effects.exceptions_are_there,
        copies.copies_are_prepare_spells,
        copies.named_cards_are_copied_outside,
        copies.copies_are_not_permanents,
        copies.copies_are_where_the_original_is,
        abilities.links_cover_what_they_linked,
    ),
    BecameCopy: (
        zones.nothing_affects_what_is_outside,
        effects.kept_abilities_are_there,
        effects.exceptions_are_there,
        bounds.few_copies,
    ),
    Transformed: (
        faces.double_faced_permanents_transform,
        faces.not_into_an_instant,
        faces.not_twice_for_one_ability,
    ),
    Flipped: (faces.flip_cards_flip_once,),
    TurnedFaceDown: (
        faces.listed_characteristics_are_such,
        faces.face_up_things_turn_down,
        faces.double_faced_stay_face_up,
    ),
    TurnedFaceUp: (faces.face_down_things_turn_up, faces.instants_stay_face_down),
    DoorUnlocked: (faces.doors_are_locked,),
    DoorLocked: (faces.doors_are_unlocked,),
    Merged: (faces.spells_merge_with_permanents, bounds.few_parts),
    Melded: (melding.meld_pairs_meld, melding.real_pairs_meld_as_they_do),
    Attached: (effects.permanents_are_attached, bounds.few_attached),
    ControllerChanged: (effects.controlled_things_change_control,),
    PhasedOut: (effects.permanents_phase_out,),
    PhasedIn: (effects.permanents_phase_in,),
    EffectBegan: (
        zones.nothing_affects_what_is_outside,
        effects.effects_begin_once,
        effects.effects_name_what_is_there,
        effects.granted_abilities_are_there,
        bounds.few_effects,
    ),
    EffectEnded: (effects.effects_end_that_began,),
    StickerPlaced: (
        zones.nothing_affects_what_is_outside,
        stickers.stickers_are_described,
        stickers.stickers_are_accessible,
        stickers.stickers_are_free,
        stickers.stickers_on_own_objects,
        stickers.tickets_are_paid,
        bounds.few_stickers,
        stickers.words_have_a_place,
    ),
    StickerMoved: (
        zones.nothing_affects_what_is_outside,
        stickers.moved_stickers_are_there,
        stickers.moved_stickers_on_own_objects,
        bounds.few_stickers,
        stickers.moved_words_have_a_place,
    ),
    StickerRemoved: (stickers.removed_stickers_are_there,),
    KeptStickers: (stickers.kept_by_a_component,),
    Chosen: (
        abilities.what_was_chosen_has_an_ability,
        naming.chosen_names_are_card_names,
    ),
    Noted: (abilities.what_was_chosen_has_an_ability,),
    CostPaid: (abilities.what_was_chosen_has_an_ability,),
    Tapped: (zones.tapping,),
    Untapped: (zones.untapping,),
    Prepared: (faces.prepared_have_a_prepare_spell,),
    Unprepared: (faces.unprepared_were_prepared,),
}
"""The rules for each kind of event; kinds that are missing only name things that must be there."""

TOGETHER: tuple[Callable[[Asked], Errors], ...] = (
    entering.cards_are_added_once,
    entering.objects_move_once,
    entering.copies_are_of_what_is_there,
    entering.entering_objects_are_not_chosen,
    entering.objects_are_chosen_once,
    entering.chosen_objects_change_zones,
    zone_changes.what_choices_move_can_go_there,
    entering.choices_apply,
    entering.copies_come_first,
    entering.costs_can_be_paid_together,
    naming.names_chosen_as_something_enters,
    at_once.happens_once,
)
"""The rules for what happens at once, and for what is chosen as something enters."""

_ADDING = frozenset({CardAdded, TokenCreated, CopyCreated, AbilityPutOnStack, Melded})


_DESCRIBING = frozenset(
    {CardAdded, Revealed, TokenCreated, CopyCreated, BecameCopy, EffectBegan, StickerPlaced, Chosen}
)


def _first_asked(kind: type[EventBase]) -> tuple[Rule, ...]:
    rules: list[Rule] = []
    if kind in ASKED or kind in _ADDING:
        rules.append(bounds.few_far)
    if kind in _ADDING or "effect" in kind.__struct_fields__:
        rules.append(bounds.short_ids)
    if kind in _ADDING:
        rules.append(cards_are_new)
    if kind in PLAYERS:
        rules.append(players_are_in_the_game)
    if kind in DEFINITIONS:
        rules.append(definitions_are_there)
    if kind in CURRENT:
        rules.append(named_objects_are_there)
    if kind in ORIGINALS:
        rules.append(originals_are_there)
    rules.append(what_is_looked_back_to_was_there)
    if kind in _DESCRIBING:
        rules.append(slips.words_mean_something)
    return tuple(rules)


FIRST: dict[type[EventBase], tuple[Rule, ...]] = {kind: _first_asked(kind) for kind in RECORD_NAMES}
"""The rules about what an event names; if it names what is not there, nothing else is asked."""


def violations(state: State, event: Event, known: Known) -> tuple[NametrailError, ...]:
    """Everything that an event would break, asked before it is applied; the state stays as it is.

    RecordError stands for what cannot be, RuleBroken for what a rule does not allow.
    """
    asked = asked_of(state, event, known)
    if isinstance(event, Simultaneous):
        found = [*bounds.few_at_once(asked, event)]
        for each in event.events if not found else ():
            found += _of_one(asked, each)
    else:
        found = _of_one(asked, event)
    if asked.group.events:
        found += _of_all(asked, names_are_wrong=bool(found))
    return tuple(found)


def _of_one(asked: Asked, event: Event) -> list[NametrailError]:
    kind = type(event)
    found = [error for rule in FIRST[kind] for error in rule(asked, event)]
    for rule in () if found else ASKED.get(kind, ()):
        found += rule(asked, event)
    return found


def _of_all(asked: Asked, *, names_are_wrong: bool) -> list[NametrailError]:
    found = [*bounds.few_choices(asked)]
    if not found and not names_are_wrong:
        found += entering.choices_can_be_read(asked)
    for rule in () if found or names_are_wrong else TOGETHER:
        found += rule(asked)
    return found

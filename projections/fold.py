"""The fold: from one event to the next state. No clock, no randomness, no I/O, no logging.

`start` makes the state before the first event, `apply` changes it by one event. Whether an event breaks
a rule is asked before, elsewhere; the fold takes events as they happened.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec

from events.abilities import Chosen, Noted
from events.cards import Definition, Effect
from events.casting import (
    AbilityPutOnStack,
    AbilityResolved,
    CostPaid,
    SpellCast,
    SpellCountered,
    SpellResolved,
)
from events.catalogue import bundled_sheet
from events.copying import BecameCopy, CopyCreated, TokenCreated
from events.effects import (
    Attached,
    ControllerChanged,
    EffectBegan,
    EffectEnded,
    PhasedIn,
    PhasedOut,
)
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
from events.header import Header, sheet_from_catalogue
from events.kinds import Event, Simultaneous
from events.play import (
    CountersChanged,
    DamageDealt,
    GameBegan,
    GameEnded,
    LifeChanged,
    PlayerLeft,
    StepBegan,
    Tapped,
    TurnBegan,
    Untapped,
)
from events.references import parse_object
from events.stickers import (
    KeptStickers,
    SheetsChosen,
    StickerMoved,
    StickerPlaced,
    StickerRemoved,
    TicketsChanged,
)
from events.zones import CardAdded, Exiled, Moved, Revealed, Shuffled
from projections import casting, copying, effects, faces, play, stickers, zones
from projections.characteristics import controller_of
from projections.identity import numbered
from projections.state import Lookup, Object, State, Tickets
from projections.timestamps import settle_order

Handler = Callable[[State, Any, int], None]

HANDLERS: dict[type[Event], Handler] = {
    CardAdded: zones.card_added,
    Revealed: zones.revealed,
    Shuffled: zones.shuffled,
    SheetsChosen: stickers.sheets_chosen,
    TicketsChanged: stickers.tickets_changed,
    Moved: zones.moved,
    Exiled: zones.exiled,
    SpellCast: casting.spell_cast,
    SpellResolved: casting.spell_resolved,
    SpellCountered: casting.spell_countered,
    AbilityPutOnStack: casting.ability_put_on_stack,
    AbilityResolved: casting.ability_resolved,
    TokenCreated: copying.token_created,
    CopyCreated: copying.copy_created,
    BecameCopy: copying.became_copy,
    Transformed: faces.transformed,
    Flipped: faces.flipped,
    TurnedFaceDown: faces.turned_face_down,
    TurnedFaceUp: faces.turned_face_up,
    DoorUnlocked: faces.door_unlocked,
    DoorLocked: faces.door_locked,
    Merged: faces.merged,
    Melded: faces.melded,
    Attached: effects.attached,
    ControllerChanged: effects.controller_changed,
    PhasedOut: effects.phased_out,
    PhasedIn: effects.phased_in,
    EffectBegan: effects.effect_began,
    EffectEnded: effects.effect_ended,
    StickerPlaced: stickers.sticker_placed,
    StickerMoved: stickers.sticker_moved,
    StickerRemoved: stickers.sticker_removed,
    Chosen: play.chosen,
    Noted: play.noted,
    CostPaid: casting.cost_paid,
    KeptStickers: stickers.kept_stickers,
    CountersChanged: play.counters_changed,
    GameBegan: play.game_began,
    TurnBegan: play.turn_began,
    StepBegan: play.nothing_to_fold,
    LifeChanged: play.nothing_to_fold,
    Tapped: play.tapped,
    Untapped: play.untapped,
    DamageDealt: play.nothing_to_fold,
    PlayerLeft: play.player_left,
    GameEnded: play.nothing_to_fold,
    Prepared: faces.prepared,
    Unprepared: faces.unprepared,
}
"""What each kind of event does; `Simultaneous`, which takes others apart, is added at the end."""


def no_card(name: str) -> Definition | None:
    """A card file without cards."""
    del name
    return None


def start(header: Header, lookup: Lookup = no_card) -> State:
    """The state before the first event: players, sheets and where card definitions come from.

    Raises RecordError for the name of a sheet that nobody has.
    """
    sheets = {
        player: {
            name: given if given is not None else sheet_from_catalogue(name, bundled_sheet(name))
            for name, given in own.items()
        }
        for player, own in header.sheets.items()
    }
    return State(
        header=header,
        lookup=lookup,
        players=header.players,
        sheets=sheets,
        tickets={player: Tickets() for player in header.players},
    )


def apply(state: State, event: Event) -> None:
    """Change the state by one event; it takes the next position.

    Raises RecordError for a card or object that is not there; the state is then not to be used any more.
    """
    position = state.position + 1
    HANDLERS[type(event)](state, event, position)
    if event.source is not None:
        _note_source(state, event)
    state.position = position


def _at_once(state: State, event: Simultaneous, position: int) -> None:
    """Apply events that happened at once, and put their timestamps in APNAP order (CR 613.7m).

    What they copy was there before any of them; what they attach to may be among them.
    """
    told = [_as_before(state, each) for each in event.events]
    state.captured = _captured(state, told)
    state.stamped = []
    state.entering = frozenset(
        parse_object(each.object).card
        for each in event.events
        if (isinstance(each, Moved) and each.to == "battlefield") or isinstance(each, SpellResolved)
    )
    listed: dict[str, int] = {}
    for place, each in enumerate(event.events):
        for card in _cards_of(each):
            listed.setdefault(card, place)
    for _, each in sorted(enumerate(told), key=lambda at: _attaches_to_later(at[0], at[1], listed)):
        HANDLERS[type(each)](state, each, position)
    stamped = sorted(state.stamped, key=lambda each: listed.get(each.card, len(listed)))
    state.stamped = None
    state.captured = None
    state.entering = None
    if len(stamped) > 1:
        settle_order(state, stamped, controller_of)
    for inner in event.events:
        _note_source(state, inner)


def _as_before(state: State, event: Event) -> Event:
    """An event whose references mean the objects there were before any of the events happened.

    Not those to what it acts on or attaches to, which may be new. A card that first comes in one of the
    events keeps its bare name.
    """
    changed: dict[str, Any] = {}
    for field in _LOOK_BACK:
        reference = getattr(event, field, None)
        if isinstance(reference, str):
            changed[field] = numbered(state, reference)
    if isinstance(event, EffectBegan):
        changed["continuous"] = _effect_as_before(state, event.continuous)
    return msgspec.structs.replace(event, **changed) if changed else event


_LOOK_BACK = ("with_", "by", "until", "ability", "source")


def _effect_as_before(state: State, effect: Effect) -> Effect:
    grant = tuple(
        numbered(state, entry) if isinstance(entry, str)
        else entry if entry.abilities_of is None
        else msgspec.structs.replace(entry, abilities_of=numbered(state, entry.abilities_of))
        for entry in effect.grant or ()
    )  # fmt: skip
    text_of = None if effect.text_of is None else numbered(state, effect.text_of)
    return msgspec.structs.replace(effect, grant=grant or effect.grant, text_of=text_of)


def _attaches_to_later(place: int, event: Event, listed: dict[str, int]) -> bool:
    """Whether an event attaches something to what is listed behind it; then it is applied after the others."""
    host = event.to if isinstance(event, Attached) else getattr(event, "attached_to", None)
    return host is not None and listed.get(parse_object(host).card, -1) > place


def _cards_of(event: Event) -> tuple[str, ...]:
    reference = getattr(event, "object", None) or getattr(event, "card", None)
    return (parse_object(reference).card,) if isinstance(reference, str) else ()


def _captured(state: State, events: list[Event]) -> dict[tuple[str, bool], Any]:
    captured: dict[tuple[str, bool], Any] = {}
    for each in events:
        originals = [getattr(each, "copy_of", None), getattr(each, "of", None)]
        originals += [choice.copy_of for choice in getattr(each, "choices", ())]
        for original in originals:
            if original is None:
                continue
            for both in (False, True):
                text, copied = copying.original_text(state, original, both_faces=both)
                captured[original, both] = (text, copy.copy(copied))
    return captured


def _note_source(state: State, event: Event) -> None:
    """Keep where an importer found an object last."""
    on = getattr(event, "on", None)
    for card in _cards_of(event) if on is None else (parse_object(on).card,):
        object_: Object | None = state.objects.get(card)
        if object_ is not None and isinstance(event.source, dict):
            object_.source = event.source


HANDLERS[Simultaneous] = _at_once

"""Copies of spells, abilities and cards: where they are created, and of what (CR 707.10-13, 722.3c)."""

from __future__ import annotations

from events.copying import CopyCreated
from events.errors import RuleBroken
from events.faces import Prepared
from projections.copying import original_of
from projections.layer_one import PREPARES, current_text
from simulator.legality.asked import Asked, Errors, card_of, is_bare, is_observed, object_now


def copies_are_prepare_spells(asked: Asked, event: CopyCreated) -> Errors:
    """A copy with `face` is that of the original's prepare spell (CR 722.3c)."""
    original = object_now(asked.state, event.of)
    if original is None or event.face is None:
        return
    text = current_text(original)
    if is_bare(asked.state, text) or is_observed(event) or original.card in asked.group.entering:
        return
    spells = text.faces[1:] if text.layout in PREPARES else text.faces
    gains_it = any(
        isinstance(each, Prepared) and card_of(each.object) == original.card
        for each in asked.group.events
    )
    if not any(event.face in face.names for face in spells):
        yield RuleBroken(
            "{object} has no prepare spell {face!r}",
            object=original.reference,
            face=event.face,
            faces=", ".join(name for face in spells for name in face.names),
            rule="722.3c",
            advice="it has {faces}",
        )
    elif original.zone != "stack" and (
        original.zone != "battlefield" or not (original.prepared or gains_it)
    ):
        yield RuleBroken(
            "{object} is no prepared permanent, so its prepare spell is not copied",
            object=original.reference,
            rule="722.3c",
            advice="write `prepared` before, of a permanent with a prepare spell",
        )
    elif original.zone != "stack" and event.zone != "exile":
        yield RuleBroken(
            "the copy of the prepare spell of {object} is created in exile, not in the zone {zone}",
            object=original.reference,
            zone=event.zone,
            rule="722.3c",
            advice="write `zone` as exile, and `spell_cast` when the copy is cast",
        )


def named_cards_are_copied_outside(asked: Asked, event: CopyCreated) -> Errors:
    """A copy of a card that is defined by name is created outside the game (CR 707.13)."""
    if original_of(asked.state, event.of) is None and event.zone != "outside":
        yield RuleBroken(
            "the copy of a card named {name!r} is not created in the zone {zone}",
            name=event.of,
            zone=event.zone,
            rule="707.13",
            advice="write `zone` as outside, and `spell_cast` when the copy is cast",
        )


def copies_are_not_permanents(asked: Asked, event: CopyCreated) -> Errors:
    """A copy of a spell, ability or card is no permanent; those copies are tokens (CR 707.10)."""
    del asked
    if event.zone == "battlefield":
        yield RuleBroken(
            "{card} cannot be created on the battlefield",
            card=event.card,
            rule="707.10",
            advice="write `token_created` with `copy_of`",
        )


def copies_are_where_the_original_is(asked: Asked, event: CopyCreated) -> Errors:
    """A copy of a spell or ability is put on the stack, one of a card where that card is (CR 707.10, 707.12).

    One of a card on the stack stands for one that is created and cast at once; of a permanent there is
    none. What moves at the same time may be where it comes from or where it goes.
    """
    original = object_now(asked.state, event.of)
    if original is None or event.face is not None or is_observed(event):
        return
    text = current_text(original)
    moves = original.card in asked.group.moving
    if moves or event.zone == "battlefield" or is_bare(asked.state, text):
        return
    if original.zone == "battlefield":
        yield RuleBroken(
            "{object} is a permanent, and no copy of it is put in the zone {zone}",
            object=original.reference,
            zone=event.zone,
            rule="707.10" if event.zone == "stack" else "707.12",
            advice="write `token_created` with `copy_of`",
        )
    elif original.zone == "stack" and event.zone != "stack":
        yield RuleBroken(
            "the copy of {object} is put onto the stack, not in the zone {zone}",
            object=original.reference,
            zone=event.zone,
            rule="707.10",
            advice="leave `zone` out",
        )
    elif event.zone not in {original.zone, "stack"}:
        yield RuleBroken(
            "the copy of {object} is created in the zone {there}, not in the zone {zone}",
            object=original.reference,
            there=original.zone,
            zone=event.zone,
            rule="707.12",
            advice="write `zone` as the zone the card is in, and `spell_cast` when the copy is cast",
        )
    elif event.zone != original.zone and all("Land" in face.types for face in text.faces):
        yield RuleBroken(
            "a copy of {object} would be a land and cannot be cast",
            object=original.reference,
            rule="305",
            advice="write `zone` as the zone the card is in",
        )

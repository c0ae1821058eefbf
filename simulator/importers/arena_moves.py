"""Zone changes, arrivals and departures: each of Arena's transfers as an event (CR 400.7).

Arena gives a moving object a new number in the same message; only a permanent keeps the number of the
spell it was. Both are new objects by the rules.
"""

from __future__ import annotations

from typing import Any

from simulator.importers.arena_arrivals import (
    STAYS,
    arrive,
    attached_to,
    doer,
    lose,
    position_in,
    printing_of,
)
from simulator.importers.arena_definitions import FaceOf, HalfOf, PrototypeOf
from simulator.importers.arena_links import exile_fields
from simulator.importers.arena_messages import Annotation, GameObject
from simulator.importers.arena_objects import Card, CopyOn, Recording
from simulator.importers.arena_rooms import half_of

_ANEW = frozenset({"exile", "command"})
"""Zones in which an object may become a new one without leaving (CR 400.8, 400.9)."""
MODAL = frozenset({18, 19})
"""The kinds of action with which a modal double-faced card is cast or played (CR 712.11)."""
SIDES = {10: 0, 11: 1, 22: 0, 23: 1}
"""The kinds of action with which the left or right half of a card is cast (CR 709.3)."""
PROTOTYPE = 21
"""The kind of action with which a prototype card is cast as one (CR 718.3)."""


def transfer(
    game: Recording, annotation: Annotation, before: dict[int, int], actions: dict[int, int]
) -> None:
    """Follow Arena's transfer of an object to another zone; `before` has its former numbers."""
    zone_id = annotation.number("zone_dest")
    for instance in annotation.affected_ids:
        former = before.pop(instance, None)
        shown = game.shown(instance)
        if former is not None:
            _free(game, instance, former, annotation.number("zone_src"))
        card = game.card(instance if former is None else former, printing_of(shown))
        if card is None:
            arrive(game, instance, zone_id, annotation)
        elif game.state.zone_name(zone_id) is None or (
            card.zone_id == zone_id and card.zone not in _ANEW
        ):
            game.put(card, instance=instance)
        elif former is not None or card.zone_id != zone_id:
            move(game, card, instance, zone_id, annotation, actions)


def _free(game: Recording, instance: int, former: int, source: int) -> None:
    """A number that is handed out again belonged to something whose end the log left out.

    Most often it was taken back there: to where it is now, or to where it is cast from once more.
    """
    there = game.cards.get(instance)
    if there is None or there.instance == former:
        return
    zone_id = next(
        (
            zone.zone_id
            for zone in game.state.zones.values()
            if there.previous in zone.object_instance_ids and there.previous not in game.cards
        ),
        source if there.previous == former and former not in game.cards else 0,
    )
    if game.state.zone_name(zone_id) is None or there.zone_id == zone_id:
        lose(game, there, "its number was given to another object", number_reused=True)
        return
    move(game, there, there.previous, zone_id, Annotation(affected_ids=(there.previous,)), {})
    game.events[-1].setdefault("note", "taken back in what the log left out")


def move(
    game: Recording,
    card: Card,
    instance: int,
    zone_id: int,
    annotation: Annotation,
    actions: dict[int, int],
) -> None:
    """Let a card change zones."""
    state = game.state
    zone = state.zone_name(zone_id) or "outside"
    category = annotation.text("category")
    shown = game.shown(instance)
    grp = printing_of(shown)
    face_down = shown is not None and shown.is_facedown and zone not in {"hand", "library"}
    if (
        shown is None
        and zone == "exile"
        and not card.grp
        and card.kind == "card"
        and game.state.holds(zone_id, instance)
    ):
        face_down = True
    seen_before = zone != "hand" and not (face_down and zone == "exile")
    if seen_before and grp and not card.grp:
        card = game.reveal(card, grp)
    plainly = shown is not None and shown.overlay == grp and not card.copies
    if grp and card.grp and plainly and game.printings.may_be_one_card(card.grp, grp):
        game.printings.join(card.grp, grp)
    by = doer(game, annotation.affector_id)
    fields: dict[str, Any] = {"object": card.card, "by": by}
    if face_down and not (card.zone == "stack" and zone == "battlefield"):
        fields["face_down"] = True
    controller = card.owner
    if zone in STAYS:
        default = card.controller if card.zone == "stack" and zone == "battlefield" else card.owner
        controller = (
            shown.controller_seat_id if shown is not None and shown.controller_seat_id else default
        )
        if controller != default:
            fields["controller"] = game.player(controller)
    if zone == "battlefield":
        _entering(game, card, instance, shown, fields)
    event = _event(card, zone, category, fields)
    if (
        grp
        and card.zone == "hand"
        and actions.get(instance) in MODAL
        and grp in game.printings.by_grp
    ):
        game.printings.by_grp[grp].modal = True
    if event == "spell_cast":
        if grp and not face_down:
            text = 0 if shown is None else shown.name
            fields["face"] = HalfOf(grp, SIDES.get(actions.get(instance, 0)), text)
        if actions.get(instance) == PROTOTYPE:
            fields["prototyped"] = PrototypeOf(grp)
    elif event == "exiled":
        fields.update(exile_fields(game, instance, annotation.affector_id))
    elif event == "moved":
        if zone == "library":
            fields["position"] = position_in(game, zone_id, instance)
        elif zone == "battlefield" and grp and not face_down and card.grp:
            fields["face"] = FaceOf(grp)
    _gone_before(game, card, fields)
    game.emit(event, instance, **fields)
    if card.kind in {"token", "copy"} and zone not in STAYS:
        game.drop(card)
        return
    entered = card.zone == "stack" and zone == "battlefield"
    card = game.put(
        card,
        instance=instance,
        previous=card.instance if card.instance != instance else card.previous,
        zone_id=zone_id,
        zone=zone,
        number=card.number + 1,
        controller=controller,
        face=card.face if entered else _face_after(game, card, grp),
        face_down=face_down or (entered and card.face_down),
        shown=None,
        copies=_copies_kept(card, fields, shown, entered=entered),
        renamed=None,
        doors=half_of(game, card.face) if entered else 0,
        door=half_of(game, card.face) if entered else 0,
        tapped=bool(fields.get("tapped")),
        attached=attached_to(game, instance) if "attached_to" in fields else 0,
        phased_out=False,
        suppressed=False,
    )
    if entered and card.kind == "copy":
        game.put(card, kind="token")
    if not seen_before and grp and not face_down:
        game.reveal(card, grp)


def _face_after(game: Recording, card: Card, grp: int) -> int:
    """The face a card shows after it moved: another card's is a change that is told separately."""
    if card.grp and grp and not game.printings.same_card(card.grp, grp):
        return card.grp
    return grp or card.grp


def _event(card: Card, zone: str, category: str, fields: dict[str, Any]) -> str:
    if category == "Countered" and card.zone == "stack":
        fields["to"] = zone
        return "spell_countered"
    if card.zone == "stack" and (category == "Resolve" or zone == "battlefield"):
        fields["to"] = zone
        return "spell_resolved"
    if zone == "stack":
        return "spell_cast"
    if zone == "exile":
        return "exiled"
    fields["to"] = zone
    return "moved"


def _gone_before(game: Recording, card: Card, fields: dict[str, Any]) -> None:
    """A permanent that phased out without a word is back before it moves."""
    if card.phased_out:
        game.emit("phased_in", card.instance, object=fields["object"])


def _entering(
    game: Recording, card: Card, instance: int, shown: GameObject | None, fields: dict[str, Any]
) -> None:
    if shown is None:
        return
    if shown.is_tapped and instance not in game.tapping:
        fields["tapped"] = True
    host = game.cards.get(attached_to(game, instance))
    if host is not None and host.zone == "battlefield":
        fields["attached_to"] = host.card
    original = _original(game, card, shown)
    if original is not None:
        fields["copy_of"] = original.card


def _original(game: Recording, card: Card, shown: GameObject) -> Card | None:
    """What an object that enters as a copy is a copy of, if that is there and no exception shows (CR 707.5)."""
    overlay = shown.overlay
    if (
        card.copies
        or shown.is_facedown
        or overlay == shown.grp_id
        or game.printings.same_card(overlay, shown.grp_id)
    ):
        return None
    if not shown.name or shown.name != game.printings.text_of(overlay):
        return None
    original = game.showing(overlay)
    return None if original is None or original.card == card.card else original


def _copies_kept(
    card: Card, fields: dict[str, Any], shown: GameObject | None, *, entered: bool
) -> tuple[CopyOn, ...]:
    kept = card.copies if entered else ()
    if "copy_of" in fields and shown is not None:
        return (*kept, CopyOn(shown.overlay, shown.name, ""))
    return kept

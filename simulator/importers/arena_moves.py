"""Zone changes, arrivals and departures: each of Arena's transfers as an event (CR 400.7).

Arena gives a moving object a new number in the same message; only a permanent keeps the number of the
spell it was. Both are new objects by the rules.
"""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.importers.arena_definitions import DefinitionOf, FaceOf, HalfOf, PrototypeOf
from simulator.importers.arena_links import exile_fields, stand_in
from simulator.importers.arena_messages import Annotation, GameObject
from simulator.importers.arena_objects import Card, CopyOn, Recording
from simulator.importers.arena_rooms import half_of

_STAYS = frozenset({"stack", "battlefield"})
_COPIES = frozenset({"stack", "battlefield", "exile", "graveyard"})
_ANEW = frozenset({"exile", "command"})
"""Zones in which an object may become a new one without leaving (CR 400.8, 400.9)."""
_NO_CARD = frozenset({"Ability", "TriggerHolder", "RevealedCard"})
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
        card = game.card(instance if former is None else former, _printing(shown))
        if former is not None:
            _lose_reused(game, instance, card)
        if card is None:
            arrive(game, instance, zone_id, annotation)
        elif game.state.zone_name(zone_id) is None or (
            card.zone_id == zone_id and card.zone not in _ANEW
        ):
            game.put(card, instance=instance)
        elif former is not None or card.zone_id != zone_id:
            move(game, card, instance, zone_id, annotation, actions)


def _printing(shown: GameObject | None) -> int:
    """The printing an object is, if that can be seen: a face-down one shows its own to its owner only."""
    if (
        shown is None
        or shown.kind in _NO_CARD
        or (shown.is_facedown and shown.grp_id == shown.overlay)
    ):
        return 0
    return shown.grp_id


def _lose_reused(game: Recording, instance: int, card: Card | None) -> None:
    """A number that is handed out again belonged to something whose end the log left out."""
    there = game.cards.get(instance)
    if there is None or there is card:
        return
    for zone in game.state.zones.values():
        if there.previous in zone.object_instance_ids and there.previous not in game.cards:
            taken_back = Annotation(affected_ids=(there.previous,))
            move(game, there, there.previous, zone.zone_id, taken_back, {})
            game.events[-1].setdefault("note", "taken back in what the log left out")
            return
    lose(game, there, "its number was given to another object")


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
    grp = _printing(shown)
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
    by = _doer(game, annotation.affector_id)
    fields: dict[str, Any] = {"object": card.card, "by": by}
    if face_down and not (card.zone == "stack" and zone == "battlefield"):
        fields["face_down"] = True
    controller = card.owner
    if zone in _STAYS:
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
            fields["position"] = _position(game, zone_id, instance)
        elif zone == "battlefield" and grp and not face_down and card.grp:
            fields["face"] = FaceOf(grp)
    _gone_before(game, card, fields)
    game.emit(event, instance, **fields)
    if card.kind in {"token", "copy"} and zone not in _STAYS:
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
        face=card.face if entered else (grp or card.grp),
        face_down=face_down or (entered and card.face_down),
        shown=None,
        copies=_copies_kept(card, fields, shown, entered=entered),
        renamed=None,
        doors=half_of(game, card.face) if entered else 0,
        door=half_of(game, card.face) if entered else 0,
        tapped=bool(fields.get("tapped")),
        attached=_attached(game, instance) if "attached_to" in fields else 0,
        phased_out=False,
        suppressed=False,
    )
    if entered and card.kind == "copy":
        game.put(card, kind="token")
    if not seen_before and grp and not face_down:
        game.reveal(card, grp)


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
    """A permanent that phased out without a word is back before it moves (CR 702.26)."""
    if card.phased_out:
        game.emit("phased_in", card.instance, object=fields["object"])


def _entering(
    game: Recording, card: Card, instance: int, shown: GameObject | None, fields: dict[str, Any]
) -> None:
    if shown is None:
        return
    if shown.is_tapped and instance not in game.tapping:
        fields["tapped"] = True
    host = game.cards.get(_attached(game, instance))
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


def _attached(game: Recording, instance: int) -> int:
    for annotation in game.state.annotations.values():
        if annotation.affector_id == instance and "AnnotationType_Attachment" in annotation.type:
            return annotation.affected_ids[0] if annotation.affected_ids else 0
    return 0


def _position(game: Recording, zone_id: int, instance: int) -> int | None:
    """Where in a library a card is: None for the top, -1 for the bottom."""
    zone = game.state.zones.get(zone_id)
    if zone is None or instance not in zone.object_instance_ids:
        return None
    place = zone.object_instance_ids.index(instance)
    if place == 0:
        return None
    return -1 if place == len(zone.object_instance_ids) - 1 else place


def _doer(game: Recording, affector: int) -> str | None:
    card = game.cards.get(affector)
    return (
        card.card if card is not None and card.kind == "ability" and card.zone == "stack" else None
    )


# --- arrivals -------------------------------------------------------------------------------------


def arrive(
    game: Recording, instance: int, zone_id: int, annotation: Annotation | None = None
) -> None:
    """An object without a former one: a token, a copy, or a card that comes into the game."""
    zone = game.state.zone_name(zone_id)
    shown = game.shown(instance)
    if (
        zone is None
        or instance in game.cards
        or (shown is not None and shown.kind in {"TriggerHolder", "RevealedCard"})
    ):
        return
    if shown is None:
        if zone in {"hand", "library"}:
            _add(game, instance, zone_id, zone, None)
        return
    if shown.kind == "Ability":
        return
    if shown.kind == "Token" and zone == "battlefield":
        _create_token(game, shown, zone_id, annotation)
    elif shown.is_copy and zone in _COPIES and shown.kind == "Card":
        original = _copied(game, shown) or stand_in(game, shown.grp_id, shown.controller_seat_id)
        controller = shown.controller_seat_id or shown.owner_seat_id
        card = Card(
            game.new_id("s", instance), "copy", instance, zone_id, zone, controller, controller,
            grp=shown.grp_id, face=shown.grp_id,
        )  # fmt: skip
        game.emit(
            "copy_created", instance, card=card.card, of=original.card, controller=game.player(controller),
            zone=None if zone == "stack" else zone, by=_doer(game, annotation.affector_id) if annotation else None,
        )  # fmt: skip
        game.put(card)
    else:
        _add(game, instance, zone_id, zone, shown)


def _copied(game: Recording, shown: GameObject) -> Card | None:
    """The spell, else the card, that a copy is of (CR 707.10, 707.12)."""
    same = [card for card in game.cards.values()
            if card.face == shown.grp_id and card.kind in {"card", "copy", "token"} and card.instance != shown.instance_id]  # fmt: skip
    order = {"stack": 0, "exile": 1, "graveyard": 2, "battlefield": 3, "command": 4}
    same = [card for card in same if card.zone in order and not card.face_down]
    return min(same, key=lambda card: (order[card.zone], card.kind != "card"), default=None)


def _create_token(
    game: Recording, shown: GameObject, zone_id: int, annotation: Annotation | None
) -> None:
    instance, grp = shown.instance_id, shown.grp_id
    controller = shown.controller_seat_id or shown.owner_seat_id
    owner = shown.owner_seat_id or controller
    card = Card(
        game.new_id("t", instance), "token", instance, zone_id, "battlefield", owner, controller, grp=grp, face=grp,
        face_down=shown.is_facedown,
    )  # fmt: skip
    fields: dict[str, Any] = {"card": card.card, "controller": game.player(controller)}
    if owner != controller:
        fields["owner"] = game.player(owner)
    original = game.showing(grp) if shown.is_copy else None
    if original is not None:
        fields["copy_of"] = original.card
    else:
        fields["definition"] = DefinitionOf(grp)
        fields["face"] = FaceOf(grp)
    if shown.is_facedown:
        fields["face_down"] = True
    if shown.is_tapped and instance not in game.tapping:
        fields["tapped"] = True
        card = msgspec.structs.replace(card, tapped=True)
    host = game.cards.get(_attached(game, instance))
    if host is not None and host.zone == "battlefield":
        fields["attached_to"] = host.card
        card = msgspec.structs.replace(card, attached=host.instance)
    if annotation is not None:
        fields["by"] = _doer(game, annotation.affector_id)
    game.emit("token_created", instance, **fields)
    game.put(card)


def _add(game: Recording, instance: int, zone_id: int, zone: str, shown: GameObject | None) -> None:
    info = game.state.zones.get(zone_id)
    owner = (
        (shown.owner_seat_id if shown is not None else 0)
        or (info.owner_seat_id if info is not None else 0)
        or 1
    )
    controller = (shown.controller_seat_id if shown is not None else 0) or owner
    grp = _printing(shown)
    face_down = (
        shown is not None
        and shown.is_facedown
        and zone in {"battlefield", "exile", "stack", "command"}
    )
    card = Card(
        game.new_id("c", instance), "card", instance, zone_id, zone, owner, controller, grp=grp, face=grp, face_down=face_down,
    )  # fmt: skip
    fields: dict[str, Any] = {"card": card.card, "owner": game.player(owner), "zone": zone}
    if grp:
        fields["definition"] = DefinitionOf(grp)
        if zone in _STAYS and not face_down:
            fields["face"] = FaceOf(grp)
    if zone in _STAYS and controller != owner:
        fields["controller"] = game.player(controller)
    if face_down:
        fields["face_down"] = True
    if (
        zone == "battlefield"
        and shown is not None
        and shown.is_tapped
        and instance not in game.tapping
    ):
        fields["tapped"] = True
        card = msgspec.structs.replace(card, tapped=True)
    if zone == "library" and game.set_up:
        fields["position"] = _position(game, zone_id, instance)
    game.emit("card_added", instance, **fields)
    game.put(card)


def lose(game: Recording, card: Card, why: str) -> None:
    """An object is gone and the log does not say where: it is no longer in the game as far as that shows."""
    if card.kind == "ability":
        game.emit("ability_resolved", card.instance, object=card.card, note=why)
    elif card.zone != "outside":
        game.emit("moved", card.instance, object=card.card, to="outside", note=why)
    game.drop(card)

"""Arrivals and departures that are no zone change: tokens, copies, cards that come into the game or are lost."""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.importers.arena_definitions import DefinitionOf, FaceOf, HalfOf
from simulator.importers.arena_links import stand_in
from simulator.importers.arena_messages import Annotation, GameObject
from simulator.importers.arena_objects import Card, Recording

STAYS = frozenset({"stack", "battlefield"})
"""Where a token or a copy of a spell can be without ceasing to exist (CR 704.5d, 704.5e)."""
_COPIES = frozenset({"stack", "battlefield", "exile", "graveyard"})
_NO_CARD = frozenset({"Ability", "TriggerHolder", "RevealedCard"})


def printing_of(shown: GameObject | None) -> int:
    """The printing an object is, if that can be seen: a face-down one shows its own to its owner only."""
    if (
        shown is None
        or shown.kind in _NO_CARD
        or (shown.is_facedown and shown.grp_id == shown.overlay)
    ):
        return 0
    return shown.grp_id


def attached_to(game: Recording, instance: int) -> int:
    """What Arena lists an object as attached to, or zero."""
    for annotation in game.state.annotations.values():
        if annotation.affector_id == instance and "AnnotationType_Attachment" in annotation.type:
            return annotation.affected_ids[0] if annotation.affected_ids else 0
    return 0


def position_in(game: Recording, zone_id: int, instance: int) -> int | None:
    """Where in a library a card is: None for the top, -1 for the bottom."""
    zone = game.state.zones.get(zone_id)
    if zone is None or instance not in zone.object_instance_ids:
        return None
    place = zone.object_instance_ids.index(instance)
    if place == 0:
        return None
    return -1 if place == len(zone.object_instance_ids) - 1 else place


def doer(game: Recording, affector: int) -> str | None:
    """The ability on the stack that did something, if it was one."""
    card = game.cards.get(affector)
    return (
        card.card if card is not None and card.kind == "ability" and card.zone == "stack" else None
    )


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
            zone=None if zone == "stack" else zone, by=doer(game, annotation.affector_id) if annotation else None,
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
    host = game.cards.get(attached_to(game, instance))
    if host is not None and host.zone == "battlefield":
        fields["attached_to"] = host.card
        card = msgspec.structs.replace(card, attached=host.instance)
    if annotation is not None:
        fields["by"] = doer(game, annotation.affector_id)
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
    grp = printing_of(shown)
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
        if zone in STAYS and not face_down and shown is not None:
            fields["face"] = FaceOf(grp) if zone == "battlefield" else HalfOf(grp, None, shown.name)
    if zone in STAYS and controller != owner:
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
        fields["position"] = position_in(game, zone_id, instance)
    game.emit("card_added", instance, **fields)
    game.put(card)


def lose(game: Recording, card: Card, why: str, *, number_reused: bool = False) -> None:
    """An object is gone and the log does not say where: it is no longer in the game as far as that shows.

    It is found again if Arena shows its number again, unless that now means another card.
    """
    if card.kind == "ability":
        game.emit("ability_resolved", card.instance, object=card.card, note=why)
    elif card.zone != "outside":
        game.emit("moved", card.instance, object=card.card, to="outside", note=why)
    game.drop(card)
    if card.kind == "card" and not number_reused:
        left = {
            "zone": "outside",
            "zone_id": 0,
            "number": card.number + 1,
            "face": card.grp,
            "face_down": False,
        }
        game.lost[card.instance] = msgspec.structs.replace(
            card, **left, shown=None, copies=(), renamed=None, doors=0, door=0, attached=0, tapped=False,
            phased_out=False, suppressed=False,
        )  # fmt: skip

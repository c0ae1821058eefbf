"""Changes of an object where it stays: faces, copies, names, doors, control (CR 707-712, 612.8, 709.5).

Arena resends the object; what kind of change that is shows in which of its numbers differ: the printing
(`grpId`), the printing whose characteristics it has (`overlayGrpId`), the text of its name.
"""

from __future__ import annotations

from typing import Any

from simulator.importers.arena_definitions import (
    DefinitionOf,
    DoorOf,
    OwnNameOf,
    PrintingName,
    TextOf,
)
from simulator.importers.arena_messages import GameObject
from simulator.importers.arena_objects import Card, CopyOn, Recording
from simulator.importers.arena_rooms import LEFT, RIGHT, doors_shown

_VISIBLE = frozenset({"battlefield", "stack", "graveyard", "exile", "command"})


def settle(game: Recording, card: Card, shown: GameObject) -> None:
    """Let the record say of an object what Arena shows of it."""
    if card.kind == "ability" or shown.kind in {"Ability", "RevealedCard", "TriggerHolder"}:
        return
    seat = shown.controller_seat_id
    if card.zone in {"battlefield", "stack"} and seat and seat != card.controller:
        game.emit(
            "controller_changed", card.instance, object=card.card, controller=game.player(seat)
        )
        card = game.put(card, controller=seat)
    if card.zone == "battlefield" and shown.is_tapped != card.tapped:
        game.emit("tapped" if shown.is_tapped else "untapped", card.instance, object=card.card)
        card = game.put(card, tapped=shown.is_tapped)
    key = (shown.grp_id, shown.overlay, shown.name, shown.is_facedown)
    room = "SubType_Room" in shown.subtypes and card.zone == "battlefield"
    if key == card.shown and not room:
        return
    if card.zone not in _VISIBLE:
        if not shown.is_facedown:
            card = game.reveal(card, shown.grp_id)
        game.put(card, shown=key)
        return
    card = _face_up_or_down(game, card, shown)
    if not card.face_down:
        card = _face(game, card, shown)
        card = _copy(game, card, shown)
        card = _doors(game, card, shown) if room else _name(game, card, shown)
    game.put(card, shown=key)


def _face_up_or_down(game: Recording, card: Card, shown: GameObject) -> Card:
    """CR 708: an object turns face down or face up, or what it is becomes known."""
    if not shown.is_facedown:
        card = game.reveal(card, shown.grp_id)
    if shown.is_facedown == card.face_down:
        return card
    event = "turned_face_down" if shown.is_facedown else "turned_face_up"
    game.emit(event, card.instance, object=card.card)
    return game.put(card, face_down=shown.is_facedown)


def _face(game: Recording, card: Card, shown: GameObject) -> Card:
    """CR 701.27: another printing of the same card is its other face; of another card, a lasting change."""
    grp, printings = shown.grp_id, game.printings
    if not grp or grp == card.face:
        return card
    before, after = printings.by_grp.get(card.face), printings.by_grp.get(grp)
    if printings.same_card(card.face, grp):
        sides = (before is not None and before.otherside == grp) or (
            after is not None and after.otherside == card.face
        )
        one, other = printings.name(card.face), printings.name(grp)
        if sides and card.zone == "battlefield" and (one is None or one != other):
            game.emit("transformed", card.instance, object=card.card)
        return game.put(card, face=grp)
    if card.zone == "stack" or (after is not None and "Room" in after.subtypes):
        printings.join(card.face, grp)
        return game.put(card, face=grp)
    if printings.name(card.face) is not None and printings.name(card.face) == printings.name(grp):
        return game.put(card, face=grp)
    return _becomes(
        game,
        card,
        CopyOn(grp, shown.name, game.new_effect()),
        {},
        note="Arena shows another card from here on",
    )


def _copy(game: Recording, card: Card, shown: GameObject) -> Card:
    """CR 707: the characteristics are another card's, until they are the object's own again."""
    wanted = _copied(game, card, shown)
    now = (card.copies[-1].overlay, card.copies[-1].text) if card.copies else None
    if wanted is None:
        if (
            shown.grp_id == shown.overlay
            and card.copies
            and card.copies[-1].overlay == shown.overlay
        ):
            return card
        return _own_again(game, card) if card.copies else card
    if now is not None and now[0] == wanted[0]:
        return card
    earlier = [(copy.overlay, copy.text) for copy in card.copies]
    if wanted in earlier[:-1] and all(
        copy.effect for copy in card.copies[earlier.index(wanted) + 1 :]
    ):
        keep = earlier.index(wanted) + 1
        for copy in reversed(card.copies[keep:]):
            game.emit("effect_ended", card.instance, effect=copy.effect)
        return game.put(card, copies=card.copies[:keep])
    return _becomes(game, card, CopyOn(*wanted, game.new_effect()), _exception(game, shown))


def _becomes(
    game: Recording, card: Card, copy: CopyOn, exception: dict[str, Any], note: str | None = None
) -> Card:
    original = game.showing(copy.overlay)
    of: Any = DefinitionOf(copy.overlay)
    if original is not None and original.card != card.card:
        of = original.card
    else:
        game.printings.only_named(copy.overlay)
        exception = exception or {"set_name": OwnNameOf(copy.overlay)}
    if card.renamed is not None:
        game.emit("effect_ended", card.instance, effect=card.renamed[1])
    game.emit(
        "became_copy", card.instance, object=card.card, of=of, effect=copy.effect, note=note,
        **{"except": exception} if exception else {},
    )  # fmt: skip
    return game.put(card, copies=(*card.copies, copy), renamed=None)


def _copied(game: Recording, card: Card, shown: GameObject) -> tuple[int, int] | None:
    overlay, grp, printings = shown.overlay, shown.grp_id, game.printings
    if overlay == grp or printings.same_card(overlay, grp):
        return None
    marked = any(card.instance in a.affected_ids for a in game.state.with_type("CopiedObject"))
    if not marked and shown.name:
        own = printings.text_of(grp)
        if shown.name == own and shown.name != printings.text_of(overlay):
            return None
    return overlay, shown.name


def _exception(game: Recording, shown: GameObject) -> dict[str, Any]:
    """CR 707.9: a copy that keeps or gets another name than what it copies."""
    printings = game.printings
    text = printings.text_of(shown.overlay)
    if not shown.name or shown.name == text:
        return {}
    if shown.name == printings.text_of(shown.grp_id):
        return {"set_name": PrintingName(shown.grp_id)}
    if not text and printings.text(shown.name) in {None, printings.name(shown.overlay)}:
        printings.learn(shown.overlay, shown.name)
        return {}
    if printings.text(shown.name) is not None and printings.text(shown.name) == printings.name(
        shown.overlay
    ):
        return {}
    return {"set_name": TextOf(shown.name)}


def _own_again(game: Recording, card: Card) -> Card:
    for copy in reversed(card.copies):
        if copy.effect:
            game.emit("effect_ended", card.instance, effect=copy.effect)
        else:
            own = DefinitionOf(card.grp)
            game.emit(
                "became_copy",
                card.instance,
                object=card.card,
                of=own,
                note="the copy effect it entered with ended",
            )
    return game.put(card, copies=())


def _name(game: Recording, card: Card, shown: GameObject) -> Card:
    """CR 612.8: a name that is neither the card's nor the copied one's is set by an effect."""
    printings, text = game.printings, shown.name
    base = card.copies[-1].text if card.copies else printings.text_of(card.face)
    base_name = printings.name(card.copies[-1].overlay if card.copies else card.face)
    if not text or text == base:
        differs = False
    elif not base:
        differs = (
            printings.text(text) is not None
            and base_name is not None
            and printings.text(text) != base_name
        )
    else:
        differs = printings.text(text) is None or printings.text(text) != base_name
    if card.copies and differs and not base:
        differs = False
    now = card.renamed[0] if card.renamed is not None else 0
    if (text if differs else 0) == now:
        return card
    if card.renamed is not None:
        game.emit("effect_ended", card.instance, effect=card.renamed[1])
        card = game.put(card, renamed=None)
    if differs:
        effect = game.new_effect()
        game.emit(
            "effect_began",
            card.instance,
            effect=effect,
            affects=[card.reference],
            set_name=TextOf(text),
        )
        card = game.put(card, renamed=(text, effect))
    return card


def _doors(game: Recording, card: Card, shown: GameObject) -> Card:
    """CR 709.5: a Room's doors as Arena shows them."""
    doors = doors_shown(game, card.instance, shown.grp_id, shown.name)
    for side in (LEFT, RIGHT):
        if (doors ^ card.doors) & side:
            event = "door_unlocked" if doors & side else "door_locked"
            game.emit(
                event,
                card.instance,
                object=card.card,
                face=DoorOf(card.grp or shown.grp_id, side - 1),
            )
    new = doors & ~card.doors
    return game.put(card, doors=doors, door=new or card.door or doors)

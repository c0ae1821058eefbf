"""What Arena shows of linked abilities: cards exiled with an object, and choices made for one (CR 607)."""

from __future__ import annotations

from typing import Any

from simulator.importers.arena_definitions import DefinitionOf, TextOf
from simulator.importers.arena_messages import Annotation, GameObject
from simulator.importers.arena_objects import Card, Recording
from simulator.importers.arena_rooms import halves

EXILED_WITH = "cards-exiled-with-this"
"""The second ability of a pair whose first one exiled a card; Arena does not say which ability it is."""
CHOSEN_FOR = "uses-the-choice"
"""The second ability of a pair whose first one made a choice."""
ACTIVATED = 2
"""The kind of action with which an ability is activated (CR 602)."""


def shown_printing(game: Recording, card: Card, ability: str) -> int:
    """The printing that an ability of an object is on: what it is a copy of, else its own face.

    A Room has the abilities of its unlocked doors (CR 709.5): one seen before is where it was seen,
    a new one is that of the door unlocked last.
    """
    if card.copies:
        return card.copies[-1].overlay
    if card.doors:
        sides = halves(game, card.face)
        for half in sides.values():
            if ability in half.abilities:
                return half.grp
        if card.door in sides:
            return sides[card.door].grp
    return card.face


def source_of(game: Recording, shown: GameObject) -> Card:
    """The object an ability comes from, as it is or as it was before it last moved (CR 113.7a).

    Where none is left (a token, the effect of a spell), a card outside the game stands for it.
    """
    found = game.that_was(shown.parent_id)
    was = game.past.get(shown.parent_id)
    if found is not None and was is not None and _just_left(found, was, shown.parent_id):
        return was
    if found is not None and found.kind != "ability" and found.grp and not found.face_down:
        return found
    holder = game.shown(shown.parent_id)
    grp = shown.object_source_grp_id or shown.grp_id
    if holder is not None and holder.kind == "TriggerHolder" and holder.object_source_grp_id:
        grp = holder.object_source_grp_id
    if (
        found is not None
        and found.kind == "card"
        and not found.face_down
        and grp in game.printings.known.cards
    ):
        game.printings.only_named(grp)
        return game.reveal(found, grp)
    of_card = [card for card in game.cards.values() if card.face == grp and card.kind == "card" and not card.face_down
               and card.zone not in {"library", "hand"} and card.owner == (shown.owner_seat_id or card.owner)]  # fmt: skip
    if of_card:
        return of_card[-1]
    return stand_in(game, grp, shown.controller_seat_id)


def _just_left(now: Card, was: Card, instance: int) -> bool:
    """Whether a card was the object with a number until its last move, and could be seen then."""
    before = f"{now.card}.{now.number - 1}"
    return (
        now.instance != instance and was.reference == before and bool(was.grp) and not was.face_down
    )


def stand_in(game: Recording, grp: int, seat: int) -> Card:
    """A card outside the game that stands for an object that is none any more, or never was one."""
    card = game.cards.get(-grp)
    if card is None:
        game.printings.only_named(grp)
        seat = seat or 1
        card = Card(
            game.new_id("x", grp), "card", -grp, 0, "outside", seat, seat, grp=grp, face=grp
        )
        game.emit(
            "card_added", card=card.card, owner=game.player(seat), zone="outside", definition=DefinitionOf(grp),
            note="stands for an object that the abilities or copies after it come from and that is not in the game",
        )  # fmt: skip
        game.put(card)
    return card


def exile_fields(game: Recording, instance: int, affector: int) -> dict[str, Any]:
    """With which ability a card was exiled (CR 607.2a), and until what leaves (CR 610.3)."""
    fields: dict[str, Any] = {}
    ability = game.cards.get(affector)
    for annotation in game.state.annotations.values():
        if (
            "AnnotationType_DisplayCardUnderCard" not in annotation.type
            or instance not in annotation.affected_ids
        ):
            continue
        source = game.cards.get(annotation.affector_id)
        if source is None or source.zone != "battlefield" or source.instance == instance:
            continue
        own = ability is not None and ability.kind == "ability" and ability.source == source.card
        first = f"a{ability.face}" if own and ability is not None else "exiles"
        printing = shown_printing(game, source, first)
        game.printings.add_ability(printing, first, "triggered")
        if annotation.number("TemporaryZoneTransfer"):
            fields["until"] = source.card
        else:
            game.printings.add_ability(printing, EXILED_WITH, "static")
            game.printings.link(printing, first, EXILED_WITH, "exile")
        fields["with"] = f"{source.card}:{first}"
        break
    return fields


def note_choices(game: Recording, annotations: tuple[Annotation, ...]) -> None:
    """Choices that an object keeps for an ability linked to the one that made them (CR 607.2d)."""
    for annotation in annotations:
        kind = annotation.text("ChooseLinkType")
        told = (annotation.id, annotation.affector_id, annotation.affected_ids)
        if "AnnotationType_LinkInfo" not in annotation.type or not kind or told in game.choices:
            continue
        game.choices.add(told)
        source = game.cards.get(annotation.affector_id)
        if source is None or source.kind == "ability" or not annotation.affected_ids:
            continue
        ability = f"a{annotation.number('sourceAbilityGRPID')}"
        value: Any = annotation.affected_ids[-1]
        value = TextOf(value) if kind == "CardName" else f"{kind} {value}"
        twin = (source.card, ability)
        if any(event.get("event") == "chosen" and event["by"] == f"{twin[0]}:{ability}"
               and event["value"] == value for event in game.events[-8:]):  # fmt: skip
            continue
        printing = shown_printing(game, source, ability)
        game.printings.add_ability(printing, ability, "static")
        game.printings.add_ability(printing, CHOSEN_FOR, "static")
        game.printings.link(printing, ability, CHOSEN_FOR, "choose")
        game.emit("chosen", source.instance, by=f"{source.card}:{ability}", value=value)

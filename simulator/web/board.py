"""What is seen of a moment: every object, by player and zone."""

from __future__ import annotations

import msgspec

from projections.layer_one import is_unknown
from projections.names import derive
from projections.state import Object, State
from simulator.messages import Translator
from simulator.shapes import object_shape
from simulator.timeline import NameChange
from simulator.web.derivation import Built, built
from simulator.wording import zone_in_words

ZONES = ("battlefield", "hand", "graveyard", "exile", "command", "library", "ante", "outside")
MOST_SHOWN = 400
"""Objects shown of one zone; a library of a thousand cards is told as a number."""


class Card(msgspec.Struct, frozen=True):
    """One object on the board; `built` where its name is more than what is printed on it."""

    reference: str
    card: str
    name: str
    known: bool
    built: Built | None
    badges: tuple[str, ...]
    changed: bool
    tapped: bool


class Zone(msgspec.Struct, frozen=True):
    """One zone with its objects, and how many cards in it nobody has seen."""

    zone: str
    title: str
    cards: tuple[Card, ...]
    unseen: int
    left_out: int


class Side(msgspec.Struct, frozen=True):
    """One player's part of the board; the shared stack has no player."""

    player: str | None
    active: bool
    zones: tuple[Zone, ...]


def board(
    state: State, translate: Translator, changes: tuple[NameChange, ...] = ()
) -> tuple[Side, ...]:
    """The whole board: the stack, then each player's zones."""
    changed = {change.card for change in changes}
    by: dict[tuple[str | None, str], list[Object]] = {}
    for each in state.objects.values():
        by.setdefault((_holder(each), each.zone), []).append(each)
    sides: list[Side] = []
    stack = by.get((None, "stack"), [])
    if stack:
        zone = _zone(state, "stack", list(reversed(stack)), changed, translate)
        sides.append(Side(None, active=False, zones=(zone,)))
    for player in state.players or state.header.players:
        zones = [
            _zone(state, zone, by[player, zone], changed, translate)
            for zone in ZONES
            if by.get((player, zone))
        ]
        sides.append(Side(player, state.active == player, tuple(zones)))
    return tuple(sides)


def _holder(object_: Object) -> str | None:
    if object_.zone == "stack":
        return None
    if object_.zone == "battlefield":
        return object_.controller or object_.owner
    return object_.owner


def _zone(
    state: State, zone: str, objects: list[Object], changed: set[str], translate: Translator
) -> Zone:
    cards: list[Card] = []
    unseen = left_out = 0
    for each in objects:
        if zone in {"library", "hand"} and is_unseen(each):
            unseen += 1
        elif len(cards) >= MOST_SHOWN:
            left_out += 1
        else:
            cards.append(card_of(state, each, translate, changed=each.card in changed))
    return Zone(zone, zone_in_words(zone, translate), tuple(cards), unseen, left_out)


def is_unseen(object_: Object) -> bool:
    """A card nobody has seen and nothing is to be said of."""
    return not object_.stickers and object_.face_down is None and is_unknown(object_)


def card_of(state: State, object_: Object, translate: Translator, *, changed: bool = False) -> Card:
    """One object, as the board shows it."""
    shape = object_shape(state, object_)
    more = shape.names != shape.copiable_names
    return Card(
        reference=shape.object,
        card=shape.card,
        name=name_in_words(shape.names, translate, unknown=shape.unknown),
        known=bool(shape.names),
        built=built(derive(state, object_), translate) if more else None,
        badges=tuple(_badges(object_, translate, shape.controller, shape.copy_of)),
        changed=changed,
        tapped=object_.tapped,
    )


def name_in_words(names: tuple[str, ...], translate: Translator, *, unknown: bool = False) -> str:
    """What an object is called, in one text."""
    if names:
        return " // ".join(names)
    return translate("(name not known)") if unknown else translate("(no name)")


def _badges(
    object_: Object, translate: Translator, controller: str | None, copy_of: str | None
) -> list[str]:
    """What else is to be seen of an object."""
    found: list[str] = []
    if object_.kind == "token":
        found.append(translate("token"))
    if object_.kind == "ability":
        found.append(translate("ability"))
    if object_.tapped:
        found.append(translate("tapped"))
    if object_.face_down is not None:
        found.append(translate("face down"))
    if object_.phased_out:
        found.append(translate("phased out"))
    if object_.flipped:
        found.append(translate("flipped"))
    if copy_of is not None:
        found.append(translate("copy of {original}").format(original=copy_of))
    if object_.attached_to is not None:
        found.append(translate("attached to {host}").format(host=object_.attached_to))
    if controller is not None and controller != object_.owner:
        found.append(translate("owner: {player}").format(player=object_.owner))
    found += [f"{each.amount} {kind}" for kind, each in object_.counters.items() if each.amount]
    found += [_sticker(each.kind, each.sticker, translate) for each in object_.stickers]
    return found


def _sticker(kind: str, sticker: str, translate: Translator) -> str:
    if kind == "name":
        return translate("name sticker {sticker}").format(sticker=sticker)
    return translate("sticker {sticker}").format(sticker=sticker)

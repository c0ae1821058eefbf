"""Messages about cards: moves, draws, tokens, faces, attachments, attributes."""

from __future__ import annotations

from typing import Any

from simulator.importers.cockatrice_cards import Card
from simulator.importers.cockatrice_table import Table

_HALVES = frozenset({"split", "aftermath", "room", "fuse"})
TAPPED, FACE_DOWN, SIZE, ANNOTATION = 1, 3, 5, 6


def moved(table: Table, player: int, message: Any) -> list[dict[str, Any]]:
    """A card went somewhere; the event is returned, since several may have happened at once."""
    start = message.start_player_id if message.start_player_id >= 0 else player
    target = message.target_player_id if message.target_player_id >= 0 else start
    zone = table.zone(message.start_zone)
    to = table.zone(message.target_zone) if message.target_zone else zone
    if message.card_id < 0 and to in {"library", "outside"}:
        return []  # from one hidden place to another, unseen
    card = table.card(start, message.card_id, zone, message.card_name)
    if card is None:
        return []
    new = message.new_card_id if message.new_card_id >= 0 else message.card_id
    if (start, message.card_id) != (target, new):
        table.cards.renumber(card, target, new)
    _count_library(table, start, target, zone, to)
    if card.zone == to:
        return _in_place(table, card, target, message)
    event = _zone_change(table, card, to, target, message)
    table.arrived(card, to, target, face_down=message.face_down)
    return [event]


def drawn(table: Table, player: int, message: Any) -> None:
    """Cards were drawn; those the replay does not show stay in the library."""
    hidden = message.number - len(message.cards)
    if hidden > 0:
        table.problem("a draw does not show which cards were drawn; it is left out")
    for each in message.cards:
        card = table.card(player, each.id, "library", each.name)
        if card is not None and card.zone != "hand":
            table.write("moved", object=card.card, to="hand")
            table.arrived(card, "hand", player, face_down=False)
    _grow_library(table, player, -max(message.number, len(message.cards)))


def revealed(table: Table, player: int, message: Any) -> None:
    """Cards were shown."""
    zone = table.zone(message.zone_name or "deck")
    for each in message.cards:
        if each.id >= 0 and each.name:
            table.card(player, each.id, zone, each.name)


def shuffled(table: Table, player: int, message: Any) -> None:
    """A library was shuffled: its order is lost to the recorder."""
    if table.zone(message.zone_name or "deck") == "library" and player not in table.left:
        table.write("shuffled", player=table.player(player))


def flipped(table: Table, player: int, message: Any) -> None:
    """A card on the table was turned over (CR 708)."""
    card = table.known(player, message.card_id)
    if card is None:
        return
    if message.card_name and not card.name:
        card = table.card(player, message.card_id, card.zone, message.card_name) or card
    _turned(table, card, face_down=message.face_down)


def token_created(table: Table, player: int, message: Any) -> None:
    """A token, a copy of a spell, or a card from nowhere."""
    if player in table.left:
        return
    zone = table.zone(message.zone_name or "table")
    name = message.card_name or "Unknown Token"
    if not message.destroy_on_zone_change:
        card = table.card(player, message.card_id, zone, name)
    else:
        card = table.cards.add(player, message.card_id, zone, token=True)
        card.name = card.printed = name
        _token_written(table, card, message)
        card.face_down = message.face_down
    if card is not None and message.annotation:
        table.annotated(card, message.annotation)


def stood_in(table: Table, card: Card, player: int, message: Any) -> None:
    """A card was replaced on the table by another face of it, or went back to what it is (CR 712.18)."""
    table.cards.renumber(card, player, message.card_id)
    name = message.card_name
    if not message.destroy_on_zone_change or name in {"", card.name}:
        card.name = card.printed
        return
    if card.zone != "battlefield":
        table.problem("a card was replaced outside the battlefield; it keeps its name")
        return
    turns = table.cards.other_face(card, name) or name == card.printed
    if turns and table.cards.definitions.get(card.printed):
        table.write("transformed", object=card.card)
    else:
        table.cards.define(name)
        table.cards.definitions.setdefault(name, {})
        table.write("became_copy", object=card.card, of=name)
    card.name = name


def destroyed(table: Table, player: int, message: Any) -> None:
    """A token left; Cockatrice does not say for which zone, and it has ceased to exist (CR 704.5d)."""
    card = table.known(player, message.card_id)
    if card is None:
        return
    to = "graveyard" if card.token else "outside"
    if card.zone != to:
        note = "the replay does not say to which zone"
        table.write("moved", object=card.card, to=to, note=note)
    table.cards.forget(card)


def attached(table: Table, player: int, message: Any) -> None:
    """A card was attached to another, or to nothing (CR 613.7e)."""
    card = table.known(player, message.card_id)
    if card is None:
        return
    if message.target_player_id < 0 or message.target_card_id < 0:
        if card.host is not None and card.zone == "battlefield":
            table.lines.append({**table.event("attached", object=card.card), "to": None})
        card.host = None
        return
    host = table.known(message.target_player_id, message.target_card_id)
    if host is None or host is card or {card.zone, host.zone} != {"battlefield"}:
        table.problem("an attachment is not between two permanents; it is left out")
        return
    if card.host != host.card:
        table.write("attached", object=card.card, to=host.card)
        card.host = host.card


def attribute_set(table: Table, player: int, message: Any) -> None:
    """A card's attribute was set, or that of all cards of a zone."""
    if message.card_id >= 0:
        card = table.known(player, message.card_id)
        cards = [] if card is None else [card]
    else:
        cards = [
            card for card in table.cards.of_player(player, table.zone(message.zone_name or "table"))
            if not card.gone
        ]  # fmt: skip
    value = message.attr_value
    if message.attribute == TAPPED:
        _tapped(table, cards, tapped=value == "1")
        return
    for card in cards:
        if message.attribute == FACE_DOWN:
            _turned(table, card, face_down=value == "1")
        elif message.attribute == ANNOTATION:
            table.annotated(card, value)
        elif message.attribute == SIZE and value:
            table.remark("power_toughness", card, table.without_names(value))


def _in_place(table: Table, card: Card, target: int, message: Any) -> list[dict[str, Any]]:
    """A move that changes no zone: another player's table, or the other side up."""
    events: list[dict[str, Any]] = []
    if card.controller != target and card.zone in {"battlefield", "stack"}:
        card.controller = target
        events.append(
            table.event("controller_changed", object=card.card, controller=table.player(target))
        )
    if card.zone == "battlefield":
        _turned(table, card, face_down=message.face_down)
    return events


def _zone_change(table: Table, card: Card, to: str, target: int, message: Any) -> dict[str, Any]:
    controller = table.player(target) if target != card.owner else None
    face_down = bool(message.face_down)
    if to == "stack":
        if face_down or _castable(table, card):
            return table.event(
                "spell_cast", object=card.card, controller=controller, face_down=face_down
            )
        return table.event("moved", object=card.card, to=to, controller=controller)
    if to == "battlefield":
        if (
            card.zone == "stack"
            and not (face_down or card.token or card.face_down)
            and _castable(table, card)
        ):
            return table.event("spell_resolved", object=card.card, to=to, controller=controller)
        return table.event(
            "moved", object=card.card, to=to, controller=controller, face_down=face_down
        )
    if to == "exile":
        return table.event("exiled", object=card.card, face_down=face_down)
    event = table.event("moved", object=card.card, to=to)
    if to == "library" and message.x > 0:
        size = table.library_sizes.get(target)
        if size is not None and message.x >= size - 1:
            event["position"] = -1
        else:
            event["note"] = f"{message.x} cards from the top"
    return event


def _castable(table: Table, card: Card) -> bool:
    """Whether it can be said to have been cast: not a land, and not one of several halves (CR 709.3)."""
    if not card.name or " // " in card.name or card.token:
        return False
    definition = table.cards.definitions.get(card.name, {})
    if definition.get("layout") in _HALVES:
        return False
    faces = definition.get("faces", [definition])
    return not any("Land" in face.get("types", ()) for face in faces)


def _token_written(table: Table, card: Card, message: Any) -> None:
    controller = table.player(card.controller)
    original = table.named(card.name, card.zone) if message.card_name else None
    if card.zone == "stack" and original is not None:
        table.write("copy_created", card=card.card, of=original.card, controller=controller)
    elif card.zone != "battlefield":
        definition = table.cards.define_token(card.name, message.pt, message.color)
        table.write(
            "card_added", card=card.card, definition=definition, owner=controller, zone=card.zone
        )
    elif original is not None:
        note = "a token of the same name as this permanent is taken to be a copy of it"
        table.write(
            "token_created", card=card.card, controller=controller, copy_of=original.card,
            face_down=message.face_down, note=note,
        )  # fmt: skip
    else:
        definition = table.cards.define_token(card.name, message.pt, message.color)
        table.write(
            "token_created", card=card.card, controller=controller, definition=definition,
            face_down=message.face_down,
        )  # fmt: skip


def _tapped(table: Table, cards: list[Card], *, tapped: bool) -> None:
    changed = [card for card in cards if card.tapped != tapped and card.zone == "battlefield"]
    kind = "tapped" if tapped else "untapped"
    for card in changed:
        card.tapped = tapped
    at_once(table, [table.event(kind, object=card.card) for card in changed])


def _turned(table: Table, card: Card, *, face_down: bool) -> None:
    if card.face_down == face_down or card.zone != "battlefield":
        return
    card.face_down = face_down
    table.write("turned_face_down" if face_down else "turned_face_up", object=card.card)


def _count_library(table: Table, start: int, target: int, zone: str, to: str) -> None:
    if zone == "library" and (to != "library" or start != target):
        _grow_library(table, start, -1)
    if to == "library" and (zone != "library" or start != target):
        _grow_library(table, target, 1)


def _grow_library(table: Table, player: int, amount: int) -> None:
    if player in table.library_sizes:
        table.library_sizes[player] = max(0, table.library_sizes[player] + amount)


def at_once(table: Table, events: list[dict[str, Any]]) -> None:
    """Write events that happened at the same time (CR 613.7m): as they are, or as one position."""
    if len(events) == 1:
        table.lines += events
    elif events:
        table.write("simultaneous", events=events)

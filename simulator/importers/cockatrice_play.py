"""Messages about the game: who plays, the state at its start, counters, life, turns; and which handler reads which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulator.importers import cockatrice_moves as moves
from simulator.importers.cockatrice_cards import Card
from simulator.importers.cockatrice_messages import KINDS, MEANINGLESS, unknown_messages
from simulator.importers.cockatrice_table import Table

STEPS = (
    "untap", "upkeep", "draw", "precombat main", "beginning of combat", "declare attackers",
    "declare blockers", "combat damage", "end of combat", "postcombat main", "end",
)  # fmt: skip
MANA = frozenset({"w", "u", "b", "r", "g", "x", "storm"})
"""Counters of a player that only count mana and spells of the moment; the rules know no such counters."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WITH_MOVES = frozenset({"move_card", "set_card_attr"})


def container_read(table: Table, container: Any) -> None:
    """Take in the events of one container: what one command of a player did."""
    events = [(_kind(event), event) for event in container.event_list]
    for _, event in events:
        _name_unknown(table, event)
    if (
        sum(kind == "move_card" for kind, _ in events) > 1
        and {kind for kind, _ in events} <= _WITH_MOVES
    ):
        together = [
            event for kind, each in events if kind == "move_card" and _seated(table, each)
            for event in moves.moved(table, each.player_id, each.move_card)
        ]  # fmt: skip
        moves.at_once(table, together)
        events = [(kind, event) for kind, event in events if kind != "move_card"]
    replaced = _replacements(table, events)
    for index, (kind, event) in enumerate(events):
        if kind is None or (kind == "destroy_card" and index in replaced):
            continue
        message = getattr(event, kind)
        if kind == "create_token" and index in replaced:
            moves.stood_in(table, replaced[index], event.player_id, message)
        elif kind in _OF_THE_GAME:
            _OF_THE_GAME[kind](table, event.player_id, message)
        elif _seated(table, event):
            _OF_A_PLAYER[kind](table, event.player_id, message)


def _seated(table: Table, event: Any) -> bool:
    if event.player_id < 0:
        table.problem("an event of a card or a player says of nobody; it is left out")
    return bool(event.player_id >= 0)


def _kind(event: Any) -> str | None:
    return next((kind for kind in KINDS if event.HasField(kind)), None)


def _name_unknown(table: Table, event: Any) -> None:
    for number in unknown_messages(event):
        if number not in MEANINGLESS:
            table.problem(f"message {number} is not known; it is left out")


def _replacements(table: Table, events: list[tuple[str | None, Any]]) -> dict[int, Card]:
    """Which cards were replaced on the table by another face, by the place of both messages.

    Cockatrice takes the card away and puts a token in its place, and undoes that before the card leaves.
    """
    created = [i for i, (kind, _) in enumerate(events) if kind == "create_token"]
    destroyed = [i for i, (kind, _) in enumerate(events) if kind == "destroy_card"]
    pairs: dict[int, int] = {i: i - 1 for i in created if i - 1 in destroyed}
    if not pairs and len(created) == len(destroyed) == 1:
        pairs = {created[0]: destroyed[0]}
    found: dict[int, Card] = {}
    for new, old in pairs.items():
        owner = events[old][1].player_id
        card = table.cards.find(owner, events[old][1].destroy_card.card_id)
        if card is not None and not card.gone and events[new][1].player_id == owner:
            found[new] = found[old] = card
    return found


def _joined(table: Table, _: int, message: Any) -> None:
    table.met(message.player_properties)


def _state_changed(table: Table, _: int, message: Any) -> None:
    """The whole state: at the start, and when somebody comes back."""
    for seat in message.player_list:
        table.met(seat.properties)
    if message.HasField("game_started") and not message.game_started:
        if table.started:
            _ended(table)
        return
    if table.ended:
        table.problem("another game begins behind the end of the first; it is left out")
        return
    for seat in message.player_list:
        player = seat.properties.player_id
        if seat.properties.spectator or player < 0 or player in table.left:
            continue
        for zone in seat.zone_list:
            table.started = True
            _zone_shown(table, player, zone)
        for counter in seat.counter_list:
            table.totals.setdefault((player, counter.id), (counter.name, counter.count))


def _zone_shown(table: Table, player: int, zone: Any) -> None:
    name = table.zone(zone.name)
    if name == "library":
        table.library_sizes[player] = max(0, zone.card_count)
    for each in zone.card_list:
        if each.id < 0:
            continue
        known = table.cards.find(player, each.id)
        if known is not None:
            if known.zone != name and not known.gone:
                table.write("moved", object=known.card, to=name)
                table.arrived(known, name, player, face_down=each.face_down)
            continue
        _added(table, player, name, each)


def _added(table: Table, player: int, zone: str, each: Any) -> None:
    card = table.cards.add(player, each.id, zone, token=each.destroy_on_zone_change)
    card.name = card.printed = each.name
    card.face_down, card.tapped = each.face_down, each.tapped and zone == "battlefield"
    if card.token and zone == "battlefield" and each.name:
        table.write(
            "token_created", card=card.card, controller=table.player(player), tapped=card.tapped,
            definition=table.cards.define_token(each.name, each.pt, each.color),
            face_down=each.face_down,
        )  # fmt: skip
    else:
        table.write(
            "card_added", card=card.card, owner=table.player(player), zone=zone, tapped=card.tapped,
            definition=table.cards.define(each.name) if each.name else None,
            face_down=each.face_down,
        )  # fmt: skip
    for counter in each.counter_list:
        _counted(table, card, counter.id, counter.value)
    if each.annotation:
        table.annotated(card, each.annotation)


def _properties_changed(table: Table, player: int, message: Any) -> None:
    properties = message.player_properties
    if not properties.HasField("conceded"):
        return
    if properties.conceded:
        _left(table, player, message)
    elif player in table.left:
        table.problem(
            "a player took a concession back; what that player does from then on is left out"
        )


def _left(table: Table, player: int, _: Any) -> None:
    """A player left, and all that player owns with them (CR 800.4a)."""
    if not table.started or table.ended or player < 0 or player in table.left:
        return
    table.write("player_left", player=table.player(player))
    table.left.add(player)
    for card in table.cards.all():
        if card.owner == player:
            card.gone = True


def _closed(table: Table, _: int, __: Any) -> None:
    _ended(table)


def _ended(table: Table) -> None:
    if table.started and not table.ended:
        table.ended = True
        table.write("game_ended")


def _counter_created(table: Table, player: int, message: Any) -> None:
    counter = message.counter_info
    table.totals[player, counter.id] = (counter.name, 0)
    _total(table, player, counter.id, counter.count)


def _counter_set(table: Table, player: int, message: Any) -> None:
    _total(table, player, message.counter_id, message.value)


def _counter_deleted(table: Table, player: int, message: Any) -> None:
    if (player, message.counter_id) in table.totals:
        _total(table, player, message.counter_id, 0)
        del table.totals[player, message.counter_id]


def _total(table: Table, player: int, number: int, value: int) -> None:
    name, before = table.totals.get((player, number), (f"cockatrice-{number}", 0))
    table.totals[player, number] = (name, value)
    if value == before or name in MANA or player in table.left:
        return
    if name == "life":
        table.write("life_changed", player=table.player(player), amount=value - before, total=value)
    else:
        table.write(
            "counters_changed", player=table.player(player), kind=name or f"cockatrice-{number}",
            amount=value - before,
        )  # fmt: skip


def _card_counter_set(table: Table, player: int, message: Any) -> None:
    card = table.known(player, message.card_id)
    if card is not None:
        _counted(table, card, message.counter_id, message.counter_value)


def _counted(table: Table, card: Card, number: int, value: int) -> None:
    """Counters have letters in Cockatrice; what kind they are is known at the table alone."""
    amount = value - card.counters.get(number, 0)
    if amount == 0:
        return
    card.counters = {**card.counters, number: value}
    letter = _LETTERS[number] if 0 <= number < len(_LETTERS) else str(number)
    table.write("counters_changed", object=card.card, kind=f"cockatrice-{letter}", amount=amount)


def _turn(table: Table, _: int, message: Any) -> None:
    player = message.active_player_id
    if player < 0 or player in table.left or table.ended:
        return
    if not table.began:
        table.began = True
        table.write("game_began")
    table.turn += 1
    table.write("turn_began", player=table.player(player), number=table.turn)


def _step(table: Table, _: int, message: Any) -> None:
    if 0 <= message.phase < len(STEPS) and table.started and not table.ended:
        table.write("step_began", step=STEPS[message.phase])


def _moved(table: Table, player: int, message: Any) -> None:
    moves.at_once(table, moves.moved(table, player, message))


Handler = Callable[[Table, int, Any], None]

_OF_THE_GAME: dict[str, Handler] = {
    "join": _joined,
    "leave": _left,
    "game_closed": _closed,
    "game_state_changed": _state_changed,
    "properties_changed": _properties_changed,
    "set_active_player": _turn,
    "set_active_phase": _step,
}

_OF_A_PLAYER: dict[str, Handler] = {
    "create_counter": _counter_created,
    "set_counter": _counter_set,
    "del_counter": _counter_deleted,
    "draw_cards": moves.drawn,
    "reveal_cards": moves.revealed,
    "shuffle": moves.shuffled,
    "move_card": _moved,
    "flip_card": moves.flipped,
    "destroy_card": moves.destroyed,
    "attach_card": moves.attached,
    "create_token": moves.token_created,
    "set_card_attr": moves.attribute_set,
    "set_card_counter": _card_counter_set,
}

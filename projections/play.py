"""What happens in a game besides: turns, counters, tapping, players who leave."""

from __future__ import annotations

from events.abilities import Chosen, Noted
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
from projections.identity import current
from projections.linked_abilities import note_value
from projections.state import Counters, State
from projections.zone_changes import take_out


def counters_changed(state: State, event: CountersChanged, position: int) -> None:
    """Put counters on an object or take some off; all of a kind share a timestamp (CR 613.7c)."""
    del position
    if event.object is None:
        return
    object_ = current(state, event.object)
    before = object_.counters.get(event.kind)
    amount = max((0 if before is None else before.amount) + event.amount, 0)
    timestamp = state.tick() if event.amount > 0 or before is None else before.timestamp
    counters = {kind: each for kind, each in object_.counters.items() if kind != event.kind}
    if amount:
        counters[event.kind] = Counters(amount, timestamp)
    object_.counters = counters
    state.changed()


def chosen(state: State, event: Chosen, position: int) -> None:
    """Note a choice (CR 607.2d)."""
    del position
    if event.by is not None:
        note_value(state, event.by, event.value)


def noted(state: State, event: Noted, position: int) -> None:
    """Note what an ability says to note (CR 607.2e)."""
    del position
    if event.by is not None:
        note_value(state, event.by, event.value)


def game_began(state: State, event: GameBegan, position: int) -> None:
    """Let the game begin: what came before it counts as before the game (CR 607.2n, 607.2p)."""
    del event, position
    state.game_began = True


def turn_began(state: State, event: TurnBegan, position: int) -> None:
    """Make a player the active one."""
    del position
    state.active = event.player
    state.turn = event.number if event.number is not None else (state.turn or 0) + 1


def tapped(state: State, event: Tapped, position: int) -> None:
    """Tap a permanent."""
    del position
    current(state, event.object).tapped = True


def untapped(state: State, event: Untapped, position: int) -> None:
    """Untap a permanent."""
    del position
    current(state, event.object).tapped = False


def player_left(state: State, event: PlayerLeft, position: int) -> None:
    """Let all objects a player owns leave the game, and what gave the player control of others end (CR 800.4a)."""
    del position
    for object_ in [each for each in state.objects.values() if each.owner == event.player]:
        take_out(state, object_)
    for object_ in state.objects.values():
        object_.control = tuple(each for each in object_.control if each.controller != event.player)
    state.libraries.pop(event.player, None)
    state.changed()


def nothing_to_fold(
    state: State, event: StepBegan | LifeChanged | DamageDealt | GameEnded, position: int
) -> None:
    """Keep an event in the record that no name, object or link hangs on."""
    del state, event, position

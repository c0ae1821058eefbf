"""Timestamps: the order in which effects apply (CR 613.7).

A timestamp is a number of the state's own clock. An object that gets one passes new ones to its
stickers right after it, in their order (CR 613.7k).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from projections.state import Object, State


def stamp(state: State, object_: Object) -> None:
    """Give an object a new timestamp, and its stickers theirs (CR 613.7d-g, 613.7k).

    Inside a simultaneous event it is noted, so that `settle_order` can put all in APNAP order.
    """
    object_.timestamp = state.tick()
    for sticker in object_.stickers:
        sticker.timestamp = state.tick()
    if state.stamped is not None and not any(each is object_ for each in state.stamped):
        state.stamped.append(object_)


def settle_order(
    state: State, stamped: list[Object], controller_of: Callable[[State, Object], str | None]
) -> None:
    """Put objects that were stamped at once in APNAP order (CR 613.7m).

    The active player's objects come first, in the order the record lists them, then those of each
    other player in turn order; an object without a controller counts for its owner. The objects take one
    another's timestamps, so that they keep their places among effects; with stickers on them they get new ones.
    """
    order = turn_order(state)
    places = [order.get(controller_of(state, each) or each.owner, 0) for each in stamped]
    wanted = [each for _, each in sorted(zip(places, stamped, strict=True), key=itemgetter(0))]
    given = [each.timestamp for each in wanted]
    if given == sorted(given):
        return
    if any(each.stickers for each in wanted):
        for object_ in wanted:
            stamp(state, object_)
        return
    for object_, timestamp in zip(wanted, sorted(given), strict=True):
        object_.timestamp = timestamp


def turn_order(state: State) -> dict[str, int]:
    """The players' places from the active player on; without one, all are equal and the list holds."""
    if state.active not in state.players:
        return {}
    start = state.players.index(state.active)
    turned = state.players[start:] + state.players[:start]
    return {player: place for place, player in enumerate(turned)}

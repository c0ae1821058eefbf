"""What Arena shows at each state, kept to be compared with the record (see `arena_comparison`)."""

from __future__ import annotations

from simulator.importers.arena_messages import GameState
from simulator.importers.arena_objects import Fact, Frame, Recording
from simulator.importers.arena_printings import ROLES
from simulator.importers.arena_states import PUBLIC


def add_frame(
    game: Recording, message: GameState, line: int, became: list[tuple[int, int]]
) -> None:
    """Note what Arena shows in public zones, as far as this message changed it."""
    candidates: dict[int, None] = dict.fromkeys(shown.instance_id for shown in message.game_objects)
    public = {
        zone.zone_id: zone for zone in message.zones if game.state.zone_name(zone.zone_id) in PUBLIC
    }
    for zone in public.values():
        candidates.update(dict.fromkeys(zone.object_instance_ids))
    if public or message.diff_deleted_instance_ids or message.full:
        candidates.update(dict.fromkeys(game.facts))
    changed: dict[int, Fact | None] = {}
    for instance in candidates:
        fact = _fact(game, instance)
        if fact != game.facts.get(instance):
            changed[instance] = fact
            if fact is None:
                del game.facts[instance]
            else:
                game.facts[instance] = fact
    game.frames.append(
        Frame(game.state.number, line, len(game.events), changed, tuple(became), after_gap=bool(game.gaps))
    )  # fmt: skip


def _fact(game: Recording, instance: int) -> Fact | None:
    shown = game.shown(instance)
    if shown is None or shown.kind in {"RevealedCard", "TriggerHolder"} or shown.kind in ROLES:
        return None
    zone = game.state.zone_name(shown.zone_id)
    if zone not in PUBLIC or not game.state.holds(shown.zone_id, instance):
        return None
    return Fact(
        zone, shown.kind, shown.owner_seat_id, shown.controller_seat_id, shown.grp_id, shown.overlay, shown.name,
        shown.is_facedown, shown.is_copy,
    )  # fmt: skip

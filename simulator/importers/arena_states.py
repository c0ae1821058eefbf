"""The state Arena shows: full states replace it, differences change it, lost ones leave it uncertain.

This is the naive replay of the log, without any rule of the game. The record is made from what changes
in it, and compared with it frame by frame.
"""

from __future__ import annotations

import msgspec

from simulator.importers.arena_messages import (
    Annotation,
    GameObject,
    GameState,
    PlayerInfo,
    TurnInfo,
    ZoneInfo,
)

ZONES = {
    "ZoneType_Battlefield": "battlefield",
    "ZoneType_Stack": "stack",
    "ZoneType_Graveyard": "graveyard",
    "ZoneType_Exile": "exile",
    "ZoneType_Command": "command",
    "ZoneType_Hand": "hand",
    "ZoneType_Library": "library",
    "ZoneType_Sideboard": "outside",
}
"""Arena's zones that the rules know (CR 400.1; a sideboard is outside the game, CR 400.11a)."""
PUBLIC = frozenset({"battlefield", "stack", "graveyard", "exile", "command"})

_KEPT = frozenset({
    "AnnotationType_CopiedObject", "AnnotationType_FaceDown", "AnnotationType_DisplayCardUnderCard",
    "AnnotationType_LinkInfo", "AnnotationType_Attachment", "AnnotationType_Designation",
})  # fmt: skip


class ArenaState(msgspec.Struct):
    """Everything Arena showed, up to the last message."""

    number: int = 0
    line: int = 0
    objects: dict[int, GameObject] = msgspec.field(default_factory=dict)
    zones: dict[int, ZoneInfo] = msgspec.field(default_factory=dict)
    annotations: dict[int, Annotation] = msgspec.field(default_factory=dict)
    players: dict[int, PlayerInfo] = msgspec.field(default_factory=dict)
    turn: TurnInfo = msgspec.field(default_factory=TurnInfo)

    def apply(self, state: GameState, line: int) -> None:
        """Take in a message."""
        if state.full:
            self.objects.clear()
            self.zones.clear()
            self.annotations.clear()
        for instance in state.diff_deleted_instance_ids:
            self.objects.pop(instance, None)
        for number in state.diff_deleted_persistent_annotation_ids:
            self.annotations.pop(number, None)
        for zone in state.zones:
            self.zones[zone.zone_id] = zone
        for shown in state.game_objects:
            self.objects[shown.instance_id] = shown
        for annotation in state.persistent_annotations:
            if not _KEPT.isdisjoint(annotation.type):
                self.annotations[annotation.id] = annotation
        for player in state.players:
            self.players[player.system_seat_number] = player
        self.number, self.line = state.game_state_id, line

    def zone_name(self, zone_id: int) -> str | None:
        """The rules' name of a zone of Arena's, or None for one that only Arena has."""
        zone = self.zones.get(zone_id)
        return None if zone is None else ZONES.get(zone.type)

    def zone_type(self, zone_id: int) -> str:
        """Arena's own name of a zone."""
        zone = self.zones.get(zone_id)
        return "" if zone is None else zone.type.removeprefix("ZoneType_")

    def holds(self, zone_id: int, instance: int) -> bool:
        """Whether a zone lists an object."""
        zone = self.zones.get(zone_id)
        return zone is not None and instance in zone.object_instance_ids

    def with_type(self, kind: str) -> list[Annotation]:
        """The persistent annotations of a type that hold now."""
        wanted = f"AnnotationType_{kind}"
        return [annotation for annotation in self.annotations.values() if wanted in annotation.type]

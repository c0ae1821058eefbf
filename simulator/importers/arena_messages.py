"""What of Arena's messages the importer reads: only the fields it needs, the rest is skipped.

The names are those of the messages in the log (`instanceId`, `grpId`, ...). `grp` is Arena's number
of a printing, `instance` its number of an object, `name` the number of a text in its dictionary.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

Whole = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""Numbers larger than a double can hold are nobody's: such a message is damaged."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """A number that may be missing; an empty map is zero."""

    value: Whole = 0


class UniqueAbility(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """An ability an object has, by Arena's number."""

    grp_id: Whole = 0


class GameObject(msgspec.Struct, frozen=True, rename="camel"):
    """An object as Arena shows it at one moment."""

    instance_id: Whole = 0
    grp_id: Whole = 0
    type: str = ""
    zone_id: Whole = 0
    owner_seat_id: Whole = 0
    controller_seat_id: Whole = 0
    super_types: tuple[str, ...] = ()
    card_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    color: tuple[str, ...] = ()
    power: Value | None = None
    toughness: Value | None = None
    loyalty: Value | None = None
    is_copy: bool = False
    is_tapped: bool = False
    is_facedown: bool = False
    name: Whole = 0
    parent_id: Whole = 0
    overlay_grp_id: Whole = 0
    otherside_grp_id: Whole = 0
    object_source_grp_id: Whole = 0
    unique_abilities: tuple[UniqueAbility, ...] = ()

    @property
    def kind(self) -> str:
        """The object's type without its prefix: Card, Token, Ability, Adventure, RoomLeft, ..."""
        return self.type.removeprefix("GameObjectType_")

    @property
    def overlay(self) -> int:
        """The printing whose characteristics are shown: another's than its own where it is a copy."""
        return self.overlay_grp_id or self.grp_id


class ZoneInfo(msgspec.Struct, frozen=True, rename="camel"):
    """A zone and the objects in it, the top one first."""

    zone_id: Whole = 0
    type: str = ""
    owner_seat_id: Whole = 0
    object_instance_ids: tuple[Whole, ...] = ()


class Detail(msgspec.Struct, frozen=True, rename="camel"):
    """A named value of an annotation."""

    key: str = ""
    value_int32: tuple[Whole, ...] = ()
    value_uint32: tuple[Whole, ...] = ()
    value_string: tuple[str, ...] = ()


class Annotation(msgspec.Struct, frozen=True, rename="camel"):
    """What Arena says about a change (annotations) or about what holds (persistent ones)."""

    id: Whole = 0
    affector_id: Whole = 0
    affected_ids: tuple[Whole, ...] = ()
    type: tuple[str, ...] = ()
    details: tuple[Detail, ...] = ()

    def numbers(self, key: str) -> tuple[int, ...]:
        """The numbers under a key."""
        for detail in self.details:
            if detail.key == key:
                return detail.value_int32 or detail.value_uint32
        return ()

    def number(self, key: str) -> int:
        """The first number under a key, or zero."""
        numbers = self.numbers(key)
        return numbers[0] if numbers else 0

    def text(self, key: str) -> str:
        """The first text under a key, or nothing."""
        for detail in self.details:
            if detail.key == key and detail.value_string:
                return detail.value_string[0]
        return ""


class PlayerInfo(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """A player's life total and seat."""

    system_seat_number: Whole = 0
    life_total: Whole = 0


class TurnInfo(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """Whose turn it is and which step."""

    phase: str = ""
    step: str = ""
    turn_number: Whole = 0
    active_player: Whole = 0


class ResultInfo(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """How a game or match ended."""

    scope: str = ""
    winning_team_id: Whole = 0
    reason: str = ""


class GameInfo(msgspec.Struct, frozen=True, rename="camel"):
    """Which game of which match this is."""

    match_id: str = msgspec.field(default="", name="matchID")
    game_number: Whole = 0
    stage: str = ""
    results: tuple[ResultInfo, ...] = ()


class GameState(msgspec.Struct, frozen=True, rename="camel"):
    """A game state, in full or as the difference from the one before."""

    type: str = ""
    game_state_id: Whole = 0
    prev_game_state_id: Whole = 0
    update: str = ""
    game_info: GameInfo | None = None
    players: tuple[PlayerInfo, ...] = ()
    turn_info: TurnInfo | None = None
    zones: tuple[ZoneInfo, ...] = ()
    game_objects: tuple[GameObject, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    persistent_annotations: tuple[Annotation, ...] = ()
    diff_deleted_instance_ids: tuple[Whole, ...] = ()
    diff_deleted_persistent_annotation_ids: tuple[Whole, ...] = ()

    @property
    def full(self) -> bool:
        """Whether it replaces everything that was known."""
        return self.type == "GameStateType_Full"

    @property
    def undo(self) -> bool:
        """Whether a player took back what they had begun; `prev_game_state_id` is what holds again."""
        return self.update == "GameStateUpdate_Undo"


class GreMessage(msgspec.Struct, frozen=True, rename="camel"):
    """A message of the game's engine."""

    type: str = ""
    game_state_message: GameState | None = None


class GreEvent(msgspec.Struct, frozen=True, rename="camel"):
    """The messages of one line."""

    gre_to_client_messages: tuple[GreMessage, ...] = ()


class ReservedPlayer(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """A player of a match as the lobby knows them."""

    player_name: str = ""
    system_seat_id: Whole = 0


class RoomConfig(msgspec.Struct, frozen=True, rename="camel"):
    """Who plays a match."""

    match_id: str = ""
    reserved_players: tuple[ReservedPlayer, ...] = ()


class RoomInfo(msgspec.Struct, frozen=True, rename="camel"):
    """The room of a match."""

    game_room_config: RoomConfig | None = None


class RoomEvent(msgspec.Struct, frozen=True, rename="camel"):
    """A change of a match's room."""

    game_room_info: RoomInfo | None = None


class LogMessage(msgspec.Struct, frozen=True, rename="camel"):
    """A line of the log that holds a message."""

    gre_to_client_event: GreEvent | None = None
    match_game_room_state_changed_event: RoomEvent | None = None

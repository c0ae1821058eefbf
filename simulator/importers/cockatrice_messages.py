"""The messages of a Cockatrice replay (`.cor`), and reading them from a file that may be damaged.

A replay is one protobuf message: what the game is, then containers of events. The definitions are built
here, of the fields this importer needs; the numbers are those of Cockatrice's protocol. What Cockatrice
calls an extension is written down as a plain field of the same number, which is the same on the wire.

A file is read container by container, so that one broken or cut container loses nothing before it.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, unknown_fields
from google.protobuf.message import DecodeError

from events.errors import RecordError

LARGEST = 256 * 1024 * 1024
"""Most bytes of a replay, unpacked; real ones have a few hundred thousand."""

_TYPES = {
    "text": descriptor_pb2.FieldDescriptorProto.TYPE_STRING,
    "flag": descriptor_pb2.FieldDescriptorProto.TYPE_BOOL,
    "number": descriptor_pb2.FieldDescriptorProto.TYPE_SINT32,
    "count": descriptor_pb2.FieldDescriptorProto.TYPE_UINT32,
    "large": descriptor_pb2.FieldDescriptorProto.TYPE_UINT64,
    "code": descriptor_pb2.FieldDescriptorProto.TYPE_INT32,
}

# Message -> {field: (number, type)}; a type that is no simple one names a message, `*` means many.
_MESSAGES: dict[str, dict[str, tuple[int, str]]] = {
    "User": {"name": (1, "text")},
    "PlayerProperties": {
        "player_id": (1, "number"),
        "user_info": (2, "User"),
        "spectator": (3, "flag"),
        "conceded": (4, "flag"),
    },
    "CardCounter": {"id": (1, "number"), "value": (2, "number")},
    "Card": {
        "id": (1, "number"),
        "name": (2, "text"),
        "face_down": (5, "flag"),
        "tapped": (6, "flag"),
        "color": (8, "text"),
        "pt": (9, "text"),
        "annotation": (10, "text"),
        "destroy_on_zone_change": (11, "flag"),
        "counter_list": (13, "*CardCounter"),
        "attach_player_id": (14, "number"),
        "attach_card_id": (16, "number"),
    },
    "Zone": {
        "name": (1, "text"),
        "card_count": (4, "number"),
        "card_list": (5, "*Card"),
    },
    "Counter": {"id": (1, "number"), "name": (2, "text"), "count": (5, "number")},
    "Player": {
        "properties": (1, "PlayerProperties"),
        "zone_list": (3, "*Zone"),
        "counter_list": (4, "*Counter"),
    },
    "Join": {"player_properties": (1, "PlayerProperties")},
    "Leave": {},
    "GameClosed": {},
    "PropertiesChanged": {"player_properties": (1, "PlayerProperties")},
    "GameStateChanged": {
        "player_list": (1, "*Player"),
        "game_started": (2, "flag"),
        "active_player_id": (3, "number"),
        "active_phase": (4, "number"),
    },
    "CreateCounter": {"counter_info": (1, "Counter")},
    "SetCounter": {"counter_id": (1, "number"), "value": (2, "number")},
    "DelCounter": {"counter_id": (1, "number")},
    "DrawCards": {"number": (1, "number"), "cards": (2, "*Card")},
    "RevealCards": {"zone_name": (1, "text"), "cards": (4, "*Card")},
    "Shuffle": {"zone_name": (1, "text")},
    "MoveCard": {
        "card_id": (1, "number"),
        "card_name": (2, "text"),
        "start_player_id": (3, "number"),
        "start_zone": (4, "text"),
        "position": (5, "number"),
        "target_player_id": (6, "number"),
        "target_zone": (7, "text"),
        "x": (8, "number"),
        "new_card_id": (10, "number"),
        "face_down": (11, "flag"),
    },
    "FlipCard": {
        "zone_name": (1, "text"),
        "card_id": (2, "number"),
        "card_name": (3, "text"),
        "face_down": (4, "flag"),
    },
    "DestroyCard": {"zone_name": (1, "text"), "card_id": (2, "count")},
    "AttachCard": {
        "start_zone": (1, "text"),
        "card_id": (2, "number"),
        "target_player_id": (3, "number"),
        "target_zone": (4, "text"),
        "target_card_id": (5, "number"),
    },
    "CreateToken": {
        "zone_name": (1, "text"),
        "card_id": (2, "number"),
        "card_name": (3, "text"),
        "color": (4, "text"),
        "pt": (5, "text"),
        "annotation": (6, "text"),
        "destroy_on_zone_change": (7, "flag"),
        "face_down": (11, "flag"),
    },
    "SetCardAttr": {
        "zone_name": (1, "text"),
        "card_id": (2, "number"),
        "attribute": (3, "code"),
        "attr_value": (4, "text"),
    },
    "SetCardCounter": {
        "zone_name": (1, "text"),
        "card_id": (2, "number"),
        "counter_id": (3, "number"),
        "counter_value": (4, "number"),
    },
    "SetActivePlayer": {"active_player_id": (1, "number")},
    "SetActivePhase": {"phase": (1, "number")},
    "Context": {},
    "Event": {
        "player_id": (1, "number"),
        "join": (1000, "Join"),
        "leave": (1001, "Leave"),
        "game_closed": (1002, "GameClosed"),
        "game_state_changed": (1005, "GameStateChanged"),
        "properties_changed": (1007, "PropertiesChanged"),
        "create_counter": (2002, "CreateCounter"),
        "set_counter": (2003, "SetCounter"),
        "del_counter": (2004, "DelCounter"),
        "draw_cards": (2005, "DrawCards"),
        "reveal_cards": (2006, "RevealCards"),
        "shuffle": (2007, "Shuffle"),
        "move_card": (2009, "MoveCard"),
        "flip_card": (2010, "FlipCard"),
        "destroy_card": (2011, "DestroyCard"),
        "attach_card": (2012, "AttachCard"),
        "create_token": (2013, "CreateToken"),
        "set_card_attr": (2014, "SetCardAttr"),
        "set_card_counter": (2015, "SetCardCounter"),
        "set_active_player": (2016, "SetActivePlayer"),
        "set_active_phase": (2017, "SetActivePhase"),
    },
    "Container": {
        "game_id": (1, "count"),
        "event_list": (2, "*Event"),
        "context": (3, "Context"),
        "seconds_elapsed": (4, "count"),
    },
    "Game": {"game_id": (3, "number")},
    "Replay": {
        "replay_id": (1, "large"),
        "game_info": (2, "Game"),
        "event_list": (3, "*Container"),
        "duration_seconds": (4, "count"),
    },
}

# Whose default is -1: "no card", "no player", "no place".
_NONE_BY_DEFAULT = {
    "player_id", "card_id", "new_card_id", "start_player_id", "target_player_id", "target_card_id",
    "position", "x", "attach_player_id", "attach_card_id", "id",
}  # fmt: skip
_DEFAULTED_IN = {"Event", "MoveCard", "AttachCard", "SetCardAttr", "Card", "CreateToken"}

MEANINGLESS = frozenset({1003, 1004, 1009, 2000, 2001, 2008, 2018, 2019, 2020, 2021, 2022})
"""Messages that say nothing about objects: chat, arrows, dice, looking through a zone, the host."""


def _built() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(
        name="nametrail/cockatrice.proto", package="nametrail.cockatrice", syntax="proto2"
    )
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for field, (number, kind) in fields.items():
            _add_field(message, field, number, kind)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)  # pyright: ignore[reportDeprecated, reportUnknownMemberType]
    return {
        name: message_factory.GetMessageClass(
            pool.FindMessageTypeByName(f"nametrail.cockatrice.{name}")
        )
        for name in _MESSAGES
    }


def _add_field(message: descriptor_pb2.DescriptorProto, field: str, number: int, kind: str) -> None:
    added = message.field.add(name=field, number=number)
    many, plain = kind.startswith("*"), kind.removeprefix("*")
    added.label = (
        descriptor_pb2.FieldDescriptorProto.LABEL_REPEATED
        if many
        else descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL
    )
    if plain in _TYPES:
        added.type = _TYPES[plain]
        if plain == "number" and field in _NONE_BY_DEFAULT and message.name in _DEFAULTED_IN:
            added.default_value = "-1"
    else:
        added.type = descriptor_pb2.FieldDescriptorProto.TYPE_MESSAGE
        added.type_name = f".nametrail.cockatrice.{plain}"


MESSAGES: dict[str, Any] = _built()
"""A message class for each name; `MESSAGES["Replay"]` is the whole file."""

KINDS: tuple[str, ...] = tuple(name for name in _MESSAGES["Event"] if name != "player_id")
"""The fields of an event, one of which is set: what happened."""


class Reading(msgspec.Struct):
    """What could be read of a replay: its containers, and what was wrong with the rest."""

    replay_id: int
    game_id: int
    containers: list[Any]
    problems: list[str]


class _Field(NamedTuple):
    number: int
    value: int | bytes


def read_replay(path: Path) -> Reading:
    """Read a replay, whole or as much of it as there is.

    Raises RecordError if the file cannot be opened or is no replay.
    """
    data = _contents(path)
    reading = Reading(0, 0, [], [])
    fields = 0
    try:
        for field in _top_level(data):
            fields += 1
            _take(field, reading)
    except EOFError:
        reading.problems.append(
            f"the file is cut off after {len(reading.containers)} containers of events"
        )
    except DecodeError as error:
        reading.problems.append(
            f"after {len(reading.containers)} containers of events the file cannot be read: {error}"
        )
    if not reading.containers:
        reason = reading.problems[0] if reading.problems else "it holds no events"
        raise RecordError(
            "this is not a Cockatrice replay: {reason}",
            reason=reason,
            place=str(path),
            advice="give a .cor file as Cockatrice saves it",
        )
    return reading


def unknown_messages(event: Any) -> list[int]:
    """The numbers of the messages in an event that this importer has no definition of."""
    fields: Any = unknown_fields.UnknownFieldSet(event)
    return [field.field_number for field in fields]


def _contents(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            data: bytes = (
                gzip.GzipFile(fileobj=file).read(LARGEST + 1) if packed else file.read(LARGEST + 1)
            )
    except (OSError, EOFError, zlib.error) as error:
        raise RecordError(
            "the file cannot be read: {reason}",
            reason=getattr(error, "strerror", None) or str(error) or type(error).__name__,
            place=str(path),
        ) from error
    if len(data) > LARGEST:
        raise RecordError("the file is too large for a replay", place=str(path))
    return data


def _take(field: _Field, reading: Reading) -> None:
    number, value = field
    if number == 1 and isinstance(value, int):
        reading.replay_id = value
    elif number == 2 and isinstance(value, bytes):
        try:
            reading.game_id = MESSAGES["Game"].FromString(value).game_id
        except DecodeError:
            reading.problems.append("what the file says of the game as a whole cannot be read")
    elif number == 3 and isinstance(value, bytes):
        try:
            reading.containers.append(MESSAGES["Container"].FromString(value))
        except DecodeError:
            reading.containers.append(MESSAGES["Container"]())
            reading.problems.append(
                f"container {len(reading.containers)} of events cannot be read; it is left out"
            )


def _top_level(data: bytes) -> Iterator[_Field]:
    """The fields of the outermost message, each as it stands in the file.

    Raises EOFError where the file ends too early, DecodeError for what is no protobuf message.
    """
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, wire = key >> 3, key & 7
        if number == 0:
            raise DecodeError("there is no field of number 0")
        if wire == 0:
            value, at = _varint(data, at)
            yield _Field(number, value)
        elif wire == 2:
            size, at = _varint(data, at)
            if at + size > len(data):
                raise EOFError
            yield _Field(number, data[at : at + size])
            at += size
        elif wire in {1, 5}:
            at += 8 if wire == 1 else 4
            if at > len(data):
                raise EOFError
        else:
            raise DecodeError(f"a field has wire type {wire}")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, at
        shift += 7
        if shift > 63:
            raise DecodeError("a number is too long")
    raise EOFError

"""The first line of a record: players, card definitions, sticker sheets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from events.cards import Ability, Definition, Number, definition_from_map, definition_to_map
from events.errors import EDITION, RecordError
from events.reasons import tidied
from events.slips import slips_in_abilities, slips_in_definition
from events.stickers import StickerKind

FORMAT = "nametrail"
VERSION = 1

LONGEST_NAME = 1000
"""Most letters of a card's name in a header; the longest real one has 141."""


class SheetSticker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One sticker of a sheet (CR 123.2): its kind, what is printed on it, its ticket cost (CR 123.3c)."""

    kind: StickerKind = "name"
    words: str | None = None
    abilities: tuple[Ability, ...] = ()
    power: Number | None = None
    toughness: Number | None = None
    tickets: int = 0


class Header(msgspec.Struct, frozen=True):
    """What a record says before its first event.

    `sheets` maps a player to the names and stickers of that player's sheets; a sheet without
    stickers here is one of the bundled real ones. `plain` makes a card nobody defined a plain one.
    `extra` keeps fields of the recorder's own.
    """

    players: tuple[str, ...]
    cards: dict[str, Definition] = {}
    sheets: dict[str, dict[str, tuple[SheetSticker, ...] | None]] = {}
    plain: bool = False
    rules: str = EDITION
    extra: dict[str, Any] = {}


def header_from_map(raw: dict[str, Any], *, stored: bool = False) -> Header:
    """Read a header; a `stored` one is taken with the slips of the pen it was stored with.

    Raises RecordError, with what is wrong.
    """
    if raw.get("record") != FORMAT:
        raise RecordError(
            "this is not the header of a record",
            advice='the first line must be {"record": "nametrail", "version": 1, "players": [...]}',
        )
    if raw.get("version") != VERSION or isinstance(raw.get("version"), bool):
        raise RecordError(
            "version {version!r} of the record format is not known",
            version=raw.get("version"),
            advice="this program reads version 1",
        )
    players = _players(raw.get("players"))
    cards = _mapping(raw.get("cards", {}), "cards")
    sheets = _mapping(raw.get("sheets", {}), "sheets")
    for player in sheets:
        if player not in players:
            raise RecordError(
                "the sheets are those of {player!r}, who is no player of this game", player=player
            )
    plain, rules = raw.get("plain", False), raw.get("rules", EDITION)
    if not isinstance(plain, bool) or not isinstance(rules, str):
        raise RecordError("`plain` must be true or false, and `rules` the date of an edition")
    known = {"record", "version", "players", "cards", "sheets", "plain", "rules"}
    return Header(
        players=players,
        cards={name: _definition(name, entry, stored=stored) for name, entry in cards.items()},
        sheets={player: _sheets(player, entry, stored=stored) for player, entry in sheets.items()},
        plain=plain,
        rules=rules,
        extra={key: value for key, value in raw.items() if key not in known},
    )


def header_to_map(header: Header) -> dict[str, Any]:
    """Write a header as a record has it."""
    raw: dict[str, Any] = {
        "record": FORMAT,
        "version": VERSION,
        "players": list(header.players),
        "rules": header.rules,
    }
    if header.plain:
        raw["plain"] = True
    if header.cards:
        raw["cards"] = {name: definition_to_map(card) for name, card in header.cards.items()}
    if header.sheets:
        raw["sheets"] = {player: _sheets_to(entry) for player, entry in header.sheets.items()}
    return {**raw, **header.extra}


def _players(raw: Any) -> tuple[str, ...]:
    if (
        not isinstance(raw, list)
        or not raw
        or not all(isinstance(player, str) and player for player in raw)
        or len(set(raw)) != len(raw)
    ):
        raise RecordError("`players` must list the names of the players, in turn order, each once")
    return tuple(raw)


def _mapping(raw: Any, field: str) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise RecordError("`{field}` must be a map", field=field)
    return raw


def _definition(name: str, raw: Any, *, stored: bool) -> Definition:
    if not isinstance(raw, dict):
        raise RecordError("the definition of {name!r} must be a map", name=name)
    try:
        definition = definition_from_map(name, raw)
    except msgspec.ValidationError as error:
        raise RecordError(
            "the definition of {name!r} is wrong: {reason}", name=name, reason=tidied(str(error))
        ) from error
    check_definition(definition)
    for slip in () if stored else slips_in_definition(definition):
        raise slip
    return definition


def check_definition(definition: Definition) -> None:
    """Refuse a definition whose pairs name abilities it lacks, or that repeats an ability's id.

    Raises RecordError.
    """
    for index, face in enumerate(definition.faces):
        if len(face.name or definition.name) > LONGEST_NAME:
            raise RecordError(
                "more than {most} letters of a name are not kept",
                most=LONGEST_NAME,
                advice="that is a limit of this program, not of the rules",
            )
        ids = [ability.id for ability in face.abilities]
        twice = next((each for each, times in Counter(ids).items() if times > 1), None)
        if twice is not None:
            raise RecordError(
                "{name!r} has two abilities of the id {ability!r} on face {face}",
                name=definition.name,
                ability=twice,
                face=index + 1,
                advice="give each its own id",
            )
    known = {each for face in definition.faces for each in _ids(face.abilities)}
    for first, second, _ in definition.linked:
        for each in (first, second):
            if each not in known:
                raise RecordError(
                    "`linked` of {name!r} names {ability!r}, an ability it does not have",
                    name=definition.name,
                    ability=each,
                    rule="607.1",
                )


def _ids(abilities: tuple[Ability, ...]) -> set[str]:
    found: set[str] = set()
    for ability in abilities:
        found.add(ability.id)
        found |= _ids(ability.grants)
        for effect in ability.effects:
            given = tuple(
                entry for entry in (*(effect.grant or ()), *(effect.add_text or ()))
                if isinstance(entry, Ability)
            )  # fmt: skip
            found |= _ids(given)
    return found


def _sheets(player: str, raw: Any, *, stored: bool) -> dict[str, tuple[SheetSticker, ...] | None]:
    if isinstance(raw, list) and all(isinstance(name, str) for name in raw):
        return dict.fromkeys(raw)
    try:
        sheets = msgspec.convert(raw, dict[str, tuple[SheetSticker, ...] | None])
    except msgspec.ValidationError as error:
        raise RecordError(
            "the sheets of {player!r} are wrong: {reason}",
            player=player,
            reason=tidied(str(error)),
        ) from error
    for sheet in () if stored else sheets.values():
        for sticker in sheet or ():
            for slip in slips_in_abilities(sticker.abilities):
                raise slip
    return sheets


def _sheets_to(sheets: dict[str, tuple[SheetSticker, ...] | None]) -> Any:
    if sheets and all(stickers is None for stickers in sheets.values()):
        return list(sheets)
    return msgspec.to_builtins(sheets)


def sheet_from_catalogue(name: str, raw: list[dict[str, Any]] | None) -> tuple[SheetSticker, ...]:
    """The stickers of a bundled sheet.

    Raises RecordError if no sheet has this name.
    """
    if raw is None:
        raise RecordError(
            "no sticker sheet is named {name!r}",
            name=name,
            advice="list its stickers in the header, or name one of the 48 bundled sheets",
        )
    return msgspec.convert(raw, tuple[SheetSticker, ...])

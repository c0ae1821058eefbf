"""Writes logs as MTG Arena does, for made-up games: only what a test needs, in Arena's shapes."""

from __future__ import annotations

import json
from typing import Any

BATTLEFIELD, STACK, EXILE, COMMAND, LIMBO, PENDING = 28, 27, 29, 26, 30, 25
HAND = {1: 31, 2: 35}
LIBRARY = {1: 32, 2: 36}
GRAVEYARD = {1: 33, 2: 37}
SIDEBOARD = {1: 34, 2: 38}
_TYPES = {
    BATTLEFIELD: "Battlefield", STACK: "Stack", EXILE: "Exile", COMMAND: "Command", LIMBO: "Limbo", PENDING: "Pending",
    **dict.fromkeys(HAND.values(), "Hand"), **dict.fromkeys(LIBRARY.values(), "Library"),
    **dict.fromkeys(GRAVEYARD.values(), "Graveyard"), **dict.fromkeys(SIDEBOARD.values(), "Sideboard"),
}  # fmt: skip
_OWNERS = {
    zone: seat for zones in (HAND, LIBRARY, GRAVEYARD, SIDEBOARD) for seat, zone in zones.items()
}


def number(key: str, *values: int) -> dict[str, Any]:
    return {"key": key, "type": "KeyValuePairValueType_int32", "valueInt32": list(values)}


def words(key: str, *values: str) -> dict[str, Any]:
    return {"key": key, "type": "KeyValuePairValueType_string", "valueString": list(values)}


class ArenaLog:
    """A log that is being written, with one game under way."""

    def __init__(self, deck: int = 10) -> None:
        self.lines = ["[UnityCrossThreadLogger]DETAILED LOGS: ENABLED"]
        self.match = 0
        self.deck = deck

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    # --- a game ---------------------------------------------------------------------------

    def begin(
        self, hand: dict[int, int] | None = None, *, play: bool = True, **extra_zones: Any
    ) -> list[int]:
        """A game begins; `hand` maps printings of the logging player's hand (seat 1) to their texts."""
        self.match += 1
        self.state, self.next, self.annotation = 0, 100, 0
        self.zones: dict[int, list[int]] = {zone: [] for zone in _TYPES}
        self.objects: dict[int, dict[str, Any]] = {}
        self.changed_objects: dict[int, None] = {}
        self.changed_zones: dict[int, None] = {}
        self.annotations: list[dict[str, Any]] = []
        self.persistent: list[dict[str, Any]] = []
        self.deleted: list[int] = []
        self.gone: list[int] = []
        for seat in (1, 2):
            for _ in range(self.deck):
                self.zones[LIBRARY[seat]].append(self.number())
        for zone, printings in extra_zones.items():
            for grp, text in printings.items():
                where = {"command": COMMAND, "sideboard": SIDEBOARD[1]}[zone]
                self.put(self.number(), where, grp=grp, name=text)
        self.send(
            full=True,
            info={"matchID": f"match-{self.match}", "gameNumber": 1, "stage": "GameStage_Start"},
        )
        held = []
        for grp, text in (hand or {}).items():
            instance = self.zones[LIBRARY[1]].pop(0)
            self.put(instance, HAND[1], grp=grp, name=text)
            held.append(instance)
        for _ in range(3):
            self.zones[HAND[2]].append(self.zones[LIBRARY[2]].pop(0))
        self.changed_zones |= dict.fromkeys((HAND[1], HAND[2], LIBRARY[1], LIBRARY[2]))
        self.send()
        if play:
            self.send(info={"matchID": f"match-{self.match}", "gameNumber": 1, "stage": "GameStage_Play"},
                      turn={"turnNumber": 1, "activePlayer": 1, "phase": "Phase_Main1"})  # fmt: skip
        return held

    def number(self) -> int:
        self.next += 1
        return self.next - 1

    def put(
        self,
        instance: int,
        zone: int,
        *,
        listed: bool = True,
        grp: int = 0,
        name: int = 0,
        seat: int = 1,
        **fields: Any,
    ) -> int:
        shown = self.objects.setdefault(
            instance,
            {
                "instanceId": instance,
                "type": "GameObjectType_Card",
                "ownerSeatId": seat,
                "controllerSeatId": seat,
            },
        )
        shown |= (
            {"zoneId": zone}
            | ({"grpId": grp, "overlayGrpId": grp} if grp else {})
            | ({"name": name} if name else {})
        )
        shown |= {key: value for key, value in fields.items() if value is not None}
        for key in [key for key, value in fields.items() if value is None]:
            shown.pop(key, None)
        self.changed_objects[instance] = None
        for other, there in self.zones.items():
            if instance in there and (other != zone or not listed):
                there.remove(instance)
                self.changed_zones[other] = None
        if listed and instance not in self.zones[zone]:
            self.zones[zone].insert(0, instance)
            self.changed_zones[zone] = None
        return instance

    def note(self, kind: str, affected: list[int], *details: dict[str, Any], by: int = 0) -> None:
        self.annotation += 1
        found = {
            "id": self.annotation,
            "affectedIds": affected,
            "type": [f"AnnotationType_{kind}"],
            "details": list(details),
        }
        self.annotations.append(found | ({"affectorId": by} if by else {}))

    def holds(self, kind: str, by: int, affected: list[int], *details: dict[str, Any]) -> int:
        self.annotation += 1
        types = [f"AnnotationType_{kind}"] + (
            ["AnnotationType_LayeredEffect"] if kind == "CopiedObject" else []
        )
        self.persistent.append(
            {
                "id": self.annotation,
                "affectorId": by,
                "affectedIds": affected,
                "type": types,
                "details": list(details),
            }
        )
        return self.annotation

    def ends(self, annotation: int) -> None:
        self.gone.append(annotation)

    def move(
        self,
        instance: int,
        zone: int,
        category: str,
        *,
        by: int = 0,
        keeps_number: bool = False,
        **fields: Any,
    ) -> int:
        """A zone change with a new number, as all but a resolving permanent spell have."""
        source = next((where for where, there in self.zones.items() if instance in there), LIMBO)
        new = instance if keeps_number else self.number()
        shown = self.objects.get(instance)
        if not keeps_number:
            self.note(
                "ObjectIdChanged",
                [instance],
                number("orig_id", instance),
                number("new_id", new),
                by=by,
            )
            if shown is not None:
                self.objects[new] = {**shown, "instanceId": new}
            for there in self.zones.values():
                if instance in there:
                    there.remove(instance)
            self.changed_zones[source] = None
            if instance in self.objects:
                del self.objects[instance]
                self.deleted.append(instance)
        self.note(
            "ZoneTransfer",
            [new],
            number("zone_src", source),
            number("zone_dest", zone),
            words("category", category),
            by=by,
        )
        if shown is None and "grp" not in fields:
            self.zones[zone].insert(0, new)
            self.changed_zones[zone] = None
        else:
            self.put(new, zone, **fields)
        return new

    def cast(self, instance: int, **fields: Any) -> int:
        return self.move(instance, STACK, "CastSpell", **fields)

    def resolve(self, instance: int, zone: int = BATTLEFIELD, **fields: Any) -> int:
        return self.move(instance, zone, "Resolve", keeps_number=zone == BATTLEFIELD, **fields)

    def enter(self, instance: int, **fields: Any) -> int:
        """Cast and resolve a permanent in two messages."""
        spell = self.cast(instance)
        self.send()
        self.resolve(spell, **fields)
        self.send()
        return spell

    def token(self, grp: int, name: int, *, by: int = 0, **fields: Any) -> int:
        token = self.put(
            self.number(),
            BATTLEFIELD,
            grp=grp,
            name=name,
            type="GameObjectType_Token",
            parentId=by,
            **fields,
        )
        self.note("TokenCreated", [token], by=by)
        return token

    def ability(self, source: int, grp: int, *, source_grp: int = 0, seat: int = 1) -> int:
        ability = self.put(self.number(), STACK, grp=grp, type="GameObjectType_Ability", parentId=source,
                           objectSourceGrpId=source_grp or self.objects[source]["grpId"], seat=seat)  # fmt: skip
        self.note(
            "AbilityInstanceCreated", [ability], number("source_zone", BATTLEFIELD), by=source
        )
        return ability

    def done(self, ability: int, source: int = 0) -> None:
        self.note("AbilityInstanceDeleted", [ability], by=source)
        self.leave(ability)

    def leave(self, instance: int) -> None:
        for zone, there in self.zones.items():
            if instance in there:
                there.remove(instance)
                self.changed_zones[zone] = None
        self.objects.pop(instance, None)
        self.deleted.append(instance)

    # --- messages -------------------------------------------------------------------------

    def send(
        self,
        *,
        full: bool = False,
        info: Any = None,
        turn: Any = None,
        update: str = "SendHiFi",
        previous: int | None = None,
        lost: bool = False,
    ) -> int:
        """Write what has changed as a message; `lost` leaves it out as Arena does with long ones."""
        before, self.state = self.state, self.state + 1
        message: dict[str, Any] = {
            "type": "GameStateType_Full" if full else "GameStateType_Diff", "gameStateId": self.state,
            "update": f"GameStateUpdate_{update}",
        }  # fmt: skip
        if before:
            message["prevGameStateId"] = before if previous is None else previous
        if info:
            message["gameInfo"] = info
        if turn:
            message["turnInfo"] = turn
        zones = list(_TYPES) if full else list(self.changed_zones)
        objects = (
            list(self.objects) if full else [i for i in self.changed_objects if i in self.objects]
        )
        message["zones"] = [self._zone(zone) for zone in zones]
        message["gameObjects"] = [dict(self.objects[instance]) for instance in objects]
        message["annotations"] = self.annotations
        message["persistentAnnotations"] = self.persistent
        message["diffDeletedInstanceIds"] = self.deleted
        message["diffDeletedPersistentAnnotationIds"] = self.gone
        if lost:
            self.lines.append(
                "[Message summarized because one or more GameStateMessages exceeded the 50 GameObject or 50 Annotation limit.]"
            )
        else:
            self.lines.append(json.dumps({"greToClientEvent": {"greToClientMessages": [
                {"type": "GREMessageType_GameStateMessage", "systemSeatIds": [1], "gameStateMessage": message}]}}))  # fmt: skip
        self.changed_objects, self.changed_zones = {}, {}
        self.annotations, self.persistent, self.deleted, self.gone = [], [], [], []
        return self.state

    def _zone(self, zone: int) -> dict[str, Any]:
        found: dict[str, Any] = {
            "zoneId": zone,
            "type": f"ZoneType_{_TYPES[zone]}",
            "objectInstanceIds": list(self.zones[zone]),
        }
        return found | ({"ownerSeatId": _OWNERS[zone]} if zone in _OWNERS else {})

    def snapshot(self) -> Any:
        """What an Undo can go back to."""
        return json.dumps(
            [
                self.state,
                self.next,
                self.annotation,
                list(self.zones.items()),
                list(self.objects.items()),
            ]
        )

    def undo(self, snapshot: Any) -> None:
        state, self.next, self.annotation, zones, objects = json.loads(snapshot)
        self.zones = dict(map(tuple, zones))
        self.objects = dict(map(tuple, objects))
        self.send(full=True, update="Undo", previous=state)

    def end(self, winner: int = 1) -> str:
        result = {
            "scope": "MatchScope_Game",
            "winningTeamId": winner,
            "reason": "ResultReason_Concede",
        }
        self.send(
            info={
                "matchID": f"match-{self.match}",
                "gameNumber": 1,
                "stage": "GameStage_GameOver",
                "results": [result],
            }
        )
        return self.text()

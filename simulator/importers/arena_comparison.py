"""The proof of an import: the record, folded, against every state Arena showed.

For each object in a public zone of each state: the name the projections derive, the zone and the
controller. For each change of Arena's numbers, and each spell that became a permanent: that the card
has become its next object (CR 400.7). Nothing of the importer's own bookkeeping is used but what the
record itself says (`source`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from events.forms import event_from_map
from events.header import Header
from projections.characteristics import characteristics_of
from projections.fold import apply, start
from projections.names import names_of
from projections.state import Object, State
from simulator.importers.arena_definitions import Definitions
from simulator.importers.arena_objects import Fact, Frame

MOST_DIFFERENCES = 200
"""More differences than these are counted, not listed."""
_WITHOUT_NAMES = frozenset({"Ability", "Emblem", "Boon"})
_NO_CHANGE = frozenset({
    "step_began", "turn_began", "life_changed", "tapped", "untapped", "damage_dealt", "game_began", "game_ended",
    "counters_changed",
})  # fmt: skip
"""Events on which neither zone nor name, controller or number hangs."""


class Comparison(msgspec.Struct):
    """How often the record and Arena agree, and where they do not."""

    names_compared: int = 0
    names_agreeing: int = 0
    ids_compared: int = 0
    ids_agreeing: int = 0
    differences: list[dict[str, Any]] = msgspec.field(default_factory=list)


class _Verdict(msgspec.Struct, frozen=True, gc=False):
    named: bool
    agrees: bool


class Comparer:
    """Folds a record and holds it against the frames."""

    def __init__(self, header: Header, definitions: Definitions) -> None:
        self.result = Comparison()
        self.at = 0
        self._definitions = definitions
        self._state: State = start(header)
        self._facts: dict[int, Fact] = {}
        self._verdicts: dict[int, _Verdict] = {}
        self._card_of: dict[int, tuple[str, int, int]] = {}
        self._expectations: dict[Fact, str | None] = {}
        self._told: set[tuple[Any, ...]] = set()

    def run(self, events: list[dict[str, Any]], frames: list[Frame]) -> Comparison:
        """Compare a whole game; `at` is the event that was being applied if that fails."""
        done = 0
        for frame in frames:
            stale = bool(frame.changed)
            for index in range(done, frame.events):
                self.at = index
                apply(self._state, event_from_map(events[index]))
                stale |= self._follow(events[index])
            done = max(done, frame.events)
            for instance, fact in frame.changed.items():
                if fact is None:
                    self._facts.pop(instance, None)
                    self._verdicts.pop(instance, None)
                else:
                    self._facts[instance] = fact
            if stale:
                self._look_again(frame)
            compared = sum(verdict.named for verdict in self._verdicts.values())
            self.result.names_compared += compared
            self.result.names_agreeing += sum(v.named and v.agrees for v in self._verdicts.values())
            self._numbers(frame)
        return self.result

    def _follow(self, event: dict[str, Any]) -> bool:
        card, instance = event.get("object") or event.get("card"), event["source"].get("instance")
        if isinstance(card, str) and instance is not None:
            found = self._state.objects.get(card)
            before = self._card_of.get(instance)
            number = found.number if found is not None else 0
            if before is None or before[:2] != (card, number):
                earlier = before[1] if before is not None and before[0] == card else 0
                self._card_of[instance] = (card, number, earlier)
        return event["event"] not in _NO_CHANGE

    # --- names, zones, controllers ------------------------------------------------------------

    def _look_again(self, frame: Frame) -> None:
        for instance, fact in self._facts.items():
            told = self._card_of.get(instance)
            found = None if told is None else self._state.objects.get(told[0])
            self._verdicts[instance] = self._judge(frame, instance, fact, found)

    def _judge(self, frame: Frame, instance: int, fact: Fact, found: Object | None) -> _Verdict:
        expected = self._expected_of(fact)
        named = expected is not None
        if found is None:
            self._tell(frame, instance, None, "object", fact.zone, None)
            return _Verdict(named, False)
        agrees = True
        if found.zone != fact.zone:
            self._tell(frame, instance, found, "zone", fact.zone, found.zone)
            agrees = False
        if fact.zone in {"battlefield", "stack"} and fact.controller:
            controller = (
                characteristics_of(self._state, found).controller
                if found.control
                else found.controller
            )
            if controller != f"player{fact.controller}":
                self._tell(
                    frame, instance, found, "controller", f"player{fact.controller}", controller
                )
                agrees = False
        if expected is not None:
            derived = " // ".join(sorted(names_of(self._state, found)))
            if derived != expected:
                self._tell(frame, instance, found, "name", expected, derived)
                agrees = False
        return _Verdict(named, agrees)

    def _expected_of(self, fact: Fact) -> str | None:
        if fact not in self._expectations:
            self._expectations[fact] = self._expected(fact)
        return self._expectations[fact]

    def _expected(self, fact: Fact) -> str | None:
        """The name Arena shows; empty for none, None where it shows nothing to compare."""
        if fact.kind in _WITHOUT_NAMES:
            return None
        if fact.face_down:
            return ""
        printings = self._definitions.printings
        printing = printings.by_grp.get(fact.grp)
        if fact.zone == "battlefield" and printing is not None and "Room" in printing.subtypes:
            return self._doors(fact)
        if not fact.text:
            return None
        shown = self._definitions.text(fact.text)
        if printings.text(fact.text) is None and printings.text_of(fact.overlay) == fact.text:
            shown = self._definitions.name(fact.overlay)
        return " // ".join(sorted(shown.split(" // ")))

    def _doors(self, fact: Fact) -> str | None:
        definition = self._definitions.cards.get(self._definitions.key(fact.grp), {})
        halves = [face["name"] for face in definition.get("faces", [])]
        shown = self._definitions.printings.text(fact.text)
        if not fact.text:
            return ""
        if shown in halves:
            return shown
        for printing in self._definitions.printings.by_grp.values():
            if printing.text == fact.text and printing.role in {"left", "right"}:
                return self._definitions.name(printing.grp)
        return " // ".join(sorted(halves)) if halves else None

    # --- object numbers -----------------------------------------------------------------------

    def _numbers(self, frame: Frame) -> None:
        for old, new in frame.became:
            before, after = self._card_of.get(old), self._card_of.get(new)
            if before is None or (after is None and before[0] not in self._state.objects):
                continue
            self.result.ids_compared += 1
            number = after[2] if after is not None and old == new else before[1]
            if after is not None and after[0] == before[0] and after[1] in {number + 1, 0}:
                self.result.ids_agreeing += 1
            else:
                found = None if after is None else self._state.objects.get(after[0])
                self._tell(
                    frame,
                    new,
                    found,
                    "number",
                    f"{before[0]}.{number + 1}",
                    None if after is None else f"{after[0]}.{after[1]}",
                )

    def _tell(
        self,
        frame: Frame,
        instance: int,
        found: Object | None,
        what: str,
        arena: str | None,
        record: str | None,
    ) -> None:
        key = (instance, what, arena, record)
        if key in self._told or len(self.result.differences) >= MOST_DIFFERENCES:
            return
        self._told.add(key)
        self.result.differences.append({
            "line": frame.line, "state": frame.state, "instance": instance,
            "object": None if found is None else found.reference, "what": what, "arena": arena, "record": record,
            "after_gap": frame.after_gap,
        })  # fmt: skip

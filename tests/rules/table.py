"""A game in which the rules are asked: what is taken, what is refused and by which rule."""

from __future__ import annotations

from typing import Any

from events.errors import NametrailError, RecordError
from events.forms import event_from_map
from events.header import header_from_map
from projections.fold import apply, start
from projections.names import names_of
from simulator.legality import Known, violations
from simulator.lookup import card_lookup

CREATURE = {"types": ["Creature"], "power": "2", "toughness": "2"}
CARDS: dict[str, dict[str, Any]] = {
    "Bear Cub": CREATURE,
    "Ember Bolt": {"types": ["Instant"], "mana_cost": "{R}"},
    "Calm Isle": {"types": ["Land"]},
    "Fae": {"layout": "adventure", "faces": [
        {"name": "Fae", **CREATURE}, {"name": "Granted", "types": ["Sorcery"]}]},
    "Drake": {"layout": "omen", "faces": [
        {"name": "Drake", **CREATURE}, {"name": "Sign", "types": ["Sorcery"]}]},
    "Fire // Ice": {"layout": "split", "faces": [
        {"name": "Fire", "types": ["Instant"]}, {"name": "Ice", "types": ["Instant"]}]},
    "Attic // Cellar": {"layout": "split", "faces": [
        {"name": "Attic", "types": ["Enchantment"], "subtypes": ["Room"]},
        {"name": "Cellar", "types": ["Enchantment"], "subtypes": ["Room"]}]},
    "Smith": {"layout": "transform", "faces": [
        {"name": "Smith", **CREATURE}, {"name": "Fang", **CREATURE}]},
    "Lurker": {"layout": "transform", "faces": [
        {"name": "Lurker", **CREATURE, "abilities": [
            {"id": "turn", "kind": "activated", "text": "{1}: Transform ~."}]},
        {"name": "Horror", **CREATURE}]},
    "Siege": {"layout": "transform", "faces": [
        {"name": "Siege", "types": ["Battle"]}, {"name": "Valor", "types": ["Sorcery"]}]},
    "Seal": {"layout": "modal_dfc", "faces": [
        {"name": "Seal", "types": ["Instant"]}, {"name": "Seal Island", "types": ["Land"]}]},
    "Ronin": {"layout": "flip", "faces": [
        {"name": "Ronin", **CREATURE}, {"name": "Daimyo", **CREATURE}]},
    "Golem": {"layout": "prototype", "faces": [
        {"name": "Golem", "types": ["Artifact", "Creature"], "mana_cost": "{7}", "power": "7", "toughness": "7"},
        {"name": "Golem", "mana_cost": "{1}{R}", "power": "1", "toughness": "1"}]},
    "Aviator": {"layout": "prepare", "faces": [
        {"name": "Aviator", **CREATURE}, {"name": "Jump", "types": ["Instant"]}]},
    "Left Rat": {"layout": "meld", **CREATURE},
    "Right Rat": {"layout": "meld", **CREATURE},
    "Rat Host": CREATURE,
    "Maw": {**CREATURE, "abilities": [
        {"id": "eat", "kind": "replacement", "text": "Devour 1"},
        {"id": "more", "kind": "replacement", "text": "Devour 2"}]},
    "Net": {"types": ["Enchantment"], "linked": [["take", "give", "exile"]], "abilities": [
        {"id": "take", "kind": "triggered", "text": "Exile target creature."},
        {"id": "give", "kind": "triggered", "text": "Return the exiled card."},
        {"id": "kick", "kind": "static", "text": "Kicker {1}"}]},
}  # fmt: skip
"""One card of each kind that a rule asks about."""

SHEET = [
    {"kind": "name", "words": "Cosmic"}, {"kind": "name", "words": "Hot Dog"},
    {"kind": "power_toughness", "power": "5", "toughness": "1", "tickets": 2}, {"kind": "art"},
]  # fmt: skip


class Table:
    """A game between ana and ben in which each event is judged before it is applied."""

    def __init__(self, **header: Any) -> None:
        raw = {"record": "nametrail", "version": 1, "players": ["ana", "ben"], "cards": CARDS}
        self.state = start(header_from_map({**raw, **header}), card_lookup())
        self.known = Known()

    def judged(self, event: str, **fields: Any) -> tuple[NametrailError, ...]:
        """What the rules say to an event; the state stays as it is."""
        read = event_from_map({"event": event, **_without_underscore(fields)})
        before = self.seen()
        found = violations(self.state, read, self.known)
        assert self.seen() == before, "asking changed the state"
        return found

    def seen(self) -> object:
        """What can be told of the state, caches apart."""
        state = self.state
        objects = [
            (o.reference, o.zone, o.controller, o.timestamp, o.tapped, o.attached_to, len(o.copiable),
             [s.sticker for s in o.stickers], list(o.effects), list(o.attachments))
            for o in state.objects.values()
        ]  # fmt: skip
        return (state.position, state.clock, state.version, objects, dict(state.statics),
                dict(state.on_stickers), list(state.effects), str(state.libraries))  # fmt: skip

    def takes(self, event: str, **fields: Any) -> Table:
        """Let an event happen that the rules allow."""
        found = self.judged(event, **fields)
        assert not found, [str(each) for each in found]
        read = event_from_map({"event": event, **_without_underscore(fields)})
        apply(self.state, read)
        self.known.note(read)
        return self

    def refuses(self, rule: str, event: str, **fields: Any) -> NametrailError:
        """See an event refused by a rule (or several), and by no other."""
        found = self.judged(event, **fields)
        assert found, f"{event} {fields} is not refused"
        assert {each.rule for each in found} == {*rule.split()}, [str(each) for each in found]
        error = found[0]
        assert error.exit_status == 1, "it can be written down"
        assert str(error).endswith(f"[{error.rule}]")
        assert error.advice, "what would have been legal"
        return error

    def cannot(self, event: str, **fields: Any) -> NametrailError:
        """See an event refused because it cannot be."""
        found = self.judged(event, **fields)
        assert found, f"{event} {fields} is not refused"
        assert any(isinstance(each, RecordError) for each in found), [str(each) for each in found]
        return found[0]

    def card(self, card: str, name: str | None = "Bear Cub", zone: str = "battlefield",
             owner: str = "ana", **fields: Any) -> Table:  # fmt: skip
        """Add a card."""
        more = {} if name is None else {"definition": name}
        return self.takes("card_added", card=card, owner=owner, zone=zone, **more, **fields)

    def name(self, card: str) -> str:
        """The name of a card's object."""
        return " // ".join(names_of(self.state, self.state.objects[card]))


def _without_underscore(fields: dict[str, Any]) -> dict[str, Any]:
    return {name.rstrip("_"): value for name, value in fields.items()}

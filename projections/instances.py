"""The continuous effects that apply to some objects, with what each affects and when (CR 611, 613.7)."""

from __future__ import annotations

from typing import Any

import msgspec

from events.cards import Ability, Affected, Effect, Where
from projections.copiable_values import TextAbility
from projections.derived import Derived
from projections.layer_one import locked_halves
from projections.state import AbilityOn, EffectOn, Object, State, StickerOn

LAYERS = ("2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")
"""The layers after the first, with the sublayers of the seventh (CR 613.1, 613.4)."""

_DEFINING = frozenset({"set_colors", "add_colors", "set_subtypes", "add_subtypes",
                       "set_power", "set_toughness"})  # fmt: skip


class Continuous(msgspec.Struct):
    """One continuous effect while layers are applied.

    `started` are the objects it applies to from the layer it began to apply in on (CR 613.6).
    """

    name: str
    kind: str
    effect: Effect
    timestamp: int
    since: int
    order: int
    position: int
    defining: bool = False
    source: str | None = None
    ability: AbilityOn | None = None
    resolved: EffectOn | None = None
    sticker: StickerOn | None = None
    object: str | None = None
    controller: str | None = None
    half: int | None = None
    started: tuple[str, ...] | None = None

    @property
    def sort_key(self) -> tuple[int, int, int, int]:
        """Characteristic-defining first (CR 613.3), then by timestamp (CR 613.7a)."""
        return (0 if self.defining else 1, self.timestamp, self.since, self.order)


def layers_of(effect: Effect) -> set[str]:
    """The layers in which an effect has a part (CR 613.6)."""
    found: set[str] = set()
    if effect.controller is not None:
        found.add("2")
    if (
        effect.set_name is not None or effect.names or effect.replace_words or effect.text_of
        or effect.add_text or effect.exchange_text_with
    ):  # fmt: skip
        found.add("3")
    if any(
        getattr(effect, f"{verb}_{field}") is not None
        for verb in ("set", "add", "remove")
        for field in ("types", "subtypes", "supertypes")
    ):
        found.add("4")
    if effect.set_colors is not None or effect.add_colors is not None:
        found.add("5")
    if effect.grant or effect.remove_abilities:
        found.add("6")
    if effect.set_power is not None or effect.set_toughness is not None:
        found.add("7b")
    if effect.add_power is not None or effect.add_toughness is not None:
        found.add("7c")
    if effect.switch:
        found.add("7d")
    return found


def in_layer(continuous: Continuous, layer: str) -> bool:
    """Whether an effect has a part in a layer; of those that define characteristics 7a is the one (CR 613.4a)."""
    kind = continuous.kind
    if kind == "sticker" and continuous.sticker is not None:
        return layer == {"name": "3", "ability": "6", "power_toughness": "7b"}.get(
            continuous.sticker.kind
        )
    if kind == "room":
        return layer == "3"
    if kind == "kept":
        return layer == "6"
    if kind == "control":
        return layer == "2"
    parts = layers_of(continuous.effect)
    if continuous.defining and "7b" in parts:
        parts = (parts - {"7b"}) | {"7a"}
    return layer in parts


def collect(state: State, world: dict[str, Derived]) -> list[Continuous]:
    """All effects there are on the objects of a world, static abilities as they are at this point."""
    found: list[Continuous] = []
    resolved: dict[str, None] = dict.fromkeys(state.where_effects)
    for card, derived in world.items():
        object_ = derived.object
        resolved |= dict.fromkeys(object_.effects)
        found += _own(card, object_)
        if derived.abilities:
            found += _statics(card, derived)
    for name in resolved:
        effect = state.effects.get(name)
        if effect is not None:
            found.append(
                Continuous(
                    name=name, kind="effect", effect=effect.definition, timestamp=effect.timestamp,
                    since=0, order=0, position=effect.position, resolved=effect,
                    source=None if effect.source is None else effect.source.partition(".")[0],
                    controller=effect.controller,
                )
            )  # fmt: skip
    return found


_NO_EFFECT = Effect()

KEYWORD_COUNTERS = frozenset({
    "deathtouch", "decayed", "double strike", "exalted", "first strike", "flying", "haste",
    "hexproof", "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
})  # fmt: skip
"""The keywords that counters give, in layer 6 with the counters' timestamp (CR 613.1f, 613.7c)."""


def _own(card: str, object_: Object) -> list[Continuous]:
    """Stickers, changes of control, abilities kept from the spell, and locked halves of an object."""
    stickers = [
        Continuous(
            name=each.sticker, kind="sticker", effect=_NO_EFFECT, timestamp=each.timestamp, since=0,
            order=0, position=each.position, sticker=each, object=card,
        )
        for each in object_.stickers
        if each.kind != "art"
    ]  # fmt: skip
    control = [
        Continuous(
            name=each.effect or "", kind="control", effect=_NO_EFFECT, timestamp=each.timestamp,
            since=0, order=0, position=each.position, object=card, controller=each.controller,
        )
        for each in object_.control
    ]  # fmt: skip
    kept = [
        Continuous(
            name=each.path, kind="kept", effect=_NO_EFFECT, timestamp=each.since, since=0, order=0,
            position=object_.entered, object=card, ability=each,
        )
        for each in object_.kept_grants
    ]  # fmt: skip
    counters = [
        Continuous(
            name=kind, kind="kept", effect=_NO_EFFECT, timestamp=each.timestamp, since=0, order=0,
            position=object_.entered, object=card, ability=_keyword(kind),
        )
        for kind, each in object_.counters.items()
        if kind in KEYWORD_COUNTERS and object_.zone == "battlefield"
    ]  # fmt: skip
    halves = [
        Continuous(
            name=f"half{half}", kind="room", effect=_NO_EFFECT, timestamp=object_.timestamp,
            since=0, order=half, position=object_.turned_at or object_.entered, object=card,
            half=half,
        )
        for half in locked_halves(object_)
    ]  # fmt: skip
    return [*stickers, *control, *kept, *counters, *halves]


def _keyword(kind: str) -> AbilityOn:
    """The ability a keyword counter gives."""
    text = TextAbility(Ability(id=kind, kind="keyword", text=kind))
    return AbilityOn(kind, text, "counter", granted=True)


def _statics(card: str, derived: Derived) -> list[Continuous]:
    """The effects of an object's static abilities (CR 604, 613.7a).

    Off the battlefield only those that define the object's own characteristics, or that say so by
    their zone, work (CR 113.6).
    """
    object_ = derived.object
    if object_.phased_out or object_.kind == "ability":
        return []
    found: list[Continuous] = []
    for ability in derived.abilities:
        definition = ability.text.ability
        if not definition.effects:
            continue
        defining = not ability.granted and _is_defining(definition.effects)
        if object_.zone != "battlefield" and not defining:
            continue
        since = ability.since
        for order, effect in enumerate(definition.effects):
            found.append(
                Continuous(
                    name=f"{object_.reference}:{ability.path}", kind="static", effect=effect,
                    timestamp=max(object_.timestamp, since), since=since, order=order,
                    position=object_.attached_at or object_.entered, defining=defining, source=card,
                    ability=ability,
                )
            )  # fmt: skip
    return found


def _is_defining(effects: tuple[Effect, ...]) -> bool:
    """Whether a static ability is a characteristic-defining one (CR 604.3, 613.3)."""
    return all(
        effect.affects == "self"
        and all(
            field in _DEFINING or getattr(effect, field) == getattr(_NO_EFFECT, field)
            for field in Effect.__struct_fields__
        )
        for effect in effects
    )


def exists(continuous: Continuous, world: dict[str, Derived]) -> bool:
    """Whether an effect is there: a static ability's only while its object has the ability (CR 613.6)."""
    if continuous.kind != "static" or continuous.started is not None:
        return True
    derived = world.get(continuous.source or "")
    ability = continuous.ability
    if derived is None or ability is None:
        return False
    return any(each.key == ability.key and each.path == ability.path for each in derived.abilities)


def affected(state: State, continuous: Continuous, world: dict[str, Derived]) -> tuple[str, ...]:
    """The cards of the objects an effect applies to at this point."""
    if continuous.started is not None:
        return tuple(card for card in continuous.started if card in world)
    if continuous.object is not None:
        return (continuous.object,)
    if continuous.resolved is not None and continuous.resolved.targets is not None:
        name = continuous.name
        return tuple(card for card, each in world.items() if name in each.object.effects)
    affects = continuous.effect.affects
    if isinstance(affects, Affected):
        player = _you(continuous, world)
        return tuple(
            card for card, each in world.items() if _matches(state, each, affects.where, player)
        )
    if isinstance(affects, tuple):
        return tuple(card for card in (each.partition(".")[0] for each in affects) if card in world)
    source = continuous.source or ""
    if affects == "self":
        return (source,) if source in world else ()
    if affects == "attached":
        return _host(state, source, world)
    card = affects.partition(".")[0]
    return (card,) if card in world else ()


def _host(state: State, source: str, world: dict[str, Derived]) -> tuple[str, ...]:
    object_ = state.objects.get(source)
    if object_ is None or object_.attached_to is None:
        return ()
    card = object_.attached_to.partition(".")[0]
    host = world.get(card)
    if host is None or host.object.reference != object_.attached_to or host.object.phased_out:
        return ()
    return (card,)


def _you(continuous: Continuous, world: dict[str, Derived]) -> str | None:
    """The player `you` means: fixed for a resolved effect, for a static ability its controller (CR 109.5)."""
    if continuous.kind == "effect":
        return continuous.controller
    source = world.get(continuous.source or "")
    return None if source is None else source.controller or source.object.owner


def _matches(state: State, derived: Derived, where: Where, you: str | None) -> bool:
    object_ = derived.object
    if object_.zone != (where.zone or "battlefield") or object_.phased_out:
        return False
    if where.controller is not None:
        controller = derived.controller or object_.owner
        if where.controller in state.players:
            if controller != where.controller:
                return False
        elif where.controller == "opponent":
            if controller == you:
                return False
        elif controller != you:
            return False
    return (
        _has_all(derived.types, where.types)
        and _has_all(derived.subtypes, where.subtypes)
        and _has_all(derived.supertypes, where.supertypes)
        and _has_all(derived.colors, where.colors)
    )


def _has_all(has: tuple[str, ...], asked: Any) -> bool:
    return asked is None or all(each in has for each in asked)

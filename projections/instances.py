"""The continuous effects that apply to some objects, with what each affects and when (CR 611, 613.7)."""

from __future__ import annotations

from typing import Any

import msgspec

from events.cards import Ability, Affected, Effect, Where
from projections.copiable_values import TextAbility
from projections.derived import Derived
from projections.layer_one import locked_halves
from projections.state import AbilityOn, EffectOn, Object, State, StickerOn

LAYERS = ("2", "3", "4", "5", "6", "7b", "7c", "7d")
"""The layers after the first, with the sublayers of the seventh (CR 613.1, 613.4).

7a is the beginning of 7b: what defines characteristics is applied first in each layer (CR 613.3, 613.4a).
"""

_DEFINING = frozenset({"set_colors", "add_colors", "set_subtypes", "add_subtypes",
                       "set_power", "set_toughness"})  # fmt: skip

_NO_EFFECT = Effect()


class Continuous(msgspec.Struct):
    """One continuous effect while layers are applied.

    `started` are the objects it applies to from the layer it began to apply in on (CR 613.6). `source` is
    the card of the object that has the static ability; `place` tells equal abilities of it apart.
    """

    name: str
    kind: str
    timestamp: int
    position: int
    effect: Effect = _NO_EFFECT
    since: int = 0
    order: int = 0
    defining: bool = False
    source: str = ""
    ability: AbilityOn | None = None
    place: int = 0
    resolved: EffectOn | None = None
    sticker: StickerOn | None = None
    object: str | None = None
    controller: str | None = None
    half: int | None = None
    started: tuple[str, ...] | None = None

    @property
    def sort_key(self) -> tuple[bool, int, int, int]:
        """Characteristic-defining first (CR 613.3), then by timestamp (CR 613.7a)."""
        return (not self.defining, self.timestamp, self.since, self.order)


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


_LAYER_OF = {"control": "2", "room": "3", "kept": "6"}
_LAYER_OF_STICKER = {"name": "3", "ability": "6", "power_toughness": "7b"}


def in_layer(continuous: Continuous, layer: str) -> bool:
    """Whether an effect has a part in a layer (CR 613.1)."""
    if continuous.sticker is not None:
        return layer == _LAYER_OF_STICKER.get(continuous.sticker.kind)
    if continuous.kind in _LAYER_OF:
        return layer == _LAYER_OF[continuous.kind]
    return layer in layers_of(continuous.effect)


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
                    position=effect.position, resolved=effect, controller=effect.controller,
                )
            )  # fmt: skip
    return found


KEYWORD_COUNTERS = frozenset({
    "deathtouch", "decayed", "double strike", "exalted", "first strike", "flying", "haste",
    "hexproof", "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
})  # fmt: skip
"""The keywords that counters give, in layer 6 with the counters' timestamp (CR 613.1f, 613.7c)."""


def _own(card: str, object_: Object) -> list[Continuous]:
    """Stickers, changes of control, abilities kept from the spell, and locked halves of an object."""
    stickers = [
        Continuous(
            name=each.sticker, kind="sticker", timestamp=each.timestamp, position=each.position,
            sticker=each, object=card,
        )
        for each in object_.stickers
    ]  # fmt: skip
    control = [
        Continuous(
            name="", kind="control", timestamp=each.timestamp, position=each.position, object=card,
            controller=each.controller,
        )
        for each in object_.control[-1:]
    ]  # fmt: skip
    kept = [
        Continuous(
            name=each.path, kind="kept", timestamp=each.since, position=object_.entered,
            object=card, ability=each,
        )
        for each in object_.kept_grants
    ]  # fmt: skip
    counters = [
        Continuous(
            name=kind, kind="kept", timestamp=each.timestamp, position=object_.entered, object=card,
            ability=_keyword(kind),
        )
        for kind, each in object_.counters.items()
        if kind in KEYWORD_COUNTERS and object_.zone == "battlefield"
    ]  # fmt: skip
    halves = [
        Continuous(
            name=f"half{half}", kind="room", timestamp=object_.timestamp, object=card, half=half,
            position=object_.turned_at or object_.entered,
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
    if object_.phased_out:
        return []
    found: list[Continuous] = []
    for number, ability in enumerate(derived.abilities):
        effects = ability.text.ability.effects
        defining = not ability.granted and is_defining(effects)
        if object_.zone != "battlefield" and not defining:
            continue
        since = ability.since
        place = sum(_alike(each, ability) for each in derived.abilities[:number]) if effects else 0
        for order, effect in enumerate(effects):
            found.append(
                Continuous(
                    name=f"{object_.reference}:{ability.path}", kind="static", effect=effect,
                    timestamp=max(object_.timestamp, since), since=since, order=order,
                    position=object_.attached_at or object_.entered, defining=defining, source=card,
                    ability=ability, place=place,
                )
            )  # fmt: skip
    return found


def _alike(one: AbilityOn, other: AbilityOn) -> bool:
    """Whether two abilities of an object have nothing but their place to tell them apart."""
    return one.path == other.path and one.key == other.key and one.text.half == other.text.half


def ability_now(continuous: Continuous, source: Derived) -> AbilityOn | None:
    """The static ability an effect comes from, as its object has it at this point; None if it is lost."""
    wanted = continuous.ability
    if wanted is None:
        return None
    found = [each for each in source.abilities if _alike(each, wanted)]
    return found[continuous.place] if continuous.place < len(found) else None


def is_defining(effects: tuple[Effect, ...]) -> bool:
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
    """Whether an effect that has not begun is there: a static ability's only with its ability (CR 613.6)."""
    return continuous.ability is None or (
        ability_now(continuous, world[continuous.source]) is not None
    )


def affected(state: State, continuous: Continuous, world: dict[str, Derived]) -> tuple[str, ...]:
    """The cards of the objects an effect applies to at this point."""
    if continuous.started is not None:
        return continuous.started
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
    if affects == "self":
        return (continuous.source,)
    if affects == "attached":
        host = world.get((world[continuous.source].object.attached_to or "").partition(".")[0])
        return () if host is None or host.object.phased_out else (host.object.card,)
    named = (affects,) if isinstance(affects, str) else affects
    return tuple(
        card for card, each in world.items() if card in named or each.object.reference in named
    )


def _you(continuous: Continuous, world: dict[str, Derived]) -> str | None:
    """The player `you` means: fixed for a resolved effect, for a static ability its controller (CR 109.5)."""
    if continuous.resolved is not None:
        return continuous.controller
    source = world[continuous.source]
    return source.controller or source.object.owner


def _matches(state: State, derived: Derived, where: Where, you: str | None) -> bool:
    object_ = derived.object
    return (
        object_.zone == (where.zone or "battlefield")
        and not object_.phased_out
        and _is_controlled(state, derived, where.controller, you)
        and _has_all(derived.types, where.types)
        and _has_all(derived.subtypes, where.subtypes)
        and _has_all(derived.supertypes, where.supertypes)
        and _has_all(derived.colors, where.colors)
    )


def _is_controlled(state: State, derived: Derived, asked: str | None, you: str | None) -> bool:
    """Whether the player asked for controls an object, or owns it where nothing is controlled (CR 108.4a)."""
    controller = derived.controller or derived.object.owner
    if asked is None or asked in state.players:
        return asked in {None, controller}
    return (controller == you) != (asked == "opponent")


def _has_all(has: tuple[str, ...], asked: Any) -> bool:
    return asked is None or all(each in has for each in asked)

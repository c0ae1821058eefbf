"""What one continuous effect does to one object in one layer (CR 613.1)."""

from __future__ import annotations

from typing import Any

import msgspec

from events.cards import Grant, Number
from projections.abilities_on import grants_on
from projections.copiable_values import TextAbility
from projections.derived import Derived, NameStep
from projections.instances import Continuous
from projections.layer_one import changed_colors, changed_words, shown
from projections.state import AbilityOn, State
from projections.stickers import with_word
from projections.subtypes import BASIC_LAND_TYPES, kept_for_types, set_subtypes
from projections.words import replaced_ability, replaced_words

KEYWORD_COUNTERS = frozenset({
    "deathtouch", "decayed", "double strike", "exalted", "first strike", "flying", "haste",
    "hexproof", "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
})  # fmt: skip
"""The keywords that counters give."""

DEEPEST_GRANT = 2
"""How many static abilities may hand an ability on; one that grants itself would go on without end."""


def apply_part(
    state: State, world: dict[str, Derived], card: str, continuous: Continuous, layer: str
) -> None:
    """Apply an effect's part of a layer to one object."""
    derived = world[card]
    if layer == "2":
        _control(derived, continuous, world)
    elif layer == "3":
        _text(state, world, derived, continuous)
    elif layer == "4":
        _types(derived, continuous)
    elif layer == "5":
        derived.colors = changed_colors(derived.colors, continuous.effect)
    elif layer == "6":
        _abilities(world, derived, continuous)
    else:
        _size(derived, continuous, layer)


def _control(derived: Derived, continuous: Continuous, world: dict[str, Derived]) -> None:
    if continuous.kind == "control":
        derived.controller = continuous.controller
        return
    player = continuous.effect.controller
    if player == "you":
        source = world.get(continuous.source or "")
        player = continuous.controller
        if continuous.kind == "static" and source is not None:
            player = source.controller
    derived.controller = player


def _step(derived: Derived, continuous: Continuous, rule: str, **detail: Any) -> None:
    """Note a step of the name, if the name became another one."""
    before = derived.steps[-1].names if derived.steps else shown(derived.object).names
    if before == derived.names:
        return
    derived.steps = [
        *derived.steps,
        NameStep(
            rule=rule, names=derived.names, event=continuous.position,
            timestamp=continuous.timestamp, detail={"by": continuous.name, **detail},
        ),
    ]  # fmt: skip


def _text(
    state: State, world: dict[str, Derived], derived: Derived, continuous: Continuous
) -> None:
    """A text-changing effect (CR 612): a name sticker, a locked half, or an effect's part in layer 3."""
    if continuous.sticker is not None:
        sticker = continuous.sticker
        names = derived.names or ("",)
        derived.names = tuple(
            dict.fromkeys(with_word(name, sticker.words, sticker.after) for name in names)
        )
        _step(derived, continuous, "123.6b", sticker=sticker.sticker, words=sticker.words,
              after=sticker.after)  # fmt: skip
        return
    if continuous.half is not None:
        _lock(derived, continuous)
        return
    effect = continuous.effect
    if effect.text_of is not None:
        _full_text(state, derived, continuous)
    if effect.exchange_text_with is not None:
        _exchanged_text(world, derived, continuous)
    if effect.set_name is not None:
        derived.names = (effect.set_name,)
        _step(derived, continuous, "612.8", name=effect.set_name)
    if effect.names:
        derived.names = tuple(dict.fromkeys((*derived.names, *effect.names)))
        _step(derived, continuous, "612.7")
    if effect.replace_words:
        _replace(derived, effect.replace_words)
    if continuous.resolved is not None:
        derived.abilities += continuous.resolved.added_text
    elif effect.add_text:
        derived.abilities += _given(world, continuous, effect.add_text, granted=False)


def _lock(derived: Derived, continuous: Continuous) -> None:
    """Take away a locked half's name, mana cost and rules text (CR 709.5)."""
    from projections.layer_one import current_text  # noqa: PLC0415

    faces = current_text(derived.object).faces
    open_ = derived.object.unlocked
    half = faces[continuous.half or 0]
    derived.names = tuple(name for name in derived.names if name not in half.names)
    derived.text_names = tuple(name for name in derived.text_names if name not in half.names)
    derived.mana_cost = "".join(faces[each].mana_cost for each in open_)
    derived.colors = tuple(
        color for color in derived.colors if any(color in faces[each].colors for each in open_)
    )
    lost = {ability.ability.id for ability in half.abilities}
    kept = {ability.ability.id for each in open_ for ability in faces[each].abilities}
    derived.abilities = [
        each for each in derived.abilities if each.text.ability.id not in lost - kept
    ]
    _step(derived, continuous, "709.5", half=half.names[0] if half.names else "")


def _full_text(state: State, derived: Derived, continuous: Continuous) -> None:
    """Give an object the full text of another one (CR 612.6), as long as that one is there."""
    reference = continuous.effect.text_of or ""
    original = state.objects.get(reference.partition(".")[0])
    if original is None or ("." in reference and original.reference != reference):
        return
    values = shown(original)
    derived.names = derived.text_names = values.names
    derived.mana_cost = values.mana_cost
    derived.colors = values.colors
    derived.supertypes, derived.types = values.supertypes, values.types
    derived.subtypes = values.subtypes
    derived.power, derived.toughness, derived.loyalty = (
        values.power, values.toughness, values.loyalty,
    )  # fmt: skip
    origin = f"text{continuous.name}@{continuous.timestamp}"
    derived.abilities = [
        AbilityOn(_text_path(continuous, each), each, origin, since=continuous.timestamp)
        for each in values.abilities
    ]
    _step(derived, continuous, "612.6", of=original.reference)


def _exchanged_text(world: dict[str, Derived], derived: Derived, continuous: Continuous) -> None:
    """Give an object the text box it exchanged (CR 612.5)."""
    texts: tuple[TextAbility, ...] = ()
    if continuous.resolved is not None:
        texts = continuous.resolved.exchanged.get(derived.object.reference, ())
    else:
        partner = world.get((continuous.effect.exchange_text_with or "").partition(".")[0])
        texts = () if partner is None else tuple(each.text for each in partner.abilities)
    origin = f"text{continuous.name}@{continuous.timestamp}"
    derived.abilities = [
        AbilityOn(_text_path(continuous, each), each, origin, since=continuous.timestamp)
        for each in texts
    ]


def _text_path(continuous: Continuous, text: TextAbility) -> str:
    """How an ability of a text that an effect gave is named: `e1/regen` where the effect has an id."""
    name = text.ability.id
    return name if continuous.kind == "static" else f"{continuous.name}/{name}"


def _replace(derived: Derived, words: dict[str, str]) -> None:
    """Replace words in the rules text and the type line, never in a name (CR 612.2)."""
    derived.subtypes = tuple(replaced_words(each, words) for each in derived.subtypes)
    derived.types = tuple(replaced_words(each, words) for each in derived.types)
    derived.replaced = (*derived.replaced, *words.items())
    derived.abilities = [
        msgspec.structs.replace(
            each,
            text=msgspec.structs.replace(
                each.text, ability=replaced_ability(each.text.ability, words)
            ),
        )
        for each in derived.abilities
    ]


def _types(derived: Derived, continuous: Continuous) -> None:
    effect = continuous.effect
    before = derived.types
    derived.types = changed_words(
        derived.types, effect.set_types, effect.add_types, effect.remove_types
    )
    derived.supertypes = changed_words(
        derived.supertypes, effect.set_supertypes, effect.add_supertypes, effect.remove_supertypes
    )
    if effect.set_subtypes is not None:
        derived.subtypes = set_subtypes(derived.subtypes, effect.set_subtypes)
        if BASIC_LAND_TYPES.intersection(effect.set_subtypes) and "Land" in derived.types:
            derived.abilities = [each for each in derived.abilities if each.granted]
    derived.subtypes = changed_words(
        derived.subtypes, None, effect.add_subtypes, effect.remove_subtypes
    )
    derived.subtypes = kept_for_types(derived.subtypes, before, derived.types)


def _abilities(world: dict[str, Derived], derived: Derived, continuous: Continuous) -> None:
    """An effect that takes abilities away or gives some (CR 613.1f)."""
    if continuous.sticker is not None:
        sticker = continuous.sticker
        derived.abilities += [
            AbilityOn(f"{sticker.sticker}/{each.ability.id}", each, f"sticker{sticker.sticker}",
                      since=sticker.timestamp, granted=True)
            for each in sticker.abilities
        ]  # fmt: skip
        return
    if continuous.kind == "kept" and continuous.ability is not None:
        if not any(each.path == continuous.ability.path for each in derived.abilities):
            derived.abilities.append(continuous.ability)
        return
    effect = continuous.effect
    removed = effect.remove_abilities
    if removed is True:
        derived.abilities = []
    elif isinstance(removed, tuple):
        derived.abilities = [
            each
            for each in derived.abilities
            if each.path not in removed and each.text.ability.id not in removed
        ]
    if continuous.resolved is not None:
        derived.abilities += grants_on(continuous.resolved, derived.object)
    elif effect.grant:
        derived.abilities += _given(world, continuous, effect.grant, granted=True)


def _given(
    world: dict[str, Derived],
    continuous: Continuous,
    entries: tuple[str | Grant, ...],
    *,
    granted: bool,
) -> list[AbilityOn]:
    """The abilities a static ability gives as it reads now; they share its timestamp (CR 613.7a)."""
    source = world.get(continuous.source or "")
    ability = continuous.ability
    if source is None or ability is None or ability.origin.count("static") >= DEEPEST_GRANT:
        return []
    origin = f"static{source.object.reference}|{ability.key}"
    texts: list[TextAbility] = []
    for entry in entries:
        texts += _texts(world, ability, source, entry)
    return [
        AbilityOn(f"{continuous.name}/{text.ability.id}", text, origin,
                  since=continuous.timestamp, granted=granted)
        for text in texts
    ]  # fmt: skip


def _texts(
    world: dict[str, Derived],
    ability: AbilityOn,
    source: Derived,
    entry: str | Grant,
) -> list[TextAbility]:
    if isinstance(entry, str):
        if ":" not in entry:
            return [
                msgspec.structs.replace(
                    each.text, source=each.text.source or source.object.reference
                )
                for each in source.abilities
                if each.path == entry
            ]
        card, _, path = entry.partition(":")
        holder = world.get(card.partition(".")[0])
        return [] if holder is None else [
            msgspec.structs.replace(each.text, source=each.text.source or holder.object.reference)
            for each in holder.abilities
            if each.path == path
        ]  # fmt: skip
    if entry.abilities_of is not None:
        original = world.get(entry.abilities_of.partition(".")[0])
        return [] if original is None else [
            each.text
            for each in original.abilities
            if not entry.kinds or each.text.ability.kind in entry.kinds
        ]  # fmt: skip
    return [
        msgspec.structs.replace(
            ability.text, ability=entry, source=ability.text.source or source.object.reference
        )
    ]


def apply_counters(derived: Derived, layer: str) -> None:
    """The counters on an object: keywords in layer 6, sizes in layer 7c (CR 613.1f, 613.4c)."""
    counters = derived.object.counters
    if not counters or derived.object.zone != "battlefield":
        return
    if layer == "6":
        for kind in counters:
            if kind in KEYWORD_COUNTERS and not any(a.path == kind for a in derived.abilities):
                keyword = TextAbility(Grant(id=kind, kind="keyword", text=kind))
                derived.abilities.append(AbilityOn(kind, keyword, "counter", granted=True))
        return
    for kind, sign in (("+1/+1", 1), ("-1/-1", -1)):
        each = counters.get(kind)
        if each is not None:
            derived.power = added(derived.power, sign * each.amount)
            derived.toughness = added(derived.toughness, sign * each.amount)


def _size(derived: Derived, continuous: Continuous, layer: str) -> None:
    if continuous.sticker is not None:
        sized = {"Creature"} if derived.object.zone == "battlefield" else {"Creature", "Vehicle"}
        if sized.intersection((*derived.types, *derived.subtypes)):
            derived.power = continuous.sticker.power
            derived.toughness = continuous.sticker.toughness
        return
    effect = continuous.effect
    if layer in {"7a", "7b"}:
        if effect.set_power is not None:
            derived.power = effect.set_power
        if effect.set_toughness is not None:
            derived.toughness = effect.set_toughness
    elif layer == "7c":
        derived.power = added(derived.power, effect.add_power)
        derived.toughness = added(derived.toughness, effect.add_toughness)
    elif layer == "7d":
        derived.power, derived.toughness = derived.toughness, derived.power


def number(value: Number | None) -> int | None:
    """A number, if that is what a power or toughness is: `"2"`, not `"*"`."""
    if isinstance(value, int):
        return value
    if value is None:
        return None
    text = value.strip()
    digits = text[1:] if text[:1] in {"+", "-"} else text
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) <= 10 else None


def added(value: Number | None, more: Number | None) -> Number | None:
    """A power or toughness with an amount added; what is no number stays as it is."""
    one, two = number(value), number(more)
    if one is None or two is None:
        return value
    return one + two

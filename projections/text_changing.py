"""Text-changing effects: what each does to an object in layer 3 (CR 612, 613.1c).

Name stickers, names that are set or added, full texts, exchanged text boxes, replaced words, added
text, and the locked halves of Rooms (CR 709.5). Each change of the name is noted as a step.
"""

from __future__ import annotations

from typing import Any

import msgspec

from projections.copiable_values import TextAbility, colors_of_cost, combined_cost
from projections.derived import Derived, NameStep
from projections.granting import given_by
from projections.instances import Continuous
from projections.layer_one import current_text, is_room_text, names_set_to, shown
from projections.state import AbilityOn, State
from projections.stickers import with_word
from projections.words import replaced_ability, replaced_words


def change_text(
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
    if continuous.half is not None:
        _lock(derived, continuous, continuous.half)
    effect, resolved = continuous.effect, continuous.resolved
    if effect.text_of is not None:
        _full_text(state, derived, continuous, effect.text_of)
    if resolved is not None and resolved.exchanged:
        texts = resolved.exchanged.get(derived.object.reference, ())
        derived.abilities = _text_box(continuous, texts)
    if effect.set_name is not None:
        derived.names = names_set_to(effect.set_name)
        _step(derived, continuous, "612.8", name=effect.set_name)
    if effect.names:
        derived.names = tuple(dict.fromkeys((*derived.names, *effect.names)))
        _step(derived, continuous, "612.7")
    if effect.replace_words:
        _replace(derived, effect.replace_words)
    if resolved is not None:
        derived.abilities += resolved.added_text
    elif effect.add_text:
        derived.abilities += given_by(world, continuous, effect, "3")


def _lock(derived: Derived, continuous: Continuous, locked: int) -> None:
    """Take away a locked half's name, mana cost and rules text (CR 709.5).

    A name or color that a copy effect's exception gave is in no half, so it stays (CR 707.9b), and so does
    the full text of another object (CR 612.6).
    """
    if derived.has_full_text:
        return
    derived.abilities = [
        each for each in derived.abilities if each.granted or each.text.half != locked
    ]
    faces = current_text(derived.object).faces
    if not is_room_text(derived.object):
        return
    half, other = faces[locked], faces[1 - locked]
    lost = set(half.names) - set(other.names)
    derived.names = tuple(name for name in derived.names if name not in lost)
    derived.text_names = tuple(name for name in derived.text_names if name not in lost)
    open_ = [faces[each] for each in derived.object.unlocked]
    derived.mana_cost = combined_cost(tuple(face.mana_cost for face in open_))
    by_cost = set(colors_of_cost(half.mana_cost))
    derived.colors = tuple(
        color
        for color in derived.colors
        if color not in by_cost or any(color in face.colors for face in open_)
    )
    _step(derived, continuous, "709.5", half=half.names[0] if half.names else "")


def _full_text(state: State, derived: Derived, continuous: Continuous, reference: str) -> None:
    """Give an object the full text of another one (CR 612.6), as long as that one is there."""
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
    derived.abilities = _text_box(continuous, values.abilities)
    derived.has_full_text = True
    _step(derived, continuous, "612.6", of=original.reference)


def _text_box(continuous: Continuous, texts: tuple[TextAbility, ...]) -> list[AbilityOn]:
    """The abilities of a text that an effect gave an object (CR 612.5, 612.6)."""
    origin = f"text{continuous.name}@{continuous.timestamp}"
    return [
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

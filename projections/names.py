"""What an object is called, and why (CR 123.6c, 201, 612). Start here.

A name starts from the object's copiable values (CR 707.2). Then each text-changing effect that touches
names is applied in timestamp order (CR 613.1c, 613.7): name stickers add their word behind the number
of words that stood before it (CR 123.6b), other effects set the name (CR 612.8), add names (CR 612.7)
or give the full text of another object (CR 612.6).

`names_of` gives the names alone, and fast; `derive` gives them with every step and its reasons.
"""

from __future__ import annotations

from typing import Any

import msgspec

from projections.copiable_values import DOUBLE_FACED, SPLIT, STACK_FRAMES
from projections.derived import Derived, NameStep
from projections.layer_one import PREPARES, cause, current_text, is_room_text, is_unknown, shown
from projections.layers import derive_all
from projections.state import Object, Remembered, State
from projections.statics import changes_text
from projections.stickers import with_word


class Derivation(msgspec.Struct, frozen=True):
    """A name with its reasons: the steps from the copiable value on, and what stickers were remembered.

    `cites` are the rules behind the whole of it, on top of the steps' own. With `unknown` the
    recorder cannot know the printed name; stickers' words are known all the same.
    """

    object: str
    names: tuple[str, ...]
    copiable_names: tuple[str, ...]
    unknown: bool
    steps: tuple[NameStep, ...]
    remembered: tuple[Remembered, ...]
    rules: tuple[str, ...]


def names_of(state: State, object_: Object) -> tuple[str, ...]:
    """The names an object has now; none is the empty tuple (CR 201.2a)."""
    if _needs_layers(state, object_):
        return _derived(state, object_).names
    names = shown(object_).names
    for sticker in object_.stickers:
        if sticker.kind == "name":
            names = tuple(
                dict.fromkeys(
                    with_word(name, sticker.words, sticker.after) for name in names or ("",)
                )
            )
    return names


def copiable_names(object_: Object) -> tuple[str, ...]:
    """The names of an object's copiable values (CR 707.2)."""
    return shown(object_).names


def _needs_layers(state: State, object_: Object) -> bool:
    """Whether more than stickers may touch the name: other text-changing effects, or locked doors."""
    if object_.effects or object_.attachments or state.where_effects:
        return True
    if object_.zone == "battlefield" and is_room_text(object_):
        return True
    return bool(state.far_text) or (
        object_.card in state.statics
        and any(changes_text(e) for each in shown(object_).abilities for e in each.ability.effects)
    )


def _derived(state: State, object_: Object) -> Derived:
    return derive_all(state, (object_.card,), "3")[object_.card]


def derive(state: State, object_: Object) -> Derivation:
    """Derive an object's name with every step (CR 123.6c)."""
    derived = _derived(state, object_)
    first = _first_step(object_)
    kept = _remembered(object_)
    return Derivation(
        object=object_.reference,
        names=derived.names,
        copiable_names=copiable_names(object_),
        unknown=is_unknown(object_) and not _is_set(derived),
        steps=(first, *derived.steps),
        remembered=kept,
        rules=_rules(object_, derived, kept),
    )


def is_name_unknown(state: State, object_: Object) -> bool:
    """Whether the recorder cannot know an object's name; a name that an effect sets is known (CR 612.8)."""
    return is_unknown(object_) and not _is_set(_derived(state, object_))


def _is_set(derived: Derived) -> bool:
    return any(step.rule in {"612.8", "612.6"} for step in derived.steps)


def _first_step(object_: Object) -> NameStep:
    """Where the copiable names come from: the event, and why this face or copy (CR 707.2)."""
    effect = cause(object_)
    detail: dict[str, Any] = {"why": list(face_rules(object_))}
    if effect is not None:
        detail["copy"] = effect.kind
        if effect.original is not None:
            detail["of"] = effect.original
        return NameStep("707.2", copiable_names(object_), effect.position, effect.timestamp, detail)
    if object_.copy_of is not None:
        detail["of"] = object_.copy_of
    if object_.face_down is not None:
        detail["face_down"] = True
    event = object_.turned_at or object_.entered
    return NameStep("707.2", copiable_names(object_), event, object_.timestamp, detail)


def face_rules(object_: Object) -> tuple[str, ...]:
    """The rules by which an object shows the face, half or values it shows."""
    if object_.face_down is not None:
        if object_.zone in {"battlefield", "stack"}:
            return ("708.2a", "708.2")
        return ("406.3a",)
    found: list[str] = []
    effect = cause(object_)
    if effect is not None:
        found.append("730.2a" if effect.kind == "merged_on_top" else "707.3")
    text = current_text(object_)
    layout = text.layout
    if object_.melded:
        found.append("712.8g")
    elif layout in STACK_FRAMES:
        chapter = "715" if layout == "adventure" else "720"
        on_stack_so = object_.zone == "stack" and object_.face == 1
        found.append(f"{chapter}.3b" if on_stack_so else f"{chapter}.4")
        if on_stack_so and object_.kind == "copy" and object_.number == 1:
            found.append(f"{chapter}.3c")
    elif layout in SPLIT:
        found.append(_split_rule(object_))
    elif layout in DOUBLE_FACED:
        found += _double_faced_rules(object_)
    elif layout == "flip":
        found.append("710.2")
    elif layout == "prototype":
        found.append("718.3b" if object_.prototyped else "718.4")
    elif layout == "meld":
        found.append("712.8b" if object_.zone == "stack" else "712.8a")
    elif layout in PREPARES:
        found.append("722.4")
    return tuple(found)


def _split_rule(object_: Object) -> str:
    if object_.zone == "stack":
        return "709.3b" if object_.face >= 0 else "709.4d"
    return "709.5" if object_.zone == "battlefield" and is_room_text(object_) else "709.4"


def _double_faced_rules(object_: Object) -> list[str]:
    if object_.zone not in {"battlefield", "stack"}:
        return ["712.8a"]
    if current_text(object_).layout == "modal_dfc":
        return ["712.8f"]
    if object_.zone == "stack":
        return ["712.8c"]
    return ["712.8e"] if object_.face == 1 else ["712.8d"]


def _remembered(object_: Object) -> tuple[Remembered, ...]:
    """The zone changes through which the stickers now on an object stayed on (CR 123.5, 400.7m)."""
    placed = {sticker.placed_on for sticker in object_.stickers}
    if not object_.remembered or not placed - {object_.reference}:
        return ()
    kept: list[Remembered] = []
    wanted = {object_.reference}
    for change in reversed(object_.remembered):
        if change.after in wanted:
            kept.append(change)
            wanted.add(change.before)
    if not placed.isdisjoint(wanted):
        oldest = _oldest(kept, placed)
        kept = kept[: oldest + 1] if oldest is not None else kept
    return tuple(reversed(kept))


def _oldest(changes: list[Remembered], placed: set[str]) -> int | None:
    """The earliest change that a sticker which is still there went through; newest changes come first."""
    found = [index for index, change in enumerate(changes) if change.before in placed]
    return max(found, default=None)


def _rules(object_: Object, derived: Derived, kept: tuple[Remembered, ...]) -> tuple[str, ...]:
    rules = ["707.2", *face_rules(object_)]
    if any(sticker.kind == "name" for sticker in object_.stickers):
        rules += ["613.1c", "123.6", "123.6c", "612.9"]
    if derived.steps:
        rules += ["613.1c", "613.7"]
    if kept:
        rules += ["123.5", "400.7m"]
        if object_.melded:
            rules.append("123.5a")
        elif object_.components:
            rules.append("123.5b")
    rules += [step.rule for step in derived.steps]
    return tuple(dict.fromkeys(rules))

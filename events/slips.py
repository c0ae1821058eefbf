"""Slips of the pen in definitions and effects: words that stand where only certain ones mean anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.cards import Ability, Affected, Definition, Effect
from events.errors import RecordError

COLORS = "WUBRG"

LAYOUTS = frozenset({
    "adventure", "aftermath", "art_series", "augment", "battle", "case", "class", "double_faced_token",
    "emblem", "flip", "fuse", "host", "leveler", "meld", "modal_dfc", "mutate", "normal", "omen", "planar",
    "preparation", "prepare", "prototype", "reversible_card", "saga", "scheme", "split", "token",
    "transform", "vanguard",
})  # fmt: skip
"""The layouts a definition may have: those of the record format, and the other words of card files."""

_TWO_FACES = frozenset({"transform", "modal_dfc"})


def slips_in_definition(definition: Definition) -> Iterator[RecordError]:
    """What a definition says that means nothing: its layout, its number of faces, its colors."""
    name, layout = definition.name, definition.layout
    if layout not in LAYOUTS:
        yield RecordError(
            "the layout {layout!r} of {name!r} is none there is",
            layout=layout,
            name=name,
            layouts=", ".join(sorted(LAYOUTS)),
            advice="the layouts are {layouts}",
        )
    elif layout in _TWO_FACES and len(definition.faces) < 2:
        yield RecordError(
            "{name!r} is of the layout {layout}, and has one face",
            layout=layout,
            name=name,
            rule="712.1",
            advice="list both faces in `faces`, the front one first",
        )
    for face in definition.faces:
        yield from slips_in_colors(face.colors)
        yield from slips_in_abilities(face.abilities)


def slips_in_abilities(abilities: Iterable[Ability]) -> Iterator[RecordError]:
    """The colors that are none in what abilities do."""
    for effect in effects_in(abilities):
        yield from slips_in_effect(effect)


def slips_in_effect(effect: Effect) -> Iterator[RecordError]:
    """The colors that are none in what an effect itself does."""
    yield from slips_in_colors(effect.set_colors)
    yield from slips_in_colors(effect.add_colors)
    if isinstance(effect.affects, Affected):
        yield from slips_in_colors(effect.affects.where.colors)


def slips_in_colors(colors: Iterable[str] | None) -> Iterator[RecordError]:
    """Each of some colors that is none (CR 105.2)."""
    for color in colors or ():
        if len(color) != 1 or color not in COLORS:
            yield RecordError(
                "{color!r} is no color",
                color=color,
                advice="colors are the letters W, U, B, R and G; without color the list is empty",
            )


def effects_of(effect: Effect) -> Iterator[Effect]:
    """An effect and every effect of the abilities it gives."""
    yield effect
    yield from effects_in(_given(effect))


def effects_in(abilities: Iterable[Ability]) -> Iterator[Effect]:
    """Every effect of some abilities, and of the abilities within them."""
    waiting = [*abilities]
    while waiting:
        ability = waiting.pop()
        waiting += ability.grants
        for effect in ability.effects:
            yield effect
            waiting += _given(effect)


def _given(effect: Effect) -> list[Ability]:
    entries = (*(effect.grant or ()), *(effect.add_text or ()))
    return [each for each in entries if isinstance(each, Ability)]

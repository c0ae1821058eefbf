"""Choosing a card name: it is the name of a card, with the characteristics asked for (CR 201.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events.abilities import Chosen
from events.cards import CardName, Definition
from events.errors import NametrailError, RecordError, RuleBroken
from projections.card_names import characteristics_named, may_be_named
from projections.copiable_values import CopiableText, FaceText, text_of_definition
from projections.state import State
from simulator.legality.asked import Asked, Errors, is_bare
from simulator.legality.entering import choices_in


def chosen_names_are_card_names(asked: Asked, event: Chosen) -> Errors:
    """A card name that is chosen is the name of a card that fits (CR 201.4, 201.4a)."""
    if event.card_name is not None:
        yield from _fits(asked.state, event.value, event.card_name)


def names_chosen_as_something_enters(asked: Asked) -> Errors:
    """So is a card name chosen before something enters (CR 614.12a)."""
    for _, _, choice in choices_in(asked.group.events):
        if choice.card_name is not None:
            yield from _fits(asked.state, choice.value, choice.card_name)


def _fits(state: State, name: Any, wanted: CardName) -> Iterator[NametrailError]:
    if not isinstance(name, str):
        yield RecordError(
            "`value` is not the name of a card",
            rule="201.4",
            advice="write the name that was chosen",
        )
        return
    cards = _cards_named(state, name)
    if not cards and state.header.plain:
        return
    texts = [text_of_definition(card) for card in cards]
    faces = [_named(card, text, name) for card, text in zip(cards, texts, strict=True)]
    if all(face is None for face in faces):
        yield RuleBroken(
            "no card is named {name!r}, so that name cannot be chosen",
            name=name,
            rule="201.4",
            advice="choose the name of a card, of one half or of one face, not of a token",
        )
    elif not any(is_bare(state, text) for text in texts) and not any(
        face is not None and may_be_named(face, wanted) for face in faces
    ):
        yield RuleBroken(
            "{name!r} is no card name with the characteristics asked for",
            name=name,
            rule="201.4a",
            advice="what is printed on the card counts, whatever effects made of objects in the game",
        )


def _cards_named(state: State, name: str) -> list[Definition]:
    """The cards that have this name, or a half or face that has it: the record's own, else the known ones."""
    own = [each for each in state.header.cards.values() if name in _names(each)]
    found = None if own else state.lookup(name)
    return own if found is None else [found]


def _names(card: Definition) -> set[str | None]:
    return {card.name, *card.interchangeable, *(face.name for face in card.faces)}


def _named(card: Definition, text: CopiableText, name: str) -> FaceText | None:
    """What a card is by a name; by an interchangeable one what it is by its own (CR 201.4g)."""
    own = text.faces[0].names[0] if name in card.interchangeable else name
    return characteristics_named(text, own)

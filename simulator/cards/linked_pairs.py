"""The linked pairs printed on a card, with the kind of each (CR 607.1, 607.2).

What is read is the text alone. A pair that the words do not settle is marked `certain=False` and says
why. An effect that lasts "until this leaves the battlefield" (CR 610.3) is one ability and no pair.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulator.cards.linking.choices import choice_pairs, chosen_for_an_emblem
from simulator.cards.linking.costs import cost_pairs
from simulator.cards.linking.exile import crafted_pairs, exile_pairs, left_with_a_token
from simulator.cards.linking.pairs import LinkedPair, printed_on_the_object
from simulator.cards.linking.paragraphs import paragraph_pairs
from simulator.cards.linking.put import put_pairs
from simulator.cards.linking.words import noted_for_a_boon
from simulator.cards.oracle_text import PrintedAbility, abilities_of
from simulator.cards.printed import PrintedCard

_READERS = (exile_pairs, crafted_pairs, put_pairs, choice_pairs, cost_pairs, paragraph_pairs)


def _objects(
    card: PrintedCard, abilities: tuple[PrintedAbility, ...]
) -> Iterator[tuple[PrintedAbility, ...]]:
    """The abilities that are printed on one object together.

    Both faces of a nonmodal double-faced card are (CR 607.1b), and both halves of a Room; the halves of
    a split card, an Adventure and the faces of a modal double-faced card are not.
    """
    room = any("Room" in face.subtypes for face in card.faces)
    if card.layout in {"transform", "double_faced_token"} or room:
        yield abilities
        return
    for face in range(len(card.faces)):
        yield tuple(ability for ability in abilities if ability.face == face)


def _within_grants(abilities: tuple[PrintedAbility, ...]) -> list[LinkedPair]:
    """Pairs among abilities that one ability gives to another object (CR 607.1d, 607.5)."""
    pairs: list[LinkedPair] = []
    for ability in abilities:
        pairs += left_with_a_token(ability)
        pairs += chosen_for_an_emblem(ability)
        pairs += noted_for_a_boon(ability)
        given = tuple(granted for granted in ability.grants if not granted.to_itself)
        if given:
            for reader in _READERS:
                pairs += reader(given)
    return pairs


def pairs_of(card: PrintedCard) -> tuple[LinkedPair, ...]:
    """The linked pairs of a card, in the order of their abilities, each once."""
    abilities = abilities_of(card)
    found: dict[tuple[str, str, str], LinkedPair] = {}
    for printed in _objects(card, abilities):
        together = printed_on_the_object(printed)
        for reader in _READERS:
            for pair in reader(together):
                found.setdefault((pair.first.id, pair.second.id, pair.kind), pair)
    for pair in _within_grants(abilities):
        found.setdefault((pair.first.id, pair.second.id, pair.kind), pair)
    order = {ability.id: place for place, ability in enumerate(_with_grants(abilities))}
    return tuple(
        sorted(
            found.values(),
            key=lambda pair: (order[pair.first.id], order[pair.second.id], pair.kind),
        )
    )


def _with_grants(abilities: tuple[PrintedAbility, ...]) -> Iterator[PrintedAbility]:
    for ability in abilities:
        yield ability
        yield from ability.grants

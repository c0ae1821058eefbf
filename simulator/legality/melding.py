"""What melds: the two cards of one pair, and no others (CR 701.42, 712.4, 712.5)."""

from __future__ import annotations

from events.errors import RuleBroken
from events.faces import Melded
from projections.state import Object
from simulator.legality.asked import Asked, Errors, is_bare, object_now

PAIRS: dict[frozenset[str], str] = {
    frozenset({"Midnight Scavengers", "Graf Rats"}): "Chittering Host",
    frozenset({"Hanweir Garrison", "Hanweir Battlements"}): "Hanweir, the Writhing Township",
    frozenset(
        {"Bruna, the Fading Light", "Gisela, the Broken Blade"}
    ): "Brisela, Voice of Nightmares",
    frozenset({"Phyrexian Dragon Engine", "Mishra, Claimed by Gix"}): "Mishra, Lost to Phyrexia",
    frozenset({"The Mightstone and Weakstone", "Urza, Lord Protector"}): "Urza, Planeswalker",
    frozenset({"Argoth, Sanctum of Nature", "Titania, Voice of Gaea"}): "Titania, Gaea Incarnate",
    frozenset({"Fang, Fearless l'Cie", "Vanille, Cheerful l'Cie"}): "Ragnarok, Divine Deliverance",
}
"""The meld pairs there are, and what each becomes (CR 712.5)."""

_REAL = frozenset().union(*PAIRS)


def meld_pairs_meld(asked: Asked, event: Melded) -> Errors:
    """Two meld cards of one pair meld, no tokens and no others (CR 701.42b, 712.4a)."""
    pair = [object_now(asked.state, card) for card in event.cards]
    if None in pair:
        return
    if len(pair) != 2 or pair[0] is pair[1]:
        yield RuleBroken(
            "a meld pair is two cards, not {count}",
            count=len({id(each) for each in pair}),
            rule="701.42b",
            advice="name the two cards of the pair",
        )
        return
    for each in pair:
        if each is None:
            continue
        is_meld = each.text.layout == "meld" or is_bare(asked.state, each.text)
        if each.kind != "card" or not is_meld or each.components:
            yield RuleBroken(
                "{object} is no meld card and stays where it is",
                object=each.reference,
                rule="701.42b",
                advice="only two cards of one meld pair can be melded",
            )
    names = [_name(each) for each in pair if each is not None]
    if names[0] and names[0] == names[1]:
        yield RuleBroken(
            "{cards} are the same card twice, {name!r}, and no meld pair",
            cards=", ".join(event.cards),
            name=names[0],
            rule="701.42b",
            advice="a meld pair is two different cards",
        )


def real_pairs_meld_as_they_do(asked: Asked, event: Melded) -> Errors:
    """A card of one of the real pairs melds with its counterpart only (CR 701.42b, 712.5)."""
    pair = [object_now(asked.state, card) for card in event.cards]
    names = frozenset(_name(each) for each in pair if each is not None)
    if not names & _REAL:
        return
    if PAIRS.get(names) != event.definition:
        yield RuleBroken(
            "{names} do not meld into {definition!r}",
            names=", ".join(sorted(names)),
            definition=event.definition,
            rule="701.42b",
            advice="only two cards of one meld pair can be melded",
        )


def _name(object_: Object) -> str:
    names = object_.text.faces[0].names if object_.text.faces else ()
    return names[0].replace("\u2019", "'") if names else ""

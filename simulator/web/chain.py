"""The chain of objects a card has been (CR 400.7), and an object's links in both directions (CR 607)."""

from __future__ import annotations

import msgspec

from projections.state import Object, State
from simulator.link_words import WHY, LinkedAbility, links_of
from simulator.messages import Translator
from simulator.web.board import name_in_words
from simulator.web.game import Game, Lived
from simulator.wording import zone_in_words


class Link(msgspec.Struct, frozen=True):
    """One object of a card's chain, and what became of the stickers as it came about."""

    reference: str
    number: int
    name: str
    zone: str
    since: int
    until: int | None
    look: int
    now: bool
    came_along: tuple[str, ...]
    stayed_behind: tuple[str, ...]
    said: str


class Refers(msgspec.Struct, frozen=True):
    """What a linked ability refers to, or is referred to by, in words, with the objects to go to."""

    ability: str
    text: str
    said: str
    rule: str
    why: str
    objects: tuple[tuple[str, str], ...]


def chain(game: Game, card: str, position: int, translate: Translator) -> tuple[Link, ...]:
    """Every object that a card has been and will be in this record."""
    lives = game.lives.get(card, [])
    found: list[Link] = []
    for number, lived in enumerate(lives, 1):
        before = lives[number - 2] if number > 1 else None
        found.append(_link(game, lived, before, number, position, translate))
    return tuple(found)


def _link(
    game: Game,
    lived: Lived,
    before: Lived | None,
    number: int,
    position: int,
    translate: Translator,
) -> Link:
    had = () if before is None else before.stickers_last
    last = game.last if lived.until is None else lived.until - 1
    there = lived.since <= position <= last
    return Link(
        reference=lived.reference,
        number=number,
        name=name_in_words(lived.names, translate, unknown=lived.unknown),
        zone=zone_in_words(lived.zone, translate),
        since=lived.since,
        until=lived.until,
        look=position if there else last,
        now=there,
        came_along=tuple(each for each in had if each in lived.stickers_first),
        stayed_behind=tuple(each for each in had if each not in lived.stickers_first),
        said=game.said(lived.since, translate),
    )


def refers_to(state: State, object_: Object, translate: Translator) -> tuple[Refers, ...]:
    """What each linked ability of an object refers to, and why."""
    return tuple(
        _refers(state, each, translate, holder=object_.reference)
        for each in links_of(state, object_)
    )


def referred_to_by(state: State, object_: Object, translate: Translator) -> tuple[Refers, ...]:
    """The linked abilities of other objects that refer to this one."""
    found: list[Refers] = []
    for reference, holder in list(state.holders.items()):
        if not any(object_.reference in linked for linked in holder.linked.values()):
            continue
        for each in links_of(state, holder.object) if holder.object is not None else ():
            if any(object_.reference in pair.objects for pair, _ in each.pairs):
                said = _refers(state, each, translate, holder=reference)
                other = (reference, _name(state, reference, translate))
                found.append(msgspec.structs.replace(said, objects=(other,)))
    return tuple(found)


def _refers(state: State, ability: LinkedAbility, translate: Translator, *, holder: str) -> Refers:
    objects: list[tuple[str, str]] = []
    said: list[str] = []
    rules: list[str] = []
    for pair, since in ability.pairs:
        objects += [(each, _name(state, each, translate)) for each, _ in since]
        said += [str(value) for value in pair.values]
        rules.append(pair.rule)
        if pair.paid is not None:
            said.append(
                translate("the cost was paid") if pair.paid else translate("the cost was not paid")
            )
    rule = rules[0] if rules else "607.1"
    return Refers(
        ability=f"{holder}:{ability.ability}",
        text=ability.text,
        said=", ".join(said),
        rule=rule,
        why=translate(WHY[rule]) if rule in WHY else "",
        objects=tuple(objects),
    )


def _name(state: State, reference: str, translate: Translator) -> str:
    from projections.names import names_of  # noqa: PLC0415 - only where there are links

    card = reference.partition(".")[0]
    object_ = state.objects.get(card)
    if object_ is None or object_.reference != reference:
        return reference
    return name_in_words(names_of(state, object_), translate)

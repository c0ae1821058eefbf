"""Entering the battlefield: which choices may be made for what enters (CR 614.12, 614.13, 616.1).

These rules look at all events that happen at once: what enters together may not be chosen to move, and no
object is chosen twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from events.casting import SpellCast, SpellCountered, SpellResolved
from events.copying import TokenCreated
from events.errors import NametrailError, RecordError, RuleBroken
from events.event import Choice
from events.kinds import Event
from events.zones import Exiled, Moved
from projections.entering import sets_effect, top_cards
from simulator.legality.as_it_enters import had_to_wait, would_have
from simulator.legality.asked import (
    Asked,
    Errors,
    card_entering,
    card_of,
    is_bare,
    is_observed,
    object_now,
    text_now,
    zone_entered,
)
from simulator.legality.references import is_original, is_player, is_there

Entering = Moved | SpellResolved | TokenCreated


def choices_in(events: tuple[Event, ...]) -> Iterator[tuple[Entering, int, Choice]]:
    """Each choice that is made as something enters, with its place in its event's list."""
    for event in events:
        if isinstance(event, (Moved, SpellResolved, TokenCreated)):
            for place, choice in enumerate(event.choices):
                yield event, place, choice


def moved_by_choices(asked: Asked) -> Iterator[tuple[Entering, Choice, list[str]]]:
    """Each choice with the cards it moves: those it names, and those it takes off a library (CR 614.13).

    Off a library those are passed over that enter from it (CR 614.13c), and those that went before.
    """
    gone = set(asked.group.entering)
    for event, _, choice in choices_in(asked.group.events):
        named = (card_of(reference) for reference in choice.moves or ())
        cards = [card for card in named if card is not None]
        gone.update(cards)
        if choice.top_of_library is not None:
            count = max(choice.count or 0, 0)
            cards += top_cards(asked.state, choice.top_of_library, count, gone)
            gone.update(cards)
        yield event, choice, cards


def choices_can_be_read(asked: Asked) -> Errors:
    """What choices name is there, and each says what was chosen (CR 614.12a)."""
    for _, _, choice in choices_in(asked.group.events):
        yield from _objects_of(asked, choice)
        yield from _library_of(asked, choice)
        if choice.sets is not None:
            yield from _sets(choice)


def _objects_of(asked: Asked, choice: Choice) -> Errors:
    for reference in choice.moves or ():
        yield from is_there(asked, reference)
    if card_of(choice.for_) not in asked.group.added:
        yield from is_there(asked, choice.for_)
    if choice.copy_of is not None:
        yield from is_original(asked, choice.copy_of)
    if choice.moves and choice.to is None:
        yield RecordError(
            "the choice by {ability!r} moves objects and does not say where: `to` is missing",
            ability=choice.by,
            advice="name the zone",
        )


def _library_of(asked: Asked, choice: Choice) -> Errors:
    player = choice.top_of_library
    if player is None:
        return
    yield from is_player(asked, player)
    if (choice.count or 0) < 0:
        yield RecordError("`count` of a choice cannot be negative")
    if player in asked.state.shuffled:
        yield RecordError(
            "the order of the library of {player} is not known since it was shuffled",
            player=player,
            advice="name the cards with `moves`",
        )


def _sets(choice: Choice) -> Errors:
    try:
        sets_effect(choice.sets or {})
    except RecordError as error:
        yield error


def choices_apply(asked: Asked) -> Errors:
    """A choice is for what enters, by an ability that applies to it as it would enter (CR 614.12, 616.1f)."""
    for event, place, choice in choices_in(asked.group.events):
        if card_of(choice.for_) not in asked.group.entering:
            yield RuleBroken(
                "{object} is not entering the battlefield, so nothing is chosen for it",
                object=choice.for_,
                rule="614.12",
                advice="choices are made for what the event puts onto the battlefield",
            )
            continue
        if _enters_later(asked, event, choice):
            yield RuleBroken(
                "{object} enters by a later event than the one with the choice by {ability!r}",
                object=choice.for_,
                ability=choice.by,
                rule="614.12",
                advice="write the choice on the event by which the object enters",
            )
            continue
        yield from _applies(asked, event, place, choice)


def _enters_later(asked: Asked, event: Entering, choice: Choice) -> bool:
    """Whether the object a choice is for enters by an event listed behind the one with the choice (CR 614.12)."""
    card = card_of(choice.for_)
    if len(asked.group.events) < 2 or card == card_entering(event) or is_observed(event):
        return False
    for each in asked.group.events:
        if each is event:
            return True
        if isinstance(each, (Moved, SpellResolved, TokenCreated)) and card == card_entering(each):
            return False
    return False


def _applies(asked: Asked, event: Entering, place: int, choice: Choice) -> Errors:
    named = choice.by
    if ":" not in named:
        on_stack = object_now(asked.state, named)
        if named in asked.known.effects or (on_stack is not None and on_stack.ability is not None):
            return
        named = f"{choice.for_}:{named}"
    if any((each.for_, each.by) == (choice.for_, choice.by) for each in event.choices[:place]):
        return  # what has begun to modify how it enters goes on, though a copy was part of it
    try:
        has = would_have(asked, event, place, named)
    except NametrailError as error:
        yield error
        return
    if not has and card_of(named.partition(":")[0]) not in asked.group.entering:
        yield RuleBroken(
            "the ability {ability!r} is not there to modify how {object} enters",
            object=choice.for_,
            ability=choice.by,
            rule="614.12",
            advice="what lost it, is face down, is phased out or is in another zone modifies nothing",
        )
    elif not has:
        yield RuleBroken(
            "{object} would have no ability {ability!r} as it enters, so nothing is chosen by it",
            object=choice.for_,
            ability=choice.by,
            rule="614.12",
            advice="only abilities that would apply to the permanent as it enters count",
        )


def copies_come_first(asked: Asked) -> Errors:
    """A copy effect is applied before what else modifies how a permanent enters (CR 616.1c, 616.1e)."""
    for event, place, choice in choices_in(asked.group.events):
        if choice.copy_of is None:
            continue
        for index, earlier in enumerate(event.choices[:place]):
            if _had_to_wait(asked, event, index, choice):
                yield RuleBroken(
                    "{earlier!r} cannot modify how {object} enters before the copy effect of {ability!r}",
                    earlier=earlier.by,
                    object=choice.for_,
                    ability=choice.by,
                    rule="616.1c",
                    advice="list the copy first, then the choices by abilities the copy has",
                )
                break


def _had_to_wait(asked: Asked, event: Entering, place: int, copy: Choice) -> bool:
    try:
        return had_to_wait(asked, event, place, copy)
    except NametrailError:
        return False


def copies_are_of_what_is_there(asked: Asked) -> Errors:
    """Nothing enters as a copy of what enters itself, or at the same time (CR 614.12a)."""
    originals = [choice.copy_of for _, _, choice in choices_in(asked.group.events)]
    originals += [
        event.copy_of
        for event in asked.group.events
        if isinstance(event, (Moved, SpellResolved, TokenCreated))
    ]
    for original in originals:
        if original is not None and card_of(original) in asked.group.entering:
            yield RuleBroken(
                "{object} is not there yet, so nothing can enter as a copy of it",
                object=original,
                rule="614.12a",
                advice="name an object that is there before",
            )


def entering_objects_are_not_chosen(asked: Asked) -> Errors:
    """What enters, or enters at the same time, is not chosen to move (CR 614.13a)."""
    for _, _, choice in choices_in(asked.group.events):
        for reference in choice.moves or ():
            if card_of(reference) in asked.group.entering:
                yield RuleBroken(
                    "{object} is entering the battlefield itself and cannot be chosen by {ability!r}",
                    object=reference,
                    ability=choice.by,
                    rule="614.13a",
                    advice="choose objects that are not entering at that time",
                )


def objects_are_chosen_once(asked: Asked) -> Errors:
    """The same object is not chosen to move more than once, off a library's top neither (CR 614.13b)."""
    chosen: Counter[str] = Counter()
    for _, _, cards in moved_by_choices(asked):
        chosen.update(cards)
    for card, times in chosen.items():
        if times > 1:
            yield RuleBroken(
                "{object} is chosen {times} times to move",
                object=card,
                times=times,
                rule="614.13b",
                advice="an object is chosen once, for one of the effects",
            )


def chosen_objects_change_zones(asked: Asked) -> Errors:
    """A choice moves objects to another zone than they are in, exile and command apart (CR 400.7, 400.8)."""
    for _, _, choice in choices_in(asked.group.events):
        for reference in choice.moves or ():
            object_ = object_now(asked.state, reference)
            if object_ is None or object_.zone != choice.to or choice.to in {"exile", "command"}:
                continue
            if object_.card in asked.group.entering:
                continue
            yield RuleBroken(
                "{object} is in that zone already: {zone}",
                object=object_.reference,
                zone=choice.to,
                rule="400.7",
                advice="choose an object that is in another zone",
            )


def costs_can_be_paid_together(asked: Asked) -> Errors:
    """Choices for permanents that enter together must be payable all together (CR 614.12b)."""
    counts: Counter[str] = Counter()
    several: Counter[str] = Counter()
    for _, _, choice in choices_in(asked.group.events):
        if choice.top_of_library is not None:
            counts[choice.top_of_library] += max(choice.count or 0, 0)
            several[choice.top_of_library] += 1
    for player, count in counts.items():
        library = asked.state.libraries.get(player, [])
        there = sum(card not in asked.group.entering for card in library)
        if several[player] > 1 and len(asked.group.entering) > 1 and count > there:
            yield RuleBroken(
                "the choices take {count} cards from the library of {player}, which has {there}",
                count=count,
                player=player,
                there=there,
                rule="614.12b",
                advice="the combined costs must be payable",
            )


def objects_move_once(asked: Asked) -> Errors:
    """An object changes zones once in what happens at once (CR 400.6, 400.7)."""
    if len(asked.group.events) < 2:
        return
    moved = Counter(
        card_of(each.object)
        for each in asked.group.events
        if isinstance(each, (Moved, Exiled, SpellCast, SpellResolved, SpellCountered))
    )
    for card, times in moved.items():
        if times > 1:
            yield RuleBroken(
                "{object} moves {times} times at once",
                object=card,
                times=times,
                rule="400.7",
                advice="of contradictory moves one is chosen (CR 400.6)",
            )
    chosen = {
        card_of(reference)
        for _, _, choice in choices_in(asked.group.events)
        for reference in choice.moves or ()
    }
    for card in chosen & moved.keys() - asked.group.entering:
        yield RuleBroken(
            "{object} moves {times} times at once",
            object=card,
            times=2,
            rule="400.7",
            advice="of contradictory moves one is chosen (CR 400.6)",
        )


def cards_are_added_once(asked: Asked) -> Errors:
    """Two of the events that happen at once do not add the same card."""
    if len(asked.group.added) == len(asked.group.events) or len(asked.group.events) < 2:
        return
    added = Counter(
        card for each in asked.group.events if isinstance(card := getattr(each, "card", None), str)
    )
    for card, times in added.items():
        if times > 1:
            yield RecordError(
                "there is a card {card!r} in this game already",
                card=card,
                advice="give each card, token, copy and ability an id of its own",
            )


def what_enters_nothing_is_no_copy(asked: Asked, event: Moved | SpellResolved) -> Errors:
    """Only what enters the battlefield, or is put on the stack, comes as a copy (CR 707.5)."""
    if event.copy_of is None or is_observed(event):
        return
    zone = zone_entered(asked.state, event)
    object_ = object_now(asked.state, event.object)
    guessed = isinstance(event, SpellResolved) and event.to is None
    if zone in {None, "battlefield", "stack"} or object_ is None:
        return
    if guessed and is_bare(asked.state, text_now(object_)):
        return
    yield RecordError(
        "{object} goes to the zone {zone}, where nothing enters as a copy",
        object=object_.reference,
        zone=zone,
        rule="707.5",
        advice="`copy_of` is for what enters the battlefield; `became_copy` for what becomes a copy",
    )

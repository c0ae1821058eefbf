"""What may be done with stickers, sheets and tickets (CR 123)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from events.errors import RecordError, RuleBroken
from events.header import SheetSticker
from events.stickers import (
    KeptStickers,
    SheetsChosen,
    StickerMoved,
    StickerPlaced,
    StickerRemoved,
    TicketsChanged,
)
from projections.names import is_name_unknown, names_of
from projections.state import Object, State, StickerOn, sheet_sticker
from projections.stickers import described, words_of
from simulator.legality.asked import Asked, Errors, object_now, sketch_of

SHEETS_TO_START_WITH = 10
SHEETS_CHOSEN = 3
MOST_WORDS_BEFORE = 1000


def constructed_sheets(asked: Asked, event: SheetsChosen) -> Errors:
    """In constructed play three of at least ten different sheets are chosen (CR 123.2a)."""
    if event.format != "constructed":
        return
    own = asked.state.sheets.get(event.player, {})
    if len(own) < SHEETS_TO_START_WITH:
        yield RuleBroken(
            "{player} has {count} sticker sheets, in constructed play at least ten are needed",
            player=event.player,
            count=len(own),
            rule="123.2a",
            advice="list all sheets the player started with in the header",
        )
    if len(event.sheets) != SHEETS_CHOSEN or len(set(event.sheets)) != SHEETS_CHOSEN:
        yield RuleBroken(
            "{player} chose {count} sheets, in constructed play it is three different ones",
            player=event.player,
            count=len(event.sheets),
            rule="123.2a",
            advice="choose three of the sheets the player started with",
        )
    yield from _sheets_are_own(asked, event, "123.2a")


def limited_sheets(asked: Asked, event: SheetsChosen) -> Errors:
    """In limited play up to three of one's sheets are chosen (CR 123.2b)."""
    if event.format != "limited":
        return
    if len(event.sheets) > SHEETS_CHOSEN or len(set(event.sheets)) != len(event.sheets):
        yield RuleBroken(
            "{player} chose {count} sheets, in limited play it is up to three, each once",
            player=event.player,
            count=len(event.sheets),
            rule="123.2b",
            advice="choose up to three of the player's sheets",
        )
    yield from _sheets_are_own(asked, event, "123.2b")


def _sheets_are_own(asked: Asked, event: SheetsChosen, rule: str) -> Errors:
    own = asked.state.sheets.get(event.player, {})
    for sheet in event.sheets:
        if sheet not in own:
            yield RuleBroken(
                "{sheet!r} is none of the sheets of {player}",
                sheet=sheet,
                player=event.player,
                rule=rule,
                advice="the header's `sheets` lists them",
            )
            return


def tickets_suffice(asked: Asked, event: TicketsChanged) -> Errors:
    """Nobody spends more tickets than they have (CR 123.3c)."""
    tickets = asked.state.tickets.get(event.player)
    has = 0 if tickets is None else tickets.amount
    if has + event.amount < 0:
        yield RuleBroken(
            "{player} has {amount} tickets and cannot spend {spent}",
            player=event.player,
            amount=has,
            spent=-event.amount,
            rule="123.3c",
            advice="record the tickets the player got before",
        )


def stickers_are_described(asked: Asked, event: StickerPlaced) -> Errors:
    """What is on a sticker must be said where no sheet says it (CR 123.1)."""
    if sheet_sticker(asked.state, event.sticker) is not None:
        return
    if event.sticker.count("/") > 1 and event.kind is None and event.words is None:
        yield RecordError(
            "there is no sticker {sticker!r} on the sheets of the players",
            sticker=event.sticker,
            rule="123.3",
            advice="the header's `sheets` lists them; describe any other sticker here",
        )
        return
    kind = event.kind or "name"
    missing = {
        "name": "words" if not (event.words or "").strip() else None,
        "ability": None if event.abilities else "abilities",
        "power_toughness": None if None not in {event.power, event.toughness} else "power",
        "art": None,
    }[kind]
    if missing is not None:
        yield RecordError(
            "nothing says what is on the sticker {sticker!r}: `{field}` is missing",
            sticker=event.sticker,
            field=missing,
            advice="describe it here, or list it on a sheet in the header",
        )


def stickers_are_accessible(asked: Asked, event: StickerPlaced) -> Errors:
    """A player uses only stickers of the sheets chosen for the game (CR 123.2c, 123.3)."""
    found = sheet_sticker(asked.state, event.sticker)
    if found is None:
        return
    player, _ = found
    tickets = asked.state.tickets.get(player)
    sheet = event.sticker.partition("/")[2].rpartition("/")[0]
    chosen = None if tickets is None else tickets.sheets
    if chosen is not None and sheet not in chosen:
        yield RuleBroken(
            "{sticker!r} is on a sheet that {player} did not choose for this game",
            sticker=event.sticker,
            player=player,
            rule="123.2c",
            advice="only the stickers of the chosen sheets can be used",
        )
        yield _cannot_choose(event.sticker, player)
    if event.by_player not in {None, player}:
        yield RuleBroken(
            "{sticker!r} is a sticker of {player}, not of {by_player}",
            sticker=event.sticker,
            player=player,
            by_player=event.by_player,
            rule="123.2c",
            advice="each player has access only to stickers on their own sheets",
        )
        yield _cannot_choose(event.sticker, event.by_player or player)


def _cannot_choose(sticker: str, player: str) -> RuleBroken:
    return RuleBroken(
        "{player} cannot choose {sticker!r}, having no access to it",
        player=player,
        sticker=sticker,
        rule="123.3",
        advice="`available` stickers are those a player can choose and pay for",
    )


def stickers_are_free(asked: Asked, event: StickerPlaced) -> Errors:
    """A sticker that is on an object is not chosen again (CR 123.3)."""
    card = asked.state.on_stickers.get(event.sticker)
    if card is not None:
        yield RuleBroken(
            "the sticker {sticker!r} is on {holder} already",
            sticker=event.sticker,
            holder=asked.state.objects[card].reference,
            rule="123.3",
            advice="choose one that is on no object, or write `sticker_moved`",
        )
    elif any(earlier.sticker == event.sticker for earlier in _placed_before(asked, event)):
        yield RuleBroken(
            "the sticker {sticker!r} is put on two objects at once",
            sticker=event.sticker,
            rule="123.3",
            advice="choose another one for the second",
        )


def _placed_before(asked: Asked, event: StickerPlaced) -> Iterator[StickerPlaced]:
    """The stickers put on objects at the same time that stand before this one in the record."""
    for each in asked.group.events:
        if each is event:
            return
        if isinstance(each, StickerPlaced):
            yield each


def stickers_on_own_objects(asked: Asked, event: StickerPlaced) -> Errors:
    """A player puts stickers only on objects they own (CR 123.3b)."""
    object_ = object_now(asked.state, event.on)
    if object_ is None:
        return
    player, _ = described(asked.state, event)
    yield from _owned(object_, event.by_player or player or object_.owner)


def moved_stickers_on_own_objects(asked: Asked, event: StickerMoved) -> Errors:
    """Moving a sticker puts it on an object too, and that must be an own one (CR 123.3b)."""
    object_ = object_now(asked.state, event.to)
    sticker = sticker_on(asked, event.sticker)
    if object_ is not None and sticker is not None:
        yield from _owned(object_, sticker.owner)


def _owned(object_: Object, player: str) -> Errors:
    if object_.owner != player:
        yield RuleBroken(
            "{player} does not own {object}, {owner} does",
            player=player,
            object=object_.reference,
            owner=object_.owner,
            rule="123.3b",
            advice="that part of the effect does nothing; a player puts stickers on own objects only",
        )


def tickets_are_paid(asked: Asked, event: StickerPlaced) -> Errors:
    """A sticker with a ticket cost is put on an object by paying it (CR 123.3c)."""
    object_ = object_now(asked.state, event.on)
    if object_ is None:
        return
    _, sticker = described(asked.state, event)
    if not sticker.tickets:
        return
    tickets = asked.state.tickets.get(object_.owner)
    amount = 0 if tickets is None else tickets.amount
    amount -= sum(_cost(asked, each, object_.owner) for each in _placed_before(asked, event))
    if sticker.tickets > amount:
        yield RuleBroken(
            "{sticker!r} costs {cost} tickets, and {player} has {amount}",
            sticker=event.sticker,
            cost=sticker.tickets,
            player=object_.owner,
            amount=amount,
            rule="123.3c",
            advice="choose a sticker that can be paid for",
        )


def _cost(asked: Asked, event: StickerPlaced, player: str) -> int:
    """The tickets a player pays for another sticker put on at the same time."""
    object_ = object_now(asked.state, event.on)
    if object_ is None or object_.owner != player:
        return 0
    return described(asked.state, event)[1].tickets


def words_have_a_place(asked: Asked, event: StickerPlaced) -> Errors:
    """A name sticker's word goes to the beginning or behind any word of the name (CR 123.6b)."""
    object_ = object_now(asked.state, event.on)
    if object_ is None:
        return
    _, sticker = described(asked.state, event)
    if sticker.kind != "name" or not (sticker.words or "").strip():
        return
    if event.after is None:
        yield RecordError(
            "a name sticker needs `after`: the number of words before it",
            rule="123.6b",
            advice="0 puts it at the beginning",
        )
        return
    yield from _place(asked.state, object_, sticker, event.after)


def moved_words_have_a_place(asked: Asked, event: StickerMoved) -> Errors:
    """A moved name sticker's word finds its place in the other name (CR 123.6b)."""
    object_ = object_now(asked.state, event.to)
    sticker = sticker_on(asked, event.sticker)
    if object_ is None or sticker is None or sticker.kind != "name" or event.after is None:
        return
    state = asked.state
    if state.on_stickers.get(event.sticker) == object_.card:
        state, object_ = _without(state, object_, sticker)
    yield from _place(state, object_, SheetSticker("name", sticker.words), event.after)


def _without(state: State, object_: Object, sticker: StickerOn) -> tuple[State, Object]:
    """The object as it would be without a sticker, whose word may be in its name or not (CR 123.6b)."""
    sketch = sketch_of(state)
    others = tuple(each for each in object_.stickers if each is not sticker)
    bare = msgspec.structs.replace(object_, stickers=others)
    sketch.objects[object_.card] = bare
    return sketch, bare


def _place(state: State, object_: Object, sticker: SheetSticker, after: int) -> Errors:
    most = max((len(words_of(name)) for name in names_of(state, object_)), default=0)
    if is_name_unknown(state, object_):
        most = MOST_WORDS_BEFORE
    if 0 <= after <= most:
        return
    yield RuleBroken(
        "there is no place behind {after} words in the name of {object}, it has {count}",
        after=after,
        object=object_.reference,
        count=most,
        words=sticker.words or "",
        rule="123.6b",
        advice="`after` may be 0 (the beginning) up to the number of words",
    )


def moved_stickers_are_there(asked: Asked, event: StickerMoved) -> Errors:
    """A sticker that is moved is on an object (CR 123.3d)."""
    yield from _is_on_something(asked, event.sticker, "123.3d")


def removed_stickers_are_there(asked: Asked, event: StickerRemoved) -> Errors:
    """A sticker that is removed is on an object (CR 123.4)."""
    yield from _is_on_something(asked, event.sticker, "123.4")


def _is_on_something(asked: Asked, sticker: str, rule: str) -> Errors:
    if sticker in asked.state.on_stickers:
        return
    if sticker not in asked.known.stickers and sheet_sticker(asked.state, sticker) is None:
        yield RecordError(
            "there is no sticker {sticker!r}",
            sticker=sticker,
            advice="write `sticker_placed` first",
        )
        return
    yield RuleBroken(
        "the sticker {sticker!r} is on no object",
        sticker=sticker,
        rule=rule,
        advice="write `sticker_placed` to put it on one",
    )


def sticker_on(asked: Asked, sticker: str) -> StickerOn | None:
    """A sticker that is on an object."""
    card = asked.state.on_stickers.get(sticker)
    if card is None:
        return None
    return next((s for s in asked.state.objects[card].stickers if s.sticker == sticker), None)


def kept_by_a_component(asked: Asked, event: KeptStickers) -> Errors:
    """The stickers of a melded or merged permanent stay on one of its cards (CR 123.5c)."""
    object_ = object_now(asked.state, event.object)
    if object_ is None:
        return
    cards = [component.card for component in object_.components]
    if not cards:
        yield RuleBroken(
            "{object} is no melded or merged permanent, so no card is chosen to keep its stickers",
            object=object_.reference,
            rule="123.5c",
            advice="its stickers stay on the one card it is",
        )
    elif event.chosen not in cards:
        yield RuleBroken(
            "{chosen} is no part of the permanent {object}",
            chosen=event.chosen,
            object=object_.reference,
            rule="123.5c",
            advice="choose one of the cards the melded or merged permanent is made of",
        )

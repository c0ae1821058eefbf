"""Stickers on objects: putting, moving and removing them, and what they are worth (CR 123)."""

from __future__ import annotations

import re
from typing import Any

from events.header import SheetSticker
from events.stickers import (
    KeptStickers,
    SheetsChosen,
    StickerMoved,
    StickerPlaced,
    StickerRemoved,
    TicketsChanged,
)
from projections.copiable_values import TextAbility
from projections.identity import current
from projections.state import Object, State, StickerOn, Tickets, sheet_sticker
from projections.statics import note_statics

_BLANK = re.compile(r"_+\Z")
VOWELS = "AEIOUY"


def words_of(name: str) -> list[str]:
    """The words of a name (CR 123.6a): what stands between spaces, blanks apart."""
    return [part for part in name.split(" ") if part and not _BLANK.match(part)]


def with_word(name: str, word: str, after: int) -> str:
    """A name with a sticker's word after so many of its words, or at its end if it has fewer (CR 123.6c)."""
    if not name:
        return word
    if after <= 0:
        return f"{word} {name}"
    parts = name.split(" ")
    seen = 0
    for index, part in enumerate(parts):
        if part and not _BLANK.match(part):
            seen += 1
            if seen == after:
                return " ".join((*parts[: index + 1], word, *parts[index + 1 :]))
    return f"{name} {word}"


def described(state: State, event: StickerPlaced) -> tuple[str | None, SheetSticker]:
    """Whose sheet a sticker is on, if any, and what is printed on it."""
    found = sheet_sticker(state, event.sticker)
    if found is not None:
        return found
    return None, SheetSticker(
        kind=event.kind or "name",
        words=event.words,
        abilities=event.abilities,
        power=event.power,
        toughness=event.toughness,
        tickets=event.tickets or 0,
    )


def sticker_placed(state: State, event: StickerPlaced, position: int) -> None:
    """Put a sticker on an object (CR 123.3); it gets a timestamp (CR 613.7k)."""
    object_ = current(state, event.on)
    player, printed = described(state, event)
    owner = event.by_player or player or object_.owner
    if event.sticker in state.on_stickers:
        _take_off(state, event.sticker)
    sticker = StickerOn(
        sticker=event.sticker,
        kind=printed.kind,
        timestamp=state.tick(),
        position=position,
        placed_on=object_.reference,
        owner=owner,
        after=event.after or 0,
        words=printed.words or "",
        abilities=tuple(TextAbility(ability) for ability in printed.abilities),
        power=printed.power,
        toughness=printed.toughness,
    )
    _put(state, object_, sticker)
    state.tickets.setdefault(object_.owner, Tickets()).amount -= printed.tickets


def sticker_moved(state: State, event: StickerMoved, position: int) -> None:
    """Move a sticker to another object; its tickets are not paid again (CR 123.3d)."""
    object_ = current(state, event.to)
    sticker = _take_off(state, event.sticker)
    if sticker is None:
        return
    sticker.timestamp = state.tick()
    sticker.position = position
    sticker.placed_on = object_.reference
    if event.after is not None:
        sticker.after = event.after
    elif sticker.kind == "name":
        from projections.names import names_of  # noqa: PLC0415 - names read stickers

        names = names_of(state, object_)
        sticker.after = min(sticker.after, max((len(words_of(name)) for name in names), default=0))
    _put(state, object_, sticker)


def sticker_removed(state: State, event: StickerRemoved, position: int) -> None:
    """Take a sticker off its object."""
    del position
    _take_off(state, event.sticker)


def _put(state: State, object_: Object, sticker: StickerOn) -> None:
    object_.stickers = (*object_.stickers, sticker)
    state.on_stickers[sticker.sticker] = object_.card
    note_statics(state, object_)


def _take_off(state: State, sticker: str) -> StickerOn | None:
    card = state.on_stickers.pop(sticker, None)
    object_ = state.objects.get(card) if card is not None else None
    if object_ is None:
        return None
    found = next((each for each in object_.stickers if each.sticker == sticker), None)
    object_.stickers = tuple(each for each in object_.stickers if each.sticker != sticker)
    note_statics(state, object_)
    return found


def kept_stickers(state: State, event: KeptStickers, position: int) -> None:
    """Note which card's object will keep a melded or merged permanent's stickers (CR 123.5c)."""
    del position
    current(state, event.object).kept_by = event.chosen


def sheets_chosen(state: State, event: SheetsChosen, position: int) -> None:
    """Give a player access to the stickers of the chosen sheets (CR 123.2c)."""
    del position
    state.tickets.setdefault(event.player, Tickets()).sheets = event.sheets


def tickets_changed(state: State, event: TicketsChanged, position: int) -> None:
    """Change how many tickets a player has (CR 123.3c)."""
    del position
    state.tickets.setdefault(event.player, Tickets()).amount += event.amount


def accessible(state: State, player: str) -> tuple[tuple[str, SheetSticker], ...]:
    """The stickers a player has access to (CR 123.2c): those of the chosen sheets, else of all given."""
    sheets = state.sheets.get(player, {})
    own = state.tickets.get(player, Tickets()).sheets
    chosen = sheets if own is None else own
    return tuple(
        (f"{player}/{sheet}/{number}", sticker)
        for sheet in sheets
        if sheet in chosen
        for number, sticker in enumerate(sheets[sheet], 1)
    )


def available(state: State, player: str) -> tuple[str, ...]:
    """The stickers a player may choose and pay for now (CR 123.3, 123.3c)."""
    amount = state.tickets.get(player, Tickets()).amount
    return tuple(
        name
        for name, sticker in accessible(state, player)
        if sticker.tickets <= amount and not _on_own_object(state, name, player)
    )


def _on_own_object(state: State, sticker: str, player: str) -> bool:
    card = state.on_stickers.get(sticker)
    return card is not None and state.objects[card].owner == player


def printed_words(state: State, sticker: str) -> str | None:
    """What is printed on a sticker: on a sheet, or as it was described when it was placed."""
    found = sheet_sticker(state, sticker)
    if found is not None:
        return found[1].words or ""
    card = state.on_stickers.get(sticker)
    if card is None:
        return None
    return next((s.words for s in state.objects[card].stickers if s.sticker == sticker), None)


def letters(words: str, letter: str) -> int:
    """How often a letter is on a sticker; capital and small are the same (CR 123.6d)."""
    return words.upper().count(letter.upper())


def unique_vowels(words: str) -> int:
    """How many different vowels are on a sticker (CR 123.6e)."""
    return sum(vowel in words.upper() for vowel in VOWELS)


def positions(names: tuple[str, ...], words: str) -> list[Any]:
    """The names CR 123.6b offers, from the beginning on; of several names a list for each place.

    An object without a name gets the word as its name.
    """
    if not names:
        return [words]
    longest = max(len(words_of(name)) for name in names)
    offered = [[with_word(name, words, after) for name in names] for after in range(longest + 1)]
    return [each[0] for each in offered] if len(names) == 1 else offered

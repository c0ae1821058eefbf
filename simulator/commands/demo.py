"""`nametrail demo`: the worked examples of CR 123.6 and a real recorded game, explained."""

from __future__ import annotations

from importlib import resources

from events.record import read_record
from projections.names import derive, names_of
from projections.state import State
from simulator.commands.options import DEFAULTS, Options
from simulator.commands.output import say
from simulator.commands.records import Opened
from simulator.explain import in_words
from simulator.lookup import card_lookup
from simulator.messages import Translator, translator
from simulator.timeline import Moment, change_in_words, timeline

# Each worked example: what it is about, and at which positions the name of which card is explained.
EXAMPLES: dict[str, tuple[str, tuple[tuple[int, str], ...]]] = {
    "bear-cub": (
        "CR 123.6b: a word may go before, between or after the words of a name",
        ((4, "bear"),),
    ),
    "fae-of-wishes": (
        "CR 123.6c: an adventurer card in exile, its Adventure on the stack, and in exile again",
        ((4, "fae"), (5, "fae"), (6, "fae")),
    ),
    "it-that-betrays": (
        "CR 123.6c: a copy takes another name, and the sticker still stands after the third word",
        ((4, "it"),),
    ),
    "witness-protection": (
        "CR 123.6c: an Aura that sets the name later than the sticker was put on",
        ((5, "bear"),),
    ),
}
REAL_GAME = "arena-game"


def demo(*, options: Options = DEFAULTS) -> None:
    """The four worked examples of CR 123.6 and a real recorded game: what happened, the names, and why."""
    translate = translator(options.lang)
    for name, (title, explained) in EXAMPLES.items():
        say((translate(title), "bold"))
        _worked_example(_example(name, options), explained, translate)
    _real_game(_example(REAL_GAME, options), translate)


def _example(name: str, options: Options) -> Opened:
    """An example that comes with the program."""
    text = resources.files("simulator").joinpath("examples", f"{name}.jsonl").read_text("utf-8")
    return Opened(read_record(text.splitlines(), f"{name}.jsonl"), card_lookup(options.cards))


def _worked_example(
    game: Opened, explained: tuple[tuple[int, str], ...], translate: Translator
) -> None:
    for moment in timeline(game.play(), translate):
        _say_moment(moment, translate)
        for position, card in explained:
            if position == moment.position:
                _explain(game.moment(position).state, card, translate)
    say()


def _real_game(game: Opened, translate: Translator) -> None:
    """A real game: how long it was, and the life of the card that was called most differently."""
    moments = list(timeline(game.play(), translate))
    card = _most_renamed(moments)
    say(
        (
            translate(
                "A real game: {players}, {events} events; the card with the most names:"
            ).format(players=", ".join(game.record.header.players), events=len(moments)),
            "bold",
        )
    )
    touched = _life_of(game, card)
    for moment in moments:
        if moment.position in touched:
            _say_moment(moment, translate, card)
    _explain(game.moment(touched[-1]).state, card, translate)


def _life_of(game: Opened, card: str) -> list[int]:
    """The positions at which a card became another object, or was called differently."""
    found: list[int] = []
    before: tuple[str, tuple[str, ...]] | None = None
    for line, state in game.play():
        object_ = state.objects.get(card)
        now = None if object_ is None else (object_.reference, names_of(state, object_))
        if now != before and now is not None and now[1]:
            found.append(line.position)
        before = now
    return found


def _most_renamed(moments: list[Moment]) -> str:
    """The card that had the most names in one game."""
    names: dict[str, set[str]] = {}
    for moment in moments:
        for change in moment.changes:
            names.setdefault(change.card, set()).update(change.names_after)
    return max(names, key=lambda card: len(names[card]))


def _say_moment(moment: Moment, translate: Translator, card: str | None = None) -> None:
    say((f"{moment.position:5}  ", "dim"), moment.words)
    for change in moment.changes:
        if card is None or change.card == card:
            say("         ", (change_in_words(change, translate), "cyan"))


def _explain(state: State, card: str, translate: Translator) -> None:
    for line in in_words(derive(state, state.objects[card]), translate):
        say("           ", line)

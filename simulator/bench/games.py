"""Long games for the benchmarks: made from a seed, as long as wanted, on a board that stays the same size.

The same actions real games consist of, in the proportions of recorded ones (`MIX`), with the
stickers, copies and links those seldom have put in. Everything is in balance: what enters leaves again,
so that the millionth event meets the same board as the thousandth. Each action is a tuple of the events
that happened together.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from events.cards import definition_from_map
from events.event import Choice
from events.header import Header
from events.kinds import Event
from events.play import (
    CountersChanged,
    DamageDealt,
    LifeChanged,
    StepBegan,
    Tapped,
    TurnBegan,
    Untapped,
)
from events.zones import CardAdded, Exiled, Moved, Shuffled
from simulator.bench.board import PLAYERS, Board
from simulator.bench.special import SPECIAL

CARDS: dict[str, dict[str, Any]] = {
    "Quiet Field": {"types": ["Land"]},
    "Harbor Cub": {
        "types": ["Creature"], "subtypes": ["Bear"], "mana_cost": "{1}{G}",
        "power": "2", "toughness": "2",
    },
    "Lantern Clerk": {
        "types": ["Creature"], "subtypes": ["Human"], "mana_cost": "{1}{W}",
        "power": "1", "toughness": "3",
        "abilities": [{"id": "look", "kind": "activated", "text": "{T}: Look. ~ sees."}],
    },
    "Warden of Cells": {
        "types": ["Creature"], "subtypes": ["Human"], "mana_cost": "{1}{W}{W}",
        "power": "1", "toughness": "3",
        "abilities": [
            {"id": "exile", "kind": "triggered", "text": "When ~ enters, exile a creature."},
            {"id": "return", "kind": "triggered", "text": "When ~ leaves, return the exiled card."},
        ],
        "linked": [["exile", "return", "exile"]],
    },
    "Herald of Kinds": {
        "types": ["Creature"], "subtypes": ["Human"], "mana_cost": "{2}{W}",
        "power": "2", "toughness": "2",
        "abilities": [
            {"id": "choose", "kind": "replacement", "text": "As ~ enters, choose a type."},
            {"id": "read", "kind": "triggered", "text": "Whenever one of that type enters, draw."},
        ],
        "linked": [["choose", "read", "choose"]],
    },
    "Mirror Shade": {
        "types": ["Creature"], "subtypes": ["Shapeshifter"], "mana_cost": "{3}{U}",
        "power": "0", "toughness": "1",
    },
    "Moon Wolf": {
        "layout": "transform",
        "faces": [
            {"name": "Moon Wolf", "types": ["Creature"], "subtypes": ["Human"],
             "mana_cost": "{2}{R}", "power": "2", "toughness": "2"},
            {"name": "Howling Wolf", "types": ["Creature"], "subtypes": ["Wolf"],
             "colors": ["R"], "power": "4", "toughness": "4"},
        ],
    },
    "Wet Mantle": {"types": ["Enchantment"], "subtypes": ["Aura"], "mana_cost": "{U}"},
    "Old Banner": {
        "types": ["Enchantment"], "mana_cost": "{1}{W}{W}",
        "abilities": [
            {"id": "rally", "kind": "static", "text": "Bears get +1/+1.",
             "effects": [{"affects": {"where": {"subtypes": ["Bear"]}}, "add_power": "1", "add_toughness": "1"}]},
        ],
    },
    "Short Spark": {"types": ["Instant"], "mana_cost": "{R}"},
    "Acorn Token": {
        "layout": "token", "types": ["Creature"], "subtypes": ["Squirrel"],
        "colors": ["G"], "power": "1", "toughness": "1",
    },
}  # fmt: skip

# Which cards a deck is made of; the rest of a definition's name is in CARDS.
_DECK = (
    ("Quiet Field", 12), ("Harbor Cub", 8), ("Lantern Clerk", 4), ("Warden of Cells", 3),
    ("Herald of Kinds", 3), ("Mirror Shade", 3), ("Moon Wolf", 2), ("Wet Mantle", 3),
    ("Old Banner", 1), ("Short Spark", 6),
)  # fmt: skip

MIX: dict[str, int] = {
    "turn": 18,
    "step": 132,
    "draw": 24,
    "cast": 30,
    "fight": 10,
    "tap": 8,
    "die": 4,
    "recycle": 9,
    "use": 50,
    "counters": 3,
    "token": 3,
    "copy": 3,
    "sticker": 6,
    "move_sticker": 3,
    "exile": 3,
    "turn_over": 2,
    "attach": 2,
    "pump": 4,
    "wear_off": 4,
}
"""How often each action comes, of the sum of all."""


def header() -> Header:
    """The header of every long game."""
    return Header(
        players=PLAYERS,
        cards={name: definition_from_map(name, raw) for name, raw in CARDS.items()},
    )


def actions(events: int, *, permanents: int = 100, seed: int = 1) -> Iterator[tuple[Event, ...]]:
    """A game of this many events (the last action may go a little over), action by action.

    Setting up the board and the decks counts as one action, ahead of the others.
    """
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    board = Board(rng)
    yield tuple(_set_up(board, permanents))
    doing = [name for name, weight in MIX.items() for _ in range(weight)]
    made = 0
    while made < events:
        name = doing[int(rng.random() * len(doing))]
        happened = ACTIONS[name](board)
        if happened:
            made += len(happened)
            yield tuple(happened)


def game(events: int, *, permanents: int = 100, seed: int = 1) -> list[Event]:
    """A whole game as one list of events."""
    return [
        event for action in actions(events, permanents=permanents, seed=seed) for event in action
    ]


def _set_up(board: Board, permanents: int) -> Iterator[Event]:
    names = [name for name, copies in _DECK for _ in range(copies)]
    for index in range(permanents):
        name = names[(index * 7) % len(names)]
        if name in {"Short Spark", "Wet Mantle", "Old Banner"}:
            name = "Harbor Cub"
        card = board.new_card(name, PLAYERS[index % 2])
        board.battlefield.add(card)
        yield CardAdded(card=card, owner=board.owner[card], zone="battlefield", definition=name)
    for player in PLAYERS:
        for index in range(40):
            name = names[(index * 11) % len(names)]
            card = board.new_card(name, player)
            board.library[player].append(card)
            yield CardAdded(card=card, owner=player, zone="library", definition=name)
    board.size = permanents


def _turn(board: Board) -> list[Event]:
    board.turn += 1
    board.active = PLAYERS[board.turn % 2]
    events: list[Event] = [TurnBegan(player=board.active, number=board.turn)]
    events += [Untapped(object=card) for card in sorted(board.tapped)]
    board.tapped.clear()
    events.append(StepBegan(step="upkeep"))
    return events


def _step(board: Board) -> list[Event]:
    steps = ("draw", "precombat main", "beginning of combat", "end of combat", "end")
    return [StepBegan(step=board.pick(steps))]


def _draw(board: Board) -> list[Event]:
    library, hand = board.library[board.active], board.hand[board.active]
    if not library or len(hand) > 7:
        return []
    card = library.pop()
    hand.append(card)
    return [Moved(object=card, to="hand")]


def _cast(board: Board) -> list[Event]:
    """A land is played, or a spell is paid for, cast and resolved."""
    player = board.active
    hand = board.hand[player]
    if not hand:
        return []
    card = hand.pop(int(board.random() * len(hand)))
    name = board.name[card]
    events: list[Event] = _room(board) if name != "Short Spark" else []
    if name == "Quiet Field":
        board.battlefield.add(card)
        return [*events, Moved(object=card, to="battlefield")]
    host = board.creature() if name == "Wet Mantle" else None
    if name == "Wet Mantle" and host is None:
        board.library[player].insert(0, card)
        return [*events, Moved(object=card, to="library", position=-1)]
    events += _tap(board, 3)
    events.append(SPECIAL.cast(card))
    if name == "Short Spark":
        board.graveyard[player].append(card)
        return [*events, DamageDealt(object=card, player=board.other(), amount=3),
                LifeChanged(player=board.other(), amount=-3), SPECIAL.resolved(card)]  # fmt: skip
    if host is not None:
        board.hosts[card] = host
        events.append(SPECIAL.resolved(card, attached_to=host))
    elif name == "Herald of Kinds":
        choice = Choice(for_=card, by=f"{card}:choose", value=board.pick(("Bear", "Human", "Wolf")))
        events.append(SPECIAL.resolved(card, choices=(choice,)))
    else:
        events.append(SPECIAL.resolved(card))
    board.battlefield.add(card)
    return events


def _tapped(board: Board) -> list[Event]:
    return _tap(board, 3)


def _tap(board: Board, most: int) -> list[Event]:
    chosen = {board.battlefield.pick() for _ in range(most)} - board.tapped
    board.tapped |= chosen
    return [Tapped(object=card) for card in sorted(chosen)]


def _room(board: Board) -> list[Event]:
    """Whoever enters, another permanent has to go: the board stays as large as it is."""
    return _die(board) if len(board.battlefield) >= board.size else []


def _fight(board: Board) -> list[Event]:
    events = [StepBegan(step="declare attackers"), *_tap(board, 3)]
    attacker, blocker = board.battlefield.pick(), board.battlefield.pick()
    events += [
        StepBegan(step="combat damage"),
        DamageDealt(object=attacker, to=blocker, amount=2),
        DamageDealt(object=attacker, player=board.other(), amount=2),
        LifeChanged(player=board.other(), amount=-2),
    ]
    return events


def _die(board: Board) -> list[Event]:
    """A permanent goes to the graveyard, and with it what hangs on it."""
    if len(board.battlefield) < board.size:
        return []
    return SPECIAL.leaves(board, board.battlefield.pick())


def _recycle(board: Board) -> list[Event]:
    """What lies in a graveyard is shuffled into its library."""
    player = board.pick(PLAYERS)
    graveyard = board.graveyard[player]
    if len(graveyard) < 3:
        return []
    events: list[Event] = []
    for card in graveyard[:3]:
        board.library[player].insert(0, card)
        board.unstick(card)
        events.append(Moved(object=card, to="library"))
    del graveyard[:3]
    return [*events, Shuffled(player=player)]


def _counters(board: Board) -> list[Event]:
    return [CountersChanged(object=board.battlefield.pick(), kind="+1/+1", amount=1)]


def _exile(board: Board) -> list[Event]:
    """A Warden exiles a creature by its linked ability, or what it exiled comes back."""
    warden = board.named("Warden of Cells")
    if warden is None:
        return []
    if warden in board.cells:
        card = board.cells.pop(warden)
        board.battlefield.add(card)
        return [Moved(object=card, to="battlefield", by=f"{warden}:return")]
    exiled = board.creature()
    if exiled is None or exiled == warden or len(board.battlefield) < 6:
        return []
    token = board.token(exiled)
    events = SPECIAL.leaves(board, exiled, to=None)
    if not token:
        board.cells[warden] = exiled
    return [*events, Exiled(object=exiled, with_=f"{warden}:exile")]


ACTIONS = {
    "turn": _turn,
    "step": _step,
    "draw": _draw,
    "cast": _cast,
    "fight": _fight,
    "tap": _tapped,
    "die": _die,
    "recycle": _recycle,
    "counters": _counters,
    "exile": _exile,
    "use": SPECIAL.use,
    "token": SPECIAL.token,
    "copy": SPECIAL.copy,
    "sticker": SPECIAL.sticker,
    "move_sticker": SPECIAL.move_sticker,
    "turn_over": SPECIAL.turn_over,
    "attach": SPECIAL.attach,
    "pump": SPECIAL.pump,
    "wear_off": SPECIAL.wear_off,
}
"""What can happen, by the names of `MIX`."""

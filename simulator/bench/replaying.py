"""The figures about replaying: how fast, against whom, and what it costs late, on large boards and in memory."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from events.kinds import Event
from projections import fold
from projections.names import names_of
from projections.state import State
from simulator.bench import default_stack, games, stored
from simulator.bench.measure import ROUNDS, Figure, best, output, seconds
from simulator.bench.workshop import Workshop

if TYPE_CHECKING:
    from chess import Move

_MOVES = 40_000
_LONGEST_CHESS = 120


def against_default_stack(shop: Workshop) -> Figure:
    """A long game from SQLite, against eventsourcing's default stack with the same handlers.

    The peer replays a tenth of the game, since it takes so long; its cost of an event does not depend on that.
    """
    path, peers, game = shop.in_store(shop.full), *shop.in_default_stack(shop.tenth)
    ours, theirs = best(
        lambda: _named(stored.replayed_file(path)),
        lambda: _named(default_stack.replayed(peers, game)),
    )
    mine, others = ours / shop.full, theirs / shop.tenth
    return Figure(
        1 / mine, "events/s", others / mine,
        f"eventsourcing's default stack, {1 / others:,.0f} events/s", 10,
    )  # fmt: skip


def against_memory(shop: Workshop) -> Figure:
    """A long game from SQLite with one action a row, against folding the same events from memory."""
    return _against_memory(shop, packed=False, bar=0.40)


def packed_against_memory(shop: Workshop) -> Figure:
    """The same as a packed import."""
    return _against_memory(shop, packed=True, bar=0.80)


def _against_memory(shop: Workshop, *, packed: bool, bar: float) -> Figure:
    path, events = shop.in_store(shop.full, packed=packed), shop.events(shop.full)
    read, in_memory = best(lambda: stored.replayed_file(path), lambda: folded(events))
    return Figure(
        shop.full / read, "events/s", in_memory / read,
        f"the same fold in memory, {shop.full / in_memory:,.0f} events/s", bar,
    )  # fmt: skip


def against_chess(shop: Workshop) -> Figure:
    """Events a second, read from SQLite, against moves a second of python-chess's `push`."""
    path, push = shop.in_store(shop.full), pusher()
    moves = push()
    ours, theirs = best(lambda: stored.replayed_file(path), push)
    return Figure(
        shop.full / ours, "events/s", (shop.full / ours) / (moves / theirs),
        f"python-chess push, {moves / theirs:,.0f} moves/s", 1,
    )  # fmt: skip


def late_against_early(shop: Workshop) -> Figure:
    """The cost of an event in the last tenth of a long game, against the first tenth, on the same board."""
    events = shop.events(shop.full)
    step = max(1, len(events) // 10)
    early = late = float("inf")
    for _ in range(ROUNDS):
        state = fold.start(games.header())
        taken = [
            seconds(partial(_go_on, state, events, at, step)) for at in range(0, len(events), step)
        ]
        early, late = min(early, taken[0]), min(late, taken[9])
    return Figure(late / step * 1e6, "µs/event", late / early, f"{early / step * 1e6:.2f} µs early", 1.10, at_least=False)  # fmt: skip


def large_board(shop: Workshop) -> Figure:
    """The cost of an event on a board of 1,000 permanents against one of 10."""
    cost: dict[int, float] = {}
    for permanents in (10, 1000):
        events = games.game(shop.tenth, permanents=permanents)
        cost[permanents] = best(partial(folded, events))[0] / len(events)
    return Figure(
        cost[1000] * 1e6, "µs/event", cost[1000] / cost[10],
        f"{cost[10] * 1e6:.2f} µs with 10 permanents", 1.5, at_least=False,
    )  # fmt: skip


def memory(shop: Workshop) -> Figure:
    """Peak memory of replaying a long game against one a tenth as long, each in a process of its own."""
    peaks = [
        int(output(["-m", "simulator.bench.memory", str(shop.in_store(length))]))
        for length in (shop.full, shop.tenth)
    ]
    return Figure(
        peaks[0] / 2**20,
        "MiB",
        peaks[0] / peaks[1],
        f"{peaks[1] / 2**20:.1f} MiB",
        1.2,
        at_least=False,
    )


def file_size(shop: Workshop) -> Figure:
    """Bytes of an event in the store's file, against the default stack's file."""
    path, (peers, _) = shop.in_store(shop.tenth), shop.in_default_stack(shop.tenth)
    mine, others = path.stat().st_size / shop.tenth, peers.stat().st_size / shop.tenth
    return Figure(
        mine,
        "bytes/event",
        mine / others,
        f"the default stack, {others:.0f} bytes/event",
        0.2,
        at_least=False,
    )


def folded(events: list[Event]) -> State:
    """The state after these events."""
    state = fold.start(games.header())
    for event in events:
        fold.apply(state, event)
    return state


def _go_on(state: State, events: list[Event], at: int, step: int) -> None:
    for index in range(at, min(at + step, len(events))):
        fold.apply(state, events[index])


def _named(state: State) -> int:
    """Read every name there is at the end, so that none is left for later."""
    return sum(len(names_of(state, each)) for each in state.objects.values())


def pusher() -> Callable[[], int]:
    """A function that pushes all moves of some games of chess, and says how many there are."""
    import chess  # noqa: PLC0415 - an extra

    parties = _parties()

    def push() -> int:
        for party in parties:
            board = chess.Board()
            for move in party:
                board.push(move)
        return sum(map(len, parties))

    return push


def _parties() -> list[list[Move]]:
    """Games of random legal moves, always the same."""
    import chess  # noqa: PLC0415 - an extra

    rng = random.Random(1)  # noqa: S311 - a game, not a secret
    parties: list[list[Move]] = []
    moves = 0
    while moves < _MOVES:
        board = chess.Board()
        party: list[Move] = []
        while len(party) < _LONGEST_CHESS:
            legal = list(board.legal_moves)
            if not legal:
                break
            move = rng.choice(legal)
            board.push(move)
            party.append(move)
        parties.append(party)
        moves += len(party)
    return parties

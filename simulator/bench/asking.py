"""The figures about asking: a state anywhere in a long game, why a name is what it is, appending, views, starting."""

from __future__ import annotations

import random
import shutil
import statistics
import time
from collections.abc import Callable
from functools import partial

from events.play import StepBegan
from events.store import Store, open_store
from projections import fold
from projections.characteristics import characteristics_of
from projections.names import derive
from projections.state import Object, State
from simulator.bench import games, stored
from simulator.bench.measure import Figure, best, percentile_95, seconds, wall
from simulator.bench.workshop import Workshop
from simulator.snapshots import StoredGame

_ASKED = 200
_APPENDED = 200
_SECONDS_OF_A_STATE = 0.010
_SECONDS_OF_A_WHY = 0.005


def random_state(shop: Workshop) -> Figure:
    """The state at a random position, from the store with its snapshots, against a full replay from there."""
    path = shop.in_store(shop.full)
    with open_store(path) as store:
        taken = _asked(store, shop.full)
    full = seconds(lambda: stored.replayed_file(path))
    middle = statistics.mean(taken)
    return Figure(
        middle * 1e3, "ms", full / middle,
        f"a full replay, {full:.2f} s", 100, also=f"95th percentile {percentile_95(taken) * 1e3:.2f} ms",
    )  # fmt: skip


def random_state_worst(shop: Workshop) -> Figure:
    """The 95th percentile of the same, against 10 ms."""
    with open_store(shop.in_store(shop.full)) as store:
        worst = percentile_95(_asked(store, shop.full))
    return Figure(worst * 1e3, "ms", worst / _SECONDS_OF_A_STATE, "10 ms", 1, at_least=False)


def why(shop: Workshop) -> Figure:
    """`why` of a random object at positions all through a game, once the state is there; against 5 ms."""
    rng = random.Random(1)  # noqa: S311 - a choice, not a secret
    events = shop.events(shop.tenth)
    state = fold.start(games.header())
    step = max(1, len(events) // (_ASKED * 5))
    taken: list[float] = []
    for index, event in enumerate(events, 1):
        fold.apply(state, event)
        if index % step == 0:
            objects = [each for each in state.objects.values() if each.zone == "battlefield"]
            taken.append(seconds(partial(derive, state, rng.choice(objects))))
    worst = percentile_95(taken)
    return Figure(worst * 1e3, "ms", worst / _SECONDS_OF_A_WHY, "5 ms", 1, at_least=False)


def append(shop: Workshop) -> Figure:
    """Appending a command after a long game's events, against after a thousand; the middle of many."""
    long, short = shop.in_store(shop.full), shop.in_store(min(1000, shop.tenth))
    taken: dict[str, list[float]] = {"long": [], "short": []}
    stores: dict[str, Store] = {}
    try:
        for name, path in (("long", long), ("short", short)):
            copy = shop.folder / f"append-{name}.sqlite"
            shutil.copy(path, copy)
            stores[name] = open_store(copy)
        versions = {name: store.info(stored.GAME).version for name, store in stores.items()}
        for _ in range(_APPENDED):
            for name, store in stores.items():
                taken[name].append(_clocked(partial(_appended, store, name, versions)))
    finally:
        for store in stores.values():
            store.close()
    late, early = statistics.median(taken["long"]), statistics.median(taken["short"])
    return Figure(
        late * 1e3,
        "ms",
        late / early,
        f"{early * 1e3:.3f} ms after 1,000 events",
        1.5,
        at_least=False,
    )


def start(_: Workshop) -> Figure:
    """`nametrail --help`, against Python starting and doing nothing."""
    ours, nothing = wall(["-m", "simulator", "--help"]), wall(["-c", "pass"])
    return Figure(
        ours * 1e3,
        "ms",
        ours / nothing,
        f"python -c pass, {nothing * 1e3:.1f} ms",
        8,
        at_least=False,
    )


def _asked(store: Store, positions: int) -> list[float]:
    """Seconds for the states at random positions, once the game has its snapshots and was opened."""
    rng = random.Random(1)  # noqa: S311 - a choice, not a secret
    game = StoredGame(store, stored.GAME)
    game.keep_snapshots()
    game.at(positions)
    return [seconds(partial(game.at, rng.randrange(positions))) for _ in range(_ASKED)]


def _appended(store: Store, name: str, versions: dict[str, int]) -> None:
    versions[name] = store.append(stored.GAME, versions[name], [StepBegan(step="end")])


def _clocked(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def name_on_a_large_board(shop: Workshop) -> Figure:
    """Deriving one object's name anew after an event, on a board of 1,000 permanents against one of 10."""
    return _on_boards(shop, derive)


def characteristics_on_a_large_board(shop: Workshop) -> Figure:
    """Deriving all characteristics of one object anew, on a board of 1,000 permanents against one of 10."""
    return _on_boards(shop, characteristics_of)


def _on_boards(shop: Workshop, ask: Callable[[State, Object], object]) -> Figure:
    """The cost of one answer, averaged over the board, nothing kept from an answer before."""
    cost: dict[int, float] = {}
    for permanents in (10, 1000):
        state = fold.start(games.header())
        for event in games.game(max(shop.tenth // 10, 10_000), permanents=permanents):
            fold.apply(state, event)
        board = [each for each in state.objects.values() if each.zone == "battlefield"]
        asked = (board * (_ASKED // len(board) + 1))[:_ASKED]
        cost[permanents] = best(partial(_ask_all, state, asked, ask))[0] / len(asked)
    return Figure(
        cost[1000] * 1e6, "µs", cost[1000] / cost[10],
        f"{cost[10] * 1e6:.1f} µs with 10 permanents", 1.5, at_least=False,
    )  # fmt: skip


def _ask_all(state: State, objects: list[Object], ask: Callable[[State, Object], object]) -> None:
    for each in objects:
        state.version += 1
        ask(state, each)

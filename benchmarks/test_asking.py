"""pytest-benchmark suites: states anywhere in a long game, `why`, appending."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from events.play import StepBegan
from events.store import open_store
from projections.names import derive, names_of
from simulator.bench import games, replaying, stored
from simulator.bench.workshop import Workshop
from simulator.snapshots import StoredGame

EVENTS = int(os.environ.get("NAMETRAIL_BENCH_EVENTS", "100000"))


@pytest.fixture(scope="module")
def shop() -> Iterator[Workshop]:
    with Workshop(EVENTS) as made:
        yield made


@pytest.mark.benchmark(group="random access")
def test_state_at_a_random_position(benchmark: BenchmarkFixture, shop: Workshop) -> None:
    rng = random.Random(1)
    with open_store(shop.in_store(EVENTS)) as store:
        game = StoredGame(store, stored.GAME)
        game.keep_snapshots()
        benchmark(lambda: game.at(rng.randrange(EVENTS)))


@pytest.mark.parametrize("permanents", [10, 100, 1000])
@pytest.mark.benchmark(group="names")
def test_all_names_of_a_board(benchmark: BenchmarkFixture, permanents: int) -> None:
    state = replaying.folded(games.game(min(EVENTS, 20_000), permanents=permanents))
    benchmark(lambda: [names_of(state, each) for each in state.objects.values()])


@pytest.mark.benchmark(group="names")
def test_why(benchmark: BenchmarkFixture) -> None:
    state = replaying.folded(games.game(min(EVENTS, 20_000)))
    objects = [each for each in state.objects.values() if each.zone == "battlefield"]
    rng = random.Random(1)
    benchmark(lambda: derive(state, rng.choice(objects)))


@pytest.mark.benchmark(group="append")
def test_append_a_command(benchmark: BenchmarkFixture, shop: Workshop) -> None:
    with open_store(shop.in_store(EVENTS)) as store:
        version = store.info(stored.GAME).version

        def append() -> None:
            nonlocal version
            version = store.append(stored.GAME, version, [StepBegan(step="end")])

        benchmark(append)

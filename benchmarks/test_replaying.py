"""pytest-benchmark suites: replaying from memory, from the store, and by the peers. `pytest benchmarks`."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from simulator.bench import default_stack, games, replaying, stored
from simulator.bench.workshop import Workshop

EVENTS = int(os.environ.get("NAMETRAIL_BENCH_EVENTS", "100000"))


@pytest.fixture(scope="module")
def shop() -> Iterator[Workshop]:
    with Workshop(EVENTS) as made:
        yield made


@pytest.mark.parametrize("permanents", [10, 100, 1000])
@pytest.mark.benchmark(group="fold")
def test_fold_in_memory(benchmark: BenchmarkFixture, permanents: int) -> None:
    benchmark.pedantic(
        replaying.folded, args=(games.game(EVENTS, permanents=permanents),), rounds=3
    )


@pytest.mark.parametrize("packed", [False, True], ids=["rows", "packed"])
@pytest.mark.benchmark(group="replay")
def test_replay_from_sqlite(benchmark: BenchmarkFixture, shop: Workshop, packed: bool) -> None:
    path = shop.in_store(EVENTS, packed=packed)
    state = benchmark.pedantic(stored.replayed_file, args=(path,), rounds=3)
    assert state.position >= EVENTS


@pytest.mark.benchmark(group="replay")
def test_replay_by_the_default_stack(benchmark: BenchmarkFixture, shop: Workshop) -> None:
    path, game = shop.in_default_stack(EVENTS)
    benchmark.pedantic(default_stack.replayed, args=(path, game), rounds=1)


@pytest.mark.benchmark(group="replay")
def test_push_moves_of_chess(benchmark: BenchmarkFixture) -> None:
    pytest.importorskip("chess")
    benchmark.pedantic(replaying.pusher(), rounds=3)

"""The figures about many games: views kept up to date in batches, and `bulk` on two processes against one."""

from __future__ import annotations

import logging
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from events.record import write_record
from events.store import open_store
from projections.views import Views
from simulator.bench import games
from simulator.bench.measure import Figure
from simulator.bench.stored import written
from simulator.bench.workshop import Workshop
from simulator.bulk import bulk

_COMMITS = 2000
_EVENTS_OF_A_GAME = 500
_EVENTS_FOR_A_GAME = 2500
"""For how many events of the long game `bulk` gets one game of its own to replay."""


def views_batched(shop: Workshop) -> Figure:
    """The views across games brought up to date in batches, against one transaction for each event.

    On the wall clock, since committing waits for the disk.
    """
    few = max(100, min(_COMMITS, shop.tenth // 10))
    batched = _caught_up(shop, "batched", few * 10, at_once=None)
    single = _caught_up(shop, "single", few, at_once=1)
    return Figure(
        1 / batched, "events/s", single / batched,
        f"one commit an event, {1 / single:,.0f} events/s", 30,
    )  # fmt: skip


def _caught_up(shop: Workshop, name: str, events: int, *, at_once: int | None) -> float:
    """Seconds an event for making the views of a game with one event a row."""
    path = shop.folder / f"views-{name}.sqlite"
    each = ((event,) for event in games.game(events))
    count = written(path, each, fewest=1)
    with open_store(path) as store:
        views = Views(store)
        began = time.perf_counter()
        taken = views.catch_up() if at_once is None else views.catch_up(at_once)
        spent = time.perf_counter() - began
    assert taken == count, "every event counts once"
    return spent / taken


def bulk_two_processes(shop: Workshop) -> Figure:
    """`bulk` with two worker processes against one, starting the cluster not counted."""
    folder = shop.folder / "games"
    number = max(8, shop.full // _EVENTS_FOR_A_GAME)
    folder.mkdir(exist_ok=True)
    for index in range(number):
        events = games.game(_EVENTS_OF_A_GAME, permanents=20, seed=index)
        write_record(folder / f"game-{index:05}.jsonl", games.header(), events)
    wall: dict[int, float] = {}
    busiest: dict[int, float] = {}
    for workers in (1, 2):
        wall[workers], busiest[workers] = _taken(folder, shop.folder, workers)
    return Figure(
        number / wall[2], "games/s", wall[1] / wall[2],
        f"one process, {number / wall[1]:,.1f} games/s", 1.7,
        also=f"{busiest[1] / busiest[2]:.2f} by the processor time of the busiest worker, had each a core",
    )  # fmt: skip


def _taken(folder: Path, out: Path, workers: int) -> tuple[float, float]:
    """Seconds on the wall for all games of a folder, and of processor time of the worker that had most to do."""
    distributed: Any = import_module("distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with (
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            host="127.0.0.1",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        address: str = cluster.scheduler_address
        few = sorted(map(str, folder.iterdir()))[: 4 * workers]
        bulk(few, out / f"warm-{workers}", scheduler=address)
        before: dict[str, float] = client.run(time.process_time)
        began = time.perf_counter()
        bulk([str(folder)], out / f"out-{workers}", scheduler=address)
        spent = time.perf_counter() - began
        after: dict[str, float] = client.run(time.process_time)
    return spent, max(after[worker] - before[worker] for worker in before)

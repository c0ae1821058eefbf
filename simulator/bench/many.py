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
    taken = {workers: _taken(folder, shop.folder, workers) for workers in (1, 2)}
    return Figure(
        number / taken[2], "games/s", taken[1] / taken[2],
        f"one process, {number / taken[1]:,.1f} games/s", 1.7,
    )  # fmt: skip


def _taken(folder: Path, out: Path, workers: int) -> float:
    distributed: Any = import_module("distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as cluster:
        address: str = cluster.scheduler_address
        bulk([str(next(folder.iterdir()))], out / f"warm-{workers}", scheduler=address)
        began = time.perf_counter()
        bulk([str(folder)], out / f"out-{workers}", scheduler=address)
        return time.perf_counter() - began

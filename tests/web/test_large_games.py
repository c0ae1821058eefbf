"""A real imported game: opened once, then any moment is near."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from simulator.importers.arena import import_arena
from simulator.web.limits import Limits
from simulator.web.opening import FEWEST_BETWEEN, open_game, read_upload
from tests.web.records import added, record, uploaded


def test_any_moment_is_folded_from_a_state_kept_nearby() -> None:
    events = [added(f"c{n}") for n in range(300)]
    limits = Limits()
    made = read_upload(record(*events), "many.jsonl", limits)
    game = open_game(made, lambda _: None, limits, id="record-x", title="many")
    kept = [each.position for each in game.kept]
    assert all(b - a <= FEWEST_BETWEEN for a, b in itertools.pairwise(kept))
    assert game.last - kept[-1] < FEWEST_BETWEEN
    assert [game.state_at(n).position for n in (300, 0, 151)] == [300, 0, 151]


@pytest.mark.slow
def test_a_real_game_of_over_500_events_opens_in_a_second_and_steps_in_a_tenth(
    client: TestClient[Litestar], shared: Path, tmp_path: Path
) -> None:
    logs = sorted((shared / "recordings" / "arena").glob("*merfolk*.log.gz"))
    games = import_arena(logs, tmp_path / "out").games
    chosen = max(games, key=lambda game: game.events)
    assert chosen.events > 500
    data = Path(chosen.file).read_bytes()
    client.get("/games/example-bear-cub/1")
    began = time.process_time()
    where = uploaded(client, data)
    assert client.get(f"{where}/1").status_code == 200
    assert time.process_time() - began < 1
    spent = []
    for position in range(chosen.events // 2, chosen.events // 2 + 21):
        began = time.process_time()
        assert client.get(f"{where}/{position}").status_code == 200
        spent.append(time.process_time() - began)
    assert sorted(spent)[10] < 0.1

"""The figures of the benchmarks on a tiny game: that each can be measured, not how fast anything is."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.errors import RecordError
from simulator.bench import FIGURES, as_json, run
from simulator.bench.measure import Figure, percentile_95

QUICK = [name for name in FIGURES if name not in {"bulk", "help", "replay_peak_memory"}]


def test_each_figure_has_a_function() -> None:
    from simulator.bench.suite import measure

    assert all(callable(measure(name)) for name in FIGURES)


@pytest.mark.parametrize("name", QUICK)
def test_a_figure_is_measured_as_a_ratio(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from simulator.bench import asking, measure, replaying

    monkeypatch.setattr(asking, "_ASKED", 5)
    monkeypatch.setattr(asking, "_APPENDED", 3)
    monkeypatch.setattr(replaying, "_MOVES", 200)
    monkeypatch.setattr(replaying, "ROUNDS", 1)
    monkeypatch.setattr(measure, "ROUNDS", 1)
    if name == "replay_chess":
        pytest.importorskip("chess")
    seen: list[str] = []
    figure = run([name], events=2000, progress=seen.append)[name]
    assert figure.value > 0
    assert figure.ratio > 0
    assert figure.unit
    assert figure.against
    assert seen == [name]
    assert {"value", "unit", "ratio", "against"} <= as_json({name: figure})[name].keys()


def test_the_peer_replays_the_same_game_to_the_same_names(tmp_path: Path) -> None:
    from projections.names import names_of
    from simulator.bench import default_stack, games, stored

    game = default_stack.written(tmp_path / "peer.sqlite", games.game(1500, permanents=20))
    theirs = default_stack.replayed(tmp_path / "peer.sqlite", game)
    stored.written(tmp_path / "ours.sqlite", games.actions(1500, permanents=20))
    ours = stored.replayed_file(tmp_path / "ours.sqlite")
    assert theirs.position == ours.position
    assert {card: names_of(theirs, each) for card, each in theirs.objects.items()} == {
        card: names_of(ours, each) for card, each in ours.objects.items()
    }


def test_a_figure_whose_library_is_missing_is_left_out_unless_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from simulator.bench import suite

    def missing(_: str) -> None:
        raise ModuleNotFoundError("No module named 'chess'", name="chess")

    monkeypatch.setattr(suite, "measure", missing)
    assert run(events=100) == {}
    with pytest.raises(ModuleNotFoundError):
        run(["replay_chess"], events=100)


def test_a_name_that_is_no_figure_is_refused_with_a_near_one() -> None:
    with pytest.raises(RecordError, match="random_stat"):
        run(["random_stat"])


def test_on_which_side_of_its_bar_a_figure_is() -> None:
    assert Figure(1, "s", 2.0, "x", 1.5).met
    assert not Figure(1, "s", 2.0, "x", 1.5, at_least=False).met


def test_the_95th_percentile() -> None:
    assert percentile_95([7.0]) == 7.0
    assert percentile_95([float(each) for each in range(101)]) == pytest.approx(95.0)


def test_the_peak_of_memory_is_told() -> None:
    from simulator.bench.memory import peak

    assert peak() > 2**20


def test_the_command_prints_the_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    from simulator.cli import run as command

    assert command(["bench", "file_size", "why_p95", "--events", "2000", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert list(printed) == ["file_size", "why_p95"]
    assert printed["file_size"]["unit"] == "bytes/event"


def test_the_command_refuses_what_is_no_figure(capsys: pytest.CaptureFixture[str]) -> None:
    from simulator.cli import run as command

    assert command(["bench", "speed"]) == 2
    assert "speed" in capsys.readouterr().err

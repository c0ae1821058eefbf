"""The commands on card files, and the importers' commands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from simulator import cli

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command: exit status, standard output, standard error."""

    def command(*words: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = cli.run([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture
def card_file(tmp_path: Path) -> Path:
    """A card file of the MTGJSON kind with a card that has a linked pair."""
    text = (
        "When Odd Ring enters, exile target creature.\n"
        "When Odd Ring leaves the battlefield, return the exiled card to the battlefield."
    )
    cards = {
        "Odd Ring": [
            {"name": "Odd Ring", "layout": "normal", "types": ["Enchantment"], "text": text}
        ],
        "Odd Cow": [{"name": "Odd Cow", "layout": "normal", "types": ["Creature"]}],
    }
    path = tmp_path / "AtomicCards.json"
    path.write_text(json.dumps({"data": cards}), encoding="utf-8")
    return path


def test_a_card_file_in_use_stays_in_use(run: Run, card_file: Path) -> None:
    assert run("cards", "show", "Odd Ring")[0] == 2
    status, out, _ = run("cards", "use", card_file)
    assert (status, out) == (0, f"{card_file}: 2 cards, in use from now on\n")
    status, out, _ = run("cards", "show", "Odd Ring")
    assert status == 0
    assert out.startswith("Odd Ring  (AtomicCards.json)\n")
    assert "exile [CR 607.2a]" in out


def test_linked_pairs_as_json_have_the_shape_others_build_on(run: Run, card_file: Path) -> None:
    status, out, _ = run("cards", "linked", "Odd Ring", "--json", "--cards", card_file)
    shape = json.loads(out)
    assert status == 0
    assert shape["name"] == "Odd Ring"
    (pair,) = shape["pairs"]
    assert set(pair) == {"first", "second", "kind", "rule", "certain", "why"}
    assert set(pair["first"]) == {"face", "paragraph", "id", "text"}
    assert (pair["kind"], pair["rule"]) == ("exile", "607.2a")
    _, out, _ = run("cards", "linked", "--all", "--json", "--cards", card_file)
    assert [json.loads(line)["name"] for line in out.splitlines()] == ["Odd Ring"]


def test_a_card_without_linked_abilities(run: Run, card_file: Path) -> None:
    _, out, _ = run("cards", "linked", "Odd Cow", "--cards", card_file)
    assert out == "Odd Cow has no linked abilities\n"
    _, out, _ = run("cards", "linked", "Odd Cow", "--json", "--cards", card_file)
    assert json.loads(out) == {"name": "Odd Cow", "pairs": []}


def test_a_card_nobody_knows_and_a_file_that_is_none(
    run: Run, card_file: Path, tmp_path: Path
) -> None:
    for words in (
        ["cards", "show", "Odd Rang", "--cards", card_file],
        ["cards", "linked", "Odd Rang", "--cards", card_file],
        ["cards", "linked"],
        ["cards", "use", tmp_path / "none.json"],
    ):
        status, out, err = run(*words)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1


def test_importers_say_what_is_not_there(run: Run, tmp_path: Path) -> None:
    for program in ("arena", "cockatrice"):
        status, _, err = run("import", program, "-o", tmp_path / "out")
        assert status == 2
        assert err == "no recording is named; name one or more files\n"
        status, _, err = run("import", program, tmp_path / "none", "-o", tmp_path / "out")
        assert status == 2
        assert "none" in err
        assert err.count("\n") == 1


def test_a_log_without_games(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "Player.log"
    log.write_text("nothing of the kind\n" * 10, encoding="utf-8")
    status, _, err = run("import", "arena", log, "-o", tmp_path / "out")
    assert status in {1, 2}
    assert err.startswith(str(log))
    assert err.count("\n") == 1

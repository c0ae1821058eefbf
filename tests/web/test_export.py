"""A game as one HTML file."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from simulator.cli import run
from simulator.web.export import exported
from simulator.web.library import Library
from tests.web.records import MARKUP, added, record, sticker


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(db=str(tmp_path / "none.sqlite"))


def test_the_file_holds_the_game_and_refers_to_nothing(library: Library) -> None:
    page = exported(library.get("example-fae-of-wishes"), "en")
    assert "Granted Mana" in page
    assert "CR 123.6b" in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert "http" not in re.sub(r"https?-equiv|http-equiv", "", page)
    assert "@import" not in page
    assert "url(" not in page


def test_its_policy_allows_its_own_script_and_style_by_their_hashes(library: Library) -> None:
    page = exported(library.get("example-bear-cub"), "en")
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert found is not None
    policy = found[1].replace("&#39;", "'")
    for name, kind in (("style", "style"), ("script", "script")):
        text = re.findall(rf"<{name}>(.*?)</{name}>", page, re.DOTALL)
        assert len(text) == 1
        digest = base64.b64encode(hashlib.sha256(text[0].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_the_board_can_be_put_together_at_any_moment(library: Library) -> None:
    from projections.names import names_of
    from simulator.wording import called

    game = library.get("example-arena-game")
    page = exported(game, "en")
    written = re.search(r'id="game">(.*?)</script>', page, re.DOTALL)
    assert written is not None
    data = json.loads(written[1])
    assert len(data["frames"]) == game.last
    cards: dict[str, list[Any]] = {}
    for position, frame in enumerate(data["frames"], 1):
        for card, row in frame:
            if row is None:
                cards.pop(card)
            else:
                cards[card] = row
        if position % 40 == 0 or position == game.last:
            state = game.state_at(position)
            assert {card: (row[4], row[0]) for card, row in cards.items()} == {
                card: (each.reference, each.zone) for card, each in state.objects.items()
            }
            for card, each in state.objects.items():
                names = names_of(state, each)
                if names:
                    assert cards[card][2] == called(names, str)


def test_markup_stays_text(library: Library, tmp_path: Path) -> None:
    game = library.upload(record(added("bear", note=MARKUP), sticker(MARKUP + "</script>")), MARKUP)
    page = exported(game, "en")
    assert MARKUP not in page
    assert page.count("</script>") == 2


def test_in_spanish(library: Library) -> None:
    page = exported(library.get("example-fae-of-wishes"), "es")
    assert '<html lang="es">' in page
    assert "pegatina de nombre" in page
    assert "Fae of" in page


def test_the_command_writes_it(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "fae.html"
    example = root / "simulator" / "examples" / "fae-of-wishes.jsonl"
    assert run(["export", "html", str(example), "-o", str(out)]) == 0
    assert "6" in capsys.readouterr().out
    assert "Fae of" in out.read_text(encoding="utf-8")


def test_the_command_tells_what_stopped_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(record(added("bear")) + b"\nnonsense\n")
    out = tmp_path / "broken.html"
    assert run(["export", "html", str(broken), "-o", str(out)]) == 2
    assert "broken.jsonl:3" in capsys.readouterr().err
    assert "Bear Cub" in out.read_text(encoding="utf-8")


def test_the_command_without_a_record_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        run(["export", "html", str(tmp_path / "none.jsonl"), "-o", str(tmp_path / "x.html")]) == 2
    )
    assert "none.jsonl" in capsys.readouterr().err
